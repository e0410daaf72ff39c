"""Objectives that take their time: a rest in a house, somebody brought under a roof."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.games.cappa.ground.ground import building_of
from alfiere.games.cappa.people.strangers import event_of
from alfiere.games.cappa.state.state import GONE, OF_FIGURE, OF_SKIRMISH, OfSide, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.aim_events import Rested, Sheltered
from alfiere.games.cappa.victory.firmness import give_points
from alfiere.kernel.decision import Seat

RESTING, RESTED = OF_SKIRMISH.about("resting", OfSide), OF_SKIRMISH.about("rested", OfSide)  # in a house
UNDER_ROOF = OF_FIGURE.bare("under a roof")  # he has been brought there


# A rest


def _rests(s: SkirmishState) -> Iterator[tuple[str, Seat]]:
    """The houses in which a side has to rest before something counts."""
    for form in s.scenario.form.objective:
        if form.rest_in:
            for seat in [s.scenario.seat_of[form.side]] if form.side else s.seats:
                yield form.rest_in, seat


def _holds(s: SkirmishState, house: str, seat: Seat) -> bool:
    """Whether one of the side is inside, and no enemy of his."""
    here = [one for one in s.standing() if building_of(s, one) == house]
    own = [one for one in here if one.seat == seat]
    return bool(own) and not any(s.are_enemies(own[0], one) for one in here)


def begin_rests(s: SkirmishState) -> None:
    """At the start of a turn: who is inside alone may have rested when it ends."""
    for house, seat in _rests(s):
        rest = OfSide(house, seat)
        if not RESTING.is_on(s, rest) and has_not_rested(s, house, seat) and _holds(s, house, seat):
            RESTING.put(s, rest)


def disturb_rests(s: SkirmishState) -> None:
    """After every action: whoever has gone out, or has an enemy with him, does not rest this turn."""
    for rest in RESTING.all(s):
        if not _holds(s, *rest):
            RESTING.take(s, rest)


def end_rests(g: SkirmishGame) -> None:
    """A whole turn under the roof."""
    s = g.state
    disturb_rests(s)
    for rest in RESTING.all(s):
        RESTING.take(s, rest)
        RESTED.put(s, rest)
        g.tell(Rested(rest.seat, rest.what))


def has_not_rested(s: SkirmishState, house: str, seat: Seat) -> bool:
    """Whether a side has still to rest there."""
    return not RESTED.is_on(s, OfSide(house, seat))


# Under a roof


def shelter(g: SkirmishGame) -> None:
    """After every action: somebody whom an event has brought is carried into the house that counts for a side."""
    s = g.state
    for one in s.figures.values():
        event = event_of(s, one)
        if event is None or not event.reward or not one.captor or one.where == GONE or UNDER_ROOF.is_on(one):
            continue
        bearer = s.figures[one.captor]
        for row in event.reward:
            if (
                row.how == "into"
                and s.scenario.seat_of[row.side] == bearer.seat
                and building_of(s, bearer) == row.house
            ):
                UNDER_ROOF.put(one)
                g.tell(Sheltered(bearer.id, one.id, row.house))
                give_points(g, bearer.seat, row.worth, "sheltered")
