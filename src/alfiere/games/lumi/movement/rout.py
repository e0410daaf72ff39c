"""Chapter 3.2.2d-g, the rout movement: by the shortest way home that keeps off the enemy, and off the table at its end.

Each base of a unit runs for itself, the nearest to home first; what a rout costs besides stands in morale/giving_way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Final

from alfiere.battles.flight import way_to_edge
from alfiere.battles.ground_forms import OUTWARDS, Edge
from alfiere.games.lumi.morale.giving_way import Forced
from alfiere.games.lumi.morale.losses import eliminate
from alfiere.games.lumi.morale.states import at_least_disordered
from alfiere.games.lumi.movement.forced import BEYOND, STEP, away_from, disengage, fall_back, is_across, outside
from alfiere.games.lumi.sheets.ground import going
from alfiere.games.lumi.state.base import ARTILLERY, COLUMN, LIMBERED, ROUT, Base
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.unit import Unit, bases_of, formed
from alfiere.games.lumi.told.common import BaseMoved
from alfiere.kernel.procedure import Procedure
from alfiere.table.barriers import Zone
from alfiere.table.fronts import bearing
from alfiere.table.headings import divided
from alfiere.table.legs import WHOLE, Footing, Pace, Shift
from alfiere.table.manoeuvre import Manoeuvre, meets_on
from alfiere.table.measuring import root_up, within
from alfiere.table.reach import Journey
from alfiere.table.shapes import Base as Placed
from alfiere.table.shapes import Disc, Point, Pose, Rect, base

DETOURS: Final = (200, 600, 1_500)


def rout(g: LumiGame, unit: Unit) -> Procedure[None]:
    """All its bases run (lumi.3.2.2d, .3.2.2e)."""
    yield from ()
    towards = away_from(g.state, unit, None)
    for one in sorted(bases_of(g.state, unit), key=lambda one: to_go(g.state, one, one.pose.point)):
        _run(g, unit, one, outside(g.state, one, towards))


def to_go(s: State, one: Base, at: Point) -> int:
    """How far a place is from the home edge of a base."""
    (x, y), wide, deep = at, s.scenario.width, s.scenario.depth
    return {"north": y, "south": deep - y, "west": x, "east": wide - x}[_home(s, one)]


def _home(s: State, one: Base) -> Edge:
    return s.scenario.sides[one.seat].home


def _run(g: LumiGame, unit: Unit, one: Base, start: Footing) -> None:
    """One base runs: twice its move in column, off the table if that leads over the edge (lumi.1.1.7).

    It ends in column and facing home; where it would stop on friends it is set beyond them, or before (.3.1.10c).
    """
    s, formation = g.state, LIMBERED if one.kind == ARTILLERY else COLUMN
    far = one.arm.speed[formation] * s.tables.shares.rout // WHOLE  # type: ignore[index]
    wide = s.shape(one, formation).width
    runner = base(one.id, Disc(wide // 2), *start.pose)
    size = s.scenario.width, s.scenario.depth
    trips = partial(_journey, s, one, runner, formation)
    way = way_to_edge(trips, runner.point, _home(s, one), size, wide // 2, DETOURS)
    disengage(s, one)
    if to_go(s, one, way.end) > wide // 2 + s.field.touch + 1:
        eliminate(g, one, "no-way")
        return
    passed = _passed(s, unit, way.points, min(far, way.length), wide)
    ends = {length: _end(s, one, formation, way.points, length) for length in _lengths(far, way.length)}
    if far >= way.length or not s.scene.is_on_table(ends[far].outline):
        eliminate(g, one, "off-table")
    else:
        free = (end for end in ends.values() if _is_room(s, one, end))
        _stand(g, one, next(free, None))
    for friend in passed:
        at_least_disordered(g, friend, "passed-through", "lumi.3.1.10c")


def _stand(g: LumiGame, one: Base, end: Footing | None) -> None:
    if end is None:
        eliminate(g, one, "no-way")
        return
    before = one.pose
    g.state.stand(one, end)
    path = (before.point, end.pose.point)
    g.tell(BaseMoved(one.id, before, end.pose, path, end.formation, "rout", ("lumi.3.2.2d", "lumi.3.2.2e")))


def _journey(s: State, one: Base, runner: Placed, formation: str, most: int) -> Journey:
    """Its way of so much at the most: through friends, not slowed, more than 1um from enemies (lumi.3.2.2d, .3.2.2g).

    Enemies that near at the start are left out of account, but not touched.
    """
    clear = s.tables.distances.rout_clear
    foes = [foe for foe in s.foes(one.seat) if foe.state != ROUT]
    far = [s.base(foe) for foe in foes if not within(s.base(foe).outline, runner.outline, clear)]
    friends = {friend.id for friend in s.on_table if friend.seat == one.seat or friend.state == ROUT}
    ground = going(one.arm.id, formation, is_forced=True)
    return s.scene.journey(runner, most, going=ground, zones=[Zone(foe, clear) for foe in far], leave_out=friends)


def _lengths(far: int, whole: int) -> Iterator[int]:
    """How far along its way it may end: where it should, then beyond that, then before."""
    yield from range(far, min(far + BEYOND, whole) + 1, STEP)
    yield from range(far, -1, -STEP)


def _end(s: State, one: Base, formation: str, points: Sequence[Point], length: int) -> Footing:
    """How it stands after so much of its way: in column, facing home."""
    x, y = points[-1]
    for (ax, ay), (bx, by) in pairwise(points):
        leg = max(1, root_up((bx - ax) ** 2 + (by - ay) ** 2))
        if length <= leg:
            x, y = ax + divided((bx - ax) * length, leg), ay + divided((by - ay) * length, leg)
            break
        length -= leg
    return Footing(formation, s.shape(one, formation), Pose(x, y, OUTWARDS[_home(s, one)]))


def _is_room(s: State, one: Base, end: Footing) -> bool:
    pace = Pace(0, going=going(one.arm.id, end.formation, is_forced=True))
    return Manoeuvre(s.scene, one.id, {end.formation: pace}).stands(end) is None and not is_across(s, end)


def _passed(s: State, unit: Unit, points: Sequence[Point], far: int, wide: int) -> list[Unit]:
    """The formed friendly units it passes through on its way (lumi.3.1.10c)."""
    friends = [s.base(one) for one in s.side(unit.seat) if one.id not in unit.ids and one.is_formed]
    met: set[str] = set()
    for start, end in pairwise(points):
        leg = min(far, root_up((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2))
        if leg > 0:
            runner = Footing("", Rect(wide, wide), Pose(*start, bearing(start, end)))
            met |= set(meets_on(runner, Shift(leg, 0), friends, s.field.slack))
        far -= leg
    return [friend for friend in formed(s) if met & set(friend.ids)]


FORCED: Final = Forced(fall_back, rout)
