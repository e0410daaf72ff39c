"""Chapter G.6: attacks across a bridge, by one unit in attack column at a time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.fire.engaged import OVER, Over, contacts
from alfiere.games.risorgimento.sheets.ground import BRIDGE, Across, going
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.unit import ATTACK, OF_UNIT, Unit
from alfiere.kernel.objection import Objection, because
from alfiere.table.shapes import Point
from alfiere.table.sight import first_uncrossed

COMES_OVER = OF_UNIT.about("comes over", Over, TURN)  # the bridge on its way, until it has closed with whom it reaches


def bridge_between(s: BattleState, one: Point, other: Point) -> str:
    """The line that is crossed by a bridge from one to the other; none is an empty name (risorgimento.g.6.3)."""
    found = bridge_on(s, (one, other))
    return "" if found is None else found.piece.id


def bridge_on(s: BattleState, way: Sequence[Point]) -> Across | None:
    """The last bridge on a way."""
    found = [each for one, other in pairwise(way) for each in s.ground.crossings(one, other) if each.way == BRIDGE]
    return found[-1] if found else None


def come_over(s: BattleState, unit: Unit, way: Sequence[Point]) -> None:
    """A unit has come this way and is about to close: over a bridge on it, it attacks (risorgimento.g.6.3)."""
    found = bridge_on(s, way)
    if found is not None and found.at is not None:
        COMES_OVER.put(unit, Over("", *found.at))


def attacks_over(unit: Unit, enemy: Unit) -> None:
    """It attacks him over the bridge it has come by, if it has."""
    found = COMES_OVER.first(unit)
    if found is not None:
        OVER.put(unit, found._replace(foe=enemy.id))


def is_across(s: BattleState, attacker: Unit, defender: Unit) -> bool:
    """Whether one attacks the other over a bridge: his way led over it, or the line between them (.g.6.3)."""
    came_over = any(one.foe == defender.id for one in OVER.all(attacker))
    return came_over or bool(bridge_between(s, attacker.pose.point, defender.pose.point))


def why_no_attack(s: BattleState, unit: Unit, formation: str, way: Sequence[Point], enemy: Unit) -> Objection | None:
    """Why a unit that has come this way in this formation may not attack an enemy: water lies between.

    Across a bridge it attacks in attack column, and nobody else with it (risorgimento.g.6.1, .g.6.2); the way counts
    and the line from where it stands to the enemy (risorgimento.g.6.3).
    """
    bridge = bridge_on(s, (*way, enemy.pose.point))
    if bridge is not None:
        about = {"unit": unit.id, "target": enemy.id, "piece": bridge.piece.id}
        if formation != ATTACK:
            return because("bridge-formation", "risorgimento.g.6.1", **about)
        if attacker_across(s, bridge, unit) is not None:
            return because("bridge-taken", "risorgimento.g.6.2", **about)
    line = first_uncrossed(s.scene.field.terrain, going(unit.arm, formation), way[-1], enemy.pose.point)
    return None if line is None else because("impassable", "risorgimento.e.5.1", unit=unit.id, piece=line.id)


def why_not_over(s: BattleState, unit: Unit, start: Point, end: Point) -> Objection | None:
    """Why a unit does not come into houses or out of them on this way: over water only at bridges and fords (.e.5.1).

    Over a bridge at their door it goes as a column does, through the street, whatever its formation inside (.g.6.4).
    """
    column = going(unit.arm, s.tables.column(unit.arm).id)
    line = first_uncrossed(s.scene.field.terrain, column, start, end)
    return None if line is None else because("impassable", "risorgimento.e.5.1", unit=unit.id, piece=line.id)


def attacker_across(s: BattleState, bridge: Across, unit: Unit) -> Unit | None:
    """Another of its side who fights the enemy across this bridge."""
    for friend in s.side(unit.seat):
        if friend is unit or not friend.is_steady:
            continue
        for _, _, foe in contacts(s, friend):
            if any(one == Over(foe.id, *bridge.at) for one in OVER.all(friend) if bridge.at is not None):
                return friend
            taken = bridge_on(s, (friend.pose.point, foe.pose.point))
            if taken is not None and (taken.piece, taken.at) == (bridge.piece, bridge.at):
                return friend
    return None
