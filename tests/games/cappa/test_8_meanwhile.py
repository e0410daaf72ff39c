"""Chapters 8.1.2, 9.1.2 and 2.2.3: what the aggressive may do meanwhile, what is bought for nothing, what fails."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.combat.battle_cry import READY
from alfiere.games.cappa.state.state import GONE
from alfiere.games.cappa.told.events import ChargeEnded, Fell, Improvised, Moved, PutOut, RoundWon, Roused, Shot, Struck
from alfiere.games.cappa.weaponry.blows import FOLLOWED
from tests.games.cappa.test_6_squad_melee import TWO
from tests.situation import situation

# Aggressive


THREE = """
    cappa on open ground
    red  extra A at 10,10 with MMK BD, 5/3/3, pa 2
    blue extra B at 10,16 with MMK BD, abilities AG{}
    blue extra C at 12,16 with MMK BD, abilities AG{}
    blue extra D at 14,16 with MMK BD
"""


@pytest.mark.rule("cappa.8.1.2e", "cappa.8.1.2.h2")
@pytest.mark.parametrize(
    ("first", "second", "roused"),
    [
        ("", "", ["B", "C"]),
        (", pa 1", "", ["C"]),  # who is activated is not provoked, and hinders nobody
        (", shaken fire", "", ["C"]),
        ("", ", pa 1", ["B"]),
        (", pa 1", ", pa 1", []),
    ],
)
def test_each_of_the_aggressive_is_provoked_for_himself(first, second, roused):
    game = situation(THREE.format(first, second))
    game.do("A", "reload" if game.may("A", "reload") else "go-prone")
    assert [one.figure for one in game.told(Roused)] == roused
    asked = [one for one in game.asked if one.key == "aggressive"]
    assert [(one.seat, one.about) for one in asked] == [("blue", {"figure": name, "enemy": "A"}) for name in roused]


@pytest.mark.rule("cappa.8.1.2e", "cappa.2.2.2b", "cappa.8.1.2.h8")
def test_at_one_who_charges_him_the_aggressive_may_shoot_first_but_not_at_one_who_shoots():
    near = THREE.replace("10,16", "10,14").replace("12,16", "30,30").replace("14,16", "32,30")
    charged = situation(near.format("", ""))
    charged.do("A", "charge target=B")
    (asked,) = [one for one in charged.asked if one.key == "aggressive" and one.about["figure"] == "B"]
    assert "shoot" in {one.key for one in asked.options if one.get("target") == "A"}
    assert "answer" in {one.key for one in asked.options}
    shot = situation(near.format("", ""))
    shot.do("A", "shoot target=B")
    (asked,) = [one for one in shot.asked if one.key == "aggressive" and one.about["figure"] == "B"]
    assert "shoot" not in {one.key for one in asked.options if one.get("target") == "A"}
    assert "answer" in {one.key for one in asked.options}


@pytest.mark.rule("cappa.8.1.2f", "cappa.8.1.2e")
def test_who_is_roused_has_one_pa_and_it_is_gone_with_his_shot():
    game = situation(THREE.format("", ", pa 1") + "dice red blue 10\n")
    game.do("A", "go-prone", "shoot target=A")
    assert [one.figure for one in game.told(Shot)] == ["B"]
    assert [(one.figure, one.pa) for one in game.told(Roused)] == [("B", 1)]
    assert (game.figure("B").pa, game.figure("B").is_activated) == (0, True)


# Experience


HEDGE = """
    cappa on open ground
    hedge 5,12 15,12
    red  protagonist A at 10,10, Mov 5, pa 2
    blue protagonist B at 30,30
    option experience yes
    experience red 2
