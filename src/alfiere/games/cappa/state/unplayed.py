"""A side that nobody plays: it rolls no dice, scores nothing and acts last, moved by who lacks the initiative.

Where there is a Game Master he leads it, and it is a side like the others.
"""

from __future__ import annotations

from typing import Any

from alfiere.games.cappa.scenario.scenario import MASTER, Scenario
from alfiere.games.cappa.state.game_master import has_master
from alfiere.games.cappa.state.state import SkirmishGame, SkirmishState
from alfiere.kernel.decision import Decision, Seat
from alfiere.kernel.procedure import Passing, Procedure

THIRD = "third_player"  # «no»: nobody leads the side that can do without a player


def may_lack_player(scenario: Scenario) -> tuple[Seat, ...]:
    """The sides that can do without a player."""
    return tuple(seat for seat, side in scenario.sides.items() if side.may_be_unplayed)


def unplayed(s: SkirmishState) -> tuple[Seat, ...]:
    """The sides that nobody plays."""
    if s.options.get(THIRD) != "no" or has_master(s):
        return ()
    return may_lack_player(s.scenario)


def led_by_master(s: SkirmishState) -> tuple[Seat, ...]:
    """The sides without a player that a Game Master leads: with him they are not left to themselves."""
    return may_lack_player(s.scenario) if s.options.get(THIRD) == "no" and has_master(s) else ()


def contenders(s: SkirmishState) -> tuple[Seat, ...]:
    """The sides that score and can win: neither one that nobody plays, nor the Game Master (cappa.7.3.h1)."""
    alone = unplayed(s)
    return tuple(seat for seat in s.seats if seat != MASTER and seat not in alone)


def spokesman(s: SkirmishState) -> Seat:
    """Who moves them: the last in order of initiative of those who play."""
    alone = unplayed(s)
    return [seat for seat in (s.order or s.seats) if seat not in alone][-1]


def spoken_for(g: SkirmishGame, procedure: Procedure[None]) -> Passing[None]:
    """The same procedure with what is asked of a side without a player asked of who moves it."""
    answer: Any = None
    while True:
        try:
            asked = procedure.send(answer)
        except StopIteration:
            return
        if isinstance(asked, Decision) and asked.seat in unplayed(g.state):
            asked.seat = spokesman(g.state)
        elif isinstance(asked, Decision) and asked.seat in led_by_master(g.state):
            asked.seat = MASTER
        answer = yield asked
