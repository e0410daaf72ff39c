"""Attacks from houses on those before them: next door, or over a bridge at the door (risorgimento.g.5.13, .g.6.1-3).

Over a bridge there is no room between the two: the attacker comes out in attack column and touches with the middle of
its front at the bridge end; its base lies over the water and on its own threshold until it goes in, or back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from alfiere.games.risorgimento.morale.disorder import stays_in_order
from alfiere.games.risorgimento.morale.morale import reach_objectives, settle
from alfiere.games.risorgimento.movement.bridges import COMES_OVER, attacker_across, bridge_on, come_over, why_not_over
from alfiere.games.risorgimento.movement.costs import PLAIN, changes
from alfiere.games.risorgimento.movement.forced import retire
from alfiere.games.risorgimento.movement.fronts import defender_of
from alfiere.games.risorgimento.movement.judging import Outset, Plan, objection, why_no_end
from alfiere.games.risorgimento.movement.making import Moment
from alfiere.games.risorgimento.movement.moves import OfUnit, drawn, tests_on
from alfiere.games.risorgimento.movement.placing import put_down
from alfiere.games.risorgimento.movement.posts import is_defended
from alfiere.games.risorgimento.movement.zones import is_beyond
from alfiere.games.risorgimento.sheets.ground import OPPOSITE, SIDES
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.posts import sector_of, side_line, side_of
from alfiere.games.risorgimento.state.unit import ATTACK, HAS_MOVED, INFANTRY, Unit
from alfiere.kernel.decision import Args, Decision, Option
from alfiere.kernel.drawing import Drawn, shot
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect
from alfiere.table.legs import Leg, Shift, after
from alfiere.table.manoeuvre import Manoeuvre

RULE: Final = "risorgimento.g.5.13"
OVER_BRIDGE: Final = "risorgimento.g.6.3"


def judge_storm(o: Outset, post: str) -> Plan | Objection:
    """Whether a unit may attack the side of houses that lies before its own, and how it would stand then."""
    s, unit = o.s, o.unit
    sector, _, name = post.partition("/")
    if o.why_not is not None:
        return o.why_not
    if not unit.post or unit.arm != INFANTRY or sector not in s.ground.pieces or name not in SIDES:
        return because("no-such-post", RULE, unit=unit.id)
    if o.foes:
        return because("in-contact", "risorgimento.e.8.10", unit=unit.id)
    side = OPPOSITE[side_of(unit)]
    far = s.ground.across(sector_of(unit), side_of(unit), sector) if name == side else None
    if far is None or far >= s.shape(unit, ATTACK).depth:  # with room in between it goes out and attacks as others do
        return because("no-such-post", RULE, unit=unit.id)
    if defender_of(s, sector, side, unit) is None and not is_defended(s, sector, unit):
        return because("undefended", RULE, unit=unit.id, piece=sector)
    if not far:
        return Plan((), 0, o.start, PLAIN, o.has)
    return _over_bridge(o, far, (unit.pose.point, side_line(s, sector, side).middle))


def _over_bridge(o: Outset, far: int, way: tuple[tuple[int, int], tuple[int, int]]) -> Plan | Objection:
    """In attack column, one unit at a time, until its front is at the far end (risorgimento.g.6.1-3)."""
    s, unit = o.s, o.unit
    why, bridge = why_not_over(s, unit, *way), bridge_on(s, way)
    if why is not None:
        return why
    if bridge is None:
        return because("in-post", "risorgimento.g.5.18", unit=unit.id)
    if attacker_across(s, bridge, unit) is not None:
        return because("bridge-taken", "risorgimento.g.6.2", unit=unit.id, piece=bridge.piece.id)
    change = changes(s, unit)[ATTACK]
    legs: tuple[Leg, ...] = (change, Shift(far))
    m, cost, here = o.manoeuvre(), 0, o.start
    for leg in legs:
        cost += m.paid(here, leg) or 0
        here = after(here, leg)
    if cost > o.has:
        return because("too-far", "risorgimento.e.3.1.1", unit=unit.id)
    refusal = Manoeuvre(s.scene, unit.id).stands(here)  # houses and water are no bar
    if refusal is not None:
        return objection(s, unit, refusal)
    plan = Plan(legs, cost, here, PLAIN, o.has)
    return why_no_end(o, plan) or plan


class Storm(OfUnit):
    """From its side of a village at the enemy in the houses before it (g.5.13), over a bridge too (g.6)."""

    verb = "storm"
    rule = RULE
    says = ("post",)

    def options(self, s: BattleState, who: Unit, means: int) -> Iterable[Option]:
        """The one there may be."""
        o = Outset(s, who)
        return (self.about(who, post=post) for post in self._before(s, who) if isinstance(judge_storm(o, post), Plan))

    def _before(self, s: BattleState, unit: Unit) -> Iterator[str]:
        """The sides of villages that look at its own."""
        here = sector_of(unit)
        for piece in s.ground.built_up if unit.post else ():
            if piece.id != here and s.ground.across(here, side_of(unit), piece.id) is not None:
                yield f"{piece.id}/{OPPOSITE[side_of(unit)]}"

    def judged(self, s: BattleState, who: Unit, args: Args) -> Option | Objection | None:
        """What speaks against it."""
        found = judge_storm(Outset(s, who), str(args.get("post")))
        return Option(self.verb, dict(args), (self.rule,)) if isinstance(found, Plan) else found

    def perform(self, g: BattleGame, who: Unit, option: Option) -> Procedure[None]:
        """Form up, go over, and close: who defends comes to that side (risorgimento.g.5.13)."""
        s, post = g.state, option["post"]
        plan = judge_storm(Outset(s, who), post)
        assert isinstance(plan, Plan)
        began = s.footing(who)
        yield from self.hooks.reacts(g, who, Moment(0, began, is_first=True))
        if not isinstance(judge_storm(Outset(g.state, who), post), Plan) or not self._forms_up(g, who, plan):
            yield from self._ends(g, who)
            return
        if plan.legs:
            yield from self.hooks.reacts(g, who, Moment(0, began, changing=began.formation))
        if not isinstance(judge_storm(Outset(g.state, who), post), Plan):
            yield from self._ends(g, who)
            return
        s, (sector, _, _) = g.state, post.partition("/")
        if plan.legs:
            come_over(s, who, (began.pose.point, side_line(s, sector, OPPOSITE[side_of(who)]).middle))
            put_down(g, who, plan.end, "storm", (OVER_BRIDGE, "risorgimento.g.6.1"))
        if not HAS_MOVED.is_on(who):
            HAS_MOVED.put(who)
        self.hooks.closes(g, who)
        COMES_OVER.clear(who)
        reach_objectives(g, who)
        yield from self._ends(g, who)

    def _forms_up(self, g: BattleGame, who: Unit, plan: Plan) -> bool:
        """So near to the enemy a change of formation tries its order; who fails stays inside (table 4, table 9)."""
        s = g.state
        if not plan.legs or is_beyond(s, who, s.footing(who), s.tables.distances.sudden):
            return True
        return stays_in_order(g, who, "formation-near-enemy")

    def _ends(self, g: BattleGame, who: Unit) -> Procedure[None]:
        yield from self.hooks.finishes(g, who)
        yield from settle(g, retire)

    def sketch(self, s: BattleState, decision: Decision, option: Option) -> list[Drawn] | None:
        """How it would stand, and whom it goes at."""
        unit = s.units[option["unit"]]
        plan = judge_storm(Outset(s, unit), option["post"])
        if isinstance(plan, Objection):
            return []
        sector, _, _ = option["post"].partition("/")
        found = list(drawn(s, unit, plan)) if plan.legs else []
        return [*found, shot(unit.pose.point, side_line(s, sector, OPPOSITE[side_of(unit)]).middle)]

    def prospects(self, s: BattleState, decision: Decision, option: Option) -> list[Prospect]:
        """The test of who forms up under the eyes of the enemy."""
        unit = s.units[option["unit"]]
        plan = judge_storm(Outset(s, unit), option["post"])
        return list(tests_on(s, unit, plan)) if isinstance(plan, Plan) else []
