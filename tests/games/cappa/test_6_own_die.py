"""Chapters 2.1.2 and 6, who of a squad has a die of his own: alone in what he does, one of them in what he suffers."""

from __future__ import annotations

import random

import pytest

from alfiere.games import GAMES
from alfiere.games.cappa.artillery.gunnery import canister_armour
from alfiere.games.cappa.combat.battle_cry import face_cry
from alfiere.games.cappa.combat.fire import may_be_shot
from alfiere.games.cappa.combat.grenades import GRENADE, blast_armour
from alfiere.games.cappa.ground.engaged import are_fighting, is_in_melee
from alfiere.games.cappa.morale.morale_tests import shake
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.told.events import MoraleTested, Moved, PutOut, RoundWon, Struck
from alfiere.games.cappa.turn.objections import objection
from alfiere.games.cappa.turn.orders import placements
from alfiere.games.cappa.weaponry.wounds import wound
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.game import Game
from soak.scuffles import scuffle
from tests.situation import situation

MELEE = """
    cappa on open ground
    red  extra A at 10,10 with KN, 5/3/3, squad R
    red  extra B at 11,10 with KN, 5/3/3, squad R
    red  extra C at 12,10 with KN, 5/3/3, squad R
    red  squad R, open, pa 1
    blue {who} G at 10,11 with KN, squad S, die 3, pa 2
    blue extra H at 11,11.8 with KN, squad S
    blue extra I at 12,11.8 with KN, squad S
    blue squad S{led}, open{squad}
"""


def melee(*, who="extra", squad=", pa 1", led=""):
    """Three against three, of whom G has a die of his own and alone is in contact."""
    return situation(MELEE.format(who=who, squad=squad, led=led))


def strikers(game, *names):
    """Who of these has struck, in order."""
    return [event.figure for event in game.told(Struck) if event.figure in names]


@pytest.mark.rule("cappa.2.1.2.h6")
def test_he_strikes_back_with_his_squad_which_pays_for_it():
    game = melee()
    game.dice.update(red=[10, 10, 10], blue=[10, 10, 10])
    game.do("R", "fight-together target=S")
    assert strikers(game, "G", "H", "I") == ["G", "H", "I"]
    assert (game.squad("S").pa, game.figure("G").pa) == (0, 2)


@pytest.mark.rule("cappa.2.1.2.h6")
def test_nobody_fights_him_apart_from_his_squad_but_a_hero():
    assert {option["target"] for option in melee().offered("R") if option.key == "fight-together"} == {"S"}
    hero = melee(who="hero", led=" led by G")
    assert {option["target"] for option in hero.offered("R") if option.key == "fight-together"} == {"G"}


@pytest.mark.rule("cappa.2.1.2.h6", "cappa.6.7.4d")
def test_a_wound_may_be_his_or_that_of_another_and_the_hit_costs_the_squad_a_pa():
    game = melee(squad=", pa 2")
    game.dice.update(red=[1, 1, 1, 1, 10], blue=[10, 10, 10, 1])
    game.state.acting, game.state.spent = "R", 1  # it has closed in before
    game.do("R", "fight-together target=S", "lose figure=H")
    assert [event.figure for event in game.told(PutOut)] == ["G", "H"]
    assert game.squad("S").pa == 0
    (won,) = game.told(RoundWon)
    assert (won.winner, won.loser) == ("R", "S")


@pytest.mark.rule("cappa.2.1.2.h6", "cappa.5.1.2f", "cappa.5.1.2.h1")
def test_a_leader_on_his_own_die_who_was_wounded_this_turn_does_not_strike_back():
    game = melee(who="protagonist", led=" led by G")

    def hurt(g):
        wound(g, g.state.figures["G"])
        yield from ()

    game.run(hurt)
    game.dice.update(red=[10, 10, 10], blue=[10, 10])
    game.do("R", "fight-together target=S")
    assert strikers(game, "G", "H", "I") == ["H", "I"]


@pytest.mark.rule("cappa.2.1.2.h6", "cappa.5.2d")
def test_if_the_squad_has_no_pa_he_strikes_back_on_his_own():
    game = melee(squad="")
    game.dice.update(red=[10, 10, 10], blue=[10])
    game.do("R", "fight-together target=S")
    assert strikers(game, "G", "H", "I") == ["G"]
    assert game.figure("G").pa == 1


@pytest.mark.rule("cappa.2.1.2.h6")
def test_without_pa_of_his_own_and_of_the_squad_he_does_not_strike_back():
    game = situation(MELEE.format(who="extra", squad="", led="").replace("die 3, pa 2", "die 3, pa 0"))
    game.dice.update(red=[10, 10, 10], blue=[])
    game.do("R", "fight-together target=S")
    assert strikers(game, "G", "H", "I") == []


