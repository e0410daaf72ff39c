"""How good a position is: what the computer players go by. House numbers, tuned by playing.

One is about a tenth of a base. Bases, their order and losses count, the cohesion that is left, places, melees about to
be fought, and how each base stands: to its goal, to the enemy's front and flanks, to its general and its friends.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Final, NamedTuple

from alfiere.battles.open_battle import other
from alfiere.battles.walking import span
from alfiere.games.lumi.charge.charge import WAITS
from alfiere.games.lumi.computer.clash import COHESION, melees, waverings
from alfiere.games.lumi.computer.plan import Goal, counted, drive, goals, worth
from alfiere.games.lumi.computer.walking import around, faces, in_between, to_walk
from alfiere.games.lumi.movement.costs import used
from alfiere.games.lumi.state.base import (
    ARTILLERY,
    CAVALRY,
    COLUMN,
    DEPLOYED,
    INFANTRY,
    LIMBERED,
    LINE,
    OPEN,
    ROUT,
    SHAKEN,
    SQUARE,
    Base,
)
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.victory.cohesion import NOBODY
from alfiere.kernel.decision import Seat
from alfiere.table.headings import cosine, sine
from alfiere.table.shapes import Point, Pose

WON: Final = 400.0
PLACE: Final = 4.0  # times the cohesion it takes from the other

PULL: Final = 1.1  # a um nearer to what is to be taken
BACK: Final = 0.5  # the same to what is held, or where one stands
CLOSE_BY: Final = 300
FAR: Final = 500  # hundredths: nearer than this to what is to be taken is good
WALLED: Final = 150.0  # hundredths that who has buildings close before him is farther from it: he stays at their wall
OBSTACLE: Final = 150.0  # hundredths: so much nearer is who has no obstacle before him any more, lumi.3.3.1
TURNED: Final = 250.0  # hundredths that who has his back to where he is to go is farther from it: he has to turn
HOUSED: Final = 3.0  # in buildings that are to be held
SHOT: Final = 0.8  # an enemy it could fire at where it stands
SHOT_AT: Final = 0.5  # twice as bad for who is disordered already: he tests, lumi.5.1.6
SPENT: Final = 0.4  # of it is left to who has come too far to fire at once, lumi.3.1.14a
CLOSE, SHORT = 2.0, 225  # times as much at short range, hundredths ahead and aside from middle to middle
FLANK: Final = 1.2  # an enemy at its flank or rear
BEHIND_THEM: Final = 1.0
UNLED: Final = 5.0  # beyond a general's radius nobody acts: the enemy is not to draw him out of it, lumi.2.3.4a
JOINED: Final = 0.5  # a friend of its brigade at its side
BACKED: Final = 0.4
CROWDED, AMPLE = 4.0, 300  # horse close behind foot, or foot behind horse, could not turn; and room enough
RISK: Final = 1.6  # each point that it has too little where an enemy may charge it
NEARER: Final = 1.5  # it grows on the way through their reach: nobody is to stop at the edge of it
STEADY: Final = 3  # what it takes to stand a charge: with so much a test fails by ones only, lumi.7.1.1b
DEEP: Final = 50  # hundredths from its middle to the edges of a base in line, lumi.1.1.4, .1.1.5
PREY: Final = 0.35  # the same of an enemy it may charge itself, for each number of the die on which it sets out
AT_OBSTACLE: Final = 1.2  # it has come up to what it will charge across, lumi.4.1.17; not under fire from near
BOLD: Final = 0.35  # of the risk is left for whom time runs out, lumi.11.8
EAGER: Final = 0.4  # as bold as that from the first turn on is who goes for the enemy
HUNTED, SHELTER = 3.0, 600  # somebody shaken with an enemy at him, and hundredths at which he is out of his way
LED: Final = 0.5
EDGE: Final = 3.0  # an enemy near who would drive it off the table, lumi.1.1.7
BEHIND, BESIDE = (-450, -150), 350  # hundredths: where a friend supports it from, lumi.7.1.1e, .7.1.1f
WATCHED: Final = 700  # hundredths: enemies so near count
FORMED: Final = 900
SUITS: Final = {  # how good a formation is near the enemy, and away from him
    (INFANTRY, LINE): (1.2, 0.0),
    (INFANTRY, OPEN): (0.6, 0.2),
    (INFANTRY, COLUMN): (-0.8, 0.6),
    (INFANTRY, SQUARE): (-1.5, -1.5),
    (CAVALRY, LINE): (1.0, 0.0),
    (CAVALRY, OPEN): (0.0, 0.0),
    (CAVALRY, COLUMN): (-1.0, 0.4),
    (ARTILLERY, DEPLOYED): (1.2, 0.2),
    (ARTILLERY, LIMBERED): (-1.2, 0.3),
}


class Foe(NamedTuple):
    """An enemy as others look at him."""

    x: int
    y: int
    ahead_x: float
    ahead_y: float
    reach: int
    has_flanks: bool
    charge: int  # how far it may come at somebody; 0 if it does not
    steady: int


class Outlook(NamedTuple):
    """What one side looks at when it thinks about how its bases stand."""

    s: State
    seat: Seat
    foes: list[Foe]
    shaken: list[Foe]  # who threaten nobody, and will hardly stand
    goals: dict[str, Goal]  # by base
    led: list[str]  # bases with a general
    friends: list[Base]  # who stand in formation and may support somebody
    boldness: float  # what part of its fear who goes for the enemy leaves behind

    def fear(self, goal: Goal | None) -> float:
        """What part of the risk who is after this minds."""
        return 1.0 - self.boldness * min(1.0, goal.press if goal is not None else 0.0)


def evaluate(s: State, seat: Seat) -> float:
    """What a side has less what the other has, and how it stands to it."""
    if s.winner:
        return 0.0 if s.winner == NOBODY else WON if s.winner == seat else -WON
    total = _army(s, seat) - _army(s, other(seat)) + _ground(s, seat) + melees(s, seat)
    seen = look(s, seat)
    stood = [stance(seen, one, one.pose, one.formation) for one in s.side(seat) if one.state < SHAKEN]
    total += sum(_shelter(seen, one, one.pose.point) for one in s.side(seat) if one.state == SHAKEN)
    gone = sum(one.seat == seat and not (one.is_on and one.state < SHAKEN) for one in s.bases.values())
    # who is gone or runs counts as one who stands like the others: it must not seem good to be rid of him
    return total + sum(stood) + (gone * sum(stood) / len(stood) if stood else 0.0)


def _army(s: State, seat: Seat) -> float:
    total = COHESION * s.cohesion[seat] / s.scenario.cohesion(seat)
    for one in s.bases.values():
        if one.seat == seat and one.is_on:
            total += worth(one)
    return total - waverings(s, seat)


def _ground(s: State, seat: Seat) -> float:
    total = 0.0
    for place, (taker, cohesion) in counted(s).items():
        if s.control[place] == taker:
            total += PLACE * cohesion * (1.0 if taker == seat else -1.0)
    return total


# How it stands


def look(s: State, seat: Seat) -> Outlook:
    """The enemy and the plan, as a side sees them."""
    friends = [one for one in s.side(seat) if one.state < ROUT and one.brigade]
    foes = [_foe(s, one) for one in s.foes(seat) if one.state < SHAKEN]
    shaken = [_foe(s, one) for one in s.foes(seat) if one.state == SHAKEN]
    led = [who.base for who in s.generals.values() if who.seat == seat and who.base]
    eager = drive(s, seat)
    bold = (1.0 - BOLD) * (EAGER + (1.0 - EAGER) * s.turn / s.scenario.turns)
    return Outlook(s, seat, foes, shaken, goals(s, seat, eager), led, friends, bold)


def _foe(s: State, one: Base) -> Foe:
    has_flanks = not one.post and one.formation != SQUARE
    steady = one.profile.morale - one.state + (2 if one.post else 0)
    reach = _reach(s, one, one.formation)
    return Foe(one.x, one.y, *_ahead(one.heading), reach, has_flanks, charge_reach(one, one.formation), steady)


def charge_reach(one: Base, formation: str) -> int:
    """How far it comes when it charges; open order and guns hardly do (lumi.4.1.1c, .4.1.1d)."""
    if one.kind == ARTILLERY or one.post or (formation != LINE and formation != COLUMN):
        return 0
    return one.arm.speed[formation] + one.arm.extra  # type: ignore[index]


def _ahead(heading: int) -> tuple[float, float]:
    return sine(heading) / sine(900), -cosine(heading) / sine(900)


def _reach(s: State, one: Base, formation: str) -> int:
    """How far it fires with some hope; 0 if not at all."""
    if one.fire is None or s.tables.formations[formation].fires == "none":
        return 0
    return s.tables.weapons[one.arm.weapon].bands["maximum"]


def stance(seen: Outlook, one: Base, pose: Pose, formation: str, unit: Container[str] = ()) -> float:
    """How well a base stands there: to its goal, its enemies, its friends. ``unit``: who goes with it."""
    s, (x, y, heading) = seen.s, pose
    if one.state == SHAKEN:
        return _shelter(seen, one, pose.point)
    post = one.post if pose == one.pose else ""
    goal = seen.goals.get(one.id)
    ahead_x, ahead_y = _ahead(heading)
    total = _to_goal(s, one, (x, y), (ahead_x, ahead_y), post, goal) if goal is not None else 0.0
    reach, nearest, faced, driven = _reach(s, one, formation), 1e9, 0.0, (0.0, 0.0)
    aimed = suffered = 0.0
    charge, dangers, prey = charge_reach(one, formation), [0.0, 0.0, 0.0], -9
    for foe in seen.foes:
        dx, dy = foe.x - x, foe.y - y
        far = span(dx, dy)
        if far > WATCHED and far > max(reach, foe.reach) + 100 and far > nearest:
            continue
        along, aside = dx * ahead_x + dy * ahead_y, abs(dx * ahead_y - dy * ahead_x)
        if far < nearest:
            nearest, faced, driven = far, along / (far or 1.0), (-dx / (far or 1.0), -dy / (far or 1.0))
        back, beside = -dx * foe.ahead_x - dy * foe.ahead_y, abs(dx * foe.ahead_y - dy * foe.ahead_x)
        weight = CLOSE if abs(back) <= SHORT and beside <= SHORT else 1.0
        aimed += weight * (reach > 0 and far <= reach + 100 and aside <= 0.58 * along + 50)
        suffered += weight * (foe.reach > 0 and far <= foe.reach + 100 and beside <= 0.58 * back + 50)
        if far <= foe.charge + 150 and back >= beside:
            side = _side_at(along) if formation != SQUARE else 0
            dangers[side] = max(dangers[side], min(1.0, NEARER * (1.0 - far / (foe.charge + 150))))
        if far <= charge + 100 and along >= aside and (one.kind == CAVALRY or foe.charge < 600):
            prey = max(prey, (_side_at(back) if foe.has_flanks else 0) - foe.steady)
        if far <= WATCHED / 2:
            if along < aside and not post and formation != SQUARE:
                total -= FLANK
            elif foe.has_flanks and back < beside and along > aside:
                total += BEHIND_THEM
    for foe in seen.shaken:
        dx, dy = foe.x - x, foe.y - y
        along, aside = dx * ahead_x + dy * ahead_y, abs(dx * ahead_y - dy * ahead_x)
        far = span(dx, dy)
        aimed += CLOSE * (reach > 0 and far <= reach + 100 and aside <= 0.58 * along + 50)
        if along >= aside and far <= charge + 100:
            prey = max(prey, -foe.steady)
    if pose == one.pose and used(one) > s.tables.shares.fires_after:
        aimed *= SPENT
    total += SHOT * min(aimed, 3.0) - SHOT_AT * min(suffered, 5.0) * (0.5 if post else 1.0) * (1 + one.state)
    near, away = SUITS.get((one.kind, formation), (0.0, 0.0))
    total += near if nearest <= FORMED else away
    if nearest <= 2 * FORMED:
        total += 0.8 * faced
    if pose == one.pose and goal is not None and goal.is_attack and suffered < CLOSE and WAITS.first(one) is not None:
        total += AT_OBSTACLE
    if nearest <= FORMED and one.kind != ARTILLERY and not post and _is_driven_off(s, one, (x, y), driven):
        total -= EDGE
    company, support = _company(seen, one, (x, y), (ahead_x, ahead_y), unit)
    nerve = one.profile.morale + support - one.state + any(id == one.id or id in unit for id in seen.led)
    total += PREY * max(0, prey + STEADY - 1) * max(0, nerve + 1)
    if any(dangers) and one.kind != ARTILLERY and formation != OPEN and not post:
        missing = STEADY - one.profile.morale - support + one.state
        risk = max(danger * max(0, missing + side) for side, danger in enumerate(dangers))
        total -= RISK * seen.fear(goal) * risk
    return total + company


def _side_at(along: float) -> int:
    """What who is attacked from so far ahead of him has less in his test: nothing, 1 in the flank, 2 in the rear."""
    return 0 if along > DEEP else 2 if along < -DEEP else 1


def _shelter(seen: Outlook, one: Base, at: Point) -> float:
    """Who is shaken keeps out of the enemy's way and near to his general, until he has recovered (lumi.7.5.7)."""
    near = min((span(foe.x - at[0], foe.y - at[1]) for foe in seen.foes), default=1e9)
    general = seen.s.general_of(one.division)
    is_led = general is not None and span(general.x - at[0], general.y - at[1]) <= general.values.radius
    return (LED if is_led else 0.0) - HUNTED * max(0.0, 1.0 - near / SHELTER)


