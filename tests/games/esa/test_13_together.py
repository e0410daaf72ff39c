"""What several chapters do together: late moves, attached generals, reactions to reactions, forced movements."""

from __future__ import annotations

import pytest

from alfiere.games.esa.command import has_melee_order, in_command
from alfiere.games.esa.evasion import evasions
from alfiere.games.esa.events import (
    ForcedMove,
    LeaderPlaced,
    MeleeLapsed,
    MeleeStruck,
    UnitMoved,
    UnitShaken,
    VolleyFired,
)
from alfiere.games.esa.forced import withdrawals
from alfiere.games.esa.order_of_play import activated
from alfiere.games.esa.tables import DATA
from alfiere.games.esa.troops import read_profiles
from tests.games.esa.abilities import asked, offered, to
from tests.games.esa.blows import forced, on, strikers
from tests.situation import situation

# Late moves after a melee (9.6 and 7.1, 9.4)

STEPPED_BACK = """
    esa on open ground
    red  pike P at 0,0 facing 0, division foot, armour 0|0
    blue weimar W at 0,-1 facing 3, division horse
    order foot: melee
    order horse: card 4
    {more}
    cards red 9 9 9 9 9 9 9 9 blue 1 9 9 9 9 9 9 9 9 9
"""


@pytest.mark.rule("esa.9.6a", "esa.9.6d2")
@pytest.mark.parametrize("elsewhere", [False, True])
def test_horse_that_has_fought_back_fights_the_melee_of_its_late_move(elsewhere):
    """Whether other cavalry has to leave a melee at the end of the phase makes no difference."""
    more = "red pike Q at 9,0 facing 0, division foot\nblue gendarmes G at 9,-1 facing 3, division horse"
    game = situation(STEPPED_BACK.format(more=more if elsewhere else "red pike Q at 9,9 facing 0, division foot"))
    answers = [*(["attack unit=P target=W"] if elsewhere else []), "fight unit=W", to("step-back", "0,1")]
    game.phase("melee", *answers, *(["fight unit=G"] if elsewhere else []), "unit unit=W", to("move", "0,0"))
    assert game.where("P") != (0, 0)  # it has stepped back
    assert strikers(game).count("W") == 2
    late = [one for one in game.events if isinstance(one, UnitMoved | MeleeStruck) and one.unit == "W"]
    assert [type(one) for one in late] == [MeleeStruck, UnitMoved, MeleeStruck]
    assert ("W", "withdraw") in forced(game)  # esa.9.6d3


# Cavalry leaves, but not from those who have given way (9.4)

PURSUIT = """
    esa on open ground
    red  cuirassiers C at 0,0 facing 0, order: move melee
    blue line L at 0,-1 facing 3, armour 0|0
    cards red 1 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9 9
"""


@pytest.mark.rule("esa.9.4a", "esa.9.4b")
def test_cavalry_that_has_pursued_next_to_the_beaten_need_not_leave():
    game = situation(PURSUIT)
    game.phase("melee", "fight unit=L", to("step-back", "0,-2"), to("pursue", "0,-1"))
    assert forced(game) == [("L", "step-back")]
    assert game.where("C") == (0, -1)
    assert strikers(game) == ["C", "L"]  # esa.7.1l2: and they do not fight again


@pytest.mark.rule("esa.9.4a")
def test_cavalry_leaves_an_enemy_who_had_to_give_way_and_could_not():
    game = situation("""
        esa on open ground
        red  cuirassiers C at 0,0 facing 0, order: move melee
        blue line L at 0,-1 facing 3, armour 0|0
        blue line M at 0,-2 facing 3
        impassable 1,-2 -1,-1 1,-1
        cards red 1 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9 9
    """)
    game.phase("melee", "fight unit=L")
    assert forced(game) == [("L", "step-back"), ("C", "withdraw")]


