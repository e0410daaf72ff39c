"""Forced moves: straight in one direction, aside by the smallest angle where something is in the way."""

from __future__ import annotations

from typing import NamedTuple

from alfiere.table.field import Scene
from alfiere.table.headings import FULL_TURN
from alfiere.table.legs import Footing, Shift, after
from alfiere.table.manoeuvre import Manoeuvre, Met


class Forced(NamedTuple):
    """A straight way somebody must go, how it stands at the end, and what stopped it before, if anything did."""

    leg: Shift
    end: Footing
    met: Met | None = None

    def is_off(self, scene: Scene) -> bool:
        """Whether any part of it has left the table."""
        return not scene.is_on_table(self.end.outline)


def forced(m: Manoeuvre, start: Footing, towards: int, length: int, step: int = 150, most: int = 900) -> list[Forced]:
    """The ways of a forced move: the one, or the two equal ones, least aside of a heading on which nothing bars it.

    Where every direction up to ``most`` aside is barred it is the straight way up to what is met. The facing stays.
    """
    for turn in range(0, most + 1, step):
        headings = dict.fromkeys(((towards + turn) % FULL_TURN, (towards - turn) % FULL_TURN))
        legs = (Shift(length, (heading - start.pose.heading) % FULL_TURN) for heading in headings)
        found = [Forced(leg, after(start, leg)) for leg in legs if m.barred(start, leg) is None]
        found = [one for one in found if m.stands(one.end) is None]
        if found:
            return found
    leg = Shift(length, (towards - start.pose.heading) % FULL_TURN)
    met = m.run(start, leg)
    far = length if met is None else max(0, met.far)
    while far and m.stands(after(start, leg._replace(length=far))) is not None:
        far -= 1  # a hundredth lost in rounding, or a friend it passes through and may not stand on
    leg = leg._replace(length=far)
    return [Forced(leg, after(start, leg), met)]
