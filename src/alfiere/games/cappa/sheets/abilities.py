"""Chapter 8, special abilities: codes, points, and who may have them, from data/abilities.toml."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from alfiere.games.cappa.sheets.tables import DATA
from alfiere.kernel.bad_data import BadData, read_toml, shaped
from alfiere.kernel.forms import Form, Name, check_name

# The codes the rules know by name (cappa.8.1.3).
TRAINED, AGGRESSIVE, BOWMAN, LEADERSHIP, RIDER, DEVOTED = "TF", "AG", "BM", "LS", "RI", "DE"
WILDNESS, LOYAL, REACTIVE, SANGFROID, FENCING, STOIC = "WI", "LO", "RE", "SF", "FE", "ST"
TACTICAL, SHARPSHOOTER, BETRAYER, BATTLE_CRY, BRAVE = "TA", "SS", "BE", "BC", "BR"
CODES = ("TF", "AG", "BM", "LS", "RI", "DE", "WI", "LO", "RE", "SF", "FE", "ST", "TA", "SS", "BE", "BC", "BR")


class Ability(Form, frozen=True, kw_only=True):
    """An ability; ``extras``: whether extras may have it (cappa.8.h2)."""

    code: str
    name: Name
    points: int
    extras: bool
    effect: Name
    rules: tuple[str, ...]


class AbilitiesForm(Form, frozen=True, kw_only=True):
    """The whole file."""

    ability: tuple[Ability, ...]


def read_abilities(path: Path) -> dict[str, Ability]:
    """All abilities from their file, by code. Raises BadData."""
    found: dict[str, Ability] = {}
    for ability in shaped(read_toml(path), AbilitiesForm, path).ability:
        where = f"ability {ability.code}"
        if ability.code in found:
            raise BadData(path, where, "this code stands twice")
        if ability.code not in CODES:
            raise BadData(path, where, f"the rules know no such ability; there are {', '.join(CODES)} (cappa.8.1.3a)")
        if ability.points < 0:
            raise BadData(path, f"{where}.points", "points cannot be negative")
        check_name(ability.name, f"{where}.name", path)
        check_name(ability.effect, f"{where}.effect", path)
        found[ability.code] = ability
    if lacking := [code for code in CODES if code not in found]:
        raise BadData(path, "ability", f"«{lacking[0]}» is missing (cappa.8.1.3a)")
    return found


@lru_cache(maxsize=1)
def abilities() -> dict[str, Ability]:
    """The abilities that come with the game, by code."""
    return read_abilities(DATA / "abilities.toml")
