"""Round 3: charges declared and carried out, step by step (3.3.2.12, 3.3.3, 3.5.8.9-12)."""

from __future__ import annotations

import pytest

from alfiere.games.fucilieri.charge.charge_round import charge_round
from alfiere.games.fucilieri.charge.closing import ATTACKS
from alfiere.games.fucilieri.charge.declaring import ALL_DECLARED, CHARGES, Declared
from alfiere.games.fucilieri.orders.demands import place_held
from alfiere.games.fucilieri.state.standing import contacts, is_engaged
from alfiere.games.fucilieri.state.unit import FLEEING, HAS_CHARGED, HAS_ENGAGED, HAS_EVADED, HAS_FIRED
from alfiere.games.fucilieri.told.charge import ChargeEnded, SquareRolled
from alfiere.games.fucilieri.told.fire import VolleyFired
from alfiere.games.fucilieri.told.morale import ReactionTested
from tests.games.fucilieri.lines import Situation
from tests.situation import situation

FOOT = "red foot A at 60,40 facing S, line, initial 16, average, normal, cannot"
HORSE = "red horse A at 60,40 facing S, initial 10, average, normal, cannot"
LINE = "blue foot F at 60,55 facing N, line, initial 16, average, normal, cannot, fired, with officer"


def charges(*lines: str, answers: tuple[object, ...] = ("charge unit=A target=F",)) -> Situation:
    """A charge of A at F, declared and carried out."""
    orders = () if any("order blue" in line for line in lines) else ("order blue oppose",)
    game: Situation = situation("\n".join(("fucilieri", *lines, *orders)))
    game.state.phase = "charges"
    game.run(charge_round, *answers)
    assert game.dice_left == {}
    return game


def edges(game: Situation, unit: str) -> list[tuple[str, str]]:
    return [(one.enemy, one.edge) for one in contacts(game[unit])]


def ended(game: Situation) -> list[str]:
    return [one.how for one in game.told(ChargeEnded)]


# Contact


@pytest.mark.rule("fucilieri.3.3.3.6")
@pytest.mark.rule("fucilieri.0.17")
def test_a_charge_ends_flush_against_the_struck_edge_and_both_are_engaged():
    game = charges(FOOT, LINE)
    assert game.at("A") == (60, 50)
    assert not game["A"].is_disorganised
    assert (edges(game, "A"), edges(game, "F")) == ([("F", "front")], [("A", "front")])
    assert (ATTACKS.all(game["A"]), ATTACKS.all(game["F"])) == (["F"], [])
    assert HAS_CHARGED.is_on(game["A"])
    assert not HAS_CHARGED.is_on(game["F"])
    assert HAS_ENGAGED.is_on(game["A"])
    assert HAS_ENGAGED.is_on(game["F"])
    assert ended(game) == ["contact"]


def test_who_comes_askew_is_turned_flush_with_the_smallest_shift():
    game = charges("red foot A at 74,41 facing 215, column, initial 16, average, normal", LINE)
    assert edges(game, "F") == [("A", "front")]
    assert game["A"].heading == 1800
    assert game.at("A")[1] == 47.5
    assert 60 <= game.at("A")[0] <= 72  # not slid to the middle


def test_a_flank_is_struck_from_the_side():
    game = charges("red horse A at 86,55 facing W, initial 10, average, normal", LINE, "dice blue 6")
    assert edges(game, "F") == [("A", "flank")]
    assert (game.at("A"), game["A"].heading) == ((75, 55), 2700)


@pytest.mark.rule("fucilieri.3.3.3.9")
def test_it_is_laid_at_the_near_side_of_an_obstacle_that_the_target_touches():
    game = charges(FOOT, LINE, "hedge W 30,51.5 90,51.5")
    assert is_engaged(game["A"])
    assert game.at("A")[1] == pytest.approx(49, abs=0.06)  # its front along the hedge


