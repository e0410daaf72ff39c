"""Chapter 7.5: leaving a combat."""

from __future__ import annotations

import pytest

from alfiere.games.esa.events import ChargeDeclared, UnitMoved, VolleyFired
from alfiere.games.esa.melee_phase import leaving_cavalry
from tests.games.esa.blows import offered, on, was_asked
from tests.situation import situation


@pytest.mark.rule("esa.7.5a")
@pytest.mark.parametrize(("order", "may_leave"), [("card 23", True), ("card 4", False)])
def test_a_unit_leaves_a_combat_only_if_the_enemy_does_not_engage_it(order, may_leave):
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0, order: card 26
        blue pike X at 0,-1 facing 3, order: {order}
    """)
    game.phase("movement")
    ready = [decision for decision in was_asked(game, "move-which") if decision.seat == "red"]
    assert bool(ready) == may_leave
    assert all(offered(decision, "unit", "unit") == [("A",)] for decision in ready)


@pytest.mark.rule("esa.7.5b")
def test_a_unit_leaves_by_a_normal_move_nearer_to_no_other_enemy_and_next_to_none():
    game = situation("""
        esa on open ground
        red cuirassiers A at 0,0 facing 0, order: card 4
        blue pike X at 0,-1 facing 3            # the one it leaves
        blue pike Y at 4,0 facing 4             # four hexes to the right
    """)
    found = game.reach("A")
    far = game.state.field.grid.distance
    assert found
    assert all(far(game.at(q, r), game.at(0, 0)) <= 2 for q, r in found)
    assert all(far(game.at(q, r), game.unit("X").hex) > 1 for q, r in found)
    assert all(far(game.at(q, r), game.unit("Y").hex) >= 4 for q, r in found)
    assert {(-2, 2), (0, 1), (0, 2), (-1, 1), (-2, 1)} <= found
    assert (1, 1) not in found  # two hexes away, but nearer to Y
    assert (-1, 0) not in found  # still beside X


@pytest.mark.rule("esa.7.5c")
def test_a_hex_that_can_be_reached_around_a_closed_one_stays_open():
    game = situation("""
        esa on open ground
        red cuirassiers A at 0,0 facing 0, order: card 4
        blue pike X at 0,-1 facing 3
        blue pike Y at 5,-4 facing 4            # to go through 1,0 would bring A nearer to it
    """)
    near = game.state.field.grid.distances(game.unit("Y").hex)
    assert [near[game.at(q, r)] for q, r in ((0, 0), (1, 0), (0, 1), (1, 1))] == [5, 4, 5, 5]
    assert {(0, 1), (1, 1)} <= game.reach("A")
    assert (1, 0) not in game.reach("A")


@pytest.mark.rule("esa.7.5c")
def test_an_enemy_that_is_shaken_does_not_matter_to_who_leaves():
    text = """
        esa on open ground
        red cuirassiers A at 0,0 facing 0, order: card 4
        blue pike X at 0,-1 facing 3{}
        blue pike Y at 0,3 facing 0{}
    """
    assert (0, 1) not in situation(text.format("", "")).reach("A")
    assert (0, 1) in situation(text.format("", ", shaken")).reach("A")
    assert (0, 2) not in situation(text.format("", "")).reach("A")
    free = situation(text.format(", shaken", "")).reach("A")  # nobody fresh beside it: it leaves no combat
    assert {(0, 1), (0, 2)} <= free


@pytest.mark.rule("esa.7.5c")
def test_a_unit_beside_a_fresh_enemy_may_turn_on_the_spot():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0, order: card 26
        blue pike X at 0,1 facing 0, order: card 23
    """)
    game.phase("movement", on("move-which", "unit unit=A"), on("move", "turn unit=A"), on("face", "face facing=3"))
    assert (game.where("A"), game.unit("A").facing) == ((0, 0), 3)


@pytest.mark.rule("esa.7.5d")
def test_the_enemy_a_unit_leaves_may_fire_at_it_by_reaction():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 3
        blue musketeers X at 0,-1 facing 3          # a musket reaches two hexes
        order red: card 26
        cards blue 9 9 9 9
    """)
    game.move("A", 0, 1, on("fire-at-mover", "fire unit=X target=A"))
    assert [(event.unit, event.target) for event in game.told(VolleyFired)] == [("X", "A")]


@pytest.mark.rule("esa.7.5d")
@pytest.mark.parametrize(
    ("kind", "answer", "how"),
    [("pike", "press unit=X", "press"), ("cuirassiers", "pursue unit=X", "pursue"), ("weimar", "charge", "charge")],
)
def test_the_enemy_a_unit_leaves_may_press_pursue_or_charge_by_reaction(kind, answer, how):
    game = situation(f"""
        esa on open ground
        red arquebusiers A at 0,0 facing 3
        blue {kind} X at 0,-1 facing 3
        order red: card 26
        cards blue 1 9 9 9
    """)
    game.move("A", -1, 3, on("follow", answer))
    moved = [event for event in game.told(UnitMoved) if event.unit == "X"]
    assert [event.how for event in moved] == [how]
    assert bool(game.told(ChargeDeclared)) == (how == "charge")


@pytest.mark.rule("esa.9.4b", "esa.5.3.2d")
@pytest.mark.parametrize(("first", "second"), [("X", "Y"), ("Y", "X")])
def test_cavalry_leaves_away_from_the_enemy_it_has_fought_last(first, second):
    game = situation("""
        esa on open ground
        red cuirassiers A at 0,0 facing 0
        blue pike X at 0,-1 facing 3
        blue pike Y at 1,0 facing 5
    """)
    game.state.fought = [f"{first} A", f"A {second}"]
    assert leaving_cavalry(game.state, ("red", "blue")) == [f"A {game.unit(second).hex}"]
    game.state.gave_way = [f"{second} A"]
    assert leaving_cavalry(game.state, ("red", "blue")) == [f"A {game.unit(first).hex}"]
    game.unit(first).is_shaken = True
    assert leaving_cavalry(game.state, ("red", "blue")) == []
