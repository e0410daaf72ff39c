"""Chapter 10, observation: who sees whom, by how far one sees, by woods, buildings and hills."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from alfiere.games.lumi.sheets.ground import Piece
from alfiere.games.lumi.state.base import HAS_FOUGHT, ROUT, Base
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.state.unit import Unit, bases_of
from alfiere.table.fronts import EDGES, edge_of
from alfiere.table.legs import Footing
from alfiere.table.measuring import segments_meet, within
from alfiere.table.shapes import Base as Placed
from alfiere.table.shapes import Outline, Point
from alfiere.table.sight import Crossed, length_of, sight_line


def sees(s: State, unit: Unit, target: Unit) -> bool:
    """Whether some base of a unit sees some base of another (lumi.10.1). Units do not block sight (lumi.10.2)."""
    return any(base_sees(s, one, two) for one in bases_of(s, unit) for two in bases_of(s, target))


def is_visible(s: State, unit: Unit, at: Mapping[str, Footing] | None = None) -> bool:
    """Whether an enemy who is not in rout sees it, or would if its bases stood there (lumi.10.6)."""
    lookers = [one for one in s.foes(unit.seat) if one.state != ROUT]
    places = [(one, s.base(one) if at is None else at[one.id].base(one.id)) for one in bases_of(s, unit)]
    return any(_sees(s, one, two, there) for one in lookers for two, there in places)


def base_sees(s: State, one: Base, two: Base) -> bool:
    """Whether a base sees another: by a line from the midpoint of a side to the centre or a corner."""
    return _sees(s, one, two, s.base(two))


def _sees(s: State, one: Base, two: Base, there: Placed) -> bool:
    here, distances = s.base(one), s.tables.distances
    has_fought = HAS_FOUGHT.is_on(two)  # lumi.10.5
    hidden_in = [piece for piece in s.ground.wholly_in(there.outline) if piece.kind.hides]
    if hidden_in:  # lumi.10.3
        limit = distances.hidden_inside_fired if has_fought else distances.hidden_inside
        if not within(here.outline, there.outline, limit):
            return False
    looks_from = [piece for piece in s.ground.wholly_in(here.outline) if piece.kind.hides]
    if any(piece not in hidden_in and not _is_at_edge(s, piece, here.outline) for piece in looks_from):
        return False
    far = s.sky.distance * (s.tables.numbers.seen_fired if has_fought else 1)
    between = between_them(s, here.outline, there.outline)
    eyes = [edge_of(here, name).middle for name in EDGES]
    return any(
        (ax - bx) ** 2 + (ay - by) ** 2 <= far * far and is_clear(s, (ax, ay), (bx, by), between)
        for ax, ay in eyes
        for bx, by in (there.point, *there.outline.points)
    )


class Between(NamedTuple):
    """What two bases have to do with the ground between them."""

    own: frozenset[str]  # woods and buildings one of them is wholly in
    slopes: tuple[Piece | None, Piece | None]  # that they are on
    is_over: bool  # one of them is on higher ground, and sees over light woods


def between_them(s: State, here: Outline, there: Outline) -> Between:
    """How two bases stand on the ground, as far as it may hide one from the other."""
    ground = s.ground
    own = frozenset(piece.id for one in (here, there) for piece in ground.wholly_in(one) if piece.kind.hides)
    is_over = ground.is_higher(here, there) or ground.is_higher(there, here)
    return Between(own, (ground.slope(here), ground.slope(there)), is_over)


def is_clear(s: State, start: Point, end: Point, between: Between) -> bool:
    """Whether no ground on a line between two bases blocks it (lumi.10.2, .10.4)."""
    return not any(_blocks(s, crossed, start, end, between) for crossed in _crossed(s, start, end, between.own))


def _is_at_edge(s: State, piece: Piece, outline: Outline) -> bool:
    """Whether some part of a base inside is near enough to the edge to look out (lumi.10.3)."""
    square, over = s.ground.terrain.by_id[piece.id].squared_gap(outline)
    return square <= s.tables.distances.looks_out**2 * over


def _crossed(s: State, start: Point, end: Point, own: frozenset[str]) -> Iterator[Crossed]:
    """What a line passes through that may hide, but the woods and buildings the two are in."""
    kinds = {id for id, one in s.ground.known.kinds.items() if one.sight != "free"}
    return (one for one in sight_line(s.ground.terrain, start, end, kinds).crossed if one.feature.id not in own)


def _blocks(s: State, crossed: Crossed, start: Point, end: Point, between: Between) -> bool:
    """Whether something on the line hides the one from the other."""
    piece = s.ground.pieces[crossed.feature.id]
    if piece.kind.sight == "blocks":
        return True
    if piece.kind.sight == "deep":
        through = length_of(start, end, crossed.leave - crossed.enter)
        return not between.is_over and through > s.tables.distances.through_light_wood
    if piece in between.slopes:
        assert piece.crest is not None
        return segments_meet(start, end, *piece.crest)
    return max((one.kind.level for one in between.slopes if one is not None), default=0) <= piece.kind.level
