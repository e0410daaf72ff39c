"""Chapter G.5: sides of villages and farms, who defends them, staying, giving way, taking the place."""

from __future__ import annotations

import pytest

from alfiere.games.risorgimento.melee.contact import choosers
from alfiere.games.risorgimento.movement.forced import retire
from alfiere.games.risorgimento.movement.fronts import touches, why_no_contact
from alfiere.games.risorgimento.sheets.ground import SIDES
from alfiere.games.risorgimento.sheets.tables import CM, tables
from alfiere.games.risorgimento.state.posts import entered_last, inside, is_contested, place_on
from alfiere.games.risorgimento.told import common
from alfiere.games.risorgimento.told.melee import StayedInPlace
from tests.games.risorgimento.melee.fights import attack, closed, effective, fight, lines, melee, told
from tests.situation import situation

# The sector lies from 40,30 to 47.5,37.5; its north side at y 37.5, the middle of it at x 43.75.
ATTACKED = """
    risorgimento
    home red south
    home blue north
    village_sector V 40,30
    red  line D at 0,0 facing N, in V north, vf 8, vm 6
    blue line A at 43.75,38.5 facing S, vf 6, vm 7
    """


@pytest.mark.rule("risorgimento.g.5.1", "risorgimento.g.5.2", "risorgimento.g.5.12")
def test_a_sector_is_a_square_with_a_place_in_the_middle_of_each_side_and_for_guns_beside_it() -> None:
    game = situation(ATTACKED + "\n    red guns G at 0,0 facing N, in V north\n    red guns H at 0,0 facing N")
    s = game.state
    assert (tables().bases.sector.front, tables().bases.sector.depth) == (750, 750)
    assert (tables().numbers.sector_infantry, tables().numbers.sector_guns) == (4, 2)
    slots = s.ground.slots("V")
    assert {side: (slot.infantry.x / CM, 80 - slot.infantry.y / CM) for side, slot in slots.items()} == {
        "north": (43.75, 36.5),
        "east": (46.5, 33.75),
        "south": (43.75, 31.0),
        "west": (41.0, 33.75),
    }
    first, second = slots["north"].guns
    assert (first.x / CM, second.x / CM) == (41.0, 46.5)
    s.stand(game.unit("G"), s.footing(game.unit("G"))._replace(pose=first), "V/north")
    place = place_on(s, game.unit("H"), "V", "north")
    assert place is not None
    assert place.pose == second


@pytest.mark.rule("risorgimento.g.5.3", "risorgimento.g.5.4", "risorgimento.g.5.18")
def test_infantry_stands_in_the_middle_of_a_side_facing_out_in_open_order() -> None:
    game = situation(ATTACKED)
    place = place_on(game.state, game.unit("A"), "V", "east")
    assert place is not None
    assert (place.formation, place.pose.heading) == ("open_order", 900)
    assert place_on(game.state, game.unit("A"), "V", "north") is None


@pytest.mark.rule("risorgimento.ex.42", "risorgimento.g.5.2", "risorgimento.g.5.16")
def test_ex_42_a_sector_full_of_four_battalions_and_two_batteries_takes_nobody_else_in() -> None:
    game = situation(
        """
        risorgimento
        village_sector V 40,30
        farm F 60,30
        red  line A at 0,0 facing N, in V north
        red  line B at 0,0 facing N, in V east
        red  line C at 0,0 facing N, in V south
        red  line D at 20,20 facing N
        red  line E at 0,0 facing N, in F south
        red  guns G at 0,0 facing N, in V north
        red  guns H at 26,20 facing N
        red  guns I at 29,20 facing N
        """
    )
    s = game.state
    pose = s.ground.slots("V")["north"].guns[0]
    s.stand(game.unit("G"), s.footing(game.unit("G"))._replace(pose=pose), "V/north")

    def free(name: str, where: str) -> list[str]:
        return [side for side in SIDES if place_on(s, game.unit(name), where, side) is not None]

    assert free("D", "V") == ["west"]
    assert free("H", "V") == ["north", "east", "south", "west"]
    for name, side in (("D", SIDES[3]), ("H", SIDES[2])):
        place = place_on(s, game.unit(name), "V", side)
        assert place is not None
        s.stand(game.unit(name), place, f"V/{side}")
    assert free("I", "V") == []  # two batteries are the most
    assert free("E", "V") == []
    assert free("C", "F") == []  # a farm holds one infantry unit
    assert free("I", "F") == []  # and no artillery


