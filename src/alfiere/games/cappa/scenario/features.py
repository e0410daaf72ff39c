"""The ground of a scenario: terrain as its file gives it, and the shapes it comes to (cappa.geo.45-cappa.geo.51).

Everything is in hundredths of a um from the north-west corner, x to the east and y to the south (cappa.geo.1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

from alfiere.games.cappa.sheets.measures import Point, Rect
from alfiere.games.cappa.sheets.tables import Ground, Obstacle, Structure, TerrainKind, tables, terrain
from alfiere.kernel.forms import Form, Name

Edge = Literal["north", "east", "south", "west"]
EDGES: tuple[Edge, ...] = ("north", "east", "south", "west")
Segment = tuple[Point, Point]


class GapForm(Form, frozen=True, kw_only=True):
    """A way through an obstacle; without a point in the middle of its side (cappa.geo.48)."""

    at: Point | None = None
    side: Edge | None = None
    width: int = 0  # left out: the usual one


class FeatureForm(Form, frozen=True, kw_only=True):
    """A piece of terrain as the file gives it: a rect, lines or points, of some kind."""

    kind: str
    name: Name
    id: str = ""  # left out: its kind and number
    rect: Rect | None = None
    lines: tuple[Segment, ...] = ()
    points: tuple[Point, ...] = ()
    width: int = 0  # of a road given by lines
    length: int = 0  # of a barricade or the diameter of a well given by points
    pa: int = 0  # to cross it, where the scenario makes it dearer, cappa.4.3.2d
    levels: int = 1  # of a rise, cappa.geo.41
    storeys: int = 1
    doors: tuple[Edge, ...] = ()
    gates: tuple[Edge, ...] = ()
    locked: tuple[Edge, ...] = ()  # sides whose door or gate is locked
    windows: int | None = None
    windows_on: tuple[Edge, ...] = ()  # the sides that have them; left out: all, those without a door first
    is_closed: bool = False
    cart: Literal["", "carro", "carrozza"] = ""  # what a barricade is that can be righted again, cappa.t.collaborative
    gaps: tuple[GapForm, ...] = ()


class Opening(Form, frozen=True, kw_only=True):
    """A door, gate or window in the wall of a building."""

    kind: Literal["door", "gate", "window"]
    side: Edge
    segment: Segment

    @property
    def obstacle(self) -> Obstacle:
        """What it costs to go through it."""
        return terrain().obstacles[self.kind]


class Feature:
    """A piece of terrain on the table. Only the shapes that its kind has are filled."""

    __slots__ = (
        "area",
        "discs",
        "form",
        "ground",
        "id",
        "is_hidden",
        "kind",
        "levels",
        "marks",
        "name",
        "obstacle",
        "openings",
        "pa",
        "segments",
        "storeys",
        "strips",
        "structure",
    )

    def __init__(self, form: FeatureForm, id: str = "") -> None:
        kind: TerrainKind = terrain().kinds[form.kind]
        self.id = id or form.id or form.kind
        self.form, self.name, self.kind = form, form.name, kind
        self.pa, self.levels, self.storeys, self.is_hidden = form.pa, form.levels, form.storeys, kind.is_hidden
        self.obstacle: Obstacle | None = terrain().obstacles[kind.of] if kind.what == "obstacle" else None
        is_ground = kind.what in ("ground", "building")
        self.ground: Ground | None = terrain().grounds[kind.of] if is_ground else None
        self.structure: Structure | None = terrain().structures[kind.structure] if kind.structure else None
        self.area: Rect | None = form.rect if is_ground else None  # filled
        self.segments: tuple[Segment, ...] = ()  # an obstacle's lines, its gaps cut out
        self.discs: tuple[tuple[Point, int], ...] = ()  # centre and diameter
        self.strips: tuple[tuple[Segment, int], ...] = ()  # a road's lines and its width
        self.openings: tuple[Opening, ...] = ()
        self.marks: tuple[Point, ...] = ()
        if kind.what == "obstacle":
            size = form.length or kind.length
            lines = form.lines + (sides_of(form.rect) if form.rect is not None else ())
            if kind.of == "well":
                self.discs = tuple((point, size) for point in form.points)  # cappa.geo.49
            else:  # a cart or barricade lies from east to west
                lines += tuple(((x - size // 2, y), (x - size // 2 + size, y)) for x, y in form.points)
            self.segments = tuple(_with_gaps(form, lines))
        elif kind.what == "mark":
            self.marks = form.points
        else:
            self.strips = tuple((line, form.width or kind.width) for line in form.lines)
            if kind.what == "building" and form.rect is not None and not form.is_closed:
                self.openings = tuple(_openings(form, form.rect))


def features(forms: Iterable[FeatureForm]) -> tuple[Feature, ...]:
    """The terrain of a scenario; what has no id gets one, «low_wall-1», «low_wall-2» and so on."""
    numbers: Counter[str] = Counter()
    found = []
    for form in forms:
        numbers[form.kind] += 1
        found.append(Feature(form, form.id or f"{form.kind}-{numbers[form.kind]}"))
    return tuple(found)


def sides_of(rect: Rect) -> tuple[Segment, Segment, Segment, Segment]:
    """The four sides of a rectangle: north, east, south, west."""
    left, top, right, bottom = rect
    return (
        ((left, top), (right, top)),
        ((right, top), (right, bottom)),
        ((left, bottom), (right, bottom)),
        ((left, top), (left, bottom)),
    )


def middle(segment: Segment) -> Point:
    """The point half-way along."""
    (x1, y1), (x2, y2) = segment
    return (x1 + x2) // 2, (y1 + y2) // 2


def gap_point(form: FeatureForm, gap: GapForm) -> Point | None:
    """Where a gap is; None if the file does not say (cappa.geo.48)."""
    if gap.at is not None:
        return gap.at
    if gap.side is not None and form.rect is not None:
        return middle(sides_of(form.rect)[EDGES.index(gap.side)])
    return None


def lies_on(point: Point, segment: Segment) -> bool:
    """Whether a point is on a segment that runs along an axis."""
    (x1, y1), (x2, y2) = segment
    x, y = point
    if x1 == x2:
        return x == x1 and min(y1, y2) <= y <= max(y1, y2)
    return y1 == y2 == y and min(x1, x2) <= x <= max(x1, x2)


def _with_gaps(form: FeatureForm, lines: tuple[Segment, ...]) -> Iterator[Segment]:
    """The lines that are left when the gaps are cut out."""
    for line in lines:
        pieces = [line]
        for gap in form.gaps:
            at = gap_point(form, gap)
            width = gap.width or tables().lengths.gap
            pieces = [rest for piece in pieces for rest in (_cut(piece, at, width) if at is not None else [piece])]
        yield from pieces


def _cut(segment: Segment, at: Point, width: int) -> list[Segment]:
    if not lies_on(at, segment):
        return [segment]
    first, last = sorted(segment)
    along = 0 if first[0] != last[0] else 1  # the axis it runs on
    before, after = at[along] - width // 2, at[along] - width // 2 + width
    ends = [(first[along], min(before, last[along])), (max(after, first[along]), last[along])]
    points = [((a, at[1]), (b, at[1])) if along == 0 else ((at[0], a), (at[0], b)) for a, b in ends if a < b]
    return list(points)


def _openings(form: FeatureForm, rect: Rect) -> Iterator[Opening]:
    """Doors and gates in the middle of their sides, windows shared out evenly (cappa.geo.45, cappa.geo.51)."""
    lengths = tables().lengths
    entered = (*form.doors, *form.gates)
    for side in form.doors:
        yield Opening(kind="door", side=side, segment=_part(rect, side, 1, 2, lengths.door))
    for side in form.gates:
        yield Opening(kind="gate", side=side, segment=_part(rect, side, 1, 2, lengths.gate))
    order = [side for side in EDGES if side not in entered] + [side for side in EDGES if side in entered]
    order = [side for side in order if side in (form.windows_on or EDGES)]
    if form.windows is None:
        count = {side: int(side not in entered) for side in EDGES}
    else:
        count = {side: sum(1 for n in range(form.windows) if order[n % len(order)] == side) for side in EDGES}
    for side in EDGES:
        number = count[side]
        if side not in entered:
            places = [(n + 1, number + 1) for n in range(number)]
        else:  # the door keeps the middle: half of them on either side of it
            near, beyond = number - number // 2, number // 2
            places = [(n + 1, 2 * (near + 1)) for n in range(near)]
            places += [(beyond + n + 2, 2 * (beyond + 1)) for n in range(beyond)]
        for part, whole in places:
            yield Opening(kind="window", side=side, segment=_part(rect, side, part, whole, lengths.window))


def _part(rect: Rect, side: Edge, part: int, whole: int, width: int) -> Segment:
    """A stretch of a side, centred so far along it."""
    (x1, y1), (x2, y2) = sides_of(rect)[EDGES.index(side)]
    x, y = x1 + (x2 - x1) * part // whole, y1 + (y2 - y1) * part // whole
    if y1 == y2:
        return (x - width // 2, y), (x - width // 2 + width, y)
    return (x, y - width // 2), (x, y - width // 2 + width)
