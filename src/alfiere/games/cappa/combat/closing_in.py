"""Chapter 6.7, before the blows: a squad in melee whose turn it is brings as many as it can into contact."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.games.cappa.combat.squad_melee import enemies_of, party
from alfiere.games.cappa.ground.engaged import are_in_melee, foes
from alfiere.games.cappa.ground.ground import gap, radius
from alfiere.games.cappa.ground.zones import contacts, journey
from alfiere.games.cappa.movement.movement import cut_at_swamp, go, lost_in_swamp, may_move, speed
from alfiere.games.cappa.people.impulses import Actor, bodies
from alfiere.games.cappa.people.squad_formations import OPEN, breach
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState, Squad
from alfiere.table.headings import heading_of, offset
from alfiere.table.reach import Journey, Way
from alfiere.table.shapes import Point

ROUND = 16  # places about an enemy that are looked at
TRIED = 6  # of those where he could stand


def close_in(g: SkirmishGame, who: Actor) -> None:
    """Those nearest to an enemy first, each up to his Mov, for no PA; the squad keeps its formation (cappa.6.7a)."""
    s = g.state
    if not isinstance(who, Squad) or who.shaken:
        return
    there = [one for enemy in enemies_of(s, who) for one in party(s, enemy)]
    if not there:
        return
    free = [one for one in bodies(s, who) if _may_close_in(s, one)]
    free.sort(key=lambda one: (min(gap(s, one, enemy) for enemy in there), one.id))
    left, moved = free, True
    while moved:  # one's new place may be the link that another waits for
        free, left, moved = left, [], False
        for one in free:
            trip, places = _places_for(s, who, one, there)
            if not places:
                left.append(one)
                continue
            ways = (trip.way(*place) for place in places[:TRIED])
            way = next((way for way in ways if isinstance(way, Way) and _ends_there(s, one, trip, way)), None)
            if way is not None:
                go(g, one, way, "move", ("cappa.6.7a", "cappa.6.7.h1"))
                moved = True


def _may_close_in(s: SkirmishState, figure: Figure) -> bool:
    return not figure.is_prone and may_move(s, figure) and not foes(s, figure)


def _places_for(s: SkirmishState, squad: Squad, figure: Figure, there: list[Figure]) -> tuple[Journey, list[Point]]:
    """Places in contact with one of them that leave the squad in formation, the nearest first (cappa.6.7.h1)."""
    most = speed(s, figure) - lost_in_swamp(s, figure)
    names = [enemy.id for enemy in there]
    rings = [ring for ring in contacts(s, figure) if ring.base.id not in names]
    trip = journey(s, figure, most + tables().lengths.tolerance, ignoring=names, also=rings)
    found = [
        place
        for enemy in there
        if gap(s, figure, enemy) <= most
        for place in _places_at(figure, enemy)
        if not trip.is_too_far(*place) and trip.stands(*place) is None and _holds(s, squad, figure, enemy, place)
    ]
    return trip, sorted(found, key=lambda place: ((place[0] - figure.x) ** 2 + (place[1] - figure.y) ** 2, place))


def _ends_there(s: SkirmishState, figure: Figure, trip: Journey, way: Way) -> bool:
    """Whether no bog stops him on the way (cappa.4.3.5c)."""
    return cut_at_swamp(s, figure, trip, way).end == way.end


def _places_at(figure: Figure, enemy: Figure) -> Iterator[Point]:
    """In contact with him: straight ahead, and all round his base."""
    keep = radius(figure) + radius(enemy) + 1
    ahead = heading_of(figure.x - enemy.x, figure.y - enemy.y)
    for turn in range(0, 3600, 3600 // ROUND):
        dx, dy = offset(ahead + turn, keep)
        yield enemy.x + dx, enemy.y + dy


def _holds(s: SkirmishState, squad: Squad, figure: Figure, enemy: Figure, place: Point) -> bool:
    """Whether he would be in melee there, and the squad in the formation it had, or at least in open order."""
    here = bodies(s, squad)
    formation = OPEN if breach(here, squad.formation) else squad.formation
    there = figure.at(place)
    return are_in_melee(s, there, enemy) and not breach([there if one is figure else one for one in here], formation)
