"""Chapters E.3 to E.5: what a unit may do in a move, what it has for it and what it pays, the ground counted in.

Everything is in millionths of a whole move: what is not a length, a turn or a change of formation, costs the same share
of it whatever markers and strategic movement make of the budget (risorgimento.geo.6).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from alfiere.games.risorgimento.command.chain import move_share
from alfiere.games.risorgimento.sheets.ground import FORD, NOTHING, ROAD, Ground, Paid, going
from alfiere.games.risorgimento.sheets.tables import Mover, tables
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.unit import ARTILLERY, INFANTRY, OPEN, Unit
from alfiere.table.legs import WHOLE, Footing, Leg, Pace, Rate, Reform, Shift, after, price
from alfiere.table.manoeuvre import Ground as Watched
from alfiere.table.manoeuvre import Manoeuvre
from alfiere.table.measuring import within
from alfiere.table.shapes import Outline, Point
from alfiere.table.sight import inside_stretches

BACK: Final = Rate(1800, least=1800)  # only out of a zone, out of a melee and in forced moves, risorgimento.e.3.2.6
HORSE: Final[Mover] = "horse"


class Way(NamedTuple):
    """How a whole move is made: by road, in open order from end to end, straight back."""

    by_road: bool = False
    stays_open: bool = False
    back: bool = False


PLAIN: Final = Way()


# What a unit has


def budget(s: BattleState, unit: Unit) -> int:
    """What a unit has for its move by its markers (risorgimento.geo.6)."""
    return move_share(s, unit)


def strategic(s: BattleState, unit: Unit) -> int:
    """What it has where no enemy is near in all its move (risorgimento.e.3.1.1, .e.3.3.3)."""
    return budget(s, unit) * s.tables.shares.strategic // WHOLE


def speed(s: BattleState, unit: Unit, formation: str = "") -> int:
    """Its whole move in a formation, in hundredths (risorgimento.unit.7, .unit.9, .e.3.2.1)."""
    return s.tables.speed(unit.profile.moves, formation or unit.formation)


# What it may do


def paces(s: BattleState, unit: Unit, way: Way = PLAIN) -> Mapping[str, Pace]:
    """What it may do in each of its formations, and for how much."""
    return _paces(s.scale, unit.arm, unit.profile.moves, unit.profile.is_light_infantry, way)


@lru_cache(maxsize=256)
def _paces(figures: int, arm: str, moves: str, is_light: bool, way: Way) -> Mapping[str, Pace]:
    known = tables(figures)
    shares, angles, names = known.shares, known.angles, known.formations_of(arm)
    change = shares.limber if arm == ARTILLERY else shares.formation  # risorgimento.e.4.8, .e.4.9
    found: dict[str, Pace] = {}
    for name in names:
        form, fast = known.formations[name], known.speed(moves, name)
        on_road = way.by_road and form.is_column
        # risorgimento.e.3.2.5, .e.3.2.7: light infantry in every formation, others in open order from end to end
        is_free = not way.by_road and (is_light or (form.moves_freely and way.stays_open))
        found[name] = Pace(
            known.road_speed(fast) if on_road else fast,
            (Rate(angles.oblique), BACK) if way.back else (Rate(angles.oblique),),  # risorgimento.e.3.2.2, .e.3.2.6
            step=angles.turn,
            each=0 if on_road else shares.turn,  # risorgimento.e.3.2.3, .e.3.3.4
            about=0 if on_road else shares.about,  # risorgimento.e.3.2.4
            is_free=is_free,
            by_corners=is_free,
            changes={one: change for one in names if one != name},
            going=ROAD if on_road else going(arm, name),
        )
    return found


def changes(s: BattleState, unit: Unit) -> dict[str, Reform]:
    """The formations it may take up, about the same centre and with the same facing (risorgimento.e.4.1, .geo.8)."""
    names = s.tables.formations_of(unit.arm)
    return {name: Reform(name, s.shape(unit, name)) for name in names if name != unit.formation}


def manoeuvre(s: BattleState, unit: Unit, way: Way = PLAIN, zones: Sequence[Watched] = ()) -> Manoeuvre:
    """What may be in its way: bases but those it may pass through, closed ground, zones given.

    Light infantry passes through friends and is passed through (risorgimento.e.7.1); enemies that rout are removed by
    whoever reaches them and bar nobody (risorgimento.h.1.8).
    """
    is_light = unit.profile.is_light_infantry
    through = {
        one.id
        for one in s.units.values()
        if one.seat == unit.seat and one is not unit and (is_light or one.profile.is_light_infantry)
    }
    routed = {one.id for one in s.units.values() if one.is_routed and one.seat != unit.seat}
    return Manoeuvre(
        s.scene,
        unit.id,
        paces(s, unit, way),
        zones=zones,
        through=through,
        leave_out=routed,
        fare=Fare(s.ground, unit.arm, way.by_road),
    )


# What it pays


class Fare:
    """What legs cost on the ground they lead over (risorgimento.e.5.1, .geo.5, .geo.20)."""

    def __init__(self, ground: Ground, arm: str, by_road: bool = False) -> None:
        self.ground, self.arm, self.by_road = ground, arm, by_road

    def __call__(self, pace: Pace, stages: Sequence[Footing], leg: Leg) -> int | None:
        """The price of a leg after the stages of the move so far."""
        here = stages[-1]
        even = price(pace, here, leg, stages[-2] if len(stages) > 1 else None)
        if not even or not isinstance(leg, Shift):
            return even
        mover = self._mover(here.formation)
        end = shifted(here, leg)
        if not _matters(self.ground, mover, here.pose.point, end):
            return even
        climbing = NOTHING
        for one, other in pairwise(stages):
            climbing = self._paid(self._mover(one.formation), one.pose.point, other.pose.point, climbing).climbing
        weight = self._paid(mover, here.pose.point, end, climbing).weight
        return int(even * weight) + self._once(mover, here.pose.point, end)

    def _mover(self, formation: str) -> Mover:
        return tables(self.ground.figures).mover(self.arm, formation)

    def _paid(self, mover: Mover, start: Point, end: Point, climbing: frozenset[str]) -> Paid:
        return self.ground.paid(mover, start, end, climbing, by_road=self.by_road)

    def _once(self, mover: Mover, start: Point, end: Point) -> int:
        """What crossing lines costs besides; roads, and bridges, cancel it (risorgimento.e.3.3.2)."""
        if self.by_road:
            return 0
        known = self.ground.known
        total = 0
        for crossed in self.ground.crossings(start, end):
            if crossed.way == FORD:
                total += known.ford.once.get(mover, 0)
            elif not crossed.way:
                total += known.goings[crossed.piece.kind.id].once.get(mover, 0)
        return total


def shifted(here: Footing, leg: Shift) -> Point:
    """Where a straight leg leads the centre."""
    return after(here, leg).pose.point


@lru_cache(maxsize=64)
def _dear(ground: Ground, mover: Mover) -> tuple[tuple[int, int, int, int], ...]:
    """The boxes of the ground that costs such a mover anything more, or once."""
    known = ground.known
    found = []
    for one in ground.terrain.compiled:
        row = known.goings[one.feature.kind]
        if row.cost.get(mover, 100) != 100 or mover in row.once or one.feature.openings:
            found.append(one.box)
    return tuple(found)


def _matters(ground: Ground, mover: Mover, start: Point, end: Point) -> bool:
    """Whether anything on a way might cost more than even ground; most ways lead over that alone."""
    (ax, ay), (bx, by) = start, end
    west, east = (ax, bx) if ax < bx else (bx, ax)
    north, south = (ay, by) if ay < by else (by, ay)
    return any(
        west <= right and east >= left and north <= bottom and south >= top
        for left, top, right, bottom in _dear(ground, mover)
    )


# Roads


def is_along_road(ground: Ground, start: Point, end: Point) -> bool:
    """Whether the centre goes along roads all the way (risorgimento.e.3.3.3, .e.3.3.4)."""
    if start == end:
        return bool(ground.road_at(*start))
    reached = Fraction(0)
    stretches = sorted(
        stretch
        for one in ground.terrain.compiled
        if one.feature.kind == ROAD
        for stretch in inside_stretches(one, start, end)
    )
    for enter, leave in stretches:
        if enter > reached:
            return False
        reached = max(reached, leave)
    return reached >= 1


# Tests on the way


class Trial(NamedTuple):
    """Ground on a way that puts the order of a unit to the test: at which share of the way, which, what it adds."""

    place: Fraction
    piece: str
    kind: str
    add: int


def trials(s: BattleState, unit: Unit, formation: str, start: Point, end: Point) -> list[Trial]:
    """The tests of order on a straight way off the roads, the first first (risorgimento.e.5.2, .e.5.4)."""
    ground, found = s.ground, list[Trial]()
    if start == end or not _is_trying(ground, start, end):
        return found
    for place, piece in ground.entered(start, end):
        row = ground.known.goings[piece.kind.id]
        add = row.test(unit.arm, formation)
        if add is None or piece.is_built_up or (row.is_slope and not _climbs(ground, start, end, place, piece.level)):
            continue
        found.append(Trial(place, piece.id, piece.kind.id, add))
    for crossed in ground.crossings(start, end):
        rules = ground.known.ford if crossed.way == FORD else ground.known.goings[crossed.piece.kind.id]
        add = rules.test(unit.arm, formation) if crossed.way in ("", FORD) else None
        if add is not None:
            found.append(Trial(crossed.place, crossed.piece.id, crossed.piece.kind.id, add))
    return sorted(found, key=lambda one: one.place)


def _climbs(ground: Ground, start: Point, end: Point, place: Fraction, level: int) -> bool:
    """Whether a slope is entered from a lower level, at this place of the way."""
    if not place:
        return False
    just_before = place * Fraction(999, 1000)
    x, y = (int(a + (b - a) * just_before) for a, b in zip(start, end, strict=True))
    return ground.level(x, y) < level


@lru_cache(maxsize=16)
def _trying(ground: Ground) -> tuple[tuple[int, int, int, int], ...]:
    known = ground.known
    return tuple(
        one.box for one in ground.terrain.compiled if known.goings[one.feature.kind].tests or one.feature.openings
    )


def _is_trying(ground: Ground, start: Point, end: Point) -> bool:
    (ax, ay), (bx, by) = start, end
    west, east, north, south = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
    return any(west <= box[2] and east >= box[0] and north <= box[3] and south >= box[1] for box in _trying(ground))


def is_watched_from_afar(s: BattleState, unit: Unit, outline: Outline) -> bool:
    """Whether an enemy unit is so near to this ground that nobody makes a strategic move over it (.e.3.1.4)."""
    limit = s.tables.distances.strategic
    return any(within(s.base(foe).outline, outline, limit) for foe in s.foes(unit.seat))


def moves_in_open_order(unit: Unit, legs: Sequence[Leg]) -> bool:
    """Whether its whole move is made in open order (risorgimento.e.3.2.5)."""
    return unit.arm == INFANTRY and unit.formation == OPEN and not any(isinstance(leg, Reform) for leg in legs)
