"""The tables and the battle that come with the game, cell by cell as the catalogue of rules has them."""

from __future__ import annotations

import re

import pytest

from alfiere.games.esa.armies import new_battle
from alfiere.games.esa.command import command_capacity
from alfiere.games.esa.ruleset import Esa
from alfiere.games.esa.tables import tables
from alfiere.kernel.game import Game
from tests.games.esa.muster import Muster

CLASSES = ["CP", "CM", "CL", "FL", "FP", "PM", "SQ", "AL", "AP"]


def rows(text: str) -> dict[str, list[str]]:
    """A table written as text: the first word of a line names it."""
    lines = [line.split() for line in text.strip().splitlines()]
    return {line[0]: line[1:] for line in lines}


# automatic damage by fire of the row's class against the column's
FIRE = """
    -    CP CM CL FL FP PM SQ AL AP
    CP    0  0  0  0  0  0  0  0  0
    CM    0  0  0  0  0  1  1  0  0
    CL    1  1  0  0  0  1  1  0  0
    FL    1  1  0  0  0  1  1  0  0
    FP    0  0  0  0  0  1  1  0  0
    PM    0  0  0  0  0  0  0  0  0
    SQ    0  0  0  0  0  0  0  0  0
    AL    0  0  0  0  0  0  0  0  0
    AP    0  0  0  0  0  0  0  0  0
"""
# the same in melee; L: only in a battle line
MELEE = """
    -    CP CM CL FL FP PM SQ AL AP
    CP    0  1  1  2  1  0  0  0  0
    CM    0  0  1  2  1  0  0  0  0
    CL    0  0  0  1  0  0  0  0  0
    FP    0  0  0  1  1  1  1  0  0
    PM   1L 1L  1  1 1L  0  0  0  0
    SQ    1  1  1  1  0  0  0  0  0
    FL    0  0  0  0  0  0  0  0  0
    AL    0  0  0  0  0  0  0  0  0
    AP    0  0  0  0  0  0  0  0  0
"""
# how a class moves in it
TERRAIN = """
    area      CP pass   CM pass   CL pass  FL enter FP enter PM enter  SQ enter  AL enter  AP enter
    wood      CP closed CM closed CL free  FL free  FP enter PM closed SQ closed AL closed AP closed
    difficult CP slow   CM slow   CL free  FL free  FP slow  PM slow   SQ slow   AL closed AP closed
"""


def test_the_fire_advantages():
    for code, cells in list(rows(FIRE).items())[1:]:
        found = [tables().fire_advantage.get((code, other), 0) for other in CLASSES]
        assert found == [int(cell) for cell in cells], code


def test_the_melee_advantages():
    for code, cells in list(rows(MELEE).items())[1:]:
        always = [tables().melee_advantage.get((code, other), 0) for other in CLASSES]
        in_line = [tables().line_advantage.get((code, other), 0) for other in CLASSES]
        assert always == [0 if "L" in cell else int(cell) for cell in cells], code
        assert in_line == [int(cell[0]) if "L" in cell else 0 for cell in cells], code


def test_the_terrain():
    table = tables().terrain
    for kind, cells in rows(TERRAIN).items():
        assert table[kind].move == dict(zip(cells[::2], cells[1::2], strict=True))
    area, wood, difficult = table["area"], table["wood"], table["difficult"]
    assert (area.blocks_fire, wood.blocks_fire, difficult.blocks_fire) == (True, True, False)
    assert area.rally == {"FP": 1, "PM": 1, "SQ": 1, "FL": 1}
    assert area.no_melee_against == ("CP", "CM", "CL")
    assert wood.melee == wood.rally == {"CL": -1, "FP": -1}
    assert wood.no_fire_at == wood.no_melee_against == ("CP", "CM")
    assert wood.sheltered_from_fire_advantage == ("CL",)
    assert wood.sheltered_from_melee_advantage == difficult.sheltered_from_melee_advantage == ("CL", "FL")
    assert difficult.rally == dict.fromkeys(("CP", "CM", "FP", "PM", "SQ"), -1)
    assert difficult.loses_melee_advantage == ("CP", "CM", "FP", "PM", "SQ")
    assert (area.melee, difficult.melee, tables().numbers.area) == ({}, {}, (1, 1))


# m steps front-left, n steps front-right
SECTORS = """
    musket_foot    near 1,0 0,1 2,0 1,1 0,2
    carbine_horse  near 1,0 0,1 1,1
    reiter         near 1,0 0,1 1,1 flanks 1,-1 -1,1
    square         near 1,0 0,1 1,-1 -1,1 2,0 1,1 0,2 -1,2 -2,2 2,-1 2,-2
"""


def pairs(text: str) -> set[tuple[int, int]]:
    return {(int(m), int(n)) for m, n in re.findall(r"(-?\d),(-?\d)", text)}


def test_the_fire_sectors():
    sectors = tables().sectors
    for line in SECTORS.strip().splitlines():
        weapon, _, rest = line.strip().partition(" ")
        near, _, flanks = rest.partition("flanks")
        assert (set(sectors[weapon].near), set(sectors[weapon].flanks)) == (pairs(near), pairs(flanks))
        assert sectors[weapon].far == ()
    for weapon, nearest, farthest in (("light_artillery", 2, 4), ("heavy_artillery", 3, 6)):
        cone = {(m, n) for m in range(7) for n in range(7)}
        assert set(sectors[weapon].near) == {(m, n) for m, n in cone if 1 <= m + n <= nearest}
        assert set(sectors[weapon].far) == {(m, n) for m, n in cone if nearest < m + n <= farthest}


