"""How many dice a unit fights with, and what hits (3.5.2, 3.5.3), with the worked examples of the catalogue."""

from __future__ import annotations

from fractions import Fraction

import pytest

from alfiere.games.fucilieri.charge.closing import ATTACKS, in_contact
from alfiere.games.fucilieri.combat.combat import chance_to_win, prospects, share_out
from alfiere.games.fucilieri.combat.dice import combat_dice, hits_odds, needed, ranks_behind, to_hit
from alfiere.games.fucilieri.state.standing import FLANK, FRONT, REAR, engage
from alfiere.games.fucilieri.state.unit import HAS_CHARGED
from tests.games.fucilieri.lines import Situation
from tests.situation import situation

HORSE = "red horse C at 60,40 facing S, initial 10, average, normal, cannot"
LINE = "blue foot F at 60,47.5 facing N, line, initial 16, average, normal, cannot"


def fight_of(*lines: str, edge: str = FRONT, charged: tuple[str, ...] = ()) -> Situation:
    """Two units in contact: the first has charged the second on this edge."""
    game: Situation = situation("\n".join(("fucilieri", *lines)))
    one, other = next(iter(game.state.units.values())), next(u for u in game.state.units.values() if u.seat == "blue")
    in_contact(one, other, FRONT, edge)
    for id in charged:
        HAS_CHARGED.put(game[id])
    return game


def dice(game: Situation, unit: str, enemy: str) -> int:
    return combat_dice(game.state, game[unit], game[enemy]).total


def hits_on(game: Situation, unit: str, enemy: str) -> int:
    return needed(game.state, to_hit(game.state, game[unit], game[enemy]))


def why(game: Situation, unit: str, enemy: str) -> dict[str, int]:
    return {reason: amount for amount, reason, _ in to_hit(game.state, game[unit], game[enemy]).lines}


@pytest.mark.rule("fucilieri.3.5.2.1a")
@pytest.mark.rule("fucilieri.3.5.2.2")
@pytest.mark.rule("fucilieri.3.5.3.1")
@pytest.mark.rule("fucilieri.3.5.3.7")
@pytest.mark.rule("fucilieri.ex.49")
def test_heavy_cavalry_charges_the_front_of_a_line_with_eight_dice_against_eight():
    game = fight_of(HORSE, LINE, charged=("C",))
    assert (dice(game, "C", "F"), hits_on(game, "C", "F")) == (8, 5)
    assert (dice(game, "F", "C"), hits_on(game, "F", "C")) == (8, 5)
    assert why(game, "C", "F") == {"cavalry-charged": 1, "cavalry-against-formed-line": -1}


@pytest.mark.rule("fucilieri.3.5.2.5a")
@pytest.mark.parametrize(("arm", "charged", "more"), [("horse", True, 2), ("horse", False, 0), ("hussars", True, 0)])
def test_two_dice_more_are_for_heavy_cavalry_that_has_charged(arm: str, charged: bool, more: int):
    game = fight_of(HORSE.replace("horse", arm), LINE, charged=("C",) if charged else ())
    assert dice(game, "C", "F") == 5 + 1 + more


@pytest.mark.rule("fucilieri.3.5.3.2")
@pytest.mark.parametrize("arm", ["horse", "hussars", "foot"])
def test_cavalry_that_has_charged_hits_better(arm: str):
    rider = HORSE.replace("horse", arm)
    assert why(fight_of(rider, LINE, charged=("C",)), "C", "F").get("cavalry-charged", 0) == (arm != "foot")
    assert "cavalry-charged" not in why(fight_of(rider, LINE), "C", "F")


@pytest.mark.rule("fucilieri.3.5.3.10a")
@pytest.mark.rule("fucilieri.ex.52")
def test_a_disorganised_line_is_no_wall_to_cavalry():
    game = fight_of(HORSE, f"{LINE}, disorganised", charged=("C",))
    assert (hits_on(game, "C", "F"), hits_on(game, "F", "C")) == (4, 6)


