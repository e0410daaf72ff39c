"""What bars a mover: other bases, closed ranks, zones of control, walls and obstacles, the edge of the table.

A leg is a straight shift of the mover without turning. It is legal when the ground swept by the mover stays clear of
every bar; that is decided in whole numbers. While it passes, a mover may be closer than allowed by the game's ``slack``
(so that a base goes through a gap just as wide as itself); where it stops, it may not.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise
from math import gcd, lcm
from operator import itemgetter
from typing import Final, NamedTuple

from alfiere.table.measuring import (
    overlaps,
    point_to_segment,
    root_up,
    segment_to_segment,
    segments_meet,
    squared_gap,
)
from alfiere.table.shapes import Base, Outline, Point, Pose, box, edges, moved, outline_of, swept
from alfiere.table.swift import quick, swift
from alfiere.table.terrain import GROUND, Bar, Field, Wall

# Why a place or a way is refused; the game knows which rule says so.
BASE: Final = "base"
ZONE: Final = "zone"
RANKS: Final = "ranks"
EDGE: Final = "edge"
FAR: Final = "far"

PIECES: Final = 256


@quick
class Refusal(NamedTuple):
    """Why not: a reason and the id of what is in the way; ``length`` of the shortest way where that is too long."""

    reason: str
    by: str = ""
    length: int = 0


@quick
class Zone(NamedTuple):
    """A ring around a base that a mover may not enter, and may leave only straight away."""

    base: Base
    reach: int


class Ranks(NamedTuple):
    """A segment between two members of a group that nobody else may cross; ``by`` names the group."""

    by: str
    outline: Outline


@quick
class Side(NamedTuple):
    """One straight side of a bar: its box with the clearance, its ends, how far the mover's polygon keeps off."""

    west: int
    north: int
    east: int
    south: int
    ax: int
    ay: int
    bx: int
    by: int
    keep: int
    bar: Bar


class Solid(NamedTuple):
    """A bar with an inside, which its sides do not show, and its box with the clearance."""

    west: int
    north: int
    east: int
    south: int
    bar: Bar


@quick
class Keeping(NamedTuple):
    """How a disc keeps off what bars it, besides how far."""

    slack: int  # by how much nearer it may be in passing
    touch: int
    touched: frozenset[Bar]  # obstacles touched at the start do not end the move again
    radius: int
    walls: Sequence[Wall]


