"""What winners do (7.2): penetration, the pursuit test, control moves and pursuits."""

from __future__ import annotations

from fractions import Fraction

import pytest

from alfiere.games.lumi.charge.attacks import begin_attack
from alfiere.games.lumi.command.active import INACTIVE
from alfiere.games.lumi.melee.combats import MELEES, combats
from alfiere.games.lumi.melee.penetration import HAS_PURSUED, MOVE, after_win, pursuit_prospect, pursuit_tally, resolve
from alfiere.games.lumi.melee.phase import melee_phase
from alfiere.games.lumi.state.standing import is_in_melee
from alfiere.games.lumi.told.charge import ChargeDeclared
from alfiere.games.lumi.told.common import BaseMoved
from alfiere.games.lumi.told.melee import CombatWon, PursuitTested, RoundFought
from alfiere.games.lumi.told.morale import MoraleTested
from alfiere.games.lumi.told.victory import BattleEnded
from tests.games.lumi.charge.test_charge import height
from tests.games.lumi.lines import Situation
from tests.situation import situation

HOMES = "home red south\nhome blue north"


def win(game: Situation, unit: str, *answers: str, beaten: tuple[str, ...] = ()) -> None:
    """A unit has just won."""
    foes = tuple(game.unit(one) for one in beaten)
    game.run(lambda g: after_win(g, game.unit(unit), foes), *answers)


def fought(game: Situation, *answers: str) -> None:
    (combat,) = combats(game.state)
    game.run(lambda g: resolve(g, combat), *answers)


@pytest.mark.rule("lumi.7.2.1b", "lumi.7.2.1c", "lumi.7.2.1h", "lumi.ex.55")
@pytest.mark.parametrize(("state", "at"), [("ordered", 1100), ("disordered", 1000)])
def test_ordered_foot_that_has_won_advances(state: str, at: int):
    game = situation(
        f"""
        lumi
        red foot A at 10,10 facing N, melee 2, {state}
        blue foot F at 10,11 facing S, melee 0, morale 0
        dice red 4 blue 4 4
        {HOMES}
        """
    )
    fought(game)  # by 1 or 2: 4 - 1 or - 2
    assert len(game.told(CombatWon)) == 1
    assert height(game, "A") == at
    assert game["A"].state == (0 if state == "ordered" else 1)


SECOND_LINE = f"""
        lumi
        red foot A at 10,10 facing N, melee 0, morale 2
        blue foot F at 10,12.5 facing S, melee 0, morale 1
        blue foot G at 12,12.5 facing S, brigade X
        blue foot H at 8,12.5 facing S, brigade Y
        {HOMES}
"""


@pytest.mark.rule("lumi.7.2.1d", "lumi.7.2.1i", "lumi.3.1.13a", "lumi.ex.56")
def test_a_second_line_in_whose_zone_the_advance_ends_tests_as_charged_and_may_stay():
    game = situation(f"{SECOND_LINE}\ndice red blue 4")
    win(game, "A", "stay")
    assert [test.score for test in game.told(MoraleTested)] == [5]
    assert height(game, "A") == 1100
    assert game["A"].state == 0
    assert not is_in_melee(game.state, game["A"])


@pytest.mark.rule("lumi.7.2.1e", "lumi.7.2.1f", "lumi.7.2.1i", "lumi.ex.56")
def test_a_second_line_that_comes_into_contact_is_fought_at_once_and_the_winner_of_the_first_is_disordered():
    game = situation(f"{SECOND_LINE}\ndice red 3 blue 4 1 6")
    MELEES.put(game["A"])  # the one it has just won
    win(game, "A", "advance")
    assert height(game, "F") == 1200
    assert len(game.told(RoundFought)) == 1
    assert game["A"].state == 1


@pytest.mark.rule("lumi.1.5.6b", "lumi.7.2.1b")
def test_who_is_in_rout_and_is_reached_by_the_advance_loses_and_runs_on():
    game = situation(
        f"""
        lumi
        red foot A at 10,10 facing N, melee 0, morale 2
        blue foot F at 10,12 facing N, column, rout, losses 1
        dice red blue
        {HOMES}
        """
    )
    win(game, "A")
    assert (game["F"].losses, game["F"].state, height(game, "F")) == (2, 3, 1800)
    assert height(game, "A") == pytest.approx(1050, abs=2)  # it stops where it has reached him
    assert not game.told(RoundFought)


