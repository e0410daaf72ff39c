"""Burn it all! Dunkerque 1658: the scenario of the catalogue, and the rules about fires that it brings."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.cappa.arrival import entrances
from alfiere.games.cappa.chance_events import Baffled
from alfiere.games.cappa.collaboration import is_in_force
from alfiere.games.cappa.events import EventRevealed, PointsScored, PutOut, SkirmishEnded
from alfiere.games.cappa.firmness import change, judge
from alfiere.games.cappa.fortune_events import AimHeld, ExperienceEarned
from alfiere.games.cappa.ground import building_at, field, gap, is_free
from alfiere.games.cappa.ground_changes import burning, burning_of, flames_of, in_flames
from alfiere.games.cappa.gun_events import GotOut
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.scenario import read_scenario
from alfiere.games.cappa.set_up_zones import lies_in_zone
from alfiere.games.cappa.state import GONE, OFF, ON, OUT
from alfiere.games.cappa.works import WORK_DEEDS
from alfiere.games.cappa.wounds import put_out
from alfiere.kernel.decision import Illegal, Option
from alfiere.kernel.game import Game
from tests.games.cappa.guns import told
from tests.games.cappa.staged import carry, staged, stand
from tests.games.cappa.test_bad_files_data import sentence

RULES = Cappa()
FREE: Any = WORK_DEEDS[0].free
HOUSES = ["house-1", "house-2", "church", "barn", "mill"]


# What the catalogue says


def test_the_ground_is_that_of_the_catalogue():
    scenario = read_scenario("dunkerque")
    assert (scenario.width, scenario.depth, scenario.turns, scenario.outcome) == (6000, 4800, 12, "B")
    ground = [(one.kind, one.rect or one.lines or one.points, one.doors, one.windows) for one in scenario.form.terrain]
    marks: tuple[tuple[int, int], ...] = ((1650, 1400), (2650, 1000), (4000, 1850), (2300, 3050), (4600, 3400))
    marks += ((3000, 2000), (800, 3000), (5400, 2200), (3400, 4000), (900, 1000))
    assert ground == [
        ("building_wood", (1400, 1200, 1900, 1600), ("south",), None),
        ("building_wood", (2400, 800, 2900, 1200), ("east",), None),
        ("building_thick_brick", (3600, 1600, 4400, 2100), ("west",), 2),
        ("building_wood", (2000, 2800, 2600, 3300), ("north",), None),
        ("building_brick", (4400, 3200, 4800, 3600), ("south",), None),
        ("open", (2600, 1600, 3400, 2600), (), None),
        ("hedge", (1200, 1000, 2100, 1800), (), None),
        ("low_wall", (((3400, 2400), (4600, 2400)),), (), None),
        ("dunes", (0, 3600, 1600, 4800), (), None),
        ("dunes", (5000, 0, 6000, 1400), (), None),
        ("road", (((0, 2400), (6000, 2700)),), (), None),
        ("event_marker", marks, (), None),
    ]
    assert scenario.form.terrain[10].width == 300
    gardens = next(one for one in scenario.features if one.id == "gardens")
    assert ((1200, 1800), (1550, 1800)) in gardens.segments  # the gap of 2 um at 16.5
    assert ((1750, 1800), (2100, 1800)) in gardens.segments


@pytest.mark.rule("cappa.3.2.1a", "cappa.3.2.1c", "cappa.8.h1")
def test_the_forces_are_those_of_the_catalogue():
    scenario = read_scenario("dunkerque")
    assert scenario.seat_of == {"spanish": "red", "french": "blue"}
    assert [scenario.points(seat) for seat in scenario.sides] == [622, 551]
    assert [scenario.value(seat) for seat in scenario.sides] == [21, 16]
    assert [scenario.firmness(seat) for seat in scenario.sides] == [11, 8]
    people = {seat: [(sheet.id, count) for sheet, count in scenario.order_of_battle(seat)] for seat in scenario.sides}
    assert people["red"] == [
        *[("ufficiale_spagnolo", 1), ("spagnolo_fante", 5)],
        *[("sergente_tercio", 1), ("spagnolo_guastatore", 5)],
        *[("sergente_tercio", 1), ("spagnolo_guastatore", 5)],
    ]
    french = [("ufficiale_moschettieri", 1), ("moschettiere", 5), ("moschettiere_veterano", 4), ("contadino", 5)]
    assert people["blue"] == french
    formations = [squad.formation for side in scenario.form.side for squad in side.squad]
    assert formations == ["open", "open", "open", "open", "open", "tight"]
    assert [side.edge for side in scenario.form.side] == ["west", "east"]


def test_the_points_objectives_and_special_rules_are_those_of_the_catalogue():
    form = read_scenario("dunkerque").form
    assert [(one.kind, one.side, one.each, one.of, one.per) for one in form.score] == [
        ("burning", "spanish", 2, ("hero", "protagonist", "extra"), 1),
        ("unburnt", "french", 2, ("hero", "protagonist", "extra"), 1),
        ("out of action", "", 1, ("protagonist",), 1),
        ("out of action", "", 1, ("extra",), 2),
    ]
    objectives = [(one.kind, one.side, one.worth, one.least) for one in form.objective]
    assert objectives == [("all burning", "spanish", 3, 0), ("unburnt", "french", 0, 3)]
    fire, weather = form.special
    assert (fire.side, fire.put_out_by, fire.pa, fire.things) == ("spanish", "french", 7, ("torches", "pitch", "straw"))
    assert (weather.kind, weather.light, weather.weather) == ("weather", "day", "clear")
    assert not form.exit


def test_the_table_of_events_is_that_of_dunkerque():
    scenario = read_scenario("dunkerque")
    types = [event.type for event in scenario.rows.values()]
    assert list(scenario.rows) == list(range(1, 11))
    peasants, surprise, both = "ambush_peasants", "ambush_surprised", "ambush_both_surprised"
    assert types == ["object"] * 3 + [peasants, surprise, "animal", "wine", "terrain", both, "false"]
    assert scenario.form.events is not None
    assert (scenario.form.events.method, scenario.form.events.suit) == ("card", "spades")
    assert scenario.rows[4].friend_of == "french"
    assert scenario.rows[6].avoid


# The set-up


def set_up(seed):
    """The whole set-up, played at random as far as the first dice."""
    game = Game(RULES, read_scenario("dunkerque"), seed)
    while game.decision is not None and game.state.turn == 0:
        options = game.decision.options
        game.answer(game.decision.seat, options[seed % len(options)])
    return game


@pytest.mark.rule("cappa.2.1.h2")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_set_up_puts_everybody_where_the_catalogue_says(seed):
    s = set_up(seed).state
    for one in s.figures.values():
        if one.squad == "musketeers":
            assert one.where == OFF
            continue
        assert one.where == ON
        if one.seat == "red":
            assert one.x + 50 <= 600
            continue
        west, north, east, south = s.scenario.area("church" if one.squad == "veterans" else "barn")
        off = max(west - one.x, one.x - east, 0) ** 2 + max(north - one.y, one.y - south, 0) ** 2
        assert 0 < off <= (300 - 50 + 1) ** 2  # the whole base within 3 um
        assert not building_at(s, one.x, one.y)
    assert not RULES.faults(s)


@pytest.mark.rule("cappa.2.1.h2")
@pytest.mark.parametrize(
    ("place", "is_right"),
    [((34.5, 20), True), ((40, 23), True), ((40, 18), False), ((32.9, 20), False), ((33.8, 13.8), False)],
)
def test_a_zone_round_a_building_is_in_the_open_and_round_at_its_corners(place, is_right):
    game = staged("dunkerque")
    x, y = (round(100 * one) for one in place)
    assert lies_in_zone(game.state, game.figure("veterans-0"), x, y) == is_right


@pytest.mark.rule("cappa.2.1.3c", "cappa.2.1.3.h2")
def test_the_musketeers_come_by_the_east_or_by_a_marker_from_the_first_turn_on():
    game = staged("dunkerque")
    ways = list(entrances(game.state, game.squad("musketeers")))
    assert {one.get("edge") for one in ways if one.get("edge")} == {"east"}
    assert {one.get("marker") for one in ways if one.get("marker")} >= {"event/5", "event/6", "event/7"}
    stand(game, "foot", 30, 21)
    assert "event/5" not in {one.get("marker") for one in entrances(game.state, game.squad("musketeers"))}


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
    assert isinstance(refusal, Illegal)
    assert refusal.rule == "cappa.9.7.2.h2"
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


# In flames


def lit(*houses, turn=1, more=None):
    """These were lit in this turn."""
    game = staged("dunkerque", turn=turn)
    game.state.changed += [burning_of(house, turn) for house in houses]
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
    stand(game, "pioneers-1", 22, 33.5, pa=2, heading=0)
    game.figure("musketeers-1").where = GONE
    game.state.changed.append(burning_of("barn", 1))
    assert not game.may("pioneers-1", "work work=quench")


# Events


def at_marker(card, who="pioneers-1", dice=()):
    """A squad in contact with the marker on the green, with these cards and dice to come."""
    game = staged("dunkerque", dice={"red" if who != "veterans" else "blue": [card, *dice]})
    stand(game, who, 30, 20.5, pa=2, heading=0)
    return game


@pytest.mark.rule("cappa.7.2t", "cappa.7.2.h7")
@pytest.mark.parametrize(("card", "thing"), [(1, "torches"), (2, "pitch"), (3, "straw")])
def test_the_first_three_cards_bring_what_burns(card, thing):
    game = at_marker(card)
    game.do("pioneers-1", "reveal marker=event/5", "pick-up")
    assert any(thing in game.figure(name).carries for name in game.squad("pioneers-1").members)
    assert not game.told(PointsScored)


@pytest.mark.rule("cappa.7.2i")
@pytest.mark.parametrize(("who", "seat"), [("pioneers-1", "blue"), ("veterans", "blue")])
def test_the_peasants_are_on_the_side_of_the_french_whoever_finds_them(who, seat):
    game = at_marker(4, who)
    game.do(who, "reveal marker=event/5")
    (band,) = [squad for name, squad in game.state.squads.items() if "band" in name]
    assert (band.seat, len(band.members)) == (seat, 5)
    game.phase("end")
    stays = any(game.figure(name).where == ON for name in band.members)
    assert stays == (who == "veterans")  # against the Spanish they fight for a turn and are gone
    assert ("4" in game.state.deck) is True  # it may repeat


@pytest.mark.rule("cappa.7.2c", "cappa.7.2aa", "cappa.7.2ac")
def test_a_cow_a_hole_in_the_sand_and_no_wine_in_the_open():
    cow = at_marker(6, dice=[1])
    cow.do("pioneers-1", "reveal marker=event/5")
    assert cow.squad("pioneers-1").pa == 1  # the test was passed
    cow = at_marker(6, dice=[10])
    cow.do("pioneers-1", "reveal marker=event/5")
    assert cow.squad("pioneers-1").pa == 0
    hole = at_marker(8)
    hole.do("pioneers-1", "reveal marker=event/5")
    assert [one.effect for one in hole.told(Baffled)] == ["both"]
    assert all(hole.figure(name).is_prone for name in hole.squad("pioneers-1").members)
    wine = at_marker(7)
    wine.do("pioneers-1", "reveal marker=event/5")
    assert [one.event for one in wine.told(EventRevealed)] == ["false"]


@pytest.mark.rule("cappa.7.2k", "cappa.7.2m", "cappa.7.2n")
@pytest.mark.parametrize(("card", "rolls"), [(5, True), (9, False)])
def test_the_musketeers_may_lie_in_ambush_and_must_appear_when_both_are_surprised(card, rolls):
    game = staged("dunkerque", dice={"red": [card], "blue": [2] if rolls else []})
    stand(game, "pioneers-1", 30, 20.5, pa=2, heading=0)
    game.do("pioneers-1", "reveal marker=event/5", "place-ambush")
    assert all(game.figure(name).where == ON for name in game.squad("musketeers").members)
    assert game.squad("musketeers").pa == (2 if rolls else 0)
    assert ("hold-back" in {one.key for one in game.asked[0].options}) == rolls
    with_nobody = staged("dunkerque", dice={"blue": [card]})
    for number, name in enumerate(("foot", "pioneers-1", "pioneers-2")):
        stand(with_nobody, name, 4, 5 + 10 * number)
    stand(with_nobody, "veterans", 30, 20.5, pa=2, heading=0)
    with_nobody.do("veterans", "reveal marker=event/5")
    assert [one.event for one in with_nobody.told(EventRevealed)] == ["false"]  # the Spanish hold nobody back


# The end


@pytest.mark.rule("cappa.3.1a", "cappa.3.1d", "cappa.3.1.1a")
def test_all_five_in_flames_end_the_game_and_points_decide():
    game = lit(*HOUSES[:2], turn=3)
    game.state.changed += [line for house in HOUSES[2:] for line in (burning_of(house, 2), flames_of(house))]
    game.state.sides["blue"].points = 14
    game.phase("end")
    assert [(one.seat, one.amount) for one in game.told(PointsScored)] == [("red", 3), ("red", 10)]
    assert [(one.winner, one.reason) for one in game.told(SkirmishEnded)] == [("blue", "objective")]  # 14 against 13
    game = lit(*HOUSES[:2], turn=3)
    game.state.changed += [line for house in HOUSES[2:4] for line in (burning_of(house, 2), flames_of(house))]
    game.phase("end")
    assert (game.state.winner, game.state.turn) == ("", 4)  # the mill still stands


def ended(burnt, reason, **options):
    """A game that ends with so many buildings in flames, by firmness or by its last turn."""
    game = staged("dunkerque", turn=12, **options)
    game.state.changed += [line for house in HOUSES[:burnt] for line in (burning_of(house, 2), flames_of(house))]
    stand(game, "veterans", 50, 40)

    def broken(g):
        change(g, "blue", -20, "lost", "cappa.3.2.3a")
        judge(g)
        yield from ()

    if reason == "broken":
        game.run(broken)
    else:
        game.phase("end")
    return game


@pytest.mark.rule("cappa.3.1d", "cappa.3.1.h2", "cappa.3.1.1a")
@pytest.mark.parametrize(
    ("burnt", "points", "winner", "held"),
    [(0, (0, 10), "blue", True), (2, (4, 6), "blue", True), (3, (6, 4), "red", False), (4, (8, 2), "red", False)],
)
@pytest.mark.parametrize("reason", ["broken", "last turn"])
def test_each_building_counts_when_the_game_ends_however_it_ends(burnt, points, winner, held, reason):
    game = ended(burnt, reason)
    assert (game.state.sides["red"].points, game.state.sides["blue"].points) == points
    assert (game.state.winner, game.state.reason) == (winner, reason)
    assert [(one.seat, one.objective) for one in game.told(AimHeld)] == ([("blue", 1)] if held else [])


@pytest.mark.rule("cappa.9.1.1c", "cappa.ex.40")
def test_the_aim_of_the_french_ends_no_game_but_earns_its_experience():
    game = ended(2, "last turn", experience="yes")
    assert [(one.seat, one.kind) for one in game.told(ExperienceEarned)] == [("blue", "objective")]
    game = ended(3, "last turn", experience="yes")
    assert not game.told(ExperienceEarned)


@pytest.mark.rule("cappa.9.7.2e")
def test_what_was_lit_in_the_turn_that_is_cut_short_is_not_in_flames():
    game = staged("dunkerque", turn=5)
    game.state.changed.append(burning_of("barn", 5))

    def broken(g):
        change(g, "blue", -20, "lost", "cappa.3.2.3a")
        judge(g)
        yield from ()

    game.run(broken)
    assert (game.state.sides["red"].points, game.state.sides["blue"].points) == (0, 10)


@pytest.mark.rule("cappa.3.1.1a")
def test_a_protagonist_is_worth_a_point_and_so_are_every_two_extras():
    game = staged("dunkerque")
    for name in ("veterans", "peasants", "pioneers-1"):
        stand(game, name, {"veterans": 50, "peasants": 30, "pioneers-1": 5}[name], 40)
    stand(game, "french-officer", 55, 20)

    def lose(*names):
        def fall(g):
            for name in names:
                put_out(g, g.state.figures[name])
            yield from ()

        game.run(fall)
        return game.state.sides["red"].points, game.state.sides["blue"].points

    assert lose("veterans-0") == (0, 0)
    assert lose("peasants-0") == (1, 0)  # of whatever squad
    assert lose("peasants-1", "pioneers-1-1") == (1, 0)  # each side counts for itself
    assert lose("peasants-2", "pioneers-1-2") == (2, 1)
    assert lose("french-officer") == (3, 1)
    assert lose("first-sergeant") == (3, 2)


@pytest.mark.rule("cappa.7.2.1.h3")
def test_the_state_with_flames_and_counts_is_saved_and_read_again():
    game = ended(2, "last turn")
    game.state.tallied["3 red"] = 1
    again = RULES.restore(game.scenario, game.state.to_plain())
    assert again.tallied == {"3 red": 1}
    assert in_flames(again.changed) == HOUSES[:2]
    assert again.to_plain() == game.state.to_plain()


def test_a_building_in_flames_says_so_on_the_table():
    game = ended(1, "last turn")
    shapes = {one["id"]: one["name"]["en"] for one in RULES.view(game.state, "red")["board"]["shapes"]}
    assert "on fire" in shapes["house-1"]
    assert "on fire" not in shapes["house-2"]


def test_every_answer_to_the_question_how_to_get_out_is_an_opening():
    option = Option("get-out", {"figure": "first-sergeant", "opening": "barn/door-north-0", "to": [1, 1]}, ())
    game = lit("barn", more=lambda game: stand(game, "first-sergeant", 23, 30))
    for language, word in (("en", "door"), ("it", "porta")):
        name = RULES.name(game.state, "opening", option["opening"], language)
        assert word in name.lower()


# Slips


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('around = "church"', 'around = "castle"', "side french.squad veterans.zone.around: «castle» is not known"),
        ('around = "church"', 'around = "church", edge = "east"', "side french.squad veterans.zone: it needs either a"),
        ('around = "church", within = 3', 'around = "church"', "side french.squad veterans.zone.within: it must be at"),
        ('kind = "all burning"\nside = "spanish"', 'kind = "all burning"', "objective[0].side: say whose objective"),
        ("least = 3", "least = 6", "objective[1].least: it is 6; it must be 1 to 5, so many buildings"),
        ("worth = 3", "worth = 3\nleast = 1", "objective[0].least: only an objective of the kind «unburnt» has one"),
        ('kind = "fire"\nside = "spanish"', 'kind = "told"', "objective[0].kind: «all burning» needs a special rule"),
        ('side = "spanish"\nput', 'side = "english"\nput', "special[0].side: «english» is not known"),
        ('put_out_by = "french"', 'put_out_by = "english"', "special[0].put_out_by: «english» is not known"),
        ('"torches", ', '"matches", ', "special[0].things: «matches» is not known"),
        ("pa = 7", "pa = 11", "special[0].pa: it is 11; it must be 1 to 10, for who has one of the «things»"),
        ("pa = 7\n", "", "special[0].pa: it is 0; it must be 1 to 10"),
        ("per = 2", "per = 0", "score[3].per: it must be 1, or of the kinds out of action, "),
        ('kind = "burning"', 'kind = "burning"\nper = 2', "score[0].per: it must be 1, or of the kinds out of action"),
        ('kind = "burning"', 'kind = "burning"\nthing = "pitch"', "score[0].thing: only points of the kind «in hand»"),
        ('kind = "burning"', 'kind = "burning"\nevent = "x"', "score[0].event: only points of the kinds brought off"),
        ('kind = "weather"', 'kind = "weather"\npa = 3', "special[1]: only a special rule of the kind «fire» says who"),
        ('kind = "weather"', 'kind = "fire"', "special[1]: there is one rule about fires already"),
    ],
)
def test_slips_in_what_the_scenario_is_won_by(tmp_path, old, new, told):
    assert sentence(tmp_path, "scenarios/dunkerque.toml", read_scenario, old, new).startswith(told)
