"""Chapter E.2.1: cavalry that sees an enemy come near: a counter-charge, or before infantry also a retreat."""

from __future__ import annotations

from functools import partial
from typing import Final

from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.charge.ride import HAS_CHARGED, Ride
from alfiere.games.risorgimento.fire.engaged import is_in_contact
from alfiere.games.risorgimento.fire.lines import has_free_line
from alfiere.games.risorgimento.morale.disorder import may_react, stays_in_order
from alfiere.games.risorgimento.movement.costs import speed
from alfiere.games.risorgimento.movement.forced import retire
from alfiere.games.risorgimento.movement.judging import HAS_ACTED
from alfiere.games.risorgimento.movement.zones import zones_on
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState, other
from alfiere.games.risorgimento.state.standing import is_within, near
from alfiere.games.risorgimento.state.unit import (
    ARTILLERY,
    ATTACK,
    CAVALRY,
    GREEN,
    HAS_MOVED,
    INFANTRY,
    LIMBERED,
    MARCH,
    OF_UNIT,
    Unit,
)
from alfiere.games.risorgimento.told.charge import CounterCharged
from alfiere.kernel.decision import Args, Decision, Option
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure

COUNTER: Final = "counter-charge"
GIVE_WAY: Final = "give-way"
HOLD: Final = "hold"
COLUMNS: Final = (MARCH, ATTACK)  # risorgimento.e.2.1.15
REACTED = OF_UNIT.bare("cavalry reacted", TURN)  # each unit once a turn, risorgimento.e.2.1.17
OFFERED = OF_UNIT.about("let pass", str, TURN)  # an enemy it has let come near without reacting


def why_no_reaction(s: BattleState, unit: Unit, mover: Unit) -> Objection | None:
    """Why cavalry does not ride out at a mover where that is now."""
    why = _bars_reaction(s, unit, mover)
    return None if why is None else because(*why, unit=unit.id, target=mover.id)


def _bars_reaction(s: BattleState, unit: Unit, mover: Unit) -> tuple[str, str] | None:
    """The same as a key of the refusals and the rule, the cheapest reasons first (.e.2.1.1-5)."""
    if unit.arm != CAVALRY:
        return "charge-no-cavalry", "risorgimento.e.2.1.1"
    if not unit.is_steady:
        return "charge-routed", "risorgimento.h.1.4"
    if unit.id in s.charges:
        return "has-note", "risorgimento.e.2.1.1"
    if REACTED.is_on(unit):
        return "reacted-already", "risorgimento.e.2.1.17"
    if HAS_MOVED.is_on(unit) or HAS_CHARGED.is_on(unit):  # who was told to stand has not moved
        return "has-moved", "risorgimento.e.2.1.3"
    if not may_react(unit):
        return "charge-disordered", "risorgimento.e.2.1.4"
    if unit.colour == GREEN:
        return "charge-green", "risorgimento.a.1.26"
    if mover.post or is_in_contact(s, unit):
        return "charge-in-contact", "risorgimento.e.2.1.3"
    if not is_within(s, unit, mover, speed(s, unit)):
        return "out-of-radius-of-move", "risorgimento.e.2.1.2"
    if not s.ground.may_charge(*unit.pose.point):
        return "charge-ground", "risorgimento.c.1.3"
    if not has_free_line(s, unit, mover):
        return "no-free-line", "risorgimento.e.2.1.5"
    return None


def who_may_react(s: BattleState, mover: Unit) -> list[Unit]:
    """The cavalry of the other side that may ride out at a mover; who is too far off is soon told by the centres."""
    x, y, wide = mover.x, mover.y, sum(s.shape(mover))
    found = []
    for one in s.foes(mover.seat, CAVALRY):
        far = speed(s, one) + sum(s.shape(one)) + wide
        if abs(one.x - x) <= far and abs(one.y - y) <= far and _bars_reaction(s, one, mover) is None:
            found.append(one)
    return found


