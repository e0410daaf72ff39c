"""Squads in chapters 2.1.5, 2.2.1t and 4.3.2: who has lost touch, a new formation in a move, crossing as a body."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from alfiere.games.cappa.engaged import is_in_melee
from alfiere.games.cappa.events import Crossed, FormationChanged
from alfiere.games.cappa.ground import base_of, field, going, journey, nearest, radius, stops_near
from alfiere.games.cappa.impulses import Actor, Deed, bodies
from alfiere.games.cappa.movement import go, may_move, speed, walk
from alfiere.games.cappa.obstacles import beyond, open_door
from alfiere.games.cappa.state import Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.tables import tables
from alfiere.kernel.decision import Option
from alfiere.kernel.procedure import Procedure
from alfiere.table.formations import linked_groups
from alfiere.table.headings import heading_of, offset, ray
from alfiere.table.measuring import root_up
from alfiere.table.places import as_far_as
from alfiere.table.reach import Way
from alfiere.table.shapes import Point
from alfiere.table.terrain import Bar

RIGHT = 900  # tenths of a degree
REJOINING = ("rejoin", "wait")
IN_MELEE = ("fight-together", "leave-together")


# Who has lost touch


def separated(s: SkirmishState, squad: Squad) -> list[Figure]:
    """The members apart from the body: the largest group with gaps of 1 um, of equals the leader's (cappa.6.3.h1)."""
    here = bodies(s, squad)
    reach = tables().lengths.open_order + tables().lengths.tolerance
    groups = linked_groups([base_of(s, one) for one in here], reach)
    if len(groups) < 2:
        return []
    body = max(groups, key=lambda group: (len(group), squad.leader in group))
    return [one for one in here if one.id not in body]


def must_rejoin(s: SkirmishState, who: Actor) -> bool:
    """Whether it is the last phase and a squad is not all together (cappa.2.1.5f)."""
    return s.phase == "last" and isinstance(who, Squad) and not who.shaken and bool(separated(s, who))


def may_do_apart(s: SkirmishState, who: Actor) -> tuple[str, ...]:
    """What is left to such a squad: bringing it together, or its melee."""
    return REJOINING + (IN_MELEE if any(is_in_melee(s, one) for one in bodies(s, who)) else ())


