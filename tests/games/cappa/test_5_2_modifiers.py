"""Chapter 5.2.2, what counts to hit and for damage hand to hand."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.told.events import Struck
from tests.games.cappa.hand_to_hand import DUEL, armour, to_hit
from tests.situation import situation


@pytest.mark.rule("cappa.5.2.2a")
def test_the_weapon_counts_for_both_rolls():
    game = situation(DUEL.replace("10,10, 5/3/3", "10,10 with BSW, 5/3/3"))
    assert to_hit(game) == (2, ["Mi", "weapon"])
    assert armour(game) == (7, ["CA", "weapon"])


@pytest.mark.rule("cappa.5.2.2d")
def test_a_fleeing_enemy_is_struck_with_two_more():
    assert to_hit(situation(DUEL), flees=True) == (6, ["Mi", "weapon", "enemy flees"])


@pytest.mark.rule("cappa.5.2.2f")
@pytest.mark.parametrize(("formation", "stops"), [("tight", True), ("close", True), ("open", False)])
def test_a_squad_stops_riders_only_in_formation(formation, stops):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10, mounted, Mov 8, abilities RI
        blue extra B at 10,11.5, squad S
        blue extra D at 11,11.5 with PK, squad S
        blue squad S, {formation}
    """)
    game.figure("A").charged = "S"
    assert ("rider charging" not in to_hit(game)[1]) is stops


@pytest.mark.rule("cappa.5.2.2i")
def test_the_charge_counts_in_its_own_impulse_only():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, pa 3
        red  extra C at 30,30, pa 3
        blue hero B at 10,14
    """)
    game.do("A", "charge target=B", "no-test")
    assert "charge" in to_hit(game)[1]
    game.do("C", "wait")
    assert "charge" not in to_hit(game)[1]


@pytest.mark.rule("cappa.5.2.2i", "cappa.5.2.3f", "cappa.5.2.3.h3")
def test_a_round_uses_the_charge_up_and_only_following_regains_it():
    text = """
        cappa on open ground
        red  hero A at 10,10, 5/3/3, pa 3
        blue hero B at 10,14
        dice red 1 10 10 blue
    """
    for answer, names in (("stay", ["Mi", "weapon"]), ("push follows=True", ["Mi", "weapon", "charge"])):
        game = situation(text)
        game.do("A", "charge target=B", "no-test")
        game.do("A", "fight", answer)
        game.do("A", "fight")
        first, second = game.told(Struck)
        assert [reason for _, reason, _ in first.tally.lines] == ["Mi", "weapon", "charge"]
        assert [reason for _, reason, _ in second.tally.lines] == names


@pytest.mark.rule("cappa.5.2.2m", "cappa.5.2.2.h4")
@pytest.mark.parametrize("how", ["prone", "shaken wound"])
def test_one_against_one_is_no_superior_number_but_two_against_one_and_one_who_lies_are(how):
    pair = f"""
        cappa on open ground
        red  extra A at 10,10, pa 1
        blue extra B at 10,11, {how}
    """
    assert "outnumbering" not in to_hit(situation(pair))[1]
    lying = pair.replace(f", {how}", "") + f"blue extra C at 11,10, {how}\n"
    assert "outnumbering" not in to_hit(situation(lying), "B", "A")[1]
    two = pair + "red extra D at 11,11\n"
    assert "outnumbering" in to_hit(situation(two))[1]


@pytest.mark.rule("cappa.5.2.2e", "cappa.5.2.3.h3")
def test_a_rider_who_follows_regains_one_and_not_his_impetus():
    game = situation("""
        cappa on open ground
        red  hero A at 10,10, 5/3/3, mounted, Mov 8, abilities RI, pa 3
        blue hero B at 10,16
        dice red 1 10 10 blue
    """)
    game.do("A", "charge target=B", "no-test")
    game.do("A", "fight", "push follows=True")
    game.do("A", "fight")
    first, second = ([reason for _, reason, _ in blow.tally.lines] for blow in game.told(Struck))
    assert first == ["Mi", "weapon", "rider charging", "charge", "rider against foot"]
    assert second == ["Mi", "weapon", "charge", "rider against foot"]


@pytest.mark.rule("cappa.5.2.2.h2")
def test_the_length_is_that_of_the_weapons_both_have_chosen():
    game = situation("""
        cappa on open ground
        red  hero A at 10,10 with BD KN, hands BD KN, pa 2
        blue hero B at 10,11 with BD KN, hands BD KN, pa 2
        dice red 10 10 blue 10 10
    """)
    game.do("A", "fight weapon=BD", "fight-back weapon=KN")
    game.do("A", "fight weapon=KN", "fight-back weapon=BD")
    lines = [blow.tally.lines[-1][1] for blow in game.told(Struck)]
    assert lines == ["longer weapon", "shorter weapon", "shorter weapon", "longer weapon"]


@pytest.mark.rule("cappa.2.2.3.h5")
def test_sand_in_the_eyes_takes_two_from_blows_too():
    game = situation(DUEL)
    game.figure("A").marks.append("blinded/turn")
    assert to_hit(game) == (2, ["Mi", "weapon", "blinded"])


@pytest.mark.rule("cappa.5.2.2c", "cappa.5.2.2.h1")
def test_a_squad_in_which_one_goes_on_foot_has_the_two_of_single_riders():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, 5/3/4, mounted, Mov 8, abilities RI, squad R
        red  extra C at 12,10, 5/3/4, squad R
        blue extra B at 10,11.5
        red  squad R, open
    """)
    game.figure("A").charged = "B"
    assert "rider charging" in to_hit(game)[1]
    game.figure("C").where = "gone"
    assert "mounted squad charging" in to_hit(game)[1]


