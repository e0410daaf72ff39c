"""Chapter C.1: both sides write down in secret which cavalry will charge whom."""

from __future__ import annotations

from functools import partial
from typing import Final

from alfiere.games.risorgimento.fire.engaged import is_in_contact
from alfiere.games.risorgimento.fire.sight import is_visible
from alfiere.games.risorgimento.morale.disorder import may_charge
from alfiere.games.risorgimento.movement.costs import speed
from alfiere.games.risorgimento.state.battle import SEATS, BattleGame, BattleState
from alfiere.games.risorgimento.state.standing import apart
from alfiere.games.risorgimento.state.unit import CAVALRY, GREEN, Unit
from alfiere.kernel.decision import Args, Decision, Option, Seat
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure, Together

NOTE: Final = "note-charge"
NO_CHARGE: Final = "no-charge"
RULES: Final = ("risorgimento.c.1.1", "risorgimento.c.1.2")
WOODS: Final = ("dense_wood", "sparse_wood")
OFFERED: Final = 2  # targets up to so many charge moves away are in the list; others may be named


def note_charges(g: BattleGame) -> Procedure[None]:
    """Both sides note their charges at the same time; nobody sees the other's before phase E (risorgimento.c.1.4)."""
    s = g.state
    s.charges, s.are_charges_shown = {}, False
    if any(_may_note(s, seat) for seat in SEATS):
        yield Together({seat: _notes(g, seat) for seat in SEATS})


def _may_note(s: BattleState, seat: Seat) -> list[Unit]:
    return [one for one in s.side(seat) if why_no_charge(s, one) is None]


def _notes(g: BattleGame, seat: Seat) -> Procedure[None]:
    """One cavalry unit after the other: a target, or none."""
    for id in [one.id for one in _may_note(g.state, seat)]:
        s = g.state
        unit = s.units[id]
        options = [Option(NO_CHARGE, {"unit": id}, RULES)]
        options += [Option(NOTE, {"unit": id, "target": one.id}, RULES) for one in targets(s, unit)]
        if len(options) > 1:
            free = partial(_named, s, unit)
            chosen = yield Decision(seat, NOTE, options, {"unit": id}, RULES, free=free)
            if chosen.key == NOTE:
                g.state.charges[id] = chosen["target"]


def _named(s: BattleState, unit: Unit, key: str, args: Args) -> Option | Objection | None:
    """A target that is not in the list: any enemy it sees may be named, however far (risorgimento.scale.6)."""
    target = s.units.get(str(args.get("target", "")))
    if key != NOTE or args.get("unit") != unit.id or target is None or len(args) != 2:
        return None
    return why_no_target(s, unit, target) or Option(NOTE, dict(args), RULES)


def targets(s: BattleState, unit: Unit) -> list[Unit]:
    """Whom it may charge and could reach, or nearly so; the nearest first."""
    far = OFFERED * speed(s, unit)
    foes = [one for one in s.foes(unit.seat) if max(abs(one.x - unit.x), abs(one.y - unit.y)) <= far]
    foes = [one for one in foes if why_no_target(s, unit, one) is None]
    return sorted(foes, key=lambda one: (apart(s, unit, one), one.id))


def why_no_charge(s: BattleState, unit: Unit) -> Objection | None:
    """Why no charge may be written for a unit (risorgimento.c.1.3)."""
    about = {"unit": unit.id}
    if unit.arm != CAVALRY:
        return because("charge-no-cavalry", "risorgimento.c.1.1", **about)
    if unit.is_routed:
        return because("charge-routed", "risorgimento.h.1.4", **about)
    if not may_charge(unit):
        return because("charge-disordered", "risorgimento.b.1.7", **about)
    if unit.colour == GREEN:
        return because("charge-green", "risorgimento.a.1.26", **about)
    if is_in_contact(s, unit):
        return because("charge-in-contact", "risorgimento.c.1.3", **about)
    if not s.ground.may_charge(*unit.pose.point):
        return because("charge-ground", "risorgimento.c.1.3", **about)
    return None


def why_no_target(s: BattleState, unit: Unit, target: Unit) -> Objection | None:
    """Why a unit may not charge this one."""
    about = {"unit": unit.id, "target": target.id}
    if target.seat == unit.seat or not target.is_on:
        return because("charge-no-enemy", "risorgimento.c.1.3", **about)
    if target.post:
        return because("charge-village", "risorgimento.g.5.16", **about)
    if target.profile.is_light_infantry and s.ground.kinds_at(*target.pose.point) & frozenset(WOODS):
        return because("charge-wood", "risorgimento.e.2.2.18", **about)
    if not is_visible(s, unit, target):
        return because("charge-unseen", "risorgimento.c.1.3", **about)
    return None
