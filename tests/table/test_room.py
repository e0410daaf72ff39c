"""Room for a base: places where it can stand alone, among others, and round about a point."""

from __future__ import annotations

from alfiere.table.field import Field, Scene
from alfiere.table.room import bears, rings, room_in
from alfiere.table.shapes import Disc, Rect, base
from alfiere.table.terrain import AREA, CLOSED, Feature, Terrain

POND = Feature("pond", "pond", AREA, ((400, 0), (600, 0), (600, 200), (400, 200)))
FIELD = Field(2000, 1000, Terrain((POND,), {"foot": {"pond": CLOSED}}), 0, 0)
STRIP = (0, 0, 1000, 100)


def test_the_table_bears_a_base_on_it_and_out_of_what_is_closed() -> None:
    assert bears(FIELD, Disc(50), "foot", 50, 50)
    assert not bears(FIELD, Disc(50), "foot", 49, 50)
    assert not bears(FIELD, Disc(50), "foot", 500, 100)
    assert bears(FIELD, Disc(50), "", 500, 100)
    assert bears(FIELD, Rect(100, 40), "foot", 100, 20)
    assert not bears(FIELD, Rect(100, 40), "foot", 100, 20, 900)  # turned it hangs over the edge


def test_an_area_has_room_for_one_base_beside_the_other_round_what_stands_there() -> None:
    empty = Scene(FIELD, ())
    assert [x for x, _ in room_in(empty, Disc(50), "foot", STRIP)] == [50, 150, 250, 350, 650, 750, 850, 950]
    man, cart = base("A", Disc(50), 200, 50), base("C", Rect(100, 100), 750, 50)
    assert [x for x, _ in room_in(Scene(FIELD, [man, cart]), Disc(50), "foot", STRIP)] == [50, 350, 650, 850, 950]
    upstairs = base("A", Disc(50), 200, 50, floor=1)
    assert room_in(Scene(FIELD, [upstairs]), Disc(50), "foot", STRIP) == room_in(empty, Disc(50), "foot", STRIP)


def test_a_rectangle_has_room_by_its_own_size_as_it_is_turned() -> None:
    empty = Scene(FIELD, ())
    assert room_in(empty, Rect(200, 100), "foot", STRIP) == [(100, 50), (300, 50), (700, 50), (900, 50)]
    assert room_in(empty, Rect(200, 100), "foot", STRIP, 900) == []
    assert room_in(empty, Rect(200, 100), "foot", (0, 0, 400, 400), 900)[:3] == [(50, 100), (150, 100), (250, 100)]
    man = Scene(FIELD, [base("A", Disc(50), 250, 50)])
    assert room_in(man, Rect(200, 100), "foot", STRIP) == [(100, 50), (700, 50), (900, 50)]


def test_rings_go_outwards_from_the_place_itself() -> None:
    assert list(rings(10, 20, 100, 50, 900)) == [
        (10, 20),
        (10, -30),
        (60, 20),
        (10, 70),
        (-40, 20),
        (10, -80),
        (110, 20),
        (10, 120),
        (-90, 20),
    ]
