"""Chapters 7.4 and 7.4.2: several units against one, the main unit, and what the others add."""

from __future__ import annotations

import pytest

from alfiere.games.esa.events import LossesTaken, MeleeStruck
from tests.games.esa.blows import blow, by_advantage, by_weakness, forced, offered, on, strikers, was_asked
from tests.situation import situation

NO_HITS = "cards red 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9"


# One combat, one main unit


@pytest.mark.rule("esa.7.4a")
def test_two_units_against_one_fight_one_single_combat():
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0, order: card 4
        red pike B at 2,-2 facing 3
        blue pike X at 1,-1 facing 3
        {NO_HITS}
    """)
    game.phase("melee", "attack unit=A target=X", on("main-unit", "main unit=A"))
    assert [(e.unit, e.helpers, e.target) for e in game.told(MeleeStruck)] == [("A", ("B",), "X"), ("X", (), "A")]


@pytest.mark.rule("esa.7.4b")
@pytest.mark.parametrize(("main", "cards"), [("A", 5), ("B", 2)])
def test_the_player_with_more_units_names_the_main_unit_and_its_ability_counts(main, cards):
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0                  # 3 + 2 cards
        red line B at 2,-2 facing 3, strength 1     # 1 + 1 cards
        blue pike X at 1,-1 facing 3
        cards red 1 9 9 9 9 9 9   blue 9 9 9 9 9 9
    """)
    game.fight("A", "X", on("main-unit", f"main unit={main}"))
    decision = was_asked(game, "main-unit")[0]
    assert decision.seat == "red"
    assert set(offered(decision, "main", "unit")) == {("A",), ("B",)}
    assert blow(game, main).tally.total == cards


@pytest.mark.rule("esa.7.4b")
def test_the_defender_names_his_main_unit_when_he_has_more_units():
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike X at 1,-1 facing 3
        blue pike Y at 0,-1 facing 3
        {NO_HITS}
    """)
    game.fight("A", "X", on("join-melee", "join unit=Y"), on("main-unit", "main unit=Y"))
    assert was_asked(game, "main-unit")[0].seat == "blue"
    assert blow(game, "A").target == "Y"


@pytest.mark.rule("esa.7.4c")
def test_open_order_is_main_unit_only_where_nobody_else_can_be():
    close = situation(f"""
        esa on open ground
        red musketeers M at 0,0 facing 0
        red pike A at 2,-2 facing 3
        red pike B at 2,-1 facing 4
        blue pike X at 1,-1 facing 3
        {NO_HITS}
    """)
    close.fight("M", "X")
    assert set(offered(was_asked(close, "main-unit")[0], "main", "unit")) == {("A",), ("B",)}

    light = situation(f"""
        esa on open ground
        red musketeers M at 0,0 facing 0
        red arquebusiers A at 2,-2 facing 3
        blue pike X at 1,-1 facing 3
        {NO_HITS}
    """)
    light.fight("M", "X", on("main-unit", "main unit=A"))
    assert strikers(light) == ["A", "X"]


@pytest.mark.rule("esa.7.4c2")
def test_a_shaken_unit_adds_no_advantage_and_leaves_the_fight_to_a_friend():
    text = """
        esa on open ground
        red arquebusiers A at 0,0 facing 0
        blue pike X at 1,-1 facing 3{}
        blue pike Y at 0,-1 facing 2            # not in one line with X
    """
    shaken = situation(text.format(", shaken") + NO_HITS)
    shaken.fight("A", "X", on("join-melee", "join unit=Y"))
    assert not was_asked(shaken, "main-unit")
    assert strikers(shaken) == ["A", "Y"]
    assert by_advantage(blow(shaken, "Y")) == 1  # pikes against light cavalry, its own only
    fresh = situation(text.format("") + NO_HITS)
    fresh.fight("A", "X", on("join-melee", "join unit=Y"), on("main-unit", "main unit=Y"))
    assert by_advantage(blow(fresh, "Y")) == 2


@pytest.mark.rule("esa.7.4c2")
def test_a_side_whose_only_unit_is_shaken_inflicts_no_damage_and_takes_the_losses():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        blue tercio X at 1,-1 facing 3, shaken
        cards red 1 1 9 9 9   blue 1 1 1 1 1
    """)
    game.fight("A", "X")
    assert strikers(game) == ["A"]
    assert (game.unit("X").lost, game.unit("A").lost) == (1, 0)


