"""Revealing events, and talk that takes more than one action."""

from __future__ import annotations

import random
import tomllib

import pytest
from msgspec.structs import replace

from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.told.events import Entered, EventRevealed, MoraleTested, PointsScored, Taken
from alfiere.games.cappa.turn.skirmish import clean_up
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.game import Game
from tests.situation import situation

RULES = Cappa()
LETTER = """
    [[event]]
    id = "letter"
    text = { en = "A letter with the Cardinal's seal.", it = "Una lettera col sigillo del cardinale." }
    worth = 2
    thing = { id = "the-letter", kind = "trifle", name = { en = "the letter", it = "la lettera" } }
"""
MARKER = """
    cappa on open ground
    event 10,10
    event 30,10
    red extra A at 10,10.5, pa 3
    red extra C at 14,10
    blue extra B at 30,30
"""


@pytest.mark.rule("cappa.2.2.1x")
def test_revealing_an_event_costs_one_pa_and_base_contact_with_its_marker():
    game = situation(MARKER + LETTER)
    assert not game.may("C", "reveal", 3)
    (option,) = [one for one in game.offered("A") if one.key == "reveal"]
    assert option["marker"] == "event_marker-1"
    game.do("A", "reveal")
    assert game.figure("A").pa == 2
    (found,) = game.told(EventRevealed)
    assert (found.figure, found.event, found.at) == ("A", "letter", (1000, 1000))
    assert not game.may("A", "reveal")  # the marker is gone


@pytest.mark.rule("cappa.2.2.1x")
def test_nobody_reveals_a_marker_from_the_storey_above_it():
    game = situation(MARKER + "building 8,8 14,14 door south storeys 2" + LETTER)
    assert game.may("A", "reveal")
    game.figure("A").level = 200
    assert not game.may("A", "reveal")


@pytest.mark.rule("cappa.2.2.1x")
@pytest.mark.parametrize(("kind", "asked"), [("trifle", True), ("keg", True), ("person", False)])
def test_a_rider_takes_what_he_finds_if_his_horse_carries_it(kind, asked):
    text = MARKER.replace("pa 3", "pa 3, mounted, Mov 8, abilities RI")
    game = situation(text + LETTER.replace('"trifle"', f'"{kind}"'))
    game.do("A", "reveal")
    assert ("find" in [decision.key for decision in game.asked]) == asked


@pytest.mark.rule("cappa.2.2.1x")
def test_what_an_event_brings_is_written_in_the_scenario():
    game = situation(MARKER + LETTER)
    game.do("A", "reveal", "pick-up thing=the-letter")
    assert [(event.seat, event.amount, event.cause) for event in game.told(PointsScored)] == [("red", 2, "event")]
    assert game.told(Taken)[0].thing == "the-letter"
    assert game.figure("A").carries == ["the-letter"]
    assert game.figure("A").pa == 2
    left = situation(MARKER + LETTER)
    left.do("A", "reveal", "let-be")
    assert (left.state.things["the-letter"].x, left.state.things["the-letter"].bearer) == (1000, "")
    assert not RULES.faults(left.state)


@pytest.mark.rule("cappa.2.2.1x")
def test_an_event_may_bring_people_who_waited_off_the_table():
    surprise = """
    [[event]]
    id = "surprise"
    text = { en = "They were waiting for us.", it = "Ci aspettavano." }
    arrives = ["X", "Y"]
    """
    game = situation(MARKER + "blue extra X off\nblue extra Y off" + surprise)
    game.do("A", "reveal")
    assert [event.figure for event in game.told(Entered)] == ["X", "Y"]
    assert game.gap("A", "X") >= 1
    assert game.gap("A", "Y") >= 1
    assert game.gap("X", "A") < 3
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.2.2.1x")
def test_one_member_in_contact_is_enough_for_a_squad():
    game = situation(
        """
        cappa on open ground
        event 10,10
        red extra A at 10,10.5, squad S
        red extra C at 11.2,10.5, squad S
        red squad S, pa 3
        blue extra B at 30,30
    """
        + LETTER
    )
    game.do("S", "reveal")
    assert game.squad("S").pa == 2
    assert game.told(EventRevealed)[0].figure == "A"


@pytest.mark.rule("cappa.2.2.1x")
def test_the_shaken_and_those_in_melee_reveal_nothing():
    for more in ("\nblue extra X at 10,11.5", ""):
        game = situation(MARKER + more + LETTER)
        if not more:
            game.figure("A").shaken = "fire"
        assert not game.may("A", "reveal")


