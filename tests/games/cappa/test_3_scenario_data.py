"""Scenarios: those that come with the game, and the shapes their terrain comes to."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

import alfiere.games.cappa.ruleset  # noqa: F401  every form of every file
from alfiere.battles.ground_forms import GapForm
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.scenario.features import Feature, FeatureForm
from alfiere.games.cappa.scenario.scenario_reading import FOLDER, scenario_ids
from alfiere.games.cappa.sheets.optional_rules import DeckForm
from alfiere.games.cappa.sheets.tables import terrain
from alfiere.kernel.forms import Form, Name

A = Name(en="a", it="a")


def test_the_scenarios_that_come_with_the_game():
    assert {"duello", "convento", "guardie"} <= set(scenario_ids()) == {path.stem for path in FOLDER.glob("*.toml")}
    dates = [read_scenario(name).form.date for name in scenario_ids()]
    assert dates == sorted(dates)
    for name in scenario_ids():
        scenario = read_scenario(name)
        assert scenario.id == name
        assert set(scenario.sides) in ({"red", "blue"}, {"red", "blue", "green"})
        again = read_scenario(scenario.source)
        assert again.form == scenario.form


def test_behind_the_convent_is_the_same_meeting_with_a_guard_more_and_nobody_in_a_squad():
    same, guards = read_scenario("convento"), read_scenario("guardie")
    for key in ("terrain", "table", "objective", "outcome"):
        assert getattr(same.form, key) == getattr(guards.form, key)
    assert [one for one in same.form.score if one in guards.form.score] == list(guards.form.score)
    more = [(one.kind, one.of, one.each) for one in same.form.score if one not in guards.form.score]
    extra, others = ("extra",), ("hero", "protagonist")  # so that a last turn is seldom drawn
    assert more == [("out of action", extra, 1), ("yielded", others, 2), ("yielded", extra, 1)]
    assert same.recommended == guards.recommended
    assert same.sides["blue"] == guards.sides["blue"]
    assert same.sides["red"].zone == guards.sides["red"].zone
    red = [(sheet.id, count) for sheet, count in same.order_of_battle("red")]
    assert red == [("rochefort", 1), ("ufficiale_guardie", 1), *[("guardia_cardinale", 1)] * 3]
    assert [same.value(seat) for seat in same.sides] == [8, 8]
    assert [same.firmness(seat) for seat in same.sides] == [6, 6]


def test_the_scenarios_without_squads_are_even():
    for name in ("duello", "convento"):
        scenario = read_scenario(name)
        assert not any(side.squad for side in scenario.sides.values())
        red, blue = scenario.points("red"), scenario.points("blue")
        assert abs(red - blue) <= 0.05 * red
        assert scenario.firmness("red") == scenario.firmness("blue")


@pytest.mark.rule("cappa.1.2.4.h2")
def test_a_duellist_without_a_second_line_gets_one():
    sheet = read_scenario("duello").sheet("duellist")
    wounded = sheet.line(1)
    assert (wounded.mo, wounded.ti, wounded.mi, wounded.ca, wounded.mov) == (5, 2, 3, 5, 300)
    assert wounded.id in read_scenario("duello").lines


@pytest.mark.rule("cappa.geo.49")
def test_a_well_is_a_disc_and_a_cart_lies_east_to_west():
    features = {feature.kind.id: feature for feature in read_scenario("guardie").features}
    assert features["well"].discs == (((1800, 2200), 100),)
    well = features["well"].obstacle
    assert well is terrain().obstacles["well"]
    assert (well.foot, well.mounted, well.gives_cover) == (None, None, True)
    assert features["barricade"].segments == (((2600, 2400), (2800, 2400)),)


@pytest.mark.rule("cappa.geo.45")
def test_a_closed_building_has_no_opening():
    convent = read_scenario("guardie").features[0]
    assert convent.area == (1300, 0, 2300, 500)
    assert convent.openings == ()
    assert convent.structure is terrain().structures["stone"]


@pytest.mark.rule("cappa.geo.45", "cappa.geo.51")
def test_a_door_stands_in_the_middle_and_windows_where_no_door_is():
    house = Feature(FeatureForm(kind="building_wood", name=A, rect=(1400, 1200, 1900, 1600), doors=("south",)))
    assert [(one.kind, one.side, one.segment) for one in house.openings] == [
        ("door", "south", ((1600, 1600), (1700, 1600))),
        ("window", "north", ((1600, 1200), (1700, 1200))),
        ("window", "east", ((1900, 1350), (1900, 1450))),
        ("window", "west", ((1400, 1350), (1400, 1450))),
    ]


@pytest.mark.rule("cappa.geo.51")
def test_six_windows_of_the_inn_two_on_each_side_without_a_door():
    inn = FeatureForm(kind="building_thick_brick", name=A, rect=(0, 0, 800, 600), doors=("south", "east"), windows=6)
    windows = [(one.side, one.segment) for one in Feature(inn).openings if one.kind == "window"]
    assert [side for side, _ in windows] == ["north", "north", "east", "south", "west", "west"]
    assert windows[0][1] == ((216, 0), (316, 0))
    assert windows[3][1] == ((150, 600), (250, 600))  # beside the door, which keeps the middle


@pytest.mark.rule("cappa.geo.48")
def test_a_gap_is_two_um_wide_and_in_the_middle_of_its_side():
    fold = FeatureForm(kind="low_wall", name=A, rect=(4400, 3400, 5000, 4000), gaps=(GapForm(side="west"),))
    assert Feature(fold).segments == (
        ((4400, 3400), (5000, 3400)),
        ((5000, 3400), (5000, 4000)),
        ((4400, 4000), (5000, 4000)),
        ((4400, 3400), (4400, 3600)),
        ((4400, 3800), (4400, 4000)),
    )
    assert Feature(fold).area is None
    at = FeatureForm(kind="hedge", name=A, lines=(((0, 500), (1000, 500)),), gaps=(GapForm(at=(0, 500), width=100),))
    assert Feature(at).segments == (((50, 500), (1000, 500)),)


def test_terrain_without_an_id_gets_one():
    ids = [feature.id for feature in read_scenario("guardie").features]
    assert ids == ["building_stone-1", "low_wall-1", "well-1", "barricade-1", "wood-1", "hedge-1"]


def test_a_road_is_a_strip_and_a_marker_a_point():
    road = Feature(FeatureForm(kind="road", name=A, lines=(((0, 0), (500, 500)),)))
    assert road.strips == ((((0, 0), (500, 500)), 300),)
    assert Feature(FeatureForm(kind="event_marker", name=A, points=((10, 20),))).marks == ((10, 20),)


# What a file leaves out

ONE_OF_EACH = {
    "Action.cost": "fixed",
    "CharacterForm.formation_pa": 1,
    "ComingForm.from_turn": 1,
    "ComingForm.player": 1,
    "ConfessionForm.turns": 1,
    "EarnsForm.dice": 1,
    "EarnsForm.of": ("hero", "protagonist", "extra"),
    "EntryForm.from_turn": 1,
    "EntryForm.player": 1,
    "EventForm.rows": 1,
    "EventForm.series": 1,
    "EventsForm.die": 10,
    "EventsForm.method": "card",
    "FeatureForm.levels": 1,
    "FeatureForm.storeys": 1,
    "Ground.foot": "free",
    "Ground.mounted": "free",
    "Ground.sight": "free",
    "GunForm.animals": -1,
    "GunForm.faces": -1,
    "Improvised.of": "attacker",
    "Mount.is_ridden": True,
    "RewardForm.how": "off",
    "ScenarioForm.outcome": "B",
    "ScoreForm.of": ("hero", "protagonist", "extra"),
    "ScoreForm.per": 1,
    "SpecialForm.light": "day",
    "SpecialForm.weather": "clear",
    "SquadForm.from_turn": 1,
    "SquadForm.player": 1,
    "WeaponForm.dice": 1,
}


def _forms(form: type[Form]) -> Iterator[type[Form]]:
    for one in form.__subclasses__():
        if one.__module__.startswith("alfiere.games.cappa."):
            yield one
        yield from _forms(one)


def test_what_a_file_leaves_out_is_nothing_but_where_one_of_it_is_usual():
    nothing = ("", 0, False, None, (), DeckForm())
    left_out = {
        f"{form.__name__}.{field.name}": field.default
        for form in _forms(Form)
        for field in msgspec.structs.fields(form)
        if field.default is not msgspec.NODEFAULT and field.default not in nothing
    }
    assert left_out == ONE_OF_EACH
