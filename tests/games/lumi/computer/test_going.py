"""How the computer's bases come to the enemy: each to the nearest, round buildings, by wheels they can make."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.computer.judgement import look, stance
from alfiere.games.lumi.computer.plan import goals
from alfiere.games.lumi.computer.sense import WHEELS, considered
from alfiere.games.lumi.computer.walking import around, faces, in_between, to_walk, turning
from alfiere.games.lumi.ruleset import GAME
from alfiere.games.lumi.state.base import LINE, SHAKEN
from alfiere.games.lumi.turn import battle
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.game import Game
from alfiere.table.headings import turn_between
from alfiere.table.shapes import Pose
from tests.games.lumi.lines import Situation
from tests.situation import situation

HAMLET = """
    lumi 30x30
    hamlet H 10,12 12,14
    red  foot A at 11,15 facing S
    red  general M at 11,16.5 able
    blue foot X at 11,7 facing N
    defends blue
    """
AHEAD = {0: (0.0, -1.0), 1800: (0.0, 1.0)}


def thought_of(game: Situation) -> list[Option]:
    """What the computer thinks of doing with the first of its units."""
    found: list[Option] = []

    def answer(decision: Decision) -> Option:
        options = considered(game.state, decision)
        if decision.key == "manoeuvre" and not found:
            found.extend(options)
        return options[-1]

    game.state.turn, game.state.orders = game.state.scenario.turns, {"red": 6}
    game.run(battle, answer, answer)
    return found


def test_the_bases_of_a_division_go_each_for_the_nearest_enemy():
    game: Situation = situation(
        """
        lumi 30x30
        red  foot A at 5,20 facing S
        red  foot B at 20,20 facing S
        blue foot X at 6,8 facing N
        blue foot Y at 21,8 facing N
        """
    )
    found = goals(game.state, "red", 1.0)
    assert {id: goal.at for id, goal in found.items()} == {"A": game["X"].pose.point, "B": game["Y"].pose.point}


def test_a_line_does_not_crowd_about_one_enemy_who_has_come_forward():
    game: Situation = situation(
        """
        lumi 30x30
        red  foot A at 10,20 facing S
        red  foot B at 14,20 facing S
        blue foot X at 12,15 facing N
        blue foot Y at 10,13 facing N
        blue foot Z at 14,13 facing N
        """
    )
    found = goals(game.state, "red", 1.0)
    assert {id: goal.at for id, goal in found.items()} == {"A": game["Y"].pose.point, "B": game["Z"].pose.point}


def test_three_go_for_one_enemy_and_a_fourth_for_another():
    game: Situation = situation(
        """
        lumi 30x30
        red  foot A at 8,20 facing S
        red  foot B at 10,20 facing S
        red  foot C at 12,20 facing S
        red  foot D at 14,20 facing S
        blue foot X at 11,13 facing N
        blue foot Y at 11,11 facing N
        """
    )
    found = goals(game.state, "red", 1.0)
    assert [found[id].at for id in "ABCD"] == [game[id].pose.point for id in "XXXY"]
    game["A"].state = SHAKEN
    assert goals(game.state, "red", 1.0)["D"].at == game["X"].pose.point


@pytest.mark.rule("lumi.11.6")
def test_who_goes_for_an_open_place_fights_first_whoever_is_before_it():
    """Churchill's foot at Blenheim goes for the road to Höchstädt, in the far corner."""
    game = Game(GAME, GAME.scenario("blenheim"), 1)
    while game.state.turn < 1:
        assert game.decision is not None
        game.answer(game.decision.seat, game.decision.options[0])
    s = game.state
    one, foe, road = s.bases["dutch-foot-1"], s.bases["centre-horse-1"], (600, 2_400)
    foe.x, foe.y = one.x, one.y + 400
    assert goals(s, "red", 1.0)[one.id].at == foe.pose.point
    one.x, one.y = 700, 2_200
    for each in s.side("blue"):
        each.x = max(each.x, 1_300)
    assert goals(s, "red", 1.0)[one.id].at == road


@pytest.mark.rule("lumi.3.3.1a", "lumi.3.3.1m")
def test_whoever_has_crossed_a_brook_stands_so_much_nearer_to_the_enemy_beyond():
    text = "lumi 30x30\n{brook}\nred foot A at 10,20 facing S\nblue foot X at 10,4 facing N\ndefends blue"
    with_brook, without = (situation(text.format(brook=line)) for line in ("stream S 0,15 30,15 level 1", ""))
    gains = []
    for game in (with_brook, without):
        one, seen = game["A"], look(game.state, "red")
        here, there = (stance(seen, one, one.pose._replace(y=y), LINE) for y in (1_440, 1_560))
        gains.append(there - here)
    assert gains[0] > gains[1] + 1.0
    ground = with_brook.state.ground
    assert [in_between(ground, (1_000, 1_440), (1_000, y)) for y in (1_480, 1_560)] == [0, 1]


