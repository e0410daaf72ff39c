"""Chapter 2.1.h2, where somebody is set up: in a strip, a rectangle, or in the open round a piece of terrain."""

from __future__ import annotations

from alfiere.battles.ground_forms import ZoneForm
from alfiere.games.cappa.ground.ground import radius
from alfiere.games.cappa.people.muster import entry_of
from alfiere.games.cappa.sheets.measures import Rect
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import Figure, SkirmishState


def _form_of(s: SkirmishState, figure: Figure) -> ZoneForm:
    form = entry_of(s, figure.squad or figure.id)
    own = form.zone if form is not None else None
    return own or s.scenario.sides[figure.seat].zone


def zone_of(s: SkirmishState, figure: Figure) -> Rect:
    """Where a character is set up: a zone of his own, or that of his side."""
    return s.scenario.zone(_form_of(s, figure))


def lies_in_zone(s: SkirmishState, figure: Figure, x: int, y: int) -> bool:
    """Whether his whole base would be in his zone; round a piece of terrain he is not on it."""
    left, top, right, bottom = zone_of(s, figure)
    edge = radius(figure)
    if not (left + edge <= x <= right - edge and top + edge <= y <= bottom - edge):
        return False
    form = _form_of(s, figure)
    if not form.around:
        return True
    west, north, east, south = s.scenario.area(form.around)
    off = max(west - x, x - east, 0), max(north - y, y - south, 0)
    reach = form.within + tables().lengths.tolerance - edge
    return 0 < off[0] ** 2 + off[1] ** 2 <= reach * reach
