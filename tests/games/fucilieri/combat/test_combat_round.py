"""Round 5: one round of every combat, and what comes of it (3.5.1, 3.5.4, 3.5.5, 3.5.8)."""

from __future__ import annotations

import pytest

from alfiere.games.fucilieri.charge.closing import in_contact
from alfiere.games.fucilieri.combat.clusters import clusters, who_orders
from alfiere.games.fucilieri.combat.combat_round import FIGHT, combat_round
from alfiere.games.fucilieri.state.standing import FRONT, contacts, is_engaged
from alfiere.games.fucilieri.state.unit import FLEEING, HAS_CHARGED
from alfiere.games.fucilieri.told.combat import BloodlustRolled, BlowsStruck, CombatDecided
from alfiere.games.fucilieri.told.common import UnitMoved
from alfiere.games.fucilieri.told.morale import HitsSaved, ReactionTested
from tests.games.fucilieri.lines import Situation
from tests.situation import situation

HORSE = "red horse C at 60,40 facing S, initial 10, average, normal, cannot, with officer"
LINE = "blue foot F at 60,47.5 facing N, line, initial 16, average, normal, cannot, with officer"
FOOT = "red foot A at 60,42.5 facing S, line, initial 16, average, normal, cannot, with officer"
HIT, MISS = "6", "1"


def dice(hits: int, of: int) -> str:
    """So many hits of so many dice."""
    return " ".join([HIT] * hits + [MISS] * (of - hits))


def engaged(*lines: str, edge: str = FRONT, charged: tuple[str, ...] = ()) -> Situation:
    """All red units hold the first blue one on this edge."""
    game: Situation = situation("\n".join(("fucilieri", *lines)))
    game.state.phase = "combat"
    blue = next(one for one in game.state.units.values() if one.seat == "blue")
    for one in [one for one in game.state.side("red") if not one.id.startswith("X")]:
        in_contact(one, blue, FRONT, edge)
    for id in charged:
        HAS_CHARGED.put(game[id])
    return game


def fought(*lines: str, answers: tuple[object, ...] = (), **how: object) -> Situation:
    game = engaged(*lines, **how)  # type: ignore[arg-type]
    game.run(combat_round, *answers)
    assert game.dice_left == {}
    return game


def held(game: Situation, unit: str) -> list[tuple[str, str]]:
    return [(one.enemy, one.edge) for one in contacts(game[unit])]


# The round


@pytest.mark.rule("fucilieri.3.5.1.1")
def test_units_in_contact_through_others_are_one_combat():
    game = situation(
        """
        fucilieri
        red foot A at 55,40 facing S, column
        red foot B at 65,40 facing S, column
        red foot D at 120,40 facing S, column, of X
        blue foot F at 60,47.5 facing N, line
        blue foot G at 120,47.5 facing N, line, of Y
        blue foot H at 150,47.5 facing N, line, of Y
        """
    )
    for one, other in (("A", "F"), ("B", "F"), ("D", "G")):
        in_contact(game[one], game[other], FRONT, FRONT)
    assert [[one.id for one in knot] for knot in clusters(game.state)] == [["A", "B", "F"], ["D", "G"]]


def test_the_side_with_the_lowest_execution_number_says_what_is_fought_next():
    game = situation(
        f"""
        fucilieri
        {FOOT}, of X
        red foot B at 120,42.5 facing S, line, initial 16, average, normal, cannot, of X
        {LINE}
        blue foot G at 120,47.5 facing N, line, initial 16, average, normal, cannot
        """
    )
    for one, other in (("A", "F"), ("B", "G")):
        in_contact(game[one], game[other], FRONT, FRONT)
    game.state.phase = "combat"
    game.state.commands["blue"].execution = 0
    game.state.commands["blue"].execution, game.state.commands["red"].execution = 1, 2
    assert who_orders(game.state) == "blue"
    game.run(combat_round, "fight unit=G")
    assert game.asked[0].seat == "blue"
    assert game.told(BlowsStruck)[0].unit in ("B", "G")
    option = game.asked[0].options[0]
    assert len(FIGHT.prospects(engaged(FOOT, LINE).state, game.asked[0], option)) in (0, 2)


