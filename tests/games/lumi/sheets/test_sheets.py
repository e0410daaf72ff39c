"""The tables, profiles and kinds of ground as the rules use them, and what is said of a slip in their files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from alfiere.games.lumi.sheets.profiles import profiles, read_profiles
from alfiere.games.lumi.sheets.tables import DATA, read_tables, row, tables
from alfiere.games.lumi.sheets.terrain import read_terrain, terrain
from alfiere.table.shapes import Disc, Rect
from tests.games.slips import sentence


@pytest.mark.rule("lumi.1.1.1", "lumi.1.1.2")
def test_a_base_has_its_size_and_only_column_turns_it():
    known = tables()
    for kind in ("infantry", "cavalry"):
        assert known.base(kind, "line") == known.base(kind, "open_order") == Rect(200, 100)
        assert known.base(kind, "column") == Rect(100, 200)
    assert known.base("artillery", "deployed") == known.base("artillery", "limbered") == Rect(100, 100)
    assert known.general_base == Disc(50)


@pytest.mark.rule("lumi.1.1.1")
def test_lengths_are_hundredths_angles_tenths_shares_millionths():
    known = tables()
    assert (known.distances.keep_off, known.distances.support_rear, known.general_speed) == (50, 300, 800)
    assert (known.angles.oblique, known.angles.sector) == (225, 300)
    assert (known.shares.formation, known.shares.tactical) == (500_000, 2_000_000)


@pytest.mark.rule("lumi.1.3.1", "lumi.1.7.1")
def test_each_arm_has_its_formations():
    known = tables().arms
    assert {id: tuple(one.speed) for id, one in known.items()} == {
        "line_infantry": ("line", "column", "square"),
        "light_infantry": ("line", "column", "open_order", "square"),
        "dragoons_on_foot": ("line", "column"),
        "heavy_cavalry": ("line", "column"),
        "dragoons": ("line", "column"),
        "light_cavalry": ("line", "column", "open_order"),
        "light_artillery": ("deployed", "limbered"),
        "field_artillery": ("deployed", "limbered"),
        "heavy_artillery": ("deployed", "limbered"),
    }


@pytest.mark.rule("lumi.1.7.6")
def test_line_column_and_square_are_formed():
    assert [one.id for one in tables().formations.values() if one.is_formed] == ["line", "column", "square"]


@pytest.mark.rule("lumi.7.1.1b")
def test_a_reaction_is_read_from_its_score():
    found = [row(tables().reaction, score) for score in (9, 5, 4, 3, 2, 1, -2)]
    assert [one.result for one in found] == ["passed", "passed", "halted", "falls back", "falls back", "rout", "rout"]
    assert [one.levels for one in found] == [0, 0, 0, 1, 2, 0, 0]


@pytest.mark.rule("lumi.5.2.1d")
def test_a_distance_lies_in_a_range_or_beyond_all():
    musket, field = tables().weapons["musket"], tables().weapons["field_guns"]
    assert [musket.band(far) for far in (50, 51, 100, 101)] == ["short", "maximum", "maximum", None]
    assert [field.band(far) for far in (100, 200, 201, 800, 801)] == ["short", "medium", "maximum", "extreme", None]


@pytest.mark.rule("lumi.3.3.1l")
def test_who_crosses_an_obstacle_of_which_level():
    found = {
        who: [level for level in range(4) if one.crosses(level)]
        for who, one in ((one.who, one) for one in tables().crossings.values())
    }
    assert found == {
        "infantry formed": [0, 1, 2, 3],
        "infantry in open order": [0, 1, 2, 3],
        "cavalry": [0, 1, 2],
        "artillery limbered": [0, 1, 2],
        "general": [0, 1, 2],
    }
    assert tables().crossing("artillery", "deployed") is None
    beaten = {one: tables().crossing("infantry", one) for one in ("line", "column", "open_order")}
    assert {one: row.beat for one, row in beaten.items() if row is not None} == {
        "line": (2, 3, 4),
        "column": (2, 3, 4),
        "open_order": (1, 2, 3),
    }


@pytest.mark.rule("lumi.3.3.3a")
def test_guns_enter_woods_by_road_only_and_nobody_water():
    known = terrain()
    assert known.is_closed("light_wood", "field_artillery", "artillery")
    assert not known.is_closed("light_wood", "field_artillery", "artillery", by_road=True)
    assert not known.is_closed("light_wood", "heavy_cavalry", "cavalry")
    assert all(known.is_closed("water", one, one, by_road=True) for one in ("infantry", "cavalry", "general"))


@pytest.mark.rule("lumi.1.4.1", "lumi.1.4.2")
def test_a_profile_gives_morale_fire_and_melee_an_arm_and_abilities():
    horse = profiles()["ad1_dhorse"]
    assert horse.fire is None
    assert (horse.arm, "controlled" in horse.abilities) == ("heavy_cavalry", True)
    guns = profiles()["fr1_field"]
    assert (guns.melee, guns.cohesion) == (None, 1)


SLIPS = [
    ("tables", "touch = 0.05", "touch = 0.001", "distances.touch: 0.001 is finer than a hundredth of a um"),
    ("tables", "oblique = 22.5", "oblique = 22.55", "angles.oblique: 22.55 is not an angle of at most 360 degrees"),
    ("tables", 'weapon = "musket"', 'weapon = "bow"', "arm line_infantry.weapon: «bow» is not known; it must be one"),
    ("tables", "short = 0.5, max", "short = 5, max", "weapon musket.bands: each range must reach farther"),
    ("tables", 'from = 6\nresult = "passed"', 'result = "passed"', "voluntary: one row, and no other, has no «from»"),
    ("tables", "speed = { line = 2, c", "speed = { deployed = 2, c", "arm line_infantry.speed: table 1 has no base"),
    ("modifiers", 'id = "enfilade"\nadd = 1', 'id = "enfilade"\nplus = 1', "fire[3]: object contains unknown field"),
    ("terrain", 'closed = ["heavy_artillery"]', 'closed = ["giants"]', "kind steep_slope.closed: «giants» is not"),
    ("terrain", 'line = "cavalry-on', 'line = "cavalry-in', "kind soft_ground.melee: «cavalry-in-bad-ground» is not"),
    ("profiles", 'arm = "line_infantry"', 'arm = "elephants"', "profile fr1_guard.arm: «elephants» is not known"),
    ("profiles", "morale = 2", "morale = 3", "profile fr1_guard: morale, fire and melee are numbers from -2 to +2"),
    ("profiles", "cohesion = 3", "cohesion = 4", "profile fr1_guard.cohesion: it is 4; it must be 1 to 3"),
]


@pytest.mark.parametrize(("file", "old", "new", "said"), SLIPS)
def test_a_slip_is_told_with_its_key(tmp_path: Path, file: str, old: str, new: str, said: str):
    readers = {
        "tables": lambda path: read_tables(path, DATA / "modifiers.toml"),
        "modifiers": lambda path: read_tables(DATA / "tables.toml", path),
        "terrain": read_terrain,
        "profiles": read_profiles,
    }
    shutil.copy(DATA / "tables.toml", tmp_path / "tables.toml")
    assert sentence(tmp_path, DATA / f"{file}.toml", readers[file], old, new).startswith(said)
