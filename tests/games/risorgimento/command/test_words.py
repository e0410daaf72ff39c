"""Everything that morale and command ask, offer and tell has its sentence in both languages."""

import ast
from pathlib import Path

import pytest

from alfiere.games.risorgimento.ruleset import Risorgimento
from alfiere.games.risorgimento.sheets.tables import tables
from alfiere.games.risorgimento.told import command, morale
from alfiere.kernel.event import Event

RULES = Risorgimento()
HERE = Path(command.__file__).parents[1]
CALLS = [
    node
    for folder in ("morale", "command")
    for path in sorted((HERE / folder).glob("*.py"))
    for node in ast.walk(ast.parse(path.read_text("utf-8")))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
]


def keys_of(call: str, place: int) -> set[str]:
    """The keys that the source of these chapters gives."""
    found = (node.args[place] for node in CALLS if isinstance(node.func, ast.Name) and node.func.id == call)
    return {str(key.value) for key in found if isinstance(key, ast.Constant)}


def events() -> set[str]:
    kinds = [*vars(command).values(), *vars(morale).values()]
    made = [one for one in kinds if isinstance(one, type) and issubclass(one, Event) and one is not Event]
    return {one.key.fget(one.__new__(one)) for one in made}  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_key_of_these_chapters_has_its_sentence(language: str) -> None:
    sections = RULES.words(language).sections
    assert keys_of("Decision", 1) >= {"replace", "face", "orders", "write-order", "message"}
    for section in ("prompt", "guide"):
        assert keys_of("Decision", 1) <= set(sections[section])
    for section in ("option", "does"):
        assert keys_of("Option", 0) <= set(sections[section])
    assert keys_of("because", 0) <= set(sections["refusal"])
    assert {*events(), "tested", "unit-removed"} <= set(sections["event"])
    shown = (*tables().disorder.values(), *tables().discipline.values(), *tables().morale.values())
    assert {line.id for line in shown if line.add} <= set(sections["reason"])
    tests = {*tables().causes, *tables().disorder, *tables().discipline} - {
        "disordered", "fatigue", "marker", "loss-this-turn", "open-order",
    }  # fmt: skip
    assert tests <= set(sections["word"])


@pytest.mark.parametrize(
    ("winner", "ahead", "end"), [("", 0, "Both roll again."), ("red", 2, "red, to move 2 formations before the enemy.")]
)
def test_the_initiative_is_told(winner: str, ahead: int, end: str) -> None:
    args = {"red": 3, "blue": 3, "red_plus": 0, "blue_plus": 0, "winner": winner, "ahead": ahead}
    assert RULES.words("en").say("event", "initiative-rolled", args, lambda kind, value: str(value)).endswith(end)
