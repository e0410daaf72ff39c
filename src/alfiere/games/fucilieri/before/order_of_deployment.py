"""Chapters 2.3.1-2.3.8, 2.3.14 and 2.3r: who deploys first, what is kept in reserve, when reinforcements may come."""

from __future__ import annotations

from typing import Final

from alfiere.battles.open_battle import other
from alfiere.games.fucilieri.before.exploration import case_of, roll_off
from alfiere.games.fucilieri.morale.dice import roll
from alfiere.games.fucilieri.sheets.profiles import characters
from alfiere.games.fucilieri.sheets.scenario_forms import OwnReinforcements
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.command import Command
from alfiere.games.fucilieri.state.muster import MUSICIANS
from alfiere.games.fucilieri.state.unit import REINFORCEMENT, RESERVE
from alfiere.games.fucilieri.told.before import DeploysFirst, HeldBack, ReinforcementsRolled
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.procedure import MARK, Procedure

HOLD_BACK, ALL_DEPLOY = "hold-back", "all-deploy"
OFF: Final = (RESERVE, REINFORCEMENT)
RESERVES: Final = "fucilieri.2.3.14"


def decide_order(g: FucilieriGame) -> None:
    """The loser of the test deploys first; without one there is a new roll (fucilieri.2.3.1-7)."""
    s, case = g.state, case_of(g.state)
    if s.scenario.form.first:
        s.first = s.scenario.seat_of[s.scenario.form.first]
        g.tell(DeploysFirst(s.first, "scenario", ("fucilieri.2.3.8",)))
        return
    if case.winner:
        s.first = other(case.winner)
        g.tell(DeploysFirst(s.first, "exploration", ("fucilieri.2.3.4", "fucilieri.2.3.8")))
        return
    while not s.first:
        winner = roll_off(g, "deployment", "fucilieri.2.3.1")
        if winner:
            s.first = other(winner)
            g.tell(DeploysFirst(s.first, "roll", ("fucilieri.2.3.2", "fucilieri.2.3.8")))
        else:
            _more_units(g)


def _more_units(g: FucilieriGame) -> None:
    """Of equal totals the larger army deploys first, all its units counted; if that too is equal, again (.2.3.5-6)."""
    s = g.state
    red, blue = (len([one for one in s.units.values() if one.seat == seat]) for seat in ("red", "blue"))
    if red != blue:
        s.first = "red" if red > blue else "blue"
        g.tell(DeploysFirst(s.first, "units", ("fucilieri.2.3.5", "fucilieri.2.3.8")))


# Who is kept off the table


def keep_off(s: State, command: str, where: str) -> None:
    """A command with all its units, leaders and characters is off the table."""
    for unit in s.units.values():
        if unit.command == command:
            unit.where = where
    for leader in s.leaders.values():
        if leader.command == command:
            leader.where = where


def state_of(s: State, command: str) -> str:
    """Where a whole command is kept, or "" (its leader tells)."""
    where = s.leaders[s.commands[command].leader].where
    return where if where in OFF else ""


def name_reinforcements(s: State) -> None:
    """Commands to which the scenario gives an entry are reinforcements (fucilieri.2.3r.5)."""
    for command in s.scenario.arrivals:
        keep_off(s, command, REINFORCEMENT)


def cost(s: State, command: Command) -> int:
    """What a command has cost, with its leader and characters."""
    units = sum(one.profile.points for one in s.units.values() if one.command == command.id)
    leaders = sum(one.points for one in s.leaders.values() if one.command == command.id)
    return units + leaders + (characters()[MUSICIANS].points if command.has_musicians else 0)


def _has_room_off(s: State, seat: Seat) -> bool:
    """Reserves and reinforcements together are at most half of the commands, the fraction dropped (.2.3.14)."""
    own = s.commands_of(seat)
    part, of = s.tables.numbers.reserve_share
    return len([one for one in own if state_of(s, one.id)]) < len(own) * part // of


def may_be_reserve(s: State, command: Command) -> bool:
    """Any but the condottiero's, and not one to which the scenario gives a place of its own (.2.3.14, .2.3.14b)."""
    may = s.scenario.may_be_held_back(command.id) and not state_of(s, command.id)
    return may and _has_room_off(s, command.seat)


def may_be_reinforcement(s: State, command: Command) -> bool:
    """Where players name their own: so many commands, at most a quarter of what the army costs (.2.3r.5)."""
    specials = list(s.scenario.special(OwnReinforcements))
    if not specials or not may_be_reserve(s, command):
        return False
    own = s.commands_of(command.seat)
    named = [one for one in own if state_of(s, one.id) == REINFORCEMENT]
    part, of = s.tables.numbers.reinforcement_share
    spent = sum(cost(s, one) for one in (*named, command))
    return len(named) < specials[0].commands and spent * of <= sum(cost(s, one) for one in own) * part


def hold_back(g: FucilieriGame, seat: Seat) -> Procedure[None]:
    """A side says openly which commands it keeps off the table (fucilieri.2.3.14b)."""
    while options := _choices(g.state, seat):
        yield MARK
        done = Option(ALL_DEPLOY, {}, (RESERVES,))
        chosen = yield Decision(seat, HOLD_BACK, [done, *options], {}, (RESERVES, "fucilieri.2.3.14b"))
        if chosen.key == ALL_DEPLOY:
            return
        keep_off(g.state, chosen["command"], chosen["how"])
        g.tell(HeldBack(seat, chosen["command"], chosen["how"], chosen.rules))


def _choices(s: State, seat: Seat) -> list[Option]:
    own = s.commands_of(seat)
    found = [(one, RESERVE, RESERVES) for one in own if may_be_reserve(s, one)]
    found += [(one, REINFORCEMENT, "fucilieri.2.3r.5") for one in own if may_be_reinforcement(s, one)]
    return [Option(HOLD_BACK, {"command": one.id, "how": how}, (rule,)) for one, how, rule in found]


def has_reinforcements(s: State) -> bool:
    """Whether anybody has (fucilieri.2.3r.7)."""
    return any(unit.where == REINFORCEMENT for unit in s.units.values())


def roll_reinforcements(g: FucilieriGame) -> None:
    """Who deployed first rolls once for both armies (fucilieri.2.3r.1-3, .2.3r.7)."""
    s = g.state
    die = roll(g, s.first)
    s.reinforcements = die + s.tables.reinforcements.add
    rules = ("fucilieri.2.3r.1", "fucilieri.2.3r.3", "fucilieri.2.3r.7")
    g.tell(ReinforcementsRolled(s.first, die, s.reinforcements, rules))
