"""Chapter G.3: dice, table 7, table 8, losses, tests, retreats, fatigue and morale."""

from __future__ import annotations

from fractions import Fraction

import pytest

from alfiere.games.risorgimento.melee.melee import ride_back
from alfiere.games.risorgimento.melee.strength import melee_prospects, melee_sketch
from alfiere.games.risorgimento.morale.tests import SHAKEN
from alfiere.games.risorgimento.sheets.tables import tables
from alfiere.games.risorgimento.told import common
from alfiere.games.risorgimento.told.melee import MeleeEnded, MeleeFought
from alfiere.games.risorgimento.told.morale import MoraleChanged
from tests.games.risorgimento.melee.fights import attack, effective, fight, lines, melee
from tests.situation import situation

DUEL = """
    risorgimento
    red  line A at 30,40 facing E, vf 9, vm 6
    blue line B at 32,40 facing W, vf 5, vm 7, attack
    """
EXAMPLE = """
    risorgimento
    home red west
    home blue east
    red  line A at 30,40 facing E, vf 9, vm 6
    blue line B at 32,40 facing W, vf 5, vm 7, attack
    blue line S at 32,43.5 facing W, vf 5, vm 7
    blue line F at 29.5,36.5 facing W, vf 5, vm 7
    """


@pytest.mark.rule("risorgimento.ex.36", "risorgimento.g.3.6", "risorgimento.g.3.7", "risorgimento.g.3.14")
def test_ex_36_an_attack_column_with_two_supports_one_of_them_beside_the_enemy() -> None:
    game = situation(EXAMPLE + "\n    dice blue 5 7 red 7 5")
    attack(game, "B", "A")
    assert lines(game, "B") == {"attack-column": 1, "elan": 1}
    assert lines(game, "A") == {"flank": -2}
    assert (effective(game, "B"), effective(game, "A")) == (10, 9)
    fight(game, "A")
    (told,) = game.told(MeleeFought)
    assert (told.unit, told.target, set(told.supports)) == ("B", "A", {"S", "F"})
    assert (told.target_losses, told.target_test) == (1, 1)
    assert (told.losses, told.test) == (1, 0)
    assert [game.unit(name).losses for name in "ABSF"] == [1, 1, 0, 0]
    assert [game.unit(name).fatigue for name in "ABSF"] == [1, 1, 1, 1]
    assert not game.dice_left


@pytest.mark.rule(
    "risorgimento.ex.37", "risorgimento.g.3.9", "risorgimento.g.4.0", "risorgimento.g.4.2.1", "risorgimento.mor.12"
)
def test_ex_37_the_beaten_battalion_goes_back_half_its_column_move_and_the_winner_on_1_cm() -> None:
    game = situation(EXAMPLE + "\n    dice blue 5 7 red 7 6")
    attack(game, "B", "A")
    outcome = fight(game, "A")
    beaten, winner = game.unit("A"), game.unit("B")
    assert game.at("A") == (24.0, 40.0)
    assert (beaten.heading, beaten.disorder, beaten.morale) == (900, 2, 5)
    assert SHAKEN.is_on(beaten)
    assert game.at("B") == (31.0, 40.0)
    assert [game.at(support) for support in "SF"] == [(32.0, 43.5), (29.5, 36.5)]
    assert (winner.morale, winner.disorder) == (7, 0)
    assert (outcome.winner, outcome.beaten, outcome.advances) == ("B", "A", False)
    assert [(one.unit, one.target, one.how) for one in game.told(MeleeEnded)] == [("B", "A", "won")]
    tests = [(one.unit, one.tally.total, one.roll, one.passed) for one in game.told(common.Tested)]
    assert tests == [("B", 0, 7, True), ("A", 1, 6, False)]


@pytest.mark.rule("risorgimento.mor.9", "risorgimento.mor.19")
def test_only_the_unit_in_front_regains_a_point_for_making_an_enemy_retire() -> None:
    game = situation(EXAMPLE + "\n    dice blue 5 1 red 7 6")
    for name in "BSF":
        game.unit(name).morale = 5
    attack(game, "B", "A")
    fight(game, "A")
    assert [game.unit(name).morale for name in "BSF"] == [6, 5, 5]


@pytest.mark.rule("risorgimento.mor.19", "risorgimento.g.3.17", "risorgimento.g.4.0b")
def test_the_removal_of_the_enemy_in_front_counts_as_his_retreat() -> None:
    game = situation(EXAMPLE + "\n    dice blue 10 red 1")
    game.unit("A").losses, game.unit("B").morale = 10, 5  # another loss point is one too many
    attack(game, "B", "A")
    outcome = fight(game, "A")
    assert not game.unit("A").is_on
    assert (outcome.winner, game.unit("B").morale) == ("B", 6)
    assert game.at("B") == (31.0, 40.0)


