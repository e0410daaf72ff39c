"""Chapter 1.4, the legends: protected hexes, objectives, ground on the map, coats of arms, ranks."""

from __future__ import annotations

import re

import pytest

from alfiere.games.esa.end_of_turn import occupier
from alfiere.games.esa.events import DeterminationLost, MeleeStruck, ObjectiveTaken, VolleyFired
from alfiere.games.esa.fire import can_fire, targets
from alfiere.games.esa.scenario import read_scenario
from alfiere.games.esa.tables import DATA
from alfiere.games.esa.troops import read_profiles
from alfiere.kernel.bad_data import BadData
from tests.situation import situation


def lost(game):
    """What objectives have cost whom, turn by turn."""
    return [(one.seat, one.amount) for one in game.told(DeterminationLost) if one.cause == "objective"]


def holder(game, place):
    return occupier(game.state, game.at(*place))


# Protection


@pytest.mark.rule("esa.1.4a")
@pytest.mark.parametrize(("kind", "stopped"), [("fire", 2), ("melee", 1)])
def test_a_protected_hex_raises_the_armour_against_fire_and_in_melee(kind, stopped):
    game = situation("""
        esa on open ground
        decoration 0,-1 protection 2|1
        red line A at 0,0 facing 0
        blue line B at 0,-1 facing 3, armour 0|0
        cards red 9 9 9 9 9
    """)
    if kind == "fire":
        game.shoot("A", "B", "none")
        armour = game.told(VolleyFired)[0].armour
    else:
        game.fight("A", "B", "none")
        armour = game.told(MeleeStruck)[0].armour
    assert armour.lines == [(stopped, "protection", "esa.1.4a")]
    shape = game.rules.view(game.state, None)["board"]["shapes"][0]
    assert shape["protection"] == [2, 1]


@pytest.mark.rule("esa.ex.61")
@pytest.mark.parametrize("kind", ["fire", "melee"])
def test_protection_one_stops_one_of_two_damages(kind):
    game = situation("""
        esa on open ground
        decoration 0,-1 protection 1|1
        red line A at 0,0 facing 0, fire 0 melee 0, strength 3
        blue line B at 0,-1 facing 3, armour 0|0
        cards red 1 2 9
    """)
    if kind == "fire":
        game.shoot("A", "B", "none")
        (blow,) = game.told(VolleyFired)
    else:
        game.fight("A", "B", "none")
        (blow,) = game.told(MeleeStruck)
    assert (blow.automatic.total + blow.hits, blow.losses) == (2, 1)
    assert game.unit("B").strength == 3


# Objectives


@pytest.mark.rule("esa.1.4b")
@pytest.mark.parametrize(("loses", "expected"), [("red", [("red", 4)]), ("blue", []), ("anyone", [("red", 4)])])
def test_an_objective_costs_the_army_it_is_marked_for_once_when_the_enemy_holds_it(loses, expected):
    game = situation(f"""
        esa on open ground
        turn 3
        objective 0,0 {loses} 4
        red pike R at 5,5 facing 3
        blue pike B at 0,0 facing 0
    """)
    game.turn_phase("end")
    assert lost(game) == expected
    game.state.turn = 4
    game.turn_phase("end")
    assert lost(game) == expected  # only once in the battle


@pytest.mark.rule("esa.ex.4")
def test_a_french_objective_falls_in_turn_three_and_costs_four_points_once():
    game = situation("""
        esa on open ground
        turn 3
        objective 0,0 blue 4
        red walloons Spanish at 0,0 facing 0
        blue pike French at 5,5 facing 0
    """)
    game.turn_phase("end")
    assert lost(game) == [("blue", 4)]
    game.state.turn = 4
    game.turn_phase("end")
    assert lost(game) == [("blue", 4)]


@pytest.mark.rule("esa.1.4b2")
def test_an_objective_of_anyone_costs_only_the_opponent_of_the_first_who_takes_it():
    game = situation("""
        esa on open ground
        turn 3
        objective 0,0 anyone 3
        red pike R at 0,0 facing 0
        blue pike B at 5,5 facing 0
    """)
    game.turn_phase("end")
    assert lost(game) == [("blue", 3)]
    game.state.place(game.unit("R"), game.at(-5, 0))
    game.state.place(game.unit("B"), game.at(0, 0))
    game.state.turn = 4
    game.turn_phase("end")
    assert lost(game) == [("blue", 3)]


