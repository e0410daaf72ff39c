"""Who fights: units, leaders and characters as data/profiles.toml has them, and what a unit costs (1.2 to 1.7)."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from alfiere.games.fucilieri.sheets.table_rows import Arm, Quality, Type, Weapon
from alfiere.games.fucilieri.sheets.tables import DATA, tables
from alfiere.kernel.bad_data import Checking, read_toml, shaped
from alfiere.kernel.forms import Form, Name, by_id

Origin: TypeAlias = Literal["seed", "reading", "house"]
AbilityName: TypeAlias = Literal["exploration", "platoon_fire", "elan", "grenades", "cuirass"]
CharacterName: TypeAlias = Literal["scout", "charismatic", "standard", "musicians", "commander", "officer", "sergeant"]
OfUnit: TypeAlias = Literal["commander", "officer", "sergeant"]
ANY: Final = "any"  # the nation of leaders without a name


class Character(Form, frozen=True, kw_only=True):
    """A character of a unit or of a command; musicians save themselves by no die (1.6.8)."""

    id: CharacterName
    name: Name
    role: Literal["individual", "special"]
    of: Literal["command", "unit"]
    saves: int | None = None
    points: int
    rules: tuple[str, ...]
    origin: Origin

    @property
    def is_individual(self) -> bool:
        """Whether he has a base of his own (1.6.3, 1.6.4)."""
        return self.role == "individual"


class Leader(Form, frozen=True, kw_only=True):
    """A condottiero or general; a charismatic one counts as a charismatic character too (1.6.6)."""

    id: str
    name: Name
    nation: str
    role: Literal["condottiero", "general"]
    cv: int
    charismatic: bool = False
    of_cavalry: bool = False
    points: int
    origin: Origin

    @property
    def is_condottiero(self) -> bool:
        """Whether he leads the army."""
        return self.role == "condottiero"


class Profile(Form, frozen=True, kw_only=True):
    """A unit. Of artillery ``figures`` are the crew; what it costs includes its characters (1.7.12)."""

    id: str
    name: Name
    nation: str
    arm: str
    guns: int = 0
    figures: int
    quality: Quality
    type: Type
    weapon: str = ""  # left out: none (1.5.1)
    abilities: tuple[AbilityName, ...] = ()
    characters: tuple[OfUnit, ...] = ()
    points: int
    origin: Origin

    @property
    def as_arm(self) -> Arm:
        """Its arm, with all that is said of it."""
        return tables().arms[self.arm]

    @property
    def as_weapon(self) -> Weapon | None:
        """Its firearm; None if it has none."""
        return tables().weapons[self.weapon] if self.weapon else None

    @property
    def morale(self) -> int:
        """Its morale value (1.2.2)."""
        return tables().qualities[self.quality].morale


class ProfilesForm(Form, frozen=True, kw_only=True):
    """The whole file."""

    character: list[Character]
    leader: list[Leader]
    unit: list[Profile]


class Roll(NamedTuple):
    """Everybody who may fight."""

    characters: dict[str, Character]
    leaders: dict[str, Leader]
    units: dict[str, Profile]


def unit_cost(profile: Profile, figures: int, guns: int, characters: Collection[str], known: Roll) -> int:
    """What a unit of this profile costs with so many figures or guns and these characters (1.7.1, 1.7.13)."""
    all_tables = tables()
    total = all_tables.price(profile.arm, profile.weapon, profile.quality) * (guns or figures)
    total += all_tables.types[profile.type].points + sum(known.characters[one].points for one in characters)
    for name in profile.abilities:
        ability = all_tables.abilities[name]
        total += ability.points + ability.points_per_figure * figures
    return total


def leader_cost(leader: Leader) -> int:
    """What a leader costs by his value and his trait (1.7.4)."""
    points = tables().leader_points
    each = points.condottiero if leader.is_condottiero else points.general
    return each * leader.cv + (points.charismatic if leader.charismatic else 0)


def read_profiles(path: Path) -> Roll:
    """The profiles from their file. Raises BadData."""
    form = shaped(read_toml(path), ProfilesForm, path)
    found = Roll(
        by_id(form.character, "character", path), by_id(form.leader, "leader", path), by_id(form.unit, "unit", path)
    )
    check = Checking(path)
    for leader in form.leader:
        _check_leader(check, leader)
    for unit in form.unit:
        _check_unit(check, unit, found)
    return found


def _check_leader(check: Checking, leader: Leader) -> None:
    where, numbers = f"leader {leader.id}", tables().numbers
    least, most = numbers.condottiero_cv if leader.is_condottiero else numbers.general_cv
    if not least <= leader.cv <= most:
        check.fail(f"{where}.cv", f"it is {leader.cv}; it must be {least} to {most} (fucilieri.1.6.1)")
    if leader.is_condottiero and leader.of_cavalry:
        check.fail(f"{where}.of_cavalry", "a condottiero is never a cavalry general (fucilieri.1.1.4)")
    if leader.points != leader_cost(leader):
        check.fail(f"{where}.points", f"it is {leader.points}; he costs {leader_cost(leader)} (fucilieri.1.7.4)")


def _check_unit(check: Checking, unit: Profile, known: Roll) -> None:
    where, all_tables = f"unit {unit.id}", tables()
    check.one_of(unit.arm, all_tables.arms, f"{where}.arm")
    if unit.weapon:
        check.one_of(unit.weapon, all_tables.weapons, f"{where}.weapon")
    if unit.as_arm.is_artillery != (unit.as_weapon is not None and unit.as_weapon.is_gun):
        check.fail(f"{where}.weapon", "artillery has guns, and nobody else (fucilieri.1.5.1)")
    if why := wrong_size(unit.arm, unit.figures, unit.guns):
        check.fail(f"{where}.figures", f"{why} ({unit.as_arm.rule})")
    if len(set(unit.characters)) < len(unit.characters):
        check.fail(f"{where}.characters", "of each kind of character a unit has one at most (fucilieri.1.6.4)")
    cost = unit_cost(unit, unit.figures, unit.guns, unit.characters, known)
    if unit.points != cost:
        check.fail(f"{where}.points", f"it is {unit.points}; it costs {cost} (fucilieri.1.7.1)")


def wrong_size(arm: str, figures: int, guns: int) -> str:
    """What is wrong with the number of figures or guns of a unit; nothing is an empty sentence (1.4.1)."""
    known = tables().arms[arm]
    least, most = known.figures
    if not known.is_artillery:
        if guns:
            return "only artillery has guns"
        return "" if least <= figures <= most else f"it has {figures}; it must have {least} to {most}"
    if not least <= guns <= most:
        return f"it has {guns} guns; it must have {least} to {most}"
    crew = guns * tables().numbers.crew
    return "" if figures == crew else f"it has a crew of {figures}; {guns} guns have {crew}"


@lru_cache(maxsize=1)
def roll() -> Roll:
    """Everybody who comes with the game."""
    return read_profiles(DATA / "profiles.toml")


def profiles() -> dict[str, Profile]:
    """The units that come with the game."""
    return roll().units


def leaders() -> dict[str, Leader]:
    """The leaders that come with the game."""
    return roll().leaders


def characters() -> dict[str, Character]:
    """The characters that come with the game."""
    return roll().characters
