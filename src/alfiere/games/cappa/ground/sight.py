"""Chapter geo, who sees whom: past the ground, past others, and in the dark of chapter 9.5."""

from __future__ import annotations

from collections.abc import Collection

from alfiere.games.cappa.ground.ground import base_of, ground_level, level, sees_past_ground, vehicles
from alfiere.games.cappa.ground.visibility import hidden_from, watches
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
    step = tables().lengths.level
    eye = max(_height(s, viewer), _height(s, target))
    feet = max(level(s, viewer), level(s, target))
    third = (
        base_of(s, one)
        for one in s.figures.values()
        if one.where == ON and not one.is_prone and not one.captor and one.id not in through
        if one.id not in (viewer.id, target.id) and eye - level(s, one) < step
        if level(s, one) - feet < step  # on the floor above, or on a wall, he is over the line
    )
    return bool(bases_on_line((viewer.x, viewer.y), (target.x, target.y), third))


def _hidden_by_vehicles(s: SkirmishState, viewer: Figure, target: Figure, through: Collection[str] = ()) -> bool:
    """Whether a cart, coach or gun is in the way, and neither stands a level above the ground there (cappa.geo.32)."""
    eye = max(level(s, viewer), level(s, target))
    step = tables().lengths.level
    tall = (one for one in vehicles(s) if one.id not in through and eye - ground_level(s, *one.point) < step)
    return bool(bases_on_line((viewer.x, viewer.y), (target.x, target.y), tall))


def _height(s: SkirmishState, figure: Figure) -> int:
    """For blocking by characters a rider counts as one level higher (cappa.geo.37)."""
    return level(s, figure) + (tables().lengths.level if figure.is_mounted else 0)


def unknown_to(s: SkirmishState, figure: Figure) -> Collection[str]:
    """The enemies his side does not see: they change no way before he comes upon them (cappa.9.5.1.h3)."""
    if LIGHT not in s.options:
        return ()
    return hidden_from(s, figure.seat)