@pytest.mark.rule("fucilieri.3.5.2.3")
@pytest.mark.rule("fucilieri.3.5.3.6a")
@pytest.mark.rule("fucilieri.3.5.3.6b")
@pytest.mark.rule("fucilieri.ex.53")
def test_who_is_struck_in_the_flank_fights_with_his_ranks():
    game = fight_of(HORSE, LINE, edge=FLANK, charged=("C",))
    assert (dice(game, "C", "F"), hits_on(game, "C", "F")) == (7, 3)
    assert (dice(game, "F", "C"), hits_on(game, "F", "C")) == (2, 6)


def test_a_deep_column_struck_in_the_flank_has_four_dice_at_most():
    column = "blue foot F at 60,47.5 facing N, column, initial 24, average, normal, cannot"
    game = fight_of(HORSE, column, edge=FLANK)
    assert dice(game, "F", "C") == 4


def test_who_is_struck_in_the_rear_fights_with_half_his_files():
    game = fight_of(HORSE, LINE, edge=REAR)
    assert dice(game, "F", "C") == 4


@pytest.mark.rule("fucilieri.ex.54")
def test_a_column_charges_a_line_with_seven_dice_against_seven():
    game = fight_of("red foot A at 60,40 facing S, column, initial 16, average, normal, cannot", LINE, charged=("A",))
    assert (dice(game, "A", "F"), dice(game, "F", "A")) == (7, 7)


@pytest.mark.rule("fucilieri.3.5.2.2")
def test_ranks_behind_the_first_count_when_half_full_and_three_at_most():
    game = situation(
        """
        fucilieri
        red foot A at 60,40 facing S, column, initial 24, figures 13, of X
        red foot B at 90,40 facing S, column, initial 24, figures 14, of X
        red foot D at 30,40 facing S, column, initial 24, of X
        red foot O at 30,80 facing S, open, initial 12
        red horse H at 120,40 facing S, column, initial 12
        """
    )
    assert [ranks_behind(game.state, game[one]) for one in "ABDOH"] == [2, 3, 3, 0, 1]


@pytest.mark.rule("fucilieri.3.3.2.6")
@pytest.mark.rule("fucilieri.ex.58")
def test_charge_and_counter_charge_of_heavy_cavalry_both_have_eight_dice_at_four():
    other = "blue horse D at 60,50 facing N, initial 10, average, normal, cannot"
    game = fight_of(HORSE, other, charged=("C", "D"))
    assert [(dice(game, *pair), hits_on(game, *pair)) for pair in (("C", "D"), ("D", "C"))] == [(8, 4), (8, 4)]


@pytest.mark.rule("fucilieri.3.5.3.8")
@pytest.mark.rule("fucilieri.3.5.3.5")
@pytest.mark.rule("fucilieri.ex.56")
def test_cavalry_in_bloodlust_against_a_square():
    square = "blue foot F at 60,49 facing N, square, initial 16, average, normal, cannot"
    game = fight_of(f"{HORSE}, bloodlust", square, charged=("C",))
    assert hits_on(game, "C", "F") == 5
    assert why(game, "C", "F") == {"cavalry-charged": 1, "bloodlust": 1, "cavalry-against-square": -2}


@pytest.mark.rule("fucilieri.3.5.2.1b")
def test_a_square_uses_the_files_of_a_side_without_two_more_and_no_ranks():
    square = "blue foot F at 60,49 facing N, square, initial 24, average, normal, cannot"
    game = fight_of("red horse C at 60,40 facing S, initial 10, figures 6, average, normal, cannot", square)
    assert dice(game, "F", "C") == 3  # three files of horse; its own side has seven
    assert dice(game, "C", "F") == 3 + 1


@pytest.mark.rule("fucilieri.3.5.2.4")
@pytest.mark.rule("fucilieri.ex.91")
def test_guns_fight_with_four_of_the_crew():
    game = fight_of(HORSE, "blue guns G at 60,49 facing N, unlimbered, guns 2, average, cannot", charged=("C",))
    assert (dice(game, "C", "G"), hits_on(game, "C", "G")) == (8, 4)
    assert (dice(game, "G", "C"), hits_on(game, "G", "C")) == (4, 5)


