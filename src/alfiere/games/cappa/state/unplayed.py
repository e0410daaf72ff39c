"""A side that nobody plays: it rolls no dice, scores nothing and acts last, moved by who lacks the initiative."""

from __future__ import annotations

from typing import Any

from alfiere.games.cappa.scenario.scenario import Scenario
from alfiere.games.cappa.state.state import SkirmishGame, SkirmishState
from alfiere.kernel.decision import Decision, Seat
from alfiere.kernel.procedure import Procedure

THIRD = "third_player"  # «no»: nobody leads the side that can do without a player


def may_lack_player(scenario: Scenario) -> tuple[Seat, ...]:
    """The sides that can do without a player."""
    return tuple(seat for seat, side in scenario.sides.items() if side.may_be_unplayed)


def unplayed(s: SkirmishState) -> tuple[Seat, ...]:
    """The sides that nobody plays."""
    if s.options.get(THIRD) != "no":
        return ()
    return may_lack_player(s.scenario)


def spokesman(s: SkirmishState) -> Seat:
    """Who moves them: the last in order of initiative of those who play."""
    alone = unplayed(s)
    return [seat for seat in (s.order or s.seats) if seat not in alone][-1]


def spoken_for(g: SkirmishGame, procedure: Procedure[None]) -> Procedure[None]:
    """The same procedure with what is asked of a side without a player asked of who moves it."""
    answer: Any = None
    while True:
        try:
            asked = procedure.send(answer)
        except StopIteration:
            return
        if isinstance(asked, Decision) and asked.seat in unplayed(g.state):
            asked.seat = spokesman(g.state)
        answer = yield asked
