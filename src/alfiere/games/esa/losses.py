"""Chapters 10.1, 10.8, 10.9 and 10.12: losses of units and leaders, elimination, replacement, flight."""

from __future__ import annotations

from alfiere.games.esa.command import is_supported
from alfiere.games.esa.events import (
    LeaderFell,
    LeaderHit,
    LeaderMoved,
    LeaderPlaced,
    LossesTaken,
    UnitEliminated,
    UnitShaken,
)
from alfiere.games.esa.state import BECAME_SHAKEN, BattleState, EsaGame, Leader, Unit, other
from alfiere.games.esa.tables import tables
from alfiere.games.esa.troops import profiles
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure
from alfiere.table.hexes import Hex, walked

UNITS, GENERALS = 0, 1  # the two places of Army.cost


def take_losses(g: EsaGame, unit: Unit, losses: int, *, in_attack: bool = True) -> None:
    """Lower a unit's strength; in an attack its leader suffers with it (esa.6.1h, esa.7.1e, esa.10.1h)."""
    if losses <= 0:
        return
    s, before = g.state, unit.strength
    weaken(unit, losses)
    g.tell(LossesTaken(unit.id, before - unit.strength, unit.strength))
    harm = 1 if in_attack else 0  # esa.10.1h2: once an attack, whatever the number
    if unit.strength == 0:
        eliminate(g, unit, harm=harm)
    elif harm and (leader := s.leader_with(unit)) is not None:
        hit_leader(g, leader, harm)


def weaken(unit: Unit, losses: int) -> None:
    """Lower a unit's strength, as far as there is any (esa.10.8a); a small square has other values (esa.9.15b)."""
    losses = min(losses, unit.strength)
    unit.strength -= losses
    unit.lost += losses
    if unit.profile.is_square and unit.strength <= tables().numbers.square_second_line:
        unit.values = unit.profile.line("second")


def is_broken(s: BattleState, unit: Unit) -> bool:
    """Two losses or more this turn, and no support at this moment (esa.6.1k, esa.7.1h)."""
    return unit.lost >= tables().numbers.losses_to_shake and not is_supported(s, unit)


def eliminate(g: EsaGame, unit: Unit, rule: str = "esa.10.8a", *, harm: int = 0) -> None:
    """Take a unit off the field; its points are lost at the end of the turn (esa.10.8a, esa.3.2.4c).

    ``harm``: what its leader suffers in the attack that has destroyed it, before the loss of esa.10.1h.
    """
    s = g.state
    leader = s.leader_with(unit)
    s.armies[unit.seat].cost[UNITS] += unit.profile.points
    unit.strength = 0
    s.place(unit, "")
    g.tell(UnitEliminated(unit.id, unit.profile.points, (rule,)))
    if leader is not None:
        hit_leader(g, leader, harm + 1)  # esa.10.1h: one more; he stays alone in the hex, esa.10.1i


def shake(g: EsaGame, unit: Unit, rule: str) -> None:
    """Lay the red marker (esa.1.3b)."""
    if not unit.is_shaken:
        unit.is_shaken = True
        unit.did |= BECAME_SHAKEN
        g.tell(UnitShaken(unit.id, (rule,)))


def hit_leader(g: EsaGame, leader: Leader, losses: int) -> bool:
    """A leader loses strength and may fall; tells whether he has survived. His successor is not hurt."""
    leader.strength -= min(losses, leader.strength)
    g.tell(LeaderHit(leader.id, leader.strength))
    if leader.strength == 0:
        fall(g, leader)
        return False
    return True


def fall(g: EsaGame, leader: Leader) -> None:
    """A leader is eliminated; generals are replaced at once where they stood (esa.10.9a-esa.10.9d3)."""
    s = g.state
    name = leader.profile.name
    if leader.rank == "character":  # esa.3.2.4f, esa.10.9d3
        s.place_leader(leader, "")
        leader.strength = 0
        g.tell(LeaderFell(leader.id, name, False, ("esa.10.9d3",)))
        return
    army = s.armies[leader.seat]
    army.cost[GENERALS] += leader.profile.morale  # esa.3.2.4d, esa.10.9c
    army.fallen_generals += 1  # esa.10.9b
    replace(leader)
    g.tell(LeaderFell(leader.id, name, True))


