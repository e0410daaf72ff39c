"""Chapter 9.1, an option: experience points, how they are earned and what they buy."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.morale.morale_tests import take_test
from alfiere.games.cappa.movement.obstacles import fall
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.people.muster import OPTIONS, offered_options
from alfiere.games.cappa.sheets.optional_rules import optional_rules
from alfiere.games.cappa.shown.view import view
from alfiere.games.cappa.told.events import (
    DiceRolled,
    Fell,
    GrenadeThrown,
    PointsScored,
    Shot,
    SkirmishEnded,
    Struck,
    VolleyFired,
    WhoWasStruck,
)
from alfiere.games.cappa.told.fortune_events import BurstInHand, DieChanged, ExperienceEarned, WeaponJammed
from alfiere.games.cappa.turn.activation import activation
from alfiere.kernel.bad_data import BadData
from tests.situation import situation

ON = "option experience yes\n"


def keys(game):
    """The decisions that were asked."""
    return [decision.key for decision in game.asked]


def options_of(game, key):
    """The options of the last decision of a kind."""
    found = [decision for decision in game.asked if decision.key == key]
    return [(option.key, option.get("score")) for option in found[-1].options]


@pytest.mark.rule("cappa.9.0a")
def test_every_optional_rule_has_its_own_switch_and_is_off_unless_the_scenario_says_so():
    ours = {"fall_back", "disarm", "experience", "cards", "ammunition", "jams", "dragoons"}
    assert ours <= set(OPTIONS)
    offered = offered_options(read_scenario("duello"))
    assert ours <= set(offered)
    for name in ours:
        game = situation(f"cappa on open ground\nred hero A at 5,5\nblue hero B at 9,9\noption {name} yes")
        assert [one for one in ours if game.state.options.get(one) == "yes"] == [name]


@pytest.mark.rule("cappa.9.1.2b", "cappa.9.1.2c", "cappa.9.1.2d", "cappa.9.1.2e", "cappa.9.1.2f")
def test_the_prices_are_those_of_the_table():
    prices = optional_rules().prices
    assert (prices.die, prices.again, prices.crossing) == (1, 3, 2)
    assert (prices.um, prices.most_um) == (1, 3)
    assert (prices.range, prices.most_range) == (1, 3)


# Earning


DUEL = """
    cappa on open ground
    red  protagonist A at 10,10 with BD, 6/3/9, pa 3
    blue {} B at 10,11 with BD, 9/3/3 CA 5, wounds {}
"""


@pytest.mark.rule("cappa.9.1.1a", "cappa.9.1.1b", "cappa.9.1.1.h1", "cappa.9.1a")
def test_bringing_down_a_hero_earns_a_die_of_experience_which_is_kept():
    game = situation(DUEL.format("hero", 2) + ON + "dice red 1 1 5")
    game.do("A", "fight target=B")
    (earned,) = game.told(ExperienceEarned)
    assert (earned.seat, earned.kind, earned.dice, earned.total) == ("red", "out of action", (5,), 5)
    assert game.state.sides["red"].experience == 5
    assert view(game.state, "blue")["tracks"]["experience"] == {"red": 5, "blue": 0}
    assert "change-die" not in keys(game)  # of the die for experience, cappa.9.1.2b


@pytest.mark.rule("cappa.9.1.1.h1")
@pytest.mark.parametrize(
    ("kind", "wounds", "option"), [("protagonist", 1, "yes"), ("extra", 0, "yes"), ("hero", 2, "no")]
)
def test_lesser_men_bring_none_and_without_the_option_nobody_does(kind, wounds, option):
    game = situation(DUEL.format(kind, wounds) + f"option experience {option}\ndice red 1 1")
    game.do("A", "fight target=B")
    assert game.figure("B").where != "on"
    assert game.told(ExperienceEarned) == []


@pytest.mark.rule("cappa.9.1.1.h1", "cappa.9.1.1a")
def test_a_devoted_friend_who_takes_a_wound_earns_experience_for_his_side():
    game = situation("""
        cappa on open ground
        red  protagonist A at 10,10 with PS, 6/9/3, pa 1
        blue protagonist B at 10,14, 9/3/3
        blue protagonist C at 11.5,14, 9/3/3, abilities DE, devoted to B
        option experience yes
        dice red 1 1 blue 4 1
    """)
    game.do("A", "shoot target=B")
    assert [(one.seat, one.kind, one.dice) for one in game.told(ExperienceEarned)] == [("blue", "shielded", (4,))]


OFF = """
    cappa on open ground
    red  protagonist A at 10,2 with BD, pa 3
    red  {} F out at 10,1
    blue protagonist B at 20,30
    option experience yes
    dice red 3
    [[exit]]
    edge = "north"
