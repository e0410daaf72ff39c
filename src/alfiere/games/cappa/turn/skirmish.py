"""Chapter 2.1, the skirmish: phases in the rulebook's order, each from wherever the state stands."""

from __future__ import annotations

from alfiere.battles.marks import TURN
from alfiere.battles.phases import Play, play_phases
from alfiere.games.cappa.combat.crews import forget_fire
from alfiere.games.cappa.feats import works
from alfiere.games.cappa.feats.confessing import hear_confessions
from alfiere.games.cappa.ground.weather import look_at_sky
from alfiere.games.cappa.morale import morale
from alfiere.games.cappa.people.enmity import declarations, who_declares
from alfiere.games.cappa.people.strangers import end_ambushes
from alfiere.games.cappa.state.state import OF_FIGURE, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.events import PhaseBegan, TurnBegan
from alfiere.games.cappa.turn.actions import impulses, last_phase
from alfiere.games.cappa.turn.activation import activation
from alfiere.games.cappa.turn.arrival import arrive, begin_turn, deployment, due, set_up
from alfiere.games.cappa.turn.orders import orders
from alfiere.games.cappa.victory.aim import aims
from alfiere.games.cappa.victory.firmness import judge, last_turn_over
from alfiere.games.cappa.weaponry.fires import flare_up
from alfiere.kernel.procedure import Procedure

ARRIVING, DECLARING = -1, -2  # the steps before the first


def skirmish(g: SkirmishGame) -> Procedure[None]:
    """The whole skirmish, from the set-up to the last turn (cappa.2.1a)."""
    yield from play_phases(g, PHASES)


def first_phase(g: SkirmishGame) -> Procedure[None]:
    """A turn begins: the last one is over (cappa.2.1.4j), who is due arrives before dice are rolled (cappa.2.1.h1)."""
    if g.state.step == 0:
        clean_up(g.state)
        g.tell(TurnBegan(g.state.turn))
        look_at_sky(g)
        for aim in aims(g.state):
            aim.turn_began(g)
        g.state.queue, g.state.step = due(g.state), ARRIVING
    if g.state.step == ARRIVING:
        yield from arrive(g)
        g.state.queue, g.state.step = who_declares(g.state) if g.state.peace else [], DECLARING
    if g.state.step == DECLARING:
        yield from declarations(g)
        g.state.step = 0
    yield from activation(g)


def clean_up(s: SkirmishState) -> None:
    """Dice, PA and what was done this turn are forgotten; what was used once a turn is free again."""
    for one in s.figures.values():
        one.die, one.pa, one.is_activated, one.has_acted = 0, 0, False, False
        one.moved, one.moved_now, one.has_aimed, one.charged = 0, 0, False, ""
        one.charged_this_turn, one.fled_from, one.has_run, one.gave = False, "", False, 0
    OF_FIGURE.end_of_all(s.figures.values(), TURN)
    for squad in s.squads.values():
        squad.die, squad.pa, squad.is_activated, squad.has_acted = 0, 0, False, False
    for side in s.sides.values():
        side.dice, side.owners = [], []
    forget_fire(s)


def end_of_turn(g: SkirmishGame) -> Procedure[None]:
    """Recoveries, objectives, the last turn (cappa.2.1.h3)."""
    g.tell(PhaseBegan("end"))
    end_ambushes(g)
    morale.end_of_turn(g)
    works.end_of_turn(g)
    yield from flare_up(g)
    hear_confessions(g)
    for aim in aims(g.state):
        aim.turn_over(g)
    if not judge(g):
        for aim in aims(g.state):
            aim.acted(g)
    if not last_turn_over(g):
        begin_turn(g.state)


PHASES: dict[str, Play] = {
    "set-up": set_up,
    "activation": first_phase,
    "orders": orders,
    "deployment": deployment,
    "actions": impulses,
    "last": last_phase,
    "end": end_of_turn,
}
