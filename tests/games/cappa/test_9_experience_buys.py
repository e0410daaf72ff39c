"""Chapter 9.1.2, an option: what experience points buy besides dice: longer moves and ranges, obstacles."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.feats.experience import LongerStride
from alfiere.games.cappa.movement.movement import speed
from alfiere.games.cappa.state.bought import LEFT_OVER, STRIDE, bought_range
from alfiere.games.cappa.told.events import Crossed, GrenadeThrown, Moved, Shot
from alfiere.games.cappa.told.fortune_events import ExperienceSpent
from alfiere.games.cappa.turn.actions import decide
from alfiere.kernel.decision import Illegal, Option
from alfiere.kernel.objection import Objection
from tests.situation import situation

# A longer move


MOVE = """
    cappa on open ground
    red  protagonist A at 10,10, Mov 4, pa 2
    blue protagonist B at 30,30
    option experience yes
    experience red {}
"""


@pytest.mark.rule("cappa.9.1.2d", "cappa.9.1.2g")
def test_each_point_adds_a_um_to_one_move():
    game = situation(MOVE.format(5))
    with pytest.raises(Illegal):
        game.move("A", 10, 15)
    game.do("A", "longer-stride um=1")
    assert game.state.sides["red"].experience == 4
    assert game.figure("A").pa == 2
    assert [(one.figure, one.points, one.what) for one in game.told(ExperienceSpent)] == [("A", 1, "stride")]
    game.move("A", 10, 15)
    assert game.at("A") == (10, 15)
    assert not STRIDE.is_on(game.figure("A"))
    with pytest.raises(Illegal):
        game.move("A", 10, 20)


@pytest.mark.rule("cappa.9.1.2d")
def test_no_more_than_three_for_a_move():
    game = situation(MOVE.format(5))
    assert {option["um"] for option in game.offered("A") if option.key == "longer-stride"} == {1, 2, 3}
    game.do("A", "longer-stride um=2")
    assert {option["um"] for option in game.offered("A") if option.key == "longer-stride"} == {1}
    game.do("A", "longer-stride um=1")
    assert not game.may("A", "longer-stride")
    game.move("A", 10, 17)
    poor = situation(MOVE.format(1))
    assert {option["um"] for option in poor.offered("A") if option.key == "longer-stride"} == {1}


@pytest.mark.rule("cappa.9.1.2d")
def test_a_charge_is_a_move_too_and_what_is_not_used_is_lost():
    text = MOVE.replace("B at 30,30", "B at 10,17.5").format(3)
    game = situation(text)
    game.do("A", "longer-stride um=3")
    game.do("A", "charge target=B")
    assert game.touch("A", "B")
    idle = situation(text)
    idle.do("A", "longer-stride um=3")
    idle.do("A", "go-prone")
    assert not STRIDE.is_on(idle.figure("A"))


# An obstacle


HEDGE = """
    cappa on open ground
    hedge 5,12 15,12
    red  {} A at 10,10, Mov 5, pa 2
    blue protagonist B at 30,30
    option experience yes
    experience red {}
