"""Chapter 7.2: animals, stores, objects, the wounded, water, wine and all else that is found."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.ground.ground import difficult_ground, is_free
from alfiere.games.cappa.morale.morale_tests import morale_tally
from alfiere.games.cappa.people.markers import markers, take_away
from alfiere.games.cappa.state.state import GONE, OUT
from alfiere.games.cappa.told.chance_events import (
    Baffled,
    Bolted,
    CaughtAt,
    Drank,
    Exploded,
    FoundLying,
    MarkerSeen,
    WaterChanged,
)
from alfiere.games.cappa.told.events import FirmnessChanged, MoraleTested, Taken
from alfiere.games.cappa.turn.skirmish import clean_up
from alfiere.games.cappa.victory.firmness import credit
from alfiere.games.cappa.weaponry.wounds import put_out
from alfiere.kernel.chance import Chance
from tests.games.cappa.hand_to_hand import to_hit
from tests.games.cappa.happening import ALONE, CASK, PIG, RULES, SQUAD, events, revealed, row
from tests.situation import situation

# 7.2 Types


@pytest.mark.rule("cappa.7.2a")
def test_a_row_names_a_type_and_may_change_what_is_usual_in_it():
    usual = revealed(ALONE + row("terrain"))
    assert (usual.figure("A").is_prone, usual.figure("A").pa) == (True, 0)
    changed = revealed(ALONE + row("terrain", 'effect = "prone"'))
    assert (changed.figure("A").is_prone, changed.figure("A").pa) == (True, 2)


@pytest.mark.rule("cappa.7.2b")
def test_an_animal_bolts_over_them_and_their_pa_are_lost():
    game = revealed(ALONE + row("animal", PIG))
    assert (game.figure("A").pa, game.figure("A").is_prone) == (0, False)
    assert [one.effect for one in game.told(Baffled)] == ["pa"]
    squad = revealed(SQUAD + row("animal", PIG), who="S")
    assert squad.squad("S").pa == 0


@pytest.mark.rule("cappa.7.2c", "cappa.7.2aa")
@pytest.mark.parametrize("kind", ["animal", "terrain"])
def test_a_morale_test_avoids_it_if_the_scenario_says_so(kind):
    more = (PIG, "avoid = true")
    held = revealed(ALONE + "dice red 1 1\n" + row(kind, *more))
    assert held.figure("A").pa == 2
    assert [one.cause for one in held.told(MoraleTested)] == ["event"]
    lost = revealed(ALONE + "dice red 1 10\n" + row(kind, *more))
    assert lost.figure("A").pa == 0


@pytest.mark.rule("cappa.7.2.h1")
def test_the_animal_stands_beside_them_and_from_the_next_turn_on_runs_from_the_nearest_in_the_last_phase():
    game = revealed(ALONE + row("animal", PIG))
    pig = game.state.things["pig"]
    assert abs(pig.x - 2000) + abs(pig.y - 2050) <= 200
    start = pig.x, pig.y
    game.phase("last", "done")
    assert not game.told(Bolted)
    game.state.turn = 2
    game.figure("B").has_acted = False
    game.phase("last", "done")
    (run,) = game.told(Bolted)
    assert run.start == start
    went = ((run.to[0] - start[0]) ** 2 + (run.to[1] - start[1]) ** 2) ** 0.5
    assert 195 <= went <= 200  # Mov 2
    before, after = (((x - 2000) ** 2 + (y - 2050) ** 2) ** 0.5 for x, y in (start, run.to))
    assert after - before >= 195


@pytest.mark.rule("cappa.7.2.h1")
def test_where_nobody_stands_any_more_the_animal_stays():
    game = revealed(ALONE + row("animal", PIG))
    game.state.turn = 2
    for figure in game.state.figures.values():
        figure.where = OUT
    game.phase("last")
    assert not game.told(Bolted)


@pytest.mark.rule("cappa.7.2.h12", "cappa.7.2c")
def test_an_animal_is_caught_with_a_roll_against_mi_and_may_be_worth_points():
    game = situation(ALONE + "dice red 1 4 3\n" + row("animal", PIG, "worth = 2"))
    game.do("A", "reveal")
    game.figure("A").pa = 3
    assert not game.may("A", "pick-up")
    game.do("A", "catch thing=pig")
    assert (game.figure("A").carries, game.figure("A").pa) == ([], 2)
    game.do("A", "catch thing=pig")
    assert [(one.roll, one.mi, one.caught) for one in game.told(CaughtAt)] == [(4, 3, False), (3, 3, True)]
    assert game.figure("A").carries == ["pig"]
    assert [(one.figure, one.thing, one.how) for one in game.told(Taken)] == [("A", "pig", "up")]
    assert game.state.sides["red"].points == 2
    game.do("A", "put-down")
    assert game.may("A", "pick-up thing=pig")
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.7.2.h12")
def test_a_loose_horse_is_neither_led_nor_ridden_before_it_is_caught():
    horse = 'thing = { id = "nag", kind = "riding_horse", name = { en = "the horse", it = "il cavallo" } }'
    game = revealed(ALONE + "dice red 1 1\n" + row("animal", horse, 'profile = "cavallo_sella"'))
    game.figure("A").pa = 3
    assert not game.may("A", "mount")
    assert not game.may("A", "pick-up")
    game.do("A", "catch")
    game.do("A", "put-down")
    assert game.may("A", "mount")


HOUSE = ALONE.replace("red", "building 18,18 24,24 door south\nred", 1)


@pytest.mark.rule("cappa.7.2o")
def test_the_opponent_loses_a_store_of_ammunition_and_one_of_his_firmness():
    game = revealed(HOUSE + "firmness blue 5\n" + row("ammunition"))
    assert game.state.sides["blue"].firmness == 4
    assert [(one.seat, one.amount, one.cause) for one in game.told(FirmnessChanged)] == [("blue", -1, "store")]


@pytest.mark.rule("cappa.7.2p")
def test_ammunition_is_false_in_the_open_and_ignored_by_who_has_no_firmness_to_lose():
    assert events(revealed(ALONE + row("ammunition"))) == ["false"]
    poor = revealed(HOUSE + "firmness blue 1\n" + row("ammunition"))
    assert (events(poor), poor.state.sides["blue"].firmness) == (["false"], 1)


@pytest.mark.rule("cappa.7.2q", "cappa.7.2.h5")
def test_dangerous_ammunition_blows_up_if_the_morale_test_is_failed():
    text = ALONE + "red extra C at 20,24, 5/3/3 CA 5\nred extra D at 20,26.6\n"
    calm = revealed(text + "dice red 1 1\n" + row("dangerous_ammunition"))
    assert not calm.told(Exploded)
    game = revealed(text + "dice red 1 10 3 4 3 9 7 8 1\n" + row("dangerous_ammunition"))
    (blast,) = game.told(Exploded)
    assert (blast.at, blast.tally.total, blast.dice) == ((2000, 2000), 3, (3, 4, 3, 9))
    assert (blast.hit, blast.damage) == (("A", "C"), (7, 8))  # D is farther than 5 um
    assert [tally.total for tally in blast.armour] == [7, 7]
    assert blast.wounded == ("A",)
    assert game.figure("A").where == GONE


LETTER = 'thing = { id = "letter", kind = "trifle", name = { en = "the letter", it = "la lettera" } }'


@pytest.mark.rule("cappa.7.2t", "cappa.7.2.h7")
def test_an_object_is_worth_points_taken_for_nothing_and_dropped_where_its_carrier_falls():
    game = revealed(ALONE + row("object", LETTER, "worth = 3"), "pick-up")
    assert game.state.sides["red"].points == 3
    assert (game.figure("A").carries, game.figure("A").pa) == (["letter"], 2)
    game.figure("A").x = 3000

    def fall(g):
        put_out(g, g.state.figures["A"])
        yield from ()

    game.run(fall)
    letter = game.state.things["letter"]
    assert (letter.bearer, letter.x) == ("", 3000)


@pytest.mark.rule("cappa.7.2u")
def test_a_famous_person_lies_there_and_is_worth_points_off_the_table():
    way = '[[exit]]\nedge = "north"\n'
    person = row("famous_person", 'profile = "de_guiche"', "worth = 4")
    game = revealed(ALONE + person + way)
    found = game.figure(game.told(FoundLying)[0].figure)
    assert (found.where, found.seat, found.sheet.id) == (OUT, "red", "de_guiche")
    found.x, found.y = 2000, 2150
    game.do("A", f"pick-up thing={found.id}")
    game.figure("A").y = 150
    game.do("A", "leave")
    assert game.state.sides["red"].points == 4
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.7.2u")
def test_the_points_for_a_famous_person_may_be_his_finders_alone():
    game = revealed(ALONE + row("famous_person", "only_finder = true", "worth = 4"))

    def save(g):
        found = g.state.figures[game.told(FoundLying)[0].figure]
        credit(g, "captured", found, "blue")
        credit(g, "saved", found, "red")
        yield from ()

    game.run(save)
    assert (game.state.sides["blue"].points, game.state.sides["red"].points) == (0, 4)


# Water


STREAM = """
    cappa on open ground 60x60
    stream 0,21 60,21
    event 20,20
    event 30,20
    red extra A at 20,20.5, pa 3
    blue extra B at 50,50
