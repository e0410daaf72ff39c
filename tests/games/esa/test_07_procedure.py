"""Chapter 7.1: who attacks whom and when, who fights back, and what losses make a unit do."""

from __future__ import annotations

import pytest

from alfiere.games.esa.command import is_engaged
from alfiere.games.esa.events import (
    ForcedMove,
    LossesTaken,
    MeleeStruck,
    UnitEliminated,
    UnitMoved,
    UnitShaken,
)
from alfiere.kernel.decision import Decision, Illegal, Option
from tests.games.esa.blows import blow, forced, offered, on, strikers, was_asked
from tests.situation import situation

NO_HITS = "cards red 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9"


# Who attacks


@pytest.mark.rule("esa.7a")
def test_divisions_with_a_melee_order_fight_in_the_order_of_play():
    text = """
        esa on open ground
        red pike A at 0,0 facing 0, division first
        red pike B at 6,0 facing 0, division second
        red pike C at -6,0 facing 0, division third
        blue pike X at 0,-1 facing 3
        blue pike Y at 6,-1 facing 3
        blue pike Z at -6,-1 facing 3
        order first: card 5                 # priority 2
        order second: card 4                # priority 3
        order third: card 23                # no melee
    """
    game = situation(text + NO_HITS)
    game.phase("melee", on("fight-back", "none"), on("fight-back", "none"))
    assert strikers(game) == ["B", "A"]


@pytest.mark.rule("esa.7a")
def test_at_equal_priority_the_side_with_the_initiative_fights_first():
    for first, second in (("red", "blue"), ("blue", "red")):
        game = situation(f"""
            esa on open ground
            red pike A at 0,0 facing 0, order: card 4
            blue pike X at 0,-1 facing 3
            red pike B at 6,0 facing 0, division other
            blue pike Y at 6,-1 facing 3, division another, order: card 4
            initiative {first}
            {NO_HITS}
        """)
        game.phase("melee", on("fight-back", "none"), on("fight-back", "none"))
        assert [game.unit(name).seat for name in strikers(game)] == [first, second]


@pytest.mark.rule("esa.7.1a")
def test_attacker_and_defender_are_named_and_must_be_adjacent():
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0, order: card 4
        blue pike X at 0,-1 facing 3
        blue pike Y at 1,-1 facing 3
        blue pike Z at 2,-2 facing 3        # two hexes away
        {NO_HITS}
    """)

    def try_both(decision: Decision) -> Option | None:
        with pytest.raises(Illegal) as refused:
            game.game.answer("red", ("attack", {"unit": "A", "target": "Z"}))
        assert refused.value.rule == "esa.7.1a"
        return decision.option("attack", unit="A", target="Y")

    game.phase("melee", try_both, on("join-melee", "none"))
    assert set(offered(was_asked(game, "attack")[0], "attack", "unit", "target")) == {("A", "X"), ("A", "Y")}
    assert (blow(game, "A").unit, blow(game, "A").target) == ("A", "Y")


@pytest.mark.rule("esa.7.1b")
def test_a_unit_may_attack_into_any_of_the_six_hexes_around_it():
    for at in ("1,-1", "1,0", "0,1", "-1,1", "-1,0", "0,-1"):
        game = situation(f"""
            esa on open ground
            red pike A at 0,0 facing 0, order: card 4
            blue pike X at {at} facing 0
            {NO_HITS}
        """)
        game.phase("melee")
        assert blow(game, "A").target == "X", at


@pytest.mark.rule("esa.7.1c")
def test_a_defender_that_is_activated_fights_back_by_the_same_procedure_and_at_the_same_time():
    text = """
        esa on open ground
        red pike A at 0,0 facing 0, strength 1
        blue pike X at 1,-1 facing 3, strength 1
        cards red 1 1 1 1 1   blue 1 1 1 1 1
    """
    game = situation(text)
    game.fight("A", "X", on("fight-back", "fight"))
    assert was_asked(game, "fight-back")[0].seat == "blue"
    assert strikers(game) == ["A", "X"]
    assert {event.unit for event in game.told(UnitEliminated)} == {"A", "X"}  # both fall: nobody struck first
    assert blow(game, "X").tally.lines == [(1, "strength", "esa.10.8b"), (2, "skill", "esa.4a")]

    passive = situation(text)
    passive.fight("A", "X", on("fight-back", "none"))
    assert strikers(passive) == ["A"]
    assert passive.unit("A").hex


# What losses do


@pytest.mark.rule("esa.7.1f")
def test_one_loss_drives_an_unsupported_unit_back_and_leaves_the_choice_to_a_supported_one():
    text = """
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike X at 1,-1 facing 3
        cards red 1 1 9 9 9   blue 9 9 9 9 9
    """
    alone = situation(text)
    alone.fight("A", "X")
    assert forced(alone) == [("X", "step-back")]
    assert not was_asked(alone, "may-step-back")
    assert alone.where("X") in ((2, -2), (1, -2), (2, -1))

    friends = "\nblue pike Y at 2,-2 facing 3\nblue pike Z at 2,-1 facing 3"
    for answer, moves in (("stand", []), ("step-back", [("X", "step-back")])):
        supported = situation(text + friends)
        supported.fight("A", "X", on("may-step-back", answer))
        assert forced(supported) == moves


@pytest.mark.rule("esa.7.1g")
def test_two_losses_shake_an_unsupported_unit_and_it_withdraws():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike X at 1,-1 facing 3
        cards red 1 1 1 9 9   blue 9 9 9 9 9
    """)
    game.fight("A", "X")
    assert game.unit("X").lost == 2
    assert game.unit("X").is_shaken
    assert forced(game) == [("X", "withdraw")]


