"""Chapters 5.2.5, 6.7 and 2.3: squads that break off or are pushed against things, and whose the wounds are."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.ground.stragglers import together
from alfiere.games.cappa.morale.morale_tests import is_steadied
from alfiere.games.cappa.told.events import MoraleTested, Moved, PutOut, Struck
from tests.games.cappa.test_6_squad_melee import FIVE, pushes, reasons
from tests.situation import situation


@pytest.mark.rule("cappa.5.2.5.h3")
def test_a_squad_breaks_off_as_a_body():
    game = situation(FIVE.format(1))
    game.do("S", "leave-together")
    assert not any(game.touch("A", name) for name in "BCDEF")
    assert {event.figure for event in game.told(Moved)} == set("BCDEF")


@pytest.mark.rule("cappa.5.2.5.h3")
def test_the_owner_of_a_squad_chooses_where_it_breaks_off_to():
    places = [one["to"] for one in situation(FIVE.format(1)).offered("S") if one.key == "leave-together"]
    assert len(places) > 1
    game = situation(FIVE.format(1) + "closed building 8,12.6 9.2,14")  # right behind D
    game.do("S", "leave-together")
    assert not any(game.touch("A", name) for name in "BCDEF")
    assert game.figure("B").moved_now == 100
    assert game.at("B")[0] > 9.4  # past the house


@pytest.mark.rule("cappa.5.2.3.h2", "cappa.6.7.5.h2")
def test_a_squad_is_pushed_aslant_up_to_a_slanting_hedge():
    game = situation("""
        cappa on open ground
        hedge 11.02,11.53 13.30,11.07
        red  hero A at 10.26,9.27, 5/3/9, pa 1
        blue extra B at 10.24,10.27, squad S
        blue extra C at 11.44,10.27, squad S
        blue squad S, open
        dice red 1 10 blue
    """)
    game.do("A", "fight target=B")
    found = {(option["to"][0] - 1024, option["to"][1] - 1027) for option in pushes(game)}
    assert found == {(34, 59), (-19, 70), (97, 26)}  # straight, and to either side


@pytest.mark.rule("cappa.3.2.2a", "cappa.6.7.5.h2")
@pytest.mark.parametrize(("firmness", "asked"), [(1, False), (9, True)])
def test_when_a_round_of_a_squad_ends_the_battle_nobody_is_pushed(firmness, asked):
    game = situation(f"""
        cappa on open ground
        red  hero A at 10,10, 5/3/3
        red  extra X at 30,30
        blue extra B at 9.4,10.8, squad S
        blue extra C at 10.6,10.8, squad S
        blue squad S, open, pa 1
        firmness red {firmness - 1} blue 9
        dice blue 1 1 10 red 1
    """)
    game.do("S", "fight-together target=A")
    assert bool(game.state.winner) is not asked
    assert ("push" in [one.key for one in game.asked]) is asked


@pytest.mark.rule("cappa.5.2.5b", "cappa.5.2.5a")
@pytest.mark.parametrize(("one", "other", "rule"), [(1, 0, "b"), (0, 1, "b"), (1, 1, "b"), (0, 0, "a")])
def test_a_squad_that_breaks_off_flees_if_one_of_its_opponents_could_strike(one, other, rule):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10, pa {one}
        red  extra X at 11.2,10, pa {other}
        blue extra B at 10,11, squad S
        blue extra C at 11.2,11, squad S
        blue squad S, open, pa 1
    """)
    rules = {option.rules[1] for option in game.offered("S") if option.key == "leave-together"}
    assert rules == {f"cappa.5.2.5{rule}"}


@pytest.mark.rule("cappa.5.2.5.h2", "cappa.2.3d", "cappa.2.3e")
def test_a_parting_blow_that_costs_a_squad_half_its_men_is_followed_by_its_test():
    text = "cappa on open ground\nred extra A at 10,10, 5/3/3, pa 1\nblue extra B at 10,11, squad S\n"
    text += "blue extra C at 11,11.5, squad S\nblue squad S, open, pa 1\ndice red 1 1 blue 1"
    game = situation(text)
    game.do("S", "leave-together", "strike target=B")
    assert game.figure("B").where == "gone"
    assert [(event.figure, event.cause) for event in game.told(MoraleTested)] == [("S", "losses")]
    assert game.at("C")[1] > 12


@pytest.mark.rule("cappa.5.2.5.h2", "cappa.5.2.5c")
def test_an_opponent_of_a_squad_that_breaks_off_strikes_once_at_one_of_them():
    game = situation(FIVE.format(1).replace("5/3/3", "5/3/3, pa 3") + "dice red 10 blue")
    game.do("S", "leave-together", "strike target=C")
    (blow,) = game.told(Struck)
    assert (blow.target, "enemy flees" in reasons(blow)) == ("C", True)
    assert game.figure("A").pa == 2
    assert [one.key for one in game.asked] == ["strike-fugitive"]


