"""The games, one folder each; a game is loaded when somebody asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from alfiere.kernel.ruleset import Ruleset

CODES = ("esa", "cappa")  # in the order in which they are shown


class Shelf(Mapping[str, Ruleset[Any]]):
    """Games by their code; each is what its folder's ``ruleset`` calls GAME."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        """``modules``: the module in which each game is found."""
        self._modules = dict(modules)
        self._loaded: dict[str, Ruleset[Any]] = {}

    def __getitem__(self, code: str) -> Ruleset[Any]:
        if code not in self._loaded:
            self._loaded[code] = import_module(self._modules[code]).GAME
        return self._loaded[code]

    def __contains__(self, code: object) -> bool:
        return code in self._modules  # without loading it

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)

    def add(self, code: str, module: str) -> None:
        """One more, from wherever it stands."""
        self._modules[code] = module


GAMES = Shelf({code: f"{__name__}.{code}.ruleset" for code in CODES})
