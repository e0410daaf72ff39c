"""What a side is after: whether it has to come, which places count, and where each of its commands is to go or stay."""

from __future__ import annotations

from typing import Final, NamedTuple

from alfiere.battles.open_battle import other
from alfiere.battles.walking import Box, span
from alfiere.games.fucilieri.sheets.scenario_forms import PlaceForm
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.command import Command
from alfiere.games.fucilieri.state.unit import Unit
from alfiere.games.fucilieri.victory.convoy import along, convoy_of, on_road, path_of
from alfiere.games.fucilieri.victory.objectives import BreakIn, Held
from alfiere.kernel.decision import Seat
from alfiere.table.shapes import Point, box

KEPT: Final = 6_000  # hundredths: a command so near to a place that its side holds keeps it
ENOUGH: Final = 2  # commands that go for one place
FEW_UNITS: Final = 2  # a condottiero with no more of his own keeps them out of it: to lose them shakes the whole army
BEHIND: Final = 1_500  # hundredths that they stay behind the middle of the others
WELL_IN: Final = 400  # hundredths: a unit must lie wholly in an area, so its middle is to be well in it


class Goal(NamedTuple):
    """Where a command is to go or to stay, and the building it is to hold there."""

    where: Box
    is_attack: bool
    piece: str = ""

    def point(self, x: int, y: int) -> Point:
        """The nearest point of it."""
        west, north, east, south = self.where
        return min(max(x, west), east), min(max(y, north), south)

    def far(self, x: int, y: int) -> float:
        """How far it is."""
        there = self.point(x, y)
        return span(there[0] - x, there[1] - y)


def where_is(s: State, place: PlaceForm) -> Box:
    """Where a place is."""
    if place.piece:
        return box(s.ground.pieces[place.piece].outline)
    if place.rect is not None:
        return place.rect
    assert place.at is not None
    return *place.at, *place.at


def counted(s: State) -> dict[str, int]:
    """The places that are worth points at the end, with how many."""
    return {aim.place: aim.worth for aim in s.scenario.form.objective if isinstance(aim, Held)}


def break_ins(s: State) -> list[BreakIn]:
    """The areas into which a side is to break."""
    return [aim for aim in s.scenario.form.objective if isinstance(aim, BreakIn)]


def attacks(s: State, seat: Seat) -> bool:
    """Whether a side has to come to the other: to break in, to take a place or a convoy; with nothing to hold, both."""
    areas, places, convoy = break_ins(s), counted(s), convoy_of(s)
    if areas:
        return any(s.scenario.seat_of[aim.side] == seat for aim in areas)
    if convoy is not None:
        return s.scenario.seat_of[convoy.side] != seat
    held = {owner: sum(places[id] for id in places if s.control[id] == owner) for owner in (seat, other(seat))}
    return not any(held.values()) or held[seat] <= held[other(seat)]


def stays_back(s: State, command: Command) -> bool:
    """Whether a command is the small one of a condottiero whose loss all others would test for (fucilieri.3.7.7)."""
    return command.is_condottiero and command.original <= FEW_UNITS


def goals(s: State, seat: Seat) -> dict[str, Goal]:
    """What each command is to do: places first, the nearest commands to each; others break in, go for him or stay."""
    middles = {one.id: among(units) for one in s.commands_of(seat) if (units := s.units_of(one.id))}
    found: dict[str, Goal] = {}
    places = {id: _of_place(s, seat, id) for id in counted(s)}
    sent = dict.fromkeys(places, 0)
    if others := [one for one in s.side(seat) if not stays_back(s, s.commands[one.command])]:
        found |= {id: _behind(s, seat, others) for id in middles if stays_back(s, s.commands[id])}
    pairs = sorted((goal.far(*middles[one]), one, id) for id, goal in places.items() for one in middles)
    for far, one, id in pairs:
        if one not in found and sent[id] < ENOUGH and (places[id].is_attack or far <= KEPT):
            found[one] = places[id]
            sent[id] += 1
    for one, here in middles.items():
        if one not in found:
            found[one] = _otherwise(s, seat, here)
    return found


def _of_place(s: State, seat: Seat, id: str) -> Goal:
    """To take a place or to keep it."""
    place = s.scenario.places[id]
    return Goal(where_is(s, place), s.control[id] != seat, place.piece)


def _behind(s: State, seat: Seat, others: list[Unit]) -> Goal:
    """Behind the middle of the army."""
    x, y = among(others)
    dx, dy = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}.get(s.homes[seat], (0, 0))
    x, y = x + dx * BEHIND, y + dy * BEHIND
    return Goal((x, y, x, y), is_attack=False)


def _otherwise(s: State, seat: Seat, here: Point) -> Goal:
    """Into the area, to the convoy, at the nearest enemy; who need not come stays."""
    for aim in break_ins(s):
        if s.scenario.seat_of[aim.side] == seat:
            west, north, east, south = aim.area
            return Goal((west + WELL_IN, north + WELL_IN, east - WELL_IN, south - WELL_IN), is_attack=True)
    convoy = convoy_of(s)
    if convoy is not None and (trains := on_road(s)):
        points = [along(path_of(s, convoy), max(0, train.far)) for train in trains]
        x, y = min(points, key=lambda at: span(at[0] - here[0], at[1] - here[1]))
        return Goal((x, y, x, y), is_attack=s.scenario.seat_of[convoy.side] != seat)
    foes = s.foes(seat)
    if attacks(s, seat) and foes:
        foe = min(foes, key=lambda one: (span(one.x - here[0], one.y - here[1]), one.id))
        return Goal((foe.x, foe.y, foe.x, foe.y), is_attack=True)
    return Goal((*here, *here), is_attack=False)


def among(units: list[Unit]) -> Point:
    """Their middle."""
    return sum(one.x for one in units) // len(units), sum(one.y for one in units) // len(units)
