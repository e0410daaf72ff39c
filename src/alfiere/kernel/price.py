"""What an option costs, as it is told beside it: a key of the words' section ``price`` and what it names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Price:
    """So many points of some sort."""

    key: str
    args: Mapping[str, Any]
