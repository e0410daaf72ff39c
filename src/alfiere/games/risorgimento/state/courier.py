"""A courier on his way with a written order, as plain data (risorgimento.a.3)."""

from __future__ import annotations

from alfiere.kernel.decision import Seat
from alfiere.kernel.plain import Plain, plain
from alfiere.table.shapes import Pose


@plain
class Courier(Plain):
    """He rides to a commander or unit; what he carries only his own side knows."""

    id: str
    seat: Seat
    to: str  # commander or unit
    kind: str  # the order, see command/written.py
    place: str
    at_x: int
    at_y: int
    x: int
    y: int
    heading: int

    @property
    def pose(self) -> Pose:
        """Where he is."""
        return Pose(self.x, self.y, self.heading)
