"""What must be true of every state, whatever has happened: the long runs check it after every decision."""

from __future__ import annotations

from collections import Counter

from alfiere.games.esa.cards import cards
from alfiere.games.esa.state import SEATS, BattleState


def faults(s: BattleState) -> list[str]:
    """Everything that is wrong with a state, in words."""
    return [*_names(s), *_places(s), *_bounds(s), *_piles(s)]


def _names(s: BattleState) -> list[str]:
    """Whoever is named is there."""
    found = [f"{one.id} belongs to «{one.seat}»" for one in s.units.values() if one.seat not in SEATS]
    for army in s.armies.values():
        if army.commander and army.commander not in s.leaders:
            found.append(f"«{army.commander}» commands, and is not there")
    for division in s.divisions.values():
        if division.seat not in SEATS:
            found.append(f"{division.id} belongs to «{division.seat}»")
        missing = [one for one in division.prevailing if one not in s.units]
        found += [f"{division.id} counts «{one}», who is not there" for one in missing]
    return found


def _places(s: BattleState) -> list[str]:
    found = []
    standing = Counter(unit.hex for unit in s.units.values() if unit.hex)
    found += [f"{count} units in hex {label}" for label, count in standing.items() if count > 1]
    if s.at != {unit.hex: unit.id for unit in s.units.values() if unit.hex}:
        found.append("the map of units does not agree with the units")
    if s.leader_at != {one.hex: one.id for one in s.leaders.values() if one.hex}:
        found.append("the map of leaders does not agree with the leaders")
    for unit in s.units.values():
        if unit.hex and unit.hex not in s.field.grid:
            found.append(f"{unit.id} stands outside the map")
        elif unit.hex and unit.hex in s.field.no_standing(unit.values.kind):
            found.append(f"{unit.id} stands where {unit.values.kind} cannot")
    for label, name in s.leader_at.items():
        unit_id = s.at.get(label)
        if unit_id is not None and s.units[unit_id].seat != s.leaders[name].seat:
            found.append(f"{name} shares a hex with an enemy")
    return found


def _bounds(s: BattleState) -> list[str]:
    found = []
    for unit in s.units.values():
        if not 0 <= unit.strength <= unit.profile.strength:
            found.append(f"{unit.id} has strength {unit.strength}")
        if unit.strength == 0 and unit.hex:
            found.append(f"{unit.id} is gone but stands in {unit.hex}")
        if not 0 <= unit.facing <= 5:
            found.append(f"{unit.id} faces {unit.facing}")
    for leader in s.leaders.values():
        if leader.strength < 0 or leader.strength > leader.profile.strength:
            found.append(f"{leader.id} has strength {leader.strength}")
    return found


def _piles(s: BattleState) -> list[str]:
    """Every card of a deck lies in exactly one place, from the first turn to the last."""
    found = []
    for seat in SEATS:
        army = s.armies[seat]
        given = [one.card for one in s.divisions.values() if one.seat == seat and one.card]
        looked_at = s.looking if s.looker == seat else []
        lying = [*army.deck.top, *army.deck.middle, *army.deck.bottom, *army.hand, *army.discard, *army.aside]
        lying += given + looked_at
        twice = [number for number, count in Counter(lying).items() if count > 1]
        if twice:
            found.append(f"{seat} has card {twice[0]} twice")
        wanted = deck_size(s, seat)
        if len(lying) != wanted:
            found.append(f"{seat} has {len(lying)} cards instead of {wanted}")
        if any(number not in cards() for number in lying):
            found.append(f"{seat} has a card that does not exist")
    return found


def deck_size(s: BattleState, seat: str) -> int:
    """Thirty cards and one for each character (esa.2.2a, esa.2.2k)."""
    added = {one.profile.adds_card for one in s.leaders.values() if one.seat == seat}
    return 30 + len(added - {0})  # a general adds none
