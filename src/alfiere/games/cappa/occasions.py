"""What a scenario brings besides ground and sides: exits, things that lie about, vehicles, events; and their checks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from alfiere.games.cappa.characters import characters
from alfiere.games.cappa.features import Edge
from alfiere.games.cappa.measures import Form, Name, Point, check_name
from alfiere.games.cappa.optional_rules import DeckForm, optional_rules
from alfiere.games.cappa.tables import terrain
from alfiere.games.cappa.weapons import weapons

if TYPE_CHECKING:
    from alfiere.games.cappa.scenario import Scenario, ScenarioForm, SpecialForm


class ExitForm(Form, frozen=True, kw_only=True):
    """Where one may leave the table (cappa.4.h2): an edge, or a stretch of it from the north or west on."""

    edge: Edge
    start: int = 0
    end: int = 0  # left out: to the end of the edge
    side: str = ""  # left out: everybody


class ThingForm(Form, frozen=True, kw_only=True):
    """Something to be found: a load, a beast, a weapon; or a vehicle or gun, which faces so many degrees from north."""

    id: str
    kind: str
    name: Name
    at: Point | None = None  # of what an event brings: where its marker was
    faces: int = 0


class EventForm(Form, frozen=True, kw_only=True):
    """A row of the table of events (cappa.7.1a): what is told, and what comes of it for the side that reveals it."""

    id: str
    text: Name
    rows: int = 1  # likelier events stand on several rows, cappa.7.1.1b
    worth: int = 0  # victory points
    thing: ThingForm | None = None
    arrives: tuple[str, ...] = ()  # characters and squads that waited off the table


class Check(Protocol):
    """What the checks of a scenario share."""

    scenario: Scenario
    form: ScenarioForm
    file: str

    def fail(self, where: str, why: str) -> None: ...
    def one_of(self, word: str, allowed: tuple[str, ...], where: str) -> None: ...
    def its_side(self, code: str, where: str) -> None: ...
    def on_table(self, points: tuple[Point, ...], where: str) -> None: ...


def vehicle_base(kind: str) -> tuple[int, int] | None:
    """The front edge and the depth of a vehicle or gun; None for anything else (cappa.1.1.h2, cappa.1.1.h3)."""
    vehicle = characters().vehicles.get(kind)
    if vehicle is not None:
        return min(vehicle.base), max(vehicle.base)  # the short side is the front
    gun = terrain().guns.get(kind)
    return None if gun is None else (gun.width, gun.depth)


def check_occasions(check: Check) -> None:
    """Exits, things and events, after the sides."""
    form = check.form
    for number, way_out in enumerate(form.exit):
        _exit(check, way_out, f"exit[{number}]")
    for thing in form.thing:
        _thing(check, thing, f"thing {thing.id}")
        if thing.at is None:
            check.fail(f"thing {thing.id}.at", "say where it lies")
    waiting = tuple(one.id for side in form.side for one in side.character if one.is_off_table)
    waiting += tuple(one.id for side in form.side for one in side.squad if one.is_off_table)
    seen: set[str] = set()
    for event in form.event:
        _event(check, event, waiting, f"event {event.id}")
        if event.id in seen or event.id in check.scenario.names:
            check.fail(f"event {event.id}", "this id stands twice")
        seen.add(event.id)
        check.scenario.names[event.id] = event.text
    for side in form.side:
        _deck(check, side.deck, f"side {side.code}.deck")
    for number, earned in enumerate(form.earns):
        check.its_side(earned.side, f"earns[{number}].side")
        if earned.dice < 1:
            check.fail(f"earns[{number}].dice", f"it is {earned.dice}; it must be at least 1 (cappa.9.1.1c)")
    has_marks = any(feature.marks for feature in check.scenario.features)
    if form.event and not has_marks:
        check.fail("event", "there are events, but no event marker on the table (cappa.7.1b)")


def _deck(check: Check, form: DeckForm, where: str) -> None:
    """What is taken out of a deck must be in it, and something must be left (cappa.9.2.3a)."""
    cards = optional_rules().cards
    lacking = form.lacks + form.lacks_later
    for number in lacking:
        if not 1 <= number <= cards.highest or lacking.count(number) > cards.suits:
            check.fail(where, f"a deck has {cards.suits} of each number from 1 to {cards.highest} (cappa.9.2.1.h1)")
    if len(lacking) == cards.suits * cards.highest:
        check.fail(where, "no card would be left (cappa.9.2.1a)")


def _exit(check: Check, form: ExitForm, where: str) -> None:
    check.its_side(form.side, f"{where}.side")
    long = check.scenario.width if form.edge in ("north", "south") else check.scenario.depth
    if not 0 <= form.start < (form.end or long) <= long:
        check.fail(where, "it must begin before it ends, and lie on its edge")


def _thing(check: Check, form: ThingForm, where: str) -> None:
    check_name(form.name, f"{where}.name", check.file)
    carried = [code for code, weapon in weapons().items() if weapon.kind != "artillery"]
    kinds = (*terrain().loads, *terrain().mounts, *carried, *characters().vehicles, *terrain().guns)
    check.one_of(form.kind, kinds, f"{where}.kind")
    if not form.id or form.id in check.scenario.names:
        check.fail(where, "it needs an id that nobody else has")
    check.scenario.names[form.id] = form.name
    if form.at is not None:
        check.on_table((form.at,), f"{where}.at")


def _event(check: Check, form: EventForm, waiting: tuple[str, ...], where: str) -> None:
    check_name(form.text, f"{where}.text", check.file)
    if form.rows < 1:
        check.fail(f"{where}.rows", f"it is {form.rows}; it must be at least 1")
    for name in form.arrives:
        check.one_of(name, waiting, f"{where}.arrives")
    if form.thing is not None:
        _thing(check, form.thing, f"{where}.thing")
        if form.thing.at is not None:
            check.fail(f"{where}.thing.at", "what an event brings lies where its marker was")


def check_weather(check: Check, form: SpecialForm, where: str) -> None:
    """Only a rule about the weather names any, and only fog lifts, on numbers of a d6."""
    if form.kind != "weather" and (form.light, form.weather) != ("day", "clear"):
        check.fail(where, "only a special rule of the kind «weather» names light and weather (cappa.9.5e)")
    numbers = (*form.clears_on, *form.rains_on)
    if numbers and form.weather != "fog":
        check.fail(where, "only fog lifts (cappa.9.5.3b)")
    if any(not 1 <= one <= 6 for one in numbers) or len(set(numbers)) != len(numbers):
        check.fail(where, "fog lifts on numbers of a d6, each named once (cappa.9.5.3b)")
