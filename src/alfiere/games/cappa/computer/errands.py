"""What the computer's men have to do besides beating the enemy: things to bring off, ground to reach or to hold."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from alfiere.games.cappa.computer.walking import span, walk
from alfiere.games.cappa.ground.engaged import is_in_melee
from alfiere.games.cappa.ground.ground import building_at, building_of, field
from alfiere.games.cappa.ground.squads import members_up
from alfiere.games.cappa.movement.exits import doorsteps, exits_of
from alfiere.games.cappa.people.markers import markers
from alfiere.games.cappa.scenario.battlefield import Ground
from alfiere.games.cappa.scenario.ground_changes import burning
from alfiere.games.cappa.scenario.scenario_aims import ALL_BURNING
from alfiere.games.cappa.scenario.scenario_forms import ObjectiveForm
from alfiere.games.cappa.sheets.measures import UM, Rect
from alfiere.games.cappa.state.state import GONE, Figure, OfSide, SkirmishState, Squad, others
from alfiere.games.cappa.victory.aims import RESTING, has_not_rested
from alfiere.games.cappa.victory.firmness import NOBODY, holds_out, is_steady
from alfiere.games.cappa.victory.holding import HOLD_GROUND, area_of, men_near
from alfiere.games.cappa.victory.objectives import REACH, is_there
from alfiere.games.cappa.victory.reckoning import final_points
from alfiere.games.cappa.weaponry.fires import may_light, pa_to_light
from alfiere.kernel.decision import Seat
from alfiere.table.shapes import Outline, Point, box

TASKS = 400.0  # more than all that follows can ever add up to: victory is better than any way to it
HELD = 25.0  # what the whole game is about, in one's hands
HOME = 0.2  # a um nearer to the edge by which it must leave, for each of those who go together
DONE = 25.0  # a marker turned over, a building lit: more than the way to the next one
FETCH = 0.7  # times the root of the way to where it lies, in um, for each who goes: the last steps count most
SEARCH = 0.5  # the same for a marker under which it may be
ARRIVED = 8.0  # a squad where it should be
MARCH = 0.12  # a um nearer to there, for each man
GATHER = 0.03  # a um nearer to ground that is to be held, for each man
MAN = (6.0, 4.0, 2.5, 1.5)  # one man more on it than the other has, in the last turn and those before
EARLY_MAN = 0.5
RESTING_NOW, RESTED = 4.0, 12.0  # a rest that has begun, and one that is over
FAR, RESTLESS = 2.0, 0.5  # um that are far to go, and what it costs not to have gone a step of them
TO_FIRE = 0.5  # times the root of the way to the building that a squad will set on fire, for each man
TOUCHING = 65  # the half of a base and a little more
KINDLING = 2.0  # a squad at a building with the PA to light it
BARRED = 60.0 * UM  # the way into a house without a door
STRONGER = 3  # more men than that are none too few


class Errand(NamedTuple):
    """A place where one of the men should go."""

    place: Point
    pull: float  # times the root of the way: what it is worth to be there


def errands(s: SkirmishState, seat: Seat, mine: list[Figure]) -> float:
    """How far a side has come with its tasks; nothing where the task is to beat the enemy."""
    aims = [one for one in s.scenario.form.objective if one.kind != "break"]
    if not aims:
        return 0.0
    total = _fires(s, seat) if s.scenario.fire is not None else 0.0
    sought: list[Errand] = []
    for aim in aims:
        if aim.side and s.scenario.seat_of[aim.side] != seat:
            continue
        if aim.rest_in and has_not_rested(s, aim.rest_in, seat):
            total += _rest(s, seat, aim.rest_in, mine)
        elif aim.kind == "leave":
            total += RESTED * bool(aim.rest_in) - HOME * _from_home(s, aim, s.figures.get(aim.who))
        elif aim.kind == "carry off":
            total += _carried(s, seat, aim)
            sought += _sought(s, aim)
        elif aim.kind == REACH and aim.rect is not None:
            total += _march(s, seat, aim, aim.rect)
        elif aim.kind == HOLD_GROUND:
            total += _gathered(s, seat, aim, mine)
    return total - _way_to(s, sought, mine)


def prize(s: SkirmishState) -> float:
    """What victory is worth more where it crowns a task."""
    return (
        TASKS
        if any(aim.kind in ("leave", "carry off", REACH, ALL_BURNING) for aim in s.scenario.form.objective)
        else 0.0
    )


def leader(s: SkirmishState) -> str:
    """Who would have won if this were the last turn."""
    for aim in s.scenario.form.objective:
        if aim.kind == "hold out":
            seat = s.scenario.seat_of[aim.side]
            if holds_out(s, seat, aim.squads):
                return seat
            if s.scenario.outcome == "A":
                return others(s, seat)[0]
        elif aim.kind == HOLD_GROUND and s.scenario.outcome == "A":
            counts = {seat: len(men_near(s, aim, seat)) for seat in s.seats}
            most = [seat for seat, count in counts.items() if count == max(counts.values())]
            if len(most) == 1:
                return most[0]
    points = {seat: side.points for seat, side in s.sides.items()}
    for seat, amount, _ in final_points(s):
        points[seat] += amount
    best = [seat for seat in points if points[seat] == max(points.values())]
    return best[0] if len(best) == 1 else NOBODY


def may_wait(s: SkirmishState, seat: Seat) -> bool:
    """Whether a side wins by being there still when the last turn ends: the others have to come to it."""
    return any(
        aim.kind == "hold out" and s.scenario.seat_of[aim.side] == seat and holds_out(s, seat, aim.squads)
        for aim in s.scenario.form.objective
    )


def _march(s: SkirmishState, seat: Seat, aim: ObjectiveForm, area: Rect) -> float:
    """How far on their way those squads are that have the least way to go, as many as are asked for."""
    crews = {gun.crew for gun in s.guns.values()}
    ways = sorted(
        (sum(_way(s, one, _nearest(area, one)) for one in men) / len(men) / UM, is_there(s, squad, area), squad.id)
        for squad in s.squads.values()
        if squad.seat == seat and squad.id not in crews and is_steady(s, squad) and (men := list(members_up(s, squad)))
    )
    total = 0.0
    for way, there, name in ways[: aim.squads]:
        squad = s.squads[name]
        total += ARRIVED * there - MARCH * squad.strength * way - (0.0 if there else _idled(s, squad, way))
    return total


def _idled(s: SkirmishState, squad: Squad, way: float) -> float:
    """A squad with far to go should not stand before an obstacle for a whole turn: a way round begins with a step."""
    has_waited = squad.has_acted or (squad.is_activated and not squad.pa)
    is_stuck = has_waited and way > FAR and not any(one.moved for one in members_up(s, squad))
    return RESTLESS if is_stuck and not any(is_in_melee(s, one) for one in members_up(s, squad)) else 0.0


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
    ways = sorted(
        (_way(s, man := _nearest_of(members_up(s, squad), _middle(area)), _nearest(area, man)), squad.id, house)
        for squad in squads
        for house, area in areas.items()
    )
    for way, name, house in ways:
        squad, men = s.squads[name], members_up(s, s.squads[name])
        if house not in areas or squad not in squads:
            continue
        far = max(0.0, way - TOUCHING) / UM
        total -= TO_FIRE * squad.strength * sqrt(far) + _idled(s, squad, far)
        if not far and squad.pa * len(men) >= pa_to_light(s, men):
            total += KINDLING
        del areas[house]
        squads.remove(squad)
    return total


def _gathered(s: SkirmishState, seat: Seat, aim: ObjectiveForm, mine: list[Figure]) -> float:
    """How many more of his stand on the ground than of the other, and how far the rest have to go."""
    left = s.scenario.turns - s.turn
    theirs = max(len(men_near(s, aim, other)) for other in others(s, seat))
    more = min(STRONGER, max(-STRONGER, len(men_near(s, aim, seat)) - theirs))
    total = more * (MAN[left] if left < len(MAN) else EARLY_MAN)
    area = area_of(s, aim)
    for one in mine:
        total -= GATHER * max(0.0, _way(s, one, _nearest(area, one)) - aim.within) / UM
    return total


def _middle(area: Rect) -> Point:
    return (area[0] + area[2]) // 2, (area[1] + area[3]) // 2


def _nearest(area: Rect, figure: Figure) -> Point:
    """The point of an area that is nearest to somebody."""
    left, top, right, bottom = area
    return min(max(figure.x, left), right), min(max(figure.y, top), bottom)


def _rest(s: SkirmishState, seat: Seat, house: str, mine: list[Figure]) -> float:
    """Somebody goes into the house and stays there: a turn that has begun well is worth keeping."""
    if not mine:
        return 0.0
    area = box(Outline(field(s).terrain.feature(house).points))
    middle = _middle(area)
    inside = sum(1 for one in mine if building_of(s, one) == house)
    begun = RESTING.is_on(s, OfSide(house, seat))
    return RESTING_NOW * begun + min(inside, 2) - FETCH * sqrt(min(_way(s, one, middle) for one in mine) / UM)


def _carried(s: SkirmishState, seat: Seat, aim: ObjectiveForm) -> float:
    """What it is worth that one of his, or of another side, has the thing in his hands."""
    thing = s.things.get(aim.thing)
    if thing is None or not thing.bearer:
        return 0.0
    bearer = s.figures[thing.bearer]
    whole = max(s.ground.width, s.ground.depth) / UM
    near = HELD + HOME * _together(s, bearer) * max(0.0, whole - _from_home(s, aim, bearer))
    return near if bearer.seat == seat else -near


def _together(s: SkirmishState, figure: Figure) -> int:
    """How many moved when he did: every one of them is drawn to the enemy, and has to be drawn away.

    Those who have fallen since are counted too, or it would seem a relief to lose them.
    """
    squad = s.squad_of(figure)
    return 1 if squad is None else squad.strength


def _sought(s: SkirmishState, aim: ObjectiveForm) -> Iterator[Errand]:
    """Where the thing lies; while nobody knows, every marker."""
    thing = s.things.get(aim.thing)
    if thing is not None:
        if not thing.bearer:
            yield Errand((thing.x, thing.y), FETCH)
        return
    for place in markers(s).values():
        yield Errand(place, SEARCH)


def _way_to(s: SkirmishState, sought: list[Errand], mine: list[Figure]) -> float:
    """Who is nearest goes, each for one errand only; what nobody goes for waits, and that costs as well."""
    if not sought:
        return 0.0
    parties = _parties(s, mine)
    ways = sorted(
        (_way(s, _nearest_of(party, errand.place), errand.place), name, number)
        for name, party in parties.items()
        for number, errand in enumerate(sought)
    )
    total, taken = DONE * len(sought), set()
    for way, name, number in ways:
        if name in parties and number not in taken:
            taken.add(number)
            total += sought[number].pull * _together(s, parties.pop(name)[0]) * sqrt(way / UM)
    return total


def _nearest_of(party: list[Figure], place: Point) -> Figure:
    """Of several the one nearest to a place as the crow flies."""
    return min(party, key=lambda one: (one.x - place[0]) ** 2 + (one.y - place[1]) ** 2)


def _parties(s: SkirmishState, mine: list[Figure]) -> dict[str, list[Figure]]:
    """Who can be sent: everybody who is not shaken, the men of a squad together."""
    found: dict[str, list[Figure]] = {}
    for one in mine:
        if not s.is_shaken(one):
            squad = s.squad_of(one)
            found.setdefault(one.id if squad is None else squad.id, []).append(one)
    return found


def _from_home(s: SkirmishState, aim: ObjectiveForm, figure: Figure | None) -> float:
    """How far somebody is, in um, from the edge by which he has to leave."""
    if figure is None or figure.where == GONE:
        return 0.0
    edge = aim.edge or s.scenario.sides[figure.seat].edge
    ways = [one for one in exits_of(s, figure.seat) if aim.any_edge or one.edge == edge]
    steps = [place for way_out in ways for place in doorsteps(s, figure, way_out)[:1]]
    return min((_way(s, figure, place) for place in steps), default=0.0) / UM


def _way(s: SkirmishState, figure: Figure, place: Point) -> float:
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
