"""Chapter 9.5, visibility: how far one sees, who is hidden from whom, and what a side knows of the table.

The table knows everything. A side is asked and shown only what its characters see: :func:`known` is the skirmish
without those who are hidden from it, and every offer is made from that.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import fields
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from alfiere.battles.marks import TURN, borne_by
from alfiere.games.cappa.ground.engaged import NEAR, are_in_melee, is_in_melee
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
from alfiere.games.cappa.ground.gun_places import gun_of, is_served
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
    Figure,
    SkirmishGame,
    SkirmishState,
    Squad,
)
from alfiere.games.cappa.state.unplayed import spokesman, unplayed
from alfiere.games.cappa.told.weather_events import ALL, NOTHING, HiddenFound, Sighted, Unseen
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Seat
from alfiere.kernel.event import Event
from alfiere.table.measuring import gap as gap_between
from alfiere.table.measuring import nearest_point, point_to_segment, root_up, way_length
from alfiere.table.reach import Way
from alfiere.table.shapes import Point
from alfiere.table.sight import covers, sight_line

HOLLOWS = tuple(one.id for one in terrain().grounds.values() if one.sight == "half")
FOUND = OF_FIGURE.bare("found", TURN)  # as are those who were come upon, cappa.9.5.1.h3
STOPPED = OF_FIGURE.bare("stopped", IMPULSE)  # a charge that came upon somebody hidden goes no farther
OUTSIDE = 3  # hundredths before an opening, where the eye of one who stands at it is
FACTORS = 4  # slope and shots make the distance four times as long at most, ground never less than a sixteenth
MARGIN = 3 * UM  # so much nearer the window or the work is than the one behind it
STRIDE = 5  # hundredths from one place to the next, where a way is looked at for somebody hidden
WHENCE = ("start", "path")  # of a move
TRIES = 40  # places tried for somebody who may be anywhere
KEPT = 512
SKIES, GLANCES = 16, 1 << 16  # grounds and skies, and pairs on each of them, of which one remembers who sees whom


def is_dim(s: SkirmishState) -> bool:
    """Whether the skirmish is played with this chapter at all."""
    return LIGHT in s.options


# How far one sees


def observation_distance(s: SkirmishState, viewer: Figure, target: Figure, is_loud: bool | None = None) -> int:
    """The distance at which one sees the other, in hundredths: all that changes it, then rounded up once to whole um.

    (cappa.9.5e, cappa.9.5.1a, cappa.9.5.1.h1)
    """
    times = over = 1
    if ground_level(s, viewer.x, viewer.y) > ground_level(s, target.x, target.y):
        times *= 2  # cappa.9.5.1k
    for is_so in (_is_at_opening, _holds_work, _is_in_wood, _is_in_hollow):
        if is_so(s, viewer, target):
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


def _holds_work(s: SkirmishState, viewer: Figure, target: Figure) -> bool:
    return bool(_work_held(s, viewer, target))


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


def distance_between(s: SkirmishState, viewer: Figure, target: Figure) -> int:
    """From base to base (cappa.9.5b); of one in a house to his window, of one behind a work to that (cappa.9.5.1d)."""
    eye = base_of(s, viewer).outline
    if _is_at_opening(s, viewer, target):
        return min((gap_between(eye, one.outline) for one in openings_at(s, target)), default=gap(s, viewer, target))
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
    return distance_between(s, viewer, target) <= observation_distance(s, viewer, target, is_loud) + slack


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
    key = _all_that_counts(s)
    known_before = _HIDDEN.get(key)
    if known_before is None:
        if len(_HIDDEN) >= KEPT:
            _HIDDEN.clear()
        fighting: dict[str, bool] = {}
        glances = _glances(s)
        # a Game Master sees the whole table; what his people may do hangs on what they see themselves
        own = {seat: _NOBODY if seat == MASTER else _unwatched(s, seat, fighting, glances) for seat in s.seats}
        alone = unplayed(s)
        found: dict[Seat | None, frozenset[str]] = {}
        for seat, hidden in own.items():
            both = hidden | own[spokesman(s)] if seat in alone else hidden
            found[seat] = frozenset(name for name in both if s.figures[name].seat not in alone)
        found[None] = _NOBODY.union(*found.values())
        known_before = _HIDDEN[key] = found
    return known_before


def _unwatched(s: SkirmishState, seat: Seat, fighting: dict[str, bool], glances: Glances) -> frozenset[str]:
    """Whom none of this side's own characters sees."""
    eyes = {one.id: (one.x, one.y, stance(one), one) for one in s.standing(seat)}
    return frozenset(
        one.id
        for one in s.figures.values()
        if one.seat != seat and one.where == ON and not one.captor and not FOUND.is_on(one)
        if not _is_seen(s, one, eyes, fighting, glances)
    )


