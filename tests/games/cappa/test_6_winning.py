"""Chapter 6.7.5, after a round that a squad has won."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.told.events import Crossed
from tests.situation import situation

# The um of the winner


FELLED = """
    cappa on open ground
    red  extra A at 10,10, 9/3/3, squad R
    red  extra B at 10.87,10.5, 9/3/3, squad R
    red  squad R, open, pa 2
    blue extra E at 10,11, 5/3/3 CA 5
    {}
    dice red 1 1 10 blue
"""


@pytest.mark.rule("cappa.5.2.3f", "cappa.6.7.5a")
def test_a_squad_whose_opponent_falls_has_a_um_of_its_own():
    game = situation(FELLED.format("blue extra F at 30,30"))
    game.do("R", "fight-together target=E", "step-on to=1000,1100")
    assert (game.at("A"), game.at("B")) == ((10, 11), (10.87, 11.5))
    (asked,) = [one for one in game.asked if one.key == "step-on"]
    assert asked.options[0].key == "stay"
    assert game.figure("A").moved == 100


@pytest.mark.rule("cappa.5.2.3i", "cappa.6.7.5a")
def test_it_may_go_on_to_another_enemy_with_it():
    game = situation(FELLED.format("blue extra F at 11,11.8"))
    game.do("R", "fight-together target=E", lambda asked: asked.options[0] if asked.key == "step-on" else None)
    assert game.touch("B", "F")


@pytest.mark.rule("cappa.5.2.6e")
def test_a_squad_that_fights_another_besides_stays():
    game = situation(FELLED.format("blue hero F at 11.87,10.5"))
    game.do("R", "fight-together target=E")
    assert "step-on" not in [one.key for one in game.asked]


@pytest.mark.rule("cappa.5.2.6e", "cappa.6.7.5.h2")
@pytest.mark.parametrize(("where", "follow"), [("11.87,10.5", {False}), ("30,30", {True, False})])
def test_nor_does_it_follow_whom_it_pushes(where, follow):
    text = FELLED.replace("extra E at 10,11, 5/3/3 CA 5", "hero E at 10,11, 5/3/3 CA 1").format(
        f"blue hero F at {where}"
    )
    game = situation(text.replace("dice red 1 1 10", "dice red 1 10 10"))
    game.do("R", "fight-together target=E")
    (asked,) = [one for one in game.asked if one.key == "push"]
    assert {one["follows"] for one in asked.options if one.key == "push"} == follow


@pytest.mark.rule("cappa.5.2.3.h1", "cappa.6.7.5.h2")
def test_a_squad_pushes_first_of_all_straight_away_from_its_middle():
    """From 10.435,10.25 to 10,11 and on, to the hundredth."""
    text = FELLED.replace("extra E at 10,11, 5/3/3 CA 5", "hero E at 10,11, 5/3/3 CA 1").format("")
    game = situation(text.replace("dice red 1 1 10", "dice red 1 10 10"))
    game.do("R", "fight-together target=E")
    (asked,) = [one for one in game.asked if one.key == "push"]
    assert asked.options[0]["to"] == [950, 1187]


@pytest.mark.rule("cappa.5.2.3i", "cappa.1.3c")
def test_while_the_loser_stands_its_um_leads_to_no_other_enemy_nor_into_his_zone():
    text = FELLED.format("blue hero F at 12.8,10").replace(
        "extra E at 10,11, 5/3/3 CA 5", "hero E at 10,11, 5/3/3 CA 1"
    )
    game = situation(text.replace("dice red 1 1 10", "dice red 1 10 10"))
    game.do("R", "fight-together target=E", "push follows=False")
    (asked,) = [one for one in game.asked if one.key == "step-on"]
    ends = [one["to"] for one in asked.options if one.key == "step-on"]
    assert ends
    assert all(x <= 1000 for x, y in ends if y == 1000)


@pytest.mark.rule("cappa.5.2.3i")
@pytest.mark.parametrize(("where", "may"), [("12.5,10.5, shaken", False), ("30,30", True)])
def test_nor_to_an_enemy_who_has_no_zone(where, may):
    text = FELLED.format(f"blue hero F at {where}").replace(
        "extra E at 10,11, 5/3/3 CA 5", "hero E at 10,11, 5/3/3 CA 1"
    )
    game = situation(text.replace("dice red 1 1 10", "dice red 1 10 10"))
    game.do("R", "fight-together target=E", "push follows=False")
    (asked,) = [one for one in game.asked if one.key == "step-on"]
    ends = [one["to"] for one in asked.options if one.key == "step-on"]
    assert any(x > 1000 for x, y in ends if y == 1000) == may


@pytest.mark.rule("cappa.5.2.3f")
@pytest.mark.parametrize(("room", "may"), [(0.24, False), (0.26, True)])
def test_the_um_of_a_squad_is_no_hairs_breadth(room, may):
    game = situation(f"""
        cappa on open ground
        closed building 5,{10.5 + room} 15,14
        closed building 5,5 15,9.5
        closed building 5,9.5 9.5,{10.5 + room}
        red  extra A at 10,10, 9/3/3, squad R
        red  extra B at 11,10, 9/3/3, squad R
        red  squad R, open, pa 2
        blue extra E at 12,10, 5/3/3 CA 5
        closed building 12.5,9.5 15,{10.5 + room}
        dice red 10 1 1 blue
    """)
    game.do("R", "fight-together target=E")
    ends = [one["to"] for asked in game.asked if asked.key == "step-on" for one in asked.options if one.get("to")]
    assert any(y > 1000 and x == 1000 for x, y in ends) == may


# Over the wall


WALL = """
    cappa on open ground
    low wall 4,10 16,10
    red  extra A at 8,10.5, 9/3/3, squad R
    red  extra B at 9.2,10.5, 9/3/3, squad R
    red  extra C at 9.2,11.5, 9/3/3, squad R
    red  extra D at 9.2,12.6, 9/3/3, squad R
    red  squad R, {formation}, pa 2
    blue {who} E at 8,9.5, 5/3/3 CA 5
    {more}
    dice red {red} blue {blue}
