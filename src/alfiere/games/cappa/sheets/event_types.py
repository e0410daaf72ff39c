"""Chapter 7.2, the types of events and their numbers, read from data/event_types.toml; ready tables of data/events."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from alfiere.games.cappa.sheets.tables import DATA
from alfiere.kernel.bad_data import BadData, read_toml, shaped
from alfiere.kernel.forms import Form, Name, check_name, hundredths

TABLES = DATA / "events"
Effect = Literal["", "pa", "prone", "both"]


class Drink(Form, frozen=True, kw_only=True):
    """What wine does to the values of who drinks it (cappa.7.2ac)."""

    mo: int
    ti: int
    mi: int


class EventNumbers(Form, frozen=True, kw_only=True):
    """Single numbers of the chapter."""

    ambush_pa: int
    most_stragglers: int
    skirmisher_ti: int
    skirmisher_weapon: str
    explosion_ti: int
    firmness: int
    least_firmness: int
    wine: Drink
    attack_pa: int


class EventLengths(Form, frozen=True, kw_only=True):
    """Lengths of the chapter, in hundredths of a um."""

    markers_apart: int
    set_up_apart: int
    surroundings: int


class EventType(Form, frozen=True, kw_only=True):
    """What an event can be (cappa.7.2a), with what holds where a scenario says nothing else."""

    id: str
    name: Name
    rules: tuple[str, ...]
    needs: Literal["", "building", "water"] = ""
    people: str = ""
    count: int = 0
    band: Name | None = None
    called: Name | None = None  # the one whom it brings, if not by the name of his sheet
    effect: Effect = ""
    worth: int = 0
    is_repeated: bool = False


class EventTypesForm(Form, frozen=True, kw_only=True):
    """The whole file."""

    numbers: EventNumbers
    lengths: EventLengths
    type: tuple[EventType, ...]


class EventTypes:
    """Every type by its id, and the numbers."""

    def __init__(self, form: EventTypesForm, file: str | Path) -> None:
        self.numbers, self.lengths = form.numbers, form.lengths
        self.types: dict[str, EventType] = {}
        for one in form.type:
            check_name(one.name, f"type {one.id}.name", file)
            for word, name in (("band", one.band), ("called", one.called)):
                if name is not None:
                    check_name(name, f"type {one.id}.{word}", file)
            if one.id in self.types:
                raise BadData(file, f"type {one.id}", "this id stands twice")
            self.types[one.id] = one


@lru_cache(maxsize=1)
def event_types() -> EventTypes:
    """The types that come with the game."""
    path = DATA / "event_types.toml"
    data = read_toml(path)
    lengths = {"lengths": hundredths(data.get("lengths", {}), tuple(data.get("lengths", {})), path)}
    return EventTypes(shaped({**data, **lengths}, EventTypesForm, path), path)


def table_names() -> list[str]:
    """The ready tables of events that a scenario may name."""
    return sorted(path.stem for path in TABLES.glob("*.toml"))


@lru_cache(maxsize=16)
def event_table(name: str) -> dict[str, Any]:
    """A ready table as its file gives it, lengths and all still in um."""
    return read_toml(TABLES / f"{name}.toml")
