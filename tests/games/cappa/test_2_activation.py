"""Chapters 2.1.1 and 2.1.2: activation dice, initiative, orders."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.told.events import DiceLost, DiceRolled, DieGiven, InitiativeTaken, Moved
from alfiere.games.cappa.turn.activation import dice_count
from alfiere.games.cappa.turn.orders import placements
from tests.situation import situation

ROCHEFORT = """
    cappa on open ground
    red hero R at 5,5
    red protagonist O at 10,5, squad G{officer}
    red extra G1 at 11,5, squad G
    red extra G2 at 12,5, squad G
    red squad G led by O{squad}
    blue extra B at 10,30
    blue extra C at 15,30
    blue extra D at 20,30
"""


def rochefort(more: str = "", officer: str = "", squad: str = ""):
    """The player of the book's examples."""
    return situation(ROCHEFORT.format(officer=officer, squad=squad) + more)


@pytest.mark.rule("cappa.ex.3")
def test_example_of_counting_dice():
    tally = dice_count(rochefort().state, "red")
    assert [amount for amount, _, _ in tally.lines] == [1, 1, 1]
    assert tally.total == 3


@pytest.mark.rule("cappa.2.1.1b")
def test_a_shaken_squad_gives_no_die():
    assert dice_count(rochefort(squad=", shaken").state, "red").total == 1


@pytest.mark.rule("cappa.2.1.1c")
def test_the_officer_of_a_squad_gives_one_die_more():
    game = rochefort()
    game.figure("O").where = "out"
    assert dice_count(game.state, "red").total == 2


@pytest.mark.rule("cappa.2.1.1d")
def test_a_lone_character_gives_a_die_even_shaken_but_not_out_of_action():
    game = rochefort()
    game.figure("R").shaken = "wound"
    assert dice_count(game.state, "red").total == 3
    game.figure("R").where = "out"
    assert dice_count(game.state, "red").total == 2


@pytest.mark.rule("cappa.2.1.1d", "cappa.2.2.1.h6")
def test_captives_and_those_who_have_yielded_give_no_die_and_receive_none():
    game = situation("""
        cappa on open ground
        red extra A at 5,5, surrendered
        red extra C at 8,5, captor B
        red extra D at 12,5
        blue extra B at 8,6, carries C
    """)
    assert dice_count(game.state, "red").total == 1
    game.state.sides["red"].dice = [3]
    assert [option["figure"] for option in placements(game.state, "red")] == ["D"]


@pytest.mark.rule("cappa.2.1.1.h1")
def test_a_squad_gives_two_dice_at_the_most():
    game = situation("""
        cappa on open ground
        red protagonist O at 10,5, squad G
        red protagonist P at 11,5, squad G
        red squad G led by O
    """)
    assert dice_count(game.state, "red").total == 2


@pytest.mark.rule("cappa.2.1.1.h2")
def test_a_side_with_nobody_on_the_table_counts_those_who_wait():
    game = situation("""
        cappa on open ground
        red hero R off
        red extra E off
        blue extra B at 10,30
    """)
    assert dice_count(game.state, "red").total == 2


@pytest.mark.rule("cappa.2.1.1.h2")
def test_a_side_with_only_a_shaken_squad_on_the_table_counts_nobody_who_waits():
    game = situation("""
        cappa on open ground
        red extra E off
        red extra F at 10,10, squad S
        red extra G at 11,10, squad S
        red squad S, shaken
        blue extra B at 10,30
    """)
    assert dice_count(game.state, "red").total == 0
    game.squad("S").shaken = ""
    assert dice_count(game.state, "red").total == 1
    game.figure("F").where = game.figure("G").where = "gone"
    assert dice_count(game.state, "red").total == 1  # E


@pytest.mark.rule("cappa.2.1.1e")
def test_dice_are_counted_anew_every_turn():
    game = rochefort("dice red 1 1 1 4 4 blue 4 4 4 4 4 4\n")
    game.phase("activation")
    game.figure("R").where = "out"
    game.phase("activation")
    rolled = [event for event in game.told(DiceRolled) if event.seat == "red"]
    assert [len(event.dice) for event in rolled] == [3, 2]


