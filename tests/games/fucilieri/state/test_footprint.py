"""Footprints, bases and zones (0.5-0.9, 3.2.4, 1.4.5)."""

from __future__ import annotations

import pytest

from alfiere.games.fucilieri.state.footprint import files, ranks, shape
from alfiere.games.fucilieri.state.standing import zone_of
from tests.games.fucilieri.lines import Situation
from tests.situation import situation


def of(text: str) -> Situation:
    found: Situation = situation(f"fucilieri\n{text}")
    return found


@pytest.mark.rule("fucilieri.3.2.4.1", "fucilieri.3.2.4.2", "fucilieri.3.2.4.3", "fucilieri.3.2.4.6", "fucilieri.0.6")
@pytest.mark.parametrize(
    ("figures", "formation", "across", "wide", "deep"),
    [
        (16, "line", 8, 20, 5),
        (16, "column", 4, 10, 10),
        (16, "square", 5, 12.5, 12.5),
        (11, "line", 6, 15, 5),
        (11, "column", 4, 10, 7.5),
        (11, "square", 4, 10, 10),
    ],
)
@pytest.mark.rule("fucilieri.ex.39")
def test_the_footprints_of_infantry(figures: int, formation: str, across: int, wide: float, deep: float) -> None:
    """Worked example 39: 16 figures, later 11."""
    game = of(f"red foot A at 60,60 facing S, {formation}, figures {figures}")
    assert files(game["A"]) == across
    assert shape(game["A"]) == (wide * 100, deep * 100)
    assert game.state.base(game["A"]).shape == (wide * 100, deep * 100)


@pytest.mark.rule("fucilieri.0.6", "fucilieri.3.2.4.1", "fucilieri.3.2.4.2", "fucilieri.3.2.4.4", "fucilieri.3.2.4.5")
@pytest.mark.parametrize(
    ("unit", "wide", "deep", "deep_in_ranks"),
    [
        ("horse A at 60,60 facing S", 12.5, 10, 2),
        ("horse A at 60,60 facing S, column", 7.5, 20, 4),
        ("dragoons A at 60,60 facing S, column, on foot", 10, 7.5, 3),
        ("skirmishers A at 60,60 facing S, open", 20, 7.5, 2),
        ("hussars A at 60,60 facing S, open", 20, 12.5, 2),
        ("guns A at 60,60 facing S", 15, 7.5, 1),
        ("guns A at 60,60 facing S, limbered", 5, 30, 2),
        ("light A at 60,60 facing S", 7.5, 7.5, 1),
    ],
)
def test_the_footprints_of_the_others(unit: str, wide: float, deep: float, deep_in_ranks: int) -> None:
    game = of(f"red {unit}")
    assert shape(game["A"]) == (wide * 100, deep * 100)
    assert ranks(game["A"]) == deep_in_ranks


@pytest.mark.rule("fucilieri.3.2.4.7")
def test_fewer_figures_than_a_rank_form_one_rank() -> None:
    game = of("red foot A at 60,60 facing S, column, figures 3")
    assert (files(game["A"]), ranks(game["A"])) == (3, 1)
    assert shape(game["A"]) == (750, 250)
    game = of("red horse A at 60,60 facing S, column, figures 2")
    assert shape(game["A"]) == (500, 500)


@pytest.mark.rule("fucilieri.3.2.4.5")
def test_a_battery_is_as_wide_as_the_guns_it_has_left() -> None:
    game = of("red guns A at 60,60 facing S, figures 4")
    assert game["A"].guns == 1
    assert shape(game["A"]) == (750, 750)
    game = of("red guns A at 60,60 facing S, figures 5")
    assert shape(game["A"]) == (1500, 750)


@pytest.mark.rule("fucilieri.0.6b", "fucilieri.0.6c")
def test_leaders_are_mounted_unless_they_are_said_to_be_on_foot() -> None:
    game = of("red general M at 60,60 cv 3 of X\nred general N at 90,60 cv 3 of Y, on foot")
    assert game.leader("M").shape == (250, 500)
    assert game.leader("N").shape == (250, 250)


@pytest.mark.rule("fucilieri.0.7", "fucilieri.0.8")
@pytest.mark.parametrize(
    ("x", "y", "zone"),
    [
        (60, 80, "front"),
        (70, 62.5, "front"),  # its front corner
        (80, 72.5, "front"),  # on the ray
        (80, 72.4, "flank"),
        (40, 72.5, "front"),
        (39.9, 72.4, "flank"),
        (80, 60, "flank"),
        (60, 60, "flank"),
        (60, 40, "rear"),
        (80, 47.5, "rear"),
        (80, 47.6, "flank"),
    ],
)
def test_rays_of_45_degrees_part_front_flank_and_rear(x: float, y: float, zone: str) -> None:
    game = of("red foot A at 60,60 facing S")
    assert zone_of(game.state, game["A"], (round(x * 100), round(y * 100))) == zone


@pytest.mark.rule("fucilieri.0.9")
@pytest.mark.parametrize(
    "unit",
    [
        "foot A at 60,60 facing S, square",
        "skirmishers A at 60,60 facing S, open",
        "foot A at 60,60 facing S, column, in V\nbuilding V 52.5,52.5 67.5,67.5",
    ],
)
def test_squares_open_order_and_garrisons_have_neither_flank_nor_rear(unit: str) -> None:
    game = of(f"red {unit}")
    assert {zone_of(game.state, game["A"], point) for point in ((6000, 0), (0, 6000), (6000, 9000))} == {"front"}


@pytest.mark.rule("fucilieri.1.4.5")
def test_line_column_and_square_are_close_order() -> None:
    close = {name: of(f"red foot A at 60,60 facing S, {name}")["A"].is_close for name in ("line", "column", "square")}
    assert close == {"line": True, "column": True, "square": True}
    assert not of("red skirmishers A at 60,60 facing S, open")["A"].is_close
    assert not of("red guns A at 60,60 facing S, limbered")["A"].is_close
