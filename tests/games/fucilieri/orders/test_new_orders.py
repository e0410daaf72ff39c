"""New orders: who may be given which, the test, and what comes of it (3.1.2, 3.1.3, 3.1.7)."""

from __future__ import annotations

import pytest

from alfiere.games.fucilieri.invariants import faults
from alfiere.games.fucilieri.orders.new_orders import (
    give,
    may_take_over,
    new_orders_test,
    orders_left,
    prospect,
    steps_beyond,
    take_over,
    tally,
    why_not_change,
    why_not_give,
)
from alfiere.games.fucilieri.orders.orders_round import orders_for
from alfiere.games.fucilieri.state.command import DESTROYED, HAS_TESTED_ORDERS, TAKEN_OVER, WITHDRAWN_COMMAND
from alfiere.games.fucilieri.state.leader import KILLED, ORDERS_GIVEN, Leader
from alfiere.games.fucilieri.state.standing import engage
from alfiere.games.fucilieri.state.unit import FLEEING, RESERVE, WITHDRAWN
from alfiere.games.fucilieri.told.orders import NewOrdersTested
from alfiere.kernel.objection import Objection
from tests.games.fucilieri.lines import Situation
from tests.situation import situation

CHIEF = "red condottiero C at 60,20 cv 4"
GENERAL = "red general M at 40,20 cv 3 of X"
FOOT = "red foot A at 40,40 facing S, of X\nred foot B at 60,40 facing S, of red"
FOES = "blue foot F at 60,110 facing N"


def army(*lines: str, turn: int = 2) -> Situation:
    found: Situation = situation("\n".join(("fucilieri", f"turn {turn}", CHIEF, GENERAL, FOOT, FOES, *lines)))
    return found


def rule(found: Objection | None) -> str:
    return "" if found is None else found.rule.removeprefix("fucilieri.")


def against(game: Situation, order: str = "hold", command: str = "X") -> str:
    """ "" if the condottiero may give the order, or the rule against it."""
    return rule(why_not_give(game.state, game.leader("C"), game.command(command), order))


def result(game: Situation) -> tuple[int, str]:
    found = game.told(NewOrdersTested)[-1]
    return found.score, found.result


# Who may be given what


@pytest.mark.rule("fucilieri.3.1.2.1")
def test_the_orders_are_five_and_a_command_has_one():
    game = army("red skirmishers S at 100,40 facing S, of Z", "red general P at 100,20 cv 2 of Z")
    assert set(game.state.tables.orders) == {"attack", "oppose", "hold", "skirmish", "withdraw"}
    assert against(game, "attack") == "3.1.2.1"  # it has this one
    assert against(game, "retreat") == "3.1.2.1"
    assert [against(game, one) for one in ("oppose", "hold", "withdraw")] == ["", "", ""]
    assert against(game, "skirmish") == "2.5.3"
    assert against(game, "skirmish", "Z") == ""


@pytest.mark.rule("fucilieri.2.5.5")
def test_in_the_first_turn_no_new_order_is_given():
    game = army(turn=1)
    assert against(game) == "2.5.5"
    assert orders_for(game.state, game.leader("C")) == []


@pytest.mark.rule("fucilieri.3.1.2.2")
def test_a_condottiero_gives_half_his_cv_of_orders_one_to_a_command():
    game = army("red general P at 80,20 cv 2 of Z", "red foot D at 80,40 facing S, of Z", "dice red 6 6")
    chief = game.leader("C")
    assert [orders_left(game.state, _with_cv(chief, cv)) for cv in (1, 2, 3, 4, 5)] == [1, 1, 2, 2, 3]
    chief.cv = 4
    game.run(lambda g: give(g, g.state.leaders["C"], g.state.commands["X"], "hold"))
    assert against(game, "oppose") == "3.1.2.2"
    assert against(game, "oppose", "Z") == ""
    game.run(lambda g: give(g, g.state.leaders["C"], g.state.commands["Z"], "hold"))
    assert against(game, "oppose", "red") == "3.1.2.2"
    assert (game.command("X").order, game.command("Z").order) == ("hold", "hold")


def _with_cv(leader: Leader, cv: int) -> Leader:
    leader.cv = cv
    return leader


@pytest.mark.rule("fucilieri.3.1.2.3")
def test_his_own_command_takes_the_order_without_a_test():
    game = army("dice red")
    game.run(lambda g: give(g, g.state.leaders["C"], g.state.commands["red"], "hold"))
    assert game.command("red").order == "hold"
    assert game.told(NewOrdersTested) == []
    assert orders_left(game.state, game.leader("C")) == 1
    far = army("red foot D at 160,40 facing S, of red")  # his radius holds for it all the same
    assert against(far, "hold", "red") == "3.1.2.8"


@pytest.mark.rule("fucilieri.3.1.2.4")
def test_another_general_tests_at_once_and_once_a_turn():
    game = army("dice red 1")
    game.leader("M").cv = 2
    game.run(lambda g: give(g, g.state.leaders["C"], g.state.commands["X"], "hold"))
    assert result(game) == (3, "delay")
    assert HAS_TESTED_ORDERS.is_on(game.command("X"))
    ORDERS_GIVEN.clear(game.leader("C"))
    assert against(game) == "3.1.2.4"


