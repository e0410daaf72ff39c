"""Chapters 2.2.2 and 10.2.4: what the main target of a shell may do before it bursts."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.ground.ground import cover_against
from alfiere.games.cappa.told.events import Acted, MoraleTested, Moved, Shot, ShotLost, VolleyFired, Wounded
from alfiere.games.cappa.told.gun_events import GunFired
from tests.games.cappa.guns import light_gun
from tests.situation import situation

LONE = "blue extra X at 35,20 with MMK, 5/3/3, pa 1\n"
BAND = """
    blue extra X at 35,20 with MMK, 5/3/3, squad T
    blue extra Y at 36,20 with MMK, 5/3/3, squad T
    blue squad T, open, pa 1
"""


def howitzer(more, dice):
    """A howitzer that may fire at once, with the dice of both sides."""
    return situation(light_gun("shell", more + dice, kind="howitzer", die=3))


def reactions(game):
    """What the main target was offered."""
    return [option.key for one in game.asked if one.key == "react-to-fire" for option in one.options]


@pytest.mark.rule("cappa.2.2.2.h6", "cappa.5.1.h1")
def test_the_main_target_shoots_back_in_the_moment_of_the_shell():
    game = howitzer(LONE, "dice red 1 1 10 10 10 10 1 blue 1 1")
    game.do("S", "fire-gun target=X", "shoot-back")
    assert reactions(game) == ["shoot-back", "go-prone", "evade", "stand"]
    (shot,) = game.told(Shot)
    assert (shot.figure, shot.wounded) == ("X", True)
    assert not game.figure("X").is_up
    assert game.told(GunFired)[0].wounded == ("X",)
    assert [event.figure for event in game.told(Wounded)] == ["X", "B"]


@pytest.mark.rule("cappa.2.2.2.h6", "cappa.2.2.2c")
def test_the_main_target_throws_himself_down_before_the_shell_bursts():
    game = howitzer(LONE, "dice red 1 10 10 10 10 10 10 blue 1")
    game.do("S", "fire-gun target=X", "go-prone")
    assert game.told(Acted)[0].figure == "X"
    (burst,) = game.told(GunFired)
    assert "prone" in [reason for _, reason, _ in burst.armour[0].lines]


@pytest.mark.rule("cappa.2.2.2.h6", "cappa.4.3.9i")
def test_the_shell_follows_who_evades_it():
    game = howitzer(LONE, "dice red 10 10 10 10 10 10 blue 1")
    game.do("S", "fire-gun target=X", "evade")
    assert game.told(Moved)[-1].how == "evasion"
    assert game.told(GunFired)[0].at == (game.figure("X").x, game.figure("X").y)


@pytest.mark.rule("cappa.4.3.9j")
def test_a_shell_at_one_who_got_out_of_range_is_lost():
    game = howitzer(LONE.replace("35,20", "45,20"), "dice red blue 1")
    game.do("S", "fire-gun target=X", "evade")
    assert not game.told(GunFired)
    assert [(event.figure, event.target) for event in game.told(ShotLost)] == [("S", "X")]
    assert not game.state.guns["G"].charge


@pytest.mark.rule("cappa.2.2.2.h6", "cappa.2.2.2.h3")
def test_the_squad_of_the_main_target_answers_the_crew_with_a_volley():
    game = howitzer(BAND, "dice red 10 10 10 10 10 10 blue 10 10")
    game.do("S", "fire-gun target=X", "volley-back")
    (volley,) = game.told(VolleyFired)
    assert (volley.figure, volley.target) == ("T", "S")
    assert game.squad("T").pa == 0


@pytest.mark.rule("cappa.2.3.1a", "cappa.2.3.h2", "cappa.5.1.h1")
def test_when_a_shell_and_the_shots_that_answer_it_have_struck_whoever_is_hurt_tests():
    game = howitzer(LONE.replace("extra X", "protagonist X"), "dice red 1 1 10 10 10 10 1 blue 1 1 10")
    game.do("S", "fire-gun target=X", "shoot-back")
    assert [(event.figure, event.passed) for event in game.told(MoraleTested)] == [("X", False)]
    assert game.figure("X").shaken == "wound"


@pytest.mark.rule("cappa.2.2.2.h6")
def test_a_point_of_ground_gives_nobody_a_reaction():
    from tests.games.cappa.test_10_fire import judged

    game = howitzer(LONE, "dice red 10 10 10 10 10 10 blue")
    game.do("S", judged(game, {"figure": "S", "gun": "G", "charge": "shell", "to": [3500, 2000]}))
    assert reactions(game) == []
    assert game.told(GunFired)


@pytest.mark.rule("cappa.10.2.4i", "cappa.geo.35")
@pytest.mark.parametrize(("squad", "may"), [("", False), (", squad T", True)])
def test_others_than_his_own_squad_hide_the_main_target_of_a_shell(squad, may):
    row = "".join(f"blue extra Y{y} at 34,{y}{squad}\n" for y in (17, 18, 19, 20, 21, 22, 23))
    band = f"blue extra X at 35.2,20{squad}\n" + row + ("blue squad T, open\n" if squad else "")
    assert howitzer(band, "").may("S", "fire-gun target=X") == may


@pytest.mark.rule("cappa.2.2.2.h6", "cappa.10.2.4i")
def test_the_main_target_shoots_at_the_nearest_gunner_who_spots_him_not_at_one_behind_a_wall():
    wall = "high wall 22,16 22,19.3\n"  # it hides A and B, who would be as near
    game = howitzer(LONE + wall, "dice red 1 1 10 10 10 10 1 blue 1 1")
    game.do("S", "fire-gun target=X", "shoot-back")
    assert [(shot.figure, shot.target) for shot in game.told(Shot)] == [("X", "D")]


@pytest.mark.rule("cappa.10.2.2j", "cappa.geo.14")
@pytest.mark.parametrize(("more", "cover"), [("", ""), ("low wall 24,18 24,22", "low_wall-1")])
def test_a_hedge_in_front_takes_nothing_from_the_wall_behind_it_that_stops_canister(more, cover):
    game = situation(light_gun("canister", f"hedge 23.8,18 23.8,22\n{more}\nblue extra X at 24.6,20"))
    assert cover_against(game.state, (2100, 2000), game.figure("X")) == "hedge-1"
    assert cover_against(game.state, (2100, 2000), game.figure("X"), rigid=True) == cover