@pytest.mark.rule("cappa.8.1.2m")
def test_a_loyal_squad_does_not_flee_before_its_master():
    text = "cappa on open ground\nred extra A at 10,10, 5/3/3{}\nblue hero M at 12,14\n"
    text += "blue extra B at 10,11, abilities LO, loyal to M, squad S\nblue squad S, open, pa 1"
    assert not situation(text.format(", pa 1")).may("S", "leave-together")
    assert situation(text.format("")).may("S", "leave-together")


@pytest.mark.rule("cappa.8.1.2m", "cappa.8.1.2n")
def test_the_men_of_a_squad_are_steadied_by_their_master_whoever_leads_them():
    text = "cappa on open ground\nred extra A at 10,10, 5/3/3, pa 1\nblue hero M at 12,14\n"
    text += "blue extra B at 10,11, abilities LO, loyal to M, squad S\nblue protagonist L at 9,12, squad S\n"
    led = situation(text + "blue squad S led by L, open, pa 1")
    assert is_steadied(led.state, led.squad("S"))
    assert not is_steadied(led.state, led.figure("L"))
    alone = situation(text + "blue extra C at 8,11, squad S\nblue squad S led by L, open, pa 1")
    assert not is_steadied(alone.state, alone.squad("S"))  # one of them is loyal to nobody


@pytest.mark.rule("cappa.6.7.4.h1", "cappa.6.7.4.h2")
def test_those_behind_and_those_lying_down_fight_too_each_with_what_is_his_own():
    game = situation(FIVE.format(1) + "dice blue 10 10 10 10 10")
    game.figure("F").is_prone = True
    game.do("S", "fight-together target=A")
    lines = {event.figure: [reason for _, reason, _ in event.tally.lines] for event in game.told(Struck)}
    assert set(lines) == set("BCDEF")
    assert [name for name in lines if "prone" in lines[name]] == ["F"]
    assert all("outnumbering" in names for names in lines.values())


@pytest.mark.rule("cappa.6.7.2c", "cappa.6.5.h5")
@pytest.mark.parametrize(("roll", "extra"), [(1, 1), (10, 0)])
def test_in_a_charge_at_a_lone_man_nobody_of_a_squad_exceeds_his_own_speed(roll, extra):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,14.5
        blue extra B at 10,10, Mov 4, squad S
        blue extra C at 11.5,10, Mov 2, squad S
        blue extra D at 13,9.5, Mov 3, squad S
        blue squad S, open, pa 1
        dice blue {roll}
    """)
    game.do("S", "charge-together target=A", "test")
    went = dict.fromkeys("BCD", 0)
    for event in game.told(Moved):
        went[event.figure] += event.length
    assert went["B"] >= 300
    for name, mov in (("B", 4), ("C", 2), ("D", 3)):
        assert went[name] <= 100 * (mov + extra) + 2
    assert went["C"] >= 150  # he follows as far as he can


MIXED = """
    cappa on open ground
    red  hero A at 10,10, 9/3/9
    red  hero B at 11,10, 9/3/4, squad R
    red  extra C at 12,10, 9/3/4, squad R
    red  extra D at 13,10, 9/3/4, squad R
    red  squad R led by B, open, pa 1
    blue spagnolo_picchiere P at 11,11, squad S
    blue spagnolo_picchiere Q at 12,11, squad S
    blue spagnolo_moschettiere M at 13,11, squad S
    blue spagnolo_moschettiere N at 13,12, squad S
    blue squad S, open
"""


@pytest.mark.rule("cappa.6.7.4f")
def test_wounds_in_a_melee_keep_the_proportion_of_the_types():
    for first in ("P", "M"):
        game = situation(MIXED + "dice red 1 1 1 1 10 blue 1 1")
        game.do("R", "fight-together target=S", f"lose figure={first}")
        fallen = {event.figure for event in game.told(PutOut)}
        assert len(fallen & {"P", "Q"}) == len(fallen & {"M", "N"}) == 1


@pytest.mark.rule("cappa.6.7.4e")
def test_a_second_wound_comes_only_when_everybody_has_had_one():
    text = """
        cappa on open ground
        red  extra A at 10,10, 9/3/9, squad R
        red  extra B at 11,10, 9/3/9, squad R
        red  extra C at 12,10, 9/3/9, squad R
        red  squad R, open, pa 1
        blue hero L at 10,11, CA 5, squad S
        blue extra E at 11,11, CA 5, squad S{more}
        blue squad S led by L, open
        dice red 1 1 1 1 1 1 blue {blue}
    """
    two = situation(text.format(more="", blue="1 1 1 1"))
    two.do("R", "fight-together target=S", "lose figure=L")
    assert two.figure("E").where != "on"
    assert two.figure("L").wounds == 2  # of three wounds
    three = situation(text.format(more="\n        blue extra F at 12,11, CA 5, squad S", blue="1 1 1 1"))
    three.do("R", "fight-together target=S", "lose figure=L")
    assert three.figure("L").wounds == 1
    assert {event.figure for event in three.told(PutOut)} == {"E", "F"}


@pytest.mark.rule("cappa.6.7.4e", "cappa.6.7.4d")
def test_two_wounds_are_two_mens():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, 9/3/4, squad R
        red  extra B at 11,10, 9/3/4, squad R
        red  squad R, open, pa 1
        blue moschettiere E at 10,11, squad S
        blue moschettiere F at 11,11, squad S
        blue moschettiere G at 12,11, squad S
        blue squad S, open
        dice red 1 1 1 1 blue 1
    """)
    game.do("R", "fight-together target=S", "lose figure=E")
    casualties = [one for one in game.asked if one.key == "casualty"]
    assert [sorted(option["figure"] for option in one.options) for one in casualties] == [["E", "F"]]
    assert sorted(event.figure for event in game.told(PutOut)) == ["E", "F"]


