"""Leaving the table, who goes along, fundamental objectives; loads for two; over the wall after a won melee."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.ground.ground import stops_near
from alfiere.games.cappa.movement.exits import depart, doorsteps, exits_of
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.told.events import LeftTable, MoraleTested, Moved, PointsScored, SkirmishEnded
from alfiere.games.cappa.weaponry.wounds import wound
from alfiere.kernel.bad_data import BadData
from tests.situation import situation

RULES = Cappa()
WAY_OUT = """
    [[exit]]
    edge = "north"
    start = 8
    end = 16
"""


def later(game, act):
    """Do something to the game as it stands."""

    def procedure(g):
        act(g)
        yield from ()

    return game.run(procedure)


# Leaving


LEAVER = """
    cappa on open ground
    red extra A at {at}, pa {pa}, Mov 4{more}
    blue extra B at 30,35
    firmness red 9 blue 9
"""


@pytest.mark.rule("cappa.4.h2")
def test_one_leaves_by_touching_an_open_edge_in_a_move_and_loses_no_firmness():
    game = situation(LEAVER.format(at="10,4", pa=2, more="") + WAY_OUT)
    game.do("A", "leave")
    assert game.told(Moved)[0].path[-1] == (1000, 50)
    assert [event.figure for event in game.told(LeftTable)] == ["A"]
    assert game.figure("A").where == "gone"
    assert game.state.sides["red"].firmness == 9
    assert not game.told(MoraleTested)
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.4.h2")
@pytest.mark.parametrize(
    ("at", "more", "way"),
    [
        ("10,4", "", ""),  # no exit at all
        ("10,5", "", WAY_OUT),  # too far for one move
        ("22,2", "", WAY_OUT),  # beside the stretch of edge that is open
        ("10,2", ", shaken fire", WAY_OUT),  # flight is another matter
        ("10,4", "", WAY_OUT + 'side = "blue"'),
        ("10,2", "\nblue extra C at 10,3", WAY_OUT),  # who fights has to break off first
    ],
)
def test_nobody_leaves_where_the_scenario_does_not_allow_it(at, more, way):
    assert not situation(LEAVER.format(at=at, pa=1, more=more) + way).may("A", "leave")


@pytest.mark.rule("cappa.4.h2")
def test_who_has_left_does_not_come_back():
    game = situation(LEAVER.format(at="10,4", pa=2, more="") + WAY_OUT)
    game.do("A", "leave")
    game.state.sides["red"].dice = [3]
    game.phase("orders")
    game.phase("deployment")
    assert game.figure("A").where == "gone"
    assert not [decision for decision in game.asked if decision.seat == "red" and decision.key != "action"]


@pytest.mark.rule("cappa.4.h2")
def test_a_squad_leaves_as_a_body():
    game = situation(
        """
        cappa on open ground
        red extra A at 10,4, squad S
        red extra C at 11.2,4, squad S
        red squad S, pa 1
        blue extra B at 30,35
        """
        + WAY_OUT
    )
    game.do("S", "leave")
    assert [event.figure for event in game.told(LeftTable)] == ["A", "C"]


@pytest.mark.rule("cappa.4.h2", "cappa.6.3.3.h4")
def test_those_who_stay_behind_may_be_too_few_for_close_order():
    men = "\n".join(f"red extra {name} at {10 + n % 3},{3 + n // 3}, squad S" for n, name in enumerate("ACDE"))
    game = situation(f"cappa on open ground\n{men}\nred squad S, close, pa 1\nblue extra B at 30,35\n" + WAY_OUT)
    game.figure("E").y = 2000  # has lost touch with them
    game.figure("D").y = 2100
    game.figure("D").x = game.figure("E").x
    game.do("S", "leave")
    assert {event.figure for event in game.told(LeftTable)} == {"A", "C"}
    assert game.squad("S").formation == "tight"


@pytest.mark.rule("cappa.4.h2", "cappa.geo.4")
@pytest.mark.parametrize(
    ("edge", "stretch", "first", "others"),
    [
        ("north", "start = 8\nend = 16", (1000, 50), [(850, 50), (1200, 50), (1550, 50)]),
        ("south", "start = 12\nend = 16", (1250, 1150), [(1400, 1150), (1550, 1150)]),
        ("south", "end = 9", (850, 1150), [(50, 1150), (450, 1150)]),
        ("north", "", (1000, 50), [(50, 50), (2000, 50), (3950, 50)]),
        ("west", "start = 2\nend = 9", (50, 500), [(50, 250), (50, 550), (50, 850)]),
        ("east", "", (3950, 500), [(3950, 50), (3950, 600), (3950, 1150)]),
        ("north", "start = 8\nend = 9", (850, 50), []),
    ],
)
def test_one_leaves_by_the_nearest_place_of_an_exit_or_else_by_its_ends_or_its_middle(edge, stretch, first, others):
    game = situation(f"cappa on open ground 40x12\nred extra A at 10,5\n[[exit]]\nedge = '{edge}'\n{stretch}")
    (way_out,) = exits_of(game.state, "red")
    assert doorsteps(game.state, game.figure("A"), way_out) == [first, *others]


@pytest.mark.rule("cappa.4.h2", "cappa.geo.8")
@pytest.mark.parametrize(("wide", "how", "may"), [(0.99, "", False), (1, "", True), (1.99, "mounted, ", False)])
def test_an_exit_must_be_as_wide_as_his_base(wide, how, may):
    exit_ = f'[[exit]]\nedge = "north"\nstart = 9\nend = {9 + wide}'
    game = situation(f"cappa on open ground\nred extra A at 9.5,3, {how}pa 1, Mov 8, abilities RI\n{exit_}")
    assert game.may("A", "leave") == may


@pytest.mark.rule("cappa.4.h2", "cappa.6.5c", "cappa.geo.2")
@pytest.mark.parametrize(
    ("y", "mov", "ground", "may"),
    [
        (4.51, 4, "", True),
        (4.52, 4, "", False),
        (4, 3.4, "", False),  # the slowest
        (3, 3, "low wall 9.6,2 16,2", False),  # one of them is barred
        (3, 4, "closed building 10,0 16,2", True),  # and goes to the other end of the exit
    ],
)
def test_a_squad_leaves_only_if_all_get_to_the_edge_at_the_pace_of_the_slowest(y, mov, ground, may):
    game = situation(
        f"""
        cappa on open ground
        {ground}
        red extra A at 9,{y}, squad S, Mov 4
        red extra C at 10.9,{y}, squad S, Mov {mov}
        red squad S, pa 1
        """
        + WAY_OUT
    )
    assert game.may("S", "leave") == may


@pytest.mark.rule("cappa.4.h2", "cappa.4.3.3a")
def test_a_squad_of_which_one_hangs_on_a_wall_does_not_leave():
    text = "cappa on open ground\nhigh wall 6,2.5 9,2.5\nred extra A at 8,3, squad S\nred extra C at 9.6,3, squad S\n"
    game = situation(text + "red squad S, pa 1\n" + WAY_OUT.replace("start = 8", "start = 5"))
    assert not game.may("S", "leave")  # behind the wall
    free = situation(text.replace("6,2.5 9", "5,3.5 9") + "red squad S, pa 1\n" + WAY_OUT.replace("8", "5"))
    assert free.may("S", "leave")
    free.figure("A").level = 50
    assert not free.may("S", "leave")


@pytest.mark.rule("cappa.4.h2")
@pytest.mark.parametrize("wrong", ["start = 9\nend = 8", "end = 41", 'side = "nobody"'])
def test_an_exit_lies_on_its_edge_and_belongs_to_a_side(wrong):
    with pytest.raises(BadData, match=r"exit\[0\]"):
        situation(LEAVER.format(at="10,4", pa=2, more="") + '[[exit]]\nedge = "north"\n' + wrong)


SCORES = """
    [[score]]
    kind = "captured"
    each = 3
    of = ["hero", "protagonist"]
    text = {{ en = "captured", it = "catturati" }}
    [[score]]
    kind = "saved"
    each = {saved}
    of = ["{of}"]
    text = {{ en = "brought to safety", it = "in salvo" }}
