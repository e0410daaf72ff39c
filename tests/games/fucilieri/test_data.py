"""The data of Fucilieri fit together: profiles cost what their tables say, lists and battles name what there is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from alfiere.games import HERE
from alfiere.games.fucilieri.sheets.scenario_reading import scenario_ids
from alfiere.games.fucilieri.victory.objectives import load_scenario
from alfiere.kernel.bad_data import read_toml

DATA = HERE / "fucilieri" / "data"
BATTLES = sorted((DATA / "scenarios").glob("*.toml"))
FOUGHT = [path for path in BATTLES if "meeting" not in read_toml(path)]  # with armies of their own
Row = dict[str, Any]


@pytest.fixture(scope="module")
def tables() -> Row:
    return read_toml(DATA / "tables.toml")


@pytest.fixture(scope="module")
def profiles() -> Row:
    return read_toml(DATA / "profiles.toml")


def ids(rows: list[Row]) -> set[str]:
    found = [row["id"] for row in rows]
    assert len(set(found)) == len(found)
    return set(found)


def cost(unit: Row, tables: Row, profiles: Row) -> int:
    """What a unit costs (1.7.1)."""
    is_gun = unit["arm"] == "artillery"
    row = next(
        p for p in tables["points"] if (unit["weapon"] in p.get("weapons", ()) or unit["arm"] in p.get("arms", ()))
    )
    total: int = row["by_quality"][unit["quality"]] * (unit["guns"] if is_gun else unit["figures"])
    total += sum(c["points"] for c in profiles["character"] if c["id"] in unit["characters"])
    total += sum(t["points"] for t in tables["type"] if t["id"] == unit["type"])
    for ability in tables["ability"]:
        if ability["id"] in unit.get("abilities", ()):
            total += ability.get("points", 0) + ability.get("points_per_figure", 0) * unit["figures"]
    return total


def test_there_are_a_hundred_and_twenty_three_profiles(profiles: Row):
    assert {kind: len(ids(rows)) for kind, rows in profiles.items()} == {"character": 7, "leader": 49, "unit": 67}


def test_every_unit_costs_what_the_tables_say(tables: Row, profiles: Row):
    assert not {
        (unit["id"], unit["points"], cost(unit, tables, profiles))
        for unit in profiles["unit"]
        if unit["points"] != cost(unit, tables, profiles)
    }


def test_every_leader_costs_what_his_value_and_trait_say(tables: Row, profiles: Row):
    points = tables["leader_points"]
    for leader in profiles["leader"]:
        trait = points["charismatic"] if leader.get("charismatic") else 0
        assert leader["points"] == points[leader["role"]] * leader["cv"] + trait, leader["id"]


def test_every_unit_is_of_an_arm_quality_type_and_weapon_of_the_tables(tables: Row, profiles: Row):
    arms = {arm["id"]: arm for arm in tables["arm"]}
    for unit in profiles["unit"]:
        least, most = arms[unit["arm"]]["figures"]
        assert least <= unit.get("guns", unit["figures"]) <= most, unit["id"]
        assert unit["quality"] in ids(tables["quality"])
        assert unit["type"] in ids(tables["type"])
        assert unit["weapon"] in ids(tables["weapon"])
        assert set(unit.get("abilities", ())) <= ids(tables["ability"])


def test_what_an_arm_moves_as_and_forms_is_in_the_tables(tables: Row):
    for arm in tables["arm"]:
        for form in filter(None, (arm, arm.get("dismounted"))):
            assert set(form["formations"]) <= ids(tables["formation"])
            assert form["base"] in tables["bases"]
            if "moves" in form:
                speeds = next(row["speed"] for row in tables["movement"] if row["id"] == form["moves"])
                assert set(speeds) == set(form["formations"])


def test_every_list_names_units_of_its_nation(profiles: Row):
    units = {unit["id"]: unit for unit in profiles["unit"]}
    named = [
        (one["nation"], row["profile"], row["least"], row["most"])
        for one in read_toml(DATA / "lists.toml")["list"]
        for row in one["units"]
    ]
    assert {profile for _, profile, _, _ in named} == set(units)
    for nation, profile, least, most in named:
        assert units[profile]["nation"] == nation
        assert 0 <= least < most


def test_every_kind_of_ground_has_its_row_of_costs_and_effects():
    terrain = read_toml(DATA / "terrain.toml")
    for kind in terrain["kind"]:
        assert kind["going"] in ids(terrain["going"])
        assert kind["effect"] in ids(terrain["effect"])
    assert [one["die"] for one in terrain["configuration"]] == [1, 2, 3, 4, 5, 6]
    assert {one["kind"] for one in terrain["configuration"]} <= ids(terrain["kind"])


@pytest.mark.parametrize("path", FOUGHT, ids=lambda path: path.stem)
def test_a_battle_names_only_what_there_is(path: Path, profiles: Row):
    battle = read_toml(path)
    sides, commands = {side["code"] for side in battle["side"]}, ids(battle["command"])
    pieces, places = ids(battle.get("terrain", [])), ids(battle.get("place", []))
    assert battle["id"] == path.stem
    assert battle.get("first", "french") in sides
    ids([unit for command in battle["command"] for unit in command["units"]])
    for command in battle["command"]:
        assert command["side"] in sides
        assert command["leader"] in ids(profiles["leader"])
        assert {unit["profile"] for unit in command["units"]} <= ids(profiles["unit"])
        assert set(command.get("characters", ())) <= ids(profiles["character"])
    for row in [*battle["deploy"], *battle.get("arrival", [])]:
        assert set(row.get("commands", ())) <= commands
        assert row.get("side", "french") in sides
        for area in row.get("area", ()):
            assert {*area.get("near", ()), *area.get("inside", ())} <= pieces
    assert {place["piece"] for place in battle.get("place", []) if "piece" in place} <= pieces
    assert {aim["place"] for aim in battle["objective"] if "place" in aim} <= places


@pytest.mark.parametrize("path", FOUGHT, ids=lambda path: path.stem)
def test_every_command_of_a_battle_is_deployed_or_arrives(path: Path):
    battle = read_toml(path)
    placed = [name for row in [*battle["deploy"], *battle.get("arrival", [])] for name in row.get("commands", ())]
    whole = {row["side"] for row in battle["deploy"] if "side" in row}
    placed += [command["id"] for command in battle["command"] if command["side"] in whole]
    assert sorted(placed) == sorted(ids(battle["command"]))


@pytest.mark.parametrize("path", FOUGHT, ids=lambda path: path.stem)
def test_each_side_has_one_condottiero_and_all_pieces_lie_on_the_table(path: Path, profiles: Row):
    battle = read_toml(path)
    roles = {leader["id"]: leader["role"] for leader in profiles["leader"]}
    leading = [command["side"] for command in battle["command"] if roles[command["leader"]] == "condottiero"]
    assert sorted(leading) == sorted(side["code"] for side in battle["side"])
    width, depth = battle["table"]["width"], battle["table"]["depth"]
    for piece in battle.get("terrain", []):
        west, north, east, south = piece.get("rect", (0, 0, 1, 1))
        assert 0 <= west < east <= width, piece["id"]
        assert 0 <= north < south <= depth, piece["id"]
        ways = [way["at"] for way in piece.get("ways", [])]
        assert all(0 <= x <= width and 0 <= y <= depth for x, y in [*piece.get("path", []), *ways])


def sentences(said: Any) -> Iterator[str]:
    """Whatever of a battle's file has words in two languages."""
    parts = said if isinstance(said, list) else list(said.values()) if isinstance(said, dict) else []
    if isinstance(said, dict) and set(said) == {"en", "it"}:
        yield from said.values()
    else:
        for one in parts:
            yield from sentences(one)


@pytest.mark.parametrize("name", scenario_ids())
def test_what_a_person_reads_of_a_battle_has_no_rule_numbers_in_it(name: str) -> None:
    found = list(sentences(load_scenario(name).source))
    assert found
    assert not [one for one in found if "fucilieri." in one]
