"""What a side is after: whether it has to come, which places count, and where each of its commands is to go or stay."""

from __future__ import annotations

from typing import Final, NamedTuple

from alfiere.battles.open_battle import other
from alfiere.battles.walking import Box, span
from alfiere.games.fucilieri.sheets.scenario_forms import Convoy, PlaceForm
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.command import ATTACK, Command
from alfiere.games.fucilieri.state.unit import OPEN, SQUARE, Unit
from alfiere.games.fucilieri.victory.collapse import holders, points
from alfiere.games.fucilieri.victory.convoy import along, convoy_of, length_of, on_road, path_of
from alfiere.games.fucilieri.victory.objectives import BreakIn, Held
from alfiere.kernel.decision import Seat
from alfiere.table.shapes import Point, box

KEPT: Final = 6_000  # hundredths: a command so near to a place that its side holds keeps it
THREATENED: Final = 3_000  # hundredths: an enemy so near to a place that is held must be reckoned with
ENOUGH: Final = 2  # commands that go for one place; one keeps it
FEW_UNITS: Final = 2  # a condottiero with no more of his own keeps them out of it: to lose them shakes the whole army
BEHIND: Final = 1_500  # hundredths that they stay behind the middle of the others
COVERS: Final = 2_000  # the same for horse that has nothing to ride down yet
PATIENCE: Final = 3  # who has places to keep waits for a third of the battle
LATE: Final = 2  # from the half of it on nobody waits who is not ahead
HAS_COME: Final = 4_000  # hundredths: an enemy so near is about to attack
HUNTS: Final = 7_000  # hundredths: horse goes for prey so near
SALLIES: Final = 3_500  # the same where its side need not come
MARCHED: Final = 1_200  # hundredths that horse comes nearer to a convoy in a turn, fords and turns reckoned with
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
    """Whether a side has to come to the other: to break in, to take a place or a convoy; with nothing to hold, both.

    Who only has to keep what he has comes too when the enemy stays away and what is held does not win.
    """
    areas, convoy = break_ins(s), convoy_of(s)
    if any(s.scenario.seat_of[aim.side] == seat for aim in areas):
        return True
    if convoy is not None:
        return s.scenario.seat_of[convoy.side] != seat
    if not areas:
        places = counted(s)
        held = {owner: sum(places[id] for id in places if keeper(s, id) == owner) for owner in (seat, other(seat))}
        if not any(held.values()) or held[seat] <= held[other(seat)]:
            return True
    if s.turn <= s.scenario.turns // PATIENCE or _is_ahead(s, seat):
        return False
    return is_late(s) or not _are_near(s, seat)


def is_late(s: State) -> bool:
    """Whether so much of the battle is over that who is not ahead has to do something about it."""
    return s.turn > s.scenario.turns // LATE


def keeper(s: State, place: str) -> Seat | str:
    """Who holds a place; before anybody has been noted as holding it, who alone stands there (fucilieri.6.4d)."""
    if s.control[place]:
        return s.control[place]
    there = holders(s, s.scenario.places[place])
    return there[0] if len(there) == 1 else ""


def _is_ahead(s: State, seat: Seat) -> bool:
    """Whether a side would win if the battle ended now (fucilieri.6.5)."""
    so_many, of = s.tables.victory.margin
    more = points(s, seat) - points(s, other(seat))
    return more > 0 and more * of >= s.scenario.cost(other(seat)) * so_many


def _are_near(s: State, seat: Seat) -> bool:
    """Whether some enemy who has not lost heart has come; who has set out against him goes on."""
    if any(one.order == ATTACK and not one.is_cavalry for one in s.commands_of(seat)):
        return False
    foes = [one for one in s.foes(seat) if not one.is_demoralised]
    own = s.side(seat)
    return any(span(one.x - foe.x, one.y - foe.y) <= HAS_COME for one in own for foe in foes)


def stays_back(s: State, command: Command) -> bool:
    """Whether a command is the small one of a condottiero whose loss all others would test for (fucilieri.3.7.7)."""
    return command.is_condottiero and command.original <= FEW_UNITS


def goals(s: State, seat: Seat) -> dict[str, Goal]:
    """What each command is to do: places first, the nearest commands to each; others break in, go for him or stay."""
    middles = {one.id: among(units) for one in s.commands_of(seat) if (units := s.units_of(one.id))}
    found: dict[str, Goal] = {}
    places = {id: goal for id in counted(s) if not _is_safe(s, seat, goal := _of_place(s, seat, id))}
    sent = dict.fromkeys(places, 0)
    if others := [one for one in s.side(seat) if not stays_back(s, s.commands[one.command])]:
        found |= {id: _behind(s, seat, others) for id in middles if stays_back(s, s.commands[id])}
    found |= _of_horse(s, seat, middles)
    pairs = sorted((goal.far(*middles[one]), one, id) for id, goal in places.items() for one in middles)
    for far, one, id in pairs:
        is_attack = places[id].is_attack
        if s.commands[one].is_cavalry and places[id].piece:
            continue  # houses are for the foot
        if one not in found and sent[id] < (ENOUGH if is_attack else 1) and (is_attack or far <= KEPT):
            found[one] = places[id]
            sent[id] += 1
    for one, here in middles.items():
        if one not in found:
            found[one] = _otherwise(s, seat, here)
    return found


