"""B.1 and table 4: the test of discipline, disorder and what it forbids."""

import pytest

from alfiere.games.risorgimento.morale.disorder import (
    HAS_LOST,
    discipline_prospect,
    discipline_tally,
    disorder,
    is_disciplined,
    may_charge,
    may_force_march,
    may_react,
    stays_in_order,
    why_no_advance,
)
from alfiere.games.risorgimento.morale.tests import malus
from alfiere.games.risorgimento.told.morale import Disordered
from alfiere.kernel.event import Tally
from tests.games.risorgimento.staged import CM, Stage


@pytest.fixture
def game() -> Stage:
    found = Stage()
    found.unit("A", at=(50, 50))
    return found


def added(game: Stage, cause: str, extra: int = 0, *, plain: bool = False) -> int:
    return discipline_tally(game.state, game["A"], cause, extra, plain=plain).total


@pytest.mark.rule("risorgimento.b.1.1", "risorgimento.b.1.2", "risorgimento.g.2.3")
def test_what_puts_the_order_to_the_test_adds_its_own_number(game: Stage) -> None:
    assert added(game, "formation-near-enemy") == 0
    assert added(game, "front-near-enemy") == 0
    assert added(game, "passed-through") == 0
    assert added(game, "faces-infantry") == 1
    assert added(game, "faces-cavalry") == 2
    assert added(game, "dense_wood", 1) == 1
    assert added(game, "square-near-heavier") == 2
    assert added(game, "reacts-to-easy-target") == -1


@pytest.mark.rule("risorgimento.b.1.2")
def test_table_4_adds_for_disorder_fatigue_markers_and_losses_and_helps_open_order(game: Stage) -> None:
    unit = game["A"]
    unit.disorder, unit.fatigue, unit.colour = 1, 3, "brown"
    assert added(game, "passed-through") == 2 + 1 + 1
    HAS_LOST.put(unit)
    assert added(game, "passed-through") == 2 + 1 + 1 + 1
    unit.formation = "open_order"
    assert added(game, "passed-through") == 2 + 1 + 1 + 1 - 1
    assert added(game, "evades-near-light", plain=True) == 1 + 2 + 1 + 1 + 1  # in the tests of E.2 it does not help


@pytest.mark.rule("risorgimento.b.1.2", "risorgimento.b.1.3", "risorgimento.ex.10")
def test_a_battalion_with_discipline_7_stays_in_order_on_a_7_and_is_disordered_by_an_8(game: Stage) -> None:
    assert game.run(lambda g: stays_in_order(g, g.state.units["A"], "vineyard"), dice=[7])
    assert game["A"].disorder == 0
    assert not game.run(lambda g: stays_in_order(g, g.state.units["A"], "vineyard"), dice=[8])
    assert game["A"].disorder == 2
    assert [one.unit for one in game.told(Disordered)] == ["A"]


@pytest.mark.rule("risorgimento.dice.5")
def test_a_test_whose_failure_has_effects_of_its_own_disorders_nobody(game: Stage) -> None:
    assert not game.run(lambda g: is_disciplined(g, g.state.units["A"], "recall-far"), dice=[7])
    assert game["A"].disorder == 0


@pytest.mark.rule("risorgimento.g.4.1.2", "risorgimento.g.4.1.3")
def test_the_test_of_an_advance_must_be_below_discipline_and_may_have_two_lines(game: Stage) -> None:
    def test(g, *also: str) -> bool:  # type: ignore[no-untyped-def]
        return is_disciplined(g, g.state.units["A"], "advance-light", also=also, below=True)

    assert game.run(test, dice=[5])
    assert not game.run(test, dice=[6])
    assert not game.run(lambda g: test(g, "advance-after-guards"), dice=[4])


@pytest.mark.rule("risorgimento.b.1.8")
def test_disorder_is_a_malus_of_2_on_every_die(game: Stage) -> None:
    game["A"].disorder = 2
    for kind, expected in (("fire", -2), ("melee", -2), ("morale", 2), ("disorder", 2)):
        tally = Tally(kind)
        malus(game.state, game["A"], kind, tally)  # type: ignore[arg-type]
        assert tally.total == expected


@pytest.mark.rule("risorgimento.b.1.9")
def test_another_disorder_makes_d1_a_d2_again_and_leaves_d2_as_it_is(game: Stage) -> None:
    game["A"].disorder = 1
    game.run(lambda g: disorder(g, g.state.units["A"]))
    assert game["A"].disorder == 2
    game.run(lambda g: disorder(g, g.state.units["A"]))
    assert game["A"].disorder == 2
    assert len(game.told(Disordered)) == 1


@pytest.mark.rule("risorgimento.b.1.4", "risorgimento.b.1.5", "risorgimento.b.1.7", "risorgimento.b.1.12")
def test_a_disordered_unit_neither_reacts_nor_makes_forced_marches_nor_charges(game: Stage) -> None:
    unit = game["A"]
    assert may_react(unit)
    assert may_force_march(unit)
    assert may_charge(unit)
    for state in (1, 2):
        unit.disorder = state
        assert not may_react(unit)
        assert not may_force_march(unit)
        assert not may_charge(unit)
    unit.disorder, unit.is_routed = 0, True
    assert not may_react(unit)
    assert not may_force_march(unit)
    assert not may_charge(unit)


@pytest.mark.rule("risorgimento.b.1.11")
def test_a_disordered_unit_may_still_try_to_form_square_with_its_malus(game: Stage) -> None:
    game["A"].disorder = 2
    assert game.run(lambda g: stays_in_order(g, g.state.units["A"], "square-far", plain=True), dice=[5])
    assert not game.run(lambda g: stays_in_order(g, g.state.units["A"], "square-far", plain=True), dice=[6])


@pytest.mark.rule("risorgimento.b.1.6", "risorgimento.b.1.10")
def test_disordered_guns_come_no_closer_to_the_nearest_enemy(game: Stage) -> None:
    game.unit("E", "blue", at=(50, 20))
    game.unit("F", "blue", at=(90, 60))
    guns = game.unit("G", profile="fr_field_bty", at=(50, 60), formation="limbered", disorder=1)
    now = game.state.footing(guns)

    def moved(dx: float, dy: float):  # type: ignore[no-untyped-def]
        pose = now.pose._replace(x=now.pose.x + round(dx * CM), y=now.pose.y + round(dy * CM))
        return why_no_advance(game.state, guns, now._replace(pose=pose))

    assert moved(0, -1) is not None
    assert moved(0, -1).rule == "risorgimento.b.1.6"
    assert moved(0, 1) is None
    assert moved(0, 0) is None
    assert moved(-5, 2) is None
    guns.disorder = 0
    assert moved(0, -1) is None
    assert why_no_advance(game.state, game["A"], now) is None
    game["A"].disorder = 2
    assert why_no_advance(game.state, game["A"], now._replace(pose=now.pose._replace(y=30 * CM))) is None
    guns.disorder = 1
    for id in "EF":
        game.state.leave(game[id], "lost")
    assert moved(0, -1) is None


def test_the_odds_of_staying_in_order_are_those_of_the_test(game: Stage) -> None:
    assert discipline_prospect(game.state, game["A"], "faces-cavalry").results[1] * 10 == 5
