"""Chapters 7.2 and 7.2.1: people whom events bring, who has them in hand and when they act."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.morale.deserters import way_out
from alfiere.games.cappa.morale.morale import must_squad_test
from alfiere.games.cappa.morale.morale_tests import recover, shake
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.people.markers import markers
from alfiere.games.cappa.people.squad_formations import breach
from alfiere.games.cappa.people.strangers import controller
from alfiere.games.cappa.scenario.battlefield import ground_of
from alfiere.games.cappa.state.partners import players_of
from alfiere.games.cappa.state.state import GONE, OFF, ON, OUT
from alfiere.games.cappa.told.chance_events import FiredFromHiding, Vanished
from alfiere.games.cappa.told.events import (
    Entered,
    FirmnessChanged,
    ImpulseBegan,
    LeftTable,
    MoraleTested,
    PointsScored,
    RoundWon,
    Struck,
    Surrendered,
)
from alfiere.games.cappa.turn.actions import decide
from alfiere.games.cappa.turn.activation import dice_count
from alfiere.games.cappa.weaponry.wounds import put_out
from alfiere.kernel.bad_data import BadData
from tests.games.cappa.happening import ALONE, RULES, SQUAD, events, revealed, row
from tests.situation import situation


@pytest.mark.rule("cappa.7.2d", "cappa.7.2e", "cappa.7.2.1a", "cappa.7.2.1.h3", "cappa.7.3.h1")
def test_a_brawler_appears_at_once_under_the_opponent_who_rolls_a_die_for_him():
    game = revealed(ALONE + "dice red 1 blue 3\n" + row("brawler"))
    (came,) = game.told(Entered)
    brawler = game.figure(came.figure)
    line = brawler.line
    assert (line.mo, line.ti, line.mi, line.ca, line.mov, brawler.arms) == (3, 1, 3, 5, 200, ["CL"])
    assert (brawler.seat, brawler.pa, brawler.is_activated, brawler.where) == ("blue", 3, True, ON)
    assert 1 <= game.gap("A", brawler.id) <= 1.3
    assert not brawler.charged


@pytest.mark.rule("cappa.7.2e")
def test_a_brawler_is_removed_the_first_time_he_fails_a_morale_test():
    game = revealed(ALONE.replace("pa 3", "5/5/5, pa 3") + "dice red 1 1 10 blue 6 10\n" + row("brawler"))
    brawler = game.told(Entered)[0].figure
    game.figure(brawler).x, game.figure(brawler).y = 2000, 2150
    game.do("A", "fight")
    assert [one.figure for one in game.told(Vanished)] == [brawler]
    assert game.figure(brawler).where == GONE
    assert not game.told(FirmnessChanged)


@pytest.mark.rule("cappa.7.2.1b")
def test_who_comes_with_a_bad_die_acts_in_the_last_phase_with_the_others():
    game = revealed(ALONE + "dice red 1 blue 5\n" + row("brawler"))
    brawler = game.told(Entered)[0].figure
    assert (game.figure(brawler).pa, game.figure(brawler).is_activated) == (0, False)
    game.phase("last", f"act figure={brawler}")
    assert brawler in [one.figure for one in game.told(ImpulseBegan)]


@pytest.mark.rule("cappa.7.2.1d")
@pytest.mark.parametrize(("die", "initiative", "first"), [(3, "red", "it-1"), (2, "red", "A"), (2, "blue", "it-1")])
def test_with_pa_they_act_in_the_normal_sequence_at_once_if_their_priority_is_the_highest(die, initiative, first):
    game = situation(ALONE + f"initiative {initiative}\ndice red 1 blue {die}\n" + row("brawler"))
    game.phase("actions", "reveal")
    called = [one.figure for one in game.told(ImpulseBegan)]
    assert called[0] == "A"
    acted = [decision.about["figure"] for decision in game.asked if decision.key == "action"]
    assert acted[1] == first


@pytest.mark.rule("cappa.7.2.1e")
def test_with_pa_in_the_last_phase_they_act_at_once():
    game = situation(ALONE.replace(", pa 3", "") + "red extra C at 5,50\ndice red 1 blue 1\n" + row("brawler"))
    game.phase("last", "act figure=A", "reveal", "wait", "done")
    assert [one.figure for one in game.told(ImpulseBegan)] == ["A", "it-1"]


@pytest.mark.rule("cappa.7.2.1.h1")
def test_in_later_turns_a_stranger_gives_his_controller_a_die():
    game = revealed(ALONE + row("brawler"))
    assert dice_count(game.state, "blue").total == 2
    game.phase("activation")
    game.state.sides["blue"].dice = [2]
    game.phase("orders", "order figure=it-1 die=2")
    assert game.figure("it-1").pa == 2


@pytest.mark.rule("cappa.7.2.1.h1", "cappa.2.1.1.h3")
def test_a_stranger_brings_his_side_no_further_player():
    game = revealed(ALONE + row("brawler"))
    assert players_of(game.state, "blue") == [1]
    assert dice_count(game.state, "blue", player=1).total == 2


@pytest.mark.rule("cappa.7.2.1.h1")
def test_a_stranger_does_not_take_the_dice_of_those_who_are_still_off_the_table():
    text = ALONE.replace("blue extra B at 50,50", "blue extra B off\nblue extra C off")
    game = situation(text + row("brawler"))
    assert dice_count(game.state, "blue").total == 2
    game.do("A", "reveal")
    assert dice_count(game.state, "blue").total == 3


@pytest.mark.rule("cappa.7.2.1.h1", "cappa.2.1.1b")
def test_a_band_that_has_joined_a_side_gives_it_one_die_beside_those_of_who_waits_off_the_table():
    text = ALONE.replace("blue", "red extra C off\n    blue", 1)
    game = revealed(text + row("ambush_peasants", 'friend_of = "red"'))
    assert dice_count(game.state, "red").total == 2  # the band and its finder
    game.figure("A").where = OUT
    assert dice_count(game.state, "red").total == 2  # the band and C


@pytest.mark.rule("cappa.7.2.1.h2")
def test_of_three_sides_the_next_in_the_order_of_initiative_that_is_able_has_them():
    game = situation(ALONE + "green extra G at 5,55\ninitiative green red\n" + row("brawler"))
    s = game.state
    assert s.order == ["green", "red", "blue"]
    assert controller(s, "red") == "blue"
    assert controller(s, "blue") == "green"
    s.sides["blue"].is_beaten = True
    assert controller(s, "red") == "green"
    assert controller(s, "red", lambda seat: False) == ""


@pytest.mark.rule("cappa.7.2f", "cappa.7.2.h13")
def test_a_deserter_makes_for_the_nearest_edge_that_his_finders_do_not_bar():
    text = ALONE.replace("20,20.5", "20,19.5") + "dice red 1 blue 3\n" + row("deserter")
    game = revealed(text)
    deserter = game.told(Entered)[0].figure
    line = game.figure(deserter).line
    assert (line.mo, line.ti, line.mi, line.ca, line.mov) == (2, None, 2, 5, 400)
    assert (game.figure(deserter).seat, game.figure(deserter).pa) == ("blue", 3)
    game.figure(deserter).x, game.figure(deserter).y = 2000, 2150  # nearer to the north than to any other edge
    assert way_out(game.state, game.figure(deserter)) != "north"
    game.figure(deserter).x = 1900  # the west edge is nearer to him than to A
    x = game.figure(deserter).x
    game.do(deserter, "make-off")
    assert game.figure(deserter).x == x - 400
    game.figure(deserter).x = 400
    game.do(deserter, "make-off")
    assert game.figure(deserter).where == GONE
    assert [one.figure for one in game.told(LeftTable)] == [deserter]


@pytest.mark.rule("cappa.7.2.h13")
def test_a_deserter_with_nothing_else_open_runs_rather_than_waits():
    game = revealed(ALONE + "dice red 1 blue 3\n" + row("deserter"))
    deserter = game.figure(game.told(Entered)[0].figure)
    asked = decide(game.state, deserter, 3, ("cappa.2.1.4d",), may_stop=False)
    assert {option.key for option in asked.options} == {"make-off"}


@pytest.mark.rule("cappa.7.2g", "cappa.7.2.h2")
def test_a_deserter_surrenders_at_the_first_hit_and_is_worth_points_off_the_table():
    way = '[[exit]]\nedge = "north"\n'
    game = revealed(ALONE + "dice red 1 1 1 blue 6\n" + row("deserter", "worth = 2") + way)
    deserter = game.figure(game.told(Entered)[0].figure)
    deserter.x, deserter.y = 2000, 2150
    game.figure("A").pa = 3
    game.do("A", "fight")
    assert [one.figure for one in game.told(Surrendered)] == [deserter.id]
    assert (deserter.wounds, deserter.where) == (0, ON)
    assert (deserter.pa, deserter.has_acted, deserter.shaken) == (0, True, "")
    assert not game.told(FirmnessChanged)
    game.do("A", f"pick-up thing={deserter.id}")
    game.figure("A").y = 150
    game.do("A", "leave")
    assert [(one.seat, one.amount) for one in game.told(PointsScored)] == [("red", 2)]


@pytest.mark.rule("cappa.7.2.h2")
@pytest.mark.parametrize(("pa", "yields"), [(0, True), (1, False)])
def test_a_deserter_without_pa_surrenders_to_whoever_comes_into_contact(pa, yields):
    game = revealed(ALONE + "dice red 1 blue 6\n" + row("deserter"))
    deserter = game.figure(game.told(Entered)[0].figure)
    deserter.x, deserter.y, deserter.pa = 2000, 2300, pa
    deserter.is_activated = bool(pa)
    game.dice.clear()
    game.do("A", "charge")
    assert deserter.has_surrendered == yields


@pytest.mark.rule("cappa.7.2i", "cappa.7.2.h3")
def test_five_peasants_in_tight_formation_1_um_away_are_given_to_the_opponent():
    game = revealed(ALONE + row("ambush_peasants"))
    (squad,) = game.state.squads.values()
    men = [game.figure(name) for name in squad.members]
    assert [one.sheet.id for one in men] == ["contadino"] * 5
    assert (squad.seat, squad.pa, squad.formation) == ("blue", 2, "tight")
    assert 1 <= min(game.gap("A", one.id) for one in men) <= 1.3
    assert not breach(men, "tight")


@pytest.mark.rule("cappa.7.2j", "cappa.7.2.h14")
def test_the_peasants_fight_for_a_turn_and_are_gone_but_may_come_again():
    game = revealed(ALONE + row("ambush_peasants"))
    first = list(game.state.squads)
    game.phase("end")
    assert len(game.told(Vanished)) == 5
    assert not game.told(FirmnessChanged)
    game.figure("A").x, game.figure("A").pa = 4000, 3
    game.do("A", "reveal")
    assert events(game) == ["it", "it"]
    assert len(game.state.squads) == len(first) + 1
    assert len(game.state.standing("blue")) == 6
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.7.2i", "cappa.7.2j", "cappa.7.2.h3", "cappa.7.2.h14", "cappa.7.2.1d", "cappa.ex.72")
def test_example_72_peasants_act_in_the_normal_sequence_and_are_gone_at_the_end_of_the_turn():
    text = SQUAD + "red extra R at 5,50, pa 3\nblue extra X at 50,55, pa 2\ninitiative red\n"
    game = situation(text.replace("blue extra B at 50,50", "") + row("ambush_peasants"))
    idle = ("wait", "wait", "wait")
    game.phase("actions", "act figure=S", "reveal", "stop", *idle, *idle[:2], "act figure=X", *idle[:2], *idle[:2])
    assert [one.figure for one in game.told(ImpulseBegan)] == ["S", "R", "S", "X", "it-band-1"]
    tie = next(one for one in game.asked if one.key == "act-which" and one.seat == "blue")
    assert sorted(option["figure"] for option in tie.options) == ["X", "it-band-1"]
    game.phase("end")
    assert all(one.where == GONE for one in game.state.figures.values() if one.id.startswith("it-"))


@pytest.mark.rule("cappa.7.2i")
def test_peasants_may_be_friends_of_a_side_and_join_it():
    game = revealed(ALONE + row("ambush_peasants", 'friend_of = "red"'))
    (squad,) = game.state.squads.values()
    assert (squad.seat, squad.pa) == ("red", 0)
    game.phase("end")
    assert len(game.state.standing("red")) == 6
    enemies = revealed(ALONE + row("ambush_peasants", 'friend_of = "blue"'))
    assert next(iter(enemies.state.squads.values())).seat == "blue"


HEDGED = """
    cappa on open ground 60x60
    event 20,20
    red extra A at 20,20.5, squad S
    red extra C at 21,20.5, squad S
    red extra D at 20,21.5, squad S
    red extra E at 21,21.5, squad S
    red squad S, pa 3
    blue extra X off, squad T
    blue extra Y off, squad T
    blue extra Z off, squad T
    blue extra W off, squad T
    blue squad T, tight
    blue extra B at 50,50
