"""Who fights whom (6.1), and a round of melee (6.2)."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.charge.attacks import ATTACKS, CHARGES, GOES_ON, STEADY, Attack, begin_attack
from alfiere.games.lumi.melee.combats import MELEES, Combat, combats, fights, pair, read_combat
from alfiere.games.lumi.melee.melee import Outcome, _is_fresh, cavalry_falls_back, fight, round_tally
from alfiere.games.lumi.state.standing import is_in_melee
from alfiere.games.lumi.told.melee import CombatWon, MainNamed, RoundFought
from alfiere.games.lumi.told.morale import MoraleTested
from tests.games.lumi.lines import Situation
from tests.situation import situation

HORSE = "red cuirassiers A at 10,10 facing N, melee 2, morale 1, brigade X"
FOOT = "blue foot F at 10,11 facing S, melee 0, morale 1"


def only(game: Situation) -> Combat:
    (found,) = combats(game.state)
    return found


def fought(game: Situation, *answers: str) -> Outcome:
    found: Outcome = game.run(lambda g: fight(g, only(game)), *answers)
    return found


def lines(game: Situation, unit: str, foe: str) -> dict[str, int]:
    tally = round_tally(game.state, game.unit(unit), game.unit(foe), only(game))
    return {name: value for value, name, _ in tally.lines if name != "melee"}


def attack(game: Situation, unit: str, foe: str, side: str = "front", *, charging: bool = True) -> None:
    begin_attack(game.state, game.unit(unit), game.unit(foe), side, charging=charging)


@pytest.mark.rule("lumi.6.2.1", "lumi.6.2.4", "lumi.3.2.2b", "lumi.ex.50")
def test_charging_cavalry_with_support_breaks_disordered_foot():
    game = situation(
        f"""
        lumi
        {HORSE}
        red cuirassiers B at 10,7.5 facing N, brigade Y
        {FOOT}, disordered
        dice red 3 blue 4 3
        """
    )
    attack(game, "A", "F")
    outcome = fought(game)
    (told,) = game.told(RoundFought)
    assert (told.red_total, told.blue_total) == (8, 3)
    assert game.told(MoraleTested)[0].score == 0
    assert game["F"].state == 3
    assert game["F"].losses == 1  # the rout brings no further one
    assert outcome.winners == (game.unit("A"),)
    assert outcome.routed


@pytest.mark.rule("lumi.6.2.4", "lumi.3.2.2b", "lumi.ex.24")
def test_example_24_who_is_in_rout_after_a_round_that_cost_a_loss_suffers_no_other():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N, melee 0, morale 1
        blue foot F at 10,11 facing S, melee 0, morale 0, losses 1
        dice red 6 blue 2 3
        """
    )
    fought(game)
    (told,) = game.told(RoundFought)
    assert (told.red_total, told.blue_total) == (6, 2)
    assert (game["F"].state, game["F"].losses) == (3, 2)


