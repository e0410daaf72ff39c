"""Events of command, recovery and initiative."""

from __future__ import annotations

from alfiere.games.risorgimento.told.common import Place, Rules
from alfiere.kernel.event import Event


class CommandTested(Event):
    """A commander out of his superior's radius acts by himself, or not."""

    commander: str
    roll: int
    need: int
    passed: bool
    colour: str
    rules: Rules = ()


class Marked(Event):
    """The command markers of a side for this turn, of those that have one: units and commanders by colour."""

    seat: str
    blue: tuple[str, ...]
    brown: tuple[str, ...]
    yellow: tuple[str, ...]
    green: tuple[str, ...]
    rules: Rules = ()


class Recovered(Event):
    """A unit that has stood still is less disordered or less tired."""

    unit: str
    disorder: int
    fatigue: int
    rules: Rules = ()


class Tired(Event):
    """A unit has one more point of fatigue."""

    unit: str
    fatigue: int
    why: str  # forced-march, melee
    rules: Rules = ()


class InitiativeRolled(Event):
    """Both commanders in chief have rolled; who won, and how many formations he may move first."""

    red: int
    blue: int
    red_plus: int
    blue_plus: int
    winner: str  # "" if they roll again
    ahead: int
    rules: Rules = ()


class Ordered(Event):
    """A commander or unit has written orders, or gets others that hold from a turn on."""

    secret = ("order", "place", "x", "y", "turn")

    seat: str
    who: str
    order: str
    place: str
    x: int
    y: int
    turn: int
    how: str  # before, in-person, courier
    rules: Rules = ()


class CourierRode(Event):
    """A courier is on his way."""

    seat: str
    courier: str
    start: Place
    to: Place
    path: tuple[tuple[int, int], ...]
    rules: Rules = ()


class CourierGone(Event):
    """A courier has delivered his order, or has been caught with it, or found nobody to give it to."""

    secret = ("roll", "turn")

    seat: str
    courier: str
    how: str  # delivered, caught, lost
    roll: int
    turn: int  # from which the order holds; 0 if it is lost
    rules: Rules = ()


class ValuesGiven(Event):
    """A commander has his values from table 1."""

    commander: str
    radius: int
    initiative: int
    bonus: int
    rules: Rules = ()
