"""Chapter 10.2.3, what round shot is aimed at: the structures in the sector, the nearest first, and their breaches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from alfiere.games.cappa.ground.ground import WOODS, field, vehicles
from alfiere.games.cappa.scenario.battlefield import BUILDING, CLOSED_BUILDING
from alfiere.games.cappa.sheets.characters import characters
from alfiere.games.cappa.sheets.tables import tables, terrain
from alfiere.games.cappa.sheets.weapons import Weapon
from alfiere.games.cappa.state.state import Gun, SkirmishState
from alfiere.table.headings import SCALE, divided, ray
from alfiere.table.measuring import crossing, overlaps, root_up, stretch_about
from alfiere.table.sectors import front_edge, sector
from alfiere.table.shapes import Base, Outline, Point, edges
from alfiere.table.sight import clipped
from alfiere.table.terrain import Compiled, Opening

EARTHWORK, WOOD = "earthwork", "wood"
HIDING = (*WOODS, "rise")  # ground that a ball does not pass
DOORS = ("door", "gate", "locked_door")


class StructureAhead(NamedTuple):
    """A structure in the sector: how far ahead it begins, where a ball meets it, how many hits breach it (0: none)."""

    name: str
    kind: str
    ahead: int  # of the front edge, in hundredths, rounded up
    at: Point
    edge: int
    start: Point  # of the breach
    end: Point
    needed: int


def targets(s: SkirmishState, gun: Gun, placed: Base, weapon: Weapon) -> list[StructureAhead]:
    """What a gun can fire round shot at: nothing nearer in the sector may be in the way (cappa.10.2.3b, cappa.10.2.3c).

    An earthwork heaped against a wall is no obstacle before it, but protects it (cappa.10.2.3f).
    """
    there = sorted(ahead(s, gun, placed, weapon), key=lambda one: (one.ahead, one.name))
    found = []
    for one in there:
        nearer = [other for other in there if other.ahead < one.ahead]
        close = one.ahead - tables().lengths.cover - tables().lengths.tolerance
        if any(other.kind != EARTHWORK or other.ahead < close or one.kind != BUILDING for other in nearer):
            continue
        needed = max(one.needed, tables().numbers.earthwork_hits) if nearer and one.needed else one.needed
        if needed:
            found.append(one._replace(needed=needed))
    return found


def ahead(s: SkirmishState, gun: Gun, placed: Base, weapon: Weapon) -> Iterator[StructureAhead]:
    """Everything solid in the sector of round shot, characters left out (cappa.10.2.3.h7)."""
    assert weapon.long is not None
    ground = sector(placed, 0, weapon.long.um)
    for one in field(s).terrain.compiled:
        found = _met(s, one, placed, ground)
        if found is not None:
            yield found
    for vehicle in vehicles(s):
        near = _nearest_side(vehicle.outline.points, edges(vehicle.outline.points), placed, ground)
        if near is not None and vehicle.id not in (gun.id, gun.limber):
            far, at, edge = near
            form = characters().vehicles.get(s.things[vehicle.id].kind)
            yield StructureAhead(vehicle.id, WOOD, far, at, edge, at, at, form.hits if form is not None else 0)


def _met(s: SkirmishState, one: Compiled, placed: Base, ground: Outline) -> StructureAhead | None:
    piece = one.feature
    is_house = piece.kind in (BUILDING, CLOSED_BUILDING)
    obstacle = terrain().obstacles.get(piece.kind)
    if not is_house and piece.kind not in HIDING and (obstacle is None or obstacle.height <= 0):
        return None
    if len(piece.points) == 1:  # a well
        if not overlaps(ground, Outline(piece.points, piece.radius)):
            return None
        far = _ahead(placed, piece.points[0]) - piece.radius
        return StructureAhead(piece.id, piece.kind, far, piece.points[0], 0, *2 * piece.points, 0)
    near = _nearest_side(piece.points, one.sides, placed, ground)
    if near is None:
        return None
    far, at, number = near
    start, end = breach_at(*one.sides[number], at)
    if is_house:
        door = next((way for way in piece.openings if way.edge == number and not way.floor and _holds(way, at)), None)
        feature = s.ground.feature(piece.id)
        assert feature is not None
        assert feature.structure is not None
        needed = feature.structure.hits
        if door is not None and door.kind in DOORS:
            start, end, needed = door.start, door.end, terrain().obstacles[door.kind].hits
        elif door is not None and door.kind not in ("window", "fortified"):
            needed = 0  # a breach is there already
        return StructureAhead(piece.id, BUILDING, far, at, number, start, end, needed)
    return StructureAhead(
        piece.id, piece.kind, far, at, number, start, end, obstacle.hits if obstacle is not None else 0
    )


def _holds(way: Opening, at: Point) -> bool:
    """Whether a point of the same side lies in an opening."""
    axis = 0 if way.start[0] != way.end[0] else 1
    low, high = sorted((way.start[axis], way.end[axis]))
    return low < at[axis] < high


def _ahead(placed: Base, point: Point) -> int:
    """How far ahead of the line of the front edge a point lies, rounded up."""
    (fx, fy), (x, y) = front_edge(placed)[0], ray(placed.pose.heading)
    return -(-((point[0] - fx) * x + (point[1] - fy) * y) // SCALE)


def _nearest_side(
    points: tuple[Point, ...], sides: tuple[tuple[Point, Point], ...], placed: Base, ground: Outline
) -> tuple[int, Point, int] | None:
    """How far ahead a structure begins, the point struck, and its side (cappa.10.2.3.h5).

    Where the axis of the gun meets it, or else the point in the sector that is nearest to the gun.
    """
    left, right = front_edge(placed)
    muzzle = (left[0] + right[0]) // 2, (left[1] + right[1]) // 2
    far = max(_ahead(placed, corner) for corner in ground.points)
    x, y = ray(placed.pose.heading)
    axis = muzzle[0] + divided(far * x, SCALE), muzzle[1] + divided(far * y, SCALE)
    in_sector: list[tuple[int, int, Point, int]] = []
    on_axis: list[tuple[int, Point, int]] = []
    for number, (start, end) in enumerate(sides):
        stretch = clipped(ground.points, start, end)
        if stretch is None:
            continue
        for share in stretch:
            place = round(start[0] + share * (end[0] - start[0])), round(start[1] + share * (end[1] - start[1]))
            aside = root_up((place[0] - muzzle[0]) ** 2 + (place[1] - muzzle[1]) ** 2)
            in_sector.append((_ahead(placed, place), aside, place, number))
        met = crossing(muzzle, axis, start, end)
        if met is not None:
            on_axis.append((_ahead(placed, met), met, number))
    if not in_sector:
        return None
    near = min(in_sector)
    if on_axis:
        _, at, number = min(on_axis)
        return near[0], at, number
    return near[0], near[2], near[3]


def breach_at(start: Point, end: Point, at: Point, width: int | None = None) -> tuple[Point, Point]:
    """A stretch of a side about a point, 1 um wide or as wide as it is said."""
    return stretch_about(start, end, at, tables().lengths.breach if width is None else width)
