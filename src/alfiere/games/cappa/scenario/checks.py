"""What the checks of a scenario share: the first slip found is told in one sentence, with the place where it stands."""

from __future__ import annotations

from alfiere.battles.ground_reading import TableCheck
from alfiere.games.cappa.scenario.scenario import Scenario


class Check(TableCheck):
    """A scenario that is being checked."""

    shapes = ("rect", "lines", "points")

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario.file, scenario.form.table)
        self.scenario, self.form = scenario, scenario.form

    def its_side(self, code: str, where: str) -> None:
        if code:
            self.one_of(code, tuple(self.scenario.seat_of), where)


def houses(scenario: Scenario) -> tuple[str, ...]:
    """The buildings of a scenario."""
    return tuple(one.id for one in scenario.features if one.structure is not None and one.area is not None)