@pytest.mark.rule("esa.7.4c2", "esa.7.1k2")
def test_a_shaken_unit_that_a_friend_fought_for_withdraws_all_the_same():
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike X at 1,-1 facing 3, shaken
        blue pike Y at -1,0 facing 1
        {NO_HITS}
    """)
    game.fight("A", "X", on("join-melee", "join unit=Y"))
    assert strikers(game) == ["A", "Y"]
    assert forced(game) == [("X", "withdraw")]


@pytest.mark.rule("esa.7.4d")
def test_each_side_makes_one_test_with_the_main_unit_alone():
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0, strength 2
        red guard B at 2,-2 facing 3
        red guard C at 2,-1 facing 4
        blue pike X at 1,-1 facing 3
        {NO_HITS}
    """)
    game.fight("A", "X", on("main-unit", "main unit=A"))
    assert strikers(game) == ["A", "X"]
    assert blow(game, "A").tally.lines == [(2, "strength", "esa.10.8b"), (2, "skill", "esa.4a")]
    assert len(blow(game, "A").values) == 4


# What the more numerous side has


@pytest.mark.rule("esa.7.4.2a")
def test_every_unit_of_the_more_numerous_side_applies_its_advantage():
    game = situation(f"""
        esa on open ground
        red swordsmen A at 0,0 facing 0             # 1 against pikes
        red swordsmen B at 0,-1 facing 1            # 1
        red cuirassiers C at 1,-2 facing 2, contact X       # none against pikes
        blue pike X at 1,-1 facing 5
        {NO_HITS}
    """)
    game.fight("A", "X", on("main-unit", "main unit=C"))
    assert by_advantage(blow(game, "C")) == 2


@pytest.mark.rule("esa.7.4.2b")
def test_the_single_unit_suffers_its_weakness_from_every_enemy_in_a_weak_hex():
    game = situation(f"""
        esa on open ground
        blue pike X at 0,0 facing 0
        red pike A at 1,-1 facing 3     # front
        red pike B at 1,0 facing 4      # flank
        red pike C at -1,1 facing 1     # rear
        {NO_HITS}
    """)
    game.fight("A", "X", on("main-unit", "main unit=A"))
    assert by_weakness(blow(game, "A")) == 2


@pytest.mark.rule("esa.7.4.2c")
def test_losses_of_the_more_numerous_side_fall_on_its_main_unit_alone():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        red pike B at 2,-2 facing 3, armour 0|0
        blue pike X at 1,-1 facing 0
        cards red 9 9 9 9 9   blue 1 1 1 9 9
    """)
    game.fight("B", "X", on("main-unit", "main unit=A"))
    assert [(event.unit, event.losses) for event in game.told(LossesTaken)][-1] == ("A", 2)
    assert game.unit("B").lost == 0


@pytest.mark.rule("esa.7.4.2d")
@pytest.mark.parametrize(("main", "damage"), [("A", 0), ("M", 1)])
def test_the_single_unit_has_its_advantage_over_the_main_unit_only(main, damage):
    game = situation(f"""
        esa on open ground
        red arquebusiers M at 0,0 facing 0          # squares have one damage against light horse
        red {"pike" if main == "A" else "arquebusiers"} A at 2,-2 facing 3
        blue tercio X at 1,-1 facing 3
        {NO_HITS}
    """)
    game.fight("M", "X", *([on("main-unit", "main unit=M")] if main == "M" else []))
    assert blow(game, "X").target == main
    assert by_advantage(blow(game, "X")) == damage


@pytest.mark.rule("esa.7.4.2e")
@pytest.mark.parametrize(("main", "damage"), [("A", 0), ("B", 1)])
def test_only_the_weakness_of_the_main_unit_counts_on_the_more_numerous_side(main, damage):
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0          # X in its front
        red pike B at 2,-2 facing 0         # X in its rear
        blue pike X at 1,-1 facing 3
        {NO_HITS}
    """)
    game.fight("A", "X", on("main-unit", f"main unit={main}"))
    assert by_weakness(blow(game, "X")) == damage


