"""Chapter 2.2.1: the simple actions and what they cost."""

from __future__ import annotations

import pytest

from alfiere.games import GAMES
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.people.muster import new_skirmish, ways_to_hold
from alfiere.games.cappa.told.events import Acted, MoraleTested, Moved, Struck, Surrendered
from alfiere.games.cappa.weaponry.wounds import eliminate
from alfiere.kernel.decision import Decision, Option
from alfiere.server.sentences import Sentences
from tests.situation import situation

ALONE = """
    cappa on open ground
    red extra A at 10,10 with {arms}, pa 3{more}
"""


def alone(arms: str = "BD PS", more: str = "", others: str = ""):
    """A with so many weapons and 3 PA."""
    return situation(ALONE.format(arms=arms, more=more) + others)


# What an action costs


@pytest.mark.rule("cappa.2.2.1r")
@pytest.mark.parametrize(
    ("reaction", "dice", "left"), [("shoot-back", "red 10 blue 10", 1), ("stand", "red 10 blue", 2)]
)
def test_a_reaction_is_paid_with_the_pa_of_its_action(reaction, dice, left):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10 with MMK, pa 1
        blue extra B at 16,10 with MMK, pa 2
        dice {dice}
    """)
    game.do("A", "shoot target=B", reaction)
    assert game.figure("B").pa == left


@pytest.mark.rule("cappa.2.2.1a", "cappa.2.2.1d", "cappa.2.2.1f", "cappa.2.2.1g", "cappa.2.2.1h")
def test_shooting_aiming_fighting_falling_back_and_breaking_off_cost_one_pa_each():
    far = situation("""
        cappa on open ground
        red extra A at 10,10 with MMK BD, pa 3, hands MMK
        blue extra B at 16,10
    """)
    near = situation("""
        cappa on open ground
        red extra A at 10,10, pa 3
        blue extra B at 11,10
    """)
    costs = {option.key: option.get("pa") or 1 for game in (far, near) for option in game.offered("A")}
    assert {costs[key] for key in ("shoot", "aim", "fight", "fall-back", "break-off")} == {1}


@pytest.mark.rule("cappa.2.2.1c")
def test_loading_costs_what_the_table_of_weapons_says():
    game = alone("MMK BD", ", hands MMK, empty MMK")
    assert [option["pa"] for option in game.offered("A") if option.key == "reload"] == [2]


@pytest.mark.rule("cappa.2.2.2.h1", "cappa.2.2.2.h5")
def test_a_charged_character_may_countercharge_or_evade_but_not_shoot():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 1, Mov 4
        blue extra B at 14,10 with PS BD, pa 2, Mov 4
    """)
    game.do("A", "charge target=B")
    reactions = [decision for decision in game.asked if decision.key == "react-to-charge"]
    assert len(reactions) == 1
    assert {option.key for option in reactions[0].options} == {"countercharge", "evade", "stand"}