@pytest.mark.rule("risorgimento.g.3.8", "risorgimento.g.3.9", "risorgimento.g.3.11", "risorgimento.g.3.15")
@pytest.mark.rule("risorgimento.g.3.16", "risorgimento.g.3.17")
def test_a_failed_test_sends_the_whole_side_back_supports_lose_a_point_without_a_test() -> None:
    game = situation(EXAMPLE + "\n    dice blue 1 10 red 9 1")
    attack(game, "B", "A")
    fight(game, "A")
    assert [(one.unit, one.target, one.how) for one in game.told(MeleeEnded)] == [("A", "B", "won")]
    assert [game.at(name) for name in "BSF"] == [(38.0, 40.0), (38.0, 43.5), (35.5, 36.5)]
    assert [game.unit(name).disorder for name in "BSF"] == [2, 2, 2]
    assert [game.unit(name).morale for name in "BSF"] == [6, 6, 6]
    assert [one.unit for one in game.told(common.Tested)] == ["B", "A"]
    assert game.at("A") == (31.0, 40.0)


@pytest.mark.rule(
    "risorgimento.ex.71", "risorgimento.g.3.19", "risorgimento.mor.9", "risorgimento.mor.10", "risorgimento.mor.19"
)
def test_ex_71_who_breaks_runs_its_whole_move_while_its_support_goes_back_half() -> None:
    game = situation(
        """
        risorgimento
        home red west
        home blue east
        red  line A at 30,40 facing E, vf 9, vm 6, morale 2
        blue line B at 32,40 facing W, vf 5, vm 7, morale 3, under X
        blue line S at 32,43.5 facing W, vf 5, vm 7, under Y
        blue CB X at 60,40 radius 50
        blue CB Y at 60,44 radius 50
        dice blue 1 10 red 9
        """
    )
    attack(game, "A", "B")
    fight(game, "A")
    broken, support = game.unit("B"), game.unit("S")
    assert (broken.is_routed, broken.morale, game.at("B")) == (True, 2, (44.0, 40.0))
    assert (support.is_routed, support.morale, support.disorder, game.at("S")) == (False, 6, 2, (38.0, 43.5))
    assert game.unit("A").morale == 4


@pytest.mark.rule("risorgimento.g.3.15", "risorgimento.mor.1", "risorgimento.h.1.7")
def test_a_support_that_breaks_with_the_unit_in_front_loses_no_further_point() -> None:
    game = situation(EXAMPLE + "\n    dice blue 1 10 10 10 10 red 9 1")
    game.unit("B").morale = game.unit("S").morale = 3
    attack(game, "B", "A")
    fight(game, "A")
    assert [(one, game.unit(one).is_routed, game.unit(one).morale) for one in "BS"] == [("B", True, 2), ("S", True, 2)]
    changed = [(one.unit, one.why) for one in game.told(MoraleChanged) if one.why == "melee"]
    assert changed == [("F", "melee")]


@pytest.mark.rule("risorgimento.g.3.5", "risorgimento.ex.39")
def test_the_result_of_the_die_stays_within_0_and_10() -> None:
    known = tables()
    assert known.melee_result(5, -2) == known.melee_result(5, 0)
    assert known.melee_result(5, 13) == known.melee_result(5, 10)
    assert known.melee_result(20, -2).test == 0


@pytest.mark.rule("risorgimento.g.3.13", "risorgimento.dice.4")
def test_the_column_is_that_of_the_effective_strength_with_its_fractions() -> None:
    known = tables()
    assert known.melee_result(6, 4).test == 0
    assert known.melee_result(Fraction(25, 4), 3).test == 0
    assert known.melee_result(6, 3).test is None
    columns = [known.melee_result(strength, 10) for strength in (3, 6, 9, 12, 16, 17)]
    assert columns == [(1, 1), (2, 1), (2, 1), (2, 2), (2, 2), (2, 2)]


@pytest.mark.rule("risorgimento.g.3.14", "risorgimento.g.3.10")
def test_a_loss_alone_carries_a_test_without_modifier_and_m_plus_2_one_with_2() -> None:
    known = tables()
    assert known.melee_result(9, 5) == (1, 0)
    assert known.melee_result(2, 5) == (0, 0)
    assert known.melee_result(9, 7) == (1, 1)
    assert known.melee_result(16, 9) == (2, 2)
    assert known.melee_result(2, 4) == (0, None)


