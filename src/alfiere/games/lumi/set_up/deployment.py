"""Chapter 12: before the first turn both armies are set up, the side that the scenario names first."""

from __future__ import annotations

from alfiere.battles.open_battle import other
from alfiere.games.lumi.set_up.places import SETTING_UP
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.kernel.decision import Seat
from alfiere.kernel.procedure import Procedure


def set_up_phase(g: LumiGame) -> Procedure[None]:
    """Everybody who is on the table from the beginning."""
    if g.state.step == 0:
        g.state.queue = order_of_set_up(g.state)
        g.state.step = 1
    yield from SETTING_UP.play(g)


def order_of_set_up(s: State) -> list[str]:
    """Bases in the order of battle, then the generals, the CiC last; one side after the other (12.6).

    Two armies that meet set up one division in turn, each with its general, the CiC at the end (12.3b).
    """
    first = s.scenario.seat_of[s.scenario.form.first]
    if s.scenario.meeting is not None:
        return _in_turn(s, (first, other(first)))
    found = []
    for seat in (first, other(first)):
        found += [id for id, one in s.bases.items() if one.seat == seat and id in s.scenario.deployments]
        generals = [one for one in s.generals.values() if one.seat == seat and one.id not in s.scenario.arrivals]
        found += [one.id for one in sorted(generals, key=lambda one: one.is_cic)]
    return found


def _in_turn(s: State, seats: tuple[Seat, Seat]) -> list[str]:
    divisions = {
        seat: [id for id, one in s.scenario.divisions.items() if s.scenario.seat_of[one.side] == seat] for seat in seats
    }
    found = []
    for number in range(max(map(len, divisions.values()))):
        for division in (divisions[seat][number] for seat in seats if number < len(divisions[seat])):
            found += [id for id, one in s.bases.items() if one.division == division]
            found += [id for id, one in s.generals.items() if one.division == division]
    return found + [one.id for seat in seats for one in s.generals.values() if one.seat == seat and not one.division]
