"""What a scenario says about talk (cappa.t.talk): confessions that may be extracted, and news."""

from __future__ import annotations

from alfiere.kernel.forms import Form, Name


class ConfessionForm(Form, frozen=True, kw_only=True):
    """Somebody, out of action or captive, from whom a confession may be extracted: a PA of talk in so many turns.

    Complete at the end of the last of them, if whoever asks has spent the PA in each and is still beside him. An
    objective of the kind «confession» may rest on it.
    """

    id: str
    text: Name  # what is told when he has confessed
    of: str  # a character, or the event that brings the one who knows
    side: str = ""  # who may ask; left out: everybody
    who: tuple[str, ...] = ()  # only these characters
    turns: int = 1  # running
    worth: int = 0  # victory points
    news: str = ""  # what whoever has asked knows from then on


class NewsForm(Form, frozen=True, kw_only=True):
    """Something worth knowing: who knows it may tell it a friend; carried off the table it may earn points.

    It is known from the start, or learned from a confession or an event.
    """

    id: str
    text: Name
    known_to: tuple[str, ...] = ()  # these characters know it when the game begins
    side: str = ""  # whom it serves; left out: everybody
    worth: int = 0  # victory points, once for a side, when somebody who knows it leaves the table
