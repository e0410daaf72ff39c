"""The file of a battle as it is written: table, ground, sides, order of battle, deployment, arrivals, special rules.

In the file lengths are in cm from the south-west corner, x to the east and y to the north (geo.1).
"""

from __future__ import annotations

from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from alfiere.battles.areas import AreaForm as AreaForm
from alfiere.battles.battle_reading import SpecialForm as SpecialForm
from alfiere.battles.battle_reading import Told as Told
from alfiere.battles.entries import EntryForm as EntryForm
from alfiere.battles.ground_forms import GROUND_LENGTHS, Edge, TableForm
from alfiere.games.risorgimento.sheets.ground import PieceForm
from alfiere.games.risorgimento.sheets.tables import Arm, Formation, Nation, Rank
from alfiere.kernel.forms import Form, Name
from alfiere.table.shapes import Point

Seat: TypeAlias = Literal["red", "blue"]
Aim = TypeVar("Aim")
LENGTHS: Final = (*GROUND_LENGTHS, "bridges", "fords", "passages", "by", "radius")


class UnitForm(Form, frozen=True, kw_only=True):
    """A unit of the order of battle; what is left out is that of its profile."""

    id: str
    name: str | Name
    profile: str
    vf: int = 0
    vm: int = 0


class CommanderForm(Form, frozen=True, kw_only=True):
    """A commander with the units directly under him; values that are left out come from table 1 (cmd.7, cmd.9)."""

    id: str
    side: str
    name: str | Name
    rank: Rank
    superior: str = ""
    army: Nation | None = None  # left out: that of his side
    radius: int | None = None
    initiative: int | None = None
    bonus: int | None = None
    units: tuple[UnitForm, ...] = ()


class SideForm(Form, frozen=True, kw_only=True):
    """One side: its seat, its home edge, what it is to do."""

    seat: Seat
    code: str
    name: Name
    army: Nation
    home: Edge
    aim: Name


class WhoForm(Form, frozen=True, kw_only=True):
    """Some of the order of battle: units, all the units directly under a commander, commanders themselves."""

    units: tuple[str, ...] = ()
    under: tuple[str, ...] = ()
    commanders: tuple[str, ...] = ()


class DeployForm(WhoForm, frozen=True, kw_only=True):
    """Where some of them are set up, in any of these areas, and in which formations (set.1)."""

    area: tuple[AreaForm, ...]
    formations: tuple[Formation, ...] = ()  # left out: any of its arm


class QuotaForm(WhoForm, frozen=True, kw_only=True):
    """How many of them, of an arm, are set up in some pieces of terrain."""

    inside: tuple[str, ...]
    least: int = 0
    most: int | None = None
    arm: Arm = "infantry"
    near: tuple[str, ...] = ()  # or within «by» of one of these
    by: int = 0


class ArrivalForm(WhoForm, frozen=True, kw_only=True):
    """Reinforcements: from which turn, where, in which formation; perhaps only on a die (set.2)."""

    turn: int
    entry: tuple[EntryForm, ...]
    formations: tuple[Formation, ...] = ("march_column", "limbered")
    up_to: int = 0  # on a d10 of this or less at the start of phase E; left out: without a roll
    sure: int = 0  # from this turn without one


class PlaceForm(Form, frozen=True, kw_only=True):
    """A place that can be held: a piece of terrain or a point (i.1.2, i.1.3)."""

    id: str
    name: Name
    piece: str = ""
    at: Point | None = None
    held_by: str = ""  # at the start
    is_objective: bool = True  # one of those that i.3.3 and mor.11 count


class EventForm(Form, frozen=True, kw_only=True):
    """Something that may happen: an enemy near some pieces of terrain or on them, or a side that holds a place."""

    near: tuple[str, ...] = ()
    by: int = 0  # 0: on them, with his centre
    nation: Nation | None = None  # only an enemy of this nation
    place: str = ""
    side: str = ""


class Bound(SpecialForm, frozen=True, kw_only=True, tag="bound"):
    """Units that may not go beyond an area, or not move at all, until a turn or until something has happened."""

    under: tuple[str, ...]
    within: AreaForm | None = None  # left out: they do not move
    until_turn: int = 0
    until: EventForm | None = None
    only_while: bool = False  # it is lifted only as long as it is so, not for good once it has happened


class NoStrategicMove(SpecialForm, frozen=True, kw_only=True, tag="no strategic move"):
    """A side's formations that were never so near to an enemy make no strategic move before a turn."""

    side: str
    before_turn: int
    by: int


class OffTable(SpecialForm, frozen=True, kw_only=True, tag="commander off the table"):
    """The CIC is elsewhere: the highest commanders are in command, and C.2 is rolled with this I (a.1.21)."""

    side: str
    initiative: int


class Prize(SpecialForm, frozen=True, kw_only=True, tag="prize"):
    """Victory points for the enemy, besides the usual ones, if this commander is lost or wounded."""

    commander: str
    worth: int


class BrokenBridge(SpecialForm, frozen=True, kw_only=True, tag="broken bridge"):
    """A bridge that is one only when an unbroken infantry unit has touched its point for so many whole turns."""

    line: str
    at: Point
    turns: int


class Withdraws(SpecialForm, frozen=True, kw_only=True, tag="withdraws"):
    """Units and their commander that leave the table at the end of a turn and do not count as lost."""

    under: tuple[str, ...]
    turn: int


Special: TypeAlias = Told | Bound | NoStrategicMove | OffTable | Prize | BrokenBridge | Withdraws


class WornForm(Form, frozen=True, kw_only=True):
    """Units that have fought before: what all but these have lost."""

    vf: int = 0
    vm: int = 0
    but_under: tuple[str, ...] = ()
    but: tuple[str, ...] = ()  # units

    def left(self, key: str, value: int, commander: str, unit: str) -> int:
        """What is left of a value, «vf» or «vm», of a unit of this commander."""
        is_fresh = commander in self.but_under or unit in self.but
        lost: int = getattr(self, key)
        return value if is_fresh else value - lost


class ScenarioForm(Form, Generic[Aim], frozen=True, kw_only=True):
    """The whole file; what its objectives may be stands above, in ``victory``."""

    id: str
    game: Literal["risorgimento"]
    origin: Literal["seed", "reading", "house"]
    title: Name
    date: str
    summary: Name
    starts: str  # the clock at the beginning of turn 1
    turns: int
    moves: Literal["brigade", "division"] = "brigade"  # c.2.6
    table: TableForm
    terrain: tuple[PieceForm, ...] = ()
    side: tuple[SideForm, ...]
    commander: tuple[CommanderForm, ...]
    first: str  # the side that deploys first
    deploy: tuple[DeployForm, ...] = ()
    quota: tuple[QuotaForm, ...] = ()
    arrival: tuple[ArrivalForm, ...] = ()
    place: tuple[PlaceForm, ...]
    objective: tuple[Aim, ...]
    special: tuple[Special, ...] = ()
    worn: WornForm = WornForm()
    beaten_by_ground: bool = True  # i.3.3 is used


AnyScenario: TypeAlias = ScenarioForm[Any]