@pytest.mark.rule("cappa.2.2.2e")
def test_who_is_attacked_hand_to_hand_fights_back_at_the_same_time():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 1
        blue extra B at 11,10, pa 1
        dice red 10 blue 10
    """)
    game.do("A", "fight")
    assert [blow.figure for blow in game.told(Struck)] == ["A", "B"]
    assert game.figure("B").pa == 0


@pytest.mark.rule("cappa.2.2.1o", "cappa.2.2.1n")
def test_going_down_and_getting_up_cost_one_pa_each():
    game = alone()
    game.do("A", "go-prone")
    assert (game.figure("A").is_prone, game.figure("A").pa) == (True, 2)
    game.do("A", "get-up")
    assert (game.figure("A").is_prone, game.figure("A").pa) == (False, 1)


@pytest.mark.rule("cappa.2.2.1.h17")
def test_a_rider_does_not_throw_himself_down():
    assert "go-prone" not in alone(more=", mounted, Mov 8, abilities RI").keys("A")


@pytest.mark.rule("cappa.2.2.1.h3")
def test_who_lies_crawls_one_um():
    game = alone(more=", prone")
    game.move("A", 11, 10)
    assert game.told(Moved)[0].how == "crawl"
    assert all(abs(x - 1100) <= 101 for x, _ in (one["to"] for one in game.offered("A") if one.key == "move"))


# Weapons in hand


@pytest.mark.rule("cappa.2.2.1.h1")
def test_two_hands_hold_one_two_handed_weapon_or_two_others():
    assert ways_to_hold(["MMK", "BD", "PS", "KN"]) == [("MMK",), ("BD", "PS"), ("BD", "KN"), ("PS", "KN")]
    assert ways_to_hold(["BD", "MMK", "PS"]) == [("BD", "PS"), ("MMK",)]  # as they stand on the sheet
    assert ways_to_hold(["FMK", "SB", "BD"]) == [("FMK",), ("BD",)]  # a bayonet is fixed, not held


@pytest.mark.rule("cappa.2.2.1i", "cappa.2.2.1.h8")
def test_changing_weapons_costs_one_pa():
    game = alone("MMK BD", ", hands MMK")
    assert [one["hands"] for one in game.offered("A") if one.key == "change-weapon"] == [["BD"]]
    game.do("A", "change-weapon hands=BD")
    assert (game.figure("A").hands, game.figure("A").pa) == (["BD"], 2)


@pytest.mark.rule("cappa.2.2.1.h2", "cappa.2.2.1.h9")
def test_at_the_start_firearms_are_loaded_bows_are_not_nocked_matches_are_lit():
    state = new_skirmish(read_scenario("convento"), {})
    assert all(not one.empty and one.match_is_lit and not one.bayonet for one in state.figures.values())
    bow = alone("BOW KN").figure("A")
    assert bow.empty == ["BOW"]


# Things and captives


@pytest.mark.rule("cappa.2.2.1.h5")
def test_what_is_in_contact_is_picked_up_and_a_weapon_joins_the_others():
    game = alone("KN", others="thing S BD at 10.4,10\nthing F BD at 12,10\n")
    assert [one["thing"] for one in game.offered("A") if one.key == "pick-up"] == ["S"]
    game.do("A", "pick-up thing=S")
    assert game.figure("A").arms == ["KN", "BD"]


@pytest.mark.rule("cappa.5.2.4a")
def test_a_firearm_that_lay_there_is_not_loaded():
    game = alone("KN", others="thing S MMK at 10.4,10\n")
    game.do("A", "pick-up thing=S")
    assert game.figure("A").empty == ["MMK"]


@pytest.mark.rule("cappa.2.2.1.h5", "cappa.2.2.1j")
@pytest.mark.parametrize(("kind", "may"), [("trifle", True), ("keg", True), ("person", False), ("riding_horse", False)])
def test_a_rider_picks_up_what_his_horse_carries_besides_him(kind, may):
    game = situation(f"""
        cappa on open ground
        red extra A at 10,10, pa 2, mounted, Mov 8, abilities RI
        thing K {kind} at {"12,10" if kind == "riding_horse" else "10.8,10"}
    """)
    assert game.may("A", "pick-up thing=K") == may


@pytest.mark.rule("cappa.2.2.1.h5", "cappa.2.2.1.h6")
def test_nobody_takes_what_another_has_nor_a_friend_or_enemy_who_stands():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 2
        red extra C at 11,10, surrendered
        red protagonist P out at 10,11
        blue extra B at 9,10
        thing K trifle at 10,10
    """)
    game.state.things["K"].bearer = "C"
    game.figure("C").carries = ["K"]
    assert [one["thing"] for one in game.offered("A") if one.key == "pick-up"] == ["P"]
    game.figure("B").has_surrendered = True
    assert [one["thing"] for one in game.offered("A") if one.key == "pick-up"] == ["P", "B"]


@pytest.mark.rule("cappa.2.2.1p")
@pytest.mark.parametrize(
    ("state", "horse", "may"),
    [("", "riding_horse", True), ("", "mule", True), ("", "draught_animal", False), (", prone", "riding_horse", False)],
)
def test_one_mounts_a_beast_that_is_ridden_standing_and_without_a_load(state, horse, may):
    game = situation(f"""
        cappa on open ground
        red extra A at 10,10, pa 2, abilities RI{state}
        thing H {horse} at 11.5,10
        thing K keg at 10,10
    """)
    assert game.may("A", "mount thing=H") == may
    if may:
        game.do("A", "pick-up thing=K")
        assert not game.may("A", "mount")


