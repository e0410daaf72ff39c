"""Exact odds of a test: of a ten-sided die, or of the cards a side has left (cappa.9.2.2a)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from alfiere.games.cappa.state.cards import CARDS, deck_of
from alfiere.games.cappa.state.dice import D10
from alfiere.games.cappa.state.state import SkirmishState
from alfiere.kernel.decision import Seat
from alfiere.kernel.event import Tally
from alfiere.kernel.odds import at_most, yes_or_no
from alfiere.kernel.prospect import Prospect


def faces(s: SkirmishState, seat: Seat) -> Sequence[int]:
    """What a side may roll, or the cards left in its deck, of which two in a row are taken as if one were put back."""
    return deck_of(s, seat) if s.options.get(CARDS) == "yes" else D10


def strike_prospect(kind: str, who: str, hit: Fraction, among: Sequence[int], tally: Tally, armour: Tally) -> Prospect:
    """A shot or a blow with this chance to hit: its second die wounds (cappa.5.1.2a)."""
    wound = hit * at_most(armour.total, among)
    return Prospect(kind, who, (tally, armour), yes_or_no(hit), yes_or_no(wound), "wounds")


def each_once(tallies: Sequence[Tally]) -> tuple[Tally, ...]:
    """Each tally once: ten muskets of the same kind count alike."""
    seen: dict[tuple[tuple[int, str, str], ...], Tally] = {}
    for tally in tallies:
        seen.setdefault(tuple(tally.lines), tally)
    return tuple(seen.values())
