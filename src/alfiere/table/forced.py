"""Forced moves: straight in one direction, aside by the smallest angle where something is in the way."""

from __future__ import annotations

from typing import Final, NamedTuple

from alfiere.table.field import Scene
from alfiere.table.headings import FULL_TURN
from alfiere.table.legs import Footing, Shift, after
from alfiere.table.manoeuvre import Manoeuvre, Met
from alfiere.table.shapes import Rect

LONGER: Final = 10  # hundredths by which a way is lengthened until the base has room
THIN: Final = 2  # hundredths


class Forced(NamedTuple):
    """A straight way somebody must go, how it stands at the end, and what stopped it before, if anything did."""

    leg: Shift
    end: Footing
    met: Met | None = None

    def is_off(self, scene: Scene) -> bool:
        """Whether any part of it has left the table."""
        return not scene.is_on_table(self.end.outline)


def forced(
    m: Manoeuvre, start: Footing, towards: int, length: int, step: int = 150, most: int = 900, *, gap: int = 0
) -> list[Forced]:
    """The ways of a forced move: the one, or the two equal ones, least aside of a heading on which nothing bars it.

    Where every direction up to ``most`` aside is barred it is the straight way up to what is met. The facing stays.
    """
    found = free_ways(m, start, towards, length, step, most, gap=gap)
    return found or [stopped_way(m, start, towards, length, gap=gap)]


def free_ways(
    m: Manoeuvre,
    start: Footing,
    towards: int,
    length: int,
    step: int = 150,
    most: int = 900,
    *,
    gap: int = 0,
    longer: int = 0,
) -> list[Forced]:
    """The ways least aside that can be gone to their end; none where every direction is barred.

    With a ``gap`` the base passes wherever there is room for that much, whatever its own width, but stands only where
    there is room for all of it. Where it could not stand at the end of its way, it goes up to ``longer`` on.
    """
    for turn in range(0, most + 1, step):
        headings = dict.fromkeys(((towards + turn) % FULL_TURN, (towards - turn) % FULL_TURN))
        found = [way for heading in headings if (way := _way(m, start, heading, length, gap, longer)) is not None]
        if found:
            return found
    return []


def _way(m: Manoeuvre, start: Footing, heading: int, length: int, gap: int, longer: int) -> Forced | None:
    leg = Shift(length, (heading - start.pose.heading) % FULL_TURN)
    if m.barred(*passing(start, leg, gap)) is not None:
        return None
    for more in range(0, longer + 1, LONGER):
        leg = leg._replace(length=length + more)
        if m.stands(after(start, leg)) is None:
            return Forced(leg, after(start, leg)) if not more or m.barred(*passing(start, leg, gap)) is None else None
    return None


def stopped_way(m: Manoeuvre, start: Footing, towards: int, length: int, *, gap: int = 0) -> Forced:
    """The straight way up to what is met."""
    leg = Shift(length, (towards - start.pose.heading) % FULL_TURN)
    met = m.run(*passing(start, leg, gap))
    far = length if met is None else max(0, met.far)
    while far and m.stands(after(start, leg._replace(length=far))) is not None:
        far -= 1  # a hundredth lost in rounding, or a friend it passes through and may not stand on
    leg = leg._replace(length=far)
    return Forced(leg, after(start, leg), met)


def passing(start: Footing, leg: Shift, gap: int) -> tuple[Footing, Shift]:
    """What must find room on the way: the base as it stands, or a line across the way as long as the gap it needs.

    A line only: something as deep as the base, turned to its way, would be in a wall that the base stands against.
    """
    if not gap:
        return start, leg
    heading = (start.pose.heading + leg.aside) % FULL_TURN
    return start._replace(shape=Rect(gap, THIN), pose=start.pose._replace(heading=heading)), leg._replace(aside=0)
