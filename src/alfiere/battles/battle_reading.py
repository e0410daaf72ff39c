"""The file of a battle between two armies, checked: what every such game asks, each slip told in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from alfiere.battles.areas import AreaForm
from alfiere.battles.entries import EntryForm, road_end
from alfiere.battles.ground_forms import ExitForm, GroundForm, Rect
from alfiere.battles.ground_reading import TableCheck
from alfiere.battles.ground_shapes import with_ids
from alfiere.kernel.forms import Form, Name, check_name


class SpecialForm(Form, frozen=True, kw_only=True, tag_field="kind"):
    """A special rule of a battle, told in words; a game derives a form for each kind it knows."""

    text: Name


class Told(SpecialForm, frozen=True, kw_only=True, tag="told"):
    """What ground, order of battle and the usual rules already say by themselves."""


class BattleCheck(TableCheck):
    """A battle that is being checked, in the coordinates of its file.

    A game says what is its own: a piece of terrain, who is meant, its places.
    """

    y_to_north: ClassVar[bool] = True  # how the file counts; else from the north-west corner, as the table does
    shapes: ClassVar[tuple[str, ...]] = ("rect", "polygon", "path")

    def __init__(self, form: Any, file: str) -> None:
        super().__init__(file, form.table)
        self.form = form
        self.codes = [side.code for side in form.side]
        self.pieces: dict[str, Any] = {}

    def head(self, least: int, most: int) -> None:
        """Title, size, length and the two sides."""
        for key in ("title", "summary"):
            check_name(getattr(self.form, key), key, self.file)
        self.size(least, most)
        self.at_least(1, self.form.turns, "turns")
        if sorted(side.seat for side in self.form.side) != ["blue", "red"] or len(set(self.codes)) != 2:
            self.fail("side", 'there must be one side with seat = "red" and one with seat = "blue", of different codes')
        for side in self.form.side:
            check_name(side.name, f"side {side.code}.name", self.file)
            check_name(side.aim, f"side {side.code}.aim", self.file)

    # Ground

    def rect(self, rect: Rect, where: str) -> None:
        if not (rect[0] < rect[2] and rect[1] < rect[3]):
            corner = "south-west" if self.y_to_north else "north-west"
            self.fail(where, f"a rect is [x1, y1, x2, y2], the {corner} corner first")
        self.on_table((rect[:2], rect[2:]), where)

    def terrain(self) -> None:
        """Every piece, and that no two are called the same."""
        for number, piece in enumerate(self.form.terrain):
            self.piece(piece, f"terrain[{number}]")
        self.ids_once(id for id, _ in with_ids(self.form.terrain))
        self.pieces = dict(with_ids(self.form.terrain))

    def piece(self, form: Any, where: str) -> None:
        """A piece of terrain; a game adds what its kinds ask."""
        raise NotImplementedError

    def area(self, form: AreaForm, where: str) -> None:
        """A piece of the table, given in one way."""
        given = (form.rect is not None, bool(form.polygon), bool(form.inside), form.at is not None)
        if sum(given) > 1 or not (any(given) or form.near):
            self.fail(where, "it needs one of «rect», «polygon», «inside» and «at», or «near»")
        if form.rect is not None:
            self.rect(form.rect, f"{where}.rect")
        if form.polygon and len(form.polygon) < 3:
            self.fail(f"{where}.polygon", "it has 3 points at least")
        self.on_table(form.polygon, f"{where}.polygon")
        self.on_table((form.at,) if form.at is not None else (), f"{where}.at")
        for key in ("inside", "near"):
            for piece in getattr(form, key):
                self.one_of(piece, self.pieces, f"{where}.{key}")
        if any(self.pieces[one].path for one in form.inside):
            self.fail(f"{where}.inside", "nobody stands inside a line")
        if form.by and not form.near:
            self.fail(f"{where}.by", "say with «near» of what")

    def areas(self, forms: Sequence[AreaForm], where: str) -> None:
        """Where somebody is set up: somewhere."""
        if not forms:
            self.fail(f"{where}.area", "there is none")
        for number, area in enumerate(forms):
            self.area(area, f"{where}.area[{number}]")

    # Who is meant, and when he comes

    def known(self, ids: Iterable[str], known: Iterable[str], where: str) -> None:
        """Everybody who is named is in the order of battle."""
        known = tuple(known)
        for id in ids:
            if id not in known:
                self.fail(where, f"«{id}» is not in the order of battle")

    def entries(self, turn: int, forms: Sequence[EntryForm], roads: Sequence[str], where: str) -> None:
        """Whoever arrives does so while the battle lasts, by an edge or by a road that meets it."""
        if not 1 <= turn <= self.form.turns:
            self.fail(f"{where}.turn", f"it is {turn}; the battle has turns 1 to {self.form.turns}")
        if not forms:
            self.fail(f"{where}.entry", "there is none")
        for number, entry in enumerate(forms):
            place = f"{where}.entry[{number}]"
            if not entry.road:
                self.way_out(ExitForm(edge=entry.edge, start=entry.start, end=entry.end), place)
                continue
            self.one_of(entry.road, roads, f"{place}.road")
            # in the coordinates of a file whose y goes to the north, north and south have changed places
            turned = {"north": "south", "south": "north"} if self.y_to_north else {}
            edge = turned.get(entry.edge, entry.edge)
            road: GroundForm = self.pieces[entry.road]
            if road_end(road, edge, self.width, self.depth) is None:
                self.fail(f"{place}.road", f"«{entry.road}» does not meet the {entry.edge} edge")

    # Victory

    def places(self) -> None:
        """Places of their own names, held by a side or by nobody."""
        seen: set[str] = set()
        for place in self.form.place:
            where = f"place {place.id}"
            if place.id in seen:
                self.fail(where, "this id stands twice")
            seen.add(place.id)
            check_name(place.name, f"{where}.name", self.file)
            if place.piece:
                self.one_of(place.piece, self.pieces, f"{where}.piece")
            if place.held_by:
                self.one_of(place.held_by, self.codes, f"{where}.held_by")
            self.place(place, where)

    def place(self, place: Any, where: str) -> None:
        """What a place is; a game adds how it may be given."""
        raise NotImplementedError

    def objectives(self, rule: str) -> None:
        """There is something to be won; each kind checks itself."""
        if not self.form.objective:
            self.fail("objective", f"every battle says what wins it: there is none ({rule})")
        for number, objective in enumerate(self.form.objective):
            if not isinstance(objective, dict):  # read with their kinds
                check_name(objective.text, f"objective[{number}].text", self.file)
                objective.check(self, f"objective[{number}]")

    def specials(self) -> None:
        """Special rules are told in words and checked by the game."""
        for number, special in enumerate(self.form.special):
            check_name(special.text, f"special[{number}].text", self.file)
            self.special(special, f"special[{number}]")

    def special(self, rule: Any, where: str) -> None:
        """A special rule."""
        raise NotImplementedError
