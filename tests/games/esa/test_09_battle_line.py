"""Chapters 9.13 and 9.14: the battle line and the pikes."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.esa.command import battle_line, in_command
from tests.games.esa.blows import blow, by_advantage, forced, on
from tests.situation import situation

NO_HITS = "cards red 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9"


def line_of(game: Any, name: str) -> set[str]:
    """Who stands in a battle line with a unit, itself included."""
    return {mate.id for mate in battle_line(game.state, game.unit(name))}


LINE = """
    esa on open ground
    red pike A at 0,0 facing 0
    red {kind} B at {at} facing {facing}{words}
    {ground}
"""


def in_line_with(kind: str = "pike", at: str = "1,0", facing: int = 0, words: str = "", ground: str = "") -> bool:
    """Whether A at 0,0 facing 0 forms a battle line with B."""
    game = situation(LINE.format(kind=kind, at=at, facing=facing, words=words, ground=ground))
    assert (line_of(game, "A") == {"A", "B"}) == (line_of(game, "B") == {"A", "B"})
    return line_of(game, "A") == {"A", "B"}


@pytest.mark.rule("esa.9.13a")
def test_a_battle_line_needs_class_division_facing_and_terrain_alike():
    assert in_line_with()
    assert in_line_with("line")  # another regiment of the same class
    assert not in_line_with("swordsmen")  # neither class nor ability
    assert not in_line_with("tercio")
    assert not in_line_with(words=", division other")
    assert not in_line_with(facing=1)
    assert not in_line_with(ground="difficult 1,0")
    assert in_line_with(ground="difficult 0,0 1,0")
    assert not in_line_with(at="2,0")  # not adjacent


@pytest.mark.rule("esa.9.13b")
def test_a_battle_line_is_a_row_at_right_angles_to_the_facing():
    flanks = {"1,0", "-1,0"}
    for at in ("1,-1", "1,0", "0,1", "-1,1", "-1,0", "0,-1"):
        assert in_line_with(at=at) == (at in flanks), at
    slanting = situation("""
        esa on open ground
        red pike A at 0,0 facing 1
        red pike B at 0,1 facing 1
        red pike C at 0,2 facing 1
    """)
    assert line_of(slanting, "C") == {"A", "B", "C"}


@pytest.mark.rule("esa.9.13c")
def test_a_shaken_unit_is_in_no_battle_line_and_parts_those_beside_it():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        red pike B at 1,0 facing 0, shaken
        red pike C at 2,0 facing 0
    """)
    assert [line_of(game, name) for name in "ABC"] == [set(), set(), set()]


@pytest.mark.rule("esa.9.13c")
def test_a_battle_line_is_judged_at_each_moment():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0, strength 2
        red pike B at 1,0 facing 0
        blue cuirassiers X at 0,-1 facing 3
        blue cuirassiers Y at 2,-1 facing 3, division other
        cards red 9 9 9 9 9 9 9 9 9   blue 1 1 9 9 9 9 9 9 9
    """)
    game.fight("X", "A")
    assert by_advantage(blow(game, "A")) == 1
    assert forced(game) == [("A", "step-back")]
    game.fight("Y", "B")
    assert by_advantage(blow(game, "B")) == 0  # a moment later the line is gone


@pytest.mark.rule("esa.9.13d", "esa.9.13e")
@pytest.mark.parametrize(("at", "in_line", "alone"), [("1,-1", 0, 1), ("-1,0", 1, 1), ("0,1", 1, 1)])
def test_a_battle_line_ignores_the_advantage_of_an_enemy_in_its_front_only(at, in_line, alone):
    for mate, damage in (("red pike B at 1,0 facing 0", in_line), ("", alone)):
        game = situation(f"""
            esa on open ground
            red pike A at 0,0 facing 0
            {mate or "# nobody beside it"}
            blue swordsmen X at {at} facing 3
            {NO_HITS}
        """)
        joins = (on("main-unit", "main unit=A"),) if mate and at in ("1,-1", "0,1") else ()
        game.fight("X", "A", *joins)
        assert by_advantage(blow(game, "X")) == damage, mate


@pytest.mark.rule("esa.9.13f")
def test_one_unit_within_the_command_distance_brings_its_whole_line_in_command():
    text = """
        esa on open ground
        red pike A at 0,0 facing 0
        red pike B at 1,0 facing 0
        red pike C at 2,0 facing {}
        red general G at -2,0 morale 2
    """
    for facing, reached in ((0, [True, True, True]), (1, [True, True, False])):
        game = situation(text.format(facing))
        assert [in_command(game.state, game.unit(name)) for name in "ABC"] == reached


@pytest.mark.rule("esa.9.13g")
def test_another_class_in_the_row_is_no_part_of_the_line_and_parts_it():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        red pike B at 1,0 facing 0
        red musketeers M at 2,0 facing 0
        red pike C at 3,0 facing 0
    """)
    assert line_of(game, "A") == {"A", "B"}
    assert line_of(game, "M") == set()
    assert line_of(game, "C") == set()


@pytest.mark.rule("esa.ex.47")
def test_the_grey_and_the_yellow_pikes_are_in_line_and_the_musketeers_are_not():
    game = situation("""
        esa on open ground
        red pike G1 at 0,0 facing 0
        red pike G2 at 1,0 facing 0
        red pike G3 at 2,0 facing 0
        red general Praslin at -1,1 morale 1         # only G1 is within his morale
        blue walloons Y1 at 2,-3 facing 3
        blue walloons Y2 at 3,-3 facing 3
        blue walloons Y3 at 4,-3 facing 3
        blue musketeers B at 5,-3 facing 3
    """)
    distance = game.state.field.grid.distance
    assert [distance(game.leader("Praslin").hex, game.unit(g).hex) for g in ("G1", "G2", "G3")] == [1, 2, 3]
    assert line_of(game, "G2") == {"G1", "G2", "G3"}
    assert all(in_command(game.state, game.unit(name)) for name in ("G1", "G2", "G3"))
    assert line_of(game, "Y3") == {"Y1", "Y2", "Y3"}
    assert line_of(game, "B") == set()
    assert "battle line" not in game.unit("B").profile.abilities


@pytest.mark.rule("esa.9.14a")
def test_pikes_in_line_hurt_heavy_horse_before_a_card_is_drawn():
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0
        red pike B at -1,0 facing 0
        blue cuirassiers X at 1,-1 facing 3, contact A
        {NO_HITS}
    """)
    game.fight("X", "A")
    assert blow(game, "A").automatic.total == 1
    assert blow(game, "X").automatic.total == 0
