"""Forms: the shapes of files that a player may edit, and checks that every game makes of them."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec

from alfiere.kernel.bad_data import BadData

FINEST = 100  # lengths in files have two decimals at the most; an open table counts in whole hundredths
LONGEST = 10_000
MILLIONTHS = 1_000_000  # in which shares of a whole are counted


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of everything read from a data file: unknown keys are refused."""


class Name(Form, frozen=True, kw_only=True):
    """What people call a thing."""

    en: str
    it: str


def named(name: str | Name) -> Name:
    """A proper name is the same in both languages."""
    return name if isinstance(name, Name) else Name(en=name, it=name)


def both(name: Name) -> dict[str, str]:
    """A name as a view has it."""
    return {"en": name.en, "it": name.it}


def check_name(name: Name, where: str, file: str | Path) -> None:
    """A name must say something in both languages."""
    for language in ("en", "it"):
        if not getattr(name, language).strip():
            raise BadData(file, where, f"the name is empty in a language: «{language}»")


class _WithId(Protocol):
    @property
    def id(self) -> str: ...


W = TypeVar("W", bound=_WithId)


def by_id(things: Iterable[W], what: str, file: str | Path) -> dict[str, W]:
    """Things of a file by their id, each of which may stand there once and is named in both languages."""
    found: dict[str, W] = {}
    for thing in things:
        if thing.id in found:
            raise BadData(file, f"{what} {thing.id}", "this id stands twice")
        name = getattr(thing, "name", None)
        if isinstance(name, Name):
            check_name(name, f"{what} {thing.id}.name", file)
        found[thing.id] = thing
    return found


def hundredths(data: Any, keys: Collection[str], file: str | Path, where: str = "", unit: str = "um") -> Any:
    """The same data, with every number under one of these keys in hundredths of the unit. Raises BadData."""
    if isinstance(data, dict):
        found = {}
        for key, value in data.items():
            place = f"{where}.{key}" if where else key
            found[key] = _whole(value, file, place, unit) if key in keys else hundredths(value, keys, file, place, unit)
        return found
    if isinstance(data, list):
        return [hundredths(value, keys, file, f"{where}[{number}]", unit) for number, value in enumerate(data)]
    return data


def _whole(value: Any, file: str | Path, where: str, unit: str) -> Any:
    """Numbers in hundredths, also those inside lists and tables; what is no number is left for the form to refuse."""
    if isinstance(value, dict):
        return {key: _whole(inner, file, f"{where}.{key}", unit) for key, inner in value.items()}
    if isinstance(value, list):
        return [_whole(inner, file, f"{where}[{number}]", unit) for number, inner in enumerate(value)]
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    if not math.isfinite(value) or abs(value) > LONGEST:
        raise BadData(file, where, f"{value} is not a length in {unit} that fits on a table")
    whole = round(value * FINEST)
    if abs(whole - value * FINEST) > 1e-6:
        raise BadData(file, where, f"{value} is finer than a hundredth of a {unit}")
    return whole


def scaled(data: Any, keys: Collection[str], by: int) -> Any:
    """The same data with every whole number below one of these keys so many times as large."""
    if isinstance(data, dict):
        return {key: _times(one, by) if key in keys else scaled(one, keys, by) for key, one in data.items()}
    return [scaled(one, keys, by) for one in data] if isinstance(data, list) else data


def _times(data: Any, by: int) -> Any:
    if isinstance(data, dict):
        return {key: _times(one, by) for key, one in data.items()}
    if isinstance(data, list):
        return [_times(one, by) for one in data]
    return data * by if isinstance(data, int) and not isinstance(data, bool) else data


def shares(data: Any, keys: Collection[str], file: str | Path) -> Any:
    """The same data, with every share of a whole under one of these keys in millionths. Raises BadData."""
    return scaled(hundredths(data, keys, file, unit="move"), keys, MILLIONTHS // FINEST)


def tenths(data: Any, keys: Collection[str], file: str | Path, where: str = "") -> Any:
    """The same data, with every angle under one of these keys in tenths of a degree. Raises BadData."""
    if isinstance(data, list):
        return [tenths(one, keys, file, f"{where}[{number}]") for number, one in enumerate(data)]
    if isinstance(data, dict):
        below = {key: f"{where}.{key}" if where else key for key in data}
        return {
            key: _tenths(one, file, below[key]) if key in keys else tenths(one, keys, file, below[key])
            for key, one in data.items()
        }
    return data


def _tenths(data: Any, file: str | Path, where: str) -> Any:
    if isinstance(data, dict):
        return {key: _tenths(one, file, f"{where}.{key}") for key, one in data.items()}
    if isinstance(data, bool) or not isinstance(data, int | float):
        return data
    if not abs(data) <= 360 or abs(round(data * 10) - data * 10) > 1e-6:
        raise BadData(file, where, f"{data} is not an angle of at most 360 degrees in whole tenths")
    return round(data * 10)