class Passage:
    """Everything that may bar one mover within some distance, and the checks of places and legs against it."""

    def __init__(
        self,
        field: Field,
        bases: Iterable[Base],
        mover: Base,
        distance: int,
        *,
        going: str = "",
        zones: Iterable[Zone] = (),
        ranks: Iterable[Ranks] = (),
        leave_out: Container[str] = (),
    ) -> None:
        self.field, self.mover, self.going = field, mover, going
        self.start: Point = mover.point
        self.core = outline_of(mover.shape, Pose(0, 0, mover.pose.heading))
        self.is_disc = len(self.core.points) == 1
        low_x, low_y, high_x, high_y = box(self.core)
        self.bounds = (-low_x, -low_y, field.width - high_x, field.height - high_y)
        x, y = self.start
        # How near to the start the outline of a thing must come to matter at all.
        span = distance + field.touch + 1 + max(-low_x, -low_y, high_x, high_y)
        self.region = (x - distance, y - distance, x + distance, y + distance)
        self.sides: list[Side] = []
        self.solids: list[Solid] = []
        floor = mover.floor
        for one in bases_about(bases, self.start, span, floor):
            if one.id != mover.id and one.id not in leave_out:
                self._add(Bar(one.outline, 0, BASE, one.id))
        west, north, east, south = x - span, y - span, x + span, y + span
        for group, outline in ranks:
            (ax, ay), (bx, by) = outline.points
            if (ax < east or bx < east) and (ax > west or bx > west):
                if (ay < south or by < south) and (ay > north or by > north):
                    self._add(Bar(outline, 0, RANKS, group))
        self.walls = field.terrain.walls_near(going, floor, x - span, y - span, x + span, y + span)
        before = len(self.sides)
        for (west, north, east, south), bar in self.walls:
            if west - x < span and x - east < span and north - y < span and y - south < span:
                if self.is_disc and len(bar.outline.points) == 2:
                    self._take_up(side_of_wall(bar, self.core.radius, field.touch))
                else:
                    self._add(bar)
        touched = frozenset(
            [
                side.bar
                for side in self.sides[before:]
                if side.bar.stops and side.west < x < side.east and side.north < y < side.south
                if self._is_near(side.bar, x, y, field.touch)
            ]
        )
        for zone in zones:
            if is_about(zone.base.outline, self.start, span + zone.reach):
                self._add(Bar(zone.base.outline, zone.reach, ZONE, zone.base.id))
        self.keeping = Keeping(field.slack, field.touch, touched, self.core.radius, self.walls)

    def _add(self, bar: Bar) -> None:
        points, radius = bar.outline
        keep = radius + bar.clear + self.core.radius
        wide = keep + self.field.touch + 1
        if self.is_disc and len(points) == 1:
            x, y = points[0]
            self.sides.append(Side(x - wide, y - wide, x + wide, y + wide, x, y, x, y, keep, bar))
            return
        lx, ly, hx, hy = (0, 0, 0, 0) if self.is_disc else box(Outline(self.core.points))
        if len(points) > 2:
            bar_w, bar_n, bar_e, bar_s = box(Outline(points))
            self.solids.append(Solid(bar_w - wide - hx, bar_n - wide - hy, bar_e + wide - lx, bar_s + wide - ly, bar))
        reach = (-wide - hx, -wide - hy, wide - lx, wide - ly)
        for start, end in edges(points):
            self._take_up(_side(bar, start, end, keep, reach))

    def _take_up(self, side: Side) -> None:
        """One more, if the mover can come near it."""
        west, north, east, south = self.region
        if side.east > west and side.west < east and side.south > north and side.north < south:
            self.sides.append(side)

    def screens(self, bar: Bar) -> tuple[Outline, ...]:
        """The walls near a zone, across which it does not reach."""
        return screens_of(bar, self.keeping)

    # Places

    def stands(self, x: int, y: int) -> Refusal | None:
        """Why the mover cannot stand here; None if it can. A zone it starts in does not keep it from stopping in it."""
        west, north, east, south = self.bounds
        if not (west <= x <= east and north <= y <= south):
            return Refusal(EDGE)
        bar = self._standing_bar(x, y)
        if bar is not None:
            return Refusal(bar.reason, bar.by)
        for area in self.field.terrain.closed_areas(self.going):
            if self.mover.floor < area.feature.floors and area.holds(x, y):
                return Refusal(GROUND, area.feature.id)
        return None

    def depth(self, x: int, y: int) -> int:
        """How far all round a place the mover cannot stand either, for it is so deep in what bars it; 0 if unknown."""
        bar = self._standing_bar(x, y)
        if bar is None or bar.reason == ZONE:  # which a wall may hide from a place close by
            return 0
        keep = self.core.radius + bar.outline.radius + bar.clear
        return max(0, keep - root_up(*squared_gap(moved(self.core, x, y), bar.outline)))

    def _standing_bar(self, x: int, y: int) -> Bar | None:
        return self.standing_bars(((x, y),))[0]

    def standing_bars(self, places: Sequence[Point]) -> list[Bar | None]:
        """What keeps the mover from standing at each of some places: the first bar that does; None where none does."""
        return bars_at(self.sides, self.solids, places, self.core, self.start, self.keeping)

    def _is_near(self, bar: Bar, x: int, y: int, limit: int) -> bool:
        square, over = squared_gap(moved(self.core, x, y), bar.outline)
        keep = self.core.radius + bar.outline.radius + bar.clear + limit
        return square <= keep * keep * over

    def touches(self, outline: Outline, x: int, y: int) -> bool:
        """Whether the mover, put down here, is in contact with an outline."""
        return self._is_near(Bar(outline, 0, "", ""), x, y, self.field.touch)

    # Legs

    def hit(self, start: Point, end: Point, *, is_last: bool = True, sides: Sequence[Side] | None = None) -> Bar | None:
        """What bars a straight leg, if anything does. Only the last leg of a move may end at an obstacle."""
        side = self.first_hit(start, end, is_last=is_last, sides=self.sides if sides is None else sides)
        return None if side is None else side.bar

    def first_hit(self, start: Point, end: Point, *, is_last: bool, sides: Sequence[Side]) -> Side | None:
        """The first side of a bar that a straight leg runs into; most come near none."""
        if self.is_disc:
            return first_barring(sides, start, end, is_last, self.keeping)
        return next(self.hits(start, end, is_last=is_last, sides=sides), None)

    def hits(
        self, start: Point, end: Point, *, is_last: bool = True, sides: Sequence[Side] | None = None
    ) -> Iterator[Side]:
        """Every side of a bar that a straight leg runs into."""
        known = self.sides if sides is None else sides
        if self.is_disc:
            return barring(known, start, end, is_last, self.keeping)
        return (
            side for side in known if _is_boxed(side, start, end) and self._swept_over(side.bar, start, end, is_last)
        )

    def _swept_over(self, bar: Bar, start: Point, end: Point, is_last: bool) -> bool:
        """The same for a mover that is no disc: by the hull of the ground it sweeps."""
        (px, py), (qx, qy) = start, end
        ground = swept(moved(self.core, px, py), qx - px, qy - py)
        keep = bar.outline.radius + bar.clear + self.core.radius
        if bar.stops and bar not in self.keeping.touched:
            square, over = squared_gap(ground, bar.outline)
            if square > (keep + self.field.touch) ** 2 * over:
                return False
            if not is_last or not self._is_near(bar, qx, qy, self.field.touch):
                ends = (squared_gap(ground, Outline((tip,))) for tip in bar.loose)
                if all(far * over > square * below for far, below in ends):
                    return True
        if keep:
            square, over = squared_gap(ground, bar.outline)
            off = max(0, keep - self.field.slack)
            return square < off * off * over and not self._may_pass(bar, off, start, end)
        return overlaps(ground, bar.outline)

    def _may_pass(self, bar: Bar, off: int, start: Point, end: Point) -> bool:
        """Whether a leg that comes too near is excused: it leads away from what it starts in, or walls hide a zone."""
        (px, py), (qx, qy) = start, end
        # All times PIECES: the first little piece of the leg speaks for its beginning.
        core = Outline(tuple((x * PIECES, y * PIECES) for x, y in self.core.points))
        thing = Outline(tuple((x * PIECES, y * PIECES) for x, y in bar.outline.points))
        before, over = squared_gap(moved(core, px * PIECES, py * PIECES), thing)
        if 0 < before < (off * PIECES) ** 2 * over:
            after, below = squared_gap(moved(core, px * PIECES + qx - px, py * PIECES + qy - py), thing)
            if before * below <= after * over:
                return True
        return bar.reason == ZONE and is_hidden_leg(self.screens(bar), bar.outline, off, start, end)


