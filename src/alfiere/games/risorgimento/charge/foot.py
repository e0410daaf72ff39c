"""Chapter E.2.2: infantry before cavalry: square, or the retreat of light infantry, and the recall of the cavalry."""

from __future__ import annotations

from typing import Final

from alfiere.games.risorgimento.charge.notes import WOODS
from alfiere.games.risorgimento.charge.ride import Ride
from alfiere.games.risorgimento.fire.engaged import is_in_contact
from alfiere.games.risorgimento.fire.readiness import HAS_REACTED
from alfiere.games.risorgimento.morale.disorder import disorder, is_disciplined, may_react, stays_in_order
from alfiere.games.risorgimento.movement.costs import budget, manoeuvre
from alfiere.games.risorgimento.movement.judging import HAS_ACTED
from alfiere.games.risorgimento.movement.placing import put_down
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.standing import apart
from alfiere.games.risorgimento.state.unit import HAS_MOVED, INFANTRY, OPEN, SQUARE, Unit
from alfiere.games.risorgimento.told.charge import Evades, Recalled, SquareFormed
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure
from alfiere.table.legs import Footing
from alfiere.table.manoeuvre import Manoeuvre
from alfiere.table.offers import farthest
from alfiere.table.shapes import Pose

STAND: Final = "stand"
FORM_SQUARE: Final = "form-square"
EVADE: Final = "evade"
RECALL: Final = "recall"
RIDE_ON: Final = "ride-on"
LIGHT: Final = 1  # the weight of light cavalry
RECALL_WAYS: Final = (1800, 1350, 2250, 900, 2700, 0)


def may_form_square(s: BattleState, unit: Unit) -> bool:
    """Line infantry and grenadiers, from any formation and disordered too (.e.2.2.1, .e.2.2.19, .b.1.11)."""
    is_line = unit.arm == INFANTRY and not unit.profile.is_light_infantry
    if not is_line or unit.formation == SQUARE or unit.post or not unit.is_steady or is_in_contact(s, unit):
        return False
    return Manoeuvre(s.scene, unit.id).stands(square_at(s, unit)) is None


def square_at(s: BattleState, unit: Unit) -> Footing:
    """On the spot, with the same centre and facing (risorgimento.e.2.2.17)."""
    return Footing(SQUARE, s.shape(unit, SQUARE), unit.pose)


def may_evade(s: BattleState, unit: Unit) -> bool:
    """Light infantry that is in order and in the open (risorgimento.e.2.2.4, .e.2.2.18, .b.1.12)."""
    is_light = unit.profile.is_light_infantry and unit.is_steady
    if s.ground.kinds_at(*unit.pose.point) & frozenset(WOODS):
        return False
    return is_light and not unit.post and may_react(unit) and not is_in_contact(s, unit)


def faces_horse(g: BattleGame, unit: Unit, ride: Ride) -> Procedure[str]:
    """The owner of charged infantry chooses: stand, form square, or with light infantry go back. What it does."""
    s = g.state
    options = [Option(STAND, {"unit": unit.id}, ("risorgimento.e.2.2.1",))]
    if not ride.tried_square and may_form_square(s, unit):
        options.append(Option(FORM_SQUARE, {"unit": unit.id}, ("risorgimento.e.2.2.1",)))
    elif may_evade(s, unit) and not HAS_REACTED.is_on(unit):
        options.append(Option(EVADE, {"unit": unit.id}, ("risorgimento.e.2.2.4",)))
    if len(options) == 1:
        return STAND
    about = {"unit": unit.id, "target": ride.unit, "far": ride.began}
    chosen = yield Decision(unit.seat, "face-horse", options, about, ("risorgimento.e.2.2.1",))
    unit = g.state.units[unit.id]
    if chosen.key == FORM_SQUARE:
        ride.tried_square = True
        form_square(g, unit, ride)
    elif chosen.key == EVADE:
        begin_evasion(g, unit, ride)
    return chosen.key


def near_line(s: BattleState, ride: Ride, near: str, far: str) -> str:
    """The line of table 4b for a charge by its distance at the start and the weight of the cavalry."""
    if ride.began >= s.tables.distances.charge_near:  # exactly 8 cm is far, risorgimento.e.2.2.16
        return far
    return f"{near}-{'light' if s.units[ride.unit].profile.weight == LIGHT else 'heavier'}"


