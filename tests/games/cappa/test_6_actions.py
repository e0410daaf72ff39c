"""Chapter 6.4, the actions of a squad: all together, or one of them apart for a PA more."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.told.events import (
    Acted,
    ChargeEnded,
    Cried,
    MoraleTested,
    Moved,
    Shaken,
    Taken,
    Waited,
    WeaponReadied,
    WeaponsChanged,
)
from alfiere.games.cappa.turn.actions import decide
from alfiere.kernel.decision import Option
from alfiere.kernel.objection import Objection
from tests.situation import situation

RULES = Cappa()
FOUR = """
    cappa on open ground
    red extra A at 10,10 with MMK BD, squad S, hands MMK{a}
    red extra B at 11.5,10 with MMK BD, squad S, hands MMK
    red extra C at 13,10 with MMK BD, squad S, hands MMK
    red protagonist L at 14.5,10 with BD PS, squad S, hands BD PS
    red squad S led by L, open, pa {pa}
    blue extra X at {x},30
    {more}
"""


def four(pa=3, a="", more="", x=12):
    """Three musketeers and their leader."""
    return situation(FOUR.format(pa=pa, a=a, more=more, x=x))


def asked_of(game, name="S", pa=None):
    """The decision of a squad in its impulse."""
    squad = game.squad(name)
    game.state.acting = name
    return decide(game.state, squad, squad.pa if pa is None else pa, (), may_stop=False)


def judged(game, **args):
    """What a person is told who asks for something that is not in the list."""
    decision = asked_of(game)
    assert decision.free is not None
    return decision.free("single-out", {"figure": "S", **args})


# Together


@pytest.mark.rule("cappa.6.4a")
def test_all_members_do_the_same_at_the_same_time():
    game = four()
    game.do("S", "go-prone")
    assert all(game.figure(name).is_prone for name in "ABCL")
    game.do("S", "get-up")
    assert not any(game.figure(name).is_prone for name in "ABCL")
    game.do("S", "change-weapon hands=BD")
    assert [game.figure(name).hands for name in "ABC"] == [["BD"]] * 3
    assert game.squad("S").pa == 0
    assert [(event.figure, event.how) for event in game.told(Acted)] == [("S", "prone"), ("S", "up")]
    assert [(event.figure, event.hands) for event in game.told(WeaponsChanged)] == [("S", ("BD",))]
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.6.4a")
def test_a_squad_may_also_wait():
    game = four(pa=1)
    game.do("S", "wait")
    assert [event.figure for event in game.told(Waited)] == ["S"]
    assert game.squad("S").pa == 0


@pytest.mark.rule("cappa.6.4a")
def test_no_member_acts_by_himself_while_he_has_no_die_of_his_own():
    game = four(pa=1)
    game.phase("actions", "wait")
    assert {one.about["figure"] for one in game.asked if one.key == "action" and one.seat == "red"} == {"S"}
    assert not [option for option in game.offered("S", 1) if option.key in ("single-out", "picked-shot")]


@pytest.mark.rule("cappa.6.4.h1")
def test_the_squad_pays_once_and_who_cannot_do_it_takes_no_part():
    game = four(a=", prone")
    game.do("S", "go-prone")  # A lies already
    assert game.squad("S").pa == 2
    game.do("S", "change-weapon hands=BD")
    assert game.figure("L").hands == ["BD", "PS"]  # he has no musket, and never one weapon only
    assert game.squad("S").pa == 1
    assert not four(a=", prone").may("S", "dismount-together")


RIDERS = """
    cappa on open ground
    red extra A at 10,10, mounted, Mov 8, squad S{skill}
    red extra B at 13,10, mounted, Mov 8, squad S{skill}
    red squad S, open, pa 3
    blue extra X at 12,30
