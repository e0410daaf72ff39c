"""Chapter 4, movement: how far and where one Move action leads; difficult ground and loads."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise

from alfiere.games.cappa.abilities import RIDER
from alfiere.games.cappa.battlefield import is_difficult
from alfiere.games.cappa.events import Moved
from alfiere.games.cappa.ground import (
    base_of,
    building_at,
    difficult_ground,
    field,
    floor,
    going,
    has_zone,
    journey,
    nearest,
    stops_near,
)
from alfiere.games.cappa.impulses import Actor, Deed, bodies
from alfiere.games.cappa.occasions import vehicle_base
from alfiere.games.cappa.refusals import refused
from alfiere.games.cappa.state import ON, OUT, Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.tables import tables, terrain
from alfiere.kernel.decision import Args, Illegal, Option
from alfiere.kernel.procedure import Procedure
from alfiere.table.barriers import BASE, EDGE, FAR, RANKS, ZONE, Refusal, Zone
from alfiere.table.headings import heading_of, offset
from alfiere.table.measuring import way_length
from alfiere.table.places import Place, first_inside, sensible_places
from alfiere.table.reach import Journey, Way
from alfiere.table.shapes import Outline, Point, moved
from alfiere.table.terrain import GROUND, OBSTACLE

DIRECTIONS = 8
APART = 30  # hundredths between the places offered; a person may point at any between them
NEAREST = 3  # so many enemies are walked towards, among the places offered
SWAMP = "difficult"

# why the table refuses -> the rule that says so; the words are in the section «refusal»
REASONS: dict[str, str] = {
    BASE: "cappa.4.3.1a",
    ZONE: "cappa.1.3c",
    RANKS: "cappa.4.3.1c",
    EDGE: "cappa.geo.8",
    FAR: "cappa.4.0a",
    GROUND: "cappa.geo.8",
    OBSTACLE: "cappa.4.3.2b",
    SWAMP: "cappa.4.3.5c",
}


# How fast


def speed(s: SkirmishState, figure: Figure) -> int:
    """The um of one Move action, in hundredths, difficult ground apart (cappa.4.0a, cappa.4.0f, cappa.4.h1)."""
    if figure.is_prone:
        return tables().lengths.crawl  # cappa.2.2.1.h3
    if is_placed_by_two(s, figure):
        return 0  # only together, cappa.4.3.7.h3
    if figure.is_mounted:  # cappa.4.3.6e
        return figure.line.mov if figure.sheet.is_mounted else terrain().mounts[figure.mount].mov
    return loaded_speed(figure.line.mov_on_foot, load_of(s, figure))


def loaded_speed(mov: int, weight: int, carriers: int = 1) -> int:
    """Half speed up to the carriers' own weight, a quarter up to half as much again, no farther (cappa.4.3.7a-e)."""
    own = carriers * (terrain().loads["person"].weight or 0)
    if weight <= 0:
        return mov
    if weight <= own:
        return mov // tables().numbers.load
    return mov // tables().numbers.heavy_load if 2 * weight <= 3 * own else 0


def load_of(s: SkirmishState, figure: Figure) -> int:
    """The weight of all he carries, in hundredths of a person; led horses weigh nothing (cappa.4.3.7.h1)."""
    helped = sum(weight_of(s, one.id) for one in s.things.values() if one.helper == figure.id)
    return helped + sum(weight_of(s, name) for name in figure.carries)


def is_placed_by_two(s: SkirmishState, figure: Figure) -> bool:
    """Whether he carries something together with another: they move with one shared action (cappa.4.3.7.h3)."""
    return any(one.helper and figure.id in (one.bearer, one.helper) for one in s.things.values())


def weight_of(s: SkirmishState, name: str) -> int:
    """Of a thing or of somebody carried or led (cappa.4.3.7.h1, cappa.4.3.7.h4)."""
    if name in s.figures:
        return terrain().loads["person"].weight or 0
    kind = s.things[name].kind
    load = terrain().loads.get("vehicle" if vehicle_base(kind) is not None else kind)
    return 0 if load is None else (10_000 if load.weight is None else load.weight)


