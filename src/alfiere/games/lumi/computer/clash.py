"""What melees and tests of brigades that are due are likely to bring: tables 11, 14 and 15 for every die."""

from __future__ import annotations

from functools import cache
from typing import Final

from alfiere.games.lumi.charge.attacks import attacks_in
from alfiere.games.lumi.computer.plan import STATES, worth
from alfiere.games.lumi.melee.combats import Combat, combats
from alfiere.games.lumi.melee.melee import round_tally
from alfiere.games.lumi.morale.dice import D6
from alfiere.games.lumi.morale.tests import Case, tally
from alfiere.games.lumi.rally.brigades import brigade_tally, members, must_test
from alfiere.games.lumi.sheets.tables import row, tables
from alfiere.games.lumi.state.base import ARTILLERY, DISORDERED, ROUT, SHAKEN
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.state.unit import Unit, bases_of, kind, state_of
from alfiere.kernel.decision import Seat

COHESION: Final = 160.0  # the whole of an army's
GUNS: Final = 6.0  # a battery that nobody keeps the enemy from
ACCIDENT: Final = 0.16  # of a base for each loss


def melees(s: State, seat: Seat) -> float:
    """What is to be expected of the melees there are; a unit of many bases has more to lose than one alone."""
    total = 0.0
    for combat in combats(s):
        mine, theirs = combat.of(seat)[0], combat.against(seat)[0]
        if ARTILLERY in (kind(s, mine), kind(s, theirs)):
            total += GUNS if kind(s, theirs) == ARTILLERY else -GUNS
        else:
            total += _expected(s, mine, theirs, combat)
    return total


def waverings(s: State, seat: Seat) -> float:
    """What a side has to fear of the tests of its brigades of which a base has run, or is gone (lumi.7.3.1-7)."""
    total, each = 0.0, COHESION / s.scenario.cohesion(seat)
    for brigade in must_test(s, seat):
        added = brigade_tally(s, brigade).total
        left = [one for one in members(s, brigade) if one.is_on and one.state < SHAKEN]
        for result in (row(s.tables.brigade_cohesion, die + added) for die in D6):
            for one in left:
                after = ROUT if result.eliminated else min(ROUT, one.state + result.levels)
                total += one.profile.points * (STATES[one.state] - STATES[after])
                total += each * one.profile.cohesion if after == ROUT else 0.0
    return total / len(D6)


def _expected(s: State, mine: Unit, theirs: Unit, combat: Combat) -> float:
    ahead = round_tally(s, mine, theirs, combat).total - round_tally(s, theirs, mine, combat).total
    costs = [_costs(s, mine, theirs), _costs(s, theirs, mine)]
    total = 0.0
    for dice in range(1 - len(D6), len(D6)):
        likely, by = (len(D6) - abs(dice)) / len(D6) ** 2, ahead + dice
        result = row(s.tables.melee_results, abs(by))
        if by <= 0:
            total -= likely * costs[0][-result.test]
        if by >= 0:
            total += likely * costs[1][-result.test]
    return total


def _costs(s: State, unit: Unit, foe: Unit) -> list[float]:
    """What a unit loses on average by the test after a round, by how much it has lost it (lumi.6.2.3)."""
    bases, whole = bases_of(s, unit), s.scenario.cohesion(unit.seat)
    added = [tally(s, unit, "reaction", Case(False, attacks_in(s, foe, unit), lost, foe)).total for lost in (0, 1)]
    points = sum(one.profile.points * (1.0 - ACCIDENT * one.losses) for one in bases)
    stake = COHESION * sum(one.profile.cohesion for one in bases) / whole
    found = []
    for lost in range(s.tables.numbers.most_difference + 1):
        likely = _states(state_of(s, unit), added[0] if not lost else added[1] - lost + 1)
        gone = sum(share * (STATES[state_of(s, unit)] - STATES[state]) for state, share in likely)
        routs = sum(share for state, share in likely if state == ROUT)
        wound = ACCIDENT * worth(bases[0]) * row(s.tables.melee_results, lost).losses
        found.append(points * gone + stake * routs + wound)
    return found


@cache
def _states(state: int, added: int) -> tuple[tuple[int, float], ...]:
    """The states it is in after a test of reaction with so much added to the die."""
    found = []
    for die in D6:
        score = row(tables().reaction, die + added)
        after = ROUT if score.result == "rout" else min(ROUT, state + score.levels)
        found.append((max(after, DISORDERED) if score.result == "halted" else after, 1 / len(D6)))
    return tuple(found)
