"""The redoubt of Terheyden, Breda 1625: the scenario of the catalogue, by night, with a lost flag to be found."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.ground.ground import is_free
from alfiere.games.cappa.ground.visibility import hidden_from
from alfiere.games.cappa.ground.weather import observation
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.people.markers import belt_of, markers
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.sheets.event_types import event_types
from alfiere.games.cappa.sheets.tables import DATA
from alfiere.games.cappa.state.state import GONE, OFF, ON, Thing
from alfiere.games.cappa.told.events import (
    EventRevealed,
    LeftTable,
    MoraleTested,
    PointsScored,
    Shot,
    SkirmishEnded,
    Struck,
    VolleyFired,
)
from alfiere.games.cappa.turn.arrival import entrances
from alfiere.games.cappa.victory.firmness import change, judge
from alfiere.games.cappa.weaponry.wounds import put_out
from alfiere.kernel.game import Game
from tests.games.cappa.staged import carry, staged, stand
from tests.games.slips import sentence

RULES = Cappa()
FLAG = "cartagena-flag"


# What the catalogue says


def test_the_ground_is_that_of_the_catalogue():
    scenario = read_scenario("terheyden")
    assert (scenario.width, scenario.depth, scenario.turns, scenario.outcome) == (7200, 6000, 14, "A")
    ground = [(one.kind, one.rect or one.lines or one.points, one.doors) for one in scenario.form.terrain]
    inner = ((2100, 1650), (1200, 3000), (3600, 3000), (2400, 4400), (5100, 4200), (6000, 2400))
    assert ground == [
        ("earthwork", (2900, 2300, 4300, 3700), ()),
        ("road", (3450, 0, 3750, 2300), ()),
        ("road", (3450, 3700, 3750, 6000), ()),
        ("marsh", (0, 1400, 1400, 4600), ()),
        ("marsh", (5800, 2000, 7200, 5000), ()),
        ("building_brick", (1800, 1400, 2400, 1900), ("south",)),
        ("building_wood", (4800, 4000, 5400, 4400), ("west",)),
        ("hedge", (((1600, 3000), (2600, 3000)),), ()),
        ("hedge", (((4600, 2800), (5600, 2800)),), ()),
        ("wood", (2000, 4000, 2800, 4700), ()),
        ("barricade", ((3800, 1400),), ()),
        ("event_marker", inner, ()),
        ("event_marker", ((1000, 900), (5600, 900), (1400, 5100), (6200, 5100)), ()),
    ]
    redoubt = scenario.features[0]
    south = [one for one in redoubt.segments if one[0][1] == one[1][1] == 3700]
    assert south == [((2900, 3700), (3500, 3700)), ((3700, 3700), (4300, 3700))]  # the gap of 2 um
    assert scenario.features[10].segments == (((3700, 1400), (3900, 1400)),)  # the cart, 2 um


@pytest.mark.rule("cappa.3.2.1a", "cappa.3.2.1c", "cappa.8.h1")
def test_the_forces_are_those_of_the_catalogue():
    scenario = read_scenario("terheyden")
    assert scenario.seat_of == {"spanish": "red", "dutch": "blue"}
    assert [scenario.points(seat) for seat in scenario.sides] == [931, 800]
    assert [scenario.value(seat) for seat in scenario.sides] == [25, 23]
    assert [scenario.firmness(seat) for seat in scenario.sides] == [13, 12]
    people = {seat: [(sheet.id, count) for sheet, count in scenario.order_of_battle(seat)] for seat in scenario.sides}
    assert people["red"] == [
        ("capitano_tercio", 1),
        *[("sergente_tercio", 1), ("spagnolo_moschettiere", 6)],
        *[("ufficiale_spagnolo", 1), ("spagnolo_incamiciato", 5)],
        *[("sergente_tercio", 1), ("spagnolo_archibugiere", 5)],
    ]
    assert people["blue"] == [
        ("capitano_olandese", 1),
        *[("sergente_olandese", 1), ("olandese_moschettiere", 6)],
        *[("sergente_olandese", 1), ("olandese_picchiere", 4)],
        *[("ufficiale_inglese", 1), ("inglese_volontario", 4)],
    ]
    squads = [squad for side in scenario.form.side for squad in side.squad]
    assert [squad.formation for squad in squads] == ["open", "tight", "open", "open", "close", "open"]
    assert [squad.id for squad in squads if squad.is_off_table] == ["arquebusiers", "volunteers"]
    assert not any(squad.has_ensign for squad in squads)


def test_the_points_and_the_objective_are_those_of_the_catalogue():
    form = read_scenario("terheyden").form
    assert [(one.kind, one.thing or one.event, one.each, one.side) for one in form.score] == [
        ("in hand", FLAG, 5, ""),
        ("brought off", "terheyden-protege", 3, ""),
        ("brought off", "terheyden-deserter", 1, ""),
        ("out of action", "", 2, ""),
        ("drunk", "terheyden-wine", 1, ""),
    ]
    assert form.score[3].of == ("hero",)
    assert [(one.kind, one.thing, one.side, one.edge) for one in form.objective] == [("carry off", FLAG, "", None)]
    assert [(one.edge, one.side) for one in form.exit] == [("south", "spanish"), ("north", "dutch")]


def test_the_table_of_events_has_one_card_for_each_marker():
    scenario = read_scenario("terheyden")
    assert [event.type for event in scenario.rows.values()] == [
        *("animal", "deserter", "wine", "ambush_peasants", "ambush_surprised", "ambush_both_surprised"),
        *("famous_person", "object", "object", "object"),
    ]
    assert scenario.form.events is not None
    assert (scenario.form.events.method, scenario.form.events.suit) == ("card", "hearts")
    game = staged("terheyden")
    assert len(markers(game.state)) == len(game.state.deck) == 10
    belts = [belt_of(game.state, place) for place in markers(game.state).values()]
    assert belts == ["inner"] * 6 + ["outer"] * 4


@pytest.mark.rule("cappa.9.5e", "cappa.9.5.3a")
def test_it_is_a_clear_night_with_a_moon():
    game = staged("terheyden", visibility="scenario")
    row = observation(game.state)
    assert (row.light, row.weather, row.distance, row.morale) == ("moon", "clear", 3000, -1)
    assert read_scenario("terheyden").recommended == {"visibility": "yes"}
    stand(game, "spanish-captain", 30, 50)
    stand(game, "dutch-captain", 30, 21)  # 28 um from edge to edge
    assert not hidden_from(game.state, "red") & {"dutch-captain"}
    game.figure("dutch-captain").y = 1800  # 31 um
    assert "dutch-captain" in hidden_from(game.state, "red")
    assert "light" not in staged("terheyden", visibility="no").state.options


# The set-up


@pytest.mark.rule("cappa.2.1.h2", "cappa.2.1.3a")
def test_the_set_up_is_within_6_um_of_ones_own_edge_and_the_reserves_wait():
    game = Game(RULES, read_scenario("terheyden"), 5)
    while game.decision is not None and game.state.turn == 0:
        game.answer(game.decision.seat, game.decision.options[-1])
    s = game.state
    for one in s.figures.values():
        if one.squad in ("arquebusiers", "volunteers"):
            assert one.where == OFF
        else:
            assert one.where == ON
            assert one.y >= 5450 if one.seat == "red" else one.y <= 550
    assert not RULES.faults(s)


@pytest.mark.rule("cappa.2.1.3c", "cappa.2.1.3.h2")
@pytest.mark.parametrize(("squad", "edge"), [("arquebusiers", "south"), ("volunteers", "north")])
def test_the_reserves_come_by_a_marker_or_by_their_own_edge(squad, edge):
    game = staged("terheyden")
    ways = list(entrances(game.state, game.squad(squad)))
    assert {one.get("edge") for one in ways if one.get("edge")} == {edge}
    assert {one.get("marker") for one in ways if one.get("marker")} >= {"inner/2", "outer/0", "outer/3"}


@pytest.mark.rule("cappa.4.3.2b")
def test_the_redoubt_is_crossed_with_pains_and_entered_by_its_gap():
    game = staged("terheyden", visibility="no")
    stand(game, "spanish-captain", 36, 38.5, pa=3)
    assert is_free(game.state, game.figure("spanish-captain"), 3600, 3700)
    game.move("spanish-captain", 36, 35.5)  # straight through
    assert game.at("spanish-captain") == (36, 35.5)
    stand(game, "spanish-captain", 31, 37.5, pa=3)
    assert not is_free(game.state, game.figure("spanish-captain"), 3100, 3700)
    assert game.may("spanish-captain", "cross")


# Events


def at_marker(card, who="camisado", marker="inner/2", **dice):
    """A squad in contact with a marker, with this card to be drawn; dice follow for each side."""
    s = read_scenario("terheyden")
    seat = "red" if who in ("camisado", "cartagena", "spanish-captain") else "blue"
    thrown = {side: list(dice[side]) for side in dice}
    thrown[seat] = [card, *thrown.get(seat, [])] if card else thrown.get(seat, [])
    game = staged("terheyden", dice=thrown, visibility="no")
    x, y = markers(game.state)[marker]
    stand(game, who, x / 100, y / 100 + 0.5, pa=3, heading=0)
    assert s.id == "terheyden"
    return game


def names(game):
    return [one.event for one in game.told(EventRevealed)]


@pytest.mark.rule("cappa.7.4c", "cappa.7.4b")
@pytest.mark.parametrize("card", [8, 9, 10])
def test_the_flag_is_found_in_the_inner_belt_only_and_its_finder_may_take_it(card):
    game = at_marker(card)
    game.do("camisado", "reveal marker=inner/2", "pick-up")
    assert names(game) == ["terheyden-flag"]
    bearer = game.state.things[FLAG].bearer
    assert bearer in game.squad("camisado").members
    outer = at_marker(card, marker="outer/2")
    outer.do("camisado", "reveal marker=outer/2")
    assert names(outer) == ["false"]
    assert FLAG not in outer.state.things


@pytest.mark.rule("cappa.7.4.h1")
def test_the_flag_not_found_before_lies_under_the_last_marker_of_the_inner_belt():
    game = at_marker(0, marker="inner/4", red=[])
    game.state.changed += [f"inner/{number}" for number in (0, 1, 2, 3, 5)]
    game.state.deck = ["1"]  # only the pig is left of the cards
    assert "inner/4" not in {one.get("marker") for one in entrances(game.state, game.squad("volunteers"))}
    assert "outer/0" in {one.get("marker") for one in entrances(game.state, game.squad("volunteers"))}
    game.do("camisado", "reveal marker=inner/4", "pick-up")
    assert names(game) == ["terheyden-flag"]
    assert game.state.deck == ["1"]
    found = at_marker(1, marker="inner/4", red=[1])
    found.state.changed += [f"inner/{number}" for number in (0, 1, 2, 3, 5)]
    found.state.marks.append("found terheyden-flag")
    found.do("camisado", "reveal marker=inner/4")
    assert names(found) == ["terheyden-pig"]  # it had been found: what is drawn counts


@pytest.mark.rule("cappa.7.2k", "cappa.7.2.h4")
@pytest.mark.parametrize("attack", ["volley", "charge-together"])
def test_who_is_surprised_cannot_react_to_one_attack_of_a_squad_in_reserve(attack):
    game = at_marker(5, who="musketeers")
    stand(game, "cartagena", 10, 56)
    stand(game, "camisado", 50, 56)
    game.do("musketeers", "reveal marker=inner/2", "place-ambush figure=arquebusiers", attack)
    assert names(game) == ["terheyden-surprise"]
    ambush, attacked = (next(one for one in game.asked if one.key == key) for key in ("ambush", "surprise-attack"))
    assert {one.get("figure") for one in ambush.options} == {"arquebusiers", None}
    assert (ambush.seat, attacked.seat) == ("red", "red")
    assert event_types().numbers.attack_pa == 2
    shooters = {one.figure for one in game.told(Shot)} | {one.figure for one in game.told(Struck)}
    shooters |= {one.figure for one in game.told(VolleyFired)}
    assert shooters <= {"arquebusiers", *game.squad("arquebusiers").members}
    assert {one.key for one in game.asked if one.seat == "blue"} <= {"casualty"}
    assert game.squad("arquebusiers").pa == 0
    assert game.squad("arquebusiers").die == 2
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.7.2n")
@pytest.mark.parametrize("card", [5, 6])
def test_an_ambush_is_false_once_the_reserve_is_on_the_table(card):
    game = at_marker(card, who="musketeers")
    stand(game, "arquebusiers", 10, 56)
    for name in ("cartagena", "camisado", "spanish-captain"):
        stand(game, name, {"cartagena": 30, "camisado": 45}.get(name, 60), 56)
    game.do("musketeers", "reveal marker=inner/2")
    assert names(game) == ["false"]


@pytest.mark.rule("cappa.7.2m")
def test_when_both_are_surprised_the_reserve_must_come_and_rolls_nothing():
    game = at_marker(6, red=[])
    stand(game, "musketeers", 10, 3)
    stand(game, "pikes", 40, 3)
    game.do("camisado", "reveal marker=inner/2", "place-ambush figure=volunteers")
    assert all(game.figure(name).where == ON for name in game.squad("volunteers").members)
    (decision,) = [one for one in game.asked if one.key == "ambush"]
    assert "hold-back" not in {one.key for one in decision.options}
    assert game.squad("volunteers").pa == 0


@pytest.mark.rule("cappa.7.2c")
@pytest.mark.parametrize(("roll", "lies"), [(1, False), (10, True)])
def test_the_pig_knocks_them_down_if_they_fail_a_morale_test(roll, lies):
    game = at_marker(1, red=[roll])
    game.do("camisado", "reveal marker=inner/2")
    assert all(game.figure(name).is_prone == lies for name in game.squad("camisado").members)
    assert game.squad("camisado").pa == 2  # PA are not lost


@pytest.mark.rule("cappa.7.2i", "cappa.7.2j")
def test_the_peasants_test_their_morale_for_each_of_them_who_falls():
    game = at_marker(4, blue=[10, 10])
    game.do("camisado", "reveal marker=inner/2")
    (band,) = [squad for name, squad in game.state.squads.items() if "band" in name]
    assert (band.seat, band.pa, len(band.members)) == ("blue", 2, 5)

    def fall(g):
        from alfiere.games.cappa.morale.morale import after_attack
        from alfiere.games.cappa.weaponry.wounds import harm

        yield from after_attack(g, harm(g, g.state.figures[band.members[0]], "melee", True))

    game.run(fall)
    assert [(one.figure, one.passed) for one in game.told(MoraleTested)] == [(band.id, False)]


@pytest.mark.rule("cappa.7.2ac")
def test_wine_counts_in_the_open_too_and_is_worth_a_point_once_for_each_side():
    game = at_marker(3)
    game.do("camisado", "reveal marker=inner/2")
    assert names(game) == ["terheyden-wine"]
    before = game.figure("camisado-1").line
    game.do("camisado", "drink-wine")
    after = game.figure("camisado-1").line
    assert (after.mo, after.ti, after.mi) == (before.mo + 2, (before.ti or 0) - 1, before.mi - 1)
    assert [(one.seat, one.amount) for one in game.told(PointsScored)] == [("red", 1)]
    for number, name in enumerate(("spanish-captain", "dutch-captain")):
        stand(game, name, 36, 31 - 2 * number, pa=1)
        game.figure(name).y = 3000 + (50 if not number else -50)
        for one in game.squad("camisado").members:
            game.figure(one).y = 5000
        game.state.acting = ""
        game.do(name, "drink-wine")
        game.figure(name).y = 4000 + 200 * number
    assert [(one.seat, one.amount) for one in game.told(PointsScored)] == [("red", 1), ("blue", 1)]


@pytest.mark.rule("cappa.7.2u", "cappa.4.h2")
@pytest.mark.parametrize(
    ("finder", "bringer", "points"), [("camisado", "spanish-captain", 3), ("pikes", "spanish-captain", 0)]
)
def test_the_young_man_is_the_friend_of_the_finders_commander_and_is_brought_off_by_ones_own_edge(
    finder, bringer, points
):
    game = at_marker(7, who=finder)
    game.do(finder, "reveal marker=inner/2")
    young = next(name for name in game.state.figures if name.startswith("terheyden-protege"))
    stand(game, bringer, 36, 59, pa=2)
    game.figure(bringer).carries.append(young)
    game.figure(young).captor = bringer
    game.do(bringer, "leave edge=south")
    assert game.figure(young).where == GONE
    assert [(one.seat, one.amount) for one in game.told(PointsScored)] == ([("red", points)] if points else [])
    assert not game.state.winner


@pytest.mark.rule("cappa.7.2g", "cappa.7.2.h2")
def test_the_deserter_fights_gives_in_at_the_first_hit_and_is_worth_a_point_brought_off():
    game = at_marker(2, blue=[2])
    game.do("camisado", "reveal marker=inner/2")
    (name,) = [name for name in game.state.figures if name.startswith("terheyden-deserter")]
    deserter = game.figure(name)
    assert (deserter.seat, deserter.sheet.id, deserter.pa) == ("blue", "disertore_terheyden", 2)
    stand(game, "spanish-captain", 36, 59, pa=2)
    game.figure("spanish-captain").carries.append(name)
    deserter.captor, deserter.pa = "spanish-captain", 0
    game.state.acting = ""
    game.do("spanish-captain", "leave edge=south")
    assert [(one.seat, one.amount) for one in game.told(PointsScored)] == [("red", 1)]


# The end


@pytest.mark.rule("cappa.3.1a", "cappa.3.1c", "cappa.4.h2")
@pytest.mark.parametrize(("who", "y", "edge"), [("spanish-captain", 59, "south"), ("dutch-captain", 1, "north")])
def test_whoever_carries_the_flag_off_by_his_own_edge_wins_at_once(who, y, edge):
    game = staged("terheyden", visibility="no", turn=4)
    stand(game, who, 36, y, pa=2)
    carry(game, who, FLAG)
    other = "red" if who.startswith("dutch") else "blue"
    game.state.sides[other].points = 9
    game.do(who, f"leave edge={edge}")
    winner = "blue" if other == "red" else "red"
    assert [(one.winner, one.reason) for one in game.told(SkirmishEnded)] == [(winner, "objective")]


@pytest.mark.rule("cappa.4.h2")
def test_nobody_leaves_by_the_enemys_edge_nor_by_the_sides():
    game = staged("terheyden", visibility="no")
    for x, y in ((36, 1), (1, 50), (71, 55)):
        stand(game, "spanish-captain", x, y, pa=2)
        assert not game.may("spanish-captain", "leave")


@pytest.mark.rule("cappa.4.h2", "cappa.3.1a")
def test_a_squad_that_holds_the_flag_carries_it_off_as_a_body():
    game = staged("terheyden", visibility="no")
    stand(game, "pikes", 36, 0.5, pa=2)
    carry(game, "pikes-2", FLAG)
    game.do("pikes", "leave edge=north")
    assert len(game.told(LeftTable)) >= 1
    assert (game.state.winner, game.state.reason) == ("blue", "objective")


@pytest.mark.rule("cappa.7.2.h7")
def test_the_flag_falls_with_its_bearer_and_another_of_the_squad_takes_it_up():
    game = staged("terheyden", visibility="no")
    stand(game, "camisado", 36, 40, pa=3)
    carry(game, "camisado-2", FLAG)

    def fall(g):
        put_out(g, g.state.figures["camisado-2"])
        yield from ()

    game.run(fall)
    flag = game.state.things[FLAG]
    assert flag.bearer == ""
    assert (flag.x, flag.y) == (game.figure("camisado-2").x, game.figure("camisado-2").y)
    game.figure("camisado-1").x, game.figure("camisado-1").y = flag.x, flag.y
    game.do("camisado", f"single-out member=camisado-1 do=pick-up thing={FLAG}")
    assert game.state.things[FLAG].bearer == "camisado-1"


def last_turn(bearer="", turn=14, before=None, **points):
    """The end of a turn, with the flag in somebody's hands or on the ground."""
    game = staged("terheyden", visibility="no", turn=turn)
    stand(game, "spanish-captain", 36, 50)
    stand(game, "dutch-captain", 36, 10)
    if bearer:
        carry(game, bearer, FLAG)
    else:
        game.state.things[FLAG] = Thing(FLAG, "trifle", 3600, 3000, 0, "")
    for seat, amount in points.items():
        game.state.sides[seat].points = amount
    if before is not None:
        before(game)
    game.phase("end")
    return game


