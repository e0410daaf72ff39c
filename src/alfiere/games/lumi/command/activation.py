"""Chapter 2.3.1-2.3.3, 9.1 and 2.1.11-2.1.17: activation dice, initiative, orders placed and removed."""

from __future__ import annotations

from typing import Final

from alfiere.battles.open_battle import SEATS, other
from alfiere.games.lumi.command.active import WITH_CIC
from alfiere.games.lumi.morale.dice import D6, roll
from alfiere.games.lumi.sheets.scenario_forms import GivenOrder, LeastPriority, NoOrder
from alfiere.games.lumi.state.base import ROUT
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.unit import bases_of, unit_of
from alfiere.games.lumi.told.command import ActivationRolled, Deactivated, InitiativeTaken, OrderPlaced
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.procedure import Procedure, Together

ORDER: Final = "order"
NO_ORDER: Final = "no-order"
SIX: Final = D6[-1]


def activation(g: LumiGame) -> Procedure[None]:
    """The whole phase: dice, initiative, orders. Who has not the initiative places first (lumi.2.3.3a)."""
    s = g.state
    for seat in SEATS:
        _note_chief(s, seat)
    rolled = {seat: roll_dice(g, seat) for seat in SEATS}
    take_initiative(g, rolled)
    for rule in s.scenario.special(GivenOrder):
        if rule.turn == s.turn:
            s.orders |= dict.fromkeys(rule.under, rule.priority)
    valid = {seat: _valid(s, dice) for seat, dice in rolled.items()}
    placed: dict[Seat, dict[str, int]] = {seat: {} for seat in SEATS}
    if s.options.get("secret") == "yes":  # both at once, turned up together, lumi.9.1.1, .9.1.2
        yield Together({seat: _place(g, seat, valid[seat], placed[seat]) for seat in SEATS})
        for seat in SEATS:
            _hold(g, seat, placed[seat])
        return
    for seat in (other(s.initiative), s.initiative):
        yield from _place(g, seat, valid[seat], placed[seat])
        _hold(g, seat, placed[seat])


def dice_of(s: State, seat: Seat) -> int:
    """One die a division with a unit not in rout, and those of the CiC; fewer if he is attached (.2.3.1, .2.3.5a-b)."""
    divisions = {one.division for one in s.side(seat) if one.state != ROUT}
    chief = s.chief(seat)
    if chief is None:
        return len(divisions)
    return max(0, len(divisions) + chief.values.dice - (s.tables.numbers.cic_dice if chief.base else 0))


def roll_dice(g: LumiGame, seat: Seat) -> list[int]:
    """The activation dice of a side."""
    dice = [roll(g, seat) for _ in range(dice_of(g.state, seat))]
    valid = _valid(g.state, dice)
    g.tell(ActivationRolled(seat, tuple(dice), tuple(valid), ("lumi.2.3.1", "lumi.2.3.2a")))
    return dice


def _valid(s: State, dice: list[int]) -> list[int]:
    """Those that are orders, the highest first (lumi.2.3.2a)."""
    return sorted((die for die in dice if die >= s.tables.numbers.first_priority), reverse=True)


def take_initiative(g: LumiGame, rolled: dict[Seat, list[int]]) -> None:
    """More sixes have it; on equal ones it stays, in the first turn as the scenario says (lumi.2.3.2b)."""
    s = g.state
    holder, rival = s.initiative, other(s.initiative)
    if rolled[rival].count(SIX) > rolled[holder].count(SIX):
        holder, rival = rival, holder
        s.initiative = holder
    g.tell(InitiativeTaken(holder, (rolled[holder].count(SIX), rolled[rival].count(SIX)), ("lumi.2.3.2b",)))


def _note_chief(s: State, seat: Seat) -> None:
    """The unit the CiC is attached to now will act in any case (lumi.2.3.5c, .2.3.5e)."""
    chief = s.chief(seat)
    if chief is not None and chief.base:
        for one in bases_of(s, unit_of(s, s.bases[chief.base])):
            WITH_CIC.put(one)


def may_receive(s: State, seat: Seat, priority: int) -> list[str]:
    """The divisions that may be given an order of this priority: with a general, without an order (.2.3.3a, .8.7)."""
    barred = {id for rule in s.scenario.special(NoOrder) if s.turn < rule.before_turn for id in rule.under}
    barred |= {id for rule in s.scenario.special(LeastPriority) if priority < rule.priority for id in rule.under}
    own = [id for id, one in s.scenario.divisions.items() if s.scenario.seat_of[one.side] == seat]
    return [id for id in own if id not in barred and id not in s.orders and s.general_of(id) is not None]


def _place(g: LumiGame, seat: Seat, dice: list[int], placed: dict[str, int]) -> Procedure[None]:
    """Each die beside a general, one at most for each; what is not placed is lost (lumi.2.3.3a, .2.3.3b)."""
    for die in dice:
        free = [id for id in may_receive(g.state, seat, die) if id not in placed]
        if not free:
            continue
        options = [Option(ORDER, {"division": id, "priority": die}, ("lumi.2.3.3a",)) for id in free]
        options.append(Option(NO_ORDER, {"priority": die}, ("lumi.2.3.3b",)))
        chosen = yield Decision(seat, "place-order", options, {"priority": die}, ("lumi.2.3.3a",))
        if chosen.key == ORDER:
            placed[chosen["division"]] = die


def _hold(g: LumiGame, seat: Seat, placed: dict[str, int]) -> None:
    for division, die in placed.items():
        g.state.orders[division] = die
        g.tell(OrderPlaced(seat, division, die, ("lumi.2.3.3a",)))


# Impulses


def acting(s: State) -> list[tuple[int, Seat, list[str]]]:
    """Who acts in an impulse: by priority, at equal priority the player with the initiative first (lumi.2.3.4d)."""
    found = []
    for priority in sorted(set(s.orders.values()), reverse=True):
        for seat in (s.initiative, other(s.initiative)):
            own = [id for id, one in s.scenario.divisions.items() if s.scenario.seat_of[one.side] == seat]
            if now := [id for id in own if s.orders.get(id) == priority]:
                found.append((priority, seat, now))
    return found


def deactivate(g: LumiGame) -> bool:
    """The orders of the lowest priority are removed, in both armies; whether another impulse follows (.2.1.11-17)."""
    s = g.state
    if s.orders:
        lowest = min(s.orders.values())
        gone = tuple(id for id, priority in s.orders.items() if priority == lowest)
        s.orders = {id: priority for id, priority in s.orders.items() if priority > lowest}
        g.tell(Deactivated(gone, lowest, ("lumi.2.1.11", "lumi.2.1.13")))
    return bool(s.orders)
