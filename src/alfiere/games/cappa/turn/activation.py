"""Chapter 2.1.1, activation: how many dice a side rolls, which are valid, who has the initiative."""

from __future__ import annotations

from alfiere.battles.turns import one_after_another
from alfiere.games.cappa.people.muster import may_enter_now
from alfiere.games.cappa.people.strangers import is_stranger
from alfiere.games.cappa.scenario.scenario import MASTER
from alfiere.games.cappa.sheets.abilities import TACTICAL
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.dice import d6
from alfiere.games.cappa.state.fortune import change_orders
from alfiere.games.cappa.state.partners import players_of
from alfiere.games.cappa.state.state import OFF, ON, Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.state.unplayed import contenders, unplayed
from alfiere.games.cappa.told.events import DiceRolled, DieGiven, InitiativeTaken, PhaseBegan
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.event import Tally
from alfiere.kernel.procedure import Procedure


def activation(g: SkirmishGame) -> Procedure[None]:
    """Every side rolls; tactical characters roll their own die first (cappa.8.1.2q)."""
    s = g.state
    if s.step == 0:
        g.tell(PhaseBegan("activation"))
        s.queue = [one.id for seat in contenders(s) for one in s.standing(seat) if TACTICAL in one.sheet.abilities]
        s.step = 1
    yield from one_after_another(g, lambda name: _tactical_die(g, g.state.figures[name]))
    s = g.state
    for seat in s.seats:
        if seat not in unplayed(s):
            yield from _roll(g, seat)
    _take_initiative(g)
    s.phase, s.step = "orders", 0


def _tactical_die(g: SkirmishGame, figure: Figure) -> Procedure[None]:
    """His own die, if it is valid; the player may decline it for a normal one (cappa.8.1.2r)."""
    (roll,) = yield from change_orders(g, figure.seat, (d6(g, figure.seat),), figure.id)
    if roll > tables().numbers.valid_die:
        g.tell(DiceRolled(figure.seat, (roll,), (), Tally("dice"), ("cappa.8.1.2q",)))
        return
    g.tell(DiceRolled(figure.seat, (roll,), (roll,), Tally("dice"), ("cappa.8.1.2q",)))
    options = [
        Option("keep-die", {"figure": figure.id, "die": roll}, ("cappa.8.1.2q",)),
        Option("decline-die", {"figure": figure.id}, ("cappa.8.1.2r",)),
    ]
    about = {"figure": figure.id, "die": roll}
    chosen = yield Decision(figure.seat, "tactical-die", options, about, ("cappa.8.1.2r",))
    if chosen.key == "keep-die":
        figure.die, figure.pa, figure.is_activated = roll, roll, True
        g.tell(DieGiven(figure.seat, figure.id, roll, roll, ("cappa.8.1.2q", "cappa.8.1.2.h12")))


def dice_count(s: SkirmishState, seat: Seat, player: int = 0) -> Tally:
    """How many activation dice a side, or one of its players, rolls, counted anew every turn (cappa.2.1.1e)."""
    here = s.standing(seat)
    places = [ON] if here else [OFF]  # cappa.2.1.1.h2: who has only a shaken squad there does not count others
    if here and all(is_stranger(s, one) for one in here):
        places = [ON, OFF]  # the dice of strangers come on top, cappa.7.2.1.h1
    tally = Tally("dice")
    here = [one for one in s.figures.values() if one.seat == seat and one.where in places and not one.captor]
    here = [one for one in here if player in (0, one.player)]
    here = [one for one in here if not one.has_surrendered and (one.where == ON or may_enter_now(s, one))]
    ready = {one.squad for one in here if one.squad and not s.squads[one.squad].shaken}
    tally.add(len(ready), "squads", "cappa.2.1.1b")
    leaders = sum(1 for one in here if one.squad in ready and one.id == s.squads[one.squad].leader)
    tally.add(leaders, "officers in squads", "cappa.2.1.1c")
    tally.add(sum(1 for one in here if not one.squad), "characters on their own", "cappa.2.1.1d")
    return tally


def _roll(g: SkirmishGame, seat: Seat) -> Procedure[None]:
    """Each player of a side rolls for the characters he has, and keeps those dice (cappa.2.1.1.h3)."""
    side = g.state.sides[seat]
    side.dice, side.owners = [], []
    players = players_of(g.state, seat)
    for player in players:
        tally = dice_count(g.state, seat, player)
        if seat == MASTER and not tally.total:
            continue  # none of his people is on the table
        rolled = yield from change_orders(g, seat, tuple(d6(g, seat) for _ in range(tally.total)))
        valid = tuple(sorted((one for one in rolled if one <= tables().numbers.valid_die), reverse=True))
        side.dice += valid
        side.owners += [player] * len(valid) if len(players) > 1 else []
        g.tell(DiceRolled(seat, rolled, valid, tally))


def _take_initiative(g: SkirmishGame) -> None:
    """More 3s go first; the same number leaves the order as it was, at first chance decides (cappa.2.1.1h-j)."""
    s = g.state
    wanted = tables().numbers.initiative_die
    last = tuple(seat for seat in s.seats if seat not in contenders(s))  # the Game Master's too, cappa.7.2.1c
    threes = {seat: s.sides[seat].dice.count(wanted) for seat in s.seats if seat not in last}
    for one in s.figures.values():  # cappa.8.1.2.h6: a tactical die that was kept counts
        if one.die == wanted and one.seat in threes:
            threes[one.seat] += 1
    rules: tuple[str, ...] = ("cappa.2.1.1h",)
    if max(list(threes.values()).count(number) for number in threes.values()) > 1:
        rules = ("cappa.2.1.1i",) if s.order else ("cappa.2.1.1j",)
    before = [seat for seat in s.order if seat not in last] or [
        seat for number in sorted(set(threes.values())) for seat in _by_lot(g, threes, number)
    ]
    order = sorted(before, key=lambda seat: -threes[seat])  # cappa.2.1.1.h4
    s.order = [*order, *last]
    g.tell(InitiativeTaken(order[0], tuple(order), tuple(threes[seat] for seat in order), rules))


def _by_lot(g: SkirmishGame, threes: dict[Seat, int], number: int) -> list[Seat]:
    """The sides with so many 3s, in an order that chance decides."""
    left = [seat for seat in threes if threes[seat] == number]
    found = []
    while len(left) > 1:
        found.append(left.pop(g.pick(tuple(left), left[0], "seat")))
    return found + left
