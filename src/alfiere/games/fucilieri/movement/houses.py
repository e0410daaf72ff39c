"""Chapter 5.13: foot goes into a block of buildings and comes out of it, each for a whole move."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.games.fucilieri.morale.conditions import worsen
from alfiere.games.fucilieri.movement.blocks import exits, footing_in
from alfiere.games.fucilieri.movement.costs import allowance, paces, shape_in
from alfiere.games.fucilieri.movement.judging import Outset, Plan, disordering
from alfiere.games.fucilieri.movement.moves import OfUnit, go, has_moved, read_pose
from alfiere.games.fucilieri.orders.demands import hold_at, order_of
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.command import HOLD
from alfiere.games.fucilieri.state.unit import DISORGANISED, Unit
from alfiere.kernel.decision import Args, Option
from alfiere.kernel.objection import Objection, because
from alfiere.table.legs import WHOLE, Footing, Shift


def passage(o: Outset, end: Footing, block: str = "") -> Plan:
    """Into a block or out of it, as a move (fucilieri.5.13)."""
    return Plan((Shift(0),), WHOLE, allowance(o.unit), (o.start, end), post=block)


def holder(s: State, block: str) -> Unit | None:
    """Who holds a block."""
    return next((one for one in s.on_table if one.post == block), None)


class Enter(OfUnit):
    """Into a block it touches, which nobody holds."""

    verb = "enter"
    rule = "fucilieri.5.13"
    says = ("piece",)

    def candidates(self, s: State, who: Unit, means: int) -> Iterator[Option]:
        """The blocks it touches."""
        if who.is_foot and not who.post:
            for piece in s.ground.buildings:
                if s.ground.touches(piece.id, s.base(who).outline):
                    yield self.about(who, piece=piece.id)

    def against(self, o: Outset, option: Option) -> Objection | None:
        """What is against it."""
        block, s, who = str(option.get("piece")), o.s, o.unit
        about = {"unit": who.id, "piece": block}
        if o.why_not is not None:
            return o.why_not
        if block not in s.ground.pieces or not s.ground.pieces[block].is_building:
            return because("no-block", self.rule, unit=who.id)
        room = s.ground.known.building
        if not who.is_foot or who.post or who.figures > room.figures:
            return because("enters-not", self.rule, **about)
        if not s.ground.touches(block, s.base(who).outline):
            return because("not-at-block", self.rule, **about)
        if holder(s, block) is not None:
            return because("block-held", self.rule, **about)
        end = footing_in(s, who, block)
        return o.disobeys(end) or o.ended(passage(o, end, block))

    def judged(self, s: State, who: Unit, args: Args) -> Option | Objection | None:
        """What somebody points at."""
        option = Option(self.verb, dict(args), (self.rule,))
        return self.objection(s, who, option) or option

    def do(self, g: FucilieriGame, who: Unit, option: Option) -> None:
        """It goes in."""
        o, block = Outset(g.state, who), option["piece"]
        plan = passage(o, footing_in(g.state, who, block), block)
        go(g, who, plan.end, plan.path, self.verb, (self.rule,), block)
        has_moved(g.state, who, plan.cost, plan.spent, 0)
        if order_of(g.state, who) == HOLD:
            hold_at(who, plan.held(who))


class Leave(OfUnit):
    """Out of its block: touching it, in any formation it may have, any way round (5.13b)."""

    verb = "leave"
    rule = "fucilieri.5.13b"
    says = ("piece", "formation", "to")

    def candidates(self, s: State, who: Unit, means: int) -> Iterator[Option]:
        """The middle of each side, with the rear to it."""
        if who.post:
            for end in exits(s, who):
                yield self.about(who, piece=who.post, formation=end.formation, to=list(end.pose))

    def footing(self, s: State, who: Unit, args: Args) -> Footing | None:
        """How it would stand; None where that is no place or no formation of its own."""
        pose, formation = read_pose(args.get("to")), str(args.get("formation", who.formation))
        if pose is None or formation not in paces(who):
            return None
        return Footing(formation, shape_in(who, formation), pose)

    def against(self, o: Outset, option: Option) -> Objection | None:
        """What is against it."""
        s, who, end = o.s, o.unit, self.footing(o.s, o.unit, option.args)
        if o.why_not is not None:
            return o.why_not
        if not who.post or end is None:
            return because("not-in-block", self.rule, unit=who.id)
        refusal = o.table(end.formation).stands(end)
        if refusal is not None:
            return o.objection(refusal)
        if not s.ground.terrain.within(who.post, end.outline, s.field.touch):
            return because("not-outside", self.rule, unit=who.id, piece=who.post)
        return o.disobeys(end) or o.ended(passage(o, end))

    def judged(self, s: State, who: Unit, args: Args) -> Option | Objection | None:
        """A place beside the block that somebody points at."""
        option = Option(self.verb, dict(args), (self.rule,))
        return self.objection(s, who, option) or option

    def do(self, g: FucilieriGame, who: Unit, option: Option) -> None:
        """It stands outside."""
        o, end = Outset(g.state, who), self.footing(g.state, who, option.args)
        assert end is not None
        come_out(g, who, passage(o, end), self.rule)


def come_out(g: FucilieriGame, who: Unit, plan: Plan, rule: str) -> None:
    """It has left its block."""
    held = plan.held(who)
    go(g, who, plan.end, plan.path, Leave.verb, (rule,))
    has_moved(g.state, who, plan.cost, plan.spent, 0)
    if order_of(g.state, who) == HOLD:
        hold_at(who, held)
    ground = disordering(g.state, who, plan)
    if ground:
        worsen(g, who, (DISORGANISED,), g.state.ground.pieces[ground].going.rule)
