"""How an open table is told: ways in words, the map as text."""

from __future__ import annotations

import pytest

from alfiere.battles.picture import TextMap, letter_of
from alfiere.battles.ways_told import ahead, by_tape, is_beside, length_name, place_name, way_name, way_word, wind
from alfiere.kernel.words import Words
from alfiere.table.field import Field
from alfiere.table.terrain import AREA, LINE, Feature, Terrain

PHRASES = {
    "far": "{length} cm {where}",
    "towards": "towards {target}",
    "here": "on the spot",
    "north-east": "to the north-east",
    "south": "to the south",
}
ENGLISH, ITALIAN = Words("en", {"way": PHRASES}), Words("it", {"way": PHRASES})
WOOD = Feature("wood", "wood", AREA, ((0, 0), (200, 0), (200, 200), (0, 200)))
HEDGE = Feature("hedge", "hedge", LINE, ((350, 0), (350, 150)))
WALL = Feature("wall", "wall", LINE, ((0, 350), (200, 350)))
WELL = Feature("well", "well", AREA, ((450, 250),), 20)
ROAD = Feature("road", "road", LINE, ((0, 250), (300, 250)), 100)
FIELD = Field(600, 400, Terrain((WOOD, HEDGE, WALL, WELL, ROAD)), 1, 1)


def test_lengths_are_told_as_they_are_written_and_read_off_a_tape() -> None:
    assert [length_name(one, "en") for one in (400, 250, 225, 0)] == ["4", "2.5", "2.25", "0"]
    assert length_name(250, "it") == "2,5"
    assert [by_tape(one) for one in (246, 245, 244, 4)] == [250, 250, 240, 4]
    assert place_name((1250, 300), "en") == "12.5; 3"


@pytest.mark.parametrize(
    ("heading", "told"),
    [(0, "north"), (224, "north"), (225, "north-east"), (900, "east"), (3374, "north-west"), (3375, "north")],
)
def test_a_heading_has_the_nearest_point_of_the_compass(heading: int, told: str) -> None:
    assert wind(heading) == told


def test_a_way_is_so_far_towards_somebody_or_along_the_compass() -> None:
    def told(to: tuple[int, int], target: str = "", is_measured: bool = True) -> str:
        return way_name(ENGLISH, (0, 0), to, target, is_measured).replace("\N{NO-BREAK SPACE}", " ")

    assert told((0, 400)) == "4 cm to the south"
    assert told((0, 400), "Athos") == "4 cm towards Athos"
    assert told((300, -300)) == "4.3 cm to the north-east"  # 4.25 at least
    assert told((300, -300), is_measured=False) == "to the north-east"
    assert told((0, 0)) == "on the spot"
    assert way_name(ITALIAN, (0, 0), (0, 250), "", True).startswith("2,5")
    assert " " not in way_word(ENGLISH, "here")  # no list parts it


def test_towards_somebody_is_along_the_line_and_not_past_him() -> None:
    others = [((0, 1000), "B"), ((0, 500), "A"), ((100, 500), "aside")]
    assert ahead((0, 0), (0, 400), others) == "A"
    assert ahead((0, 0), (0, 500), others) == "A"
    assert ahead((0, 0), (0, 501), others) == "B"
    assert ahead((0, 0), (0, 400), [((20, 500), "near")]) == "near"
    assert ahead((0, 0), (0, 400), [((21, 500), "off")]) == ""
    assert ahead((0, 0), (0, -400), others) == ""
    assert ahead((0, 0), (0, 0), others) == ""


def test_a_base_is_beside_what_it_touches_or_stands_on() -> None:
    assert is_beside(FIELD.terrain, "wood", (100, 100), 50, 25)
    assert is_beside(FIELD.terrain, "hedge", (425, 100), 50, 25)
    assert not is_beside(FIELD.terrain, "hedge", (426, 100), 50, 25)


def test_the_map_has_a_sign_for_every_unit() -> None:
    table = TextMap(FIELD, {"wood": "♣"}, {"hedge": "%"})
    table.put("A", 450, 50)
    table.put("z", 600, 400)  # on the corner
    assert table.drawn() == [
        "   0         5",
        " 0 ♣ ♣ · % A ·",
        " 1 ♣ ♣ · % · ·",
        " 2 · · · · o ·",
        " 3 + + · · · z",
    ]


def test_each_side_has_letters_of_its_own() -> None:
    assert [letter_of(1, seat) for seat in ("red", "blue", "green")] == ["B", "b", "β"]
    assert [letter_of(26, "red"), letter_of(24, "green")] == ["A", "α"]