@pytest.mark.rule("esa.7.4.2g")
@pytest.mark.parametrize("main", ["A", "B"])
def test_height_leader_and_card_count_only_through_the_main_unit(main):
    game = situation(f"""
        esa on open ground
        rise crest 0,0
        red pike A at 0,0 facing 0, division foot           # on the crest, with a general and Cold steel
        red pike B at 2,-2 facing 3, division other
        red general G at 0,0 morale 2 melee 2, division foot
        blue pike X at 1,-1 facing 3
        order foot: card 13
        order other: card 4
        {NO_HITS}
    """)
    game.fight("X", "A", on("join-melee", "join unit=B"), on("main-unit", f"main unit={main}"))
    reasons = {reason for _, reason, _ in blow(game, main).tally.lines}
    assert ({"leader", "higher ground", "card"} <= reasons) == (main == "A")
    assert blow(game, main).tally.total == (5 + 2 + 1 + 1 if main == "A" else 5)


@pytest.mark.rule("esa.7.4.2h")
def test_the_advantage_of_a_battle_line_counts_once_and_the_others_for_every_unit():
    line = """
        esa on open ground
        red pike A at 0,0 facing 0
        red pike B at 1,0 facing 0
        blue {} X at 1,-1 facing 3
    """
    heavy = situation(line.format("cuirassiers") + NO_HITS)
    heavy.fight("A", "X", on("main-unit", "main unit=A"))
    assert blow(heavy, "A").helpers == ("B",)
    assert by_advantage(blow(heavy, "A")) == 1
    light = situation(line.format("arquebusiers") + NO_HITS)
    light.fight("A", "X", on("main-unit", "main unit=A"))
    assert by_advantage(blow(light, "A")) == 2


# Who may not strike


@pytest.mark.rule("esa.5.4.1e2", "esa.7.4.2d")
@pytest.mark.parametrize(("main", "struck"), [("A", ["A"]), ("B", ["B", "X"])])
@pytest.mark.parametrize("declared", ["A", "B"])
def test_cavalry_strikes_back_at_a_main_unit_in_the_open_and_not_at_one_in_an_area(declared, main, struck):
    game = situation(f"""
        esa on open ground
        area 0,0
        red pike A at 0,0 facing 0
        red pike B at 2,-2 facing 3
        blue cuirassiers X at 1,-1 facing 3
        {NO_HITS}
    """)
    game.fight(declared, "X", on("main-unit", f"main unit={main}"))
    assert strikers(game) == struck


@pytest.mark.rule("esa.10.12c")
def test_a_weakened_unit_alone_that_fails_its_test_does_not_attack_and_is_not_struck():
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0, strength 1, order: card 4
        blue pike X at 1,-1 facing 3
        {NO_HITS}
    """)
    game.phase("melee")
    assert game.told(MeleeStruck) == []
    assert game.state.fought == []


# Going back with the main unit

BEATEN = """
    esa on open ground
    blue pike A at 1,-1 facing 3
    blue {helper} B at -1,0 facing 1
    {more}
    red {enemy} X at 0,0 facing 0, melee 2
    cards red {cards} 9 9 9 9   blue 9 9 9 9 9 9
