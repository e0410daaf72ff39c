"""Lengths: files speak of um with decimals, the table of whole hundredths of a um. A level is 1 um (cappa.geo.15)."""

from __future__ import annotations

import math
from collections.abc import Collection
from pathlib import Path
from typing import Any

import msgspec

from alfiere.kernel.bad_data import BadData

UM = 100
Point = tuple[int, int]
Rect = tuple[int, int, int, int]


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of everything read from a data file: unknown keys are refused."""


class Name(Form, frozen=True, kw_only=True):
    """What people call a thing."""

    en: str
    it: str


def hundredths(data: Any, keys: Collection[str], file: str | Path, where: str = "") -> Any:
    """The same data, with every number under one of these keys in hundredths. Raises BadData."""
    if isinstance(data, dict):
        found = {}
        for key, value in data.items():
            place = f"{where}.{key}" if where else key
            found[key] = _whole(value, file, place) if key in keys else hundredths(value, keys, file, place)
        return found
    if isinstance(data, list):
        return [hundredths(value, keys, file, f"{where}[{number}]") for number, value in enumerate(data)]
    return data


def _whole(value: Any, file: str | Path, where: str) -> Any:
    """Numbers in hundredths, also those inside lists and tables; what is no number is left for the form to refuse."""
    if isinstance(value, dict):
        return {key: _whole(inner, file, f"{where}.{key}") for key, inner in value.items()}
    if isinstance(value, list):
        return [_whole(inner, file, f"{where}[{number}]") for number, inner in enumerate(value)]
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    if not math.isfinite(value) or abs(value) > 10_000:
        raise BadData(file, where, f"{value} is not a length in um that fits on a table")
    whole = round(value * UM)
    if abs(whole - value * UM) > 1e-6:
        raise BadData(file, where, f"{value} is finer than a hundredth of a um (cappa.geo.2)")
    return whole


def check_name(name: Name, where: str, file: str | Path) -> None:
    """A name must say something in both languages."""
    for language in ("en", "it"):
        if not getattr(name, language).strip():
            raise BadData(file, where, f"the name is empty in a language: «{language}»")
