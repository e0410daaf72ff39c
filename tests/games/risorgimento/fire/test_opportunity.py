"""E.9, e.8.3, e.8.4 and e.8.8: fire at an enemy on the move."""

from __future__ import annotations

import pytest

from alfiere.games.risorgimento.fire.opportunity import offer_fire, ready_to_fire
from alfiere.games.risorgimento.fire.readiness import FIRED_AT, InOpportunity, why_no_fire
from alfiere.games.risorgimento.state.battle import BattleGame
from alfiere.games.risorgimento.state.unit import ON
from alfiere.games.risorgimento.told import common
from alfiere.kernel.procedure import Procedure
from alfiere.table.legs import Footing
from alfiere.table.shapes import Pose
from tests.games.risorgimento.fire.firing import a_field, lines, opportunity, phase_f, stays
from tests.games.risorgimento.lines import Situation

COMES_ON = """
    red  line A at 20,10 facing N, vf 9
    blue line M at 20,15.5 facing S, attack, vf 6
"""


def ready(game: Situation, mover: str = "M") -> list[str]:
    found = ready_to_fire(game.state, game.unit(mover))
    return [f"{one.firer.unit.id} {one.firer.aim.segment.name}" for one in found]


# What it is


@pytest.mark.rule("risorgimento.ex.16", "risorgimento.e.9.1", "risorgimento.e.9.3", "risorgimento.e.8.4")
@pytest.mark.parametrize(("die", "losses"), [(6, 1), (7, 0)])
def test_a_battalion_fires_at_a_column_that_comes_on_and_the_column_tests_at_once(die: int, losses: int):
    game = a_field(f"{COMES_ON}dice red {die} blue{' 5' * losses}")
    (one,) = opportunity(game, "M", "fire unit=A")
    assert {name: amount for amount, name, _ in one.tally.lines} == {
        "table": 7,
        "in-line": 1,
        "target-attack-column-infantry": 1,
        "opportunity-infantry": -1,
        "high-arc": -1,
    }
    assert (one.tally.total, one.losses) == (7, losses)
    assert game.unit("M").losses == losses
    assert [test.test for test in game.told(common.Tested)] == ["fire"] * losses
    assert game.suffered == (losses, False)  # type: ignore[attr-defined]
    found = why_no_fire(game.state, game.unit("A"), "F")
    assert found is not None
    assert found.rule == "risorgimento.e.9.5"


@pytest.mark.rule("risorgimento.e.9.1")
def test_only_who_has_it_in_his_field_of_fire_with_a_free_line_may_fire():
    game = a_field("""
        red  line A at 20,10 facing N
        red  line B at 30,10 facing N
        red  line C at 20,6 facing N
        red  line D at 16.4,10 facing S
        red  line E at 60,10 facing N
        red  hussars H at 14,16 facing E
        blue line M at 20,14 facing S
    """)
    assert ready(game) == ["A front", "B left"]  # C is masked, D looks away, E is too far, H does not fire


@pytest.mark.rule("risorgimento.e.8.4", "risorgimento.e.8.8")
def test_opportunity_fire_takes_two_from_artillery_and_one_from_infantry_whatever_the_mover_does():
    game = a_field("""
        blue line A at 20,10 facing N, vf 5
        blue guns G at 24,10 facing N
        red  line M at 22,14 facing S
    """)
    assert lines(game, "A", "M", "E") == {"table": 4, "in-line": 1, "opportunity-infantry": -1}
    assert lines(game, "G", "M", "E") == {"table": 8, "opportunity-artillery": -2}
    assert lines(game, "A", "M", "F") == {"table": 4, "in-line": 1}


@pytest.mark.rule("risorgimento.ex.17", "risorgimento.e.9.6", "risorgimento.dice.4")
def test_the_field_of_fire_reaches_to_the_flank_where_half_the_strength_fires_rounded_down():
    game = a_field("""
        blue line A at 20,10 facing N, open, vf 7
        red  line M at 26,10 facing W, open
    """)
    assert ready(game) == ["A right"]
    assert lines(game, "A", "M", "E") == {
        "table": 2,
        "opportunity-infantry": -1,
        "target-open-order-infantry": -1,
    }
    assert opportunity(game, "M") == []
    assert game.asked == []  # nobody is asked for a volley that cannot hurt


@pytest.mark.rule("risorgimento.ex.69", "risorgimento.f.1.11", "risorgimento.e.4.6")
@pytest.mark.parametrize(("die", "losses"), [(1, 1), (2, 0)])
def test_a_square_fires_with_one_side_at_charging_cavalry(die: int, losses: int):
    game = a_field(f"""
        blue line A at 20,10 facing N, square, vf 8
        red  hussars M at 20,15 facing S
        dice blue {die} red{" 1" * losses}
    """)
    (one,) = opportunity(game, "M", "fire unit=A side=front")
    assert (one.points, one.tally.total, one.losses) == (2, 2, losses)


