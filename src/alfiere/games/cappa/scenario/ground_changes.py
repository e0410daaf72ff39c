"""Ground that men have changed: breaches, gaps torn into hedges, barricades and trenches made (chapters 9.7 and 10).

A change is one line of the state's ``changed``, its parts between bars; applied in their order they turn the pieces of
the scenario into those of the table as it is now. A piece cut in two keeps its name with a number behind a tilde.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from alfiere.battles.marks import Lines
from alfiere.games.cappa.scenario.features import Feature, FeatureForm
from alfiere.games.cappa.sheets.measures import Point
from alfiere.kernel.forms import Name
from alfiere.table.terrain import AREA, LINE, WALLS, Opening
from alfiere.table.terrain import Feature as Piece

CUT = "~"
BREACH, FORTIFIED = "breach", "fortified"  # what an opening is then
WITH_WALLS = "building"  # what a closed one is too, once there is a way in
WITHOUT_OPENINGS = "closed_building"
NAMES = {
    "barricade": Name(en="makeshift barricade", it="barricata improvvisata"),
    "hollow": Name(en="trench", it="trincea"),
}


class Breach(NamedTuple):
    """A way for one on foot through one side of a piece (cappa.10.2.3.h6)."""

    piece: str
    edge: int
    start: Point
    end: Point


class Gap(NamedTuple):
    """A way for everybody through a line, which has one side only."""

    piece: str
    edge: int
    start: Point
    end: Point


class Made(NamedTuple):
    """A barricade from one point to another, or a trench between two corners."""

    kind: str
    number: int
    start: Point
    end: Point


class Fortified(NamedTuple):
    """The openings on the ground floor of one side of a house are closed from within."""

    house: str
    edge: int


class Lit(NamedTuple):
    """A building that was set on fire in a turn (cappa.9.7.2e)."""

    house: str
    turn: int


class Flames(NamedTuple):
    """A building in flames: since the end of that turn nobody goes in or sees through it."""

    house: str


Change = Breach | Gap | Made | Fortified | Lit | Flames
CHANGES: Lines[Change] = Lines(
    {"breach": Breach, "gap": Gap, "made": Made, "fortified": Fortified, "burning": Lit, "flames": Flames}, between="|"
)
as_line = CHANGES.written


def burning(changed: Iterable[str]) -> dict[str, int]:
    """Every building that was lit, with the turn in which it was."""
    return dict(CHANGES.among(changed, Lit))


def in_flames(changed: Iterable[str]) -> list[str]:
    """Every building that stands in flames."""
    return [one.house for one in CHANGES.among(changed, Flames)]


def breaches(changed: Iterable[str]) -> list[tuple[str, Point, Point]]:
    """Every breach and gap: of which piece, from where to where."""
    holes = (one for one in CHANGES.all(changed) if isinstance(one, Breach | Gap))
    return [(base_piece(one.piece), one.start, one.end) for one in holes]


def made_features(changed: Iterable[str]) -> list[Feature]:
    """All that has been made, as pieces of terrain."""
    return [_feature(one) for one in CHANGES.among(changed, Made)]


def _feature(made: Made) -> Feature:
    if made.kind == "barricade":
        form = FeatureForm(kind=made.kind, name=NAMES[made.kind], lines=((made.start, made.end),))
    else:
        form = FeatureForm(kind=made.kind, name=NAMES[made.kind], rect=(*made.start, *made.end))
    return Feature(form, f"{made.kind}+{made.number}")


def applied(pieces: Iterable[Piece], changed: Iterable[str]) -> tuple[Piece, ...]:
    """The pieces of the table when these changes have been made."""
    found = {piece.id: piece for piece in pieces}
    changes = CHANGES.all(changed)
    for change in changes:
        if isinstance(change, Made):
            made = _piece_of(_feature(change))
            found[made.id] = made
        elif isinstance(change, Fortified) and change.house in found:
            found[change.house] = _shut(found[change.house], change.edge)
        elif isinstance(change, Breach | Gap) and change.piece in found:
            piece = found[change.piece]
            if piece.form == LINE:
                del found[piece.id]
                found |= {part.id: part for part in _cut(piece, change)}
            else:
                found[piece.id] = _pierced(piece, change.edge, change.start, change.end)
    for change in changes:
        if isinstance(change, Flames):  # whatever was made of it before
            found[change.house] = found[change.house]._replace(kind=WITHOUT_OPENINGS, form=AREA, openings=())
    return tuple(found.values())


def _piece_of(feature: Feature) -> Piece:
    if feature.obstacle is not None:
        return Piece(feature.id, feature.obstacle.id, LINE, feature.segments[0], top=feature.obstacle.height)
    assert feature.ground is not None
    assert feature.area is not None
    left, top, right, bottom = feature.area
    return Piece(feature.id, feature.ground.id, AREA, ((left, top), (right, top), (right, bottom), (left, bottom)))


def _shut(piece: Piece, edge: int) -> Piece:
    ways = (one._replace(kind=FORTIFIED) if one.edge == edge and not one.floor else one for one in piece.openings)
    return piece._replace(openings=tuple(ways))


def _cut(piece: Piece, hole: Breach | Gap) -> list[Piece]:
    """What is left of a line on either side; in a breach lie the stones that no horse passes."""
    first, last, start, end = piece.points[0], piece.points[-1], hole.start, hole.end
    if _off(first, end) < _off(first, start):
        start, end = end, start
    parts = [(points, piece.kind) for points in ((first, start), (end, last)) if points[0] != points[1]]
    if isinstance(hole, Breach):
        parts.append(((start, end), BREACH))
    return [
        piece._replace(id=f"{piece.id}{CUT}{number}", kind=what, points=points, top=piece.top if what != BREACH else 0)
        for number, (points, what) in enumerate(parts)
    ]


def _off(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _pierced(piece: Piece, edge: int, start: Point, end: Point) -> Piece:
    """A building with one opening more; doors and windows where the breach is are part of it."""
    number = sum(1 for one in piece.openings if one.kind == BREACH)
    hole = Opening(f"{piece.id}/{BREACH}-{edge}-{number}", BREACH, edge, start, end)
    left = tuple(one for one in piece.openings if one.edge != edge or one.floor or not _meet(one, start, end))
    return piece._replace(kind=WITH_WALLS, form=WALLS, openings=(*left, hole))


def _meet(opening: Opening, start: Point, end: Point) -> bool:
    """Whether an opening and a breach in the same side overlap."""
    axis = 0 if start[0] != end[0] else 1
    low, high = sorted((start[axis], end[axis]))
    one, other = sorted((opening.start[axis], opening.end[axis]))
    return one < high and low < other


def base_piece(name: str) -> str:
    """The piece that a part of it was cut from."""
    return name.split(CUT)[0]
