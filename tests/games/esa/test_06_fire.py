"""Chapter 6.1, fire: one volley from the naming of the target to its consequences."""

from __future__ import annotations

import pytest

from alfiere.games.esa.events import (
    ChargeDeclared,
    DivisionActs,
    ForcedMove,
    LossesTaken,
    UnitMoved,
    UnitShaken,
    VolleyFired,
)
from alfiere.games.esa.state import FIRED
from alfiere.games.esa.troops import profiles
from tests.situation import situation


def asked(game, key: str) -> list:
    """The decisions of a kind that were asked, in order."""
    return [decision for decision in game.asked if decision.key == key]


def offered(decision) -> set[str]:
    """The verbs of a decision's options."""
    return {option.key for option in decision.options}


# Who fires


@pytest.mark.rule("esa.6a", "esa.6.1a")
def test_units_with_missile_weapons_and_a_fire_order_fire_in_the_order_of_play():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0, division slow
        red   swordsmen S at 1,0 facing 0, division slow
        red   musketeers I at -5,0 facing 0, division idle
        blue  walloons B at 0,-2 facing 3
        blue  walloons C at 1,-2 facing 3
        order slow: card 23
        order idle: card 24
        order blue: card 4
    """)
    game.phase("fire", "fire unit=B target=A", "none", "done", "fire unit=A target=C", "none")
    assert [event.division for event in game.told(DivisionActs)] == ["blue", "slow"]  # priority 3, then 1
    mine = asked(game, "fire")[-1]
    # the active player names shooter and target: A has two to choose from, swordsmen and idle troops none
    pairs = {(option.get("unit"), option.get("target")) for option in mine.options}
    assert pairs == {("A", "B"), ("A", "C"), (None, None)}
    assert [(event.unit, event.target) for event in game.told(VolleyFired)] == [("B", "A"), ("A", "C")]


@pytest.mark.rule("esa.6b")
def test_a_unit_fires_once_a_turn_by_order_or_in_reaction():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0
        red   musketeers D at -1,0 facing 0
        blue  walloons B at 0,-2 facing 3
        order red: fire
        order blue: card 23
        initiative red
        cards red 9 9 9 9 9 9 9 9 blue 9 9 9
    """)
    game.phase("fire", "fire unit=A target=B", "fire unit=B", "fire unit=D target=B")
    assert [event.unit for event in game.told(VolleyFired)] == ["A", "B", "D"]  # B answers A, but not D as well
    assert len(asked(game, "react-to-fire")) == 1
    assert not [decision for decision in asked(game, "fire") if decision.seat == "blue"]


@pytest.mark.rule("esa.6b")
def test_a_unit_that_has_fired_by_firmness_does_not_fire_again():
    game = situation("""
        esa on open ground
        red   walloons A at 0,0 facing 0
        blue  weimar M at 0,-3 facing 3
        blue  musketeers B at 1,-2 facing 3
        order red: fire
        order blue: move melee
        cards red 9 9 9
    """)
    game.move("M", 0, -1, "fire unit=A target=M")
    game.state.place(game.unit("M"), "")
    game.phase("fire")
    assert not [decision for decision in asked(game, "fire") if decision.seat == "red"]


# The target reacts


@pytest.mark.rule("esa.6.1b")
@pytest.mark.parametrize(
    ("kind", "reactions"),
    [
        ("walloons", {"fire", "none"}),
        ("arquebusiers", {"evade", "none"}),
        ("musketeers", {"fire", "evade", "none"}),
        ("cuirassiers", {"counter-charge", "none"}),
        ("swordsmen", set()),
    ],
)
def test_the_opponent_declares_whether_the_target_fires_evades_or_counter_charges(kind, reactions):
    game = situation(f"""
        esa on open ground
        red   musketeers A at 0,0 facing 0
        blue  {kind} B at 0,-2 facing 3
        cards red 9 9 9 9
    """)
    game.shoot("A", "B", *(["none"] if reactions else []))
    declared = asked(game, "react-to-fire")
    assert [(decision.seat, offered(decision)) for decision in declared] == ([("blue", reactions)] if reactions else [])


@pytest.mark.rule("esa.6.1c")
def test_return_fire_follows_the_same_procedure_at_the_same_time():
    game = situation("""
        esa on open ground
        red   walloons A at 0,0 facing 0
        blue  musketeers B at 0,-2 facing 3
        cards red 2 2 9 blue 9 9 9 2
    """)
    game.shoot("A", "B", "fire unit=B")
    first, second = game.told(VolleyFired)
    assert (first.automatic.total, first.hits, first.armour.total, first.losses) == (0, 2, 1, 1)
    assert (second.automatic.total, second.hits, second.armour.total, second.losses) == (1, 1, 1, 1)
    assert (game.unit("A").lost, game.unit("B").lost) == (1, 1)


