"""Who is about to run or to be gone is kept back, and helped, where his army may give up by it (risorgimento.i.3.2)."""

from __future__ import annotations

import pytest

from alfiere.battles.walking import span
from alfiere.games.risorgimento.computer.deploying import deployed
from alfiere.games.risorgimento.computer.judgement import Stand, look, stance
from alfiere.games.risorgimento.computer.nerve import danger, is_spared
from alfiere.games.risorgimento.computer.riding import ridden
from alfiere.games.risorgimento.computer.sense import considered
from alfiere.games.risorgimento.computer.stakes import gone_with, hopes, price_of
from alfiere.games.risorgimento.melee.contact import close, melees
from alfiere.games.risorgimento.movement.leaders import ride_for
from alfiere.games.risorgimento.movement.making import Hooks
from alfiere.games.risorgimento.movement.moves import nobody_reacts
from alfiere.games.risorgimento.movement.orders import deeds, order_for
from alfiere.games.risorgimento.ruleset import GAME
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.unit import ARTILLERY, CAVALRY, LIMBERED
from alfiere.kernel.decision import Option
from alfiere.kernel.game import Game
from alfiere.players import Greedy
from tests.situation import situation

FIVE = """
    risorgimento
    village_sector V 60,36
    place P V held by red
    blue line A at 40,40 facing E
    blue line B at 10,20 facing E
    blue line C at 10,30 facing E
    blue line D at 10,50 facing E
    blue line E at 10,60 facing E
    red  hussars H at 64,50 facing W
    red  line R at 0,0 facing W, in V west
    [[objective]]
    kind = "most"
    text = { en = "Hold it.", it = "Tenerlo." }
    places = ["P"]
"""


def field(text: str) -> BattleState:
    state: BattleState = situation(text).state
    return state


def thought_of(s: BattleState, unit: str) -> list[Option]:
    return list(considered(s, order_for(s, s.units[unit], deeds(Hooks(nobody_reacts, close)))))


def about_to_run(text: str = FIVE) -> BattleState:
    s = field(text)
    s.units["A"].morale = s.units["A"].spirit // 2
    return s


@pytest.mark.rule("risorgimento.i.3.2")
def test_a_unit_costs_a_small_army_more_and_less_when_the_battle_is_nearly_over() -> None:
    s = field(FIVE)
    early = price_of(s, "blue")
    s.turn = s.scenario.turns
    late = price_of(s, "blue")
    assert early > 2 * late > 0
    larger = field(
        FIVE.replace(
            "red  hussars",
            "".join(f"blue line F{i} at 5,{5 * i + 5} facing E\n    " for i in range(9)) + "red  hussars",
        )
    )
    larger.turn = s.turn
    assert price_of(larger, "blue") < late / 2


@pytest.mark.rule("risorgimento.h.3.1", "risorgimento.h.3.3")
def test_with_the_unit_by_which_its_brigade_falls_below_half_all_of_the_brigade_are_gone() -> None:
    s = field("""
        risorgimento
        blue CB Bell at 5,40
        blue line A at 10,20 facing E, vf 6, under Bell
        blue line B at 10,30 facing E, vf 8, losses 5, under Bell
        blue line C at 10,40 facing E, vf 4, under Bell
        blue line D at 10,60 facing E, vf 2
        red  line X at 60,40 facing W
        """)
    s.units["C"].losses = 1
    assert [gone_with(s, s.units[one]) for one in "ABCD"] == [1, 1, 1, 1]  # without A 18 of 36 stay, just half
    s.units["C"].losses = 2
    assert [gone_with(s, s.units[one]) for one in "ABCD"] == [3, 1, 1, 1]
    s.turn = s.scenario.turns
    assert price_of(s, "blue", 3) > 2 * price_of(s, "blue")
    prices = look(s, "blue").prices
    assert prices == {"A": price_of(s, "blue", 3), **dict.fromkeys("BCD", price_of(s, "blue"))}


@pytest.mark.rule("risorgimento.mor.7")
def test_who_runs_at_the_next_failed_test_is_not_sent_at_the_enemy() -> None:
    s = field(FIVE)
    assert look(s, "blue").goals["A"].is_attack
    s = about_to_run()
    assert is_spared(s.units["A"], price_of(s, "blue"))
    assert "A" not in look(s, "blue").goals
    assert look(s, "blue").goals["B"].is_attack


@pytest.mark.rule("risorgimento.i.3.2")
@pytest.mark.parametrize(("men", "goes"), [(2, False), (5, True)])
def test_a_squadron_is_not_sent_at_the_enemy_while_its_loss_may_cost_the_battle(men: int, *, goes: bool) -> None:
    s = field(FIVE.replace("blue line A at 40,40 facing E", f"blue hussars A at 52,50 facing E, vf {men}"))
    assert ("A" in look(s, "blue").goals) == goes
    near = [one for one in thought_of(s, "A") if one.key == "move"]
    assert all(one["to"][0] <= 5200 for one in near) or goes
    more = "".join(f"    blue line F{one} at 5,{5 * one + 5} facing E\n" for one in range(12))
    many = field(FIVE.replace("blue line A at 40,40 facing E", f"blue hussars A at 52,50 facing E, vf {men}\n{more}"))
    many.turn = many.scenario.turns  # now it costs little
    assert "A" in look(many, "blue").goals