@pytest.mark.rule("lumi.7.2.1b", "lumi.7.2.1g", "lumi.ex.97")
def test_a_melee_won_in_its_second_impulse_gives_no_penetration():
    game = situation(
        f"""
        lumi
        red foot A at 10,10 facing N, melee 0, morale 2
        blue foot F at 10,11 facing S, melee 0, morale 0
        red general M at 12,9 able
        dice red 4 5 blue 3 6 3 3
        {HOMES}
        """
    )
    game.state.orders["red"] = 6
    fought(game)
    assert is_in_melee(game.state, game["A"])
    for one in "AF":
        game[one].marks = [mark for mark in game[one].marks if not mark.endswith("/impulse")]
    game.state.impulse = 2
    fought(game)
    assert len(game.told(CombatWon)) == 1
    assert height(game, "A") == 1000


@pytest.mark.rule("lumi.7.2.1j")
def test_squares_garrisons_and_who_is_still_in_contact_do_not_advance():
    for extra in ("square", "line"):
        game = situation(
            f"""
            lumi
            red foot A at 10,10 facing N, {extra}
            blue foot F at 11.5,10 facing W
            dice red blue
            """
        )
        win(game, "A")
        assert height(game, "A") == 1000
    game = situation("lumi\nvillage V 9,9 11,11\nred foot A at 10,10 facing N, in V, column\ndice red blue")
    win(game, "A")
    assert height(game, "A") == 1000


@pytest.mark.rule("lumi.7.2.1h")
def test_the_advance_stops_at_an_obstacle_and_before_a_friend():
    game = situation("lumi\nstream S 5,10.8 15,10.8 level 1\nred foot A at 10,10 facing N\ndice red blue")
    win(game, "A")
    assert abs(height(game, "A") - 1030) <= 2
    game = situation("lumi\nred foot A at 10,10 facing N\nred foot B at 10,11.4 facing N, brigade X\ndice red blue")
    win(game, "A")
    assert abs(height(game, "A") - 1040) <= 4


@pytest.mark.rule("lumi.3.3.3m", "lumi.7.2.1b")
@pytest.mark.parametrize(("holds", "post"), [("", "V"), ("blue foot F at 10,13 facing S, in V, column", "")])
def test_foot_whose_advance_leads_into_empty_buildings_goes_in(holds: str, post: str):
    game = situation(f"lumi\nvillage V 8,10.8 12,14.8\nred foot A at 10,10 facing N\n{holds}\ndice red blue")
    win(game, "A")
    assert game["A"].post == post
    assert game["A"].formation == ("column" if post else "line")
    assert game["A"].is_on


@pytest.mark.rule("lumi.7.2.1a", "lumi.7.2.1e", "lumi.7.2.1f", "lumi.7.2.2b", "lumi.7.2.1g", "lumi.ex.80")
def test_after_a_second_melee_cavalry_is_disordered_and_makes_no_pursuit_test():
    game = situation(
        f"""
        lumi
        red cuirassiers A at 10,10 facing N, melee 2, morale 2
        blue foot F at 9.5,11.5 facing S, melee 0, morale -2, column, brigade X
        blue foot G at 10.6,12.45 facing S, melee 0, morale 1, column, brigade Y
        impulse 2
        red general M at 12,9 able
        dice red 6 6 blue 1 1 6 1 1
        {HOMES}
        """
    )
    game.state.orders["red"] = 6
    fought(game)
    assert len(game.told(RoundFought)) == 2
    assert game["A"].state == 1
    assert not game.told(PursuitTested)
    assert height(game, "A") == 1095


# The pursuit test