@pytest.mark.rule("lumi.6.2.2", "lumi.6.2.8", "lumi.6.2.6", "lumi.7.1.1h", "lumi.ex.51")
def test_equal_totals_cost_both_a_loss_and_both_test():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N, melee 1, morale 1
        blue foot F at 10,11 facing S, melee 1, morale 1
        dice red 4 4 blue 4 2
        """
    )
    outcome = fought(game)
    assert [(one.red_total, one.blue_total) for one in game.told(RoundFought)] == [(5, 5)]
    assert [game[one].losses for one in "AF"] == [1, 1]
    assert [game[one].state for one in "AF"] == [0, 1]
    assert game["F"].y < game.state.scenario.depth - 1100  # fallen back to the north
    assert outcome.winners == (game.unit("A"),)
    assert not outcome.routed
    assert game.told(CombatWon)[0].beaten == ("F",)


@pytest.mark.rule("lumi.1.2.2", "lumi.6.2.1", "lumi.6.2.2")
@pytest.mark.parametrize(("red", "blue", "winner"), [(4, 2, "red"), (1, 4, "blue"), (2, 3, "")])
def test_each_side_rolls_a_die_adds_its_own_and_the_totals_are_compared(red: int, blue: int, winner: str):
    game = situation(
        f"""
        lumi
        red foot A at 10,10 facing N, melee 1, morale 5
        blue foot F at 10,11 facing S, melee 0, morale 5
        dice red {red} 6 blue {blue} 6
        """
    )
    fought(game)
    (told,) = game.told(RoundFought)
    assert (told.red_total, told.blue_total) == (red + 1, blue)
    losers = {one.units[0] for one in game.told(MoraleTested)}
    assert losers == {"red": {"F"}, "blue": {"A"}, "": {"A", "F"}}[winner]


@pytest.mark.rule("lumi.6.2.3", "lumi.6.2.5", "lumi.6.2.13", "lumi.6.2.11", "lumi.ex.88")
def test_cavalry_gains_nothing_by_charging_a_square_and_tests_with_one_less():
    game = situation(
        """
        lumi
        red cuirassiers A at 10,10 facing N, melee 1, morale 1
        blue foot F at 10,11 facing S, square, melee 0
        dice red 4 3 blue 3
        """
    )
    attack(game, "A", "F")
    outcome = fought(game)
    (told,) = game.told(RoundFought)
    assert (told.red_total, told.blue_total) == (5, 6)
    (test,) = game.told(MoraleTested)
    assert {name: value for value, name, _ in test.tally.lines} == {
        "morale": 1,
        "lost-a-round": -1,
        "cavalry-lost-a-round": -1,
    }
    assert game["A"].state == 2  # 3 + 1 - 2 = 2
    assert outcome.winners == (game.unit("F"),)


@pytest.mark.rule("lumi.6.2.6")
@pytest.mark.parametrize(("die", "state"), [(5, 0), (4, 1)])
def test_who_passes_or_is_halted_stays_and_the_melee_goes_on(die: int, state: int):
    game = situation(
        f"""
        lumi
        red foot A at 10,10 facing N, melee 0, morale 1
        blue foot F at 10,11 facing S, melee 0, morale 1
        dice red 4 blue 3 {die}
        """
    )
    assert fought(game) == Outcome()
    assert game["F"].state == state
    assert is_in_melee(game.state, game["A"])
    assert GOES_ON.is_on(game["A"], "F")
    assert MELEES.count(game["A"]) == 1
    assert only(game).all == (game.unit("A"), game.unit("F"))


@pytest.mark.rule("lumi.6.2.9", "lumi.11.5b", "lumi.ex.89")
def test_a_battery_alone_in_contact_is_taken_without_a_die():
    game = situation("lumi\nred cuirassiers A at 10,10 facing N\nblue guns G at 10,11 facing S\ndice red blue")
    before = game.state.cohesion["blue"]
    outcome = fought(game)
    assert not game["G"].is_on
    assert game.state.cohesion["blue"] == before - game["G"].profile.cohesion
    assert outcome.winners == outcome.fresh == (game.unit("A"),)


@pytest.mark.rule("lumi.6.2.9")
def test_a_battery_beside_a_friend_in_contact_is_left_alone():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N, melee 0, morale 2
        blue guns G at 9.5,11 facing S
        blue foot F at 11,11 facing S, melee 0, morale 2
        """
    )
    assert only(game).blue == (game.unit("F"),)


@pytest.mark.rule("lumi.6.2.10", "lumi.ex.87")
def test_cavalry_still_in_melee_at_the_end_falls_back_at_no_cost():
    game = situation("lumi\nred foot A at 10,8 facing N\nblue cuirassiers F at 10,9 facing S\ndice red blue")
    game.run(cavalry_falls_back)
    assert game["F"].y == game.state.scenario.depth - 1300
    assert (game["F"].state, game["F"].losses) == (0, 0)
    assert not game.told(CombatWon)
    assert not is_in_melee(game.state, game["A"])


# The modifiers


