"""Chapter 9.5, who has been found to see whom: nothing of it grows old, for it goes by how the two stand."""

from __future__ import annotations

from collections import defaultdict
from itertools import count
from operator import attrgetter

from alfiere.games.cappa.ground.weather import LIGHT, WEATHER
from alfiere.games.cappa.state.state import Figure, SkirmishState
from alfiere.table.snapshot import changed, snapshot

SKIES, STANCES = 16, 1 << 12  # grounds and skies, and what is remembered of those who stand on each of them

# Everything about somebody on which it hangs whether ground and darkness hide him, or another from him
STANCE = ("x", "y", "level", "is_mounted", "is_prone", "mount", "sheet")
stance = attrgetter(*STANCE)


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


class Glances:
    """Who has been found to see whom on one ground, under one sky.

    While one of a squad moves all the others stand where they stood: how somebody stands goes by a number.
    """

    __slots__ = ("_next", "_noted", "_numbers", "beheld")

    def __init__(self) -> None:
        self._next, self._numbers = count(), dict[object, int]()
        self.beheld: defaultdict[int, Beheld] = defaultdict(Beheld)
        # how those stood of whom many numbers were asked last, and the numbers; several battles may be asking at once
        self._noted: tuple[tuple[object, ...], list[int]] = (), []

    def __len__(self) -> int:
        return len(self._numbers)

    def number(self, figure: Figure) -> int:
        """The number of how he stands."""
        how = stance(figure)
        found = self._numbers.get(how)
        return self._numbers.setdefault(how, next(self._next)) if found is None else found

    def numbers(self, figures: list[Figure]) -> list[int]:
        """The same of many: mostly those of last time, of whom one has moved."""
        row, numbers = self._noted
        moved = changed(figures, STANCE, row)
        if moved == ():
            return numbers
        if moved is None:
            numbers = [self.number(one) for one in figures]
        else:
            numbers = numbers.copy()
            for place in moved:
                numbers[place] = self.number(figures[place])
        self._noted = snapshot(figures, STANCE), numbers
        return numbers


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
