"""The computer's sense of a battle: ways over bridges, what counts, who goes where, what it thinks of."""

from __future__ import annotations

import pytest

from alfiere.games.risorgimento.computer.judgement import Stand, evaluate, look, stance
from alfiere.games.risorgimento.computer.plan import goals, weights
from alfiere.games.risorgimento.computer.sense import considered
from alfiere.games.risorgimento.computer.ways import how_far, waypoints
from alfiere.games.risorgimento.ruleset import GAME
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.kernel.game import Game
from alfiere.players import Greedy
from tests.situation import situation

RIVER = """
    risorgimento
    canal C 60,0 60,80 bridges 60,20
    blue line A at 40,60 facing E
    red  line R at 90,60 facing W
"""


def field(text: str) -> BattleState:
    state: BattleState = situation(text).state
    return state


def opened(name: str, seed: str) -> Game[BattleState]:
    return Game(GAME, GAME.scenario(name), seed)


def test_the_way_to_the_other_bank_leads_over_the_bridge() -> None:
    s = field(RIVER)
    bridge, far_bank, this_bank = (6000, 6000), (8000, 2000), (4000, 4000)
    assert waypoints(s.ground, "close", (5500, 5900), far_bank, 1200)[0] == bridge
    straight = 4000
    assert how_far(s.ground, "close", this_bank, (8000, 4000)) > straight + 1000
    assert how_far(s.ground, "close", this_bank, (4000, 2000)) == pytest.approx(2000, abs=200)


def test_what_both_sides_want_counts_and_who_attacks_goes_for_it() -> None:
    s = opened("genestrello", "plan").state
    assert weights(s) == {"genestrello": 1.0, "fossagazzo-bridge": 0.0, "casteggio-road": 0.0}
    game = opened("genestrello", "plan")
    player = {seat: Greedy(f"plan {seat}") for seat in ("red", "blue")}
    while game.state.phase == "set-up":
        assert game.decision is not None
        seat = game.decision.seat
        game.answer(seat, player[seat].choose(game, seat))
    assert {one.is_attack for one in goals(game.state, "blue").values()} == {True}
    assert {one.is_attack for one in goals(game.state, "red").values()} == {False}
    houses = [one for one in game.state.side("red") if one.post.startswith("genestrello/")]
    assert any(one.arm == "infantry" for one in houses)


def test_an_enemy_at_ones_flank_is_worse_than_before_ones_front() -> None:
    s = field(
        """
        risorgimento
        blue line A at 40,40 facing E
        red  line R at 46,40 facing W
        """
    )
    seen, unit = look(s, "blue"), s.units["A"]
    ahead = stance(seen, Stand(unit, unit.pose, unit.formation, ""))
    aside = stance(seen, Stand(unit, unit.pose._replace(heading=0), unit.formation, ""))
    assert ahead > aside


def test_losses_of_the_other_side_are_good_and_a_rout_is_bad() -> None:
    s = field(
        """
        risorgimento
        blue line A at 20,40 facing E
        blue line B at 20,50 facing E
        blue line C at 20,60 facing E
        red  line R at 80,40 facing W
        red  line S at 80,50 facing W
        red  line T at 80,60 facing W
        """
    )
    before = evaluate(s, "blue")
    s.units["R"].losses = 3
    hurt = evaluate(s, "blue")
    assert hurt > before
    others = evaluate(s, "red")
    s.units["A"].is_routed = True
    assert evaluate(s, "blue") < before
    assert evaluate(s, "red") > others


def test_it_thinks_of_few_things_and_all_of_them_are_allowed() -> None:
    game = opened("genestrello", "few")
    players = {seat: Greedy(f"few {seat}") for seat in ("red", "blue")}
    keys = set()
    for _ in range(70):
        decision = game.decision
        if decision is None:
            break
        thought_of = considered(game.state, decision)
        assert 1 <= len(thought_of) <= 4
        assert all(decision.find((one.key, one.args)) == one for one in thought_of)
        keys.add(decision.key)
        game.answer(decision.seat, players[decision.seat].choose(game, decision.seat))
    assert {"deploy", "deploy-leader", "who-moves", "order", "ride"} <= keys
