"""Chapter 8, rally: markers come off, weakened units recover or are lost."""

from __future__ import annotations

import pytest

from alfiere.games.esa import events
from alfiere.games.esa.events import (
    DivisionActs,
    LeaderHit,
    MarkerRemoved,
    UnitEliminated,
    UnitRecovered,
)
from alfiere.games.esa.state import ACTED
from tests.situation import situation


def choices(game) -> set[str]:
    """What was offered in the rally action, as words."""
    return {option.meaning for decision in game.asked if decision.key == "rally" for option in decision.options}


@pytest.mark.rule("esa.8a")
def test_units_with_a_rally_order_rally_in_the_order_of_play():
    game = situation("""
        esa on open ground
        red   walloons A at 0,0 facing 0, shaken, division slow
        blue  walloons B at 0,-9 facing 3, shaken, division quick
        red   walloons C at 9,0 facing 0, shaken, division idle
        order slow: card 25
        order quick: card 1
        order idle: card 4
    """)
    game.phase("rally")
    assert [event.division for event in game.told(DivisionActs)] == ["quick", "slow"]
    assert [event.unit for event in game.told(MarkerRemoved)] == ["B", "A"]
    assert game.unit("C").is_shaken  # its card grants no rally


@pytest.mark.rule("esa.8b")
@pytest.mark.parametrize("marker", ["shaken", "paralysed"])
def test_a_shaken_or_paralysed_unit_loses_its_marker_without_a_test(marker):
    game = situation(f"""
        esa on open ground
        red   walloons A at 0,0 facing 0, {marker}
        order red: rally
        cards red 9 9 9 9 9 9
    """)
    game.phase("rally", f"rally unit=A marker={marker}")
    assert not game.unit("A").is_shaken
    assert not game.unit("A").is_paralysed
    assert not game.told(events.TestTaken)


@pytest.mark.rule("esa.8c", "esa.8d")
def test_a_weakened_unit_may_try_to_win_back_one_point_or_be_lost():
    text = """
        esa on open ground
        red   walloons A at 0,0 facing 0, strength 1
        red   walloons B at 5,0 facing 0
        order red: rally
        cards red {cards}
    """
    game = situation(text.format(cards="9 3"))
    game.phase("rally", "recover unit=A")
    assert game.unit("A").strength == 2
    assert [event.strength for event in game.told(UnitRecovered)] == [2]
    game = situation(text.format(cards="9 4"))
    game.phase("rally", "recover unit=A")
    assert game.unit("A").strength == 0
    assert [(event.unit, event.rules) for event in game.told(UnitEliminated)] == [("A", ("esa.8d",))]
    game = situation(text.format(cards="9 4"))
    game.phase("rally", "done")  # nobody has to try
    assert game.unit("A").strength == 1


@pytest.mark.rule("esa.8c", "esa.8e")
def test_only_weakened_units_recover_so_none_gets_above_its_initial_strength():
    game = situation("""
        esa on open ground
        red   walloons A at 0,0 facing 0, strength 2
        red   walloons B at 1,0 facing 0, strength 3
        red   walloons C at 2,0 facing 0
        red   walloons D at 3,0 facing 0, strength 1
        order red: rally
    """)
    game.phase("rally", "done")
    assert choices(game) == {"recover unit=D", "done"}


@pytest.mark.rule("esa.ex.60")
@pytest.mark.parametrize(("cards", "strength"), [("9 6 2", 2), ("9 6 7", 0)])
def test_the_example_of_a_recovery(cards, strength):
    game = situation(f"""
        esa on open ground
        red   weimar A at 0,0 facing 0, strength 1, morale 2
        red   weimar B at 5,0 facing 0
        order red: rally
        cards red {cards}
    """)
    assert game.unit("A").profile.strength == 3
    game.phase("rally", "recover unit=A")
    test = game.told(events.TestTaken)[0]
    assert (test.tally.total, test.values) == (3, tuple(map(int, cards.split())))
    assert game.unit("A").strength == strength
    assert (game.where("A") is None) is (strength == 0)


