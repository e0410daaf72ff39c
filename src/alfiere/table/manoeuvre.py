"""Manoeuvre: whether a base in formation can make a leg, and how far, with everything it meets on the way.

Bases are judged by their cores, outlines made smaller by the game's slack on every side: units may stand flush, and a
hundredth lost in rounding bars nobody. A core may not even touch another, nor a wall, and who bars whom is the same
whichever of them moves. The ground swept by a shift is the hull of both ends, that of a turn is judged by arcs: nothing
is stepped over.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from copy import copy
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Self, TypeAlias

from alfiere.table.barriers import BASE, EDGE, ZONE, Refusal
from alfiere.table.field import Box, Scene, core_of
from alfiere.table.headings import FULL_TURN, offset
from alfiere.table.legs import CENTRE, Footing, Leg, Pace, Reform, Shift, Turn, after, price
from alfiere.table.measuring import fine_length
from alfiere.table.shapes import Base, Outline, Point, box, edges
from alfiere.table.sight import first_uncrossed, inside_stretches
from alfiere.table.swift import quick, swift
from alfiere.table.terrain import GROUND, Thing, in_box
from alfiere.table.turning import all_met, meets, turn_meets


class Ground(Thing):
    """A piece of the table that somebody watches: the strip ahead of a front, a cone, a ring; convex."""

    __slots__ = ()

    def __new__(cls, by: str, outline: Outline) -> Ground:
        return tuple.__new__(cls, (box(outline), outline, ZONE, by))


@quick
class Met(NamedTuple):
    """What stops a leg, and after how many hundredths or tenths of a degree."""

    far: int
    reason: str
    by: str = ""


Fare: TypeAlias = Callable[[Pace, Sequence[Footing], Leg], int | None]  # stages of the move so far, the leg to come
AT_A_STAND: Final = Pace(0)
UNASKED: Final = Refusal("unasked")  # stands for an answer that nobody has worked out
UNPAID: Final = -1  # and for such a price
NO_PACES: Final[Mapping[str, Pace]] = MappingProxyType({})


class Manoeuvre:
    """One mover, its pace in every formation, and all that may stand in its way; asked about legs from any footing."""

    def __init__(
        self,
        scene: Scene,
        id: str,
        paces: Mapping[str, Pace] = NO_PACES,
        *,
        floor: int = 0,
        zones: Iterable[Ground] = (),
        leave_out: Container[str] = (),
        through: Container[str] = (),
        out_of: str = "",
        may_leave: bool = False,
        fare: Fare | None = None,
    ) -> None:
        """``out_of``: ground that is closed to it but where it stands: it passes through it, and stops nowhere in it.

        ``fare``: what a leg costs where the game works that out itself, from all the ground on the way.
        """
        self.scene, self.field, self.id, self.paces, self.floor = scene, scene.field, id, paces, floor
        self.slack = scene.field.slack
        self.zones = tuple(zones)
        self.leave_out, self.through, self.out_of = leave_out, through, out_of
        self.may_leave, self.fare = may_leave, fare
        self._forget()

    def _forget(self) -> None:
        """Nothing was asked before; of what was, the answers are kept, for a scene never changes."""
        self._stood: dict[Footing, Refusal | None] = {}
        self._made: dict[tuple[Footing, Leg], Refusal | None] = {}
        self._fares: dict[tuple[Footing, Leg, tuple[Footing, ...]], int | None] = {}

    def but(self, **others: Any) -> Self:
        """The same mover where something else is in its way, or nothing; named as it is given when it is made."""
        found = copy(self)
        for name, other in others.items():
            setattr(found, name, other)
        found._forget()
        return found

    # Standing

    def stands(self, footing: Footing) -> Refusal | None:
        """Why the unit cannot stand like this; None if it can. Whom it may pass through, it may not stand on."""
        found = self._stood.get(footing, UNASKED)
        if found is UNASKED:
            found = self._stood[footing] = self._why_not_stand(footing)
        return found

    def _why_not_stand(self, footing: Footing) -> Refusal | None:
        core = core_of(footing.shape, footing.pose, self.slack)
        points = core.points
        if not self._is_on_table(points):
            return Refusal(EDGE)
        going = self.pace(footing).going
        things = self._things(box(core), going, passes=False)
        for thing in all_met(points, things) if things else ():
            return Refusal(thing.reason, thing.by)
        x, y, _ = footing.pose
        for closed in self.field.terrain.closed_areas(going):
            west, north, east, south = closed.box
            if west < x < east and north < y < south and self.floor < closed.feature.floors and closed.holds(x, y):
                return Refusal(GROUND, closed.feature.id)
        return None

    # Legs

    def pace(self, footing: Footing) -> Pace:
        """What the unit may do in this formation, and what it pays."""
        return self.paces.get(footing.formation, AT_A_STAND)

    def paid(self, footing: Footing, leg: Leg, before: Sequence[Footing] = ()) -> int | None:
        """What a leg costs, slower ground counted by the way of the centre; None where the pace does not allow it.

        ``before``: how the unit stood in this move until it stood like this, leg by leg.
        """
        pace = self.pace(footing)
        if self.fare is not None:
            key = footing, leg, tuple(before)
            found = self._fares.get(key, UNPAID)
            if found is UNPAID:
                found = self._fares[key] = self.fare(pace, (*before, footing), leg)
            return found
        even = price(pace, footing, leg, before[-1] if before else None)
        slow = self.field.terrain.slow_ground(pace.going)
        if not even or not slow or isinstance(leg, Reform):
            return even
        start, end = footing.pose.point, after(footing, leg).pose.point
        paid = Fraction(even)
        for ground, how in slow:
            if self.floor < ground.feature.floors and start != end:
                for enter, leave in inside_stretches(ground, start, end):
                    paid += even * (leave - enter) * Fraction(how.times - how.over, how.over)
        return int(paid)

    def barred(self, footing: Footing, leg: Leg) -> Refusal | None:
        """What keeps the unit from making a whole leg; None if nothing does. Where it ends it need not stand."""
        found = self._made.get((footing, leg), UNASKED)
        if found is UNASKED:
            found = self._made[footing, leg] = self._why_not_make(footing, leg)
        return found

    def _why_not_make(self, footing: Footing, leg: Leg) -> Refusal | None:
        if isinstance(leg, Reform):
            return self.stands(after(footing, leg))
        points = self._core(footing)
        ground = _swept_by(points, footing, leg)
        if isinstance(leg, Shift) and not self._is_on_table(ground):
            return Refusal(EDGE)
        if isinstance(leg, Turn) and (refusal := self._turns_off_table(points, footing, leg)):
            return refusal
        area = box(Outline(ground))
        things = self._things(area, self.pace(footing).going)
        for thing in all_met(ground, things) if things and isinstance(leg, Shift) else things:
            if isinstance(leg, Shift) or turn_meets(points, _pivot(footing, leg), leg.angle, thing.outline):
                return Refusal(thing.reason, thing.by)
        line = self._uncrossed(footing, leg)
        return None if line is None else Refusal(GROUND, line)

    def run(self, footing: Footing, leg: Shift | Turn) -> Met | None:
        """How far the unit gets on a leg before it would meet something; None if it gets all the way.

        Of several things it is the first; things met at once are told by the order bases, ground, zones.
        """
        points = self._core(footing)
        ground = _swept_by(points, footing, leg)
        area = box(Outline(ground))
        whole = leg.length if isinstance(leg, Shift) else abs(leg.angle)
        best: Met | None = None
        things = self._things(area, self.pace(footing).going)
        for thing in all_met(ground, things) if things and isinstance(leg, Shift) else things:
            most = whole if best is None else best.far
            if isinstance(leg, Shift):
                heading = (footing.pose.heading + leg.aside) % FULL_TURN
                far = free_ahead(points, heading, leg.length, most, thing.outline)
            elif turn_meets(points, _pivot(footing, leg), most if leg.angle >= 0 else -most, thing.outline):
                hand = 1 if leg.angle >= 0 else -1
                far = free_turning(points, _pivot(footing, leg), hand, most, thing.outline)
            else:
                continue
            if best is None or far < best.far:
                best = Met(far, thing.reason, thing.by)
        if not self._is_on_table(ground):
            most = whole if best is None else best.far
            far = _longest(most, lambda far: self._stays_on_table(points, footing, cut(leg, far)))
            if far < most:
                best = Met(far, EDGE)
        line = self._uncrossed(footing, leg if best is None else cut(leg, max(0, best.far)))
        if line is not None:
            most = whole if best is None else best.far
            best = Met(_longest(most, lambda far: self._uncrossed(footing, cut(leg, far)) is None), GROUND, line)
        if best is None:
            self._made[footing, leg] = None
        return best

    def _uncrossed(self, footing: Footing, leg: Leg) -> str | None:
        """The line that the way of the centre would cross."""
        start, end = footing.pose.point, after(footing, leg).pose.point
        line = first_uncrossed(self.field.terrain, self.pace(footing).going, start, end)
        return None if line is None else line.id

    def _things(self, area: Box, going: str, *, passes: bool = True) -> list[Thing]:
        """Bases, walls and zones that may be met in a box; who stands does so on nobody, but in a zone if need be."""
        found = [
            Thing(about, core, BASE, one.id)
            for about, one, core in self.scene.about(area)
            if one.id != self.id and one.floor == self.floor and one.id not in self.leave_out
            if not (passes and one.id in self.through)
        ]
        if len(found) > 1:
            found.sort(key=lambda thing: thing.by)  # of two met at once the same, in whichever order they came to stand
        walls = self.field.terrain.things_near(going, self.floor, area)
        if walls:
            met = in_box(walls, area)
            found += [one for one in met if one.by != self.out_of] if passes and self.out_of else met
        if passes and self.zones:
            found += in_box(self.zones, area)
        return found

    # The edge of the table

    def _is_on_table(self, points: Sequence[Point]) -> bool:
        return self.may_leave or is_on(points, self.field.width, self.field.height)

    def _stays_on_table(self, points: tuple[Point, ...], footing: Footing, leg: Leg) -> bool:
        if isinstance(leg, Turn):
            return self._turns_off_table(points, footing, leg) is None
        return self._is_on_table(_swept_by(points, footing, leg))

    def _turns_off_table(self, points: tuple[Point, ...], footing: Footing, turn: Turn) -> Refusal | None:
        if self._is_on_table(_swept_by(points, footing, turn)):
            return None
        # One hundredth beyond: a unit may stand with its side on the edge.
        east, south = self.field.width + 1, self.field.height + 1
        corners = ((-1, -1), (east, -1), (east, south), (-1, south))
        for number in range(4):
            side = Outline((corners[number], corners[number - 3]))
            if turn_meets(points, _pivot(footing, turn), turn.angle, side):
                return Refusal(EDGE)
        return None

    def _core(self, footing: Footing) -> tuple[Point, ...]:
        """The outline that may not touch anything."""
        return core_of(footing.shape, footing.pose, self.slack).points


def meets_on(footing: Footing, leg: Shift, bases: Iterable[Base], slack: int) -> list[str]:
    """Whom a base runs into or over on a straight way, the nearest to its start first."""
    ground = _swept_by(core_of(footing.shape, footing.pose, slack).points, footing, leg)
    x, y = footing.pose.point
    near = sorted(bases, key=lambda one: ((one.pose.x - x) ** 2 + (one.pose.y - y) ** 2, one.id))
    return [one.id for one in near if meets(ground, core_of(one.shape, one.pose, slack))]


def cut(leg: Shift | Turn, far: int) -> Shift | Turn:
    """The same leg, but only so far."""
    if isinstance(leg, Shift):
        return Shift(far, leg.aside)
    return Turn(far if leg.angle >= 0 else -far, leg.about)


def _pivot(footing: Footing, turn: Turn) -> Point:
    if not isinstance(turn.about, str):
        return turn.about
    return footing.pose.point if turn.about == CENTRE else footing.corner(turn.about)


def _swept_by(points: tuple[Point, ...], footing: Footing, leg: Leg) -> tuple[Point, ...]:
    """The ground that a shift sweeps; of a turn a square about all that it can sweep."""
    if isinstance(leg, Turn):
        x, y = _pivot(footing, leg)
        far = max(fine_length(px - x, py - y) for px, py in points) // 1024 + 1
        return ((x - far, y - far), (x + far, y - far), (x + far, y + far), (x - far, y + far))
    there = after(footing, leg).pose
    return swept_along(points, there.x - footing.pose.x, there.y - footing.pose.y)


@swift
def swept_along(points: tuple[Point, ...], dx: int, dy: int, /) -> tuple[Point, ...]:
    """The hull of a convex polygon and of the same moved: a corner between an edge that leads and one that does not
    stands in it twice."""
    found: list[Point] = []
    x, y = points[-1]
    led = _leads(points[-2], points[-1], dx, dy)
    for corner in points:
        leads = _leads((x, y), corner, dx, dy)
        here, there = (x, y), (x + dx, y + dy)
        if led:
            found += (there,) if leads else (there, here)
        else:
            found += (here, there) if leads else (here,)
        (x, y), led = corner, leads
    return tuple(found)


def _leads(start: Point, end: Point, dx: int, dy: int) -> bool:
    """Whether an edge is on the side that goes ahead."""
    return (end[0] - start[0]) * dy - (end[1] - start[1]) * dx < 0


def _longest(most: int, is_free: Callable[[int], bool], guess: int | None = None) -> int:
    """The greatest number up to which something stays free; -1 where it never was. More is never freer."""
    low, high = -1, most
    if guess is not None and low < guess < high:  # a good guess spares the search
        if is_free(guess):
            low = guess
            if low + 2 < high and not is_free(low + 2):
                high = low + 1
        else:
            high = guess - 1
            if high > 1 and is_free(high - 1):
                low = high - 1
    while low < high:
        middle = (low + high + 1) // 2
        if is_free(middle):
            low = middle
        else:
            high = middle - 1
    return low


@swift
def free_turning(points: Sequence[Point], pivot: Point, hand: int, most: int, thing: Outline, /) -> int:
    """How far, of so many tenths of a degree, a polygon turns about a pivot before it would meet an outline; -1 if it
    meets it where it stands. ``hand``: 1 is clockwise, -1 is not."""
    return _longest(most, lambda far: far >= 0 and not turn_meets(points, pivot, hand * far, thing))


@swift
def free_ahead(points: tuple[Point, ...], heading: int, length: int, most: int, thing: Outline, /) -> int:
    """How far, of so much, a polygon goes straight before it would meet an outline; -1 if it meets it where it stands.

    ``length``: of the whole way, by which the guess is made that spares most of the search.
    """

    def is_free(far: int) -> bool:
        return far >= 0 and not meets(swept_along(points, *offset(heading, far)), thing)

    return _longest(most, is_free, _guess(points, heading, length, thing))


@swift
def is_on(points: Sequence[Point], width: int, height: int, /) -> bool:
    """Whether all these points are on a table of this size."""
    return all(0 <= x <= width and 0 <= y <= height for x, y in points)


def _guess(points: tuple[Point, ...], heading: int, length: int, thing: Outline) -> int | None:
    """About how far a polygon goes straight before it meets a thing with corners: where a corner of one runs into a
    side of the other."""
    if thing.radius or not length:
        return None
    dx, dy = offset(heading, length)
    best: tuple[int, int] = (1, 1)  # as a share of the leg
    for corners, sides, x, y in (
        (points, edges(thing.points), dx, dy),
        (thing.points, edges(points), -dx, -dy),
    ):
        for (ax, ay), (bx, by) in sides:
            ex, ey = bx - ax, by - ay
            over = x * ey - y * ex
            if not over:
                continue
            for px, py in corners:
                # p + t (x, y) = a + u (ex, ey)
                share = (ax - px) * ey - (ay - py) * ex
                part = (ax - px) * y - (ay - py) * x
                top, bottom = (share, over) if over > 0 else (-share, -over)
                part = part if over > 0 else -part
                if top >= 0 and 0 <= part <= bottom and top * best[1] < best[0] * bottom:
                    best = top, bottom
    return max(0, length * best[0] // best[1] - 1)
