"""The ground: what is closed to whom, what a way meets and pays, ways across, cover, height, pieces laid out."""

from __future__ import annotations

from fractions import Fraction

import pytest

from alfiere.battles.ground_forms import Rect, Segment
from alfiere.games.fucilieri.sheets.barriers import Barrier, united_length
from alfiere.games.fucilieri.sheets.ground import Dearer, Ground, going
from alfiere.games.fucilieri.sheets.pieces import Laid, PieceForm, WayForm, laid_apart, laid_forms, laid_outlines
from alfiere.games.fucilieri.sheets.terrain import LEADER_ON_FOOT, MOUNTED_LEADER, Who
from alfiere.kernel.forms import named
from alfiere.table.shapes import Outline, Point, Pose, outline_of
from alfiere.table.shapes import Rect as Shape
from alfiere.table.terrain import CLOSED, FREE

LINE, COLUMN, OPEN = Who("foot", "line"), Who("foot", "column"), Who("foot", "open_order")
HORSE, HUSSARS, GUNS = Who("horse", "line"), Who("horse", "open_order"), Who("gun", "limbered")
TABLE = (18000, 12000)


def area(kind: str, rect: Rect, *ways: WayForm) -> PieceForm:
    return PieceForm(kind=kind, name=named(kind), rect=rect, ways=ways)


def line(kind: str, *path: Point, ways: tuple[WayForm, ...] = (), width: int = 0) -> PieceForm:
    return PieceForm(kind=kind, name=named(kind), path=path, ways=ways, width=width)


def ground(*pieces: PieceForm) -> Ground:
    return Ground(TABLE, ((f"{one.kind}", one) for one in pieces))


def block(x: int, y: int, wide: int = 1000, deep: int = 1000, heading: int = 0) -> Outline:
    """A footprint of 10 x 10 cm, its centre there; it faces north."""
    return outline_of(Shape(wide, deep), Pose(x, y, heading))


def front(outline: Outline) -> Segment:
    return outline.points[0], outline.points[1]


def only(found: tuple[Barrier, ...]) -> Barrier:
    (one,) = found
    return one


WOOD = area("wood", (5000, 2000, 8000, 4000))


@pytest.mark.parametrize(
    ("kind", "barred"),
    [
        ("wood", {"gun"}),
        ("vineyard", set()),
        ("marsh", {"horse", "gun"}),
        ("steep_hill", {"gun"}),
        ("gentle_hill", set()),
        ("building", {"foot", "horse", "gun"}),
        ("river", {"foot", "horse", "gun"}),
        ("stream", {"gun"}),
        ("hedge", {"gun"}),
        ("wall", {"horse", "gun"}),
        ("dyke", {"gun"}),
        ("entrenchment", {"horse", "gun"}),
    ],
)
@pytest.mark.rule("fucilieri.5.3", "fucilieri.5.4", "fucilieri.5.6", "fucilieri.5.8", "fucilieri.5.10")
def test_ground_is_closed_to_some(kind: str, barred: set[str]):
    goings = ground().terrain.goings
    assert {one.base for one in (LINE, OPEN, HORSE, GUNS) if goings[going(one)].get(kind, FREE) == CLOSED} == barred


@pytest.mark.rule("fucilieri.5.1", "fucilieri.5.1b")
def test_by_road_only_rivers_and_buildings_are_closed():
    found = ground().terrain.goings[going(GUNS, by_road=True)]
    assert {id for id, effect in found.items() if effect == CLOSED and " " not in id} == {"river", "building"}


@pytest.mark.rule("fucilieri.5.1b")
def test_a_road_is_as_wide_as_its_front_midpoint_may_be_off_and_a_building_interrupts_it():
    here = ground(line("road", (0, 6000), (18000, 6000)), area("building", (9000, 5250, 10500, 6750)))
    assert [here.road_at(100, y) for y in (5750, 5749)] == ["road", ""]
    assert here.road_at(9500, 6000) == ""