"""
BEARER = """
    cappa on open ground
    red extra A at 10,1.5, pa 3, Mov 4
    {who} out at 10,2.5
    blue extra B at 30,35
    firmness red 9 blue 9
"""


@pytest.mark.rule("cappa.2.2.1.h14")
@pytest.mark.parametrize(("who", "points"), [("blue hero H", 3), ("blue protagonist H", 3)])
def test_a_captive_taken_off_the_table_counts_as_captured(who, points):
    game = situation(BEARER.format(who=who) + WAY_OUT + SCORES.format(saved=5, of="hero"))
    game.do("A", "pick-up thing=H")
    assert not game.told(PointsScored)
    game.do("A", "leave")
    assert [(event.seat, event.amount, event.cause) for event in game.told(PointsScored)] == [
        ("red", points, "captured")
    ]
    assert game.figure("H").where == "gone"
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.2.2.1.h14")
def test_who_has_yielded_and_is_led_off_counts_too():
    game = situation(
        """
        cappa on open ground
        red extra A at 10,1.5, pa 3, Mov 4
        blue protagonist H at 10,2.5, surrendered
        blue extra B at 30,35
        """
        + WAY_OUT
        + SCORES.format(saved=5, of="hero")
    )
    game.do("A", "pick-up thing=H")
    game.do("A", "leave")
    assert [event.cause for event in game.told(PointsScored)] == ["captured"]


@pytest.mark.rule("cappa.2.2.1.h14", "cappa.1.2.1c")
@pytest.mark.parametrize(("state", "causes"), [("surrendered", ["captured"]), ("out", ["captured", "saved"])])
def test_a_friend_whom_the_captive_had_taken_comes_off_with_him_and_is_saved_only_if_he_had_fallen(state, causes):
    friend = "red hero F at 11.2,2.5, surrendered\n" if state == "surrendered" else "red hero F out at 11.2,2.5\n"
    game = situation(BEARER.format(who="blue hero H") + friend + WAY_OUT + SCORES.format(saved=5, of="hero"))
    game.figure("H").carries, game.figure("F").captor = ["F"], "H"
    game.do("A", "pick-up thing=H")
    game.do("A", "leave")
    assert [event.cause for event in game.told(PointsScored)] == causes
    assert game.figure("F").where == "gone"


@pytest.mark.rule("cappa.1.2.1c")
def test_a_fallen_hero_costs_three_firmness_and_may_be_brought_to_safety_for_points():
    game = situation(BEARER.format(who="red hero H") + WAY_OUT + SCORES.format(saved=5, of="hero"))
    game.do("A", "pick-up thing=H")
    game.do("A", "leave")
    assert [(event.seat, event.amount, event.cause) for event in game.told(PointsScored)] == [("red", 5, "saved")]
    falls = situation("cappa on open ground\nred hero H at 10,10, wounds 2\nfirmness red 9")
    later(falls, lambda g: wound(g, g.state.figures["H"]))
    assert falls.state.sides["red"].firmness == 6


@pytest.mark.rule("cappa.1.2.1c")
def test_the_squad_that_loses_the_hero_who_leads_it_has_to_test():
    game = situation("""
        cappa on open ground
        red extra A at 10,10 with MMK, 5/5/3, pa 1
        blue hero H at 10,16, wounds 2, squad S
        blue extra B at 30,16, squad S
        blue extra C at 30,17, squad S
        blue extra D at 30,18, squad S
        blue extra E at 30,19, squad S
        blue squad S led by H
        dice red 1 1 blue 1
    """)
    game.do("A", "shoot target=H")
    assert [event.figure for event in game.told(MoraleTested)] == ["S"]


@pytest.mark.rule("cappa.1.2.2c")
def test_a_fallen_protagonist_may_be_carried_to_safety_for_what_the_scenario_gives():
    for of, points in (("protagonist", 2), ("hero", 0)):
        game = situation(BEARER.format(who="red protagonist H") + WAY_OUT + SCORES.format(saved=2, of=of))
        game.do("A", "pick-up thing=H")
        game.do("A", "leave")
        assert game.state.sides["red"].points == points


# Fundamental objectives


FLAG = """
    outcome = "{outcome}"
    [[thing]]
    id = "flag"
    kind = "trifle"
    name = {{ en = "the flag", it = "la bandiera" }}
    at = [10, 3]
    [[exit]]
    edge = "{edge}"
    [[objective]]
    kind = "carry off"
    thing = "flag"
    text = {{ en = "Carry the flag off by your own edge.", it = "Portare la bandiera oltre il proprio bordo." }}