"""


@pytest.mark.rule("cappa.9.1.2e")
def test_beyond_the_obstacle_he_may_also_halt():
    game = situation(HEDGE)
    game.move("A", 10, 11.5)
    game.do("A", "vault", "halt")
    (asked,) = [one for one in game.asked if one.key == "run-on"]
    assert asked.options[-1].key == "halt"
    assert {one.key for one in asked.options} == {"go-on", "halt"}
    assert len(game.told(Moved)) == 1
    assert 12.5 <= game.at("A")[1] <= 12.52


@pytest.mark.rule("cappa.9.1.2e")
@pytest.mark.parametrize(("mov", "may"), [("2.55", True), ("2.4", False)])
def test_the_obstacle_is_crossed_with_what_is_left_of_the_move(mov, may):
    """Half an um to the hedge, half an um beyond it."""
    game = situation(HEDGE.replace("Mov 5", f"Mov {mov}"))
    game.move("A", 10, 11.5)
    assert game.may("A", "vault", 1) is may


@pytest.mark.rule("cappa.3.3a", "cappa.3.3b", "cappa.9.1.2a")
@pytest.mark.parametrize(
    ("option", "firmness", "points", "may"),
    [("yes", 9, 3, True), ("no", 9, 3, False), ("yes", 20, 3, False), ("yes", 9, 0, False), ("yes", 0, 3, False)],
)
def test_firmness_is_bought_where_the_option_is_played_by_who_has_points_and_lacks_some(option, firmness, points, may):
    text = HEDGE.replace("experience yes", f"experience {option}").replace("experience red 2", "")
    game = situation(text + f"experience red {points}\nfirmness red {firmness}\n")
    assert game.may("A", "spend-experience") is may
    if may:
        game.do("A", "spend-experience")
        assert (game.state.sides["red"].firmness, game.state.sides["red"].experience) == (firmness + 1, points - 1)
        assert game.figure("A").pa == 2


@pytest.mark.rule("cappa.9.1.2f")
def test_range_is_bought_for_points_and_no_pa():
    game = situation("""
        cappa on open ground
        red  protagonist A at 10,10 with PS BD, pa 2, hands PS
        blue extra B at 10,17.5
        option experience yes
        experience red 9
    """)
    offers = [one for one in game.offered("A") if one.key == "longer-range"]
    assert offers
    assert {one["pa"] for one in offers} == {0}
    game.do("A", offers[0])
    assert game.figure("A").pa == 2
    assert game.state.sides["red"].experience < 9


# Improvised movement


@pytest.mark.rule("cappa.2.2.3e", "cappa.2.2.3.h6")
@pytest.mark.parametrize(("die", "reached"), [(10, False), (1, True)])
def test_who_fails_his_leap_at_an_enemy_sprawls_and_has_not_reached_him(die, reached):
    game = situation(f"""
        cappa on open ground
        red  protagonist A at 10,10, Mov 2, pa 2
        blue extra B at 10,15.9
        dice red {die} 10
    """)
    game.do("A", "leap target=B")
    assert [(one.figure, one.target, one.contact) for one in game.told(ChargeEnded)] == [("A", "B", reached)]
    assert game.touch("A", "B") is reached
    assert bool(game.told(Fell)) is not reached


@pytest.mark.rule("cappa.2.2.3.h5")
@pytest.mark.parametrize(("what", "total"), [("throw_to_daze", 2), ("throw_to_harm", 2), ("blind", 2), ("kick", 2)])
def test_each_improvised_attack_counts_what_it_says(what, total):
    near = what in ("blind", "kick")
    game = situation(f"""
        cappa on open ground
        red  protagonist A at 10,10, pa 3, 6/4/4
        blue extra B at {11 if near else 13},10, pa 2
        dice red 1 10 blue
    """)
    game.do("A", f"improvise what={what}")
    (done,) = game.told(Improvised)
    assert (done.tally.total, done.hit) == (total, False)


# Who has won


@pytest.mark.rule("cappa.6.7.5.h1", "cappa.5.2.3c", "cappa.5.2.3d")
def test_where_both_leaders_bleed_alike_more_hits_decide():
    text = TWO.format(red="5/3/9", pa=1, blue=", pa 1")
    assert text
    for name, side in (("G", "S"), ("A", "R")):
        text = text.replace(f"extra {name} at", f"protagonist {name} at").replace(
            f"squad {side}, open", f"squad {side} led by {name}, open"
        )
    game = situation(text)
    game.dice["red"] = [1, 1, 10, 10, 10, 1, 1]
    game.dice["blue"] = [1, 1, 1, 10, 10, 10, 10, 1, 1]
    game.do("R", "fight-together target=S", "lose figure=G", "lose figure=A")
    (won,) = game.told(RoundWon)
    assert (won.winner, won.why, won.rules) == ("S", "hits", ("cappa.5.2.3d",))


# What is over is over


@pytest.mark.rule("cappa.5.2.3.h3", "cappa.5.2.3f")
def test_who_has_followed_before_has_the_whole_impetus_of_a_new_charge():
    """Following regains only a part of it, and only for the enemy who was followed."""
    text = """
        cappa on open ground
        red  extra A at 10,10, mounted, Mov 8, on foot 4, abilities RI, pa 2
        blue extra B at 10,15
        dice red 10
    """
    fresh, stale = situation(text), situation(text)
    FOLLOWED.put(stale.figure("A"))
    for game in (fresh, stale):
        game.state.acting = "A"  # in the same impulse
        game.do("A", "charge target=B")
        game.do("A", "fight target=B")
    lines = [[line[:2] for line in game.told(Struck)[0].tally.lines] for game in (fresh, stale)]
    assert lines[0] == lines[1]
    assert any("charg" in reason for _, reason in lines[0])


@pytest.mark.rule("cappa.8.1.2e", "cappa.5.2.h2", "cappa.2.2.1v")
def test_who_fights_when_the_aggressive_are_provoked_still_strikes_his_blow():
    game = situation(
        THREE.replace("10,16", "10,11").replace("12,16", "13,11").format(", pa 1", "") + "dice red 10 blue 10 10 10\n"
    )
    game.do("A", "fight target=B")
    assert [one.figure for one in game.told(Roused)] == ["C"]
    assert [one.figure for one in game.told(Struck)][:1] == ["A"]


@pytest.mark.rule("cappa.8.1.2e", "cappa.8.1.2.h8", "cappa.5.1.6b", "cappa.5.2.h2")
@pytest.mark.parametrize(
    ("attack", "empty"), [(["shoot target=A"], []), (["charge target=A", "no-test"], ["PS"])], ids=["shoot", "charge"]
)
def test_who_reloads_when_the_aggressive_fall_on_him_has_loaded_unless_he_is_in_melee_now(attack, empty):
    """His PA are spent already when the shot misses him."""
    text = THREE.replace("with MMK BD, 5/3/3, pa 2", "with PS, 5/3/3, pa 2, empty PS", 1).replace("10,16", "10,14")
    game = situation(text.format("", ", pa 1") + "dice red blue 10\n")
    game.do("A", "reload", *attack)
    assert [one.figure for one in game.told(Roused)] == ["B"]
    assert bool(game.told(Shot)) is (not empty)
    assert game.figure("A").empty == empty


@pytest.mark.rule("cappa.8.1.2e", "cappa.8.1.1j")
def test_who_raises_his_cry_has_raised_it_when_the_shot_of_the_aggressive_misses_him():
    """It asks for 2 PA, of which one is spent when the shot falls."""
    text = THREE.replace("pa 2", "abilities BC, pa 2", 1).format("", ", pa 1")
    game = situation(text + "dice red blue 10\n")
    game.do("A", "battle-cry", "shoot target=A")
    assert [one.figure for one in game.told(Shot)] == ["B"]
    assert READY.is_on(game.figure("A"))


@pytest.mark.rule("cappa.8.1.2.h8", "cappa.8.1.2e", "cappa.5.1.h1")
def test_one_of_the_aggressive_charges_while_the_enemy_shoots_and_another_shoots():
    text = THREE.replace("10,16", "10,14").replace("14,16", "16,14").format("", "")
    game = situation(text + "dice red 10 10 10 10 blue 10 10 10 10\n")
    game.do("A", "shoot target=D", "charge figure=B", "shoot figure=C")
    assert {one.figure for one in game.told(Shot)} == {"A", "C"}
    assert game.touch("A", "B")


@pytest.mark.rule("cappa.8.1.2.h8", "cappa.5.1.h1")
def test_a_squad_that_falls_to_the_last_man_while_it_means_to_charge_charges_nobody():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK BD, 5/9/3, squad R
        red  extra E at 11,10 with MMK BD, 5/9/3, squad R
        red  squad R, open, pa 2
        blue extra B at 10,14, abilities AG, squad S
        blue extra C at 11,14, abilities AG, squad S
        blue squad S, open
        blue extra D at 14,36
        dice red 1 1 1 1 blue
    """)
    game.do("R", "volley target=S", "charge-together")
    assert {one.figure for one in game.told(PutOut)} == {"B", "C"}
    assert not game.told(Moved)