@pytest.mark.rule("fucilieri.5.19")
def test_leaders_pay_nothing_and_mounted_stay_out_of_marshes_and_behind_walls():
    goings = ground().terrain.goings
    mounted, on_foot = goings[going(MOUNTED_LEADER)], goings[going(LEADER_ON_FOOT)]
    assert {id for id in mounted if mounted[id] == CLOSED} == {
        "river",
        "marsh",
        "wall",
        "entrenchment",
        "unfinished_lines",
    }
    assert {id for id in on_foot if on_foot[id] == CLOSED} == {"river"}
    here = ground(WOOD, line("hedge", (0, 6000), (18000, 6000)))
    assert here.barriers(MOUNTED_LEADER) == ()
    assert here.half_rate_areas(MOUNTED_LEADER) == ()


@pytest.mark.rule("fucilieri.5.17", "fucilieri.5.4", "fucilieri.ex.92")
def test_half_rate_holds_from_the_moment_any_part_of_the_footprint_is_in_the_area():
    here = ground(WOOD)
    start = block(6000, 5100)  # its front edge is 6 cm from the wood
    assert not here.is_slow(COLUMN, start)
    (stretch,) = here.slow_stretches(COLUMN, start, 0, -900)
    assert stretch == (Fraction(6, 9), Fraction(1))  # 6 cm in the open, 3 in the wood
    assert here.is_slow(COLUMN, block(6000, 4200))
    assert here.slow_stretches(OPEN, start, 0, -900) == []
    assert here.disorders(COLUMN, block(6000, 4200)) is here.pieces["wood"]
    assert here.disorders(COLUMN, start) is None
    assert here.disorders(OPEN, block(6000, 4200)) is None


@pytest.mark.rule("fucilieri.5.17")
def test_a_footprint_leaves_an_area_when_its_last_part_does():
    found = ground(WOOD).slow_stretches(HORSE, block(6000, 4500), 0, -6000)[0]
    assert found == (Fraction(0), Fraction(3000, 6000))  # 20 cm of wood and 10 of its own depth


@pytest.mark.rule("fucilieri.5.17")
def test_an_area_with_a_hollow_is_left_and_entered_again():
    hollow = (
        (5000, 2000),
        (5500, 2000),
        (5500, 3500),
        (7500, 3500),
        (7500, 2000),
        (8000, 2000),
        (8000, 4000),
        (5000, 4000),
    )
    here = Ground(TABLE, [("wood", PieceForm(kind="wood", name=named("wood"), polygon=hollow))])
    across = here.slow_stretches(COLUMN, block(4000, 2600, 400, 400), 6000, 0)
    assert united_length(across) == Fraction(2 * 900, 6000)
    inside = here.slow_stretches(COLUMN, block(6000, 3750, 100, 100), 1000, 0)
    assert united_length(inside) == 1


@pytest.mark.parametrize(
    ("kind", "costs"),
    [
        ("stream", [400, 400, 800]),
        ("hedge", [400, 400, 400]),
        ("wall", [600, 600]),
        ("dyke", [600, 600, 1000]),
        ("entrenchment", [800, 800]),
        ("unfinished_lines", [600, 600]),
        ("river_bed", [400, 400]),
    ],
)
@pytest.mark.rule("fucilieri.5.7", "fucilieri.5.9", "fucilieri.5.10", "fucilieri.5.11", "fucilieri.5.12")
def test_who_crosses_a_line_pays_once(kind: str, costs: list[int]):
    here = ground(line(kind, (0, 6000), (18000, 6000)))
    assert [one.cost for who in (LINE, OPEN, HORSE, GUNS) for one in here.barriers(who)] == costs


@pytest.mark.rule("fucilieri.5.7")
def test_a_stream_disorders_close_order_alone_and_a_hedge_nobody():
    here = ground(line("stream", (0, 6000), (18000, 6000)), line("hedge", (0, 3000), (18000, 3000)))
    found = {who: [one.disorders for one in here.barriers(who)] for who in (LINE, OPEN, HORSE, HUSSARS)}
    assert found == {LINE: [True, False], OPEN: [False, False], HORSE: [True, False], HUSSARS: [False, False]}