@pytest.mark.rule("esa.7.1g")
def test_the_two_losses_may_come_from_two_attacks_of_the_same_turn():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike X at 1,-1 facing 3, lost 1
        cards red 1 1 9 9 9   blue 9 9 9 9 9
    """)
    game.fight("A", "X")
    assert blow(game, "A").losses == 1
    assert game.unit("X").is_shaken
    assert forced(game) == [("X", "withdraw")]


@pytest.mark.rule("esa.7.1g", "esa.7.1h")
@pytest.mark.parametrize(("answer", "moves"), [("stand", []), ("withdraw", [("X", "withdraw")])])
def test_a_supported_unit_with_two_losses_may_withdraw_and_is_not_shaken(answer, moves):
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike X at 1,-1 facing 3
        blue pike Y at 2,-1 facing 3
        blue pike Z at 0,-1 facing 3
        cards red 1 1 1 9 9   blue 9 9 9 9 9
    """)
    game.fight("A", "X", on("join-melee", "none"), on("may-withdraw", answer))
    assert game.unit("X").lost == 2
    assert forced(game) == moves
    assert not game.unit("X").is_shaken
    assert not game.told(UnitShaken)


@pytest.mark.rule("esa.7.1i")
def test_cavalry_withdraws_at_the_end_of_the_phase_from_an_enemy_who_stands():
    text = """
        esa on open ground
        red weimar A at 0,0 facing 0, order: card 4, moved
        blue pike X at 1,-1 facing 3
    """
    game = situation(text + NO_HITS)
    game.phase("melee")
    assert forced(game) == [("A", "withdraw")]
    assert game.state.field.grid.distance(game.unit("A").hex, game.at(0, 0)) == 4  # 2 PM and 2 more

    won = situation(text + "cards red 1 1 1 1 1 1 blue 9 9 9 9 9")  # the enemy has gone
    won.phase("melee")
    assert ("A", "withdraw") not in forced(won)


@pytest.mark.rule("esa.7.1j")
def test_cavalry_has_withdrawn_before_flexible_units_and_raiders_move():
    game = situation(f"""
        esa on open ground
        red cuirassiers A at 0,0 facing 0, order: card 7, moved     # Cavalry raid
        red weimar F at 9,9 facing 0
        blue pike X at 1,-1 facing 3
        {NO_HITS}
    """)
    game.phase("melee", "move unit=F hex=" + game.at(9, 8), on("raid", "unit unit=A"))
    story = [(type(e), e.unit) for e in game.events if isinstance(e, UnitMoved | ForcedMove)]
    assert story[:3] == [(ForcedMove, "A"), (UnitMoved, "F"), (UnitMoved, "A")]


# The order of consequences


@pytest.mark.rule("esa.7.1k")
def test_losses_come_first_then_forced_movements_inactive_side_first():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike X at 1,-1 facing 3
        cards red 1 1 9 9 9   blue 1 1 9 9 9
    """)
    game.fight("A", "X")
    story = [(type(e).__name__, e.unit) for e in game.events if isinstance(e, LossesTaken | ForcedMove)]
    assert [kind for kind, _ in story] == ["LossesTaken", "LossesTaken", "ForcedMove", "ForcedMove"]
    assert [unit for _, unit in story[2:]] == ["X", "A"]


@pytest.mark.rule("esa.7.1k")
def test_the_fallen_are_removed_before_forced_movements_and_a_press_comes_last():
    fallen = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike X at 1,-1 facing 3, strength 2
        cards red 1 1 1 9 9   blue 1 1 9 9 9
    """)
    fallen.fight("A", "X")
    story = [type(event) for event in fallen.events if isinstance(event, UnitEliminated | ForcedMove)]
    assert story == [UnitEliminated, ForcedMove]
    assert fallen.told(ForcedMove)[0].unit == "A"

    pressed = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike X at 1,-1 facing 3
        cards red 1 1 9 9 9   blue 9 9 9 9 9
    """)
    pressed.fight("A", "X", "press")
    moves = [type(event) for event in pressed.events if isinstance(event, UnitMoved | ForcedMove)]
    assert moves == [ForcedMove, UnitMoved]


@pytest.mark.rule("esa.7.1k2")
@pytest.mark.parametrize("lost", [1, 2])
def test_a_unit_without_a_loss_in_this_combat_stands_whatever_it_lost_before(lost):
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike X at 1,-1 facing 3, lost {lost}
        {NO_HITS}
    """)
    game.fight("A", "X")
    assert forced(game) == []
    assert not game.unit("X").is_shaken
    assert not was_asked(game, "may-withdraw")