@pytest.mark.rule("esa.1.4c")
def test_an_objective_is_held_by_a_unit_in_it_that_is_not_shaken():
    setup = """
        esa on open ground
        objective 0,0 blue 4
        red pike R at 0,0 facing 0{}
        blue pike B at 0,-1 facing 3
    """
    assert holder(situation(setup.format("")), (0, 0)) == "red"
    assert holder(situation(setup.format(", shaken")), (0, 0)) is None


@pytest.mark.rule("esa.1.4c2")
def test_an_objective_is_judged_at_the_end_of_the_turn_not_when_a_unit_passes():
    game = situation("""
        esa on open ground
        turn 2
        objective 0,0 red 4
        red pike R at -9,0 facing 0
        blue cuirassiers B at 1,0 facing 4
        order blue: move
    """)
    game.move("B", -1, 0)
    (way,) = [event.path for event in game.events if getattr(event, "path", None)]
    assert way == (game.at(0, 0), game.at(-1, 0))
    assert lost(game) == []
    game.state.place(game.unit("B"), game.at(-2, 0))
    game.turn_phase("end")
    assert lost(game) == []
    game.state.turn, game.state.winner = 3, ""
    game.state.place(game.unit("B"), game.at(0, 0))
    game.turn_phase("end")
    assert lost(game) == [("red", 4)]


@pytest.mark.rule("esa.1.4d")
@pytest.mark.parametrize(
    ("horse", "enemy", "held_by"),
    [
        ("cuirassiers R at 1,0", "pike B at 4,4", "red"),
        ("pike R at 1,0", "pike B at 4,4", None),  # not cavalry
        ("cuirassiers R at 2,0", "pike B at 4,4", None),  # not beside it
        ("cuirassiers R at 1,0", "pike B at -1,0", None),  # an enemy beside it too
        ("cuirassiers R at 1,0", "pike B at 0,0", "blue"),  # an enemy in it
    ],
)
def test_cavalry_beside_an_objective_holds_it_if_no_enemy_is_near(horse, enemy, held_by):
    game = situation(f"""
        esa on open ground
        objective 0,0 blue 4
        red {horse} facing 0
        blue {enemy} facing 0
    """)
    assert holder(game, (0, 0)) == held_by


@pytest.mark.rule("esa.ex.5")
def test_spanish_horse_beside_an_empty_objective_holds_it_unless_a_french_unit_is_beside_it():
    setup = """
        esa on open ground
        objective 0,0 blue 4
        red cuirassiers Spanish at 1,-1 facing 0
        blue pike French at {} facing 0
    """
    assert holder(situation(setup.format("5,5")), (0, 0)) == "red"
    assert holder(situation(setup.format("-1,0")), (0, 0)) is None


@pytest.mark.rule("esa.1.4d2")
@pytest.mark.parametrize(
    ("horse", "held_by"),
    [
        ("cuirassiers R at 1,0 facing 0, shaken", None),
        ("dragoons R at 1,0 facing 0", "red"),
        ("dragoons R at 1,0 facing 0, dismounted", None),
    ],
)
def test_the_horse_that_holds_an_objective_is_fresh_and_in_the_saddle(horse, held_by):
    game = situation(f"""
        esa on open ground
        objective 0,0 blue 4
        red {horse}
        blue pike B at 5,5 facing 0
    """)
    assert holder(game, (0, 0)) == held_by


@pytest.mark.rule("esa.1.4d3")
@pytest.mark.parametrize("place", ["0,0", "-1,0"])
def test_even_a_shaken_enemy_in_or_beside_the_objective_prevents_cavalry_from_holding_it(place):
    game = situation(f"""
        esa on open ground
        objective 0,0 blue 4
        red cuirassiers R at 1,0 facing 0
        blue pike B at {place} facing 0, shaken
    """)
    assert holder(game, (0, 0)) is None


@pytest.mark.rule("esa.1.4e")
@pytest.mark.parametrize(("printed", "cost"), [("", 2), ("3", 3)])
def test_a_permanent_objective_costs_its_number_every_turn_and_two_without_one(printed, cost):
    game = situation(f"""
        esa on open ground
        turn 5
        objective 0,0 opponent {printed} every turn
        red line R1 at 9,9 facing 0
        red line R2 at 9,8 facing 0
        red line R3 at 9,7 facing 0
        red line R4 at 9,6 facing 0
        blue pike B at 0,0 facing 0
    """)
    game.turn_phase("end")
    assert lost(game) == [("red", cost)]
    game.state.turn = 6
    game.turn_phase("end")
    assert lost(game) == [("red", cost)] * 2
    (mark,) = game.rules.view(game.state, None)["marks"]
    assert (mark["points"], mark["every_turn"], mark["spent"]) == (cost, True, False)


