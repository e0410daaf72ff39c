"""Chapter 5.4.2, woods."""

from __future__ import annotations

import pytest

from alfiere.games.esa.card_tests import morale_tally
from alfiere.games.esa.events import MeleeStruck, VolleyFired
from alfiere.games.esa.fire import closed_to_fire, targets
from alfiere.games.esa.melee_phase import opponents
from tests.situation import situation


def fight(terrain, attacker, defender):
    """A melee in which everybody misses: the blows by unit."""
    game = situation(f"""
        esa on open ground
        {terrain}
        red {attacker}
        blue {defender}
        cards red 9 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9
    """)
    game.fight("A", "B", "fight")
    return {blow.unit: blow for blow in game.told(MeleeStruck)}


def reasons(tally):
    return [reason for _, reason, _ in tally.lines]


@pytest.mark.rule("esa.5.4.2a")
@pytest.mark.parametrize(
    ("wood", "seen"),
    [("0,-1", False), ("0,-2", True), ("0,-1 0,-2", False), ("0,0", True), ("1,-1", True)],
)
def test_a_wood_stops_the_line_of_fire_but_not_to_a_unit_at_its_edge(wood, seen):
    game = situation(f"""
        esa on open ground
        wood {wood}
        red musketeers A at 0,0 facing 0
        blue musketeers B at 0,-2 facing 3
    """)
    assert [target.id for target in targets(game.state, game.unit("A"))] == (["B"] if seen else [])


@pytest.mark.rule("esa.ex.24")
def test_musketeers_in_a_wood_are_a_target_where_the_line_runs_along_one_wood_hex():
    game = situation("""
        esa on open ground
        wood 1,-2 1,-1
        red pike grey at 0,0 facing 0
        blue musketeers A at 1,-2 facing 3
    """)
    assert [target.id for target in targets(game.state, game.unit("grey"))] == ["A"]


@pytest.mark.rule("esa.ex.25")
def test_pikes_beyond_two_wood_hexes_are_no_target_though_the_line_runs_between_them():
    game = situation("""
        esa on open ground
        wood 0,-1 1,-1
        red pike grey at 0,0 facing 0
        blue pike B at 1,-2 facing 3
    """)
    assert targets(game.state, game.unit("grey")) == []


@pytest.mark.rule("esa.5.4.2b", "esa.5.4.2d", "esa.5.4.2i")
@pytest.mark.parametrize(
    ("line", "beside", "two_away"),
    [
        ("cuirassiers", False, False),
        ("weimar", False, False),
        ("pike", False, False),
        ("tercio", False, False),
        ("guns, in tow", False, False),
        ("heavy-guns, in tow", False, False),
        ("highlanders", True, False),  # with the stop before it
        ("musketeers", True, True),
        ("arquebusiers", True, True),
    ],
)
def test_who_may_enter_a_wood_and_who_without_stopping(line, beside, two_away):
    kind, _, state = line.partition(", ")
    setup = """
        esa on open ground
        wood 0,-1
        red {} A at {} facing 0{}
    """
    state = f", {state}" if state else ""
    assert ((0, -1) in situation(setup.format(kind, "0,0", state)).reach("A")) == beside
    assert ((0, -1) in situation(setup.format(kind, "0,1", state)).reach("A")) == two_away


@pytest.mark.rule("esa.5.4.2d")
@pytest.mark.parametrize("kind", ["musketeers", "arquebusiers"])
def test_light_troops_move_through_woods_as_through_the_open(kind):
    setup = "esa on open ground\n {}\n red {} A at 0,0 facing 0"
    woods = "wood 0,-1 1,-1 1,-2 0,-2 2,-2 1,0 0,1 -1,0"
    assert situation(setup.format(woods, kind)).reach("A") == situation(setup.format("", kind)).reach("A")


@pytest.mark.rule("esa.5.4.2c")
@pytest.mark.parametrize(
    ("kind", "fires"), [("weimar", False), ("reiter", False), ("arquebusiers", True), ("pike", True)]
)
def test_heavy_and_medium_cavalry_do_not_fire_at_units_in_a_wood(kind, fires):
    game = situation(f"""
        esa on open ground
        wood 1,-2
        red {kind} A at 0,0 facing 0
        red cuirassiers heavy at 9,9 facing 0
        blue musketeers B at 1,-2 facing 3
    """)
    assert [target.id for target in targets(game.state, game.unit("A"))] == (["B"] if fires else [])
    assert closed_to_fire(game.state, game.unit("heavy"), game.at(1, -2))


