"""Tables 7 and 8: what a side brings to a melee and what it may do to the other, with the odds of it."""

from __future__ import annotations

from collections.abc import Container
from fractions import Fraction
from typing import Final, NamedTuple

from alfiere.games.risorgimento.fire.engaged import ATTACKS
from alfiere.games.risorgimento.melee.contact import CAME, Melee, Side
from alfiere.games.risorgimento.morale.morale import is_in_the_open, morale_tally
from alfiere.games.risorgimento.morale.tests import D10, malus
from alfiere.games.risorgimento.sheets.tables import Result
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.unit import (
    ARTILLERY,
    ATTACK,
    CAVALRY,
    INFANTRY,
    LIMBERED,
    LINE,
    MARCH,
    OPEN,
    SQUARE,
    Unit,
)
from alfiere.kernel.drawing import Drawn, shot
from alfiere.kernel.event import Tally
from alfiere.kernel.odds import at_most, yes_or_no
from alfiere.kernel.prospect import Prospect

NOBODY: Final[frozenset[str]] = frozenset()
HALF: Final = Fraction(1, 2)
STREAM: Final = "stream"  # as which every bridge counts, table 5b


class Blow(NamedTuple):
    """What a side brings: the modifiers of its unit in frontal contact, and the strength of all of it."""

    tally: Tally
    strength: Fraction

    def result(self, s: BattleState, die: int) -> Result:
        """What the enemy suffers from this number of the die (risorgimento.g.3.5, .g.3.6)."""
        return s.tables.melee_result(self.strength, die + self.tally.total)


def blow(s: BattleState, melee: Melee, side: Side, bonus: Container[str] = NOBODY) -> Blow:
    """What a side of a melee brings; ``bonus``: the cavalry that has charged home straight (risorgimento.e.1.4)."""
    return Blow(melee_tally(s, melee, side, bonus), strength(s, side))


def strength(s: BattleState, side: Side) -> Fraction:
    """The effective strength, fractions kept: half of each support, all of adjoining guns (.g.1.4, .g.3.13, .g.7.4)."""
    total = own_strength(s, side.unit)
    if side.unit.formation == SQUARE:
        total *= Fraction(s.tables.shares.side, 1_000_000)  # risorgimento.e.4.6, .g.1.9
    total += sum((HALF * own_strength(s, one) for one in side.supports), Fraction(0))
    return total + sum((own_strength(s, one) for one in side.guns), Fraction(0))


def own_strength(s: BattleState, unit: Unit) -> Fraction:
    """The current strength of a unit, of a battery with its multiplier (risorgimento.unit.8, .g.7.2)."""
    return Fraction(unit.left * unit.profile.multiplier, s.tables.numbers.losses_per_vf)


def melee_tally(s: BattleState, melee: Melee, side: Side, bonus: Container[str] = NOBODY) -> Tally:
    """What table 7 adds to the die of a side: only its unit in frontal contact counts (risorgimento.g.3.4)."""
    unit, foe = side.unit, melee.against(side.unit).unit
    tally, lines = Tally("melee"), s.tables.melee
    tally.add(s.bonus_of(unit), "commander", "risorgimento.cmd.5")
    malus(s, unit, "melee", tally)
    for name in _lines(s, unit, foe, bonus):
        lines.count(name, tally)
    if side.attacked_in:
        lines.count(side.attacked_in, tally)
    if not melee.is_in_sector and not ATTACKS.is_on(unit, foe.id):
        ground = s.ground.defence(unit.pose.point, foe.pose.point)
        if not ground and melee.is_across_bridge:
            ground = s.ground.known.effects[STREAM].melee  # its way led over, risorgimento.g.6.3
        if ground:
            lines.count(ground, tally)
    return tally


def _lines(s: BattleState, unit: Unit, foe: Unit, bonus: Container[str]) -> list[str]:
    """The lines of table 7 for what the unit is and whom it meets."""
    found = []
    has_come = CAME.is_on(unit, foe.id)
    if unit.arm == ARTILLERY:
        found.append("artillery-alone")
        if unit.formation == LIMBERED:
            found.append("limbered")
    if has_come and unit.arm == INFANTRY and unit.formation == ATTACK:
        found.append("attack-column")
    if has_come and unit.profile.has_elan:
        found.append("elan")
    if unit.profile.is_elite:
        found.append("elite")
    if unit.arm == CAVALRY:
        if unit.id in bonus:
            found.append("charge-light" if unit.profile.weight == 1 else "charge-heavier")
        if 0 < foe.profile.weight < unit.profile.weight:
            found.append("lighter-cavalry")
        if foe.formation == SQUARE:
            found.append("cavalry-against-square")
    if unit.arm == INFANTRY and foe.arm == CAVALRY:
        if unit.formation == SQUARE:
            found.append("square-against-cavalry")
        elif is_in_the_open(s, unit):
            is_close = unit.formation in (LINE, ATTACK)
            found.append("close-against-cavalry" if is_close else "loose-against-cavalry")
    if foe.arm == INFANTRY:
        is_loose = unit.arm == INFANTRY and unit.formation == OPEN and foe.formation in (LINE, ATTACK)
        if is_loose and is_in_the_open(s, unit) and is_in_the_open(s, foe):
            found.append("loose-against-close")
        if unit.formation == MARCH:
            found.append("march-column")
    return found


# Odds


def melee_prospects(s: BattleState, melee: Melee, bonus: Container[str] = NOBODY) -> list[Prospect]:
    """For each side the loss points it inflicts, and how likely it stays where it is, exactly."""
    found = []
    blows = [blow(s, melee, side, bonus) for side in melee.sides]
    for side, own, theirs in zip(melee.sides, blows, reversed(blows), strict=True):
        losses: dict[int, Fraction] = {}
        for die in D10:
            points = own.result(s, die).losses
            losses[points] = losses.get(points, Fraction(0)) + Fraction(1, len(D10))
        found.append(Prospect("melee", side.unit.id, (own.tally,), losses, losses, "losses"))
        stays = yes_or_no(_stays(s, side, melee.against(side.unit), theirs))
        tally = morale_tally(s, side.unit, ["melee"], 0, melee.against(side.unit).all)
        found.append(Prospect("melee-stays", side.unit.id, (tally,), stays, stays, "stays"))
    return found


def _stays(s: BattleState, side: Side, foe: Side, blow: Blow) -> Fraction:
    return sum((_stays_after(s, side.unit, foe, blow.result(s, die)) for die in D10), Fraction(0)) / len(D10)


def _stays_after(s: BattleState, unit: Unit, foe: Side, result: Result) -> Fraction:
    """How likely a unit passes the test that a result calls for, its losses counted in."""
    per_vf = s.tables.numbers.losses_per_vf
    if unit.left - result.losses < per_vf * (unit.strength // 2):
        return Fraction(0)
    if result.test is None:
        return Fraction(1)
    if unit.arm == ARTILLERY:
        return Fraction(0)
    added = morale_tally(s, unit, ["melee"], result.test, foe.all).total
    if 2 * unit.losses < unit.strength <= 2 * (unit.losses + result.losses):
        added += s.tables.morale["quarter-lost"].add
    return at_most(unit.morale + s.bonus_of(unit) - added, D10)


def melee_sketch(melee: Melee) -> list[Drawn]:
    """A line from everybody who takes part to whom he fights or supports."""
    drawn = []
    for side in melee.sides:
        foe = melee.against(side.unit).unit
        drawn.append(shot(side.unit.pose.point, foe.pose.point))
        drawn += [shot(one.pose.point, side.unit.pose.point) for one in (*side.supports, *side.guns)]
    return drawn
