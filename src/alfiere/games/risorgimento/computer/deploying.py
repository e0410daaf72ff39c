"""How the computer sets up its army: in and about what it holds, or in front for who attacks; brigades together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from alfiere.battles.walking import span
from alfiere.games.risorgimento.charge.notes import OFFERED
from alfiere.games.risorgimento.computer.nerve import SQUADRON
from alfiere.games.risorgimento.computer.plan import middle_of as middle
from alfiere.games.risorgimento.computer.plan import mover_of, weights
from alfiere.games.risorgimento.computer.riding import held_together
from alfiere.games.risorgimento.computer.ways import how_far, waypoints
from alfiere.games.risorgimento.set_up.places import SETTING_UP
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.unit import (
    ARTILLERY,
    ATTACK,
    CAVALRY,
    INFANTRY,
    LIMBERED,
    LINE,
    MARCH,
    OPEN,
    UNLIMBERED,
    Unit,
)
from alfiere.kernel.decision import Decision, Option
from alfiere.table.fronts import bearing
from alfiere.table.headings import cosine, sine, turn_between
from alfiere.table.shapes import Point

HOUSES: Final = 8.0  # in a village that counts and is one's own
TOGETHER: Final = 0.25  # a cm nearer to the others of its brigade
FORWARD: Final = 0.12  # a cm nearer to what counts
HIGH: Final = 1.0  # a battery on a hill
OUT_IN_FRONT: Final = 0.4  # guns or horse a cm before what they help to hold: a part of the army, for who takes them
LAST: Final = 0.2  # a battery that has to come nearer first a cm farther back: it marches behind the infantry
ON_WAY, BESIDE = 1.5, 400  # in position so near to a road by which others are to march
TURNED: Final = 0.5  # by an eighth of a turn off its way
NO_ROOM: Final = 3.0  # a neighbour so near that it cannot turn
ROOM: Final = 390  # hundredths from middle to middle
RIDDEN_AT: Final = 3.0  # a battery on its limbers that horse may charge: it drives off, perhaps home (e.2.3.11)
GRID: Final = 400
EIGHTH: Final = 450
NEAR: Final = 1200  # hundredths: who is so near to what counts has arrived
AWAY: Final = 2200  # hundredths from the enemy beyond which columns of march are best


def deployed(s: BattleState, decision: Decision) -> list[Option]:
    """The place that suits a unit best."""
    unit = s.units[decision.about["unit"]]
    counted = {place: weight for place, weight in weights(s).items() if weight}
    own = [place for place in counted if s.control[place] == unit.seat]
    nearest = own or list(counted)
    spots = [middle(s, place) for place in nearest]
    mates = [one for one in s.side(unit.seat) if one.commander == unit.commander]
    friends = [one for one in s.side(unit.seat) if not one.post]
    foes = s.foes(unit.seat)
    horse = [(one, OFFERED * s.tables.speed(one.profile.moves, MARCH)) for one in foes if one.arm == CAVALRY]
    houses = {s.places[place].piece for place in own}
    facing = SETTING_UP.facing(s, unit.seat)
    ahead_x, ahead_y = sine(facing) / sine(900), -cosine(facing) / sine(900)

    def worth(option: Option) -> float:
        x, y, heading = option["to"]
        post = str(option.get("post") or "").partition("/")[0]
        total, is_in_range = 0.0, bool(own)
        if post:
            total += HOUSES if post in houses and unit.arm == INFANTRY else -1.0
        elif any(abs(one.x - x) < ROOM and abs(one.y - y) < ROOM for one in friends):
            total -= NO_ROOM
        if spots:
            far, spot = min((how_far(s.ground, mover_of(unit), (x, y), spot) / 100, spot) for spot in spots)
            total -= FORWARD * far
            is_in_range |= unit.arm == ARTILLERY and _fires_at(s, unit, (x, y), spot)
            if not own:
                total -= TURNED * abs(turn_between(heading, _way_from(s, unit, (x, y), spot))) / EIGHTH
        if mates:
            total -= TOGETHER * min(span(one.x - x, one.y - y) for one in mates) / 100
        if unit.arm == ARTILLERY:
            total += HIGH * s.ground.level(x, y)
            if not is_in_range:
                total -= LAST * (x * ahead_x + y * ahead_y) / 100
            elif not own and _is_beside_road(s, x, y):
                total -= ON_WAY
        if unit.arm != INFANTRY and own and not post:
            spot = min(spots, key=lambda one: span(one[0] - x, one[1] - y))
            before = ((x - spot[0]) * ahead_x + (y - spot[1]) * ahead_y) / 100
            is_weak = unit.arm == CAVALRY and unit.left <= SQUADRON  # it keeps well behind
            total -= OUT_IN_FRONT * (before if is_weak else max(0.0, before))
        if unit.arm == ARTILLERY and not post and option["formation"] == LIMBERED:
            total -= RIDDEN_AT if any(span(one.x - x, one.y - y) <= far for one, far in horse) else 0.0
        is_away = min((span(foe.x - x, foe.y - y) for foe in foes), default=1e9) > AWAY
        is_there = is_in_range if unit.arm == ARTILLERY else bool(own)
        return total + _formed(unit, option["formation"], is_defending=is_there, is_away=is_away)

    best = max(decision.options, key=worth)
    more = _more(s, unit, spots, is_defending=bool(own)) if not own or unit.arm != INFANTRY else ()
    for option in sorted(more, key=worth, reverse=True):
        if worth(option) <= worth(best):
            break
        found = decision.find((option.key, option.args))
        if found is not None:
            return [found]
    return [best]


def _fires_at(s: BattleState, unit: Unit, at: Point, goal: Point) -> bool:
    """Whether a battery there need not come nearer to fire at what counts."""
    return span(goal[0] - at[0], goal[1] - at[1]) <= s.tables.weapons[unit.profile.weapon].bands[-1]


def _is_beside_road(s: BattleState, x: int, y: int) -> bool:
    return any(s.ground.road_at(x + off, y) or s.ground.road_at(x, y + off) for off in range(-BESIDE, BESIDE + 1, 100))


def _way_from(s: BattleState, unit: Unit, at: Point, goal: Point) -> int:
    """Which way it will march from there, or fire; who is there already looks at the enemy's side, as all others do."""
    if span(goal[0] - at[0], goal[1] - at[1]) < NEAR:
        return SETTING_UP.facing(s, unit.seat)
    if unit.arm == ARTILLERY and _fires_at(s, unit, at, goal):
        return bearing(at, goal)
    return bearing(at, waypoints(s.ground, mover_of(unit), at, goal, AWAY // 2)[0])


def _more(s: BattleState, unit: Unit, spots: list[Point], *, is_defending: bool) -> Iterator[Option]:
    """Places all over its area, on the way it will march, that nobody has looked at yet: they may be taken."""
    wanted: tuple[str, ...]
    wanted = {ARTILLERY: (LIMBERED, UNLIMBERED), INFANTRY: (MARCH, ATTACK), CAVALRY: (MARCH, LINE)}[unit.arm]
    if is_defending:
        wanted = (UNLIMBERED, LINE)
    for formation in SETTING_UP.formations(s, unit) if spots else ():
        if formation not in wanted:
            continue
        for west, north, east, south in SETTING_UP.boxes(s, unit):
            for x in range(west + GRID // 2, east - GRID // 2 + 1, GRID):
                for y in range(north + GRID // 2, south - GRID // 2 + 1, GRID):
                    goal = min(spots, key=lambda spot: how_far(s.ground, mover_of(unit), (x, y), spot))
                    way = SETTING_UP.facing(s, unit.seat) if is_defending else _way_from(s, unit, (x, y), goal)
                    heading = way // EIGHTH * EIGHTH
                    yield Option("deploy", {"unit": unit.id, "to": [x, y, heading], "formation": formation}, ())


def _formed(unit: Unit, formation: str, *, is_defending: bool, is_away: bool) -> float:
    if unit.arm == ARTILLERY:
        return 1.0 if (formation == UNLIMBERED) == is_defending else 0.0
    if unit.arm == CAVALRY:
        return 1.0 if formation == LINE else 0.5
    if formation == OPEN and (is_defending or not is_away):
        return 1.0 if unit.profile.is_light_infantry else 0.2
    wanted = LINE if is_defending else MARCH if is_away else ATTACK
    return 0.8 if formation == wanted else 0.6 if formation in (ATTACK, MARCH) else 0.0


def led(s: BattleState, decision: Decision) -> list[Option]:
    """Where most of his units are within a commander's radius, with none of them in particular."""
    who = s.commanders[decision.about["commander"]]

    def worth(option: Option) -> float:
        x, y, _ = option["to"]
        return held_together(s, who, x, y) - (0.5 if option.get("unit") else 0.0)

    return [max(decision.options, key=worth)]
