"""Opportunity fire (E.9, e.8.3, e.8.4, e.8.8): whoever has a moving enemy in his field of fire may fire at it."""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from alfiere.games.risorgimento.fire.lines import Aim, best_shot, who_reaches
from alfiere.games.risorgimento.fire.phases import FIRE_DEED, HOLD, RULES
from alfiere.games.risorgimento.fire.readiness import (
    FIRED_AT,
    InOpportunity,
    bars_fire,
    why_no_target,
    why_not_again,
)
from alfiere.games.risorgimento.fire.volley import OPPORTUNITY, Firer, fire_value, may_hurt, volley
from alfiere.games.risorgimento.morale.losses import take_losses
from alfiere.games.risorgimento.morale.morale import morale_test
from alfiere.games.risorgimento.morale.tests import Retire
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState, other
from alfiere.games.risorgimento.state.unit import SQUARE, Unit
from alfiere.kernel.decision import Args, Decision, Option
from alfiere.kernel.objection import Objection
from alfiere.kernel.procedure import Procedure
from alfiere.table.fronts import EDGES
from alfiere.table.swift import quick


@quick
class Suffered(NamedTuple):
    """What opportunity fire has done to a mover: loss points, and whether it failed a morale test."""

    losses: int
    has_failed: bool


@quick
class Ready(NamedTuple):
    """A unit that may fire at the mover, with which side if it is a square."""

    firer: Firer
    side: str


def offer_fire(
    g: BattleGame, mover: Unit, retire: Retire, *, changing: str = "", leave_out: Container[str] = ()
) -> Procedure[Suffered]:
    """The other side may fire at a mover where it now is, each unit singly and as often as it likes (e.9.1-e.9.4).

    To be called where a move begins, and after every part of it (risorgimento.e.9.2, .e.9.9). A volley takes effect at
    once: losses, then the morale test, before anybody else fires (risorgimento.e.9.10). ``changing``: the formation the
    mover had before, while it changes it. ``leave_out``: batteries that have yet to stand their test (e.2.3.19).
    """
    id, place = mover.id, mover.pose
    losses, has_failed = 0, False
    while True:
        s = g.state
        mover = s.units[id]
        if mover.pose != place or (losses and not mover.is_steady):
            break  # it is gone, or has broken and run
        ready = ready_to_fire(s, mover, leave_out)
        if not any(_may_hurt(s, one.firer, mover, changing) for one in ready):
            break
        chosen = yield _asked(s, mover, ready, changing, leave_out)
        if chosen.key == HOLD:
            break
        s = g.state
        unit, mover, side = s.units[chosen["unit"]], s.units[id], chosen.get("side") or ""
        aim = best_shot(s, unit, mover, side)
        assert aim is not None
        FIRED_AT.put(unit, InOpportunity(id, side))  # risorgimento.e.9.5, .e.9.8
        points = volley(g, [Firer(unit, aim)], mover, OPPORTUNITY, changing)
        if points:
            losses += points
            take_losses(g, mover, points, "fire")
            passed = yield from morale_test(g, mover, "fire", retire, points - 1, enemies=[unit])  # risorgimento.mor.14
            has_failed |= not passed
    return Suffered(losses, has_failed)


def ready_to_fire(s: BattleState, mover: Unit, leave_out: Container[str] = ()) -> list[Ready]:
    """Who may fire at a mover where it is, the strongest lines first for each (risorgimento.e.9.1, .e.9.3, .e.9.6)."""
    found: list[Ready] = []
    if why_no_target(s, mover, OPPORTUNITY) is not None:
        return found
    for unit in who_reaches(s, mover):
        for side in EDGES if unit.formation == SQUARE else ("",):
            aim = _line(s, unit, mover, side) if unit.id not in leave_out else None
            if aim is not None:
                found.append(Ready(Firer(unit, aim), side))
    return found


def _line(s: BattleState, unit: Unit, mover: Unit, side: str) -> Aim | None:
    """The line of fire of a unit that may fire: what it costs most to know is asked last."""
    is_ready = bars_fire(s, unit, OPPORTUNITY) is None and why_not_again(unit, mover, side) is None
    return best_shot(s, unit, mover, side) if is_ready else None


def _may_hurt(s: BattleState, firer: Firer, mover: Unit, changing: str) -> bool:
    """Whether a volley can inflict a loss; nobody is asked for the sake of one that cannot."""
    return may_hurt(s, fire_value(s, [firer], mover, OPPORTUNITY, changing).total)


def _asked(s: BattleState, mover: Unit, ready: list[Ready], changing: str, leave_out: Container[str]) -> Decision:
    options = [
        Option(
            FIRE_DEED.verb,
            {"unit": one.firer.unit.id, "target": mover.id} | ({"side": one.side} if one.side else {}),
            RULES[OPPORTUNITY],
        )
        for one in ready
    ]
    about = {"target": mover.id, "phase": OPPORTUNITY} | ({"changing": changing} if changing else {})

    def judged(key: str, args: Args) -> Option | Objection | None:
        unit = s.units.get(str(args.get("unit", "")))
        if key != FIRE_DEED.verb or unit is None or unit.seat == mover.seat or unit.id in leave_out:
            return None
        return FIRE_DEED.why_not(s, unit, OPPORTUNITY, str(args.get("side", "")), {**args, "target": mover.id})

    return Decision(
        other(mover.seat), "opportunity-fire", [*options, Option(HOLD)], about, RULES[OPPORTUNITY], free=judged
    )
