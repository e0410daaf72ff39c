"""Units are one or many, «I/74e de ligne» or «Cavalleggeri di Monferrato»: no verb has to agree with their names."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from alfiere.games.risorgimento import ruleset
from alfiere.games.risorgimento.movement.leaders import objection
from alfiere.games.risorgimento.ruleset import GAME
from tests.situation import situation

UNITS = r"\{(?:unit|target|by|who|units|supports|target_supports|together)\}"
# What may follow a name, in English: verbs that are the same for one and for many, and words that are no verbs.
FOLLOWS = {
    "en": {
        "cannot",
        "can",
        "could",
        "may",
        "must",
        "against",
        "already",
        "at",
        "before",
        "by",
        "ended",
        "in",
        "now",
        "to",
        "too",
    },
    "it": {"contro", "davanti", "fermata", "fuori", "in", "sotto"},
}
# These are said of something else that is named before it: «i serventi di {unit} sono fuggiti».
OF_OTHERS = {
    "en": {"abandoned", "guns-left", "guns-manned", "side-has-fired"},
    "it": {
        "abandoned",
        "guns-left",
        "guns-manned",
        "side-has-fired",
        "aside",
        "before-square",
        "front-taken",
        "nobody-ahead",
    },
}
BEFORE = {
    "en": re.compile(rf"\b(?:is|are|has|have|does|do|was|comes|goes)\b {UNITS}", re.IGNORECASE),
    "it": re.compile(rf"\b(?:è|ha|va|entra|arretra|riceve|fa|muove)\b {UNITS}", re.IGNORECASE),
}


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("section", ["prompt", "refusal", "event"])
def test_no_verb_stands_beside_the_name_of_a_unit_that_would_have_to_agree_with_it(section: str, language: str):
    wrong = []
    for key, said in GAME.words(language).sections[section].items():
        if key in OF_OTHERS[language]:
            continue
        after = re.findall(rf"{UNITS} ([^\W\d_']+)", said)
        if set(after) - FOLLOWS[language] or BEFORE[language].search(said):
            wrong.append(f"{key}: {said}")
    assert wrong == []


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_refusal_is_given_what_its_sentence_names(language: str):
    said = GAME.words(language).sections["refusal"]
    folder = Path(ruleset.__file__).parent
    calls = [
        (path.name, node)
        for path in sorted(folder.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "because"
    ]
    assert len(calls) > 100
    for file, call in calls:
        key, given = call.args[0], {one.arg for one in call.keywords}
        if isinstance(key, ast.Constant) and None not in given:  # None: what **about gives
            named = set(re.findall(r"\{(\w+)", said[str(key.value)]))
            assert named <= given, f"{file}:{call.lineno} {key.value!r}"


@pytest.mark.rule("risorgimento.cmd.11")
@pytest.mark.parametrize(("language", "told"), [("en", "X does not touch A"), ("it", "X non tocca A")])
def test_a_commander_who_is_not_beside_a_unit_is_told_so_by_name(language: str, told: str):
    game = situation("risorgimento\nblue CB X at 30,40\nblue line A at 50,40 facing E, under X")
    why = objection(game.state, game.leader("X"), game.leader("X").pose, "A")
    assert why is not None
    name = GAME.namer(game.state, language)
    assert GAME.words(language).say("refusal", why.key, why.about, name) == told
