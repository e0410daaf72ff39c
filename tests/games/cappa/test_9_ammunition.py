"""Chapter 9.3, options: ammunition, jammed weapons, grenades that burst too early."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.sheets.optional_rules import optional_rules
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.shown.view import view
from alfiere.games.cappa.told.events import GrenadeThrown, Shot, Wounded
from alfiere.games.cappa.told.fortune_events import BurstInHand, WeaponCleared, WeaponJammed
from alfiere.games.cappa.turn.objections import objection
from alfiere.games.cappa.weaponry.ammunition import shots_left
from alfiere.kernel.decision import Decision, Option
from tests.situation import situation

SHOOTER = """
    cappa on open ground
    red  protagonist A at 10,10 with {}, 5/3/3, pa 3
    blue protagonist B at 10,14 with BD, 9/3/3
"""


@pytest.mark.rule("cappa.9.3.1b", "cappa.9.3.1c", "cappa.9.3.1d", "cappa.9.3.1e", "cappa.9.3.1.h1")
def test_every_missile_weapon_has_its_number_of_shots():
    known = optional_rules().shots
    assert known == {
        "PS": 6,
        **dict.fromkeys(("ARQ", "MMK", "FMK", "RI", "GN"), 12),
        **dict.fromkeys(("BOW", "SBW", "XBW"), 15),
        "GR": 2,
    }
    counted = {code for code, weapon in weapons().items() if weapon.is_firearm or weapon.is_bow or weapon.needs_fuse}
    assert counted == set(known)
    assert all(weapons()[code].is_thrown_once for code in ("JA", "SP"))


@pytest.mark.rule("cappa.9.3.1a")
def test_without_the_option_nobody_counts():
    game = situation(SHOOTER.format("PS") + "dice red 9")
    assert shots_left(game.state, game.figure("A"), "PS") is None
    game.do("A", "shoot target=B")
    assert game.figure("A").marks == []
    assert "ammunition" not in view(game.state, "red")["pieces"][0]["told"]


@pytest.mark.rule("cappa.9.3.1a", "cappa.9.3.1b")
def test_each_shot_takes_one_from_the_stock_and_the_player_sees_what_is_left():
    game = situation(SHOOTER.format("PS") + "option ammunition yes\ndice red 9")
    a = game.figure("A")
    assert shots_left(game.state, a, "PS") == 6
    game.do("A", "shoot target=B")
    assert shots_left(game.state, game.figure("A"), "PS") == 5
    assert view(game.state, "blue")["pieces"][0]["told"]["ammunition"]["en"] == "pistol 5"
    assert game.may("A", "reload")


@pytest.mark.rule("cappa.9.3.1a", "cappa.9.3.1b")
def test_who_has_two_pistols_has_shots_for_each():
    game = situation(SHOOTER.format("PS PS") + "option ammunition yes")
    assert shots_left(game.state, game.figure("A"), "PS") == 12


@pytest.mark.rule("cappa.9.3.1f")
def test_after_the_last_shot_the_weapon_cannot_be_loaded_any_more():
    game = situation(SHOOTER.format("PS") + "option ammunition yes\ndice red 9")
    game.figure("A").marks = ["fired PS"] * 5
    game.do("A", "shoot target=B")
    assert not game.may("A", "reload")
    assert not game.may("A", "shoot")
    answer = Option("reload", {"figure": "A", "weapon": "PS", "pa": 1})
    decision = Decision("red", "action", [Option("wait", {"figure": "A"})], {"figure": "A", "pa": 2}, ("cappa.2.1.4d",))
    found = objection(game.state, decision, answer)
    assert (found.key, found.rule) == ("spent", "cappa.9.3.1f")


@pytest.mark.rule("cappa.9.3.1f")
def test_the_last_shot_of_two_pistols_leaves_both_empty():
    game = situation(SHOOTER.format("PS PS") + "option ammunition yes\ndice red 9")
    game.figure("A").marks = ["fired PS"] * 11
    game.do("A", "shoot target=B")
    assert game.figure("A").empty == ["PS", "PS"]
    assert not game.may("A", "shoot")


@pytest.mark.rule("cappa.9.3.1e", "cappa.9.3.1f")
def test_a_grenadier_has_two_grenades():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with GR BD, hands GR, 5/3/3, pa 3
        blue protagonist B at 10,20, 9/3/3
        option ammunition yes
        dice red 9 9 9 9 9 9 9 9
    """)
    game.do("A", "throw-grenade target=B")
    assert shots_left(game.state, game.figure("A"), "GR") == 1
    game.figure("A").pa = 3
    game.do("A", "throw-grenade target=B")
    assert game.figure("A").arms == ["BD"]
    assert game.figure("A").hands == []
    game.figure("A").pa = 3
    assert not game.may("A", "throw-grenade")
    assert game.may("A", "change-weapon hands=BD")


@pytest.mark.rule("cappa.9.3.1.h2")
def test_a_volley_takes_one_from_every_member_of_the_squad():
    game = situation("""
        cappa on open ground
        red  moschettiere A at 11,10, hands MMK, squad R
        red  moschettiere B at 12,10, hands MMK, squad R, empty MMK
        red  moschettiere C at 13,10, hands MMK, squad R
        red  ufficiale_moschettieri L at 14,10, hands BD, squad R
        red  squad R led by L, open, pa 1
        blue protagonist P at 11,16, 9/3/3
        option ammunition yes
        dice red 9 9
    """)
    game.do("R", "volley target=P")
    assert [shots_left(game.state, game.figure(name), "MMK") for name in "ABC"] == [11, 11, 11]
    assert game.figure("L").marks == []  # he has his sword in hand


