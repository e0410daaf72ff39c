"""The ground of a scenario: terrain as its file gives it, and the shapes it comes to (cappa.geo.45-cappa.geo.51).

Everything is in hundredths of a um from the north-west corner, x to the east and y to the south (cappa.geo.1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from alfiere.battles.ground_forms import EDGES, Edge, GroundForm, Rect, Segment
from alfiere.battles.ground_shapes import Laid, all_laid, part_of_side
from alfiere.games.cappa.sheets.tables import Ground, Obstacle, Structure, TerrainKind, tables, terrain
from alfiere.kernel.forms import Form


class FeatureForm(GroundForm, frozen=True, kw_only=True):
    """A piece of terrain as the file gives it: a rect, lines or points, of some kind; a building has openings."""

    pa: int = 0  # to cross it, where the scenario makes it dearer, cappa.4.3.2d
    storeys: int = 1
    doors: tuple[Edge, ...] = ()
    gates: tuple[Edge, ...] = ()
    locked: tuple[Edge, ...] = ()  # sides whose door or gate is locked
    windows: int | None = None
    windows_on: tuple[Edge, ...] = ()  # the sides that have them; left out: all, those without a door first
    is_closed: bool = False
    cart: Literal["", "carro", "carrozza"] = ""  # what a barricade is that can be righted again, cappa.t.collaborative


class Opening(Form, frozen=True, kw_only=True):
    """A door, gate or window in the wall of a building."""

    kind: Literal["door", "gate", "window"]
    side: Edge
    segment: Segment

    @property
    def obstacle(self) -> Obstacle:
        """What it costs to go through it."""
        return terrain().obstacles[self.kind]


class Feature(Laid[FeatureForm, TerrainKind]):
    """A piece of terrain on the table: a well is a disc, a cart or barricade lies from east to west (cappa.geo.49)."""

    __slots__ = ("ground", "is_hidden", "obstacle", "openings", "pa", "storeys", "structure")

    def __init__(self, form: FeatureForm, id: str = "") -> None:
        kind = terrain().kinds[form.kind]
        super().__init__(form, kind, id, tables().lengths.gap)
        self.pa, self.storeys, self.is_hidden = form.pa, form.storeys, kind.is_hidden
        self.obstacle: Obstacle | None = terrain().obstacles[kind.of] if kind.what == "obstacle" else None
        is_ground = kind.what in ("ground", "building")
        self.ground: Ground | None = terrain().grounds[kind.of] if is_ground else None
        self.structure: Structure | None = terrain().structures[kind.structure] if kind.structure else None
        self.openings: tuple[Opening, ...] = ()
        if kind.what == "building" and form.rect is not None and not form.is_closed:
            self.openings = tuple(_openings(form, form.rect))


def features(forms: Iterable[FeatureForm]) -> tuple[Feature, ...]:
    """The terrain of a scenario."""
    return all_laid(forms, Feature)


def _openings(form: FeatureForm, rect: Rect) -> Iterator[Opening]:
    """Doors and gates in the middle of their sides, windows shared out evenly (cappa.geo.45, cappa.geo.51)."""
    lengths = tables().lengths
    entered = (*form.doors, *form.gates)
    for side in form.doors:
        yield Opening(kind="door", side=side, segment=part_of_side(rect, side, 1, 2, lengths.door))
    for side in form.gates:
        yield Opening(kind="gate", side=side, segment=part_of_side(rect, side, 1, 2, lengths.gate))
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
            yield Opening(kind="window", side=side, segment=part_of_side(rect, side, part, whole, lengths.window))
