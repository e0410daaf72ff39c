"""Chapters 11.5-11.10: when an army is beaten, who holds which place, who has won after the last turn."""

from __future__ import annotations

from typing import Final

from alfiere.battles.areas import AreaForm, lies_in
from alfiere.battles.ground_shapes import corners
from alfiere.battles.open_battle import SEATS, other
from alfiere.battles.standing import all_near
from alfiere.games.lumi.sheets.scenario_forms import PlaceForm
from alfiere.games.lumi.state.base import Base
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.told.victory import BattleEnded, PlaceTaken
from alfiere.kernel.decision import Seat
from alfiere.table.measuring import overlaps
from alfiere.table.shapes import Outline

NOBODY: Final = "nobody"


def settle(g: LumiGame) -> None:
    """An army without cohesion is beaten and the battle over; if both are, nobody wins (lumi.11.7).

    Asked at the end of an event, a step or an exchange, never in the middle of one.
    """
    s = g.state
    beaten = [seat for seat in SEATS if s.cohesion[seat] <= 0]
    if beaten and not s.winner:
        end_battle(g, NOBODY if len(beaten) == 2 else other(beaten[0]), "beaten", "lumi.11.7")


def is_over(g: LumiGame) -> bool:
    """Whether what has just happened ends the battle: then nobody goes on with anything (lumi.11.7)."""
    settle(g)
    return bool(g.state.winner)


def last_turn_over(g: LumiGame) -> None:
    """Who has kept the greater part of his cohesion wins, unless it is nearly the same (lumi.11.8)."""
    s, whole = g.state, {seat: g.state.scenario.cohesion(seat) for seat in SEATS}
    red, blue = SEATS
    ahead = s.cohesion[red] * whole[blue] - s.cohesion[blue] * whole[red]  # over both wholes
    is_near = abs(ahead) * 100 <= s.tables.numbers.draw_within * whole[red] * whole[blue]
    end_battle(g, NOBODY if is_near else red if ahead > 0 else blue, "cohesion", "lumi.11.8")


def end_battle(g: LumiGame, winner: str, reason: str, rule: str) -> None:
    """The battle is over, and what was secret is known (lumi.11.9)."""
    s = g.state
    s.winner, s.reason = winner, reason
    g.tell(BattleEnded(winner, reason, s.cohesion["red"], s.cohesion["blue"], (rule, "lumi.11.9")))


def take_from(s: State, seat: Seat, cohesion: int) -> None:
    """An objective costs an army some of its cohesion (lumi.11.6)."""
    s.cohesion[seat] -= cohesion


# Places


def is_on_place(s: State, place: PlaceForm, one: Base, *, wholly: bool = False) -> bool:
    """Whether a base is on a place, at least in part."""
    outline = s.base(one).outline
    if wholly:
        area = AreaForm(inside=(place.piece,)) if place.piece else AreaForm(rect=place.rect)
        return lies_in(s.field, area, outline)
    if place.piece:
        return s.ground.terrain.overlaps(place.piece, outline)
    assert place.rect is not None
    return overlaps(Outline(corners(place.rect)), outline)


def present(s: State, place: PlaceForm, *, wholly: bool = False) -> list[Seat]:
    """The sides with a unit there that is ordered or disordered."""
    rect = place.rect if place.rect is not None else s.ground.terrain.by_id[place.piece].box
    there = all_near(s, Outline(corners(rect)), 0)
    found = {one.seat for one in there if one.is_steady and is_on_place(s, place, one, wholly=wholly)}
    return [seat for seat in SEATS if seat in found]


def hold_places(g: LumiGame) -> None:
    """A place is held by the last side that had such a unit there with no such enemy (lumi.11.10)."""
    s = g.state
    for id, place in s.scenario.places.items():
        there = present(s, place)
        if len(there) == 1 and s.control[id] != there[0]:
            s.control[id] = there[0]
            g.tell(PlaceTaken(id, there[0], ("lumi.11.10",)))
