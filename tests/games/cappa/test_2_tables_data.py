"""The tables of chapters 2 to 5: costs, modifiers, obstacles and ground as the rules give them."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.sheets.tables import tables, terrain

COSTS = """
shoot 1 light_match 2 reload weapon aim 1 throw_grenade 2 fight 1 fall_back_fighting 1 break_off 1 change_weapon 1
pick_up 1 move 1 cross_obstacle 1+ jump 1 go_prone 1 get_up 1 mount 1 dismount 1 recover 1 react reaction wait 1
change_formation move talk 1+ improvise 1 drink 1 drink_in_company 2 reveal_event 1 climb 1 fix_bayonet 2
remove_bayonet 1 deploy 1 battle_cry 1 lead 1 encourage 1 clear_jam 1 squad_picked_shot 2 detached_member 1&
collaborate 4+
"""


@pytest.mark.rule(*(f"cappa.2.2.1{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"))
def test_what_every_action_costs():
    signs = {"fixed": "", "at least": "+", "added": "&"}
    shown = []
    for action in tables().actions.values():
        cost = f"{action.pa}{signs[action.cost]}" if action.pa else action.cost
        shown += [action.id, cost]
    assert shown == COSTS.split()


def test_morale_modifiers():
    shown = {modifier.rule: modifier.add for modifier in tables().morale.values()}
    assert [shown[f"cappa.2.3.2{letter}"] for letter in "abcdefg"] == [1, 1, 1, 1, -1, -1, -2]


def test_fire_modifiers():
    shown = {modifier.rule: (modifier.to, modifier.add) for modifier in tables().fire.values()}
    assert [shown[f"cappa.5.1.3{letter}"] for letter in "cdefg"] == [
        ("Ti", 1),
        ("Ti", 1),
        ("Ti", -1),
        ("Ti", -1),
        ("Ti", -1),
    ]
    assert [shown[f"cappa.5.1.3{letter}"] for letter in "jklm"] == [("CA", -1), ("CA", -1), ("CA", -1), ("CA", 1)]


def test_melee_modifiers():
    shown = {modifier.rule: (modifier.to, modifier.add) for modifier in tables().melee.values()}
    assert [shown[f"cappa.5.2.2{letter}"] for letter in "cdegijklmnop"] == [
        ("Mi", number) for number in (3, 2, 2, 1, 1, 1, 1, 1, 1, -1, -1, -3)
    ]
    assert [shown[f"cappa.5.2.2{letter}"] for letter in "stu"] == [("CA", -1), ("CA", -1), ("CA", 4)]


def test_abilities_in_the_modifiers():
    by_rule = {modifier.rule: modifier.add for modifier in tables().morale.values()}
    by_rule |= {modifier.rule: modifier.add for modifier in tables().fire.values()}
    by_rule |= {modifier.rule: modifier.add for modifier in tables().melee.values()}
    assert {rule: add for rule, add in by_rule.items() if rule.startswith("cappa.8")} == {
        "cappa.8.1.1b": 1,
        "cappa.8.1.1c": 1,
        "cappa.8.1.1e": 1,
        "cappa.8.1.1f": 1,
        "cappa.8.1.1g": 1,
        "cappa.8.1.1k": -1,
        "cappa.8.1.1m": 1,
    }


@pytest.mark.rule("cappa.ex.50", "cappa.3.2.1b", "cappa.3.2.1c", "cappa.3.2.1d")
def test_firmness_of_a_side_worth_seventeen():
    assert {name: mission.firmness(17) for name, mission in tables().missions.items()} == {
        "vital": 13,
        "important": 9,
        "reconnaissance": 5,
    }


@pytest.mark.rule("cappa.ex.70")
def test_firmness_of_a_side_worth_sixteen_to_the_death():
    assert tables().missions["vital"].firmness(16) == 12


@pytest.mark.rule("cappa.4.3.2.h1")
def test_obstacles():
    # PA on foot, mounted; blocks sight, cover, rigid; height; hits
    rows = """
    hedge 1 1 - c - 75 0 / fence 1 1 - - - 75 0 / low_wall 1 1 - c r 75 3 / high_wall - - s c r 150 3
    / palisade 2 - - c r 100 2 / barricade 1 - - c r 100 2 / door 1 - s c r 100 2 / gate 1 1 s c r 100 2
    / locked_door - - s c r 100 2 / window 1 - - c r 50 0 / ditch 1 1 - c r -50 0 / stream 1 1 - - - 0 0
    / earthwork 2 2 - c r 100 4 / bridge 0 0 - - - 0 0 / well - - - c r 75 0
    """
    shown = [
        " ".join(
            [
                one.id,
                *("-" if pa is None else str(pa) for pa in (one.foot, one.mounted)),
                "s" if one.blocks_sight else "-",
                "c" if one.gives_cover else "-",
                "r" if one.is_rigid else "-",
                str(one.height),
                str(one.hits),
            ]
        )
        for one in terrain().obstacles.values()
    ]
    assert shown == [" ".join(row.split()) for row in rows.split("/")]
    assert [one.id for one in terrain().obstacles.values() if one.is_climbed] == ["high_wall"]
    assert terrain().obstacles["locked_door"].collaborative == 6


@pytest.mark.rule("cappa.4.3.5.h2")
def test_ground():
    ways = {one.id: (one.foot, one.mounted) for one in terrain().grounds.values()}
    assert ways["wood"] == ("free", "difficult")
    assert ways["river"] == ("closed", "closed")
    assert ways["building"] == ("free", "closed")
    difficult = {name for name, (foot, _) in ways.items() if foot == "difficult"}
    assert difficult == {"scrub", "marsh", "ford", "rubble"}
    assert terrain().grounds["wood"].sight_through == tables().lengths.through_wood == 400
    assert terrain().grounds["wood"].sight_inside == tables().lengths.inside_wood == 800


@pytest.mark.rule("cappa.4.3.7.h1")
def test_what_things_weigh():
    weights = {load.id: load.weight for load in terrain().loads.values()}
    assert weights == {
        "trifle": 0,
        "shield": 0,  # a thing of ours, cappa.1.2.4j
        "keg": 50,
        "person": 100,
        "barrel": 150,
        "strong_box": 300,
        "vehicle": None,
    }


@pytest.mark.rule("cappa.1.1.h2")
def test_bases_of_guns():
    assert {gun.id: (gun.width, gun.depth) for gun in terrain().guns.values()} == {
        "light_gun": (200, 200),
        "howitzer": (200, 200),
        "medium_gun": (200, 300),
        "heavy_gun": (300, 400),
    }


def test_reactions_to_each_threat():
    shown: dict[str, list[str]] = {}
    for reaction in tables().reactions.values():
        assert reaction.pa == 1
        shown.setdefault(reaction.to, []).append(reaction.id)
    assert shown == {
        "fire": ["shoot_back", "go_prone", "evade_fire"],
        "charge": ["countercharge", "evade_charge", "battle_cry"],
        "melee": ["fight_back"],
        "flight": ["strike_fugitive"],
    }
