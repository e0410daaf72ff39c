"""The tables, profiles and battles agree with one another and with the rules that say how they are reckoned."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from alfiere.games import HERE

DATA = HERE / "lumi" / "data"
BATTLES = ("altenried", "blenheim", "lobositz", "minden")
File = dict[str, Any]


def read(name: str) -> File:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def battle(name: str) -> File:
    return read(f"scenarios/{name}")


def by_id(rows: list[File]) -> dict[str, File]:
    assert len({row["id"] for row in rows}) == len(rows)
    return {row["id"]: row for row in rows}


def bases_of(division: File) -> Iterator[File]:
    for brigade in division["brigade"]:
        yield from brigade["bases"]


def names_in(data: Any) -> Iterator[File]:
    """Everything that is said in two languages."""
    if isinstance(data, dict):
        if {"en", "it"} & data.keys():
            yield data
        for one in data.values():
            yield from names_in(one)
    elif isinstance(data, list):
        for one in data:
            yield from names_in(one)


PROFILES = by_id(read("profiles")["profile"])
TABLES = read("tables")
ARMS = by_id(TABLES["arm"])


@pytest.mark.rule("lumi.12.1")
def test_a_base_costs_its_arm_its_values_and_its_abilities():
    abilities, points = by_id(TABLES["ability"]), TABLES["points"]
    for id, one in PROFILES.items():
        values = sum(points[key] * one.get(key, 0) for key in ("morale", "fire", "melee"))
        gifts = sum(abilities[ability]["points"] for ability in one.get("abilities", []))
        assert one["points"] == ARMS[one["arm"]]["price"] + values + gifts, id


def test_there_are_81_profiles_and_each_belongs_to_an_army_and_an_arm():
    file = read("profiles")
    assert len(file["profile"]) + len(file["general"]) == 81
    armies, grades = by_id(file["army"]), by_id(TABLES["grade"])
    assert {one["army"] for one in PROFILES.values()} == set(armies)
    assert {one["arm"] for one in PROFILES.values()} == set(ARMS) - {"dragoons_on_foot"}
    assert [(one["grade"], one.get("is_cic", False)) for one in file["general"]] == [
        (grade, is_cic) for grade in grades for is_cic in (False, True)
    ]


@pytest.mark.rule("lumi.1.3.2")
def test_light_troops_are_those_of_the_light_arms_and_no_others():
    for id, one in PROFILES.items():
        is_light = ARMS[one["arm"]].get("is_light", False)
        assert is_light == ("light" in one.get("abilities", [])), id


@pytest.mark.rule("lumi.1.4.1")
def test_only_foot_dragoons_and_guns_have_fire_and_guns_no_melee():
    for id, one in PROFILES.items():
        arm = ARMS[one["arm"]]
        assert ("fire" in one) == (arm["class"] != "cavalry" or one["arm"] == "dragoons"), id
        assert ("melee" in one) == (arm["class"] != "artillery"), id
        assert all(-2 <= one.get(key, 0) <= 2 for key in ("morale", "fire", "melee")), id


@pytest.mark.rule("lumi.5.2.1b")
def test_the_extreme_range_of_guns_is_twice_the_maximum():
    for weapon in TABLES["weapon"]:
        bands = weapon["bands"]
        assert bands.get("extreme", 0) == (0 if weapon.get("is_small_arm") else 2 * bands["maximum"])
        assert list(bands.values()) == sorted(bands.values())


@pytest.mark.rule("lumi.3.2.2d")
def test_a_rout_is_twice_the_column():
    rout = TABLES["shares"]["rout"]
    found = {id: rout * arm["speed"]["column"] for id, arm in ARMS.items() if arm["class"] != "artillery"}
    assert {found[id] for id in ("line_infantry", "light_infantry", "dragoons_on_foot")} == {6}
    assert (found["heavy_cavalry"], found["dragoons"], found["light_cavalry"]) == (10, 10, 12)


@pytest.mark.rule("lumi.3.3.2c")
def test_a_d6_gives_an_obstacle_its_level():
    assert TABLES["random_obstacle"]["levels"] == [0, 1, 1, 2, 2, 3]


@pytest.mark.parametrize("name", ["tables", "profiles", "terrain", *(f"scenarios/{one}" for one in BATTLES)])
def test_everything_is_said_in_both_languages(name: str):
    said = list(names_in(read(name)))
    assert said
    assert all(one.keys() == {"en", "it"} and one["en"].strip() and one["it"].strip() for one in said)


@pytest.mark.rule("lumi.1.6.1")
@pytest.mark.parametrize("name", BATTLES)
def test_an_army_is_made_of_divisions_brigades_and_bases(name: str):
    file, numbers = battle(name), TABLES["numbers"]
    for side in file["side"]:
        divisions = [one for one in file["division"] if one["side"] == side["code"]]
        assert numbers["divisions"][0] <= len(divisions) <= numbers["divisions"][1]
        for division in divisions:
            assert numbers["brigades"][0] <= len(division["brigade"]) <= numbers["brigades"][1]
            for brigade in division["brigade"]:
                assert numbers["bases"][0] <= len(brigade["bases"]) <= numbers["bases"][1]
                assert len({ARMS[PROFILES[one["profile"]]["arm"]]["class"] for one in brigade["bases"]}) == 1
            armed = [*bases_of(division), *division.get("batteries", [])]
            assert {PROFILES[one["profile"]]["army"] for one in armed} == {side["army"]}


@pytest.mark.rule("lumi.11.3")
@pytest.mark.parametrize(
    ("name", "first", "second"),
    [("altenried", 13, 9), ("blenheim", 31, 25), ("lobositz", 27, 25), ("minden", 22, 31)],
)
def test_the_cohesion_of_an_army_is_its_part_of_the_sum_of_its_bases(name: str, first: int, second: int):
    file, found, fights = battle(name), [], by_id(TABLES["fight"])
    for side in file["side"]:
        divisions = [one for one in file["division"] if one["side"] == side["code"]]
        bases = [one for division in divisions for one in [*bases_of(division), *division.get("batteries", [])]]
        part, of = fights[side["fight"]]["part"]
        found.append(-(-part * sum(PROFILES[one["profile"]]["cohesion"] for one in bases) // of))
    assert found == [first, second]


@pytest.mark.rule("lumi.11.4")
@pytest.mark.parametrize("name", BATTLES)
@pytest.mark.parametrize(("language", "words"), [("en", "three quarters"), ("it", "tre quarti")])
def test_a_battle_speaks_of_three_quarters_only_if_an_army_fights_to_the_last(name: str, language: str, words: str):
    file = battle(name)
    said = [one["text"][language] for one in (*file["objective"], *file.get("special", []))]
    assert any(side["fight"] == "last" for side in file["side"]) or not any(words in text for text in said)


@pytest.mark.rule("lumi.12.6")
def test_blenheim_says_in_both_languages_how_long_tallard_waits_and_where():
    (bound,) = (one for one in battle("blenheim")["special"] if one["kind"] == "bound")
    last, line = bound["until_turn"], bound["within"]["rect"][3]
    said = bound["text"]
    assert f"in turns 1 to {last} " in said["en"]
    assert f" {line} um from the southern edge" in said["en"]
    assert f"nei turni da 1 a {last} " in said["it"]
    assert f" {line} um dal bordo sud" in said["it"]


@pytest.mark.parametrize("name", BATTLES)
def test_a_battle_names_only_what_it_has(name: str):
    file = battle(name)
    assert file["id"] == name
    pieces, sides = by_id(file["terrain"]), {one["code"] for one in file["side"]}
    divisions = by_id(file["division"])
    brigades = by_id([one for division in divisions.values() for one in division["brigade"]])
    bases = [one for division in divisions.values() for one in [*bases_of(division), *division.get("batteries", [])]]
    units = by_id(bases)
    grades = by_id(TABLES["grade"])
    assert {file["first"], file["initiative"]} <= sides == {one["side"] for one in divisions.values()}
    assert {one["general"]["grade"] for one in divisions.values()} <= set(grades)
    assert {one["kind"] for one in pieces.values()} <= set(by_id(read("terrain")["kind"]))
    under: list[str] = []
    for deploy in file["deploy"]:
        under += deploy.get("under", [])
        assert set(deploy.get("brigades", [])) <= set(brigades)
        assert set(deploy.get("units", [])) <= set(units)
        assert {one for area in deploy["area"] for one in area.get("inside", [])} <= set(pieces)
    assert sorted(under) == sorted(divisions)
    places = by_id(file["place"])
    assert {one["piece"] for one in places.values() if "piece" in one} <= set(pieces)
    for objective in file["objective"]:
        assert set(objective.get("places", [])) <= set(places)
        assert objective.get("side") in {None, *sides}
    for special in file.get("special", []):
        assert set(special.get("under", [])) <= set(divisions)
        assert set(special.get("units", [])) <= set(units)


@pytest.mark.rule("lumi.3.3.3f")
@pytest.mark.parametrize("name", BATTLES)
def test_everything_lies_on_the_table_and_buildings_can_be_held(name: str):
    file = battle(name)
    width, depth = file["table"]["width"], file["table"]["depth"]
    for piece in file["terrain"]:
        west, south, east, north = piece.get("rect", [0, 0, 1, 1])
        points = [*piece.get("polygon", []), *piece.get("path", []), *piece.get("bridges", []), *piece.get("crest", [])]
        points += [[west, south], [east, north]]
        assert west < east, piece["id"]
        assert south < north, piece["id"]
        assert all(0 <= x <= width and 0 <= y <= depth for x, y in points), piece["id"]
        if "infantry" in piece:
            assert piece["infantry"] >= int((east - west) // 2) * int((north - south) // 2), piece["id"]