def is_prey(one: Unit) -> bool:
    """Whether horse may hope to ride a unit down: horse, guns, open order, who is out of order or has lost heart."""
    if one.post or one.formation == SQUARE:
        return False
    return one.is_horse or one.is_guns or one.formation == OPEN or one.is_disorganised or one.is_demoralised


def _of_horse(s: State, seat: Seat, middles: dict[str, Point]) -> dict[str, Goal]:
    """Commands of horse leave steady foot to the foot: they go for prey, or stay behind the others out of its fire."""
    foot = [one for one in s.side(seat) if one.is_foot and not stays_back(s, s.commands[one.command])]
    if not foot or convoy_of(s) is not None:
        return {}
    found = {}
    prey = [one for one in s.foes(seat) if is_prey(one)]
    hunts = HUNTS if attacks(s, seat) else SALLIES
    for id, (x, y) in middles.items():
        if not s.commands[id].is_cavalry:
            continue
        near = min(prey, key=lambda one: (span(one.x - x, one.y - y), one.id), default=None)
        if near is not None and span(near.x - x, near.y - y) <= hunts:
            found[id] = Goal((near.x, near.y, near.x, near.y), is_attack=True)
            continue
        there = _behind(s, seat, foot, COVERS).where
        found[id] = Goal((x, there[1], x, there[3]) if s.homes[seat] in ("north", "south") else there, is_attack=False)
    return found


def _of_place(s: State, seat: Seat, id: str) -> Goal:
    """To take a place or to keep it."""
    place = s.scenario.places[id]
    return Goal(where_is(s, place), keeper(s, id) != seat, place.piece)


def _is_safe(s: State, seat: Seat, goal: Goal) -> bool:
    """Whether a place that is held needs nobody while its side comes out: it stays held (fucilieri.6.4d).

    Late in the battle those who keep it go at who threatens it, if it does not win.
    """
    if goal.is_attack or not attacks(s, seat):
        return False
    if is_late(s) and not _is_ahead(s, seat):
        return True
    return not any(goal.far(foe.x, foe.y) <= THREATENED for foe in s.foes(seat) if not foe.is_demoralised)


def _behind(s: State, seat: Seat, others: list[Unit], by: int = BEHIND) -> Goal:
    """Behind the middle of the army."""
    x, y = among(others)
    dx, dy = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}.get(s.homes[seat], (0, 0))
    x, y = x + dx * by, y + dy * by
    return Goal((x, y, x, y), is_attack=False)


def _otherwise(s: State, seat: Seat, here: Point) -> Goal:
    """Into the area, to the convoy, at the nearest enemy; who need not come stays."""
    for aim in break_ins(s):
        if s.scenario.seat_of[aim.side] == seat:
            west, north, east, south = aim.area
            return Goal((west + WELL_IN, north + WELL_IN, east - WELL_IN, south - WELL_IN), is_attack=True)
    convoy = convoy_of(s)
    if convoy is not None and on_road(s):
        x, y = _meeting(s, convoy, here)
        return Goal((x, y, x, y), is_attack=s.scenario.seat_of[convoy.side] != seat)
    foes = s.foes(seat)
    if attacks(s, seat) and foes:
        foe = min(foes, key=lambda one: (span(one.x - here[0], one.y - here[1]), one.id))
        return Goal((foe.x, foe.y, foe.x, foe.y), is_attack=True)
    kept = [where_is(s, s.scenario.places[id]) for id in counted(s) if keeper(s, id) == seat]
    if kept:  # to the help of who keeps the nearest
        return min((Goal(where, is_attack=False) for where in kept), key=lambda goal: goal.far(*here))
    return Goal((*here, *here), is_attack=False)


def _meeting(s: State, convoy: Convoy, here: Point) -> Point:
    """Where a command meets a train first, for trains go on while it marches; the nearest if it catches none."""
    path = path_of(s, convoy)
    long, trains = length_of(path), on_road(s)
    met = []
    for turns in range(s.scenario.turns):
        points = [along(path, max(0, min(long, train.far + turns * convoy.speed))) for train in trains]
        far, at = min((span(x - here[0], y - here[1]), (x, y)) for x, y in points)
        if far <= turns * MARCHED:
            return at
        met.append(at)
    return met[0]


def among(units: list[Unit]) -> Point:
    """Their middle."""
    return sum(one.x for one in units) // len(units), sum(one.y for one in units) // len(units)
