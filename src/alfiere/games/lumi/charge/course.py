"""Straight ways of a whole unit at an enemy: how far it gets, whom it meets, how it is laid flush (4.1.5, 4.1.8).

A charge, a penetration, a pursuit and the last steps into contact are all such ways.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from typing import Final, NamedTuple

from alfiere.battles.contact import as_one, laid_along, struck
from alfiere.battles.open_battle import other
from alfiere.battles.standing import near
from alfiere.games.lumi.morale.losses import seek_refuge
from alfiere.games.lumi.morale.states import at_least_disordered
from alfiere.games.lumi.movement.costs import Fare
from alfiere.games.lumi.movement.forced import is_across, stands_over
from alfiere.games.lumi.sheets.ground import going
from alfiere.games.lumi.sheets.scenario_forms import Bound
from alfiere.games.lumi.state.base import DEPLOYED, OPEN, OVER, Base
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.bounds import bound_of, goes_beyond
from alfiere.games.lumi.state.standing import apart, base_of_general, outlines
from alfiere.games.lumi.state.unit import Unit, bases_of, body, form, together
from alfiere.games.lumi.told.common import BaseMoved
from alfiere.table.fronts import bearing, edge_of
from alfiere.table.headings import FULL_TURN
from alfiere.table.legs import LEFT, RIGHT, WHOLE, Footing, Pace, Shift, Turn, after
from alfiere.table.manoeuvre import Manoeuvre, meets_on, swept_along
from alfiere.table.measuring import within
from alfiere.table.offers import afforded
from alfiere.table.shapes import Outline
from alfiere.table.terrain import OBSTACLE

FAR: Final = 20_000  # hundredths: farther than any charge
STEP: Final = 50  # tenths of a degree by which a wheel is tried

Footings = dict[str, Footing]


class Way(NamedTuple):
    """A straight way: how far, what it costs where ground is slow, how the bases stand after it, what ended it."""

    far: int
    paid: int
    ends: Footings
    foe: str = ""  # the enemy base it has reached
    ground: str = ""  # the obstacle or the closed ground that has stopped it
    can_cross: bool = False  # of an obstacle: whether it can
    over: str = ""  # the obstacle it stands across in the end, lumi.3.3.1o


def footings(s: State, unit: Unit) -> Footings:
    """How its bases stand."""
    return {one.id: s.footing(one) for one in bases_of(s, unit)}


def now(s: State, unit: Unit) -> Unit:
    """What is left of a unit, in the formation it has by now."""
    bases = bases_of(s, unit)
    return together(bases) if bases else unit


def straight(
    s: State,
    unit: Unit,
    length: int,
    *,
    towards: int | None = None,
    starts: Footings | None = None,
    over: str = "",
    through_all: bool = False,
    most: int = FAR,
) -> Way:
    """As far as a unit gets straight ahead, or along a heading, with so much movement; slow ground costs double.

    ``starts``: from there instead of where it stands; ``over``: the obstacle that it crosses at once (.4.1.17);
    ``through_all``: it passes all friends (lumi.7.2.2m); ``most``: no farther than this, whatever it has.
    """
    starts = starts or footings(s, unit)
    facing = s.bases[unit.id].heading if towards is None else towards
    if over := over or stands_over(s, unit):
        return _across(s, unit, min(length, most), facing, starts, over, through_all=through_all)
    way = _free(s, unit, length, facing, starts, through_all=through_all, most=most)
    bound = bound_of(s, unit.seat)
    if bound is None or not goes_beyond(s, bound, (end.outline for end in way.ends.values())):
        return way
    return _free(
        s, unit, length, facing, starts, through_all=through_all, most=_far_within(s, bound, facing, way, starts)
    )


def _far_within(s: State, bound: Bound, facing: int, way: Way, starts: Footings) -> int:
    """How far along a way that leads out of it a unit is still in the area its side is bound to."""
    legs = {id: Shift(0, (facing - start.pose.heading) % FULL_TURN) for id, start in starts.items()}

    def is_out(far: int) -> bool:
        return goes_beyond(s, bound, (after(one, legs[id]._replace(length=far)).outline for id, one in starts.items()))

    return bisect_left(range(1, way.far + 1), True, key=is_out)


def _free(
    s: State, unit: Unit, length: int, facing: int, starts: Footings, *, through_all: bool = False, most: int = FAR
) -> Way:
    """As far as it gets on one side of all obstacles."""
    movers = {id: mover(s, unit, s.bases[id], through_all=through_all) for id in starts}
    legs = {id: Shift(min(length, most), (facing - start.pose.heading) % FULL_TURN) for id, start in starts.items()}
    far = min(afforded(movers[id], start, legs[id], length)[0].length for id, start in starts.items())
    met = None
    for id, start in starts.items():
        found = movers[id].run(start, legs[id]._replace(length=far)) if far else None
        if found is not None:
            far, met = max(0, found.far), found

    def ends(length: int) -> Footings:
        return {id: after(start, legs[id]._replace(length=length)) for id, start in starts.items()}

    while far and any(movers[id].stands(end) is not None for id, end in ends(far).items()):
        far -= 1  # a friend it passes through and may not stand on, or a hundredth lost in rounding
    end = ends(far)
    paid = max(movers[id].paid(start, legs[id]._replace(length=far)) or 0 for id, start in starts.items())
    by = met.by if met is not None else ""
    foe = by if by in s.bases and s.bases[by].seat != unit.seat else touched(s, unit, end)
    ground = "" if by in s.bases else by.rpartition(".")[0] if by in s.ground.terrain.openings else by
    return Way(far, paid, end, foe, ground, met is not None and met.reason == OBSTACLE)


def _across(
    s: State, unit: Unit, length: int, facing: int, starts: Footings, over: str, *, through_all: bool = False
) -> Way:
    """First wholly over an obstacle, unless an enemy stands nearer to it than that, then on (lumi.3.3.1o).

    Who stands over it already has crossed it, and may stop before it is clear of it.
    """
    has_crossed = stands_over(s, unit) == over
    movers = {id: mover(s, unit, s.bases[id], is_forced=True, through_all=through_all) for id in starts}
    legs = {id: Shift(0, (facing - start.pose.heading) % FULL_TURN) for id, start in starts.items()}
    found = Way(0, 0, starts, touched(s, unit, starts), over=over) if has_crossed else Way(0, 0, starts, ground=over)
    for far in range(1, length + 1):
        legs = {id: leg._replace(length=far) for id, leg in legs.items()}
        if any(movers[id].barred(start, legs[id]) is not None for id, start in starts.items()):
            break
        ends = {id: after(start, legs[id]) for id, start in starts.items()}
        if any(movers[id].stands(end) is not None for id, end in ends.items()):
            continue  # friends it passes through
        if touched(s, unit, ends):
            found = Way(far, far, ends, touched(s, unit, ends), over=over)
        elif not any(is_across(s, end) for end in ends.values()) and _has_passed(s, over, starts, ends):
            rest = _free(s, unit, length - far, facing, ends, through_all=through_all)
            return rest._replace(far=rest.far + far, paid=rest.paid + far)
        elif has_crossed:
            found = Way(far, far, ends, over=over)
    return found


def _has_passed(s: State, obstacle: str, starts: Footings, ends: Footings) -> bool:
    line = s.ground.terrain
    return all(
        not line.within(obstacle, end.outline, 0)
        and line.within(obstacle, Outline(swept_along(start.outline.points, *_moved(start, end))), 0)
        for start, end in zip(starts.values(), ends.values(), strict=True)
    )


def _moved(start: Footing, end: Footing) -> tuple[int, int]:
    return end.pose.x - start.pose.x, end.pose.y - start.pose.y


def mover(s: State, unit: Unit, one: Base, *, is_forced: bool = False, through_all: bool = False) -> Manoeuvre:
    """What is in the way of one of its bases: who may be passed through is not (lumi.3.1.10a, .3.1.10d)."""
    is_open = through_all or unit.formation == OPEN
    friends = {friend.id for friend in s.side(unit.seat) if is_open or friend.formation in (OPEN, DEPLOYED)}
    pace = Pace(WHOLE, is_free=True, going=going(one.arm.id, unit.formation, is_forced=is_forced))
    fare = Fare(s.ground.terrain)  # in slow ground with any part of it, lumi.3.3.3c
    return Manoeuvre(s.scene, one.id, {unit.formation: pace}, leave_out=unit.ids, through=friends, fare=fare)


def touched(s: State, unit: Unit, ends: Footings) -> str:
    """The enemy base that a unit standing there would touch, before all one with its front."""
    foes = [foe for end in ends.values() for foe in near(s, end.outline, s.field.touch, other(unit.seat))]
    foes = [foe for foe in foes if not foe.post]
    fronts = [edge_of(end.base(id)) for id, end in ends.items()]
    lines = [Outline((edge.start, edge.end)) for edge in fronts]
    return next(
        (foe.id for foe in foes if any(within(s.base(foe).outline, line, s.field.touch) for line in lines)),
        foes[0].id if foes else "",
    )


# The wheel at the start of a charge


def wheel(s: State, unit: Unit, target: Unit, most: int) -> Footings | None:
    """How a unit stands when it has wheeled, by so much at the most, to have a target straight ahead (lumi.4.1.5).

    None if it cannot, or friends or ground are in the way (lumi.4.1.2b). It does not wheel if it need not.
    """
    key = ("wheel", unit, target.ids, most, bound_of(s, unit.seat) is None)
    if key not in s.scene.memory:
        s.scene.memory[key] = _wheel(s, unit, target, most)
    found: Footings | None = s.scene.memory[key]
    return found


def _wheel(s: State, unit: Unit, target: Unit, most: int) -> Footings | None:
    here = body(s, unit)
    whole = Footing(unit.formation, here.shape, here.pose)  # type: ignore[arg-type]
    wanted = (bearing(whole.front, body(s, target).point) - here.pose.heading + 1800) % FULL_TURN - 1800
    side = 1 if wanted > 0 else -1
    for angle in dict.fromkeys((0, min(abs(wanted), most), *range(STEP, most + 1, STEP))):
        starts = turned(s, unit, whole, side * angle)
        if starts is not None and leads_to(s, unit, target, starts, (here.pose.heading + side * angle) % FULL_TURN):
            return starts
    return None


def turned(s: State, unit: Unit, whole: Footing, angle: int) -> Footings | None:
    """Its bases after a wheel on a front corner; None without room."""
    starts = footings(s, unit)
    if not angle:
        return starts
    leg = Turn(angle, whole.corner(RIGHT if angle > 0 else LEFT))
    movers = {id: mover(s, unit, s.bases[id]) for id in starts}
    if any(movers[id].barred(start, leg) is not None for id, start in starts.items()):
        return None
    ends = {id: after(start, leg) for id, start in starts.items()}
    return ends if all(movers[id].stands(end) is None for id, end in ends.items()) else None  # on friends it may not


def leads_to(s: State, unit: Unit, target: Unit, starts: Footings, towards: int, *, through_all: bool = False) -> bool:
    """Whether its straight way leads to a target, or first to another enemy or an obstacle it can cross (.4.1.15)."""
    here, there = body(s, unit).shape, body(s, target).shape
    most = apart(s, unit, target) + sum(here) + sum(there)  # it has met or passed it by then
    most = most if not s.bases[target.id].post else FAR
    way = straight(s, unit, FAR, towards=towards, starts=starts, most=most, through_all=through_all)
    if way.foe or (way.ground and way.ground == s.bases[target.id].post):
        return way.foe in target.ids or not way.foe or _is_beyond(s, target, starts, towards)
    return way.can_cross and _is_beyond(s, target, starts, towards)


def _is_beyond(s: State, target: Unit, starts: Footings, towards: int) -> bool:
    """Whether its way straight ahead would meet a target, whatever is before it; to graze it is not enough."""
    bases = [s.base(one) for one in bases_of(s, target)]
    legs = {id: Shift(FAR, (towards - start.pose.heading) % FULL_TURN) for id, start in starts.items()}
    return any(meets_on(start, legs[id], bases, s.field.slack) for id, start in starts.items())


# Going


def go(g: LumiGame, unit: Unit, ends: Mapping[str, Footing], how: str, rules: tuple[str, ...]) -> None:
    """Its bases stand there now; enemy generals alone make room (lumi.8.9), bad ground disorders (lumi.3.3.3b)."""
    s, ways = g.state, list[Outline]()
    for id, end in ends.items():
        one, before = s.bases[id], s.footing(s.bases[id])
        if end.pose == before.pose and end.formation == before.formation:
            continue
        s.stand(one, end)
        ways.append(Outline(swept_along(end.outline.points, *_moved(end, before))))
        path = (before.pose.point, end.pose.point)
        g.tell(BaseMoved(id, before.pose, end.pose, path, end.formation, how, rules))
    for general in s.generals.values():
        if general.is_on and not general.base and general.seat != unit.seat:
            disc = base_of_general(s, general).outline
            if any(within(disc, outline, 0) for outline in outlines(s, unit)):
                seek_refuge(g, general)
    if form(s, now(s, unit)).is_formed and any(
        piece.kind.disorders for outline in ways for piece in s.ground.touched(outline)
    ):
        at_least_disordered(g, unit, "terrain", "lumi.3.3.3b", by_terrain=True)


def come_over(s: State, unit: Unit, way: Way) -> None:
    """A way has brought it into contact before it was clear of an obstacle: that counts as crossed (lumi.3.3.1o)."""
    for one in bases_of(s, unit):
        OVER.clear(one)
        if way.over:
            OVER.put(one, way.over)


def lay(g: LumiGame, unit: Unit, foe: Base, rule: str = "lumi.4.1.8b") -> None:
    """A unit that has touched an enemy is turned until its front lies flush along the edge it touched, if it can be."""
    s = g.state
    here = body(s, unit)
    whole = Footing(unit.formation, here.shape, here.pose)  # type: ignore[arg-type]
    edge = struck(s, here, foe)
    if edge is None:
        return
    movers = {one.id: mover(s, unit, one, is_forced=True) for one in bases_of(s, unit)}
    laid = laid_along(whole, footings(s, unit), edge, lambda id, end: movers[id].stands(end) is None)
    if laid is not None:
        go(g, unit, laid, "align", (rule,))


def facing(s: State, unit: Unit, heading: int) -> Footings | None:
    """Its bases turned as one about their middle to a heading; None without room."""
    middle = body(s, unit).pose
    found = as_one(footings(s, unit), middle, middle._replace(heading=heading))
    movers = {one.id: mover(s, unit, one) for one in bases_of(s, unit)}
    return found if all(movers[id].stands(end) is None for id, end in found.items()) else None
