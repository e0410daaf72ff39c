"""Reach: the shortest legal way of a base round everything that bars it, to a place or into contact.

The straight line is tried first. Only when it is barred, a graph of places around the things in the way is searched:
round a corner the way follows a polygon of whole hundredths drawn about the circle that the base must keep off, so it
never overlaps anything and is longer than the true curve by at most 2.4% of the curve (0.3% where that decides).
Things enter the graph only when the best way so far runs into them.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from heapq import heappop, heappush
from itertools import combinations, pairwise
from math import isqrt
from typing import Final, NamedTuple, Protocol

from alfiere.table.barriers import FAR, Passage, Ranks, Refusal, Side, Zone
from alfiere.table.headings import SCALE, cosine, divided, ray
from alfiere.table.measuring import (
    FINE,
    fine_length,
    nearest_point,
    point_to_segment,
    root_up,
    squared_gap,
)
from alfiere.table.shapes import Base, Outline, Point, edges, moved
from alfiere.table.sight import clipped
from alfiere.table.terrain import Bar, Field

COARSE, CAREFUL = 12, 36  # corners of the polygon round a corner: first try, and before a way is refused
MANY_ROUNDS: Final = 60


class Way(NamedTuple):
    """A legal way of the centre: its points from the start on, its length, and what it costs on slower ground."""

    points: tuple[Point, ...]
    length: int
    cost: int

    @property
    def end(self) -> Point:
        """Where it leads."""
        return self.points[-1]


class Goal(Protocol):
    """Where a way may end."""

    def bound(self, x: int, y: int) -> int:
        """No way from here to the goal is shorter, in 1/FINE of a hundredth."""
        ...

    def ends(self, x: int, y: int) -> Iterable[Point]:
        """The places to try in a straight line from here, the nearest first."""
        ...


class PlaceGoal:
    """One place."""

    def __init__(self, x: int, y: int) -> None:
        self.x, self.y = x, y

    def bound(self, x: int, y: int) -> int:
        """The straight line."""
        return isqrt(((x - self.x) ** 2 + (y - self.y) ** 2) * FINE * FINE)

    def ends(self, x: int, y: int) -> Iterable[Point]:
        """The place itself."""
        return ((self.x, self.y),)


class ContactGoal:
    """Any place at which the mover touches an outline and can stand."""

    def __init__(self, passage: Passage, target: Outline) -> None:
        self.passage, self.target = passage, target
        self._around: tuple[Point, ...] | None = None
        self._ends: dict[Point, tuple[Point, ...]] = {}

    def bound(self, x: int, y: int) -> int:
        """The straight line to the edge, less the tolerance of touching."""
        core = self.passage.core
        square, over = squared_gap(moved(core, x, y), self.target)
        near = core.radius + self.target.radius + self.passage.field.touch
        return max(0, isqrt(square * FINE * FINE // over) - near * FINE)

    def ends(self, x: int, y: int) -> Iterable[Point]:
        """The nearest place in contact, if the mover can stand there."""
        known = self._ends.get((x, y))
        if known is None:
            place = self._nearest(x, y)
            known = () if place is None or self.passage.stands(*place) else (place,)
            self._ends[x, y] = known
        return known

    def around(self) -> tuple[Point, ...]:
        """Places all round the outline, and those that touch something else too: the corners of what is free."""
        if self._around is None:
            keep = self.passage.core.radius + self.target.radius
            spots = _outline_spots(self.passage, self.target, keep)
            found = {place for spot in spots if (place := self._nearest(*spot)) is not None}
            found |= set(_pockets(self.passage, self.target, keep))
            self._around = tuple(sorted(place for place in found if self.passage.stands(*place) is None))
        return self._around

    def _nearest(self, x: int, y: int) -> Point | None:
        return contact_place(self.passage, self.target, x, y)


def contact_place(passage: Passage, target: Outline, x: int, y: int) -> Point | None:
    """The place where the mover, coming straight from here, touches an outline without overlapping it."""
    core = passage.core
    keep, touch = core.radius + target.radius, passage.field.touch
    if passage.is_disc and len(target.points) == 1:
        return _round_contact(target.points[0], keep, touch, x, y)
    if passage.is_disc:
        nx, ny = nearest_point(target, x, y)
        dx, dy = x - nx, y - ny
        square = dx * dx + dy * dy
        if square == 0:
            return None
        # A little more than touching (half the tolerance), so that a whole hundredth is found near it.
        length = Fraction(isqrt(square.numerator * FINE * FINE // square.denominator), FINE)
        if length == 0:
            return None
        share = (keep + Fraction(touch, 2)) / length
        ideal_x, ideal_y = nx + dx * share, ny + dy * share
    else:
        square_gap, over = squared_gap(moved(core, x, y), target)
        distance = root_up(square_gap, over)
        tx, ty = _towards(target, x, y)
        length = Fraction(root_up((tx - x) ** 2 + (ty - y) ** 2))
        if length == 0:
            return None
        # Step by step: what is left of the gap can always be gone without overlapping.
        ideal_x, ideal_y = Fraction(x), Fraction(y)
        for _ in range(200):
            if distance - keep <= max(1, touch // 2):
                break
            step = max(Fraction(distance - keep - 1), Fraction(1, 2)) / length
            ideal_x, ideal_y = ideal_x + (tx - x) * step, ideal_y + (ty - y) * step
            here = moved(core, round(ideal_x), round(ideal_y))
            square_gap, over = squared_gap(here, target)
            distance = root_up(square_gap, over)
            if distance < keep:
                return None
    return _whole_place(passage, target, keep, ideal_x, ideal_y)


def _round_contact(middle: Point, keep: int, touch: int, x: int, y: int) -> Point | None:
    """The same for two discs: the whole hundredth between touching and the tolerance, nearest to the straight line."""
    cx, cy = middle
    dx, dy = x - cx, y - cy
    length = isqrt((dx * dx + dy * dy) * FINE * FINE)
    if length == 0:
        return None
    # The ideal place, times FINE.
    ix, iy = (divided(part * (2 * keep + touch) * FINE * FINE, 2 * length) for part in (dx, dy))
    wx, wy = divided(ix, FINE), divided(iy, FINE)
    least, most = keep * keep, (keep + touch) ** 2
    if least <= wx * wx + wy * wy <= most:
        return cx + wx, cy + wy
    spots = [
        ((px * FINE - ix) ** 2 + (py * FINE - iy) ** 2, cx + px, cy + py)
        for px in range(wx - 2, wx + 3)
        for py in range(wy - 2, wy + 3)
        if least <= px * px + py * py <= most
    ]
    if not spots:
        return None
    _, px, py = min(spots)
    return px, py


def _towards(target: Outline, x: int, y: int) -> Point:
    nx, ny = nearest_point(target, x, y)
    return round(nx), round(ny)


def _whole_place(passage: Passage, target: Outline, keep: int, x: Fraction, y: Fraction) -> Point | None:
    """The whole hundredth nearest to a place that touches an outline and does not overlap it."""
    near = keep + passage.field.touch
    cx, cy = round(x), round(y)
    best: tuple[Fraction, Point] | None = None
    for px in range(cx - 2, cx + 3):
        for py in range(cy - 2, cy + 3):
            off = (px - x) ** 2 + (py - y) ** 2
            if best is not None and off >= best[0]:
                continue
            square, over = squared_gap(moved(passage.core, px, py), target)
            if keep * keep * over <= square <= near * near * over and (keep or square):
                best = off, (px, py)
    return None if best is None else best[1]


@lru_cache(maxsize=1024)
def ring(keep: int, corners: int) -> tuple[Point, ...]:
    """A polygon of whole hundredths about a circle of this radius: no side of it comes nearer to the middle."""
    step = 3600 // corners
    outer = keep * SCALE // cosine(step // 2)
    while True:
        points = []
        for number in range(corners):
            x, y = ray(number * step)
            points.append((divided(outer * x, SCALE), divided(outer * y, SCALE)))
        clear = (point_to_segment(0, 0, *a, *b) for a, b in edges(tuple(points)))
        if all(square >= keep * keep * over for square, over in clear):
            return tuple(points)
        outer += 1


def _outline_spots(passage: Passage, target: Outline, keep: int) -> list[Point]:
    """Places a little off an outline: all round its corners and before the middle of its sides."""
    off = keep + 10 + max(abs(value) for point in passage.core.points for value in point)
    spots = [(x + dx, y + dy) for x, y in target.points for dx, dy in ring(off, 24)]
    if len(target.points) > 1:
        for (ax, ay), (bx, by) in edges(target.points):
            length = max(1, root_up((bx - ax) ** 2 + (by - ay) ** 2))
            nx, ny = divided((by - ay) * off, length), divided((ax - bx) * off, length)
            for part in range(1, 8):
                x, y = ax + (bx - ax) * part // 8, ay + (by - ay) * part // 8
                spots += [(x + nx, y + ny), (x - nx, y - ny)]
    return spots


def _pockets(passage: Passage, target: Outline, keep: int) -> list[Point]:
    """Places that touch a round target and something else at once; discs only."""
    if not passage.is_disc or len(target.points) > 1:
        return []
    tx, ty = target.points[0]
    found: list[Point] = []
    reach = keep + 1
    for side in passage.sides:
        ax, ay, bx, by, other, bar = side[4], side[5], side[6], side[7], side[8], side[9]
        square, over = point_to_segment(tx, ty, ax, ay, bx, by)
        if bar.outline == target or square > (reach + other + 1) ** 2 * over:
            continue
        spots = [spot for x, y in {(ax, ay), (bx, by)} for spot in _circles_meet(tx, ty, reach, x, y, other + 1)]
        length = root_up((bx - ax) ** 2 + (by - ay) ** 2)
        if length:
            # Where the circle round the target meets the line along the wall, so far off it.
            ux, uy = Fraction(bx - ax, length), Fraction(by - ay, length)
            across = (tx - ax) * -uy + (ty - ay) * ux
            along = (tx - ax) * ux + (ty - ay) * uy
            for off in (other + 1, -other - 1):
                rest = reach * reach - (off - across) ** 2
                if rest >= 0:
                    root = Fraction(isqrt(int(rest * FINE * FINE)), FINE)
                    for where in (along + root, along - root):
                        spots.append((ax + where * ux - off * uy, ay + where * uy + off * ux))
        for x, y in spots:
            place = _pocket_place(passage, target, keep, x, y)
            if place is not None:
                found.append(place)
    return found


def _pocket_place(passage: Passage, target: Outline, keep: int, x: Fraction, y: Fraction) -> Point | None:
    """The nearest whole hundredth where the mover touches the target and stands free."""
    near = keep + passage.field.touch
    tx, ty = target.points[0]
    spots = sorted(
        ((px - x) ** 2 + (py - y) ** 2, (px, py))
        for px in range(round(x) - 2, round(x) + 3)
        for py in range(round(y) - 2, round(y) + 3)
        if keep * keep <= (px - tx) ** 2 + (py - ty) ** 2 <= near * near
    )
    return next((place for _, place in spots if passage.stands(*place) is None), None)


def _circles_meet(ax: int, ay: int, a: int, bx: int, by: int, b: int) -> list[tuple[Fraction, Fraction]]:
    """The two points where circles of radius a and b meet, near enough."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if square == 0:
        return []
    along = Fraction(square + a * a - b * b, 2 * square)
    rest = Fraction(a * a) / square - along * along
    if rest < 0:
        return []
    across = Fraction(isqrt(int(rest * FINE**4)), FINE**2)
    return [
        (ax + along * dx - across * dy, ay + along * dy + across * dx),
        (ax + along * dx + across * dy, ay + along * dy - across * dx),
    ]


