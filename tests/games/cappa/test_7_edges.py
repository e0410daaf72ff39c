"""Chapter 7.2 at its edges: firmness that is hardly there, finds without room, questions with one answer."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.chance.revealing import Reveal
from alfiere.games.cappa.ground.ground import field
from alfiere.games.cappa.people.markers import FOUND, pin
from alfiere.games.cappa.scenario.waters import course
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.told.chance_events import Baffled, FoundLying, MarkerSeen
from alfiere.games.cappa.told.events import Entered, FirmnessChanged, MoraleTested, Taken
from alfiere.kernel.decision import Option
from tests.games.cappa.happening import ALONE, PIG, SQUAD, events, revealed, row
from tests.games.cappa.test_7_corners import look
from tests.situation import situation

HOUSE = ALONE.replace("red", "building 18,18 24,24 door south\nred", 1)


@pytest.mark.rule("cappa.7.2o", "cappa.7.2p")
@pytest.mark.parametrize(("firmness", "left"), [(3, 2), (2, 1), (1, 1)])
def test_a_store_is_lost_by_who_has_more_than_one_firmness(firmness, left):
    game = revealed(HOUSE + f"firmness blue {firmness} red 5\n" + row("ammunition"))
    assert (game.state.sides["blue"].firmness, game.state.sides["red"].firmness) == (left, 5)
    assert events(game) == (["false"] if firmness == 1 else ["it"])
    assert [(one.seat, one.amount) for one in game.told(FirmnessChanged)] == ([] if firmness == 1 else [("blue", -1)])


@pytest.mark.rule("cappa.7.2b", "cappa.7.2aa", "cappa.7.2c")
@pytest.mark.parametrize(("effect", "pa", "prone"), [("pa", 0, False), ("prone", 2, True), ("both", 0, True)])
def test_who_is_baffled_loses_pa_or_his_feet_or_both(effect, pa, prone):
    game = revealed(ALONE + row("terrain", f'effect = "{effect}"'))
    figure = game.figure("A")
    assert (figure.pa, figure.is_prone, figure.has_acted) == (pa, prone, pa == 0)
    assert [(one.figure, one.effect) for one in game.told(Baffled)] == [("A", effect)]


@pytest.mark.rule("cappa.7.2aa", "cappa.7.2c")
@pytest.mark.parametrize(("die", "calm"), [(5, True), (10, False)])
def test_who_keeps_calm_is_not_baffled(die, calm):
    game = revealed(ALONE + f"dice red 1 {die}\n" + row("terrain", 'effect = "both"', "avoid = true"))
    assert [(one.figure, one.cause) for one in game.told(MoraleTested)] == [("A", "event")]
    assert game.figure("A").is_prone is not calm
    assert game.figure("A").pa == (2 if calm else 0)
    assert bool(game.told(Baffled)) is not calm


@pytest.mark.rule("cappa.7.2c", "cappa.6.4.h1")
def test_a_whole_squad_is_thrown_down():
    game = revealed(SQUAD + row("terrain", 'effect = "both"'), who="S")
    assert [game.figure(name).is_prone for name in "ACDE"] == [True] * 4
    assert (game.squad("S").pa, game.squad("S").has_acted) == (0, True)


# Those who wait for an event


WAITING = ALONE + "red extra W off\nblue extra V off\n"


@pytest.mark.rule("cappa.7.1c")
def test_those_who_waited_for_an_event_come_where_it_was():
    game = revealed(WAITING + row("", 'arrives = ["W"]'))
    assert [one.figure for one in game.told(Entered)] == ["W"]
    x, y = game.at("W")
    assert max(abs(x - 20), abs(y - 20)) <= 2
    assert game.figure("V").where == "off"


@pytest.mark.rule("cappa.7.1c")
def test_who_is_on_the_table_already_or_fallen_does_not_come_again():
    for where in ("on", "out", "gone"):
        game = situation(WAITING + row("", 'arrives = ["W"]'))
        game.figure("W").where, game.figure("W").x, game.figure("W").y = where, 4000, 4500
        game.do("A", "reveal")
        assert game.told(Entered) == []
        assert (game.figure("W").where, game.at("W")) == (where, (40, 45))


# Finds


CRAMPED = """
    cappa on open ground 8x8
    closed building 0,1.1 8,8
    closed building 1.1,0 8,1
    event 0.5,0.5
    red extra A at 0.5,0.5, pa 3
    blue extra B off
