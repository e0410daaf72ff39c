"""Chapter E.2.4: the melees that come from charges, and the cavalry advances that follow them."""

from __future__ import annotations

from collections.abc import Sequence

from alfiere.games.risorgimento.charge.ride import CHARGE_BONUS, Ride
from alfiere.games.risorgimento.melee.advance import Outcome, Reacts, cavalry_advance
from alfiere.games.risorgimento.melee.contact import Melee, melees
from alfiere.games.risorgimento.melee.melee import fight, ride_back
from alfiere.games.risorgimento.melee.phase import FIGHT
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.kernel.decision import Decision
from alfiere.kernel.procedure import Procedure

ORDER = ("risorgimento.e.2.4.1", "risorgimento.e.2.4.6")


def fight_charges(g: BattleGame, rides: Sequence[Ride], reacts: Reacts | None = None) -> Procedure[None]:
    """All charges have been ridden: their melees one by one, then the advances in the same order (.e.2.4.1, .e.2.4.6).

    Cavalry that followed somebody and met nobody takes the test of the advance too (risorgimento.e.2.2.7, .e.1.10).
    """
    riders = {ride.unit for ride in rides}
    done: set[str] = set()
    won: list[tuple[str, str]] = []
    while waiting := [one for one in _of(g.state, riders) if one.key not in done]:
        melee = yield from _chosen(g, waiting)
        done.add(melee.key)
        bonus = {one.id for side in melee.sides for one in side.all if CHARGE_BONUS.is_on(one)}
        outcome: Outcome = yield from fight(g, melee, charge=True, bonus=bonus)
        if outcome.advances:
            won.append((outcome.winner, outcome.beaten))
        elif outcome.is_undecided:
            yield from ride_back(g, melee)
    fought = {id for key in done for id in key.split("/")}
    won += [(ride.unit, ride.target) for ride in rides if ride.follows and ride.unit not in fought]
    for unit, beaten in won:
        s = g.state
        if s.units[unit].is_steady:
            yield from cavalry_advance(g, s.units[unit], s.units[beaten], fight, reacts)


def _of(s: BattleState, riders: set[str]) -> list[Melee]:
    """The melees in which one of these is in frontal contact."""
    return [one for one in melees(s) if {one.first.unit.id, one.second.unit.id} & riders]


def _chosen(g: BattleGame, waiting: list[Melee]) -> Procedure[Melee]:
    """The winner of the initiative chooses which is fought next; one whose contact is broken is not fought."""
    if len(waiting) == 1:
        return waiting[0]
    seat = g.state.initiative or "red"
    options = [FIGHT.option(one, seat) for one in waiting]
    chosen = yield Decision(seat, "fight-next", options, {}, ORDER)
    return waiting[options.index(chosen)]
