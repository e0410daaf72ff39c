"""Ground that men have changed: breaches, gaps torn into hedges, barricades and trenches made (chapters 9.7 and 10).

A change is one line of the state's ``changed``, its parts between bars; applied in their order they turn the pieces of
the scenario into those of the table as it is now. A piece cut in two keeps its name with a number behind a tilde.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from alfiere.games.cappa.scenario.features import Feature, FeatureForm
from alfiere.games.cappa.sheets.measures import Point
from alfiere.kernel.forms import Name
from alfiere.table.terrain import AREA, LINE, WALLS, Opening
from alfiere.table.terrain import Feature as Piece

BAR, CUT = "|", "~"
BREACH = "breach"  # a way through for one on foot, cappa.10.2.3.h6
GAP = "gap"  # a way through for everybody
MADE = "made"
FORTIFIED = "fortified"  # openings of one side, closed to everybody
BURNING = "burning"  # lit, in that turn
FLAMES = "flames"  # since the end of that turn nobody goes in or sees through it
WITH_WALLS = "building"  # what a closed one is too, once there is a way in
WITHOUT_OPENINGS = "closed_building"
NAMES = {
    "barricade": Name(en="makeshift barricade", it="barricata improvvisata"),
    "hollow": Name(en="trench", it="trincea"),
}


def _written(point: Point) -> str:
    return f"{point[0]},{point[1]}"


def _read(text: str) -> Point:
    x, _, y = text.partition(",")
    return int(x), int(y)


def breach_of(piece: str, edge: int, start: Point, end: Point) -> str:
    """A breach in one side of a piece."""
    return BAR.join((BREACH, piece, str(edge), _written(start), _written(end)))


def gap_of(piece: str, start: Point, end: Point) -> str:
    """A gap in a line that everybody can pass."""
    return BAR.join((GAP, piece, "0", _written(start), _written(end)))


def made_of(kind: str, number: int, start: Point, end: Point) -> str:
    """A barricade from one point to another, or a trench between two corners."""
    return BAR.join((MADE, kind, str(number), _written(start), _written(end)))


def fortified_of(house: str, edge: int) -> str:
    """The openings on the ground floor of one side of a house are closed from within."""
    return BAR.join((FORTIFIED, house, str(edge)))


def burning_of(house: str, turn: int) -> str:
    """A building that was lit in a turn (cappa.9.7.2e)."""
    return BAR.join((BURNING, house, str(turn)))


def burning(changed: Iterable[str]) -> dict[str, int]:
    """Every building that was lit, with the turn in which it was."""
    lit = (name.split(BAR) for name in changed if name.startswith(BURNING + BAR))
    return {house: int(turn) for _, house, turn in lit}


def flames_of(house: str) -> str:
    """A building that stands in flames."""
    return BAR.join((FLAMES, house))


def in_flames(changed: Iterable[str]) -> list[str]:
    """Every building that stands in flames."""
    return [name.split(BAR)[1] for name in changed if name.startswith(FLAMES + BAR)]


def fortified(changed: Iterable[str]) -> list[tuple[str, int]]:
    """Every house with a side whose openings are closed, and which side."""
    closed = (name.split(BAR) for name in changed if name.startswith(FORTIFIED + BAR))
    return [(house, int(edge)) for _, house, edge in closed]


def breaches(changed: Iterable[str]) -> list[tuple[str, Point, Point]]:
    """Every breach and gap: of which piece, from where to where."""
    found = []
    for name in changed:
        kind, *rest = name.split(BAR)
        if kind in (BREACH, GAP) and len(rest) == 4:
            found.append((rest[0].split(CUT)[0], _read(rest[2]), _read(rest[3])))
    return found


def made_feature(change: str) -> Feature | None:
    """What has been made, as a piece of terrain; None if this change makes nothing."""
    kind, *rest = change.split(BAR)
    if kind != MADE:
        return None
    (what, number), start, end = rest[:2], _read(rest[2]), _read(rest[3])
    if what == "barricade":
        form = FeatureForm(kind=what, name=NAMES[what], lines=((start, end),))
    else:
        form = FeatureForm(kind=what, name=NAMES[what], rect=(*start, *end))
    return Feature(form, f"{what}+{number}")


def applied(pieces: Iterable[Piece], changes: Collection[str]) -> tuple[Piece, ...]:
    """The pieces of the table when these changes have been made."""
    found = {piece.id: piece for piece in pieces}
    for change in changes:
        kind, *rest = change.split(BAR)
        made = made_feature(change)
        if made is not None:
            found[made.id] = _piece_of(made)
        elif kind == FORTIFIED and rest[0] in found:
            piece = found[rest[0]]
            ways = tuple(
                one._replace(kind=FORTIFIED) if one.edge == int(rest[1]) and not one.floor else one
                for one in piece.openings
            )
            found[piece.id] = piece._replace(openings=ways)
        elif kind in (BREACH, GAP) and rest[0] in found:
            piece, edge, start, end = found[rest[0]], int(rest[1]), _read(rest[2]), _read(rest[3])
            if piece.form == LINE:
                del found[piece.id]
                for part in _cut(piece, kind, start, end):
                    found[part.id] = part
            else:
                found[piece.id] = _pierced(piece, edge, start, end)
    for house in in_flames(changes):  # whatever was made of it before
        found[house] = found[house]._replace(kind=WITHOUT_OPENINGS, form=AREA, openings=())
    return tuple(found.values())


def _piece_of(feature: Feature) -> Piece:
    if feature.obstacle is not None:
        return Piece(feature.id, feature.obstacle.id, LINE, feature.segments[0], top=feature.obstacle.height)
    assert feature.ground is not None
    assert feature.area is not None
    left, top, right, bottom = feature.area
    return Piece(feature.id, feature.ground.id, AREA, ((left, top), (right, top), (right, bottom), (left, bottom)))


def _cut(piece: Piece, kind: str, start: Point, end: Point) -> list[Piece]:
    """What is left of a line on either side; in a breach lie the stones that no horse passes."""
    first, last = piece.points[0], piece.points[-1]
    if _off(first, end) < _off(first, start):
        start, end = end, start
    parts = [(points, piece.kind) for points in ((first, start), (end, last)) if points[0] != points[1]]
    if kind == BREACH:
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
