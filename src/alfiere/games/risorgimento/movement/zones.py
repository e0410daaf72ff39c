"""Chapter E.6: zones of control, and what a unit may do that enters one or starts its move in one."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from alfiere.games.risorgimento.fire.engaged import is_flank_to_flank, is_in_line_with
from alfiere.games.risorgimento.sheets.tables import tables
from alfiere.games.risorgimento.state.battle import BattleState, other
from alfiere.games.risorgimento.state.standing import FRONTS, all_near, near
from alfiere.games.risorgimento.state.unit import ARTILLERY, CAVALRY, Unit
from alfiere.kernel.decision import Seat
from alfiere.table.field import core_of
from alfiere.table.fronts import FRONT, contact, edge_of
from alfiere.table.headings import SCALE, divided, offset, ray
from alfiere.table.legs import Footing
from alfiere.table.manoeuvre import Ground
from alfiere.table.measuring import gap, point_to_segment, side_of
from alfiere.table.shapes import Base, Outline, Point, Rect, base, hull, moved
from alfiere.table.sight import bases_on_line
from alfiere.table.turning import meets

STEPS: Final = 5  # by which the round corners of a zone are made of straight pieces


# Where zones lie (risorgimento.geo.14-16)


def zone_of(s: BattleState, unit: Unit) -> tuple[Ground, ...]:
    """The ground a unit controls: before its front, or before each side of a square; none of a routed one (.e.6.8)."""
    if not unit.is_steady:
        return ()
    kept = s.scene.kept(unit.id)
    if "zone" not in kept:
        kept["zone"] = _zone(s, unit)
    found: tuple[Ground, ...] = kept["zone"]
    return found


def _zone(s: BattleState, unit: Unit) -> tuple[Ground, ...]:
    known = s.tables
    # bases are judged by their cores: what is just as far off is in it
    far = known.weapons[unit.profile.weapon].zone + known.distances.slack
    if unit.arm == ARTILLERY:
        whole = [_cone(s.shape(unit), unit.heading, known.angles.gun_arc, far)]
    else:
        names = FRONTS.get(unit.formation, (FRONT,))
        whole = [_fan(s.shape(unit), unit.heading, name, known.angles.zone, far) for name in names]
    return tuple(Ground(unit.id, moved(one, unit.x, unit.y)) for one in whole)


@lru_cache(maxsize=4096)
def _fan(shape: Rect, heading: int, name: str, spread: int, far: int) -> Outline:
    """What lies ahead of an edge between rays that open by so much, and no farther from it (risorgimento.geo.15).

    This and a cone are made once for a unit whose centre is the origin.
    """
    edge = edge_of(base("", shape, 0, 0, heading), name)
    corners = [edge.start, edge.end]
    for number in range(STEPS + 1):
        turn = spread * number // STEPS
        for (x, y), hand in ((edge.start, -1), (edge.end, 1)):
            dx, dy = offset((edge.heading + hand * turn) % 3600, far)
            corners.append((x + dx, y + dy))
    return Outline(hull(corners))


@lru_cache(maxsize=4096)
def _cone(shape: Rect, heading: int, spread: int, far: int) -> Outline:
    """The part of a battery's cone of fire that is no farther from its front (risorgimento.geo.15, .d.1.9)."""
    edge = edge_of(base("", shape, 0, 0, heading), FRONT)
    corners = [(0, 0)]
    for turn in range(-spread, spread + 1, spread // STEPS):
        low, high = 0, far + shape.depth
        while low < high:  # the farthest point of the ray that is so near to the front
            middle = (low + high + 1) // 2
            dx, dy = offset((edge.heading + turn) % 3600, middle)
            square, over = point_to_segment(dx, dy, *edge.start, *edge.end)
            if square <= far * far * over:
                low = middle
            else:
                high = middle - 1
        corners.append(offset((edge.heading + turn) % 3600, low))
    return Outline(hull(corners))


@lru_cache(maxsize=2)
def farthest_zone(figures: int) -> int:
    """No zone reaches farther from the base whose it is (table 3a)."""
    known = tables(figures)
    return max(one.zone for one in known.weapons.values()) + known.distances.touch


def controls(s: BattleState, enemy: Unit, unit: Unit) -> bool:
    """Whether the zone of an enemy counts for a unit: those of foot and guns not for cavalry (risorgimento.e.6.7)."""
    return enemy.is_steady and (unit.arm != CAVALRY or enemy.arm == CAVALRY)


def zones_about(s: BattleState, unit: Unit, reach: int) -> tuple[Ground, ...]:
    """The zones of enemies that a unit may come into within so far of where it stands."""
    far = reach + 2 * max(s.shape(unit)) + farthest_zone(s.scale)
    west, north, east, south = unit.x - far, unit.y - far, unit.x + far, unit.y + far
    found: list[Ground] = []
    for x, y, zones in _zones_of_side(s, other(unit.seat), CAVALRY if unit.arm == CAVALRY else ""):
        if west <= x <= east and north <= y <= south:
            found += zones
    return tuple(found)


def _zones_of_side(s: BattleState, seat: Seat, arm: str) -> list[tuple[int, int, tuple[Ground, ...]]]:
    """Where the unbroken units of a side stand, all or those of an arm, and their zones.

    Remembered as long as none of them moves and the same are routed.
    """
    memory, units = s.memory_of(seat), s.side(seat, arm)
    key = ("zones", arm, *[one.is_routed for one in units])
    found: list[tuple[int, int, tuple[Ground, ...]]] | None = memory.get(key)
    if found is None:
        found = memory[key] = [(one.x, one.y, zone_of(s, one)) for one in units if one.is_steady]
    return found


def zones_on(s: BattleState, unit: Unit, footing: Footing | None = None) -> list[Unit]:
    """The enemies who have a unit in their zone of control, where it stands or as it would stand.

    Without those from whom a friend screens it (risorgimento.e.6.6).
    """
    here = footing or s.footing(unit)
    points = core_of(here.shape, here.pose, s.scene.field.slack).points
    found = []
    for enemy in near(s, here.outline, farthest_zone(s.scale), other(unit.seat)):
        inside = controls(s, enemy, unit) and any(meets(points, zone.outline) for zone in zone_of(s, enemy))
        if inside and not is_screened(s, unit, here, enemy):
            found.append(enemy)
    return found


def is_screened(s: BattleState, unit: Unit, here: Footing, enemy: Unit) -> bool:
    """Whether a friend whose front is turned to an enemy stands between it and the unit (.e.6.6, .e.6.12)."""
    start, end = here.pose.point, enemy.pose.point
    friends = (one for one in all_near(s, Outline((start, end)), 0, unit.seat) if one is not unit and one.is_steady)
    for id in bases_on_line(start, end, [s.base(one) for one in friends]):
        friend = s.units[id]
        names = FRONTS.get(friend.formation, (FRONT,))
        if len(names) > 1 or side_of(s.base(friend), *end, spread=s.tables.angles.zone) == "front":
            return True
    return False


# The choice in a zone (risorgimento.e.6.9)


def most_ahead(s: BattleState, unit: Unit, here: Footing) -> Unit | None:
    """The enemy that covers most of the corridor ahead of a unit, of equals the nearest (risorgimento.e.6.10)."""
    edge = edge_of(here.base(unit.id), FRONT)
    x, y = ray(edge.heading)
    half = here.shape.width // 2
    found: list[tuple[int, int, str]] = []
    for enemy in near(s, here.outline, s.tables.distances.strategic, other(unit.seat)):
        if not enemy.is_steady:
            continue
        places = [_seen_from(edge.middle, corner, x, y) for corner in s.base(enemy).outline.points]
        aside = [right for ahead, right in places if ahead >= -s.scene.field.touch]
        covered = min(half, max(aside)) - max(-half, min(aside)) if len(aside) > 1 else 0
        if covered > 0:
            found.append((-covered, gap(here.outline, s.base(enemy).outline), enemy.id))
    return s.units[min(found)[2]] if found else None


def _seen_from(start: Point, point: Point, x: int, y: int) -> tuple[int, int]:
    dx, dy = point[0] - start[0], point[1] - start[1]
    return divided(dx * x + dy * y, SCALE), divided(-dx * y + dy * x, SCALE)


def alignment(s: BattleState, unit: Unit, here: Footing) -> tuple[int, Unit] | None:
    """The turn that makes its front parallel to that of the enemy most ahead, and who that is (.e.6.2, .e.6.10)."""
    enemy = most_ahead(s, unit, here)
    if enemy is None:
        return None
    fronts = [edge_of(s.base(enemy), name) for name in FRONTS.get(enemy.formation, (FRONT,))]
    turns = [(edge.heading - here.pose.heading) % 3600 - 1800 for edge in fronts]  # to look at it
    turn = min(turns, key=lambda one: (abs(one), one))
    return (turn, enemy) if turn and abs(turn) <= s.tables.angles.align else None


def comes_nearer(s: BattleState, enemy: Unit, start: Footing, end: Footing) -> bool:
    """Whether a leg shortens the distance to an enemy (risorgimento.e.6.11)."""
    there = s.base(enemy).outline
    return gap(end.outline, there) < gap(start.outline, there)


def supported_enemy(s: BattleState, unit: Unit, end: Footing) -> Unit | None:
    """The enemy against whom a unit would take a support position there (risorgimento.e.6.13, .g.1.8).

    That is beside a friend in frontal contact with him, front in line with front, or flank to flank with him.
    """
    touch, placed = s.scene.field.touch, end.base(unit.id)
    for friend in near(s, end.outline, touch, unit.seat):
        if friend is unit or not friend.is_steady:
            continue
        there = s.base(friend)
        level = is_in_line_with(s, placed, friend, contact(placed, there, touch))
        if level and (enemy := frontal_enemy(s, there, friend.seat)) is not None:
            return enemy
    foes = near(s, end.outline, touch, other(unit.seat))
    beside = (one for one in foes if is_flank_to_flank(contact(placed, s.base(one), touch), placed, s.base(one)))
    return next(beside, None)


def frontal_enemy(s: BattleState, placed: Base, seat: str) -> Unit | None:
    """The enemy whom a base touches with its front."""
    touch = s.scene.field.touch
    for enemy in near(s, placed.outline, touch, other(seat)):
        found = contact(placed, s.base(enemy), touch)
        if found is not None and found.own == FRONT:
            return enemy
    return None


def is_beyond(s: BattleState, unit: Unit, footing: Footing, limit: int) -> bool:
    """Whether no enemy unit is so near."""
    return not near(s, footing.outline, limit, other(unit.seat))
