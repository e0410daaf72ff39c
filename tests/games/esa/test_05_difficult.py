"""Chapter 5.4.3, difficult terrain: fields, marshes, thickets, fords and bridges; the hedge around a hex."""

from __future__ import annotations

import pytest

from alfiere.games.esa.card_tests import morale_tally
from alfiere.games.esa.events import MeleeStruck
from alfiere.games.esa.movement import destinations
from tests.situation import situation


def fight(terrain, attacker, defender):
    """A melee in which everybody misses: why each unit does automatic damage."""
    game = situation(f"""
        esa on open ground
        {terrain}
        red {attacker}
        blue {defender}
        cards red 9 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9
    """)
    game.fight("A", "B", "fight")
    return {blow.unit: [line[1] for line in blow.automatic.lines] for blow in game.told(MeleeStruck)}


def price(kind, ground="difficult 0,-1"):
    """What it costs a unit to enter 0,-1 when it has points enough; None where it may not."""
    game = situation(f"""
        esa on open ground
        {ground}
        red {kind} A at 0,0 facing 0
    """)
    found = destinations(game.state, game.unit("A"), 5, contact=True)
    return found[game.at(0, -1)][0] if game.at(0, -1) in found else None


@pytest.mark.rule("esa.5.4.3a")
@pytest.mark.parametrize("ground", ["difficult", "ford", "bridge"])
def test_fords_and_bridges_are_difficult_terrain_too(ground):
    assert price("cuirassiers", f"{ground} 0,-1") == 2
    assert price("musketeers", f"{ground} 0,-1") == 1
    setup = f"esa on open ground\n {ground} 0,-2\n red cuirassiers A at 0,0 facing 0"
    assert (0, -2) not in situation(setup).reach("A")  # it stops before it


@pytest.mark.rule("esa.5.4.3b", "esa.5.4.3c", "esa.5.4.3g")
@pytest.mark.parametrize(
    ("kind", "cost"),
    [
        ("cuirassiers", 2),
        ("weimar", 2),
        ("swordsmen", 2),
        ("pike", 2),
        ("tercio", 2),
        ("arquebusiers", 1),
        ("musketeers", 1),
        ("guns", None),
        ("heavy-guns", None),
    ],
)
def test_what_a_difficult_hex_costs_each_class(kind, cost):
    assert price(kind) == cost


@pytest.mark.rule("esa.5.4.3c")
@pytest.mark.parametrize("kind", ["musketeers", "arquebusiers"])
def test_light_troops_enter_difficult_terrain_without_stopping(kind):
    setup = "esa on open ground\n {}\n red {} A at 0,0 facing 0"
    marsh = "difficult 0,-1 1,-1 0,-2 1,-2 2,-2 1,0 -1,0 0,1 0,2"
    assert situation(setup.format(marsh, kind)).reach("A") == situation(setup.format("", kind)).reach("A")


@pytest.mark.rule("esa.5.4.3d")
@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        ("weimar A at 0,0 facing 0", "swordsmen B at 0,-1 facing 3"),
        ("cuirassiers A at 0,0 facing 0, contact B", "swordsmen B at 0,-1 facing 3"),
        ("swordsmen A at 0,0 facing 0", "line B at 0,-1 facing 3"),
        ("line A at 0,0 facing 0", "musketeers B at 0,-1 facing 3"),
        ("tercio A at 0,0 facing 0", "musketeers B at 0,-1 facing 3"),
    ],
)
def test_heavy_troops_in_difficult_terrain_have_no_melee_advantage(attacker, defender):
    assert fight("", attacker, defender)["A"] == ["advantage"]
    assert fight("difficult 0,0", attacker, defender)["A"] == []


@pytest.mark.rule("esa.5.4.3d")
def test_light_cavalry_in_difficult_terrain_keeps_its_advantage():
    found = fight("difficult 0,0", "arquebusiers A at 0,0 facing 0", "musketeers B at 0,-1 facing 3")
    assert found["A"] == ["advantage"]


@pytest.mark.rule("esa.5.4.3e")
@pytest.mark.parametrize(
    ("kind", "penalty"),
    [
        ("cuirassiers", -1),
        ("weimar", -1),
        ("swordsmen", -1),
        ("pike", -1),
        ("tercio", -1),
        ("musketeers", 0),
        ("arquebusiers", 0),
    ],
)
def test_heavy_troops_in_difficult_terrain_rally_with_one_card_less(kind, penalty):
    game = situation(f"""
        esa on open ground
        difficult 0,0
        red {kind} A at 0,0 facing 0, strength 1
    """)
    lines = morale_tally(game.state, game.unit("A"), "recovery").lines
    assert [line for line in lines if line[1] == "difficult"] == ([(-1, "difficult", "esa.5.4.3e")] if penalty else [])


@pytest.mark.rule("esa.5.4.3f")
@pytest.mark.parametrize("kind", ["arquebusiers", "musketeers"])
def test_the_enemy_has_no_advantage_against_light_troops_in_difficult_terrain(kind):
    attacker, defender = "tercio A at 0,0 facing 0", f"{kind} B at 0,-1 facing 3"
    assert fight("", attacker, defender)["A"] == ["advantage"]
    assert fight("difficult 0,-1", attacker, defender)["A"] == []


@pytest.mark.rule("esa.5.4.3g")
@pytest.mark.parametrize("guns", ["guns", "heavy-guns"])
def test_guns_neither_cross_nor_occupy_difficult_terrain(guns):
    game = situation(f"""
        esa on open ground
        difficult 1,-1 1,0 0,1 -1,1 -1,0 0,-1
        red {guns} G at 0,0 facing 0, in tow
    """)
    assert game.reach("G") == set()


@pytest.mark.rule("esa.5.4.3h")
def test_a_hedge_around_a_hex_is_an_obstacle_on_all_its_sides():
    game = situation("""
        esa on open ground
        hedge 0,0
        red cuirassiers inside at 0,0 facing 0
        red cuirassiers A at 2,-2 facing 0
        red cuirassiers B at 2,0 facing 0
        red cuirassiers C at 0,2 facing 0
        red cuirassiers D at -2,2 facing 0
        red cuirassiers E at -2,0 facing 0
        red cuirassiers F at 0,-2 facing 0
    """)
    game.state.place(game.unit("inside"), game.at(9, 9))
    for name in "ABCDEF":
        assert (0, 0) not in game.reach(name)
    game.state.place(game.unit("inside"), game.at(0, 0))
    assert {(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)} <= game.reach("inside")  # out with its first step
    (shape,) = game.rules.view(game.state, None)["board"]["shapes"]
    assert sorted(side for _, side in shape["sides"]) == [0, 1, 2, 3, 4, 5]
