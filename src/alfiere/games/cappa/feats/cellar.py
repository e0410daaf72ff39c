"""Chapters 7.2ac and 7.2ad, wine and provisions: who may drink of them, and what it does to him."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from alfiere.games.cappa.ground.ground import building_at, building_of, gap_to_point
from alfiere.games.cappa.people.impulses import Actor, OfAny, bodies
from alfiere.games.cappa.scenario.occasion_forms import EventForm
from alfiere.games.cappa.sheets.characters import WINE
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import OF_FIGURE, OF_SKIRMISH, Figure, OfSide, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.chance_events import Drank
from alfiere.games.cappa.victory.firmness import give_points
from alfiere.kernel.decision import Option, Seat
from alfiere.table.shapes import Point


class Store(NamedTuple):
    """Provisions of an event, the side that has found them, and where they are: a house, or a place in the open."""

    event: str
    seat: Seat
    house: str


STORE = OF_SKIRMISH.about("store", Store, widest=2)
TASTED = OF_FIGURE.about("tasted", str)  # an event of which he has drunk already
TOASTED = OF_SKIRMISH.about("toasted", OfSide)  # an event for which a side has had its points


def store_in(s: SkirmishState, event: EventForm, seat: str, place: Point) -> None:
    """The side that found them may help itself there (cappa.7.2.h10)."""
    x, y = place
    STORE.put(s, Store(event.id, seat, building_at(s, x, y) or f"{x},{y}"))


def _wines(s: SkirmishState) -> list[EventForm]:
    found = [one for one in s.scenario.events.values() if one.type == "wine" and one.thing is not None]
    return [one for one in found if one.thing is not None and one.thing.id in s.things]


def _has_wine_at_hand(s: SkirmishState, event: EventForm, figure: Figure) -> bool:
    assert event.thing is not None
    thing = s.things[event.thing.id]
    if thing.bearer:
        return thing.bearer == figure.id
    near = gap_to_point(s, figure, thing.x, thing.y) <= tables().lengths.tolerance
    return near and thing.level == figure.level


def _is_in_store(s: SkirmishState, figure: Figure, house: str) -> bool:
    """In the house; of a store that a scenario puts in the open, where its marker was."""
    x, comma, y = house.partition(",")
    if comma:
        return not figure.level and gap_to_point(s, figure, int(x), int(y)) <= tables().lengths.tolerance
    return building_of(s, figure) == house


def _may_taste(figure: Figure, event: str) -> bool:
    return not TASTED.is_on(figure, event) and not figure.sheet.is_animal


class DrinkWine(OfAny):
    """One who touches the wine, for 1 PA; a squad of which one does, as a body, for 2 (cappa.7.2.h11)."""

    verb = "drink-wine"

    def options(self, s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
        if not s.scenario.events:
            return
        here = bodies(s, who)
        cost = tables().actions["drink_in_company" if isinstance(who, Squad) else "drink"].pa
        for event in _wines(s):
            if any(_has_wine_at_hand(s, event, one) for one in here) and any(_may_taste(one, event.id) for one in here):
                yield Option("drink-wine", {"figure": who.id, "event": event.id, "pa": cost}, ("cappa.7.2.h11",))
        for name, seat, house in STORE.all(s):
            inside = [one for one in here if _is_in_store(s, one, house) and _may_taste(one, name)]
            if seat == who.seat and inside:
                yield Option("drink-wine", {"figure": who.id, "event": name, "pa": cost}, ("cappa.7.2.h10",))

    def do(self, g: SkirmishGame, who: Actor, option: Option) -> None:
        """Once for each: more heart, less skill for good; provisions only refresh (cappa.7.2ac, cappa.7.2.h10)."""
        s = g.state
        event = s.scenario.events[option["event"]]
        stores = [one.house for one in STORE.all(s) if (one.event, one.seat) == (event.id, who.seat)]
        for one in bodies(s, who):
            if not _may_taste(one, event.id) or not all(_is_in_store(s, one, house) for house in stores):
                continue
            TASTED.put(one, event.id)
            if event.type == "wine" and not one.sheet.id.endswith(WINE):
                one.sheet = one.sheet.after_wine()
            g.tell(Drank(one.id, event.type, option.rules))
        toast = OfSide(event.id, who.seat)
        if event.type == "wine" and not TOASTED.is_on(s, toast):
            TOASTED.put(s, toast)
            give_points(g, who.seat, event.worth, "event")
