"""What happens in a battle of Esa, typed and language-neutral. Sentences are made in the word files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from alfiere.battles import events
from alfiere.kernel.decision import Seat
from alfiere.kernel.event import Event, Tally
from alfiere.table.hexes import Hex

Rules = tuple[str, ...]


# Cards and preparation


@dataclass(slots=True)
class DeckChanged(Event):
    """A general or character has changed his army's deck."""

    seat: Seat
    leader: str
    out: tuple[int, ...]
    into: tuple[int, ...]
    rules: Rules = ("esa.2.2c",)


@dataclass(slots=True)
class Reshuffled(Event):
    """The discards have become the new deck."""

    seat: Seat
    count: int
    rules: Rules = ("esa.4h",)


@dataclass(slots=True)
class CardsDrawn(Event):
    """Cards have come into a hand; only its owner sees which."""

    secret: ClassVar[tuple[str, ...]] = ("cards",)
    seat: Seat
    cards: tuple[int, ...]
    rules: Rules = ("esa.3.2.1a",)


@dataclass(slots=True)
class CardsPutBack(Event):
    """Hand cards have gone back on top or at the bottom of the deck."""

    secret: ClassVar[tuple[str, ...]] = ("top", "bottom")
    seat: Seat
    top: tuple[int, ...]
    bottom: tuple[int, ...]
    rules: Rules = ("esa.3.2.2c",)


@dataclass(slots=True)
class CardShown(Event):
    """A card has been turned over for deployment or as an order."""

    seat: Seat
    division: str
    card: int
    focused: bool = False
    rules: Rules = ("esa.3.2.2f",)


@dataclass(slots=True)
class ChosenAtRandom(Event):
    """Each player has turned over his top card; the lower value wins."""

    winner: Seat
    red: int
    blue: int
    rules: Rules = ("esa.g.14",)


@dataclass(slots=True)
class UnitPlaced(Event):
    """A unit has been deployed, or has come on as a reinforcement."""

    unit: str
    hex: Hex
    facing: int
    rules: Rules = ("esa.2.3k",)


@dataclass(slots=True)
class LeaderPlaced(Event):
    """A leader has been placed."""

    leader: str
    hex: Hex
    rules: Rules = ("esa.2.3i",)


# The turn and its orders


@dataclass(slots=True)
class TurnBegan(events.TurnBegan):
    """A turn begins."""

    rules: Rules = ("esa.3a",)


@dataclass(slots=True)
class PhaseBegan(events.PhaseBegan):
    """A phase of the turn begins."""

    rules: Rules = ("esa.3.2a",)


@dataclass(slots=True)
class InitiativeTaken(Event):
    """A side has the initiative this turn."""

    seat: Seat
    red: int
    blue: int
    rules: Rules = ("esa.3.2.2g",)


@dataclass(slots=True)
class FocusDeclared(Event):
    """The one action of a focused card."""

    division: str
    action: str
    rules: Rules = ("esa.10.7c", "esa.10.7h")


@dataclass(slots=True)
class SpecialPlayed(Event):
    """A special card has had its effect."""

    seat: Seat
    division: str
    card: int
    rules: Rules = ("esa.2.5.2e",)


@dataclass(slots=True)
class CardDiscarded(Event):
    """A card has been thrown away by a special card."""

    seat: Seat
    card: int
    rules: Rules = ()


@dataclass(slots=True)
class MarkerRemoved(Event):
    """A unit is no longer shaken or paralysed."""

    unit: str
    marker: str
    rules: Rules = ("esa.8b",)


@dataclass(slots=True)
class OrderReceived(Event):
    """The chain of command held, or was restored by a test."""

    division: str
    card: int
    rules: Rules = ("esa.10.3b",)


@dataclass(slots=True)
class OrderLost(Event):
    """An order did not get through."""

    division: str
    card: int
    rules: Rules = ("esa.3.2.2m", "esa.10.6.2b")


@dataclass(slots=True)
class ReserveAssigned(Event):
    """A unit of the reserve joins a division."""

    unit: str
    division: str
    rules: Rules = ("esa.10.15b",)


@dataclass(slots=True)
class DivisionActs(Event):
    """A division begins an action."""

    division: str
    action: str
    rules: Rules = ("esa.3.1a",)


