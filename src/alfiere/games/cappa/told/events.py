"""What happens in a skirmish, typed and language-neutral. Sentences are made in the word files."""

from __future__ import annotations

from alfiere.battles import events
from alfiere.kernel.decision import Seat
from alfiere.kernel.event import Event, Tally
from alfiere.table.shapes import Point

Rules = tuple[str, ...]


# The turn


class TurnBegan(events.TurnBegan):
    """A new turn."""

    rules: Rules = ("cappa.2.1a",)


class PhaseBegan(events.PhaseBegan):
    """A phase of the turn."""

    rules: Rules = ("cappa.2.1b",)


class DiceRolled(Event):
    """A side's activation dice; the valid ones are kept."""

    seat: Seat
    dice: tuple[int, ...]
    valid: tuple[int, ...]
    tally: Tally
    rules: Rules = ("cappa.2.1.1a", "cappa.2.1.1f")


class InitiativeTaken(Event):
    """Who has the initiative, the order of the sides, and how many 3s each rolled, in that order."""

    seat: Seat
    order: tuple[Seat, ...]
    threes: tuple[int, ...]
    rules: Rules = ("cappa.2.1.1h",)


class DieGiven(Event):
    """A character or squad has been given a die."""

    seat: Seat
    figure: str
    die: int
    pa: int
    rules: Rules = ("cappa.2.1.2a",)


class DiceLost(Event):
    """Valid dice that were not placed."""

    seat: Seat
    dice: tuple[int, ...]
    rules: Rules = ("cappa.2.1.2.h4",)


class Entered(Event):
    """A character has come onto the table."""

    figure: str
    to: Point
    rules: Rules = ("cappa.2.1.3a", "cappa.2.1.3b")


class ImpulseBegan(Event):
    """A character or squad is called."""

    figure: str
    pa: int
    rules: Rules = ("cappa.2.1.4b", "cappa.2.1.4h")


class Waited(Event):
    """PA spent on nothing."""

    figure: str
    rules: Rules = ("cappa.2.2.4a",)


# Morale, wounds, firmness


class MoraleTested(Event):
    """A morale test: the die against Mo as modified."""

    figure: str
    cause: str
    tally: Tally
    roll: int
    passed: bool
    fully: bool
    rules: Rules = ("cappa.2.3.1a",)


class Shaken(Event):
    """A character or squad no longer obeys."""

    figure: str
    cause: str
    rules: Rules = ("cappa.2.3.1c",)


class Recovered(Event):
    """A shaken character or squad obeys again."""

    figure: str
    rules: Rules = ("cappa.2.3.3b",)


class Wounded(Event):
    """A wound; how many he has now."""

    figure: str
    wounds: int
    rules: Rules = ("cappa.5.1.2d",)


class PutOut(Event):
    """Out of action, or off the table for good."""

    figure: str
    killed: bool
    rules: Rules = ("cappa.5.1.2d",)


class FirmnessChanged(Event):
    """A side's firmness; how much is left is its owner's to know (cappa.3.2.3d)."""

    seat: Seat
    amount: int
    cause: str
    rules: Rules = ("cappa.3.2.3a",)


class PointsScored(Event):
    """Victory points."""

    seat: Seat
    amount: int
    cause: str
    rules: Rules = ("cappa.3.1.1a",)


class SkirmishEnded(events.BattleEnded):
    """The end, who won and what decided it."""

    rules: Rules = ("cappa.3.1a",)


# Moving


class Moved(Event):
    """A character has gone somewhere; ``how`` is move, charge, countercharge, evasion, flight, push, crawl…"""

    figure: str
    start: Point
    path: tuple[Point, ...]
    length: int
    how: str
    rules: Rules = ("cappa.4.0a",)


class Crossed(Event):
    """A character has got over an obstacle or through an opening."""

    figure: str
    obstacle: str
    to: Point
    rules: Rules = ("cappa.4.3.2c",)


