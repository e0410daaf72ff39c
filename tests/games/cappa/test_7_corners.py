"""Chapter 7 where its rules meet: last markers and looks, three sides, deserters who fight, who joins whom, rooms."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.combat.fire import fire_tally
from alfiere.games.cappa.ground.ground import building_at
from alfiere.games.cappa.morale.deserters import way_out
from alfiere.games.cappa.morale.morale_tests import morale_tally
from alfiere.games.cappa.people.markers import look_under, markers
from alfiere.games.cappa.people.squad_formations import breach
from alfiere.games.cappa.people.strangers import vanish
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.state.state import ON, peace_of
from alfiere.games.cappa.told.chance_events import Baffled, Drank, FiredFromHiding, MarkerSeen, Vanished
from alfiere.games.cappa.told.events import (
    Entered,
    EventRevealed,
    ImpulseBegan,
    LeftTable,
    MoraleTested,
    PointsScored,
    Struck,
    Surrendered,
)
from alfiere.games.cappa.turn.actions import choices
from alfiere.games.cappa.turn.arrival import entrances
from alfiere.games.cappa.victory.firmness import credit
from tests.games.cappa.happening import ALONE, CASK, PIG, RULES, SQUAD, events, revealed, row
from tests.situation import situation

# What somebody sees under a marker


def look(game, name, who="A"):
    """Somebody learns what a marker hides."""

    def peep(g):
        look_under(g, g.state.figures[who], name, "cappa.7.2ab")
        yield from ()

    game.run(peep)
    return game.told(MarkerSeen)[-1].event


BELTS = """
    cappa on open ground 72x60
    event 20,20
    event 40,6
    red extra A at 20,20.5, pa 3
    blue extra B at 60,50