@pytest.mark.rule("cappa.2.1.1a", "cappa.2.1.1f", "cappa.2.1.1h", "cappa.ex.4")
def test_example_of_an_activation():
    game = rochefort("dice red 3 1 6 blue 2 2 1\n")
    game.state.order = []
    game.phase("activation")
    assert game.state.sides["red"].dice == [3, 1]
    assert game.state.sides["blue"].dice == [2, 2, 1]
    assert game.state.initiative == "red"
    assert game.told(InitiativeTaken)[0].threes == (1, 0)


@pytest.mark.rule("cappa.2.1.1i")
@pytest.mark.parametrize("before", ["red", "blue"])
def test_with_equal_threes_the_initiative_stays_where_it_was(before):
    game = rochefort(f"initiative {before}\ndice red 3 1 6 blue 3 2 1\n")
    game.phase("activation")
    assert game.state.initiative == before


@pytest.mark.rule("cappa.2.1.1j")
@pytest.mark.parametrize(("chance", "first"), [("red", "red"), ("blue", "blue")])
def test_in_the_first_turn_chance_decides_between_equals(chance, first):
    game = rochefort("dice blue 4 4 4\n")
    game.state.order = []
    game.dice["red"] = [4, 4, 4, chance]
    game.phase("activation")
    assert game.state.initiative == first


@pytest.mark.rule("cappa.2.1.1g", "cappa.2.1.2a", "cappa.2.1.2c", "cappa.2.1.2d", "cappa.ex.5")
def test_example_of_orders():
    game = rochefort()
    game.state.sides["red"].dice = [3, 1]
    game.phase("orders", "order figure=R die=3", "order figure=G die=1")
    assert (game.figure("R").pa, game.figure("R").is_activated) == (3, True)
    assert (game.squad("G").pa, game.squad("G").is_activated) == (1, True)
    assert [(event.figure, event.pa) for event in game.told(DieGiven)] == [("R", 3), ("G", 1)]


@pytest.mark.rule("cappa.2.1.2b")
def test_the_player_without_initiative_places_all_his_dice_first():
    game = rochefort("initiative red\n")
    game.state.sides["red"].dice, game.state.sides["blue"].dice = [2], [3, 1]
    game.phase("orders", "order figure=B die=3", "order figure=C die=1", "order figure=R die=2")
    assert [event.seat for event in game.told(DieGiven)] == ["blue", "blue", "red"]


@pytest.mark.rule("cappa.2.1.2e")
def test_a_die_on_one_member_of_a_squad_is_worth_one_less():
    game = rochefort()
    game.state.sides["red"].dice = [3]
    game.phase("orders", "order figure=G1 die=3")
    assert (game.figure("G1").die, game.figure("G1").pa) == (3, 2)


@pytest.mark.rule("cappa.2.1.2.h2")
def test_a_die_of_one_cannot_be_given_to_one_member_of_a_squad():
    game = rochefort()
    game.state.sides["red"].dice = [1]
    game.phase("orders")
    offered = {option["figure"] for option in game.asked[0].options if option.key == "order"}
    assert offered == {"R", "G"}


@pytest.mark.rule("cappa.2.1.2.h1")
def test_nobody_receives_two_dice():
    game = rochefort()
    game.state.sides["red"].dice = [3, 2]
    game.phase("orders", "order figure=R die=3")
    second = game.asked[1]
    assert not any(option.get("figure") == "R" for option in second.options)


@pytest.mark.rule("cappa.2.1.2.h1")
def test_a_squad_receives_one_die_and_a_member_one_of_his_own_besides():
    game = rochefort()
    game.state.sides["red"].dice = [3, 2, 2]
    game.phase("orders", "order figure=G die=3", "order figure=G1 die=2")
    offered = {option.get("figure") for option in game.asked[1].options}
    assert "G" not in offered
    assert {"R", "O", "G1", "G2"} <= offered
    assert (game.squad("G").pa, game.figure("G1").pa) == (3, 1)


