"""A command: its leader, its order and its counters, as plain data."""

from __future__ import annotations

from typing import Final

from alfiere.battles.marks import TURN, Marks
from alfiere.kernel.decision import Seat
from alfiere.kernel.plain import Plain, plain

ATTACK, OPPOSE, HOLD, SKIRMISH, WITHDRAW = "attack", "oppose", "hold", "skirmish", "withdraw"
OWN, ALLIED, MERCENARY = "own", "allied", "mercenary"

# What has become of a command
PRESENT: Final = ""
FLED_COMMAND: Final = "fled"  # fucilieri.3.7.26
DESTROYED: Final = "destroyed"  # fucilieri.3.7.8
TAKEN_OVER: Final = "taken over"  # fucilieri.3.1.2.6b
WITHDRAWN_COMMAND: Final = "withdrawn"  # nobody left, but not destroyed, fucilieri.3.7.8


@plain
class Command(Plain):
    """A body of units with one leader and one order."""

    id: str
    seat: Seat
    leader: str
    status: str  # own, allied, mercenary
    is_condottiero: bool
    is_cavalry: bool  # fucilieri.1.1.4
    has_musicians: bool
    order: str  # "" before the first, fucilieri.3.1.2.1
    original: int  # units for fucilieri.3.7.7; those taken over are added
    fate: str
    execution: int  # its counter, 0 without, fucilieri.3.1.1.2
    initiative: int  # of its leader, fucilieri.3.1.1.6
    entered: int  # the turn in which it came on; 0 if it was deployed
    reasons: list[str]  # why it must take the command test, fucilieri.3.7.4-3.7.9
    marks: list[str]  # OF_COMMAND


OF_COMMAND: Marks[Command] = Marks()
HAS_TESTED_ORDERS = OF_COMMAND.bare("new orders tested", TURN)  # fucilieri.3.1.2.4
IS_ENTERING = OF_COMMAND.bare("enters", TURN)  # called or declared in round 1, comes on in round 2, fucilieri.2.3.15
IS_BOUND = OF_COMMAND.bare("bound to attack")  # fucilieri.3.1.6.8
ENTERS_CONFUSED = OF_COMMAND.bare("enters confused", TURN)  # its units come on disorganised, fucilieri.2.3.15
