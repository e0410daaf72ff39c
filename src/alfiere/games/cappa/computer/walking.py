"""How far it is on foot, roughly and fast, with what it costs to cross an obstacle and with guns given a wide berth."""

from __future__ import annotations

from functools import lru_cache

from alfiere.battles.walking import Barrier, Box, Gait, barriers, box_holds, boxed
from alfiere.battles.walking import span as span
from alfiere.battles.walking import walk as walk_past
from alfiere.games.cappa.scenario.battlefield import FOOT, Ground
from alfiere.games.cappa.sheets.measures import UM
from alfiere.games.cappa.state.state import SkirmishState
from alfiere.table.shapes import Point

STRIDE = 4.0 * UM  # what a PA is worth on the way
FOOTING = 1.0 * UM  # the way to the foot of what he crosses
ON_FOOT = Gait(FOOT, clear=60, wall=45, corner=2.5 * UM, enclosed=20.0 * UM)
AT_GUN, BERTH = 4 * UM, 100  # who stands so near to a gun works it; both are given so wide a berth


def walk(s: SkirmishState, start: Point, end: Point) -> float:
    """How far it is from here to there for one on foot, in hundredths, from centre to centre."""
    barred = _barriers(s.ground, tuple(s.changed))
    if s.guns:
        barred += tuple(one for one in _batteries(s) if not box_holds(one.box, start) and not box_holds(one.box, end))
    return walk_past(barred, ON_FOOT, start, end)


@lru_cache(maxsize=64)
def _barriers(ground: Ground, changed: tuple[str, ...]) -> tuple[Barrier, ...]:
    """What bars the way on a table, each thing once."""

    def over(obstacle: str) -> float | None:
        cost = ground.cost(obstacle, FOOT)
        return None if cost is None else cost * STRIDE + FOOTING

    return barriers(ground.field(changed), ON_FOOT, over)


def _batteries(s: SkirmishState) -> tuple[Barrier, ...]:
    """Guns with the men who stand at them: whoever comes from behind goes round."""
    boxes = []
    for gun in s.guns.values():
        if gun.crew and not gun.is_limbered and gun.id in s.things:
            x, y = s.things[gun.id].x, s.things[gun.id].y
            men = [one for one in map(s.figures.__getitem__, s.squads[gun.crew].members) if one.is_up]
            near = [(one.x, one.y) for one in men if abs(one.x - x) + abs(one.y - y) < AT_GUN]
            xs, ys = [x, *(place[0] for place in near)], [y, *(place[1] for place in near)]
            boxes.append((min(xs) - BERTH, min(ys) - BERTH, max(xs) + BERTH, max(ys) + BERTH))
    return _boxed(s.ground, tuple(boxes))


@lru_cache(maxsize=64)
def _boxed(ground: Ground, boxes: tuple[Box, ...]) -> tuple[Barrier, ...]:
    return boxed(ground.field(), ON_FOOT, boxes)
