"""What a scenario brings besides ground and sides: exits, things that lie about, vehicles, events: its checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alfiere.games.cappa.scenario.checks import Check, houses
from alfiere.games.cappa.scenario.occasion_forms import EventForm, EventsForm, ThingForm
from alfiere.games.cappa.scenario.scenario_forms import SpecialForm
from alfiere.games.cappa.scenario.talk_checks import check_talk
from alfiere.games.cappa.sheets.characters import characters
from alfiere.games.cappa.sheets.event_types import event_table, event_types, table_names
from alfiere.games.cappa.sheets.optional_rules import DeckForm, optional_rules
from alfiere.games.cappa.sheets.tables import terrain
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.forms import check_name


def check_occasions(check: Check) -> None:
    """Exits, things and events, after the sides."""
    form = check.form
    for number, way_out in enumerate(form.exit):
        check.its_side(way_out.side, f"exit[{number}].side")
        check.way_out(way_out, f"exit[{number}]")
    for thing in form.thing:
        _thing(check, thing, f"thing {thing.id}")
        if thing.at is not None and thing.aboard:
            check.fail(f"thing {thing.id}.at", "say where it lies, or on which cart it is «aboard»")
    _loads(check)
    check_events(check)
    check_talk(check)


def with_table(source: Mapping[str, Any], file: str) -> dict[str, Any]:
    """The data of a scenario with the rows of the table it names."""
    wanted = source.get("events")
    name = wanted.get("table") if isinstance(wanted, Mapping) else None
    if not name or not isinstance(wanted, Mapping):
        return dict(source)
    if name not in table_names():
        raise BadData(file, "events.table", f"«{name}» is not known; there are {', '.join(table_names())}")
    table, given = event_table(str(name)), source.get("event", ())
    if not isinstance(given, list | tuple) or not all(isinstance(row, Mapping) for row in given):
        return dict(source)  # its form refuses it as it stands
    own = {row.get("id"): row for row in given}
    rows = [own.pop(row["id"], row) for row in table["event"]]
    head = {key: value for key, value in table.items() if key != "event"}
    return {**source, "events": {**head, **wanted}, "event": [*rows, *own.values()]}


def check_events(check: Check) -> None:
    """The rows of the table, their numbers, and whether there is a marker for them."""
    form, scenario = check.form, check.scenario
    waiting = tuple(one.id for side in form.side for one in side.character if one.is_off_table)
    waiting += tuple(one.id for side in form.side for one in side.squad if one.is_off_table)
    seen: set[str] = set()
    for event in form.event:
        _event(check, event, waiting, f"event {event.id}")
        if event.id in seen or event.id in scenario.names:
            check.fail(f"event {event.id}", "this id stands twice")
        seen.add(event.id)
        scenario.names[event.id] = event.text
        scenario.events[event.id] = event
    _number_rows(check)
    how = form.events or EventsForm()
    if form.events is not None and not form.event:
        check.fail("events", "there is neither a «table» nor an «event» of its own (cappa.7.1a)")
    if how.method == "die" and not all(number <= how.die for number in scenario.rows):
        check.fail("events.die", f"there are rows that a die of {how.die} never shows (cappa.7.1.1f)")
    if how.inner is None and any(event.belt for event in form.event):
        check.fail("events.inner", "there are rows for one belt only: say where the inner belt is (cappa.7.4b)")
    if how.markers < 0:
        check.fail("events.markers", f"it is {how.markers}; it cannot be negative")
    if form.event and not any(feature.marks for feature in scenario.features):
        scenario.markers = how.markers or len(scenario.rows)  # cappa.7.1.h2
    for side in form.side:
        _deck(check, side.deck, f"side {side.code}.deck")
    for number, earned in enumerate(form.earns):
        check.its_side(earned.side, f"earns[{number}].side")
        check.at_least(1, earned.dice, f"earns[{number}].dice", "cappa.9.1.1c")


def _number_rows(check: Check) -> None:
    """Each row has a number; those that name none take the next that are free (cappa.7.1.1c, cappa.7.1.1f)."""
    rows: dict[int, EventForm] = {}
    for event in check.form.event:
        for number in event.numbers:
            if number in rows or number < 1:
                check.fail(f"event {event.id}.numbers", f"the number {number} stands twice, or is less than 1")
            rows[number] = event
    for event in check.form.event:
        for _ in range(0 if event.numbers else event.rows):
            rows[next(number for number in range(1, len(rows) + 2) if number not in rows)] = event
    check.scenario.rows = dict(sorted(rows.items()))


def _deck(check: Check, form: DeckForm, where: str) -> None:
    """What is taken out of a deck must be in it, and something must be left (cappa.9.2.3a)."""
    cards = optional_rules().cards
    lacking = form.lacks + form.lacks_later
    for number in lacking:
        if not 1 <= number <= cards.highest or lacking.count(number) > cards.suits:
            check.fail(where, f"a deck has {cards.suits} of each number from 1 to {cards.highest} (cappa.9.2.1.h1)")
    if len(lacking) == cards.suits * cards.highest:
        check.fail(where, "no card would be left (cappa.9.2.1a)")


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


def _loads(check: Check) -> None:
    """What lies on a cart at the beginning is not more than it bears (cappa.t.mounts)."""
    carts = {one.id: characters().vehicles[one.kind] for one in check.form.thing if one.kind in characters().vehicles}
    weight = dict.fromkeys(carts, 0)
    for thing in check.form.thing:
        if not thing.aboard:
            continue
        where = f"thing {thing.id}.aboard"
        check.one_of(thing.aboard, tuple(carts), where)
        load = terrain().loads.get(thing.kind)
        if load is None or load.weight is None:
            check.fail(where, f"a «{thing.kind}» is not put on a cart")
        weight[thing.aboard] += load.weight
        if weight[thing.aboard] > 100 * carts[thing.aboard].carries.get("weight", 0):
            check.fail(where, f"that is more than «{thing.aboard}» bears (cappa.10.4.3.h1)")


def _event(check: Check, form: EventForm, waiting: tuple[str, ...], where: str) -> None:
    check_name(form.text, f"{where}.text", check.file)
    if form.called is not None:
        check_name(form.called, f"{where}.called", check.file)
    if not form.id or " " in form.id:
        check.fail(where, "its id must be one word")
    check.at_least(1, form.rows, f"{where}.rows")
    for name in form.arrives:
        check.one_of(name, waiting, f"{where}.arrives")
    if form.thing is not None:
        _thing(check, form.thing, f"{where}.thing")
        if form.thing.at is not None:
            check.fail(f"{where}.thing.at", "what an event brings lies where its marker was")
    if form.type:
        check.one_of(form.type, tuple(event_types().types), f"{where}.type")
    sheets = (*characters().sheets, *check.scenario.own)
    if form.profile and form.profile not in sheets:
        check.fail(f"{where}.profile", f"«{form.profile}» is not among the characters")
    if form.type in ("animal", "object", "wine") and form.thing is None:
        check.fail(f"{where}.thing", "say what is found there")
    if form.type == "stragglers" and form.count > event_types().numbers.most_stragglers:
        check.fail(f"{where}.count", f"it is {form.count}; there are never more than six (cappa.7.2x)")
    if form.count < 0 or form.looks < 0 or form.within < 0:
        check.fail(where, "numbers cannot be negative")
    known = (*check.scenario.names, *check.scenario.seat_of, *sheets)
    if form.type == "personal_enemy" and form.enemy_of not in known:
        check.fail(f"{where}.enemy_of", "it must be a side, a character or the sheet of one (cappa.7.2r)")
    check.its_side(form.friend_of, f"{where}.friend_of")
    for name in form.opens:
        check.one_of(name, tuple(one.id for one in check.scenario.features if one.is_hidden), f"{where}.opens")
    for number, row in enumerate(form.reward):
        check.one_of(row.side, tuple(check.scenario.seat_of), f"{where}.reward[{number}].side")
        if row.how == "into":
            check.one_of(row.house, houses(check.scenario), f"{where}.reward[{number}].house")
        check.at_least(1, row.worth, f"{where}.reward[{number}].worth")


def check_weather(check: Check, form: SpecialForm, where: str) -> None:
    """Only a rule about the weather names any, and only fog lifts, on numbers of a d6."""
    if form.kind != "weather" and (form.light, form.weather) != ("day", "clear"):
        check.fail(where, "only a special rule of the kind «weather» names light and weather (cappa.9.5e)")
    numbers = (*form.clears_on, *form.rains_on)
    if numbers and form.weather != "fog":
        check.fail(where, "only fog lifts (cappa.9.5.3b)")
    if any(not 1 <= one <= 6 for one in numbers) or len(set(numbers)) != len(numbers):
        check.fail(where, "fog lifts on numbers of a d6, each named once (cappa.9.5.3b)")
