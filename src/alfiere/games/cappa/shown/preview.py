"""What a player sees while he thinks about an option: ways, lengths, lines of sight, blasts, the odds of its tests.

Everything is worked out by the deed that would carry the option out, so what is drawn is what will be measured.
Where nobody measures before he has declared (the option ``no_measuring``) nothing is drawn that tells a distance.
"""

from __future__ import annotations

from alfiere.games.cappa.combat.lines_drawn import between
from alfiere.games.cappa.movement.ways_drawn import straight
from alfiere.games.cappa.state.state import SkirmishState
from alfiere.games.cappa.turn.deeds import doing
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.drawing import Drawn
from alfiere.kernel.prospect import Prospect


def sketch(s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
    """The drawings for an option; what the deed has none for is a straight way, or a line to whom it befalls."""
    if not _is_somebodys(s, option):
        return []
    deed = doing(option.key)
    drawn = deed.sketch(s, decision, option) if deed is not None else None
    if drawn is not None:
        return drawn
    return straight(s, option) if option.get("to") is not None else between(s, decision, option)


def prospects(s: SkirmishState, decision: Decision, option: Option, viewer: Seat | None) -> list[Prospect]:
    """The tests an option leads to at once, those of both sides where both strike."""
    deed = doing(option.key) if _is_somebodys(s, option) else None
    return [] if deed is None else deed.prospects(s, decision, option)


def _is_somebodys(s: SkirmishState, option: Option) -> bool:
    name = str(option.get("figure") or "")
    return name in s.figures or name in s.squads
