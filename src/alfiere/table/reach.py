"""Reach: the shortest legal way of a base round everything that bars it, to a place or into contact.

The straight line is tried first. Only when it is barred, a graph of places around the things in the way is searched:
round a corner the way follows a polygon of whole hundredths drawn about the circle that the base must keep off, so it
never overlaps anything and is longer than the true curve by at most 2.4% of the curve (0.3% where that decides).
Things enter the graph only when the best way so far runs into them.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from itertools import pairwise
from math import isqrt
from typing import Final, NamedTuple, TypeAlias

from alfiere.table.barriers import FAR, Passage, Ranks, Refusal, Side, Zone, neighbours
from alfiere.table.goals import AnyPlace, ContactGoal, Goal, PlaceGoal, bounds_to, ring
from alfiere.table.least_way import LeastLeft, is_walled_off, least_left
from alfiere.table.measuring import (
    FINE,
    fine_length,
    nearest_whole,
    point_to_segment,
    root_up,
)
from alfiere.table.shapes import Base, Outline, Point
from alfiere.table.sight import inside_stretches
from alfiere.table.swift import quick, swift
from alfiere.table.terrain import Bar, Field

COARSE, CAREFUL = 12, 36  # corners of the polygon round a corner: first try, and before a way is refused
COARSE_EXCESS: Final = 30  # thousandths by which the first try may be too long and yet be worth more care
MANY_ROUNDS: Final = 60
Ahead: TypeAlias = tuple[Point, int]  # a node, and the least that is left to go from it
Step: TypeAlias = tuple[int, int, Point]  # the bound of the whole way by a node, what is spent there, the node
HARD, HARDER = 400, 3000  # legs tried in vain, after which it is asked how far it is round walls, and who else stands


@quick
class Way(NamedTuple):
    """A legal way of the centre: its points from the start on, its length, and what it costs on slower ground."""

    points: tuple[Point, ...]
    length: int
    cost: int

    @property
    def end(self) -> Point:
        """Where it leads."""
        return self.points[-1]


@swift
def steps_on(ahead: list[Ahead], before: dict[Point, Point], here: Point, spent: int, most: int, /) -> list[Step]:
    """The nodes to which one may go straight on from here, those left out that are reached already."""
    hx, hy = here
    found = []
    for place, bound in ahead:
        x, y = place
        total = spent + isqrt(((x - hx) ** 2 + (y - hy) ** 2) * FINE * FINE) + 1
        if total + bound <= most and place not in before:
            found.append((total + bound, total, place))
    return found


@swift
def gaps_between(sides: Sequence[Side], slack: int, /) -> list[Point]:
    """The middles of gaps hardly wider than a disc, with places straight before and behind them."""
    found: dict[Point, None] = {}
    for one, other in neighbours(sides):
        for first, second in ((one, other), (other, one)):
            _, _, _, _, ax, ay, bx, by, keep, _ = first
            for x, y in {(ax, ay): None, (bx, by): None}:
                _add_gap(x, y, keep, second, slack, found)
    return list(found)


def _add_gap(x: int, y: int, keep: int, side: Side, slack: int, found: dict[Point, None]) -> None:
    _, _, _, _, ax, ay, bx, by, other, _ = side
    square, over = point_to_segment(x, y, ax, ay, bx, by)
    both = keep + other
    narrow = max(0, both - 2 * slack)
    if not narrow * narrow * over <= square <= (both * 9 // 8) ** 2 * over or square == 0:
        return
    # Towards the nearest point of the side, all times the scale: whole numbers in place of fractions.
    wx, wy = bx - ax, by - ay
    length = wx * wx + wy * wy
    along = min(max(0, (x - ax) * wx + (y - ay) * wy), length)
    over = length or 1
    dx, dy = ((ax - x) * over + along * wx) * keep, ((ay - y) * over + along * wy) * keep
    scale = 2 * over * both
    mx, my = x * scale + 2 * dx, y * scale + 2 * dy
    for part in (0, 1, 2):
        # |(dx, dy)| is about ``both``, so this is about ``keep`` or half of it straight through the gap.
        for hand in (part, -part) if part else (0,):
            found[nearest_whole(mx - dy * hand, scale), nearest_whole(my + dx * hand, scale)] = None


def _are_apart(one: Bar, other: Bar) -> bool:
    """Whether two bars are different things, not two pieces of one wall or a base and its zone."""
    return one.by != other.by and not set(one.outline.points) & set(other.outline.points)


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
        self.slow = slow
        # The best ground there is makes the bound of the search, and how far away something may matter.
        self._least = min([Fraction(1), *(Fraction(how.times, how.over) for _, how in slow)]) if slow else 1
        self._gaps: tuple[Point, ...] | None = None
        self._corners: dict[tuple[Side, int], tuple[dict[Point, None], set[Bar]]] = {}
        # What was found to bar a leg, by its start and its end. Sides and start never change, so it does for good.
        self.barred: dict[Point, dict[Point, Side]] = {}
        self.tried = 0  # legs tried in vain for the goal
        self.guide: LeastLeft | None = None  # how far it is to the goal at least, once that was asked
        distance = int(allowance / self._least) if self.slow else allowance
        self._farthest = distance**2
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
        first: Bar | None = None
        least = 0
        for _, _, _, _, ax, ay, bx, by, keep, bar in self.hits(self.start, end):
            off = root_up(*point_to_segment(*self.start, ax, ay, bx, by)) - keep
            if first is None or off < least:
                first, least = bar, off
        return first

    def is_too_far(self, x: int, y: int) -> bool:
        """Whether the straight line to a place is longer than the mover may go."""
        if self.slow:
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

    def contact(self, target: Outline, guide: LeastLeft | None = None) -> Way | Refusal:
        """The shortest legal way into contact with an outline: a base, an opening, an obstacle.

        ``guide``: what is known already of how far it is at least.
        """
        goal = ContactGoal(self, target)
        far = goal.bound(*self.start)
        if far * self._least > self.allowance * FINE:
            return Refusal(FAR, length=-(-far // FINE))
        if self.touches(target, *self.start):
            return Way((self.start,), 0, 0)
        return self._best(goal, guide)

    def way_to_any(self, places: Iterable[Point], most: int) -> Way | None:
        """The shortest legal way to one of these places, if it is no longer than this."""
        best: Way | None = None
        barred: list[Point] = []
        for place in places:
            if self.stands(*place) is not None:
                continue
            if self.hit(self.start, place) is not None:
                barred.append(place)
            else:
                way = self.way_of((self.start, place))
                if way.cost <= (most if best is None else best.cost - 1):
                    best = way
        if barred:
            allowance, self.allowance = self.allowance, min(most if best is None else best.cost - 1, self.allowance)
            found = self._best(AnyPlace(barred))
            self.allowance = allowance
            best = found if isinstance(found, Way) else best
        return best

    def _best(self, goal: Goal, guide: LeastLeft | None = None) -> Way | Refusal:
        ends = tuple(goal.ends(*self.start))
        bar: Bar | None = None
        for end in ends:
            bar = self._first_in_way(end)
            if bar is None and not self.is_too_far(*end):
                return self.way_of((self.start, end))
        most = self.allowance * FINE
        self.tried, self.guide = HARDER if guide else 0, guide
        is_off = self._is_shut_in(goal) or is_walled_off(self, goal, int(most / self._least) + 1)
        for corners, limit in () if is_off else ((COARSE, most + most * COARSE_EXCESS // 1000), (CAREFUL, most)):
            worth_more_care = False
            # Places all round the goal come in only if no node has it straight ahead.
            for with_more in (False, True) if isinstance(goal, ContactGoal) else (False,):
                last = goal.around() if with_more and isinstance(goal, ContactGoal) else ()
                found, was_crowded = self._search(goal, corners, last, limit)
                worth_more_care |= was_crowded or found is not None
                if found is not None:
                    way = self.way_of(found)
                    if way.cost <= self.allowance:
                        return way
            if not worth_more_care or self.is_beyond(most):
                break
        if bar is not None:
            return Refusal(bar.reason, bar.by)
        return Refusal(FAR)

    def _useful(self) -> int:
        """The longest way, on even ground, that a search may look for."""
        most = self.allowance * FINE
        return int((most + most * COARSE_EXCESS // 1000) / self._least) + 1

    def is_beyond(self, most: int) -> bool:
        """Whether the goal is known to be farther away than this."""
        return self.guided(self.start, most) > most

    def guided(self, place: Point, known: int) -> int:
        """What is left from a place at least, more than is known if it can be told; 0 as long as that was not asked."""
        if self.guide is None:
            return 0
        if not self.slow:
            return self.guide.left(place, known)
        return int(self.guide.left(place, int((known + 1) / self._least) + 1) * self._least)

    def _is_shut_in(self, goal: Goal) -> bool:
        """Whether the mover stands in a house that it cannot leave, and the goal is outside: no search finds a way."""
        houses = self.field.terrain.shut_houses(self.going, self.mover.floor)
        is_stout = self.is_disc and self.core.radius > self.field.slack  # it scrapes past a wall, never through it
        return is_stout and any(house.holds(*self.start) and goal.is_outside(house) for house in houses)

    def way_of(self, points: Sequence[Point]) -> Way:
        """A way with its length and cost."""
        length = sum(fine_length(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))
        cost = sum(self.leg_cost(a, b) for a, b in pairwise(points)) if self.slow else length
        return Way(tuple(points), -(-length // FINE), -(-cost // FINE))

    def leg_cost(self, start: Point, end: Point) -> int:
        """The length of a leg in 1/FINE of a hundredth, slower ground counted; where features overlap, both count."""
        length = fine_length(end[0] - start[0], end[1] - start[1])
        if not self.slow:
            return length
        cost = Fraction(length)
        for one, how in self.slow:
            west, north, east, south = one.box
            if max(start[0], end[0]) <= west or min(start[0], end[0]) >= east:
                continue
            if max(start[1], end[1]) <= north or min(start[1], end[1]) >= south:
                continue
            for enter, leave in inside_stretches(one, start, end):
                cost += length * (leave - enter) * (Fraction(how.times, how.over) - 1)
        return -(-cost.numerator // cost.denominator)

    # The graph

    def _search(
        self, goal: Goal, corners: int, last: Sequence[Point], most: int
    ) -> tuple[tuple[Point, ...] | None, bool]:
        """The shortest way over the corners of what is in the way; and whether things crowd each other's corners.

        Only bars that the best way so far ran into take part, so what is found first is shortest.
        """
        active: dict[Side, None] = {}
        nodes: dict[Point, None] = dict.fromkeys(self._gap_places())
        if self.slow:
            nodes.update(dict.fromkeys(point for one, _ in self.slow for point in one.feature.points))
        run_into = {bar for end in (*goal.ends(*self.start), *last[:1]) if (bar := self.hit(self.start, end))}
        is_crowded = False
        for _ in range(MANY_ROUNDS):
            is_crowded |= self._take_in(run_into, active, nodes, corners)
            path = self._shortest(goal, last, list(nodes), active, most)
            if path is None:
                break
            legs = tuple(pairwise(path))
            bars = (self.hit(*leg, is_last=number == len(legs) - 1) for number, leg in enumerate(legs))
            run_into = {bar for bar in bars if bar is not None}
            if not run_into:
                return path, is_crowded
        return None, is_crowded

    def _take_in(self, bars: set[Bar], active: dict[Side, None], nodes: dict[Point, None], corners: int) -> bool:
        """Bars become part of the graph, and with them those that stand where their corners would be, if any do."""
        is_crowded = False
        waiting = self._sides_of(bars, active)
        while waiting:
            active.update(dict.fromkeys(waiting))
            crowding: set[Bar] = set()
            for side in waiting:
                places, crowd = self._corners_of(side, corners)
                nodes.update(places)
                crowding |= crowd
                is_crowded = is_crowded or any(_are_apart(bar, side.bar) for bar in crowd)
            waiting = self._sides_of(crowding, active)
        return is_crowded

    def _sides_of(self, bars: set[Bar], active: Container[Side]) -> list[Side]:
        """The sides of these bars that are not yet part of the graph."""
        return [side for side in self.sides if side.bar in bars and side not in active]

    def _corners_of(self, side: Side, corners: int) -> tuple[dict[Point, None], set[Bar]]:
        """The places round the ends of a side where the mover can be, and what keeps it from the others."""
        known = self._corners.get((side, corners))
        if known is None:
            (sx, sy), most = self.start, self._farthest
            corner_places = [
                (x, y)
                for x, y in self._corner_places(side, corners)
                if (x - sx) ** 2 + (y - sy) ** 2 <= most and self._is_on_table((x, y))
            ]
            bars = self.standing_bars(corner_places)
            places = dict.fromkeys(place for place, bar in zip(corner_places, bars, strict=True) if bar is None)
            crowding = {bar for bar in bars if bar is not None}
            known = self._corners[side, corners] = places, crowding
        return known

    def _is_on_table(self, place: Point) -> bool:
        west, north, east, south = self.bounds
        return west <= place[0] <= east and north <= place[1] <= south

    def _corner_places(self, side: Side, corners: int) -> list[Point]:
        """Places round the ends of a side, just clear of it; an obstacle is passed without touching it."""
        _, _, _, _, ax, ay, bx, by, keep, bar = side
        if bar.stops:
            keep += self.field.touch + 1
        around = ring(max(2, keep), corners)
        places = []
        for x, y in {(ax, ay): None, (bx, by): None}:
            for cx, cy in self.core.points:
                places += [(x - cx + dx, y - cy + dy) for dx, dy in around]
        return places

    def _gap_places(self) -> tuple[Point, ...]:
        """Places in the narrow gaps between what bars the mover."""
        if self._gaps is None:
            found = gaps_between(self.sides, self.field.slack) if self.is_disc else ()
            self._gaps = tuple(place for place in found if self._is_on_table(place))
        return self._gaps

    def _shortest(
        self, goal: Goal, last: Sequence[Point], nodes: Sequence[Point], active: dict[Side, None], most: int
    ) -> tuple[Point, ...] | None:
        """The shortest way over the places that can be on it, against the bars taken in so far."""
        bounds, gone = goal.bounds(nodes), bounds_to(nodes, Outline((self.start,)), 0)
        if self.slow:
            bounds, gone = ([int(far * self._least) for far in one] for one in (bounds, gone))
        ahead = [(place, bound) for place, bound, far in zip(nodes, bounds, gone, strict=True) if far + bound <= most]
        return shortest(self, ahead, active, goal, last, most)

    def tire(self, goal: Goal) -> None:
        """One more leg tried in vain: after many of them it is asked how far it is at least."""
        self.tried += 1
        if self.tried in (HARD, HARDER):
            self.guide = least_left(self, goal, self._useful(), with_bases=self.tried == HARDER) or self.guide

    def slow_steps(self, ahead: list[Ahead], here: Point, spent: int, most: int) -> Iterator[Step]:
        """The same as ``steps_on`` where some ground is slower."""
        for place, bound in ahead:
            total = spent + self.leg_cost(here, place)
            if total + bound <= most:
                yield total + bound, total, place


@swift
def shortest(
    trip: Journey, ahead: list[Ahead], active: dict[Side, None], goal: Goal, last: Sequence[Point], most: int, /
) -> tuple[Point, ...] | None:
    """A* over these places, legs checked only when they come up, against the sides that are active."""
    numbers = {place: number for number, (place, _) in enumerate(ahead)}
    sides = tuple(active)
    guards: dict[Point, tuple[Side]] = {}
    before: dict[Point, Point] = {}
    # (bound of the whole way, spent, place, place before, whether it ends here)
    queue: list[tuple[int, int, Point, Point, bool]] = [(0, 0, trip.start, trip.start, False)]
    if trip.is_beyond(most):
        return None
    while queue:
        whole, spent, here, origin, is_end = heappop(queue)
        if is_end:
            if trip.first_hit(origin, here, is_last=True, sides=sides) is None:
                path = [here, origin]
                while path[-1] != trip.start:
                    path.append(before[path[-1]])
                return tuple(reversed(path))
            continue
        if here in before:
            continue
        left = trip.guided(here, whole - spent)
        if spent + left > whole:  # farther than it seemed, by whatever way one comes: it has to wait its turn
            if here in numbers:
                ahead[numbers[here]] = here, left
            if spent + left <= most:
                heappush(queue, (spent + left, spent, here, origin, False))
            continue
        if here != origin:
            # What barred the last leg to this place is asked first: it mostly bars the next one too.
            guard = guards.get(here)
            side = None if guard is None else trip.first_hit(origin, here, is_last=False, sides=guard)
            if side is None:
                side = trip.first_hit(origin, here, is_last=False, sides=sides)
            if side is not None:
                guards[here] = (side,)
                trip.barred.setdefault(origin, {})[here] = side
                trip.tire(goal)
                if trip.tried in (HARD, HARDER) and trip.is_beyond(most):
                    return None
                continue
        before[here] = origin
        for end in (*goal.ends(*here), *last):
            total = spent + trip.leg_cost(here, end)
            if total <= most:
                heappush(queue, (total, total, end, here, True))
        barred = trip.barred.get(here, {})
        onward = trip.slow_steps(ahead, here, spent, most) if trip.slow else steps_on(ahead, before, here, spent, most)
        for bound, total, place in onward:
            if place not in before and not (place in barred and barred[place] in active):
                heappush(queue, (bound, total, place, here, False))
    return None
