"""The hex grid: labels, distance, vertex facing, lines, sectors, reach.

Hexes stand on a point and are named CCRR: column and row from 01 at the top left, even rows shifted half a
hex to the right. The six directions run clockwise from north-east, the six facings clockwise from the top
vertex: facing k looks at the vertex between the neighbours in directions k-1 and k.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final, TypeAlias

Hex: TypeAlias = str
Axial: TypeAlias = tuple[int, int]

DIRECTIONS: Final[tuple[Axial, ...]] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
FRONT, FLANK, REAR = "front", "flank", "rear"
# What a neighbour in direction d is to a unit of facing k, by (d - k) mod 6.
SIDES: Final = (FRONT, FLANK, REAR, REAR, FLANK, FRONT)

Steps: TypeAlias = Mapping[Hex, tuple[tuple[Hex, int, bool], ...]]
# hex -> points spent and the hex before it, or all the hexes before it; None at the start
Reach: TypeAlias = dict[Hex, tuple[int, Hex | tuple[Hex, ...] | None]]


def label_of(q: int, r: int) -> Hex:
    """The label of a hex with these axial coordinates, on the map or not."""
    return f"{q + r // 2 + 1:02d}{r + 1:02d}"


class HexGrid:
    """A rectangle of hexes, with everything that depends on the grid alone worked out once."""

    def __init__(self, columns: int, rows: int) -> None:
        if not (1 <= columns <= 99 and 1 <= rows <= 99):
            raise ValueError("a grid has 1 to 99 columns and 1 to 99 rows")
        self.columns, self.rows = columns, rows
        self.axial: dict[Hex, Axial] = {}
        for row in range(rows):
            for column in range(columns):
                q, r = column - row // 2, row
                self.axial[label_of(q, r)] = q, r
        self.hexes: tuple[Hex, ...] = tuple(self.axial)
        self._label = {place: label for label, place in self.axial.items()}
        self.neighbours: dict[Hex, tuple[Hex | None, ...]] = {
            label: tuple(self._label.get((q + dq, r + dr)) for dq, dr in DIRECTIONS)
            for label, (q, r) in self.axial.items()
        }
        self.adjacent: dict[Hex, tuple[Hex, ...]] = {
            label: tuple(one for one in around if one is not None) for label, around in self.neighbours.items()
        }
        self._distances: dict[Hex, dict[Hex, int]] = {}
        self._near: dict[tuple[Hex, int], tuple[Hex, ...]] = {}
        self._discs: dict[tuple[Hex, int], frozenset[Hex]] = {}
        self._lines: dict[tuple[Hex, Hex], tuple[tuple[Hex, ...], ...]] = {}
        self._sectors: dict[tuple[Hex, int, tuple[Axial, ...]], tuple[Hex, ...]] = {}

    def __contains__(self, label: object) -> bool:
        return label in self.axial

    def at(self, q: int, r: int) -> Hex | None:
        """The hex with these axial coordinates, if it is on the map."""
        return self._label.get((q, r))

    def distances(self, origin: Hex) -> dict[Hex, int]:
        """Distance from a hex to every other."""
        known = self._distances.get(origin)
        if known is None:
            q0, r0 = self.axial[origin]
            known = {label: max(abs(q - q0), abs(r - r0), abs(q - q0 + r - r0)) for label, (q, r) in self.axial.items()}
            self._distances[origin] = known
        return known

    def distance(self, one: Hex, other: Hex) -> int:
        """How many hexes apart; the same hex is 0, a neighbour 1."""
        return self.distances(one)[other]

    def within(self, origin: Hex, radius: int) -> list[Hex]:
        """All hexes at this distance or less, the origin included."""
        return [label for label, far in self.distances(origin).items() if far <= radius]

    def disc(self, origin: Hex, radius: int) -> frozenset[Hex]:
        """The same as a set: who stands there is found without looking at each hex."""
        known = self._discs.get((origin, radius))
        if known is None:
            known = self._discs[origin, radius] = frozenset(self.within(origin, radius))
        return known

    def near(self, origin: Hex, radius: int) -> tuple[Hex, ...]:
        """The hexes at this distance or less, the nearest first, without the origin."""
        known = self._near.get((origin, radius))
        if known is None:
            far = self.distances(origin)
            around = sorted((label for label in self.within(origin, radius) if label != origin), key=far.__getitem__)
            known = self._near[origin, radius] = tuple(around)
        return known

    def direction(self, origin: Hex, neighbour: Hex) -> int:
        """The direction in which a neighbour lies."""
        return self.neighbours[origin].index(neighbour)

    def side(self, origin: Hex, facing: int, neighbour: Hex) -> str:
        """Whether a neighbour is in the front, a flank or the rear of a unit with this facing."""
        return SIDES[(self.direction(origin, neighbour) - facing) % 6]

    def on_side(self, origin: Hex, facing: int, side: str) -> tuple[Hex, ...]:
        """The neighbours on one side of a unit, those on the map."""
        around = self.neighbours[origin]
        found = (around[(facing + turn) % 6] for turn in range(6) if SIDES[turn] == side)
        return tuple(one for one in found if one is not None)

    def sector(self, origin: Hex, facing: int, shape: tuple[Axial, ...]) -> tuple[Hex, ...]:
        """A sector given as pairs (m, n): m steps to the front-left neighbour, n to the front-right one."""
        key = (origin, facing, shape)
        known = self._sectors.get(key)
        if known is None:
            q, r = self.axial[origin]
            (lq, lr), (rq, rr) = DIRECTIONS[(facing - 1) % 6], DIRECTIONS[facing % 6]
            places = (self.at(q + m * lq + n * rq, r + m * lr + n * rr) for m, n in shape)
            known = self._sectors[key] = tuple(one for one in places if one is not None)
        return known

    def facing_towards(self, origin: Hex, target: Hex) -> int:
        """The facing whose vertex points best at another hex."""
        (q0, r0), (q1, r1) = self.axial[origin], self.axial[target]
        return _facing_towards(q1 - q0, r1 - r0)

    def line(self, origin: Hex, target: Hex) -> tuple[tuple[Hex, ...], ...]:
        """What the straight line between two centres meets, in order, without the two ends.

        One hex where the line passes through its interior; two where it runs along the side they share.
        A side at the map's edge, with a hex on one hand only, is left out: nothing can block there.
        """
        key = (origin, target)
        known = self._lines.get(key)
        if known is None:
            (q0, r0), (q1, r1) = self.axial[origin], self.axial[target]
            met: list[tuple[Hex, ...]] = []
            for group in _crossed(q1 - q0, r1 - r0):
                labels = tuple(self.at(q0 + q, r0 + r) for q, r in group)
                if None not in labels:
                    met.append(tuple(one for one in labels if one is not None))
            known = self._lines[key] = tuple(met)
        return known

    def entry_sides(self, origin: Hex, target: Hex) -> tuple[int, ...]:
        """The sides of the target hex through which a line from the origin enters; two at a vertex."""
        (q0, r0), (q1, r1) = self.axial[target], self.axial[origin]
        x, z = q1 - q0, r1 - r0
        y = -x - z
        pulls = (x - z, x - y, z - y, z - x, y - x, y - z)
        return tuple(side for side, pull in enumerate(pulls) if pull == max(pulls))

    def away(self, origin: Hex, threat: Hex) -> list[tuple[int, Hex | None]]:
        """Directions in which one step leads farther from the threat; the hex is None beyond the map."""
        (tq, tr), (q, r) = self.axial[threat], self.axial[origin]
        far = _length(q - tq, r - tr)
        return [
            (d, self.neighbours[origin][d])
            for d, (dq, dr) in enumerate(DIRECTIONS)
            if _length(q + dq - tq, r + dr - tr) > far
        ]


def _length(dq: int, dr: int) -> int:
    return max(abs(dq), abs(dr), abs(dq + dr))


@cache
def _facing_towards(dq: int, dr: int) -> int:
    """The facing whose vertex points best so far away."""
    # Plane coordinates doubled and freed of the root of 3: x right, y down; vertices every 60 degrees.
    x, y = 2 * dq + dr, dr
    rays = ((0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1))
    # x counts once and y three times in the true dot product (x is in units of root 3 / 2, y of 3 / 2).
    return max(range(6), key=lambda facing: x * rays[facing][0] + 3 * y * rays[facing][1])


@cache
def _crossed(dq: int, dr: int) -> tuple[tuple[Axial, ...], ...]:
    """The hexes that the line from (0, 0) to (dq, dr) crosses, or pairs along whose side it runs, in order.

    In cube coordinates a hex is the set |x-y| <= 1, |y-z| <= 1, |z-x| <= 1 around its centre, so each bound
    is linear along the line and exact fractions decide.
    """
    far = _length(dq, dr)
    crossed: list[tuple[Fraction, tuple[Axial, ...]]] = []
    along: dict[tuple[Fraction, Fraction], list[Axial]] = {}
    speeds = (2 * dq + dr, -dq - 2 * dr, dr - dq)
    for q in range(min(0, dq) - 1, max(0, dq) + 2):
        for r in range(min(0, dr) - 1, max(0, dr) + 2):
            if (q, r) in ((0, 0), (dq, dr)) or _length(q, r) + _length(dq - q, dr - r) > far + 1:
                continue
            starts = (-2 * q - r, q + 2 * r, q - r)
            low, high, on_side = Fraction(0), Fraction(1), False
            for start, speed in zip(starts, speeds, strict=True):
                if speed == 0:
                    on_side = on_side or abs(start) == 1
                    if abs(start) > 1:
                        high = Fraction(-1)
                else:
                    ends = sorted((Fraction(-1 - start, speed), Fraction(1 - start, speed)))
                    low, high = max(low, ends[0]), min(high, ends[1])
            if high > low and on_side:
                along.setdefault((low, high), []).append((q, r))
            elif high > low:
                crossed.append((low, ((q, r),)))
    crossed += [(low, tuple(sorted(pair))) for (low, _), pair in along.items()]
    return tuple(group for _, group in sorted(crossed))


@lru_cache(maxsize=64)
def hex_grid(columns: int, rows: int) -> HexGrid:
    """The grid of this size; there is only one of each."""
    return HexGrid(columns, rows)


def reach(
    steps: Steps,
    start: Hex,
    points: int,
    closed: Container[Hex] = (),
    halting: Container[Hex] = (),
    *,
    least_one: bool = True,
    under_way: bool = False,
) -> Reach:
    """Where a piece can go: hex -> (points spent, hex before it), the start included.

    ``steps`` lists for each hex its neighbours with the cost to enter and whether that is allowed only as the
    first step of a move. ``closed`` hexes are not entered, in ``halting`` hexes the move ends. With
    ``least_one`` a single step is allowed whatever it costs. ``under_way``: the first step has been taken before.
    """
    found: Reach = {start: (0, None)}
    layers: list[list[Hex]] = [[] for _ in range(points + 1)]
    for to, cost, first_only in steps[start]:
        if to not in closed and not (under_way and first_only):
            if cost <= points:
                found[to] = (cost, start)
                layers[cost].append(to)
            elif least_one:
                found[to] = (points, start)
    for spent in range(1, points):
        for origin in layers[spent]:
            if found[origin][0] != spent or origin in halting:
                continue
            for to, cost, first_only in steps[origin]:
                total = spent + cost
                if first_only or total > points or to in closed:
                    continue
                known = found.get(to)
                if known is None or known[0] > total:
                    found[to] = (total, origin)
                    layers[total].append(to)
    return found


def walked(
    grid: HexGrid, start: Hex, points: int, closed: Collection[Hex], halting: Container[Hex] = ()
) -> tuple[Hex, ...]:
    """The hexes one comes to in so many steps, in this order, without the start; no way leads on from a halting one."""
    adjacent, seen = grid.adjacent, {start, *closed}
    reached: list[Hex] = []
    edge = [start]
    for _ in range(points):
        begun = len(reached)
        for origin in edge:
            for label in adjacent[origin]:
                if label not in seen:
                    seen.add(label)
                    reached.append(label)
        edge = [label for label in reached[begun:] if label not in halting]
    return tuple(reached)


def path_to(found: Reach, goal: Hex) -> list[Hex]:
    """The hexes of a move in order, from the first one entered to the goal."""
    path = [goal]
    before = found[goal][1]
    while isinstance(before, str):
        path.append(before)
        before = found[before][1]
    if before is None:
        path.pop()  # the start
    path.reverse()
    return [*before, *path] if before else path


def distances_avoiding(grid: HexGrid, origin: Hex, closed: Container[Hex]) -> dict[Hex, int]:
    """Length of the shortest way to every hex that can be reached without entering closed ones."""
    found, edge = {origin: 0}, [origin]
    while edge:
        nearer, edge = edge, []
        for label in nearer:
            for other in grid.adjacent[label]:
                if other not in found and other not in closed:
                    found[other] = found[label] + 1
                    edge.append(other)
    return found
