"""Chapter 7.3: the cohesion of brigades that have had bases in rout or eliminated, after the last Melee phase."""

from __future__ import annotations

from typing import Final

from alfiere.games.lumi.morale.dice import roll
from alfiere.games.lumi.morale.giving_way import Forced, fall_back, rout
from alfiere.games.lumi.morale.losses import eliminate
from alfiere.games.lumi.morale.states import worsen
from alfiere.games.lumi.morale.worth import SHOCKED
from alfiere.games.lumi.sheets.tables import BrigadeResult, row
from alfiere.games.lumi.state.base import LOST, ROUT, SHAKEN, Base
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.standing import is_in_radius
from alfiere.games.lumi.state.unit import Unit, alone, bases_of, formed, state_of
from alfiere.games.lumi.told.rally import BrigadeTested
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.event import Tally
from alfiere.kernel.procedure import Procedure

TEST: Final = "test-brigade"


def members(s: State, brigade: str) -> list[Base]:
    """All bases a brigade began with."""
    return [one for one in s.bases.values() if one.brigade == brigade]


def must_test(s: State, seat: Seat) -> list[str]:
    """The brigades of a side that test: shocked, and with a base left that is not in rout (lumi.7.3.7)."""
    found = []
    for brigade in SHOCKED.all(s):
        left = [one for one in members(s, brigade) if one.is_on and one.seat == seat]
        if any(one.state != ROUT for one in left):
            found.append(brigade)
    return found


def brigade_phase(g: LumiGame, forced: Forced, seat: Seat) -> Procedure[None]:
    """One side tests its brigades, in the order it likes (lumi.7.3.10)."""
    waiting = must_test(g.state, seat)
    while waiting:
        chosen = waiting[0]
        if len(waiting) > 1:
            options = [Option(TEST, {"brigade": one}, ("lumi.7.3.10",)) for one in waiting]
            answer = yield Decision(seat, TEST, options, {}, ("lumi.7.3.10",))
            chosen = answer["brigade"]
        waiting.remove(chosen)
        yield from try_brigade(g, chosen, forced)


def brigade_tally(s: State, brigade: str) -> Tally:
    """What is added to the die (lumi.7.3.8)."""
    everybody = members(s, brigade)
    left = [one for one in everybody if one.is_on]
    found, lines = Tally("brigade"), s.tables.brigade
    found.add(min(one.profile.morale for one in left), "morale", "lumi.7.3.8")
    general = s.general_of(left[0].division)
    if general is not None and any(is_in_radius(s, general, alone(one)) for one in left):
        lines.count("general-near", found)
    gone = sum(1 for one in everybody if _is_gone(one))
    found.add(max(0, gone - 1) * lines["base-gone"].add, "base-gone", lines["base-gone"].rule)
    if s.sky.morale < 0:
        lines.count("night", found)
    return found


def _is_gone(one: Base) -> bool:
    """Eliminated or in rout; who has still to come is neither."""
    return one.state == ROUT if one.is_on else one.where == LOST


def try_brigade(g: LumiGame, brigade: str, forced: Forced) -> Procedure[None]:
    """The test of a brigade and what it brings to its units (lumi.7.3.1-6)."""
    s = g.state
    SHOCKED.take(s, brigade)
    tally = brigade_tally(s, brigade)
    left = [one for one in members(s, brigade) if one.is_on]
    die = roll(g, left[0].seat)
    found = row(s.tables.brigade_cohesion, die + tally.total)
    g.tell(BrigadeTested(brigade, tally, die, die + tally.total, found.result, (found.rule,)))
    units = [unit for unit in formed(s) if s.bases[unit.id].brigade == brigade]
    before = {unit: state_of(s, unit) for unit in units}
    for unit, state in before.items():
        if bases_of(g.state, unit):
            yield from _suffer(g, unit, state, found, forced)
    if found.eliminated:
        for one in [one for one in members(g.state, brigade) if one.is_on]:
            eliminate(g, one, "brigade")


def _suffer(g: LumiGame, unit: Unit, state: int, found: BrigadeResult, forced: Forced) -> Procedure[None]:
    """What becomes of a unit by the state it was in; by this test alone the shaken do not fall back (lumi.7.3.9)."""
    if found.eliminated:  # lumi.7.3.6
        yield from rout(g, unit, forced, "brigade", found.rule, paid=True)
    elif state == ROUT and found.routed:  # lumi.7.3.5
        yield from rout(g, unit, forced, "brigade", "lumi.7.3.5")
    elif state == SHAKEN and found.shaken:  # lumi.7.3.4
        yield from fall_back(g, unit, None, forced)
    elif state < SHAKEN and state + found.levels >= ROUT:
        yield from rout(g, unit, forced, "brigade", found.rule)
    elif state < SHAKEN and found.levels:
        worsen(g, unit, found.levels, "brigade", found.rule)
