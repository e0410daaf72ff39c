"""The profiles of units, read from data/profiles.toml (unit.4-unit.11)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final, Literal

from alfiere.games.risorgimento.sheets.tables import DATA, Arm, Nation, tables
from alfiere.kernel.bad_data import Checking, read_toml, shaped
from alfiere.kernel.forms import Form, Name, by_id

KINDS: Final = {
    "infantry": ("line", "light", "grenadier"),
    "cavalry": ("light", "medium", "heavy"),
    "artillery": ("foot", "horse", "heavy", "rocket"),
}


class Profile(Form, frozen=True, kw_only=True):
    """A unit as its sheet has it: strength, morale and discipline, the row of table 2 it moves by, its labels."""

    id: str
    name: Name
    nation: Nation
    arm: Arm
    kind: Literal["line", "light", "grenadier", "medium", "heavy", "foot", "horse", "rocket"]
    vf: int
    vm: int
    vd: int
    moves: str
    weapon: str
    labels: tuple[Literal["guard", "elite", "elan"], ...] = ()
    origin: Literal["seed", "reading", "house"]

    @property
    def is_light_infantry(self) -> bool:
        """Light infantry: other infantry, grenadiers too, counts as line."""
        return self.arm == "infantry" and self.kind == "light"

    @property
    def is_grenadier(self) -> bool:
        """Grenadiers (g.4.1.3)."""
        return self.kind == "grenadier"

    @property
    def is_guard(self) -> bool:
        """Guards: their losses count double (i.2.2)."""
        return "guard" in self.labels

    @property
    def is_elite(self) -> bool:
        """Elite units (table 7)."""
        return "elite" in self.labels

    @property
    def has_elan(self) -> bool:
        """Units that attack with elan (table 7)."""
        return "elan" in self.labels

    @property
    def weight(self) -> int:
        """How heavy cavalry is, from 1, light, to 3; other arms have none (e.2.1.15)."""
        return KINDS["cavalry"].index(self.kind) + 1 if self.arm == "cavalry" else 0

    @property
    def multiplier(self) -> int:
        """By what the strength of a battery is multiplied (table 3d); 1 for others."""
        return tables().multipliers[self.nation, self.kind] if self.arm == "artillery" else 1  # type: ignore[index]


class ProfilesForm(Form, frozen=True, kw_only=True):
    """The whole file."""

    profile: list[Profile]


def read_profiles(path: Path) -> dict[str, Profile]:
    """The profiles from their file. Raises BadData."""
    form = shaped(read_toml(path), ProfilesForm, path)
    found = by_id(form.profile, "profile", path)
    check, known = Checking(path), tables()
    for one in form.profile:
        where = f"profile {one.id}"
        check.one_of(one.kind, KINDS[one.arm], f"{where}.kind")
        check.one_of(one.moves, known.movement, f"{where}.moves")
        check.one_of(one.weapon, known.weapons, f"{where}.weapon")
        for key in ("vf", "vm", "vd"):
            check.at_least(1, getattr(one, key), f"{where}.{key}")
        if lacking := [name for name in known.formations_of(one.arm) if name not in known.movement[one.moves].speed]:
            check.fail(f"{where}.moves", f"«{one.moves}» has no move for {one.arm} in {', '.join(lacking)}")
        if known.weapons[one.weapon].fires == (one.arm == "cavalry"):
            check.fail(f"{where}.weapon", "cavalry has a zone of control and no fire, the other arms fire")
        if one.arm == "artillery" and (one.nation, one.kind) not in known.multipliers:
            check.fail(f"{where}.kind", f"table 3d has no multiplier for {one.nation} {one.kind} batteries")
    return found


@lru_cache(maxsize=1)
def profiles() -> dict[str, Profile]:
    """The profiles that come with the game."""
    return read_profiles(DATA / "profiles.toml")
