"""Chapter 9.2, an optional rule: hot-headed units without orders charge whom they have straight ahead."""

from __future__ import annotations

from alfiere.games.lumi.charge.charge import charge, name_target, why_no_charge, why_not_at, why_not_reached
from alfiere.games.lumi.command.active import WITH_CIC
from alfiere.games.lumi.movement.costs import HAS_ACTED, acted
from alfiere.games.lumi.sheets.scenario_forms import NotAggressive
from alfiere.games.lumi.state.base import OPEN, Base
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.sight import sees
from alfiere.games.lumi.state.unit import Unit, alone, bases_of, body, formed, has, speed, together, why_not_one
from alfiere.kernel.decision import Seat
from alfiere.kernel.procedure import Procedure
from alfiere.table.fronts import edge_of, far_ahead


def charge_unbidden(g: LumiGame, seat: Seat) -> Procedure[None]:
    """All units of a side that must charge do, in the first impulse and after the others have moved (lumi.9.2.10)."""
    for unit in hot_heads(g.state, seat):
        target = prey(g.state, unit) if bases_of(g.state, unit) == [g.state.bases[id] for id in unit.ids] else None
        if target is not None:
            yield from charge_headlong(g, unit, target)


def charge_headlong(g: LumiGame, unit: Unit, target: Unit) -> Procedure[None]:
    """It charges whatever its test says: that only tells whether it has the extra movement (lumi.9.2.6, .9.2.7)."""
    named = yield from name_target(g, unit, target)
    yield from charge(g, unit, named, how="aggressive", must=True)
    acted(bases_of(g.state, unit))


def hot_heads(s: State, seat: Seat) -> list[Unit]:
    """The aggressive units of a side whose division has no order, those of a unit that are so by themselves (.1.6.16).

    Who is out of command of a division that has one is not affected (lumi.9.2.10).
    """
    found: list[Unit] = []
    for unit in formed(s):
        hot = [one for one in bases_of(s, unit) if _is_hot(s, one)] if unit.seat == seat else []
        if hot and (has(s, unit, "aggressive") or why_not_one(s, hot) is None):
            found.append(together(hot))
        else:
            found += [alone(one) for one in hot]
    return found


def _is_hot(s: State, one: Base) -> bool:
    is_free = s.scenario.form.aggressive and s.impulse == 1 and not s.orders.get(one.division)
    is_hot = "aggressive" in one.profile.abilities and not WITH_CIC.is_on(one)  # with the CiC it is active, lumi.2.3.5c
    is_kept_back = any(one.division in rule.under for rule in s.scenario.special(NotAggressive))  # as at Minden
    return is_free and is_hot and not is_kept_back and not HAS_ACTED.is_on(one)


def must_charge(s: State, unit: Unit) -> Unit | None:
    """Whom a unit must charge instead of moving as light troops without orders do (lumi.9.2.12); None if nobody."""
    return prey(s, unit) if all(_is_hot(s, one) for one in bases_of(s, unit)) else None


def prey(s: State, unit: Unit) -> Unit | None:
    """Whom it must charge: the nearest enemy in sight, in the strip ahead and within reach (.9.2.3-5, .9.2.11).

    The strip is bounded by its front and the prolongations of its sides; some part of him in it is enough.
    """
    if why_no_charge(s, unit) is not None or unit.formation == OPEN:
        return None
    edge, most = edge_of(body(s, unit)), speed(s, unit) + min(one.arm.extra for one in bases_of(s, unit))
    found: list[tuple[int, Unit]] = []
    for foe in formed(s):
        if foe.seat == unit.seat or foe.formation == OPEN:
            continue
        fars = [far for one in bases_of(s, foe) if (far := far_ahead(edge, s.base(one).outline, 0)) is not None]
        if fars and min(fars) <= most and sees(s, unit, foe):
            if why_not_at(s, unit, foe) is None and why_not_reached(s, unit, foe) is None:
                found.append((min(fars), foe))
    return min(found, key=lambda one: one[0])[1] if found else None
