"""Chapters 9.7.2 and 10.2.3: what breaches, gaps, barricades and flames make of the pieces on the table."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.ground.structures import breach_at
from alfiere.games.cappa.scenario.ground_changes import (
    CHANGES,
    Breach,
    Change,
    Flames,
    Fortified,
    Gap,
    Lit,
    Made,
    applied,
    as_line,
    breaches,
    burning,
    in_flames,
)
from alfiere.games.cappa.scenario.waters import WATER, Water
from alfiere.table.terrain import AREA, LINE, WALLS, Feature, Opening

HEDGE = Feature("hedge-1", "hedge", LINE, ((500, 1000), (1500, 1000)), top=100)
HOUSE = Feature(
    "house",
    "building",
    WALLS,
    ((0, 0), (1000, 0), (1000, 600), (0, 600)),
    openings=(
        Opening("house/door-0", "door", 0, (450, 0), (550, 0)),
        Opening("house/window-0", "window", 0, (700, 0), (800, 0)),
        Opening("house/window-0-1", "window", 0, (450, 0), (550, 0), 1),
        Opening("house/window-2", "window", 2, (550, 600), (450, 600)),
        Opening("house/window-1", "window", 1, (1000, 250), (1000, 350)),
    ),
    top=200,
)


def parts(piece, change):
    """What is left of a piece: kind, points and height of its parts."""
    return {one.id: (one.kind, one.points, one.top) for one in applied([piece], [change])}


@pytest.mark.rule("cappa.10.2.3.h6")
@pytest.mark.parametrize(
    ("at", "width", "found"),
    [
        ((500, 0), None, ((450, 0), (550, 0))),
        ((20, 0), None, ((0, 0), (100, 0))),
        ((50, 0), None, ((0, 0), (100, 0))),
        ((990, 0), None, ((900, 0), (1000, 0))),
        ((500, 0), 200, ((400, 0), (600, 0))),
        ((950, 0), 200, ((800, 0), (1000, 0))),
        ((500, 0), 1000, ((0, 0), (1000, 0))),
    ],
)
def test_a_breach_lies_about_the_point_struck_and_within_the_side(at, width, found):
    assert breach_at((0, 0), (1000, 0), at, width) == found
    turned = breach_at((0, 1000), (0, 0), (0, 1000 - at[0]), width)
    assert turned == tuple((0, 1000 - x) for x, _ in found)


@pytest.mark.rule("cappa.10.2.3.h6")
@pytest.mark.parametrize(("long", "whole"), [(80, True), (100, True), (101, False)])
def test_of_a_side_no_wider_than_a_breach_nothing_is_left(long, whole):
    found = breach_at((0, 0), (long, 0), (long // 2, 0))
    assert (found == ((0, 0), (long, 0))) == whole


@pytest.mark.rule("cappa.10.2.3.h6")
def test_a_breach_in_a_slanting_wall_lies_on_it():
    assert breach_at((0, 0), (600, 800), (300, 400)) == ((270, 360), (330, 440))


@pytest.mark.rule("cappa.9.7.2.h2")
@pytest.mark.parametrize("turned", [False, True])
def test_a_gap_leaves_both_ends_of_a_hedge_as_they_were(turned):
    ends = ((900, 1000), (1100, 1000))
    assert parts(HEDGE, as_line(Gap("hedge-1", 0, *(ends[::-1] if turned else ends)))) == {
        "hedge-1~0": ("hedge", ((500, 1000), (900, 1000)), 100),
        "hedge-1~1": ("hedge", ((1100, 1000), (1500, 1000)), 100),
    }


@pytest.mark.rule("cappa.9.7.2.h2")
def test_a_gap_at_the_end_leaves_one_part_and_a_part_can_be_cut_again():
    changes = [
        as_line(Gap("hedge-1", 0, (500, 1000), (700, 1000))),
        as_line(Gap("hedge-1~0", 0, (1300, 1000), (1500, 1000))),
    ]
    (left,) = applied([HEDGE], changes[:1])
    assert (left.id, left.points) == ("hedge-1~0", ((700, 1000), (1500, 1000)))
    (left,) = applied([HEDGE], changes)
    assert (left.id, left.points) == ("hedge-1~0~0", ((700, 1000), (1300, 1000)))
    assert [one[0] for one in breaches(changes)] == ["hedge-1", "hedge-1"]
    assert breaches(changes)[0][1:] == ((500, 1000), (700, 1000))


@pytest.mark.rule("cappa.10.2.3.h6")
def test_in_the_breach_of_a_wall_lie_low_stones():
    wall = Feature("wall", "high_wall", LINE, ((0, 0), (0, 1000)), top=200)
    found = parts(wall, as_line(Breach("wall", 0, (0, 450), (0, 550))))
    assert found == {
        "wall~0": ("high_wall", ((0, 0), (0, 450)), 200),
        "wall~1": ("high_wall", ((0, 550), (0, 1000)), 200),
        "wall~2": ("breach", ((0, 450), (0, 550)), 0),
    }


@pytest.mark.rule("cappa.10.2.3.h6", "cappa.10.2.3j")
@pytest.mark.parametrize(
    ("start", "end", "gone"),
    [
        (500, 600, {"house/door-0"}),
        (550, 650, set()),  # beside the door
        (350, 450, set()),
        (549, 649, {"house/door-0"}),
        (351, 451, {"house/door-0"}),
        (540, 710, {"house/door-0", "house/window-0"}),
    ],
)
def test_a_breach_swallows_the_openings_it_meets_on_its_side_and_storey(start, end, gone):
    for points in (((start, 0), (end, 0)), ((end, 0), (start, 0))):
        (pierced,) = applied([HOUSE], [as_line(Breach("house", 0, *points))])
        ids = {one.id for one in pierced.openings}
        assert {one.id for one in HOUSE.openings} - ids == gone
        (hole,) = [one for one in pierced.openings if one.kind == "breach"]
        assert (hole.id, hole.edge, hole.start, hole.end, hole.floor) == ("house/breach-0-0", 0, *points, 0)


@pytest.mark.rule("cappa.10.2.3.h6")
def test_a_breach_in_an_upright_side_is_measured_along_it():
    for start, gone in ((300, True), (350, False), (150, False), (151, True)):
        (pierced,) = applied([HOUSE], [as_line(Breach("house", 1, (1000, start), (1000, start + 100)))])
        assert ("house/window-1" not in {one.id for one in pierced.openings}) == gone, start


@pytest.mark.rule("cappa.10.2.3.h6")
def test_a_closed_building_has_a_way_in_by_its_breaches_and_each_has_its_own_name():
    closed = HOUSE._replace(kind="closed_building", form=AREA, openings=())
    shots = [
        as_line(Breach("house", 0, (100, 0), (200, 0))),
        as_line(Breach("house", 2, (100, 600), (200, 600))),
    ]
    (pierced,) = applied([closed], shots)
    assert (pierced.kind, pierced.form) == ("building", WALLS)
    assert [one.id for one in pierced.openings] == ["house/breach-0-0", "house/breach-2-1"]


@pytest.mark.rule("cappa.9.7.2.h2")
def test_only_the_openings_of_that_side_on_the_ground_floor_are_fortified():
    changes = [as_line(Fortified("house", 0))]
    (held,) = applied([HOUSE], changes)
    assert {one.id for one in held.openings if one.kind == "fortified"} == {"house/door-0", "house/window-0"}
    assert CHANGES.among([*changes, "door-1", as_line(Lit("house", 2))], Fortified) == [Fortified("house", 0)]
    assert applied([HEDGE], changes) == (HEDGE,)  # of a house that is not there nothing changes


@pytest.mark.rule("cappa.9.7.2e")
def test_a_house_in_flames_has_no_openings_whatever_was_done_to_it_before():
    changes = [
        as_line(Fortified("house", 0)),
        as_line(Lit("house", 3)),
        as_line(Flames("house")),
    ]
    assert (burning(changes), in_flames(changes)) == ({"house": 3}, ["house"])
    (held,) = applied([HOUSE], changes)
    assert (held.kind, held.form, held.openings) == ("closed_building", AREA, ())
    (lit,) = applied([HOUSE], changes[:2])  # until the turn ends one goes in and out
    assert lit.form == WALLS


@pytest.mark.rule("cappa.9.7.2.h2")
def test_what_is_made_is_a_piece_of_its_own():
    barricade, trench = (
        as_line(Made("barricade", 0, (100, 100), (300, 100))),
        as_line(Made("hollow", 1, (100, 200), (400, 300))),
    )
    made = applied([], [barricade, trench])
    assert [(one.id, one.kind, one.form, one.points) for one in made] == [
        ("barricade+0", "barricade", LINE, ((100, 100), (300, 100))),
        ("hollow+1", "hollow", AREA, ((100, 200), (400, 200), (400, 300), (100, 300))),
    ]
    assert made[0].top > 0
    assert breaches([barricade, trench]) == []


def test_changes_are_written_as_they_always_were_and_read_back():
    lines: dict[str, Change] = {
        "breach|wall|3|0,450|-5,550": Breach("wall", 3, (0, 450), (-5, 550)),
        "gap|hedge-1~0|0|1,2|3,4": Gap("hedge-1~0", 0, (1, 2), (3, 4)),
        "made|hollow|1|100,200|400,300": Made("hollow", 1, (100, 200), (400, 300)),
        "fortified|house|2": Fortified("house", 2),
        "burning|house|4": Lit("house", 4),
        "flames|house": Flames("house"),
    }
    assert [as_line(change) for change in lines.values()] == list(lines)
    assert CHANGES.all(["house/door-0", *lines, "water dry stream-1"]) == list(lines.values())
    assert [line for line in ["house/door-0", *lines, "gaps"] if CHANGES.is_in(line)] == list(lines)
    assert [line for line in lines if CHANGES.is_in(line, Lit, Flames)] == ["burning|house|4", "flames|house"]


def test_changes_of_water_are_written_as_they_always_were_and_read_back():
    lines = {
        "water flood stream-1": Water("flood", "stream-1"),
        "water dry ford-1": Water("dry", "ford-1"),
        "water open ford-2": Water("open", "ford-2"),
        "water wade river-1 3000 2000 1000": Water("wade", "river-1", 3000, 2000, 1000),
    }
    assert [WATER.written(change) for change in lines.values()] == list(lines)
    assert WATER.among(["event/4", *lines, "flames|house"]) == list(lines.values())
