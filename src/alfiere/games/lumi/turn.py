"""The turn: reinforcements, activation, up to three impulses of manoeuvre, fire and melee, brigades, rally (2.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from alfiere.battles.armies.choosing import choose_armies
from alfiere.battles.events import PhaseBegan, TurnBegan
from alfiere.battles.marks import TURN, Lifetime
from alfiere.battles.open_battle import other
from alfiere.battles.phases import play_phases
from alfiere.battles.weather import CLEAR, FOG
from alfiere.games.lumi.charge.aggressive import charge_unbidden
from alfiere.games.lumi.charge.approach import Approach
from alfiere.games.lumi.charge.charge import Charge
from alfiere.games.lumi.command.activation import activation, deactivate
from alfiere.games.lumi.fire.phase import fire_phase
from alfiere.games.lumi.manoeuvre import manoeuvre_phase
from alfiere.games.lumi.melee.melee import cavalry_falls_back
from alfiere.games.lumi.melee.phase import melee_phase
from alfiere.games.lumi.morale.dice import roll
from alfiere.games.lumi.morale.giving_way import Forced
from alfiere.games.lumi.movement.generals import make_way, ride, successors
from alfiere.games.lumi.movement.moves import UnitDeed
from alfiere.games.lumi.movement.orders import MOVES
from alfiere.games.lumi.movement.rout import FORCED
from alfiere.games.lumi.rally.brigades import brigade_phase
from alfiere.games.lumi.rally.rally import rally_phase
from alfiere.games.lumi.set_up.deployment import set_up_phase
from alfiere.games.lumi.set_up.edges import choose_edge, is_edge_open
from alfiere.games.lumi.set_up.reinforcements import reinforcements
from alfiere.games.lumi.state.base import IMPULSE, OF_BASE, OF_GENERAL
from alfiere.games.lumi.state.battle import OF_BATTLE, LumiGame, State
from alfiere.games.lumi.state.muster import SET_UP, muster
from alfiere.games.lumi.told.command import ImpulseBegan
from alfiere.games.lumi.told.set_up import FogStays, WeatherChanged
from alfiere.games.lumi.victory.cohesion import hold_places, last_turn_over, settle
from alfiere.kernel.decision import Seat
from alfiere.kernel.procedure import MARK, Procedure

REINFORCEMENTS, ACTIVATION, MANOEUVRE, FIRE = "reinforcements", "activation", "manoeuvre", "fire"
MELEE, BRIGADES, RALLY = "melee", "brigades", "rally"
SEQUENCE: Final = "lumi.2.1.2"
DEEDS: Final[Mapping[str, UnitDeed]] = {**MOVES, **{one.verb: one for one in (Charge(), Approach())}}

Play = Callable[[LumiGame], Procedure[None]]


def battle(g: LumiGame) -> Procedure[None]:
    """The whole battle, from wherever the state stands."""
    yield from play_phases(g, PHASES)


def _enter(g: LumiGame, phase: str) -> None:
    s = g.state
    s.phase, s.step, s.queue = phase, 0, []
    g.tell(PhaseBegan(phase, (SEQUENCE,)))


def _then(play: Play, following: str) -> Play:
    """A phase, and the one after it; whoever is beaten is out at its end (lumi.11.7)."""

    def phase(g: LumiGame) -> Procedure[None]:
        yield from play(g)
        _note(g)
        if not g.state.winner:
            _enter(g, following)

    return phase


def _note(g: LumiGame) -> None:
    """Generals whom somebody has come upon, who holds what now, and who is beaten."""
    if not g.state.winner:
        make_way(g)
        hold_places(g)
        settle(g)


# A turn and its impulses


def _set_up(g: LumiGame) -> Procedure[None]:
    yield from choose_armies(g, ("lumi.12.2a", "lumi.12.2b"), muster)
    if is_edge_open(g.state):
        yield MARK
        yield from choose_edge(g)
    yield from set_up_phase(g)
    begin_turn(g, 1)


def begin_turn(g: LumiGame, turn: int) -> None:
    """A turn opens with Reinforcements (lumi.2.1.5); fog may lift before."""
    s = g.state
    s.turn, s.impulse = turn, 0
    g.tell(TurnBegan(turn, ("lumi.2.1.1",)))
    watch_fog(g)
    for aim in s.scenario.form.objective:
        aim.turn_began(g)
    _enter(g, REINFORCEMENTS)


def watch_fog(g: LumiGame) -> None:
    """In fog a die is rolled at the start of each turn, as long as the scenario lets it last (lumi.10.7)."""
    s, form = g.state, g.state.scenario.form.weather
    if s.weather != FOG or s.turn < form.rolls_from:
        return
    die = 0
    if form.lifts_by and s.turn >= form.lifts_by:
        s.weather = CLEAR
    else:
        die = roll(g, s.initiative)
        s.weather = s.tables.fog.after(die)
    if s.weather != FOG:
        g.tell(WeatherChanged(s.weather, die, ("lumi.10.7",)))
    else:
        g.tell(FogStays(die, ("lumi.10.7",)))


def _reinforce(g: LumiGame) -> Procedure[None]:
    """Fallen generals are replaced, and troops come on (lumi.8.7, .2.1.5)."""
    yield from successors(g)
    yield from reinforcements(g)


def _activate(g: LumiGame) -> Procedure[None]:
    """Once a turn, before the first impulse (lumi.2.1.6)."""
    yield from activation(g)
    begin_impulse(g, 1)


def begin_impulse(g: LumiGame, impulse: int) -> None:
    """Manoeuvre, Fire and Melee together (lumi.2.1.3)."""
    g.state.impulse = impulse
    g.tell(ImpulseBegan(impulse, ("lumi.2.1.3",)))


def _manoeuvre(g: LumiGame) -> Procedure[None]:
    yield from manoeuvre_phase(g, DEEDS, ride, charge_unbidden, settle)


def _fire(g: LumiGame) -> Procedure[None]:
    yield from fire_phase(g, settle)


def _melee(g: LumiGame) -> Procedure[None]:
    """After the melees orders of the lowest priority are removed; without any left the turn ends (lumi.2.1.11-18)."""
    yield from melee_phase(g, settle)
    _note(g)
    if g.state.winner:
        return
    goes_on = deactivate(g)
    if not goes_on:
        yield from cavalry_falls_back(g)
    end(g.state, IMPULSE)
    if goes_on:
        begin_impulse(g, g.state.impulse + 1)
        _enter(g, MANOEUVRE)
    else:
        _enter(g, BRIGADES)
        settle(g)


def end(s: State, lifetime: Lifetime) -> None:
    """What holds so long is over, of everybody."""
    for one in s.bases.values():
        OF_BASE.end(one, lifetime)
    for who in s.generals.values():
        OF_GENERAL.end(who, lifetime)
    OF_BATTLE.end(s, lifetime)


# The end of a turn


def _both(each: Callable[[LumiGame, Forced, Seat], Procedure[None]]) -> Play:
    """One side after the other, the player with the initiative first (lumi.7.3.10, .7.5.6)."""

    def phase(g: LumiGame) -> Procedure[None]:
        while g.state.step < 2 and not g.state.winner:
            yield MARK
            s = g.state
            yield from each(g, FORCED, s.initiative if s.step == 0 else other(s.initiative))
            g.state.step += 1
            settle(g)

    return phase


def _rally(g: LumiGame) -> Procedure[None]:
    """Once a turn, the last of its phases (lumi.2.1.4, .2.1.10); objectives count at its end."""
    yield from _both(rally_phase)(g)
    _note(g)
    end_turn(g)


def end_turn(g: LumiGame) -> None:
    """Objectives, the last turn, the next (lumi.11.6-11.8)."""
    s = g.state
    is_last = s.turn >= s.scenario.turns
    for aim in s.scenario.form.objective if not s.winner else ():
        aim.turn_over(g)
        if is_last:
            aim.last_turn_over(g)
    settle(g)
    if is_last and not s.winner:
        last_turn_over(g)
    end(s, TURN)
    s.orders = {}
    if not s.winner:
        begin_turn(g, s.turn + 1)


PHASES: Final = {
    SET_UP: _set_up,
    REINFORCEMENTS: _then(_reinforce, ACTIVATION),
    ACTIVATION: _then(_activate, MANOEUVRE),
    MANOEUVRE: _then(_manoeuvre, FIRE),
    FIRE: _then(_fire, MELEE),
    MELEE: _melee,
    BRIGADES: _then(_both(brigade_phase), RALLY),
    RALLY: _rally,
}
