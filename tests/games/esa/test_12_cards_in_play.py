"""Order cards with a moment of their own: barrage before the movement, raids after the melee, cards on reveal."""

from __future__ import annotations

import pytest

from alfiere.games.esa.after_melee import may_raid
from alfiere.games.esa.battle import ACTIONS
from alfiere.games.esa.events import (
    CardDiscarded,
    CardsDrawn,
    DivisionActs,
    ForcedMove,
    MarkerRemoved,
    ReserveAssigned,
    SpecialPlayed,
    UnitMoved,
    VolleyFired,
)
from alfiere.games.esa.movement import may_contact
from alfiere.games.esa.orders import orders
from tests.games.esa.card_play import TWO, granted, order_phase
from tests.games.esa.lines import Situation
from tests.situation import situation


def offered(game: Situation, key: str) -> list[set[str]]:
    """The units offered at each decision with this key."""
    return [{one["unit"] for one in asked.options if "unit" in one.args} for asked in game.asked if asked.key == key]


# After the melee

RAID = """
    esa on open ground
    red cuirassiers A at 0,0 facing 0, moved
    red pike P at 3,3 facing 0
    red arquebusiers S at -4,0 facing 0, shaken
    red cuirassiers T at -8,0 facing 0, paralysed
    blue pike B at 0,-3 facing 3
    order red: card 7
"""


@pytest.mark.rule("esa.card.7")
def test_cavalry_raid_lets_the_cavalry_move_after_the_melee():
    assert granted(7) == granted(8) == (3, "move fire melee")
    game = situation(RAID)
    game.phase("melee", "unit unit=A", f"move unit=A hex={game.at(0, 2)}")
    assert game.where("A") == (0, 2)
    focused = situation(RAID.replace("card 7", "card 7 focus melee"))
    focused.phase("melee")
    assert focused.asked == []
    without = situation(RAID.replace("card 7", "card 4"))
    without.phase("melee")
    assert without.asked == []


@pytest.mark.rule("esa.card.7b")
def test_a_raid_is_for_fit_cavalry_out_of_reach_of_fresh_enemies():
    game = situation(RAID)
    game.phase("melee", "unit unit=A")
    assert offered(game, "raid") == [{"A"}]  # the pikes are foot, S is shaken, T paralysed
    to = {one["hex"] for asked in game.asked if asked.key == "raid-to" for one in asked.options}
    grid, start, enemy = game.state.field.grid, game.at(0, 0), game.unit("B").hex
    assert {grid.distance(start, label) for label in to} == {1, 2}
    assert min(grid.distance(enemy, label) for label in to) == 2
    near = situation(RAID.replace("B at 0,-3", "B at 0,-1"))
    assert may_raid(near.state, near.state.divisions["red"], near.unit("A"))
    engaged = situation(RAID.replace("B at 0,-3", "B at 0,-1") + "order blue: melee")
    assert not may_raid(engaged.state, engaged.state.divisions["red"], engaged.unit("A"))
    assert ACTIONS[-1][0] == "rally"  # the raid comes before it


@pytest.mark.rule("esa.card.7b")
def test_cavalry_withdraws_from_its_melee_before_it_raids():
    game = situation("""
        esa on open ground
        red cuirassiers A at 0,0 facing 0, contact B
        blue pike B at 0,-1 facing 3
        blue pike C at 1,-1 facing 3
        order red: card 7
        cards red 9 9 9 9 9 blue 9 9 9 9 9
    """)
    game.phase("melee", "unit unit=A", "move unit=A")
    kinds = [type(event) for event in game.events if isinstance(event, ForcedMove | UnitMoved)]
    assert kinds == [ForcedMove, UnitMoved]


@pytest.mark.rule("esa.card.37")
def test_lightning_manoeuvre_moves_every_class_after_the_melee():
    assert granted(37) == (3, "move fire melee rally")
    game = situation(RAID.replace("card 7", "card 37"))
    game.phase("melee", "unit unit=P", f"move unit=P hex={game.at(3, 4)}")
    assert offered(game, "raid")[0] == {"A", "P"}
    assert game.where("P") == (3, 4)


# Barrage

BARRAGE = """
    esa on open ground
    red musketeers A at 0,0 facing 0
    blue pike B at 0,-2 facing 3
    order red: card 9
    cards red 9 9 9 9 9 9 9 9 blue 9 9 9 9
"""


@pytest.mark.rule("esa.card.9")
def test_barrage_fire_lets_a_division_fire_twice():
    assert granted(9) == granted(10) == (1, "move fire rally")
    game = situation(BARRAGE)
    game.phase("barrage", "fire unit=A", "none")
    game.phase("fire", "fire unit=A", "none")
    assert [one.unit for one in game.told(VolleyFired)] == ["A", "A"]
    game.phase("fire")
    assert len(game.told(VolleyFired)) == 2
    ordinary = situation(BARRAGE.replace("card 9", "card 4"))
    ordinary.phase("barrage")
    assert ordinary.told(VolleyFired) == []


