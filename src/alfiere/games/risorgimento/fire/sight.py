"""Visibility (D.2, F.4): how far one sees, and how deep into woods, crops and houses."""

from __future__ import annotations

from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.unit import Unit
from alfiere.table.measuring import closest, within


def is_visible(s: BattleState, unit: Unit, target: Unit) -> bool:
    """Whether two units see each other (risorgimento.d.2.1-d.2.6, .f.4.1).

    Along the line between the nearest points of their bases each stretch of ground that hides counts as a share of the
    depth one sees into it; together they may come to 1 (risorgimento.d.2.5).
    """
    one, other, ground = s.base(unit).outline, s.base(target).outline, s.ground
    if not within(one, other, ground.known.visibility):
        return False
    return not ground.hiding or ground.is_seen_through(*closest(one, other))
