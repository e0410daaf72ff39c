"""Chapter 3.1, order of play: priority 3, 2, 1, at equal priority the side with the initiative first."""

from __future__ import annotations

from collections.abc import Callable

from alfiere.games.esa.cards import Action, cards
from alfiere.games.esa.command import commanded_hexes, grants, is_in_reach, is_left_out, is_reached
from alfiere.games.esa.events import DivisionActs
from alfiere.games.esa.state import ACTED, BARRAGED, SEATS, BattleState, Division, EsaGame, Unit, other
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.procedure import MARK, Procedure

Act = Callable[[EsaGame, Division], Procedure[None]]


def by_initiative(s: BattleState) -> tuple[Seat, Seat]:
    """Both seats, the one with the initiative first."""
    first = s.initiative or SEATS[0]
    return first, other(first)


def divisions_with(s: BattleState, action: Action) -> list[str]:
    """The divisions that have an order for an action."""
    return [division.id for division in s.divisions.values() if grants(s, division, action)]


def choose_division(g: EsaGame) -> Procedure[Division]:
    """The next division to act; its owner chooses between equals (esa.3.1a-esa.3.1c)."""
    s = g.state
    if len(s.queue) == 1:
        return s.divisions[s.queue[0]]
    book = cards()
    waiting = [s.divisions[name] for name in s.queue]
    priorities = [book[division.card].priority for division in waiting]
    highest = max(priorities)
    level = [division for division, priority in zip(waiting, priorities, strict=True) if priority == highest]
    for seat in by_initiative(s):
        mine = [division for division in level if division.seat == seat]
        if len(mine) == 1:
            return mine[0]
        if mine:
            options = [Option("division", {"division": one.id}, ("esa.3.1c",)) for one in mine]
            chosen = yield Decision(seat, "division", options, {"phase": s.phase}, ("esa.3.1c",))
            return s.divisions[chosen["division"]]
    raise AssertionError("a queue of divisions is never empty here")


def activated(s: BattleState, division: Division) -> list[Unit]:
    """Units of a division that are in command as it begins an action (esa.3.3a, esa.3.3b, esa.10.2.1a)."""
    general = s.leaders[division.general]
    reach = commanded_hexes(s, general)
    own = [unit for unit in map(s.units.__getitem__, division.units) if unit.hex and not unit.under]
    if general.began_with:
        own = [unit for unit in own if not is_left_out(general, unit)]
    return [unit for unit in own if unit.hex in reach or is_reached(s, reach, unit)] + borrowed_guns(s, division)


def borrowed_guns(s: BattleState, division: Division) -> list[Unit]:
    """Batteries out of their own general's reach that this general has within his (esa.9.2b, esa.9.2b2)."""
    general = s.leaders[division.general]
    found: list[Unit] = []
    if general.began_with:
        return found
    guns = [unit for unit in s.units.values() if unit.profile.is_artillery and unit.seat == division.seat and unit.hex]
    if not guns or any(s.scenario.special("own guns", s.options)):
        return found  # esa.9.2b: the scenario says otherwise
    for unit in guns:
        if (
            (not unit.did & ACTED or unit.did & BARRAGED)  # esa.9.2c, esa.card.9c
            and unit.under in ("", division.id)
            and is_in_reach(s, general, unit)
            and (unit.under or not is_in_reach(s, s.leaders[s.divisions[unit.division].general], unit))
        ):
            found.append(unit)
    return found


def _nothing(g: EsaGame, division: Division) -> None:
    pass


def act_in_order(
    g: EsaGame, action: str, act: Act, begin: Callable[[EsaGame, Division], None] = _nothing
) -> Procedure[None]:
    """Every division in the queue completes an action before the next begins it (esa.3.2b).

    ``begin`` is called once a division, when it is known who is in command.
    """
    while True:
        yield MARK
        s = g.state
        if not s.acting:
            if not s.queue:
                return
            division = yield from choose_division(g)
            s.queue.remove(division.id)
            s.acting = division.id
            s.active = [unit.id for unit in activated(s, division)]
            g.tell(DivisionActs(division.id, action))
            begin(g, division)
        yield from act(g, g.state.divisions[g.state.acting])
        g.state.acting = ""
        g.state.active = []