@pytest.mark.rule("lumi.7.2.2a", "lumi.7.2.2c", "lumi.7.2.2d", "lumi.7.2.2e", "lumi.7.2.2j", "lumi.ex.57")
def test_controlled_horse_stays_in_hand_and_may_go_anywhere_or_charge():
    game = situation(
        f"""
        lumi
        red cuirassiers A at 10,8 facing N, can controlled
        blue foot F at 10,13 facing S
        dice red 3 blue
        {HOMES}
        """
    )
    win(game, "A", "control-move pose=1000,1500,0")
    (test,) = game.told(PursuitTested)
    assert (test.tally.total, test.passed) == (1, True)
    keys = [option.key for option in game.asked[0].options]
    assert keys[:2] == ["hold", "charge"]
    assert set(keys) == {"hold", "charge", "control-move"}
    assert height(game, "A") == 500  # 4um backwards from 9
    assert game["A"].heading == 0
    assert game["A"].state == 0


@pytest.mark.rule("lumi.7.2.2n", "lumi.7.2.2d")
def test_a_control_move_goes_to_any_place_within_its_speed_that_somebody_points_at():
    game = situation(f"lumi\nred cuirassiers A at 10,8 facing N\ndice red 6\n{HOMES}")
    seen = []

    def point(decision):  # type: ignore[no-untyped-def]
        seen.append(decision.why_not("control-move", {"unit": "A", "pose": [1000, 650, 0]}))
        return decision.find(("control-move", {"unit": "A", "pose": [1250, 1300, 900]}))

    win(game, "A", point)  # type: ignore[arg-type]
    assert seen[0].rule == "lumi.7.2.2n"
    assert (game["A"].x, height(game, "A"), game["A"].heading) == (1250, 700, 900)


@pytest.mark.rule("lumi.7.2.2g", "lumi.7.2.2h", "lumi.7.2.3a", "lumi.ex.58")
def test_a_charge_by_a_control_move_whose_target_breaks_before_contact_costs_nothing():
    game = situation(
        f"""
        lumi
        red cuirassiers A at 10,8 facing N, can controlled
        blue foot F at 10,13 facing S, morale 0
        dice red 3 blue 1
        {HOMES}
        """
    )
    win(game, "A", "charge target=F")
    assert game["F"].state == 3
    assert game["A"].losses == 0
    assert not game.told(RoundFought)
    assert [one.how for one in game.told(ChargeDeclared)] == ["control"]


@pytest.mark.rule("lumi.7.2.2g", "lumi.7.2.2i", "lumi.7.2.3a", "lumi.7.2.3b", "lumi.7.2.2m", "lumi.ex.58")
def test_a_charge_by_a_control_move_that_breaks_the_enemy_in_melee_costs_a_loss_and_no_test():
    game = situation(
        f"""
        lumi
        red cuirassiers A at 10,10 facing N, can controlled, melee 1, morale 1
        blue foot E at 10,11 facing S, melee 0, morale -2, brigade X
        blue foot F at 12.5,14 facing S, morale 0, melee 0, brigade Y
        dice red 6 3 6 blue 1 1 6 1 1
        {HOMES}
        """
    )
    game.state.cohesion["blue"] = 9
    fought(game, "charge target=F", "receive")
    assert [one.units for one in game.told(CombatWon)] == [("A",), ("A",)]
    assert game["F"].state == 3
    assert game["A"].losses == 1
    assert game["A"].state == 1
    assert [one.units for one in game.told(MoraleTested)].count(("A",)) == 0


@pytest.mark.rule("lumi.7.2.3a")
def test_who_is_broken_in_a_charge_by_its_control_move_loses_nothing_for_having_broken_the_enemy():
    game = situation(
        f"""
        lumi
        red cuirassiers A at 10,10 facing N, can controlled, melee 1, morale -3
        blue foot E at 10,11 facing S, melee 0, morale -2, brigade X
        blue foot F at 12.5,14 facing S, morale 3, melee 5, brigade Y
        dice red 6 3 1 1 blue 1 1 6 6
        {HOMES}
        """
    )
    game.state.cohesion["blue"] = 9
    game.state.cohesion["red"] = 9
    fought(game, "charge target=F", "receive")
    assert [one.units for one in game.told(CombatWon)] == [("A",), ("F",)]
    assert game["A"].state == 3
    assert game["A"].losses == 1  # of the round, by eight points