@pytest.mark.rule("risorgimento.g.5.5")
def test_in_a_village_there_is_neither_flank_nor_rear() -> None:
    game = situation(ATTACKED + "\n    blue line F at 48.5,33.75 facing W\n    red line E at 0,0 facing N, in V east")
    assert told(game) == ["D v A", "E v F"]
    game = situation(ATTACKED + "\n    blue line F at 48.5,33.75 facing W")
    assert told(game) == ["D v A"]
    assert lines(game, "D") == {"built-up": 2}


@pytest.mark.rule("risorgimento.g.5.6", "risorgimento.g.5.13")
def test_each_attacked_side_fights_a_melee_of_its_own_against_one_attacker_with_his_supports() -> None:
    game = situation(
        ATTACKED
        + """
    red  line E at 0,0 facing N, in V east
    red  line W at 0,0 facing N, in V west
    red  guns G at 0,0 facing N, in V north
    blue line S at 47.25,38.5 facing S, vf 6
    blue line F at 48.5,33.75 facing W
    """
    )
    gun = game.unit("G")
    pose = game.state.ground.slots("V")["north"].guns[0]
    game.state.stand(gun, game.state.footing(gun)._replace(pose=pose), "V/north")
    attack(game, "A", "D")
    assert told(game) == ["D+G v A+S", "E v F"]
    assert effective(game, "A") == 9
    assert effective(game, "D") == 8 + 8


@pytest.mark.rule("risorgimento.g.5.13")
def test_an_empty_side_is_manned_at_once_by_somebody_inside_who_is_not_engaged() -> None:
    text = ATTACKED.replace("in V north", "in V south")
    game = situation(text + "\n    red line E at 0,0 facing N, in V east, vf 5")
    closed(game, "A")
    assert game.unit("D").post == "V/north"
    assert game.at("D") == (43.75, 36.5)
    assert told(game) == ["D v A"]
    game = situation(text + "\n    blue line B at 43.75,29 facing N")
    closed(game, "A")
    assert game.unit("D").post == "V/south"  # engaged there
    assert told(game) == ["D v B"]


@pytest.mark.rule("risorgimento.g.5.12", "risorgimento.g.5.13")
def test_the_attacker_of_a_side_is_laid_on_the_middle_of_it() -> None:
    game = situation(ATTACKED.replace("43.75,38.5 facing S", "41,38.5 facing S"))
    closed(game, "A")
    assert game.at("A") == (43.75, 38.5)
    assert melee(game, "A").first.unit.id == "A"
    game = situation(ATTACKED + "\n    blue line B at 50,50 facing S")
    end = game.state.footing(game.unit("B"))
    end = end._replace(pose=end.pose._replace(x=4100, y=8000 - 3850))
    why = why_no_contact(game.state, game.unit("B"), end, game.unit("D"))
    assert why is not None
    assert why.key == "front-taken"


@pytest.mark.rule("risorgimento.g.5.16")
def test_cavalry_does_not_fight_at_a_village() -> None:
    game = situation(ATTACKED.replace("blue line A", "blue hussars A"))
    assert told(game) == []
    why = why_no_contact(game.state, game.unit("A"), game.state.footing(game.unit("A")), game.unit("D"))
    assert why is not None
    assert (why.key, why.rule) == ("horse-in-village", "risorgimento.g.5.16")


# Staying


