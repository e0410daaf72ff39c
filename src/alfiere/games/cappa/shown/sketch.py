"""What to draw on the table while a player thinks about an option: ways and lengths, lines of sight, cover, blasts.

Everything is worked out by the deed that would carry the option out, so what is drawn is what will be measured.
Where nobody measures before he has declared (the option ``no_measuring``) nothing is drawn that tells a distance.
"""

from __future__ import annotations

from alfiere.games.cappa.combat.lines_drawn import between
from alfiere.games.cappa.movement.ways_drawn import straight
from alfiere.games.cappa.state.state import SkirmishState
from alfiere.games.cappa.turn.deeds import doing
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.drawing import Drawn


def sketch(s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
    """The drawings for an option; what the deed has none for is a straight way, or a line to whom it befalls."""
    name = str(option.get("figure") or "")
    if name not in s.figures and name not in s.squads:
        return []
    deed = doing(option.key)
    drawn = deed.sketch(s, decision, option) if deed is not None else None
    if drawn is not None:
        return drawn
    return straight(s, option) if option.get("to") is not None else between(s, decision, option)