@pytest.mark.rule("lumi.6.2.11")
@pytest.mark.parametrize(
    ("unit", "foe", "line"),
    [
        ("cuirassiers", "foot", {"cavalry-charges-infantry": 2}),
        ("cuirassiers", "cuirassiers", {"cavalry-charges-cavalry": 1}),
        ("foot", "foot", {"infantry-charges": 1}),
    ],
)
def test_a_charge_counts_in_the_first_round_and_only_if_ordered(unit: str, foe: str, line: dict[str, int]):
    game = situation(f"lumi\nred {unit} A at 10,10 facing N\nblue {foe} F at 10,11 facing S\ndice red 3 blue 3 6 red 6")
    attack(game, "A", "F")
    assert lines(game, "A", "F") == line
    game["A"].state = 1
    assert lines(game, "A", "F") == {"disordered": -1}
    game["A"].state = 0
    CHARGES.clear(game["A"])
    assert lines(game, "A", "F") == {}


@pytest.mark.rule("lumi.6.2.12")
def test_foot_that_has_stood_against_the_charge_of_cavalry_is_steady():
    game = situation("lumi\nred cuirassiers A at 10,10 facing N\nblue foot F at 10,11 facing S")
    attack(game, "A", "F")
    STEADY.put(game["F"], "A")
    assert lines(game, "F", "A") == {"steady": 1}
    game["F"].state = 1
    assert lines(game, "F", "A") == {"disordered": -1}


@pytest.mark.rule("lumi.6.1.5", "lumi.1.1.5", "lumi.7.1.1i")
@pytest.mark.parametrize(("side", "line", "test"), [("flank", 2, "in-the-flank"), ("rear", 3, "in-the-rear")])
def test_the_class_of_the_attack_lasts_as_long_as_the_contact(side: str, line: int, test: str):
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N, melee 0
        blue foot F at 10,11 facing S, melee 0, morale 2
        dice red 2 blue 3 6
        """
    )
    attack(game, "A", "F", side, charging=False)
    assert lines(game, "A", "F") == {f"enemy-{side}": line}
    assert lines(game, "F", "A") == {}
    fought(game)
    assert test in {name for _, name, _ in game.told(MoraleTested)[0].tally.lines}
    assert lines(game, "A", "F") == {f"enemy-{side}": line}


@pytest.mark.rule("lumi.6.2.1")
def test_more_bases_in_contact_count_up_to_two():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N
        red foot B at 12,10 facing N
        red foot C at 9,12.5 facing 135, brigade X
        blue foot F at 11,11 facing S
        """
    )
    assert lines(game, "A", "F") == {"more-bases": 1}


@pytest.mark.rule("lumi.3.3.3a", "lumi.3.3.3j", "lumi.3.3.3e")
def test_the_ground_counts_in_melee():
    game = situation(
        """
        lumi
        light_wood W 8,8 12,10.5
        gentle_slope H 8,10.5 12,14 crest 8,13 12,13
        red cuirassiers A at 10,10 facing N
        blue foot F at 10,11 facing S
        """
    )
    assert lines(game, "A", "F") == {"formed-in-woods": -1, "cavalry-on-bad-ground": -2}
    assert lines(game, "F", "A") == {"higher-ground": 1}


@pytest.mark.rule("lumi.3.3.3e")
def test_who_stands_behind_a_wall_has_its_cover_against_one_who_comes_across():
    game = situation("lumi\nwall W 5,10.3 15,10.3 level 1\nred foot A at 10,10 facing N\nblue foot F at 10,11 facing S")
    attack(game, "A", "F", charging=False)
    assert lines(game, "F", "A") == {"cover": 1}
    assert lines(game, "A", "F") == {}


@pytest.mark.rule("lumi.6.2.1")
def test_open_order_in_the_open_is_no_match_for_a_formed_unit():
    game = situation("lumi\nred grenzer A at 10,10 facing N, open\nblue foot F at 10,11 facing S")
    assert lines(game, "A", "F") == {"open-order-in-the-open": -2}


@pytest.mark.rule("lumi.1.5.4", "lumi.1.5.5c", "lumi.1.5.8")
@pytest.mark.parametrize(
    ("how", "counts"), [("disordered", {"disordered": -1}), ("shaken", {"shaken": -2}), ("losses 2", {"weakened": -1})]
)
def test_the_disordered_the_shaken_and_the_weakened_fight_worse(how: str, counts: dict[str, int]):
    game = situation(f"lumi\nred foot A at 10,10 facing N, {how}\nblue foot F at 10,11 facing S")
    assert lines(game, "A", "F") == counts


