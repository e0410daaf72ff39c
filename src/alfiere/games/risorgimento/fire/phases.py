"""The phases of fire (D and F): each unit able to fire chooses a target or holds its fire, then all fire at once.

Both sides decide before anything is rolled: one after the other, for what the other has chosen changes nothing
(risorgimento.seq.2, .d.0.4, .f.0.3). Only targets that can be hit are offered, so nobody needs to estimate distances
and no shot is spent in vain (risorgimento.scale.5, .scale.6).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final, NamedTuple

from alfiere.battles.deed import Deed
from alfiere.games.risorgimento.command.recovery import would_recover
from alfiere.games.risorgimento.fire.groups import (
    FIRES,
    Declared,
    Group,
    declared,
    firers,
    groups_at,
    may_join,
    must_join,
)
from alfiere.games.risorgimento.fire.lines import best_shot, in_reach, masks, whom_it_reaches, why_no_shot
from alfiere.games.risorgimento.fire.readiness import why_no_fire, why_no_target, why_not_again
from alfiere.games.risorgimento.fire.volley import (
    FIRE,
    GUNS,
    OPPORTUNITY,
    Firer,
    expected,
    fire_value,
    may_hurt,
    prospect,
    volley,
)
from alfiere.games.risorgimento.morale.losses import take_losses
from alfiere.games.risorgimento.morale.morale import settle, try_morale
from alfiere.games.risorgimento.morale.tests import Retire
from alfiere.games.risorgimento.state.battle import SEATS, BattleGame, BattleState
from alfiere.games.risorgimento.state.unit import ARTILLERY, SQUARE, Unit
from alfiere.games.risorgimento.told.fire import FireDeclared
from alfiere.kernel.decision import Args, Decision, Option
from alfiere.kernel.drawing import Drawn, cone, corridor, mask
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import MARK, Procedure
from alfiere.kernel.prospect import Prospect
from alfiere.table.fronts import EDGES
from alfiere.table.headings import FULL_TURN, offset

HOLD: Final = "hold-fire"
NO_HOPE: Final = Fraction(0)
RULES: Final = {
    GUNS: ("risorgimento.d.0.1", "risorgimento.d.0.4"),
    OPPORTUNITY: ("risorgimento.e.9.1", "risorgimento.e.9.3"),
    FIRE: ("risorgimento.f.0.1", "risorgimento.f.0.3"),
}


def artillery_phase(g: BattleGame, retire: Retire) -> Procedure[None]:
    """Phase D: the batteries of both sides (risorgimento.d.0.1)."""
    yield from _phase(g, GUNS, retire)


def fire_phase(g: BattleGame, retire: Retire) -> Procedure[None]:
    """Phase F: all who did not fire in opportunity (risorgimento.f.0.1)."""
    yield from _phase(g, FIRE, retire)


def _phase(g: BattleGame, phase: str, retire: Retire) -> Procedure[None]:
    if g.state.step == 0:
        g.state.queue, g.state.step = _waiting(g.state, phase), 1
    while g.state.queue:
        s = g.state
        unit, _, side = s.queue[0].partition("/")
        who = s.units[unit]
        offered = FIRE_DEED.offered(s, who, phase, side)
        if any(_matters(s, who, s.units[one.option["target"]], phase, one.hopes) for one in offered):
            yield MARK
            chosen = yield _asked(g.state, g.state.units[unit], phase, side, offered)
            _declare(g, g.state.units[unit], chosen)
        g.state.queue.pop(0)
    yield MARK
    yield from _resolve(g, phase, retire)
    g.state.step, g.state.queue = 0, []


def _waiting(s: BattleState, phase: str) -> list[str]:
    """Who may fire; each side of a square fires by itself (risorgimento.f.1.11)."""
    found = [one for seat in SEATS for one in s.side(seat) if why_no_fire(s, one, phase) is None]
    return [f"{one.id}/{side}" for one in found for side in (EDGES if one.formation == SQUARE else ("",))]


def _matters(s: BattleState, unit: Unit, target: Unit, phase: str, hopes: Fraction) -> bool:
    """Whether a volley can inflict a loss, with all who might join it, or keeps its target from recovering.

    Nobody is asked for the sake of one that does neither (risorgimento.d.3.6, .b.3.5).
    """
    return hopes > 0 or would_recover(target) or _hopes_of_all(s, unit, target, phase) > 0


def _hopes_of_all(s: BattleState, unit: Unit, target: Unit, phase: str) -> Fraction:
    """The losses to be expected if all who are still to be asked and may join a unit did so."""
    aim = best_shot(s, unit, target)
    if aim is None:  # a side of a square, which nobody joins
        return Fraction(0)
    own = Group(target.id, unit.id, "", [(unit, Declared(target.id, unit.id))])
    waiting = dict.fromkeys(name.partition("/")[0] for name in s.queue[1:])
    others = (s.units[id] for id in waiting if s.units[id].seat == unit.seat)
    aims = ((one, best_shot(s, one, target)) for one in others if may_join(s, one, own) and in_reach(s, one, target))
    return _hopes(s, [Firer(unit, aim), *(Firer(one, shot) for one, shot in aims if shot is not None)], target, phase)


def _asked(s: BattleState, unit: Unit, phase: str, side: str, offered: list[Offer]) -> Decision:
    about = {"unit": unit.id, "phase": phase} | ({"side": side} if side else {})
    hold, options = Option(HOLD, {"unit": unit.id}), [one.option for one in offered]
    found = [*options, hold] if offered[0].hopes else [hold, *options]

    def judged(key: str, args: Args) -> Option | Objection | None:
        return FIRE_DEED.why_not(s, unit, phase, side, args) if key == FIRE_DEED.verb else None

    return Decision(unit.seat, "fire", found, about, RULES[phase], free=judged)


def _declare(g: BattleGame, unit: Unit, chosen: Option) -> None:
    if chosen.key == HOLD:
        return
    first, side = chosen.get("together") or unit.id, chosen.get("side") or ""
    FIRES.put(unit, Declared(chosen["target"], first, side))
    g.tell(FireDeclared(unit.id, chosen["target"], chosen.get("together") or "", chosen.rules))


def _resolve(g: BattleGame, phase: str, retire: Retire) -> Procedure[None]:
    """All volleys, then all losses, then one morale test for each who lost men (risorgimento.f.0.3, .mor.14)."""
    s = g.state
    lost: dict[str, int] = {}
    by: dict[str, list[Unit]] = {}
    for group in declared(s):
        target, shooting = s.units[group.target], firers(s, group)
        losses = volley(g, shooting, target, phase)
        if losses:
            lost[target.id] = lost.get(target.id, 0) + losses
            by.setdefault(target.id, []).extend(one.unit for one in shooting)
    for unit in s.on_table:
        FIRES.clear(unit)
    for id, losses in lost.items():
        take_losses(g, s.units[id], losses, "fire")
    for id, losses in lost.items():
        try_morale(g, s.units[id], "fire", losses - 1, enemies=by[id])
    yield from settle(g, retire)


def _hopes(s: BattleState, shooting: list[Firer], target: Unit, phase: str) -> Fraction:
    value = fire_value(s, shooting, target, phase).total
    return expected(s, value) if may_hurt(s, value) else NO_HOPE


class Offer(NamedTuple):
    """An option, and the loss points to be expected of it; of joining others what it adds to theirs."""

    hopes: Fraction
    option: Option


class FireDeed(Deed[BattleState, Unit]):
    """A unit fires at one it sees, alone or with others who fire at it."""

    verb = "fire"
    rule = "risorgimento.f.1.1"

    def offered(self, s: BattleState, unit: Unit, phase: str, side: str = "") -> list[Offer]:
        """The targets it can hit, the best first: by itself, or together with those who fire at them already."""
        found: list[Offer] = []
        all_groups: list[Group] | None = None
        for target in whom_it_reaches(s, unit):
            aim = best_shot(s, unit, target, side) if why_no_target(s, target, phase) is None else None
            if aim is None:
                continue
            all_groups = declared(s) if all_groups is None else all_groups
            firer, groups = Firer(unit, aim), groups_at(all_groups, unit, target)
            args = {"unit": unit.id, "target": target.id} | ({"side": side} if side else {})
            if not must_join(phase, groups):
                found.append(Offer(_hopes(s, [firer], target, phase), Option(self.verb, args, RULES[phase])))
            for first, group in groups.items():
                if may_join(s, unit, group):
                    others = firers(s, group)
                    hopes = _hopes(s, [*others, firer], target, phase) - _hopes(s, others, target, phase)
                    rule = "risorgimento.d.0.2" if unit.arm == ARTILLERY else "risorgimento.f.2.1"
                    found.append(Offer(hopes, Option(self.verb, {**args, "together": first}, (rule,))))
        return sorted(found, key=lambda one: -one.hopes)

    def firers_of(self, s: BattleState, option: Option) -> list[Firer]:
        """Who would fire if this is chosen."""
        unit, target = s.units[option["unit"]], s.units[option["target"]]
        aim = best_shot(s, unit, target, option.get("side") or "")
        assert aim is not None
        group = groups_at(declared(s), unit, target).get(option.get("together") or "")
        return [*(firers(s, group) if group is not None else ()), Firer(unit, aim)]

    def why_not(self, s: BattleState, unit: Unit, phase: str, side: str, args: Args) -> Objection | None:
        """Why a unit may not fire at a target that somebody names; None where there is no such target."""
        target = s.units.get(str(args.get("target", "")))
        if target is None or args.get("unit") != unit.id or target.seat == unit.seat:
            return None
        found = why_no_fire(s, unit, phase) or why_no_target(s, target, phase)
        if found is None and phase == OPPORTUNITY:
            found = why_not_again(unit, target, side)
        if found is not None or best_shot(s, unit, target, side) is None:
            return found or why_no_shot(s, unit, target, side)
        groups = groups_at(declared(s), unit, target)
        if args.get("together") or must_join(phase, groups):
            rule = "risorgimento.d.0.3" if unit.arm == ARTILLERY else "risorgimento.f.2.3"
            return because("not-together", rule, unit=unit.id, target=target.id)
        return None

    def sketch(self, s: BattleState, decision: Decision, option: Option) -> list[Drawn]:
        """The corridor of everybody who would fire, the cone of a battery, and who is in the way of a shot refused."""
        unit, target = s.units[option["unit"]], s.units[option["target"]]
        if best_shot(s, unit, target, option.get("side") or "") is None:
            return mask(masks(s, unit, target))
        drawn: list[Drawn] = []
        for one in self.firers_of(s, option):
            if one.unit.arm == ARTILLERY:
                drawn.append(cone(_cone_of(s, one)))
            drawn.append(corridor(one.aim.shot.drawn))
        return drawn

    def prospects(self, s: BattleState, decision: Decision, option: Option) -> list[Prospect]:
        """The odds of the volley."""
        changing = str(decision.about.get("changing", ""))
        return [
            prospect(s, self.firers_of(s, option), s.units[option["target"]], str(decision.about["phase"]), changing)
        ]


def _cone_of(s: BattleState, firer: Firer) -> Iterable[tuple[int, int]]:
    """The cone of a battery as far as its target (risorgimento.d.1.1)."""
    unit, half = firer.unit, s.tables.angles.cone // 2
    far = firer.aim.shot.far + s.shape(unit).depth
    yield unit.pose.point
    for heading in (unit.heading - half, unit.heading, unit.heading + half):
        dx, dy = offset(heading % FULL_TURN, far)
        yield unit.x + dx, unit.y + dy


FIRE_DEED: Final = FireDeed()
