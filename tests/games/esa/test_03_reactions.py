"""Chapter 3.3.1, reactions to a move: fire at the mover, press, pursuit and charge, and their order."""

from __future__ import annotations

import pytest

from alfiere.games.esa.command import has_melee_order, is_engaged
from alfiere.games.esa.events import LossesTaken, MeleeStruck, UnitMoved, UnitTurned, VolleyFired
from alfiere.games.esa.reactions import after_move, follow_options
from alfiere.games.esa.state import REACTION_MELEE
from tests.situation import situation


def asked(game, key: str) -> list:
    """The decisions of a kind that were asked, in order."""
    return [decision for decision in game.asked if decision.key == key]


def keys(game, *wanted: str) -> list[str]:
    """Which of these decisions were asked, in their order."""
    return [decision.key for decision in game.asked if decision.key in wanted]


# Press, pursuit and charge


@pytest.mark.rule("esa.3.3.1f")
def test_units_with_press_pursue_or_charge_may_use_it_when_a_neighbour_moves():
    game = situation("""
        esa on open ground
        red   cuirassiers C at 0,0 facing 0
        red   pike P at 1,-1 facing 3
        red   musketeers S at -1,0 facing 3
        blue  cuirassiers M at 0,-1 facing 3
        order blue: move
    """)
    game.move("M", 0, -3)
    choices = asked(game, "follow")[0]
    assert choices.seat == "red"
    assert {(option.key, option.get("unit")) for option in choices.options} == {
        ("hold", None),
        ("pursue", "C"),
        ("charge", "C"),
        ("press", "P"),
    }


@pytest.mark.rule("esa.3.3.1g")
def test_they_follow_once_the_neighbour_has_ended_its_move_and_not_if_it_only_turns():
    text = """
        esa on open ground
        red   cuirassiers C at 0,0 facing 0
        blue  cuirassiers M at 0,-1 facing 3
        order blue: move
    """
    game = situation(text)
    game.move("M", 0, -3, "face facing=1", f"pursue hex={game.at(0, -1)}")
    told = [event for event in game.events if isinstance(event, UnitMoved | UnitTurned)]
    assert [event.unit for event in told[:3]] == ["M", "M", "C"]
    game = situation(text)
    game.phase("movement", "unit unit=M", "turn unit=M", "face facing=0")
    assert not asked(game, "follow")
    # wherever it began, a unit that is still adjacent is not followed
    assert not follow_options(game.state, game.unit("C"), game.unit("M"), game.at(1, -1))
    game.state.place(game.unit("M"), game.at(0, -2))
    assert follow_options(game.state, game.unit("C"), game.unit("M"), game.at(1, -1))


@pytest.mark.rule("esa.3.3.1g")
def test_a_unit_reacts_to_a_moving_neighbour_only_once_a_turn():
    game = situation("""
        esa on open ground
        red   cuirassiers C at 0,0 facing 0
        blue  weimar M at 0,-1 facing 3
        blue  weimar N at 9,-9 facing 3
        order blue: move
        cards red 9 9 9 9
    """)
    game.move("M", -1, -2, "charge unit=C target=M")
    assert game.where("C") == (0, 0)  # it has failed its test and stays where it is
    game.state.place(game.unit("N"), game.at(1, -1))
    game.move("N", 1, -3)  # another neighbour goes
    assert len(asked(game, "follow")) == 1


@pytest.mark.rule("esa.3.3.1g", "esa.3.3.1g2", "esa.3.3.1i")
def test_a_press_by_reaction_enters_the_hex_left_once_a_turn_and_leads_to_no_melee():
    game = situation("""
        esa on open ground
        red   walloons P at 0,0 facing 0, fired
        blue  weimar M at 0,-1 facing 3
        blue  weimar N at -1,-1 facing 3
        order blue: move
    """)
    game.move("M", 1, -3, f"press unit=P hex={game.at(0, -1)}")
    assert game.where("P") == (0, -1)
    assert {option.key for option in asked(game, "follow")[0].options} == {"hold", "press"}
    game.phase("melee")
    assert not game.told(MeleeStruck)
    game.move("N", -2, -2)  # a second neighbour goes: P has reacted already
    assert len(asked(game, "follow")) == 1


