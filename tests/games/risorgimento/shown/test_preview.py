"""What is drawn while a player thinks about an option that no deed of movement or fire draws."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.risorgimento.shown.naming import spoken, words_in
from alfiere.games.risorgimento.shown.preview import DEEDS, objection, prospects, sketch
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.kernel.decision import Decision, Option
from tests.situation import situation

FIELD = """
    risorgimento 60x60
    village_sector V 40,30
    red  hussars A at 20,30 facing E
    red  line I at 12,30 facing E, attack
    red  line R to come
    blue line B at 30,30 facing W
    red  CB X at 10,10 radius 12
"""


@pytest.fixture
def s() -> BattleState:
    found: BattleState = situation(FIELD).state
    return found


def drawn(s: BattleState, verb: str, key: str = "any", **args: Any) -> list[dict[str, Any]]:
    about = {"unit": "A", "target": "B", "far": 300}
    return sketch(s, Decision("red", key, [], about), Option(verb, args))


@pytest.mark.parametrize("verb", ["ride", "ride-off", "aside"])
def test_a_unit_that_goes_somewhere_is_drawn_there_with_its_way(s: BattleState, verb: str) -> None:
    way, end = drawn(s, verb, unit="A", to=[2500, 3000, 450])
    assert way["points"] == [[2000, 3000], [2500, 3000]]
    assert (end["at"], end["formation"]) == ([2500, 3000, 450], "line")
    assert drawn(s, verb, unit="A", to=["there"]) == []


def test_which_way_a_rallied_unit_looks_and_whom_a_unit_faces(s: BattleState) -> None:
    (turned,) = drawn(s, "face", unit="I", heading=1800)
    assert (turned["at"], turned["formation"]) == ([*s.units["I"].pose[:2], 1800], "column")
    (line,) = drawn(s, "face", unit="A", target="B")
    assert line["kind"] == "shot"


@pytest.mark.rule("risorgimento.g.5.8")
def test_a_beaten_defender_sees_the_side_he_would_hold(s: BattleState) -> None:
    (there,) = drawn(s, "into-sector", unit="I", sector="V", side="north")
    assert there["formation"] == "open"
    s.stand(s.units["B"], s.footing(s.units["B"]), "V/north")
    assert drawn(s, "into-sector", unit="I", sector="V", side="north") == []


def test_every_deed_of_charges_and_melees_is_drawn_and_reckoned(s: BattleState) -> None:
    known = {"form-square", "evade", "recall", "counter-charge", "note-charge", "fight-charge", "hold-back", "urge-on"}
    assert known | {"fire", "fight", "move", "charge"} <= set(DEEDS)
    decision = Decision("red", "note-charge", [], {"unit": "A"})
    option = Option("note-charge", {"unit": "A", "target": "B"})
    (one,) = prospects(s, decision, option)
    assert one.who == "B"
    assert [each["kind"] for each in sketch(s, decision, option)] == ["shot"]


def test_a_move_is_drawn_in_the_words_of_the_table_with_its_price(s: BattleState) -> None:
    found = drawn(s, "move", unit="I", legs=[{"ahead": 400}])
    assert [one["kind"] for one in found] == ["way", "footprint", "budget"]
    assert found[1]["formation"] == "column"
    assert found[2]["text"]["en"] == "50% of the move"


@pytest.mark.rule("risorgimento.set.2")
def test_a_reinforcement_is_told_where_it_comes_on_and_how_far(s: BattleState) -> None:
    args = {"unit": "R", "edge": "north", "at": 3050, "formation": "line", "legs": [{"ahead": 400}]}
    said = spoken(s, Option("arrive", args), words_in("en"))
    assert [said[key].replace("\N{NO-BREAK SPACE}", " ") for key in ("place", "way")] == ["30.5 cm", "4 cm ahead"]


def why_not(s: BattleState, **args: Any) -> str:
    return objection(s, Decision("red", "who-moves", [], {}, ("risorgimento.e.0.3",)), Option("move", args)).key


@pytest.mark.parametrize("nonsense", ["nowhere", 77, None, [1], {"a": 1}])
def test_an_answer_that_names_nobody_is_refused_like_any_that_is_not_offered(s: BattleState, nonsense: Any) -> None:
    for what in ("group", "unit", "commander"):
        assert why_not(s, **{what: nonsense}) == "not-offered"


def test_whoever_is_named_out_of_turn_hears_why(s: BattleState) -> None:
    assert why_not(s, unit="B") == "not-yours"
    assert why_not(s, unit="A") == why_not(s, commander="X") == "not-of-formation"
    s.units["A"].is_routed = True
    assert why_not(s, unit="A") == "runs"
