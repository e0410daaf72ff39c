"""What a scenario of one's own may say of exits, things, carts, events and talk: every limit from both sides."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.cappa.objectives.kinds import read_scenario
from tests.games.cappa.test_limits_data import EVENT, NAME, PLAIN, same, told

CART = {"id": "cart", "kind": "carro", "name": NAME, "at": [20, 25]}
KEG = {"id": "keg", "kind": "keg", "name": NAME, "aboard": "cart"}


@pytest.mark.rule("cappa.4.h2")
@pytest.mark.parametrize(
    ("form", "why"),
    [
        ({"edge": "north"}, ""),
        ({"edge": "north", "start": 0, "end": 40}, ""),
        ({"edge": "north", "start": 10, "end": 40.01}, "exit[0]: it must begin before it ends"),
        ({"edge": "south", "start": 10, "end": 40.01}, "exit[0]: it must begin before it ends"),
        ({"edge": "west", "start": 10, "end": 30}, ""),
        ({"edge": "east", "start": 10, "end": 30.01}, "exit[0]: it must begin before it ends"),
        ({"edge": "north", "start": 10, "end": 10}, "exit[0]: it must begin before it ends"),
        ({"edge": "north", "start": -1, "end": 10}, "exit[0]: it must begin before it ends"),
        ({"edge": "north", "start": 39}, ""),
        ({"edge": "north", "side": "king"}, ""),
        ({"edge": "north", "side": "pope"}, "exit[0].side: «pope» is not known"),
    ],
)
def test_an_exit(form, why):
    same({"exit": [form]}, why)


@pytest.mark.rule("cappa.10.4.3.h1")
@pytest.mark.parametrize(
    ("things", "why"),
    [
        ([{**CART, "kind": "dragon"}], "thing cart.kind: «dragon» is not known"),
        ([{**CART, "kind": "BD"}], ""),
        ([{**CART, "kind": "light_gun"}], ""),
        ([{**CART, "kind": "riding_horse"}], ""),
        ([{**CART, "kind": "LT"}], "thing cart.kind: «LT» is not known"),  # the barrel of a gun is no hand weapon
        ([{**CART, "id": ""}], "thing : it needs an id that nobody else has"),
        ([{**CART, "id": "captain"}], "thing captain: it needs an id that nobody else has"),
        ([{**CART, "at": [41, 1]}], "thing cart.at: (41, 1) is not on the table"),
        ([CART, KEG], ""),
        ([CART, {**KEG, "at": [1, 20]}], "thing keg.at: say where it lies, or on which cart"),
        ([KEG], "thing keg.aboard: «cart» is not known"),
        ([CART, {**KEG, "kind": "BD"}], "thing keg.aboard: a «BD» is not put on a cart"),
        ([{"id": "keg", "kind": "keg", "name": NAME}], "thing keg.at: say where it lies, or let one character"),
    ],
)
def test_things_that_lie_about(things, why):
    same({"thing": things}, why)


def test_a_cart_is_loaded_with_no_more_than_it_bears():
    def loaded(kind: str, number: int) -> str:
        return told({"thing": [CART, *({**KEG, "id": f"load-{one}", "kind": kind} for one in range(number))]})

    most = next(number for number in range(1, 60) if loaded("person", number)) - 1
    assert most > 1
    assert loaded("person", most) == ""
    assert loaded("person", most + 1) == f"thing load-{most}.aboard: that is more than «cart» bears (cappa.10.4.3.h1)"


def test_what_somebody_carries_lies_nowhere():
    lone = {"id": "letter", "kind": "trifle", "name": NAME}
    assert told({"thing": [lone], "side.0.character.0.carries": ["letter"]}) == ""
    lies = {"thing": [{**lone, "at": [1, 15]}], "side.0.character.0.carries": ["letter"]}
    assert told(lies) == "thing letter.at: somebody carries it: it lies nowhere"


PIG = {"id": "pig", "kind": "keg", "name": NAME}


def event(**form: Any) -> dict[str, Any]:
    """One row of the table of events."""
    return {"event": [{**EVENT, **form}]}


@pytest.mark.rule("cappa.7.1a", "cappa.7.1.1f", "cappa.7.2x", "cappa.7.2r", "cappa.7.4b")
@pytest.mark.parametrize(
    ("changes", "why"),
    [
        (event(), ""),
        (event(type=""), ""),
        (event(id="two words"), "event two words: its id must be one word"),
        (event(id=""), "event : its id must be one word"),
        (event(id="captain"), "event captain: this id stands twice"),
        ({"event": [EVENT, EVENT]}, "event event: this id stands twice"),
        (event(called={"en": "", "it": "x"}), "event event.called: the name is empty"),
        (event(rows=0), "event event.rows: it is 0; it must be at least 1"),
        (event(arrives=["captain"]), "event event.arrives: «captain» is not known"),
        (event(arrives=["captain"]) | {"side.0.character.0.is_off_table": True}, ""),
        (event(arrives=["muskets"]) | {"side.0.squad.0.is_off_table": True}, ""),
        (event(thing=PIG), ""),
        (event(thing={**PIG, "at": [1, 1]}), "event event.thing.at: what an event brings lies where"),
        (event(type="miracle"), "event event.type: «miracle» is not known"),
        (event(profile="moschettiere"), ""),
        (event(profile="nobody"), "event event.profile: «nobody» is not among the characters"),
        (event(type="animal"), "event event.thing: say what is found there"),
        (event(type="object"), "event event.thing: say what is found there"),
        (event(type="wine"), "event event.thing: say what is found there"),
        (event(type="animal", thing=PIG), ""),
        (event(type="stragglers", count=6), ""),
        (event(type="stragglers", count=7), "event event.count: it is 7; there are never more than six"),
        (event(type="ambush_peasants", count=7), ""),
        (event(count=-1), "event event: numbers cannot be negative"),
        (event(looks=-1), "event event: numbers cannot be negative"),
        (event(within=-1), "event event: numbers cannot be negative"),
        (event(type="personal_enemy"), "event event.enemy_of: it must be a side, a character or the sheet"),
        (event(type="personal_enemy", enemy_of="king"), ""),
        (event(type="personal_enemy", enemy_of="captain"), ""),
        (event(type="personal_enemy", enemy_of="rochefort"), ""),
        (event(friend_of="king"), ""),
        (event(friend_of="pope"), "event event.friend_of: «pope» is not known"),
        (event(opens=["hedge"]), "event event.opens: «hedge» is not known"),
        (event(reward=[{"side": "king", "worth": 1}]), ""),
        (event(reward=[{"side": "king", "worth": 0}]), "event event.reward[0].worth: it is 0; it must be at least 1"),
        (event(reward=[{"side": "pope", "worth": 1}]), "event event.reward[0].side: «pope» is not known"),
        (event(reward=[{"side": "king", "worth": 1, "how": "into", "house": "house"}]), ""),
        (
            event(reward=[{"side": "king", "worth": 1, "how": "into", "house": "wood"}]),
            "event event.reward[0].house: «wood» is not known",
        ),
        (event(numbers=[1, 3]), ""),
        (event(numbers=[0]), "event event.numbers: the number 0 stands twice, or is less than 1"),
        (event(numbers=[2, 2]), "event event.numbers: the number 2 stands twice"),
        (event(belt="inner"), "events.inner: there are rows for one belt only"),
        (event(belt="inner") | {"events": {"inner": [10, 10, 20, 20]}}, ""),
        ({"events": {"markers": 3}}, "events: there is neither a «table» nor an «event» of its own"),
        (event() | {"events": {"markers": -1}}, "events.markers: it is -1; it cannot be negative"),
        (event(numbers=[6]) | {"events": {"method": "die", "die": 6}}, ""),
        (event(numbers=[7]) | {"events": {"method": "die", "die": 6}}, "events.die: there are rows that a die of 6"),
        (event(numbers=[7]) | {"events": {"method": "card", "die": 6}}, ""),
    ],
)
def test_events(changes, why):
    same(changes, why)


@pytest.mark.rule("cappa.7.1.1c", "cappa.7.1.1b", "cappa.7.1.h2")
def test_rows_without_a_number_take_the_next_that_are_free_and_there_is_a_marker_for_each():
    rows = [
        {**EVENT, "id": "one", "rows": 2},
        {**EVENT, "id": "two", "numbers": [2, 4]},
        {**EVENT, "id": "three"},
    ]
    scenario = read_scenario({**PLAIN, "event": rows})
    assert {number: row.id for number, row in scenario.rows.items()} == {
        1: "one",
        2: "two",
        3: "one",
        4: "two",
        5: "three",
    }
    assert scenario.markers == 5
    assert read_scenario({**PLAIN, "event": rows, "events": {"markers": 3}}).markers == 3
    laid = [*PLAIN["terrain"], {"kind": "event_marker", "name": NAME, "points": [[5, 5]]}]
    assert read_scenario({**PLAIN, "event": rows, "terrain": laid}).markers == 0
    assert read_scenario(PLAIN).markers == 0


@pytest.mark.rule("cappa.9.2.3a", "cappa.9.2.1a", "cappa.9.1.1c")
@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"side.0.deck": {"lacks": [1, 1, 1, 1]}}, ""),
        ({"side.0.deck": {"lacks": [1, 1, 1, 1], "lacks_later": [1]}}, "side king.deck: a deck has 4 of each number"),
        ({"side.0.deck": {"lacks": [0]}}, "side king.deck: a deck has 4 of each number from 1 to 10"),
        ({"side.0.deck": {"lacks": [11]}}, "side king.deck: a deck has 4 of each number from 1 to 10"),
        ({"side.0.deck": {"lacks": [10]}}, ""),
        ({"side.0.deck": {"lacks": [n for n in range(1, 11) for _ in range(4)]}}, "side king.deck: no card would be"),
        ({"side.0.deck": {"lacks": [n for n in range(1, 11) for _ in range(4)][1:]}}, ""),
        ({"earns": [{"kind": "captured", "dice": 1}]}, ""),
        ({"earns": [{"kind": "captured", "dice": 0}]}, "earns[0].dice: it is 0; it must be at least 1"),
        ({"earns": [{"kind": "captured", "side": "pope"}]}, "earns[0].side: «pope» is not known"),
    ],
)
def test_decks_and_experience(changes, why):
    same(changes, why)


NEWS = {"id": "news", "text": NAME, "known_to": ["captain"], "side": "king", "worth": 1}
CONFESSION = {"id": "secret", "text": NAME, "of": "count", "side": "king", "who": ["captain"], "turns": 1}


def talk(**form: Any) -> dict[str, Any]:
    """A confession."""
    return {"confession": [{**CONFESSION, **form}]}


@pytest.mark.rule("cappa.2.2.1.h7")
@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"news": [NEWS]}, ""),
        ({"news": [{**NEWS, "id": ""}]}, "news : its id must be one word that stands nowhere else"),
        ({"news": [{**NEWS, "id": "two words"}]}, "news two words: its id must be one word"),
        ({"news": [{**NEWS, "id": "captain"}]}, "news captain: its id must be one word that stands nowhere else"),
        ({"news": [NEWS, NEWS]}, "news news: its id must be one word that stands nowhere else"),
        ({"news": [{**NEWS, "side": "pope"}]}, "news news.side: «pope» is not known"),
        ({"news": [{**NEWS, "known_to": ["muskets"]}]}, "news news.known_to: «muskets» is not known"),
        ({"news": [{**NEWS, "worth": 0}]}, ""),
        ({"news": [{**NEWS, "worth": -1}]}, "news news.worth: it is -1; it cannot be negative"),
        ({"news": [NEWS], **event(news="news")}, ""),
        (event(news="news"), "event event.news: «news» is not known"),
        (talk(), ""),
        (talk(id=""), "confession : its id must be one word"),
        (talk(id="two words"), "confession two words: its id must be one word"),
        (talk(id="count"), "confession count: its id must be one word"),
        ({"confession": [CONFESSION, CONFESSION]}, "confession secret: its id must be one word"),
        (talk(id="news") | {"news": [NEWS]}, "confession news: its id must be one word"),
        (talk(news="news"), "confession secret.news: «news» is not known"),
        (talk(news="news") | {"news": [NEWS]}, ""),
        (talk(side="pope"), "confession secret.side: «pope» is not known"),
        (talk(who=["muskets"]), "confession secret.who: «muskets» is not known"),
        (talk(of="muskets"), "confession secret.of: «muskets» is not known"),
        (talk(of="event") | event(type="deserter"), ""),
        (talk(of="event") | event(type="ambush_peasants"), "confession secret.of: «event» is not known"),
        (talk(turns=0), "confession secret: «turns» must be at least 1"),
        (talk(worth=-1), "confession secret: «turns» must be at least 1"),
        (talk(worth=1), ""),
        (talk() | {"objective.0": {"kind": "confession", "text": NAME, "confession": "secret"}}, ""),
        (
            talk() | {"objective.0": {"kind": "confession", "text": NAME, "confession": "lie"}},
            "objective[0].confession: «lie» is not known",
        ),
    ],
)
def test_talk(changes, why):
    same(changes, why)


@pytest.mark.rule("cappa.2.2.1.h7")
def test_a_leader_may_know_and_confess_as_anybody():
    squad = PLAIN["side"][0]["squad"][0] | {"leader": {"id": "chief", "profile": "protagonista", "name": NAME}}
    led = {"side.0.squad.0": squad}
    assert told(led | {"news": [{**NEWS, "known_to": ["chief"]}], **talk(of="chief", who=["chief"])}) == ""