@pytest.mark.rule("lumi.8.4")
def test_an_attached_general_helps_in_melee():
    game = situation(
        "lumi\nred foot A at 10,10 facing N\nred general M at 9,8 able, with A\nblue foot F at 10,11 facing S"
    )
    assert lines(game, "A", "F") == {"general": 1}
    assert lines(game, "F", "A") == {}


# Who fights whom


@pytest.mark.rule("lumi.6.1.1")
def test_after_the_first_impulse_only_melees_with_somebody_active_are_fought():
    game = situation("lumi\nred foot A at 10,10 facing N\nblue foot F at 10,11 facing S\nred general M at 12,9 able")
    assert len(fights(game.state)) == 1
    game.state.impulse = 2
    assert fights(game.state) == []
    game.state.orders["red"] = 6
    assert len(fights(game.state)) == 1


@pytest.mark.rule("lumi.6.1.2")
def test_a_tangle_is_paired_off_by_who_has_more_units():
    game = situation(
        """
        lumi
        red foot A at 9,10 facing N, brigade X
        red foot B at 11,10 facing N, brigade Y
        red foot C at 13,10 facing N, brigade Z
        blue foot F at 10,11 facing S, brigade V
        blue foot G at 12,11 facing S, brigade W
        initiative blue
        """
    )
    (tangle,) = fights(game.state)
    found = game.run(lambda g: pair(g, tangle), "join unit=B target=G")
    assert [decision.seat for decision in game.asked] == ["red"]
    assert {(combat.red, combat.blue) for combat in found} == {
        ((game.unit("A"),), (game.unit("F"),)),
        ((game.unit("B"), game.unit("C")), (game.unit("G"),)),
    }


@pytest.mark.rule("lumi.6.1.4")
def test_the_side_with_several_units_names_its_main_unit_and_open_order_comes_last():
    game = situation(
        """
        lumi
        red foot A at 9,10 facing N, brigade X, melee 2
        red foot B at 11,10 facing N, brigade Y, melee 0
        red grenzer C at 10,12 facing S, open, brigade Z
        blue foot F at 10,11 facing S, morale 2
        dice red 1 1 blue 6
        """
    )
    fought(game, "main-unit unit=B")
    assert [option["unit"] for option in game.asked[0].options] == ["A", "B"]
    assert [(one.units, one.others) for one in game.told(MainNamed)] == [(("B",), ("A", "C"))]
    assert game.told(RoundFought)[0].red == ("B",)
    assert game["A"].losses == 0 < game["B"].losses


@pytest.mark.rule("lumi.6.2.7")
def test_open_order_goes_with_its_main_unit_and_formed_units_stay():
    game = situation(
        """
        lumi
        red foot A at 9,10 facing N, brigade X, melee 0, morale -2
        red foot B at 11,10 facing N, brigade Y
        red grenzer C at 10,12 facing S, open, brigade Z
        blue foot F at 10,11 facing S, morale 2, melee 2
        dice red 1 5 blue 6
        """
    )
    outcome = fought(game, "main-unit unit=A")
    assert outcome == Outcome()
    assert not is_in_melee(game.state, game["C"])
    assert is_in_melee(game.state, game["B"])


@pytest.mark.rule("lumi.6.1.3")
def test_a_combat_is_read_again_from_the_queue_with_those_still_in_contact():
    game = situation(
        """
        lumi
        red foot A at 9,10 facing N, brigade X
        red foot B at 11,10 facing N, brigade Y
        blue foot F at 10,11 facing S
        """
    )
    key = only(game).key
    assert read_combat(game.state, key) == only(game)
    game["A"].state = 3
    assert read_combat(game.state, key) == Combat((game.unit("B"),), (game.unit("F"),))
    game["B"].state = 3
    assert read_combat(game.state, key) is None


@pytest.mark.rule("lumi.6.2.4", "lumi.1.5.7")
def test_who_is_lost_by_the_round_itself_takes_no_test():
    game = situation(f"lumi\n{HORSE}\n{FOOT}, losses 3\ndice red 6 blue 1")
    attack(game, "A", "F")
    outcome = fought(game)
    assert not game["F"].is_on
    assert game.told(MoraleTested) == []
    assert outcome.winners == (game.unit("A"),)


