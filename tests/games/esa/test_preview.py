"""Previews: what an option would bring. They change nothing, tell the truth, and never more than the seat can know."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from alfiere.games import GAMES
from alfiere.games.esa import events as told_events
from alfiere.games.esa.events import ForcedMove, MeleeStruck, UnitMoved, VolleyFired
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.game import Game
from soak.brawls import brawl
from tests.kernel.walks import any_decision, new_game
from tests.situation import situation

ESA = GAMES["esa"]
# Brawls are made of all troops there are, those of other tests too: which battle a seed gives is not fixed.
KINDS = {"path", "line", "sector", "reach", "threat", "command"}
MOVES = ("move", "pursue", "press", "evade-to", "withdraw", "step-back", "charge-to", "step")


def previewed(game: Game[Any], decision: Decision, option: Option) -> tuple[list[Any], list[Any]]:
    """What the server answers to who hovers over an option."""
    prospects = ESA.prospects(game.state, decision, option, decision.seat)
    return [one.to_plain() for one in prospects], ESA.sketch(game.state, decision, option)


def samples(game: Game[Any], dice: random.Random) -> Iterator[tuple[Decision, Option]]:
    """A few options of what is asked now, one of each kind at least."""
    for decision in game.decisions():
        by_key: dict[str, list[Option]] = {}
        for option in decision.options:
            by_key.setdefault(option.key, []).append(option)
        for options in by_key.values():
            yield from ((decision, option) for option in dice.sample(options, min(2, len(options))))


def battle(seed: int, veterans: str = "no") -> Game[Any]:
    return Game(ESA, ESA.scenario(brawl(seed)), seed, {"veterans": veterans})


def walked(game: Game[Any], seed: int, steps: int = 500) -> Iterator[tuple[Decision, Option]]:
    """A walk that prefers to come to blows; each answer is told before it is given."""
    dice = random.Random(seed)
    for _ in range(steps):
        decision = any_decision(game, dice)
        if decision is None:
            return
        keen = [one for one in decision.options if one.key not in ("done", "none", "hold", "stand", "stay")]
        option = dice.choice(keen or list(decision.options))
        yield decision, option
        game.answer(decision.seat, option)


def test_a_preview_changes_nothing_and_speaks_the_words_of_the_table():
    assert set().union(*map(_kinds_seen, range(8))) == KINDS


def _kinds_seen(seed: int) -> set[str]:
    game = battle(seed, "yes" if seed % 3 == 0 else "no")
    dice = random.Random(seed)
    grid = game.state.field.grid
    seen = set()
    for _ in walked(game, seed):
        before = game.digest()
        for decision, option in samples(game, dice):
            prospects, drawn = previewed(game, decision, option)
            for prospect in prospects:
                assert prospect["who"] in game.state.units or prospect["who"] in game.state.leaders
                assert sum(one["chance"] for one in prospect["results"]) == pytest.approx(1)
                assert all(set(tally) == {"kind", "total", "lines"} for tally in prospect["tallies"])
            for one in drawn:
                seen.add(one["kind"])
                hexes = one.get("hexes", [one.get("from"), one.get("to")] if one["kind"] == "line" else [])
                assert all(label in grid for label in hexes)
                assert all(name in game.state.units for name in one.get("pieces", []))
        assert game.digest() == before
    return seen


def test_the_path_that_is_drawn_is_the_path_that_is_taken():
    compared = set()
    for seed in range(25):
        game = battle(100 + seed)
        foretold: dict[str, tuple[str, list[str]]] = {}
        told = 0
        for decision, option in walked(game, seed):
            for event in game.events[told:]:
                if isinstance(event, UnitMoved | ForcedMove) and event.unit in foretold:
                    key, expected = foretold.pop(event.unit)
                    # a counter-charge stops a charge on its way
                    assert [event.start, *event.path] == expected[: len(event.path) + 1], event
                    compared.add(key)
            told = len(game.events)
            if decision.key != "leader-goes":  # who goes along is asked before the move is made
                foretold.clear()
            if option.key in MOVES and "hex" in option.args and option["hex"] != game.state.units[option["unit"]].hex:
                (path,) = [one["hexes"] for one in ESA.sketch(game.state, decision, option) if one["kind"] == "path"]
                foretold[option["unit"]] = (option.key, path)
    assert compared >= {"move", "pursue", "press", "evade-to", "withdraw", "step-back", "charge-to"}


TESTED = {("move", "charge"), ("chain", "division"), ("fire", "fire"), ("react-to-fire", "fire")}
TESTED |= {("react-to-fire", "none"), ("fight-back", "fight")}


def test_a_test_that_an_answer_brings_at_once_was_foretold_card_by_card():
    seen = set()
    for seed in range(40):
        game = battle(seed, "yes" if seed % 3 == 0 else "no")
        dice = random.Random(seed)
        for _ in range(500):
            decision = any_decision(game, dice)
            if decision is None:
                break
            idle = ("done", "hold", "stand", "stay") if dice.random() < 0.9 else ()
            option = dice.choice([one for one in decision.options if one.key not in idle] or list(decision.options))
            told = ESA.prospects(game.state, decision, option, decision.seat)
            events = game.answer(decision.seat, option)
            tests = [one for one in events if isinstance(one, told_events.TestTaken | VolleyFired | MeleeStruck)]
            if not tests or (isinstance(tests[0], MeleeStruck) and tests[0].helpers):
                continue  # helpers are not counted beforehand
            first = tests[0]
            who = first.piece if isinstance(first, told_events.TestTaken) else first.unit
            if not told and who != option.get("unit"):
                continue  # the answer has ended a step of the turn, and this belongs to the next
            if isinstance(first, told_events.TestTaken):
                assert told, (decision.key, option)
                assert (told[0].who, told[0].tallies[0].lines) == (who, first.tally.lines), (decision.key, option)
            elif told:  # both sides' cards are turned together
                assert (who, first.tally.lines) in [(one.who, one.tallies[0].lines) for one in told], option
            if told:
                seen.add((decision.key, option.key))
    assert seen >= TESTED, TESTED - seen


@pytest.mark.parametrize("seed", range(6))
def test_a_preview_tells_nothing_the_seat_cannot_know(seed):
    game = battle(200 + seed) if seed % 2 else new_game("esa", "lens-1648", seed)
    dice = random.Random(seed)
    for number, _ in enumerate(walked(game, seed)):
        if number % 3:
            continue
        for decision, option in samples(game, dice):
            known = previewed(game, decision, option)
            truth = game.state
            changed = truth.copy()
            ESA.redeal(changed, decision.seat, Chance(f"other {number}"))
            game.state = changed
            try:
                assert previewed(game, decision, option) == known
            finally:
                game.state = truth


def test_a_volley_is_drawn_with_its_line_and_sector_and_counted_with_its_odds():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0
        blue  walloons B at 0,-2 facing 3
        order red: fire
    """)

    def look(decision: Decision) -> Option | None:
        if decision.key != "fire":
            return None
        option = decision.option("fire", unit="A", target="B")
        assert option is not None
        (prospect, reply), drawn = previewed(game.game, decision, option)
        assert (prospect["kind"], prospect["when"]) == ("fire", "")
        assert (reply["kind"], reply["who"], reply["when"]) == ("fire", "B", "reply")
        assert reply["tallies"][0]["total"] > 0
        assert prospect["tallies"][0]["lines"][0] == [3, "strength", "esa.10.8b"]
        assert drawn[0] == {"kind": "line", "from": game.at(0, 0), "to": game.at(0, -2)}
        assert game.at(0, -2) in drawn[1]["hexes"]
        assert drawn[2] == {"kind": "threat", "pieces": ["B"]}  # it may return fire
        return option

    game.phase("fire", look, "none")