class Journey(Passage):
    """One mover, how far it may go, and all it can reach: ask for ways, contacts and places."""

    def __init__(
        self,
        field: Field,
        bases: Iterable[Base],
        mover: Base,
        allowance: int,
        *,
        going: str = "",
        zones: Iterable[Zone] = (),
        ranks: Iterable[Ranks] = (),
        leave_out: Container[str] = (),
    ) -> None:
        self.allowance = allowance  # in hundredths, the game's tolerance included
        slow = [one for one in field.terrain.slow_ground(going) if mover.floor < one[0].feature.floors]
        self._slow = [(one.feature.points, one.box, how) for one, how in slow if one.convex]
        # The best ground there is makes the bound of the search, and how far away something may matter.
        self._least = min([Fraction(1), *(Fraction(how.times, how.over) for _, _, how in self._slow)])
        self._gaps: tuple[Point, ...] | None = None
        self._corners: dict[tuple[Side, int], tuple[dict[Point, None], set[Bar]]] = {}
        distance = int(allowance / self._least) if self._slow else allowance
        super().__init__(field, bases, mover, distance, going=going, zones=zones, ranks=ranks, leave_out=leave_out)

    def straight(self, x: int, y: int) -> Refusal | None:
        """Why the mover cannot go straight to this place; None if it can."""
        refusal = self.stands(x, y)
        if refusal is not None:
            return refusal
        bar = self._first_in_way((x, y))
        if bar is not None:
            return Refusal(bar.reason, bar.by)
        if self.is_too_far(x, y):
            return Refusal(FAR, length=root_up((x - self.start[0]) ** 2 + (y - self.start[1]) ** 2))
        return None

    def _first_in_way(self, end: Point) -> Bar | None:
        """Of all that bars the straight line the thing nearest to the start: the one a player would name."""
        sides = tuple(self.hits(self.start, end))
        if len(sides) < 2:
            return sides[0][9] if sides else None

        def off(side: Side) -> int:
            return root_up(*point_to_segment(*self.start, side[4], side[5], side[6], side[7])) - side[8]

        return min(sides, key=off)[9]

    def is_too_far(self, x: int, y: int) -> bool:
        """Whether the straight line to a place is longer than the mover may go."""
        if self._slow:
            return self.leg_cost(self.start, (x, y)) > self.allowance * FINE
        return (x - self.start[0]) ** 2 + (y - self.start[1]) ** 2 > self.allowance**2

    def way(self, x: int, y: int) -> Way | Refusal:
        """The shortest legal way to a place a person may have pointed at, or why there is none."""
        refusal = self.stands(x, y)
        if refusal is not None:
            return refusal
        far = (x - self.start[0]) ** 2 + (y - self.start[1]) ** 2
        if far * self._least * self._least > self.allowance**2:
            return Refusal(FAR, length=root_up(far))
        return self._best(PlaceGoal(x, y))

    def contact(self, target: Outline) -> Way | Refusal:
        """The shortest legal way into contact with an outline: a base, an opening, an obstacle."""
        goal = ContactGoal(self, target)
        far = goal.bound(*self.start)
        if far * self._least > self.allowance * FINE:
            return Refusal(FAR, length=-(-far // FINE))
        if self.touches(target, *self.start):
            return Way((self.start,), 0, 0)
        return self._best(goal)

    def _best(self, goal: Goal) -> Way | Refusal:
        ends = tuple(goal.ends(*self.start))
        bar: Bar | None = None
        for end in ends:
            bar = self._first_in_way(end)
            if bar is None and not self.is_too_far(*end):
                return self.way_of((self.start, end))
        for corners in (COARSE, CAREFUL):
            # Places all round the goal only if no node sees it straight ahead.
            for last in ((), goal.around()) if isinstance(goal, ContactGoal) else ((),):
                found = self._search(goal, corners, last)
                if found is not None:
                    way = self.way_of(found)
                    if way.cost <= self.allowance:
                        return way
        if bar is not None:
            return Refusal(bar.reason, bar.by)
        return Refusal(FAR)

    def way_of(self, points: Sequence[Point]) -> Way:
        """A way with its length and cost."""
        length = sum(fine_length(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))
        cost = sum(self.leg_cost(a, b) for a, b in pairwise(points)) if self._slow else length
        return Way(tuple(points), -(-length // FINE), -(-cost // FINE))

    def leg_cost(self, start: Point, end: Point) -> int:
        """The length of a leg in 1/FINE of a hundredth, slower ground counted; where features overlap, both count."""
        length = fine_length(end[0] - start[0], end[1] - start[1])
        cost = Fraction(length)
        for points, (west, north, east, south), how in self._slow:
            if max(start[0], end[0]) <= west or min(start[0], end[0]) >= east:
                continue
            if max(start[1], end[1]) <= north or min(start[1], end[1]) >= south:
                continue
            stretch = clipped(points, start, end)
            if stretch is not None:
                cost += length * (stretch[1] - stretch[0]) * (Fraction(how.times, how.over) - 1)
        return -(-cost.numerator // cost.denominator)

    # The graph

    def _search(self, goal: Goal, corners: int, last: Sequence[Point]) -> tuple[Point, ...] | None:
        """The shortest way over the corners of what is in the way; only bars that were run into take part."""
        active: dict[Side, None] = {}
        nodes: dict[Point, None] = dict.fromkeys(self._gap_places())
        if self._slow:
            nodes.update(dict.fromkeys(point for points, _, _ in self._slow for point in points))
        run_into = {bar for end in (*goal.ends(*self.start), *last[:1]) if (bar := self.hit(self.start, end))}
        for _ in range(MANY_ROUNDS):
            self._take_in(run_into, active, nodes, corners)
            path = self._shortest(goal, last, list(nodes), list(active))
            if path is None:
                return None
            run_into = set()
            for number, (a, b) in enumerate(pairwise(path)):
                bar = self.hit(a, b, is_last=number == len(path) - 2)
                if bar is not None:
                    run_into.add(bar)
            if not run_into:
                return path
        return None

    def _take_in(self, bars: set[Bar], active: dict[Side, None], nodes: dict[Point, None], corners: int) -> None:
        """Bars become part of the graph, and with them those that stand where their corners would be."""
        waiting = [side for side in self.sides if side[9] in bars and side not in active]
        while waiting:
            active.update(dict.fromkeys(waiting))
            crowding: set[Bar] = set()
            for side in waiting:
                places, crowd = self._corners_of(side, corners)
                nodes.update(places)
                crowding |= crowd
            waiting = [side for side in self.sides if side[9] in crowding and side not in active]

    def _corners_of(self, side: Side, corners: int) -> tuple[dict[Point, None], set[Bar]]:
        """The places round the ends of a side where the mover can be, and what keeps it from the others."""
        known = self._corners.get((side, corners))
        if known is None:
            places: dict[Point, None] = {}
            crowding: set[Bar] = set()
            (sx, sy), most = self.start, int(self.allowance / self._least) ** 2
            for place in self._corner_places(side, corners):
                x, y = place
                if (x - sx) ** 2 + (y - sy) ** 2 <= most and self._is_on_table(place):
                    bar = self._standing_bar(x, y)
                    if bar is None:
                        places[place] = None
                    else:
                        crowding.add(bar)
            known = self._corners[side, corners] = places, crowding
        return known

    def _is_on_table(self, place: Point) -> bool:
        west, north, east, south = self.bounds
        return west <= place[0] <= east and north <= place[1] <= south

    def _corner_places(self, side: Side, corners: int) -> list[Point]:
        """Places round the ends of a side, just clear of it; an obstacle is passed without touching it."""
        ax, ay, bx, by, keep, bar = side[4], side[5], side[6], side[7], side[8], side[9]
        if bar.stops:
            keep += self.field.touch + 1
        around = ring(max(2, keep), corners if self.is_disc else 8)
        places = []
        for x, y in {(ax, ay): None, (bx, by): None}:
            for cx, cy in self.core.points:
                places += [(x - cx + dx, y - cy + dy) for dx, dy in around]
        return places

    def _gap_places(self) -> tuple[Point, ...]:
        """The middles of gaps hardly wider than the mover, with places straight before and behind them."""
        if self._gaps is None:
            found: dict[Point, None] = {}
            if self.is_disc:
                for one, other in combinations(self.sides, 2):
                    if one[0] > other[2] or other[0] > one[2] or one[1] > other[3] or other[1] > one[3]:
                        continue
                    for first, second in ((one, other), (other, one)):
                        for x, y in {(first[4], first[5]): None, (first[6], first[7]): None}:
                            self._add_gap(x, y, first[8], second, found)
            self._gaps = tuple(place for place in found if self._is_on_table(place))
        return self._gaps

    def _add_gap(self, x: int, y: int, keep: int, side: Side, found: dict[Point, None]) -> None:
        ax, ay, bx, by, other = side[4], side[5], side[6], side[7], side[8]
        square, over = point_to_segment(x, y, ax, ay, bx, by)
        both = keep + other
        narrow = max(0, both - 2 * self.field.slack)
        if not narrow * narrow * over <= square <= (both * 9 // 8) ** 2 * over or square == 0:
            return
        nx, ny = nearest_point(Outline(((ax, ay), (bx, by))), x, y)
        dx, dy = nx - x, ny - y
        share = Fraction(keep, both)
        mx, my = x + dx * share, y + dy * share
        found[round(mx), round(my)] = None
        for part in (Fraction(1, 2), Fraction(1)):
            # |(dx, dy)| is about ``both``, so this is about ``keep`` or half of it straight through the gap.
            for hand in (part, -part):
                found[round(mx - dy * hand * share), round(my + dx * hand * share)] = None

    def _shortest(
        self, goal: Goal, last: Sequence[Point], nodes: Sequence[Point], sides: Sequence[Side]
    ) -> tuple[Point, ...] | None:
        """A* over the places, legs checked only when they come up, against the bars taken in so far."""
        most = self.allowance * FINE
        least = self._least
        before: dict[Point, Point] = {}
        done: set[Point] = set()
        bounds: dict[Point, int] = {}
        # (bound of the whole way, spent, place, place before, whether it ends here)
        queue: list[tuple[int, int, Point, Point, bool]] = [(0, 0, self.start, self.start, False)]
        while queue:
            _, spent, here, origin, is_end = heappop(queue)
            if is_end:
                if self.hit(origin, here, is_last=True, sides=sides) is None:
                    path = [here, origin]
                    while path[-1] != self.start:
                        path.append(before[path[-1]])
                    return tuple(reversed(path))
                continue
            if here in done:
                continue
            if here != origin and self.hit(origin, here, is_last=False, sides=sides) is not None:
                continue
            done.add(here)
            before[here] = origin
            for end in (*goal.ends(*here), *last):
                total = spent + self._cost(here, end)
                if total <= most:
                    heappush(queue, (total, total, end, here, True))
            for node in nodes:
                if node in done:
                    continue
                total = spent + self._cost(here, node)
                if total > most:
                    continue
                bound = bounds.get(node)
                if bound is None:
                    bound = goal.bound(*node)
                    if least != 1:
                        bound = int(bound * least)
                    bounds[node] = bound
                if total + bound <= most:
                    heappush(queue, (total + bound, total, node, here, False))
        return None

    def _cost(self, start: Point, end: Point) -> int:
        if self._slow:
            return self.leg_cost(start, end)
        return fine_length(end[0] - start[0], end[1] - start[1])