"""


@pytest.mark.rule("cappa.6.4.h1", "cappa.4.3.6.h2", "cappa.2.2.1p")
def test_riders_dismount_and_mount_together_for_the_pa_of_one():
    game = situation(RIDERS.format(skill=", abilities RI"))
    game.do("S", "dismount-together")
    assert not any(game.figure(name).is_mounted for name in "AB")
    assert sorted(thing.kind for thing in game.state.things.values()) == ["riding_horse", "riding_horse"]
    assert game.squad("S").pa == 2
    assert not RULES.faults(game.state)
    game.do("S", "mount-together")
    assert all(game.figure(name).is_mounted for name in "AB")
    assert (game.squad("S").pa, game.state.things) == (1, {})
    assert [event.how for event in game.told(Acted)] == ["dismounted"] * 2 + ["mounted"] * 2


@pytest.mark.rule("cappa.4.3.6c", "cappa.6.4.h1")
@pytest.mark.parametrize(("unable", "left"), [("AB", 1), ("A", 1), ("", 2)])
def test_a_squad_with_some_who_cannot_ride_pays_a_pa_more_and_pays_it_once(unable, left):
    game = situation(RIDERS.format(skill=", abilities RI"))
    for name in unable:
        game.figure(name).sheet.abilities = ()
    game.do("S", "move")
    assert game.squad("S").pa == left
    (wait,) = [option for option in game.offered("S", 1) if option.key == "wait"]
    assert wait.get("pa") is None


@pytest.mark.rule("cappa.4.3.6c", "cappa.4.3.6a")
def test_who_cannot_ride_does_not_make_the_blows_of_the_others_dearer():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, squad S
        red extra B at 12,10, mounted, Mov 8, squad S
        red squad S, open, pa 1
        blue extra X at 10,11
    """)
    assert game.may("S", "fight-together target=X")
    assert not game.may("S", "leave-together")


@pytest.mark.rule("cappa.4.3.6c", "cappa.4.3.6a")
def test_nor_their_volley_nor_what_they_do_for_it():
    game = situation("""
        cappa on open ground
        red extra A at 10,10 with FMK, hands FMK, squad S
        red extra B at 12,10 with FMK, hands FMK, mounted, Mov 8, squad S
        red squad S, open, pa 3
        blue extra X at 10,14
    """)
    priced = {one.key: one.get("pa") for one in game.offered("S")}
    assert (priced["volley"], priced["aim-volley"], priced["move"]) == (None, None, 2)


# One apart


@pytest.mark.rule("cappa.6.4b", "cappa.6.4.h2")
def test_one_member_does_something_else_for_the_order_and_the_pa_of_his_action():
    game = four(more="thing K keg at 13,10.5")
    game.do("S", "single-out member=C do=pick-up thing=K")
    assert [(event.figure, event.thing) for event in game.told(Taken)] == [("C", "K")]
    assert game.figure("C").carries == ["K"]
    assert game.squad("S").pa == 1  # one for the order, one for picking it up
    assert not game.may("S", "single-out")


@pytest.mark.rule("cappa.6.4b", "cappa.6.4.h2")
def test_what_is_dearer_by_itself_is_dearer_as_an_order_too():
    game = four(a=", empty MMK")
    (load,) = [option for option in game.offered("S", 9) if option.get("do") == "reload"]
    assert (load["member"], load["pa"]) == ("A", 1 + 2)
    assert not game.may("S", "single-out do=reload", 2)
    game.do("S", "single-out member=B do=change-weapon hands=BD")
    assert [game.figure(name).hands for name in "AB"] == [["MMK"], ["BD"]]
    assert not game.told(WeaponReadied)


@pytest.mark.rule("cappa.6.4b")
def test_several_members_may_be_sent_one_after_the_other():
    game = four(pa=3, more="thing K keg at 13,10.5\nthing J keg at 10,10.5")
    game.squad("S").pa = 4
    game.do("S", "single-out member=C do=pick-up")
    game.do("S", "single-out member=A do=pick-up")
    assert (game.figure("A").carries, game.figure("C").carries) == (["J"], ["K"])


@pytest.mark.rule("cappa.6.4b", "cappa.6.3b")
def test_a_person_may_send_one_member_somewhere_if_the_squad_stays_together():
    game = four()
    found = judged(game, member="A", do="move", to=[1075, 1110])
    assert isinstance(found, Option)
    assert found["pa"] == 2
    game.do("S", found)
    assert game.at("A") == (10.75, 11.1)
    assert [event.figure for event in game.told(Moved)] == ["A"]
    for args, rule in (
        ({"member": "B", "do": "move", "to": [1150, 1350]}, "cappa.6.3b"),  # away from the others
        ({"member": "B", "do": "move", "to": [1150, 2350]}, "cappa.4.0a"),
        ({"member": "X", "do": "move", "to": [1150, 1100]}, "cappa.6.4b"),
        ({"member": "B", "do": "shoot", "to": [1150, 1100]}, "cappa.6.4b"),
    ):
        refusal = judged(four(), **args)
        assert isinstance(refusal, Objection)
        assert refusal.rule == rule


