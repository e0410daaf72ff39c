"""Chapter 3.1, objectives that squads reach by where they stand."""

from __future__ import annotations

from alfiere.games.cappa.ground.ground import radius
from alfiere.games.cappa.ground.squads import members_up
from alfiere.games.cappa.sheets.measures import Rect
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.victory.firmness import is_steady, reach_objective

REACH = "reach"


def is_there(s: SkirmishState, squad: Squad, area: Rect) -> bool:
    """Whether a squad that is not shaken has every base of its own wholly in an area.

    A leader who runs by himself is not with it (cappa.2.3.h7).
    """
    return is_steady(s, squad) and all(_lies_in(one, area) for one in members_up(s, squad) if not one.shaken)


def _lies_in(figure: Figure, area: Rect) -> bool:
    left, top, right, bottom = area
    edge = radius(figure)
    return left + edge <= figure.x <= right - edge and top + edge <= figure.y <= bottom - edge


def settle_objectives(g: SkirmishGame) -> None:
    """When an action, or the turn, is over: who has so many squads where he wants them ends it at once (cappa.3.1a)."""
    s = g.state
    for form in s.scenario.form.objective:
        if form.kind != REACH or form.rect is None or s.winner:
            continue
        seat = s.scenario.seat_of[form.side]
        if sum(is_there(s, one, form.rect) for one in s.squads.values() if one.seat == seat) >= form.squads:
            reach_objective(g, seat, form.worth)