@pytest.mark.rule("esa.card.9b")
def test_the_first_fire_comes_before_any_movement_in_the_order_of_play_with_the_usual_reactions():
    assert [step[0] for step in ACTIONS if step[0]][:2] == ["barrage", "movement"]
    game = situation("""
        esa on open ground
        red musketeers A at 0,0 facing 0
        blue musketeers B at 0,-2 facing 3
        order red: card 9
        order blue: card 10
        initiative blue
        cards red 9 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9
    """)
    game.phase("barrage", "fire unit=B target=A", "fire unit=A")
    assert [one.division for one in game.told(DivisionActs)] == ["blue", "red"]  # equal priority: the initiative
    assert [one.unit for one in game.told(VolleyFired)[:2]] == ["B", "A"]  # A returns the fire


@pytest.mark.rule("esa.card.9c")
def test_a_battery_fires_twice_in_a_barrage_and_does_nothing_else():
    text = BARRAGE.replace("musketeers A", "guns A")
    game = situation(text)
    game.phase("barrage", "fire unit=A", "none")
    game.phase("movement")
    assert offered(game, "move-which") == []
    game.phase("fire", "fire unit=A", "none")
    assert [one.unit for one in game.told(VolleyFired)] == ["A", "A"]
    resting = situation(text)
    resting.phase("barrage", "fire unit=A", "none")
    resting.unit("A").is_shaken = True
    resting.phase("rally")
    assert offered(resting, "rally") == []
    ordinary = situation(text)
    ordinary.phase("fire", "fire unit=A", "none")
    ordinary.phase("fire")
    assert len(ordinary.told(VolleyFired)) == 1


@pytest.mark.rule("esa.ex.15")
def test_a_division_with_barrage_fire_through_a_turn():
    game = situation("""
        esa on open ground
        red musketeers A at 0,0 facing 0
        red swordsmen C at 9,0 facing 0, division other
        red swordsmen D at 12,0 facing 0, division third
        blue pike B at 0,-2 facing 3
        order red: card 9
        order other: card 7
        order third: card 13
        cards red 9 9 9 9 9 9 9 9 9 9 9 9
    """)
    game.phase("barrage", "fire unit=A", "none")
    assert not may_contact(game.state, game.unit("A"))
    assert (0, -1) not in game.reach("A")
    assert (1, 0) in game.reach("A")
    game.phase("movement", "unit unit=A", f"move unit=A hex={game.at(-1, 0)}", "face facing=0")
    game.phase("fire", "fire unit=A", "none")
    game.phase("melee")
    acts = [(one.division, one.action) for one in game.told(DivisionActs)]
    assert acts[:4] == [("red", "barrage"), ("other", "move"), ("third", "move"), ("red", "move")]
    assert acts[4:6] == [("other", "fire"), ("red", "fire")]
    assert ("red", "melee") not in acts
    assert [one.unit for one in game.told(VolleyFired)] == ["A", "A"]


@pytest.mark.rule("esa.card.7b")
def test_a_raider_who_is_shut_in_is_asked_for_no_place():
    around = ("1,0", "-1,0", "0,1", "0,-1", "1,-1", "-1,1")
    friends = "\n".join(f"red pike F{number} at {at} facing 0" for number, at in enumerate(around))
    game = situation(f"""
        esa on open ground
        red cuirassiers A at 0,0 facing 0
        {friends}
        blue pike B at 0,-9 facing 3
        order red: card 7
    """)
    game.phase("melee", "unit unit=A")
    assert [one.key for one in game.asked if one.key.startswith("raid")] == ["raid"]
    assert all(one.opening for one in game.asked if one.key == "raid")
    assert game.told(UnitMoved) == []


# On reveal


@pytest.mark.rule("esa.card.21")
def test_take_heart_draws_a_card_and_gives_no_order():
    assert granted(21) == (0, "")
    game = order_phase(TWO + "hand red 21\ncards red 8", "assign card=21", "none", "use")
    assert game.told(CardsDrawn)[-1].cards == (1,)  # the card with the value 8 that lay on top
    assert (game.state.armies["red"].discard, game.state.divisions["red"].has_order) == ([21], False)


@pytest.mark.rule("esa.card.22")
def test_reconnaissance_puts_the_top_three_cards_back_on_top_or_at_the_bottom():
    assert granted(22) == (0, "")
    game = situation(TWO + "hand red 22")
    game.state.phase = "orders"
    deck = game.state.armies["red"].deck
    deck.middle = [card for card in deck.middle if card not in (4, 5, 6)]
    deck.top = [6, 5, 4]
    game.run(orders, "assign card=22", "none", "use", "put-bottom card=5", "put-top card=4", "put-top card=6")
    assert game.told(SpecialPlayed)[0].card == 22
    looked = next(one for one in game.asked if one.key == "look")
    assert sorted(looked.about["cards"]) == [4, 5, 6]
    assert (deck.top, deck.bottom) == ([4, 6], [5])  # 6 is drawn first, then 4; 5 last of all
    assert (game.state.armies["red"].discard, game.state.divisions["red"].has_order) == ([22], False)