@pytest.mark.rule("cappa.2.1.2.h6")
def test_his_own_attack_is_his_alone():
    game = melee(squad=", tight, pa 1")
    game.dice.update(red=[10, 10, 10], blue=[10])
    game.do("G", "fight target=A")
    assert strikers(game, "G", "H", "I") == ["G"]
    assert {event.target for event in game.told(Struck) if event.figure in "ABC"} == {"G"}
    (blow,) = [event for event in game.told(Struck) if event.figure == "G"]
    assert "tight formation" not in [reason for _, reason, _ in blow.tally.lines]
    assert (game.squad("S").pa, game.figure("G").pa) == (1, 1)


@pytest.mark.rule("cappa.2.1.2.h6", "cappa.6.3.h1")
def test_away_from_his_squad_he_fights_for_himself():
    text = MELEE.format(who="extra", squad=", pa 1", led="")
    game = situation(text.replace("at 11,11.8", "at 11,21.8").replace("at 12,11.8", "at 12,21.8"))
    game.dice.update(red=[10, 10, 10], blue=[10])
    assert {option["target"] for option in game.offered("R") if option.key == "fight-together"} == {"G"}
    game.do("R", "fight-together target=G")
    assert strikers(game, "G", "H", "I") == ["G"]
    assert (game.squad("S").pa, game.figure("G").pa) == (1, 1)


@pytest.mark.rule("cappa.2.1.2.h6", "cappa.6.7a", "cappa.6.7.h2")
def test_his_melee_is_his_squads_which_closes_in_and_fights_without_him():
    game = melee()
    game.dice.update(red=[10, 10, 10], blue=[10, 10])
    assert not game.may("S", "move")
    game.do("S", "fight-together target=R")
    assert strikers(game, "G", "H", "I") == ["H", "I"]


@pytest.mark.rule("cappa.2.1.2.h6", "cappa.6.3.h1")
def test_the_melee_of_one_who_is_away_on_his_own_die_does_not_hold_his_squad():
    text = MELEE.format(who="extra", squad=", pa 1", led="")
    game = situation(text.replace("at 11,11.8", "at 11,21.8").replace("at 12,11.8", "at 12,21.8"))
    assert game.may("S", "move")
    assert not game.may("S", "fight-together")


@pytest.mark.rule("cappa.2.1.2.h6", "cappa.9.4.2a")
def test_he_is_disarmed_no_more_than_any_of_his_squad():
    text = """
        cappa on open ground
        red  extra A at 10,10, pa 1
        blue extra G at 10,11, squad S, die 2
        blue extra H at 11,11.8, squad S
        blue extra I at 12,11.8, squad S
        blue squad S, open
        option disarm yes
    """
    assert not situation(text).may("A", "disarm")
    assert situation(text.replace("at 11,11.8", "at 31,11.8").replace("at 12,11.8", "at 32,11.8")).may(
        "A", "disarm target=G"
    )


CHARGED = """
    cappa on open ground
    red  extra A at 10,10, pa 1
    blue extra G at 10,14, squad S, die 3, pa 2
    blue extra H at 11,15.2, squad S
    blue extra I at 12,15.2, squad S
    blue squad S, open, pa 1
"""


@pytest.mark.rule("cappa.2.1.2.h6", "cappa.2.2.2.h3")
def test_a_charge_at_him_is_a_charge_at_his_squad_which_answers_it():
    game = situation(CHARGED + "dice red blue 1")
    game.do("A", "charge target=G", "evade")
    (asked,) = [one for one in game.asked if one.key == "react-to-charge"]
    assert {option["figure"] for option in asked.options if option.key in ("evade", "countercharge")} == {"S"}
    assert {event.figure for event in game.told(Moved) if event.how == "evasion"} == {"H", "I"}
    assert (game.squad("S").pa, game.figure("G").pa) == (0, 2)


@pytest.mark.rule("cappa.2.1.2.h6", "cappa.4.3.8i")
def test_who_comes_to_meet_a_charge_at_him_is_his_squad_on_its_own_pa():
    game = situation(CHARGED + "dice red blue 1")
    game.do("A", "charge target=G", "countercharge")
    assert {event.figure for event in game.told(Moved) if event.how == "countercharge"} <= {"H", "I"}
    assert (game.squad("S").pa, game.figure("G").pa) == (0, 2)


@pytest.mark.rule("cappa.2.1.2.h6", "cappa.8.1.2.h11")
@pytest.mark.parametrize("answer", ["evade", "countercharge"])
def test_where_only_he_has_pa_he_answers_the_charge_himself(answer):
    game = situation(CHARGED.replace("squad S, open, pa 1", "squad S, open") + "dice red blue 1")
    game.do("A", "charge target=G", f"{answer} figure=G")
    how = {"evade": "evasion"}.get(answer, answer)
    assert {event.figure for event in game.told(Moved) if event.how == how} == {"G"}
    assert game.figure("G").pa == 1


