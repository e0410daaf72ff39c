"""Morale tests: support, the modifiers, and what a result brings, to two units at once too (7.1)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from alfiere.games.lumi.morale.reaction import Verdict, apply, apply_both
from alfiere.games.lumi.morale.support import has_rear_support, has_secure_flanks
from alfiere.games.lumi.morale.tests import Case, Column, prospect, score, tally
from alfiere.games.lumi.state.battle import LumiGame
from alfiere.games.lumi.told.morale import MoraleTested
from alfiere.kernel.procedure import Procedure
from tests.games.lumi.lines import Situation
from tests.situation import situation


def lines(game: Situation, name: str, column: Column = "reaction", case: Case | None = None) -> dict[str, int]:
    found = tally(game.state, game.unit(name), column, case or Case())
    return {reason: amount for amount, reason, _ in found.lines}


def react(game: Situation, name: str, case: Case | None = None, *, paid: bool = False) -> str:
    """A reaction test of a unit, with all that follows."""

    def play(g: LumiGame) -> Procedure[str]:
        found = score(g, game.unit(name), "reaction", case or Case())
        cause = game.unit("G") if "G" in game.state.bases else None
        return (yield from apply(g, Verdict(found, cause, paid), game.forced))

    result: str = game.run(play)
    return result


# Modifiers


@pytest.mark.rule("lumi.1.6.5", "lumi.1.6.9", "lumi.1.6.10", "lumi.7.1.1e", "lumi.ex.16")
def test_three_bases_charge_on_one_die_with_the_worst_morale_and_the_support_of_one():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N, morale 1
        red foot B at 12,10 facing N, morale 1
        red foot C at 14,10 facing N, morale 0
        red foot D at 10,7 facing N
        dice red 5
        """
    )
    assert game.unit("A").ids == ("A", "B", "C")
    assert lines(game, "A", "voluntary") == {"rear-support": 1}
    found = game.run(lambda g: score(g, game.unit("A"), "voluntary"))
    assert (found.score, found.row.result) == (6, "passed")
    assert not game.dice_left


@pytest.mark.rule("lumi.7.1.1e", "lumi.7.1.1f", "lumi.ex.92")
def test_a_line_between_a_friend_and_a_wood_with_a_column_behind_has_all_support():
    game = situation(
        """
        lumi
        dense_wood W 12,8 16,12
        red foot A at 10,10 facing N, brigade X
        red foot B at 7.5,10 facing N, brigade Y
        red foot C at 10,5.5 facing N, column, brigade Y
        """
    )
    assert has_secure_flanks(game.state, game.unit("A"))
    assert has_rear_support(game.state, game.unit("A"))
    assert lines(game, "A") == {"morale": 1, "secure-flanks": 1, "rear-support": 1}


@pytest.mark.rule("lumi.7.1.1e")
@pytest.mark.parametrize(
    ("behind", "supports"),
    [
        ("foot B at 10,6 facing N", True),
        ("foot B at 10,5.9 facing N", False),
        ("foot B at 12,7 facing N", False),
        ("foot B at 11.9,7 facing N", True),
        ("foot B at 10,7 facing 45", True),
        ("foot B at 10,7 facing 46", False),
        ("foot B at 10,7 facing N, disordered", True),
        ("foot B at 10,7 facing N, shaken", False),
        ("cuirassiers B at 10,7 facing N", True),
        ("grenzer B at 10,7 facing N, open", False),
        ("guns B at 10,7 facing N", False),
    ],
)
def test_who_stands_behind_supports_only_if_near_formed_in_order_and_facing_the_same_way(behind: str, supports: bool):
    game = situation(f"lumi\nred foot A at 10,10 facing N, brigade X\nred {behind}, brigade Y")
    assert has_rear_support(game.state, game.unit("A")) == supports


