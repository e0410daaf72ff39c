"""Chapter 7.2, who lies in ambush: where he may be put, what he may do, and stragglers who find no room."""

from __future__ import annotations

import math

import pytest

from alfiere.games.cappa.chance import ambushes
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.told.chance_events import FiredFromHiding, Vanished
from alfiere.games.cappa.told.events import Entered, MoraleTested, PutOut, Struck, WhoWasStruck
from alfiere.kernel.decision import Option
from tests.games.cappa.happening import ALONE, RULES, SQUAD, events, row
from tests.games.cappa.test_9_visibility import sky
from tests.situation import situation

LURKS = "blue extra X off\n" + row("ambush_surprised")


def verdicts(text, *places, **more):
    """What is said to each place that is pointed at for X, or for the squad T."""
    game = situation(text)
    seen = []

    def point(decision):
        for x, y in places:
            args = {"figure": "X", "to": [round(100 * x), round(100 * y)], **more}
            found = decision.find(("place-ambush", args)) or decision.why_not("place-ambush", args)
            seen.append(getattr(found, "rule", "allowed" if found else "unknown"))
            if isinstance(found, Option):
                assert found["to"] == args["to"]
                assert found.get("heading") == more.get("heading")
        return decision.find("hold-back") or decision.options[-1]

    game.do("A", "reveal", point)
    return seen


NO = "cappa.7.2.h4"


@pytest.mark.rule("cappa.7.2.h4", "cappa.7.2l")
def test_in_the_open_the_whole_base_is_within_four_um_of_the_marker():
    places = [(20, 16.5), (20, 16.45), (23.5, 20), (23.55, 20), (16.5, 20), (16.45, 20), (22.4, 17.6), (22.6, 17.4)]
    assert verdicts(ALONE + LURKS, *places) == ["allowed", NO] * 4


@pytest.mark.rule("cappa.7.2.h4", "cappa.1.3a")
def test_nobody_is_put_where_somebody_or_something_stands():
    taken = "blue extra Y at 20,17.5\nthing C carro at 17,20 facing 0\n"
    text = ALONE.replace("red", "closed building 22.4,18 26,22\nred", 1) + taken + LURKS
    places = [(20, 17.5), (20, 16.6), (19, 17.5), (19.1, 17.5), (17, 20), (22.5, 20), (21.95, 18.5), (21.85, 18.5)]
    assert verdicts(text, *places) == [NO, NO, "allowed", NO, NO, NO, NO, "allowed"]


@pytest.mark.rule("cappa.7.2.h4", "cappa.1.3a")
def test_nobody_is_put_off_the_table():
    text = ALONE.replace("event 20,20", "event 1,1").replace("A at 20,20.5", "A at 1,1.5") + LURKS
    assert verdicts(text, (3, 0.5), (3, 0.4), (0.4, 4), (0.5, 4)) == ["allowed", NO, NO, "allowed"]


@pytest.mark.rule("cappa.7.2.h4")
def test_nobody_is_put_into_the_zone_or_into_contact_of_any_enemy():
    """A zone of control reaches half an um from the base."""
    enemy = "red extra C at 20,17.5\n"
    assert verdicts(ALONE + enemy + LURKS, (21, 17.5), (21.3, 17.5), (21.6, 17.5)) == [NO, NO, "allowed"]


WOOD = ALONE.replace("red", "wood 17,17 25,25\nred", 1)


@pytest.mark.rule("cappa.7.2l", "cappa.7.2.h4")
def test_in_an_area_with_room_the_whole_base_is_inside():
    places = [(17.5, 23), (17.49, 23), (24.5, 23), (24.51, 23), (22, 17.5), (22, 17.49), (22, 24.5), (22, 24.51)]
    assert verdicts(WOOD + LURKS, *places) == ["allowed", NO] * 4


@pytest.mark.rule("cappa.7.2l", "cappa.7.2.h4")
def test_where_the_area_has_no_room_he_is_put_just_outside_it():
    small = ALONE.replace("red", "wood 19.4,19.4 20.6,20.6\nred", 1)
    places = [(20, 18), (20, 15.9), (20, 15.8), (24.1, 20), (24.2, 20)]
    assert verdicts(small + LURKS, *places) == ["allowed", "allowed", NO, "allowed", NO]


