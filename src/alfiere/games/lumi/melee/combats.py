"""Chapter 6.1: who is in melee with whom, combats of one against one or several, and who is the main unit."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from alfiere.battles.contact import tangles
from alfiere.battles.marks import TURN
from alfiere.battles.open_battle import other
from alfiere.games.lumi.charge.attacks import are_in_contact, foes_of
from alfiere.games.lumi.command.active import is_active
from alfiere.games.lumi.state.base import ARTILLERY, OF_BASE, OPEN, ROUT
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.unit import Unit, formed, kind, together
from alfiere.games.lumi.told.melee import MainNamed
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.procedure import Procedure

MAIN: Final = "main-unit"
JOIN: Final = "join"


MELEES = OF_BASE.bare("melee", TURN)  # one for each it has fought in the turn, lumi.7.2.1f
FIRST_IN = OF_BASE.about("fought in", str, TURN)  # the impulse in which it first fought, lumi.7.2.1g


class Combat(NamedTuple):
    """One combat: a unit on one side, one or more on the other (lumi.6.1.2)."""

    red: tuple[Unit, ...]
    blue: tuple[Unit, ...]

    def of(self, seat: Seat) -> tuple[Unit, ...]:
        """The units of a side."""
        return self.red if seat == "red" else self.blue

    def against(self, seat: Seat) -> tuple[Unit, ...]:
        """Those of the other."""
        return self.of(other(seat))

    @property
    def all(self) -> tuple[Unit, ...]:
        """Everybody in it."""
        return (*self.red, *self.blue)

    @property
    def key(self) -> str:
        """It as a line of text, as it stands in a queue."""
        return "/".join(";".join("+".join(unit.ids) for unit in side) for side in (self.red, self.blue))


def read_combat(s: State, key: str) -> Combat | None:
    """What is left of a combat that was written down: those still in contact; None if it is over."""
    red, blue = ([_left(s, ids.split("+")) for ids in side.split(";")] for side in key.split("/"))
    found = Combat(tuple(filter(None, red)), tuple(filter(None, blue)))
    reds = tuple(one for one in found.red if any(are_in_contact(s, one, foe) for foe in found.blue))
    blues = tuple(one for one in found.blue if any(are_in_contact(s, one, foe) for foe in reds))
    return Combat(reds, blues) if reds and blues else None


def _left(s: State, ids: list[str]) -> Unit | None:
    bases = [s.bases[id] for id in ids if s.bases[id].is_on and s.bases[id].state != ROUT]
    return together(bases) if bases else None


# Who fights whom


def fights(s: State) -> list[list[Unit]]:
    """All that hang together by contact and are fought in this impulse (lumi.6.1.1).

    In the first impulse all of them, in the others those in which somebody is active.
    """
    found = tangles(formed(s), lambda unit: foes_of(s, unit))
    return [knot for knot in found if s.impulse == 1 or any(is_active(s, unit) for unit in knot)]


def combats(s: State) -> list[Combat]:
    """The combats in which nothing is to be chosen: one unit at least on one side of it."""
    found = (_split(knot) for knot in fights(s))
    return [_without_guns(s, combat) for combat in found if min(len(combat.red), len(combat.blue)) == 1]


def _split(units: Collection[Unit]) -> Combat:
    return Combat(*(tuple(one for one in units if one.seat == seat) for seat in ("red", "blue")))


def _without_guns(s: State, combat: Combat) -> Combat:
    """Batteries do not fight: they count only where they are alone (lumi.6.2.9)."""
    sides = []
    for units in (combat.red, combat.blue):
        others = tuple(one for one in units if kind(s, one) != ARTILLERY)
        sides.append(others or units)
    return Combat(*sides)


# Pairing off (lumi.6.1.2)


def pair(g: LumiGame, tangle: list[Unit]) -> Procedure[list[Combat]]:
    """A tangle as combats: units that touch a single enemy fight it, the others where their player says.

    He who has more units in it decides, of equals he who has the initiative.
    """
    s, whole = g.state, _split(tangle)
    if min(len(whole.red), len(whole.blue)) == 1:
        return [_without_guns(s, whole)]
    seat = s.initiative
    if len(whole.red) != len(whole.blue):
        seat = "red" if len(whole.red) > len(whole.blue) else "blue"
    touches = {unit: [foe for foe in foes_of(s, unit) if foe in tangle] for unit in tangle}
    order = (*whole.of(seat), *whole.against(seat))
    found: list[Combat] = []
    for unit in (one for one in order if len(touches[one]) == 1):
        _enter(found, unit, touches[unit][0])
    for unit in (one for one in order if not _is_in(found, one)):
        open_to = [foe for foe in touches[unit] if _may_enter(found, unit, foe)]
        if len(open_to) > 1:
            options = [Option(JOIN, {"unit": unit.id, "target": foe.id}, ("lumi.6.1.2",)) for foe in open_to]
            chosen = yield Decision(seat, "pair-off", options, {"units": unit.ids}, ("lumi.6.1.2",))
            open_to = [open_to[options.index(chosen)]]
        if open_to:
            _enter(found, unit, open_to[0])
    return [_without_guns(s, _split([one for one in tangle if one in combat.all])) for combat in found]


def _is_in(found: list[Combat], unit: Unit) -> bool:
    return any(unit in combat.all for combat in found)


def _with(found: list[Combat], unit: Unit, foe: Unit) -> Combat:
    """The combat of a unit with an enemy, or the one the enemy is in with the unit besides."""
    there = next((combat for combat in found if foe in combat.all), Combat((), ()))
    return _split(dict.fromkeys((*there.all, unit, foe)))


def _may_enter(found: list[Combat], unit: Unit, foe: Unit) -> bool:
    together_with = _with(found, unit, foe)
    return not _is_in(found, unit) and min(len(together_with.red), len(together_with.blue)) == 1


def _enter(found: list[Combat], unit: Unit, foe: Unit) -> None:
    new = _with(found, unit, foe)
    found[:] = [combat for combat in found if foe not in combat.all] + [new]


# The main unit (lumi.6.1.4)


def main_unit(g: LumiGame, side: tuple[Unit, ...]) -> Procedure[Unit]:
    """The unit whose values are used and that takes losses and tests; in open order only where nobody is formed."""
    if len(side) == 1:
        return side[0]
    main = yield from _named(side)
    others = tuple(id for one in side if one is not main for id in one.ids)
    g.tell(MainNamed(main.ids, others, ("lumi.6.1.4",)))
    return main


def _named(side: tuple[Unit, ...]) -> Procedure[Unit]:
    fitting = [one for one in side if one.formation != OPEN] or list(side)
    if len(fitting) == 1:
        return fitting[0]
    options = [Option(MAIN, {"unit": one.id}, ("lumi.6.1.4",)) for one in fitting]
    chosen = yield Decision(fitting[0].seat, MAIN, options, {}, ("lumi.6.1.4",))
    return fitting[options.index(chosen)]