@pytest.mark.rule("lumi.7.1.1e")
def test_who_is_in_melee_supports_nobody():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N, brigade X
        red foot B at 10,7 facing N, brigade Y
        blue foot G at 12,7 facing W
        """
    )
    assert has_rear_support(game.state, game.unit("A"))
    footing = game.state.footing(game["G"])
    game.state.stand(game["G"], footing._replace(pose=footing.pose._replace(x=1150)))
    assert not has_rear_support(game.state, game.unit("A"))


@pytest.mark.rule("lumi.7.1.1f")
@pytest.mark.parametrize(
    ("left", "secure"),
    [
        ("red foot B at 2,10 facing N, brigade Y", True),
        ("red foot B at 1.9,10 facing N, brigade Y", False),
        ("red foot B at 2,10 facing N, brigade Y, shaken", False),
        ("red grenzer B at 2,10 facing N, brigade Y, open", False),
        ("light_wood V 0,8 3,12", True),
        ("light_wood V 0,8 2.9,12", False),
        ("soft_ground V 0,8 3,12", False),
        ("water V 0,8 3,12", True),
    ],
)
def test_flanks_are_secure_by_friends_or_by_ground(left: str, secure: bool):
    game = situation(f"lumi\nvillage W 6,8 8,12\nred foot A at 5,10 facing N, brigade X\n{left}")
    assert has_secure_flanks(game.state, game.unit("A")) == secure


@pytest.mark.rule("lumi.7.1.1f")
@pytest.mark.parametrize(("x", "secure"), [(2, True), (2.1, False)])
def test_the_table_edge_secures_a_flank(x: float, secure: bool):
    game = situation(f"lumi\nvillage W 4,8 8,12\nred foot A at {x},10 facing N")
    assert has_secure_flanks(game.state, game.unit("A")) == secure


@pytest.mark.rule("lumi.7.1.1g")
def test_squares_and_garrisons_have_secure_flanks_and_no_rear_support_batteries_neither():
    game = situation(
        """
        lumi
        village V 20,8 24,12
        red foot A at 10,10 facing N, square, brigade X
        red foot B at 10,8 facing N, brigade Y
        red foot C at 22,10 facing N, column, in V, brigade X
        red guns D at 14,10 facing N
        red foot E at 14,8 facing N, brigade Y
        """
    )
    found = {
        name: (has_secure_flanks(game.state, game.unit(name)), has_rear_support(game.state, game.unit(name)))
        for name in "ACD"
    }
    assert found == {"A": (True, False), "C": (True, False), "D": (False, False)}


@pytest.mark.rule("lumi.7.1.1a")
@pytest.mark.parametrize(("column", "result"), [("voluntary", "stays"), ("reaction", "passed")])
def test_a_test_is_a_die_the_morale_and_what_counts_read_on_its_column(column: Column, result: str):
    game = situation("lumi\nred foot A at 10,10 facing N, morale 1, disordered\ndice red 5")
    found = game.run(lambda g: score(g, game.unit("A"), column))
    assert (found.score, found.row.result) == (5 + 1 - 1, result)


COLUMNS: tuple[Column, ...] = ("voluntary", "reaction")


@pytest.mark.rule("lumi.1.5.4", "lumi.1.5.8")
@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize(("how", "counts"), [("disordered", {"disordered": -1}), ("losses 2", {"weakened": -1})])
def test_the_disordered_and_the_weakened_test_worse(how: str, counts: dict[str, int], column: Column):
    assert lines(situation(f"lumi\nred foot A at 10,10 facing N, morale 0, {how}"), "A", column) == counts


@pytest.mark.rule("lumi.1.5.5c")
def test_the_shaken_react_with_two_less():
    assert lines(situation("lumi\nred foot A at 10,10 facing N, morale 0, shaken"), "A") == {"shaken": -2}


@pytest.mark.rule("lumi.5.1.11")
@pytest.mark.parametrize(("column", "counts"), [("voluntary", {}), ("reaction", {"fired-at": -1})])
def test_damage_by_fire_counts_when_one_reacts(column: Column, counts: dict[str, int]):
    assert lines(situation("lumi\nred foot A at 10,10 facing N, morale 0, damaged"), "A", column) == counts


@pytest.mark.rule("lumi.8.4")
@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize(("attached", "counts"), [(", with A", {"general": 1}), ("", {})])
def test_an_attached_general_helps_in_tests_of_morale(attached: str, counts: dict[str, int], column: Column):
    game = situation(f"lumi\nred foot A at 10,10 facing N, morale 0\nred general M at 9,8 able{attached}")
    assert lines(game, "A", column) == counts


@pytest.mark.rule("lumi.10.8")
@pytest.mark.parametrize("column", COLUMNS)
def test_at_night_every_test_of_morale_has_one_less(column: Column):
    assert lines(situation("lumi\nlight moon\nred foot A at 10,10 facing N, morale 0"), "A", column) == {"night": -1}


@pytest.mark.rule("lumi.4.1.6a", "lumi.6.2.5", "lumi.7.1.1i")
def test_charges_flanks_and_lost_rounds_count_in_their_own_tests_only():
    game = situation("lumi\nred foot A at 10,10 facing N, morale 0\nred hussars B at 20,10 facing N, morale 0")
    assert lines(game, "A", case=Case(charged=True)) == {"charged": -1}
    assert lines(game, "A", case=Case(charged=True, attack="flank")) == {"charged": -1, "in-the-flank": -1}
    assert lines(game, "A", case=Case(charged=True, attack="rear")) == {"charged": -1, "in-the-rear": -2}
    assert lines(game, "A", case=Case(difference=2)) == {"lost-a-round": -2}
    assert lines(game, "B", case=Case(difference=5)) == {"lost-a-round": -3, "cavalry-lost-a-round": -1}


@pytest.mark.rule("lumi.7.1.1a", "lumi.3.3.3e")
def test_a_square_or_cover_helps_a_reaction():
    game = situation(
        """
        lumi
        wall W 6,10.9 14,10.9 level 1
        red foot A at 10,10 facing N, morale 0
        red foot B at 20,10 facing N, morale 0, square
        blue foot G at 10,14 facing S
        blue foot H at 10,5 facing N
        """
    )
    assert lines(game, "A", case=Case(enemy=game.unit("G"))) == {"square-or-cover": 1}
    assert lines(game, "A", case=Case(enemy=game.unit("H"))) == {}
    assert lines(game, "B") == {"secure-flanks": 1, "square-or-cover": 1}


# Results


@pytest.mark.rule("lumi.7.1.1b", "lumi.1.5.2", "lumi.ex.48")
def test_foot_charged_in_front_that_scores_2_is_shaken_and_falls_back():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N, morale 1
        blue cuirassiers G at 10,13 facing S
        dice red 2
        """
    )
    assert react(game, "A", Case(charged=True, enemy=game.unit("G"))) == "falls back"
    assert [(one.roll, one.score, one.result) for one in game.told(MoraleTested)] == [(2, 2, "falls back")]
    assert game["A"].state == 2
    assert game.moves == ["A falls back from G"]