@pytest.mark.rule("cappa.5.2.2f")
def test_a_formed_squad_without_long_weapons_stops_no_rider():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, mounted, Mov 8, abilities RI
        blue extra B at 10,11.5, squad S
        blue extra D at 11,11.5, squad S
        blue squad S, tight
    """)
    game.figure("A").charged = "S"
    assert "rider charging" in to_hit(game)[1]


@pytest.mark.rule("cappa.5.2.3.h3")
def test_what_a_rider_regained_by_following_is_forgotten_in_the_next_impulse():
    game = situation("""
        cappa on open ground
        red  hero A at 10,10, 5/3/3, pa 2
        red  hero C at 20,10, pa 1
        blue hero B at 10,11.5, 5/3/9, mounted, Mov 8, abilities RI, pa 1
        dice red 10 blue 1 10
    """)
    game.do("A", "fight", "push follows=True")
    assert "charge" in to_hit(game, "B", "A")[1]
    game.do("C", "wait")
    assert "charge" not in to_hit(game, "B", "A")[1]
    game.figure("B").charged = "A"
    assert "rider charging" in to_hit(game, "B", "A")[1]


@pytest.mark.rule("cappa.5.2.2p")
@pytest.mark.parametrize(("posture", "counts"), [("", True), (", prone", False)])
def test_who_lies_strikes_worse_at_a_standing_enemy_only(posture, counts):
    game = situation(DUEL.replace("10,10, 5/3/3", "10,10, 5/3/3, prone").replace("10,11, 5/3/3", "10,11" + posture))
    assert ("prone" in to_hit(game)[1]) is counts
    assert "prone" not in to_hit(game, "B", "A")[1]


@pytest.mark.rule("cappa.5.2.2j", "cappa.5.2.2n", "cappa.5.2.2.h2")
def test_longer_and_shorter_weapons():
    game = situation(DUEL.replace("10,11, 5/3/3", "10,11 with HAL, 5/3/3"))
    assert to_hit(game) == (3, ["Mi", "weapon", "shorter weapon"])
    assert "longer weapon" in to_hit(game, "B", "A")[1]
    assert to_hit(situation(DUEL))[1] == ["Mi", "weapon"]


@pytest.mark.rule("cappa.5.2.2k", "cappa.5.2.2t", "cappa.5.2.2.h3")
def test_the_higher_strikes_better_and_is_harder_to_wound():
    game = situation(DUEL)
    game.figure("A").level = 50
    assert "higher" in to_hit(game)[1]
    assert armour(game, "B", "A") == (5, ["CA", "weapon", "defender higher"])
    game.figure("A").level = 40
    assert "higher" not in to_hit(game)[1]


@pytest.mark.rule("cappa.5.2.2l")
def test_a_squad_in_tight_formation_has_one_more():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, squad R
        blue extra B at 10,11
        red  squad R, tight
    """)
    assert "tight formation" in to_hit(game)[1]