@pytest.mark.rule("lumi.7.2.2d", "lumi.7.2.2e", "lumi.7.2.2f", "lumi.7.2.2n", "lumi.ex.110")
def test_a_control_move_charges_whatever_the_arc():
    game = situation(
        f"""
        lumi
        red cuirassiers A at 10,10 facing N, morale 1
        blue foot F at 5,9.5 facing E, morale 1
        dice red 6 2 blue 5 2 4
        {HOMES}
        """
    )
    win(game, "A", "charge target=F", "receive")
    test = next(one for one in game.told(MoraleTested) if one.units == ("F",))
    assert "charged" in {name for _, name, _ in test.tally.lines}
    assert len(game.told(RoundFought)) == 1


@pytest.mark.rule("lumi.7.2.2j", "lumi.7.2.2k", "lumi.7.2.2l", "lumi.ex.59")
def test_light_cavalry_out_of_hand_pursues_and_is_disordered():
    game = situation(
        f"""
        lumi
        red hussars A at 10,5 facing N
        blue foot F at 10,15 facing N, rout, column
        dice red 4 blue
        {HOMES}
        """
    )
    win(game, "A", beaten=("F",))
    (test,) = game.told(PursuitTested)
    assert (test.roll + test.tally.total, test.passed) == (3, False)
    assert height(game, "A") == 1100  # 1um and 5um
    assert game["A"].state == 1
    assert INACTIVE.is_on(game["A"])


@pytest.mark.rule("lumi.7.2.2k", "lumi.1.5.6b", "lumi.7.2.2l")
def test_a_pursuit_that_reaches_a_unit_in_rout_costs_it_a_loss():
    game = situation(
        f"""
        lumi
        red cuirassiers A at 10,5 facing N
        blue foot F at 12,9 facing N, rout, column
        dice red 1 blue
        {HOMES}
        """
    )
    win(game, "A", beaten=("F",))
    assert game["F"].losses == 1
    assert height(game, "F") > 1400
    assert INACTIVE.is_on(game["A"])
    assert not game.told(RoundFought)


@pytest.mark.rule("lumi.7.2.2k", "lumi.7.2.2m")
def test_a_pursuit_that_meets_a_fresh_enemy_charges_it_and_fights_at_once_in_disorder():
    game = situation(
        f"""
        lumi
        red cuirassiers A at 10,5 facing N, morale 2
        blue foot F at 10,15 facing N, rout, column, brigade X
        blue foot G at 10,9 facing S, morale 2, melee 0
        dice red 1 6 blue 6 3 6
        {HOMES}
        """
    )
    win(game, "A", "receive", beaten=("F",))
    (told,) = game.told(RoundFought)
    assert {name for _, name, _ in told.red_tally.lines} >= {"disordered"}
    assert [one.how for one in game.told(ChargeDeclared)] == ["pursuit"]


@pytest.mark.rule("lumi.7.2.2m")
def test_nobody_pursues_twice_in_a_turn():
    game = situation(f"lumi\nred cuirassiers A at 10,5 facing N\ndice red blue\n{HOMES}")
    HAS_PURSUED.put(game["A"])
    win(game, "A")
    assert height(game, "A") == 600
    assert not game.told(PursuitTested)


@pytest.mark.rule("lumi.7.2.2j")
def test_what_counts_in_the_pursuit_test():
    game = situation(
        """
        lumi
        red hussars A at 10,5 facing N
        red cuirassiers B at 14,5 facing N
        red general M at 14,4 able, with B
        """
    )
    names = {one: [name for _, name, _ in pursuit_tally(game.state, game.unit(one)).lines] for one in "AB"}
    assert "light-cavalry" in names["A"]
    assert names["B"] == ["general"]
    assert pursuit_prospect(game.state, game.unit("B")).results[1] == Fraction(2, 3)


# The phase