@pytest.mark.rule("cappa.2.2.1.h5")
def test_what_lies_on_another_storey_is_out_of_reach():
    game = situation("""
        cappa on open ground
        building 8,8 14,14 door south storeys 2
        red extra A at 10,10, pa 1, level 2
        thing K trifle at 10,10.2
    """)
    assert not game.may("A", "pick-up")
    game.figure("A").level = 0
    assert game.may("A", "pick-up thing=K")


@pytest.mark.rule("cappa.2.2.1j")
def test_a_beast_picks_nothing_up_and_calls_on_nobody():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 1, animal
        blue extra B at 12,10, shaken
        thing K trifle at 10,10.2
    """)
    assert not {"pick-up", "talk", "drink"} & game.keys("A")


CAPTIVE = """
    cappa on open ground
    red extra A at 10,10, pa 3
    blue protagonist B {out} 11,10
    blue extra C at 30,30
"""


@pytest.mark.rule("cappa.2.2.1.h6")
def test_an_enemy_out_of_action_is_captured_by_picking_him_up():
    game = situation(CAPTIVE.format(out="out at"))
    game.do("A", "pick-up thing=B")
    assert (game.figure("B").captor, game.figure("A").carries) == ("A", ["B"])
    assert not game.figure("B").is_up


@pytest.mark.rule("cappa.2.2.1.h13", "cappa.2.2.1.h12")
def test_a_captive_who_is_let_go_is_free_and_may_be_taken_again():
    game = situation(CAPTIVE.format(out="out at"))
    game.do("A", "pick-up thing=B")
    game.do("A", "put-down thing=B")
    assert (game.figure("B").captor, game.figure("A").pa) == ("", 2)
    assert game.touch("A", "B") or game.gap("A", "B") < 0.5
    assert game.state.figures["A"].carries == []


@pytest.mark.rule("cappa.2.2.1.h13")
def test_who_had_yielded_and_is_let_go_is_on_his_feet_and_his_own_master():
    game = situation(CAPTIVE.format(out="at").replace("11,10", "11,10, surrendered"))
    game.do("A", "pick-up thing=B")
    game.do("A", "put-down thing=B")
    assert game.figure("B").is_up
    assert "pick-up" not in game.keys("A")


@pytest.mark.rule("cappa.2.2.1.h13", "cappa.3.2.3.h1")
def test_a_captive_comes_free_beside_where_his_captor_is_by_then_and_so_does_what_was_carried():
    game = situation(CAPTIVE.format(out="out at") + "thing K chest at 20,20")
    game.do("A", "pick-up thing=B")
    a = game.figure("A")
    a.x, a.y = 2000, 2500
    game.do("A", "put-down thing=B")
    assert 0 <= game.gap("A", "B") < 0.5
    assert game.at("B")[1] > 23
    a.carries, a.pa, a.shaken = ["B", "K"], 2, "fire"
    game.figure("B").captor, game.state.things["K"].bearer = "A", "A"
    a.x, a.y = 3000, 2500

    def lost(g):
        eliminate(g, g.state.figures["A"], "cappa.2.3.3k")
        yield from ()

    before = game.state.sides["red"].firmness
    game.run(lost)
    assert game.state.sides["red"].firmness == before - a.sheet.value
    game.run(lost)
    assert game.state.sides["red"].firmness == before - a.sheet.value  # nobody's value is taken twice, cappa.3.2.3.h1
    a, thing = game.figure("A"), game.state.things["K"]
    assert (a.where, a.carries, a.pa, a.shaken) == ("gone", [], 0, "")
    assert (game.figure("B").captor, thing.bearer, (thing.x, thing.y)) == ("", "", (3000, 2500))
    assert 29 < game.at("B")[0] < 31


# Talk and drink


YIELD = """
    cappa on open ground
    red extra A at 10,10, pa 2
    red extra C at 10,13
    blue extra B at 12,10{state}
    dice blue {roll}