"""
FLAG_BEARER = """
    cappa on open ground 40x12
    red extra A at 10,4, pa 3, Mov 4
    blue extra B at 38,11
"""


@pytest.mark.rule("cappa.3.1a")
@pytest.mark.parametrize(("outcome", "winner"), [("A", "red"), ("B", "blue")])
def test_a_fundamental_objective_ends_the_game_at_once(outcome, winner):
    game = situation(FLAG_BEARER + FLAG.format(outcome=outcome, edge="north"))
    game.state.sides["blue"].points = 1
    game.move("A", 10, 3.4)
    game.do("A", "pick-up thing=flag")
    assert not game.state.winner
    game.do("A", "leave")
    (ended,) = game.told(SkirmishEnded)
    assert (ended.winner, ended.reason) == (winner, "objective")


@pytest.mark.rule("cappa.3.1a")
def test_the_wrong_edge_or_empty_hands_reach_no_objective():
    game = situation(FLAG_BEARER.replace("10,4", "10,3.4") + FLAG.format(outcome="A", edge="west"))
    game.do("A", "pick-up thing=flag")
    game.figure("A").x = 300
    game.do("A", "leave")
    assert game.figure("A").where == "gone"
    assert not game.state.winner
    empty = situation(FLAG_BEARER + FLAG.format(outcome="A", edge="north"))
    empty.do("A", "leave")
    assert not empty.state.winner


@pytest.mark.rule("cappa.3.1a")
@pytest.mark.parametrize(
    ("more", "won"), [("any_edge = true", True), ('edge = "west"', True), ('edge = "west"\nside = "blue"', False)]
)
def test_an_objective_may_name_the_edge_or_any_and_the_side_whose_it_is(more, won):
    text = FLAG.format(outcome="A", edge="west").replace('kind = "carry off"', f'kind = "carry off"\n{more}')
    game = situation(FLAG_BEARER.replace("10,4", "10,3.4") + text)
    game.do("A", "pick-up thing=flag")
    game.figure("A").x = 300
    game.do("A", "leave")
    assert "flag" not in game.state.things
    assert bool(game.state.winner) == won


@pytest.mark.rule("cappa.2.2.1.h14", "cappa.3.1a")
def test_what_a_captive_has_with_him_goes_the_same_way():
    text = FLAG_BEARER.replace("10,4", "10,2") + "blue protagonist H out at 10,3\n"
    game = situation(text + FLAG.format(outcome="A", edge="north"))
    game.figure("H").carries, game.state.things["flag"].bearer = ["flag"], "H"
    game.do("A", "pick-up thing=H")
    game.do("A", "leave")
    assert "flag" not in game.state.things
    assert game.state.winner == "red"
    assert (game.figure("H").where, game.figure("H").captor, game.figure("A").carries) == ("gone", "", [])


@pytest.mark.rule("cappa.3.1a")
def test_the_objective_may_be_that_somebody_gets_away():
    text = FLAG.format(outcome="A", edge="south").replace(
        'kind = "carry off"\n    thing = "flag"', 'kind = "leave"\n    who = "A"\n    edge = "south"'
    )
    game = situation(FLAG_BEARER.replace("10,4", "10,9") + text)
    game.do("A", "leave")
    assert game.state.winner == "red"
    other = situation(FLAG_BEARER.replace("10,4", "10,2") + "red extra C at 12,9, pa 1, Mov 4\n" + text)
    other.do("C", "leave")
    assert not other.state.winner  # it is not he who had to


@pytest.mark.rule("cappa.3.1a")
def test_an_objective_names_somebody_or_something_there_is():
    with pytest.raises(BadData, match="thing"):
        situation(FLAG_BEARER + FLAG.format(outcome="A", edge="north").replace('thing = "flag"', 'thing = "hat"'))


# A load for two


TWO = """
    cappa on open ground
    red extra A at 10,10, pa 3, Mov 4
    red extra C at 11,10, pa {pa}, Mov {mov}
    blue extra B at 30,30
    thing K {what} at 10.5,10
