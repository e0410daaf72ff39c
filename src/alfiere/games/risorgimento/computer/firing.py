"""At whom the computer fires: a brigade's battalions at one target together, for walls count once for all (F.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from alfiere.games.risorgimento.command.recovery import would_recover
from alfiere.games.risorgimento.fire.groups import Declared, Group, declared, firers, groups_at, may_join
from alfiere.games.risorgimento.fire.lines import best_shot, in_reach
from alfiere.games.risorgimento.fire.phases import FIRE_DEED, HOLD
from alfiere.games.risorgimento.fire.volley import OPPORTUNITY, Firer, expected, fire_value
from alfiere.games.risorgimento.sheets.tables import BANDS
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.unit import Unit
from alfiere.kernel.decision import Decision, Option

VOLLEY: Final = 0.2  # loss points for which one fires at somebody on the move
LITTLE: Final = 0.01  # and in the phases of fire
KEPT_BUSY: Final = 0.05  # a target that would else recover (b.3.5)
LAST_MEN: Final = 3.0  # a target counts so much more, by the loss points after which it is taken off
LAST_HEART: Final = 1.0  # and by the morale tests that it may still fail
RUNS: Final = 0.6  # one that runs already


def fired(s: BattleState, decision: Decision) -> list[Option]:
    """The target of which most is to be hoped, with all who have fired at it or still may; else to hold fire."""
    unit, phase = s.units[decision.about["unit"]], str(decision.about["phase"])
    if decision.about.get("side"):
        return [decision.options[0]]  # a square fires by itself
    groups, best, most = declared(s), next(one for one in decision.options if one.key == HOLD), LITTLE
    for option in decision.options:
        if option.key == FIRE_DEED.verb:
            target = s.units[option["target"]]
            worth = prize(target) * _hopes(s, unit, target, phase, option, groups)
            worth += KEPT_BUSY if would_recover(target) else 0.0
            if worth > most:
                best, most = option, worth
    return [best]


def prize(target: Unit) -> float:
    """What a loss point of a target counts: an army is beaten by units that are gone, not by men (i.3.2)."""
    if target.is_routed:
        return RUNS
    men = target.left - 2 * (target.strength // 2) + 1
    heart = target.morale - target.spirit // 2
    return 1.0 + LAST_MEN / max(1, men) + LAST_HEART / max(1, heart)


def _hopes(s: BattleState, unit: Unit, target: Unit, phase: str, option: Option, groups: list[Group]) -> float:
    """What a unit adds to a volley, or its part in one that those who are still to be asked may join."""
    aim = best_shot(s, unit, target)
    if aim is None:
        return 0.0
    own, together = Firer(unit, aim), option.get("together") or ""
    before = firers(s, groups_at(groups, unit, target)[together]) if together else []
    group = Group(target.id, together or unit.id, "", [(unit, Declared(target.id, unit.id))])
    later = []
    for name in s.queue[1:]:
        one = s.units[name.partition("/")[0]]
        if one.seat == unit.seat and may_join(s, one, group) and in_reach(s, one, target):
            shot = best_shot(s, one, target)
            if shot is not None and BANDS.index(shot.band) <= BANDS.index(aim.band):  # else he spoils the range (d.3.8)
                later.append(Firer(one, shot))
    had = _expected(s, before, target, phase) if before else 0.0
    alone = _expected(s, [*before, own], target, phase) - had
    shared = (_expected(s, [*before, own, *later], target, phase) - had) / (1 + len(later)) if later else alone
    return max(alone, shared)


def _expected(s: BattleState, shooting: Sequence[Firer], target: Unit, phase: str) -> float:
    return float(expected(s, fire_value(s, shooting, target, phase).total))


def in_opportunity(s: BattleState, decision: Decision) -> list[Option]:
    """Whoever can hurt a mover most fires, if it is worth it; who waits fires better in phase F."""
    target, changing = s.units[decision.about["target"]], str(decision.about.get("changing", ""))
    worth: dict[float, Option] = {}
    hold = [one for one in decision.options if one.key == HOLD]
    for option in decision.options:
        if option.key == FIRE_DEED.verb:
            unit = s.units[option["unit"]]
            aim = best_shot(s, unit, target, option.get("side") or "")
            if aim is not None:
                value = fire_value(s, [Firer(unit, aim)], target, OPPORTUNITY, changing).total
                worth.setdefault(float(expected(s, value)), option)
    best = max(worth, default=0.0)
    return [worth[best]] if best >= VOLLEY or not hold else hold
