"""How units and leaders stand to each other: zones, command radius, contact (0.7-0.9, 3.1.5)."""

from __future__ import annotations

from typing import Final, NamedTuple

from alfiere.battles.open_battle import ON
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.leader import Leader
from alfiere.games.fucilieri.state.unit import HAS_ENGAGED, STRUCK, Unit
from alfiere.table.headings import SCALE, cosine, offset, sine
from alfiere.table.measuring import gap, within
from alfiere.table.shapes import Outline, Point, outline_of

FRONT, FLANK, REAR = "front", "flank", "rear"
ZONES: Final = (FRONT, FLANK, REAR)


class Contact(NamedTuple):
    """An enemy with whom a unit is engaged, and on which of its edges he holds it (fucilieri.3.3.1.9)."""

    enemy: str
    edge: str  # front, flank or rear of the unit


def front_middle(unit: Unit, depth: int) -> Point:
    """The midpoint of its front edge."""
    dx, dy = offset(unit.heading, depth // 2)
    return unit.x + dx, unit.y + dy


def zone_of(s: State, unit: Unit, point: Point) -> str:
    """In which zone of a unit a point lies; the rays belong to front and rear (fucilieri.0.7-0.9)."""
    if not unit.has_flanks:
        return FRONT
    shape = s.shape(unit)
    dx, dy = point[0] - unit.x, point[1] - unit.y
    aside, along = sine(unit.heading), cosine(unit.heading)
    ahead, right = dx * aside - dy * along, dx * along + dy * aside  # times SCALE
    beyond = max(0, abs(right) - shape.width * SCALE // 2)
    if ahead - shape.depth * SCALE // 2 >= beyond:
        return FRONT
    return REAR if -ahead - shape.depth * SCALE // 2 >= beyond else FLANK


# Leaders


def leader_outline(leader: Leader) -> Outline:
    """The edge of a leader's base."""
    return outline_of(leader.shape, leader.pose)


def to_leader(s: State, unit: Unit, leader: Leader) -> int:
    """The distance of a unit from a leader; none if he has joined it (fucilieri.3.1.5.1)."""
    return 0 if leader.joined == unit.id else gap(s.base(unit).outline, leader_outline(leader))


def in_radius(s: State, unit: Unit) -> bool:
    """Whether a unit is within the command radius of its leader (fucilieri.3.1.5.1-4)."""
    leader = s.leader_of(unit.command)
    return leader is not None and to_leader(s, unit, leader) <= leader.radius


def in_contact(s: State, leader: Leader, unit: Unit) -> bool:
    """Whether a leader is in base contact with a unit."""
    if leader.where != ON or unit.where != ON:
        return False
    return leader.joined == unit.id or within(leader_outline(leader), s.base(unit).outline, s.field.touch)


def leaders_touch(s: State, one: Leader, other: Leader) -> bool:
    """Whether two leaders are in base contact, or have joined the same unit."""
    if not (one.is_on and other.is_on):
        return False
    if one.joined and one.joined == other.joined:
        return True
    return within(leader_outline(one), leader_outline(other), s.field.touch)


# Contact between enemies: made by a charge and kept as a mark of both, so that the struck edge is not worked out anew


def engage(one: Unit, enemy: Unit, edge: str, enemy_edge: str) -> None:
    """Two units are in contact: on this edge of the one, on that of the enemy (fucilieri.3.3.3.6)."""
    part(one, enemy)
    STRUCK.put(one, f"{enemy.id} {edge}")
    STRUCK.put(enemy, f"{one.id} {enemy_edge}")
    for unit in (one, enemy):
        if not HAS_ENGAGED.is_on(unit):
            HAS_ENGAGED.put(unit)


def contacts(unit: Unit) -> list[Contact]:
    """With whom a unit is engaged, in the order in which they came."""
    return [Contact(*about.split(" ")) for about in STRUCK.all(unit)]


def is_engaged(unit: Unit) -> bool:
    """Whether it is in contact with an enemy by a charge (fucilieri.3.3.3.6)."""
    return STRUCK.is_borne(unit)


def part(one: Unit, enemy: Unit) -> None:
    """Two units are in contact no more."""
    for unit, other in ((one, enemy), (enemy, one)):
        for contact in contacts(unit):
            if contact.enemy == other.id:
                STRUCK.take(unit, f"{contact.enemy} {contact.edge}")


def break_contact(s: State, unit: Unit) -> list[Unit]:
    """It leaves everybody it was engaged with, who stay where they are; who they were (fucilieri.3.6.40)."""
    left = [s.units[contact.enemy] for contact in contacts(unit)]
    for enemy in left:
        part(unit, enemy)
    return left