@pytest.mark.rule("esa.3.3.1i")
@pytest.mark.parametrize("attacks", [True, False])
def test_a_winner_activated_by_reaction_does_not_press_after_the_melee(attacks):
    game = situation(f"""
        esa on open ground
        red   pike P at 0,0 facing 0
        blue  weimar M at 0,-1 facing 3, strength 2
        order {"red" if attacks else "blue"}: melee
        cards red 1 1 1 blue 9 9 9
    """)
    game.fight(*(("P", "M") if attacks else ("M", "P")), "fight")
    assert game.unit("M").strength == 0
    assert bool(asked(game, "follow-up")) is attacks


@pytest.mark.rule("esa.3.3.1g3", "esa.3.3.1h")
def test_a_pursuit_by_reaction_goes_up_to_its_pm_and_may_end_next_to_any_enemy():
    game = situation("""
        esa on open ground
        red   cuirassiers C at 0,0 facing 0
        blue  weimar M at 0,-1 facing 3
        blue  walloons X at 3,-1 facing 3
        order blue: move
        cards red 9 9 9 9 9 blue 9 9 9 9
    """)
    game.move("M", -1, -2, f"pursue hex={game.at(2, -1)}", "face facing=1")
    far = game.state.field.grid.distances(game.at(0, 0))
    reach = {option["hex"] for option in asked(game, "follow")[0].options if option.key == "pursue"}
    assert max(far[label] for label in reach) == 2
    assert len(reach) > 12
    assert game.where("C") == (2, -1)
    # it has no order, but counts as having one for melee until the end of the turn
    assert not game.state.divisions["red"].has_order
    assert has_melee_order(game.state, game.unit("C"))
    assert is_engaged(game.state, game.unit("X"))
    game.phase("melee")
    first = game.told(MeleeStruck)[0]
    assert (first.unit, first.target) == ("C", "X")
    game.turn_phase("end")
    assert not has_melee_order(game.state, game.unit("C"))


@pytest.mark.rule("esa.3.3.1g4", "esa.3.3.1h")
@pytest.mark.parametrize(("cards", "passed"), [("9 9 9 2", True), ("9 9 9 9", False)])
def test_a_charge_by_reaction_goes_for_the_mover_after_its_morale_test(cards, passed):
    game = situation(f"""
        esa on open ground
        red   cuirassiers C at 0,0 facing 0
        blue  cuirassiers M at 0,-1 facing 3
        blue  walloons X at 4,-1 facing 3
        order blue: move
        cards red {cards}
    """)
    game.move("M", 0, -3, "charge unit=C target=M")
    charges = [option["target"] for option in asked(game, "follow")[0].options if option.key == "charge"]
    assert charges == ["M"]  # not X, who has not moved
    near = game.unit("M").hex in game.state.field.grid.adjacent[game.unit("C").hex]
    assert near is passed
    assert has_melee_order(game.state, game.unit("C")) is passed
    assert (game.where("C") == (0, 0)) is not passed


@pytest.mark.rule("esa.3.3.1h")
def test_a_counter_charge_against_a_shooter_leads_to_a_melee_in_the_melee_phase():
    game = situation("""
        esa on open ground
        red   musketeers Y at 0,0 facing 0
        blue  cuirassiers C at 0,-2 facing 3
        order red: fire
        cards red 9 9 9 9 9 9 9 9 blue 1 9 9 9 9 9
    """)
    game.phase("fire", "fire unit=Y target=C", "counter-charge", "stand")
    assert has_melee_order(game.state, game.unit("C"))
    assert not game.told(MeleeStruck)
    game.phase("melee")
    assert game.told(MeleeStruck)[0].unit == "C"


@pytest.mark.rule("esa.3.3.1h2")
@pytest.mark.parametrize(("initiative", "order"), [("blue", ["V", "U", "R"]), ("red", ["V", "R", "U"])])
def test_melees_by_reaction_come_after_all_divisions_the_initiatives_first(initiative, order):
    game = situation(f"""
        esa on open ground
        red   weimar R at 0,0 facing 0
        blue  weimar S at 0,-1 facing 3
        red   weimar T at 5,0 facing 0
        blue  weimar U at 5,-1 facing 3
        red   weimar V at 9,0 facing 0, division two
        blue  weimar W at 9,-1 facing 3
        order two: card 3
        cards red 9 9 9 9 9 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9 9 9 9 9
        initiative {initiative}
    """)
    for name in ("R", "U"):  # as after a pursuit in the movement phase
        game.unit(name).did |= REACTION_MELEE
    game.phase("melee")
    assert [event.unit for event in game.told(MeleeStruck)][::2] == order


