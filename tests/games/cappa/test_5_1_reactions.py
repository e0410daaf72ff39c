"""Chapters 2.2.2 and 5.1, what the target of a shot does about it: fire back, drop, get away, alone or as a squad."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.combat import fire
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.told.events import Acted, MoraleTested, Moved, PutOut, Shot, ShotLost, VolleyFired
from tests.situation import situation

NEAR = """
    cappa on open ground
    red  extra A at 10,10 with MMK, 5/3/3, pa 2
    blue extra B at 10,16
"""


def armour(game):
    """The names of the lines of the CA that a shot of A at B meets."""
    s = game.state
    found = fire.fire_armour(s, s.figures["A"], s.figures["B"], weapons()["MMK"])
    return [reason for _, reason, _ in found.lines]


def fired(text, dice, *answers):
    """What a shot of A at B comes to."""
    game = situation(text + f"\ndice {dice}")
    game.do("A", "shoot target=B", *answers)
    return game


TARGET = NEAR.replace("extra B at 10,16", "extra B at 10,16 with MMK, pa 1")


@pytest.mark.rule("cappa.5.1.h1")
def test_who_falls_in_an_exchange_has_fired_too():
    game = fired(TARGET, "red 1 1 blue 1 1", "shoot-back")
    assert [event.figure for event in game.told(PutOut)] == ["B", "A"]


@pytest.mark.rule("cappa.2.2.2c")
def test_going_prone_comes_before_the_shot():
    game = fired(TARGET, "red 1 5 blue 1", "go-prone")
    assert game.told(Acted)[0].how == "prone"
    assert game.told(Shot)[0].armour.total == 4
    assert game.figure("B").pa == 0


@pytest.mark.rule("cappa.2.2.2a")
def test_without_pa_there_is_no_reaction():
    game = fired(TARGET.replace(", pa 1", ""), "red 10 blue")
    assert game.asked == []


@pytest.mark.rule("cappa.2.2.2.h2")
def test_firing_back_needs_a_loaded_weapon():
    game = fired(TARGET.replace("pa 1", "pa 1, empty MMK"), "red 10 blue", "stand")
    assert "shoot-back" not in {option.key for option in game.asked[0].options}


@pytest.mark.rule("cappa.2.2.2.h2", "cappa.5.1.1a")
@pytest.mark.parametrize(("y", "may"), [(16, True), (22, False)])
def test_nobody_fires_back_farther_than_his_weapon_reaches(y, may):
    game = fired(TARGET.replace("10,16 with MMK", f"10,{y} with PS"), "red 10 blue", "stand")
    assert ("shoot-back" in {option.key for option in game.asked[0].options}) is may


@pytest.mark.rule("cappa.4.3.7.h2", "cappa.2.2.2.h2")
def test_who_carries_a_weight_does_not_fire_back():
    game = situation(TARGET + "thing K barrel at 30,30\ndice red 10 blue")
    game.figure("B").carries = ["K"]
    game.state.things["K"].bearer = "B"
    game.do("A", "shoot target=B", "stand")
    assert "shoot-back" not in {option.key for option in game.asked[0].options}


@pytest.mark.rule("cappa.4.3.3.h2", "cappa.5.1.3.h2")
def test_who_hangs_on_a_wall_neither_fires_back_nor_drops_and_has_no_cover():
    wall = TARGET.replace("with MMK, pa 1", "with PS, level 2, pa 1").replace("10,16", "10,15")
    game = situation(wall + "closed building 8,15.5 14,20 storeys 3\ndice red 10 blue")
    assert "high cover" not in armour(game)
    game.do("A", "shoot target=B")
    assert game.asked == []


@pytest.mark.rule("cappa.5.1.5c", "cappa.5.2.h2")
def test_who_is_shot_at_in_an_assault_neither_fires_back_nor_throws_himself_down():
    game = situation("""
        cappa on open ground
        hedge 5,17 15,17
        red  extra A at 10,10 with MMK, pa 1
        red  extra C at 10,17.5
        blue extra B at 10,16.5 with MMK, pa 1
        dice red 10 blue
    """)
    game.figure("B").assails = "C"
    game.do("A", "shoot target=B")
    assert game.asked == []


@pytest.mark.rule("cappa.8.1.1c", "cappa.5.1.3h")
def test_cold_blood_may_make_the_shot_that_a_wound_has_spoiled():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/4/3, pa 1
        blue hero B at 10,21 with MMK, 9/3/3 CA 5 Mov 4 then 9/1/3 CA 5 Mov 4, abilities SF, pa 1
        dice red 1 1 1 blue 1 1 10
    """)
    game.do("A", "shoot target=B", "shoot-back", "wait-for-shot")
    assert game.told(Shot)[1].tally.total == 1  # Ti 1, long range -1, cold blood +1


SQUAD = """
    cappa on open ground
    red  extra A at 10,10 with MMK, 5/3/3, pa 1
    blue extra B at 10,16 with MMK, 5/3/3, squad S
    blue extra C at 12,16 with MMK, 5/3/3, squad S
    blue squad S, open, pa 1
"""