class Climbed(Event):
    """A character is higher or lower now; the level in hundredths of a um."""

    figure: str
    level: int
    rules: Rules = ("cappa.4.3.3a",)


class ChargeDeclared(Event):
    """A charge is announced, at one enemy or at several (cappa.4.3.8b)."""

    figure: str
    target: str
    also: tuple[str, ...] = ()
    rules: Rules = ("cappa.4.3.8f",)


class ChargeEnded(Event):
    """Whether the charger has come into contact."""

    figure: str
    target: str
    contact: bool
    rules: Rules = ("cappa.4.3.8a",)


class Acted(Event):
    """A simple action; ``how`` is prone, up, mounted, dismounted, drink, wait…, about somebody or something."""

    figure: str
    how: str
    about: str
    rules: Rules = ("cappa.2.2a",)


class Spoke(Event):
    """Somebody talks to another; ``what`` is a row of the table of talk."""

    figure: str
    target: str
    what: str
    rules: Rules = ("cappa.2.2.1u",)


class WeaponsChanged(Event):
    """What a character has in his hands now."""

    figure: str
    hands: tuple[str, ...]
    rules: Rules = ("cappa.2.2.1i",)


class Taken(Event):
    """Something or somebody is picked up, put down, handed over; ``how`` says which."""

    figure: str
    thing: str
    how: str
    rules: Rules = ("cappa.2.2.1j",)


class Surrendered(Event):
    """A character gives himself up."""

    figure: str
    rules: Rules = ("cappa.2.2.1.h7",)


class Improvised(Event):
    """An improvised attack: what was tried, the roll to hit, what came of it."""

    figure: str
    target: str
    what: str
    tally: Tally
    roll: int
    hit: bool
    rules: Rules = ("cappa.2.2.3.h5",)


class Fell(Event):
    """A fall from so many levels, in hundredths; a die where it is deep enough to hurt."""

    figure: str
    drop: int
    roll: int
    wounded: bool
    rules: Rules = ("cappa.2.2.3.h3", "cappa.2.2.3.h7")


class LeftTable(Event):
    """A character has left the table."""

    figure: str
    rules: Rules = ("cappa.4.h2",)


class SetUpFirst(Event):
    """Who sets up first: the sides in their order with each one's die, the lowest first."""

    seat: Seat
    order: tuple[Seat, ...]
    dice: tuple[int, ...]
    rules: Rules = ("cappa.2.1.h2",)


# Fire and melee


class Shot(Event):
    """A shot or a throw: to hit, and if it hit, for damage."""

    figure: str
    target: str
    weapon: str
    thrown: bool
    tally: Tally
    roll: int
    hit: bool
    armour: Tally | None
    damage: int  # the second die, 0 when there was none
    wounded: bool
    rules: Rules = ("cappa.5.1.2a", "cappa.5.1.2c")


class Struck(Event):
    """A blow hand to hand: to hit, and if it hit, for damage."""

    figure: str
    target: str
    weapon: str
    tally: Tally
    roll: int
    hit: bool
    armour: Tally | None
    damage: int
    wounded: bool
    disarms: bool = False  # the blow is at the weapon, cappa.9.4.2a
    rules: Rules = ("cappa.5.2.1b", "cappa.5.2.1d")


class FallenStruck(Event):
    """A blow at one who lies out of action: it hits without a die, only the damage is rolled."""

    figure: str
    target: str
    weapon: str
    armour: Tally
    damage: int
    wounded: bool
    rules: Rules = ("cappa.5.2.1g", "cappa.5.2.2u")


class Disarmed(Event):
    """A weapon was struck out of somebody's hand."""

    figure: str
    target: str
    weapon: str
    rules: Rules = ("cappa.9.4.2b", "cappa.9.4.2.h2")


class WhoWasStruck(Event):
    """A wound on somebody mounted: the die says rider or mount."""

    figure: str
    roll: int
    struck: str
    rules: Rules = ("cappa.5.1.7a",)


class HorseFell(Event):
    """The mount is killed; its rider lies on the ground."""

    figure: str
    rules: Rules = ("cappa.5.1.7b",)


