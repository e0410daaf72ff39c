"""Sensible ways for a unit to go: what is worth trying, no rules in it; ``judging`` says what of it is allowed.

They come in groups, so that who draws one at random works out that one alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final, TypeAlias

from alfiere.battles.ways import NEAREST, Legs, along, nearest, squared, turn_to, turned_ahead
from alfiere.games.risorgimento.morale.disorder import may_force_march
from alfiere.games.risorgimento.movement.costs import Way, changes, speed, strategic
from alfiere.games.risorgimento.movement.judging import Outset
from alfiere.games.risorgimento.sheets.ground import ROAD
from alfiere.games.risorgimento.sheets.scenario_forms import PlaceForm
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.unit import INFANTRY, OPEN, Unit
from alfiere.table.headings import FULL_TURN
from alfiere.table.legs import WHOLE, Footing, Shift, Turn, after
from alfiere.table.manoeuvre import Manoeuvre
from alfiere.table.measuring import root_up
from alfiere.table.offers import Wanted, farthest, legs_to, poses
from alfiere.table.shapes import Outline, Point, box, centre

OBLIQUE: Final = (450, 3150)
ROUND_ABOUT: Final = (900, 1350, 1800, 2250, 2700)
FACED: Final = 4000  # hundredths: enemies so near one might want to look at


def groups(o: Outset) -> tuple[str, ...]:
    """The groups that may hold something for a unit, at a glance; nobody turns or marches off in a zone."""
    s, unit, start = o.s, o.unit, o.start
    if o.straight_back:
        return ("called back", "ahead", "oblique", "left", "right", "about", "beside")
    if o.owners:
        return ("ahead", "oblique", "contact", "beside", "back", "reformed")
    found = ["ahead", "oblique", "left", "right", "about", "beside", "places", "reformed"]
    if manoeuvre_free(s, unit):
        found.append("round")
    far = _nearest_foe(s, unit)
    if far is not None and far <= speed(s, unit) + 3 * max(start.shape):
        found.append("contact")
    if far is not None and far <= FACED * s.scale:
        found.append("facing")
    if may_force_march(unit) and (far is None or far > s.tables.distances.strategic):
        found.append("march")
    if s.tables.formations[start.formation].is_column and s.ground.road_at(unit.x, unit.y):
        found.append("road")
    return tuple(found)


def _nearest_foe(s: BattleState, unit: Unit) -> int | None:
    """How far the nearest enemy is along one axis or the other, from centre to centre."""
    x, y, least = unit.x, unit.y, -1
    for foe in s.foes(unit.seat):
        far, down = abs(foe.x - x), abs(foe.y - y)
        far = far if far > down else down
        if far < least or least < 0:
            least = far
    return least if least >= 0 else None


def manoeuvre_free(s: BattleState, unit: Unit) -> bool:
    """Whether it may go any way (risorgimento.e.3.2.5)."""
    return unit.profile.is_light_infantry or s.tables.formations[unit.formation].moves_freely


def ways(o: Outset, group: str) -> Iterator[Legs]:
    """The legs of one group."""
    return (legs for finder in FINDERS[group] for legs in finder(o) if legs)


def open_ways(o: Outset, *, watched: bool = True) -> Manoeuvre:
    """Its manoeuvre with the zones of enemies as bars, unless it stands in one."""
    stays_open = o.unit.arm == INFANTRY and o.start.formation == OPEN
    return o.manoeuvre(Way(stays_open=stays_open), watched=watched and not o.owners)


def _ahead(aside: int, part: int, o: Outset) -> Iterator[Legs]:
    """As far as it gets in a direction with all it has, or a part of it."""
    for move in farthest(open_ways(o), o.start, (aside,), o.has // part):
        yield move.legs


def _turned(angle: int, o: Outset) -> Iterator[Legs]:
    yield from turned_ahead(open_ways(o), o.start, Turn(angle), o.has)


def _contact(o: Outset) -> Iterator[Legs]:
    """Up to each enemy in reach: against an edge it sees, or straight ahead."""
    s, unit, start, m = o.s, o.unit, o.start, open_ways(o, watched=False)
    far = speed(s, unit) * o.has // WHOLE
    reach = far + 2 * max(start.shape) + 400 * s.scale
    for enemy in nearest(unit.pose.point, s.foes(unit.seat), reach):
        yield from _flush(o, m, enemy)
    yield from _up_to(o, m, start, 0, far)


def _flush(o: Outset, m: Manoeuvre, enemy: Unit) -> Iterator[Legs]:
    """Against each edge of an enemy that it sees."""
    for purpose, _, pose in poses(o.start, Wanted([o.s.base(enemy)])):
        if purpose == "contact":
            yield from legs_to(m.pace(o.start), o.start, pose)


def _up_to(o: Outset, m: Manoeuvre, start: Footing, aside: int, far: int) -> Iterator[Legs]:
    """As far in a direction as somebody lets it."""
    leg = Shift(far, aside)
    met = m.run(start, leg) if far else None
    if met is not None and met.far > 0 and met.by in o.s.units:
        yield (leg._replace(length=met.far),)


def onto(o: Outset, enemy: Unit) -> Iterator[Legs]:
    """Into contact with an enemy: flush with an edge, or straight at him, as it faces or after a turn."""
    m, start = open_ways(o, watched=False), o.start
    far, angle = speed(o.s, o.unit) * o.most // WHOLE, turn_to(start, enemy.pose.point)
    yield from _flush(o, m, enemy)
    yield from _up_to(o, m, start, 0, far)
    yield from _up_to(o, m, start, angle % FULL_TURN, far)
    turn = Turn(angle)
    if angle and m.paid(start, turn) is not None:
        yield from ((turn, *legs) for legs in _up_to(o, m, after(start, turn), 0, far))


def _called_back(o: Outset) -> Iterator[Legs]:
    """Straight to the commander out of whose radius it is."""
    yield from o.straight_back


def _facing(o: Outset) -> Iterator[Legs]:
    """A look at the nearest enemies."""
    s, unit, start = o.s, o.unit, o.start
    for enemy in nearest(unit.pose.point, s.foes(unit.seat), FACED * s.scale):
        angle = turn_to(start, enemy.pose.point)
        if angle:
            yield (Turn(angle),)


def _beside(o: Outset) -> Iterator[Legs]:
    """Side by side with the nearest friends."""
    s, unit, start, m = o.s, o.unit, o.start, open_ways(o, watched=False)
    friends = (one for one in s.side(unit.seat) if one is not unit and one.is_steady)
    near = nearest(unit.pose.point, friends, 2 * speed(s, unit) + 800 * s.scale)
    for purpose, _, pose in poses(start, Wanted((), [s.base(one) for one in near])):
        if purpose == "beside" and pose != start.pose:
            yield from legs_to(m.pace(start), start, pose)


def _place(number: int, o: Outset) -> Iterator[Legs]:
    """Towards one of the nearest places that count."""
    s, start, m, has = o.s, o.start, open_ways(o), o.has
    here = start.pose.point
    points = sorted((_middle(s, one) for one in s.places.values()), key=lambda point: squared(here, point))
    for point in points[number : number + 1]:
        far = root_up(squared(here, point))
        angle = turn_to(start, point)
        if not far:
            continue
        if not angle or m.pace(start).is_free:
            for move in farthest(m, start, ((angle % FULL_TURN),), has):
                leg = move.legs[0]
                assert isinstance(leg, Shift)
                yield (leg if leg.length <= far else leg._replace(length=far),)
        else:
            yield from turned_ahead(m, start, Turn(angle), has, far)


def _middle(s: BattleState, place: PlaceForm) -> Point:
    """Where a place is, by its point or the middle of its piece of ground."""
    return place.at or centre(box(Outline(s.ground.pieces[place.piece].points)))


def _march(o: Outset) -> Iterator[Legs]:
    """As far as a strategic move leads, ahead and after a turn."""
    s, unit, start = o.s, o.unit, o.start
    far = s.tables.distances.strategic + max(start.shape)
    here = start.pose
    if not may_force_march(unit) or any(
        abs(foe.x - here.x) <= far and abs(foe.y - here.y) <= far for foe in s.foes(unit.seat)
    ):
        return
    m, most = open_ways(o), strategic(s, unit)
    for move in farthest(m, start, (0, *OBLIQUE), most):
        yield move.legs
    for angle in (450, -450):
        for legs in turned_ahead(m, start, Turn(angle), most):
            if len(legs) > 1:
                yield legs


def _road(o: Outset) -> Iterator[Legs]:
    """Along the road it stands on, either way."""
    s, unit, start = o.s, o.unit, o.start
    if not s.tables.formations[start.formation].is_column:
        return
    fast = s.tables.road_speed(speed(s, unit))
    for piece in s.ground.at(*start.pose.point):
        if piece.kind.id != ROAD:
            continue
        for points in (piece.points, piece.points[::-1]):
            for has in (strategic(s, unit), o.has):
                legs = tuple(along(start, points, fast * has // WHOLE))
                if legs:
                    yield legs


def _reformed(o: Outset) -> Iterator[Legs]:
    """A change of formation and then ahead, or the other way round."""
    start, m, has = o.start, open_ways(o), o.has
    for change in changes(o.s, o.unit).values():
        paid = m.paid(start, change)
        if paid is None or paid > has:
            continue
        there = after(start, change)
        for move in farthest(m, there, (0,), has - paid, (start,)):
            yield change, *move.legs
        for move in farthest(m, start, (0,), has - paid):
            yield *move.legs, change


def backwards(o: Outset) -> Iterator[Legs]:
    """Straight back, out of a zone or a melee."""
    m = o.manoeuvre(Way(back=True))
    for part in (WHOLE, WHOLE // 2):
        for move in farthest(m, o.start, (1800,), o.has * part // WHOLE):
            yield move.legs


Finder: TypeAlias = Callable[[Outset], Iterator[Legs]]
FINDERS: Final[Mapping[str, tuple[Finder, ...]]] = {
    "ahead": tuple(partial(_ahead, 0, part) for part in (1, 2)),
    "oblique": tuple(partial(_ahead, aside, part) for part in (1, 2) for aside in OBLIQUE),
    "round": tuple(partial(_ahead, aside, part) for part in (1, 2) for aside in ROUND_ABOUT),
    "left": (partial(_turned, -450), partial(_turned, -900)),
    "right": (partial(_turned, 450), partial(_turned, 900)),
    "about": (partial(_turned, 1800),),
    "contact": (_contact,),
    "facing": (_facing,),
    "beside": (_beside,),
    "places": tuple(partial(_place, number) for number in range(NEAREST)),
    "road": (_road,),
    "reformed": (_reformed,),
    "march": (_march,),
    "back": (backwards,),
    "called back": (_called_back,),
}
