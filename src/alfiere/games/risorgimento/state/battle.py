"""The whole battle between two decisions, as plain data, with the table as it lies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field as kept
from typing import Annotated, NamedTuple, TypeAlias

from alfiere.battles.marks import Marks
from alfiere.battles.open_battle import SEATS as SEATS
from alfiere.battles.open_battle import OpenBattle
from alfiere.battles.open_battle import other as other
from alfiere.games.risorgimento.sheets.ground import Ground
from alfiere.games.risorgimento.sheets.scenario import Scenario
from alfiere.games.risorgimento.sheets.scenario_forms import PlaceForm
from alfiere.games.risorgimento.sheets.tables import Tables
from alfiere.games.risorgimento.state.courier import Courier
from alfiere.games.risorgimento.state.unit import ON, Commander, Unit
from alfiere.kernel.decision import Seat
from alfiere.kernel.game import Game
from alfiere.kernel.plain import Remembered, Shared, Spare, plain
from alfiere.table.field import Scene
from alfiere.table.fronts import EDGES, REAR, edge_of, flush_pose
from alfiere.table.legs import Footing
from alfiere.table.shapes import Base, Pose, Rect, base
from alfiere.table.terrain import Field


@plain
class BattleState(OpenBattle[Unit]):
    """Units, commanders, and how far the battle has come."""

    scenario: Annotated[Scenario, Shared("scenario")]
    options: dict[str, str]
    turn: int
    phase: str  # set-up, then A to I
    step: int  # how far inside the phase
    queue: list[str]  # who has still to act in this step
    winner: str  # "" while it goes on; a seat or "nobody"
    reason: str
    units: dict[str, Unit]
    commanders: dict[str, Commander]
    initiative: Seat  # who won it this turn, or ""
    ahead: int  # formations he may still move, or have fight, before the others, risorgimento.c.2.2
    charges: dict[str, str]  # unit -> target, as noted in phase C, risorgimento.c.1.1
    are_charges_shown: bool
    control: dict[str, Seat]  # who holds a place, or ""
    points: dict[Seat, int]  # victory points
    marks: list[str]  # OF_BATTLE
    couriers: Annotated[dict[str, Courier], Spare()] = kept(default_factory=dict)  # only with written orders, .a.3.1
    laid: Annotated[Scene | None, Remembered()] = None

    @property
    def tables(self) -> Tables:
        """The tables, for figures of this size (risorgimento.scale.8)."""
        return self.scenario.tables

    @property
    def scale(self) -> int:
        """1, or 2 for 25 mm figures."""
        return self.scenario.figures

    @property
    def places(self) -> dict[str, PlaceForm]:
        """The places that can be held."""
        return self.scenario.places

    # Who there is

    @property
    def troops(self) -> dict[str, Unit]:
        """The units; commanders are in nobody's way (risorgimento.e.7.3)."""
        return self.units

    def leaders_with(self, unit: Unit) -> list[Commander]:
        """The commanders attached to a unit who can do something."""
        return [one for one in self.commanders.values() if one.unit == unit.id and one.commands]

    def bonus_of(self, unit: Unit) -> int:
        """The B of the commander attached to it, of several the highest (risorgimento.cmd.5, .cmd.13)."""
        return max((one.bonus for one in self.leaders_with(unit)), default=0)

    def chief(self, seat: Seat) -> Commander | None:
        """The commander in chief of a side, if he is one of its commanders; perhaps off the table (.a.1.21)."""
        own = [one for one in self.commanders.values() if one.seat == seat]
        return next((one for one in own if not one.superior), None)

    def chain(self, commander: Commander) -> Iterator[Commander]:
        """His superiors, the nearest first."""
        while commander.superior:
            commander = self.commanders[commander.superior]
            yield commander

    # How they stand

    def shape(self, unit: Unit, formation: str = "") -> Rect:
        """The footprint of a unit in a formation (risorgimento.unit.1-3, .geo.8)."""
        return self.tables.base(unit.arm, formation or unit.formation)

    @property
    def field(self) -> Field:
        """The table with its ground."""
        return self.ground.field

    @property
    def ground(self) -> Ground:
        """The ground as it is now: levels, cover, costs, villages, lines and their bridges."""
        scenario = self.scenario
        if not scenario.has_broken_bridge:
            return scenario.first_ground
        return scenario.ground(scenario.figures, tuple(REPAIRED.all(self)))

    def stand(self, unit: Unit, footing: Footing, post: str = "") -> None:
        """Put a unit there; nothing else moves a unit."""
        sector = post.partition("/")[0] if post else ""
        if sector and sector != unit.post.partition("/")[0]:
            before = [known for known in ENTERED.all(self) if known.sector == sector]
            for known in before:
                ENTERED.take(self, known)
            ENTERED.put(self, Entered(unit.seat, sector))
        self.put(unit, footing, post)
        for one in self.commanders.values():
            if one.unit == unit.id and one.where == ON:  # he goes with it, risorgimento.cmd.12
                one.x, one.y, one.heading = self.beside(unit)

    def beside(self, unit: Unit) -> Pose:
        """Where a commander stands who is set touching a unit: behind its middle, or at an edge where there is room."""
        shape, here = self.tables.bases.commander.shape, self.base(unit)
        poses = [flush_pose(shape, edge_of(here, name), 0) for name in (REAR, *EDGES)]
        return next((pose for pose in poses if self._is_room(base("", shape, *pose))), poses[0])

    def _is_room(self, there: Base) -> bool:
        return self.scene.is_on_table(there.outline) and self.scene.is_clear(there)

    # Formations of the order of battle

    def group_of(self, unit: Unit) -> str:
        """The brigade or division it is moved with, by its commander's id (risorgimento.c.2.6)."""
        return self.group_under(self.commanders[unit.commander])

    def group_under(self, commander: Commander) -> str:
        """The same for the units directly under a commander."""
        if self.scenario.form.moves == "brigade":
            return commander.id
        chain = (commander, *self.chain(commander))
        return next((one for one in chain if one.rank in ("CD", "CC", "CIC")), commander).id

    def brigade_of(self, unit: Unit) -> str:
        """The brigade it belongs to, by its commander's id, or "": direct troops form none (risorgimento.h.2.5)."""
        found = self.commanders[unit.commander]
        return found.id if found.rank in ("CB", "CR") else ""

    def members(self, group: str) -> list[Unit]:
        """The units of a formation on the table, in the order of the order of battle."""
        if self.scenario.form.moves == "brigade":
            return [one for one in self.units.values() if one.commander == group and one.where == ON]
        chiefs = {one.id for one in self.commanders.values() if self.group_under(one) == group}
        return [one for one in self.units.values() if one.commander in chiefs and one.where == ON]


class Entered(NamedTuple):
    """The side whose unit was the last to come into a village sector or farm (risorgimento.g.5.14)."""

    seat: Seat
    sector: str


OF_BATTLE: Marks[BattleState] = Marks()
ENTERED = OF_BATTLE.about("entered", Entered, widest=1)
REPAIRED = OF_BATTLE.about("repaired", str)  # lines whose broken bridge is one again
BattleGame: TypeAlias = Game[BattleState]
