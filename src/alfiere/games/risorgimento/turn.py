"""The turn: set-up, then nine phases in their order until somebody has won (risorgimento.seq.1, .seq.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from alfiere.battles.events import PhaseBegan
from alfiere.battles.phases import play_phases
from alfiere.games.risorgimento.charge.charge import Charges, faces_charge
from alfiere.games.risorgimento.charge.notes import note_charges
from alfiere.games.risorgimento.charge.onlookers import Onlookers
from alfiere.games.risorgimento.command.chain import command_phase
from alfiere.games.risorgimento.command.initiative import roll_initiative
from alfiere.games.risorgimento.command.recovery import recovery_phase
from alfiere.games.risorgimento.command.written import has_campaign_orders, is_played, write_orders
from alfiere.games.risorgimento.fire.phases import artillery_phase, fire_phase
from alfiere.games.risorgimento.melee.after_charges import fight_charges
from alfiere.games.risorgimento.melee.contact import close
from alfiere.games.risorgimento.melee.phase import melee_phase
from alfiere.games.risorgimento.morale.rout import rally_phase
from alfiere.games.risorgimento.movement.forced import retire
from alfiere.games.risorgimento.movement.making import Hooks, Moment
from alfiere.games.risorgimento.movement.phase import movement_phase
from alfiere.games.risorgimento.set_up.deployment import set_up_phase
from alfiere.games.risorgimento.state.battle import BattleGame
from alfiere.games.risorgimento.state.muster import SET_UP
from alfiere.games.risorgimento.state.unit import Unit
from alfiere.games.risorgimento.victory.administration import administration_phase
from alfiere.kernel.procedure import MARK, Procedure

NOTES, INITIATIVE = 0, 1  # steps of phase C
CHARGE, MOVE = 0, 1  # steps of phase E


def battle(g: BattleGame) -> Procedure[None]:
    """The whole battle, from wherever the state stands."""
    yield from play_phases(g, PHASES)


def _enter(g: BattleGame, phase: str) -> None:
    s = g.state
    s.phase, s.step, s.queue = phase, 0, []
    g.tell(PhaseBegan(phase, ("risorgimento.seq.1",)))


def _then(play: Callable[[BattleGame], Procedure[None]], following: str) -> Callable[[BattleGame], Procedure[None]]:
    """A phase, and the one after it."""

    def phase(g: BattleGame) -> Procedure[None]:
        yield from play(g)
        if not g.state.winner:
            _enter(g, following)

    return phase


def _set_up(g: BattleGame) -> Procedure[None]:
    yield from set_up_phase(g)
    if is_played(g.state):
        yield from write_orders(g)


def _command(g: BattleGame) -> Procedure[None]:
    yield from command_phase(g, has_campaign_orders)


def _recover(g: BattleGame) -> Procedure[None]:
    recovery_phase(g)
    yield from ()


def _notes_and_initiative(g: BattleGame) -> Procedure[None]:
    """Phase C: charges are noted before the dice for the initiative are rolled."""
    if g.state.step == NOTES:
        yield from note_charges(g)
        g.state.step = INITIATIVE
        yield MARK
    roll_initiative(g)


def _guns(g: BattleGame) -> Procedure[None]:
    yield from artillery_phase(g, retire)


def _move(g: BattleGame) -> Procedure[None]:
    """Phase E: charges with their melees and advances, then formations in turn (risorgimento.e.0.6)."""
    if g.state.step == CHARGE:
        charges = Charges(g, close)
        yield from charges.run()
        yield from fight_charges(g, charges.rides, charges.ran_free)
        g.state.step = MOVE
        yield MARK
    yield from movement_phase(g, watched())


def watched() -> Hooks:
    """Each move is watched by those who may react to it, from its beginning to its end."""
    watching: list[Onlookers] = []

    def reacts(g: BattleGame, mover: Unit, moment: Moment) -> Procedure[None]:
        if moment.is_first or not watching:
            watching[:] = [Onlookers(close, fight_charges)]
        yield from watching[0].reacts(g, mover, moment)

    def finishes(g: BattleGame, mover: Unit) -> Procedure[None]:
        yield from watching[0].finishes(g, mover)

    return Hooks(reacts, close, finishes)


def _fire(g: BattleGame) -> Procedure[None]:
    yield from fire_phase(g, retire)


def _fight(g: BattleGame) -> Procedure[None]:
    yield from melee_phase(g, faces_charge)


def _rally(g: BattleGame) -> Procedure[None]:
    yield from rally_phase(g, retire)


def _administer(g: BattleGame) -> Procedure[None]:
    """Phase I ends the turn, and the next begins with phase A."""
    administration_phase(g)
    yield from ()


PHASES: Final = {
    SET_UP: _set_up,
    "A": _then(_command, "B"),
    "B": _then(_recover, "C"),
    "C": _then(_notes_and_initiative, "D"),
    "D": _then(_guns, "E"),
    "E": _then(_move, "F"),
    "F": _then(_fire, "G"),
    "G": _then(_fight, "H"),
    "H": _then(_rally, "I"),
    "I": _administer,
}
