"""Chapter 10: who stands at a gun, who has been hit there, and where there is room at it."""

from __future__ import annotations

import re

import pytest

from alfiere.games.cappa.artillery import gunnery
from alfiere.games.cappa.artillery.gun_sight import reaches
from alfiere.games.cappa.ground.gun_places import (
    crew_at,
    gunners,
    is_at,
    is_served,
    note_hit,
    note_melee,
    outlines,
    posted,
    posts_round,
)
from alfiere.games.cappa.ground.weather import observation
from alfiere.table.measuring import overlaps, within
from alfiere.table.shapes import Outline
from tests.games.cappa.guns import light_gun
from tests.games.cappa.test_9_visibility import sky
from tests.situation import situation


def battery(more=""):
    game = situation(light_gun("canister", more))
    return game, game.state.guns["G"]


def names(figures):
    return "".join(sorted(one.id for one in figures))


@pytest.mark.rule("cappa.10.2a", "cappa.9.7.2.h4", "cappa.10.1.h4")
@pytest.mark.parametrize(
    ("sets", "at_piece", "in_play"),
    [
        ({}, "ABCD", "ABCD"),
        ({"is_prone": True}, "BCD", "ABCD"),
        ({"die": 2}, "BCD", "ABCD"),
        ({"shaken": "fire"}, "BCD", "ABCD"),
        ({"where": "out"}, "BCD", "BCD"),
        ({"y": 1700}, "BCD", "ABCD"),
    ],
)
def test_who_works_a_gun_is_in_contact_on_his_feet_and_has_no_die_of_his_own(sets, at_piece, in_play):
    game, gun = battery()
    for key, value in sets.items():
        setattr(game.figure("A"), key, value)
    assert names(crew_at(game.state, gun)) == at_piece
    assert names(gunners(game.state, game.squad("S"))) == in_play


@pytest.mark.rule("cappa.10.2a", "cappa.geo.2")
@pytest.mark.parametrize(("y", "counts"), [(17.5, True), (17.49, True), (17.48, False)])
def test_who_touches_a_mate_at_the_piece_counts_too(y, counts):
    game, gun = battery()
    game.figure("A").x, game.figure("A").y = 2050, round(100 * y)  # behind B, who stands at 20.5,18.5
    assert ("A" in names(crew_at(game.state, gun))) == counts
    game.figure("B").where = "out"
    assert "A" not in names(crew_at(game.state, gun))


@pytest.mark.rule("cappa.10.1.h6", "cappa.geo.2", "cappa.geo.40")
def test_contact_with_the_piece_is_to_the_hundredth_and_on_the_ground():
    game, gun = battery()
    grounds = outlines(game.state, gun)
    figure = game.figure("A")
    for y, touches in ((1850, True), (1849, True), (1848, False)):
        figure.y = y
        assert is_at(game.state, figure, grounds) == touches, y
    assert is_served(game.state, gun)
    for name in "ABCD":
        game.figure(name).y = 1500
    assert not is_served(game.state, gun)


@pytest.mark.rule("cappa.10.1.h6")
def test_a_limbered_gun_is_served_at_its_limber_too():
    game, gun = battery()
    alone = len(outlines(game.state, gun))
    limbered = situation(
        light_gun("").replace(
            "gun G light_gun at 20,20 facing 90, crew S",
            "gun G light_gun at 20,20 facing 90, crew S, limber L at 17.9,20 facing 270, limbered",
        )
    )
    assert (alone, len(outlines(limbered.state, limbered.state.guns["G"]))) == (1, 2)


@pytest.mark.rule("cappa.10.2.1c", "cappa.10.3c")
def test_what_a_crew_suffers_by_firearms_outweighs_arrows_and_melee():
    game, gun = battery("blue extra X at 40,20\nred extra F at 30,30")
    s = game.state
    note_hit(s, game.figure("F"), "blue", firearms=True)  # not of the crew
    note_hit(s, game.figure("A"), "red", firearms=True)  # by his own side
    assert gun.under_fire == ""
    note_melee(s, ["T"])
    assert gun.under_fire == ""
    note_melee(s, ["S"])
    assert gun.under_fire == "melee"
    note_hit(s, game.squad("S"), "blue", firearms=False)
    missiles = gun.under_fire
    assert missiles not in ("", "melee")
    note_melee(s, ["S"])
    assert gun.under_fire == missiles
    note_hit(s, game.figure("B"), "blue", firearms=True)
    firearms = gun.under_fire
    assert firearms not in ("", "melee", missiles)
    note_hit(s, game.figure("B"), "blue", firearms=False)
    assert gun.under_fire == firearms