def test_edges_of_guns_are_measured_by_files_of_two_and_a_half():
    wide = "red foot A at 60,40 facing S, line, initial 24, average, normal, cannot"
    game = fight_of(wide, "blue guns G at 60,49 facing N, unlimbered, guns 1, average, cannot")
    assert dice(game, "A", "G") == 3 + 2 + 1  # 7.5 cm are three files


@pytest.mark.rule("fucilieri.1.2.4a")
@pytest.mark.rule("fucilieri.1.2.4c")
@pytest.mark.rule("fucilieri.3.5.3.4")
def test_quality_counts_on_each_die():
    elite = fight_of(HORSE.replace("average", "elite"), LINE.replace("average", "poor"))
    assert why(elite, "C", "F") == {"elite": 1, "cavalry-against-formed-line": -1}
    assert why(elite, "F", "C") == {"poor": -1}


@pytest.mark.rule("fucilieri.1.5.4")
@pytest.mark.rule("fucilieri.1.3.5")
@pytest.mark.rule("fucilieri.3.5.3.3")
def test_elan_and_fanaticism_count_once_and_only_after_a_charge():
    foot = "red foot A at 60,40 facing S, line, initial 16, average, fanatic, can elan"
    assert why(fight_of(foot, LINE, charged=("A",)), "A", "F") == {"elan-or-fanatic-charged": 1}
    assert why(fight_of(foot, LINE), "A", "F") == {}
    normal = foot.replace("fanatic", "normal")
    assert why(fight_of(normal, LINE, charged=("A",)), "A", "F") == {"elan-or-fanatic-charged": 1}
    plain = normal.replace("can elan", "cannot")
    assert why(fight_of(plain, LINE, charged=("A",)), "A", "F") == {}


@pytest.mark.rule("fucilieri.3.5.3.9")
@pytest.mark.rule("fucilieri.3.5.3.10b")
def test_open_order_and_demoralised_units_hit_less():
    game = fight_of(
        "red skirmishers A at 60,40 facing S, open, initial 8, average, normal, disorganised, demoralised, cannot", LINE
    )
    assert why(game, "A", "F") == {"open-order-against-close": -1, "disorganised": -1, "demoralised": -1}


@pytest.mark.rule("fucilieri.0.11")
def test_a_six_always_hits_and_nothing_hits_on_less_than_three():
    worst = fight_of(f"{HORSE.replace('average', 'poor')}, disorganised, demoralised", LINE)
    assert hits_on(worst, "C", "F") == 6
    best = fight_of(
        f"{HORSE.replace('average', 'elite')}, bloodlust", f"{LINE}, disorganised", edge=REAR, charged=("C",)
    )
    assert hits_on(best, "C", "F") == 3


@pytest.mark.rule("fucilieri.3.5.3.11")
def test_who_stands_higher_on_a_hill_hits_better():
    game = fight_of(HORSE, LINE, "gentle_hill H 40,45 80,60")
    assert why(game, "F", "C") == {"higher": 1}
    assert "higher" not in why(game, "C", "F")


@pytest.mark.rule("fucilieri.3.5.3.12")
@pytest.mark.rule("fucilieri.1.5.6")
def test_who_attacks_across_a_wall_hits_less_unless_he_has_grenades():
    foot = "red foot A at 60,40 facing S, line, initial 16, average, normal, cannot"
    wall = "wall W 30,44 90,44"
    game = fight_of(foot, LINE, wall)
    assert why(game, "A", "F") == {"across-obstacle-or-into-building": -1}
    assert why(game, "F", "A") == {}  # he defends it
    assert why(fight_of(foot.replace("cannot", "can grenades"), LINE, wall), "A", "F") == {}


