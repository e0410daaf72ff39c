"""Chapters 2.2.1, 2.2.3: the simple actions, improvised attacks and movement."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.events import Acted, Fell, Improvised, MoraleTested, Moved, Struck, Surrendered
from alfiere.games.cappa.muster import new_skirmish, ways_to_hold
from alfiere.games.cappa.obstacles import fall
from alfiere.games.cappa.scenario import read_scenario
from tests.situation import situation

ALONE = """
    cappa on open ground
    red extra A at 10,10 with {arms}, pa 3{more}
"""


def alone(arms: str = "BD PS", more: str = "", others: str = ""):
    """A with so many weapons and 3 PA."""
    return situation(ALONE.format(arms=arms, more=more) + others)


# What an action costs


@pytest.mark.rule("cappa.2.2.1r")
@pytest.mark.parametrize(
    ("reaction", "dice", "left"), [("shoot-back", "red 10 blue 10", 1), ("stand", "red 10 blue", 2)]
)
def test_a_reaction_is_paid_with_the_pa_of_its_action(reaction, dice, left):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10 with MMK, pa 1
        blue extra B at 16,10 with MMK, pa 2
        dice {dice}
    """)
    game.do("A", "shoot target=B", reaction)
    assert game.figure("B").pa == left


@pytest.mark.rule("cappa.2.2.1a", "cappa.2.2.1d", "cappa.2.2.1f", "cappa.2.2.1g", "cappa.2.2.1h")
def test_shooting_aiming_fighting_falling_back_and_breaking_off_cost_one_pa_each():
    far = situation("""
        cappa on open ground
        red extra A at 10,10 with MMK BD, pa 3, hands MMK
        blue extra B at 16,10
    """)
    near = situation("""
        cappa on open ground
        red extra A at 10,10, pa 3
        blue extra B at 11,10
    """)
    costs = {option.key: option.get("pa") or 1 for game in (far, near) for option in game.offered("A")}
    assert {costs[key] for key in ("shoot", "aim", "fight", "fall-back", "break-off")} == {1}


@pytest.mark.rule("cappa.2.2.1c")
def test_loading_costs_what_the_table_of_weapons_says():
    game = alone("MMK BD", ", hands MMK, empty MMK")
    assert [option["pa"] for option in game.offered("A") if option.key == "reload"] == [2]


@pytest.mark.rule("cappa.2.2.2.h1", "cappa.2.2.2.h5")
def test_a_charged_character_may_countercharge_or_evade_but_not_shoot():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 1, Mov 4
        blue extra B at 14,10 with PS BD, pa 2, Mov 4
    """)
    game.do("A", "charge target=B")
    reactions = [decision for decision in game.asked if decision.key == "react-to-charge"]
    assert len(reactions) == 1
    assert {option.key for option in reactions[0].options} == {"countercharge", "evade", "stand"}


@pytest.mark.rule("cappa.2.2.2e")
def test_who_is_attacked_hand_to_hand_fights_back_at_the_same_time():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 1
        blue extra B at 11,10, pa 1
        dice red 10 blue 10
    """)
    game.do("A", "fight")
    assert [blow.figure for blow in game.told(Struck)] == ["A", "B"]
    assert game.figure("B").pa == 0


@pytest.mark.rule("cappa.2.2.1o", "cappa.2.2.1n")
def test_going_down_and_getting_up_cost_one_pa_each():
    game = alone()
    game.do("A", "go-prone")
    assert (game.figure("A").is_prone, game.figure("A").pa) == (True, 2)
    game.do("A", "get-up")
    assert (game.figure("A").is_prone, game.figure("A").pa) == (False, 1)


@pytest.mark.rule("cappa.2.2.1.h17")
def test_a_rider_does_not_throw_himself_down():
    assert "go-prone" not in alone(more=", mounted, Mov 8, abilities RI").keys("A")


@pytest.mark.rule("cappa.2.2.1.h3")
def test_who_lies_crawls_one_um():
    game = alone(more=", prone")
    game.move("A", 11, 10)
    assert game.told(Moved)[0].how == "crawl"
    assert all(abs(x - 1100) <= 101 for x, _ in (one["to"] for one in game.offered("A") if one.key == "move"))


# Weapons in hand


@pytest.mark.rule("cappa.2.2.1.h1")
def test_two_hands_hold_one_two_handed_weapon_or_two_others():
    assert ways_to_hold(["MMK", "BD", "PS", "KN"]) == [("MMK",), ("BD", "PS"), ("BD", "KN"), ("PS", "KN")]


