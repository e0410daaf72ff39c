"""Chapter 7.1.1: the morale test, what is added to the die (table 13) and where the score is read (table 14).

A score changes nothing: two tests at once are rolled before either is applied (7.1.3e).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from alfiere.games.lumi.morale.dice import D6, roll
from alfiere.games.lumi.morale.support import has_rear_support, has_secure_flanks
from alfiere.games.lumi.sheets.tables import MoraleResult, row
from alfiere.games.lumi.state.base import CAVALRY, DISORDERED, IS_DAMAGED, SHAKEN
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.unit import Unit, bases_of, body, form, is_weakened, kind, morale, state_of
from alfiere.games.lumi.told.morale import MoraleTested
from alfiere.kernel.event import Tally
from alfiere.kernel.odds import at_most, yes_or_no
from alfiere.kernel.prospect import Prospect

Column: TypeAlias = Literal["voluntary", "reaction"]


class Case(NamedTuple):
    """Why a unit tests: charged, from which side, a round lost by so much, and who the enemy is."""

    charged: bool = False
    attack: str = "front"  # or flank, rear: of the charge, or of an enemy in the combat, lumi.7.1.1i
    difference: int = 0
    enemy: Unit | None = None


USUAL: Final = Case()
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


class Score(NamedTuple):
    """A test that was rolled, and the row of table 14 it fell into."""

    unit: Unit
    score: int
    row: MoraleResult


def tally(s: State, unit: Unit, column: Column, case: Case = USUAL) -> Tally:
    """What is added to the die: morale and table 13 (lumi.7.1.1a)."""
    found = Tally("morale")
    found.add(morale(s, unit), "morale", "lumi.1.6.5")
    for name, times in _circumstances(s, unit, case):
        line = s.tables.morale[name]
        found.add(times * getattr(line, column), name, line.rule)
    return found


def _circumstances(s: State, unit: Unit, case: Case) -> list[tuple[str, int]]:
    """The lines of table 13 that hold, and how often each counts."""
    state, numbers = state_of(s, unit), s.tables.numbers
    holds = {
        "secure-flanks": has_secure_flanks(s, unit),
        "rear-support": has_rear_support(s, unit),
        "general": bool(s.generals_with(unit.ids)),
        "square-or-cover": form(s, unit).fronts_all_round or cover(s, unit, case.enemy) > 0,
        "disordered": state == DISORDERED,
        "shaken": state == SHAKEN,
        "weakened": is_weakened(s, unit),
        "fired-at": any(IS_DAMAGED.is_on(one) for one in bases_of(s, unit)),
        "charged": case.charged,
        "in-the-flank": case.attack == "flank",
        "in-the-rear": case.attack == "rear",
        "lost-a-round": min(case.difference, numbers.most_difference),
        "cavalry-lost-a-round": case.difference > 0 and kind(s, unit) == CAVALRY,
        "night": s.sky.morale < 0,
    }
    return [(name, int(times)) for name, times in holds.items() if times]


def cover(s: State, unit: Unit, enemy: Unit | None) -> int:
    """The cover of a unit towards an enemy: that of its worst placed base (lumi.3.3.3e).

    An enemy who is gone, by what happened at the same time (lumi.5.3.4a, .6.2.2), counts as none.
    """
    found, there = [], enemy if enemy is not None and bases_of(s, enemy) else None
    for one in bases_of(s, unit):
        here = s.base(one)
        found.append(s.ground.cover(here.outline, here.point, body(s, there).point if there else here.point))
    return min(found)


def score(g: LumiGame, unit: Unit, column: Column, case: Case = USUAL, instead: Mapping[str, str] = NOTHING) -> Score:
    """One die for the whole unit (lumi.1.6.9, .7.1.1a); nothing but the modified total counts (lumi.1.2.3).

    ``instead``: the rules to cite where an approach has its own for what is said of the charge.
    """
    added, die = tally(g.state, unit, column, case), roll(g, unit.seat)
    total = die + added.total
    found = row(getattr(g.state.tables, column), total)
    g.tell(
        MoraleTested(
            unit.ids, column, added, die, total, found.result, ("lumi.7.1.1a", instead.get(found.rule, found.rule))
        )
    )
    return Score(unit, total, found)


def need(s: State, column: Column) -> int:
    """The least score that passes."""
    rows: list[MoraleResult] = getattr(s.tables, column)
    return min(one.least for one in rows if one.result.startswith("passed") and one.least is not None)


def prospect(s: State, unit: Unit, column: Column, case: Case = USUAL) -> Prospect:
    """How likely a test is passed."""
    added = tally(s, unit, column, case)
    odds = yes_or_no(1 - at_most(need(s, column) - 1 - added.total, D6))
    return Prospect("morale", unit.id, (added,), odds, odds, "passed")
