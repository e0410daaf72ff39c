"""Events of movement besides the moves themselves: obstacles, generals who ride or take a command."""

from __future__ import annotations

from alfiere.games.lumi.told.common import Ids, Place, Rules
from alfiere.kernel.event import Event


class ObstacleRolled(Event):
    """A die says how hard an obstacle is that somebody has come to (lumi.3.3.2b)."""

    piece: str
    roll: int
    level: int
    rules: Rules = ()


class ObstacleTried(Event):
    """A unit tries to cross an obstacle: its die against a number, or no die at all (0)."""

    units: Ids
    piece: str
    roll: int
    beat: int
    crossed: bool
    rules: Rules = ()


class GeneralRode(Event):
    """A general has moved, and may be with a unit now."""

    general: str
    start: Place
    to: Place
    unit: str
    rules: Rules = ()


class GeneralSucceeded(Event):
    """Somebody takes the place of a general who has fallen."""

    general: str
    to: Place
    rules: Rules = ()


class LinesInverted(Event):
    """A unit has gone through another, which now stands before or behind it."""

    units: Ids
    through: Ids
    how: str  # forward or back
    rules: Rules = ()


class Mounted(Event):
    """Dragoons are on foot now, or on horseback."""

    units: Ids
    foot: int  # 1: on foot
    rules: Rules = ()
