"""A map on hexes: the ground of each hex, its sides, roads, heights with their crest. Words, no rules."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

from alfiere.table.hexes import Hex, HexGrid, hex_grid

Side = tuple[Hex, int]  # a hex and the direction of one of its sides


@dataclass(slots=True)
class Rise:
    """A hill: its crest hexes and all its hexes."""

    name: dict[str, str]
    crest: frozenset[Hex]
    hexes: frozenset[Hex]


@dataclass(slots=True)
class Shape:
    """Something drawn on the map: a wood, a road, a stream, by its kind and hexes.

    A hill has crest hexes, a hedge or a wall has sides, some ground has a protection printed on it.
    """

    kind: str
    name: dict[str, str]
    hexes: tuple[Hex, ...]
    crest: tuple[Hex, ...] = ()
    sides: tuple[Side, ...] = ()
    protection: tuple[int, int] | None = None
    drawn: str = ""  # another way to draw it than its kind's


@dataclass(slots=True)
class HexMap:
    """Everything that lies on the table."""

    columns: int
    rows: int
    ground: dict[Hex, str] = field(default_factory=dict)  # kind of ground; open where nothing stands
    barriers: dict[Side, str] = field(default_factory=dict)  # kind of obstacle on a side, noted from both hexes
    roads: dict[Hex, set[Hex]] = field(default_factory=dict)  # road hexes and the ones they are joined to
    rises: list[Rise] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)
    north: int | None = None  # how far north is turned from the upper edge, in degrees clockwise

    @property
    def grid(self) -> HexGrid:
        """The grid under the map."""
        return hex_grid(self.columns, self.rows)

    def add_barrier(self, at: Hex, direction: int, kind: str) -> None:
        """Lay an obstacle on a side; it is met from both hexes."""
        self.barriers[at, direction] = kind
        other = self.grid.neighbours[at][direction]
        if other is not None:
            self.barriers[other, (direction + 3) % 6] = kind

    def add_road(self, hexes: list[Hex]) -> None:
        """Lay a road through these hexes in order."""
        for label in hexes:
            self.roads.setdefault(label, set())
        for one, other in itertools.pairwise(hexes):
            if other in self.grid.adjacent[one]:
                self.roads[one].add(other)
                self.roads[other].add(one)

    def height(self, label: Hex) -> tuple[int, int] | None:
        """The rise a hex lies on and its distance from the nearest crest hex; None on the plain."""
        for number, rise in enumerate(self.rises):
            if label in rise.hexes:
                far = self.grid.distances(label)
                return number, min((far[crest] for crest in rise.crest), default=0)
        return None
