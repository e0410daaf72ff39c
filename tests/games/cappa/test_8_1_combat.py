"""Chapter 8.1.1, abilities in fire and melee, and the battle cry."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.combat import fire, shooting
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.told.events import ChargeEnded, Cried, MoraleTested, Moved, Shot, ShotLost, Struck
from alfiere.games.cappa.weaponry import blows
from alfiere.games.cappa.weaponry.arms import reload_cost
from tests.situation import situation


def shot_lines(game, code="MMK", what=fire.fire_tally):
    """The names of the lines of a shot of A at B."""
    s = game.state
    return [reason for _, reason, _ in what(s, s.figures["A"], s.figures["B"], weapons()[code]).lines]


def blow_lines(game, what=blows.blow_tally):
    """The names of the lines of a blow of A at B."""
    s = game.state
    one, other = s.figures["A"], s.figures["B"]
    return [reason for _, reason, _ in what(s, one, other, blows.arms_against(s, one, other)[0]).lines]


# Fire and melee


@pytest.mark.rule("cappa.8.1.1a")
@pytest.mark.parametrize(("code", "cost"), [("MMK", 1), ("FMK", 1), ("GN", 2), ("XBW", 2)])
def test_trained_men_load_firearms_for_one_less_but_never_for_nothing(code, cost):
    game = situation(f"cappa on open ground\nred extra A at 5,5 with {code}, abilities TF, empty {code}")
    assert reload_cost(game.figure("A"), weapons()[code]) == cost


@pytest.mark.rule("cappa.8.1.1b")
@pytest.mark.parametrize(("code", "helps"), [("BOW", True), ("XBW", True), ("MMK", False)])
def test_a_bowman_hits_better_with_bow_and_crossbow(code, helps):
    game = situation(f"cappa on open ground\nred extra A at 5,5 with {code}, abilities BM\nblue extra B at 5,12")
    assert ("bowman" in shot_lines(game, code)) is helps


SANGFROID = """
    cappa on open ground
    red  protagonist A at 10,10 with {}, 5/3/3, pa 1
    blue hero B at 10,15 with PS, abilities SF, 9/3/3, pa 1
"""


@pytest.mark.rule("cappa.8.1.1c")
def test_the_cold_blooded_lets_the_other_fire_first_and_hits_better():
    game = situation(SANGFROID.format("PS") + "dice red 10 1 blue 5 10")
    game.do("A", "shoot target=B", "shoot-back", "wait-for-shot")
    first, second = game.told(Shot)
    assert first.figure == "A"
    assert "sangfroid" in [reason for _, reason, _ in second.tally.lines]
    assert second.hit


@pytest.mark.rule("cappa.8.1.1c")
def test_he_takes_the_result_before_his_own_shot():
    game = situation(SANGFROID.format("PS").replace("9/3/3, pa 1", "9/3/3, wounds 2, pa 1") + "dice red 1 1 blue")
    game.do("A", "shoot target=B", "shoot-back", "wait-for-shot")
    assert [event.figure for event in game.told(Shot)] == ["A"]
    assert game.figure("B").where == "out"


@pytest.mark.rule("cappa.8.1.1c", "cappa.5.1.3h")
def test_who_waits_and_is_wounded_so_that_he_could_hit_nobody_any_more_has_lost_his_shot():
    game = situation("""
        cappa on open ground
        red  protagonist A at 10,10 with MMK, 5/4/3, pa 1, moved 5
        blue hero B at 10,25 with MMK, abilities SF, 9/4/3 then 9/1/3, pa 1
        dice red 1 1 blue 1
    """)
    game.do("A", "shoot target=B", "shoot-back", "wait-for-shot")
    assert [event.figure for event in game.told(Shot)] == ["A"]
    assert [(event.figure, event.target, event.rules) for event in game.told(ShotLost)] == [
        ("B", "A", ("cappa.8.1.1c",))
    ]
    assert game.figure("B").empty == ["MMK"]


@pytest.mark.rule("cappa.8.1.1c")
def test_sangfroid_is_for_firearms_on_both_sides():
    game = situation(SANGFROID.format("JA") + "dice red 10 blue 10")
    game.do("A", "shoot target=B", "shoot-back")
    assert "sangfroid" not in [one.key for one in game.asked]


@pytest.mark.rule("cappa.8.1.1d")
def test_sangfroid_is_not_used_against_a_squad():
    game = situation(SANGFROID.format("PS, squad R") + "red squad R, open\ndice red 10 blue 10")
    game.figure("A").die = 0

    def exchange(g):
        yield from shooting.shoot(g, g.state.figures["A"], g.state.figures["B"], "PS")

    game.run(exchange, "shoot-back")
    assert "sangfroid" not in [one.key for one in game.asked]


DUEL = """
    cappa on open ground
    red  protagonist A at 10,10 with {}, abilities {}
    blue protagonist B at 10,11 with {}
