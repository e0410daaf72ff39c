"""Where somebody may be set up or come on: zones of the table, places in them and along its edges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from alfiere.battles.ground_forms import ExitForm, Rect, TableForm, ZoneForm
from alfiere.table.shapes import Outline, Point, box

T = TypeVar("T")


class Zone(NamedTuple):
    """A zone of a table: all that it may reach to, and the piece of terrain that it lies round."""

    rect: Rect
    around: Rect | None = None
    within: int = 0

    def holds(self, outline: Outline, slack: int = 0) -> bool:
        """Whether a whole base would be in it; round a piece of terrain it is not on it, and not farther off."""
        west, north, east, south = box(outline)
        left, top, right, bottom = self.rect
        if west < left or north < top or east > right or south > bottom:
            return False
        if self.around is None:
            return True
        reach = self.within + slack - outline.radius
        return all(0 < off <= reach * reach for off in (squared_off(self.around, *one) for one in outline.points))


def squared_off(rect: Rect, x: int, y: int) -> int:
    """How far a point is from a rectangle, squared; 0 on it."""
    west, north, east, south = rect
    return max(west - x, x - east, 0) ** 2 + max(north - y, y - south, 0) ** 2


def zone_of(form: ZoneForm, table: TableForm, area: Callable[[str], Rect]) -> Zone:
    """A zone as it lies on the table; ``area`` tells where a piece of terrain is."""
    wide, deep, within = table.width, table.depth, form.within
    if form.rect is not None:
        return Zone(form.rect)
    if form.around:
        left, top, right, bottom = inner = area(form.around)
        low, high = max(0, left - within), max(0, top - within)
        return Zone((low, high, min(wide, right + within), min(deep, bottom + within)), inner, within)
    strips: dict[str | None, Rect] = {
        "north": (0, 0, wide, within),
        "south": (0, deep - within, wide, deep),
        "west": (0, 0, within, deep),
        "east": (wide - within, 0, wide, deep),
    }
    return Zone(strips[form.edge])


# Edges


def off_edge(edge: str, width: int, depth: int, outline: Outline) -> int:
    """How far a base is from an edge of the table; less than nothing if it hangs over it."""
    west, north, east, south = box(outline)
    return {"north": north, "south": depth - south, "west": west, "east": width - east}[edge]


def along_edge(edge: str, width: int, depth: int, size: int, count: int) -> list[Point]:
    """Places of a base that reaches so far from its middle, touching an edge, spread over its length."""
    room = (width if edge in ("north", "south") else depth) - 2 * size
    return _at_edge(edge, width, depth, size, (size + room * (2 * part + 1) // (2 * count) for part in range(count)))


def at_exit(way_out: ExitForm, width: int, depth: int, size: int, near: Point) -> list[Point]:
    """Places where a base touches an exit: the nearest first, then its ends and its middle; none if it is too wide."""
    is_level = way_out.edge in ("north", "south")
    low, high = way_out.start + size, (way_out.end or (width if is_level else depth)) - size
    if low > high:
        return []
    here = min(max(near[0] if is_level else near[1], low), high)
    return _at_edge(way_out.edge, width, depth, size, dict.fromkeys((here, low, (low + high) // 2, high)))


def _at_edge(edge: str, width: int, depth: int, size: int, along: Iterable[int]) -> list[Point]:
    across = {"north": size, "south": depth - size, "west": size, "east": width - size}[edge]
    return [(one, across) if edge in ("north", "south") else (across, one) for one in along]


# Few of many


def middle_first(places: Iterable[Point], rect: Rect) -> list[Point]:
    """Places by how far they are from the middle of a rectangle."""
    left, top, right, bottom = rect
    return nearest_first(places, (left + right) // 2, (top + bottom) // 2)


def nearest_first(places: Iterable[Point], x: int, y: int) -> list[Point]:
    """Places by how far they are from one, east and south added up."""
    return sorted(places, key=lambda one: (abs(one[0] - x) + abs(one[1] - y), one))


def spread(found: Sequence[T], most: int) -> Sequence[T]:
    """So many of them at the most, spread over all."""
    return found[:: max(1, len(found) // most)][:most]
