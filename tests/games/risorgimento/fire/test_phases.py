"""D.0 and F.0: who may fire at whom, and all at the same time."""

from __future__ import annotations

import pytest

from alfiere.games.risorgimento.command.recovery import ENGAGED
from alfiere.games.risorgimento.fire.engaged import ABANDONED, is_in_contact, leave_guns
from alfiere.games.risorgimento.fire.phases import FIRE_DEED
from alfiere.games.risorgimento.fire.readiness import FIRED_AT, HAS_REACTED, HELD_FIRE, InOpportunity, why_no_fire
from alfiere.games.risorgimento.told import common
from alfiere.games.risorgimento.told.common import UnitRemoved
from alfiere.games.risorgimento.told.morale import Lost
from alfiere.kernel.decision import Decision, Option
from tests.games.risorgimento.fire.firing import a_field, offers, phase_d, phase_f, segment
from tests.games.risorgimento.lines import Situation

TWO_LINES = """
    red  line A at 20,10 facing N, vf 9
    blue line B at 20,14 facing S, vf 9
"""


def why_silent(game: Situation, unit: str = "A", phase: str = "F") -> tuple[str, str] | None:
    found = why_no_fire(game.state, game.unit(unit), phase)
    return None if found is None else (found.key, found.rule.removeprefix("risorgimento."))


# Who


@pytest.mark.rule("risorgimento.d.0.1")
def test_in_phase_d_the_artillery_of_both_sides_fires_and_nobody_else():
    game = a_field("""
        red  guns A at 20,10 facing N
        blue guns B at 20,20 facing S
        red  line C at 30,10 facing N
        blue line D at 30,14 facing S
        dice red 10 blue 10
    """)
    volleys = phase_d(game, "fire unit=A", "fire unit=B")
    assert [one.units for one in volleys] == [("A",), ("B",)]
    assert {one.about["unit"] for one in game.asked} == {"A", "B"}
    assert why_silent(game, "C", "D") == ("guns-only", "d.0.1")


@pytest.mark.rule("risorgimento.f.0.1", "risorgimento.e.9.5")
def test_in_phase_f_all_fire_who_did_not_fire_in_opportunity():
    game = a_field(TWO_LINES)
    FIRED_AT.put(game.unit("A"), InOpportunity("B"))
    phase_f(game)
    assert {one.about["unit"] for one in game.asked} == {"B"}
    assert why_silent(game) == ("fired-in-opportunity", "e.9.5")


@pytest.mark.rule("risorgimento.d.0.5")
def test_a_battery_that_fired_in_phase_d_fires_again_in_phase_f_but_not_after_opportunity_fire():
    text = """
        red  guns A at 20,10 facing N
        blue line B at 20,20 facing S
        dice red 10 10
    """
    game = a_field(text)
    assert len(phase_d(game, "fire unit=A")) == 1
    assert len(phase_f(game, "fire unit=A")) == 1
    other = a_field(text)
    assert len(phase_d(other, "fire unit=A")) == 1
    FIRED_AT.put(other.unit("A"), InOpportunity("B"))
    assert phase_f(other) == []


@pytest.mark.rule("risorgimento.d.0.6", "risorgimento.e.4.11", "risorgimento.h.1.7")
def test_a_battery_fires_unlimbered_not_routed_not_abandoned_and_not_in_contact():
    def silent(state: str = "", enemy: str = "20,20") -> tuple[str, str] | None:
        game = a_field(f"red guns A at 20,10 facing N{state}\nblue line B at {enemy} facing S")
        return why_silent(game, phase="D")

    assert silent() is None
    assert silent(", limbered") == ("formation-fires-not", "e.4.11")
    assert silent(", routed") == ("routed", "h.1.7")
    assert silent(enemy="20,12") == ("in-contact", "d.0.6")
    game = a_field("red guns A at 20,10 facing N\nblue line B at 20,20 facing S")
    ABANDONED.put(game.unit("A"))
    assert why_silent(game, phase="D") == ("abandoned", "d.0.6")


