"""Chapter 9.5, who is hidden from whom is remembered, and forgotten as soon as anything it hangs on is otherwise."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import copy

import pytest

from alfiere.games import GAMES
from alfiere.games.cappa.ground.dusk import FOUND
from alfiere.games.cappa.ground.engaged import are_in_melee
from alfiere.games.cappa.ground.glances import glances_of
from alfiere.games.cappa.ground.seeing import watches
from alfiere.games.cappa.ground.visibility import hidden_from
from alfiere.games.cappa.ground.weather import FIRED, LIGHT, WEATHER
from alfiere.games.cappa.state.state import ON, WANTED, SkirmishState, peace_of
from alfiere.games.cappa.state.unplayed import spokesman, unplayed
from alfiere.kernel.decision import Seat
from alfiere.kernel.game import Game
from soak.scuffles import scuffle
from tests.games.cappa.test_9_hidden import dark

RANKS = "\n".join(f"red extra R{number} at {10 + 2 * number},10, squad S" for number in range(8))


def looked_for(s: SkirmishState, seat: Seat) -> set[str]:
    """The same by the letter of the rule, with nothing remembered."""
    eyes = s.standing(seat)
    others = (one for one in s.figures.values() if one.seat != seat and one.where == ON and not one.captor)
    lost = (one for one in others if not FOUND.is_on(one))
    return {one.id for one in lost if not any(watches(s, eye, one) or are_in_melee(s, eye, one) for eye in eyes)}


@pytest.mark.rule("cappa.9.5c")
@pytest.mark.parametrize("seed", range(6))
def test_in_a_whole_scuffle_those_are_hidden_whom_nobody_sees_or_fights(seed):
    scenario, draw = GAMES["cappa"].scenario(scuffle(seed)), random.Random(seed).random
    game = Game(GAMES["cappa"], scenario, seed, {"visibility": "yes"})
    for _ in range(150):
        if game.decision is None or game.state.winner:
            break
        for seat in game.state.seats:
            assert hidden_from(game.state, seat) == looked_for(game.state, seat)
        game.answer(game.decision.seat, game.decision.drawn(draw))


@pytest.mark.rule("cappa.9.5c")
def test_a_side_without_a_player_does_not_know_more_than_who_moves_it_nor_is_it_hidden_from_anybody():
    options = {"third_player": "no", "visibility": "yes"}
    game, draw = Game(GAMES["cappa"], GAMES["cappa"].scenario("lens"), 3, options), random.Random(3).random
    known_to_one_only = set[str]()
    for number in range(240):
        assert game.decision is not None
        game.answer(game.decision.seat, game.decision.drawn(draw))
        s = game.state
        s.options[LIGHT] = "new moon"
        (alone,), speaker = unplayed(s), spokesman(s)
        if number % 5:
            continue
        theirs = {one.id for one in s.figures.values() if one.seat == alone}
        own, lost = looked_for(s, alone), looked_for(s, speaker)
        assert hidden_from(s, alone) == (own | lost) - theirs
        for seat in s.seats:
            assert hidden_from(s, seat).isdisjoint(theirs)
        known_to_one_only |= lost - own - theirs
    assert known_to_one_only  # whom the side without a player would see if it had one


@pytest.mark.rule("cappa.9.5c", "cappa.9.5.2a", "cappa.9.5.2b")
@pytest.mark.parametrize(
    ("change", "hidden"),
    [
        (lambda s: setattr(s.figures["B"], "x", 4000), {"B", "C"}),
        (lambda s: setattr(s.figures["A"], "y", 5500), {"B", "C"}),
        (lambda s: setattr(s.figures["A"], "where", "out"), {"B", "C"}),
        (lambda s: setattr(s.figures["A"], "captor", "B"), {"B", "C"}),
        (lambda s: setattr(s.figures["A"], "has_surrendered", True), {"B", "C"}),
        (lambda s: setattr(s.figures["C"], "where", "gone"), set()),
        (lambda s: FIRED.put(s.figures["C"]), set()),
        (lambda s: FOUND.put(s.figures["C"]), set()),
        (lambda s: s.options.update({LIGHT: "day", WEATHER: "clear"}), set()),
    ],
)
def test_whoever_moves_falls_fires_or_is_found_and_the_sky_too_changes_who_is_hidden(
    change: Callable[[SkirmishState], None], hidden: set[str]
):
    game = dark("red extra A at 10,10\nblue extra B at 16,10\nblue extra C at 25,10")
    assert hidden_from(game.state, "red") == looked_for(game.state, "red") == {"C"}
    change(game.state)
    assert hidden_from(game.state, "red") == looked_for(game.state, "red") == hidden


@pytest.mark.rule("cappa.9.5c", "cappa.9.5.3b")
def test_when_fog_comes_up_or_lifts_others_are_hidden():
    game = dark("red extra A at 10,10\nblue extra C at 25,10", "moon", "rain")
    for weather, hidden in (("rain", set()), ("fog", {"C"}), ("rain", set())):
        game.state.options[WEATHER] = weather
        assert hidden_from(game.state, "red") == hidden


@pytest.mark.rule("cappa.9.5.2b")
def test_where_three_sides_are_in_the_dark_the_fight_of_two_is_heard_by_the_third():
    game = dark("red extra A at 10,10\nblue extra B at 23,10\ngreen extra C at 24,10")
    assert hidden_from(game.state, "red") == frozenset()  # far from anybody who could fight with A
    game.figure("C").x = 2700
    assert hidden_from(game.state, "red") == {"B", "C"}


@pytest.mark.rule("cappa.9.5c", "cappa.9.5b")
def test_one_on_a_larger_base_is_seen_from_farther_away():
    game = dark("red extra A at 10,10\nblue extra B at 20,10")
    assert hidden_from(game.state, "red") == {"B"}
    other = copy(game.figure("B").sheet)
    other.radius_on_foot += 150
    game.figure("B").sheet = other
    assert hidden_from(game.state, "red") == looked_for(game.state, "red") == frozenset()


@pytest.mark.rule("cappa.9.5.2b", "cappa.2.1.2.h6")
def test_a_squad_is_not_heard_by_the_fight_of_one_while_he_acts_by_himself():
    game = dark(f"{RANKS}\nred squad S, open\nblue extra B at 25,10")
    s = game.state
    assert "R0" not in hidden_from(s, "blue")
    game.figure("R7").die = 3
    assert "R0" not in hidden_from(s, "blue")  # he stands with it
    s.acting = "R7"
    assert "R0" in hidden_from(s, "blue")
    s.acting = ""
    assert "R0" not in hidden_from(s, "blue")


@pytest.mark.rule("cappa.9.5.2b")
def test_nobody_fights_in_peace_and_so_nobody_is_heard_but_who_is_wanted():
    game = dark(f"{RANKS}\nred squad S, open\nblue extra B at 25,10")
    s = game.state
    assert "R0" not in hidden_from(s, "blue")
    s.peace.append(peace_of("red", "blue"))
    assert "R0" in hidden_from(s, "blue")
    WANTED.put(game.figure("B"))
    assert "R0" not in hidden_from(s, "blue")
    WANTED.clear(game.figure("B"))
    assert "R0" in hidden_from(s, "blue")


@pytest.mark.rule("cappa.9.5.2b", "cappa.6.3.h1")
def test_a_squad_is_heard_by_the_fight_of_one_on_his_own_die_until_he_is_apart_from_it():
    game = dark(f"{RANKS}\nred squad S, open\nblue extra B at 25,10")
    s = game.state
    game.figure("R7").die = 3
    assert "R0" not in hidden_from(s, "blue")
    game.figure("R6").shaken = "fire"  # who is shaken does not link him to the others any more
    assert "R0" in hidden_from(s, "blue")
    game.figure("R6").shaken = ""
    s.squads["S"].members.remove("R6")
    assert "R0" in hidden_from(s, "blue")


@pytest.mark.rule("cappa.9.5b", "cappa.9.5e")
@pytest.mark.parametrize(
    ("name", "value"),
    [("x", 1100), ("y", 1100), ("level", 300), ("is_mounted", True), ("is_prone", True), ("mount", "horse")],
)
def test_what_is_known_of_one_who_stands_so_does_not_hold_when_he_stands_otherwise(name: str, value: object):
    s = dark("red extra A at 10,10\nblue extra B at 20,10\nblue extra C at 30,10").state
    glances, people = glances_of(s), list(s.figures.values())
    before = glances.numbers(people)
    setattr(s.figures["B"], name, value)
    now = glances.numbers(people)
    assert [one != two for one, two in zip(before, now, strict=True)] == [False, True, False]
    assert now == [glances.number(one) for one in people]
    assert glances.numbers(people[1:]) == now[1:]


@pytest.mark.rule("cappa.9.5b", "cappa.9.5e")
@pytest.mark.parametrize(
    "change",
    [
        lambda s: s.changed.append("building_stone-1/door-north-0"),
        lambda s: s.options.update({LIGHT: "moon"}),
        lambda s: s.options.update({WEATHER: "rain"}),
    ],
)
def test_what_is_known_does_not_hold_on_other_ground_or_under_another_sky(change: Callable[[SkirmishState], None]):
    s = dark("building 20,10 22,12 door north\nred extra A at 10,10\nblue extra B at 20,20").state
    before = glances_of(s)
    assert glances_of(s) is before
    change(s)
    assert glances_of(s) is not before


@pytest.mark.rule("cappa.9.5c")
@pytest.mark.parametrize("seed", range(4))
def test_while_one_after_the_other_walks_about_only_whom_nobody_sees_any_more_is_hidden(seed):
    sides = {"red": ("A", "B", "C"), "blue": ("D", "E", "F")}
    game = dark(
        "\n".join(
            f"{seat} extra {one} at {5 + 5 * sides[seat].index(one)},{10 + 10 * (seat == 'blue')}"
            for seat in sides
            for one in sides[seat]
        )
    )
    s, dice, seen = game.state, random.Random(seed), set[frozenset[str]]()
    for _ in range(150):
        one = s.figures[dice.choice("ABCDEF")]
        one.x, one.y = dice.randint(5, 15) * 100, dice.randint(10, 40) * 100
        for seat in s.seats:
            assert hidden_from(s, seat) == looked_for(s, seat)
            seen.add(hidden_from(s, seat))
    assert len(seen) > 10  # they were hidden and seen in many ways
