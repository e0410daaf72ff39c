"""At the Merchants' Inn: map, forces, set-up, three sides at peace or not, the letter, the horses, the points."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from alfiere.games.cappa.ground.ground import building_at
from alfiere.games.cappa.movement.exits import depart, exits_of
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.people.muster import new_skirmish
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.sheets.tables import DATA
from alfiere.games.cappa.state.state import OFF, ON, OUT
from alfiere.games.cappa.told.aim_events import Granted, Rested, Sheltered
from alfiere.games.cappa.told.chance_events import Confessed
from alfiere.games.cappa.told.enmity_events import Recognised
from alfiere.games.cappa.told.events import Entered, PointsScored, SkirmishEnded
from alfiere.games.cappa.turn.arrival import entrances, is_clear
from alfiere.games.cappa.turn.skirmish import clean_up
from alfiere.games.cappa.victory.firmness import last_turn_over
from alfiere.games.cappa.weaponry.wounds import put_out, wound
from alfiere.kernel.game import Game
from tests.games.cappa.lines import Situation
from tests.games.slips import sentence

RULES = Cappa()
LENS = "scenarios/lens.toml"
FRENCH, SPANISH, CIVILIANS = "red", "blue", "green"
IN_INN, IN_STABLE, IN_YARD = (36.0, 28.0), (45.0, 26.0), (42.0, 30.0)
MARKER = (16.0, 43.0)  # in the pond


def table(third: str = "yes", /, **places: tuple[float, float]) -> Situation:
    """The second turn: nobody on the table but those who are put somewhere, in um, each with 3 PA."""
    state = new_skirmish(read_scenario("lens"), {"third_player": third})
    state.turn, state.phase, state.step, state.order = 2, "actions", 1, [FRENCH, SPANISH, CIVILIANS]
    for name, (x, y) in places.items():
        figure = state.figures[name.replace("_", "-")]
        figure.x, figure.y, figure.where = round(x * 100), round(y * 100), ON
        figure.die = figure.pa = 0 if figure.squad else 3
        figure.is_activated = not figure.squad
    return Situation(state, {})


def later(game: Situation, act: Any) -> None:
    """Do something to the game as it stands."""

    def procedure(g: Any) -> Any:
        act(g)
        yield from ()

    game.run(procedure)


def found(game: Situation, event: int, by: str, *answers: str) -> None:
    """Somebody in contact with the marker in the pond finds this row of the table."""
    game.state.deck = [str(event)]
    game.dice = {game.figure(by).seat: [event, *game.dice.get(game.figure(by).seat, [])]}
    game.do(by, "reveal", *answers)


def points(game: Situation) -> dict[str, int]:
    """What the sides have."""
    return {seat: side.points for seat, side in game.state.sides.items() if side.points}


def new_turn(game: Situation, **pa: int) -> None:
    """The turn ends and another begins, in which these have so many PA."""
    game.dice = {}
    game.phase("end")
    clean_up(game.state)
    game.phase("activation", "keep-peace", "keep-peace") if not game.state.winner else None
    for name, count in pa.items():
        one = game.figure(name)
        one.die, one.pa, one.is_activated = count, count, True
    game.state.phase = "actions"


# The table and the forces


@pytest.mark.rule("cappa.3.2.1a", "cappa.3.2.1c", "cappa.3.2.1d", "cappa.8.h1")
def test_points_value_and_firmness_are_those_of_the_catalogue():
    scenario = read_scenario("lens")
    totals = {seat: (scenario.points(seat), scenario.value(seat), scenario.firmness(seat)) for seat in scenario.sides}
    assert totals == {FRENCH: (504, 13, 7), SPANISH: (472, 13, 7), CIVILIANS: (290, 14, 4)}
    assert (scenario.turns, scenario.outcome) == (15, "B")
    assert RULES.seats_of(scenario) == (FRENCH, SPANISH, CIVILIANS)


def test_the_order_of_battle_is_that_of_the_catalogue():
    french, spanish, civilians = (read_scenario("lens").sides[seat] for seat in (FRENCH, SPANISH, CIVILIANS))
    assert [(one.profile, one.devoted_to) for one in french.character] == [
        ("dartagnan", ""),
        ("porthos", ""),
        ("raoul", ""),
        ("valletto", "porthos"),
        ("valletto", "raoul"),
        ("valletto", "dartagnan"),
        ("moschettiere", ""),
        ("moschettiere", ""),
    ]
    assert french.character[0].carries == ("letter",)
    assert [one.profile for one in civilians.character] == ["oste", "mordaunt", "mercante", "mercante"]
    squads = [
        (one.leader.profile if one.leader else "", [(men.profile, men.count) for men in one.members], one.formation)
        for one in (*spanish.squad, *civilians.squad)
    ]
    assert squads == [
        ("garrido", [("spagnolo_fante", 5)], "open"),
        ("sergente_tercio", [("spagnolo_fante", 4)], "open"),
        ("", [("garzone", 4)], "open"),
        ("", [("contadino", 4)], "tight"),
    ]


def test_the_ground_is_that_of_the_catalogue():
    scenario = read_scenario("lens")
    assert (scenario.width, scenario.depth) == (7200, 6000)
    ground = [(one.kind, one.rect or one.lines or one.points) for one in scenario.form.terrain]
    assert ground[:-1] == [
        ("building_thick_brick", (3200, 2600, 4000, 3200)),
        ("building_wood", (4400, 2400, 5100, 2800)),
        ("building_wood", (1800, 1900, 2400, 2400)),
        ("low_wall", (3000, 2400, 5200, 3600)),
        ("road", (((2700, 6000), (2700, 0)),)),
        ("well", ((4200, 3300),)),
        ("hedge", (((800, 3000), (2500, 3000)), ((5400, 3000), (6800, 3000)))),
        ("wood", (400, 400, 1800, 1600)),
        ("wood", (5400, 4000, 6800, 5400)),
        ("difficult_water", (1200, 4000, 2000, 4600)),
        ("tall_crops", (4000, 4400, 5200, 5600)),
    ]
    kind, marks = ground[-1]
    west = ((2100, 2150), (4700, 2600), (3600, 2900), (1600, 4300), (1100, 1000))
    assert (kind, marks) == (
        "event_marker",
        (*west, (6100, 4700), (4600, 5000), (6600, 1600), (2200, 5400), (5000, 800)),
    )
    inn, stable, barn, yard, road = scenario.form.terrain[:5]
    assert (inn.storeys, inn.doors, inn.windows) == (2, ("south", "east"), 6)
    assert (stable.gates, barn.doors, road.width) == (("west",), ("south",), 300)
    assert [(gap.at, gap.width) for gap in yard.gaps] == [((3600, 3600), 200)]


def test_the_table_of_events_is_that_of_the_catalogue():
    rows = read_scenario("lens").rows
    kinds = ["famous_person", "famous_person", "deserter", "wine", "brawler", "animal", "ambush_surprised"]
    assert [rows[number].type for number in range(1, 11)] == [*kinds, "personal_enemy", "tracks", "false"]
    assert (rows[1].profile, rows[2].profile, rows[8].enemy_of) == ("boia_bethune", "de_guiche", "dartagnan")


# The set-up


@cache
def set_up() -> Game[Any]:
    """The game when everybody stands where the first option put him; only looked at."""
    game: Game[Any] = Game(RULES, read_scenario("lens"), 5)
    while game.state.turn == 0:
        assert game.decision is not None
        game.answer(game.decision.seat, game.decision.options[0])
    return game


@pytest.mark.rule("cappa.2.1.h2")
def test_the_french_stand_on_the_road_the_civilians_at_the_inn_the_spanish_are_off_the_table():
    state = set_up().state
    assert not RULES.faults(state)
    assert all(one.x - 50 >= 2550 and one.x + 50 <= 2850 and one.y >= 4850 for one in state.standing(FRENCH))
    assert len(state.standing(FRENCH)) == 8
    yard = [one for one in state.standing(CIVILIANS) if 3050 <= one.x <= 5150 and 2450 <= one.y <= 3550]
    assert len(yard) == len(state.standing(CIVILIANS)) == 12
    assert {one.where for one in state.figures.values() if one.seat == SPANISH} == {OFF}
    assert not any(one.is_mounted for one in state.figures.values())
    horses = [one for one in state.things.values() if one.kind == "riding_horse"]
    assert [building_at(state, one.x, one.y) for one in horses] == ["stable"] * 4
    assert (state.things["letter"].bearer, state.figures["mordaunt"].hands) == ("dartagnan", [])


@pytest.mark.rule("cappa.2.1.3.h2", "cappa.2.1.3d")
def test_the_spanish_come_by_any_edge_but_no_nearer_than_12_um_to_an_enemy():
    game = table(porthos=(36, 59), first_merchant=(71, 30))
    squad = game.squad("first-patrol")
    squad.die = squad.pa = 3
    ways = [one for one in entrances(game.state, squad) if one.get("edge")]
    assert {one["edge"] for one in ways} == {"north", "east", "south", "west"}
    leader = game.figure("garrido")
    south = [one["to"][0] for one in ways if one["edge"] == "south"]
    assert south
    assert all(abs(x - 3600) > 1200 for x in south)
    assert not is_clear(game.state, leader, 3600 + 1290, 5950)  # 11.9 um from edge to edge of the bases
    assert is_clear(game.state, leader, 3600 + 1300, 5950)
    assert any(one["to"] == [7150, 3000 - 550] or one["edge"] == "east" for one in ways)  # neutrals keep nobody off
    game.phase("deployment", "deploy edge=west")
    assert {one.figure for one in game.told(Entered)} == set(squad.members)


# The letter and the rest


def inside(game: Situation, *turns: str) -> None:
    """Turns that end with the French undisturbed in the inn, or with this enemy beside them for a moment."""
    for who in turns:
        game.phase("activation", "keep-peace", "keep-peace")
        game.state.phase = "actions"
        if who:
            one = game.figure(who)
            one.x, one.y, one.where = 3800, 3000, ON
            game.figure("dartagnan").pa = 1
            game.do("dartagnan", "wait")
            one.x, one.y = 6000, 5000
        game.phase("end")


@pytest.mark.rule("cappa.3.1a", "cappa.3.1d", "cappa.3.1.1a")
def test_after_a_whole_turn_at_the_inn_the_letter_goes_north():
    game = table(dartagnan=IN_INN, garrido=(60, 50), innkeeper=IN_YARD)
    inside(game, "")
    assert [(one.seat, one.house) for one in game.told(Rested)] == [(FRENCH, "inn")]
    later(game, lambda g: depart(g, g.state.figures["dartagnan"], "north"))
    assert points(game) == {FRENCH: 5}
    assert [(one.winner, one.reason) for one in game.told(SkirmishEnded)] == [(FRENCH, "objective")]


def test_one_rest_is_enough():
    game = table(dartagnan=IN_INN, garrido=(60, 50), innkeeper=IN_YARD)
    inside(game, "", "")
    assert [(one.seat, one.house) for one in game.told(Rested)] == [(FRENCH, "inn")]


@pytest.mark.rule("cappa.3.1.1a")
@pytest.mark.parametrize(("who", "rested"), [("garrido", False), ("innkeeper", True)])
def test_an_enemy_inside_disturbs_the_rest_and_a_neutral_does_not(who: str, rested: bool):
    game = table(dartagnan=IN_INN, garrido=(60, 50), innkeeper=IN_YARD)
    inside(game, who)
    assert bool(game.told(Rested)) == rested


@pytest.mark.rule("cappa.3.1.1a")
def test_an_enemy_who_runs_in_after_the_last_action_disturbs_the_rest_too():
    game = table(dartagnan=IN_INN, garrido=(60, 50), innkeeper=IN_YARD)
    game.phase("activation", "keep-peace", "keep-peace")
    game.figure("garrido").x, game.figure("garrido").y = 3800, 3000
    game.phase("end")
    assert not game.told(Rested)


@pytest.mark.rule("cappa.3.1a")
def test_without_a_rest_he_leaves_in_vain():
    game = table(dartagnan=(30, 1), porthos=(30, 5), garrido=(60, 50))
    later(game, lambda g: depart(g, g.state.figures["dartagnan"], "north"))
    assert (points(game), game.state.winner) == ({}, "")


@pytest.mark.rule("cappa.3.1a")
@pytest.mark.parametrize(("carries", "ends"), [(["letter"], True), ([], False)])
def test_another_of_the_french_may_carry_the_letter(carries: list[str], ends: bool):
    game = table(dartagnan=IN_INN, porthos=(30, 1), garrido=(60, 50))
    inside(game, "")
    game.figure("dartagnan").carries, game.figure("porthos").carries = [], carries
    game.state.things["letter"].bearer = "porthos" if carries else ""
    later(game, lambda g: depart(g, g.state.figures["porthos"], "north"))
    assert (bool(game.state.winner), points(game)) == (ends, {FRENCH: 5} if ends else {})


@pytest.mark.rule("cappa.4.h2")
def test_the_french_leave_by_c1_only_the_spanish_anywhere_the_civilians_nowhere():
    s = table().state
    assert [(one.edge, one.start, one.end) for one in exits_of(s, FRENCH)] == [("north", 2400, 3600)]
    assert [one.edge for one in exits_of(s, SPANISH)] == ["north", "east", "south", "west"]
    assert exits_of(s, CIVILIANS) == []
    game = table(dartagnan=(15, 1), porthos=(25, 1), garrido=(60, 50))
    assert game.may("porthos", "leave edge=north")
    assert not game.may("dartagnan", "leave")  # at the edge, but far from the road


@pytest.mark.rule("cappa.3.1a", "cappa.3.1d")
@pytest.mark.parametrize("edge", ["north", "east", "south", "west"])
def test_the_spanish_carry_the_letter_off_by_any_edge(edge: str):
    game = table(dartagnan=(30, 50), garrido=(60, 50))
    game.figure("dartagnan").carries, game.figure("garrido").carries = [], ["letter"]
    game.state.things["letter"].bearer = "garrido"
    later(game, lambda g: depart(g, g.state.figures["garrido"], edge))
    assert (points(game), game.state.winner) == ({SPANISH: 5}, SPANISH)


@pytest.mark.rule("cappa.2.2.1.h14", "cappa.3.1a")
def test_whoever_takes_the_bearer_captive_has_the_letter_with_him():
    game = table(dartagnan=(30, 50), garrido=(60, 50))
    one = game.figure("dartagnan")
    one.has_surrendered, one.captor = True, "garrido"
    game.figure("garrido").carries = ["dartagnan"]
    later(game, lambda g: depart(g, g.state.figures["garrido"], "east"))
    assert game.state.winner == SPANISH


@pytest.mark.rule("cappa.1.2.h1")
def test_who_is_out_of_action_lets_the_letter_fall():
    game = table(dartagnan=(30, 50), garrido=(31, 50))
    later(game, lambda g: put_out(g, g.state.figures["dartagnan"]))
    letter = game.state.things["letter"]
    assert (letter.bearer, letter.x, letter.y) == ("", 3000, 5000)


# Horses


HORSES = ["first-horse", "second-horse", "third-horse", "fourth-horse"]


@pytest.mark.rule("cappa.2.2.1j", "cappa.4.3.6.h1")
def test_a_horse_is_simply_taken_when_nobody_of_the_inn_is_in_the_stable():
    game = table(porthos=(46.5, 25), garrido=(60, 50), innkeeper=IN_YARD)
    assert game.may("porthos", "pick-up thing=third-horse")
    groom = game.figure("servants-0")
    groom.x, groom.y, groom.where = 4500, 2700, ON
    assert not game.may("porthos", "pick-up")
    assert not game.may("porthos", "mount")


@pytest.mark.rule("cappa.2.2.1.h7", "cappa.2.2.1.h15")
@pytest.mark.parametrize(("roll", "granted"), [(10, True), (1, False)])
def test_or_the_innkeeper_is_talked_out_of_it(roll: int, granted: bool):
    game = table(porthos=(41, 30), garrido=(60, 50), innkeeper=IN_YARD, servants_0=IN_STABLE)
    game.dice = {CIVILIANS: [roll]}
    game.do("porthos", "haggle target=innkeeper thing=third-horse")
    game.do("porthos", "haggle target=innkeeper thing=third-horse")
    assert [one.thing for one in game.told(Granted)] == ["third-horse"] * granted
    game.figure("porthos").x, game.figure("porthos").y = 4650, 2500
    assert game.may("porthos", "pick-up thing=third-horse") == granted
    assert not game.may("porthos", "pick-up thing=fourth-horse")


def test_the_people_of_the_inn_take_their_own_horses():
    game = table(first_merchant=(46.5, 25), innkeeper=IN_STABLE)
    assert game.may("first-merchant", "pick-up thing=third-horse")


# The executioner, de Guiche, the deserter


@pytest.mark.rule("cappa.7.2u")
@pytest.mark.parametrize(("row", "profile"), [(1, "boia_bethune"), (2, "de_guiche")])
@pytest.mark.parametrize("by", ["porthos", "garrido", "innkeeper"])
def test_they_are_found_out_of_action_whoever_finds_them(row: int, profile: str, by: str):
    game = table(**{by: (16.0, 43.5)}, raoul=(5, 55))
    game.figure(by).die, game.figure(by).pa = 3, 3
    found(game, row, by)
    (one,) = [one for one in game.state.figures.values() if one.sheet.id == profile]
    assert (one.where, one.seat, one.wounds) == (OUT, FRENCH, one.sheet.wounds)


def carried(by: str, row: int = 1, at: tuple[float, float] = (16.0, 43.5)) -> tuple[Situation, str]:
    """Somebody has found a wounded man and has picked him up."""
    game = table(**{by: at}, raoul=(5, 55), second_merchant=(60, 5))
    game.figure(by).die, game.figure(by).pa = 3, 3
    found(game, row, by)
    name = next(one.id for one in game.state.figures.values() if one.where == OUT)
    game.figure(name).captor = by
    game.figure(by).carries.append(name)
    return game, name


@pytest.mark.rule("cappa.3.1.1a")
@pytest.mark.parametrize("row", [1, 2])
@pytest.mark.parametrize(("by", "into", "off"), [("porthos", 2, 0), ("garrido", 0, 2), ("innkeeper", 0, 0)])
def test_into_the_inn_for_the_french_off_the_table_for_the_spanish(row: int, by: str, into: int, off: int):
    game, name = carried(by, row)
    one = game.figure(by)
    one.x, one.y, one.pa = 3600, 2700, 2
    game.do(by, "wait")
    game.do(by, "wait")  # once is enough
    assert game.state.sides[one.seat].points == into
    assert [event.other for event in game.told(Sheltered)] == [name] * (into > 0)
    later(game, lambda g: depart(g, one, "west"))
    assert game.state.sides[one.seat].points == into + off


@pytest.mark.rule("cappa.3.1.1a", "cappa.1.2.h3")
@pytest.mark.parametrize(("by", "worth"), [("mordaunt", 2), ("garrido", 0)])
def test_the_executioners_death_is_worth_something_to_the_civilians(by: str, worth: int):
    game, name = carried("porthos")
    later(game, lambda g: put_out(g, g.state.figures["porthos"]))
    game.state.acting = by
    before = points(game)
    later(game, lambda g: wound(g, g.state.figures[name]))
    assert game.state.sides[game.figure(by).seat].points == worth
    assert not before.get(CIVILIANS)


@pytest.mark.rule("cappa.7.2g")
@pytest.mark.parametrize(("by", "worth"), [("porthos", 1), ("garrido", 1), ("innkeeper", 0)])
def test_a_deserter_is_worth_a_point_off_the_table_to_french_and_spanish(by: str, worth: int):
    game = table(**{by: (16.0, 43.5)}, raoul=(5, 55), sergeant=(70, 5), second_merchant=(60, 5))
    game.figure(by).die, game.figure(by).pa = 3, 3
    found(game, 3, by)
    (one,) = [one for one in game.state.figures.values() if one.id.startswith("lens-deserter")]
    one.has_surrendered, one.captor = True, by
    game.figure(by).carries.append(one.id)
    later(game, lambda g: depart(g, g.state.figures[by], "north"))
    assert game.state.sides[game.figure(by).seat].points == worth


@pytest.mark.rule("cappa.2.2.1.h7")
def test_the_executioner_confesses_in_two_turns_running_and_mordaunt_is_known():
    game, name = carried("porthos")
    later(game, lambda g: put_out(g, g.state.figures["porthos"]))
    body, monk = game.figure(name), game.figure("mordaunt")
    monk.x, monk.y, monk.where = body.x + 100, body.y, ON
    monk.die, monk.pa, monk.is_activated = 1, 1, True
    game.do("mordaunt", f"confess target={name}")
    new_turn(game, mordaunt=1)
    assert "mordaunt" in game.state.peace
    game.do("mordaunt", f"confess target={name}")
    game.phase("end")
    assert [one.figure for one in game.told(Confessed)] == ["mordaunt"]
    assert [one.figure for one in game.told(Recognised)] == ["mordaunt"]
    assert (points(game)[CIVILIANS], game.state.winner) == (5, CIVILIANS)


# Points for the rest


@pytest.mark.rule("cappa.3.1.1a", "cappa.2.2.1.h14")
@pytest.mark.parametrize(
    ("captive", "by", "worth"),
    [("planchet", "garrido", 2), ("first-musketeer", "garrido", 0), ("first-merchant", "garrido", 0)],
)
def test_a_valet_captured_is_worth_2_to_the_spanish(captive: str, by: str, worth: int):
    game = table(**{by: (60, 50), captive.replace("-", "_"): (30, 50)})
    game.figure(captive).captor, game.figure(captive).has_surrendered = by, True
    game.figure(by).carries = [captive]
    later(game, lambda g: depart(g, g.state.figures[by], "east"))
    assert points(game).get(game.figure(by).seat, 0) == worth


@pytest.mark.rule("cappa.3.1.1a", "cappa.1.2.1c", "cappa.1.2.2c")
@pytest.mark.parametrize(
    ("fallen", "by", "worth"),
    [("dartagnan", "porthos", 2), ("raoul", "porthos", 2), ("garrido", "sergeant", 1), ("sergeant", "garrido", 1)],
)
def test_an_own_hero_or_protagonist_brought_off_is_worth_2_or_1(fallen: str, by: str, worth: int):
    game = table(**{by: (30, 1), fallen: (30, 2)})
    game.figure(fallen).carries = []
    game.figure(fallen).where, game.figure(fallen).captor = OUT, by
    game.figure(by).carries = [fallen]
    later(game, lambda g: depart(g, g.state.figures[by], "north"))
    assert points(game) == {game.figure(by).seat: worth}


@pytest.mark.rule("cappa.3.1.1a")
@pytest.mark.parametrize(
    ("victim", "by", "worth"),
    [
        ("first-patrol-1", "porthos", 1),
        ("grimaud", "garrido", 1),
        ("first-merchant", "porthos", 1),
        ("second-patrol-1", "innkeeper", 1),
        ("raoul", "garrido", 0),
        ("garrido", "porthos", 0),
    ],
)
def test_each_enemy_extra_out_of_action_is_worth_a_point_to_every_side(victim: str, by: str, worth: int):
    game = table(**{by: (30, 50), victim.replace("-", "_"): (30, 51)})
    game.state.acting = by
    later(game, lambda g: put_out(g, g.state.figures[victim]))
    assert [(one.seat, one.amount) for one in game.told(PointsScored)] == [(game.figure(by).seat, 1)] * worth


@pytest.mark.rule("cappa.3.1.h2", "cappa.3.1d")
@pytest.mark.parametrize(("scores", "winner"), [((3, 2, 1), FRENCH), ((1, 2, 3), CIVILIANS), ((2, 2, 1), "nobody")])
def test_after_turn_15_the_most_points_win(scores: tuple[int, int, int], winner: str):
    game = table(porthos=(30, 50), garrido=(60, 50), innkeeper=IN_YARD)
    game.state.turn = 15
    for seat, score in zip((FRENCH, SPANISH, CIVILIANS), scores, strict=True):
        game.state.sides[seat].points = score
    later(game, last_turn_over)
    assert game.state.winner == winner


# Slips in the file


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'neutral_to = ["french", "spanish"]',
            'neutral_to = ["english"]',
            "side civilians.neutral_to: «english» is not known; it must be one of french, spanish",
        ),
        (
            'guards = "inn"',
            'guards = "mill"',
            "side civilians.guards: «mill» is not known; it must be one of inn, stable, barn",
        ),
        (
            "may_be_unplayed = true\n",
            "",
            "side civilians.guards: it is for a neutral side that can do without a player",
        ),
        (
            'rest_in = "inn"',
            'rest_in = "yard"',
            "objective[0].rest_in: «yard» is not known; it must be one of inn, stable, barn",
        ),
        ("any_edge = true", 'any_edge = true\nedge = "north"', "objective[2].edge: it is either one edge or any"),
        ('owner = "innkeeper"', 'owner = "host"', "special[0].owner: «host» is not known; it must be one of"),
        (
            'profile = "valletto"\neach',
            'profile = "paggio"\neach',
            "score[0].profile: «paggio» is not among the characters",
        ),
        ('carries = ["letter"]', "carries = []", "thing letter.at: say where it lies, or let one character carry it"),
        (
            '{ side = "spanish", worth = 1 }',
            '{ side = "spanish", worth = 0 }',
            "event lens-deserter.reward[1].worth: it is 0",
        ),
    ],
)
def test_slips_in_the_scenario_are_told_in_one_sentence(tmp_path: Any, old: str, new: str, told: str):
    assert sentence(tmp_path, DATA / LENS, read_scenario, old, new).startswith(told)