def _side(bar: Bar, start: Point, end: Point, keep: int, reach: tuple[int, int, int, int]) -> Side:
    """One side of a bar; its box is that of all centres at which a mover that reaches so far could come near it."""
    (ax, ay), (bx, by), (west, north, east, south) = start, end, reach
    side_w, side_e = (ax, bx) if ax <= bx else (bx, ax)
    side_n, side_s = (ay, by) if ay <= by else (by, ay)
    return Side(side_w + west, side_n + north, side_e + east, side_s + south, ax, ay, bx, by, keep, bar)


@lru_cache(maxsize=1 << 12)
def side_of_wall(bar: Bar, radius: int, touch: int) -> Side:
    """A straight piece of wall as every disc of this size meets it: it hangs on nothing else, and walls stand still."""
    (start, end), thick = bar.outline
    keep = thick + bar.clear + radius
    wide = keep + touch + 1
    return _side(bar, start, end, keep, (-wide, -wide, wide, wide))


@swift
def bases_about(bases: Iterable[Base], middle: Point, span: int, floor: int, /) -> list[Base]:
    """The bases of a floor that come within a square round a place."""
    return [one for one in bases if one.floor == floor and is_about(one.outline, middle, span)]


@swift
def is_about(outline: Outline, middle: Point, span: int, /) -> bool:
    """Whether an outline comes within a square round a place."""
    x, y = middle
    west, north, east, south = box(outline)
    return west - x < span and x - east < span and north - y < span and y - south < span