@pytest.mark.rule("risorgimento.mor.7")
def test_who_runs_at_the_next_failed_test_goes_back_and_attacks_nobody() -> None:
    near = FIVE.replace("A at 40,40", "A at 50,47").replace("hussars H at 64,50", "line H at 56,47")
    fresh = field(near)
    assert any("ahead" in leg for option in thought_of(fresh, "A") for leg in option.get("legs") or ())
    s = about_to_run(near)
    (chosen,) = thought_of(s, "A")
    x, y, _ = chosen["to"]
    at, foe = s.units["A"], s.units["H"]
    assert span(foe.x - x, foe.y - y) > span(foe.x - at.x, foe.y - at.y) + 200


@pytest.mark.rule("risorgimento.e.1.2")
def test_horse_that_may_charge_frightens_open_order_most_and_a_square_least() -> None:
    s = about_to_run()
    unit, price = s.units["A"], price_of(s, "blue")
    open_order, line, square = (
        danger(s, unit, one, "", 0.0, price, is_charged=True) for one in ("open_order", "line", "square")
    )
    assert open_order > line > square > 0
    assert danger(s, unit, "line", "", 0.0, price, is_charged=False) == 0
    seen = look(s, "blue")
    near, away = (stance(seen, Stand(unit, unit.pose._replace(x=x), "line", "")) for x in (4000, 600))
    s.units["H"].disorder = 2  # who is disordered does not charge, b.1.7
    seen = look(s, "blue")
    calm, far = (stance(seen, Stand(unit, unit.pose._replace(x=x), "line", "")) for x in (4000, 600))
    assert (away - near) > (far - calm) + 5


@pytest.mark.rule("risorgimento.h.1.2")
def test_fire_that_may_take_the_last_men_of_a_unit_counts_by_what_the_unit_is_worth_to_its_army() -> None:
    s = field(FIVE)
    unit, price = s.units["A"], price_of(s, "blue")
    whole = danger(s, unit, "line", "", 0.8, price, is_charged=False)
    unit.losses = 2 * unit.strength - 2 * (unit.strength // 2)  # the next one ends it
    assert danger(s, unit, "line", "", 0.8, price, is_charged=False) > whole + 0.2 * price


@pytest.mark.rule("risorgimento.cmd.5", "risorgimento.h.4.1")
def test_a_brigadier_rides_to_a_battalion_that_runs_to_help_it_rally() -> None:
    s = field(
        """
        risorgimento
        blue CB X at 20,30 radius 14
        blue line A at 14,40 facing E, under X
        blue line B at 24,26 facing E, under X
        blue line C at 24,32 facing E, under X
        red  line R at 80,40 facing W
        """
    )
    who = s.commanders["X"]
    (chosen,) = ridden(s, ride_for(s, who))
    assert chosen.get("with") != "A"
    s.units["A"].is_routed, s.units["A"].morale = True, 2
    (chosen,) = ridden(s, ride_for(s, who))
    assert chosen.get("with") == "A"


@pytest.mark.rule("risorgimento.cl.9", "risorgimento.i.3.4")
def test_a_commander_on_his_own_keeps_out_of_the_way_of_horse() -> None:
    s = field(
        """
        risorgimento
        blue CB X at 38,36 radius 30
        blue line A at 40,40 facing E, under X
        blue line B at 40,46 facing E, under X
        red  hussars H at 58,36 facing W
        """
    )
    who = s.commanders["X"]
    (chosen,) = ridden(s, ride_for(s, who))
    x, y = (chosen.get("to") or who.pose)[:2]
    assert chosen.get("with") or span(5800 - x, 3600 - y) >= 2300


@pytest.mark.rule("risorgimento.e.2.3.11")
def test_a_battery_is_not_set_up_on_its_limbers_where_horse_may_charge_it() -> None:
    game = Game(GAME, GAME.scenario("genestrello"), "ridden at")
    player = Greedy("ridden at")
    while (decision := game.decision) is not None and decision.about.get("unit") != "battery":
        game.answer(decision.seat, player.choose(game, decision.seat))
    assert decision is not None
    s = game.state
    horse = next(one for one in s.side("red") if one.arm == CAVALRY)
    horse.x, horse.y = 3450, 2500
    s.laid = None
    assert s.units["battery"].arm == ARTILLERY
    (chosen,) = deployed(s, decision)
    x, y, _ = chosen["to"]
    assert chosen["formation"] != LIMBERED or span(horse.x - x, horse.y - y) > 4800


def test_who_attacks_with_the_numbers_is_keener_to_come_to_blows_the_later_it_is() -> None:
    s = field(
        """
        risorgimento
        village_sector V 60,36
        place P V held by red
        blue line A at 44.5,40 facing E
        blue line B at 40,30 facing E
        blue line C at 40,36 facing E
        red  line R at 46.5,40 facing W
        [[objective]]
        kind = "most"
        text = { en = "Hold it.", it = "Tenerlo." }
        places = ["P"]
        """
    )
    found = []
    for turn in (1, s.scenario.turns // 2):
        s.turn = turn
        found.append(hopes(s, "blue", look(s, "blue").goals, list(melees(s))))
    assert found[1] > found[0] + 1
