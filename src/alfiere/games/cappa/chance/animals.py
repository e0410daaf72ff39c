"""Chapter 7.2b, animals that an event has startled: they run in the last phase until somebody catches them."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.games.cappa.ground.ground import HORSES, free_place, gap_to_point
from alfiere.games.cappa.ground.zones import journey
from alfiere.games.cappa.people.impulses import Actor, OfAny, bodies
from alfiere.games.cappa.people.loads import can_carry
from alfiere.games.cappa.people.markers import LOOSE, Loose
from alfiere.games.cappa.people.muster import new_figure
from alfiere.games.cappa.people.strangers import type_of
from alfiere.games.cappa.scenario.occasion_forms import EventForm
from alfiere.games.cappa.sheets.tables import tables, terrain
from alfiere.games.cappa.state.fortune import CATCH, cast
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState, Thing
from alfiere.games.cappa.told.chance_events import Bolted, CaughtAt
from alfiere.games.cappa.told.events import Taken
from alfiere.games.cappa.victory.firmness import give_points
from alfiere.kernel.decision import Option
from alfiere.kernel.procedure import Procedure
from alfiere.table.headings import heading_of, offset
from alfiere.table.places import as_far_as


def let_loose(s: SkirmishState, event: EventForm, found_by: Figure) -> None:
    """It stands in contact with the one who has startled it (cappa.7.2.h1)."""
    form = event.thing
    assert form is not None  # occasions refuses an animal without it
    beast = _beast(s, event, found_by)
    place = free_place(s, beast, found_by.x, found_by.y) or (found_by.x, found_by.y)
    s.things[form.id] = Thing(form.id, form.kind, *place, 0, "")
    LOOSE.put(s, Loose(form.id, s.turn))


def _beast(s: SkirmishState, event: EventForm, at: Figure | Thing) -> Figure:
    """The animal as a base that can run; it belongs to nobody."""
    assert event.thing is not None
    figure = new_figure(
        event.thing.id, next(iter(s.sides)), s.scenario.sheet(event.profile or type_of(event).people), ""
    )
    figure.x, figure.y = at.x, at.y
    figure.where = "on"
    return figure


def _event_of(s: SkirmishState, thing: str) -> EventForm:
    return next(one for one in s.scenario.events.values() if one.thing is not None and one.thing.id == thing)


def run_animals(g: SkirmishGame) -> None:
    """From the turn after it appeared each runs its Mov straight away from the nearest character (cappa.7.2.h1)."""
    s = g.state
    people = s.standing()
    for name in [name for name, turn in LOOSE.all(s) if turn < s.turn and people]:
        thing = s.things[name]
        near = min(people, key=lambda one: (gap_to_point(s, one, thing.x, thing.y), one.id))
        beast = _beast(s, _event_of(s, name), thing)
        away = heading_of(thing.x - near.x, thing.y - near.y) if (thing.x, thing.y) != (near.x, near.y) else 0
        dx, dy = offset(away, beast.line.mov)
        trip = journey(s, beast, beast.line.mov, zones=False, leave_out=(name,))
        start, end = (thing.x, thing.y), as_far_as(trip, thing.x + dx, thing.y + dy).end
        if end != start:
            thing.x, thing.y = end
            g.tell(Bolted(name, start, end))


def _within_reach(s: SkirmishState, figure: Figure, thing: Thing) -> bool:
    size = terrain().mounts[thing.kind].base // 2 if thing.kind in HORSES else tables().lengths.foot_base // 2
    return (
        thing.level == figure.level and gap_to_point(s, figure, thing.x, thing.y) <= size + tables().lengths.tolerance
    )


class Catch(OfAny):
    """A loose animal in contact, by one who can hold or lead it (cappa.7.2.h12)."""

    verb = "catch"

    def options(self, s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
        if not s.scenario.events:
            return
        for name, _ in LOOSE.all(s):
            for one in bodies(s, who):
                if _within_reach(s, one, s.things[name]) and can_carry(s, one, name):
                    yield Option("catch", {"figure": who.id, "bearer": one.id, "thing": name}, ("cappa.7.2.h12",))
                    break

    def perform(self, g: SkirmishGame, who: Actor, option: Option) -> Procedure[None]:
        """A d10 not above his Mi; then it is carried or led, and the scenario may give points for it (cappa.7.2c)."""
        s, name = g.state, option["thing"]
        one = s.figures[option["bearer"]]
        roll = (yield from cast(g, one, CATCH, one.line.mi)).score
        g.tell(CaughtAt(one.id, name, roll, one.line.mi, roll <= one.line.mi))
        if roll > one.line.mi:
            return
        LOOSE.take(s, next(one for one in LOOSE.all(s) if one.thing == name))
        s.things[name].bearer = one.id
        one.carries.append(name)
        g.tell(Taken(one.id, name, "up", ("cappa.7.2.h12",)))
        give_points(g, one.seat, _event_of(s, name).worth, "event")