"""


def won(who="extra", more="blue extra F at 30,30", red="1 1 10 10 10", blue="", formation="open", *, choose=()):
    """The squad R has beaten E, who held the wall against it."""
    game = situation(WALL.format(who=who, more=more, red=red, blue=blue, formation=formation))
    game.do("R", "fight-together target=E", *choose)
    return game


def steps(game):
    """What the winner was offered to do with his own um."""
    return [option for one in game.asked if one.key == "step-on" for option in one.options]


@pytest.mark.rule("cappa.4.3.2.h5", "cappa.4.3.2.h3", "cappa.6.7.5a")
def test_a_squad_crosses_the_wall_with_its_own_um_when_no_defender_is_left_at_it():
    game = won(choose=["cross-together obstacle=low_wall-1"])
    assert [game.at(name) for name in "AB"] == [(8, 9.5), (9.2, 9.5)]
    assert game.at("C")[1] < 10  # not more than 1 um from the wall
    assert game.at("D") == (9.2, 12.6)  # he has to rejoin
    assert game.squad("R").pa == 1  # it is their advance, not an action
    assert game.figure("A").moved == 100
    told = game.told(Crossed)
    assert [(one.figure, one.obstacle, one.rules) for one in told] == [
        (name, "low_wall-1", ("cappa.4.3.2.h5",)) for name in "ABC"
    ]


@pytest.mark.rule("cappa.4.3.2.h5")
def test_the_squad_may_stay_or_step_elsewhere_and_then_nobody_crosses():
    game = won(choose=["stay"])
    assert {one.key for one in steps(game)} == {"cross-together", "step-on", "stay"}
    assert not game.told(Crossed)
    assert game.at("A") == (8, 10.5)


@pytest.mark.rule("cappa.4.3.2.h5")
@pytest.mark.parametrize(("place", "may"), [("13,9.5", False), ("13,9.3", True)])
def test_the_squad_does_not_cross_while_another_defends_the_wall(place, may):
    game = won(more=f"blue extra F at {place}")
    assert steps(game)
    assert any(one.get("obstacle") for one in steps(game)) == may


@pytest.mark.rule("cappa.4.3.2.h5")
@pytest.mark.parametrize(("x", "free"), [(5, "low_wall-2"), (13, "low_wall-1")])
def test_of_two_walls_fought_over_the_squad_crosses_the_one_that_nobody_holds(x, free):
    game = situation(f"""
        cappa on open ground
        low wall 4,10 9,10
        low wall 9.2,10 16,10
        red  extra A at 8.4,10.5, 9/3/3, squad R
        red  extra B at 9.8,10.5, 9/3/3, squad R
        red  squad R, open, pa 2
        blue extra E at 8.4,9.5, 5/3/3 CA 5, squad S
        blue extra F at 9.8,9.5, 5/3/3 CA 5, squad S
        blue squad S, open
        blue extra G at {x},9.5
        dice red 1 1 1 1 blue
    """)
    game.do("R", "fight-together")
    assert [one["obstacle"] for one in steps(game) if one.get("obstacle")] == [free]


@pytest.mark.rule("cappa.4.3.2.h5", "cappa.6.7.5.h2")
def test_the_squad_may_cross_after_a_defender_it_has_pushed_away():
    game = won(who="hero", red="1 10 10 10 10", choose=["push follows=False", "cross-together"])
    assert game.at("E")[1] < 9
    assert game.at("A")[1] == 9.5


@pytest.mark.rule("cappa.4.3.2.h5", "cappa.4.3.2.h2")
def test_the_advance_over_the_wall_leads_into_the_zone_of_no_other_enemy():
    game = won(more="blue hero F at 8,8.2", choose=["cross-together"])
    assert game.at("A") != (8, 9.5)
    assert game.gap("A", "F") >= 0.5
    assert game.at("B")[1] == 9.5


@pytest.mark.rule("cappa.4.3.2.h5", "cappa.2.2.1.h10")
def test_who_lies_prone_does_not_cross_with_the_others():
    game = situation(WALL.format(who="extra", more="", red="1 1 10 10 10", blue="", formation="open"))
    game.figure("B").is_prone = True
    game.do("R", "fight-together target=E", "cross-together")
    assert game.at("A") == (8, 9.5)
    assert game.at("B") == (9.2, 10.5)


@pytest.mark.rule("cappa.4.3.2.h5", "cappa.4.3.2.h1")
def test_riders_do_not_cross_what_no_horse_crosses():
    text = """
        cappa on open ground
        {} 4,10 16,10
        red  extra A at 8,11, mounted, abilities RI, Mov 8, 9/3/3, squad R
        red  extra B at 10.5,11, mounted, abilities RI, Mov 8, 9/3/3, squad R
        red  squad R, open, pa 2
        blue extra E at 8,9.5, 5/3/3 CA 5
        blue extra F at 30,30
        dice red 1 1 10 blue
    """
    for kind, may in (("hedge", True), ("barricade", False)):
        game = situation(text.format(kind))
        game.do("R", "fight-together target=E")
        assert any(one.key == "cross-together" for one in steps(game)) == may, kind


@pytest.mark.rule("cappa.4.3.2.h5", "cappa.6.5a")
def test_a_squad_torn_apart_by_its_advance_stands_in_open_order():
    game = situation("""
        cappa on open ground
        low wall 4,10 16,10
        red  extra A at 8,10.5, 9/3/3, squad R
        red  extra B at 9,10.5, 9/3/3, squad R
        red  extra C at 8,11.5, 9/3/3, squad R
        red  extra D at 9,12.5, 9/3/3, squad R
        red  squad R, tight, pa 2
        blue extra E at 8,9.5, 5/3/3 CA 5
        dice red 1 1 10 10 10 blue
    """)
    game.do("R", "fight-together target=E", "cross-together")
    assert game.squad("R").formation == "open"


@pytest.mark.rule("cappa.4.3.2.h5")
def test_one_man_who_beats_a_squad_at_a_wall_crosses_it_too():
    game = situation("""
        cappa on open ground
        low wall 4,10 16,10
        red  hero A at 8,10.5, 9/3/3, pa 2
        blue extra E at 8,9.5, 5/3/3 CA 5, squad S
        blue extra F at 8,8.4, 5/3/3 CA 5, squad S
        blue squad S, open
        dice red 1 1 blue 1
    """)
    game.do("A", "fight", "step-on obstacle=low_wall-1")
    assert game.at("A")[1] == pytest.approx(9.5, abs=0.01)


@pytest.mark.rule("cappa.4.3.2.h5", "cappa.5.2.3f")
def test_who_has_no_um_of_his_own_elsewhere_still_crosses_the_wall():
    walls = "closed building 8,12.2 8.7,13.1\nclosed building 9.7,12.2 10.4,13.1\nclosed building 8,13.1 10.4,14\n"
    game = won(more=walls + "blue extra F at 30,30", choose=["cross-together"])  # the last of them cannot stir
    assert [one.key for one in steps(game)] == ["cross-together", "stay"]
    assert game.at("A")[1] < 10


@pytest.mark.rule("cappa.5.2.3f")
def test_a_squad_that_cannot_stir_is_not_asked_what_it_does_with_its_um():
    walls = "closed building 8,12.2 8.7,13.1\nclosed building 9.7,12.2 10.4,13.1\nclosed building 8,13.1 10.4,14\n"
    game = won(more=walls + "blue extra F at 9.2,9.5, pa 1")  # another holds the wall
    assert not steps(game)


@pytest.mark.rule("cappa.4.3.2.h5", "cappa.4.3.6.h4")
@pytest.mark.parametrize("leads", [True, False])
def test_a_squad_does_not_storm_a_door_while_one_of_those_near_it_leads_a_horse(leads):
    game = situation("""
        cappa on open ground
        building 6,4 12,10 door south
        red  extra A at 9,10.5, 9/3/3, squad R
        red  extra B at 8,10.5, 9/3/3, squad R
        red  squad R, open, pa 2
        blue extra E at 9,9.5, 5/3/3 CA 5
        blue extra F at 30,30
        thing K riding_horse at 6.5,11.5
        dice red 1 1 10 blue
    """)
    if leads:
        game.figure("B").carries, game.state.things["K"].bearer = ["K"], "B"
    game.do("R", "fight-together target=E")
    assert any(one.key == "cross-together" for one in steps(game)) is not leads
