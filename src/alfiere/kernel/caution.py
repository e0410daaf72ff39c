"""A caution: what a player may not have thought of when he looks at an option. It forbids nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Caution:
    """A key of the section «caution» in the word files with its arguments, and the rules it comes from."""

    key: str
    args: dict[str, Any]
    rules: tuple[str, ...]
