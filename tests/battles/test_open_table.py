"""What games of an open table share besides its ground: faults of bases, ways round, weather, the board of a view."""

from __future__ import annotations

from alfiere.battles.board import open_board, shape_of
from alfiere.battles.ground_forms import GapForm, GroundForm, KindOfGround
from alfiere.battles.ground_shapes import Laid
from alfiere.battles.invariants import faults_of_bases
from alfiere.battles.walking import Gait, barriers, box_holds, boxed, walk
from alfiere.battles.weather import Fog, Observation, observed, sky
from alfiere.kernel.bad_data import shaped
from alfiere.kernel.forms import Name
from alfiere.table.field import Field, Scene
from alfiere.table.shapes import Disc, Rect, base
from alfiere.table.terrain import AREA, CLOSED, LINE, STOPS, Feature, Terrain

GOINGS = {"foot": {"lake": CLOSED, "hedge": STOPS}, "boat": {}}
LAKE = Feature("lake", "lake", AREA, ((1000, 1000), (2000, 1000), (2000, 2000), (1000, 2000)))
HEDGE = Feature("hedge", "hedge", LINE, ((3000, 1000), (3000, 2000)))
WELL = Feature("well", "lake", AREA, ((4500, 1500),), 40)
FIELD = Field(6000, 4000, Terrain((LAKE, HEDGE, WELL), GOINGS), 1, 1)
WALKER = Gait("foot", clear=60, wall=45, corner=250.0, enclosed=2000.0)
HERE = Name(en="here", it="qui")


def test_bases_hang_over_no_edge_and_overlap_no_other() -> None:
    bases = [base("A", Disc(50), 49, 100), base("B", Disc(50), 140, 100), base("C", Rect(400, 100), 3000, 3950)]
    wrong = ["A hangs over the edge of the table", "A and B overlap (toy.1)"]
    assert faults_of_bases(Scene(FIELD, bases), "toy.1") == wrong
    assert faults_of_bases(Scene(FIELD, bases), "toy.1", {frozenset("AB")}) == wrong[:1]
    upstairs = [base("A", Disc(50), 100, 100), base("B", Disc(50), 140, 100, floor=1)]
    assert faults_of_bases(Scene(FIELD, upstairs), "toy.1") == []


def test_nobody_stands_in_ground_that_is_closed_to_him() -> None:
    swims = Scene(FIELD, [base("A", Disc(50), 1500, 1500), base("B", Disc(50), 500, 500)])
    told = ["A stands in lake, which is lake and closed"]
    assert faults_of_bases(swims, "toy.1", going=lambda one: "foot") == told
    assert faults_of_bases(swims, "toy.1", going=lambda one: "boat") == []
    assert faults_of_bases(swims, "toy.1", going=lambda one: None) == []
    assert faults_of_bases(swims, "toy.1") == []


def test_a_lake_is_walked_round_and_a_hedge_crossed_where_that_is_shorter() -> None:
    barred = barriers(FIELD, WALKER, {"hedge": 300.0}.get)
    assert walk(barred, WALKER, (100, 500), (5000, 500)) == 4900.0
    assert 2000 < walk(barred, WALKER, (1500, 500), (1500, 2500)) < 4000
    assert walk(barred, WALKER, (2900, 1500), (3100, 1500)) == 200.0 + 300.0
    assert 200.0 + 250.0 < walk(barred, WALKER, (2900, 960), (3100, 960)) < 200.0 + 300.0  # by its end
    closed = barriers(FIELD, WALKER, lambda obstacle: None)
    assert walk(closed, WALKER, (2900, 1500), (3100, 1500)) > 1000.0
    assert 400.0 + 250.0 < walk(barred, WALKER, (4300, 1500), (4700, 1500)) < 900.0  # the well


