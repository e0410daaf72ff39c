"""Chapters 1.1 to 1.3: hexes, cards instead of dice, markers, pieces and what they show."""

from __future__ import annotations

import pytest

from alfiere.games.esa import events
from alfiere.games.esa.card_tests import unit_passes
from alfiere.games.esa.cards import cards
from alfiere.games.esa.charge import charge_targets
from alfiere.games.esa.fire import targets
from alfiere.games.esa.losses import take_losses
from alfiere.games.esa.picture import picture
from alfiere.games.esa.scenario import read_scenario
from alfiere.kernel.bad_data import BadData
from tests.situation import situation


def piece(game, name, seat="red"):
    """A piece as a seat sees it."""
    return next(one for one in game.rules.view(game.state, seat)["pieces"] if one["id"] == name)


@pytest.mark.rule("esa.1.1a")
def test_moves_charges_and_ranges_are_counted_in_hexes():
    game = situation("""
        esa on open ground
        red cuirassiers C at 0,0 facing 0
        red musketeers M at 9,9 facing 0
        blue pike near at 0,-5 facing 3
        blue pike far at -6,0 facing 3
        blue pike in-range at 9,7 facing 3
        blue pike out-of-range at 8,6 facing 3
        order red: move melee
    """)
    grid, here = game.state.field.grid, game.unit("C").hex
    assert {grid.distance(here, game.at(q, r)) for q, r in game.reach("C")} == {1, 2}
    assert len(game.reach("C")) == 6 + 12  # 2 PM: every hex of the two rings, whatever the direction
    # 2 PM and charge +2 take it four hexes, next to an enemy at five; six is too far
    assert [enemy.id for enemy in charge_targets(game.state, game.unit("C"))] == ["near"]
    assert [target.id for target in targets(game.state, game.unit("M"))] == ["in-range"]


@pytest.mark.rule("esa.1.2a")
def test_a_test_turns_over_order_cards_of_ones_own_deck_and_reads_the_value_at_the_bottom():
    game = situation("""
        esa on open ground
        red line A at 0,0 facing 0
        blue line B at 0,-2 facing 3
        cards red 7 2 blue 9 9
    """)
    top = list(reversed(game.state.armies["red"].deck.top))
    blue = list(game.state.armies["blue"].deck.top)
    game.shoot("A", "B", "none")
    (volley,) = game.told(events.VolleyFired)
    assert volley.values == tuple(cards()[number].value for number in top) == (7, 2)
    assert game.state.armies["red"].discard == top
    assert game.state.armies["blue"].deck.top == blue  # the other deck is not touched
    assert game.game is not None
    assert game.game.chance.counter == 0  # and no die was rolled


@pytest.mark.rule("esa.1.2b")
@pytest.mark.parametrize(("army_value", "hits"), [(2, 1), (3, 2), (4, 3)])
def test_a_card_up_to_the_army_value_is_a_success(army_value, hits):
    game = situation(f"""
        esa on open ground
        army value red {army_value}
        army value blue 9
        red musketeers A at 0,0 facing 0
        blue tercio B at 0,-2 facing 3
        cards red 4 3 2 5
    """)
    game.shoot("A", "B", "none")
    (volley,) = game.told(events.VolleyFired)
    assert volley.values == (4, 3, 2, 5)
    assert volley.hits == hits


def take_morale_test(g, name):
    """A unit's morale test by itself."""
    unit_passes(g, g.state.units[name], "charge")
    return
    yield


@pytest.mark.rule("esa.ex.8")
@pytest.mark.parametrize("kind", ["fire", "melee", "morale"])
def test_of_three_four_and_eight_only_the_three_is_a_success_in_any_test(kind):
    game = situation("""
        esa on open ground
        army value red 3
        red pike A at 0,0 facing 0, strength 3, fire 0 melee 0 morale 0
        blue tercio B at 0,-1 facing 3
        cards red 8 4 3
    """)
    if kind == "fire":
        game.shoot("A", "B", "none")
        assert [(one.values, one.hits) for one in game.told(events.VolleyFired)] == [((8, 4, 3), 1)]
    elif kind == "melee":
        game.fight("A", "B", "none")
        assert [(one.values, one.hits) for one in game.told(events.MeleeStruck)] == [((8, 4, 3), 1)]
    else:
        game.run(lambda g: take_morale_test(g, "A"))
        assert [(one.values, one.passed) for one in game.told(events.TestTaken)] == [((8, 4, 3), True)]


@pytest.mark.rule("esa.1.2c")
def test_state_and_ability_tell_the_number_of_cards_and_successes_are_damage():
    def volley(line):
        game = situation(f"""
            esa on open ground
            red {line}
            blue line B at 0,-2 facing 3, armour 0|0
            cards red 1 1 9 9 9 9
        """)
        game.shoot("A", "B", "none")
        return game.told(events.VolleyFired)[0]

    strong = volley("walloons A at 0,0 facing 0, strength 3, fire 0")
    worn = volley("walloons A at 0,0 facing 0, strength 2, fire 0")
    skilled = volley("walloons A at 0,0 facing 0, strength 2, fire 2")
    assert (strong.tally.total, worn.tally.total, skilled.tally.total) == (3, 2, 4)
    assert strong.hits == strong.losses == 2


@pytest.mark.rule("esa.1.2c")
def test_a_success_decides_a_morale_test():
    for card, passed in ((3, True), (4, False)):
        game = situation(f"""
            esa on open ground
            red line A at 0,0 facing 0, strength 1, morale 0
            cards red {card}
        """)
        game.run(lambda g: take_morale_test(g, "A"))
        assert [one.passed for one in game.told(events.TestTaken)] == [passed]


