"""Chapters geo.16 and 4.3.8b, what a charge is aimed at: one enemy or several, and where it meets their edge."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import product
from math import isqrt
from typing import NamedTuple

from alfiere.games.cappa.ground.ground import in_contact, radius
from alfiere.games.cappa.ground.zones import journey
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import Figure, SkirmishState
from alfiere.kernel.decision import Option
from alfiere.table.headings import heading_of, offset
from alfiere.table.measuring import root_up
from alfiere.table.reach import Journey
from alfiere.table.shapes import Point

FINE = 1000  # parts of a hundredth in which the place that touches two is worked out
ROUND = (0, 1, -1, 2, -2)  # hundredths about it where a base fits and touches both
NEAR = 25  # who points so near to a place where two are touched means both
TURNS = range(0, 31, 5)  # tenths of a degree by which a place on the edge may be turned until the base fits


class Onset(NamedTuple):
    """A charge as announced: its target, whom it meets besides, and the place if it was chosen (cappa.geo.16)."""

    target: str
    also: tuple[str, ...] = ()
    to: Point | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """All who are charged, the target first."""
        return (self.target, *self.also)


def onset_of(option: Option) -> Onset:
    """What an option is aimed at."""
    to = option.get("to")
    return Onset(option["target"], tuple(option.get("also") or ()), None if to is None else (to[0], to[1]))


def place_touching(s: SkirmishState, charger: Figure, one: Figure, other: Figure, on: Journey) -> Iterator[Point]:
    """The places at which his base touches both, the nearest to him first."""
    ours, theirs = radius(charger) + radius(one), radius(charger) + radius(other)
    dx, dy = other.x - one.x, other.y - one.y
    square = dx * dx + dy * dy
    if not square or square > (ours + theirs) ** 2:
        return
    # along the line of the two centres, and aside of it: both in parts of that line, times FINE
    along = FINE * (ours * ours - theirs * theirs + square) // (2 * square)
    left = FINE * FINE * ours * ours - along * along * square
    if left < 0:
        return
    aside = isqrt(left // square)
    found = []
    for hand in (aside, -aside):
        x, y = one.x + (along * dx - hand * dy) // FINE, one.y + (along * dy + hand * dx) // FINE
        fits = ((x + a, y + b) for a, b in product(ROUND, ROUND) if _touches(s, charger, (x + a, y + b), (one, other)))
        found += [next((place for place in fits if on.stands(*place) is None), None)]
    yield from sorted({place for place in found if place is not None}, key=lambda place: _squared(charger, place))


def place_towards(s: SkirmishState, charger: Figure, target: Figure, to: Point, on: Journey) -> Point | None:
    """The place on a target's edge that lies in the direction of a point (cappa.geo.16)."""
    keep = radius(charger) + radius(target)
    heading = heading_of(to[0] - target.x, to[1] - target.y)
    for turn, more in product(TURNS, (0, 1)):
        for hand in (turn, -turn):
            dx, dy = offset(heading + hand, keep + more)
            place = target.x + dx, target.y + dy
            if on.stands(*place) is None and _touches(s, charger, place, (target,)):
                return place
    return None


def _touches(s: SkirmishState, charger: Figure, place: Point, enemies: Collection[Figure]) -> bool:
    there = charger.at(place)
    return all(in_contact(s, there, one) for one in enemies)


def touched_at(s: SkirmishState, charger: Figure, place: Point) -> list[Figure]:
    """The enemies whom he would touch at a place."""
    return [one for one in s.enemies_of(charger) if _touches(s, charger, place, (one,))]


def _squared(figure: Figure, place: Point) -> int:
    return (place[0] - figure.x) ** 2 + (place[1] - figure.y) ** 2


def meant_place(s: SkirmishState, charger: Figure, target: Figure, to: Point) -> Point | None:
    """Where a person means to meet a target: at a place that touches another too if he points near it."""
    on = journey(s, charger, root_up(_squared(charger, to)) + 4 * radius(charger), zones=False)
    for other in s.enemies_of(charger):
        if other.id != target.id:
            for place in place_touching(s, charger, target, other, on):
                if max(abs(place[0] - to[0]), abs(place[1] - to[1])) <= NEAR:
                    return place
    return place_towards(s, charger, target, to, on)


def are_close(charger: Figure, one: Figure, other: Figure) -> bool:
    """Whether a base like his can touch two others at once."""
    most = 2 * radius(charger) + radius(one) + radius(other) + 2 * tables().lengths.tolerance
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 <= most * most