"""


@pytest.mark.rule("cappa.4.3.7.h3")
def test_two_carriers_share_one_move_at_the_slower_pace_and_each_pays():
    game = situation(TWO.format(pa=2, mov=3, what="strong_box"))
    assert not game.may("A", "pick-up thing=K")  # too heavy for one
    game.do("A", "lift-together target=C")
    assert (game.figure("A").pa, game.figure("C").pa) == (2, 1)
    assert "move" not in game.keys("A")
    assert "move" not in game.keys("C")
    game.do("A", "carry-together to=1000,1075")  # a quarter of the slower Mov
    assert (game.at("A"), game.at("C")) == ((10, 10.75), (11, 10.75))
    assert (game.state.things["K"].x, game.state.things["K"].y) == (1050, 1075)
    assert (game.figure("A").pa, game.figure("C").pa) == (1, 0)
    assert not game.may("A", "carry-together")  # the other has no PA left
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.4.3.7.h3", "cappa.4.3.7d")
@pytest.mark.parametrize(("what", "pace"), [("barrel", 200), ("strong_box", 100)])
def test_for_two_the_limits_are_doubled(what, pace):
    game = situation(TWO.format(pa=2, mov=4, what=what))
    game.do("A", "lift-together target=C")
    assert game.may("A", f"carry-together to=1000,{1000 + pace}")
    assert not {"move", "pick-up"} & game.keys("A")  # neither goes by himself, even with what he could carry alone
    assert not {"move", "pick-up"} & game.keys("C")


@pytest.mark.rule("cappa.4.3.7d", "cappa.4.3.7.h2")
@pytest.mark.parametrize("name", ["A", "C"])
@pytest.mark.parametrize("how", ["", "prone", "shaken", "laden", "in melee", "on a wall", "upstairs", "away"])
def test_two_lift_something_only_with_free_hands_on_their_feet(name, how):
    game = situation(TWO.format(pa=2, mov=4, what="barrel") + "thing H barrel at 30,30\nhigh wall 5,9.5 15,9.5")
    figure = game.figure(name)
    if how == "prone":
        figure.is_prone = True
    elif how == "shaken":
        figure.shaken = "fire"
    elif how == "laden":
        figure.carries, game.state.things["H"].bearer = ["H"], name
    elif how == "in melee":
        game.figure("B").x, game.figure("B").y = figure.x, 1100
    elif how == "on a wall":
        figure.level = 50
    elif how == "upstairs":
        game.state.things["K"].level = 200
    elif how == "away":
        figure.y += 20
    assert game.may("A", "lift-together") == (how == "")


@pytest.mark.rule("cappa.4.3.7d", "cappa.4.3.6a")
def test_nobody_lifts_from_the_saddle_nor_what_somebody_has_already_or_lies_on_a_cart():
    game = situation(TWO.format(pa=2, mov=4, what="barrel").replace("A at 10,10,", "A at 9.5,10, mounted, on foot 4,"))
    assert not game.may("A", "lift-together")
    for change in ({"bearer": "B"}, {"aboard": "cart"}):
        other = situation(TWO.format(pa=2, mov=4, what="barrel"))
        for key, value in change.items():
            setattr(other.state.things["K"], key, value)
        assert not other.may("A", "lift-together"), change
    assert not situation(TWO.format(pa=2, mov=4, what="trifle")).may("A", "lift-together")  # it weighs nothing


@pytest.mark.rule("cappa.4.3.7.h3")
@pytest.mark.parametrize("how", ["", "no pa", "in melee"])
def test_both_carriers_must_be_able_to_go_on(how):
    game = situation(TWO.format(pa=2, mov=4, what="barrel"))
    game.do("A", "lift-together target=C")
    if how == "no pa":
        game.figure("C").pa = 0
    elif how == "in melee":
        game.figure("B").x, game.figure("B").y = 1200, 1000
    assert game.may("A", "carry-together") == (how == "")


@pytest.mark.rule("cappa.4.3.7.h3", "cappa.5.1.3.h1")
def test_carriers_are_offered_every_direction_once_and_what_they_go_counts():
    game = situation(TWO.format(pa=2, mov=4, what="barrel").replace("B at 30,30", "B at 10,30"))
    game.do("A", "lift-together target=C")
    ends = [tuple(option["to"]) for option in game.offered("A") if option.key == "carry-together"]
    assert len(ends) == len(set(ends)) == 8  # the enemy is due south
    game.do("A", "carry-together to=1000,1200")
    for name in "AC":
        assert (game.figure(name).moved, game.figure(name).moved_now) == (200, 200)
    assert [(one.figure, one.path[-1], one.length) for one in game.told(Moved)] == [
        ("A", (1000, 1200), 200),
        ("C", (1100, 1200), 200),
    ]


@pytest.mark.rule("cappa.4.3.7.h3")
@pytest.mark.parametrize(("wall", "x", "y"), [("5,10.5 15,10.5", 0, 1), ("11.5,5 11.5,15", 1, 0)])
def test_carriers_are_not_offered_to_stay_where_a_wall_stops_them(wall, x, y):
    text = TWO.format(pa=2, mov=4, what="barrel") + f"low wall {wall}"
    game = situation(text)
    game.do("A", "lift-together target=C")
    ends = [tuple(option["to"]) for option in game.offered("A") if option.key == "carry-together"]
    assert ends
    assert (1000, 1000) not in ends
    assert all((to[0] - 1000) * x + (to[1] - 1000) * y <= 0 for to in ends)


@pytest.mark.rule("cappa.4.3.7d", "cappa.geo.2")
@pytest.mark.parametrize(("x", "may"), [(11.01, True), (11.02, False)])
def test_the_second_carrier_touches_the_load_too(x, may):
    game = situation(TWO.format(pa=2, mov=4, what="barrel").replace("C at 11,10", f"C at {x},10"))
    assert game.may("A", "lift-together") == may


@pytest.mark.rule("cappa.4.3.7.h3")
def test_what_two_carried_stays_when_one_of_them_leaves_the_table():
    game = situation(TWO.format(pa=2, mov=4, what="barrel"))
    game.do("A", "lift-together target=C")
    later(game, lambda g: depart(g, g.state.figures["C"], "north"))
    thing = game.state.things["K"]
    assert (thing.bearer, thing.helper, game.figure("A").carries) == ("", "", [])


@pytest.mark.rule("cappa.4.3.7.h3")
def test_carriers_who_are_parted_from_their_load_have_let_it_go():
    game = situation(TWO.format(pa=2, mov=4, what="barrel"))
    game.do("A", "lift-together target=C")
    game.figure("C").x += 100
    game.do("A", "wait")
    assert not game.figure("A").carries
    assert not game.state.things["K"].helper
    fallen = situation(TWO.format(pa=2, mov=4, what="barrel"))
    fallen.do("A", "lift-together target=C")
    later(fallen, lambda g: wound(g, g.state.figures["C"]))
    assert not fallen.figure("A").carries


@pytest.mark.rule("cappa.4.3.7.h3", "cappa.2.2.1.h12")
@pytest.mark.parametrize(("who", "how"), [("A", "put-down"), ("C", "let-go-load")])
def test_either_carrier_may_let_go(who, how):
    game = situation(TWO.format(pa=2, mov=4, what="barrel"))
    game.do("A", "lift-together target=C")
    game.do(who, how)
    thing = game.state.things["K"]
    assert (thing.bearer, thing.helper, thing.x, thing.y) == ("", "", 1050, 1000)
    assert game.may("C", "move")


# Over the wall


WALL = """
    cappa on open ground
    low wall 4,10 16,10
    red hero A at 10,10.5, pa 2, 6/3/9
    blue {who} D at 10,9.5, 5/3/3
    {more}
    dice red 1 1 blue {blue}