@pytest.mark.rule("fucilieri.3.5.1.2")
@pytest.mark.rule("fucilieri.3.5.4.2")
@pytest.mark.rule("fucilieri.3.5.5.1")
@pytest.mark.rule("fucilieri.4.2.3g")
@pytest.mark.rule("fucilieri.3.5.8.2")
@pytest.mark.rule("fucilieri.ex.50")
def test_infantry_beaten_by_one_is_pushed_back_and_followed():
    game = fought(
        HORSE,
        LINE,
        f"dice red {dice(3, 8)} blue 6 6 1 1 1 1 1 1 6 3",  # the officer's throw for three lost, then the test
        charged=("C",),
        answers=("follow-up",),
    )
    (test,) = game.told(ReactionTested)
    assert (test.score, test.result) == (6, "disorganised")
    (end,) = game.told(CombatDecided)
    assert (end.winner, end.red, end.blue) == ("red", 3, 2)
    assert (game["F"].figures, game["C"].figures) == (13, 8)
    assert game.at("F") == (60, 51.5)
    assert game["F"].heading == 0
    assert game.at("C") == (60, 44)
    assert held(game, "C") == [("F", "front")]
    assert held(game, "F") == [("C", "front")]


@pytest.mark.rule("fucilieri.3.5.1.3")
def test_the_steps_of_a_combat_come_in_their_order():
    game = fought(
        HORSE, LINE, f"dice red {dice(3, 8)} blue 6 6 1 1 1 1 1 1 6 3", charged=("C",), answers=("follow-up",)
    )
    keys = [event.key for event in game.events]
    steps = ("blows-struck", "figures-lost", "character-tried", "combat-decided", "reaction-tested", "unit-moved")
    assert [key for key in dict.fromkeys(keys) if key in steps] == list(steps)
    assert [(one.unit, one.how) for one in game.told(UnitMoved)] == [("F", "push-back"), ("C", "follow-up")]


def test_the_winner_may_stand_and_that_ends_the_combat():
    game = fought(
        HORSE, LINE, f"dice red {dice(3, 8)} blue 6 6 1 1 1 1 1 1 6 3", charged=("C",), answers=("stand-after-combat",)
    )
    assert game.at("C") == (60, 40)
    assert not is_engaged(game["C"])
    assert not is_engaged(game["F"])


@pytest.mark.rule("fucilieri.3.1.4.6b")
def test_who_holds_or_stands_in_square_does_not_follow_up():
    game = fought(HORSE, LINE, f"dice red {dice(3, 8)} blue 6 6 1 1 1 1 1 1 6 3", "order red hold", charged=("C",))
    assert game.asked == []
    assert game.at("C") == (60, 40)
    assert not is_engaged(game["C"])


@pytest.mark.rule("fucilieri.3.5.5.3")
@pytest.mark.rule("fucilieri.3.5.8.7")
@pytest.mark.rule("fucilieri.ex.51")
def test_after_a_draw_cavalry_recoils_from_the_front_of_infantry():
    game = fought(HORSE, LINE, f"dice red {dice(2, 8)} blue {dice(2, 8)}", charged=("C",))
    assert game.at("C") == (60, 22)
    assert game["C"].heading == 1800
    assert game["C"].is_disorganised
    assert not is_engaged(game["C"])
    assert game.at("F") == (60, 47.5)
    assert not game["F"].is_disorganised
    assert game.told(ReactionTested) == []


def test_after_a_draw_others_stay_engaged():
    game = fought(FOOT, LINE, f"dice red {dice(1, 9)} blue {dice(1, 9)}")
    assert held(game, "A") == [("F", "front")]


