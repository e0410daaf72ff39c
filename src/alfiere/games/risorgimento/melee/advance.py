"""Chapter G.4: what the winner of a melee does: infantry goes on a little, cavalry as it likes or after the beaten."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from alfiere.games.risorgimento.charge.guns import lose_touched_guns, man_again
from alfiere.games.risorgimento.command.couriers import catch_couriers
from alfiere.games.risorgimento.fire.engaged import ABANDONED
from alfiere.games.risorgimento.melee.contact import Melee, align, close, melee_of
from alfiere.games.risorgimento.morale.disorder import discipline_tally, disorder
from alfiere.games.risorgimento.morale.leaders_lost import contacted, leaders_contacted
from alfiere.games.risorgimento.morale.morale import morale_test, reach_objectives, settle
from alfiere.games.risorgimento.morale.rout import overrun
from alfiere.games.risorgimento.morale.tests import passes, prospect
from alfiere.games.risorgimento.movement.bridges import why_no_attack
from alfiere.games.risorgimento.movement.costs import manoeuvre
from alfiere.games.risorgimento.movement.forced import retire
from alfiere.games.risorgimento.movement.fronts import attacked
from alfiere.games.risorgimento.movement.placing import put_down, trodden
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState, other
from alfiere.games.risorgimento.state.standing import enemies_touched, near, touch
from alfiere.games.risorgimento.state.unit import LINE, Unit
from alfiere.kernel.decision import Args, Decision, Option
from alfiere.kernel.event import Tally
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect
from alfiere.table.barriers import Refusal
from alfiere.table.fronts import bearing
from alfiere.table.headings import FULL_TURN
from alfiere.table.legs import WHOLE, Footing, Shift, Turn, after
from alfiere.table.manoeuvre import Manoeuvre
from alfiere.table.offers import Move, farthest, judged, way_to, wheels
from alfiere.table.shapes import Pose

TEST = "advance"
WINDS = tuple(range(-1350, 1801, 450))


class Outcome(NamedTuple):
    """How a melee ended: the unit in frontal contact that won, whom it beat, who has gone back or is gone."""

    winner: str = ""
    beaten: str = ""
    retired: tuple[str, ...] = ()
    advances: bool = False  # the winner is cavalry and takes the test of G.4.1

    @property
    def is_undecided(self) -> bool:
        """Nobody had to retire, and nobody is gone."""
        return not self.retired


Fight: TypeAlias = Callable[..., Procedure[Outcome]]
Reacts: TypeAlias = Callable[[BattleGame, Unit, Unit], Procedure[None]]  # of who is charged, to whom: chapter E.2


# Infantry (risorgimento.g.4.2.1, .g.4.2.2)


def infantry_advance(g: BattleGame, unit: Unit) -> None:
    """1 cm straight ahead, or as far as there is room; a new contact is fought in the next turn."""
    s = g.state
    here, m = s.footing(unit), manoeuvre(s, unit)
    far = _free_way(s, unit, m, here, Shift(s.tables.distances.advance))
    if far:
        _go(g, unit, after(here, Shift(far)), "advance", ("risorgimento.g.4.2.1",))
        _runs_down(g, unit)
        close(g, unit)


def _free_way(s: BattleState, unit: Unit, m: Manoeuvre, here: Footing, leg: Shift) -> int:
    """How far it gets; enemies beyond water are not touched (risorgimento.g.6.1)."""
    met = m.run(here, leg)
    far = leg.length if met is None else max(0, met.far)
    while far and m.stands(after(here, leg._replace(length=far))) is not None:
        far -= 1
    end = after(here, leg._replace(length=far))
    way = (here.pose.point, end.pose.point)
    is_over_water = any(why_no_attack(s, unit, end.formation, way, one) for one in attacked(s, unit, end))
    return max(0, far - 2 * s.scene.field.touch) if is_over_water else far


def _runs_down(g: BattleGame, unit: Unit) -> None:
    """Routed enemies it has reached, who bar nobody's way, are removed (risorgimento.h.1.5)."""
    for foe in enemies_touched(g.state, unit):
        if foe.is_routed:
            overrun(g, foe)


def _go(g: BattleGame, unit: Unit, footing: Footing, how: str, rules: tuple[str, ...]) -> None:
    ground = trodden(unit.pose, footing)
    put_down(g, unit, footing, how, rules)
    for leader in leaders_contacted(g.state, unit, ground):  # on its way too, risorgimento.cl.9, .a.3.8
        contacted(g, leader)
    catch_couriers(g, unit.seat, ground)
    reach_objectives(g, unit)


# Cavalry: the test (risorgimento.g.4.1.1-6, .g.4.1.10)


