"""The battles that come with the game, before anything has happened in them."""

from __future__ import annotations

from alfiere.games.fucilieri.sheets.scenario_reading import read_scenario
from alfiere.games.fucilieri.state.muster import new_battle
from tests.games.fucilieri.lines import Situation


def fresh(id: str, **dice: list[int]) -> Situation:
    """A battle at its beginning, with the dice that a side will roll."""
    return Situation(new_battle(read_scenario(id), {}), dict(dice))
