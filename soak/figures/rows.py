"""The tables of a report, as lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


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