@pytest.mark.rule("risorgimento.d.0.6")
def test_a_battery_beside_a_friend_in_contact_is_engaged_with_him():
    text = """
        red  guns A at 20,10 facing N
        red  line C at {x},10 facing N
        blue line B at {x},12 facing S
    """
    assert why_silent(a_field(text.format(x=22.75)), phase="D") == ("in-contact", "d.0.6")
    assert why_silent(a_field(text.format(x=23)), phase="D") is None
    quiet = text.replace("{x},12 facing S", "{x},14 facing S")
    assert why_silent(a_field(quiet.format(x=22.75)), phase="D") is None
    guns = """
        red  guns A at 20,10 facing N
        red  guns C at 22,10 facing N
        blue line B at 23,12 facing S
    """
    assert why_silent(a_field(guns), phase="D") is None  # a battery alone draws nobody in
    flank = """
        red  guns A at 20,10 facing N
        blue line B at 22.75,10 facing S
        red  line C at 23.2,8 facing N
    """
    assert why_silent(a_field(flank), phase="D") is None  # beside the enemy, not beside a friend


@pytest.mark.rule("risorgimento.d.1.10")
def test_abandoned_guns_are_neither_in_the_way_nor_a_target():
    game = a_field("""
        red  line A at 20,10 facing N
        blue guns C at 20,13 facing N
        blue line B at 20,16 facing S
    """)
    assert segment(game, "A", "B") == ""
    leave_guns(game.state, game.unit("C"))
    assert segment(game, "A", "B") == "front"
    phase_f(game)
    assert offers(game, "A") == ["fire target=B", "hold-fire"]


@pytest.mark.rule("risorgimento.e.4.11")
def test_a_column_of_march_does_not_fire():
    assert why_silent(a_field(TWO_LINES.replace("facing N", "facing N, march"))) == ("formation-fires-not", "e.4.11")


@pytest.mark.rule("risorgimento.f.0.5")
def test_cavalry_does_not_fire_and_the_others_fire_once_at_one_target():
    game = a_field("""
        red  line A at 20,10 facing N
        red  hussars H at 30,10 facing N
        blue line B at 18.2,14 facing S
        blue line C at 21.8,14 facing S
        dice red 10
    """)
    volleys = phase_f(game, "fire unit=A target=C")
    assert [(one.units, one.target) for one in volleys] == [(("A",), "C")]
    assert len([one for one in game.asked if one.about["unit"] == "A"]) == 1
    assert why_silent(game, "H") == ("cavalry", "f.0.5")


@pytest.mark.rule("risorgimento.f.0.4")
def test_who_is_in_contact_neither_fires_nor_is_fired_at_in_phase_f():
    game = a_field("""
        red  line A at 20,10 facing N
        blue line B at 20,12 facing S
        red  line C at 25,10 facing N
        blue line D at 25,16 facing S
    """)
    assert is_in_contact(game.state, game.unit("A"))
    phase_f(game)
    assert {one.about["unit"] for one in game.asked} == {"C", "D"}
    assert offers(game, "C") == ["fire target=D", "hold-fire"]
    assert why_silent(game) == ("in-contact", "f.0.4")


@pytest.mark.rule("risorgimento.f.0.4")
def test_flank_to_flank_is_no_contact_and_the_front_of_either_makes_one():
    def touching(b: str) -> bool:
        game = a_field(f"red line A at 20,10 facing N\nblue line B at {b}")
        return is_in_contact(game.state, game.unit("A"))

    assert not touching("23.5,10 facing S")
    assert touching("22.75,10 facing W")  # his front against a flank
    assert touching("20,8 facing N")  # his front against the rear
    assert touching("22.75,11.7 facing W")  # only partly
    assert not touching("20,12.1 facing S")
    assert not touching("23.5,12 facing S")  # corner to corner, as a support stands
    assert touching("23.4,12 facing S")
    assert not touching("20,12 facing S, routed")
    assert touching("23.4,11.05 facing S") is False  # flank to flank, however little
    assert touching("20,12 facing N")  # one's own front against his rear


