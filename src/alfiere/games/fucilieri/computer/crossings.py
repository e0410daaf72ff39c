"""The way round by a ford or a bridge where a river lies between a unit and where it is to go."""

from __future__ import annotations

from itertools import pairwise
from typing import Final, NamedTuple

from alfiere.battles.walking import Box, span
from alfiere.games.fucilieri.sheets.pieces import WayForm
from alfiere.games.fucilieri.state.battle import State
from alfiere.table.measuring import segments_meet
from alfiere.table.shapes import Point, Rect

RIVER: Final = "river"
STREAM: Final = "stream"  # how streams, ditches and canals are crossed
BANK: Final = 800  # hundredths from the water where one has crossed
ASIDE: Final = 3.0  # a step aside of the crossing is as bad as so many straight: columns do not sidestep
LINES_UP: Final = 2_000  # more if it stands too near to the water beside the crossing to come before it
ROOM: Final = 1_800  # hundredths about a crossing that are kept free for others


class River(NamedTuple):
    """A river with the places where it is crossed."""

    rect: Box
    ways: tuple[WayForm, ...]

    def bank(self, point: Point) -> int:
        """On which bank a point lies, -1 or 1; 0 in the water or on a bridge."""
        west, north, east, south = self.rect
        low, high, at = (north, south, point[1]) if self.runs_across else (west, east, point[0])
        return -1 if at < low else 1 if at > high else 0

    def holds(self, x: int, y: int) -> bool:
        """Whether a point lies in the water, or on a bridge over it."""
        west, north, east, south = self.rect
        return west <= x <= east and north <= y <= south

    @property
    def runs_across(self) -> bool:
        """Whether it runs from west to east."""
        west, north, east, south = self.rect
        return east - west > south - north

    def landing(self, way: WayForm, bank: int, by: int) -> Point:
        """The place before a crossing, so far from the water on one bank."""
        west, north, east, south = self.rect
        if self.runs_across:
            return way.at[0], north - by if bank < 0 else south + by
        return (west - by if bank < 0 else east + by), way.at[1]

    def abreast(self, way: WayForm, here: Point, column: Rect, at: Point) -> Point:
        """A place in line with a crossing, as far to its side as a column that comes from here may go over."""
        room, axis = max(0, (way.wide - column.width) // 2), 0 if self.runs_across else 1
        along = min(max(here[axis], way.at[axis] - room), way.at[axis] + room)
        return (along, at[1]) if self.runs_across else (at[0], along)

    def to_way(self, way: WayForm, here: Point, column: Rect) -> tuple[float, Point]:
        """How far it is to where a column can go over, and where that is, on the bank on which it is."""
        x, y = self.abreast(way, here, column, self.landing(way, self.bank(here), 0))
        dx, dy = abs(x - here[0]), abs(y - here[1])
        aside, ahead = (dx, dy) if self.runs_across else (dy, dx)
        far = span(ASIDE * aside, ahead)
        return far + (LINES_UP if ahead - column.depth // 2 < aside else 0), (x, y)


class Route(NamedTuple):
    """How far it is, and where to go first."""

    far: float
    first: Point
    is_crossing: bool
    aside: int = 0  # hundredths by which a column stands beside the crossing


def rivers(s: State) -> list[River]:
    """The rivers of the table that can be crossed."""
    found = (one.form for one in s.ground.pieces.values() if one.kind.id == RIVER)
    return [River(form.rect, form.ways) for form in found if form.rect is not None and form.ways]


def waters(s: State) -> list[tuple[Point, ...]]:
    """The streams and canals that are waded: who crosses them pays for it once."""
    return [tuple(one.points) for one in s.ground.pieces.values() if one.going.id == STREAM]


def is_between(lines: list[tuple[Point, ...]], here: Point, there: Point) -> bool:
    """Whether one of them lies between two places."""
    return any(segments_meet(here, there, *ends) for line in lines for ends in pairwise(line))


def ahead_of(s: State, here: Point) -> list[River]:
    """Those that lie between a place and the middle of the table."""
    middle = s.field.width // 2, s.field.height // 2
    return [one for one in rivers(s) if one.bank(here) * one.bank(middle) < 0]


def route(known: list[River], here: Point, there: Point, column: Rect) -> Route:
    """The way from here to there, for a column by the nearest crossing if it leads over a river."""
    for river in known:
        aim = river.bank(there)
        if aim and river.bank(here) != aim:
            return min((_by(river, way, here, there, column) for way in river.ways), key=lambda one: one.far)
    return Route(span(there[0] - here[0], there[1] - here[1]), there, is_crossing=False)


def _by(river: River, way: WayForm, here: Point, there: Point, column: Rect) -> Route:
    beyond = river.abreast(way, here, column, river.landing(way, river.bank(there), BANK))
    after = span(there[0] - beyond[0], there[1] - beyond[1])
    if not river.bank(here):
        return Route(span(beyond[0] - here[0], beyond[1] - here[1]) + after, beyond, is_crossing=True)
    to_it, mouth = river.to_way(way, here, column)
    aside = abs(mouth[0] - here[0]) if river.runs_across else abs(mouth[1] - here[1])
    far = to_it + span(beyond[0] - mouth[0], beyond[1] - mouth[1]) + after
    return Route(far, mouth if aside else beyond, is_crossing=True, aside=aside)


def before_ways(known: list[River], here: Point, column: Rect) -> list[Point]:
    """Where a column that stands here could stand before the crossings instead: in the middle, or leaving half free."""
    found = []
    for river in known:
        for way in river.ways:
            room = max(0, (way.wide - column.width) // 2)
            for aside in (0, room, -room):
                found.append((way.at[0] + aside, here[1]) if river.runs_across else (here[0], way.at[1] + aside))
    return found


def beside_way(known: list[River], here: Point, column: Rect) -> float:
    """By how many hundredths a column is beside the nearest crossing; nothing where there is no river."""
    there = before_ways(known, here, column)
    return min((abs(x - here[0]) + abs(y - here[1]) for x, y in there), default=0)


def blocked(known: list[River], here: Point) -> float:
    """How much somebody stands in the way of a crossing: from 0 to 1."""
    ends = (river.landing(way, bank, BANK) for river in known for way in river.ways for bank in (-1, 1))
    near = min((span(x - here[0], y - here[1]) for x, y in ends), default=ROOM)
    return max(0.0, 1.0 - near / ROOM)