def test_the_obstacle_is_paid_for_all_the_same():
    far = LINE.replace("60,55", "60,54.5")
    game = situation("\n".join(("fucilieri", f"{FOOT}, spent 2.9", far, "hedge W 30,50.5 90,50.5", "order blue hold")))
    game.run(charge_round)  # 8 cm and 4 are more than 11.1
    assert game.asked == []
    game = charges(f"{FOOT}, spent 1.9", far, "hedge W 30,50.5 90,50.5")
    assert is_engaged(game["A"])


def test_a_garrison_is_charged_at_its_block():
    garrison = "blue foot F at 60,55 facing N, in V, initial 16, average, normal, fired"
    game = charges(FOOT, garrison, "building V 52.5,47.5 67.5,62.5")
    assert edges(game, "F") == [("A", "front")]
    assert game.at("A") == (60, 45)


@pytest.mark.rule("fucilieri.3.3.3.7")
def test_others_may_charge_the_same_unit_on_an_edge_with_room():
    game = charges(
        "red foot A at 55,40 facing S, column, initial 16, average, normal",
        "red foot B at 66,40 facing S, column, initial 16, average, normal",
        LINE,
        answers=("charge unit=A target=F", "charge unit=B target=F", "next-charge unit=B"),
    )
    assert edges(game, "F") == [("B", "front"), ("A", "front")]
    assert game.at("A")[1] == game.at("B")[1] == 47.5


def test_ground_disorganises_who_ends_a_charge_in_it():
    game = charges(FOOT, LINE, "wood W 45,50 75,51.5")
    assert game["A"].is_disorganised
    assert is_engaged(game["A"])


# The target goes


@pytest.mark.rule("fucilieri.3.3.2.2")
@pytest.mark.rule("fucilieri.3.3.3.4")
@pytest.mark.rule("fucilieri.4.1.5")
@pytest.mark.rule("fucilieri.ex.61")
def test_a_unit_falling_back_that_is_charged_takes_to_flight():
    game = charges(FOOT, f"{LINE}, falling back", "blue foot G at 60,64 facing N, line, average", "dice blue 6")
    assert game["F"].where == FLEEING
    assert [(one.unit, one.cause) for one in game.told(ReactionTested)] == [("G", "contagion")]
    assert not is_engaged(game["A"])
    assert ended(game) == ["gone"]
    assert game.at("A")[1] > 40


@pytest.mark.rule("fucilieri.3.3.3.3")
def test_who_falls_back_but_can_still_be_reached_takes_to_flight():
    # 1 + 4 - 1 (disorganised) = 4: falling back 8 cm, 18 away; horse reaches 27
    game = charges(HORSE, f"{LINE}, disorganised", "dice blue 1")
    assert game["F"].where == FLEEING
    # foot with 14 does not reach 18 cm
    game = charges(FOOT, f"{LINE}, disorganised", "dice blue 1")
    assert game["F"].is_on
    assert game["F"].is_falling_back
    assert game.at("F") == (60, 63)
    assert ended(game) == ["gone"]


def test_who_flees_from_a_charge_is_gone_and_the_charger_goes_to_his_place():
    game = charges(FOOT, f"{LINE}, disorganised, demoralised".replace("average", "poor"), "dice blue 1")
    assert game["F"].where == FLEEING
    assert game.at("F") == (60, 73)  # it has run at once
    assert game.at("A")[1] == pytest.approx(52.5, abs=0.1)  # its front where the target stood


@pytest.mark.rule("fucilieri.3.3.3.2")
def test_a_demoralised_target_does_not_fire_a_disorganised_one_does():
    ready = LINE.replace(", fired", "").replace("60,55", "60,60")
    hit = "dice red blue 2 1 1 1 1 1 1"  # its test, then six dice that miss
    game = charges(HORSE, ready, hit, answers=("charge unit=A target=F", "fire"))
    assert [one.result for one in game.told(ReactionTested)] == ["disorganised"]
    assert len(game.told(VolleyFired)) == 1
    game = charges(HORSE, ready, "dice blue 1", answers=("charge unit=A target=F", "fire"))
    assert [one.result for one in game.told(ReactionTested)] == ["demoralised"]
    assert game.told(VolleyFired) == []
    assert is_engaged(game["F"])