def test_no_way_round_leads_over_the_edge_of_the_table() -> None:
    wall = Feature("wall", "lake", AREA, ((0, 1900), (6000, 1900), (6000, 2100), (0, 2100)))
    across = Field(6000, 4000, Terrain((wall,), GOINGS), 1, 1)
    barred = barriers(across, WALKER, lambda obstacle: None)
    assert walk(barred, WALKER, (3000, 1000), (3000, 3000)) == 2000.0 + 2000.0


def test_boxes_are_walked_round() -> None:
    (box,) = boxed(FIELD, WALKER, [(5000, 1000, 5200, 1200)])
    assert box_holds(box.box, (5100, 1100))
    assert not box_holds(box.box, (5100, 1300))
    assert walk([box], WALKER, (5100, 900), (5100, 1300)) > 400.0
    assert walk([box], WALKER, (5500, 900), (5500, 1300)) == 400.0


def test_the_weather_has_a_row_of_its_own_or_that_of_the_light() -> None:
    rows = [
        Observation(light="day", weather="clear", distance=64),
        Observation(light="day", weather="rain", distance=50, firearms=-1),
        Observation(light="new moon", distance=8, morale=-1),
        Observation(light="new moon", weather="rain", distance=7),
    ]
    assert observed(rows, "day", "clear").distance == 64
    assert observed(rows, "day", "snow").firearms == -1
    assert observed(rows, "new moon", "fog").distance == 8
    assert observed(rows, "new moon", "rain").distance == 7


def test_fog_lifts_or_stays() -> None:
    fog = Fog(clears_on=(6,), rains_on=(5,))
    assert [fog.after(roll) for roll in (4, 5, 6)] == ["fog", "rain", "clear"]


def test_the_sky_is_shown_unless_it_is_a_clear_day() -> None:
    names = {"en": {"moon": "moonlight", "fog": "fog", "day": "by day", "clear": "clear"}}
    assert sky("day", "clear", names, 64) == {}
    assert sky("moon", "clear", names, 30) == {
        "sky": {"dark": 1, "weather": None, "text": {"en": "moonlight"}, "sees": 30}
    }
    assert sky("moon", "fog", names, None) == {"sky": {"dark": 1, "weather": "fog", "text": {"en": "moonlight, fog"}}}
    assert sky("day", "fog", names, 8)["sky"]["dark"] == 0


def test_a_board_has_the_shapes_of_its_terrain() -> None:
    rows = ({"id": "wood", "is": "ground"}, {"id": "road", "is": "ground"}, {"id": "hedge", "is": "obstacle"})
    wood, road, hedge = (shaped(row, KindOfGround, "kinds") for row in rows)
    gap = GapForm(side="north", width=200)
    pieces = [
        Laid(GroundForm(kind="wood", name=HERE, rect=(0, 0, 100, 100)), wood, "w", 0),
        Laid(GroundForm(kind="road", name=HERE, path=((0, 0), (100, 100)), width=30), road, "r", 0),
        Laid(GroundForm(kind="hedge", name=HERE, rect=(0, 0, 1000, 100), gaps=(gap,)), hedge, "h", 0),
        Laid(GroundForm(kind="wood", name=HERE, polygon=((0, 0), (100, 0), (0, 100))), wood, "p", 0),
    ]
    board = open_board(6000, 4000, "cm", 10, map(shape_of, pieces))
    assert {key: board[key] for key in ("kind", "unit", "scale", "metres", "width", "depth")} == {
        "kind": "open",
        "unit": "cm",
        "scale": 100,
        "metres": 10,
        "width": 6000,
        "depth": 4000,
    }
    first, second, third, fourth = board["shapes"]
    assert first == {"id": "w", "kind": "wood", "name": {"en": "here", "it": "qui"}, "rect": [0, 0, 100, 100]}
    assert second["strips"] == [{"line": [[0, 0], [100, 100]], "width": 30}]
    assert third["lines"][:2] == [[[0, 0], [400, 0]], [[600, 0], [1000, 0]]]
    assert "rect" not in third
    assert fourth["polygon"] == [[0, 0], [100, 0], [0, 100]]
