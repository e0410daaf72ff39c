"""Chapter 5, movement: where a unit may go by its own will, and what moving it sets off."""

from __future__ import annotations

from functools import partial

from alfiere.games.esa.battlefield import OPEN
from alfiere.games.esa.command import (
    card_in_force,
    division_of,
    enemies_around,
    grants,
    is_engaged,
)
from alfiere.games.esa.events import UnitMoved, UnitTurned
from alfiere.games.esa.roads import road_reach
from alfiere.games.esa.state import ACTED, EVADED, FAILED_MOVE, MOVED, BattleState, EsaGame, Leader, Unit
from alfiere.games.esa.veterans import (
    are_played,
    bends_taken,
    facings_left,
    goes_where_it_looks,
    note_turns,
    turns_left,
    wheel,
    wheeling_reach,
)
from alfiere.kernel.decision import Decision, Option, Spread
from alfiere.kernel.procedure import Procedure
from alfiere.table.hexes import Hex, Reach, path_to, reach


def can_move(s: BattleState, unit: Unit) -> bool:
    """Whether a unit is able to move at all, orders apart (esa.5e, esa.10.14a, esa.10.16a)."""
    return not (
        unit.is_shaken
        or unit.is_paralysed
        or unit.did & (MOVED | EVADED | FAILED_MOVE)  # esa.5i, esa.9.8e
        or (unit.profile.is_artillery and unit.did & ACTED)  # esa.9.2c
        or is_engaged(s, unit)
    )


def movement_points(s: BattleState, unit: Unit) -> int:
    """PM of a unit this turn (esa.2.6.1a, esa.card.18)."""
    card = card_in_force(s, unit)
    return unit.values.pm + (card.bonus.pm if card is not None else 0)


def may_contact(s: BattleState, unit: Unit) -> bool:
    """Whether a unit's own order lets it go next to a fresh enemy: move and melee (esa.5g)."""
    division = division_of(s, unit)
    return grants(s, division, "move") and grants(s, division, "melee")


class Ground:
    """Where a unit may set foot at this moment: closed hexes and hexes where a move ends."""

    __slots__ = ("closed", "halting", "near", "threatened")

    def __init__(self, s: BattleState, unit: Unit, contact: bool, farthest: int) -> None:
        """``farthest``: so many hexes off the move may lead; what lies beyond is left out."""
        seat, grid = unit.seat, s.field.grid
        self.near = grid.disc(unit.hex, farthest)
        self.halting: set[Hex] = set()  # beside any enemy, esa.5h
        self.threatened: set[Hex] = set()  # beside a fresh one
        for label in grid.disc(unit.hex, farthest + 1).intersection(s.at):
            neighbour = s.units[s.at[label]]
            if neighbour.seat != seat:
                self.halting.update(grid.adjacent[label])
                if not neighbour.is_shaken:
                    self.threatened.update(grid.adjacent[label])
        if unit.values.is_open_order:  # esa.9.4.1c, esa.9.9.2a2: through friends
            self.closed = {label for label, name in s.at.items() if s.units[name].seat != seat}
        else:
            self.closed = set(s.at)  # esa.5f
        for label, name in s.leader_at.items():
            if s.leaders[name].seat != seat:
                self.closed.add(label)  # esa.5j
        if unit.hex in self.threatened:
            self._close_for_leaving(s, unit)
        elif not contact:
            self.closed |= self.threatened  # esa.5g
        elif unit.values.is_open_order:
            self._close_for_skirmishers(s, unit)

    def _close_for_leaving(self, s: BattleState, unit: Unit) -> None:
        """A unit that leaves a fresh enemy goes next to none and nearer to no other (esa.7.5b, esa.7.5c)."""
        self.closed |= self.threatened
        for enemy in s.units.values():
            if enemy.hex and enemy.seat != unit.seat and not enemy.is_shaken:
                far = s.field.grid.distances(enemy.hex)
                here = far[unit.hex]
                self.closed |= {label for label in self.near if far[label] < here}

    def _close_for_skirmishers(self, s: BattleState, unit: Unit) -> None:
        """Open order goes next to fresh close order only from cover or with a friend there (esa.9.4.1e-h)."""
        adjacent = s.field.grid.adjacent
        for enemy in s.units.values():
            if not enemy.hex or enemy.seat == unit.seat or enemy.is_shaken or enemy.values.is_open_order:
                continue
            if any(self._backs(s, unit, label) for label in adjacent[enemy.hex]):
                continue  # esa.9.4.1e3, esa.9.9.2b3
            # esa.9.4.1e2, esa.9.9.2b2
            self.closed |= {label for label in adjacent[enemy.hex] if s.field.kind[label] == OPEN}

    def _backs(self, s: BattleState, unit: Unit, label: Hex) -> bool:
        friend = s.unit_at(label)
        if friend is None or friend.seat != unit.seat or friend.is_shaken:
            return False
        return unit.values.is_cavalry or not friend.values.is_open_order