def _is_seen(
    s: SkirmishState,
    target: Figure,
    eyes: Mapping[str, tuple[int, int, object, Figure]],
    fighting: dict[str, bool],
    glances: Glances,
) -> bool:
    """Whether one of these sees him or fights him; who saw him last is asked first, then the nearest.

    Whoever is seen though he keeps quiet is seen all the better if he does not: most need not be asked what they do.
    """
    here, last = stance(target), glances.last
    asked = eyes.get(last.get(target.id, ""))
    if asked is not None and _glance(s, asked[3], target, False, glances, (asked[2], here, False)):
        return True
    tx, ty, far = target.x, target.y, max(_farthest_seen(s, is_loud=True) + WIDEST, NEAR) ** 2
    near = [(away, id) for id, (x, y, _, _) in eyes.items() if (away := (x - tx) ** 2 + (y - ty) ** 2) <= far]
    if not near:
        return False
    near.sort()
    for is_loud in (False, True):
        if is_loud and not (FIRED.is_on(target) or _fights(s, target, fighting)):
            break
        most = (_farthest_seen(s, is_loud) + WIDEST) ** 2
        for away, id in near:
            if away > most:
                break
            _, _, there, eye = eyes[id]
            if _glance(s, eye, target, is_loud, glances, (there, here, is_loud)):
                last[target.id] = id
                return True
    return any(are_in_melee(s, eyes[id][3], target) for away, id in near if away < NEAR * NEAR)


def is_body_seen(s: SkirmishState, body: Figure, seat: Seat) -> bool:
    """Whether one of a side sees somebody who lies out of action."""
    return any(watches(s, eye, body, is_loud=False) for eye in s.standing(seat))


def _fights(s: SkirmishState, figure: Figure, known_before: dict[str, bool]) -> bool:
    """Whether he is in melee; with one member of a squad all are, so it is asked once for all of them."""
    squad = s.squad_of(figure)
    key = figure.id if squad is None else squad.id
    if key not in known_before:
        known_before[key] = is_in_melee(s, figure)
    return known_before[key]


def glimpses(s: SkirmishState, viewer: Figure, target: Figure, is_loud: bool) -> bool:
    """The same as ``watches``, for who asks again and again of the same places; whether he is loud must be known."""
    return _glance(s, viewer, target, is_loud, _glances(s), (stance(viewer), stance(target), is_loud))


class Glances:
    """Who has been found to see whom on one ground, under one sky."""

    __slots__ = ("found", "last")

    def __init__(self) -> None:
        self.found: dict[tuple[object, object, bool], bool] = {}
        self.last: dict[str, str] = {}  # by whom somebody was seen last: a hint whom to ask first, and no more


def _glances(s: SkirmishState) -> Glances:
    """What has been found on this ground, under this sky."""
    if len(_GLANCES) >= SKIES:
        _GLANCES.clear()
    glances = _GLANCES.setdefault((s.ground, tuple(s.changed), s.options[LIGHT], s.options[WEATHER]), Glances())
    if len(glances.found) >= GLANCES:
        glances.found.clear()
    return glances


def _glance(
    s: SkirmishState,
    eye: Figure,
    target: Figure,
    is_loud: bool,
    glances: Glances,
    key: tuple[object, object, bool],
) -> bool:
    """Whether one watches another: while one of a squad moves all the others stand where they stood.

    ``key``: how the two stand, and whether the other is loud.
    """
    known_before = glances.found.get(key)
    if known_before is None:
        known_before = glances.found[key] = watches(s, eye, target, is_loud)
    return known_before


