"""Procedures: rules written as generators that change the state and stop where a player must choose.

A procedure yields one of three things:

* a :class:`Decision`, and receives the chosen :class:`Option`;
* ``MARK``, where the procedure, started afresh on a copy of the state, would arrive at this same place;
* :class:`Together`, procedures of several seats that run side by side; nobody sees another's answers.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Final, TypeAlias, TypeVar

from alfiere.kernel.decision import Decision, Option, Seat

T = TypeVar("T")


class Mark:
    """The type of ``MARK``."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "MARK"


MARK: Final = Mark()


class Together:
    """One procedure a seat, played at the same time and in secret; the caller goes on when all are done."""

    __slots__ = ("procedures",)

    def __init__(self, procedures: dict[Seat, Procedure[None]]) -> None:
        self.procedures = procedures


Procedure: TypeAlias = Generator[Decision | Mark | Together, Option, T]
# One that hands on what another procedure asks: what it is answered is the other's, nothing where that was a mark.
Passing: TypeAlias = Generator[Decision | Mark | Together, Any, T]


def choose(
    seat: Seat, key: str, options: Sequence[Option], about: dict[str, Any], rules: tuple[str, ...]
) -> Procedure[Option]:
    """The option that a seat chooses; where there is only one nobody is asked."""
    return options[0] if len(options) == 1 else (yield Decision(seat, key, options, about, rules))