"""


@pytest.mark.rule("cappa.7.2v")
def test_a_flood_closes_the_watercourse_for_the_rest_of_the_game():
    game = situation(STREAM + row("flood"))
    assert game.may("A", "cross")
    game.do("A", "reveal")
    assert [one.how for one in game.told(WaterChanged)] == ["flood"]
    assert not game.may("A", "cross")
    with pytest.raises(Exception, match="cappa"):
        game.move("A", 20, 22)
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.7.2v")
def test_a_flood_does_not_spread_over_dry_land_to_another_watercourse():
    wood = "wood 40,22 50,30\nstream 0,31 60,31\n"
    game = revealed(STREAM.replace("stream", wood + "    stream", 1) + row("flood"))
    risen = [{one.split()[-1] for one in game.state.changed if one.endswith(name)} for name in ("stream-1", "stream-2")]
    assert [bool(one) for one in risen] == [False, True], game.state.changed  # the second is the one revealed at


@pytest.mark.rule("cappa.7.2z")
def test_a_drought_leaves_the_watercourse_dry_for_the_rest_of_the_game():
    game = revealed(STREAM + row("drought"))
    assert [one.how for one in game.told(WaterChanged)] == ["dry"]
    game.move("A", 20, 23)
    assert game.at("A") == (20, 23)
    assert not drawn(game, "stream-1")


@pytest.mark.rule("cappa.7.2v", "cappa.7.2z")
@pytest.mark.parametrize("kind", ["flood", "drought"])
def test_flood_and_drought_are_false_away_from_the_water(kind):
    assert events(revealed(STREAM.replace("0,21 60,21", "0,23 60,23") + row(kind))) == ["false"]


@pytest.mark.rule("cappa.7.2v", "cappa.7.2z")
@pytest.mark.parametrize(("first", "second"), [(1, 2), (2, 1)])
def test_after_one_of_them_the_other_is_ignored(first, second):
    game = situation(STREAM + f"dice red {first} {second}\n" + row("flood", id_="flood") + row("drought", id_="dry"))
    game.do("A", "reveal")
    game.figure("A").x = 3000
    game.do("A", "reveal")
    assert events(game)[1] == "false"


RIVER = """
    cappa on open ground 60x60
    river 0,21 60,25
    ford 28,21 32,25
    event 20,20
    red extra A at 20,20.5, pa 3
    red extra C at 30,20.5, pa 3
    blue extra B at 50,50
