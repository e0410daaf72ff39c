"""Chapter 2.0: the stages before the battle, one after the other; those that the scenario leaves open are played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from alfiere.battles.events import PhaseBegan
from alfiere.battles.open_battle import SEATS, other
from alfiere.battles.phases import Play, Step, play_steps
from alfiere.battles.turns import one_after_another
from alfiere.games.fucilieri.before.deployment import deploy, order_of_set_up
from alfiere.games.fucilieri.before.exploration import PLAYED, explore
from alfiere.games.fucilieri.before.first_orders import first_orders
from alfiere.games.fucilieri.before.laying_out import (
    ROLL,
    ask_for_road,
    choose_side,
    is_laid_out,
    lay_out,
    may_move_any,
    move_some,
    who_lays,
)
from alfiere.games.fucilieri.before.order_of_deployment import (
    decide_order,
    has_reinforcements,
    hold_back,
    name_reinforcements,
    roll_reinforcements,
)
from alfiere.games.fucilieri.before.readying import bring_baggage, may_ready, ready
from alfiere.games.fucilieri.before.speech import fall_of_light, speak
from alfiere.games.fucilieri.movement.leaders import bearer_ready, raise_or_not
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.kernel.event import Event
from alfiere.kernel.procedure import Procedure

SEQUENCE: Final = "fucilieri.2.0.1"


def before_the_battle(g: FucilieriGame) -> Procedure[None]:
    """All stages, from wherever the state stands."""
    yield from play_steps(g, STAGES, _begun)


def _begun(name: str) -> Event:
    return PhaseBegan(name, (SEQUENCE,))


def _once(do: Callable[[FucilieriGame], None]) -> Play:
    """A stage in which nobody has to choose."""

    def play(g: FucilieriGame) -> Procedure[None]:
        yield from ()
        do(g)
        g.state.queue = []

    return play


def _each(play: Callable[[FucilieriGame, str], Procedure[None]]) -> Play:
    """A stage for everybody in the queue, a side or a unit."""
    return lambda g: one_after_another(g, lambda id: play(g, id))


def _alone(play: Callable[[FucilieriGame], Procedure[None]]) -> Play:
    """A stage of one question."""

    def stage(g: FucilieriGame) -> Procedure[None]:
        yield from play(g)
        g.state.queue = []

    return stage


def _if(holds: Callable[[State], bool]) -> Callable[[State], list[str]]:
    return lambda s: [ROLL] if holds(s) else []


def _first_first(s: State) -> list[str]:
    return [s.first, other(s.first)]


def _with_standard(s: State) -> list[str]:
    return [seat for seat in _first_first(s) if bearer_ready(s, seat)]


def _layers_first(s: State) -> list[str]:
    return [who_lays(s), other(who_lays(s))] if is_laid_out(s) else []


def _order(g: FucilieriGame) -> None:
    name_reinforcements(g.state)
    decide_order(g)


def _always(s: State) -> bool:
    return True


STAGES: Final[tuple[Step[State], ...]] = (
    Step("exploration", _if(lambda s: s.scenario.form.before.exploration == PLAYED), _once(explore), False),
    Step("terrain", _if(is_laid_out), lay_out, False),
    Step("", _if(lambda s: not all(s.homes[seat] for seat in SEATS)), _alone(choose_side), False),
    Step("", _if(may_move_any), move_some, False),
    Step("", _layers_first, _each(ask_for_road), False),
    Step("deployment", _if(_always), _once(_order)),
    Step("", _first_first, _each(hold_back), False),
    Step("", order_of_set_up, deploy, False),
    Step("", _if(_always), _once(bring_baggage), False),
    Step("", may_ready, _each(ready), False),
    Step("", _if(has_reinforcements), _once(roll_reinforcements), False),
    Step("speeches", _if(_always), _once(fall_of_light)),
    Step("", _with_standard, _each(raise_or_not), False),
    Step("", lambda s: _first_first(s) if s.scenario.form.before.speeches else [], _each(speak), False),
    Step("first-orders", _if(_always), _alone(first_orders)),
)