@pytest.mark.rule("fucilieri.5.15")
def test_a_front_edge_meets_a_line_at_a_share_of_its_way():
    hedge = only(ground(line("hedge", (0, 6000), (18000, 6000))).barriers(LINE))
    edge = front(block(9000, 7000))  # 5 cm before the hedge
    assert hedge.meeting(edge, 0, -1000) == Fraction(1, 2)
    assert hedge.meeting(edge, 0, -500) is None  # it stops touching it
    assert hedge.meeting(edge, 0, 1000) is None
    flush = front(block(9000, 6500))
    assert hedge.is_met(flush)
    assert hedge.meeting(flush, 0, -100) == 0
    assert hedge.meeting(flush, 0, 100, is_ahead=False) is None
    assert hedge.meeting(front(block(9000, 6400)), 0, -500) is None  # it is over already


@pytest.mark.rule("fucilieri.5.15")
def test_a_line_that_ends_beside_the_way_is_not_met_and_one_end_on_is():
    hedge = only(ground(line("hedge", (9500, 6000), (18000, 6000))).barriers(LINE))
    assert hedge.meeting(front(block(9000, 7000)), 0, -1000) is None  # it begins where the corner passes
    assert hedge.meeting(front(block(9001, 7000)), 0, -1000) == Fraction(1, 2)
    upright = only(ground(line("hedge", (9000, 6000), (9000, 1000))).barriers(LINE))
    assert upright.meeting(front(block(9000, 7000)), 0, -1000) == Fraction(1, 2)
    assert upright.meeting(front(block(9000, 5000)), 0, -1000) is None  # it stands across it
    assert upright.meeting(front(block(9500, 7000)), 0, -1000) is None  # a corner goes along it


@pytest.mark.rule("fucilieri.5.15")
def test_a_line_aslant_is_met_by_the_corner_that_comes_to_it_first():
    hedge = only(ground(line("hedge", (8000, 5000), (10000, 7000))).barriers(LINE))
    assert hedge.meeting(front(block(9000, 7500)), 0, -1000) == Fraction(1, 2)  # the right corner, at y 6500


@pytest.mark.rule("fucilieri.5.11", "fucilieri.5.15")
def test_a_wide_dyke_is_met_at_its_foot_and_not_again_from_on_top():
    here = ground(line("dyke", (0, 6000), (18000, 6000), width=300))
    dyke = only(here.barriers(LINE))
    assert dyke.meeting(front(block(9000, 7150)), 0, -1000) == Fraction(1, 2)
    assert dyke.meeting(front(block(9000, 6600)), 0, -1000) is None
    assert [here.height(block(9000, y)) for y in (6600, 6700)] == [1, 0]


@pytest.mark.rule("fucilieri.5.18", "fucilieri.5.12")
def test_a_gap_at_a_corner_opens_both_sides_of_it_and_costs_nothing():
    ways = (WayForm(kind="gap", at=(9000, 6000)),)
    here = ground(line("entrenchment", (0, 6000), (9000, 6000), (9000, 12000), ways=ways))
    segments = only(here.barriers(LINE)).segments
    assert segments == (((0, 6000), (8500, 6000)), ((9000, 6500), (9000, 12000)))
    barred = [wall.bar.outline.points for wall in here.terrain.walls(going(HORSE))]
    assert barred == [((0, 6000), (8500, 6000)), ((9000, 6500), (9000, 12000))]


@pytest.mark.rule("fucilieri.5.11", "fucilieri.5.18")
def test_guns_pass_a_dyke_by_a_ramp_as_wide_as_it_is_said():
    ways = (WayForm(kind="ramp", at=(9000, 6000), width=1200),)
    here = ground(line("dyke", (0, 6000), (18000, 6000), ways=ways, width=300))
    walls = [wall.bar.outline for wall in here.terrain.walls(going(GUNS))]
    assert [max(x for x, _ in walls[0].points) + walls[0].radius, walls[0].radius] == [8400, 150]


