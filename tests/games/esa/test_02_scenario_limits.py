"""A scenario's limits from both sides: what is just allowed is read, what is just beyond is told in one sentence."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.esa.scenario import read_scenario
from alfiere.games.esa.tables import tables
from alfiere.games.esa.troops import profiles
from alfiere.kernel.bad_data import BadData

NAME = {"en": "name", "it": "nome"}


def _division(seat: str, number: int, general: str, zone: dict[str, Any]) -> dict[str, Any]:
    units = [{"id": f"{seat}-{number}-{one}", "profile": "fr_pm_line", "name": NAME} for one in range(2)]
    return {"id": f"{seat}-{number}", "name": NAME, "general": general, "units": units, "zone": zone}


def _side(seat: str, generals: list[str], row: int) -> dict[str, Any]:
    zone = {"columns": [1, 6], "rows": [row, row]}
    return {
        "seat": seat,
        "code": f"army-{seat}",
        "name": NAME,
        "nation": "fr",
        "commander": generals[0],
        "commander_zone": {"columns": [1, 6], "rows": [row + 1, row + 1]},
        "division": [_division(seat, 1, generals[1], zone)],
    }


@pytest.fixture
def form() -> dict[str, Any]:
    found = {
        "id": "small",
        "game": "esa",
        "origin": "house",
        "title": NAME,
        "date": "1650-01-01",
        "summary": NAME,
        "turns": 6,
        "table": {"columns": 6, "rows": 6},
        "side": [
            _side("red", ["gen_conde", "gen_turenne"], 1),
            _side("blue", ["gen_leopold", "gen_beck"], 5),
        ],
        "terrain": [],
    }
    assert told(found) == ""
    return found


def told(form: dict[str, Any]) -> str:
    """What is wrong with a scenario; nothing if it can be played."""
    try:
        read_scenario(form)
    except BadData as wrong:
        return str(wrong).removeprefix("scenario: ")
    return ""


def terrain(kind: str, *hexes: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, "name": NAME, "hexes": list(hexes), **more}


# The table


@pytest.mark.parametrize("key", ["columns", "rows"])
@pytest.mark.parametrize(("size", "fits"), [(60, True), (61, False), (3, False)])
def test_a_table_has_four_to_sixty_columns_and_rows(form, key, size, fits):
    form["table"][key] = size
    assert ("a table has 4 to 60" in told(form)) is not fits


def test_a_table_of_four_by_four_is_enough():
    blue = _side("blue", ["gen_leopold", "gen_beck"], 3)
    sides = [_side("red", ["gen_conde", "gen_turenne"], 1), blue]
    for side in sides:
        side["commander_zone"]["columns"] = side["division"][0]["zone"]["columns"] = [1, 4]
    small = {"id": "s", "game": "esa", "origin": "house", "title": NAME, "date": "1650", "summary": NAME, "turns": 1}
    assert told({**small, "table": {"columns": 4, "rows": 4}, "side": sides}) == ""


@pytest.mark.parametrize(("turns", "fits"), [(0, False), (1, True)])
def test_a_battle_has_at_least_one_turn(form, turns, fits):
    form["turns"] = turns
    assert (told(form) == "") is fits


@pytest.mark.rule("esa.5.6b")
def test_terrain_lies_somewhere_and_a_rise_has_a_crest(form):
    form["terrain"] = [terrain("wood")]
    assert told(form) == "terrain[0]: «hexes» is missing"
    form["terrain"] = [{"type": "rise", "name": NAME, "slope": ["0303"]}]
    assert told(form) == "terrain[0]: a rise needs «crest», its highest hexes (esa.5.6b)"
    form["terrain"] = [{"type": "rise", "name": NAME, "crest": ["0303"]}]
    assert told(form) == ""
    for key in ("hexes", "crest", "slope"):
        form["terrain"] = [{"type": "rise", "name": NAME, "crest": ["0303"], key: ["0709"]}]
        assert told(form).startswith("terrain[0]: hex «0709» is not on the table")
    form["terrain"] = [terrain("wood", "0303", difficult_for=["XX"])]
    assert told(form).startswith("terrain[0].difficult_for: «XX» is not known")


def test_sides_of_a_hedge_are_named_by_the_compass(form):
    form["terrain"] = [terrain("obstacle", "0303", sides={"0303": ["n"]})]
    assert told(form).startswith("terrain[0].sides.0303: «n» is not known; it must be one of ne, e, se, sw, w, nw")
    form["terrain"] = [terrain("obstacle", "0303", sides={"0709": ["ne"]})]
    assert told(form).startswith("terrain[0].sides: hex «0709» is not on the table")
    form["terrain"] = [terrain("obstacle", "0303", sides={"0303": ["ne", "w"]})]
    field = read_scenario(form).field_in(1)
    assert {("0303", 0), ("0303", 4)} <= set(field.map.barriers)
    assert ("0303", 1) not in field.map.barriers
    form["terrain"] = [terrain("obstacle", "0303")]
    field = read_scenario(form).field_in(1)
    assert {("0303", side) for side in range(6)} <= set(field.map.barriers)


# The armies


@pytest.mark.parametrize(("value", "fits"), [(0, False), (1, True), (9, True), (10, False)])
def test_an_army_value_is_one_to_nine(form, value, fits):
    form["side"][0]["army_value"] = value
    assert (told(form) == "") is fits


def test_an_army_needs_a_name_divisions_and_they_need_units(form):
    form["side"][0]["name"] = {"en": "red"}
    assert told(form) == "side army-red.name: the name is missing in a language: «it»"
    form["side"][0]["name"] = NAME
    form["side"][0]["division"][0]["name"] = {"it": "rossa"}
    assert told(form) == "division red-1.name: the name is missing in a language: «en»"
    form["side"][0]["division"][0]["name"] = NAME
    form["side"][0]["division"][0]["units"][1]["name"] = {}
    assert told(form) == "unit red-1-1.name: the name is missing in a language: «en»"
    form["side"][0]["division"][0]["units"] = []
    assert told(form) == "division red-1: a division needs at least one unit"
    form["side"][0]["division"] = []
    assert told(form) == "side army-red: an army needs at least one division"


@pytest.mark.rule("esa.2.1e")
def test_an_intermediate_general_commands_somebody_of_his_army(form):
    side = form["side"][0]
    side["wing"] = [{"general": "gen_gassion", "divisions": []}]
    assert told(form) == "side army-red.wing: «gen_gassion» commands nobody; name his divisions (esa.2.1e)"
    side["wing"] = [{"general": "gen_gassion", "divisions": ["blue-1"]}]
    assert told(form) == "side army-red.wing: «blue-1» is not known; it must be one of red-1"
    side["wing"] = [{"general": "gen_nobody", "divisions": ["red-1"]}]
    assert told(form) == "side army-red.wing: general «gen_nobody» is not among the profiles"
    side["wing"] = [{"general": "gen_gassion", "divisions": ["red-1"]}]
    assert told(form) == ""
    side["wing"] = [{"general": "gen_turenne", "divisions": ["red-1"]}]
    assert "the id «turenne» stands twice" in told(form)


@pytest.mark.rule("esa.2.1b2")
def test_a_commander_leads_a_division_himself_or_has_a_zone(form):
    side = form["side"][0]
    (division,) = side["division"]
    side["commands"] = "red-1"
    expected = "division red-1: «general» is gen_turenne, but the commander leads it himself (esa.2.1b2)"
    assert told(form) == expected
    del division["general"]
    assert told(form) == ""
    division["general"] = "gen_conde"  # he himself
    assert told(form) == ""
    del side["commander_zone"]
    assert told(form) == ""
    side["wing"] = [{"general": "gen_gassion", "divisions": ["red-1"]}]
    assert told(form) == "side army-red: «commander_zone» is missing: where the commander deploys"
    del side["wing"]
    side["commands"] = "blue-1"
    assert told(form) == "side army-red.commands: «blue-1» is not known; it must be one of red-1"
    del side["commands"]
    assert told(form).startswith("side army-red: «commander_zone» is missing")
    side["commander_zone"] = {"columns": [1, 6], "rows": [2, 2]}
    assert told(form).startswith("division red-1: «general» is missing")
    division["reserve"] = True
    assert told(form) == ""


def test_a_character_is_no_general_and_none_is_made_up(form):
    (division,) = form["side"][0]["division"]
    for wrong in ("gen_gassion", "chr_nobody"):
        division["characters"] = [wrong]
        assert told(form) == f"division red-1: character «{wrong}» is not among the profiles"
    named = next(one for one in profiles().leaders.values() if one.id.startswith("chr_"))
    division["characters"] = [named.id]
    assert told(form) == ""
    division["characters"] = ["chr_guide", "chr_guide"]  # nameless ones may be many
    assert (told(form) == "") is (profiles().leaders["chr_guide"].nation == "any")


@pytest.mark.parametrize(
    ("columns", "rows", "fits"),
    [
        ([1, 6], [1, 2], True),
        ([0, 5], [1, 2], False),
        ([2, 7], [1, 2], False),
        ([1, 6], [0, 1], False),
        ([1, 6], [6, 7], False),
        ([5, 1], [1, 2], False),
        ([1, 6], [2, 1], False),
        ([6, 6], [1, 6], True),
    ],
)
def test_a_zone_lies_on_the_table(form, columns, rows, fits):
    form["side"][0]["division"][0]["zone"] = {"columns": columns, "rows": rows}
    assert ("the zone must lie on the table" in told(form)) is not fits


@pytest.mark.parametrize(("facing", "fits"), [(-1, False), (0, True), (5, True), (6, False)])
def test_a_zone_and_an_arrival_have_a_facing(form, facing, fits):
    form["side"][0]["division"][0]["zone"]["facing"] = facing
    assert (told(form) == "") is fits
    form["side"][0]["division"][0]["zone"]["facing"] = 0
    form["side"][0]["division"][0]["arrival"] = {"turn": 2, "hexes": ["0101"], "facing": facing}
    assert (told(form) == "") is fits


@pytest.mark.rule("esa.2.1.3c")
def test_reinforcements_come_on_somewhere_and_need_no_zone(form):
    (division,) = form["side"][0]["division"]
    del division["zone"]
    assert told(form) == "division red-1: «zone» is missing: where the division deploys"
    division["arrival"] = {"turn": 2, "hexes": [], "facing": 0}
    assert told(form) == "division red-1.arrival: «hexes» is empty: where the division comes on"
    division["arrival"]["hexes"] = ["0709"]
    assert told(form).startswith("division red-1.arrival: hex «0709» is not on the table")
    division["arrival"]["hexes"] = ["0101"]
    assert told(form) == ""


@pytest.mark.rule("esa.2.3g")
def test_a_zone_has_a_hex_for_each_piece(form):
    side = form["side"][0]
    (division,) = side["division"]
    division["zone"]["columns"] = [1, 3]  # a general and two units
    assert told(form) == ""
    division["zone"]["columns"] = [1, 2]
    assert told(form) == "division red-1.zone: the zone is too small for 3 pieces"
    division["zone"]["columns"] = [1, 3]
    division["characters"] = ["chr_guide"]
    assert told(form) == "division red-1.zone: the zone is too small for 4 pieces"
    del division["characters"]
    side["commander_zone"] = {"columns": [1, 3], "rows": [1, 1]}
    assert told(form) == "side army-red: its zones have 3 hexes, too few for 4 pieces (esa.2.3g)"
    side["commander_zone"]["columns"] = [1, 4]
    assert told(form) == ""
    side["wing"] = [{"general": "gen_gassion", "divisions": ["red-1"]}]
    assert told(form) == "side army-red: its zones have 4 hexes, too few for 5 pieces (esa.2.3g)"
    side["commander_zone"]["columns"] = [1, 5]
    assert told(form) == ""
    form["terrain"] = [terrain("river", "0101")]
    assert told(form) == "division red-1.zone: the zone is too small for 3 pieces"


# Objectives, exits, special rules, victory


@pytest.mark.rule("esa.1.4b", "esa.1.4e")
def test_an_objective_costs_something_and_is_lost_by_somebody(form):
    goal: dict[str, Any] = {"hex": "0303", "name": NAME, "loses": "anyone", "kind": "once"}
    form["objective"] = [goal]
    assert told(form) == "objective[0].points: it must be the determination the hex costs (esa.1.4b)"
    goal["points"] = 1
    assert told(form) == ""
    for word in ("opponent", "army-red", "army-blue"):
        goal["loses"] = word
        assert told(form) == ""
    goal["loses"] = "red"
    assert told(form).startswith("objective[0].loses: «red» is not known")
    goal |= {"loses": "anyone", "kind": "every turn", "points": 0}
    assert read_scenario(form).form.objective[0].points == tables().numbers.permanent_objective
    goal["points"] = 4
    assert read_scenario(form).form.objective[0].points == 4


@pytest.mark.rule("esa.1.4f")
def test_an_exit_and_a_victory_lie_on_the_table_and_belong_to_a_side(form):
    form["exit"] = [{"hex": "0709", "name": NAME, "side": "army-red"}]
    assert told(form).startswith("exit[0].hex: hex «0709» is not on the table")
    form["exit"] = [{"hex": "0101", "name": NAME, "side": "red"}]
    assert told(form).startswith("exit[0].side: «red» is not known; it must be one of army-red, army-blue")
    form["exit"] = [{"hex": "0101", "name": NAME, "side": "army-red"}]
    victory = form["victory"] = {"hex": "0709", "side": "army-red", "text": NAME}
    assert told(form).startswith("victory.hex: hex «0709» is not on the table")
    victory["hex"] = "0303"
    assert told(form) == ""
    victory["at_end"] = "blue"
    assert told(form).startswith("victory: «blue» is not known")
    victory |= {"at_end": "army-blue", "side": "red"}
    assert told(form).startswith("victory: «red» is not known")


def test_a_special_rule_is_about_what_is_there(form):
    def special(**words: Any) -> str:
        form["special"] = [{"kind": "placed", "name": NAME, "text": NAME, **words}]
        return told(form)

    assert special() == ""
    assert special(side="red").startswith("special[0].side: «red» is not known")
    assert special(division="nobody").startswith("special[0].division: «nobody» is not known")
    assert special(unit="nobody").startswith("special[0].unit: «nobody» is not known")
    assert special(hex="0709").startswith("special[0].hex: hex «0709» is not on the table")
    assert special(side="army-red", division="red-1", unit="red-1-0", hex="0303") == ""
    for kind in ("deploys first", "determination"):
        assert special(kind=kind, value=2) == f"special[0].side: «{kind}» needs the side it is about"
        assert special(kind=kind, value=2, side="army-red") == ""
    assert special(kind="deploys first", side="army-red") == ""
    expected = "special[0].value: it is 1; a side starts with one part in 2 or more less"
    assert special(kind="determination", value=1, side="army-red") == expected


# The battlefield


@pytest.mark.rule("esa.1.4i", "esa.5.9g")
def test_a_stream_in_a_wood_is_wood_and_a_river_under_a_bridge_is_crossed(form):
    form["terrain"] = [
        terrain("wood", "0202"),
        terrain("bridge", "0303"),
        terrain("ford", "0404"),
        terrain("stream", "0202", "0203"),
        terrain("river", "0302", "0303", "0404", "0202"),
    ]
    kind = read_scenario(form).field_in(1).kind
    assert kind["0203"] == "difficult"
    assert kind["0302"] == "impassable"
    assert kind["0303"] == kind["0404"] == "difficult"
    assert kind["0202"] == "impassable"  # the river, not the stream
    form["terrain"].pop()
    assert read_scenario(form).field_in(1).kind["0202"] == "wood"


def test_ground_that_opens_later_is_closed_until_its_turn(form):
    form["terrain"] = [terrain("beach", "0303", closed_until=3), terrain("beach", "0304")]
    scenario = read_scenario(form)
    closed = [scenario.field_in(turn).kind["0303"] == "impassable" for turn in range(5)]
    assert closed == [True, True, True, False, False]
    assert scenario.field_in(1).kind["0304"] == "open"
    assert scenario.field_in(3).id != scenario.field_in(2).id == scenario.field_in(1).id


@pytest.mark.rule("esa.1.4l", "esa.5.4.1g")
def test_a_hex_has_one_protection_the_better_of_ground_and_wall(form):
    numbers = tables().numbers
    form["terrain"] = [
        terrain("area", "0202", protection=[2, 0]),
        terrain("area", "0303"),
        terrain("fortified", "0202", sides={"0202": ["e"]}, protection=[1, 2]),
        terrain("fortified", "0404"),
        terrain("wood", "0505", protection=[1, 1]),
    ]
    field = read_scenario(form).field_in(1)
    assert field.protection == {"0202": (2, 0), "0303": tuple(numbers.area), "0505": (1, 1)}
    assert field.walls == {"0202": (0, 2), "0404": tuple(numbers.fortified)}
    assert field.fortified == {"0202": frozenset({1}), "0404": frozenset(range(6))}


@pytest.mark.rule("esa.5.6b")
def test_a_crest_stops_fire_only_where_the_scenario_says_so(form):
    rise = {"type": "rise", "name": NAME, "crest": ["0303"], "slope": ["0304"], "difficult_for": ["PM"]}
    form["terrain"] = [rise, {**rise, "crest": ["0505"], "slope": [], "blocks_fire": True, "difficult_for": []}]
    field = read_scenario(form).field_in(1)
    assert field.blocking_crests == {"0505"}
    assert field.difficult_for == {"0303": frozenset({"PM"}), "0304": frozenset({"PM"})}
    assert field.is_higher("0303", "0304")
    assert field.is_higher("0304", "0404")
    assert not field.is_higher("0404", "0304")
    assert not field.is_higher("0304", "0303")
    assert not field.is_higher("0303", "0505")  # another hill
    assert not field.is_higher("0303", "0303")


def test_special_rules_are_in_force_unless_they_are_optional_and_not_chosen(form):
    form["special"] = [
        {"kind": "no move", "name": NAME, "text": NAME},
        {"kind": "no move", "name": NAME, "text": NAME, "optional": "fog"},
        {"kind": "initiative", "name": NAME, "text": NAME},
    ]
    scenario = read_scenario(form)
    for options, count in (({}, 1), ({"fog": "no"}, 1), ({"fog": "yes"}, 2)):
        assert len(list(scenario.special("no move", options))) == count


def test_a_scenario_is_read_by_its_name_or_from_a_file(tmp_path, form):
    assert read_scenario("lens-1648").id == "lens-1648"
    file = tmp_path / "lens-1648"  # without an ending: what lies there is read
    file.write_text("turns = 1", encoding="utf-8")
    with pytest.raises(BadData, match="missing required field"):
        read_scenario(file)
    with pytest.raises(BadData, match=r"other\.toml: there is no such file"):
        read_scenario(tmp_path / "other.toml")
    scenario = read_scenario(form)
    zone = scenario.form.side[0].division[0].zone
    assert zone is not None
    assert scenario.zone(zone) == [f"{column:02d}01" for column in range(1, 7)]
