"""Chapter 3.1a, objectives beyond an edge: somebody leaves, a thing is carried off, perhaps after a rest."""

from __future__ import annotations

from math import sqrt
from typing import ClassVar

from alfiere.battles.errands import Errand
from alfiere.battles.ground_forms import Edge
from alfiere.games.cappa.computer.errands import together, way_to
from alfiere.games.cappa.ground.ground import building_of, field
from alfiere.games.cappa.movement.exits import doorsteps, exits_of
from alfiere.games.cappa.people.markers import markers
from alfiere.games.cappa.scenario.checks import Check, houses
from alfiere.games.cappa.scenario.scenario_aims import things_of
from alfiere.games.cappa.sheets.measures import UM
from alfiere.games.cappa.state.state import GONE, OF_SKIRMISH, Figure, OfSide, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.aim_events import Rested
from alfiere.games.cappa.victory.aim import Aim
from alfiere.games.cappa.victory.firmness import reach_objective
from alfiere.kernel.decision import Seat
from alfiere.table.shapes import Outline, box, centre

RESTING, RESTED = OF_SKIRMISH.about("resting", OfSide), OF_SKIRMISH.about("rested", OfSide)  # in a house

# What the computer thinks of it
HELD = 25.0  # what the whole game is about, in one's hands
HOME = 0.2  # a um nearer to the edge by which it must leave, for each of those who go together
FETCH = 0.7  # times the root of the way to where it lies, in um, for each who goes: the last steps count most
SEARCH = 0.5  # the same for a marker under which it may be
RESTING_NOW, HAS_RESTED = 4.0, 12.0  # a rest that has begun, and one that is over


class Leaving(Aim, frozen=True, kw_only=True):
    """By one's own edge or another; perhaps only after one of the side had a house to himself for a whole turn."""

    edge: Edge | None = None
    any_edge: bool = False
    rest_in: str = ""
    is_a_way: ClassVar[bool] = True

    def check(self, check: Check, where: str) -> None:
        if self.any_edge and self.edge is not None:
            check.fail(f"{where}.edge", "it is either one edge or any")
        if self.rest_in:
            check.one_of(self.rest_in, houses(check.scenario), f"{where}.rest_in")

    def goes(self, figure: Figure, taken: list[str]) -> bool:
        """Whether it is this that leaves the table."""
        raise NotImplementedError

    def left(self, g: SkirmishGame, figure: Figure, edge: str, taken: list[str]) -> None:
        side = g.state.scenario.side(figure.seat)
        is_the_edge = self.any_edge or edge == (self.edge or side.edge)
        if self.is_of(side.code) and is_the_edge and self.goes(figure, taken) and self.has_rested(g.state, figure.seat):
            reach_objective(g, figure.seat, self.worth)  # cappa.3.1a

    # The rest before

    def has_rested(self, s: SkirmishState, seat: Seat) -> bool:
        """Whether a side has nothing to wait for."""
        return not self.rest_in or RESTED.is_on(s, OfSide(self.rest_in, seat))

    def _rests(self, s: SkirmishState) -> list[OfSide]:
        """Who may have to rest, and where."""
        sides = s.scenario.sides.values()
        seats = [side.seat for side in sides if self.rest_in and self.is_of(side.code)]
        return [OfSide(self.rest_in, seat) for seat in seats]

    def _holds(self, s: SkirmishState, seat: Seat) -> bool:
        """Whether one of the side is inside, and no enemy of his."""
        here = [one for one in s.standing() if building_of(s, one) == self.rest_in]
        own = [one for one in here if one.seat == seat]
        return bool(own) and not any(s.are_enemies(own[0], one) for one in here)

    def turn_began(self, g: SkirmishGame) -> None:
        """Who is inside alone may have rested when the turn ends."""
        s = g.state
        for rest in self._rests(s):
            if not RESTING.is_on(s, rest) and not self.has_rested(s, rest.seat) and self._holds(s, rest.seat):
                RESTING.put(s, rest)

    def acted(self, g: SkirmishGame) -> None:
        """Whoever has gone out, or has an enemy with him, does not rest this turn."""
        s = g.state
        for rest in self._rests(s):
            if RESTING.is_on(s, rest) and not self._holds(s, rest.seat):
                RESTING.take(s, rest)

    def turn_over(self, g: SkirmishGame) -> None:
        """A whole turn under the roof."""
        self.acted(g)
        for rest in self._rests(g.state):
            if RESTING.is_on(g.state, rest):
                RESTING.take(g.state, rest)
                RESTED.put(g.state, rest)
                g.tell(Rested(rest.seat, self.rest_in))

    # The computer

    def pull(self, s: SkirmishState, seat: Seat, own: list[Figure]) -> float:
        return self.on_the_way(s, seat) if self.has_rested(s, seat) else self._to_rest(s, seat, own)

    def on_the_way(self, s: SkirmishState, seat: Seat) -> float:
        """How far it has come on its way off the table."""
        raise NotImplementedError

    def from_home(self, s: SkirmishState, figure: Figure | None) -> float:
        """How far somebody is, in um, from the edge by which he has to leave."""
        if figure is None or figure.where == GONE:
            return 0.0
        edge = self.edge or s.scenario.side(figure.seat).edge
        ways = [one for one in exits_of(s, figure.seat) if self.any_edge or one.edge == edge]
        steps = [place for way_out in ways for place in doorsteps(s, figure, way_out)[:1]]
        return min((way_to(s, figure, place) for place in steps), default=0.0) / UM

    def _to_rest(self, s: SkirmishState, seat: Seat, own: list[Figure]) -> float:
        """Somebody goes into the house and stays there: a turn that has begun well is worth keeping."""
        if not own:
            return 0.0
        there = centre(box(Outline(field(s).terrain.feature(self.rest_in).points)))
        inside = sum(1 for one in own if building_of(s, one) == self.rest_in)
        begun = RESTING.is_on(s, OfSide(self.rest_in, seat))
        return RESTING_NOW * begun + min(inside, 2) - FETCH * sqrt(min(way_to(s, one, there) for one in own) / UM)