"""
TERHEYDEN = '[events]\ntable = "terheyden"\n'


@pytest.mark.rule("cappa.7.4.h1", "cappa.7.2ab")
def test_who_looks_under_the_last_marker_of_the_inner_belt_sees_the_flag_that_lies_there():
    game = situation(BELTS + TERHEYDEN)
    assert look(game, "event_marker-1") == "terheyden-flag"
    number = next(number for number, event in game.scenario.rows.items() if event.id == "terheyden-flag")
    assert str(number) in game.state.deck
    game.do("A", "reveal", "pick-up")
    assert events(game) == ["terheyden-flag"]
    assert str(number) not in game.state.deck  # it is not drawn again


@pytest.mark.rule("cappa.7.4b", "cappa.7.2ab")
def test_a_row_of_the_inner_belt_is_nothing_to_who_looks_under_a_marker_of_the_outer():
    game = situation(BELTS + "dice red 9\n" + TERHEYDEN)
    assert look(game, "event_marker-2") == "false"


@pytest.mark.rule("cappa.7.1.1g", "cappa.7.2ab")
def test_with_dice_who_looks_may_learn_that_there_is_nothing_and_so_it_stays():
    table = '[events]\nmethod = "die"\ndie = 6\n'
    game = situation(ALONE + "dice red 4 1\n" + row("", id_="one") + table)
    assert look(game, "event_marker-1") == "false"
    assert not RULES.faults(game.state)
    game.do("A", "reveal")  # no die is rolled for it any more
    assert events(game) == ["false"]
    assert game.state.deck == ["1"]
    assert look(game, "event_marker-2") == "one"


@pytest.mark.rule("cappa.7.2ab")
def test_the_view_keeps_in_mind_what_a_side_has_seen_and_shows_it_to_nobody_else():
    game = situation(ALONE + row("", id_="one"))
    look(game, "event_marker-2")
    seen = {
        seat: [mark["name"]["en"] == "Something." for mark in RULES.view(game.state, seat)["marks"]]
        for seat in ("red", "blue", None)
    }
    assert seen == {"red": [False, True, False], "blue": [False] * 3, None: [False] * 3}


@pytest.mark.rule("cappa.2.2.1.h7", "cappa.7.2ab")
def test_nobody_asks_about_a_marker_his_side_knows():
    text = ALONE.replace("20,20.5", "20,24").replace("event 40,20", "").replace("event 20,40", "")
    game = situation(text + "blue protagonist P out at 20,25\n" + row(""))
    assert game.may("A", "question target=P")
    look(game, "event_marker-1")
    assert not game.may("A", "question")


@pytest.mark.rule("cappa.7.2ab", "cappa.7.1.1a")
def test_second_tracks_do_not_bring_back_what_the_second_series_has_shown():
    table = row("tracks", "rows = 1", id_="tracks") + row("tracks", "series = 2", id_="more")
    game = situation(ALONE + "dice red 1 3 2\n" + table + row("", "series = 2", id_="second"))
    for x, y in ((2000, 2050), (4000, 2050), (2000, 4050)):
        game.figure("A").x, game.figure("A").y, game.figure("A").pa = x, y, 3
        game.do("A", "reveal")
    assert events(game) == ["tracks", "second", "more"]
    assert game.state.deck == []


@pytest.mark.rule("cappa.7.2.h6")
def test_a_personal_enemy_whom_others_have_found_lies_there_until_one_of_his_enemies_comes():
    text = ALONE + "blue extra X at 30,30, pa 3\ndice red 1 6 blue\n"
    game = situation(text + row("personal_enemy", 'enemy_of = "blue"') + row("", id_="other"))
    game.do("A", "reveal")
    assert events(game) == ["false"]
    game.figure("A").x, game.figure("X").x, game.figure("X").y = 3000, 2000, 2050
    game.do("X", "reveal")  # no card is drawn
    assert events(game) == ["false", "it"]
    assert game.figure("it-1").seat == "red"
    assert "event_marker-1" not in markers(game.state)


# Deserters


@pytest.mark.rule("cappa.7.2.h2")
def test_a_deserter_who_attacks_with_his_last_pa_does_not_yield_to_the_one_he_attacks():
    game = revealed(ALONE.replace("pa 3", "pa 1") + "dice red 1 blue 1\n" + row("deserter", "fights = true"))
    deserter = game.figure(game.told(Entered)[0].figure)
    assert deserter.pa == 1
    game.dice.clear()
    game.do(deserter.id, "charge target=A")
    assert game.touch(deserter.id, "A")
    assert (deserter.pa, deserter.has_surrendered) == (0, False)
    game.figure("A").pa = 1
    game.do("A", "go-prone") if game.may("A", "go-prone") else game.do("A", "wait")
    assert not deserter.has_surrendered  # he who was there before has not come to him


@pytest.mark.rule("cappa.7.2.h2")
def test_a_deserter_who_meets_a_charge_with_his_last_pa_fights_on():
    game = revealed(ALONE + "dice red 1 blue 1\n" + row("deserter", "fights = true"))
    deserter = game.figure(game.told(Entered)[0].figure)
    deserter.x, deserter.y = 2000, 2300
    game.dice["blue"] = [1]
    game.do("A", f"charge target={deserter.id}", "countercharge")
    assert (deserter.pa, deserter.has_surrendered) == (0, False)


@pytest.mark.rule("cappa.7.2.h13")
def test_a_deserter_without_a_die_flees_in_the_last_phase_whether_his_player_likes_it_or_not():
    game = revealed(ALONE + "dice red 1 blue 6\n" + row("deserter"))
    deserter = game.figure(game.told(Entered)[0].figure)
    start = deserter.x, deserter.y
    game.phase("last", "done")
    assert (deserter.x, deserter.y) != start


@pytest.mark.rule("cappa.7.2g", "cappa.7.2u", "cappa.7.2e")
@pytest.mark.parametrize(("kind", "earned"), [("deserter", 3), ("famous_person", 3), ("brawler", 0)])
def test_only_deserters_and_famous_people_are_worth_something_off_the_table(kind, earned):
    game = revealed(ALONE + row(kind, "worth = 3"))
    before = game.state.sides["red"].points
    found = game.figure("it-1")

    def bring(g):
        credit(g, "captured" if found.seat == "blue" else "saved", found, "red")
        yield from ()

    game.run(bring)
    assert game.state.sides["red"].points - before == earned


# Peasants


@pytest.mark.rule("cappa.7.2.h14")
def test_peasants_who_have_yielded_go_with_the_others_but_not_out_of_a_captors_hands():
    game = revealed(ALONE + row("ambush_peasants"))
    one, other = game.figure("it-1"), game.figure("it-2")
    one.has_surrendered = other.has_surrendered = True
    other.captor = "A"
    game.figure("A").carries.append("it-2")
    game.phase("end")
    assert sorted(event.figure for event in game.told(Vanished)) == ["it-1", "it-3", "it-4", "it-5"]
    assert (other.where, game.figure("A").carries) == (ON, ["it-2"])


# Experience and the die of an ambush


LURK = ALONE + "option experience yes\nexperience blue 3\n"


@pytest.mark.rule("cappa.9.1.2.h2", "cappa.7.2l")
def test_experience_may_change_the_die_of_a_protagonist_in_ambush_but_of_no_extra():
    text = LURK + "blue protagonist X off\ndice red 1 blue 4\n" + row("ambush_surprised")
    game = revealed(text, lambda decision: decision.options[0], "change-order")
    assert (game.figure("X").pa, game.state.sides["blue"].experience) == (3, 2)
    text = text.replace("protagonist X", "extra X")
    extra = revealed(text, lambda decision: decision.options[0])
    assert (extra.figure("X").pa, extra.state.sides["blue"].experience) == (0, 3)
    assert "change-orders" not in [one.key for one in extra.asked]


# Rooms


@pytest.mark.rule("cappa.7.2.1.h3")
@pytest.mark.parametrize("kind", ["brawler", "ambush_peasants"])
def test_who_lurks_in_a_house_comes_out_of_his_corner_and_not_from_beyond_the_wall(kind):
    house = "building 16,19.4 26,28 door south\nred"
    text = ALONE.replace("red", house, 1)
    game = revealed(text + "dice red 1 blue 6 6 6 6 6 6\n" + row(kind))
    came = [one.to for one in game.told(Entered)]
    assert came
    assert {building_at(game.state, *place) for place in came} == {"building_stone-1"}


NOOK = """
    cappa on open ground 60x60
    hedge 19.3,17.7 19.3,19
    hedge 20.7,17.7 20.7,19
    hedge 19.3,17.7 20.7,17.7
    event 20,20
    red extra A at 20,20.5, pa 3
    blue extra B at 50,50
