"""The file of a battle as it is written: table, ground, sides, order of battle, deployment, special rules.

Lengths are in cm from the north-west corner, x to the east and y to the south, as the table has them.
"""

from __future__ import annotations

from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from alfiere.battles.areas import AreaForm
from alfiere.battles.battle_reading import SpecialForm, Told
from alfiere.battles.entries import EntryForm
from alfiere.battles.ground_forms import GROUND_LENGTHS, Edge, Rect, TableForm
from alfiere.games.fucilieri.sheets.pieces import PieceForm
from alfiere.games.fucilieri.sheets.profiles import CharacterName, Origin
from alfiere.games.fucilieri.sheets.table_rows import BaseSize, Condition, Order
from alfiere.games.fucilieri.sheets.terrain import Mover
from alfiere.kernel.forms import Form, Name
from alfiere.table.shapes import Point

Aim = TypeVar("Aim")
Status: TypeAlias = Literal["own", "allied", "mercenary"]
CHOSEN: Final = "chosen"
OWN_EDGE: Final = "own"
LENGTHS: Final = (
    *(key for key in GROUND_LENGTHS if key != "points"),  # here they are those of an army
    *("area", "by", "base", "first", "speed", "stopped_by", "captured_by", "guarded_by"),
    *("south_of", "east_of", "crossing", "farthest"),
)


class UnitForm(Form, frozen=True, kw_only=True):
    """A unit of the order of battle; it may have another size than its profile, and a commander (1.7.13)."""

    id: str
    name: str | Name
    profile: str
    figures: int = 0  # left out: as its profile
    guns: int = 0
    commander: bool = False


class CommandForm(Form, frozen=True, kw_only=True):
    """A command: its leader, who may be bought the charismatic trait (1.6.6), and its units."""

    id: str
    side: str
    name: str | Name
    leader: str
    leader_name: str | Name = ""  # left out: that of his profile
    charismatic: bool = False
    status: Status = "own"
    characters: tuple[CharacterName, ...] = ()
    units: tuple[UnitForm, ...] = ()


class SideForm(Form, frozen=True, kw_only=True):
    """One side: its seat, its nation, its own edge (0.18), what it is to do."""

    seat: Literal["red", "blue"]
    code: str
    name: Name
    nation: str
    home: Edge | Literal["chosen"]
    aim: Name


class BeforeForm(Form, frozen=True, kw_only=True):
    """What is played before the battle and what the scenario fixes (2.0.1)."""

    exploration: Literal["played", "no-winner", "exploration", "manoeuvre"]
    winner: str = ""
    terrain: Literal["laid out", "fixed"]
    light: str  # «rolled», «neither», or the side whose condottiero has it against him
    speeches: bool


class DeployArea(AreaForm, frozen=True, kw_only=True):
    """An area to set up in; also a strip along an edge, perhaps the own one."""

    edge: Edge | Literal["own"] | None = None
    within: int = 0


class DeployForm(Form, frozen=True, kw_only=True):
    """Where some commands, or a whole side, are set up, and the ways they may face."""

    commands: tuple[str, ...] = ()
    side: str = ""
    area: tuple[DeployArea, ...]
    facing: tuple[Edge, ...] = ()  # left out: away from the own edge (2.3.11)


class ArrivalForm(Form, frozen=True, kw_only=True):
    """Commands that come as reinforcements, and where (2.3r.5); the turn is rolled for."""

    commands: tuple[str, ...]
    entry: tuple[EntryForm, ...]


class PlaceForm(Form, frozen=True, kw_only=True):
    """A place that can be held: a piece of terrain, a point or a rect (6.4d)."""

    id: str
    name: Name
    piece: str = ""
    at: Point | None = None
    rect: Rect | None = None
    held_by: str = ""  # from the beginning


# Special rules


class OwnReinforcements(SpecialForm, frozen=True, kw_only=True, tag="own reinforcements"):
    """Each player may declare so many commands as reinforcements (2.3r.5)."""

    commands: int


class Convoy(SpecialForm, frozen=True, kw_only=True, tag="convoy"):
    """Trains that go along a road; the last three are distances of units."""

    trains: int
    side: str
    base: BaseSize
    road: str
    first: Point
    apart: int
    speed: int
    exit: Edge
    stopped_by: int
    captured_by: int
    guarded_by: int


class FreeChange(SpecialForm, frozen=True, kw_only=True, tag="free change"):
    """Who, near a piece of terrain or into one, changes formation freely before turn 1."""

    side: str = ""
    commands: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    by: int = 0
    inside: tuple[str, ...] = ()
    most: int = 0  # left out: all


class Drowned(SpecialForm, frozen=True, kw_only=True, tag="drowned"):
    """Whoever has to go back into this river is lost."""

    piece: str


class Baggage(SpecialForm, frozen=True, kw_only=True, tag="baggage"):
    """Who of a side is set up beyond a line begins in a worse condition."""

    side: str
    south_of: int
    condition: Condition


class Holder(Form, frozen=True, kw_only=True):
    """A side that has held a place at the end of a turn."""

    place: str
    side: str


class Sluice(SpecialForm, frozen=True, kw_only=True, tag="sluice"):
    """Lines that cost more in the east until somebody shuts the sluice."""

    lines: tuple[str, ...]
    east_of: int
    crossing: dict[Mover, int]
    until: Holder


class Darkness(SpecialForm, frozen=True, kw_only=True, tag="darkness"):
    """In these turns nobody fires farther than this."""

    from_turn: int
    to_turn: int
    farthest: int


class FirstOrders(SpecialForm, frozen=True, kw_only=True, tag="first orders"):
    """The commands of a side have one of these orders in a turn."""

    side: str
    orders: tuple[Order, ...]
    turn: int


Special: TypeAlias = (
    Told | OwnReinforcements | Convoy | FreeChange | Drowned | Baggage | Sluice | Darkness | FirstOrders
)


class ScenarioForm(Form, Generic[Aim], frozen=True, kw_only=True):
    """The whole file; what its objectives may be stands above, in ``victory``."""

    id: str
    game: Literal["fucilieri"]
    origin: Origin
    title: Name
    date: str
    summary: Name
    turns: int
    points: int = 0  # both armies are built to this total by their lists (1.1.3); left out: they are given
    first: str = ""  # the side that deploys first; left out: as the stages before the battle say
    table: TableForm
    before: BeforeForm
    terrain: tuple[PieceForm, ...] = ()
    side: tuple[SideForm, ...]
    command: tuple[CommandForm, ...]
    deploy: tuple[DeployForm, ...] = ()
    arrival: tuple[ArrivalForm, ...] = ()
    place: tuple[PlaceForm, ...] = ()
    objective: tuple[Aim, ...]
    special: tuple[Special, ...] = ()


AnyScenario: TypeAlias = ScenarioForm[Any]
