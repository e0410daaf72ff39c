"""A base: a battalion, some squadrons or a battery, and a general, as plain data.

Units are not stored: they are read off the table (state/unit.py). Lengths are hundredths of a um.
"""

from __future__ import annotations

from typing import Annotated, Final

from alfiere.battles.marks import TURN, Lifetime, Marks
from alfiere.battles.open_battle import ON
from alfiere.games.lumi.sheets.profiles import Profile
from alfiere.games.lumi.sheets.tables import Arm, Grade, tables
from alfiere.kernel.decision import Seat
from alfiere.kernel.plain import Plain, Shared, plain
from alfiere.table.shapes import Pose

INFANTRY, CAVALRY, ARTILLERY = "infantry", "cavalry", "artillery"
LINE, COLUMN, OPEN, SQUARE, DEPLOYED, LIMBERED = "line", "column", "open_order", "square", "deployed", "limbered"
LOST: Final = "lost"  # eliminated; a general: killed or removed

# From best to worst (lumi.1.5.1)
ORDERED, DISORDERED, SHAKEN, ROUT = range(4)
STATES: Final = ("ordered", "disordered", "shaken", "rout")

IMPULSE: Final = Lifetime("impulse")


@plain
class Base(Plain):
    """One base of troops."""

    id: str
    seat: Seat
    division: str
    brigade: str  # "" of a battery, lumi.1.6.2
    profile: Annotated[Profile, Shared("profiles")]
    where: str
    formation: str
    x: int
    y: int
    heading: int
    post: str  # the buildings it holds, or ""
    state: int
    losses: int
    by_terrain: bool  # its disorder came only from terrain, lumi.1.5.9
    is_on_foot: bool  # dragoons
    marks: list[str]  # OF_BASE

    @property
    def arm(self) -> Arm:
        """Its arm; dragoons on foot are infantry (lumi.1.3.3b)."""
        arms = tables().arms
        mounted = arms[self.profile.arm]
        return arms[mounted.on_foot] if self.is_on_foot else mounted

    @property
    def kind(self) -> str:
        """Infantry, cavalry or artillery."""
        return self.arm.kind

    @property
    def pose(self) -> Pose:
        """Where its centre is and where it faces."""
        return Pose(self.x, self.y, self.heading)

    @property
    def fire(self) -> int | None:
        """What it adds to the die when it fires; None if it cannot, as dragoons on their horses (lumi.1.3.3a)."""
        return self.profile.fire if self.arm.weapon else None

    @property
    def melee(self) -> int | None:
        """What it adds to the die in melee, dragoons on foot one less; None of guns (lumi.1.3.3b, .1.3.4)."""
        printed: int | None = self.profile.melee
        return printed if printed is None else printed + self.is_on_foot * tables().numbers.on_foot_melee

    @property
    def is_on(self) -> bool:
        """On the table."""
        return self.where == ON

    @property
    def is_steady(self) -> bool:
        """On the table, ordered or disordered."""
        return self.where == ON and self.state <= DISORDERED

    @property
    def is_formed(self) -> bool:
        """In line, column or square (lumi.1.7.6)."""
        return tables().formations[self.formation].is_formed


@plain
class General(Plain):
    """A general on his disc."""

    id: str
    seat: Seat
    grade: str
    division: str  # "" of a CiC without one, lumi.1.6.3
    is_cic: bool
    where: str
    x: int
    y: int
    heading: int
    base: str  # of the unit he is attached to, or "", lumi.8.3a
    marks: list[str]  # OF_GENERAL

    @property
    def pose(self) -> Pose:
        """Where he is."""
        return Pose(self.x, self.y, self.heading)

    @property
    def values(self) -> Grade:
        """What his grade gives him (lumi.8.1)."""
        return tables().grades[self.grade]

    @property
    def is_on(self) -> bool:
        """On the table."""
        return self.where == ON


OF_BASE: Marks[Base] = Marks()
OF_GENERAL: Marks[General] = Marks()
ENGAGED = OF_BASE.about("engaged", str)  # with an enemy base, at short range, lumi.4.2.5
STORMS = OF_BASE.about("storms", str)  # the garrison that meets it at the edge of the buildings, lumi.3.3.3k
OVER = OF_BASE.about("over", str)  # the obstacle across which it was brought into contact, lumi.3.3.1o
HAS_FOUGHT = OF_BASE.bare("fired or fought", TURN)  # seen from farther off, lumi.10.5
IS_DAMAGED = OF_BASE.bare("damaged", IMPULSE)  # by fire, lumi.5.1.11

# What movement puts and fire asks (lumi.3.1.14a, .5.3.3, .4.2.7)
USED = OF_BASE.about("used", int, IMPULSE)  # so much of its speed in a move, in millionths; several moves add up
HAS_MOVED = OF_BASE.bare("moved", TURN)
HAS_APPROACHED = OF_BASE.bare("approached", IMPULSE)
HAS_FIRED = OF_BASE.bare("fired", IMPULSE)  # lumi.5.2.4