@pytest.mark.rule("lumi.7.1.1b", "lumi.7.1.1c", "lumi.7.1.1d", "lumi.1.2.1", "lumi.1.2.3")
@pytest.mark.parametrize(
    ("state", "die", "result", "after", "move"),
    [
        ("ordered", 6, "stands", 0, []),
        ("ordered", 5, "stands", 0, []),
        ("ordered", 4, "halted", 1, []),
        ("ordered", 3, "falls back", 1, ["A falls back"]),
        ("ordered", 2, "falls back", 2, ["A falls back"]),
        ("ordered", 1, "rout", 3, ["A routs"]),
        ("disordered", 5, "halted", 1, []),
        ("disordered", 4, "falls back", 2, ["A falls back"]),
        ("disordered", 3, "rout", 3, ["A routs"]),  # two levels: whatever the row says
        ("shaken", 6, "halted", 2, []),
        ("shaken", 5, "rout", 3, ["A routs"]),
    ],
)
def test_each_score_has_its_result_and_what_reaches_rout_is_a_rout(
    state: str, die: int, result: str, after: int, move: list[str]
):
    game = situation(f"lumi\nred foot A at 10,10 facing N, morale 0, {state}\ndice red {die}")
    assert react(game, "A") == result
    assert game["A"].state == after
    assert game.moves == move


@pytest.mark.rule("lumi.7.1.1a")
def test_the_odds_of_a_test_are_those_of_its_die():
    game = situation("lumi\nred foot A at 10,10 facing N, morale 1")
    assert prospect(game.state, game.unit("A"), "reaction").results[1] == Fraction(1, 2)
    assert prospect(game.state, game.unit("A"), "voluntary").results[1] == Fraction(1, 3)


# Two together


