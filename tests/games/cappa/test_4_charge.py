"""Chapter 4.3.8, the charge: sight, the first um, countercharge, extra movement."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.combat.charge import can_countercharge
from alfiere.games.cappa.combat.charge_deeds import Charge
from alfiere.games.cappa.combat.contact_points import meant_place, place_touching
from alfiere.games.cappa.ground.engaged import foes
from alfiere.games.cappa.ground.zones import journey
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.told.events import ChargeDeclared, ChargeEnded, MoraleTested, Moved, Struck
from alfiere.kernel.decision import Option
from alfiere.kernel.objection import Objection
from tests.games.cappa.hand_to_hand import to_hit
from tests.situation import situation

FACING = """
    cappa on open ground
    red extra A at 10,10, pa {pa}, Mov 4{mine}
    blue extra B at {x},10, Mov 4{yours}
    {more}
"""


def facing(x: float, pa: int = 2, mine: str = "", yours: str = "", more: str = ""):
    """A and B on a line; their edges are x - 11 um apart."""
    return situation(FACING.format(x=x, pa=pa, mine=mine, yours=yours, more=more))


def moved(game, name: str) -> list[int]:
    """How far somebody went, move by move."""
    return [event.length for event in game.told(Moved) if event.figure == name]


@pytest.mark.rule("cappa.4.3.8a", "cappa.4.3.8b")
def test_a_charge_brings_him_into_contact_and_melee():
    game = facing(14)
    game.do("A", "charge target=B")
    assert [one.id for one in foes(game.state, game.figure("A"))] == ["B"]
    assert game.told(ChargeEnded)[0].contact


@pytest.mark.rule("cappa.geo.16", "cappa.4.3.8b")
def test_a_final_place_that_touches_several_enemies_is_a_melee_with_all():
    game = facing(13, more="blue extra C at 12.1,10.99, shaken")
    game.do("A", "charge target=B")
    assert {one.id for one in foes(game.state, game.figure("A"))} == {"B", "C"}


TWO = """
    cappa on open ground
    red  extra A at 10,10, pa 2, Mov 4{mine}
    blue extra B at 13,{north}{yours}
    blue extra C at 13,{south}{theirs}