@pytest.mark.rule("cappa.7.2l")
@pytest.mark.parametrize("ground", [ALONE, WOOD])
def test_the_places_nearest_to_the_marker_are_offered(ground):
    game = situation(ground + LURKS)
    game.do("A", "reveal", "hold-back")
    asked = next(decision for decision in game.asked if decision.key == "ambush")
    places = [tuple(option["to"]) for option in asked.options if option.key == "place-ambush"]
    far = [math.dist(place, (2000, 2000)) for place in places]
    assert far == sorted(far)
    assert len(far) == 6
    assert max(far) <= 300
    assert asked.about == {"enemy": "A"}


@pytest.mark.rule("cappa.7.2k", "cappa.7.2.h4")
def test_only_who_waits_off_the_table_is_put_there_and_a_lone_man_faces_nowhere():
    assert verdicts(ALONE + LURKS, (20, 17), figure="B") == ["unknown"]
    assert verdicts(ALONE + LURKS, (20, 17), figure="A") == ["unknown"]
    assert verdicts(ALONE + LURKS, (20, 17), figure="nobody") == ["unknown"]
    assert verdicts(ALONE + LURKS, (20, 17), hidden=True) == ["unknown"]
    assert verdicts(ALONE + LURKS, (20, 17), heading=45) == ["unknown"]
    assert verdicts(ALONE + LURKS, (20, 17), to="here") == ["unknown"]


@pytest.mark.rule("cappa.7.2l")
@pytest.mark.parametrize(
    ("strip", "marker", "finder", "places"),
    [
        ("20.3,20.3 21.3,24.3", "20.8,20.3", "20.8,19.8", [(2080, 2180), (2080, 2280), (2080, 2380)]),
        ("20.3,20.3 24.3,21.3", "20.3,20.8", "19.8,20.8", [(2180, 2080), (2280, 2080), (2380, 2080)]),
        ("0,0 1,4", "0.5,4", "0.5,4.5", [(50, 250), (50, 150), (50, 50)]),
        ("0,0 4,1", "4,0.5", "4.5,0.5", [(250, 50), (150, 50), (50, 50)]),
        ("59,56 60,60", "59.5,56", "59.5,55.5", [(5950, 5750), (5950, 5850), (5950, 5950)]),
    ],
)
def test_a_strip_of_wood_as_wide_as_a_base_has_room_for_one_beside_the_other(strip, marker, finder, places):
    text = ALONE.replace("event 20,20", f"event {marker}").replace("20,20.5", finder)
    game = situation(text.replace("red", f"wood {strip}\nred", 1) + LURKS)
    game.do("A", "reveal", "hold-back")
    asked = next(decision for decision in game.asked if decision.key == "ambush")
    assert [tuple(option["to"]) for option in asked.options if option.key == "place-ambush"] == places


BAND = "".join(f"blue extra {name} off, squad T\n" for name in "XYZW") + "blue squad T, tight\n"


@pytest.mark.rule("cappa.7.2.h4", "cappa.6.0d")
@pytest.mark.parametrize(("heading", "found"), [(0, ["allowed", "allowed", NO, NO]), (1800, [NO, NO, NO, "allowed"])])
def test_every_man_of_a_squad_stands_within_the_limits(heading, found):
    """Two ranks of two, the foremost at the place that is pointed at; the second rank behind them."""
    text = ALONE + BAND + row("ambush_surprised")
    assert verdicts(text, (20, 17), (20, 16.7), (20, 16.6), (20, 18.1), figure="T", heading=heading) == found


@pytest.mark.rule("cappa.7.2l", "cappa.6.0d")
def test_a_squad_is_offered_six_places_each_with_one_way_to_face():
    game = situation(ALONE + BAND + row("ambush_surprised"))
    game.do("A", "reveal", "hold-back")
    asked = next(decision for decision in game.asked if decision.key == "ambush")
    offered = [option for option in asked.options if option.key == "place-ambush"]
    assert len(offered) == len({(option["figure"], *option["to"]) for option in offered}) == 6
    for option in offered:  # and there everybody has room
        assert isinstance(asked.free(option.key, option.args), Option)


