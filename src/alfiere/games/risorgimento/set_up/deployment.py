"""Chapter set: the values of commanders, and both sides set up, the one the scenario names first (set.1, cmd.7-cmd.11).

Units come one after the other in the order of the scenario, then the commanders of the side.
"""

from __future__ import annotations

from alfiere.games.risorgimento.command.values import roll_values
from alfiere.games.risorgimento.set_up.places import SETTING_UP
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.victory.administration import begin_turn
from alfiere.kernel.procedure import Procedure


def set_up_phase(g: BattleGame) -> Procedure[None]:
    """Everything before turn 1."""
    if g.state.step == 0:
        roll_values(g)
        g.state.queue = order_of_set_up(g.state)
        g.state.step = 1
    yield from SETTING_UP.play(g)
    begin_turn(g, 1)


def order_of_set_up(s: BattleState) -> list[str]:
    """Who is set up, the units before the commanders, the side that deploys first before the other (set.1)."""
    first = s.scenario.seat_of[s.scenario.form.first]
    found = []
    for seat in (first, s.scenario.enemy(first)):
        planned = s.scenario.deployments
        found += [id for id in planned if id in s.units and s.units[id].seat == seat]
        found += [one.id for one in s.commanders.values() if one.seat == seat and one.id not in s.scenario.arrivals]
    return found
