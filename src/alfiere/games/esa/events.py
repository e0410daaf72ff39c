"""What happens in a battle of Esa, typed and language-neutral. Sentences are made in the word files."""

from __future__ import annotations

from typing import ClassVar

from alfiere.battles import events
from alfiere.kernel.decision import Seat
from alfiere.kernel.event import Event, Tally
from alfiere.table.hexes import Hex

Rules = tuple[str, ...]


# Cards and preparation


class DeckChanged(Event):
    """A general or character has changed his army's deck."""

    seat: Seat
    leader: str
    out: tuple[int, ...]
    into: tuple[int, ...]
    rules: Rules = ("esa.2.2c",)


class Reshuffled(Event):
    """The discards have become the new deck."""

    seat: Seat
    count: int
    rules: Rules = ("esa.4h",)


class CardsDrawn(Event):
    """Cards have come into a hand; only its owner sees which."""

    secret: ClassVar[tuple[str, ...]] = ("cards",)
    seat: Seat
    cards: tuple[int, ...]
    rules: Rules = ("esa.3.2.1a",)


class CardsPutBack(Event):
    """Hand cards have gone back on top or at the bottom of the deck."""

    secret: ClassVar[tuple[str, ...]] = ("top", "bottom")
    seat: Seat
    top: tuple[int, ...]
    bottom: tuple[int, ...]
    rules: Rules = ("esa.3.2.2c",)


class CardShown(Event):
    """A card has been turned over for deployment or as an order."""

    seat: Seat
    division: str
    card: int
    focused: bool = False
    rules: Rules = ("esa.3.2.2f",)


class ChosenAtRandom(Event):
    """Each player has turned over his top card; the lower value wins."""

    winner: Seat
    red: int
    blue: int
    rules: Rules = ("esa.g.14",)


class UnitPlaced(Event):
    """A unit has been deployed, or has come on as a reinforcement."""

    unit: str
    hex: Hex
    facing: int
    rules: Rules = ("esa.2.3k",)


class LeaderPlaced(Event):
    """A leader has been placed."""

    leader: str
    hex: Hex
    rules: Rules = ("esa.2.3i",)


# The turn and its orders


class TurnBegan(events.TurnBegan):
    """A turn begins."""

    rules: Rules = ("esa.3a",)


class PhaseBegan(events.PhaseBegan):
    """A phase of the turn begins."""

    rules: Rules = ("esa.3.2a",)


class InitiativeTaken(Event):
    """A side has the initiative this turn."""

    seat: Seat
    red: int
    blue: int
    rules: Rules = ("esa.3.2.2g",)


class FocusDeclared(Event):
    """The one action of a focused card."""

    division: str
    action: str
    rules: Rules = ("esa.10.7c", "esa.10.7h")


class SpecialPlayed(Event):
    """A special card has had its effect."""

    seat: Seat
    division: str
    card: int
    rules: Rules = ("esa.2.5.2e",)


class CardDiscarded(Event):
    """A card has been thrown away by a special card."""

    seat: Seat
    card: int
    rules: Rules = ()


class MarkerRemoved(Event):
    """A unit is no longer shaken or paralysed."""

    unit: str
    marker: str
    rules: Rules = ("esa.8b",)


class OrderReceived(Event):
    """The chain of command held, or was restored by a test."""

    division: str
    card: int
    rules: Rules = ("esa.10.3b",)


class OrderLost(Event):
    """An order did not get through."""

    division: str
    card: int
    rules: Rules = ("esa.3.2.2m", "esa.10.6.2b")


class ReserveAssigned(Event):
    """A unit of the reserve joins a division."""

    unit: str
    division: str
    rules: Rules = ("esa.10.15b",)


class DivisionActs(Event):
    """A division begins an action."""

    division: str
    action: str
    rules: Rules = ("esa.3.1a",)


class MeleeLapsed(Event):
    """A unit has moved into contact, but when its division attacks it is out of its general's reach."""

    unit: str
    target: str
    leader: str
    rules: Rules = ("esa.6.3f", "esa.3.3b", "esa.10.3c")


class TestTaken(Event):
    """A morale test: how many cards and why, what was turned over, whether it was passed."""

    piece: str
    purpose: str
    tally: Tally
    up_to: int  # the value up to which a card succeeds, esa.4d
    values: tuple[int, ...]
    successes: tuple[bool, ...]
    passed: bool
    rules: Rules = ("esa.4g",)


