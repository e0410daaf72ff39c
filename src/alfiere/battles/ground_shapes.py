"""What a written piece of terrain comes to on the table: areas, lines with their gaps cut out, discs, strips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, Generic, TypeVar

from alfiere.battles.ground_forms import EDGES, Edge, GapForm, GroundForm, KindOfGround, Rect, Segment
from alfiere.table.headings import divided
from alfiere.table.measuring import point_to_segment, root_up
from alfiere.table.shapes import Point
from alfiere.table.terrain import AREA, LINE, Feature

F = TypeVar("F", bound=GroundForm)
K = TypeVar("K", bound=KindOfGround)
Piece = TypeVar("Piece")
SLANT = 10  # hundredths that a gap may lie beside a line that runs aslant: hardly a whole place lies right on it


class Laid(Generic[F, K]):
    """A piece of terrain on the table. Only the shapes that its kind has are filled."""

    __slots__ = ("area", "corners", "discs", "form", "id", "kind", "levels", "marks", "name", "segments", "strips")

    def __init__(self, form: F, kind: K, id: str, gap: int) -> None:
        """``gap``: how wide a gap usually is."""
        self.form, self.kind, self.name, self.levels = form, kind, form.name, form.levels
        self.id = id or form.id or form.kind
        self.area: Rect | None = None  # filled, if it is a rectangle
        self.corners: tuple[Point, ...] = ()  # filled, whatever its shape
        self.segments: tuple[Segment, ...] = ()  # an obstacle's lines, its gaps cut out
        self.discs: tuple[tuple[Point, int], ...] = ()  # centre and diameter
        self.strips: tuple[tuple[Segment, int], ...] = ()  # a road's lines and its width
        self.marks: tuple[Point, ...] = ()
        if kind.what == "mark":
            self.marks = form.points
        elif kind.what == "obstacle":
            size = form.length or kind.length
            if kind.is_round:
                self.discs = tuple((point, size) for point in form.points)
                short: tuple[Segment, ...] = ()
            else:
                short = tuple(((x - size // 2, y), (x - size // 2 + size, y)) for x, y in form.points)
            self.segments = tuple(_with_gaps(form, (*outline_of(form), *short), gap))
        else:
            self.area = form.rect
            self.corners = corners(form.rect) if form.rect is not None else turned_right(form.polygon)
            self.strips = tuple((line, form.width or kind.width) for line in form.all_lines)

    def features(self, kind: str, top: int = 0) -> Iterator[Feature]:
        """What the table knows of it, as this kind of ground; of several shapes each has a number of its own."""
        shapes: list[tuple[str, tuple[Point, ...], int]] = [(AREA, self.corners, 0)] if self.corners else []
        shapes += [(LINE, line, 0) for line in self.segments]
        shapes += [(AREA, (centre,), size // 2) for centre, size in self.discs]
        shapes += [(LINE, line, width // 2) for line, width in self.strips]
        for number, (form, points, radius) in enumerate(shapes):
            name = self.id if len(shapes) == 1 else f"{self.id}.{number + 1}"
            yield Feature(name, kind, form, points, radius, top=top)


def with_ids(forms: Iterable[F]) -> Iterator[tuple[str, F]]:
    """The pieces of terrain with their ids; what has none gets its kind and number, «hedge-1», «hedge-2» and so on."""
    numbers: Counter[str] = Counter()
    for form in forms:
        numbers[form.kind] += 1
        yield form.id or f"{form.kind}-{numbers[form.kind]}", form


def all_laid(forms: Iterable[F], lay: Callable[[F, str], Piece]) -> tuple[Piece, ...]:
    """The terrain of a scenario, each piece with its id."""
    return tuple(lay(form, id) for id, form in with_ids(forms))


def to_the_south(data: Any, points: Collection[str], depth: int) -> Any:
    """A file whose y goes to the north, with y counted from the north-west corner as the table has it.

    ``points``: the keys with lists of points.
    """
    if isinstance(data, list):
        return [to_the_south(one, points, depth) for one in data]
    if not isinstance(data, dict):
        return data
    found: dict[str, Any] = {}
    for key, one in data.items():
        if key == "rect":
            found[key] = [one[0], depth - one[3], one[2], depth - one[1]]
        elif key == "at":
            found[key] = [one[0], depth - one[1]]
        elif key in points:
            found[key] = [[x, depth - y] for x, y in one]
        else:
            found[key] = to_the_south(one, points, depth)
    if data.get("edge") in ("east", "west") and "road" not in data:
        found["start"] = depth - data["end"] if data.get("end") else 0
        found["end"] = depth - data.get("start", 0)
    return found


# Rectangles and lines


def sides_of(rect: Rect) -> tuple[Segment, Segment, Segment, Segment]:
    """The four sides of a rectangle: north, east, south, west."""
    left, top, right, bottom = rect
    return (
        ((left, top), (right, top)),
        ((right, top), (right, bottom)),
        ((left, bottom), (right, bottom)),
        ((left, top), (left, bottom)),
    )


def corners(rect: Rect) -> tuple[Point, ...]:
    """The corners of a rectangle from the north-west round by the east."""
    left, top, right, bottom = rect
    return (left, top), (right, top), (right, bottom), (left, bottom)


def turned_right(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """A polygon whose corners turn as from east to south, which way round soever they were written."""
    doubled = sum(ax * by - ay * bx for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True))
    return points if doubled >= 0 else points[::-1]


def without(rect: Rect, hole: Rect) -> list[Rect]:
    """What is left of a rectangle when another is cut out of it."""
    left, top, right, bottom = rect
    west, north = max(left, hole[0]), max(top, hole[1])
    east, south = min(right, hole[2]), min(bottom, hole[3])
    if west >= east or north >= south:
        return [rect]
    rest = (left, top, west, bottom), (east, top, right, bottom), (west, top, east, north), (west, south, east, bottom)
    return [one for one in rest if one[0] < one[2] and one[1] < one[3]]


def middle(segment: Segment) -> Point:
    """The point half-way along."""
    (x1, y1), (x2, y2) = segment
    return (x1 + x2) // 2, (y1 + y2) // 2


def part_of_side(rect: Rect, side: Edge, part: int, whole: int, width: int) -> Segment:
    """A stretch of a side of a rectangle, centred so far along it."""
    (x1, y1), (x2, y2) = sides_of(rect)[EDGES.index(side)]
    x, y = x1 + (x2 - x1) * part // whole, y1 + (y2 - y1) * part // whole
    if y1 == y2:
        return (x - width // 2, y), (x - width // 2 + width, y)
    return (x, y - width // 2), (x, y - width // 2 + width)


# Gaps


def outline_of(form: GroundForm) -> tuple[Segment, ...]:
    """The lines of an obstacle before its gaps are cut out."""
    around = tuple(zip(form.polygon, form.polygon[1:] + form.polygon[:1], strict=True))
    return form.all_lines + around + (sides_of(form.rect) if form.rect is not None else ())


def gap_point(form: GroundForm, gap: GapForm) -> Point | None:
    """Where a gap is; None if the file does not say."""
    if gap.at is not None:
        return gap.at
    if gap.side is not None and form.rect is not None:
        return middle(sides_of(form.rect)[EDGES.index(gap.side)])
    return None


def lies_on(point: Point, segment: Segment) -> bool:
    """Whether a point is on a segment; on one that runs aslant, or so near that nobody tells."""
    (x1, y1), (x2, y2) = segment
    x, y = point
    if x1 == x2:
        return x == x1 and min(y1, y2) <= y <= max(y1, y2)
    if y1 == y2:
        return y == y1 and min(x1, x2) <= x <= max(x1, x2)
    square, over = point_to_segment(x, y, x1, y1, x2, y2)
    return square <= SLANT * SLANT * over


def _with_gaps(form: GroundForm, lines: tuple[Segment, ...], usual: int) -> Iterator[Segment]:
    """The lines that are left when the gaps are cut out."""
    for line in lines:
        pieces = [line]
        for gap in form.gaps:
            at = gap_point(form, gap)
            if at is not None:
                pieces = [rest for piece in pieces for rest in cut(piece, at, gap.width or usual)]
        yield from pieces


def cut(segment: Segment, at: Point, width: int) -> list[Segment]:
    """What is left of a segment on either side of a gap."""
    if not lies_on(at, segment):
        return [segment]
    first, last = sorted(segment)
    if first[0] != last[0] and first[1] != last[1]:
        return _cut_aslant(first, last, at, width)
    along = 0 if first[0] != last[0] else 1  # the axis it runs on
    before, after = at[along] - width // 2, at[along] - width // 2 + width
    ends = [(first[along], min(before, last[along])), (max(after, first[along]), last[along])]
    return [((a, at[1]), (b, at[1])) if along == 0 else ((at[0], a), (at[0], b)) for a, b in ends if a < b]


def _cut_aslant(first: Point, last: Point, at: Point, width: int) -> list[Segment]:
    dx, dy = last[0] - first[0], last[1] - first[1]
    length = root_up(dx * dx + dy * dy)
    along = divided((at[0] - first[0]) * dx + (at[1] - first[1]) * dy, length)

    def place(far: int) -> Point:
        return first[0] + divided(dx * far, length), first[1] + divided(dy * far, length)

    before, after = along - width // 2, along - width // 2 + width
    found = [(first, place(before))] if before > 0 else []
    return found + ([(place(after), last)] if after < length else [])
