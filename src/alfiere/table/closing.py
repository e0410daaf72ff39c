"""Closing: a unit that has touched another is laid flush along its edge and slides along it; lines that touch."""

from __future__ import annotations

from collections.abc import Iterable

from alfiere.table.fronts import FRONT, Edge, edge_of, flush_pose
from alfiere.table.headings import SCALE, divided, ray
from alfiere.table.legs import Footing, Shift
from alfiere.table.manoeuvre import Manoeuvre
from alfiere.table.measuring import segment_to_segment
from alfiere.table.shapes import Base, Point


def flush(m: Manoeuvre, footing: Footing, edge: Edge) -> Footing | None:
    """The unit turned about the point where its front meets an edge until it lies along it; None without room."""
    return _laid(m, footing, edge, along(footing, edge))


def slid(m: Manoeuvre, footing: Footing, edge: Edge) -> Footing:
    """A unit that lies along an edge, slid until the middles meet or as far as what stands there allows."""
    far = along(footing, edge)
    if not far:
        return footing
    # The edge's right is the left of who stands against it.
    met = m.run(footing, Shift(abs(far), 900 if far > 0 else 2700))
    way = abs(far) if met is None else max(0, met.far)
    while way > 0:  # a hundredth may be lost in rounding
        laid = _laid(m, footing, edge, far - way if far > 0 else far + way)
        if laid is not None:
            return laid
        way -= 1
    return footing


def along(footing: Footing, edge: Edge) -> int:
    """How far to the right of an edge's middle the middle of a front will be when it is turned flush where it meets."""
    own = edge_of(footing.base(""), FRONT)
    (px, py), (qx, qy) = _nearest(own, edge)
    x, y = ray((edge.heading + 900) % 3600)
    to_right = divided((px - edge.middle[0]) * x + (py - edge.middle[1]) * y, SCALE)
    x, y = ray((own.heading + 900) % 3600)
    return to_right + divided((qx - own.middle[0]) * x + (qy - own.middle[1]) * y, SCALE)


def _nearest(own: Edge, edge: Edge) -> tuple[Point, Point]:
    """The points at which an edge and a front meet: the end of one that is nearest to the other, and what it meets."""
    ends: list[tuple[Point, Point]] = [(_foot(edge, end), end) for end in (own.start, own.end)]
    ends += [(end, _foot(own, end)) for end in (edge.start, edge.end)]
    return min(ends, key=lambda pair: (pair[0][0] - pair[1][0]) ** 2 + (pair[0][1] - pair[1][1]) ** 2)


def _foot(edge: Edge, point: Point) -> Point:
    """The point of an edge nearest to a point, to the hundredth."""
    (ax, ay), (bx, by) = edge.start, edge.end
    dx, dy = bx - ax, by - ay
    whole = dx * dx + dy * dy
    share = min(max(0, (point[0] - ax) * dx + (point[1] - ay) * dy), whole)
    return (ax + divided(dx * share, whole), ay + divided(dy * share, whole)) if whole else edge.start


def _laid(m: Manoeuvre, footing: Footing, edge: Edge, far: int) -> Footing | None:
    laid = footing._replace(pose=flush_pose(footing.shape, edge, far))
    return laid if m.stands(laid) is None else None


def struck_edge(one: Base, other: Base, touch: int, edges: Iterable[str]) -> str | None:
    """Of these edges of another the one that the front of a base touches or is nearest to touching, if any."""
    front = edge_of(one, FRONT)
    found: tuple[int, int, str] | None = None
    for place, name in enumerate(edges):
        edge = edge_of(other, name)
        square, over = segment_to_segment(front.start, front.end, edge.start, edge.end)
        if square <= touch * touch * over:
            found = min(found or (9999, 0, ""), (_askew(front, edge), place, name))
    return None if found is None else found[2]


def _askew(front: Edge, edge: Edge) -> int:
    return abs((front.heading - edge.heading) % 3600 - 1800)
