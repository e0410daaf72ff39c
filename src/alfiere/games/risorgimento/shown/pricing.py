"""What an option costs of a unit's move, as it is told beside it."""

from __future__ import annotations

from typing import Final

from alfiere.games.risorgimento.movement.houses import ToPost
from alfiere.games.risorgimento.movement.judging import Plan
from alfiere.games.risorgimento.movement.moves import Move, Reforms
from alfiere.games.risorgimento.movement.orders import deeds
from alfiere.games.risorgimento.movement.posts import Entry
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.objection import Objection
from alfiere.kernel.price import Price
from alfiere.table.legs import WHOLE

DEEDS: Final = deeds()


def price(s: BattleState, decision: Decision, option: Option) -> Price | None:
    """How much of its move a unit would spend; what costs nothing has no price."""
    deed = DEEDS.get(option.key) if decision.key == "order" else None
    unit = s.units[option["unit"]] if deed is not None else None
    if unit is None:
        return None
    found: Plan | Entry | Objection | None = None
    if isinstance(deed, Move | Reforms):
        found = deed.plan(s, unit, option.args)
    elif isinstance(deed, ToPost):
        found = deed.entry(s, unit, option.args)
    if found is None or isinstance(found, Objection) or not found.cost:
        return None
    is_march = isinstance(found, Plan) and found.is_strategic
    return Price("march" if is_march else "move", {"percent": -(-100 * found.cost // WHOLE)})
