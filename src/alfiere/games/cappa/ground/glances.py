"""Chapter 9.5, who has been found to see whom: nothing of it grows old, for it goes by how the two stand."""

from __future__ import annotations

import typing
from collections import defaultdict
from itertools import count
from operator import attrgetter
from typing import NamedTuple

from alfiere.games.cappa.ground.weather import LIGHT, WEATHER
from alfiere.games.cappa.state.state import Figure, SkirmishState
from alfiere.kernel.decision import Seat

SKIES, STANCES = 16, 1 << 12  # grounds and skies, and what is remembered of those who stand on each of them

# Everything about somebody on which it hangs whether ground and darkness hide him, or another from him
stance = attrgetter("x", "y", "level", "is_mounted", "is_prone", "mount", "sheet")


class Beheld:
    """By whom somebody who stands as he does has been found to be seen, and by whom not."""

    __slots__ = ("blind", "deaf", "far", "heard_by", "seen_by")

    def __init__(self) -> None:
        self.seen_by, self.blind = set[int](), set[int]()  # though he keeps quiet
        self.heard_by, self.deaf = set[int](), set[int]()  # if he does not
        self.far = set[int]()  # who cannot be fighting with him

    def told_apart(self, is_loud: bool) -> tuple[set[int], set[int]]:
        """Who sees him and who does not."""
        return (self.heard_by, self.deaf) if is_loud else (self.seen_by, self.blind)


class Seen(NamedTuple):
    """Which of some people sees one who keeps quiet, and which of them are near enough to fight with him."""

    by: int  # the first of them who was found to; NOBODY if none does
    near: tuple[int, ...]


NOBODY = -1


class Looked(NamedTuple):
    """What has been found of those whom people see who stand so; it is only added to."""

    eyes: frozenset[int]
    seen: dict[int, Seen]


class Glances:
    """Who has been found to see whom on one ground, under one sky.

    While one of a squad moves all the others stand where they stood: how somebody stands goes by a number.
    """

    __slots__ = ("_looked", "_next", "_numbers", "beheld", "last")

    def __init__(self) -> None:
        self._next, self._numbers = count(), dict[object, int]()
        self.beheld: defaultdict[int, Beheld] = defaultdict(Beheld)
        self._looked: dict[frozenset[int], Looked] = {}  # by people who stand so
        self.last: dict[Seat, Looked] = {}  # by which people of each side somebody was looked for last

    def __len__(self) -> int:
        return len(self._numbers) + len(self._looked)

    def number(self, figure: Figure) -> int:
        """The number of how he stands."""
        how = stance(figure)
        found = self._numbers.get(how)
        return self._numbers.setdefault(how, next(self._next)) if found is None else found

    def numbers(self, figures: list[Figure]) -> list[int]:
        """The same of many."""
        found = list(map(self._numbers.get, map(stance, figures)))
        if None in found:  # mostly one has moved
            return [self.number(one) if number is None else number for number, one in zip(found, figures, strict=True)]
        return typing.cast(list[int], found)

    def looked(self, eyes: frozenset[int]) -> Looked:
        """What people who stand so have been found to see."""
        found = self._looked.get(eyes)
        return self._looked.setdefault(eyes, Looked(eyes, {})) if found is None else found


def glances_of(s: SkirmishState) -> Glances:
    """What has been found on this ground, under this sky."""
    ground = s.ground, tuple(s.changed), s.options[LIGHT], s.options[WEATHER]
    glances = _GLANCES.get(ground)
    if glances is None or len(glances) >= STANCES:
        if len(_GLANCES) >= SKIES:
            _GLANCES.clear()
        glances = _GLANCES[ground] = Glances()
    return glances


_GLANCES: dict[object, Glances] = {}
