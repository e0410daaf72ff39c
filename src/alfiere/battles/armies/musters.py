"""What is in an army by points: its groups, their leaders, their units and what they cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from alfiere.kernel.forms import Name


class Bought(NamedTuple):
    """So many of a sort, and what one of them costs."""

    number: int
    name: Name
    points: int


class Group(NamedTuple):
    """A command or division of an army; what it costs has its leader in it."""

    name: Name
    leader: Name | None
    points: int
    units: tuple[Bought, ...]


def counted(sorts: Iterable[tuple[Name, int]]) -> tuple[Bought, ...]:
    """Each sort once, with how many there are of it, in the order in which they are first named."""
    number = Counter(sorts)
    return tuple(Bought(count, name, points) for (name, points), count in number.items())