@pytest.mark.rule("fucilieri.3.1.2.5")
def test_a_general_does_not_change_his_own_order():
    game = army("red horse H at 80,40 facing S, of Y", "red general P at 80,20 cv 2 of Y", "cavalry Y")
    assert rule(why_not_change(game.state, game.command("X"), "oppose")) == "3.1.2.5"
    game.command("Y").order = "oppose"
    assert rule(why_not_change(game.state, game.command("Y"), "attack")) == ""


@pytest.mark.rule("fucilieri.3.1.2.6")
def test_a_command_without_a_general_can_only_be_taken_over_in_contact():
    game = army()
    game.leader("M").where = KILLED
    assert against(game) == "3.1.2.6"
    assert not may_take_over(game.state, game.leader("C"), game.command("X"))
    near = army()
    near.leader("C").joined = "A"
    assert not may_take_over(near.state, near.leader("C"), near.command("X"))  # it has its general
    near.leader("M").where = KILLED
    assert may_take_over(near.state, near.leader("C"), near.command("X"))
    assert not may_take_over(near.state, near.leader("C"), near.command("red"))
    assert "take-over" in [one.key for one in orders_for(near.state, near.leader("C"))]
    near.command("X").order, near.command("red").order = "hold", "attack"
    near.run(lambda g: take_over(g, g.state.leaders["C"], g.state.commands["X"]))
    assert near["A"].command == "red"
    assert near.state.commands[near["A"].command].order == "attack"


@pytest.mark.rule("fucilieri.3.1.2.6b")
def test_a_command_taken_over_is_no_more_but_neither_fled_nor_destroyed():
    game = army("mercenary X", "red scout S at 40,30 of X")
    game.leader("M").where, game.leader("C").joined = KILLED, "A"
    own = game.command("red").original
    game.run(lambda g: take_over(g, g.state.leaders["C"], g.state.commands["X"]))
    assert (game.command("X").fate, game.command("X").execution) == (TAKEN_OVER, 0)
    assert (game["A"].status, game["B"].status) == ("mercenary", "own")
    assert game.command("red").original == own + 1
    assert game.leader("S").command == "red"


@pytest.mark.rule("fucilieri.3.1.2.6", "fucilieri.3.7.8b")
@pytest.mark.parametrize("fate", [WITHDRAWN_COMMAND, DESTROYED])
def test_a_condottiero_who_had_nobody_left_has_a_command_again_with_the_units_he_takes_over(fate: str):
    game = army()
    game.state.leave(game["B"], WITHDRAWN)
    game.command("red").fate = fate
    game.leader("M").where, game.leader("C").joined = KILLED, "A"
    game.run(lambda g: take_over(g, g.state.leaders["C"], g.state.commands["X"]))
    assert game.command("red") in game.state.commands_of("red")
    assert faults(game.state) == []


@pytest.mark.rule("fucilieri.3.1.2.7")
def test_nobody_is_ordered_where_all_are_gone_or_in_flight():
    game = army()
    game["A"].where = FLEEING
    assert against(game) == "3.1.2.7"
    game["B"].where = FLEEING
    assert against(game, "hold", "red") == "3.1.2.7"


@pytest.mark.rule("fucilieri.3.1.2.8")
def test_units_in_flight_do_not_hinder_an_order_others_out_of_radius_do():
    game = army("red foot D at 120,40 facing S, of X")
    assert against(game) == "3.1.2.8"
    game["D"].where = FLEEING
    assert against(game) == ""


@pytest.mark.rule("fucilieri.ex.79")
@pytest.mark.rule("fucilieri.3.1.5.1")
def test_a_unit_at_24_cm_is_outside_the_radius_of_a_general_of_cv_2():
    game = army()
    game.leader("M").cv = 2
    game.leader("M").y = game["A"].y - 250 - 2400 - game.leader("M").shape.depth // 2
    assert against(game) == "3.1.2.8"
    game.leader("M").y += 400  # 20 cm are within it
    assert against(game) == ""
    game.leader("M").y -= 1
    assert against(game) == "3.1.2.8"


# The test


@pytest.mark.rule("fucilieri.ex.22")
@pytest.mark.rule("fucilieri.3.1.3.1")
@pytest.mark.rule("fucilieri.3.1.3.3")
@pytest.mark.rule("fucilieri.3.1.3.4")
def test_a_far_general_with_musicians_is_confused():
    game = army("musicians X", "dice red 2")
    chief, general = game.leader("C"), game.leader("M")
    general.x, general.y = chief.x, 9000
    chief.y = general.y - 7500 - general.shape.depth
    assert steps_beyond(game.state, game.command("X")) == 2
    game["A"].y, game["A"].x = 8000, 6000
    game.state.laid = None
    game.run(lambda g: give(g, g.state.leaders["C"], g.state.commands["X"], "hold"))
    assert result(game) == (4, "confusion")
    assert game.command("X").order == "hold"
    assert game["A"].is_disorganised
    assert not game["B"].is_disorganised