def react_both(game: Situation, *answers: str, paid: bool = False) -> None:
    """A and G test at once, each because of the other."""

    def play(g: LumiGame) -> Procedure[None]:
        one, two = game.unit("A"), game.unit("G")
        first = Verdict(score(g, one, "reaction", Case(enemy=two)), two, paid)
        second = Verdict(score(g, two, "reaction", Case(enemy=one)), one, paid)
        yield from apply_both(g, first, second, game.forced)

    game.run(play, *answers)


def facing(red: str, blue: str, initiative: str, *dice: int) -> Situation:
    found: Situation = situation(
        f"""
        lumi
        red foot A at 10,10 facing N, morale 0, {red}
        blue foot G at 10,11.5 facing S, morale 0, {blue}
        initiative {initiative}
        dice red {dice[0]} blue {dice[1]}
        """
    )
    return found


@pytest.mark.rule("lumi.7.1.2a", "lumi.7.1.2b", "lumi.7.1.3d", "lumi.7.1.3e", "lumi.ex.52")
@pytest.mark.parametrize(("answer", "moves"), [("stay", ["G falls back from A"]), ("fall-back", None)])
def test_of_two_units_shaken_together_that_with_the_initiative_is_only_disordered(answer: str, moves: list[str] | None):
    game = facing("disordered", "disordered", "red", 4, 4)
    react_both(game, answer)
    assert (game["A"].state, game["G"].state) == (1, 2)
    assert [one.seat for one in game.asked] == ["red"]
    assert game.moves == (moves or ["G falls back from A", "A falls back from G"])


@pytest.mark.rule("lumi.7.1.3a", "lumi.7.1.3b", "lumi.7.1.3c", "lumi.3.2.2b", "lumi.ex.53")
def test_of_two_in_rout_together_after_a_drawn_round_that_with_the_initiative_is_shaken():
    game = facing("disordered", "disordered", "blue", 2, 1)
    react_both(game, "stay", paid=True)
    assert (game["A"].state, game["G"].state) == (3, 2)
    assert game.moves == ["A routs"]
    assert game["A"].losses == 0  # the round has cost it one already


@pytest.mark.rule("lumi.7.1.3e", "lumi.ex.54")
def test_different_results_are_not_adjusted():
    game = facing("disordered", "disordered", "red", 4, 1)
    react_both(game)
    assert (game["A"].state, game["G"].state) == (2, 3)
    assert not game.asked
    assert game.moves == ["G routs", "A falls back from G"]


@pytest.mark.rule("lumi.7.1.3d", "lumi.7.1.3e", "lumi.3.2.2a", "lumi.3.2.2b", "lumi.ex.96")
def test_two_that_rout_by_fire_and_reply_are_adjusted_too():
    game = facing("disordered, damaged", "disordered, damaged", "red", 3, 3)
    react_both(game, "fall-back")
    assert (game["A"].state, game["G"].state) == (2, 3)
    assert game.moves == ["G routs", "A falls back from G"]
    assert (game["A"].losses, game["G"].losses) == (0, 1)


@pytest.mark.rule("lumi.7.1.3e")
def test_two_that_only_stand_or_are_halted_are_not_asked():
    game = facing("shaken", "ordered", "red", 6, 4)
    react_both(game)
    assert (game["A"].state, game["G"].state) == (2, 1)
    assert not game.asked


@pytest.mark.rule("lumi.3.2.1d", "lumi.11.5b")
@pytest.mark.parametrize(("die", "gone"), [(3, True), (1, True), (4, False)])
def test_deployed_guns_that_give_way_are_abandoned(die: int, gone: bool):
    game = situation(f"lumi\nred guns A at 10,10 facing N, morale 0\ndice red {die}")
    before = game.state.cohesion["red"]
    react(game, "A")
    assert game["A"].is_on == (not gone)
    assert game.moves == []
    assert game.state.cohesion["red"] == before - gone


@pytest.mark.rule("lumi.3.2.2a", "lumi.3.2.2c")
def test_a_rout_costs_a_loss_and_the_fourth_eliminates():
    game = situation("lumi\nred foot A at 10,10 facing N, morale 0, losses 3\ndice red 1")
    before = game.state.cohesion["red"]
    assert react(game, "A") == "rout"
    assert not game["A"].is_on
    assert game.state.cohesion["red"] == before - 2  # once, not for the rout and the elimination
