"""Chapter 7.3, an option: a Game Master, who plays for no side. He keeps the table of events and rules on what is
improvised; those whom the book gives him, and a neutral side that nobody else leads, act as he says.
"""

from __future__ import annotations

from alfiere.games.cappa.scenario.scenario import MASTER
from alfiere.games.cappa.state.state import OF_SKIRMISH, Side, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.master_events import TableKept
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.procedure import Procedure

GAME_MASTER = "game_master"  # the option
LAID_OPEN = OF_SKIRMISH.bare("table laid open")  # he has shown all players the table of events, cappa.7.3b


def has_master(s: SkirmishState) -> bool:
    """Whether a Game Master sits at the table."""
    return MASTER in s.sides


def masters_side() -> Side:
    """He has people of events in hand, but nothing to lose or to win (cappa.7.3.h1)."""
    return Side(MASTER, 1, 1)


def knows_events(s: SkirmishState, seat: Seat | None) -> bool:
    """Whether a seat knows the table: everybody, unless a Game Master keeps it hidden (cappa.7.3a, cappa.7.3b).

    When all is over there is nothing left to be hidden.
    """
    return not has_master(s) or seat == MASTER or LAID_OPEN.is_on(s) or bool(s.winner)


def keep_table(g: SkirmishGame) -> Procedure[None]:
    """Before all else he says whether the players shall know the table of events (cappa.7.3b)."""
    options = [Option("hide-table", {}, ("cappa.7.3b",)), Option("open-table", {}, ("cappa.7.3a",))]
    chosen = yield Decision(MASTER, "keep-table", options, {}, ("cappa.7.3b", "cappa.7.3.h1"))
    is_open = chosen.key == "open-table"
    if is_open:
        LAID_OPEN.put(g.state)
    g.tell(TableKept(MASTER, is_open))
