"""An objective: something a side is to reach in a battle, and all there is to know about it, in one object.

Each kind is a form of its own, with the keys it has in the file of a battle and no others. It says what must be true of
them, when it is reached, what is drawn of it, and what the computer thinks of the way to it. The rules below it only
report what happened, to whatever objectives the battle has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from alfiere.kernel.decision import Seat
from alfiere.kernel.forms import Form, Name
from alfiere.kernel.game import Game
from alfiere.kernel.ruleset import State

S = TypeVar("S", bound=State)
Who = TypeVar("Who")


class Objective(Form, Generic[S], frozen=True, kw_only=True, tag_field="kind"):
    """One kind of objective; its ``tag`` is what stands as ``kind`` in the file."""

    text: Name
    side: str = ""  # the code of who is to reach it; left out: everybody
    worth: int = 0  # victory points
    is_a_way: ClassVar[bool] = False  # one comes nearer to it step by step: for the computer victory must top them all

    @property
    def kind(self) -> str:
        """What it is called in the file."""
        return str(self.__struct_config__.tag)

    def is_of(self, side: str) -> bool:
        """Whether it is for the side with this code to reach."""
        return self.side in ("", side)

    def check(self, check: Any, where: str) -> None:
        """What the form alone cannot say of a file. Raises BadData."""

    # Settled

    def turn_began(self, g: Game[S]) -> None:
        """A turn has begun."""

    def acted(self, g: Game[S]) -> None:
        """An action is over; asked once more when the turn is."""

    def turn_over(self, g: Game[S]) -> None:
        """A turn is over."""

    def last_turn_over(self, g: Game[S]) -> None:
        """The last turn is over, and nobody has won yet."""

    def missed(self, g: Game[S]) -> None:
        """The same, and no objective was reached: what follows if it was this one that should have been."""

    def ended(self, g: Game[S], number: int, reason: str) -> None:
        """The battle ends for this reason; ``number`` is the objective's own, in the order of the file."""

    # Drawn

    def marks(self, s: S) -> list[dict[str, Any]]:
        """What it puts on the board, in the words of views."""
        return []

    # Pursued

    def pull(self, s: S, seat: Seat, own: list[Any]) -> float:
        """How far a side whose objective it is has come, with those of its own who can still do something."""
        return 0.0

    def leader(self, s: S) -> Seat | None:
        """Who would have won by it if this were the last turn."""
        return None

    def may_wait(self, s: S, seat: Seat) -> bool:
        """Whether a side reaches it just by being there still: the others have to come to it."""
        return False


def leader(objectives: Iterable[Objective[S]], s: S) -> Seat | None:
    """Who would have won by one of them, the first that decides it, if this were the last turn."""
    return next((ahead for one in objectives if (ahead := one.leader(s)) is not None), None)


def foremost(counts: Mapping[Who, int]) -> Who | None:
    """Who has more than anybody else; none where the most are equal."""
    first = [who for who, count in counts.items() if count == max(counts.values())]
    return first[0] if len(first) == 1 else None
