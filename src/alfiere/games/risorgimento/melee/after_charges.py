"""Chapter E.2.4: the melees that charges and counter-charges end in, and the cavalry advances after them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from alfiere.games.risorgimento.charge.charge import faces_charge
from alfiere.games.risorgimento.charge.ride import CHARGE_BONUS, Ride
from alfiere.games.risorgimento.melee.advance import Outcome, cavalry_advance
from alfiere.games.risorgimento.melee.contact import Melee, melees
from alfiere.games.risorgimento.melee.melee import fight, ride_back
from alfiere.games.risorgimento.state.battle import SEATS, BattleGame, BattleState
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure

RULES = ("risorgimento.e.2.4.1", "risorgimento.e.2.4.6")


def fight_charges(g: BattleGame, rides: Sequence[Ride], ran_free: Iterable[str] = ()) -> Procedure[None]:
    """The melees of these rides one by one; the advances follow when all are over (risorgimento.e.2.4.1-6).

    ``ran_free``: cavalry that went after somebody and met nobody: it takes the test of G.4.1 (.e.2.2.7, .e.1.10).
    """
    riders = {ride.unit for ride in rides}
    targets = {ride.unit: ride.target for ride in rides}
    fought: set[str] = set()
    won: list[Outcome] = []
    while waiting := [one for one in _of(g.state, riders) if one.key not in fought]:
        melee = yield from _chosen(g, waiting)
        fought.add(melee.key)
        s = g.state
        bonus = {one for one in riders if CHARGE_BONUS.is_on(s.units[one])}
        outcome = yield from fight(g, melee, charge=True, bonus=bonus)
        if outcome.is_undecided:
            yield from ride_back(g, melee)
        elif outcome.advances:
            won.append(outcome)
    for outcome in won:
        s = g.state
        yield from cavalry_advance(g, s.units[outcome.winner], s.units[outcome.beaten], fight, faces_charge)
    for id in ran_free:
        s = g.state
        if s.units[id].is_steady:
            yield from cavalry_advance(g, s.units[id], s.units[targets[id]], fight, faces_charge)


def _of(s: BattleState, riders: set[str]) -> list[Melee]:
    """The melees in which one of the riders fights in front."""
    return [one for one in melees(s) if any(side.unit.id in riders for side in one.sides)]


def _chosen(g: BattleGame, waiting: list[Melee]) -> Procedure[Melee]:
    """The winner of the initiative chooses which is fought next (risorgimento.e.2.4.6)."""
    if len(waiting) == 1:
        return waiting[0]
    options = [
        Option("fight-charge", {"unit": one.sides[0].unit.id, "target": one.sides[1].unit.id}, RULES) for one in waiting
    ]
    chosen = yield Decision(g.state.initiative or SEATS[0], "charge-melees", options, {}, RULES)
    return next(one for one in _fresh(g.state, waiting) if one.sides[0].unit.id == chosen["unit"])


def _fresh(s: BattleState, waiting: list[Melee]) -> list[Melee]:
    keys = {one.key for one in waiting}
    return [one for one in melees(s) if one.key in keys]
