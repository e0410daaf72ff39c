"""Bounds: how much a scenario from a stranger may hold, so that no file makes every decision cost seconds.

Who plays on his own machine may have battles as large as he likes; a server that is open to others checks them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from alfiere.kernel.bad_data import BadData, read_toml

LISTED = 32  # of whatever is not named in a game's bounds
ALL = 4_000  # entries of all lists and tables together
TEXT = 2_000  # characters of one text
NUMBER = 1_000_000
DEEP = 12  # lists and tables inside each other
TOGETHER = "together "  # before a key: the most of all its numbers added up, wherever in the file they stand


@lru_cache(maxsize=8)
def read_bounds(path: Path) -> Mapping[str, int]:
    """A game's bounds from its file: a dotted key of a scenario, and the most it may list or be."""
    found = read_toml(path)
    most = {str(key): int(most) for key, most in found["most"].items()}
    return most | {TOGETHER + key: int(most) for key, most in found.get("together", {}).items()}


def refuse_too_much(source: Any, most: Mapping[str, int], file: str | Path) -> None:
    """Raise BadData, naming key and bound, where a scenario holds more than it may."""
    left = ALL
    sums: Counter[str] = Counter()
    waiting: list[tuple[str, Any, int, bool]] = [("", source, 0, False)]
    while waiting:
        key, value, depth, is_listed = waiting.pop()
        if depth > DEEP:
            raise BadData(file, key, f"it is nested too deeply; at most {DEEP} deep is allowed here")
        if isinstance(value, str):
            if len(value) > TEXT:
                raise BadData(file, key, f"it has {len(value)} characters; at most {TEXT} are allowed here")
        elif isinstance(value, int | float):
            limit = NUMBER if is_listed else most.get(key, NUMBER)
            if abs(value) > limit:
                raise BadData(file, key, f"it is {value}; at most {limit} is allowed here")
            sums[key] += math.ceil(abs(value))
            if sums[key] > most.get(TOGETHER + key, math.inf):
                raise BadData(file, key, f"there are more than {most[TOGETHER + key]} in all; no more are allowed here")
        elif isinstance(value, Mapping | list | tuple):
            limit = most.get(key, LISTED) if not isinstance(value, Mapping) else max(LISTED, most.get(key, 0))
            if len(value) > limit and key:
                raise BadData(file, key, f"there are {len(value)}; at most {limit} are allowed here")
            left -= len(value)
            if left < 0:
                raise BadData(file, "", f"it holds too much; at most {ALL} entries in all are allowed here")
            if isinstance(value, Mapping):
                start = f"{key}." if key else ""
                waiting += [(f"{start}{str(name)[:80]}", one, depth + 1, False) for name, one in value.items()]
            else:
                waiting += [(key, one, depth + 1, True) for one in value]
