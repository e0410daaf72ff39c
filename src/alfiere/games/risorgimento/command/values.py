"""Commanders 7-10: the values that table 1 gives to those whose scenario does not name them."""

from __future__ import annotations

from alfiere.games.risorgimento.morale.tests import roll10
from alfiere.games.risorgimento.state.battle import BattleGame
from alfiere.games.risorgimento.told.command import ValuesGiven

KEYS = ("radius", "initiative", "bonus")


def roll_values(g: BattleGame) -> None:
    """Before the battle: each value with two numbers is rolled for by itself (risorgimento.cmd.7, .cmd.8, .cmd.10)."""
    s = g.state
    for sheet in s.scenario.commanders.values():
        missing = [key for key in KEYS if getattr(sheet, key) is None]  # risorgimento.cmd.9
        if not missing:
            continue
        who, table = s.commanders[sheet.id], s.tables.commander(sheet.army, sheet.rank)  # type: ignore[arg-type]
        for key in missing:
            values = getattr(table, key)
            is_low = len(values) == 1 or roll10(g, who.seat) <= s.tables.numbers.lower_value
            setattr(who, key, values[0 if is_low else -1])
        g.tell(ValuesGiven(who.id, who.radius, who.initiative, who.bonus, ("risorgimento.cmd.7",)))
