"""Chapter C.2: which side has the initiative, and how many formations it may move before the others."""

from __future__ import annotations

from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.morale.leaders_lost import chief_elsewhere
from alfiere.games.risorgimento.morale.tests import roll6
from alfiere.games.risorgimento.state.battle import OF_BATTLE, BattleGame, BattleState
from alfiere.games.risorgimento.told.command import InitiativeRolled
from alfiere.kernel.decision import Seat

LEAD = OF_BATTLE.about(
    "ahead", int, TURN
)  # what the roll gave: phase E uses it up, phase G begins with it again, .g.3.3


def roll_initiative(g: BattleGame) -> None:
    """A d6 each; the higher I adds the difference; half of what the winner is ahead by moves first (.c.2.1-5)."""
    s = g.state
    red, blue = (initiative_of(s, seat) for seat in ("red", "blue"))
    plus = max(0, red - blue), max(0, blue - red)
    while True:
        rolls = roll6(g, "red"), roll6(g, "blue")
        ahead = rolls[0] + plus[0] - rolls[1] - plus[1]
        lead = ahead or red - blue  # equal results: the higher I wins, risorgimento.c.2.5
        winner = "red" if lead > 0 else "blue" if lead < 0 else ""
        formations = abs(ahead) // s.tables.numbers.initiative_parts
        rules = ("risorgimento.c.2.1", "risorgimento.c.2.2") if winner else ("risorgimento.c.2.5",)
        g.tell(InitiativeRolled(*rolls, *plus, winner, formations, rules))
        if winner:
            s.initiative, s.ahead = winner, formations
            LEAD.clear(s)
            LEAD.put(s, formations)
            return


def initiative_of(s: BattleState, seat: Seat) -> int:
    """The I of a side's commander in chief, on the table or off it; 1 while he is lost or wounded (.a.1.21, .cl.16)."""
    if elsewhere := chief_elsewhere(s, seat):
        return elsewhere.initiative
    chief = s.chief(seat)
    if chief is None or chief.is_dead or chief.absent:
        return s.tables.numbers.lost_cic
    return chief.initiative