def test_cavalry_that_loses_against_infantry_but_keeps_its_nerve_recoils():
    game = fought(HORSE, LINE, f"dice red {dice(0, 8)} 6 blue {dice(1, 8)}", charged=("C",))
    assert game.at("C") == (60, 22)
    assert game["C"].is_disorganised
    assert game.asked == []
    assert game.told(BloodlustRolled) == []


@pytest.mark.rule("fucilieri.3.5.8.11")
def test_cavalry_recoils_from_a_square_unless_it_wins():
    square = "blue foot F at 60,51.25 facing N, square, initial 16, average, normal, cannot"
    game = fought(HORSE, square, f"dice red {dice(0, 8)} blue {dice(0, 5)}", charged=("C",))
    assert game.at("C") == (60, 22)
    assert not is_engaged(game["F"])


@pytest.mark.rule("fucilieri.3.5.8.3")
def test_a_beaten_square_stays_engaged():
    square = "blue foot F at 60,51.25 facing N, square, initial 16, average, normal, cannot, with officer"
    game = fought(HORSE, square, f"dice red {dice(1, 8)} blue {dice(0, 5)} 6", charged=("C",))
    assert game.at("F") == (60, 51.25)
    assert held(game, "C") == [("F", "front")]


def test_who_has_no_room_to_go_back_is_disorganised():
    game = fought(
        FOOT,
        LINE,
        "blue foot XG at 60,54 facing N, line, initial 16",
        f"dice red {dice(1, 9)} blue {dice(0, 9)} 6",
        answers=("stand-after-combat",),
    )
    assert game["F"].is_disorganised
    assert 47.5 < game.at("F")[1] < 49.1


@pytest.mark.rule("fucilieri.1.5.5")
@pytest.mark.rule("fucilieri.3.5.4.1")
def test_a_cuirass_cancels_hits_on_a_six():
    other = "blue horse F at 60,50 facing N, initial 10, average, normal, can cuirass"
    game = fought(HORSE, other, f"dice red {dice(2, 6)} blue 6 5 1 1 1 1 1 1 6", answers=("stand-after-combat",))
    (saved,) = game.told(HitsSaved)
    assert (saved.rolls, saved.saved) == ((6, 5), 1)
    assert game["F"].figures == 9


@pytest.mark.rule("fucilieri.3.5.5.2")
@pytest.mark.rule("fucilieri.3.5.8.6b")
def test_guns_that_do_not_win_are_lost_and_cavalry_that_stays_is_disorganised():
    guns = "blue guns F at 60,48.75 facing N, unlimbered, guns 1, average, cannot"
    game = fought(HORSE, guns, f"dice red {dice(0, 8)} blue {dice(0, 4)}", charged=("C",))
    assert game["F"].where == "lost"
    game = fought(HORSE, guns, f"dice red {dice(1, 8)} 1 blue {dice(0, 4)}", charged=("C",), answers=("advance",))
    assert game["F"].where == "lost"
    assert game["C"].is_disorganised
    assert game.at("C") == (60, 44)


def test_the_losing_side_tests_with_three_less_at_most_and_as_struck_in_the_flank():
    game = fought(HORSE, LINE, f"dice red {dice(5, 7)} 1 blue {dice(0, 2)} 6 6", edge="flank", charged=("C",))
    (test,) = game.told(ReactionTested)
    lines = {reason: amount for amount, reason, _ in test.tally.lines}
    assert lines["lost-combat"] == -3
    assert lines["struck-in-flank-or-rear"] == -1


