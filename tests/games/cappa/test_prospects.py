"""Odds are exact: of a shot, a blow and its reply, a test, a charge, an improvised act."""

from __future__ import annotations

from fractions import Fraction

import pytest

from alfiere.games.cappa.shown.preview import prospects
from alfiere.games.cappa.state.action_points import BLINDED
from alfiere.kernel.decision import Decision, Option
from tests.situation import situation


def of(game, option):
    """The prospects of an option for its own side."""
    return prospects(game.state, Decision("red", "action", [option]), option, "red")


def offered(game, name, key):
    """The first option of a verb."""
    return next(option for option in game.offered(name) if option.key == key)


def test_a_shot():
    game = situation("cappa on open ground\nred extra A at 10,10 with MMK, 5/3/3, pa 1\nblue extra B at 10,16")
    (found,) = of(game, offered(game, "A", "shoot"))
    assert found.hits == {0: Fraction(6, 10), 1: Fraction(4, 10)}
    assert found.results == {0: Fraction(8, 10), 1: Fraction(2, 10)}
    assert [tally.total for tally in found.tallies] == [4, 5]


SQUAD = """
    cappa on open ground
    red  extra A at 10,10 with MMK, 5/3/3, squad R
    red  extra B at 11,10 with MMK, 5/1/3, squad R
    red  squad R, open, pa 3
"""


def test_a_volley():
    game = situation(SQUAD + "blue extra E at 10,15, CA 4")
    (found,) = of(game, offered(game, "R", "volley"))
    assert (found.who, [tally.total for tally in found.tallies]) == ("R", [4, 2, 4])
    assert found.hits == {0: Fraction(48, 100), 1: Fraction(44, 100), 2: Fraction(8, 100)}
    one, two = Fraction(16, 100), Fraction(8, 100)
    assert found.results == {0: (1 - one) * (1 - two), 1: one + two - 2 * one * two, 2: one * two}


def test_a_volley_at_a_mixed_squad():
    game = situation(
        SQUAD
        + """
        blue spagnolo_picchiere E at 10,15, squad S
        blue spagnolo_moschettiere F at 11,15, squad S
        blue spagnolo_moschettiere G at 12,15, squad S
        blue squad S, open
        """
    )
    (found,) = of(game, offered(game, "R", "volley"))
    # one hit falls on a musketeer (CA 5), the second on the pikeman (CA 3)
    assert found.results[2] == Fraction(8, 100) * Fraction(5, 10) * Fraction(3, 10)
    assert found.results[1] == Fraction(44, 100) * Fraction(5, 10) + Fraction(8, 100) * Fraction(50, 100)
    assert sum(found.results.values()) == 1


def test_a_picked_shot():
    game = situation(SQUAD + "blue extra E at 10,15, CA 4")
    (found,) = of(game, next(one for one in game.offered("R") if one.key == "picked-shot" and one["shooter"] == "B"))
    assert (found.who, found.hits[1], found.results[1]) == ("B", Fraction(2, 10), Fraction(8, 100))