def replace(leader: Leader) -> None:
    """Another takes a fallen general's place (esa.10.9a, esa.10.9d)."""
    leader.profile = profiles().leaders[tables().numbers.replacement]
    leader.strength = leader.profile.strength


def refuges(s: BattleState, leader: Leader) -> list[Hex]:
    """Where a leader in danger may go: a free safe hex, or a friendly unit without a leader (esa.10.1i)."""
    reach = leader_reach(s, leader, tables().numbers.leader_flight, any_unit=True)
    return [label for label in reach if label != leader.hex]


def leader_reach(s: BattleState, leader: Leader, points: int, *, any_unit: bool = False) -> list[Hex]:
    """Hexes a leader may move to (esa.5.2d-esa.5.2e2, esa.10.1k); his own comes first."""
    grid, at, seat = s.field.grid, s.at, leader.seat
    near = grid.disc(leader.hex, points)
    captains = near.intersection(s.leader_at)
    full = set(captains)  # esa.g.16: one leader a hex
    closed = {label for label in captains if s.leaders[s.leader_at[label]].seat != seat}  # esa.5.2e
    threatened: set[Hex] = set()
    # esa.10.1k: a division general attaches himself only to units of his own division
    own = leader.division if leader.rank == "general" and not any_unit else None
    for label in grid.disc(leader.hex, points + 1).intersection(at):  # nobody farther off threatens a hex in his reach
        unit = s.units[at[label]]
        if unit.seat != seat:
            closed.add(label)
            if not unit.is_shaken:
                threatened.update(grid.adjacent[label])
        elif own is not None and unit.division != own:
            full.add(label)
    reached = s.field.near(leader.hex, points)
    if closed:
        full |= threatened.difference(at)  # esa.5.2e2: next to the enemy only with a friendly unit
        if near.intersection(threatened.union(closed)) - {leader.hex}:
            # esa.5.2e2: beside a fresh enemy his move ends
            reached = walked(grid, leader.hex, points, closed.union(s.field.impassable), threatened)
    return [leader.hex, *[label for label in reached if label not in full]]


def flee(g: EsaGame, leader: Leader, must_leave: bool) -> Procedure[None]:
    """A lone leader is moved out of danger by his owner; where he must leave and cannot he is lost."""
    s = g.state
    places = refuges(s, leader)
    if not places:
        if must_leave:
            remove_captured(g, leader)
        return
    rules = ("esa.10.1i",) if must_leave else ("esa.10.1j3",)
    options = [Option("leader", {"leader": leader.id, "hex": label}, rules) for label in places]
    if not must_leave:
        options.append(Option("stay", {"leader": leader.id}))
    chosen = yield Decision(leader.seat, "leader-flees", options, {"leader": leader.id}, rules)
    if chosen.key == "leader":
        start = leader.hex
        s.place_leader(leader, chosen["hex"])
        g.tell(LeaderMoved(leader.id, start, leader.hex, rules))


def remove_captured(g: EsaGame, leader: Leader) -> None:
    """A leader with nowhere to go is eliminated (esa.10.1i); his replacement appears beside a friend."""
    s = g.state
    s.place_leader(leader, "")
    fall(g, leader)
    if leader.rank == "character":
        return
    label = next(iter(havens(s, leader)), "")
    if label:
        s.place_leader(leader, label)
        g.tell(LeaderPlaced(leader.id, label, ("esa.10.9d",)))


def havens(s: BattleState, leader: Leader) -> list[Hex]:
    """Free passable hexes beside a friendly general, or failing that beside a friendly unit (esa.2.1.1h)."""
    grid = s.field.grid

    def free(label: Hex) -> bool:
        return label not in s.at and label not in s.leader_at and label not in s.field.impassable

    for pieces in (
        [one.hex for one in s.leaders.values() if one.seat == leader.seat and one.hex and one.rank != "character"],
        [one.hex for one in s.side(leader.seat)],
        list(grid.hexes),
    ):
        found = [label for origin in pieces for label in (*grid.adjacent[origin], origin) if free(label)]
        if found:
            return list(dict.fromkeys(found))
    return []


def clear_hex_for(g: EsaGame, label: Hex, unit: Unit) -> Procedure[None]:
    """A leader in a hex that a winner enters is moved away first (esa.10.1i)."""
    s = g.state
    name = s.leader_at.get(label)
    if name is not None and s.leaders[name].seat == other(unit.seat):
        yield from flee(g, s.leaders[name], must_leave=True)
