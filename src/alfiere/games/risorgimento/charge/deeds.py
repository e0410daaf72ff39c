"""What is decided in charges, as a player thinks about it: the odds of each test, and where it would lead.

The procedures of chapter E.2 carry these answers out; here stands only what is drawn and reckoned of them.
"""

from __future__ import annotations

from typing import ClassVar, Final

from alfiere.battles.deed import Deed
from alfiere.games.risorgimento.charge.foot import EVADE, FORM_SQUARE, LIGHT, RECALL, square_at
from alfiere.games.risorgimento.charge.guns import DRIVES, LIMBERS
from alfiere.games.risorgimento.charge.horse import COUNTER, test_lines
from alfiere.games.risorgimento.charge.notes import NOTE
from alfiere.games.risorgimento.morale.disorder import discipline_prospect
from alfiere.games.risorgimento.morale.morale import morale_prospect
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.standing import apart
from alfiere.games.risorgimento.state.unit import ARTILLERY, LIMBERED, Unit
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.drawing import Drawn, footprint, shot
from alfiere.kernel.prospect import Prospect


class _Answer(Deed[BattleState, Unit]):
    """What a unit does about cavalry, or cavalry about somebody."""

    rule: ClassVar[str]

    def target(self, s: BattleState, decision: Decision, option: Option) -> Unit:
        """Whom it is about: of the option, or of the question."""
        return s.units[option.get("target") or decision.about["target"]]

    def sketch(self, s: BattleState, decision: Decision, option: Option) -> list[Drawn] | None:
        """A line from one to the other."""
        unit, target = s.units[option["unit"]], self.target(s, decision, option)
        return [shot(unit.pose.point, target.pose.point)]


class FormSquare(_Answer):
    """Infantry forms square: a test of discipline (risorgimento.e.2.2.1)."""

    verb = FORM_SQUARE
    rule = "risorgimento.e.2.2.1"

    def sketch(self, s: BattleState, decision: Decision, option: Option) -> list[Drawn] | None:
        """How it would stand."""
        square = square_at(s, s.units[option["unit"]])
        return [footprint(square.pose, square.shape, square.formation)]

    def prospects(self, s: BattleState, decision: Decision, option: Option) -> list[Prospect]:
        """The test, by how far off the charge began and how heavy the cavalry is."""
        unit, horse = s.units[option["unit"]], self.target(s, decision, option)
        is_far = decision.about["far"] >= s.tables.distances.charge_near
        line = "square-far" if is_far else f"square-near-{_weight(horse)}"
        return [discipline_prospect(s, unit, line, plain=True)]


class Evade(_Answer):
    """Light infantry goes back, a battery limbers and goes (risorgimento.e.2.2.8, .e.2.3.3)."""

    verb = EVADE
    rule = "risorgimento.e.2.2.4"

    def prospects(self, s: BattleState, decision: Decision, option: Option) -> list[Prospect]:
        """The test that keeps it in order, if there is one."""
        unit, horse = s.units[option["unit"]], self.target(s, decision, option)
        if unit.arm == ARTILLERY:
            return [discipline_prospect(s, unit, DRIVES if unit.formation == LIMBERED else LIMBERS, plain=True)]
        if decision.about["far"] >= s.tables.distances.charge_near:
            return []
        return [discipline_prospect(s, unit, f"evades-near-{_weight(horse)}", plain=True)]


class Recall(_Answer):
    """Cavalry is called back before a square (risorgimento.e.2.2.11)."""

    verb = RECALL
    rule = "risorgimento.e.2.2.11"

    def prospects(self, s: BattleState, decision: Decision, option: Option) -> list[Prospect]:
        """The test, by how far it is from the square."""
        unit, square = s.units[option["unit"]], self.target(s, decision, option)
        is_far = apart(s, unit, square) >= s.tables.distances.recall_near
        return [discipline_prospect(s, unit, "recall-far" if is_far else "recall-near", plain=True)]


class CounterCharge(_Answer):
    """Cavalry rides out at a mover (risorgimento.e.2.1.6)."""

    verb = COUNTER
    rule = "risorgimento.e.2.1.6"

    def prospects(self, s: BattleState, decision: Decision, option: Option) -> list[Prospect]:
        """Its own test, then the morale of whom it rides at."""
        unit, mover = s.units[option["unit"]], self.target(s, decision, option)
        own = discipline_prospect(s, unit, "reaction", plain=True, also=test_lines(unit, mover))
        return [own, morale_prospect(s, mover, "charged", enemies=[unit]).later("then")]


class NoteCharge(_Answer):
    """A charge that is written down in phase C (risorgimento.c.1.1): its target will test its morale (.e.1.2)."""

    verb = NOTE
    rule = "risorgimento.c.1.1"

    def prospects(self, s: BattleState, decision: Decision, option: Option) -> list[Prospect]:
        """The morale of whom it charges, as things stand."""
        unit, target = s.units[option["unit"]], self.target(s, decision, option)
        return [morale_prospect(s, target, "charged", enemies=[unit]).later("then")]


def _weight(horse: Unit) -> str:
    return "light" if horse.profile.weight == LIGHT else "heavier"


CHARGE_DEEDS: Final = tuple(one() for one in (FormSquare, Evade, Recall, CounterCharge, NoteCharge))
