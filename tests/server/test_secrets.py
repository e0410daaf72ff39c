"""Nobody learns what he may not: not from a view, an event, a number, an error or the length of anything."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from alfiere.kernel.chance import Chance
from alfiere.server.table import Table
from tests.server.people import Live, Person, create, two_people
from tests.server.running import Running

LISTS_OF_CARDS = {"cards", "out", "into", "top", "bottom", "discard", "on_top", "at_bottom"}
CARD_IN_TEXT = re.compile(r"\((\d+)\)")


def cards_in(message: Any, under: str = "") -> Iterator[int]:
    """Every card number that a message names, as data or in a sentence."""
    if isinstance(message, dict):
        if message.get("key") == "deck-changed":  # which cards a deck is made of is open, how they lie is not
            return
        for key, value in message.items():
            if key in ("card", "number") and isinstance(value, int):  # «cards: 3» only says how many
                if not (key == "number" and under in ("decision", "table")):  # the number of a decision
                    yield value
            elif key in LISTS_OF_CARDS and isinstance(value, list):
                yield from (one for one in value if isinstance(one, int))
            yield from cards_in(value, key)
    elif isinstance(message, list):
        for one in message:
            yield from cards_in(one, under)
    elif isinstance(message, str):
        yield from map(int, CARD_IN_TEXT.findall(message))


def open_cards(state: Any, seat: str | None) -> set[int]:
    """The cards a seat may know the place of: its own, the discards, what lies face up."""
    known: set[int] = set()
    for army in state.armies.values():
        known |= set(army.discard)
        if army.seat == seat:
            known |= {*army.hand, *army.aside, *army.deck.top, *army.deck.bottom, *army.deck.middle}
        if seat is not None and state.seen_hand == seat:
            known |= set(army.hand)
    for division in state.divisions.values():
        if division.card and (division.seat == seat or state.cards_shown):
            known.add(division.card)
    if seat is not None and state.looker == seat:
        known |= set(state.looking)
    return known


def hidden_cards(state: Any, seat: str | None) -> set[int]:
    """The cards in the others' hands, laid aside or face down."""
    hidden: set[int] = set()
    for army in state.armies.values():
        if army.seat != seat:
            hidden |= {*army.hand, *army.aside}
    for division in state.divisions.values():
        if division.card and division.seat != seat and not state.cards_shown:
            hidden.add(division.card)
    return hidden - open_cards(state, seat)


class Listener:
    """Somebody whose whole traffic is recorded and judged as it comes."""

    def __init__(self, person: Person, table: Table) -> None:
        self.person, self.table = person, table
        self.live: Live = person.live()
        self.judged = 0

    def listen(self) -> None:
        """Hear all that this viewer is told by now: what is named is judged by the table as it then is."""
        self.live.catch_up(self.table.timelines[self.person.seat].length - 1)

    def judge(self, state: Any, allowed: set[int]) -> None:
        """No card that is hidden now is named in what came since the last time."""
        hidden = hidden_cards(state, self.person.seat) - allowed
        for text in self.person.heard[self.judged :]:
            named = set(cards_in(json.loads(text)))
            assert not named & hidden, f"{self.person.seat} hears of {sorted(named & hidden)}: {text[:2000]}"
        self.judged = len(self.person.heard)


def test_the_traffic_of_a_whole_battle_never_names_a_hidden_card(lite: Running) -> None:
    red, blue = two_people(lite.address)
    people = [red, blue, Person(lite.address, red.game)]
    table: Table = lite.table(red.game)
    listeners = [Listener(one, table) for one in people]
    dice = random.Random(11)
    would_be_noticed = 0
    while not table.is_over:
        seat = dice.choice(table.game.decisions()).seat
        person = red if seat == "red" else blue
        other = blue if seat == "red" else red
        before = {one: open_cards(table.game.state, one.seat) for one in people}
        person.decide(dice)
        other.send(0, {"key": "nonsense", "args": {"card": 7}})  # errors are traffic too
        for listener in listeners:
            listener.listen()
            # What was open before the answer may be named in the events of the answer.
            listener.judge(table.game.state, before[listener.person])
        told = set(cards_in(json.loads(person.heard[-1])))
        would_be_noticed += bool(told & hidden_cards(table.game.state, other.seat))
    assert would_be_noticed > 20  # what one seat hears would have been found in the other's traffic
    room = lite.house._rooms[red.game]
    everything = {one: "\n".join(one.heard) for one in people}
    for one, text in everything.items():
        assert room.row.secret not in text
        assert room.row.seed is not None
        assert room.row.seed not in text
        for other in people:
            assert other.key is None or other.key not in text
        assert len(text) > 10**5, one.seat
    for listener in listeners:
        listener.live.close()