@pytest.mark.rule("esa.7.1i", "esa.9.4b")
def test_cavalry_that_stepped_back_and_is_pressed_leaves_all_the_same():
    game = situation("""
        esa on open ground
        red  line L at 0,0 facing 0, order: move melee
        blue cuirassiers C at 0,-1 facing 3, armour 0|0
        cards red 1 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9 9
    """)
    game.phase("melee", "fight unit=C", to("step-back", "0,-2"), "press unit=L")
    assert forced(game) == [("C", "step-back"), ("C", "withdraw")]


@pytest.mark.rule("esa.7.1i")
def test_the_way_out_after_a_melee_names_the_rule_that_asks_for_it():
    game = situation("""
        esa on open ground
        red  cuirassiers C at 0,0 facing 0, order: move melee
        blue line L at 0,-1 facing 3
        cards red 9 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9 9
    """)
    game.phase("melee")
    (decision,) = asked(game, "withdraw")
    assert decision.rules == ("esa.7.1i", "esa.5.3.2c")
    assert game.told(ForcedMove)[0].rules == ("esa.7.1i", "esa.5.3.2a")


# Who goes first (g.15)

EXCHANGE = """
    esa on open ground
    red  {kinds} A at 0,-2 facing 3, order: move melee
    blue {kinds} P at 0,0 facing 0
    cards red 1 1 1 1 blue 1 1 1 1
"""


@pytest.mark.rule("esa.g.15", "esa.9.10c")
@pytest.mark.parametrize("opens", ["P", "A"])
def test_after_an_exchange_by_firmness_the_inactive_side_withdraws_first_whoever_opened_it(opens):
    game = situation(EXCHANGE.format(kinds="line"))
    game.unit("A").values = game.unit("P").values
    for name in "AP":
        game.unit(name).lost = 1
    answers = (
        ["fire unit=P target=A", "fire unit=A"] if opens == "P" else ["hold", "fire unit=A target=P", "fire unit=P"]
    )
    game.move("A", 0, -1, "face facing=3", *answers)
    assert [event.unit for event in game.told(UnitShaken)] == ["P", "A"]


@pytest.mark.rule("esa.g.15", "esa.3.3.1n")
def test_the_inactive_side_is_asked_first_for_its_fire_by_firmness():
    game = situation(EXCHANGE.format(kinds="line"))
    game.move("A", 0, -1, "face facing=3", "hold", "hold")
    assert [decision.seat for decision in asked(game, "firm-fire")] == ["blue", "red"]


# Attached generals (3.3, 10.1, 10.3, 10.6)

ATTACHED = """
    esa on open ground
    red  cuirassiers C at 0,0 facing 0, division horse
    red  cuirassiers D at 1,0 facing 0, division horse
    red  general G at 0,0 morale 2, division horse
    blue line L at {at} facing 3
    order horse: card 4
    cards red 1 1 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9 9
"""


@pytest.mark.rule("esa.3.3b", "esa.10.3c", "esa.10.6.1a")
def test_the_unit_a_general_began_the_turn_with_is_in_command_only_within_his_distance():
    game = situation(ATTACHED.format(at="9,9"))
    unit, state = game.unit("C"), game.state
    assert in_command(state, unit)
    state.place_leader(game.leader("G"), game.at(0, 2))
    assert in_command(state, unit)
    state.place_leader(game.leader("G"), game.at(0, 3))
    assert not in_command(state, unit)
    assert not has_melee_order(state, unit)


@pytest.mark.rule("esa.6.3f", "esa.10.3c")
def test_a_charge_whose_general_rides_away_comes_to_nothing_and_the_log_says_why():
    game = situation(ATTACHED.format(at="0,-4"))
    game.phase("movement", "unit unit=C", "charge target=L", "stays leader=G", "hold", to("leader", "0,3"))
    assert game.where("C") == (0, -3)
    game.phase("melee")
    assert not game.told(MeleeStruck)
    (lapsed,) = game.told(MeleeLapsed)
    assert (lapsed.unit, lapsed.target, lapsed.leader) == ("C", "L", "G")
    assert "esa.10.3c" in lapsed.rules