def test_a_grenade():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with GR, 5/3/3, pa 2
        blue extra D at 10,20, CA 4
        blue extra E at 12,20, CA 2
    """)
    (found,) = of(game, offered(game, "A", "throw-grenade"))
    none, once = Fraction(9, 10) ** 4, 4 * Fraction(1, 10) * Fraction(9, 10) ** 3
    assert [tally.total for tally in found.tallies] == [1, 6, 4]
    assert found.hits == {0: none, 1: once, 2: 1 - none - once}  # surplus hits are lost
    assert found.results[2] == (1 - none - once) * Fraction(6, 10) * Fraction(4, 10)
    assert found.results[0] == none + once * Fraction(4, 10) + (1 - none - once) * Fraction(4, 10) * Fraction(6, 10)


def test_whoever_may_not_measure_hears_no_odds_of_fire():
    game = situation(SQUAD + "blue extra E at 10,15, CA 4\noption no_measuring yes")
    for key in ("volley", "picked-shot"):
        assert of(game, offered(game, "R", key)) == []


def test_a_blow_and_the_reply_of_a_defender_with_pa():
    text = "cappa on open ground\nred extra A at 10,10, 5/3/3, pa 1\nblue extra B at 10,11, 5/3/5"
    game = situation(text)
    assert len(of(game, offered(game, "A", "fight"))) == 1
    game = situation(text + ", pa 1")
    mine, theirs = of(game, offered(game, "A", "fight"))
    assert (mine.who, mine.hits[1], mine.results[1]) == ("A", Fraction(4, 10), Fraction(24, 100))
    assert (theirs.who, theirs.hits[1]) == ("B", Fraction(6, 10))


def test_a_one_always_hits_and_the_fallen_are_always_hit():
    game = situation("cappa on open ground\nred extra A at 10,10 with CL, 5/3/0, prone, pa 1\nblue extra B at 10,11")
    (found,) = of(game, offered(game, "A", "fight"))
    assert found.hits[1] == Fraction(1, 10)
    game = situation("cappa on open ground\nred extra A at 10,10, pa 1\nblue hero B out at 10,11")
    (found,) = of(game, offered(game, "A", "fight"))
    assert (found.hits[1], found.results[1]) == (1, 1)


def test_a_recovery():
    game = situation("cappa on open ground\nblue extra B at 10,11, 4/3/3, shaken fire\nred extra A at 10,15")
    (found,) = of(game, Option("recover", {"figure": "B"}))
    assert found.results == {0: Fraction(6, 10), 1: Fraction(4, 10)}
    assert found.hits == {0: Fraction(6, 10), 1: Fraction(1, 10), 2: Fraction(3, 10)}


def test_an_option_without_a_test_has_no_prospects():
    game = situation("cappa on open ground\nred extra A at 10,10, pa 1\nblue extra B at 10,30")
    assert of(game, Option("wait", {"figure": "A"})) == []
    assert of(game, Option("push", {"figure": "A", "target": "B"})) == []


def test_the_odds_of_the_reply_reckon_with_the_weapon_he_strikes_with():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with BD KN, hands BD KN, 5/3/5, pa 1
        blue extra B at 10,11 with BD, 5/3/5, pa 1
    """)
    blows = {one["weapon"]: one for one in game.offered("A") if one.key == "fight"}
    replies = {code: of(game, option)[1].tallies[0] for code, option in blows.items()}
    reasons = {code: [reason for _, reason, _ in tally.lines] for code, tally in replies.items()}
    assert "longer weapon" not in reasons["BD"]
    assert "longer weapon" in reasons["KN"]


# Counted: every way the dice may fall is played


def counted(text, play, result, dice=()):
    """How likely each result is, by playing a situation with every die that red may roll."""
    game = situation(f"{text}\ndice red {' '.join(map(str, dice))}")
    try:
        play(game)
    except AssertionError as lacking:
        if "no more dice" not in str(lacking):
            raise
    else:
        return {result(game): Fraction(1, 10 ** len(dice))}
    found: dict[int, Fraction] = {}
    for face in range(1, 11):
        for number, share in counted(text, play, result, (*dice, face)).items():
            found[number] = found.get(number, Fraction(0)) + share
    return found


def some(odds):
    """Odds without what cannot happen."""
    return {number: share for number, share in odds.items() if share}


IMPROVISED = "cappa on open ground\nred extra A at 10,10, 1/4/4, pa 1\nblue hero B at {},10, CA 4, pa 3\n"


@pytest.mark.rule("cappa.2.2.3b", "cappa.2.2.3.h5")
@pytest.mark.parametrize(
    ("what", "x", "result"),
    [
        ("throw_to_harm", 13, lambda game: game.figure("B").wounds),
        ("throw_to_daze", 13, lambda game: int(game.figure("B").pa == 0)),
        ("blind", 11.5, lambda game: int(BLINDED.is_on(game.figure("B")))),
        ("kick", 11, lambda game: int(game.at("B") != (11, 10))),
    ],
)
def test_an_improvised_attack_with_the_test_before_it(what, x, result):
    text = IMPROVISED.format(x)
    game = situation(text)
    option = next(one for one in game.offered("A") if one.get("what") == what)
    own, found = of(game, option)
    assert some(found.results) == counted(text, lambda game: game.do("A", f"improvise what={what}"), result)
    assert (own.kind, own.who) == ("morale", "A")


