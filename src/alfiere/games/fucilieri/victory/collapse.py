"""Chapter 6: units lost, armies that collapse, victory points, who has won."""

from __future__ import annotations

from typing import Final

from alfiere.battles.areas import point_gap
from alfiere.battles.ground_shapes import corners
from alfiere.battles.open_battle import ON, SEATS, TO_COME, other
from alfiere.battles.standing import all_near
from alfiere.games.fucilieri.morale.losses import part_of
from alfiere.games.fucilieri.sheets.scenario_forms import PlaceForm, Sluice
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.command import DESTROYED, FLED_COMMAND
from alfiere.games.fucilieri.state.standing import is_engaged
from alfiere.games.fucilieri.state.unit import FLEEING, LOST, REINFORCEMENT, RESERVE, Unit
from alfiere.games.fucilieri.told.victory import ArmyCollapsed, BattleEnded, PlaceTaken, SluiceShut
from alfiere.kernel.decision import Seat
from alfiere.table.measuring import gap
from alfiere.table.shapes import Outline

NOBODY: Final = "nobody"
COLLAPSE, POINTS, CLOSE = "collapse", "points", "close"
STANDARD_LOST: Final = "lost"


# Collapse


def originals(s: State, seat: Seat) -> list[Unit]:
    """The units an army began with; reinforcements count once they have entered (fucilieri.6.2)."""
    return [one for one in s.units.values() if one.seat == seat and one.where != REINFORCEMENT]


def is_in_play(unit: Unit) -> bool:
    """On the table and not in flight, or in reserve; withdrawn units are not (fucilieri.6.1, .6.2)."""
    return unit.where in (ON, RESERVE, TO_COME)


def is_lost(unit: Unit) -> bool:
    """Dispersed, in flight, fled, captured, destroyed or driven off (fucilieri.6.1)."""
    return unit.where in (LOST, FLEEING)


def has_collapsed(s: State, seat: Seat) -> bool:
    """Fewer than half of its units in play, or more than half of its commands gone (fucilieri.6.2, .6.8)."""
    units = originals(s, seat)
    so_many, of = s.tables.victory.collapse_units
    if sum(1 for one in units if is_in_play(one)) * of < len(units) * so_many:
        return True
    began = {one.command for one in s.scenario.units.values()}
    entered = [one for one in s.commands.values() if s.leaders[one.leader].where != REINFORCEMENT]
    commands = [one for one in entered if one.seat == seat and one.id in began]
    gone = sum(1 for one in commands if one.fate in (FLED_COMMAND, DESTROYED))
    so_many, of = s.tables.victory.collapse_commands
    return gone * of > len(commands) * so_many


def settle_collapse(g: FucilieriGame) -> None:
    """At the end of round 7 an army that has collapsed is beaten; if both have, points decide (fucilieri.6.2, .6.3)."""
    s = g.state
    beaten = [seat for seat in SEATS if has_collapsed(s, seat)]
    for seat in beaten:
        units = originals(s, seat)
        left = sum(1 for one in units if is_in_play(one))
        g.tell(ArmyCollapsed(seat, left, len(units), ("fucilieri.6.2",)))
    if len(beaten) == 1:
        end_battle(g, other(beaten[0]), COLLAPSE, "fucilieri.6.2")
    elif beaten:
        count_points(g)


# Victory points


def points(s: State, seat: Seat) -> int:
    """What a side has earned: units and leaders of the enemy, his standard, objectives (fucilieri.6.4a-6.4d)."""
    enemy, table = other(seat), s.tables.victory
    total = 0
    for unit in (one for one in s.units.values() if one.seat == enemy):
        if is_lost(unit):
            total += part_of(unit.profile.points, table.lost)
        elif unit.where == ON and is_worn(s, unit):
            total += part_of(unit.profile.points, table.worn)
    total += sum(one.points for one in s.leaders.values() if one.seat == enemy and one.is_commander and one.is_lost)
    total += table.standard if s.standard[enemy] == STANDARD_LOST else 0
    aims: int = sum(aim.earned(s, seat) for aim in s.scenario.form.objective)
    return total + aims


def is_worn(s: State, unit: Unit) -> bool:
    """Half its figures or fewer, or demoralised (fucilieri.6.4b)."""
    so_many, of = s.tables.victory.worn_figures
    return unit.is_demoralised or unit.figures * of <= unit.initial * so_many


def count_points(g: FucilieriGame) -> None:
    """Who has clearly more points has won, with twice as many greatly (fucilieri.6.3, .6.5)."""
    s = g.state
    won = {seat: points(s, seat) for seat in SEATS}
    first = max(SEATS, key=lambda seat: won[seat])
    so_many, of = s.tables.victory.margin
    enough = (won[first] - won[other(first)]) * of >= s.scenario.cost(other(first)) * so_many
    if enough and won[first] > won[other(first)]:
        end_battle(g, first, POINTS, "fucilieri.6.5")
    else:
        end_battle(g, NOBODY, CLOSE, "fucilieri.6.5")


def end_battle(g: FucilieriGame, winner: str, reason: str, rule: str) -> None:
    """The battle is over."""
    s = g.state
    s.winner, s.reason = winner, reason
    won = {seat: points(s, seat) for seat in SEATS}
    is_great = winner != NOBODY and won[winner] >= s.tables.victory.great * won[other(winner)]
    g.tell(
        BattleEnded(winner, reason, won["red"], won["blue"], is_great and reason == POINTS, (rule, "fucilieri.6.4a"))
    )


# Places


def holders(s: State, place: PlaceForm) -> list[Seat]:
    """The sides with an unengaged unit that is not demoralised near a place (fucilieri.6.4d)."""
    found = set()
    for unit in all_near(s, _ground_of(s, place), s.tables.distances.objective):
        if not unit.is_demoralised and not is_engaged(unit) and is_near(s, place, s.base(unit).outline):
            found.add(unit.seat)
    return [seat for seat in SEATS if seat in found]


def _ground_of(s: State, place: PlaceForm) -> Outline:
    """The least upright rectangle about a place."""
    if place.at is not None:
        return Outline((place.at,))
    return Outline(corners(place.rect if place.rect is not None else s.ground.terrain.by_id[place.piece].box))


def is_near(s: State, place: PlaceForm, outline: Outline) -> bool:
    """Whether a footprint is within 10 cm of a place."""
    limit = s.tables.distances.objective
    if place.piece:
        return s.ground.terrain.within(place.piece, outline, limit)
    if place.rect is not None:
        return gap(Outline(corners(place.rect)), outline) <= limit
    assert place.at is not None
    return point_gap(place.at, outline) <= limit


def hold_places(g: FucilieriGame) -> None:
    """A place is held by the side that last had such a unit there with no such enemy (fucilieri.6.4d)."""
    s = g.state
    for id, place in s.scenario.places.items():
        there = holders(s, place)
        if len(there) == 1 and s.control[id] != there[0]:
            s.control[id] = there[0]
            g.tell(PlaceTaken(id, there[0], ("fucilieri.6.4d",)))


def shut_sluices(g: FucilieriGame) -> None:
    """At the end of a turn whoever holds its place shuts the sluice of a scenario, for good."""
    s = g.state
    for sluice in s.scenario.special(Sluice):
        seat = s.scenario.seat_of[sluice.until.side]
        if not s.is_sluice_shut and s.control[sluice.until.place] == seat:
            s.is_sluice_shut, s.laid = True, None
            g.tell(SluiceShut(sluice.until.place, seat, ("fucilieri.5.15",)))