"""


@pytest.mark.rule("cappa.7.2.h3")
def test_where_the_nearest_place_holds_one_only_the_peasants_stand_in_formation_at_the_next():
    game = revealed(NOOK + row("ambush_peasants"))
    men = [game.figure(f"it-{number}") for number in range(1, 6)]
    assert [one.where for one in men] == [ON] * 5
    assert not breach(men, "tight")
    assert game.may("it-band-1", "charge-together")


@pytest.mark.rule("cappa.7.2u")
def test_whom_an_event_brings_alone_is_called_by_his_own_name_and_one_of_several_has_a_number():
    game = revealed(ALONE + row("famous_person"))
    assert RULES.name(game.state, "figure", "it-1", "en") == "Wounded stranger"
    own = revealed(ALONE + row("famous_person", 'profile = "de_guiche"'))
    assert RULES.name(own.state, "figure", "it-1", "en") == "The young de Guiche"
    named = revealed(ALONE + row("brawler", 'called = { en = "Jack", it = "Gianni" }'))
    assert RULES.name(named.state, "figure", "it-1", "it") == "Gianni"
    band = revealed(ALONE + row("ambush_peasants"))
    assert RULES.name(band.state, "figure", "it-2", "en") == "Peasant 2"
    assert RULES.name(band.state, "figure", "it-band-1", "en") == "Band of peasants"


@pytest.mark.rule("cappa.7.2ad", "cappa.7.2.h10")
def test_provisions_in_a_house_are_for_those_inside_and_in_the_open_for_who_is_at_them():
    text = ALONE + "red extra C at 30,30, pa 2\n"
    game = revealed(text + row("provisions", "in_open = true"))
    assert game.may("A", "drink-wine")
    assert not game.may("C", "drink-wine")


@pytest.mark.rule("cappa.7.2.h10")
def test_of_a_squad_only_those_inside_drink_of_the_provisions():
    text = SQUAD.replace("red", "building 18,18 24,21 door south\nred", 1).replace("E at 20,21.5", "E at 20,21.8")
    game = revealed(text + row("provisions"), who="S")
    game.do("S", "drink-wine")
    assert sorted(one.figure for one in game.told(Drank)) == ["A", "C", "D"]


NEIGHBOURS = """
    cappa on open ground 60x60
    wood 20,20 22,26
    wood 22.2,20 28,26
    event 21,23
    red extra X off, squad T
    red extra Y off, squad T
    red extra Z off, squad T
    red extra W off, squad T
    red squad T, tight, die 2
    blue extra B at 18.5,23