@pytest.mark.rule("cappa.6.4b", "cappa.4.3.6c")
def test_an_errand_of_one_who_cannot_ride_costs_the_more_that_all_he_does_costs():
    game = situation(RIDERS.format(skill=""))
    (down, *_) = [option for option in game.offered("S") if option.get("do") == "dismount"]
    assert down["pa"] == 3
    ride = situation(RIDERS.format(skill=", abilities RI"))
    (down, *_) = [option for option in ride.offered("S") if option.get("do") == "dismount"]
    assert down["pa"] == 2


@pytest.mark.rule("cappa.6.4b", "cappa.5.3.2b")
def test_an_errand_takes_the_arrow_from_the_string_of_the_one_who_is_sent():
    game = situation("""
        cappa on open ground
        red extra A at 10,10 with BOW BD, squad S, hands BOW
        red extra B at 11.5,10 with BOW BD, squad S, hands BOW
        red squad S, open, pa 2
        blue extra X at 12,38
    """)
    game.figure("A").empty, game.figure("B").empty = [], []
    game.do("S", "single-out member=A do=go-prone")
    assert (game.figure("A").empty, game.figure("B").empty) == (["BOW"], [])


@pytest.mark.rule("cappa.6.4b", "cappa.5.2.h2")
def test_in_a_melee_nobody_is_sent_to_do_what_the_melee_forbids():
    game = four(more="blue extra Y at 10,11\nthing K keg at 13,10.5")
    assert game.may("S", "single-out do=change-weapon")
    assert not game.may("S", "single-out do=go-prone")


@pytest.mark.rule("cappa.6.4b", "cappa.6.4.h2")
def test_every_errand_is_offered_once_for_what_the_order_leaves_and_drinking_comes_last():
    game = four(pa=2, a=", empty MMK", more="thing K keg at 13,10.5")
    errands = [option for option in game.offered("S") if option.key == "single-out"]
    meanings = [option.meaning for option in errands]
    assert len(meanings) == len(set(meanings))
    assert {option["member"] for option in errands} == set("ABCL")
    assert all(option["pa"] <= 2 for option in errands)
    seldom = [option["do"] in ("drink", "go-prone") for option in errands]
    assert True in seldom
    assert seldom == sorted(seldom)
    assert not game.may("S", "single-out", 1)


@pytest.mark.rule("cappa.6.4b")
def test_nobody_is_sent_apart_from_a_squad_of_which_he_alone_is_left():
    game = four(pa=3)
    for name in "ABC":
        game.figure(name).where = "gone"
    assert not game.may("S", "single-out")


@pytest.mark.rule("cappa.6.4b", "cappa.6.3b")
@pytest.mark.parametrize(("x", "may"), [(11.2, True), (12, False)])
def test_nobody_is_sent_over_a_hedge_away_from_the_others(x, may):
    game = situation(f"""
        cappa on open ground
        hedge 5,10.5 20,10.5
        red extra A at 10,10, squad S
        red extra B at {x},10, squad S
        red squad S, open, pa 3
        blue extra X at 12,38
    """)
    assert game.may("S", "single-out member=A do=cross") is may


@pytest.mark.rule("cappa.6.4b", "cappa.5.2.h2")
def test_where_one_of_a_squad_fights_no_other_is_sent_anywhere():
    refusal = judged(four(more="blue extra Y at 10,11"), member="C", do="move", to=[1300, 1100])
    assert isinstance(refusal, Objection)
    assert refusal.rule == "cappa.6.4b"


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_errand_is_told_in_words(language):
    game = four(a=", empty MMK", more="thing K keg at 13,10.5\nhedge 5,9.5 20,9.5")
    from alfiere.games.cappa.shown.directions import spoken
    from alfiere.games.cappa.state.naming import name_of, words

    texts = set()
    for option in game.offered("S", 9):
        if option.key == "single-out":
            args = spoken(game.state, option, language)
            told = words(language).option_sentence(
                "action", option.key, args, lambda kind, value: name_of(game.state, kind, value, language)
            )
            assert "  " not in told
            assert not told.endswith((" ", ","))
            texts.add((option["do"], told))
    assert {"change-weapon", "reload", "pick-up", "cross", "go-prone", "drink"} <= {do for do, _ in texts}