@pytest.mark.rule("risorgimento.ex.41", "risorgimento.g.5.7", "risorgimento.g.5.11", "risorgimento.g.5.17")
def test_ex_41_a_defender_who_fails_may_stay_for_one_vf_and_one_more_point_of_morale() -> None:
    game = situation(ATTACKED + "\n    dice blue 8 1 red 1 6")
    fight(game, "D")
    assert next((one.unit, one.tally.total, one.passed) for one in game.told(common.Tested)) == ("D", 0, True)
    assert (game.unit("D").losses, game.unit("D").morale) == (1, 6)
    game = situation(ATTACKED + "\n    dice blue 8 1 red 1 7")
    outcome = fight(game, "D", "stay")
    unit = game.unit("D")
    assert (unit.losses, unit.morale, unit.disorder, unit.post) == (3, 4, 0, "V/north")
    assert outcome.is_undecided
    assert [one.unit for one in game.told(StayedInPlace)] == ["D"]
    assert game.unit("A").morale == 7
    assert game.at("A") == (43.75, 38.5)


@pytest.mark.rule("risorgimento.g.5.17")
def test_staying_is_open_only_to_who_does_not_break_by_it() -> None:
    for morale, is_asked in ((5, True), (4, False), (3, False)):
        game = situation(ATTACKED.replace("vm 6", f"vm 8, morale {morale}") + "\n    dice blue 8 1 red 1 10")
        fight(game, "D")
        # half of 8 is 4: from 5 the test leads to 4 and the further point to 3, which is below half
        assert bool([one for one in game.asked if one.key == "stay-or-retire"]) == (is_asked and morale - 2 >= 4)
    game = situation(ATTACKED.replace("vm 6", "vm 8, morale 6") + "\n    dice blue 8 1 red 1 10")
    fight(game, "D", "stay")
    assert game.unit("D").morale == 4


# Giving way


@pytest.mark.rule("risorgimento.g.5.8", "risorgimento.g.5.14", "risorgimento.g.4.0b")
def test_the_beaten_defender_goes_into_a_free_sector_and_the_attacker_takes_his_place() -> None:
    game = situation(
        ATTACKED
        + """
    village_sector B 40,22.5
    village_sector W 32.5,30
    dice blue 8 1 red 1 10
    """
    )
    fight(game, "D", "retire", "into-sector sector=B side=north")
    unit = game.unit("D")
    assert (unit.post, unit.disorder, unit.morale) == ("B/north", 2, 5)
    assert game.at("D") == (43.75, 29.0)
    sectors = {one.args["sector"] for one in game.asked[-1].options if one.key == "into-sector"}
    assert sectors == {"B", "W"}
    places = [one.args["side"] for one in game.asked[-1].options if one.get("sector") == "W"]
    assert places[0] == "east"  # towards the houses that are lost
    assert sorted(places) == ["east", "north", "south", "west"]
    winner = game.unit("A")
    assert (winner.post, winner.formation, game.at("A")) == ("V/north", "open_order", (43.75, 36.5))
    assert entered_last(game.state, "V") == "blue"


@pytest.mark.rule("risorgimento.g.5.8", "risorgimento.g.5.9", "risorgimento.g.5.15")
def test_sectors_with_units_in_them_are_not_free_and_the_way_out_is_away_from_the_attacker() -> None:
    game = situation(ATTACKED + "\n    dice blue 8 1 red 1 10")
    fight(game, "D")
    unit = game.unit("D")
    assert (unit.post, unit.disorder, unit.heading) == ("", 2, 0)
    x, y = game.at("D")
    assert x == 43.75
    assert y == pytest.approx(30 - 1 - 6, abs=0.05)  # half its column move beyond the south side
    game = situation(
        ATTACKED
        + """
    village_sector B 40,22.5
    blue line E at 0,0 facing N, in B south
    dice blue 8 1 red 1 10
    """
    )
    fight(game, "D")
    assert not game.unit("D").is_on  # enemies on the way: it is lost


