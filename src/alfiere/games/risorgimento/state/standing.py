"""How units stand to each other: distances, touching, edges, front, flank and rear (risorgimento.geo)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from alfiere.battles.standing import all_near, apart, enemies_touched, enemies_within, is_within, near, touch
from alfiere.games.risorgimento.sheets.ground import point_gap
from alfiere.games.risorgimento.sheets.scenario_forms import PlaceForm
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.unit import SQUARE, Commander, Unit
from alfiere.table.fronts import EDGES, FRONT, Edge, edge_of
from alfiere.table.measuring import within
from alfiere.table.shapes import Base, Outline, base

__all__ = [
    "FRONTS",
    "all_near",
    "apart",
    "base_of_leader",
    "enemies_touched",
    "enemies_within",
    "fronts",
    "is_in_radius",
    "is_within",
    "near",
    "place_gap",
    "touch",
    "touches_place",
]

FRONTS: Final = {SQUARE: EDGES}  # a square has four, risorgimento.geo.13


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
