"""Chapter geo, features: where the openings, gaps and points of a scenario's terrain come to lie."""

from __future__ import annotations

import pytest

from alfiere.battles.ground_forms import GapForm
from alfiere.games.cappa.scenario.features import Feature, FeatureForm, features
from alfiere.kernel.forms import Name

NAME = Name(en="thing", it="cosa")
RECT = (1000, 1000, 1800, 1400)


def house(**form) -> list[tuple[str, str, tuple[tuple[int, int], tuple[int, int]]]]:
    """The openings of a house 8 um wide and 4 deep: kind, side and place."""
    feature = Feature(FeatureForm(kind="building_stone", name=NAME, rect=RECT, **form))
    return [(one.kind, one.side, one.segment) for one in feature.openings]


def windows(**form) -> dict[str, list[int]]:
    """The middles of the windows of each side, along it."""
    found: dict[str, list[int]] = {}
    for kind, side, ((ax, ay), (bx, by)) in house(**form):
        if kind == "window":
            assert (bx - ax) + (by - ay) == 100
            found.setdefault(side, []).append((ax + bx) // 2 if ay == by else (ay + by) // 2)
    return found


@pytest.mark.rule("cappa.geo.45")
@pytest.mark.parametrize(
    ("side", "door", "gate"),
    [
        ("north", ((1350, 1000), (1450, 1000)), ((1300, 1000), (1500, 1000))),
        ("east", ((1800, 1150), (1800, 1250)), ((1800, 1100), (1800, 1300))),
        ("south", ((1350, 1400), (1450, 1400)), ((1300, 1400), (1500, 1400))),
        ("west", ((1000, 1150), (1000, 1250)), ((1000, 1100), (1000, 1300))),
    ],
)
def test_doors_of_one_um_and_gates_of_two_stand_in_the_middle_of_their_side(side, door, gate):
    assert house(doors=(side,), windows=0) == [("door", side, door)]
    assert house(gates=(side,), windows=0) == [("gate", side, gate)]
    assert house(doors=(side,), is_closed=True) == []


@pytest.mark.rule("cappa.geo.51")
@pytest.mark.parametrize(
    ("form", "found"),
    [
        ({}, {"north": [1400], "east": [1200], "south": [1400], "west": [1200]}),
        ({"doors": ("south",), "gates": ("east",)}, {"north": [1400], "west": [1200]}),
        ({"doors": ("south",), "windows": 2}, {"north": [1400], "east": [1200]}),
        ({"doors": ("south",), "windows": 4}, {"north": [1400], "east": [1200], "west": [1200], "south": [1200]}),
        ({"windows": 6}, {"north": [1266, 1533], "east": [1133, 1266], "south": [1400], "west": [1200]}),
        ({"doors": ("north",), "windows": 1, "windows_on": ("north",)}, {"north": [1200]}),
        ({"doors": ("north",), "windows": 2, "windows_on": ("north",)}, {"north": [1200, 1600]}),
        ({"doors": ("north",), "windows": 3, "windows_on": ("north",)}, {"north": [1133, 1266, 1600]}),
        ({"windows": 3, "windows_on": ("west", "south")}, {"south": [1266, 1533], "west": [1200]}),
        ({"windows": 0}, {}),
    ],
)
def test_windows_are_shared_out_over_the_sides_those_without_a_door_first(form, found):
    assert windows(**form) == found


def lines(kind="hedge", **form):
    """What is left of an obstacle."""
    return list(Feature(FeatureForm(kind=kind, name=NAME, **form)).segments)


@pytest.mark.rule("cappa.geo.48")
def test_a_gap_is_two_um_wide_unless_it_is_said_and_lies_about_its_point():
    along = (((0, 500), (2000, 500)),)
    down = (((500, 2000), (500, 0)),)
    usual = (GapForm(at=(800, 500)),)
    assert lines(lines=along, gaps=usual) == [((0, 500), (700, 500)), ((900, 500), (2000, 500))]
    wide = (GapForm(at=(500, 800), width=300),)
    assert lines(lines=down, gaps=wide) == [((500, 0), (500, 650)), ((500, 950), (500, 2000))]
    assert lines(lines=along, gaps=(GapForm(at=(800, 501)),)) == list(along)  # not on this line
    assert lines(lines=along, gaps=(GapForm(at=(2001, 500)),)) == list(along)
    assert lines(lines=along, gaps=(GapForm(at=(0, 500)),)) == [((100, 500), (2000, 500))]
    assert lines(lines=along, gaps=(GapForm(at=(1950, 500)),)) == [((0, 500), (1850, 500))]
    both = (GapForm(at=(500, 500)), GapForm(at=(1500, 500)))
    assert lines(lines=along, gaps=both) == [
        ((0, 500), (400, 500)),
        ((600, 500), (1400, 500)),
        ((1600, 500), (2000, 500)),
    ]


@pytest.mark.rule("cappa.geo.48")
@pytest.mark.parametrize(
    ("side", "cut"),
    [
        ("north", [((1000, 1000), (1300, 1000)), ((1500, 1000), (1800, 1000))]),
        ("east", [((1800, 1000), (1800, 1100)), ((1800, 1300), (1800, 1400))]),
        ("south", [((1000, 1400), (1300, 1400)), ((1500, 1400), (1800, 1400))]),
        ("west", [((1000, 1000), (1000, 1100)), ((1000, 1300), (1000, 1400))]),
    ],
)
def test_without_a_point_a_gap_is_in_the_middle_of_its_side(side, cut):
    found = lines(rect=RECT, gaps=(GapForm(side=side),))
    assert len(found) == 5
    assert [one for one in found if one in cut] == cut


@pytest.mark.rule("cappa.geo.49")
def test_a_barricade_lies_from_east_to_west_about_its_point_and_a_well_is_a_disc():
    assert lines("barricade", points=((1000, 800),), length=300) == [((850, 800), (1150, 800))]
    well = Feature(FeatureForm(kind="well", name=NAME, points=((1000, 800),)))
    assert (well.discs, well.segments) == ((((1000, 800), 100),), ())
    large = Feature(FeatureForm(kind="well", name=NAME, points=((1000, 800),), length=300))
    assert large.discs == (((1000, 800), 300),)


@pytest.mark.rule("cappa.geo.50", "cappa.geo.1")
def test_what_has_no_name_is_numbered_by_its_kind():
    forms = [
        FeatureForm(kind="hedge", name=NAME, lines=(((0, 0), (0, 100)),)),
        FeatureForm(kind="event_marker", name=NAME, points=((5, 5),)),
        FeatureForm(kind="hedge", name=NAME, id="yard", rect=RECT),
        FeatureForm(kind="hedge", name=NAME, lines=(((9, 0), (9, 100)),)),
    ]
    found = features(forms)
    assert [one.id for one in found] == ["hedge-1", "event_marker-1", "yard", "hedge-3"]
    assert found[1].marks == ((5, 5),)
    assert found[1].segments == ()
