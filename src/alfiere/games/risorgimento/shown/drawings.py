"""Sketches as the table draws them: formations in its own words, what a move costs in letters, radii of command."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from alfiere.battles.sketches import in_table_words
from alfiere.games.risorgimento.shown.naming import name_of_length, words_in
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.unit import ATTACK, LIMBERED, LINE, MARCH, OPEN, SQUARE, UNLIMBERED
from alfiere.kernel.decision import Option
from alfiere.kernel.drawing import Drawn, Text, command
from alfiere.kernel.rulebook import LANGUAGES

FORMATIONS: Final = {  # ours in the table's words
    MARCH: "march",
    ATTACK: "column",
    LINE: "line",
    OPEN: "open",
    SQUARE: "square",
    LIMBERED: "limbered",
    UNLIMBERED: "deployed",
}


def finished(s: BattleState, option: Option, drawn: Iterable[Drawn]) -> list[Drawn]:
    """A sketch with everything that stands on it."""
    return [*in_table_words(drawn, FORMATIONS, _spent), *_radius(s, option)]


def _spent(percent: int) -> Text:
    return {to: words_in(to).word("price", "move").format(percent=percent) for to in LANGUAGES}


def _radius(s: BattleState, option: Option) -> list[Drawn]:
    """How far a commander would command from where he goes."""
    who = s.commanders.get(str(option.get("commander") or ""))
    at = option.get("to")
    if who is None or not who.radius or at is None:
        return []
    text = {to: name_of_length(who.radius, words_in(to)) for to in LANGUAGES}
    return [command((at[0], at[1]), who.radius, text)]