@pytest.mark.rule("esa.8f")
def test_an_attached_general_adds_his_morale_to_a_recovery_but_not_his_strength():
    game = situation("""
        esa on open ground
        red   walloons A at 0,0 facing 0, strength 1
        red   general G at 0,0 morale 2
        order red: rally
        cards red 9 9 9 2
    """)
    game.phase("rally", "recover unit=A")
    test = game.told(events.TestTaken)[0]
    assert [(amount, why) for amount, why, _ in test.tally.lines] == [(1, "strength"), (1, "skill"), (2, "leader")]
    assert game.unit("A").strength == 2
    assert game.leader("G").strength == 3


@pytest.mark.rule("esa.8g")
def test_a_failed_recovery_costs_the_attached_general_one_point():
    game = situation("""
        esa on open ground
        red   walloons A at 0,0 facing 0, strength 1
        red   general G at 0,0 morale 1
        order red: rally
        cards red 9 9 9
    """)
    game.phase("rally", "recover unit=A")
    assert game.where("A") is None
    assert [(event.leader, event.strength) for event in game.told(LeaderHit)] == [("G", 2)]


@pytest.mark.rule("esa.8h")
def test_a_unit_removes_one_marker_or_tries_one_recovery_in_a_rally():
    game = situation("""
        esa on open ground
        red   walloons A at 0,0 facing 0, shaken, paralysed
        red   walloons B at 5,0 facing 0, shaken, strength 1
        red   walloons C at 9,0 facing 0
        red   walloons D at 9,3 facing 0
        order red: rally
        cards red 1 1
    """)
    game.phase("rally", "rally unit=A marker=paralysed", "recover unit=B")
    assert (game.unit("A").is_shaken, game.unit("A").is_paralysed) == (True, False)
    assert (game.unit("B").is_shaken, game.unit("B").strength) == (True, 2)
    assert len([decision for decision in game.asked if decision.key == "rally"]) == 2
    game.turn_phase("end")
    game.state.divisions["red"].card, game.state.divisions["red"].has_order = 25, True
    game.phase("rally", "rally unit=A marker=shaken")
    assert not game.unit("A").is_shaken


@pytest.mark.rule("esa.8i")
@pytest.mark.parametrize(("cards", "removed"), [("9 3", True), ("9 9", False)])
def test_a_weakened_unit_must_pass_a_test_before_its_marker_comes_off(cards, removed):
    game = situation(f"""
        esa on open ground
        red   walloons A at 0,0 facing 0, shaken, strength 1
        order red: rally
        cards red {cards}
    """)
    game.phase("rally", "rally unit=A marker=shaken")
    assert game.unit("A").is_shaken is not removed
    assert game.unit("A").strength == 1  # a failure costs nothing but the try
    assert len(game.told(events.TestTaken)) == 1
    assert len(game.asked) == 1


@pytest.mark.rule("esa.8i")
def test_a_recovery_needs_no_second_test():
    game = situation("""
        esa on open ground
        red   walloons A at 0,0 facing 0, strength 1
        order red: rally
        cards red 9 1 9 9
    """)
    game.phase("rally", "recover unit=A")
    assert [event.purpose for event in game.told(events.TestTaken)] == ["recovery"]
    assert game.unit("A").strength == 2


@pytest.mark.rule("esa.8j")
def test_adjacent_or_engaging_enemies_do_not_prevent_a_rally():
    game = situation("""
        esa on open ground
        red   walloons A at 0,0 facing 0, shaken
        red   walloons B at 5,0 facing 0, strength 1
        blue  weimar C at 0,-1 facing 3
        blue  weimar D at 5,-1 facing 3
        order red: rally
        order blue: card 4
        cards red 1
    """)
    game.phase("rally", "rally unit=A marker=shaken", "recover unit=B")
    assert not game.unit("A").is_shaken
    assert game.unit("B").strength == 2


@pytest.mark.rule("esa.9.2c", "esa.9.2b2")
def test_a_battery_that_rallies_has_acted_under_whoever_ordered_it():
    game = situation("""
        esa on open ground
        red guns G at 0,0 facing 0, paralysed, division guns
        red guns H at 9,0 facing 0, paralysed, division foot
        red line P at 0,3 facing 0, paralysed, division foot
        red general Own at -9,0 morale 2, division guns
        red general Near at 1,2 morale 9, division foot
        order foot: rally
    """)
    game.phase("rally", "rally unit=G", "rally unit=H", "rally unit=P")
    assert [game.unit(name).did & ACTED for name in "GHP"] == [ACTED, ACTED, 0]
    assert [game.unit(name).under for name in "GHP"] == ["foot", "", ""]
