"""Chapter 2.5: the first orders and how long they are secret."""

import pytest

from alfiere.games.fucilieri.before.first_orders import (
    first_orders,
    forget_orders,
    known_order,
    orders_are_secret,
    reveal_orders,
    to_be_ordered,
)
from alfiere.games.fucilieri.orders.entitled import first_orders_of
from alfiere.games.fucilieri.shown.view import view
from alfiere.games.fucilieri.state.unit import RESERVE
from alfiere.games.fucilieri.told.before import FirstOrdersGiven, OrderRevealed
from alfiere.games.fucilieri.turn import PHASES
from tests.games.fucilieri.before.battles import fresh
from tests.games.fucilieri.lines import Situation
from tests.situation import situation

ARMIES = """
    fucilieri
    red  condottiero C at 60,20 cv 4 of P
    red  general M at 90,20 cv 3 of Q
    red  foot A at 60,40 facing S, of P
    red  horse B at 90,40 facing S, of Q
    blue condottiero D at 60,100 cv 4 of R
    blue general N at 90,100 cv 3 of S
    blue foot E at 60,80 facing N, of R
    blue hussars F at 90,80 facing N, of S
    blue skirmishers K at 120,80 facing N, of S
    cavalry Q
"""


def armies() -> Situation:
    field = situation(ARMIES)
    for command in field.state.commands.values():
        command.order = ""
    field.state.turn = 0
    return field


@pytest.mark.rule("fucilieri.2.5.1")
def test_both_sides_write_at_the_same_time_an_order_for_every_command():
    field = armies()
    field.run(first_orders, "first-order command=P order=attack", "first-order command=R order=hold")
    assert [field.command(id).order for id in "PQR"] == ["attack", "oppose", "hold"]
    assert field.command("S").order
    assert orders_are_secret(field.state)


@pytest.mark.rule("fucilieri.2.5.1")
def test_nobody_waits_for_the_other_and_neither_sees_his_orders():
    field = armies()
    seen = []

    def look(decision):
        seen.append({one.seat for one in field.game.decisions()} if field.game else set())
        return decision.options[0]

    field.run(first_orders, look)
    for told in field.told(FirstOrdersGiven):
        enemy = "blue" if told.seat == "red" else "red"
        assert told.seen_by(told.seat)["orders"] == told.orders
        assert told.seen_by(enemy)["orders"] == len(told.orders)
    assert seen == [{"red", "blue"}]


@pytest.mark.rule("fucilieri.2.5.2", "fucilieri.3.1.6.2")
def test_cavalry_begins_with_oppose_and_is_not_asked():
    field = armies()
    assert first_orders_of(field.state, field.command("Q")) == ["oppose"]
    field.run(first_orders)
    assert not any(one.about.get("command") == "Q" for one in field.asked)


@pytest.mark.rule("fucilieri.2.5.3")
def test_only_a_command_of_light_troops_alone_may_skirmish():
    field = armies()
    assert "skirmish" in first_orders_of(field.state, field.command("S"))
    assert set(first_orders_of(field.state, field.command("R"))) == {"attack", "oppose", "hold", "withdraw"}
    field["E"].command = "S"
    assert "skirmish" not in first_orders_of(field.state, field.command("S"))


def test_the_french_of_luzzara_march_into_camp_in_turn_1():
    field = fresh("luzzara-1702")
    assert first_orders_of(field.state, field.command("crequi")) == ["oppose", "hold"]
    assert "attack" in first_orders_of(field.state, field.command("commercy"))
    field.state.turn = 2
    assert "attack" in first_orders_of(field.state, field.command("crequi"))


@pytest.mark.rule("fucilieri.2.5.1")
def test_who_is_off_the_table_gets_no_order_yet():
    field = armies()
    field["B"].where = field.leader("M").where = RESERVE
    assert to_be_ordered(field.state, "red") == ["P", "red-rest"] or to_be_ordered(field.state, "red") == ["P"]
    field.run(first_orders)
    assert field.command("Q").order == ""


@pytest.mark.rule("fucilieri.2.5.1", "fucilieri.2.5.4")
def test_orders_are_shown_at_the_start_of_round_2_and_then_open():
    field = armies()
    field.run(first_orders, "first-order command=P order=attack")
    assert known_order(field.state, field.command("P"), "red") == "attack"
    assert known_order(field.state, field.command("P"), "blue") == ""
    assert known_order(field.state, field.command("P"), None) == ""
    field.run(reveal_orders)
    assert known_order(field.state, field.command("P"), "blue") == "attack"
    assert ("P", "attack") in [(one.command, one.order) for one in field.told(OrderRevealed)]
    revealed = len(field.told(OrderRevealed))
    field.run(reveal_orders)
    assert len(field.told(OrderRevealed)) == revealed


@pytest.mark.rule("fucilieri.2.5.1")
def test_counters_lie_face_down_beside_the_generals_until_they_are_turned_up():
    field = armies()

    def counters(seat):
        pieces = {one["id"]: one["badges"] for one in view(field.state, seat)["pieces"]}
        return {id: [one for one in pieces[id] if one == "face-down" or one.startswith("order-")] for id in "CD"}

    field.run(first_orders, "first-order command=P order=attack", "first-order command=R order=hold")
    assert counters("red") == {"C": ["order-attack", "face-down"], "D": ["face-down"]}
    assert counters("blue") == {"C": ["face-down"], "D": ["order-hold", "face-down"]}
    assert counters(None) == {"C": ["face-down"], "D": ["face-down"]}
    written = counters("red")["D"]
    field.command("R").order = ""  # whether the enemy has written his is not seen either
    assert counters("red")["D"] == written
    field.command("R").order = "hold"
    field.run(reveal_orders)
    assert counters("red") == {"C": ["order-attack"], "D": ["order-hold"]}


@pytest.mark.rule("fucilieri.2.5.1")
def test_who_thinks_ahead_does_not_know_the_orders_of_the_enemy():
    field = armies()
    field.run(first_orders, "first-order command=P order=attack", "first-order command=R order=hold")
    twin = field.state.copy()
    forget_orders(twin, "red")
    assert twin.commands["P"].order == "attack"
    assert twin.commands["R"].order == "oppose"
    field.run(reveal_orders)
    forget_orders(field.state, "red")
    assert field.command("R").order == "hold"


@pytest.mark.rule("fucilieri.2.5.1")
def test_round_2_of_the_first_turn_begins_with_the_orders():
    field = armies()
    field.run(first_orders, "first-order command=P order=hold", "first-order command=R order=hold")
    field.state.turn, field.state.phase, field.state.step = 1, "movement", 0
    field.run(PHASES["movement"])
    assert not orders_are_secret(field.state)
    assert len(field.told(OrderRevealed)) >= 4