@pytest.mark.rule("cappa.7.2k")
def test_a_squad_of_which_one_is_on_the_table_lies_in_no_ambush():
    game = situation(ALONE + BAND.replace("X off", "X at 40,40") + row("ambush_surprised"))
    game.do("A", "reveal")
    assert "ambush" not in [decision.key for decision in game.asked]


@pytest.mark.rule("cappa.7.2k", "cappa.7.2m")
@pytest.mark.parametrize(
    ("kind", "rule"), [("ambush_surprised", "cappa.7.2k"), ("ambush_both_surprised", "cappa.7.2m")]
)
def test_those_who_come_are_told_one_by_one_with_the_rule(kind, rule):
    game = situation(ALONE + BAND + row(kind))
    game.do("A", "reveal", "place-ambush figure=T")
    assert [(one.figure, one.rules) for one in game.told(Entered)] == [(name, (rule,)) for name in "XYZW"]
    assert events(game) == ["it"]
    assert [one.to for one in game.told(Entered)] == [(game.figure(name).x, game.figure(name).y) for name in "XYZW"]
    assert not RULES.faults(game.state)


# The attack out of hiding


ATTACK = row("ambush_surprised", "attacks = true")


@pytest.mark.rule("cappa.7.2k", "cappa.5.2.1c", "cappa.9.5.1.h3")
@pytest.mark.parametrize("light", ["day", "new moon"])
@pytest.mark.parametrize(("blow", "left"), [("red 1 1 blue 1 10 10 10 10", 1), ("red 1 blue 10 10 10 10", 2)])
def test_by_night_a_hit_out_of_an_ambush_costs_what_it_costs_by_day(light, blow, left):
    text = ALONE.replace("event 40,20\n", "").replace("event 20,40\n", "")
    text += (
        BAND.replace("tight", "open") + f"green extra G at 5,55\ndice {blow}\ninitiative red\noption visibility yes\n"
    )
    game = situation(text + ATTACK + sky(light))
    game.do("A", "reveal", "place-ambush figure=T", "charge-together")
    assert game.figure("A").pa == left


@pytest.mark.rule("cappa.7.2k")
def test_a_lone_man_in_ambush_shoots_once_and_has_nothing_left():
    text = ALONE + "blue extra X off with PS BD, hands PS\n"
    game = situation(text + "dice red 1 blue 10\n" + ATTACK)
    game.do("A", "reveal", "place-ambush figure=X", "shoot target=A")
    attack = next(decision for decision in game.asked if decision.key == "surprise-attack")
    assert {one.get("target") for one in attack.options if one.key != "hold-back"} == {"A"}
    assert all((one.get("pa") or 1) <= 2 for one in attack.options)
    assert (game.figure("X").pa, game.figure("X").die, game.figure("X").is_activated) == (0, 2, True)
    assert game.figure("A").pa == 2
    assert game.figure("A").marks == []  # he may be roused again


@pytest.mark.rule("cappa.7.2k", "cappa.7.4a")
def test_a_lone_man_charges_out_of_his_ambush_and_fights_one_round_with_what_he_has_in_hand():
    text = ALONE + "blue extra X off with BD, hands BD\nred extra C at 20,22\n"
    game = situation(text + "dice red 1 10 blue 10 10\n" + ATTACK)
    game.do("A", "reveal", "place-ambush figure=X", "charge target=A")
    attack = next(decision for decision in game.asked if decision.key == "surprise-attack")
    assert {one.get("target") for one in attack.options if one.key != "hold-back"} == {"A"}  # who is surprised
    assert [(blow.figure, blow.weapon) for blow in game.told(Struck) if blow.figure == "X"] == [("X", "BD")]


# Bands that find no room


