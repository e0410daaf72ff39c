"""Contact between enemies: laying one or several bases as one along an edge they have struck; who hangs together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from alfiere.battles.open_battle import OpenBattle, T
from alfiere.table.closing import along, struck_edge
from alfiere.table.fronts import EDGES, Edge, edge_of, flush_pose
from alfiere.table.headings import FULL_TURN, SCALE, cosine, divided, sine
from alfiere.table.legs import Footing
from alfiere.table.shapes import Base, Pose

Members = dict[str, Footing]
One = TypeVar("One")


def struck(s: OpenBattle[T], front: Base, enemy: T) -> Edge | None:
    """The edge of an enemy that a front touches, of several the one it meets most squarely; None if it touches none."""
    name = struck_edge(front, s.base(enemy), s.scene.field.touch, EDGES)
    return None if name is None else edge_of(s.base(enemy), name)


def laid_along(
    whole: Footing, members: Mapping[str, Footing], edge: Edge, may_stand: Callable[[str, Footing], bool]
) -> Members | None:
    """Bases turned as one about the point where their common front meets an edge, until it lies along it.

    ``whole``: the rectangle that holds them all. None where one of them would have no room.
    """
    found = as_one(members, whole.pose, flush_pose(whole.shape, edge, along(whole, edge)))
    return found if all(may_stand(id, footing) for id, footing in found.items()) else None


def as_one(members: Mapping[str, Footing], start: Pose, end: Pose) -> Members:
    """Bases moved as one body, whose middle goes from one pose to another."""
    turn = (end.heading - start.heading) % FULL_TURN
    aside, ahead = sine(turn), cosine(turn)
    found = {}
    for id, one in members.items():
        dx, dy = one.pose.x - start.x, one.pose.y - start.y
        x, y = divided(dx * ahead - dy * aside, SCALE), divided(dx * aside + dy * ahead, SCALE)
        found[id] = one._replace(pose=Pose(end.x + x, end.y + y, (one.pose.heading + turn) % FULL_TURN))
    return found


def tangles(ones: Iterable[One], touched: Callable[[One], Iterable[One]]) -> list[list[One]]:
    """Those who hang together by contact, each knot in the given order; who touches nobody is in none."""
    left = [one for one in ones if any(True for _ in touched(one))]
    order, found = list(left), list[list[One]]()
    while left:
        knot, edge = [left[0]], [left.pop(0)]
        while edge:
            more = [one for one in touched(edge.pop()) if one in left]
            left = [one for one in left if one not in more]
            knot, edge = knot + more, edge + more
        found.append([one for one in order if one in knot])
    return found
