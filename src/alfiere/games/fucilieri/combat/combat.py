"""Chapters 3.5.1.2-3.5.5: one round of a combat: all dice, losses together, the winner, the tests of the losers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from alfiere.battles.open_battle import other
from alfiere.games.fucilieri.combat.clusters import in_order
from alfiere.games.fucilieri.combat.dice import (
    CUIRASS,
    combat_dice,
    enemies_in_front,
    extra_dice,
    hits_odds,
    needed,
    odd_dice,
    to_hit,
)
from alfiere.games.fucilieri.morale.dice import roll
from alfiere.games.fucilieri.morale.losses import saves, take_losses, throw_characters
from alfiere.games.fucilieri.morale.reaction import COMBAT
from alfiere.games.fucilieri.morale.settle import Due, Moves, settle
from alfiere.games.fucilieri.morale.units_lost import lose_unit
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.standing import FRONT, ZONES, Contact, contacts
from alfiere.games.fucilieri.state.unit import Unit
from alfiere.games.fucilieri.told.combat import BlowsStruck, CombatDecided
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.event import Tally
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect

PLACE: Final = "place-die"
Dice = dict[str, Tally]  # of one unit, by enemy


class Fought(NamedTuple):
    """What a round of combat has come to."""

    ids: tuple[str, ...]
    winner: Seat | str  # "" after a draw
    touched: dict[str, list[Contact]]  # who held whom when it began
    posts: dict[str, str]  # the buildings they held then
    caused: dict[tuple[str, str], int]  # by whom, of whom: losses
    results: dict[str, str]  # of the tests of the losers

    def opponents(self, unit: str) -> list[str]:
        """Whom a unit has fought."""
        return [one.enemy for one in self.touched[unit]]


def fight(g: FucilieriGame, units: Sequence[Unit], moves: Moves) -> Procedure[Fought]:
    """All dice, losses and dispersals, saving throws, the winner, the tests of the losers (fucilieri.3.5.1.3)."""
    s = g.state
    ids = tuple(one.id for one in units)
    touched = {one.id: contacts(one) for one in units}
    posts = {one.id: one.post for one in units}
    shares = {}
    for unit in in_order(s, units):
        shares[unit.id] = yield from share_out(g, unit)
    s = g.state
    fighters = [s.units[id] for id in shares]
    caused = _capped(
        s, [_strike(g, unit, s.units[id], dice) for unit in fighters for id, dice in shares[unit.id].items()]
    )
    for unit in fighters:
        take_losses(g, unit, sum(lost for (_, who), lost in caused.items() if who == unit.id), "combat")
    for unit in fighters:
        throw_characters(g, unit)
    inflicted = {seat: _inflicted(s, seat, caused) for seat in ("red", "blue")}
    winner = _winner(inflicted)
    rules = ("fucilieri.3.5.4.2",) if winner else ("fucilieri.3.5.4.2", "fucilieri.3.5.5.3")
    g.tell(CombatDecided(ids, winner, inflicted["red"], inflicted["blue"], rules))
    for unit in fighters:
        if unit.is_on and unit.is_guns and unit.seat != winner:
            lose_unit(g, unit, "guns-taken", "fucilieri.3.5.5.2")
    difference = abs(inflicted["red"] - inflicted["blue"])
    losers = [one for one in fighters if winner and one.seat != winner and one.is_on]
    due = [_due(one, touched[one.id], difference) for one in losers]
    results = yield from settle(g, due, moves)
    return Fought(ids, winner, touched, posts, caused, results)


def _winner(inflicted: dict[Seat, int]) -> Seat | str:
    """The side that inflicted more losses (fucilieri.3.5.4.2)."""
    if inflicted["red"] == inflicted["blue"]:
        return ""
    return "red" if inflicted["red"] > inflicted["blue"] else "blue"


def _due(unit: Unit, held: Iterable[Contact], difference: int) -> Due:
    """The test of a loser; the worst edge on which he was struck counts (fucilieri.3.5.5.1, .4.2.3d, .4.2.3g)."""
    struck = max((one.edge for one in held), key=ZONES.index, default=FRONT)
    return Due(unit.id, COMBAT, difference, struck, tuple(one.enemy for one in held))


# Dice


def share_out(g: FucilieriGame, unit: Unit) -> Procedure[Dice]:
    """Its dice against each enemy: even shares, odd dice and those of veterans where its owner puts them (.3.5.2.6)."""
    s = g.state
    found = {one.enemy: combat_dice(s, unit, s.units[one.enemy]) for one in contacts(unit)}
    open_to = list(found) if unit.is_guns else [one.id for one in enemies_in_front(s, unit)]
    for _ in range(odd_dice(s, unit)):
        chosen = yield from _place(g, unit, open_to, "fucilieri.3.5.2.6")
        open_to.remove(chosen)  # as evenly as possible
        found[chosen].add(1, "odd-die", "fucilieri.3.5.2.6")
    for _ in range(extra_dice(s, unit)):
        chosen = yield from _place(g, unit, list(found), "fucilieri.3.5.2.5b")
        found[chosen].add(1, "veteran", "fucilieri.1.2.4b")
    return found


def _place(g: FucilieriGame, unit: Unit, open_to: list[str], rule: str) -> Procedure[str]:
    """Its owner says against whom one die goes."""
    if len(open_to) == 1:
        return open_to[0]
    options = [Option(PLACE, {"unit": unit.id, "target": id}, (rule,)) for id in open_to]
    chosen = yield Decision(unit.seat, PLACE, options, {"unit": unit.id}, (rule,))
    target: str = chosen["target"]
    return target


class Blow(NamedTuple):
    """Hits that count, by one unit on another."""

    unit: str
    target: str
    hits: int


def _strike(g: FucilieriGame, unit: Unit, target: Unit, dice: Tally) -> Blow:
    """One unit rolls against one enemy; his cuirasses may cancel hits (fucilieri.3.5.3.1, .3.5.4.1)."""
    s = g.state
    tally = to_hit(s, unit, target)
    need = needed(s, tally)
    rolls = tuple(roll(g, unit.seat) for _ in range(dice.total))
    hits = sum(1 for die in rolls if die >= need)
    g.tell(BlowsStruck(unit.id, target.id, dice, tally, need, rolls, hits, ("fucilieri.3.5.3.1", "fucilieri.0.11")))
    if hits and CUIRASS in target.profile.abilities:
        hits -= saves(g, target, s.tables.saving_throws.cuirass, hits, "fucilieri.1.5.5")
    return Blow(unit.id, target.id, hits)


def _capped(s: State, blows: Iterable[Blow]) -> dict[tuple[str, str], int]:
    """Losses by whom and of whom: nobody loses more figures than he has."""
    left: dict[str, int] = {}
    found: dict[tuple[str, str], int] = {}
    for blow in blows:
        has = left.setdefault(blow.target, s.units[blow.target].figures)
        found[blow.unit, blow.target] = min(blow.hits, has)
        left[blow.target] -= min(blow.hits, has)
    return found


def _inflicted(s: State, seat: Seat, caused: dict[tuple[str, str], int]) -> int:
    return sum(lost for (by, _), lost in caused.items() if s.units[by].seat == seat)


# Odds


def expected_shares(s: State, unit: Unit) -> dict[str, int]:
    """How many dice it would have against each enemy; odd ones and those of veterans against the first."""
    found = {one.enemy: combat_dice(s, unit, s.units[one.enemy]).total for one in contacts(unit)}
    open_to = list(found) if unit.is_guns else [one.id for one in enemies_in_front(s, unit)]
    for id in open_to[: odd_dice(s, unit)]:
        found[id] += 1
    first = next(iter(found), "")
    if first:
        found[first] += extra_dice(s, unit)
    return found


def prospects(s: State, units: Iterable[Unit]) -> list[Prospect]:
    """The blows of a combat to come, exactly: how many figures each unit may make the enemy lose."""
    found = []
    for unit in units:
        shares = expected_shares(s, unit)
        if shares:
            odds = hits_odds(s, unit, shares)
            tallies = [
                one for id in shares for one in (combat_dice(s, unit, s.units[id]), to_hit(s, unit, s.units[id]))
            ]
            found.append(Prospect("combat", unit.id, tuple(tallies), odds, odds, "losses"))
    return found


def chance_to_win(s: State, units: Iterable[Unit], seat: Seat) -> dict[int, Fraction]:
    """How likely a side inflicts so many losses more than the enemy; below zero it loses."""
    sides: dict[Seat, dict[int, Fraction]] = {seat: {0: Fraction(1)}, other(seat): {0: Fraction(1)}}
    for unit in units:
        one = hits_odds(s, unit, expected_shares(s, unit))
        before = sides[unit.seat]
        sides[unit.seat] = {}
        for had, likely in before.items():
            for more, share in one.items():
                sides[unit.seat][had + more] = sides[unit.seat].get(had + more, Fraction(0)) + likely * share
    found: dict[int, Fraction] = {}
    for own, likely in sides[seat].items():
        for theirs, share in sides[other(seat)].items():
            found[own - theirs] = found.get(own - theirs, Fraction(0)) + likely * share
    return found
