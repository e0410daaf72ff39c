"""The tables, profiles and lists as the rules use them, and what is said of a slip in their files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from alfiere.games.fucilieri.sheets.lists import Bounds, lists, read_lists
from alfiere.games.fucilieri.sheets.profiles import (
    characters,
    leader_cost,
    leaders,
    profiles,
    read_profiles,
    roll,
    unit_cost,
    wrong_size,
)
from alfiere.games.fucilieri.sheets.tables import DATA, read_tables, row, tables
from alfiere.games.fucilieri.sheets.terrain import read_terrain
from alfiere.kernel.event import Tally
from tests.games.slips import sentence


@pytest.mark.rule("fucilieri.0.2")
def test_lengths_are_hundredths_angles_tenths_shares_millionths_costs_hundredths():
    known = tables()
    assert (known.distances.near_enemy, known.distances.on_road, known.bases.gun.depth) == (500, 250, 750)
    assert (known.angles.zone, known.shares.about, known.cost.oblique) == (450, 250_000, 150)
    assert (known.types["disciplined"].share.formation, known.firing["square"].share) == (250_000, (1, 4))
    assert (known.movements["heavy_horse"].flees, known.weapons["musket"].bands["long"]) == (3300, 3000)
    assert (known.configurations.largest, known.combat_dice.file) == ((3000, 2000), 250)


@pytest.mark.rule("fucilieri.1.2.1", "fucilieri.1.2.2a", "fucilieri.1.2.2b", "fucilieri.1.2.2c", "fucilieri.1.2.2d")
def test_there_are_four_qualities_each_with_its_morale():
    found = {id: (one.rank, one.morale) for id, one in tables().qualities.items()}
    assert found == {"poor": (1, 3), "average": (2, 4), "veteran": (3, 5), "elite": (4, 6)}
    assert profiles()["im_gren"].morale == 6


@pytest.mark.rule("fucilieri.1.3.1", "fucilieri.1.3.2")
def test_a_unit_is_of_one_of_three_types_or_normal_without_modifiers():
    known = tables()
    assert list(known.types) == ["irregular", "fanatic", "disciplined", "normal"]
    lines = known.modifiers
    for table in (lines.reaction, lines.influence, lines.form_square):
        assert "normal" not in table
    assert known.types["normal"].points == 0


@pytest.mark.parametrize(
    ("arm", "least", "most"),
    [
        ("infantry", 12, 24),
        ("grenadiers", 8, 16),
        ("skirmishers", 6, 12),
        ("heavy_cavalry", 6, 12),
        ("light_cavalry", 6, 12),
        ("dragoons", 6, 12),
    ],
)
@pytest.mark.rule("fucilieri.1.4.1a", "fucilieri.1.4.1b", "fucilieri.1.4.1c", "fucilieri.1.4.1d")
def test_a_unit_has_so_many_figures(arm: str, least: int, most: int):
    said = [wrong_size(arm, figures, 0) for figures in (least - 1, least, most, most + 1)]
    assert said == [
        f"it has {least - 1}; it must have {least} to {most}",
        "",
        "",
        f"it has {most + 1}; it must have {least} to {most}",
    ]
    assert wrong_size(arm, least, 1) == "only artillery has guns"


@pytest.mark.rule("fucilieri.1.4.1e")
def test_artillery_has_one_to_three_guns_with_four_men_each():
    assert [wrong_size("artillery", 4 * guns, guns) == "" for guns in (0, 1, 2, 3, 4)] == [
        False,
        True,
        True,
        True,
        False,
    ]
    assert wrong_size("artillery", 7, 2) == "it has a crew of 7; 2 guns have 8"


@pytest.mark.rule("fucilieri.1.4.2", "fucilieri.1.4.2b")
def test_grenadiers_are_infantry_skirmishers_form_no_square_and_three_arms_ride():
    arms = tables().arms
    foot, grenadiers = arms["infantry"], arms["grenadiers"]
    assert (foot.formations, foot.moves, foot.base) == (grenadiers.formations, grenadiers.moves, grenadiers.base)
    assert "square" not in arms["skirmishers"].formations
    assert [id for id, one in arms.items() if one.is_cavalry] == ["heavy_cavalry", "light_cavalry", "dragoons"]
    assert [id for id, one in arms.items() if one.is_foot] == ["infantry", "grenadiers", "skirmishers"]
    assert tables().movement("dragoons", "carbine").id == "heavy_horse"
    assert tables().movement("dragoons", "carbine", on_foot=True).id == "light_foot"
    assert tables().movement("artillery", "field_gun").id == "field_gun"


@pytest.mark.rule("fucilieri.1.4.5")
def test_line_column_and_square_are_close_order():
    assert [id for id, one in tables().formations.items() if one.is_close] == ["line", "column", "square"]


@pytest.mark.rule("fucilieri.1.4.3", "fucilieri.1.7.12")
def test_characters_of_a_unit_cost_more_and_are_among_its_figures():
    line = profiles()["fr_line"]
    assert line.characters == ("officer", "sergeant")
    assert line.points == 16 * 5 + 6 + 4  # sixteen figures are paid for, not eighteen
    assert profiles()["fr_gun8"].characters == ("officer",)


@pytest.mark.rule("fucilieri.1.5.1")
def test_a_distance_lies_in_a_range_or_beyond_all():
    musket, field = tables().weapons["musket"], tables().weapons["field_gun"]
    assert [musket.band(far) for far in (1500, 1501, 3000, 3001)] == ["short", "long", "long", None]
    assert [field.band(far) for far in (2000, 2001, 5001, 8001)] == ["short", "medium", "long", None]
    assert (musket.is_gun, field.is_gun) == (False, True)


@pytest.mark.rule("fucilieri.1.6.1")
def test_a_condottiero_and_a_general_have_their_values():
    values = {role: {one.cv for one in leaders().values() if one.role == role} for role in ("condottiero", "general")}
    assert values == {"condottiero": {2, 3, 4, 5, 6}, "general": {1, 2, 3, 4, 5}}


@pytest.mark.rule("fucilieri.1.6.2", "fucilieri.1.6.3")
def test_characters_are_of_units_or_commands_and_three_have_a_base_of_their_own():
    known = characters()
    assert [id for id, one in known.items() if one.of == "unit"] == ["commander", "officer", "sergeant"]
    assert [id for id, one in known.items() if one.is_individual] == ["scout", "charismatic", "standard"]
    assert known["musicians"].saves is None


@pytest.mark.rule("fucilieri.1.7.4", "fucilieri.1.6.6")
def test_a_leader_costs_by_his_value_and_his_trait():
    assert [leader_cost(leaders()[id]) for id in ("cond_4", "gen_4", "l_eugene")] == [120, 80, 180 + 40]


@pytest.mark.rule("fucilieri.1.7.3", "fucilieri.1.7.5")
def test_characters_have_their_prices():
    assert {id: one.points for id, one in characters().items()} == {
        "scout": 20,
        "charismatic": 40,
        "standard": 30,
        "musicians": 10,
        "commander": 12,
        "officer": 6,
        "sergeant": 4,
    }


@pytest.mark.rule("fucilieri.ex.69", "fucilieri.1.7.1", "fucilieri.1.7.2", "fucilieri.1.7.3", "fucilieri.1.7.7")
def test_english_line_foot_costs_a_hundred_and_forty():
    line = profiles()["en_line"]
    assert (line.figures, line.quality, line.type, line.abilities) == (16, "veteran", "disciplined", ("platoon_fire",))
    assert unit_cost(line, 16, 0, ("officer", "sergeant"), roll()) == 140 == line.points


@pytest.mark.rule("fucilieri.1.7.2")
def test_a_cuirass_is_paid_for_each_figure_and_an_ability_once():
    cuirassiers, hussars = profiles()["im_cuir"], profiles()["fr_huss"]
    more = [unit_cost(cuirassiers, figures, 0, (), roll()) for figures in (10, 11)]
    each = tables().price("heavy_cavalry", "", cuirassiers.quality)
    assert more[1] - more[0] == each + 3
    assert unit_cost(hussars, 8, 0, (), roll()) == 8 * 9 + 10


@pytest.mark.rule("fucilieri.1.7.6")
def test_guns_are_paid_with_their_crew_by_weight_and_quality():
    found = {
        weapon: tables().price("artillery", weapon, "average") for weapon in ("light_gun", "field_gun", "heavy_gun")
    }
    assert found == {"light_gun": 30, "field_gun": 45, "heavy_gun": 60}
    prices = [tables().price("artillery", "field_gun", one) for one in ("poor", "average", "veteran", "elite")]
    assert prices == [40, 45, 50, 55]
    assert unit_cost(profiles()["fr_gun8"], 8, 2, ("officer",), roll()) == 96


@pytest.mark.rule("fucilieri.1.7.7")
def test_a_type_costs_once_for_a_unit():
    assert {id: one.points for id, one in tables().types.items()} == {
        "irregular": -8,
        "fanatic": 0,
        "disciplined": 12,
        "normal": 0,
    }


@pytest.mark.rule("fucilieri.1.7.11")
def test_profiles_have_the_usual_sizes_but_where_they_say_otherwise():
    usual = {"infantry": 16, "grenadiers": 12, "skirmishers": 8, "light_cavalry": 8}
    for one in profiles().values():
        if one.arm == "artillery":
            assert one.guns in (1, 2)
    for arm, figures in usual.items():
        sizes = [one.figures for one in profiles().values() if one.arm == arm]
        assert max(sizes, key=sizes.count) == figures, arm


@pytest.mark.rule("fucilieri.1.7.8")
def test_a_list_is_scaled_by_points_least_down_and_most_up():
    assert lists().bounds("france", 1500)["fr_line"] == Bounds(3, 9)
    assert lists().bounds("france", 1000)["fr_line"] == Bounds(2, 6)
    assert lists().bounds("france", 1100)["fr_line"] == Bounds(2, 7)
    assert lists().bounds("france", 2000)["fr_guard"] == Bounds(0, 2)


@pytest.mark.rule("fucilieri.1.7.9", "fucilieri.1.7.10")
def test_savoy_changes_sides_and_the_others_do_not():
    known = lists()
    assert known.are_allies("savoy", "france", "1703-09-30")
    assert not known.are_allies("savoy", "france", "1703-10-01")
    assert known.are_allies("savoy", "empire", "1703-10")
    assert {id for id in known.armies if known.coalition(id, "1706-01-01") == "bourbon"} == {"france", "spain"}
    assert not known.are_allies("france", "france", "1706-01-01")


def test_a_total_falls_into_the_row_with_the_highest_start_it_reaches():
    assert [row(tables().reaction, total).result for total in (12, 7, 6, 5, 4, 3, -5)] == [
        "none",
        "none",
        "disorganised",
        "demoralised",
        "falling-back",
        "flight",
        "flight",
    ]
    assert [row(tables().speech, total).outcome for total in (3, 4, 5, 7, 8)] == [
        "negative",
        "negative",
        "none",
        "none",
        "positive",
    ]


def test_what_counts_for_each_cause_is_counted_so_often():
    tally = Tally("reaction")
    tables().modifiers.reaction.count("quarter-lost", tally, 2)
    tables().modifiers.reaction.count("bloodlust", tally)
    assert tally.lines == [(-2, "quarter-lost", "fucilieri.4.2.3a"), (2, "bloodlust", "fucilieri.4.2.4f")]
    with pytest.raises(AssertionError):
        tables().modifiers.reaction.count("bloodlust", tally, 2)


@pytest.mark.rule("fucilieri.2.2.10", "fucilieri.2.4.15")
def test_a_die_says_how_many_pieces_of_terrain_and_whom_the_light_is_against():
    dice = range(1, 7)
    assert [tables().configurations.number(die) for die in dice] == [4, 4, 5, 5, 6, 6]
    assert [tables().light.whom(die) for die in dice] == ["own", "none", "none", "none", "enemy", "enemy"]


SLIPS = [
    ("tables", "touch = 0.05", "touch = 0.001", "distances.touch: 0.001 is finer than a hundredth of a cm"),
    ("tables", "zone = 45", "zone = 45.55", "angles.zone: 45.55 is not an angle of at most 360 degrees"),
    ("tables", "short = 15, long = 30", "short = 35, long = 30", "weapon musket.bands: each range must reach farther"),
    ("tables", "hits = { short = 5, long = 6 }", "hits = { short = 5 }", "weapon musket: «hits», and «dice» of a gun"),
    ("tables", 'moves = "light_foot"', 'moves = "infantry"', "arm skirmishers.formations: movement infantry has the"),
    (
        "tables",
        'moves = "infantry"',
        'moves = "snails"',
        "arm infantry.moves: «snails» is not known; it must be one of",
    ),
    ("tables", "poor = 3, average = 5, ", "average = 5, ", "points.by_quality: there is a price for each quality"),
    ("tables", "count = { 1 = 4, ", "count = { ", "configurations.count: there is one entry for each face of a die"),
    ("tables", "morale = 3", "courage = 3", "quality[0]: object contains unknown field `courage`; known are id"),
    ("modifiers", 'id = "moved"', 'id = "elite"', "fire elite: this id stands twice"),
    ("terrain", 'going = "wood"', 'going = "jungle"', "kind wood.going: «jungle» is not known; it must be one of"),
    ("terrain", 'cover = "hard"', 'cover = "steel"', "effect[6].cover: invalid enum value 'steel'"),
    ("terrain", "die = 6", "die = 5", "configuration: there is one for each face of a die"),
    ("profiles", 'arm = "infantry"', 'arm = "elephants"', "unit fr_guard.arm: «elephants» is not known"),
    ("profiles", "figures = 16", "figures = 25", "unit fr_guard.figures: it has 25; it must have 12 to 24"),
    ("profiles", "points = 90\norigin", "points = 91\norigin", "leader cond_3.points: it is 91; he costs 90"),
    ("profiles", "cv = 2\n", "cv = 7\n", "leader cond_2.cv: it is 7; it must be 2 to 6 (fucilieri.1.6.1)"),
    ("profiles", 'weapon = "musket"', 'weapon = "field_gun"', "unit fr_guard.weapon: artillery has guns, and nobody"),
    ("lists", '"fr_line", least = 3', '"im_line", least = 3', "list france.units: «im_line» is of another nation"),
    ("lists", 'en = "France"', 'en = " "', "list france.name: the name is empty in a language: «en»"),
    ("lists", 'it = "Francia"', 'it = ""', "list france.name: the name is empty in a language: «it»"),
    ("lists", 'nation = "empire"', 'nation = "france"', "list: a nation stands twice"),
    ("lists", '"fr_line", least = 3', '"fr_lines", least = 3', "list france.units.profile: «fr_lines» is not known"),
    ("lists", "least = 3, most = 9", "least = -1, most = 9", "list france.units: «fr_line» needs a least and a most"),
    ("lists", "least = 3, most = 9", "least = 3, most = 2", "list france.units: «fr_line» needs a least and a most"),
]


@pytest.mark.parametrize(("file", "old", "new", "said"), SLIPS)
def test_a_slip_is_told_with_its_key(tmp_path: Path, file: str, old: str, new: str, said: str):
    readers = {
        "tables": lambda path: read_tables(path, DATA / "modifiers.toml"),
        "modifiers": lambda path: read_tables(DATA / "tables.toml", path),
        "terrain": read_terrain,
        "profiles": read_profiles,
        "lists": read_lists,
    }
    shutil.copy(DATA / "tables.toml", tmp_path / "tables.toml")
    assert sentence(tmp_path, DATA / f"{file}.toml", readers[file], old, new).startswith(said)
