"""Chapter 4, movement: how far and where one Move action leads; difficult ground and loads."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache, partial
from itertools import pairwise
from typing import TypeGuard

from alfiere.games.cappa.ground.engaged import foes
from alfiere.games.cappa.ground.ground import (
    base_of,
    building_at,
    difficult_ground,
    field,
    floor,
    going,
    nearest,
    stops_near,
)
from alfiere.games.cappa.ground.sight import sees
from alfiere.games.cappa.ground.veils import emerging
from alfiere.games.cappa.ground.visibility import STOPPED, all_hidden, halted, known, reveal
from alfiere.games.cappa.ground.zones import has_zone, journey
from alfiere.games.cappa.people.impulses import Actor, OfOne
from alfiere.games.cappa.people.loads import is_laden, is_placed_by_two, load_of, loaded_speed
from alfiere.games.cappa.people.muster import is_measured
from alfiere.games.cappa.scenario.battlefield import difficult_pieces
from alfiere.games.cappa.sheets.abilities import RIDER
from alfiere.games.cappa.sheets.tables import tables, terrain
from alfiere.games.cappa.state.action_points import acts_now
from alfiere.games.cappa.state.bought import LEFT_OVER, bought_stride
from alfiere.games.cappa.state.drawing import said
from alfiere.games.cappa.state.earning import has_experience
from alfiere.games.cappa.state.state import ON, OUT, Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.events import Moved
from alfiere.kernel import drawing
from alfiere.kernel.decision import Args, Decision, Draw, Option, first_drawn
from alfiere.kernel.drawing import Drawn
from alfiere.kernel.objection import Objection, because
from alfiere.table.barriers import BASE, EDGE, FAR, RANKS, ZONE, Refusal
from alfiere.table.headings import heading_of, offset
from alfiere.table.measuring import way_length
from alfiere.table.places import (
    CONTACT,
    COVER,
    OPENING,
    Glance,
    Place,
    first_inside,
    glances,
    sensible_places,
)
from alfiere.table.reach import Journey, Way
from alfiere.table.shapes import Outline, Point, moved
from alfiere.table.terrain import GROUND, OBSTACLE

DIRECTIONS = 8
APART = 30  # hundredths between the places offered; a person may point at any between them
NEAREST = 3  # so many enemies are walked towards, among the places offered
SWAMP = "difficult"
MELEE = "melee"

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
    MELEE: "cappa.4.3.8f",
}


# How fast


def mov(figure: Figure) -> int:
    """How far he goes with one PA over clear ground (cappa.1.2.4k); mounted, as his beast (cappa.4.3.6e)."""
    if figure.is_mounted and not figure.sheet.is_mounted:
        return terrain().mounts[figure.mount].mov
    return figure.line.mov if figure.is_mounted else figure.line.mov_on_foot


def speed(s: SkirmishState, figure: Figure) -> int:
    """The um of one Move action, in hundredths, difficult ground apart (cappa.4.0a, cappa.4.0f, cappa.4.h1)."""
    more = bought_stride(figure)  # cappa.9.1.2d
    if figure.is_prone:
        return tables().lengths.crawl + more  # cappa.2.2.1.h3
    if is_placed_by_two(s, figure):
        return 0  # only together, cappa.4.3.7.h3
    if figure.is_mounted:
        return mov(figure) + more
    own = loaded_speed(figure.line.mov_on_foot, load_of(s, figure))
    return own + more if own else 0


def lost_in_swamp(s: SkirmishState, figure: Figure) -> int:
    """What a move loses that begins in difficult ground and does not lead out of it (cappa.4.3.5b)."""
    full = speed(s, figure)
    return full - full // tables().numbers.difficult if difficult_ground(s, figure) else 0


def dearer(figure: Figure) -> int:
    """What one who cannot ride pays more for all he does on horseback (cappa.4.3.6c)."""
    return tables().numbers.without_rider if figure.is_mounted and RIDER not in figure.sheet.abilities else 0


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
    return journey(s, figure, most, dry=dry, keeps_off=True, leave_out=leave_out)


def engages(s: SkirmishState, figure: Figure, place: Point) -> str:
    """The enemy in sight he would be in melee with at a place: across an obstacle too it is a charge (cappa.4.3.8.h9).

    Upon one behind a closed door, whom nobody sees and so nobody charges, he may walk.
    """
    met = foes(s, figure.at(place))
    return next((one.id for one in met if not one.sheet.is_animal and sees(s, figure, one)), "")


Walks = Callable[..., Journey]  # of one character: so far at the most, dry or not


def walks_of(s: SkirmishState, figure: Figure) -> Walks:
    """For who asks the way to several places while nobody moves: what bars his walks is gathered once for all."""
    return cache(partial(walk, s, figure))


def route(s: SkirmishState, figure: Figure, x: int, y: int, walks: Walks | None = None) -> Way | Refusal:
    """The way of one Move action to a place, or why it cannot lead there."""
    way = _route(s, figure, x, y, walks or partial(walk, s, figure))
    met = engages(s, figure, way.end) if isinstance(way, Way) else ""
    return Refusal(MELEE, met) if met else way


def _route(s: SkirmishState, figure: Figure, x: int, y: int, walks: Walks) -> Way | Refusal:
    most, slack = speed(s, figure), tables().lengths.tolerance
    if difficult_ground(s, figure):
        return _route_from_swamp(s, figure, x, y, walks)
    if not _swamps(s, figure):
        return walks(most + slack).way(x, y)
    way = walks(most + slack, dry=True).way(x, y)
    if isinstance(way, Way):
        return way
    wet = walks(most + slack)
    way = wet.way(x, y)
    return way if isinstance(way, Refusal) else unless_stuck(s, figure, wet, way)


def _route_from_swamp(s: SkirmishState, figure: Figure, x: int, y: int, walks: Walks) -> Way | Refusal:
    """Half speed, or full speed if that leads wholly out of the difficult ground (cappa.4.3.5b, cappa.4.3.5.h1)."""
    most, slack = speed(s, figure), tables().lengths.tolerance
    wide = walks(most + slack)
    way = wide.way(x, y)
    if isinstance(way, Way) and is_dry(s, figure, x, y):
        return unless_stuck(s, figure, wide, way)
    near = walks(most // tables().numbers.difficult + slack)
    way = near.way(x, y)
    return way if isinstance(way, Refusal) else unless_stuck(s, figure, near, way)


def unless_stuck(s: SkirmishState, figure: Figure, on: Journey, way: Way) -> Way | Refusal:
    """A way is refused that goes on after the base is wholly inside difficult ground (cappa.4.3.5c)."""
    for piece in _swamps(s, figure):
        stop = _stuck_at(on, way, piece)
        if stop is not None and stop != way.end:
            return Refusal(SWAMP, piece)
    return way


def _stuck_at(on: Journey, way: Way, piece: str) -> Point | None:
    """Where a way first has the base wholly inside a piece of ground; None also if it starts there."""
    west, north, east, south = on.field.terrain.by_id[piece].box
    xs, ys = [x for x, _ in way.points], [y for _, y in way.points]
    if max(xs) < west or min(xs) > east or max(ys) < north or min(ys) > south:
        return None  # it leads past it
    if on.field.terrain.holds_wholly(piece, moved(on.core, *way.points[0])):
        return None
    return first_inside(on, way.points, piece)


def _swamps(s: SkirmishState, figure: Figure) -> tuple[str, ...]:
    """The pieces of ground that are difficult to him (cappa.4.3.5.h2)."""
    return difficult_pieces(field(s).terrain, going(figure))


def is_dry(s: SkirmishState, figure: Figure, x: int, y: int) -> bool:
    """Whether his base would stand wholly outside difficult ground (cappa.4.3.5.h1)."""
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
    detours = [way_length((start, stop, end)) - way_length((start, end)) for start, end in pairwise(points)]
    return (*points[: detours.index(min(detours)) + 1], stop)


# The Move action


def may_move(s: SkirmishState, figure: Figure) -> bool:
    """Whether a Move action is open to him."""
    return why_rooted(s, figure) is None


def why_rooted(s: SkirmishState, figure: Figure) -> tuple[str, str] | None:
    """Why he cannot move at all, as a key of the refusals and the rule; None if he can.

    Without the ability there is one mounted move in an impulse (cappa.4.3.6b).
    """
    if figure.is_mounted and figure.moved_now and RIDER not in figure.sheet.abilities and acts_now(s, figure):
        return "rides-once", "cappa.4.3.6b"
    if is_on_wall(s, figure):
        return "on-wall", "cappa.4.3.3a"
    if speed(s, figure):
        return None
    if is_placed_by_two(s, figure):
        return "carry-together", "cappa.4.3.7.h3"
    return ("too-heavy", "cappa.4.3.7c") if is_laden(s, figure) else ("cannot-move", "cappa.4.0a")


class MoveAlone(OfOne):
    """A handful of sensible places; a person may point at any other (cappa.4.0c, cappa.4.0d)."""

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if not may_move(s, who):
            return
        seen = {(who.x, who.y)}
        for way in sensible_ways(s, who):
            if way.end not in seen and not engages(s, who, way.end):
                seen.add(way.end)
                yield _move(who, way.end)

    def drawn(self, s: SkirmishState, who: Figure, pa: int, draw: Draw) -> Option | None:
        if not may_move(s, who):
            return None
        if difficult_ground(s, who):  # where his ways end depends on where they lead
            return super().drawn(s, who, pa, draw)
        on = walk(s, who, speed(s, who))

        def offer(look: Glance) -> Option | None:
            place = look()
            if place is None:
                return None
            way = cut_at_swamp(s, who, on, place.way)
            is_sure = place.why not in (OPENING, COVER) and way is place.way
            return _move(who, way.end) if is_worth_it(s, who, way.end, place.why, is_sure=is_sure) else None

        return first_drawn(_glances(s, who, on), offer, draw)

    def judged(self, s: SkirmishState, who: Figure, args: Args) -> Option | Objection:
        """The free answer: a place as [x, y] in hundredths of a um."""
        to = args.get("to")
        return free_move(s, who, (to[0], to[1])) if is_place(to) else no_place(who)

    def sketch(self, s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
        """The shortest legal way of one Move action, against what it may be."""
        who = s.figures[option["figure"]]
        way = route(s, who, *option["to"])
        if not isinstance(way, Way):
            return []
        text = said(s, "way", length=way.length, most=_most(s, who, way.end)) if is_measured(s) else None
        return [drawing.way(way.points, text)]

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        """Go there by the shortest legal way (cappa.geo.27)."""
        x, y = option["to"]
        s = known(g.state, who.seat)
        way = route(s, who, x, y)
        if isinstance(way, Refusal):  # a way into contact is found by trying many ends; asked for alone it may not be
            way = next(one for one in sensible_ways(s, who) if one.end == (x, y))
        left = speed(g.state, who) - lost_in_swamp(g.state, who) - way.length
        go(g, who, way, "crawl" if who.is_prone else "move")
        if left > 0 and has_experience(g.state):
            LEFT_OVER.put(who, left)  # cappa.9.1.2e


def no_place(who: Actor) -> Objection:
    """An answer names none."""
    return because("no-place", "cappa.4.0a", figure=who.id)


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
        if not stuck or is_dry(s, figure, *cut.end):
            yield cut
    if stuck:
        near = walk(s, figure, full // tables().numbers.difficult)
        for place in _places(s, figure, near):
            yield cut_at_swamp(s, figure, near, place.way)


def is_worth_it(s: SkirmishState, figure: Figure, end: Point, why: str, *, is_sure: bool) -> bool:
    """Whether a place by itself is as good as those offered: away from where he is, and found when he is sent there."""
    (x, y), off = end, APART if why != CONTACT else 1
    if (x - figure.x) ** 2 + (y - figure.y) ** 2 < off * off or engages(s, figure, end):
        return False
    return is_sure or isinstance(route(s, figure, x, y), Way)


def _places(s: SkirmishState, figure: Figure, on: Journey) -> list[Place]:
    return sensible_places(on, _glances(s, figure, on), APART)


def _glances(s: SkirmishState, figure: Figure, on: Journey) -> list[Glance]:
    storey = floor(s, figure)
    pieces = field(s).terrain.features
    stops = [piece.id for piece in pieces if piece.kind in terrain().obstacles or _covers(piece.kind)]
    towards = [(one.id, (one.x, one.y)) for one in nearest(s, figure, s.enemies_of(figure))[:NEAREST]]
    things = [(one.id, (one.x, one.y)) for one in s.things.values() if not one.bearer]
    lying = [
        (one.id, base_of(s, one).outline)
        for one in s.figures.values()
        if not one.captor and (one.where == OUT or (one.where == ON and one.has_surrendered))
    ]
    return glances(
        on,
        contacts=lying,
        openings=[one.id for one in field(s).terrain.openings.values() if one.floor == storey],
        covers=stops if storey == 0 else (),
        objectives=[*towards, *things, *s.ground.marks.items()],
        directions=DIRECTIONS,
    )


def _covers(kind: str) -> bool:
    ground = terrain().grounds.get(kind)
    return ground is not None and ground.gives_cover


def free_move(s: SkirmishState, figure: Figure, to: Point) -> Option | Objection:
    """A Move action to any place a person points at, or why not."""
    rooted = why_rooted(s, figure)
    if rooted is not None:
        return because(*rooted, figure=figure.id)
    way = route(s, figure, *to)
    if isinstance(way, Way):
        return _move(figure, way.end)
    if way.reason == FAR:
        far = so_far(s, way.length, _most(s, figure, to))
        return because(f"move-{FAR}", _slowed_by(s, figure), figure=figure.id, **far)
    return no_way(s, figure, way)


def _most(s: SkirmishState, figure: Figure, to: Point) -> int:
    """How far he may go to get there: less in difficult ground, unless he leaves it (cappa.4.3.5b, cappa.4.3.5.h1)."""
    return speed(s, figure) - (0 if is_dry(s, figure, *to) else lost_in_swamp(s, figure))


def so_far(s: SkirmishState, length: int, most: int) -> dict[str, int]:
    """How long a way would be and how long it may be, for the refusal; nothing where nobody measures."""
    return {"length": length, "limit": most} if is_measured(s) and length > most else {}


def _slowed_by(s: SkirmishState, figure: Figure) -> str:
    """The rule that says how far he goes (cappa.4.0a): of crawling, of difficult ground, of loads, or the plain one."""
    if figure.is_prone:
        return "cappa.2.2.1.h3"
    if difficult_ground(s, figure):
        return "cappa.4.3.5b"
    if figure.is_mounted or not is_laden(s, figure):
        return "cappa.4.0a"
    return "cappa.4.3.7a" if load_of(s, figure) <= terrain().person else "cappa.4.3.7b"


def no_way(s: SkirmishState, who: Actor, why: Refusal) -> Objection:
    """The rule that bars the way; where an enemy has no zone it is that contact would be a charge (cappa.4.3.8a)."""
    if why.reason == ZONE and not has_zone(s, s.figures[why.by]):
        return because(f"move-{BASE}", "cappa.4.3.8a", figure=who.id, by=why.by)
    return because(f"move-{why.reason}", REASONS[why.reason], figure=who.id, by=why.by)


def is_place(to: object) -> TypeGuard[Sequence[int]]:
    """Whether an answer from outside is a place: two whole numbers."""
    if not isinstance(to, list | tuple) or len(to) != 2:
        return False
    return all(isinstance(one, int) and not isinstance(one, bool) and abs(one) < 10**6 for one in to)


def so_far_towards(figure: Figure, place: Point, length: int) -> Point:
    """The place at this distance in the direction of one a person points at; itself, if it is as far away."""
    slack = tables().lengths.tolerance
    dx, dy = place[0] - figure.x, place[1] - figure.y
    if (length - slack) ** 2 <= dx * dx + dy * dy <= (length + slack) ** 2:
        return place
    dx, dy = offset(heading_of(dx, dy), length)
    return figure.x + dx, figure.y + dy


# How he gets there


def go(g: SkirmishGame, figure: Figure, way: Way, how: str, rules: tuple[str, ...] = ("cappa.4.0a",)) -> None:
    """Put a character at the end of a way and count what he has moved (cappa.5.1.3e, cappa.5.1.3f)."""
    before = all_hidden(g.state)
    halt = halted(g.state, figure, way, before.get(figure.seat))
    if halt is not None:
        way = halt.way
    if way.end != (figure.x, figure.y):
        start = (figure.x, figure.y)
        figure.x, figure.y = way.end
        count_move(figure, way.length)
        told = Moved(figure.id, start, way.points, way.length, how, rules)
        g.tell(emerging(g.state, told, figure, before))
    if halt is not None:  # cappa.9.5.1.h3
        if how == "charge":
            STOPPED.put(figure)
        reveal(g, figure, halt.enemy, way.end)


def count_move(figure: Figure, length: int) -> None:
    """What he has moved in this turn and in this impulse (cappa.5.1.3.h1)."""
    figure.moved += length
    figure.moved_now += length


def shift(g: SkirmishGame, figure: Figure, place: Point, how: str, *rules: str) -> int:
    """Put a character straight at a place, by no move of his own that counts; tells how far it was."""
    start = figure.x, figure.y
    figure.x, figure.y = place
    length = way_length((start, place))
    g.tell(Moved(figure.id, start, (start, place), length, how, rules))
    return length
