"""D.3, F.2, F.3 and table 3c: strength points, the fire value with its modifiers, losses and their odds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from alfiere.games.risorgimento.fire.engaged import supports
from alfiere.games.risorgimento.fire.volley import doubled_points, losses_of, odds
from alfiere.games.risorgimento.morale.tests import DEMORALISED, SHAKEN
from alfiere.games.risorgimento.state.unit import HAS_MOVED
from alfiere.games.risorgimento.told.morale import Lost
from tests.games.risorgimento.fire.firing import a_field, lines, phase_d, phase_f, value
from tests.games.risorgimento.lines import Situation

FACING = """
    blue line A at 20,10 facing N, vf 5{more}
    red  line B at 20,{y} facing S{than}
"""


def facing(more: str = "", than: str = "", y: float = 15.2, also: str = "") -> Situation:
    """A French battalion before an Austrian one, 3.2 cm apart."""
    return a_field(FACING.format(more=more and f", {more}", than=than and f", {than}", y=y) + also)


# Losses


@pytest.mark.rule("risorgimento.ex.12", "risorgimento.f.2.1", "risorgimento.f.2.2", "risorgimento.d.3.3")
@pytest.mark.parametrize(("die", "losses"), [(4, 1), (5, 0)])
def test_below_ten_a_die_lower_than_the_value_is_a_loss(die: int, losses: int):
    game = facing()
    game.dice = {"blue": [die], "red": [1] * losses}
    (one,) = phase_f(game, "fire unit=A target=B")
    assert (one.points, one.band, one.tally.total, one.roll, one.losses) == (5, "short", 5, die, losses)
    assert game.unit("B").losses == losses


@pytest.mark.rule("risorgimento.ex.13", "risorgimento.d.3.4", "risorgimento.f.2.1")
@pytest.mark.parametrize(("die", "losses"), [(2, 3), (3, 2)])
def test_above_ten_every_full_ten_is_a_loss_and_the_rest_may_be_one_more(die: int, losses: int):
    game = a_field(f"""
        red  line A at 16.4,10 facing N, vf 9
        red  line B at 20,10 facing N, vf 9
        red  line C at 23.6,10 facing N, vf 8
        blue line D at 20,14 facing S, vf 12
        dice red {die} blue 1
    """)
    (one,) = phase_f(game, "fire unit=A", "fire unit=B together=A", "fire unit=C together=A")
    assert (one.units, one.points, one.tally.total, one.losses) == (("A", "B", "C"), 26, 22, losses)
    assert game.unit("D").losses == losses


@pytest.mark.rule("risorgimento.ex.14", "risorgimento.d.3.6")
def test_a_full_ten_is_a_loss_without_a_roll_and_one_is_none():
    s = facing().state
    assert odds(s, 10) == {1: 1}
    assert odds(s, 20) == {2: 1}
    assert odds(s, 1) == odds(s, 0) == odds(s, -3) == {0: 1}
    assert losses_of(s, 10, 1) == 1
    game = a_field("""
        red  line A at 20,10 facing N, vf 11
        blue line B at 20,14 facing S
        dice red blue 1
    """)  # 11 points: 9, and 1 for the line
    (one,) = phase_f(game, "fire unit=A")
    assert (one.tally.total, one.roll, one.losses) == (10, 0, 1)
    weak = a_field("""
        red  line A at 20,10 facing N, vf 5, losses 8, open
        blue line B at 20,14 facing S, fatigue 1
        dice red blue
    """)
    (one,) = phase_f(weak, "fire unit=A")
    assert (one.points, one.tally.total, one.roll, one.losses) == (1, 1, 0, 0)


@pytest.mark.rule("risorgimento.d.3.3", "risorgimento.d.3.4", "risorgimento.f.2.2")
def test_the_odds_are_those_of_the_die():
    s = facing().state
    for number in range(-1, 35):
        found: dict[int, Fraction] = {}
        for die in range(1, 11):
            losses = losses_of(s, number, die)
            found[losses] = found.get(losses, Fraction(0)) + Fraction(1, 10)
        assert {n: p for n, p in odds(s, number).items() if p} == found


@pytest.mark.rule("risorgimento.d.3.5", "risorgimento.scale.4")
def test_a_loss_point_is_fifty_men_and_so_half_a_point_of_strength():
    game = facing()
    game.dice = {"blue": [1], "red": [1]}
    before = game.unit("B").left
    phase_f(game, "fire unit=A target=B")
    assert game.unit("B").left == before - 1
    assert [one.points for one in game.told(Lost)] == [1]
    numbers = game.state.tables.numbers
    assert numbers.men_per_vf // numbers.losses_per_vf == 50


@pytest.mark.rule("risorgimento.ex.15", "risorgimento.d.0.2", "risorgimento.d.3.1", "risorgimento.d.3.2")
@pytest.mark.parametrize(("die", "losses"), [(5, 1), (6, 0)])
def test_batteries_count_their_strength_times_the_multiplier_of_their_nation(die: int, losses: int):
    game = a_field(f"""
        blue guns A at 19,10 facing N
        blue guns B at 21,10 facing N
        red  line C at 20,42 facing S, attack
        dice blue {die} red{" 1" * losses}
    """)
    (one,) = phase_d(game, "fire unit=A", "fire unit=B together=A")
    assert (one.points, one.band, one.tally.total, one.losses) == (20, "long", 6, losses)
    assert lines(game, "A B", "C", "D") == {"table": 4, "target-attack-column-artillery": 2}


@pytest.mark.rule("risorgimento.f.3.1", "risorgimento.d.3.1")
def test_in_phase_f_artillery_fires_by_the_same_procedure():
    game = a_field("""
        blue guns A at 20,10 facing N
        red  line B at 20,30 facing S
        red  guns C at 40,10 facing N
        blue line D at 40,30 facing S
        dice blue 3 red 2 1 1
    """)
    volleys = phase_f(game, "fire unit=C", "fire unit=A")
    assert {one.units: (one.points, one.band, one.tally.total) for one in volleys} == {
        ("A",): (10, "medium", 4),
        ("C",): (8, "long", 2),  # 2 times 4
    }


# Strength


@pytest.mark.rule("risorgimento.dice.4", "risorgimento.d.3.7", "risorgimento.unit.8")
def test_halved_strength_is_rounded_down_at_once_and_whole_strength_in_the_sum():
    game = a_field("""
        red  line A at 18,10 facing N, vf 7, losses 1
        red  line B at 22,10 facing N, vf 7, losses 1
        red  line C at 27,10 facing N, vf 7, attack
        red  line D at 40,10 facing N, vf 7, square, losses 1
        blue line E at 20,14 facing S
    """)
    s = game.state
    assert [doubled_points(s, game.unit(name), "front") for name in "ABC"] == [13, 13, 6]
    assert doubled_points(s, game.unit("D"), "side") == 2  # a quarter of 6.5
    assert doubled_points(s, game.unit("A"), "flank") == 6  # half of 6.5
    assert lines(game, "A", "E")["table"] == 5  # 6 points
    assert lines(game, "A B", "E")["table"] == 10  # 13 points, not 12


@pytest.mark.rule("risorgimento.f.1.10", "risorgimento.e.4.11")
def test_halvings_do_not_multiply():
    game = a_field("red line A at 20,10 facing N, vf 8, attack\nred line S at 40,10 facing N, vf 8, square")
    s = game.state
    assert {kind: doubled_points(s, game.unit("A"), kind) for kind in ("front", "half", "flank")} == {
        "front": 8,
        "half": 8,
        "flank": 8,
    }
    assert doubled_points(s, game.unit("S"), "half") == 4


@pytest.mark.rule("risorgimento.e.4.6", "risorgimento.f.1.11")
def test_a_square_fires_with_a_quarter_of_its_strength_from_each_side():
    game = a_field("""
        blue line A at 20,10 facing N, vf 8, square
        red  line B at 20,15 facing S
    """)
    assert lines(game, "A", "B") == {"table": 2}  # 2 points


SUPPORT = """
    red  line A at 20,10 facing N, vf 8
    red  line F at {x},10 facing N
    blue line E at {x},12 facing S
    blue line T at 20,15 facing S