@dataclass(slots=True)
class MeleeLapsed(Event):
    """A unit has moved into contact, but when its division attacks it is out of its general's reach."""

    unit: str
    target: str
    leader: str
    rules: Rules = ("esa.6.3f", "esa.3.3b", "esa.10.3c")


@dataclass(slots=True)
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


@dataclass(slots=True)
class UnitMoved(Event):
    """A unit has moved along a path; ``how`` tells a move from a charge, a pursuit and so on."""

    unit: str
    start: Hex
    path: tuple[Hex, ...]
    how: str
    rules: Rules = ("esa.5.1a",)


@dataclass(slots=True)
class UnitTurned(Event):
    """A unit has taken a facing."""

    unit: str
    facing: int
    rules: Rules = ("esa.5.1b",)


@dataclass(slots=True)
class UnitChanged(Event):
    """A unit has limbered, unlimbered, mounted or dismounted."""

    unit: str
    into: str
    rules: Rules = ()


@dataclass(slots=True)
class LeaderMoved(Event):
    """A leader has moved."""

    leader: str
    start: Hex
    hex: Hex
    rules: Rules = ("esa.5.2c", "esa.5.2d")


@dataclass(slots=True)
class ChargeDeclared(Event):
    """A unit charges another."""

    unit: str
    target: str
    rules: Rules = ("esa.9.3a", "esa.9.3g")


@dataclass(slots=True)
class ForcedMove(Event):
    """A unit has stepped back or withdrawn; ``outcome`` is complete, halted, hindered or destroyed."""

    unit: str
    kind: str
    start: Hex
    path: tuple[Hex, ...]
    outcome: str
    rules: Rules = ("esa.5.3a",)


# Fire and melee


@dataclass(slots=True)
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


@dataclass(slots=True)
class MeleeSplit(Event):
    """A melee has been parted into combats, each with one unit on at least one side."""

    combats: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    rules: Rules = ("esa.7.4.1a",)


@dataclass(slots=True)
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


@dataclass(slots=True)
class BatteryOverrun(Event):
    """A unit has ridden or marched over a battery."""

    unit: str
    target: str
    rules: Rules = ("esa.9.2l", "esa.9.2l2")


@dataclass(slots=True)
class LossesTaken(Event):
    """A unit has lost strength."""

    unit: str
    losses: int
    strength: int
    rules: Rules = ("esa.10.8a",)


@dataclass(slots=True)
class UnitEliminated(Event):
    """A unit has left the field for good."""

    unit: str
    points: int
    rules: Rules = ("esa.10.8a",)


@dataclass(slots=True)
class LeaderHit(Event):
    """A leader has taken a loss."""

    leader: str
    strength: int
    rules: Rules = ("esa.10.1h",)


@dataclass(slots=True)
class LeaderFell(Event):
    """A leader has fallen; generals are replaced."""

    leader: str
    name: dict[str, str]
    replaced: bool
    rules: Rules = ("esa.10.9a",)


@dataclass(slots=True)
class UnitShaken(Event):
    """A unit has become shaken."""

    unit: str
    rules: Rules = ("esa.6.1i",)


@dataclass(slots=True)
class UnitParalysed(Event):
    """A unit has been paralysed by guns."""

    unit: str
    rules: Rules = ("esa.9.2h",)


@dataclass(slots=True)
class UnitRecovered(Event):
    """A weakened unit has won back a point of strength."""

    unit: str
    strength: int
    rules: Rules = ("esa.8c",)


# The end


@dataclass(slots=True)
class DivisionRouted(Event):
    """More than half of a division's prevailing troops are gone or shaken: it leaves the field."""

    division: str
    lost: int
    of: int
    rules: Rules = ("esa.2.1.1c", "esa.2.1.1d")


@dataclass(slots=True)
class DeterminationLost(Event):
    """An army has lost determination."""

    seat: Seat
    amount: int
    cause: str
    left: int
    rules: Rules = ("esa.3.2.4b",)


@dataclass(slots=True)
class ObjectiveTaken(Event):
    """An objective counts against an army this turn."""

    hex: Hex
    by: Seat
    rules: Rules = ("esa.1.4b",)
