"""Phases and steps, with a state that is nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from alfiere.battles.events import PhaseBegan
from alfiere.battles.phases import Step, play_phases, play_steps
from alfiere.kernel.event import Event
from alfiere.kernel.procedure import MARK, Procedure


@dataclass
class State:
    phase: str = "morning"
    step: int = 0
    queue: list[str] = field(default_factory=list)
    winner: str = ""
    done: list[str] = field(default_factory=list)


@dataclass
class Game:
    state: State
    told: list[Event] = field(default_factory=list)

    def tell(self, event: Event) -> None:
        self.told.append(event)


def everybody(g: Any) -> Procedure[None]:
    while g.state.queue:
        yield MARK
        g.state.done.append(g.state.queue.pop(0))


STEPS: list[Step[State]] = [
    Step("march", lambda s: ["first", "second"], everybody),
    Step("rain", lambda s: [], everybody),
    Step("ships", lambda s: [], everybody, is_told_if_empty=False),
    Step("", lambda s: ["third"], everybody),
]


def marches(g: Any) -> Procedure[None]:
    yield from play_steps(g, STEPS, lambda name: PhaseBegan(name, ("tiny.1a",)))
    g.state.phase, g.state.step = "evening", 0


def evening(g: Any) -> Procedure[None]:
    yield from ()
    g.state.winner = "red"


PHASES = {"morning": marches, "evening": evening}


def test_every_step_is_completed_by_all_before_the_next_and_empty_ones_are_passed_over() -> None:
    g = Game(State())
    assert all(one is MARK for one in play_phases(g, PHASES))
    assert g.state.done == ["first", "second", "third"]
    assert [(one.phase, one.rules) for one in g.told if isinstance(one, PhaseBegan)] == [
        ("march", ("tiny.1a",)),
        ("rain", ("tiny.1a",)),
    ]
    assert (g.state.winner, g.state.phase) == ("red", "evening")


def test_a_battle_taken_up_at_any_mark_goes_on_as_if_nothing_had_happened() -> None:
    whole = Game(State())
    marks = len(list(play_phases(whole, PHASES)))
    for stop in range(1, marks + 1):
        g = Game(State())
        run = play_phases(g, PHASES)
        for _ in range(stop):
            next(run)
        run.close()
        list(play_phases(g, PHASES))
        assert (g.state.done, g.told) == (whole.state.done, whole.told)
