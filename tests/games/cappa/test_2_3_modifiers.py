"""Chapter 2.3.2, what changes morale: cover and refuge, who could charge, leader, flag and losses of a squad."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.morale import morale_tests
from tests.situation import situation


def tally(game, name):
    """The modified Mo of a character or squad, and the names of its lines."""
    found = morale_tests.morale_tally(game.state, game.state.squads.get(name) or game.figure(name))
    return found.total, [reason for _, reason, _ in found.lines]


@pytest.mark.rule("cappa.2.3.2a")
def test_cover_gives_one_more():
    game = situation("""
        cappa on open ground
        hedge 5,15 15,15
        red  extra A at 10,5
        blue extra B at 10,15.5
    """)
    assert tally(game, "B") == (7, ["Mo", "cover or refuge", "no charge threatens"])


@pytest.mark.rule("cappa.2.3.2a")
def test_a_building_without_enemies_is_a_refuge_and_one_with_them_is_not():
    ground = """
        cappa on open ground
        building 10,10 20,20 door south
        blue extra B at 15,15
    """
    assert "cover or refuge" in tally(situation(ground + "red extra A at 15,35"), "B")[1]
    assert "cover or refuge" not in tally(situation(ground + "red extra A at 12,12"), "B")[1]


@pytest.mark.rule("cappa.2.3.2.h2")
def test_cover_counts_only_if_every_enemy_who_sees_has_to_shoot_through_it():
    game = situation("""
        cappa on open ground
        hedge 5,15 15,15
        red  extra A at 10,5
        red  extra C at 10,30
        blue extra B at 10,15.5
    """)
    assert "cover or refuge" not in tally(game, "B")[1]


@pytest.mark.rule("cappa.2.3.2.h2")
def test_a_squad_is_in_cover_when_half_of_it_is():
    ground = """
        cappa on open ground
        hedge 5,15 15,15
        red  extra A at 10,5
        blue extra B at 10,15.5, squad S
        blue extra C at 20,15.5, squad S
        blue squad S, open
    """
    assert "cover or refuge" in tally(situation(ground), "S")[1]
    assert "cover or refuge" not in tally(situation(ground + "blue extra D at 22,15.5, squad S"), "S")[1]


@pytest.mark.rule("cappa.2.3.2.h3")
def test_cover_and_refuge_together_count_once():
    game = situation("""
        cappa on open ground
        wood 5,14 15,24
        red  extra A at 10,5
        blue extra B at 10,15
    """)
    assert tally(game, "B")[1].count("cover or refuge") == 1


@pytest.mark.rule("cappa.2.3.2.h4")
def test_open_ground_is_no_refuge_and_the_fallen_do_not_count():
    game = situation("""
        cappa on open ground
        red  extra A at 10,5
        blue extra B at 10,30
    """)
    assert "cover or refuge" not in tally(game, "B")[1]
    game = situation("""
        cappa on open ground
        building 10,10 20,20 door south
        red protagonist A out at 12,12
        blue extra B at 15,15
    """)
    assert "cover or refuge" in tally(game, "B")[1]


CHARGER = """
    cappa on open ground
    blue extra B at 10,16
    red  extra A at 10,12
