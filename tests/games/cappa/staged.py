"""A skirmish that comes with the game in the middle of things: nobody is where he is not put."""

from __future__ import annotations

from typing import Any

from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.people.muster import new_skirmish
from alfiere.games.cappa.people.squad_formations import places_in_formation
from alfiere.games.cappa.state.state import ON, Squad
from tests.games.cappa.lines import UM, Situation


def staged(name: str, *, dice: dict[str, list[int]] | None = None, turn: int = 1, **options: str) -> Situation:
    """The first turn of a scenario before anybody is on the table."""
    state = new_skirmish(read_scenario(name), options)
    state.turn, state.phase, state.step, state.order = turn, "actions", 1, list(state.seats)
    return Situation(state, {} if dice is None else dice)


def stand(game: Situation, name: str, x: float, y: float, **sets: Any) -> None:
    """Put a character, or a squad in its formation behind the first of it, on the table; with «pa» he is activated."""
    s = game.state
    who: Any = s.squads.get(name) or s.figures[name]
    men = [s.figures[one] for one in who.members] if isinstance(who, Squad) else [who]
    formation = who.formation if isinstance(who, Squad) else "open"
    place = round(x * UM), round(y * UM)
    heading = sets.pop("heading", 0)
    for one, (at_x, at_y) in zip(men, places_in_formation(formation, len(men), UM, place, heading), strict=True):
        one.x, one.y, one.where = at_x, at_y, ON
    if "pa" in sets:
        who.die = who.pa = sets.pop("pa")
        who.is_activated = True
    for key, value in sets.items():
        setattr(who, key, value)


def carry(game: Situation, name: str, thing: str, kind: str = "trifle") -> None:
    """Put something into somebody's hands."""
    from alfiere.games.cappa.state.state import Thing

    game.state.things[thing] = Thing(thing, kind, 0, 0, 0, name)
    game.figure(name).carries.append(thing)
