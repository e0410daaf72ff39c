"""The message files and the look: every decision and option of Cappa has its sentence, every thing its sign."""

from __future__ import annotations

import ast

import pytest

from alfiere.games.cappa import HERE
from alfiere.games.cappa.artillery.gun_works import GunWork
from alfiere.games.cappa.combat import reactions
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.scenario.scenario import MASTER
from alfiere.games.cappa.sheets.characters import characters
from alfiere.games.cappa.sheets.tables import terrain
from alfiere.games.cappa.shown.view import STAGES
from alfiere.games.cappa.state.state import SEATS
from alfiere.games.cappa.turn.deeds import DEEDS
from alfiere.kernel.game import ROLL, Game

RULES = Cappa()
LOOK = RULES.look()
LANGUAGES = ("en", "it")
ASKING = ("Decision", "Option", "choose", "wishes")
CALLS = [
    (node.func.id, node.args)
    for path in sorted(HERE.rglob("*.py"))
    for node in ast.walk(ast.parse(path.read_text("utf-8")))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ASKING
]
assert {name for name, _ in CALLS} == set(ASKING)
GIVEN = ("answer", "key")  # to wishes, by who calls it
NAMED = {name: getattr(reactions, name) for name in ("EVADE", "GO_PRONE", "SHOOT_BACK", "STAND")}


def keys_of(call: str, place: int) -> set[str]:
    """Every key that the source gives a Decision, an Option or what asks for one."""
    found = set()
    for name, args in CALLS:
        key = args[place] if name == call and len(args) > place else None
        if isinstance(key, ast.Constant):
            found.add(str(key.value))
        elif isinstance(key, ast.Name) and key.id not in GIVEN:
            found.add(NAMED[key.id])
    return found


DECISIONS = {*keys_of("Decision", 1), *keys_of("choose", 1), *keys_of("wishes", 1), ROLL}
OPTIONS = {*keys_of("Option", 0), *keys_of("wishes", 2), *keys_of("wishes", 3), ROLL}
OPTIONS |= {deed.verb for deed in DEEDS if isinstance(deed, GunWork)}  # which write their options alike


def templates(language: str, section: str) -> dict[str, str]:
    """A section of a message file."""
    return dict(RULES.words(language).sections[section])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_and_option_has_its_sentence_and_none_is_left_over(language):
    assert set(templates(language, "prompt")) == DECISIONS
    assert {key for key in templates(language, "option") if "/" not in key} == OPTIONS


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_has_a_word_for_newcomers(language):
    guide = templates(language, "guide")
    assert set(guide) == {*DECISIONS, "welcome"}
    for key, text in guide.items():
        assert text[-1] in ".?", key
        assert "{" not in text, key
        assert len(text) < (400 if key == "welcome" else 330), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phase_and_setting_has_a_word(language):
    assert {"set-up", *STAGES} <= set(templates(language, "word"))
    settings = set(templates(language, "setting"))
    hints = {one for one in settings if one.endswith("/hint")}
    assert settings - hints == set(RULES.options())
    assert {one.removesuffix("/hint") for one in hints} <= settings


def test_everything_shown_has_its_symbol_sign_and_ground():
    lying = {*terrain().loads, *terrain().mounts, "weapon", "flag"} - {"person", "vehicle"}
    assert set(LOOK.symbols) == {"hero", "protagonist", "extra", "rider"} | lying
    assert set(LOOK.models) == {*terrain().guns, *characters().vehicles}
    assert set(LOOK.ground) == set(terrain().kinds)
    assert set(LOOK.seats) == {*SEATS, MASTER}


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
