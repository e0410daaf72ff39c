"""Lines of fire (D.1, F.1, F.5, geo.9-geo.13): from which edge a unit can fire at another, and what is in the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from alfiere.games.risorgimento.fire.engaged import ABANDONED
from alfiere.games.risorgimento.fire.sight import is_visible
from alfiere.games.risorgimento.sheets.tables import Band
from alfiere.games.risorgimento.state.battle import BattleState, other
from alfiere.games.risorgimento.state.unit import ARTILLERY, CAVALRY, SQUARE, Unit
from alfiere.kernel.decision import Seat
from alfiere.kernel.objection import Objection, because
from alfiere.table.fronts import EDGES, FRONT, LEFT, RIGHT, Edge, bearing, edge_of, half_of
from alfiere.table.measuring import REAR, side_of
from alfiere.table.shapes import Base, Rect, centre
from alfiere.table.swift import quick
from alfiere.table.terrain import Feature
from alfiere.table.volleys import (
    Shot,
    aimed,
    along_line,
    bases_in,
    gap_to,
    ground_in,
    shot,
    stands_between,
)

NO_AIM: Final[Any] = object()  # stands for a line of fire that nobody has looked for
HALF, FLANK, SIDE = "half", "flank", "side"
HALVED: Final = (HALF, FLANK)  # risorgimento.f.1.2, .f.1.3
HILL: Final = "hill"  # the row of table 5b
BUILT_UP: Final = ("farm", "village")


@quick
class Segment(NamedTuple):
    """An edge, or half of one, that fires: its name, what such fire is called, and the whole edge it is of."""

    name: str
    kind: str  # front, half, flank or side (of a square)
    edge: Edge
    whole: Edge


@quick
class Aim(NamedTuple):
    """One way in which a unit can fire at another."""

    segment: Segment
    shot: Shot
    band: Band

    @property
    def kind(self) -> str:
        """Front, half, flank or side."""
        return self.segment.kind


def segments(s: BattleState, unit: Unit) -> list[Segment]:
    """What it fires from, the best first (risorgimento.geo.9, .geo.13, .f.1.1-f.1.3).

    A battery fires from its front alone (d.1.3), and in a village or farm there are no flanks (g.5.5).
    """
    kept = s.scene.kept(unit.id)
    found: list[Segment] | None = kept.get("segments")
    if found is None:
        found = kept["segments"] = list(_segments(s, unit))
    return found


def _segments(s: BattleState, unit: Unit) -> Iterator[Segment]:
    placed = s.base(unit)
    if unit.formation == SQUARE:
        sides = [edge_of(placed, name) for name in EDGES]
        yield from (Segment(one.name, SIDE, one, one) for one in sides)
        yield from (Segment(f"{one.name}/{hand}", SIDE, half_of(one, hand), one) for one in sides for hand in _HANDS)
        return
    front = edge_of(placed)
    yield Segment(FRONT, FRONT, front, front)
    if unit.arm != ARTILLERY:
        yield from (Segment(f"{FRONT}/{hand}", HALF, half_of(front, hand), front) for hand in _HANDS)
        if not unit.post:
            flanks = (edge_of(placed, hand) for hand in _HANDS)
            yield from (Segment(one.name, FLANK, one, one) for one in flanks)


_HANDS: Final = (LEFT, RIGHT)


def shots(s: BattleState, unit: Unit, target: Unit, edge: str = "") -> Iterator[Aim]:
    """The ways in which it can fire at a target that it sees, the best first; from one edge of it, if asked.

    What is cheapest to know is asked first: boxes, arcs, range, sight, a base on the middle line, at last the corridor.
    """
    weapon, aimed, arc = s.tables.weapons[unit.profile.weapon], s.base(target), _arc(s, unit)
    if not weapon.fires or not in_reach(s, unit, target):
        return
    is_seen: bool | None = None
    is_flat: bool | None = None
    for segment in segments(s, unit):
        if edge and segment.whole.name != edge:
            continue
        heading = _aim(segment.edge, aimed, arc)
        if heading is None or (band := weapon.band(gap_to(segment.edge, aimed.outline))) is None:
            continue
        if is_seen is None:
            is_seen = is_visible(s, unit, target)  # risorgimento.d.2.6
        if not is_seen:
            return
        if is_flat is None:
            is_flat = not level_of(s, unit) and not level_of(s, target)
        if is_flat and _is_barred(s, segment.edge, aimed, heading, (unit.id, target.id)):
            continue
        one = _shot(s, unit, segment.edge, heading, aimed)
        if one is not None and is_free(s, one, unit, target):
            yield Aim(segment, one, band)


def who_reaches(s: BattleState, target: Unit) -> list[Unit]:
    """The enemies that may be near enough to fire at a unit."""
    x, y, units = target.x, target.y, s.units
    return [
        units[id]
        for west, north, east, south, id in _reached_by(s, other(target.seat))
        if west <= x <= east and north <= y <= south
    ]


def _reached_by(s: BattleState, seat: Seat) -> list[tuple[int, int, int, int, str]]:
    """The box in which whom a unit may fire at has his centre, of all of a side that fire at all."""
    memory = s.memory_of(seat)
    found: list[tuple[int, int, int, int, str]] | None = memory.get("reached by")
    if found is None:
        reaches = s.tables.reaches
        fire = [(one, reaches[one.profile.weapon]) for one in s.side(seat)]
        found = memory["reached by"] = [
            (one.x - far, one.y - far, one.x + far, one.y + far, one.id) for one, far in fire if far >= 0
        ]
    return found


def whom_it_reaches(s: BattleState, unit: Unit) -> list[Unit]:
    """The enemies that may be near enough to be fired at by a unit."""
    far, x, y = s.tables.reaches[unit.profile.weapon], unit.x, unit.y
    if far < 0:
        return []
    west, north, east, south = x - far, y - far, x + far, y + far
    return [one for one in s.foes(unit.seat) if west <= one.x <= east and north <= one.y <= south]


def in_reach(s: BattleState, unit: Unit, other: Unit) -> bool:
    """Whether another may be near enough to be fired at: cheap to know, and wrong only in saying yes."""
    reach = s.tables.reaches[unit.profile.weapon]
    return abs(unit.x - other.x) <= reach and abs(unit.y - other.y) <= reach


def best_shot(s: BattleState, unit: Unit, target: Unit, edge: str = "") -> Aim | None:
    """The best way in which it can fire at a target; None if it cannot. It is remembered until the table changes."""
    memory, key = s.scene.memory, (unit.id, target.id, edge)
    found: Aim | None = memory.get(key, NO_AIM)
    if found is NO_AIM:
        found = memory[key] = next(shots(s, unit, target, edge), None)
    return found


def level_of(s: BattleState, unit: Unit) -> int:
    """The level of the ground under its centre, 0 on the plain (risorgimento.d.1.12)."""
    kept = s.scene.kept(unit.id)
    found: int | None = kept.get("level")
    if found is None:
        found = kept["level"] = s.ground.level(unit.x, unit.y)
    return found


def has_free_line(s: BattleState, unit: Unit, target: Unit) -> bool:
    """Whether the whole front of a unit, of cavalry too, has a free line to another it sees (e.2.1.5, e.2.1.14)."""
    one = _aimed(s, unit, edge_of(s.base(unit)), s.base(target))
    return one is not None and is_visible(s, unit, target) and is_free(s, one, unit, target)


def _arc(s: BattleState, unit: Unit) -> int:
    """How far to each side of straight ahead it aims (risorgimento.geo.9)."""
    return s.tables.angles.gun_arc if unit.arm == ARTILLERY else s.tables.angles.arc


def _aim(edge: Edge, target: Base, arc: int) -> int | None:
    """Where an edge aims at a target (risorgimento.geo.9); None where its corridor misses it (risorgimento.geo.10)."""
    assert isinstance(target.shape, Rect)
    size = (target.shape.width + target.shape.depth) // 2  # not less than half the diagonal
    return aimed(edge.start, edge.end, edge.heading, target.point, size, target.outline.points, arc)


def _is_barred(s: BattleState, edge: Edge, target: Base, heading: int, leave_out: tuple[str, str]) -> bool:
    """Whether somebody stands on the line to the centre of the target, where it is the middle of the corridor."""
    if heading != bearing(edge.middle, target.point):
        return False  # the arc holds the aim back
    found = stands_between(s.scene, edge.middle, target.point, leave_out)
    return bool(found) and not ABANDONED.is_on(s.units[found])


def _shot(s: BattleState, unit: Unit, edge: Edge, heading: int, target: Base) -> Shot | None:
    """The line of fire of an edge towards a target (risorgimento.geo.11); None where none of it lies in it."""
    if unit.arm == ARTILLERY:  # risorgimento.d.1.1, .d.1.9: the apex of the cone is the centre of the battery
        return shot(edge, heading, target.outline, s.tables.angles.cone // 2, (unit.x, unit.y))
    return shot(edge, heading, target.outline)


def _aimed(s: BattleState, unit: Unit, edge: Edge, target: Base) -> Shot | None:
    heading = _aim(edge, target, _arc(s, unit))
    return None if heading is None else _shot(s, unit, edge, heading, target)


# What is in the way


def is_free(s: BattleState, one: Shot, unit: Unit, target: Unit) -> bool:
    """Whether nothing stands in a line of fire (risorgimento.d.1.2, .f.1.4)."""
    return next(obstacles(s, one, unit, target), None) is None


def obstacles(s: BattleState, one: Shot, unit: Unit, target: Unit) -> Iterator[Base | Feature]:
    """What stands in a line of fire and cannot be fired over (d.1.4-d.1.8, d.1.10-d.1.12, f.1.5-f.1.7)."""
    found: list[Base | Feature] = list(bases_in(s.scene, one, (unit.id, target.id)))
    found += ground_in(s.scene, one, s.ground.known.blocking)
    if not found:
        return
    own, theirs = level_of(s, unit), level_of(s, target)
    stood_in = {feature.id for who in (unit, target) for feature in s.ground.terrain.at(who.x, who.y)}
    for mask in found:
        if mask.id in stood_in if isinstance(mask, Feature) else ABANDONED.is_on(s.units[mask.id]):
            continue  # risorgimento.d.1.10
        if _level(s, mask) < min(own, theirs):  # risorgimento.d.1.12
            continue
        if own != theirs:  # risorgimento.d.1.8, .f.1.6
            enter, leave = along_line(s.scene, one, s.base(target).outline, mask)
            if 1 - leave > enter:
                continue
        yield mask


def _level(s: BattleState, mask: Base | Feature) -> int:
    """How high what masks a line stands; houses are never fired over for that (risorgimento.d.1.12)."""
    if not isinstance(mask, Feature):
        return level_of(s, s.units[mask.id])
    effect = s.ground.known.effects[mask.kind].id
    if effect in BUILT_UP:
        return HIGHEST
    if effect == HILL:
        return mask.top
    return s.ground.level(*centre(s.ground.terrain.by_id[mask.id].box))


HIGHEST: Final = 99


def is_enfiladed(s: BattleState, aim: Aim, target: Unit) -> bool:
    """Whether fire is enfilade: from beyond the prolonged front of the target, not at its rear (risorgimento.f.5.1-3).

    More than half of a front is beyond a line when its middle is.
    """
    if target.formation == SQUARE or target.is_routed or target.post:
        return False
    placed = s.base(target)
    front, whole = edge_of(placed), aim.segment.whole
    (ax, ay), (bx, by) = front.start, front.end
    x, y = (one + other for one, other in zip(whole.start, whole.end, strict=True))  # twice the middle
    if (bx - ax) * (y - 2 * ay) - (by - ay) * (x - 2 * ax) <= 0:
        return False
    return side_of(placed, *aim.segment.edge.middle, spread=s.tables.angles.zone) != REAR


# Why not


def why_no_shot(s: BattleState, unit: Unit, target: Unit, edge: str = "") -> Objection:
    """What speaks against a shot at a target: range, arc, sight, or what is in the way."""
    about = {"unit": unit.id, "target": target.id}
    guns = unit.arm == ARTILLERY
    weapon, aimed = s.tables.weapons[unit.profile.weapon], s.base(target)
    if unit.arm == CAVALRY:
        return because("cavalry", "risorgimento.f.0.5", **about)
    found = [
        one
        for segment in segments(s, unit)
        if (not edge or segment.whole.name == edge) and (one := _aimed(s, unit, segment.edge, aimed)) is not None
    ]
    if not found:
        return because("out-of-arc", "risorgimento.d.1.9" if guns else "risorgimento.geo.10", **about)
    found = [one for one in found if weapon.band(one.far) is not None]
    if not found:
        return because("out-of-range", "risorgimento.geo.12", **about)
    if not is_visible(s, unit, target):
        return because("not-seen", "risorgimento.d.2.6", **about)
    rule = "risorgimento.d.1.2" if guns else "risorgimento.f.1.4"
    mask = next((mask for one in found for mask in obstacles(s, one, unit, target)), None)
    if mask is None:
        return because("not-asked", rule, **about)
    return because("masked-by-ground" if isinstance(mask, Feature) else "masked", rule, **about, by=mask.id)


def masks(s: BattleState, unit: Unit, target: Unit) -> list[str]:
    """The units that stand in its way when it would fire at a target."""
    aimed = s.base(target)
    found = (_aimed(s, unit, segment.edge, aimed) for segment in segments(s, unit))
    return [mask.id for one in found if one for mask in obstacles(s, one, unit, target) if isinstance(mask, Base)]
