"""What a charged unit does (4.1.6, 4.1.9-4.1.12): counter-charge, square, fire, evasion."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.charge.attacks import ATTACKS, CHARGES, STEADY, Attack
from alfiere.games.lumi.charge.reactions import evasion, may_counter, may_form_square
from alfiere.games.lumi.fire.lines import shots
from alfiere.games.lumi.movement.costs import use
from alfiere.games.lumi.state.base import ENGAGED, HAS_FIRED
from alfiere.games.lumi.state.standing import is_in_melee
from alfiere.games.lumi.told.charge import ChargeEnded
from alfiere.games.lumi.told.fire import VolleyFired
from alfiere.games.lumi.told.morale import MoraleTested
from alfiere.table.legs import WHOLE
from tests.games.lumi.charge.test_charge import HORSE, charge, height, ready, scores
from tests.games.lumi.lines import Situation


def offered(game: Situation) -> list[str]:
    """What the last question offered."""
    return [option.key for option in game.asked[-1].options]


@pytest.mark.rule("lumi.4.1.5", "lumi.4.1.9a", "lumi.6.2.11", "lumi.ex.49")
def test_a_counter_charge_meets_the_charger_half_way():
    game = ready(f"{HORSE}\nblue cuirassiers F at 10,11 facing S, morale 0\ndice red 5 blue 6")
    charge(game, "A", "F", "counter-charge")
    assert scores(game) == [6, 5]
    assert (height(game, "A"), height(game, "F")) == (800, 900)
    assert is_in_melee(game.state, game["A"])
    assert CHARGES.is_on(game["A"])
    assert CHARGES.is_on(game["F"])


@pytest.mark.rule("lumi.4.1.5", "lumi.4.1.9a", "lumi.4.1.9c", "lumi.ex.107")
def test_a_counter_charger_covers_what_the_charger_cannot():
    game = ready(f"{HORSE}\nblue cuirassiers F at 10,14 facing S, morale 0\ndice red 5 blue 6")
    charge(game, "A", "F", "counter-charge")
    assert (height(game, "A"), height(game, "F")) == (900, 1000)
    assert is_in_melee(game.state, game["A"])


@pytest.mark.rule("lumi.4.1.9c", "lumi.ex.107")
def test_a_counter_charge_that_cannot_cover_the_gap_is_not_allowed():
    game = ready(f"{HORSE}\nblue cuirassiers F at 10,14.5 facing S, morale 0\ndice red 5 blue 6")
    charge(game, "A", "F")
    assert not game.asked
    assert [end.how for end in game.told(ChargeEnded)] == ["short"]


@pytest.mark.rule("lumi.4.1.9a", "lumi.4.1.9b")
def test_who_may_counter_charge_whom():
    game = ready(
        f"""{HORSE}
        red foot B at 14,5 facing N
        blue foot F at 10,8 facing S, brigade X
        blue cuirassiers G at 14,8 facing S
        blue hussars H at 18,8 facing S, square, brigade Y
        """
    )
    s, a, b = game.state, game.unit("A"), game.unit("B")
    assert not may_counter(s, game.unit("F"), a, 300)
    assert may_counter(s, game.unit("G"), b, 0)
    assert not may_counter(s, game.unit("H"), a, 300)
    game["G"].state = 2
    assert not may_counter(s, game.unit("G"), b, 0)
    game = ready("red foot B at 10,5 facing N\nblue foot F at 10,8 facing S")
    assert may_counter(game.state, game.unit("F"), game.unit("B"), 100)


@pytest.mark.rule("lumi.4.1.9a", "lumi.4.1.11", "lumi.1.1.5")
def test_from_the_flank_there_is_no_fire_and_no_counter_charge():
    game = ready(f"{HORSE}\nblue cuirassiers F at 10,9 facing E, morale 2\ndice red 5 blue 6")
    charge(game, "A", "F")
    assert not game.asked
    assert ATTACKS.all(game["A"]) == [Attack("flank", "F")]
    assert scores(game) == [6, 6]  # 6 + 2 - 1 charged - 1 in the flank


@pytest.mark.rule("lumi.4.1.10a")
def test_foot_charged_in_the_flank_does_not_fire():
    game = ready(f"{HORSE}\nblue foot F at 10,9 facing E, morale 2\ndice red 5 blue 6")
    charge(game, "A", "F", "receive")
    assert offered(game) == ["form-square", "receive"]


@pytest.mark.rule("lumi.4.1.11", "lumi.6.2.12", "lumi.ex.88")
def test_foot_that_stands_forms_square_and_does_not_fire():
    game = ready(f"{HORSE}\nblue foot F at 10,9 facing S, morale 0\ndice red 5 blue 6")
    charge(game, "A", "F", "form-square")
    assert game["F"].formation == "square"
    assert not game.told(VolleyFired)
    assert is_in_melee(game.state, game["A"])


@pytest.mark.rule("lumi.4.1.11")
def test_a_square_takes_room_in_time_and_order():
    game = ready(f"{HORSE}\nblue foot F at 10,7.9 facing S, morale 0\ndice red 5 blue 6")
    charge(game, "A", "F", "receive")
    assert offered(game) == ["fire-at-chargers", "receive"]
    game = ready(f"{HORSE}\nblue foot F at 10,9 facing S, morale 1, disordered\ndice red 5 blue 6")
    charge(game, "A", "F", "receive")
    assert offered(game) == ["fire-at-chargers", "receive"]
    game = ready(f"{HORSE}\nblue foot F at 10,9 facing S, morale 0\ndice red 5 blue 6")
    charge(game, "A", "F", "receive")
    assert offered(game) == ["fire-at-chargers", "form-square", "receive"]
    assert STEADY.is_on(game["F"], "A")


@pytest.mark.rule("lumi.5.2.4", "lumi.4.1.10a", "lumi.4.1.10b")
def test_who_has_fired_does_not_fire_at_chargers():
    game = ready("red foot A at 10,5 facing N, morale 2\nblue foot F at 10,6.9 facing S, morale 2\ndice red 5 blue 6")
    HAS_FIRED.put(game["F"])
    charge(game, "A", "F")
    assert not game.asked
    game = ready(f"{HORSE}\nblue guns F at 10,8 facing S, fire 1, morale 2\ndice red 5 1 blue 6 6")
    charge(game, "A", "F", "fire-at-chargers")
    assert HAS_FIRED.is_on(game["F"])
    assert game["A"].losses == 1  # 6 + 1 + 2 + 1 against 1
    assert game["A"].state == 1


@pytest.mark.rule("lumi.4.1.10b")
def test_fire_that_breaks_a_charger_ends_its_charge():
    game = ready(
        "red cuirassiers A at 10,11 facing N, morale 1, disordered\nblue foot F at 10,14 facing S, morale 2, fire 0\n"
        "dice red 6 1 1 blue 6 6\nhome red south"
    )
    charge(game, "A", "F", "fire-at-chargers")
    assert (game["A"].state, game["A"].is_on) == (3, True)
    assert not is_in_melee(game.state, game["F"])
    assert not ATTACKS.all(game["A"])
    assert "contact" not in [end.how for end in game.told(ChargeEnded)]


@pytest.mark.rule("lumi.4.1.12a", "lumi.4.1.16", "lumi.ex.71")
def test_croats_evade_and_the_hussars_fall_short():
    game = ready("red hussars A at 10,5 facing N, morale 1\nblue jaeger F at 10,9 facing S, open\ndice red 5 blue")
    charge(game, "A", "F", "evade")
    assert height(game, "F") == 1200
    assert height(game, "A") == 1000
    assert game["A"].state == 1
    assert game["F"].heading == 1800


@pytest.mark.rule("lumi.4.1.12b")
def test_an_evader_that_is_caught_is_disordered_and_struck_in_the_rear():
    game = ready("red hussars A at 10,5 facing N, morale 1\nblue jaeger F at 10,7.5 facing S, open\ndice red 6 blue")
    charge(game, "A", "F", "evade")
    assert game["F"].state == 1
    assert is_in_melee(game.state, game["F"])
    assert ATTACKS.all(game["A"]) == [Attack("rear", "F")]


@pytest.mark.rule("lumi.4.1.5", "lumi.4.1.12a")
def test_who_is_reached_by_the_very_start_of_a_charge_may_still_evade():
    game = ready("red hussars A at 10,5 facing N, morale 1\nblue jaeger F at 10,6.8 facing S, open\ndice red 5 blue")
    charge(game, "A", "F", "evade")
    assert game.asked[0].key == "evade"


@pytest.mark.rule("lumi.4.1.12a", "lumi.4.1.12b")
def test_nobody_evades_towards_another_enemy_or_twice():
    game = ready(
        """red hussars A at 10,5 facing N, morale 1
        red foot B at 10,12 facing N
        blue jaeger F at 10,8 facing S, open, morale 2
        dice red 5 blue 6
        """
    )
    charge(game, "A", "F", "receive")
    assert [decision.key for decision in game.asked] == ["reaction"]


@pytest.mark.rule("lumi.4.1.6d", "lumi.4.1.14")
def test_who_is_in_melee_with_another_can_only_receive():
    game = ready(
        f"""{HORSE}
        red foot B at 11.5,8 facing W, brigade X
        blue foot F at 10,8 facing S, morale 2
        dice red 5 blue 6
        """
    )
    charge(game, "A", "F")
    assert not game.asked
    assert scores(game) == [6, 7]
    assert is_in_melee(game.state, game["A"])


@pytest.mark.rule("lumi.3.1.14a", "lumi.3.1.14c", "lumi.4.1.10a", "lumi.ex.91")
def test_example_91_foot_that_has_gone_its_whole_move_still_fires_at_chargers_with_one_less():
    game = ready(
        "red cuirassiers A at 10,5 facing N, morale 1\nblue foot F at 10,9 facing S, morale 1, fire 0\n"
        "dice red 5 1 blue 6 3"
    )
    use([game["F"]], WHOLE)  # 2um, in this impulse, before horse of a lower priority charges
    assert not shots(game.state, game.unit("F"), game.unit("A"))
    charge(game, "A", "F", "fire-at-chargers")
    (fired,) = game.told(VolleyFired)
    (tally,) = {tuple(one.lines) for one in fired.tallies}
    added = {name: value for value, name, _ in tally if name != "fire"}
    assert added == {"short-range": 2, "target-cavalry": 1, "has-moved": -1}


@pytest.mark.rule("lumi.4.1.11", "lumi.3.3.3f")
def test_who_holds_buildings_forms_no_square():
    game = ready(f"{HORSE}\nvillage V 8,8.5 12,9.5\nblue foot F at 10,9 facing S, morale 0, in V")
    assert not may_form_square(game.state, game.unit("F"), game.unit("A"))
    outside = ready(f"{HORSE}\nblue foot F at 10,9 facing S, morale 0")
    assert may_form_square(outside.state, outside.unit("F"), outside.unit("A"))


@pytest.mark.rule("lumi.4.1.12a")
@pytest.mark.parametrize(
    ("who", "evades"),
    [
        ("jaeger F at 10,9 facing S, open, morale 2, disordered", True),
        ("jaeger F at 10,9 facing S, open, morale 2, shaken", False),
        ("jaeger F at 10,9 facing S, open, morale 2, in V", False),
        ("jaeger F at 10,9 facing S, morale 2", False),
    ],
)
def test_open_order_evades_ordered_or_disordered_and_not_out_of_buildings(who: str, evades: bool):
    village = "village V 8,8.5 12,9.5" if "in V" in who else ""
    game = ready(f"{HORSE}\n{village}\nblue {who}\ndice red 5")
    assert (evasion(game.state, game.unit("F"), game.unit("A")) is not None) is evades


@pytest.mark.rule("lumi.4.1.12a")
def test_who_evades_is_engaged_with_nobody_any_more():
    game = ready(
        """red hussars A at 10,5 facing N, morale 1
        red foot B at 14,9 facing W
        blue jaeger F at 10,9 facing S, open
        dice red 5 blue
        """
    )
    ENGAGED.put(game["F"], "B")
    ENGAGED.put(game["B"], "F")
    charge(game, "A", "F", "evade")
    assert height(game, "F") == 1200
    assert not ENGAGED.all(game["F"])
    assert not ENGAGED.all(game["B"])


@pytest.mark.rule("lumi.4.1.12a", "lumi.4.1.6a")
def test_who_may_evade_and_stands_tests_as_anybody():
    game = ready(
        """red hussars A at 10,5 facing N, morale 1
        blue jaeger F at 10,9 facing S, open, morale 2
        dice red 5 5 5 blue 6 6 6 6
        """
    )
    charge(game, "A", "F", "stand-and-test")
    assert game.asked[0].key == "evade"
    assert [test.units for test in game.told(MoraleTested)] == [("A",), ("F",)]
