"""D.1, F.1 and geo.9-geo.13: from which edge a unit can fire at another, the cone, the corridor, ranges, enfilade."""

from __future__ import annotations

import math
import random

import pytest

from alfiere.games.risorgimento.fire.lines import (
    Segment,
    has_free_line,
    is_enfiladed,
    obstacles,
    segments,
    shots,
    why_no_shot,
)
from alfiere.games.risorgimento.fire.sight import is_visible
from alfiere.games.risorgimento.fire.volley import doubled_points
from alfiere.games.risorgimento.state.unit import Unit
from alfiere.table.volleys import aim_at, shot
from tests.games.risorgimento.fire.firing import a_field, aim, segment, value
from tests.games.risorgimento.lines import Situation


def why_not(game: Situation, one: str = "A", other: str = "B") -> tuple[str, str]:
    found = why_no_shot(game.state, game.unit(one), game.unit(other))
    return found.key, found.rule.removeprefix("risorgimento.")


# The cone of a battery


@pytest.mark.rule(
    "risorgimento.ex.50", "risorgimento.d.1.1", "risorgimento.d.1.9", "risorgimento.geo.9", "risorgimento.geo.12"
)
def test_a_battery_fires_in_a_cone_of_30_degrees_from_its_centre():
    game = a_field("""
        blue guns A at 50,20 facing N
        red  line B at 56,40 facing S
    """)
    found = aim(game, "A", "B")
    assert found is not None
    assert (found.shot.aim, found.band) == (150, "medium")  # 17.5 degrees, held to 15
    assert found.shot.far == 1830
    # of the base, which begins at x 54.25, the cone holds what is west of 55.1 at y 39 and of 55.6 at y 41
    assert found.shot.share == pytest.approx(1000 * (0.84 + 1.38) / 7, abs=4)
    aside = a_field("""
        blue guns A at 50,20 facing N
        red  line B at 60,40 facing S
    """)
    assert aim(aside, "A", "B") is None
    assert why_not(aside) == ("out-of-arc", "d.1.9")


@pytest.mark.rule("risorgimento.d.1.1", "risorgimento.d.1.3", "risorgimento.geo.11")
def test_what_stands_beside_the_cone_is_no_obstacle_even_if_it_stands_before_the_front():
    text = """
        blue guns A at 50,20 facing N
        red  line B at 50,30 facing S
        blue hussars C at {x},22.5 facing N
    """
    # the front is from 49 to 51; at y 21.5 to 23.5 the cone from the centre is 0.94 wide to each side at most
    assert segment(a_field(text.format(x=52.7)), "A", "B") == "front"  # C begins at 50.95, where the cone ends
    assert segment(a_field(text.format(x=52.6)), "A", "B") == ""


@pytest.mark.rule("risorgimento.d.1.2", "risorgimento.d.1.4", "risorgimento.d.1.10")
@pytest.mark.parametrize("who", ["blue hussars", "red line", "red hussars"])
def test_any_unit_even_partly_between_stops_a_battery_friend_or_enemy(who: str):
    text = f"""
        blue guns A at 50,20 facing N
        red  line B at 50,40 facing S
        {who} C at {{x}},30 facing N
    """
    assert segment(a_field(text.format(x=53)), "A", "B") == "front"  # from 51.25; the corridor ends at 51
    game = a_field(text.format(x=52.5))
    assert segment(game, "A", "B") == ""
    assert why_not(game) == ("masked", "d.1.2")


@pytest.mark.rule("risorgimento.d.1.10")
def test_commanders_mask_nobody():
    game = a_field("""
        blue guns A at 50,20 facing N
        red  line B at 50,40 facing S
        blue CB X at 50,30
    """)
    assert segment(game, "A", "B") == "front"


@pytest.mark.rule("risorgimento.d.1.5", "risorgimento.d.1.7", "risorgimento.f.1.4", "risorgimento.f.1.5")
@pytest.mark.parametrize(
    ("ground", "stops"),
    [
        ("sparse_wood W 47,29 53,30", True),
        ("dense_wood W 47,29.4 53,29.9", True),
        ("village_sector W 46.25,26", True),
        ("wheat W 47,29 53,30", False),
        ("vineyard W 47,29 53,29.5", False),
        ("wall W 40,30 60,30", False),
        ("rice_field W 40,24 60,30", False),
    ],
)
@pytest.mark.parametrize("arm", ["guns", "line"])
def test_woods_and_villages_are_obstacles_to_fire_and_crops_and_walls_are_not(ground: str, stops: bool, arm: str):
    game = a_field(f"""
        blue {arm} A at 50,24 facing N
        red  line B at 50,35 facing S
        {ground}
    """)
    assert (segment(game, "A", "B") == "") == stops
    if stops and "village" not in ground:
        assert why_not(game) == ("masked-by-ground", "d.1.2" if arm == "guns" else "f.1.4")