def destinations(
    s: BattleState,
    unit: Unit,
    points: int,
    contact: bool,
    *,
    road: bool = True,
    least_one: bool = True,
    under_way: bool = False,
    turns: int | None = None,
) -> Reach:
    """Everywhere a unit can end a move of so many points, its own hex included (esa.5.1a, esa.5.1d, esa.5.4).

    ``under_way``: it goes on with a move it has begun, so nothing is a first step any more (esa.5.4b2, esa.5.4c2).
    ``turns``: how often a veteran may turn on the way, if not as often as it has left (esa.v.1).
    """
    on_road = road and unit.hex in s.field.roads
    ground = Ground(s, unit, contact, max(2 * points if on_road else points, 1))
    card = card_in_force(s, unit)
    guided = card is not None and card.ability == "no stop for terrain"  # esa.card.43
    steps = s.field.steps(unit.values.kind, guided=guided)
    if goes_where_it_looks(s, unit):
        turns = turns_left(unit) if turns is None else turns
        found = wheeling_reach(
            s.field.grid, unit, turns, steps, points, ground.closed, ground.halting, least_one, under_way
        )
    else:
        found = reach(steps, unit.hex, points, ground.closed, ground.halting, least_one=least_one, under_way=under_way)
    if on_road:
        march = road_reach(s, unit, points, ground.closed, ground.halting)
        _add_march(found, march if turns is None else bends_taken(s.field.grid, unit, turns, march))
    return found


def _add_march(found: Reach, march: Reach) -> None:
    """Add what only a road march reaches, with its whole way: it must not mix with that of an ordinary move."""
    for label in march:
        if label not in found:
            found[label] = march[label][0], tuple(path_to(march, label)[:-1])


def ends(s: BattleState, unit: Unit, found: Reach) -> list[Hex]:
    """The hexes of a reach in which the unit may stop."""
    no_standing, at = s.field.no_standing(unit.values.kind), s.at
    return [label for label in found if label not in at and label not in no_standing]


def companion(g: EsaGame, unit: Unit, goal: Hex) -> Procedure[Leader | None]:
    """The leader who goes along when a unit moves by its own will, if his owner wishes (esa.10.1e)."""
    leader = who_goes_with(g.state, unit, goal)
    if leader is None:
        return None
    options = [Option("with", {"leader": leader.id}), Option("stays", {"leader": leader.id})]
    chosen = yield Decision(unit.seat, "leader-goes", options, {"leader": leader.id, "unit": unit.id}, ("esa.10.1e",))
    return leader if chosen.key == "with" else None


def who_goes_with(s: BattleState, unit: Unit, goal: Hex) -> Leader | None:
    """The leader with a unit, if there is room for him where it goes: one leader a hex (esa.g.16)."""
    return None if goal in s.leader_at else s.leader_with(unit)


def march(g: EsaGame, unit: Unit, leader: Leader | None, path: list[Hex], how: str, *rules: str) -> None:
    """Carry a unit, and the leader who goes with it, along a path."""
    s = g.state
    start, facing = unit.hex, unit.facing
    if how != "press" and goes_where_it_looks(s, unit):  # esa.v.2, esa.v.4
        wheel(s.field.grid, unit, path)
    if leader is not None:
        s.place_leader(leader, "")
    s.place(unit, path[-1])
    if leader is not None:
        s.place_leader(leader, unit.hex)
    unit.contacts = [enemy.id for enemy in enemies_around(s, unit)]  # esa.7.2e
    g.tell(UnitMoved(unit.id, start, tuple(path), how, rules))
    if facing != unit.facing:
        g.tell(UnitTurned(unit.id, unit.facing, ("esa.v.2",)))


def facings(s: BattleState, unit: Unit) -> list[int]:
    """All six facings, the one towards the nearest enemy first."""
    far = s.field.grid.distances(unit.hex)
    enemies = [enemy.hex for enemy in s.units.values() if enemy.seat != unit.seat and enemy.hex]
    nearest = min(enemies, key=far.__getitem__, default=None)
    first = unit.facing if nearest is None else s.field.grid.facing_towards(unit.hex, nearest)
    return [(first + turn) % 6 for turn in (0, 1, 5, 2, 4, 3)]


def choose_facing(g: EsaGame, unit: Unit, allowed: list[int] | None = None) -> Procedure[None]:
    """After its move a unit takes any facing its owner wishes (esa.5.1b); a veteran one it has turns for (esa.v.1)."""
    if allowed is None and are_played(g.state):
        allowed = facings_left(unit)
    options = Spread("face", {"unit": unit.id}, "facing", partial(facings, g.state, unit), ("esa.5.1b",))
    if allowed is not None:
        possible = [facing for facing in facings(g.state, unit) if facing in allowed]
        options = Spread("face", {"unit": unit.id}, "facing", possible, ("esa.5.1b",))
    if allowed is not None and len(options) == 1:
        chosen = options[0]
    else:
        chosen = yield Decision(unit.seat, "face", options, {"unit": unit.id}, ("esa.5.1b",))
    if chosen["facing"] != unit.facing:
        note_turns(g.state, unit, chosen["facing"])
        unit.facing = chosen["facing"]
        g.tell(UnitTurned(unit.id, unit.facing))
