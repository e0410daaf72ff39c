"""Chapter 1.5: ordered, disordered, shaken, in rout, and how a unit comes from one to the other."""

from __future__ import annotations

from alfiere.games.lumi.morale.worth import regained, routed
from alfiere.games.lumi.state.base import DISORDERED, ORDERED, ROUT, STATES
from alfiere.games.lumi.state.battle import LumiGame
from alfiere.games.lumi.state.unit import Unit, bases_of, state_of
from alfiere.games.lumi.told.morale import StateChanged


def worsen(g: LumiGame, unit: Unit, levels: int, why: str, rule: str = "lumi.1.5.2") -> None:
    """So many levels of disorder: as many states down; rout is the lowest (lumi.1.5.2)."""
    become(g, unit, min(ROUT, state_of(g.state, unit) + levels), why, rule)


def at_least_disordered(
    g: LumiGame, unit: Unit, why: str, rule: str = "lumi.1.5.3", *, by_terrain: bool = False
) -> None:
    """An ordered unit becomes disordered, one in a worse state keeps it (lumi.1.5.3)."""
    become(g, unit, max(DISORDERED, state_of(g.state, unit)), why, rule, by_terrain=by_terrain)


def become(g: LumiGame, unit: Unit, state: int, why: str, rule: str, *, by_terrain: bool = False) -> None:
    """The unit is in this state, all its bases alike (lumi.1.6.11); what a rout or its end costs is counted.

    Disorder by terrain is remembered until any other cause adds to it (lumi.1.5.9).
    """
    bases = bases_of(g.state, unit)
    has_changed = any(one.state != state for one in bases)
    for one in bases:
        one.by_terrain = state == DISORDERED and by_terrain and (one.state == ORDERED or one.by_terrain)
        if state == ROUT and one.state != ROUT:
            routed(g.state, one)
        if state != ROUT and one.state == ROUT:
            regained(g.state, one)
        one.state = state
    if has_changed:
        g.tell(StateChanged(unit.ids, STATES[state], why, (rule,)))
