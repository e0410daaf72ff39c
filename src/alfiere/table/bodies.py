"""Bodies: several bases moved as one rectangle.

Every leg is made by all of them alike, a wheel about one pivot. What bars one of them bars all, they are not in each
other's way, and the body pays what the member pays that goes the longest way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from alfiere.table.barriers import Refusal
from alfiere.table.field import Scene
from alfiere.table.headings import SCALE, divided, offset, ray
from alfiere.table.legs import CENTRE, Footing, Leg, Pace, Shift, Turn, after
from alfiere.table.manoeuvre import Manoeuvre, Met
from alfiere.table.shapes import Pose, Rect

LOOSE: Final = 3  # hundredths: members that stand so near to a grid of half footprints are set on it


class Together(Manoeuvre):
    """Bases of one formation and facing that move as one: asked about legs of the smallest rectangle that holds them.

    It wheels on its own front corners; a turn about the centre is made by each member on the spot. They keep their
    places to the hundredth however often they turn.
    """

    def __init__(
        self,
        scene: Scene,
        members: Mapping[str, Footing],
        paces: Mapping[str, Pace],
        *,
        leave_out: Iterable[str] = (),
        **others: Any,
    ) -> None:
        first = next(iter(members))
        super().__init__(scene, first, paces, leave_out={*leave_out, *members}, **others)
        self.members = dict(members)
        self.body = _around(list(members.values()))
        self._places = {id: self._place(one) for id, one in members.items()}

    def _place(self, member: Footing) -> tuple[int, int]:
        """How far ahead and to the right of the middle of the body a member stands."""
        x, y = ray(self.body.pose.heading)
        dx, dy = member.pose.x - self.body.pose.x, member.pose.y - self.body.pose.y
        ahead, right = divided(dx * x + dy * y, SCALE), divided(dy * x - dx * y, SCALE)
        return _on_grid(ahead, member.shape.depth), _on_grid(right, member.shape.width)

    def at(self, body: Footing) -> Iterator[tuple[str, Footing]]:
        """How its members stand when the body stands so."""
        x, y, heading = body.pose
        for id, (ahead, right) in self._places.items():
            dx, dy = offset(heading, ahead, right)
            formation, shape, _ = self.members[id]
            yield id, Footing(formation, shape, Pose(x + dx, y + dy, heading))

    def body_at(self, id: str, pose: Pose) -> Pose:
        """The pose of the body in which a member has this pose."""
        ahead, right = self._places[id]
        dx, dy = offset(pose.heading, ahead, right)
        return Pose(pose.x - dx, pose.y - dy, pose.heading)

    def after(self, leg: Shift | Turn) -> dict[str, Footing]:
        """How its members stand after a leg from where they are."""
        if isinstance(leg, Turn) and leg.about == CENTRE:
            return {id: after(one, leg) for id, one in self.members.items()}
        return dict(self.at(after(self.body, leg)))

    def stands(self, footing: Footing) -> Refusal | None:
        """Why some member cannot stand where that would be."""
        found = (super(Together, self).stands(one) for _, one in self.at(footing))
        return next((one for one in found if one is not None), None)

    def barred(self, footing: Footing, leg: Leg) -> Refusal | None:
        """What keeps some member from making a whole leg."""
        own = _own(footing, leg)
        found = (super(Together, self).barred(one, own) for _, one in self.at(footing))
        return next((one for one in found if one is not None), None)

    def run(self, footing: Footing, leg: Shift | Turn) -> Met | None:
        """What stops the first of them."""
        own = _own(footing, leg)
        assert isinstance(own, Shift | Turn)
        found = [met for _, one in self.at(footing) if (met := super(Together, self).run(one, own)) is not None]
        return min(found, key=lambda met: met.far, default=None)

    def paid(self, footing: Footing, leg: Leg, before: Sequence[Footing] = ()) -> int | None:
        """What the member pays that pays most."""
        own = _own(footing, leg)
        found = [super(Together, self).paid(one, own, before) for _, one in self.at(footing)]
        return None if None in found else max(paid for paid in found if paid is not None)


def _around(members: Sequence[Footing]) -> Footing:
    """The smallest rectangle in their facing that holds them all."""
    first = members[0]
    if len(members) == 1:
        return first
    x, y = ray(first.pose.heading)
    corners = [corner for one in members for corner in one.outline.points]
    ahead = [divided(px * x + py * y, SCALE) for px, py in corners]
    right = [divided(py * x - px * y, SCALE) for px, py in corners]
    shape = Rect(max(right) - min(right), max(ahead) - min(ahead))
    dx, dy = offset(first.pose.heading, (max(ahead) + min(ahead)) // 2, (max(right) + min(right)) // 2)
    return Footing(first.formation, shape, Pose(dx, dy, first.pose.heading))


def _on_grid(far: int, size: int) -> int:
    near = divided(2 * far, size) * size // 2
    return near if abs(far - near) <= LOOSE else far


def _own(body: Footing, leg: Leg) -> Leg:
    """A leg of the body as a member makes it: wheels are about the corner of all."""
    if isinstance(leg, Turn) and isinstance(leg.about, str) and leg.about != CENTRE:
        return leg._replace(about=body.corner(leg.about))
    return leg
