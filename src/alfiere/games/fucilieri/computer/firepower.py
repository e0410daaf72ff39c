"""What a volley is to be expected to cost, at a glance: enough to judge where to stand, without lines of sight."""

from __future__ import annotations

from typing import Final, NamedTuple

from alfiere.games.fucilieri.sheets.table_rows import Weapon
from alfiere.games.fucilieri.state.footprint import files
from alfiere.games.fucilieri.state.unit import (
    COLUMN,
    FIRST_VOLLEY_SPENT,
    LIMBERED,
    OPEN,
    SQUARE,
    UNLIMBERED,
    Unit,
)

SIDES: Final = 6
BEST, WORST = 3, 6  # fucilieri.0.11
SHELTERED: Final = 0.5  # of the hits on who is in a building
EASY, HARD = 1, -1  # to hit: columns, squares and limbered guns; open order and guns in battery (.3.4.14, .3.4.17)


class Battery(NamedTuple):
    """How a unit fires: to each distance the dice and what each must show."""

    bands: tuple[tuple[int, int, int], ...]
    moved: int  # what a move in the same turn takes from each die; guns that may not fire then have no dice

    def hits(self, far: float, target: int = 0, *, has_moved: bool = False) -> float:
        """How many are to be expected at a distance; ``target``: how easy the formation of the target is to hit."""
        for limit, dice, needed in self.bands:
            if far <= limit:
                if has_moved and not self.moved:
                    return 0.0
                least = needed - target + (self.moved if has_moved else 0)
                return dice * (SIDES + 1 - min(WORST, max(BEST, least))) / SIDES
        return 0.0

    @property
    def reach(self) -> int:
        """How far it fires at all."""
        return self.bands[-1][0] if self.bands else 0


SILENT: Final = Battery((), 1)


def battery(one: Unit, formation: str, post: str = "") -> Battery:
    """How a unit would fire in a formation (fucilieri.3.4.8-3.4.18)."""
    weapon = one.weapon
    if weapon is None or formation == LIMBERED or one.is_falling_back or (one.has_bloodlust and not one.is_guns):
        return SILENT
    worse = one.is_disorganised + one.is_demoralised + (one.profile.quality == "poor")
    worse -= one.profile.quality == "elite"
    found = []
    for band, limit in weapon.bands.items():
        first = band == "short" and not weapon.is_gun and not FIRST_VOLLEY_SPENT.is_on(one)
        dice = _dice(one, weapon, band, formation, post)
        found.append((limit, dice, weapon.hits[band] + worse - first))
    return Battery(tuple(found), 0 if weapon.is_gun and not weapon.fires_after_moving else 1)


def _dice(one: Unit, weapon: Weapon, band: str, formation: str, post: str) -> int:
    more = one.quality.dice.fire
    if weapon.is_gun:
        return int(weapon.dice[band] * one.guns) + more  # type: ignore[index]
    if post:
        firing = -(-one.figures // 2)
    elif formation == SQUARE:
        firing = -(-one.figures // 4)
    elif formation == COLUMN or one.is_horse:
        firing = min(one.figures, files(one, formation))
    else:
        firing = one.figures
    return -(-firing // (2 if formation == OPEN else 3)) + more


def easy(formation: str, post: str = "") -> int:
    """How easy a formation is to hit."""
    if post:
        return 0
    return EASY if formation in (COLUMN, SQUARE, LIMBERED) else HARD if formation in (OPEN, UNLIMBERED) else 0