def cavalry_advance(
    g: BattleGame, unit: Unit, beaten: Unit, fight: Fight, reacts: Reacts | None = None
) -> Procedure[None]:
    """Cavalry that has won a melee: a free move if it keeps its head, else the pursuit of whom it has beaten."""
    if not unit.is_steady:
        return
    sign = yield from _says_sign(g, unit, beaten)
    need = unit.profile.vd - 1  # lower than VD
    tally = advance_tally(g.state, unit, beaten, sign)
    if passes(g, unit, TEST, need, tally, ("risorgimento.g.4.1.1", "risorgimento.g.4.1.5")):
        enemy = yield from _rides_freely(g, unit, reacts)
    else:
        enemy = _pursues(g, unit, beaten)
    if enemy is not None and not ABANDONED.is_on(enemy):
        yield from second_melee(g, unit, enemy, fight)
    lose_touched_guns(g)
    man_again(g)
    yield from settle(g, retire)


def advance_tally(s: BattleState, unit: Unit, beaten: Unit, sign: int = -1) -> Tally:
    """What is added to the die; the B of a commander as his owner says."""
    also = []
    if unit.profile.weight == 1:
        also.append("advance-light")
    if beaten.profile.is_guard or beaten.profile.is_grenadier:
        also.append("advance-after-guards")
    tally = discipline_tally(s, unit, TEST, also=also)
    tally.add(sign * s.bonus_of(unit), "commander", "risorgimento.g.4.1.4")
    return tally


def _says_sign(g: BattleGame, unit: Unit, beaten: Unit) -> Procedure[int]:
    if not g.state.bonus_of(unit):
        return -1
    rules = ("risorgimento.g.4.1.10",)
    options = [Option(key, {"unit": unit.id, "target": beaten.id}, rules) for key in ("hold-back", "urge-on")]
    chosen = yield Decision(unit.seat, "commander-sign", options, {"unit": unit.id}, rules)
    return 1 if chosen.key == "urge-on" else -1


def advance_prospect(s: BattleState, unit: Unit, beaten: Unit, sign: int = -1) -> Prospect:
    """How likely it keeps its head."""
    return prospect(TEST, unit, unit.profile.vd - 1, advance_tally(s, unit, beaten, sign))


# A free move (risorgimento.g.4.1.5, .g.4.1.12)


def _rides_freely(g: BattleGame, unit: Unit, reacts: Reacts | None) -> Procedure[Unit | None]:
    """Where its owner likes, within its whole line move; the enemy it has charged into, if any."""
    s = g.state
    rules = ("risorgimento.g.4.1.5",)
    options = [Option("stay", {"unit": unit.id}, rules)]
    options += [Option("charge", {"unit": unit.id, "target": one.id}, rules) for one in charge_targets(s, unit)]
    options += [_ride_of(unit, one) for one in _rides(s, unit)]

    def named(key: str, args: Args) -> Option | Objection | None:
        return _judged(g.state, g.state.units[unit.id], key, args)

    chosen = yield Decision(unit.seat, "advance", options, {"unit": unit.id}, rules, free=named)
    if chosen.key == "charge":
        return (yield from _charges(g, unit, g.state.units[chosen["target"]], reacts))
    if chosen.key == "ride":
        start = g.state.footing(unit)
        _go(g, unit, start._replace(pose=Pose(*chosen["to"])), "advance", rules)
        _runs_down(g, unit)
        close(g, unit)
    return None


def _judged(s: BattleState, unit: Unit, key: str, args: Args) -> Option | Objection | None:
    """A place somebody points at, or an enemy he names."""
    says = {"ride": {"unit", "to"}, "charge": {"unit", "target"}}.get(key)
    if says is None or args.get("unit") != unit.id or set(args) - says:
        return None
    if key == "charge":
        target = s.units.get(str(args.get("target", "")))
        is_enemy = target is not None and target.seat != unit.seat
        return (
            because("out-of-reach", "risorgimento.g.4.1.5", unit=unit.id, target=args["target"]) if is_enemy else None
        )
    to: Any = args.get("to")
    if not isinstance(to, list) or len(to) != 3 or any(type(one) is not int for one in to):
        return None
    found = way_to(manoeuvre(s, unit), s.footing(unit), Pose(to[0], to[1], to[2] % FULL_TURN), _budget(s, unit))
    if isinstance(found, Refusal) or _touches_enemy(s, unit, found.end):
        return because("out-of-reach", "risorgimento.g.4.1.5", unit=unit.id, target=unit.id)
    return _ride_of(unit, found)


def _ride_of(unit: Unit, move: Move) -> Option:
    return Option("ride", {"unit": unit.id, "to": list(move.end.pose)}, ("risorgimento.g.4.1.5",))


def _budget(s: BattleState, unit: Unit) -> int:
    """Its whole line move, whatever formation it is in."""
    return WHOLE * s.tables.speed(unit.profile.moves, LINE) // s.tables.speed(unit.profile.moves, unit.formation)


def _rides(s: BattleState, unit: Unit) -> Iterator[Move]:
    m, here, has = manoeuvre(s, unit), s.footing(unit), _budget(s, unit)
    turns = wheels(m, here, (one for one in WINDS if one), has)
    for one in (*farthest(m, here, (0, 450, 3150), has), *turns):
        if not _touches_enemy(s, unit, one.end):
            yield one