@pytest.mark.rule("esa.5.4.2c2", "esa.5.4.2j")
@pytest.mark.parametrize(
    ("kind", "fights"),
    [
        ("cuirassiers", False),
        ("weimar", False),
        ("arquebusiers", True),
        ("pike", True),
        ("tercio", True),
        ("swordsmen", True),
    ],
)
def test_heavy_and_medium_cavalry_do_not_fight_units_in_a_wood_but_pikes_do(kind, fights):
    game = situation(f"""
        esa on open ground
        wood 0,-1
        red {kind} A at 0,0 facing 0, order: melee
        blue musketeers B at 0,-1 facing 3
        cards red 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9
    """)
    assert [foe.id for foe in opponents(game.state, game.unit("A"))] == (["B"] if fights else [])
    game.phase("melee")
    assert ("A" in [blow.unit for blow in game.told(MeleeStruck)]) == fights


@pytest.mark.rule("esa.5.4.2c3")
@pytest.mark.parametrize(("wood", "answers"), [("", True), ("wood 0,-1 1,-2", False)])
def test_heavy_and_medium_cavalry_attacked_from_a_wood_neither_fire_nor_fight_back(wood, answers):
    game = situation(f"""
        esa on open ground
        {wood}
        red weimar A at 0,0 facing 0
        blue musketeers S at 1,-2 facing 3
        cards blue 9 9 9 9 9 9 red 9 9 9 9 9 9
    """)
    game.shoot("S", "A")
    options = [option.key for one in game.asked if one.key == "react-to-fire" for option in one.options]
    assert ("fire" in options) == answers
    game = situation(f"""
        esa on open ground
        {wood}
        red cuirassiers A at 0,0 facing 0
        blue musketeers B at 0,-1 facing 3, order: melee
        cards blue 9 9 9 9 9 9 red 9 9 9 9 9 9
    """)
    game.fight("B", "A")
    assert ("fight-back" in [one.key for one in game.asked]) == answers
    assert ("A" in [blow.unit for blow in game.told(MeleeStruck)]) == answers


@pytest.mark.rule("esa.5.4.2e", "esa.5.4.2i2")
@pytest.mark.parametrize(
    ("kind", "rule"), [("arquebusiers", "esa.5.4.2e"), ("swordsmen", "esa.5.4.2i2"), ("musketeers", "")]
)
def test_light_cavalry_and_heavy_infantry_in_a_wood_fight_with_one_card_less(kind, rule):
    blow = fight("wood 0,-1", "line A at 0,0 facing 0", f"{kind} B at 0,-1 facing 3, strength 3, melee 1")["B"]
    lines = [line for line in blow.tally.lines if line[1] == "wood"]
    assert lines == ([(-1, "wood", rule)] if rule else [])
    assert blow.tally.total == (3 if rule else 4)


@pytest.mark.rule("esa.5.4.2f", "esa.5.4.2k")
@pytest.mark.parametrize("kind", ["arquebusiers", "musketeers"])
def test_the_enemy_has_no_melee_advantage_against_light_troops_in_a_wood(kind):
    attacker, defender = "tercio A at 0,0 facing 0", f"{kind} B at 0,-1 facing 3"
    assert reasons(fight("", attacker, defender)["A"].automatic) == ["advantage"]
    assert reasons(fight("wood 0,-1", attacker, defender)["A"].automatic) == []


@pytest.mark.rule("esa.5.4.2f")
def test_heavy_infantry_in_a_wood_is_not_sheltered():
    swords = fight("wood 0,-1", "swordsmen A at 0,0 facing 0", "swordsmen B at 0,-1 facing 3")
    assert reasons(swords["A"].automatic) == ["advantage"]


@pytest.mark.rule("esa.5.4.2g")
def test_in_fire_a_wood_shelters_light_cavalry_from_an_advantage_and_takes_no_card_from_it(monkeypatch):
    def volley(wood, shooter, target):
        game = situation(f"""
            esa on open ground
            {wood}
            red {shooter} A at 0,0 facing 0
            blue {target} B at 1,-2 facing 3, fired
            cards red 9 9 9 9 9 9 9
        """)
        # the table of the book gives nobody an advantage over light cavalry; a scenario's own table might
        monkeypatch.setitem(game.state.field.tables.fire_advantage, ("FL", "CL"), 1)
        game.shoot("A", "B", "none")
        return game.told(VolleyFired)[0]

    assert reasons(volley("", "musketeers", "arquebusiers").automatic) == ["advantage"]
    assert reasons(volley("wood 1,-2", "musketeers", "arquebusiers").automatic) == []
    inside = volley("wood 0,0", "arquebusiers", "arquebusiers")
    assert "wood" not in reasons(inside.tally)


@pytest.mark.rule("esa.5.4.2h")
@pytest.mark.parametrize(("kind", "penalty"), [("arquebusiers", -1), ("swordsmen", -1), ("musketeers", 0)])
def test_light_cavalry_and_heavy_infantry_in_a_wood_rally_with_one_card_less(kind, penalty):
    game = situation(f"""
        esa on open ground
        wood 0,0
        red {kind} A at 0,0 facing 0, strength 1
    """)
    lines = morale_tally(game.state, game.unit("A"), "recovery").lines
    assert [line for line in lines if line[1] == "wood"] == ([(-1, "wood", "esa.5.4.2h")] if penalty else [])
