"""Where the computer sends a unit: ways to its goal and at the enemy, and how well it would stand at their end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from alfiere.battles.walking import span
from alfiere.games.risorgimento.command.chain import called_back_by, off
from alfiere.games.risorgimento.computer.assault import CLOSE_ORDER, is_open
from alfiere.games.risorgimento.computer.judgement import (
    SOONER,
    Outlook,
    Stand,
    bars,
    is_at_walls,
    stance,
    under_fire,
)
from alfiere.games.risorgimento.computer.nerve import SQUADRON, is_spared
from alfiere.games.risorgimento.computer.plan import ABOUT, Goal, mover_of
from alfiere.games.risorgimento.computer.ways import coarse, crowded, waypoints
from alfiere.games.risorgimento.fire.engaged import NO_SUPPORT, is_beside
from alfiere.games.risorgimento.melee.contact import melees
from alfiere.games.risorgimento.morale.disorder import may_force_march
from alfiere.games.risorgimento.movement.costs import Way, changes, speed, strategic
from alfiere.games.risorgimento.movement.fronts import sides_touched
from alfiere.games.risorgimento.movement.houses import Enter
from alfiere.games.risorgimento.movement.judging import Outset, Plan, engaged
from alfiere.games.risorgimento.movement.moves import Align, Move, may_align, tests_on
from alfiere.games.risorgimento.movement.places import groups, ways
from alfiere.games.risorgimento.movement.posts import entries
from alfiere.games.risorgimento.movement.storming import judge_storm
from alfiere.games.risorgimento.movement.zones import alignment
from alfiere.games.risorgimento.sheets.ground import OPPOSITE
from alfiere.games.risorgimento.state.battle import BattleState, other
from alfiere.games.risorgimento.state.posts import inside, sector_of
from alfiere.games.risorgimento.state.standing import FRONTS, near
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
from alfiere.kernel.decision import Decision, Grouped, Option
from alfiere.table.fronts import FLUSH, FRONT, bearing, contact
from alfiere.table.headings import FULL_TURN, cosine, offset, sine, turn_between
from alfiere.table.legs import Footing, Leg, Shift, Turn, after
from alfiere.table.manoeuvre import Manoeuvre
from alfiere.table.measuring import root_up
from alfiere.table.offers import Wanted, farthest, legs_to, poses
from alfiere.table.shapes import Point, Pose

GAIN: Final = 0.05  # what a move must promise to be thought of
RISK: Final = 1.2  # a loss point that enemies may inflict on who moves before them
UPSET, UPSET_AGAIN = 4.0, 1.5  # a test of order that it fails on the way, and for who is out of order already
LITTLE: Final = 2.5  # who finds no better one looks about for other ways
FORM_UP: Final = 1200  # hundredths from the enemy within which columns of march are no good
IN_LINE: Final = 3500  # the same of cavalry
FACED: Final = 3000
ODDS: Final = 0.8  # a point of strength more than the enemy it would touch
HOUSED: Final = 1.5  # an enemy in a village counts so much more
FARTHEST: Final = 1500  # hundredths: places so far off are not reached in one move
OBLIQUE: Final = 450
ASKEW: Final = 20  # tenths of a degree: who goes at somebody need not turn so little first
BACK: Final = 1200  # hundredths that horse before houses of the enemy looks for a way
ABREAST: Final = (-450, 0, 450)  # hundredths about an enemy that one keeps off on the way
JUST_BEFORE: Final = 1000  # a friend so near will not be gone before it comes to him
ASIDE: Final = 500  # hundredths past the middle of somebody who is in the way
BACK_OUT: Final = ("back", "beside", "left", "right", "about", "round", "reformed")
WELL_WITHIN: Final = 20  # hundredths within his commander's radius, for who is called back
CLOSEST, BACKWARDS, OFF = 3, (0, 450, -450, 900, -900), (ATTACK, OPEN, MARCH)  # who goes back: from whom, where, how
FEARED: Final = 4000  # hundredths from an enemy within which he looks for it: so far horse is noted to charge
IN_ZONE: Final = ("contact", "ahead", "oblique", "beside", "back", "reformed")
SIDEWAYS: Final = ("oblique", "left", "right", "about", "reformed", "round")
MOVE, ENTER, ALIGN = Move(), Enter(), Align()


def orders(s: BattleState, unit: Unit, decision: Decision, seen: Outlook) -> list[Option]:
    """The order that lets a unit stand best, or to stay; and the best attack, whose dice are worth a look ahead."""
    if engaged(s, unit):
        return _breaking_off(s, unit, decision, seen)
    goal = seen.goals.get(unit.id)
    others = (one for one in s.side(unit.seat) if one is not unit and not one.post)
    friends = [one.pose.point for one in others if one.formation != MARCH or not s.ground.road_at(one.x, one.y)]
    beside = [at for at in friends if span(at[0] - unit.x, at[1] - unit.y) <= JUST_BEFORE]
    crowd = crowded(s.ground, mover_of(unit), [*friends, *_kept_off(s, unit, goal)], beside)
    seen = seen._replace(crowd=crowd)
    here = stance(seen, Stand(unit, unit.pose, unit.formation, unit.post))
    stood: dict[Stand, float] = {}
    found: list[tuple[float, Option]] = []
    attacks: list[tuple[float, Option]] = []

    def weigh(option: Option, stand: Stand, risk: float) -> float:
        if stand not in stood:
            stood[stand] = stance(seen, stand) - here - RISK * under_fire(seen, stand)
        found.append((stood[stand] - risk, option))
        return found[-1][0]

    for option, stand, odds, risk in _candidates(s, unit, goal, decision, seen):
        if odds is not None and is_spared(unit, seen.prices[unit.id]):
            continue
        worth = weigh(option, stand, risk)
        if odds is not None:
            attacks.append((worth + odds, option))
    if not unit.post and max((worth for worth, _ in found), default=0.0) <= LITTLE:
        for option, stand, risk in _out_of_the_crowd(s, unit, goal):
            weigh(option, stand, risk)
    stay = decision.options.group(0) if isinstance(decision.options, Grouped) else decision.options[:1]
    worth, best = max(found, key=lambda one: one[0], default=(0.0, stay[0]))
    ordinary = best if worth > GAIN else stay[0]
    if not attacks:
        return [ordinary]
    attack = max(attacks, key=lambda one: one[0])[1]
    return [attack, ordinary if ordinary is not attack else stay[0]]


def _kept_off(s: BattleState, unit: Unit, goal: Goal | None) -> Iterator[Point]:
    """Where enemies stop who goes by them: about those it does not go at, as far as they control (e.6)."""
    if goal is None or goal.foe or not goal.is_attack:
        return
    about = 0 if is_open(s, unit.seat, goal) else ABOUT
    for foe in s.foes(unit.seat):
        if foe.is_steady and not foe.post and foe.arm != CAVALRY:
            if span(foe.x - goal.at[0], foe.y - goal.at[1]) > about:
                yield from ((foe.x + dx, foe.y + dy) for dx in ABREAST for dy in ABREAST)


def _breaking_off(s: BattleState, unit: Unit, decision: Decision, seen: Outlook) -> list[Option]:
    """To fight on or to withdraw; who fights nobody, as horse before houses, only stands in the way of others."""
    ways_back = _offered(decision, "withdraw")
    fights = any(unit in side.all for melee in melees(s) for side in melee.sides)
    if not ways_back:
        return _offered(decision, "stand")[:1]

    def worth(option: Option) -> float:
        return stance(seen, Stand(unit, Pose(*option["to"]), unit.formation, ""))

    back = max(ways_back, key=worth)
    return [*_offered(decision, "stand")[:1], back] if fights else [back]


def _offered(decision: Decision, verb: str) -> list[Option]:
    """The options of one kind."""
    options = decision.options
    if not isinstance(options, Grouped):
        return [one for one in options if one.key == verb]
    return [one for place, each in enumerate(options.verbs) if each == verb for one in options.group(place)]


def _candidates(
    s: BattleState, unit: Unit, goal: Goal | None, decision: Decision, seen: Outlook
) -> Iterator[tuple[Option, Stand, float | None, float]]:
    """Orders, how it would stand then, the odds against whom it would touch, if anybody, and the risk to its order."""
    o = Outset(s, unit)
    if unit.post:
        yield from _from_post(s, unit, decision)
    else:
        tried, fighting = set(), _who_attacks(o)
        for legs in (*_ways(o, goal, seen), *_formed_up(o, goal, seen)):
            if not legs or legs in tried:
                continue
            tried.add(legs)
            plan = o.judge(legs)
            if isinstance(plan, Plan) and not _only_brushes(s, unit, plan.end):
                stand = Stand(unit, plan.end.pose, plan.end.formation, "")
                odds = _clash(s, unit, plan.end) or _help(s, unit, plan.end, fighting)
                yield MOVE.option_of(unit, plan), stand, odds, _risk(s, unit, plan)
    if o.owners and may_align(s, unit):
        turn = alignment(s, unit, o.start)
        assert turn is not None
        pose = unit.pose._replace(heading=(unit.heading + turn[0]) % FULL_TURN)
        yield ALIGN.about(unit), Stand(unit, pose, unit.formation, ""), None, 0.0
    if unit.arm != CAVALRY:
        for entry in entries(o):
            stand = Stand(unit, entry.end.pose, entry.end.formation, entry.post)
            risk = _risk(s, unit, entry.plan) if entry.plan is not None else 0.0
            yield ENTER.about(unit, post=entry.post), stand, _storm(s, unit, entry.post), risk


def _risk(s: BattleState, unit: Unit, plan: Plan) -> float:
    """What the ground and the enemy near may do to its order on the way, which ends where it fails (b.1.3, e.5.4)."""
    keeps = 1.0
    for test in tests_on(s, unit, plan):
        keeps *= 1.0 - float(test.results.get(0, 0))
    return (UPSET if not unit.disorder else UPSET_AGAIN) * (1.0 - keeps)


def _out_of_the_crowd(s: BattleState, unit: Unit, goal: Goal | None) -> Iterator[tuple[Option, Stand, float]]:
    """Any way at all, for who is held up on that to its goal: past whoever is before it, or anywhere else."""
    o = Outset(s, unit)
    tried = set[Sequence[Leg]]()
    for legs in (*_past(o, goal), *(legs for name in groups(o) if name in SIDEWAYS for legs in ways(o, name))):
        if legs in tried:
            continue
        tried.add(legs)
        plan = o.judge(legs)
        if isinstance(plan, Plan) and not _only_brushes(s, unit, plan.end):
            yield MOVE.option_of(unit, plan), Stand(unit, plan.end.pose, plan.end.formation, ""), _risk(s, unit, plan)


def _past(o: Outset, goal: Goal | None) -> Iterator[tuple[Leg, ...]]:
    """Towards places on either side of its way."""
    s, unit = o.s, o.unit
    if goal is None or o.owners:
        return
    fast = speed(s, unit) or speed(s, unit, LIMBERED if unit.arm == ARTILLERY else MARCH)
    x, y = waypoints(s.ground, mover_of(unit), unit.pose.point, goal.at, fast)[0]
    dx, dy = offset((bearing(unit.pose.point, (x, y)) + 900) % FULL_TURN if (x, y) != unit.pose.point else 0, ASIDE)
    for point in ((x + dx, y + dy), (x - dx, y - dy)):
        yield from towards(o, point, unit.formation, 0)


def _formed_up(o: Outset, goal: Goal | None, seen: Outlook) -> Iterator[tuple[Leg, ...]]:
    """Square before the enemy, up to a side of his houses, or beside a friend who attacks him already."""
    s, unit = o.s, o.unit
    if unit.arm != INFANTRY or o.foes or o.why_not is not None:
        return
    m = o.manoeuvre(Way(stays_open=o.start.formation == OPEN))
    starts: list[tuple[tuple[Leg, ...], Footing]] = [((), o.start)]
    for formation in (ATTACK, LINE) if o.start.formation not in CLOSE_ORDER else (ATTACK,):
        change = changes(s, unit).get(formation)
        if change is not None and formation != o.start.formation:
            starts.append(((change,), after(o.start, change)))
    is_attack = goal is not None and goal.is_attack
    places = [*_beside_attackers(o)]
    if is_attack:
        places += _at_fronts(o, seen)
        if not o.owners and unit.id in seen.places:
            places.append(seen.places[unit.id])
    for pose in places:
        if span(pose.x - unit.x, pose.y - unit.y) <= FARTHEST:
            for first, here in starts:
                for legs in _legs_to(m, here, pose):
                    yield *first, *legs


def _legs_to(m: Manoeuvre, here: Footing, pose: Pose) -> Iterator[tuple[Leg, ...]]:
    """To a pose: as the table knows it, past a corner, or with the turn first, or with a turn to the way there."""
    yield from legs_to(m.pace(here), here, pose)
    dx, dy = pose.x - here.pose.x, pose.y - here.pose.y
    length = root_up(dx * dx + dy * dy)
    turn = (pose.heading - here.pose.heading + 1800) % FULL_TURN - 1800
    yield from _past_a_corner(m, here, pose, (Turn(turn),) if turn else ())
    if not turn or not length:
        return
    aside = _turn_to(here.pose._replace(heading=pose.heading), pose.point)
    if abs(aside) <= OBLIQUE:
        yield Turn(turn), Shift(length, aside % FULL_TURN)
    there = _turn_to(here.pose, pose.point)
    if there and turn != there:
        yield Turn(there), Shift(length), Turn((turn - there + 1800) % FULL_TURN - 1800)


def _past_a_corner(m: Manoeuvre, here: Footing, pose: Pose, first: tuple[Turn, ...]) -> Iterator[tuple[Leg, ...]]:
    """First as far aside as it must, then straight ahead: to the side of a friend who stands before it."""
    for leg in first:
        here = after(here, leg)
    ahead_x, ahead_y = sine(pose.heading) / sine(900), -cosine(pose.heading) / sine(900)
    dx, dy = pose.x - here.pose.x, pose.y - here.pose.y
    along, aside = dx * ahead_x + dy * ahead_y, dy * ahead_x - dx * ahead_y
    if 0 < abs(aside) < along:
        out = Shift(round(abs(aside) / sine(OBLIQUE) * sine(900)), (OBLIQUE if aside > 0 else -OBLIQUE) % FULL_TURN)
        there = after(here, out)
        yield from ((*first, out, *more) for more in legs_to(m.pace(there), there, pose))


def _at_fronts(o: Outset, seen: Outlook) -> Iterator[Pose]:
    """With the front on the sides of houses that the enemy holds, or on who is at a bridge: there they are attacked."""
    s, depth = o.s, o.s.shape(o.unit, ATTACK).depth
    for axis in seen.axes:
        if (axis.piece or axis.is_over) and span(axis.x - o.unit.x, axis.y - o.unit.y) <= speed(s, o.unit) + 400:
            dx, dy = offset(axis.heading, depth // 2)
            heading = (axis.heading + 1800) % FULL_TURN
            if axis.is_over and turn_between(heading, o.unit.heading) <= ASKEW:  # it is laid along him for nothing
                heading = o.unit.heading
            yield Pose(axis.x + dx, axis.y + dy, heading)


def _beside_attackers(o: Outset) -> Iterator[Pose]:
    """The places at the sides of friends who are in contact: from there they are supported (risorgimento.g.1.2)."""
    bases = [o.s.base(one) for one in _who_attacks(o)]
    return (pose for purpose, _, pose in poses(o.start, Wanted((), bases)) if purpose == "beside")


def _who_attacks(o: Outset) -> list[Unit]:
    """Friends near by who are in contact with the enemy."""
    near_by = (one for one in o.s.side(o.unit.seat) if span(one.x - o.unit.x, one.y - o.unit.y) <= FARTHEST)
    return [one for one in near_by if one is not o.unit and not one.post and one.is_steady and engaged(o.s, one)]


def _help(s: BattleState, unit: Unit, end: Footing, fighting: Sequence[Unit]) -> float | None:
    """What it adds to the melee of a friend it would stand flush beside, if any (risorgimento.g.1.4, .g.1.8)."""
    base = end.base(unit.id)
    is_able = unit.arm != ARTILLERY and end.formation not in NO_SUPPORT
    return ODDS * unit.left / 4 if is_able and any(is_beside(s, base, one, FLUSH) for one in fighting) else None


def _from_post(s: BattleState, unit: Unit, decision: Decision) -> Iterator[tuple[Option, Stand, float | None, float]]:
    """To another side of its village, out of it, or at the houses before it."""
    slots = s.ground.slots(sector_of(unit))
    for option in _offered(decision, "side"):
        side = next(name for name in slots if name == option["post"].partition("/")[2])
        next_door = s.ground.neighbours(sector_of(unit)).get(side, "")
        odds = _assault(s, unit, f"{next_door}/{OPPOSITE[side]}") if next_door else None
        yield option, Stand(unit, slots[side].infantry, unit.formation, option["post"]), odds, 0.0
    for option in _offered(decision, "storm"):
        plan = judge_storm(Outset(s, unit), option["post"])
        if isinstance(plan, Plan):
            stand = Stand(unit, plan.end.pose, plan.end.formation, "" if plan.legs else unit.post)
            yield option, stand, _assault(s, unit, option["post"]), _risk(s, unit, plan)
    for option in _offered(decision, "leave"):
        x, y, heading = option["to"]
        yield option, Stand(unit, unit.pose._replace(x=x, y=y, heading=heading), unit.formation, ""), None, 0.0


def _assault(s: BattleState, unit: Unit, post: str) -> float | None:
    """By how much it is stronger than those behind their walls who would man a side against it (.g.5.13)."""
    sector = post.partition("/")[0]
    theirs = [one.left for one in inside(s, sector) if one.seat != unit.seat and one.is_steady]
    return ODDS * (unit.left - HOUSED * max(theirs)) / 2 if theirs else None


def _clash(s: BattleState, unit: Unit, end: Footing) -> float | None:
    """By how much it is stronger than those it would touch there, if anybody."""
    touched = [one for one in near(s, end.outline, s.scene.field.touch, other(unit.seat)) if one.is_steady]
    if unit.arm == CAVALRY:
        touched = [one for one in touched if not one.post]  # it only stands before houses, and in the way
    elif unit.arm == INFANTRY:
        touched += _who_would_man(s, unit, end)
    if not touched or unit.arm == ARTILLERY:
        return None
    theirs = max(one.left * (HOUSED if one.post else 1.0) * (0.5 if one.arm == ARTILLERY else 1.0) for one in touched)
    return ODDS * (unit.left - theirs) / 2


def _only_brushes(s: BattleState, unit: Unit, end: Footing) -> bool:
    """Whether it would lie along enemies, none of them on its front: it fights nobody and is held there (e.8.10)."""
    base, touch = end.base(unit.id), s.scene.field.touch
    touched = (one for one in near(s, end.outline, touch, other(unit.seat)) if one.is_steady)
    found = [how.own for how in (contact(base, s.base(one), touch) for one in touched) if how and how.length > touch]
    fronts = FRONTS.get(end.formation, (FRONT,))
    return bool(found) and not any(own in fronts for own in found) and not any(sides_touched(s, unit, end))


def _who_would_man(s: BattleState, unit: Unit, end: Footing) -> Iterator[Unit]:
    """Enemies in houses who come to the side that its front would lie on, from another one (risorgimento.g.5.13)."""
    for sector in dict.fromkeys(piece for piece, _, _ in sides_touched(s, unit, end)):
        yield from (one for one in inside(s, sector) if one.seat != unit.seat and one.is_steady)


def _storm(s: BattleState, unit: Unit, post: str) -> float | None:
    """By how much it is stronger than those in houses it would get into: without their walls (risorgimento.g.5.14)."""
    theirs = [one.left for one in inside(s, post.partition("/")[0]) if one.seat != unit.seat and one.is_steady]
    return ODDS * (unit.left - max(theirs)) / 2 if theirs else None


def _ways(o: Outset, goal: Goal | None, seen: Outlook) -> Iterator[Sequence[Leg]]:
    """Ways worth trying: to the goal in the formation that suits, ahead, at the enemy, a look at him."""
    s, unit = o.s, o.unit
    yield from _back_to_leader(o)
    if o.owners:
        for name in IN_ZONE:
            yield from ways(o, name)
        return
    foes = [one for one in s.foes(unit.seat) if one.is_steady]
    nearest = min(foes, key=lambda one: (span(one.x - unit.x, one.y - unit.y), one.id), default=None)
    far = span(nearest.x - unit.x, nearest.y - unit.y) if nearest is not None else 1e9
    feared = [one for one in foes if one.arm != CAVALRY or one.left > SQUADRON]
    apart = min((span(one.x - unit.x, one.y - unit.y) - SOONER * (one.arm == CAVALRY) for one in feared), default=1e9)
    fast = speed(s, unit) or speed(s, unit, LIMBERED if unit.arm == ARTILLERY else MARCH)
    if goal is not None:
        formed_up = seen.places.get(unit.id) if seen.is_held(goal) else None
        at = coarse(formed_up.point) if formed_up is not None else goal.at
        for point in waypoints(s.ground, mover_of(unit), unit.pose.point, at, fast, seen.crowd):
            for formation in formations(unit, apart):
                yield from towards(o, point, formation, far)
    if unit.arm == CAVALRY and nearest is not None:
        if is_at_walls(seen, unit.x, unit.y) or bars(seen, Stand(unit, unit.pose, unit.formation, "")):
            away = bearing(nearest.pose.point, unit.pose.point) if far else 0
            for turn in (0, 450, -450, 900, -900, 1350, -1350):
                dx, dy = offset((away + turn) % FULL_TURN, BACK)
                yield from towards(o, (unit.x + dx, unit.y + dy), LINE, 0)
    if far <= FEARED and is_spared(unit, seen.prices[unit.id]):
        yield from _away(o, foes)
    elif far <= fast + 700:
        yield from ways(o, "contact")
    if nearest is not None and far <= FACED:
        yield from _facing(s, unit, nearest.pose.point)
    if unit.arm == ARTILLERY:
        for foe in foes:
            if foe is not nearest and span(foe.x - unit.x, foe.y - unit.y) <= FACED:
                yield from _facing(s, unit, foe.pose.point)
    if s.ground.road_at(unit.x, unit.y) and far > FORM_UP:
        yield from ways(o, "road")


def _back_to_leader(o: Outset) -> Iterator[tuple[Leg, ...]]:
    """Just into the radius of the commander who calls it back, or farther: it may do nothing else (a.1.17, a.1.28)."""
    who = called_back_by(o.s, o.unit)
    if who is None:
        return
    least = off(o.s, who, o.start) - who.radius + WELL_WITHIN
    for legs in o.straight_back:
        last = legs[-1]
        if isinstance(last, Shift) and 0 < least < last.length:
            yield *legs[:-1], last._replace(length=least)
        yield tuple(legs)


def _away(o: Outset, foes: Sequence[Unit]) -> Iterator[tuple[Leg, ...]]:
    """Back, as fast as it gets, for who runs at the next test that fails: from the enemies who are near."""
    unit = o.unit
    close = sorted(foes, key=lambda one: (span(one.x - unit.x, one.y - unit.y), one.id))[:CLOSEST]
    x, y = sum(one.x for one in close) // len(close), sum(one.y for one in close) // len(close)
    back = bearing((x, y), unit.pose.point) if (x, y) != unit.pose.point else (unit.heading + 1800) % FULL_TURN
    for name in groups(o):
        if name in BACK_OUT:
            yield from ways(o, name)
    for turn in BACKWARDS:
        dx, dy = offset((back + turn) % FULL_TURN, FARTHEST)
        for formation in (LIMBERED,) if unit.arm == ARTILLERY else (LINE,) if unit.arm == CAVALRY else OFF:
            yield from towards(o, (unit.x + dx, unit.y + dy), formation, 0)


def formations(unit: Unit, far: float) -> tuple[str, ...]:
    """In what it should go, so far from the enemy."""
    if unit.arm == ARTILLERY:
        return (LIMBERED,)
    if unit.arm == CAVALRY:
        return (MARCH, LINE) if far > IN_LINE else (LINE,)
    if far > FORM_UP:
        return (MARCH, OPEN, ATTACK)
    return (OPEN, ATTACK)


def towards(o: Outset, point: Point, formation: str, far: float) -> Iterator[tuple[Leg, ...]]:
    """Straight to a point or as far as it gets, after a change of formation and a turn; by a long march if it may."""
    s, unit = o.s, o.unit
    way = Way(stays_open=unit.arm == INFANTRY and o.start.formation == formation == OPEN)
    m = o.manoeuvre(way, watched=True)
    if far > s.tables.distances.strategic and may_force_march(unit):
        yield from _straight(o, m, point, formation, strategic(s, unit))
    yield from _straight(o, m, point, formation, o.has)
    if m.zones:  # into them it may go too, if it goes at the enemy
        yield from _straight(o, o.manoeuvre(way), point, formation, o.has)


def _straight(o: Outset, m: Manoeuvre, point: Point, formation: str, has: int) -> Iterator[tuple[Leg, ...]]:
    start = here = o.start
    legs: list[Leg] = []
    if formation != start.formation:
        change = changes(o.s, o.unit).get(formation)
        paid = m.paid(start, change) if change is not None else None
        if change is None or paid is None or paid > has:
            return
        legs.append(change)
        has, here = has - paid, after(start, change)
    angle = _turn_to(here.pose, point)
    asides = (0, angle % FULL_TURN) if 0 < abs(angle) <= o.s.tables.angles.oblique else (0,)
    for move in farthest(m, here, asides, has, (start,)):  # without a turn, for which there may be no room
        yield *legs, move.legs[0]
    if not angle:
        return
    yield from ((*legs, *turned) for turned in _turned(m, here, point, has, start))
    if m.barred(here, Turn(angle)) is not None:  # among others of its column: first a length ahead
        for move in farthest(m, here, (0,), has, (start,)):
            leg = move.legs[0]
            assert isinstance(leg, Shift)
            step = leg._replace(length=min(leg.length, here.shape.depth))
            paid = m.paid(here, step)
            if paid is not None:
                out = _turned(m, after(here, step), point, has - paid, start)
                yield from ((*legs, step, *turned) for turned in out)


def _turned(m: Manoeuvre, here: Footing, point: Point, has: int, start: Footing) -> Iterator[tuple[Leg, ...]]:
    """A turn to a point, and as far towards it as it gets, or just there."""
    turn = Turn(_turn_to(here.pose, point))
    length = root_up((here.pose.x - point[0]) ** 2 + (here.pose.y - point[1]) ** 2)
    paid = m.paid(here, turn)
    if paid is None or paid > has or m.barred(here, turn) is not None:
        return
    for move in farthest(m, after(here, turn), (0,), has - paid, (start,)):
        leg = move.legs[0]
        assert isinstance(leg, Shift)
        yield turn, leg
        if leg.length > length > 0:
            yield turn, leg._replace(length=length)


def _facing(s: BattleState, unit: Unit, point: Point) -> Iterator[tuple[Leg, ...]]:
    """A look at the enemy, and a formation to meet him in."""
    angle = _turn_to(unit.pose, point)
    turns: tuple[Leg, ...] = (Turn(angle),) if angle else ()
    if turns:
        yield turns
    for formation in (UNLIMBERED,) if unit.arm == ARTILLERY else (LINE, OPEN):
        change = changes(s, unit).get(formation)
        if change is not None and formation != unit.formation:
            yield *turns, change


def _turn_to(pose: Pose, point: Point) -> int:
    """By how much to turn to look at a point, to the right if it is positive."""
    return (bearing(pose.point, point) - pose.heading + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2