@swift
def sides_at(sides: Sequence[Side], x: int, y: int, is_disc: bool, /) -> list[Side]:
    """The sides in whose box a place is; for a disc only those to which it is too near."""
    found = []
    for side in sides:
        west, north, east, south, ax, ay, bx, by, keep, _ = side
        if west < x < east and north < y < south:
            square, over = point_to_segment(x, y, ax, ay, bx, by)
            if not is_disc or square < keep * keep * over:
                found.append(side)
    return found


@swift
def bars_at(
    sides: Sequence[Side],
    solids: Sequence[Solid],
    places: Sequence[Point],
    core: Outline,
    start: Point,
    keeping: Keeping,
    /,
) -> list[Bar | None]:
    """What keeps a base from standing at each of some places: the first bar that does; None where none does."""
    return [next(_all_at(sides, solids, place, core, start, keeping), None) for place in places]


def _all_at(
    sides: Sequence[Side], solids: Sequence[Solid], place: Point, core: Outline, start: Point, keeping: Keeping
) -> Iterator[Bar]:
    x, y = place
    is_disc = len(core.points) == 1
    for bar in [side.bar for side in sides_at(sides, x, y, is_disc)]:
        if is_disc or (len(bar.outline.points) < 3 and _is_too_near(bar, core, place)):
            if not _is_excused(bar, core, place, start, keeping):
                yield bar
    for west, north, east, south, bar in solids:
        if west < x < east and north < y < south and _is_too_near(bar, core, place):
            if not _is_excused(bar, core, place, start, keeping):
                yield bar


def _is_too_near(bar: Bar, core: Outline, place: Point) -> bool:
    """Whether a base, put down here, is nearer to the bar than it must keep."""
    here = moved(core, *place)
    keep = core.radius + bar.outline.radius + bar.clear
    if keep:
        square, over = squared_gap(here, bar.outline)
        return square < keep * keep * over
    return overlaps(here, bar.outline)


def _is_excused(bar: Bar, core: Outline, place: Point, start: Point, keeping: Keeping) -> bool:
    """Whether a zone does not keep a base from standing here: a wall parts them, or it started in it."""
    if bar.reason != ZONE:
        return False
    return _is_hidden(bar, place, keeping) or (_is_too_near(bar, core, start) and not _is_hidden(bar, start, keeping))


def _is_hidden(bar: Bar, place: Point, keeping: Keeping) -> bool:
    """Whether a wall parts this place from the middle of a zone; behind a wall it does not reach."""
    screens = screens_of(bar, keeping)
    return bool(screens) and _is_parted(screens, _middle(bar.outline), place, 1)


def neighbours(sides: Iterable[Side]) -> Iterator[tuple[Side, Side]]:
    """All pairs of sides whose boxes meet: each is compared with those that begin no farther east than it ends."""
    ordered = sorted(sides, key=itemgetter(0))
    for number, one in enumerate(ordered, 1):
        north, east, south = one.north, one.east, one.south
        for other in islice(ordered, number, None):
            if other.west > east:
                break
            if other.north <= south and other.south >= north:
                yield one, other