@pytest.mark.rule("risorgimento.g.3.1", "risorgimento.g.3.16")
def test_if_nobody_fails_they_stay_in_contact() -> None:
    game = situation(DUEL + "\n    dice blue 7 1 red 7 1")
    outcome = fight(game, "A")
    assert outcome.is_undecided
    assert (game.at("A"), game.at("B")) == ((30.0, 40.0), (32.0, 40.0))
    assert [one.how for one in game.told(MeleeEnded)] == ["undecided"]
    assert melee(game, "A").against(game.unit("A")).unit.id == "B"


@pytest.mark.rule("risorgimento.g.3.16", "risorgimento.g.3.2")
def test_if_both_fail_both_retire_and_nobody_advances_or_gains() -> None:
    game = situation(
        DUEL.replace("vm 7, attack", "vm 7, morale 6")
        + "\n    dice blue 10 10 red 10 10\n home red west\n home blue east"
    )
    outcome = fight(game, "A")
    assert (game.at("A"), game.at("B")) == ((24.0, 40.0), (38.0, 40.0))
    assert (outcome.winner, outcome.is_undecided) == ("", False)
    assert (game.unit("A").morale, game.unit("B").morale) == (5, 5)


@pytest.mark.rule("risorgimento.g.3.12", "risorgimento.b.2.2", "risorgimento.b.2.5")
def test_everybody_who_took_part_is_more_tired_whatever_came_of_it() -> None:
    game = situation(
        DUEL
        + """
    red guns G at 30,42.75 facing E
    blue line N at 50,40 facing W
    dice blue 1 1 red 1
    """
    )
    fight(game, "A")
    assert [game.unit(name).fatigue for name in "ABGN"] == [1, 1, 1, 0]


# Table 7


@pytest.mark.rule("risorgimento.g.3.4")
@pytest.mark.parametrize(
    ("unit", "found"),
    [
        ("line", {}),
        ("line A, D1", {"disordered": -2}),
        ("line A, fatigue 5", {"fatigue": -2}),
        ("line A, yellow", {"marker": -1}),
        ("line A, attack", {}),
        ("line A, open", {"loose-against-close": -1}),
        ("line A, march", {"march-column": -3}),
        ("grenadiers", {"elite": 1}),
        ("guns", {"artillery-alone": -3}),
        ("guns A, limbered", {"artillery-alone": -3, "limbered": -1}),
        ("hussars", {}),
        ("hussars A, march", {"march-column": -3}),
    ],
)
def test_what_table_7_gives_against_infantry_in_line(unit: str, found: dict[str, int]) -> None:
    kind, _, more = unit.partition(" A")
    x = 29.25 if "march" in unit else 30
    game = situation(f"risorgimento\nred {kind} A at {x},40 facing E{more}\nblue line B at 32,40 facing W")
    assert lines(game, "A") == found


@pytest.mark.rule("risorgimento.g.3.4")
@pytest.mark.parametrize(
    ("unit", "foe", "found"),
    [
        ("line A", "hussars", {"close-against-cavalry": -2}),
        ("line A, attack", "hussars", {"close-against-cavalry": -2}),
        ("line A, open", "hussars", {"loose-against-cavalry": -4}),
        ("line A, march", "hussars", {"loose-against-cavalry": -4}),
        ("line A, square", "hussars", {"square-against-cavalry": 4}),
        ("hussars A", "hussars", {}),
        ("dragoons A", "hussars", {"lighter-cavalry": 1}),
        ("hussars A", "dragoons", {}),
        ("cuirassiers A", "dragoons", {"lighter-cavalry": 1}),
    ],
)
def test_what_table_7_gives_against_cavalry(unit: str, foe: str, found: dict[str, int]) -> None:
    kind, _, more = unit.partition(" A")
    x = 29.25 if "march" in unit else 30
    game = situation(f"risorgimento\nred {kind} A at {x},40 facing E{more}\nblue {foe} B at 32,40 facing W")
    assert lines(game, "A") == found


@pytest.mark.rule("risorgimento.g.3.4", "risorgimento.e.1.4", "risorgimento.cmd.5")
def test_charge_bonus_and_the_bonus_of_a_commander() -> None:
    for kind, more in (("hussars", {"charge-light": 2}), ("dragoons", {"charge-heavier": 3})):
        game = situation(f"risorgimento\nred {kind} A at 30,40 facing E\nblue line B at 32,40 facing W")
        assert lines(game, "A") == {}
        assert lines(game, "A", bonus="A") == more
        assert lines(game, "B", bonus="A") == {"close-against-cavalry": -2}
    game = situation(DUEL + "\n    red CB X at 28,40 radius 12 bonus 2, with A")
    assert lines(game, "A") == {"commander": 2}


@pytest.mark.rule("risorgimento.g.3.4")
def test_elan_and_attack_column_count_only_for_who_came_into_contact_in_this_turn() -> None:
    game = situation(DUEL)
    assert lines(game, "B") == {}
    attack(game, "B", "A")
    assert lines(game, "B") == {"attack-column": 1, "elan": 1}


