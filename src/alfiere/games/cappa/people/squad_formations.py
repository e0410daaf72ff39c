"""Chapter 6.3, formations: which a squad knows, what each of them is, where everybody stands in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, permutations
from math import isqrt

from alfiere.games.cappa.ground.ground import radius
from alfiere.games.cappa.ground.squads import linked
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import Figure, Squad
from alfiere.table.formations import fits_in_circle
from alfiere.table.headings import offset
from alfiere.table.shapes import Point

OPEN, TIGHT, CLOSE = "open", "tight", "close"
LINE, RANKS, COLUMN = "line", "ranks", "column"  # the shapes of close order, cappa.6.3.3.h1
SHAPES = (RANKS, LINE, COLUMN)
RIGHT = 900  # tenths of a degree


# What a squad knows


def known_formations(squad: Squad, here: Sequence[Figure]) -> list[str]:
    """Open order is everybody's, the others stand on the men's sheets; close order needs four (cappa.6.3d)."""
    men = [one for one in here if one.id != squad.leader] or here
    known = [name for name in (TIGHT, CLOSE) if all(name in one.sheet.formations for one in men)]
    if len(here) < tables().numbers.close_order:  # cappa.6.3.3b
        known = [name for name in known if name != CLOSE]
    return [OPEN, *known]


def slowed(squad: Squad, pace: int) -> int:
    """A move in close order is 1 um shorter, but 1 um long (cappa.6.3.3.h3)."""
    if squad.formation != CLOSE:
        return pace
    return max(min(pace, tables().lengths.close_order_least), pace - tables().lengths.close_order_slower)


def count_ranks(squad: Squad, here: Sequence[Figure]) -> bool:
    """Whether close order has become too small for its name: it is tight from now on (cappa.6.3.3.h4)."""
    if squad.formation == CLOSE and len(here) < tables().numbers.close_order:
        squad.formation = TIGHT
        return True
    return False


# What a formation is


def breach(figures: list[Figure], formation: str) -> str:
    """The rule against which these do not stand in that formation; empty if they do."""
    if len(figures) < 2:
        return ""
    if formation == OPEN:
        groups = linked(figures, tables().lengths.open_order)
        if min(map(len, groups)) < 2:
            return "cappa.6.3.1a"
        return "cappa.6.3.1.h1" if len(groups) > 1 else ""
    groups = linked(figures, 0)
    if formation == TIGHT:
        if min(map(len, groups)) < 2:
            return "cappa.6.3.2a"
        return "" if len(groups) == 1 and is_compact(figures) else "cappa.6.3.2.h1"
    if len(figures) < tables().numbers.close_order:
        return "cappa.6.3.3b"
    if min(map(len, groups)) < 2:
        return "cappa.6.3.3c"
    return "" if close_shape(figures) else "cappa.6.3.3.h1"


def is_compact(figures: list[Figure]) -> bool:
    """Whether the smallest circle about all bases is no wider than 0.8 um times the root of their number.

    Twice as wide for riders (cappa.6.3.2.h1).
    """
    wide = tables().lengths.compact * (2 if all(one.is_mounted for one in figures) else 1)
    most = isqrt(wide * wide * len(figures)) + tables().lengths.tolerance - max(map(radius, figures))
    return most >= 0 and fits_in_circle([(one.x, one.y) for one in figures], most * most)


def close_shape(figures: list[Figure]) -> str:
    """Line, or two lines one behind the other, which is also a column of twos; empty for none (cappa.6.3.3.h1)."""
    for one, other in permutations(figures, 2):
        axis = other.x - one.x, other.y - one.y
        lines = _lines_along(figures, axis)
        if len(lines) > 2 or not all(_is_dressed(line, axis) for line in lines):
            continue
        if len(lines) == 1:
            return LINE
        first, second = lines
        if abs(len(first) - len(second)) <= 1 and any(_touch(one, two) for one in first for two in second):
            return RANKS
    return ""


def _lines_along(figures: list[Figure], axis: Point) -> list[list[Figure]]:
    """The figures in lines that run that way, each within 0.1 um of the first of its line."""
    long = axis[0] * axis[0] + axis[1] * axis[1]
    off = tables().lengths.dressing
    found: list[list[Figure]] = []
    for one in figures:
        for line in found:
            across = (one.x - line[0].x) * axis[1] - (one.y - line[0].y) * axis[0]
            if across * across <= off * off * long:
                line.append(one)
                break
        else:
            found.append([one])
    return found


def _is_dressed(line: list[Figure], axis: Point) -> bool:
    """Whether neighbours in a line touch, or all but touch."""
    order = sorted(line, key=lambda one: one.x * axis[0] + one.y * axis[1])
    return all(_touch(one, other) for one, other in pairwise(order))


def _touch(one: Figure, other: Figure) -> bool:
    reach = radius(one) + radius(other) + tables().lengths.dressing
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 <= reach * reach


# Where everybody stands


def places_in_formation(
    formation: str, count: int, size: int, front: Point, heading: int, shape: str = ""
) -> list[Point]:
    """Places behind the foremost, who stands in the middle of the first rank: a compact block, or a close shape.

    The ranks lie along the table, so that bases in contact touch to the hundredth.
    """
    x, y = front
    return [(x + dx, y + dy) for dx, dy in _behind(formation, count, size, heading, shape)]


@lru_cache(maxsize=1 << 10)
def _behind(formation: str, count: int, size: int, heading: int, shape: str) -> list[Point]:
    """How far east and south of the foremost each of them stands."""
    files = _files(formation, count, shape)
    apart = size + (tables().lengths.open_order // 2 if formation == OPEN else 0)
    found = []
    for number in range(count):
        rank, file = divmod(number, files)
        aside = (file + 1) // 2 * (1 if file % 2 else -1)
        back, right = offset(heading, -rank * apart), offset(heading + RIGHT, aside * apart)
        found.append((back[0] + right[0], back[1] + right[1]))
    return found


def _files(formation: str, count: int, shape: str) -> int:
    """How many stand side by side in the first rank."""
    if formation == CLOSE:
        return {LINE: count, COLUMN: min(2, count)}.get(shape, (count + 1) // 2)
    return isqrt(count - 1) + 1 if count else 1


def ways_to_stand(formation: str) -> tuple[str, ...]:
    """The shapes a formation may have; those of close order have names."""
    return SHAPES if formation == CLOSE else ("",)
