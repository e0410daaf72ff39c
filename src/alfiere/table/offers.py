"""Offers: sensible places for a unit that can wheel, and the legs that lead to a pose somebody wants.

A pose is reached by straight ahead, a turn, straight ahead: two lengths fit any place, if both are forward. Where the
heading stays it is one shift. Of the ways that the unit's pace allows, the cheapest that nothing bars is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from alfiere.table.barriers import FAR, Refusal
from alfiere.table.fronts import EDGES, LEFT, RIGHT, bearing, beside_pose, edge_of, flush_pose
from alfiere.table.headings import FULL_TURN, SCALE, divided, ray
from alfiere.table.legs import CENTRE, WHOLE, Footing, Leg, Pace, Shift, Turn, after, turned
from alfiere.table.manoeuvre import Manoeuvre
from alfiere.table.measuring import FINE, fine_length
from alfiere.table.shapes import Base, Point, Pose, Rect
from alfiere.table.swift import quick

GUESSES = 6  # at how much of a leg a budget pays, before the rest is halved and halved again
NEAR = 2  # hundredths by which legs may miss the pose that was asked for: each of them is rounded


@quick
class Move(NamedTuple):
    """Legs that can be made, what they cost, and how the unit stands after them."""

    legs: tuple[Leg, ...]
    cost: int
    end: Footing


FORBIDDEN = "forbidden"  # the pace of the formation knows no such leg


def judged(m: Manoeuvre, start: Footing, legs: Sequence[Leg], budget: int = WHOLE) -> Move | Refusal:
    """A move as somebody made it, leg by leg: what it costs, or what forbids it."""
    footing, cost, before = start, 0, list[Footing]()
    for leg in legs:
        paid = m.paid(footing, leg, before)
        if paid is None:
            return Refusal(FORBIDDEN)
        cost += paid
        if cost > budget:
            return Refusal(FAR, length=cost)
        refusal = m.barred(footing, leg)
        if refusal is not None:
            return refusal
        before.append(footing)
        footing = after(footing, leg)
    refusal = m.stands(footing)
    return Move(tuple(legs), cost, footing) if refusal is None else refusal


def legs_to(pace: Pace, start: Footing, pose: Pose) -> Iterator[tuple[Leg, ...]]:
    """The ways to a pose that a pace allows, whatever stands between; some may be too dear."""
    here = start.pose
    turn = (pose.heading - here.heading + 1800) % FULL_TURN - 1800
    dx, dy = pose.x - here.x, pose.y - here.y
    if not turn or pace.is_free:
        length = divided(fine_length(dx, dy), FINE)
        aside = (bearing((0, 0), (dx, dy)) - here.heading) % FULL_TURN if length else 0
        shift: tuple[Leg, ...] = (Shift(length, aside),) if length else ()
        yield (*shift, Turn(turn)) if turn else shift
        if not turn:
            return
    pivots = (LEFT if turn < 0 else RIGHT,) if pace.wheels else ()  # forward, on the corner it turns to
    for about in (*pivots, *((CENTRE,) if pace.step else ())):
        lengths = _two_lengths(start, pose, Turn(turn, about))
        if lengths is not None:
            first, last = lengths
            yield tuple(
                leg
                for leg in (Shift(first), Turn(turn, about), Shift(last))
                if not isinstance(leg, Shift) or leg.length
            )


def _two_lengths(start: Footing, pose: Pose, turn: Turn) -> tuple[int, int] | None:
    """How far to go before and after a turn to end in a pose; None where one of the ways would lead back."""
    there = turned(start.shape, start.pose, turn)
    dx, dy = pose.x - there.x, pose.y - there.y
    (ax, ay), (bx, by) = ray(start.pose.heading), ray(pose.heading)
    over = ax * by - ay * bx
    if abs(over) < SCALE * SCALE // 100:  # hardly a turn, or about: it lies straight ahead or nowhere
        aside, ahead = ax * dy - ay * dx, ax * dx + ay * dy
        if abs(divided(aside, SCALE)) > NEAR or ahead < 0:
            return None
        return divided(ahead, SCALE), 0
    first = divided((dx * by - dy * bx) * SCALE, over)
    last = divided((ax * dy - ay * dx) * SCALE, over)
    return (first, last) if first >= 0 and last >= 0 else None


def way_to(m: Manoeuvre, start: Footing, pose: Pose, budget: int = WHOLE) -> Move | Refusal:
    """The cheapest way to a pose a person may have dragged the unit to, or why there is none."""
    best: Move | None = None
    why: Refusal | None = None
    for legs in legs_to(m.pace(start), start, pose):
        found = judged(m, start, legs, budget)
        if isinstance(found, Refusal):
            why = why or found
        elif best is None or found.cost < best.cost:
            best = found
    return best or why or Refusal(FORBIDDEN)


# Sensible places


class Wanted(NamedTuple):
    """What a unit might want to do: contact with these, beside those, a look at a place or a way to it."""

    enemies: Sequence[Base] = ()
    friends: Sequence[Base] = ()
    places: Sequence[Point] = ()


def poses(start: Footing, wanted: Wanted) -> Iterator[tuple[str, str, Pose]]:
    """Poses worth having, each with its purpose and whom it is about."""
    here = start.pose
    for enemy in wanted.enemies:
        if isinstance(enemy.shape, Rect):
            for name in EDGES:
                edge = edge_of(enemy, name)
                if _looks_at(edge.heading, edge.middle, here.point):
                    yield "contact", enemy.id, flush_pose(start.shape, edge, 0)
        yield "face", enemy.id, here._replace(heading=bearing(here.point, enemy.point))
    for friend in wanted.friends:
        if isinstance(friend.shape, Rect):
            for hand in (LEFT, RIGHT):
                yield "beside", friend.id, beside_pose(start.shape, friend, hand)
    for x, y in wanted.places:
        yield "place", "", Pose(x, y, bearing(here.point, (x, y)) if (x, y) != here.point else here.heading)


def _looks_at(heading: int, middle: Point, point: Point) -> bool:
    x, y = ray(heading)
    return x * (point[0] - middle[0]) + y * (point[1] - middle[1]) > 0


def farthest(
    m: Manoeuvre, start: Footing, asides: Iterable[int], budget: int = WHOLE, before: Sequence[Footing] = ()
) -> Iterator[Move]:
    """The longest shift in each direction that the pace allows: what the budget pays, or up to what is in the way."""
    pace = m.pace(start)
    for aside in asides:
        rate = pace.rate(aside)
        if rate is None or not pace.speed:
            continue
        most = budget * pace.speed * rate.over // (WHOLE * rate.times)
        most = most if rate.most is None else min(most, rate.most)
        met = m.run(start, Shift(most, aside)) if most else None
        leg, paid = afforded(m, start, Shift(most if met is None else max(0, met.far), aside), budget, before)
        if leg.length:
            is_free = met is None and leg.length == most  # nothing was met on just this leg
            end = after(start, leg)
            if (is_free or m.barred(start, leg) is None) and m.stands(end) is None:
                yield Move((leg,), paid, end)


def afforded(
    m: Manoeuvre, start: Footing, leg: Shift, budget: int, before: Sequence[Footing] = ()
) -> tuple[Shift, int]:
    """As much of a leg as the budget pays on the ground it leads over, and what that costs."""
    low, high, cost, tried = 0, leg.length, 0, 0
    beyond: int | None = None  # the price of one hundredth more than the longest that may still do
    while low < high:
        if not tried:
            middle = high
        elif beyond is None or tried > GUESSES:
            middle = (low + high + 1) // 2
        else:  # on ground that is everywhere alike this is it, or next to it
            middle = low + ((budget + 1 - cost) * (high + 1 - low) - 1) // (beyond - cost)
            middle = min(max(middle, low + 1), high)
        tried += 1
        paid = m.paid(start, Shift(middle, leg.aside), before)
        if paid is not None and paid <= budget:
            low, cost = middle, paid
        else:
            high, beyond = middle - 1, paid
    return Shift(low, leg.aside), cost


def wheels(m: Manoeuvre, start: Footing, angles: Iterable[int], budget: int = WHOLE) -> Iterator[Move]:
    """Turns by these angles and, after each, straight ahead as far as the rest of the budget and the ground allow."""
    for angle in angles:
        about = (LEFT if angle < 0 else RIGHT) if m.pace(start).wheels else CENTRE
        found = judged(m, start, (Turn(angle, about),), budget)
        if isinstance(found, Refusal):
            continue
        yield found
        for more in farthest(m, found.end, (0,), budget - found.cost, (start,)):
            yield Move((*found.legs, *more.legs), found.cost + more.cost, more.end)