@pytest.mark.rule("fucilieri.3.5.8.2b")
def test_who_is_held_on_several_edges_goes_from_who_hurt_him_most_and_faces_him():
    game = engaged(
        FOOT,
        "red foot B at 70,50 facing W, column, initial 16, average, normal, cannot",
        "blue foot F at 60,50 facing N, column, initial 16, average, normal, cannot, with officer",
        f"dice red {dice(0, 7)} {dice(1, 7)} blue {dice(0, 7)} {dice(0, 4)} 6",
    )
    in_contact(game["B"], game["F"], FRONT, "flank")
    game.run(combat_round, "follow-up unit=B")
    assert (game.at("F"), game["F"].heading) == ((56, 50), 900)
    assert (held(game, "B"), game.at("B")) == ([("F", "front")], (66, 50))
    assert not is_engaged(game["A"])  # whose enemy has turned away


def test_of_two_who_hurt_it_alike_the_winner_says_from_whom_it_is_pushed():
    game = engaged(
        FOOT,
        "red foot B at 70,50 facing W, column, initial 16, average, normal, cannot",
        "blue foot F at 60,50 facing N, column, initial 16, average, normal, cannot, with officer",
        f"dice red {dice(1, 7)} {dice(1, 7)} blue {dice(0, 7)} {dice(0, 4)} 6",
    )
    in_contact(game["B"], game["F"], FRONT, "flank")
    game.run(combat_round, "push-away unit=A")
    assert game.asked[0].seat == "red"
    assert (game.at("F"), game["F"].heading) == ((60, 54), 0)


def test_a_winner_held_by_one_who_stays_follows_nobody():
    game = engaged(
        FOOT,
        LINE.replace("60,47.5", "53,50").replace("line", "column"),
        "blue foot G at 66,51.25 facing N, square, initial 16, average, normal, cannot, with officer",
        f"dice red {dice(1, 9)} blue {dice(0, 12)} 6 6",
    )
    in_contact(game["A"], game["G"], FRONT, FRONT)
    game.run(combat_round)
    assert "after-victory" not in [one.key for one in game.asked]
    assert (held(game, "A"), is_engaged(game["F"])) == ([("G", "front")], False)


@pytest.mark.rule("fucilieri.3.5.8.13")
def test_a_square_that_wins_neither_follows_nor_advances_nor_sees_red():
    square = "blue foot F at 60,51.25 facing N, square, initial 16, average, fanatic, cannot"
    foot = "red foot A at 60,42.5 facing S, line, initial 16, average, normal, cannot, with officer"
    game = fought(foot, square, f"dice red {dice(0, 8)} 6 blue {dice(1, 5)}")
    assert game.asked == []
    assert (is_engaged(game["A"]), game.at("F")) == (False, (60, 51.25))
    game = fought(foot.replace("average", "poor"), square, f"dice red {dice(0, 8)} 1 blue {dice(1, 5)}")
    assert (game["A"].where == "on", game.asked, game.told(BloodlustRolled)) == (game["A"].is_on, [], [])


def test_guns_that_win_stay_where_they_are():
    guns = "blue guns F at 60,48.75 facing N, unlimbered, guns 2, average, cannot"
    game = fought(HORSE, guns, f"dice red {dice(0, 6)} 1 blue {dice(2, 4)}")
    assert (game.asked, game.told(BloodlustRolled), game.at("F")) == ([], [], (60, 48.75))


def test_the_demoralised_who_win_stay_where_they_are():
    weary = FOOT.replace("with officer", "with officer, demoralised")
    game = fought(weary, LINE.replace("average", "poor"), f"dice red {dice(2, 9)} blue {dice(0, 9)} 1")
    assert not game["F"].is_on
    assert (game.asked, game.told(BloodlustRolled), game.at("A")) == ([], [], (60, 42.5))


# Leaving


@pytest.mark.rule("fucilieri.3.5.8.4")
def test_who_is_demoralised_goes_back_once_and_is_free():
    game = fought(FOOT, LINE, f"dice red {dice(1, 9)} 1 blue {dice(0, 9)} 2")  # 2 + 4 - 1 = 5
    assert game["F"].is_demoralised
    assert not game["F"].is_falling_back
    assert game.at("F") == (60, 55.5)
    assert not is_engaged(game["F"])
    assert not is_engaged(game["A"])


