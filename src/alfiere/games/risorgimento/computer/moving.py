"""Where the computer sends a unit: ways to its goal and at the enemy, and how well it would stand at their end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from alfiere.battles.ground_forms import INWARDS, OUTWARDS
from alfiere.battles.walking import span
from alfiere.games.risorgimento.computer.judgement import Outlook, Stand, stance
from alfiere.games.risorgimento.computer.plan import Goal, mover_of
from alfiere.games.risorgimento.computer.ways import waypoints
from alfiere.games.risorgimento.morale.disorder import may_force_march
from alfiere.games.risorgimento.movement.costs import Way, changes, speed, strategic
from alfiere.games.risorgimento.movement.houses import Enter
from alfiere.games.risorgimento.movement.judging import Outset, Plan
from alfiere.games.risorgimento.movement.moves import Move, way_to
from alfiere.games.risorgimento.movement.places import ways
from alfiere.games.risorgimento.movement.posts import entries
from alfiere.games.risorgimento.state.battle import BattleState, other
from alfiere.games.risorgimento.state.posts import inside, sector_of
from alfiere.games.risorgimento.state.standing import near
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
from alfiere.table.fronts import bearing
from alfiere.table.headings import FULL_TURN, offset
from alfiere.table.legs import Footing, Leg, Shift, Turn, after
from alfiere.table.manoeuvre import Manoeuvre
from alfiere.table.measuring import root_up
from alfiere.table.offers import farthest
from alfiere.table.shapes import Point, Pose

FEW: Final = 3  # moves of a unit that are looked at more closely
GAIN: Final = 0.05  # what a move must promise to be thought of
FORM_UP: Final = 2200  # hundredths from the enemy within which columns of march are no good
IN_LINE: Final = 3500  # the same of cavalry
FACED: Final = 3000
ODDS: Final = 0.8  # a point of strength more than the enemy it would touch
HOUSED: Final = 1.5  # an enemy in a village counts so much more
STORM: Final = 3.0  # at a side of houses that are to be taken
MOVE, ENTER = Move(), Enter()


def orders(s: BattleState, unit: Unit, decision: Decision, seen: Outlook) -> list[Option]:
    """The few orders that let a unit stand better than it does, and the one to stay, which comes first in its list."""
    goal = seen.goals.get(s.group_of(unit))
    here = stance(seen, Stand(unit, unit.pose, unit.formation, unit.post))
    found: dict[Stand, tuple[float, Option]] = {}
    for option, stand, more in _candidates(s, unit, goal, decision):
        if stand not in found:
            found[stand] = stance(seen, stand) - here + more, option
    best = sorted(found.values(), key=lambda one: -one[0])[:FEW]
    stay = decision.options.group(0) if isinstance(decision.options, Grouped) else decision.options[:1]
    return [*(option for worth, option in best if worth > GAIN), *stay]


def _candidates(
    s: BattleState, unit: Unit, goal: Goal | None, decision: Decision
) -> Iterator[tuple[Option, Stand, float]]:
    """Orders, how it would stand then, and what is to be said for them besides."""
    o = Outset(s, unit)
    if unit.post:
        yield from _from_post(s, unit, decision)
    else:
        for legs in _ways(o, goal):
            plan = o.judge(legs) if legs else None
            if isinstance(plan, Plan):
                stand = Stand(unit, plan.end.pose, plan.end.formation, "")
                yield MOVE.option_of(unit, plan), stand, _clash(s, unit, plan.end)
    if unit.arm == INFANTRY and not unit.post and goal is not None and goal.is_attack and goal.place:
        yield from _at_houses(s, unit, s.places[goal.place].piece)
    if unit.arm != CAVALRY:
        for entry in entries(o):
            stand = Stand(unit, entry.end.pose, entry.end.formation, entry.post)
            yield ENTER.about(unit, post=entry.post), stand, 0.0


def _at_houses(s: BattleState, unit: Unit, piece: str) -> Iterator[tuple[Option, Stand, float]]:
    """Up to a side of the houses that are to be taken, where the enemy holds them: there they are attacked."""
    held = inside(s, piece) if piece and s.ground.pieces[piece].is_built_up else []
    theirs = max((one.left for one in held if one.seat != unit.seat), default=0)
    if not theirs:
        return
    depth = s.shape(unit).depth
    for side, slot in s.ground.slots(piece).items():
        dx, dy = offset(OUTWARDS[side], depth // 2 + s.shape(unit, OPEN).depth // 2)
        pose = Pose(slot.infantry.x + dx, slot.infantry.y + dy, INWARDS[side])
        if span(pose.x - unit.x, pose.y - unit.y) <= speed(s, unit) + 200:
            plan = way_to(s, unit, pose)
            if isinstance(plan, Plan):
                stand = Stand(unit, plan.end.pose, plan.end.formation, "")
                yield MOVE.option_of(unit, plan), stand, STORM + ODDS * (unit.left - theirs) / 2


def _from_post(s: BattleState, unit: Unit, decision: Decision) -> Iterator[tuple[Option, Stand, float]]:
    """To another side of its village, or out of it."""
    if not isinstance(decision.options, Grouped):
        return
    slots = s.ground.slots(sector_of(unit))
    for place, verb in enumerate(decision.options.verbs):
        for option in decision.options.group(place) if verb in ("side", "leave") else ():
            if verb == "side":
                side = option["post"].partition("/")[2]
                pose = next(slot.infantry for name, slot in slots.items() if name == side)
                yield option, Stand(unit, pose, unit.formation, option["post"]), 0.0
            else:
                x, y, heading = option["to"]
                yield option, Stand(unit, unit.pose._replace(x=x, y=y, heading=heading), unit.formation, ""), 0.0


def _clash(s: BattleState, unit: Unit, end: Footing) -> float:
    """Whom it would touch there, and whether it is the stronger."""
    touched = [one for one in near(s, end.outline, s.scene.field.touch, other(unit.seat)) if one.is_steady]
    if not touched or unit.arm == ARTILLERY:
        return 0.0
    theirs = max(one.left * (HOUSED if one.post else 1.0) * (0.5 if one.arm == ARTILLERY else 1.0) for one in touched)
    return 1.0 + ODDS * (unit.left - theirs) / 2


def _ways(o: Outset, goal: Goal | None) -> Iterator[Sequence[Leg]]:
    """Ways worth trying: to the goal in the formation that suits, ahead, at the enemy, a look at him."""
    s, unit = o.s, o.unit
    if o.owners:
        for name in ("contact", "ahead", "back"):
            yield from ways(o, name)
        return
    foes = [one for one in s.foes(unit.seat) if one.is_steady]
    nearest = min(foes, key=lambda one: (span(one.x - unit.x, one.y - unit.y), one.id), default=None)
    far = span(nearest.x - unit.x, nearest.y - unit.y) if nearest is not None else 1e9
    fast = speed(s, unit) or speed(s, unit, LIMBERED if unit.arm == ARTILLERY else MARCH)
    if goal is not None:
        for point in waypoints(s.ground, mover_of(unit), unit.pose.point, goal.at, fast):
            for formation in dict.fromkeys((*formations(unit, far), unit.formation)):
                yield from towards(o, point, formation, far)
    if far <= fast + 700:
        yield from ways(o, "contact")
    if nearest is not None and far <= FACED:
        yield from _facing(s, unit, nearest.pose.point)
    if s.ground.road_at(unit.x, unit.y) and far > FORM_UP:
        yield from ways(o, "road")


def formations(unit: Unit, far: float) -> tuple[str, ...]:
    """In what it should go, so far from the enemy."""
    if unit.arm == ARTILLERY:
        return (LIMBERED,)
    if unit.arm == CAVALRY:
        return (MARCH, LINE) if far > IN_LINE else (LINE,)
    if far > FORM_UP:
        return (MARCH, ATTACK)
    return (OPEN, ATTACK) if unit.profile.is_light_infantry else (ATTACK, LINE)


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
    wanted = UNLIMBERED if unit.arm == ARTILLERY else LINE
    for formation in dict.fromkeys((wanted, OPEN if unit.profile.is_light_infantry else wanted)):
        change = changes(s, unit).get(formation)
        if change is not None and formation != unit.formation:
            yield *turns, change


def _turn_to(pose: Pose, point: Point) -> int:
    """By how much to turn to look at a point, to the right if it is positive."""
    return (bearing(pose.point, point) - pose.heading + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2
