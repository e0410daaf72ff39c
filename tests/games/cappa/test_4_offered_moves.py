"""Chapter 4: which moves are offered, to single men and squads, and how far difficult ground lets them go."""

from __future__ import annotations

import math
import random

import pytest

from alfiere.games.cappa.movement.movement import free_move
from alfiere.games.cappa.movement.together import free_squad_move
from alfiere.games.cappa.people.impulses import actor
from alfiere.games.cappa.turn.actions import BY_KEY, decide
from alfiere.kernel.decision import Option
from alfiere.kernel.objection import Objection
from alfiere.table import places
from tests.situation import situation


def refusal(game, name: str, x: float, y: float) -> str:
    """The rule that forbids a move, or nothing."""
    found = free_move(game.state, game.figure(name), (round(x * 100), round(y * 100)))
    return found.rule if isinstance(found, Objection) else ""


def moves(game, name="A"):
    """The places a Move action is offered to."""
    return [tuple(option["to"]) for option in game.offered(name) if option.key == "move"]


@pytest.mark.rule("cappa.4.3.5b")
def test_who_stands_deep_in_a_marsh_is_offered_half_a_move_all_round():
    game = situation("cappa on open ground\nmarsh 2,2 18,18\nred extra A at 10,10, pa 2, Mov 4")
    assert {(1000, 800), (1200, 1000), (1000, 1200), (800, 1000)} <= set(moves(game))
    assert all(max(abs(x - 1000), abs(y - 1000)) <= 200 for x, y in moves(game))


@pytest.mark.rule("cappa.4.3.5b", "cappa.4.3.5.h1")
def test_at_the_rim_of_a_marsh_both_the_whole_move_out_and_the_half_within_are_offered():
    game = situation("cappa on open ground\nmarsh 2,2 11,18\nred extra A at 10,10, pa 2, Mov 4")
    found = moves(game)
    assert (1400, 1000) in found
    assert (800, 1000) in found
    assert not any(x < 799 for x, _ in found)
    assert len(found) == len(set(found))


@pytest.mark.rule("cappa.4.3.5c")
def test_two_ways_that_the_same_marsh_ends_at_one_place_are_one_choice():
    game = situation(
        "cappa on open ground\nmarsh 12,5 20,15\nred extra A at 10,10, pa 2, Mov 4\n"
        "thing K barrel at 13.2,10\nblue extra B at 18,10.4"
    )
    assert len(moves(game)) == len(set(moves(game)))


@pytest.mark.rule("cappa.4.0c", "cappa.4.3.5c", "cappa.geo.2")
def test_the_way_round_a_marsh_may_be_as_long_as_any_way():
    game = situation("cappa on open ground\nmarsh 11,9.4 12.1,16\nred extra A at 10,10, pa 2, Mov 5")
    assert refusal(game, "A", 14.17, 10) == ""  # 5.01 um, the tolerance included
    assert refusal(game, "A", 14.2, 10) == "cappa.4.3.5c"  # straight on he would have to stop


@pytest.mark.rule("cappa.4.0a")
def test_what_somebody_carries_is_no_place_to_go_to():
    text = "cappa on open ground\nred extra A at 10,10, pa 2, Mov 4\nred extra C at 30,30{}\nthing K barrel at 12,11"
    lying, carried = situation(text.format("")), situation(text.format(", carries K"))
    carried.state.things["K"].bearer = "C"
    assert len(moves(lying)) == len(moves(carried)) + 1


@pytest.mark.rule("cappa.4.3.6e", "cappa.8.1.1j")
@pytest.mark.parametrize(("how", "may"), [("mounted, ", True), ("", False)])
def test_the_cry_before_a_charge_is_for_enemies_as_near_as_he_can_charge(how, may):
    game = situation("""
        cappa on open ground
        red extra A at 10,10, mounted, Mov 8, on foot 4, abilities RI BC, pa 3
        blue extra B at 18.4,10
    """)
    game.figure("A").is_mounted = bool(how)
    assert game.may("A", "battle-cry") == may


@pytest.mark.rule("cappa.4.3.5b")
@pytest.mark.parametrize(
    ("place", "told"), [((1000, 1400), "(4 um, 2 um is the most)"), ((1900, 1000), "(9 um, 4 um is the most)")]
)
def test_a_refusal_in_a_marsh_tells_how_far_one_gets_there(place, told):
    game = situation("cappa on open ground\nmarsh 2,2 11,18\nred extra A at 10,10, pa 2, Mov 4")
    found = free_move(game.state, game.figure("A"), place)
    assert isinstance(found, Objection)
    assert found.rule == "cappa.4.3.5b"
    assert told in str(game.refusal(found))