@pytest.mark.rule("esa.ex.29")
def test_the_example_of_an_exchange_of_fire():
    game = situation("""
        esa on open ground
        red   line A at 0,0 facing 0
        red   line B at 3,0 facing 0
        blue  walloons Y at 0,-2 facing 3
        order red: card 4
        cards red 2 8 blue 5 3 9
    """)
    game.phase("fire", "fire unit=A target=Y", "fire unit=Y")
    grey, yellow = game.told(VolleyFired)
    assert (grey.tally.total, grey.values, grey.hits, grey.armour.total, grey.losses) == (2, (2, 8), 1, 1, 0)
    assert (yellow.tally.total, yellow.values, yellow.hits, yellow.armour.total) == (3, (5, 3, 9), 1, 0)
    assert yellow.losses == 1
    assert (game.unit("A").lost, game.unit("Y").lost) == (1, 0)
    # the yellow unit is out of B's sector
    assert {option.get("unit") for decision in asked(game, "fire") for option in decision.options} == {"A", None}


@pytest.mark.rule("esa.6.1d")
def test_if_the_target_evades_the_shooter_may_choose_another_who_may_not_evade():
    text = """
        esa on open ground
        red   musketeers Y at 0,0 facing 0
        blue  musketeers E at 0,-2 facing 3
        blue  {kind} K at 1,-2 facing 3
        cards red 9 9 9 9 blue 9 9 9 9
    """
    game = situation(text.format(kind="musketeers"))
    game.shoot("Y", "E", "evade unit=E", "fire unit=Y target=K", "fire unit=K")
    assert offered(asked(game, "react-to-fire")[1]) == {"fire", "none"}
    assert [(event.unit, event.target) for event in game.told(VolleyFired)] == [("Y", "K"), ("K", "Y")]
    game = situation(text.format(kind="cuirassiers"))
    game.shoot("Y", "E", "evade unit=E", "fire unit=Y target=K", "none")
    assert offered(asked(game, "react-to-fire")[1]) == {"counter-charge", "none"}


@pytest.mark.rule("esa.6.1d")
def test_an_evading_target_may_be_fired_at_all_the_same_if_it_is_still_in_reach():
    game = situation("""
        esa on open ground
        red   guns G at 0,0 facing 0
        blue  musketeers E at 0,-1 facing 3
        cards red 9 9 9
    """)
    game.shoot("G", "E", "evade unit=E", f"evade-to hex={game.at(0, -4)}", "fire unit=G target=E")
    assert [(event.unit, event.target, event.far) for event in game.told(VolleyFired)] == [("G", "E", True)]


@pytest.mark.rule("esa.6.1b", "esa.6.1d")
def test_a_target_that_has_evaded_has_had_its_reaction_and_does_not_fire_too():
    game = situation("""
        esa on open ground
        impassable 0,-3 1,-3 -1,-2
        red   musketeers Y at 0,0 facing 0
        blue  musketeers E at 0,-1 facing 3
        cards red 9 9 9 9
    """)
    game.shoot("Y", "E", "evade unit=E", f"evade-to hex={game.at(0, -2)}", "fire unit=Y target=E")
    assert [event.unit for event in game.told(VolleyFired)] == ["Y"]
    assert len(asked(game, "react-to-fire")) == 1


@pytest.mark.rule("esa.6.1d2")
def test_a_shooter_whose_target_has_evaded_and_who_fires_at_nobody_has_not_fired():
    text = """
        esa on open ground
        red   musketeers Y at 0,0 facing 0
        blue  musketeers E at 0,-2 facing 3
        blue  walloons K at {place} facing 0
        order red: fire
        cards red 9 9 9 9
    """
    game = situation(text.format(place="1,-2"))
    game.phase("fire", "fire unit=Y target=E", "evade unit=E", "hold", "fire unit=Y target=K")
    assert [event.target for event in game.told(VolleyFired)] == ["K"]
    game = situation(text.format(place="9,9"))
    game.phase("fire", "fire unit=Y target=E", "evade unit=E")
    assert not asked(game, "fire-after-evasion")
    assert not game.told(VolleyFired)
    assert not game.unit("Y").did & FIRED


@pytest.mark.rule("esa.6.1e")
def test_a_counter_charge_comes_after_the_fire_has_been_resolved_and_applied():
    text = """
        esa on open ground
        red   musketeers Y at 0,0 facing 0
        blue  weimar C at 0,-2 facing 3
        cards red {cards} blue 1
    """
    game = situation(text.format(cards="9 9 9 9"))
    game.shoot("Y", "C", "counter-charge unit=C", "stand")
    kinds = (VolleyFired, LossesTaken, ChargeDeclared, UnitMoved)
    assert [type(event) for event in game.events if isinstance(event, kinds)] == list(kinds)
    assert game.unit("C").hex in game.state.field.grid.adjacent[game.unit("Y").hex]
    game = situation(text.format(cards="1 9 9 9"))  # two losses: it withdraws and charges nobody
    game.shoot("Y", "C", "counter-charge unit=C")
    assert not game.told(ChargeDeclared)


# Damage