@pytest.mark.rule("risorgimento.f.1.11", "risorgimento.e.9.8")
def test_a_side_of_a_square_fires_once_in_a_turn_and_the_square_once_at_each_enemy():
    game = a_field("""
        blue line A at 20,10 facing N, square, vf 8
        red  hussars M at 20,15 facing S
        red  hussars N at 20,18 facing S
        red  hussars E at 26,10 facing W
    """)
    FIRED_AT.put(game.unit("A"), InOpportunity("M", "front"))
    assert ready(game, "M") == []
    assert ready(game, "E") == ["A right"]
    clear = a_field("""
        blue line A at 20,10 facing N, square, vf 8
        red  hussars N at 20,18 facing S
    """)
    assert ready(clear, "N") == ["A front"]
    FIRED_AT.put(clear.unit("A"), InOpportunity("M", "front"))
    assert ready(clear, "N") == []  # that side has fired


# How often


@pytest.mark.rule("risorgimento.ex.60", "risorgimento.e.9.4", "risorgimento.e.9.8", "risorgimento.e.9.5")
def test_a_unit_fires_at_every_enemy_that_comes_once_at_each_and_not_in_phase_f():
    game = a_field("""
        red  line A at 20,10 facing N, vf 9
        blue line M at 18.2,15 facing S
        blue line N at 21.8,15 facing S
        dice red 10 10
    """)
    assert len(opportunity(game, "M", "fire unit=A")) == 1
    assert opportunity(game, "M") == []
    assert len(opportunity(game, "N", "fire unit=A")) == 1
    assert [one.about["target"] for one in game.asked] == ["M", "N"]
    game.state.step = 0
    phase_f(game)
    assert [one.about["unit"] for one in game.asked[2:]] == ["M", "N"]


@pytest.mark.rule("risorgimento.e.9.2")
def test_who_holds_his_fire_is_asked_again_farther_on():
    game = a_field(f"{COMES_ON}dice red 10")
    assert opportunity(game, "M", "hold-fire") == []
    assert len(opportunity(game, "M", "fire unit=A")) == 1


@pytest.mark.rule("risorgimento.e.9.3")
def test_all_who_are_able_fire_each_by_itself():
    game = a_field("""
        red  line A at 18.2,10 facing N, vf 9
        red  line B at 21.8,10 facing N, vf 9
        blue line M at 20,15 facing S
        dice red 10 10
    """)
    volleys = opportunity(game, "M", "fire unit=B", "fire unit=A")
    assert [(one.units, one.points) for one in volleys] == [(("B",), 9), (("A",), 9)]
    assert all(option.get("together") is None for one in game.asked for option in one.options)


@pytest.mark.rule("risorgimento.e.9.9")
def test_units_in_contact_and_routed_ones_do_not_fire():
    game = a_field("""
        red  line A at 20,10 facing N
        blue line B at 20,12 facing S
        red  line C at 24,10 facing N, routed
        red  line D at 28,10 facing N
        blue line M at 24,14 facing S
    """)
    assert ready(game) == ["D front"]


@pytest.mark.rule("risorgimento.e.8.3")
def test_who_withdraws_is_fired_at_by_the_enemy_it_leaves_unless_another_engages_him():
    text = """
        red  line A at 20,10 facing N, vf 9
        blue line M at 20,12.5 facing S
        {other}
    """
    assert ready(a_field(text.format(other=""))) == ["A front"]
    assert ready(a_field(text.format(other="blue line B at 17.25,10 facing E"))) == []


@pytest.mark.rule("risorgimento.e.9.9", "risorgimento.e.2.3.19")
def test_at_a_charging_unit_too_but_batteries_that_have_yet_to_stand_are_left_out():
    game = a_field("""
        red  guns A at 20,10 facing N
        red  line B at 23,10 facing N
        blue hussars M at 20,16 facing S
    """)
    assert ready(game) == ["A front", "B front"]
    found = ready_to_fire(game.state, game.unit("M"), {"A"})
    assert [one.firer.unit.id for one in found] == ["B"]


# What it does


@pytest.mark.rule("risorgimento.ex.18", "risorgimento.e.9.7")
def test_who_changes_formation_counts_as_being_in_the_one_that_is_better_for_who_fires():
    game = a_field("""
        red  line A at 20,10 facing N, vf 9
        blue line M at 20,18 facing S, open
        dice red 10
    """)
    assert lines(game, "A", "M", "E", changing="attack_column")["target-attack-column-infantry"] == 1
    assert "target-open-order-infantry" not in lines(game, "A", "M", "E", changing="attack_column")
    assert lines(game, "A", "M", "E", changing="line").get("target-open-order-infantry") is None
    assert lines(game, "A", "M", "E")["target-open-order-infantry"] == -1
    (one,) = opportunity(game, "M", "fire unit=A", changing="attack_column")
    assert one.tally.total == 4 + 1 + 1 - 1 - 1


