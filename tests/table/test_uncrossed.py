"""Lines that only the centre of a base does not cross: a river under a bridge narrower than the unit on it."""

from __future__ import annotations

import pytest

from alfiere.table.barriers import Refusal
from alfiere.table.field import Scene
from alfiere.table.legs import Footing, Pace, Shift, Turn
from alfiere.table.manoeuvre import Manoeuvre, Met
from alfiere.table.shapes import Pose, Rect
from alfiere.table.terrain import BARS_CENTRE, FREE, LINE, Feature, Field, Opening, Terrain

# A river that bends at (1000, 1000), with a bridge of 200 about the bend.
RIVER = Feature(
    "river",
    "river",
    LINE,
    ((1000, 0), (1000, 1000), (1200, 2000)),
    openings=(
        Opening("bridge", "bridge", 0, (1000, 900), (1000, 1000)),
        Opening("bridge-2", "bridge", 1, (1000, 1000), (1020, 1098)),
    ),
)
GOINGS = {"line": {"river": BARS_CENTRE}, "column": {"river": BARS_CENTRE, "bridge": FREE}}


def mover(going: str) -> Manoeuvre:
    scene = Scene(Field(2000, 2000, Terrain((RIVER,), GOINGS)), ())
    return Manoeuvre(scene, "A", {"line": Pace(2000, going=going)})


def at(x: int, y: int, heading: int = 900) -> Footing:
    return Footing("line", Rect(350, 200), Pose(x, y, heading))


@pytest.mark.parametrize("y", [500, 899, 950, 1000, 1050, 1500])
def test_only_who_may_use_the_bridge_crosses_and_only_there(y: int):
    ahead = Shift(600)
    assert mover("line").barred(at(700, y), ahead) == Refusal("ground", "river")
    crosses = mover("column").barred(at(700, y), ahead) is None
    assert crosses == (y in (950, 1000, 1050))


def test_a_base_may_hang_over_the_river_and_turn_there_but_its_centre_stops_short_of_it():
    met = mover("line").run(at(700, 500), Shift(600))
    assert met == Met(299, "ground", "river")
    assert mover("line").barred(at(700, 500), Shift(300)) == Refusal("ground", "river")
    near = at(999, 500)
    assert mover("line").stands(near) is None
    assert mover("line").barred(near, Turn(450)) is None


def test_what_stands_before_the_river_is_met_first():
    scene = Scene(Field(2000, 2000, Terrain((RIVER,), GOINGS)), (at(900, 500).base("B"),))
    met = Manoeuvre(scene, "A", {"line": Pace(2000, going="line")}).run(at(300, 500), Shift(900))
    assert met is not None
    assert (met.reason, met.by) == ("base", "B")


def test_who_is_on_the_line_may_leave_it_either_way():
    for heading in (900, 2700):
        assert mover("line").barred(at(1000, 500, heading), Shift(200)) is None