@pytest.mark.rule("esa.ex.6")
def test_the_french_in_a_permanent_objective_cost_their_opponent_two_points_in_turns_five_and_six():
    game = situation("""
        esa on open ground
        turn 5
        objective 0,0 opponent 2 every turn
        red walloons Spanish at 5,5 facing 0
        red walloons Spanish-too at 5,4 facing 0
        blue pike French at 0,0 facing 0
    """)
    start = game.state.armies["red"].determination
    game.turn_phase("end")
    assert game.state.armies["red"].determination == start - 2
    game.state.turn, game.state.winner = 6, ""
    game.turn_phase("end")
    assert game.state.armies["red"].determination == start - 4


@pytest.mark.rule("esa.1.4f")
def test_the_exit_of_a_line_of_communication_is_marked_and_does_nothing_by_itself():
    game = situation("""
        esa on open ground
        turn 3
        exit 0,0 red
        red pike R at 5,5 facing 3
        blue pike B at 0,0 facing 0
    """)
    marks = game.rules.view(game.state, None)["marks"]
    assert [(one["kind"], one["hex"], one["side"]) for one in marks] == [("exit", game.at(0, 0), "red")]
    game.turn_phase("end")
    assert game.told(ObjectiveTaken) == []
    assert lost(game) == []
    assert game.state.winner == ""


@pytest.mark.rule("esa.1.4f")
def test_a_scenario_may_make_an_exit_an_objective():
    game = situation("""
        esa on open ground
        turn 3
        exit 0,0 red
        objective 0,0 red 4
        red pike R at 5,5 facing 3
        blue pike B at 0,0 facing 0
    """)
    game.turn_phase("end")
    assert lost(game) == [("red", 4)]


@pytest.mark.rule("esa.1.4f")
def test_an_exit_of_an_unknown_side_is_refused():
    source = dict(read_scenario("lens-1648").source)
    way_out = {"hex": "0801", "name": {"en": "exit", "it": "uscita"}, "side": "sweden"}
    with pytest.raises(BadData, match="sweden"):
        read_scenario(source | {"exit": [way_out]})


# Ground


