"""Chapter 2.1: the exploration and manoeuvre test, and the roll-offs of a battle in which nobody has won it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from alfiere.battles.open_battle import SEATS, other
from alfiere.games.fucilieri.morale.dice import roll
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.leader import SCOUT
from alfiere.games.fucilieri.state.unit import ARTILLERY, DRAGOONS, LIGHT, SKIRMISHERS, Unit
from alfiere.games.fucilieri.told.before import ExplorationEnded, Explored, RolledOff
from alfiere.kernel.decision import Seat
from alfiere.kernel.event import Tally

NO_WINNER, EXPLORATION, MANOEUVRE = "no-winner", "exploration", "manoeuvre"
PLAYED: Final = "played"
ABILITY: Final = "exploration"
CV: Final = "fucilieri.2.1.11"


class Explorers(NamedTuple):
    """What an army brings to the test: so many dice, and numbers besides."""

    dice: int
    tally: Tally


class Case(NamedTuple):
    """How the test has ended: one of the cases of the tables, and who has won, if anybody has."""

    id: str
    winner: Seat


def explorers(s: State, seat: Seat) -> Explorers:
    """Everybody of the order of battle counts, on the table or kept back (fucilieri.2.1.2-12, .2.1.17)."""
    lines, tally, dice = s.tables.modifiers.exploration, Tally("exploration"), 0
    units = [one for one in s.units.values() if one.seat == seat]
    leaders = [one for one in s.leaders.values() if one.seat == seat]
    counted = [
        ("command", len([one for one in s.commands.values() if one.seat == seat])),  # with or without units, .2.1.3
        ("scout", len([one for one in leaders if one.role == SCOUT])),
        ("exploration", len([one for one in units if ABILITY in one.profile.abilities])),  # besides its arm, .2.1.10
        *((line, len([one for one in units if _line(one) == line])) for line in BY_ARM),
        ("always", 1),
    ]
    for name, times in counted:
        if times:
            dice += times * lines[name].dice
            lines.count(name, tally, times)
    tally.add(sum(one.cv for one in leaders), "cv", CV)
    return Explorers(dice, tally)


BY_ARM: Final = ("light-cavalry-or-dragoons", "other-cavalry", "skirmishers", "artillery")


def _line(unit: Unit) -> str:
    """What a unit counts as by its arm (fucilieri.2.1.6-9); dragoons begin mounted (.2.3.10)."""
    arm = unit.profile.arm
    if arm in (LIGHT, DRAGOONS):
        return "light-cavalry-or-dragoons"
    if unit.arm.is_cavalry:
        return "other-cavalry"
    return arm if arm in (SKIRMISHERS, ARTILLERY) else ""


def explore(g: FucilieriGame) -> None:
    """Both armies make their totals, which are compared (fucilieri.2.1.1, .2.1.13)."""
    s = g.state
    for seat in SEATS:
        dice, tally = explorers(s, seat)
        rolled = tuple(roll(g, seat) for _ in range(dice))
        s.explored[seat] = max(s.tables.exploration.least, sum(rolled) + tally.total)  # fucilieri.2.1.17
        g.tell(Explored(seat, rolled, tally, s.explored[seat], ("fucilieri.2.1.1", "fucilieri.2.1.13")))
    found = case_of(s)
    rule = {NO_WINNER: "fucilieri.2.1.16", EXPLORATION: "fucilieri.2.1.14", MANOEUVRE: "fucilieri.2.1.15"}[found.id]
    g.tell(ExplorationEnded(found.id, found.winner, (rule,)))


def case_of(s: State) -> Case:
    """How the test has ended, or how the scenario says that it has (fucilieri.2.1.14-16, .2.2.8)."""
    said = s.scenario.form.before
    if said.exploration != PLAYED:
        return Case(said.exploration, s.scenario.seat_of[said.winner] if said.winner else "")
    return outcome(s, s.explored)


def outcome(s: State, totals: Mapping[Seat, int]) -> Case:
    """Two totals compared (fucilieri.2.1.14-16)."""
    red, blue = (totals[seat] for seat in SEATS)
    if red == blue:
        return Case(NO_WINNER, "")
    winner = SEATS[0] if red > blue else SEATS[1]
    is_double = totals[winner] >= s.tables.exploration.manoeuvre * totals[other(winner)]
    return Case(MANOEUVRE if is_double else EXPLORATION, winner)  # the one replaces the other, fucilieri.2.1.15b


def roll_off(g: FucilieriGame, what: Literal["terrain", "deployment"], rule: str) -> Seat:
    """A die and the CV of his condottiero for each; who has more, "" if they are equal."""
    dice = tuple(roll(g, seat) for seat in SEATS)
    red, blue = (die + g.state.condottiero(seat).cv for seat, die in zip(SEATS, dice, strict=True))
    winner = "" if red == blue else SEATS[0] if red > blue else SEATS[1]
    g.tell(RolledOff(what, dice, red, blue, winner, (rule,)))
    return winner
