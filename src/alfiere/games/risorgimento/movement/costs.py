"""Chapters E.3 to E.5: what a unit may do in a move, what it has for it and what it pays, the ground counted in.

Everything is in millionths of a whole move: what is not a length, a turn or a change of formation, costs the same share
of it whatever markers and strategic movement make of the budget (risorgimento.geo.6).
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from alfiere.battles.ways import runs_along
from alfiere.games.risorgimento.command.chain import move_share
from alfiere.games.risorgimento.sheets.ground import FORD, NOTHING, ROAD, Ground, going
from alfiere.games.risorgimento.sheets.tables import Mover, tables
from alfiere.games.risorgimento.sheets.terrain import EVEN, Crossing
from alfiere.games.risorgimento.state.battle import BattleState, other
from alfiere.games.risorgimento.state.standing import near
from alfiere.games.risorgimento.state.unit import ARTILLERY, INFANTRY, OPEN, Unit
from alfiere.kernel.decision import Seat
from alfiere.table.fronts import bearing
from alfiere.table.headings import FULL_TURN, divided, offset
from alfiere.table.legs import WHOLE, Footing, Leg, Pace, Rate, Reform, Shift, price
from alfiere.table.manoeuvre import Ground as Watched
from alfiere.table.manoeuvre import Manoeuvre
from alfiere.table.measuring import FINE, fine_length
from alfiere.table.shapes import Outline, Point
from alfiere.table.swift import quick
from alfiere.table.terrain import Compiled

BACK: Final = Rate(1800, least=1800)  # only out of a zone, out of a melee and in forced moves, risorgimento.e.3.2.6
SOON: Final = 2  # hundredths: who is no farther from a border stands on it
REACH: Final = 800  # hundredths to whose multiples ways are measured out


@quick
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


def farthest_move(s: BattleState, unit: Unit) -> int:
    """No move of it is longer, in whatever formation, be it a march along a road."""
    fast = max(s.tables.speed(unit.profile.moves, one) for one in s.tables.formations_of(unit.arm))
    return s.tables.road_speed(fast) * s.tables.shares.strategic // WHOLE


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


class Passed(Container[str]):
    """The friends a unit passes through: all if it is light infantry, else those who are (risorgimento.e.7.1)."""

    def __init__(self, units: Mapping[str, Unit], by: Unit) -> None:
        self.units, self.by = units, by

    def __contains__(self, id: object) -> bool:
        one, by = self.units[str(id)], self.by
        if one.seat != by.seat or one is by:
            return False
        return by.profile.is_light_infantry or one.profile.is_light_infantry


class Overrun(Container[str]):
    """The enemies of a side that bar nobody: who routs is removed by whoever reaches him (risorgimento.h.1.8)."""

    def __init__(self, units: Mapping[str, Unit], by: Seat) -> None:
        self.units, self.by = units, by

    def __contains__(self, id: object) -> bool:
        one = self.units[str(id)]
        return one.is_routed and one.seat != self.by


def manoeuvre(s: BattleState, unit: Unit, way: Way = PLAIN, zones: Sequence[Watched] = ()) -> Manoeuvre:
    """What may be in its way: bases but those it may pass through, closed ground, zones given."""
    return Manoeuvre(
        s.scene,
        unit.id,
        paces(s, unit, way),
        zones=zones,
        through=Passed(s.units, unit),
        leave_out=Overrun(s.units, unit.seat),
        fare=Fare(s.ground, unit.arm, way.by_road),
    )


# What it pays


def at_most(pace: Pace, leg: Shift, has: int) -> Shift:
    """A leg no longer than what a unit has pays on even ground, for no ground is cheaper: what it affords is in it."""
    rate = pace.rate(leg.aside)
    if rate is None or not pace.speed:
        return leg
    far = ((has + 1) * rate.over * pace.speed - 1) // (rate.times * WHOLE)
    return leg if leg.length <= far else Shift(max(0, far), leg.aside)


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
        climbing = NOTHING
        for one, two in pairwise(stages):
            if one.pose.point != two.pose.point:
                climbing = self._climbing(one, two, climbing)
        weight, once = self._toll(here, leg, climbing).paid(leg.length)
        return even * weight // (EVEN * leg.length) + once

    def _toll(self, here: Footing, leg: Shift, climbing: frozenset[str]) -> Toll:
        mover = tables(self.ground.figures).mover(self.arm, here.formation)
        heading = (here.pose.heading + leg.aside) % FULL_TURN
        reach = -(-leg.length // REACH) * REACH  # so that one answer serves many lengths
        return _toll(self.ground, mover, here.pose.point, heading, reach, climbing, self.by_road)

    def _climbing(self, one: Footing, two: Footing, climbing: frozenset[str]) -> frozenset[str]:
        """The slopes that are being climbed after a leg between two stages."""
        dx, dy = two.pose.x - one.pose.x, two.pose.y - one.pose.y
        length = divided(fine_length(dx, dy), FINE)
        leg = Shift(length, (bearing((0, 0), (dx, dy)) - one.pose.heading) % FULL_TURN)
        return self._toll(one, leg, climbing).climbing(length)


@quick
class Stretch(NamedTuple):
    """A part of a straight way: from where on, what a cm costs there, all paid before, the slopes being climbed."""

    start: int
    cost: int
    before: int
    climbed: frozenset[str]


@quick
class Toll(NamedTuple):
    """What a straight way costs, whatever its length: its stretches, and the lines that are paid once."""

    stretches: tuple[Stretch, ...]
    lines: tuple[tuple[int, int], ...]

    def paid(self, length: int) -> tuple[int, int]:
        """So many hundredths, each times what it costs; and what is paid for crossings."""
        last = self._last(length)
        once = sum(one for far, one in self.lines if far < length) if self.lines else 0
        return last.before + (length - last.start) * last.cost, once

    def climbing(self, length: int) -> frozenset[str]:
        """The slopes being climbed there."""
        return self._last(length).climbed

    def _last(self, length: int) -> Stretch:
        found = self.stretches[0]
        for one in self.stretches:
            if one.start >= length:
                break
            found = one
        return found


FREE: Final = Toll((Stretch(0, EVEN, 0, NOTHING),), ())


@lru_cache(maxsize=1 << 14)
def _toll(
    ground: Ground, mover: Mover, start: Point, heading: int, reach: int, climbing: frozenset[str], by_road: bool
) -> Toll:
    """What the ground costs on a ray: of several areas the dearest, slopes where they are climbed, lines once."""
    dx, dy = offset(heading, reach)
    end = (start[0] + dx, start[1] + dy)
    soon = offset(heading, SOON)
    soon = (start[0] + soon[0], start[1] + soon[1])
    near = [one for one in _dear(ground, mover) if _is_on_way(one.box, start, end)]
    if not near:
        return FREE
    known = ground.known
    inside: set[str] = set()
    turns: list[tuple[int, bool, str]] = []  # where the way leaves or enters which area; at one border it enters first
    lines: list[tuple[int, int]] = []
    for one in near:
        if ground.pieces[one.feature.id].is_line:
            continue
        id, is_inside = one.feature.id, one.holds(*start)
        if is_inside:
            inside.add(id)
        on_border = [0] if one.holds(*soon) != is_inside else []  # it starts on the border, or almost
        borders = [*on_border, *sorted(far for far in _borders(one, start, end, reach) if far > SOON)]
        turns += [(far, is_inside != (number % 2 == 1), id) for number, far in enumerate(borders)]
    if not by_road and len(near) > len({id for _, _, id in turns} | inside):
        for crossed in ground.crossings(start, end):
            row: Crossing = known.ford if crossed.way == FORD else known.goings[crossed.piece.kind.id]
            once = row.once.get(mover, 0) if crossed.way in ("", FORD) else 0  # bridges cancel it, .e.3.3.2
            if once:
                lines.append((int(crossed.place * reach), once))
    found: list[Stretch] = []
    at, before, climbed = 0, 0, climbing & inside
    for far, _, id in (*sorted(turns), (reach, True, "")):
        cost = _dearest(ground, mover, inside, climbed, by_road)
        if far > at or not found:
            found.append(Stretch(at, cost, before, climbed))
            before, at = before + (far - at) * cost, far
        if id in inside:
            inside.remove(id)
            climbed -= {id}
        elif id:
            level = ground.pieces[id].level
            is_slope = known.goings[ground.pieces[id].kind.id].is_slope
            if is_slope and level > max((ground.pieces[other].level for other in inside), default=0):
                climbed |= {id}
            inside.add(id)
    return Toll(tuple(found), tuple(lines))


def _dearest(ground: Ground, mover: Mover, inside: set[str], climbed: frozenset[str], by_road: bool) -> int:
    """What a cm costs where the way is in these areas; by road only the climb counts (risorgimento.e.3.3.2)."""
    most = EVEN
    for id in inside:
        row = ground.known.goings[ground.pieces[id].kind.id]
        if id in climbed if row.is_slope else not by_road:
            most = max(most, row.cost.get(mover, EVEN))
    return most


def _borders(one: Compiled, start: Point, end: Point, reach: int) -> Iterator[int]:
    """How far along a way it crosses the border of an area, however often."""
    (px, py), (qx, qy) = start, end
    dx, dy = qx - px, qy - py
    for (ax, ay), (bx, by) in one.sides:
        first, last = dx * (ay - py) - dy * (ax - px), dx * (by - py) - dy * (bx - px)
        if (first > 0) == (last > 0):
            continue
        # where on the way it meets the side: both ends weighed by how far off they are
        along = (ax - px) * dx + (ay - py) * dy
        beyond = (bx - px) * dx + (by - py) * dy
        over = abs(first) + abs(last)
        share = along * abs(last) + beyond * abs(first)
        whole = over * (dx * dx + dy * dy)
        if 0 < share < whole:
            yield share * reach // whole


@lru_cache(maxsize=64)
def _dear(ground: Ground, mover: Mover) -> tuple[Compiled, ...]:
    """The ground that costs such a mover anything more, or once."""
    rows = ((one, ground.known.goings[one.feature.kind]) for one in ground.terrain.compiled)
    return tuple(
        one
        for one, row in rows
        if row.cost.get(mover, EVEN) != EVEN or mover in row.once or one.feature.openings or row.is_slope
        if not ground.pieces[one.feature.id].is_built_up
    )


def _is_on_way(box: tuple[int, int, int, int], start: Point, end: Point) -> bool:
    """Whether the box of a piece of ground meets that of a way; most ways lead over even ground alone."""
    (ax, ay), (bx, by), (left, top, right, bottom) = start, end, box
    if ax < bx:
        if bx < left or ax > right:
            return False
    elif ax < left or bx > right:
        return False
    return (by >= top and ay <= bottom) if ay < by else (ay >= top and by <= bottom)


# Roads


def is_along_road(ground: Ground, start: Point, end: Point) -> bool:
    """Whether the centre goes along roads all the way (risorgimento.e.3.3.3, .e.3.3.4)."""
    return runs_along(ground.terrain, (ROAD,), start, end)


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
def _trying(ground: Ground) -> tuple[Compiled, ...]:
    known = ground.known
    return tuple(one for one in ground.terrain.compiled if known.goings[one.feature.kind].tests or one.feature.openings)


def _is_trying(ground: Ground, start: Point, end: Point) -> bool:
    return any(_is_on_way(one.box, start, end) for one in _trying(ground))


def is_watched_from_afar(s: BattleState, unit: Unit, outline: Outline) -> bool:
    """Whether an enemy unit is so near to this ground that nobody makes a strategic move over it (.e.3.1.4)."""
    return bool(near(s, outline, s.tables.distances.strategic, other(unit.seat)))


def moves_in_open_order(unit: Unit, legs: Sequence[Leg]) -> bool:
    """Whether its whole move is made in open order (risorgimento.e.3.2.5)."""
    return unit.arm == INFANTRY and unit.formation == OPEN and not any(isinstance(leg, Reform) for leg in legs)