@pytest.mark.rule("esa.6.1f", "esa.6.1g", "esa.6.1h")
def test_damage_is_advantage_successes_and_weakness_less_armour():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0
        blue  walloons B at 0,-2 facing 0, fire weakness 1
        cards red 9 2 9 3
    """)
    game.shoot("A", "B")
    shot = game.told(VolleyFired)[0]
    assert [(amount, why) for amount, why, _ in shot.automatic.lines] == [(1, "advantage"), (1, "weakness")]
    assert (shot.hits, shot.armour.total, shot.losses) == (2, 1, 3)  # 1 + 2 + 1 - 1
    assert game.unit("B").strength == 4 - 3


@pytest.mark.rule("esa.6.1g")
def test_no_troop_card_has_a_fire_weakness_of_its_own():
    assert {profile.fire_weakness for profile in profiles().units.values()} == {0}
    game = situation("""
        esa on open ground
        red   walloons A at 0,0 facing 0
        blue  walloons B at 0,-2 facing 0
    """)
    game.shoot("A", "B")
    assert game.told(VolleyFired)[0].automatic.total == 0


@pytest.mark.rule("esa.6.1h")
@pytest.mark.parametrize(("armour", "losses"), [(0, 2), (1, 1), (2, 0), (3, 0)])
def test_fire_armour_is_subtracted_and_what_is_left_lowers_the_strength(armour, losses):
    game = situation(f"""
        esa on open ground
        red   walloons A at 0,0 facing 0
        blue  walloons B at 0,-2 facing 0, armour {armour}|0
        cards red 1 1 9
    """)
    game.shoot("A", "B")
    assert (game.unit("B").strength, game.unit("B").lost) == (4 - losses, losses)


@pytest.mark.rule("esa.6.2g")
@pytest.mark.parametrize(("armour", "losses"), [(0, 1), (1, 0)])
def test_automatic_damage_needs_no_success_but_armour_stops_it(armour, losses):
    game = situation(f"""
        esa on open ground
        red   musketeers A at 0,0 facing 0
        blue  walloons B at 0,-2 facing 0, armour {armour}|0
        cards red 9 9 9 9
    """)
    game.shoot("A", "B")
    shot = game.told(VolleyFired)[0]
    assert (shot.automatic.total, shot.hits, shot.losses) == (1, 0, losses)
    assert game.unit("B").lost == losses


# Consequences


TARGET = """
    esa on open ground
    red   walloons A at 0,0 facing 0
    blue  cuirassiers B at 0,-2 facing 0, armour 0|0, {state}
    {friends}
    cards red {cards}
"""
FRIENDS = "blue swordsmen C at 1,-2 facing 0\n    blue swordsmen D at -1,-2 facing 0"


@pytest.mark.rule("esa.6.1i", "esa.6.1j")
@pytest.mark.parametrize(
    ("cards", "state", "shaken"),
    [
        ("1 1 9", "lost 0", True),
        ("1 9 9", "lost 1", True),  # the loss of an earlier attack counts
        ("1 9 9", "lost 0", False),  # one loss forces no movement
    ],
)
def test_two_losses_in_the_turn_shake_a_unit_and_make_it_withdraw_at_once(cards, state, shaken):
    game = situation(TARGET.format(cards=cards, state=state, friends=""))
    game.shoot("A", "B", "none")
    assert [event.unit for event in game.told(UnitShaken)] == (["B"] if shaken else [])
    assert [(event.unit, event.kind) for event in game.told(ForcedMove)] == ([("B", "withdraw")] if shaken else [])
    assert game.unit("B").is_shaken is shaken
    assert (game.where("B") == (0, -2)) is not shaken


@pytest.mark.rule("esa.6.1i")
def test_a_supported_unit_is_neither_shaken_nor_driven_back_by_two_losses():
    game = situation(TARGET.format(cards="1 1 9", state="lost 0", friends=FRIENDS))
    game.shoot("A", "B", "none", "stand")
    assert game.unit("B").lost == 2
    assert not game.unit("B").is_shaken
    assert game.where("B") == (0, -2)


@pytest.mark.rule("esa.6.1k")
def test_support_is_checked_anew_at_each_further_loss():
    game = situation(TARGET.format(cards="9 9 9", state="lost 2", friends=""))
    game.unit("B").strength = 3
    game.shoot("A", "B", "none")
    assert not game.unit("B").is_shaken  # no new loss, no check
    game = situation(TARGET.format(cards="1 9 9", state="lost 2", friends=FRIENDS))
    game.shoot("A", "B", "none", "stand")
    assert (game.unit("B").lost, game.unit("B").is_shaken) == (3, False)
    game = situation(TARGET.format(cards="1 9 9", state="lost 2", friends=""))
    game.shoot("A", "B", "none")
    assert (game.unit("B").lost, game.unit("B").is_shaken) == (3, True)


@pytest.mark.rule("esa.6.1l")
def test_several_units_firing_at_one_target_are_not_added_together():
    game = situation("""
        esa on open ground
        red   walloons A at 0,0 facing 0
        red   walloons C at -1,0 facing 0
        blue  walloons B at 0,-2 facing 0, armour 1|1
        order red: fire
        cards red 1 9 9 1 9 9
    """)
    game.phase("fire", "fire unit=A target=B", "fire unit=C target=B")
    assert [(event.unit, event.hits, event.losses) for event in game.told(VolleyFired)] == [("A", 1, 0), ("C", 1, 0)]
    assert game.unit("B").strength == 4  # the armour meets each volley
