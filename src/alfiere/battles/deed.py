"""A deed: something one may do, and all there is to know about it, in one object.

What is offered, why something is not, what a person may point at, the drawing, the odds and the doing stand together in
the chapter that describes them. So a rule changes in one place, and what is offered is what is allowed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from alfiere.kernel.decision import Args, Decision, Option
from alfiere.kernel.drawing import Drawn
from alfiere.kernel.objection import Objection
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect

S = TypeVar("S")
Who = TypeVar("Who")


class Deed(Generic[S, Who]):
    """One verb of a game. A game without a list of candidates overrides ``options`` itself where that is faster."""

    verb: ClassVar[str]
    rule: ClassVar[str] = ""  # what it is subject to, where no other rule is known to speak against it
    is_free: ClassVar[bool] = False  # a person may point at what is not in the list: ``judged`` says whether it goes
    says: ClassVar[tuple[str, ...]] = ()  # what a free answer may say besides who does it

    def candidates(self, s: S, who: Who, means: int) -> Iterable[Option]:
        """What is worth trying with these means: cheap, no rules in it."""
        return ()

    def objection(self, s: S, who: Who, option: Option) -> Objection | None:
        """The one place that says why not; None where nothing in particular speaks against it."""
        return None

    def options(self, s: S, who: Who, means: int) -> Iterable[Option]:
        """The candidates to which there is no objection."""
        return (one for one in self.candidates(s, who, means) if self.objection(s, who, one) is None)

    def judged(self, s: S, who: Who, args: Args) -> Option | Objection | None:
        """The option that a free answer means, or why it is not allowed."""
        return None

    def understands(self, args: Args, *who: str) -> bool:
        """Whether a free answer says nothing that this deed has no use for; ``who`` names who does it."""
        return set(args) <= {*self.says, *who}

    def sketch(self, s: S, decision: Decision, option: Option) -> list[Drawn] | None:
        """What to draw while a player thinks about it; None where what is usually drawn will do."""
        return None

    def prospects(self, s: S, decision: Decision, option: Option) -> list[Prospect]:
        """The tests it leads to at once, with their odds."""
        return []

    def spoken(self, s: S, option: Option, language: str) -> Mapping[str, Any] | None:
        """What its sentence is filled with besides its arguments; None where what is usual will do."""
        return None

    def perform(self, g: Any, who: Who, option: Option) -> Procedure[None]:
        """Do it, and ask what is to be asked in the course of it; what it costs has been paid."""
        yield from ()
        self.do(g, who, option)

    def do(self, g: Any, who: Who, option: Option) -> None:
        """Do it, where nobody is asked anything any more."""
        raise NotImplementedError(self.verb)