def test_the_single_numbers():
    numbers = tables().numbers
    assert (numbers.army_value, numbers.strength_in_tests, numbers.least_cards, numbers.losses_to_shake) == (3, 3, 1, 2)
    assert (numbers.leader_pm, numbers.leader_flight) == (3, 3)
    assert (numbers.withdraw_foot, numbers.withdraw_horse, numbers.square_second_line) == (1, 2, 3)
    assert (numbers.gabions, numbers.fortified, numbers.higher_ground) == (1, (1, 1), 1)
    assert (numbers.focus, numbers.reiter_flank, numbers.shaken_cost) == (1, -1, 1)
    assert (numbers.division_units, numbers.division_characters) == ((2, 6), 2)


# Lens

LENS = {
    # division: general, zone, facing, profiles
    "beck": ("gen_beck", (1, 9, 2, 4), 3, "sp_fl_musketeers sp_sq_german_tercio sp_sq_german_tercio"),
    "charles": ("gen_charles_iv", (9, 16, 2, 4), 3, "sp_cp_heavy sp_cp_heavy sp_cl_arquebusiers"),
    "chatillon": ("gen_coligny", (1, 9, 10, 12), 0, "fr_pm_veteran fr_pm_line fr_pm_veteran fr_fl_musketeers"),
    "gramont": ("gen_gramont", (9, 16, 10, 12), 0, " ".join(["fr_cp_chevaux_legers"] * 4)),
}
LENS_GROUND = {
    ("area", "Liévin"): "0304",
    ("area", "Bénifontaine"): "1407",
    ("wood", "wood"): "0107 0108 0208",
    ("difficult", "soft ground by the brook"): "1505 1605 1606",
    ("obstacle", "hedged close"): "0607",
    ("road", "road from Lens"): " ".join(f"08{row:02d}" for row in range(1, 13)),
}


def test_the_orders_of_battle_and_zones_of_lens():
    scenario = Esa().scenario("lens-1648")
    assert (scenario.form.table.columns, scenario.form.table.rows, scenario.turns) == (16, 12, 12)
    assert {side.code: (seat, side.commander) for seat, side in scenario.sides.items()} == {
        "spain": ("red", "gen_leopold"),
        "france": ("blue", "gen_conde"),
    }
    for name, (general, zone, facing, profiles) in LENS.items():
        form = scenario.division_forms[name]
        assert form.zone is not None
        assert (form.general, form.zone.facing, form.characters, form.reserve) == (general, facing, (), False)
        assert (*form.zone.columns, *form.zone.rows) == zone
        assert [unit.profile for unit in form.units] == profiles.split()
    places = {side.code: side.commander_zone for side in scenario.form.side}
    assert {code: (zone.columns, zone.rows) for code, zone in places.items() if zone is not None} == {
        "spain": ((1, 16), (1, 4)),
        "france": ((1, 16), (9, 12)),
    }


def test_the_ground_the_objectives_and_the_special_rule_of_lens():
    form = Esa().scenario("lens-1648").form
    rise = form.terrain[0]
    assert (rise.type, rise.crest) == ("rise", tuple(f"{column:02d}01" for column in range(5, 13)))
    assert rise.slope == tuple(f"{column:02d}02" for column in range(5, 13))
    assert {(one.type, one.name["en"]): " ".join(one.hexes) for one in form.terrain[1:]} == LENS_GROUND
    assert {one.protection for one in form.terrain if one.type == "area"} == {(1, 1)}
    assert [(one.hex, one.loses, one.points, one.kind, one.from_turn) for one in form.objective] == [
        ("0801", "spain", 4, "once", 1),
        ("0812", "france", 4, "once", 1),
    ]
    assert [(one.kind, one.side, one.turns, one.optional) for one in form.special] == [
        ("initiative", "france", (1,), "")
    ]
    assert form.victory is None


# All battles

# side: units, their points, points of guns, of leaders, determination, command capacity; units of each division
BATTLES = """
    lens-1648    spain   6 33 0  53 16 3  beck 3 charles 3
    lens-1648    france  8 36 0  65 18 3  chatillon 4 gramont 4
    rethel-1650  royal  13 58 0  87 29 5  villequier 3 manicamp 5 hocquincourt 3 rosen 2
    rethel-1650  fronde 14 59 0  78 29 4  bouteville 5 ligne 5 lafauge 4
    dunes-1658   french 15 73 3  99 36 5  castelnau 3 lockhart 4 gadagne 5 crequi 3
    dunes-1658   spain  14 69 0 101 34 5  caracena 3 york 3 conde 3 bonifaz 5
    bleneau-1652 conde  11 46 0  76 23 4  nemours 4 beaufort 3 clinchamp 4
    bleneau-1652 royal   9 37 3  42 18 2  turenne 6 hocq 3
"""


@pytest.mark.parametrize("line", BATTLES.strip().splitlines(), ids=lambda line: " ".join(line.split()[:2]))
def test_the_totals_of_each_army(line):
    battle, code, *numbers = line.split()
    scenario = Esa().scenario(battle)
    seat = scenario.seat_of[code]
    state = new_battle(scenario, Esa().options())
    mine = [one.profile for one in state.units.values() if one.seat == seat]
    guns = sum(one.points for one in mine if one.is_artillery)
    leaders = sum(one.profile.points for one in state.leaders.values() if one.seat == seat)
    capacity = command_capacity(Muster(Game(Esa(), scenario, battle)).play(to="assign").state, seat)
    found = [len(mine), sum(one.points for one in mine) - guns, guns, leaders]
    found += [state.armies[seat].determination, capacity]
    divisions = [f"{one.id} {len(one.units)}" for one in state.divisions.values() if one.seat == seat]
    assert " ".join([*map(str, found), *divisions]) == " ".join(numbers)
    assert state.armies[seat].value == 3