# Markers


@pytest.mark.rule("esa.1.3a")
@pytest.mark.parametrize(
    ("losses", "markers"),
    [(0, []), (1, ["grey"]), (2, ["brown"]), (3, ["black"]), (4, ["black", "grey"]), (5, ["black", "brown"])],
)
def test_losses_are_shown_with_a_grey_a_brown_or_a_black_marker(losses, markers):
    game = situation(f"""
        esa on open ground
        red tercio A at 0,0 facing 0, strength {6 - losses}
    """)
    assert piece(game, "A")["markers"] == markers
    assert piece(game, "A")["strength"] == [6 - losses, 6]


@pytest.mark.rule("esa.ex.2")
def test_three_dutch_cuirassiers_are_strength_three_and_each_loss_takes_one_away():
    game = situation("""
        esa on open ground
        red nl_cp_cuirassiers A at 0,0 facing 0
    """)

    def lose_one(g):
        take_losses(g, g.state.units["A"], 1)
        return
        yield

    figures = [piece(game, "A")["strength"][0]]
    for _ in range(2):
        game.run(lose_one)
        figures.append(piece(game, "A")["strength"][0])
    assert figures == [3, 2, 1]


@pytest.mark.rule("esa.ex.3")
def test_a_grey_marker_beside_french_cuirassiers_means_one_loss():
    game = situation("""
        esa on open ground
        red fr_cp_cuirassiers A at 0,0 facing 0, strength 2
    """)
    assert piece(game, "A")["markers"] == ["grey"]
    assert game.unit("A").profile.strength - game.unit("A").strength == 1


@pytest.mark.rule("esa.1.3b")
def test_a_shaken_unit_carries_a_red_marker_and_a_paralysed_one_a_yellow_one_in_its_hex():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0, shaken
        red pike B at 1,0 facing 0, paralysed
        red pike C at 2,0 facing 0, shaken, paralysed
        red pike D at 3,0 facing 0
    """)
    pieces = game.rules.view(game.state, "blue")["pieces"]
    shown = {one["hex"]: one["markers"] for one in pieces if one["kind"] == "unit"}
    assert shown[game.at(0, 0)] == ["red"]
    assert shown[game.at(1, 0)] == ["yellow"]
    assert shown[game.at(2, 0)] == ["red", "yellow"]
    assert shown[game.at(3, 0)] == []


def test_the_table_as_text_shows_class_facing_strength_and_state_in_the_right_place():
    game = situation("""
        esa on open ground
        wood 4,0
        red pike A at 0,0 facing 1, shaken
        blue cuirassiers B at 2,0 facing 3, strength 2, paralysed
    """)
    row = next(line for line in picture(game.state).splitlines() if line.startswith("21 "))
    assert row.split()[1:].count("·") == 41 - 3
    assert "PM↗4!" in row
    assert "cp↓2z" in row
    assert row.index("PM↗4!") < row.index("cp↓2z") < row.index("♣")


@pytest.mark.rule("esa.1.3c")
@pytest.mark.parametrize("seat", ["red", "blue", None])
def test_everybody_sees_the_determination_of_both_armies_and_sees_it_fall(seat):
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        red pike B at 1,0 facing 0
        red pike C at 2,0 facing 0
        blue pike D at 9,9 facing 0
        objective 9,9 red 4
        turn 2
    """)
    before = game.rules.view(game.state, seat)["tracks"]["determination"]
    assert before == {"red": 9, "blue": 3}  # half the points of the units, esa.2.1.3a
    game.turn_phase("end")
    assert [one.left for one in game.told(events.DeterminationLost)] == [5]
    assert game.rules.view(game.state, seat)["tracks"]["determination"] == {"red": 5, "blue": 3}


# Places


@pytest.mark.rule("esa.1.3d")
def test_units_generals_and_characters_stand_in_one_hex_and_leave_the_old_one():
    game = situation("""
        esa on open ground
        red cuirassiers A at 0,0 facing 0
        red general Own at 1,0 morale 2
        red character Guide at 2,0 melee 1
        order red: move
    """)
    game.phase(
        "movement",
        "unit unit=A",
        f"move hex={game.at(-2, 0)}",
        f"leader leader=Own hex={game.at(1, 3)}",
        f"leader leader=Guide hex={game.at(2, 3)}",
    )
    for name, place in (("A", (-2, 0)), ("Own", (1, 3)), ("Guide", (2, 3))):
        assert piece(game, name)["hex"] == game.at(*place)
    occupied = {*game.state.at, *game.state.leader_at}
    assert not occupied & {game.at(0, 0), game.at(1, 0), game.at(2, 0)}


@pytest.mark.rule("esa.1.3e")
def test_a_unit_may_be_turned_towards_each_vertex_and_towards_nothing_else():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        order red: move
    """)
    game.phase("movement", "unit unit=A", "turn", "face facing=4")
    (decision,) = [one for one in game.asked if one.key == "face"]
    assert sorted(option["facing"] for option in decision.options) == [0, 1, 2, 3, 4, 5]
    assert piece(game, "A")["facing"] == 4


@pytest.mark.rule("esa.1.3e")
@pytest.mark.parametrize("facing", [-1, 6, 0.5])
def test_a_battle_that_deploys_a_unit_towards_a_side_is_refused(facing):
    source = dict(read_scenario("lens-1648").source)
    red, blue = source["side"]
    divisions = [dict(one) for one in red["division"]]
    divisions[0]["zone"] = dict(divisions[0]["zone"]) | {"facing": facing}
    with pytest.raises(BadData):
        read_scenario(source | {"side": [dict(red) | {"division": divisions}, blue]})
