"""Chapter 4.3.9, evasion: getting away from a charge or out of the line of fire."""

from __future__ import annotations

from alfiere.games.cappa.action_points import can_react, spend
from alfiere.games.cappa.engaged import is_in_melee
from alfiere.games.cappa.ground import difficult_ground, stops_near
from alfiere.games.cappa.morale_tests import morale_test
from alfiere.games.cappa.movement import cut_at_swamp, go, is_on_wall, speed, walk
from alfiere.games.cappa.state import Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.tables import tables
from alfiere.kernel.procedure import Procedure
from alfiere.table.headings import heading_of, offset
from alfiere.table.places import as_far_as
from alfiere.table.reach import Journey, Way

STEP = 50  # tenths of a degree between the directions that are tried
FEW = 5  # hundredths that a way may fall short of the whole Mov


def can_evade(s: SkirmishState, figure: Figure, threat: Figure) -> bool:
    """With PA, on his feet, unshaken, in no melee, and with somewhere to go (cappa.4.3.9b, cappa.2.3.3.h2)."""
    if not can_react(s, figure) or figure.shaken or figure.is_prone or s.squad_of(figure) is not None:
        return False
    if is_in_melee(s, figure) or is_on_wall(s, figure):
        return False
    way = way_out(s, figure, threat)
    return way.length > 0


def can_evade_fire(s: SkirmishState, figure: Figure, shooter: Figure) -> bool:
    """The same against a shot (cappa.4.3.9h)."""
    return can_evade(s, figure, shooter)


def evade(g: SkirmishGame, figure: Figure, threat: Figure, rule: str) -> bool:
    """A morale test at no cost; if it is passed, 1 PA and the whole Mov away (cappa.4.3.9c, cappa.4.3.9d)."""
    if not morale_test(g, figure, "evasion").passed:
        return False  # cappa.4.3.9.h1: he stays and keeps his PA
    spend(g.state, figure)
    go(g, figure, way_out(g.state, figure, threat), "evasion", (rule,))
    return True


def evade_fire(g: SkirmishGame, figure: Figure, shooter: Figure) -> Procedure[bool]:
    """Out of the line of fire, if the test is passed (cappa.4.3.9h)."""
    yield from ()
    return evade(g, figure, shooter, "cappa.4.3.9h")


def way_out(s: SkirmishState, figure: Figure, threat: Figure) -> Way:
    """Straight away from the threat, turning aside by the least angle that a legal way needs (cappa.4.3.9.h2)."""
    most = speed(s, figure)
    if difficult_ground(s, figure):
        most //= tables().numbers.difficult
    on = walk(s, figure, most)
    away = heading_of(figure.x - threat.x, figure.y - threat.y)
    best = on.way_of((on.start,))
    for turn in range(0, 10 * tables().numbers.evasion_angle + 1, STEP):
        for hand in (turn, -turn) if turn else (0,):
            dx, dy = offset((away + hand) % 3600, most)
            way = as_far_as(on, figure.x + dx, figure.y + dy)
            if way.length >= most - FEW or _is_stopped(s, figure, on, way):
                return cut_at_swamp(s, figure, on, way)
            if way.length > best.length:
                best = way
    return cut_at_swamp(s, figure, on, best)


def _is_stopped(s: SkirmishState, figure: Figure, on: Journey, way: Way) -> bool:
    """Whether he runs into an obstacle, which stops an evader like any mover."""
    start = figure.x, figure.y
    before = {bar.by for bar in stops_near(s, figure)}
    figure.x, figure.y = way.end
    stopped = {bar.by for bar in stops_near(s, figure)} - before
    figure.x, figure.y = start
    return bool(stopped)