@pytest.mark.rule("cappa.10.1.h6", "cappa.1.3a")
@pytest.mark.parametrize("heading", [0, 30, 45, 90, 200])
def test_posts_at_a_gun_touch_it_all_round_and_stand_on_nothing(heading):
    game, gun = battery()
    game.state.things["G"].heading = 10 * heading
    grounds = outlines(game.state, gun)
    posts = posts_round(grounds, 50)
    assert len(posts) >= 12
    for place in posts:
        disc = Outline((place,), 50)
        assert any(within(disc, one, 1) for one in grounds)
        assert not any(overlaps(disc, one) for one in grounds)
    assert len({(x > 2000, y > 2000) for x, y in posts}) == 4


@pytest.mark.rule("cappa.10.1.h6", "cappa.1.3a")
def test_gunners_take_the_posts_nearest_to_where_they_were_and_nobody_stands_on_another():
    game, gun = battery("closed building 18,16 22,18.9")
    s = game.state
    people = [game.figure(name) for name in "ABCD"]
    wanted = {one.id: (one.x, one.y) for one in people}
    found = posted(s, people, outlines(s, gun), wanted, ())
    assert set(found) == set("ABCD")
    assert (found["C"], found["D"]) == (wanted["C"], wanted["D"])
    spots = list(found.values())
    for number, (x, y) in enumerate(spots):
        assert y > 1940  # not in the house
        assert all((x - a) ** 2 + (y - b) ** 2 >= 100**2 for a, b in spots[:number])


@pytest.mark.rule("cappa.10.1.h6", "cappa.1.3a")
def test_when_all_posts_are_taken_the_others_stand_behind_a_mate_in_contact_with_him():
    game, gun = battery("\n".join(f"red extra M{number} at {2 + 1.2 * number},38" for number in range(16)))
    people = [game.figure(f"M{number}") for number in range(16)]
    there = outlines(game.state, gun)
    wanted = {one.id: (2000, 2200) for one in people}
    spots = list(posted(game.state, people, there, wanted, "ABCD").values())
    assert [any(within(Outline((spot,), 50), one, 1) for one in there) for spot in spots] == [True] * 10 + [False] * 6
    assert spots[:3] == [(2000, 2150), (2100, 2150), (1900, 2150)]  # as near to where all would be as they can
    assert spots[10:13] == [(2000, 2251), (2100, 2251), (1900, 2251)]
    assert spots[15] == (2193, 2189)  # aside of the second
    for number, (x, y) in enumerate(spots[1:], 1):
        assert min((x - a) ** 2 + (y - b) ** 2 for a, b in spots[:number]) >= 100**2


@pytest.mark.rule("cappa.10.1.h6", "cappa.geo.8")
@pytest.mark.parametrize(("y", "place"), [(1960, {"A": (2000, 810)}), (1961, {})])
def test_where_there_is_no_room_for_eleven_um_and_a_half_he_has_no_place(y, place):
    game, _ = battery("closed building 0.1,8.6 39.9,39.9")
    assert posted(game.state, [game.figure("A")], [], {"A": (2000, y)}, ()) == place


@pytest.mark.rule("cappa.10.2.1.h4")
@pytest.mark.parametrize("name", ["A", "D"])
def test_the_gun_is_aimed_by_the_best_of_its_gunners(name):
    text = re.sub(rf"artigliere {name} at ([\d.,]+),", rf"extra {name} at \1, 5/1/3,", light_gun("canister"))
    game = situation(text)
    assert game.figure(name).line.ti == 1
    assert gunnery.ti_of(game.state, game.state.guns["G"]) == 3


@pytest.mark.rule("cappa.9.5d", "cappa.10.2.4.h1")
@pytest.mark.parametrize(("farther", "seen"), [(0, ["X"]), (5, [])])
def test_in_the_dark_a_gun_reaches_as_far_as_the_foremost_at_it_sees(farther, seen):
    game = situation(light_gun("canister", "blue extra X at 30,18.5\noption visibility yes" + sky("new moon")))
    game.figure("X").x = game.figure("B").x + 100 + observation(game.state).distance + farther
    assert [one.id for one in reaches(game.state, game.state.guns["G"], [game.figure("X")])] == seen
