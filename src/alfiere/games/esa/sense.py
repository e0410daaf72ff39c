"""What a computer player thinks of at all.

Nobody stakes a whole unit on a test that may well fail, nor walks into an enemy where his order helps him charge.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from alfiere.games.esa.command import card_in_force
from alfiere.games.esa.prospects import prospects
from alfiere.games.esa.state import BattleState
from alfiere.kernel.decision import Decision, Option

SURE = Fraction(9, 10)  # as likely must it be that a unit recovers a point of strength and is not lost (esa.8d)


def considered(s: BattleState, decision: Decision) -> Sequence[Option]:
    """All but recoveries that are a gamble, and contact at a walk where the card speaks for a charge (esa.card.11)."""
    if decision.key == "rally":
        return [option for option in decision.options if option.key != "recover" or _is_sure(s, decision, option)]
    card = card_in_force(s, s.units[decision.about["unit"]]) if decision.key == "move" else None
    if card is None or not (card.bonus.charge or card.ability == "charges succeed"):
        return decision.options
    charged = [s.units[option["target"]].hex for option in decision.options if option.key == "charge"]
    met = {label for target in charged for label in s.field.grid.adjacent[target]}
    return [option for option in decision.options if option.key != "move" or option["hex"] not in met]


def _is_sure(s: BattleState, decision: Decision, option: Option) -> bool:
    (test,) = prospects(s, decision, option, decision.seat)
    return test.results.get(1, Fraction(0)) >= SURE
