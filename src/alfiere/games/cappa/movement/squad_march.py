"""Chapter 6.5, the move of a squad: one member is measured, the others are placed in formation and do not pass him.

The plain Move action takes everybody along by the same stretch (movement.py); here the squad is drawn up anew, so
that it can wheel, go round what bars the straight way, or change its formation as it goes (squad_moves.py).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import partial
from itertools import combinations, islice
from types import MappingProxyType
from typing import NamedTuple

from alfiere.games.cappa.ground.ground import field, floor, nearest, radius
from alfiere.games.cappa.ground.visibility import halted, known, reveal
from alfiere.games.cappa.ground.zones import Surroundings, has_zone, near_ways
from alfiere.games.cappa.movement.movement import (
    DIRECTIONS,
    REASONS,
    go,
    is_place,
    lost_in_swamp,
    may_move,
    so_far,
    speed,
    unless_stuck,
    why_rooted,
)
from alfiere.games.cappa.movement.squad_goals import goals, middle_of, way_towards
from alfiere.games.cappa.movement.together import Body, body_of, move_squad
from alfiere.games.cappa.movement.ways_drawn import drawn_up
from alfiere.games.cappa.people.impulses import Actor, OfSquad, bodies
from alfiere.games.cappa.people.squad_formations import (
    CLOSE,
    OPEN,
    RIGHT,
    TIGHT,
    breach,
    known_formations,
    places_in_formation,
    slowed,
    ways_to_stand,
)
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.events import FormationChanged
from alfiere.kernel.decision import Args, Decision, Draw, Option, first_drawn
from alfiere.kernel.drawing import Drawn
from alfiere.kernel.objection import Objection, because
from alfiere.table.barriers import BASE, FAR, ZONE, Refusal
from alfiere.table.headings import heading_of, offset, ray, turn_between
from alfiere.table.measuring import way_length
from alfiere.table.places import glances, sensible_places
from alfiere.table.reach import Journey, Way
from alfiere.table.shapes import Outline, Point

APART = 100  # hundredths between the places offered round an obstacle
ASIDE = (-150, 150, -300, 300)  # so many hundredths to the side
PARTS = (4, 3, 2)  # quarters of the pace
ABREAST = 3  # hundredths that one may have to stand back for the others beside him to find room
SIDES = range(0, 3600, RIGHT)  # headings: towards each side of the table
ENOUGH = 2  # places offered in one direction; a person may point at any other
KNOWN = {"figure", "to", "heading", "formation", "shape", "places"}
PASSES, STRAYS = "march-passes", "march-strays"


class Plan(NamedTuple):
    """Who goes where."""

    ways: dict[str, Way]


class Fault(NamedTuple):
    """What is wrong with a plan: the key of the refusal, the rule, who or what bars it."""

    key: str
    rule: str
    by: str = ""
    lengths: Mapping[str, int] = MappingProxyType({})  # how far it would be, and how far one may


# What a move may be


def foremost(here: list[Figure], heading: int) -> Figure:
    """The member farthest forward that way: the move is measured from him (cappa.6.5b)."""
    return min(here, key=lambda one: (-_ahead(heading, one.x, one.y), one.id))


def _ahead(heading: int, x: int, y: int) -> int:
    east, south = ray(heading)
    return x * east + y * south


def pace_of(s: SkirmishState, squad: Squad) -> int:
    """What the slowest of them goes in one action, mounted or on foot, laden or in a bog (cappa.6.5c, cappa.6.5d)."""
    return _pace(s, squad, bodies(s, squad))


def _pace(s: SkirmishState, squad: Squad, here: list[Figure]) -> int:
    return slowed(squad, min(speed(s, one) - lost_in_swamp(s, one) for one in here))


class Drill:
    """A squad about to be drawn up anew: who goes, how far, and what each can reach, for as long as nobody moves."""

    def __init__(self, s: SkirmishState, squad: Squad) -> None:
        self.state = s
        self.here = bodies(s, squad)
        self.pace = _pace(s, squad, self.here)
        farthest = 2 * self.pace + tables().lengths.tolerance  # cappa.6.5.h3
        self._around = Surroundings(s, [one.id for one in self.here], near_ways(s, self.here, farthest))
        self._trips: dict[tuple[str, int], Journey] = {}

    def trip(self, one: Figure, most: int) -> Journey:
        """What a member can reach; the others are not in his way, for they move too."""
        known = self._trips.get((one.id, most))
        if known is None:
            known = self._trips[one.id, most] = self._around.walk(one, most)
        return known

    def plan(self, to: Point, formation: str, heading: int, shape: str = "") -> Plan | None:
        """The foremost goes there, the others fall in behind him; None if it cannot be done."""
        places = places_for(self.here, to, formation, heading, shape)
        if self._is_too_far(heading, places):
            return None  # as mostly for one of them: before anything else is asked
        found = self.judged(heading, places, formation)
        return found if isinstance(found, Plan) else None

    def _is_too_far(self, heading: int, places: Mapping[str, Point]) -> bool:
        """Whether the straight line is too long for one of them already, where no ground carries anybody farther."""
        if self._around.near is None:
            return False
        first, slack = foremost(self.here, heading), tables().lengths.tolerance
        for one in self.here:
            (x, y), most = places[one.id], (self.pace if one is first else 2 * self.pace) + slack
            if (x - one.x) ** 2 + (y - one.y) ** 2 > most * most:
                return True
        return False

    def judged(self, heading: int, places: Mapping[str, Point], formation: str) -> Plan | Fault:
        """The ways to these places, or the rule they break; the measured one first (cappa.6.5.h1, cappa.6.5.h3)."""
        s, here, pace = self.state, self.here, self.pace
        fault = _standing_fault(here, heading, places, formation)
        if fault is not None:
            return fault
        first, slack = foremost(here, heading), tables().lengths.tolerance
        trips: list[tuple[Figure, Journey]] = []
        for one in sorted(here, key=lambda one: one is not first):  # before any way is looked for
            x, y = places[one.id]
            trip = self.trip(one, (pace if one is first else 2 * pace) + slack)
            why = trip.stands(x, y) or (Refusal(FAR) if trip.is_too_far(x, y) else None)
            if why is not None:
                return _no_way(s, here, why, one, (x, y), pace, is_measured=one is first)
            trips.append((one, trip))
        ways: dict[str, Way] = {}
        for one, trip in trips:
            way = trip.way(*places[one.id])
            if isinstance(way, Way):
                way = unless_stuck(s, one, trip, way)
            if isinstance(way, Refusal):
                return _no_way(s, here, way, one, places[one.id], pace, is_measured=one is first)
            ways[one.id] = way
        return Plan(ways)


def _standing_fault(here: list[Figure], heading: int, places: Mapping[str, Point], formation: str) -> Fault | None:
    """Nobody before the one who is measured (cappa.6.5.h4), nobody on another, all in formation (cappa.6.5a)."""
    front = _ahead(heading, *places[foremost(here, heading).id]) + _ahead(heading, *offset(heading, 2))
    for one in here:
        if _ahead(heading, *places[one.id]) > front:
            return Fault(PASSES, "cappa.6.5.h4", one.id)
    for one, other in combinations(here, 2):
        (ax, ay), (bx, by) = places[one.id], places[other.id]
        if (ax - bx) ** 2 + (ay - by) ** 2 < (radius(one) + radius(other)) ** 2:
            return Fault(f"move-{BASE}", REASONS[BASE], other.id)
    moved = [one.copy() for one in here]
    for one in moved:
        one.x, one.y = places[one.id]
    return Fault(f"formation-{formation}", "cappa.6.5a") if breach(moved, formation) else None


def _no_way(
    s: SkirmishState, here: list[Figure], why: Refusal, one: Figure, to: Point, pace: int, *, is_measured: bool
) -> Fault:
    """Too far has its own rules here: the slowest, those on foot, twice as far for the others (cappa.6.5f)."""
    if why.reason == ZONE and not has_zone(s, s.figures[why.by]):
        return Fault(f"move-{BASE}", "cappa.4.3.8a", why.by)  # contact would be a charge
    if why.reason != FAR:
        return Fault(f"move-{why.reason}", REASONS[why.reason], why.by)
    length = why.length or way_length(((one.x, one.y), to))
    if not is_measured:
        return Fault(STRAYS, "cappa.6.5.h3", lengths=so_far(s, length, 2 * pace))
    is_mixed = len({one.is_mounted for one in here}) > 1
    return Fault(f"move-{FAR}", "cappa.6.5d" if is_mixed else "cappa.6.5c", lengths=so_far(s, length, pace))


def places_for(here: list[Figure], to: Point, formation: str, heading: int, shape: str) -> dict[str, Point]:
    """The measured one there, each other place of the formation behind him for who is nearest to it (cappa.6.5e)."""
    left, found = list(here), {}
    size = 2 * max(radius(one) for one in here)
    for number, place in enumerate(places_in_formation(formation, len(here), size, to, heading, shape)):
        one = foremost(here, heading) if number == 0 else min(left, key=partial(_off, place))
        left.remove(one)
        found[one.id] = place
    return found


def _off(place: Point, figure: Figure) -> tuple[int, str]:
    return (figure.x - place[0]) ** 2 + (figure.y - place[1]) ** 2, figure.id


# The action


def may_march(s: SkirmishState, squad: Squad) -> bool:
    """Two or more, every one of them able to move."""
    here = bodies(s, squad)
    return len(here) > 1 and all(may_move(s, one) for one in here) and _pace(s, squad, here) > 0


def quarter(dx: int, dy: int) -> int:
    """The nearest side of the table: ranks lie along it, so that bases in contact touch to the hundredth."""
    return (heading_of(dx, dy) + RIGHT // 2) // RIGHT * RIGHT % 3600 if dx or dy else 0


def shape_now(squad: Squad) -> str:
    """How a squad is drawn up that keeps its formation: close order on two ranks, unless its owner says otherwise."""
    return ways_to_stand(squad.formation)[0]


class March(OfSquad):
    """Towards each side of the table in the formation it has, and round what bars the way of the whole body."""

    verb = "march"
    keeps_nocked = True
    is_free = True
    is_drawn_alone = True

    def options(self, s: SkirmishState, who: Squad, pa: int) -> Iterator[Option]:
        drill = _drilled(s, who)
        if drill is None:
            return
        body = body_of(s, who)
        offered: list[Point] = []
        for heading in SIDES:
            for end in _ends_towards(s, who, drill, body, heading):
                offered.append(end)
                yield _march(who, end, heading)
        for goal in goals(s, who, drill.here):
            found = _up_to(who, drill, goal, offered)
            if found is not None:
                offered.append(found[0])
                yield _march(who, *found)

    def drawn(self, s: SkirmishState, who: Squad, pa: int, draw: Draw) -> Option | None:
        drill = _drilled(s, who)
        if drill is None:
            return None
        body = body_of(s, who)

        def offer(where: int | Outline) -> Option | None:
            if not isinstance(where, int):
                found = _up_to(who, drill, where)
                return None if found is None else _march(who, *found)
            ends = list(islice(_ends_towards(s, who, drill, body, where), int(draw() * ENOUGH) + 1))
            return _march(who, ends[-1], where) if ends else None

        return first_drawn([*SIDES, *goals(s, who, drill.here)], offer, draw)

    def judged(self, s: SkirmishState, who: Squad, args: Args) -> Option | Objection:
        """The free answer: a place for the foremost; direction, formation and everybody's place if one likes."""
        if not may_march(s, who):
            rooted = (why_rooted(s, one) for one in bodies(s, who))
            key, rule = next((why for why in rooted if why is not None), ("cannot-move", "cappa.4.0a"))
            return because(key, rule, figure=who.id)
        order = _read(s, who, args)
        if order is None:
            return because("no-place", "cappa.6.5b", figure=who.id)
        heading, formation, places = order
        if formation not in known_formations(who, bodies(s, who)):
            return because("formation-unknown", "cappa.6.5a", figure=who.id)
        found = Drill(s, who).judged(heading, places, formation)
        if isinstance(found, Fault):
            return because(found.key, found.rule, figure=who.id, by=found.by, **found.lengths)
        told = {name: value for name, value in args.items() if name != "pa"}
        cost = formation_cost(bodies(s, who)) if formation != who.formation else 1
        return Option("march", told | ({"pa": cost} if cost > 1 else {}), ("cappa.6.5b", "cappa.6.5e", "cappa.6.5g"))

    def sketch(self, s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
        found = march_plan(s, s.squads[option["figure"]], option.args)
        return [] if found is None else drawn_up(s, found[1].ways)

    def do(self, g: SkirmishGame, who: Squad, option: Option) -> None:
        """The foremost first, then the others; the formation is what they stand in now (cappa.6.5g)."""
        found = march_plan(known(g.state, who.seat), who, option.args)
        assert found is not None  # it was offered or judged
        formation, plan = found
        carry_out_plan(g, who, plan, formation, ("cappa.6.5e",))


def _each_once(ends: Iterable[Point]) -> Iterator[Point]:
    """Looked for one by one: as soon as there are enough of them nobody asks for more."""
    seen: set[Point] = set()
    for end in ends:
        if end not in seen:
            seen.add(end)
            yield end


def _march(squad: Squad, end: Point, heading: int) -> Option:
    return Option("march", {"figure": squad.id, "to": list(end), "heading": heading}, ("cappa.6.5b", "cappa.6.5e"))


def _drilled(s: SkirmishState, squad: Squad) -> Drill | None:
    """A squad that can be drawn up as it is used to; None if it cannot march."""
    drill = Drill(s, squad) if may_march(s, squad) else None
    return drill if drill is not None and squad.formation in known_formations(squad, drill.here) else None


def _ends_towards(s: SkirmishState, squad: Squad, drill: Drill, body: Body, heading: int) -> Iterator[Point]:
    """Where the foremost may end who goes towards a side of the table: straight on, else round what bars the body."""
    first = foremost(drill.here, heading)
    is_free = body.farthest(heading) >= body.whole(heading, drill.pace)
    dx, dy = offset(heading, drill.pace)
    straight = (first.x + dx, first.y + dy)
    ends = [straight] if is_free else _ways_round(s, first, drill.trip(first, drill.pace), heading)
    plans = ((end, drill.plan(end, squad.formation, heading, shape_now(squad))) for end in _each_once(ends))
    return islice((end for end, plan in plans if plan is not None and not _is_shift(drill.here, plan)), ENOUGH)


def _up_to(squad: Squad, drill: Drill, goal: Outline, offered: Container[Point] = ()) -> tuple[Point, int] | None:
    """Up to what they might want to touch, or towards it: where the foremost ends, and the heading."""
    here = drill.here
    x, y = middle_of(goal)
    heading = quarter(x - here[0].x, y - here[0].y)
    trip = drill.trip(foremost(here, heading), drill.pace)
    there = way_towards(trip, goal).end
    for back in range(ABREAST if there != trip.start else 0):
        dx, dy = offset(heading, -back)
        end = there[0] + dx, there[1] + dy
        if end in offered:
            break
        if drill.plan(end, squad.formation, heading, shape_now(squad)) is not None:
            return end, heading
    return None


def _ways_round(s: SkirmishState, first: Figure, trip: Journey, heading: int) -> Iterator[Point]:
    """Where the foremost can get by himself in about that direction: openings, enemies, straight on, past a corner."""
    for aside in ASIDE:
        for part in PARTS:
            dx, dy = offset(heading, trip.allowance * part // PARTS[0], aside)
            x, y = first.x + dx, first.y + dy
            if trip.stands(x, y) is None and not trip.is_too_far(x, y) and isinstance(trip.way(x, y), Way):
                yield x, y
                break
    storey = floor(s, first)
    looks = glances(
        trip,
        openings=[one.id for one in field(s).terrain.openings.values() if one.floor == storey],
        objectives=[(one.id, (one.x, one.y)) for one in nearest(s, first, s.enemies_of(first))[:1]],
        directions=DIRECTIONS,
    )
    for place in sensible_places(trip, looks, APART):
        x, y = place.way.end
        if turn_between(heading, heading_of(x - first.x, y - first.y)) <= RIGHT // 2:
            yield x, y


def _is_shift(here: list[Figure], plan: Plan) -> bool:
    """Whether everybody goes by the same stretch, which is the plain move."""
    return len({(end[0] - one.x, end[1] - one.y) for one in here for end in (plan.ways[one.id].end,)}) == 1


def formation_cost(here: list[Figure]) -> int:
    """The PA of a move into another formation: those of the move, unless a list makes it dearer (cappa.2.2.1t)."""
    return max(1, *(one.sheet.formation_pa for one in here))


def _read(s: SkirmishState, squad: Squad, args: Args) -> tuple[int, str, dict[str, Point]] | None:
    """Direction, formation and places that an answer means; None if it means nothing."""
    to, here = args.get("to"), bodies(s, squad)
    if not is_place(to) or not set(args) - {"pa"} <= KNOWN:
        return None
    x, y = int(to[0]), int(to[1])
    formation, shape = args.get("formation", squad.formation), args.get("shape", "")
    heading = args.get("heading")
    if heading is None:
        count = len(here)
        heading = quarter(x * count - sum(one.x for one in here), y * count - sum(one.y for one in here))
    if not isinstance(heading, int) or isinstance(heading, bool) or not 0 <= heading < 3600:
        return None
    if formation not in (OPEN, TIGHT, CLOSE) or shape not in ("", *ways_to_stand(formation)):
        return None
    by_hand = args.get("places")
    if by_hand is None:
        return (
            heading,
            formation,
            places_for(here, (x, y), formation, heading, shape or ways_to_stand(formation)[0]),
        )
    if not isinstance(by_hand, dict) or set(by_hand) != {one.id for one in here}:
        return None
    if not all(is_place(place) for place in by_hand.values()):
        return None
    places = {name: (place[0], place[1]) for name, place in by_hand.items()}
    return (heading, formation, places) if places[foremost(here, heading).id] == (x, y) else None


def march_plan(s: SkirmishState, squad: Squad, args: Args) -> tuple[str, Plan] | None:
    """The formation and the ways that an option means."""
    order = _read(s, squad, args)
    found = Drill(s, squad).judged(order[0], order[2], order[1]) if order is not None else None
    return (order[1], found) if order is not None and isinstance(found, Plan) else None


def carry_out_plan(g: SkirmishGame, squad: Squad, plan: Plan, formation: str, rules: tuple[str, ...]) -> None:
    """Everybody goes to his new place; a formation that was kept is not told again."""
    if any(halted(g.state, g.state.figures[name], way) for name, way in plan.ways.items()):
        stumble(g, squad, plan)
        return
    for name, way in plan.ways.items():
        go(g, g.state.figures[name], way, "move", rules)
    if squad.formation != formation:
        squad.formation = formation
        g.tell(FormationChanged(squad.id, formation, ("cappa.6.3e", "cappa.6.5g")))


def stumble(g: SkirmishGame, squad: Squad, plan: Plan) -> None:
    """Where one would touch somebody hidden all go by one stretch, as far as he gets (cappa.9.5.1.h3, cappa.6.5.h2)."""
    s = known(g.state, squad.seat)
    body = body_of(s, squad)
    first = body.here[0]
    end = plan.ways[first.id].end
    for part in PARTS:
        dx, dy = (end[0] - first.x) * part // PARTS[0], (end[1] - first.y) * part // PARTS[0]
        if body.refusal(dx, dy) is None:
            move_squad(g, squad, (first.x + dx, first.y + dy))
            return
    halts = {name: halted(g.state, g.state.figures[name], way) for name, way in plan.ways.items()}
    name, halt = next((name, halt) for name, halt in halts.items() if halt is not None)
    reveal(g, g.state.figures[name], halt.enemy, (g.state.figures[name].x, g.state.figures[name].y))


# What they stand in afterwards


def name_formation(g: SkirmishGame, who: Actor) -> None:
    """A squad that is no longer drawn up as it was stands in open order, or in what it still keeps (cappa.6.5a)."""
    if not isinstance(who, Squad) or who.formation == OPEN:
        return
    here = bodies(g.state, who)
    if not breach(here, who.formation):
        return
    known = known_formations(who, here)
    who.formation = next((name for name in (CLOSE, TIGHT) if name in known and not breach(here, name)), OPEN)
    g.tell(FormationChanged(who.id, who.formation, ("cappa.6.5a",)))
