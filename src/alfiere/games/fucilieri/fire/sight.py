"""Chapters 0.12 to 0.15: who sees whom, past buildings, woods, hills, vines and other units."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import isqrt

from alfiere.games.fucilieri.sheets.ground import Ground
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.unit import LIMBERED, OPEN, SQUARE, Unit
from alfiere.table.field import Box
from alfiere.table.legs import Footing
from alfiere.table.measuring import gap, within
from alfiere.table.shapes import Base, Outline, Point, Rect, Shape, box, boxes_meet, centre
from alfiere.table.sight import Crossed, clip, length_of, sight_line


def sees(s: State, unit: Unit, other: Unit) -> bool:
    """Whether a unit sees another from where it stands (fucilieri.0.12); kept as long as nobody moves."""
    memory, key = s.scene.memory, ("sees", unit.id, other.id)
    if key not in memory:
        memory[key] = sees_from(s, unit, s.footing(unit), other, unit.post)
    return bool(memory[key])


def sees_from(s: State, unit: Unit, footing: Footing, other: Unit, post: str = "") -> bool:
    """Whether a unit would see another if it stood like this, perhaps in a building (fucilieri.0.12)."""
    return _sees(s, unit, footing, s.base(other).outline, post, other)


def sees_outline(s: State, unit: Unit, outline: Outline) -> bool:
    """Whether a unit sees something that is no unit, such as the base of a leader."""
    return _sees(s, unit, s.footing(unit), outline, unit.post)


def _sees(s: State, unit: Unit, footing: Footing, there: Outline, post: str, other: Unit | None = None) -> bool:
    """One line to the centre or a corner is enough."""
    is_all_round = bool(post) or footing.formation in (SQUARE, OPEN)
    eye = footing.pose.point if is_all_round else footing.front
    here = footing.outline
    own = {post, other.post if other is not None else ""}
    points = (centre(box(there)), *there.points)
    pair = {unit.id, other.id if other is not None else ""}
    area = box(Outline((eye, *points)))
    blockers = _blockers(s) - pair
    between = [base for _, base, _ in s.scene.about(area) if base.id in blockers]
    may_hide = any(boxes_meet(area, one) for one in _hiding_boxes(s.ground))
    return any(
        not (between and _is_barred_by_units(s, eye, point, (here, there), between))
        and not (may_hide and _is_barred_by_ground(s, eye, point, (here, there), own))
        for point in points
    )


def nearest_visible(s: State, unit: Unit) -> Unit | None:
    """The nearest enemy unit that a unit sees, kept while nobody moves; of several as near the first in the list."""
    memory, key = s.scene.memory, ("nearest visible", unit.id)
    if key not in memory:
        found = _nearest_visible(s, unit)
        memory[key] = found.id if found is not None else ""
    return s.units.get(memory[key])


def _nearest_visible(s: State, unit: Unit) -> Unit | None:
    found: tuple[int, Unit] | None = None
    for least, foe in by_nearness(s, s.footing(unit), s.foes(unit.seat)):
        if found is not None and least > found[0]:
            break
        far = gap(s.base(unit).outline, s.base(foe).outline)
        if (found is None or far < found[0]) and sees(s, unit, foe):
            found = far, foe
    return None if found is None else found[1]


def by_nearness(s: State, footing: Footing, others: Iterable[Unit]) -> list[tuple[int, Unit]]:
    """Units by the least distance they can have from somewhere, as their centres lie: cheap, and never too much."""
    x, y = footing.pose.point
    own, bases = _half_diagonal(footing.shape), s.scene.by_id
    found = [(_length(one.x - x, one.y - y) - own - _half_diagonal(bases[one.id].shape), one) for one in others]
    return sorted(found, key=lambda entry: entry[0])


def _length(x: int, y: int) -> int:
    """A length rounded down."""
    return isqrt(x * x + y * y)


@lru_cache(maxsize=256)
def _half_diagonal(shape: Shape) -> int:
    assert isinstance(shape, Rect)
    return isqrt(shape.width**2 + shape.depth**2) // 2 + 1


# What stands in the way


def _blockers(s: State) -> set[str]:
    """The units one does not see past: in close order, and limbered guns (fucilieri.0.13); kept while nobody moves."""
    memory = s.scene.memory
    if "blockers" not in memory:
        on_table = (one for one in s.on_table if not one.post)
        memory["blockers"] = {one.id for one in on_table if one.is_close or one.formation == LIMBERED}
    found: set[str] = memory["blockers"]
    return found


def hill_level(s: State, outline: Outline) -> int:
    """How high the hill is on which some part of a footprint stands; 0 on the plain (fucilieri.5.17)."""
    hills = (one for one in s.ground.areas if one.effect.is_higher)
    return max((one.level for one in hills if s.ground.terrain.overlaps(one.id, outline)), default=0)


def _is_barred_by_units(
    s: State, start: Point, end: Point, both: tuple[Outline, Outline], between: Iterable[Base]
) -> bool:
    """Whether one of these units stands on a line between two others; from a hill one sees over those below (.0.14)."""
    return any(
        clip(base.outline.points, start, end) is not None and not _is_seen_over(s, base.outline, both)
        for base in between
    )


def _is_seen_over(s: State, outline: Outline, both: tuple[Outline, Outline]) -> bool:
    level = hill_level(s, both[0])
    if not level or level <= hill_level(s, outline):
        return False
    return not any(within(outline, one, s.tables.distances.over_units) for one in both)


def _is_barred_by_ground(s: State, start: Point, end: Point, both: tuple[Outline, Outline], own: set[str]) -> bool:
    """Whether ground on a line blocks it (fucilieri.0.13, .0.15)."""
    hiding, thick = _hiding(s.ground)
    line = sight_line(s.ground.terrain, start, end, hiding)
    if not line.crossed:
        return False
    if line.inside(thick) > s.tables.distances.wood_sight:
        return True
    return any(_blocks(s, one, start, end, both, own) for one in line.crossed)


@lru_cache(maxsize=16)
def _hiding(ground: Ground) -> tuple[frozenset[str], frozenset[str]]:
    """The kinds of ground that may hide somebody, and those one does not see far through."""
    kinds = {one.kind.id: one.effect for one in ground.pieces.values()}
    thick = frozenset(id for id, effect in kinds.items() if effect.depth)
    return thick | {id for id, effect in kinds.items() if effect.blocks or effect.inside}, thick


@lru_cache(maxsize=16)
def _hiding_boxes(ground: Ground) -> tuple[Box, ...]:
    """Where something may hide somebody at all."""
    hiding, _ = _hiding(ground)
    return tuple(one.box for one in ground.terrain.compiled if one.feature.kind in hiding)


def _blocks(s: State, crossed: Crossed, start: Point, end: Point, both: tuple[Outline, Outline], own: set[str]) -> bool:
    piece = s.ground.piece_of(crossed.feature.id)
    effect = piece.effect
    if effect.inside and length_of(start, end, crossed.leave - crossed.enter) > effect.inside:
        return True
    if not effect.blocks or piece.id in own:
        return False
    # who stands on a hill or dyke, or touches it, sees and is seen
    return not (effect.is_higher and any(s.ground.touches(piece.id, one) for one in both))
