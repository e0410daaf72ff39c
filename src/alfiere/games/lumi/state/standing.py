"""How units stand to each other: distances, contact, front, flank and rear, higher ground (1.1)."""

from __future__ import annotations

from functools import lru_cache

from alfiere.battles.open_battle import ON, other
from alfiere.battles.standing import enemies_touched, near
from alfiere.games.lumi.sheets.tables import tables
from alfiere.games.lumi.state.base import STORMS, Base, General
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.state.unit import Unit, bases_of, body, form
from alfiere.table.fronts import edge_of
from alfiere.table.measuring import FRONT, gap, side_of, within
from alfiere.table.shapes import Base as Placed
from alfiere.table.shapes import Outline, Point, Pose, base, outline_of


def outlines(s: State, unit: Unit) -> list[Outline]:
    """The ground its bases cover."""
    return [s.base(one).outline for one in bases_of(s, unit)]


def apart(s: State, one: Unit, two: Unit) -> int:
    """The distance between the nearest points of two units (lumi.1.1.3)."""
    return min(gap(here, there) for here in outlines(s, one) for there in outlines(s, two))


def enemies_within(s: State, unit: Unit, limit: int) -> list[Base]:
    """The enemy bases within a distance of a unit, «within» includes it (lumi.1.1.3), in the order of battle."""
    found = {one.id for here in outlines(s, unit) for one in near(s, here, limit, other(unit.seat))}
    return [one for one in s.foes(unit.seat) if one.id in found]


def foes_touched(s: State, one: Base) -> list[Base]:
    """The enemies a base is in contact with (lumi.1.1.6); a garrison with who has reached its walls (lumi.3.3.3k)."""
    if one.post:
        return [foe for foe in s.foes(one.seat) if one in stormed(s, foe)]
    return [foe for foe in enemies_touched(s, one) if not foe.post] + stormed(s, one)


def stormed(s: State, one: Base) -> list[Base]:
    """The garrisons a base is in contact with, at the edge of their buildings (lumi.3.3.3k)."""
    found = [foe for id in STORMS.all(one) if (foe := s.bases[id]).is_on and foe.post] if one.marks else []
    if not found:
        return []
    terrain, here, touch = s.ground.terrain, s.base(one).outline, s.field.touch
    return [foe for foe in found if terrain.within(foe.post, here, touch)]


def in_contact(s: State, unit: Unit) -> list[Base]:
    """Its bases that touch an enemy (lumi.1.1.6)."""
    return [one for one in bases_of(s, unit) if foes_touched(s, one)]


def is_in_melee(s: State, one: Base) -> bool:
    """Whether a base is in contact with an enemy (lumi.6.1.1)."""
    return bool(foes_touched(s, one))


def front_middle(s: State, unit: Unit) -> Point:
    """The midpoint of its front edge."""
    return edge_of(body(s, unit)).middle


def side_struck(s: State, at: Point, target: Unit) -> str:
    """From where an attack comes whose front edge has its midpoint there: front, flank or rear (lumi.1.1.4, .1.1.5).

    Squares and garrisons have only a front (lumi.1.7.5a, .3.3.3g).
    """
    if form(s, target).fronts_all_round or s.bases[target.id].post:
        return FRONT
    return side_of(body(s, target), *at)


def is_higher(s: State, one: Unit, two: Unit) -> bool:
    """Whether a unit is on higher ground than another (lumi.3.3.3j)."""
    return s.ground.is_higher(body(s, one).outline, body(s, two).outline)


def base_of_general(s: State, who: General) -> Placed:
    """A general's disc (lumi.1.1.2)."""
    return base(who.id, s.tables.general_base, *who.pose)


def is_in_radius(s: State, who: General, unit: Unit) -> bool:
    """Whether a general has a unit within his command radius (lumi.8.1)."""
    radius, placed, bases = who.values.radius, s.scene.by_id, s.bases
    disc = disc_at(who.x, who.y)
    return any(within(disc, placed[id].outline, radius) for id in unit.ids if bases[id].where == ON)


@lru_cache(maxsize=1024)
def disc_at(x: int, y: int) -> Outline:
    """The ground a general's disc covers."""
    return outline_of(tables().general_base, Pose(x, y, 0))
