"""The games, one folder each."""

from __future__ import annotations

from typing import Any

from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.esa.ruleset import Esa
from alfiere.kernel.ruleset import Ruleset

GAMES: dict[str, Ruleset[Any]] = {game.code: game for game in (Esa(), Cappa())}