"""


def two(apart: float = 1.6, mine: str = "", yours: str = "", theirs: str = "", more: str = ""):
    """Two lone enemies, their centres so far apart, before A."""
    lines = TWO.format(north=10 - apart / 2, south=10 + apart / 2, mine=mine, yours=yours, theirs=theirs)
    return situation(lines + more)


def met(game):
    """Those with whom A is in melee."""
    return {one.id for one in foes(game.state, game.figure("A"))}


@pytest.mark.rule("cappa.4.3.8b", "cappa.1.3.h4", "cappa.geo.16")
@pytest.mark.parametrize("apart", [1.05, 1.37, 1.6, 1.9])
def test_one_man_charges_two_enemies_who_stand_and_fights_both(apart):
    game = two(apart)
    game.do("A", "charge also=C")
    assert met(game) == {"B", "C"}
    assert [(event.target, event.also) for event in game.told(ChargeDeclared)] == [("B", ("C",))]
    assert game.at("A")[0] < 13  # on his own side of them
    assert not Cappa().faults(game.state)


@pytest.mark.rule("cappa.4.3.8b")
@pytest.mark.parametrize(("apart", "may"), [(2.0, True), (2.2, False)])
def test_two_who_are_too_far_apart_are_not_charged_together(apart, may):
    assert two(apart).may("A", "charge also=C") == may


@pytest.mark.rule("cappa.4.3.8b", "cappa.4.3.8g", "cappa.2.1.5d")
def test_both_must_be_in_sight_and_in_the_last_phase_shaken():
    assert not two(more="closed building 11,10.3 11.5,12").may("A", "charge also=C")
    assert not two(yours=", shaken", more="phase last").may("A", "charge also=C", 1)
    assert two(yours=", shaken", theirs=", shaken", more="phase last").may("A", "charge also=C", 1)


@pytest.mark.rule("cappa.2.2.2.h1", "cappa.4.3.8b")
def test_of_two_who_are_charged_each_reacts():
    game = two(yours=", pa 1", theirs=", pa 1", more="dice red blue 1")
    game.do("A", "charge also=C", "no-test", "stand", "evade", "go-on")
    assert [one.about["figure"] for one in game.asked if one.key == "react-to-charge"] == ["B", "C"]
    assert game.at("C")[0] > 14
    assert met(game) == {"B"}  # who has stayed


@pytest.mark.rule("cappa.4.3.8b", "cappa.5.2.2i")
def test_the_impetus_counts_against_either_and_once():
    for target, other in (("B", "C"), ("C", "B")):
        game = two(mine=", 5/3/0", more="dice red 10 blue")
        game.do("A", "charge also=C", "no-test")
        assert "charge" in to_hit(game, "A", target)[1]
        assert "charge" in to_hit(game, "A", other)[1]
        game.do("A", f"fight target={target}")
        assert "charge" not in to_hit(game, "A", other)[1]


@pytest.mark.rule("cappa.geo.16")
@pytest.mark.parametrize(
    ("to", "at"),
    [
        ([1200, 1300], (12, 13)),
        ([1180, 1300], (12, 13)),
        ([1300, 1100], (13, 12)),
        ([1240, 1220], (12.4, 12.2)),
        ([1230, 1230], (12.29, 12.29)),
        ([1285, 1180], (12.88, 12)),
    ],
)
def test_a_charger_chooses_the_point_of_the_edge_at_which_he_comes(to, at):
    game = situation("cappa on open ground\nred extra A at 10,10, pa 1, Mov 5\nblue extra B at 13,13")
    found = Charge().judged(game.state, game.figure("A"), {"figure": "A", "target": "B", "to": to})
    game.do("A", found, "no-test")
    assert game.at("A") == at
    assert game.touch("A", "B")


@pytest.mark.rule("cappa.geo.16", "cappa.4.3.8b")
@pytest.mark.parametrize(("off", "both"), [((9, -12), True), ((25, 0), True), ((0, -40), False)])
def test_whoever_points_at_a_place_that_touches_two_charges_both(off, both):
    game = two()
    (offered,) = [one for one in game.offered("A") if one.key == "charge" and one.get("also")]
    x, y = offered["to"]
    args = {"figure": "A", "target": "B", "to": [x + off[0], y + off[1]]}
    found = Charge().judged(game.state, game.figure("A"), args)
    assert isinstance(found, Option)
    assert (found == offered) == both
    assert bool(found.get("also")) == both


@pytest.mark.rule("cappa.4.3.8b", "cappa.geo.16")
@pytest.mark.parametrize(
    ("y", "more", "places"),
    [
        (5, "", [(2060, 920), (2060, 1080)]),  # the nearest to him first
        (15, "", [(2060, 1080), (2060, 920)]),
        (5, "red extra F at 20.6,9", [(2060, 1080)]),  # a friend stands there
        (5, "closed building 19,10.6 22,12", [(2060, 920)]),
    ],
)
def test_two_are_touched_at_once_from_either_side_of_their_line(y, more, places):
    text = f"cappa on open ground\n{more}\nred extra A at 20.6,{y}, pa 2, Mov 8\nblue extra B at 20,10"
    game = situation(text + "\nblue extra C at 21.2,10")
    charger, one, other = (game.figure(name) for name in "ABC")
    on = journey(game.state, charger, 2000, zones=False)
    assert list(place_touching(game.state, charger, one, other, on)) == places
    assert (charger.x, charger.y) == (2060, 100 * y)  # nobody is moved by looking


@pytest.mark.rule("cappa.4.3.8b")
def test_a_rider_and_a_man_on_foot_are_touched_at_once_too():
    game = situation("""
        cappa on open ground
        red extra A at 20,5, pa 2, Mov 8
        blue extra B at 20,10, mounted, Mov 8, abilities RI
        blue extra C at 21.8,10
    """)
    charger, one, other = (game.figure(name) for name in "ABC")
    on = journey(game.state, charger, 2000, zones=False)
    found = list(place_touching(game.state, charger, one, other, on))
    assert len(found) == 2
    for x, y in found:
        assert ((x - 2000) ** 2 + (y - 1000) ** 2) ** 0.5 == pytest.approx(150.5, abs=0.51)
        assert ((x - 2180) ** 2 + (y - 1000) ** 2) ** 0.5 == pytest.approx(100.5, abs=0.51)


@pytest.mark.rule("cappa.4.3.8b", "cappa.geo.16")
@pytest.mark.parametrize(("off", "both"), [((-25, 0), True), ((-26, 0), False), ((0, -25), True), ((0, -26), False)])
def test_who_points_a_quarter_um_beside_the_place_that_touches_two_means_it(off, both):
    game = two()
    (offered,) = [one for one in game.offered("A") if one.key == "charge" and one.get("also")]
    x, y = offered["to"]
    found = meant_place(game.state, game.figure("A"), game.figure("B"), (x + off[0], y + off[1]))
    assert (found == (x, y)) == both


@pytest.mark.rule("cappa.4.3.8b", "cappa.4.3.8c")
def test_members_of_one_squad_are_one_target():
    game = two(yours=", squad S", theirs=", squad S", more="blue squad S, open")
    assert game.may("A", "charge target=B")
    assert not game.may("A", "charge also=C")


@pytest.mark.rule("cappa.4.3.8b", "cappa.4.3.8.h1")
@pytest.mark.parametrize(("mov", "may"), [(2.5, True), (1, False)])
def test_two_who_are_out_of_reach_are_not_charged_together(mov, may):
    game = situation(TWO.replace("Mov 4", f"Mov {mov}").format(north=9.2, south=10.8, mine="", yours="", theirs=""))
    assert game.may("A", "charge also=C") == may


@pytest.mark.rule("cappa.4.3.8b", "cappa.4.3.8i")
def test_a_charger_who_is_met_by_one_of_the_two_goes_no_farther():
    game = two(yours=", pa 1", more="dice red blue 1")
    game.do("A", "charge also=C", "no-test", "countercharge")
    assert met(game) == {"B"}
    assert "charge" in to_hit(game, "A", "B")[1]


@pytest.mark.rule("cappa.8.1.1j", "cappa.4.3.8b")
def test_a_cry_before_a_charge_at_two_is_heard_by_both():
    game = two(mine=", abilities BC", more="dice red blue 1 1")
    game.figure("A").pa = 3
    game.do("A", "battle-cry")
    game.do("A", "charge also=C", "no-test")
    assert [one.figure for one in game.told(MoraleTested)] == ["B", "C"]


@pytest.mark.rule("cappa.geo.16")
@pytest.mark.parametrize("to", [[-2000, 5], "there", [1, 2, 3]])
def test_a_place_that_is_none_is_refused(to):
    game = situation("cappa on open ground\nred extra A at 10,10, pa 1\nblue extra B at 0.5,10")
    found = Charge().judged(game.state, game.figure("A"), {"figure": "A", "target": "B", "to": to})
    assert isinstance(found, Objection)
    assert found.rule == "cappa.geo.16"


@pytest.mark.rule("cappa.geo.16", "cappa.4.3.8.h4")
def test_a_chosen_point_that_is_too_far_is_given_up_for_the_nearest():
    game = situation("cappa on open ground\nred extra A at 10,10, pa 1, Mov 4\nblue extra B at 14.5,10")
    found = Charge().judged(game.state, game.figure("A"), {"figure": "A", "target": "B", "to": [1600, 1000]})
    game.do("A", found, "no-test")
    assert game.touch("A", "B")


@pytest.mark.rule("cappa.geo.16", "cappa.4.3.8h")
def test_the_first_um_leads_to_the_point_that_was_chosen():
    game = facing(13)
    found = Charge().judged(game.state, game.figure("A"), {"figure": "A", "target": "B", "to": [1300, 900]})
    game.do("A", found, "no-test")
    assert game.told(Moved)[0].path[-1] == pytest.approx((1095, 968), abs=2)
    assert game.at("A") == (13, 9)


@pytest.mark.rule("cappa.geo.16")
def test_a_charger_whose_straight_way_is_barred_reaches_another_point_of_the_edge():
    game = facing(13, more="red extra C at 11.5,9.4")
    game.do("A", "charge target=B")
    assert game.touch("A", "B")
    assert game.at("A")[1] > 10


@pytest.mark.rule("cappa.4.3.8f", "cappa.4.3.8h")
def test_the_charge_is_announced_then_goes_one_um_then_the_target_answers():
    game = facing(14, yours=", pa 1")
    game.do("A", "charge target=B")
    assert isinstance(game.events[1], ChargeDeclared)
    assert moved(game, "A") == [100, 200]
    assert [decision.key for decision in game.asked] == ["extra-movement", "react-to-charge"]


@pytest.mark.rule("cappa.4.3.8.h1", "cappa.4.3.8.h5")
def test_the_charge_costs_one_pa_and_the_melee_another():
    game = facing(14)
    game.do("A", "charge target=B")
    assert game.figure("A").pa == 1
    game.do("A", "fight")
    assert game.figure("A").pa == 0


@pytest.mark.rule("cappa.4.3.8.h1")
def test_the_first_um_is_part_of_the_charge():
    game = facing(15)  # 4 um apart
    game.do("A", "charge target=B")
    assert sum(moved(game, "A")) == pytest.approx(400, abs=1)
    assert game.touch("A", "B")


@pytest.mark.rule("cappa.4.3.8g", "cappa.ex.14")
def test_example_of_the_charge_that_needs_a_line_of_sight():
    game = situation("""
        cappa on open ground
        closed building 12,8 13,20
        red extra A at 10,10, pa 3, Mov 4
        blue extra B at 15,10, pa 1, Mov 4
        dice red 10 blue 10
    """)
    assert not game.may("A", "charge target=B")
    game.move("A", 12, 7)
    assert game.may("A", "charge target=B")
    game.do("A", "charge target=B", "stand")
    assert (game.figure("A").pa, game.figure("B").pa) == (1, 1)
    game.do("A", "fight")
    assert (game.figure("A").pa, game.figure("B").pa) == (0, 0)


def judged(game, target: str = "B") -> str:
    """The rule that forbids a charge a person asks for, or nothing."""
    found = Charge().judged(game.state, game.figure("A"), {"figure": "A", "target": target})
    return found.rule if isinstance(found, Objection) else ""


@pytest.mark.rule("cappa.4.3.8f", "cappa.4.3.8g", "cappa.2.1.5d")
def test_a_person_may_announce_a_charge_at_any_enemy_in_sight_however_far():
    game = facing(30, more="red extra C at 10,12\nclosed building 5,20 15,22\nblue extra D at 10,25")
    assert judged(game) == ""
    assert judged(game, "C") == "cappa.4.3.8a"
    assert judged(game, "D") == "cappa.4.3.8g"
    game.state.phase = "last"
    assert judged(game) == "cappa.2.1.5d"
    game.figure("B").shaken = "fire"
    assert judged(game) == ""


# Countercharge


@pytest.mark.rule("cappa.4.3.8i", "cappa.5.2.h2")
def test_nobody_countercharges_out_of_a_melee():
    game = facing(16, yours=", pa 2")
    assert can_countercharge(game.state, game.figure("A"), game.figure("B"), 500)
    game = facing(16, yours=", pa 2", more="red extra C at 16,11")
    assert not can_countercharge(game.state, game.figure("A"), game.figure("B"), 500)


@pytest.mark.rule("cappa.4.3.8i", "cappa.4.3.8l", "cappa.2.2.2d", "cappa.ex.15")
def test_example_of_the_countercharge():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 2, Mov 4
        blue extra B at 17,10, pa 2, Mov 4
        dice red 4 blue 6
        initiative red
    """)
    game.do("A", "charge target=B", "test", "countercharge")
    test = game.told(MoraleTested)[-1]
    assert (test.roll, test.tally.total, test.passed, test.fully) == (6, 6, True, False)
    assert moved(game, "A")[0] == 100
    assert moved(game, "B")[0] == pytest.approx(250, abs=1)
    assert sum(moved(game, "A")) == pytest.approx(350, abs=2)
    assert game.touch("A", "B")
    assert (game.figure("A").charged, game.figure("B").charged) == ("B", "A")
    assert (game.figure("A").pa, game.figure("B").pa) == (1, 1)


