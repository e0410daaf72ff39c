"""Chapters 9.3 and 9.5, charge and counter-charge: a test, more speed, and a meeting halfway."""

from __future__ import annotations

from alfiere.games.esa.card_tests import may_act, unit_passes
from alfiere.games.esa.command import card_in_force, enemies_around, is_engaged
from alfiere.games.esa.evasion import offer_evasions
from alfiere.games.esa.events import ChargeDeclared
from alfiere.games.esa.ground_rules import may_fight
from alfiere.games.esa.movement import (
    choose_facing,
    companion,
    destinations,
    ends,
    march,
    movement_points,
)
from alfiere.games.esa.state import (
    COUNTER_CHARGED,
    EVADED,
    FAILED_MOVE,
    MOVED,
    REACTION_MELEE,
    BattleState,
    EsaGame,
    Leader,
    Unit,
)
from alfiere.games.esa.veterans import are_played, facings_left, facings_towards
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure, choose
from alfiere.table.hexes import FRONT, Hex, Reach, path_to


def charge_points(s: BattleState, unit: Unit) -> int:
    """PM of a charge (esa.9.3b)."""
    return movement_points(s, unit) + unit.profile.charge


def may_charge(s: BattleState, unit: Unit, target: Unit) -> bool:
    """Infantry does not charge cavalry; nobody charges what it may not fight (esa.9.3d, esa.7.1.1c)."""
    if unit.values.is_infantry and target.values.is_cavalry and not unit.profile.charges_cavalry:
        return False
    return may_fight(s, unit, target)


def landings(s: BattleState, unit: Unit, target: Unit, found: Reach) -> list[Hex]:
    """The hexes of a reach that end a charge on this target (esa.9.3e); horses do not ride at a wall (esa.1.4l4)."""
    beside = s.field.grid.adjacent[target.hex]
    if unit.values.is_cavalry:
        beside = tuple(label for label in beside if not s.field.fortified_against(target.hex, label))
    return [label for label in ends(s, unit, found) if label in beside and label != unit.hex]


def charge_targets(s: BattleState, unit: Unit) -> list[Unit]:
    """The enemies a unit could charge: a legal path to a hex beside them exists (esa.9.3g)."""
    if not unit.profile.charge:
        return []
    points = charge_points(s, unit)
    far = s.field.grid.distances(unit.hex)
    near = [
        enemy
        for enemy in s.units.values()
        if enemy.hex and enemy.seat != unit.seat and 1 < far[enemy.hex] <= points + 1 and may_charge(s, unit, enemy)
    ]
    if not near:
        return []
    found = charge_reach(s, unit)
    return [enemy for enemy in near if landings(s, unit, enemy, found)]


def charge_reach(s: BattleState, unit: Unit) -> Reach:
    """Where a charge may lead."""
    if are_played(s):
        return {label: way for found in straight_rides(s, unit).values() for label, way in found.items()}
    return destinations(s, unit, charge_points(s, unit), contact=True, road=False, least_one=False)


def straight_rides(s: BattleState, unit: Unit) -> dict[int, Reach]:
    """Where a charge leads from each facing a veteran may take; on its way it turns no more (esa.v.3)."""
    points = charge_points(s, unit)
    return {
        facing: destinations(s, unit.turned(facing), points, contact=True, road=False, least_one=False, turns=0)
        for facing in facings_left(unit)
    }


def _turn_and_ride(g: EsaGame, unit: Unit, goal: Hex) -> Procedure[Reach]:
    """A veteran turns before the first hex of its charge, and only there (esa.v.3)."""
    rides = {facing: found for facing, found in straight_rides(g.state, unit).items() if goal in found}
    yield from choose_facing(g, unit, list(rides))
    return rides[unit.facing]


