"""A unit of single figures, as plain data. Lengths are hundredths of a cm."""

from __future__ import annotations

from typing import Annotated, Final

from alfiere.battles.marks import TURN, Marks
from alfiere.battles.open_battle import ON
from alfiere.games.fucilieri.sheets.profiles import Profile
from alfiere.games.fucilieri.sheets.table_rows import Arm, Base, Formation, Movement, QualityForm, TypeForm, Weapon
from alfiere.games.fucilieri.sheets.tables import tables
from alfiere.kernel.decision import Seat
from alfiere.kernel.plain import Plain, Shared, plain
from alfiere.table.shapes import Pose

LINE, COLUMN, SQUARE, OPEN, UNLIMBERED, LIMBERED = "line", "column", "square", "open_order", "unlimbered", "limbered"
SKIRMISHERS, HEAVY, LIGHT, DRAGOONS, ARTILLERY = (
    "skirmishers",
    "heavy_cavalry",
    "light_cavalry",
    "dragoons",
    "artillery",
)
FOOT: Final = "foot"
HORSE: Final = "horse"
GUN: Final = "gun"

# Where a unit is, besides on the table and to come (open_battle.ON, TO_COME)
FLEEING: Final = "fleeing"  # on the table, but all others ignore it, fucilieri.4.1.6
RESERVE: Final = "reserve"  # fucilieri.2.3.14
REINFORCEMENT: Final = "reinforcement"  # fucilieri.2.3r.5
WITHDRAWN: Final = "withdrawn"  # fucilieri.3.1.4.10
LOST: Final = "lost"  # fucilieri.6.1

DISORGANISED, DEMORALISED, FALLING_BACK, FLIGHT = "disorganised", "demoralised", "falling-back", "flight"
BLOODLUST, OK = "bloodlust", "ok"
LASTING: Final = 99  # bloodlust gained in combat has no last turn, fucilieri.3.5.8.8

COMMANDER, OFFICER, SERGEANT = "commander", "officer", "sergeant"