@pytest.mark.rule("cappa.4.3.8j", "cappa.4.3.8.h2")
@pytest.mark.parametrize(("x", "may"), [(12.0, False), (12.1, True)])
def test_there_is_no_countercharge_from_one_um_or_less_before_the_first_um(x, may):
    game = facing(x, yours=", pa 1")
    charger, target = game.figure("A"), game.figure("B")
    assert can_countercharge(game.state, charger, target, round((x - 11) * 100)) == may


@pytest.mark.rule("cappa.4.3.8k")
@pytest.mark.parametrize(("mine", "yours", "may"), [(True, False, False), (False, True, True), (True, True, True)])
def test_men_on_foot_do_not_countercharge_riders(mine, yours, may):
    rides = ", mounted, Mov 8, abilities RI"
    game = facing(18, mine=rides if mine else "", yours=(rides if yours else "") + ", pa 1")
    assert can_countercharge(game.state, game.figure("A"), game.figure("B"), 600) == may


@pytest.mark.rule("cappa.4.3.8m", "cappa.ex.69")
def test_example_of_the_rider_who_covers_two_thirds():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 1, Mov 6
        blue extra B at 18.5,10, mounted, Mov 8, abilities RI, pa 1
        dice blue 1
    """)
    assert game.gap("A", "B") == 7
    game.do("A", "charge target=B", "no-test", "countercharge")
    assert moved(game, "A") == [100, pytest.approx(200, abs=2)]
    assert moved(game, "B") == [pytest.approx(400, abs=1)]


@pytest.mark.rule("cappa.4.3.8.h6")
def test_if_the_charger_cannot_come_to_the_meeting_point_the_other_goes_on():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 1, 5/3/3 Mov 2
        blue extra B at 17,10, pa 1, Mov 4
        dice blue 5
    """)
    game.do("A", "charge target=B", "no-test", "countercharge")
    assert moved(game, "A") == [100, pytest.approx(100, abs=1)]
    assert moved(game, "B") == [pytest.approx(400, abs=2)]  # half-way would be 2.5 um
    assert game.touch("A", "B")