@pytest.mark.rule("cappa.2.2.3.h5")
def test_a_trick_is_two_tests():
    game = situation(IMPROVISED.format(13))
    own, other = of(game, next(one for one in game.offered("A") if one.get("what") == "trick"))
    assert (own.who, other.who) == ("A", "B")
    assert own.results[1] == Fraction(1, 10)
    assert other.results[1] == Fraction(5, 10)


@pytest.mark.rule("cappa.2.2.3c", "cappa.2.2.3d")
def test_a_daring_move():
    text = "cappa on open ground\nred extra A at 10,10, 4/3/3, pa 1\nblue extra B at 30,10"
    game = situation(text)
    (found,) = of(game, offered(game, "A", "leap"))
    assert found.results == counted(
        text, lambda game: game.do("A", "leap"), lambda game: int(not game.figure("A").is_prone)
    )


CHARGE = "cappa on open ground\nred extra A at 10,10, 6/3/3, pa {}\nblue extra B at {},10, 5/3/3\n"


def arrives(game):
    """Charge with the test for a longer stride, if it is needed, and see who is met."""
    game.do("A", "charge target=B", "test")
    return game


@pytest.mark.rule("cappa.4.3.8n")
def test_a_charge_that_needs_a_longer_stride():
    text = CHARGE.format(1, 15.6)
    (found,) = of(situation(text), offered(situation(text), "A", "charge"))
    assert found.results == counted(text, arrives, lambda game: int(game.touch("A", "B")))
    assert found.results[1] == Fraction(6, 10)  # lower than 7, not equal


@pytest.mark.rule("cappa.4.3.8n")
def test_the_test_for_a_longer_stride_itself():
    game = situation(CHARGE.format(1, 15.6))
    (found,) = of(game, Option("test", {"figure": "A"}))
    assert found.results == {0: Fraction(4, 10), 1: Fraction(6, 10)}
    assert found.hits == {0: Fraction(3, 10), 1: Fraction(1, 10), 2: Fraction(6, 10)}


@pytest.mark.rule("cappa.5.2.2i", "cappa.4.3.8.h5")
def test_a_charge_with_a_pa_left_shows_the_round_with_its_impetus():
    text = CHARGE.format(2, 13)
    game = situation(text)
    (found,) = of(game, offered(game, "A", "charge"))
    assert "charge" in [reason for _, reason, _ in found.tallies[0].lines]
    assert game.at("A") == (10, 10)
    assert game.figure("A").charged == ""

    def fight(game):
        game.do("A", "charge target=B", "no-test")
        game.do("A", "fight")

    assert found.results == counted(text, fight, lambda game: int(game.figure("B").where == "gone"))
    assert of(situation(CHARGE.format(1, 13)), offered(game, "A", "charge")) == []


@pytest.mark.rule("cappa.2.1.2.h6")
@pytest.mark.parametrize(("mates", "blows"), [(14, 0), (30, 2)])
def test_a_charge_at_one_of_a_squad_on_his_own_die_is_no_duel_while_he_stands_with_it(mates, blows):
    band = "".join(f"blue extra {name} at {mates},{y}, squad S\n" for name, y in (("C", 10.9), ("D", 11.9)))
    text = CHARGE.format(2, 13).replace("B at 13,10", "B at 13,10, squad S, die 2") + band + "blue squad S, open\n"
    game = situation(text)
    assert len(of(game, offered(game, "A", "charge"))) == blows


def test_whoever_may_not_measure_hears_no_odds_of_a_charge():
    game = situation(CHARGE.format(2, 15.6) + "option no_measuring yes")
    assert of(game, offered(game, "A", "charge")) == []


def test_a_charge_at_a_squad_shows_no_round_of_two():
    text = CHARGE.format(2, 13).replace("10, 5/3/3", "10, 5/3/3, squad S")
    game = situation(text + "blue extra C at 14,10, squad S\nblue squad S, open")
    assert of(game, offered(game, "A", "charge")) == []


# What is asked of the other side, and other verbs


