"""How units stand to each other, and who sees whom (1.1, 10)."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.state.base import ROUT
from alfiere.games.lumi.state.sight import is_visible, sees
from alfiere.games.lumi.state.standing import (
    apart,
    enemies_within,
    front_middle,
    in_contact,
    is_higher,
    is_in_radius,
    side_struck,
)
from tests.games.lumi.lines import Situation
from tests.situation import situation


@pytest.mark.rule("lumi.1.1.3", "lumi.1.1.6")
def test_distance_is_between_the_nearest_points_and_within_includes_it():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N
        red foot B at 12,10 facing N
        blue foot G at 12,13 facing S
        blue foot H at 8,11 facing S
        """
    )
    unit = game.unit("A")
    assert apart(game.state, unit, game.unit("G")) == 200
    assert [one.id for one in enemies_within(game.state, unit, 200)] == ["G", "H"]
    assert [one.id for one in enemies_within(game.state, unit, 199)] == ["H"]
    assert [one.id for one in in_contact(game.state, unit)] == ["A"]


@pytest.mark.rule("lumi.1.1.4", "lumi.1.1.5")
@pytest.mark.parametrize(
    ("at", "facing", "zone"),
    [
        ("10,14", "S", "front"),
        ("2,13", "E", "front"),
        ("10,6", "N", "rear"),
        ("18,6", "W", "rear"),
        ("16,10", "W", "flank"),
        ("4,10.4", "E", "flank"),
    ],
)
def test_an_attack_comes_from_the_zone_that_holds_the_middle_of_the_attacker_s_front(at: str, facing: str, zone: str):
    game = situation(
        f"""
        lumi
        red foot A at 10,10 facing N
        red foot B at 12,10 facing N
        blue foot G at {at} facing {facing}
        """
    )
    assert side_struck(game.state, front_middle(game.state, game.unit("G")), game.unit("A")) == zone


@pytest.mark.rule("lumi.1.7.5a", "lumi.3.3.3g", "lumi.1.1.5")
def test_squares_and_garrisons_have_only_a_front():
    game = situation(
        """
        lumi
        village V 8,8 12,12
        red foot A at 10,10 facing N, column, in V
        red foot B at 16,10 facing N, square
        blue foot G at 10,4 facing N
        """
    )
    at = front_middle(game.state, game.unit("G"))
    assert side_struck(game.state, at, game.unit("A")) == "front"
    assert side_struck(game.state, at, game.unit("B")) == "front"


@pytest.mark.rule("lumi.3.3.3j")
def test_a_unit_on_a_slope_is_higher_than_one_on_the_plain():
    game = situation(
        """
        lumi
        gentle_slope H 8,8 14,14 crest 8,12 14,12
        red foot A at 10,10 facing S
        blue foot G at 10,5 facing N
        """
    )
    assert is_higher(game.state, game.unit("A"), game.unit("G"))
    assert not is_higher(game.state, game.unit("G"), game.unit("A"))