@pytest.mark.rule("risorgimento.d.1.7", "risorgimento.f.1.7")
@pytest.mark.parametrize("arm", ["guns", "line"])
def test_the_corner_of_a_farm_stops_the_fire_of_guns_and_of_infantry_with_its_whole_front(arm: str):
    # the line of sight passes beside the farm, the corridor does not
    text = f"""
        blue {arm} A at 50,24 facing N
        red  line B at 50,35 facing S
        farm W {{x}},27
    """
    corner, left = (50.6, "") if arm == "guns" else (51, "front/left")
    assert segment(a_field(text.format(x=corner)), "A", "B") == left
    assert segment(a_field(text.format(x=52)), "A", "B") == "front"


@pytest.mark.rule("risorgimento.d.1.10")
def test_the_ground_in_which_firer_or_target_stands_is_no_obstacle():
    text = """
        red  line A at 50,24 facing N
        blue line B at 50,30 facing S
        sparse_wood W {wood}
    """
    assert segment(a_field(text.format(wood="40,27.5 60,40")), "A", "B") == "front"  # B is 1.5 cm inside
    assert segment(a_field(text.format(wood="40,10 60,26")), "A", "B") == "front"  # A is 1 cm inside
    assert segment(a_field(text.format(wood="40,26 60,27")), "A", "B") == ""


# Levels


@pytest.mark.rule("risorgimento.d.1.6", "risorgimento.d.1.12", "risorgimento.f.1.5")
def test_a_hill_stops_lines_that_cross_it_not_those_that_begin_or_end_on_it():
    def line(a: int, b: int) -> str:
        game = a_field(f"""
            red  guns A at 50,{a} facing N
            blue line B at 50,{b} facing S
            gentle_slope H 40,30 60,34
        """)
        return segment(game, "A", "B")

    assert line(26, 40) == ""
    assert line(32, 40) == "front"
    assert line(26, 32) == "front"


@pytest.mark.rule("risorgimento.ex.54", "risorgimento.d.1.8", "risorgimento.d.1.11", "risorgimento.f.1.6")
def test_from_another_level_one_fires_over_what_is_nearer_to_oneself_than_to_the_target():
    def line(target: float, arm: str = "guns", hill: str = "gentle_slope H 40,10 60,22") -> str:
        game = a_field(f"""
            blue {arm} A at 50,20 facing N
            blue line C at 50,26 facing N
            red  line B at 50,{target} facing S
            {hill}
        """)  # from the front at 21 to C at 25 are 4 cm, C ends at 27
        return segment(game, "A", "B")

    assert line(37) == "front"  # 27 to 36 are 9 cm
    assert line(32.01) == "front"
    assert line(32) == ""  # 4 cm: not greater
    assert line(31.9) == ""  # 3.9 cm
    assert line(37, hill="") == ""  # both on the plain
    assert line(33, "line") == "front"  # infantry alike
    assert line(31.9, "line") == ""


@pytest.mark.rule("risorgimento.d.1.8", "risorgimento.d.1.11")
def test_from_another_level_woods_are_fired_over_alike_measured_on_the_line_of_nearest_points():
    def line(north: float) -> str:
        game = a_field(f"""
            blue guns A at 50,20 facing N
            red  line B at 50,40 facing S
            gentle_slope H 40,10 60,22
            sparse_wood W 40,25 50.4,{north}
            sparse_wood V 50.4,25 60,26
        """)  # V begins 4 cm away and reaches to 13 cm from the target; W is as deep as is said
        return segment(game, "A", "B")

    assert line(26.9) == "front"
    assert line(27.1) == ""  # more than 2 cm of wood hide the target
    # nothing hides, and the wood is beside the line of nearest points: its shadow is measured
    assert line(34) == ""