"""


@pytest.mark.rule("cappa.7.2k", "cappa.7.2l", "cappa.7.2.h4", "cappa.ex.37", "cappa.2.2.1x", "cappa.7.2.1d")
def test_example_37_a_squad_in_ambush_beyond_the_hedge():
    game = situation(HEDGED + "dice red 1 blue 2\ninitiative red\n" + row("ambush_surprised"))
    yard = dict(game.state.scenario.source)
    yard["terrain"] = [
        *yard["terrain"],
        {"kind": "hedge", "name": {"en": "y", "it": "y"}, "rect": [19.2, 19.6, 21.8, 22.4]},
    ]
    game.scenario = game.state.scenario = read_scenario(yard)
    game.state.ground = ground_of(game.scenario)
    game.do("S", "reveal", "place-ambush figure=T")
    assert game.squad("S").pa == 2
    assert (game.squad("T").die, game.squad("T").pa, game.squad("T").is_activated) == (2, 2, True)
    for name in "XYZW":
        x, y = game.at(name)
        assert not (19.2 <= x <= 21.8 and 19.6 <= y <= 22.4)  # no room inside
        away = max(19.2 - x, x - 21.8, 0) ** 2 + max(19.6 - y, y - 22.4, 0) ** 2
        assert away**0.5 + 0.5 <= 4.01
    assert not RULES.faults(game.state)
    assert game.state.acting == "S"  # red has the initiative and as many PA


@pytest.mark.rule("cappa.7.2k")
def test_the_opponent_may_hold_back_and_place_nobody():
    game = revealed(ALONE + "blue extra X off\n" + row("ambush_surprised"), "hold-back")
    assert game.figure("X").where == OFF
    assert game.asked[-1].seat == "blue"


@pytest.mark.rule("cappa.7.2l")
def test_in_the_open_he_is_placed_within_4_um_of_the_marker_outside_every_zone():
    game = situation(ALONE + "blue extra X off\ndice red 1 blue 6\n" + row("ambush_surprised"))
    game.do("A", "reveal", lambda decision: decision.options[0])
    options = next(decision for decision in game.asked if decision.key == "ambush").options[:-1]
    assert options
    for option in options:
        x, y = option["to"]
        assert ((x - 2000) ** 2 + (y - 2000) ** 2) ** 0.5 + 50 <= 401
        assert ((x - 2000) ** 2 + (y - 2050) ** 2) ** 0.5 - 100 >= 50
    assert game.figure("X").where == ON
    assert game.figure("X").pa == 0


@pytest.mark.rule("cappa.7.2.h4")
def test_a_person_may_point_at_any_place_close_enough_and_out_of_every_zone():
    seen = []

    def point(decision):
        for place in ([2000, 1700], [2000, 2150], [2000, 1640]):
            args = {"figure": "X", "to": place}
            found = decision.find(("place-ambush", args)) or decision.why_not("place-ambush", args)
            seen.append(getattr(found, "rule", "allowed"))
        return decision.options[0]

    revealed(ALONE + "blue extra X off\n" + row("ambush_surprised"), point)
    assert seen == ["allowed", "cappa.7.2.h4", "cappa.7.2.h4"]


@pytest.mark.rule("cappa.7.2l")
def test_where_there_is_room_in_the_area_he_is_placed_there():
    text = ALONE.replace("red", "wood 17,17 25,25\nred", 1) + "blue extra X off\n"
    game = revealed(text + row("ambush_surprised"), lambda decision: decision.options[0])
    *places, last = next(decision for decision in game.asked if decision.key == "ambush").options
    assert all(1750 <= one <= 2450 for option in places for one in option["to"])
    far = [(option["to"][0] - 2000) ** 2 + (option["to"][1] - 2000) ** 2 for option in places]
    assert far == sorted(far)  # a few, the nearest to the marker first
    assert (len(places), last.key) == (6, "hold-back")


@pytest.mark.rule("cappa.7.2m")
def test_when_both_are_surprised_he_must_place_somebody_and_rolls_no_die():
    game = revealed(ALONE + "blue extra X off\ndice red 1 blue\n" + row("ambush_both_surprised"))
    asked = next(decision for decision in game.asked if decision.key == "ambush")
    assert {option.key for option in asked.options} == {"place-ambush"}
    assert game.figure("X").where == ON
    assert (game.figure("X").pa, game.figure("X").is_activated) == (0, False)


@pytest.mark.rule("cappa.7.2n", "cappa.7.2.h4")
@pytest.mark.parametrize("kind", ["ambush_surprised", "ambush_both_surprised"])
def test_an_ambush_is_false_if_the_opponent_has_nobody_left(kind):
    assert events(revealed(ALONE + row(kind))) == ["false"]
    squads = revealed(ALONE + "blue extra X off\n" + row(kind, "squads_only = true"))
    assert events(squads) == ["false"]


@pytest.mark.rule("cappa.7.2.h6")
@pytest.mark.parametrize(("enemy", "comes"), [("D", True), ("B", False)])
def test_a_squad_in_which_one_is_his_enemy_rouses_him(enemy, comes):
    text = SQUAD + f"dice red 1 {'blue 2' if comes else ''}\n" + row("personal_enemy", f'enemy_of = "{enemy}"')
    assert bool(revealed(text, who="S").told(Entered)) == comes


@pytest.mark.rule("cappa.7.2r", "cappa.7.2s", "cappa.7.2.h6")
@pytest.mark.parametrize(("enemy", "comes"), [("red", True), ("A", True), ("blue", False), ("B", False)])
def test_a_personal_enemy_attacks_only_his_enemies_and_sleeps_on_if_others_find_him(enemy, comes):
    die = "blue 2" if comes else ""
    game = revealed(ALONE + f"dice red 1 {die}\n" + row("personal_enemy", f'enemy_of = "{enemy}"'))
    if comes:
        stranger = game.figure(game.told(Entered)[0].figure)
        assert (stranger.seat, stranger.pa, stranger.line.mi) == ("blue", 2, 3)
    else:
        assert events(game) == ["false"]
        assert len(markers(game.state)) == 3
        assert game.state.deck == ["1@event_marker-1@blue,red"]  # he sleeps on there, and all know it
        assert not game.may("A", "reveal")


@pytest.mark.rule("cappa.7.2s")
def test_a_personal_enemy_too_is_gone_when_he_fails_a_test():
    text = ALONE.replace("pa 3", "5/5/5, pa 3") + "dice red 1 1 10 blue 6 10\n"
    game = revealed(text + row("personal_enemy", 'enemy_of = "red"'))
    one = game.told(Entered)[0].figure
    game.figure(one).x, game.figure(one).y = 2000, 2150
    game.do("A", "fight")
    assert game.figure(one).where == GONE
    assert [event.figure for event in game.told(Vanished)] == [one]


# Stragglers and skirmishers


@pytest.mark.rule("cappa.7.2w", "cappa.7.2.h8")
def test_four_stragglers_in_contact_fight_one_round_at_once_and_are_answered_by_who_has_pa():
    game = revealed(ALONE + "dice red 1 1 1 blue 10 10 10 10\n" + row("stragglers"))
    came = [one.figure for one in game.told(Entered)]
    assert len(came) == 4
    struck = game.told(Struck)
    assert [one.figure for one in struck] == [*came, "A"]
    assert all("charge" not in [reason for _, reason, _ in one.tally.lines] for one in struck)
    assert game.figure("A").pa == 1  # one to reveal, one to answer
    assert len(game.told(RoundWon)) == 1


@pytest.mark.rule("cappa.7.2x")
def test_whatever_comes_of_it_the_stragglers_are_gone():
    game = revealed(ALONE.replace(", pa 3", ", pa 1") + "dice red 1 blue 10 10 10 10\n" + row("stragglers"))
    assert [one.figure for one in game.told(Struck)] == [f"it-{n}" for n in (1, 2, 3, 4)]
    assert len(game.told(Vanished)) == 4
    assert not [one for one in game.state.standing("blue") if one.id != "B"]
    line = game.figure("it-1").line
    assert (line.mo, line.ti, line.mi, line.ca, line.mov) == (2, 1, 2, 5, 200)


@pytest.mark.rule("cappa.7.2x")
def test_there_are_never_more_than_six_stragglers():
    assert len(revealed(ALONE + row("stragglers", "count = 6")).told(Vanished)) >= 5
    with pytest.raises(BadData, match="never more than six"):
        situation(ALONE + row("stragglers", "count = 7"))


@pytest.mark.rule("cappa.7.2w")
def test_a_squad_that_finds_stragglers_fights_them_as_a_squad():
    game = revealed(SQUAD + row("stragglers"), who="S")
    assert sum(1 for one in game.told(Struck) if one.figure in "ACDE") == 4
    assert game.squad("S").pa <= 1


@pytest.mark.rule("cappa.7.2y", "cappa.7.2.h9")
def test_four_skirmishers_fire_from_hiding_with_ti_4_and_nobody_answers():
    game = revealed(ALONE + "dice red 1 1 blue 4 5 4 10 6 6\n" + row("skirmishers"))
    (shots,) = game.told(FiredFromHiding)
    assert (shots.tally.total, shots.armour.total) == (4, 5)
    assert (shots.dice, shots.damage, shots.wounds) == ((4, 5, 4, 10), (6, 6), 0)
    assert [decision.key for decision in game.asked] == []
    assert [one.cause for one in game.told(MoraleTested)] == ["fire"]
    assert not game.state.squads
    assert len(game.state.standing("blue")) == 1


@pytest.mark.rule("cappa.7.2y")
def test_a_squad_loses_a_man_for_every_wound_of_the_skirmishers():
    game = revealed(SQUAD + "dice red 1 5 blue 1 1 10 10 1 1\n" + row("skirmishers"), who="S")
    assert game.told(FiredFromHiding)[0].wounds == 2
    assert len(game.state.standing("red")) == 2


@pytest.mark.rule("cappa.7.2.h9")
@pytest.mark.parametrize(("where", "armour"), [("building 18,18 24,24 door south", 4), ("wood 18,18 24,24", 5)])
def test_against_hidden_skirmishers_only_a_building_covers(where, armour):
    text = ALONE.replace("red", f"{where}\nred", 1).replace("5,50", "5,55")
    game = revealed(text + "dice red 1 blue 10 10 10 10\n" + row("skirmishers"))
    assert game.told(FiredFromHiding)[0].armour.total == armour


# Particulars of the tables


@pytest.mark.rule("cappa.7.2j")
def test_some_peasants_test_whenever_one_of_them_falls():
    for more, tests in (("tests_each_loss = true", True), ("", False)):
        game = revealed(ALONE + row("ambush_peasants", more))
        (squad,) = game.state.squads.values()
        game.figure(squad.members[0]).where = GONE
        assert must_squad_test(game.state, squad, [squad.members[0]]) == tests


UNANSWERED = """
    cappa on open ground 60x60
    event 20,20
    red extra A at 20,20.5, pa 3
    red extra F at 5,5
    blue extra X off, squad T
    blue extra Y off, squad T
    blue extra Z off, squad T
    blue extra W off, squad T
    blue squad T, open
    blue extra B at 50,50
    initiative red