JAM = SHOOTER + "option jams yes\n"


@pytest.mark.rule("cappa.9.3.2a")
def test_a_ten_jams_a_firearm_and_a_pa_puts_it_right_before_it_is_loaded():
    game = situation(JAM.format("PS") + "dice red 10")
    game.do("A", "shoot target=B")
    assert [event.weapon for event in game.told(WeaponJammed)] == ["PS"]
    assert "jammed" in view(game.state, "red")["pieces"][0]["badges"]
    assert not game.may("A", "reload")
    answer = Option("reload", {"figure": "A", "weapon": "PS", "pa": 1})
    decision = Decision("red", "action", [Option("wait", {"figure": "A"})], {"figure": "A", "pa": 2}, ("cappa.2.1.4d",))
    found = objection(game.state, decision, answer)
    assert (found.key, found.rule) == ("jammed", "cappa.9.3.2a")
    game.do("A", "clear-weapon weapon=PS")
    assert game.figure("A").pa == 1
    assert len(game.told(WeaponCleared)) == 1
    game.figure("A").pa = 3
    game.do("A", "reload")
    assert game.figure("A").empty == []


@pytest.mark.rule("cappa.9.3.2a")
@pytest.mark.parametrize(("arms", "die", "option"), [("PS", 9, "yes"), ("PS", 10, "no"), ("XBW", 10, "yes")])
def test_nothing_jams_on_less_without_the_option_or_without_powder(arms, die, option):
    game = situation(SHOOTER.format(arms) + f"option jams {option}\ndice red {die}")
    game.figure("A").empty = []
    game.do("A", "shoot target=B")
    assert game.told(WeaponJammed) == []
    assert not game.may("A", "clear-weapon")


@pytest.mark.rule("cappa.9.3.2a")
def test_of_two_pistols_one_jams_and_the_other_can_be_loaded():
    game = situation(JAM.format("PS PS") + "dice red 10")
    game.do("A", "shoot target=B")
    assert not game.may("A", "reload")
    game.figure("A").empty = ["PS", "PS"]
    assert game.may("A", "reload")


@pytest.mark.rule("cappa.9.3.2a")
def test_both_pistols_may_jam_and_each_takes_a_pa_to_put_right():
    game = situation(JAM.format("PS PS") + "dice red 10 10")
    for _ in range(2):
        game.do("A", "shoot target=B")
    assert len(game.told(WeaponJammed)) == 2
    game.figure("A").pa = 3
    game.do("A", "clear-weapon weapon=PS")
    assert game.may("A", "clear-weapon weapon=PS")
    game.do("A", "clear-weapon weapon=PS")
    assert not game.may("A", "clear-weapon")
    assert game.figure("A").pa == 1


@pytest.mark.rule("cappa.9.3.2b")
def test_a_shot_that_hits_on_a_ten_does_its_damage_and_jams():
    text = JAM.replace("5/3/3", "5/10/3").format("PS")
    game = situation(text + "dice red 10 1 blue 1")
    game.do("A", "shoot target=B")
    (shot,) = game.told(Shot)
    assert (shot.roll, shot.hit, shot.wounded) == (10, True, True)
    assert len(game.told(WeaponJammed)) == 1


@pytest.mark.rule("cappa.9.3.2c")
def test_members_of_a_squad_know_no_jams():
    game = situation("""
        cappa on open ground
        red  moschettiere A at 11,10, hands MMK, squad R
        red  moschettiere B at 12,10, hands MMK, squad R
        red  squad R, open, pa 3
        blue protagonist P at 11,16, 9/3/3
        option jams yes
        dice red 10 10 10
    """)
    game.do("R", "picked-shot shooter=A target=P")
    game.figure("A").empty = []
    game.do("R", "volley target=P")
    assert game.told(WeaponJammed) == []


THROW = """
    cappa on open ground
    red  protagonist A at 10,10 with GR, 9/3/3 CA 4, pa 2
    red  protagonist F at 10,11.5, 9/3/3 CA 4
    blue protagonist B at 10,18, 9/3/3
    option jams {}
    dice red {}
"""


@pytest.mark.rule("cappa.9.3.3a", "cappa.9.3.3.h2")
def test_a_ten_on_the_first_die_bursts_the_grenade_in_his_hand_with_the_modifiers_of_the_throw():
    game = situation(THROW.format("yes", "10 1 9 9 1 1"))
    game.do("A", "throw-grenade target=B")
    (burst,) = game.told(GrenadeThrown)
    assert len(game.told(BurstInHand)) == 1
    assert burst.at == (1000, 1000)
    assert burst.hit == ("A",)  # he is the nearest of all
    assert [reason for _, reason, _ in burst.tally.lines] == ["Ti", "long range"]
    assert [event.figure for event in game.told(Wounded)] == ["A"]


@pytest.mark.rule("cappa.9.3.3.h1")
@pytest.mark.parametrize(("option", "dice"), [("yes", "9 10 10 10"), ("no", "10 9 9 9")])
def test_only_the_first_die_counts_and_only_with_the_option(option, dice):
    game = situation(THROW.format(option, dice))
    game.do("A", "throw-grenade target=B")
    (burst,) = game.told(GrenadeThrown)
    assert game.told(BurstInHand) == []
    assert burst.at == (1000, 1800)


def test_a_jam_is_forgotten_by_nobody_at_the_end_of_the_turn():
    from alfiere.games.cappa.turn.skirmish import clean_up

    game = situation(JAM.format("PS") + "dice red 10")
    game.do("A", "shoot target=B")
    clean_up(game.state)
    assert game.figure("A").marks == ["jammed PS"]