@pytest.mark.rule("risorgimento.d.1.12")
def test_what_stands_lower_than_both_is_fired_over():
    def line(between: str, low: str = "") -> str:
        game = a_field(f"""
            blue guns A at 50,20 facing N
            red  line B at 50,31 facing S
            steep_slope H 40,10 60,22
            steep_slope K 40,29 60,40
            {between}
            {low}
        """)
        return segment(game, "A", "B")

    assert line("") == "front"
    assert line("red line C at 50,25.5 facing N") == "front"
    assert line("red line C at 50,25.5 facing N", "steep_slope M 40,24 60,27") == ""
    assert line("red line C at 50,25.5 facing N", "gentle_slope M 40,24 60,27") == "front"  # 1 is below 2 too
    assert line("sparse_wood W 40,25 60,26") == "front"
    assert line("steep_slope M 40,24 60,27") == ""
    assert line("farm W 50.7,23.5") == ""  # only units, woods and hills are named


@pytest.mark.rule("risorgimento.d.1.12")
def test_a_wood_stands_as_high_as_the_ground_it_grows_on():
    game = a_field("""
        blue guns A at 50,20 facing N
        red  line B at 50,31 facing S
        steep_slope H 40,10 60,40
        sparse_wood W 40,25 60,26
    """)
    assert segment(game, "A", "B") == ""


@pytest.mark.rule("risorgimento.d.1.12", "risorgimento.d.1.8")
def test_each_thing_in_the_way_is_judged_by_itself():
    low_and_high = a_field("""
        blue guns A at 50,20 facing N
        red  line B at 50,36 facing S
        steep_slope H 40,10 60,22
        steep_slope K 40,34 60,40
        red  line C at 50,25.5 facing N
        steep_slope M 40,28 60,30
    """)  # C is below both, M is not
    assert segment(low_and_high, "A", "B") == ""
    near_and_far = a_field("""
        blue guns A at 50,20 facing N
        red  line B at 50,37 facing S
        gentle_slope H 40,10 60,22
        blue line C at 50,24 facing N
        blue line D at 50,33 facing N
    """)  # over C, but not over D
    assert segment(near_and_far, "A", "B") == ""
    own_wood_first = a_field("""
        blue line A at 50,20 facing N
        sparse_wood W 40,10 60,21.5
        red  line B at 50,26 facing S
        farm F 50.9,22
        blue line C at 50,23.5 facing N
    """)
    assert segment(own_wood_first, "A", "B") == ""


# Infantry


@pytest.mark.rule("risorgimento.ex.51", "risorgimento.f.1.1", "risorgimento.f.1.2", "risorgimento.geo.11")
def test_half_a_front_fires_where_the_whole_one_is_masked_with_half_the_strength():
    game = a_field("""
        red  line A at 20,10 facing N, open, vf 7
        blue line B at 20,15 facing S
        red  line C at 16.75,12.5 facing N
    """)
    found = aim(game, "A", "B")
    assert found is not None
    assert (found.segment.name, found.kind, found.band) == ("front/right", "half", "short")
    assert doubled_points(game.state, game.unit("A"), found.kind) == 2 * 3
    assert value(game, "A", "B") == 2
    # at the front of the target its corridor ends at x 21.1; the hull leaves out the other side of it, which is nearer
    assert max(x for x, y in found.shot.drawn if y == 8000 - 1400) == 2110


@pytest.mark.rule("risorgimento.f.1.4", "risorgimento.f.1.2")
def test_with_both_halves_masked_a_unit_cannot_fire():
    game = a_field("""
        red  line A at 20,10 facing N
        blue line B at 20,15 facing S
        red  line C at 16.75,12.5 facing N
        red  line D at 23.25,12.5 facing N
    """)
    assert segment(game, "A", "B") == ""
    assert why_not(game) == ("masked", "f.1.4")


@pytest.mark.rule("risorgimento.geo.9", "risorgimento.geo.10")
@pytest.mark.parametrize(
    ("x", "edge"), [(20, "front"), (27.4, "front"), (27.6, "right"), (12.6, "front"), (12.4, "left")]
)
def test_infantry_aims_45_degrees_to_each_side_of_its_front_and_of_its_flanks(x: float, edge: str):
    game = a_field(f"""
        red  line A at 20,10 facing N
        blue hussars B at {x},14 facing S, march
    """)  # 2 cm wide, up to y 15.75, where the corridor of the front at y 11 reaches 4.75 beyond its corner at most
    assert segment(game, "A", "B") == edge


