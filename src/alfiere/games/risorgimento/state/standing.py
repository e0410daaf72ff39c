"""How units stand to each other: distances, touching, edges, front, flank and rear (risorgimento.geo)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from alfiere.games.risorgimento.sheets.ground import point_gap
from alfiere.games.risorgimento.sheets.scenario_forms import PlaceForm
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.unit import SQUARE, Commander, Unit
from alfiere.kernel.decision import Seat
from alfiere.table.fronts import EDGES, FRONT, Edge, edge_of
from alfiere.table.measuring import gap, within
from alfiere.table.shapes import Base, Outline, base, box, boxes_meet

FRONTS: Final = {SQUARE: EDGES}  # a square has four, risorgimento.geo.13


def apart(s: BattleState, one: Unit, other: Unit) -> int:
    """The distance between two bases (risorgimento.geo.3)."""
    return gap(s.base(one).outline, s.base(other).outline)


def is_within(s: BattleState, one: Unit, other: Unit, limit: int) -> bool:
    """Whether two units are so far from each other or nearer."""
    return within(s.base(one).outline, s.base(other).outline, limit)


def touch(s: BattleState, one: Unit, other: Unit) -> bool:
    """Whether their bases touch (risorgimento.geo.4)."""
    return is_within(s, one, other, s.scene.field.touch)


def near(s: BattleState, outline: Outline, limit: int, seat: Seat) -> list[Unit]:
    """The units of a side on the table within a distance of an outline, in the order of battle."""
    west, north, east, south = box(outline)
    area = (west - limit, north - limit, east + limit, south + limit)
    found = {
        one.base.id
        for one in s.scene.about(area)
        if boxes_meet(area, one.box) and s.units[one.base.id].seat == seat and within(one.base.outline, outline, limit)
    }
    return [s.units[id] for id in s.units if id in found] if len(found) > 1 else [s.units[id] for id in found]


def enemies_within(s: BattleState, unit: Unit, limit: int) -> list[Unit]:
    """The enemy units within a distance of a unit."""
    seat = "blue" if unit.seat == "red" else "red"
    return near(s, s.base(unit).outline, limit, seat)


def enemies_touched(s: BattleState, unit: Unit) -> list[Unit]:
    """The enemy units its base touches."""
    return enemies_within(s, unit, s.scene.field.touch)


def fronts(s: BattleState, unit: Unit) -> Iterator[Edge]:
    """The edges that are fronts: one, or the four of a square (risorgimento.geo.2, .geo.13)."""
    placed = s.base(unit)
    for name in FRONTS.get(unit.formation, (FRONT,)):
        yield edge_of(placed, name)


def base_of_leader(s: BattleState, who: Commander) -> Base:
    """The base of a commander (risorgimento.cmd.2)."""
    return base(who.id, s.tables.bases.commander.shape, *who.pose)


def is_in_radius(s: BattleState, who: Commander, outline: Outline) -> bool:
    """Whether a base lies within a commander's radius (risorgimento.a.1.22)."""
    return within(base_of_leader(s, who).outline, outline, who.radius)


def place_gap(s: BattleState, place: PlaceForm, outline: Outline) -> int:
    """How far a base is from a place that can be held."""
    return s.ground.gap(place.piece, outline) if place.at is None else point_gap(place.at, outline)


def touches_place(s: BattleState, place: PlaceForm, outline: Outline) -> bool:
    """Whether a base touches a place that can be held, or lies in it (risorgimento.i.1.3, .mor.16)."""
    touch = s.scene.field.touch
    return (
        s.ground.is_within(place.piece, outline, touch) if place.at is None else point_gap(place.at, outline) <= touch
    )