"""


@pytest.mark.rule("cappa.2.1.3e", "cappa.2.1.3.h5")
def test_a_squad_comes_by_a_marker_near_the_enemy_only_if_all_stand_in_the_area_of_the_marker():
    game = situation(NEIGHBOURS + row(""))
    assert not [one for one in entrances(game.state, game.squad("T")) if one.get("marker")]
    wide = situation(
        NEIGHBOURS.replace("wood 20,20 22,26", "wood 20,20 24,26").replace("wood 22.2", "wood 24.2") + row("")
    )
    assert [one for one in entrances(wide.state, wide.squad("T")) if one.get("marker")]


# Animals


@pytest.mark.rule("cappa.5.1.1a", "cappa.7.2.h1")
def test_a_loose_animal_is_nobodys_enemy_and_no_target():
    text = ALONE.replace("pa 3", "pa 3 with PS BD, hands PS").replace("A at 20,20.5, pa 3 with", "A at 20,20.5 with")
    text = text.replace("with PS BD, hands PS", "with PS BD, pa 3, hands PS")
    game = revealed(text + row("animal", PIG))
    game.figure("A").pa = 3
    targets = {option.get("target") for option in choices(game.state, game.figure("A"), 3)}
    assert "pig" not in targets


# Three sides


THREE = """
    cappa on open ground 60x60
    event 20,20
    red extra A at 20,20.5, pa 3
    blue extra B at 50,50
    green extra G at 5,50
    initiative red
