"""Chapters 9.15 and 9.16: infantry squares and reiter."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.esa.events import MeleeStruck, VolleyFired
from alfiere.games.esa.troops import profiles
from tests.games.esa.blows import blow, by_advantage, by_weakness, forced, offered, on, strikers, was_asked
from tests.situation import situation

NO_HITS = "cards red 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9"
AROUND = ("1,-1", "1,0", "0,1", "-1,1", "-1,0", "0,-1")


def fires(game: Any) -> list[tuple[str, str, int]]:
    """Who fires at whom with how many cards when the red division fires all it can."""
    game.fire_phase("red")
    return [(event.unit, event.target, event.tally.total) for event in game.told(VolleyFired) if event.unit in "TRA"]


# Squares


@pytest.mark.rule("esa.9.15a")
def test_squares_are_large_units_of_strength_six():
    squares = [profile for profile in profiles().units.values() if profile.cls == "SQ"]
    assert squares
    assert {profile.strength for profile in squares} == {6}
    game = situation(f"""
        esa on open ground
        red tercio T at 0,0 facing 0
        blue pike X at 0,-1 facing 3
        {NO_HITS}
    """)
    game.fight("T", "X")
    assert game.unit("T").strength == 6
    assert blow(game, "T").tally.lines[0] == (3, "strength of a large unit", "esa.10.11a")


@pytest.mark.rule("esa.9.15b")
def test_a_square_uses_its_first_line_of_values_until_its_strength_falls_to_three():
    game = situation("""
        esa on open ground
        red tercio T at 0,0 facing 0, strength 5
        blue pike X at 0,-1 facing 3, strength 4, melee 3
        cards red 9 9 9 9 9   blue 1 1 9 9 9 9
    """)
    game.fight("X", "T")
    assert (game.unit("T").strength, game.unit("T").values.id) == (4, "sp_sq_german_tercio/first")
    again = situation("""
        esa on open ground
        red tercio T at 0,0 facing 0, strength 4
        blue pike X at 0,-1 facing 3, strength 4, melee 3
        cards red 9 9 9 9 9   blue 1 1 9 9 9 9
    """)
    again.fight("X", "T")
    assert (again.unit("T").strength, again.unit("T").values.id) == (3, "sp_sq_german_tercio/second")
    assert again.unit("T").values.melee == game.unit("T").values.melee - 1


@pytest.mark.rule("esa.9.15c")
def test_on_the_second_line_fire_melee_and_morale_are_one_lower_and_nothing_else_changes():
    for profile in profiles().units.values():
        if profile.cls == "SQ":
            first, second = profile.line("first"), profile.line("second")
            assert (first.fire, first.melee, first.morale) == (
                (second.fire or 0) + 1,
                second.melee + 1,
                second.morale + 1,
            )
            for same in ("pm", "kind", "sector", "armour_fire", "armour_melee", "is_open_order"):
                assert getattr(first, same) == getattr(second, same), same


@pytest.mark.rule("esa.9.15c")
def test_a_square_on_its_second_line_keeps_class_weakness_and_the_right_to_stand():
    text = """
        esa on open ground
        red tercio T at 0,0 facing 0, strength 3
        blue {} X at {} facing 3
        cards red 9 9 9 9 9   blue 1 1 9 9 9
    """
    flank = situation(text.format("pike", "1,0"))
    flank.fight("X", "T")
    assert by_weakness(blow(flank, "X")) == 0
    assert was_asked(flank, "may-step-back")
    rear = situation(text.format("arquebusiers", "0,1"))
    rear.fight("X", "T")
    assert by_weakness(blow(rear, "X")) == 1
    assert by_advantage(blow(rear, "T")) == 1  # still a square


@pytest.mark.rule("esa.9.15d")
def test_a_square_fights_and_moves_in_every_direction():
    moving = situation("""
        esa on open ground
        red tercio T at 0,0 facing 0, order: card 26
    """)
    assert moving.reach("T") == {tuple(map(int, at.split(","))) for at in AROUND}
    for at in AROUND:
        game = situation(f"""
            esa on open ground
            red tercio T at 0,0 facing 0, order: card 4
            blue pike X at {at} facing 3
            {NO_HITS}
        """)
        game.phase("melee")
        assert strikers(game) == ["T", "X"], at


@pytest.mark.rule("esa.9.15d", "esa.9.15e")
@pytest.mark.parametrize(
    ("sides", "cards"),
    [
        (("1,-1", "0,-1", "2,-2", "1,-2", "0,-2"), 3),  # front: strength 3, fire 0
        (("1,0", "-1,0", "2,-1", "2,0", "-2,0", "-1,-1"), 3),  # flanks: no penalty
        (("0,1", "-1,1", "0,2", "-1,2", "-2,2"), None),  # rear: no fire at all
    ],
)
def test_a_square_fires_to_front_and_flanks_without_penalty(sides, cards):
    for at in sides:
        game = situation(f"""
            esa on open ground
            red tercio T at 0,0 facing 0, order: card 9
            blue cuirassiers X at {at} facing 0
            {NO_HITS}
        """)
        assert fires(game) == ([("T", "X", cards)] if cards else []), at


@pytest.mark.rule("esa.9.15e", "esa.ex.48")
def test_a_square_with_enemies_on_three_sides_fires_only_once():
    game = situation(f"""
        esa on open ground
        red tercio T at 0,0 facing 0, order: card 9
        blue cuirassiers X at 0,-1 facing 0
        blue cuirassiers Y at 1,0 facing 0
        blue cuirassiers Z at -1,0 facing 0
        {NO_HITS}
    """)
    assert len(fires(game)) == 1
    assert {target for (target,) in offered(was_asked(game, "fire")[0], "fire", "target")} == {"X", "Y", "Z"}


@pytest.mark.rule("esa.9.15f")
def test_a_square_is_weak_in_its_two_rear_hexes_alone():
    found = {}
    for at in AROUND:
        game = situation(f"""
            esa on open ground
            red tercio T at 0,0 facing 0
            blue swordsmen X at {at} facing 3
            {NO_HITS}
        """)
        game.fight("X", "T")
        found[at] = by_weakness(blow(game, "X"))
    assert {at for at, damage in found.items() if damage} == {"0,1", "-1,1"}


@pytest.mark.rule("esa.9.15g")
@pytest.mark.parametrize(("kind", "asked"), [("tercio", True), ("pike", False)])
def test_a_square_without_support_may_ignore_the_duty_to_step_back(kind, asked):
    game = situation(f"""
        esa on open ground
        red {kind} T at 0,0 facing 0
        blue pike X at 0,-1 facing 3
        cards red 9 9 9 9 9   blue 1 1 9 9 9
    """)
    game.fight("X", "T", *([on("may-step-back", "stand")] if asked else []))
    assert game.unit("T").lost == 1
    assert (game.where("T") == (0, 0)) == asked


@pytest.mark.rule("esa.9.15g")
def test_a_square_without_support_has_no_such_choice_after_two_losses():
    game = situation("""
        esa on open ground
        red tercio T at 0,0 facing 0
        blue pike X at 0,-1 facing 3
        cards red 9 9 9 9 9   blue 1 1 1 9 9
    """)
    game.fight("X", "T")
    assert forced(game) == [("T", "withdraw")]


@pytest.mark.rule("esa.ex.48")
def test_the_two_lines_and_the_strength_of_a_tercio():
    lines, cards = [], []
    for strength in (6, 5, 4, 3, 2, 1):
        game = situation(f"""
            esa on open ground
            red tercio T at 0,0 facing 0, strength {strength}
            blue pike X at 0,-1 facing 3
            cards red 1 9 9 9 9 9   blue 9 9 9 9 9
        """)
        game.fight("T", "X")
        lines.append(game.unit("T").values.id.split("/")[1])
        cards.append(blow(game, "T").tally.lines[0][0])
    assert lines == ["first"] * 3 + ["second"] * 3
    assert cards == [3, 3, 3, 3, 2, 1]


@pytest.mark.rule("esa.ex.48")
def test_a_tercio_takes_losses_one_by_one_and_changes_its_line_on_the_way():
    game = situation("""
        esa on open ground
        red tercio T at 0,0 facing 0
        blue pike X at 0,-1 facing 3
        blue pike Y at 1,0 facing 4, division second
        blue pike Z at 0,1 facing 0, division third
        cards red 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9   blue 1 1 9 9 9 1 1 9 9 9 1 9 9 9 9
    """)
    lines = []
    for enemy, weakness in (("X", 0), ("Y", 0), ("Z", 1)):  # front, flank and rear
        game.fight(enemy, "T", on("fight-back", "none"))
        assert by_weakness(blow(game, enemy)) == weakness
        lines.append((game.unit("T").strength, game.unit("T").values.id.split("/")[1]))
        game.unit("T").lost = 0
    assert lines == [(5, "first"), (4, "first"), (3, "second")]


# Reiter


@pytest.mark.rule("esa.9.16a")
def test_reiter_are_medium_cavalry():
    reiter = [profile for profile in profiles().units.values() if profile.is_reiter]
    assert reiter
    assert {profile.cls for profile in reiter} == {"CM"}
    game = situation(f"""
        esa on open ground
        red reiter R at 0,0 facing 0
        blue cuirassiers X at 0,-1 facing 3, contact R
        {NO_HITS}
    """)
    game.fight("X", "R")
    assert by_advantage(blow(game, "X")) == 1  # what heavy cavalry has over medium


@pytest.mark.rule("esa.9.16b")
def test_reiter_fire_to_front_and_flanks_and_not_to_the_rear():
    found = {}
    for at in ("1,-1", "0,-1", "1,-2", "1,0", "-1,0", "0,1", "-1,1", "2,0"):
        game = situation(f"""
            esa on open ground
            red reiter R at 0,0 facing 0, order: card 9
            blue cuirassiers X at {at} facing 0
            {NO_HITS}
        """)
        found[at] = fires(game)
    front, flank = [("R", "X", 3)], [("R", "X", 2)]
    assert (found["1,-1"], found["0,-1"], found["1,-2"]) == (front, front, front)
    assert (found["1,0"], found["-1,0"]) == (flank, flank)
    assert (found["0,1"], found["-1,1"], found["2,0"]) == ([], [], [])


@pytest.mark.rule("esa.ex.49")
@pytest.mark.parametrize(("at", "cards"), [("1,-1", 3), ("1,0", 2)])
def test_reiter_of_strength_three_draw_three_cards_to_the_front_and_two_to_a_flank(at, cards):
    game = situation(f"""
        esa on open ground
        red reiter R at 0,0 facing 0
        blue cuirassiers X at {at} facing 0
        {NO_HITS}
    """)
    assert (game.unit("R").strength, game.unit("R").values.fire) == (3, 0)
    game.shoot("R", "X")
    tally = game.told(VolleyFired)[0].tally
    assert tally.total == len(game.told(VolleyFired)[0].values) == cards


@pytest.mark.rule("esa.9.16d")
@pytest.mark.parametrize(("kind", "fire"), [("reiter", True), ("weimar", False)])
def test_reiter_fire_although_engaged_and_at_an_enemy_that_only_they_engage(kind, fire):
    game = situation(f"""
        esa on open ground
        red {kind} R at 0,0 facing 0, order: card 4
        blue pike X at 0,-1 facing 0, order: card 5
        {NO_HITS}
    """)
    assert bool(fires(game)) == fire


@pytest.mark.rule("esa.9.16d")
@pytest.mark.parametrize(("order", "fire"), [("card 4", False), ("card 23", True)])
def test_reiter_do_not_fire_at_an_enemy_that_others_engage_too(order, fire):
    game = situation(f"""
        esa on open ground
        red reiter R at 0,0 facing 0, order: card 4
        red swordsmen S at 1,-2 facing 3, division other, order: {order}
        blue pike X at 0,-1 facing 0
        {NO_HITS}
    """)
    assert bool(fires(game)) == fire


@pytest.mark.rule("esa.9.16d")
def test_engaged_reiter_return_fire():
    game = situation(f"""
        esa on open ground
        red reiter R at 0,0 facing 0
        blue reiter X at 0,-1 facing 3, order: card 4
        {NO_HITS}
    """)
    game.shoot("X", "R", on("react-to-fire", "fire unit=R"))
    assert [event.unit for event in game.told(VolleyFired)] == ["X", "R"]
    assert game.told(MeleeStruck) == []


@pytest.mark.rule("esa.9.16c", "esa.7.4.1g")
@pytest.mark.parametrize(("answer", "helpers"), [("join", {"R", "C"}), ("none", {"C"})])
def test_reiter_whom_nobody_engages_are_asked_whether_they_join_and_nobody_else_is(answer, helpers):
    game = situation("""
        esa on open ground
        red  pike A at 0,0 facing 0
        red  reiter R at 1,-1 facing 5
        red  pike C at -1,0 facing 0
        blue pike X at 0,-1 facing 3
        order red: melee
        cards red 9 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9
    """)

    def joins(decision):
        if decision.key == "join-attack":
            return next(one for one in decision.options if one.key == answer)
        return None

    game.fight("A", "X", joins)
    (choice,) = [one for one in game.asked if one.key == "join-attack"]
    assert [one.get("unit") for one in choice.options] == ["R", None]
    (struck,) = [one for one in game.told(MeleeStruck) if one.target == "X"]
    assert {struck.unit, *struck.helpers} == {"A"} | helpers


@pytest.mark.rule("esa.9.16c", "esa.7.1.1a")
@pytest.mark.parametrize(("order", "free"), [("move", True), ("melee", False)])
def test_reiter_must_fight_only_where_somebody_engages_them(order, free):
    game = situation(f"""
        esa on open ground
        red  reiter R at 0,0 facing 0
        blue line X at 0,-1 facing 3
        blue line Y at 1,-1 facing 3
        order red: melee
        order blue: {order}
        cards red 9 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9
    """)
    game.phase("melee")
    first = next(one for one in game.asked if one.key == "attack")
    assert ("done" in {one.key for one in first.options}) is free
