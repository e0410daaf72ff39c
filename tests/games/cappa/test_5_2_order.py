"""Chapter 5.2: in which order enemies and weapons are offered, and who is of a first round."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.weaponry.blows import is_first_round
from tests.situation import situation


@pytest.mark.rule("cappa.5.2.h1", "cappa.5.2.2.h2")
def test_who_is_in_contact_is_offered_before_who_is_only_in_reach():
    game = situation("""
        cappa on open ground
        blue extra C at 10,8.2
        blue extra B at 10,11
        red  extra A at 10,10 with HAL, pa 2, hands HAL
    """)
    fights = [option["target"] for option in game.offered("A") if option.key == "fight"]
    assert list(dict.fromkeys(fights)) == ["B", "C"]


@pytest.mark.rule("cappa.6.7.1a", "cappa.6.7.2a", "cappa.6.7.3a")
@pytest.mark.parametrize(
    ("mine", "yours", "is_first"),
    [("", "", False), (", squad S", "", True), ("", ", squad T", True), (", squad S", ", squad T", False)],
)
def test_a_first_round_is_of_one_alone_and_a_squad_that_meet_in_a_charge(mine, yours, is_first):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10, pa 2{mine}
        red  extra C at 11,10{mine}
        {"red squad S, open, pa 2" if mine else ""}
        blue extra B at 10,11{yours}
        blue extra D at 10,12{yours}
        {"blue squad T, open" if yours else ""}
    """)
    one, other = game.figure("A"), game.figure("B")
    assert not is_first_round(game.state, one, other)  # nobody has charged
    one.charged = "T" if yours else "B"
    assert is_first_round(game.state, one, other) == is_first
    assert is_first_round(game.state, other, one) == is_first


@pytest.mark.rule("cappa.5.2.4a", "cappa.5.2.1g")
def test_who_strikes_at_one_who_lies_has_fought_and_his_pistol_is_empty():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with BD PS, hands BD, pa 1
        blue extra B out at 10,11
        dice red 10
    """)
    game.do("A", "fight target=B")
    assert game.figure("A").empty == ["PS"]
