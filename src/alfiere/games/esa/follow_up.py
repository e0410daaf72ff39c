"""Chapters 9.11 and 9.12, press and pursuit: what the winner of a melee does with the hex he has won."""

from __future__ import annotations

from alfiere.games.esa.card_tests import may_act
from alfiere.games.esa.charge import charge, charge_targets, go_on_after_evasion
from alfiere.games.esa.command import enemies_around, is_engaged
from alfiere.games.esa.movement import (
    choose_facing,
    companion,
    destinations,
    ends,
    march,
    movement_points,
)
from alfiere.games.esa.press import may_press_into, press
from alfiere.games.esa.reactions import after_move
from alfiere.games.esa.state import FAILED_MOVE, LATE, PRESSED, PURSUED, EsaGame, Unit
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure
from alfiere.table.hexes import Hex, path_to


def follow_up(g: EsaGame, unit: Unit, vacated: Hex) -> Procedure[bool]:
    """The winner may press or pursue, as its abilities allow; tells whether a pursuit has led to a new melee."""
    s = g.state
    if unit.did & FAILED_MOVE:
        return False  # esa.10.12c
    start = unit.hex
    options: list[Option] = []
    if unit.profile.has_press and not unit.did & PRESSED and may_press_into(s, unit, vacated):
        options.append(Option("press", {"unit": unit.id, "hex": vacated}, ("esa.9.11a",)))
    found = {}
    # esa.9.12g2: not while another enemy engages it; esa.9.6c: not after a late move
    if unit.profile.has_pursue and not is_engaged(s, unit) and not unit.did & (LATE | PURSUED):
        found = destinations(s, unit, movement_points(s, unit), contact=True, road=False)
        options += [
            Option("pursue", {"unit": unit.id, "hex": label}, ("esa.9.12a",))
            for label in ends(s, unit, found)
            if label != unit.hex
        ]
        options += [
            Option("charge", {"unit": unit.id, "target": enemy.id}, ("esa.9.12g",)) for enemy in charge_targets(s, unit)
        ]
    if not options:
        return False
    rules = ("esa.9.11a", "esa.9.12a")
    chosen = yield Decision(unit.seat, "follow-up", [Option("hold"), *options], {"unit": unit.id}, rules)
    if chosen.key == "hold":
        return False
    if chosen.key != "charge" and not may_act(g, unit, "move", FAILED_MOVE):
        return False  # esa.10.12c, esa.10.12c3: a charge has its own test
    near = [enemy.id for enemy in enemies_around(s, unit)]
    if chosen.key == "press":
        yield from press(g, unit, vacated, "esa.9.11a")
        yield from after_move(g, unit, start, near, firmness=False)
        return False
    unit.did |= PURSUED
    if chosen.key == "charge":
        yield from charge(g, unit, s.units[chosen["target"]])
    else:
        goal: Hex = chosen["hex"]
        leader = yield from companion(g, unit, goal)
        left = movement_points(s, unit) - found[goal][0]
        march(g, unit, leader, path_to(found, goal), "pursuit", "esa.9.12a")
        yield from go_on_after_evasion(g, unit, leader, left)
        yield from choose_facing(g, unit)  # esa.9.11i
    yield from after_move(g, unit, start, near, firmness=False)  # esa.3.3.1f, esa.3.3.1j: those it leaves behind
    return unit.hex not in ("", start) and bool(enemies_around(s, unit))  # esa.9.12b
