"""Chapter 9.5, visibility: how far one sees, who is hidden from whom, and what a side knows of the table.

The table knows everything. A side is asked and shown only what its characters see: :func:`known` is the skirmish
without those who are hidden from it, and every offer is made from that.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from itertools import pairwise
from typing import NamedTuple

from alfiere.battles.marks import TURN, as_borne, borne_by
from alfiere.games.cappa.ground.engaged import NEAR, are_in_melee, is_in_melee
from alfiere.games.cappa.ground.glances import NOBODY, Beheld, Seen, glances_of
from alfiere.games.cappa.ground.ground import (
    BLOCKING,
    WIDEST,
    WOODS,
    base_of,
    building_of,
    field,
    free_place,
    gap,
    gap_to_point,
    ground_level,
    in_contact,
    is_free,
    openings_at,
    radius,
    sees_past_ground,
)
from alfiere.games.cappa.ground.weather import FIRED, LIGHT, WEATHER, observation, weather_tables
from alfiere.games.cappa.scenario.scenario import MASTER
from alfiere.games.cappa.sheets.measures import UM
from alfiere.games.cappa.sheets.tables import tables, terrain
from alfiere.games.cappa.state.state import (
    GONE,
    IMPULSE,
    OF_FIGURE,
    OFF,
    ON,
    OUT,
    WANTED,
    Figure,
    SkirmishGame,
    SkirmishState,
)
from alfiere.games.cappa.state.unplayed import spokesman, unplayed
from alfiere.games.cappa.told.weather_events import HiddenFound
from alfiere.kernel.decision import Seat
from alfiere.table.measuring import gap as gap_between
from alfiere.table.measuring import nearest_point, point_to_segment, root_up, way_length
from alfiere.table.reach import Way
from alfiere.table.shapes import Point
from alfiere.table.sight import covers, sight_line
from alfiere.table.snapshot import snapshot

HOLLOWS = tuple(one.id for one in terrain().grounds.values() if one.sight == "half")
FOUND = OF_FIGURE.bare("found", TURN)  # as are those who were come upon, cappa.9.5.1.h3
STOPPED = OF_FIGURE.bare("stopped", IMPULSE)  # a charge that came upon somebody hidden goes no farther
OUTSIDE = 3  # hundredths before an opening, where the eye of one who stands at it is
FACTORS = 4  # slope and shots make the distance four times as long at most, ground never less than a sixteenth
MARGIN = 3 * UM  # so much nearer the window or the work is than the one behind it
STRIDE = 5  # hundredths from one place to the next, where a way is looked at for somebody hidden
KEPT = 4


def is_dim(s: SkirmishState) -> bool:
    """Whether the skirmish is played with this chapter at all."""
    return LIGHT in s.options


# How far one sees


def observation_distance(
    s: SkirmishState, viewer: Figure, target: Figure, is_loud: bool | None = None, work: str | None = None
) -> int:
    """The distance at which one sees the other, in hundredths: all that changes it, then rounded up once to whole um.

    ``work``: what he holds against the other, if that is known already. (cappa.9.5e, cappa.9.5.1a, cappa.9.5.1.h1)
    """
    times = over = 1
    if ground_level(s, viewer.x, viewer.y) > ground_level(s, target.x, target.y):
        times *= 2  # cappa.9.5.1k
    if work is None:
        work = _work_held(s, viewer, target)
    halved = _is_at_opening(s, viewer, target), work, _is_in_wood(s, viewer, target), _is_in_hollow(s, viewer, target)
    for is_so in halved:
        if is_so:
            over *= 2
    if gives_himself_away(s, target) if is_loud is None else is_loud:
        times *= 2
    return -(-observation(s).distance * times // (over * UM)) * UM


def gives_himself_away(s: SkirmishState, target: Figure) -> bool:
    """Whether he has fired in this turn or fights (cappa.9.5.2a, cappa.9.5.2b)."""
    return FIRED.is_on(target) or bool(target.id and is_in_melee(s, target))


def _is_at_opening(s: SkirmishState, viewer: Figure, target: Figure) -> bool:
    """At a window or door, seen from outside (cappa.9.5.1b)."""
    house = building_of(s, target)
    return bool(house) and house != building_of(s, viewer)


def _work_held(s: SkirmishState, viewer: Figure, target: Figure) -> str:
    """The entrenchment between the two that covers the target, or nothing (cappa.9.5.1c)."""
    line = sight_line(field(s).terrain, (viewer.x, viewer.y), (target.x, target.y), weather_tables().sight.works)
    limit = tables().lengths.cover + tables().lengths.tolerance
    for crossed in line.crossed:
        if covers(line, crossed, base_of(s, target).outline, limit):
            return crossed.feature.id
    return ""


def _is_in_wood(s: SkirmishState, viewer: Figure, target: Figure) -> bool:
    """Wholly inside a wood in which the other is not (cappa.9.5.1g, cappa.9.5.1h)."""
    ground, here = field(s).terrain, base_of(s, target).outline
    woods = [piece.id for piece in ground.at(target.x, target.y) if piece.kind in WOODS]
    return any(ground.holds_wholly(wood, here) and not ground.inside(wood, viewer.x, viewer.y) for wood in woods)


def _is_in_hollow(s: SkirmishState, viewer: Figure, target: Figure) -> bool:
    """In a hollow or sunken road, looked at from no rise (cappa.9.5.1i)."""
    if ground_level(s, viewer.x, viewer.y):
        return False
    return any(piece.kind in HOLLOWS for piece in field(s).terrain.at(target.x, target.y))


def distance_between(s: SkirmishState, viewer: Figure, target: Figure, work: str | None = None) -> int:
    """From base to base (cappa.9.5b); of one in a house to his window, of one behind a work to that (cappa.9.5.1d)."""
    eye = base_of(s, viewer).outline
    if _is_at_opening(s, viewer, target):
        return min((gap_between(eye, one.outline) for one in openings_at(s, target)), default=gap(s, viewer, target))
    if work is None:
        work = _work_held(s, viewer, target)
    if work:
        return field(s).terrain.gap(work, eye)
    return gap(s, viewer, target)


def is_near_enough(s: SkirmishState, viewer: Figure, target: Figure, is_loud: bool | None = None) -> bool:
    """Whether a target is within the observation distance (cappa.9.5b); ``is_loud``: if it is known already."""
    usual, apart = observation(s).distance, gap(s, viewer, target)
    if apart > FACTORS * usual + MARGIN:
        return False
    if apart * FACTORS * FACTORS <= usual:
        return True
    if is_loud is None:
        is_loud = gives_himself_away(s, target)
    if apart > _farthest_seen(s, is_loud):
        return False
    slack = tables().lengths.tolerance
    work = _work_held(s, viewer, target)
    return distance_between(s, viewer, target, work) <= observation_distance(s, viewer, target, is_loud, work) + slack


def _farthest_seen(s: SkirmishState, is_loud: bool) -> int:
    """Nobody is seen from farther away: slope and noise make the distance longer, other ground never does."""
    return observation(s).distance * (2 if is_loud else 1) * (2 if s.ground.levels else 1) + MARGIN + UM


def is_point_near_enough(s: SkirmishState, viewer: Figure, x: int, y: int) -> bool:
    """Whether a point of the ground is within the observation distance: no weapon is used beyond it (cappa.9.5d)."""
    most = observation(s).distance
    if ground_level(s, viewer.x, viewer.y) > ground_level(s, x, y):
        most *= 2
    return gap_to_point(s, viewer, x, y) <= most + tables().lengths.tolerance


def looks_past_ground(s: SkirmishState, viewer: Figure, target: Figure) -> bool:
    """Whether the ground leaves a line free: between the centres, or from and to an opening (cappa.9.5.1d)."""
    if sees_past_ground(s, viewer, target):
        return True
    if building_of(s, viewer) == building_of(s, target):
        return False
    eyes, marks = _stand_ins(s, viewer, target), _stand_ins(s, target, viewer)
    return any(
        sees_past_ground(s, eye, mark)
        for eye in (viewer, *eyes)
        for mark in (target, *marks)
        if eye is not viewer or mark is not target
    )


def _stand_ins(s: SkirmishState, figure: Figure, other: Figure) -> list[Figure]:
    """One who stands at openings as if he stood before them; a closed door shows nobody (cappa.geo.29)."""
    found = []
    for opening in openings_at(s, figure):
        if opening.kind in BLOCKING and opening.id not in s.changed:
            continue
        x, y = nearest_point(opening.outline, other.x, other.y)
        away = root_up((other.x - round(x)) ** 2 + (other.y - round(y)) ** 2)
        if away > OUTSIDE:
            stands = figure.copy()
            stands.x = round(x + (other.x - x) * OUTSIDE / away)
            stands.y = round(y + (other.y - y) * OUTSIDE / away)
            stands.level = 0
            found.append(stands)
    return found


# Who is hidden


def watches(s: SkirmishState, viewer: Figure, target: Figure, is_loud: bool | None = None) -> bool:
    """Whether one knows where the other is: miniatures stop a bullet, they hide nobody from a whole side."""
    return is_near_enough(s, viewer, target, is_loud) and looks_past_ground(s, viewer, target)


def hidden_from(s: SkirmishState, seat: Seat | None) -> frozenset[str]:
    """The enemies on the table none of a side's characters sees (cappa.9.5c); from a spectator, those of every side.

    Who belongs to a side that nobody plays is hidden from no player, since any of them may have to move him; and what
    one of the players does not see, such a side does not see either. When all is over nobody is hidden.
    """
    return _NOBODY if not is_dim(s) or s.winner else _hidden(s)[seat]


def _hidden(s: SkirmishState) -> dict[Seat | None, frozenset[str]]:
    """Who is hidden from each side and from a spectator; asked again and again of the same table."""
    return hidden_by(s, all_that_counts(s))


def hidden_by(s: SkirmishState, key: tuple[object, ...]) -> dict[Seat | None, frozenset[str]]:
    """The same where all that counts is known."""
    before = _LAST[0]
    for known, found in before:
        if key is known or key == known:  # mostly nothing has changed since the last time
            return found
    found = _worked_out(s)
    _LAST[0] = ((key, found), *before[: KEPT - 1])
    return found


def _worked_out(s: SkirmishState) -> dict[Seat | None, frozenset[str]]:
    dusk, alone = Dusk(s), unplayed(s)
    # a Game Master sees the whole table; what his people may do hangs on what they see themselves
    own = {seat: _NOBODY if seat == MASTER else dusk.unwatched(seat) for seat in s.seats}
    found: dict[Seat | None, frozenset[str]] = {}
    for seat, hidden in own.items():
        both = hidden | own[spokesman(s)] if seat in alone else hidden
        found[seat] = frozenset(name for name in both if s.figures[name].seat not in alone) if alone else both
    found[None] = _NOBODY.union(*found.values())
    return found


# All of characters, squads, guns and what they draw on which it may hang who is hidden
_OF_FIGURE = (
    *("id", "seat", "where", "x", "y", "level", "captor", "has_surrendered", "is_mounted", "is_prone", "mount"),
    *("shaken", "squad", "sheet"),
)
_AND_MORE = (*_OF_FIGURE, "die")
_OF_SQUAD = ("id", "shaken", "leader")
_OF_GUN = ("id", "crew", "limber", "is_limbered")
_OF_THING = ("id", "kind", "x", "y", "heading")


def all_that_counts(s: SkirmishState) -> tuple[object, ...]:
    """Everything on which sight hangs as it is now: made for every event that is told, so it is gathered in one go."""
    people, acting = s.figures.values(), s.acting
    guns = (snapshot(s.guns.values(), _OF_GUN), snapshot(s.things.values(), _OF_THING)) if s.guns else ()
    table = (
        snapshot(s.squads.values(), _OF_SQUAD),
        tuple([tuple(one.members) for one in s.squads.values()]),
        (s.ground, s.options[LIGHT], s.options[WEATHER], *s.changed),
        (*s.sides, spokesman(s) if unplayed(s) else "", *s.peace),
        guns,
    )
    row = snapshot(people, _AND_MORE), as_borne(people), acting, table
    before, found = _ROW[0]
    if row != before:
        alone = [one.id for one in people if one.die and one.squad]  # a die matters to him who has a squad
        if alone and acting in alone:
            alone.append(acting)  # and so does it that he acts on it now
        found = snapshot(people, _OF_FIGURE), tuple(alone), borne_by(people, FIRED, FOUND, WANTED), table
        _ROW[0] = row, found
    return found


class Dusk:
    """Who sees whom at one moment: what is asked for one after the other while nobody moves is gathered once."""

    def __init__(self, s: SkirmishState) -> None:
        self.state, self.glances = s, glances_of(s)
        here = [one for one in s.figures.values() if one.where == ON and not one.captor]
        self._here = list(zip(self.glances.numbers(here), here, strict=True))
        self._noticeable = {one.id for mark in (FOUND, FIRED) for one in mark.bearers(here)}
        self._fighting: dict[str, bool] = {}

    def unwatched(self, seat: Seat) -> frozenset[str]:
        """Whom none of this side's own characters sees, nor fights."""
        glances, beheld = self.glances, self.glances.beheld
        eyes = {number: one for number, one in self._here if one.seat == seat and not one.has_surrendered}
        now = glances.looked(frozenset(eyes))
        before = glances.last.get(seat, now)
        fresh = now.eyes - before.eyes  # mostly one: who has just moved
        # who might be fighting with one of these; where there are three sides, others fight too
        close: set[str] | None = set() if len(self.state.sides) == 2 else None
        known, unseen = now.seen, list[tuple[int, Figure, Seen]]()
        for number, one in self._here:
            if one.seat == seat:
                continue
            seen = known.get(number)
            if seen is None:
                was, about = before.seen.get(number), beheld[number]
                if was is None:
                    seen = self._looked_at(one, about, eyes, now.eyes)
                else:
                    seen = self._looked_at_anew(one, about, eyes, now.eyes, was, fresh)
                known[number] = seen
            if seen.near and close is not None:
                close.update((one.id, one.squad))
            if seen.by == NOBODY:
                unseen.append((number, one, seen))
        glances.last[seat] = now
        is_quiet = close is not None and not close
        return frozenset(
            [
                one.id
                for number, one, seen in unseen
                if (is_quiet and one.id not in self._noticeable) or not self._is_noticed(number, one, seen, eyes, close)
            ]
        )

    def _looked_at(self, target: Figure, known: Beheld, eyes: dict[int, Figure], looking: frozenset[int]) -> Seen:
        """What these see of one who stands there, whatever he does."""
        by = self._found_by(target, known, eyes, looking, is_loud=False)
        return Seen(by, _near(target, known, eyes, looking))

    def _looked_at_anew(
        self,
        target: Figure,
        known: Beheld,
        eyes: dict[int, Figure],
        looking: frozenset[int],
        was: Seen,
        fresh: frozenset[int],
    ) -> Seen:
        """The same where it is known of most of them; ``fresh`` are those of whom it is not."""
        by, near = was.by, _near(target, known, eyes, fresh)
        if was.near:
            near += tuple([eye for eye in was.near if eye in looking])
        if by not in looking:  # nobody saw him, or it was one who has gone
            by = self._found_by(target, known, eyes, fresh if by == NOBODY else looking, is_loud=False)
        return Seen(by, near)

    def _is_noticed(
        self, number: int, target: Figure, seen: Seen, eyes: dict[int, Figure], close: set[str] | None
    ) -> bool:
        """Whether somebody whom they don't see while he keeps quiet has been come upon, is heard or fights with them.

        ``close``: only these and their squads can be fighting; None if anybody may be.
        """
        may_fight = close is None or target.id in close or target.squad in close
        if not may_fight and target.id not in self._noticeable:
            return False
        if FOUND.is_on(target):
            return True
        if FIRED.is_on(target) or (may_fight and self._fights(target)):
            if self._found_by(target, self.glances.beheld[number], eyes, frozenset(eyes), is_loud=True) != NOBODY:
                return True
        return any(are_in_melee(self.state, eyes[eye], target) for eye in seen.near)

    def _found_by(
        self, target: Figure, known: Beheld, eyes: dict[int, Figure], looking: frozenset[int], *, is_loud: bool
    ) -> int:
        """Which of those sees him, if anybody does; of whom it is not known yet the nearest are asked first."""
        s, (by, not_by) = self.state, known.told_apart(is_loud)
        if not by.isdisjoint(looking):
            return next(eye for eye in looking if eye in by)
        unsure = looking - not_by
        if not unsure:
            return NOBODY
        x, y, most = target.x, target.y, (_farthest_seen(s, is_loud) + WIDEST) ** 2
        for away, number in sorted([((eyes[one].x - x) ** 2 + (eyes[one].y - y) ** 2, one) for one in unsure]):
            if away <= most and watches(s, eyes[number], target, is_loud):
                by.add(number)
                return number
            not_by.add(number)
        return NOBODY

    def _fights(self, figure: Figure) -> bool:
        """Whether he is in melee; with one member of a squad all are, so it is asked once for all of them."""
        squad = self.state.squad_of(figure)
        key = figure.id if squad is None else squad.id
        if key not in self._fighting:
            self._fighting[key] = is_in_melee(self.state, figure)
        return self._fighting[key]


