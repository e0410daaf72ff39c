"""Chapters 4.3.8 and 6.7.2: the charge of a squad, who may take part in it, how far it leads, whom it meets."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.combat.charge import may_come_to_meet, sees_party
from alfiere.games.cappa.combat.squad_charge import ChargeTogether
from alfiere.games.cappa.told.events import ChargeDeclared, ChargeEnded, Moved, Roused
from alfiere.kernel.decision import Option
from tests.games.cappa.test_4_charge import moved
from tests.situation import situation

ONSET = """
    cappa on open ground
    {more}
    red extra A at 10,10, squad S, Mov 4
    red extra B at 11,10, squad S, Mov 4
    red squad S, pa 2
    blue extra X at 10,{y}, squad T
    blue extra Y at 11,{y2}, squad T
    blue squad T
"""


def onset(y=15.0, y2=15.5, more=""):
    return situation(ONSET.format(y=y, y2=y2, more=more))


@pytest.mark.rule("cappa.4.3.8.h10", "cappa.6.7.2a")
@pytest.mark.parametrize(("y", "y2", "target"), [(15, 15.5, "X"), (15.5, 15, "Y")])
def test_a_squad_charges_another_as_one_target_its_nearest_man_stands_for_it(y, y2, target):
    game = onset(y, y2)
    assert [option["target"] for option in game.offered("S") if option.key == "charge-together"] == [target]


@pytest.mark.rule("cappa.4.3.8.h1", "cappa.4.3.8n", "cappa.geo.2")
@pytest.mark.parametrize(("y", "may"), [(16.01, True), (16.02, False)])
def test_a_squad_charges_as_far_as_its_mov_and_the_extra_um_lead(y, may):
    assert onset(y, y + 1).may("S", "charge-together") == may


@pytest.mark.rule("cappa.2.2.1.h10", "cappa.4.3.7.h2", "cappa.4.3.3a", "cappa.2.3.3.h2")
@pytest.mark.parametrize("how", ["", "prone", "laden", "on a wall", "shaken"])
def test_a_squad_charges_only_if_every_one_of_them_may(how):
    game = onset(more="thing K barrel at 30,30\nhigh wall 8,9.5 14,9.5")
    if how == "prone":
        game.figure("B").is_prone = True
    elif how == "laden":
        game.figure("B").carries, game.state.things["K"].bearer = ["K"], "B"
    elif how == "on a wall":
        game.figure("B").level = 50
    elif how == "shaken":
        game.squad("S").shaken = "losses"
    assert game.may("S", "charge-together") == (how == "")


@pytest.mark.rule("cappa.5.2.2i", "cappa.6.7.2a")
def test_who_arrives_has_charged_the_squad_he_meets_and_who_does_not_has_not():
    game = onset(13, 13, more="red extra C at 9,10, squad S, Mov 1")
    game.do("S", "charge-together", "no-test")
    assert {name: game.figure(name).charged for name in "ABC"} == {"A": "T", "B": "T", "C": ""}
    assert {name: game.figure(name).charged_this_turn for name in "ABC"} == {"A": True, "B": True, "C": False}
    assert (game.touch("A", "X"), game.touch("B", "Y")) == (True, True)
    assert game.at("C")[1] <= 11.02
    assert {game.figure(name).assails for name in "ABC"} == {""}
    (ended,) = game.told(ChargeEnded)
    assert ended.contact


@pytest.mark.rule("cappa.4.3.8.h9", "cappa.5.2.h1")
def test_a_squad_that_charges_up_to_a_hedge_assails_who_defends_it():
    game = onset(13, 13, more="hedge 5,12.5 15,12.5")
    game.do("S", "charge-together", "no-test")
    assert game.figure("A").assails == "X"
    assert game.figure("B").assails in ("X", "Y")
    assert game.at("A")[1] == pytest.approx(12, abs=0.02)


@pytest.mark.rule("cappa.4.3.8.h4", "cappa.6.5.h5")
@pytest.mark.parametrize(("answer", "y"), [("go-on", 14), ("halt", 11)])
def test_a_squad_that_fails_to_reach_its_target_may_go_on_or_stop_after_its_first_um(answer, y):
    game = onset(15.8, 16.8, more="dice red 10 blue")
    game.do("S", "charge-together", answer)
    assert game.at("A")[1] == pytest.approx(y, abs=0.03)
    (ended,) = game.told(ChargeEnded)
    assert not ended.contact
    assert game.figure("A").charged == ""


@pytest.mark.rule("cappa.4.3.8i", "cappa.2.2.1.h10", "cappa.5.2.h2")
@pytest.mark.parametrize(
    ("mate", "more", "may"),
    [("", "", True), (", prone", "", False), ("", "red extra D at 12,14", False)],
    ids=["fit", "prone", "in melee"],
)
def test_a_charged_squad_comes_to_meet_the_charger_only_if_all_of_it_can(mate, more, may):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10, pa 2
        blue extra B at 10,14, squad S
        blue extra C at 11,14, squad S{mate}
        blue squad S, open, pa 2
        {more}
    """)
    assert may_come_to_meet(game.state, game.figure("A"), game.figure("B"), 300) == may


