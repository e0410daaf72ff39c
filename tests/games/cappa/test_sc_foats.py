"""The ford of Foats: map, forces, set-up, reinforcements, grenadiers and outcome as the catalogue has them."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.movement.movement import is_place, route
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.objectives.standing import GroundCounted
from alfiere.games.cappa.people.muster import new_skirmish
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.sheets.tables import DATA
from alfiere.games.cappa.told.events import SkirmishEnded
from alfiere.games.cappa.turn.arrival import entrances
from alfiere.games.cappa.victory.firmness import last_turn_over
from alfiere.games.cappa.weaponry.ammunition import shots_left
from alfiere.kernel.game import Game
from alfiere.table.reach import Way
from tests.games.cappa.lines import Situation
from tests.games.slips import sentence
from tests.situation import situation

FOATS = "scenarios/foats.toml"
IRISH, ENGLISH = "blue", "red"


def table(**places):
    """The scenario in its second turn: nobody on the table but those who are put somewhere, in um."""
    state = new_skirmish(read_scenario("foats"), {})
    state.turn, state.phase, state.step, state.order = 2, "actions", 1, list(state.seats)
    for name, (x, y) in places.items():
        figure = state.figures[name.replace("_", "-")]
        figure.x, figure.y, figure.where = round(x * 100), round(y * 100), "on"
    return Situation(state, {})


@pytest.mark.rule("cappa.3.2.1a", "cappa.3.2.1b", "cappa.8.h1")
def test_points_value_and_firmness_are_those_of_the_catalogue():
    scenario = read_scenario("foats")
    assert [scenario.points(seat) for seat in (IRISH, ENGLISH)] == [969, 874]
    assert [scenario.value(seat) for seat in (IRISH, ENGLISH)] == [28, 21]
    assert [scenario.firmness(seat) for seat in (IRISH, ENGLISH)] == [21, 16]
    assert (scenario.turns, scenario.outcome) == (14, "A")
    assert not scenario.recommended  # no option is in force unless the players want it


def test_the_order_of_battle_is_that_of_the_catalogue():
    scenario = read_scenario("foats")
    irish, english = scenario.sides[IRISH], scenario.sides[ENGLISH]
    assert [one.profile for one in irish.character] == ["colonnello_irlandese"]
    assert [one.profile for one in english.character] == ["colonnello_inglese"]
    squads = {
        side.code: [
            (one.leader.profile, [(men.profile, men.count) for men in one.members], one.formation, one.has_ensign)
            for one in side.squad
            if one.leader is not None
        ]
        for side in (irish, english)
    }
    officer = "ufficiale_irlandese"
    assert squads["irish"] == [
        (officer, [("dragone_irlandese", 6)], "open", True),
        (officer, [("dragone_irlandese", 6)], "open", False),
        (officer, [("fante_irlandese", 7)], "tight", False),
    ]
    officer = "ufficiale_inglese"
    assert squads["english"] == [
        (officer, [("dragone_inglese", 5)], "open", True),
        (officer, [("dragone_inglese", 4)], "open", False),
        (officer, [("granatiere_inglese", 3)], "open", False),
    ]


def test_the_ground_is_that_of_the_catalogue():
    scenario = read_scenario("foats")
    assert (scenario.width, scenario.depth) == (7200, 6000)
    ground = [(one.kind, one.rect or one.lines or one.points) for one in scenario.form.terrain]
    points = ((3340, 3000), (3860, 3000), (2600, 4200), (4700, 1800), (3860, 5050), (1400, 1000))
    assert ground == [
        ("river", (3400, 0, 3800, 6000)),
        ("ford", (3400, 2700, 3800, 3300)),
        ("ford_hidden", (3400, 4900, 3800, 5200)),
        ("marsh", (2200, 3600, 3400, 4600)),
        ("marsh", (3800, 1400, 5000, 2400)),
        ("hedge", (((3200, 1800), (3200, 2600)), ((3200, 3400), (3200, 3600)))),
        ("hedge", (((4000, 2400), (4000, 2700)), ((4000, 3300), (4000, 4200)))),
        ("building_wood", (2400, 2200, 2800, 2500)),
        ("low_wall", (4400, 3400, 5000, 4000)),
        ("wood", (800, 600, 2000, 1400)),
        ("wood", (5400, 4400, 6600, 5400)),
        ("road", (((0, 3000), (7200, 3000)),)),
        ("event_marker", points),
    ]
    pieces = {one.id: one for one in scenario.features}
    assert pieces["road-1"].strips == ((((0, 3000), (7200, 3000)), 300),)
    assert [(one.kind, one.side) for one in pieces["building_wood-1"].openings if one.kind != "window"] == [
        ("door", "south")
    ]
    west = [one for one in pieces["low_wall-1"].segments if one[0][0] == one[1][0] == 4400]
    assert west == [((4400, 3400), (4400, 3600)), ((4400, 3800), (4400, 4000))]  # the gap of the sheepfold


@pytest.mark.rule("cappa.7.1.1c")
def test_its_events_are_the_table_of_foats():
    scenario = read_scenario("foats")
    assert [row.type for row in scenario.rows.values()] == [
        "flood",
        "drought",
        "terrain",
        "tracks",
        "ambush_surprised",
        "false",
    ]
    assert scenario.rows[4].opens == ("hidden-ford",)
    assert len(new_skirmish(scenario, {}).deck) == 6


def goes(game, name, x, y):
    """The way of one Move of a character to a place, if there is one."""
    way = route(game.state, game.figure(name), round(x * 100), round(y * 100))
    return way if isinstance(way, Way) else None


@pytest.mark.rule("cappa.4.3.5b", "cappa.4.3.5c")
def test_the_river_is_passed_at_the_fords_only_and_a_ford_is_difficult():
    game = table(irish_colonel=(33.4, 10), irish_officer_1=(33.4, 30), irish_officer_2=(33.4, 50.5))
    assert goes(game, "irish-colonel", 32, 10) is not None
    assert goes(game, "irish-colonel", 33.6, 10) is None
    # one stops as soon as one is in, though the road leads through it
    assert goes(game, "irish-officer-1", 34.5, 30) is not None
    assert goes(game, "irish-officer-1", 34.6, 30) is None
    game.figure("irish-officer-1").x = 3450
    assert goes(game, "irish-officer-1", 36.5, 30) is not None  # half of Mov 4
    assert goes(game, "irish-officer-1", 36.6, 30) is None
    assert goes(game, "irish-officer-2", 34.5, 50.5) is None  # nobody has found this ford
    game.state.changed.append("water open hidden-ford")
    assert goes(game, "irish-officer-2", 34.5, 50.5) is not None


@pytest.mark.rule("cappa.2.1.h2")
def test_the_table_is_set_up_at_least_six_um_from_the_river_on_ones_own_side():
    game = Game(Cappa(), read_scenario("foats"), "foats")
    tried = {IRISH: ((2750, 3000), (2751, 3000)), ENGLISH: ((4450, 3000), (4449, 3000))}
    seen: set[str] = set()
    squads: list[str] = []
    while (decision := game.decision) is not None and game.state.phase == "set-up":
        if decision.key == "set-up" and "colonel" in decision.about["figure"]:
            seen.add(decision.seat)
            near, nearer = ({"figure": decision.about["figure"], "to": list(place)} for place in tried[decision.seat])
            assert decision.find(("set-up", near)) is not None
            said = decision.why_not("set-up", nearer)
            assert said is not None
            assert said.rule == "cappa.2.1.h2"
        elif decision.key == "set-up":
            squads.append(decision.about["figure"])
        game.answer(decision.seat, decision.options[0])
    assert seen == {IRISH, ENGLISH}
    own = ["irish-dragoons-1", "irish-dragoons-2"], ["english-dragoons-1", "english-dragoons-2"]
    assert sorted(squads) == sorted(own[0] + own[1])
    for one in game.state.figures.values():
        if one.where == "on":
            assert one.x <= 2750 if one.seat == IRISH else one.x >= 4450
    off = {one.squad for one in game.state.figures.values() if one.where == "off"}
    assert off == {"irish-foot", "grenadiers"}


@pytest.mark.rule("cappa.6.2.h3")
def test_the_ensign_of_each_first_squad_is_one_of_its_dragoons():
    game = Game(Cappa(), read_scenario("foats"), "ensigns")
    men: dict[str, set[str]] = {}
    while (decision := game.decision) is not None and game.state.phase == "set-up":
        if decision.key == "ensign":
            named = {game.state.figures[option["figure"]].sheet.id for option in decision.options}
            men[decision.about["squad"]] = named
        game.answer(decision.seat, decision.options[0])
    assert men == {"irish-dragoons-1": {"dragone_irlandese"}, "english-dragoons-1": {"dragone_inglese"}}
    assert all(game.state.squads[name].ensign for name in men)


@pytest.mark.rule("cappa.2.1.3c", "cappa.2.1.3.h2")
@pytest.mark.parametrize(
    ("squad", "edge", "x", "bank"),
    [
        ("irish-foot", "west", 50, {f"event_marker-1/{number}" for number in (0, 2, 5)}),
        ("grenadiers", "east", 7150, {f"event_marker-1/{number}" for number in (1, 3, 4)}),
    ],
)
def test_the_rest_come_by_their_own_edge_or_a_marker_on_their_own_bank(squad, edge, x, bank):
    game = table()
    marks = game.state.ground.marks
    assert len(marks) == 6
    options = list(entrances(game.state, game.squad(squad)))
    assert {one["marker"] for one in options if one.get("marker")} == bank
    by_edge = [one for one in options if not one.get("marker")]
    assert by_edge
    assert {(one["edge"], one["to"][0]) for one in by_edge} == {(edge, x)}


@pytest.mark.rule("cappa.2.1.3a", "cappa.2.1.3c")
@pytest.mark.parametrize(("turn", "asked"), [(1, False), (2, True)])
def test_the_rest_come_from_turn_two_and_a_marker_beyond_the_river_is_refused(turn, asked):
    game = table()
    game.state.turn = turn
    game.squad("irish-foot").die = 3
    refused: list[str] = []

    def over_there(decision):
        place = game.state.ground.marks["event_marker-1/1"]
        args = {"figure": "irish-foot", "to": list(place), "marker": "event_marker-1/1"}
        said = decision.why_not("deploy", args)
        refused.append(f"{game.refusal(said).why} {said.rule}")
        return decision.options[0]

    game.phase("deployment", *([over_there] if asked else []))
    assert bool(game.asked) == asked
    assert all(is_place(one) for one in (option["to"] for one in game.asked for option in one.options[:-1]))
    assert (game.figure("foot-officer").where == "on") == asked
    assert all("scenario names others" in one and one.endswith("cappa.2.1.3c") for one in refused)
    assert len(refused) == asked


@pytest.mark.rule("cappa.5.3.3.h10", "cappa.5.3.1.h5")
def test_a_grenadier_has_two_grenades_and_a_bayonet_that_is_not_fixed():
    game = table(grenadiers_1=(40, 30), irish_dragoons_1_1=(31, 30))
    thrower = game.figure("grenadiers-1")
    assert thrower.arms == ["FMK", "GR", "PB"]
    assert thrower.bayonet == ""
    assert shots_left(game.state, thrower, "GR") == 2
    assert shots_left(game.state, thrower, "FMK") is None  # of everything else nobody keeps count
    assert shots_left(game.state, game.figure("irish-dragoons-1-1"), "MMK") is None
    for left in (1, 0):
        thrower = game.figure("grenadiers-1")
        thrower.die, thrower.pa, thrower.hands, thrower.is_activated = 3, 3, ["GR"], True
        game.do("grenadiers-1", "throw-grenade")
        assert shots_left(game.state, game.figure("grenadiers-1"), "GR") == left
    assert "GR" not in game.figure("grenadiers-1").arms


@pytest.mark.rule("cappa.9.3.1e")
def test_with_ammunition_counted_it_is_still_two_and_muskets_are_counted_as_usual():
    state = new_skirmish(read_scenario("foats"), {"ammunition": "yes"})
    assert shots_left(state, state.figures["grenadiers-1"], "GR") == 2
    assert shots_left(state, state.figures["grenadiers-1"], "FMK") == 12


# The end


def ended(game, turn=14):
    """The game at the end of a turn."""

    def procedure(g):
        g.state.turn = turn
        last_turn_over(g)
        yield from ()

    game.run(procedure)
    return [(one.winner, one.reason) for one in game.told(SkirmishEnded)]


@pytest.mark.rule("cappa.3.1.h2", "cappa.3.1c")
def test_after_turn_fourteen_more_unshaken_men_at_the_ford_win():
    at_ford = {"irish_colonel": (33, 30), "irish_officer_1": (31, 28), "english_colonel": (39, 30)}
    assert ended(table(**at_ford), turn=13) == []
    game = table(**at_ford)
    assert ended(game) == [(IRISH, "held")]
    told = {one.seat: (one.ground, one.count, one.length) for one in game.told(GroundCounted)}
    assert told == {IRISH: ("ford", 2, 600), ENGLISH: ("ford", 1, 600)}


@pytest.mark.rule("cappa.3.1.h2", "cappa.3.1.h1")
def test_as_many_at_the_ford_is_a_draw_and_so_is_nobody():
    assert ended(table(irish_colonel=(33, 30), english_colonel=(39, 30))) == [("nobody", "last turn")]
    assert ended(table(irish_colonel=(5, 5), english_colonel=(60, 30))) == [("nobody", "last turn")]


@pytest.mark.rule("cappa.3.1.h2")
def test_who_is_shaken_himself_or_with_his_squad_does_not_count():
    places = {"irish_colonel": (33, 30), "irish_officer_1": (31, 28), "english_colonel": (39, 30)}
    game = table(**places)
    game.figure("irish-colonel").shaken = "wound"
    assert ended(game) == [("nobody", "last turn")]
    game = table(**places)
    game.squad("irish-dragoons-1").shaken = "losses"
    assert ended(game) == [("nobody", "last turn")]
    game = table(**places)
    game.figure("irish-officer-1").where = "out"
    assert ended(game) == [("nobody", "last turn")]


@pytest.mark.rule("cappa.geo.2", "cappa.geo.5")
@pytest.mark.parametrize(
    ("place", "counts"),
    [
        ((36, 30), True),  # in the water
        ((27.5, 30), True),  # 6 um from edge to edge
        ((27.48, 30), False),
        ((36, 39.5), True),
        ((36, 39.53), False),
        ((44.5, 33), True),
        ((29.5, 22.5), True),  # his centre is 6.36 um from the corner
        ((29.3, 22.3), False),
    ],
)
def test_six_um_are_measured_from_the_edge_of_the_ford_to_that_of_the_base(place, counts):
    game = table(irish_colonel=place)
    ford = game.state.scenario.form.objective[1]
    assert bool(ford.men_near(game.state, IRISH)) == counts


@pytest.mark.rule("cappa.3.1b", "cappa.3.1c")
def test_before_that_the_side_whose_firmness_gives_way_has_lost_whoever_stands_at_the_ford():
    game = table(irish_colonel=(33, 30), irish_officer_1=(31, 28), english_colonel=(60, 30))
    game.state.sides[IRISH].firmness = 0
    game.phase("end")
    assert [(one.winner, one.reason) for one in game.told(SkirmishEnded)] == [(ENGLISH, "broken")]


# The kinds of rule it brought, for any scenario

HELD = """
    cappa on open ground
    marsh 10,10 14,14
    red extra A at 9,12
    blue extra B at 30,30
    turn 10
    outcome = "{outcome}"
    [[objective]]
    kind = "hold ground"
    ground = "marsh-1"
    within = 2
    worth = 3
    text = {{ en = "Hold the marsh.", it = "Tenere la palude." }}
    {side}
