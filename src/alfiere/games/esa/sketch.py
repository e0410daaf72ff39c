"""What an option would look like on the board: the way a piece would go, lines and sectors, who may answer it.

Everything is worked out with the same functions the rules use, from what both sides can see; nothing is changed.
"""

from __future__ import annotations

from collections.abc import Callable

from alfiere.games.esa.charge import can_counter_charge, charge_points, charge_reach, landings
from alfiere.games.esa.command import enemies_around
from alfiere.games.esa.division_moves import ways
from alfiere.games.esa.evasion import can_evade, evasions
from alfiere.games.esa.fire import REACTIONS, reactions_to_fire
from alfiere.games.esa.forced import step_backs, withdrawals
from alfiere.games.esa.movement import destinations, ends, may_contact, movement_points
from alfiere.games.esa.prospects import target_of
from alfiere.games.esa.sectors import hexes_before
from alfiere.games.esa.state import BattleState, Leader, Unit
from alfiere.games.esa.troops import Values
from alfiere.kernel import drawing
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.drawing import Drawn
from alfiere.table.hexes import FRONT, Hex, Reach, path_to


def sketch(s: BattleState, decision: Decision, option: Option) -> list[Drawn]:
    """What to draw while a player thinks about an option; empty where there is nothing to see."""
    draw = _DRAWN.get(option.key)
    if draw is not None:
        unit = s.units.get(str(option.get("unit") or decision.about.get("unit") or ""))
        return draw(s, decision, option, unit) if unit is not None else []
    if option.key == "advance":
        return [drawing.path(start, way) for start, way in ways(s, option)]
    leader = s.leaders.get(str(option.get("leader") or ""))
    if option.key == "leader" and leader is not None:
        return _ride(s, leader, option["hex"])
    return []


# Words


def _sector(s: BattleState, values: Values, label: Hex, facing: int) -> list[Drawn]:
    """The fire sector of a unit that stands so (esa.6.4a, esa.5.4.1h); the front hexes of one that does not fire."""
    fires = values.sector is not None
    hexes = hexes_before(s, values, label, facing) if fires else s.field.grid.on_side(label, facing, FRONT)
    return [{"kind": "sector", "hexes": list(hexes)}] if hexes else []


# Moving


def _moves(s: BattleState, decision: Decision, unit: Unit) -> Reach:
    """Where a unit can go under this decision, with the ways there."""
    points = movement_points(s, unit)
    if unit.profile.is_artillery:
        return destinations(s, unit, points, contact=False) if unit.values.pm else {}
    if decision.key == "go-on":  # esa.9.8d2: with what is left; a cheaper way is the same with more points
        points = charge_points(s, unit)
        return destinations(s, unit, points, contact=True, road=False, least_one=False, under_way=True)
    if decision.key in ("raid", "raid-to"):  # esa.card.7b
        return destinations(s, unit, points, contact=False)
    if decision.key in ("follow-up", "follow"):  # esa.9.12g, esa.3.3.1g3
        return destinations(s, unit, points, contact=True, road=False)
    return destinations(s, unit, points, contact=decision.key == "aggressive" or may_contact(s, unit))


def _pick(s: BattleState, decision: Decision, option: Option, unit: Unit) -> list[Drawn]:
    """Only who moves is chosen: where could it go?"""
    if not unit.hex:
        return []
    found = _moves(s, decision, unit)
    return drawing.reach(label for label in ends(s, unit, found) if label != unit.hex)


def _move(s: BattleState, decision: Decision, option: Option, unit: Unit) -> list[Drawn]:
    goal, found = option["hex"], _moves(s, decision, unit)
    if goal not in found:
        return []
    return [
        drawing.path(unit.hex, path_to(found, goal)),
        *drawing.threat(enemy.id for enemy in _may_react(s, unit, goal)),
    ]


def _may_react(s: BattleState, unit: Unit, goal: Hex) -> list[Unit]:
    """Enemies a move leaves or comes next to: they may fire, follow, evade or stand firm (esa.3.3.1f, j, m)."""
    found = enemies_around(s, unit)
    for label in s.field.grid.adjacent[goal]:
        enemy = s.unit_at(label)
        if enemy is not None and enemy.seat != unit.seat:
            found.append(enemy)
    return [enemy for enemy in found if not enemy.is_shaken]


def _one_step(s: BattleState, decision: Decision, option: Option, unit: Unit) -> list[Drawn]:
    return [drawing.path(unit.hex, [option["hex"]])] if option["hex"] != unit.hex else []


def _charge(s: BattleState, decision: Decision, option: Option, unit: Unit) -> list[Drawn]:
    """The ride to the first hex from which the charge strikes, and the others there are (esa.9.3e)."""
    target = s.units.get(str(option.get("target") or decision.about.get("enemy") or ""))
    if target is None or not target.hex or not unit.hex:
        return []
    if (
        decision.key == "counter-charge"
    ):  # hex by hex, as the other comes on (esa.9.5b): nobody knows yet where they meet
        return [{"kind": "line", "from": unit.hex, "to": target.hex}]
    found = charge_reach(s, unit)
    places = [option["hex"]] if option.get("hex") in found else landings(s, unit, target, found)
    answers = [target.id] if can_counter_charge(s, target) or can_evade(s, target, unit) else []
    if not places:
        return drawing.threat(answers)
    drawn = [drawing.path(unit.hex, path_to(found, places[0]))]
    return drawn + (drawing.reach(places) if len(places) > 1 else []) + drawing.threat(answers)