@pytest.mark.rule("cappa.2.3.3.h2", "cappa.8.1.2e")
@pytest.mark.parametrize(("die", "strikes"), [(1, False), (10, True)])
def test_who_loses_heart_at_the_shot_of_the_aggressive_strikes_nobody_any_more(die, strikes):
    """He means to kill one who lies before him."""
    game = situation(f"""
        cappa on open ground
        red  protagonist A at 10,10, 5/3/3, pa 1
        blue extra F out at 10,11
        blue extra B at 10,16 with MMK BD, 5/5/3, abilities AG
        dice red 10 10 10 blue {die} 1
    """)
    game.do("A", "fight target=F", "shoot target=A")
    assert bool(game.figure("A").shaken) is not strikes
    assert (game.figure("F").where == GONE) is strikes


@pytest.mark.rule("cappa.5.2.h2", "cappa.8.1.2e")
@pytest.mark.parametrize(("y", "roused"), [(15, []), (18, ["S"])])
def test_a_squad_of_the_aggressive_of_which_one_fights_answers_nobody_else(y, roused):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10, 5/3/3, pa 2
        red  extra E at 14,{y}
        blue extra B at 10,16 with MMK BD, abilities AG, squad S
        blue extra C at 12,16 with MMK BD, abilities AG, squad S
        blue extra D at 14,16 with MMK BD, abilities AG, squad S
        blue squad S, open
    """)
    game.do("A", "go-prone")
    assert [one.figure for one in game.told(Roused)] == roused
