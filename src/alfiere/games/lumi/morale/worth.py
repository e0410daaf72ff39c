"""11.5: what routs, losses and recoveries do to the cohesion of an army; whether it is beaten is asked later."""

from __future__ import annotations

from alfiere.games.lumi.state.base import ROUT, Base, General
from alfiere.games.lumi.state.battle import OF_BATTLE, State

SHOCKED = OF_BATTLE.about("shocked", str)  # a brigade one of whose bases has routed or is gone: it will test, .7.3.7


def routed(s: State, one: Base) -> None:
    """A base enters rout: its value is subtracted (lumi.11.5a)."""
    s.cohesion[one.seat] -= one.profile.cohesion
    _shock(s, one)


def gone(s: State, one: Base) -> None:
    """A base is eliminated: its value is subtracted, unless it was in rout (lumi.11.5b)."""
    if one.state != ROUT:
        s.cohesion[one.seat] -= one.profile.cohesion
    _shock(s, one)


def regained(s: State, one: Base) -> None:
    """A base has recovered from rout: half its value returns, rounded down (lumi.11.5c, .11.6)."""
    part, of = s.tables.numbers.regained
    back = part * one.profile.cohesion // of
    s.cohesion[one.seat] = min(s.cohesion[one.seat] + back, s.scenario.cohesion(one.seat))


def general_gone(s: State, who: General) -> None:
    """A general is removed: his value is subtracted (lumi.11.5d)."""
    s.cohesion[who.seat] -= s.tables.worth.cic if who.is_cic else s.tables.worth.general


def _shock(s: State, one: Base) -> None:
    if one.brigade and not SHOCKED.is_on(s, one.brigade):
        SHOCKED.put(s, one.brigade)
