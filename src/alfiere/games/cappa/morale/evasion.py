"""Chapter 4.3.9, evasion: getting away from a charge or out of the line of fire."""

from __future__ import annotations

from alfiere.games.cappa.ground.engaged import is_in_melee
from alfiere.games.cappa.ground.ground import stops_near
from alfiere.games.cappa.morale.morale_tests import morale_prospect, morale_test, take_test
from alfiere.games.cappa.movement.movement import (
    cut_at_swamp,
    dearer,
    engages,
    go,
    is_dry,
    is_on_wall,
    lost_in_swamp,
    may_move,
    speed,
    walk,
)
from alfiere.games.cappa.movement.together import Body
from alfiere.games.cappa.people.impulses import Actor, Answer, actor, bodies, named
from alfiere.games.cappa.people.muster import is_measured
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.action_points import can_react, pa_left, spend
from alfiere.games.cappa.state.drawing import said
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState, Squad
from alfiere.kernel import drawing
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.drawing import Drawn
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect
from alfiere.table.headings import heading_of, offset
from alfiere.table.measuring import way_length
from alfiere.table.places import as_far_as
from alfiere.table.reach import Journey, Way
from alfiere.table.shapes import Point

STEP = 50  # tenths of a degree between the directions that are tried
FEW = 5  # hundredths that a way may fall short of the whole Mov


def can_evade(s: SkirmishState, figure: Figure, threat: Figure) -> bool:
    """With PA, on his feet, unshaken, in no melee, and with somewhere to go (cappa.4.3.9b, cappa.2.3.3.h2)."""
    if not can_react(s, figure, evasion_cost([figure])) or figure.shaken or figure.is_prone:
        return False
    if is_in_melee(s, figure) or is_on_wall(s, figure):
        return False
    return way_out(s, figure, threat).length >= tables().lengths.least_move


def evasion_cost(here: list[Figure]) -> int:
    """1 PA, and 1 more on the back of a horse that one of them cannot ride (cappa.4.3.9d, cappa.4.3.6c)."""
    return 1 + max(map(dearer, here))


def can_evade_fire(s: SkirmishState, figure: Figure, shooter: Figure) -> bool:
    """The same against a shot (cappa.4.3.9h)."""
    return can_evade(s, figure, shooter)


def evade(g: SkirmishGame, figure: Figure, threat: Figure, rule: str) -> Procedure[bool]:
    """A morale test at no cost; if it is passed, 1 PA and the whole Mov away (cappa.4.3.9c, cappa.4.3.9d)."""
    outcome = yield from take_test(g, figure, "evasion")
    if not outcome.passed:
        return False  # cappa.4.3.9.h1: he stays and keeps his PA
    spend(g.state, figure, evasion_cost([figure]))
    go(g, figure, way_out(g.state, figure, threat), "evasion", (rule,))
    return True


def evade_fire(g: SkirmishGame, figure: Figure, shooter: Figure) -> Procedure[bool]:
    """Out of the line of fire, if the test is passed (cappa.4.3.9h)."""
    return (yield from evade(g, figure, shooter, "cappa.4.3.9h"))


def way_out(s: SkirmishState, figure: Figure, threat: Figure) -> Way:
    """Straight away from the threat, turning aside by the least angle that a legal way needs (cappa.4.3.9.h2).

    From difficult ground at half speed, unless the whole Mov leads out of it (cappa.4.3.5b).
    """
    full, lost = speed(s, figure), lost_in_swamp(s, figure)
    trips = [walk(s, figure, full - less) for less in ((0, lost) if lost else (0,))]
    away = heading_of(figure.x - threat.x, figure.y - threat.y)
    best = trips[-1].way_of((trips[-1].start,))
    for turn in range(0, 10 * tables().numbers.evasion_angle + 1, STEP):
        for hand in (turn, -turn) if turn else (0,):
            for on in trips:
                most = on.allowance
                dx, dy = offset(away + hand, most)
                way = as_far_as(on, figure.x + dx, figure.y + dy)
                if on is not trips[-1] and not is_dry(s, figure, *way.end):
                    continue
                if engages(s, figure, way.end):
                    continue  # across a hedge too, cappa.4.3.9e
                if way.length >= most - FEW or _is_stopped(s, figure, on, way):
                    return cut_at_swamp(s, figure, on, way)
                if way.length > best.length:
                    best = way
    return cut_at_swamp(s, figure, trips[0], best)