# Fire at a unit that moves


@pytest.mark.rule("esa.3.3.1j")
def test_a_neighbour_may_fire_at_a_unit_that_has_moved():
    game = situation("""
        esa on open ground
        red   walloons F at 0,0 facing 0
        blue  weimar M at 0,-1 facing 3
        order blue: move
        cards red 1 9 9
    """)
    game.move("M", 0, -2, "face facing=3", "fire unit=F target=M")
    told = [event for event in game.events if isinstance(event, UnitMoved | VolleyFired | LossesTaken)]
    assert [(type(event), event.unit) for event in told[:3]] == [
        (UnitMoved, "M"),
        (VolleyFired, "F"),
        (LossesTaken, "M"),
    ]
    # M has carbines and counter-charge and F in its front, but may not answer
    assert not asked(game, "react-to-fire")


@pytest.mark.rule("esa.3.3.1k")
@pytest.mark.parametrize(
    ("start", "end", "state", "may"),
    [
        ((0, -1), (0, -2), "", True),
        ((1, -1), (1, -2), "", True),
        ((0, -3), (0, -2), "", False),  # was not adjacent when it began to move
        ((0, -1), (0, -3), "", False),  # ends out of range
        ((-1, 0), (-2, 0), "", False),  # ends outside the sector
        ((0, -1), (0, -2), "shaken", False),
        ((0, -1), (0, -2), "paralysed", False),
        ((0, -1), (0, -2), "fired", False),
    ],
)
def test_fire_at_a_mover_needs_adjacency_sector_and_a_fit_unit(start, end, state, may):
    game = situation(f"""
        esa on open ground
        red   musketeers F at 0,0 facing 0, {state}
        blue  weimar M at {start[0]},{start[1]} facing 3
        order blue: move
    """)
    game.move("M", *end)
    assert bool(asked(game, "fire-at-mover")) is may


@pytest.mark.rule("esa.3.3.1k")
def test_fire_at_a_mover_needs_a_clear_line_a_real_move_and_no_engagement():
    text = """
        esa on open ground
        red   musketeers F at 0,0 facing 0
        blue  weimar M at 0,-1 facing 3
        blue  weimar X at 1,-1 facing 3, division two
        order blue: move
    """
    game = situation(text)
    game.move("M", 2, -2)  # X stands between
    assert not asked(game, "fire-at-mover")
    game = situation(text)
    game.move("M", 0, -2)
    assert asked(game, "fire-at-mover")
    game = situation(text + "order two: card 4")  # X has a melee order and engages F
    game.move("M", 0, -2)
    assert not asked(game, "fire-at-mover")
    game = situation(text)
    game.phase("movement", "unit unit=M", "turn unit=M", "face facing=0")
    assert not asked(game, "fire-at-mover")


# Several reactions


@pytest.mark.rule("esa.3.3.1n")
def test_evasion_comes_before_firmness_fire():
    game = situation("""
        esa on open ground
        red   walloons P at 0,0 facing 0
        red   walloons Q at -1,0 facing 0
        red   musketeers E at 2,-2 facing 0
        blue  weimar M at 1,-4 facing 3
        order blue: move melee
        cards red 9 9 9 9 9 9
    """)
    game.move("M", 1, -2, "evade unit=E", "face facing=3")
    assert keys(game, "evade", "firm-fire") == ["evade"]  # M stopped before it came next to P
    game.move("M", 0, -1, "face facing=3", "fire unit=Q", "fire unit=P")
    assert keys(game, "evade", "firm-fire") == ["evade", "firm-fire", "firm-fire"]
    assert {option.get("unit") for option in asked(game, "firm-fire")[0].options} == {"P", "Q", None}
    assert [event.unit for event in game.told(VolleyFired)] == ["Q", "P"]  # in the order the owner likes
    game = situation("""
        esa on open ground
        red   walloons P at 0,0 facing 0
        red   musketeers E at 1,-1 facing 0
        blue  weimar M at 0,-3 facing 3
        order blue: move melee
    """)
    game.move("M", 0, -1)
    assert keys(game, "evade", "firm-fire")[:2] == ["evade", "firm-fire"]


