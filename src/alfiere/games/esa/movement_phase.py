"""Chapter 5, the movement action: units, aggressive units, leaders, and the moves after the melee."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from alfiere.games.esa.artillery import handle_guns
from alfiere.games.esa.card_tests import may_act
from alfiere.games.esa.charge import charge, charge_targets, go_on_after_evasion
from alfiere.games.esa.command import division_of, enemies_around, is_engaged
from alfiere.games.esa.events import LeaderMoved, UnitChanged
from alfiere.games.esa.ground_rules import may_fight
from alfiere.games.esa.losses import leader_reach
from alfiere.games.esa.movement import (
    can_move,
    choose_facing,
    companion,
    destinations,
    ends,
    march,
    may_contact,
    movement_points,
    who_goes_with,
)
from alfiere.games.esa.reactions import after_move
from alfiere.games.esa.state import (
    AGGRESSIVE_MELEE,
    CHANGED,
    EVADED,
    FAILED_MOVE,
    MOVED,
    SKIPPED,
    BattleState,
    EsaGame,
    Leader,
    Unit,
)
from alfiere.games.esa.tables import tables
from alfiere.kernel.decision import Decision, Made, Option, Spread
from alfiere.kernel.procedure import MARK, Procedure, choose
from alfiere.table.hexes import Hex, Reach, path_to


def move_unit(g: EsaGame, unit: Unit) -> Procedure[None]:
    """One unit's move by order; twice if the division is focused on movement (esa.5i, esa.10.7d)."""
    s = g.state
    if unit.profile.is_artillery:
        yield from handle_guns(g, unit)
        return
    twice = division_of(s, unit).focus == "move"
    for _ in range(2 if twice else 1):
        # esa.9.7b, esa.9.8e: it has mounted or dismounted, or evaded who followed it after the first of two moves
        if not unit.hex or unit.is_shaken or unit.is_paralysed or unit.did & (CHANGED | EVADED | FAILED_MOVE):
            return
        if is_engaged(s, unit):
            return  # esa.5e: followed by an enemy after the first of two moves
        yield from _one_move(g, unit)


def _one_move(g: EsaGame, unit: Unit) -> Procedure[None]:
    s = g.state
    contact = may_contact(s, unit)
    points = movement_points(s, unit)
    reach = _Destinations(partial(destinations, s, unit, points, contact))
    options = Made(partial(_moves, s, unit, contact, reach), partial(_move, unit.id))
    chosen = yield Decision(unit.seat, "move", options, {"unit": unit.id, "points": points}, ("esa.5.1a",))
    if chosen.key == "charge":
        yield from _charge_by_order(g, unit, s.units[chosen["target"]])
        return
    found: Reach = reach.found() if chosen.key == "move" else {}
    unit.did |= MOVED
    if not may_act(g, unit, "move", FAILED_MOVE):
        return
    if chosen.key == "change":
        change_saddle(g, unit)
    elif chosen.key == "turn":
        yield from choose_facing(g, unit)
    else:
        yield from carry_out_move(g, unit, found, chosen["hex"], points)


class _Destinations:
    """Where a move may lead, worked out when somebody asks: a unit that is told to turn on trust goes nowhere."""

    __slots__ = ("_found", "_work_out")

    def __init__(self, work_out: Callable[[], Reach]) -> None:
        self._work_out = work_out
        self._found: Reach | None = None

    def found(self) -> Reach:
        """The hexes it may end in, with the ways to them."""
        if self._found is None:
            self._found = self._work_out()
        return self._found


def _moves(s: BattleState, unit: Unit, contact: bool, reach: _Destinations) -> list[tuple[str, str]]:
    """What a unit may do with its move, as verb and goal: turn, go somewhere, charge, mount or dismount."""
    found = [("turn", "")]
    found += [("move", label) for label in ends(s, unit, reach.found()) if label != unit.hex]
    if contact:
        found += [("charge", enemy.id) for enemy in charge_targets(s, unit)]
    if unit.profile.is_dragoons and not unit.did & MOVED:
        into = "dismounted" if unit.values.is_cavalry else "mounted"
        if s.field.may_occupy(unit.hex, unit.profile.line(into).kind):  # esa.5.4.1c: no horses in a house
            found.append(("change", into))
    return found


def _move(unit: str, thing: tuple[str, str]) -> Option:
    key, goal = thing
    if key == "move":
        return Option("move", {"unit": unit, "hex": goal}, ("esa.5.1a",))
    if key == "turn":
        return Option("turn", {"unit": unit}, ("esa.5.1c",))
    if key == "charge":
        return Option("charge", {"unit": unit, "target": goal}, ("esa.9.3a", "esa.9.3f"))
    return Option("change", {"unit": unit, "into": goal}, ("esa.9.7b", "esa.9.7c"))


def change_saddle(g: EsaGame, unit: Unit) -> None:
    """Dragoons mount or dismount instead of moving (esa.9.7c)."""
    into = "dismounted" if unit.values.is_cavalry else "mounted"
    unit.values = unit.profile.line(into)
    unit.did |= CHANGED
    g.tell(UnitChanged(unit.id, into, ("esa.9.7c",)))


def _charge_by_order(g: EsaGame, unit: Unit, target: Unit) -> Procedure[None]:
    start, near = unit.hex, [enemy.id for enemy in enemies_around(g.state, unit)]
    yield from charge(g, unit, target)
    if unit.hex != start:
        yield from after_move(g, unit, start, near)


