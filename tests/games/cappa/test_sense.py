"""What the computer of the skirmishes thinks of, and where it stands."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.cappa.computer.judgement import POST, evaluate
from alfiere.games.cappa.computer.sense import considered
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.turn.actions import decide
from tests.situation import situation

FIELD = """
    cappa on open ground 60x60
    red hero A at 10,10 with MMK BD, 5/3/3, pa 3, hands BD
    red extra F at 8,14
    blue extra B at 11,10 with BD, hands BD
    blue extra C at 30,30
"""


def thought_of(game: Any, name: str = "A") -> list[tuple[str, Any]]:
    asked = decide(game.state, game.figure(name), 3, ("cappa.2.1.4d",), may_stop=True)
    found = considered(game.state, asked)
    assert set(map(str, found)) <= set(map(str, asked.options))
    return [(one.key, one.get("target")) for one in found]


def test_whoever_can_fight_neither_throws_things_nor_leaps_nor_drinks():
    found = {key for key, _ in thought_of(situation(FIELD))}
    assert "fight" in found
    assert not found & {"improvise", "leap", "drink", "go-prone"}


def test_nobody_strikes_the_fallen_or_carries_them_about_for_nothing():
    game = situation(FIELD)
    game.figure("B").where = "out"
    found = thought_of(game)
    assert ("fight", "B") not in found
    assert "pick-up" not in {key for key, _ in found}
    assert "move" in {key for key, _ in found}


def test_weapons_are_changed_only_by_whoever_has_the_wrong_ones():
    game = situation(FIELD)
    assert "change-weapon" not in {key for key, _ in thought_of(game)}  # the sword, near the enemy
    game.figure("A").hands = ["MMK"]
    game.figure("B").x += 300
    assert "change-weapon" in {key for key, _ in thought_of(game)}  # a musket, with the enemy almost upon him


def test_what_little_there_is_to_do_is_thought_of():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 1, prone, shaken
        blue extra B at 30,30
    """)
    asked = decide(game.state, game.figure("A"), 1, ("cappa.2.1.4d",), may_stop=True)
    assert list(considered(game.state, asked))


def test_more_men_are_more_work():
    game = situation(FIELD)
    before = Cappa().effort(game.state)
    game.figure("C").where = "gone"
    assert Cappa().effort(game.state) == before - 1


def test_who_only_has_to_hold_out_wants_walls_about_him(monkeypatch):
    game = situation(FIELD)
    monkeypatch.setattr("alfiere.games.cappa.computer.judgement.may_wait", lambda s, seat: seat == "red")
    outside = evaluate(game.state, "red")
    monkeypatch.setattr("alfiere.games.cappa.computer.judgement.building_at", lambda s, x, y: "house")
    assert evaluate(game.state, "red") - outside == pytest.approx(2 * POST)
