"""Events of order and morale: disorder, losses, levels of morale, breaking, rallying, commanders hit."""

from __future__ import annotations

from alfiere.games.risorgimento.told.common import Place, Rules
from alfiere.kernel.event import Event


class Disordered(Event):
    """A unit is disordered, or as much so as at first again."""

    unit: str
    rules: Rules = ()


class Lost(Event):
    """A unit has lost loss points; so many are left of those it began with."""

    unit: str
    points: int
    left: int
    whole: int
    by: str  # fire, melee, or another cause
    rules: Rules = ()


class MoraleChanged(Event):
    """A unit has fewer or more points of morale than before, and why."""

    unit: str
    points: int
    morale: int
    why: str
    rules: Rules = ()


class Broke(Event):
    """A unit breaks: it is routed."""

    unit: str
    rules: Rules = ()


class Rallied(Event):
    """A routed unit obeys again."""

    unit: str
    morale: int
    rules: Rules = ()


class Demoralised(Event):
    """A brigade has lost more than half of its points."""

    brigade: str
    rules: Rules = ()


class BrigadeLost(Event):
    """A brigade is in rout, and removed."""

    brigade: str
    rules: Rules = ()


class CommanderTested(Event):
    """A die for a commander: whether he is hit, how badly, or whether he gets away."""

    commander: str
    die: str  # test, wound or contacted
    roll: int
    result: str
    rules: Rules = ()


class CommanderMoved(Event):
    """A commander stands elsewhere than before, without a move of his own."""

    commander: str
    to: Place
    unit: str  # beside whom
    rules: Rules = ()


class CommanderReturned(Event):
    """A commander takes over again, or another in his place."""

    commander: str
    how: str  # recovered, replaced
    rules: Rules = ()


class CommandPassed(Event):
    """Those who were under a dead commander are under another now."""

    commander: str
    to: str
    how: str  # superior, chief
    rules: Rules = ()
