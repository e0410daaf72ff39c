"""Chapter 7.1, event markers: where they are, who sets them out, what is known of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from alfiere.battles.marks import Line
from alfiere.battles.zones import squared_off
from alfiere.games.cappa.scenario.occasion_forms import EventForm, EventsForm
from alfiere.games.cappa.scenario.scenario import MASTER
from alfiere.games.cappa.sheets.event_types import event_types
from alfiere.games.cappa.sheets.measures import Rect
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.dice import D10, d6, d10
from alfiere.games.cappa.state.state import OF_SKIRMISH, Figure, SkirmishGame, SkirmishState, Thing
from alfiere.games.cappa.told.chance_events import MarkerPlaced, MarkerSeen
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Args, Decision, Option, Seat
from alfiere.kernel.forms import Name
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.table.shapes import Point

MARKER = "event_marker"  # the kind of a marker that a player has set out
SETS_OUT = Line("marker", str)  # the side whose turn it is to set one out, in the queue
OFFERED = 16  # places are offered to somebody who sets out a marker, at the most
FOUND = OF_SKIRMISH.about("found", str)  # an event whose thing has been found
SECOND = OF_SKIRMISH.bare("second series")  # tracks have been found, other events are drawn from now on, cappa.7.2ab
PREFERRED = ("building", "wood", "scrub")  # cappa.7.1b


def markers(s: SkirmishState) -> dict[str, Point]:
    """The event markers that are still on the table."""
    found = {name: place for name, place in s.ground.marks.items() if name not in s.changed}
    if s.scenario.markers:
        found |= {one.id: (one.x, one.y) for one in s.things.values() if one.kind == MARKER}
    return found


class Row(NamedTuple):
    """A row of the table of events that is in the deck, or under the marker where some sides have seen it.

    The number 0 stands for a row under a marker that hides nothing, as a die has shown to who looked.
    """

    number: int
    marker: str = ""
    seats: tuple[Seat, ...] = ()


ROW, NOTHING = Line("", Row, between="@", widest=1), Row(0)


class Loose(NamedTuple):
    """An animal and the turn in which it appeared."""

    thing: str
    turn: int


LOOSE = OF_SKIRMISH.about("loose", Loose)  # nobody has caught it yet


def is_loose(s: SkirmishState, thing: str) -> bool:
    """Whether it is an animal that has still to be caught (cappa.7.2.h12)."""
    return any(one.thing == thing for one in LOOSE.all(s))


def take_away(s: SkirmishState, name: str) -> None:
    """A marker that was revealed, or by which somebody came, is gone (cappa.7.1.h1, cappa.2.1.3.h4).

    What somebody had seen under it, and nobody has revealed, may be anywhere again.
    """
    rows = (Row(row.number) if row.marker == name else row for row in ROW.among(s.deck))
    s.deck = [ROW.written(row) for row in rows if row != NOTHING]
    if name in s.things:
        del s.things[name]
    else:
        s.changed.append(name)


# Belts


def belt_of(s: SkirmishState, place: Point) -> str:
    """Whether a place is in the inner or the outer belt (cappa.7.4b)."""
    inner = (s.scenario.form.events or EventsForm()).inner
    if inner is None:
        return ""
    return "inner" if _holds(inner, place) else "outer"


def _holds(rect: Rect, place: Point) -> bool:
    left, top, right, bottom = rect
    return left <= place[0] <= right and top <= place[1] <= bottom


def lies_last(s: SkirmishState, name: str) -> EventForm | None:
    """What must be under the last marker of its belt, not having been found elsewhere (cappa.7.4.h1)."""
    places = markers(s)
    for event in s.scenario.events.values():
        if event.lies_last and not FOUND.is_on(s, event.id):
            if [one for one, place in places.items() if event.belt in ("", belt_of(s, place))] == [name]:
                return event
    return None


# Setting them out


def turns_to_set_out(s: SkirmishState, order: list[Seat]) -> list[str]:
    """Whose turn it is for each marker, one after the other (cappa.7.1.h2)."""
    return [SETS_OUT.written(order[number % len(order)]) for number in range(s.scenario.markers)]


def set_out(g: SkirmishGame, seat: Seat) -> Procedure[None]:
    """A player sets out a marker, away from the others and from every zone; none where there is no room left."""
    s = g.state
    options = [Option("set-marker", {"to": list(place)}, ("cappa.7.1.h2",)) for place in _places(s)]

    def free(key: str, args: Args) -> Option | Objection | None:
        to = args.get("to")
        if key != "set-marker" or set(args) != {"to"} or not isinstance(to, list | tuple) or len(to) != 2:
            return None
        if not all(isinstance(one, int) for one in to) or not _may_lie(s, (to[0], to[1])):
            return because("marker-near", "cappa.7.1.h2")
        return Option("set-marker", {"to": list(to)}, ("cappa.7.1.h2",))

    if not options:
        return
    chosen = yield Decision(seat, "set-marker", options, {}, ("cappa.7.1b", "cappa.7.1.h2"), free=free)
    x, y = chosen["to"]
    s = g.state
    number = 1 + sum(1 for one in s.things.values() if one.kind == MARKER)
    s.things[f"{MARKER}-{number}"] = Thing(f"{MARKER}-{number}", MARKER, x, y, 0, "")
    g.tell(MarkerPlaced(seat, (x, y)))


def _places(s: SkirmishState) -> list[Point]:
    """Buildings, woods and thickets first, then a few places spread over the table (cappa.7.1b)."""
    middles = []
    for one in s.scenario.features:
        if one.form.rect is not None and one.ground is not None and one.ground.id in PREFERRED:
            left, top, right, bottom = one.form.rect
            middles.append(((left + right) // 2, (top + bottom) // 2))
    step = event_types().lengths.markers_apart // 2
    grid = [(x, y) for y in range(step, s.ground.depth, step) for x in range(step, s.ground.width, step)]
    good = [place for place in middles if _may_lie(s, place)]
    others = [place for place in grid if place not in good and _may_lie(s, place)]
    few = max(1, len(others) // OFFERED)
    return [*good[:OFFERED], *others[::few][: max(1, OFFERED - len(good))]] if good or others else []


def _may_lie(s: SkirmishState, place: Point) -> bool:
    """On the table, 6 um from every other marker and from every deployment zone (cappa.7.1.h2)."""
    x, y = place
    if not (0 <= x <= s.ground.width and 0 <= y <= s.ground.depth):
        return False
    keep = event_types().lengths.markers_apart - tables().lengths.tolerance
    if any((x - a) ** 2 + (y - b) ** 2 < keep * keep for a, b in markers(s).values()):
        return False
    return all(squared_off(zone, x, y) >= keep * keep for zone in _zones(s))


def _zones(s: SkirmishState) -> list[Rect]:
    """Every zone in which somebody is set up."""
    sides = s.scenario.sides.values()
    forms = [(form.zone, form.is_off_table) for side in sides for form in side.character]
    forms += [(form.zone, form.is_off_table) for side in sides for form in side.squad]
    own = [zone for zone, is_off_table in forms if zone is not None and not is_off_table]
    return [s.scenario.zone(zone).rect for zone in (*(side.zone for side in sides), *own)]


def is_at_marker(s: SkirmishState, size: int, x: int, y: int) -> bool:
    """Whether a base of this radius would be within 1 um of a marker: nobody is set up there (cappa.7.1.h3)."""
    keep = size + event_types().lengths.set_up_apart
    near = [name for name, (a, b) in s.ground.marks.items() if (x - a) ** 2 + (y - b) ** 2 < keep * keep]
    if any(name not in s.changed for name in near):
        return True
    if not s.scenario.markers:
        return False
    return any(one.kind == MARKER and (x - one.x) ** 2 + (y - one.y) ** 2 < keep * keep for one in s.things.values())


# Drawing


def free_rows(s: SkirmishState) -> list[int]:
    """The rows that may still be drawn: not those that lie known under a marker."""
    return [row.number for row in ROW.among(s.deck) if not row.marker]


def row_at(s: SkirmishState, name: str) -> Row | None:
    """The row that somebody has seen under a marker; None if nobody has looked."""
    return next((row for row in ROW.among(s.deck) if row.marker == name), None)


def told_at(s: SkirmishState, number: int, place: Point) -> EventForm | None:
    """What a row is at this place; None if it is nothing there (cappa.7.4b)."""
    event = s.scenario.rows.get(number)
    return event if event is not None and event.belt in ("", belt_of(s, place)) else None


def seen_under(s: SkirmishState, name: str, seat: Seat) -> Name | None:
    """What a side knows of a marker under which one of its people has looked; who keeps the table knows of all."""
    row = row_at(s, name)
    if row is None or (seat not in row.seats and seat != MASTER):
        return None
    event = told_at(s, row.number, markers(s)[name])
    return event.text if event is not None else event_types().types["false"].name


def unseen(s: SkirmishState, seat: Seat) -> list[str]:
    """The markers of which a side does not know yet what they hide."""
    return [name for name in markers(s) if seen_under(s, name, seat) is None]


def look_under(g: SkirmishGame, figure: Figure, name: str, rule: str) -> None:
    """Somebody learns what a marker hides without revealing it: from now on that is settled (cappa.7.2ab)."""
    s = g.state
    known, place, due = row_at(s, name), markers(s)[name], lies_last(s, name)
    g.reveal()
    if due is not None:  # whatever was thought before, cappa.7.4.h1
        g.tell(MarkerSeen(figure.seat, figure.id, place, due.id, (rule, "cappa.7.4.h1")))
        return
    number = _settle(g, figure.seat) if known is None else known.number
    unpin(s, number, name)
    seats = {figure.seat, *(known.seats if known is not None else ())}
    pin(s, number, name, seats)
    event = told_at(s, number, place)
    g.tell(MarkerSeen(figure.seat, figure.id, place, event.id if event is not None else "false", (rule,)))


def _settle(g: SkirmishGame, seat: Seat) -> int:
    """The row that a marker hides from now on: a card of those left, or what the die shows; 0 for none."""
    s = g.state
    left = free_rows(s)
    how = s.scenario.form.events or EventsForm()
    if how.method == "die":
        number = roll_event(g, seat, how.die)
        number = number if number in left else 0  # cappa.7.1.1g
    else:
        number = left[g.pick(tuple(left), seat, "event")] if left else 0
    unpin(s, number)
    return number


def roll_event(g: SkirmishGame, seat: Seat, die: int) -> int:
    """The die of the table of events (cappa.7.1.1f); chance alone chooses, no experience (cappa.7.1.1a)."""
    return d10(g, seat) if die == len(D10) else d6(g, seat)


def pin(s: SkirmishState, number: int, name: str, seats: Iterable[Seat]) -> None:
    """From now on this row lies under this marker, and these sides know it."""
    s.deck.append(ROW.written(Row(number, name, tuple(sorted(seats)))))


def unpin(s: SkirmishState, number: int, name: str = "") -> None:
    """This row leaves the deck, or the marker under which it lies."""
    s.deck = [row for row in s.deck if ROW.read(row)[:2] != (number, name)]


def redeal_markers(s: SkirmishState, seat: Seat, chance: Chance) -> None:
    """What this side has not seen itself may as well be something else that is still in the deck."""
    if seat == MASTER:
        return
    rows = ROW.among(s.deck)
    unseen = [row for row in rows if seat not in row.seats]
    if not any(row.marker for row in unseen):
        return
    numbers = [row.number for row in unseen]
    dealt = [numbers.pop(chance.below(len(numbers))) for _ in unseen]
    fresh = [row._replace(number=number) for number, row in zip(dealt, unseen, strict=True)]
    kept = [row for row in rows if row not in unseen]
    s.deck = [ROW.written(row) for row in (*kept, *fresh) if row != NOTHING]
