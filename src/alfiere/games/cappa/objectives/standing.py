"""Chapter 3.1, objectives of where one stands: squads in an area, or still on the table, men near a piece of ground."""

from __future__ import annotations

from typing import Any, ClassVar

from alfiere.battles.objective import foremost
from alfiere.games.cappa.computer.errands import idled, way_to
from alfiere.games.cappa.ground.ground import radius
from alfiere.games.cappa.ground.squads import members_up
from alfiere.games.cappa.scenario.checks import Check
from alfiere.games.cappa.sheets.measures import UM, Rect
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.earning import earn
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState, Squad, others
from alfiere.games.cappa.victory.aim import Aim, OneSided
from alfiere.games.cappa.victory.firmness import finish, give_points, is_steady, reach_objective
from alfiere.kernel.decision import Seat
from alfiere.kernel.event import Event
from alfiere.kernel.forms import both
from alfiere.table.shapes import is_near, lies_in, nearest_in

# What the computer thinks of it
ARRIVED = 8.0  # a squad where it should be
MARCH = 0.12  # a um nearer to there, for each man
GATHER = 0.03  # a um nearer to ground that is to be held, for each man
MAN = (6.0, 4.0, 2.5, 1.5)  # one man more on it than the other has, in the last turn and those before
EARLY_MAN = 0.5
STRONGER = 3  # more men than that are none too few


class Counted(OneSided, frozen=True, kw_only=True):
    """So many squads of a side, on the table and not shaken."""

    squads: int = 0
    fewest: ClassVar[int] = 0

    def check(self, check: Check, where: str) -> None:
        super().check(check, where)
        own = sum(len(side.squad) for side in check.form.side if side.code == self.side)
        if not self.fewest <= self.squads <= own:
            check.fail(f"{where}.squads", f"it is {self.squads}; «{self.side}» has {own}")


class Reach(Counted, frozen=True, kw_only=True, tag="reach"):
    """They have all their bases in a rect: that ends it at once (cappa.3.1a)."""

    rect: Rect
    fewest: ClassVar[int] = 1
    is_a_way: ClassVar[bool] = True

    def check(self, check: Check, where: str) -> None:
        super().check(check, where)
        check.rect(self.rect, f"{where}.rect")

    def acted(self, g: SkirmishGame) -> None:
        s, seat = g.state, self.seat(g.state)
        if s.winner:
            return
        if sum(is_there(s, one, self.rect) for one in s.squads.values() if one.seat == seat) >= self.squads:
            reach_objective(g, seat, self.worth)

    def pull(self, s: SkirmishState, seat: Seat, own: list[Figure]) -> float:
        """How far on their way those squads are that have the least way to go, as many as are asked for."""
        crews = {gun.crew for gun in s.guns.values()}
        ways = sorted(
            (self._way_of(s, men), is_there(s, squad, self.rect), squad.id)
            for squad in s.squads.values()
            if squad.seat == seat and squad.id not in crews and is_steady(s, squad) and (men := members_up(s, squad))
        )
        total = 0.0
        for way, there, name in ways[: self.squads]:
            squad = s.squads[name]
            total += ARRIVED * there - MARCH * squad.strength * way - (0.0 if there else idled(s, squad, way))
        return total

    def _way_of(self, s: SkirmishState, men: list[Figure]) -> float:
        """How far it is for a squad on the average, in um."""
        return sum(way_to(s, one, nearest_in(self.rect, one.x, one.y)) for one in men) / len(men) / UM


def is_there(s: SkirmishState, squad: Squad, area: Rect) -> bool:
    """Whether a squad that is not shaken has every base of its own wholly in an area.

    A leader who runs by himself is not with it (cappa.2.3.h7).
    """
    for one in map(s.figures.__getitem__, squad.members):  # mostly the first is not, and nobody else need be asked
        if one.is_up and not one.shaken and not lies_in(area, one.x, one.y, radius(one)):
            return False
    return is_steady(s, squad)