@pytest.mark.rule("cappa.2.1.2.h6", "cappa.6.7.3a")
def test_a_squad_that_charges_him_charges_his_squad_and_all_of_it_fights():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, squad R
        red  extra B at 11,10, squad R
        red  squad R, open, pa 2
        blue extra G at 10,13, squad S, die 3, pa 2
        blue extra H at 11,13.8, squad S
        blue extra I at 12,13.8, squad S
        blue squad S, open, pa 1
        dice red 10 10 blue 10 10 10
    """)
    game.do("R", "charge-together target=G", "stand")
    assert game.figure("A").charged == "S"
    game.do("R", "fight-together target=S")
    assert strikers(game, "G", "H", "I") == ["G", "H", "I"]


@pytest.mark.rule("cappa.2.1.2.h6", "cappa.5.1.3m")
def test_a_grenade_and_canister_find_him_in_a_dense_squad():
    game = situation("""
        cappa on open ground
        gun K light_gun at 10,5 facing 180, crew C, charge canister
        red extra R at 10,3.5, squad C
        red squad C, open
        blue extra G at 10,10, squad S, die 2
        blue extra H at 11,10, squad S
        blue squad S, tight
    """)
    s, man = game.state, game.figure("G")
    by_grenade = blast_armour(s, man, 1000, 800, weapons()[GRENADE])
    by_canister = canister_armour(s, s.guns["K"], man, man)
    for tally in (by_grenade, by_canister):
        assert "dense target" in [reason for _, reason, _ in tally.lines]


@pytest.mark.rule("cappa.2.1.2.h6", "cappa.8.1.1i")
def test_a_cry_in_his_face_is_heard_by_his_squad():
    game = situation(CHARGED + "dice blue 1")
    game.run(lambda g: face_cry(g, g.state.figures["A"], g.state.figures["G"], ()))
    assert [event.figure for event in game.told(MoraleTested)] == ["S"]


@pytest.mark.rule("cappa.2.1.2.h6", "cappa.5.1.5a")
def test_the_melee_of_his_squad_keeps_fire_off_him():
    text = MELEE.format(who="extra", squad="", led="").replace("at 10,11 with", "at 13,12.8 with")
    game = situation(text.replace("at 12,11.8", "at 11.9,10.8"))
    assert not may_be_shot(game.state, game.figure("G"))
    assert may_be_shot(situation(text).state, situation(text).figure("G"))  # nobody is in contact there


# The squad is shaken


@pytest.mark.rule("cappa.2.1.2.h6", "cappa.2.3.3.h2")
def test_when_his_squad_is_shaken_he_flees_with_it():
    game = melee()

    def lose_heart(g):
        shake(g, g.state.squads["S"], "losses")
        yield from ()

    game.run(lose_heart)
    assert (game.figure("G").die, game.figure("G").pa) == (0, 0)


@pytest.mark.rule("cappa.2.1.2e", "cappa.2.3.3.h2")
def test_no_member_of_a_shaken_squad_has_an_order_of_his_own_but_a_hero_or_who_is_shaken_himself():
    game = situation("""
        cappa on open ground
        red hero A at 10,10, squad R
        red extra B at 11,10, squad R
        red protagonist C at 30,30, shaken wound, squad R
        red squad R led by A, open, shaken losses
        red extra D at 20,20, squad Q
        red squad Q, open
    """)
    game.state.sides["red"].dice = [3]
    assert {option["figure"] for option in placements(game.state, "red")} == {"R", "A", "C", "Q", "D"}
    asked = Decision("red", "orders", placements(game.state, "red"), {}, ("cappa.2.1.2a",))
    against = objection(game.state, asked, Option("order", {"figure": "B", "die": 3}))
    assert (against.key, against.rule) == ("shaken", "cappa.2.3.3.h2")


@pytest.mark.rule("cappa.5.1.5a", "cappa.2.1.2.h6")
@pytest.mark.parametrize("seed", [3, 5])
def test_whether_some_of_a_squad_fight_is_asked_of_one_of_them_and_of_everybody_on_his_own_die(seed):
    draw = random.Random(seed).random
    game = Game(GAMES["cappa"], GAMES["cappa"].scenario(scuffle(seed)), seed)
    found = set()
    while game.decision is not None:
        s = game.state
        for squad in s.squads.values():
            members = [s.figures[name] for name in squad.members]
            fights = any(is_in_melee(s, one) for one in members)
            assert are_fighting(s, members) is fights
            found.add(fights)
        game.answer(game.decision.seat, game.decision.drawn(draw))
    assert found == {True, False}
