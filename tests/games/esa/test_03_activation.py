"""Chapters 3.3 and 3.3.1: who is activated by an order, and reactions to fire and in melee."""

from __future__ import annotations

import pytest

from alfiere.games.esa.events import ChargeDeclared, LossesTaken, MeleeStruck, UnitMoved, VolleyFired
from alfiere.games.esa.fire import can_return_fire
from tests.situation import situation


def asked(game, key: str) -> list:
    """The decisions of a kind that were asked, in order."""
    return [decision for decision in game.asked if decision.key == key]


def offered(decision) -> set[str]:
    """The verbs of a decision's options."""
    return {option.key for option in decision.options}


# By order


@pytest.mark.rule("esa.3.3a")
def test_an_order_activates_the_units_of_the_division_within_command_distance():
    game = situation("""
        esa on open ground
        red   cuirassiers A at 2,0 facing 0
        red   cuirassiers B at 3,0 facing 0
        red   general G at 0,0 morale 2
        red   cuirassiers C at 0,9 facing 0, division idle
        order red: move
    """)
    game.phase("movement")
    units = {option.get("unit") for decision in asked(game, "move-which") for option in decision.options}
    assert units == {"A", None}  # B is three hexes from a general of morale 2, C's general has no order


@pytest.mark.rule("esa.3.3b")
def test_command_distance_is_measured_when_the_division_begins_each_action():
    game = situation("""
        esa on open ground
        red   arquebusiers A at 0,0 facing 0
        red   arquebusiers B at 4,1 facing 0
        red   general G at 0,1 morale 1
        blue  cuirassiers D at 1,-5 facing 3
        blue  cuirassiers E at 5,-1 facing 3
        order red: card 23
    """)
    game.phase(
        "movement",
        "unit unit=A",
        f"move unit=A hex={game.at(0, -3)}",
        "face facing=0",
        f"leader leader=G hex={game.at(3, 1)}",
    )
    assert game.where("A") == (0, -3)  # a unit may move out of command
    movers = {option.get("unit") for decision in asked(game, "move-which") for option in decision.options}
    assert movers == {"A", None}
    game.phase("fire", "fire unit=B target=E", "none")
    shooters = {option.get("unit") for decision in asked(game, "fire") for option in decision.options}
    assert shooters == {"B", None}  # A has gone too far, the general has come to B


# Fire


@pytest.mark.rule("esa.3.3.1a")
@pytest.mark.parametrize("answer", ["fire", "none"])
def test_a_threatened_unit_reacts_if_its_owner_wishes_without_order_and_out_of_command(answer):
    game = situation("""
        esa on open ground
        red   musketeers Y at 0,0 facing 0
        blue  walloons A at 0,-2 facing 3
        blue  general T at 9,9 morale 1
        order red: fire
        cards red 9 9 9 9
    """)
    game.phase("fire", "fire unit=Y target=A", answer)
    assert offered(asked(game, "react-to-fire")[0]) == {"fire", "none"}
    assert asked(game, "react-to-fire")[0].seat == "blue"
    assert [event.unit for event in game.told(VolleyFired)] == (["Y", "A"] if answer == "fire" else ["Y"])