def _touches_enemy(s: BattleState, unit: Unit, end: Footing) -> bool:
    """Contact with an enemy is a charge, and said so."""
    found = s.scene.near(end.outline, s.scene.field.touch)
    return any(s.units[id].seat != unit.seat and s.units[id].is_steady for id in found)


def charge_targets(s: BattleState, unit: Unit) -> list[Unit]:
    """The enemies it can reach by a turn and a straight way over ground one may charge over."""
    far = _line_move(s, unit) + 2 * sum(s.shape(unit))
    close = near(s, s.base(unit).outline, far, other(unit.seat))
    return [one for one in close if not one.post and _reaches(s, unit, one)]


def _reaches(s: BattleState, unit: Unit, target: Unit) -> bool:
    m, here, has = manoeuvre(s, unit).but(leave_out=()), s.footing(unit), _budget(s, unit)
    turn = (bearing(here.pose.point, target.pose.point) - here.pose.heading + 1800) % FULL_TURN - 1800
    found = judged(m, here, (Turn(turn),), has) if turn else Move((), 0, here)
    if isinstance(found, Refusal):
        return False
    length = (has - found.cost) * m.pace(here).speed // WHOLE
    met = m.run(found.end, Shift(length)) if length else None
    if met is None or met.by != target.id:
        return False
    end = after(found.end, Shift(max(0, met.far))).pose.point
    if why_no_attack(s, unit, here.formation, (here.pose.point, end), target) is not None:
        return False
    return s.ground.may_charge_along(here.pose.point, target.pose.point)


def _charges(g: BattleGame, unit: Unit, target: Unit, reacts: Reacts | None) -> Procedure[Unit | None]:
    """A charge out of an advance: the target is tested and may react, then it is ridden at."""
    far = _line_move(g.state, unit)
    turn = (bearing(unit.pose.point, target.pose.point) - unit.heading + 1800) % FULL_TURN - 1800
    paid = manoeuvre(g.state, unit).paid(g.state.footing(unit), Turn(turn)) if turn else 0
    yield from morale_test(g, target, "charged", retire, enemies=[unit])
    if reacts is not None and target.is_steady:
        yield from reacts(g, unit, target)
    if not unit.is_steady or not target.is_on:
        return None
    return _ride_at(g, unit, target, far - far * (paid or 0) // WHOLE, "charge", ("risorgimento.g.4.1.12",))


def _line_move(s: BattleState, unit: Unit) -> int:
    """Its line move."""
    return s.tables.speed(unit.profile.moves, LINE)


# Pursuit (risorgimento.g.4.1.6, .g.4.1.7, .g.4.1.11)


def _pursues(g: BattleGame, unit: Unit, beaten: Unit) -> Unit | None:
    """Straight after the beaten unit; the enemy it meets and fights, if any. With nobody to pursue it stays."""
    if not beaten.is_on:
        return None
    return _ride_at(
        g, unit, beaten, _line_move(g.state, unit), "pursue", ("risorgimento.g.4.1.6", "risorgimento.g.4.1.11")
    )


def _ride_at(g: BattleGame, unit: Unit, target: Unit, far: int, how: str, rules: tuple[str, ...]) -> Unit | None:
    """Straight at somebody up to the first enemy on the way: who is routed is ridden down, another is fought."""
    while far > 0:
        s = g.state
        m = manoeuvre(s, unit).but(leave_out=())  # routed enemies are reached, not passed
        here = s.footing(unit)
        heading = bearing(here.pose.point, target.pose.point)
        turned = here._replace(pose=here.pose._replace(heading=heading))
        if m.stands(turned) is None:
            here = turned  # else there is no room to turn between its neighbours: it goes as it faces
        leg = Shift(far, (heading - here.pose.heading) % FULL_TURN)
        met = m.run(here, leg)
        gone = _free_way(s, unit, m, here, leg)
        if gone or here.pose != unit.pose:
            _go(g, unit, after(here, leg._replace(length=gone)), how, rules)
        enemy = s.units.get(met.by) if met is not None else None
        if enemy is None or enemy.seat == unit.seat or not touch(s, unit, enemy):
            return None
        if not enemy.is_routed:
            return enemy
        overrun(g, enemy)
        if enemy is target:
            return None
        far -= gone
    return None


# The second melee (risorgimento.g.4.1.8, .g.4.1.9): never a third


def second_melee(g: BattleGame, unit: Unit, enemy: Unit, fight: Fight) -> Procedure[None]:
    """Fought at once as a charge, for the way was straight; whatever comes of it the cavalry is disordered."""
    align(g, unit, enemy)
    melee: Melee | None = melee_of(g.state, unit)
    if melee is None:
        return
    outcome = yield from fight(g, melee, charge=True, bonus=frozenset({unit.id}))
    if not unit.is_steady or unit.id in outcome.retired:
        return
    disorder(g, unit)
    if outcome.winner != unit.id:
        yield from retire(g, unit, "second-melee-not-won")
