"""Where the computer's commanders ride: the chain of command is to hold from the top down to every unit (A.1)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from alfiere.battles.walking import span
from alfiere.games.risorgimento.command.chain import commander_of, superior_of
from alfiere.games.risorgimento.computer.nerve import DIE
from alfiere.games.risorgimento.computer.plan import goals
from alfiere.games.risorgimento.computer.stakes import gone_with, is_shaky, price_of
from alfiere.games.risorgimento.computer.ways import coarse, how_far, places_on_the_way, waypoints
from alfiere.games.risorgimento.movement.judging import engaged
from alfiere.games.risorgimento.movement.leaders import HAS_RIDDEN
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.unit import CAVALRY, MARCH, ON, Commander, Unit
from alfiere.kernel.decision import Decision, Option
from alfiere.table.headings import FULL_TURN, offset
from alfiere.table.shapes import Point

OUT: Final = {"CC": 0.3, "CD": 0.4, "CB": 1.0, "CR": 1.0}  # what a unit loses if he is out of his superior's radius
EDGES: Final = 100  # hundredths that two bases are nearer than their middles
FADES: Final = 2000  # hundredths beyond a radius at which all is lost
WAITS: Final = 0.5  # who has still to ride may come himself
FARTHER: Final = 0.3  # of a unit, by ten cm beyond the radius
STAYS: Final = 0.3  # so much of a unit counts that has only to hold what it is at: it needs no orders
DANGER: Final = 4.0  # a commander at the enemy
TAKEN: Final = 0.5  # of his share in the army: how likely he is taken where he is nearest to the enemy, alone
SAFE: Final = {CAVALRY: 2400}  # hundredths at which he is out of danger from horse
OUT_OF_REACH: Final = 800  # and from others
ATTACHED: Final = 0.6  # a commander with a unit that is about to fight
MARCHES, FAR_OFF = 0.8, 3000  # a commander with a unit that is so far from the enemy
RALLIES: Final = 1.0  # of what a unit is worth to its army: each point of B helps one that runs, or soon will
LOOSE: Final = -0.3  # with one nearer to him, where he may be hit
SHOT: Final = 0.4  # of each unit that moves by his orders: it may stand for turns if he is hit (cl.2 to cl.5)
LAGS: Final = 1.5  # ten cm of way farther from the middle of those who attack than his radius
AT_HOUSES, OFF_WALLS = 1.5, 250  # so near to houses no straight ride leads round them
SIDE_STEP: Final = 300
ROUND_HIM: Final = (300, 800, 1400, 2000)  # hundredths from where he is


def ridden(s: BattleState, decision: Decision) -> list[Option]:
    """Where he holds the most together: offered places, and some between those who are under him."""
    who = s.commanders[decision.about["commander"]]
    foes = [one for one in s.foes(who.seat) if one.is_steady]
    sought = goals(s, who.seat)
    staying = frozenset(id for id, goal in sought.items() if not goal.is_attack)
    led = [one for one in _below(s, who) if one.id not in staying and one.is_steady]
    ahead = coarse(_middle(led)) if led else None
    price = price_of(s, who.seat)
    lost = max(DANGER, TAKEN * price * who.initiative * float(Fraction(*s.tables.victory.commander)))

    def worth(option: Option) -> float:
        x, y = option["to"][:2] if option.get("to") else (who.x, who.y)
        total = held_together(s, who, x, y, staying)
        if ahead is not None:  # by the way he has to ride, so that houses do not stop him for ever
            lag = max(0.0, how_far(s.ground, "horse", (x, y), ahead) - who.radius)
            total -= LAGS * lag / 1000 + (AT_HOUSES if lag and _is_at_houses(s, x, y) else 0.0)
        near = min((span(foe.x - x, foe.y - y) for foe in foes), default=1e9)
        joined = s.units.get(str(option.get("with") or ""))
        danger = max((0.0, *(1.0 - span(foe.x - x, foe.y - y) / SAFE.get(foe.arm, OUT_OF_REACH) for foe in foes)))
        # who is taken or shot leaves his men without orders, and counts in the share of what is lost (i.3.4)
        total -= (lost if joined is None else min(lost, DANGER)) * danger
        if joined is not None:
            total += gone_with_it(s, who, joined, len(led), danger, is_far=near > FAR_OFF)
        return total

    return [max((*decision.options, *_between(s, who, decision, staying)), key=worth)]


def gone_with_it(s: BattleState, who: Commander, unit: Unit, led: int, danger: float, *, is_far: bool) -> float:
    """What it counts that he is with a unit: he comes along wherever it marches (risorgimento.cmd.12), and helps it.

    Near the enemy he may be hit, and all who move by his orders stand (risorgimento.cl.1 to cl.5).
    """
    fights = engaged(s, unit)
    total = ATTACHED * who.bonus if fights else MARCHES if is_far else LOOSE
    total -= SHOT * led * (1.0 if fights else danger)
    if unit.is_routed or is_shaky(unit):
        total += RALLIES * who.bonus * price_of(s, who.seat, gone_with(s, unit)) / DIE
    return total


def held_together(s: BattleState, who: Commander, x: int, y: int, staying: frozenset[str] = frozenset()) -> float:
    """How much of his command is in his radius from there, and whether he is in that of his superior."""
    total = 0.0
    for unit in _own(s, who):
        share = STAYS if unit.id in staying else 1.0
        beyond = span(unit.x - x, unit.y - y) - EDGES - who.radius
        total += share * (1.0 - beyond / 20_000 if beyond <= 0 else -FARTHER * beyond / 1000)
    for one, (at_x, at_y), weight in _under(s, who):
        total += weight * OUT.get(one.rank, 1.0) * _reached(span(at_x - x, at_y - y), who.radius)
    above = superior_of(s, who)
    if above is not None and above.commands:
        share = OUT.get(who.rank, 1.0) * (1.0 if HAS_RIDDEN.is_on(above) else WAITS)
        total += share * len(_below(s, who)) * _reached(span(above.x - x, above.y - y), above.radius)
    return total


def _is_at_houses(s: BattleState, x: int, y: int) -> bool:
    steps = (-OFF_WALLS, 0, OFF_WALLS)
    return any(s.ground.built_up_at(x + dx, y + dy) for dx in steps for dy in steps)


def _reached(far: float, radius: int) -> float:
    beyond = far - EDGES - radius
    return 1.0 - far / 20_000 if beyond <= 0 else -min(1.0, beyond / FADES)


def _own(s: BattleState, who: Commander) -> list[Unit]:
    """The units that he commands himself."""
    return [one for one in s.side(who.seat) if one.is_steady and commander_of(s, one) is who]


def _below(s: BattleState, who: Commander) -> list[Unit]:
    """All units of his command, whoever leads them."""
    own = s.side(who.seat)
    return [one for one in own if one.commander == who.id or who in s.chain(s.commanders[one.commander])]


def _under(s: BattleState, who: Commander) -> Iterator[tuple[Commander, Point, int]]:
    """The commanders right under him, where they are or will be set up, with how many units are theirs."""
    for one in s.commanders.values():
        if one.seat == who.seat and one is not who and not one.is_dead and superior_of(s, one) is who:
            units = _below(s, one)
            if one.where == ON:
                yield one, one.pose.point, len(units)
            elif units:
                yield one, _middle(units), 1


def _between(s: BattleState, who: Commander, decision: Decision, staying: frozenset[str]) -> Iterator[Option]:
    """Places that are not offered: towards the middle of his men, each of his commanders, and between two of them."""
    for unit in s.side(who.seat):  # who runs, or is about to, wants him at his side
        if (unit.is_routed or is_shaky(unit)) and unit.commander == who.id:
            joining = decision.find(("ride", {"commander": who.id, "to": [*s.beside(unit)], "with": unit.id}))
            if joining is not None:
                yield joining
    spots = [at for _, at, _ in _under(s, who)]
    between = (((ax + bx) // 2, (ay + by) // 2) for ax, ay in spots for bx, by in spots if (ax, ay) < (bx, by))
    towards = [*spots, *between]
    units = _own(s, who)
    for some in (units, [one for one in units if one.id not in staying]):
        if some:
            towards.append(_middle(some))
    above = superior_of(s, who)
    if above is not None and above.where == ON:
        towards.append(above.pose.point)
    fast = s.tables.speed("commander", MARCH)
    tried = set[Point]()
    for goal in towards:
        for x, y in (goal, *waypoints(s.ground, "horse", who.pose.point, coarse(goal), fast)):
            far = span(x - who.x, y - who.y)
            share = min(1.0, (fast - 10) / far) if far else 0.0
            at = who.x + round((x - who.x) * share), who.y + round((y - who.y) * share)
            yield from _ride_near(who, decision, at, tried)
        for at in places_on_the_way(s.ground, "horse", who.pose.point, coarse(goal), fast):
            found = [*_ride_near(who, decision, at, tried)]
            yield from found
            if found:  # the farthest that he sees straight before him
                break
    for heading in range(0, FULL_TURN, FULL_TURN // 16):  # past what is just before him
        for length in ROUND_HIM:
            dx, dy = offset(heading, length)
            yield from _ride_near(who, decision, (who.x + dx, who.y + dy), tried)


def _ride_near(who: Commander, decision: Decision, at: Point, tried: set[Point]) -> Iterator[Option]:
    """To a place or beside it, where he gets first, if anywhere."""
    for place in (at, (at[0] + SIDE_STEP, at[1]), (at[0] - SIDE_STEP, at[1]), (at[0], at[1] + SIDE_STEP)):
        if place in tried:
            continue
        tried.add(place)
        found = decision.find(("ride", {"commander": who.id, "to": [*place, who.heading]}))
        if found is not None:
            yield found
            return


def _middle(units: list[Unit]) -> Point:
    return sum(one.x for one in units) // len(units), sum(one.y for one in units) // len(units)