@pytest.mark.rule("risorgimento.f.0.4")
def test_friends_are_no_contact_and_a_post_alone_is_none():
    game = a_field("""
        red  line A at 20,10 facing N
        red  line C at 20,12 facing N
        village_sector V 40,30
        red  line P at 1,1 facing N, in V north
        blue line B at 60,60 facing S
    """)
    assert [is_in_contact(game.state, game.unit(name)) for name in "ACP"] == [False] * 3


@pytest.mark.rule("risorgimento.f.0.4", "risorgimento.g.5.14")
def test_those_who_share_a_sector_are_in_contact():
    game = a_field("""
        village_sector V 40,30
        red  line A at 1,1 facing N, in V north
        blue line B at 1,1 facing N, in V south
        blue line C at 43.75,45 facing S
    """)
    assert is_in_contact(game.state, game.unit("A"))
    assert is_in_contact(game.state, game.unit("B"))
    assert not is_in_contact(game.state, game.unit("C"))


@pytest.mark.rule("risorgimento.f.1.9")
def test_a_unit_between_two_melees_neither_fires_nor_is_fired_at():
    game = a_field("""
        red  line A at 20,10 facing N
        red  line F at 16.5,10 facing N
        red  line G at 23.5,10 facing N
        blue line D at 16.5,12 facing S
        blue line E at 23.5,12 facing S
        blue line T at 20,16 facing S
    """)
    phase_f(game)
    assert game.asked == []
    assert why_silent(game) == ("between-melees", "f.1.9")
    found = FIRE_DEED.why_not(game.state, game.unit("T"), "F", "", {"unit": "T", "target": "A"})
    assert found is not None
    assert (found.key, found.rule) == ("target-between-melees", "risorgimento.f.1.9")


@pytest.mark.rule("risorgimento.f.1.8", "risorgimento.f.1.9")
def test_who_supports_one_melee_fires_and_is_fired_at():
    game = a_field("""
        red  line A at 20,10 facing N, vf 9
        red  line F at 16.5,10 facing N
        blue line D at 16.5,12 facing S
        blue line T at 20,16 facing S
        dice red 10
    """)
    (one,) = phase_f(game, "fire unit=A")
    assert one.points == 4
    assert offers(game, "T") == ["fire target=A", "hold-fire"]


@pytest.mark.rule("risorgimento.f.0.4", "risorgimento.d.0.1")
def test_in_phase_d_a_unit_in_contact_may_be_fired_at():
    game = a_field("""
        red  guns G at 20,30 facing S
        blue line A at 20,10 facing E
        red  line B at 22.75,10 facing W
    """)
    phase_d(game)
    assert offers(game, "G") == ["fire target=A", "hold-fire"]


@pytest.mark.rule("risorgimento.e.8.5", "risorgimento.e.2.2.15")
def test_who_has_withdrawn_or_moved_in_reaction_does_not_fire_in_phase_f():
    game = a_field(TWO_LINES)
    HAS_REACTED.put(game.unit("A"))
    assert why_silent(game) == ("reacted", "e.2.2.15")
    assert why_silent(game, phase="E") is None
    game = a_field(TWO_LINES)
    HELD_FIRE.put(game.unit("A"))
    assert why_silent(game) == ("withdrawn", "e.8.5")
    assert why_silent(game, phase="E") == ("withdrawn", "e.8.5")


@pytest.mark.rule("risorgimento.f.1.11")
def test_each_side_of_a_square_fires_once_at_a_target_of_its_own():
    game = a_field("""
        red  line A at 20,40 facing N, square
        blue line N at 20,44 facing S
        blue line E at 25,40 facing W
        blue line M at 21.5,48 facing S
        dice red 10 10
    """)
    volleys = phase_f(game, "fire unit=A side=front target=N", "fire unit=A side=right target=E")
    assert [(one.edges, one.target, one.points) for one in volleys] == [(("front",), "N", 2), (("right",), "E", 2)]
    sides = [one.about["side"] for one in game.asked if one.about["unit"] == "A"]
    assert sides == ["front", "right"]  # the others have nobody before them
    corner = a_field("""
        red  line A at 20,40 facing N, square, vf 8
        blue line T at 24.5,43.5 facing SW
        dice red 10 10
    """)
    volleys = phase_f(corner, "fire unit=A side=front target=T", "fire unit=A side=right target=T")
    assert [(one.edges[0].split("/")[0], one.points) for one in volleys] == [("front", 2), ("right", 2)]