@pytest.mark.rule("esa.6.3f")
@pytest.mark.parametrize("case", ["in command", "not by its own move", "no melee order"])
def test_nothing_is_said_of_units_that_attack_or_have_not_moved_into_contact(case):
    game = situation(ATTACHED.format(at="0,-1"))
    if case == "no melee order":
        game.state.divisions["horse"].card = 23
    if case != "in command":
        game.state.place_leader(game.leader("G"), game.at(0, 9))
    game.unit("C").contacts = ["L"] if case != "not by its own move" else []
    game.phase("melee")
    assert not game.told(MeleeLapsed)
    assert bool(game.told(MeleeStruck)) == (case == "in command")


@pytest.mark.rule("esa.10.1b")
def test_a_unit_beside_a_general_who_began_the_turn_with_another_is_refused_by_that_rule():
    game = situation(ATTACHED.format(at="9,9"))

    def refused(decision):
        if decision.key != "move-which":
            return None
        answer = type(decision.options[0])("unit", {"unit": "D"})
        reason = game.game.refusal(decision, answer)
        assert reason.rule == "esa.10.1b"
        assert "G" in str(reason)
        return decision.options[-1]

    game.phase("movement", refused)
    assert [option.meaning for option in asked(game, "move-which")[0].options] == ["unit unit=C", "done"]


# Batteries (9.2)

BATTERY = """
    esa on open ground
    red  heavy-guns H at 0,0 facing 0, division own
    red  line A at 1,0 facing 0, division own
    red  line B at 5,0 facing 0, division other
    red  general Own at {own} morale 2, division own
    red  general Other at 0,2 morale 2, division other
    order own: card 4
    order other: card 4
"""


@pytest.mark.rule("esa.9.2b")
@pytest.mark.parametrize(("own", "borrows"), [("1,0", False), ("0,-2", False), ("0,-3", True)])
def test_a_battery_within_its_own_generals_distance_borrows_no_order_even_if_he_is_attached(own, borrows):
    game = situation(BATTERY.format(own=own))
    found = [unit.id for unit in activated(game.state, game.state.divisions["other"])]
    assert ("H" in found) == borrows


# Lone leaders (6.1, 10.1)


@pytest.mark.rule("esa.6.1k", "esa.10.1j")
@pytest.mark.parametrize(
    ("friends", "lost", "blows", "shaken"),
    [("", 0, 2, True), ("", 0, 1, False), ("", 1, 1, True), ("", 1, 0, False), ("F", 0, 2, False)],
)
def test_who_loses_two_points_against_a_lone_leader_without_support_is_shaken_and_stays(friends, lost, blows, shaken):
    more = "red line F at 1,0 facing 0\nred line E at -1,0 facing 0" if friends else ""
    hits = " ".join(["1"] * (blows + 1) + ["9"] * (3 - blows))
    game = situation(f"""
        esa on open ground
        red   pike C at 0,0 facing 0, armour 0|1, lost {lost}
        {more}
        blue  line Z at 0,-9 facing 3
        blue  general G at 0,-1 morale 2 melee 1
        order red: move melee
        cards red 9 9 9 9 9 9 blue {hits}
    """)
    game.phase("melee", "attack-leader unit=C target=G")
    assert game.unit("C").is_shaken == shaken
    assert game.where("C") == (0, 0)
    assert not game.told(ForcedMove)


# Two moves of a focus, and an evasion between them (9.8, 10.7)


@pytest.mark.rule("esa.9.8e", "esa.10.7d")
@pytest.mark.parametrize("evades", [True, False])
def test_a_unit_that_evades_its_follower_after_the_first_of_two_moves_does_not_make_the_second(evades):
    game = situation("""
        esa on open ground
        red  arquebusiers A at 0,0 facing 3
        blue cuirassiers X at 0,-1 facing 3
        order red: move focus move
    """)
    answers = [to("move", "0,1"), on("follow", f"pursue hex={game.at(0, 0)}"), "evade" if evades else "stand"]
    game.phase("movement", "unit unit=A", *answers)
    assert [one.how for one in game.told(UnitMoved) if one.unit == "A"] == ["move", *(["evasion"] if evades else [])]
    assert len(asked(game, "move")) == 1  # engaged by the pursuer it does not move either, esa.5e


