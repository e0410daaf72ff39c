"""Events of set-up, reinforcements and the weather."""

from __future__ import annotations

from alfiere.games.lumi.told.common import Place, Rules
from alfiere.kernel.event import Event


class Deployed(Event):
    """A base or general is set up."""

    who: str
    to: Place
    formation: str  # "" for a general
    unit: str  # to which a general is attached
    rules: Rules = ()


class Arrived(Event):
    """A base or general comes onto the table, or the successor of a general takes his place."""

    who: str
    to: Place
    formation: str  # "" for a general
    rules: Rules = ()


class PutOff(Event):
    """Reinforcements do not come this turn."""

    division: str
    rules: Rules = ()


class WeatherChanged(Event):
    """The fog lifts."""

    weather: str
    die: int  # 0: without one
    rules: Rules = ()


class FogStays(Event):
    """The fog does not lift yet."""

    die: int
    rules: Rules = ()


class RolledOff(Event):
    """Each side has rolled a die: for the edge, or for the first initiative."""

    what: str  # edge or initiative
    red: int
    blue: int
    rules: Rules = ()


class EdgeChosen(Event):
    """A side has chosen its home edge."""

    seat: str
    edge: str
    rules: Rules = ()
