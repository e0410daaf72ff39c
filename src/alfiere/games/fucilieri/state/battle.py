"""The whole battle between two decisions, as plain data, with the table as it lies."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from alfiere.battles.marks import Marks
from alfiere.battles.open_battle import ON, OpenBattle
from alfiere.games.fucilieri.sheets.ground import Ground
from alfiere.games.fucilieri.sheets.pieces import Laid
from alfiere.games.fucilieri.sheets.scenario import Scenario
from alfiere.games.fucilieri.sheets.tables import Tables, tables
from alfiere.games.fucilieri.state.command import PRESENT, Command
from alfiere.games.fucilieri.state.footprint import shape
from alfiere.games.fucilieri.state.leader import CONDOTTIERO, Leader
from alfiere.games.fucilieri.state.unit import FLEEING, Unit
from alfiere.kernel.decision import Seat
from alfiere.kernel.game import Game
from alfiere.kernel.plain import Remembered, Shared, plain
from alfiere.table.field import Scene
from alfiere.table.headings import offset
from alfiere.table.legs import Footing
from alfiere.table.shapes import Pose, Rect, box, outline_of
from alfiere.table.terrain import Field


@plain
class State(OpenBattle[Unit]):
    """Units, leaders, commands, and how far the battle has come."""

    scenario: Annotated[Scenario, Shared("scenario")]
    options: dict[str, str]
    turn: int
    phase: str
    step: int  # how far inside the phase
    queue: list[str]  # who has still to act in this step
    winner: str  # "" while it goes on; a seat or "nobody"
    reason: str
    units: dict[str, Unit]
    leaders: dict[str, Leader]
    commands: dict[str, Command]
    homes: dict[Seat, str]  # the own edge of each side, "" until it is chosen, fucilieri.2.2.2
    explored: dict[Seat, int]  # the totals of the exploration test, fucilieri.2.1.13
    ground_laid: list[Laid]  # the road of fucilieri.2.2.15 among them
    is_sluice_shut: bool
    first: Seat  # who deploys first, fucilieri.2.3.8
    reinforcements: int  # the turn from which they may enter; 0: there are none, fucilieri.2.3r.2
    light: Seat  # whose condottiero has it against him, or "", fucilieri.2.4.15
    speech: dict[Seat, int]  # 1 a positive outcome, -1 a negative one, fucilieri.2.4.7
    standard: dict[Seat, str]  # of each side: "" not raised, "raised", "lost", fucilieri.1.6.12
    control: dict[str, Seat]  # who holds a place, or "", fucilieri.6.4d
    named: list[str]  # charges or volleys that have been named and not yet carried out
    marks: list[str]  # OF_BATTLE
    laid: Annotated[Scene | None, Remembered()] = None

    @property
    def tables(self) -> Tables:
        """The tables of the rulebook."""
        return tables()

    @property
    def troops(self) -> dict[str, Unit]:
        """The units; a leader's base stops nobody (fucilieri.3.2.2.4)."""
        return self.units

    @property
    def ground(self) -> Ground:
        """The ground as it lies now."""
        if not self.ground_laid and not self.is_sluice_shut:
            return self.scenario.bare_ground
        return self.scenario.ground(tuple(self.ground_laid), is_sluice_shut=self.is_sluice_shut)

    @property
    def field(self) -> Field:
        """The table with its ground."""
        return self.ground.field

    def shape(self, one: Unit, formation: str = "") -> Rect:
        """The footprint of a unit in a formation; who holds a block is all over it (fucilieri.5.13)."""
        if one.post and not formation:
            size = tables().bases.building
            return Rect(size.front, size.depth)
        return shape(one, formation)

    def stand(self, one: Unit, footing: Footing, post: str = "") -> None:
        """Put a unit there; nothing else moves one. Who has joined it goes with it (fucilieri.3.2.9.1)."""
        self.put(one, footing, post)
        for leader in self.joined_to(one.id):
            leader.x, leader.y, leader.heading = self.behind(one, leader)

    def behind(self, one: Unit, leader: Leader) -> Pose:
        """Where somebody stands who is with a unit: right behind its middle, or as far as the table reaches."""
        dx, dy = offset(one.heading, -self.shape(one).depth // 2 - leader.shape.depth // 2)
        there = Pose(one.x + dx, one.y + dy, one.heading)
        west, north, east, south = box(outline_of(leader.shape, there))
        x = there.x + max(0, -west) - max(0, east - self.field.width)
        y = there.y + max(0, -north) - max(0, south - self.field.height)
        return Pose(x, y, one.heading)

    # Who there is

    def joined_to(self, unit: str) -> list[Leader]:
        """Those who have joined a unit."""
        return [one for one in self.leaders.values() if one.joined == unit and one.where == ON]

    def units_of(self, command: str) -> list[Unit]:
        """The units of a command on the table; those in flight are not among them."""
        return [one for one in self.units.values() if one.command == command and one.where == ON]

    def fleeing_of(self, command: str) -> list[Unit]:
        """The units of a command that are in flight on the table."""
        return [one for one in self.units.values() if one.command == command and one.where == FLEEING]

    def leader_of(self, command: str) -> Leader | None:
        """The leader of a command, if he is on the table."""
        one = self.leaders[self.commands[command].leader]
        return one if one.is_on else None

    def condottiero(self, seat: Seat) -> Leader:
        """The condottiero of a side, wherever he is."""
        return next(one for one in self.leaders.values() if one.seat == seat and one.role == CONDOTTIERO)

    def commands_of(self, seat: Seat) -> list[Command]:
        """The commands of a side that have not fled, been destroyed or taken over."""
        return [one for one in self.commands.values() if one.seat == seat and one.fate == PRESENT]


OF_BATTLE: Marks[State] = Marks()
FucilieriGame: TypeAlias = Game[State]
