"""Chapter 9.7.2e where a scenario has a rule about fires: lighting, flames, getting out, putting out."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.cappa.feats.collaboration import is_in_force
from alfiere.games.cappa.feats.works import Work
from alfiere.games.cappa.ground.ground import building_at, field, gap, is_free
from alfiere.games.cappa.people.captives import release
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.scenario.ground_changes import Flames, Lit, as_line, burning, in_flames
from alfiere.games.cappa.state.state import GONE, ON, OUT
from alfiere.games.cappa.told.events import PointsScored, PutOut
from alfiere.games.cappa.told.gun_events import GotOut
from alfiere.games.cappa.weaponry.fires import _get_out
from alfiere.kernel.objection import Objection
from tests.games.cappa.guns import told
from tests.games.cappa.staged import carry, staged, stand
from tests.situation import situation

RULES = Cappa()
FREE: Any = Work().judged


# Setting fire


def pioneers(pa=2, more=None, **options):
    """The first pioneers south of the barn, in contact with it, and veterans far away."""
    game = staged("dunkerque", **options)
    stand(game, "pioneers-1", 22, 33.5, pa=pa, heading=0)
    stand(game, "veterans", 50, 40)
    if more is not None:
        more(game)
    return game


def insist(game, who, **args):
    """A work that may not be in the list."""
    return FREE(game.state, game.squad(who), {"figure": who, **args})


@pytest.mark.rule("cappa.9.7.2e", "cappa.9.7.2a")
def test_a_building_is_set_on_fire_with_10_pa_without_any_option_chosen():
    game = pioneers()
    assert is_in_force(game.state)
    assert game.state.options["collaboration"] == "no"
    events = game.do("pioneers-1", "work work=burn about=barn")
    assert [(one.had, one.needed) for one in told(events, "worked-together")] == [(12, 10)]
    assert burning(game.state.changed) == {"barn": 1}
    assert not in_flames(game.state.changed)  # only at the end of the turn
    assert game.squad("pioneers-1").pa == 0


@pytest.mark.rule("cappa.9.7.2e")
@pytest.mark.parametrize("thing", ["torches", "pitch", "straw"])
def test_with_torches_pitch_or_straw_7_pa_are_enough(thing):
    game = pioneers(pa=1)
    for name in game.squad("pioneers-1").members[5:]:
        game.figure(name).where = GONE
    assert not game.may("pioneers-1", "work work=burn")  # five by one
    game = pioneers(pa=2)
    for name in game.squad("pioneers-1").members[4:]:
        game.figure(name).where = GONE
    assert not game.may("pioneers-1", "work work=burn")  # four by two
    carry(game, "pioneers-1-2", thing)
    events = game.do("pioneers-1", "work work=burn about=barn")
    assert [(one.had, one.needed) for one in told(events, "worked-together")] == [(8, 7)]
    assert thing in game.state.things  # they are not used up


@pytest.mark.rule("cappa.9.7.2e")
def test_what_another_squad_carries_is_of_no_help():
    game = pioneers(pa=2)
    for name in game.squad("pioneers-1").members[4:]:
        game.figure(name).where = GONE
    stand(game, "pioneers-2", 30, 40)
    carry(game, "pioneers-2-2", "torches")
    assert not game.may("pioneers-1", "work work=burn")


@pytest.mark.rule("cappa.9.7.2e")
def test_nothing_is_lit_with_an_enemy_inside_nor_by_the_french():
    game = pioneers()
    game.figure("veterans-0").x, game.figure("veterans-0").y = 2300, 3000
    assert not game.may("pioneers-1", "work work=burn")
    refusal = insist(game, "pioneers-1", work="burn", about="barn")
    assert isinstance(refusal, Objection)
    assert (refusal.rule, "enemy is inside" in str(game.refusal(refusal))) == ("cappa.9.7.2e", True)
    game.figure("veterans-0").where = OUT  # who lies there fends off nobody
    assert game.may("pioneers-1", "work work=burn")
    stand(game, "peasants", 26.5, 30, pa=3)
    assert not game.may("peasants", "work work=burn")


@pytest.mark.rule("cappa.9.7.2.h2")
def test_one_of_them_has_to_touch_it():
    game = pioneers()
    for name in game.squad("pioneers-1").members:
        game.figure(name).y += 60
    assert not game.may("pioneers-1", "work work=burn")


# Getting there


def ends(game, squad):
    """Where the foremost of a squad would stand after each march it is offered."""
    return {tuple(one["to"]) for one in game.offered(squad) if one.key == "march"}


@pytest.mark.rule("cappa.6.5b", "cappa.9.7.2.h2")
def test_a_squad_is_offered_the_way_up_to_a_building_it_may_light():
    game = staged("dunkerque")
    stand(game, "pioneers-1", 40, 31, pa=3, heading=900)
    assert (4350, 3275) in ends(game, "pioneers-1")  # in contact with the mill
    game.do("pioneers-1", "march to=4350,3275")
    game.squad("pioneers-1").die = game.squad("pioneers-1").pa = 2
    game.state.acting = ""
    assert game.may("pioneers-1", "work work=burn about=mill")
    french = staged("dunkerque")
    french.state.changed.append("event/4")  # the marker in the mill, which draws them too
    stand(french, "musketeers", 40, 31, pa=3, heading=900)
    idle = ends(french, "musketeers")
    french.state.changed += [as_line(Lit("mill", 1)), as_line(Flames("mill"))]
    (there,) = ends(french, "musketeers") - idle
    assert 4348 <= there[0] <= 4351
    french.do("musketeers", f"march to={there[0]},{there[1]}")
    french.state.turn, french.state.acting = 2, ""
    french.squad("musketeers").die = french.squad("musketeers").pa = 2
    assert french.may("musketeers", "work work=quench about=mill")
    stand(french, "musketeers", 40, 31, pa=3, heading=900)
    french.state.turn = 3
    assert ends(french, "musketeers") == idle  # too late


@pytest.mark.rule("cappa.6.5b", "cappa.2.2.1x")
def test_a_squad_is_offered_the_way_up_to_a_marker_and_to_what_lies_about():
    game = staged("dunkerque")
    stand(game, "foot", 29.3, 22.6, pa=2, heading=0)
    before = ends(game, "foot")
    near = [place for place in before if (place[0] - 3000) ** 2 + (place[1] - 2000) ** 2 <= 52**2]
    assert near
    game.do("foot", f"march to={near[0][0]},{near[0][1]}")
    assert game.may("foot", "reveal marker=event/5")
    game = staged("dunkerque")
    game.state.changed.append("event/5")
    stand(game, "foot", 29.3, 22.6, pa=2, heading=0)
    away = {place for place in ends(game, "foot") if (place[0] - 3000) ** 2 + (place[1] - 2000) ** 2 > 52**2}
    assert away == ends(game, "foot")  # the marker is gone
    carry(game, "foot-1", "torches")
    release(game.state, game.figure("foot-1"), "torches")
    game.state.things["torches"].x, game.state.things["torches"].y = 3100, 2000
    assert any((x - 3100) ** 2 + (y - 2000) ** 2 <= 52**2 for x, y in ends(game, "foot"))


# In flames


def lit(*houses, turn=1, more=None):
    """These were lit in this turn."""
    game = staged("dunkerque", turn=turn)
    game.state.changed += [as_line(Lit(house, turn)) for house in houses]
    if more is not None:
        more(game)
    return game


@pytest.mark.rule("cappa.9.7.2e")
def test_from_the_end_of_the_turn_on_nobody_goes_in_or_sees_through_it():
    game = lit("church")
    stand(game, "veterans-0", 34.4, 18.5)
    stand(game, "veterans-1", 46, 18.5)
    s = game.state
    inside = game.figure("veterans-2")
    assert is_free(s, inside, 4000, 1850)
    assert field(s).terrain.feature("church").openings
    events = game.phase("end")
    assert [one.how for one in told(events, "ground-changed")] == ["burning"]
    s = game.state
    assert in_flames(s.changed) == ["church"]
    assert not is_free(s, inside, 4000, 1850)
    assert not field(s).terrain.feature("church").openings
    assert not game.sees("veterans-0", "veterans-1")
    assert not game.may("veterans-0", "enter", 3)
    assert s.turn == 2


@pytest.mark.rule("cappa.9.7.2e")
def test_whoever_is_inside_gets_out_by_an_opening_of_his_choice():
    game = lit("barn", more=lambda game: stand(game, "first-sergeant", 23, 30))
    events = game.phase("end", "get-out opening=barn/window-east-1")
    (decision,) = [one for one in game.asked if one.key == "get-out"]
    ways = {one["opening"] for one in decision.options}
    assert ways == {"barn/door-north-0", "barn/window-east-1", "barn/window-south-2", "barn/window-west-3"}
    (got_out,) = [one for one in events if isinstance(one, GotOut)]
    assert (got_out.figure, got_out.feature) == ("first-sergeant", "barn")
    sergeant = game.figure("first-sergeant")
    assert sergeant.x > 2600
    assert not building_at(game.state, sergeant.x, sergeant.y)
    assert sergeant.where == ON
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.9.7.2e")
def test_who_finds_no_way_out_or_cannot_move_is_lost_and_counted():
    def crowd(game):
        stand(game, "veterans-0", 23, 30)
        stand(game, "first-sergeant", 22, 31, wounds=2, is_prone=True)
        game.figure("first-sergeant").where = OUT
        for edge in range(4):
            game.state.changed.append(f"fortified|barn|{edge}")

    game = lit("barn", more=crowd)
    firmness = game.state.sides["blue"].firmness
    game.phase("end")
    assert [game.figure(one).where for one in ("veterans-0", "first-sergeant")] == [GONE, GONE]
    assert game.state.sides["blue"].firmness == firmness - 1
    assert game.state.tallied == {"3 red": 1}  # half of the two extras that are worth a point
    assert {one.figure for one in game.told(PutOut)} == {"veterans-0", "first-sergeant"}


@pytest.mark.rule("cappa.9.7.2e")
def test_who_is_on_the_roof_comes_down_and_out():
    game = lit("barn", more=lambda game: stand(game, "first-sergeant", 23, 30, level=200))
    game.phase("end")
    sergeant = game.figure("first-sergeant")
    assert (sergeant.where, sergeant.level) == (ON, 0)
    assert not building_at(game.state, sergeant.x, sergeant.y)
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.9.7.2e")
def test_who_lies_there_out_of_action_gets_out_by_no_door():
    def fallen(game):
        stand(game, "first-sergeant", 23, 30, wounds=2, is_prone=True)
        game.figure("first-sergeant").where = OUT

    game = lit("barn", more=fallen)
    game.phase("end")
    assert game.figure("first-sergeant").where == GONE
    assert not game.told(GotOut)
    assert not game.told(PointsScored)  # he had fallen before


@pytest.mark.rule("cappa.9.7.2e")
def test_several_find_places_of_their_own_on_this_side_of_the_hedge_and_out_of_contact():
    def crowd(game):
        stand(game, "pioneers-1", 16.5, 13)
        for number, name in enumerate(game.squad("pioneers-1").members):
            game.figure(name).x, game.figure(name).y = 1500 + 100 * (number % 3), 1300 + 120 * (number // 3)
        stand(game, "veterans-0", 16.5, 16.6)

    game = lit("house-1", more=crowd)
    game.phase("end", *["get-out opening=house-1/door-south-0"] * 6)
    here = [game.figure(name) for name in game.squad("pioneers-1").members]
    assert all(one.where == ON and one.y > 1600 for one in here)
    beyond = [one for one in here if one.y > 1750]
    assert all(1550 < one.x < 1750 for one in beyond), [(one.x, one.y) for one in here]  # in the gap, not over it
    assert all(gap(game.state, one, game.figure("veterans-0")) > 0 for one in here)
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.9.7.2e")
def test_nobody_gets_out_over_the_hedge_where_all_is_full_on_this_side_of_it():
    def crowd(game):
        stand(game, "first-sergeant", 16.5, 14)
        names = [one for squad in ("musketeers", "veterans", "peasants") for one in game.squad(squad).members]
        for number, name in enumerate([*names, "foot-1"]):
            stand(game, name, 12.5 + number % 2, 10.5 + number // 2)

    game = lit("house-1", more=crowd)
    game.phase("end")
    (decision,) = [one for one in game.asked if one.key == "get-out"]
    ways = {one["opening"].split("/")[1]: one["to"] for one in decision.options}
    assert set(ways) == {"door-south-0", "window-north-1", "window-east-2"}
    assert all(1200 < x < 2100 and 1000 < y < 1800 for x, y in ways.values())


@pytest.mark.rule("cappa.9.7.2e")
def test_who_finds_only_the_far_side_of_the_hedge_free_close_by_goes_on_along_the_wall():
    def crowd(game):
        stand(game, "first-sergeant", 16.5, 14)
        names = [one for squad in ("musketeers", "veterans") for one in game.squad(squad).members]
        for number, name in enumerate(names[:10]):
            stand(game, name, 12.5 + number % 2, 12 + number // 2)

    game = lit("house-1", more=crowd)
    assert is_free(game.state, game.figure("first-sergeant"), 1140, 1400)
    game.phase("end", "get-out opening=house-1/window-west-3")
    x, y = game.at("first-sergeant")
    assert 12 < x < 14
    assert y < 12 or y > 16


@pytest.mark.rule("cappa.9.7.2e")
def test_beside_an_enemy_he_gets_out_only_where_there_is_no_other_room():
    def crowd(game):
        stand(game, "first-sergeant", 16.5, 14)
        places = [(x, y) for y in range(10, 19) for x in (12.49, 13.49) if (x, y) != (13.49, 14)]
        names = [one for squad in ("musketeers", "veterans", "peasants") for one in game.squad(squad).members]
        for name, place in zip([*names, "foot-1", "foot-2"], places, strict=True):
            stand(game, name, *place)

    game = lit("house-1", more=crowd)
    game.phase("end", "get-out opening=house-1/window-west-3")
    assert game.at("first-sergeant") == (13.49, 14)
    assert game.touch("first-sergeant", "veterans-2")


@pytest.mark.rule("cappa.9.7.2e")
def test_where_there_is_other_room_he_does_not_get_out_beside_an_enemy():
    def guarded(game):
        stand(game, "first-sergeant", 16.5, 14)
        stand(game, "veterans-2", 12.49, 14)

    game = lit("house-1", more=guarded)
    game.phase("end", "get-out opening=house-1/window-west-3")
    assert game.at("first-sergeant") != (13.49, 14)
    assert game.gap("first-sergeant", "veterans-2") > 0.01
    assert game.at("first-sergeant")[0] < 14


@pytest.mark.rule("cappa.9.7.2e")
def test_a_captive_whose_captor_is_lost_gets_out_by_himself_and_one_who_is_led_goes_along():
    def two(game):
        stand(game, "first-sergeant", 23, 30)
        stand(game, "veterans-0", 23, 30)
        game.figure("first-sergeant").carries.append("veterans-0")
        game.figure("veterans-0").captor = "first-sergeant"

    game = lit("barn", more=two)
    game.phase("end")
    assert game.figure("veterans-0").captor == "first-sergeant"
    assert not building_at(game.state, game.figure("first-sergeant").x, game.figure("first-sergeant").y)
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.9.7.2.h2")
def test_the_french_put_a_fire_out_in_the_next_turn_only():
    game = lit("barn", more=lambda game: stand(game, "musketeers", 22, 33.5, pa=2, heading=0))
    assert not game.may("musketeers", "work work=quench")  # it was lit only now
    game.phase("end")
    assert game.state.turn == 2
    game.state.phase, game.state.order = "actions", ["red", "blue"]
    for turn, may in ((2, True), (3, False)):
        game.state.turn = turn
        assert game.may("musketeers", "work work=quench about=barn", 2) == may
    game.state.turn = 2
    stand(game, "musketeers", 22, 33.5, pa=2)
    events = game.do("musketeers", "work work=quench about=barn")
    assert [(one.had, one.needed) for one in told(events, "worked-together")] == [(12, 10)]
    assert not burning(game.state.changed)
    assert not in_flames(game.state.changed)
    assert field(game.state).terrain.feature("barn").openings  # as it was before
    for name in game.squad("musketeers").members:
        game.figure(name).where = GONE
    stand(game, "pioneers-1", 22, 33.5, pa=2, heading=0)
    game.state.acting = ""
    assert game.may("pioneers-1", "work work=burn about=barn")
    game.state.changed += [as_line(Lit("barn", 1)), as_line(Flames("barn"))]
    assert not game.may("pioneers-1", "work work=quench")  # that is for the French
    refusal = insist(game, "pioneers-1", work="quench", about="barn")
    assert (refusal.rule, "not for the side" in str(game.refusal(refusal))) == ("cappa.9.7.2e", True)


@pytest.mark.rule("cappa.9.7.2e")
def test_where_there_is_one_way_out_nobody_is_asked():
    game = situation("""
        cappa on open ground
        building 10,10 16,14 door south
        red extra A at 13,12
    """)
    house = field(game.state).terrain.feature("building_stone-1")
    ways = [one for one in house.openings if one.kind == "door"]
    game.run(lambda g: _get_out(g, g.state.figures["A"], "building_stone-1", ways))
    assert not game.asked
    assert [one.figure for one in game.told(GotOut)] == ["A"]
    assert game.at("A")[1] > 14