"""


@pytest.mark.rule("cappa.9.1.2e", "cappa.9.1.2g")
def test_an_obstacle_is_crossed_without_interrupting_the_move():
    game = situation(HEDGE.format("protagonist", 2))
    assert not game.may("A", "vault")
    game.move("A", 10, 11.5)
    assert game.may("A", "vault", 1)
    pa = game.figure("A").pa
    game.do("A", "vault", lambda decision: max(decision.options[:-1], key=lambda option: option["to"][1]))
    assert game.figure("A").pa == pa
    assert game.state.sides["red"].experience == 0
    assert len(game.told(Crossed)) == 1
    lengths = [one.length for one in game.told(Moved)]
    assert len(lengths) == 2
    assert game.figure("A").y > 1250
    assert game.figure("A").moved <= 500 + 2
    assert LEFT_OVER.first(game.figure("A")) is None


@pytest.mark.rule("cappa.9.1.2e")
def test_he_goes_on_where_his_player_points_within_what_is_left():
    game = situation(HEDGE.format("protagonist", 2))
    game.move("A", 10, 11.5)
    found = {}

    def point(decision):
        if decision.key != "run-on":
            return None
        found["far"] = decision.free("go-on", {"figure": "A", "to": [1000, 1900]})
        return decision.free("go-on", {"figure": "A", "to": [1000, 1300]})

    game.do("A", "vault", point)
    assert isinstance(found["far"], Objection)
    assert game.at("A") == (10, 13)


@pytest.mark.rule("cappa.9.1.2e")
def test_where_a_wall_stands_in_his_way_he_is_not_asked_to_go_on_to_where_he_is():
    game = situation(HEDGE.format("protagonist", 2) + "closed building 5,13 15,16\n")
    game.move("A", 10, 11.5)
    game.do("A", "vault")
    (asked,) = [one for one in game.asked if one.key == "run-on"]
    assert [(one.to, one.obstacle) for one in game.told(Crossed)] == [((1000, 1250), "hedge-1")]
    assert [one["to"] for one in asked.options[:-1]] == [[1250, 1250], [750, 1250]]


@pytest.mark.rule("cappa.9.1.2e", "cappa.9.1.2a")
@pytest.mark.parametrize(("kind", "points"), [("protagonist", 1), ("extra", 5)])
def test_who_has_not_two_points_or_is_an_extra_stops_at_it(kind, points):
    game = situation(HEDGE.format(kind, points))
    game.move("A", 10, 11.5)
    assert not game.may("A", "vault", 1)
    assert game.may("A", "cross", 1)


@pytest.mark.rule("cappa.9.1.2e")
@pytest.mark.parametrize(("mov", "may"), [(2.9, True), (1.8, False)])
def test_what_is_left_of_the_move_must_reach_across_the_obstacle(mov, may):
    game = situation(HEDGE.format("protagonist", 2).replace("Mov 5", f"Mov {mov}"))
    game.move("A", 10, 11.5)
    assert game.may("A", "vault", 1) == may
    assert game.may("A", "cross", 1)


@pytest.mark.rule("cappa.9.1.2e")
def test_after_anything_else_the_move_is_over():
    game = situation(HEDGE.format("protagonist", 2))
    game.move("A", 10, 11.5)
    game.do("A", "go-prone")
    game.figure("A").is_prone = False
    assert not game.may("A", "vault", 1)


# Range


ARQUEBUS = 8, 24  # um, its short and long range
RANGE = """
    cappa on open ground
    red  protagonist A at 10,10 with {}, 6/5/3, pa 3
    blue protagonist B at 10,{} with BD, 9/3/3 CA 5
    option experience yes
    experience red {}
    dice red 10