@pytest.mark.rule("cappa.2.2.1i", "cappa.2.2.1.h8")
def test_changing_weapons_costs_one_pa():
    game = alone("MMK BD", ", hands MMK")
    game.do("A", "change-weapon hands=BD")
    assert (game.figure("A").hands, game.figure("A").pa) == (["BD"], 2)


@pytest.mark.rule("cappa.2.2.1.h2", "cappa.2.2.1.h9")
def test_at_the_start_firearms_are_loaded_bows_are_not_nocked_matches_are_lit():
    state = new_skirmish(read_scenario("convento"), {})
    assert all(not one.empty and one.match_is_lit and not one.bayonet for one in state.figures.values())
    bow = alone("BOW KN").figure("A")
    assert bow.empty == ["BOW"]


# Things and captives


@pytest.mark.rule("cappa.2.2.1.h5")
def test_what_is_in_contact_is_picked_up_and_a_weapon_joins_the_others():
    game = alone("KN", others="thing S BD at 10.4,10\nthing F BD at 12,10\n")
    assert [one["thing"] for one in game.offered("A") if one.key == "pick-up"] == ["S"]
    game.do("A", "pick-up thing=S")
    assert game.figure("A").arms == ["KN", "BD"]


CAPTIVE = """
    cappa on open ground
    red extra A at 10,10, pa 3
    blue protagonist B {out} 11,10
    blue extra C at 30,30
"""


@pytest.mark.rule("cappa.2.2.1.h6")
def test_an_enemy_out_of_action_is_captured_by_picking_him_up():
    game = situation(CAPTIVE.format(out="out at"))
    game.do("A", "pick-up thing=B")
    assert (game.figure("B").captor, game.figure("A").carries) == ("A", ["B"])
    assert not game.figure("B").is_up


@pytest.mark.rule("cappa.2.2.1.h13", "cappa.2.2.1.h12")
def test_a_captive_who_is_let_go_is_free_and_may_be_taken_again():
    game = situation(CAPTIVE.format(out="out at"))
    game.do("A", "pick-up thing=B")
    game.do("A", "put-down thing=B")
    assert (game.figure("B").captor, game.figure("A").pa) == ("", 2)
    assert game.touch("A", "B") or game.gap("A", "B") < 0.5
    assert game.state.figures["A"].carries == []


# Talk and drink


YIELD = """
    cappa on open ground
    red extra A at 10,10, pa 2
    red extra C at 10,13
    blue extra B at 12,10{state}
    dice blue {roll}
"""


@pytest.mark.rule("cappa.2.2.1u", "cappa.2.2.1.h7", "cappa.2.2.1.h16")
def test_an_outnumbered_enemy_without_pa_who_fails_his_test_surrenders():
    game = situation(YIELD.format(state="", roll=10))
    before = game.state.sides["blue"].firmness
    game.do("A", "talk what=yield target=B")
    assert game.figure("B").has_surrendered
    assert game.told(Surrendered)
    assert game.state.sides["blue"].firmness == before - 1
    assert game.figure("A").pa == 1


@pytest.mark.rule("cappa.2.2.1.h7")
@pytest.mark.parametrize(("state", "may"), [("", True), (", pa 1", False), (", shaken", True)])
def test_who_has_pa_is_not_asked_to_yield(state, may):
    assert situation(YIELD.format(state=state, roll=10)).may("A", "talk what=yield") == may


@pytest.mark.rule("cappa.2.2.1.h7")
def test_a_thing_is_handed_to_a_friend_in_contact():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 2
        red extra B at 11,10
        thing K trifle at 10,10
    """)
    game.do("A", "pick-up thing=K")
    game.do("A", "talk what=hand_over target=B")
    assert (game.figure("A").carries, game.figure("B").carries) == ([], ["K"])


@pytest.mark.rule("cappa.2.2.1w", "cappa.2.2.1.h11", "cappa.2.2.1.h4")
def test_one_drinks_alone_for_one_pa_and_in_company_for_two_each():
    text = """
        cappa on open ground
        red extra A at 10,10, pa 3
        red extra B at 11,10, pa 2
    """
    game = situation(text)
    game.do("A", "drink figure=A")
    assert game.figure("A").pa == 2
    together = situation(text)
    together.do("A", "drink target=B")
    assert (together.figure("A").pa, together.figure("B").pa) == (1, 0)
    assert [event.figure for event in together.told(Acted)] == ["A", "B"]


# Improvised attacks


CLOSE = """
    cappa on open ground
    red protagonist A at 10,10, pa 3, 6/4/4
    blue extra B at {x},10, pa 2
    dice red {red} blue {blue}
