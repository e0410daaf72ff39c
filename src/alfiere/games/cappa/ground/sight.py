"""Chapter geo, who sees whom: past the ground, past others, and in the dark of chapter 9.5."""

from __future__ import annotations

from collections.abc import Collection

from alfiere.games.cappa.ground.ground import WIDEST, base_of, ground_level, level, sees_past_ground, vehicles
from alfiere.games.cappa.ground.seeing import watches
from alfiere.games.cappa.ground.visibility import hidden_from
from alfiere.games.cappa.ground.weather import LIGHT
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import ON, Figure, SkirmishState
from alfiere.table.sight import bases_on_line


def sees(s: SkirmishState, viewer: Figure, target: Figure, through: Collection[str] = ()) -> bool:
    """Whether a line of sight joins two centres (cappa.geo.10); ``through`` names bases that do not hide him."""
    if LIGHT in s.options:
        if not watches(s, viewer, target):
            return False
    elif not sees_past_ground(s, viewer, target):
        return False
    return not _hidden_by_bases(s, viewer, target, through) and not _hidden_by_vehicles(s, viewer, target, through)


def _hidden_by_bases(s: SkirmishState, viewer: Figure, target: Figure, through: Collection[str]) -> bool:
    """Whether a standing third character on the same level is in the way (cappa.geo.33-cappa.geo.37)."""
    own, his, start, end = viewer.id, target.id, (viewer.x, viewer.y), (target.x, target.y)
    west, east = min(start[0], end[0]) - WIDEST, max(start[0], end[0]) + WIDEST
    north, south = min(start[1], end[1]) - WIDEST, max(start[1], end[1]) + WIDEST
    third = [
        one
        for one in s.figures.values()
        if west < one.x < east and north < one.y < south and one.where == ON and not one.is_prone and not one.captor
        if one.id not in (own, his) and one.id not in through
        if bases_on_line(start, end, (base_of(s, one),))
    ]
    if not third:
        return False
    step = tables().lengths.level
    eye = max(_height(s, viewer), _height(s, target))
    feet = max(level(s, viewer), level(s, target))
    # on the floor above, or on a wall, he is over the line
    return any(eye - level(s, one) < step and level(s, one) - feet < step for one in third)


def _hidden_by_vehicles(s: SkirmishState, viewer: Figure, target: Figure, through: Collection[str] = ()) -> bool:
    """Whether a cart, coach or gun is in the way, and neither stands a level above the ground there (cappa.geo.32)."""
    carts = vehicles(s) if s.things else ()
    if not carts:
        return False
    eye = max(level(s, viewer), level(s, target))
    step = tables().lengths.level
    tall = (one for one in carts if one.id not in through and eye - ground_level(s, *one.point) < step)
    return bool(bases_on_line((viewer.x, viewer.y), (target.x, target.y), tall))


def _height(s: SkirmishState, figure: Figure) -> int:
    """For blocking by characters a rider counts as one level higher (cappa.geo.37)."""
    return level(s, figure) + (tables().lengths.level if figure.is_mounted else 0)


def unknown_to(s: SkirmishState, figure: Figure) -> Collection[str]:
    """The enemies his side does not see: they change no way before he comes upon them (cappa.9.5.1.h3)."""
    if LIGHT not in s.options:
        return ()
    return hidden_from(s, figure.seat)