@pytest.mark.rule("esa.card.35")
def test_coup_doeil_draws_a_card_and_grants_every_order():
    assert granted(35) == (3, "move fire melee rally")
    game = order_phase(TWO + "hand red 35", "assign card=35", "none")
    army, division = game.state.armies["red"], game.state.divisions["red"]
    assert len(army.hand) == 1
    assert (division.card, division.has_order, army.discard) == (35, True, [])
    focused = order_phase(TWO + "hand red 35", "focus card=35", "none")
    assert focused.state.armies["red"].hand == []


@pytest.mark.rule("esa.card.41")
def test_words_of_faith_take_one_marker_off_one_unit_of_the_division_at_any_distance():
    assert granted(41) == (0, "")
    game = order_phase(
        """
        esa on open ground
        red pike A at 0,0 facing 0, shaken
        red pike C at 15,0 facing 0, shaken, paralysed
        red pike D at 5,5 facing 0, shaken, division other
        red general G at 0,1 morale 1, division red
        hand red 41
        initiative red
        """,
        "assign division=red card=41",
        "use",
        "rally unit=C marker=paralysed",
    )
    choice = next(one for one in game.asked if one.key == "give-heart")
    assert [(one["unit"], one["marker"]) for one in choice.options] == [
        ("A", "shaken"),
        ("C", "shaken"),
        ("C", "paralysed"),
    ]
    assert [(one.unit, one.marker) for one in game.told(MarkerRemoved)] == [("C", "paralysed")]
    assert (game.unit("C").is_paralysed, game.unit("C").is_shaken, game.unit("A").is_shaken) == (False, True, True)


@pytest.mark.rule("esa.card.42")
def test_spies_look_at_the_enemys_hand_and_discard_a_card_of_it():
    assert granted(42) == (0, "")
    seen = []

    def look(decision):
        if decision.key != "spy":
            return None
        seen.append([card["number"] for card in game.game.view("red")["hands"]["blue"]["cards"]])
        return decision.option("discard", card=5)

    game = situation(TWO + "hand red 42 blue 5 6")
    game.state.phase = "orders"
    game.run(orders, "assign card=42", "none division=blue", "use", look)
    assert seen == [[5, 6]]
    assert game.state.armies["blue"].hand == [6]
    assert game.state.armies["blue"].discard == [5]
    assert [(one.seat, one.card) for one in game.told(CardDiscarded)] == [("blue", 5)]
    assert game.game.view("red")["hands"]["blue"]["cards"] is None  # hidden again


RESERVE = """
    esa on open ground
    red pike A at 0,0 facing 0, division foot
    red general G at 0,1 morale 2, division foot
    red pike R at 0,2 facing 0, division spare, reserve
    red pike S at 0,3 facing 0, division spare, reserve
    red pike T at 1,2 facing 0, division spare, reserve
    red pike U at 0,6 facing 0, division spare, reserve
    red commander C at 19,0 morale 1
    hand red 44
    cards red 1
    initiative red
"""


@pytest.mark.rule("esa.card.44")
def test_commit_the_reserve_brings_up_to_two_units_into_the_division():
    assert granted(44) == (2, "move fire melee rally")
    game = order_phase(
        RESERVE,
        "assign division=foot card=44",
        "assign-reserve unit=S division=foot",
        "assign-reserve unit=R division=foot",
    )
    first = next(one for one in game.asked if one.key == "commit")
    assert {one.get("unit") for one in first.options} == {"R", "S", "T", None}  # U is out of the general's reach
    assert game.state.divisions["foot"].units == ["A", "S", "R"]
    assert game.state.divisions["spare"].units == ["T", "U"]
    assert [one.unit for one in game.told(ReserveAssigned)] == ["S", "R"]
    kept = order_phase(RESERVE, "assign division=foot card=44", "keep")
    assert kept.state.divisions["foot"].units == ["A"]


@pytest.mark.rule("esa.card.47")
def test_jealousies_cost_the_owner_a_card_at_random():
    assert granted(47) == (0, "")
    game = order_phase(TWO + "hand red 47 4 5", "assign card=47", "done", "none division=blue")
    army = game.state.armies["red"]
    assert "special-card" not in [one.key for one in game.asked]  # there is no choice
    (lost,) = (one.card for one in game.told(CardDiscarded))
    assert sorted([lost, *army.hand]) == [4, 5]
    assert sorted(army.discard) == sorted([lost, 47])
    assert not game.state.divisions["red"].has_order


