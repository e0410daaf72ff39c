"""The whole battle between two decisions, as plain data, with the table as it lies."""

from __future__ import annotations

from collections.abc import Container
from typing import Annotated, TypeAlias

from alfiere.battles.marks import Marks
from alfiere.battles.open_battle import ON, OpenBattle
from alfiere.battles.weather import Observation, observed
from alfiere.games.lumi.sheets.ground import Ground
from alfiere.games.lumi.sheets.scenario import Scenario
from alfiere.games.lumi.sheets.tables import Tables, tables
from alfiere.games.lumi.state.base import Base, General
from alfiere.kernel.decision import Seat
from alfiere.kernel.game import Game
from alfiere.kernel.plain import Remembered, Shared, plain
from alfiere.table.field import Scene
from alfiere.table.headings import offset
from alfiere.table.legs import Footing
from alfiere.table.shapes import Pose, Rect
from alfiere.table.terrain import Field


@plain
class State(OpenBattle[Base]):
    """Bases, generals, orders, and how far the battle has come."""

    scenario: Annotated[Scenario, Shared("scenario")]
    options: dict[str, str]
    turn: int
    impulse: int
    phase: str
    step: int  # how far inside the phase
    queue: list[str]  # who has still to act in this step
    winner: str  # "" while it goes on; a seat or "nobody"
    reason: str
    bases: dict[str, Base]
    generals: dict[str, General]
    orders: dict[str, int]  # division -> the priority of its order, lumi.2.3.2a
    initiative: Seat
    cohesion: dict[Seat, int]  # what is left of each army's, lumi.11.3
    control: dict[str, Seat]  # who holds a place, or ""
    levels: dict[str, int]  # of random obstacles that somebody has touched, lumi.3.3.2d
    weather: str
    marks: list[str]  # OF_BATTLE
    laid: Annotated[Scene | None, Remembered()] = None

    @property
    def tables(self) -> Tables:
        """The tables of the rulebook."""
        return tables()

    @property
    def troops(self) -> dict[str, Base]:
        """The bases; a general's disc stops nobody (lumi.8.11)."""
        return self.bases

    @property
    def ground(self) -> Ground:
        """The ground as it is known now."""
        return self.scenario.ground(self.levels)

    @property
    def field(self) -> Field:
        """The table with its ground."""
        return self.ground.field

    @property
    def sky(self) -> Observation:
        """How far one sees, and what light and weather do besides (lumi.10.1)."""
        return observed(self.tables.observation, self.scenario.form.weather.light, self.weather)

    def shape(self, one: Base, formation: str = "") -> Rect:
        """The footprint of a base in a formation (lumi.1.1.2)."""
        return self.tables.base(one.kind, formation or one.formation)

    def stand(self, one: Base, footing: Footing, post: str = "") -> None:
        """Put a base there; nothing else moves one. A general attached to it goes with it (lumi.8.3a)."""
        self.put(one, footing, post)
        for general in self.generals_with((one.id,)):
            general.x, general.y, general.heading = self.behind(one)

    def behind(self, one: Base) -> Pose:
        """Where a general stands who is with a base: right behind its middle."""
        dx, dy = offset(one.heading, -self.shape(one).depth // 2 - self.tables.general_base.radius)
        return Pose(one.x + dx, one.y + dy, one.heading)

    # Who there is

    def generals_with(self, ids: Container[str]) -> list[General]:
        """The generals attached to one of these bases."""
        return [one for one in self.generals.values() if one.base in ids and one.where == ON]

    def general_of(self, division: str) -> General | None:
        """The general of a division, if he is on the table."""
        for one in self.generals.values():
            if one.division == division and one.where == ON:
                return one
        return None

    def chief(self, seat: Seat) -> General | None:
        """The CiC of a side, if he is on the table."""
        return next((one for one in self.generals.values() if one.is_cic and one.seat == seat and one.is_on), None)


OF_BATTLE: Marks[State] = Marks()
LumiGame: TypeAlias = Game[State]
