"""Guards and musketeers, Paris 1628: the skirmish as the catalogue has it, line by line."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.ruleset import Cappa
from alfiere.kernel.game import Game


@pytest.mark.rule("cappa.3.2.1a", "cappa.3.2.1b", "cappa.3.2.1.h1")
def test_guards_and_musketeers_is_the_order_of_battle_of_the_catalogue() -> None:
    scenario = read_scenario("guardie")
    assert (scenario.width, scenario.depth, scenario.turns) == (3600, 3600, 10)
    assert [scenario.points(seat) for seat in ("red", "blue")] == [257, 289]
    assert [scenario.value(seat) for seat in ("red", "blue")] == [7, 8]
    assert [scenario.firmness(seat) for seat in ("red", "blue")] == [6, 6]
    assert scenario.zone(scenario.sides["red"].zone).rect == (0, 0, 3600, 600)
    assert scenario.zone(scenario.sides["blue"].zone).rect == (0, 3000, 3600, 3600)


def test_guards_and_musketeers_has_the_ground_and_the_people_of_the_catalogue() -> None:
    scenario = read_scenario("guardie")
    ground = [
        (one.kind, one.rect or one.lines or one.points, one.length, one.is_closed) for one in scenario.form.terrain
    ]
    assert ground == [
        ("building_stone", (1300, 0, 2300, 500), 0, True),
        ("low_wall", (((400, 1800), (1400, 1800)), ((2200, 1800), (3200, 1800))), 0, False),
        ("well", ((1800, 2200),), 0, False),
        ("barricade", ((2700, 2400),), 200, False),
        ("wood", (0, 2600, 800, 3600), 0, False),
        ("hedge", (((2000, 3000), (3200, 3000)),), 0, False),
    ]
    people = {seat: [(sheet.id, count) for sheet, count in scenario.order_of_battle(seat)] for seat in scenario.sides}
    assert people["red"] == [("rochefort", 1), ("ufficiale_guardie", 1), ("guardia_cardinale", 2)]
    king = ["protagonista", "protagonista", "protagonista", "moschettiere_veterano", "valletto"]
    assert people["blue"] == [(one, 1) for one in king]
    assert scenario.sides["blue"].character[-1].devoted_to == "first-gentleman"
    assert scenario.sides["red"].squad[0].formation == "tight"
    scores = [(one.kind, one.each, one.of, one.option) for one in scenario.form.score]
    assert scores == [
        ("disarmed", 1, ("hero", "protagonist", "extra"), "disarm"),
        ("out of action", 2, ("hero", "protagonist"), ""),
    ]
    assert scenario.outcome == "A"
    assert scenario.recommended == {"fall_back": "yes", "disarm": "yes"}


def test_who_stands_where_and_what_each_side_is_about() -> None:
    scenario = read_scenario("guardie")
    assert {seat: (side.code, side.edge, side.mission) for seat, side in scenario.sides.items()} == {
        "red": ("cardinal", "north", "vital"),
        "blue": ("king", "south", "vital"),
    }
    assert [(one.kind, one.side) for one in scenario.form.objective] == [("break", "")]
    assert [one.profile for one in scenario.sides["red"].character] == ["rochefort"]
    game = Game(Cappa(), scenario, "set-up")
    while game.state.phase == "set-up":
        decision = game.decision
        assert decision is not None
        game.answer(decision.seat, decision.options[0])
    standing = game.state.standing()
    assert len(standing) == 9
    for one in standing:
        assert one.y <= 550 if one.seat == "red" else one.y >= 3050  # within 6 um of one's own edge


@pytest.mark.rule("cappa.6.0e")
def test_the_squad_of_guards_has_three_members_by_exception() -> None:
    scenario = read_scenario("guardie")
    (squad,) = scenario.sides["red"].squad
    assert squad.leader is not None
    assert (squad.leader.profile, [(one.profile, one.count) for one in squad.members]) == (
        "ufficiale_guardie",
        [("guardia_cardinale", 2)],
    )
    assert squad.is_of_any_size
    assert [one.squad for one in scenario.special("squad of any size")] == [squad.id]