class Leave(Leaving, frozen=True, kw_only=True, tag="leave"):
    """A character leaves the table."""

    who: str

    def check(self, check: Check, where: str) -> None:
        super().check(check, where)
        known = tuple(entry.id for side in check.form.side for entry in side.character)
        check.one_of(self.who, known, f"{where}.who")

    def goes(self, figure: Figure, taken: list[str]) -> bool:
        return self.who == figure.id

    def on_the_way(self, s: SkirmishState, seat: Seat) -> float:
        return HAS_RESTED * bool(self.rest_in) - HOME * self.from_home(s, s.figures.get(self.who))


class CarryOff(Leaving, frozen=True, kw_only=True, tag="carry off"):
    """A thing leaves the table, in whosever hands of the side."""

    thing: str

    def check(self, check: Check, where: str) -> None:
        super().check(check, where)
        carried = [
            f"{entry.id}-{kind}-{number}"
            for side in check.form.side
            for entry in side.character
            for number, kind in enumerate(entry.carries)
        ]
        check.one_of(self.thing, (*things_of(check), *carried), f"{where}.thing")

    def goes(self, figure: Figure, taken: list[str]) -> bool:
        return self.thing in taken

    def on_the_way(self, s: SkirmishState, seat: Seat) -> float:
        """What it is worth that one of his, or of another side, has the thing in his hands."""
        thing = s.things.get(self.thing)
        if thing is None or not thing.bearer:
            return 0.0
        bearer = s.figures[thing.bearer]
        whole = max(s.ground.width, s.ground.depth) / UM
        near = HELD + HOME * together(s, bearer) * max(0.0, whole - self.from_home(s, bearer))
        return near if bearer.seat == seat else -near

    def sought(self, s: SkirmishState, seat: Seat) -> list[Errand]:
        """Where the thing lies; while nobody knows, every marker."""
        thing = s.things.get(self.thing)
        if not self.has_rested(s, seat) or (thing is not None and thing.bearer):
            return []
        if thing is not None:
            return [Errand((thing.x, thing.y), FETCH)]
        return [Errand(place, SEARCH) for place in markers(s).values()]