"""


@pytest.mark.rule("cappa.2.3.2b")
def test_an_enemy_who_can_charge_takes_the_bonus_away():
    assert "no charge threatens" not in tally(situation(CHARGER), "B")[1]
    assert "no charge threatens" in tally(situation(CHARGER.replace("10,12", "10,10")), "B")[1]


@pytest.mark.rule("cappa.2.3.2.h1")
@pytest.mark.parametrize("how", ["10,12, prone", "10,12, shaken fire", "10,12\n blue extra C at 10,11"])
def test_who_lies_is_shaken_or_fights_cannot_charge(how):
    assert "no charge threatens" in tally(situation(CHARGER.replace("10,12", how)), "B")[1]


@pytest.mark.rule("cappa.2.3.2.h1")
def test_who_does_not_see_cannot_charge():
    game = situation(CHARGER + "closed building 8,13 12,15")
    assert "no charge threatens" in tally(game, "B")[1]


@pytest.mark.rule("cappa.2.3.2.h1")
def test_a_shaken_squad_does_not_charge():
    squad = CHARGER.replace("10,12", "10,12, squad S") + "red squad S, open"
    assert "no charge threatens" not in tally(situation(squad), "B")[1]
    assert "no charge threatens" in tally(situation(squad + ", shaken"), "B")[1]


@pytest.mark.rule("cappa.2.3.2.h1", "cappa.4.3.6a", "cappa.4.3.7.h2")
@pytest.mark.parametrize(
    ("how", "charges"),
    [
        ("10,12, mounted, Mov 8, abilities RI", True),
        ("10,12, mounted, Mov 8", False),  # no rider
        ("10,8, mounted, Mov 8, abilities RI", True),
        ("10,12.5, carries K\n thing K barrel at 5,5", False),
        ("10,12.5\n marsh 5,5 15,14", False),  # half his Mov is too little
        ("10,12.5\n marsh 5,13.2 15,15.4", False),  # he would stick in it
        ("10,12.5\n marsh 5,13.2 15,14", True),  # too narrow to hold him
    ],
)
def test_who_is_able_to_charge(how, charges):
    assert ("no charge threatens" not in tally(situation(CHARGER.replace("10,12", how)), "B")[1]) is charges


@pytest.mark.rule("cappa.2.3.2b", "cappa.4.3.8.h9", "cappa.5.2.h1")
@pytest.mark.parametrize(
    ("defender", "charger", "charges"),
    [
        ("10,15.5", "10,11.5", True),
        ("10,15.5", "10,10.4", False),  # he gets no farther than 10,14.4
        ("10,15.8", "10,11.5", False),  # who does not touch the wall does not hold it, and it stops the charge
        ("10,15.5\nhigh wall 5,13 15,13", "10,11.5", False),
        ("10,15.5\nriver 5,13 15,14", "10,11.5", False),  # seen, and out of reach
    ],
)
def test_a_charge_at_who_holds_a_wall_needs_only_to_come_up_to_it(defender, charger, charges):
    game = situation(f"""
        cappa on open ground
        low wall 5,15 15,15
        red  extra A at {charger}
        blue extra B at {defender}
    """)
    assert morale_tests.can_charge(game.state, game.figure("A"), game.figure("B")) is charges
    assert game.at("A") == tuple(float(one) for one in charger.split(","))


@pytest.mark.rule("cappa.2.3.2b", "cappa.4.3.8.h9")
@pytest.mark.parametrize(
    ("defender", "charger", "charges"),
    [
        ("13,13.2", "13,17", True),
        ("13,13.2", "13,18.6", False),
        ("13,13.2, prone", "13,17", False),
        ("13,13.2, shaken fire", "13,17", False),
    ],
)
def test_a_wall_does_not_keep_a_charge_off_who_defends_its_window(defender, charger, charges):
    game = situation(f"""
        cappa on open ground
        building 10,10 16,14 windows 4
        blue extra B at {defender}
        red  extra A at {charger}
    """)
    assert game.sees("A", "B")
    assert ("no charge threatens" not in tally(game, "B")[1]) is charges


@pytest.mark.rule("cappa.2.3.2a", "cappa.2.3.2.h4")
def test_a_yard_without_enemies_is_a_refuge():
    ground = """
        cappa on open ground
        blue extra B at 15,15
        {}
        [[terrain]]
        kind = "low_wall"
        name = {{ en = "yard", it = "cortile" }}
        rect = [10, 10, 20, 20]
    """
    assert "cover or refuge" in tally(situation(ground.format("red extra A at 15,5")), "B")[1]
    assert "cover or refuge" not in tally(situation(ground.format("red extra A at 12,12")), "B")[1]


@pytest.mark.rule("cappa.2.3.2c", "cappa.2.3.2d", "cappa.2.3.2e")
def test_leader_ensign_and_a_lost_flag_count_for_a_squad():
    game = situation("""
        cappa on open ground
        red  extra A at 10,19
        blue protagonist L at 10,16, squad S
        blue extra C at 12,16, squad S
        blue squad S led by L, open, flag
    """)
    assert tally(game, "S") == (7, ["Mo", "leader", "ensign"])
    game.squad("S").has_flag, game.squad("S").lost_flag = False, True
    assert tally(game, "S") == (5, ["Mo", "leader", "flag lost"])


@pytest.mark.rule("cappa.6.3.3.h2")
def test_close_order_counts_for_a_squad():
    game = situation("""
        cappa on open ground
        red  extra A at 10,19
        blue extra C at 10,16, squad S
        blue extra D at 11,16, squad S
        blue squad S, close
    """)
    assert tally(game, "S") == (6, ["Mo", "close order"])


@pytest.mark.rule("cappa.ex.51", "cappa.2.3.2f", "cappa.2.3.2g")
def test_a_squad_below_half_has_one_less_and_below_a_third_two():
    four = situation("""
        cappa on open ground
        red  extra A at 10,19
        blue protagonist L at 10,16, squad S
        blue extra C at 12,16, squad S
        blue extra D at 14,16, squad S
        blue extra E at 16,16, squad S
        blue squad S led by L, open, flag, strength 9
    """)
    assert tally(four, "S") == (6, ["Mo", "leader", "ensign", "below half"])
    for name in ("D", "E"):
        four.figure(name).where = "gone"
    assert tally(four, "S") == (5, ["Mo", "leader", "ensign", "below a third"])


@pytest.mark.rule("cappa.6.h3", "cappa.2.3.2f", "cappa.2.3.2g")
def test_the_losses_of_a_squad_weigh_on_the_last_of_it():
    game = situation("""
        cappa on open ground
        red  extra A at 10,19
        blue extra B at 10,16
        blue extra C at 12,16, squad S
        blue squad S, open, strength 3
    """)
    assert tally(game, "B")[1] == ["Mo"]
    game.squad("S").last = "B"
    assert tally(game, "B")[1] == ["Mo", "below half"]
    game.squad("S").strength = 4
    assert tally(game, "B")[1] == ["Mo", "below a third"]
