"""Bodies: several units moved as one.

Every leg is made by all of them alike, a wheel about one pivot. What bars one of them bars all, they are not in each
other's way, and the body pays what the member pays that goes the longest way.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from alfiere.table.barriers import Refusal
from alfiere.table.field import Scene
from alfiere.table.headings import FULL_TURN
from alfiere.table.legs import LEFT, RIGHT, Footing, Pace, Shift, Turn, after
from alfiere.table.manoeuvre import Ground, Manoeuvre


class Body:
    """Units in the order in which they stand from left to right, as one that faces a heading."""

    def __init__(
        self,
        scene: Scene,
        members: Mapping[str, Footing],
        heading: int,
        paces: Mapping[str, Pace],
        *,
        zones: Iterable[Ground] = (),
        leave_out: Container[str] = (),
    ) -> None:
        self.members, self.heading = dict(members), heading
        kept = {one.id for one in scene.bases if one.id in leave_out} | set(members)
        self.manoeuvres = {id: Manoeuvre(scene, id, paces, zones=zones, leave_out=kept) for id in members}

    def wheel(self, hand: str, angle: int) -> Turn:
        """A wheel on the outer front corner of the member at that end."""
        row = list(self.members.values())
        return Turn(angle, row[0].corner(LEFT) if hand == LEFT else row[-1].corner(RIGHT))

    def after(self, leg: Shift | Turn) -> dict[str, Footing]:
        """How its members stand after a leg."""
        return {id: after(one, self._own(one, leg)) for id, one in self.members.items()}

    def barred(self, leg: Shift | Turn) -> Refusal | None:
        """What keeps it from making a leg, or from standing where that ends."""
        for id, one in self.members.items():
            m, own = self.manoeuvres[id], self._own(one, leg)
            refusal = m.barred(one, own) or m.stands(after(one, own))
            if refusal is not None:
                return refusal
        return None

    def paid(self, leg: Shift | Turn) -> int | None:
        """What a leg costs; None where the pace does not allow it. The direction is that of the body's heading."""
        most = 0
        for id, one in self.members.items():
            facing = one._replace(pose=one.pose._replace(heading=self.heading)) if isinstance(leg, Shift) else one
            paid = self.manoeuvres[id].paid(facing, leg)
            if paid is None:
                return None
            most = max(most, paid)
        return most

    def _own(self, member: Footing, leg: Shift | Turn) -> Shift | Turn:
        """A leg of the body as a member makes it, who may face another way."""
        if isinstance(leg, Shift):
            return leg._replace(aside=(self.heading + leg.aside - member.pose.heading) % FULL_TURN)
        return leg
