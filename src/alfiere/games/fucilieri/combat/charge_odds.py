"""What a charge may bring, exactly, before it is declared: the test of the target, then the blows of both."""

from __future__ import annotations

from typing import Final

from alfiere.games.fucilieri.charge.closing import in_contact
from alfiere.games.fucilieri.charge.declaring import Charge, edge_struck
from alfiere.games.fucilieri.charge.reacting import must_test
from alfiere.games.fucilieri.combat.combat import prospects
from alfiere.games.fucilieri.morale.reaction import CHARGED, prospect
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.standing import FRONT
from alfiere.games.fucilieri.state.unit import HAS_CHARGED, Unit
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.prospect import Prospect

THEN: Final = "then"


def charge_prospects(s: State, unit: Unit, target: Unit) -> list[Prospect]:
    """The test of the target, if it must take one, and one round of combat if it stands (fucilieri.3.3.3.1, .3.5.2)."""
    edge = edge_struck(s, unit, target)
    found = []
    if must_test(s, target, unit, edge):
        found.append(prospect(s, target, CHARGED, struck=edge, enemies=[unit]))
    imagined = s.copy()
    one, other = imagined.units[unit.id], imagined.units[target.id]
    in_contact(one, other, FRONT, edge)
    HAS_CHARGED.put(one)
    return found + [blows.later(THEN) for blows in prospects(imagined, (one, other))]


class ChargeWithOdds(Charge):
    """A charge, with what it may bring."""

    def prospects(self, s: State, decision: Decision, option: Option) -> list[Prospect]:
        """The tests and blows it leads to."""
        return charge_prospects(s, s.units[option["unit"]], s.units[option["target"]])


CHARGE_WITH_ODDS: Final = ChargeWithOdds()