@plain
class Unit(Plain):
    """One unit."""

    id: str
    seat: Seat
    command: str
    status: str  # own, allied or mercenary; it keeps it when taken over, fucilieri.3.1.2.6b
    profile: Annotated[Profile, Shared("profiles")]
    where: str
    formation: str
    x: int  # of the centre of its footprint
    y: int
    heading: int
    post: str  # the block of buildings it holds, or ""
    figures: int  # of artillery its crew
    is_on_foot: bool  # dragoons that have dismounted, fucilieri.3.2.5.6
    is_disorganised: bool
    is_demoralised: bool
    is_falling_back: bool
    bloodlust: int  # the turn at whose end it is over, or LASTING; 0 without
    characters: list[str]  # commander, officer, sergeant, as far as they are alive
    quarters: int  # of its figures lost, for which it has tested, fucilieri.3.4.23
    marks: list[str]  # OF_UNIT

    @property
    def pose(self) -> Pose:
        """Where its centre is and where it faces."""
        return Pose(self.x, self.y, self.heading)

    @property
    def is_on(self) -> bool:
        """On the table and not in flight."""
        return self.where == ON

    # What it is

    @property
    def arm(self) -> Arm:
        """Its arm, as its profile has it."""
        return tables().arms[self.profile.arm]

    @property
    def quality(self) -> QualityForm:
        """Poor, average, veteran or elite."""
        return tables().qualities[self.profile.quality]

    @property
    def type(self) -> TypeForm:
        """Irregular, fanatic, disciplined or normal."""
        return tables().types[self.profile.type]

    @property
    def is_guns(self) -> bool:
        """Artillery."""
        return self.profile.arm == ARTILLERY

    @property
    def is_horse(self) -> bool:
        """Mounted now (fucilieri.1.4.2b, .1.4.6)."""
        return self.arm.base == HORSE and not self.is_on_foot

    @property
    def is_foot(self) -> bool:
        """Infantry, grenadiers, skirmishers, dismounted dragoons (fucilieri.1.4.2b)."""
        return not self.is_guns and not self.is_horse

    @property
    def base(self) -> Base:
        """The base of its figures now: foot, horse or gun."""
        return GUN if self.is_guns else HORSE if self.is_horse else FOOT

    @property
    def formations(self) -> tuple[Formation, ...]:
        """Those it may have now (fucilieri.1.4.4)."""
        down = self.arm.dismounted
        return down.formations if self.is_on_foot and down is not None else self.arm.formations

    @property
    def moves(self) -> Movement:
        """Its row of the table of movement."""
        return tables().movement(self.profile.arm, self.profile.weapon, on_foot=self.is_on_foot)

    @property
    def weapon(self) -> Weapon | None:
        """Its firearm; mounted, a musket is used as a carbine (fucilieri.1.5.7)."""
        if not self.profile.weapon:
            return None
        found = tables().weapons[self.profile.weapon]
        return tables().weapons[found.mounted] if self.is_horse and found.mounted else found

    @property
    def guns(self) -> int:
        """The guns it has left: four men to each (fucilieri.3.4.21)."""
        return -(-self.figures // tables().numbers.crew) if self.is_guns else 0

    @property
    def initial(self) -> int:
        """The figures it began with, of artillery the crew."""
        return self.profile.figures

    @property
    def lost_quarters(self) -> int:
        """How many full quarters of its figures it has lost (fucilieri.0.4)."""
        return tables().numbers.quarters * (self.initial - self.figures) // self.initial

    # How it is

    @property
    def is_close(self) -> bool:
        """In line, column or square (fucilieri.1.4.5)."""
        return self.formation in (LINE, COLUMN, SQUARE)

    @property
    def has_flanks(self) -> bool:
        """A square, open order and who holds a building have neither flank nor rear (fucilieri.0.9)."""
        return self.formation not in (SQUARE, OPEN) and not self.post

    @property
    def has_bloodlust(self) -> bool:
        """Sees red."""
        return self.bloodlust > 0

    @property
    def is_ok(self) -> bool:
        """Under no condition (fucilieri.4.1.1)."""
        return not (self.is_disorganised or self.is_demoralised or self.is_falling_back or self.bloodlust)


OF_UNIT: Marks[Unit] = Marks()
HAS_MOVED = OF_UNIT.bare("moved", TURN)  # fucilieri.3.2.1.3
HAS_FIRED = OF_UNIT.bare("volley", TURN)  # fucilieri.3.4.1
FIRST_VOLLEY_SPENT = OF_UNIT.bare("first volley spent")  # fucilieri.3.4.13
HEARTENED = OF_UNIT.bare("heartened")  # +1 on its first reaction test, fucilieri.2.4.12
HAS_TESTED = OF_UNIT.bare("tested")  # has taken a reaction test in this battle, fucilieri.2.4.12
SPENT = OF_UNIT.about("spent", int, TURN)  # of its move in round 2, in hundredths of a cm, fucilieri.3.3.1.6c
SHARE = OF_UNIT.about("share", int, TURN)  # of its allowance used in round 2, in millionths, fucilieri.3.4.24
HAS_CHARGED = OF_UNIT.bare("charged", TURN)  # or counter-charged, fucilieri.3.5.2.5a
HAS_EVADED = OF_UNIT.bare("evaded", TURN)  # fucilieri.3.4.2
OUT_OF_RADIUS = OF_UNIT.bare("out of radius", TURN)  # when its command began round 2, fucilieri.3.1.5.2
HAS_TURNED = OF_UNIT.bare("turned", TURN)  # guns in battery that did no more than a turn up to 45 degrees, .3.2.3.7
HAS_TURNED_FAR = OF_UNIT.bare("turned far", TURN)  # guns in battery that turned farther
STRUCK = OF_UNIT.about("struck by", str)  # «enemy edge»: on which of its edges somebody holds it in contact

# Whether it has met the enemy since its command was told to attack (fucilieri.3.1.6.8-10)
HAS_ENGAGED = OF_UNIT.bare("has engaged")
CAME_NEAR = OF_UNIT.bare("came near")
HAS_VOLLEYED = OF_UNIT.bare("has volleyed")