"""


@pytest.mark.rule("cappa.9.1.1.h1", "cappa.9.1.1a")
@pytest.mark.parametrize(("kind", "earned"), [("hero", [3]), ("protagonist", [3])])
def test_a_fallen_friend_brought_off_the_table_earns_experience(kind, earned):
    game = situation(OFF.format(kind))
    game.figure("A").carries = ["F"]
    game.figure("F").captor = "A"
    game.do("A", "leave")
    assert [sum(one.dice) for one in game.told(ExperienceEarned)] == earned


@pytest.mark.rule("cappa.ex.40", "cappa.3.1.1a", "cappa.9.1.1b", "cappa.9.1.1c")
def test_the_fundamental_objective_of_the_example_scores_the_side_s_own_points_and_a_die_of_experience():
    game = situation("""
        cappa on open ground
        red   protagonist A at 10,2 with BD, pa 3
        blue  protagonist B at 20,30
        green protagonist C at 30,30
        option experience yes
        dice red 6
        [[exit]]
        edge = "north"
        [[objective]]
        kind = "leave"
        text = { en = "home", it = "a casa" }
        who = "A"
        side = "red"
        worth = 5
        [[objective]]
        kind = "leave"
        text = { en = "home", it = "a casa" }
        who = "B"
        side = "blue"
        edge = "south"
        worth = 2
    """)
    game.do("A", "leave edge=north")
    assert [(one.seat, one.amount) for one in game.told(PointsScored)] == [("red", 5)]
    assert [(one.seat, one.kind, one.dice) for one in game.told(ExperienceEarned)] == [("red", "objective", (6,))]
    assert {seat: side.points for seat, side in game.state.sides.items()} == {"red": 5, "blue": 0, "green": 0}
    assert len(game.told(SkirmishEnded)) == 1


LISTED = """
    [[earns]]
    kind = "out of action"
    of = ["protagonist"]
    dice = 2
    side = "red"
"""


@pytest.mark.rule("cappa.9.1.1c")
def test_a_scenario_may_say_what_earns_experience_and_how_many_dice():
    game = situation(DUEL.format("protagonist", 1) + ON + "dice red 1 1 5 2\n" + LISTED)
    game.do("A", "fight target=B")
    assert [one.dice for one in game.told(ExperienceEarned)] == [(5, 2)]
    assert game.state.sides["red"].experience == 7
    other = situation(DUEL.format("hero", 2) + ON + "dice red 1 1\n" + LISTED)
    other.do("A", "fight target=B")
    assert other.told(ExperienceEarned) == []
    theirs = situation(DUEL.format("protagonist", 1) + ON + "dice red 1 1\n" + LISTED.replace("red", "blue"))
    theirs.do("A", "fight target=B")
    assert theirs.told(ExperienceEarned) == []
    with pytest.raises(BadData, match="at least 1"):
        situation(DUEL.format("hero", 2) + LISTED.replace("dice = 2", "dice = 0"))


# A point more or less on a die


SHOT = """
    cappa on open ground
    red  {} A at 10,10 with PS, 6/5/3, pa 3
    blue protagonist B at 10,14 with BD, 9/3/3 CA 5
    option experience yes
    experience red {}
