"""Chapters 3.5.2 and 3.5.3: with how many dice a unit fights each of its enemies, and what hits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from alfiere.games.fucilieri.charge.closing import ATTACKS
from alfiere.games.fucilieri.morale.dice import D6
from alfiere.games.fucilieri.morale.losses import part_of
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.footprint import files, ranks
from alfiere.games.fucilieri.state.standing import FLANK, FRONT, REAR, contacts
from alfiere.games.fucilieri.state.unit import HAS_CHARGED, HEAVY, LINE, OPEN, SQUARE, Unit
from alfiere.kernel.event import Tally
from alfiere.kernel.odds import added, at_most

ELAN, GRENADES, CUIRASS = "elan", "grenades", "cuirass"
KIND: Final = "combat-dice"


# Who touches whom where


def edge_held(unit: Unit, enemy: Unit) -> str:
    """On which of its edges an enemy holds a unit; its front if he does not."""
    return next((one.edge for one in contacts(unit) if one.enemy == enemy.id), FRONT)


def enemies_in_front(s: State, unit: Unit) -> list[Unit]:
    """The enemies it touches with its front, in the order in which they came."""
    return [s.units[one.enemy] for one in contacts(unit) if one.edge == FRONT]


def edge_files(s: State, unit: Unit, edge: str) -> int:
    """The files that an edge of a unit presents (fucilieri.3.5.2.1a, .3.5.2.1b)."""
    file = s.tables.combat_dice.file
    if unit.post:
        return -(-s.tables.bases.building.front // file)
    shape = s.shape(unit)
    if unit.is_guns:
        return -(-(shape.depth if edge == FLANK else shape.width) // file)
    return -(-shape.depth // file) if edge == FLANK else files(unit)


# The dice


def combat_dice(s: State, unit: Unit, enemy: Unit) -> Tally:
    """Its dice against one enemy, before odd ones are placed: of several in front each has an even share (.3.5.2.6)."""
    edge, rows = edge_held(unit, enemy), s.tables.combat_dice
    found = Tally(KIND)
    if unit.is_guns:
        number = min(unit.figures, rows.artillery) // max(1, len(contacts(unit)))
        found.add(number, "crew", "fucilieri.3.5.2.4")
    elif edge == FLANK:
        found.add(min(ranks(unit), rows.flank), "ranks", "fucilieri.3.5.2.3")
    elif edge == REAR:
        found.add(part_of(files(unit), rows.rear), "files", "fucilieri.3.5.2.3")
    else:
        front = enemies_in_front(s, unit) or [enemy]
        found = front_dice(s, unit, front)
        if len(front) > 1:
            found.add(found.total // len(front) - found.total, "split", "fucilieri.3.5.2.6")
    return found


def front_dice(s: State, unit: Unit, enemies: list[Unit]) -> Tally:
    """All the dice that a unit has for the enemies on its front (fucilieri.3.5.2.1a-3.5.2.2, .3.5.2.5a, .5.13)."""
    rows, found = s.tables.combat_dice, Tally(KIND)
    theirs = sum(edge_files(s, one, edge_held(one, unit)) for one in enemies)
    if unit.formation == SQUARE and not unit.post:
        found.add(min(files(unit), theirs), "files", "fucilieri.3.5.2.1b")
        return found
    own = part_of(unit.figures, rows.building) if unit.post else files(unit)
    number = min(own, theirs + rows.beyond_enemy)
    if unit.post or any(one.post for one in enemies):
        number = min(number, rows.building_files)
    found.add(number, "files", "fucilieri.5.13" if unit.post else "fucilieri.3.5.2.1a")
    if not unit.post:
        found.add(ranks_behind(s, unit), "ranks-behind", "fucilieri.3.5.2.2")
    if unit.profile.arm == HEAVY and HAS_CHARGED.is_on(unit):
        found.add(rows.heavy_charge, "heavy-charge", "fucilieri.3.5.2.5a")
    return found


def ranks_behind(s: State, unit: Unit) -> int:
    """Its ranks behind the first that are at least half full, as far as they count (fucilieri.3.5.2.2)."""
    rows = s.tables.combat_dice
    if unit.formation in (SQUARE, OPEN):
        return 0
    across, part = files(unit), rows.full
    full, rest = divmod(unit.figures, across)
    behind = full - 1 + (rest > 0 and rest * part[1] >= across * part[0])
    return max(0, min(behind, rows.ranks.horse if unit.is_horse else rows.ranks.foot))


def odd_dice(s: State, unit: Unit) -> int:
    """How many dice are left over when those for its front, or of a crew, are shared out evenly (.3.5.2.6)."""
    if unit.is_guns:
        return min(unit.figures, s.tables.combat_dice.artillery) % max(1, len(contacts(unit)))
    front = enemies_in_front(s, unit)
    return front_dice(s, unit, front).total % len(front) if front else 0


def extra_dice(s: State, unit: Unit) -> int:
    """The dice it may use against any enemy: a veteran has one (fucilieri.1.2.4b, .3.5.2.5b)."""
    return unit.quality.dice.combat


# What hits


def to_hit(s: State, unit: Unit, enemy: Unit) -> Tally:
    """What is added to each of its dice against an enemy (fucilieri.3.5.3)."""
    found = Tally("combat")
    for name in _circumstances(s, unit, enemy):
        s.tables.modifiers.combat.count(name, found)
    return found


def needed(s: State, tally: Tally) -> int:
    """The natural die that hits: 3 at best, and a 6 always does (fucilieri.0.11, .3.5.3.1)."""
    numbers = s.tables.numbers
    return min(max(s.tables.combat_dice.hits - tally.total, numbers.best_hit), numbers.always_hits)


def _circumstances(s: State, unit: Unit, enemy: Unit) -> Iterator[str]:
    """The lines of the table of modifiers that hold."""
    charged, quality = HAS_CHARGED.is_on(unit), unit.profile.quality
    is_steady_line = enemy.is_foot and enemy.formation == LINE and not (enemy.is_disorganised or enemy.is_demoralised)
    holds = {
        "cavalry-charged": unit.is_horse and charged,
        "elan-or-fanatic-charged": charged
        and ((ELAN in unit.profile.abilities and unit.is_foot) or unit.profile.type == "fanatic"),
        "elite": quality == "elite",
        "poor": quality == "poor",
        "bloodlust": unit.has_bloodlust,
        "strikes-flank-or-rear": edge_held(enemy, unit) != FRONT,
        "struck-in-flank-or-rear": edge_held(unit, enemy) != FRONT,
        "cavalry-against-formed-line": unit.is_horse and is_steady_line and edge_held(enemy, unit) == FRONT,
        "cavalry-against-square": unit.is_horse and enemy.formation == SQUARE,
        "open-order-against-close": unit.formation == OPEN and not unit.post and enemy.is_close and not enemy.post,
        "disorganised": unit.is_disorganised,
        "demoralised": unit.is_demoralised,
        "higher": is_higher(s, unit, enemy),
        "across-obstacle-or-into-building": is_hindered(s, unit, enemy),
    }
    return (name for name, is_so in holds.items() if is_so)


def is_higher(s: State, unit: Unit, enemy: Unit) -> bool:
    """Whether it stands higher on a hill or dyke (fucilieri.3.5.3.11)."""
    return s.ground.height(s.base(unit).outline) > s.ground.height(s.base(enemy).outline)


def is_hindered(s: State, unit: Unit, enemy: Unit) -> bool:
    """Whether it has charged across an obstacle that still lies between, or into a building; grenades help (.1.5.6)."""
    if GRENADES in unit.profile.abilities or not ATTACKS.is_on(unit, enemy.id):
        return False
    if enemy.post:
        return True
    return any(one.effect.hinders_attacker for one in s.ground.between(s.base(enemy).outline, unit.pose.point))


# Odds


def hits_odds(s: State, unit: Unit, dice: Mapping[str, int]) -> dict[int, Fraction]:
    """How likely each number of hits is, of so many dice against each enemy; cuirasses are counted in."""
    chances: list[Fraction] = []
    for id, number in dice.items():
        enemy = s.units[id]
        chance = 1 - at_most(needed(s, to_hit(s, unit, enemy)) - 1, D6)
        if CUIRASS in enemy.profile.abilities:
            chance *= at_most(s.tables.saving_throws.cuirass - 1, D6)
        chances += [chance] * number
    return added(chances)