@pytest.mark.rule("lumi.3.1.10b")
def test_a_second_line_leaves_the_first_room_to_turn_and_to_fall_back():
    game: Situation = situation(
        """
        lumi 30x30
        red  foot A at 10,15 facing S
        red  cuirassiers B at 10,19 facing S
        blue foot X at 10,3 facing N
        defends blue
        """
    )
    one, seen = game["B"], look(game.state, "red")
    close, farther = (stance(seen, one, one.pose._replace(y=game["A"].y - far), LINE) for far in (110, 300))
    assert farther > close


@pytest.mark.rule("lumi.3.3.3c")
def test_it_is_farther_to_an_enemy_behind_buildings_and_the_way_there_is_by_a_corner():
    game: Situation = situation(HAMLET)
    s, here, there = game.state, game["A"].pose.point, game["X"].pose.point
    barred = around(s, "", there)
    straight = to_walk((), here, there)
    assert straight + 50 < to_walk(barred, here, there) < straight + 500
    corner = turning(barred, here, there)
    assert abs(corner[0] - here[0]) > 200
    assert turning(barred, corner, there)[0] == corner[0]  # along its side, not through it
    assert turning(barred, (300, here[1]), (300, there[1])) == (300, there[1])


@pytest.mark.rule("lumi.3.3.3h")
def test_buildings_do_not_bar_the_way_into_them():
    game: Situation = situation(HAMLET)
    assert around(game.state, "H", game["X"].pose.point) == ()
    assert around(game.state, "", (1100, 1700)) == ()


@pytest.mark.rule("lumi.3.3.3c")
def test_a_base_stands_better_beside_buildings_than_at_their_wall():
    game: Situation = situation(HAMLET)
    one, seen = game["A"], look(game.state, "red")
    at_wall, beside = one.pose, one.pose._replace(x=one.x + 210)
    assert stance(seen, one, beside, LINE) > stance(seen, one, at_wall, LINE)


@pytest.mark.rule("lumi.3.3.3c")
def test_who_goes_on_to_buildings_that_he_faces_stands_worse_than_before():
    game: Situation = situation(HAMLET)
    one, seen = game["A"], look(game.state, "red")
    close, farther = one.pose._replace(y=one.y - 120), one.pose._replace(y=one.y - 150)
    assert stance(seen, one, farther, LINE) > stance(seen, one, close, LINE)
    turned = close._replace(heading=0)
    found = [
        faces(around(game.state, "", game["X"].pose.point), where.point, AHEAD[where.heading])
        for where in (close, turned)
    ]
    assert found == [True, False]


@pytest.mark.rule("lumi.3.1.11a")
def test_who_stands_at_the_wall_of_buildings_thinks_of_going_sideways():
    game: Situation = situation(HAMLET.replace("A at 11,15", "A at 11.5,14.6"))
    moves = [option["legs"] for option in thought_of(game) if option.get("legs")]
    assert any(leg.get("aside") in (900, 2700) for legs in moves for leg in legs)


@pytest.mark.rule("lumi.3.3.3c")
def test_who_is_before_buildings_thinks_of_going_to_their_corner():
    game: Situation = situation(HAMLET.replace("A at 11,15", "A at 12,17").replace("M at 11,16.5", "M at 12,18.5"))
    wheels = [option["to"][2] - game["A"].heading for option in thought_of(game) if option.get("to")]
    assert any(-WHEELS[0] < angle < -300 for angle in wheels)  # to the east of it, though he is to the west


@pytest.mark.rule("lumi.3.1.7e")
def test_a_line_wheels_in_part_to_an_enemy_it_cannot_turn_to_in_one_move():
    game: Situation = situation(
        """
        lumi 30x30
        red  foot A at 10,15 facing S
        red  general M at 10,16.5 able
        blue foot X at 20,14 facing W
        defends blue
        """
    )
    one, wanted = game["A"], 900
    ends = [Pose(*option["to"]) for option in thought_of(game) if option.get("to")]
    assert any(abs(turn_between(end.heading, wanted)) < abs(turn_between(one.heading, wanted)) - 300 for end in ends)


@pytest.mark.rule("lumi.3.1.10b")
def test_who_has_no_room_to_wheel_to_the_corner_of_buildings_wheels_half_as_far():
    text = HAMLET.replace("A at 11,15", "B at 12.4,16 facing S, column\n    red foot A at 11.2,15.6")
    text = text.replace("A at 11.2,15.6 facing S", "A at 11.2,15.6 facing S, column").replace(
        "M at 11,16.5", "M at 11.2,18.1"
    )
    headings = [option["to"][2] for option in thought_of(situation(text)) if option.get("to") and option["unit"] == "A"]
    assert 1800 - WHEELS[1] in headings
