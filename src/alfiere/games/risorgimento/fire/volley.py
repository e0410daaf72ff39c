"""A volley (D.3, F.2, F.3, table 3c): strength points, fire value, losses, and their odds.

Strength is counted in loss points, which are half points (risorgimento.scale.4).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from alfiere.games.risorgimento.command.recovery import engage
from alfiere.games.risorgimento.fire.engaged import supports
from alfiere.games.risorgimento.fire.lines import HALVED, Aim, is_enfiladed
from alfiere.games.risorgimento.morale.tests import D10, malus, roll10
from alfiere.games.risorgimento.sheets.tables import BANDS, Band
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.unit import (
    ARTILLERY,
    ATTACK,
    CAVALRY,
    HAS_MOVED,
    LIMBERED,
    LINE,
    MARCH,
    OPEN,
    SQUARE,
    UNLIMBERED,
    Unit,
)
from alfiere.games.risorgimento.told.fire import VolleyFired
from alfiere.kernel.event import Tally
from alfiere.kernel.odds import at_most
from alfiere.kernel.prospect import Odds, Prospect
from alfiere.table.legs import WHOLE
from alfiere.table.swift import quick

GUNS: Final = "D"  # the phases, as the state calls them
OPPORTUNITY: Final = "E"
FIRE: Final = "F"
HALF: Final = WHOLE // 2

AS_TARGET: Final = {  # the lines of table 3c by formation; with «-» at their end they depend on who fires
    MARCH: "target-march-column",
    LIMBERED: "target-march-column",
    ATTACK: "target-attack-column-",
    SQUARE: "target-square-",
    LINE: "target-line-or-routed",
    OPEN: "target-open-order-",
    UNLIMBERED: "target-unlimbered",
}


@quick
class Firer(NamedTuple):
    """A unit and how it fires."""

    unit: Unit
    aim: Aim


# Strength


def share_of(s: BattleState, unit: Unit, kind: str) -> int:
    """How much of its strength fires, in millionths: halvings do not multiply (f.1.8, f.1.10, f.1.11, e.4.11)."""
    share = s.tables.formations[unit.formation].fire
    if share > HALF and (kind in HALVED or supports(s, unit)):
        return HALF
    return share


def doubled_points(s: BattleState, unit: Unit, kind: str) -> int:
    """Twice its strength points: what is halved or quartered is rounded down to a whole point (risorgimento.dice.4)."""
    whole, share = unit.left * unit.profile.multiplier, share_of(s, unit, kind)
    return whole if share == WHOLE else 2 * (whole * share // (2 * WHOLE))


def points_of(s: BattleState, firers: Sequence[Firer]) -> int:
    """The strength points of all who fire together, rounded down (risorgimento.d.3.1, .d.3.7, .f.2.1)."""
    return sum(doubled_points(s, one.unit, one.aim.kind) for one in firers) // 2


def band_of(firers: Sequence[Firer]) -> Band:
    """The range of those who fire together: that of the farthest (risorgimento.d.3.8)."""
    return max((one.aim.band for one in firers), key=BANDS.index)


# The fire value


def fire_value(s: BattleState, firers: Sequence[Firer], target: Unit, phase: str, changing: str = "") -> Tally:
    """The value of table 3b and every modifier of table 3c (risorgimento.d.3.1, .d.3.2).

    ``changing``: the other formation of a target that is changing it; the one that is better for who fires counts
    (risorgimento.e.9.7).
    """
    tally, band = Tally("fire"), band_of(firers)
    is_guns = firers[0].unit.arm == ARTILLERY
    value = s.tables.fire_value(points_of(s, firers), band)
    tally.add(value, "table", "risorgimento.d.3.1" if is_guns else "risorgimento.f.2.1")
    each = [_modifiers(s, one, target, phase, band) for one in firers]
    borne = set().union(*each)
    for name, line in s.tables.fire.items():
        if name in borne:  # of several a hindrance of any counts, and a bonus that all have (risorgimento.d.3.8)
            tally.add(min([found.get(name, 0) for found in each]), name, line.rule)
    if not target.is_routed:  # risorgimento.h.1.7
        names = [_as_target(s, target, formation, firers[0].unit.arm) for formation in (target.formation, changing)]
        lines = s.tables.fire
        best = max((lines[name] for name in names if name), key=lambda line: line.add, default=None)
        if best is not None:
            tally.add(best.add, best.id, best.rule)
    return tally


def _modifiers(s: BattleState, firer: Firer, target: Unit, phase: str, band: Band) -> dict[str, int]:
    """What table 3c has for one of those who fire: its state, its weapon, and how the target stands to it."""
    unit, aim = firer
    lines, own = s.tables.fire, Tally("fire")
    malus(s, unit, "fire", own)
    found = {name: amount for amount, name, _ in own.lines}
    names = []
    if phase == OPPORTUNITY:
        names.append(f"opportunity-{unit.arm}")  # risorgimento.e.8.4, .e.8.8
    if unit.formation == LINE:
        names.append("in-line")
    if phase == FIRE and HAS_MOVED.is_on(unit):
        names.append("has-moved")
    weapon = unit.profile.weapon
    held = s.tables.lines_held(weapon, band)
    names += [name for name in held if name != "high-arc"]
    if "high-arc" in held and (phase == OPPORTUNITY or HAS_MOVED.is_on(target)):
        names.append("high-arc")
    if is_enfiladed(s, aim, target):
        names.append("enfiladed")
    cover = s.ground.cover(target.x, target.y, s.base(target).outline, aim.segment.edge.middle)
    if cover:
        names.append(cover)
    return found | {name: lines[name].add for name in names}


def _as_target(s: BattleState, target: Unit, formation: str, by: str) -> str:
    """The line of table 3c for a target in a formation; none is an empty name."""
    if not formation:
        return ""
    if target.arm == CAVALRY:
        return "target-cavalry"
    if formation == OPEN and s.ground.built_up_at(target.x, target.y):
        return ""  # it counts as cover only
    name = AS_TARGET[formation]
    return f"{name}{by}" if name.endswith("-") else name


# Losses


def losses_of(s: BattleState, value: int, roll: int) -> int:
    """The loss points of a value and a d10 (risorgimento.d.3.3-d.3.6, .f.2.2)."""
    sure, rest = divmod(max(value, 0), s.tables.numbers.fire_step)
    if not sure:
        return 1 if roll < rest else 0
    return sure + (1 if roll <= rest else 0)


def is_rolled(s: BattleState, value: int) -> bool:
    """Whether a die decides anything: not at 1 or less, nor at a full ten (risorgimento.d.3.6)."""
    step = s.tables.numbers.fire_step
    return value > 1 and value % step != 0


def odds(s: BattleState, value: int) -> Odds:
    """How likely each number of loss points is."""
    if not is_rolled(s, value):
        return {losses_of(s, value, D10[-1]): Fraction(1)}
    sure, rest = divmod(value, s.tables.numbers.fire_step)
    chance = at_most(rest if sure else rest - 1, D10)
    return {sure: 1 - chance, sure + 1: chance}


def may_hurt(s: BattleState, value: int) -> bool:
    """Whether a value can inflict a loss at all."""
    return is_rolled(s, value) or losses_of(s, value, D10[-1]) > 0


def expected(s: BattleState, value: int) -> Fraction:
    """The loss points to be expected of a value."""
    return sum((number * likely for number, likely in odds(s, value).items()), Fraction(0))


def prospect(s: BattleState, firers: Sequence[Firer], target: Unit, phase: str, changing: str = "") -> Prospect:
    """What a volley may bring."""
    tally = fire_value(s, firers, target, phase, changing)
    found = odds(s, tally.total)
    return Prospect("fire", firers[0].unit.id, (tally,), found, found, "losses")


def volley(g: BattleGame, firers: Sequence[Firer], target: Unit, phase: str, changing: str = "") -> int:
    """Fire: the loss points are told, and not yet taken (risorgimento.d.0.4, .f.0.3)."""
    s = g.state
    tally = fire_value(s, firers, target, phase, changing)
    roll = roll10(g, firers[0].unit.seat) if is_rolled(s, tally.total) else 0
    losses = losses_of(s, tally.total, roll or D10[-1])
    for unit in (*(one.unit for one in firers), target):
        engage(unit)  # risorgimento.b.3.5
    is_guns = firers[0].unit.arm == ARTILLERY
    rules = ("risorgimento.d.3.3" if is_guns else "risorgimento.f.2.2", "risorgimento.d.3.5")
    ids, kinds = tuple(one.unit.id for one in firers), tuple(one.aim.segment.name for one in firers)
    points, band = points_of(s, firers), band_of(firers)
    g.tell(VolleyFired(ids, kinds, target.id, phase, points, band, tally, roll, losses, rules))
    return losses
