"""Changes of formation, limbering, passing through friends, zones of control (3.1.7, 3.1.9, 3.1.10, 3.1.13)."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.movement.asking import order_for
from alfiere.games.lumi.movement.costs import HAS_LIMBERED, _paces, used
from alfiere.games.lumi.movement.judging import Plan
from alfiere.games.lumi.movement.orders import MOVES, manoeuvre
from alfiere.games.lumi.movement.zones import zones_on
from alfiere.table.legs import WHOLE
from tests.games.lumi.movement.test_moves import at, judged, left, moved, of, refusal


@pytest.mark.rule("lumi.ex.100", "lumi.3.1.7a", "lumi.3.1.7e", "lumi.3.1.14a")
def test_example_100_a_quarter_in_column_and_a_change_leave_a_quarter_in_line():
    game = of("red foot A at 10,5 facing N, column")
    legs = ({"ahead": 75}, {"form": "line"}, {"ahead": 50})
    assert left(game, *legs) == 0
    assert refusal(game, *legs[:2], {"ahead": 51}) == ("too-far", "lumi.3.1.7e")
    moved(game, *legs[:2])
    assert used(game["A"]) == WHOLE * 3 // 4
    assert (game["A"].formation, at(game, "A")) == ("line", (10, 5.75, 0))


@pytest.mark.rule("lumi.3.1.7a")
def test_only_one_change_in_a_phase():
    game = of("red grenzer A at 10,5 facing N, column")
    assert refusal(game, {"form": "line"}, {"form": "open_order"}) == ("one-change", "lumi.3.1.7a")


@pytest.mark.rule("lumi.3.1.7b")
def test_forming_square_takes_all_and_leaving_it_half():
    game = of("red foot A at 10,5 facing N")
    assert left(game, {"form": "square"}) == 0
    assert refusal(game, {"ahead": 10}, {"form": "square"}) == ("too-far", "lumi.3.1.7e")
    square = of("red foot A at 10,5 facing N, square")
    assert refusal(square, {"ahead": 10})[0] == "no-such-leg"
    assert left(square, {"form": "column"}, {"ahead": 150}) == 0


@pytest.mark.rule("lumi.3.1.7c")
def test_bases_are_set_around_the_one_nearest_the_enemy_where_they_have_gone_to():
    text = "red foot A at 10,5 facing N\nred foot B at 12,5 facing N\nblue foot E at 14,12 facing S"
    game = moved(of(text), {"ahead": 100}, {"form": "column"})
    assert (at(game, "B"), at(game, "A")) == ((12, 6, 0), (12, 8, 0))


@pytest.mark.rule("lumi.3.1.7c")
def test_without_room_there_is_no_change():
    game = of("red foot A at 10,5 facing N\nred guns G at 10,6.2 facing N")
    assert refusal(game, {"form": "column"}) == ("no-room", "lumi.3.1.7c")


@pytest.mark.rule("lumi.3.1.7d")
def test_a_shaken_unit_does_not_change_formation():
    assert refusal(of("red foot A at 10,5 facing N, shaken"), {"form": "column"}) == ("shaken-no-change", "lumi.3.1.7d")


@pytest.mark.rule("lumi.3.1.7a", "lumi.3.1.7b")
def test_changes_on_the_spot_are_offered():
    game = of("red foot A at 10,5 facing N")
    offered = {one["formation"] for one in order_for(game.state, game.unit("A"), MOVES).options if one.key == "form"}
    assert offered == {"column", "square"}
    game.run(lambda g: manoeuvre(g, game.unit("A")), "form formation=square")
    assert game["A"].formation == "square"


@pytest.mark.rule("lumi.3.1.9a", "lumi.3.1.9c")
def test_light_guns_deploy_for_half_a_move_others_for_all_of_it_and_face_where_they_like():
    light = of("red light A at 10,5 facing N, limbered")
    assert left(light, {"ahead": 200}, {"form": "deployed"}, {"turn": 1350}) == 0
    heavy = of("red guns A at 10,5 facing N, limbered")
    assert refusal(heavy, {"ahead": 1}, {"form": "deployed"}) == ("too-far", "lumi.3.1.7e")
    heavy.run(lambda g: manoeuvre(g, heavy.unit("A")), "form formation=deployed turn=900")
    assert (heavy["A"].formation, at(heavy, "A")) == ("deployed", (10, 5, 90))
    assert HAS_LIMBERED.is_on(heavy["A"])


@pytest.mark.rule("lumi.3.1.10a", "lumi.3.1.10b", "lumi.3.1.10d")
@pytest.mark.parametrize(
    ("mover", "friend", "passes"),
    [
        ("hussars A at 10,5 facing N", "foot B at 10,7 facing N", False),
        ("hussars A at 10,5 facing N, open", "foot B at 10,7 facing N", True),
        ("hussars A at 10,5 facing N", "grenzer B at 10,7 facing N, open", True),
        ("hussars A at 10,5 facing N", "guns B at 10,7 facing N", True),
        ("hussars A at 10,5 facing N", "guns B at 10,7 facing N, limbered", False),
    ],
)
def test_open_order_passes_and_is_passed_and_deployed_guns_are(mover: str, friend: str, passes: bool):
    game = of(f"red {mover}\nred {friend}")
    if passes:
        assert isinstance(judged(game, {"ahead": 400}), Plan)
        assert refusal(game, {"ahead": 200}) == ("in-the-way", "lumi.3.1.10b")  # no room beyond
    else:
        assert refusal(game, {"ahead": 400}) == ("in-the-way", "lumi.3.1.10b")


# Zones of control


@pytest.mark.rule("lumi.ex.85", "lumi.3.1.13a", "lumi.3.1.13c")
def test_example_85_a_zone_stops_and_then_lets_one_turn_or_step_back():
    game = of("red foot A at 10,5 facing N\nblue foot E at 10,7.7 facing S")
    moved(game, {"ahead": 200})
    assert at(game, "A") == (10, 5.7, 0)
    assert [one.id for one in zones_on(game.state, game.unit("A"))] == ["E"]
    game["A"].marks = []
    assert refusal(game, {"ahead": 10}) == ("in-zone", "lumi.3.1.13c")
    assert refusal(game, {"ahead": 10, "aside": 900}) == ("in-zone", "lumi.3.1.13c")
    assert refusal(game, {"turn": 300, "about": "right"}) == ("in-zone", "lumi.3.1.13c")
    assert isinstance(judged(game, {"ahead": 50, "aside": 1800}), Plan)
    verbs = {str(one) for one in order_for(game.state, game.unit("A"), MOVES).options}
    assert any("stand" in one for one in verbs)
    assert any("aside" in one for one in verbs)


@pytest.mark.rule("lumi.3.1.13c")
def test_in_a_zone_one_turns_towards_that_enemy_only():
    game = of("red grenzer A at 10,5 facing W, open\nblue jaeger E at 10,7 facing S, open")
    assert [one.id for one in zones_on(game.state, game.unit("A"))] == ["E"]
    assert isinstance(judged(game, {"turn": 900}), Plan)
    assert refusal(game, {"turn": -450}) == ("in-zone", "lumi.3.1.13c")


@pytest.mark.rule("lumi.3.1.13c")
def test_in_a_zone_a_turn_that_another_stops_counts_by_what_it_came_to():
    game = of("red foot A at 10,5 facing 170, column\nblue foot E at 10,7 facing S")
    wheel = {"turn": 1700, "about": "right"}
    assert isinstance(judged(game, wheel), Plan)  # it ends with its front towards E
    game = of("red foot A at 10,5 facing 170, column\nblue foot E at 10,7 facing S\nblue foot F at 12.2,5 facing W")
    assert refusal(game, wheel) == ("in-zone", "lumi.3.1.13c")  # the zone of F stops it after 11°, farther from E


@pytest.mark.rule("lumi.3.1.13a", "lumi.3.1.13b")
@pytest.mark.parametrize(
    ("mover", "enemy", "is_in"),
    [
        ("foot A at 10,5 facing N", "foot E at 10,7 facing S", True),
        ("foot A at 10,5 facing N", "foot E at 10,7.03 facing S", False),
        ("foot A at 10,5 facing N", "foot E at 10,7 facing S, disordered", True),
        ("foot A at 10,5 facing N", "foot E at 10,7 facing S, shaken", False),
        ("foot A at 10,5 facing N", "foot E at 10,7 facing S, rout", False),
        ("foot A at 10,5 facing N", "foot E at 10,7 facing N", False),
        ("foot A at 10,5 facing N", "foot E at 10,7 facing N, square", True),
        ("foot A at 10,5 facing N", "foot E at 12,7 facing S", False),
        ("foot A at 10,5 facing N", "guns E at 10,7 facing S", True),
        ("foot A at 10,5 facing N", "guns E at 10,7 facing S, limbered", False),
        ("foot A at 10,5 facing N", "foot E at 10,7 facing S, in V", False),
        ("foot A at 10,5 facing N", "jaeger E at 10,7 facing S, open", False),
        ("grenzer A at 10,5 facing N, open", "jaeger E at 10,7 facing S, open", True),
        ("grenzer A at 10,5 facing N, open", "foot E at 10,7 facing S", True),
    ],
)
def test_who_has_a_zone_of_control_against_whom(mover: str, enemy: str, is_in: bool):
    village = "village V 8,6.4 12,10\n" if enemy.endswith("in V") else ""
    game = of(f"{village}red {mover}\nblue {enemy}")
    assert bool(zones_on(game.state, game.unit("A"))) is is_in


@pytest.mark.rule("lumi.1.5.5b")
def test_a_shaken_unit_comes_nearer_to_no_enemy():
    game = of("red hussars A at 10,5 facing N, shaken\nblue foot E at 10,10 facing S")
    assert refusal(game, {"ahead": 10}) == ("shaken-near", "lumi.1.5.5b")
    assert isinstance(judged(game, {"ahead": 100, "aside": 1800}), Plan)
    assert isinstance(judged(game, {"ahead": 100, "aside": 900}), Plan)


@pytest.mark.rule("lumi.3.1.13c")
def test_in_a_zone_one_wheels_towards_the_enemy_and_steps_back_only_out_of_it():
    askew = of("red foot A at 10,5 facing 20\nblue foot E at 10,7 facing S")
    assert zones_on(askew.state, askew.unit("A"))
    assert isinstance(judged(askew, {"turn": -100, "about": "left"}), Plan)
    deep = of("red foot A at 10,5 facing N\nblue foot E at 10,6.6 facing S")
    assert refusal(deep, {"ahead": 20, "aside": 1800}) == ("in-zone", "lumi.3.1.13c")
    assert isinstance(judged(deep, {"ahead": 50, "aside": 1800}), Plan)


@pytest.mark.rule("lumi.1.5.5b")
def test_a_shaken_unit_comes_nearer_to_no_enemy_however_far_off():
    game = of("red hussars A at 10,1 facing N, shaken\nblue foot E at 10,19 facing S")
    assert refusal(game, {"ahead": 10}) == ("shaken-near", "lumi.1.5.5b")


@pytest.mark.rule("lumi.1.6.14")
def test_a_unit_goes_no_faster_than_its_slowest_base():
    for arms in (("heavy_cavalry", "light_cavalry"), ("light_cavalry", "heavy_cavalry")):
        found = _paces(arms, by_road=False)
        assert {name: pace.speed for name, pace in found.items()} == {"line": 400, "column": 500}