# Evasion


@pytest.mark.rule("fucilieri.3.3.2.8")
@pytest.mark.rule("fucilieri.3.3.2.9")
@pytest.mark.rule("fucilieri.ex.60")
def test_skirmishers_who_evade_from_heavy_cavalry_are_caught():
    game = charges(
        HORSE,
        "blue skirmishers F at 60,58.75 facing N, open, initial 8, average, normal, with officer",
        "dice blue 6",
        answers=("charge unit=A target=F", "evade"),
    )
    assert edges(game, "F") == [("A", "rear")]
    assert game["F"].is_disorganised
    assert HAS_EVADED.is_on(game["F"])
    assert game.at("F") == (60, 70.75)


def test_who_evades_far_enough_is_followed_half_the_way():
    game = charges(
        "red foot A at 60,40 facing S, line, initial 16, average, normal",
        "blue skirmishers F at 60,52.75 facing N, open, initial 8, average, normal, disorganised",
        "dice blue 6",
        answers=("charge unit=A target=F", "stand"),
    )
    assert is_engaged(game["F"])
    game = charges(
        "red foot A at 60,40 facing S, line, initial 16, average, normal, spent 3",
        "blue skirmishers F at 60,52.75 facing N, open, initial 8, average, normal",
        "order red oppose",
        answers=("charge unit=A target=F", "evade"),
    )
    assert game.at("F") == (60, 64.75)
    assert game.at("A") == (60, 45.5)  # half of 11
    assert ended(game) == ["escaped"]
    assert HAS_CHARGED.is_on(game["A"])


@pytest.mark.rule("fucilieri.3.3.2.10")
def test_an_evader_who_leaves_the_table_is_lost():
    game = charges(
        "red foot A at 60,95 facing S, line, initial 16, average, normal",
        "blue skirmishers F at 60,108 facing N, open, initial 8, average, normal",
        answers=("charge unit=A target=F", "evade"),
    )
    assert game["F"].where == "lost"


# Counter-charge


@pytest.mark.rule("fucilieri.3.3.2.6")
def test_a_counter_charge_meets_half_way_and_both_have_charged():
    game = charges(
        HORSE,
        "blue horse F at 60,65 facing N, initial 10, average, normal, weapon none",
        "order blue hold",
        answers=("charge unit=A target=F", "counter-charge"),
    )
    assert (game.at("A"), game.at("F")) == ((60, 47.5), (60, 57.5))
    assert (edges(game, "A"), edges(game, "F")) == ([("F", "front")], [("A", "front")])
    assert HAS_CHARGED.is_on(game["F"])
    assert place_held(game["F"]) == (6000, 5750)  # fucilieri.3.1.4.6b


@pytest.mark.rule("fucilieri.3.3.2.6")
def test_who_has_no_room_half_way_is_met_where_he_stands():
    game = charges(
        HORSE.replace("initial 10", "initial 4"),
        "blue horse F at 60,65 facing N, initial 16, average, normal, weapon none",
        "blue foot G at 71,57 facing N, column, initial 16",  # it would have to pass between these two
        "blue foot K at 49,57 facing N, column, initial 16",
        "order blue hold",
        answers=("charge unit=A target=F", "counter-charge"),
    )
    assert game.at("F") == (60, 65)
    assert edges(game, "F") == [("A", "front")]
    assert not HAS_CHARGED.is_on(game["F"])
    assert ended(game) == ["contact"]


# Closing fire


