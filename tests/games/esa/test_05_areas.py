"""Chapter 5.4.1, areas: villages, farms, trenches and other buildings."""

from __future__ import annotations

import pytest

from alfiere.games.esa.card_tests import morale_tally
from alfiere.games.esa.events import ForcedMove, MeleeStruck, UnitMoved, VolleyFired
from alfiere.games.esa.fire import targets
from alfiere.games.esa.forced import withdraw
from alfiere.games.esa.melee_phase import opponents
from alfiere.games.esa.ruleset import Esa
from alfiere.games.esa.sectors import sector_hexes
from tests.situation import situation

HORSE = ["cuirassiers", "weimar", "arquebusiers", "dragoons"]
FOOT = ["swordsmen", "pike", "tercio", "musketeers"]


def blows(terrain, attacker, defender):
    """The blows of a melee in which everybody misses; the attacker's comes first."""
    game = situation(f"""
        esa on open ground
        {terrain}
        red {attacker}
        blue {defender}
        cards red 9 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9
    """)
    game.fight("A", "B", "fight")
    return [[line[1] for line in blow.automatic.lines] for blow in game.told(MeleeStruck)]


@pytest.mark.rule("esa.5.4.1a")
def test_villages_are_areas_on_the_map_of_a_battle():
    scenario = Esa().scenario("lens-1648")
    field = scenario.field_in(1)
    named = {hexes: one.name["en"] for one in scenario.form.terrain if one.type == "area" for hexes in one.hexes}
    assert named == {"0304": "Liévin", "1407": "Bénifontaine"}
    assert {label for label, kind in field.kind.items() if kind == "area"} == set(named)


@pytest.mark.rule("esa.5.4.1a")
@pytest.mark.parametrize("name", ["village", "farm", "small town", "trench", "redoubt"])
def test_whatever_it_is_called_an_area_works_like_any_other(name):
    source = dict(Esa().scenario("lens-1648").source)
    built = {"type": "area", "name": {"en": name, "it": name}, "hexes": ["0606"]}
    field = Esa().scenario(source | {"terrain": [built]}).field_in(1)
    assert field.kind["0606"] == "area"
    assert field.protection["0606"] == (1, 1)
    assert not field.may_occupy("0606", "CP")


@pytest.mark.rule("esa.5.4.1b")
@pytest.mark.parametrize(
    ("area", "seen"),
    [("0,-1", False), ("0,-2", True), ("0,-2 0,-1", False), ("0,0", True)],
)
def test_buildings_stop_the_line_of_fire_but_not_to_or_from_a_unit_inside(area, seen):
    game = situation(f"""
        esa on open ground
        area {area}
        red pike A at 0,0 facing 0
        blue pike B at 0,-2 facing 3
    """)
    assert [target.id for target in targets(game.state, game.unit("A"))] == (["B"] if seen else [])


@pytest.mark.rule("esa.5.4.1c", "esa.5.4.1l")
@pytest.mark.parametrize("kind", HORSE)
def test_cavalry_passes_through_an_area_but_does_not_stop_there(kind):
    game = situation(f"""
        esa on open ground
        area 0,-1
        impassable 1,-1
        red {kind} A at 0,0 facing 0
        order red: move
    """)
    assert (0, -1) not in game.reach("A")
    assert (1, -2) in game.reach("A")  # through the village and out of it
    game.move("A", 1, -2)
    assert game.told(UnitMoved)[0].path[0] == game.at(0, -1)


@pytest.mark.rule("esa.5.4.1c")
def test_cavalry_too_stops_before_the_area_and_enters_it_with_its_first_step():
    game = situation("""
        esa on open ground
        area 0,-2
        red arquebusiers A at 0,0 facing 0
    """)
    assert (0, -3) not in game.reach("A")  # three hexes straight ahead, through the village
    assert (0, -1) in game.reach("A")


@pytest.mark.rule("esa.5.4.1l")
def test_cavalry_does_not_enter_an_area_it_cannot_leave_in_the_same_move():
    game = situation("""
        esa on open ground
        area 0,-1 0,-2
        red cuirassiers A at 0,0 facing 0
        blue pike B at 2,-4 facing 3
        order red: move fire melee
    """)
    assert not any((q, r) in game.reach("A") for q, r in ((0, -1), (0, -2), (0, -3)))