def carry_out_move(
    g: EsaGame, unit: Unit, found: Reach, goal: Hex, points: int, how: str = "move", *, in_line: bool = False
) -> Procedure[None]:
    """A move to its end: the march, evasions before it, the facing, the reactions to it.

    ``in_line``: its division goes as a body; a leader goes with it, and it looks as before.
    """
    s = g.state
    start, near = unit.hex, [enemy.id for enemy in enemies_around(s, unit)]
    leader = (yield from companion(g, unit, goal)) if not in_line else who_goes_with(s, unit, goal)
    march(g, unit, leader, path_to(found, goal), how, "esa.5.1a")
    yield from go_on_after_evasion(g, unit, leader, points - found[goal][0])
    if not in_line:
        yield from choose_facing(g, unit)
    yield from after_move(g, unit, start, near)


# Leaders


def move_leader(g: EsaGame, leader: Leader) -> Procedure[None]:
    """A leader moves without orders, up to three hexes (esa.5.2c, esa.5.2d)."""
    s = g.state
    if leader.has_moved or not leader.hex:
        return
    leader.has_moved = True
    reach = partial(leader_reach, s, leader, tables().numbers.leader_pm)
    options = Spread("leader", {"leader": leader.id}, "hex", reach, ("esa.5.2d",))
    chosen = yield Decision(leader.seat, "move-leader", options, {"leader": leader.id}, ("esa.5.2c", "esa.5.2d"))
    if chosen["hex"] != leader.hex:
        start = leader.hex
        s.place_leader(leader, chosen["hex"])
        g.tell(LeaderMoved(leader.id, start, leader.hex))


def remaining_leaders(s: BattleState, order: tuple[str, str]) -> list[str]:
    """Leaders who move after all divisions: generals without a move order, wings, characters, commanders."""
    commanding = {division.general for division in s.divisions.values()}  # esa.5.2f: some commanders too
    waiting: dict[tuple[str, str], list[str]] = {}
    for leader in s.leaders.values():
        if leader.hex and not leader.has_moved:
            moves_as = "general" if leader.id in commanding else leader.rank
            waiting.setdefault((moves_as, leader.seat), []).append(leader.id)
    ranks = ("general", "wing", "character", "commander")  # esa.5.2b
    return [name for rank in ranks for seat in order for name in waiting.get((rank, seat), ())]


def move_remaining_leaders(g: EsaGame) -> Procedure[None]:
    """The leaders in the queue move in turn (esa.5.2b)."""
    while g.state.queue:
        yield MARK
        s = g.state
        leader = s.leaders[s.queue.pop(0)]
        yield from move_leader(g, leader)


# Aggressive units


def aggressive_units(s: BattleState, order: tuple[str, str]) -> list[str]:
    """Aggressive units that had no move order, the initiative's first (esa.9.1a, esa.9.1e-esa.9.1g)."""
    return [
        unit.id
        for seat in order
        for unit in s.side(seat)
        if unit.profile.is_aggressive and not unit.did & (MOVED | SKIPPED)
    ]


def move_aggressive_units(g: EsaGame) -> Procedure[None]:
    """Each goes for the nearest enemy it can reach, whether its owner likes it or not (esa.9.1a-esa.9.1g2)."""
    while g.state.queue:
        yield MARK
        s = g.state
        unit = s.units[s.queue.pop(0)]
        if unit.hex and can_move(s, unit) and not enemies_around(s, unit):  # beside him already: nobody is nearer
            yield from _go_for_nearest(g, unit)


def _go_for_nearest(g: EsaGame, unit: Unit) -> Procedure[None]:
    s = g.state
    points = movement_points(s, unit)
    found = destinations(s, unit, points, contact=True)
    goals = [label for label in ends(s, unit, found) if label != unit.hex]
    adjacent = s.field.grid.adjacent
    walking = {
        enemy.id: places
        for enemy in s.units.values()
        if enemy.hex
        and enemy.seat != unit.seat
        and may_fight(s, unit, enemy)
        and (places := [label for label in goals if label in adjacent[enemy.hex]])
    }
    charging = {enemy.id for enemy in charge_targets(s, unit)} - walking.keys()
    far = s.field.grid.distances(unit.hex)
    reachable = [*walking, *sorted(charging)]
    if not reachable:
        return  # esa.9.1d
    nearest = min(far[s.units[name].hex] for name in reachable)
    names = [name for name in reachable if far[s.units[name].hex] == nearest]
    options = [
        Option("move", {"unit": unit.id, "target": name, "hex": label}, ("esa.9.1a",))
        for name in names
        for label in walking.get(name, [])
    ]
    options += [
        Option("charge", {"unit": unit.id, "target": name}, ("esa.9.1b",)) for name in names if name in charging
    ]
    chosen = yield from choose(unit.seat, "aggressive", options, {"unit": unit.id}, ("esa.9.1a", "esa.9.1g"))
    if chosen.key == "charge":
        yield from _charge_by_order(g, unit, s.units[chosen["target"]])
    else:
        unit.did |= MOVED
        if not may_act(g, unit, "move", FAILED_MOVE):
            return
        yield from carry_out_move(g, unit, found, chosen["hex"], points)
    if unit.hex and enemies_around(s, unit):
        unit.did |= AGGRESSIVE_MELEE  # esa.9.1c