@pytest.mark.rule("cappa.2.2.2.h3", "cappa.5.1.h1")
def test_a_squad_one_of_whose_men_is_shot_at_fires_back_as_a_body_at_the_same_time():
    game = situation(SQUAD + "dice red 1 1 blue 1 10 1 1")
    game.do("A", "shoot target=B", "volley-back")
    (volley,) = game.told(VolleyFired)
    assert volley.shooters == ("B", "C")  # B too, who falls
    assert [event.figure for event in game.told(PutOut)] == ["B", "A"]
    assert game.squad("S").pa == 0


@pytest.mark.rule("cappa.2.2.2.h3")
def test_a_squad_one_of_whose_men_is_shot_at_throws_itself_down_as_a_body():
    game = situation(SQUAD + "dice red 1 5 blue")
    game.do("A", "shoot target=B", "go-prone")
    assert game.told(Shot)[0].armour.total == 4
    assert game.figure("C").is_prone


@pytest.mark.rule("cappa.2.2.2.h4")
def test_a_reaction_is_not_reacted_to():
    game = fired(TARGET, "red 10 blue 10", "shoot-back")
    assert [decision.key for decision in game.asked] == ["react-to-fire"]
    assert game.figure("B").pa == 0  # cappa.2.2.1r


@pytest.mark.rule("cappa.ex.16", "cappa.4.3.9j")
def test_who_evades_behind_the_trees_is_shot_at_in_cover():
    game = fired(
        """
        cappa on open ground
        hedge 5,10.5 15,10.5
        wood 8,19.5 12,26
        red  extra A at 10,10 with MMK, 5/4/3, pa 2
        blue extra B at 10,16, Mov 4, pa 1
        """,
        "red 1 10 blue 1",
        "evade",
    )
    assert game.told(Moved)[0].how == "evasion"
    (shot,) = game.told(Shot)
    assert "target moved" in [reason for _, reason, _ in shot.tally.lines]
    assert "cover" in [reason for _, reason, _ in shot.armour.lines]
    assert game.figure("A").empty == ["MMK"]


@pytest.mark.rule("cappa.4.3.9j")
def test_a_shot_that_is_no_longer_possible_is_spent_all_the_same():
    game = fired(NEAR.replace("extra B at 10,16", "extra B at 10,34, pa 1"), "red blue 1", "evade")
    assert game.told(ShotLost)
    assert game.figure("A").empty == ["MMK"]


@pytest.mark.rule("cappa.5.3.2b", "cappa.2.2.2c")
def test_who_throws_himself_down_under_fire_has_no_arrow_ready_any_more():
    game = situation(TARGET.replace("with MMK, pa 1", "with BOW, pa 1") + "dice red 10 blue")
    game.figure("B").empty = []
    game.do("A", "shoot target=B", "go-prone")
    assert game.figure("B").empty == ["BOW"]


@pytest.mark.rule("cappa.2.2.2c")
def test_who_lies_already_does_not_drop_again():
    game = fired(TARGET.replace("pa 1", "prone, pa 1"), "red 10 blue", "stand")
    assert {option.key for option in game.asked[0].options} == {"shoot-back", "stand"}


@pytest.mark.rule("cappa.2.2.1.h17")
def test_a_rider_does_not_throw_himself_down_under_fire():
    game = fired(
        TARGET.replace("with MMK, pa 1", "with MMK, mounted, Mov 8, abilities RI, pa 1"), "red 10 blue", "stand"
    )
    assert {option.key for option in game.asked[0].options} == {"shoot-back", "evade", "stand"}


@pytest.mark.rule("cappa.8.1.1c")
@pytest.mark.parametrize(("arms", "waits"), [("MMK", True), ("BOW", False)])
def test_cold_blood_is_for_firearms_on_both_sides(arms, waits):
    text = TARGET.replace("extra B", "hero B").replace("with MMK, pa 1", f"with {arms}, abilities SF, pa 1")
    game = situation(text + "dice red 10 blue 10")
    game.figure("B").empty = []
    game.do("A", "shoot target=B", "shoot-back", *(["at-once"] if waits else []))
    assert ("sangfroid" in [one.key for one in game.asked]) is waits


@pytest.mark.rule("cappa.2.3.h5")
def test_who_is_hit_in_cover_takes_no_test():
    assert fired(NEAR, "red 1 10 blue 1").told(MoraleTested)
    assert not fired(NEAR + "hedge 5,15.4 15,15.4", "red 1 10 blue").told(MoraleTested)


@pytest.mark.rule("cappa.5.1.3f", "cappa.5.1.4a")
@pytest.mark.parametrize("before", ["move to=1400,1000", "aim"])
def test_what_he_did_in_an_impulse_that_is_over_does_not_count_when_he_fires_back(before):
    game = situation(TARGET.replace("pa 2", "pa 3") + "dice red 10 blue 10")
    game.do("A", before)
    game.do("B", "shoot target=A", "shoot-back")
    back = game.told(Shot)[1]
    assert [reason for _, reason, _ in back.tally.lines] == ["Ti", "short range"]
