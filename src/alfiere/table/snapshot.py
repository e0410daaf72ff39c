"""How many things stand at one moment, to be held against another: whether anything has changed that matters."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import attrgetter
from typing import Any

from alfiere.table.swift import swift


@swift
def snapshot(things: Iterable[Any], names: tuple[str, ...], /) -> tuple[Any, ...]:
    """What these attributes of all of them are, in one row; of a list what stands in it now."""
    values = _values(names)
    row = [value for one in things for value in values(one)]
    return tuple([tuple(value) if isinstance(value, list) else value for value in row])


@lru_cache(maxsize=64)
def _values(names: tuple[str, ...]) -> Any:
    """A function that gives the attributes of one thing, however few they are."""
    if len(names) == 1:
        return lambda one, get=attrgetter(*names): (get(one),)
    return attrgetter(*names)
