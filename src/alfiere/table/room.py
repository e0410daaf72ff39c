"""Room for a base: whether it can stand at a place, the places of an area where it can, those round about a point."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from alfiere.table.field import Scene
from alfiere.table.headings import FULL_TURN, offset
from alfiere.table.measuring import overlaps
from alfiere.table.shapes import Disc, Point, Pose, Shape, base, box, moved, outline_of
from alfiere.table.terrain import Field


@lru_cache(maxsize=1 << 14)
def bears(on: Field, shape: Shape, going: str, x: int, y: int, heading: int = 0, floor: int = 0) -> bool:
    """Whether the table itself has room for a base, were it alone on it: asked again and again for the same places."""
    placed = base("", shape, x, y, heading, floor)
    return Scene(on, ()).journey(placed, 0, going=going).stands(x, y) is None


def room_in(scene: Scene, shape: Shape, going: str, area: tuple[int, int, int, int], heading: int = 0) -> list[Point]:
    """The places of a rectangle, one base beside the other, where a base could stand now, on the ground."""
    bare = _bare_places(scene.field, shape, going, area, heading)
    there = [one.outline for one in scene.bases if not one.floor]
    round_ = isinstance(shape, Disc)
    discs = [(*one.points[0], shape[0] + one.radius) for one in there if round_ and len(one.points) == 1]
    solid = [one for one in there if not round_ or len(one.points) > 1]
    taken = {place for x, y, keep in discs for place in _lattice_about(shape, area, heading, (x, y), keep)}
    free = [place for place in bare if place not in taken]
    here = outline_of(shape, Pose(0, 0, heading))
    for one in solid:
        # Only who stands in its box, grown by his own, can be on it.
        (west, north, east, south), (low_x, low_y, high_x, high_y) = box(one), box(here)
        west, north, east, south = west - high_x, north - high_y, east - low_x, south - low_y
        free = [
            (x, y)
            for x, y in free
            if not (west < x < east and north < y < south) or not overlaps(one, moved(here, x, y))
        ]
    return free


def _lattice_about(
    shape: Shape, area: tuple[int, int, int, int], heading: int, middle: Point, keep: int
) -> Iterator[Point]:
    """Those of the places of a rectangle that are nearer than this to a point, be there ground to stand on or not."""
    west, north, east, south = box(outline_of(shape, Pose(0, 0, heading)))
    (x, y), wide, deep = middle, east - west, south - north
    first_x, first_y = area[0] - west, area[1] - north
    for px in range(first_x - (first_x - x + keep) // wide * wide, x + keep + 1, wide):
        for py in range(first_y - (first_y - y + keep) // deep * deep, y + keep + 1, deep):
            if (px - x) ** 2 + (py - y) ** 2 < keep * keep:
                yield px, py


@lru_cache(maxsize=256)
def _bare_places(
    on: Field, shape: Shape, going: str, area: tuple[int, int, int, int], heading: int
) -> tuple[Point, ...]:
    """The same on the bare table; asked again for everybody who is set up there."""
    left, top, right, bottom = area
    west, north, east, south = box(outline_of(shape, Pose(0, 0, heading)))
    return tuple(
        (x, y)
        for y in range(top - north, bottom - south + 1, south - north)
        for x in range(left - west, right - east + 1, east - west)
        if bears(on, shape, going, x, y, heading)
    )


def rings(x: int, y: int, within: int, apart: int, spoke: int) -> Iterator[Point]:
    """A place and those round about it, ring by ring, so far apart."""
    yield x, y
    for far in range(apart, within + 1, apart):
        yield from ring(x, y, far, spoke)


def ring(x: int, y: int, far: int, spoke: int) -> Iterator[Point]:
    """The places so far from one, every so many tenths of a degree, from the north round by the east."""
    for turn in range(0, FULL_TURN, spoke):
        dx, dy = offset(turn, far)
        yield x + dx, y + dy
