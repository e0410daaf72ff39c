"""Lines of fire: ranges, sectors, who is straight ahead, who is in the way, who may fire at all (5.2, 3.3.3g)."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.fire.lines import band, shot_at, shots, targets, why_no_fire, why_no_shot
from alfiere.games.lumi.fire.volley import volley
from alfiere.games.lumi.movement.costs import HAS_LIMBERED
from alfiere.games.lumi.sheets.profiles import profiles
from alfiere.games.lumi.sheets.tables import tables
from alfiere.games.lumi.state.base import ENGAGED, HAS_FIRED, USED
from alfiere.games.lumi.state.unit import alone
from tests.games.lumi.lines import Situation
from tests.situation import situation


def at(game: Situation, name: str) -> list[str]:
    return [one.id for one in targets(game.state, game[name])]


def why(game: Situation, name: str, target: str) -> tuple[str, str]:
    found = why_no_shot(game.state, game[name], game.unit(target))
    return found.key, found.rule


# Range and sector


@pytest.mark.rule("lumi.5.2.1d", "lumi.1.1.3")
@pytest.mark.parametrize(("far", "expected"), [(0.5, "short"), (0.51, "maximum"), (1, "maximum"), (1.01, None)])
def test_the_ranges_of_the_musket(far: float, expected: str | None):
    game = situation(f"lumi\nred foot A at 10,10 facing N\nblue foot T at 10,{11 + far} facing S")
    assert band(game.state, game["A"], game.unit("T")) == expected


@pytest.mark.rule("lumi.5.2.1a", "lumi.5.2.1b", "lumi.5.2.1d", "lumi.1.8.6", "lumi.ex.44")
def test_a_target_beyond_the_last_range_cannot_be_hit():
    game = situation("lumi\nred guns G at 10,2 facing N\nblue foot T at 10,11.5 facing S")
    assert at(game, "G") == []
    assert why(game, "G", "T") == ("out-of-range", "lumi.1.8.6")


@pytest.mark.rule("lumi.5.2.1e")
@pytest.mark.parametrize(("x", "is_in"), [(12.65, True), (12.75, False), (7.35, True), (7.25, False)])
def test_the_sector_of_the_musket_opens_by_30_degrees(x: float, is_in: bool):
    """The front ends at 11; at the far side of the target, 1.2um ahead, the sector ends at 11.69."""
    game = situation(f"lumi\nred foot A at 10,10 facing N\nblue foot T at {x},11.2 facing S")
    assert bool(at(game, "A")) == is_in


@pytest.mark.rule("lumi.5.2.1e")
@pytest.mark.parametrize(("x", "is_in"), [(12, True), (12.8, False)])
def test_the_sector_of_guns_opens_by_15_degrees(x: float, is_in: bool):
    """3um ahead and 4um at its far side: the right end at 10.5, the sector ends between 11.3 and 11.57."""
    game = situation(f"lumi\nred guns G at 10,10 facing N\nblue foot T at {x},14 facing S")
    assert bool(at(game, "G")) == is_in


@pytest.mark.rule("lumi.5.2.2a", "lumi.ex.45")
def test_who_stands_straight_ahead_is_the_only_target():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N
        blue foot T at 9.3,11.9 facing S, brigade X
        blue foot U at 11.8,11.6 facing S, brigade Y
        """
    )
    assert at(game, "A") == ["T"]
    assert why(game, "A", "U") == ("another-ahead", "lumi.5.2.2a")


@pytest.mark.rule("lumi.5.2.2a", "lumi.5.2.2b", "lumi.3.3.3j")
@pytest.mark.parametrize(("near", "far"), [("T", "U"), ("U", "T")])
def test_of_two_straight_ahead_guns_on_a_slope_fire_at_the_nearer_though_the_other_is_no_less_free(near: str, far: str):
    game = situation(
        f"""
        lumi
        gentle_slope H 4,4 16,11 crest 4,8 16,8
        red guns G at 10,10 facing N
        blue foot {near} at 10,12.4 facing S, brigade X
        blue foot {far} at 10,15 facing S, brigade Y
        """
    )
    assert shot_at(game.state, game["G"], game.unit(far)) is not None
    assert at(game, "G") == [near]


