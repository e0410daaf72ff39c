"""What the situations of every game share: one procedure of the rules, run with answers written down beforehand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.event import Event
from alfiere.kernel.game import Game
from alfiere.kernel.procedure import MARK, Procedure
from alfiere.kernel.ruleset import State

S = TypeVar("S", bound=State)
T = TypeVar("T", bound=Event)


class Scripted(Generic[S]):
    """A battle in the middle of things, and all that has been told and asked in it."""

    otherwise: int  # the place of the option taken where the script has no answer

    def __init__(self, state: S) -> None:
        self.state = state
        self.game: Game[S] | None = None
        self.events: list[Event] = []
        self.asked: list[Decision] = []

    def told(self, kind: type[T]) -> list[T]:
        """The events of a kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    def play_out(self, game: Game[S], answers: tuple[Any, ...]) -> list[Event]:
        """Play a game to its end. Answers are taken in order, each by the decision it fits."""
        before = len(self.events)
        script = list(answers)
        self.game = game
        while (decision := game.decision) is not None:
            self.asked.append(decision)
            option = fitting(decision, script[0]) if script else None
            if option is not None:
                script.pop(0)
            game.answer(decision.seat, option or self.unscripted(decision))
        assert not script, f"never asked for {script}; asked {[d.key for d in self.asked]}"
        self.state = game.state
        self.events += game.events
        return self.events[before:]

    def unscripted(self, decision: Decision) -> Option:
        """What is answered where the script says nothing."""
        return decision.options[self.otherwise]


class OneProcedure:
    """Goes before a ruleset: one procedure in the place of the whole battle."""

    def __init__(self, procedure: Callable[[Any], Procedure[Any]]) -> None:
        self.procedure = procedure

    def play(self, g: Any) -> Procedure[None]:
        """The procedure alone."""
        yield MARK
        yield from self.procedure(g)


def fits(option: Option, answer: str) -> bool:
    """Whether an option has the verb an answer begins with, and all its other words in its meaning."""
    words, meaning = answer.split(), option.meaning.split()
    return meaning[0] == words[0] and all(word in meaning for word in words[1:])


def fitting(decision: Decision, answer: Any) -> Option | None:
    """The first option that fits an answer; a function picks for itself."""
    if callable(answer):
        found: Option | None = answer(decision)
        return found
    return next((option for option in decision.shown if fits(option, str(answer))), None)
