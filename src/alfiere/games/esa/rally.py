"""Chapter 8, rally: markers come off, weakened units win back strength or are lost."""

from __future__ import annotations

from alfiere.games.esa.artillery import is_in_battery
from alfiere.games.esa.card_tests import may_act, unit_passes
from alfiere.games.esa.events import MarkerRemoved, UnitRecovered
from alfiere.games.esa.losses import eliminate
from alfiere.games.esa.state import ACTED, FAILED_RALLY, RALLIED, BattleState, Division, EsaGame, Unit
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import MARK, Procedure


def rally_options(s: BattleState, unit: Unit) -> list[Option]:
    """What a unit may do with a rally order: take off one marker, or try to recover (esa.8b, esa.8c, esa.8h)."""
    if not unit.hex or unit.did & (RALLIED | FAILED_RALLY):
        return []
    if unit.profile.is_artillery and (unit.did & ACTED or not is_in_battery(unit)):
        return []  # esa.9.2g
    options = []
    if unit.is_shaken:
        options.append(Option("rally", {"unit": unit.id, "marker": "shaken"}, ("esa.8b", "esa.10.16d")))
    if unit.is_paralysed:
        options.append(Option("rally", {"unit": unit.id, "marker": "paralysed"}, ("esa.8b", "esa.10.14c")))
    if unit.is_weakened:  # esa.8e
        options.append(Option("recover", {"unit": unit.id}, ("esa.8c", "esa.8d")))
    return options


def rally_division(g: EsaGame, division: Division) -> Procedure[None]:
    """The units of a division rally one by one (esa.8a)."""
    while True:
        yield MARK
        s = g.state
        options = [option for name in s.active for option in rally_options(s, s.units[name])]
        if not options:
            return
        chosen = yield Decision(
            division.seat, "rally", [*options, Option("done")], {"division": division.id}, ("esa.8a",)
        )
        if chosen.key == "done":
            return
        unit = s.units[chosen["unit"]]
        if unit.profile.is_artillery:
            unit.did |= ACTED
        if unit.division != division.id:
            unit.under = division.id  # esa.9.2b2
        if chosen.key == "rally":
            remove_marker(g, unit, chosen["marker"])
        else:
            recover(g, unit)


def remove_marker(g: EsaGame, unit: Unit, marker: str) -> None:
    """A marker comes off without a test, but a weakened unit must pass its own first (esa.8b, esa.8i)."""
    unit.did |= RALLIED
    if not may_act(g, unit, "rally", FAILED_RALLY):
        return
    if marker == "shaken":
        unit.is_shaken = False
    else:
        unit.is_paralysed = False
    g.tell(MarkerRemoved(unit.id, marker))


def recover(g: EsaGame, unit: Unit) -> None:
    """A morale test: passed, one point of strength; failed, the unit is eliminated (esa.8c, esa.8d)."""
    unit.did |= RALLIED
    if unit_passes(g, unit, "recovery", "esa.8c"):
        unit.strength += 1
        g.tell(UnitRecovered(unit.id, unit.strength))
    else:
        eliminate(g, unit, "esa.8d")  # esa.8g: an attached leader loses one point with it
