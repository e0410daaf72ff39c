"""Round 1 as it is played: reserves called, reinforcements declared, generals of cavalry (2.3.15, 2.3r, 3.1.6)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from alfiere.battles.marks import TURN
from alfiere.games.fucilieri.fire.fire_round import volleys_for
from alfiere.games.fucilieri.orders.bound import bind, has_met, is_bound, note_near
from alfiere.games.fucilieri.orders.demands import short_distance
from alfiere.games.fucilieri.orders.entitled import first_orders_of
from alfiere.games.fucilieri.orders.new_orders import give, new_orders_test, tally, why_not_change, why_not_give
from alfiere.games.fucilieri.orders.orders_round import orders_round
from alfiere.games.fucilieri.state.battle import FucilieriGame
from alfiere.games.fucilieri.state.command import ENTERS_CONFUSED, HAS_TESTED_ORDERS, IS_BOUND, IS_ENTERING, OF_COMMAND
from alfiere.games.fucilieri.state.leader import KILLED, ORDERS_GIVEN
from alfiere.games.fucilieri.state.standing import engage
from alfiere.games.fucilieri.state.unit import CAME_NEAR, HAS_ENGAGED, HAS_VOLLEYED, LOST, REINFORCEMENT, RESERVE
from alfiere.games.fucilieri.told.orders import CommandCalled, NewOrdersTested
from alfiere.kernel.objection import Objection
from alfiere.kernel.procedure import Procedure
from tests.games.fucilieri.lines import Situation
from tests.situation import situation

BATTLE = """
    fucilieri
    red condottiero C at 60,20 cv 4
    red general M at 80,10 cv 3 of Y
    red horse H at 80,20 facing S, of Y
    red horse I at 100,20 facing S, of Y
    red foot B at 50,30 facing S, of red
    blue foot F at 60,110 facing N
    cavalry Y
    order Y oppose
