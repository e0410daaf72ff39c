"""The way of an attack where one of several candidates decides: bases, enemies, sides, obstacles (4.1, 4.2, 4.3)."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.charge.approach import close_all
from alfiere.games.lumi.charge.attacks import ATTACKS, Attack, attacks_in
from alfiere.games.lumi.charge.charge import WAITS, Charge, Waiting, waits_for, why_not_at
from alfiere.games.lumi.charge.course import wheel
from alfiere.games.lumi.charge.reactions import may_form_square
from alfiere.games.lumi.fire.lines import AT_CHARGER, FIRED_FROM, shots
from alfiere.games.lumi.fire.volley import volley
from alfiere.games.lumi.state.base import ENGAGED, OVER
from alfiere.games.lumi.state.standing import is_in_melee
from alfiere.games.lumi.told.common import BaseMoved
from alfiere.table.shapes import Pose
from tests.games.lumi.charge.test_approach import approach
from tests.games.lumi.charge.test_charge import charge, height, ready, why_not


@pytest.mark.rule("lumi.4.3.3", "lumi.6.1.5", "lumi.1.1.5")
def test_who_has_approached_a_flank_attacks_it_there_when_they_close():
    game = ready(
        """red foot A at 10,5 facing N, morale 2, fire 0
        blue foot F at 10,7.5 facing E, morale 2, fire 0
        dice red 5 blue 6
        """
    )
    approach(game, "A", "F")
    game.run(close_all)
    assert is_in_melee(game.state, game["A"])
    assert ATTACKS.all(game["A"]) == [Attack("flank", "F")]
    assert attacks_in(game.state, game.unit("A"), game.unit("F")) == "flank"


@pytest.mark.rule("lumi.4.3.3", "lumi.6.1.5")
def test_whom_it_meets_beside_the_one_it_approached_in_the_flank_is_attacked_in_front():
    game = ready(
        """red foot A at 10,5 facing N, morale 2, fire 0
        blue foot F at 10,7.5 facing E, morale 2, fire 0, brigade X
        blue foot G at 11.6,7 facing S, morale 2, fire 0, brigade Y
        dice red 5 blue 6 6
        """
    )
    approach(game, "A", "F")
    assert ENGAGED.all(game["A"]) == ["F", "G"]
    game.run(close_all)
    assert sorted(ATTACKS.all(game["A"])) == [Attack("flank", "F"), Attack("front", "G")]


@pytest.mark.rule("lumi.3.3.1o", "lumi.4.1.8a", "lumi.4.1.17")
def test_two_ranks_that_reach_the_enemy_with_the_second_still_in_the_stream_stand_over_it():
    game = ready(
        """stream W 5,7 15,7 level 1
        red cuirassiers A at 10,6.5 facing N, morale 1
        red cuirassiers B at 10,5.5 facing N, morale 1
        blue foot F at 10,9 facing S, morale 2
        dice red 5 blue 6
        """
    )
    charge(game, "A", "F", "receive")  # 1.5um to the enemy: the first um does not bring both ranks across
    assert height(game, "A") == pytest.approx(800, abs=2)
    assert [OVER.all(game[one]) for one in "AB"] == [["W"], ["W"]]


@pytest.mark.rule("lumi.4.1.5", "lumi.4.1.8a", "lumi.3.3.3c", "lumi.3.3.3i")
@pytest.mark.parametrize(
    ("wood", "at"),
    [
        ("", 700),
        ("light_wood W 12.5,5.5 14,6.5", 600),  # only the right end of B is in it
        ("light_wood W 12.5,4 14,8\nlight_wood V 12.5,4 14,8", 600),
    ],
)
def test_a_charge_pays_double_for_ground_that_slows_any_part_of_one_of_its_bases(wood: str, at: int):
    game = ready(
        f"""{wood}
        red foot A at 10,5 facing N, morale 1
        red foot B at 12,5 facing N, morale 1
        blue foot F at 10,9.5 facing S, morale 2, brigade X
        dice red 5 blue 6
        """
    )
    charge(game, "A", "F")
    assert [height(game, one) for one in "AB"] == [at, at]


@pytest.mark.rule("lumi.4.1.5", "lumi.4.1.2b")
def test_a_charge_wheels_at_its_target_and_does_not_ride_past_it_at_an_enemy_farther_on():
    game = ready(
        """red cuirassiers A at 10,5 facing N, morale 1
        blue foot F at 12,8 facing S, morale 2, brigade X
        blue foot G at 10,11 facing S, morale 2, brigade Y
        dice red 5 blue 6
        """
    )
    starts = wheel(game.state, game.unit("A"), game.unit("F"), 450)
    assert starts is not None
    assert 350 < starts["A"].pose.heading < 400  # straight ahead it would only graze the right end of its front
    charge(game, "A", "F", "receive")
    assert [attack.enemy for attack in ATTACKS.all(game["A"])] == ["F"]
    assert height(game, "A") < 750


@pytest.mark.rule("lumi.4.1.10a", "lumi.3.3.3g", "lumi.3.3.3l")
def test_a_garrison_fires_at_a_charger_from_the_side_it_is_charged_on():
    game = ready(
        """village V 9,8 11,10
        red foot A at 10.9,7.32 facing 10, morale 1
        blue foot F at 10,9 facing S, in V, morale 2, column, fire 0
        dice red 1 blue 1
        """
    )
    (found,) = shots(game.state, game.unit("F"), game.unit("A"), AT_CHARGER)
    assert found.far <= 2  # the side to the east has it in its sector too, a little farther off
    assert found.edge.start[1] == found.edge.end[1] == 1200  # the side to the south
    game.run(lambda g: volley(g, game.unit("F"), game.unit("A"), AT_CHARGER))
    assert [one.side for one in FIRED_FROM.all(game["F"])] == [found.edge.name]


@pytest.mark.rule("lumi.4.1.1d")
def test_horses_do_not_charge_a_garrison_even_of_guns():
    game = ready(
        """village V 9,8 11,10
        red cuirassiers A at 10,5 facing N
        blue guns F at 10,9 facing S, in V
        """
    )
    found = why_not_at(game.state, game.unit("A"), game.unit("F"))
    assert found is not None
    assert found.rule == "lumi.4.1.1d"
    assert not list(Charge().options(game.state, game.unit("A"), 0))


@pytest.mark.rule("lumi.4.1.5", "lumi.4.1.17")
def test_who_charges_across_a_stream_wheels_first_even_if_the_start_does_not_bring_him_over():
    game = ready(
        """stream W 11.02,6 5.02,12 level 1
        red cuirassiers A at 10,5.5 facing N, morale 1
        red cuirassiers B at 10,4.5 facing N, morale 1
        blue foot F at 13,9 facing SW, morale 2
        dice red 5 blue 6
        """
    )
    charge(game, "A", "F", "receive")
    start = [one for one in game.told(BaseMoved) if one.rules == ("lumi.4.1.5",)]
    assert [(one.unit, one.to[2]) for one in start] == [("A", 450), ("B", 450)]
    assert is_in_melee(game.state, game["A"])


@pytest.mark.rule("lumi.4.1.17", "lumi.1.8.3")
def test_who_waits_at_a_stream_knows_his_target_by_a_name_of_several_words():
    game = ready(
        """stream W 5,6.02 15,6.02 level 1
        red cuirassiers A at 10,4.5 facing N, morale 1
        blue foot F at 14,9 facing S, brigade Lehwaldt
        """
    )
    s = game.state
    two = s.bases["Lehwaldt 0"]
    s.stand(two, s.footing(game["F"])._replace(pose=Pose(1000, 1100, 1800)))
    charge(game, "A", "Lehwaldt 0")
    assert waits_for(s, game.unit("A")) == game.unit("Lehwaldt 0")


@pytest.mark.rule("lumi.4.1.17", "lumi.3.3.3c")
@pytest.mark.parametrize(("who", "soft", "at"), [("foot", "", 749), ("foot", "V", 700), ("cuirassiers", "V", 800)])
def test_a_charge_across_a_stream_pays_double_for_soft_ground_beyond_it(who: str, soft: str, at: int):
    game = ready(
        f"""stream W 5,6 15,6 level 1
        {"soft_ground V 5,6.05 15,12" if soft else ""}
        red {who} A at 10,5.49 facing N, morale 1
        blue foot F at 10,12 facing S, morale 2
        dice red 5 blue 6
        """
    )
    charge(game, "A", "F")
    assert height(game, "A") == at


@pytest.mark.rule("lumi.4.1.17", "lumi.4.1.2b")
def test_a_charge_across_a_stream_stops_with_all_its_bases_where_one_meets_water():
    game = ready(
        """stream W 5,6 15,6 level 1
        water P 12.5,7.2 16,7.4
        red cuirassiers A at 10,5.49 facing N, morale 1
        red cuirassiers B at 12,5.49 facing N, morale 1
        blue foot F at 9.5,10 facing S, morale 2
        dice red 5 blue 6
        """
    )
    charge(game, "A", "F", "receive")
    assert [height(game, one) for one in "AB"] == [671, 671]
    narrow = ready(
        """stream W 5,6 15,6 level 1
        water P 12.5,6.5 16,6.7
        red cuirassiers A at 10,5.49 facing N, morale 1
        red cuirassiers B at 12,5.49 facing N, morale 1
        blue foot F at 9.5,10 facing S, morale 2
        dice red 5 blue 6
        """
    )
    charge(narrow, "A", "F", "receive")
    assert [height(narrow, one) for one in "AB"] == [549, 549]  # no room beyond it


@pytest.mark.rule("lumi.4.1.17", "lumi.1.8.3")
def test_who_comes_to_another_obstacle_waits_there_for_whom_he_has_declared_last():
    game = ready(
        """stream W 5,6.02 15,6.02 level 1
        wall V 20,6 25,6 level 1
        red cuirassiers A at 10,4.5 facing N, morale 1
        blue foot F at 22,9 facing S, brigade X
        blue foot G at 10,9 facing S, brigade Y
        """
    )
    WAITS.put(game["A"], Waiting("V", "F"))  # in an earlier turn
    charge(game, "A", "G")
    assert waits_for(game.state, game.unit("A")) == game.unit("G")


@pytest.mark.rule("lumi.4.1.15", "lumi.4.1.13")
def test_a_charger_whom_an_enemy_on_the_way_has_left_goes_on_with_what_movement_is_left():
    game = ready(
        """red cuirassiers A at 10,5 facing N, morale 1
        blue foot F at 10,16 facing S, brigade X, morale 2
        blue guns G at 10.5,8 facing S, morale 0
        dice red 5 blue 6 1
        """
    )
    charge(game, "A", "F")
    assert not game["G"].is_on
    assert height(game, "A") == 900  # 4um in all


@pytest.mark.rule("lumi.4.1.11")
def test_foot_forms_square_against_horse_and_not_against_foot():
    for who, may in (("cuirassiers", True), ("foot", False)):
        game = ready(f"red {who} A at 10,5 facing N\nblue foot F at 10,9 facing S")
        assert may_form_square(game.state, game.unit("F"), game.unit("A")) is may


@pytest.mark.rule("lumi.3.3.1o", "lumi.4.1.2b")
@pytest.mark.parametrize(("water", "rule"), [("", ""), ("water P 5,6.7 15,6.9", "lumi.4.1.2b")])
def test_who_stands_over_a_stream_charges_from_there_if_nothing_bars_his_way(water: str, rule: str):
    game = ready(f"stream W 5,6 15,6 level 1\n{water}\nred foot A at 10,6 facing N\nblue foot F at 10,9 facing S")
    OVER.put(game["A"], "W")  # it has fought there, and its enemy is gone
    assert why_not(game, "A", "F") == rule
