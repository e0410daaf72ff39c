"""Phases and their steps: played from wherever the state stands, so that a battle can be taken up at any mark."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from alfiere.kernel.event import Event
from alfiere.kernel.procedure import MARK, Procedure


class Stage(Protocol):
    """What a state says of how far the battle has come."""

    phase: str
    step: int  # how far inside the phase
    queue: list[str]  # who has still to act in this step
    winner: str  # "" while it goes on


S = TypeVar("S", bound=Stage)
Play = Callable[[Any], Procedure[None]]


class Step(NamedTuple, Generic[S]):
    """A step that all complete before the next begins; one for which nobody waits is passed over."""

    name: str  # told when it begins; "" for one that goes on with the phase before
    waiting: Callable[[S], list[str]]
    play: Play
    is_told_if_empty: bool = True


def play_phases(g: Any, phases: Mapping[str, Play]) -> Procedure[None]:
    """Phase after phase until somebody has won; each says itself which comes next."""
    while not g.state.winner:
        yield MARK
        yield from phases[g.state.phase](g)


def play_steps(g: Any, steps: Sequence[Step[Any]], begun: Callable[[str], Event]) -> Procedure[None]:
    """The steps of a phase, one after the other; an even number in the state begins a step, an odd one is under way."""
    while g.state.step < 2 * len(steps):
        s = g.state
        step = steps[s.step // 2]
        if s.step % 2 == 0:
            s.queue = step.waiting(s)
            if step.name and (s.queue or step.is_told_if_empty):
                g.tell(begun(step.name))
            if not s.queue:
                s.step += 2
                continue
            s.step += 1
        yield MARK
        yield from step.play(g)
        g.state.step += 1