@pytest.mark.rule("cappa.7.2i", "cappa.7.2.1.h3")
@pytest.mark.parametrize(("favours", "seat"), [("", "blue"), ('friend_of = "red"', "red")])
def test_peasants_who_find_no_room_do_not_come_and_wait_nowhere(favours, seat):
    """A lane with room for five bases in a row, two of them taken; nobody stands within 1 um of an enemy."""
    text = """
        cappa on open ground 8x8
        closed building 0,1.2 8,8
        event 0.5,0.5
        red extra A at 0.5,0.5, pa 3
        blue extra B at 7.5,0.5
    """
    game = situation(text + row("ambush_peasants", favours))
    game.do("A", "reveal")
    (band,) = game.state.squads.values()
    men = [game.figure(name) for name in band.members]
    came = [one.figure for one in game.told(Entered)]
    assert band.seat == seat
    assert 0 < len(came) < 5
    assert {one.where for one in men if one.id not in came} == {"gone"}
    assert [one.id for one in men if one.is_up] == came
    assert (band.pa, band.is_activated) == ((2, True) if seat == "blue" else (0, False))


@pytest.mark.rule("cappa.7.2e", "cappa.7.2.1.h3")
@pytest.mark.parametrize("kind", ["brawler", "deserter"])
def test_one_alone_who_finds_no_room_does_not_come_and_lies_in_no_ambush_later(kind):
    text = """
        cappa on open ground 8x8
        closed building 0,1.2 8,8
        event 1.5,0.5
        red extra A at 1.5,0.5, pa 3
        red extra C at 4.5,0.5
        blue extra B at 6.5,0.5
    """
    game = situation(text + row(kind))
    game.do("A", "reveal")
    assert not game.told(Entered)
    assert game.figure("it-1").where == "gone"
    assert not RULES.faults(game.state)


# Skirmishers


@pytest.mark.rule("cappa.7.2y", "cappa.1.2.h3")
@pytest.mark.parametrize(("damage", "wounds"), [("1 10", 3), ("1 1", 3), ("10 10", 2)])
def test_a_second_ball_of_the_same_salvo_does_not_kill_who_fell_by_the_first(damage, wounds):
    text = ALONE.replace("red extra A at 20,20.5", "red hero A at 20,20.5, wounds 2")
    game = situation(text + f"dice blue 1 1 10 10 {damage}\n" + row("skirmishers"))
    game.do("A", "reveal")
    assert game.figure("A").wounds == wounds
    assert game.figure("A").where == ("out" if wounds == 3 else "on")
    assert len(game.told(PutOut)) == (wounds == 3)


def salvo(text, dice, *more):
    """Skirmishers fire at A, who has revealed them."""
    game = situation(text + f"dice {dice}\n" + row("skirmishers", *more))
    game.do("A", "reveal")
    (fired,) = game.told(FiredFromHiding)
    return game, fired


@pytest.mark.rule("cappa.7.2y")
def test_there_are_as_many_skirmishers_as_the_event_says():
    _, fired = salvo(ALONE, "blue 10 10", "count = 2")
    assert fired.dice == (10, 10)


@pytest.mark.rule("cappa.7.2y", "cappa.5.1.2c")
@pytest.mark.parametrize(("roll", "wounds"), [(5, 1), (6, 0)])
def test_a_hit_of_the_skirmishers_wounds_up_to_the_armour_class(roll, wounds):
    _, fired = salvo(ALONE, f"blue 4 10 10 10 {roll}")
    assert (fired.armour.total, fired.wounds) == (5, wounds)


@pytest.mark.rule("cappa.7.2.h9")
def test_what_the_muskets_of_the_skirmishers_do_at_short_range_counts(monkeypatch):
    monkeypatch.setattr(ambushes, "weapons", lambda: {"MMK": weapons()["FMK"]})
    _, fired = salvo(ALONE, "blue 10 10 10 10")
    assert (1, "short range", "cappa.7.2.h9") in fired.armour.lines
    assert (fired.tally.total, fired.armour.total) == (4, 6)


@pytest.mark.rule("cappa.7.2y", "cappa.5.1.7a")
@pytest.mark.parametrize(("dice", "struck"), [("1 5", "rider"), ("1 6", "mount"), ("10", "")])
def test_a_die_says_whether_a_wound_of_the_skirmishers_strikes_a_rider_or_his_horse(dice, struck):
    rider = ALONE.replace("A at 20,20.5", "A at 20,21, mounted, Mov 8, abilities RI")
    game, fired = salvo(rider, f"red 1 1 1 blue 1 10 10 10 {dice}")
    assert fired.wounds == bool(struck)
    assert [one.struck for one in game.told(WhoWasStruck)] == ([struck] if struck else [])
    assert game.figure("A").is_up is (struck != "rider")