@pytest.mark.rule("fucilieri.5.8", "fucilieri.5.18")
def test_a_river_is_open_at_a_bridge_in_column_and_at_a_ford_as_a_stream():
    ways = (WayForm(kind="ford", at=(14000, 9500), width=1500), WayForm(kind="bridge", at=(2500, 9500)))
    here = ground(area("river", (0, 9200, 18000, 9800), *ways))
    at = {
        who: [here.terrain.closed_areas(going(who)) != () and _is_open(here, who, x) for x in (2500, 8000, 14000)]
        for who in (LINE, COLUMN, HORSE, GUNS, MOUNTED_LEADER)
    }
    assert at == {
        LINE: [False, False, True],
        COLUMN: [True, False, True],
        HORSE: [False, False, True],
        GUNS: [True, False, True],  # but the line of the ford bars them:
        MOUNTED_LEADER: [True, False, True],
    }
    assert [wall.bar.by for wall in here.terrain.walls(going(GUNS)) if "ford" in wall.bar.by] == ["river.ford-1"]
    ford = only(here.barriers(HORSE))
    assert (ford.piece, ford.cost, ford.disorders, ford.segments) == (
        "river",
        800,
        True,
        (((13250, 9500), (14750, 9500)),),
    )
    assert here.piece_of("river.1") is here.piece_of("river.ford-1") is here.pieces["river"]
    assert [one.id for one in here.at(8000, 9500)] == ["river"]


def _is_open(here: Ground, who: Who, x: int) -> bool:
    return not any(one.holds(x, 9500) for one in here.terrain.closed_areas(going(who)))


@pytest.mark.rule("fucilieri.5.8", "fucilieri.5.18")
def test_a_river_from_north_to_south_has_its_ways_from_bank_to_bank():
    here = ground(area("river", (0, 0, 1000, 12000), WayForm(kind="bridge", at=(500, 3000))))
    assert [here.terrain.feature(id).points[0] for id in ("river.1", "river.2", "river.bridge-1")] == [
        (0, 0),
        (0, 3500),
        (0, 2500),
    ]
    ford = ground(area("river", (0, 0, 1000, 12000), WayForm(kind="ford", at=(500, 3000))))
    assert only(ford.barriers(LINE)).segments == (((500, 2500), (500, 3500)),)


@pytest.mark.rule("fucilieri.5.8")
def test_a_ford_of_a_stream_is_waded_like_the_stream():
    here = ground(line("stream", (0, 6000), (18000, 6000), ways=(WayForm(kind="ford", at=(4500, 6000)),)))
    assert only(here.barriers(COLUMN)).segments == (((0, 6000), (18000, 6000)),)


@pytest.mark.rule("fucilieri.5.7", "fucilieri.5.8")
def test_a_bridge_over_a_stream_spares_the_column_and_not_the_line():
    here = ground(line("stream", (0, 6000), (18000, 6000), ways=(WayForm(kind="bridge", at=(4500, 6000)),)))
    assert [len(only(here.barriers(who)).segments) for who in (LINE, COLUMN)] == [1, 2]
    assert not here.terrain.walls(going(LINE))
    assert len(here.terrain.walls(going(GUNS))) == 2


@pytest.mark.rule("fucilieri.5.7")
def test_an_open_sluice_makes_a_part_of_a_line_dearer_to_foot():
    form = line("canal", (0, 7200), (9000, 7200), (18000, 7200))
    here = Ground(TABLE, [("ritorto", form)], (Dearer(("ritorto",), 5000, {"close": 800, "open": 800}),))
    assert [(one.segments, one.cost) for one in here.barriers(LINE)] == [
        ((((0, 7200), (5000, 7200)),), 400),
        ((((5000, 7200), (9000, 7200)), ((9000, 7200), (18000, 7200))), 800),
    ]
    assert [one.cost for one in here.barriers(HORSE)] == [800]