@pytest.mark.rule("risorgimento.f.1.3", "risorgimento.geo.9")
def test_infantry_fires_to_its_flank_from_that_edge_with_half_its_strength():
    game = a_field("""
        red  line A at 20,10 facing N, vf 7
        blue line B at 26,10 facing W
    """)
    found = aim(game, "A", "B")
    assert found is not None
    assert (found.segment.name, found.kind, found.shot.far) == ("right", "flank", 325)
    assert doubled_points(game.state, game.unit("A"), found.kind) == 2 * 3
    assert segment(game, "B", "A") == "front"


@pytest.mark.rule("risorgimento.geo.10")
def test_behind_a_unit_there_is_nothing_to_be_hit():
    game = a_field("""
        red  line A at 20,10 facing N
        blue line B at 20,5 facing N
    """)
    assert segment(game, "A", "B") == ""
    assert why_not(game) == ("out-of-arc", "geo.10")


@pytest.mark.rule("risorgimento.d.1.3", "risorgimento.f.1.3")
def test_a_battery_fires_neither_with_half_its_front_nor_to_its_flanks():
    game = a_field("""
        red  guns A at 20,10 facing N
        blue line B at 26,10 facing W
        blue line C at 20,16 facing S
        red  line D at 18,13 facing N
    """)
    assert segment(game, "A", "B") == ""
    assert segment(game, "A", "C") == ""
    assert [one.name for one in segments(game.state, game.unit("A"))] == ["front"]


@pytest.mark.rule("risorgimento.geo.13")
def test_every_side_of_a_square_is_a_front_and_so_is_the_side_of_a_village_one_holds():
    game = a_field("""
        red  line A at 20,40 facing N, square
        blue line N at 20,45 facing S
        blue line E at 26,40 facing W
        blue line S at 20,35 facing N
        blue line W at 14,40 facing E
        village_sector V 60,30
        red  line P at 1,1 facing N, in V west
        blue line M at 55,33.75 facing E
        blue line Q at 60.2,40 facing S
    """)
    assert {name: segment(game, "A", name) for name in "NESW"} == dict(
        zip("NESW", ("front", "right", "rear", "left"), strict=True)
    )
    assert {one.kind for one in segments(game.state, game.unit("A"))} == {"side"}
    assert segment(game, "P", "M") == "front"
    assert "left" not in [one.name for one in segments(game.state, game.unit("P"))]  # no flanks there
    assert segment(game, "P", "Q") == ""


@pytest.mark.rule("risorgimento.geo.12")
@pytest.mark.parametrize(
    ("far", "band"), [(4, "short"), (4.01, "medium"), (8, "medium"), (8.01, "long"), (14, "long"), (14.01, None)]
)
def test_the_range_is_from_the_firing_edge_to_the_base_and_limits_belong_to_their_band(far: float, band: str | None):
    game = a_field(f"""
        red  line A at 20,10 facing N
        blue line B at 20,{12 + far} facing S
    """)
    found = aim(game, "A", "B")
    assert (found.band if found else None) == band
    if band is None:
        assert why_not(game) == ("out-of-range", "geo.12")


@pytest.mark.rule("risorgimento.geo.12", "risorgimento.scale.8")
def test_with_figures_of_25_mm_ranges_double():
    game = a_field("""
        red  line A at 20,10 facing N
        blue line B at 20,42 facing S
        option figures 25
    """)
    found = aim(game, "A", "B")
    assert found is not None
    assert (found.shot.far, found.band) == (2800, "long")


@pytest.mark.rule("risorgimento.f.0.5")
def test_cavalry_has_lines_of_fire_only_to_know_whom_it_may_counter_charge():
    text = """
        red  hussars A at 20,10 facing N
        blue line B at {x},20 facing S
    """
    assert list(shots((game := a_field(text.format(x=20))).state, game.unit("A"), game.unit("B"))) == []
    assert why_not(game) == ("cavalry", "f.0.5")
    for x, found in ((20, True), (29, True), (34, False)):
        game = a_field(text.format(x=x))
        assert has_free_line(game.state, game.unit("A"), game.unit("B")) == found
    hidden = a_field(text.format(x=20) + "wheat W 10,13 30,16")
    assert not has_free_line(hidden.state, hidden.unit("A"), hidden.unit("B"))
    masked = a_field(text.format(x=20) + "red line C at 20,15 facing N")
    assert not has_free_line(masked.state, masked.unit("A"), masked.unit("B"))


# Enfilade


def is_raked(game: Situation, one: str = "A", other: str = "B") -> bool:
    found = aim(game, one, other)
    assert found is not None
    return is_enfiladed(game.state, found, game.unit(other))


