"""What happens by the optional rules of chapter 9: cards, experience points, jammed weapons; and aims held."""

from __future__ import annotations

from alfiere.games.cappa.told.events import Rules
from alfiere.kernel.decision import Seat
from alfiere.kernel.event import Event


class DeckShuffled(Event):
    """A side has turned its last card and shuffles so many again."""

    seat: Seat
    cards: int
    rules: Rules = ("cappa.9.2.2b",)


class ExperienceEarned(Event):
    """A side has done something decisive: the dice for it, and the points it has now."""

    seat: Seat
    kind: str
    dice: tuple[int, ...]
    total: int
    rules: Rules = ("cappa.9.1.1b",)


class ExperienceSpent(Event):
    """Points spent for a character, before he moves or shoots."""

    seat: Seat
    figure: str
    points: int
    what: str
    rules: Rules = ("cappa.9.1.2g",)


class DieChanged(Event):
    """Experience has raised a die, lowered it or had it rolled again."""

    seat: Seat
    figure: str
    die: int
    to: int
    how: str
    rules: Rules = ("cappa.9.1.2b", "cappa.9.1.2g")


class WeaponJammed(Event):
    """A firearm has jammed and must be put right before it is loaded."""

    figure: str
    weapon: str
    rules: Rules = ("cappa.9.3.2a",)


class WeaponCleared(Event):
    """A jammed firearm is in order again."""

    figure: str
    weapon: str
    rules: Rules = ("cappa.9.3.2a",)


class BurstInHand(Event):
    """A grenade bursts before it is thrown."""

    figure: str
    rules: Rules = ("cappa.9.3.3a",)


class LeftBehind(Event):
    """A man without a horse is left behind by his squad."""

    figure: str
    squad: str
    rules: Rules = ("cappa.9.6a", "cappa.9.6b")


class AimHeld(Event):
    """A side has reached an objective of the scenario, by its number there, by the way the game has ended."""

    seat: Seat
    objective: int
    rules: Rules = ("cappa.3.1e",)