"""


def close(x: float = 13, red: str = "1", blue: str = ""):
    """B so far away, the dice that are rolled."""
    return situation(CLOSE.format(x=x, red=red, blue=blue))


@pytest.mark.rule("cappa.2.2.3a", "cappa.2.2.1v")
def test_an_improvised_attack_costs_one_pa():
    game = close(red="1 10")
    game.do("A", "improvise what=throw_to_daze")
    assert game.figure("A").pa == 2


@pytest.mark.rule("cappa.2.2.3b", "cappa.2.2.3.h1", "cappa.2.2.3.h4")
def test_who_fails_the_morale_test_loses_action_and_pa_and_is_not_shaken():
    game = close(red="10")
    game.do("A", "improvise what=throw_to_daze")
    assert not game.told(Improvised)
    assert (game.figure("A").pa, game.figure("A").shaken) == (2, "")


@pytest.mark.rule("cappa.2.2.3.h5")
@pytest.mark.parametrize(("roll", "hit"), [(2, True), (3, False)])
def test_a_thrown_mug_needs_ti_less_two_and_dazes(roll, hit):
    game = close(red=f"1 {roll}")
    game.do("A", "improvise what=throw_to_daze")
    assert game.told(Improvised)[0].tally.total == 2
    assert (game.figure("B").pa == 0) == hit


@pytest.mark.rule("cappa.2.2.3.h5")
@pytest.mark.parametrize(("test", "prone"), [(6, True), (7, False)])
def test_a_kick_moves_him_one_um_and_throws_him_down_if_the_test_was_fully_passed(test, prone):
    game = close(11, red=f"{test} 2")
    game.do("A", "improvise what=kick")
    assert game.gap("A", "B") == 1
    assert game.figure("B").is_prone == prone


@pytest.mark.rule("cappa.2.2.3.h5")
@pytest.mark.parametrize(("roll", "pa"), [(10, 0), (1, 2)])
def test_a_trick_works_on_who_fails_his_own_test(roll, pa):
    game = close(red="1", blue=str(roll))
    game.do("A", "improvise what=trick")
    assert game.figure("B").pa == pa


# Improvised movement


LEAP = """
    cappa on open ground
    red extra A at 10,10, pa 1, Mov 4
    dice red {roll}
"""


@pytest.mark.rule("cappa.2.2.3c", "cappa.2.2.3d")
def test_an_improvised_movement_goes_six_um_if_the_test_is_passed():
    game = situation(LEAP.format(roll=1))
    game.do("A", "leap to=1600,1000")
    assert game.at("A") == (16, 10)
    assert game.told(MoraleTested)[0].cause == "improvised"


@pytest.mark.rule("cappa.2.2.3e", "cappa.2.2.3.h7")
def test_who_fails_goes_his_own_mov_and_falls():
    game = situation(LEAP.format(roll=10))
    game.do("A", "leap to=1600,1000")
    assert game.at("A") == (14, 10)
    assert game.figure("A").is_prone


@pytest.mark.rule("cappa.2.2.3.h2")
@pytest.mark.parametrize(("cart", "over"), [("barricade 10,8.9", True), ("", False)])
def test_with_a_means_at_hand_an_improvised_movement_goes_over_obstacles(cart, over):
    game = situation(f"""
        cappa on open ground
        hedge 5,12 25,12
        {cart}
        red extra A at 10,10, pa 1, Mov 4
        dice red 1
    """)
    assert game.may("A", "leap to=1000,1600") == over


@pytest.mark.rule("cappa.2.2.3.h6")
def test_an_improvised_movement_enters_no_enemy_zone():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 1, Mov 4
        blue extra B at 15.5,10
    """)
    assert max(one["to"][0] for one in game.offered("A") if one.key == "leap") <= 1401


@pytest.mark.rule("cappa.2.2.3.h3")
@pytest.mark.parametrize(("drop", "dice", "wounded"), [(200, "", False), (300, "6", True), (300, "7", False)])
def test_a_fall_of_more_than_two_levels_may_wound(drop, dice, wounded):
    game = situation(f"""
        cappa on open ground
        red protagonist A at 10,10, 6/3/4 CA 5
        dice red {dice}
    """)

    def drops(g):
        fall(g, g.state.figures["A"], drop)
        yield from ()

    game.run(drops)
    assert bool(game.figure("A").wounds) == wounded
    assert game.figure("A").is_prone
    assert game.told(Fell)[0].drop == drop
