"""Chapter 3.2.8: forced moves."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.battles.standing import apart
from alfiere.games.fucilieri.morale.conditions import worsen
from alfiere.games.fucilieri.morale.units_lost import SCARE, take_to_flight
from alfiere.games.fucilieri.movement.forced import evade, fall_back, flee, push_back, recoil
from alfiere.games.fucilieri.state.standing import Contact, engage, is_engaged
from alfiere.games.fucilieri.state.unit import FLEEING, FLIGHT, LOST
from alfiere.games.fucilieri.told.common import UnitMoved
from alfiere.games.fucilieri.told.morale import UnitLost
from alfiere.table.measuring import overlaps
from tests.situation import situation

RULE = "fucilieri.4.2.1e"


def flees(game: Any, name: str = "A") -> None:
    """A unit takes to flight and runs."""
    game.run(lambda g: take_to_flight(g, game[name], RULE))
    game.run(lambda g: flee(g, game[name]))


# Flight


@pytest.mark.rule("fucilieri.3.2.8.1", "fucilieri.3.2.8.2a", "fucilieri.0.18")
@pytest.mark.parametrize(
    ("unit", "far"),
    [("foot", 18), ("grenadiers", 18), ("skirmishers", 18), ("horse", 33), ("dragoons", 33), ("hussars", 39)],
)
def test_a_unit_in_flight_runs_straight_to_its_own_edge(unit: str, far: int) -> None:
    game = situation(f"""
        fucilieri
        red {unit} A at 60,80 facing S
    """)
    flees(game)
    assert game.at("A") == (60, 80 - far)
    assert (game["A"].where, game["A"].heading) == (FLEEING, 0)
    assert [event.how for event in game.told(UnitMoved)] == ["flight"]


@pytest.mark.rule("fucilieri.3.2.8.1", "fucilieri.0.18")
def test_the_own_edge_may_be_another() -> None:
    game = situation("""
        fucilieri
        home red west
        red foot A at 60,80 facing S, column
    """)
    flees(game)
    assert game.at("A") == (42, 80)


@pytest.mark.rule("fucilieri.3.2.8.1")
@pytest.mark.parametrize(("y", "where"), [(20.5, LOST), (20.6, FLEEING)])
def test_it_is_removed_when_it_touches_the_edge(y: float, where: str) -> None:
    game = situation(f"""
        fucilieri
        red foot A at 60,{y} facing S
    """)
    flees(game)
    assert game["A"].where == where
    assert [event.how for event in game.told(UnitLost)] == (["off-table"] if where == LOST else [])


@pytest.mark.rule("fucilieri.3.2.8.1")
@pytest.mark.parametrize(("enemy", "where"), [("60,60", LOST), ("60,51", FLEEING), ("90,65", FLEEING)])
def test_it_is_removed_when_it_touches_an_enemy(enemy: str, where: str) -> None:
    game = situation(f"""
        fucilieri
        red  foot A at 60,75 facing S, initial 16
        blue foot E at {enemy} facing N, initial 16
    """)
    flees(game)
    assert game["A"].where == where
    assert [event.rules for event in game.told(UnitLost)] == ([("fucilieri.3.2.8.1",)] if where == LOST else [])


@pytest.mark.rule("fucilieri.3.2.8.1")
@pytest.mark.parametrize(("enemy", "where"), [("60,80 facing N", FLEEING), ("60,70 facing S", LOST)])
def test_it_runs_from_an_enemy_that_touches_it_but_not_through_him(enemy: str, where: str) -> None:
    game = situation(f"""
        fucilieri
        red  foot A at 60,75 facing S, initial 16
        blue foot E at {enemy}, initial 16
    """)
    engage(game["A"], game["E"], "front", "front")
    flees(game)
    assert game["A"].where == where


@pytest.mark.rule("fucilieri.3.2.8.7")
@pytest.mark.parametrize(
    ("unit", "ground", "where"),
    [
        ("horse", "marsh M 40,40 80,50", LOST),
        ("foot", "marsh M 40,50 80,60", FLEEING),
        ("horse", "wood M 40,40 80,50", FLEEING),
    ],
)
def test_closed_ground_ends_a_flight_and_other_ground_costs_nothing(unit: str, ground: str, where: str) -> None:
    game = situation(f"""
        fucilieri
        red {unit} A at 60,75 facing S
        {ground}
    """)
    flees(game)
    assert game["A"].where == where
    if where == FLEEING:
        assert game.at("A")[1] == 75 - (33 if unit == "horse" else 18)
        assert not game["A"].is_disorganised
    else:
        assert game.told(UnitLost)[0].rules == ("fucilieri.3.2.8.7",)


@pytest.mark.rule("fucilieri.3.2.7.2")
def test_friends_run_through_are_disorganised_unless_disciplined_or_in_open_order() -> None:
    game = situation("""
        fucilieri
        red foot A at 60,75 facing S, of X, initial 16
        red foot B at 55,65 facing S, of X, normal, column
        red foot D at 66,65 facing S, of X, disciplined, column
        red skirmishers S at 60,58 facing S, of X, open
        red foot F at 100,65 facing S, of X, normal
    """)
    flees(game)
    assert [game[name].is_disorganised for name in "BDSF"] == [True, False, False, False]


@pytest.mark.rule("fucilieri.3.2.7.2")
def test_it_ends_clear_of_friends_going_on_as_far_as_needed() -> None:
    game = situation("""
        fucilieri
        red foot A at 60,75 facing S, initial 16
        red foot B at 60,57 facing S, normal, column
    """)
    flees(game)
    assert game.at("A")[1] == pytest.approx(57 - 5 - 2.5, abs=0.15)
    assert game["B"].is_disorganised


@pytest.mark.rule("fucilieri.5.13b")
def test_a_flight_out_of_a_building_begins_at_its_edge() -> None:
    game = situation("""
        fucilieri
        red foot A at 60,75 facing S, column, initial 16, in V
        building V 52.5,67.5 67.5,82.5
    """)
    flees(game)
    assert game["A"].where == FLEEING
    assert game.at("A")[1] == pytest.approx(67.5 - 5 - 18, abs=0.15)


# Falling back


@pytest.mark.rule("fucilieri.3.2.8.3", "fucilieri.3.2.8.4")
@pytest.mark.parametrize(
    ("unit", "far"),
    [
        ("foot A at 60,60 facing E", 8),
        ("skirmishers A at 60,60 facing S, open", 12),
        ("dragoons A at 60,60 facing S, on foot", 12),
        ("dragoons A at 60,60 facing S", 18),
        ("horse A at 60,60 facing S", 18),
        ("hussars A at 60,60 facing S", 22),
        ("light A at 60,60 facing N, limbered", 14),
        ("heavy A at 60,60 facing S, limbered", 10),
    ],
)
def test_a_unit_falls_back_straight_away_from_the_nearest_visible_enemy_and_faces_him(unit: str, far: int) -> None:
    game = situation(f"""
        fucilieri
        red  {unit}
        blue foot E at 60,90 facing N
        blue foot F at 160,60 facing N
    """)
    game.run(lambda g: fall_back(g, game["A"]))
    assert game.at("A") == (60, 60 - far)
    assert game["A"].heading == 1800


@pytest.mark.rule("fucilieri.3.2.8.3")
def test_without_an_enemy_in_sight_it_falls_back_to_its_own_edge() -> None:
    game = situation("""
        fucilieri
        red foot A at 60,60 facing E
    """)
    game.run(lambda g: fall_back(g, game["A"]))
    assert game.at("A") == (60, 52)


@pytest.mark.rule("fucilieri.3.2.8.3", "fucilieri.0.2")
def test_away_is_along_the_shortest_line_between_the_two() -> None:
    game = situation("""
        fucilieri
        red  foot A at 60,60 facing S, initial 16
        blue foot E at 75,90 facing N, initial 16
    """)
    game.run(lambda g: fall_back(g, game["A"], game["E"]))
    assert game.at("A") == (60, 52)  # they overlap sideways: straight back


@pytest.mark.rule("fucilieri.3.2.8.3")
def test_beside_an_edge_it_does_not_turn_where_a_corner_would_hang_over_it() -> None:
    game = situation("""
        fucilieri
        red  foot A at 8.94,84.61 facing W, column, initial 16
        blue foot E at 30,46 facing S, column, initial 16
    """)
    game.run(lambda g: fall_back(g, game["A"], game["E"]))
    assert game["A"].is_on
    assert game["A"].heading == 2700
    assert game.state.scene.is_on_table(game.state.base(game["A"]).outline)


@pytest.mark.rule("fucilieri.3.2.8.5")
@pytest.mark.parametrize(("y", "where"), [(10.5, LOST), (10.6, "on")])
def test_who_falls_back_to_an_edge_is_lost(y: float, where: str) -> None:
    game = situation(f"""
        fucilieri
        red  foot A at 60,{y} facing S
        blue foot E at 60,30 facing N
    """)
    game.run(lambda g: fall_back(g, game["A"]))
    assert game["A"].where == where
    assert not SCARE.all(game.state)


@pytest.mark.rule("fucilieri.3.2.8.5")
def test_any_edge_will_do() -> None:
    game = situation("""
        fucilieri
        red  foot A at 6,60 facing E, column
        blue foot E at 30,60 facing W
    """)
    game.run(lambda g: fall_back(g, game["A"]))
    assert game["A"].where == LOST


@pytest.mark.rule("fucilieri.3.2.8.5")
@pytest.mark.parametrize(
    "bar", ["blue foot F at 60,50 facing S, column", "river R 40,48 80,50", "entrenchment R 40,53 80,53"]
)
def test_where_closed_ground_or_an_enemy_is_in_its_way_it_takes_to_flight(bar: str) -> None:
    game = situation(f"""
        fucilieri
        red  horse A at 60,60 facing S
        blue foot E at 60,70 facing N
        {bar}
    """)
    game.run(lambda g: fall_back(g, game["A"], game["E"]))
    assert game["A"].where in (FLEEING, LOST)
    assert [one.unit for one in SCARE.all(game.state)] == ["A"]


@pytest.mark.rule("fucilieri.3.2.8.7", "fucilieri.3.2.8.3")
def test_half_rate_and_slow_ground_do_not_shorten_it() -> None:
    game = situation("""
        fucilieri
        red  foot A at 60,60 facing S, disorganised
        blue foot E at 60,90 facing N
        marsh M 40,40 80,59
    """)
    game.run(lambda g: fall_back(g, game["A"]))
    assert game.at("A") == (60, 52)


@pytest.mark.rule("fucilieri.3.2.7.2", "fucilieri.3.6.40")
def test_it_goes_through_friends_and_leaves_who_holds_it() -> None:
    game = situation("""
        fucilieri
        red  foot A at 60,60 facing S, initial 16
        red  foot B at 60,52 facing S, normal, initial 16
        blue foot E at 60,65 facing N
    """)
    engage(game["A"], game["E"], "front", "front")
    game.run(lambda g: fall_back(g, game["A"]))
    assert game.at("A")[1] == pytest.approx(47, abs=0.15)
    assert game["B"].is_disorganised
    assert not is_engaged(game["E"])
    assert not is_engaged(game["A"])


@pytest.mark.rule("fucilieri.0.17", "fucilieri.3.2.8.3")
def test_it_does_not_turn_into_an_enemy_beside_its_way() -> None:
    game = situation("""
        fucilieri
        red  foot A at 60,60 facing S, initial 16
        blue foot E at 75,60 facing W, column, initial 16
        blue foot F at 50,65 facing N, initial 16
    """)
    engage(game["A"], game["E"], "flank", "front")
    engage(game["A"], game["F"], "front", "front")
    game.run(lambda g: fall_back(g, game["A"], game["E"]))
    assert game.at("A") == (52, 60)
    assert not overlaps(game.state.base(game["A"]).outline, game.state.base(game["F"]).outline)


@pytest.mark.rule("fucilieri.5.13b")
def test_it_leaves_a_building_on_the_side_away_from_the_enemy() -> None:
    game = situation("""
        fucilieri
        red  foot A at 60,75 facing S, column, initial 16, in V
        blue foot E at 60,85 facing N
        building V 52.5,67.5 67.5,82.5
    """)
    game.run(lambda g: fall_back(g, game["A"], game["E"]))
    assert game["A"].post == ""
    assert game.at("A")[1] == pytest.approx(67.5 - 5 - 8, abs=0.15)


@pytest.mark.rule("fucilieri.3.2.8.4")
def test_guns_in_battery_never_fall_back_by_moving() -> None:
    game = situation("""
        fucilieri
        red guns G at 60,60 facing S
    """)
    game.run(lambda g: worsen(g, game["G"], ("falling-back",), RULE))
    assert game["G"].where == LOST
    assert not game.told(UnitMoved)


# Recoil


@pytest.mark.rule("fucilieri.3.5.8.7", "fucilieri.3.2.8.7")
@pytest.mark.parametrize(("unit", "far"), [("horse", 18), ("hussars", 22)])
def test_cavalry_recoils_by_its_line_allowance_and_is_disorganised(unit: str, far: int) -> None:
    game = situation(f"""
        fucilieri
        red  {unit} A at 60,60 facing S
        red  foot B at 60,52 facing S, normal, column
        blue foot E at 60,67.5 facing N
    """)
    engage(game["A"], game["E"], "front", "front")
    game.run(lambda g: recoil(g, game["A"]))
    assert game.at("A") == (60, 60 - far)
    assert (game["A"].heading, game["A"].is_disorganised, game["B"].is_disorganised) == (1800, True, True)
    assert not is_engaged(game["A"])


@pytest.mark.rule("fucilieri.3.2.8.7")
@pytest.mark.parametrize("bar", ["river R 40,48 80,50", "blue foot F at 60,47.5 facing S"])
def test_closed_ground_or_an_enemy_stops_a_recoil(bar: str) -> None:
    game = situation(f"""
        fucilieri
        red  horse A at 60,60 facing S
        {bar}
    """)
    game.run(lambda g: recoil(g, game["A"]))
    assert game["A"].where == "on"
    assert game.at("A")[1] == pytest.approx(55, abs=0.6)


def test_a_recoil_stops_at_the_edge() -> None:
    game = situation("""
        fucilieri
        red horse A at 60,15 facing S
    """)
    game.run(lambda g: recoil(g, game["A"]))
    assert game.at("A") == (60, 5)


# Push-back


def pushed(game: Any, edge: str) -> None:
    """E holds A on that edge and pushes it back."""
    engage(game["A"], game["E"], edge, "front")
    game.run(lambda g: push_back(g, game["A"], Contact("E", edge)))


@pytest.mark.rule("fucilieri.3.5.8.2", "fucilieri.3.5.8.2b")
@pytest.mark.parametrize(
    ("enemy", "edge", "at", "heading"),
    [
        ("60,67.5 facing N", "front", (60, 56), 1800),
        ("60,52.5 facing S", "rear", (60, 64), 0),
        ("75,60 facing W", "flank", (70 - 4 - 2.5, 60), 900),
        ("45,60 facing E", "flank", (50 + 4 + 2.5, 60), 2700),
    ],
)
def test_a_beaten_unit_is_pushed_straight_away_from_the_touched_edge_and_faces_the_enemy(
    enemy: str, edge: str, at: tuple[float, float], heading: int
) -> None:
    game = situation(f"""
        fucilieri
        red  foot A at 60,60 facing S, initial 16
        blue foot E at {enemy}, column, initial 16
    """)
    if edge in ("front", "rear"):
        assert apart(game.state, game["A"], game["E"]) == 0
    pushed(game, edge)
    assert game.at("A") == at
    assert game["A"].heading == heading
    assert not game["A"].is_disorganised
    assert is_engaged(game["A"])  # the winner may follow up
    assert apart(game.state, game["A"], game["E"]) == 400


@pytest.mark.rule("fucilieri.3.5.8.2", "fucilieri.3.5.8.2b")
@pytest.mark.parametrize(
    ("enemy", "edge", "at", "heading"),
    [
        ("75,67.5 facing N", "front", (60, 56), 1800),
        ("75,52.5 facing S", "rear", (60, 64), 0),
        ("75,67.5 facing N", "flank", (70 - 4 - 2.5, 60), 900),
        ("45,52.5 facing S", "flank", (50 + 4 + 2.5, 60), 2700),
    ],
)
def test_held_by_a_corner_alone_it_is_pushed_away_from_the_edge_that_was_struck(
    enemy: str, edge: str, at: tuple[float, float], heading: int
) -> None:
    game = situation(f"""
        fucilieri
        red  foot A at 60,60 facing S, initial 16
        blue foot E at {enemy}, column, initial 16
    """)
    pushed(game, edge)
    assert game.at("A") == at
    assert game["A"].heading == heading


@pytest.mark.rule("fucilieri.3.5.8.3")
@pytest.mark.parametrize("bar", ["red foot B at 60,53 facing S", "river R 40,52 80,54.5"])
def test_without_room_it_stops_disorganised(bar: str) -> None:
    game = situation(f"""
        fucilieri
        red  foot A at 60,60 facing S, initial 16
        blue foot E at 60,65 facing N, initial 16
        {bar}
    """)
    pushed(game, "front")
    assert game["A"].is_disorganised
    assert 56 < game.at("A")[1] < 59


@pytest.mark.rule("fucilieri.0.17", "fucilieri.3.5.8.2b")
@pytest.mark.parametrize(
    ("behind", "at", "heading"),
    [("red foot B at 150,55 facing S", (63.5, 52.5), 900), ("red foot B at 60,55 facing S", (56, 60), 1800)],
)
def test_it_turns_beside_another_enemy_and_without_room_goes_as_it_stands(
    behind: str, at: tuple[float, float], heading: int
) -> None:
    game = situation(f"""
        fucilieri
        red  foot A at 60,60 facing S, initial 16
        blue foot E at 75,60 facing W, column, initial 16
        blue foot F at 60,65 facing N, initial 16
        {behind}, initial 16
    """)
    engage(game["A"], game["F"], "front", "front")
    pushed(game, "flank")
    assert game.at("A") == (at[0], pytest.approx(at[1], abs=0.1))
    assert game["A"].heading == heading
    assert not overlaps(game.state.base(game["A"]).outline, game.state.base(game["F"]).outline)


@pytest.mark.rule("fucilieri.3.5.8.3")
@pytest.mark.parametrize("how", ["square", "column, in V"])
def test_squares_and_garrisons_stay(how: str) -> None:
    game = situation(f"""
        fucilieri
        red  foot A at 60,60 facing S, initial 16, {how}
        blue foot E at 60,80 facing N, initial 16
        building V 52.5,52.5 67.5,67.5
    """)
    pushed(game, "front")
    assert game.at("A") == (60, 60)
    assert not game.told(UnitMoved)


# Evasion


@pytest.mark.rule("fucilieri.3.3.2.8")
@pytest.mark.parametrize(
    ("unit", "far", "disorganised"),
    [
        ("skirmishers A at 60,60 facing S, open", 12, False),
        ("hussars A at 60,60 facing S, open", 22, False),
        ("hussars A at 60,60 facing S, line", 22, True),
        ("hussars A at 60,60 facing S, column", 26, True),
    ],
)
def test_who_evades_goes_straight_away_with_his_back_to_the_charger(unit: str, far: int, disorganised: bool) -> None:
    game = situation(f"""
        fucilieri
        red  {unit}
        blue horse E at 60,90 facing N
    """)
    game.run(lambda g: evade(g, game["A"], game["E"]))
    assert game.at("A") == (60, 60 - far)
    assert (game["A"].heading, game["A"].is_disorganised) == (0, disorganised)


@pytest.mark.rule("fucilieri.3.3.2.8", "fucilieri.3.2.8.7", "fucilieri.5.5")
def test_an_evader_pays_for_the_ground() -> None:
    game = situation("""
        fucilieri
        red  hussars A at 60,60 facing S, open
        blue horse E at 60,90 facing N
        vineyard V 20,0 100,70
    """)
    game.run(lambda g: evade(g, game["A"], game["E"]))
    assert game.at("A") == (60, 49)


@pytest.mark.rule("fucilieri.3.3.2.10")
def test_an_evader_passes_through_friends_and_over_the_edge_it_is_lost() -> None:
    game = situation("""
        fucilieri
        red  skirmishers A at 60,15.75 facing S, open
        red  foot B at 60,30 facing S, normal
        blue horse E at 60,40 facing N
        red  skirmishers S at 60,45 facing S, open
    """)
    game.run(lambda g: evade(g, game["S"], game["E"]))
    assert not game["B"].is_disorganised
    game.run(lambda g: evade(g, game["A"], game["E"]))
    assert (game["A"].where, game.at("A")[1]) == ("on", 3.75)  # right at the edge
    game.run(lambda g: evade(g, game["A"], game["E"]))
    assert game["A"].where == LOST


def test_flight_by_a_condition_leaves_the_move_to_who_calls() -> None:
    game = situation("""
        fucilieri
        red foot A at 60,60 facing S
    """)
    game.run(lambda g: worsen(g, game["A"], (FLIGHT,), RULE))
    assert game.at("A") == (60, 60)


@pytest.mark.rule("fucilieri.3.2.7.2", "fucilieri.3.2.8.5")
def test_it_goes_on_as_far_as_friends_stand_behind_each_other_and_off_the_table() -> None:
    game = situation("""
        fucilieri
        red  foot A at 60,60 facing S, column, initial 16
        red  foot B at 60,47 facing S, column, initial 16, of Y
        red  foot C at 60,37 facing S, column, initial 16, of Y
        red  foot D at 60,27 facing S, column, initial 16, of Y
        red  foot F at 60,17 facing S, column, initial 16, of Y
        red  foot G at 60,6 facing S, column, initial 16, of Y
        blue foot E at 60,90 facing N, initial 16
    """)
    game.run(lambda g: fall_back(g, game["A"], game["E"]))
    assert game["A"].where == "lost"
    assert all(game[one].is_disorganised for one in "BCDF")
