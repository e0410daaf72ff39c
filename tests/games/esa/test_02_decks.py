"""Chapter 2.2: every army has its own deck, which its generals and characters change before the battle."""

from __future__ import annotations

from collections import Counter

import pytest

from alfiere.games.esa.cards import cards
from alfiere.games.esa.end_of_turn import rout
from alfiere.games.esa.events import DeckChanged
from alfiere.games.esa.losses import fall
from alfiere.games.esa.preparation import choose_at_random
from alfiere.games.esa.state import EsaGame
from alfiere.kernel.procedure import Procedure
from tests.games.esa.lines import Situation
from tests.games.esa.muster import Muster, muster
from tests.kernel.walks import new_game

BASE = set(range(1, 31))


def swapped(game: Muster, seat: str = "red") -> tuple[list[int], list[int]]:
    """Which base cards an army's deck lacks and which others it has, once the decks are ready."""
    game.play(to="deployment")
    change = next(event for event in game.told(DeckChanged) if event.seat == seat)
    army = game.state.armies[seat]
    lying = [*army.deck.top, *army.deck.middle, *army.deck.bottom, *army.aside, *army.discard]
    lying += [one.card for one in game.state.divisions.values() if one.seat == seat and one.card]
    assert sorted(set(lying) ^ BASE) == sorted({*change.out, *change.into})  # what is told is what lies there
    assert max(Counter(lying).values()) == 1
    return list(change.out), list(change.into)


def generals(*morale: int) -> Muster:
    """A battle whose red army has a commander of morale 2 and division generals of these."""
    divisions = " / ".join(f"d{place} {one}: pike pike" for place, one in enumerate(morale))
    return muster(f"commander 2 / {divisions}")


@pytest.mark.rule("esa.2.2a", "esa.2.2b", "esa.2.2g")
def test_each_player_starts_with_his_own_thirty_base_cards():
    game = generals(2, 2)
    assert swapped(game, "red") == swapped(game, "blue") == ([], [])  # morale 2 changes nothing
    red, blue = game.state.armies["red"], game.state.armies["blue"]
    assert red.deck is not blue.deck
    assert red.hand is not blue.hand
    assert red.discard is not blue.discard
    assert len(red.deck) + len(red.aside) == 30


@pytest.mark.rule("esa.2.2c")
def test_a_deck_is_changed_by_its_own_army_and_not_by_the_enemys():
    game = muster("commander 2 / foot 3: pike pike + chr_spymaster", "commander 2 / swiss 1: line line")
    assert swapped(game, "red") == ([27], [31, 42])
    assert swapped(game, "blue") == ([15, 16], [45, 46])


@pytest.mark.rule("esa.2.2d")
def test_changes_that_cannot_be_made_any_more_are_ignored():
    assert swapped(generals(1, 1, 1, 1)) == ([15, 16, 17, 18, 19, 20], [45, 46, 47, 48, 49, 50])
    # seven swaps of 25 to 30, where there are only six cards to take out
    out, into = swapped(generals(3, 4, 4, 4))
    assert out == [25, 26, 27, 28, 29, 30]
    assert len(into) == 6


@pytest.mark.rule("esa.2.2e")
def test_generals_change_the_deck_from_the_lowest_morale_up():
    game = muster("commander 5 / able 3: pike pike / poor 0: pike pike")
    assert swapped(game) == ([15, 16, 27, 28, 29], [31, 32, 33, 45, 46])
    choosers = [one.about["leader"] for one in game.asked if one.key == "card-out"]
    assert choosers == ["able-general"]  # asked before the commander, who then follows the usual order too
    game = muster("commander 5 / able 3: pike pike")
    game.play("remove card=27", "add card=31", "remove card=28", "add card=32", "remove card=29", "add card=33")
    choosers = [one.about["leader"] for one in game.asked if one.key == "card-out"]
    assert choosers == ["able-general", "red-commander", "red-commander"]


@pytest.mark.rule("esa.2.2e2")
def test_commander_intermediate_and_division_generals_all_change_the_deck_but_replacements_do_not():
    game = muster("commander 1 / wing 1 over foot / foot 1: pike pike / horse 2: pike pike")
    assert swapped(game) == ([15, 16, 17, 18, 19, 20], [45, 46, 47, 48, 49, 50])
    before = swapped(game := muster("commander 2 / foot 2: pike pike / horse 2: pike pike"))
    game.play(to="assign")

    def lose_generals(g: EsaGame) -> Procedure[None]:
        fall(g, g.state.leaders["foot-general"])  # the replacement has morale 1
        yield from rout(g, g.state.divisions["horse"])

    Situation(game.state, game.game.scenario).run(lose_generals)
    army = game.state.armies["red"]
    assert game.state.leaders["foot-general"].profile.morale == 1
    assert (before, set(army.deck.middle + army.hand + army.discard)) == (([], []), BASE)