@pytest.mark.rule("cappa.4.3.7a", "cappa.2.2.1j")
def test_the_fallen_within_reach_are_among_the_places_offered_but_not_whom_somebody_carries():
    text = "cappa on open ground\nred extra A at 10,10, pa 2, Mov 4\nred extra F out at 11.5,12\nred extra C at 30,30"
    game = situation(text)

    def may_touch() -> bool:
        return any((x - 1150) ** 2 + (y - 1200) ** 2 <= 101**2 for x, y in moves(game))

    assert may_touch()
    game.figure("F").captor = "C"
    assert not may_touch()
    game.figure("F").captor = ""
    game.figure("F").where = "gone"
    assert not may_touch()
    game.figure("F").where, game.figure("F").has_surrendered = "on", True
    assert may_touch()


PAIR = """
    cappa on open ground
    {ground}
    red extra A at 10,10, squad S, Mov 4
    red extra B at 11,10, squad S, Mov 4
    red squad S, pa 2
    blue extra X at 10,30
"""


@pytest.mark.rule("cappa.4.3.1d")
def test_a_squad_is_offered_each_stretch_once_though_the_enemy_is_due_south():
    assert len(moves(situation(PAIR.format(ground="")), "S")) == 8


@pytest.mark.rule("cappa.4.3.5b", "cappa.6.5.h1", "cappa.geo.2")
def test_a_squad_that_wades_goes_half_as_far_and_the_tolerance():
    game = situation(PAIR.format(ground="marsh 9,2 12,18"))
    wade = [free_squad_move(game.state, game.squad("S"), (1000, 1000 + far)) for far in (201, 202)]
    assert [isinstance(one, Option) for one in wade] == [True, False]
    out = [free_squad_move(game.state, game.squad("S"), (1000 - far, 1000)) for far in (249, 250, 401, 402)]
    assert [isinstance(one, Option) for one in out] == [False, True, True, False]


@pytest.mark.rule("cappa.6.5.h2")
@pytest.mark.parametrize(
    "ground",
    [
        "A 10,10 B 11.3,10.6 C 10.2,8.9 | hedge 5,16 8,14\nwell 10,6\nred extra Y at 13,12",
        "A 10,10 B 11.3,10.5 C 10.4,8.9 | hedge 10,14 7,12\nwell 10,5\nred extra Y at 7,13",
    ],
)
def test_every_stretch_a_squad_is_offered_can_be_gone_by_all(ground):
    places, _, ground = ground.partition(" | ")
    names = places.split()
    men = [f"red extra {name} at {place}, squad S" for name, place in zip(names[::2], names[1::2], strict=True)]
    game = situation("\n".join(["cappa on open ground", *men, "red squad S, pa 2", "blue extra X at 7,19", ground]))
    for to in moves(game, "S"):
        assert isinstance(free_squad_move(game.state, game.squad("S"), to), Option), to


@pytest.mark.rule("cappa.4.0a")
def test_of_many_enemies_the_ways_towards_the_three_nearest_are_offered():
    enemies = {"B": (24, 17), "C": (14, 13), "D": (17, 28), "E": (28, 26)}  # E is the farthest
    text = "cappa on open ground\nred extra A at 20,20, pa 2, Mov 4\n"
    found = moves(situation(text + "".join(f"blue extra {name} at {x},{y}\n" for name, (x, y) in enemies.items())))

    def is_offered(name):
        x, y = (100 * one - 2000 for one in enemies[name])
        return any(dx * x + dy * y > 0 and abs(dx * y - dy * x) < 2 * math.hypot(x, y) for dx, dy in steps)

    steps = [(x - 2000, y - 2000) for x, y in found]
    assert [name for name in enemies if is_offered(name)] == ["B", "C", "D"]


@pytest.mark.rule("cappa.6.5.h2", "cappa.4.0a")
def test_a_squad_is_offered_the_way_up_to_a_slanting_wall_a_hundredth_short_where_rounding_asks_it():
    game = situation("""
        cappa on open ground
        low wall 8,12.6 20,13.9
        red extra D at 10,10, squad S, Mov 6
        red extra E at 11.5,10, squad S, Mov 6
        red extra F at 13,10, squad S, Mov 6
        red squad S, open, die 2
        blue extra B at 35,35
    """)
    to = (1259, 1259)  # 3.66 um to the south-east; 3.67 are too many for one of them
    assert to in moves(game, "S")
    assert isinstance(free_squad_move(game.state, game.squad("S"), (1260, 1260)), Objection)


