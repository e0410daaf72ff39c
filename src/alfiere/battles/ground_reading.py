"""The written ground of an open table, checked: everything that the forms cannot say, each slip in one sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import ClassVar

from alfiere.battles.ground_forms import SHAPES, ExitForm, GroundForm, KindOfGround, Rect, TableForm, ZoneForm
from alfiere.battles.ground_shapes import gap_point, lies_on, outline_of
from alfiere.kernel.bad_data import Checking
from alfiere.kernel.forms import FINEST, check_name
from alfiere.table.shapes import Point

MOST_LEVELS = 4


class TableCheck(Checking):
    """A scenario of an open table that is being checked."""

    unit: ClassVar[str] = "um"
    shapes: ClassVar[tuple[str, ...]] = SHAPES  # the ways in which the game lets terrain be given

    def __init__(self, file: str | Path, table: TableForm) -> None:
        super().__init__(file)
        self.width, self.depth = table.width, table.depth

    def size(self, least: int, most: int) -> None:
        """The table is neither too small nor too large."""
        for key, length in (("width", self.width), ("depth", self.depth)):
            if not least <= length <= most:
                said = f"a table measures {least / FINEST:g} to {most / FINEST:g} {self.unit}"
                self.fail(f"table.{key}", said)

    def on_table(self, points: Iterable[Point], where: str) -> None:
        """All of these places lie on the table."""
        for x, y in points:
            if not (0 <= x <= self.width and 0 <= y <= self.depth):
                size = f"{self.width / FINEST:g} x {self.depth / FINEST:g} {self.unit}"
                self.fail(where, f"({x / FINEST:g}, {y / FINEST:g}) is not on the table, which is {size}")

    def rect(self, rect: Rect, where: str) -> None:
        """A rectangle on the table that is written the right way round."""
        left, top, right, bottom = rect
        if not (left < right and top < bottom):
            self.fail(where, "a rect is [x1, y1, x2, y2], the north-west corner first")
        self.on_table(((left, top), (right, bottom)), where)

    def ground(self, form: GroundForm, kinds: Mapping[str, KindOfGround], where: str) -> None:
        """A piece of terrain has a name, a known kind, and a shape that goes with it, on the table."""
        self.one_of(form.kind, kinds, f"{where}.kind")
        check_name(form.name, f"{where}.name", self.file)
        if len(form.given) != 1 or form.given[0] not in self.shapes:
            words = [f"«{name}»" for name in self.shapes]
            self.fail(where, f"it needs exactly one of {', '.join(words[:-1])} and {words[-1]}")
        if form.rect is not None:
            self.rect(form.rect, f"{where}.rect")
        for number, line in enumerate(form.all_lines):
            place = f"{where}.path" if form.path else f"{where}.lines[{number}]"
            self.on_table(line, place)
            if line[0] == line[1]:
                self.fail(place, "the line begins where it ends")
        for key, points, least in (("polygon", form.polygon, 3), ("path", form.path, 2), ("points", form.points, 1)):
            self.on_table(points, f"{where}.{key}")
            if points and len(points) < least:
                self.fail(f"{where}.{key}", f"it has {least} points at least")
        self._goes_with(form, kinds[form.kind], where)
        for number, gap in enumerate(form.gaps):
            at = gap_point(form, gap)
            if at is None or not any(lies_on(at, line) for line in outline_of(form)):
                self.fail(f"{where}.gaps[{number}]", "the gap must lie on the obstacle: say «at» or, of a rect, «side»")

    def _goes_with(self, form: GroundForm, kind: KindOfGround, where: str) -> None:
        """The shape of a piece is one that its kind can have."""
        if kind.what == "building" and form.rect is None:
            self.fail(where, "a building needs a «rect»")
        if kind.what == "mark" and not form.points:
            self.fail(where, "markers are given as «points»")
        if kind.what == "ground" and form.points:
            self.fail(where, "ground is given as a «rect», a road also as «lines»")
        if kind.what == "ground" and form.all_lines and not (form.width or kind.width):
            self.fail(where, f"ground given as «{form.given[0]}» needs a «width»")
        if kind.what == "obstacle" and form.points and not (form.length or kind.length):
            self.fail(where, "an obstacle given as «points» needs a «length»")
        if kind.is_round and not form.points:
            self.fail(where, f"a {kind.id} is given as «points»")
        if min(form.width, form.length) < 0 or not 1 <= form.levels <= MOST_LEVELS:
            self.fail(where, f"sizes cannot be negative; levels are 1 to {MOST_LEVELS}")
        if form.gaps and kind.what != "obstacle":
            self.fail(where, "only obstacles have gaps")

    def ids_once(self, ids: Iterable[str]) -> None:
        """No two pieces of terrain are called the same."""
        seen: set[str] = set()
        for number, piece in enumerate(ids):
            if piece in seen:
                self.fail(f"terrain[{number}].id", f"«{piece}» stands twice; every piece of terrain needs its own")
            seen.add(piece)

    def way_out(self, form: ExitForm, where: str) -> None:
        """An exit lies on its edge."""
        long = self.width if form.edge in ("north", "south") else self.depth
        if not 0 <= form.start < (form.end or long) <= long:
            self.fail(where, "it must begin before it ends, and lie on its edge")

    def room(self, wanted: Mapping[Rect, Collection[int]], where: str, rule: str) -> None:
        """Every base has a square of its own size where it is set up; ``wanted``: the bases of each zone."""
        for (left, top, right, bottom), bases in wanted.items():
            largest = max(bases)
            if ((right - left) // largest) * ((bottom - top) // largest) < len(bases):
                self.fail(where, f"it is too small for {len(bases)} bases ({rule})")

    def zone(self, zone: ZoneForm, where: str, areas: Iterable[str], least: int) -> None:
        """A zone on the table, of one kind; ``areas``: what it can be around, ``least``: the width of a base."""
        if sum((zone.rect is not None, zone.edge is not None, bool(zone.around))) != 1:
            self.fail(where, "it needs either a «rect», an «edge» or an «around»")
        if zone.around:
            self.one_of(zone.around, tuple(areas), f"{where}.around")
        if zone.rect is not None:
            self.rect(zone.rect, f"{where}.rect")
        elif zone.within < least:
            said = f"it must be at least {least / FINEST:g} {self.unit}, the width of a base"
            self.fail(f"{where}.within", said)
        elif zone.within > (self.depth if zone.edge in ("north", "south") else self.width):
            self.fail(f"{where}.within", "it reaches beyond the table")
