"""How good a position is: what the computer players go by. House numbers, tuned by playing.

One is about a twelfth of a unit. Victory points, units with their figures and conditions, leaders, places and areas
count, combats about to be fought, and how each unit stands: to its goal, to the enemy, to its general and its friends.
"""

from __future__ import annotations

from typing import Final

from alfiere.battles.open_battle import SEATS, other
from alfiere.games.fucilieri.combat.clusters import clusters
from alfiere.games.fucilieri.combat.combat import prospects
from alfiere.games.fucilieri.computer.plan import break_ins, counted
from alfiere.games.fucilieri.computer.stance import WORTH, look, stance
from alfiere.games.fucilieri.morale.leaders_lost import RAISED
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.unit import HAS_MOVED, RESERVE, Unit
from alfiere.games.fucilieri.victory.collapse import NOBODY, has_collapsed, points
from alfiere.kernel.decision import Seat
from alfiere.kernel.prospect import Odds

WON: Final = 400.0
COLLAPSED: Final = 150.0
POINT: Final = 0.06  # a victory point
DISORGANISED, DEMORALISED, FALLING_BACK = 0.85, 0.55, 0.35  # what a unit is then worth
INSIDE: Final = 25.0  # a unit in the area that is to be broken into
PLACE: Final = 0.1  # a point of a place that is held
LOST_LEADER: Final = 4.0
STANDARD: Final = 1.0
CLASH: Final = 2.5  # times what the losses of a combat to come are worth


def evaluate(s: State, seat: Seat) -> float:
    """What a side has less what the other has, and how it stands to it."""
    if s.winner:
        return 0.0 if s.winner == NOBODY else WON if s.winner == seat else -WON
    total = _army(s, seat) - _army(s, other(seat)) + _ground(s, seat) + _combats(s, seat)
    seen = look(s, seat)
    own = [one for one in s.units.values() if one.seat == seat]
    able = [one for one in own if one.is_on and not one.is_demoralised]
    stood = [stance(seen, one, one.pose, one.formation, has_moved=HAS_MOVED.is_on(one)) for one in able]
    # who is gone or runs counts as one who stands like the others: it must not seem good to be rid of him
    return total + sum(stood) + ((len(own) - len(able)) * sum(stood) / len(stood) if stood else 0.0)


def worth(unit: Unit) -> float:
    """What a unit is worth to its side as it is now."""
    if unit.where == RESERVE or unit.is_on:
        rated = FALLING_BACK if unit.is_falling_back else DEMORALISED if unit.is_demoralised else 1.0
        rated = min(rated, DISORGANISED) if unit.is_disorganised else rated
        return WORTH * unit.profile.points * unit.figures / unit.initial * rated
    return 0.0


def _army(s: State, seat: Seat) -> float:
    total = POINT * points(s, seat) - (COLLAPSED if has_collapsed(s, seat) else 0.0)
    total += sum(worth(one) for one in s.units.values() if one.seat == seat)
    total -= LOST_LEADER * sum(one.is_lost for one in s.leaders.values() if one.seat == seat)
    return total + (STANDARD if s.standard[seat] == RAISED else 0.0)


def _ground(s: State, seat: Seat) -> float:
    total = 0.0
    for place, earned in counted(s).items():
        if s.control[place] in SEATS:
            total += PLACE * earned * (1.0 if s.control[place] == seat else -1.0)
    for aim in break_ins(s):
        total += INSIDE * aim.inside(s) * (1.0 if s.scenario.seat_of[aim.side] == seat else -1.0)
    return total


def _combats(s: State, seat: Seat) -> float:
    """What is to be expected of the combats there are."""
    total = 0.0
    for units in clusters(s):
        prize = {side: _a_figure([one for one in units if one.seat == side]) for side in SEATS}
        for blows in prospects(s, units):
            striker = s.units[blows.who].seat
            total += CLASH * mean(blows.results) * prize[other(striker)] * (1.0 if striker == seat else -1.0)
    return total


def _a_figure(units: list[Unit]) -> float:
    """What a figure of these is worth."""
    figures = sum(one.initial for one in units)
    return WORTH * sum(one.profile.points for one in units) / figures if figures else 0.0


def mean(odds: Odds) -> float:
    """What is to be expected."""
    return float(sum(count * likely for count, likely in odds.items()))
