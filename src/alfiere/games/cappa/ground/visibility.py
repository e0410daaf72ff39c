"""Chapter 9.5, visibility: who is hidden from a side, what it knows of the table, and coming upon somebody hidden.

The table knows everything. A side is asked and shown only what its characters see: :func:`known` is the skirmish
without those who are hidden from it, and every offer is made from that.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from itertools import pairwise
from typing import NamedTuple

from alfiere.games.cappa.ground.dusk import FOUND, NOBODY, hidden_at, moment_of
from alfiere.games.cappa.ground.ground import free_place, gap, in_contact, is_free, radius
from alfiere.games.cappa.ground.seeing import is_dim
from alfiere.games.cappa.ground.weather import LIGHT, weather_tables
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import GONE, IMPULSE, OF_FIGURE, OFF, ON, OUT, Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.weather_events import HiddenFound
from alfiere.kernel.decision import Seat
from alfiere.table.measuring import point_to_segment, root_up, way_length
from alfiere.table.reach import Way
from alfiere.table.shapes import Point

STOPPED = OF_FIGURE.bare("stopped", IMPULSE)  # a charge that came upon somebody hidden goes no farther
STRIDE = 5  # hundredths from one place to the next, where a way is looked at for somebody hidden


def hidden_from(s: SkirmishState, seat: Seat | None) -> frozenset[str]:
    """The enemies on the table none of a side's characters sees (cappa.9.5c); from a spectator, those of every side.

    Who belongs to a side that nobody plays is hidden from no player, since any of them may have to move him; and what
    one of the players does not see, such a side does not see either. When all is over nobody is hidden.
    """
    return NOBODY if not is_dim(s) or s.winner else _hidden(s)[seat]


def _hidden(s: SkirmishState) -> dict[Seat | None, frozenset[str]]:
    """Who is hidden from each side and from a spectator; asked again and again of the same table."""
    return hidden_at(s, moment_of(s))


def all_hidden(s: SkirmishState) -> Mapping[Seat | None, frozenset[str]]:
    """Who is hidden from each side and from a spectator; by day and when all is over nobody is."""
    return _hidden(s) if is_dim(s) and not s.winner else dict.fromkeys((*s.seats, None), NOBODY)


def unseen_by(s: SkirmishState, seat: Seat | None) -> frozenset[str]:
    """Whoever a side knows nothing of: those hidden from it, and who fell or left the table out of its sight."""
    hidden = hidden_from(s, seat)
    if not s.unseen or s.winner:
        return hidden
    gone = [one for one in s.figures.values() if one.where in (OUT, GONE)]
    return hidden.union([one.id for one in gone if was_lost(s, seat, one)])


def was_lost(s: SkirmishState, seat: Seat | None, figure: Figure) -> bool:
    """Whether somebody fell or left the table out of a side's sight."""
    if figure.where not in (OUT, GONE):
        return False
    return any(figure.id in s.unseen.get(side, ()) for side in (s.seats if seat is None else (seat,)))


def known(s: SkirmishState, seat: Seat) -> SkirmishState:
    """The skirmish as a side knows it: whoever is hidden from it is not on the table. It is only looked at."""
    return as_seen(s, seat) if LIGHT in s.options else s


def as_seen(s: SkirmishState, seat: Seat | None) -> SkirmishState:
    """The same for a spectator too."""
    hidden = unseen_by(s, seat)
    if not hidden:
        return s
    twin = copy(s)
    twin.figures = dict(s.figures)
    for name in hidden:
        away = twin.figures[name] = s.figures[name].copy()
        away.where = OFF
    return twin


# Coming upon somebody


class Halt(NamedTuple):
    """A way that ends before somebody hidden."""

    way: Way
    enemy: str


def halted(s: SkirmishState, figure: Figure, way: Way, hidden: frozenset[str] | None = None) -> Halt | None:
    """As much of a way as leads not nearer than 1 um to somebody hidden whom it would touch (cappa.9.5.1.h3).

    ``hidden``: who is hidden from his side, if it is known already.
    """
    if hidden is None:
        hidden = hidden_from(s, figure.seat)
    if not hidden:
        return None
    near = [one for one in [s.figures[name] for name in sorted(hidden)] if _passes(figure, way, one)]
    if not near:
        return None
    keep = weather_tables().sight.stops_short
    walker = figure.copy()
    stops: dict[str, tuple[Point, ...]] = {one.id: way.points[:1] for one in near}  # the last places far enough away
    gone = way.points[:1]
    for start, end in pairwise(way.points):
        length = max(1, root_up((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2))
        for part in (*range(0, length, STRIDE), length):
            walker.x = start[0] + (end[0] - start[0]) * part // length
            walker.y = start[1] + (end[1] - start[1]) * part // length
            for one in near:
                if in_contact(s, walker, one):
                    points = stops[one.id]
                    whole = way_length(points)
                    return Halt(Way(points, whole, whole), one.id)
                if gap(s, walker, one) >= keep:
                    stops[one.id] = (*gone, (walker.x, walker.y))
        gone = (*gone, end)
    return None


def _passes(figure: Figure, way: Way, enemy: Figure) -> bool:
    """Whether the base comes near enough to another on a way to touch it."""
    reach = radius(figure) + radius(enemy) + tables().lengths.tolerance
    x, y = enemy.x, enemy.y
    xs, ys = [place[0] for place in way.points], [place[1] for place in way.points]
    if x < min(xs) - reach or x > max(xs) + reach or y < min(ys) - reach or y > max(ys) + reach:
        return False  # as nearly all of them
    legs = (point_to_segment(x, y, *start, *end) for start, end in pairwise(way.points))
    return any(square <= reach * reach * over for square, over in legs)


def reveal(g: SkirmishGame, figure: Figure, enemy: str, place: Point) -> None:
    """Somebody hidden has been come upon: he is no longer hidden in this turn, wherever he is seen from."""
    FOUND.put(g.state.figures[enemy])
    g.tell(HiddenFound(figure.id, enemy, place))


def met_at(s: SkirmishState, figure: Figure, place: Point, level: int) -> str:
    """Somebody hidden in whose place, or in contact with whom, a leap or a climb would end (cappa.9.5.1.h3)."""
    hidden = hidden_from(s, figure.seat)
    if not hidden:
        return ""
    walker = figure.copy()
    (walker.x, walker.y), walker.level = place, level
    return next((name for name in sorted(hidden) if in_contact(s, walker, s.figures[name])), "")


def put_down(g: SkirmishGame, figure: Figure, place: Point) -> None:
    """Put somebody on the table where he was to stand, or beside whoever is hidden there, who is come upon.

    Where he is to stand is said without knowing of those whom one does not see (cappa.9.5.1.h3).
    """
    s = g.state
    if is_dim(s) and not is_free(s, figure, *place):
        walker = figure.at(place)
        found = next((name for name in sorted(hidden_from(s, figure.seat)) if gap(s, walker, s.figures[name]) <= 0), "")
        place = free_place(s, figure, *place) or place
        if found:
            reveal(g, figure, found, place)
    (figure.x, figure.y), figure.where = place, ON
