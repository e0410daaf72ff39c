"""Chapters 9.5 and 10.2, a gun in the dark: how far its crew sees, what the weather takes from it, what betrays it."""

from __future__ import annotations

from alfiere.games.cappa.ground.gun_places import crew_at, is_at, outlines
from alfiere.games.cappa.ground.seeing import is_dim, is_near_enough, is_point_near_enough
from alfiere.games.cappa.ground.weather import add_weather_to_fire
from alfiere.games.cappa.sheets.weapons import Weapon
from alfiere.games.cappa.state.state import Figure, Gun, SkirmishState
from alfiere.games.cappa.weaponry.arms import flash
from alfiere.kernel.event import Tally
from alfiere.table.shapes import Point


def at_piece(s: SkirmishState, gun: Gun) -> list[Figure]:
    """The gunners in contact with the piece itself (cappa.10.2.4.h1)."""
    grounds = outlines(s, gun)
    return [one for one in crew_at(s, gun) if is_at(s, one, grounds)]


def reaches(s: SkirmishState, gun: Gun, victims: list[Figure]) -> list[Figure]:
    """Those of them who are not beyond what a gunner at the piece sees in this light (cappa.9.5d)."""
    if not is_dim(s):
        return victims
    eyes = at_piece(s, gun)
    return [one for one in victims if any(is_near_enough(s, eye, one) for eye in eyes)]


def reaches_point(s: SkirmishState, gun: Gun, place: Point) -> bool:
    """The same of a wall or a piece of ground."""
    return not is_dim(s) or any(is_point_near_enough(s, eye, *place) for eye in at_piece(s, gun))


def add_sky(s: SkirmishState, weapon: Weapon, tally: Tally) -> None:
    """Rain, snow and the fog of the night spoil powder and aim (cappa.9.5.3c, cappa.5.3.3.h11)."""
    if is_dim(s):
        add_weather_to_fire(s, weapon, tally)


def flash_crew(s: SkirmishState, gun: Gun) -> None:
    """The shot gives all away who have fired it (cappa.9.5.2a)."""
    for one in crew_at(s, gun):
        flash(s, one)
