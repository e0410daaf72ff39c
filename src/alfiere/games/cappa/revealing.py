"""Chapters 2.2.1x and 7.1, revealing an event: one of the table, drawn at random, and what comes of it at once."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.games.cappa.arrival import markers
from alfiere.games.cappa.events import Entered, EventRevealed, Taken
from alfiere.games.cappa.firmness import give_points
from alfiere.games.cappa.flags import name_ensign
from alfiere.games.cappa.ground import free_place, gap_to_point
from alfiere.games.cappa.impulses import Actor, Deed, bodies
from alfiere.games.cappa.occasions import EventForm, ThingForm
from alfiere.games.cappa.simple_actions import can_carry
from alfiere.games.cappa.squad_set_up import drawn_up_near
from alfiere.games.cappa.state import OFF, ON, Figure, SkirmishGame, SkirmishState, Thing
from alfiere.games.cappa.tables import tables
from alfiere.games.cappa.weapons import weapons
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure
from alfiere.table.shapes import Point

FALSE = "false"  # nothing happens, cappa.7.2ae


def finder(s: SkirmishState, who: Actor, place: Point) -> Figure | None:
    """The one whose base touches a marker, on the ground: himself, or a member of the squad."""
    near = tables().lengths.tolerance
    return next((one for one in bodies(s, who) if not one.level and gap_to_point(s, one, *place) <= near), None)


def offer_reveal(s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
    """Every marker in base contact, where the scenario has events (cappa.2.2.1x)."""
    if not s.scenario.form.event:
        return
    for name, place in markers(s).items():
        if finder(s, who, place) is not None:
            yield Option("reveal", {"figure": who.id, "marker": name}, ("cappa.2.2.1x",))


def perform_reveal(g: SkirmishGame, who: Actor, option: Option) -> Procedure[None]:
    """The marker is gone; an event of the deck happens, and none when the deck is empty (cappa.7.1.h1)."""
    s = g.state
    place = markers(s)[option["marker"]]
    found_by = finder(s, who, place)
    assert found_by is not None  # it was offered
    s.changed.append(option["marker"])
    if not s.deck:
        g.tell(EventRevealed(found_by.id, FALSE, place))
        return
    drawn = s.deck.pop(g.pick(tuple(s.deck), who.seat, "event"))  # cappa.7.1.1d
    g.reveal()
    g.tell(EventRevealed(found_by.id, drawn, place))
    event = next(one for one in s.scenario.form.event if one.id == drawn)
    yield from happen(g, event, found_by, place)


def happen(g: SkirmishGame, event: EventForm, found_by: Figure, place: Point) -> Procedure[None]:
    """What the scenario says of an event: points, people, a thing."""
    give_points(g, found_by.seat, event.worth, "event")
    for name in event.arrives:
        yield from _appear(g, name, place)
    if event.thing is not None:
        yield from _find(g, event.thing, found_by, place)


def _appear(g: SkirmishGame, name: str, place: Point) -> Procedure[None]:
    """Those who waited come at once, as near to the marker as they fit and 1 um from enemies (cappa.7.2.1.h3).

    A squad stands in its formation if there is room (cappa.6.0d), and its ensign is named.
    """
    s, apart = g.state, tables().lengths.foot_base
    squad = s.squads.get(name)
    names = squad.members if squad is not None else [name]
    here = [one for one in map(s.figures.__getitem__, names) if one.where == OFF]
    drawn_up = drawn_up_near(s, squad, here, place, apart) if squad is not None and here else []
    for number, one in enumerate(here):
        spot = drawn_up[number] if drawn_up else free_place(s, one, *place, apart=apart)
        if spot is not None:
            one.x, one.y = spot
            one.where = ON
            g.tell(Entered(one.id, spot, ("cappa.7.2.1a",)))
    if squad is not None:
        yield from name_ensign(g, squad)


def _find(g: SkirmishGame, form: ThingForm, found_by: Figure, place: Point) -> Procedure[None]:
    """The finder may take it with him for nothing (cappa.7.2.h7)."""
    s = g.state
    s.things[form.id] = Thing(form.id, form.kind, *place, 0, "", heading=10 * form.faces)
    if not can_carry(s, found_by, form.id):
        return
    options = [
        Option("pick-up", {"figure": found_by.id, "thing": form.id, "pa": 0}, ("cappa.7.2.h7",)),
        Option("let-be", {"figure": found_by.id}, ("cappa.7.2.h7",)),
    ]
    about = {"figure": found_by.id, "thing": form.id}
    chosen = yield Decision(found_by.seat, "find", options, about, ("cappa.7.2.h7",))
    if chosen.key == "let-be":
        return
    if form.kind in weapons():
        found_by.arms.append(form.kind)
        del s.things[form.id]
    else:
        s.things[form.id].bearer = found_by.id
        found_by.carries.append(form.id)
    g.tell(Taken(found_by.id, form.id, "up", ("cappa.7.2.h7",)))


EVENT_DEEDS = [Deed("reveal", offer_reveal, perform_reveal, in_melee=False, shaken=False)]