"""


def bears(game, name, x, y):
    """Whether somebody could stand there."""
    return is_free(game.state, game.figure(name), round(100 * x), round(100 * y))


def drawn(game, name):
    """As what a piece of terrain is drawn on the table; nothing if it is not there."""
    return next((one["kind"] for one in RULES.view(game.state, None)["board"]["shapes"] if one["id"] == name), "")


@pytest.mark.rule("cappa.7.2v")
def test_the_fords_of_a_river_in_flood_are_closed():
    game = situation(RIVER + row("flood"))
    assert bears(game, "C", 30, 23)
    game.do("A", "reveal")
    assert not bears(game, "C", 30, 23)
    assert drawn(game, "ford-1") == "river"


@pytest.mark.rule("cappa.7.2v")
def test_who_stands_in_the_ford_when_the_flood_comes_can_still_do_something():
    game = situation(RIVER + row("flood"))
    game.figure("C").y = 2300
    game.do("A", "reveal")
    assert game.may("C", "wait")
    game.do("C", "wait")
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.7.2z")
def test_a_scenario_may_let_a_drought_make_the_river_wadable_near_by_only():
    game = revealed(RIVER + row("drought", "within = 5"))
    assert bears(game, "A", 20, 23)
    game.figure("A").x, game.figure("A").y = 2000, 2300
    assert difficult_ground(game.state, game.figure("A"))
    assert bears(game, "A", 30, 23)  # the ford is as it was
    assert not bears(game, "A", 13, 23)


@pytest.mark.rule("cappa.7.2z")
def test_a_ford_that_a_drought_reaches_in_part_is_a_ford_to_its_far_end():
    game = revealed(RIVER.replace("28,21 32,25", "22,21 32,25") + row("drought", "within = 5"))
    for x in (16, 20, 23, 25, 28, 31):
        assert bears(game, "A", x, 23), x
    assert not bears(game, "A", 33, 23)


@pytest.mark.rule("cappa.7.2z")
def test_what_is_wadable_reaches_as_far_as_the_scenario_says_to_every_side():
    game = situation("""
        cappa on open ground 60x60
        river 10,10 50,50
        red extra A at 5,5
        blue extra B at 55,55
    """)
    game.state.changed = ["water wade river-1 3000 3000 500"]
    for x, y in ((30, 30), (25.5, 25.5), (34.5, 25.5), (34.5, 34.5), (25.5, 34.5)):
        assert bears(game, "A", x, y), (x, y)
    for x, y in ((24.9, 30), (35.1, 30), (30, 24.9), (30, 35.1)):
        assert not bears(game, "A", x, y), (x, y)
    game.state.changed = ["water wade river-1 600 3000 300"]  # its box ends before the bank
    assert not bears(game, "A", 11, 30)
    game.state.changed = ["water wade river-1 3000 600 450"]
    assert not bears(game, "A", 30, 11)


@pytest.mark.rule("cappa.7.2v")
@pytest.mark.parametrize(
    ("other", "shut"),
    [
        ("0,40 60,40", False),  # another watercourse
        ("30,21 30,60", True),  # an arm of the same
        ("30,25 30,60", False),
        ("30,2 30,21", True),
        ("30,2 30,17", False),
        ("60,21 60,60", True),
    ],
)
def test_a_flood_closes_all_that_hangs_together_with_the_water_he_touches(other, shut):
    game = situation(STREAM.replace("stream 0,21 60,21", f"stream 0,21 60,21\nstream {other}") + row("flood"))
    game.do("A", "reveal")
    assert "water flood stream-1" in game.state.changed
    assert ("water flood stream-2" in game.state.changed) == shut


# Tracks


@pytest.mark.rule("cappa.7.2ab")
def test_tracks_bring_the_second_series_of_events_into_play():
    table = row("tracks", id_="tracks") + row("", id_="first") + row("", "series = 2", id_="second")
    game = situation(ALONE + "dice red 1 3\n" + table)
    assert game.state.deck == ["1", "2"]
    game.do("A", "reveal")
    assert game.state.deck == ["3"]
    game.figure("A").x = 4000
    game.do("A", "reveal")
    assert events(game) == ["tracks", "second"]


@pytest.mark.rule("cappa.7.2ab")
def test_tracks_may_tell_what_other_markers_hide_to_the_finder_alone():
    table = row("tracks", "looks = 2", id_="tracks") + row("", id_="first") + row("", id_="second")
    game = situation(ALONE + "dice red 1 3 2\n" + table)
    game.do("A", "reveal", "look-under marker=event_marker-3")
    seen = game.told(MarkerSeen)
    assert [(one.at, one.event) for one in seen] == [((2000, 4000), "second"), ((4000, 2000), "first")]
    assert [one.seen_by("red")["event"] for one in seen] == ["second", "first"]
    assert all("event" not in one.seen_by("blue") or one.seen_by("blue")["event"] is None for one in seen)
    assert len(markers(game.state)) == 2
    game.figure("A").x = 4000
    game.do("A", "reveal")
    assert events(game) == ["tracks", "first"]  # no card is drawn for it any more


@pytest.mark.rule("cappa.7.2ab")
def test_what_was_seen_under_a_marker_by_which_somebody_comes_on_may_be_anywhere_again():
    table = row("tracks", "looks = 1", id_="tracks") + row("", id_="first")
    game = situation(ALONE + "dice red 1 2\n" + table)
    game.do("A", "reveal", "look-under marker=event_marker-2")
    assert game.state.deck == ["2@event_marker-2@red"]
    take_away(game.state, "event_marker-3")
    assert game.state.deck == ["2@event_marker-2@red"]  # of another marker nothing is forgotten
    take_away(game.state, "event_marker-2")
    assert game.state.deck == ["2"]


@pytest.mark.rule("cappa.7.2ab")
def test_what_another_side_has_seen_is_dealt_anew_for_who_thinks_ahead():
    table = row("tracks", "looks = 1", id_="tracks") + row("", "rows = 8", id_="first") + row("", id_="second")
    game = situation(ALONE + "dice red 1 10\n" + table)
    game.do("A", "reveal", "look-under marker=event_marker-2")
    known = next(one for one in game.state.deck if "@" in one)
    thoughts = set()
    for seed in range(12):
        for seat in ("red", "blue"):
            state = game.state.copy()
            RULES.redeal(state, seat, Chance(f"{seed}"))
            assert sorted(one.split("@")[0] for one in state.deck) == sorted(
                one.split("@")[0] for one in game.state.deck
            )
            thoughts.add((seat, next(one for one in state.deck if "@" in one)))
    assert ("red", known) in thoughts
    assert len({row for seat, row in thoughts if seat == "red"}) == 1
    assert len({row for seat, row in thoughts if seat == "blue"}) > 1


@pytest.mark.rule("cappa.7.2ab")
def test_tracks_may_lead_to_a_hidden_ford():
    text = RIVER.replace("ford 28", "ford_hidden 28").replace("25\n    event", "25, called secret\n    event")
    game = situation(text + row("tracks", 'opens = ["secret"]'))
    assert not bears(game, "C", 30, 23)
    assert drawn(game, "secret") == ""  # nothing but the river is seen there
    game.do("A", "reveal")
    assert bears(game, "C", 30, 23)
    assert drawn(game, "secret") == "ford"
    assert [(one.figure, one.how) for one in game.told(WaterChanged)] == [("A", "open")]
    known = situation(text + row("tracks"))  # no tracks lead to it: both sides know it from the beginning
    assert (bears(known, "C", 30, 23), drawn(known, "secret")) == (True, "ford_hidden")
    flooded = situation(text + row("tracks", 'opens = ["secret"]', id_="tracks") + row("flood", id_="flood"))
    flooded.state.changed = ["water flood secret"]
    flooded.state.deck = ["1"]
    flooded.do("A", "reveal")
    assert not bears(flooded, "C", 30, 23)


# Wine and provisions


@pytest.mark.rule("cappa.7.2ac", "cappa.7.2.h11")
def test_wine_gives_heart_and_takes_skill_for_the_whole_game_and_is_drunk_once():
    game = revealed(HOUSE.replace("pa 3", "6/3/4, pa 3") + row("wine", CASK, "worth = 2"))
    game.do("A", "drink-wine")
    line = game.figure("A").line
    assert (line.mo, line.ti, line.mi, game.figure("A").pa) == (8, 2, 3, 1)
    assert [one.figure for one in game.told(Drank)] == ["A"]
    assert not game.may("A", "drink-wine")
    assert game.state.sides["red"].points == 2
    clean_up(game.state)
    assert game.figure("A").line.mo == 8
    again = RULES.restore(game.scenario, game.state.to_plain())
    assert again.figures["A"].line.mi == 3


@pytest.mark.rule("cappa.7.2ac")
def test_wine_counts_in_every_test_shot_and_blow():
    game = revealed(HOUSE + "blue extra X at 20,30\n" + row("wine", CASK))
    before = morale_tally(game.state, game.figure("A")).total, to_hit(game, "A", "X") if game.touch("A", "X") else 0
    game.do("A", "drink-wine")
    assert morale_tally(game.state, game.figure("A")).total == before[0] + 2
    game.figure("X").x, game.figure("X").y = 2000, 2150
    assert game.figure("A").line.mi == 2
    assert to_hit(game, "A", "X")[0] == to_hit(game, "X", "A")[0] - 1


@pytest.mark.rule("cappa.7.2.h11")
def test_a_squad_drinks_as_a_body_for_2_pa_and_who_cannot_shoot_still_cannot():
    text = SQUAD.replace("C at 21,20.5,", "C at 21,20.5, 5/-/3,")
    game = revealed(text + row("wine", CASK, "in_open = true"), who="S")
    game.do("S", "drink-wine")
    assert game.squad("S").pa == 0
    assert [game.figure(name).line.mo for name in "ACDE"] == [7, 7, 7, 7]
    assert game.figure("C").line.ti is None
    assert not game.may("S", "drink-wine", 3)


@pytest.mark.rule("cappa.7.2ac", "cappa.7.2ad")
@pytest.mark.parametrize("kind", ["wine", "provisions"])
def test_wine_and_provisions_are_false_in_the_open(kind):
    assert events(revealed(ALONE + row(kind, CASK))) == ["false"]


@pytest.mark.rule("cappa.7.2ad", "cappa.7.2.h10")
def test_provisions_are_worth_a_point_and_a_drink_for_each_of_them_in_there():
    game = revealed(HOUSE + "red extra C at 22,22, pa 2\nred extra D at 40,40, pa 2\n" + row("provisions"))
    assert game.state.sides["red"].points == 1
    assert game.may("A", "drink-wine")
    assert game.may("C", "drink-wine")
    assert not game.may("D", "drink-wine")
    game.do("C", "drink-wine")
    assert not game.may("C", "drink-wine")
    assert game.figure("C").line.mo == 5


@pytest.mark.rule("cappa.7.2ae")
def test_a_false_event_does_nothing():
    game = situation(ALONE + row("false"))
    before = game.state.to_plain()
    game.do("A", "reveal")
    assert events(game) == ["false"]
    after = game.state.to_plain()
    assert {key for key in after if after[key] != before[key]} <= {
        "figures",
        "deck",
        "changed",
        "acting",
        "spent",
        "called",
    }


# Talk


ASKED = ALONE + "blue extra P out at 20,21.6\n"


@pytest.mark.rule("cappa.2.2.1.h7")
def test_questioning_a_wounded_man_tells_what_a_marker_within_12_um_hides_if_the_speaker_passes_a_test():
    game = situation(ASKED + "dice red 1 1\n" + row("", id_="secret"))
    game.do("A", "question target=P")
    assert [(one.at, one.event) for one in game.told(MarkerSeen)] == [((2000, 2000), "secret")]
    assert len(markers(game.state)) == 3
    failed = situation(ASKED + "dice red 10\n" + row("", id_="secret"))
    failed.do("A", "question target=P")
    assert not failed.told(MarkerSeen)
    far = situation(ASKED.replace("event 20,20", "event 20,34") + row(""))
    assert not far.may("A", "question")


@pytest.mark.rule("cappa.8.1.2n", "cappa.7.2q", "cappa.7.2c")
@pytest.mark.parametrize(("event", "more"), [("dangerous_ammunition", ()), ("terrain", ("avoid = true",))])
@pytest.mark.parametrize(("master", "tests"), [("30,20.5", []), ("30,20.5, wounds 3", ["event"])])
def test_before_his_master_a_loyal_man_need_not_test_for_what_he_finds(event, more, master, tests):
    text = ALONE.replace("A at 20,20.5, pa 3", "A at 20,20.5, abilities LO, loyal to M, pa 3")
    text = text.replace("red extra", f"red hero M {'out ' if tests else ''}at {master}\n    red extra", 1)
    game = revealed(text + row(event, *more))
    assert [one.cause for one in game.told(MoraleTested) if one.figure == "A"][:1] == tests
    if not tests:
        assert (game.figure("A").is_prone, game.figure("A").wounds, game.figure("A").pa) == (False, 0, 2)


@pytest.mark.rule("cappa.7.2.h12")
def test_a_squad_catches_an_animal_by_one_of_those_beside_it():
    game = situation(SQUAD + "dice red 1\n" + row("animal", PIG))
    game.do("S", "reveal")
    game.squad("S").pa = 3
    game.state.things["pig"].x, game.state.things["pig"].y = 2050, 2050  # between two of them
    offered = [option["thing"] for option in game.offered("S") if option.key == "catch"]
    assert offered == ["pig"]


@pytest.mark.rule("cappa.7.2a")
@pytest.mark.parametrize(("language", "words"), [("en", "the pig"), ("it", "il maiale")])
def test_what_is_found_bears_the_name_that_the_scenario_gives_it(language, words):
    game = revealed(ALONE + row("object", PIG))
    assert RULES.name(game.state, "thing", "pig", language) == words