def test_a_unit_to_be_moved_shows_its_reach_and_a_facing_its_sector():
    game = situation("""
        esa on open ground
        red   cuirassiers A at 0,0 facing 0
        blue  walloons B at 0,-9 facing 3
        order red: move
    """)

    def look(decision: Decision) -> Option | None:
        option = decision.options[0]
        _, drawn = previewed(game.game, decision, option)
        if decision.key == "move-which":
            assert drawn[0]["kind"] == "reach"
            assert len(drawn[0]["hexes"]) > 6
        if decision.key == "face":
            (front,) = drawn  # they do not fire: their two front hexes
            assert set(front["hexes"]) == set(game.game.state.field.grid.adjacent[game.at(0, 0)]) & set(front["hexes"])
            assert len(front["hexes"]) == 2
        return option

    game.phase("movement", look, look, look)


def test_a_charge_is_shown_with_the_melee_it_may_come_to():
    game = situation("""
        esa on open ground
        red   cuirassiers A at 0,0 facing 1
        blue  line B at 3,0 facing 4
        order red: move melee
    """)

    def look(decision: Decision) -> Option | None:
        if decision.key != "move":
            return None
        option = decision.option("charge", unit="A", target="B")
        assert option is not None
        test, blow, back = previewed(game.game, decision, option)[0]
        assert (test["kind"], test["who"], test["when"]) == ("morale", "A", "")
        assert (blow["kind"], blow["who"], blow["when"]) == ("melee", "A", "then")
        assert (back["kind"], back["who"], back["when"]) == ("melee", "B", "then")
        return option

    game.phase("movement", "unit unit=A", look)
    assert game.told(told_events.ChargeDeclared)