def _named(s: BattleState, mover: Unit, key: str, args: Args) -> Objection | None:
    """Why somebody who is not in the list does not ride out."""
    unit = s.units.get(str(args.get("unit", "")))
    if key != COUNTER or unit is None or unit.seat == mover.seat or args.get("target") != mover.id:
        return None
    return why_no_reaction(s, unit, mover)


def test_lines(unit: Unit, mover: Unit) -> tuple[str, ...]:
    """What is added to the die of the reaction by whom it rides at (risorgimento.e.2.1.7, .e.2.1.8, .e.2.1.15)."""
    is_easy = mover.profile.is_light_infantry or mover.formation == LIMBERED
    if is_easy or (mover.arm == INFANTRY and mover.formation in COLUMNS):
        return ("reacts-to-easy-target",)
    return ("reacts-to-heavier-cavalry",) if mover.profile.weight > unit.profile.weight else ()


def reacts(g: BattleGame, unit: Unit, mover: Unit, quarter: int) -> Ride | None:
    """A test of discipline: passed, it rides at the mover; failed, it is disordered (.e.2.1.6, .e.2.1.9, .e.2.1.10)."""
    REACTED.put(unit)
    if not stays_in_order(g, unit, "reaction", plain=True, also=test_lines(unit, mover)):
        return None
    g.tell(CounterCharged(unit.id, mover.id))
    return Ride(g.state, unit, mover, quarter=quarter, is_counter=True)


def offers_reactions(g: BattleGame, mover: Unit, quarter: int) -> Procedure[list[Ride]]:
    """The other side may send cavalry at a mover that has come into its radius, one unit after the other."""
    found: list[Ride] = []
    id, seat = mover.id, other(mover.seat)
    while True:
        s = g.state
        mover = s.units[id]
        able = who_may_react(s, mover) if mover.is_steady else []
        able = [one for one in able if not OFFERED.is_on(one, f"{id}/{quarter}")]
        if not able:
            return found
        rules = ("risorgimento.e.2.1.1",)
        options = [Option(HOLD, {}, rules)]
        options += [Option(COUNTER, {"unit": one.id, "target": id}, rules) for one in able]
        free = partial(_named, s, mover)
        chosen = yield Decision(seat, "react", options, {"target": id}, rules, free=free)
        s = g.state
        if chosen.key == HOLD:
            for one in able:
                OFFERED.put(s.units[one.id], f"{id}/{quarter}")
            return found
        ride = reacts(g, s.units[chosen["unit"]], s.units[id], quarter)
        if ride is not None:
            found.append(ride)


def offers_way_back(g: BattleGame, mover: Unit) -> Procedure[None]:
    """Cavalry into whose zone infantry comes may go back by half its move at least (risorgimento.e.2.1.11)."""
    if mover.arm != INFANTRY:
        return
    s = g.state
    for unit in zones_on(s, mover):
        is_free = unit.arm == CAVALRY and not REACTED.is_on(unit) and may_react(unit) and not is_in_contact(s, unit)
        if not is_free or HAS_MOVED.is_on(unit) or OFFERED.is_on(unit, mover.id):
            continue
        rules = ("risorgimento.e.2.1.11",)
        options = [Option(HOLD, {"unit": unit.id}, rules), Option(GIVE_WAY, {"unit": unit.id}, rules)]
        chosen = yield Decision(unit.seat, "foot-comes-near", options, {"unit": unit.id, "target": mover.id}, rules)
        s = g.state
        unit = s.units[unit.id]
        OFFERED.put(unit, mover.id)
        if chosen.key == GIVE_WAY:
            REACTED.put(unit)
            HAS_ACTED.put(unit)  # it counts as having moved, risorgimento.e.2.1.17
            yield from retire(g, unit, "cavalry-gives-way")


def approached(s: BattleState, horse: Unit, reach: int) -> list[Unit]:
    """Foot and guns that cavalry could reach in what is left of its move (risorgimento.e.2.4.7)."""
    found = near(s, s.base(horse).outline, reach, other(horse.seat))
    return [one for one in found if one.arm in (INFANTRY, ARTILLERY) and one.is_steady and not one.post]