# How often


@pytest.mark.rule("esa.7.1l")
def test_a_unit_attacks_once_in_a_melee_phase():
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0, order: card 4
        blue pike X at 0,-1 facing 3
        blue pike Y at 0,1 facing 0
        {NO_HITS}
    """)
    game.phase("melee", "attack unit=A target=X", on("join-melee", "none"))
    assert strikers(game) == ["A", "X"]
    assert len(was_asked(game, "attack")) == 1


@pytest.mark.rule("esa.7.1l")
def test_only_a_pursuit_lets_a_unit_attack_a_second_time():
    game = situation("""
        esa on open ground
        red cuirassiers C at 0,0 facing 0, order: card 4, moved
        blue musketeers X at 0,-1 facing 3, strength 1
        blue pike Y at 3,-2 facing 3
        cards red 1 1 1 9 9 9 9 9   blue 9 9 9 9 9 9 9
    """)
    game.phase("melee", "pursue unit=C hex=" + game.at(2, -1))
    assert [(e.unit, e.target) for e in game.told(MeleeStruck) if e.unit == "C"] == [("C", "X"), ("C", "Y")]


@pytest.mark.rule("esa.7.1l2")
def test_two_units_that_have_met_do_not_meet_again_when_the_other_side_acts():
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0, order: card 4
        blue pike X at 0,-1 facing 3, order: card 5
        {NO_HITS}
    """)
    game.phase("melee")
    assert strikers(game) == ["A", "X"]


@pytest.mark.rule("esa.7.1l2")
def test_a_unit_does_not_join_a_melee_against_an_enemy_it_has_already_met():
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0, division one, order: card 4       # attacks X first
        blue pike X at 1,-1 facing 3, order: card 5
        blue pike Y at 0,-1 facing 3
        {NO_HITS}
    """)
    game.phase("melee", "attack unit=A target=X", on("join-melee", "none"))
    assert strikers(game) == ["A", "X", "Y", "A"]  # Y attacks A in its turn; X, who has met A, stays out of it
    assert blow(game, "Y").helpers == ()


@pytest.mark.rule("esa.7.1l2")
def test_a_unit_does_not_step_in_by_reaction_against_an_enemy_it_has_attacked():
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0, order: card 5
        blue pike X at 1,-1 facing 3, division first, order: card 4     # attacks A before A attacks Y
        blue pike Y at 0,-1 facing 3
        {NO_HITS}
    """)
    game.phase("melee")
    assert strikers(game) == ["X", "A", "A", "Y"]
    assert not was_asked(game, "join-melee")


@pytest.mark.rule("esa.7.1l3")
def test_a_unit_defends_and_fights_back_as_often_as_it_is_attacked():
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0, division one
        red pike B at 1,0 facing 0, division two
        blue pike X at 1,-1 facing 3
        order one: card 4
        order two: card 5
        {NO_HITS}
    """)
    game.phase("melee")
    assert strikers(game) == ["A", "X", "B", "X"]


@pytest.mark.rule("esa.7.1m")
def test_a_shaken_enemy_may_be_attacked_and_does_not_fight_back():
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0, order: card 4
        blue pike X at 1,-1 facing 3, shaken
        {NO_HITS}
    """)
    game.phase("melee")
    assert strikers(game) == ["A"]
    assert not was_asked(game, "fight-back")
    assert forced(game) == [("X", "withdraw")]


# The duty to fight


@pytest.mark.rule("esa.7.1.1a")
def test_a_unit_with_a_melee_order_beside_the_enemy_must_fight():
    text = """
        esa on open ground
        red pike A at 0,0 facing 0, order: card 4
        blue pike X at 0,-1 facing 3
    """
    game = situation(text + NO_HITS)
    game.phase("melee")
    assert strikers(game) == ["A", "X"]
    assert not was_asked(game, "attack")  # one enemy, no choice

    two = situation(text + "blue pike Y at 1,-1 facing 3\n" + NO_HITS)
    two.phase("melee")
    assert {option.key for option in was_asked(two, "attack")[0].options} == {"attack"}


