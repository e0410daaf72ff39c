"""How good a position is: what the computer players go by. House numbers, tuned by playing.

One is a loss point. Men, order and morale count, what is held or will be, melees that are about to be fought, and how
each unit stands: to its goal, to the enemy's fire and flanks, to its own commander and friends.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from alfiere.battles.walking import span
from alfiere.games.risorgimento.charge.notes import OFFERED, why_no_charge
from alfiere.games.risorgimento.command.chain import called_back_by
from alfiere.games.risorgimento.computer.assault import Axis, at_goal, axes, is_ready, places_to_form_up
from alfiere.games.risorgimento.computer.nerve import SQUADRON, danger, is_spared
from alfiere.games.risorgimento.computer.plan import Goal, goals, how_late, middle_of, mover_of
from alfiere.games.risorgimento.computer.stakes import (
    WON,
    army,
    gone_with,
    ground,
    hopes,
    is_shaky,
    men_to_lose,
    price_of,
)
from alfiere.games.risorgimento.computer.ways import NOBODY as NOBODY_THERE
from alfiere.games.risorgimento.computer.ways import Crowd, coarse, how_far, is_at_bridge, is_on_bank
from alfiere.games.risorgimento.melee.contact import melees
from alfiere.games.risorgimento.state.battle import BattleState, other
from alfiere.games.risorgimento.state.posts import sector_of
from alfiere.games.risorgimento.state.standing import is_in_radius, touches_place
from alfiere.games.risorgimento.state.unit import (
    ARTILLERY,
    ATTACK,
    CAVALRY,
    INFANTRY,
    LIMBERED,
    LINE,
    MARCH,
    OPEN,
    SQUARE,
    UNLIMBERED,
    Commander,
    Unit,
)
from alfiere.games.risorgimento.victory.objectives import NOBODY
from alfiere.kernel.decision import Seat
from alfiere.table.headings import cosine, offset, sine
from alfiere.table.shapes import Outline, Pose, box, boxes_apart, outline_of

PULL: Final = 0.6  # a cm nearer to a place to be taken
HASTE: Final = 1.0  # so much more of it in the last turn
BACK: Final = 0.10  # the same to one that is held
CLOSE_BY: Final = 6.0  # cm: near enough to what is held
POST: Final = 2.5  # in the houses it is to hold
TAKES: Final = 5.0  # at a bridge or a crossroads that it is to take
SHOT: Final = 3.0  # a loss point that it may inflict where it stands
SOON: Final = 0.5  # of it counts for guns that have still to unlimber
SHOT_AT: Final = 0.9  # one that it may suffer; several enemies choose among several targets
BOLD: Final = 0.5  # so much less for who attacks
SHAKY: Final = 4.0  # so much more for who will break at the next test that it fails
FRAIL: Final = {1: 6.0, 2: 4.0, 3: 2.5}  # and for who is gone after so few losses: each unit gone may end the battle
FLANK: Final = 0.5  # an enemy near its flank or rear
BEHIND_THEM: Final = 0.9  # it stands at theirs
UNLED: Final = 5.0  # out of its commander's radius
ALONE: Final = 0.5  # nobody of its brigade near by
STORMED: Final = 1.8  # so much more of it counts to who drives them out of houses
READY: Final = (0.0, 1.0, 2.2)  # formed up beside one who is to go at an enemy, or square before him
STUCK: Final = 5.0  # in a zone of his without looking at anybody: it could not turn there
CLOSE_TO: Final = 600  # hundredths: so far ways are straight
CROWDED, ROOM = 1.8, 390  # others before or behind it, so near that it cannot turn, and as far aside at the most
IN_FILE, ON_ROAD = 250, 60
JAMMED, TANGLED = 4.0, 270  # the same of a battery before it, which will stay, or of anybody who nearly touches it
BARS: Final = {CAVALRY: 6.0, ARTILLERY: 1.0}  # horse or guns before infantry of their own that is to go ahead
ON_BANK: Final = 12.0  # at water that it does not pass: it has no room to turn, and others do not get by
STOPS_ALL: Final = 8.0  # a battery in position at a bridge: nobody gets by for the rest of the day
BEFORE_THEM, BEHIND_IT = 500, 2000  # hundredths from where it forms up to the enemy, and how far off it may still be
IN_THE_WAY, OFF_WALLS = 8.0, 600  # horse so near to houses of the enemy: it cannot attack them (g.5.16), nor turn there
GUNS_OFF: Final = 4.0  # cm less than medium range, where batteries should stand
HORSE_OFF: Final = 24.0
EXPOSED, NOT_NEARER = 0.5, 0.7  # a cm nearer than so much of that
NEAR_IT: Final = 700
TOO_NEAR, GUNS_SAFE = 0.5, 1200  # a battery a cm nearer to the enemy than these hundredths, behind infantry of its own
GUNS_ALONE: Final = 2500  # the same of one that nobody stands before: so far horse charges
GUNS_TAKEN: Final = 1200  # and who is so near may take it

FORMED: Final = 1100  # hundredths: so near to an enemy it matters how one is formed
SOONER: Final = 500  # so much farther off, if he rides
CHARGED: Final = 3200  # and so near to horse, to who has only to stand: so far it charges
BESIDE: Final = 800
ZONED: Final = 700  # from centre to centre about what a zone of control reaches
FLANKED: Final = 900
SUITS: Final = {  # how good a formation is near the enemy, and away from him
    (INFANTRY, LINE): (0.6, 0.0),
    (INFANTRY, ATTACK): (0.8, 0.2),
    (INFANTRY, OPEN): (0.8, 0.1),
    (INFANTRY, MARCH): (-4.0, 0.4),
    (INFANTRY, SQUARE): (-1.0, -1.0),
    (CAVALRY, LINE): (0.5, 0.2),
    (CAVALRY, MARCH): (-2.5, 0.3),
    (ARTILLERY, UNLIMBERED): (0.6, 0.0),
    (ARTILLERY, LIMBERED): (-2.5, 0.1),
}
LOOSE, RIDDEN = 2.0, 2000  # open order where horse so near could ride it down
CAUGHT: Final = 0.4  # of its price: a squadron may be caught, or a battery that nobody stands before be taken
HUNTED: Final = 4000  # hundredths from a squadron to horse that is no weaker
HIT: Final = (0.085, 0.042, 0.020)  # loss points by a point of strength at short, medium and long range
AS_TARGET: Final = {MARCH: 1.5, LIMBERED: 1.4, ATTACK: 1.2, SQUARE: 1.4, LINE: 1.0, OPEN: 0.75, UNLIMBERED: 0.8}
IN_HOUSES: Final = 0.4
HOUSED: Final = 0.6  # the same for a brigade that fires together
MASKED: Final = 260  # hundredths aside of a line of fire within which a friend is in its way
HALF_MASKED: Final = 130  # beyond which infantry has half its fire
IN_COVER: Final = 0.75
IN_LINE: Final = 1.15


class Stand(NamedTuple):
    """How a unit stands, or would."""

    unit: Unit
    pose: Pose
    formation: str
    post: str


class Shooter(NamedTuple):
    """A unit as others look at it: where it is, which way it faces, how far and how hard it fires."""

    id: str
    x: int
    y: int
    ahead_x: float
    ahead_y: float
    bands: tuple[int, ...]
    power: float
    spread: float  # how far aside of its front it fires, by a length ahead
    is_steady: bool
    has_flanks: bool
    hurt: float  # what fire does to it
    level: int
    rides: int  # loss points of horse that may charge
    named: int  # so far it may name whom it charges: he must test, whether it gets there or not (e.1.2, scale.6)


class Outlook(NamedTuple):
    """What one side looks at when it thinks about how its units stand."""

    s: BattleState
    seat: Seat
    foes: list[Shooter]
    goals: dict[str, Goal]
    axes: list[Axis]
    places: dict[str, Pose]  # where who is to attack forms up
    held: frozenset[str]  # places that the enemy has men in or about
    prices: Mapping[str, float]  # what each unit less would cost, with those who go with it
    walls: tuple[tuple[int, int, int, int], ...] = ()  # of the houses that he is in
    crowd: Crowd = NOBODY_THERE  # squares on which friends of whoever is to move stand

    def is_held(self, goal: Goal) -> bool:
        """Whether there are enemies at a goal."""
        return bool(goal.foe) or goal.place in self.held


def evaluate(s: BattleState, seat: Seat) -> float:
    """What a side has less what the other has, and how it stands to it."""
    if s.winner:
        return 0.0 if s.winner == NOBODY else WON if s.winner == seat else -WON
    total = army(s, seat) - army(s, other(seat)) + ground(s, seat)
    seen, fought = look(s, seat), list(melees(s))
    total += hopes(s, seat, seen.goals, fought)
    fight = {one.id for melee in fought for side in melee.sides for one in side.all}
    seen = seen._replace(foes=[_kept_busy(one) if one.id in fight else one for one in seen.foes])
    stood, count = 0.0, 0
    for unit in s.side(seat):
        if unit.is_steady:
            stand = Stand(unit, unit.pose, unit.formation, unit.post)
            stood += stance(seen, stand, by_plan=False, fights=unit.id in fight)
            count += 1
    if count:  # who is lost or runs counts as one who stands like the others: it must not seem good to be rid of him
        gone = sum(one.seat == seat and (one.is_gone or one.is_routed) for one in s.units.values())
        stood += gone * stood / count
    return total + stood


def _kept_busy(foe: Shooter) -> Shooter:
    """An enemy in a melee: he neither fires (f.0.4) nor goes at anybody else."""
    return foe._replace(bands=(), is_steady=False, has_flanks=False, named=0)


# How it stands


def look(s: BattleState, seat: Seat) -> Outlook:
    """The enemy and the plan, as a side sees them."""
    foes = s.side(other(seat))
    prices = _prices(s, seat)
    sought = {
        id: goal for id, goal in goals(s, seat).items() if not (goal.is_attack and is_spared(s.units[id], prices[id]))
    }
    before = axes(s, seat)
    places = places_to_form_up(s, seat, sought, before)
    shooters = [_shooter(s, one) for one in foes]
    pieces = dict.fromkeys(sector_of(one) for one in foes if one.post and one.is_steady)
    walls = tuple(box(Outline(s.ground.pieces[one].points)) for one in pieces)
    return Outlook(s, seat, shooters, sought, before, places, _held(s, foes), prices, walls)


def _prices(s: BattleState, seat: Seat) -> dict[str, float]:
    units = s.side(seat)
    gone = {one.id: gone_with(s, one) for one in units}
    price = {number: price_of(s, seat, number) for number in set(gone.values())}
    return {one.id: price[gone[one.id]] for one in units}


def _held(s: BattleState, foes: list[Unit]) -> frozenset[str]:
    found = set()
    for id, place in s.places.items():
        x, y = middle_of(s, id)
        for foe in foes:
            is_in = foe.post.partition("/")[0] == place.piece if place.piece else False
            if foe.is_steady and (is_in or (not foe.post and span(foe.x - x, foe.y - y) <= NEAR_IT)):
                found.add(id)
    return frozenset(found)


def _shooter(s: BattleState, unit: Unit) -> Shooter:
    weapon = s.tables.weapons[unit.profile.weapon]
    fires = weapon.fires and unit.is_steady and unit.formation not in (MARCH, LIMBERED)
    return Shooter(
        unit.id,
        unit.x,
        unit.y,
        sine(unit.heading) / sine(900),
        -cosine(unit.heading) / sine(900),
        weapon.bands if fires else (),
        _power(s, unit, unit.formation),
        0.27 if unit.arm == ARTILLERY else 100.0 if unit.formation == SQUARE else 1.0,
        unit.is_steady,
        not unit.post and unit.formation != SQUARE and unit.is_steady,
        HOUSED if unit.post else AS_TARGET[unit.formation],
        s.ground.level(unit.x, unit.y),
        unit.left if unit.arm == CAVALRY and not unit.disorder else 0,
        OFFERED * s.tables.speed(unit.profile.moves, unit.formation) if why_no_charge(s, unit) is None else 0,
    )


def _power(s: BattleState, unit: Unit, formation: str) -> float:
    share = s.tables.formations[formation].fire / 1_000_000
    return unit.left / 2 * unit.profile.multiplier * share * (IN_LINE if formation == LINE else 1.0)


def stance(seen: Outlook, stand: Stand, *, by_plan: bool = True, fights: bool = False) -> float:
    """How well a unit stands there: to its goal, its enemies, its friends.

    Positions are compared without the goals: a plan changes with every step, and with it how far everybody has to go.
    ``fights``: it is in a melee, where it neither fires nor is fired at (f.0.4).
    """
    s, unit, (x, y, heading), formation = seen.s, stand.unit, stand.pose, stand.formation
    goal = seen.goals.get(unit.id)
    total = _to_goal(seen, stand, goal) if by_plan and goal is not None else 0.0
    if by_plan and not stand.post:
        total -= _crowded(s, stand)
        if unit.arm != INFANTRY:
            total -= BARS[unit.arm] if bars(seen, stand) else 0.0
            total -= ON_BANK if is_on_bank(s.ground, mover_of(unit), (x, y)) else 0.0
            if formation == UNLIMBERED and is_at_bridge(s.ground, mover_of(unit), (x, y)):
                total -= STOPS_ALL
    is_attack = goal is not None and goal.is_attack
    ahead_x, ahead_y = sine(heading) / sine(900), -cosine(heading) / sine(900)
    weapon = s.tables.weapons[unit.profile.weapon]
    own = _power(s, unit, formation) if weapon.fires and formation not in (MARCH, LIMBERED) else 0.0
    spread = 0.27 if unit.arm == ARTILLERY else 100.0 if formation == SQUARE else 1.0
    if formation == LIMBERED:  # it will unlimber, with its front to where it wants to fire
        own, spread = SOON * _power(s, unit, UNLIMBERED), 1.0
    shots: list[tuple[float, int, int, int]] = []
    suffered = 0.0
    nearest = horse = hunter = before_it = 10_000.0
    is_watched, looks_at = False, False
    is_named = False
    close: list[tuple[float, Shooter]] = []
    for foe in seen.foes:
        dx, dy = foe.x - x, foe.y - y
        far = span(dx, dy)
        if foe.is_steady:
            if far < GUNS_TAKEN and unit.arm == ARTILLERY:
                close.append((far, foe))
            nearest = min(nearest, far)
            is_horse = foe.rides > SQUADRON
            horse = min(horse, far) if is_horse else horse
            hunter = min(hunter, far) if foe.rides >= unit.left else hunter
            is_named |= 0 < far - 250 <= foe.named
            if is_horse or foe.bands:
                before_it = min(before_it, far - SOONER if is_horse and unit.arm != ARTILLERY else far)
        gap = far - 250
        along, aside = dx * ahead_x + dy * ahead_y, abs(dx * ahead_y - dy * ahead_x)
        if own and gap <= weapon.bands[-1] and along > 0 and aside <= spread * along + 150:
            shots.append((own * _hit(weapon.bands, gap) * foe.hurt, dx, dy, foe.level))
        back, beside = -dx * foe.ahead_x - dy * foe.ahead_y, abs(dx * foe.ahead_y - dy * foe.ahead_x)
        if foe.bands and gap <= foe.bands[-1] and back > 0 and beside <= foe.spread * back + 150:
            suffered += foe.power * _hit(foe.bands, gap)
        if far <= ZONED and foe.is_steady:
            is_watched |= back > 0 and beside <= back + 350
            looks_at |= along > 0 and aside <= 300
        if far <= FLANKED and foe.is_steady:
            if along < aside and not stand.post and formation != SQUARE:
                total -= FLANK
            elif foe.has_flanks and back < beside and along > aside:
                total += BEHIND_THEM
    suffered *= AS_TARGET[formation] * (IN_HOUSES if stand.post else IN_COVER if _is_covered(s, x, y) else 1.0)
    is_charged = is_named and not stand.post and s.ground.may_charge(x, y)
    if is_charged and formation == LIMBERED:  # it drives off as soon as it is named, perhaps off the table (e.2.3.11)
        is_charged = _is_near_home(s, unit, x, y) or not _is_screened(seen, x, y)
    if not fights:
        total -= danger(s, unit, formation, stand.post, suffered, seen.prices[unit.id], is_charged=is_charged)
    suffered *= SHAKY if is_shaky(unit) else FRAIL.get(men_to_lose(unit), BOLD if is_attack else 1.0)
    if not fights:
        total += SHOT * (best_of(seen, stand, shots) if shots else 0.0) - SHOT_AT * suffered
    near, away = SUITS.get((unit.arm, formation), (0.0, 0.0))
    is_formed = before_it <= (FORMED if unit.arm != ARTILLERY else weapon.bands[1])
    if unit.arm == INFANTRY and goal is not None and not is_attack:
        is_formed |= horse <= CHARGED  # who is to go nowhere does not wait for it in a column of march
    total += near if is_formed else away
    if formation == OPEN and horse <= RIDDEN and not stand.post and s.ground.may_charge(x, y):
        total -= LOOSE
    if unit.arm == INFANTRY and not stand.post:
        if is_watched and not looks_at and not fights:
            total -= STUCK
    if unit.arm == CAVALRY:
        total -= IN_THE_WAY if is_at_walls(seen, x, y) else 0.0
        if unit.left <= SQUADRON and not fights:
            total -= CAUGHT * seen.prices[unit.id] * max(0.0, 1.0 - hunter / HUNTED)
    if unit.arm == ARTILLERY and not stand.post:
        safe = GUNS_SAFE if nearest > GUNS_ALONE or _is_screened(seen, x, y) else GUNS_ALONE
        total -= TOO_NEAR * max(0.0, safe - nearest) / 100
        if not fights:
            open_to = min((far for far, foe in close if not _is_covered_from(seen, x, y, foe)), default=GUNS_TAKEN)
            total -= CAUGHT * seen.prices[unit.id] * (1.0 - open_to / GUNS_TAKEN)
    if not stand.post and nearest <= 4000:
        total += _faces(seen, x, y, ahead_x, ahead_y)
    return total + _company(seen, stand)


def is_at_walls(seen: Outlook, x: int, y: int) -> bool:
    """Whether a place is close to houses that the enemy is in."""
    return any(not boxes_apart(one, (x, y, x, y), OFF_WALLS) for one in seen.walls)


def under_fire(seen: Outlook, stand: Stand) -> float:
    """The loss points that a move there may cost: everybody who has it before him fires at who moves (e.9.1, e.9.8)."""
    (x, y, _), suffered = stand.pose, 0.0
    for foe in seen.foes:
        dx, dy = x - foe.x, y - foe.y
        gap = span(dx, dy) - 250
        if foe.bands and gap <= foe.bands[-1]:
            ahead, beside = dx * foe.ahead_x + dy * foe.ahead_y, abs(dx * foe.ahead_y - dy * foe.ahead_x)
            if ahead > 0 and beside <= foe.spread * ahead + 150:
                suffered += foe.power * _hit(foe.bands, gap)
    suffered *= FRAIL.get(men_to_lose(stand.unit), 1.0)
    return suffered * AS_TARGET[stand.formation] * (IN_HOUSES if stand.post else 1.0)


def best_of(seen: Outlook, stand: Stand, shots: list[tuple[float, int, int, int]]) -> float:
    """The best of its shots that no friend masks: what each may do, where the enemy is and on what level."""
    x, y, _ = stand.pose
    own_level = seen.s.ground.level(x, y)
    others = [(one.x - x, one.y - y) for one in seen.s.side(seen.seat) if one is not stand.unit and not one.post]
    best = 0.0
    for hope, dx, dy, level in sorted(shots, reverse=True):
        if hope <= best:
            break
        far = span(dx, dy) or 1.0
        beyond = 0.0 if level == own_level else far * far / 2  # over those who are nearer to itself (d.1.8)
        for at_x, at_y in others:
            if beyond < at_x * dx + at_y * dy < far * far:
                aside = abs(at_x * dy - at_y * dx) / far
                if aside < MASKED:
                    hope = hope / 2 if aside > HALF_MASKED and stand.unit.arm == INFANTRY else 0.0
        best = max(best, hope)
    return best


def _is_near_home(s: BattleState, unit: Unit, x: int, y: int) -> bool:
    """Whether its whole move from there towards its own lines leads over the edge of the table."""
    width, depth = s.scenario.width, s.scenario.depth
    far = {"north": y, "south": depth - y, "west": x, "east": width - x}[s.scenario.sides[unit.seat].home]
    return far <= s.tables.speed(unit.profile.moves, LIMBERED)


def _is_screened(seen: Outlook, x: int, y: int) -> bool:
    """Whether infantry of its own is nearer to the enemy who is nearest to a place."""
    foe = min((one for one in seen.foes if one.is_steady), key=lambda one: span(one.x - x, one.y - y))
    return _is_covered_from(seen, x, y, foe)


def _is_covered_from(seen: Outlook, x: int, y: int, foe: Shooter) -> bool:
    """Whether infantry of its own is nearer to an enemy than a place is, and nearer to the place than he is."""
    far = span(foe.x - x, foe.y - y)
    own = (one for one in seen.s.side(seen.seat) if one.arm == INFANTRY and one.is_steady)
    return any(span(one.x - foe.x, one.y - foe.y) < far and span(one.x - x, one.y - y) < far for one in own)


def _hit(bands: tuple[int, ...], gap: float) -> float:
    return next(hit for hit, band in zip(HIT, bands, strict=True) if gap <= band)


def _is_covered(s: BattleState, x: int, y: int) -> bool:
    return any(s.ground.known.effects[one.kind.id].cover for one in s.ground.at(x, y))


def _faces(seen: Outlook, x: int, y: int, ahead_x: float, ahead_y: float) -> float:
    """A little for looking at the enemy rather than away from him."""
    foe = min(seen.foes, key=lambda one: span(one.x - x, one.y - y))
    far = span(foe.x - x, foe.y - y) or 1.0
    return 0.2 * ((foe.x - x) * ahead_x + (foe.y - y) * ahead_y) / far


def _to_goal(seen: Outlook, stand: Stand, goal: Goal) -> float:
    """Nearer to a place to be taken is better, up to where it is attacked from; who holds one stands about it, best of
    all in it."""
    s, unit = seen.s, stand.unit
    piece = s.places[goal.place].piece if goal.place else ""
    if piece and stand.post and stand.post.partition("/")[0] == piece:
        return POST
    if goal.is_attack and _takes(s, stand, goal):
        return TAKES
    far = how_far(s.ground, mover_of(unit), stand.pose.point, goal.at, seen.crowd) / 100
    if not goal.is_attack:
        return -BACK * max(0.0, far - (CLOSE_BY if unit.arm == INFANTRY else 2 * CLOSE_BY))
    pull = PULL * (1.0 + HASTE * how_late(s, seen.seat))
    is_held, formed_up = seen.is_held(goal), seen.places.get(unit.id)
    if unit.arm != INFANTRY:
        off = s.tables.weapons[unit.profile.weapon].bands[1] / 100 - GUNS_OFF if unit.arm == ARTILLERY else HORSE_OFF
        off = off if is_held or unit.arm == ARTILLERY else 0.0
        straight = span(goal.at[0] - stand.pose.x, goal.at[1] - stand.pose.y) / 100
        return -pull * max(0.0, far - off) if straight > off else -EXPOSED * max(0.0, NOT_NEARER * off - straight)
    if not is_held or formed_up is None:
        return -pull * far
    ready = is_ready(s, seen.axes, unit, stand.pose, stand.formation)
    if ready and is_ready(s, at_goal(seen.axes, goal, piece), unit, stand.pose, stand.formation):
        return READY[ready]
    far = span(formed_up.x - stand.pose.x, formed_up.y - stand.pose.y)
    if far > CLOSE_TO:
        far = how_far(s.ground, mover_of(unit), stand.pose.point, coarse(formed_up.point), seen.crowd)
    return READY[ready] - pull * far / 100  # who stands before others on its way has not arrived


def _takes(s: BattleState, stand: Stand, goal: Goal) -> bool:
    """Whether it would touch a place that is no houses, and so take it (risorgimento.i.1.3); one is enough."""
    unit, place = stand.unit, s.places.get(goal.place)
    if place is None or place.at is None or unit.arm == ARTILLERY:
        return False
    x, y = place.at
    if span(x - stand.pose.x, y - stand.pose.y) > CLOSE_TO:
        return False
    if not touches_place(s, place, outline_of(s.shape(unit, stand.formation), stand.pose)):
        return False
    others = (one for one in s.side(unit.seat) if one is not unit and one.is_steady and one.arm != ARTILLERY)
    return not any(touches_place(s, place, s.base(one).outline) for one in others)


def _crowded(s: BattleState, stand: Stand) -> float:
    """What it costs that a friend stands so near before or behind it that it has no room to turn: files get stuck."""
    x, y, heading = stand.pose
    ahead_x, ahead_y = sine(heading) / sine(900), -cosine(heading) / sine(900)
    found = 0.0
    files = stand.formation == MARCH and s.ground.road_at(x, y)  # as columns do on a road
    for one in s.side(stand.unit.seat):
        dx, dy = one.x - x, one.y - y
        if one is stand.unit or one.post or abs(dx) > ROOM or abs(dy) > ROOM:
            continue
        if files and one.formation == MARCH and abs(dx * ahead_y - dy * ahead_x) <= ON_ROAD:
            continue
        if dx * dx + dy * dy < TANGLED * TANGLED:
            return JAMMED
        if abs(dx * ahead_y - dy * ahead_x) <= IN_FILE:
            is_bar = one.arm == ARTILLERY and dx * ahead_x + dy * ahead_y > 0
            found = max(found, JAMMED if is_bar else CROWDED)
    return found


def bars(seen: Outlook, stand: Stand) -> bool:
    """Whether horse or guns stand before infantry of their own that is to go ahead: nobody passes them (e.7.1)."""
    x, y, _ = stand.pose
    for one in seen.s.side(seen.seat):
        goal = seen.goals.get(one.id)
        if one.arm != INFANTRY or one.post or not one.is_steady or goal is None or not goal.is_attack:
            continue
        to_x, to_y = goal.at
        place = seen.places.get(one.id)
        if place is not None and seen.is_held(goal):
            ahead = offset(place.heading, BEFORE_THEM)
            to_x, to_y = place.x + ahead[0], place.y + ahead[1]
        dx, dy = to_x - one.x, to_y - one.y
        far = span(dx, dy) or 1.0
        along, aside = ((x - one.x) * dx + (y - one.y) * dy) / far, abs((x - one.x) * dy - (y - one.y) * dx) / far
        if 0 < along < min(far, BEHIND_IT) and aside < ROOM:
            return True
    return False


def _company(seen: Outlook, stand: Stand) -> float:
    """In its commander's radius, where he is or will ride to, with others of its brigade at its side."""
    s, unit, (x, y, _) = seen.s, stand.unit, stand.pose
    leader = s.commanders[unit.commander]
    mates = [one for one in s.side(unit.seat) if one.commander == unit.commander and one is not unit and one.is_steady]
    total = 0.0
    if leader.commands:
        far, is_called = span(leader.x - x, leader.y - y), called_back_by(s, unit) is not None
        led = [one for one in mates if _attacks(seen, one)] if _attacks(seen, unit) else mates
        if led and not is_called:  # he rides with those who attack
            count = len(led)
            far = min(far, span(sum(one.x for one in led) // count - x, sum(one.y for one in led) // count - y))
        if far > leader.radius and not (is_called and _is_back(s, leader, stand)):
            total -= UNLED * min(1.0, 0.4 + (far - leader.radius) / 1500)
    if unit.arm == INFANTRY and not any(span(one.x - x, one.y - y) <= BESIDE for one in mates):
        total -= ALONE
    return total


def _is_back(s: BattleState, leader: Commander, stand: Stand) -> bool:
    """Whether a unit that may only go back to its commander has done so (risorgimento.a.1.17)."""
    return is_in_radius(s, leader, outline_of(s.shape(stand.unit, stand.formation), stand.pose))


def _attacks(seen: Outlook, unit: Unit) -> bool:
    goal = seen.goals.get(unit.id)
    return goal is not None and goal.is_attack
