"""The charge (4.1): who may charge whom, the test, the ride, contact and falling short."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.charge.attacks import ATTACKS, CHARGES, Attack
from alfiere.games.lumi.charge.charge import Charge, waits_for
from alfiere.games.lumi.charge.course import straight, turned
from alfiere.games.lumi.melee.combats import combats
from alfiere.games.lumi.melee.melee import round_tally
from alfiere.games.lumi.movement.costs import used
from alfiere.games.lumi.state.base import HAS_FIRED
from alfiere.games.lumi.state.standing import apart, is_in_melee
from alfiere.games.lumi.state.unit import body
from alfiere.games.lumi.told.charge import ChargeEnded
from alfiere.games.lumi.told.common import BaseMoved
from alfiere.games.lumi.told.fire import VolleyFired
from alfiere.games.lumi.told.morale import MoraleTested
from alfiere.kernel.decision import Option
from alfiere.table.legs import WHOLE, Footing
from alfiere.table.shapes import Rect
from tests.games.lumi.lines import Situation
from tests.situation import situation

DEED = Charge()


def ready(text: str) -> Situation:
    """A situation in which both divisions have an order of priority 5 and everybody is in command."""
    game = situation(
        f"""
        lumi
        {text}
        red general M at 1,1 great
        blue general N at 1,19 great
        """
    )
    for general in game.state.generals.values():
        general.x, general.y = 1000, 1000
    game.state.orders = {"red": 5, "blue": 5}
    return game


def charge(game: Situation, unit: str, target: str, *answers: str) -> None:
    who = game.unit(unit)
    option = DEED.at(who, game.unit(target))
    assert DEED.objection(game.state, who, option) is None
    game.run(lambda g: DEED.perform(g, who, option), *answers)


def why_not(game: Situation, unit: str, target: str) -> str:
    found = DEED.objection(game.state, game.unit(unit), DEED.at(game.unit(unit), game.unit(target)))
    return found.rule if found else ""


def height(game: Situation, name: str) -> int:
    """How far north the middle of a base is, in hundredths."""
    return game.state.scenario.depth - game[name].y


def scores(game: Situation) -> list[int]:
    return [test.score for test in game.told(MoraleTested)]


HORSE = "red cuirassiers A at 10,5 facing N, morale 1, melee 0"


@pytest.mark.rule("lumi.4.1.7a", "lumi.4.1.7b", "lumi.4.1.16", "lumi.4.1.8a", "lumi.ex.31")
@pytest.mark.parametrize(("die", "reached"), [(6, True), (5, False)])
def test_extra_movement_brings_home_a_charge_that_would_fall_short(die: int, reached: bool):
    game = ready(f"{HORSE}\nblue foot F at 10,11.5 facing S, morale 2, fire 0\ndice red {die} 6 6 blue 6 6 1 1")
    charge(game, "A", "F", "receive")
    assert is_in_melee(game.state, game["A"]) == reached
    assert game["A"].state == (0 if reached else 1)
    assert height(game, "A") == (1050 if reached else 900)
    assert [end.how for end in game.told(ChargeEnded)] == ["contact" if reached else "short"]


@pytest.mark.rule("lumi.4.1.4a")
@pytest.mark.parametrize(("die", "starts"), [(4, False), (5, True)])
def test_a_charge_starts_on_a_score_of_six(die: int, starts: bool):
    game = ready(f"{HORSE}\nblue foot F at 10,9 facing S, morale 2\ndice red {die} blue 6")
    charge(game, "A", "F", *(["receive"] if starts else []))
    assert scores(game)[0] == die + 1
    assert is_in_melee(game.state, game["A"]) == starts


@pytest.mark.rule("lumi.4.1.6b")
@pytest.mark.parametrize(
    ("foe", "open_to"),
    [
        ("foot F at 10,10 facing S", ["fire-at-chargers", "form-square", "receive"]),
        ("cuirassiers F at 10,10 facing S", ["counter-charge", "receive"]),
        ("guns F at 10,10 facing S", ["fire-at-chargers", "receive"]),
    ],
)
def test_who_scores_five_stands_and_chooses_a_reaction_of_its_arm(foe: str, open_to: list[str]):
    game = ready(f"{HORSE}\nblue {foe}, morale 0\ndice red 5 blue 6")
    charge(game, "A", "F", "receive")
    assert scores(game)[1] == 6 - 1
    assert [one.key for one in game.asked[0].options] == open_to
    assert is_in_melee(game.state, game["A"])


@pytest.mark.rule("lumi.4.1.6a", "lumi.4.1.10a", "lumi.4.1.10b", "lumi.5.1.5", "lumi.6.2.11", "lumi.ex.46")
def test_foot_that_stands_fires_and_the_horse_loses_the_bonus_of_its_charge():
    game = ready(
        f"""{HORSE}
        blue foot F at 10,9 facing S, morale 1, fire 0
        blue foot G at 12,9 facing S, brigade Y
        blue foot H at 8,9 facing S, brigade X
        dice red 5 4 blue 5 2
        """
    )
    charge(game, "A", "F", "fire-at-chargers")
    assert scores(game) == [6, 6]
    (fired,) = game.told(VolleyFired)
    assert fired.damages == 1
    assert HAS_FIRED.is_on(game["F"])
    assert game["A"].state == 1
    assert is_in_melee(game.state, game["A"])
    combat = next(one for one in combats(game.state) if game.unit("A") in one.all)
    added = {name for _, name, _ in round_tally(game.state, game.unit("A"), game.unit("F"), combat).lines}
    assert "cavalry-charges-infantry" not in added


@pytest.mark.rule("lumi.4.1.6c", "lumi.7.1.1b", "lumi.ex.47")
def test_foot_that_is_halted_receives_the_charge_without_firing():
    game = ready(
        f"""{HORSE}
        blue foot F at 10,9 facing S, morale 1, fire 0
        blue foot G at 12,9 facing S, brigade Y
        blue foot H at 8,9 facing S, brigade X
        dice red 5 blue 3
        """
    )
    charge(game, "A", "F")
    assert scores(game) == [6, 4]
    assert game["F"].state == 1
    assert not game.asked
    assert is_in_melee(game.state, game["A"])
    assert CHARGES.is_on(game["A"])


@pytest.mark.rule("lumi.4.1.4b")
def test_who_fails_stays_and_counts_as_having_moved_half():
    game = ready(f"{HORSE}\nblue foot F at 10,9 facing S\ndice red 4 blue")
    charge(game, "A", "F")
    assert height(game, "A") == 500
    assert used(game["A"]) == 500_000
    assert [end.how for end in game.told(ChargeEnded)] == ["stays"]


@pytest.mark.rule("lumi.4.1.13", "lumi.4.1.6a")
def test_a_charger_goes_on_after_a_target_that_has_fallen_back_and_is_not_disordered():
    game = ready(f"{HORSE}\nblue foot F at 10,10 facing S, morale 0\ndice red 5 blue 3")
    charge(game, "A", "F")
    assert game["F"].state == 2  # 3 - 1 = 2: two levels
    assert height(game, "A") == 900
    assert game["A"].state == 0
    assert not is_in_melee(game.state, game["A"])
    assert [one.rules for one in game.told(BaseMoved) if one.unit == "A"][-1] == ("lumi.4.1.13",)
    assert [(end.how, end.targets, end.rules) for end in game.told(ChargeEnded)] == [("gone", ("F",), ("lumi.4.1.13",))]


@pytest.mark.rule("lumi.4.1.13")
def test_a_charger_that_reaches_a_target_falling_back_is_in_melee_with_it():
    game = ready(f"{HORSE}\nblue foot F at 10,7 facing S, morale 0\ndice red 5 blue 3")
    charge(game, "A", "F")
    assert game["F"].state == 2
    assert is_in_melee(game.state, game["A"])


@pytest.mark.rule("lumi.4.1.6e", "lumi.1.5.6b")
def test_a_unit_in_rout_that_is_reached_suffers_one_loss_and_runs():
    game = ready(f"{HORSE}\nblue foot F at 10,8 facing N, rout, column\nhome blue north\ndice red 5 blue")
    charge(game, "A", "F")
    assert game["F"].losses == 1
    assert abs(height(game, "F") - 1400) <= 5
    assert abs(height(game, "A") - 650) <= 5  # right before where it stood
    assert not is_in_melee(game.state, game["A"])


@pytest.mark.rule("lumi.4.1.15")
def test_an_enemy_on_the_way_becomes_the_target_and_may_only_receive():
    game = ready(
        f"""{HORSE}
        blue foot F at 10,11 facing S, brigade X
        blue guns G at 10.5,8 facing S, morale 1
        dice red 5 blue 6 6
        """
    )
    charge(game, "A", "F", "receive")
    assert is_in_melee(game.state, game["G"])
    assert not game.told(VolleyFired)
    assert ATTACKS.all(game["A"]) == [Attack("front", "G")]


@pytest.mark.rule("lumi.4.1.8b", "lumi.ex.90")
def test_a_charge_at_a_slant_is_laid_flush_along_the_edge_it_touched():
    game = ready(
        "red cuirassiers A at 10,5 facing 20, morale 1\nblue foot F at 11,8.5 facing S, morale 2\ndice red 5 blue 6"
    )
    charge(game, "A", "F", "receive")
    assert game["A"].heading == 0
    assert apart(game.state, game.unit("A"), game.unit("F")) == 0
    assert height(game, "A") == 750


@pytest.mark.rule("lumi.4.1.5", "lumi.1.1.5")
def test_a_charger_wheels_free_towards_its_target_and_keeps_the_class_it_declared():
    game = ready(
        "red cuirassiers A at 10,5 facing N, morale 1\nblue foot F at 12,8 facing E, morale 2\ndice red 5 blue 6"
    )
    charge(game, "A", "F")
    assert is_in_melee(game.state, game["A"])
    assert ATTACKS.all(game["A"]) == [Attack("rear", "F")]


@pytest.mark.rule("lumi.1.6.9", "lumi.1.6.8", "lumi.4.1.8b")
def test_three_bases_charge_as_one_on_one_die():
    game = ready(
        """red cuirassiers A at 8,5 facing N, morale 1
        red cuirassiers B at 10,5 facing N, morale 1
        red cuirassiers C at 12,5 facing N, morale 1
        blue foot F at 10,8 facing S, morale 2
        blue foot G at 12,8 facing S, morale 2
        dice red 5 blue 6
        """
    )
    charge(game, "A", "F", "receive")
    assert [height(game, one) for one in "ABC"] == [700, 700, 700]
    assert [is_in_melee(game.state, game[one]) for one in "ABC"] == [True, True, True]
    assert len(game.told(MoraleTested)) == 2


# Over an obstacle


@pytest.mark.rule("lumi.3.3.1i", "lumi.3.3.1j", "lumi.3.3.1k", "lumi.4.1.5", "lumi.4.1.17", "lumi.ex.95")
def test_a_charge_over_a_hedge_takes_two_impulses():
    game = ready(
        """wall W 5,7 15,7 level 1
        red foot A at 10,5 facing N, morale 0
        blue foot F at 10,8.5 facing S, morale 2
        dice red 6 blue 6
        """
    )
    charge(game, "A", "F")
    assert not game.told(MoraleTested)
    assert abs(height(game, "A") - 650) <= 2
    assert waits_for(game.state, game.unit("A")) == game.unit("F")
    assert used(game["A"]) == WHOLE
    for one in "AF":
        game[one].marks = [mark for mark in game[one].marks if not mark.endswith("/impulse")]
    charge(game, "A", "F", "receive")
    assert scores(game)[0] == 6
    assert is_in_melee(game.state, game["A"])
    assert height(game, "A") == 750


@pytest.mark.rule("lumi.3.3.1i", "lumi.4.1.17", "lumi.ex.29")
@pytest.mark.parametrize(("die", "reached"), [(5, True), (4, False)])
def test_who_waits_at_a_stream_charges_from_it_without_a_die_for_crossing(die: int, reached: bool):
    game = ready(
        f"""stream W 5,7 15,7 level 1
        red cuirassiers A at 10,6.5 facing N, morale 1
        blue foot F at 10,10.5 facing S, morale 2, fire 0
        dice red {die} blue 6
        """
    )
    charge(game, "A", "F", *(["receive"] if reached else []))
    assert is_in_melee(game.state, game["A"]) == reached
    assert (height(game, "A") == 650) != reached


@pytest.mark.rule("lumi.3.3.3k", "lumi.4.1.6d")
def test_who_charges_buildings_meets_the_garrison_that_its_player_names_at_their_edge():
    game = ready(
        """village V 8,7 12,11
        red foot A at 10,5.8 facing N, morale 1
        red foot B at 7.1,9 facing E, morale 1, brigade X
        blue foot F at 9,8.2 facing S, in V, column, morale 2
        blue foot G at 11,8.2 facing S, in V, column, morale 2
        dice red 5 5 blue 6 6
        """
    )
    charge(game, "A", "F", "garrison unit=G", "receive")
    assert [is_in_melee(game.state, game[one]) for one in "AFG"] == [True, False, True]
    assert abs(height(game, "A") - 650) <= 2
    assert [(end.units, end.how) for end in game.told(ChargeEnded)] == [(("A",), "contact")]
    assert ATTACKS.first(game["A"]) is not None
    charge(game, "B", "F", "receive")  # another for each attacker: nobody is asked
    assert [is_in_melee(game.state, game[one]) for one in "BFG"] == [True, True, True]
    assert [combat.all for combat in combats(game.state)] == [
        (game.unit("A"), game.unit("G")),
        (game.unit("B"), game.unit("F")),
    ]


@pytest.mark.rule("lumi.4.1.16")
def test_a_charge_that_falls_just_short_stops_half_a_um_off():
    game = ready(f"{HORSE}\nblue foot F at 10,10.3 facing S, morale 2\ndice red 5 blue 6")
    charge(game, "A", "F", "receive")
    assert height(game, "A") == 880  # its front at 9.3, the enemy's at 9.8


@pytest.mark.rule("lumi.4.1.3", "lumi.1.8.6", "lumi.1.8.5")
def test_the_distance_is_measured_after_the_test_and_a_charge_from_too_far_is_lost():
    game = ready(f"{HORSE}\nblue foot F at 10,17 facing S, morale 2\ndice red 5 blue 6")
    charge(game, "A", "F", "receive")
    assert scores(game) == [6, 7]
    assert height(game, "A") == 900
    assert game["A"].state == 1


# Who may not


@pytest.mark.rule("lumi.4.1.1a", "lumi.2.3.4c", "lumi.1.5.5a", "lumi.4.1.1d")
def test_who_may_not_charge_at_all():
    game = ready(f"{HORSE}\nred guns G at 14,5 facing N\nblue foot F at 10,9 facing S")
    assert why_not(game, "A", "F") == ""
    assert why_not(game, "G", "F") == "lumi.4.1.1d"
    game["A"].state = 2
    assert why_not(game, "A", "F") == "lumi.1.5.5a"
    game["A"].state = 0
    game.state.orders["red"] = 4
    assert why_not(game, "A", "F") == "lumi.2.3.4c"


@pytest.mark.rule("lumi.4.1.1b")
def test_foot_does_not_charge_horse_unless_it_is_in_melee_or_shaken():
    game = ready("red foot A at 10,5 facing N\nblue cuirassiers F at 10,8 facing S")
    assert why_not(game, "A", "F") == "lumi.4.1.1b"
    game["F"].state = 2
    assert why_not(game, "A", "F") == ""
    game = ready("red foot A at 10,5 facing N\nred foot B at 10,9 facing S\nblue cuirassiers F at 10,8 facing S")
    assert why_not(game, "A", "F") == ""


@pytest.mark.rule("lumi.4.1.1c")
def test_open_order_charges_only_easy_prey():
    game = ready(
        """red grenzer A at 10,5 facing N, open
        blue foot F at 9,8 facing S, brigade X
        blue jaeger G at 11.5,8 facing S, open
        """
    )
    assert why_not(game, "A", "F") == "lumi.4.1.1c"
    assert why_not(game, "A", "G") == ""
    game["F"].state = 2
    assert why_not(game, "A", "F") == ""


@pytest.mark.rule("lumi.4.1.1d")
def test_horse_does_not_charge_into_a_wood():
    game = ready(f"light_wood W 8,8 12,12\n{HORSE}\nblue jaeger F at 10,8.6 facing S, open")
    assert why_not(game, "A", "F") == "lumi.4.1.1d"


@pytest.mark.rule("lumi.4.1.2a", "lumi.10.6", "lumi.4.1.2b", "lumi.1.8.4")
def test_a_target_must_be_in_the_arc_in_sight_and_on_a_free_way_at_whatever_distance():
    game = ready(
        f"""{HORSE}
        red foot B at 13,9 facing N
        blue foot F at 3,5 facing S, brigade X
        blue foot G at 10,19 facing S, brigade Y
        blue foot H at 14.5,11.5 facing S, brigade Z
        """
    )
    assert why_not(game, "A", "F") == "lumi.4.1.2a"
    assert why_not(game, "A", "G") == ""
    assert why_not(game, "A", "H") == "lumi.4.1.2b"


@pytest.mark.rule("lumi.1.8.7")
def test_a_charge_that_was_not_listed_is_judged_by_the_same_objections():
    game = ready(f"{HORSE}\nblue foot F at 10,9 facing S\nblue foot G at 3,5 facing S, brigade X")
    who = game.unit("A")
    assert DEED.judged(game.state, who, {"unit": "A", "target": "F"}) == DEED.at(who, game.unit("F"))
    assert not isinstance(DEED.judged(game.state, who, {"unit": "A", "target": "G"}), Option)
    for nobody in ("A", "X", 7, None):
        assert DEED.judged(game.state, who, {"unit": "A", "target": nobody}) is None
    assert [option["target"] for option in DEED.options(game.state, who, 0)] == ["F"]


@pytest.mark.rule("lumi.1.8.4", "lumi.1.8.6")
def test_who_cannot_be_reached_is_not_listed_but_may_be_named():
    game = ready(f"{HORSE}\nblue foot F at 10,12 facing S\nblue foot G at 11,16 facing S, brigade X")
    who = game.unit("A")
    assert [option["target"] for option in DEED.options(game.state, who, 0)] == ["F"]
    assert DEED.judged(game.state, who, {"unit": "A", "target": "G"}) == DEED.at(who, game.unit("G"))


@pytest.mark.rule("lumi.3.1.10a", "lumi.4.1.8a")
@pytest.mark.parametrize(("formation", "passes"), [("open", True), ("line", False)])
def test_who_charges_in_open_order_passes_through_formed_friends(formation: str, passes: bool):
    game = ready(f"red hussars A at 10,5 facing N, {formation}\nred foot B at 10,7 facing N, brigade X")
    way = straight(game.state, game.unit("A"), 450)
    assert (way.far == 450) == passes


@pytest.mark.rule("lumi.4.1.2b", "lumi.4.1.5")
@pytest.mark.parametrize(("friend", "wheels"), [("", True), ("red guns B at 8.3,5.9 facing 45, limbered", False)])
def test_nobody_wheels_through_a_friend_even_where_there_is_room_beyond_him(friend: str, wheels: bool):
    game = situation(f"lumi\nred foot A at 10,5 facing N\nblue foot F at 13,9 facing S\n{friend}")
    here = body(game.state, game.unit("A"))
    assert isinstance(here.shape, Rect)
    whole = Footing("line", here.shape, here.pose)
    assert (turned(game.state, game.unit("A"), whole, 450) is not None) is wheels
