"""What the computer's men have to do besides beating the enemy: ways, who goes for what, what is set on fire."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from alfiere.battles.errands import Errand, paired, undone
from alfiere.battles.objective import foremost
from alfiere.battles.objective import leader as first_of
from alfiere.games.cappa.computer.walking import span, walk
from alfiere.games.cappa.ground.engaged import is_in_melee
from alfiere.games.cappa.ground.ground import building_at, field
from alfiere.games.cappa.ground.squads import members_up
from alfiere.games.cappa.scenario.battlefield import Ground
from alfiere.games.cappa.scenario.ground_changes import burning
from alfiere.games.cappa.scenario.scenario import MASTER
from alfiere.games.cappa.sheets.measures import UM, Rect
from alfiere.games.cappa.state.state import Figure, SkirmishState, Squad
from alfiere.games.cappa.victory.aim import aims
from alfiere.games.cappa.victory.firmness import NOBODY, is_steady
from alfiere.games.cappa.victory.reckoning import final_points
from alfiere.games.cappa.weaponry.fires import may_light, pa_to_light
from alfiere.kernel.decision import Seat
from alfiere.table.shapes import Outline, Point, box, centre, nearest_in

TASKS = 400.0  # more than all that follows can ever add up to: victory is better than any way to it
DONE = 25.0  # a marker turned over, a building lit: more than the way to the next one
FAR, RESTLESS = 2.0, 0.5  # um that are far to go, and what it costs not to have gone a step of them
TO_FIRE = 0.5  # times the root of the way to the building that a squad will set on fire, for each man
TOUCHING = 65  # the half of a base and a little more
KINDLING = 2.0  # a squad at a building with the PA to light it
BARRED = 60.0 * UM  # the way into a house without a door


def errands(s: SkirmishState, seat: Seat, mine: list[Figure]) -> float:
    """How far a side has come with its tasks; nothing where the task is to beat the enemy."""
    if seat == MASTER:
        return 0.0  # he has none
    total = _fires(s, seat) if s.scenario.fire is not None else 0.0
    sought: list[Errand] = []
    code = s.scenario.sides[seat].code
    for aim in aims(s):
        if aim.is_of(code):
            total += aim.pull(s, seat, mine)
            sought += aim.sought(s, seat)
    return total - _undone(s, sought, mine)


def prize(s: SkirmishState) -> float:
    """What victory is worth more where it crowns a task."""
    return TASKS if any(aim.is_a_way for aim in aims(s)) else 0.0


def leader(s: SkirmishState) -> str:
    """Who would have won if this were the last turn."""
    ahead = first_of(aims(s), s)
    if ahead is not None:
        return ahead
    points = {seat: s.sides[seat].points for seat in s.scenario.sides}
    for seat, amount, _ in final_points(s):
        points[seat] += amount
    return foremost(points) or NOBODY


def may_wait(s: SkirmishState, seat: Seat) -> bool:
    """Whether a side wins by being there still when the last turn ends: the others have to come to it."""
    return any(aim.may_wait(s, seat) for aim in aims(s))


# Who goes


def _undone(s: SkirmishState, sought: list[Errand], mine: list[Figure]) -> float:
    """Everybody who is not shaken can be sent, the men of a squad together."""
    parties: dict[str, list[Figure]] = {}
    for one in mine if sought else ():
        if not s.is_shaken(one):
            squad = s.squad_of(one)
            parties.setdefault(one.id if squad is None else squad.id, []).append(one)

    def way(name: str, place: Point) -> float:
        return way_to(s, _nearest_of(parties[name], place), place)

    return undone(sought, {name: together(s, party[0]) for name, party in parties.items()}, way, DONE)


def _nearest_of(party: list[Figure], place: Point) -> Figure:
    """Of several the one nearest to a place as the crow flies."""
    return min(party, key=lambda one: (one.x - place[0]) ** 2 + (one.y - place[1]) ** 2)


def together(s: SkirmishState, figure: Figure) -> int:
    """How many moved when he did: every one of them is drawn to the enemy, and has to be drawn away.

    Those who have fallen since are counted too, or it would seem a relief to lose them.
    """
    squad = s.squad_of(figure)
    return 1 if squad is None else squad.strength


def idled(s: SkirmishState, squad: Squad, way: float) -> float:
    """A squad with far to go should not stand before an obstacle for a whole turn: a way round begins with a step."""
    has_waited = squad.has_acted or (squad.is_activated and not squad.pa)
    is_stuck = has_waited and way > FAR and not any(one.moved for one in members_up(s, squad))
    return RESTLESS if is_stuck and not any(is_in_melee(s, one) for one in members_up(s, squad)) else 0.0


# How far


def way_to(s: SkirmishState, figure: Figure, place: Point) -> float:
    """How far it is for somebody; into a house he goes by a door, and out of one as well."""
    here = figure.x, figure.y
    inside = building_at(s, *place) if s.ground.buildings else ""
    if not inside or building_at(s, *here) == inside:
        return walk(s, here, place)
    doors = _doors(s.ground, tuple(s.changed), inside)
    return min((walk(s, here, out) + span(place[0] - out[0], place[1] - out[1]) for out in doors), default=BARRED)


@lru_cache(maxsize=256)
def _doors(ground: Ground, changed: tuple[str, ...], house: str) -> tuple[Point, ...]:
    """The middle of every door or gate of a house on the ground floor."""
    ways = ground.field(changed).terrain.feature(house).openings
    doors = [one for one in ways if one.kind in ("door", "gate") and not one.floor]
    return tuple(((one.start[0] + one.end[0]) // 2, (one.start[1] + one.end[1]) // 2) for one in doors)


# Fires, for points and for more


def _fires(s: SkirmishState, seat: Seat) -> float:
    """What burns, and how near the squads are to what does not yet, each to one building; who could light it is there.

    Whoever may not set fire only wants nothing to burn.
    """
    lit = burning(s.changed)
    rule = s.scenario.fire
    if rule is None or (rule.side and s.scenario.seat_of[rule.side] != seat):
        return -DONE * len(lit)
    total = DONE * len(lit)
    terrain = field(s).terrain
    left = [house for house in s.ground.buildings if house not in lit and may_light(s, seat, house)]
    areas = {house: box(Outline(terrain.feature(house).points)) for house in left}
    squads = [one for one in s.squads.values() if one.seat == seat and is_steady(s, one)]
    ways = paired((_way_of(s, squad, area), squad.id, house) for squad in squads for house, area in areas.items())
    for way, name, _ in ways:
        squad, men = s.squads[name], members_up(s, s.squads[name])
        far = max(0.0, way - TOUCHING) / UM
        total -= TO_FIRE * squad.strength * sqrt(far) + idled(s, squad, far)
        if not far and squad.pa * len(men) >= pa_to_light(s, men):
            total += KINDLING
    return total


def _way_of(s: SkirmishState, squad: Squad, area: Rect) -> float:
    """How far it is for the man who is nearest."""
    man = _nearest_of(members_up(s, squad), centre(area))
    return way_to(s, man, nearest_in(area, man.x, man.y))
