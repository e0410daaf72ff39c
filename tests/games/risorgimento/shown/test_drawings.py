"""Sketches as the table draws them."""

from __future__ import annotations

from alfiere.games.risorgimento.shown.drawings import finished
from alfiere.kernel.decision import Option
from alfiere.kernel.drawing import budget, footprint, way
from tests.situation import situation

FIELD = """
    risorgimento 60x60
    red  line A at 20,30 facing E
    red  CB X at 10,10 radius 12
"""


def test_formations_are_told_in_the_words_of_the_table() -> None:
    s = situation(FIELD).state
    drawn = [footprint((1, 2, 3), (4, 5), "attack_column"), footprint((1, 2, 3), (4, 5), ""), way([(1, 2), (3, 4)])]
    told = finished(s, Option("move", {"unit": "A"}), drawn)
    assert [one.get("formation") for one in told] == ["column", "", None]
    assert drawn[0]["formation"] == "attack_column"


def test_what_a_move_costs_is_written_on_it() -> None:
    s = situation(FIELD).state
    (plain,) = finished(s, Option("move", {"unit": "A"}), [budget((1, 2), 375_001, 1_000_000)])
    assert plain["text"] == {"en": "38% of the move", "it": "38% del movimento"}
    (own,) = finished(s, Option("move", {"unit": "A"}), [budget((1, 2), 1, 2, {"en": "half", "it": "metà"})])
    assert own["text"]["it"] == "metà"


def test_a_commander_on_his_way_shows_how_far_he_would_command() -> None:
    s = situation(FIELD).state
    (ring,) = finished(s, Option("ride", {"commander": "X", "to": [1500, 2500, 0]}), [])
    assert (ring["kind"], ring["at"], ring["size"]) == ("command", [1500, 2500], 1200)
    assert ring["text"]["en"] == "12\N{NO-BREAK SPACE}cm"
    assert finished(s, Option("stay", {"commander": "X"}), []) == []
    s.commanders["X"].radius = 0
    assert finished(s, Option("ride", {"commander": "X", "to": [1500, 2500, 0]}), []) == []
