"""What is drawn and foretold while a player thinks about a volley."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from alfiere.games.risorgimento import fire
from alfiere.games.risorgimento.fire.phases import FIRE_DEED
from alfiere.games.risorgimento.ruleset import Risorgimento
from alfiere.games.risorgimento.sheets.tables import tables
from alfiere.kernel.decision import Decision, Option
from tests.games.risorgimento.fire.firing import a_field, phase_d, phase_f

GROUP = """
    red  line A at 18.2,10 facing N, vf 5
    red  line B at 21.8,10 facing N, vf 5
    blue line T at 20,14 facing S
    dice red 10
"""


def test_the_odds_of_joining_others_are_those_of_all_together():
    game = a_field(GROUP)
    found: dict[str, object] = {}

    def look(decision: Decision) -> Option | None:
        if decision.about["unit"] != "B":
            return None
        for option in decision.options[:2]:
            (one,) = FIRE_DEED.prospects(game.game.state, decision, option)  # type: ignore[union-attr]
            found[option.meaning] = (one.tallies[0].total, dict(one.results))
        return decision.options[-1]

    phase_f(game, "fire unit=A", look)
    assert found == {
        "fire unit=B target=T": (5, {0: Fraction(6, 10), 1: Fraction(4, 10)}),
        "fire unit=B target=T together=A": (9, {0: Fraction(2, 10), 1: Fraction(8, 10)}),
    }


def test_the_corridor_of_everybody_is_drawn_and_the_cone_of_batteries():
    game = a_field("""
        red  guns A at 19,10 facing N
        red  guns B at 21,10 facing N
        blue line T at 20,24 facing S
        dice red 10
    """)
    drawn: list[list[str]] = []

    def look(decision: Decision) -> Option | None:
        state = game.game.state  # type: ignore[union-attr]
        drawn.append([one["kind"] for one in FIRE_DEED.sketch(state, decision, decision.options[0])])
        return decision.options[0]

    phase_d(game, look, look)
    assert drawn == [["cone", "corridor"], ["cone", "corridor", "cone", "corridor"]]


def test_a_cone_is_drawn_from_the_centre_of_the_battery_as_far_as_its_target():
    game = a_field("""
        red  guns A at 20,10 facing N
        blue line T at 20,29 facing S
    """)
    option = Option("fire", {"unit": "A", "target": "T"})
    decision = Decision("red", "fire", [option], {"unit": "A", "phase": "D"})
    drawn = FIRE_DEED.sketch(game.state, decision, option)
    assert drawn[0] == {"kind": "cone", "points": [[2000, 7000], [1508, 5165], [2000, 5100], [2492, 5165]]}
    foot = a_field("""
        red  line A at 20,10 facing N
        blue line T at 20,15 facing S
    """)
    assert [one["kind"] for one in FIRE_DEED.sketch(foot.state, decision, option)] == ["corridor"]


def test_the_sketch_of_a_square_is_of_the_side_that_fires():
    game = a_field("""
        red  line A at 20,10 facing N, square
        blue line T at 26,10 facing W
    """)
    decision = Decision("red", "fire", [], {"unit": "A", "phase": "F", "side": "right"})
    right, front = (Option("fire", {"unit": "A", "target": "T", "side": side}) for side in ("right", "front"))
    assert [one["kind"] for one in FIRE_DEED.sketch(game.state, decision, right)] == ["corridor"]
    assert FIRE_DEED.sketch(game.state, decision, front) == []


def test_who_is_in_the_way_of_a_shot_is_shown():
    game = a_field("""
        red  line A at 20,10 facing N
        red  line C at 20,12.5 facing N
        farm F 22,13.5
        blue line T at 20,16 facing S
    """)
    option = Option("fire", {"unit": "A", "target": "T"})
    decision = Decision("red", "fire", [option], {"unit": "A", "phase": "F"})
    assert FIRE_DEED.sketch(game.state, decision, option) == [{"kind": "mask", "pieces": ["C"]}]


@pytest.mark.parametrize("language", ["en", "it"])
def test_everything_the_chapter_says_has_words(language: str):
    game = a_field(GROUP)
    phase_f(game, "fire unit=A", "fire unit=B together=A")
    rules = Risorgimento()
    words, name = rules.words(language), rules.namer(game.state, language)
    for asked in game.asked:
        assert words.has("prompt", asked.key)
        for option in asked.options:
            assert "{" not in words.option_sentence(asked.key, option.key, option.args, name)
            assert words.has("option", option.key)
    for event in game.events:
        assert words.has("event", event.key)
        sentence = words.say("event", event.key, event.seen_by(None), name)
        assert "{" not in sentence
        assert "—" not in sentence
    known = tables()
    assert [line for line, found in known.fire.items() if found.add and not words.has("reason", line)] == []
    said = "".join(path.read_text() for path in sorted(Path(fire.__file__).parent.glob("*.py")))
    refusals = set(re.findall(r'because\(\s*"([\w-]+)"', said)) | {"masked", "masked-by-ground"}
    assert [key for key in sorted(refusals) if not words.has("refusal", key)] == []
