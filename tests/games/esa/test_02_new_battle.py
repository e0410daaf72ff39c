"""A battle before its first decision, and what of its preparation cannot be taken back."""

from __future__ import annotations

import pytest

from alfiere.games.esa.armies import OPTIONS, new_battle
from alfiere.games.esa.events import LossesTaken, UnitChanged
from alfiere.games.esa.preparation import choose_at_random, leader_zone
from alfiere.games.esa.scenario import read_scenario
from tests.games.esa.lines import Situation
from tests.games.esa.muster import muster, scenario_of

NAME = {"en": "name", "it": "nome"}


def test_a_new_battle_begins_with_nothing_done():
    s = new_battle(read_scenario(scenario_of()), OPTIONS)
    assert (s.turn, s.phase, s.step, s.winner, s.cards_shown) == (0, "preparation", 0, "", False)
    for unit in s.units.values():
        assert (unit.hex, unit.lost, unit.did, unit.under, unit.contacts) == ("", 0, 0, "", [])
        assert (unit.is_shaken, unit.is_paralysed, unit.began_in_cover) == (False, False, False)
        assert unit.strength == unit.profile.strength
        assert unit.facing == (3 if unit.seat == "red" else 0)
    for leader in s.leaders.values():
        assert (leader.hex, leader.has_moved, leader.began_with) == ("", False, "")
        assert leader.strength == leader.profile.strength
    for division in s.divisions.values():
        assert (division.card, division.focus, division.has_order, division.is_routed) == (0, "", False, False)
    for army in s.armies.values():
        assert (army.fallen_generals, army.cost, army.hand, army.discard, army.aside) == (0, [0, 0], [], [], [])
        assert (army.deck.top, army.deck.bottom, len(army.deck.middle)) == ([], [], 30)
    assert s.at == s.leader_at == {}


def test_it_begins_on_the_ground_of_the_first_turn():
    tide = {"type": "beach", "name": NAME, "hexes": ["0909"], "closed_until": 2}
    s = new_battle(read_scenario(scenario_of(terrain=[tide])), OPTIONS)
    assert s.field.kind["0909"] == "impassable"
    assert s.scenario.field_in(2).kind["0909"] == "open"


@pytest.mark.rule("esa.2.1.3a")
@pytest.mark.parametrize(("value", "left"), [(2, 4), (3, 6), (4, 6), (9, 8)])
def test_a_scenario_lowers_the_determination_of_one_side_by_a_part_rounded_up(value, left):
    special = {"kind": "determination", "side": "red", "value": value, "name": NAME, "text": NAME}
    army = "commander 2 / foot 2: pike pike pike guns"  # three times six points, half of them; guns do not count
    whole = new_battle(read_scenario(scenario_of(army)), OPTIONS)
    assert whole.armies["red"].determination == 9
    lowered = new_battle(read_scenario(scenario_of(army, special=[special])), OPTIONS)
    assert lowered.armies["red"].determination == left
    assert lowered.armies["blue"].determination == whole.armies["blue"].determination


@pytest.mark.rule("esa.2.3f", "esa.2.3k")
def test_a_commander_without_a_zone_deploys_in_that_of_his_first_division_on_the_table():
    late = {"turn": 3, "hexes": ["0101"], "facing": 3}
    form = scenario_of("commander 2 leads late / late: line line / foot 2: line line", zone={"late": late})
    del form["side"][0]["commander_zone"]
    s = new_battle(read_scenario(form), OPTIONS)
    commander = s.leaders[s.armies["red"].commander]
    assert leader_zone(s, commander) == s.scenario.division_forms["foot"].zone


@pytest.mark.rule("esa.9.2p")
@pytest.mark.parametrize("into", ["battery", "tow"])
def test_how_guns_deploy_is_told(into):
    game = muster("commander 2 / foot 2: guns line").play(f"as unit=foot-1 into={into}", to="assign")
    assert game.state.units["foot-1"].values.id.endswith(f"/{into}")
    assert [(one.unit, one.into) for one in game.told(UnitChanged)] == [("foot-1", into)]


@pytest.mark.rule("esa.2.1f")
def test_a_night_surprise_is_told_with_its_loss():
    night = [{"kind": "night surprise", "division": "foot", "name": NAME, "text": NAME}]
    game = muster("commander 2 / foot 2: line line line", special=night).play(to="assign")
    (loss,) = game.told(LossesTaken)
    assert (loss.losses, loss.strength) == (1, game.state.units[loss.unit].strength)


@pytest.mark.rule("esa.g.14")
@pytest.mark.parametrize(("red", "blue", "winner"), [([1], [], "blue"), ([], [1], "red"), ([], [], "red")])
def test_without_cards_a_side_is_chosen_all_the_same(red, blue, winner):
    game = muster().play(to="assign")
    for seat, cards in (("red", red), ("blue", blue)):
        army = game.state.armies[seat]
        army.deck.top, army.deck.middle, army.deck.bottom, army.discard = list(cards), [], [], []
    found = []

    def choose(g):
        found.append(choose_at_random(g))
        return
        yield

    situated = Situation(game.state, game.game.scenario)
    situated.run(choose)
    assert found == [winner]
    assert [situated.state.armies[seat].discard for seat in ("red", "blue")] == [red, blue]


@pytest.mark.rule("esa.2.2h", "esa.2.3a", "esa.3.2.2f")
def test_cards_that_both_sides_have_seen_are_not_taken_back():
    game = muster("commander 4 / foot 2: line line / horse 2: line line")
    revealed: dict[tuple[str, int], int] = {}
    while game.game.decision is not None and game.state.phase != "actions":
        revealed.setdefault((game.state.phase, game.state.step), game.game.revealed)
        game.game.answer(game.decision.seat, game.decision.options[0])
    marks = [revealed[one] for one in (("preparation", 0), ("deployment", 0), ("deployment", 1))]
    assert marks == sorted(set(marks))  # each time something more has been shown


@pytest.mark.rule("esa.2.3a", "esa.2.3b")
def test_decks_and_deployment_cards_are_shown_once_each_before_anybody_deploys():
    game = muster(top={"red": [4], "blue": [27]})  # nothing to choose, and no chance: red has the higher priority
    assert (game.decision.key, game.state.phase, game.state.first_to_deploy) == ("deploy-leader", "deployment", "red")
    assert game.game.revealed == 2
