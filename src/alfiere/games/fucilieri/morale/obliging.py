"""Chapter 3.7.4-3.7.9: what obliges a command to test in round 7, noted where it happens."""

from __future__ import annotations

from typing import Final

from alfiere.battles.open_battle import TO_COME
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.command import DESTROYED, PRESENT, WITHDRAWN_COMMAND, Command
from alfiere.games.fucilieri.state.unit import REINFORCEMENT, RESERVE, WITHDRAWN, Unit
from alfiere.games.fucilieri.told.morale import CommandDestroyed
from alfiere.kernel.decision import Seat

UNIT_LOST: Final = "unit-lost"  # fucilieri.3.7.4
LEADER_LOST: Final = "leader-lost"  # fucilieri.3.7.5
CONDOTTIERO_LOST: Final = "condottiero-lost"  # fucilieri.3.7.5
COMMAND_LOST: Final = "command-lost"  # fucilieri.3.7.6
HALF_LOST: Final = "half-lost"  # fucilieri.3.7.7
STANDARD_LOST: Final = "standard-lost"  # fucilieri.1.6.13c
STILL_TO_ENTER: Final = (TO_COME, RESERVE, REINFORCEMENT)


def oblige(s: State, command: Command, reason: str) -> None:
    """The command must test for this reason, at its place in round 7 if that is still to come, or else a turn later."""
    if reason not in command.reasons:
        command.reasons.append(reason)


def oblige_army(s: State, seat: Seat, reason: str, but: str = "") -> None:
    """Every command of an army that can test must do so; that of the condottiero even without a unit (.3.7.8b)."""
    for command in s.commands.values():
        if command.seat == seat and command.id != but and (command.fate == PRESENT or command.is_condottiero):
            oblige(s, command, reason)


def unit_lost(g: FucilieriGame, unit: Unit) -> None:
    """A command has a unit less (fucilieri.3.7.4); with its last it is totally destroyed (.3.7.8, .3.7.8b)."""
    s = g.state
    command = s.commands[unit.command]
    if command.fate != PRESENT:
        return
    oblige(s, command, UNIT_LOST)
    units = [one for one in s.units.values() if one.command == command.id]
    if any(one.is_on or one.where in STILL_TO_ENTER for one in units):
        return
    if any(one.where == WITHDRAWN for one in units):
        command.fate = WITHDRAWN_COMMAND
        return
    command.fate = DESTROYED
    rule = "fucilieri.3.7.8b" if command.is_condottiero else "fucilieri.3.7.8"
    g.tell(CommandDestroyed(command.id, (rule,)))
    oblige_army(s, command.seat, COMMAND_LOST, but=command.id)
