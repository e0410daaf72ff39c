"""Chapter 6.7.5, pushed back and stepping on: several who are moved straight, all alike and not minding one another."""

from __future__ import annotations

from functools import cached_property

from alfiere.games.cappa.ground.zones import Surroundings
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import Figure, SkirmishState
from alfiere.table.headings import offset
from alfiere.table.places import as_far_as
from alfiere.table.reach import Journey
from alfiere.table.shapes import Point


class Shove:
    """How far some people can be moved, asked of several directions while nobody moves; what stops one stops all."""

    def __init__(self, s: SkirmishState, people: list[Figure]) -> None:
        self.people = people
        self._around = Surroundings(s, [one.id for one in people])
        self._far: dict[str, Journey] = {}

    def is_free(self, step: Point) -> bool:
        """Whether all of them can go so far straight."""
        return all(self._trip(one).straight(one.x + step[0], one.y + step[1]) is None for one in self.people)

    def _trip(self, one: Figure) -> Journey:
        trip = self._far.get(one.id)
        if trip is None:
            far = tables().lengths.push + tables().lengths.tolerance
            trip = self._far[one.id] = self._around.shove(one, far)
        return trip

    def farthest(self, heading: int) -> Point:
        """The step that all of them can take straight that way, 1 um or less."""
        full = offset(heading, tables().lengths.push)
        if self.is_free(full):
            return full
        length = min(as_far_as(trip, one.x + full[0], one.y + full[1]).length for one, trip in self._short)
        steps = (offset(heading, far) for far in (length, max(0, length - 1)))  # it was rounded up
        return next((step for step in steps if self.is_free(step)), (0, 0))

    @cached_property
    def _short(self) -> list[tuple[Figure, Journey]]:
        """Everybody with what he can reach in 1 um, nothing given."""
        return [(one, self._around.shove(one, tables().lengths.push)) for one in self.people]