class Aimed(Event):
    """A character takes aim."""

    figure: str
    weapon: str
    rules: Rules = ("cappa.5.1.4a",)


class WeaponReadied(Event):
    """Something done to a weapon; ``how`` is reloaded, match lit, bayonet fixed, bayonet removed."""

    figure: str
    weapon: str
    how: str
    rules: Rules = ("cappa.5.1.6b",)


class ShotLost(Event):
    """A shot that could no longer be made when its time came: PA and charge are spent."""

    figure: str
    target: str
    rules: Rules = ("cappa.4.3.9j",)


class GrenadeThrown(Event):
    """A grenade: where it bursts, the dice, whom it hit and against which armour each second die was rolled."""

    figure: str
    at: Point
    tally: Tally
    dice: tuple[int, ...]
    hit: tuple[str, ...]
    armour: tuple[Tally, ...]
    damage: tuple[int, ...]
    wounded: tuple[str, ...]
    rules: Rules = ("cappa.5.3.3c", "cappa.5.3.3e")


class RoundWon(Event):
    """Who won a round of melee; nobody when it is a draw."""

    winner: str
    loser: str
    why: str  # out, wounds, hits, draw
    rules: Rules = ("cappa.5.2.3a",)


class KnockedDown(Event):
    """Somebody on foot is ridden down."""

    figure: str
    rules: Rules = ("cappa.5.2.7a",)


# Abilities


class Shielded(Event):
    """A devoted character takes a blow meant for another."""

    figure: str
    other: str
    rules: Rules = ("cappa.8.1.2i",)


class Cried(Event):
    """A battle cry."""

    figure: str
    target: str
    rules: Rules = ("cappa.8.1.1i",)


class Followed(Event):
    """Characters who from now on do as their leader does."""

    figure: str
    followers: tuple[str, ...]
    rules: Rules = ("cappa.8.1.2a",)


class Roused(Event):
    """A die out of turn: aggressive or reactive; 0 PA when it was no order."""

    figure: str
    roll: int
    pa: int
    rules: Rules = ("cappa.8.1.2e",)


class Corrupted(Event):
    """A betrayer has bought enemies off."""

    figure: str
    bought: tuple[str, ...]
    rules: Rules = ("cappa.8.1.2s",)


# Squads


class VolleyFired(Event):
    """A squad's fire: for each member his Ti and die, for each hit the armour and its die, and how many wounds."""

    figure: str
    target: str
    measured: str  # the member from whom sight and distance were taken
    shooters: tuple[str, ...]
    tallies: tuple[Tally, ...]
    dice: tuple[int, ...]
    armour: tuple[Tally, ...]
    damage: tuple[int, ...]
    wounds: int
    rules: Rules = ("cappa.6.6.1b", "cappa.6.6.1c")


# Sides and scenarios


class SideBeaten(Event):
    """One of three sides is beaten and leaves the table; the others play on."""

    seat: Seat
    rules: Rules = ("cappa.3.2.2.h1",)


class EventRevealed(Event):
    """A character has found out what a marker hides."""

    figure: str
    event: str
    at: Point
    rules: Rules = ("cappa.2.2.1x", "cappa.7.1c")


class FormationChanged(Event):
    """A squad stands in another formation now."""

    figure: str
    formation: str
    rules: Rules = ("cappa.2.2.1t",)


class LastOfSquad(Event):
    """One is left of a squad, and goes on alone."""

    figure: str
    squad: str
    rules: Rules = ("cappa.6.h3",)


class FlagFell(Event):
    """The ensign is gone, the flag of his squad lies where he stood."""

    figure: str
    squad: str
    at: Point
    rules: Rules = ("cappa.6.2b", "cappa.6.2.h1")


class FlagRaised(Event):
    """A member of a squad carries its flag from now on."""

    figure: str
    squad: str
    rules: Rules = ("cappa.6.2c", "cappa.6.2.h1")
