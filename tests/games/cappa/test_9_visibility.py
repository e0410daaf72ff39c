"""Chapter 9.5, visibility: how far one sees in which light and weather, what ground, fire and melee make of it."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.combat import fire, grenades
from alfiere.games.cappa.ground import seeing, visibility, weather
from alfiere.games.cappa.morale import morale_tests
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.turn.skirmish import clean_up
from alfiere.kernel.bad_data import BadData
from tests.situation import situation

TWO = """
    cappa on open ground 200x60
    {ground}
    red extra A at {here}{mine}
    blue extra B at {there}{yours}
    option visibility yes
"""


def sky(light: str = "day", weather: str = "clear", more: str = "") -> str:
    """The weather of a scenario."""
    return f"""
    [[special]]
    kind = "weather"
    text = {{ en = "sky", it = "cielo" }}
    light = "{light}"
    weather = "{weather}"
    {more}
    """


def two(light="day", weather="clear", ground="", here="10,10", there="20,10", mine="", yours="", more="", numbers=""):
    """A looks at B."""
    lines = TWO.format(ground=ground, here=here, there=there, mine=mine, yours=yours) + more
    return situation(lines + sky(light, weather, numbers))


def reach(game, viewer="A", target="B") -> float:
    """The observation distance between two characters, in um."""
    return seeing.observation_distance(game.state, game.figure(viewer), game.figure(target)) / 100


TABLE = [
    ("day", "clear", 64, 0, 0, 0),
    ("day", "rain", 50, -1, 0, 0),
    ("day", "snow", 50, -1, 0, 0),
    ("day", "fog", 30, 0, 0, 0),
    ("moon", "clear", 30, 0, 0, -1),
    ("moon", "rain", 15, -1, 0, -1),
    ("moon", "fog", 10, -1, -1, -1),
    ("new moon", "clear", 8, 0, 0, -1),
    ("new moon", "fog", 8, 0, 0, -1),
    ("new moon", "snow", 8, -1, 0, -1),
]


@pytest.mark.rule("cappa.9.5e")
@pytest.mark.parametrize(("light", "sky_", "far", "with_powder", "with_bow", "mo"), TABLE)
def test_how_far_one_sees_hangs_on_light_and_weather(light, sky_, far, with_powder, with_bow, mo):
    game = two(light, sky_)
    assert reach(game) == far


@pytest.mark.rule("cappa.9.5.3a", "cappa.9.5.3c", "cappa.9.5.3.h1")
@pytest.mark.parametrize(("light", "sky_", "far", "with_powder", "with_bow", "mo"), TABLE)
def test_weather_and_darkness_change_ti_and_mo(light, sky_, far, with_powder, with_bow, mo):
    game = two(light, sky_, there="13,10", mine=", with FMK BOW GR")
    clear = two(there="13,10", mine=", with FMK BOW GR")

    def ti(one, code):
        return fire.fire_tally(one.state, one.figure("A"), one.figure("B"), weapons()[code]).total

    def thrown(one):
        return grenades.throw_tally(one.state, one.figure("A"), 1300, 1000).total

    assert ti(game, "FMK") - ti(clear, "FMK") == with_powder
    assert ti(game, "BOW") - ti(clear, "BOW") == with_bow
    assert thrown(game) - thrown(clear) == with_powder
    morale = [morale_tests.morale_tally(one.state, one.figure("A")).total for one in (game, clear)]
    assert morale[0] - morale[1] == mo


def test_without_the_option_nothing_of_the_chapter_holds():
    game = situation(
        """
        cappa on open ground 200x60
        red extra A at 10,10
        blue extra B at 100,10
    """
        + sky("new moon", "rain")
    )
    assert game.sees("A", "B")
    assert "light" not in game.state.options
    assert not visibility.hidden_from(game.state, "red")


@pytest.mark.rule("cappa.9.5a", "cappa.9.5b", "cappa.9.5c")
@pytest.mark.parametrize(("there", "seen"), [("75,10", True), ("75.01,10", True), ("75.02,10", False)])
def test_one_is_seen_up_to_the_observation_distance_from_edge_to_edge(there, seen):
    game = two(there=there)
    assert game.sees("A", "B") == seen
    assert ("B" in visibility.hidden_from(game.state, "red")) is not seen


@pytest.mark.rule("cappa.9.5a", "cappa.9.5c")
def test_without_a_free_line_he_is_hidden_however_near():
    game = two(ground="high wall 15,5 15,15")
    assert not game.sees("A", "B")
    assert visibility.hidden_from(game.state, "red") == {"B"}


@pytest.mark.rule("cappa.9.5d")
def test_no_weapon_is_used_beyond_the_observation_distance():
    musket = ", with FMK, pa 2"
    assert two("new moon", there="19,10", mine=musket).may("A", "shoot target=B")
    assert not two("new moon", there="19.5,10", mine=musket).may("A", "shoot target=B")
    assert two(there="19.5,10", mine=musket).may("A", "shoot target=B")


@pytest.mark.rule("cappa.9.5d")
def test_no_grenade_is_thrown_at_a_point_beyond_the_observation_distance():
    game = two("new moon", there="50,50", mine=", with GR")
    thrower = game.figure("A")
    assert grenades.why_not_to(game.state, thrower, 1600, 1000) is None
    game.state.options["light"] = "moon"
    assert seeing.is_point_near_enough(game.state, thrower, 4000, 1000)
    game.state.options["light"] = "new moon"
    assert not seeing.is_point_near_enough(game.state, thrower, 1900, 1000)
    assert grenades.why_not_to(game.state, thrower, 1900, 1000) == ("grenade-unseen", "cappa.9.5d")


# Ground


@pytest.mark.rule("cappa.9.5d", "cappa.9.5.1k")
def test_from_a_rise_a_weapon_is_used_down_the_slope_at_double_the_distance():
    flat, high = two("new moon"), two("new moon", ground="rise 5,5 13,15")
    for game, far in ((flat, 8), (high, 16)):
        found = [
            um
            for um in range(5, 30)
            if seeing.is_point_near_enough(game.state, game.figure("A"), 1050 + um * 100, 1000)
        ]
        assert max(found) == far


@pytest.mark.rule("cappa.9.5.1a")
def test_fractions_are_rounded_up_to_whole_um():
    game = two("moon", "rain", ground="hollow 18,5 25,15")
    assert reach(game) == 8


HOUSE = "building 20,5 30,15 windows 4"


@pytest.mark.rule("cappa.9.5.1b", "cappa.9.5.1.h2")
def test_inside_a_house_nobody_is_seen_and_at_a_window_at_half_the_distance():
    inside = two(ground=HOUSE, there="25,10")
    assert not inside.sees("A", "B")
    assert not inside.sees("B", "A")
    at_window = two(ground=HOUSE, there="20.5,10")
    assert at_window.sees("A", "B")
    assert (reach(at_window), reach(at_window, "B", "A")) == (32, 64)


@pytest.mark.rule("cappa.9.5.1.h2")
def test_inside_one_sees_his_own_room():
    game = two(ground=HOUSE, here="22,8", there="28,12")
    assert game.sees("A", "B")
    assert reach(game) == 64


@pytest.mark.rule("cappa.9.5.1c")
@pytest.mark.parametrize(("work", "far"), [("earthwork", 32), ("barricade", 32), ("palisade", 32), ("hedge", 64)])
def test_defenders_of_works_are_seen_at_half_the_distance(work, far):
    line = "18,10" if work == "barricade" else "13,10 23,10"
    game = two(ground=f"{work} {line}", here="18,20", there="18,9")
    assert reach(game) == far
    assert reach(game, "B", "A") == 64  # who stands behind it sees as usual


@pytest.mark.rule("cappa.9.5.1d")
def test_of_one_at_a_window_or_behind_a_work_the_distance_runs_to_it():
    house = two(ground=HOUSE, there="20.8,10")
    assert seeing.distance_between(house.state, house.figure("A"), house.figure("B")) == 950
    work = two(ground="earthwork 18,5 18,15", there="19,10")
    assert seeing.distance_between(work.state, work.figure("A"), work.figure("B")) == 750


@pytest.mark.rule("cappa.9.5.1d")
def test_the_line_of_sight_runs_to_the_window_even_where_the_one_behind_it_stands_aside():
    game = two(ground=HOUSE, here="10,10", there="20.6,10.7")
    assert game.sees("A", "B")
    assert game.sees("B", "A")
    game.state.options.pop("light")
    assert not game.sees("A", "B")


@pytest.mark.rule("cappa.9.5.1d", "cappa.geo.29")
@pytest.mark.parametrize("here", ["30,20", "27,5", "15,5", "15,17"])
def test_a_closed_door_shows_nobody_but_the_window_beside_it_does(here):
    """A hut so small that who stands in its middle stands at the door and at every window; seen aslant."""
    hut = "building 20,10 22,12 door north windows 3"
    game = two(ground=hut, here=here, there="21,11")
    assert game.sees("A", "B")
    assert game.sees("B", "A")
    blind = two(ground=hut.replace("windows 3", "windows 0"), here=here, there="21,11")
    assert not blind.sees("A", "B")
    blind.state.changed.append("building_stone-1/door-north-0")  # the door has been opened
    assert blind.sees("A", "B") is (here in ("27,5", "15,5"))
    ahead = two(ground=hut, here="21,5", there="21,11")
    assert not ahead.sees("A", "B")
    ahead.state.changed.append("building_stone-1/door-north-0")
    assert ahead.sees("A", "B")


@pytest.mark.rule("cappa.9.5.1d")
@pytest.mark.parametrize(
    ("here", "eyes"),
    [
        ((3000, 2000), [(2152, 1002), (2202, 1152), (2152, 1202), (2002, 1152)]),
        ((1000, 300), [(2048, 998), (2197, 1048), (2048, 1198), (1998, 1048)]),
    ],
)
def test_who_stands_at_windows_is_looked_at_just_before_the_nearest_point_of_each(here, eyes):
    """Four windows of 1 um, in the middle of the walls of a hut of 2 um."""
    game = two(ground="building 20,10 22,12 windows 4", there="21,11")
    other, target = game.figure("A"), game.figure("B")
    other.x, other.y = here
    assert [(one.x, one.y, one.level) for one in seeing._stand_ins(game.state, target, other)] == [
        (*place, 0) for place in eyes
    ]
    for x, count in ((2200, 3), (2203, 3), (2204, 4)):  # nobody is looked at behind the other's back
        other.x, other.y = x, 1100
        assert len(seeing._stand_ins(game.state, target, other)) == count


@pytest.mark.rule("cappa.9.5.1.h2", "cappa.9.5.1d")
def test_who_stands_at_a_window_upstairs_is_not_seen_from_the_room_below():
    """Only from outside one is seen in a window."""
    house = "building 20,5 30,15 windows 4 storeys 2"
    game = two(ground=house, here="25,8", there="20.5,10", yours=", level 2")
    assert not game.sees("A", "B")
    assert not game.sees("B", "A")
    assert two(ground=house, here="10,10", there="20.5,10", yours=", level 2").sees("A", "B")
    assert two(ground=house, here="10,10", there="20.6,10.7", yours=", level 2").sees("A", "B")  # aslant


@pytest.mark.rule("cappa.9.5.1e")
def test_a_house_hides_whoever_is_beyond_it():
    assert not two(ground=HOUSE, there="40,10").sees("A", "B")
    assert two(ground=HOUSE, there="40,20", here="10,20").sees("A", "B")


@pytest.mark.rule("cappa.9.5.1f")
@pytest.mark.parametrize(("east", "seen"), [(18, True), (18.1, False)])
def test_more_than_four_um_of_wood_hide_whoever_is_beyond(east, seen):
    game = two(ground=f"wood 14,5 {east},15", there="25,10")
    assert game.sees("A", "B") == seen
    assert reach(game) == 64


@pytest.mark.rule("cappa.9.5.1g")
def test_wholly_inside_a_wood_near_its_edge_one_is_seen_at_half_the_distance():
    assert reach(two(ground="wood 18,5 30,15", there="20,10")) == 32
    assert reach(two(ground="wood 18,5 30,15", there="18.3,10")) == 64  # only partly inside
    game = two("new moon", ground="wood 15,5 30,15", there="16,10")
    assert (reach(game), game.sees("A", "B"), game.sees("B", "A")) == (4, False, True)


@pytest.mark.rule("cappa.9.5.1h")
@pytest.mark.parametrize(("there", "seen"), [("19,10", True), ("19.1,10", False)])
def test_in_the_same_wood_one_sees_eight_um(there, seen):
    game = two(ground="wood 8,5 30,15", there=there)
    assert game.sees("A", "B") == seen
    assert reach(game) == 64


@pytest.mark.rule("cappa.9.5.1i")
def test_in_a_hollow_one_is_seen_at_half_the_distance_but_from_a_rise():
    assert reach(two(ground="hollow 18,5 25,15")) == 32
    assert reach(two(ground="hollow 18,5 25,15\n    rise 5,5 15,15")) == 128  # and doubled downhill


@pytest.mark.rule("cappa.9.5.1j")
def test_a_rise_hides_whoever_is_beyond_it():
    assert not two(ground="rise 13,5 17,15").sees("A", "B")
    assert two(ground="rise 13,5 25,15").sees("A", "B")


@pytest.mark.rule("cappa.9.5.1k")
def test_down_a_slope_one_sees_twice_as_far_and_up_it_not():
    game = two("moon", ground="rise 5,5 15,15", there="60,10")
    assert (reach(game), reach(game, "B", "A")) == (60, 30)
    assert game.sees("A", "B")
    assert not game.sees("B", "A")


@pytest.mark.rule("cappa.ex.62", "cappa.9.5.1.h1", "cappa.9.5.1g", "cappa.9.5.1k", "cappa.9.5e")
def test_example_62_halved_for_the_wood_and_doubled_downhill():
    game = two("day", "rain", ground="wood 17,5 30,15\n    rise 5,5 15,15")
    assert reach(game) == 50


@pytest.mark.rule("cappa.ex.63", "cappa.9.5.1b", "cappa.9.5.2a", "cappa.9.5.1.h1")
def test_example_63_a_musket_at_a_window_in_a_night_without_a_moon():
    game = two("new moon", ground=HOUSE, here="15,10", there="20.5,10", yours=", with FMK, pa 1", more="dice blue 10\n")
    assert reach(game) == 4
    game.do("B", "shoot target=A")
    assert reach(game) == 8


# Revealed


@pytest.mark.rule("cappa.9.5.2a", "cappa.9.5.2.h1")
def test_a_shot_is_seen_at_double_distance_until_the_turn_ends():
    game = two("new moon", there="18,10", yours=", with FMK, pa 1", more="red extra C at 10,27\ndice blue 10\n")
    assert not game.sees("C", "B")
    game.do("B", "shoot target=A")
    assert reach(game) == 16
    clean_up(game.state)
    assert reach(game) == 8


@pytest.mark.rule("cappa.9.5.2a", "cappa.9.5.2.h1")
def test_who_shoots_back_gives_himself_away_too_and_stays_revealed_by_several_shots():
    game = two("new moon", there="13,10", mine=", with FMK, pa 1", yours=", with PS PS, hands PS PS, pa 2")
    game.dice.update(red=[10, 10], blue=[10, 10])
    game.do("B", "shoot target=A", "shoot-back")
    assert (reach(game, "A", "B"), reach(game, "B", "A")) == (16, 16)
    game.do("B", "shoot target=A")
    assert reach(game, "A", "B") == 16
    clean_up(game.state)
    assert (reach(game, "A", "B"), reach(game, "B", "A")) == (8, 8)


@pytest.mark.rule("cappa.9.5.2a")
def test_bows_give_nobody_away():
    game = two("new moon", there="18,10", yours=", with BOW, pa 2", more="dice blue 10\n")
    game.figure("B").empty.clear()
    game.do("B", "shoot target=A")
    assert reach(game) == 8


@pytest.mark.rule("cappa.9.5.2a")
def test_a_volley_gives_the_whole_firing_line_away():
    game = two(
        "new moon",
        there="40,40",
        more="""
        blue extra D at 18,10, squad S, with FMK
        blue extra E at 18,11, squad S, with FMK
        blue extra F at 18,12, squad S, with FMK
        blue squad S, open, die 1
        dice blue 10 10 10
        """,
    )
    game.do("S", "volley target=A")
    assert reach(game, "A", "D") == 16
    assert reach(game, "A", "B") == 8


@pytest.mark.rule("cappa.9.5.2b", "cappa.9.5.2.h1")
def test_a_melee_is_heard_at_double_distance_while_it_lasts():
    game = two("new moon", there="11,10", more="red extra C at 10,24\n")
    assert reach(game, "C", "B") == 16
    assert game.sees("C", "A")
    game.figure("B").x += 300
    assert reach(game, "C", "B") == 8


# Fog


@pytest.mark.rule("cappa.9.5.3b")
@pytest.mark.parametrize(
    ("light", "roll", "now"),
    [("day", 6, "clear"), ("day", 5, "rain"), ("day", 4, "fog"), ("moon", 1, "fog"), ("moon", 6, "clear")],
)
def test_at_the_start_of_a_turn_fog_may_lift(light, roll, now):
    game = two(light, "fog", more=f"dice red {roll}\n")
    told = [one for one in game.run(_look) if one.key == "sky-told"]
    assert game.state.options["weather"] == now
    assert (told[0].roll, told[0].weather) == (roll, now)


def _look(g):
    weather.look_at_sky(g)
    yield from ()


@pytest.mark.rule("cappa.9.5.3b")
def test_a_turn_begins_with_the_die_for_the_fog_and_in_clear_weather_nobody_rolls():
    foggy = two("day", "fog", more="dice red 6 1 1 1 blue 4 4 4\n")
    events = foggy.phase("activation")
    assert [one.key for one in events[:2]] == ["turn-began", "sky-told"]
    assert foggy.state.options["weather"] == "clear"
    clear = two(more="dice red\n")
    assert clear.run(_look)[0].roll is None


@pytest.mark.rule("cappa.9.5.3b")
def test_a_scenario_may_name_other_numbers_for_the_fog():
    game = two("day", "fog", more="dice red 2\n", numbers="clears_on = [2, 3]")
    game.run(_look)
    assert game.state.options["weather"] == "clear"


@pytest.mark.parametrize("numbers", ["clears_on = [7]", "clears_on = [2]\n    rains_on = [2]"])
def test_numbers_that_no_d6_shows_once_are_refused(numbers):
    with pytest.raises(BadData, match="d6"):
        two("day", "fog", numbers=numbers)


def test_only_fog_lifts():
    with pytest.raises(BadData, match="only fog"):
        two("day", "rain", numbers="clears_on = [6]")


def test_the_option_is_offered():
    assert "visibility" in Cappa().options_of(two().scenario)


@pytest.mark.rule("cappa.9.5a", "cappa.9.5c", "cappa.9.5b")
@pytest.mark.parametrize("there", ["30,10", "60,10", "90,10", "118,10"])
def test_however_far_away_nobody_is_seen_by_night(there):
    game = two("new moon", there=there)
    assert not game.sees("A", "B")
    assert visibility.hidden_from(game.state, "red") == {"B"}


@pytest.mark.rule("cappa.9.5.1d", "cappa.9.5b")
@pytest.mark.parametrize(("y", "near"), [(5, 11), (20, 13.5)])
def test_of_two_openings_at_which_one_stands_the_nearer_one_counts(y, near):
    game = two(ground="building 10,10 20,16 door east windows 4", here=f"20,{y}", there="19.5,12.25")
    found = seeing.distance_between(game.state, game.figure("A"), game.figure("B"))
    assert found == abs(near - y) * 100 - 50  # to the edge of the window or of the door, less half his own base
