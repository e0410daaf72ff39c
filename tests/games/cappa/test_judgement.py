"""What the computer players' judgement must prefer: each pair of positions differs in one thing."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.computer.judgement import evaluate
from alfiere.games.cappa.computer.walking import walk
from tests.games.cappa.guns import light_gun
from tests.situation import situation


def judged(*lines: str, seat: str = "red", turn: int = 2) -> float:
    """How good the position of these lines is."""
    text = "\n".join(("cappa on open ground 40x40", *lines, f"turn {turn}"))
    return evaluate(situation(text).state, seat)


A = "red protagonist A at 10,{} with BD PS, hands BD PS"
B = "blue extra B at 10,30 with BD, hands BD"


def test_nearer_to_the_enemy_is_better() -> None:
    assert judged(A.format(20), B) > judged(A.format(10), B)


def test_a_wall_between_counts_as_way() -> None:
    wall = "low wall 0,25 40,25"
    assert judged(A.format(26), B, wall) > judged(A.format(24), B, wall) + (
        judged(A.format(26), B) - judged(A.format(24), B)
    )


def test_to_stand_behind_a_friend_is_worse_than_to_stand_beside_him() -> None:
    beside = judged(A.format(20), "red protagonist C at 11.2,20 with BD, hands BD", B)
    behind = judged(A.format(20), "red protagonist C at 10,21.1 with BD, hands BD", B)
    nearer = judged(A.format(20), "red protagonist C at 13,21.1 with BD, hands BD", B)
    assert beside > behind
    assert nearer > behind


def test_an_enemy_out_of_action_is_better_than_one_at_arms_length() -> None:
    """To be rid of the nearest must never seem a loss, however far the next one is."""
    other = "blue extra C at 39,1 with BD, hands BD"
    grips = judged("red protagonist A at 10,29 with BD, hands BD, pa 3", B, other)
    rid = judged("red protagonist A at 10,29 with BD, hands BD, pa 2", "blue extra B out at 10,30", other)
    assert rid > grips


def test_a_shaken_enemy_is_better_than_a_steady_one() -> None:
    assert judged(A.format(20), B + ", shaken melee") > judged(A.format(20), B)


def test_a_die_is_better_placed_on_him_who_can_use_it() -> None:
    near, far = "red protagonist A at 10,28 with BD, hands BD", "red protagonist C at 30,1 with BD, hands BD"
    assert judged(near + ", pa 3", far, B) > judged(near, far + ", pa 3", B)
    assert judged(near, far + ", pa 3", B) > judged(near, far, B)


def test_it_is_better_to_be_at_grips_with_one_who_cannot_strike_back() -> None:
    mine = "red protagonist A at 10,29 with BD, hands BD, pa 2"
    assert judged(mine, B) > judged(mine, B + ", pa 3")


def test_a_wound_is_worse_than_a_hundred_steps() -> None:
    assert judged(A.format(1), B) > judged(A.format(28) + ", wounds 1", B)


def test_points_weigh_more_in_the_last_turn() -> None:
    def gain(turn: int) -> float:
        table = situation("\n".join(("cappa on open ground 40x40", A.format(20), B))).state
        table.turn = turn
        before = evaluate(table, "red")
        table.sides["red"].points += 1
        return evaluate(table, "red") - before

    last = situation("\n".join(("cappa on open ground 40x40", A.format(20), B))).state.scenario.turns
    assert gain(last) > gain(1) > 0


def test_victory_is_better_than_any_position_and_defeat_worse() -> None:
    table = situation("\n".join(("cappa on open ground 40x40", A.format(29), B + ", shaken melee"))).state
    here = evaluate(table, "red")
    table.winner = "red"
    assert evaluate(table, "red") > here > evaluate(table, "blue")


@pytest.mark.parametrize(("ground", "least", "most"), [("", 2000, 2000), ("closed building 5,8 35,12", 2450, 2700)])
def test_a_house_is_walked_round(ground: str, least: int, most: int) -> None:
    table = situation("\n".join(("cappa on open ground 40x40", ground, A.format(20), B))).state
    assert least <= walk(table, (1000, 0), (1000, 2000)) <= most


def test_nobody_walks_round_a_house_beyond_the_edge_of_the_table() -> None:
    table = situation("\n".join(("cappa on open ground 40x40", "closed building 10,0 20,5", A.format(20), B))).state
    assert walk(table, (900, 100), (2100, 100)) > 2000


def test_a_low_wall_is_crossed_where_it_is_long_and_walked_round_where_it_is_short() -> None:
    long = situation("\n".join(("cappa on open ground 40x40", "low wall 0,10 40,10", A.format(20), B))).state
    short = situation("\n".join(("cappa on open ground 40x40", "low wall 9,10 11,10", A.format(20), B))).state
    over, about = walk(long, (1000, 0), (1000, 2000)), walk(short, (1000, 0), (1000, 2000))
    assert over == pytest.approx(2500)
    assert 2000 < about < over


def test_a_drink_that_serves_nothing_is_worse_than_waiting() -> None:
    text = "cappa on open ground\nred extra A at 10,10, pa 1\nblue extra B at 30,30"
    after = {}
    for deed in ("drink", "wait"):
        game = situation(text)
        game.do("A", deed)
        after[deed] = evaluate(game.state, "red")
    assert after["drink"] < after["wait"]


FOE = "blue extra X at 55,20 with BD, hands BD"


def test_a_gun_with_a_charge_in_it_is_better_and_its_crew_has_no_reason_to_leave_it() -> None:
    loaded, empty = situation(light_gun("canister", FOE)).state, situation(light_gun("", FOE)).state
    assert evaluate(loaded, "red") > evaluate(empty, "red")
    assert evaluate(loaded, "blue") < evaluate(empty, "blue")
    before = evaluate(loaded, "red")
    loaded.figures["A"].x += 300  # nearer to the enemy
    assert evaluate(loaded, "red") <= before


def test_the_hits_on_a_wall_count_for_whoever_batters_it() -> None:
    s = situation(light_gun("", FOE)).state
    before = evaluate(s, "red")
    s.battered["barricade"] = 1
    assert evaluate(s, "red") > before


def test_whoever_comes_from_behind_goes_round_a_gun_and_its_crew() -> None:
    s = situation(light_gun("", FOE)).state
    assert walk(s, (1500, 2000), (3000, 2000)) > 1600
    assert walk(s, (1500, 2000), (1950, 1850)) < 700  # to the men themselves it is no farther
    s.guns.clear()
    assert walk(s, (1500, 2000), (3000, 2000)) == 1500


def test_a_die_for_those_who_wait_off_the_table_is_worth_something() -> None:
    s = situation("\n".join(("cappa on open ground 40x40", A.format(20), "red extra R at 1,1", B))).state
    s.figures["R"].where = "off"
    before = evaluate(s, "red")
    s.figures["R"].die = s.figures["R"].pa = 2
    assert evaluate(s, "red") > before + 1
