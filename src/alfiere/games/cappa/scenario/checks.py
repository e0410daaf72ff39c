"""What the checks of a scenario share: the first slip found is told in one sentence, with the place where it stands."""

from __future__ import annotations

from typing import NoReturn

from alfiere.games.cappa.scenario.scenario import Scenario
from alfiere.games.cappa.sheets.measures import UM, Point, Rect
from alfiere.kernel.bad_data import BadData


class Check:
    """A scenario that is being checked."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario, self.form, self.file = scenario, scenario.form, scenario.file

    def fail(self, where: str, why: str) -> NoReturn:
        raise BadData(self.file, where, why)

    def one_of(self, word: str, allowed: tuple[str, ...], where: str) -> None:
        if word not in allowed:
            self.fail(where, f"«{word}» is not known; it must be one of {', '.join(allowed)}")

    def its_side(self, code: str, where: str) -> None:
        if code:
            self.one_of(code, tuple(self.scenario.seat_of), where)

    def on_table(self, points: tuple[Point, ...], where: str) -> None:
        for x, y in points:
            if not (0 <= x <= self.scenario.width and 0 <= y <= self.scenario.depth):
                size = f"{self.scenario.width / UM:g} x {self.scenario.depth / UM:g} um"
                self.fail(where, f"({x / UM:g}, {y / UM:g}) is not on the table, which is {size}")

    def rect(self, rect: Rect, where: str) -> None:
        left, top, right, bottom = rect
        if not (left < right and top < bottom):
            self.fail(where, "a rect is [x1, y1, x2, y2], the north-west corner first")
        self.on_table(((left, top), (right, bottom)), where)


def houses(scenario: Scenario) -> tuple[str, ...]:
    """The buildings of a scenario."""
    return tuple(one.id for one in scenario.features if one.structure is not None and one.area is not None)
