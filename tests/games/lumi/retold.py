"""The battle as somebody knows it who only hears what is told: in every situation it must be the one on the table.

Whoever reads the record of a battle sees each move, state, loss, order and place in it, and every sum adds up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from alfiere.battles.events import PhaseBegan, TurnBegan
from alfiere.battles.open_battle import ON, other
from alfiere.games.lumi.state.base import LOST, STATES, Base, General
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.told.command import ActivationRolled, Deactivated, ImpulseBegan, InitiativeTaken, OrderPlaced
from alfiere.games.lumi.told.common import BaseMoved, BaseRemoved
from alfiere.games.lumi.told.fire import VolleyFired
from alfiere.games.lumi.told.melee import PursuitTested, RoundFought
from alfiere.games.lumi.told.morale import (
    GeneralLost,
    GeneralMoved,
    GeneralTested,
    Lost,
    MoraleTested,
    OrderLost,
    StateChanged,
)
from alfiere.games.lumi.told.movement import GeneralRode, GeneralSucceeded, Mounted, ObstacleRolled, ObstacleTried
from alfiere.games.lumi.told.rally import BrigadeTested, RecoveryTested
from alfiere.games.lumi.told.set_up import Arrived, Deployed, FogStays, RolledOff, WeatherChanged
from alfiere.games.lumi.told.victory import BattleEnded, ObjectiveReached, PlaceTaken
from alfiere.kernel.event import Event


class Known(NamedTuple):
    """What is known of a base or general."""

    where: str
    pose: tuple[int, int, int]
    formation: str = ""
    is_inside: bool = False
    state: str = ""
    losses: int = 0
    is_on_foot: bool = False


class Hearer:
    """Somebody who saw the table before, and hears what is told."""

    def __init__(self, s: State, rolled: list[int]) -> None:
        self.s, self.rolled = s, rolled  # dice that fall, to be compared with those that are told
        self.dice: list[int] = []
        self.cohesion = dict(s.cohesion)
        self.bases = {id: _base(one) for id, one in s.bases.items()}
        self.generals = {id: _general(one) for id, one in s.generals.items()}
        self.is_cic = {id: one.is_cic for id, one in s.generals.items()}
        self.orders, self.levels, self.control = dict(s.orders), dict(s.levels), dict(s.control)
        self.facts: dict[str, Any] = _facts(s)
        self.set_up: set[str] = set()  # whether in buildings, their place alone says

    def hear(self, events: Iterable[Event]) -> None:
        """All that is told, in order."""
        for event in events:
            meaning = MEANING.get(type(event))
            if meaning is not None:
                meaning(self, event)

    def compare(self, s: State) -> None:
        """What he believes is so."""
        for id, one in s.bases.items():
            if one.where in (ON, LOST) or self.bases[id].where != one.where:
                is_so = _base(one)
                told = self.bases[id]._replace(is_inside=is_so.is_inside) if id in self.set_up else self.bases[id]
                assert _seen(told) == _seen(is_so), f"of {id} it was told {told}, and it is {is_so}"
        for id, who in s.generals.items():
            told, is_so = self.generals[id], _general(who)
            if who.base:  # he goes where his unit goes
                told = told._replace(pose=is_so.pose)
            assert _seen(told) == _seen(is_so), f"of general {id} it was told {told}, and it is {is_so}"
        assert (self.levels, self.control) == (s.levels, s.control)
        assert self.orders == s.orders, f"orders as they were told: {self.orders}, and they are {s.orders}"
        assert self.facts == _facts(s), f"it was told {self.facts}, and it is {_facts(s)}"
        assert self.cohesion == s.cohesion, f"by what was told cohesion is {self.cohesion}; it is {s.cohesion}"
        assert sorted(self.dice) == sorted(self.rolled), f"dice told: {self.dice}; rolled: {self.rolled}"

    # What the events mean

    def moved(self, event: BaseMoved) -> None:
        known = self.bases[event.unit]
        assert known.pose == (*event.start,), f"{event} begins elsewhere: {known}"
        assert (event.path[0], event.path[-1]) == ((*event.start[:2],), (*event.to[:2],)) or len(event.path) == 1
        is_inside = event.how == "enter" or (known.is_inside and event.how == "close-up")
        self.bases[event.unit] = known._replace(pose=(*event.to,), formation=event.formation, is_inside=is_inside)

    def removed(self, event: BaseRemoved) -> None:
        one = self.s.bases[event.unit]
        if self.bases[event.unit].state != "rout":  # lumi.11.5b
            self.cohesion[one.seat] -= one.profile.cohesion
        self.bases[event.unit] = self.bases[event.unit]._replace(where=LOST)

    def came(self, event: Arrived | Deployed) -> None:
        self.set_up.add(event.who)
        folder = self.bases if event.who in self.bases else self.generals
        known = folder[event.who]
        folder[event.who] = known._replace(where=ON, pose=(*event.to,), formation=event.formation)

    def changed(self, event: StateChanged) -> None:
        for one in (self.s.bases[id] for id in event.units if self.bases[id].where == ON):
            before, seat, worth = self.bases[one.id].state, one.seat, one.profile.cohesion
            if event.state == "rout" != before:  # lumi.11.5a
                self.cohesion[seat] -= worth
            if event.state != "rout" == before:  # lumi.11.5c
                self.cohesion[seat] = min(self.cohesion[seat] + worth // 2, self.s.scenario.cohesion(seat))
            self.bases[one.id] = self.bases[one.id]._replace(state=event.state)

    def lost(self, event: Lost) -> None:
        known = self.bases[event.unit]
        assert event.losses == known.losses + 1
        self.bases[event.unit] = known._replace(losses=event.losses)

    def mounted(self, event: Mounted) -> None:
        for id in event.units:
            self.bases[id] = self.bases[id]._replace(is_on_foot=bool(event.foot))

    def rode(self, event: GeneralRode | GeneralMoved | GeneralSucceeded) -> None:
        self.generals[event.general] = self.generals[event.general]._replace(where=ON, pose=(*event.to,))

    def general_lost(self, event: GeneralLost) -> None:
        who = self.s.generals[event.general]
        self.cohesion[who.seat] -= self.s.tables.worth.cic if self.is_cic[who.id] else self.s.tables.worth.general
        self.generals[event.general] = self.generals[event.general]._replace(where=LOST)

    def reached(self, event: ObjectiveReached) -> None:
        self.cohesion[other(event.seat)] -= event.cohesion

    def rolled_off(self, event: RolledOff) -> None:
        self.dice += (event.red, event.blue)
        if event.what == "initiative" and event.red != event.blue:
            self.facts["initiative"] = "red" if event.red > event.blue else "blue"

    def turn(self, event: TurnBegan) -> None:
        self.orders = {}
        self.facts |= {"turn": event.turn, "impulse": 0}

    def fact(self, name: str, value: Any) -> None:
        self.facts[name] = value

    def deactivated(self, event: Deactivated) -> None:
        assert {self.orders.pop(one) for one in event.divisions} == {event.priority}

    def order_lost(self, event: OrderLost) -> None:
        del self.orders[event.division]


def _base(one: Base) -> Known:
    return Known(one.where, one.pose, one.formation, bool(one.post), STATES[one.state], one.losses, one.is_on_foot)


def _general(one: General) -> Known:
    return Known(one.where, one.pose)


def _seen(one: Known) -> object:
    """What is on the table of somebody; who is gone stands nowhere."""
    return one if one.where == ON else one.where


def _facts(s: State) -> dict[str, Any]:
    return {
        name: getattr(s, name) for name in ("turn", "impulse", "phase", "weather", "winner", "reason", "initiative")
    }


# Sums


def _volley(who: Hearer, event: VolleyFired) -> None:
    who.dice += (*event.rolls, *event.defences)
    assert len(event.bases) == len(event.rolls) == len(event.aimed_at) == len(event.tallies)
    for own, tally, theirs, cover, done in zip(
        event.rolls, event.tallies, event.defences, event.covers, event.each, strict=True
    ):
        assert done == max(0, own + tally.total - theirs - cover)
    assert event.damages == sum(event.each)


def _round(who: Hearer, event: RoundFought) -> None:
    who.dice += (event.red_roll, event.blue_roll)
    assert event.red_total == event.red_roll + event.red_tally.total
    assert event.blue_total == event.blue_roll + event.blue_tally.total


def _score(who: Hearer, event: MoraleTested | BrigadeTested) -> None:
    who.dice.append(event.roll)
    assert event.score == event.roll + event.tally.total


def _passed(who: Hearer, event: PursuitTested | RecoveryTested) -> None:
    who.dice.append(event.roll)
    assert event.passed == (event.roll + event.tally.total >= event.need)


def _tried(who: Hearer, event: ObstacleTried) -> None:
    who.dice += [event.roll] if event.roll else []
    assert event.crossed == (not event.roll or event.roll >= event.beat)


def _killed(who: Hearer, event: GeneralTested) -> None:
    who.dice.append(event.roll)
    assert event.killed == (event.roll == 1)  # lumi.8.6


def _weather(who: Hearer, event: WeatherChanged) -> None:
    who.fact("weather", event.weather)
    who.dice += [event.die] if event.die else []


def _level(who: Hearer, event: ObstacleRolled) -> None:
    who.levels[event.piece] = event.level
    who.dice.append(event.roll)


MEANING: Final[Mapping[type[Event], Callable[[Hearer, Any], None]]] = {
    BaseMoved: Hearer.moved,
    BaseRemoved: Hearer.removed,
    Arrived: Hearer.came,
    Deployed: Hearer.came,
    StateChanged: Hearer.changed,
    Lost: Hearer.lost,
    Mounted: Hearer.mounted,
    GeneralRode: Hearer.rode,
    GeneralMoved: Hearer.rode,
    GeneralSucceeded: Hearer.rode,
    GeneralLost: Hearer.general_lost,
    TurnBegan: Hearer.turn,
    ImpulseBegan: lambda who, event: who.fact("impulse", event.impulse),
    PhaseBegan: lambda who, event: who.fact("phase", event.phase),
    WeatherChanged: _weather,
    FogStays: lambda who, event: who.dice.append(event.die),
    ActivationRolled: lambda who, event: who.dice.extend(event.dice),
    InitiativeTaken: lambda who, event: who.fact("initiative", event.seat),
    RolledOff: Hearer.rolled_off,
    ObjectiveReached: Hearer.reached,
    BattleEnded: lambda who, event: who.facts.update(winner=event.winner, reason=event.reason),
    OrderPlaced: lambda who, event: who.orders.update({event.division: event.priority}),
    OrderLost: Hearer.order_lost,
    Deactivated: Hearer.deactivated,
    ObstacleRolled: _level,
    PlaceTaken: lambda who, event: who.control.update({event.place: event.seat}),
    VolleyFired: _volley,
    RoundFought: _round,
    MoraleTested: _score,
    BrigadeTested: _score,
    PursuitTested: _passed,
    RecoveryTested: _passed,
    ObstacleTried: _tried,
    GeneralTested: _killed,
}