@pytest.mark.rule("risorgimento.g.3.4")
@pytest.mark.parametrize(
    ("ground", "helps"),
    [
        ("gentle_slope S 26,30 30.9,50", True),
        ("stream S 31,0 31,80", True),
        ("wall S 31,0 31,80", True),
        ("railway_embankment S 31,0 31,80", True),
        ("dense_wood S 26,30 30.9,50", True),
        ("sparse_wood S 26,30 30.9,50", False),
        ("gentle_slope S 26,30 40,50", False),
    ],
)
def test_ground_helps_the_defender_never_who_attacks(ground: str, helps: bool) -> None:
    game = situation(DUEL + f"\n    {ground}")
    attack(game, "B", "A")
    assert lines(game, "A") == ({"ground": 1} if helps else {})
    attack(game, "A", "B")  # each came upon the other: nobody defends
    assert lines(game, "A").get("ground") is None


@pytest.mark.rule("risorgimento.g.3.4")
def test_loose_order_is_no_drawback_against_cavalry_or_infantry_in_a_wood() -> None:
    for foe in ("hussars", "line"):
        game = situation(
            f"""
            risorgimento
            sparse_wood W 26,30 40,50
            red  line A at 30,40 facing E, open
            blue {foe} B at 32,40 facing W
            """
        )
        assert lines(game, "A") == {}


@pytest.mark.rule("risorgimento.ex.38", "risorgimento.e.4.6")
def test_ex_38_heavy_cavalry_with_the_charge_bonus_against_a_square() -> None:
    game = situation(
        """
        risorgimento
        home blue west
        blue cuirassiers A at 30,40 facing E, vf 5
        red  line B at 32,40 facing W, square, vf 8
        dice blue 6 1 red 3 8
        """
    )
    assert sum(lines(game, "A", bonus="A").values()) == 3 - 5
    assert sum(lines(game, "B", bonus="A").values()) == 4
    assert (effective(game, "A"), effective(game, "B")) == (5, 2)
    outcome = fight(game, "A", bonus="A", charge=True)
    told = game.told(MeleeFought)[-1]
    suffered = {told.unit: (told.losses, told.test), told.target: (told.target_losses, told.target_test)}
    assert suffered == {"A": (1, 0), "B": (0, 0)}
    tests = {one.unit: one.tally.total for one in game.told(common.Tested)}
    assert tests["B"] == -2
    assert outcome.is_undecided
    found = melee(game, "A")
    game.run(lambda g: ride_back(g, found), "retire far=1000")
    assert game.at("A") == (20.0, 40.0)
    assert game.unit("A").disorder == 2


# Odds and drawing


@pytest.mark.rule("risorgimento.g.3.6", "risorgimento.g.3.14")
def test_the_prospects_of_a_melee_are_those_of_its_dice() -> None:
    game = situation(DUEL)
    found = {(one.kind, one.who): one for one in melee_prospects(game.state, melee(game, "A"))}
    # A: column C, no modifier: 1-2 nothing, 3-4 M, 5-6 one loss, 7-8 one loss M+1, 9-10 two losses M+1
    assert found["melee", "A"].results == {0: Fraction(4, 10), 1: Fraction(4, 10), 2: Fraction(2, 10)}
    # B holds with VM 7: two dice in ten call for no test, four for one of 7 in 10, four for one of 6 in 10; two losses
    # are less than a quarter of VF 5 only while 2 x losses < 5
    stays = Fraction(2, 10) + Fraction(4, 10) * Fraction(7, 10) + Fraction(4, 10) * Fraction(6, 10)
    assert found["melee-stays", "B"].results[1] == stays
    assert melee_sketch(melee(game, "A"))[0]["kind"] == "shot"


@pytest.mark.rule("risorgimento.g.3.14")
def test_the_prospects_count_the_quarter_that_would_be_lost_and_the_removal() -> None:
    game = situation(DUEL.replace("vf 5", "vf 4"))
    found = {(one.kind, one.who): one for one in melee_prospects(game.state, melee(game, "A"))}
    # two losses of VF 4 are a quarter: the test of the two highest dice is harder by one
    stays = Fraction(2, 10) + Fraction(4, 10) * Fraction(7, 10) + Fraction(2, 10) * Fraction(6, 10)
    stays += Fraction(2, 10) * Fraction(5, 10)
    assert found["melee-stays", "B"].results[1] == stays
    game.unit("B").losses = 4  # one more and it is gone
    found = {(one.kind, one.who): one for one in melee_prospects(game.state, melee(game, "A"))}
    stays = Fraction(2, 10) + Fraction(2, 10) * Fraction(6, 10)
    assert found["melee-stays", "B"].results[1] == stays