# One of them at random


CROWDED = """
    cappa on open ground
    wall 12,4 12,16
    hedge 6,4 6,16
    wood 14,14 20,20
    {who}
    red extra D at 8.7,10, out of action
    thing K barrel at 9,13
    blue extra B at 16,9
    blue extra C at 9,4
"""


def drawn(game, name: str, verb: str, count: int) -> list[Option]:
    """What a random player comes to who has taken this verb, so many times over."""
    s, who, dice = game.state, actor(game.state, name), random.Random(name)
    found = (BY_KEY[verb].drawn(s, who, 1, dice.random) for _ in range(count))
    return [one for one in found if one is not None]


@pytest.mark.rule("cappa.4.0a", "cappa.4.0c")
def test_a_place_drawn_by_itself_is_one_of_those_offered_and_each_of_them_comes_up():
    game = situation(CROWDED.format(who="red extra A at 10,10, pa 2, Mov 4"))
    assert_those_offered_are_drawn(game)


def assert_those_offered_are_drawn(game):
    """Each of them, and at most such others as lie next to one that comes before them in the list."""
    ends = {tuple(one["to"]) for one in drawn(game, "A", "move", 400)}
    assert set(moves(game)) <= ends
    for end in ends - set(moves(game)):
        assert any(math.dist(end, other) < 100 for other in moves(game))
        assert isinstance(free_move(game.state, game.figure("A"), end), Option)


@pytest.mark.rule("cappa.4.3.1d", "cappa.6.5b")
@pytest.mark.parametrize("verb", ["move", "march"])
def test_of_a_squad_too(verb):
    men = [f"red extra {id} at {x},10, Mov 4, squad S" for id, x in (("A", 9.8), ("E", 10.4), ("F", 11))]
    game = situation(CROWDED.format(who="\n    ".join([*men, "red squad S, open, pa 2"])))
    offered = {one.meaning for one in BY_KEY[verb].offer(game.state, game.squad("S"), 2)}
    assert len(offered) > 4
    assert {one.meaning for one in drawn(game, "S", verb, 300)} == offered


@pytest.mark.rule("cappa.4.3.6c", "cappa.2.1.4d")
@pytest.mark.parametrize(("pa", "is_drawn"), [(1, False), (2, True)])
def test_who_cannot_ride_draws_no_move_that_he_cannot_pay(pa, is_drawn):
    game = situation(
        "cappa on open ground\nred extra A at 10,10, mounted, Mov 8, on foot 4, pa 3\nblue extra B at 30,30"
    )
    lots = (random.Random(seed).random for seed in range(80))
    verbs = {decide(game.state, game.figure("A"), pa, (), may_stop=False).drawn(lot).key for lot in lots}
    assert ("move" in verbs) == is_drawn


@pytest.mark.rule("cappa.4.3.5c")
def test_where_a_marsh_cuts_ways_short_what_is_drawn_is_cut_too():
    game = situation(
        "cappa on open ground\nmarsh 11,5 20,15\nred extra A at 10,10, pa 2, Mov 4\nblue extra B at 18,10.4"
    )
    assert_those_offered_are_drawn(game)
    assert not any(x > 1151 for x, _ in moves(game))


@pytest.mark.rule("cappa.4.3.5b", "cappa.4.3.5.h1")
def test_who_stands_in_a_marsh_draws_from_what_he_is_offered():
    game = situation("cappa on open ground\nmarsh 2,2 11,18\nred extra A at 10,10, pa 2, Mov 4")
    assert {tuple(one["to"]) for one in drawn(game, "A", "move", 200)} == set(moves(game))


@pytest.mark.rule("cappa.4.0a")
def test_who_draws_one_place_looks_at_no_more_than_it_takes(monkeypatch):
    game = situation(CROWDED.format(who="red extra A at 10,10, pa 2, Mov 4"))
    looked = []

    def noted(look):
        def looks(*args):
            looked.append(args)
            return look(*args)

        return looks

    for name in ("_touching", "_in_cover", "_towards", "_all_round"):
        monkeypatch.setattr(places, name, noted(getattr(places, name)))
    assert len(drawn(game, "A", "move", 1)) == 1
    assert len(looked) <= 4
    looked.clear()
    moves(game)
    assert len(looked) > 10