# Everything about somebody on which it hangs whether ground and darkness hide him, or another from him
stance = attrgetter(
    *("x", "y", "level", "is_mounted", "is_prone", "mount", "sheet.radius_on_foot", "sheet.radius_mounted")
)


_SEEN = attrgetter(*("id", "x", "y", "level", "captor", "has_surrendered", "is_mounted", "is_prone", "shaken"))
_NOBODY: frozenset[str] = frozenset()
_HIDDEN: dict[object, dict[Seat | None, frozenset[str]]] = {}
_GLANCES: dict[object, Glances] = {}


def _all_that_counts(s: SkirmishState) -> object:
    """Everything on which sight hangs: made for every event that is told, so it is gathered in one go."""
    everybody = [one for one in s.figures.values() if one.where == ON]
    loud = borne_by(everybody, FIRED, FOUND)
    squads = tuple([(one.id, one.shaken) for one in s.squads.values()])
    alone = tuple([one.id for one in everybody if one.die and one.squad])  # a die matters to him who has a squad
    sky = s.options[LIGHT], s.options[WEATHER]
    speaks = spokesman(s) if unplayed(s) else ""
    return s.ground, sky, speaks, tuple(s.changed), squads, alone, tuple(map(_SEEN, everybody)), loud


def unseen_by(s: SkirmishState, seat: Seat | None) -> frozenset[str]:
    """Whoever a side knows nothing of: those hidden from it, and who fell or left the table out of its sight."""
    return _with_lost(s, seat, hidden_from(s, seat))


def _with_lost(s: SkirmishState, seat: Seat | None, hidden: frozenset[str]) -> frozenset[str]:
    if not s.unseen or s.winner:
        return hidden
    sides = s.seats if seat is None else (seat,)
    lost = {name for one in sides for name in s.unseen.get(one, ()) if name not in hidden and _is_down(s, name)}
    return hidden | lost if lost else hidden


def _is_down(s: SkirmishState, name: str) -> bool:
    return name in s.figures and s.figures[name].where in (OUT, GONE)


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


def halted(s: SkirmishState, figure: Figure, way: Way) -> Halt | None:
    """As much of a way as leads not nearer than 1 um to somebody hidden whom it would touch (cappa.9.5.1.h3)."""
    hidden = [s.figures[name] for name in sorted(hidden_from(s, figure.seat))]
    near = [one for one in hidden if _passes(figure, way, one)]
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
    legs = (point_to_segment(enemy.x, enemy.y, *start, *end) for start, end in pairwise(way.points))
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


# What a side cannot know


def deal_hidden(s: SkirmishState, seat: Seat, chance: Chance) -> None:
    """Put everybody whom a side does not see somewhere else out of its sight; a squad in the order it has.

    Whoever acts now, fights, has somebody in his hands, is at his gun, or is of a squad of which others are seen
    stays: of those the side knows enough.
    """
    hidden = hidden_from(s, seat)
    bodies: dict[str, list[Figure]] = {}
    for name in sorted(hidden):
        bodies.setdefault(s.figures[name].squad or name, []).append(s.figures[name])
    for name, here in sorted(bodies.items()):
        mates = s.squads[name].members if name in s.squads else [name]
        seen = any(s.figures[one].where == ON and one not in hidden for one in mates)
        if seen or s.acting in (name, *mates) or any(is_in_melee(s, one) or _holds_somebody(s, one) for one in here):
            continue
        if name in s.squads and _serves_a_gun(s, s.squads[name]):
            continue
        _move_away(s, seat, here, chance)


def _holds_somebody(s: SkirmishState, figure: Figure) -> bool:
    """Whether he carries or leads away somebody, who is never hidden: so it is known where he himself must be."""
    return any(name in s.figures for name in figure.carries)


