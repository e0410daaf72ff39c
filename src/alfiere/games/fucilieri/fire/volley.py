"""Chapters 3.4.6-3.4.21: the dice of a volley, what hits, and the cover that saves."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from alfiere.battles.standing import apart
from alfiere.games.fucilieri.fire.targets import SHORT, Shot, origin_of, outline_of
from alfiere.games.fucilieri.morale.dice import roll
from alfiere.games.fucilieri.morale.losses import part_of, saves
from alfiere.games.fucilieri.sheets.table_rows import Band
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.footprint import files
from alfiere.games.fucilieri.state.unit import (
    COLUMN,
    FIRST_VOLLEY_SPENT,
    HAS_FIRED,
    HAS_MOVED,
    HAS_VOLLEYED,
    LIMBERED,
    LINE,
    OPEN,
    SQUARE,
    UNLIMBERED,
    Unit,
)
from alfiere.games.fucilieri.told.fire import VolleyFired
from alfiere.kernel.event import Tally
from alfiere.kernel.odds import added
from alfiere.kernel.prospect import Prospect
from alfiere.table.fronts import FRONT

FIRE: Final = "fire"
PLATOON: Final = "platoon_fire"
SIDES: Final = 6


def volley_dice(s: State, unit: Unit, band: Band) -> Tally:
    """How many dice a volley has (fucilieri.3.4.9-3.4.11, .3.4.18)."""
    found, weapon = Tally("dice"), unit.weapon
    assert weapon is not None
    if weapon.is_gun:
        found.add(weapon.dice[band] * unit.guns, "guns", "fucilieri.3.4.11")
    else:
        who = firing(s, unit)
        per_die = s.tables.numbers.figures_per_die_open if unit.formation == OPEN else s.tables.numbers.figures_per_die
        found.add(part_of(who, (1, per_die)), "figures", _firing_rule(unit))
    found.add(unit.quality.dice.fire, unit.profile.quality, "fucilieri.1.2.3b")
    is_steady = unit.formation == LINE and not unit.is_disorganised
    if PLATOON in unit.profile.abilities and band == SHORT and is_steady:
        ability = s.tables.abilities[PLATOON]
        found.add(ability.dice.fire if ability.dice else 0, PLATOON, ability.rule)
    return found


def _row(unit: Unit) -> str:
    """Its row of the table of who fires."""
    if unit.post:
        return "building"
    if unit.formation == SQUARE:
        return "square"
    return "column-or-mounted" if unit.formation == COLUMN or unit.is_horse else "foot-in-line-or-open-order"


def _firing_rule(unit: Unit) -> str:
    return "fucilieri.3.4.10" if not unit.post else "fucilieri.3.4.9d"


def firing(s: State, unit: Unit) -> int:
    """How many of its figures fire; of a square those of one face (fucilieri.3.4.9a-d)."""
    row = s.tables.firing[_row(unit)]
    if row.front_rank:
        return min(unit.figures, files(unit))
    assert row.share is not None
    return part_of(unit.figures, row.share)


def aim(s: State, unit: Unit, target: str, band: Band, *, closing: bool = False) -> Tally:
    """What is added to each die (fucilieri.3.4.13-3.4.18, .3.4.22)."""
    found, lines = Tally("aim"), s.tables.modifiers.fire
    assert unit.weapon is not None
    other = s.units.get(target)
    circumstances = {
        "first-volley": band == SHORT and not unit.weapon.is_gun and not FIRST_VOLLEY_SPENT.is_on(unit),
        "elite": unit.profile.quality == "elite",
        "poor": unit.profile.quality == "poor",
        "target-column-square-or-limbered": other is not None
        and not other.post
        and other.formation in (COLUMN, SQUARE, LIMBERED),
        "moved": HAS_MOVED.is_on(unit) and not closing,
        "disorganised": unit.is_disorganised,
        "demoralised": unit.is_demoralised,
        "target-open-order-or-guns": other is not None and other.formation in (OPEN, UNLIMBERED),
        "target-alone": other is None,
    }
    for name, holds in circumstances.items():
        if holds:
            lines.count(name, found)
    return found


def needed(s: State, unit: Unit, band: Band, tally: Tally) -> int:
    """What a die must show: at best 3; a 6 always hits (fucilieri.3.4.8, .0.11)."""
    assert unit.weapon is not None
    numbers = s.tables.numbers
    return min(numbers.always_hits, max(numbers.best_hit, unit.weapon.hits[band] - tally.total))


def cover_of(s: State, unit: Unit, target: str, face: str) -> int:
    """What a die of the target must show to save itself behind its cover; 0 without any (fucilieri.3.4.19)."""
    throws = s.tables.saving_throws
    if target in s.units and s.units[target].post:
        return throws.hard  # fucilieri.5.13
    name = s.ground.cover(outline_of(s, target), origin_of(s, unit, face))
    return getattr(throws, name) if name else 0


def volley(
    g: FucilieriGame, unit: Unit, target: str, *, closing: bool = False, face: str = FRONT, band: Band | None = None
) -> int:
    """The hits of a volley that cover has not cancelled; what they do is done when all have fired (.3.4.1, .3.4.20).

    Closing fire is always at short distance (fucilieri.3.3.2.3).
    """
    s = g.state
    if band is None:
        band = SHORT if closing else _band(s, unit, target)
    dice, aimed = volley_dice(s, unit, band), aim(s, unit, target, band, closing=closing)
    least = needed(s, unit, band, aimed)
    rolls = tuple(roll(g, unit.seat) for _ in range(max(0, dice.total)))
    hits = sum(1 for die in rolls if die >= least)
    rules = ("fucilieri.3.3.2.3" if closing else "fucilieri.3.4.1", _range_rule(unit))
    g.tell(VolleyFired(unit.id, target, band, dice, least, aimed, rolls, hits, closing, rules))
    if not HAS_FIRED.is_on(unit):
        HAS_FIRED.put(unit)
    if not HAS_VOLLEYED.is_on(unit):
        HAS_VOLLEYED.put(unit)
    if closing:  # in round 4 all faces of a square fire their first volley, so it is spent when all dice are thrown
        spend_first_volley(s, unit, band)
    cover = cover_of(s, unit, target, face)
    if hits and cover:
        hits -= saves(g, s.units.get(target) or s.leaders[target], cover, hits, "fucilieri.3.4.19a")
    return hits


def spend_first_volley(s: State, unit: Unit, band: Band) -> None:
    """A volley of small arms at short distance spends the first of the battle (fucilieri.3.4.13)."""
    if band == SHORT and unit.weapon is not None and not unit.weapon.is_gun and not FIRST_VOLLEY_SPENT.is_on(unit):
        FIRST_VOLLEY_SPENT.put(unit)


def _band(s: State, unit: Unit, target: str) -> Band:
    assert unit.weapon is not None
    found = unit.weapon.band(apart(s, unit, s.units[target]))
    assert found is not None
    return found


def _range_rule(unit: Unit) -> str:
    assert unit.weapon is not None
    return "fucilieri.3.4.8b" if unit.weapon.is_gun else "fucilieri.3.4.8a"


def prospect(s: State, unit: Unit, shot: Shot, *, closing: bool = False) -> Prospect:
    """How many figures a volley may cost, exactly."""
    band: Band = SHORT if closing else shot.band  # type: ignore[assignment]
    dice, aimed = volley_dice(s, unit, band), aim(s, unit, shot.target, band, closing=closing)
    hit = Fraction(SIDES + 1 - needed(s, unit, band, aimed), SIDES)
    cover = cover_of(s, unit, shot.target, shot.face)
    through = 1 - Fraction(SIDES + 1 - cover, SIDES) if cover else Fraction(1)
    number = max(0, dice.total)
    return Prospect(FIRE, unit.id, (dice, aimed), added([hit] * number), added([hit * through] * number), "figures")