@pytest.mark.rule("esa.7.1.1b", "esa.9.16c")
def test_reiter_may_decline_the_melee_unless_the_enemy_engages_them():
    text = """
        esa on open ground
        red reiter R at 0,0 facing 0, order: card 4
        blue pike X at 0,-1 facing 3
    """
    free = situation(text + NO_HITS)
    free.phase("melee", "done")
    assert free.told(MeleeStruck) == []

    willing = situation(text + NO_HITS)
    willing.phase("melee", "attack unit=R target=X")
    assert strikers(willing) == ["R", "X"]

    engaged = situation(text + "order blue: card 6\n" + NO_HITS)
    engaged.phase("melee")
    assert strikers(engaged) == ["R", "X"]
    assert not was_asked(engaged, "attack")


@pytest.mark.rule("esa.9.16c")
@pytest.mark.parametrize(("answer", "helpers"), [("join", ("R",)), ("none", ())])
def test_reiter_are_not_drawn_into_the_melee_of_a_friend_either(answer, helpers):
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0, order: card 4
        red reiter R at 1,0 facing 0
        blue pike X at 1,-1 facing 3
        {NO_HITS}
    """)
    done = ("done",) if answer == "none" else ()  # left out, they are asked once more for themselves
    game.phase("melee", "attack unit=A target=X", on("join-attack", answer), *done)
    assert blow(game, "A").helpers == helpers


@pytest.mark.rule("esa.7.1.1c")
@pytest.mark.parametrize(
    ("kind", "ground"),
    [
        ("cuirassiers", "area 1,-1"),
        ("arquebusiers", "area 1,-1"),
        ("cuirassiers", "wood 1,-1"),
        ("weimar", "wood 1,-1"),
        ("cuirassiers", "fortified 1,-1 sw"),
        ("arquebusiers", "fortified 1,-1 sw"),
    ],
)
def test_cavalry_is_not_bound_to_fight_where_it_is_forbidden_to(kind, ground):
    game = situation(f"""
        esa on open ground
        {ground}
        red {kind} A at 0,0 facing 0, order: card 4
        blue musketeers X at 1,-1 facing 3
        {NO_HITS}
    """)
    game.phase("melee")
    assert game.told(MeleeStruck) == []


@pytest.mark.rule("esa.7.1.1c")
def test_light_cavalry_still_has_the_duty_against_a_wood():
    game = situation(f"""
        esa on open ground
        wood 1,-1
        red arquebusiers A at 0,0 facing 0, order: card 4
        blue musketeers X at 1,-1 facing 3
        {NO_HITS}
    """)
    game.phase("melee")
    assert strikers(game) == ["A", "X"]


# Engaged


@pytest.mark.rule("esa.7.1.2a")
@pytest.mark.parametrize(
    ("words", "order", "engaged"),
    [("", "card 4", True), ("shaken", "card 4", False), ("", "card 23", False), ("", "card 4 focus fire", False)],
)
def test_engaged_is_who_stands_beside_a_fresh_enemy_with_a_melee_order_and_he_does_not_fire(words, order, engaged):
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0, order: card 17         # fire
        blue pike X at 0,-1 facing 3, {words}
        order blue: {order}
    """)
    assert is_engaged(game.state, game.unit("A")) == engaged
    game.fire_phase("red")
    assert bool(was_asked(game, "fire")) != engaged


@pytest.mark.rule("esa.ex.54")
def test_fronde_pikes_without_a_melee_order_are_engaged_by_french_with_a_direct_order():
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0
        red pike B at 1,0 facing 0
        blue pike X at 0,-1 facing 3
        blue pike Y at 2,-1 facing 3
        order red: card 23              # move and fire: the Fronde
        order blue: card 1              # Direct order: the French
        {NO_HITS}
    """)
    assert is_engaged(game.state, game.unit("A"))
    assert is_engaged(game.state, game.unit("B"))
    game.phase("movement", on("move-which", "done"))
    moved = was_asked(game, "move-which")
    assert [decision.seat for decision in moved] == ["blue"]  # only the French could move
    game.fire_phase("red")
    assert not was_asked(game, "fire")
    game.phase("melee")
    assert {option.key for option in was_asked(game, "attack")[0].options} == {"attack"}
    assert {decision.about["unit"] for decision in was_asked(game, "fight-back")} == {"A", "B"}
    assert strikers(game) == ["X", "A", "Y", "B"]