"""


@pytest.mark.rule("cappa.2.2.1u", "cappa.2.2.1.h7", "cappa.2.2.1.h16")
def test_an_outnumbered_enemy_without_pa_who_fails_his_test_surrenders():
    game = situation(YIELD.format(state="", roll=10))
    before = game.state.sides["blue"].firmness
    game.do("A", "talk what=yield target=B")
    assert game.figure("B").has_surrendered
    assert game.told(Surrendered)
    assert game.state.sides["blue"].firmness == before - 1
    assert game.figure("A").pa == 1


@pytest.mark.rule("cappa.2.2.1.h7")
@pytest.mark.parametrize(("state", "may"), [("", True), (", pa 1", False), (", shaken", True)])
def test_who_has_pa_is_not_asked_to_yield(state, may):
    assert situation(YIELD.format(state=state, roll=10)).may("A", "talk what=yield") == may


@pytest.mark.rule("cappa.2.2.1.h7")
@pytest.mark.parametrize(
    ("b", "c", "may"),
    [
        ("12,10", "10,13", True),
        ("14.9,10", "10,13", True),  # 4 um away, edge to edge
        ("15.1,10", "10,13", False),
        ("12,10", "30,30, prone", True),  # he sees them, however far
        ("12,10", "12,13, squad S", False),  # of a squad: not alone
    ],
)
def test_only_who_is_near_alone_and_outnumbered_is_asked_to_yield(b, c, may):
    squad = "blue extra X at 12,8.9, squad S\nblue squad S\nred extra D at 9,13\nred extra E at 8,13"
    other = f"blue extra B at {b}" if "squad" not in c else f"blue extra B at {b}, squad S, die 1, pa 0\n{squad}"
    friend = c if "squad" not in c else "10,13"
    game = situation(f"""
        cappa on open ground
        red extra A at 10,10, pa 2
        red extra C at {friend}
        {other}
    """)
    assert game.may("A", "talk what=yield target=B") == may


@pytest.mark.rule("cappa.2.2.1.h7")
@pytest.mark.parametrize("more", ["red extra X at 13,10", "high wall 11.2,5 11.2,15"])
def test_nobody_calls_on_an_enemy_who_is_in_melee_or_out_of_sight(more):
    assert not situation(YIELD.format(state=", shaken", roll=10) + more).may("A", "talk what=yield")


@pytest.mark.rule("cappa.2.2.1.h6", "cappa.2.2.1.h16")
def test_who_has_yielded_does_nothing_more_and_is_no_longer_shaken():
    game = situation(YIELD.format(state=", shaken", roll=10))
    game.do("A", "talk what=yield target=B")
    b = game.figure("B")
    assert (b.shaken, b.pa, b.has_acted, b.is_up) == ("", 0, True, False)


@pytest.mark.rule("cappa.2.2.1.h7")
def test_equal_numbers_in_sight_are_not_outnumbering():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 2
        red extra C at 10,13
        blue extra B at 12,10
        blue extra D at 12,13
    """)
    assert not game.may("A", "talk what=yield")
    game.figure("D").where = "gone"
    assert game.may("A", "talk what=yield target=B")


@pytest.mark.rule("cappa.2.2.1.h7")
def test_the_same_enemy_is_called_on_once_a_turn():
    game = situation(YIELD.format(state=", shaken wound", roll=1) + "\nred extra D at 10,12, pa 1")
    assert game.may("D", "talk what=yield target=B")
    game.do("A", "talk what=yield target=B")
    assert not game.figure("B").has_surrendered
    assert not game.may("A", "talk what=yield target=B", 3)
    assert not game.may("D", "talk what=yield target=B")


@pytest.mark.rule("cappa.2.2.1.h13")
def test_whoever_yields_holds_nobody_any_more():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 2
        red extra C at 10,13
        red protagonist P out at 12,11
        blue extra B at 12,10, carries P
        dice blue 10
    """)
    game.figure("P").captor = "B"
    game.do("A", "talk what=yield target=B")
    assert (game.figure("P").captor, game.figure("B").carries) == ("", [])


@pytest.mark.rule("cappa.2.2.1.h7")
def test_a_thing_is_handed_to_a_friend_in_contact():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 2
        red extra B at 11,10
        blue extra X at 30,30, pa 1
        thing K trifle at 10,10
    """)
    game.do("A", "pick-up thing=K")
    game.figure("X").x, game.figure("X").y = 1200, 1000
    assert not game.may("A", "talk")  # B is in melee
    game.figure("X").x = 3000
    game.do("A", "talk what=hand_over target=B")
    assert (game.figure("A").carries, game.figure("B").carries) == ([], ["K"])


