"""The battles that come with the game, before anything has happened in them."""

from __future__ import annotations

from alfiere.battles.armies.meeting import ARMY_OF
from alfiere.games.fucilieri.sheets.scenario_reading import read_scenario
from alfiere.games.fucilieri.state.muster import new_battle
from tests.games.fucilieri.lines import Situation


def fresh(id: str, **dice: list[int]) -> Situation:
    """A battle at its beginning, with the dice that a side will roll; where armies meet, the first that are offered."""
    scenario = read_scenario(id)
    meeting, options = scenario.meeting, dict[str, str]()
    if meeting is not None:
        offered = meeting.offered(meeting.points({}))
        options = {key: offered[number] for number, key in enumerate(ARMY_OF.values())}
    return Situation(new_battle(scenario, options), dict(dice))
