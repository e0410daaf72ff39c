"""Where a squad might want to go: markers to be turned, things to be picked up, buildings to be lit or put out.

Only what is offered hangs on it, so that nobody who chooses from the list misses what a person would point at.
"""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.games.cappa.ground.ground import HORSES, base_of, field, floor
from alfiere.games.cappa.people.markers import MARKER, is_loose, markers
from alfiere.games.cappa.scenario.ground_changes import burning
from alfiere.games.cappa.sheets.characters import vehicle_base
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import ON, OUT, Figure, SkirmishState, Squad
from alfiere.games.cappa.weaponry.fires import may_light, may_quench
from alfiere.table.measuring import gap
from alfiere.table.places import as_far_as
from alfiere.table.reach import Journey, Way
from alfiere.table.shapes import Outline, Point

NEAREST = 3  # goals are offered, those nearest to the squad


def goals(s: SkirmishState, squad: Squad, here: list[Figure]) -> list[Outline]:
    """The nearest of them that none of the squad touches yet."""
    outlines = list(_all(s, squad)) if here and not floor(s, here[0]) else []
    touch = tables().lengths.tolerance
    apart = [(min(gap(base_of(s, one).outline, goal) for one in here), goal) for goal in outlines]
    apart = [(away, goal) for away, goal in apart if away > touch]
    return [goal for _, goal in sorted(apart, key=lambda one: (one[0], one[1].points))[:NEAREST]]


def _all(s: SkirmishState, squad: Squad) -> Iterator[Outline]:
    if s.scenario.events:
        yield from (Outline((place,)) for place in markers(s).values())
    for thing in s.things.values():
        if not thing.bearer and not thing.level and thing.kind != MARKER and thing.kind not in HORSES:
            if vehicle_base(thing.kind) is None and not is_loose(s, thing.id):
                yield Outline(((thing.x, thing.y),))
    for one in s.figures.values():
        if not one.captor and not one.level and (one.where == OUT or (one.where == ON and one.has_surrendered)):
            yield base_of(s, one).outline
    if s.scenario.fire is not None:
        lit, ground = burning(s.changed), field(s).terrain
        for house in s.ground.buildings:
            is_wanted = may_light(s, squad.seat, house) if house not in lit else may_quench(s, squad.seat)
            if is_wanted and s.turn <= lit.get(house, s.turn) + 1:
                yield Outline(ground.feature(house).points)


def way_towards(trip: Journey, goal: Outline) -> Way:
    """Into contact with a goal, or as far towards it as one gets."""
    way = trip.contact(goal)
    if isinstance(way, Way):
        return way
    x, y = middle_of(goal)
    return as_far_as(trip, x, y)


def middle_of(goal: Outline) -> Point:
    """The middle of the box round it."""
    xs, ys = [x for x, _ in goal.points], [y for _, y in goal.points]
    return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
