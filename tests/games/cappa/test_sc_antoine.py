"""The barricade in the Faubourg Saint-Antoine: street, houses, forces, set-up, the gun, and who wins when."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from alfiere.games.cappa.artillery.gunnery import hits_wanting, round_shot_tally, structures_of
from alfiere.games.cappa.ground.ground import building_of, field
from alfiere.games.cappa.ground.gun_places import crew_at
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.sheets.characters import characters
from alfiere.games.cappa.state.state import GONE, ON
from alfiere.games.cappa.victory.aim import aims
from alfiere.games.cappa.victory.firmness import change, judge
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.decision import Illegal
from alfiere.kernel.game import Game
from tests.games.cappa.lines import Situation

RULES = Cappa()
CITIZENS = ("citizens-i", "citizens-ii")


@cache
def set_up() -> Game[Any]:
    """The game when everybody stands where the first option put him; only looked at."""
    game: Game[Any] = Game(RULES, RULES.scenario("antoine"), 5)
    while game.state.turn == 0:
        assert game.decision is not None
        game.answer(game.decision.seat, game.decision.options[0])
    return game


def situation() -> Situation:
    """The first turn, everybody drawn up and nobody hurt."""
    state = set_up().state.copy()
    state.phase, state.step, state.order = "actions", 1, ["red", "blue"]
    return Situation(state, {})


def move_to(game: Situation, squad: str, west: float, north: float = 15) -> None:
    """A squad in a row from west to east, the first base touching this line."""
    for number, name in enumerate(game.squad(squad).members):
        one = game.figure(name)
        one.x, one.y, one.where = round(100 * west) + 50 + 150 * number, round(100 * north), ON


def settle(game: Situation) -> str:
    """Who has won when the objectives have been looked at."""

    def procedure(g: Any) -> Any:
        for aim in aims(g.state):
            aim.acted(g)
        yield from ()

    game.run(procedure)
    return game.state.winner


def settled_by(game: Situation) -> str:
    """Who has won by now."""
    return game.state.winner


# The table


def test_the_street_has_the_ground_of_the_catalogue() -> None:
    scenario = read_scenario("antoine")
    assert (scenario.width, scenario.depth, scenario.turns, scenario.outcome) == (6000, 3600, 14, "A")
    ground = [(one.kind, one.rect or one.lines) for one in scenario.form.terrain]
    north = [(2000 + 900 * n, 800, 2900 + 900 * n, 1400) for n in range(4)]
    south = [(1200 + 1100 * n, 2200, 2300 + 1100 * n, 2800) for n in range(4)]
    assert (north[-1][2], south[-1][2]) == (5600, 5600)
    assert ground == [
        ("road", (0, 1400, 6000, 2200)),
        ("barricade", (((3400, 1400), (3400, 2200)),)),
        *(("building_brick", rect) for rect in north + south),
        ("low_wall", (0, 0, 1600, 1200)),
        ("hedge", (0, 2600, 1000, 3600)),
    ]


@pytest.mark.parametrize(("row", "street", "width"), [("north", 1400, 900), ("south", 2200, 1100)])
def test_every_house_has_a_door_between_two_windows_on_the_street_and_two_storeys(
    row: str, street: int, width: int
) -> None:
    houses = [one for one in read_scenario("antoine").features if one.id.startswith(f"{row}-house")]
    assert len(houses) == 4
    for house in houses:
        assert house.storeys == 2
        assert house.area is not None
        middle = [(one.kind, (one.segment[0][0] + one.segment[1][0]) // 2 - house.area[0]) for one in house.openings]
        assert sorted(middle) == [("door", width // 2), ("window", width // 4), ("window", 3 * width // 4)]
        assert all(y == street for one in house.openings for _, y in one.segment)


def test_there_are_windows_on_the_upper_floor_too() -> None:
    ways = field(set_up().state).terrain.openings.values()
    assert [sum(one.kind == "window" and one.floor == floor for one in ways) for floor in (0, 1)] == [16, 16]
    assert sum(one.kind == "door" for one in ways) == 8


# The forces


@pytest.mark.rule("cappa.3.2.1a", "cappa.3.2.1c", "cappa.8.h1")
def test_the_forces_cost_and_bear_what_the_catalogue_says() -> None:
    scenario = read_scenario("antoine")
    totals = {seat: (scenario.points(seat), scenario.value(seat), scenario.firmness(seat)) for seat in scenario.sides}
    assert totals == {"red": (848, 23, 12), "blue": (590, 19, 10)}
    guards = [("ufficiale_moschettieri", 1), ("guardia_francese", 5)]
    royal = [(sheet.id, count) for sheet, count in scenario.order_of_battle("red")]
    assert royal == [*guards, *guards, ("moschettiere_veterano", 4), ("artigliere", 5)]
    citizens = [("frondista_nobile", 1), ("frondista_borghese", 6)]
    fronde = [(sheet.id, count) for sheet, count in scenario.order_of_battle("blue")]
    assert fronde == [("conde", 1), *citizens, *citizens]
    squads = {one.id: one for side in scenario.sides.values() for one in side.squad}
    assert {name for name, one in squads.items() if one.formation == "close"} == {"guards-i"}
    assert {name for name, one in squads.items() if one.has_ensign} == {"guards-i"}
    assert [len(one.members) + bool(one.leader) for one in squads.values()] == [2, 2, 1, 1, 2, 2]
    assert characters().sheets["conde"].is_hero


def test_it_is_played_with_battering_and_work_in_common() -> None:
    scenario = read_scenario("antoine")
    assert any(scenario.special("battering"))
    assert scenario.recommended == {"collaboration": "yes"}
    assert Game(RULES, scenario, 1).state.options["collaboration"] == "yes"


# The set-up


@pytest.mark.rule("cappa.2.1.h2", "cappa.10.2.1.h3")
def test_both_sides_begin_in_their_zones_with_the_gun_in_the_street() -> None:
    state = set_up().state
    assert not RULES.faults(state)
    assert all(one.where == ON for one in state.figures.values())
    assert all(one.x + 50 <= 1400 for one in state.standing("red"))
    assert all(one.x - 50 >= 3400 for one in state.standing("blue"))
    gun, thing = state.guns["gunners-gun"], state.things["gunners-gun"]
    assert (thing.x, thing.y, thing.heading, thing.kind) == (1000, 1800, 900, "light_gun")
    assert (gun.charge, gun.is_limbered, gun.limber) == ("round shot", False, "")
    assert len(crew_at(state, gun)) == 5


def until_citizens(game: Game[Any]) -> str:
    """Play on until a squad of citizens is to be placed."""
    while True:
        decision = game.decision
        assert decision is not None
        if decision.about.get("figure") in CITIZENS:
            return str(decision.about["figure"])
        game.answer(decision.seat, decision.options[0])


@pytest.mark.rule("cappa.2.1.h2")
def test_citizens_may_begin_at_the_barricade_or_at_the_windows_and_nowhere_west_of_it() -> None:
    game: Game[Any] = Game(RULES, RULES.scenario("antoine"), 5)
    first = until_citizens(game)
    row = [[3450, 1450 + 110 * number] for number in range(7)]
    beyond = [[x - 100, y] for x, y in row]
    with pytest.raises(Illegal) as refused:
        game.answer("blue", ("set-up", {"figure": first, "to": beyond[0], "formation": "open", "places": beyond}))
    assert refused.value.rule == "cappa.2.1.h2"
    game.answer("blue", ("set-up", {"figure": first, "to": row[0], "formation": "open", "places": row}))
    second = until_citizens(game)
    inside = [[3600 + 120 * number, 2255] for number in range(7)]  # before the windows of a house of the south row
    game.answer("blue", ("set-up", {"figure": second, "to": inside[0], "formation": "open", "places": inside}))
    houses = {building_of(game.state, game.state.figures[name]) for name in game.state.squads[second].members}
    assert houses == {"south-house-3"}


# The gun


@pytest.mark.rule("cappa.10.2.3.h1", "cappa.10.2.3.h3")
def test_from_where_it_stands_the_gun_reaches_the_barricade_and_two_hits_breach_it() -> None:
    state = set_up().state
    gun = state.guns["gunners-gun"]
    (aim,) = structures_of(state, gun)
    assert (aim.name, aim.ahead, aim.at, hits_wanting(state, aim)) == ("barricade", 2300, (3400, 1800), 2)
    assert abs(aim.end[1] - aim.start[1]) == 100
    assert "long range" in [reason for _, reason, _ in round_shot_tally(state, gun, aim).lines]


def test_two_shots_with_a_hit_each_open_it_for_those_on_foot() -> None:
    game = situation()
    crew = game.squad("gunners")
    for hits, needed in ((1, 2), (1, 1)):
        crew.die, crew.pa, crew.is_activated = 2, 2, True
        game.state.guns["gunners-gun"].charge = "round shot"
        total = round_shot_tally(game.state, game.state.guns["gunners-gun"], _barricade(game)).total
        assert hits_wanting(game.state, _barricade(game)) == needed
        game.dice["red"] = [total] * hits + [10] * (4 - hits) + [10] * 4
        game.do("gunners", "fire-gun target=barricade")
        game.state.acting = ""
    kinds = {one.kind: one.points for one in field(game.state).terrain.features if one.id.startswith("barricade")}
    assert kinds["breach"] == ((3400, 1750), (3400, 1850))


def _barricade(game: Situation) -> Any:
    return next(one for one in structures_of(game.state, game.state.guns["gunners-gun"]) if one.name == "barricade")


# The end


@pytest.mark.rule("cappa.3.1a", "cappa.3.1c")
def test_the_royal_army_wins_at_once_with_two_unshaken_squads_east_of_44() -> None:
    game = situation()
    move_to(game, "guards-i", 44)
    assert settle(game) == ""
    move_to(game, "veterans", 44, 20)
    game.squad("veterans").shaken = "losses"
    assert settle(game) == ""
    game.squad("veterans").shaken = ""
    assert settle(game) == "red"
    assert game.state.reason == "objective"


@pytest.mark.rule("cappa.3.1a")
def test_a_base_on_the_line_is_not_east_of_it() -> None:
    game = situation()
    move_to(game, "guards-i", 44)
    move_to(game, "veterans", 43.99, 20)
    assert settle(game) == ""
    game.figure(game.squad("veterans").members[0]).where = GONE  # who has fallen does not hold the others back
    assert settle(game) == "red"


@pytest.mark.rule("cappa.3.1a")
def test_it_is_looked_at_after_every_action() -> None:
    game = situation()
    for one in game.state.standing("blue"):
        one.y = 3300 if one.y > 1800 else 300
    move_to(game, "guards-i", 46)
    move_to(game, "veterans", 43, 20)
    squad = game.squad("veterans")
    squad.die, squad.pa, squad.is_activated = 2, 2, True
    game.do("veterans", "wait")
    assert settled_by(game) == ""
    step = next(one for one in game.offered("veterans") if one.key == "move" and one["to"][0] > 4600)
    game.do("veterans", step)
    assert settled_by(game) == "red"


@pytest.mark.rule("cappa.3.1.h2")
def test_when_the_last_turn_is_over_the_fronde_has_won() -> None:
    game = situation()
    game.state.turn = 13
    game.phase("end")
    assert (game.state.winner, game.state.turn) == ("", 14)
    game.phase("end")
    assert (game.state.winner, game.state.reason) == ("blue", "objective")


@pytest.mark.rule("cappa.3.1.h2")
def test_in_the_last_turn_the_objective_comes_before_the_clock() -> None:
    game = situation()
    game.state.turn = 14
    move_to(game, "guards-i", 44)
    move_to(game, "veterans", 44, 20)
    game.phase("end")
    assert (game.state.winner, game.state.reason) == ("red", "objective")


@pytest.mark.rule("cappa.3.1c")
@pytest.mark.parametrize(("broken", "winner", "firmness"), [("red", "blue", 12), ("blue", "red", 10)])
def test_who_breaks_the_other_has_won(broken: str, winner: str, firmness: int) -> None:
    game = situation()

    def lose(amount: int) -> None:
        def procedure(g: Any) -> Any:
            change(g, broken, -amount, "lost", "cappa.3.2.3a")
            judge(g)
            yield from ()

        game.run(procedure)

    lose(firmness - 1)
    assert not game.state.winner
    lose(1)
    assert (game.state.winner, game.state.reason) == (winner, "broken")


# Objectives of this kind in other scenarios


def source(**objective: Any) -> dict[str, Any]:
    """The scenario with other particulars of its first objective."""
    found = deepcopy(dict(read_scenario("antoine").source))
    whole = found["objective"][0] | objective
    found["objective"][0] = {key: value for key, value in whole.items() if value is not None}
    return found


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"squads": 5}, "objective[0].squads: it is 5; «royal» has 4"),
        ({"squads": 0}, "objective[0].squads: it is 0; «royal» has 4"),
        ({"side": ""}, "objective[0].side: «» is not known; it must be one of royal, fronde"),
        ({"rect": None}, "objective[0]: object missing required field `rect`"),
        ({"kind": "break"}, "objective[0]: object contains unknown field `squads`; known are kind, text, side, worth"),
        ({"rect": [50, 1, 62, 2]}, "objective[0].rect: (62, 2) is not on the table, which is 60 x 36 um"),
    ],
)
def test_slips_in_such_an_objective(change: dict[str, Any], told: str) -> None:
    with pytest.raises(BadData) as caught:
        read_scenario(source(**change))
    assert str(caught.value).removeprefix("scenario: ") == told


def test_slips_in_windows_that_are_on_some_sides_only() -> None:
    data = deepcopy(dict(read_scenario("antoine").source))
    del data["terrain"][2]["windows"]
    with pytest.raises(BadData, match=r"terrain\[2\]\.windows_on: say with «windows» how many there are"):
        read_scenario(data)
    data["terrain"][2] |= {"kind": "wood"}
    with pytest.raises(BadData, match="only buildings have doors, gates, windows and storeys"):
        read_scenario(data)