@pytest.mark.rule("esa.1.4g")
def test_beach_and_rises_are_open_ground():
    plain = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        red cuirassiers C at 5,0 facing 0
    """)
    other = situation("""
        esa on open ground
        beach 0,-1 1,-1 5,-1 6,-2
        rise crest 1,0 slope 0,1 -1,1 6,-1 6,0
        red pike A at 0,0 facing 0
        red cuirassiers C at 5,0 facing 0
    """)
    for name in ("A", "C"):
        assert other.reach(name) == plain.reach(name)


@pytest.mark.rule("esa.1.4h")
@pytest.mark.parametrize("crossing", ["bridge", "ford"])
def test_a_river_is_crossed_only_on_a_bridge_or_a_ford(crossing):
    setup = """
        esa on open ground
        river -2,-1 -1,-1 0,-1 1,-1 2,-1 3,-1
        {}
        red arquebusiers A at 0,0 facing 0
    """
    assert not any(r < 0 for _, r in situation(setup.format("")).reach("A"))
    reach = situation(setup.format(f"{crossing} 0,-1")).reach("A")
    assert {(0, -1), (0, -2), (1, -2)} <= reach  # onto it and beyond
    assert (1, -1) not in reach  # beside it the river is a river


@pytest.mark.rule("esa.1.4h", "esa.5.9g")
def test_a_bridge_stands_whether_the_file_names_it_before_or_after_the_river():
    for lines in ("bridge 0,-1\n river 0,-1 1,-1", "river 0,-1 1,-1\n bridge 0,-1"):
        game = situation(f"""
            esa on open ground
            {lines}
            red musketeers A at 0,0 facing 0
        """)
        assert (0, -1) in game.reach("A")
        assert (1, -1) not in game.reach("A")


@pytest.mark.rule("esa.1.4i")
def test_a_stream_is_difficult_ground_and_wood_where_it_runs_through_a_wood():
    for lines in ("wood 1,-1\n stream 0,-1 1,-1", "stream 0,-1 1,-1\n wood 1,-1"):
        game = situation(f"""
            esa on open ground
            {lines}
            red pike A at 0,0 facing 0
        """)
        assert game.state.field.kind[game.at(0, -1)] == "difficult"
        assert game.state.field.kind[game.at(1, -1)] == "wood"
        assert (0, -1) in game.reach("A")  # a pike may enter the stream
        assert (1, -1) not in game.reach("A")  # but not the wood


@pytest.mark.rule("esa.1.4j")
def test_decoration_has_no_effect_unless_the_map_notes_give_it_one():
    game = situation("""
        esa on open ground
        decoration 0,-1
        decoration 1,-1 difficult for CP
        red cuirassiers A at 0,0 facing 0
        red pike B at 5,0 facing 0
    """)
    assert (0, -2) in game.reach("A")  # straight over the first
    assert (2, -2) not in game.reach("A")  # the second takes all its PM
    kinds = [one["kind"] for one in game.rules.view(game.state, None)["board"]["shapes"]]
    assert kinds == ["decoration", "decoration"]


# Troops


@pytest.mark.rule("esa.1.4n")
@pytest.mark.parametrize(
    ("profile", "nation", "english"),
    [
        ("fr_pm_line", "fr", "France"),
        ("de_pm_regiment", "de", "German mercenaries"),
        ("sv_pm_regiment", "sv", "Piedmont-Savoy"),
        ("sp_pm_walloon", "sp", "Spain-Habsburg"),
    ],
)
def test_a_unit_shows_the_arms_of_its_nation(profile, nation, english):
    game = situation(f"""
        esa on open ground
        red {profile} A at 0,0 facing 0
    """)
    (unit,) = [one for one in game.rules.view(game.state, None)["pieces"] if one["id"] == "A"]
    assert unit["nation"] == nation
    assert game.rules.words("en").word("nation", nation) == english


@pytest.mark.rule("esa.1.4n")
def test_an_army_may_be_of_the_fronde_but_of_no_nation_without_arms():
    source = dict(read_scenario("lens-1648").source)
    red, blue = source["side"]
    fronde = read_scenario(source | {"side": [red, dict(blue) | {"nation": "fn"}]})
    assert fronde.sides["blue"].nation == "fn"
    with pytest.raises(BadData, match="nation"):
        read_scenario(source | {"side": [red, dict(blue) | {"nation": "atlantis"}]})


@pytest.mark.rule("esa.1.4o")
@pytest.mark.parametrize("armed", ["sp_fl_musketeers", "sp_cl_arquebusiers"])
def test_light_troops_without_firearms_are_of_the_same_class_and_cannot_fire(armed, tmp_path):
    text = (DATA / "profiles.toml").read_text(encoding="utf-8")
    card = re.search(rf'\[\[unit\]\]\nid = "{armed}".*?(?=\n\[\[)', text, re.DOTALL)
    assert card
    bare = re.sub(r"(?m)^(fire|weapon) = .*\n", "", card[0]).replace(armed, "bare_hands")
    bare = re.sub(r"(?m)^points = \d+", "points = 3", bare)
    (tmp_path / "profiles.toml").write_text(f"{bare}\n{text}", encoding="utf-8")
    found = read_profiles(tmp_path / "profiles.toml").units
    assert found["bare_hands"].cls == found[armed].cls
    game = situation(f"""
        esa on open ground
        red {armed} A at 0,0 facing 0
        blue pike B at 1,-2 facing 0
    """)
    unit = game.unit("A")
    assert can_fire(game.state, unit)
    assert [target.id for target in targets(game.state, unit)] == ["B"]
    unit.profile = found["bare_hands"]
    unit.values = unit.profile.line("first")
    assert unit.values.kind == found[armed].cls
    assert not can_fire(game.state, unit)
    assert targets(game.state, unit) == []


@pytest.mark.rule("esa.1.4p")
def test_generals_are_commanders_in_chief_generals_of_a_wing_or_of_a_division():
    game = situation("""
        esa on open ground
        red commander Chief at 0,0 morale 2
        red wing Wing at 1,0 morale 2, over red
        red general Own at 2,0 morale 2
        red pike A at 3,0 facing 0
    """)
    pieces = {one["id"]: one for one in game.rules.view(game.state, None)["pieces"] if one["kind"] == "leader"}
    assert [pieces[name]["rank"] for name in ("Chief", "Wing", "Own")] == ["commander", "wing", "general"]
    english = game.rules.words("en")
    assert [english.word("rank", pieces[name]["rank"]) for name in ("Chief", "Wing", "Own")] == [
        "commander-in-chief",
        "wing general",
        "general",
    ]
