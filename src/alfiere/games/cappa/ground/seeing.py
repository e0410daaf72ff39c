"""Chapter 9.5.1, how far one sees in the dark or in bad weather, and who sees whom."""

from __future__ import annotations

from alfiere.games.cappa.ground.engaged import is_in_melee
from alfiere.games.cappa.ground.glances import glances_of
from alfiere.games.cappa.ground.ground import (
    BLOCKING,
    WOODS,
    base_of,
    building_of,
    field,
    gap,
    gap_to_point,
    ground_level,
    openings_at,
    sees_past_ground,
)
from alfiere.games.cappa.ground.weather import FIRED, LIGHT, observation, weather_tables
from alfiere.games.cappa.sheets.measures import UM
from alfiere.games.cappa.sheets.tables import tables, terrain
from alfiere.games.cappa.state.state import Figure, SkirmishState
from alfiere.kernel.decision import Seat
from alfiere.table.measuring import gap as gap_between
from alfiere.table.measuring import nearest_point, root_up
from alfiere.table.sight import covers, sight_line

HOLLOWS = tuple(one.id for one in terrain().grounds.values() if one.sight == "half")
OUTSIDE = 3  # hundredths before an opening, where the eye of one who stands at it is
FACTORS = 4  # slope and shots make the distance four times as long at most, ground never less than a sixteenth
MARGIN = 3 * UM  # so much nearer the window or the work is than the one behind it


def is_dim(s: SkirmishState) -> bool:
    """Whether the skirmish is played with this chapter at all."""
    return LIGHT in s.options


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
    if apart > farthest_seen(s, is_loud):
        return False
    slack = tables().lengths.tolerance
    work = _work_held(s, viewer, target)
    return distance_between(s, viewer, target, work) <= observation_distance(s, viewer, target, is_loud, work) + slack


def farthest_seen(s: SkirmishState, is_loud: bool) -> int:
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


def watches(s: SkirmishState, viewer: Figure, target: Figure, is_loud: bool | None = None) -> bool:
    """Whether one knows where the other is: miniatures stop a bullet, they hide nobody from a whole side."""
    return is_near_enough(s, viewer, target, is_loud) and looks_past_ground(s, viewer, target)


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
