"""Chapters 1.6.10 and 7.1.1e-g: support from the rear and secure flanks, for a unit as a whole."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.battles.standing import near
from alfiere.games.lumi.state.base import ARTILLERY, Base
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.state.standing import is_in_melee
from alfiere.games.lumi.state.unit import Unit, body, form, kind
from alfiere.table.fronts import LEFT, REAR, RIGHT, Edge, edge_of, far_ahead, strip
from alfiere.table.headings import turn_between
from alfiere.table.shapes import Outline


def has_rear_support(s: State, unit: Unit) -> bool:
    """Whether formed friends in good order stand behind it, near enough and facing its way (lumi.7.1.1e)."""
    if kind(s, unit) == ARTILLERY or _needs_no_flanks(s, unit):
        return False
    edge, limit, facing = edge_of(body(s, unit), REAR), s.tables.distances.support_rear, s.bases[unit.id].heading
    return any(
        turn_between(one.heading, facing) <= s.tables.angles.support and not is_in_melee(s, one)
        for one, far in _friends(s, unit, edge, limit, 0)
        if far <= limit
    )


def has_secure_flanks(s: State, unit: Unit) -> bool:
    """Whether both its flanks are secure: by friends, ground that nobody attacks over, or the edge (lumi.7.1.1f)."""
    if kind(s, unit) == ARTILLERY:
        return False
    sides = (edge_of(body(s, unit), name) for name in (LEFT, RIGHT))
    return _needs_no_flanks(s, unit) or all(_is_secure(s, unit, side) for side in sides)


def _needs_no_flanks(s: State, unit: Unit) -> bool:
    """Squares and garrisons: their flanks are always secure, and they never have rear support (lumi.7.1.1g)."""
    return form(s, unit).fronts_all_round or bool(s.bases[unit.id].post)


def _is_secure(s: State, unit: Unit, side: Edge) -> bool:
    limit = s.tables.distances.support_flank
    if any(far <= limit for _, far in _friends(s, unit, side, limit, 900)):
        return True
    beside = strip(side, limit)
    if any(one.kind.secures_flank and s.ground.terrain.within(one.id, beside, 0) for one in s.ground.pieces.values()):
        return True
    return not s.scene.is_on_table(strip(side, limit + 1))


def _friends(s: State, unit: Unit, edge: Edge, limit: int, spread: int) -> Iterator[tuple[Base, int]]:
    """Formed friends, ordered or disordered, ahead of an edge of a unit, each with his distance from it."""
    for one in near(s, Outline((edge.start, edge.end)), limit, unit.seat):
        if one.id not in unit.ids and one.is_formed and one.is_steady and one.kind != ARTILLERY:
            far = far_ahead(edge, s.base(one).outline, spread)
            if far is not None:
                yield one, far