@pytest.mark.rule("esa.3.3.1n")
def test_counter_charge_comes_before_firmness_fire():
    game = situation("""
        esa on open ground
        red   cuirassiers C at 0,0 facing 0
        red   walloons P at -1,0 facing 0
        blue  cuirassiers D at 0,-4 facing 3
        order blue: move melee
        cards blue 1
    """)
    game.phase("movement", "unit unit=D", "charge unit=D target=C", f"charge-to hex={game.at(0, -1)}", "stand")
    assert keys(game, "counter-charge", "firm-fire")[:2] == ["counter-charge", "firm-fire"]


@pytest.mark.rule("esa.3.3.1n")
def test_fire_at_a_mover_comes_before_press_pursuit_and_charge():
    game = situation("""
        esa on open ground
        red   walloons P at 0,0 facing 0
        red   cuirassiers C at 1,-1 facing 0
        blue  weimar M at 0,-1 facing 3
        order blue: move
        cards red 9 9 9
    """)
    game.move("M", 0, -2, "fire unit=P target=M", "press unit=P", "hold")
    assert keys(game, "fire-at-mover", "follow") == ["fire-at-mover", "follow", "follow"]


@pytest.mark.rule("esa.3.3.1n2")
def test_firmness_fire_may_be_answered_by_firmness_only():
    text = """
        esa on open ground
        red   walloons P at 0,0 facing 0
        blue  {kind} Q at 0,-2 facing 3
        order blue: move melee
        cards red 9 9 9 blue 9 9 9
    """
    game = situation(text.format(kind="walloons"))
    game.move("Q", 0, -1, "face facing=3", "fire unit=P target=Q", "fire unit=Q")
    assert [event.unit for event in game.told(VolleyFired)] == ["P", "Q"]
    game = situation(text.format(kind="weimar"))  # carbines, but no firmness
    game.move("Q", 0, -1, "face facing=3", "fire unit=P target=Q")
    assert [event.unit for event in game.told(VolleyFired)] == ["P"]
    assert not asked(game, "react-to-fire")


@pytest.mark.rule("esa.3.3.1n2")
def test_a_reaction_move_may_be_evaded_but_sets_off_nothing_else():
    game = situation("""
        esa on open ground
        red   cuirassiers C at 0,0 facing 0
        blue  weimar M at 0,-1 facing 3
        blue  musketeers E at -3,0 facing 1
        blue  walloons Q at -2,-1 facing 2
        order blue: move
    """)
    game.move("M", 1, -3, f"pursue hex={game.at(-2, 0)}", "evade unit=E")
    told = [(event.unit, event.how) for event in game.told(UnitMoved)]
    assert told[:3] == [("M", "move"), ("C", "pursue"), ("E", "evasion")]
    assert not keys(game, "firm-fire")  # Q has firmness and C in its front, but this was a reaction
    text = """
        esa on open ground
        red   cuirassiers C at 0,0 facing 0
        blue  weimar M at {place} facing 3
        blue  walloons Q at 1,0 facing 4
        order blue: move
    """
    game = situation(text.format(place="0,-1"))
    game.move("M", 0, -3, f"pursue hex={game.at(-1, 0)}")
    assert keys(game, "fire-at-mover", "follow") == ["follow"]  # red's own; Q does not react to it
    game = situation(text.format(place="0,-9"))
    game.move("C", -1, 0)  # by order: now Q fires and presses
    assert keys(game, "fire-at-mover", "follow") == ["fire-at-mover", "follow"]


@pytest.mark.rule("esa.3.3.1j")
@pytest.mark.parametrize(("start", "asked"), [("", ["fire-at-mover"]), ("here", [])])
def test_nobody_fires_after_a_unit_that_has_not_moved(start, asked):
    game = situation("""
        esa on open ground
        red  cuirassiers A at 0,0 facing 0, shaken
        blue musketeers X at 0,-1 facing 3
    """)
    unit = game.unit("A")
    began = unit.hex if start else game.state.field.grid.adjacent[unit.hex][0]
    game.run(lambda g: after_move(g, unit, began, ["X"], firmness=False))
    assert [decision.key for decision in game.asked][:1] == asked