@pytest.mark.rule("risorgimento.e.9.10", "risorgimento.mor.14")
def test_each_volley_takes_effect_before_the_next_and_a_mover_that_breaks_is_fired_at_no_more():
    game = a_field("""
        red  line A at 18.2,10 facing N, vf 9
        red  line B at 21.8,10 facing N, vf 9
        blue line M at 20,15 facing S, vm 7, morale 3
        dice red 1 blue 9
    """)
    volleys = opportunity(game, "M", "fire unit=A")
    assert len(volleys) == 1
    assert game.unit("M").is_routed
    assert len(game.asked) == 1
    assert game.suffered == (1, True)  # type: ignore[attr-defined]


@pytest.mark.rule("risorgimento.e.9.10")
def test_a_mover_that_only_wavers_is_fired_at_again_where_it_stands():
    game = a_field("""
        red  line A at 18.2,10 facing N, vf 9
        red  line B at 21.8,10 facing N, vf 9
        blue line M at 20,15 facing S, vm 7
        dice red 1 10 blue 9
    """)
    assert len(opportunity(game, "M", "fire unit=A", "fire unit=B")) == 2
    assert game.suffered == (1, True)  # type: ignore[attr-defined]
    assert game.unit("M").morale == 6


@pytest.mark.rule("risorgimento.mor.14", "risorgimento.e.9.10")
def test_every_loss_of_a_volley_after_the_first_burdens_its_test():
    game = a_field("""
        red  line A at 20,10 facing N, vf 14
        blue line M at 20,15 facing S, square, vf 12
        dice red 1 blue 1
    """)
    (one,) = opportunity(game, "M", "fire unit=A")
    assert (one.tally.total, one.losses) == (12, 2)
    assert [test.tally.total for test in game.told(common.Tested)] == [1]


@pytest.mark.rule("risorgimento.f.1.9")
def test_a_mover_between_two_enemies_flank_to_flank_is_no_target():
    text = """
        red  line A at 20,10 facing N
        blue line M at 20,14 facing S
        red  line B at 16.5,14 facing S
        {other}
    """
    assert "A front" in ready(a_field(text.format(other="")))
    assert ready(a_field(text.format(other="red  line C at 23.5,14 facing S"))) == []


def test_a_mover_that_runs_is_not_fired_at_where_it_comes_to():
    game = a_field("""
        red  line A at 18.2,10 facing N, vf 9
        red  line B at 21.8,10 facing N, vf 9
        blue line M at 20,15 facing S, vm 7, morale 3
        dice red 1 blue 9
    """)

    def runs(g: BattleGame, unit: object, cause: str) -> Procedure[None]:
        s = g.state
        one = s.units["M"]
        s.stand(one, Footing(one.formation, s.shape(one), Pose(one.x, one.y - 100, one.heading)))
        return
        yield  # pragma: no cover

    def asked(g: BattleGame) -> Procedure[None]:
        yield from offer_fire(g, g.state.units["M"], runs)

    game.run(asked, "fire unit=A")
    assert len(game.asked) == 1
    assert game.unit("M").where == ON


def test_a_mover_shot_to_pieces_is_gone():
    game = a_field("""
        red  line A at 18.2,10 facing N, vf 9
        red  line B at 21.8,10 facing N, vf 9
        blue line M at 20,15 facing S, vf 6, losses 6
        dice red 1 blue
    """)

    def asked(g: BattleGame) -> Procedure[None]:
        yield from offer_fire(g, g.state.units["M"], stays)

    game.run(asked, "fire unit=A")
    assert game.unit("M").is_gone
    assert len(game.asked) == 1


# Refusals


@pytest.mark.rule("risorgimento.e.9.8")
def test_who_may_not_fire_in_opportunity_is_told_why():
    game = a_field("""
        red  line A at 20,10 facing N, vf 9
        red  line B at 24,10 facing N, vf 9
        red  line C at 40,10 facing N
        blue line M at 20,15 facing S
    """)
    FIRED_AT.put(game.unit("B"), InOpportunity("M"))
    opportunity(game, "M")
    (asked,) = game.asked
    assert [option.meaning for option in asked.options] == ["fire unit=A target=M", "hold-fire"]
    for unit, rule in (("B", "e.9.8"), ("C", "geo.12")):
        found = asked.why_not("fire", {"unit": unit, "target": "M"})
        assert found is not None
        assert found.rule == f"risorgimento.{rule}"
    assert asked.why_not("fire", {"unit": "M", "target": "A"}) is None
    assert asked.why_not("fire", {"unit": "nobody", "target": "M"}) is None
    assert asked.why_not("fire", {}) is None
    assert asked.why_not("charge", {"unit": "B", "target": "M"}) is None
    assert asked.about == {"target": "M", "phase": "E"}
