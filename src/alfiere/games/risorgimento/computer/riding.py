"""Where the computer's commanders ride: the chain of command is to hold from the top down to every unit (A.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from alfiere.battles.walking import span
from alfiere.games.risorgimento.command.chain import commander_of, superior_of
from alfiere.games.risorgimento.computer.ways import coarse, waypoints
from alfiere.games.risorgimento.movement.judging import engaged
from alfiere.games.risorgimento.movement.leaders import HAS_RIDDEN
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.unit import MARCH, ON, Commander, Unit
from alfiere.kernel.decision import Decision, Option
from alfiere.table.shapes import Point

OUT: Final = {"CC": 0.3, "CD": 0.4, "CB": 1.0, "CR": 1.0}  # what a unit loses if he is out of his superior's radius
EDGES: Final = 100  # hundredths that two bases are nearer than their middles
FADES: Final = 2000  # hundredths beyond a radius at which all is lost
WAITS: Final = 0.5  # who has still to ride may come himself
FARTHER: Final = 0.3  # of a unit, by ten cm beyond the radius
DANGER, SAFE = 4.0, 1400  # a commander at the enemy, and hundredths at which he is out of danger
ATTACHED: Final = 0.6  # a commander with a unit that is about to fight
MARCHES, FAR_OFF = 0.8, 3000  # a commander with a unit that is so far from the enemy
LOOSE: Final = -0.3  # with one nearer to him, where he may be hit
SIDE_STEP: Final = 300


def ridden(s: BattleState, decision: Decision) -> list[Option]:
    """Where he holds the most together: offered places, and some between those who are under him."""
    who = s.commanders[decision.about["commander"]]
    foes = [one for one in s.foes(who.seat) if one.is_steady]

    def worth(option: Option) -> float:
        x, y = option["to"][:2] if option.get("to") else (who.x, who.y)
        total = held_together(s, who, x, y)
        near = min((span(foe.x - x, foe.y - y) for foe in foes), default=1e9)
        total -= DANGER * max(0.0, 1.0 - near / SAFE)  # who is taken or shot leaves his men without orders
        joined = s.units.get(str(option.get("with") or ""))
        if joined is not None:
            # with a unit he comes along wherever it marches (risorgimento.cmd.12); near the enemy he may be hit
            total += ATTACHED * who.bonus if engaged(s, joined) else MARCHES if near > FAR_OFF else LOOSE
        return total

    return [max((*decision.options, *_between(s, who, decision)), key=worth)]


def held_together(s: BattleState, who: Commander, x: int, y: int) -> float:
    """How much of his command is in his radius from there, and whether he is in that of his superior."""
    total = 0.0
    for unit in _own(s, who):
        beyond = span(unit.x - x, unit.y - y) - EDGES - who.radius
        total += 1.0 - beyond / 20_000 if beyond <= 0 else -FARTHER * beyond / 1000
    for one, (at_x, at_y), weight in _under(s, who):
        total += weight * OUT.get(one.rank, 1.0) * _reached(span(at_x - x, at_y - y), who.radius)
    above = superior_of(s, who)
    if above is not None and above.commands:
        share = OUT.get(who.rank, 1.0) * (1.0 if HAS_RIDDEN.is_on(above) else WAITS)
        total += share * len(_below(s, who)) * _reached(span(above.x - x, above.y - y), above.radius)
    return total


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
                yield one, (sum(each.x for each in units) // len(units), sum(each.y for each in units) // len(units)), 1


def _between(s: BattleState, who: Commander, decision: Decision) -> Iterator[Option]:
    """Places that are not offered: towards the middle of his men, each of his commanders, and between two of them."""
    spots = [at for _, at, _ in _under(s, who)]
    goals = [*spots, *(((ax + bx) // 2, (ay + by) // 2) for ax, ay in spots for bx, by in spots if (ax, ay) < (bx, by))]
    units = _own(s, who)
    if units:
        goals.append((sum(one.x for one in units) // len(units), sum(one.y for one in units) // len(units)))
    above = superior_of(s, who)
    if above is not None and above.where == ON:
        goals.append(above.pose.point)
    fast = s.tables.speed("commander", MARCH)
    tried = set()
    for goal in goals:
        for x, y in (goal, *waypoints(s.ground, "horse", who.pose.point, coarse(goal), fast)):
            far = span(x - who.x, y - who.y)
            share = min(1.0, (fast - 10) / far) if far else 0.0
            at = who.x + round((x - who.x) * share), who.y + round((y - who.y) * share)
            for place in (at, (at[0] + SIDE_STEP, at[1]), (at[0] - SIDE_STEP, at[1]), (at[0], at[1] + SIDE_STEP)):
                if place in tried:
                    continue
                tried.add(place)
                found = decision.find(("ride", {"commander": who.id, "to": [*place, who.heading]}))
                if found is not None:
                    yield found
                    break