@pytest.mark.rule("cappa.5.2.5c")
def test_a_blow_at_one_who_breaks_off_is_counted_with_its_bonus_and_without_a_reply():
    text = "cappa on open ground\nred extra A at 10,10, 5/3/3, pa 1\nblue extra B at 11,10 with BD, 5/3/3, pa 2\n"
    (found,) = of(situation(text), Option("strike", {"figure": "A", "target": "B", "weapon": "BD"}))

    def break_off(game):
        game.do("B", "break-off", "strike")

    assert found.results == counted(text, break_off, lambda game: int(game.figure("B").where == "gone"))
    assert "enemy flees" in [reason for _, reason, _ in found.tallies[0].lines]


@pytest.mark.rule("cappa.2.2.1g", "cappa.5.2d")
def test_who_gives_ground_strikes_worse_and_is_struck_back():
    game = situation("cappa on open ground\nred extra A at 10,10, 5/3/5, pa 1\nblue extra B at 11,10, 5/3/5, pa 1")
    mine, theirs = of(game, offered(game, "A", "fall-back"))
    assert "giving ground" in [reason for _, reason, _ in mine.tallies[0].lines]
    assert mine.hits[1] < theirs.hits[1]
    assert theirs.who == "B"


@pytest.mark.rule("cappa.5.2d", "cappa.5.2e")
def test_who_strikes_back_or_cannot_strike_back_ends_it():
    text = "cappa on open ground\nred extra A at 10,10, 5/3/5, pa 1\nblue {}, 5/3/5, pa 1"
    game = situation(text.format("extra B at 11,10"))
    (back,) = of(game, Option("fight-back", {"figure": "B", "target": "A", "weapon": "BD"}))
    assert back.who == "B"
    assert of(game, Option("fight", {"figure": "A", "target": "B", "weapon": "KN"})) == []  # he has none
    game = situation(text.format("extra B at 11,10, mounted, Mov 8, on foot 4"))
    assert len(of(game, Option("fight", {"figure": "A", "target": "B", "weapon": "BD"}))) == 1  # no rider


@pytest.mark.rule("cappa.4.3.8.h4", "cappa.2.3.1b")
def test_a_squad_that_must_test_hears_its_own_odds():
    game = situation(SQUAD + "blue extra E at 30,30")
    for key in ("recover", "countercharge", "evade"):
        (found,) = of(game, Option(key, {"figure": "R"}))
        assert (found.kind, found.who, found.results[1]) == ("morale", "R", Fraction(6, 10))
    (found,) = of(game, Option("test", {"figure": "R"}))
    assert found.results[1] == Fraction(5, 10)  # lower than 6, not equal
    for key in ("recover", "test", "volley"):
        assert of(game, Option(key, {"figure": "nobody", "target": "E"})) == []


@pytest.mark.rule("cappa.9.2.1.h1")
def test_played_with_cards_the_odds_are_those_of_the_cards_that_are_left():
    game = situation(
        "cappa on open ground\nred extra A at 10,10 with MMK, 5/3/3, pa 1\nblue extra B at 10,16\noption cards yes"
    )
    game.state.sides["red"].turned = [1, 1, 1, 1, 2, 2, 2, 2]  # 32 cards are left: 8 of them are not above 4
    game.state.sides["blue"].turned = [10, 10]
    (found,) = of(game, offered(game, "A", "shoot"))
    assert found.hits[1] == Fraction(8, 32)
    assert found.results[1] == Fraction(8, 32) * Fraction(12, 32)


