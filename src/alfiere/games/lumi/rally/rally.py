"""Chapter 7.5: units reorder and try to recover from rout, at the end of a turn and whether in command or not."""

from __future__ import annotations

from typing import Final

from alfiere.games.lumi.morale.dice import D6, roll
from alfiere.games.lumi.morale.giving_way import Forced, rout
from alfiere.games.lumi.morale.states import become
from alfiere.games.lumi.sheets.tables import Rally
from alfiere.games.lumi.state.arrangement import Places, arranged
from alfiere.games.lumi.state.base import COLUMN, ENGAGED, LINE, ORDERED, ROUT, SHAKEN, STATES
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.standing import enemies_within, in_contact, is_in_radius, outlines
from alfiere.games.lumi.state.unit import Unit, bases_of, formed, morale, state_of
from alfiere.games.lumi.told.common import BaseMoved
from alfiere.games.lumi.told.rally import RecoveryTested
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.event import Tally
from alfiere.kernel.odds import at_most, yes_or_no
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect

REFORM: Final = "recovers"
FACINGS: Final = range(0, 3600, 450)


def rally_phase(g: LumiGame, forced: Forced, seat: Seat) -> Procedure[None]:
    """Every unit of a side recovers by one state if it can; who is in rout and does not, runs (.7.5.1, .7.5.2a).

    To try costs nothing, and not to try in rout is to fail (lumi.7.5.10): so everybody does.
    """
    for unit in [one for one in formed(g.state) if one.seat == seat]:
        if bases_of(g.state, unit):
            yield from recover(g, unit, forced)


def way(s: State, unit: Unit) -> Rally | None:
    """The row of table 16 by which a unit may recover now; None if it may not (lumi.7.5.3-7.5.8)."""
    state, bases = state_of(s, unit), bases_of(s, unit)
    rows = [one for one in s.tables.rally if one.state == STATES[state]]
    if state == ORDERED:
        return None
    if all(one.by_terrain for one in bases):
        if not is_in_disordering_ground(s, unit):
            return next(one for one in rows if one.when == "left the terrain")
        return None  # lumi.7.5.11a
    if in_contact(s, unit) or any(ENGAGED.first(one) is not None for one in bases):
        return None  # lumi.7.5.6
    foes = enemies_within(s, unit, s.tables.distances.rally_near)
    near = "enemy near" if any(one.state != ROUT for one in foes) else "no enemy near"
    return next(one for one in rows if one.when in ("", near))


def is_in_disordering_ground(s: State, unit: Unit) -> bool:
    """Whether some part of it is in an area that disorders (lumi.1.5.10)."""
    return any(piece.kind.disorders for here in outlines(s, unit) for piece in s.ground.touched(here))


def recovery_tally(s: State, unit: Unit) -> Tally:
    """What is added to the die (lumi.7.5.9)."""
    found, lines = Tally("recovery"), s.tables.recovery
    found.add(morale(s, unit), "morale", "lumi.7.5.9")
    general = s.general_of(s.bases[unit.id].division)
    if s.generals_with(unit.ids):
        lines.count("general-attached", found)
    elif general is not None and is_in_radius(s, general, unit):
        lines.count("general-near", found)
    if state_of(s, unit) == ROUT:
        lines.count("in-rout", found)
    if any(one.state < SHAKEN for one in enemies_within(s, unit, s.tables.distances.recovery_near)):
        lines.count("enemy-near", found)
    if s.sky.morale < 0:
        lines.count("night", found)
    return found


def recover(g: LumiGame, unit: Unit, forced: Forced) -> Procedure[None]:
    """One unit, by one state at most (lumi.7.5.6)."""
    found = way(g.state, unit)
    if found is None:
        return
    if not found.test or _passes(g, unit, found.rule):
        was_in_rout = state_of(g.state, unit) == ROUT
        become(g, unit, STATES.index(found.becomes), "rally", found.rule)
        if was_in_rout:
            yield from _form(g, unit)
    elif found.failed:  # the loss is that of the rout, not a further one, lumi.7.5.2b, .7.5.2c
        yield from rout(g, unit, forced, "rally", found.rule)


def _passes(g: LumiGame, unit: Unit, rule: str) -> bool:
    tally, die, need = recovery_tally(g.state, unit), roll(g, unit.seat), g.state.tables.numbers.recovery
    passed = die + tally.total >= need
    g.tell(RecoveryTested(unit.ids, tally, die, need, passed, ("lumi.7.5.9", rule)))
    return passed


def recovery_prospect(s: State, unit: Unit) -> Prospect:
    """How likely a unit recovers by a test."""
    tally = recovery_tally(s, unit)
    odds = yes_or_no(1 - at_most(s.tables.numbers.recovery - 1 - tally.total, D6))
    return Prospect("recovery", unit.id, (tally,), odds, odds, "passed")


def _form(g: LumiGame, unit: Unit) -> Procedure[None]:
    """A unit that has recovered from rout takes line or column, with any facing (lumi.7.5.11b)."""
    s, places = g.state, dict[tuple[str, int], Places]()
    for formation in (LINE, COLUMN):
        for heading in FACINGS:
            is_known = all(formation in one.arm.speed for one in bases_of(s, unit))
            found = arranged(s, unit, formation, heading) if is_known else None
            if found is not None:
                places[formation, heading] = found
    if not places:
        return
    options = [
        Option(REFORM, {"unit": unit.id, "formation": formation, "heading": heading}, ("lumi.7.5.11b",))
        for formation, heading in places
    ]
    chosen = yield Decision(unit.seat, REFORM, options, {"units": unit.ids}, ("lumi.7.5.11b",))
    for id, footing in places[chosen["formation"], chosen["heading"]].items():
        one = g.state.bases[id]
        before = one.pose
        g.state.stand(one, footing)
        path = (before.point, footing.pose.point)
        g.tell(BaseMoved(id, before, footing.pose, path, footing.formation, "reform", ("lumi.7.5.11b",)))
