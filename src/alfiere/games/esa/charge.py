"""Chapters 9.3 and 9.5, charge and counter-charge: a test, more speed, and a meeting halfway."""

from __future__ import annotations

from alfiere.games.esa.card_tests import unit_passes
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
    MOVED,
    REACTION_MELEE,
    BattleState,
    EsaGame,
    Leader,
    Unit,
)
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure
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
    """The hexes of a reach that end a charge on this target (esa.9.3e)."""
    beside = s.field.grid.adjacent[target.hex]
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
    found = destinations(s, unit, points, contact=True, road=False, least_one=False)
    return [enemy for enemy in near if landings(s, unit, enemy, found)]


def can_counter_charge(s: BattleState, unit: Unit) -> bool:
    """Whether a unit is fit to counter-charge (esa.9.5f3, esa.9.5f4)."""
    return (
        unit.profile.has_counter_charge
        and bool(unit.hex)
        and not (unit.is_shaken or unit.is_paralysed or unit.did & COUNTER_CHARGED)
        and not is_engaged(s, unit)
    )


def can_counter_charge_shooter(s: BattleState, unit: Unit, shooter: Unit) -> bool:
    """Fired at, it may charge the shooter, with the rules of a charge (esa.9.5d, esa.9.5f2)."""
    return bool(shooter.hex) and can_counter_charge(s, unit) and shooter in charge_targets(s, unit)


def charge(
    g: EsaGame, unit: Unit, target: Unit, *, by_reaction: bool = False, pursuing: bool = False
) -> Procedure[None]:
    """Chapter 9.3: the test, the ride, the meeting. Reactions to its end are the caller's business."""
    s = g.state
    g.tell(ChargeDeclared(unit.id, target.id))
    if by_reaction:
        unit.did |= COUNTER_CHARGED
    else:
        unit.did |= MOVED
    card = card_in_force(s, unit)
    if not (card is not None and card.ability == "charges succeed") and not unit_passes(g, unit, "charge", "esa.9.3b"):
        return  # esa.9.3c: it counts as having moved
    found = destinations(s, unit, charge_points(s, unit), contact=True, road=False, least_one=False)
    places = landings(s, unit, target, found)
    goal = places[0]
    if len(places) > 1:
        options = [
            Option("charge-to", {"unit": unit.id, "target": target.id, "hex": label}, ("esa.9.3e",)) for label in places
        ]
        goal = (yield Decision(unit.seat, "charge-to", options, {"unit": unit.id, "target": target.id}, ("esa.9.3e",)))[
            "hex"
        ]
    path = path_to(found, goal)
    left = charge_points(s, unit) - found[goal][0]
    leader = yield from companion(g, unit, goal)
    if len(path) > 1 and not by_reaction and not pursuing and can_counter_charge(s, target):
        march(g, unit, leader, path[:1], "charge", "esa.9.3a")
        path = path[1:]
        answer = yield Decision(
            target.seat,
            "counter-charge",
            [Option("counter-charge", {"unit": target.id}, ("esa.9.5b",)), Option("stand")],
            {"unit": target.id, "enemy": unit.id},
            ("esa.9.5a", "esa.9.5b"),
        )
        if answer.key == "counter-charge":
            budget = charge_points(s, unit) - found[path[0]][0] + 1 if path else left
            yield from _meet(g, unit, leader, target, max(budget, 1))
            yield from choose_facing(g, unit)
            return
    if path:
        march(g, unit, leader, path, "charge", "esa.9.3a")
    yield from go_on_after_evasion(g, unit, leader, left)
    if unit.hex:
        yield from choose_facing(g, unit)
    if by_reaction and unit.hex and enemies_around(s, unit):
        unit.did |= REACTION_MELEE  # esa.3.3.1h


def _meet(g: EsaGame, charger: Unit, leader: Leader | None, target: Unit, points: int) -> Procedure[None]:
    """Hex by hex the two ride at each other until they are adjacent (esa.9.5b, esa.9.5f)."""
    s = g.state
    far = s.field.grid.distance
    target.did |= COUNTER_CHARGED
    steps = charge_points(s, target)
    companion_of_target = s.leader_with(target)
    while far(charger.hex, target.hex) > 1:
        moved = False
        if steps > 0:
            moved = yield from _step_nearer(g, target, companion_of_target, charger, "counter-charge")
            steps -= 1
        if far(charger.hex, target.hex) > 1 and points > 0:
            moved = (yield from _step_nearer(g, charger, leader, target, "charge")) or moved
            points -= 1
        if not moved:
            break
    if far(charger.hex, target.hex) == 1:
        for one, foe in ((charger, target), (target, charger)):  # esa.9.5g
            if foe.id not in one.contacts:
                one.contacts.append(foe.id)
        target.did |= REACTION_MELEE
        grid = s.field.grid
        front = [f for f in range(6) if grid.side(target.hex, f, charger.hex) == FRONT]
        yield from choose_facing(g, target, front)


def _step_nearer(g: EsaGame, unit: Unit, leader: Leader | None, goal: Unit, how: str) -> Procedure[bool]:
    """One hex of an approach; tells whether there was one."""
    s = g.state
    far = s.field.grid.distances(goal.hex)
    found = destinations(s, unit, 1, contact=True, road=False)
    nearer = [label for label in ends(s, unit, found) if far[label] < far[unit.hex]]
    if leader is not None:
        nearer = [label for label in nearer if label not in s.leader_at]
    if not nearer:
        return False
    label = nearer[0]
    if len(nearer) > 1:
        options = [Option("step", {"unit": unit.id, "hex": one}, ("esa.9.5b",)) for one in nearer]
        label = (yield Decision(unit.seat, "step-nearer", options, {"unit": unit.id}, ("esa.9.5b",)))["hex"]
    march(g, unit, leader, [label], how, "esa.9.5b")
    return True


def go_on_after_evasion(g: EsaGame, unit: Unit, leader: Leader | None, points: int) -> Procedure[None]:
    """Light troops may make way; then the mover may stop or use what movement it has left (esa.9.8d2)."""
    s = g.state
    while unit.hex and (yield from offer_evasions(g, unit)):
        if points <= 0 or enemies_around(s, unit):
            return
        found = destinations(s, unit, points, contact=True, road=False, least_one=False)
        places = [label for label in ends(s, unit, found) if label != unit.hex]
        if leader is not None:
            places = [label for label in places if label not in s.leader_at]
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
