"""Chapters 7.1.1b-d, 7.1.2 and 7.1.3: what a reaction test does to a unit, and two that give way together."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from alfiere.games.lumi.morale.giving_way import Forced, fall_back, rout
from alfiere.games.lumi.morale.states import at_least_disordered, become, worsen
from alfiere.games.lumi.morale.tests import Score
from alfiere.games.lumi.state.base import ROUT, SHAKEN
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.unit import Unit, bases_of, state_of
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure

Result: TypeAlias = Literal["stands", "halted", "falls back", "rout"]
STANDS: Final = "stands"
HALTED: Final = "halted"
FALLS_BACK: Final = "falls back"
ROUTS: Final = "rout"
FALL_BACK: Final = "fall-back"
STAY: Final = "stay"


class Verdict(NamedTuple):
    """A test to be applied: who caused it, and whether the situation has cost the unit a loss already (.3.2.2b)."""

    score: Score
    cause: Unit | None = None
    paid: bool = False

    @property
    def unit(self) -> Unit:
        """Who has tested."""
        return self.score.unit


def apply(g: LumiGame, verdict: Verdict, forced: Forced) -> Procedure[Result]:
    """What table 14 says becomes true, with the forced movement (lumi.7.1.1b)."""
    unit, row = verdict.unit, verdict.score.row
    if not bases_of(g.state, unit):
        return STANDS
    if row.at_least is not None:
        at_least_disordered(g, unit, "test", row.rule)
        return HALTED
    if row.result != ROUTS and not row.levels:
        return STANDS
    if brought_to(g.state, verdict.score) == ROUT:  # whatever the row says about falling back, lumi.7.1.1c
        yield from rout(g, unit, forced, "test", row.rule, paid=verdict.paid)
        return ROUTS
    worsen(g, unit, row.levels, "test", row.rule)
    yield from fall_back(g, unit, verdict.cause, forced)
    return FALLS_BACK


def brought_to(s: State, score: Score) -> int | None:
    """The worse state that levels of disorder will bring a unit to by its test; None if there are none."""
    before = state_of(s, score.unit)
    after = ROUT if score.row.result == ROUTS else min(ROUT, before + score.row.levels)
    return after if after > before else None


def apply_both(g: LumiGame, one: Verdict, two: Verdict, forced: Forced) -> Procedure[None]:
    """Two tests rolled at once, in an exchange of fire or a round of melee (lumi.7.1.3e).

    If both units are brought to shaken, or both to rout, that of the player with the initiative stops one step above
    and falls back only if he likes (lumi.7.1.2a-b, .7.1.3a-d).
    """
    ahead, behind = (one, two) if one.unit.seat == g.state.initiative else (two, one)
    state = brought_to(g.state, ahead.score)
    is_spared = state in (SHAKEN, ROUT) and state == brought_to(g.state, behind.score)
    yield from apply(g, behind, forced)
    if not is_spared or state is None:
        yield from apply(g, ahead, forced)
        return
    rule = "lumi.7.1.2b" if state == SHAKEN else "lumi.7.1.3c"
    become(g, ahead.unit, state - 1, "spared", rule)
    options = [Option(key, {"unit": ahead.unit.id}, (rule,)) for key in (STAY, FALL_BACK)]
    chosen = yield Decision(ahead.unit.seat, "spared", options, {"units": ahead.unit.ids}, (rule,))
    if chosen.key == FALL_BACK:
        yield from fall_back(g, ahead.unit, ahead.cause, forced)