"""


def beaten(helper: str, losses: int, more: str = "", enemy: str = "pike") -> list[tuple[str, str]]:
    """Who goes back, and how, when A with a helper attacks X and takes so many losses."""
    hits = " ".join(["1"] * (losses + 1))  # its armour stops one
    game = situation(BEATEN.format(helper=helper, more=more, enemy=enemy, cards=hits))
    mains = [on("main-unit", "main unit=A")] if helper == "line" or "line" in more else []
    game.fight("A", "X", *mains)
    assert game.unit("A").lost == losses
    assert (game.unit("B").lost, game.unit("B").is_shaken) == (0, False)  # esa.7.4.2f3
    return [one for one in forced(game) if one[0] != "X"]


@pytest.mark.rule("esa.7.4.2f", "esa.7.4.2f2", "esa.7.4.2f3")
def test_open_order_in_support_goes_back_with_its_main_unit_unharmed():
    assert beaten("musketeers", 1) == [("A", "step-back"), ("B", "step-back")]
    assert beaten("musketeers", 2) == [("A", "withdraw"), ("B", "withdraw")]


@pytest.mark.rule("esa.7.4.2f")
def test_close_order_in_support_does_not_go_back_with_its_main_unit():
    assert beaten("line", 1) == [("A", "step-back")]
    assert beaten("line", 2) == [("A", "withdraw")]


@pytest.mark.rule("esa.7.4.2f", "esa.7.4.2f2")
def test_open_order_stands_while_another_close_order_friend_is_in_the_combat():
    friend = "blue line C at 0,1 facing 0"
    assert beaten("musketeers", 1, friend) == [("A", "step-back")]
    assert beaten("musketeers", 2, friend) == [("A", "withdraw")]


@pytest.mark.rule("esa.7.4.2f2")
def test_against_an_enemy_in_open_order_helpers_step_back_but_need_not_withdraw():
    assert beaten("musketeers", 1, enemy="musketeers") == [("A", "step-back"), ("B", "step-back")]
    assert beaten("musketeers", 2, enemy="musketeers") == [("A", "withdraw")]


@pytest.mark.rule("esa.7.4.2f3")
def test_a_helper_that_cannot_go_back_pays_the_price_of_any_forced_movement():
    walls = "impassable -2,0 -1,-1 -2,1"
    game = situation(BEATEN.format(helper="musketeers", more=walls, enemy="pike", cards="1 1"))
    game.fight("A", "X")
    assert forced(game) == [("A", "step-back"), ("B", "step-back")]
    assert (game.unit("B").lost, game.unit("B").is_shaken) == (1, False)


# The charge of the cuirassiers


@pytest.mark.rule("esa.ex.31")
def test_the_charge_of_the_cuirassiers():
    game = situation("""
        esa on open ground
        red cuirassiers C at 1,-1 facing 3, contact A B, moved
        red general G at 1,-1 morale 2 melee 0
        blue pike A at 0,0 facing 0, strength 2
        blue pike B at 1,0 facing 0, strength 2
        blue pike D at -1,1 facing 0
        order red: card 4
        order blue: card 26
        cards red 2 6 1 8 9   blue 3 7 10 5
    """)
    game.phase(
        "melee",
        "attack unit=C target=A",
        on("join-melee", "join unit=B"),
        on("main-unit", "main unit=A"),
        on("may-step-back", "stand"),
        on("may-step-back", "stand"),
    )
    spain, france = blow(game, "C"), blow(game, "A")
    assert (spain.automatic.total, spain.values, spain.hits, spain.armour.total) == (0, (2, 6, 1, 8, 9), 2, 1)
    assert (spain.target, spain.losses) == ("A", 1)
    assert game.unit("A").strength == 1
    assert france.automatic.lines == [(1, "battle line", "esa.7.4.2h")]
    assert (france.tally.total, france.values, france.hits) == (4, (3, 7, 10, 5), 1)
    assert (france.armour.total, france.losses) == (1, 1)
    assert (game.unit("C").strength, game.leader("G").strength) == (2, 2)
    assert forced(game) == [("C", "withdraw")]
    assert game.state.field.grid.distance(game.at(1, -1), game.unit("C").hex) == 4