@pytest.mark.rule("cappa.2.1.2.h1", "cappa.6.1.h1")
@pytest.mark.parametrize(("rank", "ones", "worth"), [("hero", True, 3), ("protagonist", False, 2)])
def test_a_hero_who_leads_a_squad_keeps_the_full_value_of_a_die_of_his_own(rank, ones, worth):
    game = situation(f"""
        cappa on open ground
        red {rank} H at 10,5, squad G
        red extra G1 at 11,5, squad G
        red extra G2 at 12,5, squad G
        red squad G led by H
    """)
    game.state.sides["red"].dice = [3, 1]
    offered = {(option["figure"], option["die"]) for option in placements(game.state, "red")}
    assert (("H", 1) in offered) == ones
    game.phase("orders", "order figure=H die=3")
    assert game.figure("H").pa == worth


@pytest.mark.rule("cappa.2.1.2.h4")
def test_dice_that_are_not_placed_are_lost():
    game = rochefort()
    game.state.sides["red"].dice = [3, 2]
    game.phase("orders", "order figure=R die=3", "done")
    assert game.state.sides["red"].dice == []
    assert [event.dice for event in game.told(DiceLost)] == [(2,)]


@pytest.mark.rule("cappa.2.1.2.h3")
def test_a_squad_without_a_leader_still_receives_dice():
    game = situation("""
        cappa on open ground
        red extra G1 at 11,5, squad G
        red extra G2 at 12,5, squad G
        red squad G
    """)
    game.state.sides["red"].dice = [2]
    game.phase("orders", "order figure=G die=2")
    assert game.squad("G").pa == 2


@pytest.mark.rule("cappa.2.1.2.h5")
def test_the_shaken_may_receive_dice():
    game = situation("""
        cappa on open ground
        red extra A at 11,5, shaken
    """)
    game.state.sides["red"].dice = [2]
    game.phase("orders", "order figure=A die=2")
    assert game.figure("A").pa == 2


@pytest.mark.rule("cappa.2.1.2h")
def test_dice_may_be_placed_on_those_off_the_table():
    game = situation("""
        cappa on open ground
        red extra A off
        red extra B at 5,5
    """)
    game.state.sides["red"].dice = [2]
    game.phase("orders", "order figure=A die=2")
    assert game.figure("A").pa == 2


@pytest.mark.rule("cappa.2.1.2h")
def test_dice_may_be_placed_on_a_squad_off_the_table():
    game = situation("""
        cappa on open ground
        red extra A off, squad S
        red extra C off, squad S
        red squad S
        red extra B at 5,5
    """)
    game.state.sides["red"].dice = [2]
    offered = {option["figure"] for option in placements(game.state, "red")}
    assert offered == {"S", "B"}  # nobody comes out of a squad that is not there
    game.phase("orders", "order figure=S die=2")
    assert game.squad("S").pa == 2


@pytest.mark.rule("cappa.2.1.2.h6")
def test_a_member_with_a_die_of_his_own_takes_no_part_in_what_his_squad_does():
    game = rochefort()
    game.state.sides["red"].dice = [3, 2]
    game.phase("orders", "order figure=G die=3", "order figure=G1 die=2")
    before = game.at("G1")
    game.do("G", "move")
    assert {event.figure for event in game.told(Moved)} == {"O", "G2"}
    assert game.at("G1") == before
    game.do("G1", "rejoin")  # they have left him behind, cappa.6.3b
    assert game.told(Moved)[-1].figure == "G1"
    assert (game.squad("G").pa, game.figure("G1").pa) == (2, 0)


@pytest.mark.rule("cappa.2.1.2g")
def test_those_without_a_die_are_shown_as_such():
    game = situation("""
        cappa on open ground
        red extra A at 5,5
        red extra B at 8,5, die 2
    """)
    from alfiere.games.cappa.shown.view import view

    badges = {piece["id"]: piece["badges"] for piece in view(game.state, "red")["pieces"]}
    assert badges == {"A": ["idle"], "B": []}
