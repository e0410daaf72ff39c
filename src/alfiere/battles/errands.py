"""Errands: who goes where, when the computer has several to send and several places to send them to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import sqrt
from typing import NamedTuple, TypeVar

from alfiere.kernel.forms import FINEST
from alfiere.table.shapes import Point

Who = TypeVar("Who", str, int)
Where = TypeVar("Where", str, int)


class Errand(NamedTuple):
    """A place where somebody should go."""

    place: Point
    pull: float  # times the root of the way: what it is worth to be there


def paired(ways: Iterable[tuple[float, Who, Where]]) -> Iterator[tuple[float, Who, Where]]:
    """Of all ways the shortest first; nobody goes to two places, and to no place two."""
    sent: set[Who] = set()
    taken: set[Where] = set()
    for way, who, where in sorted(ways):
        if who not in sent and where not in taken:
            sent.add(who)
            taken.add(where)
            yield way, who, where


def undone(
    errands: Sequence[Errand], parties: Mapping[str, int], way: Callable[[str, Point], float], waiting: float
) -> float:
    """What parties of so many men have still to go, whoever is nearest first; what nobody goes for costs as well."""
    ways = paired((way(who, one.place), who, number) for who in parties for number, one in enumerate(errands))
    total = waiting * len(errands)
    for far, who, number in ways:
        total += errands[number].pull * parties[who] * sqrt(far / FINEST)
    return total