@pytest.mark.rule("esa.2.2f")
@pytest.mark.parametrize("morale", [0, 1])
def test_poor_generals_replace_the_lowest_good_cards_by_the_lowest_poor_ones(morale):
    assert swapped(generals(morale)) == ([15, 16], [45, 46])
    assert swapped(generals(morale, morale)) == ([15, 16, 17, 18], [45, 46, 47, 48])
    assert swapped(generals(*[morale] * 3)) == ([15, 16, 17, 18, 19, 20], [45, 46, 47, 48, 49, 50])
    assert swapped(generals(*[morale] * 4)) == ([15, 16, 17, 18, 19, 20], [45, 46, 47, 48, 49, 50])


@pytest.mark.rule("esa.2.2h")
def test_a_general_of_morale_three_changes_one_card_of_25_to_30_for_one_of_31_to_36():
    game = generals(3)
    assert [option.get("card") for option in game.decision.options] == [None, 25, 26, 27, 28, 29, 30]
    game.play("remove card=25")
    assert [option["card"] for option in game.decision.options] == [31, 32, 33, 34, 35, 36]
    game.play("add card=36")
    assert swapped(game) == ([25], [36])
    assert [one.key for one in game.asked] == ["card-out", "card-in"]


@pytest.mark.rule("esa.2.2i")
@pytest.mark.parametrize("morale", [4, 5])
def test_a_general_of_morale_four_or_five_changes_two_cards_and_may_take_37_and_38(morale):
    game = generals(morale)
    game.play("remove card=30")
    assert [option["card"] for option in game.decision.options] == [31, 32, 33, 34, 35, 36, 37, 38]
    game.play("add card=38", "remove card=25", "add card=37")
    assert swapped(game) == ([25, 30], [37, 38])


@pytest.mark.rule("esa.2.2j")
def test_the_owner_chooses_which_cards_are_exchanged_until_a_range_is_empty():
    game = generals(3, 3, 3, 3, 3, 3, 3)
    for out in (26, 25, 30, 29, 28, 27):
        game.play(f"remove card={out}", "add")
    assert game.state.phase == "deployment"  # the seventh general has nothing left to take out
    assert swapped(game) == ([25, 26, 27, 28, 29, 30], [31, 32, 33, 34, 35, 36])


@pytest.mark.rule("esa.2.2j2")
def test_the_usual_exchange_takes_no_order_cards_first_and_adds_the_lowest():
    for number, out in enumerate(([27], [27, 28], [27, 28, 29], [27, 28, 29, 30], [25, 27, 28, 29, 30]), start=1):
        assert swapped(generals(*[3] * number)) == (out, list(range(31, 31 + number)))
    assert {cards()[number].name["en"] for number in (27, 28, 29, 30)} == {"No order"}


@pytest.mark.rule("esa.2.2k")
def test_every_character_adds_his_card_but_none_twice():
    six = ("chr_gun_master", "chr_partisan", "chr_chaplain", "chr_spymaster", "chr_guide", "chr_sergeant_major")
    for name, card in zip(six, range(39, 45), strict=True):
        assert swapped(muster(f"commander 2 / foot 2: pike pike + {name}")) == ([], [card])
    assert swapped(muster("commander 2 / foot 2: pike pike + chr_guide chr_guide")) == ([], [43])


@pytest.mark.rule("esa.ex.9")
def test_the_generals_of_the_king_of_france_at_lens_change_three_cards():
    game = muster("commander 4 / foot 3: pike pike / horse 2: cuirassiers cuirassiers")
    game.play("remove card=27", "add card=31")  # de Coligny
    assert game.decision.about["leader"] == "red-commander"
    assert swapped(game) == ([27, 28, 29], [31, 32, 33])  # Condé in the usual order
    army = game.state.armies["red"]
    assert len(army.deck) + len(army.aside) == 30


@pytest.mark.rule("esa.ex.10")
def test_two_generals_of_morale_one_swap_four_cards():
    assert swapped(generals(1, 1)) == ([15, 16, 17, 18], [45, 46, 47, 48])


@pytest.mark.rule("esa.g.14")
def test_a_card_known_on_top_that_is_turned_to_choose_a_side_has_been_seen_by_all():
    game = new_game("esa", "lens-1648", 1)
    for army in game.state.armies.values():
        army.deck.top.append(army.deck.middle.pop())
    revealed = game.revealed
    choose_at_random(game)
    assert game.revealed > revealed  # though it may have cost no chance