@pytest.mark.rule("esa.5.4.1l")
def test_a_withdrawal_or_evasion_that_would_end_in_an_area_ends_before_it():
    setup = """
        esa on open ground
        impassable -1,1
        area {}
        red {} A at 0,0 facing 0
        blue line B at 1,-2 facing 3
    """
    game = situation(setup.format("0,1", "cuirassiers"))
    game.run(lambda g: withdraw(g, g.state.units["A"], game.at(1, -2), "esa.7.1i", from_losses=False))
    assert game.where("A") == (0, 4)  # through it, as its first step
    game = situation(setup.format("0,1 0,2 0,3 0,4", "cuirassiers"))
    game.run(lambda g: withdraw(g, g.state.units["A"], game.at(1, -2), "esa.7.1i", from_losses=False))
    (move,) = game.told(ForcedMove)
    assert (move.path, move.outcome) == ((), "hindered")
    assert game.unit("A").strength == 2
    game = situation(setup.format("0,5", "arquebusiers"))
    game.shoot("B", "A", "evade")
    assert game.where("A") == (0, 4)  # five hexes, the last of them the village


@pytest.mark.rule("esa.5.4.1d")
@pytest.mark.parametrize("line", [*FOOT, "guns, in tow", "heavy-guns, in tow", "guns"])
def test_foot_and_guns_pass_through_an_area_and_occupy_it(line):
    kind, _, state = line.partition(", ")
    game = situation(f"""
        esa on open ground
        area 0,-1
        red {kind} A at 0,0 facing 0{", " + state if state else ""}
    """)
    assert (0, -1) in game.reach("A")
    game = situation("""
        esa on open ground
        area 0,-1
        impassable 1,-1
        red musketeers A at 0,0 facing 0
    """)
    assert (1, -2) in game.reach("A")  # through it


# Melee


@pytest.mark.rule("esa.5.4.1e")
@pytest.mark.parametrize("kind", HORSE)
def test_cavalry_does_not_attack_a_unit_in_an_area(kind):
    setup = """
        esa on open ground
        {}
        red {} A at 0,0 facing 0, order: melee
        blue line B at 0,-1 facing 3
    """
    game = situation(setup.format("area 0,-1", kind))
    assert opponents(game.state, game.unit("A")) == []
    game.phase("melee")
    assert game.told(MeleeStruck) == []
    free = situation(setup.format("", kind))
    assert [foe.id for foe in opponents(free.state, free.unit("A"))] == ["B"]


@pytest.mark.rule("esa.5.4.1e2")
def test_cavalry_attacked_from_an_area_does_not_fight_back_and_does_not_join():
    game = situation("""
        esa on open ground
        area 0,-1
        red cuirassiers A at 0,0 facing 0
        red gendarmes J at -1,0 facing 0
        blue line B at 0,-1 facing 3, order: melee
        cards blue 9 9 9 9 9 9 9 red 9 9 9 9 9 9 9
    """)
    game.phase("melee")
    assert [blow.unit for blow in game.told(MeleeStruck)] == ["B"]
    assert not {"fight-back", "join-melee"} & {one.key for one in game.asked}
    game = situation("""
        esa on open ground
        red cuirassiers A at 0,0 facing 0
        red gendarmes J at -1,0 facing 0
        blue line B at 0,-1 facing 3, order: melee
        cards blue 9 9 9 9 9 9 9 red 9 9 9 9 9 9 9
    """)
    game.phase("melee")
    assert {"fight-back", "join-melee"} <= {one.key for one in game.asked}


@pytest.mark.rule("esa.5.4.1i")
def test_neither_who_is_in_an_area_nor_who_fights_him_has_an_advantage():
    swords, pikes = "swordsmen A at 0,0 facing 0", "line B at 0,-1 facing 3"
    assert blows("", swords, pikes) == [["advantage"], []]
    assert blows("area 0,-1", swords, pikes) == [[], []]
    assert blows("area 0,0", swords, pikes) == [[], []]
    shots = "musketeers A at 0,0 facing 0"
    assert blows("", shots, "tercio B at 0,-1 facing 3") == [[], ["advantage"]]
    assert blows("area 0,-1", shots, "tercio B at 0,-1 facing 3") == [[], []]


@pytest.mark.rule("esa.5.4.1j")
@pytest.mark.parametrize("kind", ["swordsmen", "line", "tercio"])
def test_foot_in_an_area_has_no_weakness(kind):
    attacker, defender = "musketeers A at 0,0 facing 0", f"{kind} B at 0,-1 facing 0"  # from behind
    assert blows("", attacker, defender)[0] == ["weakness"]
    assert blows("area 0,-1", attacker, defender)[0] == []


# Fire and rally