# The cry of a squad


CRIERS = """
    cappa on open ground
    red extra A at 10,10, squad S{mine}
    red extra B at 11.5,10, squad S
    red squad S, open, pa 3
    blue extra X at 10,14{yours}
    dice {dice}
"""


@pytest.mark.rule("cappa.8.h2", "cappa.8.1.1j", "cappa.8.1.1i")
def test_a_squad_shouts_before_its_charge_with_the_voices_of_those_who_can():
    game = situation(CRIERS.format(mine=", abilities BC", yours="", dice="blue 10"))
    game.do("S", "battle-cry")
    assert game.squad("S").pa == 2
    assert not game.may("S", "battle-cry")
    game.do("S", "charge-together target=X", "no-test")
    assert [(event.figure, event.target) for event in game.told(Cried)] == [("A", "X")]
    assert [event.figure for event in game.told(Shaken)] == ["X"]
    assert game.told(ChargeEnded)
    assert not situation(CRIERS.format(mine="", yours="", dice="blue")).may("S", "battle-cry")


@pytest.mark.rule("cappa.8.h2", "cappa.8.1.1j")
def test_one_cry_is_one_test_however_many_shout():
    text = CRIERS.format(mine=", abilities BC", yours="", dice="blue 1").replace(
        "11.5,10, squad S", "11.5,10, squad S, abilities BC"
    )
    game = situation(text)
    game.do("S", "battle-cry")
    game.do("S", "charge-together target=X", "no-test")
    assert len(game.told(MoraleTested)) == 1
    assert not [mark for name in "AB" for mark in game.figure(name).marks if mark.startswith("BC")]


@pytest.mark.rule("cappa.8.1.1k", "cappa.8.h2")
@pytest.mark.parametrize(("y", "near"), [(14, False), (11.9, True)])
def test_the_cry_of_a_squad_counts_one_less_if_the_first_um_brings_any_of_it_into_contact(y, near):
    text = CRIERS.format(mine=", abilities BC", yours="", dice="blue 1").replace("10,14", f"10,{y}")
    game = situation(text)
    game.do("S", "battle-cry")
    game.do("S", "charge-together target=X", "no-test")
    (test,) = game.told(MoraleTested)
    assert ((-1, "cry at contact", "cappa.8.1.1k") in test.tally.lines) == near


@pytest.mark.rule("cappa.8.h2", "cappa.8.1.1l")
@pytest.mark.parametrize(("skill", "cries"), [(", abilities BC", True), ("", False)])
def test_one_of_a_charged_squad_shouts_back_for_it(skill, cries):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10, pa 1
        blue extra X at 10,13.5, squad T
        blue extra Y at 11.5,13.5, squad T{skill}
        blue squad T, open, pa 1
        dice red 1
    """)
    game.do("A", "charge target=X", "no-test", *(["battle-cry figure=Y"] if cries else []))
    assert [(event.figure, event.target) for event in game.told(Cried)] == ([("Y", "A")] if cries else [])
    assert [event.figure for event in game.told(MoraleTested)] == (["A"] if cries else [])
    assert game.squad("T").pa == (0 if cries else 1)


@pytest.mark.rule("cappa.2.2.1z", "cappa.6.4a")
def test_who_has_another_bayonet_keeps_it_on_when_his_mates_take_theirs_off():
    game = situation("""
        cappa on open ground
        red extra A at 10,10 with MMK SB, bayonet SB on, squad S
        red extra B at 11,10 with MMK PB, bayonet PB on, squad S
        red squad S, pa 2
        blue extra X at 30,30
    """)
    game.do("S", "remove-bayonet weapon=SB")
    assert (game.figure("A").bayonet, game.figure("B").bayonet) == ("", "PB")