# Movement


class UnitMoved(Event):
    """A unit has moved along a path; ``how`` tells a move from a charge, a pursuit and so on."""

    unit: str
    start: Hex
    path: tuple[Hex, ...]
    how: str
    rules: Rules = ("esa.5.1a",)


class UnitTurned(Event):
    """A unit has taken a facing."""

    unit: str
    facing: int
    rules: Rules = ("esa.5.1b",)


class UnitChanged(Event):
    """A unit has limbered, unlimbered, mounted or dismounted."""

    unit: str
    into: str
    rules: Rules = ()


class LeaderMoved(Event):
    """A leader has moved."""

    leader: str
    start: Hex
    hex: Hex
    rules: Rules = ("esa.5.2c", "esa.5.2d")


class ChargeDeclared(Event):
    """A unit charges another."""

    unit: str
    target: str
    rules: Rules = ("esa.9.3a", "esa.9.3g")


class ForcedMove(Event):
    """A unit has stepped back or withdrawn; ``outcome`` is complete, halted, hindered or destroyed."""

    unit: str
    kind: str
    start: Hex
    path: tuple[Hex, ...]
    outcome: str
    rules: Rules = ("esa.5.3a",)


# Fire and melee


class VolleyFired(Event):
    """A volley: automatic damage, cards, hits, what armour stopped, what is left."""

    unit: str
    target: str
    automatic: Tally
    tally: Tally
    up_to: int  # the value up to which a card succeeds, esa.4d
    values: tuple[int, ...]
    successes: tuple[bool, ...]
    hits: int
    armour: Tally
    losses: int
    far: bool
    rules: Rules = ("esa.6.1f", "esa.6.1h")


class MeleeSplit(Event):
    """A melee has been parted into combats, each with one unit on at least one side."""

    combats: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    rules: Rules = ("esa.7.4.1a",)


class MeleeStruck(Event):
    """One side's blow in a combat: advantage and weakness, cards, hits, armour, losses."""

    unit: str
    helpers: tuple[str, ...]
    target: str
    automatic: Tally
    tally: Tally
    up_to: int  # the value up to which a card succeeds, esa.4d
    values: tuple[int, ...]
    successes: tuple[bool, ...]
    hits: int
    armour: Tally
    losses: int
    rules: Rules = ("esa.7.1d", "esa.7.1e")


class BatteryOverrun(Event):
    """A unit has ridden or marched over a battery."""

    unit: str
    target: str
    rules: Rules = ("esa.9.2l", "esa.9.2l2")


class LossesTaken(Event):
    """A unit has lost strength."""

    unit: str
    losses: int
    strength: int
    rules: Rules = ("esa.10.8a",)


class UnitEliminated(Event):
    """A unit has left the field for good."""

    unit: str
    points: int
    rules: Rules = ("esa.10.8a",)


class LeaderHit(Event):
    """A leader has taken a loss."""

    leader: str
    strength: int
    rules: Rules = ("esa.10.1h",)


class LeaderFell(Event):
    """A leader has fallen; generals are replaced."""

    leader: str
    name: dict[str, str]
    replaced: bool
    rules: Rules = ("esa.10.9a",)


class UnitShaken(Event):
    """A unit has become shaken."""

    unit: str
    rules: Rules = ("esa.6.1i",)


class UnitParalysed(Event):
    """A unit has been paralysed by guns."""

    unit: str
    rules: Rules = ("esa.9.2h",)


class UnitRecovered(Event):
    """A weakened unit has won back a point of strength."""

    unit: str
    strength: int
    rules: Rules = ("esa.8c",)


# The end


class DivisionRouted(Event):
    """More than half of a division's prevailing troops are gone or shaken: it leaves the field."""

    division: str
    lost: int
    of: int
    rules: Rules = ("esa.2.1.1c", "esa.2.1.1d")


class DeterminationLost(Event):
    """An army has lost determination."""

    seat: Seat
    amount: int
    cause: str
    left: int
    rules: Rules = ("esa.3.2.4b",)


class ObjectiveTaken(Event):
    """An objective counts against an army this turn."""

    hex: Hex
    by: Seat
    rules: Rules = ("esa.1.4b",)
