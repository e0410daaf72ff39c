"""Chapters 4.0 and 6.5: a squad that moves by the same stretch, at the pace of the slowest; and the Move action."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.games.cappa.ground.ground import difficult_ground, nearest
from alfiere.games.cappa.ground.visibility import halted, reveal
from alfiere.games.cappa.ground.zones import Surroundings, near_ways
from alfiere.games.cappa.movement.movement import (
    DIRECTIONS,
    MoveAlone,
    cut_at_swamp,
    go,
    is_dry,
    is_place,
    lost_in_swamp,
    may_move,
    no_place,
    no_way,
    speed,
    unless_stuck,
    why_rooted,
)
from alfiere.games.cappa.people.impulses import Either, OfSquad, bodies
from alfiere.games.cappa.people.squad_formations import slowed
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState, Squad
from alfiere.kernel.decision import Args, Draw, Option, first_drawn
from alfiere.kernel.objection import Objection, because
from alfiere.table.barriers import FAR, Refusal
from alfiere.table.headings import heading_of, offset
from alfiere.table.measuring import way_length
from alfiere.table.places import as_far_as
from alfiere.table.reach import Journey, Way
from alfiere.table.shapes import Point

ROUNDING = 4  # hundredths by which members of a body may disagree about a stretch


class MoveTogether(OfSquad):
    """All its members by the same stretch, at the pace of the slowest, as far as all can go (cappa.4.3.1d)."""

    def options(self, s: SkirmishState, who: Squad, pa: int) -> Iterator[Option]:
        body = body_of(s, who)
        if body.may_move:
            found = (self._ahead(who, body, heading) for heading in self._headings(s, who, body))
            yield from {one.meaning: one for one in found if one is not None}.values()

    def drawn(self, s: SkirmishState, who: Squad, pa: int, draw: Draw) -> Option | None:
        body = body_of(s, who)
        headings = self._headings(s, who, body) if body.may_move else []
        return first_drawn(headings, lambda heading: self._ahead(who, body, heading), draw)

    def _headings(self, s: SkirmishState, who: Squad, body: Body) -> list[int]:
        """All round, and towards the nearest enemy."""
        first = body.here[0]
        found = [number * 3600 // DIRECTIONS for number in range(DIRECTIONS)]
        foes = nearest(s, first, s.enemies_of(who))[:1]
        return [*found, *(heading_of(one.x - first.x, one.y - first.y) for one in foes)]

    def _ahead(self, who: Squad, body: Body, heading: int) -> Option | None:
        length = body.farthest(heading)
        if length < tables().lengths.least_move:
            return None
        return _move_together(who, body.here[0], offset(heading, length))

    def judged(self, s: SkirmishState, who: Squad, args: Args) -> Option | Objection:
        to = args.get("to")
        return free_squad_move(s, who, (to[0], to[1])) if is_place(to) else no_place(who)

    def do(self, g: SkirmishGame, who: Squad, option: Option) -> None:
        move_squad(g, who, tuple(option["to"]))


def _move_together(squad: Squad, first: Figure, shift: Point) -> Option:
    return Option("move", {"figure": squad.id, "to": [first.x + shift[0], first.y + shift[1]]}, ("cappa.4.0a",))


def free_squad_move(s: SkirmishState, squad: Squad, to: Point) -> Option | Objection:
    """The same stretch for all, straight to any place a person points at for the first of them, or why not."""
    body = body_of(s, squad)
    for one in body.here:
        rooted = why_rooted(s, one)
        if rooted is not None:
            return because(*rooted, figure=one.id)
    shift = to[0] - body.here[0].x, to[1] - body.here[0].y
    why = body.refusal(*shift)
    return _move_together(squad, body.here[0], shift) if why is None else no_way(s, squad, why)


class Body:
    """Characters who move by the same stretch at the pace of the slowest; their own bases are not in the way.

    Who begins in difficult ground goes at half his speed, and may so be the slowest, unless the stretch leads him out
    of it (cappa.6.5.h1).
    """

    def __init__(self, s: SkirmishState, here: list[Figure], pace: int | None = None) -> None:
        self.s, self.here = s, here
        self.pace = min((speed(s, one) for one in here), default=0) if pace is None else pace
        self.may_move = self.pace > 0 and all(may_move(s, one) for one in here)
        self.wading = [one for one in here if difficult_ground(s, one)]
        slack = tables().lengths.tolerance
        around = Surroundings(s, [one.id for one in here], near_ways(s, here, self.pace + slack))
        self.trips = [around.walk(one, self.pace + slack) for one in here] if self.pace else []

    @property
    def slow(self) -> int:
        """The pace of a stretch that does not lead those who wade out of difficult ground."""
        slowest = min(speed(self.s, one) for one in self.here)
        if not slowest:  # two carriers, who have a pace together only
            return self.pace // tables().numbers.difficult
        return self.pace * min(speed(self.s, one) - lost_in_swamp(self.s, one) for one in self.here) // slowest

    def refusal(self, dx: int, dy: int) -> Refusal | None:
        """Why they cannot all go straight so far; None if they can."""
        for one, trip in self.pairs:
            end = one.x + dx, one.y + dy
            why = trip.straight(*end)
            if why is not None:
                return why
            way = unless_stuck(self.s, one, trip, trip.way_of((trip.start, end)))
            if isinstance(way, Refusal):
                return way
        if self._leads_out(dx, dy) or dx * dx + dy * dy <= (self.slow + tables().lengths.tolerance) ** 2:
            return None
        return Refusal(FAR)

    def _leads_out(self, dx: int, dy: int) -> bool:
        return all(is_dry(self.s, one, one.x + dx, one.y + dy) for one in self.wading)

    def farthest(self, heading: int) -> int:
        """How far all of them can go along a heading; the hindrance of one stops them all (cappa.6.5.h2)."""
        length = self._farthest(heading, self.pace)
        if length and self.wading and not self._leads_out(*offset(heading, length)):
            return self._farthest(heading, self.slow)
        return length

    def whole(self, heading: int, length: int) -> int:
        """How far their pace would take them along a heading on which they get so far."""
        return self.pace if self._leads_out(*offset(heading, length)) else self.slow

    def _farthest(self, heading: int, length: int) -> int:
        for one, trip in self.pairs:
            dx, dy = offset(heading, length)
            way = cut_at_swamp(self.s, one, trip, as_far_as(trip, one.x + dx, one.y + dy))
            length = min(length, way.length)
        for less in range(min(length, ROUNDING)):  # where one stops, the others may have to stop a hundredth sooner
            dx, dy = offset(heading, length - less)
            if all(trip.straight(one.x + dx, one.y + dy) is None for one, trip in self.pairs):
                return length - less
        return 0

    @property
    def pairs(self) -> list[tuple[Figure, Journey]]:
        """Everybody with what bars him."""
        return list(zip(self.here, self.trips, strict=True))


def body_of(s: SkirmishState, squad: Squad) -> Body:
    """Those of a squad who move with it, at their pace in a Move action (cappa.4.0a, cappa.6.3.3.h3)."""
    here = bodies(s, squad)
    return Body(s, here, slowed(squad, min((speed(s, one) for one in here), default=0)))


def move_squad(g: SkirmishGame, squad: Squad, to: Point) -> None:
    """Shift every member as the first of them goes."""
    here = bodies(g.state, squad)
    dx, dy = to[0] - here[0].x, to[1] - here[0].y
    dx, dy, length = _until_halted(g, here, dx, dy, way_length(((0, 0), (dx, dy))))
    for one in here:
        start = one.x, one.y
        end = start[0] + dx, start[1] + dy
        go(g, one, Way((start, end), length, length), "move")


def _until_halted(g: SkirmishGame, here: list[Figure], dx: int, dy: int, length: int) -> tuple[int, int, int]:
    """As much of the stretch as all can go before one of them comes upon somebody hidden (cappa.6.5.h2)."""
    ways = ((one, Way(((one.x, one.y), (one.x + dx, one.y + dy)), length, length)) for one in here)
    halts = [(halt.way.length, one, halt) for one, way in ways if (halt := halted(g.state, one, way)) is not None]
    if not halts:
        return dx, dy, length
    shortest, first, halt = min(halts, key=lambda one: (one[0], one[1].id))
    reveal(g, first, halt.enemy, halt.way.end)
    return halt.way.end[0] - first.x, halt.way.end[1] - first.y, shortest


class Move(Either):
    """Chapter 4.0: the Move action."""

    verb = "move"
    shifts = True
    keeps_nocked = True
    is_free = True
    is_drawn_alone = True
    one = MoveAlone()
    squad = MoveTogether()
