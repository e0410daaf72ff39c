"""Events of morale: losses, conditions, tests, leaders and units lost."""

from __future__ import annotations

from alfiere.games.fucilieri.told.common import Place, Rules
from alfiere.kernel.event import Event, Tally


class FiguresLost(Event):
    """A unit has lost figures; so many are left."""

    unit: str
    figures: int
    left: int
    how: str  # fire, combat
    rules: Rules = ()


class HitsSaved(Event):
    """Dice thrown to cancel hits: of cover or of a cuirass."""

    unit: str
    needed: int
    rolls: tuple[int, ...]
    saved: int
    rules: Rules = ()


class ConditionsChanged(Event):
    """What a unit suffers from now, or no more."""

    unit: str
    conditions: tuple[str, ...]
    begins: bool
    rules: Rules = ()


class ReactionTested(Event):
    """A reaction test: the die, what was added to it, and what the table says."""

    unit: str
    cause: str
    tally: Tally
    roll: int
    score: int
    result: str
    rules: Rules = ()


class UnitFled(Event):
    """A unit takes to flight."""

    unit: str
    rules: Rules = ()


class UnitLost(Event):
    """A unit is out of the battle."""

    unit: str
    how: str
    rules: Rules = ()


class ThrowMade(Event):
    """The saving throw of a leader or an individual character."""

    leader: str
    needed: int
    roll: int
    saved: bool
    rules: Rules = ()


class CharacterTried(Event):
    """The saving throw of a commander, officer or sergeant of a unit."""

    unit: str
    character: str
    needed: int
    roll: int
    saved: bool
    rules: Rules = ()


class LeaderLost(Event):
    """A leader or an individual character is killed, captured, has fled, or has left with nobody to lead."""

    leader: str
    how: str
    rules: Rules = ()


class LeaderPlaced(Event):
    """A leader or character who has lost his unit stands elsewhere: with a unit, or alone."""

    leader: str
    to: Place
    unit: str
    rules: Rules = ()


class MusiciansLost(Event):
    """The musicians of a command are gone with its general."""

    command: str
    rules: Rules = ()


class StandardLost(Event):
    """The standard of an army, which was raised, is lost."""

    seat: str
    rules: Rules = ()


class CommandDestroyed(Event):
    """A command has lost its last unit."""

    command: str
    rules: Rules = ()