def _serves_a_gun(s: SkirmishState, squad: Squad) -> bool:
    """Whether it is at its gun, which all see and see not abandoned: away from it it would lose it (cappa.10.1.h6)."""
    gun = gun_of(s, squad)
    return gun is not None and gun.id in s.things and is_served(s, gun)


def _move_away(s: SkirmishState, seat: Seat, here: list[Figure], chance: Chance) -> None:
    eyes = s.standing(seat)
    before = [(one.x, one.y, one.level) for one in here]
    for _ in range(TRIES):
        dx, dy = chance.below(s.ground.width) - before[0][0], chance.below(s.ground.depth) - before[0][1]
        if all(_is_on_table(s, one, x + dx, y + dy) for one, (x, y, _) in zip(here, before, strict=True)):
            for one, (x, y, _) in zip(here, before, strict=True):
                one.x, one.y, one.level = x + dx, y + dy, 0
            if all(is_free(s, one, one.x, one.y) and not _is_watched(s, one, eyes) for one in here):
                return
            for one, place in zip(here, before, strict=True):
                one.x, one.y, one.level = place


def _is_watched(s: SkirmishState, figure: Figure, eyes: list[Figure]) -> bool:
    """Whether one of these sees him, who fights nobody."""
    return any(glimpses(s, eye, figure, FIRED.is_on(figure)) for eye in eyes)


def _is_on_table(s: SkirmishState, figure: Figure, x: int, y: int) -> bool:
    size = radius(figure)
    return size <= x <= s.ground.width - size and size <= y <= s.ground.depth - size


# What a side is told


def veiled(s: SkirmishState, event: Event) -> Event:
    """The event as it stands in the log: whoever did not see somebody is not told of him (cappa.9.5.1.h3).

    An event that names also somebody he sees is told without the names of the others.
    """
    if isinstance(event, HiddenFound):
        return event
    if isinstance(event, Sighted):  # what one side has seen the others need not know
        return Unseen(event.seat, event, {seat: (NOTHING,) for seat in (*s.seats, None) if seat != event.seat})
    names = [one.name for one in fields(event)]  # type: ignore[arg-type]
    named = {name: people for name in names if (people := _people(s, getattr(event, name)))}
    if not named:
        return event
    owner = next(iter(named.values()))[0].seat
    veils: dict[Seat | None, tuple[str, ...]] = {}
    for seat, out_of_sight in ({} if s.winner else _hidden(s)).items():
        hidden = _with_lost(s, seat, out_of_sight)
        lost = tuple(name for name, people in named.items() if all(one.id in hidden for one in people))
        if lost:
            veils[seat] = lost if len(lost) < len(named) else (ALL,)
    return Unseen(owner, event, veils) if veils else event


def emerging(s: SkirmishState, moved: Event, figure: Figure, before: dict[Seat, frozenset[str]]) -> Event:
    """The move of one who comes out of the dark: who sees him now is not told where he was until then."""
    was_hidden = [seat for seat, hidden in before.items() if figure.id in hidden and seat != figure.seat]
    if not was_hidden:
        return moved
    now = all_hidden(s)
    told: dict[Seat | None, tuple[str, ...]] = {
        seat: (ALL,) if figure.id in now[seat] else WHENCE for seat in was_hidden
    }
    if WHENCE not in told.values():
        return moved
    told[None] = max(told.values(), key=lambda one: ALL in one)
    return Unseen(figure.seat, moved, told)


def _people(s: SkirmishState, value: object) -> list[Figure]:
    """The characters that a field of an event names, by themselves or as a squad."""
    names = [value] if isinstance(value, str) else value if isinstance(value, list | tuple) else ()
    found = []
    for name in names:
        if isinstance(name, str) and name in s.figures:
            found.append(s.figures[name])
        elif isinstance(name, str) and name in s.squads:
            found += [one for one in map(s.figures.__getitem__, s.squads[name].members) if one.where == ON]
    return found


def all_hidden(s: SkirmishState) -> dict[Seat, frozenset[str]]:
    """Who is hidden from each side."""
    found = _hidden(s) if is_dim(s) and not s.winner else {}
    return {seat: found.get(seat, _NOBODY) for seat in s.seats}