@pytest.mark.rule("risorgimento.ex.52", "risorgimento.f.5.1")
@pytest.mark.parametrize(("y", "is_so"), [(40.5, True), (41, False), (40.99, True), (41.5, False), (38.5, True)])
def test_fire_is_enfilade_from_a_front_most_of_which_is_beyond_that_of_the_target(y: float, is_so: bool):
    game = a_field(f"""
        red  line B at 40,40 facing N
        blue line A at 50,{y} facing W
    """)
    assert is_raked(game) == is_so


@pytest.mark.rule("risorgimento.f.5.1")
@pytest.mark.parametrize("turn", range(0, 360, 40))
@pytest.mark.parametrize(("ahead", "is_so"), [(0.7, True), (1.3, False)])
def test_enfilade_is_the_same_whichever_way_the_two_look(turn: int, ahead: float, is_so: bool):
    angle = math.radians(turn)  # the firer stands 9 cm to the right of a target that looks this way, and so far ahead
    x = 40 + ahead * math.sin(angle) + 9 * math.cos(angle)
    y = 40 + ahead * math.cos(angle) - 9 * math.sin(angle)
    game = a_field(f"""
        red  line B at 40,40 facing {turn}
        blue line A at {x:.2f},{y:.2f} facing {(turn + 270) % 360}
    """)
    assert is_raked(game) == is_so


@pytest.mark.rule("risorgimento.f.5.2", "risorgimento.f.5.3")
def test_fire_at_the_rear_is_no_enfilade():
    def raked(x: float, y: float, facing: int) -> bool:
        return is_raked(
            a_field(f"""
                red  line B at 40,40 facing N
                blue line A at {x},{y} facing {facing}
            """)
        )

    assert not raked(40, 34, 0)
    assert not raked(44, 35, 315)  # in the rear zone: behind y 39, between rays of 45 degrees from the corners
    assert raked(48, 38, 300)  # behind, and beside the rear zone


@pytest.mark.rule("risorgimento.f.5.3", "risorgimento.h.1.3")
@pytest.mark.parametrize("state", ["square", "routed"])
def test_squares_and_routed_units_are_not_enfiladed(state: str):
    game = a_field(f"""
        red  line B at 40,40 facing N, {state}
        blue line A at 46,40 facing W
    """)
    assert not is_raked(game)


@pytest.mark.rule("risorgimento.f.5.3")
def test_units_in_villages_are_not_enfiladed():
    game = a_field("""
        red  line B at 40,40 facing N
        blue line A at 46,40 facing W
    """)
    assert is_raked(game)
    game.unit("B").post = "V/north"
    assert not is_raked(game)


# What is cheap to know


def test_what_is_asked_first_because_it_is_cheap_never_hides_a_shot():
    dice = random.Random(11)
    found = masked = 0
    for _ in range(12):
        units = [
            f"{seat} {kind} {seat[0]}{number} at {dice.uniform(30, 60):.2f},{dice.uniform(20, 50):.2f} facing {facing}"
            for seat in ("red", "blue")
            for number in range(7)
            for kind, facing in [(dice.choice(["line", "line", "guns"]), dice.randrange(360))]
        ]
        ground = ["sparse_wood W 40,30 44,33", "gentle_slope H 45,35 58,48", "wheat X 33,38 37,42"]
        game = a_field("\n".join([*units, *ground[: dice.randrange(4)]]))
        s = game.state
        for unit in s.side("red"):
            for target in s.foes("red"):
                quick = [one.segment.name for one in shots(s, unit, target)]
                slow = [one.name for one in segments(s, unit) if _is_free_the_slow_way(game, unit, one, target)]
                assert quick == slow
                found += bool(slow)
                masked += not slow
    assert found > 40
    assert masked > 40


def _is_free_the_slow_way(game: Situation, unit: Unit, segment: Segment, target: Unit) -> bool:
    s = game.state
    guns, aimed = unit.arm == "artillery", s.base(target)
    heading = aim_at(segment.edge, aimed.point, 150 if guns else 450)
    cone, apex = (150, (unit.x, unit.y)) if guns else (None, None)
    one = shot(segment.edge, heading, aimed.outline, cone, apex)
    if one is None or s.tables.weapons[unit.profile.weapon].band(one.far) is None:
        return False
    return is_visible(s, unit, target) and not list(obstacles(s, one, unit, target))