@pytest.mark.rule("cappa.4.3.8.h7")
def test_a_failed_countercharge_costs_the_pa_and_leaves_him_where_he_is():
    game = facing(14, yours=", pa 2", more="dice blue 10")
    game.do("A", "charge target=B", "countercharge")
    assert (game.at("B"), game.figure("B").pa) == ((14, 10), 1)
    assert game.figure("B").charged == ""


@pytest.mark.rule("cappa.4.3.8o", "cappa.4.3.8.h3")
def test_the_same_roll_gives_a_countercharger_his_extra_um():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 1, Mov 8
        blue extra B at 20,10, pa 1, Mov 3
        dice blue 1
    """)
    game.do("A", "charge target=B", "no-test", "countercharge")
    assert len(game.told(MoraleTested)) == 1
    assert moved(game, "B") == [pytest.approx(400, abs=1)]  # half of 8, with 3 + 1


# Extra movement


@pytest.mark.rule("cappa.4.3.8n")
@pytest.mark.parametrize(("roll", "contact"), [(5, True), (6, False)])
def test_only_a_fully_passed_test_gives_the_extra_um(roll, contact):
    game = facing(16, more=f"dice red {roll}")  # 5 um apart; Mo 5, and nobody threatens him
    game.do("A", "charge target=B", "test", *([] if contact else ["halt"]))
    assert game.touch("A", "B") == contact


@pytest.mark.rule("cappa.4.3.8n")
def test_a_rider_may_gain_two_um_and_the_test_costs_nothing():
    game = facing(21.5, mine=", mounted, Mov 8, abilities RI", more="dice red 1")  # 10 um apart
    game.do("A", "charge target=B", "test")
    assert game.touch("A", "B")
    assert game.figure("A").pa == 1


# Out of reach


@pytest.mark.rule("cappa.4.3.8.h4")
@pytest.mark.parametrize(("answer", "went"), [("go-on", True), ("halt", False)])
def test_who_cannot_reach_his_target_goes_on_towards_it_or_stops(answer, went):
    game = facing(16, more="dice red 10")
    game.do("A", "charge target=B", "test", answer)
    assert (len(moved(game, "A")) == 2) == went
    assert not game.told(ChargeEnded)[0].contact


@pytest.mark.rule("cappa.4.3.8.h8")
def test_who_ends_in_the_zone_without_contact_stands_there():
    game = facing(15.3, more="dice red 10")  # 4.3 um apart
    game.do("A", "charge target=B", "test", "go-on")
    assert 0 < game.gap("A", "B") < 0.5
    assert not foes(game.state, game.figure("A"))


@pytest.mark.rule("cappa.4.3.8.h4", "cappa.8.1.1.h2")
def test_a_charger_whom_a_cry_has_shaken_is_not_asked_whether_he_goes_on():
    game = facing(14, yours=", abilities BC, pa 1", more="dice red 10")
    game.do("A", "charge target=B", "no-test", "battle-cry")
    assert game.figure("A").shaken == "cry"
    assert "charge-on" not in [decision.key for decision in game.asked]


# A defended obstacle


@pytest.mark.rule("cappa.4.3.8.h9", "cappa.ex.76")
def test_example_of_the_charge_at_a_defended_hedge():
    game = situation("""
        cappa on open ground
        hedge 13.5,5 13.5,15
        red extra A at 10,10, pa 2, Mov 4, 5/3/3 CA 5
        blue extra B at 14,10, pa 1, Mov 4, 5/3/3 CA 5
        dice red 10 5 10 blue 10 1
    """)
    game.do("A", "charge target=B", "test")
    reaction = next(decision for decision in game.asked if decision.key == "react-to-charge")
    assert {option.key for option in reaction.options} == {"evade", "stand"}
    assert game.told(ChargeEnded)[0].contact
    assert game.figure("A").charged == "B"
    assert [one.id for one in foes(game.state, game.figure("A"))] == ["B"]
    game.do("A", "fight")
    assert (game.figure("A").pa, game.figure("B").pa) == (0, 0)
    blows = {blow.figure: blow for blow in game.told(Struck)}
    assert (blows["A"].tally.total, blows["A"].armour.total) == (5, 5)
    assert blows["B"].tally.total == 4


# Horses, walls, difficult ground


@pytest.mark.rule("cappa.4.3.6a", "cappa.4.3.8a")
def test_who_cannot_ride_neither_charges_nor_countercharges_on_horseback():
    rides = ", mounted, Mov 8"
    assert not facing(16, pa=3, mine=rides).may("A", "charge target=B")
    assert facing(16, pa=3, mine=rides + ", abilities RI").may("A", "charge target=B")
    game = facing(16, yours=rides + ", pa 3")
    assert not can_countercharge(game.state, game.figure("A"), game.figure("B"), 350)


@pytest.mark.rule("cappa.4.3.8b", "cappa.4.3.3.h2")
def test_who_hangs_on_a_wall_is_not_reached_from_below():
    game = facing(14, more="high wall 14.5,5 14.5,15")
    assert game.may("A", "charge target=B")
    game.figure("B").level = 100
    assert not game.may("A", "charge target=B")


@pytest.mark.rule("cappa.4.3.5b", "cappa.4.3.8.h1")
@pytest.mark.parametrize(("east", "contact"), [(12.0, True), (15.0, False)])
def test_a_charge_from_a_marsh_goes_at_full_speed_only_if_it_leads_out(east, contact):
    game = facing(14.9, more=f"marsh 5,5 {east},30")  # 3.9 um apart
    charged = game.may("A", "charge target=B")
    assert charged == contact
    if contact:
        game.do("A", "charge target=B", "no-test")
        assert game.touch("A", "B")


@pytest.mark.rule("cappa.4.3.5b", "cappa.4.3.8.h1")
@pytest.mark.parametrize(("x", "contact"), [(13.0, True), (13.1, False)])
def test_a_charge_within_a_marsh_goes_at_half_speed(x, contact):
    game = facing(x, more="marsh 5,5 30,30")
    game.do("A", "charge target=B", "no-test", *([] if contact else ["go-on"]))
    assert game.touch("A", "B") == contact
    assert sum(moved(game, "A")) == pytest.approx(200, abs=1)


@pytest.mark.rule("cappa.4.3.5c", "cappa.4.3.8i")
def test_a_marsh_stops_a_countercharger_as_it_stops_all():
    game = facing(17, pa=1, yours=", pa 1", more="marsh 13,5 15.5,15\ndice blue 1")
    game.do("A", "charge target=B", "no-test", "countercharge", "halt")
    assert game.at("B") == (15, 10)  # wholly inside


@pytest.mark.rule("cappa.4.3.8i", "cappa.4.3.8.h6")
def test_a_horse_in_the_way_does_not_keep_him_from_coming_to_meet_the_charger():
    game = facing(16, yours=", pa 1", more="thing H riding_horse at 13.5,11.4\ndice blue 1")
    game.do("A", "charge target=B", "no-test", "countercharge")
    assert game.touch("A", "B")


@pytest.mark.rule("cappa.2.1.5d", "cappa.2.1.5e")
@pytest.mark.parametrize("shaken", ["", "fire"])
def test_in_the_last_phase_the_men_of_a_shaken_squad_may_be_charged(shaken):
    game = situation("""
        cappa on open ground
        red extra A at 10,10
        blue extra B at 10,13, squad S
        blue extra C at 11,13, squad S
        blue squad S, open
        phase last
    """)
    game.squad("S").shaken = shaken
    assert game.may("A", "charge target=B", 1) == bool(shaken)


@pytest.mark.rule("cappa.4.3.8h", "cappa.4.3.8.h4", "cappa.geo.27")
def test_a_charger_out_of_reach_goes_round_the_friend_who_bars_the_straight_way():
    game = facing(15.5, more="red extra C at 10.75,10.7\ndice red 10")  # 4.5 um: a longer stride would have done
    game.do("A", "charge target=B", "test", "go-on")
    assert moved(game, "A")[0] == pytest.approx(100, abs=1)
    assert sum(moved(game, "A")) == pytest.approx(400, abs=2)
    assert game.gap("A", "B") < 1