def can_counter_charge(s: BattleState, unit: Unit) -> bool:
    """Whether a unit is fit to counter-charge (esa.9.5f3, esa.9.5f4)."""
    return (
        unit.profile.has_counter_charge
        and not (unit.is_shaken or unit.is_paralysed or unit.did & (COUNTER_CHARGED | EVADED | FAILED_MOVE))
        and not is_engaged(s, unit)
    )


def can_counter_charge_shooter(s: BattleState, unit: Unit, shooter: Unit) -> bool:
    """Fired at, it may charge the shooter, with the rules of a charge (esa.9.5d, esa.9.5f2)."""
    return bool(shooter.hex) and can_counter_charge(s, unit) and shooter in charge_targets(s, unit)


def charge(g: EsaGame, unit: Unit, target: Unit, *, by_reaction: bool = False) -> Procedure[None]:
    """Chapter 9.3: the test, the ride, the meeting. Reactions to its end are the caller's business."""
    s = g.state
    g.tell(ChargeDeclared(unit.id, target.id))
    unit.did |= MOVED  # esa.9.3c: also if the test fails
    card = card_in_force(s, unit)
    if not (card is not None and card.ability == "charges succeed") and not unit_passes(g, unit, "charge", "esa.9.3b"):
        return
    points, found = charge_points(s, unit), charge_reach(s, unit)
    places = landings(s, unit, target, found)
    about = {"unit": unit.id, "target": target.id}
    options = [
        Option("charge-to", {"unit": unit.id, "target": target.id, "hex": label}, ("esa.9.3e",)) for label in places
    ]
    goal: Hex = (yield from choose(unit.seat, "charge-to", options, about, ("esa.9.3e",)))["hex"]
    if are_played(s):
        found = yield from _turn_and_ride(g, unit, goal)
    path = path_to(found, goal)
    halts = ends(s, unit, found)
    begun = next(number for number, label in enumerate(path, start=1) if label in halts)  # esa.5.4.1c: not in a village
    # esa.9.5c: too late if the first hex is the last; esa.3.3.1n2: nobody reacts to a reaction
    may_be_met = begun < len(path) and not by_reaction and can_counter_charge(s, target)
    leader: Leader | None = None
    if not (may_be_met and path[begun - 1] in s.leader_at):  # esa.g.16: a counter-charge may halt it beside a leader
        leader = yield from companion(g, unit, goal)
    if may_be_met:
        ridden, path = path[:begun], path[begun:]
        march(g, unit, leader, ridden, "charge", "esa.9.3a")
        answer = yield Decision(
            target.seat,
            "counter-charge",
            [Option("counter-charge", {"unit": target.id}, ("esa.9.5b",)), Option("stand")],
            {"unit": target.id, "enemy": unit.id},
            ("esa.9.5a", "esa.9.5b"),
        )
        if answer.key == "counter-charge" and may_act(g, target, "move", FAILED_MOVE):
            yield from _meet(g, unit, leader, target, points - found[ridden[-1]][0])
            if not are_played(s):  # esa.v.3
                yield from choose_facing(g, unit)
            return
    march(g, unit, leader, path, "charge", "esa.9.3a")
    yield from go_on_after_evasion(g, unit, leader, points - found[goal][0], charging=True)
    if not are_played(s):
        yield from choose_facing(g, unit)
    if by_reaction and enemies_around(s, unit):
        unit.did |= REACTION_MELEE  # esa.3.3.1h


