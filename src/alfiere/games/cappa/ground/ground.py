"""Chapter geo, questions about the table: who is where, how far apart, what hides and covers, where there is room.

Every answer is worked out from the state as it stands. Distances are edge to edge (cappa.geo.4); every comparison
leaves the tolerance to the mover or shooter (cappa.geo.2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache

from alfiere.games.cappa.scenario.battlefield import BUILDING, CLOSED_BUILDING, FOOT, MOUNTED, Ground, difficult_pieces
from alfiere.games.cappa.sheets.characters import vehicle_base
from alfiere.games.cappa.sheets.measures import UM, Rect
from alfiere.games.cappa.sheets.tables import tables, terrain
from alfiere.games.cappa.state.state import ON, OUT, Figure, SkirmishState
from alfiere.table import measuring, room
from alfiere.table.field import Scene
from alfiere.table.measuring import segments_meet
from alfiere.table.shapes import Base, Disc, Outline, Point, base, box, grown
from alfiere.table.shapes import Rect as Rectangle
from alfiere.table.sight import Crossed, Line, covers, sight_line
from alfiere.table.terrain import AREA, Bar, Field, Opening, Terrain

WOODS = tuple(one.id for one in terrain().grounds.values() if one.sight == "limited")
COVERING = tuple(one.id for one in terrain().obstacles.values() if one.gives_cover and one.height > 0)
COVERING_GROUND = tuple(
    one.id
    for one in terrain().grounds.values()
    if one.gives_cover and not one.covers_only_on_crest and one.id != BUILDING
)
# What a shot of canister goes through, cappa.10.2.2j
YIELDING = tuple(one.id for one in terrain().obstacles.values() if not one.is_rigid)
YIELDING += tuple(one.id for one in terrain().grounds.values() if not one.is_rigid)
BLOCKING = tuple(one.id for one in terrain().obstacles.values() if one.blocks_sight)
HORSES = tuple(terrain().mounts)
# Where a base has to be put down and there is no room, it is tried on rings around the spot, so far out at the most.
MAKES_ROOM_WITHIN = 4 * UM
WIDEST = 4 * UM  # no two bases together are wider from their middles to their edges
RING, SPOKE = UM // 4, 150


GROUNDS, SIGHTS = 32, 1 << 14  # so many grounds, and pairs of places on each, of which one remembers who sees whom
_SIGHTS: dict[object, dict[object, bool]] = {}

# Where everybody is


def field(s: SkirmishState) -> Field:
    """The table as it is now."""
    return s.ground.field(s.changed)


def radius(figure: Figure) -> int:
    """Of his base (cappa.geo.3, cappa.1.1.h1)."""
    return figure.sheet.radius_mounted if figure.is_mounted else figure.sheet.radius_on_foot


def going(figure: Figure) -> str:
    """On foot or mounted."""
    return MOUNTED if figure.is_mounted else FOOT


def building_at(s: SkirmishState, x: int, y: int) -> str:
    """The building a point lies in, or nothing."""
    return _building_at(s.ground, field(s).terrain, x, y) if s.ground.buildings else ""


@lru_cache(maxsize=1 << 14)
def _building_at(ground: Ground, on: Terrain, x: int, y: int) -> str:
    """The same on a table as it stands: most of those asked about have not moved."""
    return next((name for name in ground.buildings if on.inside(name, x, y)), "")


def building_of(s: SkirmishState, figure: Figure) -> str:
    """The building a character is in; on its roof he is not."""
    name = building_at(s, figure.x, figure.y)
    return name if name and figure.level < field(s).terrain.feature(name).top else ""


def floor(s: SkirmishState, figure: Figure) -> int:
    """The storey he is on, 0 also in the open (cappa.geo.40)."""
    if not figure.level or not building_at(s, figure.x, figure.y):
        return 0
    return figure.level // (tables().numbers.storey * tables().lengths.level)


def ground_level(s: SkirmishState, x: int, y: int) -> int:
    """How high the ground is: on a rise 1 level, on a hill 2, in hundredths (cappa.geo.41)."""
    return _level_at(s.ground, field(s).terrain, x, y) if s.ground.levels else 0


@lru_cache(maxsize=1 << 14)
def _level_at(ground: Ground, on: Terrain, x: int, y: int) -> int:
    return max((top for name, top in ground.levels.items() if on.inside(name, x, y)), default=0)


def level(s: SkirmishState, figure: Figure) -> int:
    """How high his feet are: the ground, and the storey or wall he is on (cappa.geo.15)."""
    return ground_level(s, figure.x, figure.y) + figure.level


def base_of(s: SkirmishState, figure: Figure) -> Base:
    """The base of a character where it stands."""
    return _disc(figure.id, radius(figure), figure.x, figure.y, floor(s, figure) if figure.level else 0)


@lru_cache(maxsize=1 << 14)
def _disc(id: str, size: int, x: int, y: int, storey: int) -> Base:
    """A round base put down at a place: the same a hundred times in one impulse."""
    return base(id, Disc(size), x, y, floor=storey)


def has_base(figure: Figure) -> bool:
    """Whether his base is on the table: he stands or lies there and nobody carries or leads him."""
    return figure.where in (ON, OUT) and not figure.captor


def scene(s: SkirmishState, leave_out: Collection[str] = (), among: Iterable[Figure] | None = None) -> Scene:
    """Every base on the table: characters, those out of action too (cappa.1.2.h1), and horses without a rider.

    ``among``: of characters only these.
    """
    bases = [
        base_of(s, one)
        for one in (s.figures.values() if among is None else among)
        if one.where in (ON, OUT) and not one.captor and one.id not in leave_out
    ]
    bases += [one for one in beasts_and_carts(s) if one.id not in leave_out]
    return Scene(field(s), bases)


def beasts_and_carts(s: SkirmishState) -> list[Base]:
    """What else has a base: horses without a rider, then vehicles and guns."""
    if not s.things:
        return []
    free = (thing for thing in s.things.values() if thing.kind in HORSES and not thing.bearer)
    horses = [_disc(one.id, terrain().mounts[one.kind].base // 2, one.x, one.y, 0) for one in free]
    return [*horses, *vehicles(s)]


def vehicles(s: SkirmishState) -> list[Base]:
    """The carts, coaches and guns on the table; the front of the base looks where they head (cappa.1.1.h3)."""
    placed = (_vehicle(one.id, one.kind, one.x, one.y, one.heading) for one in s.things.values() if not one.bearer)
    return [one for one in placed if one is not None]


@lru_cache(maxsize=1 << 10)
def _vehicle(id: str, kind: str, x: int, y: int, heading: int) -> Base | None:
    """A vehicle or gun put down at a place; None for anything else."""
    size = vehicle_base(kind)
    return None if size is None else base(id, Rectangle(*size), x, y, heading)


def front_of(vehicle: Base) -> tuple[Point, Point]:
    """The front edge of a rectangular base: the short side at the head, of a gun the side of the muzzle."""
    return vehicle.outline.points[0], vehicle.outline.points[1]


# Distances


def gap(s: SkirmishState, one: Figure, other: Figure) -> int:
    """How far apart two bases are, edge to edge (cappa.geo.4)."""
    away = measuring.root_up((one.x - other.x) ** 2 + (one.y - other.y) ** 2) - radius(one) - radius(other)
    return away if away > 0 else 0


def gap_to_point(s: SkirmishState, figure: Figure, x: int, y: int) -> int:
    """How far a point is from the edge of a base; 0 under it (cappa.geo.25)."""
    return measuring.gap(base_of(s, figure).outline, Outline(((x, y),)))


def within(s: SkirmishState, one: Figure, other: Figure, limit: int) -> bool:
    """Whether two bases are this far apart or less (cappa.geo.2)."""
    reach = limit + tables().lengths.tolerance + radius(one) + radius(other)
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 <= reach * reach


def in_contact(s: SkirmishState, one: Figure, other: Figure) -> bool:
    """Whether two bases touch, on the same storey and with nothing solid between them (cappa.geo.6).

    The slope of a rise parts nobody: only a floor or a wall that one of them is on does.
    """
    if one.id == other.id or not has_base(one) or not has_base(other):
        return False
    if not within(s, one, other, 0) or abs(one.level - other.level) >= tables().lengths.level:
        return False
    return not is_walled_off(s, one, other)


def is_walled_off(s: SkirmishState, one: Figure, other: Figure) -> bool:
    """Whether a high wall, or the wall of a building without an opening there, stands between two centres."""
    kinds = (BUILDING, CLOSED_BUILDING, *BLOCKING)
    line = sight_line(field(s).terrain, (one.x, one.y), (other.x, other.y), kinds, (floor(s, one), floor(s, other)))
    return any(
        crossed.feature.kind != BUILDING
        or (crossed.enter != 0 and crossed.way_in is None)
        or (crossed.leave != 1 and crossed.way_out is None)
        for crossed in line.crossed
    )


def touching(s: SkirmishState, figure: Figure) -> list[Figure]:
    """Everybody standing in contact with a character, friend or enemy."""
    return [one for one in s.standing() if one.id != figure.id and in_contact(s, figure, one)]


# Obstacles and openings


def stops_near(s: SkirmishState, figure: Figure, limit: int = 0) -> list[Bar]:
    """The obstacles and openings no farther than this from a base (cappa.geo.5)."""
    here = base_of(s, figure)
    reach = limit + tables().lengths.tolerance
    walls = field(s).terrain.walls_near(FOOT, here.floor, *box(grown(here.outline, reach)))
    return [wall.bar for wall in walls if wall.bar.stops and measuring.within(here.outline, wall.bar.outline, reach)]


def obstacle_between(s: SkirmishState, one: Figure, other: Figure) -> str:
    """An obstacle or opening touched by ``one`` that parts the two centres, or nothing."""
    for bar in stops_near(s, one):
        ends = bar.outline.points
        if len(ends) == 2 and segments_meet((one.x, one.y), (other.x, other.y), ends[0], ends[1]):
            return bar.by
    return ""


def defends(s: SkirmishState, defender: Figure, attacker: Figure) -> str:
    """The obstacle or opening that a character defends against one who is in contact with it (cappa.5.2.h1).

    The defender touches its other side, or stands at the opening; he stands and is not shaken.
    """
    if defender.is_prone or s.is_shaken(defender) or not has_base(defender) or defender.where != ON:
        return ""
    if not within(s, defender, attacker, tables().lengths.defended) or floor(s, defender) != floor(s, attacker):
        return ""
    barrier = obstacle_between(s, attacker, defender)
    if not barrier or s.ground.is_climbed(barrier):
        return ""  # nobody strikes across a high wall
    held = {bar.by for bar in stops_near(s, defender)} | {one.id for one in openings_at(s, defender)}
    return barrier if barrier in held else ""


def openings_at(s: SkirmishState, figure: Figure) -> tuple[Opening, ...]:
    """The openings at which a character stands: he is inside, not more than half a um from them (cappa.geo.47)."""
    house = building_of(s, figure)
    if not house:
        return ()
    return _openings_of(field(s).terrain, house, base_of(s, figure))


@lru_cache(maxsize=1 << 12)
def _openings_of(on: Terrain, house: str, here: Base) -> tuple[Opening, ...]:
    """The openings of a house near a base that is in it."""
    reach = tables().lengths.opening + tables().lengths.tolerance
    found = on.touched_openings(here.outline, reach, here.floor)
    return tuple(one for one in found if one.id.split("/")[0] == house)


def at_opening(s: SkirmishState, figure: Figure) -> bool:
    """Whether he stands at a door, gate or window (cappa.geo.47)."""
    return bool(openings_at(s, figure))


# Sight


def sees_past_ground(s: SkirmishState, viewer: Figure, target: Figure) -> bool:
    """Whether the ground alone leaves the line free (cappa.geo.11, cappa.geo.29-cappa.geo.31).

    It hangs on where the two stand, how large their bases are, and on the ground with all that has changed of it; so
    it is kept for that ground, for every charge and shot asks it again of people who have not moved.
    """
    ground = s.ground, tuple(s.changed)
    known = _SIGHTS.get(ground)
    if known is None or len(known) >= SIGHTS:
        if len(_SIGHTS) >= GROUNDS:
            _SIGHTS.clear()
        known = _SIGHTS[ground] = {}
    here = viewer.x, viewer.y, viewer.level, radius(viewer), target.x, target.y, target.level, radius(target)
    is_seen = known.get(here)
    if is_seen is None:
        is_seen = known[here] = _sees_past_ground(s, viewer, target)
    return is_seen


def _sees_past_ground(s: SkirmishState, viewer: Figure, target: Figure) -> bool:
    floors = (floor(s, viewer), floor(s, target))
    line = sight_line(field(s).terrain, (viewer.x, viewer.y), (target.x, target.y), None, floors)
    ways = (*openings_at(s, viewer), *openings_at(s, target))
    return _is_open(s, line, ways, floors) and _passes_woods(line, gap(s, viewer, target))


def is_open_line(s: SkirmishState, start: Point, target: Figure) -> bool:
    """Whether no building, high wall or hill stands between a point and a centre (cappa.10.2.2.h5)."""
    floors = (0, floor(s, target))
    line = sight_line(field(s).terrain, start, (target.x, target.y), None, floors)
    return _is_open(s, line, openings_at(s, target), floors)


def _is_open(s: SkirmishState, line: Line, ways: Iterable[Opening], floors: tuple[int, int]) -> bool:
    """The same of a line; ``ways`` are the openings at which those at its ends stand."""
    at = {(one.start, one.end): one for one in ways}
    for crossed in line.crossed:
        kind = crossed.feature.kind
        if kind == CLOSED_BUILDING or kind in BLOCKING:
            return False
        if kind == BUILDING and not _passes_building(s, crossed, at, floors):
            return False
        if kind == "rise" and crossed.enter != 0 and crossed.leave != 1:
            return False  # neither stands on it, cappa.geo.30
    return True


def _passes_building(
    s: SkirmishState, crossed: Crossed, at: Mapping[tuple[Point, Point], Opening], floors: tuple[int, int]
) -> bool:
    """Only by an opening at which one of the two stands (cappa.geo.11); a closed door hides too (cappa.geo.29)."""
    if crossed.enter == 0 and crossed.leave == 1:
        return floors[0] == floors[1]  # in the same room
    for place, way in ((crossed.enter != 0, crossed.way_in), (crossed.leave != 1, crossed.way_out)):
        if place:
            # The line is flat, the windows of all storeys lie one above the other: his own is the one that counts.
            here = None if way is None else at.get((way.start, way.end))
            if here is None or (here.kind in BLOCKING and here.id not in s.changed):
                return False
    return True


def _passes_woods(line: Line, distance: int) -> bool:
    """More than 4 um of wood hide; in the same wood two see each other up to 8 um, edge to edge (cappa.geo.31)."""
    slack = tables().lengths.tolerance
    for crossed in line.crossed:
        if crossed.feature.kind in WOODS and crossed.enter == 0 and crossed.leave == 1:
            inside = terrain().grounds[crossed.feature.kind].sight_inside or tables().lengths.through_wood
            return distance <= inside + slack
    return line.inside(WOODS) <= tables().lengths.through_wood + slack


def in_cover(s: SkirmishState, shooter: Figure | Point, target: Figure) -> bool:
    """Whether a target is in cover against a shooter or an explosion (cappa.geo.14, cappa.geo.38)."""
    start = (shooter.x, shooter.y) if isinstance(shooter, Figure) else shooter
    return cover_against(s, start, target) != ""


def cover_against(s: SkirmishState, start: Point, target: Figure, *, rigid: bool = False) -> str:
    """What covers a target against this point: the id of a piece of ground, or nothing.

    ``rigid``: only what stops canister counts, walls, wood and trees (cappa.10.2.2j).
    """
    here = base_of(s, target)
    ground = field(s).terrain
    house = building_of(s, target)
    if house and at_opening(s, target) and not ground.inside(house, *start):
        return house
    line = sight_line(ground, start, (target.x, target.y), None, (here.floor,))
    limit = tables().lengths.cover + tables().lengths.tolerance
    for crossed in line.crossed:
        kind = crossed.feature.kind
        if rigid and kind in YIELDING:
            continue
        if kind in COVERING_GROUND and not (crossed.enter == 0 and crossed.leave == 1):
            if crossed.leave == 1 or covers(line, crossed, here.outline, limit):
                return crossed.feature.id
        elif kind in COVERING or kind in (BUILDING, CLOSED_BUILDING):
            if crossed.leave != 1 and covers(line, crossed, here.outline, limit):
                return crossed.feature.id
    return ""


def is_inside(s: SkirmishState, figure: Figure, kinds: Collection[str]) -> bool:
    """Whether his centre lies in ground of these kinds."""
    return any(piece.kind in kinds and piece.form == AREA for piece in field(s).terrain.at(figure.x, figure.y))


# Areas


def areas_at(s: SkirmishState, x: int, y: int) -> list[str]:
    """The areas a point lies in: a building, a wood, what a hedge, wall or earthwork encloses (cappa.geo.24)."""
    pieces = [piece.id for piece in field(s).terrain.at(x, y) if piece.radius == 0 and piece.kind != "open"]
    return pieces + [name for name in s.ground.yards if is_in_area(s, name, x, y)]


def is_in_area(s: SkirmishState, area: str, x: int, y: int) -> bool:
    """Whether a point lies inside an area."""
    yard = s.ground.yards.get(area)
    if yard is None:
        return field(s).terrain.inside(area, x, y)
    west, north, east, south = yard
    return west < x < east and north < y < south


# Room to stand


def is_free(s: SkirmishState, figure: Figure, x: int, y: int) -> bool:
    """Whether his base could stand at a place: on the table, overlapping nothing, on ground that bears him."""
    size, storey = radius(figure), floor(s, figure)
    west, east, north, south = x - WIDEST, x + WIDEST, y - WIDEST, y + WIDEST
    for one in [one for one in s.figures.values() if west < one.x < east and north < one.y < south]:
        if (x - one.x) ** 2 + (y - one.y) ** 2 < (size + radius(one)) ** 2 and has_base(one) and one.id != figure.id:
            if (floor(s, one) if one.level else 0) == storey:
                return False
    # The bare table is asked again and again: for every member of a squad, every place it might take.
    if not room.bears(field(s), Disc(size), going(figure), x, y, 0, storey):
        return False
    here = Outline(((x, y),), size)
    return not any(measuring.overlaps(one.outline, here) for one in beasts_and_carts(s) if one.floor == storey)


def room_in(s: SkirmishState, figure: Figure, area: Rect) -> list[Point]:
    """The places of an area, one base beside the other, where his base could stand now."""
    return room.room_in(scene(s, (figure.id,)), Disc(radius(figure)), going(figure), area)


def difficult_ground(s: SkirmishState, figure: Figure) -> list[str]:
    """The pieces of difficult ground that his base is on, even partly (cappa.4.3.5.h1)."""
    ground, here = field(s).terrain, base_of(s, figure)
    return [piece for piece in difficult_pieces(ground, going(figure)) if ground.overlaps(piece, here.outline)]


def free_place(
    s: SkirmishState,
    figure: Figure,
    x: int,
    y: int,
    *,
    apart: int = 0,
    house: str | None = None,
    within: int = MAKES_ROOM_WITHIN,
) -> Point | None:
    """The place nearest to a point where his base can stand, not much farther off; he need not walk there.

    ``apart``: so far from every enemy. ``house``: only in this building, or if it is empty in none.
    """
    return next(free_places(s, figure, x, y, apart=apart, house=house, within=within), None)


def free_places(
    s: SkirmishState,
    figure: Figure,
    x: int,
    y: int,
    *,
    apart: int = 0,
    house: str | None = None,
    within: int = MAKES_ROOM_WITHIN,
) -> Iterator[Point]:
    """The same place and those after it, ring by ring."""
    keep = apart + radius(figure)
    foes = [base_of(s, one).outline for one in s.enemies_of(figure)] if apart else []
    for place in room.rings(x, y, within, RING, SPOKE):
        if house is not None and building_at(s, *place) != house:
            continue
        if is_free(s, figure, *place) and all(measuring.gap(one, Outline((place,))) >= keep for one in foes):
            yield place


def nearest(s: SkirmishState, figure: Figure, others: Iterable[Figure]) -> list[Figure]:
    """Others by their distance, the nearest first."""
    return sorted(others, key=lambda one: (gap(s, figure, one), one.id))
