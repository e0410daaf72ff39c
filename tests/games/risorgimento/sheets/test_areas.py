"""Areas a scenario speaks of: wholly inside, near, in pieces of terrain, at a point."""

from __future__ import annotations

import pytest

from alfiere.games.risorgimento.sheets.areas import extent, lies_in
from alfiere.games.risorgimento.sheets.ground import Ground, PieceForm
from alfiere.games.risorgimento.sheets.scenario_forms import AreaForm
from alfiere.kernel.forms import Name
from alfiere.table.shapes import Pose, Rect, outline_of

NAME = Name(en="x", it="x")
GROUND = Ground(
    (10000, 8000),
    {
        "wood": PieceForm(kind="sparse_wood", name=NAME, rect=(3000, 3000, 5000, 5000)),
        "road": PieceForm(kind="road", name=NAME, path=((0, 7000), (10000, 7000))),
    }.items(),
)


def lies(area: AreaForm, x: int, y: int) -> bool:
    """Whether a base 3.5 cm wide and 2 deep lies there, facing north."""
    return lies_in(GROUND, area, outline_of(Rect(350, 200), Pose(x, y, 0)))


@pytest.mark.rule("risorgimento.set.1")
def test_a_base_lies_wholly_inside_a_rectangle_its_edge_included():
    area = AreaForm(rect=(1000, 1000, 2000, 2000))
    assert lies(area, 1175, 1100)
    assert lies(area, 1825, 1900)
    for x, y in ((1174, 1100), (1175, 1099), (1826, 1900), (1825, 1901)):
        assert not lies(area, x, y)
    assert list(extent(GROUND, area)) == [(1000, 1000, 2000, 2000)]


@pytest.mark.rule("risorgimento.set.1")
def test_or_inside_a_polygon_or_a_piece_of_terrain():
    wedge = AreaForm(polygon=((1000, 2000), (2000, 2000), (2000, 1000)))
    assert lies(wedge, 1800, 1800)
    assert lies(wedge, 1825, 1900)
    assert not lies(wedge, 1400, 1700)
    assert list(extent(GROUND, wedge)) == [(1000, 1000, 2000, 2000)]
    wood = AreaForm(inside=("wood",))
    assert lies(wood, 3175, 3100)
    assert not lies(wood, 3100, 3100)
    assert list(extent(GROUND, wood)) == [(3000, 3000, 5000, 5000)]


@pytest.mark.rule("risorgimento.geo.3")
def test_near_counts_from_edge_to_edge_and_includes_the_number():
    near = AreaForm(near=("wood",), by=400)
    assert lies(near, 4000, 5500)
    assert not lies(near, 4000, 5501)
    assert lies(near, 4000, 4000)
    assert list(extent(GROUND, near)) == [(2250, 2250, 5750, 5750)]
    strip = AreaForm(rect=(1000, 5000, 2000, 8000), near=("road",), by=600)
    assert lies(strip, 1500, 6250)
    assert not lies(strip, 1500, 6249)  # the road is 1 cm wide
    assert not lies(strip, 2500, 7000)


def test_at_a_point():
    spot = AreaForm(at=(500, 600))
    assert lies(spot, 500, 600)
    assert lies(spot, 600, 600)  # it lies on the point
    assert not lies(spot, 700, 600)
    assert list(extent(GROUND, spot)) == [(500, 600, 500, 600)]