# A press by reaction into the hex of a leader who has stayed behind (5j, 10.1i, 3.3.1g2)


@pytest.mark.rule("esa.5j", "esa.3.3.1g2", "esa.10.1i")
def test_a_press_by_reaction_drives_away_the_leader_who_has_stayed_behind():
    game = situation("""
        esa on open ground
        red  arquebusiers A at 0,0 facing 3
        red  general G at 0,0 morale 2, division red
        blue pike X at 0,-1 facing 3
        order red: move
    """)
    game.move("A", 0, 2, "stays leader=G", on("follow", "press unit=X"), to("leader", "0,2"))
    assert (game.where("X"), game.where("G")) == ((0, 0), (0, 2))
    assert [one.rules for one in game.told(UnitMoved) if one.unit == "X"] == [("esa.3.3.1g2",)]


# Reiter in melee fire, but are no target (6.3, 9.16)


@pytest.mark.rule("esa.6.3c", "esa.3.3.1c")
@pytest.mark.parametrize(("order", "answers"), [("card 4", False), ("card 23", True)])
def test_nobody_returns_the_fire_of_reiter_whom_others_engage(order, answers):
    game = situation(f"""
        esa on open ground
        red  reiter R at 0,0 facing 0
        blue line X at 0,1 facing 0, division near, order: {order}
        blue musketeers M at 1,-2 facing 3, division far
        order red: fire
        cards red 9 9 9 9 blue 9 9 9 9
    """)
    game.shoot("R", "M")
    assert any(one.startswith("fire") for one in offered(game, "react-to-fire")) == answers


# Lone leaders are fought like units, where units may be fought (5.4, 10.1)


@pytest.mark.rule("esa.10.1j", "esa.5.4.1e", "esa.5.4.2c2")
@pytest.mark.parametrize(
    ("kind", "ground", "attacks"),
    [
        ("cuirassiers", "wood", False),
        ("cuirassiers", "area", False),
        ("cuirassiers", "difficult", True),
        ("pike", "wood", True),
        ("pike", "area", True),
    ],
)
def test_cavalry_does_not_attack_a_lone_leader_where_it_would_attack_no_unit(kind, ground, attacks):
    game = situation(f"""
        esa on open ground
        {ground} 0,-1
        red  {kind} C at 0,0 facing 0, order: melee
        blue line Z at 0,-9 facing 3
        blue general G at 0,-1 morale 2
    """)
    game.phase("melee", *(["attack-leader unit=C target=G"] if attacks else []))
    assert bool(game.told(MeleeStruck)) == attacks


@pytest.mark.rule("esa.10.1j", "esa.5.4.2c")
@pytest.mark.parametrize(("kind", "fires"), [("reiter", False), ("arquebusiers", True)])
def test_medium_cavalry_does_not_fire_at_a_lone_leader_in_a_wood(kind, fires):
    game = situation(f"""
        esa on open ground
        wood 0,-1
        red  {kind} C at 0,0 facing 0, order: fire
        blue line Z at 0,-9 facing 3
        blue general G at 0,-1 morale 2
    """)
    game.phase("fire")
    assert bool(asked(game, "fire")) == fires


# Forced march (card 18) helps in what a unit does itself


