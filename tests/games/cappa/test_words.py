"""The message files and the look: every decision, option and event of Cappa has its sentence and its motion."""

from __future__ import annotations

import ast
import dataclasses
import random
import string
from typing import Any

import pytest

from alfiere.games.cappa import HERE
from alfiere.games.cappa.combat import reactions
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.sheets.characters import characters
from alfiere.games.cappa.sheets.tables import terrain
from alfiere.games.cappa.shown.view import STAGES
from alfiere.games.cappa.state.state import SEATS
from alfiere.kernel.decision import Decision
from alfiere.kernel.event import Event
from alfiere.kernel.game import ROLL, Game

RULES = Cappa()
LOOK = RULES.look()
LANGUAGES = ("en", "it")
SOURCE = [ast.parse(path.read_text("utf-8")) for path in sorted(HERE.rglob("*.py"))]
assert SOURCE
EVENTS = {
    str(Event.key.fget(one.__new__(one))): one  # type: ignore[attr-defined]
    for one in Event.__subclasses__()
    if one.__module__.startswith("alfiere.games.cappa.")
}
NAMED = {name: getattr(reactions, name) for name in ("EVADE", "GO_PRONE", "SHOOT_BACK", "STAND")}


def keys_of(call: str, place: int) -> set[str]:
    """Every key that the source gives a Decision or an Option."""
    found = set()
    for tree in SOURCE:
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == call:
                key = node.args[place] if len(node.args) > place else None
                if isinstance(key, ast.Constant):
                    found.add(str(key.value))
                elif isinstance(key, ast.Name):
                    found.add(NAMED[key.id])
    return found


DECISIONS = {*keys_of("Decision", 1), ROLL}
OPTIONS = {*keys_of("Option", 0), ROLL}


def templates(language: str, section: str) -> dict[str, str]:
    """A section of a message file."""
    return dict(RULES.words(language).sections[section])


def placeholders(template: str) -> set[str]:
    """The arguments a template uses."""
    fields = (field for _, field, _, _ in string.Formatter().parse(template) if field is not None)
    return {field.partition("?")[0].partition(".")[0] for field in fields}


def test_both_languages_have_the_same_sections_and_keys():
    english, italian = (
        {(section, key) for section, entries in RULES.words(language).sections.items() for key in entries}
        for language in LANGUAGES
    )
    assert english == italian


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_option_and_event_has_its_sentence_and_none_is_left_over(language):
    assert set(templates(language, "prompt")) == DECISIONS
    assert {key for key in templates(language, "option") if "/" not in key} == OPTIONS
    assert set(templates(language, "event")) == set(EVENTS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", EVENTS)
def test_events_use_only_fields_they_have(key, language):
    fields = {field.name for field in dataclasses.fields(EVENTS[key])}  # type: ignore[arg-type]
    assert placeholders(templates(language, "event")[key]) <= fields


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phase_and_setting_has_a_word(language):
    assert {"set-up", *STAGES} <= set(templates(language, "word"))
    assert set(templates(language, "setting")) == set(RULES.options())


def test_everything_shown_has_its_symbol_sign_ground_and_motion():
    lying = {*terrain().loads, *terrain().mounts, "weapon", "flag"} - {"person", "vehicle"}
    assert set(LOOK.symbols) == {"hero", "protagonist", "extra", "rider"} | lying
    assert set(LOOK.models) == {*terrain().guns, *characters().vehicles}
    assert set(LOOK.ground) == set(terrain().kinds)
    assert set(LOOK.motion) == set(EVENTS)
    assert set(LOOK.seats) == set(SEATS)


@pytest.mark.parametrize("key", LOOK.motion)
def test_motions_look_into_fields_that_their_events_have(key):
    assert LOOK.motion[key].fields() <= {field.name for field in dataclasses.fields(EVENTS[key])}  # type: ignore[arg-type]


class Teller:
    """Tells a skirmish, and minds that nothing is left as a bare key."""

    def __init__(self, game: Game[Any], language: str) -> None:
        self.game, self.language, self.words = game, language, RULES.words(language)

    def name(self, kind: str, value: Any) -> str:
        text = RULES.name(self.game.state, kind, value, self.language)
        if isinstance(value, str) and value and text == value and kind != "way":
            assert self.words.has("word", value), f"the {kind} «{value}» has no name"
        return text

    def check(self, text: str) -> None:
        assert text
        assert "None" not in text
        assert "  " not in text, text

    def event(self, event: Event) -> None:
        self.check(self.words.say("event", event.key, event.seen_by(None), self.name))

    def decision(self, decision: Decision) -> None:
        self.check(self.words.say("prompt", decision.key, decision.about, self.name))
        for option in decision.options:
            args = RULES.spoken(self.game.state, decision, option, self.language)
            self.check(self.words.option_sentence(decision.key, option.key, args, self.name))


def bold_choice(game: Game[Any], decision: Decision, chance: random.Random) -> int:
    """Mostly at the enemy: charges, shots and blows before all else, otherwise towards him."""
    keys = [option.key for option in decision.options]
    eager = [place for place, key in enumerate(keys) if key in ("charge", "fight", "shoot", "order", "act", "push")]
    if eager and chance.random() < 0.8:
        return chance.choice(eager)
    moves = [place for place, key in enumerate(keys) if key == "move"]
    foes = game.state.enemies(decision.seat)
    if moves and foes and chance.random() < 0.8:

        def far(place: int) -> int:
            x, y = decision.options[place]["to"]
            return min((one.x - x) ** 2 + (one.y - y) ** 2 for one in foes)

        return min(moves, key=far)
    return chance.randrange(len(keys))


@pytest.mark.parametrize(("name", "seed"), [("duello", 1), ("duello", 2), ("convento", 3), ("convento", 4)])
def test_a_whole_skirmish_can_be_told_in_both_languages_and_breaks_no_rule(name, seed):
    game = Game(RULES, RULES.scenario(name), seed, keep_marks=False)
    tellers = [Teller(game, language) for language in LANGUAGES]
    chance = random.Random(seed)
    told = 0
    while game.decision is not None:
        for teller in tellers:
            teller.decision(game.decision)
        game.answer(game.decision.seat, bold_choice(game, game.decision, chance))
        assert not RULES.faults(game.state)
        for event in game.events[told:]:
            for teller in tellers:
                teller.event(event)
        told = len(game.events)
    assert game.result is not None
    assert game.events[-1].key == "skirmish-ended"
    assert RULES.picture(game.state, None, "en")


@pytest.mark.parametrize(
    ("length", "english", "italian"), [(400, "4", "4"), (399, "4", "4"), (274, "2.7", "2,7"), (3, "0.03", "0,03")]
)
def test_a_length_is_told_as_one_reads_it_off_a_tape(length, english, italian):
    state = Game(RULES, RULES.scenario("duello"), 1).state
    assert (RULES.name(state, "length", length, "en"), RULES.name(state, "length", length, "it")) == (english, italian)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", RULES.scenario_ids())
def test_no_two_people_of_a_skirmish_have_the_same_name(name, language):
    state = Game(RULES, RULES.scenario(name), 1).state
    names = [RULES.name(state, "figure", figure, language) for figure in state.figures]
    assert len(set(names)) == len(names)
    assert not [one for one in names if one.endswith(" 0")]
