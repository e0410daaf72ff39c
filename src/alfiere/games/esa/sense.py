"""What a computer player thinks of at all: nobody stakes a whole unit on a test that may well fail."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from alfiere.games.esa.prospects import prospects
from alfiere.games.esa.state import BattleState
from alfiere.kernel.decision import Decision, Option

SURE = Fraction(9, 10)  # as likely must it be that a unit recovers a point of strength and is not lost (esa.8d)


def considered(s: BattleState, decision: Decision) -> Sequence[Option]:
    """All but recoveries that are a gamble."""
    if decision.key != "rally":
        return decision.options
    return [option for option in decision.options if option.key != "recover" or _is_sure(s, decision, option)]


def _is_sure(s: BattleState, decision: Decision, option: Option) -> bool:
    (test,) = prospects(s, decision, option, decision.seat)
    return test.results.get(1, Fraction(0)) >= SURE