"""


@pytest.mark.rule("cappa.4.3.2.h5")
def test_the_winner_crosses_the_wall_when_no_defender_is_left_at_it():
    game = situation(WALL.format(who="extra", more="blue extra F at 30,30", blue=""))
    game.do("A", "fight", "step-on obstacle=low_wall-1")
    assert game.at("A") == (10, 9.5)
    assert game.figure("A").pa == 1  # it is his advance, not an action


@pytest.mark.rule("cappa.4.3.2.h5")
def test_he_does_not_cross_while_another_defends_it():
    game = situation(WALL.format(who="extra", more="blue extra F at 13,9.5", blue=""))
    game.do("A", "fight")
    (asked,) = [one for one in game.asked if one.key == "step-on"]
    assert asked.options
    assert not any(one.get("obstacle") for one in asked.options)


@pytest.mark.rule("cappa.4.3.2.h5")
def test_of_two_obstacles_he_touches_he_crosses_the_one_they_fought_over():
    both = WALL.replace("low wall", "hedge 9.5,10.2 9.5,14\n    low wall")
    game = situation(both.format(who="extra", more="blue extra F at 30,30", blue=""))
    assert {bar.by for bar in stops_near(game.state, game.figure("A"))} == {"hedge-1", "low_wall-1"}
    game.do("A", "fight")
    (asked,) = [one for one in game.asked if one.key == "step-on"]
    assert [one["obstacle"] for one in asked.options if one.get("obstacle")] == ["low_wall-1"]


@pytest.mark.rule("cappa.4.3.2.h5")
def test_he_may_cross_after_a_defender_he_has_pushed_away():
    game = situation(WALL.format(who="hero", more="", blue="1"))
    game.do("A", "fight", "push follows=False", "step-on obstacle=low_wall-1")
    assert game.at("D")[1] < 9
    assert game.at("A") == (10, 9.5)