@pytest.mark.rule("esa.2.5.2e")
@pytest.mark.parametrize("card", [21, 22, 41, 42])
def test_a_special_card_may_be_left_alone_and_is_discarded_all_the_same(card):
    game = order_phase(
        TWO.replace("facing 0", "facing 0, shaken") + f"hand red {card} blue 5 6",
        f"assign card={card}",
        "none division=blue",
        "decline",
    )
    assert game.state.armies["red"].discard == [card]
    assert game.state.armies["blue"].hand == [5, 6]
    assert game.unit("A").is_shaken
    assert game.told(SpecialPlayed) == []
    assert game.state.divisions["red"].card == 0


@pytest.mark.rule("esa.card.22")
def test_reconnaissance_looks_at_what_there_is():
    game = situation(TWO + "hand red 22")
    game.state.phase = "orders"
    army = game.state.armies["red"]
    army.discard, army.deck.middle, army.deck.top = [], [], [6, 5]
    game.run(orders, "assign card=22", "none", "use", "put-bottom card=5", "put-bottom card=6")
    assert (army.deck.top, army.deck.bottom) == ([], [5, 6])
    assert (game.state.looking, game.state.looker) == ([], "")


@pytest.mark.rule("esa.card.22")
def test_while_cards_are_looked_at_it_is_known_who_looks():
    seen = []

    def look(decision):
        if decision.key != "look":
            return None
        seen.append((game.game.state.looker, len(game.game.state.looking), game.game.revealed > 0))
        return decision.options[0]

    game = situation(TWO + "hand red 22")
    game.state.phase = "orders"
    game.run(orders, "assign card=22", "none", "use", look, look, look)
    assert seen == [("red", 3, True), ("red", 2, True), ("red", 1, True)]


@pytest.mark.rule("esa.card.41")
@pytest.mark.parametrize(("state", "removed"), [("", []), (", shaken", ["shaken"]), (", paralysed", ["paralysed"])])
def test_words_of_faith_need_no_choice_where_one_marker_lies_or_none(state, removed):
    game = situation(TWO.replace("A at 0,0 facing 0", f"A at 0,0 facing 0{state}") + "hand red 41")
    game.state.phase = "orders"
    game.run(orders, "assign card=41", "none division=blue", "use")
    assert [one.marker for one in game.told(MarkerRemoved)] == removed
    assert "give-heart" not in [one.key for one in game.asked]
    assert (game.unit("A").is_shaken, game.unit("A").is_paralysed) == (False, False)


@pytest.mark.rule("esa.card.41")
def test_words_of_faith_do_not_reach_the_fallen():
    game = situation(TWO + "red pike C at 2,2 facing 0, shaken\nhand red 41")
    game.state.phase = "orders"
    game.state.place(game.unit("C"), "")
    game.unit("C").strength = 0
    game.run(orders, "assign card=41", "none division=blue", "use")
    assert game.told(MarkerRemoved) == []


@pytest.mark.rule("esa.card.42", "esa.card.47")
def test_from_an_empty_hand_nothing_is_discarded():
    spied = order_phase(TWO + "hand red 42", "assign card=42", "use")
    assert spied.told(CardDiscarded) == []
    assert "spy" not in [one.key for one in spied.asked]
    assert spied.state.seen_hand == ""
    jealous = order_phase(TWO + "hand red 47", "assign card=47")
    assert jealous.told(CardDiscarded) == []
    assert jealous.state.armies["red"].discard == [47]


@pytest.mark.rule("esa.card.44")
def test_only_ones_own_reserve_on_the_field_is_committed_and_two_units_at_most():
    text = RESERVE + "blue pike X at 1,1 facing 0, division theirs, reserve"
    game = situation(text)
    game.state.phase = "orders"
    game.state.place(game.unit("T"), "")
    game.run(
        orders,
        "assign division=foot card=44",
        "assign-reserve unit=S division=foot",
        "assign-reserve unit=R division=foot",
    )
    offers = [{one.get("unit") for one in choice.options} for choice in game.asked if choice.key == "commit"]
    assert offers == [{"R", "S", None}, {"R", None}]
    assert game.state.divisions["foot"].units == ["A", "S", "R"]
    three = order_phase(
        RESERVE,
        "assign division=foot card=44",
        *(f"assign-reserve unit={name} division=foot" for name in ("R", "S")),
    )
    assert len([one for one in three.asked if one.key == "commit"]) == 2
    far = situation(RESERVE)
    far.state.phase = "orders"
    for name in ("R", "S", "T"):
        far.state.place(far.unit(name), far.at(9 + "RST".index(name), 9))
    far.run(orders, "assign division=foot card=44")
    assert "commit" not in [one.key for one in far.asked]