@pytest.mark.rule("lumi.7.2.2b", "lumi.6.2.1")
def test_a_melee_that_goes_on_is_the_same_melee_of_the_turn():
    game = situation(f"lumi\n{HORSE}\n{FOOT}\ndice red 3 3 blue 5 5 5 5")
    attack(game, "A", "F")
    fought(game)
    assert is_in_melee(game.state, game["A"])
    assert MELEES.count(game["A"]) == 1
    fought(game)
    assert MELEES.count(game["A"]) == 1


@pytest.mark.rule("lumi.7.2.1g")
@pytest.mark.parametrize(("known", "is_fresh"), [("", True), ("F", False), ("FG", False)])
def test_a_melee_that_goes_on_with_one_of_two_enemies_is_no_first_one(known: str, is_fresh: bool):
    game = situation("""
        lumi
        red foot A at 10,10 facing N
        blue foot F at 9,11 facing S, brigade X
        blue foot G at 11,11 facing S, brigade Y
    """)
    for id in known:
        GOES_ON.set(game["A"], id, 1)
    assert _is_fresh(game.state, game.unit("A"), (game.unit("F"), game.unit("G"))) == is_fresh


@pytest.mark.rule("lumi.6.2.10")
@pytest.mark.parametrize(("initiative", "gone"), [("red", "A"), ("blue", "F")])
def test_of_two_units_of_cavalry_still_in_melee_that_of_the_initiative_falls_back_and_the_other_stays(
    initiative: str, gone: str
):
    game = situation(
        f"""
        lumi
        initiative {initiative}
        red cuirassiers A at 10,10 facing N
        blue cuirassiers F at 10,11 facing S
        home red south
        home blue north
        """
    )
    before = {one: game[one].pose for one in "AF"}
    game.run(cavalry_falls_back)
    assert [one for one in "AF" if game[one].pose != before[one]] == [gone]
    assert [game[one].losses for one in "AF"] == [0, 0]


@pytest.mark.rule("lumi.6.2.7")
def test_open_order_stays_where_its_main_unit_stays():
    game = situation(
        """
        lumi
        red foot A at 9,10 facing N, brigade X, melee 1, morale 2
        red grenzer C at 11.1,10 facing N, open, brigade Z
        blue foot F at 10,11 facing S, morale 2, melee 0
        dice red 4 blue 4 6
        """
    )
    before = game["C"].pose
    fought(game)
    assert is_in_melee(game.state, game["A"])
    assert game["C"].pose == before


@pytest.mark.rule("lumi.6.1.5")
def test_who_comes_at_the_same_enemy_again_attacks_it_as_it_comes_now():
    game = situation(f"lumi\n{HORSE}\n{FOOT}")
    attack(game, "A", "F", "flank")
    attack(game, "A", "F", "front")
    assert ATTACKS.all(game["A"]) == [Attack("front", "F")]


@pytest.mark.rule("lumi.7.2.1g")
@pytest.mark.parametrize(("known", "fresh"), [("", "A"), ("F", "")])
def test_who_wins_a_melee_that_goes_on_from_an_earlier_impulse_is_not_fresh(known: str, fresh: str):
    game = situation(f"lumi\n{HORSE}\nblue foot F at 10,11 facing S, melee 0, morale -2\ndice red 6 blue 1 1")
    for id in known:
        GOES_ON.set(game["A"], id, 1)
    outcome = fought(game)
    assert outcome.winners == (game.unit("A"),)
    assert outcome.fresh == tuple(game.unit(id) for id in fresh)


@pytest.mark.rule("lumi.6.2.10", "lumi.6.1.5")
def test_with_the_cavalry_that_falls_back_its_attack_is_over():
    game = situation("lumi\nred foot A at 10,8 facing N\nblue cuirassiers F at 10,9 facing S\ndice red blue")
    attack(game, "F", "A")
    game.run(cavalry_falls_back)
    assert ATTACKS.all(game["F"]) == []
