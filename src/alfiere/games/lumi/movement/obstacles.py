"""Chapters 3.3.1 and 3.3.2: obstacles stop whoever meets them; they are crossed later, perhaps by a die."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

from alfiere.battles.ways import runs_along
from alfiere.games.lumi.morale.dice import roll
from alfiere.games.lumi.morale.states import at_least_disordered
from alfiere.games.lumi.movement.costs import paces, use
from alfiere.games.lumi.movement.forced import stands_over
from alfiere.games.lumi.movement.judging import passes_through
from alfiere.games.lumi.movement.zones import rings
from alfiere.games.lumi.sheets.ground import BRIDGE, OBSTACLES, Piece
from alfiere.games.lumi.state.base import OF_BASE
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.standing import outlines
from alfiere.games.lumi.state.unit import Unit, bases_of, body, kind
from alfiere.games.lumi.told.common import BaseMoved
from alfiere.games.lumi.told.movement import ObstacleRolled, ObstacleTried
from alfiere.kernel.objection import Objection, because
from alfiere.table.bodies import Together
from alfiere.table.fronts import edge_of
from alfiere.table.legs import Footing, Shift, after
from alfiere.table.shapes import Outline
from alfiere.table.sight import sight_line

FAILED_AT = OF_BASE.about("failed at", str)  # an obstacle: it crosses the next time without a die, lumi.3.3.1g
STEP: Final = 5
TRIED: Final = 1  # millionth of a move: a try counts as movement, of no length, lumi.3.3.1f
FARTHEST: Final = 500  # hundredths to look for a place beyond


def meets(g: LumiGame, unit: Unit, obstacle: str) -> None:
    """A unit has come to an obstacle; if nobody knows yet how hard it is, a die tells, for good (.3.3.2b, .3.3.2d)."""
    s = g.state
    if s.ground.pieces[obstacle].level is not None:
        return
    die = roll(g, unit.seat)
    level = s.tables.random_levels[die - 1]
    s.levels[obstacle] = level
    s.laid = None  # to some it may be closed now
    g.tell(ObstacleRolled(obstacle, die, level, ("lumi.3.3.2b", "lumi.3.3.2c")))


def touches(g: LumiGame, unit: Unit) -> None:
    """A unit has moved: whatever obstacle it touches now, it has met."""
    s = g.state
    unknown = [one.id for one in s.ground.pieces.values() if one.is_obstacle and one.level is None]
    for id in unknown:
        if any(s.ground.terrain.within(id, one, s.field.touch) for one in outlines(s, unit)):
            meets(g, unit, id)


def waits_at(s: State, unit: Unit) -> Iterator[Piece]:
    """The obstacles right before its front, and the one it stands over since it came into contact (lumi.3.3.1o)."""
    front, over = edge_of(body(s, unit)), stands_over(s, unit)
    line = Outline((front.start, front.end))
    for piece in s.ground.pieces.values():
        if piece.is_obstacle and (piece.id == over or s.ground.terrain.within(piece.id, line, s.field.touch)):
            yield piece


def uses_opening(s: State, unit: Unit, obstacle: str) -> bool:
    """Whether its front is at an opening or bridge that its formation may use (lumi.3.3.1h, .3.3.1n)."""
    front, known = edge_of(body(s, unit)), s.ground.known
    at = s.ground.terrain.touched_openings(Outline((front.start, front.end)), s.field.touch)
    own = {one.id for one in s.ground.terrain.feature(obstacle).openings}
    ways = (known.bridge if one.kind == BRIDGE else known.opening for one in at if one.id in own)
    return any(unit.formation in way.formations for way in ways)


def is_by_road(s: State, unit: Unit, there: dict[str, Footing]) -> bool:
    """Whether it crosses along a road, as by an opening (lumi.3.3.3d)."""
    roads = [one.id for one in s.ground.known.kinds.values() if one.is_road]
    bases = bases_of(s, unit) if s.tables.formations[unit.formation].uses_roads else []
    return bool(bases) and all(
        runs_along(s.ground.terrain, roads, one.pose.point, there[one.id].pose.point) for one in bases
    )


def beyond(s: State, unit: Unit, obstacle: str) -> dict[str, Footing] | None:
    """The first place straight ahead and wholly beyond an obstacle, if there is room for it there (lumi.3.3.1o)."""
    places = {one.id: s.footing(one) for one in bases_of(s, unit)}
    through, has_crossed = passes_through(s, unit, unit.formation), stands_over(s, unit) == obstacle
    bare = Together(s.scene, places, paces(s, unit), leave_out=s.scene.by_id)
    end = Together(s.scene, places, paces(s, unit), leave_out=unit.ids)
    way = Together(s.scene, places, {}, zones=rings(s, unit), leave_out=unit.ids, through=through)

    def is_beyond(far: int) -> bool:
        there = bare.after(Shift(far))
        is_over = has_crossed or any(_is_crossed(s, places[id], footing, obstacle) for id, footing in there.items())
        return is_over and bare.stands(after(bare.body, Shift(far))) is None

    reached = next((far for far in range(STEP, FARTHEST, STEP) if is_beyond(far)), None)
    if reached is None:
        return None
    leg = Shift(next(far for far in count(reached - STEP + 1) if is_beyond(far)))
    is_free = way.barred(way.body, leg) is None and end.stands(after(end.body, leg)) is None
    return end.after(leg) if is_free else None


def _is_crossed(s: State, start: Footing, end: Footing, obstacle: str) -> bool:
    crossed = sight_line(s.ground.terrain, start.pose.point, end.pose.point, OBSTACLES).crossed
    return any(one.feature.id == obstacle for one in crossed)


def beats(s: State, unit: Unit, obstacle: str) -> int | None:
    """The number its die has to reach, 0 where it crosses without one; None where it cannot (.3.3.1b-c, .3.3.1l)."""
    piece = s.ground.pieces[obstacle]
    if uses_opening(s, unit, obstacle) or stands_over(s, unit) == obstacle:  # that counts as crossed, lumi.3.3.1o
        return 0
    crossing = s.tables.crossing(kind(s, unit), unit.formation)
    if piece.level is None or crossing is None or not crossing.crosses(piece.level):
        return None
    return 0 if piece.level in crossing.freely else crossing.beat[piece.level - 1]


def why_not_cross(s: State, unit: Unit, obstacle: str) -> Objection | None:
    """Why a unit cannot try to cross an obstacle now."""
    about = {"unit": unit.id, "piece": obstacle}
    if obstacle not in [one.id for one in waits_at(s, unit)]:
        return because("not-at-obstacle", "lumi.3.3.1m", **about)
    there = beyond(s, unit, obstacle)
    if s.ground.pieces[obstacle].level is not None and beats(s, unit, obstacle) is None:
        if there is None or not is_by_road(s, unit, there):
            return because("cannot-cross", "lumi.3.3.1l", **about)
    return because("no-room-beyond", "lumi.3.3.1o", **about) if there is None else None


def crosses(g: LumiGame, unit: Unit, obstacle: str, *, charging: bool = False) -> bool:
    """A unit at an obstacle tries to cross it, by a die or without; whether it has (lumi.3.3.1b-g).

    Who charges across and has passed his test rolls no die for it (lumi.3.3.1k).
    """
    s = g.state
    meets(g, unit, obstacle)
    there = beyond(s, unit, obstacle)
    number = beats(s, unit, obstacle)
    if there is not None and (charging or is_by_road(s, unit, there)):
        number = 0
    if there is None or number is None:
        return False
    bases = bases_of(s, unit)
    has_failed = any(FAILED_AT.is_on(one, obstacle) for one in bases)
    die = roll(g, unit.seat) if number and not has_failed else 0
    is_over = not die or die >= number
    rule = "lumi.3.3.1g" if has_failed and number else "lumi.3.3.1c" if die else "lumi.3.3.1b"
    rule = "lumi.3.3.1o" if stands_over(s, unit) == obstacle else rule
    g.tell(ObstacleTried(unit.ids, obstacle, die, number, is_over, (rule,)))
    use(bases, TRIED)
    for one in bases:
        FAILED_AT.clear(one)
        if not is_over:
            FAILED_AT.put(one, obstacle)
    if not is_over:
        return False
    for one in bases:
        before, end = one.pose, there[one.id]
        s.stand(one, end)
        g.tell(BaseMoved(one.id, before, end.pose, (before.point, end.pose.point), end.formation, "cross", (rule,)))
    if number and (has_failed or die == number):
        at_least_disordered(g, unit, "obstacle", "lumi.3.3.1g" if has_failed else "lumi.3.3.1d", by_terrain=True)
    return True