@pytest.mark.rule("cappa.2.2.1x")
def test_no_event_comes_twice_and_a_marker_too_many_hides_nothing():
    game = situation(MARKER + LETTER)
    game.do("A", "reveal")
    game.figure("A").x = 3000
    game.do("A", "reveal")
    assert [event.event for event in game.told(EventRevealed)] == ["letter", "false"]
    assert not game.state.deck


@pytest.mark.rule("cappa.2.2.1x")
@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ('arrives = ["B"]', "arrives"),
        ("rows = 0", "at least 1"),
        ('thing = { id = "A", kind = "trifle", name = { en = "a", it = "a" } }', "nobody else has"),
        ('thing = { id = "k", kind = "moon", name = { en = "a", it = "a" } }', "is not known"),
    ],
)
def test_a_bad_event_is_refused_with_one_sentence(wrong, why):
    source = dict(read_scenario("duello").source)
    first = source["side"][0]["character"][0]["id"]
    text = {"en": "x", "it": "x"}
    bad = tomllib.loads(wrong.replace('"A"', f'"{first}"'))
    marks = {"kind": "event_marker", "name": text, "points": [[2, 2]]}
    terrain = [*source.get("terrain", []), marks]
    with pytest.raises(BadData, match=why):
        read_scenario({**source, "terrain": terrain, "event": [{"id": "e", "text": text, **bad}]})


@pytest.mark.rule("cappa.2.2.1x")
@pytest.mark.parametrize("seed", range(4))
def test_a_skirmish_with_events_and_exits_is_played_to_its_end(seed):
    source = dict(read_scenario("duello").source)
    text = {"en": "Something.", "it": "Qualcosa."}
    marks = {"kind": "event_marker", "name": text, "points": [[6, 8], [10, 8]]}
    thing = {"id": "purse", "kind": "trifle", "name": text}
    events = [{"id": "purse-found", "text": text, "worth": 1, "thing": thing}, {"id": "nothing", "text": text}]
    exits = [{"edge": "west"}, {"edge": "east"}]
    more = {"terrain": [*source.get("terrain", []), marks], "event": events, "exit": exits}
    game = Game(RULES, RULES.scenario({**source, **more}), seed, keep_marks=False)
    chance = random.Random(seed)
    while game.decision is not None:
        eager = [one for one in game.decision.options if one.key in ("reveal", "pick-up", "order", "act")]
        options = eager if eager and chance.random() < 0.8 else game.decision.options
        game.answer(game.decision.seat, chance.choice(options))
        assert not RULES.faults(game.state)
    assert game.result is not None


# Talk


HAGGLING = """
    cappa on open ground
    red extra A at 10,10, pa {pa}
    blue extra X at 30,30, pa 2
    green extra I at 10,11.5, carries purse
    dice green {roll}
"""


def haggling(pa=2, roll=10):
    """A soldier and an innkeeper who has something."""
    game = situation(HAGGLING.format(pa=pa, roll=roll) + "thing purse trifle at 1,1")
    side = game.state.scenario.sides["green"]
    game.state.scenario.sides["green"] = replace(side, are_civilians=True)
    game.state.things["purse"].bearer = "I"
    return game


@pytest.mark.rule("cappa.2.2.1.h15", "cappa.2.2.1u")
def test_a_talk_of_two_pa_may_be_spread_over_two_impulses():
    game = haggling()
    game.do("A", "haggle target=I")
    assert (game.figure("A").pa, game.told(MoraleTested)) == (1, [])
    game.do("X", "wait")  # somebody else acts in between
    game.do("A", "haggle target=I")
    assert [event.figure for event in game.told(MoraleTested)] == ["I"]
    assert game.figure("A").carries == ["purse"]
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.2.2.1.h15")
def test_but_not_over_two_turns():
    game = haggling()
    game.do("A", "haggle target=I")
    clean_up(game.state)
    game.figure("A").pa = 1
    game.do("A", "haggle target=I")
    assert not game.told(MoraleTested)


@pytest.mark.rule("cappa.2.2.1.h7")
def test_haggling_is_tried_once_a_turn_with_civilians_close_by_who_may_refuse():
    game = haggling(pa=3, roll=1)
    game.do("A", "haggle target=I")
    game.do("A", "haggle target=I")
    assert game.figure("I").carries == ["purse"]
    assert not game.may("A", "haggle")
    far = haggling()
    far.figure("I").y += 100
    assert not far.may("A", "haggle")
    soldiers = situation(HAGGLING.format(pa=2, roll=1) + "thing purse trifle at 1,1")
    assert not soldiers.may("A", "haggle")