"""


@pytest.mark.rule("cappa.3.1d", "cappa.3.1.1a")
def test_of_the_outcome_b_holding_ground_is_worth_points():
    game = situation(HELD.format(outcome="B", side=""))
    game.state.sides["blue"].points = 2
    assert ended(game, turn=99) == [("red", "last turn")]
    assert game.state.sides["red"].points == 3
    game = situation(HELD.format(outcome="B", side=""))
    game.state.sides["blue"].points = 4
    assert ended(game, turn=99) == [("blue", "last turn")]


@pytest.mark.rule("cappa.3.1.h2")
@pytest.mark.parametrize(("code", "winner"), [("red", "red"), ("blue", "nobody")])
def test_an_objective_of_one_side_is_reached_by_that_side_only(code, winner):
    game = situation(HELD.format(outcome="A", side=f'side = "{code}"'))
    assert [one for one, _ in ended(game, turn=99)] == [winner]


@pytest.mark.rule("cappa.2.2.1.h1")
def test_who_comes_later_states_his_weapons_at_the_start_too():
    game = Game(Cappa(), read_scenario("foats"), "hands")
    held: set[str] = set()
    while (decision := game.decision) is not None and game.state.phase == "set-up":
        if decision.key in ("hold", "hold-all"):
            held.add(game.state.figures[decision.about["figure"]].squad)
        game.answer(
            decision.seat, decision.options[-1] if decision.key in ("hold", "hold-all") else decision.options[0]
        )
    assert "grenadiers" in held
    men = [one for one in game.state.figures.values() if one.squad == "grenadiers" and one.id != "grenadier-officer"]
    assert [one.where for one in men] == ["off"] * 3
    assert [one.hands for one in men] == [["GR"]] * 3


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'ground = "ford"',
            'ground = "weir"',
            "objective[1].ground: «weir» is not known; it must be one of river-1, ford",
        ),
        ('ground = "ford"', 'ground = "road-1"', "objective[1].ground: «road-1» is not known"),
        ('kind = "hold ground"', 'kind = "break"', "objective[1]: object contains unknown field `ground`"),
        ("within = 6", "within = -6", "objective[1].within: a length cannot be negative"),
        ('weapon = "GR"', 'weapon = "PB"', "special[1].weapon: «PB» is not known; it must be one of FMK, GR"),
        ("count = 2\n", "count = 0\n", "special[1].count: it is 0; it must be at least 1"),
        ('squad = "grenadiers"\nweapon', 'squad = "hussars"\nweapon', "special[1].squad: «hussars» is not known"),
        ('kind = "stock"', 'kind = "told"', "special[1]: only a special rule of the kind «stock» names «weapon»"),
        (
            'is_off_table = true\nfrom_turn = 2\nenters_by = ["east"]\n',
            "",
            "side english.squad grenadiers.by_markers: it is for those who come on later, by a marker (cappa.2.1.3c)",
        ),
        (
            "by_markers = { rect = [38, 0, 72, 60] }",
            "by_markers = { within = 4 }",
            "side english.squad grenadiers.by_markers: it needs either a «rect», an «edge» or an «around»",
        ),
    ],
)
def test_a_slip_in_the_file_is_told_in_one_sentence(tmp_path, old, new, told):
    assert sentence(tmp_path, DATA / FOATS, read_scenario, old, new).startswith(told)