"""


@pytest.mark.rule("cappa.9.1.2f", "cappa.9.1.2g")
def test_a_weapon_reaches_farther_by_a_um_for_each_point():
    far = ARQUEBUS[1]
    game = situation(RANGE.format("ARQ", 10 + 1 + far + 1.5, 5))
    assert not game.may("A", "shoot")
    assert {option["um"] for option in game.offered("A") if option.key == "longer-range"} == {2}
    game.do("A", "longer-range um=2")
    assert game.state.sides["red"].experience == 3
    game.do("A", "shoot target=B")
    (told,) = game.told(Shot)
    assert "long range" in [reason for _, reason, _ in told.tally.lines]
    game.figure("A").empty = []
    assert bought_range(game.figure("A")) == 0
    assert not game.may("A", "shoot")


@pytest.mark.rule("cappa.9.1.2f")
def test_short_range_is_lengthened_as_well():
    near = ARQUEBUS[0]
    game = situation(RANGE.format("ARQ", 10 + 1 + near + 0.5, 5))
    game.do("A", "longer-range um=1")
    game.do("A", "shoot target=B")
    (told,) = game.told(Shot)
    assert "short range" in [reason for _, reason, _ in told.tally.lines]


@pytest.mark.rule("cappa.9.1.2f")
def test_no_more_than_three_and_only_where_it_brings_something():
    far = ARQUEBUS[1]
    assert not situation(RANGE.format("ARQ", 10 + 1 + far + 3.5, 9)).may("A", "longer-range")
    assert situation(RANGE.format("ARQ", 10 + 1 + far + 2.5, 3)).may("A", "longer-range um=3")
    assert not situation(RANGE.format("ARQ", 10 + 1 + far + 2.5, 2)).may("A", "longer-range")
    assert not situation(RANGE.format("PS", 12, 9)).may("A", "longer-range")


@pytest.mark.rule("cappa.9.1.2f")
def test_three_for_a_shot_are_three_however_often_he_buys():
    text = RANGE.format("ARQ", 10 + 1 + ARQUEBUS[1] + 2.5, 9)
    game = situation(text.replace("dice", "blue extra C at 13,38.3\n    dice"))
    assert 3 < game.gap("A", "C") - ARQUEBUS[1] < 4
    assert game.sees("A", "C")
    game.do("A", "longer-range um=3")
    assert not game.may("A", "longer-range")  # a fourth would reach C


@pytest.mark.rule("cappa.9.1.2f")
def test_a_grenade_flies_farther_too():
    game = situation("""
        cappa on open ground
        red  protagonist A at 10,10 with GR, 6/5/3, pa 3
        blue protagonist B at 10,22, 9/3/3
        option experience yes
        experience red 5
        dice red 10 10 10 10
    """)
    assert not game.may("A", "throw-grenade")
    game.do("A", "longer-range um=2")
    game.do("A", "throw-grenade target=B")
    assert len(game.told(GrenadeThrown)) == 1


@pytest.mark.rule("cappa.3.3a")
def test_what_costs_nothing_may_be_bought_in_the_last_phase_too():
    game = situation(MOVE.format(3).replace(", pa 2", "") + "phase last")
    asked = decide(game.state, game.figure("A"), 1, ("cappa.2.1.5a",), may_stop=False)
    assert any(option.key == "longer-stride" for option in asked.options)
    assert isinstance(asked.options[0], Option)


@pytest.mark.rule("cappa.9.1.2d")
@pytest.mark.parametrize(("how", "most"), [(", mounted, Mov 8", 900), (", prone", 200), ("", 500)])
def test_a_point_lengthens_the_move_of_a_rider_and_of_one_who_crawls_too(how, most):
    game = situation(MOVE.format(5).replace(", Mov 4", how or ", Mov 4"))
    before = speed(game.state, game.figure("A"))
    game.do("A", "longer-stride um=1")
    assert (before, speed(game.state, game.figure("A"))) == (most - 100, most)


@pytest.mark.rule("cappa.9.1.2e", "cappa.4.3.5b")
@pytest.mark.parametrize(("ground", "left"), [("", 300), ("marsh 5,5 15,15", 100)])
def test_what_is_left_of_a_move_in_difficult_ground_is_what_is_left_of_half_of_it(ground, left):
    game = situation(MOVE.format(5).replace("red  prot", f"{ground}\n    red  prot"))
    game.move("A", 10, 11)
    assert LEFT_OVER.first(game.figure("A")) == left


@pytest.mark.rule("cappa.9.1.2d")
@pytest.mark.parametrize(("points", "pa", "may"), [(3, 1, True), (3, 0, False), (0, 1, False)])
def test_a_longer_stride_is_bought_by_who_has_points_and_a_pa_to_walk_with(points, pa, may):
    game = situation(f"""
        cappa on open ground
        red  protagonist A at 10,10, pa 1
        blue protagonist B at 30,30
        option experience yes
        experience red {points}
    """)
    assert any(LongerStride().options(game.state, game.figure("A"), pa)) is may
