"""The players: they answer with options, see nothing they may not, and greedy is the better one."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.battles.armies.choosing import well_spent
from alfiere.games import GAMES
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.game import Game
from alfiere.lab.series import Series, play_one
from alfiere.players import PLAYERS, Greedy, player
from tests.kernel.walks import BATTLES, is_walked_far, new_game, seats_of, walk
from tests.tiny import SHELF

SHARE = 4  # battles a side of the first battle, two of each other; make soak fights a hundred of each


@pytest.mark.parametrize("kind", sorted(PLAYERS))
@pytest.mark.parametrize(("code", "name"), BATTLES)
def test_a_player_answers_with_an_option_or_with_what_may_be_pointed_at(kind: str, code: str, name: str) -> None:
    game = new_game(code, name, 3)
    sitting = player(kind, 5)
    for _ in range(40):
        decision = game.decision
        if decision is None:
            assert game.result is not None
            break
        option = sitting.choose(game, decision.seat)
        assert decision.find(option) == option
        game.answer(decision.seat, option)


@pytest.mark.parametrize("steps", [0, 4, 60, 110, 170])
@pytest.mark.parametrize(("code", "name"), BATTLES)
def test_greedy_cannot_profit_from_what_it_may_not_see(code: str, name: str, steps: int) -> None:
    """Dealt another hidden hand, with other dice to come, it answers the same."""
    game = new_game(code, name, 11)
    for _ in walk(game, 11, steps):
        pass
    decision = game.decision
    if decision is None or game.decisions()[1:]:
        return
    seat = decision.seat
    mark = game.mark
    assert mark is not None
    if any(taken.seat != seat for taken in game.journal[mark.decisions :]):
        return  # what the other has answered since may hang on the cards that are dealt anew
    changed = mark.state.copy()
    SHELF[code].redeal(changed, seat, Chance("another deal"))
    other: Game[Any] = Game(SHELF[code], game.scenario, "other dice", state=changed, counter=mark.counter)
    for taken in game.journal[mark.decisions :]:
        other.answer(taken.seat, taken.option)
    if other.decision is None or other.decision.seat != seat:
        return
    assert Greedy("same").choose(game, seat) == Greedy("same").choose(other, seat)


def pairings() -> list[tuple[str, str, str]]:
    """One battle of each game from either side; the others each from one, now red and now blue."""
    ours = [one for one in BATTLES if one[0] in GAMES]
    either = [(*one, seat) for one in ours if is_walked_far(*one) for seat in ("red", "blue")]
    others = [one for one in ours if not is_walked_far(*one)]
    return either + [(*one, ("red", "blue")[place % 2]) for place, one in enumerate(others)]


@pytest.mark.parametrize(("code", "name", "greedy_seat"), pairings())
def test_greedy_beats_random_from_either_side(code: str, name: str, greedy_seat: str) -> None:
    players = {seat: "greedy" if seat == greedy_seat else "random" for seat in seats_of(code, name)}
    series = Series(code, name, players, "share", {})
    battles = SHARE if name == "lens-1648" else 2
    left = battles - 1  # all but one are to be won; when they are, the last need not be fought
    for number in range(battles):
        left -= play_one(series, number).winner == greedy_seat
        if not left:
            break
    assert not left


def test_the_same_seed_gives_the_same_battle() -> None:
    series = Series("esa", "lens-1648", {"red": "greedy", "blue": "random"}, "twice", {})
    assert play_one(series, 1) == play_one(series, 1)
    assert play_one(series, 1) != play_one(series, 2)


@pytest.mark.parametrize(("code", "name"), [("fucilieri", "meeting-1706"), ("lumi", "meeting-1757")])
def test_the_computer_draws_its_army_among_those_that_spend_the_points_well(code: str, name: str) -> None:
    game = new_game(code, name, 3)
    decision = game.decision
    assert decision is not None
    most = max(one["points"] for one in decision.options)
    drawn = [player("greedy", seed).choose(game, decision.seat) for seed in range(30)]
    assert len({one["army"] for one in drawn}) > 2
    assert all(one["points"] >= most * 0.98 for one in drawn)
    assert player("greedy", 4).choose(game, decision.seat) == drawn[4]


def test_an_army_that_leaves_points_unspent_is_not_drawn() -> None:
    offered = [Option("choose-army", {"army": name, "points": points}) for name, points in (("a", 980), ("b", 970))]
    most = Option("choose-army", {"army": "c", "points": 1_000})
    assert well_spent(Decision("red", "choose-army", [*offered, most])) == [offered[0], most]


def test_greedy_thinks_where_the_list_says_but_one_thing_and_a_place_may_be_pointed_at() -> None:
    """A general with one ordinary option, to stay, would never ride to where nobody has thought of offering him."""
    rules = GAMES["risorgimento"]
    game: Game[Any] = Game(rules, rules.scenario("palestro"), "one thing")
    stay, away = Option("stay", {}), Option("ride", {"to": [1, 2, 3]})
    pointed = Decision("red", "ride", [stay], free=lambda key, args: away if key == "ride" else None)

    class Thinking:
        def __getattr__(self, name: str) -> Any:
            return getattr(rules, name)

        def considered(self, state: Any, decision: Decision) -> list[Option]:
            return [away]

    for asked, wanted in ((pointed, away), (Decision("red", "ride", [stay]), stay)):
        twin = game.clone()
        twin.rules = Thinking()  # type: ignore[assignment]
        twin.decision_of = lambda seat, asked=asked: asked  # type: ignore[method-assign, misc]
        assert Greedy(1).choose(twin, "red") == wanted
