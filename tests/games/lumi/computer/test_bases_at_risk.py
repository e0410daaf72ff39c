"""One die for all the bases of a unit: when the computer lets them go one by one, and when it holds its fire."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.computer.sense import considered
from alfiere.games.lumi.ruleset import GAME
from alfiere.games.lumi.state.base import DISORDERED
from alfiere.kernel.decision import Decision
from alfiere.kernel.game import Game
from alfiere.players.greedy import Greedy
from tests.games.lumi.lines import Situation
from tests.situation import situation

LINE = """
    lumi 30x40
    red  foot A at 8,12 facing S, morale -1
    red  foot B at 10,12 facing S, morale -1
    red  foot C at 12,12 facing S, morale -1
    red  general M at 10,14 able
    """


def asked(text: str, phase: str = "manoeuvre", order: int = 6) -> Game:  # type: ignore[type-arg]
    """A battle in which red has an order, at the first question of a phase."""
    game: Situation = situation(f"{text}\ninitiative red")
    s = game.state
    s.orders, s.phase, s.step = {"red": order}, phase, int(phase == "fire")
    return Game(GAME, s.scenario, "1", state=s)


def thought_of(battle: Game) -> list[tuple[str, ...]]:  # type: ignore[type-arg]
    """Who might move next, as the computer sees it."""
    decision = battle.decision
    assert decision is not None
    assert decision.key == "who-moves"
    return [(one["unit"], *(one.get("with") or ())) for one in considered(battle.state, decision)]


@pytest.mark.rule("lumi.1.6.6", "lumi.1.6.9")
def test_of_a_line_that_may_charge_each_base_may_go_alone():
    firm = LINE.replace("morale -1", "morale 0")
    assert thought_of(asked(f"{firm}\nblue foot X at 10,9 facing N")) == [("A", "B", "C"), ("A",), ("B",), ("C",)]


@pytest.mark.rule("lumi.4.1.4a", "lumi.7.1.1f")
def test_nobody_thinks_of_an_attack_that_no_die_would_let_him_begin():
    """Who stands between two friends adds one to his die; with -1 for morale the others cannot score a six."""
    assert thought_of(asked(f"{LINE}\nblue foot X at 10,9 facing N")) == [("A", "B", "C"), ("B",)]


@pytest.mark.rule("lumi.2.3.4c")
def test_a_line_keeps_together_that_may_not_charge_or_has_nobody_near():
    assert thought_of(asked(f"{LINE}\nblue foot X at 10,9 facing N", order=4)) == [("A", "B", "C")]
    assert thought_of(asked(f"{LINE}\nblue foot X at 10,4 facing N")) == [("A", "B", "C")]


def test_a_base_leaves_its_line_only_to_attack():
    battle = asked(f"{LINE}\nblue foot X at 10,9 facing N")
    battle.answer("red", ("act", {"unit": "B"}))
    decision = battle.decision
    assert decision is not None
    assert {one.key for one in considered(battle.state, decision)} == {"charge", "approach"}


# Fire


def fired(text: str, state: int = 0) -> str:
    """What the computer does in the Fire phase with the line in this state."""
    battle = asked(text, "fire")
    for id in ("A", "B", "C"):
        battle.state.bases[id].state = state
    decision = battle.decision
    assert isinstance(decision, Decision)
    assert decision.key == "fire"
    return Greedy(1).choose(battle, "red").key


@pytest.mark.rule("lumi.5.1.6", "lumi.5.3.4a")
def test_a_disordered_line_does_not_fire_at_who_will_reply():
    foes = "blue foot X at 8,10.2 facing {0}, fire 2\nblue foot Y at 10,10.2 facing {0}, fire 2"
    assert fired(f"{LINE}\n{foes.format('N')}", DISORDERED) == "cease-fire"
    assert fired(f"{LINE}\n{foes.format('S')}", DISORDERED) == "fire"


def test_each_unit_is_thought_of_once_and_may_hold_its_fire():
    battle = asked(
        f"{LINE}\nblue foot X at 8,10.2 facing N, brigade K\nblue foot Y at 12,10.2 facing N, brigade L", "fire"
    )
    decision = battle.decision
    assert decision is not None
    keys = [one.key for one in considered(battle.state, decision)]
    assert keys == ["fire", "cease-fire"]
