"""Which fronts lie on which enemies, on sides of villages too, and where none may be laid (G.0, G.5, geo.21)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from alfiere.battles.ground_forms import Edge as SideName
from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.fire.engaged import ABANDONED, ATTACKS, is_behind_walls, is_beside, is_front, neighbours
from alfiere.games.risorgimento.movement.zones import supported_enemy
from alfiere.games.risorgimento.sheets.ground import OPPOSITE, SIDES
from alfiere.games.risorgimento.state.battle import BattleState, other
from alfiere.games.risorgimento.state.posts import guns_on, holder, sector_of, side_line, side_of
from alfiere.games.risorgimento.state.standing import near
from alfiere.games.risorgimento.state.unit import ARTILLERY, CAVALRY, OF_UNIT, Unit
from alfiere.kernel.objection import Objection, because
from alfiere.table.closing import struck_edge
from alfiere.table.fronts import EDGES, FLUSH, FRONT, Contact, Edge, edge_of, shared_length
from alfiere.table.headings import turn_between
from alfiere.table.legs import Footing
from alfiere.table.measuring import segment_to_segment
from alfiere.table.shapes import Outline
from alfiere.table.swift import quick

FIGHTS = OF_UNIT.about("fights", str, TURN)  # whom its owner has chosen for it, risorgimento.g.0.8, .g.5.14


@quick
class Touch(NamedTuple):
    """A front that lies on an enemy: by which edge of each, over what length."""

    unit: Unit
    own: str
    foe: Unit
    edge: str
    length: int


# Fronts on enemies (risorgimento.g.0.1, .g.0.2, .g.0.6)


def touches(s: BattleState, unit: Unit) -> list[Touch]:
    """The enemies a front of the unit lies on. In a village only who stands before one's side counts (.g.5.5)."""
    if not unit.is_steady or ABANDONED.is_on(unit):
        return []
    if unit.post:
        outside = before_side(s, sector_of(unit), side_of(unit), other(unit.seat))
        is_first = unit.arm != ARTILLERY or holder(s, sector_of(unit), side_of(unit)) is None
        return [Touch(unit, FRONT, foe, FRONT, length) for foe, length in (*outside, *next_door(s, unit))] * is_first
    found = []
    for foe, met in foes_touched(s, unit):
        if is_front(unit, met.own) and not foe.post and not ABANDONED.is_on(foe):
            found.append(Touch(unit, met.own, foe, met.other, met.length))
    for sector, side, length in own_sides(s, unit) if unit.arm != CAVALRY else ():
        defender = defender_of(s, sector, side, unit)
        if defender is not None:
            found.append(Touch(unit, FRONT, defender, FRONT, length))
    return found


def reached(s: BattleState, unit: Unit) -> Unit | None:
    """The enemy whom its front has reached, be it with a corner; not one whom it only stands by to support a friend."""
    found: list[tuple[int, Unit]] = []
    for foe, met in foes_touched(s, unit):
        if is_front(unit, met.own) and not is_behind_walls(foe, met.other):
            if met.length or supported_enemy(s, unit, s.footing(unit)) is not foe:
                found.append((met.length, foe))
    return max(found, key=lambda one: one[0])[1] if found else None


def foes_touched(s: BattleState, unit: Unit) -> list[tuple[Unit, Contact]]:
    """The unbroken enemies its base touches, and how."""
    met = neighbours(s, unit)
    return [(one, how) for one, how in met if one.seat != unit.seat and one.is_steady] if met else []


def aims(s: BattleState, unit: Unit) -> dict[str, Touch]:
    """Whom each front fights: the enemy it lies on over the greatest length; of equals its owner's choice (.g.0.8)."""
    touched = touches(s, unit)
    if not touched:
        return {}
    chosen, found = FIGHTS.first(unit), dict[str, Touch]()
    for one in sorted(touched, key=lambda one: (-one.length, one.foe.id != chosen)):
        found.setdefault(one.own, one)
    return {edge: found[edge] for edge in EDGES if edge in found} if len(found) > 1 else found


def ties(s: BattleState, unit: Unit) -> list[Unit]:
    """The enemies a front lies on over the same length, if there are several: its owner chooses (.g.0.8)."""
    touched = touches(s, unit)
    for edge in EDGES if touched else ():
        found = [one for one in touched if one.own == edge]
        most = max((one.length for one in found), default=0)
        equal = [one.foe for one in found if one.length == most]
        if len(equal) > 1:
            return equal
    return []


def is_engaged_in_front(s: BattleState, unit: Unit, but: Unit | None = None) -> bool:
    """Whether its front lies on an enemy, other than one."""
    return any(one.foe is not but for one in touches(s, unit))


def fronts_on(s: BattleState, unit: Unit) -> Iterator[Touch]:
    """The fronts of enemies that lie on a unit."""
    if unit.post:
        outside = before_side(s, sector_of(unit), side_of(unit), other(unit.seat))
        foes = [foe for foe, _ in (*outside, *next_door(s, unit))]
    else:
        foes = [foe for foe, _ in foes_touched(s, unit)]
    for foe in foes:
        yield from (one for one in touches(s, foe) if one.foe is unit)


# Villages and farms: who stands before a side