"""


def shot(dice, points=1, *answers, kind="protagonist"):
    """A pistol shot: to hit, and for damage."""
    game = situation(SHOT.format(kind, points) + f"dice red {dice} blue 1")
    game.do("A", "shoot target=B", *answers)
    (told,) = game.told(Shot)
    return game, told


def needed():
    """What the shot needs to hit and to wound."""
    _, told = shot("1 1", 0)
    return told.tally.total, told.armour.total


@pytest.mark.rule("cappa.9.1.2b", "cappa.9.1.2g", "cappa.9.1.2.h1")
def test_a_point_turns_a_miss_into_a_hit_and_is_gone():
    hit, _ = needed()
    game, told = shot(f"{hit + 1} 10", 2, f"change-score score={hit}")
    assert (told.roll, told.hit) == (hit, True)
    (changed,) = game.told(DieChanged)
    assert (changed.seat, changed.figure, changed.die, changed.to, changed.how) == ("red", "A", hit + 1, hit, "down")
    assert game.state.sides["red"].experience == 1


@pytest.mark.rule("cappa.9.1.2b")
def test_only_one_point_on_a_die_but_each_die_has_its_own():
    hit, wound = needed()
    game, told = shot(f"{hit + 1} {wound + 1}", 2, "change-score", "change-score")
    assert (told.roll, told.damage, told.wounded) == (hit, wound, True)
    assert keys(game) == ["change-die", "change-die"]
    assert game.state.sides["red"].experience == 0
    far, missed = shot(f"{hit + 2}", 2)
    assert not missed.hit
    assert keys(far) == []  # two points on one die are not to be had


@pytest.mark.rule("cappa.9.1.2b")
def test_nobody_is_asked_where_it_would_change_nothing_or_who_has_no_points():
    hit, _ = needed()
    for dice, points in ((f"{hit} 10", 1), (f"{hit + 1}", 0)):
        game, _ = shot(dice, points)
        assert keys(game) == []


@pytest.mark.rule("cappa.9.1.2a", "cappa.9.1.2.h2")
def test_extras_have_nothing_from_experience():
    hit, _ = needed()
    game, told = shot(f"{hit + 1}", 9, kind="extra")
    assert not told.hit
    assert keys(game) == []
    assert not game.may("A", "longer-stride", 2)


VOLLEY = """
    cappa on open ground
    red  ufficiale_moschettieri O at 10,10, hands PS, squad R
    red  moschettiere A at 11,10, hands MMK, squad R
    red  squad R led by O, open, pa 2
    blue protagonist P at 10,14, 9/3/3
    option experience yes
    experience red 2
    dice {}