@pytest.mark.rule("fucilieri.3.3.3.5")
@pytest.mark.rule("fucilieri.3.3.2.12")
@pytest.mark.parametrize(
    ("die", "result", "engaged"),
    [(4, "none", True), (3, "disorganised", True), (2, "demoralised", False), (1, "falling-back", False)],
)
def test_a_charger_that_loses_a_quarter_to_closing_fire_tests(die: int, result: str, engaged: bool):
    ready = LINE.replace(", fired", "")
    red = f"{FOOT}, with officer"
    # six dice, 4+ by the first volley: four hits, a quarter of 16; the leader throws are for an officer
    dice = f"dice blue 6 6 6 6 1 1 red 6 {die}"
    game = charges(red, ready, dice, answers=("charge unit=A target=F", "fire"))
    assert game["A"].figures == 12
    assert [(one.unit, one.cause, one.result) for one in game.told(ReactionTested)] == [("A", "losses", result)]
    assert is_engaged(game["A"]) is engaged
    assert HAS_FIRED.is_on(game["F"])
    if result == "demoralised":  # 10 cm from the target it began
        assert ended(game) == ["stopped"]
        assert game.at("A") == (60, 40)
    if result == "falling-back":
        assert game.at("A") == (60, 32)


def test_a_demoralised_charger_stops_ten_cm_from_the_target():
    ready = LINE.replace(", fired", "").replace("60,55", "60,60")
    column = "red foot A at 60,40 facing S, column, initial 16, average, normal, cannot, with officer"
    # a column is hit on 3+; it began 12.5 cm away
    game = charges(column, ready, "dice blue 6 6 6 6 1 1 red 6 2", answers=("charge unit=A target=F", "fire"))
    assert ended(game) == ["stopped"]
    front = game.at("A")[1] + game.state.shape(game["A"]).depth / 200
    assert front == pytest.approx(47.5, abs=0.02)


@pytest.mark.rule("fucilieri.3.3.3.5", "fucilieri.3.3.1.7")
def test_a_demoralised_charger_that_has_shrunk_until_it_no_longer_reaches_the_target_stays_where_it_stood():
    ready = LINE.replace(", fired", "").replace("60,55", "80,56")
    dice = "dice blue 6 6 6 6 1 1 red 6 2"  # with 12 figures its line ends 2.5 cm sooner, farther from the target
    game = charges(f"{FOOT}, with officer", ready, dice, answers=("charge unit=A target=F", "fire"))
    assert ended(game) == ["stopped"]
    assert game.at("A") == (60, 40)
    assert game["A"].is_demoralised
    steady = charges(
        f"{FOOT}, with officer", ready, dice.replace("red 6 2", "red 6 4"), answers=("charge unit=A target=F", "fire")
    )
    assert not is_engaged(steady["A"])


def test_a_charge_goes_on_without_a_test_below_a_quarter():
    game = charges(
        FOOT, LINE.replace(", fired", ""), "dice blue 6 6 1 1 1 1 red", answers=("charge unit=A target=F", "fire")
    )
    assert game["A"].figures == 14
    assert is_engaged(game["A"])
    assert game.told(ReactionTested) == []


@pytest.mark.rule("fucilieri.3.3.2.5")
def test_who_is_charged_by_several_fires_at_one_of_them():
    game = charges(
        "red foot A at 55,40 facing S, column, initial 16, average, normal",
        "red foot B at 66,40 facing S, column, initial 16, average, normal",
        LINE.replace(", fired", ""),
        answers=("charge unit=A target=F", "charge unit=B target=F", "next-charge unit=A", "stand"),
    )
    assert game.told(VolleyFired) == []  # engaged by the first, it can but stand against the second
    game = charges(
        "red foot A at 55,40 facing S, column, initial 16, average, normal",
        "red foot B at 66,40 facing S, column, initial 16, average, normal",
        LINE.replace(", fired", ""),
        "dice blue 1 1 1 1 1 1",
        answers=("charge unit=A target=F", "charge unit=B target=F", "next-charge unit=B", "fire"),
    )
    assert [one.target for one in game.told(VolleyFired)] == ["B"]


# Squares


SQUARE = "blue foot F at 60,60 facing N, square, initial 16, average, normal, fired"


@pytest.mark.rule("fucilieri.3.5.8.9")
@pytest.mark.rule("fucilieri.3.5.8.12")
@pytest.mark.rule("fucilieri.3.1.6.13")
@pytest.mark.rule("fucilieri.ex.55")
def test_cavalry_rides_round_a_square_in_order():
    game = charges(HORSE, SQUARE, "dice red 5")
    assert not is_engaged(game["A"])
    assert game["A"].is_disorganised
    assert game.at("A") == (60, 60 - 6.25 - 5 - 5)
    assert HAS_ENGAGED.is_on(game["A"])
    assert ended(game) == ["ridden-round"]