@pytest.mark.rule("lumi.6.1.3", "lumi.2.1.9")
def test_the_player_with_the_initiative_chooses_the_order_of_the_combats():
    game = situation(
        """
        lumi
        red foot A at 5,10 facing N, brigade X
        blue foot F at 5,11 facing S, brigade V
        red foot B at 15,10 facing N, brigade Y
        blue foot G at 15,11 facing S, brigade W
        initiative blue
        """
    )
    settled: list[object] = []
    game.run(lambda g: melee_phase(g, settled.append), "fight unit=G")
    assert game.asked[0].seat == "blue"
    assert [one.red for one in game.told(RoundFought)][:2] == [("B",), ("A",)]
    assert len(settled) == 2
    assert (game.state.queue, game.state.step) == ([], 0)


@pytest.mark.rule("lumi.6.1.5")
def test_the_class_of_an_attack_is_forgotten_when_they_part():
    game = situation("lumi\nred foot A at 10,10 facing N\nblue foot F at 10,11 facing S")
    begin_attack(game.state, game.unit("A"), game.unit("F"), "rear", charging=False)
    s = game.state
    one = s.bases["F"]
    s.stand(one, s.footing(one)._replace(pose=one.pose._replace(y=one.y - 300)))
    game.run(lambda g: melee_phase(g, lambda g: None))
    assert game["A"].marks == []


@pytest.mark.rule("lumi.11.7")
def test_a_battle_that_a_combat_decides_ends_before_the_winner_presses_on():
    game = situation(
        f"lumi\nred cuirassiers A at 10,10 facing N\nblue guns G at 10,11 facing S\ndice red blue\n{HOMES}"
    )
    game.state.cohesion["blue"] = game["G"].profile.cohesion
    fought(game)
    assert [one.winner for one in game.told(BattleEnded)] == ["red"]
    assert height(game, "A") == 1000
    assert not game.told(PursuitTested)


@pytest.mark.rule("lumi.7.2.2m", "lumi.7.2.2n")
def test_a_control_move_passes_friends_in_line_and_stands_beyond_them():
    game = situation(
        f"""
        lumi
        red cuirassiers A at 10,10 facing N
        red foot B at 10,9 facing N, brigade X
        dice red 6 blue
        {HOMES}
        """
    )
    win(game, "A", "control-move pose=1000,1300,0")
    assert height(game, "A") == 700  # 4um back from 11, through B


@pytest.mark.rule("lumi.7.2.2j")
@pytest.mark.parametrize(("other", "is_light"), [("hussars", True), ("cuirassiers", False)])
def test_a_unit_counts_as_light_cavalry_in_the_pursuit_test_if_all_its_bases_are(other: str, is_light: bool):
    game = situation(f"lumi\nred hussars A at 10,5 facing N\nred {other} B at 12,5 facing N")
    unit = game.unit("A")
    assert unit.ids == ("A", "B")
    assert ("light-cavalry" in [name for _, name, _ in pursuit_tally(game.state, unit).lines]) is is_light


@pytest.mark.rule("lumi.7.2.2n")
@pytest.mark.parametrize(("far", "may"), [(400, True), (402, True), (403, False)])
def test_a_control_move_goes_no_farther_than_its_speed_but_for_what_is_lost_in_rounding(far: int, may: bool):
    game = situation("lumi\nred cuirassiers A at 10,8 facing N")
    found = MOVE.judged(game.state, game.unit("A"), {"unit": "A", "pose": [1000 + far, 1200, 0]})
    assert (getattr(found, "rule", "") == "") is may


@pytest.mark.rule("lumi.7.2.2m", "lumi.7.2.2n", "lumi.4.1.16")
@pytest.mark.parametrize(("north", "at", "reached"), [(10.5, 950, True), (14.5, 1000, False)])
def test_a_charge_by_a_control_move_passes_friends_whether_it_comes_home_or_falls_short(
    north: float, at: int, reached: bool
):
    game = situation(
        f"""
        lumi
        red cuirassiers A at 10,5 facing N, morale 2, can controlled
        red foot B at 10,8 facing N, brigade X
        blue foot F at 10,{north} facing S, morale 2, melee 2
        dice red 6 4 4 4 blue 6 4 4 4
        {HOMES}
        """
    )
    win(game, "A", "charge target=F", "receive") if reached else win(game, "A", "charge target=F")
    assert 2000 - game.told(BaseMoved)[1].to[1] == pytest.approx(at, abs=3)
    assert bool(game.told(RoundFought)) is reached
