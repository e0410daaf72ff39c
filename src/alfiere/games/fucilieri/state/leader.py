"""Condottieri, generals and individual characters, as plain data."""

from __future__ import annotations

from typing import Final

from alfiere.battles.marks import TURN, Marks
from alfiere.battles.open_battle import ON
from alfiere.games.fucilieri.sheets.table_rows import Movement
from alfiere.games.fucilieri.sheets.tables import tables
from alfiere.kernel.decision import Seat
from alfiere.kernel.plain import Plain, plain
from alfiere.table.shapes import Pose, Rect

CONDOTTIERO, GENERAL, SCOUT, CHARISMATIC, STANDARD = "condottiero", "general", "scout", "charismatic", "standard"
KILLED, CAPTURED, FLED = "killed", "captured", "fled"  # where a lost one is
GONE: Final = "gone"  # left the table with nobody left to lead, fucilieri.3.7.8


@plain
class Leader(Plain):
    """One who stands on a base of his own: a condottiero, a general, or an individual character."""

    id: str
    seat: Seat
    command: str
    role: str
    cv: int  # 0 of a character
    is_charismatic: bool  # fucilieri.1.6.6; the charismatic character too
    is_on_foot: bool
    points: int
    where: str  # open_battle.ON, TO_COME; RESERVE, REINFORCEMENT; KILLED, CAPTURED, FLED, GONE
    x: int
    y: int
    heading: int
    joined: str  # the unit he has joined, or "", fucilieri.3.2.9.1
    marks: list[str]  # OF_LEADER

    @property
    def pose(self) -> Pose:
        """Where he is."""
        return Pose(self.x, self.y, self.heading)

    @property
    def is_on(self) -> bool:
        """On the table."""
        return self.where == ON

    @property
    def is_commander(self) -> bool:
        """A condottiero or a general."""
        return self.role in (CONDOTTIERO, GENERAL)

    @property
    def is_lost(self) -> bool:
        """Killed, captured or fled."""
        return self.where in (KILLED, CAPTURED, FLED)

    @property
    def saves(self) -> int:
        """What his natural die must reach (fucilieri.1.6.8)."""
        throws = tables().saving_throws
        return throws.leader if self.is_commander or self.role == CHARISMATIC else throws.character

    @property
    def radius(self) -> int:
        """How far he commands (fucilieri.3.1.5.1)."""
        return tables().distances.radius * self.cv

    @property
    def moves(self) -> Movement:
        """His row of the table of movement (fucilieri.3.2.2.4)."""
        return tables().movements["leader_on_foot" if self.is_on_foot else "mounted_leader"]

    @property
    def shape(self) -> Rect:
        """His base (fucilieri.0.6b)."""
        bases = tables().bases
        size = bases.leader_on_foot if self.is_on_foot else bases.mounted_leader
        return Rect(size.front, size.depth)


OF_LEADER: Marks[Leader] = Marks()
GONE_WITH_UNIT = OF_LEADER.about("gone with a unit", int, TURN)  # so far, in round 2, fucilieri.3.2.9.5
HAS_INFLUENCED = OF_LEADER.bare("influenced", TURN)  # fucilieri.3.6.22
ORDERS_GIVEN = OF_LEADER.about("orders given", str, TURN)  # to which command, fucilieri.3.1.2.2