"""


@pytest.mark.rule("cappa.9.1.2a", "cappa.9.1.2.h2")
def test_of_the_dice_of_a_volley_only_the_leader_s_may_be_changed():
    game = situation(VOLLEY.format("red 10 10"))
    game.do("R", "volley target=P")
    assert keys(game) == []  # a point less would still miss
    assert not game.may("R", "longer-stride", 2)
    officer, musketeer = (tally.total for tally in game.told(VolleyFired)[0].tallies)
    game = situation(VOLLEY.format("red 1 10 10"))
    game.do("R", "volley target=P")
    armour = game.told(VolleyFired)[0].armour[0].total
    game = situation(VOLLEY.format(f"red {officer + 1} {musketeer + 1} {armour + 1} blue 1"))
    game.do("R", "volley target=P", f"change-score score={officer}", f"change-score score={armour}")
    assert [one.about["figure"] for one in game.asked if one.key == "change-die"] == ["O", "O"]
    (volley,) = game.told(VolleyFired)
    assert (volley.dice, volley.damage, volley.wounds) == ((officer, musketeer + 1), (armour,), 1)
    assert game.state.sides["red"].experience == 0


@pytest.mark.rule("cappa.9.1.2b")
@pytest.mark.parametrize(("die", "to", "passed", "fully"), [(7, 6, True, False), (6, 5, True, True)])
def test_a_morale_test_may_be_saved_or_fully_passed(die, to, passed, fully):
    game = situation(f"""
        cappa on open ground
        red  protagonist A at 10,10, 6/3/3
        blue protagonist B at 10,13, 9/3/3
        option experience yes
        experience red 1
        dice red {die}
    """)
    outcomes = []

    def test(g):
        outcomes.append((yield from take_test(g, g.state.figures["A"], "recovery")))

    game.run(test, f"change-score score={to}")
    assert outcomes == [(passed, fully)]


@pytest.mark.rule("cappa.9.1.2b", "cappa.9.1.2.h3")
def test_a_blow_and_its_natural_one():
    text = """
        cappa on open ground
        red  protagonist A at 10,10 with unarmed, 6/3/{}, pa 1
        blue protagonist B at 10,11 with BD, 9/3/3 CA 5
        option experience yes
        experience red {}
        dice red {}
    """
    plain = situation(text.format(6, 0, "10"))
    plain.do("A", "fight target=B")
    total = plain.told(Struck)[0].tally.total
    game = situation(text.format(6, 1, f"{total + 1} 10"))
    game.do("A", "fight target=B", "change-score")
    (blow,) = game.told(Struck)
    assert (blow.roll, blow.hit) == (total, True)
    low = situation(text.format(1, 9, "2"))  # a 2 made a 1 would be no natural 1
    low.do("A", "fight target=B")
    (miss,) = low.told(Struck)
    assert miss.tally.total < 1
    assert not miss.hit
    assert keys(low) == []


@pytest.mark.rule("cappa.9.1.2.h3")
def test_a_natural_ten_jams_a_weapon_also_when_experience_has_lowered_it():
    game = situation("""
        cappa on open ground
        red  protagonist A at 10,10 with PS, 6/8/3, pa 3
        blue protagonist B at 10,14 with BD, 9/3/3 CA 5
        option experience yes
        option jams yes
        experience red 1
        dice red 10 10
    """)
    game.do("A", "shoot target=B", "change-score score=9")
    (told,) = game.told(Shot)
    assert (told.roll, told.hit) == (9, True)
    assert len(game.told(WeaponJammed)) == 1


@pytest.mark.rule("cappa.9.1.2b", "cappa.9.3.3.h1")
def test_each_die_of_a_grenade_may_be_changed_and_the_natural_ten_bursts_it_all_the_same():
    game = situation("""
        cappa on open ground
        red  protagonist A at 10,10 with GR, 9/9/3 CA 1, pa 2
        blue protagonist B at 10,15, 9/3/3
        option experience yes
        option jams yes
        experience red 1
        dice red 10 10 10 10 10 1
    """)
    game.do("A", "throw-grenade target=B", "change-score score=9")
    (burst,) = game.told(GrenadeThrown)
    assert (burst.tally.total, burst.dice, burst.hit) == (9, (9, 10, 10, 10), ("A",))
    assert len(game.told(BurstInHand)) == 1


@pytest.mark.rule("cappa.9.1.2b")
@pytest.mark.parametrize(("die", "to", "struck"), [(5, 6, "mount"), (6, 5, "rider")])
def test_rider_or_mount_may_be_wanted_either_way(die, to, struck):
    game = situation(f"""
        cappa on open ground
        red  protagonist A at 10,10 with PS, 6/9/3, pa 3
        blue protagonist B at 10,15 with BD, 9/3/3 CA 5, mounted, Mov 8
        option experience yes
        experience red 1
        dice red 1 1 {die} blue 1
    """)
    game.do("A", "shoot target=B", f"change-score score={to}")
    assert [event.struck for event in game.told(WhoWasStruck)] == [struck]
    (changed,) = game.told(DieChanged)
    assert (changed.figure, changed.die, changed.to, changed.how) == ("A", die, to, "up" if to > die else "down")


@pytest.mark.rule("cappa.9.1.2b")
def test_a_fall_is_softened_by_a_point_more():
    game = situation("""
        cappa on open ground
        red protagonist A at 10,10, 6/3/4 CA 5
        blue protagonist B at 20,20
        option experience yes
        experience red 1
        dice red 6
    """)

    def drops(g):
        yield from fall(g, g.state.figures["A"], 300)

    game.run(drops, "change-score score=7")
    assert [event.wounded for event in game.told(Fell)] == [False]


# Rolled again


@pytest.mark.rule("cappa.9.1.2c", "cappa.9.1.2g")
def test_three_points_roll_a_die_again_and_the_second_result_stands():
    hit, _ = needed()
    game, told = shot(f"10 {hit + 1}", 7, "roll-again")
    assert (told.roll, told.hit) == (hit + 1, False)
    assert keys(game) == ["change-die"]  # neither changed nor rolled a third time
    (changed,) = game.told(DieChanged)
    assert (changed.how, changed.die, changed.to) == ("again", 10, hit + 1)
    assert game.state.sides["red"].experience == 4


@pytest.mark.rule("cappa.9.1.2c")
def test_two_points_do_not_roll_a_die_again():
    hit, _ = needed()
    game, _ = shot(f"{hit + 1} 10", 2)
    assert [key for key, _ in options_of(game, "change-die")] == ["change-score", "keep-score"]
    rich, _ = shot(f"{hit + 1} 10", 3)
    assert [key for key, _ in options_of(rich, "change-die")] == ["change-score", "roll-again", "keep-score"]


# Activation


DICE = """
    cappa on open ground
    red  {} A at 10,10{}
    red  extra C at 12,10
    blue protagonist B at 20,20
    option experience yes
    experience red {}
    dice red {} blue 6