def _meet(g: EsaGame, charger: Unit, leader: Leader | None, target: Unit, points: int) -> Procedure[None]:
    """Hex by hex the two ride at each other until they are adjacent (esa.9.5b, esa.9.5f)."""
    s = g.state
    far = s.field.grid.distance
    target.did |= MOVED | COUNTER_CHARGED  # esa.9.5g, esa.9.5f4
    companion_of_target = yield from companion(g, target, "")  # esa.10.1e: where they will meet nobody knows yet
    hexes, under_way = charge_points(s, target), False
    while far(charger.hex, target.hex) > 1:
        cost = yield from _step_nearer(g, target, companion_of_target, charger, hexes, "counter-charge", under_way)
        ridden = cost > 0
        hexes, under_way = hexes - ridden, under_way or ridden
        if far(charger.hex, target.hex) > 1:
            cost = yield from _step_nearer(g, charger, leader, target, points, "charge", True)
            points -= cost
        if not ridden and not cost:
            break  # something keeps them apart
    yield from offer_evasions(g, charger)
    yield from offer_evasions(g, target)
    if far(charger.hex, target.hex) > 1:
        return
    for one, foe in ((charger, target), (target, charger)):  # esa.9.5g
        if foe.id not in one.contacts:
            one.contacts.append(foe.id)
    target.did |= REACTION_MELEE
    grid = s.field.grid
    front = [f for f in range(6) if grid.side(target.hex, f, charger.hex) == FRONT]
    if are_played(s):  # esa.v.3: it looks where it rode; one that could not ride turns as far as it can
        front = [] if under_way else [f for f in facings_left(target) if f in front]
    if front:
        yield from choose_facing(g, target, front)


def _step_nearer(
    g: EsaGame, unit: Unit, leader: Leader | None, goal: Unit, points: int, how: str, under_way: bool
) -> Procedure[int]:
    """One hex of an approach; tells what it has cost, nothing if there was none."""
    s = g.state
    if points <= 0:
        return 0
    far = s.field.grid.distances(goal.hex)
    turns = 0 if under_way else None  # esa.v.3
    found = destinations(
        s, unit, points, contact=True, road=False, least_one=not under_way, under_way=under_way, turns=turns
    )
    nearer = [label for label in ends(s, unit, found) if found[label][1] == unit.hex and far[label] < far[unit.hex]]
    if leader is not None:
        nearer = [label for label in nearer if label not in s.leader_at]
    if not nearer:
        return 0
    options = [Option("step", {"unit": unit.id, "hex": one}, ("esa.9.5b",)) for one in nearer]
    label = (yield from choose(unit.seat, "step-nearer", options, {"unit": unit.id}, ("esa.9.5b",)))["hex"]
    if are_played(s) and not under_way:
        yield from choose_facing(g, unit, facings_towards(s, unit, label))
    march(g, unit, leader, [label], how, "esa.9.5b")
    return found[label][0]


def go_on_after_evasion(
    g: EsaGame, unit: Unit, leader: Leader | None, points: int, *, charging: bool = False
) -> Procedure[None]:
    """Light troops may make way; then the mover may stop or use what movement it has left (esa.9.8d2)."""
    s = g.state
    turns = 0 if charging else None  # esa.v.3
    while (yield from offer_evasions(g, unit)):
        if points <= 0 or enemies_around(s, unit):
            return
        found = destinations(s, unit, points, contact=True, road=False, least_one=False, under_way=True, turns=turns)
        places = ends(s, unit, found)
        if leader is not None:
            places = [label for label in places if label not in s.leader_at]
        if charging:  # esa.9.3d: the new target too must be one it may charge
            places = [label for label in places if all(may_charge(s, unit, enemy) for enemy in _beside(s, unit, label))]
        if not places:
            return
        options = [Option("stop", {"unit": unit.id})]
        options += [Option("move", {"unit": unit.id, "hex": label}, ("esa.9.8d2",)) for label in places]
        chosen = yield Decision(unit.seat, "go-on", options, {"unit": unit.id}, ("esa.9.8d2",))
        if chosen.key == "stop":
            return
        goal = chosen["hex"]
        points -= found[goal][0]
        march(g, unit, leader, path_to(found, goal), "move", "esa.9.8d2")


def _beside(s: BattleState, unit: Unit, label: Hex) -> list[Unit]:
    """The enemies a unit would meet in a hex."""
    around = [s.units[name] for near in s.field.grid.adjacent[label] if (name := s.at.get(near)) is not None]
    return [enemy for enemy in around if enemy.seat != unit.seat]
