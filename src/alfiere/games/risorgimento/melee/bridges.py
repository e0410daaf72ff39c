"""Chapter G.6: attacks across a bridge, by one unit in attack column at a time."""

from __future__ import annotations

from alfiere.games.risorgimento.sheets.ground import BRIDGE
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.standing import enemies_touched
from alfiere.games.risorgimento.state.unit import ATTACK, Unit
from alfiere.kernel.objection import Objection, because
from alfiere.table.shapes import Point


def bridge_between(s: BattleState, one: Point, other: Point) -> str:
    """The line that is crossed by a bridge from one to the other; none is an empty name (risorgimento.g.6.3)."""
    return next((each.piece.id for each in s.ground.crossings(one, other) if each.way == BRIDGE), "")


def why_no_attack(s: BattleState, unit: Unit, formation: str, start: Point, enemy: Unit) -> Objection | None:
    """Why a unit that comes from there in this formation may not attack an enemy beyond a bridge (.g.6.1, .g.6.2)."""
    line = bridge_between(s, start, enemy.pose.point)
    if not line:
        return None
    about = {"unit": unit.id, "target": enemy.id, "piece": line}
    if formation != ATTACK:
        return because("bridge-formation", "risorgimento.g.6.1", **about)
    if attacker_across(s, line, unit) is not None:
        return because("bridge-taken", "risorgimento.g.6.2", **about)
    return None


def attacker_across(s: BattleState, line: str, unit: Unit) -> Unit | None:
    """Another of its side who stands before the enemy across a bridge of this line."""
    for friend in s.side(unit.seat):
        if friend is not unit and friend.is_steady:
            for foe in enemies_touched(s, friend):
                if bridge_between(s, friend.pose.point, foe.pose.point) == line:
                    return friend
    return None