def _is_driven_off(s: State, one: Base, at: Point, away: tuple[float, float]) -> bool:
    """Whether it would leave the table if it fell back from there (lumi.3.2.1a)."""
    far = max(one.arm.speed.values())
    x, y = at[0] + far * away[0], at[1] + far * away[1]
    return not (100 <= x <= s.scenario.width - 100 and 100 <= y <= s.scenario.depth - 100)


def _to_goal(s: State, one: Base, at: Point, ahead: tuple[float, float], post: str, goal: Goal) -> float:
    """Nearer to what is to be taken is better; who holds something stands about it, best of all in it."""
    if post and post == goal.piece:
        return HOUSED
    away = span(goal.home[0] - at[0], goal.home[1] - at[1])
    barred = around(s, goal.piece, goal.at)
    straight, far = to_walk((), at, goal.at), to_walk(barred, at, goal.at)
    if goal.is_attack and straight and far == straight:  # who stands before a farm may go round it on either side
        dx, dy = goal.at[0] - at[0], goal.at[1] - at[1]
        far += TURNED * (1.0 - (dx * ahead[0] + dy * ahead[1]) / span(dx, dy)) / 2
    far += WALLED if faces(barred, at, ahead) else 0.0
    far += OBSTACLE * in_between(s.ground, at, goal.at)
    nearer = PULL * (FAR - (far if one.kind != ARTILLERY else max(600.0, far))) / 100
    return goal.press * nearer - max(0.0, 1.0 - goal.press) * BACK * max(0.0, away - CLOSE_BY) / 100