def own_sides(s: BattleState, unit: Unit) -> list[tuple[str, SideName, int]]:
    """The sides on which its front lies where it stands; remembered until it moves."""
    kept = s.scene.kept(unit.id)
    if "sides" not in kept:
        kept["sides"] = sides_touched(s, unit, s.footing(unit))
    found: list[tuple[str, SideName, int]] = kept["sides"]
    return found


def sides_touched(s: BattleState, unit: Unit, footing: Footing) -> list[tuple[str, SideName, int]]:
    """The sides of sectors and farms on which a front lies, from outside, and over what length (.g.5.13)."""
    touch, placed, found = s.scene.field.touch, footing.base(unit.id), list[tuple[str, SideName, int]]()
    for piece in s.ground.built_up_near(placed.outline, touch):
        front = edge_of(placed, FRONT)
        for side in SIDES if sector_of(unit) != piece.id else ():
            line = side_line(s, piece.id, side)
            length = shared_length(front, line)
            if length and _lies_along(front, line, touch):
                found.append((piece.id, side, length))
    return found


def next_door(s: BattleState, unit: Unit) -> list[tuple[Unit, int]]:
    """The enemy on whom its front lies from one sector to the next, and over what length (risorgimento.g.5.13)."""
    side = side_of(unit)
    sector = s.ground.neighbours(sector_of(unit)).get(side)
    foe = defender_of(s, sector, OPPOSITE[side], unit) if sector is not None else None
    if foe is None:
        return []
    length = shared_length(edge_of(s.base(unit)), edge_of(s.base(foe)))
    return [(foe, length)] if length else []


def _lies_along(front: Edge, line: Edge, touch: int) -> bool:
    square, over = segment_to_segment(front.start, front.end, line.start, line.end)
    return turn_between(front.heading, line.heading + 1800) <= FLUSH and square <= touch * touch * over


def before_side(s: BattleState, sector: str, side: SideName, seat: str) -> list[tuple[Unit, int]]:
    """The units of a side whose front lies on that side of a sector from outside."""
    line = side_line(s, sector, side)
    touch = s.scene.field.touch
    found = []
    for one in near(s, Outline((line.start, line.end)), touch, seat):
        if one.is_steady and not one.post and one.arm != CAVALRY:
            front = edge_of(s.base(one), FRONT)
            length = shared_length(front, line)
            if length and _lies_along(front, line, touch):
                found.append((one, length))
    return found


def defender_of(s: BattleState, sector: str, side: SideName, attacker: Unit) -> Unit | None:
    """Who defends a side against somebody: the infantry there, else a battery there."""
    found = [one for one in (holder(s, sector, side), *guns_on(s, sector, side)) if one is not None]
    return next((one for one in found if one.seat != attacker.seat and one.is_steady), None)


def front_taken(s: BattleState, unit: Unit, enemy: Unit, edge: str = FRONT) -> Unit | None:
    """A friend who stands on that front of an enemy already (risorgimento.g.0.4, .g.0.7)."""
    touch = s.scene.field.touch  # with a corner alone it attacks him only if it came for that, risorgimento.g.1.2
    found = (one for one in fronts_on(s, enemy) if one.length > touch or ATTACKS.is_on(one.unit, enemy.id))
    units = (one.unit for one in found if one.edge == edge and one.unit is not unit)
    return next((one for one in units if one.seat == unit.seat and _is_aimed(s, one, enemy)), None)


def _is_aimed(s: BattleState, unit: Unit, enemy: Unit) -> bool:
    return any(one.foe is enemy for one in aims(s, unit).values())


def attacked(s: BattleState, unit: Unit, end: Footing) -> list[Unit]:
    """The unbroken enemies on whom the front of a unit would lie there; not one beside whom it only supports a friend.

    Risorgimento.g.0.2, .e.6.13.
    """
    touched = [one for one in near(s, end.outline, s.scene.field.touch, other(unit.seat)) if one.is_steady]
    if not touched:
        return []
    placed, supported = end.base(unit.id), supported_enemy(s, unit, end)
    posts = {f"{sector}/{side}" for sector, side, _ in sides_touched(s, unit, end)}
    return [
        one
        for one in touched
        if one is not supported
        if (one.post in posts if one.post else struck_edge(placed, s.base(one), s.scene.field.touch, EDGES) is not None)
    ]


def why_no_contact(s: BattleState, unit: Unit, footing: Footing, enemy: Unit) -> Objection | None:
    """Why a unit may not end its move like this on an enemy: never two on one front (risorgimento.g.0.4, .g.0.7)."""
    about = {"unit": unit.id, "target": enemy.id}
    if enemy.post and unit.arm == CAVALRY:
        return because("horse-in-village", "risorgimento.g.5.16", unit=unit.id, piece=sector_of(enemy))
    placed = footing.base(unit.id)
    name = FRONT if enemy.post else struck_edge(placed, s.base(enemy), s.scene.field.touch, EDGES)
    if name is None or not is_front(enemy, name):
        return None
    taken = front_taken(s, unit, enemy, name)
    if taken is None or is_beside(s, placed, taken, FLUSH):
        return None
    return because("front-taken", "risorgimento.g.0.4", **about, friend=taken.id)
