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
    """What these attributes of all of them are, in one row; a list is noted as a tuple, for it may change."""
    values = chain.from_iterable(map(_values(names), things))
    return tuple([tuple(one) if type(one) is list else one for one in values])


@swift
def changed(things: Iterable[Any], names: tuple[str, ...], row: tuple[Any, ...], /) -> tuple[int, ...] | None:
    """The places of those who no longer are as a row of these attributes says; None if they are more or fewer."""
    now, wide = snapshot(things, names), len(names)
    if len(now) != len(row):
        return None
    return tuple([at // wide for at in range(0, len(now), wide) if now[at : at + wide] != row[at : at + wide]])


@lru_cache(maxsize=64)
def _values(names: tuple[str, ...]) -> Any:
    """A function that gives the attributes of one thing, however few they are."""
    if len(names) == 1:
        return lambda one, get=attrgetter(*names): (get(one),)
    return attrgetter(*names)
