"""Zones of control and what one may do in them (E.6, geo.14-16)."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.risorgimento.morale.tests import DUE
from alfiere.games.risorgimento.movement.orders import deeds, obey
from alfiere.games.risorgimento.movement.zones import most_ahead, supported_enemy, zone_of, zones_on
from alfiere.games.risorgimento.state.unit import HAS_MOVED
from alfiere.games.risorgimento.told import common
from alfiere.kernel.decision import Option
from tests.games.risorgimento.movement.legs import ahead, allowed, back, farthest, form, refused, share, turn
from tests.situation import situation


def owners(game: Any, name: str) -> list[str]:
    return [one.id for one in zones_on(game.state, game.unit(name))]


@pytest.mark.rule("risorgimento.geo.14", "risorgimento.geo.15", "risorgimento.e.6.1", "risorgimento.ex.62")
def test_the_zone_is_the_short_range_ahead_of_the_front_between_rays_of_45_degrees() -> None:
    for x, is_in in ((23, True), (24, False)):  # where the left front corner of a base beside it is
        game = situation(f"""
            risorgimento
            red line E at 20,10 facing N
            blue line A at {x + 1.75},12 facing N
        """)
        assert owners(game, "A") == (["E"] if is_in else [])
    for y, is_in in ((16, True), (16.04, False)):  # 4 cm from front to front
        game = situation(f"""
            risorgimento
            red line E at 20,10 facing N
            blue line A at 20,{y} facing S
        """)
        assert owners(game, "A") == (["E"] if is_in else [])


@pytest.mark.rule("risorgimento.geo.15")
def test_that_of_guns_is_their_cone_of_fire_up_to_short_range() -> None:
    for x, y, is_in in ((20, 17.9, True), (20, 18.1, False), (24.5, 16, False), (22.5, 16, True)):
        game = situation(f"""
            risorgimento
            red guns E at 20,10 facing N
            blue line A at {x},{y} facing S
        """)
        assert owners(game, "A") == (["E"] if is_in else []), (x, y)


@pytest.mark.rule("risorgimento.geo.15", "risorgimento.d.1.9")
def test_the_cone_of_guns_reaches_as_far_to_the_left_as_to_the_right() -> None:
    game = situation("risorgimento\nred guns E at 60,40 facing N\nred guns S at 60,10 facing S")
    for name in "ES":
        (zone,) = zone_of(game.state, game.unit(name))
        mirrored = [(12_000 - x, y) for x, y in zone.outline.points]
        assert sorted(mirrored) == sorted(zone.outline.points)


@pytest.mark.rule("risorgimento.geo.16", "risorgimento.e.6.8", "risorgimento.geo.13")
def test_every_unit_but_a_routed_one_has_a_zone_a_square_has_four() -> None:
    for formation, x, y, is_in in (
        ("line", 20, 15, True),
        ("line", 20, 5, False),
        ("line", 25, 10, False),
        ("square", 20, 5, True),
        ("square", 25, 10, True),
        ("march", 20, 15, True),
        ("open", 20, 15, True),
        ("line, routed", 20, 15, False),
    ):
        game = situation(f"""
            risorgimento
            red line E at 20,10 facing N, {formation}
            blue line A at {x},{y} facing S
        """)
        assert owners(game, "A") == (["E"] if is_in else []), (formation, x, y)


@pytest.mark.rule("risorgimento.geo.16")
def test_a_unit_in_a_village_watches_before_its_side_only() -> None:
    for y, is_in in ((24, True), (10, False)):
        game = situation(f"""
            risorgimento
            village_sector V 16,12
            red line E at 20,18 facing N, in V north
            blue line A at 19.75,{y} facing S
        """)
        assert owners(game, "A") == (["E"] if is_in else [])


@pytest.mark.rule("risorgimento.e.6.7")
def test_cavalry_minds_only_cavalry() -> None:
    for kind, is_in in (("line", False), ("guns", False), ("hussars", True)):
        game = situation(f"""
            risorgimento
            red {kind} E at 20,10 facing N
            blue hussars A at 20,15 facing S
        """)
        assert owners(game, "A") == (["E"] if is_in else [])


ENTERS = """
    risorgimento
    red line E at 40,40 facing W
    blue line A at 30,40 facing E, attack
