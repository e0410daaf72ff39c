"""The tables of a report, as lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A name in the first column, figures in the others."""
    yield _line(head)
    yield "| --- |" + " ---: |" * (len(head) - 1)
    for row in rows:
        yield _line(row)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def cell(value: float | None, form: str) -> str:
    """A figure; a hyphen where there is none."""
    return "-" if value is None else format(value, form)


def mean(odds: Mapping[int, Fraction]) -> float:
    """What is to be expected, exactly."""
    return float(sum(number * likely for number, likely in odds.items()))