def _is_stopped(s: SkirmishState, figure: Figure, on: Journey, way: Way) -> bool:
    """Whether he runs into an obstacle, which stops an evader like any mover."""
    before = {bar.by for bar in stops_near(s, figure)}
    return any(bar.by not in before for bar in stops_near(s, figure.at(way.end)))


# A squad


def can_squad_evade(s: SkirmishState, squad: Squad, threat: Actor) -> bool:
    """With PA of its own, unshaken, all on their feet, in no melee, and with somewhere to go (cappa.4.3.9a)."""
    here = bodies(s, squad)
    if not here or squad.shaken or not all(may_move(s, one) for one in here):
        return False
    if pa_left(s, squad) < evasion_cost(here) or any(one.is_prone or is_in_melee(s, one) for one in here):
        return False
    return way_length(((0, 0), squad_step_out(s, squad, threat))) >= tables().lengths.least_move


def evade_as_squad(g: SkirmishGame, squad: Squad, threat: Actor, rule: str) -> bool:
    """One test for all; passed, the squad pays 1 PA and moves away as a body (cappa.4.3.9.h3)."""
    if not morale_test(g, squad, "evasion").passed:
        return False
    s = g.state
    here = bodies(s, squad)
    spend(s, here[0], evasion_cost(here))
    dx, dy = squad_step_out(s, squad, threat)
    for one in here:
        start, end = (one.x, one.y), (one.x + dx, one.y + dy)
        length = way_length((start, end))
        go(g, one, Way((start, end), length, length), "evasion", (rule, "cappa.4.3.9.h3"))
    return True


def squad_step_out(s: SkirmishState, squad: Squad, threat: Actor) -> Point:
    """The shift of the whole squad straight away from the one who acts, turned aside as little as may be."""
    body = Body(s, bodies(s, squad))
    away = heading_of(*_between(bodies(s, threat), body.here))
    best, farthest = (0, 0), 0
    for turn in range(0, 10 * tables().numbers.evasion_angle + 1, STEP):
        for hand in (turn, -turn) if turn else (0,):
            heading = (away + hand) % 3600
            length = body.farthest(heading)
            if length >= body.whole(heading, length) - FEW or (length and _are_stopped(s, body, heading, length)):
                return offset(heading, length)
            if length > farthest:
                best, farthest = offset(heading, length), length
    return best


def _are_stopped(s: SkirmishState, body: Body, heading: int, length: int) -> bool:
    """Whether one of them runs into an obstacle, which stops them all."""
    dx, dy = offset(heading, length)
    return any(
        _is_stopped(s, one, trip, trip.way_of((trip.start, (one.x + dx, one.y + dy)))) for one, trip in body.pairs
    )


def _between(one: list[Figure], other: list[Figure]) -> Point:
    """From the middle of one party to the middle of the other, as a direction."""
    dx = sum(figure.x for figure in other) * len(one) - sum(figure.x for figure in one) * len(other)
    dy = sum(figure.y for figure in other) * len(one) - sum(figure.y for figure in one) * len(other)
    return dx, dy


# What is drawn of it


class Evade(Answer):
    """Chapter 4.3.9: one gets away, if he passes a test."""

    verb = "evade"

    def sketch(self, s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
        figure, threat = named(s, option, "figure"), s.figures.get(str(decision.about.get("enemy") or ""))
        if figure is None or threat is None:
            return []
        way = way_out(s, figure, threat)
        text = said(s, "length", length=way.length) if is_measured(s) else None
        return [drawing.way(way.points, text)] if way.length else []

    def prospects(self, s: SkirmishState, decision: Decision, option: Option) -> list[Prospect]:
        return [morale_prospect(s, actor(s, option["figure"]))]
