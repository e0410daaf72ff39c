"""Where leaders and units may go is worked out from who stands near: it is what the whole table would say."""

from __future__ import annotations

import random

import pytest

from alfiere.games.esa import movement
from alfiere.games.esa.command import commanded_hexes, threatened_hexes
from alfiere.games.esa.losses import leader_reach
from alfiere.games.esa.movement import Ground, destinations
from alfiere.games.esa.ruleset import GAME
from alfiere.games.esa.state import BattleState, Leader, Unit
from alfiere.kernel.game import Game
from alfiere.table.hexes import Hex, Reach
from soak.brawls import brawl

EVERYWHERE = 99


def positions(seed: int) -> list[BattleState]:
    """Every tenth position of a brawl."""
    dice, found = random.Random(seed).random, []
    game = Game(GAME, GAME.scenario(brawl(seed)), seed, keep_marks=False)
    while (decision := game.decision) is not None:
        if decision.number % 10 == 0 and game.state.turn:
            found.append(game.state.copy())
        game.answer(decision.seat, decision.drawn(dice))
    return found


def slow_reach(s: BattleState, leader: Leader, points: int, any_unit: bool) -> list[Hex]:
    """A leader's reach hex by hex, every enemy of the table looked at."""
    threatened = threatened_hexes(s, leader.seat)
    seen, edge, ends = {leader.hex}, [leader.hex], []
    for _ in range(points):
        nearer, edge = edge, []
        for label in (one for origin in nearer for one in s.field.grid.adjacent[origin]):
            unit, captain = s.unit_at(label), s.leader_at.get(label)
            if label in seen or label in s.field.impassable:
                continue
            seen.add(label)
            if (unit and unit.seat != leader.seat) or (captain and s.leaders[captain].seat != leader.seat):
                continue
            if label not in threatened:
                edge.append(label)
            joins = unit and (any_unit or leader.rank != "general" or unit.division == leader.division)
            if not captain and (joins or (unit is None and label not in threatened)):
                ends.append(label)
    return ends


@pytest.mark.rule("esa.5.2e", "esa.5.2e2", "esa.10.1k")
@pytest.mark.parametrize("seed", range(4))
def test_a_leader_goes_where_the_whole_table_lets_him(seed: int):
    for s in positions(seed):
        for leader in (one for one in s.leaders.values() if one.hex):
            for any_unit in (False, True):
                found = leader_reach(s, leader, 3, any_unit=any_unit)
                assert found[0] == leader.hex
                assert len(found) == len(set(found))
                assert set(found[1:]) == set(slow_reach(s, leader, 3, any_unit))


@pytest.mark.rule("esa.5f", "esa.5g", "esa.5h", "esa.7.5b")
@pytest.mark.parametrize("seed", range(4))
def test_a_unit_goes_where_the_whole_table_lets_it(seed: int, monkeypatch: pytest.MonkeyPatch):
    class Table(Ground):
        def __init__(self, s: BattleState, unit: Unit, contact: bool, farthest: int) -> None:
            super().__init__(s, unit, contact, EVERYWHERE)

    def reaches(s: BattleState) -> list[Reach]:
        on_map = [unit for unit in s.units.values() if unit.hex]
        return [destinations(s, unit, unit.values.pm, contact) for unit in on_map for contact in (False, True)]

    found = positions(seed)
    near = [reaches(s) for s in found]
    monkeypatch.setattr(movement, "Ground", Table)
    whole = [reaches(s) for s in found]
    assert [list(map(dict.items, one)) for one in near] == [list(map(dict.items, one)) for one in whole]


@pytest.mark.rule("esa.10.6.1a", "esa.g.12")
def test_what_a_general_commands_follows_him_and_the_tide():
    s = Game(GAME, GAME.scenario("dunes-1658"), 1, keep_marks=False).state
    general = next(iter(s.leaders.values()))
    assert commanded_hexes(s, general) == frozenset()  # he is not on the map yet
    early, late = s.scenario.field_in(1), s.scenario.field_in(s.scenario.turns)
    assert early is not late
    for s.field in (early, late, early):
        for general.hex in ("0505", "1010", "0505"):
            far, reach = s.field.command_distance, general.profile.morale
            commanded = {label for label in s.field.grid.hexes if far(general.hex, label) <= reach}
            assert commanded_hexes(s, general) == commanded
            assert set(s.field.near(general.hex, reach)) == commanded - {general.hex} - s.field.impassable
