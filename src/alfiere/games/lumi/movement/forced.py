"""Chapter 3.2.1, falling back: straight away from the enemy, through friends and over obstacles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from alfiere.battles.ground_forms import OUTWARDS
from alfiere.games.lumi.morale.losses import eliminate, lose
from alfiere.games.lumi.morale.states import at_least_disordered
from alfiere.games.lumi.sheets.ground import OBSTACLES, going
from alfiere.games.lumi.state.base import DEPLOYED, ENGAGED, OVER, ROUT, SQUARE, Base
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.unit import Unit, bases_of, body, formed, speed, unit_of
from alfiere.games.lumi.told.common import BaseMoved
from alfiere.kernel.procedure import Procedure
from alfiere.table.field import core_of
from alfiere.table.fronts import bearing
from alfiere.table.headings import FULL_TURN
from alfiere.table.legs import Footing, Pace, Shift, after
from alfiere.table.manoeuvre import Ground, Manoeuvre, meets_on
from alfiere.table.measuring import gap, within
from alfiere.table.shapes import grown
from alfiere.table.sight import sight_line

BEYOND: Final = 1_000  # hundredths by which a way is lengthened to come clear of friends, at the most
STEP: Final = 10


class Way(NamedTuple):
    """A straight way of a whole unit: how far, and whether something other than friends has cut it short."""

    far: int
    is_stopped: bool


def fall_back(g: LumiGame, unit: Unit, cause: Unit | None) -> Procedure[None]:
    """A unit falls back by its speed, facing as before; who is stopped on the way suffers a loss (.3.2.1a, .3.2.1b)."""
    s = g.state
    towards = away_from(s, unit, cause)
    starts = {one.id: outside(s, one, towards) for one in bases_of(s, unit)}
    way = _way(s, unit, cause, starts, towards, length(s, unit))
    legs = {id: Shift(way.far, (towards - start.pose.heading) % FULL_TURN) for id, start in starts.items()}
    passed = [friend for id, start in starts.items() for friend in _passed(s, unit, start, legs[id])]
    crossed = any(_crosses(s, start, after(start, legs[id])) for id, start in starts.items())
    for id, start in starts.items():
        _go(g, s.bases[id], after(start, legs[id]))
    for friend in dict.fromkeys(passed):  # once for each passage, lumi.3.1.10c
        at_least_disordered(g, friend, "passed-through", "lumi.3.1.10c")
    if crossed:
        at_least_disordered(g, unit, "obstacle", "lumi.3.2.1c")
    if way.is_stopped:
        yield from lose(g, unit, 1, "other")


def length(s: State, unit: Unit) -> int:
    """How far it falls back: its speed as it stands, of squares and deployed guns a fixed length (lumi.3.2.1a)."""
    return s.tables.distances.falls_back if unit.formation in (SQUARE, DEPLOYED) else speed(s, unit)


def away_from(s: State, unit: Unit, cause: Unit | None) -> int:
    """The heading away from who caused it, or from the nearest enemy not in rout, or home (lumi.3.2.1a, .3.2.1e)."""
    if cause is None or not bases_of(s, cause):
        foes = [one for one in s.foes(unit.seat) if one.state != ROUT]
        if not foes:
            return OUTWARDS[s.scenario.sides[unit.seat].home]
        nearest = min(
            foes, key=lambda one: min(gap(s.base(one).outline, s.base(own).outline) for own in bases_of(s, unit))
        )
        cause = unit_of(s, nearest)
    return bearing(body(s, cause).point, body(s, unit).point)


def outside(s: State, one: Base, towards: int) -> Footing:
    """Where it starts: where it stands, of a garrison right outside the buildings, on the far side (lumi.3.3.3m)."""
    footing = s.footing(one)
    leg = Shift(0, (towards - footing.pose.heading) % FULL_TURN)
    while one.post and s.ground.terrain.overlaps(one.post, after(footing, leg).outline):
        leg = leg._replace(length=leg.length + STEP)
    return after(footing, leg)


def _way(s: State, unit: Unit, cause: Unit | None, starts: dict[str, Footing], towards: int, far: int) -> Way:
    """How far all of it can go: to closed ground, or where it would come near another enemy (lumi.3.2.1b).

    It goes through friends, and on until it is clear of them, or stops before them where there is no room (.3.1.10c).
    """
    movers = {id: _manoeuvre(s, unit, cause, s.bases[id], start) for id, start in starts.items()}
    legs = {id: Shift(far, (towards - start.pose.heading) % FULL_TURN) for id, start in starts.items()}

    def reached(most: int) -> int:
        met = [movers[id].run(start, legs[id]._replace(length=most)) for id, start in starts.items()]
        return min([most, *(max(0, one.far) for one in met if one is not None)])

    def is_room(length: int) -> bool:
        ends = {id: after(start, legs[id]._replace(length=length)) for id, start in starts.items()}
        return all(movers[id].stands(end) is None and not is_across(s, end) for id, end in ends.items())

    most = reached(far)
    if most == far:
        beyond = reached(far + BEYOND)
        for length in range(far, beyond + 1, STEP):
            if is_room(length):
                return Way(length, is_stopped=False)
    return Way(next((length for length in range(most, 0, -1) if is_room(length)), 0), is_stopped=most < far)


def _manoeuvre(s: State, unit: Unit, cause: Unit | None, one: Base, start: Footing) -> Manoeuvre:
    """Closed ground, enemies and a ring around all but who caused it are in the way; the edge is not (lumi.1.1.7)."""
    near, leave_out = s.tables.distances.keep_off, set(cause.ids if cause else ())
    others = [s.base(foe) for foe in s.foes(unit.seat) if foe.id not in leave_out]
    rings = [Ground(foe.id, grown(foe.outline, near)) for foe in others if not within(foe.outline, start.outline, near)]
    pace = Pace(0, going=going(one.arm.id, one.formation, is_forced=True))
    friends = {friend.id for friend in s.side(unit.seat)}
    return Manoeuvre(
        s.scene, one.id, {start.formation: pace}, zones=rings, leave_out=unit.ids, through=friends, may_leave=True
    )


def is_across(s: State, end: Footing) -> bool:
    """Whether a base would stand across an obstacle (lumi.3.3.1o)."""
    core = core_of(end.shape, end.pose, s.field.slack)
    return any(one.is_obstacle and s.ground.terrain.gap(one.id, core) == 0 for one in s.ground.pieces.values())


def stands_over(s: State, unit: Unit) -> str:
    """The obstacle a unit was brought over into contact and still stands across: to it that is crossed (.3.3.1o)."""
    marked = dict.fromkeys(id for one in bases_of(s, unit) for id in OVER.all(one))
    if not marked:
        return ""
    here = body(s, unit)
    core = core_of(here.shape, here.pose, s.field.slack)
    return next((id for id in marked if s.ground.terrain.gap(id, core) == 0), "")


def _passed(s: State, unit: Unit, start: Footing, leg: Shift) -> Sequence[Unit]:
    """The formed friendly units a base passes through."""
    friends = [one for one in s.side(unit.seat) if one.id not in unit.ids and one.is_formed]
    met = set(meets_on(start, leg, [s.base(one) for one in friends], s.field.slack))
    return [friend for friend in formed(s) if met & set(friend.ids)]


def _crosses(s: State, start: Footing, end: Footing) -> bool:
    return bool(sight_line(s.ground.terrain, start.pose.point, end.pose.point, OBSTACLES).crossed)


def _go(g: LumiGame, one: Base, end: Footing) -> None:
    """It stands there, or is over the edge and gone (lumi.1.1.7)."""
    s, before = g.state, one.pose
    disengage(s, one)
    if not s.scene.is_on_table(end.outline):
        eliminate(g, one, "off-table")
        return
    s.stand(one, end)
    path = (before.point, end.pose.point)
    g.tell(BaseMoved(one.id, before, end.pose, path, end.formation, "fall-back", ("lumi.3.2.1a",)))


def disengage(s: State, one: Base) -> None:
    """A base is moved away: nobody is engaged with it any more (lumi.4.2.5)."""
    for other in s.bases.values():
        ENGAGED.take(other, one.id)
    ENGAGED.clear(one)