@pytest.mark.rule("cappa.3.1.h2", "cappa.3.1.1a")
@pytest.mark.parametrize(
    ("bearer", "points", "winner"),
    [
        ("dutch-captain", {}, "blue"),
        ("spanish-captain", {"blue": 4}, "red"),
        ("spanish-captain", {"blue": 6}, "blue"),
        ("spanish-captain", {"blue": 5}, "nobody"),
        ("", {}, "nobody"),
    ],
)
def test_the_flag_in_hand_is_worth_5_points_when_the_last_turn_ends(bearer, points, winner):
    game = last_turn(bearer, **points)
    assert [(one.winner, one.reason) for one in game.told(SkirmishEnded)] == [(winner, "last turn")]
    assert [one.amount for one in game.told(PointsScored)] == ([5] if bearer else [])


@pytest.mark.rule("cappa.3.1.1a", "cappa.2.2.1.h14")
@pytest.mark.parametrize(("captor", "winner"), [("dutch-captain", "blue"), ("", "nobody")])
def test_a_flag_whose_bearer_has_yielded_is_his_captors_or_nobodys(captor, winner):
    def yields(game):
        bearer = game.figure("spanish-captain")
        bearer.has_surrendered, bearer.captor = True, captor
        if captor:
            game.figure(captor).carries.append(bearer.id)

    game = last_turn("spanish-captain", before=yields)
    assert game.state.winner == winner


