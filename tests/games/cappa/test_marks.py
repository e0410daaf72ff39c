"""The marks of a skirmish: all that are declared, how they are stored, when they are over, and who may read them."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from alfiere.battles.marks import GAME, TURN, BareMark
from alfiere.games.cappa import HERE
from alfiere.games.cappa.invariants import faults
from alfiere.games.cappa.people.impulses import begin_impulse
from alfiere.games.cappa.ruleset import GAME as RULES
from alfiere.games.cappa.state.action_points import BLINDED
from alfiere.games.cappa.state.state import ACTION, IMPULSE, OF_FIGURE, OF_SKIRMISH, SkirmishGame
from alfiere.games.cappa.turn.skirmish import clean_up
from alfiere.kernel.procedure import Procedure
from tests.situation import situation

# As saves of every release have them: what is written here must never change.
OF_FIGURES = {
    "BC/turn": TURN,
    "BE": GAME,
    "GR/impulse": IMPULSE,
    "RE/action": ACTION,
    "blinded/turn": TURN,
    "confesses … …/turn": TURN,
    "drunk/turn": TURN,
    "empty at the belt …": GAME,
    "event …": GAME,
    "fired …": GAME,
    "fired/turn": TURN,
    "followed/impulse": IMPULSE,
    "found by …": GAME,
    "found/turn": TURN,
    "haggled/turn": TURN,
    "haggles over …/turn": TURN,
    "jammed …": GAME,
    "joined": GAME,
    "knows …": GAME,
    "led by …/turn": TURN,
    "left behind": GAME,
    "lost heart": GAME,
    "lost horse": GAME,
    "range bought/impulse": IMPULSE,
    "spent …": GAME,
    "stopped/impulse": IMPULSE,
    "summoned/turn": TURN,
    "tasted …": GAME,
    "um bought/impulse": IMPULSE,
    "um left over 7/impulse": IMPULSE,
    "under a roof": GAME,
    "wanted": GAME,
    "wounded/turn": TURN,
}
OF_SKIRMISHES = {
    "brought … …": GAME,
    "confessed …": GAME,
    "confesses … … … 7": GAME,
    "found …": GAME,
    "given … …": GAME,
    "loose … 7": GAME,
    "rested … …": GAME,
    "resting … …": GAME,
    "second series": GAME,
    "spent 7": GAME,
    "store … … …": GAME,
    "table laid open": GAME,
    "toasted … …": GAME,
}
FIELD = """
    cappa on open ground 60x60
    red hero A at 10,10 with MMK BD KN, Mov 4, hands MMK, pa 2
    blue extra B at 10,20
"""


def stored(mark: Any) -> str:
    """How a mark is written, about names that are dots and numbers that are sevens."""
    if isinstance(mark, BareMark):
        return mark.written
    about = mark.line.about
    hints = get_type_hints(about).values() if issubclass(about, tuple) else [about]
    return mark.line.written(about(*(7 if hint is int else "…" for hint in hints)))


@pytest.mark.parametrize(("family", "known"), [(OF_FIGURE, OF_FIGURES), (OF_SKIRMISH, OF_SKIRMISHES)])
def test_every_mark_is_stored_as_it_always_was_and_has_its_lifetime(family, known):
    assert RULES.code == "cappa"  # all chapters are there
    assert {stored(mark): mark.until for mark in family} == known


def test_when_a_turn_or_an_impulse_or_an_action_is_over_its_marks_are_gone():
    every = [stored(mark) for mark in OF_FIGURE]
    game = situation(FIELD)
    game.figure("A").marks, game.figure("B").marks = list(every), list(every)
    clean_up(game.state)
    left = [one for one in every if OF_FIGURES[one] != TURN]
    assert game.figure("A").marks == game.figure("B").marks == left
    assert any(OF_FIGURES[one] == IMPULSE for one in left)

    def begin(g: SkirmishGame) -> Procedure[None]:
        yield from ()
        begin_impulse(g, g.state.figures["A"], 2)

    game.run(begin)
    assert game.figure("A").marks == [one for one in left if OF_FIGURES[one] != IMPULSE]
    assert game.figure("B").marks == left  # it is not his impulse


def test_a_mark_for_one_action_is_gone_when_the_next_begins():
    game = situation(FIELD)
    for name in "AB":
        game.figure(name).marks = ["RE/action", "blinded/turn", "jammed MMK"]
    game.do("A", "drink")
    assert game.figure("A").marks == ["blinded/turn", "jammed MMK", "drunk/turn"]
    assert game.figure("B").marks == ["blinded/turn", "jammed MMK"]


def test_a_mark_that_no_chapter_has_declared_is_a_fault():
    game = situation(FIELD)
    game.figure("A").marks = ["blinded/turn", "knows all", "led by B/turn"]
    game.state.marks = ["second series", "rested inn red", "store wine red inn"]
    assert faults(game.state) == []
    game.figure("A").marks.append("blinded")
    assert faults(game.state) == ["A: bears a mark that no chapter knows: «blinded»"]
    game.figure("A").marks = ["rested inn red"]  # of the skirmish, not of somebody
    assert faults(game.state) == ["A: bears a mark that no chapter knows: «rested inn red»"]
    game.figure("A").marks, game.state.marks = [], ["loose pig soon"]
    assert faults(game.state) == ["no chapter knows what is noted as «loose pig soon»"]


def test_marks_are_stored_where_they_always_were():
    game = situation(FIELD)
    BLINDED.put(game.figure("A"))
    game.state.marks.append("second series")
    data = game.state.to_plain()
    assert data["figures"]["A"]["used"] == ["blinded/turn"]
    assert data["notes"] == ["second series"]
    assert "marks" not in data
    assert "marks" not in data["figures"]["A"]
    again = RULES.restore(game.state.scenario, data)
    assert (again.figures["A"].marks, again.marks) == (["blinded/turn"], ["second series"])


@pytest.mark.parametrize("path", sorted(HERE.rglob("*.py")), ids=lambda path: path.stem)
def test_no_chapter_reads_or_writes_what_is_stored(path: Path):
    """Only battles/marks.py does; a chapter asks the mark. Ground and objectives have marks of another kind."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr == "marks":
            of = ast.unparse(node.value)
            assert of in ("self", "feature", "aim") or of.endswith("ground"), f"{of}.marks"