def is_laden(s: SkirmishState, figure: Figure) -> bool:
    """Whether he carries any weight: then he neither charges, shoots, climbs, jumps nor fights (cappa.4.3.7.h2)."""
    return load_of(s, figure) > 0


def is_on_wall(s: SkirmishState, figure: Figure) -> bool:
    """Whether he is off the ground outside a building: climbing a wall, or on its top."""
    return figure.level > 0 and not building_at(s, figure.x, figure.y)


def is_climbing(s: SkirmishState, figure: Figure) -> bool:
    """Whether he hangs on a wall, between its foot and its top: no shooting, reloading or melee (cappa.4.3.3.h2)."""
    if not is_on_wall(s, figure):
        return False
    tops = [field(s).terrain.feature(bar.by).top for bar in stops_near(s, figure) if s.ground.is_climbed(bar.by)]
    return not tops or figure.level < min(tops)


# Where to


def walk(s: SkirmishState, figure: Figure, most: int, *, dry: bool = False, leave_out: Collection[str] = ()) -> Journey:
    """What an ordinary move can reach: it never leads into contact with an enemy, that is a charge (cappa.4.3.8a)."""
    close = tables().lengths.tolerance + 1
    bare = [
        Zone(base_of(s, one), close) for one in s.enemies(figure.seat) if not has_zone(one) and not one.sheet.is_animal
    ]
    return journey(s, figure, most, dry=dry, also=bare, leave_out=leave_out)


def route(s: SkirmishState, figure: Figure, x: int, y: int) -> Way | Refusal:
    """The way of one Move action to a place, or why it cannot lead there."""
    most, slack = speed(s, figure), tables().lengths.tolerance
    if difficult_ground(s, figure):
        return _route_from_swamp(s, figure, x, y)
    if not _swamps(s, figure):
        return walk(s, figure, most + slack).way(x, y)
    way = walk(s, figure, most + slack, dry=True).way(x, y)
    if isinstance(way, Way):
        return way
    wet = walk(s, figure, most + slack)
    way = wet.way(x, y)
    return way if isinstance(way, Refusal) else _unless_stuck(s, figure, wet, way)