@pytest.mark.rule("cappa.3.1.h2")
def test_before_the_last_turn_the_flag_in_hand_is_worth_nothing_and_the_game_goes_on():
    game = last_turn("dutch-captain", turn=13)
    assert (game.state.winner, game.state.turn, game.state.sides["blue"].points) == ("", 14, 0)


@pytest.mark.rule("cappa.3.1b", "cappa.3.1c")
@pytest.mark.parametrize(("turn", "phase"), [(3, "actions"), (14, "actions"), (3, "end")])
def test_who_drives_the_other_off_has_won_whatever_the_points(turn, phase):
    game = staged("terheyden", visibility="no")
    game.state.turn, game.state.phase = turn, phase
    game.state.sides["blue"].points = 7
    stand(game, "dutch-captain", 36, 10)
    carry(game, "dutch-captain", FLAG)

    def broken(g):
        change(g, "blue", -12, "lost", "cappa.3.2.3a")
        judge(g)
        yield from ()

    game.run(broken)
    assert (game.state.winner, game.state.reason) == ("red", "broken")
    assert game.state.sides["blue"].points == 7  # the flag in hand counts when the last turn ends, not before


@pytest.mark.rule("cappa.3.1.1a")
def test_an_enemy_hero_out_of_action_is_worth_2_points_and_nobody_else_any():
    game = staged("terheyden", visibility="no")
    stand(game, "pikes", 36, 5)
    stand(game, "dutch-captain", 30, 5)

    def fall(g):
        for name in ("pikes-1", "pike-sergeant", "dutch-captain"):
            put_out(g, g.state.figures[name])
        yield from ()

    game.run(fall)
    assert [(one.seat, one.amount) for one in game.told(PointsScored)] == [("red", 2)]


# Slips


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'kind = "in hand"\nthing = "cartagena-flag"',
            'kind = "in hand"\nthing = "crown"',
            "score[0].thing: «crown» is not",
        ),
        ('event = "terheyden-protege"', 'event = "terheyden-wine"', "score[1].event: «terheyden-wine» is not known"),
        ("each = 3", "each = 4", "score[1].each: it is 4; the event itself is worth 3"),
        (
            'kind = "drunk"',
            'kind = "yielded"',
            "score[4].event: only points of the kinds brought off, drunk",
        ),
    ],
)
def test_slips_in_what_the_scenario_is_won_by(tmp_path, old, new, told):
    assert sentence(tmp_path, DATA / "scenarios/terheyden.toml", read_scenario, old, new).startswith(told)