BESET = """
    cappa on open ground
    red  extra A at 10,10, 5/3/3, pa 1{}
    red  extra X at 11.2,10, 5/3/3, pa 1
    blue extra B at 10,11, squad S
    blue extra C at 11.2,11, squad S
    blue squad S, open, pa 1
    thing K barrel at 10,10
    dice red 10 10
"""


@pytest.mark.rule("cappa.5.2.5.h2", "cappa.2.3.3.h2", "cappa.4.3.7.h2")
@pytest.mark.parametrize(("how", "strikes"), [("", ["A", "X"]), (", shaken fire", ["X"]), ("laden", ["X"])])
def test_the_shaken_and_the_laden_do_not_strike_at_a_squad_that_breaks_off(how, strikes):
    game = situation(BESET.format("" if how == "laden" else how))
    if how == "laden":
        game.figure("A").carries, game.state.things["K"].bearer = ["K"], "A"
    game.do("S", "leave-together", *["strike"] * len(strikes))
    assert [one.about["figure"] for one in game.asked if one.key == "strike-fugitive"] == strikes
    assert [blow.figure for blow in game.told(Struck)] == strikes


@pytest.mark.rule("cappa.5.2.5.h2", "cappa.5.3.2.h2")
def test_a_pikeman_strikes_at_fugitives_in_melee_with_him_not_at_those_within_reach():
    game = situation(BESET.format("").replace("A at 10,10,", "A at 10,10 with PK,"))
    game.do("S", "leave-together", "let-go", "let-go")
    assert [{one["target"] for one in asked.options if one.key == "strike"} for asked in game.asked] == [{"B"}, {"C"}]


@pytest.mark.rule("cappa.5.2.5c", "cappa.5.2.5.h1")
def test_an_opponent_may_let_a_squad_go_and_keeps_his_pa():
    game = situation(BESET.format(""))
    game.do("S", "leave-together", "let-go", "strike")
    assert [blow.figure for blow in game.told(Struck)] == ["X"]
    offered = [{one["target"] for one in asked.options if one.key == "strike"} for asked in game.asked]
    assert offered == [{"B"}, {"C"}]  # each at those only whom he fights
    assert (game.figure("A").pa, game.figure("X").pa) == (1, 0)
    assert {option["target"] for option in game.asked[0].options if option.key == "strike"} == {"B"}
    assert [game.figure(name).moved for name in "BC"] == [100, 100]


@pytest.mark.rule("cappa.6.3a", "cappa.6.3.h1")
@pytest.mark.parametrize(("enemy", "part"), [("20,21", "ABCD"), ("30,30", "ABC")])
def test_who_has_lost_touch_takes_part_in_what_the_squad_does_only_where_he_fights(enemy, part):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10, squad R
        red  extra B at 11,10, squad R
        red  extra C at 12,10, squad R
        red  extra D at 20,20, squad R
        red  squad R, open, pa 2
        blue extra E at {enemy}
    """)
    assert "".join(one.id for one in together(game.state, game.squad("R"))) == part


@pytest.mark.rule("cappa.6.3c", "cappa.2.1.5f")
def test_of_two_who_come_back_the_farther_makes_for_the_one_who_came_before_him():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, squad R
        red  extra B at 11,10, squad R
        red  extra E at 10,11, squad R
        red  extra C at 20,10, squad R, Mov 4
        red  extra D at 20,16, squad R, Mov 4
        red  squad R, open
        blue extra X at 35,35
    """)
    game.phase("last", "act figure=R", "rejoin")
    assert game.at("C") == pytest.approx((16, 10), abs=0.02)
    assert game.at("D") == pytest.approx((17.78, 12.67), abs=0.05)


@pytest.mark.rule("cappa.6.3a", "cappa.4.3.3a")
@pytest.mark.parametrize(("level", "x"), [("", 17), (", level 1", 21)])
def test_a_straggler_who_hangs_on_a_wall_does_not_walk_back_to_the_others(level, x):
    game = situation(f"""
        cappa on open ground
        high wall 20,9.5 22,9.5
        red extra A at 10,10, squad S
        red extra B at 11.5,10, squad S
        red extra C at 13,10, squad S
        red extra D at 21,10, squad S{level}
        red squad S, open, pa 2
        blue extra X at 10,30
    """)
    game.do("S", "wait")
    assert game.at("D") == (x, 10)
