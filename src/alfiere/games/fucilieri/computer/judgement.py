"""How good a position is: what the computer players go by. House numbers, tuned by playing.

One is about a twelfth of a unit. Victory points, units with their figures and conditions, leaders, places and areas
count, combats about to be fought, and how each unit stands: to its goal, to the enemy, to its general and its friends.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from alfiere.battles.open_battle import SEATS, other
from alfiere.battles.walking import span
from alfiere.games.fucilieri.combat.clusters import clusters
from alfiere.games.fucilieri.combat.combat import prospects
from alfiere.games.fucilieri.computer.plan import Goal, break_ins, counted, goals
from alfiere.games.fucilieri.morale.leaders_lost import RAISED
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.leader import Leader
from alfiere.games.fucilieri.state.unit import (
    COLUMN,
    FOOT,
    GUN,
    HORSE,
    LIMBERED,
    LINE,
    OPEN,
    RESERVE,
    SQUARE,
    UNLIMBERED,
    Unit,
)
from alfiere.games.fucilieri.victory.collapse import NOBODY, has_collapsed, points
from alfiere.kernel.decision import Seat
from alfiere.kernel.prospect import Odds
from alfiere.table.headings import cosine, sine
from alfiere.table.shapes import Pose

WON: Final = 400.0
COLLAPSED: Final = 150.0
POINT: Final = 0.06  # a victory point
WORTH: Final = 0.1  # a point of what a unit cost
DISORGANISED, DEMORALISED, FALLING_BACK = 0.85, 0.55, 0.35  # what a unit is then worth
INSIDE: Final = 25.0  # a unit in the area that is to be broken into
PLACE: Final = 0.1  # a point of a place that is held
LOST_LEADER: Final = 4.0
STANDARD: Final = 1.0
CLASH: Final = 2.5  # times what the losses of a combat to come are worth

PULL: Final = 0.12  # a cm nearer to what is to be taken
BACK: Final = 0.08  # the same to what is held, or where one stands
CLOSE_BY: Final = 1_000
STAND_OFF: Final = 3_500  # hundredths from its goal at which a battery may stay
HOUSED: Final = 4.0  # in a building that counts
SHOT: Final = 1.0  # an enemy it could fire at where it stands
SHOT_AT: Final = 0.5
CLOSE_SHOT: Final = 0.8  # more at short distance
FLANK: Final = 2.0  # an enemy at its flank or rear
BEHIND_THEM: Final = 2.0
UNLED: Final = 2.5
BACKED: Final = 0.5
BESIDE: Final = 0.3
WATCHED: Final = 2_000  # hundredths: enemies so near count
FORMED: Final = 4_500
SUITS: Final = {  # how good a formation is to fight in, and to march in
    (FOOT, LINE): (2.5, -0.5),
    (FOOT, OPEN): (0.8, 0.0),
    (FOOT, COLUMN): (-1.0, 0.6),
    (FOOT, SQUARE): (-2.0, -3.0),
    (HORSE, LINE): (2.0, -0.3),
    (HORSE, OPEN): (0.3, 0.0),
    (HORSE, COLUMN): (-1.0, 0.5),
    (GUN, UNLIMBERED): (2.0, 0.0),
    (GUN, LIMBERED): (-1.0, 0.4),
}
GUNS_FORM: Final = 7_000  # hundredths: guns come into battery with an enemy so near


class Foe(NamedTuple):
    """An enemy as others look at him."""

    x: int
    y: int
    ahead_x: float
    ahead_y: float
    reach: int
    has_flanks: bool


class Outlook(NamedTuple):
    """What one side looks at when it thinks about how its units stand."""

    s: State
    seat: Seat
    foes: list[Foe]
    goals: dict[str, Goal]
    friends: list[Unit]
    leaders: dict[str, Leader]  # by command


def evaluate(s: State, seat: Seat) -> float:
    """What a side has less what the other has, and how it stands to it."""
    if s.winner:
        return 0.0 if s.winner == NOBODY else WON if s.winner == seat else -WON
    total = _army(s, seat) - _army(s, other(seat)) + _ground(s, seat) + _combats(s, seat)
    seen = look(s, seat)
    own = [one for one in s.units.values() if one.seat == seat]
    able = [one for one in own if one.is_on and not one.is_demoralised]
    stood = [stance(seen, one, one.pose, one.formation) for one in able]
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


# How it stands


def look(s: State, seat: Seat) -> Outlook:
    """The enemy and the plan, as a side sees them."""
    foes = [_foe(one) for one in s.foes(seat) if not one.is_falling_back]
    leaders = {one.id: chief for one in s.commands_of(seat) if (chief := s.leader_of(one.id)) is not None}
    friends = [one for one in s.side(seat) if one.is_ok and one.is_close]
    return Outlook(s, seat, foes, goals(s, seat), friends, leaders)


def _foe(one: Unit) -> Foe:
    return Foe(one.x, one.y, *_ahead(one.heading), _reach(one, one.formation), one.has_flanks)


def _ahead(heading: int) -> tuple[float, float]:
    return sine(heading) / sine(900), -cosine(heading) / sine(900)


def _reach(one: Unit, formation: str) -> int:
    """How far it fires with some hope; 0 if not at all."""
    if one.weapon is None or formation in (LIMBERED, COLUMN):
        return 0
    return max(one.weapon.bands.values()) if not one.is_guns else one.weapon.bands["medium"]


def stance(seen: Outlook, one: Unit, pose: Pose, formation: str, post: str | None = None) -> float:
    """How well a unit stands there: to its goal, its enemies, its friends."""
    x, y, heading = pose
    post = one.post if post is None else post
    goal = seen.goals.get(one.command)
    total = _to_goal(one, x, y, post, goal) if goal is not None else 0.0
    ahead_x, ahead_y = _ahead(heading)
    has_flanks = not post and formation not in (SQUARE, OPEN)
    reach, nearest, faced = _reach(one, formation), 1e9, 0.0
    short = one.weapon.bands["short"] if one.weapon is not None else 0
    aimed = suffered = close = 0
    for foe in seen.foes:
        dx, dy = foe.x - x, foe.y - y
        far = span(dx, dy)
        if far > WATCHED and far > max(reach, foe.reach) + 300 and far > nearest:
            continue
        along, aside = dx * ahead_x + dy * ahead_y, abs(dx * ahead_y - dy * ahead_x)
        if far < nearest:
            nearest, faced = far, along / (far or 1.0) if has_flanks else 1.0
        back, beside = -dx * foe.ahead_x - dy * foe.ahead_y, abs(dx * foe.ahead_y - dy * foe.ahead_x)
        is_ahead = not has_flanks or aside <= along + 400
        aimed += reach > 0 and far <= reach + 300 and is_ahead
        close += reach > 0 and far <= short + 300 and is_ahead
        suffered += foe.reach > 0 and far <= foe.reach + 300 and beside <= back + 400
        if far <= WATCHED:
            if has_flanks and along < aside - 400:
                total -= FLANK
            elif foe.has_flanks and back < beside - 400 and along > aside:
                total += BEHIND_THEM
    total += SHOT * min(aimed, 2) + CLOSE_SHOT * min(close, 1)
    total -= SHOT_AT * min(suffered, 3) * (0.5 if post else 1.0)
    near, away = SUITS.get((one.base, formation), (0.0, 0.0))
    is_close = nearest <= (GUNS_FORM if one.is_guns else FORMED)
    waits = goal is not None and not goal.is_attack  # he is formed already when the enemy comes
    total += near if (is_close or waits) and not post else away
    if nearest <= 2 * FORMED:
        total += faced
    return total + _company(seen, one, x, y, ahead_x, ahead_y)


def _to_goal(one: Unit, x: int, y: int, post: str, goal: Goal) -> float:
    """Nearer to what is to be taken is better; who holds something stands about it, best of all in it."""
    if post and post == goal.piece:
        return HOUSED
    far = goal.far(x, y)
    if goal.is_attack:
        return -PULL * (far if not one.is_guns else max(0.0, far - STAND_OFF)) / 100
    return -BACK * max(0.0, far - CLOSE_BY) / 100


def _company(seen: Outlook, one: Unit, x: int, y: int, ahead_x: float, ahead_y: float) -> float:
    """In its general's radius, with friends in order at its side or behind it."""
    total = 0.0
    general = seen.leaders.get(one.command)
    if general is not None and general.joined != one.id:
        far = span(general.x - x, general.y - y) - general.radius - 200
        total -= UNLED * min(1.0, 0.4 + far / 2_000) if far > 0 else 0.0
    backed = beside = 0
    for mate in seen.friends:
        if mate is not one:
            dx, dy = mate.x - x, mate.y - y
            along, aside = dx * ahead_x + dy * ahead_y, abs(dx * ahead_y - dy * ahead_x)
            backed += -2_000 <= along <= -300 and aside <= -along
            beside += abs(along) <= 300 and aside <= 1_800
    return total + BACKED * min(backed, 1) + BESIDE * min(beside, 2)
