"""Falling back and rout as far as they are not movement: guns abandoned, the loss a rout costs (3.2.1d, 3.2.2a-c)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from alfiere.games.lumi.morale.losses import eliminate, lose
from alfiere.games.lumi.morale.states import become
from alfiere.games.lumi.state.base import DEPLOYED, ROUT
from alfiere.games.lumi.state.battle import LumiGame
from alfiere.games.lumi.state.unit import Unit, bases_of
from alfiere.kernel.procedure import Procedure


class Forced(NamedTuple):
    """Forced movements; movement stands above morale, so whoever calls this chapter gives them to it."""

    fall_back: Callable[[LumiGame, Unit, Unit | None], Procedure[None]]  # away from whom, lumi.3.2.1a, .3.2.1e
    rout: Callable[[LumiGame, Unit], Procedure[None]]  # lumi.3.2.2d, .3.2.2e


def fall_back(g: LumiGame, unit: Unit, cause: Unit | None, forced: Forced) -> Procedure[None]:
    """A unit falls back; deployed guns are abandoned (lumi.3.2.1d)."""
    if not _abandons_guns(g, unit):
        yield from forced.fall_back(g, unit, cause)


def rout(g: LumiGame, unit: Unit, forced: Forced, why: str, rule: str, *, paid: bool = False) -> Procedure[None]:
    """A unit enters rout, or is in it, and runs; then it suffers one loss (lumi.3.2.2a, .3.2.2e).

    ``paid``: the situation that made it run has cost it a loss already (lumi.3.2.2b).
    """
    become(g, unit, ROUT, why, rule)
    if _abandons_guns(g, unit):
        return
    yield from forced.rout(g, unit)
    if not paid:
        yield from lose(g, unit, 1, "other")


def _abandons_guns(g: LumiGame, unit: Unit) -> bool:
    guns = [one for one in bases_of(g.state, unit) if one.formation == DEPLOYED]
    for one in guns:
        eliminate(g, one, "guns-abandoned")
    return bool(guns)
