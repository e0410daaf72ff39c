"""Attacks on a stage: a situation, some phases of the turn, and what each side does where it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.game import Game
from alfiere.table.legs import Footing

TIMES = 1000

Answer = Callable[[Any, Decision], Option]


@dataclass(frozen=True)
class Scene:
    """One attack: what stands where, and what its target does when the enemy comes."""

    name: str
    lines: str
    reply: str = "stand"


def times_of(share: float) -> int:
    """How often each scene is played for this share of the whole."""
    return max(20, round(TIMES * share))


def played(rules: Any, start: Any, number: int, answer: Answer) -> Game[Any]:
    """A scene that began in this state, played out with the dice of its number."""
    game: Game[Any] = Game(rules, start.scenario, f"figures {number}", state=start.copy())
    while (decision := game.decision) is not None:
        game.answer(decision.seat, answer(game.state, decision))
    return game


def means(ends: Iterable[Sequence[float]]) -> list[float]:
    """The mean of each figure over all the times a scene was played."""
    found = list(zip(*ends, strict=True))
    return [sum(one) / len(one) for one in found]


def first_of(decision: Decision, wanted: Iterable[Callable[[Option], bool]]) -> Option:
    """The first option that fits what is wanted most; if none fits anything, the first of all."""
    return next((one for fits in wanted for one in decision.options if fits(one)), decision.options[0])


def set_apart(s: Any, unit: Any, target: Any, far: int) -> None:
    """Stand who faces east so far west of his target, who faces him, from front to front."""
    deep = s.shape(unit).depth + s.shape(target).depth
    pose = unit.pose._replace(x=target.x - deep // 2 - far)
    s.stand(unit, Footing(unit.formation, s.shape(unit), pose))


def has_kept(start: Any, end: Any, within: int) -> bool:
    """Whether who stood there still stands about there."""
    return bool(abs(end.x - start.x) + abs(end.y - start.y) < within)