"""


@pytest.mark.rule("cappa.7.2u")
def test_a_famous_person_for_whom_there_is_no_room_is_not_found():
    game = situation(CRAMPED + row("famous_person"))
    game.do("A", "reveal")
    assert game.told(FoundLying) == []
    assert game.figure("it-1").where == "gone"


@pytest.mark.rule("cappa.7.2e", "cappa.7.2f", "cappa.7.2.1.h3")
@pytest.mark.parametrize("kind", ["brawler", "deserter", "ambush_peasants"])
def test_strangers_for_whom_there_is_no_room_do_not_come(kind):
    game = situation(CRAMPED + "dice red 1 blue\n" + row(kind))
    game.do("A", "reveal")
    assert game.told(Entered) == []
    came = [one for one in game.state.figures.values() if one.id.startswith("it-")]
    assert came
    assert {one.where for one in came} == {"gone"}
    assert not any(one.pa for one in game.state.squads.values())


@pytest.mark.rule("cappa.7.2u")
@pytest.mark.parametrize(("friend", "seat"), [("", "red"), ('friend_of = "blue"', "blue")])
def test_a_famous_person_belongs_to_his_friends_or_to_his_finders(friend, seat):
    game = revealed(ALONE + row("famous_person", friend))
    found = game.figure("it-1")
    assert (found.seat, found.where) == (seat, "out")
    (told,) = game.told(FoundLying)
    assert (told.figure, told.to) == ("it-1", (found.x, found.y))


SWORD = 'thing = { id = "sword", kind = "PS", name = { en = "a pistol", it = "una pistola" } }'
BOX = 'thing = { id = "box", kind = "trifle", name = { en = "a box", it = "una scatola" } }'


@pytest.mark.rule("cappa.7.2t", "cappa.7.2.h7")
def test_a_weapon_that_is_found_joins_the_others_and_a_thing_is_borne():
    game = revealed(ALONE + row("object", SWORD), "pick-up")
    assert game.figure("A").arms == ["BD", "PS"]
    assert "sword" not in game.state.things
    assert [(one.figure, one.how) for one in game.told(Taken)] == [("A", "up")]
    assert game.figure("A").pa == 2  # to take it costs nothing
    box = revealed(ALONE + row("object", BOX), "pick-up")
    assert (box.figure("A").carries, box.state.things["box"].bearer) == (["box"], "A")
    assert box.figure("A").arms == ["BD"]


@pytest.mark.rule("cappa.7.2t", "cappa.7.2.h7")
def test_what_is_let_be_lies_where_the_marker_was():
    game = revealed(ALONE + row("object", BOX), "let-be")
    box = game.state.things["box"]
    assert (box.bearer, box.x, box.y, game.figure("A").carries) == ("", 2000, 2000, [])
    asked = next(one for one in game.asked if one.key == "find")
    assert (asked.seat, asked.about) == ("red", {"figure": "A", "thing": "box"})
    assert [option.get("pa") for option in asked.options] == [0, None]  # for nothing
    assert game.told(Taken) == []


@pytest.mark.rule("cappa.7.2.h7")
def test_who_has_his_hands_full_is_not_asked():
    text = (
        ALONE
        + "thing K barrel at 20,20.5\n"
        + row("object", 'thing = { id = "cask", kind = "barrel", name = { en = "x", it = "x" } }')
    )
    game = situation(text)
    game.figure("A").carries = ["K"]
    game.state.things["K"].bearer = "A"
    game.do("A", "reveal")
    assert "find" not in [one.key for one in game.asked]
    assert game.state.things["cask"].bearer == ""


# Tracks


@pytest.mark.rule("cappa.7.2ab")
@pytest.mark.parametrize(("looks", "seen", "questions"), [(0, 0, 0), (1, 1, 1), (2, 2, 1), (3, 2, 1)])
def test_tracks_show_as_many_markers_as_they_lead_to_and_nobody_is_asked_about_the_last(looks, seen, questions):
    game = revealed(
        ALONE + "dice red 1 2 3\n" + row("tracks", f"looks = {looks}") + row("", id_="one") + row("", id_="two")
    )
    assert len({one.event for one in game.told(MarkerSeen)}) == len(game.told(MarkerSeen)) == seen
    asked = [one for one in game.asked if one.key == "look-under"]
    assert len(asked) == questions
    for one in asked:
        assert one.seat == "red"
        assert {option["marker"]: option["to"] for option in one.options} == {
            "event_marker-2": [4000, 2000],
            "event_marker-3": [2000, 4000],
        }


@pytest.mark.rule("cappa.7.1c")
def test_an_event_of_no_type_is_what_the_scenario_says_of_it_and_no_more():
    game = revealed(ALONE + row("", "worth = 3"))
    assert game.state.sides["red"].points == 3
    assert game.asked == []
    assert list(game.state.things) == []
    assert not FOUND.is_on(game.state, "it")  # that is for things
    assert revealed(ALONE + row("")).state.sides["red"].points == 0


@pytest.mark.rule("cappa.7.1c", "cappa.7.2.h7")
def test_an_event_of_no_type_may_hide_something_that_its_finder_takes():
    game = revealed(ALONE + row("", BOX), "pick-up")
    assert (game.figure("A").carries, game.state.things["box"].bearer) == (["box"], "A")
    assert FOUND.is_on(game.state, "it")


@pytest.mark.rule("cappa.7.2t", "cappa.geo.9")
def test_what_is_found_lies_on_the_ground_and_faces_as_the_scenario_says():
    found = revealed(ALONE + row("object", BOX.replace("name", "faces = 90, name")), "let-be").state.things["box"]
    assert (found.x, found.y, found.level, found.heading) == (2000, 2000, 0, 900)


# What was seen under a marker

FOE = row("personal_enemy", 'profile = "de_guiche"', 'enemy_of = "blue"')


@pytest.mark.rule("cappa.7.2.h6", "cappa.7.2ab")
@pytest.mark.parametrize(
    ("event", "lookers", "may"),
    [(FOE, "", True), (FOE, "A", True), (FOE, "AB", False), (row(""), "A", True), (row(""), "AB", True)],
)
def test_a_marker_is_left_alone_only_where_all_know_that_somebody_elses_enemy_sleeps_there(event, lookers, may):
    game = situation(ALONE + event)
    for who in lookers:
        look(game, "event_marker-1", who)
    assert game.may("A", "reveal marker=event_marker-1") is may
    game.figure("A").x, game.figure("B").x, game.figure("B").y, game.figure("B").pa = 3000, 2000, 1950, 2
    assert game.may("B", "reveal marker=event_marker-1")


@pytest.mark.rule("cappa.7.1.1g", "cappa.7.2ab")
def test_a_marker_under_which_all_have_seen_nothing_may_still_be_taken_away():
    table = '[events]\nmethod = "die"\ndie = 6\n'
    game = situation(ALONE + "dice red 4\n" + row("") + table)
    assert [look(game, "event_marker-1", who) for who in "AB"] == ["false", "false"]
    assert game.may("A", "reveal marker=event_marker-1")


@pytest.mark.rule("cappa.7.2.h1")
def test_a_beast_runs_past_people_whose_side_does_not_matter_to_it():
    """Straight away from A, half an um past the base of B, who is farther off."""
    game = revealed(ALONE + row("animal", PIG))
    pig = game.state.things["pig"]
    pig.x, pig.y = 2000, 1900
    game.figure("B").x, game.figure("B").y = 2120, 1700
    game.state.turn = 2
    game.phase("last", "done")
    assert (pig.x, pig.y) == (2000, 1700)


@pytest.mark.rule("cappa.7.2v")
@pytest.mark.parametrize("first", ["river-1", "river-2"])
@pytest.mark.parametrize(
    ("one", "other", "is_one_water"),
    [
        ("0,10 20,12", "20.01,10 40,12", True),
        ("0,10 20,12", "20.02,10 40,12", False),
        ("10,0 12,20", "10,20.01 12,40", True),
        ("10,0 12,20", "10,20.02 12,40", False),
    ],
)
def test_pieces_of_water_that_touch_are_one_watercourse(first, one, other, is_one_water):
    game = situation(f"cappa on open ground\nriver {one}\nriver {other}\nred extra A at 30,30")
    pieces = [piece.feature for piece in field(game.state).terrain.compiled]
    assert len(course(pieces, first, tables().lengths.tolerance)) == (2 if is_one_water else 1)


@pytest.mark.rule("cappa.2.2.1x")
def test_what_was_revealed_cannot_be_taken_back_though_no_die_was_rolled_for_it():
    game = situation(ALONE + row("", id_="other"))
    pin(game.state, 1, "event_marker-1", ["red"])  # somebody of theirs has looked under it
    shown = []

    def procedure(g):
        yield from Reveal().perform(g, g.state.figures["A"], Option("reveal", {"marker": "event_marker-1"}, ()))
        shown.append((g.revealed, g.chance.counter))

    game.run(procedure)
    assert (shown, events(game)) == ([(1, 0)], ["other"])