@pytest.mark.rule("cappa.5.3.3.h5", "cappa.5.3.3a")
def test_a_grenade_thrown_at_a_point_hits_whoever_is_near_it_friend_or_foe():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with GR, 5/3/3, pa 2
        red  extra F at 10,17.5, CA 3
        blue extra D at 10,20, CA 4
        blue extra E at 30,20, CA 2
    """)
    (found,) = of(game, Option("throw-grenade", {"figure": "A", "to": [1000, 1850], "pa": 2}))
    assert found.who == "A"
    his, near, far = found.tallies  # his own, and the CA of the two who are near it
    assert his.lines == [(3, "Ti", "cappa.5.3.3c"), (-2, "long range", "cappa.5.1.3b")]
    assert near.lines == [(3, "CA", "cappa.5.1.2c"), (2, "weapon", "cappa.5.1.3i")]
    assert far.lines == [(4, "CA", "cappa.5.1.2c"), (2, "weapon", "cappa.5.1.3i")]
    assert max(found.hits) == 2
    (none,) = of(game, Option("throw-grenade", {"figure": "A", "to": [2000, 1000], "pa": 2}))
    assert (some(none.hits), some(none.results)) == ({0: 1}, {0: 1})
    assert of(game, Option("throw-grenade", {"figure": "nobody", "to": [2000, 1000], "pa": 2})) == []


@pytest.mark.rule("cappa.5.3.3.h4")
def test_of_several_throwers_the_first_has_a_target_yet():
    game = situation("""
        cappa on open ground
        red extra A at 10,10 with GR, 5/3/3, squad R
        red extra B at 11,10 with GR, 5/1/3, squad R
        red squad R, open, pa 3
        blue extra D at 10,18, CA 4
    """)
    args = {"figure": "R", "target": "D", "throwers": ["B", "A"], "pa": 3}
    (found,) = of(game, Option("throw-together", args))
    assert found.who == "B"


def test_unmeasured_a_shot_back_shows_its_odds_since_the_first_shot_has_told_the_distance():
    game = situation(
        "cappa on open ground\nred extra A at 10,10 with MMK, pa 1\nblue extra B at 10,16\noption no_measuring yes"
    )
    args = {"figure": "A", "target": "B", "weapon": "MMK"}
    assert of(game, Option("shoot", args)) == []
    assert len(of(game, Option("shoot-back", args))) == 1
    assert of(game, Option("shoot-back", args | {"weapon": "PS"})) == []
    assert of(game, Option("throw-grenade", {"figure": "A", "to": [1000, 1600]})) == []


@pytest.mark.rule("cappa.4.3.8.h9", "cappa.ex.76")
def test_the_round_after_a_charge_reckons_with_the_hedge_that_the_other_defends():
    game = situation("""
        cappa on open ground
        hedge 13.5,5 13.5,15
        red extra A at 10,10, pa 2, Mov 4, 5/3/3 CA 5
        blue extra B at 14,10, pa 1, Mov 4, 5/3/3 CA 5
    """)
    mine, theirs = of(game, offered(game, "A", "charge"))
    assert [tally.total for tally in mine.tallies] == [5, 5]  # the numbers of the example
    assert (mine.hits[1], mine.results[1]) == (Fraction(5, 10), Fraction(25, 100))
    assert theirs.tallies[0].total == 4
    assert (game.at("A"), game.figure("A").charged, game.figure("A").assails) == ((10, 10), "", "")


@pytest.mark.rule("cappa.4.3.8n")
def test_a_charge_that_arrives_only_if_the_other_comes_to_meet_him_has_no_odds():
    game = situation(CHARGE.format(2, 13))
    charge = offered(game, "A", "charge")
    game.figure("B").x += 1500
    assert of(game, charge) == []


def test_the_odds_of_a_volley_of_like_muskets_show_their_tally_once():
    game = situation(SQUAD.replace("5/1/3", "5/3/3") + "blue extra E at 10,15, CA 4")
    (found,) = of(game, offered(game, "R", "volley"))
    assert [tally.total for tally in found.tallies] == [4, 4]  # to hit, and the CA
    assert found.hits == {0: Fraction(36, 100), 1: Fraction(48, 100), 2: Fraction(16, 100)}


@pytest.mark.rule("cappa.5.3.3.h9")
def test_the_odds_of_a_grenade_thrown_upstairs_are_of_those_who_are_there():
    game = situation("""
        cappa on open ground
        building 8,14 14,20 door south windows 4 storeys 2
        red  extra A at 11,10 with GR, 5/4/3, pa 2, CA 4
        blue extra F at 11,14.6, level 2, CA 2
        blue extra E at 11,16.5, CA 5
    """)
    (found,) = of(game, Option("throw-grenade", {"figure": "A", "target": "F", "to": [1100, 1460], "pa": 2}))
    assert [tally.lines[0][0] for tally in found.tallies[1:]] == [2, 4]  # E is below them