@pytest.mark.rule("risorgimento.g.5.8", "risorgimento.g.5.15")
def test_who_has_no_free_houses_beside_him_is_not_asked_where_to_go() -> None:
    game = situation(ATTACKED + "\n    dice blue 8 1 red 1 10")
    fight(game, "D")
    assert not game.unit("D").post
    assert "give-way" not in [one.key for one in game.asked]


@pytest.mark.rule("risorgimento.g.5.10")
def test_friends_on_the_way_are_passed_through_and_tested() -> None:
    for end, tested in (("out-of-village", "F"), ("into-sector sector=B side=north", "F")):
        game = situation(
            ATTACKED
            + """
    village_sector B 40,22.5
    red line F at 0,0 facing N, in V south
    dice blue 8 1 red 1 10 10
    """
        )
        fight(game, "D", "retire", end)
        tests = [one.unit for one in game.told(common.Tested) if one.test == "passed-through"]
        assert tests == [tested]
        assert game.unit("F").disorder == 2


@pytest.mark.rule("risorgimento.g.5.15", "risorgimento.g.3.19")
def test_who_breaks_in_a_village_runs_out_of_it_towards_its_own_lines() -> None:
    game = situation(ATTACKED.replace("vm 6", "vm 6, morale 3") + "\n    dice blue 8 1 red 1 10")
    fight(game, "D")
    unit = game.unit("D")
    assert (unit.is_routed, unit.post, unit.heading) == (True, "", 1800)
    x, y = game.at("D")
    assert x == 43.75
    assert y == pytest.approx(36.5 - 12, abs=0.05)  # its whole column move
    game = situation(ATTACKED)
    game.run(lambda g: retire(g, g.state.units["A"], "melee-lost"))
    assert game.at("A") == (43.75, 44.5)
    game = situation(
        ATTACKED.replace("home red south", "home red north").replace(
            "blue line A at 43.75,38.5", "blue line A at 80,38.5"
        )
    )
    game.run(lambda g: retire(g, g.state.units["D"], "breaks"))
    assert game.at("D") == (43.75, 48.5)  # over its own side, if its lines are there


@pytest.mark.rule("risorgimento.g.5.15", "risorgimento.geo.22", "risorgimento.geo.19")
def test_the_way_out_ends_before_impassable_ground_and_off_the_table_it_is_gone() -> None:
    game = situation(ATTACKED + "\n    canal C 0,25 120,25\n    dice blue 8 1 red 1 10")
    fight(game, "D")
    assert game.at("D")[1] == pytest.approx(25, abs=0.05)
    game = situation(ATTACKED.replace("V 40,30", "V 40,2").replace("38.5", "10.5") + "\n    dice blue 8 1 red 1 10")
    fight(game, "D")
    assert game.unit("D").where == "routed off"


@pytest.mark.rule("risorgimento.g.5.15", "risorgimento.mor.8")
@pytest.mark.parametrize(
    ("home", "at"),
    [("north", (43.75, 48.5)), ("south", (43.75, 24.5)), ("east", (55.75, 36.5)), ("west", (31.75, 36.5))],
)
def test_who_breaks_in_a_village_comes_out_of_it_on_the_side_of_its_home(home: str, at: tuple[float, float]) -> None:
    game = situation(f"""
        risorgimento
        home red {home}
        village_sector V 40,30
        red line D at 0,0 facing N, in V north
    """)
    game.run(lambda g: retire(g, g.state.units["D"], "breaks"))
    assert game.at("D") == at


