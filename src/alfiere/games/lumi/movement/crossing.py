"""The deed of crossing an obstacle, and going on from there (3.3.1m)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from alfiere.games.lumi.morale.dice import D6
from alfiere.games.lumi.movement.asking import order_for
from alfiere.games.lumi.movement.judging import Outset
from alfiere.games.lumi.movement.moves import Form, Move, OfUnit, Stand, UnitDeed
from alfiere.games.lumi.movement.obstacles import FAILED_AT, TRIED, beats, crosses, waits_at, why_not_cross
from alfiere.games.lumi.state.base import USED
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.unit import Unit, bases_of, unit_named
from alfiere.kernel.decision import Args, Decision, Option
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.odds import at_most, yes_or_no
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect

ON_THE_WAY: Final[Mapping[str, UnitDeed]] = {one.verb: one for one in (Stand(), Move(), Form())}


class Cross(OfUnit):
    """Over the obstacle a unit waits at, and on with its whole move (3.3.1m)."""

    verb = "cross"
    rule = "lumi.3.3.1m"
    says = ("piece",)

    def candidates(self, s: State, who: Unit, means: int) -> Iterator[Option]:
        """What is right before it."""
        return (self.about(who, piece=one.id) for one in waits_at(s, who))

    def objection(self, s: State, who: Unit, option: Option) -> Objection | None:
        """What is against it; from a zone of control one does not go on (lumi.3.1.13c)."""
        o = Outset(s, who)
        if o.why_not is None and o.owners:
            return because("in-zone", "lumi.3.1.13c", unit=who.id, target=o.owners[0].id)
        return o.why_not or why_not_cross(s, who, str(option.get("piece")))

    def judged(self, s: State, who: Unit, args: Args) -> Option | Objection | None:
        """Why not."""
        return self.objection(s, who, Option(self.verb, dict(args)))

    def prospects(self, s: State, decision: Decision, option: Option) -> list[Prospect]:
        """How likely it gets over."""
        who = unit_named(s, option.args)
        assert who is not None
        number = beats(s, who, option["piece"])
        if not number or any(FAILED_AT.is_on(one, option["piece"]) for one in bases_of(s, who)):
            return []
        odds = yes_or_no(1 - at_most(number - 1, D6))
        return [Prospect("obstacle", who.id, (), odds, odds, "crossed")]

    def perform(self, g: LumiGame, who: Unit, option: Option) -> Procedure[None]:
        """Try, and move on if it is over: what it then uses counts instead of the try (lumi.3.3.1f)."""
        if not crosses(g, who, option["piece"]):
            return
        chosen = yield order_for(g.state, who, ON_THE_WAY)
        yield from ON_THE_WAY[chosen.key].perform(g, who, chosen)
        for one in bases_of(g.state, who):
            if len(USED.all(one)) > 1:
                USED.take(one, TRIED)
