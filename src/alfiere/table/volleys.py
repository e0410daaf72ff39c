"""Volleys: fire from an edge of a base or half of it, along a corridor or within a cone, and what masks it.

The corridor is swept by the firing edge along the aim. What of the target lies in it is the part that can be hit; the
hull of that part and of the firing edge is the line of fire, and whatever shares ground with it masks it.
"""

from __future__ import annotations

from collections.abc import Container
from fractions import Fraction
from typing import NamedTuple

from alfiere.table.field import Scene
from alfiere.table.fronts import Edge, bearing, clipped, doubled_area
from alfiere.table.headings import FULL_TURN, divided, ray
from alfiere.table.measuring import FINE, closest, gap, overlaps
from alfiere.table.shapes import Outline, Point, box, boxes_meet, edges, hull
from alfiere.table.sight import ONE, ZERO, Stretch, inside_stretches
from alfiere.table.sight import clipped as passage


class Shot(NamedTuple):
    """A volley that can reach some of its target."""

    edge: Edge
    aim: int
    ground: Outline  # the line of fire: a convex polygon, in parts of FINE
    share: int  # of the target's ground that lies in the corridor, in thousandths; never 0
    far: int  # from the firing edge to the target, rounded up

    @property
    def drawn(self) -> tuple[Point, ...]:
        """The line of fire in whole hundredths."""
        return hull((divided(x, FINE), divided(y, FINE)) for x, y in self.ground.points)


class Mask(NamedTuple):
    """Something in the line of fire: how far from who fires and from the target, and how high it is."""

    id: str
    kind: str  # of ground; empty for a base
    far: int
    beyond: int
    top: int = 0


def aim_at(edge: Edge, target: Point, arc: int) -> int:
    """The heading from the middle of an edge towards a point, held within an arc to each side of straight ahead."""
    wanted = bearing(edge.middle, target)
    aside = (wanted - edge.heading + 1800) % FULL_TURN - 1800
    return (edge.heading + min(max(aside, -arc), arc)) % FULL_TURN


def shot(edge: Edge, aim: int, target: Outline, cone: int | None = None, apex: Point | None = None) -> Shot | None:
    """The line of fire of an edge along an aim; None where nothing of the target lies in it.

    With a cone only what lies between rays so far apart from straight ahead counts: from the ends of the edge, or both
    from an apex behind it.
    """
    (ax, ay), (bx, by) = edge.start, edge.end
    start, end = (ax * FINE, ay * FINE), (bx * FINE, by * FINE)
    along = ray(aim)
    whole = tuple((x * FINE, y * FINE) for x, y in corners_of(target))
    corridor = ((start, (ax - bx, ay - by)), (start, along), (end, (-along[0], -along[1])))
    part = clipped(whole, corridor)
    if doubled_area(part) == 0:
        return None
    ground = hull([start, end, *part])
    if cone is not None:
        left, right = ray((edge.heading - cone) % FULL_TURN), ray((edge.heading + cone) % FULL_TURN)
        first, last = (start, end) if apex is None else ((apex[0] * FINE, apex[1] * FINE),) * 2
        rays = ((first, left), (last, (-right[0], -right[1])))
        part = clipped(part, rays)
        if doubled_area(part) == 0:
            return None
        ground = hull(clipped(ground, rays))
    share = max(1, divided(1000 * doubled_area(part), doubled_area(whole)))
    return Shot(edge, aim, Outline(ground), share, gap(Outline((edge.start, edge.end)), target))


def corners_of(target: Outline) -> tuple[Point, ...]:
    """The corners of a target; a disc counts as the square about it."""
    if len(target.points) > 2 and not target.radius:
        return target.points
    west, north, east, south = box(target)
    return (west, north), (east, north), (east, south), (west, south)


def masked_by(scene: Scene, one: Shot, target: Outline, leave_out: Container[str] = (), floor: int = 0) -> list[Mask]:
    """The bases that stand in a line of fire, the nearest first; who fires and the target are to be left out.

    Who only scrapes it does not mask it: a neighbour in the same line may stand ahead by a rounded hundredth.
    """
    line, area = Outline((one.edge.start, one.edge.end)), box(Outline(one.drawn))
    found = [
        Mask(other.id, "", gap(line, other.outline), gap(other.outline, target))
        for place, other, core in scene.about(area)
        if other.id not in leave_out
        and other.floor == floor
        and boxes_meet(area, place)
        and overlaps(one.ground, _fine(core))
    ]
    return sorted(found, key=lambda mask: (mask.far, mask.id))


def masked_by_ground(scene: Scene, one: Shot, target: Outline, kinds: Container[str]) -> list[Mask]:
    """The features of these kinds that lie in a line of fire, the nearest first."""
    line, ground, terrain = Outline((one.edge.start, one.edge.end)), Outline(one.drawn), scene.field.terrain
    area = box(ground)
    found = [
        Mask(feature.id, feature.kind, terrain.gap(feature.id, line), terrain.gap(feature.id, target), feature.top)
        for feature in (near.feature for near in terrain.compiled if boxes_meet(area, near.box))
        if feature.kind in kinds and terrain.overlaps(feature.id, ground)
    ]
    return sorted(found, key=lambda mask: (mask.far, mask.id))


def along_line(scene: Scene, one: Shot, target: Outline, mask: Mask) -> Stretch:
    """From where to where a mask lies on the straight line between the nearest points of firing edge and target.

    What lies in the line of fire but beside that line is measured by its shadow on it.
    """
    start, end = closest(Outline((one.edge.start, one.edge.end)), target)
    if mask.kind:
        feature = scene.field.terrain.by_id[mask.id]
        inside, points = inside_stretches(feature, start, end), feature.feature.points
    else:
        points = scene.by_id[mask.id].outline.points
        stretch = passage(points, start, end)
        inside = [] if stretch is None else [stretch]
    if inside:
        return inside[0][0], inside[-1][1]
    sides = [(a, (b[0] - a[0], b[1] - a[1])) for a, b in edges(one.ground.points)]
    part = clipped([(x * FINE, y * FINE) for x, y in points], sides)
    (ax, ay), dx, dy = start, end[0] - start[0], end[1] - start[1]
    whole = (dx * dx + dy * dy) * FINE
    places = [Fraction((x - ax * FINE) * dx + (y - ay * FINE) * dy, whole) for x, y in part] if whole else []
    return (max(ZERO, min(places)), min(ONE, max(places))) if places else (ZERO, ONE)


def _fine(outline: Outline) -> Outline:
    return Outline(tuple((x * FINE, y * FINE) for x, y in outline.points), outline.radius * FINE)
