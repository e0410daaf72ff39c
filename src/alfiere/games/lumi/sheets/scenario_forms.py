"""The file of a battle as it is written: table, ground, sides, order of battle, deployment, special rules.

In the file lengths are in um from the south-west corner, x to the east and y to the north.
"""

from __future__ import annotations

from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from alfiere.battles.areas import AreaForm
from alfiere.battles.battle_reading import SpecialForm, Told
from alfiere.battles.entries import EntryForm
from alfiere.battles.ground_forms import GROUND_LENGTHS, Edge, GroundForm, Rect, Segment, TableForm
from alfiere.battles.weather import Light, Weather
from alfiere.games.lumi.sheets.tables import Formation
from alfiere.kernel.forms import Form, Name
from alfiere.table.shapes import Point

Aim = TypeVar("Aim")
LENGTHS: Final = (*GROUND_LENGTHS, "bridges", "crest", "by")
POINTS: Final = ("polygon", "path", "points", "bridges", "crest")


class PieceForm(GroundForm, frozen=True, kw_only=True):
    """A piece of terrain; ``gaps`` are its openings, gates and breaches (3.3.1h)."""

    level: int | None = None  # of an obstacle, 0 to 3; left out: that of its kind
    random: bool = False  # its level is rolled when it is first touched (3.3.2a)
    bridges: tuple[Point, ...] = ()
    crest: Segment | None = None  # of a slope (3.3.3j, 10.4)
    infantry: int | None = None  # bases that buildings hold; left out: by their size (3.3.3f)
    guns: int | None = None


class GeneralForm(Form, frozen=True, kw_only=True):
    """A general and his grade (8.1)."""

    id: str
    name: str | Name
    grade: str


class BaseForm(Form, frozen=True, kw_only=True):
    """A base of the order of battle."""

    id: str
    name: str | Name
    profile: str
    on_foot: bool = False


class BrigadeForm(Form, frozen=True, kw_only=True):
    """A brigade of infantry or of cavalry (1.6.1)."""

    id: str
    name: str | Name
    bases: tuple[BaseForm, ...]


class DivisionForm(Form, frozen=True, kw_only=True):
    """A division; batteries belong to no brigade (1.6.2)."""

    id: str
    side: str
    name: str | Name
    general: GeneralForm | None = None  # left out: the CiC himself (1.6.3)
    brigade: tuple[BrigadeForm, ...]
    batteries: tuple[BaseForm, ...] = ()


class SideForm(Form, frozen=True, kw_only=True):
    """One side: its seat, its home edge, how long it fights (11.3), what it is to do."""

    seat: Literal["red", "blue"]
    code: str
    name: Name
    army: str
    home: Edge
    posture: Literal["attack", "defence"]
    fight: str
    cic: GeneralForm
    aim: Name


class WhoForm(Form, frozen=True, kw_only=True):
    """Some of the order of battle: divisions with their generals, brigades, single bases; the narrower one wins."""

    under: tuple[str, ...] = ()
    brigades: tuple[str, ...] = ()
    units: tuple[str, ...] = ()


class DeployForm(WhoForm, frozen=True, kw_only=True):
    """Where some of them are set up, in any of these areas, and in which formations."""

    area: tuple[AreaForm, ...]
    formations: tuple[Formation, ...] = ()  # left out: any of their arm


class ArrivalForm(WhoForm, frozen=True, kw_only=True):
    """Reinforcements: in which turn and where (2.2.1a)."""

    turn: int
    entry: tuple[EntryForm, ...]


class WeatherForm(Form, frozen=True, kw_only=True):
    """Light and weather at the beginning; fog may lift from a turn on, and does so at last (10.7)."""

    light: Light = "day"
    weather: Weather = "clear"
    rolls_from: int = 1
    lifts_by: int = 0  # left out: only by the die


class PlaceForm(Form, frozen=True, kw_only=True):
    """A place that can be held or reached: a piece of terrain or a rect (11.10)."""

    id: str
    name: Name
    piece: str = ""
    rect: Rect | None = None
    held_by: str = ""


class Bound(SpecialForm, frozen=True, kw_only=True, tag="bound"):
    """A side that may not go beyond an area up to the end of a turn."""

    side: str
    within: AreaForm
    until_turn: int


class NoHorses(SpecialForm, frozen=True, kw_only=True, tag="no horses"):
    """Dragoons that stay on foot."""

    units: tuple[str, ...]


class OfDivisions(SpecialForm, frozen=True, kw_only=True):
    """A special rule about some divisions."""

    under: tuple[str, ...]


class LeavesByOrder(OfDivisions, frozen=True, kw_only=True, tag="leaves by order"):
    """They leave a piece of terrain only with an order of this priority."""

    piece: str
    priority: int


class NoOrder(OfDivisions, frozen=True, kw_only=True, tag="no order"):
    """They receive no order before a turn."""

    before_turn: int


class LeastPriority(OfDivisions, frozen=True, kw_only=True, tag="least priority"):
    """They act only with an order of this priority at least; any other is lost."""

    priority: int


class GivenOrder(OfDivisions, frozen=True, kw_only=True, tag="given order"):
    """They have an order in a turn, beyond the dice."""

    turn: int
    priority: int


class NotAggressive(OfDivisions, frozen=True, kw_only=True, tag="not aggressive"):
    """The optional rule of aggressive units is not for them."""


class SetUpInCommand(SpecialForm, frozen=True, kw_only=True, tag="set up in command"):
    """Divisions are set up within the radius of their generals."""


Special: TypeAlias = (
    Told | Bound | NoHorses | LeavesByOrder | NoOrder | LeastPriority | GivenOrder | NotAggressive | SetUpInCommand
)


class ScenarioForm(Form, Generic[Aim], frozen=True, kw_only=True):
    """The whole file; what its objectives may be stands above, in ``victory``."""

    id: str
    game: Literal["lumi"]
    origin: Literal["seed", "reading", "house"]
    title: Name
    date: str
    summary: Name
    turns: int
    first: str  # the side that deploys first
    initiative: str  # who has it if both roll as many sixes (2.3.2b)
    aggressive: bool = False  # the optional rule of aggressive units is used (9.2)
    metres: int = 0  # to a um; left out: the usual
    table: TableForm
    weather: WeatherForm = WeatherForm()
    terrain: tuple[PieceForm, ...] = ()
    side: tuple[SideForm, ...]
    division: tuple[DivisionForm, ...]
    deploy: tuple[DeployForm, ...] = ()
    arrival: tuple[ArrivalForm, ...] = ()
    place: tuple[PlaceForm, ...] = ()
    objective: tuple[Aim, ...]
    special: tuple[Special, ...] = ()


AnyScenario: TypeAlias = ScenarioForm[Any]
