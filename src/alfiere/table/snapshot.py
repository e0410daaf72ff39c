"""How many things stand at one moment, to be held against another: whether anything has changed that matters."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from typing import Any

from alfiere.table.swift import swift


@swift
def snapshot(things: Iterable[Any], names: tuple[str, ...], /) -> tuple[Any, ...]:
    """What these attributes of all of them are, in one row; they hold nothing that changes itself, such as a list."""
    return tuple(chain.from_iterable(map(_values(names), things)))


@lru_cache(maxsize=64)
def _values(names: tuple[str, ...]) -> Any:
    """A function that gives the attributes of one thing, however few they are."""
    if len(names) == 1:
        return lambda one, get=attrgetter(*names): (get(one),)
    return attrgetter(*names)
