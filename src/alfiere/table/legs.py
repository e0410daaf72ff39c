"""Legs: what a base in formation does in a move, where each leads, and what it costs of what the mover has.

A move is a list of legs paid from one budget. A leg is a straight shift (ahead, oblique, sideways, back), a turn about
the centre or a front corner, or a change of formation. What each costs is the game's: it fills in a ``Pace`` for every
formation. Costs are millionths of a whole move, rounded down, so that legs which make up a whole move cost no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias, TypeGuard

from alfiere.table.headings import FULL_TURN, SCALE, cosine, divided, offset, ray, sine
from alfiere.table.measuring import FINE, fine_length, root_up
from alfiere.table.shapes import Base, Outline, Point, Pose, Rect, outline_of
from alfiere.table.swift import compiled, quick, swift

CENTRE: Final = "centre"
LEFT, RIGHT = "left", "right"  # the front corners, as the unit sees them
FRONT: Final = "front"  # the middle of the front edge

WHOLE: Final = 1_000_000  # one whole move
LONGEST: Final = 100_000  # hundredths: no leg that somebody sends is longer than any table
TURN_OF_ONE: Final = 5_729_578  # ten thousandths of a tenth of a degree whose arc is as long as its radius


@quick
class Shift(NamedTuple):
    """A straight way without turning, so many tenths of a degree aside of straight ahead, clockwise."""

    length: int
    aside: int = 0


@quick
class Turn(NamedTuple):
    """A turn by so many tenths of a degree, clockwise, about the centre, a front corner (a wheel) or any point."""

    angle: int
    about: str | Point = CENTRE


@quick
class Reform(NamedTuple):
    """Another footprint about the same centre or behind the same middle of the front; then so far turned about."""

    formation: str
    shape: Rect
    keeps: str = CENTRE
    angle: int = 0


Leg: TypeAlias = Shift | Turn | Reform


def plain_leg(leg: Leg) -> dict[str, Any]:
    """A leg as it stands in an answer and in a save."""
    if isinstance(leg, Shift):
        return {"ahead": leg.length} if not leg.aside else {"ahead": leg.length, "aside": leg.aside}
    if isinstance(leg, Turn):
        about = leg.about if isinstance(leg.about, str) else list(leg.about)
        return {"turn": leg.angle} if about == CENTRE else {"turn": leg.angle, "about": about}
    return {"form": leg.formation}


def read_leg(said: object, shapes: Mapping[str, Reform]) -> Leg | None:
    """A leg as somebody sent it; None if it is none. What a change of formation is, the game knows."""
    if not isinstance(said, dict) or not said:
        return None
    if set(said) == {"form"}:
        return shapes.get(said["form"]) if isinstance(said["form"], str) else None
    if set(said) <= {"ahead", "aside"}:
        length, aside = said.get("ahead"), said.get("aside", 0)
        if _is_whole(length, 1, LONGEST) and _is_whole(aside, 0, FULL_TURN - 1):
            return Shift(length, aside)
        return None
    angle, about = said.get("turn"), said.get("about", CENTRE)
    is_turn = set(said) <= {"turn", "about"} and about in (CENTRE, LEFT, RIGHT)
    return Turn(angle, about) if is_turn and angle and _is_whole(angle, -FULL_TURN // 2, FULL_TURN // 2) else None


def _is_whole(value: object, least: int, most: int) -> TypeGuard[int]:
    return type(value) is int and least <= value <= most


@quick
class Footing(NamedTuple):
    """How a unit stands: its formation, the footprint it has in it, its pose."""

    formation: str
    shape: Rect
    pose: Pose

    @property
    def outline(self) -> Outline:
        """The ground it covers."""
        return outline_of(self.shape, self.pose)

    def base(self, id: str, floor: int = 0) -> Base:
        """It as a base on the table."""
        return Base(id, self.shape, self.pose, self.outline, floor)

    @property
    def front(self) -> Point:
        """The middle of its front edge."""
        dx, dy = offset(self.pose.heading, self.shape.depth // 2)
        return self.pose.x + dx, self.pose.y + dy

    def corner(self, which: str) -> Point:
        """A front corner."""
        return self.outline.points[0 if which == LEFT else 1]


if compiled is not None:
    compiled.use_legs(Shift, Turn, Footing, Pose, (CENTRE, LEFT, RIGHT))


@swift
def after(footing: Footing, leg: Leg, /) -> Footing:
    """How a unit stands after a leg."""
    pose, shape = footing.pose, footing.shape
    if isinstance(leg, Shift):
        dx, dy = offset((pose.heading + leg.aside) % FULL_TURN, leg.length)
        return Footing(footing.formation, shape, Pose(pose.x + dx, pose.y + dy, pose.heading))
    if isinstance(leg, Turn):
        return Footing(footing.formation, shape, turned(shape, pose, leg))
    heading = (pose.heading + leg.angle) % FULL_TURN
    if leg.keeps == CENTRE:
        return Footing(leg.formation, leg.shape, Pose(pose.x, pose.y, heading))
    # The middle of the front stays: the centre comes nearer to it by half of what the depth has lost.
    x, y = ray(pose.heading)
    less = shape.depth - leg.shape.depth
    place = Pose(pose.x + divided(less * x, 2 * SCALE), pose.y + divided(less * y, 2 * SCALE), heading)
    return Footing(leg.formation, leg.shape, place)


def turned(shape: Rect, pose: Pose, turn: Turn) -> Pose:
    """The pose of a rectangle after a turn; what does not move is the centre or a front corner."""
    heading = (pose.heading + turn.angle) % FULL_TURN
    if turn.about == CENTRE:
        return Pose(pose.x, pose.y, heading)
    if not isinstance(turn.about, str):
        (x, y), aside, ahead = turn.about, sine(turn.angle), cosine(turn.angle)
        dx, dy = pose.x - x, pose.y - y
        return Pose(x + divided(dx * ahead - dy * aside, SCALE), y + divided(dx * aside + dy * ahead, SCALE), heading)
    # From the centre to the corner it is half the depth ahead and half the width to a side, before and after.
    wide = -shape.width if turn.about == LEFT else shape.width
    (ax, ay), (bx, by) = ray(pose.heading), ray(heading)
    dx, dy = ax - bx, ay - by
    x = pose.x + divided(shape.depth * dx - wide * dy, 2 * SCALE)
    y = pose.y + divided(shape.depth * dy + wide * dx, 2 * SCALE)
    return Pose(x, y, heading)


def arc_length(radius: int, angle: int) -> int:
    """The length of an arc in hundredths, to the nearest."""
    return divided(radius * abs(angle) * 10_000, TURN_OF_ONE)


class Rate(NamedTuple):
    """Directions of a shift, from so many to so many tenths of a degree aside, and how often its length is paid."""

    aside: int
    times: int = 1
    over: int = 1
    most: int | None = None  # in hundredths
    least: int = 0


AHEAD: Final = Rate(0)


@quick
class Pace(NamedTuple):
    """What a formation may do in a move, and what it pays."""

    speed: int  # hundredths straight ahead in a whole move
    rates: tuple[Rate, ...] = (AHEAD,)  # the first that covers the direction counts
    wheels: bool = False  # on a front corner, paid by the arc of the other
    step: int = 0  # turns about the centre are paid by steps of so many tenths of a degree; 0 is no turn
    each: int = 0  # millionths of a move for every step or part of one
    about: int | None = None  # millionths of a move for half a turn, where that is another price
    is_free: bool = False  # moves any way and faces any way, at the price of the way alone
    by_corners: bool = False  # who moves freely pays the longest way of a corner, turning and going taken together
    changes: Mapping[str, int] = MappingProxyType({})  # into which formations, for how many millionths of a move
    going: str = ""  # what the ground is to it

    def rate(self, aside: int) -> Rate | None:
        """What a direction costs; None where it is not allowed."""
        if self.is_free:
            return AHEAD
        aside = abs((aside + 1800) % FULL_TURN - 1800)
        for one in self.rates:
            if one.least <= aside <= one.aside:
                return one
        return None


def price(pace: Pace, footing: Footing, leg: Leg, before: Footing | None = None) -> int | None:
    """What a leg costs on even ground, in millionths of a whole move; None where the pace does not allow it.

    ``before``: how the unit stood before the leg that led here.
    """
    if isinstance(leg, Reform):
        return pace.changes.get(leg.formation)
    if isinstance(leg, Turn):
        return _price_of_turn(pace, footing, leg, before)
    rate = pace.rate(leg.aside)
    if rate is None or not pace.speed or (rate.most is not None and leg.length > rate.most):
        return None
    return leg.length * rate.times * WHOLE // (rate.over * pace.speed)


def _price_of_turn(pace: Pace, footing: Footing, turn: Turn, before: Footing | None) -> int | None:
    if turn.about != CENTRE:
        if not pace.wheels or not pace.speed:
            return None
        return arc_length(_longest_radius(footing, turn.about), turn.angle) * WHOLE // pace.speed
    if pace.is_free:
        return _price_of_corners(pace, footing, turn, before) if pace.by_corners and pace.speed else 0
    if abs(turn.angle) == 1800 and pace.about is not None:
        return pace.about
    return -(-abs(turn.angle) // pace.step) * pace.each if pace.step else None


def _price_of_corners(pace: Pace, footing: Footing, turn: Turn, before: Footing | None) -> int:
    """What a turn adds to the shift before it: the longest way of a corner from there to here is paid."""
    came_straight = before is not None and (before.shape, before.pose.heading) == (footing.shape, footing.pose.heading)
    start = before if before is not None and came_straight else footing
    paid = fine_length(footing.pose.x - start.pose.x, footing.pose.y - start.pose.y)
    pairs = zip(start.outline.points, after(footing, turn).outline.points, strict=True)
    longest = max(fine_length(bx - ax, by - ay) for (ax, ay), (bx, by) in pairs)
    return max(0, longest - paid) * WHOLE // (FINE * pace.speed)


def _longest_radius(footing: Footing, about: str | Point) -> int:
    """How far the front corner that goes the longer way is from the pivot."""
    if isinstance(about, str):
        return footing.shape.width
    corners = (footing.corner(LEFT), footing.corner(RIGHT))
    return max(root_up((x - about[0]) ** 2 + (y - about[1]) ** 2) for x, y in corners)
