"""Sensible places to go: the few that a random or a simple player is offered, always the same in the same position.

A person may point at any other place; ``Journey.way`` judges it by the same checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import isqrt
from typing import Final, NamedTuple, TypeAlias

from alfiere.table.barriers import Refusal, Side
from alfiere.table.headings import FULL_TURN, SCALE, divided, ray
from alfiere.table.measuring import FINE, nearest_share, nearest_whole, root_up, squared_gap
from alfiere.table.reach import Journey, Way
from alfiere.table.shapes import Outline, Point, moved

CONTACT: Final = "contact"
OPENING: Final = "opening"
COVER: Final = "cover"
OBJECTIVE: Final = "objective"
FARTHEST: Final = "farthest"

ROUNDED: Final = 3  # the whole hundredths about two places are less than this farther apart than the places themselves


class Place(NamedTuple):
    """A place worth going to: why, about what, and the way there."""

    why: str
    about: str
    way: Way


Glance: TypeAlias = Callable[[], Place | None]  # a look at one of them: what is worked out, or None


def as_far_as(journey: Journey, x: int, y: int) -> Way:
    """The straight way towards a point, as far as the mover can go and stand; perhaps not a step."""
    sx, sy = journey.start
    # Only what bars the whole line can bar a piece of it.
    sides = tuple(journey.hits(journey.start, (x, y)))
    if not sides and not journey.is_too_far(x, y) and journey.stands(x, y) is None:
        return journey.way_of((journey.start, (x, y)))
    dx, dy = x - sx, y - sy
    length = max(1, root_up(dx * dx + dy * dy))

    def at(part: int) -> Point:
        return sx + divided(dx * part, length), sy + divided(dy * part, length)

    def is_open(part: int) -> bool:
        end = at(part)
        return not journey.is_too_far(*end) and journey.hit(journey.start, end, sides=sides) is None

    last = _last_on_table(journey, dx, dy, length)
    touch = min(last, _first_touch(sides, sx, sy, dx, dy, length))
    for guess in range(touch, max(0, touch - 4), -1):  # rounding may bring a place too near
        if is_open(guess) and journey.stands(*at(guess)) is None:
            return journey.way_of((journey.start, at(guess)))
    low, high = 0, last + 1
    while high - low > 1:
        middle = (low + high) // 2
        if is_open(middle):
            low = middle
        else:
            high = middle
    # What may scrape past in passing may not stand there: a hundredth or two back.
    while low and (journey.stands(*at(low)) is not None or not is_open(low)):
        low -= 1
    return journey.way_of((journey.start, at(low)) if low else (journey.start,))


def _last_on_table(journey: Journey, dx: int, dy: int, length: int) -> int:
    """How many hundredths of a line the mover can go before it hangs over the edge of the table; a little less."""
    west, north, east, south = journey.bounds
    last = length
    for start, step, low, high in ((journey.start[0], dx, west, east), (journey.start[1], dy, north, south)):
        if step > 0:
            last = min(last, max(0, high - start) * length // step)
        elif step < 0:
            last = min(last, max(0, start - low) * length // -step)
    return last


def _first_touch(sides: Iterable[Side], sx: int, sy: int, dx: int, dy: int, length: int) -> int:
    """About where on a line the first of the things in its way is touched, by the hundredth; the caller checks it."""
    first = length
    for _, _, _, _, ax, ay, bx, by, keep, _ in sides:
        for x, y in ((ax, ay),) if ax == bx and ay == by else ((ax, ay), (bx, by)):
            along = ((x - sx) * dx + (y - sy) * dy) // length
            across = ((x - sx) * dy - (y - sy) * dx) // length
            if -keep < across < keep:
                first = min(first, along - isqrt(keep * keep - across * across))
        wx, wy = bx - ax, by - ay
        speed = wx * dy - wy * dx
        if speed:
            off = wx * (sy - ay) - wy * (sx - ax)
            wall = isqrt(wx * wx + wy * wy)
            part = (abs(off) - keep * wall) * length // abs(speed)
            # Only if the wall itself is there, not its line prolonged.
            foot = (sx + dx * part // length - ax) * wx + (sy + dy * part // length - ay) * wy
            if 0 <= foot <= wx * wx + wy * wy:
                first = min(first, part)
    return first


def farthest(journey: Journey, heading: int) -> Way:
    """As far as the mover gets along a heading."""
    x, y = ray(heading % FULL_TURN)
    # Rounded towards the start, so that the place is never beyond the allowance.
    reach = journey.allowance
    px, py = (part // SCALE if part >= 0 else -(-part // SCALE) for part in (reach * x, reach * y))
    return as_far_as(journey, journey.start[0] + px, journey.start[1] + py)


def cut_short(journey: Journey, points: Iterable[Point], length: int) -> Way:
    """A way that goes along these points for so much of their length, to the last place where the mover can stand."""
    points = tuple(points)
    gone, left = [points[0]], length
    for start, end in pairwise(points):
        leg = root_up((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2)
        if leg <= left and (end != points[-1] or journey.stands(*end) is None):
            gone.append(end)
            left -= leg
            continue
        for part in range(min(left, leg), -1, -1):
            place = (
                start[0] + divided((end[0] - start[0]) * part, leg),
                start[1] + divided((end[1] - start[1]) * part, leg),
            )
            if journey.stands(*place) is None and journey.hit(start, place) is None:
                gone.append(place)
                break
        break
    return journey.way_of(gone)


def first_inside(journey: Journey, points: Iterable[Point], feature: str) -> Point | None:
    """The first place on a way at which the mover's base is wholly inside a feature, to the hundredth."""
    terrain = journey.field.terrain
    one, core = terrain.by_id[feature], journey.core
    west, north, east, south = one.box
    for start, end in pairwise(tuple(points)):
        if max(start[0], end[0]) < west or min(start[0], end[0]) > east:
            continue  # a leg that passes by
        if max(start[1], end[1]) < north or min(start[1], end[1]) > south:
            continue
        leg = max(1, root_up((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2))
        part = 0
        while part <= leg:
            x, y = (
                start[0] + divided((end[0] - start[0]) * part, leg),
                start[1] + divided((end[1] - start[1]) * part, leg),
            )
            here = moved(core, x, y)
            if terrain.holds_wholly(feature, here):
                return x, y
            # The distance to the outline changes no faster than the mover goes: so much can be skipped.
            off = root_up(*one.squared_gap(Outline(((x, y),))))
            part += max(1, (core.radius - off if one.holds(x, y) else core.radius + off) - 2)
    return None


def crossing_place(journey: Journey, obstacle: Outline, shift: int) -> Point | Refusal:
    """Where a mover that touches a line or strip is put on its far side: the nearest place where it fits.

    It is the mirror image of where it stands, shifted along the obstacle by no more than ``shift``, in contact with it.
    The journey's allowance must reach there, for it knows only what bars the mover that far.
    """
    x, y = journey.start
    nx, ny, over = nearest_share(obstacle, x, y)
    (ax, ay), (bx, by) = obstacle.points[0], obstacle.points[-1]
    length = root_up((bx - ax) ** 2 + (by - ay) ** 2)
    # All times the scale, to stay in whole numbers.
    scale = over * (length or 1)
    mx, my = (2 * nx - x * over) * (length or 1), (2 * ny - y * over) * (length or 1)
    ux, uy = (bx - ax) * over, (by - ay) * over
    tried: set[Point] = set()
    found = _beyond(journey, obstacle, mx, my, scale, tried)
    near = [1, 1]  # on either hand: where the next place is that might do
    for part in range(1, shift + 1 if length and isinstance(found, Refusal) else 1):
        for side, hand in enumerate((part, -part)):
            if part < near[side]:
                continue
            x, y = mx + hand * ux, my + hand * uy
            for spot in _spots_touching(journey, obstacle, x, y, scale, tried):
                if journey.stands(*spot) is None:
                    return spot
            # As long as it goes on in the depth of what bars it here, it need not be asked again.
            near[side] = part + journey.depth(nearest_whole(x, scale), nearest_whole(y, scale)) - ROUNDED
    return found


def _beyond(journey: Journey, obstacle: Outline, x: int, y: int, scale: int, tried: set[Point]) -> Point | Refusal:
    """The whole hundredth nearest to a place, given times the scale, where the mover touches the obstacle and stands.

    If there is none, why not: the first thing that is in the way.
    """
    refusal = None
    for px, py in _spots_touching(journey, obstacle, x, y, scale, tried):
        refused = journey.stands(px, py)
        if refused is None:
            return px, py
        refusal = refusal or refused
    return refusal or journey.stands(nearest_whole(x, scale), nearest_whole(y, scale)) or Refusal("obstacle")


def _spots_touching(journey: Journey, obstacle: Outline, x: int, y: int, scale: int, tried: set[Point]) -> list[Point]:
    """The whole hundredths about a place where the mover touches the obstacle, the nearest first.

    Those ``tried`` before are left out, as most of those about the next place along the obstacle have been.
    """
    keep = journey.core.radius + obstacle.radius
    least, most = keep * keep, (keep + journey.field.touch) ** 2
    cx, cy = nearest_whole(x, scale), nearest_whole(y, scale)
    found = []
    for px in range(cx - 1, cx + 2):
        for py in range(cy - 1, cy + 2):
            if (px, py) in tried:
                continue
            tried.add((px, py))
            square, over = squared_gap(moved(journey.core, px, py), obstacle)
            if least * over <= square <= most * over:
                found.append((px, py))
    if len(found) > 1:
        ix, iy = nearest_whole(x * FINE, scale), nearest_whole(y * FINE, scale)
        found.sort(key=lambda spot: ((spot[0] * FINE - ix) ** 2 + (spot[1] * FINE - iy) ** 2, spot))
    return found


def glances(
    journey: Journey,
    *,
    contacts: Iterable[tuple[str, Outline]] = (),
    openings: Iterable[str] = (),
    covers: Iterable[str] = (),
    objectives: Iterable[tuple[str, Point]] = (),
    directions: int = 8,
) -> list[Glance]:
    """Where to look for places worth going to, nothing worked out yet: who wants but one of them looks there alone."""
    terrain = journey.field.terrain
    found: list[Glance] = [partial(_touching, journey, CONTACT, id, outline) for id, outline in contacts]
    found += [partial(_touching, journey, OPENING, id, terrain.openings[id].outline) for id in openings]
    found += [partial(_in_cover, journey, id) for id in covers]
    found += [partial(_towards, journey, id, place) for id, place in objectives]
    found += [partial(_all_round, journey, number * FULL_TURN // directions) for number in range(directions)]
    return found


def _touching(journey: Journey, why: str, id: str, outline: Outline) -> Place | None:
    way = journey.contact(outline)
    return Place(why, id, way) if isinstance(way, Way) else None


def _towards(journey: Journey, id: str, place: Point) -> Place:
    way = journey.way(*place)
    return Place(OBJECTIVE, id, way if isinstance(way, Way) else as_far_as(journey, *place))


def _all_round(journey: Journey, heading: int) -> Place:
    return Place(FARTHEST, str(heading), farthest(journey, heading))


def sensible_places(journey: Journey, looks: Iterable[Glance], apart: int = 1) -> list[Place]:
    """A handful of places within reach, each once: contacts, openings, cover, objectives, the farthest all round.

    Of places nearer to each other or to the start than ``apart`` only the first counts, but a contact is a contact.
    """
    seen = [journey.start]
    places = []
    for place in filter(None, (look() for look in looks)):
        x, y = place.way.end
        is_new = all((x - px) ** 2 + (y - py) ** 2 >= apart * apart for px, py in seen)
        if is_new or place.why == CONTACT or (place.why == OPENING and (x, y) not in seen):
            seen.append((x, y))
            places.append(place)
    return places


def _in_cover(journey: Journey, id: str) -> Place | None:
    """In contact with the nearest side of a line or wall; wholly inside an area."""
    terrain = journey.field.terrain
    one = terrain.by_id[id]
    x, y = journey.start
    west, north, east, south = one.box
    reach = journey.allowance + journey.core.radius
    if x + reach < west or x - reach > east or y + reach < north or y - reach > south:
        return None
    if one.feature.form == "area" and one.closed:
        if one.holds(x, y):
            return None
        count = len(one.feature.points)
        middle = sum(px for px, _ in one.feature.points) // count, sum(py for _, py in one.feature.points) // count
        ahead = as_far_as(journey, *middle)
        inside = first_inside(journey, ahead.points, id)
        if inside is None or journey.straight(*inside) is not None:
            return None
        return Place(COVER, id, journey.way_of((journey.start, inside)))
    sides = [Outline(side if side[0] != side[1] else side[:1], one.feature.radius) for side in one.sides]
    nearest = min(sides, key=lambda side: Fraction(*squared_gap(Outline(((x, y),)), side)))
    way = journey.contact(nearest)
    return Place(COVER, id, way) if isinstance(way, Way) else None
