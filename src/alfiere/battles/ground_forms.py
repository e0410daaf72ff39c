"""The ground of an open table as the file of a scenario gives it: its size, its edges, zones, pieces of terrain.

Everything is in whole hundredths of the game's unit from the north-west corner, x to the east and y to the south. Which
kinds of terrain there are is a game's data; a game whose pieces have more to them, such as doors, adds it to the form.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final, Literal, TypeAlias

import msgspec

from alfiere.kernel.forms import Form, Name
from alfiere.table.shapes import Point

Edge: TypeAlias = Literal["north", "east", "south", "west"]
EDGES: Final[tuple[Edge, ...]] = ("north", "east", "south", "west")
OUTWARDS: Final = {"north": 0, "east": 900, "south": 1800, "west": 2700}  # the heading of who looks off the table
INWARDS: Final = {"north": 1800, "east": 2700, "south": 0, "west": 900}  # and of who stands at that edge, into it
Rect: TypeAlias = tuple[int, int, int, int]  # west, north, east, south
Segment: TypeAlias = tuple[Point, Point]


class TableForm(Form, frozen=True, kw_only=True):
    """The size of the table: from west to east and from north to south."""

    width: int
    depth: int


class ZoneForm(Form, frozen=True, kw_only=True):
    """Where somebody sets up: a strip along an edge, a rectangle, or in the open round a piece of terrain."""

    edge: Edge | None = None
    within: int = 0
    rect: Rect | None = None
    around: str = ""  # the id of a piece of terrain that has a rect


class ExitForm(Form, frozen=True, kw_only=True):
    """Where one may leave the table: an edge, or a stretch of it from the north or west on."""

    edge: Edge
    start: int = 0
    end: int = 0  # left out: to the end of the edge
    side: str = ""  # left out: everybody


class GapForm(Form, frozen=True, kw_only=True):
    """A way through an obstacle; without a point in the middle of its side."""

    at: Point | None = None
    side: Edge | None = None
    width: int = 0  # left out: the usual one


class KindOfGround(Form, frozen=True, kw_only=True):
    """What a scenario may call a piece of terrain, and what it is: a game's data, to which it adds its own.

    Ground is filled, or a strip of a width; an obstacle is a thin line, or a disc; of a mark only the place counts.
    """

    id: str
    what: Literal["obstacle", "ground", "building", "mark"] = msgspec.field(name="is")
    width: int = 0  # of strips, where the piece does not say
    length: int = 0  # of an obstacle given by points, where the piece does not say
    is_round: bool = False  # an obstacle: a disc with its length as diameter


class GroundForm(Form, frozen=True, kw_only=True):
    """A piece of terrain of some kind: a rect, a polygon, lines, a path, or points."""

    kind: str
    name: Name
    id: str = ""  # left out: its kind and number
    rect: Rect | None = None
    polygon: tuple[Point, ...] = ()
    lines: tuple[Segment, ...] = ()
    path: tuple[Point, ...] = ()  # lines that go on from one another
    points: tuple[Point, ...] = ()
    width: int = 0  # of strips
    length: int = 0  # of a short obstacle given by points, from west to east, or the diameter of a round one
    levels: int = 1  # of what rises above the table
    gaps: tuple[GapForm, ...] = ()

    @property
    def given(self) -> tuple[str, ...]:
        """The ways in which its shape is given; there should be one."""
        return tuple(name for name in SHAPES if getattr(self, name))

    @property
    def all_lines(self) -> tuple[Segment, ...]:
        """Its lines, those of a path too."""
        return self.lines + tuple(pairwise(self.path))


SHAPES: Final = ("rect", "polygon", "lines", "path", "points")
# What a file gives in the unit of the game
GROUND_LENGTHS: Final = ("table", *SHAPES, "at", "width", "length", "within", "start", "end", "apart")
