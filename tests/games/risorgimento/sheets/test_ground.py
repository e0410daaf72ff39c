"""The ground: kinds and levels at a place, what a way crosses and pays, cover, villages and farms."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from alfiere.games.risorgimento.sheets.ground import BRIDGE, PASSAGE, Ground, PieceForm, going
from alfiere.games.risorgimento.sheets.scenario_reading import read_scenario
from alfiere.games.risorgimento.sheets.terrain import terrain
from alfiere.kernel.forms import Name
from alfiere.table.field import Scene
from alfiere.table.legs import Footing, Pace, Shift
from alfiere.table.manoeuvre import Manoeuvre
from alfiere.table.measuring import overlaps
from alfiere.table.shapes import Outline, Point, Pose, Rect, outline_of

A_NAME = Name(en="x", it="x")


def piece(kind: str, **given: object) -> PieceForm:
    return PieceForm(kind=kind, name=A_NAME, **given)  # type: ignore[arg-type]


def ground(**pieces: PieceForm) -> Ground:
    """A table of 100 x 80 cm with these pieces, y to the south."""
    return Ground((10000, 8000), pieces.items())


HILL = ground(
    hill=piece("gentle_slope", rect=(2000, 2000, 6000, 6000)),
    top=piece("steep_slope", rect=(3000, 3000, 5000, 5000)),
    vines=piece("vineyard", rect=(2000, 2000, 3000, 6000)),
)


@pytest.mark.rule("risorgimento.geo.20")
def test_a_unit_is_in_an_area_when_its_centre_is_inside():
    assert HILL.kinds_at(2500, 3500) == {"gentle_slope", "vineyard"}
    assert HILL.kinds_at(2000, 3500) == frozenset()
    assert HILL.kinds_at(1999, 3500) == frozenset()


@pytest.mark.rule("risorgimento.d.1.12")
def test_the_level_of_a_place_is_that_of_the_highest_ground_there():
    assert [HILL.level(x, 4000) for x in (1000, 2500, 4000, 5500)] == [0, 1, 2, 1]


@pytest.mark.rule("risorgimento.e.5.1")
def test_of_several_grounds_the_dearest_is_paid():
    # Up the hill through its vines: horse pays 2 for the vines and 1.5 for the slope.
    assert HILL.paid("horse", (1000, 2500), (3000, 2500)).weight == Fraction(1, 2) * 1 + Fraction(1, 2) * 2
    assert HILL.paid("open", (1000, 2500), (3000, 2500)).weight == 1


@pytest.mark.rule("risorgimento.e.5.1", "risorgimento.e.3.3.2")
def test_a_slope_is_paid_only_by_who_enters_it_from_below_on_a_road_too():
    flank = (2500, 7000), (2500, 5000)
    up = HILL.paid("horse", *flank)
    assert up.weight == Fraction(3, 2)  # the vines cost 2 on the half inside
    assert HILL.paid("horse", *flank, by_road=True).weight == Fraction(5, 4)  # the slope alone, 1.5
    assert up.climbing == {"hill"}
    # who starts on top pays nothing for the slope, who goes on with the same climb does
    level = (5500, 2500), (5500, 5500)
    assert HILL.paid("close", *level).weight == 1
    assert HILL.paid("close", *level, frozenset({"hill"})).weight == Fraction(3, 2)
    # down costs nothing, and from the lower step to the upper one it is up again
    assert HILL.paid("horse", (5500, 4000), (7500, 4000)).weight == 1
    assert HILL.paid("limbered", (5500, 4000), (4500, 4000)).weight == Fraction(1, 2) + Fraction(1, 2) * 3
    assert HILL.paid("limbered", (4500, 4000), (5500, 4000)).weight == 1


@pytest.mark.rule("risorgimento.e.5.4")
def test_the_areas_a_way_enters_and_the_one_it_starts_in():
    entered = [(place, one.id) for place, one in HILL.entered((2500, 4000), (4500, 4000))]
    assert entered == [(0, "hill"), (0, "vines"), (Fraction(1, 4), "top")]


RIVER = ground(
    river=piece("canal", path=((5000, 0), (5000, 8000)), bridges=((5000, 4000),), fords=((5000, 6000),)),
    brook=piece("stream", path=((3000, 0), (3000, 8000)), bridges=((3000, 4000),)),
    railway=piece("railway_embankment", path=((0, 2000), (10000, 2000))),
    road=piece("road", path=((7000, 0), (7000, 8000))),
)


@pytest.mark.rule("risorgimento.geo.20", "risorgimento.g.6.3")
def test_lines_are_crossed_by_the_way_of_the_centre_and_at_a_bridge_within_1_cm_of_it():
    def ways(y: int) -> list[tuple[str, str]]:
        return [(one.piece.id, one.way) for one in RIVER.crossings((2000, y), (6000, y))]

    assert ways(4000) == ways(4100) == ways(3900) == [("brook", BRIDGE), ("river", BRIDGE)]
    assert ways(4101) == [("brook", ""), ("river", "")]
    assert ways(6050) == [("brook", ""), ("river", "ford")]


def test_a_bridge_beside_a_bend_opens_only_what_is_near_it():
    here = ground(brook=piece("canal", path=((1000, 1000), (5000, 1000), (5000, 5000)), bridges=((4950, 1000),)))
    assert [one.way for one in here.crossings((4900, 900), (4900, 1100))] == [BRIDGE]
    assert [one.way for one in here.crossings((4900, 1050), (5100, 1050))] == [BRIDGE]  # within 1 cm round the bend
    assert [one.way for one in here.crossings((4900, 1200), (5100, 1200))] == [""]
    far = ground(
        brook=piece("canal", path=((1000, 1000), (5000, 1000), (5000, 1300), (1000, 1300)), bridges=((3000, 1000),))
    )
    assert [one.way for one in far.crossings((3000, 900), (3000, 1400))] == [BRIDGE, ""]


def test_an_embankment_is_crossed_freely_where_a_road_crosses_it():
    assert RIVER.pieces["railway"].passages == ((7000, 2000),)  # not where a stream does
    assert [one.way for one in RIVER.crossings((7050, 1000), (7050, 3000))] == [PASSAGE]
    assert [one.way for one in RIVER.crossings((7200, 1000), (7200, 3000))] == [""]


@pytest.mark.rule("risorgimento.g.6.4", "risorgimento.e.5.1")
@pytest.mark.parametrize(
    ("arm", "formation", "at_bridge", "at_ford", "over_brook"),
    [
        ("infantry", "march_column", True, True, True),
        ("infantry", "attack_column", True, True, True),
        ("infantry", "line", False, True, True),
        ("infantry", "open_order", False, True, True),
        ("cavalry", "line", False, True, True),
        ("cavalry", "march_column", True, True, True),
        ("artillery", "limbered", True, True, False),
    ],
)
def test_who_crosses_a_river_and_a_stream_and_where(
    arm: str, formation: str, at_bridge: bool, at_ford: bool, over_brook: bool
):
    shape = RIVER.tables.base(arm, formation)
    mover = Manoeuvre(Scene(RIVER.field, ()), "A", {formation: Pace(2400, going=going(arm, formation))})

    def crosses(x: int, y: int) -> bool:
        return mover.barred(Footing(formation, shape, Pose(x, y, 900)), Shift(600)) is None

    assert crosses(4700, 4000) == at_bridge
    assert crosses(4700, 6000) == at_ford
    assert not crosses(4700, 5000)
    assert crosses(2700, 5000) == over_brook
    assert crosses(2700, 4000)


def test_ground_closed_to_horse_and_guns_bars_their_base_and_villages_bar_everybodys():
    here = ground(
        wood=piece("dense_wood", rect=(3000, 3000, 5000, 5000)),
        village=piece("village_sector", rect=(6000, 3000, 6750, 3750)),
    )
    for arm, formation, enters in (("cavalry", "line", False), ("infantry", "line", True)):
        mover = Manoeuvre(Scene(here.field, ()), "A", {formation: Pace(2400, going=going(arm, formation))})
        assert (mover.stands(Footing("line", Rect(350, 200), Pose(4000, 2950, 0))) is None) == enters
        assert mover.stands(Footing("line", Rect(350, 200), Pose(6375, 3375, 0))) is not None
        # along a road all is open
        column = Manoeuvre(Scene(here.field, ()), "A", {"march_column": Pace(2400, going="road")})
        assert column.stands(Footing("march_column", Rect(200, 350), Pose(6375, 3375, 0))) is None


@pytest.mark.rule("risorgimento.e.3.3.2", "risorgimento.e.5.1")
def test_along_a_road_lines_are_crossed_only_where_there_is_a_way_across():
    column = Manoeuvre(Scene(RIVER.field, ()), "A", {"march_column": Pace(2400, going="road")})

    def crosses(y: int) -> bool:
        return column.barred(Footing("march_column", Rect(200, 350), Pose(4700, y, 900)), Shift(600)) is None

    assert [crosses(y) for y in (4000, 5000, 6000)] == [True, False, True]


@pytest.mark.rule("risorgimento.e.3.3.4")
def test_a_unit_is_on_a_road_that_passes_under_its_centre():
    assert RIVER.road_at(7000, 5000) == "road"
    assert RIVER.road_at(7100, 5000) == ""
    assert HILL.road_at(2500, 2500) == ""  # vines are no road


@pytest.mark.rule("risorgimento.d.2.2", "risorgimento.d.2.3", "risorgimento.d.2.5")
def test_how_much_of_a_line_hides():
    here = ground(
        wheat=piece("wheat", rect=(2000, 0, 3000, 8000)),
        wood=piece("dense_wood", rect=(4000, 0, 5000, 8000)),
        hill=piece("gentle_slope", rect=(6000, 0, 7000, 8000)),
    )
    assert here.hidden((1800, 500), (2200, 500)) == 1
    assert here.hidden((3500, 500), (4050, 500)) == Fraction(1, 2)
    assert here.hidden((2900, 500), (4100, 500)) == Fraction(1, 2) + 1
    assert here.hidden((5500, 500), (7500, 500)) == 0
    assert here.known.visibility == 9600


@pytest.mark.rule("risorgimento.d.2.5")
def test_a_line_is_seen_through_as_far_as_what_hides_on_it_allows():
    here = ground(
        wheat=piece("wheat", rect=(2000, 1000, 2300, 7000)),
        field=piece("wheat", rect=(2200, 3000, 2500, 6000)),
        wood=piece("dense_wood", polygon=((4000, 0), (5000, 0), (4700, 4000), (5000, 8000), (4000, 8000))),
        vines=piece("vineyard", rect=(5500, 0, 5700, 5000)),
        hill=piece("gentle_slope", rect=(6000, 0, 7000, 8000)),
    )
    dice, found = random.Random("seen through"), set[tuple[bool, bool]]()
    for _ in range(3000):
        x, y = dice.randrange(0, 8000, 50), dice.randrange(0, 8000, 50)
        end = x + dice.randrange(-900, 900), y + dice.randrange(-900, 900)
        hidden = here.hidden((x, y), end)
        assert here.is_seen_through((x, y), end) == (hidden <= 1)
        found.add((hidden > 0, hidden > 1))
    assert found == {(False, False), (True, False), (True, True)}
    assert here.is_seen_through((1800, 2000), (2200, 2000))  # just as far as one sees
    assert not here.is_seen_through((1800, 2000), (2201, 2000))


def test_what_blocks_a_line_of_fire():
    assert terrain().blocking == {
        "gentle_slope",
        "steep_slope",
        "sparse_wood",
        "dense_wood",
        "farm",
        "village_sector",
    }


SHELTER = ground(
    wall=piece("wall", path=((4000, 2000), (6000, 2000))),
    wood=piece("sparse_wood", rect=(4000, 2100, 6000, 3000)),
    brook=piece("stream", path=((0, 5000), (10000, 5000))),
)


@pytest.mark.rule("risorgimento.d.3.2")
def test_the_best_cover_counts_and_a_wall_only_for_who_touches_it_with_the_enemy_beyond():
    def cover(x: int, y: int, against: Point) -> str:
        return SHELTER.cover(x, y, outline_of(Rect(350, 200), Pose(x, y, 0)), against)

    north, south = (5000, 500), (5000, 4500)
    assert cover(5000, 2102, north) == "hard-cover"
    assert cover(5000, 2102, south) == "light-cover"
    assert cover(5000, 2300, north) == "light-cover"
    assert cover(2000, 2500, north) == ""


@pytest.mark.rule("risorgimento.g.3.4")
def test_what_helps_a_defender_in_melee():
    here = ground(
        hill=piece("gentle_slope", rect=(2000, 2000, 4000, 4000)),
        village=piece("village_sector", rect=(3000, 3000, 3750, 3750)),
        brook=piece("stream", path=((6000, 0), (6000, 8000)), bridges=((6000, 4000),)),
    )
    assert here.defence((2100, 2500), (1900, 2500)) == "ground"
    assert here.defence((2300, 2500), (2100, 2500)) == ""
    assert here.defence((3100, 3300), (2900, 3300)) == "built-up"
    assert here.defence((6100, 2000), (5900, 2000)) == here.defence((6100, 4000), (5900, 4000)) == "ground"


@pytest.mark.rule("risorgimento.e.2.4.7")
def test_ground_over_which_cavalry_does_not_charge():
    assert not HILL.may_charge(2500, 2500)
    assert HILL.may_charge(5500, 2500)
    assert not HILL.may_charge_along((5500, 2500), (4000, 4000))
    assert HILL.may_charge_along((7000, 2500), (5500, 2500))
    assert RIVER.may_charge_along((2000, 5000), (4000, 5000))
    assert not RIVER.may_charge_along((4000, 5000), (6000, 5000))
    assert not RIVER.may_charge_along((6000, 1000), (6000, 3000))
    assert RIVER.may_charge_along((7000, 1000), (7000, 3000))


@pytest.mark.rule("risorgimento.g.5.1", "risorgimento.g.5.3", "risorgimento.g.5.12")
def test_infantry_stands_in_the_middle_of_a_side_and_batteries_beside_it():
    montebello = read_scenario("montebello").ground()
    slots, rect = montebello.slots("genestrello"), montebello.pieces["genestrello"].rect
    assert rect == (4250, 4100, 5000, 4850)
    assert slots["north"].infantry == Pose(4625, 4200, 0)
    assert slots["east"].infantry == Pose(4900, 4475, 900)
    assert [gun.point for gun in slots["north"].guns] == [(4350, 4200), (4900, 4200)]
    foot, gun = Rect(350, 200), Rect(200, 200)
    for slot in slots.values():
        bases = [outline_of(foot, slot.infantry), *(outline_of(gun, one) for one in slot.guns)]
        assert not any(overlaps(a, b) for a in bases for b in bases if a is not b)
        for outline in bases:
            assert montebello.terrain.holds_wholly("genestrello", outline)
    # four battalions stand on the four sides at once
    sides = [outline_of(foot, slot.infantry) for slot in slots.values()]
    assert not any(overlaps(a, b) for a in sides for b in sides if a is not b)
    assert montebello.side_of("genestrello", slots["west"].infantry) == "west"


@pytest.mark.rule("risorgimento.g.5.16")
def test_a_farm_has_four_sides_and_no_place_for_guns():
    montebello = read_scenario("montebello").ground()
    slots = montebello.slots("cemetery")
    assert all(not slot.guns for slot in slots.values())
    assert slots["south"].infantry == Pose(9450, 4850, 1800)


@pytest.mark.rule("risorgimento.g.5.8")
def test_sectors_of_a_village_lie_side_by_side():
    montebello = read_scenario("montebello").ground()
    assert montebello.neighbours("montebello-west") == {"east": "montebello-east"}
    assert montebello.neighbours("montebello-east") == {"west": "montebello-west"}
    assert montebello.neighbours("genestrello") == {}


@pytest.mark.rule("risorgimento.geo.1")
def test_files_count_y_to_the_north_and_the_table_to_the_south():
    montebello = read_scenario("montebello").ground()
    assert montebello.pieces["fossagazzo"].points == ((2200, 8000), (2200, 4400), (2400, 0))
    assert montebello.pieces["fossagazzo"].bridges == ((2200, 4400),)
    assert montebello.level(4000, 7500) == 1  # the foothills are in the south


@pytest.mark.rule("risorgimento.geo.3")
def test_how_far_a_base_is_from_a_piece_of_terrain():
    montebello = read_scenario("montebello").ground()
    beside = Outline(((4000, 4400), (4200, 4400), (4200, 4500), (4000, 4500)))
    assert montebello.gap("genestrello", beside) == 50
