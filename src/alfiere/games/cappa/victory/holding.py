"""Chapter 3.1.h2, ground to be held: who has more men near it when the last turn is over."""

from __future__ import annotations

from dataclasses import dataclass

from alfiere.games.cappa.ground.ground import radius
from alfiere.games.cappa.scenario.scenario_forms import ObjectiveForm
from alfiere.games.cappa.sheets.measures import Rect
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState
from alfiere.kernel.decision import Seat
from alfiere.kernel.event import Event

HOLD_GROUND = "hold ground"


@dataclass(slots=True)
class GroundCounted(Event):
    """How many of a side stand unshaken within so much of the ground that was to be held."""

    seat: Seat
    ground: str
    count: int
    length: int
    rules: tuple[str, ...] = ("cappa.3.1.h2", "cappa.geo.5")


def to_be_held(s: SkirmishState) -> list[ObjectiveForm]:
    """The objectives that somebody reaches by standing near a piece of ground at the end."""
    return [one for one in s.scenario.form.objective if one.kind == HOLD_GROUND]


def men_near(s: SkirmishState, objective: ObjectiveForm, seat: Seat) -> list[Figure]:
    """The characters of a side who are not shaken, within so much of the ground (cappa.geo.2, cappa.geo.5)."""
    rect = area_of(s, objective)
    reach = objective.within + tables().lengths.tolerance
    return [one for one in s.standing(seat) if not s.is_shaken(one) and _is_within(rect, one, reach)]


def area_of(s: SkirmishState, objective: ObjectiveForm) -> Rect:
    """The ground that is to be held, whatever water has made of it since."""
    found = next(one.form.rect for one in s.scenario.features if one.id == objective.ground)
    assert found is not None
    return found


def _is_within(rect: Rect, figure: Figure, reach: int) -> bool:
    left, top, right, bottom = rect
    across = max(left - figure.x, figure.x - right, 0)
    down = max(top - figure.y, figure.y - bottom, 0)
    return across * across + down * down <= (reach + radius(figure)) ** 2


def holder(g: SkirmishGame, objective: ObjectiveForm) -> Seat | None:
    """Who has more men there than any other; none where the most are equal. Every side's are told."""
    s = g.state
    counts = {seat: len(men_near(s, objective, seat)) for seat in s.seats if not s.sides[seat].is_beaten}
    for seat, count in counts.items():
        g.tell(GroundCounted(seat, objective.ground, count, objective.within))
    most = max(counts.values())
    first = [seat for seat, count in counts.items() if count == most]
    if len(first) > 1 or (objective.side and s.scenario.seat_of[objective.side] != first[0]):
        return None
    return first[0]
