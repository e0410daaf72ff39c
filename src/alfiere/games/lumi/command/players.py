"""Chapter 2.3.3c: several players of one side. Each moves his own divisions, the CiC's player decides all the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from alfiere.battles.armies.choosing import CHOOSE
from alfiere.battles.setting_up import REST
from alfiere.games.lumi.set_up.places import SETTING_UP
from alfiere.games.lumi.state.battle import State
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.ruleset import ALL_PARTS

RULE: Final = "lumi.2.3.3c"
CHIEF: Final = ""
# Dice, and which of the divisions of one priority goes first: they name a division, but are no division's to decide.
OF_THE_ARMY: Final = ("place-order", "division", CHOOSE)
SIDE_BY_SIDE: Final = ("fire",)  # what units of several divisions may do, each for itself


def divisions_of(s: State, seat: Seat) -> tuple[str, ...]:
    """The divisions of a side, each of which may have a player of its own."""
    return tuple(id for id, one in s.scenario.divisions.items() if s.scenario.seat_of[one.side] == seat)


def part_of(s: State, decision: Decision, option: Option | None) -> str:
    """The division whose player decides, or gives this answer; "" is the CiC's player (lumi.2.3.3c).

    What is about the troops of one division is its own; a choice between those of several is the CiC's.
    """
    if decision.key in OF_THE_ARMY:
        return CHIEF
    if option is not None and option.key == REST:  # the whole side, as far as it has still to be set up
        return _only((_leads(s, id) for id in SETTING_UP.waiting(s, decision.seat)), ALL_PARTS)
    if option is not None and decision.key in SIDE_BY_SIDE and (found := _named(s, decision.seat, option.args)):
        return _only(found)
    found = _named(s, decision.seat, decision.about)
    return _only(found or [id for one in decision.options for id in _named(s, decision.seat, one.args)])


def _only(parts: Iterable[str], otherwise: str = CHIEF) -> str:
    """The one division there is among these, or else the CiC's player."""
    found = set(parts)
    return found.pop() if len(found) == 1 else otherwise


def _named(s: State, seat: Seat, args: Mapping[str, Any]) -> list[str]:
    """The divisions of a side to which those belong whom a decision or an answer names."""
    if "general" in args:
        return [_leads(s, args["general"])]
    if "division" in args:
        return [args["division"]]
    if "brigade" in args:
        return [one.division for one in s.bases.values() if one.brigade == args["brigade"]]
    ids = [args["unit"]] if "unit" in args else args.get("units", ())
    return [_leads(s, id) for id in ids if s.bases[id].seat == seat]


def _leads(s: State, id: str) -> str:
    """The division of a base or a general; the CiC is his player's, even where he leads a division himself."""
    if id in s.bases:
        return s.bases[id].division
    return CHIEF if s.generals[id].is_cic else s.generals[id].division
