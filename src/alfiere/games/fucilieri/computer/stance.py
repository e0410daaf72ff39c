"""How well a unit stands, or would: to its goal, to the enemy's fire and flanks, to its general and its friends."""

from __future__ import annotations

from math import hypot
from typing import Final, NamedTuple

from alfiere.battles.walking import span
from alfiere.games.fucilieri.computer.crossings import River, Route, blocked, is_between, rivers, route, waters
from alfiere.games.fucilieri.computer.firepower import SHELTERED, Battery, battery, easy
from alfiere.games.fucilieri.computer.plan import Goal, goals, is_prey, stays_back
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.footprint import shape
from alfiere.games.fucilieri.state.leader import Leader
from alfiere.games.fucilieri.state.unit import (
    COLUMN,
    FOOT,
    GUN,
    HORSE,
    LIMBERED,
    LINE,
    OPEN,
    SQUARE,
    UNLIMBERED,
    Unit,
)
from alfiere.kernel.decision import Seat
from alfiere.table.headings import cosine, sine
from alfiere.table.shapes import Point, Pose, Rect

WORTH: Final = 0.1  # a point of what a unit cost
PULL: Final = 0.12  # a cm nearer to what is to be taken
OVER: Final = 0.2  # the same while a river has to be crossed, which disorganises
BACK: Final = 0.08  # the same to what is held, or where one stands
CLOSE_BY: Final = 1_000
STAND_OFF: Final = 3_000  # hundredths from its goal at which a battery may stay
HOUSED: Final = 4.0  # in a building that counts
GIVES, HURTS = 2.0, 1.2  # times what the figures are worth that fire may cost: hearts are lost with them
ALSO_NEAR: Final = 0.25  # of it where a friend is nearer to who fires, for he fires at the nearest (fucilieri.3.4.5)
MOST_HITS: Final = 4.0  # that are reckoned with in one turn
FLANK: Final = 2.0  # an enemy at its flank or rear
BEHIND_THEM: Final = 2.0
PREY: Final = 2.0  # for horse: somebody worth a charge in front of it, and near enough
CHARGED_FROM: Final = 2_400  # hundredths
DEAR: Final = 0.15  # a cm by which the condottiero's own unit is too near to the enemy
APART: Final = 3_500  # hundredths
BEYOND: Final = 3_000  # hundredths: who is to wade a stream marches up to it unless the enemy is so near
HEADED: Final = 1.5  # on the march to a ford or bridge, with the head towards it
WET: Final = 0.8  # in a ford or on a bridge, where nobody is to stay
IN_THE_WAY: Final = 4.0  # at a ford or bridge that others are to cross
UNLED: Final = 2.5
BACKED: Final = 0.5
BESIDE: Final = 0.3
WATCHED: Final = 1_500  # hundredths between two units: enemies so near count
FORMED: Final = 4_000
PARALLEL: Final = 0.7  # cosine: they stand rather side by side or face to face than across
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
READY: Final = 1.3  # times the medium range of a gun: with an enemy so near it comes into battery


class Foe(NamedTuple):
    """An enemy as others look at him."""

    x: int
    y: int
    ahead_x: float
    ahead_y: float
    wide: int  # halves of his front and depth
    deep: int
    has_flanks: bool
    fire: Battery
    easy: int  # how easy he is to hit
    price: float  # what a figure of his is worth, less where he is sheltered
    is_prey: bool
    nearest: tuple[tuple[float, str], ...]  # those of the side that are nearest to him


class Outlook(NamedTuple):
    """What one side looks at when it thinks about how its units stand."""

    s: State
    seat: Seat
    foes: list[Foe]
    goals: dict[str, Goal]
    friends: list[Unit]
    leaders: dict[str, Leader]  # by command
    rivers: list[River]
    waters: list[tuple[Point, ...]]  # that are waded


def look(s: State, seat: Seat) -> Outlook:
    """The enemy and the plan, as a side sees them."""
    own = s.side(seat)
    foes = [_foe(one, own) for one in s.foes(seat) if not one.is_falling_back]
    leaders = {one.id: chief for one in s.commands_of(seat) if (chief := s.leader_of(one.id)) is not None}
    friends = [one for one in own if one.is_ok and one.is_close]
    return Outlook(s, seat, foes, goals(s, seat), friends, leaders, rivers(s), waters(s))


def _foe(one: Unit, others: list[Unit]) -> Foe:
    size = shape(one)
    near = sorted((span(mate.x - one.x, mate.y - one.y), mate.id) for mate in others)[:2]
    return Foe(
        one.x,
        one.y,
        *_ahead(one.heading),
        size.width // 2,
        size.depth // 2,
        one.has_flanks,
        battery(one, one.formation, one.post),
        easy(one.formation, one.post),
        price(one) * (SHELTERED if one.post else 1.0),
        is_prey(one),
        tuple(near),
    )


def marching(one: Unit) -> Rect:
    """Its footprint on the march."""
    return shape(one, LIMBERED if one.is_guns else COLUMN)


def price(one: Unit) -> float:
    """What a figure of a unit is worth."""
    return WORTH * one.profile.points / one.initial


def _ahead(heading: int) -> tuple[float, float]:
    return sine(heading) / sine(900), -cosine(heading) / sine(900)


class _Met(NamedTuple):
    """What the enemies around a place come to."""

    near: float  # hundredths to the nearest
    faced: float  # how far he is in front, from 1 to -1
    total: float