def form_square(g: BattleGame, unit: Unit, ride: Ride) -> None:
    """A test of discipline; who fails is disordered and stands as it was (risorgimento.e.2.2.1-3)."""
    s = g.state
    if stays_in_order(g, unit, near_line(s, ride, "square-near", "square-far"), plain=True):
        s.stand(unit, square_at(s, unit))
        HAS_MOVED.put(unit)
        HAS_REACTED.put(unit)  # risorgimento.e.2.2.15, .e.2.2.20
        g.tell(SquareFormed(unit.id, ride.unit))


def begin_evasion(g: BattleGame, unit: Unit, ride: Ride) -> None:
    """It will go back by quarters of its open-order move; from near only a test keeps it in order (.e.2.2.8-9)."""
    s = g.state
    rule = "risorgimento.e.2.2.4"
    if ride.began < s.tables.distances.charge_near:
        rule = "risorgimento.e.2.2.8"
        if not is_disciplined(g, unit, near_line(s, ride, "evades-near", ""), plain=True):
            disorder(g, unit)
            rule = "risorgimento.e.2.2.9"
    HAS_REACTED.put(unit)
    HAS_MOVED.put(unit)
    HAS_ACTED.put(unit)
    g.tell(Evades(unit.id, ride.unit, (rule,)))
    opened = Footing(OPEN, s.shape(unit, OPEN), unit.pose)
    if unit.formation != OPEN and Manoeuvre(s.scene, unit.id).stands(opened) is None:
        s.stand(unit, opened)


# The recall


def may_recall(s: BattleState, ride: Ride) -> bool:
    """Whether cavalry finds itself before a square formed in reaction (risorgimento.e.2.2.10, .e.2.2.21)."""
    target = s.units[ride.target]
    return ride.rides(s) and not ride.tried_recall and target.formation == SQUARE and HAS_REACTED.is_on(target)


def offers_recall(g: BattleGame, ride: Ride) -> Procedure[None]:
    """Ride on at the square, or try to be called back (risorgimento.e.2.2.10-14)."""
    s, unit = g.state, g.state.units[ride.unit]
    ride.tried_recall = True
    options = [Option(key, {"unit": unit.id}, (rule,)) for key, rule in _RECALL.items()]
    about = {"unit": unit.id, "target": ride.target}
    chosen = yield Decision(unit.seat, "before-square", options, about, ("risorgimento.e.2.2.10",))
    if chosen.key != RECALL:
        return
    s, unit = g.state, g.state.units[ride.unit]
    far = apart(s, unit, s.units[ride.target])
    line = "recall-far" if far >= s.tables.distances.recall_near else "recall-near"
    if not is_disciplined(g, unit, line, plain=True):
        return  # it completes its charge, risorgimento.e.2.2.14
    ride.is_over = ride.was_recalled = True
    g.tell(Recalled(unit.id))
    HAS_ACTED.clear(unit)
    HAS_ACTED.put(unit)  # risorgimento.e.2.2.13
    yield from _rides_off(g, unit, budget(s, unit) - ride.spent)


_RECALL: Final = {RIDE_ON: "risorgimento.e.2.2.10", RECALL: "risorgimento.e.2.2.11"}


def _rides_off(g: BattleGame, unit: Unit, left: int) -> Procedure[None]:
    """In any direction by what is left of its move, turned at will, into no contact (risorgimento.e.2.2.12-13)."""
    s, start = g.state, g.state.footing(unit)
    options = [Option(STAND, {"unit": unit.id}, ("risorgimento.e.2.2.12",))]
    for turn in RECALL_WAYS:
        heading = (start.pose.heading + turn) % 3600
        facing = start._replace(pose=start.pose._replace(heading=heading))
        m = manoeuvre(s, unit)
        if m.stands(facing) is not None:
            continue
        for move in farthest(m, facing, (0,), max(0, left)):
            placed = move.end.base(unit.id)
            touched = s.scene.near(placed.outline, s.scene.field.touch, (unit.id,))
            if not any(s.units[one].seat != unit.seat for one in touched):
                options.append(
                    Option("ride-off", {"unit": unit.id, "to": list(move.end.pose)}, ("risorgimento.e.2.2.12",))
                )
    if len(options) == 1:
        return
    chosen = yield Decision(unit.seat, "ride-off", options, {"unit": unit.id}, ("risorgimento.e.2.2.12",))
    if chosen.key == "ride-off":
        unit = g.state.units[unit.id]
        end = g.state.footing(unit)._replace(pose=Pose(*chosen["to"]))
        put_down(g, unit, end, "recall", ("risorgimento.e.2.2.12",))
