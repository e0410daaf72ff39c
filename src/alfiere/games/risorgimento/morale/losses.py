"""Loss points and what follows at once: removal, victory points, commanders tested, brigades that give way.

Nothing here asks or moves: tests that become due are noted on the units (morale.settle makes them).
"""

from __future__ import annotations

from alfiere.games.risorgimento.morale.disorder import HAS_LOST
from alfiere.games.risorgimento.morale.leaders_lost import leave_removed, try_leaders
from alfiere.games.risorgimento.morale.points import score_losses
from alfiere.games.risorgimento.morale.tests import DEMORALISED, DUE
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.unit import LOST, ROUTED_OFF, Unit
from alfiere.games.risorgimento.told.common import UnitRemoved
from alfiere.games.risorgimento.told.morale import BrigadeLost, Demoralised, Lost

RULE_OF_REMOVAL = {
    "losses": "risorgimento.h.1.2",
    "contact": "risorgimento.h.1.5",
    "brigade": "risorgimento.h.3.2",
    "routed-off": "risorgimento.geo.19",
    "retired-off": "risorgimento.geo.19",
    "off-table": "risorgimento.geo.19",
    "no-way-back": "risorgimento.e.8.6",
    "guns-lost": "risorgimento.g.7.1",
}

AT_HOME = ("routed-off", "retired-off")  # off its own edge: it counts as routed, however it went (risorgimento.geo.19)


def take_losses(g: BattleGame, unit: Unit, points: int, by: str) -> None:
    """Take so many loss points off a unit, each half a point of strength (risorgimento.scale.3-4, .unit.8).

    Below half of its strength at the beginning, rounded down, it is removed (risorgimento.h.1.2).
    """
    points = min(points, unit.left)
    if points <= 0:
        return
    unit.losses += points
    score_losses(g.state, unit, points)
    HAS_LOST.put(unit)
    whole = g.state.tables.numbers.losses_per_vf * unit.strength
    g.tell(Lost(unit.id, points, unit.left, whole, by, ("risorgimento.scale.4",)))
    if unit.left < g.state.tables.numbers.losses_per_vf * (unit.strength // 2):
        remove(g, unit, "losses")
        return
    try_leaders(g, unit)
    check_brigade(g, unit)


def remove(g: BattleGame, unit: Unit, how: str) -> None:
    """A unit leaves the table for good; all it had left counts as lost (risorgimento.i.2.4).

    ``how`` is a key of RULE_OF_REMOVAL. Off its own edge it counts as routed, otherwise as lost (risorgimento.geo.19).
    """
    _take_off(g, unit, how)
    leave_removed(g, unit, how)
    check_brigade(g, unit)


def _take_off(g: BattleGame, unit: Unit, how: str) -> None:
    score_losses(g.state, unit, unit.left)
    unit.losses += unit.left
    g.state.leave(unit, ROUTED_OFF if how in AT_HOME else LOST)
    g.tell(UnitRemoved(unit.id, how, (RULE_OF_REMOVAL[how],)))


# Brigades (risorgimento.h.2, .h.3)


def brigade_units(s: BattleState, brigade: str) -> list[Unit]:
    """All units a brigade began with, wherever they are now."""
    return [one for one in s.units.values() if s.brigade_of(one) == brigade]


def check_brigade(g: BattleGame, unit: Unit) -> None:
    """After losses, a removal or a rout: is the brigade in rout, or demoralised? (risorgimento.h.2.1, .h.3.1)"""
    s = g.state
    brigade = s.brigade_of(unit)
    if not brigade:
        return  # direct troops form none, risorgimento.h.2.5
    units = brigade_units(s, brigade)
    points = sum(s.tables.numbers.losses_per_vf * one.strength for one in units)
    here = [one for one in units if one.is_on]
    if here and 2 * sum(one.left for one in units) < points:  # the routed count, the removed have none (.h.3.3)
        g.tell(BrigadeLost(brigade, ("risorgimento.h.3.1", "risorgimento.h.3.2")))
        for one in here:
            _take_off(g, one, "brigade")
        for one in here:
            leave_removed(g, one, "brigade")
    elif 2 * sum(one.left for one in units if not one.is_routed) < points:  # the routed are lost (risorgimento.h.2.4)
        _demoralise(g, brigade, here)


def _demoralise(g: BattleGame, brigade: str, here: list[Unit]) -> None:
    """Once in a battle: every unit left tests, and all are burdened from now on (risorgimento.h.2.1, .h.2.5)."""
    commander = g.state.commanders[brigade]
    if DEMORALISED.is_on(commander):
        return
    DEMORALISED.put(commander)
    g.tell(Demoralised(brigade, ("risorgimento.h.2.1",)))
    for one in here:
        if one.is_steady:
            DUE.put(one, "brigade")