@pytest.mark.rule("fucilieri.3.4.19b", "fucilieri.5.16")
def test_a_line_covers_who_touches_it_from_fire_that_crosses_it():
    here = ground(line("wall", (0, 6000), (18000, 6000)))
    shooter = (9000, 3000)
    assert here.cover(block(9000, 6500), shooter) == "hard"  # flush with it
    assert here.cover(block(9000, 6700), shooter) == "hard"  # 2 cm behind it
    assert here.cover(block(9000, 6701), shooter) == ""
    assert here.cover(block(9000, 6500), (9000, 9000)) == ""  # from its own side


@pytest.mark.rule("fucilieri.3.4.19b")
def test_an_area_covers_with_more_than_half_of_the_footprint_in_it_and_the_best_counts():
    here = ground(WOOD)
    assert here.cover(block(6000, 4000), (6000, 9000)) == ""  # just half
    assert here.cover(block(6000, 3999), (6000, 9000)) == "soft"
    assert here.share_inside("wood", block(6000, 4000, heading=450)) == Fraction(1, 2)
    both = ground(WOOD, line("entrenchment", (0, 4100), (18000, 4100)))
    assert both.cover(block(6000, 3500), (6000, 9000)) == "entrenchment"


@pytest.mark.rule("fucilieri.3.5.3.12")
def test_between_two_lies_what_the_one_touches_but_not_at_a_gap():
    ways = (WayForm(kind="gap", at=(3000, 6000)),)
    here = ground(line("wall", (0, 6000), (18000, 6000), ways=ways))
    assert [one.id for one in here.between(block(9000, 6500), (9000, 5000))] == ["wall"]
    assert here.between(block(3000, 6500), (3000, 5000)) == ()


@pytest.mark.rule("fucilieri.3.5.3.11")
def test_higher_is_who_stands_on_a_hill():
    here = ground(area("gentle_hill", (5000, 2000, 8000, 4000)))
    assert [here.height(block(6000, y)) for y in (4400, 4500)] == [1, 0]


@pytest.mark.rule("fucilieri.2.2.11b")
def test_a_farm_is_a_block_whose_wall_prolongs_a_side_and_an_enclosure_has_hedges_all_round():
    farm = Laid("farm", 4, 5000, 5000)
    pieces = dict(laid_forms(farm, *TABLE))
    assert pieces["farm"].polygon == ((4250, 4250), (5750, 4250), (5750, 5750), (4250, 5750))
    assert pieces["farm-wall"].path == ((5750, 4250), (7250, 4250))
    assert dict(laid_forms(farm._replace(is_mirrored=True), *TABLE))["farm-wall"].path == ((4250, 4250), (2750, 4250))
    ((_, hedges),) = laid_forms(Laid("fold", 3, 9000, 5000, 900, 2000, 1200), *TABLE)
    assert (hedges.kind, len(hedges.path), hedges.path[0]) == ("hedge", 5, hedges.path[-1])
    here = Ground(TABLE, laid_forms(farm, *TABLE))
    assert [one.id for one in here.buildings] == ["farm"]


@pytest.mark.rule("fucilieri.2.2.12")
def test_configurations_are_apart_by_their_nearest_edges_walls_too():
    farm, wood = Laid("farm", 4, 5000, 5000), Laid("wood", 1, 10250, 4750, 0, 3000, 2000)
    assert laid_apart(farm, wood) == 1500**2
    assert laid_apart(farm, wood.at(10250, 8000, 0)) == Fraction(1500**2 + 2750**2)
    assert len(laid_outlines(farm)) == 2


@pytest.mark.rule("fucilieri.2.2.15")
def test_a_road_between_the_short_edges_can_be_laid():
    ((_, road),) = laid_forms(Laid("road", 0), *TABLE)
    assert (road.kind, road.path) == ("road", ((0, 6000), (18000, 6000)))