"""


def activated(dice, points, *answers, kind="protagonist", more=""):
    """A roll for orders."""
    game = situation(DICE.format(kind, more, points, dice))
    game.state.step = 0
    game.run(activation, *answers)
    return game


@pytest.mark.rule("cappa.9.1.2b", "cappa.9.1.2.h2")
def test_activation_dice_may_be_changed_by_one_each_also_those_that_extras_will_get():
    game = activated("4 2", 2, "change-order die=4 score=3", "change-order die=2 score=3")
    assert game.state.sides["red"].dice == [3, 3]
    assert game.told(DiceRolled)[0].dice == (3, 3)
    assert game.state.sides["red"].experience == 0


@pytest.mark.rule("cappa.9.1.2a", "cappa.9.1.2b")
def test_where_experience_is_not_played_no_activation_die_is_changed():
    game = situation(DICE.replace("experience yes", "experience no").format("protagonist", "", 2, "4 2"))
    game.state.step = 0
    game.run(activation)
    assert keys(game) == []
    assert game.state.sides["red"].dice == [2]


@pytest.mark.rule("cappa.9.1.2b", "cappa.9.1.2c")
def test_an_activation_die_has_one_point_only_and_is_not_rolled_again():
    game = activated("1 6", 9, "change-order die=1 score=2")
    assert game.state.sides["red"].dice == [2]
    assert keys(game) == ["change-orders"]
    assert options_of(game, "change-orders") == [("change-order", 2), ("enough", None)]


@pytest.mark.rule("cappa.9.1.2b")
def test_a_player_may_leave_his_dice_as_they_are():
    game = activated("4 2", 2, "enough")
    assert game.state.sides["red"].dice == [2]
    assert game.state.sides["red"].experience == 2


@pytest.mark.rule("cappa.9.1.2b")
def test_a_tactical_die_may_be_changed_too():
    game = activated("4 6 6", 1, "change-order score=3", "keep-die", more=", abilities TA")
    assert game.figure("A").die == 3


@pytest.mark.rule("cappa.9.1.2g", "cappa.3.3a")
def test_what_was_spent_on_firmness_changes_no_die():
    game = situation(DICE.format("protagonist", "", 1, "4 2"))
    game.state.step = 0
    game.state.sides["red"].firmness -= 1
    game.run(activation, "spend-experience", "enough")
    assert [[one.key for one in asked.options] for asked in game.asked] == [
        ["change-order", "change-order", "spend-experience", "enough"],
        ["enough"],
    ]
    assert game.state.sides["red"].experience == 0


@pytest.mark.rule("cappa.9.1.1c", "cappa.9.1.1.h1")
def test_a_row_for_the_other_side_leaves_the_next_rows_to_count():
    rows = "".join(
        f'[[earns]]\nkind = "{kind}"\ndice = {dice}\n{side}\n'
        for kind, dice, side in (("captured", 1, ""), ("out of action", 3, 'side = "blue"'), ("out of action", 2, ""))
    )
    game = situation(DUEL.format("hero", 2) + ON + "dice red 1 1 5 4\n" + rows)
    game.do("A", "fight target=B")
    assert [(earned.seat, earned.dice) for earned in game.told(ExperienceEarned)] == [("red", (5, 4))]
