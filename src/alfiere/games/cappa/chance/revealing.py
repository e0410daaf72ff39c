"""Chapters 2.2.1x and 7.1, revealing an event: one of the table, by card or by die, and what comes of it at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from alfiere.games.cappa.chance.ambushes import Find
from alfiere.games.cappa.chance.happenings import FALSE, happen, is_false, is_no_enemy
from alfiere.games.cappa.ground.ground import gap_to_point
from alfiere.games.cappa.people.impulses import Actor, OfAny, bodies
from alfiere.games.cappa.people.markers import free_rows, lies_last, markers, pin, roll_event, row_at, take_away, unpin
from alfiere.games.cappa.people.strangers import DRAWN, type_of
from alfiere.games.cappa.scenario.occasion_forms import EventsForm
from alfiere.games.cappa.scenario.scenario import MASTER
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.chance_events import EventDrawn
from alfiere.games.cappa.told.events import EventRevealed
from alfiere.kernel.decision import Option
from alfiere.kernel.procedure import Procedure
from alfiere.table.shapes import Point


def finder(s: SkirmishState, people: Iterable[Figure], place: Point) -> Figure | None:
    """The one of them whose base touches a marker, on the ground."""
    near = tables().lengths.tolerance
    return next((one for one in people if not one.level and gap_to_point(s, one, *place) <= near), None)


class Reveal(OfAny):
    """Every marker in base contact, where the scenario has events (cappa.2.2.1x)."""

    verb = "reveal"

    def options(self, s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
        if not s.scenario.events or who.seat == MASTER:  # whose table it is, cappa.7.3.h1
            return
        here = bodies(s, who)
        for name, place in markers(s).items():
            if finder(s, here, place) is not None and not _sleeps_on(s, name, who):
                yield Option("reveal", {"figure": who.id, "marker": name}, ("cappa.2.2.1x",))

    def perform(self, g: SkirmishGame, who: Actor, option: Option) -> Procedure[None]:
        """The marker is gone (cappa.7.1.h1), and an event of the table happens at once, or none (cappa.7.1c)."""
        s, name = g.state, option["marker"]
        place = markers(s)[name]
        found_by = finder(s, bodies(s, who), place)
        assert found_by is not None  # it was offered
        number = draw(g, found_by, name)
        g.reveal()
        find = Find(s.scenario.rows[number], who, found_by, place) if number else None
        if find is not None and find.event.type == "personal_enemy" and is_no_enemy(s, find.event, who):
            pin(s, number, name, s.scenario.sides)  # cappa.7.2.h6: he sleeps on there, and the marker stays
            g.tell(EventRevealed(found_by.id, FALSE, place, ("cappa.7.2.h6",)))
            return
        take_away(s, name)
        if find is None or is_false(s, find):
            g.tell(EventRevealed(found_by.id, FALSE, place, ("cappa.2.2.1x", "cappa.7.2ae")))
            return
        if find.event.type and type_of(find.event).is_repeated:
            DRAWN.put(s, number)  # cappa.7.1.1e
        yield from happen(g, find)


def _sleeps_on(s: SkirmishState, name: str, who: Actor) -> bool:
    """Whether everybody knows that a personal enemy lies there, and not one of theirs (cappa.7.2.h6)."""
    row = row_at(s, name)
    if row is None or row.seats != tuple(sorted(s.scenario.sides)):
        return False
    event = s.scenario.rows.get(row.number)
    return event is not None and event.type == "personal_enemy" and is_no_enemy(s, event, who)


def draw(g: SkirmishGame, found_by: Figure, marker: str) -> int:
    """The row of the table: seen there before, the last of its belt, a card of the deck or the die; 0 for none."""
    s = g.state
    how = s.scenario.form.events or EventsForm()
    known, due = row_at(s, marker), lies_last(s, marker)
    left = free_rows(s)
    if due is not None:  # cappa.7.4.h1
        number = next(number for number, event in s.scenario.rows.items() if event is due)
        unpin(s, number)
        return number
    if known is not None:
        unpin(s, known.number, marker)
        return known.number
    if how.method == "die":
        number = roll_event(g, found_by.seat, how.die)
        g.tell(EventDrawn(found_by.id, how.method, number, "", ("cappa.7.1.1f",)))
        if number not in left:
            return 0  # cappa.7.1.1g
    elif left:
        number = left[g.pick(tuple(left), found_by.seat, "event")]  # cappa.7.1.1c
        g.tell(EventDrawn(found_by.id, how.method, number, how.suit))
    else:
        return 0
    unpin(s, number)  # cappa.7.1.1d
    return number