"""


@pytest.mark.rule("cappa.8.1.1e")
def test_the_wild_wound_more_easily_in_melee():
    assert "wildness" in blow_lines(situation(DUEL.format("BD", "WI", "BD")), blows.blow_armour)


@pytest.mark.rule("cappa.8.1.1f", "cappa.8.1.1.h1")
@pytest.mark.parametrize(
    ("own", "other", "helps"),
    [("BD", "BD", True), ("DA", "BSW", True), ("BD", "CL", False), ("CL", "BD", False)],
)
def test_a_fencer_hits_better_sword_against_sword(own, other, helps):
    assert ("fencing" in blow_lines(situation(DUEL.format(own, "FE", other)))) is helps


@pytest.mark.rule("cappa.8.1.1f")
@pytest.mark.parametrize(("answer", "helps"), [("BD", True), ("KN", False)])
def test_a_fencer_needs_an_enemy_who_fights_with_his_sword_in_that_round(answer, helps):
    game = situation("""
        cappa on open ground
        red  protagonist A at 10,10, abilities FE, pa 1
        blue protagonist B at 10,11 with BD KN, hands BD KN, pa 1
        dice red 10 blue 10
    """)
    game.do("A", "fight", f"fight-back weapon={answer}")
    assert ("fencing" in [reason for _, reason, _ in game.told(Struck)[0].tally.lines]) is helps


@pytest.mark.rule("cappa.8.1.1g")
@pytest.mark.parametrize(("code", "helps"), [("MMK", True), ("BOW", False)])
def test_a_sharpshooter_wounds_more_easily_with_firearms(code, helps):
    game = situation(f"cappa on open ground\nred extra A at 5,5 with {code}, abilities SS\nblue extra B at 5,12")
    assert ("sharpshooter" in shot_lines(game, code, fire.fire_armour)) is helps


# Battle cry


CHARGE = """
    cappa on open ground
    red  extra A at 10,10, abilities BC, pa 3
    blue extra B at 10,{}
"""


@pytest.mark.rule("cappa.8.1.1i", "cappa.8.1.1j", "cappa.8.1.1.h4")
def test_a_cry_before_the_charge_makes_its_target_test_after_the_first_um():
    game = situation(CHARGE.format("14, pa 1") + "dice blue 5")
    game.do("A", "battle-cry")
    assert game.figure("A").pa == 2
    game.do("A", "charge target=B", "no-test", "stand")
    events = [type(event).__name__ for event in game.events if type(event) in (Moved, Cried, MoraleTested)]
    assert events[:3] == ["Moved", "Cried", "MoraleTested"]
    assert game.figure("B").pa == 1
    assert game.touch("A", "B")


@pytest.mark.rule("cappa.8.1.1k")
def test_the_target_tests_on_one_less_if_the_first_um_brings_contact():
    game = situation(CHARGE.format("11.9") + "dice blue 1")
    game.do("A", "battle-cry")
    game.do("A", "charge target=B", "no-test")
    assert (-1, "cry at contact", "cappa.8.1.1k") in game.told(MoraleTested)[0].tally.lines


@pytest.mark.rule("cappa.8.1.1.h2")
def test_who_fails_against_a_cry_is_shaken_and_runs_at_once_for_nothing():
    game = situation(CHARGE.format("14, pa 2") + "dice blue 10")
    game.do("A", "battle-cry")
    game.do("A", "charge target=B", "no-test")
    assert game.figure("B").shaken == "cry"
    assert [event.how for event in game.told(Moved) if event.figure == "B"] == ["flight"]
    assert game.figure("B").pa == 2


@pytest.mark.rule("cappa.8.1.1.h3")
def test_a_squad_that_fails_against_a_cry_is_shaken():
    game = situation(CHARGE.format("14, squad S") + "blue squad S, open\ndice blue 10")
    game.do("A", "battle-cry")
    game.do("A", "charge target=B", "no-test")
    assert game.squad("S").shaken == "cry"


CHARGED = """
    cappa on open ground
    red  extra A at 10,10, pa 2
    blue extra B at 10,{}, abilities BC, pa 1
