"""The approach to short range (4.2) and the melee that follows the fire (4.3)."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.charge.approach import APPROACHES, Approach, close_all
from alfiere.games.lumi.charge.attacks import ATTACKS, CHARGES
from alfiere.games.lumi.fire.lines import EXCHANGE, shots
from alfiere.games.lumi.fire.volley import exchange, tally
from alfiere.games.lumi.melee.combats import combats
from alfiere.games.lumi.melee.melee import round_tally
from alfiere.games.lumi.melee.phase import melee_phase
from alfiere.games.lumi.movement.costs import used
from alfiere.games.lumi.state.base import ENGAGED, OVER
from alfiere.games.lumi.state.standing import is_in_melee
from alfiere.games.lumi.told.charge import ChargeEnded
from alfiere.games.lumi.told.common import BaseMoved
from alfiere.games.lumi.told.melee import RoundFought
from alfiere.games.lumi.told.morale import MoraleTested
from tests.games.lumi.charge.test_charge import height, ready, scores
from tests.games.lumi.lines import Situation

DEED = Approach()


def approach(game: Situation, unit: str, target: str, *answers: str) -> None:
    who = game.unit(unit)
    option = DEED.at(who, game.unit(target))
    assert DEED.objection(game.state, who, option) is None
    game.run(lambda g: DEED.perform(g, who, option), *answers)


def why_not(game: Situation, unit: str, target: str) -> str:
    found = DEED.objection(game.state, game.unit(unit), DEED.at(game.unit(unit), game.unit(target)))
    return found.rule if found else ""


def fire_lines(game: Situation, unit: str, target: str) -> dict[str, int]:
    who, foe = game.unit(unit), game.unit(target)
    (shot,) = shots(game.state, who, foe, EXCHANGE)
    return {name: value for value, name, _ in tally(game.state, who, shot, foe, EXCHANGE).lines}


FOOT = "red foot A at 10,5 facing N, morale 1, fire 0"


@pytest.mark.rule("lumi.4.2.6a", "lumi.4.2.6b", "lumi.4.2.4", "lumi.ex.32")
@pytest.mark.parametrize(("die", "at", "is_engaged"), [(6, 750, True), (5, 700, False)])
def test_extra_movement_brings_an_approach_to_short_range(die: int, at: int, is_engaged: bool):
    game = ready(f"{FOOT}\nblue foot F at 10,9 facing S, morale 2, fire 0\ndice red {die} blue 6")
    approach(game, "A", "F")
    assert height(game, "A") == at
    assert ENGAGED.is_on(game["A"], "F") == is_engaged
    assert ENGAGED.is_on(game["F"], "A") == is_engaged
    assert [end.how for end in game.told(ChargeEnded)] == ["engaged" if is_engaged else "short"]
    assert game.told(MoraleTested)[0].rules[1] == ("lumi.4.2.6a" if is_engaged else "lumi.4.2.2a")


@pytest.mark.rule("lumi.4.2.2a", "lumi.4.2.2b", "lumi.4.2.3b", "lumi.4.2.4", "lumi.4.2.7", "lumi.ex.33")
def test_who_is_halted_by_an_approach_stays_and_both_will_fire():
    game = ready(f"{FOOT}\nblue foot F at 10,8 facing S, morale 1, fire 0\ndice red 5 blue 3")
    approach(game, "A", "F")
    assert scores(game) == [6, 4]
    assert game["F"].state == 1
    assert height(game, "A") == 650
    assert fire_lines(game, "A", "F") == {"short-range": 2, "has-moved": -1}
    assert fire_lines(game, "F", "A") == {"short-range": 2, "disordered": -1}


@pytest.mark.rule("lumi.4.2.2a", "lumi.ex.34")
def test_an_approach_that_fails_stays_and_fires_as_if_it_had_moved():
    game = ready(f"{FOOT}\nblue foot F at 10,8 facing S\ndice red 4 blue")
    approach(game, "A", "F")
    assert height(game, "A") == 500
    assert used(game["A"]) == 500_000
    assert not ENGAGED.all(game["A"])


@pytest.mark.rule("lumi.4.3.1", "lumi.4.3.2", "lumi.4.3.3", "lumi.ex.35")
def test_engaged_units_that_are_still_there_meet_half_way():
    game = ready(f"{FOOT}\nblue foot F at 10,8 facing S, morale 2, fire 0\ndice red 5 1 1 blue 6 6 6")
    approach(game, "A", "F")
    game.run(lambda g: exchange(g, game.unit("A"), game.unit("F")))
    assert [game[one].state for one in "AF"] == [1, 0]
    game.run(close_all)
    assert (height(game, "A"), height(game, "F")) == (675, 775)
    assert is_in_melee(game.state, game["A"])
    assert not ENGAGED.all(game["A"])
    (combat,) = combats(game.state)
    assert round_tally(game.state, game.unit("F"), game.unit("A"), combat).total == game["F"].melee
    assert not any(CHARGES.is_on(game[one]) for one in "AF")


@pytest.mark.rule("lumi.4.3.1", "lumi.2.1.9")
def test_engaged_units_close_and_fight_in_the_melee_phase():
    game = ready(f"{FOOT}\nblue foot F at 10,8 facing S, morale 2, fire 0\ndice red 5 4 6 blue 6 4 6")
    approach(game, "A", "F")
    game.run(lambda g: melee_phase(g, lambda g: None))
    (fought,) = game.told(RoundFought)
    assert {*fought.red, *fought.blue} == {"A", "F"}


@pytest.mark.rule("lumi.4.3.1")
def test_who_has_gone_after_the_fire_is_not_followed():
    game = ready(f"{FOOT}\nblue foot F at 10,8 facing S, morale 2, fire 0\ndice red 5 blue 6")
    approach(game, "A", "F")
    for one in "AF":
        ENGAGED.clear(game[one])
    game.run(close_all)
    assert height(game, "A") == 650


@pytest.mark.rule("lumi.4.3.1", "lumi.4.3.4", "lumi.4.2.8", "lumi.3.3.3e", "lumi.3.3.3k", "lumi.ex.108")
def test_a_garrison_waits_for_who_has_approached_its_walls():
    game = ready(
        """village V 9,8 11,10
        red foot A at 10,6.5 facing N, morale 1, fire 0
        blue foot F at 10,9 facing S, in V, morale 2, column
        dice red 6 blue 6
        """
    )
    approach(game, "A", "F")
    assert height(game, "A") == 700
    assert ENGAGED.is_on(game["A"], "F")
    game.run(close_all)
    assert abs(height(game, "A") - 750) <= 2
    assert height(game, "F") == 900
    assert is_in_melee(game.state, game["F"])
    (combat,) = combats(game.state)
    added = {name: value for value, name, _ in round_tally(game.state, combat.blue[0], combat.red[0], combat).lines}
    assert added["cover"] == 2


@pytest.mark.rule("lumi.4.3.2", "lumi.4.3.4")
@pytest.mark.parametrize(
    ("target", "meets"),
    [("facing S", True), ("facing S, square", False), ("facing E", False), ("facing N", False)],
)
def test_squares_and_who_looks_away_let_the_other_come(target: str, meets: bool):
    game = ready(f"{FOOT}\nblue foot F at 10,9 {target}, morale 2, fire 0\ndice red 6 blue 6")
    approach(game, "A", "F")
    assert ENGAGED.is_on(game["A"], "F")
    before = height(game, "F")
    game.run(close_all)
    assert is_in_melee(game.state, game["F"])
    assert (height(game, "F") < before) == meets


@pytest.mark.rule("lumi.4.3.4")
def test_who_fights_another_already_lets_the_next_come():
    game = ready(
        f"""{FOOT}
        blue foot F at 10,9 facing S, morale 2, fire 0
        red foot B at 10,10 facing S, morale 1
        dice red 6 blue 6
        """
    )
    approach(game, "A", "F")
    assert ENGAGED.is_on(game["A"], "F")
    game.run(close_all)
    assert height(game, "F") == 900
    assert is_in_melee(game.state, game["A"])


@pytest.mark.rule("lumi.4.3.4", "lumi.3.3.1o", "lumi.3.3.1p", "lumi.3.3.3e")
def test_who_holds_a_wall_waits_behind_it_and_the_other_comes_across():
    game = ready(
        f"""wall W 5,7 15,7 level 1
        {FOOT}
        blue foot F at 10,7.9 facing S, morale 2
        dice red 6 blue 6
        """
    )
    approach(game, "A", "F")
    assert height(game, "A") == 640
    assert ENGAGED.is_on(game["A"], "F")
    game.run(close_all)
    assert height(game, "F") == 790
    assert height(game, "A") == 690
    assert OVER.all(game["A"]) == ["W"]
    assert is_in_melee(game.state, game["A"])


@pytest.mark.rule("lumi.4.2.3a", "lumi.4.2.3c", "lumi.4.1.9c")
def test_cavalry_may_ride_out_at_who_approaches():
    game = ready(
        "red foot A at 10,5 facing N, morale 1\nblue cuirassiers F at 10,8.5 facing S, morale 1\ndice red 5 blue 6"
    )
    approach(game, "A", "F", "counter-charge")
    assert is_in_melee(game.state, game["A"])
    assert CHARGES.is_on(game["F"])
    assert not CHARGES.is_on(game["A"])
    assert not ATTACKS.all(game["A"])
    assert height(game, "F") - height(game, "A") == 100
    assert abs(height(game, "A") - 675) <= 3  # half way


@pytest.mark.rule("lumi.4.2.2b", "lumi.4.2.4")
def test_a_target_tests_even_if_the_approach_falls_short_of_it():
    game = ready(f"{FOOT}\nblue foot F at 10,9.5 facing S, morale 0\ndice red 5 blue 4")
    approach(game, "A", "F")
    assert len(scores(game)) == 2
    assert game["F"].state == 1
    assert [end.how for end in game.told(ChargeEnded)] == ["short"]


@pytest.mark.rule("lumi.4.2.2b", "lumi.4.2.3b")
@pytest.mark.parametrize(("answer", "at"), [("complete", 700), ("stand", 600)])
def test_who_is_left_alone_may_complete_its_way(answer: str, at: int):
    game = ready(f"{FOOT}\nblue foot F at 10,8 facing S, morale 0\ndice red 5 blue 2")
    approach(game, "A", "F", answer)
    assert game["F"].state == 2
    assert height(game, "A") == at
    assert not ENGAGED.all(game["A"])


@pytest.mark.rule("lumi.4.2.2b", "lumi.4.2.5")
def test_others_it_comes_near_to_test_too_and_are_engaged():
    game = ready(
        f"""{FOOT}
        blue foot F at 10,8 facing S, morale 2, brigade X
        blue foot G at 12,8 facing S, morale 2, brigade Y
        dice red 5 blue 5 5
        """
    )
    approach(game, "A", "F")
    assert len(scores(game)) == 3
    assert ENGAGED.all(game["A"]) == ["F", "G"]
    assert [aim.target for aim in APPROACHES.all(game["A"])] == ["F"]


@pytest.mark.rule("lumi.4.1.12a", "lumi.4.2.3b")
def test_open_order_evades_from_an_approach():
    game = ready(f"{FOOT}\nblue jaeger F at 10,8 facing S, open\ndice red 5 blue")
    approach(game, "A", "F", "evade", "stand")
    assert height(game, "F") == 1100
    assert height(game, "A") == 600


@pytest.mark.rule("lumi.4.2.1", "lumi.4.2.8", "lumi.2.3.6f", "lumi.2.3.4c")
def test_who_may_not_approach():
    game = ready(
        f"""{FOOT}
        red cuirassiers B at 14,5 facing N
        red foot C at 18,5 facing N, column, brigade X
        blue foot F at 10,8 facing S, brigade Y
        blue foot G at 14,8 facing S, brigade Z
        blue foot H at 18,8 facing S, rout
        """
    )
    assert why_not(game, "A", "F") == ""
    assert why_not(game, "B", "G") == "lumi.4.2.1"
    assert why_not(game, "C", "H") == "lumi.4.2.8"
    assert why_not(game, "C", "G") == "lumi.4.2.1"
    ENGAGED.put(game["A"], "G")
    assert why_not(game, "A", "F") == "lumi.4.2.1"
    ENGAGED.clear(game["A"])
    game.state.orders["red"] = 4
    assert why_not(game, "A", "F") == "lumi.2.3.4c"


@pytest.mark.rule("lumi.4.3.1", "lumi.4.3.2")
def test_two_who_have_approached_each_other_close_once():
    told = []
    for is_mutual in (False, True):
        game = ready(f"{FOOT}\nblue foot F at 10,8 facing S, morale 2, fire 0\ndice red 5 blue 6")
        approach(game, "A", "F")
        if is_mutual:
            APPROACHES.put(game["F"], APPROACHES.all(game["A"])[0]._replace(target="A"))
        game.run(close_all)
        assert is_in_melee(game.state, game["A"])
        told.append((game.told(BaseMoved), [ATTACKS.all(game[one]) for one in "AF"]))
    assert told[0] == told[1]


@pytest.mark.rule("lumi.1.5.5a", "lumi.4.2.1")
@pytest.mark.parametrize(("state", "rule"), [("disordered", ""), ("shaken", "lumi.1.5.5a")])
def test_who_is_shaken_does_not_approach_and_the_disordered_do(state: str, rule: str):
    game = ready(f"{FOOT}, {state}\nblue foot F at 10,8 facing S")
    assert why_not(game, "A", "F") == rule


@pytest.mark.rule("lumi.4.2.4", "lumi.4.2.5", "lumi.1.1.3")
def test_a_unit_comes_to_short_range_with_the_nearest_of_its_bases():
    game = ready(
        f"""{FOOT}
        red foot B at 12,5 facing N, morale 1, fire 0
        blue foot F at 9.5,7.5 facing S, morale 2, fire 0
        dice red 5 blue 6
        """
    )
    approach(game, "A", "F")
    assert [height(game, one) for one in "AB"] == [600, 600]
    assert [ENGAGED.all(game[one]) for one in "ABF"] == [["F"], ["F"], ["A", "B"]]


@pytest.mark.rule("lumi.4.2.4", "lumi.3.1.14a", "lumi.4.2.6a")
@pytest.mark.parametrize(
    ("north", "die", "at", "share"), [(8.4, 5, 690, 950_000), (7.2, 5, 570, 350_000), (9.0, 6, 750, 1_000_000)]
)
def test_an_approach_uses_as_much_of_its_move_as_it_went_and_extra_movement_is_beyond_it(
    north: float, die: int, at: int, share: int
):
    game = ready(f"{FOOT}\nblue foot F at 10,{north} facing S, morale 2, fire 0\ndice red {die} blue 6")
    approach(game, "A", "F")
    assert (height(game, "A"), used(game["A"])) == (at, share)