# At the same time


@pytest.mark.rule("risorgimento.f.0.3", "risorgimento.seq.2")
def test_who_falls_in_phase_f_has_fired_all_the_same():
    game = a_field("""
        red  line A at 20,10 facing N, vf 9, losses 10
        blue line B at 20,14 facing S, vf 9, losses 10
        dice red 1 blue 1
    """)  # each at 4, half of 9 rounded down: one loss more removes it
    volleys = phase_f(game, "fire unit=A", "fire unit=B")
    assert [one.points for one in volleys] == [4, 4]
    assert [one.unit for one in game.told(UnitRemoved)] == ["B", "A"]


@pytest.mark.rule("risorgimento.d.0.4")
def test_in_phase_d_too_both_fire_before_anything_is_applied():
    game = a_field("""
        red  guns A at 20,10 facing N, losses 2
        blue guns B at 20,16 facing S, losses 2
        dice red 1 blue 1
    """)
    volleys = phase_d(game, "fire unit=A", "fire unit=B")
    assert [one.losses for one in volleys] == [1, 1]
    assert {one.unit for one in game.told(UnitRemoved)} == {"A", "B"}


@pytest.mark.rule("risorgimento.f.0.3", "risorgimento.mor.14")
def test_who_lost_to_several_volleys_tests_once_after_all_losses_with_every_loss_after_the_first():
    game = a_field("""
        red  CB X at 10,10
        red  line A at 18.2,10 facing N, vf 8
        red  line B at 21.8,10 facing N, vf 8, under X
        blue line T at 20,14 facing S, vf 12
        blue line U at 30,14 facing S, vf 12
        red  line V at 30,10 facing N, vf 8
        dice red 1 1 1 blue 3 4
    """)
    phase_f(game, "fire unit=B target=T", "fire unit=A", "fire unit=V target=U")
    kinds = [type(one).__name__ for one in game.events if isinstance(one, Lost | common.Tested)]
    assert kinds == ["Lost", "Lost", "Tested", "Tested"]
    assert {one.unit: one.points for one in game.told(Lost)} == {"T": 2, "U": 1}
    assert {one.unit: one.tally.total for one in game.told(common.Tested)} == {"T": 1, "U": 0}


@pytest.mark.rule("risorgimento.b.3.5")
def test_who_fires_or_is_fired_at_is_engaged_even_in_vain():
    game = a_field(f"{TWO_LINES}\nred line C at 40,10 facing N\nblue line D at 40,14 facing S\ndice red 10")
    phase_f(game, "fire unit=A")
    assert {name: ENGAGED.is_on(game.unit(name)) for name in "ABCD"} == {"A": True, "B": True, "C": False, "D": False}


def test_what_was_declared_is_forgotten_when_it_is_done():
    game = a_field(f"{TWO_LINES}\ndice red 10")
    phase_f(game, "fire unit=A")
    assert game.unit("A").marks.count("fires B A/turn") == 0
    assert (game.state.step, game.state.queue) == (0, [])


# What is offered


@pytest.mark.rule("risorgimento.scale.5", "risorgimento.scale.6")
def test_only_what_can_be_hit_is_offered_so_no_shot_is_declared_in_vain():
    game = a_field("""
        red  line A at 20,10 facing N
        blue line B at 20,14 facing S
        blue line C at 20,40 facing S
        blue line D at 20,6 facing N
        blue line E at 28,22 facing S
        wheat W 21,15.2 30,20
    """)
    phase_f(game)
    assert offers(game, "A") == ["fire target=B", "hold-fire"]
    asked = next(one for one in game.asked if one.about["unit"] == "A")
    rules = {}
    for name in "CDE":
        assert asked.find(("fire", {"unit": "A", "target": name})) is None
        found = asked.why_not("fire", {"unit": "A", "target": name})
        assert found is not None
        rules[name] = found.rule.removeprefix("risorgimento.")
    assert rules == {"C": "geo.12", "D": "geo.10", "E": "d.2.6"}