@pytest.mark.rule("fucilieri.3.5.8.5a")
@pytest.mark.rule("fucilieri.3.5.8.5b")
@pytest.mark.rule("fucilieri.3.5.8.6a")
@pytest.mark.rule("fucilieri.ex.64")
def test_cavalry_left_by_all_goes_into_bloodlust_on_a_five_and_pursues():
    poor = LINE.replace("average", "poor")
    game = fought(HORSE, poor, f"dice red {dice(2, 7)} 5 blue {dice(0, 2)} 1", edge="flank", charged=("C",))
    assert game["F"].where in (FLEEING, "lost")
    (rolled,) = game.told(BloodlustRolled)
    assert (rolled.score, rolled.rages) == (6, True)
    assert game["C"].has_bloodlust
    assert game["C"].is_disorganised


@pytest.mark.rule("fucilieri.ex.64")
def test_infantry_in_the_same_case_does_not():
    poor = LINE.replace("average", "poor")
    game = fought(FOOT, poor, f"dice red {dice(2, 9)} 5 blue {dice(0, 9)} 1")
    (rolled,) = game.told(BloodlustRolled)
    assert (rolled.score, rolled.rages) == (5, False)
    assert not game["A"].has_bloodlust
    assert not game["A"].is_disorganised


@pytest.mark.rule("fucilieri.1.3.6d")
@pytest.mark.parametrize(
    ("line", "more"),
    [(FOOT.replace("normal", "disciplined"), ()), (FOOT, ("order red hold",)), (FOOT, ("order red withdraw",))],
)
def test_who_never_sees_red(line: str, more: tuple[str, ...]):
    poor = LINE.replace("average", "poor")
    game = fought(line, poor, *more, f"dice red {dice(2, 9)} blue {dice(0, 9)} 1")
    assert game.told(BloodlustRolled) == []


def test_irregulars_see_red_on_four():
    poor = LINE.replace("average", "poor")
    game = fought(FOOT.replace("normal", "irregular"), poor, f"dice red {dice(2, 9)} 4 blue {dice(0, 9)} 1")
    assert game["A"].has_bloodlust
    assert game.at("A") == (60, 50.5)  # its line allowance of 8


def test_a_pursuit_stops_five_cm_from_another_enemy_and_runs_down_who_flees():
    poor = LINE.replace("average", "poor")
    game = fought(
        FOOT.replace("normal", "fanatic"),
        poor,
        "blue foot XG at 60,58 facing N, line, initial 16, elite",
        f"dice red {dice(2, 9)} 6 blue {dice(0, 9)} 1",
    )
    front = game.at("A")[1] + 2.5
    assert front == pytest.approx(50.5, abs=0.02)  # the other's front is at 55.5


# Buildings


@pytest.mark.rule("fucilieri.5.14")
def test_who_is_beaten_out_of_a_building_leaves_it_to_the_winner():
    game = fought(
        "red foot A at 60,37.5 facing S, line, initial 16, average, normal, cannot, with officer",
        "blue foot F at 60,47.5 facing N, in V, initial 16, poor, normal, cannot, with officer",
        "building V 52.5,40 67.5,55",
        f"dice red {dice(3, 7)} 1 blue {dice(0, 6)} 6 1",
        answers=("occupy place=V",),
    )
    assert game["F"].post == ""
    assert not is_engaged(game["A"])
    assert game["A"].post == "V"


def test_a_garrison_that_keeps_its_nerve_stays():
    game = fought(
        "red foot A at 60,37.5 facing S, line, initial 16, average, normal, cannot, with officer",
        "blue foot F at 60,47.5 facing N, in V, initial 16, average, normal, cannot, with officer",
        "building V 52.5,40 67.5,55",
        f"dice red {dice(1, 7)} blue {dice(0, 6)} 6",
    )
    assert game["F"].post == "V"
    assert held(game, "A") == [("F", "front")]
