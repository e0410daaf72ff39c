"""The games, one folder each; a game is loaded when somebody asks for it.

ALFIERE_GAMES names folders of other games, from wherever they stand (docs/developers.md, «Adding a game»).
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from alfiere.kernel.bad_data import BadData
from alfiere.kernel.ruleset import Ruleset

HERE = Path(__file__).parent
FIRST = ("esa", "cappa")  # in the order in which they are shown; other games follow by name
FIRST_BATTLE = "esa/lens-1648"  # where somebody names none
RULESET = "ruleset.py"  # what makes a folder a game: in it stands GAME
ELSEWHERE = "ALFIERE_GAMES"  # folders, with what the system puts between the paths of a list
CODE = re.compile(r"[a-z][a-z0-9_]*")


def our_games() -> dict[str, Path]:
    """The folders beside this file."""
    found = {path.parent.name: path.parent for path in sorted(HERE.glob(f"*/{RULESET}"))}
    return {code: found[code] for code in dict.fromkeys((*FIRST, *found)) if code in found}


def with_games_of(folders: str, known: Mapping[str, Path]) -> dict[str, Path]:
    """What is known, and the games of a list of folders. Raises BadData."""
    found = dict(known)
    for name in filter(None, folders.split(os.pathsep)):
        folder = Path(name).expanduser().resolve()
        if not (folder / RULESET).is_file():
            raise BadData(ELSEWHERE, "", f"{name} is not the folder of a game: there is no {RULESET} in it")
        if not CODE.fullmatch(folder.name):
            raise BadData(ELSEWHERE, "", f"{name} is no name for a game: small letters without accents, digits and _")
        if found.setdefault(folder.name, folder) != folder:
            raise BadData(ELSEWHERE, "", f"there are two games «{folder.name}»: {found[folder.name]} and {folder}")
    return found


class Shelf(Mapping[str, Ruleset[Any]]):
    """Games by their code, which is the name of their folder; each is what its ``ruleset.py`` calls GAME."""

    def __init__(self, elsewhere: str = "") -> None:
        """``elsewhere``: a list of folders. What is wrong with it is told to whoever first looks at the shelf."""
        self._loaded: dict[str, Ruleset[Any]] = {}
        self._slip: BadData | None = None
        self._folders = our_games()
        try:
            self.add(elsewhere)
        except BadData as slip:
            self._slip = slip

    def add(self, folders: str) -> None:
        """Games from elsewhere, as if their folders stood beside this file. Raises BadData."""
        self._folders = with_games_of(folders, self._folders)
        for code, folder in self._folders.items():
            if folder.parent != HERE and package_of(code) not in sys.modules:
                package = ModuleType(package_of(code))
                package.__path__ = [str(folder)]
                sys.modules[package_of(code)] = package

    def _known(self) -> dict[str, Path]:
        if self._slip is not None:
            raise self._slip
        return self._folders

    def __getitem__(self, code: str) -> Ruleset[Any]:
        folder = self._known()[code]
        if code not in self._loaded:
            self._loaded[code] = _loaded(code, folder)
        return self._loaded[code]

    def __contains__(self, code: object) -> bool:
        return code in self._known()  # without loading it

    def __iter__(self) -> Iterator[str]:
        return iter(self._known())

    def __len__(self) -> int:
        return len(self._known())


def package_of(code: str) -> str:
    """Under which name a game's folder is imported."""
    return f"{__name__}.{code}"


def _loaded(code: str, folder: Path) -> Ruleset[Any]:
    """The game of a folder. Raises BadData."""
    try:
        game = getattr(import_module(f"{package_of(code)}.ruleset"), "GAME", None)
    except Exception as err:
        raise BadData(folder / RULESET, "", f"it cannot be loaded: {type(err).__name__}: {err}") from err
    if not isinstance(game, Ruleset):
        raise BadData(folder / RULESET, "GAME", "there must be a Ruleset of this name")
    if game.code != code:
        raise BadData(folder / RULESET, "GAME", f"its code is «{game.code}», but its folder is called «{code}»")
    return game


GAMES = Shelf(os.environ.get(ELSEWHERE, ""))