def _route_from_swamp(s: SkirmishState, figure: Figure, x: int, y: int) -> Way | Refusal:
    """Half speed, or full speed if that leads wholly out of the difficult ground (cappa.4.3.5b, cappa.4.3.5.h1)."""
    most, slack = speed(s, figure), tables().lengths.tolerance
    wide = walk(s, figure, most + slack)
    way = wide.way(x, y)
    if isinstance(way, Way) and _is_dry(s, figure, x, y):
        return _unless_stuck(s, figure, wide, way)
    near = walk(s, figure, most // tables().numbers.difficult + slack)
    way = near.way(x, y)
    return way if isinstance(way, Refusal) else _unless_stuck(s, figure, near, way)


def _unless_stuck(s: SkirmishState, figure: Figure, on: Journey, way: Way) -> Way | Refusal:
    """A way is refused that goes on after the base is wholly inside difficult ground (cappa.4.3.5c)."""
    for piece in _swamps(s, figure):
        stop = _stuck_at(on, way, piece)
        if stop is not None and stop != way.end:
            return Refusal(SWAMP, piece)
    return way


def _stuck_at(on: Journey, way: Way, piece: str) -> Point | None:
    """Where a way first has the base wholly inside a piece of ground; None also if it starts there."""
    if on.field.terrain.holds_wholly(piece, moved(on.core, *way.points[0])):
        return None
    return first_inside(on, way.points, piece)


def _swamps(s: SkirmishState, figure: Figure) -> list[str]:
    """The pieces of ground that are difficult to him (cappa.4.3.5.h2)."""
    return [piece.id for piece in field(s).terrain.features if is_difficult(piece.kind, going(figure))]


def _is_dry(s: SkirmishState, figure: Figure, x: int, y: int) -> bool:
    here = Outline(((x, y),), base_of(s, figure).outline.radius)
    return not any(field(s).terrain.overlaps(piece, here) for piece in _swamps(s, figure))


def cut_at_swamp(s: SkirmishState, figure: Figure, on: Journey, way: Way) -> Way:
    """The part of a way that can be gone before difficult ground ends the move (cappa.4.3.5c)."""
    for piece in _swamps(s, figure):
        stop = _stuck_at(on, way, piece)
        if stop is not None and stop != way.end:
            way = on.way_of(points_up_to(way.points, stop))
    return way


def points_up_to(points: tuple[Point, ...], stop: Point) -> tuple[Point, ...]:
    """The beginning of a way, up to a point on it."""
    found = [points[0]]
    for start, end in pairwise(points):
        if way_length((start, stop, end)) <= way_length((start, end)) + 2:
            return (*found, stop)
        found.append(end)
    return tuple(found)


# The Move action


def may_move(s: SkirmishState, figure: Figure) -> bool:
    """Whether a Move action is open to him; without the ability one mounted move in an impulse (cappa.4.3.6b)."""
    if figure.is_mounted and figure.moved_now and RIDER not in figure.sheet.abilities:
        return False
    return not is_on_wall(s, figure) and speed(s, figure) > 0


def offer_moves(s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
    """A handful of sensible places; a person may point at any other (cappa.4.0c, cappa.4.0d)."""
    if isinstance(who, Squad):
        yield from offer_squad_moves(s, who)
        return
    if not may_move(s, who):
        return
    seen = {(who.x, who.y)}
    for way in sensible_ways(s, who):
        if way.end not in seen:
            seen.add(way.end)
            yield _move(who, way.end)


def _move(figure: Figure, end: Point) -> Option:
    return Option("move", {"figure": figure.id, "to": list(end)}, ("cappa.4.0a",))


def sensible_ways(s: SkirmishState, figure: Figure) -> Iterator[Way]:
    """Where it makes sense to go: towards enemies and things, to cover and openings, as far as possible all round."""
    full = speed(s, figure)
    stuck = bool(difficult_ground(s, figure))
    on = walk(s, figure, full)
    ways = [place.way for place in _places(s, figure, on)]
    swamps = _swamps(s, figure)
    if not swamps:
        yield from ways
        return
    for way in ways:
        cut = cut_at_swamp(s, figure, on, way)
        if not stuck or _is_dry(s, figure, *cut.end):
            yield cut
    if stuck:
        near = walk(s, figure, full // tables().numbers.difficult)
        for place in _places(s, figure, near):
            yield cut_at_swamp(s, figure, near, place.way)


def _places(s: SkirmishState, figure: Figure, on: Journey) -> list[Place]:
    storey = floor(s, figure)
    pieces = field(s).terrain.features
    stops = [piece.id for piece in pieces if piece.kind in terrain().obstacles or _covers(piece.kind)]
    towards = [(one.id, (one.x, one.y)) for one in nearest(s, figure, s.enemies(figure.seat))[:NEAREST]]
    things = [(one.id, (one.x, one.y)) for one in s.things.values() if not one.bearer]
    marks = list(s.ground.marks.items()) if not figure.shaken else []
    lying = [
        (one.id, base_of(s, one).outline)
        for one in s.figures.values()
        if one.id != figure.id and not one.captor and (one.where == OUT or (one.where == ON and one.has_surrendered))
    ]
    return sensible_places(
        on,
        contacts=lying,
        openings=[one.id for one in field(s).terrain.openings.values() if one.floor == storey],
        covers=stops if storey == 0 else (),
        objectives=[*towards, *things, *marks],
        directions=DIRECTIONS,
        apart=APART,
    )


def _covers(kind: str) -> bool:
    ground = terrain().grounds.get(kind)
    return ground is not None and ground.gives_cover


def free_move(s: SkirmishState, figure: Figure, to: Point) -> Option | Illegal:
    """A Move action to any place a person points at, or why not."""
    if not may_move(s, figure):
        return refused(s, figure.seat, "cannot-move", "cappa.4.0a", figure=figure.id)
    way = route(s, figure, *to)
    if isinstance(way, Refusal):
        return refused(s, figure.seat, f"move-{way.reason}", REASONS[way.reason], figure=figure.id, by=way.by)
    return _move(figure, way.end)


def judge_move(s: SkirmishState, who: Actor, args: Args) -> Option | Illegal:
    """The free answer: a place as [x, y] in hundredths of a um."""
    to = args.get("to")
    if not isinstance(who, Figure) or not is_place(to):
        return refused(s, who.seat, "no-place", "cappa.4.0a", figure=who.id)
    return free_move(s, who, (to[0], to[1]))  # type: ignore[index]


def is_place(to: object) -> bool:
    """Whether an answer from outside is a place: two whole numbers."""
    if not isinstance(to, list | tuple) or len(to) != 2:
        return False
    return all(isinstance(one, int) and not isinstance(one, bool) and abs(one) < 10**6 for one in to)


def perform_move(g: SkirmishGame, who: Actor, option: Option) -> Procedure[None]:
    """Go there by the shortest legal way (cappa.geo.27)."""
    x, y = option["to"]
    if isinstance(who, Squad):
        move_squad(g, who, (x, y))
        return
    way = route(g.state, who, x, y)
    if isinstance(way, Refusal):  # a way into contact is found by trying many ends; asked for alone it may not be
        way = next(one for one in sensible_ways(g.state, who) if one.end == (x, y))
    go(g, who, way, "crawl" if who.is_prone else "move")
    yield from ()


# A squad moves as a body


def offer_squad_moves(s: SkirmishState, squad: Squad) -> Iterator[Option]:
    """All its members by the same stretch, at the pace of the slowest, as far as all can go (cappa.4.3.1d)."""
    here = bodies(s, squad)
    pace = min((speed(s, one) for one in here if may_move(s, one)), default=0)
    if not here or not pace or not all(may_move(s, one) for one in here):
        return
    trips = [walk(s, one, pace + tables().lengths.tolerance, leave_out=[one.id for one in here]) for one in here]
    first = here[0]
    headings = [number * 3600 // DIRECTIONS for number in range(DIRECTIONS)]
    headings += [heading_of(one.x - first.x, one.y - first.y) for one in nearest(s, first, s.enemies(squad.seat))[:1]]
    seen = set()
    for heading in headings:
        for length in (pace, pace // 2):
            dx, dy = offset(heading, length)
            if (dx, dy) not in seen and _all_can_go(s, here, trips, dx, dy):
                seen.add((dx, dy))
                yield Option("move", {"figure": squad.id, "to": [first.x + dx, first.y + dy]}, ("cappa.4.0a",))
                break


def _all_can_go(s: SkirmishState, here: list[Figure], trips: list[Journey], dx: int, dy: int) -> bool:
    for one, trip in zip(here, trips, strict=True):
        end = one.x + dx, one.y + dy
        if trip.straight(*end) is not None:
            return False
        if isinstance(_unless_stuck(s, one, trip, trip.way_of((trip.start, end))), Refusal):
            return False
    return True


def move_squad(g: SkirmishGame, squad: Squad, to: Point) -> None:
    """Shift every member as the first of them goes."""
    here = bodies(g.state, squad)
    dx, dy = to[0] - here[0].x, to[1] - here[0].y
    length = way_length(((0, 0), (dx, dy)))
    for one in here:
        start = one.x, one.y
        end = start[0] + dx, start[1] + dy
        go(g, one, Way((start, end), length, length), "move")


def go(g: SkirmishGame, figure: Figure, way: Way, how: str, rules: tuple[str, ...] = ("cappa.4.0a",)) -> None:
    """Put a character at the end of a way and count what he has moved (cappa.5.1.3e, cappa.5.1.3f)."""
    if way.end == (figure.x, figure.y):
        return
    start = (figure.x, figure.y)
    figure.x, figure.y = way.end
    figure.moved += way.length
    figure.moved_now += way.length
    g.tell(Moved(figure.id, start, way.points, way.length, how, rules))


MOVE_DEEDS = [Deed("move", offer_moves, perform_move, free=judge_move, in_melee=False, shaken=False)]