def _ride(s: BattleState, leader: Leader, goal: Hex) -> list[Drawn]:
    """A leader's move, and the hexes he would command from there (esa.10.3c)."""
    drawn = [drawing.path(leader.hex, [goal])] if leader.hex and leader.hex != goal else []
    if any(division.general == leader.id for division in s.divisions.values()):
        reach, far = leader.profile.morale, s.field.command_distance
        hexes = [label for label in s.field.grid.within(goal, reach) if far(goal, label) <= reach]
        drawn.append({"kind": "command", "hexes": hexes})
    return drawn


# Making way


def _evade(s: BattleState, decision: Decision, option: Option, unit: Unit) -> list[Drawn]:
    enemy = s.units.get(str(decision.about.get("enemy") or ""))
    if enemy is None or not enemy.hex:
        return []
    ways = evasions(s, unit, enemy.hex)
    if len(ways) == 1:
        return [drawing.path(unit.hex, ways[0].path)]
    return drawing.reach(way.path[-1] for way in ways)


def _evade_to(s: BattleState, decision: Decision, option: Option, unit: Unit) -> list[Drawn]:
    ways = evasions(s, unit, decision.about["threat"])
    return [drawing.path(unit.hex, way.path) for way in ways if way.path[-1] == option["hex"]][:1]


def _withdraw(s: BattleState, decision: Decision, option: Option, unit: Unit) -> list[Drawn]:
    if option.get("hex") is None or option["hex"] == unit.hex:  # whether at all is asked first
        return []
    threat, wanted = decision.about["threat"], (option["hex"], option["ends"])
    offered = {(one["hex"], one["ends"]) for one in decision.options}
    for stops in (False, True):  # esa.5.3.2h: at a general, or not; what is offered tells which
        ways = {
            (way.path[-1] if way.path else unit.hex, way.outcome): way
            for way in withdrawals(s, unit, threat, may_stop_at_general=stops)
        }
        if ways.keys() == offered:
            return [drawing.path(unit.hex, ways[wanted].path)]
    return []


def _step_back(s: BattleState, decision: Decision, option: Option, unit: Unit) -> list[Drawn]:
    if option.get("hex") is None:  # whether at all is asked first
        enemies = enemies_around(s, unit)
        ways = step_backs(s, unit, enemies[0].hex) if len(enemies) == 1 else []
        return drawing.reach(way.path[-1] for way in ways if way.path)
    return _one_step(s, decision, option, unit)


# Fighting


def _fire(s: BattleState, decision: Decision, option: Option, unit: Unit) -> list[Drawn]:
    target = target_of(s, decision, option)
    if target is None or not target.hex or not unit.hex:
        return []
    facing = unit.facing if option.get("facing") is None else option["facing"]
    drawn = [{"kind": "line", "from": unit.hex, "to": target.hex}, *_sector(s, unit.values, unit.hex, facing)]
    if isinstance(target, Unit) and decision.key == "fire" and reactions_to_fire(s, unit, target, REACTIONS):
        drawn += drawing.threat([target.id])
    return drawn


def _blow(s: BattleState, decision: Decision, option: Option, unit: Unit) -> list[Drawn]:
    target = target_of(s, decision, option)
    if target is None or not target.hex or not unit.hex or target.seat == unit.seat:
        return []
    return [{"kind": "line", "from": unit.hex, "to": target.hex}]


# Standing


def _place(s: BattleState, decision: Decision, option: Option, unit: Unit) -> list[Drawn]:
    """A unit deployed there, looking as its zone does (esa.2.3h)."""
    form = s.scenario.division_forms[unit.division]
    facing = form.zone.facing if form.zone is not None else form.arrival.facing if form.arrival is not None else 0
    return _sector(s, unit.values, option["hex"], facing)


def _face(s: BattleState, decision: Decision, option: Option, unit: Unit) -> list[Drawn]:
    facing = unit.facing if option.get("facing") is None else option["facing"]
    return _sector(s, unit.values, unit.hex, facing) if unit.hex else []


def _changed(s: BattleState, decision: Decision, option: Option, unit: Unit) -> list[Drawn]:
    into = option.get("into") or {"limber": "tow", "unlimber": "battery"}[option.key]
    return _sector(s, unit.profile.line(into), unit.hex, unit.facing) if unit.hex else []


_DRAWN: dict[str, Callable[[BattleState, Decision, Option, Unit], list[Drawn]]] = {
    "unit": _pick,
    "move": _move,
    "pursue": _move,
    "press": _one_step,
    "step": _one_step,
    "charge": _charge,
    "charge-to": _charge,
    "counter-charge": _charge,
    "evade": _evade,
    "evade-to": _evade_to,
    "withdraw": _withdraw,
    "step-back": _step_back,
    "fire": _fire,
    "attack": _blow,
    "attack-leader": _blow,
    "fight": _blow,
    "oppose": _blow,
    "join": _blow,
    "main": _blow,
    "place": _place,
    "face": _face,
    "turn": _face,
    "as": _changed,
    "change": _changed,
    "limber": _changed,
    "unlimber": _changed,
}
