"""Moves in tests: legs judged for a unit of a situation, and how much of them it could pay for."""

from __future__ import annotations

from typing import Any

from alfiere.games.risorgimento.movement.costs import changes
from alfiere.games.risorgimento.movement.judging import Outset, Plan
from alfiere.kernel.objection import Objection
from alfiere.table.legs import Leg, Shift, Turn


def ahead(cm: float, aside: float = 0) -> Shift:
    """A straight way."""
    return Shift(round(cm * 100), round(aside * 10) % 3600)


def back(cm: float) -> Shift:
    """A way straight back."""
    return ahead(cm, 180)


def turn(degrees: float) -> Turn:
    """A turn about the centre, clockwise."""
    return Turn(round(degrees * 10))


def form(game: Any, name: str, formation: str) -> Leg:
    """A change of formation."""
    return changes(game.state, game.unit(name))[formation]


def judged(game: Any, name: str, *legs: Leg) -> Plan | Objection:
    """What the rules say of a move."""
    return Outset(game.state, game.unit(name)).judge(legs)


def allowed(game: Any, name: str, *legs: Leg) -> Plan:
    """A move that must be allowed."""
    found = judged(game, name, *legs)
    assert isinstance(found, Plan), found
    return found


def refused(game: Any, name: str, *legs: Leg) -> tuple[str, str]:
    """Why a move is not: the key and the rule."""
    found = judged(game, name, *legs)
    assert isinstance(found, Objection), found
    return found.key, found.rule


def share(game: Any, name: str, *legs: Leg) -> float:
    """What a move costs, as a share of a whole one."""
    return allowed(game, name, *legs).cost / 1_000_000


def farthest(game: Any, name: str, *before: Leg, aside: float = 0) -> float:
    """How many cm a unit may go straight after other legs, to the tenth."""
    found = 0
    for tenth in range(1, 700):
        if not isinstance(judged(game, name, *before, ahead(tenth / 10, aside)), Plan):
            break
        found = tenth
    return found / 10
