"""The written ground of an open table: what its forms come to on the table, and how a slip in them is told."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.battles.ground_forms import GROUND_LENGTHS, ExitForm, GroundForm, KindOfGround, TableForm, ZoneForm
from alfiere.battles.ground_reading import TableCheck
from alfiere.battles.ground_shapes import Laid, all_laid, cut, lies_on, without
from alfiere.kernel.bad_data import BadData, shaped
from alfiere.kernel.forms import hundredths
from alfiere.table.terrain import AREA, LINE, Feature, Terrain

NAME = {"en": "here", "it": "qui"}
ROWS: list[dict[str, Any]] = [
    {"id": "wood", "is": "ground"},
    {"id": "road", "is": "ground", "width": 200},
    {"id": "hedge", "is": "obstacle"},
    {"id": "cart", "is": "obstacle", "length": 300},
    {"id": "pond", "is": "obstacle", "length": 400, "is_round": True},
    {"id": "farm", "is": "building"},
    {"id": "flag", "is": "mark"},
]
KINDS = {row["id"]: shaped(row, KindOfGround, "kinds") for row in ROWS}
GAP = 200


class Map(TableCheck):
    unit = "cm"


def written(kind: str, **given: Any) -> GroundForm:
    """A piece of terrain from a file in cm."""
    data = hundredths({"kind": kind, "name": NAME, **given}, GROUND_LENGTHS, "map.toml", unit="cm")
    return shaped(data, GroundForm, "map.toml")


def laid(kind: str, **given: Any) -> Laid[GroundForm, KindOfGround]:
    return Laid(written(kind, **given), KINDS[kind], kind, GAP)


def slip(kind: str, **given: Any) -> str:
    """How a piece of terrain on a table of 60 x 40 cm is refused; nothing if it is not."""
    try:
        Map("map.toml", TableForm(width=6000, depth=4000)).ground(written(kind, **given), KINDS, "terrain[0]")
    except BadData as bad:
        return f"{bad.where}: {bad.why}"
    return ""


def features(piece: Laid[GroundForm, KindOfGround], top: int = 0) -> list[Feature]:
    return list(piece.features(piece.kind.id, top))


def test_ground_is_filled_and_an_obstacle_is_its_sides() -> None:
    wood, hedge = laid("wood", rect=[1, 2, 5, 4]), laid("hedge", rect=[1, 2, 5, 4])
    corners = ((100, 200), (500, 200), (500, 400), (100, 400))
    assert features(wood, 50) == [Feature("wood", "wood", AREA, corners, top=50)]
    assert (wood.area, wood.segments, hedge.area) == ((100, 200, 500, 400), (), None)
    assert [one.points for one in features(hedge)] == [
        ((100, 200), (500, 200)),
        ((500, 200), (500, 400)),
        ((100, 400), (500, 400)),
        ((100, 200), (100, 400)),
    ]
    assert [one.id for one in features(hedge)] == ["hedge.1", "hedge.2", "hedge.3", "hedge.4"]


def test_a_polygon_may_be_written_either_way_round() -> None:
    there, back = laid("wood", polygon=[[1, 1], [5, 1], [3, 4]]), laid("wood", polygon=[[3, 4], [5, 1], [1, 1]])
    assert there.corners == back.corners == ((100, 100), (500, 100), (300, 400))
    assert there.area is None
    assert Terrain(tuple(features(back))).at(300, 200)[0].id == "wood"
    assert laid("hedge", polygon=[[1, 1], [5, 1], [3, 4]]).segments == (
        ((100, 100), (500, 100)),
        ((500, 100), (300, 400)),
        ((300, 400), (100, 100)),
    )


def test_a_path_is_lines_that_go_on_from_one_another() -> None:
    road = laid("road", path=[[0, 3], [4, 3], [6, 8]])
    assert road.strips == ((((0, 300), (400, 300)), 200), (((400, 300), (600, 800)), 200))
    assert [(one.id, one.form, one.radius) for one in features(road)] == [("road.1", LINE, 100), ("road.2", LINE, 100)]
    assert laid("road", lines=[[[0, 3], [4, 3]]], width=5).strips == ((((0, 300), (400, 300)), 500),)
    assert laid("hedge", path=[[0, 3], [4, 3]]).segments == (((0, 300), (400, 300)),)


def test_a_point_is_a_short_obstacle_a_round_one_or_a_mark() -> None:
    assert laid("cart", points=[[5, 5]]).segments == (((350, 500), (650, 500)),)
    assert laid("cart", points=[[5, 5]], length=1).segments == (((450, 500), (550, 500)),)
    pond = laid("pond", points=[[5, 5]])
    assert (pond.discs, pond.segments) == ((((500, 500), 400),), ())
    assert features(pond) == [Feature("pond", "pond", AREA, ((500, 500),), 200)]
    flag = laid("flag", points=[[5, 5]])
    assert (flag.marks, features(flag)) == (((500, 500),), [])


def test_what_has_no_id_gets_its_kind_and_a_number() -> None:
    forms = [
        written("wood", rect=[0, 0, 1, 1]),
        written("wood", rect=[2, 0, 3, 1]),
        written("road", path=[[0, 0], [1, 1]]),
    ]
    named = written("wood", rect=[4, 0, 5, 1], id="bois")
    pieces = all_laid([*forms, named], lambda form, id: Laid(form, KINDS[form.kind], id, GAP))
    assert [one.id for one in pieces] == ["wood-1", "wood-2", "road-1", "bois"]


def test_a_gap_is_cut_out_in_the_middle_of_a_side_or_at_a_point() -> None:
    north = {"rect": [0, 0, 10, 4], "gaps": [{"side": "north"}]}
    assert laid("hedge", **north).segments[:2] == (((0, 0), (400, 0)), ((600, 0), (1000, 0)))
    wide = {"lines": [[[0, 0], [0, 10]]], "gaps": [{"at": [0, 9], "width": 4}]}
    assert laid("hedge", **wide).segments == (((0, 0), (0, 700)),)


def test_a_gap_in_a_line_that_runs_aslant_lies_along_it() -> None:
    slanting = ((0, 0), (300, 400))
    assert cut(slanting, (150, 200), 100) == [((0, 0), (120, 160)), ((180, 240), (300, 400))]
    assert cut(slanting, (156, 195), 100) == [((0, 0), (120, 160)), ((180, 240), (300, 400))]  # almost on it
    assert cut(slanting, (0, 0), 100) == [((30, 40), (300, 400))]
    assert cut(slanting, (200, 200), 100) == [slanting]
    assert not lies_on((170, 190), slanting)


def test_a_hole_leaves_up_to_four_rectangles() -> None:
    assert without((0, 0, 10, 10), (3, 4, 5, 6)) == [(0, 0, 3, 10), (5, 0, 10, 10), (3, 0, 5, 4), (3, 6, 5, 10)]
    assert without((0, 0, 10, 10), (0, 0, 10, 4)) == [(0, 4, 10, 10)]
    assert without((0, 0, 10, 10), (10, 0, 20, 10)) == [(0, 0, 10, 10)]


@pytest.mark.parametrize(
    ("kind", "given", "told"),
    [
        ("wood", {"rect": [0, 0, 60, 40]}, ""),
        ("farm", {"rect": [1, 1, 2, 2]}, ""),
        ("hedge", {"path": [[0, 0], [3, 4]], "gaps": [{"at": [1.5, 2]}]}, ""),
        ("moor", {"rect": [0, 0, 1, 1]}, "terrain[0].kind: «moor» is not known; it must be one of wood, road,"),
        ("wood", {}, "terrain[0]: it needs exactly one of «rect», «polygon», «lines», «path» and «points»"),
        ("wood", {"rect": [0, 0, 1, 1], "path": [[0, 0], [1, 1]]}, "terrain[0]: it needs exactly one of"),
        ("wood", {"rect": [5, 0, 1, 1]}, "terrain[0].rect: a rect is [x1, y1, x2, y2], the north-west corner first"),
        ("wood", {"rect": [0, 0, 61, 1]}, "terrain[0].rect: (61, 1) is not on the table, which is 60 x 40 cm"),
        ("wood", {"polygon": [[0, 0], [1, 1]]}, "terrain[0].polygon: it has 3 points at least"),
        ("wood", {"polygon": [[0, 0], [1, 1], [2, 41]]}, "terrain[0].polygon: (2, 41) is not on the table"),
        ("road", {"path": [[0, 0]]}, "terrain[0].path: it has 2 points at least"),
        ("road", {"path": [[0, 0], [1, 1], [1, 1]]}, "terrain[0].path: the line begins where it ends"),
        ("road", {"lines": [[[0, 0], [1, 1]], [[1, 1], [1, 1]]]}, "terrain[0].lines[1]: the line begins where it ends"),
        ("road", {"points": [[0, 0]]}, "terrain[0]: ground is given as a «rect»"),
        ("wood", {"path": [[0, 0], [1, 1]]}, "terrain[0]: ground given as «path» needs a «width»"),
        ("farm", {"polygon": [[0, 0], [1, 1], [0, 2]]}, "terrain[0]: a building needs a «rect»"),
        ("flag", {"rect": [0, 0, 1, 1]}, "terrain[0]: markers are given as «points»"),
        ("hedge", {"points": [[0, 0]]}, "terrain[0]: an obstacle given as «points» needs a «length»"),
        ("pond", {"rect": [0, 0, 1, 1]}, "terrain[0]: a pond is given as «points»"),
        ("wood", {"rect": [0, 0, 1, 1], "levels": 5}, "terrain[0]: sizes cannot be negative; levels are 1 to 4"),
        ("cart", {"points": [[1, 1]], "length": -1}, "terrain[0]: sizes cannot be negative"),
        ("wood", {"rect": [0, 0, 1, 1], "gaps": [{"side": "north"}]}, "terrain[0]: only obstacles have gaps"),
        ("hedge", {"path": [[0, 0], [3, 4]], "gaps": [{"at": [2, 2]}]}, "terrain[0].gaps[0]: the gap must lie on"),
        ("hedge", {"path": [[0, 0], [3, 4]], "gaps": [{"side": "north"}]}, "terrain[0].gaps[0]: the gap must lie on"),
    ],
)
def test_a_piece_of_terrain_that_cannot_be_laid_is_refused_in_one_sentence(
    kind: str, given: dict[str, Any], told: str
) -> None:
    assert slip(kind, **given).startswith(told)
    assert bool(slip(kind, **given)) == bool(told)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"rect": (0, 0, 1000, 1000)}, ""),
        ({"edge": "north", "within": 4000}, ""),
        ({"edge": "west", "within": 6000}, ""),
        ({"around": "mill", "within": 500}, ""),
        ({}, "zone: it needs either a «rect», an «edge» or an «around»"),
        ({"edge": "north", "rect": (0, 0, 1, 1)}, "zone: it needs either a «rect», an «edge» or an «around»"),
        ({"around": "moon", "within": 500}, "zone.around: «moon» is not known; it must be one of mill"),
        ({"edge": "north", "within": 299}, "zone.within: it must be at least 3 cm, the width of a base"),
        ({"edge": "south", "within": 4001}, "zone.within: it reaches beyond the table"),
        ({"edge": "east", "within": 6001}, "zone.within: it reaches beyond the table"),
    ],
)
def test_a_zone_that_cannot_be_is_refused_in_one_sentence(given: dict[str, Any], told: str) -> None:
    check = Map("map.toml", TableForm(width=6000, depth=4000))
    if not told:
        check.zone(ZoneForm(**given), "zone", ["mill"], 300)
        return
    with pytest.raises(BadData) as bad:
        check.zone(ZoneForm(**given), "zone", ["mill"], 300)
    assert f"{bad.value.where}: {bad.value.why}" == told


def test_a_table_is_neither_too_small_nor_too_large_and_no_two_pieces_are_called_the_same() -> None:
    check = Map("map.toml", TableForm(width=6000, depth=4000))
    check.size(4000, 6000)
    with pytest.raises(BadData, match=r"table\.depth: a table measures 40\.01 to 60 cm"):
        check.size(4001, 6000)
    check.ids_once(["a", "b"])
    with pytest.raises(BadData, match=r"terrain\[2\]\.id: «a» stands twice"):
        check.ids_once(["a", "b", "a"])


def test_an_exit_lies_on_its_edge_and_every_base_has_room_in_its_zone() -> None:
    check = Map("map.toml", TableForm(width=6000, depth=4000))
    check.way_out(ExitForm(edge="west", start=3000, end=4000), "exit[0]")
    check.way_out(ExitForm(edge="north", start=5000), "exit[0]")
    for start, end in ((4000, 0), (-1, 0), (0, 4001), (300, 300)):
        with pytest.raises(BadData, match=r"exit\[0\]: it must begin before it ends, and lie on its edge"):
            check.way_out(ExitForm(edge="east", start=start, end=end), "exit[0]")
    check.room({(0, 0, 300, 200): [100, 80, 100, 100, 100, 100]}, "side red.zone", "toy.1")
    with pytest.raises(BadData, match=r"side red\.zone: it is too small for 7 bases \(toy\.1\)"):
        check.room({(0, 0, 300, 200): [100] * 7}, "side red.zone", "toy.1")


def test_a_game_may_leave_out_ways_to_give_a_shape() -> None:
    class Plain(Map):
        shapes = ("rect", "lines", "points")

    check = Plain("map.toml", TableForm(width=6000, depth=4000))
    with pytest.raises(BadData, match="exactly one of «rect», «lines» and «points»"):
        check.ground(written("wood", polygon=[[0, 0], [1, 1], [0, 2]]), KINDS, "terrain[0]")