def stance(
    seen: Outlook, one: Unit, pose: Pose, formation: str, post: str | None = None, *, has_moved: bool = False
) -> float:
    """How well a unit stands there: to its goal, its enemies, its friends."""
    x, y, heading = pose
    post = one.post if post is None else post
    goal = seen.goals.get(one.command)
    ahead_x, ahead_y = _ahead(heading)
    met = _enemies(seen, one, (x, y, ahead_x, ahead_y), formation, post, has_moved=has_moved)
    way = route(seen.rivers, (x, y), goal.point(x, y), marching(one)) if goal is not None else None
    total = met.total + (_to_goal(one, way, post, goal) if goal is not None and way is not None else 0.0)
    near, away = SUITS.get((one.base, formation), (0.0, 0.0))
    if goal is not None and way is not None and (way.is_crossing or (met.near > BEYOND and _wades(seen, goal, (x, y)))):
        near = away  # over a ford or a bridge, and through a canal, one marches
    if goal is None or not goal.is_attack:
        total -= IN_THE_WAY * blocked(seen.rivers, (x, y))
    waits = goal is not None and not goal.is_attack and not one.is_horse  # formed already when the enemy comes
    if not post:
        total += near if met.near <= _forms_at(one) or waits else away
    if way is not None and way.is_crossing:
        total += HEADED * _towards(x, y, ahead_x, ahead_y, way.first)
    elif met.near <= 2 * FORMED:
        total += met.faced
    total -= WET * any(river.holds(x, y) for river in seen.rivers)
    if stays_back(seen.s, seen.s.commands[one.command]):
        total -= DEAR * max(0.0, APART - met.near) / 100
    return total + _company(seen, one, x, y, ahead_x, ahead_y)


def _wades(seen: Outlook, goal: Goal, here: Point) -> bool:
    """Whether a stream lies on the way to what is to be taken: a line would hardly come through."""
    return goal.is_attack and bool(seen.waters) and is_between(seen.waters, here, goal.point(*here))


def _towards(x: int, y: int, ahead_x: float, ahead_y: float, point: Point) -> float:
    """How far a point is in front, from 1 to -1."""
    dx, dy = point[0] - x, point[1] - y
    return (dx * ahead_x + dy * ahead_y) / (hypot(dx, dy) or 1.0)


def _forms_at(one: Unit) -> float:
    """With an enemy so near it is formed to fight."""
    return READY * one.weapon.bands["medium"] if one.is_guns and one.weapon is not None else FORMED


def _enemies(
    seen: Outlook, one: Unit, at: tuple[int, int, float, float], formation: str, post: str, *, has_moved: bool
) -> _Met:
    """Fire given and received, flanks, somebody to ride down."""
    x, y, ahead_x, ahead_y = at
    has_flanks = not post and formation not in (SQUARE, OPEN)
    own, exposed, size = battery(one, formation, post), easy(formation, post), shape(one, formation)
    wide, deep = size.width // 2, size.depth // 2
    near, faced, fired_at, fires, total = 1e9, 0.0, 1e9, 0.0, 0.0
    suffered, prey = 0.0, False
    for foe in seen.foes:
        dx, dy = foe.x - x, foe.y - y
        if abs(dx) + abs(dy) > near + own.reach + foe.fire.reach + 3 * FORMED:
            continue
        along, aside = dx * ahead_x + dy * ahead_y, abs(dx * ahead_y - dy * ahead_x)
        is_parallel = abs(ahead_x * foe.ahead_x + ahead_y * foe.ahead_y) > PARALLEL
        foe_wide, foe_deep = (foe.wide, foe.deep) if is_parallel else (foe.deep, foe.wide)
        beyond = max(0.0, aside - wide - foe_wide)
        far = hypot(beyond, max(0.0, abs(along) - deep - foe_deep))
        if far < near:
            near, faced = far, _towards(x, y, ahead_x, ahead_y, (foe.x, foe.y)) if has_flanks else 1.0
        back, beside = -dx * foe.ahead_x - dy * foe.ahead_y, abs(dx * foe.ahead_y - dy * foe.ahead_x)
        is_ahead = not has_flanks or (along > 0 and beyond <= max(0.0, along - deep))
        if is_ahead and far < fired_at and far <= own.reach:
            # who closes fires worse for a turn: that must not keep him for ever at long distance
            fired_at, fires = far, own.hits(far, foe.easy, has_moved=has_moved and one.is_guns) * foe.price
        if far <= foe.fire.reach and (not foe.has_flanks or (back > 0 and beside - wide - foe.wide <= back)):
            others = min((there for there, id in foe.nearest if id != one.id), default=1e9)
            share = 1.0 if hypot(dx, dy) <= others + 100 else ALSO_NEAR
            suffered += share * foe.fire.hits(far, exposed)
        if far <= WATCHED:
            if has_flanks and along < aside - wide - 400:
                total -= FLANK
            elif foe.has_flanks and back < beside - foe.wide - 400 and along > 0:
                total += BEHIND_THEM
        is_open = foe.is_prey or (foe.has_flanks and back < beside - foe.wide)  # or it is on his flank
        prey = prey or (is_open and is_ahead and far <= CHARGED_FROM)
    total += GIVES * fires - HURTS * min(suffered, MOST_HITS) * price(one) * (SHELTERED if post else 1.0)
    if prey and one.is_horse and formation in (LINE, OPEN):
        total += PREY
    return _Met(near, faced, total)


def _to_goal(one: Unit, way: Route, post: str, goal: Goal) -> float:
    """Nearer to what is to be taken is better; who holds something stands about it, best of all in it."""
    if post and post == goal.piece:
        return HOUSED
    if goal.is_attack:
        pull = OVER if way.is_crossing else PULL
        return -pull * (way.far if not one.is_guns else max(0.0, way.far - STAND_OFF)) / 100
    return -BACK * max(0.0, way.far - CLOSE_BY) / 100


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
