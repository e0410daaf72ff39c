"""Chapter 3.3.2 and 3.3.3.1-3: what the target of a charge does: it stands, fires, forms square, rides out, evades."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from alfiere.battles.deed import Deed
from alfiere.battles.marks import TURN
from alfiere.games.fucilieri.charge.closing import held_ground
from alfiere.games.fucilieri.charge.declaring import Declared
from alfiere.games.fucilieri.fire.targets import why_no_fire
from alfiere.games.fucilieri.morale.conditions import worsen
from alfiere.games.fucilieri.morale.dice import D6, roll
from alfiere.games.fucilieri.morale.reaction import CHARGED, prospect
from alfiere.games.fucilieri.movement.costs import mover_going
from alfiere.games.fucilieri.orders.demands import COUNTER_CHARGE, forbids, must_evade
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.standing import FRONT, is_engaged
from alfiere.games.fucilieri.state.unit import (
    DISORGANISED,
    HAS_EVADED,
    OF_UNIT,
    SQUARE,
    Unit,
)
from alfiere.games.fucilieri.told.charge import Reacted, SquareRolled
from alfiere.games.fucilieri.told.common import UnitMoved
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.event import Tally
from alfiere.kernel.odds import at_most, yes_or_no
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect
from alfiere.table.legs import CENTRE, Footing, Pace, Reform, after
from alfiere.table.manoeuvre import Manoeuvre

STAND, FIRE, COUNTER, FORM_SQUARE, EVADE = "stand", "fire", "counter-charge", "form-square", "evade"
HOLD_FIRE: Final = "hold-fire"
REACT: Final = "react-to-charge"

HAS_COUNTERED = OF_UNIT.bare("counter-charged", TURN)  # once a round, fucilieri.3.3.2.11
HAS_TRIED_SQUARE = OF_UNIT.bare("tried to form square", TURN)


def choose(g: FucilieriGame, unit: Unit, charge: Declared) -> Procedure[str]:
    """Its owner chooses one reaction (fucilieri.3.3.2.1)."""
    s = g.state
    charger = s.units[charge.unit]
    open_to = list(reactions(s, unit, charger, charge))
    chosen = open_to[0]
    if len(open_to) > 1:
        args = {"unit": unit.id, "target": charger.id}
        options = [Option(key, dict(args), (s.tables.charge_reactions[key].rule,)) for key in open_to]
        about = {"unit": unit.id, "target": charger.id, "edge": charge.edge}
        answer = yield Decision(unit.seat, REACT, options, about, ("fucilieri.3.3.2.1",))
        chosen = answer.key
    g.tell(Reacted(unit.id, charger.id, chosen, (s.tables.charge_reactions[chosen].rule,)))
    return chosen


def reactions(s: State, unit: Unit, charger: Unit, charge: Declared) -> Iterator[str]:
    """What it may do; under Skirmish it must evade close order if it can (fucilieri.3.3.2.1-8, .3.1.4.8a)."""
    if is_engaged(unit) or unit.is_demoralised or unit.is_falling_back:  # fucilieri.3.3.2.2
        yield STAND
        return
    evades = may_evade(s, unit)
    if evades and must_evade(s, unit, charger):
        yield EVADE
        return
    if charge.edge == FRONT and may_fire(s, unit):
        yield FIRE
    yield STAND
    if charge.edge == FRONT and may_counter(s, unit, charge):
        yield COUNTER
    if may_form_square(s, unit, charger, charge):
        yield FORM_SQUARE
    if evades:
        yield EVADE


def may_fire(s: State, unit: Unit) -> bool:
    """Whether it can give closing fire to its front: one volley a turn (fucilieri.3.3.2.3, .3.3.2.4)."""
    if unit.is_demoralised or unit.has_bloodlust:
        return False
    return why_no_fire(s, unit) is None


def may_counter(s: State, unit: Unit, charge: Declared) -> bool:
    """Cavalry in order, far enough, that its order lets (fucilieri.3.3.2.6, .3.1.4.9b, .3.3.2.11)."""
    if not unit.is_horse or unit.base not in s.tables.formations[unit.formation].charges:
        return False
    if unit.is_disorganised or HAS_COUNTERED.is_on(unit) or charge.began < s.tables.distances.counter_charge:
        return False
    return forbids(s, unit, COUNTER_CHARGE) is None


def may_form_square(s: State, unit: Unit, charger: Unit, charge: Declared) -> bool:
    """Infantry in line or column and in order, charged by cavalry from far enough, with room (fucilieri.3.3.2.7a)."""
    row = s.tables.charge_reactions[FORM_SQUARE]
    if not charger.is_horse or unit.post or unit.profile.arm not in row.arms or unit.formation not in row.formations:
        return False
    if not unit.type.may_form_square or unit.figures < s.tables.numbers.square_least:
        return False
    if unit.is_disorganised or HAS_TRIED_SQUARE.is_on(unit) or charge.began <= s.tables.distances.form_square:
        return False
    return square(s, unit) is not None


def square(s: State, unit: Unit) -> Footing | None:
    """How it stands in square; None without room (fucilieri.3.2.5.3, .3.2.5.4)."""
    end = after(s.footing(unit), Reform(SQUARE, s.shape(unit, SQUARE), CENTRE))
    m = Manoeuvre(s.scene, unit.id, {SQUARE: Pace(0, going=mover_going(unit, SQUARE))})
    return end if m.stands(end) is None else None


def may_evade(s: State, unit: Unit) -> bool:
    """Open order, and light cavalry in any formation; once a round (fucilieri.3.3.2.8, .3.3.2.11)."""
    row = s.tables.charge_reactions[EVADE]
    if unit.post or unit.is_guns or HAS_EVADED.is_on(unit):
        return False
    return unit.formation in row.formations or unit.profile.arm in row.arms_in_any_formation


# Forming square


def square_tally(s: State, unit: Unit) -> Tally:
    """What is added to the die of who forms square (fucilieri.3.3.2.7b)."""
    found, lines = Tally("form-square"), s.tables.modifiers.form_square
    quality = unit.profile.quality
    holds = {
        "disciplined": unit.profile.type == "disciplined",
        "veteran-or-elite": quality in ("veteran", "elite"),
        "poor": quality == "poor",
    }
    for name, is_so in holds.items():
        if is_so:
            lines.count(name, found)
    return found


def form_square(g: FucilieriGame, unit: Unit) -> bool:
    """It rolls: in square before contact, or disorganised as it stands (fucilieri.3.3.2.7b, .3.3.2.7c)."""
    s = g.state
    HAS_TRIED_SQUARE.put(unit)
    tally, die, need = square_tally(s, unit), roll(g, unit.seat), s.tables.numbers.forms_square
    passed = die + tally.total >= need
    rules = ("fucilieri.3.3.2.7b" if passed else "fucilieri.3.3.2.7c",)
    g.tell(SquareRolled(unit.id, "form", tally, die, die + tally.total, need, passed, rules))
    end = square(s, unit)
    if not passed or end is None:
        worsen(g, unit, (DISORGANISED,), "fucilieri.3.3.2.7c")
        return False
    before = unit.pose
    s.stand(unit, end)
    g.tell(UnitMoved(unit.id, before, end.pose, (end.pose.point,), SQUARE, FORM_SQUARE, rules))
    return True


def offer_fire(g: FucilieriGame, unit: Unit, charger: Unit) -> Procedure[bool]:
    """A square may give closing fire with one face (fucilieri.3.3.2.7b)."""
    if not may_fire(g.state, unit):
        return False
    args = {"unit": unit.id, "target": charger.id}
    options = [Option(key, dict(args), ("fucilieri.3.3.2.7b",)) for key in (FIRE, HOLD_FIRE)]
    chosen = yield Decision(unit.seat, "fire-from-square", options, dict(args), ("fucilieri.3.3.2.7b",))
    return chosen.key == FIRE


# The test of who is charged


def must_test(s: State, unit: Unit, charger: Unit, edge: str) -> bool:
    """Foot charged by horse without shelter, who is struck in flank or rear, in disorder, guns (fucilieri.3.3.3.1)."""
    if edge != FRONT or unit.is_disorganised or unit.is_demoralised or unit.is_guns:
        return True
    return unit.is_foot and charger.is_horse and unit.formation != SQUARE and not is_behind_works(s, unit, charger)


def is_behind_works(s: State, unit: Unit, charger: Unit) -> bool:
    """In a building, or behind a wall, dyke or entrenchment towards the charger (fucilieri.3.3.3.1)."""
    if unit.post:
        return True
    return any(one.effect.steadies for one in s.ground.between(held_ground(s, unit), charger.pose.point))


class Reaction(Deed[State, Unit]):
    """One of the reactions to a charge, with the tests it leads to."""

    def __init__(self, verb: str) -> None:
        self.verb = verb  # type: ignore[misc]

    def prospects(self, s: State, decision: Decision, option: Option) -> list[Prospect]:
        """Whether a square is formed, then the test of who is charged."""
        unit, charger = s.units[option["unit"]], s.units[option["target"]]
        edge = str(decision.about.get("edge", FRONT))
        found: list[Prospect] = []
        if self.verb == FORM_SQUARE:
            tally = square_tally(s, unit)
            odds = yes_or_no(1 - at_most(s.tables.numbers.forms_square - 1 - tally.total, D6))
            found.append(Prospect(FORM_SQUARE, unit.id, (tally,), odds, odds, "passed"))
        elif must_test(s, unit, charger, edge):
            found.append(prospect(s, unit, CHARGED, struck=edge, enemies=[charger]))
        return found


REACTIONS: Final = tuple(Reaction(verb) for verb in (STAND, FIRE, COUNTER, FORM_SQUARE, EVADE))