@pytest.mark.rule("cappa.5.2.2m", "cappa.5.2.2.h4")
def test_the_side_with_more_standing_and_unshaken_has_one_more():
    assert "outnumbering" in to_hit(situation(DUEL + "red extra C at 11,11"))[1]
    assert "outnumbering" not in to_hit(situation(DUEL + "red extra C at 11,11, prone"))[1]
    assert "outnumbering" not in to_hit(situation(DUEL + "red extra C at 12,11"))[1]


@pytest.mark.rule("cappa.5.2.2.h4")
def test_whoever_is_drawn_into_the_melee_counts():
    friend = DUEL + "red extra C at 11,11\n"
    assert "outnumbering" in to_hit(situation(friend))[1]
    assert "outnumbering" not in to_hit(situation(friend + "blue extra D at 12,11"))[1]  # C has him to fight


@pytest.mark.rule("cappa.5.2.2q", "cappa.5.2.2r")
def test_the_weapon_of_a_fallen_mate_makes_no_squad_longer():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with BD, squad R
        red  extra C at 12,10 with PK, squad R
        blue extra B at 10,11 with BD
        red  squad R, open
    """)
    assert "longer weapon" in to_hit(game)[1]
    game.figure("C").where = "gone"
    assert "longer weapon" not in to_hit(game)[1]


@pytest.mark.rule("cappa.5.2.2q")
def test_a_squad_is_not_worse_off_for_one_short_weapon_among_longer_ones():
    text = """
        cappa on open ground
        red  extra A at 10,10 with KN, squad R
        red  extra C at 12,10 with {}, squad R
        blue extra B at 10,11 with BD
        red  squad R, open
    """
    assert "shorter weapon" in to_hit(situation(text.format("KN")))[1]
    assert "shorter weapon" not in to_hit(situation(text.format("BD")))[1]  # as long as the enemy's


@pytest.mark.rule("cappa.5.2.2.h4")
def test_a_supporter_with_a_pike_counts():
    assert "outnumbering" in to_hit(situation(DUEL + "red extra C at 10,9 with PK"))[1]
    assert "outnumbering" not in to_hit(situation(DUEL + "red extra C at 10,8.9 with PK"))[1]
    assert "outnumbering" not in to_hit(situation(DUEL + "blue extra C at 10,12.5 with PK"), "B", "A")[1]


@pytest.mark.rule("cappa.5.3.2.h2")
def test_a_pike_reaches_neither_through_a_wall_nor_upstairs():
    text = "cappa on open ground\nred extra A at 10,10 with PK, pa 1\nblue extra B at 10,11.9\n"
    game = situation(text)
    assert game.may("A", "fight target=B")
    game.figure("B").level = 100
    assert game.may("A", "fight target=B")
    game.figure("B").level = 200
    assert not game.may("A", "fight target=B")
    assert not situation(text + "high wall 5,11 15,11").may("A", "fight target=B")


@pytest.mark.rule("cappa.5.2.2v")
def test_in_melee_too_a_lower_ca_protects():
    assert armour(situation(DUEL.replace("10,11, 5/3/3", "10,11, CA 2")))[0] == 3


@pytest.mark.rule("cappa.5.2.2k", "cappa.5.2.2t")
@pytest.mark.parametrize(("mine", "his", "reasons"), [(200, 200, []), (250, 200, []), (200, 250, ["defender higher"])])
def test_on_an_upper_floor_only_who_stands_higher_than_the_other_is_harder_to_wound(mine, his, reasons):
    game = situation(DUEL)
    game.figure("A").level, game.figure("B").level = mine, his
    assert armour(game, "A", "B")[1] == ["CA", "weapon", *reasons]
