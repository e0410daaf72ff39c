"""The six battles load, and a slip in the file of one is told in one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from alfiere.battles.areas import lies_in
from alfiere.battles.entries import Entry
from alfiere.games.fucilieri.sheets.pieces import Laid
from alfiere.games.fucilieri.sheets.scenario_forms import Convoy, Darkness, FreeChange, Sluice
from alfiere.games.fucilieri.sheets.scenario_reading import FOLDER, read_scenario, scenario_ids
from alfiere.games.fucilieri.sheets.terrain import Who
from alfiere.kernel.bad_data import BadData, read_toml
from alfiere.table.shapes import Pose, Rect, outline_of
from tests.games.slips import sentence


def test_there_are_seven_battles_the_earliest_first():
    assert scenario_ids() == [
        "luzzara-1702",
        "cassano-1705",
        "pianezza-1706",
        "venaria-1706",
        "stura-1706",
        "meeting-1706",
        "eyne-1708",
    ]


@pytest.mark.parametrize(
    ("name", "commands", "units", "cost"),
    [
        ("luzzara-1702", 9, 29, {"red": 2030, "blue": 1966}),
        ("cassano-1705", 9, 29, {"red": 1984, "blue": 2078}),
        ("pianezza-1706", 8, 16, {"red": 988, "blue": 1170}),
        ("venaria-1706", 8, 23, {"red": 1556, "blue": 1528}),
        ("stura-1706", 8, 26, {"red": 1440, "blue": 2164}),
        ("eyne-1708", 10, 31, {"red": 2132, "blue": 2208}),
    ],
)
@pytest.mark.rule("fucilieri.1.1.1", "fucilieri.1.1.2", "fucilieri.6.5")
def test_a_battle_has_its_armies_and_every_command_a_place(name: str, commands: int, units: int, cost: dict[str, int]):
    found = read_scenario(name)
    assert (len(found.commands), len(found.units)) == (commands, units)
    assert {seat: found.cost(seat) for seat in found.sides} == cost
    assert found.deployments.keys() | found.arrivals.keys() == found.commands.keys()
    assert not found.deployments.keys() & found.arrivals.keys()
    assert all(found.condottiero(seat).leader.is_condottiero for seat in found.sides)
    assert found.ground().pieces.keys() == found.terrain.keys()
    for unit in found.units.values():
        assert unit.id in found.commands[unit.command].unit_ids
        assert found.profiles[unit.profile.id] is unit.profile


@pytest.mark.rule("fucilieri.1.1.4")
def test_cavalry_commands_are_those_of_horse_alone():
    found = read_scenario("pianezza-1706")
    assert {id for id, one in found.commands.items() if one.is_cavalry} == {
        "rear-escort",
        "lines",
        "langallerie",
        "savoyard-dragoons",
    }


@pytest.mark.rule("fucilieri.2.3.11")
def test_a_strip_keeps_clear_of_the_short_edges_and_a_rectangle_stands_for_itself():
    venaria, pianezza = read_scenario("venaria-1706"), read_scenario("pianezza-1706")
    form = venaria.deployments["rehbinder"]
    assert [one.rect for one in venaria.areas(form, "north")] == [(1500, 0, 16500, 2500)]
    assert [one.rect for one in venaria.areas(form, "south")] == [(1500, 9500, 16500, 12000)]
    cassano = read_scenario("cassano-1705")
    named = next(one for one in cassano.form.deploy if any(area.edge == "north" for area in one.area))
    for home in ("north", "south"):  # an edge that the file names is meant, whosever it is
        assert [one.rect for one in cassano.areas(named, home)] == [(1500, 0, cassano.width - 1500, 2500)]
    escort = pianezza.deployments["rear-escort"]
    (area,) = pianezza.areas(escort, "east")
    assert (area.rect, area.near, area.by) == ((0, 6000, 3000, 8000), ("susa-road",), 1000)
    field = pianezza.ground().field
    assert lies_in(field, area, outline_of(Rect(750, 2000), Pose(1000, 7000, 900)))
    assert not lies_in(field, area, outline_of(Rect(750, 2000), Pose(999, 7000, 900)))


@pytest.mark.rule("fucilieri.0.18", "fucilieri.2.2.2")
def test_a_side_has_its_edge_or_chooses_it():
    venaria, pianezza = read_scenario("venaria-1706"), read_scenario("pianezza-1706")
    assert [pianezza.home(seat) for seat in ("red", "blue")] == ["east", "south"]
    assert pianezza.home("red", "north") == "east"
    assert (venaria.home("red"), venaria.home("red", "north")) == (None, "north")


@pytest.mark.rule("fucilieri.2.3.14b", "fucilieri.2.3.14")
def test_a_command_with_a_place_of_its_own_is_not_held_back_nor_that_of_the_condottiero():
    venaria, cassano = read_scenario("venaria-1706"), read_scenario("cassano-1705")
    assert {id for id in venaria.commands if not venaria.may_be_held_back(id)} == {"victor-amadeus", "orleans"}
    assert {id for id in cassano.commands if cassano.may_be_held_back(id)} == {
        "leiningen",
        "anhalt-dessau",
        "imperial-horse",
    }


@pytest.mark.rule("fucilieri.2.3r.5")
def test_reinforcements_of_a_scenario_come_on_by_their_stretches():
    found = read_scenario("eyne-1708")
    assert found.entries(found.arrivals["argyll"])[1] == Entry("south", 7500, 8500)
    assert found.entries(found.arrivals["army"]) == (Entry("north", 0, 18000),)


def test_the_ground_holds_what_was_laid_out_and_is_kept():
    found = read_scenario("venaria-1706")
    laid = (Laid("wood-1", 1, 9000, 6000, 0, 3000, 2000), Laid("farm", 4, 3000, 3000))
    assert found.ground(laid).pieces.keys() == {"wood-1", "farm", "farm-wall"}
    assert found.ground(laid) is found.ground(tuple(laid))
    assert not found.ground().pieces


def test_the_sluice_of_cassano_makes_the_canals_dearer_until_it_is_shut():
    found, foot = read_scenario("cassano-1705"), Who("foot", "line")

    def costs(*, is_shut: bool) -> dict[str, int]:
        barriers = found.ground(is_sluice_shut=is_shut).barriers(foot)
        return {one.id: one.cost for one in barriers if one.piece == "ritorto"}

    assert costs(is_shut=False) == {"ritorto": 400, "ritorto.east": 800}
    assert costs(is_shut=True) == {"ritorto": 400}
    assert [one.until.place for one in found.special(Sluice)] == ["osteria"]


def test_special_rules_have_their_lengths_in_hundredths_and_their_numbers_as_they_are():
    (convoy,) = read_scenario("pianezza-1706").special(Convoy)
    assert (convoy.trains, convoy.first, convoy.speed, convoy.base.front) == (6, (7500, 7000), 1600, 500)
    (night,) = read_scenario("luzzara-1702").special(Darkness)
    assert (night.from_turn, night.farthest) == (9, 1500)
    (change,) = read_scenario("eyne-1708").special(FreeChange)
    assert (change.most, change.inside) == (2, ("eyne-west", "eyne-east"))
    held = [one for one in read_scenario("stura-1706").form.objective if one["kind"] == "break-in"]
    assert held[0]["area"] == [0, 0, 18000, 3500]


def test_a_battle_is_read_again_from_its_data():
    source = read_toml(FOLDER / "eyne-1708.toml")
    assert read_scenario(source).units.keys() == read_scenario("eyne-1708").units.keys()


@pytest.mark.rule("fucilieri.1.1.3", "fucilieri.1.7.8")
def test_a_battle_with_points_is_checked_by_the_lists(tmp_path: Path):
    said = sentence(
        tmp_path, FOLDER / "venaria-1706.toml", read_scenario, "turns = 12\n", "turns = 12\npoints = 1500\n"
    )
    assert said == "side allied: it costs 1528; 1500 is the most (fucilieri.1.1.3)"
    source: dict[str, Any] = read_toml(FOLDER / "venaria-1706.toml")
    assert read_scenario({**source, "points": 1600}).form.points == 1600


@pytest.mark.rule("fucilieri.2.3r.5")
def test_the_command_of_the_condottiero_is_no_reinforcement():
    source: dict[str, Any] = read_toml(FOLDER / "eyne-1708.toml")
    source["deploy"][1]["commands"] = ["army", "foot-at-heurne", "horse-on-the-plain"]
    source["arrival"][1]["commands"] = ["biron"]
    with pytest.raises(BadData, match="arrival: the command of the condottiero is no reinforcement"):
        read_scenario(source)


SLIPS = [
    ("venaria-1706", 'code = "french"\n', 'code = "allied"\n', "side: there must be one side with seat"),
    ("venaria-1706", "turns = 12", "turns = 0", "turns: it is 0; it must be at least 1"),
    ("venaria-1706", "width = 180", "width = 500", "table.width: a table measures 60 to 240 cm"),
    ("venaria-1706", 'nation = "savoy"', 'nation = "mantua"', "side allied.nation: «mantua» is not known; it must be"),
    ("venaria-1706", 'home = "chosen"', 'home = "north"', "side.home: both sides choose theirs where the terrain is"),
    (
        "venaria-1706",
        'light = "rolled"',
        'light = "moon"',
        "before.light: «moon» is not known; it must be one of rolled",
    ),
    ("venaria-1706", 'leader = "l_victor"', 'leader = "gen_9"', "command victor-amadeus.leader: «gen_9» is not known"),
    ("venaria-1706", 'leader = "l_victor"', 'leader = "gen_3"', "side allied: it has 0 condottieri; it must have one"),
    ("venaria-1706", '"scout"]', '"scout", "scout", "scout"]', "side allied: it has 3 of «scout»; 2 is the most"),
    (
        "venaria-1706",
        'profile = "sa_guard"',
        'profile = "sa_gards"',
        "command victor-amadeus.unit guardie.profile: «sa",
    ),
    (
        "venaria-1706",
        '"sa_guard" }',
        '"sa_guard", figures = 40 }',
        "command victor-amadeus.unit guardie.figures: it has",
    ),
    ("venaria-1706", 'id = "monferrato"', 'id = "savoia"', "command rehbinder.unit savoia: this id stands twice"),
    ("venaria-1706", 'id = "monferrato"', 'id = "rehbinder"', "command rehbinder.unit rehbinder: this id stands"),
    ("venaria-1706", "within = 25", "within = 130", "deploy[0].area[0].within: it is 130; it must be more than 0"),
    ("venaria-1706", '[[deploy]]\nside = "allied"', '[[deploy]]\nside = "french"', "deploy: a side stands twice"),
    ("pianezza-1706", 'exploration = "manoeuvre"', 'exploration = "played"', "before.winner: there is one where"),
    ("pianezza-1706", 'home = "east"', 'home = "south"', "side.home: both sides have the same edge"),
    ("pianezza-1706", "at = [25, 95]", "at = [2, 95]", "terrain[0].ways[0]: (-5.5, 92) is not on the table"),
    ("pianezza-1706", 'kind = "wood"', 'kind = "jungle"', "terrain[6].kind: «jungle» is not known; it must be one of"),
    (
        "pianezza-1706",
        "rect = [120, 20, 150, 45]",
        "rect = [150, 20, 120, 45]",
        "terrain[6].rect: a rect is [x1, y1, x2, y2]",
    ),
    (
        "pianezza-1706",
        'commands = ["pianezza"]',
        'commands = ["guards"]',
        "deploy[0].commands: «guards» is not in the",
    ),
    ("pianezza-1706", 'commands = ["grenadiers"]', 'commands = ["visconti"]', "deploy: «visconti» stands twice"),
    ("pianezza-1706", 'commands = ["lines"]', "commands = []", "deploy: nothing says where «lines» is set up or comes"),
    (
        "pianezza-1706",
        "start = 55, end = 85",
        "start = 85, end = 55",
        "arrival[0].entry[0]: it must begin before it ends",
    ),
    ("pianezza-1706", 'piece = "castle"', 'piece = "tower"', "place castle.piece: «tower» is not known"),
    ("pianezza-1706", 'road = "susa-road"', 'road = "dora"', "special[0].road: «dora» is not known; it must be one of"),
    (
        "stura-1706",
        "at = [97, 42]",
        "at = [97, 50]",
        "terrain[1].ways[0]: (97, 50) does not lie on a line of this piece",
    ),
    ("stura-1706", 'near = ["lines"]', "near = []", "special[1]: it is about a «side» or «commands», and «near» or"),
    ("luzzara-1702", "to_turn = 10", "to_turn = 11", "special[0]: its turns must be of 1 to 10"),
    (
        "luzzara-1702",
        'orders = ["hold", "oppose"]',
        "orders = []",
        "special[2].orders: there is none; known are attack",
    ),
    (
        "cassano-1705",
        'until = { place = "osteria"',
        'until = { place = "inn"',
        "special[1].until.place: «inn» is not known",
    ),
    ("cassano-1705", 'side = "imperial" }', 'side = "papal" }', "special[1].until.side: «papal» is not known"),
    ("cassano-1705", 'lines = ["ritorto"', 'lines = ["po"', "special[1].lines: «po» is not known"),
    (
        "venaria-1706",
        "# What happens",
        '[[terrain]]\nkind = "wood"\nrect = [1, 1, 20, 20]\nname = { en = "a wood", it = "un bosco" }\n# What',
        "terrain: it is laid",
    ),
    ("eyne-1708", 'commands = ["army"]', 'commands = ["biron"]', "deploy: «biron» stands twice"),
    (
        "eyne-1708",
        'leader = "l_cadogan"',
        'leader = "l_marlborough"\ncharismatic = true',
        "command cadogan.charismatic: he",
    ),
    (
        "eyne-1708",
        "path = [[95, 68], [115, 68]]",
        "path = [[95, 68], [115, 68]]\ngaps = [{ at = [99, 68] }]",
        "terrain[3].gaps:",
    ),
    (
        "eyne-1708",
        "rect = [118, 58, 138, 75]",
        "rect = [118, 58, 138, 75]\nways = [{ kind = 'gap', at = [99, 68] }]",
        "terrain[6].ways[0]: only lines",
    ),
    (
        "eyne-1708",
        "rect = [0, 87, 180, 112]",
        "rect = [0, 87, 180, 112], within = 25",
        "deploy[2].area[0].within: say with",
    ),
    (
        "pianezza-1706",
        "at = [25, 95], width = 15",
        "at = [25, 80], width = 15",
        "terrain[0].ways[0]: it does not lie in its river",
    ),
    (
        "pianezza-1706",
        "rect = [0, 92, 180, 98]",
        "rect = [20, 92, 180, 98]",  # the ford is from 17.5 to 32.5
        "terrain[0].ways[0]: it does not lie in its river",
    ),
    ("eyne-1708", 'kind = "gentle_hill"', 'kind = "dyke"', "terrain[8]: obstacles and roads are given as «path»"),
]


@pytest.mark.parametrize(("name", "old", "new", "said"), SLIPS)
def test_a_slip_in_a_battle_is_told_with_its_key(tmp_path: Path, name: str, old: str, new: str, said: str):
    assert sentence(tmp_path, FOLDER / f"{name}.toml", read_scenario, old, new).startswith(said)
