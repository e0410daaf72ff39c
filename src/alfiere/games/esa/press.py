"""Chapter 9.11, press: a unit takes the hex that an enemy has left, after a melee or by reaction."""

from __future__ import annotations

from alfiere.games.esa.evasion import offer_evasions
from alfiere.games.esa.losses import clear_hex_for
from alfiere.games.esa.movement import choose_facing, companion, march
from alfiere.games.esa.state import PRESSED, BattleState, EsaGame, Unit
from alfiere.games.esa.veterans import facings_after_press
from alfiere.kernel.procedure import Procedure
from alfiere.table.hexes import Hex


def may_press_into(s: BattleState, unit: Unit, label: Hex) -> bool:
    """Whether the winner may enter the hex the beaten enemy has left (esa.9.11a, esa.5.4d)."""
    if label in s.at or label not in s.field.grid.adjacent[unit.hex]:
        return False
    kind = unit.values.kind
    return s.field.may_occupy(label, kind) and any(to == label for to, _, _ in s.field.steps(kind)[unit.hex])


def press(g: EsaGame, unit: Unit, vacated: Hex, rule: str) -> Procedure[None]:
    """A unit enters the hex the enemy has left; no melee comes of it (esa.9.11a, esa.9.11b, esa.3.3.1g2)."""
    unit.did |= PRESSED
    yield from clear_hex_for(g, vacated, unit)  # esa.10.1i
    leader = yield from companion(g, unit, vacated)
    march(g, unit, leader, [vacated], "press", rule)
    yield from offer_evasions(g, unit)  # esa.9.11h
    yield from choose_facing(g, unit, facings_after_press(g.state, unit))
