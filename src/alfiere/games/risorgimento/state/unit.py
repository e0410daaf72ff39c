"""A unit: a battalion, a cavalry regiment or a battery on one base, and a commander, as plain data.

Lengths are hundredths of a cm, headings tenths of a degree. Strength is counted in loss points, which are half points
of strength (risorgimento.scale.4): a unit of VF 6 has twelve.
"""

from __future__ import annotations

from typing import Annotated, Final

from alfiere.battles.marks import TURN, Marks
from alfiere.battles.open_battle import ON as ON
from alfiere.battles.open_battle import TO_COME as TO_COME
from alfiere.games.risorgimento.sheets.profiles import Profile
from alfiere.kernel.decision import Seat
from alfiere.kernel.plain import Plain, Shared, plain
from alfiere.table.shapes import Pose

INFANTRY, CAVALRY, ARTILLERY = "infantry", "cavalry", "artillery"

# Formations (risorgimento.e.4.1, .e.4.9); which arm may take which, and what each means, stands in table 10
MARCH: Final = "march_column"
ATTACK: Final = "attack_column"
LINE: Final = "line"
OPEN: Final = "open_order"
SQUARE: Final = "square"
LIMBERED: Final = "limbered"
UNLIMBERED: Final = "unlimbered"

# Where a unit or a commander is, besides on the table or to come
ROUTED_OFF: Final = "routed off"  # left by its own home edge, risorgimento.geo.19
LOST: Final = "lost"  # removed; a commander: dead or taken
WITHDRAWN: Final = "withdrawn"  # called away by the scenario; not lost

BLUE, BROWN, YELLOW, GREEN = "blue", "brown", "yellow", "green"  # command markers, risorgimento.a.1.16


@plain
class Unit(Plain):
    """One base of troops."""

    id: str
    seat: Seat
    commander: str  # the one directly above it
    profile: Annotated[Profile, Shared("profiles")]
    where: str
    formation: str
    x: int
    y: int
    heading: int
    post: str  # the side of a sector or farm it holds, «sector/side», or "" in the open, risorgimento.g.5.3
    strength: int  # VF at the beginning
    losses: int  # loss points
    spirit: int  # VM at the beginning
    morale: int  # VM now
    disorder: int  # 0 in order, 1, 2
    fatigue: int
    is_routed: bool
    colour: str  # the command marker of the last phase A, "" for none
    marks: list[str]  # OF_UNIT

    @property
    def arm(self) -> str:
        """Infantry, cavalry or artillery."""
        return self.profile.arm

    @property
    def pose(self) -> Pose:
        """Where its centre is and where it faces."""
        return Pose(self.x, self.y, self.heading)

    @property
    def left(self) -> int:
        """Its current strength in loss points (risorgimento.unit.8)."""
        return 2 * self.strength - self.losses

    @property
    def is_on(self) -> bool:
        """On the table."""
        return self.where == ON

    @property
    def is_steady(self) -> bool:
        """On the table and not routed: the book's «unbroken»."""
        return self.where == ON and not self.is_routed

    @property
    def is_gone(self) -> bool:
        """Off the table for good, by rout or removed."""
        return self.where in (ROUTED_OFF, LOST)


@plain
class Commander(Plain):
    """A commander on his own base."""

    id: str
    seat: Seat
    rank: str
    nation: str
    superior: str  # the next above him in the order of battle, or ""
    where: str
    x: int
    y: int
    heading: int
    radius: int  # RC
    initiative: int  # I
    bonus: int  # B
    unit: str  # the one he is attached to, or "", risorgimento.cmd.11
    absent: int  # command phases for which he is still missing, risorgimento.cl.12
    is_dead: bool  # dead or taken: he is replaced, or his command passes on, risorgimento.cl.7, .cl.8
    colour: str  # of his state in the last phase A, risorgimento.a.1.16
    marks: list[str]  # OF_COMMANDER

    @property
    def pose(self) -> Pose:
        """Where his base is."""
        return Pose(self.x, self.y, self.heading)

    @property
    def commands(self) -> bool:
        """On the table, and neither dead nor wounded."""
        return self.where == ON and not self.absent and not self.is_dead


OF_UNIT: Marks[Unit] = Marks()
OF_COMMANDER: Marks[Commander] = Marks()
HAS_MOVED = OF_UNIT.bare("moved", TURN)  # made a move, turn or change of formation of its own, or was made to
ON_THE_WAY = OF_UNIT.bare("on the way", TURN)  # in the middle of a move, perhaps among friends or coming on, .geo.4