# Stragglers


@pytest.mark.rule("cappa.7.2w", "cappa.7.2.h8")
def test_stragglers_stand_on_their_finders_side_of_a_wall_and_have_had_their_die():
    game = situation(ALONE.replace("red", "high wall 10,21 30,21\nred", 1) + row("stragglers"))
    game.do("A", "reveal")
    came = game.told(Entered)
    assert [one.to for one in came] == [(2000, 1949), (2087, 1999), (1899, 2050)]  # round him from the north on
    (band,) = game.state.squads.values()
    assert (band.is_activated, band.pa) == (True, 0)


@pytest.mark.rule("cappa.7.2w", "cappa.7.2.h8")
def test_stragglers_who_find_no_room_beside_their_finder_do_not_come():
    hole = "closed building 10,10 19.4,30\nclosed building 20.6,10 30,30\nclosed building 19.4,21.1 20.6,30\n"
    text = ALONE.replace("red", hole + "closed building 19.4,10 20.6,19.9\nred", 1)
    game = situation(text + row("stragglers"))
    game.do("A", "reveal")
    assert not game.told(Struck)
    assert not game.told(Entered)
    assert {one.where for one in game.state.figures.values() if one.id.startswith("it-")} == {"gone"}
    assert not game.told(Vanished)  # they never came
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.7.2w", "cappa.6.7.h1")
def test_stragglers_are_as_strong_as_those_who_found_room():
    """Of four three find room; one of three is not half of them."""
    strip = "closed building 10,10 19.4,30\nclosed building 20.6,10 30,21.5\n"
    text = ALONE.replace("red", strip + "red", 1).replace("A at 20,20.5,", "A at 20,20.5, 5/3/9,")
    game = situation(text + "dice red 1 1 1 blue 10 10 10\n" + row("stragglers"))
    game.do("A", "reveal")
    came = [one.figure for one in game.told(Entered)]
    assert 0 < len(came) < 4
    assert len(game.told(PutOut)) == 1
    tested = [one.figure for one in game.told(MoraleTested)]
    assert bool(tested) is (len(came) == 2), came


@pytest.mark.rule("cappa.7.2k", "cappa.7.2.h4")
def test_a_lone_man_in_ambush_who_touches_one_of_a_squad_fights_a_round_with_it():
    text = SQUAD + "blue extra X off, 5/3/3\ninitiative red\ndice red 1 1 1 1 1 1 1 1 1 blue 10 10 10 10 10 10\n"
    game = situation(text + ATTACK)
    game.do("S", "reveal", "place-ambush figure=X", "charge target=A")
    assert [event.figure for event in game.told(Struck)] == ["X"]


@pytest.mark.rule("cappa.7.2k", "cappa.6.0d")
def test_riders_and_men_on_foot_in_ambush_stand_as_far_apart_as_their_largest_bases():
    band = "blue extra X off, squad T\nblue extra Y off, squad T, mounted, Mov 8\nblue squad T, tight\n"
    game = situation(ALONE + band + "dice red 1 blue 6\n" + row("ambush_surprised"))
    game.do("A", "reveal", "place-ambush figure=T")
    (a, b), (c, d) = game.at("X"), game.at("Y")
    assert sorted((abs(a - c), abs(b - d))) == [0, 2]
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.7.2k", "cappa.5.1.2.h1")
@pytest.mark.parametrize(("damage", "is_up"), [(1, False), (10, True)])
def test_a_surprised_squad_whose_wounded_leader_falls_finds_its_pa_again(damage, is_up):
    text = SQUAD.replace("extra A at 20,20.5", "protagonist A at 20,20.5, wounds 1").replace(
        "squad S,", "squad S led by A,"
    )
    text += "blue extra X off with PS BD, hands PS, 5/9/3\n"
    game = situation(text + f"dice red 1 1 1 1 1 1 1 blue 1 {damage}\n" + ATTACK)
    game.do("S", "reveal", "place-ambush figure=X", "shoot target=A")
    assert game.figure("A").is_up is is_up
    assert game.squad("S").pa == 2
