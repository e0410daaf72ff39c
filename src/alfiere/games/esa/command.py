"""Chapters 3.3, 6.3, 9.13, 10.3, 10.6 and 10.18: who is in command, in line, engaged, supported."""

from __future__ import annotations

from alfiere.games.esa.battlefield import AREA
from alfiere.games.esa.cards import Action, Card, cards
from alfiere.games.esa.state import (
    AGGRESSIVE_MELEE,
    REACTION_MELEE,
    BattleState,
    Division,
    Leader,
    Unit,
)
from alfiere.kernel.decision import Seat
from alfiere.table.hexes import Hex


def division_of(s: BattleState, unit: Unit) -> Division:
    """The division whose order a unit follows; a battery may use another general's (esa.9.2b2)."""
    return s.divisions[unit.under or unit.division]


def battle_line(s: BattleState, unit: Unit) -> list[Unit]:
    """The battle line a unit is part of, itself included; empty if it stands in none (esa.9.13a-esa.9.13c)."""
    if not unit.profile.has_battle_line or unit.is_shaken:
        return []
    around = s.field.grid.neighbours
    line = [unit]
    # esa.9.13b: the flank hexes are the neighbours in the same row, at right angles to the facing
    for direction in ((unit.facing + 1) % 6, (unit.facing + 4) % 6):
        at = around[unit.hex][direction]
        while at is not None:
            found = s.at.get(at)
            if found is None:
                break
            mate = s.units[found]
            if (
                not mate.profile.has_battle_line  # esa.9.13g
                or mate.is_shaken
                or mate.facing != unit.facing
                or mate.division != unit.division
                or mate.profile.cls != unit.profile.cls
                or s.field.kind[at] != s.field.kind[unit.hex]
            ):
                break
            line.append(mate)
            at = around[at][direction]
    return line if len(line) > 1 else []


def in_command(s: BattleState, unit: Unit) -> bool:
    """Whether the order of its general reaches a unit (esa.10.3c, esa.10.6.1a, esa.9.13f)."""
    if not unit.hex:
        return False
    general = s.leaders[division_of(s, unit).general]
    return not is_left_out(general, unit) and is_reached(s, commanded_hexes(s, general), unit)


def is_reached(s: BattleState, reach: frozenset[Hex], unit: Unit) -> bool:
    """Whether a general who commands these hexes reaches a unit on the map, or one in its battle line (esa.9.13f)."""
    return unit.hex in reach or any(mate.hex in reach for mate in battle_line(s, unit))


def is_left_out(general: Leader, unit: Unit) -> bool:
    """A general who began the turn with a unit commands that one alone (esa.10.1b, esa.10.1k2, esa.10.3d2)."""
    return general.began_with not in ("", unit.id)


def commanded_hexes(s: BattleState, general: Leader) -> frozenset[Hex]:
    """The hexes within a general's command distance (esa.10.6.1a); none while he is not on the map."""
    return s.field.commanded(general.hex, general.profile.morale) if general.hex else frozenset()


def is_in_reach(s: BattleState, general: Leader, unit: Unit) -> bool:
    """Whether a unit is within a general's command distance (esa.10.6.1a)."""
    return unit.hex in commanded_hexes(s, general)


def grants(s: BattleState, division: Division, action: Action) -> bool:
    """Whether a division has a valid order for this action (esa.3.2.3a, esa.10.7c)."""
    if not division.has_order or (division.focus and division.focus != action):
        return False
    return action in cards()[division.card].orders


def card_in_force(s: BattleState, unit: Unit) -> Card | None:
    """The card whose ability works for a unit now (esa.2.5.2c): of its division, unfocused, in command."""
    division = division_of(s, unit)
    if not division.card or division.focus or not s.cards_shown or not in_command(s, unit):
        return None
    return cards()[division.card]