@pytest.mark.rule("cappa.2.2.1w", "cappa.2.2.1.h11", "cappa.2.2.1.h4")
def test_one_drinks_alone_for_one_pa_and_in_company_for_two_each():
    text = """
        cappa on open ground
        red extra A at 10,10, pa 3
        red extra B at 11,10, pa 2
    """
    game = situation(text)
    game.do("A", "drink figure=A")
    assert game.figure("A").pa == 2
    together = situation(text)
    together.do("A", "drink target=B")
    assert (together.figure("A").pa, together.figure("B").pa) == (1, 0)
    assert [event.figure for event in together.told(Acted)] == ["A", "B"]


@pytest.mark.rule("cappa.2.2.1.h11")
@pytest.mark.parametrize(
    ("friend", "may"),
    [
        ("pa 2", True),
        ("pa 1", False),
        ("pa 2, shaken", False),
        ("pa 2, animal", False),
        ("squad S", False),
    ],
)
def test_one_drinks_with_a_friend_who_could_drink_himself(friend, may):
    game = situation(f"""
        cappa on open ground
        red extra A at 10,10, pa 3
        red extra B at 11,10, {friend}
        red extra C at 12.1,10, squad S
        red squad S, pa 2
    """)
    assert game.may("A", "drink target=B") == may


# The battle cry


CRY = """
    cappa on open ground
    red  protagonist A at 10,10, abilities BC, pa {pa}, Mov 4
    blue extra B at {x},10{more}
    dice blue {blue}
"""


@pytest.mark.rule("cappa.8.1.1j")
@pytest.mark.parametrize(("pa", "x", "may"), [(2, 14, True), (1, 14, False), (2, 25, False)])
def test_a_cry_leaves_a_pa_for_the_charge_it_begins_and_somebody_to_charge(pa, x, may):
    text = CRY.format(pa=pa, x=x, more="", blue="")
    game = situation(text)
    assert game.may("A", "battle-cry") == may
    assert not situation(text.replace("abilities BC, ", "")).may("A", "battle-cry")
    assert not situation(text.replace("Mov 4", "Mov 4, prone")).may("A", "battle-cry")
    if may:
        game.do("A", "battle-cry")
        assert not game.may("A", "battle-cry", 3)  # he has drawn his breath already


@pytest.mark.rule("cappa.8.1.1i", "cappa.8.1.2n")
def test_a_cry_does_not_frighten_who_sees_the_one_he_is_loyal_to():
    steady = CRY.format(pa=2, x=14, more=", abilities LO, loyal to M", blue="") + "blue protagonist M at 16,14\n"
    game = situation(steady)
    game.do("A", "battle-cry")
    game.do("A", "charge target=B", "no-test")
    assert not game.told(MoraleTested)
    assert game.touch("A", "B")


@pytest.mark.rule("cappa.2.1.4e")
def test_the_list_tells_what_each_action_costs():
    game = alone("MMK BD", ", hands MMK, empty MMK")
    options = [*game.offered("A"), Option("stop", {"figure": "A"})]
    asked = Decision("red", "action", options, {"figure": "A", "pa": 3})
    told = {one["key"]: one.get("price") for one in Sentences(GAMES["cappa"]).decision(game.state, asked, 1)["options"]}
    assert told["move"] == {"en": "1 PA", "it": "1 PA"}
    assert told["reload"] == {"en": "2 PA", "it": "2 PA"}
    assert told["stop"] is None
    rules = GAMES["cappa"]
    answers = Decision("red", "react-to-fire", options[:1], {"figure": "A"})
    assert rules.price(game.state, answers, options[0]) is None  # what is not chosen from the list of an impulse