@pytest.mark.rule("lumi.5.2.2a")
def test_with_nobody_straight_ahead_one_fires_at_any_in_the_sector():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N
        blue foot T at 8.4,12 facing S, brigade X
        blue foot U at 11.8,11.6 facing S, brigade Y
        """
    )
    assert at(game, "A") == ["T", "U"]


# What is in the way


@pytest.mark.rule("lumi.5.2.2b")
@pytest.mark.parametrize(
    "who", ["red foot M at 10,12 facing N, brigade X", "blue foot M at 10,12 facing N, brigade X, open"]
)
def test_friends_and_enemies_block_the_line(who: str):
    game = situation(f"lumi\nred guns G at 10,10 facing N\nblue foot T at 10,14 facing S\n{who}")
    assert "T" not in at(game, "G")
    assert why(game, "G", "T") == ("masked", "lumi.5.2.2b")


@pytest.mark.rule("lumi.5.2.2b", "lumi.3.3.3j")
@pytest.mark.parametrize(("y", "is_free"), [(12.4, True), (11.9, False), (13.6, False)])
def test_guns_on_higher_ground_fire_over_units_far_enough_from_both_ends(y: float, is_free: bool):
    game = situation(
        f"""
        lumi
        gentle_slope H 4,4 16,11 crest 4,8 16,8
        red guns G at 10,10 facing N
        red foot M at 10,{y} facing N
        blue foot T at 10,15 facing S
        """
    )
    assert bool(at(game, "G")) == is_free


@pytest.mark.rule("lumi.5.2.2b", "lumi.10.6")
def test_ground_that_blocks_sight_blocks_fire():
    game = situation(
        """
        lumi
        dense_wood W 4,11 16,13
        red guns G at 10,10 facing N
        blue foot T at 10,14 facing S
        """
    )
    assert at(game, "G") == []
    assert why(game, "G", "T") == ("not-seen", "lumi.10.6")


# Who may fire, and at whom


@pytest.mark.rule("lumi.5.2.3b", "lumi.1.5.5a", "lumi.1.3.3a", "lumi.1.7.5b", "lumi.1.5.6a")
@pytest.mark.parametrize(
    ("who", "key"),
    [
        ("foot A at 10,10 facing N, shaken", "shaken"),
        ("foot A at 10,10 facing N, rout", "shaken"),
        ("foot A at 10,10 facing N, square", "formation-fires-not"),
        ("guns A at 10,10 facing N, limbered", "formation-fires-not"),
        ("hussars A at 10,10 facing N", "no-firearms"),
        ("dragoons A at 10,10 facing N", "no-firearms"),
    ],
)
def test_who_does_not_fire(who: str, key: str):
    game = situation(f"lumi\nred {who}\nblue foot T at 10,12 facing S")
    found = why_no_fire(game.state, game["A"])
    assert found is not None
    assert found.key == key
    assert not shots(game.state, game.unit("A"), game.unit("T"))


@pytest.mark.rule("lumi.1.3.3b", "lumi.1.5.4")
@pytest.mark.parametrize("who", ["dragoons A at 10,10 facing N, on foot", "foot A at 10,10 facing N, disordered"])
def test_dragoons_on_foot_and_the_disordered_fire(who: str):
    game = situation(f"lumi\nred {who}\nblue foot T at 10,12 facing S")
    assert why_no_fire(game.state, game["A"]) is None
    assert at(game, "A") == ["T"]


@pytest.mark.rule("lumi.1.7.2", "lumi.1.7.3")
def test_only_the_first_rank_of_a_line_and_the_first_base_of_a_column_fire():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N
        red foot B at 10,9 facing N
        red foot C at 15,10 facing N, column, brigade X
        red foot D at 15,8 facing N, column, brigade X
        blue foot T at 10,12 facing S, brigade Y
        blue foot U at 15,12.5 facing S, brigade Z
        """
    )
    assert [one.base for one in shots(game.state, game.unit("A"), game.unit("T"))] == ["A"]
    assert [one.base for one in shots(game.state, game.unit("C"), game.unit("U"))] == ["C"]


@pytest.mark.rule("lumi.3.1.14a", "lumi.3.1.14b")
@pytest.mark.parametrize(("moves", "may"), [([500_000], True), ([500_001], False), ([300_000, 300_000], False)])
def test_who_has_used_more_than_half_its_speed_does_not_fire(moves: list[int], may: bool):
    game = situation("lumi\nred foot A at 10,10 facing N\nblue foot T at 10,12 facing S")
    for share in moves:
        USED.put(game["A"], share)
    assert (why_no_fire(game.state, game["A"]) is None) == may


@pytest.mark.rule("lumi.3.1.9c")
def test_guns_that_have_just_been_deployed_do_not_fire():
    game = situation("lumi\nred guns G at 10,10 facing N\nblue foot T at 10,12 facing S")
    HAS_LIMBERED.put(game["G"])
    found = why_no_fire(game.state, game["G"])
    assert found is not None
    assert found.rule == "lumi.3.1.9c"


@pytest.mark.rule("lumi.5.2.4")
def test_a_unit_fires_once_in_an_impulse():
    game = situation("lumi\nred foot A at 10,10 facing N\nblue foot T at 10,12 facing S")
    HAS_FIRED.put(game["A"])
    found = why_no_fire(game.state, game["A"])
    assert found is not None
    assert found.rule == "lumi.5.2.4"


