"""How far it is to a place by the ways there are, roughly and fast: over bridges, round villages, along roads.

The rules of movement never ask this. The table is cut into squares, and from a goal the way is counted back to each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from alfiere.battles.walking import span
from alfiere.games.risorgimento.sheets.ground import ROAD, Ground
from alfiere.games.risorgimento.sheets.tables import Mover
from alfiere.games.risorgimento.sheets.terrain import EVEN
from alfiere.table.measuring import crossing
from alfiere.table.shapes import Outline, Point, box

CELL: Final = 200  # hundredths
BY_ROAD: Final = 0.75  # what a step costs there
CROSSED: Final = 3.0  # a stream that may be crossed anywhere
SHUT: Final = 40.0  # a step into what is closed: whoever stands there must get out somehow
NARROW, NO_ROOM = 10.0, 200  # a step between houses and water, so near to both that one gets stuck
BANK: Final = 150  # hundredths from water that one does not pass, where whoever gets there is stuck and in the way
OUT: Final = 1600  # hundredths of way that it takes to get out of houses again
AT_BRIDGE: Final = 300  # hundredths from a bridge within which steps count as over it
OVER: Final = 100  # and so near to it who is at the water has his way over (g.6.3)
COARSE: Final = 400
CROWD, PACKED = 2.5, 7.0  # what a step more costs where a friend stands, and about one who is just before it
AROUND: Final = (-CELL, 0, CELL)
Crowd: TypeAlias = frozenset[tuple[int, float]]  # squares, with what a step into each costs more
NOBODY: Final[Crowd] = frozenset()
STEPS: Final = (
    (1, 0, 1.0),
    (0, 1, 1.0),
    (-1, 0, 1.0),
    (0, -1, 1.0),
    (1, 1, 1.4),
    (1, -1, 1.4),
    (-1, 1, 1.4),
    (-1, -1, 1.4),
)


class Grid(NamedTuple):
    """The squares of a table: what a step into each costs, and which steps cross a line, at what price."""

    columns: int
    rows: int
    cost: tuple[float, ...]
    crossed: dict[tuple[int, int], float]
    bridges: tuple[Point, ...]

    def cell(self, x: int, y: int) -> int:
        """The square of a place."""
        column, row = min(max(x // CELL, 0), self.columns - 1), min(max(y // CELL, 0), self.rows - 1)
        return row * self.columns + column

    def middle(self, cell: int) -> Point:
        """The middle of a square."""
        row, column = divmod(cell, self.columns)
        return column * CELL + CELL // 2, row * CELL + CELL // 2

    def steps(self, cell: int) -> Iterator[tuple[int, float]]:
        """The squares beside one, and how long the step is; a line in the way is added."""
        row, column = divmod(cell, self.columns)
        for dx, dy, far in STEPS:
            x, y = column + dx, row + dy
            if 0 <= x < self.columns and 0 <= y < self.rows:
                there = y * self.columns + x
                yield there, far + self.crossed.get((min(cell, there), max(cell, there)), 0.0)


@lru_cache(maxsize=32)
def grid(ground: Ground, mover: Mover) -> Grid:
    """The squares of a table to one who moves like this."""
    known, field = ground.known, ground.field
    columns, rows = -(-field.width // CELL), -(-field.height // CELL)
    cost = []
    for row in range(rows):
        for column in range(columns):
            pieces = ground.at(column * CELL + CELL // 2, row * CELL + CELL // 2)
            if any(one.is_built_up for one in pieces):
                cost.append(SHUT)
            elif any(one.kind.id == ROAD for one in pieces):
                cost.append(BY_ROAD)
            elif any(known.is_closed(one.kind.id, mover) for one in pieces):
                cost.append(SHUT)
            else:
                cost.append(max((known.cost(one.kind.id, mover) for one in pieces), default=EVEN) / EVEN)
    found = Grid(columns, rows, tuple(cost), {}, ())
    crossed: dict[tuple[int, int], float] = {}
    bridges: list[Point] = []
    for piece in ground.pieces.values():
        if not piece.is_line:
            continue
        price = SHUT * 4 if known.is_closed(piece.kind.id, mover) else CROSSED
        ways = (*piece.bridges, *piece.fords, *piece.passages)
        if price > CROSSED:
            bridges += ways
        for pair in _across(found, piece.points):
            (ax, ay), (bx, by) = (found.middle(cell) for cell in pair)
            x, y = (ax + bx) // 2, (ay + by) // 2
            is_open = any(max(abs(x - wx), abs(y - wy)) <= AT_BRIDGE for wx, wy in ways)
            crossed[pair] = max(crossed.get(pair, 0.0), 0.5 if is_open else price)
    banks = {cell for pair, price in crossed.items() if price > CROSSED for cell in pair}
    for cell in banks:
        if cost[cell] < NARROW and _is_narrow(ground, found.middle(cell), bridges):
            cost[cell] = NARROW
    return found._replace(cost=tuple(cost), crossed=crossed, bridges=tuple(bridges))


def _is_narrow(ground: Ground, at: Point, bridges: list[Point]) -> bool:
    """Whether a place on a bank has houses beside it and no bridge to go over: nobody turns there."""
    x, y = at
    if any(max(abs(x - bridge_x), abs(y - bridge_y)) <= NO_ROOM // 2 for bridge_x, bridge_y in bridges):
        return False
    return any(
        ground.built_up_at(x + dx, y + dy) for dx, dy in ((NO_ROOM, 0), (-NO_ROOM, 0), (0, NO_ROOM), (0, -NO_ROOM))
    )


def is_on_bank(ground: Ground, mover: Mover, at: Point) -> bool:
    """Whether a place is close to water that one who moves like this does not pass, and not at a bridge of it."""
    x, y = at
    for start, end, ways in _shut_lines(ground, mover):
        dx, dy = end[0] - start[0], end[1] - start[1]
        along = min(1.0, max(0.0, ((x - start[0]) * dx + (y - start[1]) * dy) / (dx * dx + dy * dy)))
        off_x, off_y = x - start[0] - along * dx, y - start[1] - along * dy
        if off_x * off_x + off_y * off_y < BANK * BANK:
            feet = x - off_x, y - off_y  # the point of the water that is nearest: over it only if the bridge is there
            return not any(span(round(feet[0]) - way_x, round(feet[1]) - way_y) <= OVER for way_x, way_y in ways)
    return False


def is_at_bridge(ground: Ground, mover: Mover, at: Point) -> bool:
    """Whether a place is at a bridge that all who move like this have to take: who stays there stops them."""
    x, y = at
    return any(max(abs(x - way_x), abs(y - way_y)) <= AT_BRIDGE for way_x, way_y in grid(ground, mover).bridges)


@lru_cache(maxsize=32)
def _shut_lines(ground: Ground, mover: Mover) -> tuple[tuple[Point, Point, tuple[Point, ...]], ...]:
    lines = [one for one in ground.pieces.values() if one.is_line and ground.known.is_closed(one.kind.id, mover)]
    return tuple(
        (start, end, (*one.bridges, *one.fords, *one.passages))
        for one in lines
        for start, end in pairwise(one.points)
        if start != end
    )


def is_cut_off(ground: Ground, here: Point, there: Point) -> bool:
    """Whether water or a wall that infantry does not pass lies straight between: one would wait there for ever."""
    return any(crossing(here, there, start, end) is not None for start, end in _closed_lines(ground))


@lru_cache(maxsize=32)
def _closed_lines(ground: Ground) -> tuple[tuple[Point, Point], ...]:
    lines = (one for one in ground.pieces.values() if one.is_line and ground.known.is_closed(one.kind.id, "close"))
    return tuple(pair for one in lines for pair in pairwise(one.points))


def _across(found: Grid, points: tuple[Point, ...]) -> Iterator[tuple[int, int]]:
    """The steps from square to square that cross a broken line."""
    for start, end in pairwise(points):
        west, east = min(start[0], end[0]) // CELL - 1, max(start[0], end[0]) // CELL + 1
        north, south = min(start[1], end[1]) // CELL - 1, max(start[1], end[1]) // CELL + 1
        for row in range(max(north, 0), min(south, found.rows - 1) + 1):
            for column in range(max(west, 0), min(east, found.columns - 1) + 1):
                cell = row * found.columns + column
                for there, _ in found.steps(cell):
                    if there > cell and crossing(start, end, found.middle(cell), found.middle(there)) is not None:
                        yield cell, there


@lru_cache(maxsize=1024)
def distances(ground: Ground, mover: Mover, goal: Point, crowd: Crowd = NOBODY) -> tuple[float, ...]:
    """How far it is from every square to a goal, in hundredths of open ground; through a crowd it is farther."""
    table = grid(ground, mover)
    far = [float("inf")] * (table.columns * table.rows)
    first, cost = table.cell(*goal), list(table.cost)
    houses = ground.built_up_at(*goal)
    for cell in range(len(cost)) if houses else ():  # into those one wants to get
        if cost[cell] == SHUT and ground.built_up_at(*table.middle(cell)) == houses:
            cost[cell] = 1.0
    for cell, more in crowd:
        cost[cell] += more
    far[first] = 0.0
    waiting = [(0.0, first)]
    while waiting:
        here, cell = heappop(waiting)
        if here > far[cell]:
            continue
        own = min(cost[cell], SHUT / 4) if cell == first else cost[cell]
        for there, step in table.steps(cell):
            total = here + CELL * step * (own + cost[there]) / 2 if step < SHUT else here + CELL * step
            if total < far[there]:
                far[there] = total
                heappush(waiting, (total, there))
    return tuple(far)


def crowded(ground: Ground, mover: Mover, spots: Iterable[Point], close_by: Iterable[Point] = ()) -> Crowd:
    """The squares that somebody stands on, by the middles of their bases; of those close by the ones about him too."""
    table = grid(ground, mover)
    halves = (-CELL // 2, CELL // 2)
    found = {table.cell(x + dx, y + dy): CROWD for x, y in spots for dx in halves for dy in halves}
    found |= {table.cell(x + dx, y + dy): PACKED for x, y in close_by for dx in AROUND for dy in AROUND}
    return frozenset(found.items())


def how_far(ground: Ground, mover: Mover, at: Point, goal: Point, crowd: Crowd = NOBODY) -> float:
    """How far it is to a goal, in hundredths; between the middles of squares by what lies nearest."""
    table, far = grid(ground, mover), distances(ground, mover, goal, crowd)
    houses = ground.built_up_at(*at)
    if houses and houses != ground.built_up_at(*goal):
        doors = ((cell, *table.middle(cell)) for cell in _about(ground, mover, houses))
        return OUT + min(far[cell] + 2 * span(x - at[0], y - at[1]) for cell, x, y in doors)
    cell = table.cell(*at)
    x, y = table.middle(cell)
    best = far[cell]
    across = cell + (1 if at[0] > x else -1)
    down = cell + (table.columns if at[1] > y else -table.columns)
    along_x, along_y = abs(at[0] - x) / CELL, abs(at[1] - y) / CELL
    total = best
    if (
        0 <= across < len(far)
        and across // table.columns == cell // table.columns
        and far[across] < best + CELL * SHUT / 8
    ):
        total += (far[across] - best) * along_x
    if 0 <= down < len(far) and far[down] < best + CELL * SHUT / 8:
        total += (far[down] - best) * along_y
    return total


@lru_cache(maxsize=128)
def _about(ground: Ground, mover: Mover, houses: str) -> tuple[int, ...]:
    """The squares about some houses, by which one leaves them."""
    table = grid(ground, mover)
    west, south, east, north = box(Outline(ground.pieces[houses].points))
    found = {
        table.cell(x, y)
        for x in range(west - CELL, east + 2 * CELL, CELL)
        for y in range(south - CELL, north + 2 * CELL, CELL)
        if not ground.built_up_at(*table.middle(table.cell(x, y)))
    }
    return tuple(sorted(found))


def coarse(at: Point) -> Point:
    """A goal told only roughly, so that ways to it need not be counted anew for every step it is moved."""
    return at[0] // COARSE * COARSE + COARSE // 2, at[1] // COARSE * COARSE + COARSE // 2


def waypoints(ground: Ground, mover: Mover, at: Point, goal: Point, reach: int, crowd: Crowd = NOBODY) -> list[Point]:
    """Where to turn to: the way to a goal as far as one gets in a move, parts of that, and a bridge it leads over."""
    bridge, found = _steps_to(ground, mover, at, goal, reach, crowd)
    if bridge is not None:
        return [bridge, *found]
    parts = (0, len(found) // 3, len(found) // 2, 3 * len(found) // 4) if crowd else (0, len(found) // 2)
    return list(dict.fromkeys(found[one] for one in parts)) if found else [goal]


def places_on_the_way(ground: Ground, mover: Mover, at: Point, goal: Point, reach: int) -> list[Point]:
    """All the way to a goal that one makes in a move, square by square, the farthest first."""
    bridge, found = _steps_to(ground, mover, at, goal, reach, NOBODY)
    return found if bridge is None else [bridge, *found]


def _steps_to(
    ground: Ground, mover: Mover, at: Point, goal: Point, reach: int, crowd: Crowd
) -> tuple[Point | None, list[Point]]:
    """The bridge that the way leads over next, if any, and the squares up to there, the farthest first."""
    table, far = grid(ground, mover), distances(ground, mover, goal, crowd)
    cell, found = table.cell(*at), list[Point]()
    gone, bridges = 0.0, list(table.bridges)
    while far[cell] > 0.0 and gone < 2 * reach:
        there, step = min(table.steps(cell), key=lambda one: (far[one[0]], one[0]))
        if far[there] >= far[cell]:
            break
        (ax, ay), (bx, by) = table.middle(cell), table.middle(there)
        if (min(cell, there), max(cell, there)) in table.crossed:
            near = [one for one in bridges if max(abs(one[0] - ax), abs(one[1] - ay)) <= AT_BRIDGE + CELL]
            if near:
                return min(near, key=lambda one: (one[0] - ax) ** 2 + (one[1] - ay) ** 2), found
        gone += CELL * step
        cell = there
        if gone <= reach:
            found = [(bx, by), *found]
    return None, found
