"""Deeds of a unit about villages and farms: enter, change sides, leave, pass through, give ground (g.5, table 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from alfiere.battles.ground_forms import Edge
from alfiere.games.risorgimento.fire.readiness import HELD_FIRE
from alfiere.games.risorgimento.morale.disorder import discipline_prospect, stays_in_order
from alfiere.games.risorgimento.morale.morale import settle
from alfiere.games.risorgimento.movement.costs import budget as has_for_move
from alfiere.games.risorgimento.movement.costs import manoeuvre, speed
from alfiere.games.risorgimento.movement.forced import retire
from alfiere.games.risorgimento.movement.judging import Outset, Plan, engaged, hindered
from alfiere.games.risorgimento.movement.making import Moment, make
from alfiere.games.risorgimento.movement.moves import Move, OfUnit, drawn, read_legs
from alfiere.games.risorgimento.movement.out_of_houses import (
    back_inside,
    come_out,
    free_way_out,
    houses_behind,
    into_sector,
)
from alfiere.games.risorgimento.movement.placing import put_down
from alfiere.games.risorgimento.movement.posts import (
    Entry,
    entries,
    judge_entry,
    judge_leaving,
    judge_passing,
    judge_side,
    make_room,
    may_reach,
    passages,
    posts_near,
)
from alfiere.games.risorgimento.sheets.ground import OPPOSITE, SIDES
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.posts import refuges, rivals, sector_of, side_of
from alfiere.games.risorgimento.state.unit import HAS_MOVED, INFANTRY, OPEN, Unit
from alfiere.kernel.decision import Args, Decision, Draw, Option
from alfiere.kernel.drawing import Drawn, budget, footprint, way
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect
from alfiere.table.legs import WHOLE, Shift

QUARTERS: Final = 4  # of its move: it is over before the others see it


class ToPost(OfUnit):
    """Deeds that end on a side of a village or farm."""

    says: ClassVar[tuple[str, ...]] = ("post", "legs")
    how = "enter"

    def found(self, s: BattleState, unit: Unit) -> Iterator[Entry]:
        """The sides it can get to."""
        raise NotImplementedError

    def entry(self, s: BattleState, unit: Unit, args: Args) -> Entry | Objection:
        """What it comes to."""
        raise NotImplementedError

    def options(self, s: BattleState, who: Unit, means: int) -> Iterable[Option]:
        """Those sides."""
        return [self.about(who, post=one.post) for one in self.found(s, who)]

    def by(self, o: Outset, entry: Entry) -> list[Option]:
        """What may be done by a way in."""
        return [self.about(o.unit, post=entry.post)]

    def one_of(self, o: Outset, draw: Draw) -> Option | None:
        """One at random that leads into a village or farm, only so many judged as it takes."""
        left = list(posts_near(o.s, o.unit))
        while left:
            post = left.pop(int(draw() * len(left)))
            entry = judge_entry(o, post) if may_reach(o, post) else None
            found = self.by(o, entry) if isinstance(entry, Entry) else []
            if found:
                return found[int(draw() * len(found))]
        return None

    def judged(self, s: BattleState, who: Unit, args: Args) -> Option | Objection | None:
        """Another way to a side."""
        if not isinstance(args.get("post"), str):
            return None
        found = self.entry(s, who, args)
        return Option(self.verb, dict(args), (self.rule,)) if isinstance(found, Entry) else found

    def perform(self, g: BattleGame, who: Unit, option: Option) -> Procedure[None]:
        """Go to the border, then to the side."""
        entry = self.entry(g.state, who, option.args)
        assert isinstance(entry, Entry)
        if entry.plan is not None:
            yield from make(g, who, entry.plan, self.hooks, "move", (Move.rule,))
            if not who.is_steady or g.state.footing(who) != entry.plan.end or who.disorder > 1:
                return
        else:
            yield from self.hooks.reacts(g, who, Moment(0, g.state.footing(who), is_first=True))
            if not who.is_steady:
                return
        s = g.state
        if engaged(s, who):  # cavalry that rode out has caught it, risorgimento.e.8.10
            return
        make_room(g, who, entry.post)
        put_down(g, who, entry.end, self.how, (self.rule,), entry.post)
        HAS_MOVED.put(who)
        self.hooks.closes(g, who)  # its front may lie on the houses next door, risorgimento.g.5.13
        row = s.ground.known.goings[s.ground.pieces[sector_of(who)].kind.id]
        add = row.test(who.arm, who.formation)
        if add is not None and self.how == "enter":
            stays_in_order(g, who, row.id, add)  # batteries, table 5
        if entry.plan is None:
            yield from self.hooks.finishes(g, who)
            yield from settle(g, retire)

    def sketch(self, s: BattleState, decision: Decision, option: Option) -> list[Drawn] | None:
        """The way to the border, and the side."""
        unit = s.units[option["unit"]]
        entry = self.entry(s, unit, option.args)
        if isinstance(entry, Objection):
            return []
        found = list(drawn(s, unit, entry.plan)) if entry.plan is not None else []
        end = entry.end
        return [*found, footprint(end.pose, end.shape, end.formation), budget(end.pose.point, entry.cost, WHOLE)]


class Enter(ToPost):
    """Into a village sector or a farm, on any free side (g.5.18, table 5)."""

    verb = "enter"
    rule = "risorgimento.g.5.18"

    def found(self, s: BattleState, unit: Unit) -> Iterator[Entry]:
        """By the cheapest ways."""
        return entries(Outset(s, unit))

    def entry(self, s: BattleState, unit: Unit, args: Args) -> Entry | Objection:
        """By the legs given, or the cheapest."""
        return judge_entry(Outset(s, unit), str(args.get("post")), read_legs(s, unit, args.get("legs")))


class ChangeSide(ToPost):
    """To another side of the same sector or farm (g.5.18)."""

    verb = "side"
    rule = "risorgimento.g.5.18"
    how = "side"

    def found(self, s: BattleState, unit: Unit) -> Iterator[Entry]:
        """The free ones."""
        for side in SIDES:
            entry = judge_side(s, unit, f"{sector_of(unit)}/{side}")
            if isinstance(entry, Entry):
                yield entry

    def entry(self, s: BattleState, unit: Unit, args: Args) -> Entry | Objection:
        """That side."""
        return judge_side(s, unit, str(args.get("post")))


class Pass(ToPost):
    """Through a village or farm in one move: in, and straight out over a side; a village tries its order (table 5)."""

    verb = "pass"
    rule = "risorgimento.e.5.2"
    says = ("post", "far", "legs")

    def options(self, s: BattleState, who: Unit, means: int) -> Iterable[Option]:
        """Just out, and as far as it can."""
        o = Outset(s, who)
        return [option for entry in entries(o) for option in self.by(o, entry)]

    def by(self, o: Outset, entry: Entry) -> list[Option]:
        """In over one side."""
        return [self.about(o.unit, post=entry.post, far=far) for far in passages(o, entry)]

    def plans(self, s: BattleState, unit: Unit, args: Args) -> tuple[Entry, Plan] | Objection:
        """The way in and the way out."""
        far = args.get("far")
        legs = read_legs(s, unit, args.get("legs"))
        return judge_passing(Outset(s, unit), str(args.get("post")), far if type(far) is int else 0, legs)

    def entry(self, s: BattleState, unit: Unit, args: Args) -> Entry | Objection:
        """The way in, if it gets out again, and what all of it costs."""
        found = self.plans(s, unit, args)
        return found if isinstance(found, Objection) else found[0]._replace(cost=found[1].cost)

    def perform(self, g: BattleGame, who: Unit, option: Option) -> Procedure[None]:
        """In; then, if nothing has stopped it there and it keeps its order, out."""
        found = self.plans(g.state, who, option.args)
        assert not isinstance(found, Objection)
        entry, out = found
        yield from super().perform(g, who, option)
        if who.post != entry.post or not who.is_steady or who.disorder > 1:
            return
        s = g.state
        row = s.ground.known.goings[s.ground.pieces[sector_of(who)].kind.id]
        add = row.through.get(who.formation)
        if add is not None and not stays_in_order(g, who, row.id, add):
            return
        if isinstance(judge_leaving(s, who, out.legs), Plan):  # nobody has come before that side meanwhile
            yield from make(g, who, out, self.hooks, "leave", (self.rule,), entry.cost)

    def sketch(self, s: BattleState, decision: Decision, option: Option) -> list[Drawn] | None:
        """The way in, the side, and the way out."""
        unit = s.units[option["unit"]]
        found = self.plans(s, unit, option.args)
        if isinstance(found, Objection):
            return []
        (entry, out), inside = found, list(super().sketch(s, decision, option) or ())
        end = out.end
        return [
            *inside[:-1],
            way([entry.end.pose.point, end.pose.point]),
            footprint(end.pose, end.shape, end.formation),
            budget(end.pose.point, out.cost, WHOLE),
        ]

    def prospects(self, s: BattleState, decision: Decision, option: Option) -> list[Prospect]:
        """The test of order among the houses."""
        unit = s.units[option["unit"]]
        row = s.ground.known.goings[s.ground.pieces[option["post"].partition("/")[0]].kind.id]
        add = row.through.get(OPEN)
        return [] if add is None else [discipline_prospect(s, unit, row.id, add)]


class Leave(Move):
    """Out of a village or farm, straight across the side it stands on (g.5.18)."""

    verb = "leave"
    rule = "risorgimento.g.5.18"

    def options(self, s: BattleState, who: Unit, means: int) -> Iterable[Option]:
        """Just out, half as far as it can, as far as it can."""
        start, m = s.footing(who), manoeuvre(s, who)
        least, most = start.shape.depth, m.pace(start).speed
        found = []
        for length in dict.fromkeys((least, (least + most) // 2, most)):
            plan = judge_leaving(s, who, (Shift(length),))
            if isinstance(plan, Plan):
                found.append(self.option_of(who, plan))
        return found

    def plan_from(self, o: Outset, args: Args) -> Plan | Objection | None:
        """Legs, the first of them ahead."""
        legs = read_legs(o.s, o.unit, args.get("legs"))
        return None if legs is None else judge_leaving(o.s, o.unit, legs)


class GiveGround(OfUnit):
    """Infantry that is attacked in houses withdraws: into a free sector behind or beside, or out (e.8.1, g.5.8)."""

    verb = "give-ground"
    rule = "risorgimento.g.5.8"
    says = ("post",)

    def candidates(self, s: BattleState, who: Unit, means: int) -> Iterable[Option]:
        """Every side of every sector that is free, and out of the village."""
        if not who.post:
            behind = houses_behind(s, who)
            return [self.about(who, post=behind)] if behind else ()
        posts = [f"{sector}/{side}" for sector, side in refuges(s, who, self._attacked(s, who))]
        return [self.about(who, post=post) for post in (*posts, "")]

    def objection(self, s: BattleState, who: Unit, option: Option) -> Objection | None:
        """What is against it."""
        why = hindered(s, who)
        if why is not None:
            return why
        behind = houses_behind(s, who)
        if who.arm != INFANTRY or not (who.post or behind) or not engaged(s, who):
            return because("not-in-contact", "risorgimento.e.8.1", unit=who.id)
        if option.get("post"):
            row = s.ground.known.goings[s.ground.pieces[sector_of(who) or behind.partition("/")[0]].kind.id]
            price: int | None = row.once.get(s.tables.mover(who.arm, who.formation), 0)
        else:
            found = free_way_out(s, who, OPPOSITE[self._attacked(s, who)])
            price = None if found is None else found[0] * WHOLE // speed(s, who)
        is_near = price is not None and price <= has_for_move(s, who)
        return None if is_near else because("no-way-out", self.rule, unit=who.id)

    def _attacked(self, s: BattleState, unit: Unit) -> Edge:
        """The side from which it is attacked; who fights inside its sector leaves over his own."""
        return OPPOSITE[side_of(unit)] if rivals(s, unit) else side_of(unit)

    def perform(self, g: BattleGame, who: Unit, option: Option) -> Procedure[None]:
        """It goes, and fires no more in this turn; those who see it may (risorgimento.e.8.3, .e.8.5, .e.8.9)."""
        s, began = g.state, g.state.footing(who)
        HELD_FIRE.put(who)
        sector, _, name = option["post"].partition("/")
        if not who.post:
            back_inside(g, who, option["post"], "withdraw", (self.rule, "risorgimento.e.8.1"))
        elif sector:
            side = next(one for one in SIDES if one == name)
            into_sector(g, who, sector, side, "withdraw", (self.rule, "risorgimento.e.8.1"))
        else:
            found = free_way_out(s, who, OPPOSITE[self._attacked(s, who)])
            assert found is not None
            come_out(g, who, found[1], "withdraw", (self.rule, "risorgimento.e.8.1"))
        yield from self.hooks.reacts(g, who, Moment(QUARTERS, began, is_first=True))
        yield from self.hooks.finishes(g, who)
        yield from settle(g, retire)
