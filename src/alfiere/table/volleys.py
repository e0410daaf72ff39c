"""Volleys: fire from an edge of a base or half of it, along a corridor or within a cone, and what masks it.

The corridor is swept by the firing edge along the aim. What of the target lies in it is the part that can be hit; the
hull of that part and of the firing edge is the line of fire, and whatever shares ground with it masks it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from fractions import Fraction
from typing import NamedTuple

from alfiere.table.field import Scene
from alfiere.table.fronts import Edge, bearing, clipped, doubled_area
from alfiere.table.headings import FULL_TURN, SCALE, cosine, divided, ray, sine
from alfiere.table.measuring import FINE, closest, gap, overlaps, point_to_segment, root_up
from alfiere.table.shapes import Base, Outline, Point, box, boxes_meet, edges, hull
from alfiere.table.sight import ONE, ZERO, Stretch, inside_stretches
from alfiere.table.sight import clipped as passage
from alfiere.table.swift import swift
from alfiere.table.terrain import Feature


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


def aim_at(edge: Edge, target: Point, arc: int) -> int:
    """The heading from the middle of an edge towards a point, held within an arc to each side of straight ahead."""
    wanted = bearing(edge.middle, target)
    aside = (wanted - edge.heading + 1800) % FULL_TURN - 1800
    return (edge.heading + min(max(aside, -arc), arc)) % FULL_TURN


def may_reach(edge: Edge, aim: int, target: tuple[Point, ...]) -> bool:
    """Whether some of a target may lie in the corridor of an edge: cheap to know, and wrong only in saying yes."""
    (ax, ay), (bx, by), (ux, uy) = edge.start, edge.end, ray(aim)
    dx, dy = bx - ax, by - ay
    wide = ux * dy - uy * dx
    is_left, is_right, is_behind = True, True, True
    for x, y in target:
        across = ux * (y - ay) - uy * (x - ax)
        is_left &= across <= 0
        is_right &= across >= wide
        is_behind &= dx * (y - ay) - dy * (x - ax) >= 0
    return not (is_left or is_right or is_behind)


@swift
def aimed(
    start: Point, end: Point, heading: int, at: Point, size: int, points: tuple[Point, ...], arc: int, /
) -> int | None:
    """Where an edge with these ends aims at a target, held within an arc; None where its corridor misses it.

    ``at``, ``size``, ``points``: the middle of the target, how far from it nothing of it is, and its corners.
    """
    edge = Edge("", start, end, heading)
    if not _lies_ahead(edge, at, size, arc):
        return None
    aim = aim_at(edge, at, arc)
    return aim if may_reach(edge, aim, points) else None


def _lies_ahead(edge: Edge, at: Point, size: int, arc: int) -> bool:
    """Whether a circle meets what lies ahead of an edge between rays of this arc: cheap, and wide."""
    (mx, my), (ax, ay), (ux, uy) = edge.middle, edge.start, ray(edge.heading)
    x, y = at[0] - mx, at[1] - my
    ahead = x * ux + y * uy + size * SCALE
    if ahead <= 0:
        return False
    aside = abs(x * uy - y * ux) - (size + abs(ax - mx) + abs(ay - my)) * SCALE
    return aside <= 0 or aside * cosine(arc) <= ahead * sine(arc)


def gap_to(edge: Edge, target: Outline) -> int:
    """The distance from an edge to a polygon that it does not cut, in hundredths, rounded up."""
    return far_off(edge.start, edge.end, target.points)


@swift
def far_off(start: Point, end: Point, points: tuple[Point, ...], /) -> int:
    """The distance of a segment from a polygon that it does not cut, rounded up."""
    (ax, ay), (bx, by) = start, end
    best, over = point_to_segment(*points[-1], ax, ay, bx, by)
    cx, cy = points[-1]
    for x, y in points:
        for square, below in (
            point_to_segment(x, y, ax, ay, bx, by),
            point_to_segment(ax, ay, cx, cy, x, y),
            point_to_segment(bx, by, cx, cy, x, y),
        ):
            if square * over < best * below:
                best, over = square, below
        cx, cy = x, y
    return root_up(best, over)


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
    is_round = len(target.points) == 1
    far = gap(Outline((edge.start, edge.end)), target) if is_round else gap_to(edge, target)
    return Shot(edge, aim, Outline(ground), share, far)


def corners_of(target: Outline) -> tuple[Point, ...]:
    """The corners of a target; a disc counts as the square about it."""
    if len(target.points) > 2 and not target.radius:
        return target.points
    west, north, east, south = box(target)
    return (west, north), (east, north), (east, south), (west, south)


def bases_in(scene: Scene, one: Shot, leave_out: Container[str] = (), floor: int = 0) -> Iterator[Base]:
    """The bases that stand in a line of fire, in no order.

    Who only scrapes it does not mask it: a neighbour in the same line may stand ahead by a rounded hundredth.
    """
    area = box(Outline(one.drawn))
    for _, other, core in scene.about(area):
        if other.id not in leave_out and other.floor == floor:
            if overlaps(one.ground, _fine(core)):
                yield other


def ground_in(scene: Scene, one: Shot, kinds: Container[str]) -> Iterator[Feature]:
    """The features of these kinds that lie in a line of fire, in their order."""
    ground, terrain = Outline(one.drawn), scene.field.terrain
    area = box(ground)
    for near in terrain.compiled:
        feature = near.feature
        if boxes_meet(area, near.box) and feature.kind in kinds and terrain.overlaps(feature.id, ground):
            yield feature


def stands_between(scene: Scene, start: Point, end: Point, leave_out: Container[str] = ()) -> str:
    """A base through whose core a straight line runs: it masks whatever line of fire holds the line. None is ""."""
    (ax, ay), (bx, by) = start, end
    area = (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
    for _, other, core in scene.about(area):
        if other.id not in leave_out and passage(core.points, start, end) is not None:
            return other.id
    return ""


def along_line(scene: Scene, one: Shot, target: Outline, mask: Base | Feature) -> Stretch:
    """From where to where a mask lies on the straight line between the nearest points of firing edge and target.

    What lies in the line of fire but beside that line is measured by its shadow on it.
    """
    start, end = closest(Outline((one.edge.start, one.edge.end)), target)
    if isinstance(mask, Feature):
        points, inside = mask.points, inside_stretches(scene.field.terrain.by_id[mask.id], start, end)
    else:
        points = mask.outline.points
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