def test_who_cannot_join_is_told_and_nonsense_is_not_judged():
    game = a_field("""
        red  CB X at 10,10
        red  line A at 18.2,10 facing N, under X
        red  line B at 21.8,10 facing N
        blue line T at 20,14 facing S
        dice red 10
    """)
    phase_f(game, "fire unit=A")
    asked = next(one for one in game.asked if one.about["unit"] == "B")
    found = asked.why_not("fire", {"unit": "B", "target": "T", "together": "A"})
    assert found is not None
    assert (found.key, found.rule) == ("not-together", "risorgimento.f.2.3")
    for key, args in (
        ("fire", {"unit": "B", "target": "nobody"}),
        ("fire", {"unit": "A", "target": "T"}),
        ("fire", {"unit": "B", "target": "A"}),
        ("charge", {"unit": "B", "target": "T"}),
    ):
        assert asked.why_not(key, args) is None


def test_what_is_better_added_up_is_offered_so_first():
    game = a_field("""
        red  line A at 18.2,10 facing N, vf 6
        red  line B at 21.8,10 facing N, vf 6, open
        blue line T at 20,14 facing S
        dice red 10
    """)
    phase_f(game, "fire unit=A")
    assert offers(game, "B")[0] == "fire target=T together=A"  # 12 points: 10, a sure loss


def test_the_target_of_whom_most_is_to_be_expected_comes_first():
    game = a_field("""
        red  line A at 20,10 facing N
        blue line B at 18,18 facing S
        blue line C at 22,14 facing S
    """)
    phase_f(game)
    assert offers(game, "A") == ["fire target=C", "fire target=B", "hold-fire"]


VAIN = """
    red  line A at 20,10 facing N, losses 8, open
    blue line B at 20,20 facing S, open{target}
    {more}
"""


@pytest.mark.rule("risorgimento.d.3.6")
@pytest.mark.parametrize(
    ("more", "asked"),
    [("", []), ("red line C at 24,10 facing N, vf 12", ["A", "C"]), ("red line C at 24,10 facing S", [])],
)
def test_nobody_is_asked_whose_fire_is_in_vain_even_with_all_who_could_join_it(more: str, asked: list[str]):
    game = a_field(VAIN.format(target="", more=more))
    phase_f(game)
    assert [one.about["unit"] for one in game.asked if one.seat == "red"] == asked


@pytest.mark.rule("risorgimento.b.3.5")
def test_who_would_recover_may_be_kept_from_it_by_fire_that_does_no_harm():
    tired = a_field(VAIN.format(target=", fatigue 2", more=""))
    phase_f(tired)
    assert offers(tired, "A") == ["hold-fire", "fire target=B"]
    moved = a_field(VAIN.format(target=", fatigue 2, moved", more=""))
    phase_f(moved)
    assert not [one for one in moved.asked if one.seat == "red"]


def test_a_phase_of_fire_can_be_taken_up_at_any_decision():
    game = a_field(f"{TWO_LINES}\nred line C at 26,10 facing N\nblue line D at 26,14 facing S")
    ends: list[str] = []

    def and_from_here(decision: Decision) -> Option:
        assert game.game is not None
        assert game.game.since_mark == 0  # a mark before every decision
        clone = game.game.clone()
        while clone.decision is not None:
            clone.answer(clone.decision.seat, clone.decision.options[0])
        ends.append(clone.digest())
        return decision.options[0]

    game.unscripted = and_from_here  # type: ignore[method-assign]
    phase_f(game)
    assert game.game is not None
    assert len(ends) == 4
    assert set(ends) == {game.game.digest()}