def _company(
    seen: Outlook, one: Base, at: Point, ahead: tuple[float, float], unit: Container[str]
) -> tuple[float, int]:
    """In its general's radius, with others of its brigade about it; and what support it has if it is charged.

    Who goes with it counts as at its side.
    """
    s, total, (x, y), (ahead_x, ahead_y) = seen.s, 0.0, at, ahead
    general = s.general_of(one.division)
    if general is not None:
        far = span(general.x - x, general.y - y) - general.values.radius - 100
        total -= UNLED * min(1.0, 0.3 + far / 600) if far > 0 else 0.0
    left = right = behind = False
    for mate in seen.friends:
        dx, dy = mate.x - x, mate.y - y
        if mate is one or mate.id in unit or abs(dx) > 500 or abs(dy) > 500:
            continue
        along, aside = dx * ahead_x + dy * ahead_y, dx * ahead_y - dy * ahead_x
        if abs(along) <= 150 and abs(aside) <= BESIDE:
            left, right = left or aside > 0, right or aside < 0
        is_behind = BEHIND[0] <= along <= BEHIND[1] and abs(aside) <= 100
        behind = behind or is_behind
        if mate.kind != one.kind and 0 < along < AMPLE and abs(aside) < BESIDE / 2:
            total -= CROWDED * (AMPLE - along) / AMPLE
        if mate.brigade == one.brigade:
            total += JOINED / 2 if abs(along) <= 10 and abs(aside) <= 250 else 0.0
            total += BACKED if is_behind else 0.0
    return total, behind + (left and right)