@pytest.mark.rule("esa.card.18", "esa.2.5.2c", "esa.9.8i")
@pytest.mark.parametrize(("order", "more"), [("card 18", 1), ("card 26", 0)])
def test_a_forced_march_lengthens_an_evasion_but_no_forced_movement(order, more):
    game = situation(f"""
        esa on open ground
        red  musketeers A at 0,0 facing 0
        red  guns G at 9,0 facing 0
        red  dragoons D at -9,0 facing 0, dismounted
        order red: {order}
    """)
    state = game.state
    assert {len(way.path) for way in withdrawals(state, game.unit("A"), game.at(0, -1))} == {3}
    assert {len(way.path) for way in evasions(state, game.unit("A"), game.at(0, -1))} == {3 + more}
    assert {len(way.path) for way in evasions(state, game.unit("G"), game.at(9, -1))} == {2 + more}
    mounted = game.unit("D").profile.line("mounted")
    assert {len(way.path) for way in evasions(state, game.unit("D"), game.at(-9, -1))} == {mounted.pm + 2 + more}


# A pursuit and a press are moves: who was beside the winner may react to them (3.3.1f, 3.3.1j, 9.10f)

BESIDE = """
    esa on open ground
    red  {kind} C at 0,0 facing 0, order: melee
    blue line X at 0,-1 facing 3, strength 1, armour 0|0
    blue {beside} Y at 0,1 facing 5
    cards red 1 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9 9
"""


@pytest.mark.rule("esa.3.3.1j", "esa.9.12a", "esa.9.10f")
def test_who_stood_beside_a_pursuer_may_fire_at_it_where_it_ends():
    game = situation(BESIDE.format(kind="cuirassiers", beside="musketeers"))
    answers = ["attack unit=C target=X", on("join-melee", "none"), on("follow-up", f"pursue hex={game.at(-1, 0)}")]
    game.phase("melee", *answers, on("fire-at-mover", "fire unit=Y target=C"))
    assert [volley.unit for volley in game.told(VolleyFired)] == ["Y"]


@pytest.mark.rule("esa.3.3.1f", "esa.3.3.1h2", "esa.9.11a")
def test_who_stood_beside_a_pressing_winner_may_follow_and_fights_at_the_end_of_the_phase():
    game = situation(BESIDE.format(kind="line", beside="gendarmes"))
    answers = ["attack unit=C target=X", on("join-melee", "none"), on("follow-up", "press unit=C")]
    game.phase("melee", *answers, on("follow", f"pursue hex={game.at(0, 0)}"))
    assert [one.unit for one in game.told(UnitMoved)] == ["C", "Y"]
    assert strikers(game) == ["C", "Y", "C"]


# Flexible units that have followed by reaction (9.6, 3.3.1)


@pytest.mark.rule("esa.9.6a")
@pytest.mark.parametrize("follows", [True, False])
def test_a_flexible_unit_that_has_followed_an_enemy_by_reaction_makes_no_late_move(follows, tmp_path):
    cards = (DATA / "profiles.toml").read_text(encoding="utf-8")
    file = tmp_path / "profiles.toml"
    file.write_text(cards.replace('"counter-charge", "flexible"', '"flexible", "pursue"'), encoding="utf-8")
    game = situation("""
        esa on open ground
        red  line A at 0,0 facing 3
        blue weimar W at 0,-1 facing 3
        order red: card 6
        order blue: card 26
    """)
    game.unit("W").profile = read_profiles(file).units["de_cm_weimar"]
    game.move("A", 0, 1, on("follow", "pursue" if follows else "hold"))
    game.phase("melee")
    assert bool(asked(game, "late-move")) != follows


# A captured general's successor (10.1i, 10.9)


@pytest.mark.rule("esa.10.1i", "esa.10.9d")
def test_the_successor_of_a_general_who_cannot_get_away_is_told_where_he_takes_post():
    game = situation("""
        esa on open ground
        red  line A at 0,0 facing 0, strength 1
        red  line B at 6,0 facing 0
        red  general G at 0,0 morale 2, division red
        blue pike X at 0,-1 facing 3, order: melee
        impassable 0,1 1,0 -1,0 -1,1 1,-1
        cards red 9 9 9 9 9 9 blue 1 1 1 1 1
    """)
    game.phase("melee", "press unit=X")
    assert game.where("X") == (0, 0)
    (placed,) = game.told(LeaderPlaced)
    assert (placed.leader, placed.hex) == ("G", game.leader("G").hex)