def _is_boxed(side: Side, start: Point, end: Point) -> bool:
    """Whether a leg comes into the box of a side."""
    (px, py), (qx, qy) = start, end
    if max(px, qx) <= side.west or min(px, qx) >= side.east:
        return False
    return max(py, qy) > side.north and min(py, qy) < side.south


@swift
def sides_along(sides: Sequence[Side], start: Point, end: Point, margin: int, /) -> list[tuple[Side, tuple[int, int]]]:
    """The sides that a leg comes near, each with the square of the distance between them."""
    (px, py), (qx, qy) = start, end
    dx, dy = qx - px, qy - py
    found = []
    for side in sides:
        _, _, _, _, ax, ay, bx, by, keep, _ = side
        if not _is_boxed(side, start, end):
            continue
        if ax == bx and ay == by:
            found.append((side, point_to_segment(ax, ay, px, py, qx, qy)))
            continue
        # Most walls are told at a glance: the leg keeps off their line, or they keep off its line.
        wx, wy, far = bx - ax, by - ay, (keep + margin) ** 2
        of_start, of_end = wx * (py - ay) - wy * (px - ax), wx * (qy - ay) - wy * (qx - ax)
        if (of_start > 0) is (of_end > 0) and min(of_start**2, of_end**2) > far * (wx * wx + wy * wy):
            continue
        of_a, of_b = dx * (ay - py) - dy * (ax - px), dx * (by - py) - dy * (bx - px)
        if (of_a > 0) is (of_b > 0) and min(of_a**2, of_b**2) > far * (dx * dx + dy * dy):
            continue
        found.append((side, segment_to_segment((ax, ay), (bx, by), start, end)))
    return found


def barring(sides: Sequence[Side], start: Point, end: Point, is_last: bool, keeping: Keeping) -> Iterator[Side]:
    """The sides that the leg of a disc runs into. Only the last leg of a move may end at an obstacle."""
    slack, touch, touched, _, _ = keeping
    # Nothing farther than this beyond what it must keep bars a leg.
    for side, (square, over) in sides_along(sides, start, end, max(slack, touch)):
        _, _, _, _, ax, ay, bx, by, keep, bar = side
        if bar.stops and bar not in touched:
            off = keep + touch
            if square > off * off * over:
                continue
            # Near enough to touch: that may only be where the move ends, or at a free end in passing.
            if not is_last or not _are_within(Outline((end,)), bar.outline, off):
                if not any(_is_nearest(tip, square, over, start, end) for tip in bar.loose):
                    yield side
                    continue
        off = keep - slack
        if square < off * off * over and not _leads_out(ax, ay, bx, by, off, start, end):
            if bar.reason != ZONE or not is_hidden_leg(screens_of(bar, keeping), bar.outline, off, start, end):
                yield side


@swift
def first_barring(sides: Sequence[Side], start: Point, end: Point, is_last: bool, keeping: Keeping, /) -> Side | None:
    """The first of them."""
    return next(barring(sides, start, end, is_last, keeping), None)


def screens_of(bar: Bar, keeping: Keeping) -> tuple[Outline, ...]:
    """The walls near a zone, across which it does not reach."""
    if bar.screens is None:
        west, north, east, south = box(bar.outline)
        far = bar.clear + keeping.radius
        bar.screens = tuple(
            wall.outline
            for (wall_w, wall_n, wall_e, wall_s), wall in keeping.walls
            if wall_w <= east + far and wall_e >= west - far and wall_n <= south + far and wall_s >= north - far
        )
    return bar.screens


def _are_within(one: Outline, other: Outline, far: int) -> bool:
    square, over = squared_gap(one, other)
    return square <= far * far * over


