"""Chapters 7.2v and 7.2z, watercourses: what belongs to one, and what flood and drought make of its pieces.

What has changed is kept among the other changes of the ground.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from alfiere.battles.ground_shapes import corners, without
from alfiere.battles.marks import Line
from alfiere.games.cappa.scenario.features import Feature
from alfiere.games.cappa.scenario.scenario import Scenario
from alfiere.games.cappa.sheets.measures import Rect
from alfiere.table.shapes import Outline, Point, box
from alfiere.table.terrain import AREA
from alfiere.table.terrain import Feature as Piece

FLOOD, DRY, OPEN, WADE = "flood", "dry", "open", "wade"
RIVER, FORD = "river", "ford"
REST = ".rest"  # ends, with a number, the id of a further part of a river that a ford divides
COURSES = ("stream", FORD, RIVER)  # what a watercourse is made of


class Water(NamedTuple):
    """What has become of a piece: flooded, dry, found as a ford, or to be waded so far about a place."""

    how: str
    piece: str
    x: int = 0
    y: int = 0
    reach: int = 0


WATER = Line("water", Water)


def is_water(piece: Piece) -> bool:
    """Whether a piece is part of a stream, canal or river."""
    return piece.kind in COURSES


def as_river(piece: Piece) -> Piece:
    """The same, too deep to be crossed."""
    return piece._replace(kind=RIVER)


def opened_by_tracks(scenario: Scenario, feature: Feature) -> bool:
    """Whether a hidden ford is unknown until its tracks are found (cappa.7.2ab); otherwise both sides know it."""
    return any(feature.id in event.opens for event in scenario.form.event)


def waters_shown(features: Mapping[str, Feature], scenario: Scenario, changes: Iterable[str]) -> dict[str, str]:
    """As what kind of terrain each changed area is drawn; a hidden ford nobody has found looks like the river."""
    kinds = {FLOOD: RIVER, WADE: FORD, OPEN: FORD, DRY: DRY}
    hidden = (one for one in features.values() if opened_by_tracks(scenario, one))
    found = {one.id: RIVER for one in hidden}
    for change in WATER.among(changes):
        feature = features[change.piece]
        if change.how == DRY or feature.area is not None:
            found[feature.id] = kinds[change.how]
    return found


def changed_water(pieces: Sequence[Piece], changes: Iterable[str]) -> tuple[Piece, ...]:
    """The pieces of the table after floods and droughts."""
    found = list(pieces)
    for change in WATER.among(changes):
        found = [new for piece in found for new in ([piece] if piece.id != change.piece else _changed(piece, change))]
    return tuple(_with_fords(found))


def _with_fords(pieces: list[Piece]) -> Iterator[Piece]:
    """A ford that lies in a river is the way through it."""
    fords = [_box(one) for one in pieces if one.kind == FORD and _is_rect(one)]
    for piece in pieces:
        if piece.kind != RIVER or not _is_rect(piece):
            yield piece
            continue
        parts = [_box(piece)]
        for ford in fords:
            parts = [rest for part in parts for rest in without(part, ford)]
        for number, part in enumerate(parts):
            yield _part(piece, RIVER, part, piece.id if not number else f"{piece.id}{REST}{number}")


def _is_rect(piece: Piece) -> bool:
    return piece.form == AREA and len(piece.points) == 4 and not piece.radius


def _changed(piece: Piece, change: Water) -> list[Piece]:
    if change.how == FLOOD:
        return [as_river(piece)]
    if change.how == OPEN:
        return [piece._replace(kind=FORD)]
    if change.how == DRY:
        return []
    return list(_waded(piece, (change.x, change.y), change.reach))


def _waded(piece: Piece, place: Point, reach: int) -> Iterator[Piece]:
    """A river of which the part about a place can be waded: difficult ground there, the rest as it was."""
    if not _is_rect(piece) or piece.kind != RIVER:
        yield piece
        return
    left, top, right, bottom = _box(piece)
    x, y = place
    west, north, east, south = max(left, x - reach), max(top, y - reach), min(right, x + reach), min(bottom, y + reach)
    if west >= east or north >= south:
        yield piece
        return
    wet = (west, north, east, south)
    yield _part(piece, FORD, wet, piece.id)
    for number, part in enumerate(without((left, top, right, bottom), wet)):
        yield _part(piece, RIVER, part, f"{piece.id}{REST}{number}.")


def _box(piece: Piece) -> Rect:
    return box(Outline(piece.points, piece.radius))


def _part(piece: Piece, kind: str, rect: Rect, name: str) -> Piece:
    return piece._replace(id=name, kind=kind, points=corners(rect))


def course(pieces: Iterable[Piece], first: str, slack: int) -> list[str]:
    """Every piece of the watercourse that a piece belongs to: those that touch one another."""
    boxes = {piece.id: _box(piece) for piece in pieces if is_water(piece)}
    found, edge = [first], [first]
    while edge:
        west, north, east, south = boxes[edge.pop()]
        for name, (left, top, right, bottom) in boxes.items():
            meets = left <= east + slack and right >= west - slack and top <= south + slack and bottom >= north - slack
            if name not in found and meets:
                found.append(name)
                edge.append(name)
    return list(dict.fromkeys(name.split(REST)[0] for name in found))