@pytest.mark.rule("esa.5.4.1f", "esa.5.4.1g")
@pytest.mark.parametrize("kind", [*FOOT, "guns", "heavy-guns"])
@pytest.mark.parametrize(("printed", "stopped"), [("", 1), (" protection 2|1", 2)])
def test_foot_and_guns_have_the_armour_of_the_area(kind, printed, stopped):
    game = situation(f"""
        esa on open ground
        area 0,-1{printed}
        red walloons A at 0,0 facing 0
        blue {kind} B at 0,-1 facing 0, fired
        cards red 9 9 9 9 9
    """)
    game.shoot("A", "B", *(["none"] if game.unit("B").profile.has_evasion else []))
    lines = game.told(VolleyFired)[0].armour.lines
    assert [line for line in lines if line[1] == "protection"] == [(stopped, "protection", "esa.1.4a")]


@pytest.mark.rule("esa.5.4.1h")
@pytest.mark.parametrize("kind", ["pike", "tercio", "musketeers"])
def test_foot_in_an_area_fires_to_all_sides_at_its_usual_range(kind):
    game = situation(f"""
        esa on open ground
        area 0,0
        red {kind} A at 0,0 facing 0
    """)
    grid, here = game.state.field.grid, game.at(0, 0)
    around = {label for label in grid.hexes if 1 <= grid.distance(here, label) <= 2}
    assert set(sector_hexes(game.state, game.unit("A"))) == around
    game.state.place(game.unit("A"), game.at(5, 5))
    assert len(sector_hexes(game.state, game.unit("A"))) < len(around)


@pytest.mark.rule("esa.5.4.1h")
def test_guns_in_an_area_keep_their_sector():
    setup = "esa on open ground\n {}\n red guns A at 0,0 facing 0"
    inside, outside = situation(setup.format("area 0,0")), situation(setup.format(""))
    assert sector_hexes(inside.state, inside.unit("A")) == sector_hexes(outside.state, outside.unit("A"))


@pytest.mark.rule("esa.5.4.1k")
@pytest.mark.parametrize(("kind", "bonus"), [*((kind, 1) for kind in FOOT), ("guns", 0)])
def test_foot_in_an_area_has_one_card_more_in_rally(kind, bonus):
    game = situation(f"""
        esa on open ground
        area 0,0
        red {kind} A at 0,0 facing 0, strength 1
    """)
    lines = morale_tally(game.state, game.unit("A"), "recovery").lines
    assert [line for line in lines if line[1] == "area"] == ([(1, "area", "esa.5.4.1k")] if bonus else [])


@pytest.mark.rule("esa.5.4.1k2")
@pytest.mark.parametrize(("ground", "kind"), [("area", "pike"), ("wood", "swordsmen"), ("difficult", "pike")])
def test_ground_counts_in_the_morale_tests_of_the_rally_action_only(ground, kind):
    game = situation(f"""
        esa on open ground
        {ground} 0,0
        red {kind} A at 0,0 facing 0, strength 1
        order red: rally
        cards red 9 9 9 9 9 9
    """)
    unit = game.unit("A")
    for purpose in ("charge", "move", "fire", "melee", "evasion"):
        assert ground not in [line[1] for line in morale_tally(game.state, unit, purpose).lines]
    for purpose in ("rally", "recovery"):
        assert ground in [line[1] for line in morale_tally(game.state, unit, purpose).lines]
    game.phase("rally", "recover")
    tests = [event for event in game.events if hasattr(event, "purpose")]
    assert [ground in [line[1] for line in event.tally.lines] for event in tests] == [True]


# Dragoons


@pytest.mark.rule("esa.5.4.1m")
def test_dragoons_count_as_light_cavalry_in_the_saddle_and_as_light_infantry_on_foot():
    setup = """
        esa on open ground
        area 0,-1
        wood 1,-1 9,0
        difficult 1,0
        red dragoons A at 0,0 facing 0{}
        red dragoons W at 9,0 facing 0{}
        blue swordsmen B at 9,-1 facing 3
        cards red 9 9 9 9 9 9 blue 9 9 9 9 9 9
    """
    mounted = situation(setup.format("", ""))
    assert not {(0, -1)} & mounted.reach("A")
    assert {(1, -1), (1, 0)} <= mounted.reach("A")
    mounted.fight("B", "W", "fight")
    own = next(blow for blow in mounted.told(MeleeStruck) if blow.unit == "W")
    assert (-1, "wood", "esa.5.4.2e") in own.tally.lines
    dismounted = situation(setup.format(", dismounted", ", dismounted"))
    assert {(0, -1), (1, -1), (1, 0)} <= dismounted.reach("A")
    dismounted.fight("B", "W", "fight")
    own = next(blow for blow in dismounted.told(MeleeStruck) if blow.unit == "W")
    assert "wood" not in [line[1] for line in own.tally.lines]
