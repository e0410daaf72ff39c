"""The battle: what comes before it, then turns of seven rounds (2.0.1, 3.0)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from alfiere.battles.armies.choosing import choose_armies
from alfiere.battles.events import PhaseBegan, TurnBegan
from alfiere.battles.marks import TURN
from alfiere.battles.phases import play_phases
from alfiere.games.fucilieri.before.first_orders import reveal_orders
from alfiere.games.fucilieri.before.stages import before_the_battle
from alfiere.games.fucilieri.charge.charge_round import charge_round
from alfiere.games.fucilieri.combat.combat_round import combat_round
from alfiere.games.fucilieri.fire.fire_round import fire_round
from alfiere.games.fucilieri.influence.command_test import command_tests
from alfiere.games.fucilieri.influence.influence import influence_round
from alfiere.games.fucilieri.morale.conditions import calm_down
from alfiere.games.fucilieri.movement.arrivals import arrivals
from alfiere.games.fucilieri.movement.forced import MOVES
from alfiere.games.fucilieri.movement.leaders import exposed, leaders_move, raise_standard
from alfiere.games.fucilieri.movement.movement_round import movement_round
from alfiere.games.fucilieri.orders.bound import note_near
from alfiere.games.fucilieri.orders.orders_round import orders_round
from alfiere.games.fucilieri.state.battle import OF_BATTLE, FucilieriGame, State
from alfiere.games.fucilieri.state.command import OF_COMMAND
from alfiere.games.fucilieri.state.leader import OF_LEADER
from alfiere.games.fucilieri.state.muster import BEFORE, muster
from alfiere.games.fucilieri.state.unit import OF_UNIT
from alfiere.games.fucilieri.victory.collapse import count_points, hold_places, settle_collapse, shut_sluices
from alfiere.games.fucilieri.victory.convoy import convoy_moves, convoy_taken, set_out
from alfiere.kernel.procedure import Procedure

ORDERS, MOVEMENT, CHARGES, FIRE = "orders", "movement", "charges", "fire"
COMBAT, INFLUENCE, COMMAND = "combat", "influence", "command"
SEQUENCE: Final = "fucilieri.3.0.2"
EXPOSED: Final = (MOVEMENT, CHARGES, COMBAT)  # after these leaders alone may be taken, fucilieri.1.6.14

Play = Callable[[FucilieriGame], Procedure[None]]


def battle(g: FucilieriGame) -> Procedure[None]:
    """The whole battle, from wherever the state stands."""
    yield from play_phases(g, PHASES)


def _enter(g: FucilieriGame, phase: str) -> None:
    s = g.state
    s.phase, s.step, s.queue = phase, 0, []
    g.tell(PhaseBegan(phase, (SEQUENCE,)))


def _then(play: Play, following: str) -> Play:
    """A round, and the one after it (fucilieri.3.0.2)."""

    def phase(g: FucilieriGame) -> Procedure[None]:
        yield from play(g)
        if g.state.phase in EXPOSED:
            exposed(g)
        if g.state.phase == MOVEMENT:
            convoy_moves(g)
        if g.state.phase == COMBAT:
            convoy_taken(g)
        note_near(g.state)
        hold_places(g)
        _enter(g, following)

    return phase


def _before(g: FucilieriGame) -> Procedure[None]:
    yield from choose_armies(g, ("fucilieri.1.1.3", "fucilieri.1.7.8"), muster)
    yield from before_the_battle(g)
    set_out(g.state)
    begin_turn(g, 1)


def begin_turn(g: FucilieriGame, turn: int) -> None:
    """A turn opens with round 1."""
    g.state.turn = turn
    g.tell(TurnBegan(turn, ("fucilieri.3.0.1",)))
    for aim in g.state.scenario.form.objective:
        aim.turn_began(g)
    _enter(g, ORDERS)


def _orders(g: FucilieriGame) -> Procedure[None]:
    yield from orders_round(g, raise_standard)


def _movement(g: FucilieriGame) -> Procedure[None]:
    reveal_orders(g)
    yield from movement_round(g, arrivals, leaders_move)


def _fire(g: FucilieriGame) -> Procedure[None]:
    yield from fire_round(g, MOVES)


def _command(g: FucilieriGame) -> Procedure[None]:
    """The last round; then what holds a turn is over, victory is checked, and the next begins (fucilieri.3.0.3)."""
    yield from command_tests(g)
    hold_places(g)
    shut_sluices(g)
    end_turn(g)


def end_turn(g: FucilieriGame) -> None:
    """Counters go, objectives and collapse are looked at, after the last turn points (fucilieri.3.0.3, .6.2, .6.6)."""
    s = g.state
    calm_down(g)
    end_marks(s)
    is_last = s.turn >= s.scenario.turns
    for aim in s.scenario.form.objective:
        if not s.winner:
            aim.turn_over(g)
    if not s.winner:
        settle_collapse(g)
    if is_last and not s.winner:
        count_points(g)
    if not s.winner:
        begin_turn(g, s.turn + 1)


def end_marks(s: State) -> None:
    """What holds for a turn is over, of everybody."""
    for unit in s.units.values():
        OF_UNIT.end(unit, TURN)
    for leader in s.leaders.values():
        OF_LEADER.end(leader, TURN)
    for command in s.commands.values():
        OF_COMMAND.end(command, TURN)
    OF_BATTLE.end(s, TURN)


PHASES: Final = {
    BEFORE: _before,
    ORDERS: _then(_orders, MOVEMENT),
    MOVEMENT: _then(_movement, CHARGES),
    CHARGES: _then(charge_round, FIRE),
    FIRE: _then(_fire, COMBAT),
    COMBAT: _then(combat_round, INFLUENCE),
    INFLUENCE: _then(influence_round, COMMAND),
    COMMAND: _command,
}
