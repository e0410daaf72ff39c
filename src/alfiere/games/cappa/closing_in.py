"""Chapter 6.7, before the blows: a squad in melee whose turn it is brings as many as it can into contact."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.games.cappa.engaged import are_in_melee, foes
from alfiere.games.cappa.ground import base_of, gap, journey, radius
from alfiere.games.cappa.impulses import Actor, bodies
from alfiere.games.cappa.movement import contacts, cut_at_swamp, go, lost_in_swamp, may_move, speed
from alfiere.games.cappa.squad_formations import OPEN, breach
from alfiere.games.cappa.squad_melee import enemies_of, party
from alfiere.games.cappa.state import Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.tables import tables
from alfiere.table.headings import offset
from alfiere.table.reach import Journey, Way
from alfiere.table.shapes import Point

ROUND = 16  # places about an enemy that are tried


def close_in(g: SkirmishGame, who: Actor) -> None:
    """Those nearest to an enemy first, each up to his Mov, for no PA; the squad keeps its formation (cappa.6.7a)."""
    s = g.state
    if not isinstance(who, Squad) or who.shaken:
        return
    there = [one for enemy in enemies_of(s, who) for one in party(s, enemy)]
    free = [one for one in bodies(s, who) if there and _may_close_in(s, one)]
    for one in sorted(free, key=lambda one: (min(gap(s, one, enemy) for enemy in there), one.id)):
        way = _way_in(s, who, one, there)
        if way is not None:
            go(g, one, way, "move", ("cappa.6.7a", "cappa.6.7.h1"))


def _may_close_in(s: SkirmishState, figure: Figure) -> bool:
    return not figure.is_prone and may_move(s, figure) and not foes(s, figure)


def _way_in(s: SkirmishState, squad: Squad, figure: Figure, there: list[Figure]) -> Way | None:
    """A way into contact with one of them, the nearest first, that leaves the squad in formation (cappa.6.7.h1)."""
    most = speed(s, figure) - lost_in_swamp(s, figure)
    near = sorted((gap(s, figure, enemy), enemy.id) for enemy in there)
    near = [(far, name) for far, name in near if far <= most]
    if not near:
        return None
    names = [enemy.id for enemy in there]
    rings = [ring for ring in contacts(s, figure) if ring.base.id not in names]
    trip = journey(s, figure, most + tables().lengths.tolerance, ignoring=names, also=rings)
    for _, name in near:
        enemy = s.figures[name]
        for place in _places_at(s, figure, enemy, trip):
            if _holds(s, squad, figure, enemy, place):
                way = trip.way(*place)
                if isinstance(way, Way) and cut_at_swamp(s, figure, trip, way).end == way.end:
                    return way
    return None


def _places_at(s: SkirmishState, figure: Figure, enemy: Figure, trip: Journey) -> Iterator[Point]:
    """The nearest place in contact with him, then others round his base."""
    way = trip.contact(base_of(s, enemy).outline)
    if isinstance(way, Way):
        yield way.end
    keep = radius(figure) + radius(enemy) + 1
    steps = [offset(turn, keep) for turn in range(0, 3600, 3600 // ROUND)]
    places = [(enemy.x + dx, enemy.y + dy) for dx, dy in steps]
    yield from sorted(places, key=lambda place: (place[0] - figure.x) ** 2 + (place[1] - figure.y) ** 2)


def _holds(s: SkirmishState, squad: Squad, figure: Figure, enemy: Figure, place: Point) -> bool:
    """Whether he would be in melee there, and the squad in the formation it had, or at least in open order."""
    here = bodies(s, squad)
    formation = OPEN if breach(here, squad.formation) else squad.formation
    start = figure.x, figure.y
    figure.x, figure.y = place
    holds = are_in_melee(s, figure, enemy) and not breach(here, formation)
    figure.x, figure.y = start
    return holds
