"""Chapter E.2.3: artillery before cavalry: limbering and driving off, standing by the guns, or leaving them."""

from __future__ import annotations

from typing import Final

from alfiere.games.risorgimento.charge.foot import EVADE, LIGHT, STAND
from alfiere.games.risorgimento.charge.ride import QUARTERS, Ride
from alfiere.games.risorgimento.fire.engaged import ABANDONED, is_in_contact, leave_guns, man_guns
from alfiere.games.risorgimento.fire.readiness import HELD_FIRE
from alfiere.games.risorgimento.morale.disorder import disorder, is_disciplined, may_react
from alfiere.games.risorgimento.morale.losses import remove
from alfiere.games.risorgimento.movement.judging import HAS_ACTED
from alfiere.games.risorgimento.movement.zones import zone_of
from alfiere.games.risorgimento.state.battle import SEATS, BattleGame, BattleState
from alfiere.games.risorgimento.state.standing import enemies_touched
from alfiere.games.risorgimento.state.unit import ARTILLERY, HAS_MOVED, LIMBERED, UNLIMBERED, Unit
from alfiere.games.risorgimento.told.charge import Evades, GunsLeft, GunsManned
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure
from alfiere.table.field import core_of
from alfiere.table.legs import WHOLE, Footing
from alfiere.table.turning import meets

LIMBERS: Final = "battery-limbers"
DRIVES: Final = "battery-limbered"


def may_drive_off(s: BattleState, unit: Unit, ride: Ride) -> bool:
    """Limbered, or charged from far enough to limber first (risorgimento.e.2.3.1, .e.2.3.5, .e.2.3.13, .b.1.12)."""
    if unit.arm != ARTILLERY or not may_react(unit) or unit.post or is_in_contact(s, unit):
        return False
    return unit.formation == LIMBERED or ride.began >= s.tables.distances.charge_near_guns


def faces_horse(g: BattleGame, unit: Unit, ride: Ride) -> Procedure[int]:
    """Stand or drive off; how many quarters of its limbered move it will go, 0 if it stands.

    A battery on the march only drives off (risorgimento.e.2.3.11).
    """
    s = g.state
    if not may_drive_off(s, unit, ride):
        return 0
    if unit.formation != LIMBERED:
        options = [Option(key, {"unit": unit.id}, ("risorgimento.e.2.3.1",)) for key in (STAND, EVADE)]
        about = {"unit": unit.id, "target": ride.unit, "far": ride.began}
        chosen = yield Decision(unit.seat, "guns-face-horse", options, about, ("risorgimento.e.2.3.1",))
        if chosen.key == STAND:
            return 0
    return drive_off(g, g.state.units[unit.id], ride)


def drive_off(g: BattleGame, unit: Unit, ride: Ride) -> int:
    """A test without modifiers; failed it goes all the same, disordered (risorgimento.e.2.3.3-4, .e.2.3.11-14)."""
    s = g.state
    cause = DRIVES if unit.formation == LIMBERED else LIMBERS
    passed = is_disciplined(g, unit, cause, plain=True)
    if not passed:
        disorder(g, unit)
    line = s.tables.discipline[cause]
    HAS_MOVED.put(unit)
    HAS_ACTED.put(unit)
    g.tell(Evades(unit.id, ride.unit, (line.rule,)))
    if unit.formation == UNLIMBERED:
        s.stand(unit, Footing(LIMBERED, s.shape(unit, LIMBERED), unit.pose))
    return QUARTERS * (line.passed if passed else line.failed) // WHOLE


# Standing by the guns


def is_tried(s: BattleState, unit: Unit, ride: Ride) -> bool:
    """Whether the cavalry has come so near that the battery it charges is put to the test (.e.2.3.6, .e.2.3.18)."""
    if ride.tried_guns or ride.target != unit.id or unit.formation != UNLIMBERED or not unit.is_steady:
        return False
    horse = s.units[ride.unit]
    return horse.is_on and (is_in_contact(s, unit) or is_in_zone_of(s, horse, unit))


def is_in_zone_of(s: BattleState, horse: Unit, unit: Unit) -> bool:
    """Whether cavalry is in the zone of a battery, though that does not hold it (risorgimento.geo.15, .e.6.7)."""
    points = core_of(s.shape(horse), horse.pose, s.scene.field.slack).points
    return any(meets(points, zone.outline) for zone in zone_of(s, unit))


def stands_by_guns(g: BattleGame, unit: Unit, ride: Ride) -> bool:
    """The test of a battery that cavalry reaches; who fails leaves the guns (risorgimento.e.2.3.6-8)."""
    s = g.state
    ride.tried_guns = True
    kind = "light" if s.units[ride.unit].profile.weight == LIGHT else "heavier"
    if is_disciplined(g, unit, f"battery-stands-{kind}", plain=True):
        return True
    leave_guns(s, unit)
    HELD_FIRE.put(unit)
    g.tell(GunsLeft(unit.id))
    return False


def _left(s: BattleState) -> list[Unit]:
    """The guns that stand without gunners."""
    if not any(ABANDONED.first_bearer(s.side(seat, ARTILLERY)) for seat in SEATS):
        return []
    return [one for one in s.units.values() if ABANDONED.is_on(one) and one.is_on]


def lose_touched_guns(g: BattleGame) -> None:
    """Guns without gunners whose place an enemy touches are lost (risorgimento.e.2.3.10)."""
    for unit in _left(g.state):
        if any(one.is_steady for one in enemies_touched(g.state, unit)):
            remove(g, unit, "guns-lost")


def man_again(g: BattleGame) -> None:
    """At the end of the charges the others are manned again, in disorder (risorgimento.e.2.3.9, .e.2.3.15)."""
    for unit in _left(g.state):
        man_guns(g.state, unit)
        disorder(g, unit)
        g.tell(GunsManned(unit.id))
