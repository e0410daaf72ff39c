"""Where reinforcements come on: a stretch of an edge of the table, or so far to either side of a road that meets it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from alfiere.battles.ground_forms import Edge, GroundForm
from alfiere.kernel.forms import Form
from alfiere.table.measuring import crossing


class EntryForm(Form, frozen=True, kw_only=True):
    """A place to come on, as a file says it."""

    edge: Edge
    start: int = 0
    end: int = 0  # left out: to the end of the edge
    road: str = ""
    by: int = 0


class Entry(NamedTuple):
    """A stretch of an edge by which one comes on, from the west or north on."""

    edge: Edge
    start: int
    end: int


def entry_at(form: EntryForm, road: GroundForm | None, width: int, depth: int) -> Entry:
    """The stretch that is meant; ``road``: the one that is named, if any is."""
    long = width if form.edge in ("north", "south") else depth
    if road is None:
        return Entry(form.edge, form.start, form.end or long)
    at = road_end(road, form.edge, width, depth)
    assert at is not None
    return Entry(form.edge, max(0, at - form.by), min(long, at + form.by))


@lru_cache(maxsize=256)
def road_end(road: GroundForm, edge: Edge, width: int, depth: int) -> int | None:
    """Where a road meets an edge of the table, from the west or north; None if it does not."""
    corners = {
        "north": ((0, 0), (width, 0)),
        "east": ((width, 0), (width, depth)),
        "south": ((0, depth), (width, depth)),
        "west": ((0, 0), (0, depth)),
    }[edge]
    for start, end in road.all_lines:
        at = crossing(start, end, *corners)
        if at is not None:
            return at[0] if edge in ("north", "south") else at[1]
    return None
