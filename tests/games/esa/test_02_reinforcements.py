"""Chapter 2.1.3: divisions that a scenario brings on later."""

from __future__ import annotations

import pytest

from alfiere.games.esa.command import command_capacity
from alfiere.games.esa.events import LeaderPlaced, UnitPlaced
from alfiere.games.esa.orders import planning
from alfiere.games.esa.reinforcements import entry_hexes, waiting
from tests.games.esa.lines import Situation
from tests.games.esa.muster import Muster, muster

ENTRY = ["0101", "0201", "0301", "0401"]


def army(hexes: list[str] | None = None) -> Muster:
    """A red army whose second division comes on in turn 3."""
    late = {"turn": 3, "hexes": hexes or ENTRY, "facing": 2}
    return muster("commander 2 / foot 2: line line / late 2: pike guns + chr_guide", zone={"late": late}).play(
        to="assign"
    )


def planned(game: Muster, turn: int, *answers: str) -> Situation:
    """The planning phase of a turn."""
    game.state.turn, game.state.phase, game.state.step = turn - 1, "planning", 0
    situated = Situation(game.state, game.game.scenario)
    situated.run(planning, *answers)
    return situated


@pytest.mark.rule("esa.2.1.3c")
def test_a_late_division_stays_away_until_its_turn_and_then_comes_on_with_its_leaders():
    game = army()
    late = ["late-general", "guide", "late-1", "late-2"]
    assert command_capacity(game.state, "red") == 2
    assert planned(game, 2).told(UnitPlaced) == []
    arrived = planned(game, 3, "leader leader=late-general hex=0201", "place unit=late-1 hex=0401")
    placed = [one.leader for one in arrived.told(LeaderPlaced)] + [one.unit for one in arrived.told(UnitPlaced)]
    assert placed == late
    pieces = game.state.units | game.state.leaders
    assert sorted(pieces[name].hex for name in late) == ENTRY
    assert (pieces["late-general"].hex, pieces["late-1"].hex) == ("0201", "0401")
    assert {game.state.units[name].facing for name in ("late-1", "late-2")} == {2}
    assert command_capacity(game.state, "red") == 3


def test_whoever_finds_no_free_entry_hex_waits_for_the_next_turn():
    game = army(["0101", "0201"])
    planned(game, 3)
    assert [game.state.units[name].hex for name in ("late-1", "late-2")] == ["", ""]  # the leaders came first
    game.state.place_leader(game.state.leaders["late-general"], "0505")
    game.state.place_leader(game.state.leaders["guide"], "0506")
    planned(game, 4)
    assert sorted(game.state.units[name].hex for name in ("late-1", "late-2")) == ["0101", "0201"]


def test_nobody_comes_on_next_to_a_fresh_enemy_or_on_closed_ground():
    game = army()
    state = game.state
    enemy = next(unit for unit in state.units.values() if unit.seat == "blue")
    state.place(enemy, "0102")
    near = set(state.field.grid.adjacent["0102"])
    late = state.divisions["late"]
    assert set(entry_hexes(state, late, "late-1")) == set(ENTRY) - near
    enemy.is_shaken = True
    assert set(entry_hexes(state, late, "late-1")) == set(ENTRY)
    wood = [{"type": "wood", "name": {"en": "wood", "it": "bosco"}, "hexes": ["0301"]}]
    late_zone = {"turn": 3, "hexes": ENTRY, "facing": 2}
    game = muster("commander 2 / foot 2: line line / late 2: pike pike", zone={"late": late_zone}, terrain=wood)
    game.play(to="assign")
    assert set(entry_hexes(game.state, game.state.divisions["late"], "late-1")) == set(ENTRY) - {"0301"}


@pytest.mark.rule("esa.2.1.3c", "esa.g.16")
def test_nobody_comes_on_where_somebody_stands_and_leaders_not_on_closed_ground():
    water = [{"type": "river", "name": {"en": "river", "it": "fiume"}, "hexes": ["0401"]}]
    late = {"turn": 3, "hexes": ENTRY, "facing": 2}
    game = muster("commander 2 / foot 2: line line / late 2: pike pike", zone={"late": late}, terrain=water)
    game.play(to="assign")
    state = game.state
    state.place(state.units["foot-1"], "0101")
    state.place_leader(state.leaders["foot-general"], "0201")
    for piece in ("late-1", "late-general"):
        assert entry_hexes(state, state.divisions["late"], piece) == ["0301"]


@pytest.mark.rule("esa.2.1.3c")
def test_a_division_that_has_routed_or_lost_a_piece_does_not_bring_it_on():
    game = army()
    assert [name for _, name in waiting(game.state)] == []
    game.state.turn = 3
    assert [name for _, name in waiting(game.state)] == ["late-general", "guide", "late-1", "late-2"]
    game.state.turn = 4
    assert len(waiting(game.state)) == 4
    game.state.leaders["guide"].strength = 0
    game.state.units["late-2"].strength = 0
    assert [name for _, name in waiting(game.state)] == ["late-general", "late-1"]
    game.state.place(game.state.units["late-1"], "0101")
    game.state.place_leader(game.state.leaders["late-general"], "0201")
    assert waiting(game.state) == []
    game = army()
    game.state.turn = 3
    game.state.divisions["late"].is_routed = True
    assert waiting(game.state) == []


@pytest.mark.rule("esa.g.15")
@pytest.mark.parametrize("initiative", ["red", "blue"])
def test_where_both_sides_bring_on_a_division_that_without_the_initiative_comes_first(initiative):
    late = {"turn": 3, "hexes": ENTRY, "facing": 2}
    game = muster(
        "commander 2 / foot 2: line line / late 2: pike pike",
        "commander 2 / other 2: line line / tardy 2: pike pike",
        zone={"late": late, "tardy": {**late, "hexes": ["0113", "0213", "0313", "0413"]}},
    )
    game.play(to="assign")
    game.state.turn, game.state.initiative = 3, initiative
    order = list(dict.fromkeys(division.seat for division, _ in waiting(game.state)))
    assert order == (["blue", "red"] if initiative == "red" else ["red", "blue"])


@pytest.mark.rule("esa.2.1.3c")
def test_whoever_has_a_single_entry_hex_is_not_asked():
    game = army(["0101"])
    arrived = planned(game, 3)
    assert [decision for decision in arrived.asked if decision.key == "reinforce"] == []
    assert [one.leader for one in arrived.told(LeaderPlaced)] == ["late-general"]
    game = army(["0101", "0201"])
    asked = [one for one in planned(game, 3).asked if one.key == "reinforce"]
    assert [(one.options[0].key, one.about["piece"]) for one in asked] == [("leader", "late-general")]
    game = army()
    keys = [(one.options[0].key, one.about["piece"]) for one in planned(game, 3).asked if one.key == "reinforce"]
    assert keys == [("leader", "late-general"), ("leader", "guide"), ("place", "late-1")]
