"""Chapter I.2, victory points: counted when something is lost (risorgimento.i.2.1-4)."""

from __future__ import annotations

from alfiere.games.risorgimento.sheets.scenario_forms import Prize
from alfiere.games.risorgimento.state.battle import BattleState, other
from alfiere.games.risorgimento.state.unit import OF_COMMANDER, Commander, Unit

PAID = OF_COMMANDER.bare("prize paid")  # the points a scenario gives for him, once


def score_losses(s: BattleState, unit: Unit, points: int) -> None:
    """The enemy's points for loss points of a unit; those of guards count double (risorgimento.i.2.1, .i.2.2)."""
    worth = s.tables.victory.loss_point * (s.tables.victory.guard if unit.profile.is_guard else 1)
    s.points[other(unit.seat)] += points * worth


def score_commander(s: BattleState, who: Commander) -> None:
    """The enemy's points for a commander dead or taken: his I (risorgimento.i.2.3, .i.2.4)."""
    s.points[other(who.seat)] += who.initiative * s.tables.victory.per_initiative


def score_prize(s: BattleState, who: Commander) -> None:
    """What a scenario gives besides for a commander lost or wounded, once."""
    for rule in s.scenario.special(Prize):
        if rule.commander == who.id and not PAID.is_on(who):
            PAID.put(who)
            s.points[other(who.seat)] += rule.worth
