"""Flight to an edge: straight, round what is in the way, as far as it goes where there is no way."""

from __future__ import annotations

from functools import partial

import pytest

from alfiere.battles.flight import at_most, way_to_edge
from alfiere.table.field import Base, Field, Scene, Terrain, base
from alfiere.table.reach import Journey, Way
from alfiere.table.shapes import Disc, Rect

SIZE = 2000, 3000
HERE = 800, 1000
RUNNER = base("runner", Disc(50), *HERE)


def trips(*others: Base) -> partial[Journey]:
    return partial(Scene(Field(*SIZE, Terrain(())), [RUNNER, *others]).journey, "runner")


def fled(edge: str, *others: Base) -> Way:
    return way_to_edge(trips(*others), HERE, edge, SIZE, 50, (300,))


@pytest.mark.parametrize(
    ("edge", "end"), [("north", (800, 50)), ("south", (800, 2950)), ("west", (50, 1000)), ("east", (1950, 1000))]
)
def test_an_open_way_leads_straight_to_the_edge(edge: str, end: tuple[int, int]) -> None:
    way = fled(edge)
    assert way.points == (HERE, end)
    assert way.length == abs(end[0] - HERE[0]) + abs(end[1] - HERE[1])


def test_he_runs_round_what_stands_in_the_way_and_no_farther_than_he_must() -> None:
    way = fled("north", base("wagon", Rect(400, 100), 800, 500))
    assert way.end[1] <= 51
    assert len(way.points) > 2
    assert 950 < way.length < 1100
    farther = fled("north", base("wall", Rect(1400, 100), 750, 500))
    assert farther.end[1] <= 51
    assert farther.length > 1250  # a longer way round than the first that is looked for


def test_where_there_is_no_way_he_runs_straight_at_the_edge() -> None:
    way = fled("north", base("wall", Rect(2000, 100), 1000, 500))
    assert way.end[0] == 800
    assert 600 <= way.end[1] <= 602


@pytest.mark.parametrize("most", [0, 1, 333, 949, 950, 2000])
def test_a_move_leads_along_so_much_of_the_way(most: int) -> None:
    way = fled("north", base("wagon", Rect(400, 100), 800, 500))
    part = at_most(trips(base("wagon", Rect(400, 100), 800, 500))(3000), way, most)
    assert part.length <= most
    assert part.length >= min(most, way.length) - 1
    assert part.points[0] == HERE