def _near(target: Figure, known: Beheld, eyes: dict[int, Figure], looking: frozenset[int]) -> tuple[int, ...]:
    """Which of these are near enough to fight with one who stands there."""
    x, y, found = target.x, target.y, []
    for number in looking:
        if number not in known.far:
            one = eyes[number]
            if (one.x - x) ** 2 + (one.y - y) ** 2 < NEAR * NEAR:
                found.append(number)
            else:
                known.far.add(number)
    return tuple(found)


def is_body_seen(s: SkirmishState, body: Figure, seat: Seat) -> bool:
    """Whether one of a side sees somebody who lies out of action."""
    return any(watches(s, eye, body, is_loud=False) for eye in s.standing(seat))


def glimpses(s: SkirmishState, viewer: Figure, target: Figure, is_loud: bool) -> bool:
    """The same as ``watches``, for who asks again and again of the same places; whether he is loud must be known."""
    glances = glances_of(s)
    eye, (by, not_by) = glances.number(viewer), glances.beheld[glances.number(target)].told_apart(is_loud)
    if eye not in by and eye not in not_by:
        (by if watches(s, viewer, target, is_loud) else not_by).add(eye)
    return eye in by


_NOBODY: frozenset[str] = frozenset()
_ROW: list[tuple[object, tuple[object, ...]]] = [(None, ())]  # what was read off the table last, and what of it counts
# Who was hidden the last few times: of the table as it is, and as a side knows it
_LAST: list[tuple[tuple[object, dict[Seat | None, frozenset[str]]], ...]] = [()]


def all_hidden(s: SkirmishState) -> Mapping[Seat | None, frozenset[str]]:
    """Who is hidden from each side and from a spectator; by day and when all is over nobody is."""
    return _hidden(s) if is_dim(s) and not s.winner else dict.fromkeys((*s.seats, None), _NOBODY)


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