def test_dealing_the_hidden_cards_anew_changes_nothing_that_is_sent(lite: Running) -> None:
    red, blue = two_people(lite.address)
    dice = random.Random(13)
    table: Table = lite.table(red.game)
    for turn in range(150):
        if table.is_over:
            break
        person = red if dice.choice(table.game.decisions()).seat == "red" else blue
        person.decide(dice)
        true_state = table.game.state
        for viewer in ("red", "blue"):
            shown = table._shown(viewer)
            table.game.state = true_state.copy()
            table.rules.redeal(table.game.state, viewer, Chance(f"other {turn}"))
            assert msgspec.json.encode(table._shown(viewer)) == msgspec.json.encode(shown)
            table.game.state = true_state


def test_what_is_answered_in_secret_cannot_be_noticed_by_anybody_else(lite: Running) -> None:
    red, blue = two_people(lite.address)
    spectator = Person(lite.address, red.game)
    everybody = [red, blue, spectator]
    lives = {one: one.live() for one in everybody}
    for live in lives.values():  # until everybody has heard that everybody is there
        while (
            (there := live.hear())["type"] != "presence" or there["spectators"] != 1 or not all(there["seats"].values())
        ):
            live.moment = there["table"]["moment"] if there["type"] == "changed" else live.moment
    dice = random.Random(14)
    table: Table = lite.table(red.game)
    watched = 0
    while watched < 14 and not table.is_over:
        person = red if dice.choice(table.game.decisions()).seat == "red" else blue
        others = [one for one in everybody if one is not person]
        before = {one: _all_that_can_be_asked(one) for one in others}
        for one, live in lives.items():  # a message that came late from a secret answer would bring nothing new
            live.catch_up(table.timelines[one.seat].length - 1)
        was_secret = table.game.is_secret
        person.decide(dice)
        if not was_secret or table.game.shown_from is not None:
            continue
        watched += 1
        for one in others:
            assert _all_that_can_be_asked(one) == before[one]
            assert _drain(lives[one]) == []
    assert watched == 14
    for live in lives.values():
        live.close()


def _drain(live: Live) -> list[dict[str, Any]]:
    found = []
    try:
        while True:
            found.append(live.hear(0.03))
    except TimeoutError:
        return found


def _all_that_can_be_asked(person: Person) -> list[tuple[int, str]]:
    seat = {"seat": person.seat} if person.seat else {}
    number = 0 if person.seat is None else person.table()["number"]
    replies = [
        person.ask("GET", params=seat),
        person.ask("GET", "/log", params=seat),
        person.ask("GET", "/fairness"),
        person.ask("GET", "/moments/100000", params=seat),
        person.ask("GET", "/save"),
        person.send(number + 1, {"key": "nonsense", "args": {}}),
        person.act("why", answer={"key": "nonsense", "args": {}}),
        person.act("preview", answer={"key": "nonsense", "args": {}}),
    ]
    return [(reply.status_code, reply.text) for reply in replies]


def test_taking_back_in_a_secret_round_is_nobodys_business(lite: Running) -> None:
    red, blue = two_people(lite.address)
    dice = random.Random(15)
    table: Table = lite.table(red.game)
    done = 0
    while done < 10 and not table.is_over:
        person = red if dice.choice(table.game.decisions()).seat == "red" else blue
        other = blue if person is red else red
        before = person.table()
        was_secret = table.game.is_secret
        after = person.decide(dice, before)
        assert after is not None
        if not was_secret or table.game.shown_from is not None:
            continue
        seen = other.state()
        assert after["may_undo"] is True
        if other.table()["decision"] is not None and dice.random() < 0.5:  # the other answers in between
            other.decide(dice)
            if table.game.shown_from is not None:
                continue
            seen = other.state()
            assert person.table() == after
        undone = person.act("undo", number=after["number"])
        assert undone.status_code == 200, undone.text
        table_now = undone.json()["table"]
        assert table_now["view"] == before["view"]
        assert table_now["decision"]["options"] == before["decision"]["options"]
        assert other.state() == seen
        done += 1
    assert done == 10
    snapshot = [one.table() for one in (red, blue)]
    lite.house._rooms.pop(red.game)
    assert [one.table() for one in (red, blue)] == snapshot


def test_seeds_keys_and_names_of_tables_stay_out_of_the_log(lite: Running, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    _, (red,) = create(lite.address, "me", "computer:random")
    red.join()
    red.decide(random.Random(1))
    red.send(10**6, {"key": "nonsense", "args": {}})
    red.live(key="wrong").closed()
    room = lite.house._rooms[red.game]
    ours = "\n".join(
        record.getMessage() for record in caplog.records if not record.name.startswith(("http", "websockets.c"))
    )
    assert red.key is not None
    for secret in (red.key, room.row.secret, str(room.row.seed)):
        assert secret not in ours
