"""Chapters 1.4 and 5.4, the battlefield: what the ground of each hex does, worked out once a map."""

from __future__ import annotations

from alfiere.games.esa.tables import Tables, tables
from alfiere.table.hexes import Hex, HexGrid, Steps, distances_avoiding, walked
from alfiere.table.hexmap import HexMap

OPEN, AREA, WOOD, DIFFICULT, CLOSED = "open", "area", "wood", "difficult", "impassable"
GROUND = {  # what each word of a scenario's terrain means in the rules
    "open": OPEN,
    "beach": OPEN,  # esa.1.4g
    "area": AREA,
    "wood": WOOD,
    "difficult": DIFFICULT,
    "bridge": DIFFICULT,  # esa.5.4.3a
    "ford": DIFFICULT,
    "stream": DIFFICULT,  # esa.1.4i
    "river": CLOSED,  # esa.1.4h
    "impassable": CLOSED,  # esa.5.7a
}


class Battlefield:
    """The map as the rules see it. Nothing here changes during a turn."""

    def __init__(
        self,
        id: str,
        hexmap: HexMap,
        *,
        protection: dict[Hex, tuple[int, int]] | None = None,
        fortified: dict[Hex, frozenset[int]] | None = None,
        walls: dict[Hex, tuple[int, int]] | None = None,
        gabions: frozenset[Hex] = frozenset(),
        difficult_for: dict[Hex, frozenset[str]] | None = None,
        blocking_crests: frozenset[Hex] = frozenset(),
    ) -> None:
        self.id = id
        self.map = hexmap
        self.grid: HexGrid = hexmap.grid
        self.tables: Tables = tables()
        self.kind: dict[Hex, str] = {h: GROUND[hexmap.ground.get(h, OPEN)] for h in self.grid.hexes}
        self.protection = protection or {}
        self.fortified = fortified or {}
        self.walls = walls or {}  # what a fortified side adds to the protection of its hex, esa.1.4l
        self.gabions = gabions
        self.difficult_for = difficult_for or {}
        self.blocking_crests = blocking_crests
        self.roads = hexmap.roads
        self.impassable = frozenset(h for h, kind in self.kind.items() if kind == CLOSED)
        self.height = {h: hexmap.height(h) for h in self.grid.hexes}
        # esa.5.4.1b, esa.5.4.2a: buildings and woods stop the line of fire
        self.blocks = frozenset(h for h, kind in self.kind.items() if kind in (AREA, WOOD))
        self._steps: dict[tuple[str, bool], Steps] = {}
        self._command: dict[Hex, dict[Hex, int]] = {}
        self._commanded: dict[tuple[Hex, int], frozenset[Hex]] = {}
        self._near: dict[tuple[Hex, int], tuple[Hex, ...]] = {}
        self._no_stopping: dict[str, frozenset[Hex]] = {}
        self._no_standing: dict[str, frozenset[Hex]] = {}

    def ground(self, label: Hex, cls: str) -> str:
        """The kind of ground as this class finds it."""
        kind = self.kind[label]
        if kind == OPEN and cls in self.difficult_for.get(label, ()):
            return DIFFICULT
        return kind

    def move_kind(self, label: Hex, cls: str) -> str:
        """free, enter, slow, pass or closed."""
        kind = self.ground(label, cls)
        if kind == OPEN:
            return "free"
        if kind == CLOSED:
            return "closed"
        return self.tables.terrain[kind].move[cls]

    def steps(self, cls: str, *, guided: bool = False) -> Steps:
        """Every step a class may take: where to, at what cost, and whether only as the first of a move.

        ``guided``: no stop before other terrain or obstacles (esa.card.43).
        """
        key = (cls, guided)
        known = self._steps.get(key)
        if known is None:
            known = self._steps[key] = {
                h: tuple(
                    step
                    for direction, other in enumerate(self.grid.neighbours[h])
                    if other is not None and (step := self._step(h, direction, other, cls, guided))
                )
                for h in self.grid.hexes
            }
        return known

    def _step(self, origin: Hex, direction: int, to: Hex, cls: str, nonstop: bool) -> tuple[Hex, int, bool] | None:
        how = self.move_kind(to, cls)
        if how == "closed":
            return None
        cost = 2 if how == "slow" else 1  # esa.5.4.3b
        # esa.5.4b2: other non-open ground is entered only as the first step of a move
        first_only = how != "free" and self.ground(to, cls) != self.ground(origin, cls)
        # esa.5.4c2: so is an obstacle crossed
        first_only = first_only or (origin, direction) in self.map.barriers
        return to, cost, first_only and not nonstop

    def may_occupy(self, label: Hex, cls: str) -> bool:
        """Whether a unit of this class may stand in the hex."""
        return self.move_kind(label, cls) not in ("closed", "pass")

    def no_stopping(self, cls: str) -> frozenset[Hex]:
        """Hexes that the class may pass but not stop in (esa.5.4.1c)."""
        known = self._no_stopping.get(cls)
        if known is None:
            known = frozenset(h for h in self.grid.hexes if self.move_kind(h, cls) == "pass")
            self._no_stopping[cls] = known
        return known

    def no_standing(self, cls: str) -> frozenset[Hex]:
        """Hexes in which a unit of the class may not end a move, however it got there."""
        known = self._no_standing.get(cls)
        if known is None:
            known = frozenset(h for h in self.grid.hexes if not self.may_occupy(h, cls))
            self._no_standing[cls] = known
        return known

    def command_distance(self, general: Hex, other: Hex) -> int:
        """Hexes between a general and what he commands, around impassable ground (esa.g.12)."""
        return self.command_distances(general).get(other, 999)

    def command_distances(self, general: Hex) -> dict[Hex, int]:
        """The same to every hex that can be reached."""
        known = self._command.get(general)
        if known is None:
            closed = self.impassable
            known = distances_avoiding(self.grid, general, closed) if closed else self.grid.distances(general)
            self._command[general] = known
        return known

    def commanded(self, general: Hex, reach: int) -> frozenset[Hex]:
        """The hexes within a command distance."""
        known = self._commanded.get((general, reach))
        if known is None:
            far = self.command_distances(general)
            known = self._commanded[general, reach] = frozenset(label for label in far if far[label] <= reach)
        return known

    def near(self, origin: Hex, points: int) -> tuple[Hex, ...]:
        """The hexes so many steps away, around impassable ground and nothing else, without the origin."""
        if not self.impassable:
            return self.grid.near(origin, points)
        known = self._near.get((origin, points))
        if known is None:
            known = self._near[origin, points] = walked(self.grid, origin, points, self.impassable)
        return known

    def fortified_against(self, defender: Hex, neighbour: Hex) -> bool:
        """Whether the side between two neighbours is a fortified side of the defender's hex (esa.1.4l)."""
        sides = self.fortified.get(defender)
        return bool(sides) and self.grid.direction(defender, neighbour) in sides  # type: ignore[operator]

    def fortified_against_fire(self, target: Hex, shooter: Hex) -> bool:
        """Whether the line of fire enters the target's hex through fortified sides (esa.1.4l, esa.1.4l3)."""
        sides = self.fortified.get(target)
        return bool(sides) and all(side in sides for side in self.grid.entry_sides(shooter, target))  # type: ignore[operator]

    def is_higher(self, one: Hex, other: Hex) -> bool:
        """Whether the first hex is higher ground than the second (esa.5.6c-esa.5.6c3)."""
        mine, theirs = self.height[one], self.height[other]
        if mine is None:
            return False
        if theirs is None:
            return True
        return mine[0] == theirs[0] and mine[1] < theirs[1]