@pytest.mark.parametrize(
    ("more", "die", "closes"), [("", 6, True), (", bloodlust", 5, True), (", bloodlust", 4, False)]
)
@pytest.mark.rule("fucilieri.ex.56")
def test_on_a_high_die_it_closes(more: str, die: int, closes: bool):
    answers = () if more else ("charge unit=A target=F",)
    game = charges(f"{HORSE}{more}", SQUARE, f"dice red {die}", answers=answers)
    assert is_engaged(game["F"]) is closes
    assert [one.passed for one in game.told(SquareRolled)] == [closes]


@pytest.mark.rule("fucilieri.3.1.6.12", "fucilieri.3.5.8.1")
@pytest.mark.parametrize(
    ("charger", "target", "rolls"),
    [(HORSE, SQUARE, 1), (HORSE, SQUARE.replace("square", "line"), 0), (FOOT, SQUARE, 0)],
)
def test_only_cavalry_has_to_roll_and_only_against_a_square(charger: str, target: str, rolls: int):
    tested = "" if rolls else " blue 6" if charger == HORSE else ""
    game = charges(charger, target, f"dice red{' 6' * rolls}{tested}")
    assert len(game.told(SquareRolled)) == rolls
    assert is_engaged(game["F"])


def test_elite_cavalry_closes_on_five():
    game = charges(HORSE.replace("average", "elite"), SQUARE, "dice red 5")
    assert is_engaged(game["F"])


@pytest.mark.rule("fucilieri.3.5.8.10")
def test_a_disorganised_square_is_contacted_without_a_roll():
    game = charges(HORSE, f"{SQUARE}, disorganised", "dice red blue 6")
    assert is_engaged(game["F"])


def test_a_square_formed_in_time_needs_no_test_and_may_fire():
    ready = "blue foot F at 60,60 facing N, line, initial 16, average, normal"
    game = charges(HORSE, ready, "dice blue 4 1 1 red 6", answers=("charge unit=A target=F", "form-square", "fire"))
    assert game.told(ReactionTested) == []
    assert game["F"].formation == "square"
    assert is_engaged(game["F"])
    assert len(game.told(VolleyFired)) == 1


@pytest.mark.rule("fucilieri.ex.57")
def test_a_square_that_fails_tests_and_does_not_fire():
    ready = "blue foot F at 60,60 facing N, line, initial 16, poor, normal, with officer"
    game = charges(HORSE, ready, "dice blue 4 6", answers=("charge unit=A target=F", "form-square"))
    assert game["F"].is_disorganised
    assert [one.cause for one in game.told(ReactionTested)] == ["charged"]
    assert game.told(VolleyFired) == []


# The round


@pytest.mark.rule("fucilieri.3.3.1.1")
def test_commands_declare_in_execution_order_and_take_up_where_a_save_stopped():
    game = situation("\n".join(("fucilieri", FOOT, LINE)))
    s = game.state
    s.phase, s.step, s.queue = "charges", 1, ["red"]
    s.named = [CHARGES.written(Declared("A", "F", "front", 1000, *game["F"].pose)), ALL_DECLARED]
    game.run(charge_round)
    assert game.asked == []
    assert is_engaged(game["A"])
    assert (game.state.queue, game.state.named) == ([], [])


def test_a_charger_who_is_demoralised_by_then_does_not_charge():
    game = situation("\n".join(("fucilieri", f"{FOOT}, demoralised", LINE)))
    s = game.state
    s.phase, s.step, s.queue = "charges", 1, ["red"]
    s.named = [CHARGES.written(Declared("A", "F", "front", 1000, *game["F"].pose)), ALL_DECLARED]
    game.run(charge_round)
    assert ended(game) == ["off"]
    assert game.at("A") == (60, 40)
    assert not HAS_CHARGED.is_on(game["A"])
