"""Chapter G.7: batteries contacted alone, batteries drawn into the melee of a friend."""

from __future__ import annotations

import pytest

from alfiere.games.risorgimento.told import common
from alfiere.games.risorgimento.told.melee import MeleeFought
from tests.games.risorgimento.melee.fights import attack, effective, fight, lines, told
from tests.situation import situation

ALONE = """
    risorgimento
    home red west
    red  guns G at 30,40 facing E
    blue line B at 32,40 facing W, vf 6
    """
WITH_A_FRIEND = """
    risorgimento
    home red west
    red  line A at 30,40 facing E, vf 8, vm 6
    red  guns G at 30,42.75 facing E, vf 2, vm 7
    blue line B at 32,40 facing W, vf 6, vm 7
    """


@pytest.mark.rule("risorgimento.ex.44", "risorgimento.g.7.1", "risorgimento.g.7.11")
@pytest.mark.parametrize(("die", "is_lost"), [(3, False), (4, True), (6, True)])
def test_ex_44_any_test_is_the_loss_of_a_battery_alone_without_a_die(die: int, is_lost: bool) -> None:
    game = situation(ALONE + f"\n    dice blue {die} red 1")
    outcome = fight(game, "G")
    assert game.unit("G").is_on != is_lost
    assert (outcome.winner, outcome.beaten, outcome.retired) == (("B", "G", ("G",)) if is_lost else ("", "", ()))
    assert game.at("B")[0] == (31 if is_lost else 32)  # who has won goes on 1 cm, risorgimento.g.4.2.1
    assert not [one for one in game.told(common.Tested) if one.unit == "G"]


@pytest.mark.rule("risorgimento.g.7.2")
def test_a_battery_fights_with_its_strength_times_its_multiplier_and_3_less_alone() -> None:
    game = situation(ALONE)
    assert effective(game, "G") == 2 * 4
    assert lines(game, "G") == {"artillery-alone": -3}


@pytest.mark.rule("risorgimento.g.7.3", "risorgimento.g.7.4", "risorgimento.g.7.5")
def test_a_battery_beside_a_friend_who_is_contacted_adds_all_its_strength_without_the_malus() -> None:
    game = situation(WITH_A_FRIEND)
    assert told(game) == ["A+G v B"]
    assert effective(game, "A") == 8 + 2 * 4
    assert lines(game, "A") == {}
    game = situation(WITH_A_FRIEND.replace("30,42.75", "30,43"))
    assert told(game) == ["A v B"]


@pytest.mark.rule(
    "risorgimento.ex.45", "risorgimento.g.7.6", "risorgimento.g.7.8", "risorgimento.g.7.10", "risorgimento.g.7.12"
)
def test_ex_45_one_die_for_both_the_friend_goes_and_the_battery_fights_on_alone() -> None:
    game = situation(WITH_A_FRIEND + "\n    dice blue 6 1 red 2 7")
    attack(game, "B", "A")
    fight(game, "A")
    (fought,) = game.told(MeleeFought)
    assert (fought.target_losses, fought.target_test) == (1, 0)
    assert [(one.unit, one.roll, one.passed) for one in game.told(common.Tested) if one.unit != "B"] == [
        ("A", 7, False),
        ("G", 7, True),
    ]
    assert (game.unit("A").losses, game.unit("G").losses) == (1, 0)
    assert (game.at("A"), game.unit("A").disorder) == ((24.0, 40.0), 2)
    assert game.at("G") == (30.0, 42.75)
    assert game.at("B") == (32.0, 42.75)  # aligned on the battery, no farther
    assert told(game) == ["G v B"]
    assert lines(game, "G") == {"artillery-alone": -3}


@pytest.mark.rule("risorgimento.g.7.6", "risorgimento.g.7.9")
@pytest.mark.parametrize(("die", "holds"), [(7, True), (8, False)])
def test_a_battery_whose_friend_falls_to_the_last_man_still_has_its_test(die: int, holds: bool) -> None:
    text = WITH_A_FRIEND.replace("vf 8, vm 6", "vf 8, losses 8, vm 6")
    brigade = "\n    ".join(f"red line {name} at 10,{y} facing E" for name, y in zip("CDE", (20, 40, 60), strict=True))
    game = situation(text + f"{brigade}\n    dice blue 6 1 red 2 {die}")
    fight(game, "A")
    assert not game.unit("A").is_on
    assert [(one.unit, one.roll) for one in game.told(common.Tested) if one.unit != "B"] == [("G", die)]
    assert game.unit("G").is_on == holds


@pytest.mark.rule("risorgimento.g.7.12", "risorgimento.g.4.1.1")
@pytest.mark.parametrize(("guns", "advances"), [("", True), ("red  guns G at 30,42.75 facing E, vf 2, vm 9", False)])
def test_cavalry_that_has_beaten_the_friend_of_a_battery_goes_on_to_the_guns_and_takes_no_test(
    guns: str, advances: bool
) -> None:
    game = situation(f"""
        risorgimento
        home red west
        red  line A at 30,40 facing E, vf 6, vm 3
        {guns}
        blue cuirassiers B at 32,40 facing W, vf 9, vm 8
        red  line C at 10,20 facing E
        red  line D at 10,30 facing E
        dice blue 8 1 red 1 8
        """)
    outcome = fight(game, "B")
    assert (outcome.winner, outcome.advances) == ("B", advances)


@pytest.mark.rule("risorgimento.g.7.7")
def test_if_both_pass_all_of_them_stay() -> None:
    game = situation(WITH_A_FRIEND + "\n    dice blue 6 1 red 2 6")
    outcome = fight(game, "A")
    assert outcome.is_undecided
    assert told(game) == ["A+G v B"]


@pytest.mark.rule("risorgimento.g.7.9", "risorgimento.g.7.10")
def test_a_battery_that_fails_is_lost_whether_its_friend_stays_or_goes() -> None:
    game = situation(WITH_A_FRIEND + "\n    dice blue 6 1 red 2 8")
    fight(game, "A")
    assert not game.unit("G").is_on
    assert game.at("A") == (24.0, 40.0)
    assert game.at("B") == (31.0, 40.0)  # nothing is left to align on: it advances
    game = situation(WITH_A_FRIEND.replace("vm 6", "vm 8") + "\n    dice blue 6 1 red 2 8")
    outcome = fight(game, "A")
    assert not game.unit("G").is_on
    assert game.at("A") == (30.0, 40.0)
    assert outcome.winner == ""


@pytest.mark.rule("risorgimento.g.7.12")
def test_a_battery_does_not_retire_and_does_not_advance() -> None:
    game = situation(ALONE.replace("vf 6", "vf 6, vm 7") + "\n    home blue east\n    dice blue 3 10 red 10")
    outcome = fight(game, "G")
    assert outcome.winner == "G"
    assert game.at("G") == (30.0, 40.0)
    assert game.at("B") == (38.0, 40.0)