"""  # fronts 8 cm apart: the zone begins after 4


@pytest.mark.rule("risorgimento.e.6.3", "risorgimento.e.6.9", "risorgimento.e.6.11")
def test_who_enters_a_zone_goes_on_only_straight_or_obliquely_at_the_enemy_ahead() -> None:
    game = situation(ENTERS)
    assert allowed(game, "A", ahead(4.5))
    assert allowed(game, "A", ahead(8))
    assert allowed(game, "A", ahead(5), ahead(1, 10))
    assert allowed(game, "A", ahead(3.9), turn(30))
    assert refused(game, "A", ahead(5), turn(30)) == ("zone-choice", "risorgimento.e.6.9")
    assert refused(game, "A", ahead(5), form(game, "A", "line")) == ("zone-choice", "risorgimento.e.6.9")


@pytest.mark.rule("risorgimento.e.6.3")
def test_with_nobody_ahead_it_stops_where_it_enters() -> None:
    game = situation("""
        risorgimento
        red line E at 40,44 facing S
        blue line A at 30,40 facing E, attack
    """)
    assert refused(game, "A", ahead(8)) == ("nobody-ahead", "risorgimento.e.6.3")
    assert allowed(game, "A", ahead(farthest(game, "A")))


IN_ZONE = """
    risorgimento
    red line E at 40,40 facing W
    blue line A at 35,40 facing E, attack
"""


@pytest.mark.rule("risorgimento.e.6.4", "risorgimento.e.6.9", "risorgimento.e.3.2.6")
def test_from_within_a_zone_one_goes_ahead_or_straight_back_and_then_freely() -> None:
    game = situation(IN_ZONE)
    assert share(game, "A", back(2)) == 0.25
    assert share(game, "A", back(3), turn(180), ahead(2)) == 0.875
    assert allowed(game, "A", ahead(2, 20))
    assert refused(game, "A", turn(45)) == ("zone-choice", "risorgimento.e.6.9")
    assert refused(game, "A", back(0.5), turn(45)) == ("not-clear", "risorgimento.e.6.4")
    assert refused(game, "A", back(2), back(1), ahead(4))[0] == "zone-again"
    assert refused(game, "A", back(2), ahead(3)) == ("zone-again", "risorgimento.e.6.4")


@pytest.mark.rule("risorgimento.e.6.9")
def test_a_change_of_formation_comes_before_the_choice() -> None:
    game = situation(IN_ZONE)
    assert allowed(game, "A", form(game, "A", "line"))
    assert allowed(game, "A", form(game, "A", "line"), ahead(1))
    assert refused(game, "A", ahead(1), form(game, "A", "line"))[0] == "zone-choice"


@pytest.mark.rule("risorgimento.e.6.11")
def test_an_advance_must_come_nearer_to_the_enemy_ahead() -> None:
    game = situation("""
        risorgimento
        red line E at 40,40 facing W
        blue line A at 36.5,38 facing S, attack
    """)
    assert owners(game, "A") == ["E"]
    assert refused(game, "A", ahead(2))[0] == "nobody-ahead"


ROUND = """
    risorgimento
    red line E at 40,40 facing W
    red line F at 34,31 facing N
    blue line A at 34.25,40 facing E, march
    {friend}
