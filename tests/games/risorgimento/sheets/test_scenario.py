"""The battles of 1859: what their files say, and slips in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from alfiere.games.risorgimento.sheets.scenario import Entry
from alfiere.games.risorgimento.sheets.scenario_forms import Bound, BrokenBridge, OffTable, Prize, Withdraws
from alfiere.games.risorgimento.sheets.scenario_reading import FOLDER, read_scenario, scenario_ids
from alfiere.games.risorgimento.sheets.tables import DATA
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.bounds import read_bounds, refuse_too_much
from tests.games.slips import sentence

ALL = scenario_ids()


def test_seven_battles_the_earliest_first():
    assert ALL == [
        "genestrello",
        "montebello",
        "palestro-30-may",
        "palestro",
        "magenta",
        "sanmartino",
        "sanmartino-evening",
    ]


@pytest.mark.rule("risorgimento.0.1")
@pytest.mark.parametrize("name", ALL)
def test_every_battle_was_fought_in_the_war_of_1859(name: str):
    battle = read_scenario(name)
    assert "1859-04-29" <= battle.form.date <= "1859-07-12"  # from the crossing of the Ticino to the armistice
    armies = {one.army for one in battle.form.side}
    assert "austrian" in armies
    assert armies & {"french", "sardinian"}


@pytest.mark.rule("risorgimento.0.2")
@pytest.mark.parametrize("name", ALL)
def test_every_battle_sets_allies_against_austrians(name: str):
    battle = read_scenario(name)
    nations = {seat: {one.profile.nation for one in battle.units.values() if one.seat == seat} for seat in battle.sides}
    assert nations["red"] == {"austrian"}
    assert nations["blue"]
    assert nations["blue"] <= {"french", "sardinian"}
    assert {one.army == "austrian" for one in battle.commanders.values() if one.seat == "red"} == {True}


@pytest.mark.rule("risorgimento.set.1")
@pytest.mark.parametrize("name", ALL)
def test_every_unit_is_set_up_somewhere_or_arrives(name: str):
    battle = read_scenario(name)
    for unit in battle.units:
        assert (unit in battle.deployments) != (unit in battle.arrivals)


# Strength points and units of a side, men being a hundred to the point (scale.3)
STRENGTHS = {
    "genestrello": ((42, 9), (34, 7)),
    "montebello": ((80, 18), (119, 19)),
    "palestro-30-may": ((98, 22), (45, 8)),
    "palestro": ((119, 25), (129, 21)),
    "magenta": ((147, 29), (184, 30)),
    "sanmartino": ((146, 32), (120, 21)),
    "sanmartino-evening": ((158, 42), (74, 16)),
}


@pytest.mark.parametrize("name", ALL)
def test_the_strengths_add_up(name: str):
    battle = read_scenario(name)
    for seat, (strength, count) in zip(("blue", "red"), STRENGTHS[name], strict=True):
        side = [one for one in battle.units.values() if one.seat == seat]
        assert (sum(one.vf for one in side), len(side)) == (strength, count)


@pytest.mark.rule("risorgimento.scale.2", "risorgimento.set.5")
def test_the_clock_goes_on_by_twenty_minutes_a_turn():
    montebello = read_scenario("montebello")
    assert montebello.clock(1) == 13 * 60 + 40
    assert montebello.clock(4) == 14 * 60 + 40


@pytest.mark.rule("risorgimento.cmd.1", "risorgimento.cmd.9")
def test_the_chain_of_command_and_values_given_freely():
    battle = read_scenario("montebello")
    braum = battle.commanders["braum"]
    assert (braum.rank, braum.superior, battle.commanders["urban"].superior) == ("CB", "urban", "stadion")
    assert (braum.radius, braum.initiative, braum.bonus) == (1200, 4, 0)
    assert battle.under("forey") == ("6e-batterie", "2e-batterie")
    assert set(battle.all_under("urban")) == set(battle.under("braum")) | set(battle.under("schaaffgotsche"))
    assert battle.commanders["sonnaz"].army == "sardinian"


def test_a_commander_without_values_has_those_of_table_1():
    source = dict(read_scenario("genestrello").source)
    source["commander"] = [
        {key: value for key, value in one.items() if key not in ("radius", "initiative", "bonus")}
        for one in source["commander"]
    ]
    forey = read_scenario(source).commanders["forey"]
    assert (forey.radius, forey.initiative, forey.bonus) == (None, None, None)


@pytest.mark.rule("risorgimento.set.2")
def test_reinforcements_come_by_a_stretch_of_an_edge_or_where_a_road_meets_it():
    battle = read_scenario("montebello")
    by_road, blanchard, hessen = (battle.arrivals[one] for one in ("17e-chasseurs", "blanchard", "hessen"))
    assert battle.entries(by_road) == (Entry("west", 4400, 4400),)
    assert battle.entries(blanchard) == (Entry("west", 0, 4000),)  # north of y 40
    assert (hessen.turn, hessen.up_to, hessen.sure) == (6, 3, 11)
    assert battle.entries(hessen) == (Entry("north", 6000, 9000),)
    magenta = read_scenario("magenta")
    assert magenta.entries(magenta.arrivals["reischach"]) == (Entry("east", 1700, 3300),)


@pytest.mark.rule("risorgimento.scale.8")
def test_with_large_figures_the_whole_battle_is_twice_as_large():
    small = read_scenario("montebello")
    large = small.sized(2)
    assert (large.width, large.depth) == (24000, 16000)
    assert large.terrain["genestrello"].rect == tuple(2 * one for one in small.terrain["genestrello"].rect or ())
    assert large.commanders["forey"].radius == 5200
    assert large.entries(large.arrivals["gaal"])[0].start == 4000
    assert small.field(2).width == 24000
    assert large.units["i-74e"].vf == 5
    assert large.sized(2) is large


def test_the_special_rules_of_each_battle_are_data():
    braum, boer = read_scenario("montebello").special(Bound)
    assert (braum.under, braum.until_turn, braum.only_while) == (("braum",), 4, False)
    assert braum.until is not None
    assert (braum.until.by, braum.until.nation) == (2000, "french")
    assert boer.until is not None
    assert (boer.until.place, boer.until.side, boer.only_while) == ("montebello-east", "allied", True)
    (bridge,) = read_scenario("magenta").special(BrokenBridge)
    assert (bridge.line, bridge.at, bridge.turns) == ("naviglio", (4520, 5400), 2)
    (king,) = read_scenario("palestro").special(Prize)
    assert (king.commander, king.worth) == ("king", 10)
    (off,) = read_scenario("sanmartino").special(OffTable)
    assert (off.side, off.initiative) == ("sardinian", 5)


def test_a_broken_bridge_is_no_way_across_until_it_is_repaired():
    magenta = read_scenario("magenta")
    (bridge,) = magenta.special(BrokenBridge)
    way = (bridge.at[0] - 300, bridge.at[1]), (bridge.at[0] + 300, bridge.at[1])
    assert [one.way for one in magenta.ground().crossings(*way)] == [""]
    assert [one.way for one in magenta.ground(1, ("naviglio",)).crossings(*way)] == ["bridge"]


def test_the_embankment_costs_nothing_at_the_railway_bridge():
    ground = read_scenario("magenta").ground()
    along = ground.crossings((4480, 3640), (4520, 3660))
    assert {(one.piece.id, one.way) for one in along} == {("naviglio", "bridge"), ("railway", "passage")}


@pytest.mark.parametrize("name", ALL)
def test_no_battle_holds_more_than_a_stranger_may_bring(name: str):
    bounds = read_bounds(DATA / "bounds.toml")
    refuse_too_much(read_scenario(name).source, bounds, name)
    crowded = dict(read_scenario(name).source)
    crowded["commander"] = [*crowded["commander"]] * 11
    with pytest.raises(BadData, match="at most 40 are allowed here"):
        refuse_too_much(crowded, bounds, name)


def test_a_variant_takes_the_rest_from_the_battle_it_is_based_on():
    evening, day = read_scenario("sanmartino-evening"), read_scenario("sanmartino")
    assert evening.form.terrain == day.form.terrain
    assert (evening.turns, evening.form.starts) == (10, "17:00")
    assert "dauber" not in evening.commanders
    assert not evening.form.arrival
    assert (evening.units["i-5o"].vf, evening.units["i-5o"].vm) == (5, 7)
    assert (evening.units["i-11o"].vf, evening.units["i-11o"].vm) == (4, 6)
    assert (evening.units["aosta-battery-1"].vf, evening.units["6a-batteria"].vf) == (2, 1)
    assert evening.commanders["cerale"].superior == "mollard"
    (lippert,) = evening.special(Withdraws)
    assert (lippert.under, lippert.turn) == (("lippert",), 4)
    before = read_scenario("palestro-30-may")
    assert before.commanders["cialdini"].superior == ""
    assert before.under("weigl") == ("grenadiers-53", "i-ir-53", "battery-weigl")
    assert {place.held_by for place in before.places.values()} == {"austrian"}
    assert read_scenario(before.source).units == before.units


SLIPS = [
    ('starts = "13:40"', 'starts = "25:40"', "starts: «25:40» is not a time of day, such as 13:40"),
    ("width = 120", "width = 20", "table.width: a table measures 30 to 400 cm"),
    ('seat = "red"', 'seat = "blue"', 'side: there must be one side with seat = "red" and one with seat = "blue"'),
    ('army = "french"', 'army = "austrian"', "side: one side is Austrian, the other French, Sardinian or both"),
    (
        'superior = "forey"',
        'superior = "urban"',
        "commander beuret.superior: «urban» is no higher commander of the same",
    ),
    (
        'superior = "forey"',
        'superior = "ney"',
        "commander beuret.superior: «ney» is not known; it must be one of forey,",
    ),
    ("bonus = 2\n", "", "commander forey: give radius, initiative and bonus, or none of them and table 1 does"),
    ('profile = "fr_line"', 'profile = "au_line"', "commander beuret.unit i-74e.profile: Austrians and Allies do not"),
    ('id = "ii-74e"', 'id = "i-74e"', "commander beuret.unit i-74e: this id stands twice; every unit and commander"),
    ('kind = "wheat"', 'kind = "corn"', "terrain[19].kind: «corn» is not known; it must be one of road, stream,"),
    (
        "rect = [42.5, 31.5, 50, 39]",
        "rect = [42, 31.5, 50, 39]",
        "terrain[11].rect: a village_sector measures 7.5 x 7.5",
    ),
    (
        "rect = [42.5, 31.5, 50, 39]",
        "rect = [50, 31.5, 42.5, 39]",
        "terrain[11].rect: a rect is [x1, y1, x2, y2], the south",
    ),
    (
        "bridges = [[22, 36]]",
        "bridges = [[25, 36]]",
        "terrain[4].bridges: (25, 36) does not lie on a line of this piece",
    ),
    ("rect = [26, 40, 39, 49]", "path = [[26, 40], [39, 49]]", "terrain[19]: ground given as «path» needs a «width»"),
    ('first = "austrian"', 'first = "russian"', "first: «russian» is not known; it must be one of allied, austrian"),
    ('under = ["braum"]\narea', 'under = ["boer"]\narea', "arrival[6]: «ii-ir-39» stands in deploy[3] already"),
    ('units = ["haller-hussars"]', 'units = ["hussars", "haller-hussars"]', "deploy[1].units: «hussars» is not in the"),
    ('commanders = ["urban"]', "commanders = []", "deploy[2]: it is about nobody"),
    ("area = [{ at = [116, 37] }]", "area = []", "deploy[4].area: there is none"),
    (
        "at = [116, 37] }",
        "at = [126, 37] }",
        "deploy[4].area[0].at: (126, 37) is not on the table, which is 120 x 80 cm",
    ),
    ("by = 6 }", "by = 6, at = [1, 1], rect = [1, 1, 2, 2] }", "deploy[2].area[0]: it needs one of «rect», «polygon»,"),
    ("most = 1", "most = 0", "quota[0]: «least» and «most» do not go with the 4 units it is about"),
    ("turn = 8", "turn = 21", "arrival[6].turn: it is 21; the battle has turns 1 to 20"),
    ("sure = 11", "sure = 5", "arrival[5]: with «up_to», a number of a d10, it needs «sure», a later turn"),
    (
        "start = 42, end = 60",
        "start = 60, end = 42",
        "arrival[4].entry[0]: it must begin before it ends, and lie on its",
    ),
    (
        'edge = "west", road',
        'edge = "north", road',
        "arrival[0].entry[0].road: «high-road» does not meet the north edge",
    ),
    (
        "area = [{ rect = [40, 42, 60, 60] }]",
        'area = [{ rect = [40, 42, 60, 60] }]\nformations = ["limbered"]',
        "deploy[1].formations: haller-hussars can take none of them (risorgimento.e.4.10)",
    ),
    (
        'piece = "cemetery"',
        'piece = "chapel"',
        "place cemetery.piece: «chapel» is not known; it must be one of high-road,",
    ),
    ("at = [22, 36]\n", "", "place fossagazzo-bridge: it needs either a «piece» of terrain or a point, «at»"),
    ('units = ["i-74e", "ii-74e"]', 'units = ["i-74e"]', "deploy: nothing says where «ii-74e» is set up or when it"),
    (
        'units = ["17e-chasseurs",',
        'units = ["17e-chasseurs", "i-74e",',
        "arrival[0]: «i-74e» stands in deploy[6] already",
    ),
    (
        "until_turn = 4\nuntil = {",
        'until = { place = "cemetery", ',
        "special[1].until: it needs either «near», an enemy",
    ),
    ('kind = "bound"', 'kind = "tied"', "special[1].kind: invalid value 'tied'; known are "),
    (
        'until = { place = "montebello-east", side = "allied" }\n',
        "",
        "special[2]: say with «until_turn» or «until» when",
    ),
]

MORE_SLIPS = [
    (
        "montebello",
        'side = "allied"\nname',
        'side = "russian"\nname',
        "commander forey.side: «russian» is not known; it must",
    ),
    ("montebello", "radius = 26", "radius = -26", "commander forey.radius: it is -2600; it must be at least 0"),
    (
        "montebello",
        'rank = "CD"',
        'rank = "CD"\narmy = "austrian"',
        "commander forey.army: Austrians and Allies do not serve",
    ),
    ("montebello", "vf = 6 }", "vf = -1 }", "commander beuret.unit 17e-chasseurs.vf: it is -1; it must be at least 1"),
    ("montebello", 'name = "Général de division Forey"', 'name = ""', "commander forey.name: "),
    ("montebello", 'name = "I/74e de ligne"', 'name = ""', "commander beuret.unit i-74e.name: "),
    (
        "montebello",
        'under = ["schaaffgotsche"]',
        'under = ["braun"]',
        "deploy[0].under: «braun» is not in the order of battle",
    ),
    (
        "montebello",
        'commanders = ["urban"]',
        'commanders = ["ney"]',
        "deploy[2].commanders: «ney» is not in the order of",
    ),
    (
        "montebello",
        'units = ["i-74e", "ii-74e"]',
        'units = ["i-74e", "haller-hussars"]',
        "deploy[6]: they are not all of one side",
    ),
    (
        "montebello",
        "path = [[22, 0], [22, 36], [24, 80]]",
        "rect = [22, 0, 24, 80]",
        "terrain[4]: a stream is given as «path»",
    ),
    (
        "montebello",
        "rect = [26, 40, 39, 49]",
        "path = [[26, 40], [39, 49]]\nwidth = 3",
        "terrain[19]: a wheat is given as «rect» or «polygon»",
    ),
    (
        "montebello",
        "rect = [92, 30.5, 97, 35.5]",
        "rect = [92, 30.5, 98, 35.5]",
        "terrain[14].rect: a farm measures 5 x 5 cm",
    ),
    (
        "montebello",
        "rect = [42.5, 31.5, 50, 39]",
        "rect = [42.5, 31.5, 50, 39]\nguns = 1",
        "terrain[11].guns: only of a farm it is said that it holds a battery",
    ),
    (
        "montebello",
        'inside = ["genestrello"]\nleast',
        'inside = ["voghera"]\nleast',
        "quota[0].inside: «voghera» is not known",
    ),
    ("montebello", "up_to = 3\n", "", "arrival[5].sure: it is only for those who come on a die"),
    ("montebello", "up_to = 3\n", "up_to = 11\n", "arrival[5]: with «up_to», a number of a d10, it needs «sure»"),
    (
        "montebello",
        'units = ["i-84e", "ii-84e", "iii-84e"]',
        'formations = ["limbered"]\nunits = ["i-84e", "ii-84e", "iii-84e"]',
        "arrival[1].formations: i-84e can take none of them",
    ),
    ("montebello", 'commanders = ["blanchard"]\n', "", "deploy: nothing says where «blanchard» is set up, and none"),
    (
        "montebello",
        "at = [22, 36]\nis_obj",
        "at = [122, 36]\nis_obj",
        "place fossagazzo-bridge.at: (122, 36) is not on the",
    ),
    (
        "montebello",
        'under = ["braum"]\nwithin',
        'under = ["braun"]\nwithin',
        "special[1].under: «braun» is not in the order of",
    ),
    (
        "montebello",
        "within = { rect = [68, 0, 120, 80] }",
        "within = { rect = [68, 0, 120, 80], at = [1, 1] }",
        "special[1].within: it needs one of ",
    ),
    (
        "montebello",
        'near = ["montebello-west", "mon',
        'near = ["voghera", "mon',
        "special[1].until.near: «voghera» is not",
    ),
    (
        "montebello",
        'until = { place = "montebello-east"',
        'until = { place = "voghera"',
        "special[2].until.place: «voghera» is",
    ),
    (
        "montebello",
        '"montebello-east", side = "allied" }',
        '"montebello-east", side = "x" }',
        "special[2].until.side: «x» is not",
    ),
    ("montebello", 'side = "austrian"\nbefore_turn', 'side = "x"\nbefore_turn', "special[3].side: «x» is not known"),
    ("sanmartino", 'side = "sardinian"\ninitiative', 'side = "x"\ninitiative', "special[0].side: «x» is not known"),
    ("magenta", 'line = "naviglio"', 'line = "ticino"', "special[0].line: «ticino» is not known"),
    ("magenta", "at = [45.2, 16]\nturns", "at = [48, 16]\nturns", "special[0].at: it does not lie on «naviglio»"),
    ("magenta", "turns = 2\ntext", "turns = 0\ntext", "special[0].turns: it is 0; it must be at least 1"),
]


@pytest.mark.parametrize(("old", "new", "told"), SLIPS)
def test_a_slip_in_a_battle_is_told_in_one_sentence(tmp_path: Path, old: str, new: str, told: str):
    said = sentence(tmp_path, FOLDER / "montebello.toml", read_scenario, old, new)
    assert said.startswith(told)


@pytest.mark.parametrize(("battle", "old", "new", "told"), MORE_SLIPS)
def test_a_slip_in_this_or_that_battle_is_told_too(tmp_path: Path, battle: str, old: str, new: str, told: str):
    assert sentence(tmp_path, FOLDER / f"{battle}.toml", read_scenario, old, new).startswith(told)


def test_a_slip_in_a_variant(tmp_path: Path):
    def told(old: str, new: str) -> str:
        return sentence(tmp_path, FOLDER / "sanmartino-evening.toml", read_scenario, old, new)

    assert told('based_on = "sanmartino"', 'based_on = "solferino"').startswith("based_on: there is no such battle;")
    assert told('based_on = "sanmartino"', 'based_on = "../tables"').startswith("based_on: there is no such battle;")
    assert told('based_on = "sanmartino"', "based_on = 5") == "based_on: expected `str`, got `int`"
    assert told('without = ["dauber"]', 'without = "dauber"') == "without: expected `array`, got `str`"
    assert told('without = ["dauber"]', 'without = ["radetzky"]') == (
        "without: «radetzky» is not in the order of battle of sanmartino"
    )
    assert told("vf = 1, vm = 1", "vf = 2, vm = 1").startswith("commander cucchiari.unit 10a-batteria.vf: it is 0;")