@pytest.mark.rule("lumi.5.2.3b", "lumi.1.6.6", "lumi.1.6.8")
def test_a_unit_fires_not_when_one_of_its_bases_is_in_melee_and_the_other_may_by_itself():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N
        red foot B at 12,10 facing N
        blue foot T at 9.5,11 facing S
        blue foot U at 12.5,11.8 facing S, brigade X
        """
    )
    both, target = game.unit("A", "B"), game.unit("U")
    assert shots(game.state, both, target) == []
    assert [shot.base for shot in shots(game.state, alone(game["B"]), target)] == ["B"]


@pytest.mark.rule("lumi.5.2.3a", "lumi.5.2.3b")
def test_nobody_fires_in_a_melee_or_into_it():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N
        red foot B at 10,12 facing N, brigade X
        blue foot T at 10,13 facing S
        red foot C at 12.5,12 facing N, brigade Y
        """
    )
    assert why_no_fire(game.state, game["B"]) is not None
    assert why(game, "C", "T") == ("target-in-melee", "lumi.5.2.3a")
    assert at(game, "C") == []


@pytest.mark.rule("lumi.5.2.3a", "lumi.5.2.3c", "lumi.4.2.7")
def test_the_engaged_fire_at_each_other_alone_and_nobody_else_fires_at_them():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N, brigade X
        red foot B at 12.2,10 facing N, brigade Y
        blue foot T at 10,11.5 facing S, brigade V
        blue foot U at 12.2,12 facing S, brigade W
        """
    )
    ENGAGED.put(game["A"], "T")
    ENGAGED.put(game["T"], "A")
    assert (at(game, "A"), at(game, "T")) == (["T"], ["A"])
    assert why(game, "A", "U") == ("engaged", "lumi.5.2.3c")
    assert why(game, "B", "T") == ("target-engaged", "lumi.5.2.3a")
    assert at(game, "B") == ["U"]


# Garrisons


@pytest.mark.rule("lumi.3.3.3g", "lumi.3.3.3l")
def test_a_garrison_fires_from_any_side_measuring_from_the_edge():
    game = situation(
        """
        lumi
        village V 8,8 12,12
        red foot A at 9,11.4 facing S, in V
        blue foot T at 10,13.5 facing S, brigade X
        blue foot U at 7.4,14 facing W, brigade Y
        blue foot W at 6.5,11 facing E, brigade Z
        blue foot K at 15,11 facing E, brigade L
        """
    )
    assert at(game, "A") == ["T", "W"]
    assert why(game, "A", "K") == ("out-of-range", "lumi.1.8.6")


@pytest.mark.rule("lumi.3.3.3l")
def test_one_base_fires_for_each_two_um_of_a_side():
    game = situation(
        """
        lumi
        village V 8,8 11,12
        red foot A at 9.5,11.5 facing N, in V
        red foot B at 9.5,10.4 facing N, in V
        red foot C at 9.5,9.3 facing N, in V
        blue foot T at 9.5,13 facing S
        dice red 1 1 blue 6 6
        """
    )
    for name in "ABC":
        game[name].y = game["A"].y  # all of them at the edge, as far as seeing out goes
    game.state.laid = None
    assert all(shots(game.state, alone(game[name]), game.unit("T")) for name in "ABC")
    for name in "AB":
        assert shots(game.state, alone(game[name]), game.unit("T"))  # 3um of a side are two, lumi.3.3.3l
        game.run(lambda g, name=name: volley(g, alone(game[name]), game.unit("T")))
    assert not shots(game.state, alone(game["C"]), game.unit("T"))


@pytest.mark.rule("lumi.5.2.2b", "lumi.3.3.3k")
@pytest.mark.parametrize(("where", "fires"), [(", in V", True), ("", False)])
def test_who_is_in_the_same_buildings_masks_nobody(where: str, fires: bool):
    game = situation(
        f"""
        lumi
        village V 8,9 12,12
        red foot A at 10,11.4 facing N, in V, brigade X
        red foot B at 10,9.5 facing N{where}, brigade Y
        blue foot T at 10,13.5 facing S
        """
    )
    game["B"].y = game["A"].y - 100  # between A and the enemy
    game.state.laid = None
    assert bool(shots(game.state, alone(game["A"]), game.unit("T"))) is fires


@pytest.mark.rule("lumi.3.3.3g", "lumi.3.3.3k", "lumi.1.1.5")
def test_a_garrison_is_hit_at_the_edge_of_its_buildings_and_has_no_flanks():
    game = situation(
        """
        lumi
        village V 8,8 12,12
        red foot A at 10,13.5 facing S
        blue foot T at 10,11.4 facing E, in V
        """
    )
    assert at(game, "A") == ["T"]
    assert band(game.state, game["A"], game.unit("T")) == "maximum"


@pytest.mark.rule("lumi.1.3.4")
def test_a_battery_is_deployed_or_limbered_and_only_deployed_it_fires():
    game = situation(
        "lumi\nred guns G at 10,5 facing N\nred guns H at 14,5 facing N, limbered\nblue foot T at 12,9 facing S"
    )
    s = game.state
    assert [bool(shots(s, game.unit(one), game.unit("T"))) for one in "GH"] == [True, False]
    assert [game[one].kind for one in "GH"] == ["artillery"] * 2
    assert [game[one].formation for one in "GH"] == ["deployed", "limbered"]
    assert set(game["G"].arm.speed) == {"deployed", "limbered"}
    assert all(one.melee is None for one in profiles().values() if tables().arms[one.arm].kind == "artillery")