@pytest.mark.rule("cappa.8.1.1.h2", "cappa.4.3.8.h4", "cappa.2.3.3.h5")
@pytest.mark.parametrize(("y", "gone"), [(37, True), (33, False)])
def test_nobody_goes_on_after_a_target_whom_his_cry_has_driven_off_the_table(y, gone):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,{y - 4}, abilities BC, pa 3
        blue extra B at 10,{y}
        dice blue 10
    """)
    game.do("A", "battle-cry")
    game.do("A", "charge target=B", "no-test", *([] if gone else ["go-on"]))
    assert game.figure("B").is_up != gone
    assert [decision.key for decision in game.asked].count("charge-on") == (0 if gone else 1)
    assert moved(game, "A") == ([100] if gone else [100, pytest.approx(300, abs=2)])
    assert [event.contact for event in game.told(ChargeEnded)] == [False]


@pytest.mark.rule("cappa.8.1.2o", "cappa.8.1.2.h5", "cappa.6.7.2a")
def test_who_is_charged_by_a_squad_may_roll_a_die_as_well():
    """Near enough for his pistol from the first: it is the charge that rouses him, not the approach."""
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, squad S, Mov 4
        red  extra B at 11,10, squad S, Mov 4
        red  squad S, pa 2
        blue protagonist X at 10,14 with PS, abilities RE
        dice red 10 10 10 blue 1 10
    """)
    game.do("S", "charge-together", "no-test", "roll-die", "countercharge")
    assert [(one.figure, one.pa) for one in game.told(Roused)] == [("X", 1)]
    assert game.figure("X").pa == 0


@pytest.mark.rule("cappa.4.3.8.h10", "cappa.geo.35")
@pytest.mark.parametrize(("squad", "sees"), [("S", True), ("", False)])
def test_whoever_charges_sees_his_target_through_his_own_squad_and_through_no_other_friends(squad, sees):
    row = "\n".join(f"red extra B{x} at {x},11{f', squad {squad}' if squad else ''}" for x in (8, 9, 10, 11, 12))
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10, squad S
        red  extra C at 10,9, squad S
        {row}
        red  squad S, tight, pa 2
        blue extra X at 10,14
    """)
    assert sees_party(game.state, game.figure("A"), game.figure("X")) is sees


@pytest.mark.rule("cappa.6.7.2a", "cappa.4.3.8a")
def test_who_has_met_one_of_the_squad_he_charges_stays_there():
    game = onset(11.6, 13)
    game.do("S", "charge-together", "no-test")
    assert game.touch("A", "X")
    assert [len(one.path) > 1 and one.length > 0 for one in game.told(Moved) if one.figure == "A"] == [True]


SEVERAL = """
    cappa on open ground
    closed building 9.5,11.6 11.5,12.6
    red extra A at 10,10, squad S, Mov 4
    red extra B at 11,10, squad S, Mov 4
    red squad S, pa 2
    blue extra U at 10.5,13.6
    blue extra X at 6,11, squad T
    blue extra Y at 6,12, squad T
    blue squad T
    blue extra Z at 15,10
"""


@pytest.mark.rule("cappa.4.3.8.h10", "cappa.4.3.8g")
def test_every_party_in_sight_is_offered_once_and_none_that_is_out_of_sight():
    game = situation(SEVERAL)
    assert [option["target"] for option in game.offered("S") if option.key == "charge-together"] == ["X", "Z"]
    game = situation(SEVERAL.replace("closed building 9.5,11.6 11.5,12.6", ""))
    assert [option["target"] for option in game.offered("S") if option.key == "charge-together"] == ["U", "X", "Z"]


@pytest.mark.rule("cappa.4.3.8.h10", "cappa.4.3.8g")
@pytest.mark.parametrize(("wall", "rule"), [("10.6,11 12,11.5", None), ("8,11 12,11.5", "cappa.4.3.8g")])
def test_it_is_enough_that_one_of_the_squad_sees_whom_it_charges(wall, rule):
    game = onset(y=14, y2=14.5, more=f"closed building {wall}")
    found = ChargeTogether().objection(game.state, game.squad("S"), Option("charge-together", {"target": "X"}, ()))
    assert (found.rule if found is not None else None) == rule
    assert sees_party(game.state, game.figure("A"), game.figure("X")) is (rule is None)
    assert not sees_party(game.state, game.figure("B"), game.figure("X"))


@pytest.mark.rule("cappa.4.3.8f", "cappa.4.3.8h")
@pytest.mark.parametrize(("y", "answers"), [(11.9, False), (13.1, True)])
def test_the_charge_of_a_squad_is_told_and_whom_its_first_um_brings_into_contact_does_not_answer(y, answers):
    game = onset(y, y + 0.5)
    game.squad("T").pa = game.squad("T").die = 1
    game.do("S", "charge-together target=X")
    assert [(one.figure, one.target) for one in game.told(ChargeDeclared)] == [("S", "X")]
    assert any(option.key == "stand" for decision in game.asked for option in decision.options) is answers


@pytest.mark.rule("cappa.8.1.1l", "cappa.6.7.2a")
@pytest.mark.parametrize(("answer", "asked"), [("battle-cry", []), ("keep-quiet", ["react-to-charge"])])
def test_who_answers_the_charge_of_a_squad_with_his_cry_does_nothing_else_about_it(answer, asked):
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, squad S, Mov 4
        red  extra B at 11,10, squad S, Mov 4
        red  squad S, pa 2
        blue protagonist X at 10,14, abilities BC, pa 2
        dice red 1
    """)
    game.do("S", "charge-together", "no-test", answer)
    assert [one.key for one in game.asked if one.key == "react-to-charge"] == asked


@pytest.mark.rule("cappa.6.5.h5", "cappa.4.3.8.h10")
@pytest.mark.parametrize(("y", "first"), [(10, "A"), (9, "B")])
def test_the_foremost_of_a_squad_goes_the_first_um_of_its_charge(y, first):
    game = situation(ONSET.format(y=15, y2=15.5, more="").replace("A at 10,10", f"A at 10,{y}"))
    game.do("S", "charge-together", "no-test")
    step = game.told(Moved)[0]
    assert (step.figure, step.length) == (first, pytest.approx(100, abs=1))