def test_after_the_defender_has_attacked_the_wall_hinders_him():
    game = fight_of(
        "red foot A at 60,40 facing S, line, initial 16, average, normal, cannot", LINE, "wall W 30,43.5 90,43.5"
    )
    in_contact(game["F"], game["A"], FRONT, FRONT)
    assert ATTACKS.all(game["A"]) == []
    assert why(game, "F", "A") == {"across-obstacle-or-into-building": -1}


@pytest.mark.rule("fucilieri.5.13")
def test_a_garrison_fights_with_half_its_figures_and_both_sides_with_six_files_at_most():
    game = fight_of(
        "red foot A at 60,37 facing S, line, initial 24, average, normal, cannot",
        "blue foot F at 60,47.5 facing N, in V, initial 16, average, normal, cannot",
        "building V 52.5,40 67.5,55",
    )
    assert dice(game, "A", "F") == 6 + 1
    assert dice(game, "F", "A") == 6
    assert why(game, "A", "F") == {"across-obstacle-or-into-building": -1}
    game["F"].figures = 9
    assert dice(game, "F", "A") == 5


# Several enemies


TWO = (
    "red foot A at 55,40 facing S, column, initial 16, average, normal, cannot",
    "red foot B at 65,40 facing S, column, initial 16, average, normal, cannot",
)


def against_two(line: str) -> Situation:
    game: Situation = situation("\n".join(("fucilieri", *TWO, line)))
    for one in "AB":
        in_contact(game[one], game["F"], FRONT, FRONT)
    return game


@pytest.mark.rule("fucilieri.3.5.2.6")
def test_dice_for_the_front_are_split_evenly_and_the_owner_places_the_odd_one():
    game = against_two(LINE)
    assert [dice(game, "F", one) for one in "AB"] == [4, 4]  # min(8, 4 + 4 + 2) and a rank: nine
    shares = game.run(lambda g: share_out(g, game["F"]), "place-die target=B")
    assert {id: tally.total for id, tally in shares.items()} == {"A": 4, "B": 5}
    assert [one.seat for one in game.asked] == ["blue"]


@pytest.mark.rule("fucilieri.3.5.2.5b")
@pytest.mark.rule("fucilieri.1.2.4b")
def test_veterans_have_a_die_more_for_whom_they_like():
    game = against_two(LINE.replace("average", "veteran"))
    shares = game.run(lambda g: share_out(g, game["F"]), "place-die target=A", "place-die target=A")
    assert {id: tally.total for id, tally in shares.items()} == {"A": 6, "B": 4}


def test_flank_dice_are_besides_those_for_the_front():
    game = against_two(LINE)
    engage(game["B"], game["F"], FRONT, FLANK)
    assert [dice(game, "F", one) for one in "AB"] == [6 + 1, 2]


def test_guns_split_four_dice_among_all_who_hold_them():
    game = against_two("blue guns F at 60,49 facing N, unlimbered, guns 2, average, cannot")
    engage(game["B"], game["F"], FRONT, FLANK)
    assert [dice(game, "F", one) for one in "AB"] == [2, 2]


# Odds


def test_odds_of_hits_are_exact_and_cuirasses_are_counted_in():
    game = fight_of(HORSE, LINE, charged=("C",))
    odds = hits_odds(game.state, game["C"], {"F": 2})
    assert odds == {0: Fraction(4, 9), 1: Fraction(4, 9), 2: Fraction(1, 9)}
    armoured = fight_of(HORSE, "blue horse F at 60,50 facing N, initial 10, average, normal, can cuirass")
    assert hits_odds(armoured.state, armoured["C"], {"F": 1})[1] == Fraction(1, 3) * Fraction(5, 6)


def test_the_blows_of_a_combat_to_come_are_told_before_it_is_fought():
    game = fight_of(HORSE, LINE, charged=("C",))
    found = prospects(game.state, game.state.units.values())
    assert [one.who for one in found] == ["C", "F"]
    assert sum(number * share for number, share in found[0].hits.items()) == Fraction(8, 3)
    outcome = chance_to_win(game.state, game.state.units.values(), "red")
    assert sum(outcome.values()) == 1
    assert outcome[3] == outcome[-3]  # eight dice at five against eight at five
