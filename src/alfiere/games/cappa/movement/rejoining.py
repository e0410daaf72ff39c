"""Chapter 6.3, keeping together: stragglers come back, gaps are closed, and what an action leaves of the squads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from alfiere.games.cappa.ground.engaged import are_fighting, foes
from alfiere.games.cappa.ground.ground import base_of, gap, nearest
from alfiere.games.cappa.ground.gun_places import gun_of
from alfiere.games.cappa.ground.squads import in_ranks, linked, separated
from alfiere.games.cappa.ground.stragglers import stragglers
from alfiere.games.cappa.movement.movement import cut_at_swamp, go, is_dry, lost_in_swamp, may_move, speed, walk
from alfiere.games.cappa.movement.obstacles import Cross
from alfiere.games.cappa.people.impulses import Actor, Either, OfOne, OfSquad, bodies, cost_of, wishes
from alfiere.games.cappa.people.squad_formations import OPEN
from alfiere.games.cappa.people.squad_losses import leave_last_alone
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import ON, Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.events import FormationChanged, Moved
from alfiere.kernel.decision import Option
from alfiere.kernel.procedure import Procedure
from alfiere.table.headings import heading_of, offset
from alfiere.table.places import as_far_as
from alfiere.table.reach import Way

REJOINING = ("rejoin", "wait")
ON_HIS_WAY = ("rejoin", "cross", "climb", "jump", "get-up", "put-down", "dismount", "wait")  # cappa.6.3b
IN_MELEE = ("fight-together", "leave-together")
BUSY = ("fight", "disarm", "fall-back", "break-off")


# What is left to those who are apart


def must_rejoin(s: SkirmishState, who: Actor) -> bool:
    """A squad in the last phase while one of it is away (cappa.6.3c), or he himself on his own die (cappa.6.3b)."""
    if isinstance(who, Squad):
        return s.phase == "last" and not who.shaken and bool(stragglers(s, who))
    return bool(who.squad) and not who.shaken and who in separated(s, s.squads[who.squad])


def may_do_apart(s: SkirmishState, who: Actor) -> tuple[str, ...]:
    """Bringing the squad together, and their melee if they are in one."""
    fights = are_fighting(s, bodies(s, who))
    if isinstance(who, Figure):
        return ON_HIS_WAY + (BUSY if fights else ())
    return REJOINING + (IN_MELEE if fights else ())


class RejoinAlone(OfOne):
    """One who is too far away and can come nearer (cappa.6.3b)."""

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if who.squad and must_rejoin(s, who) and _can_come(s, who, _body_of(s, s.squads[who.squad])):
            yield Option("rejoin", {"figure": who.id}, ("cappa.6.3b",))

    def perform(self, g: SkirmishGame, who: Figure, option: Option) -> Procedure[None]:
        yield from _come_back(g, g.state.squads[who.squad], [who], "cappa.6.3b")


class RejoinAll(OfSquad):
    """All who are away, in the last phase (cappa.2.1.5f)."""

    def options(self, s: SkirmishState, who: Squad, pa: int) -> Iterator[Option]:
        if s.phase == "last" and any(_can_come(s, one, _body_of(s, who)) for one in stragglers(s, who)):
            yield Option("rejoin", {"figure": who.id}, ("cappa.2.1.5f", "cappa.6.3c"))

    def perform(self, g: SkirmishGame, who: Squad, option: Option) -> Procedure[None]:
        yield from _come_back(g, who, stragglers(g.state, who), "cappa.6.3c")


class Rejoin(Either):
    """Chapter 6.3: a squad comes together again."""

    verb = "rejoin"
    shifts = True
    one = RejoinAlone()
    squad = RejoinAll()


def _body_of(s: SkirmishState, squad: Squad) -> list[Figure]:
    away = separated(s, squad)
    return [one for one in in_ranks(s, squad) if one not in away]


def _can_come(s: SkirmishState, figure: Figure, body: list[Figure]) -> bool:
    return _step_back(s, figure, body) is not None


def _come_back(g: SkirmishGame, squad: Squad, away: list[Figure], rule: str) -> Procedure[None]:
    """Those nearest to the body first, each as far as his own speed allows."""
    s = g.state
    body = _body_of(s, squad)
    for one in sorted(away, key=lambda one: min(gap(s, one, mate) for mate in body)):
        step = _step_back(s, one, body)
        if isinstance(step, Way):
            go(g, one, step, "move", (rule,))
        elif step is not None:
            yield from Cross().perform(g, one, step)
        body.append(one)


def _step_back(s: SkirmishState, figure: Figure, body: list[Figure]) -> Way | Option | None:
    """What brings him nearest: a move, or the crossing of what bars it; none if neither does."""
    if not body:
        return None
    mate = nearest(s, figure, body)[0]
    best: Way | Option | None = None
    least = _off(mate, figure.x, figure.y)
    if may_move(s, figure):
        way = _way_back(s, figure, mate)
        if _off(mate, *way.end) < least:
            best, least = way, _off(mate, *way.end)
    for option in Cross().options(s, figure, 1):
        if cost_of(option) == 1 and _off(mate, *option["to"]) < least:
            best, least = option, _off(mate, *option["to"])
    return best


def _off(mate: Figure, x: int, y: int) -> int:
    return (mate.x - x) ** 2 + (mate.y - y) ** 2


def _way_back(s: SkirmishState, figure: Figure, mate: Figure) -> Way:
    """Up to a mate, or towards him; from difficult ground at half speed unless that leads out (cappa.4.3.5b)."""
    lost = lost_in_swamp(s, figure)
    way = _way_towards(s, figure, mate, speed(s, figure))
    return way if not lost or is_dry(s, figure, *way.end) else _way_towards(s, figure, mate, speed(s, figure) - lost)


def _way_towards(s: SkirmishState, figure: Figure, mate: Figure, most: int) -> Way:
    trip = walk(s, figure, most)
    found = trip.contact(base_of(s, mate).outline)
    return cut_at_swamp(s, figure, trip, found if isinstance(found, Way) else as_far_as(trip, mate.x, mate.y))


# Gaps that losses have opened


def _parts(s: SkirmishState, squad: Squad, fallen: Sequence[Figure] = ()) -> int:
    """Into how many groups they fall by the measure of their formation; as it was while these stood among them."""
    limit = tables().lengths.open_order if squad.formation == OPEN else 0
    here = in_ranks(s, squad)
    return sum(any(one in here for one in group) for group in linked([*here, *fallen], limit))


def close_gaps(g: SkirmishGame, squad: Squad, fallen: list[Figure]) -> Procedure[None]:
    """Its owner may shift its members by up to 1 um, for nothing; what gapes then is open order (cappa.6.3.h3)."""
    s = g.state
    before = _parts(s, squad, fallen)
    if squad.shaken or (s.guns and gun_of(s, squad) is not None) or _parts(s, squad) <= before:
        return
    steps = _closing(s, squad)
    if steps:
        if (yield from wishes(squad, "close-up", "close-up", "leave-gap", {}, "cappa.6.3.h3")):
            for name, way in steps.items():
                figure = g.state.figures[name]
                start = figure.x, figure.y
                figure.x, figure.y = way.end
                g.tell(Moved(name, start, way.points, way.length, "move", ("cappa.6.3.h3",)))
    if squad.formation != OPEN and _parts(g.state, squad) > before:
        squad.formation = OPEN
        g.tell(FormationChanged(squad.id, OPEN, ("cappa.6.3.h3", "cappa.6.3.2a")))


def _closing(s: SkirmishState, squad: Squad) -> dict[str, Way]:
    """How those beyond the gap come up to the others, and these to them if that is not enough; who fights stays."""
    limit = tables().lengths.open_order if squad.formation == OPEN else 0
    here = [one.copy() for one in in_ranks(s, squad)]
    s = s.supposing(here)  # where one after the other comes up to who has come up before him
    body = _largest(linked(here, limit), squad.leader)
    steps = _coming_up(s, body, [one for one in here if one not in body], limit)
    groups = linked(here, limit)
    if len(groups) == 2:
        body = _largest(groups, squad.leader)
        (others,) = [group for group in groups if group is not body]
        if not any(one.id in steps for one in body):
            steps |= _meeting(s, body, others, limit)
    return steps


def _largest(groups: list[list[Figure]], leader: str) -> list[Figure]:
    return max(groups, key=lambda group: (len(group), any(one.id == leader for one in group)))


def _coming_up(s: SkirmishState, body: list[Figure], left: list[Figure], limit: int) -> dict[str, Way]:
    """Each of those beyond the gap, the nearest first, towards the one before him; they stand there afterwards."""
    settled = list(body)
    steps: dict[str, Way] = {}
    while left:
        one = min(left, key=lambda one: (min(gap(s, one, mate) for mate in settled), one.id))
        left.remove(one)
        mate = nearest(s, one, settled)[0]
        if may_move(s, one) and not foes(s, one) and gap(s, one, mate) > limit:
            trip = walk(s, one, tables().lengths.close_up)
            found = trip.contact(base_of(s, mate).outline)
            way = found if isinstance(found, Way) else as_far_as(trip, mate.x, mate.y)
            if way.length:
                steps[one.id] = way
                one.x, one.y = way.end
        settled.append(one)
    return steps


def _meeting(s: SkirmishState, body: list[Figure], others: list[Figure], limit: int) -> dict[str, Way]:
    """The body shifted towards the others by what is wanting, if that is 1 um at the most and nothing holds anybody."""
    pairs = [(gap(s, one, other), one, other) for one in body for other in others]
    wanting, one, other = min(pairs, key=lambda pair: (pair[0], pair[1].id, pair[2].id))
    if wanting - limit > tables().lengths.close_up:
        return {}
    dx, dy = offset(heading_of(other.x - one.x, other.y - one.y), wanting - limit)
    steps: dict[str, Way] = {}
    for mate in body:
        trip = walk(s, mate, tables().lengths.close_up + tables().lengths.tolerance, leave_out=[one.id for one in body])
        end = mate.x + dx, mate.y + dy
        if not may_move(s, mate) or foes(s, mate) or trip.straight(*end) is not None:
            return {}
        steps[mate.id] = trip.way_of(((mate.x, mate.y), end))
    return steps


# When an action is over


def roll_call(s: SkirmishState) -> list[Figure]:
    """Who of all squads is there before an action."""
    everybody = s.figures.values()
    return [one for one in everybody if one.squad and one.where == ON and not one.captor and not one.has_surrendered]


def stragglers_of(s: SkirmishState, who: Actor) -> list[str]:
    """Who has to come back while his squad acts; in the last phase that is all it does (cappa.6.3a, cappa.6.3c)."""
    return [one.id for one in stragglers(s, who)] if isinstance(who, Squad) and who.is_activated else []


def settle(g: SkirmishGame, who: str, away: list[str], before: list[Figure]) -> Procedure[None]:
    """Stragglers of the squad that has acted come back for nothing, gaps are closed, the last one goes on alone."""
    s = g.state
    if s.winner:
        return
    squad = s.squads.get(who)
    if squad is not None and away and not squad.shaken:
        still = [one for one in stragglers(s, squad) if one.id in away]
        yield from _come_back(g, squad, still, "cappa.6.3a")  # cappa.6.3.h2
    fallen = [one for one in before if one.where != ON or one.captor or one.has_surrendered]
    for squad in g.state.squads.values() if fallen else ():
        lost = [one for one in fallen if one.squad == squad.id]
        if lost:
            yield from close_gaps(g, squad, lost)
            leave_last_alone(g, squad)
