"""What a unit may do in round 2 and what it pays for it (3.2.2, 3.2.3, 3.2.5, 5.1-5.17).

Everything is in millionths of a whole move, of the allowance in the formation of the moment (3.2.5.1). Half rate halves
the allowance; ground that would halve it again then costs nothing more (3.2.2.5, 5.17).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, TypeAlias

from alfiere.games.fucilieri.sheets.barriers import Barrier, united_length
from alfiere.games.fucilieri.sheets.ground import Ground, going
from alfiere.games.fucilieri.sheets.tables import tables
from alfiere.games.fucilieri.sheets.terrain import Who
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.footprint import shape_of
from alfiere.games.fucilieri.state.unit import (
    COLUMN,
    FOOT,
    HORSE,
    LIMBERED,
    LINE,
    OUT_OF_RADIUS,
    SQUARE,
    UNLIMBERED,
    Unit,
)
from alfiere.table.field import Box, core_of
from alfiere.table.legs import CENTRE, FRONT, WHOLE, Footing, Leg, Pace, Rate, Reform, Shift, Turn, after, price
from alfiere.table.manoeuvre import swept_along
from alfiere.table.shapes import Outline, Rect, box, boxes_meet
from alfiere.table.turning import all_met, meets

SWITCHED: Final = "switched "  # before the formation of dragoons who mount or dismount, fucilieri.3.2.5.6


# How it moves


def is_slow(unit: Unit) -> bool:
    """Whether it moves at half rate: disorganised, or out of command radius (fucilieri.4.1.3b, .3.1.5.2, .3.1.5.4)."""
    return unit.is_disorganised or (OUT_OF_RADIUS.is_on(unit) and not unit.has_bloodlust)


def allowance(unit: Unit, formation: str = "") -> int:
    """How far it may go in this round straight ahead over open ground (fucilieri.3.2.1.2, .3.2.2.5)."""
    return paces(unit)[formation or unit.formation].speed


def is_switched(formation: str) -> bool:
    """Whether dragoons have mounted or dismounted to stand like this."""
    return formation.startswith(SWITCHED)


def who(unit: Unit, formation: str) -> Who:
    """What the ground takes it for in a formation."""
    return Who(_base(unit, formation), formation.removeprefix(SWITCHED))  # type: ignore[arg-type]


def _base(unit: Unit, formation: str) -> Any:
    return unit.base if not is_switched(formation) else FOOT if unit.is_horse else HORSE


def mover_going(unit: Unit, formation: str) -> str:
    """What the ground is called to it in a formation."""
    return going(who(unit, formation))


def disordering_ground(s: State, unit: Unit, end: Footing) -> str:
    """The area in which a unit is disorganised that ends a move like this; "" if none (fucilieri.5.4, .5.6, .5.17)."""
    area = s.ground.disorders(who(unit, end.formation), end.outline)
    return area.id if area is not None else ""


def shape_in(unit: Unit, formation: str) -> Rect:
    """Its footprint in a formation, also if it has to mount or dismount for it."""
    return shape_of(
        _base(unit, formation), formation.removeprefix(SWITCHED), unit.guns if unit.is_guns else unit.figures
    )


def changes(unit: Unit) -> dict[str, Reform]:
    """The formations it may take up; the middle of its front stays, to and from square its centre (.3.2.5.3)."""
    return {
        name: Reform(name, shape_in(unit, name), CENTRE if SQUARE in (name, unit.formation) else FRONT)
        for name in paces(unit)
        if name != unit.formation
    }


def paces(unit: Unit, *, by_road: bool = False) -> Mapping[str, Pace]:
    """What it may do in each of its formations, and for how much."""
    can_square = unit.type.may_form_square and unit.figures >= tables().numbers.square_least  # .1.3.3a, .3.2.4.3
    return _paces(
        unit.profile.arm, unit.profile.weapon, unit.profile.type, unit.is_on_foot, can_square, is_slow(unit), by_road
    )


@lru_cache(maxsize=512)
def _paces(
    arm: str, weapon: str, type: str, is_on_foot: bool, can_square: bool, is_slow: bool, by_road: bool
) -> Mapping[str, Pace]:
    """Those of a unit as it is, and of dragoons also as they are when they have mounted or dismounted."""
    found = dict(_paces_as(arm, weapon, type, is_on_foot, can_square, is_slow, by_road))
    if tables().arms[arm].dismounted is not None:
        for name, pace in _paces_as(arm, weapon, type, not is_on_foot, can_square, is_slow, by_road):
            found[SWITCHED + name] = pace._replace(changes={SWITCHED + one: cost for one, cost in pace.changes.items()})
        for name in (LINE, COLUMN):  # fucilieri.3.2.5.6
            found[name] = found[name]._replace(changes={**found[name].changes, SWITCHED + name: tables().shares.mount})
    return found


def _paces_as(
    arm: str, weapon: str, type: str, is_on_foot: bool, can_square: bool, is_slow: bool, by_road: bool
) -> Iterator[tuple[str, Pace]]:
    known, row = tables(), tables().arms[arm]
    down = row.dismounted if is_on_foot else None
    names = [name for name in (down or row).formations if name != SQUARE or can_square]
    base = down.base if down is not None else row.base
    speeds = known.movement(arm, weapon, on_foot=is_on_foot).speed
    for name in (down or row).formations:
        is_by_road = by_road and name in (COLUMN, LIMBERED)
        fast = speeds[name] + (known.distances.road if is_by_road else 0)  # fucilieri.5.1
        about = known.shares.about_irregular if type == "irregular" else known.shares.about
        is_free = known.formations[name].moves_freely or name == SQUARE  # fucilieri.3.2.3.6
        yield (
            name,
            Pace(
                fast * known.shares.half_rate // WHOLE if is_slow else fast,
                _rates(),
                wheels=not is_free and name != UNLIMBERED,
                # guns in battery turn about their centre, for all they have (fucilieri.3.2.3.7)
                step=1800 if name == UNLIMBERED else 0,
                each=WHOLE,
                about=about if name != UNLIMBERED else None,
                is_free=is_free,
                changes={one: _change(type, name, one) for one in names if one != name},
                going=going(Who(base, name), by_road=is_by_road),
            ),
        )


@lru_cache(maxsize=1)
def _rates() -> tuple[Rate, ...]:
    """Ahead, obliquely, straight back (fucilieri.3.2.3.1, .3.2.3.3, .3.2.3.4)."""
    cost, most = tables().cost, tables().angles.oblique
    return Rate(0), Rate(most, cost.oblique, cost.ahead), Rate(1800, cost.back, cost.ahead, least=1800)


def _change(type: str, here: str, there: str) -> int:
    """The part of a move that a change takes (fucilieri.3.2.5.1, .3.2.5.2, .3.2.5.5, .1.3.3b, .1.3.6a-b)."""
    if UNLIMBERED in (here, there):
        return tables().shares.limber
    share = tables().types[type].share
    return share.square if SQUARE in (here, there) and share.square is not None else share.formation


def change_rule(here: str, there: str) -> str:
    """The rule of a change of formation: guns, dragoons who mount or dismount, squares, all others."""
    if is_switched(there):
        return "fucilieri.3.2.5.6"
    if UNLIMBERED in (here, there):
        return "fucilieri.3.2.5.5"
    return "fucilieri.3.2.5.2" if SQUARE in (here, there) else "fucilieri.3.2.5.1"


# What the ground costs

Boxed: TypeAlias = tuple[Box, Outline, Barrier]  # a stretch of a line that somebody pays for


class Fare:
    """What legs of a unit cost on the ground."""

    def __init__(self, ground: Ground, unit: Unit, *, by_road: bool = False) -> None:
        self.ground, self.unit, self.by_road = ground, unit, by_road
        self.is_slow = is_slow(unit)
        self._known: dict[str, tuple[Who, tuple[Boxed, ...]]] = {}

    def _on_ground(self, formation: str) -> tuple[Who, tuple[Boxed, ...]]:
        """What the ground takes it for in a formation, and the lines it then pays for."""
        found = self._known.get(formation)
        if found is None:
            mover = who(self.unit, formation)
            found = self._known[formation] = mover, _boxed(self.ground, mover)
        return found

    def __call__(self, pace: Pace, stages: Sequence[Footing], leg: Leg) -> int | None:
        """The price of a leg from the last stage: its way, half rate while any part is in slow ground, and lines."""
        here = stages[-1]
        if isinstance(leg, Turn) and leg.about == CENTRE and self._has_just_limbered(stages):
            return 0  # fucilieri.3.2.5.5b
        even = price(pace, here, leg)
        if not even or isinstance(leg, Reform) or is_turn_in_place(leg):
            return even
        if self.by_road and here.formation in ON_ROADS:  # fucilieri.5.1
            return even
        there = after(here, leg)
        lines = sum(one.cost for one in self.tolls(here, leg, there))
        return even + int(even * self._slow_share(here, leg, there)) + (lines * WHOLE // pace.speed if lines else 0)

    def _has_just_limbered(self, stages: Sequence[Footing]) -> bool:
        return self.unit.is_guns and len(stages) > 1 and stages[-2].formation != stages[-1].formation

    def _slow_share(self, here: Footing, leg: Shift | Turn, there: Footing) -> Fraction | int:
        """On which share of a leg some part of the footprint is in ground of half rate (fucilieri.5.17, .3.2.2.5)."""
        mover, _ = self._on_ground(here.formation)
        areas = () if self.is_slow else self.ground.half_rate_areas(mover)
        if not areas:
            return 0
        about, known = box(Outline((*here.outline.points, *there.outline.points))), self.ground.terrain.by_id
        if not any(boxes_meet(about, known[one.id].box) for one in areas):
            return 0
        if isinstance(leg, Shift):
            dx, dy = there.pose.x - here.pose.x, there.pose.y - here.pose.y
            return united_length(self.ground.slow_stretches(mover, here.outline, dx, dy))
        return int(any(self.ground.is_slow(mover, end.outline) for end in (here, there)))

    def tolls(self, here: Footing, leg: Shift | Turn, there: Footing | None = None) -> list[Barrier]:
        """The lines that its footprint comes to lie across, each once; where it lies across one it has paid (.5.15)."""
        _, lines = self._on_ground(here.formation)
        if not lines:
            return []
        start = core_of(here.shape, here.pose, self.ground.field.slack).points
        end = (there or after(here, leg)).pose
        if isinstance(leg, Shift):
            covered = swept_along(start, end.x - here.pose.x, end.y - here.pose.y)
        else:
            covered = core_of(here.shape, end, self.ground.field.slack).points
        met = all_met(covered, lines)
        paid = {barrier.piece for _, outline, barrier in met if meets(start, outline)}
        found = {barrier.id: barrier for *_, barrier in met}
        return [one for one in found.values() if one.piece not in paid]


ON_ROADS: Final = (COLUMN, LIMBERED)


def is_turn_in_place(leg: Leg) -> bool:
    """Whether a leg turns everybody where he stands."""
    return isinstance(leg, Turn) and leg.about == CENTRE


@lru_cache(maxsize=128)
def _boxed(ground: Ground, mover: Who) -> tuple[Boxed, ...]:
    """The lines that somebody pays for, stretch by stretch, with their boxes to pass over them fast."""
    found = [(Outline(line, one.radius), one) for one in ground.barriers(mover) for line in one.segments]
    return tuple((box(outline), outline, one) for outline, one in found)