@pytest.mark.rule("risorgimento.geo.22", "risorgimento.g.5.15", "risorgimento.g.5.9")
@pytest.mark.parametrize(
    ("line", "is_on"),
    [
        ("canal C 0,29.5 120,29.5", False),
        ("canal C 0,28.98 120,28.98", False),
        ("canal C 0,29.5 120,29.5 bridges 43.75,29.5", True),
        ("canal C 0,29.5 120,29.5 fords 43.75,29.5", True),
        ("stream C 0,29.5 120,29.5", True),
        ("canal C 0,37.8 120,37.8", True),
    ],
)
def test_nobody_is_driven_out_of_a_village_over_water_that_he_cannot_cross(line: str, is_on: bool) -> None:
    game = situation(ATTACKED + f"\n    {line}")
    game.run(lambda g: retire(g, g.state.units["D"], "melee-lost"))
    assert game.unit("D").is_on == is_on
    assert [one.how for one in game.told(common.UnitRemoved)] == ([] if is_on else ["no-way-back"])
    assert is_on == (game.unit("D").is_on and game.at("D")[1] < 29.1)


@pytest.mark.rule("risorgimento.g.5.15", "risorgimento.geo.22")
def test_who_comes_out_of_a_village_right_at_the_water_stands_there() -> None:
    game = situation(ATTACKED + "\n    canal C 0,28.97 120,28.97\n    dice blue 8 1 red 1 10")
    fight(game, "D")
    assert game.at("D") == (43.75, 28.98)


# Contested


CONTESTED = """
    risorgimento
    home red south
    village_sector V 40,30
    red  line D at 0,0 facing N, in V south, vf 8, vm 6
    red  line E at 0,0 facing N, in V east, vf 8
    blue line A at 0,0 facing S, in V north, vf 6, vm 7
    """


@pytest.mark.rule("risorgimento.g.5.14", "risorgimento.g.5.18")
def test_who_only_changes_his_side_has_not_come_in_last() -> None:
    game = situation("""
        risorgimento
        village_sector V 30,36
        blue line A at 0,0 facing E, in V east
        red  line D at 0,0 facing W, in V west
    """)
    assert entered_last(game.state, "V") == "red"
    slot = game.state.ground.slots("V")["north"].infantry
    game.state.stand(game.unit("A"), game.state.footing(game.unit("A"))._replace(pose=slot), "V/north")
    assert entered_last(game.state, "V") == "red"


@pytest.mark.rule("risorgimento.g.5.14")
def test_units_of_both_sides_in_a_sector_fight_there_without_cover() -> None:
    game = situation(CONTESTED)
    assert is_contested(game.state, "V")
    assert told(game) == ["D v A"]
    assert lines(game, "D") == {}
    assert lines(game, "A") == {}
    assert melee(game, "D").is_in_sector
    assert len(inside(game.state, "V")) == 3


@pytest.mark.rule("risorgimento.geo.17", "risorgimento.g.3.9")
def test_who_is_beaten_back_from_a_wall_turns_aside_from_a_friend_by_as_little_as_it_takes() -> None:
    game = situation("""
        risorgimento
        home red south
        home blue north
        village_sector V 40,30
        red  line D at 0,0 facing N, in V north, vf 8, vm 6
        blue line A at 43.75,38.5 facing S, vf 6, vm 7
        blue line B at 43.75,44.5 facing S
        dice blue 1 10 red 10 1
    """)
    attack(game, "A", "D")
    fight(game, "D")
    x, y = game.at("A")
    assert abs(x - 43.75) == pytest.approx(6 * 0.7071, abs=0.05)  # an eighth of a turn
    assert y == pytest.approx(38.5 + 6 * 0.7071, abs=0.05)


@pytest.mark.rule("risorgimento.g.5.14")
@pytest.mark.parametrize(("last", "chooses"), [("blue", ["A"]), ("red", ["D", "E"])])
def test_the_side_that_came_in_last_chooses_whom_it_fights(last: str, chooses: list[str]) -> None:
    units = {
        "red": "red  line D at 0,0 facing N, in V south\n    red  line E at 0,0 facing N, in V east",
        "blue": "blue line A at 0,0 facing S, in V north",
    }
    first = "blue" if last == "red" else "red"
    game = situation(f"""
        risorgimento
        village_sector V 40,30
        {units[first]}
        {units[last]}
    """)
    assert entered_last(game.state, "V") == last
    assert [one.id for one in choosers(game.state, "V")] == chooses


