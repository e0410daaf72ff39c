"""What is decided after charges and in cavalry advances, as a player thinks about it: odds and lines."""

from __future__ import annotations

from typing import ClassVar, Final

from alfiere.battles.deed import Deed
from alfiere.games.risorgimento.charge.ride import CHARGE_BONUS
from alfiere.games.risorgimento.melee.advance import advance_prospect
from alfiere.games.risorgimento.melee.contact import melee_of
from alfiere.games.risorgimento.melee.phase import FightDeed
from alfiere.games.risorgimento.melee.strength import melee_prospects
from alfiere.games.risorgimento.morale.morale import morale_prospect
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.unit import Unit
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.prospect import Prospect


class FightCharge(FightDeed):
    """A melee that a charge has ended in, with the bonus of those who came straight (risorgimento.e.1.4)."""

    verb = "fight-charge"
    rule = "risorgimento.e.2.4.1"

    def prospects(self, s: BattleState, decision: Decision, option: Option) -> list[Prospect]:
        """What each side may do to the other."""
        melee = melee_of(s, s.units[option["unit"]], s.units[option["target"]])
        if melee is None:
            return []
        return melee_prospects(s, melee, {one.id for one in s.on_table if CHARGE_BONUS.is_on(one)})


class _Sign(Deed[BattleState, Unit]):
    """What the commander of cavalry that has won says (risorgimento.g.4.1.10)."""

    rule = "risorgimento.g.4.1.10"
    sign: ClassVar[int]

    def prospects(self, s: BattleState, decision: Decision, option: Option) -> list[Prospect]:
        """How likely it keeps its head."""
        return [advance_prospect(s, s.units[option["unit"]], s.units[option["target"]], self.sign)]


class HoldBack(_Sign):
    """His bonus is taken from the die."""

    verb = "hold-back"
    sign = -1


class UrgeOn(_Sign):
    """His bonus is added to the die."""

    verb = "urge-on"
    sign = 1


class AdvanceCharge(Deed[BattleState, Unit]):
    """A charge out of an advance: its target tests its morale (risorgimento.g.4.1.12)."""

    verb = "charge"
    rule = "risorgimento.g.4.1.12"

    def prospects(self, s: BattleState, decision: Decision, option: Option) -> list[Prospect]:
        """The morale of whom it charges."""
        unit, target = s.units[option["unit"]], s.units[option["target"]]
        return [morale_prospect(s, target, "charged", enemies=[unit])] if target.is_steady else []


MELEE_DEEDS: Final = tuple(one() for one in (FightCharge, HoldBack, UrgeOn, AdvanceCharge))