"""


@pytest.mark.rule("risorgimento.f.1.8")
def test_a_unit_beside_a_friend_in_frontal_contact_fires_with_half_its_strength():
    beside = a_field(SUPPORT.format(x=16.5))
    assert supports(beside.state, beside.unit("A")) == {"left"}
    assert value(beside, "A", "T") == 3 + 1  # 4 points, in line
    apart = a_field(SUPPORT.format(x=16.2))
    assert supports(apart.state, apart.unit("A")) == frozenset()
    assert value(apart, "A", "T") == 6 + 1


@pytest.mark.rule("risorgimento.f.1.8")
def test_who_stands_beside_a_friend_without_an_enemy_or_behind_his_line_supports_nobody():
    quiet = a_field("""
        red  line A at 20,10 facing N
        red  line F at 16.5,10 facing N
        red  line G at 20,7.9 facing N
        red  line H at 23.5,9 facing N
        blue line E at 23.5,11 facing S
    """)
    # H is in contact, and stands a cm back from the front of A
    assert {name: supports(quiet.state, quiet.unit(name)) for name in "AFG"} == dict.fromkeys("AFG", frozenset())


@pytest.mark.rule("risorgimento.f.1.8")
@pytest.mark.parametrize(("y", "found"), [(10, {"right"}), (10.9, {"right"}), (11.1, set())])
def test_a_unit_flank_to_flank_with_an_enemy_supports_over_more_than_half_of_the_flank(y: float, found: set[str]):
    game = a_field(f"""
        red  line A at 20,10 facing N
        blue line E at 23.5,{y} facing S
    """)
    assert supports(game.state, game.unit("A")) == found


@pytest.mark.rule("risorgimento.f.1.8", "risorgimento.g.1.9")
def test_squares_and_columns_of_march_support_nobody():
    for formation, who in (("square", "A"), ("march", "A")):
        game = a_field(SUPPORT.format(x=16.5 if formation == "square" else 17.25).replace("vf 8", formation))
        assert supports(game.state, game.unit(who)) == frozenset()
    for friend in ("square", "routed"):
        game = a_field(SUPPORT.format(x=16.5).replace("F at 16.5,10 facing N", f"F at 16.5,10 facing N, {friend}"))
        assert supports(game.state, game.unit("A")) == frozenset()


@pytest.mark.rule("risorgimento.f.1.8", "risorgimento.g.1.8")
@pytest.mark.parametrize("state", ["square", "routed"])
def test_beside_one_who_counts_for_nothing_a_unit_supports_on_its_other_side(state: str):
    game = a_field(f"""
        red  line X at 23.5,10 facing N, {state}
        red  line A at 20,10 facing N
        red  line F at 16.5,10 facing N
        blue line E at 16.5,12 facing S
    """)
    assert supports(game.state, game.unit("A")) == {"left"}


@pytest.mark.rule("risorgimento.f.1.8", "risorgimento.g.1.8")
def test_a_friend_who_only_touches_with_a_corner_or_faces_about_is_not_beside_it():
    askew = a_field("""
        red  line A at 20,10 facing N
        red  line F at 16.28,10.53 facing 340
        blue line E at 15.6,12.41 facing 160
    """)
    assert supports(askew.state, askew.unit("A")) == frozenset()
    about = a_field("""
        red  line A at 20,10 facing N
        red  line F at 16.5,10 facing S
        blue line E at 16.5,8 facing N
    """)
    assert supports(about.state, about.unit("A")) == frozenset()
    behind = a_field("""
        red  line A at 20,10 facing N
        red  line F at 20,12 facing N
        blue line E at 20,14 facing S
    """)
    assert supports(behind.state, behind.unit("A")) == frozenset()


@pytest.mark.rule("risorgimento.f.1.8", "risorgimento.g.1.8")
def test_the_shorter_flank_counts_and_a_routed_unit_supports_nobody():
    # of a column, 3.5 cm deep, a line touches 1.1 of its own 2 cm
    game = a_field("""
        red  line A at 20,10 facing N
        blue line E at 22.75,11.65 facing S, march
    """)
    assert supports(game.state, game.unit("A")) == {"right"}
    routed = a_field(SUPPORT.format(x=16.5).replace("vf 8", "routed"))
    assert supports(routed.state, routed.unit("A")) == frozenset()


@pytest.mark.rule("risorgimento.f.1.8")
def test_a_unit_with_several_neighbours_supports_where_there_is_a_melee():
    game = a_field("""
        red  hussars K at 20,8 facing N
        red  line A at 20,10 facing N
        red  line F at 16.5,10 facing N
        blue line E at 16.5,12 facing S
        red  line G at 23.5,10 facing N
    """)
    assert supports(game.state, game.unit("A")) == {"left"}


# Table 3c: who fires


@pytest.mark.rule("risorgimento.d.3.2", "risorgimento.d.3.7")
@pytest.mark.parametrize(
    ("state", "found"),
    [
        ("D1", {"disordered": -2}),
        ("D2", {"disordered": -2}),
        ("fatigue 3", {"fatigue": -1}),
        ("fatigue 4", {"fatigue": -2}),
        ("fatigue 1", {}),
        ("yellow", {"marker": -1}),
        ("brown", {"marker": -1}),
        ("green", {"marker": -1}),
        ("blue", {}),
        ("D1, fatigue 2, green", {"disordered": -2, "fatigue": -1, "marker": -1}),
    ],
)
def test_what_burdens_a_unit_is_taken_from_its_fire(state: str, found: dict[str, int]):
    assert lines(facing(state), "A", "B") == {"table": 4, "in-line": 1, **found}


@pytest.mark.rule("risorgimento.d.3.2", "risorgimento.mor.6", "risorgimento.h.2.3")
def test_a_failed_morale_test_and_a_demoralised_brigade_burden_fire_the_yellow_marker_once():
    game = facing("yellow")
    SHAKEN.put(game.unit("A"))
    DEMORALISED.put(game.leader("blue"))
    assert lines(game, "A", "B") == {"table": 4, "in-line": 1, "marker": -1, "demoralised": -1}


@pytest.mark.rule("risorgimento.d.3.2")
def test_infantry_in_line_fires_better_and_who_has_moved_fires_worse_in_phase_f_alone():
    assert lines(facing("open"), "A", "B") == {"table": 4}
    assert lines(facing("attack"), "A", "B") == {"table": 2}
    moved = facing("moved")
    assert lines(moved, "A", "B", "F") == {"table": 4, "in-line": 1, "has-moved": -1}
    assert lines(moved, "A", "B", "E") == {"table": 4, "in-line": 1, "opportunity-infantry": -1}
    guns = a_field("blue guns A at 20,10 facing N, moved\nred line B at 20,20 facing S")
    assert lines(guns, "A", "B", "D") == {"table": 8}
    assert lines(guns, "A", "B", "F") == {"table": 8, "has-moved": -1}


# Table 3c: weapons


def with_weapon(profile: str, far: float, more: str = "") -> dict[str, int]:
    side, other = ("red", "blue") if profile.startswith("au") else ("blue", "red")
    game = a_field(f"""
        {side}  profile:{profile} A at 20,10 facing N, vf 9, open
        {other} line B at 20,{12 + far} facing S{more}
    """)
    return {name: amount for name, amount in lines(game, "A", "B").items() if name != "table"}


@pytest.mark.rule("risorgimento.d.3.2")
@pytest.mark.parametrize(
    ("profile", "far", "found"),
    [
        ("fr_chasseurs", 4, {}),
        ("fr_chasseurs", 5, {"carbine": 1}),
        ("au_jaeger", 15, {"carbine": 1}),
        ("sa_bersaglieri", 12, {"carbine": 1}),
        ("sa_line", 6, {}),
        ("sa_line", 8, {"old-musket": -1}),
        ("fr_line", 12, {}),
        ("au_line", 12, {}),
    ],
)
def test_carbines_are_better_far_off_and_old_muskets_worse(profile: str, far: float, found: dict[str, int]):
    assert with_weapon(profile, far) == found


@pytest.mark.rule("risorgimento.d.3.2")
def test_the_high_arc_of_the_lorenz_misses_who_has_moved():
    assert with_weapon("au_line", 3, ", moved") == {"high-arc": -1}
    assert with_weapon("fr_line", 3, ", moved") == {}


# Table 3c: the target


@pytest.mark.rule("risorgimento.d.3.2")
@pytest.mark.parametrize(
    ("target", "by_infantry", "by_artillery"),
    [
        ("line B at 20,16 facing S, march", 2, 2),
        ("guns B at 20,16 facing S, limbered", 2, 2),
        ("line B at 20,16 facing S, attack", 1, 2),
        ("line B at 20,16 facing S, square", 2, 3),
        ("hussars B at 20,16 facing S", 1, 1),
        ("hussars B at 20,16 facing S, march", 1, 1),
        ("line B at 20,16 facing S", 0, 0),
        ("line B at 20,16 facing S, open", -1, -2),
        ("guns B at 20,16 facing S", -1, -1),
    ],
)
def test_formations_are_hit_more_or_less_easily(target: str, by_infantry: int, by_artillery: int):
    for arm, found in (("line", by_infantry), ("guns", by_artillery)):
        game = a_field(f"blue {arm} A at 20,10 facing N, vf 5\nred {target}")
        amounts = [amount for name, amount in lines(game, "A", "B").items() if name.startswith("target")]
        assert sum(amounts) == found


@pytest.mark.rule("risorgimento.h.1.7", "risorgimento.d.3.2")
@pytest.mark.parametrize("target", ["line B at 20,16 facing S, attack, routed", "hussars B at 20,16 facing S, routed"])
def test_at_a_routed_unit_one_fires_without_the_lines_of_formations(target: str):
    game = a_field(f"blue line A at 20,10 facing N, vf 5\nred {target}")
    assert lines(game, "A", "B") == {"table": 4, "in-line": 1}


@pytest.mark.rule("risorgimento.f.5.1", "risorgimento.d.3.2")
def test_enfilade_makes_fire_better():
    game = a_field("""
        red  line B at 40,40 facing N
        blue line A at 45,40 facing W, vf 5
    """)
    assert lines(game, "A", "B") == {"table": 4, "in-line": 1, "enfiladed": 2}


@pytest.mark.rule("risorgimento.d.3.2")
@pytest.mark.parametrize(
    ("ground", "found"),
    [
        ("wheat W 10,14 30,18", {"light-cover": -1}),
        ("vineyard W 10,14 30,18", {"light-cover": -1}),
        ("sparse_wood W 10,14 30,18", {"light-cover": -1}),
        ("dense_wood W 10,14 30,18", {"hard-cover": -2}),
        ("wall W 10,14 30,14", {"hard-cover": -2}),
        ("railway_embankment W 10,14.02 30,14.02", {"hard-cover": -2}),
        ("wall W 10,13.9 30,13.9", {}),  # before it, and not touched
        ("wall W 10,16.2 30,16.2", {}),  # behind its back
        ("wheat W 10,14 30,15", {}),  # its centre is not in it
        ("wheat W 10,14 30,18\ndense_wood V 10,14 30,18", {"hard-cover": -2}),  # the best alone
    ],
)
def test_cover_protects_who_is_in_it_or_behind_it(ground: str, found: dict[str, int]):
    game = a_field(f"blue line A at 20,10 facing N, vf 5\nred line B at 20,15.02 facing S\n{ground}")
    assert lines(game, "A", "B") == {"table": 4, "in-line": 1, **found}


@pytest.mark.rule("risorgimento.d.3.2")
def test_open_order_in_a_village_or_farm_is_cover_only():
    village = a_field("""
        village_sector V 40,30
        red  line B at 1,1 facing N, in V south
        blue line A at 43.75,26 facing N, vf 5
    """)
    assert lines(village, "A", "B") == {"table": 4, "in-line": 1, "village-cover": -3}
    farm = a_field("""
        farm V 40,30
        red  line B at 1,1 facing N, in V south
        blue line A at 42.5,26 facing N, vf 5
    """)
    assert lines(farm, "A", "B") == {"table": 4, "in-line": 1, "hard-cover": -2}


@pytest.mark.rule("risorgimento.d.3.2")
def test_guns_in_a_village_are_still_guns_in_position():
    game = a_field("""
        village_sector V 40,30
        red  guns B at 43.75,31 facing S
        blue line A at 43.75,26 facing N, vf 5
    """)
    assert lines(game, "A", "B") == {"table": 4, "in-line": 1, "target-unlimbered": -1, "village-cover": -3}


@pytest.mark.rule("risorgimento.d.3.1", "risorgimento.f.2.1")
def test_a_volley_cites_the_rule_of_its_arm():
    game = a_field("""
        red  line A at 20,10 facing N
        red  guns G at 30,10 facing N
        blue line B at 20,14 facing S
        blue line C at 30,20 facing S
        dice red 10 10
    """)
    volleys = phase_f(game, "fire unit=A", "fire unit=G target=C")
    assert {one.units: (one.tally.lines[0][2], one.rules[0]) for one in volleys} == {
        ("A",): ("risorgimento.f.2.1", "risorgimento.f.2.2"),
        ("G",): ("risorgimento.d.3.1", "risorgimento.d.3.3"),
    }


# Together


@pytest.mark.rule("risorgimento.d.3.8")
def test_a_group_fires_at_the_range_of_the_farthest_with_every_hindrance_once_and_bonuses_all_have():
    game = a_field("""
        blue line A at 16,10 facing N, vf 5, D1
        blue line B at 20,10 facing N, vf 5, D2, fatigue 4
        blue line C at 25,9 facing N, vf 5, open, fatigue 2
        red  line E at 20,15.5 facing S
    """)
    assert lines(game, "A B", "E") == {"table": 8, "in-line": 1, "disordered": -2, "fatigue": -2}
    assert lines(game, "A B C", "E") == {"table": 6, "disordered": -2, "fatigue": -2}  # 15 points at medium range


@pytest.mark.rule("risorgimento.d.3.8", "risorgimento.f.5.1")
def test_a_group_enfilades_only_if_all_of_it_does_and_cover_from_any_of_them_counts():
    game = a_field("""
        red  line E at 40,40 facing N
        wall W 30,41 50,41
        blue line A at 40,45 facing S, vf 5
        blue line B at 45,40 facing W, vf 5
    """)
    assert lines(game, "B", "E") == {"table": 4, "in-line": 1, "enfiladed": 2}
    assert lines(game, "A B", "E") == {"table": 8, "in-line": 1, "hard-cover": -2}


@pytest.mark.rule("risorgimento.d.3.2")
def test_the_mark_of_having_moved_is_that_of_this_turn():
    game = facing()
    HAS_MOVED.put(game.unit("A"))
    assert "has-moved" in lines(game, "A", "B")