def has_melee_order(s: BattleState, unit: Unit) -> bool:
    """Whether a unit has a melee order at this moment (esa.6.3f)."""
    if unit.did & (REACTION_MELEE | AGGRESSIVE_MELEE):
        return True
    return grants(s, division_of(s, unit), "melee") and in_command(s, unit)


def enemies_around(s: BattleState, unit: Unit) -> list[Unit]:
    """Enemy units in adjacent hexes."""
    at, units, seat = s.at, s.units, unit.seat
    found = []
    for label in s.field.grid.adjacent[unit.hex]:
        name = at.get(label)
        if name is not None:
            neighbour = units[name]
            if neighbour.seat != seat:
                found.append(neighbour)
    return found


def is_engaged(s: BattleState, unit: Unit) -> bool:
    """Adjacent to an enemy that is not shaken and has a melee order (esa.6.3a, esa.7.1.2a, esa.10.13a)."""
    for enemy in enemies_around(s, unit):
        if not enemy.is_shaken and not enemy.profile.is_artillery and has_melee_order(s, enemy):
            return True
    return False


def engages(s: BattleState, unit: Unit) -> bool:
    """Has a melee order next to an enemy that is not shaken (esa.6.3f2); guns never do (esa.9.2l, esa.9.2o)."""
    if unit.profile.is_artillery:
        return False
    return any(not enemy.is_shaken for enemy in enemies_around(s, unit)) and has_melee_order(s, unit)


def threatened_hexes(s: BattleState, seat: Seat) -> set[str]:
    """Hexes adjacent to an enemy of this seat that is not shaken."""
    adjacent = s.field.grid.adjacent
    enemies = (unit for unit in s.units.values() if unit.seat != seat and unit.hex and not unit.is_shaken)
    return set().union(*(adjacent[unit.hex] for unit in enemies))


def is_supported(s: BattleState, unit: Unit) -> bool:
    """Two friends adjacent, an area, a general attached, or a card that says so (esa.10.18a-esa.10.18e2)."""
    if s.field.kind[unit.hex] == AREA:
        return True
    leader = s.leader_with(unit)
    if leader is not None and leader.rank != "character":
        return True
    friends = 0
    for label in s.field.grid.adjacent[unit.hex]:
        name = s.at.get(label)
        if name is not None:
            friend = s.units[name]
            if friend.seat == unit.seat and not friend.is_shaken:
                friends += 1
    if friends >= 2:
        return True
    card = card_in_force(s, unit)
    return card is not None and card.ability == "supported"  # esa.card.16, esa.card.36


def is_on_field(s: BattleState, division: Division) -> bool:
    """Whether a division has a unit on the map."""
    return any(s.units[name].hex for name in division.units)


def command_capacity(s: BattleState, seat: Seat) -> int:
    """Cards a turn and hand limit: divisions on the field, one more if the commander leads none himself."""
    army = s.armies[seat]
    on_field = [
        division
        for division in s.divisions.values()
        if division.seat == seat and is_on_field(s, division)  # esa.10.4b
    ]
    leads = any(division.general == army.commander for division in on_field)
    # esa.2.4a, esa.10.4a, esa.10.9b
    return max(1, len(on_field) + (0 if leads else 1) - army.fallen_generals)


def chain(s: BattleState, division: Division) -> list[tuple[Leader, Leader]]:
    """The links an order passes, as pairs of sender and receiver (esa.10.3a, esa.10.3e, esa.10.3f)."""
    general = s.leaders[division.general]
    commander = s.leaders[s.armies[division.seat].commander]
    if general is commander:
        return []
    wing = s.leaders.get(general.superior)
    if wing is None or not wing.hex:
        return [(commander, general)]
    return [(commander, wing), (wing, general)]


def is_linked(s: BattleState, sender: Leader, receiver: Leader) -> bool:
    """Whether two generals are within their command distance (esa.10.6.2a, esa.3.2.2m)."""
    reach = sender.profile.morale + receiver.profile.morale
    return s.field.command_distance(sender.hex, receiver.hex) <= reach