"""


@pytest.mark.rule("cappa.7.2k")
def test_a_squad_in_ambush_may_have_one_attack_to_which_the_revealer_cannot_react():
    game = situation(UNANSWERED + row("ambush_surprised", "attacks = true", "squads_only = true"))
    game.do("A", "reveal", "place-ambush", "charge-together")
    assert [decision.key for decision in game.asked if decision.seat == "red"] == []
    assert {one.figure for one in game.told(Struck)} <= set("XYZW")
    assert game.told(Struck)
    assert (game.squad("T").pa, game.squad("T").is_activated) == (0, True)
    if game.figure("A").is_up:
        assert game.figure("A").pa in (1, 2)
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.7.2k")
def test_the_attack_out_of_an_ambush_may_be_left():
    game = situation(UNANSWERED + row("ambush_surprised", "attacks = true", "squads_only = true"))
    game.do("A", "reveal", "place-ambush", "hold-back")
    assert (game.squad("T").pa, game.figure("A").pa) == (0, 2)


@pytest.mark.rule("cappa.7.2e")
def test_strangers_are_in_no_order_of_battle_and_cost_nobody_firmness():
    game = revealed(ALONE + row("ambush_peasants") + '[[score]]\nkind = "out of action"\neach = 1\n' + TEXT)

    def lose(g):
        put_out(g, g.state.figures["it-1"])
        shake(g, g.state.squads["it-band-1"], "losses")
        recover(g, g.state.squads["it-band-1"], "cappa.2.3.3n")
        yield from ()

    game.run(lose)
    assert not game.told(FirmnessChanged)
    assert not game.told(PointsScored)


TEXT = 'text = { en = "x", it = "x" }\n'


@pytest.mark.rule("cappa.7.2.h13")
def test_a_deserter_whom_nobody_found_flees_from_his_enemies_and_not_from_his_own():
    text = "cappa on open ground\nred extra D at 10,12\nblue extra B at 30,30\n"
    assert way_out(situation(text).state, situation(text).figure("D")) == "west"
    barred = situation(text.replace("30,30", "4,20") + "red extra E at 10,5")
    assert way_out(barred.state, barred.figure("D")) == "north"


@pytest.mark.rule("cappa.7.2.1d")
@pytest.mark.parametrize("is_held", [True, False])
def test_who_is_held_by_another_is_not_waited_for(is_held):
    text = ALONE.replace("pa 3", "pa 1") + "red extra C at 5,50, pa 3\ninitiative red\ndice red 1 blue 2\n"
    game = situation(text + row("brawler"))
    game.figure("C").captor = "B" if is_held else ""
    game.figure("B").carries = ["C"] if is_held else []
    game.do("A", "reveal")
    assert game.state.acting == ("" if is_held else "A")