@pytest.mark.rule("lumi.8.1")
def test_the_radius_of_a_general_is_that_of_his_grade():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N
        red general M at 10,3 ordinary
        """
    )
    assert is_in_radius(game.state, game.general("M"), game.unit("A"))
    game.general("M").grade = "mediocre"
    assert not is_in_radius(game.state, game.general("M"), game.unit("A"))


def looks(ground: str, red: str = "10,4 facing N", blue: str = "10,12 facing S", more: str = "") -> Situation:
    """A red unit A and a blue one G with this ground."""
    found: Situation = situation(f"lumi\n{ground}\nred foot A at {red}\nblue foot G at {blue}\n{more}")
    return found


def seen(game: Situation) -> tuple[bool, bool]:
    """Whether A sees G, and G sees A."""
    a, g = game.unit("A"), game.unit("G")
    return sees(game.state, a, g), sees(game.state, g, a)


@pytest.mark.rule("lumi.10.2")
def test_buildings_and_dense_woods_between_block_sight_units_do_not():
    assert seen(looks("")) == (True, True)
    assert seen(looks("", more="red foot C at 10,8 facing N")) == (True, True)
    assert seen(looks("village V 4,7 16,9")) == (False, False)
    assert seen(looks("dense_wood V 4,7 16,7.5")) == (False, False)
    assert seen(looks("dense_wood V 4,7 9,9")) == (True, True)  # past its corner


@pytest.mark.rule("lumi.10.2")
def test_a_light_wood_blocks_if_the_line_runs_through_more_than_1um_of_it():
    assert seen(looks("light_wood V 0,7 30,8")) == (True, True)
    assert seen(looks("light_wood V 0,7 30,8.1")) == (False, False)


@pytest.mark.rule("lumi.10.1")
def test_one_sees_as_far_as_light_and_weather_let_him():
    assert seen(looks("weather fog", blue="11,9 facing S")) == (True, True)
    assert seen(looks("weather fog", blue="11,9.1 facing S")) == (False, False)
    assert seen(looks("light moon", blue="11,9 facing S")) == (True, True)
    assert seen(looks("light new moon", blue="11,7.1 facing S")) == (False, False)


@pytest.mark.rule("lumi.10.1", "lumi.10.5", "lumi.ex.94")
def test_in_fog_a_battery_that_has_fired_is_seen_at_8um():
    game = situation(
        """
        lumi
        weather fog
        red guns A at 10,4 facing N, fought
        blue foot G at 10,12 facing S
        """
    )
    assert apart(game.state, game.unit("A"), game.unit("G")) == 700
    assert seen(game) == (False, True)


@pytest.mark.rule("lumi.10.3", "lumi.10.5")
def test_a_unit_wholly_inside_a_wood_is_seen_from_near_and_looks_out_from_its_edge():
    wood = "dense_wood V 6,10 14,16"
    assert seen(looks(wood, "10,8.5 facing N", "10,10.5 facing S")) == (True, True)
    assert seen(looks(wood, "10,7 facing N", "10,10.5 facing S")) == (False, True)  # 2.5um: it is hidden, and sees out
    assert seen(looks(wood, "10,7.5 facing N", "10,10.5 facing S, fought")) == (True, True)
    assert seen(looks(wood, "10,9.3 facing N", "10,11.2 facing S")) == (True, False)  # 0.7um from the edge


@pytest.mark.rule("lumi.10.2", "lumi.10.4")
def test_a_hill_between_blocks_sight_and_its_crest_between_its_slopes():
    hill = "gentle_slope H 6,6 14,12 crest 6,9 14,9"
    assert seen(looks(hill, "10,4 facing N", "10,14 facing S")) == (False, False)
    assert seen(looks(hill, "10,7 facing N", "10,11 facing S")) == (False, False)
    assert seen(looks(hill, "10,4 facing N", "10,7 facing S")) == (True, True)
    assert seen(looks(hill, "10,4 facing N", "10,11 facing S")) == (False, False)


@pytest.mark.rule("lumi.10.4")
def test_from_higher_ground_one_sees_over_light_woods():
    both = "light_wood V 0,5 30,8\ngentle_slope H 6,10 14,16 crest 6,14 14,14"
    assert seen(looks(both, "10,3 facing N", "10,12 facing S")) == (True, True)
    assert seen(looks(both, "10,3 facing N", "10,9 facing S")) == (False, False)


@pytest.mark.rule("lumi.10.6")
def test_a_unit_is_visible_if_an_enemy_not_in_rout_sees_it():
    game = looks("")
    assert is_visible(game.state, game.unit("A"))
    game["G"].state = ROUT
    assert not is_visible(game.state, game.unit("A"))


@pytest.mark.rule("lumi.10.4")
def test_a_hill_hides_what_is_behind_it_also_beside_its_crest_and_from_one_on_a_lower_slope():
    short = "gentle_slope H 6,6 14,12 crest 6,9 8,9"
    assert seen(looks(short, "12,4 facing N", "12,14 facing S")) == (False, False)
    assert seen(looks(short, "12,7 facing N", "12,11 facing S")) == (True, True)  # both on it, and no crest between
    steep = "steep_slope S 6,6 14,9 crest 6,8 8,8\ngentle_slope H 6,11 14,16 crest 6,15 8,15"
    assert seen(looks(steep, "12,4 facing N", "12,13 facing S")) == (False, False)
    gentle = steep.replace("steep_slope", "gentle_slope").replace("gentle_slope H", "steep_slope H")
    assert seen(looks(gentle, "12,4 facing N", "12,13 facing S")) == (True, True)  # over the lower of two