"""


@pytest.mark.rule("risorgimento.ex.55", "risorgimento.e.6.4", "risorgimento.e.6.5", "risorgimento.e.6.6")
@pytest.mark.rule("risorgimento.e.6.12")
def test_out_of_one_zone_nobody_goes_into_another_unless_a_friend_stands_between() -> None:
    legs = (back(2), turn(90), ahead(3.1))
    assert refused(situation(ROUND.format(friend="")), "A", *legs) == ("zone-again", "risorgimento.e.6.4")
    screened = situation(ROUND.format(friend="blue line B at 33.2,34 facing S"))
    assert allowed(screened, "A", *legs)
    averted = situation(ROUND.format(friend="blue line B at 33.2,34 facing N"))
    assert refused(averted, "A", *legs)[0] == "zone-again"


@pytest.mark.rule("risorgimento.e.6.6")
def test_behind_a_friend_who_faces_the_enemy_one_moves_without_restriction() -> None:
    text = """
        risorgimento
        red line E at 40,40 facing W
        {friend}
        blue line A at 36.5,43 facing N, attack
    """
    assert owners(situation(text.format(friend="")), "A") == ["E"]
    game = situation(text.format(friend="blue line B at 38.5,41.4 facing E"))
    assert owners(game, "A") == []


@pytest.mark.rule("risorgimento.e.6.5")
def test_from_zone_to_zone_is_forbidden() -> None:
    game = situation("""
        risorgimento
        red line E at 40,44 facing S
        red line T at 48,40 facing W
        red line F at 44,36.8 facing N
        blue line A at 37,40 facing E, march
    """)
    assert owners(game, "A") == ["E"]
    assert most_ahead(game.state, game.unit("A"), game.state.footing(game.unit("A"))) is game.unit("T")
    assert refused(game, "A", ahead(4)) == ("zone-to-zone", "risorgimento.e.6.5")


@pytest.mark.rule("risorgimento.e.6.13")
def test_a_support_position_may_be_taken_in_the_zone() -> None:
    game = situation("""
        risorgimento
        red line E at 40,40 facing W
        blue line A at 36.5,43.5 facing E, attack
    """)
    assert owners(game, "A") == ["E"]
    assert allowed(game, "A", ahead(3.5))  # flank to flank with the enemy
    assert refused(game, "A", ahead(1.5))[0] == "nobody-ahead"
    game = situation("""
        risorgimento
        red line E at 40,40 facing W
        blue line B at 38,40 facing E
        blue line A at 31,43.5 facing E, attack
    """)
    assert allowed(game, "A", ahead(7))  # beside the friend who fights him


@pytest.mark.rule("risorgimento.ex.65", "risorgimento.e.2.1.12")
def test_light_infantry_in_the_open_does_not_enter_the_zone_of_cavalry() -> None:
    text = """
        risorgimento
        {ground}
        red hussars E at 40,40 facing W
        blue {kind} A at 30,40 facing E, open
    """
    game = situation(text.format(kind="profile:sa_bersaglieri", ground=""))
    assert refused(game, "A", ahead(5)) == ("light-foot", "risorgimento.e.2.1.12")
    assert allowed(game, "A", ahead(3.9))
    assert allowed(situation(text.format(kind="line", ground="")), "A", ahead(5))
    wood = situation(text.format(kind="profile:sa_bersaglieri", ground="sparse_wood W 20,30 39,50"))
    assert allowed(wood, "A", ahead(5))


# Aligning


@pytest.mark.rule("risorgimento.e.6.2", "risorgimento.e.6.10")
def test_aligning_turns_the_front_to_that_of_the_enemy_most_ahead_for_nothing() -> None:
    game = situation("""
        risorgimento
        red line E at 40,40 facing W
        red line F at 41,43.6 facing W
        blue line A at 35,39 facing 70, attack
    """)
    known = deeds()
    assert list(known["align"].options(game.state, game.unit("A"), 0))
    game.run(lambda g: obey(g, g.state.units["A"], Option("align", {"unit": "A"}), known))
    assert game.unit("A").heading == 900
    assert HAS_MOVED.is_on(game.unit("A"))  # it costs nothing, and is a move all the same


@pytest.mark.rule("risorgimento.e.6.10")
def test_it_turns_45_degrees_at_most() -> None:
    for facing, may in ((46, True), (44, False)):
        game = situation(f"""
            risorgimento
            red line E at 40,40 facing W
            blue line A at 36,38 facing {facing}, attack
        """)
        options = list(deeds()["align"].options(game.state, game.unit("A"), 0))
        assert bool(options) == may


@pytest.mark.rule("risorgimento.e.6.13", "risorgimento.g.1.9")
@pytest.mark.parametrize(("state", "found"), [("", "E"), (", routed", "")])
def test_beside_a_friend_in_rout_there_is_no_support_position(state: str, found: str) -> None:
    game = situation(f"""
        risorgimento
        red  line F at 30,40 facing E{state}
        red  line A at 30,43.5 facing E
        blue line E at 32,40 facing W
    """)
    enemy = supported_enemy(game.state, game.unit("A"), game.state.footing(game.unit("A")))
    assert (enemy.id if enemy is not None else "") == found


@pytest.mark.rule("risorgimento.e.6.2", "risorgimento.mor.10")
def test_tests_that_come_due_while_one_aligns_are_taken_at_once() -> None:
    game = situation("""
        risorgimento
        red line A at 20,40 facing 80
        red line B at 10,10 facing E
        blue line E at 28,40 facing W
        dice red 1
    """)
    DUE.put(game.unit("B"), "friend-breaks")
    game.run(lambda g: obey(g, g.state.units["A"], Option("align", {"unit": "A"}), deeds()))
    assert [one.unit for one in game.told(common.Tested)] == ["B"]
    assert not DUE.is_borne(game.unit("B"))


@pytest.mark.rule("risorgimento.e.6.2")
def test_who_has_entered_a_zone_is_asked_whether_to_align() -> None:
    for answer, heading in (("align", 900), ("stay", 800)):
        game = situation("""
            risorgimento
            red line E at 40,40 facing W
            blue line A at 31,38.4 facing 80, attack
        """)
        move = Option("move", {"unit": "A", "legs": [{"ahead": 450}]})
        game.run(lambda g, move=move: obey(g, g.state.units["A"], move, deeds()), answer)
        assert game.unit("A").heading == heading


@pytest.mark.rule("risorgimento.e.6.10")
def test_nobody_aligns_where_a_friend_is_in_the_way_of_his_turn() -> None:
    text = """
        risorgimento
        red line E at 40,40 facing W
        blue line A at 35,40 facing 50
        {friend}
    """
    known = deeds()["align"]
    friends = ("", "blue guns G at 33.7,37.2 facing N, limbered")  # not where it would stand, but on the way there
    free, beside = (situation(text.format(friend=friend)) for friend in friends)
    assert list(known.options(free.state, free.unit("A"), 0))
    assert not list(known.options(beside.state, beside.unit("A"), 0))