class HoldOut(Counted, frozen=True, kw_only=True, tag="hold out"):
    """They are there when the last turn ends; where none is asked for it is enough not to be beaten (cappa.3.1.h2)."""

    def check(self, check: Check, where: str) -> None:
        """Where it alone decides there is one other to win if the side does not (cappa.3.1c)."""
        super().check(check, where)
        if check.form.outcome == "A" and len(check.form.side) > 2:
            check.fail(f"{where}.kind", "with three sides «hold out» needs outcome B: who else would have won?")
        if check.form.outcome == "A" and sum(isinstance(one, HoldOut) for one in check.form.objective) > 1:
            check.fail(f"{where}.kind", "one side only can be asked to hold out where that alone decides")

    def holds(self, s: SkirmishState) -> bool:
        """Whether the side is not beaten, and has so many."""
        seat = self.seat(s)
        steady = sum(is_steady(s, one) for one in s.squads.values() if one.seat == seat)
        return not s.sides[seat].is_beaten and steady >= self.squads

    def last_turn_over(self, g: SkirmishGame) -> None:
        if self.holds(g.state):
            reach_objective(g, self.seat(g.state), self.worth)

    def missed(self, g: SkirmishGame) -> None:
        s = g.state
        if s.scenario.outcome == "A" and not self.holds(s):
            finish(g, "not held", "cappa.3.1.h2", others(s, self.seat(s))[0])

    def leader(self, s: SkirmishState) -> Seat | None:
        if self.holds(s):
            return self.seat(s)
        return others(s, self.seat(s))[0] if s.scenario.outcome == "A" else None

    def may_wait(self, s: SkirmishState, seat: Seat) -> bool:
        return seat == self.seat(s) and self.holds(s)


class GroundCounted(Event):
    """How many of a side stand unshaken within so much of the ground that was to be held."""

    seat: Seat
    ground: str
    count: int
    length: int
    rules: tuple[str, ...] = ("cappa.3.1.h2", "cappa.geo.5")


class HoldGround(Aim, frozen=True, kw_only=True, tag="hold ground"):
    """More characters than anybody else, none of them shaken, within so much of a piece of terrain that is a rect.

    Of the outcome A that decides, of B it is worth points.
    """

    ground: str
    within: int = 0

    def check(self, check: Check, where: str) -> None:
        areas = tuple(one.id for one in check.scenario.features if one.form.rect is not None)
        check.one_of(self.ground, areas, f"{where}.ground")
        if self.within < 0:
            check.fail(f"{where}.within", "a length cannot be negative")

    def men_near(self, s: SkirmishState, seat: Seat) -> int:
        """How many of a side are not shaken, within so much of the ground (cappa.geo.2, cappa.geo.5).

        Whatever water has made of it since.
        """
        area, reach = s.scenario.area(self.ground), self.within + tables().lengths.tolerance
        here = (one for one in s.standing(seat) if not s.is_shaken(one))
        return sum(is_near(area, one.x, one.y, reach + radius(one)) for one in here)

    def last_turn_over(self, g: SkirmishGame) -> None:
        """Every side's are told; who holds none of it has nothing."""
        s = g.state
        counts = {seat: self.men_near(s, seat) for seat in s.scenario.sides if not s.sides[seat].is_beaten}
        for seat, count in counts.items():
            g.tell(GroundCounted(seat, self.ground, count, self.within))
        holder = foremost(counts)
        if holder is None or not self.is_of(s.scenario.side(holder).code):
            return
        give_points(g, holder, self.worth, "objective")
        earn(g, "objective", holder)
        if s.scenario.outcome == "A":
            finish(g, "held", "cappa.3.1.h2", holder)

    def marks(self, s: SkirmishState) -> list[dict[str, Any]]:
        """The ground, and how far round it one counts."""
        area = s.scenario.area(self.ground)
        return [{"kind": "goal", "rect": list(area), "within": self.within, "name": both(self.text)}]

    def pull(self, s: SkirmishState, seat: Seat, own: list[Figure]) -> float:
        """How many more of his stand on the ground than of the other, and how far the rest have to go."""
        left = s.scenario.turns - s.turn
        theirs = max(self.men_near(s, other) for other in others(s, seat))
        more = min(STRONGER, max(-STRONGER, self.men_near(s, seat) - theirs))
        total = more * (MAN[left] if left < len(MAN) else EARLY_MAN)
        area = s.scenario.area(self.ground)
        for one in own:
            total -= GATHER * max(0.0, way_to(s, one, nearest_in(area, one.x, one.y)) - self.within) / UM
        return total

    def leader(self, s: SkirmishState) -> Seat | None:
        if s.scenario.outcome != "A":
            return None
        return foremost({seat: self.men_near(s, seat) for seat in s.scenario.sides})