@pytest.mark.rule("esa.3.3.1b")
def test_return_fire_is_simultaneous_so_two_units_may_destroy_each_other():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0, strength 2
        blue  musketeers B at 0,-2 facing 3, strength 2
        cards red 1 1 1 blue 1 1 1
    """)
    game.shoot("A", "B", "fire unit=B")
    assert (game.unit("A").strength, game.unit("B").strength) == (0, 0)
    kinds = [type(event) for event in game.events if isinstance(event, VolleyFired | LossesTaken)]
    assert kinds == [VolleyFired, VolleyFired, LossesTaken, LossesTaken]


@pytest.mark.rule("esa.ex.18")
def test_pikes_return_the_fire_of_musketeers_although_their_division_has_no_fire_order():
    game = situation("""
        esa on open ground
        red   musketeers Y at 0,0 facing 0, division ligne
        blue  line A at 0,-2 facing 3, division tour
        order ligne: card 4
        order tour: card 26
        cards red 9 9 9 9 blue 1 1
    """)
    game.fire_phase("ligne", "fire unit=Y target=A", "fire unit=A")
    told = [event for event in game.events if isinstance(event, VolleyFired | LossesTaken)]
    assert [event.unit for event in told] == ["Y", "A", "A", "Y"]  # both fire, then both lose
    assert (game.unit("A").lost, game.unit("Y").lost) == (1, 1)


@pytest.mark.rule("esa.3.3.1c")
def test_return_fire_needs_the_attacker_in_the_sector_but_no_order():
    for facing, may in ((3, True), (2, True), (0, False), (5, False)):
        game = situation(f"""
            esa on open ground
            red   musketeers Y at 0,0 facing 0
            blue  walloons A at 0,-2 facing {facing}
        """)
        game.shoot("Y", "A")
        assert bool(asked(game, "react-to-fire")) is may


@pytest.mark.rule("esa.3.3.1c")
def test_return_fire_needs_a_clear_line():
    game = situation("""
        esa on open ground
        red   musketeers Y at 0,0 facing 0
        blue  walloons A at 0,-2 facing 3
        blue  walloons B at 5,5 facing 3
    """)
    shooter, target = game.unit("Y"), game.unit("A")
    assert can_return_fire(game.state, target, shooter)
    game.state.place(game.unit("B"), game.at(0, -1))  # between the two
    assert not can_return_fire(game.state, target, shooter)


@pytest.mark.rule("esa.3.3.1c2")
@pytest.mark.parametrize("state", ["", "shaken", "paralysed", "fired"])
def test_a_shaken_or_paralysed_unit_or_one_that_has_fired_does_not_return_fire(state):
    game = situation(f"""
        esa on open ground
        red   musketeers Y at 0,0 facing 0
        blue  walloons A at 0,-2 facing 3, {state}
        cards red 9 9 9 9
    """)
    game.shoot("Y", "A")
    assert bool(asked(game, "react-to-fire")) is (state == "")


@pytest.mark.rule("esa.3.3.1c2")
@pytest.mark.parametrize(("card", "engaged"), [(23, False), (4, True)])
def test_an_engaged_unit_does_not_return_fire(card, engaged):
    # only reiter may fire at a unit that they engage themselves
    game = situation(f"""
        esa on open ground
        red   reiter R at 0,0 facing 0
        blue  walloons A at 0,-1 facing 3
        order red: card {card}
    """)
    game.shoot("R", "A")
    assert bool(asked(game, "react-to-fire")) is not engaged


# Melee


@pytest.mark.rule("esa.3.3.1d")
def test_an_attacked_unit_may_fight_back_and_both_may_fall_together():
    text = """
        esa on open ground
        red   weimar A at 0,0 facing 0, strength 2
        blue  weimar B at 0,-1 facing 3, strength 2
        order red: melee
        cards red 1 1 1 blue 1 1 1
    """
    game = situation(text)
    game.fight("A", "B", "fight unit=B")
    assert (game.unit("A").strength, game.unit("B").strength) == (0, 0)
    game = situation(text)
    game.fight("A", "B", "none")
    assert (game.unit("A").strength, game.unit("B").strength) == (2, 0)


@pytest.mark.rule("esa.3.3.1e")
@pytest.mark.parametrize("joins", [True, False])
def test_units_next_to_a_fighting_enemy_may_fight_it_too_at_the_same_time(joins):
    game = situation("""
        esa on open ground
        red   weimar A at 0,0 facing 0
        blue  weimar B at 0,-1 facing 3
        blue  weimar D at 1,-1 facing 3
        blue  weimar E at 2,-1 facing 3
        order red: melee
        cards red 9 9 9 9 blue 9 9 9 9
    """)
    game.fight("A", "B", "fight unit=B", "join unit=D" if joins else "none")
    assert {option.get("unit") for option in asked(game, "join-melee")[0].options} == {"D", None}  # E is too far
    blow = game.told(MeleeStruck)[1]
    assert {blow.unit, *blow.helpers} == ({"B", "D"} if joins else {"B"})


@pytest.mark.rule("esa.3.3.1o")
def test_the_active_players_other_divisions_wait_for_their_own_turn():
    game = situation("""
        esa on open ground
        red   weimar A at 0,0 facing 0, division one
        red   weimar B at 1,0 facing 0, division two
        blue  weimar D at 1,-1 facing 3
        order one: card 4
        order two: card 5
        cards red 9 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9
    """)
    game.phase("melee", "fight unit=D", "fight unit=D")
    attacks = [event for event in game.told(MeleeStruck) if event.unit != "D"]
    assert [(event.unit, event.helpers) for event in attacks] == [("A", ()), ("B", ())]


@pytest.mark.rule("esa.3.3.1o")
def test_an_evasion_gives_the_active_players_neighbours_no_reaction():
    game = situation("""
        esa on open ground
        red   musketeers Y at 0,0 facing 0
        red   cuirassiers C at 1,-3 facing 4
        blue  musketeers E at 0,-2 facing 3
        order red: fire
    """)
    game.shoot("Y", "E", "evade unit=E")
    assert [event.how for event in game.told(UnitMoved)] == ["evasion"]
    assert not [decision for decision in game.asked if decision.seat == "red" and decision.key == "follow"]


# Counter-charge and evasion


@pytest.mark.rule("esa.3.3.1l")
def test_units_with_counter_charge_may_charge_who_fires_at_them_or_charges_them():
    game = situation("""
        esa on open ground
        red   musketeers Y at 0,0 facing 0
        blue  cuirassiers C at 0,-2 facing 3
        cards red 9 9 9 9 blue 1
    """)
    game.shoot("Y", "C", "counter-charge unit=C")
    assert [(event.unit, event.target) for event in game.told(ChargeDeclared)] == [("C", "Y")]
    game = situation("""
        esa on open ground
        red   cuirassiers D at 0,2 facing 0
        blue  cuirassiers C at 0,-2 facing 3
        cards red 1
    """)
    game.charge("D", "C", "counter-charge unit=C")
    assert [event.unit for event in game.told(UnitMoved) if event.how == "counter-charge"]


@pytest.mark.rule("esa.3.3.1m")
def test_units_with_evasion_may_go_when_fired_at_or_when_an_enemy_comes_adjacent():
    game = situation("""
        esa on open ground
        red   musketeers Y at 0,0 facing 0
        blue  musketeers E at 0,-2 facing 3
    """)
    game.shoot("Y", "E", "evade unit=E")
    assert game.where("E") != (0, -2)
    game = situation("""
        esa on open ground
        red   weimar M at 0,1 facing 0
        blue  musketeers E at 0,-2 facing 3
        order red: move melee
    """)
    game.move("M", 0, -1, "evade unit=E")
    assert game.state.field.grid.distance(game.unit("E").hex, game.unit("M").hex) == 4


@pytest.mark.rule("esa.3.2b")
@pytest.mark.parametrize("phase", ["movement", "fire", "melee", "rally"])
def test_when_its_action_is_over_no_division_is_acting(phase):
    game = situation("""
        esa on open ground
        red  line A at 0,0 facing 0, shaken
        blue line B at 0,-2 facing 3
        order red: move fire melee rally
        order blue: move fire melee rally
    """)
    game.phase(phase)
    assert (game.state.acting, game.state.active, game.state.queue) == ("", [], [])
