"""What an option of a decision may bring: shots, blows, tests, improvised acts, with their exact odds on a d10."""

from __future__ import annotations

from alfiere.games.cappa.state.state import SkirmishState
from alfiere.games.cappa.turn.deeds import doing
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.prospect import Prospect


def prospects(s: SkirmishState, decision: Decision, option: Option, viewer: Seat | None) -> list[Prospect]:
    """The tests an option leads to at once, those of both sides where both strike."""
    name = str(option.get("figure") or "")
    deed = doing(option.key) if name in s.figures or name in s.squads else None
    return [] if deed is None else deed.prospects(s, decision, option)