"""


def battle(*lines: str, turn: int = 2) -> Situation:
    found: Situation = situation("\n".join((BATTLE, f"turn {turn}", *lines)))
    return found


def no_standard(g: FucilieriGame) -> Procedure[None]:
    yield from ()


def play(game: Situation, *answers: str) -> list[str]:
    """Round 1 from its beginning; what has been asked."""
    game.otherwise = -1
    game.state.phase, game.state.step, game.state.queue = "orders", 0, []
    before = len(game.asked)
    game.run(lambda g: orders_round(g, no_standard), *answers)
    return [one.key for one in game.asked[before:]]


def rule(found: Objection | None) -> str:
    return "" if found is None else found.rule.removeprefix("fucilieri.")


def change(game: Situation, order: str) -> str:
    """ "" if the cavalry general may change to an order, or the rule against it."""
    return rule(why_not_change(game.state, game.command("Y"), order))


def tries(*lines: str, die: int, cv: int = 3) -> Situation:
    game = battle(*lines, f"dice red {die}")
    game.leader("M").cv = cv
    game.run(lambda g: new_orders_test(g, g.state.commands["Y"], "attack", by_himself=True))
    assert game.dice_left == {}
    return game


def result(game: Situation) -> tuple[int, str]:
    found = game.told(NewOrdersTested)[-1]
    return found.score, found.result


# Reserves and reinforcements


COUNTERS = "1 2 3 3"  # two counters, then two initiatives: the condottiero first


def with_reserve(*lines: str, turn: int = 2, where: str = RESERVE) -> Situation:
    game = battle("red general P to come cv 2 of Z", "red horse R to come, of Z", *lines, turn=turn)
    game.leader("P").where = game["R"].where = where
    return game


@pytest.mark.rule("fucilieri.ex.67")
@pytest.mark.rule("fucilieri.2.3.15")
def test_a_reserve_is_called_as_one_of_the_new_orders():
    game = with_reserve(f"dice red {COUNTERS} 1", "cavalry Z")
    play(game, "call command=Z", "no-orders", "keep-order")
    assert result(game)[0] == 3
    assert not IS_ENTERING.is_on(game.command("Z"))
    assert not ENTERS_CONFUSED.is_on(game.command("Z"))
    assert ORDERS_GIVEN.all(game.leader("C")) == ["Z"]
    again = with_reserve(f"dice red {COUNTERS} 2", "cavalry Z", turn=3)
    play(again, "call command=Z", "no-orders", "keep-order")
    assert result(again)[0] == 4
    assert IS_ENTERING.is_on(again.command("Z"))
    assert ENTERS_CONFUSED.is_on(again.command("Z"))
    assert again.command("Z").execution == 4  # after all others
    assert first_orders_of(again.state, again.command("Z")) == ["oppose"]
    first = with_reserve(turn=1)
    assert play(first) == []


@pytest.mark.rule("fucilieri.2.3.15")
def test_a_call_is_spared_the_distance_and_nothing_happens_on_a_low_result():
    game = with_reserve("mercenary Z", "dice red 1")
    assert tally(game.state, game.command("Z"), is_call=True).total == 0
    game.run(lambda g: new_orders_test(g, g.state.commands["Z"], "", is_call=True))
    assert not game["R"].is_disorganised
    assert game["R"].where == RESERVE
    sure = with_reserve("dice red 6")
    sure.run(lambda g: new_orders_test(g, g.state.commands["Z"], "", is_call=True))
    assert IS_ENTERING.is_on(sure.command("Z"))
    assert not ENTERS_CONFUSED.is_on(sure.command("Z"))


@pytest.mark.rule("fucilieri.2.3.15b")
def test_without_a_condottiero_generals_call_themselves_after_all_others():
    game = with_reserve("dice red 1 2 3 6")
    game.leader("C").where = KILLED
    assert play(game, "keep-order", "call command=Z") == ["change-order", "call-reserve"]
    assert IS_ENTERING.is_on(game.command("Z"))
    assert HAS_TESTED_ORDERS.is_on(game.command("Z"))
    alive = with_reserve()
    assert "call-reserve" not in play(alive)


@pytest.mark.rule("fucilieri.ex.74")
@pytest.mark.rule("fucilieri.2.3r.4")
@pytest.mark.rule("fucilieri.2.3r.6")
def test_reinforcements_enter_in_their_turn_or_later_as_their_owner_likes_without_a_test():
    for turn, may in ((4, False), (5, True), (6, True)):
        game = with_reserve(turn=turn, where=REINFORCEMENT)
        game.state.reinforcements = 5
        assert ("reinforcements" in play(game)) == may
        assert not IS_ENTERING.is_on(game.command("Z"))  # he does not want them yet
    game = with_reserve(turn=6, where=REINFORCEMENT)
    game.state.reinforcements = 5
    play(game, "enter-table command=Z")
    assert IS_ENTERING.is_on(game.command("Z"))
    assert [one.command for one in game.told(CommandCalled)] == ["Z"]
    assert game.told(NewOrdersTested) == []


# Generals of cavalry


@pytest.mark.rule("fucilieri.ex.13")
@pytest.mark.rule("fucilieri.3.1.6.2")
@pytest.mark.rule("fucilieri.3.1.6.4")
def test_cavalry_opposes_in_the_first_turn():
    game = battle(turn=1)
    assert first_orders_of(game.state, game.command("Y")) == ["oppose"]
    assert change(game, "attack") != ""
    assert play(game) == []


@pytest.mark.rule("fucilieri.ex.14")
@pytest.mark.rule("fucilieri.3.1.6.1")
@pytest.mark.rule("fucilieri.3.1.6.5")
@pytest.mark.rule("fucilieri.3.1.7.1")
@pytest.mark.rule("fucilieri.3.1.7.2")
@pytest.mark.rule("fucilieri.3.1.7.9")
def test_from_the_second_turn_the_general_may_attack_by_himself():
    game = battle(f"dice red {COUNTERS} 2")
    assert play(game, "no-orders", "change-order order=attack") == ["give-orders", "change-order"]
    assert result(game)[0] == 5
    assert game.command("Y").order == "attack"
    assert not game["H"].is_disorganised


@pytest.mark.rule("fucilieri.ex.15")
@pytest.mark.rule("fucilieri.3.1.7.3")
@pytest.mark.rule("fucilieri.3.1.7.4")
def test_four_is_accepted_with_confusion():
    game = tries(die=1)
    assert (result(game)[0], game.command("Y").order) == (4, "attack")
    assert game["H"].is_disorganised
    assert game["I"].is_disorganised
    assert not game["B"].is_disorganised


@pytest.mark.rule("fucilieri.ex.16")
@pytest.mark.rule("fucilieri.3.1.7.5")
def test_three_is_a_delay_until_the_next_turn():
    game = tries(die=1, cv=2)
    assert (result(game)[0], game.command("Y").order) == (3, "oppose")
    assert not game["H"].is_disorganised
    assert change(game, "attack") == "3.1.2.4"
    OF_COMMAND.end(game.command("Y"), TURN)
    game.state.turn = 3
    assert change(game, "attack") == ""


@pytest.mark.rule("fucilieri.ex.17")
@pytest.mark.rule("fucilieri.3.1.7.6")
def test_nought_is_ignored_with_confusion():
    game = battle("mercenary Y", "dice red 1")
    game.leader("M").cv = 2
    engage(game["H"], game["F"], "front", "front")
    game.run(lambda g: new_orders_test(g, g.state.commands["Y"], "attack", by_himself=True))
    assert (result(game)[0], game.command("Y").order) == (0, "oppose")
    assert [game[one].is_disorganised for one in "HI"] == [True, True]
    assert [game[one].is_demoralised for one in "HI"] == [False, False]
    two = tries("mercenary Y", die=1)
    assert result(two)[0] == 2
    assert two["I"].is_disorganised
    OF_COMMAND.end(game.command("Y"), TURN)
    assert change(game, "attack") == ""


@pytest.mark.rule("fucilieri.ex.18")
@pytest.mark.rule("fucilieri.3.1.7.7")
@pytest.mark.rule("fucilieri.3.1.7.8")
def test_less_than_nought_is_panic():
    game = battle("mercenary Y", "dice red 1")
    game.leader("M").cv = 1
    engage(game["H"], game["F"], "front", "front")
    game["I"].is_disorganised = True
    game.run(lambda g: new_orders_test(g, g.state.commands["Y"], "attack", by_himself=True))
    assert (result(game)[0], game.command("Y").order) == (-2, "oppose")
    assert all(game[one].is_demoralised and game[one].is_disorganised for one in "HI")
    OF_COMMAND.end(game.command("Y"), TURN)
    game.leader("M").cv, game.state.turn = 3, 3
    assert change(game, "attack") == ""  # in the next turn again


@pytest.mark.rule("fucilieri.ex.21")
@pytest.mark.rule("fucilieri.3.1.6.7")
def test_a_unit_at_31_cm_is_outside_the_radius_of_cv_3():
    game = battle("red horse J at 80,60 facing S, of Y")
    game["J"].y = game.leader("M").y + game.leader("M").shape.depth // 2 + 3100 + game.state.shape(game["J"]).depth // 2
    game.state.laid = None
    assert change(game, "attack") == "3.1.2.8"
    game["J"].y -= 100
    game.state.laid = None
    assert change(game, "attack") == ""


@pytest.mark.rule("fucilieri.ex.76")
@pytest.mark.rule("fucilieri.3.1.6.3")
@pytest.mark.rule("fucilieri.3.1.6.6")
def test_cavalry_that_enters_opposes_for_a_turn():
    game = battle(turn=5)
    game.command("Y").entered = 5
    assert change(game, "attack") == "3.1.6.4"
    assert against(game, "hold") == "3.1.6.4"
    game.state.turn = 6
    assert change(game, "attack") == ""
    assert first_orders_of(game.state, game.command("Y")) == ["oppose"]


def attacks(*lines: str, turn: int = 4) -> Situation:
    game = battle("red horse J at 60,15 facing S, weapon pistol, of Y", *lines, turn=turn)
    game.command("Y").order = "attack"
    bind(game.state, game.command("Y"))
    return game


@pytest.mark.rule("fucilieri.ex.19")
@pytest.mark.rule("fucilieri.3.1.6.8")
@pytest.mark.rule("fucilieri.3.1.6.9")
@pytest.mark.rule("fucilieri.3.1.6.10")
@pytest.mark.rule("fucilieri.3.1.6.14")
def test_cavalry_is_bound_to_attack_until_every_unit_has_met_the_enemy():
    game = attacks("blue foot E at 60,33 facing N")
    HAS_ENGAGED.put(game["H"])
    HAS_VOLLEYED.put(game["J"])
    game["B"].where = LOST
    game["J"].y = game["E"].y - 250 - 900 - game.state.shape(game["J"]).depth // 2
    game.state.laid = None
    assert not has_met(game["J"])
    note_near(game.state)
    assert has_met(game["J"])  # a volley at 9 cm
    assert not has_met(game["I"])
    assert change(game, "oppose") == "3.1.6.8"
    engage(game["I"], game["F"], "front", "front")
    assert change(game, "oppose") == ""
    game.dice["red"] = [6]
    game.run(lambda g: new_orders_test(g, g.state.commands["Y"], "oppose", by_himself=True))
    assert game.command("Y").order == "oppose"
    assert not IS_BOUND.is_on(game.command("Y"))


@pytest.mark.rule("fucilieri.3.1.6.10")
def test_to_have_come_near_is_not_enough_without_a_volley():
    game = attacks("blue foot E at 60,28 facing N")
    note_near(game.state)
    assert CAME_NEAR.is_on(game["J"])
    assert not has_met(game["J"])


@pytest.mark.rule("fucilieri.3.1.6.10b")
@pytest.mark.rule("fucilieri.1.5.8")
def test_without_a_firearm_short_distance_is_10_cm_and_only_combat_counts():
    game = attacks("blue foot E at 60,33 facing N")
    game["J"].profile = replace(game["J"].profile, weapon="")
    assert short_distance(game.state, game["J"]) == 1000
    assert "volley" not in [one.key for one in volleys_for(game.state, "Y") if one.get("unit") == "J"]
    CAME_NEAR.put(game["J"])
    assert not has_met(game["J"])
    HAS_ENGAGED.put(game["J"])
    assert has_met(game["J"])


@pytest.mark.rule("fucilieri.ex.20")
@pytest.mark.rule("fucilieri.3.1.6.15")
def test_who_falls_back_or_sees_red_keeps_the_command_from_opposing():
    for condition in ("is_falling_back", "bloodlust"):
        game = attacks()
        for one in "HIJ":
            HAS_ENGAGED.put(game[one])
        assert change(game, "oppose") == ""
        setattr(game["I"], condition, 1)
        assert change(game, "oppose") == "3.1.6.15"


@pytest.mark.rule("fucilieri.ex.77")
@pytest.mark.rule("fucilieri.3.1.6.11")
@pytest.mark.rule("fucilieri.3.1.6.16")
@pytest.mark.rule("fucilieri.3.1.6.17")
def test_lost_units_do_not_bind_and_the_way_back_is_the_same_test():
    game = attacks(f"dice red {COUNTERS} 1")
    game.leader("M").cv = 3
    HAS_ENGAGED.put(game["H"])
    HAS_ENGAGED.put(game["J"])
    game["I"].where = LOST
    play(game, "no-orders", "change-order order=oppose")
    assert result(game)[0] == 4  # confusion, as on the way to Attack
    assert game.command("Y").order == "oppose"
    assert game["H"].is_disorganised
    OF_COMMAND.end(game.command("Y"), TURN)
    assert change(game, "attack") == ""  # and so on, alternately


@pytest.mark.rule("fucilieri.ex.78")
@pytest.mark.rule("fucilieri.3.1.6.18")
def test_a_bound_command_is_bound_for_the_condottiero_too():
    game = attacks()
    assert against(game, "withdraw") == "3.1.6.8"
    for one in "HIJ":
        HAS_ENGAGED.put(game[one])
    assert against(game, "withdraw") == ""


@pytest.mark.rule("fucilieri.3.1.6.20")
def test_a_condottiero_orders_cavalry_as_others_and_his_attack_binds_it():
    game = battle("dice red 6")
    assert [against(game, one) for one in ("attack", "hold", "withdraw")] == ["", "", ""]
    for order in ("hold", "withdraw"):
        game.command("Y").order = order
        assert change(game, "attack") == "3.1.2.5"
    game.run(lambda g: give(g, g.state.leaders["C"], g.state.commands["Y"], "attack"))
    assert is_bound(game.state, game.command("Y"))


@pytest.mark.rule("fucilieri.ex.94")
@pytest.mark.rule("fucilieri.3.1.2.9")
def test_without_a_condottiero_only_cavalry_generals_change_their_orders():
    game = attacks(turn=6)
    game.leader("C").where = KILLED
    for one in "HIJ":
        HAS_ENGAGED.put(game[one])
    assert play(game) == ["change-order"]


def test_a_new_attack_asks_for_new_deeds():
    game = battle()
    for one in "HI":
        HAS_ENGAGED.put(game[one])
    game.command("Y").order = "attack"
    bind(game.state, game.command("Y"))
    assert is_bound(game.state, game.command("Y"))


def against(game: Situation, order: str) -> str:
    """ "" if the condottiero may order the cavalry so, or the rule against it."""
    return rule(why_not_give(game.state, game.leader("C"), game.command("Y"), order))