@swift
def is_hidden_leg(screens: Sequence[Outline], zone: Outline, off: int, start: Point, end: Point, /) -> bool:
    """Whether walls part all of the leg that runs within a zone from the middle of the zone.

    Seen from the middle, what is hidden changes only at the ends of walls and where the leg meets a wall: between
    two such places one point speaks for all.
    """
    if not screens:
        return False
    (px, py), (qx, qy) = start, end
    dx, dy = qx - px, qy - py
    cx, cy = middle = _middle(zone)
    # Only walls between the middle and the leg can hide anything of it.
    west, north, east, south = box(Outline((start, end, middle)))
    screens = tuple(
        wall
        for wall in screens
        if any(x <= east for x, _ in wall.points)
        and any(x >= west for x, _ in wall.points)
        and any(y <= south for _, y in wall.points)
        and any(y >= north for _, y in wall.points)
    )
    if not screens:
        return False
    cuts = {(0, 1), (1, 1)}  # shares of the leg, numerator and denominator
    for wall in screens:
        for ex, ey in wall.points:
            speed = (ex - cx) * dy - (ey - cy) * dx
            _add_cut(cuts, (ey - cy) * (px - cx) - (ex - cx) * (py - cy), speed)
        (ax, ay), (bx, by) = wall.points[0], wall.points[-1]
        speed = (bx - ax) * dy - (by - ay) * dx
        _add_cut(cuts, (by - ay) * (px - ax) - (bx - ax) * (py - ay), speed)
    # All times the scale, so that every cut and every middle between two is a whole number.
    scale = 2 * lcm(*(over for _, over in cuts))
    core: Outline | None = None
    for low, high in pairwise(sorted(share * (scale // over) for share, over in cuts)):
        between = (low + high) // 2
        if _is_parted(screens, middle, (px * scale + between * dx, py * scale + between * dy), scale):
            continue
        core = core or Outline(tuple((x * scale, y * scale) for x, y in zone.points))
        first, last = ((px * scale + cut * dx, py * scale + cut * dy) for cut in (low, high))
        square, over = squared_gap(core, Outline((first, last)))
        if square < (off * scale) ** 2 * over:
            return False
    return True


def _add_cut(cuts: set[tuple[int, int]], share: int, over: int) -> None:
    """A share of a leg, in its lowest terms, if it lies on the leg."""
    if over < 0:
        share, over = -share, -over
    if over and 0 <= share <= over:
        common = gcd(share, over)
        cuts.add((share // common, over // common))


def _is_parted(screens: Iterable[Outline], middle: Point, there: Point, scale: int) -> bool:
    """Whether one of these walls stands between a middle and a place that is given times the scale."""
    here = (middle[0] * scale, middle[1] * scale)
    return any(
        segments_meet(there, here, (ax * scale, ay * scale), (bx * scale, by * scale))
        for wall in screens
        for (ax, ay), (bx, by) in edges(wall.points)
    )


def _is_nearest(tip: Point, square: int, over: int, start: Point, end: Point) -> bool:
    """Whether a leg that comes so near to a wall comes as near to this end of it."""
    far, below = point_to_segment(*tip, *start, *end)
    return far * over <= square * below


def _leads_out(ax: int, ay: int, bx: int, by: int, off: int, start: Point, end: Point) -> bool:
    """Whether a leg starts too near to a segment and leads away from it.

    The distance to a convex thing that does not fall at first never falls afterwards.
    """
    (px, py), (qx, qy) = start, end
    square, over = point_to_segment(px, py, ax, ay, bx, by)
    if square == 0 or square >= off * off * over:
        return False
    dx, dy, ex, ey, ux, uy = bx - ax, by - ay, px - ax, py - ay, qx - px, qy - py
    along, length = ex * dx + ey * dy, dx * dx + dy * dy
    if along <= 0:
        return ex * ux + ey * uy >= 0
    if along >= length:
        return (px - bx) * ux + (py - by) * uy >= 0
    return (ex * ux + ey * uy) * length - along * (dx * ux + dy * uy) >= 0


def _middle(outline: Outline) -> Point:
    """A point in the middle of an outline; that of a base is its centre."""
    points = outline.points
    if len(points) == 4:
        return (points[0][0] + points[2][0]) // 2, (points[0][1] + points[2][1]) // 2
    return points[0]