"""


@pytest.mark.rule("cappa.8.1.1l")
def test_who_is_charged_may_cry_and_a_charger_who_passes_comes_on():
    game = situation(CHARGED.format(14) + "dice red 5")
    game.do("A", "charge target=B", "no-test", "battle-cry")
    assert game.told(MoraleTested)[0].figure == "A"
    assert game.figure("B").pa == 0
    assert game.touch("A", "B")


@pytest.mark.rule("cappa.8.1.1l", "cappa.8.1.1.h2")
def test_a_charger_who_fails_goes_no_farther():
    game = situation(CHARGED.format(14) + "dice red 10")
    game.do("A", "charge target=B", "no-test", "battle-cry")
    assert game.figure("A").shaken == "cry"
    assert not game.touch("A", "B")


@pytest.mark.rule("cappa.8.1.1m")
def test_a_charger_already_in_contact_tests_on_one_more():
    game = situation(CHARGED.format(11.9) + "dice red 5")
    game.do("A", "charge target=B", "no-test", "battle-cry")
    assert (1, "already in contact", "cappa.8.1.1m") in game.told(MoraleTested)[0].tally.lines


@pytest.mark.rule("cappa.8.0a")
def test_abilities_belong_to_sheets_and_change_what_they_may_do():
    duellist = read_scenario("duello").sheet("duellist")
    assert duellist.abilities == {"FE"}
    game = situation(DUEL.format("BD", "FE", "BD") + "dice red 10 blue")
    assert blow_lines(game) == ["Mi", "weapon", "fencing"]
    assert game.told(Struck) == []


@pytest.mark.rule("cappa.3.2.2a", "cappa.8.1.1i")
def test_a_cry_that_breaks_a_side_ends_the_skirmish_at_once():
    game = situation(CHARGE.format("14, pa 2") + "dice blue 10\nfirmness blue 1")
    game.do("A", "battle-cry")
    game.do("A", "charge target=B", "no-test")
    assert (bool(game.state.winner), game.state.reason) == (True, "broken")
    assert game.told(ChargeEnded) == []


@pytest.mark.rule("cappa.8.1.1l")
def test_who_is_charged_may_also_keep_quiet():
    game = situation(CHARGED.format(14) + "dice red blue")
    game.do("A", "charge target=B", "no-test", "keep-quiet")
    asked = next(decision for decision in game.asked if decision.key == "cry-back")
    assert (asked.seat, asked.about) == ("blue", {"figure": "B", "enemy": "A"})
    assert game.told(Cried) == []
    assert game.told(MoraleTested) == []
    assert game.figure("B").pa == 1  # to fight back with
    assert game.touch("A", "B")


@pytest.mark.rule("cappa.8.1.1l")
@pytest.mark.parametrize("state", ["pa 0", "pa 1, shaken fire"])
def test_without_pa_or_shaken_nobody_cries_back(state):
    game = situation(CHARGED.format(14).replace("BC, pa 1", f"BC, {state}"))
    game.do("A", "charge target=B", "no-test")
    assert "cry-back" not in [decision.key for decision in game.asked]
    assert game.told(Cried) == []


MATES = """
    cappa on open ground
    red  extra A at 10,10, pa 2
    blue extra B at 10,14, squad S
    blue extra C at 11,14, abilities BC, squad S
    blue extra D at 12,14, abilities BC, squad S
    blue squad S, open, pa {}
"""


@pytest.mark.rule("cappa.8.h2", "cappa.8.1.1l")
def test_for_a_squad_one_of_those_cries_back_who_can_and_the_squad_pays():
    game = situation(MATES.format(2) + "dice red 1")
    game.do("A", "charge target=B", "no-test", "battle-cry")
    assert game.squad("S").pa == 1
    assert [(one.figure, one.target) for one in game.told(Cried)] == [("C", "A")]
    assert [one.figure for one in game.told(MoraleTested)][:1] == ["A"]
    own = situation(MATES.format(2).replace("B at 10,14,", "B at 10,14, abilities BC,") + "dice red 1")
    own.do("A", "charge target=B", "no-test", "battle-cry")
    assert [one.figure for one in own.told(Cried)] == ["B"]  # the charged one before the others


@pytest.mark.rule("cappa.8.1.1j")
@pytest.mark.parametrize(
    ("pa", "y", "more", "may"),
    [
        (2, 14, "", True),
        (1, 14, "", False),  # nothing would be left for the charge
        (2, 18, "", False),  # too far for a charge
        (2, 14, "high wall 5,12 15,12", False),
        (2, 14, "prone", False),
    ],
)
def test_before_a_charge_he_cries_with_pa_to_spare_at_an_enemy_he_sees_within_reach(pa, y, more, may):
    text = CHARGE.format(y).replace("pa 3", f"pa {pa}, prone" if more == "prone" else f"pa {pa}")
    game = situation(text + ("" if more == "prone" else more))
    assert game.may("A", "battle-cry") is may
    if may:
        game.do("A", "battle-cry")
        assert not game.may("A", "battle-cry")  # once for a charge
