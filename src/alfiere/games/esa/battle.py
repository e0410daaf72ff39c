"""Chapter 3, the battle: phases in the rulebook's order, each from wherever the state stands."""

from __future__ import annotations

from functools import partial

from alfiere.battles.phases import Play, Step, play_phases, play_steps
from alfiere.games.esa.after_melee import flexible_divisions, late_moves, raid, raiding_divisions
from alfiere.games.esa.division_moves import move_division
from alfiere.games.esa.end_of_turn import check_end, discard_orders, rout_divisions, settle_determination
from alfiere.games.esa.events import PhaseBegan
from alfiere.games.esa.fire_phase import barrage_division, barrage_divisions, fire_division, fire_of_ships
from alfiere.games.esa.melee_phase import cavalry_leaves, end_melees, fight_with, tell_lapsed
from alfiere.games.esa.movement_phase import (
    aggressive_units,
    move_aggressive_units,
    move_remaining_leaders,
    remaining_leaders,
)
from alfiere.games.esa.order_of_play import act_in_order, by_initiative, divisions_with
from alfiere.games.esa.orders import orders, planning
from alfiere.games.esa.preparation import deploy, prepare
from alfiere.games.esa.rally import rally_division
from alfiere.games.esa.state import AGGRESSIVE_MELEE, REACTION_MELEE, BattleState, Division, EsaGame
from alfiere.kernel.decision import Seat
from alfiere.kernel.procedure import MARK, Procedure


def battle(g: EsaGame) -> Procedure[None]:
    """The whole battle, from preparation to the last turn (esa.3.2a)."""
    return play_phases(g, PHASES)


def actions(g: EsaGame) -> Procedure[None]:
    """The actions phase: every step is completed by all before the next begins (esa.3.2b)."""
    yield from play_steps(g, ACTIONS, PhaseBegan)
    g.state.phase, g.state.step = "end", 0


def melee_division(g: EsaGame, division: Division) -> Procedure[None]:
    """A division's attacks (esa.7a)."""
    return fight_with(g, g.state.active)


def _units_without_orders(s: BattleState) -> list[str]:
    """Sides that have units in contact without an order of their division, the initiative's first."""
    return [seat for seat in by_initiative(s) if _in_contact(s, seat)]


def _in_contact(s: BattleState, seat: Seat) -> list[str]:
    return [unit.id for unit in s.side(seat) if unit.did & (REACTION_MELEE | AGGRESSIVE_MELEE)]


def melee_without_orders(g: EsaGame) -> Procedure[None]:
    """Units in contact by reaction or aggressiveness fight after all divisions (esa.3.3.1h2, esa.9.1g3)."""
    while g.state.queue:
        yield MARK
        s = g.state
        seat = s.queue[0]
        if not s.acting:
            s.acting = seat
            s.active = _in_contact(s, seat)
        yield from fight_with(g, s.active)
        g.state.queue.pop(0)
        g.state.acting, g.state.active = "", []


def _leaving(s: BattleState) -> list[str]:
    return end_melees(s, by_initiative(s))


def end_of_turn(g: EsaGame) -> Procedure[None]:
    """Orders are discarded, divisions rout, determination falls, the end is checked (esa.3.2.4g)."""
    s = g.state
    g.tell(PhaseBegan("end"))
    discard_orders(s)
    yield from rout_divisions(g)
    settle_determination(g)
    check_end(g)
    for unit in s.units.values():
        unit.did, unit.lost = 0, 0
    s.phase, s.step = "planning", 0


ACTIONS: list[Step[BattleState]] = [
    Step(
        "barrage",
        barrage_divisions,
        partial(act_in_order, action="barrage", act=barrage_division),
        is_told_if_empty=False,
    ),
    Step("movement", lambda s: divisions_with(s, "move"), partial(act_in_order, action="move", act=move_division)),
    Step("", lambda s: aggressive_units(s, by_initiative(s)), move_aggressive_units),
    Step("", lambda s: remaining_leaders(s, by_initiative(s)), move_remaining_leaders),
    Step("fire", lambda s: [rule.name["en"] for rule in s.scenario.special("ships", s.options)], fire_of_ships),
    Step("", lambda s: divisions_with(s, "fire"), partial(act_in_order, action="fire", act=fire_division)),
    Step(
        "melee",
        lambda s: divisions_with(s, "melee"),
        partial(act_in_order, action="melee", act=melee_division, begin=tell_lapsed),
    ),
    Step("", _units_without_orders, melee_without_orders),
    Step("", _leaving, cavalry_leaves),
    Step("", flexible_divisions, partial(act_in_order, action="late-move", act=late_moves)),
    Step("", _leaving, cavalry_leaves),  # esa.9.6d3: once more, for melees of late moves
    Step("", raiding_divisions, partial(act_in_order, action="raid", act=raid)),
    Step("rally", lambda s: divisions_with(s, "rally"), partial(act_in_order, action="rally", act=rally_division)),
]

PHASES: dict[str, Play] = {
    "preparation": prepare,
    "deployment": deploy,
    "planning": planning,
    "orders": orders,
    "actions": actions,
    "end": end_of_turn,
}