@pytest.mark.rule("risorgimento.g.5.14", "risorgimento.g.7.1")
def test_guns_left_alone_in_a_contested_sector_are_fought_though_their_side_came_in_last() -> None:
    game = situation("""
        risorgimento
        village_sector V 40,30
        blue line A at 0,0 facing N, in V west
        red  guns G at 0,0 facing S, in V east
        dice blue 10 1 red 1 10
    """)
    assert entered_last(game.state, "V") == "red"
    assert told(game) == ["G v A"]
    fight(game, "A")
    assert game.unit("G").is_gone


@pytest.mark.rule("risorgimento.g.5.14")
def test_who_is_beaten_in_a_contested_sector_leaves_over_his_own_side() -> None:
    game = situation(CONTESTED + "\n    dice blue 10 1 red 1 10")
    fight(game, "D")
    assert (game.unit("D").post, game.at("D")[0]) == ("", 43.75)
    assert game.at("D")[1] == pytest.approx(23, abs=0.05)
    assert game.unit("A").post == "V/north"


# Farms


FARM = """
    risorgimento
    home red south
    farm F 40,30
    red  line D at 0,0 facing N, in F south, vf 8, vm 6
    blue line A at 42.5,36 facing S, vf 6, vm 7
    """


@pytest.mark.rule("risorgimento.g.5.16", "risorgimento.g.5.19")
def test_a_farm_is_defended_on_the_side_that_is_attacked_first_others_who_touch_it_support() -> None:
    game = situation(FARM + "\n    blue line B at 46,32.5 facing W, vf 6")
    closed(game, "A")
    assert (game.unit("D").post, game.at("D")) == ("F/north", (42.5, 34.0))
    assert told(game) == ["D v A+B"]
    assert lines(game, "D") == {"built-up": 2}
    assert effective(game, "A") == 9
    closed(game, "B")
    assert game.unit("D").post == "F/north"


@pytest.mark.rule("risorgimento.g.5.15", "risorgimento.g.5.14")
def test_the_beaten_defender_of_a_farm_goes_out_and_the_attacker_goes_in() -> None:
    game = situation(FARM + "\n    dice blue 8 1 red 1 10")
    closed(game, "A")
    fight(game, "D")
    assert game.at("D")[1] == pytest.approx(30 - 1 - 6, abs=0.05)
    assert game.unit("A").post == "F/north"


@pytest.mark.rule("risorgimento.g.5.14", "risorgimento.g.5.15")
def test_who_has_won_stands_in_the_middle_of_the_side_where_the_defender_stood() -> None:
    game = situation(
        """
        risorgimento
        home red west
        home blue east
        farm F 40,30
        red  line D at 0,0 facing E, in F east, vf 8, vm 6
        blue line A at 46,32.5 facing W, vf 6, vm 7
        dice blue 8 1 red 1 10
        """
    )
    closed(game, "A")
    stood = game.at("D")
    fight(game, "D")
    assert (game.unit("A").post, game.at("A")) == ("F/east", stood)


@pytest.mark.rule("risorgimento.g.5.13")
def test_who_is_routed_attacks_no_side_though_he_stands_before_it() -> None:
    game = situation(ATTACKED)
    assert [one.foe.id for one in touches(game.state, game.unit("D"))] == ["A"]
    routed = situation(ATTACKED.replace("vf 6, vm 7", "vf 6, vm 7, routed"))
    assert touches(routed.state, routed.unit("D")) == []
    assert told(routed) == []


@pytest.mark.rule("risorgimento.g.3.4", "risorgimento.g.5.5")
def test_of_houses_and_a_wall_before_them_what_helps_most_counts() -> None:
    for wall in ("", "wall S 30,37.7 60,37.7"):
        game = situation(f"{ATTACKED}\n    {wall}")
        attack(game, "A", "D")
        assert lines(game, "D") == {"built-up": tables().melee["built-up"].add}
    assert tables().melee["built-up"].add > tables().melee["ground"].add