"""


@pytest.mark.rule("cappa.7.2.1.h2")
def test_with_three_sides_strangers_are_the_next_sides_and_an_ambush_that_of_the_next_who_can():
    game = revealed(THREE + row("brawler"))
    following = game.state.order[1] if len(game.state.order) > 1 else "blue"
    assert game.figure("it-1").seat == following
    hidden = revealed(THREE + "green extra X off\n" + row("ambush_both_surprised"))
    assert hidden.figure("X").where == ON
    assert hidden.asked[-1].seat == "green"


@pytest.mark.rule("cappa.7.2g")
def test_a_captured_deserter_earns_his_captor_the_points_whichever_side_that_is():
    way = '[[exit]]\nedge = "south"\n'
    game = revealed(THREE + "dice red 1 blue 6\n" + row("deserter", "worth = 2") + way)
    deserter = game.figure("it-1")
    assert not game.told(Surrendered)
    game.figure("G").pa, game.figure("G").die, game.figure("G").is_activated = 3, 3, True
    game.figure("G").x, game.figure("G").y = 2000, 5800
    deserter.x, deserter.y, deserter.has_surrendered = 2000, 5700, True
    game.dice.clear()
    game.do("G", "pick-up thing=it-1")
    game.do("G", "leave")
    assert [(one.seat, one.amount) for one in game.told(PointsScored)] == [("green", 2)]
    assert "it-1" in [one.figure for one in game.told(LeftTable)]


# Wine


@pytest.mark.rule("cappa.7.2ac")
def test_the_wine_stands_on_a_line_of_its_own_in_every_tally():
    text = ALONE.replace("A at 20,20.5,", "A at 20,20.5 with PS BD, 6/3/4,") + "blue extra X at 20,26\n"
    game = revealed(text + row("wine", CASK, "in_open = true"))
    game.do("A", "drink-wine")
    one, other = game.figure("A"), game.figure("X")
    shot = fire_tally(game.state, one, other, weapons()["PS"])
    assert [line[:2] for line in shot.lines][:2] == [(3, "Ti"), (-1, "wine")]
    assert [line[:2] for line in morale_tally(game.state, one).lines][:2] == [(6, "Mo"), (2, "wine")]
    other.y = 2150
    game.figure("A").pa = 1
    game.do("A", "fight target=X weapon=BD")
    assert [line[:2] for line in game.told(Struck)[0].tally.lines][:2] == [(4, "Mi"), (-1, "wine")]


@pytest.mark.rule("cappa.7.2.h11", "cappa.2.3.h6")
def test_a_squad_of_which_only_some_have_drunk_tests_with_the_lowest_morale_of_all():
    game = situation(SQUAD + row("wine", CASK))
    for name in "ACD":
        game.figure(name).sheet = game.figure(name).sheet.after_wine()
    assert morale_tally(game.state, game.squad("S")).lines[0][:2] == (5, "Mo")
    game.figure("E").sheet = game.figure("E").sheet.after_wine()
    assert [line[:2] for line in morale_tally(game.state, game.squad("S")).lines][:2] == [(5, "Mo"), (2, "wine")]


@pytest.mark.rule("cappa.7.2k", "cappa.8.1.2o")
def test_who_is_attacked_out_of_an_ambush_is_not_even_roused():
    text = ALONE.replace("extra A at 20,20.5,", "protagonist A at 20,20.5, abilities RE,")
    text += "".join(f"blue extra {name} off, squad T\n" for name in "XYZW") + "blue squad T, open\ninitiative red\n"
    game = situation(text + row("ambush_surprised", "attacks = true", "squads_only = true"))
    game.do("A", "reveal", "place-ambush", "charge-together")
    assert game.told(Struck)
    assert [decision.key for decision in game.asked if decision.seat == "red"] == []


# Sides at peace


@pytest.mark.rule("cappa.7.2i", "cappa.7.2.1.h2")
def test_a_band_in_the_hands_of_a_side_at_peace_is_an_enemy_and_its_attack_breaks_no_peace():
    game = situation(ALONE + row("ambush_peasants"))
    game.state.peace = [peace_of("red", "blue")]
    game.do("A", "reveal")
    band = game.squad("it-band-1")
    assert band.seat == "blue"
    assert game.state.are_enemies(band, game.figure("A"))
    assert not game.state.are_enemies(game.figure("B"), game.figure("A"))
    game.do("it-band-1", "charge-together target=A")
    assert game.state.peace == [peace_of("red", "blue")]


# Who acts when


@pytest.mark.rule("cappa.7.2.1d", "cappa.7.2l", "cappa.7.2e", "cappa.7.2j")
@pytest.mark.parametrize("kind", ["ambush_peasants", "ambush_surprised", "brawler"])
@pytest.mark.parametrize(
    ("own", "first", "at_once"), [(3, "blue", True), (3, "red", False), (2, "red", True), (2, "blue", True)]
)
def test_who_comes_with_pa_acts_at_once_only_if_his_priority_is_the_highest(kind, own, first, at_once):
    text = ALONE.replace("pa 3", f"pa {own}") + f"blue extra X off\ndice red 1 blue 2\ninitiative {first}\n"
    game = situation(text + row(kind))
    game.do("A", "reveal", *(["place-ambush"] if kind == "ambush_surprised" else []))
    everybody = (*game.state.figures.values(), *game.state.squads.values())
    assert [one.pa for one in everybody if one.seat == "blue" and one.pa] == [2]
    assert game.state.acting == ("" if at_once else "A")


@pytest.mark.rule("cappa.7.2.1e", "cappa.7.2.1b")
@pytest.mark.parametrize(("die", "order"), [(2, ["A", "it-1", "C"]), (5, ["A", "C", "it-1"])])
def test_in_the_last_phase_who_comes_with_pa_acts_at_once_and_who_has_none_with_his_side(die, order):
    text = ALONE.replace(", pa 3", "").replace("blue", "red extra C at 5,5\nblue", 1)
    game = situation(text + f"initiative red\ndice red 1 blue {die}\n" + row("brawler"))
    game.phase("last", "act figure=A", "reveal", "act figure=C", *([] if die == 2 else ["wait", "act figure=it-1"]))
    assert list(dict.fromkeys(one.figure for one in game.told(ImpulseBegan)))[:3] == order


@pytest.mark.rule("cappa.7.2u")
def test_a_famous_person_is_as_badly_hurt_as_can_be_and_on_no_horse():
    game = revealed(ALONE + row("famous_person", 'profile = "cavaliere_francese"'))
    found = game.figure("it-1")
    assert (found.wounds, found.is_prone, found.is_mounted) == (found.sheet.wounds, True, False)


@pytest.mark.rule("cappa.7.2aa", "cappa.7.2b", "cappa.2.2.1.h17")
@pytest.mark.parametrize(("effect", "told", "pa"), [("prone", "saddle", 2), ("both", "pa", 0), ("pa", "pa", 0)])
def test_a_rider_is_not_thrown_to_the_ground_and_nobody_says_he_is(effect, told, pa):
    text = ALONE.replace("A at 20,20.5, pa 3", "A at 20,21, mounted, Mov 8, on foot 4, abilities RI, pa 3")
    game = revealed(text + row("terrain", f'effect = "{effect}"'))
    assert (game.figure("A").is_prone, game.figure("A").pa) == (False, pa)
    assert [one.effect for one in game.told(Baffled)] == [told]


@pytest.mark.rule("cappa.7.2ab", "cappa.7.2.h14")
def test_peasants_of_the_first_series_do_not_come_back_when_the_second_is_in_use():
    table = row("ambush_peasants") + row("tracks", id_="tracks") + row("", "series = 2", id_="second")
    game = situation(ALONE + "dice red 1 2\n" + table)
    game.do("A", "reveal")
    game.figure("A").x = 4000
    game.do("A", "reveal")
    game.phase("end")
    assert game.state.deck == ["3"]


@pytest.mark.rule("cappa.7.2.h12")
def test_who_was_knocked_down_by_an_animal_may_still_grab_at_it():
    game = revealed(ALONE + "dice red 1 10 3\n" + row("animal", PIG, 'effect = "prone"', "avoid = true"))
    assert game.figure("A").is_prone
    game.do("A", "catch thing=pig")
    assert game.figure("A").carries == ["pig"]


# Attacks out of hiding


@pytest.mark.rule("cappa.7.2k", "cappa.5.2.1c")
@pytest.mark.parametrize(("dice", "left"), [("red 1 1 blue 1 10 10 10 10", 1), ("red 1 blue 10 10 10 10", 2)])
def test_who_is_attacked_out_of_an_ambush_keeps_his_pa_but_for_what_a_hit_costs(dice, left):
    text = ALONE + "".join(f"blue extra {name} off, squad T\n" for name in "XYZW") + "blue squad T, open\n"
    game = situation(text + f"dice {dice}\ninitiative red\n" + row("ambush_surprised", "attacks = true"))
    game.do("A", "reveal", "place-ambush figure=T", "charge-together")
    assert game.figure("A").pa == left


@pytest.mark.rule("cappa.7.2.h9", "cappa.2.3b")
@pytest.mark.parametrize(("house", "tested"), [("", ["fire"]), ("building 18,18 24,24 door south", [])])
def test_a_hit_of_the_skirmishers_frightens_in_the_open_only(house, tested):
    text = ALONE.replace("red", f"{house}\nred", 1) + f"dice red 1 {'1' if tested else ''} blue 4 10 10 10 10\n"
    game = revealed(text + row("skirmishers"))
    assert [one.cause for one in game.told(MoraleTested)] == tested


@pytest.mark.rule("cappa.7.2.h9", "cappa.5.1.3k")
def test_who_lies_on_the_ground_is_harder_to_hurt_for_the_skirmishers_too():
    game = revealed(ALONE.replace("pa 3", "prone, pa 3") + "dice red 1 blue 10 10 10 10\n" + row("skirmishers"))
    (shots,) = game.told(FiredFromHiding)
    assert shots.armour.total == 5 + tables().fire["prone"].add


@pytest.mark.rule("cappa.7.2.h11")
def test_a_cask_that_is_carried_away_serves_its_bearer_and_nobody_where_it_stood():
    game = revealed(ALONE + "red extra C at 30,30, pa 3\n" + row("wine", CASK, "in_open = true"))
    game.do("A", "pick-up thing=cask")
    game.figure("A").x = 4000
    assert game.may("A", "drink-wine", 1)
    game.figure("C").x, game.figure("C").y = 2000, 2050
    assert not game.may("C", "drink-wine")


@pytest.mark.rule("cappa.7.2ac", "cappa.7.2.h10", "cappa.3.1.1a")
def test_drinking_earns_a_side_its_points_once_and_the_store_is_for_its_finders():
    house = ALONE.replace("red", "building 18,18 24,24 door south\nred", 1)
    text = house + "red extra C at 20,19.5, pa 3\nblue extra X at 22,22, pa 3\n"
    game = revealed(text + row("wine", CASK, "worth = 2"))
    game.do("A", "drink-wine")
    game.do("C", "drink-wine")
    assert game.state.sides["red"].points == 2
    store = revealed(text + row("provisions"))
    assert store.may("A", "drink-wine")
    assert not store.may("X", "drink-wine")


@pytest.mark.rule("cappa.7.2.h13")
def test_a_deserter_makes_for_the_nearest_edge_that_none_of_his_finders_is_nearer_to():
    game = revealed(ALONE + row("deserter"))
    deserter, finder = game.figure("it-1"), game.figure("A")
    deserter.x, deserter.y, finder.x, finder.y = 2000, 500, 2000, 1000
    assert way_out(game.state, deserter) == "north"
    finder.y = 300
    assert way_out(game.state, deserter) == "west"
    game.figure("B").x, game.figure("B").y = 1000, 500  # those who have him in hand bar nothing
    assert way_out(game.state, deserter) == "west"


@pytest.mark.rule("cappa.7.2e", "cappa.2.2.1.h12")
def test_what_a_brawler_carried_lies_where_he_was_when_he_is_gone():
    game = revealed(ALONE + "thing K barrel at 30,30\n" + row("brawler"))
    brawler = game.figure("it-1")
    brawler.carries.append("K")
    game.state.things["K"].bearer = "it-1"

    def go(g):
        vanish(g, g.state.figures["it-1"], "cappa.7.2e")
        yield from ()

    game.run(go)
    thing = game.state.things["K"]
    assert (thing.bearer, thing.x, thing.y) == ("", brawler.x, brawler.y)


@pytest.mark.rule("cappa.2.2.1x", "cappa.7.1b")
def test_nobody_reveals_a_marker_from_the_floor_above_it():
    text = ALONE.replace("red", "building 18,18 24,24 door south storeys 2\nred", 1)
    game = situation(text + row(""))
    assert game.may("A", "reveal")
    game.figure("A").level = 300
    assert not game.may("A", "reveal")


@pytest.mark.rule("cappa.2.2.1x", "cappa.geo.2")
@pytest.mark.parametrize(("y", "may"), [(20.5, True), (20.51, True), (20.52, False)])
def test_a_marker_is_revealed_in_base_contact(y, may):
    game = situation(ALONE + row(""))
    game.figure("A").y = round(100 * y)
    assert game.may("A", "reveal") == may
    game.figure("A").y, game.figure("A").level = 2050, 100
    assert not game.may("A", "reveal")  # he is on a wall above it


@pytest.mark.rule("cappa.2.2.1x")
def test_without_a_table_of_events_there_is_nothing_to_reveal():
    assert not situation(ALONE).may("A", "reveal")


@pytest.mark.rule("cappa.2.2.1x", "cappa.6.4.h1")
def test_of_a_squad_it_is_found_by_the_member_who_touches_it():
    game = situation(SQUAD + row("", "worth = 2"))
    game.do("S", "reveal")
    (found,) = game.told(EventRevealed)
    assert found.figure == "A"
    away = situation(SQUAD + row("", "worth = 2"))
    away.figure("A").y += 100
    away.figure("E").y += 100
    assert not away.may("S", "reveal")


@pytest.mark.rule("cappa.7.1.1f", "cappa.7.1.1g", "cappa.7.1.1d")
@pytest.mark.parametrize(("die", "found"), [(1, ["it"]), (2, ["other"]), (3, ["false"])])
def test_a_die_of_the_table_that_shows_no_row_finds_nothing(die, found):
    table = row("", id_="it") + row("", id_="other") + '[events]\nmethod = "die"\ndie = 6\n'
    game = situation(ALONE + f"dice red {die} {die}\n" + table)
    game.do("A", "reveal")
    assert events(game) == found
    assert len(game.state.deck) == (2 if die == 3 else 1)
    game.figure("A").x = 4000
    game.do("A", "reveal")
    assert events(game) == [*found, "false"]  # the row is gone