@pytest.mark.rule("fucilieri.3.1.3.4")
def test_every_started_30_cm_beyond_the_radius_costs_one():
    game = army()
    chief, general = game.leader("C"), game.leader("M")
    chief.x = general.x = 6000
    for gap, steps in ((4000, 0), (4001, 1), (7000, 1), (7001, 2)):
        chief.y, general.y = 1000, 1000 + gap + general.shape.depth
        assert steps_beyond(game.state, game.command("X")) == steps


@pytest.mark.parametrize(
    ("line", "change"),
    [
        pytest.param("musicians X", 1, marks=pytest.mark.rule("fucilieri.3.1.3.3")),
        pytest.param(
            "red foot D at 40,46 facing S, disorganised, of X", -1, marks=pytest.mark.rule("fucilieri.3.1.3.6")
        ),
        pytest.param(
            "red foot D at 40,46 facing S, demoralised, of X", -1, marks=pytest.mark.rule("fucilieri.3.1.3.6")
        ),
        pytest.param(
            "red foot D at 40,46 facing S, falling back, of X", -3, marks=pytest.mark.rule("fucilieri.3.1.3.7")
        ),
        pytest.param("red foot D at 40,46 facing S, bloodlust, of X", -2, marks=pytest.mark.rule("fucilieri.3.1.3.7")),
        pytest.param("allied X", -1, marks=pytest.mark.rule("fucilieri.3.1.3.8a")),
        pytest.param("mercenary X", -2, marks=pytest.mark.rule("fucilieri.3.1.3.8b")),
    ],
)
def test_what_changes_the_total(line, change):
    game = army(line)
    assert tally(game.state, game.command("X")).total == 3 + change
    assert tally(game.state, game.command("X"), by_himself=True).total == 3 + change  # fucilieri.3.1.6.19


@pytest.mark.rule("fucilieri.3.1.3.2")
@pytest.mark.rule("fucilieri.3.1.6.19")
def test_the_condottiero_in_contact_helps_but_not_a_general_who_acts_by_himself():
    game = army()
    game.leader("C").joined = game.leader("M").joined = "A"
    assert tally(game.state, game.command("X")).total == 4
    assert tally(game.state, game.command("X"), by_himself=True).total == 3


@pytest.mark.rule("fucilieri.3.1.3.5")
def test_an_engaged_unit_costs_one():
    game = army()
    engage(game["A"], game["F"], "front", "front")
    assert tally(game.state, game.command("X")).total == 2


@pytest.mark.rule("fucilieri.3.1.3.9")
@pytest.mark.parametrize(
    ("status", "die", "cv", "score", "found"),
    [("", 2, 3, 5, "ok"), ("", 1, 3, 4, "confusion"), ("", 1, 2, 3, "delay"), ("mercenary X", 1, 3, 2, "ignored")],
)
def test_an_order_that_is_sent_is_read_on_the_list_of_cavalry_generals(status, die, cv, score, found):
    game = army(f"dice red {die}", *((status,) if status else ()))
    game.leader("M").cv = cv
    game.run(lambda g: new_orders_test(g, g.state.commands["X"], "hold"))
    assert result(game)[0] == score
    assert result(game)[1].startswith(found)
    assert (game.command("X").order == "hold") == (score >= 4)


@pytest.mark.parametrize(("by_himself", "by"), [(False, "C"), (True, "M")])
def test_it_is_told_who_gives_the_order(by_himself, by):
    game = army("dice red 6")
    game.run(lambda g: new_orders_test(g, g.state.commands["X"], "hold", by_himself=by_himself))
    assert game.told(NewOrdersTested)[-1].leader == by


@pytest.mark.rule("fucilieri.3.1.7.10")
def test_confusion_spares_who_is_off_the_table():
    game = army("red foot D to come, of X", "dice red 1")
    game["D"].where = RESERVE
    game.run(lambda g: new_orders_test(g, g.state.commands["X"], "hold"))
    assert game["A"].is_disorganised
    assert not game["D"].is_disorganised


def test_the_odds_are_those_of_the_test():
    game = army()
    game.leader("M").cv = 2
    odds = prospect(game.state, game.command("X"))
    assert {result: round(float(chance), 3) for result, chance in odds.results.items()} == {0: 0.167, 1: 0.833}


@pytest.mark.rule("fucilieri.3.1.3.2", "fucilieri.3.1.7.1")
@pytest.mark.parametrize(("gone", "reasons"), [("", ["condottiero-in-contact"]), ("C", []), ("M", [])])
def test_a_condottiero_who_has_fallen_is_in_contact_with_nobody(gone: str, reasons: list[str]):
    game: Situation = situation(
        "\n".join(("fucilieri", "turn 2", CHIEF, GENERAL.replace("40,20", "60,20"), FOOT, FOES))
    )
    if gone:
        game.leader(gone).where = KILLED
    found = [reason for _, reason, _ in tally(game.state, game.command("X")).lines]
    assert [one for one in found if one == "condottiero-in-contact"] == reasons