def offer_rejoin(s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
    """In the last phase, for the members who are too far away and can walk (cappa.2.1.5f)."""
    if s.phase == "last" and isinstance(who, Squad) and any(may_move(s, one) for one in separated(s, who)):
        yield Option("rejoin", {"figure": who.id}, ("cappa.2.1.5f",))


def perform_rejoin(g: SkirmishGame, who: Actor, option: Option) -> Procedure[None]:
    """Those nearest to the body first, each as far as his own speed allows."""
    assert isinstance(who, Squad)
    s = g.state
    away = separated(s, who)
    names = [one.id for one in away]
    body = [one for one in bodies(s, who) if one.id not in names]
    for one in sorted(away, key=lambda one: min(_apart(one, mate) for mate in body)):
        if may_move(s, one):
            go(g, one, _way_back(s, one, nearest(s, one, body)[0]), "move", ("cappa.2.1.5f",))
            body.append(one)
    yield from ()


def _apart(one: Figure, other: Figure) -> int:
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


def _way_back(s: SkirmishState, figure: Figure, mate: Figure) -> Way:
    trip = walk(s, figure, speed(s, figure))
    way = trip.contact(base_of(s, mate).outline)
    return way if isinstance(way, Way) else as_far_as(trip, mate.x, mate.y)


# A new formation


class Plan(NamedTuple):
    """Who goes where."""

    ways: dict[str, Way]


def formations_of(s: SkirmishState, squad: Squad) -> list[str]:
    """The formations its men know; open order is everybody's, close order needs four (cappa.6.3d, cappa.6.3.3b)."""
    here = bodies(s, squad)
    men = [one for one in here if one.id != squad.leader] or here
    known = [name for name in ("tight", "close") if all(name in one.sheet.formations for one in men)]
    if len(here) < tables().numbers.close_order:
        known = [name for name in known if name != "close"]
    return ["open", *known]


def places_in_formation(formation: str, count: int, size: int, front: Point, heading: int) -> list[Point]:
    """Places in ranks behind the foremost, who stands in the middle of the first: two ranks, or a compact block.

    The ranks lie along the table, so that bases in contact touch to the hundredth.
    """
    files = 1
    while files * (2 if formation == "close" else files) < count:
        files += 1
    apart = size + (tables().lengths.open_order // 2 if formation == "open" else 0)
    found = []
    for number in range(count):
        rank, file = divmod(number, files)
        aside = (file + 1) // 2 * (1 if file % 2 else -1)
        back, right = offset(heading, -rank * apart), offset((heading + RIGHT) % 3600, aside * apart)
        found.append((front[0] + back[0] + right[0], front[1] + back[1] + right[1]))
    return found


def _off(place: Point, figure: Figure) -> tuple[int, str]:
    return (figure.x - place[0]) ** 2 + (figure.y - place[1]) ** 2, figure.id


def foremost(here: list[Figure], heading: int) -> Figure:
    """The member farthest forward that way: the move is measured from him (cappa.6.5b)."""
    east, south = ray(heading)
    return min(here, key=lambda one: (-(one.x * east + one.y * south), one.id))


def plan_of(s: SkirmishState, squad: Squad, to: Point, formation: str, heading: int) -> Plan | None:
    """The foremost goes there at the slowest pace, the others fall in behind, at most twice as far (cappa.6.5.h3)."""
    here = bodies(s, squad)
    pace, slack = min(speed(s, one) for one in here), tables().lengths.tolerance
    left = list(here)
    first = foremost(here, heading)
    names = [one.id for one in here]
    ways: dict[str, Way] = {}
    size = 2 * max(radius(one) for one in here)
    for number, place in enumerate(places_in_formation(formation, len(here), size, to, heading)):
        one = first if number == 0 else min(left, key=partial(_off, place))
        left.remove(one)
        way = walk(s, one, (pace if number == 0 else 2 * pace) + slack, leave_out=names).way(*place)
        if not isinstance(way, Way):
            return None
        ways[one.id] = way
    return Plan(ways)


def offer_reform(s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
    """A move that ends in another formation, on the spot or towards the enemy (cappa.2.2.1t)."""
    here = bodies(s, who) if isinstance(who, Squad) else []
    if not isinstance(who, Squad) or len(here) < 2 or not all(may_move(s, one) for one in here):
        return
    foes = nearest(s, here[0], s.enemies(who.seat))
    heading = heading_of(foes[0].x - here[0].x, foes[0].y - here[0].y) if foes else 0
    heading = (heading + RIGHT // 2) // RIGHT * RIGHT % 3600  # to the nearest side of the table
    first = foremost(here, heading)
    pace = min(speed(s, one) for one in here)
    cost = max(1, *(one.sheet.formation_pa for one in here))
    for formation in formations_of(s, who):
        for length in (0, pace) if formation != who.formation else ():
            dx, dy = offset(heading, length)
            to = first.x + dx, first.y + dy
            if plan_of(s, who, to, formation, heading) is not None:
                args = {"figure": who.id, "formation": formation, "heading": heading, "to": list(to)}
                yield Option("reform", args | ({"pa": cost} if cost > 1 else {}), ("cappa.2.2.1t",))


def perform_reform(g: SkirmishGame, who: Actor, option: Option) -> Procedure[None]:
    """Everybody goes to his new place."""
    assert isinstance(who, Squad)
    x, y = option["to"]
    plan = plan_of(g.state, who, (x, y), option["formation"], option["heading"])
    assert plan is not None  # it was offered
    for name, way in plan.ways.items():
        go(g, g.state.figures[name], way, "move", ("cappa.2.2.1t",))
    who.formation = option["formation"]
    g.tell(FormationChanged(who.id, who.formation))
    yield from ()


# Crossing together


def _bars(s: SkirmishState, squad: Squad) -> dict[str, list[Figure]]:
    """The obstacles that members touch and can cross, with all who are near enough to cross too (cappa.4.3.2.h3)."""
    here = [one for one in bodies(s, squad) if not one.is_prone and not one.level]
    touched = {bar.by for one in here for bar in stops_near(s, one) if not s.ground.is_climbed(bar.by)}
    return {
        name: [one for one in here if _bar_near(s, one, name) is not None]
        for name in sorted(touched)
        if all(s.ground.cost(name, going(one)) is not None for one in here)
    }


def _bar_near(s: SkirmishState, figure: Figure, name: str) -> Bar | None:
    near = (bar for bar in stops_near(s, figure, tables().lengths.squad_crossing) if bar.by == name)
    return next(near, None)


def offer_cross_together(s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
    """All members within 1 um of an obstacle that one of them touches, for the PA of one crossing."""
    if not isinstance(who, Squad):
        return
    for name, near in _bars(s, who).items():
        if any(_far_side(s, one, name) is not None for one in near):
            cost = max(s.ground.cost(name, going(one)) or 1 for one in near)
            args = {"figure": who.id, "obstacle": name} | ({"pa": cost} if cost != 1 else {})
            yield Option("cross-together", args, ("cappa.4.3.2.h3",))


def _far_side(s: SkirmishState, figure: Figure, name: str) -> Point | None:
    """Where he gets to: up to the obstacle, if he is not yet there, and over it."""
    start = figure.x, figure.y
    bar = _bar_near(s, figure, name)
    if bar is None:
        return None
    near = tables().lengths.squad_crossing + tables().lengths.tolerance
    way = journey(s, figure, near).contact(bar.outline)
    if not isinstance(way, Way):
        return None
    figure.x, figure.y = way.end
    found = beyond(s, figure, bar)
    figure.x, figure.y = start
    return found


def perform_cross_together(g: SkirmishGame, who: Actor, option: Option) -> Procedure[None]:
    """One after the other, those in front first; who finds no room stays behind."""
    assert isinstance(who, Squad)
    s, name = g.state, option["obstacle"]
    touching = [one for one in _bars(s, who).get(name, []) if any(bar.by == name for bar in stops_near(s, one))]
    near = [*touching, *(one for one in _bars(s, who).get(name, []) if one not in touching)]
    for one in near:
        place = _far_side(s, one, name)
        if place is None:
            continue
        length = root_up((place[0] - one.x) ** 2 + (place[1] - one.y) ** 2)
        one.x, one.y = place
        one.moved += length
        one.moved_now += length
        g.tell(Crossed(one.id, name, place, ("cappa.4.3.2.h3",)))
    open_door(s, name, field(s).terrain.openings)
    yield from ()


SQUAD_MOVE_DEEDS = [
    Deed("rejoin", offer_rejoin, perform_rejoin, in_melee=False, shaken=False),
    Deed("reform", offer_reform, perform_reform, in_melee=False, shaken=False),
    Deed("cross-together", offer_cross_together, perform_cross_together, in_melee=False, shaken=False),
]
