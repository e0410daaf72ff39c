"""Chapter 2.1.h2, where somebody is set up: in a strip, a rectangle, or in the open round a piece of terrain."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.battles.zones import Zone
from alfiere.games.cappa.ground.ground import is_free, radius, room_in
from alfiere.games.cappa.people.markers import is_at_marker
from alfiere.games.cappa.people.muster import entry_of
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import Figure, SkirmishState
from alfiere.table.shapes import Outline, Point

RULES = {"set-up-zone": "cappa.2.1.h2", "set-up-taken": "cappa.1.3a", "set-up-marker": "cappa.7.1.h3"}


def zone_of(s: SkirmishState, figure: Figure) -> Zone:
    """Where a character is set up: a zone of his own, or that of his side."""
    form = entry_of(s, figure.squad or figure.id)
    own = form.zone if form is not None else None
    return s.scenario.zone(own or s.scenario.sides[figure.seat].zone)


def room_in_zone(s: SkirmishState, figure: Figure) -> list[Point]:
    """The places of his zone where his base could stand now."""
    zone, size, slack = zone_of(s, figure), radius(figure), tables().lengths.tolerance
    return [place for place in room_in(s, figure, zone.rect) if zone.holds(Outline((place,), size), slack)]


def room_by_zone(s: SkirmishState, figure: Figure) -> Iterator[Point]:
    """The places of his zone where his base could stand now; where it is full, those nearest to its middle."""
    yield from room_in_zone(s, figure)
    west, north, east, south = zone_of(s, figure).rect
    everywhere = room_in(s, figure, (0, 0, s.ground.width, s.ground.depth))
    middle = (west + east) // 2, (north + south) // 2
    yield from sorted(everywhere, key=lambda one: ((one[0] - middle[0]) ** 2 + (one[1] - middle[1]) ** 2, one))


def lies_in_zone(zone: Zone, figure: Figure, x: int, y: int) -> bool:
    """Whether his whole base would be in his zone; round a piece of terrain he is not on it."""
    return zone.holds(Outline(((x, y),), radius(figure)), tables().lengths.tolerance)


def hindrance(s: SkirmishState, figure: Figure, zone: Zone, x: int, y: int) -> str:
    """Why he cannot be set up at a place of his zone, one of the keys of RULES; empty if he can."""
    if not lies_in_zone(zone, figure, x, y):
        return "set-up-zone"
    if not is_free(s, figure, x, y):
        return "set-up-taken"
    return "set-up-marker" if is_at_marker(s, radius(figure), x, y) else ""
