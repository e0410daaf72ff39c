"""Chapter 6.3: where everybody stands in a formation, and what is none any more by a hair's breadth."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.people.squad_formations import breach, close_shape, is_compact, places_in_formation
from tests.situation import situation


def men(*places, also=""):
    """Characters at these places."""
    lines = [f"red extra M{number} at {x},{y}{also}" for number, (x, y) in enumerate(places)]
    return list(situation("\n".join(["cappa on open ground", *lines])).state.figures.values())


@pytest.mark.rule("cappa.6.3.1a", "cappa.6.5e")
@pytest.mark.parametrize(
    ("heading", "places"),
    [
        (0, [(1000, 1000), (1150, 1000), (850, 1000), (1000, 1150), (1150, 1150)]),
        (900, [(1000, 1000), (1000, 1150), (1000, 850), (850, 1000), (850, 1150)]),
        (1800, [(1000, 1000), (850, 1000), (1150, 1000), (1000, 850), (850, 850)]),
        (2700, [(1000, 1000), (1000, 850), (1000, 1150), (1150, 1000), (1150, 850)]),
    ],
)
def test_the_foremost_stands_in_the_middle_of_the_first_rank_and_the_others_beside_and_behind_him(heading, places):
    assert places_in_formation("open", 5, 100, (1000, 1000), heading) == places


@pytest.mark.rule("cappa.6.3.2.h1", "cappa.6.3.3.h1")
@pytest.mark.parametrize(
    ("formation", "shape", "count", "files"),
    [
        ("tight", "", 4, 2),
        ("tight", "", 5, 3),
        ("tight", "", 9, 3),
        ("tight", "", 10, 4),
        ("tight", "", 1, 1),
        ("close", "line", 6, 6),
        ("close", "ranks", 6, 3),
        ("close", "ranks", 7, 4),
        ("close", "column", 6, 2),
        ("close", "", 7, 4),
    ],
)
def test_how_many_stand_side_by_side_in_the_first_rank(formation, shape, count, files):
    found = places_in_formation(formation, count, 100, (2000, 2000), 0, shape)
    assert sum(1 for _, y in found if y == 2000) == files
    assert len(set(found)) == count


@pytest.mark.rule("cappa.6.3.1a", "cappa.geo.2")
@pytest.mark.parametrize(("apart", "rule"), [(2.01, ""), (2.02, "cappa.6.3.1a")])
def test_a_um_and_the_tolerance_is_the_widest_gap_of_open_order(apart, rule):
    assert breach(men((10, 10), (11, 10), (11 + apart, 10)), "open") == rule


@pytest.mark.rule("cappa.6.3.2a", "cappa.6.3.2.h1", "cappa.geo.6")
@pytest.mark.parametrize(("x", "y", "rule"), [(11.01, 11, ""), (11, 11.01, ""), (11.02, 11.02, "cappa.6.3.2a")])
def test_in_tight_formation_everybodys_base_touches_another(x, y, rule):
    assert breach(men((10, 10), (11, 10), (10, 11), (x, y)), "tight") == rule


@pytest.mark.rule("cappa.6.3.3.h1")
@pytest.mark.parametrize(
    ("places", "shape"),
    [
        (((10, 10), (11, 10), (12, 10), (13, 10)), "line"),
        (((10, 10), (11.1, 10), (12, 10), (13, 10)), "line"),  # dressed to a tenth of a um
        (((10, 10), (11.11, 10), (12.11, 10), (13.11, 10)), ""),
        (((10, 10), (11, 10), (10, 11), (11, 11)), "ranks"),
        (((10, 10), (11, 10), (10, 11.1), (11, 11.1)), "ranks"),
        (((10, 10), (11, 10), (10, 11.11), (11, 11.11)), ""),
        (((10, 10), (11, 10), (12, 10), (10, 11), (11, 11)), "ranks"),  # one fewer behind
        (((10, 10), (11, 10), (12, 10), (13, 10), (10, 11), (11, 11)), ""),  # two fewer
        (((10, 10), (11, 10), (10, 11), (11, 11), (10, 12), (11, 12)), "ranks"),  # a column of twos
        (tuple((10 + n % 3, 10 + n // 3) for n in range(9)), ""),  # three ranks
    ],
)
def test_close_order_is_dressed_to_a_tenth_of_a_um_on_one_line_or_two(places, shape):
    assert close_shape(men(*places)) == shape


@pytest.mark.rule("cappa.6.3.2.h1", "cappa.geo.2")
def test_a_tight_group_fits_into_its_circle_and_no_wider_one():
    # four men: 0.8 um times the root of four, 1.6 um from the middle to the farthest edge
    for off, fits in ((1.11, True), (1.12, False)):
        assert is_compact(men((10 - off, 10), (10 + off, 10), (10, 10 - off), (10, 10 + off))) == fits
    for off, fits in ((2.21, True), (2.22, False)):  # riders have twice the room, on bases twice as wide
        places = ((10 - off, 10), (10 + off, 10), (10, 10 - off), (10, 10 + off))
        assert is_compact(men(*places, also=", mounted, Mov 8")) == fits
