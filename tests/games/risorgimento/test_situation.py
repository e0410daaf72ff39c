"""The situations themselves: what a line says stands on the table."""

from __future__ import annotations

import pytest

from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.standing import apart, enemies_touched, fronts, touch
from alfiere.table.fronts import FRONT, edge_of
from tests.situation import situation


def test_units_stand_where_their_lines_say() -> None:
    game = situation(
        """
        risorgimento
        village_sector V 40,30
        red  line A at 30,40 facing E, attack, vf 8, losses 3, D2, fatigue 3, under X
        red  CB X at 28,40 radius 12 initiative 4 bonus 1, with A
        red  line R to come
        blue chasseurs C at 33.5,40 facing W, open
        blue line Z at 0,0 facing N, in V north
        """
    )
    unit = game.unit("A")
    assert (unit.formation, unit.left, unit.disorder, unit.fatigue, unit.commander) == ("attack_column", 13, 2, 3, "X")
    assert game.at("A") == (30.0, 40.0)
    assert game.state.bonus_of(unit) == 1
    assert not game.unit("R").is_on
    assert apart(game.state, unit, game.unit("C")) == 150
    assert not touch(game.state, unit, game.unit("C"))
    assert enemies_touched(game.state, unit) == []
    assert (game.unit("Z").post, game.unit("Z").heading, game.unit("Z").formation) == ("V/north", 0, "open_order")
    assert game.at("Z")[1] == 36.5


@pytest.mark.rule("risorgimento.geo.1")
def test_y_grows_to_the_north_and_facings_turn_clockwise_from_it() -> None:
    game = situation(
        """
        risorgimento
        red line A at 30,40 facing N
        red line B at 30,50 facing E
        """
    )
    a, b = game.unit("A"), game.unit("B")
    assert b.y < a.y  # the table counts to the south
    front = game.state.base(a).outline.points[:2]
    assert all(y < a.y for _, y in front)
    front = game.state.base(b).outline.points[:2]
    assert all(x > b.x for x, _ in front)


def test_the_table_remembers_how_units_stand_and_forgets_what_moved() -> None:
    game = situation(
        """
        risorgimento
        red line A at 30,40 facing N
        blue line B at 30,50 facing S
        """
    )
    s: BattleState = game.state
    before = s.scene
    assert s.scene is before
    s.stand(s.units["A"], s.footing(s.units["A"])._replace(pose=s.units["A"].pose._replace(x=5000)))
    assert s.scene is not before
    assert s.scene.by_id["A"].pose.x == 5000
    assert s.scene.by_id["B"] is before.by_id["B"]
    assert s.copy().scene is s.scene
    s.leave(s.units["B"], "lost")
    assert set(s.scene.by_id) == {"A"}
    fresh = BattleState.from_plain(
        s.to_plain(),
        {
            "scenario": {s.scenario.id: s.scenario},
            "profiles": {"au_line": s.units["A"].profile, "fr_line": s.units["B"].profile},
        },
    )
    assert fresh.scene.by_id == s.scene.by_id


@pytest.mark.rule("risorgimento.geo.2", "risorgimento.geo.13")
def test_the_front_edge_lies_towards_the_facing_and_a_square_has_four() -> None:
    game = situation(
        """
        risorgimento
        red line A at 30,40 facing E
        red line B at 50,40 facing E, square
        """
    )
    a = game.unit("A")
    front = edge_of(game.state.base(a), FRONT)
    assert {x for x, _ in (front.start, front.end)} == {a.x + 100}
    left, right, rear_right, rear_left = game.state.base(a).outline.points
    assert left[1] < a.y < right[1]  # who faces east has the north on his left
    assert (rear_left[0], rear_right[0]) == (a.x - 100, a.x - 100)
    assert len(list(fronts(game.state, a))) == 1
    assert len(list(fronts(game.state, game.unit("B")))) == 4
