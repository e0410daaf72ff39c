"""Chapter 6.5, the move of a squad: one member is measured, the others are placed in formation behind him."""

from __future__ import annotations

import random

import pytest

from alfiere.games.cappa.ground.squads import separated
from alfiere.games.cappa.movement.squad_march import foremost, march_plan, pace_of
from alfiere.games.cappa.people.squad_formations import breach, close_shape
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.shown.preview import sketch
from alfiere.games.cappa.told.events import FormationChanged, Moved
from alfiere.games.cappa.turn.actions import decide
from alfiere.kernel.decision import Option
from alfiere.kernel.objection import Objection
from tests.situation import situation

RULES = Cappa()
NORTH, EAST, SOUTH, WEST = 0, 900, 1800, 2700
NAMES = "ABCDEF"


def squad(*places, formation="open", pa=3, mov=4, more="", also=None):
    """A squad S whose members A, B, C… stand at these places."""
    lines = [
        f"red extra {name} at {x},{y}, squad S, Mov {mov}{(also or {}).get(name, '')}"
        for name, (x, y) in zip(NAMES, places, strict=False)
    ]
    return situation("\n".join(["cappa on open ground", *lines, f"red squad S, {formation}, pa {pa}", more]))


def decision(game):
    """What the squad is asked in its impulse."""
    game.state.acting = "S"
    return decide(game.state, game.squad("S"), game.squad("S").pa, (), may_stop=False)


def march(game, **args):
    """What a person is told who draws the squad up somewhere."""
    asked = decision(game)
    assert asked.free is not None
    return asked.free("march", {"figure": "S", **args})


def marches(game):
    """The moves with a new line-up that are offered."""
    return [option for option in game.offered("S") if option.key == "march"]


def refused(game, **args) -> str:
    """The rule against which such a move is refused."""
    found = march(game, **args)
    assert isinstance(found, Objection), found
    text = game.refusal(found).text
    assert text is not None
    assert text["en"] != text["it"]
    return found.rule


def by_hand(game, heading, **places):
    """Everybody's place as a person lays it down, in um; who is not named stays where he is."""
    here = {name: [game.figure(name).x, game.figure(name).y] for name in game.squad("S").members}
    here |= {name: [round(100 * x), round(100 * y)] for name, (x, y) in places.items()}
    first = foremost([game.figure(name) for name in here], heading)
    return {"to": here[first.id], "heading": heading, "places": here}


def lengths(game) -> dict[str, int]:
    """How far everybody has gone."""
    found = dict.fromkeys(game.squad("S").members, 0)
    for event in game.told(Moved):
        found[event.figure] += event.length
    return found


SIX = ((10, 12), (13, 10.5), (10, 10.5), (11.5, 10.5), (10, 9), (11.5, 9))  # A to the south, B to the east


@pytest.mark.rule("cappa.ex.29", "cappa.6.5b", "cappa.6.5c", "cappa.6.5e", "cappa.2.1.2d")
def test_the_six_of_the_example_move_down_and_then_aside():
    game = squad(*SIX)
    game.do("S", "march heading=1800")
    assert game.at("A") == (10, 16)  # he is measured, 4 um
    assert all(game.at(name)[1] <= 16 for name in NAMES)
    assert not breach([game.figure(name) for name in NAMES], "open")
    before = {name: game.at(name) for name in NAMES}
    first = max(NAMES, key=lambda name: before[name][0])
    game.do("S", "march heading=900")
    assert game.at(first)[0] == before[first][0] + 4
    assert all(game.at(name)[0] <= game.at(first)[0] for name in NAMES)
    assert max(lengths(game).values()) > 800  # in two moves of 4 um
    assert game.squad("S").pa == 1
    assert not RULES.faults(game.state)


# In formation at the end


@pytest.mark.rule("cappa.6.5a")
@pytest.mark.parametrize("formation", ["open", "tight", "close"])
def test_a_squad_ends_its_move_in_a_formation_it_knows(formation):
    game = squad(*((x * 1.0, y) for x, y in ((10, 10), (11, 10), (10, 11), (11, 11))), formation=formation)
    for option in marches(game):
        other = squad(*((x * 1.0, y) for x, y in ((10, 10), (11, 10), (10, 11), (11, 11))), formation=formation)
        other.do("S", option)
        assert not breach([other.figure(name) for name in "ABCD"], formation)
        assert other.squad("S").formation == formation
    assert marches(game) or formation != "open"


@pytest.mark.rule("cappa.6.5a")
@pytest.mark.parametrize(
    ("formation", "places"),
    [
        ("open", {"A": (10, 13), "B": (14, 13)}),
        ("tight", {"A": (10, 13), "B": (11.5, 13)}),
        ("close", {"A": (10, 13), "B": (10.9, 12.4)}),
    ],
)
def test_who_lays_his_men_down_in_no_formation_is_refused(formation, places):
    game = squad((10, 10), (11, 10), (10, 11), (11, 11))
    assert refused(game, formation=formation, **by_hand(game, SOUTH, C=(10, 14), D=(11, 14), **places)) == "cappa.6.5a"


@pytest.mark.rule("cappa.6.5a")
def test_a_formation_the_men_do_not_know_is_refused():
    game = squad((10, 10), (11, 10), (10, 11), (11, 11))
    game.figure("B").sheet.formations = ("open",)
    assert refused(game, to=[1000, 1300], formation="tight") == "cappa.6.5a"
    assert isinstance(march(game, to=[1000, 1300], formation="open"), Option)


@pytest.mark.rule("cappa.6.5a")
def test_after_a_charge_that_has_parted_them_they_stand_in_open_order():
    game = squad(
        (10, 10), (11, 10), (10, 9), (11, 9), formation="tight", more="blue extra X at 8,13\nblue extra Y at 30,30"
    )
    game.do("S", "charge-together target=X", "no-test")
    here = [game.figure(name) for name in "ABCD"]
    assert breach(here, "tight")
    assert game.squad("S").formation == "open"
    assert [(event.formation, event.rules) for event in game.told(FormationChanged)] == [("open", ("cappa.6.5a",))]


# How far


@pytest.mark.rule("cappa.6.5b", "cappa.6.5.h1")
@pytest.mark.parametrize(("heading", "name"), [(SOUTH, "A"), (EAST, "B"), (NORTH, "E"), (WEST, "A")])
def test_the_member_farthest_forward_is_measured(heading, name):
    game = squad(*SIX)
    assert foremost([game.figure(one) for one in NAMES], heading).id == name
    (option,) = [one for one in marches(game) if one["heading"] == heading]
    game.do("S", option)
    assert lengths(game)[name] == 400
    assert list(option["to"]) == [game.figure(name).x, game.figure(name).y]


@pytest.mark.rule("cappa.6.5c", "cappa.6.5.h1")
@pytest.mark.parametrize("slow", ["A", "F"])
def test_nobody_is_slower_than_the_move_of_the_squad(slow):
    game = squad(*SIX, also={slow: ", Mov 2.5"})
    assert pace_of(game.state, game.squad("S")) == 250
    assert isinstance(march(game, to=[1000, 1450], heading=SOUTH), Option)
    assert refused(game, to=[1000, 1455], heading=SOUTH) == "cappa.6.5c"
    assert "(2.6 um, 2.5 um is the most)" in game.refusal(march(game, to=[1000, 1455], heading=SOUTH)).why
    game.state.options["no_measuring"] = "yes"
    assert "um" not in game.refusal(march(game, to=[1000, 1455], heading=SOUTH)).why


@pytest.mark.rule("cappa.6.5.h1")
@pytest.mark.parametrize(
    ("also", "more", "pace"),
    [
        ({"F": ", wounds 1, Mov 4 then 5/3/3 CA 5 Mov 3"}, "", 300),
        ({"F": ", carries K"}, "thing K barrel at 1,1", 100),
        ({}, "marsh 10.7,5 12.3,9.8", 200),  # F stands in it
    ],
)
def test_wounds_loads_and_bad_ground_slow_the_whole_squad(also, more, pace):
    kind = "protagonist F" if "wounds" in str(also) else "extra F"
    text = [
        f"red extra {name} at {x},{y}, squad S, Mov 4{also.get(name, '')}"
        for name, (x, y) in zip(NAMES, SIX, strict=False)
    ]
    text[-1] = text[-1].replace("extra F", kind)
    game = situation("\n".join(["cappa on open ground", *text, "red squad S, open, pa 3", more]))
    assert pace_of(game.state, game.squad("S")) == pace
    shift = {name: (x, y + pace / 100) for name, (x, y) in zip(NAMES, SIX, strict=True)}
    assert isinstance(march(game, **by_hand(game, SOUTH, **shift)), Option)
    assert refused(game, to=[1000, 1205 + pace], heading=SOUTH) == "cappa.6.5c"


@pytest.mark.rule("cappa.6.5d")
def test_with_some_on_horseback_the_squad_goes_at_the_speed_of_those_on_foot():
    text = """
        cappa on open ground
        red extra A at 10,10, mounted, Mov 8, abilities RI, squad S
        red extra B at 12.2,10, mounted, Mov 8, abilities RI, squad S
        red extra C at 14.2,10, squad S, {}
        red squad S, open, pa 3
    """
    mixed, riders = situation(text.format("Mov 4")), situation(text.format("mounted, Mov 8, abilities RI"))
    for game, far in ((mixed, 4), (riders, 8)):
        assert max(option["to"][1] for option in game.offered("S") if option.key == "move") == 1000 + 100 * far
    assert refused(mixed, to=[1000, 1500], heading=SOUTH) == "cappa.6.5d"


# The others


@pytest.mark.rule("cappa.6.5e", "cappa.6.5.h4")
def test_nobody_passes_the_measured_member():
    game = squad(*SIX)
    fits = by_hand(game, SOUTH, A=(10, 14), B=(11.5, 14), C=(13, 14), D=(10, 12.5), E=(11.5, 12.5), F=(13, 12.5))
    found = march(game, **fits)
    assert isinstance(found, Option)
    too_far = by_hand(game, SOUTH, A=(10, 14), B=(11.5, 14.2), C=(13, 14), D=(10, 12.5), E=(11.5, 12.5), F=(13, 12.5))
    assert refused(game, **too_far) == "cappa.6.5.h4"
    for y, fault in ((14.02, None), (14.03, "cappa.6.5.h4")):  # to the hundredth, but for what is rounded
        almost = march(game, **{**fits, "places": {**fits["places"], "B": [1150, round(100 * y)]}})
        assert (almost.rule if isinstance(almost, Objection) else None) == fault
    game.do("S", found)
    assert [game.at(name)[1] for name in "ABC"] == [14, 14, 14]


@pytest.mark.rule("cappa.6.5e", "cappa.6.5.h3")
def test_others_may_go_farther_than_their_mov_but_not_than_twice_the_slowest():
    row = tuple((10 + 1.5 * n, 10) for n in range(6))
    line = {"A": (10, 14), "B": (10, 12.5), "C": (10, 11), "D": (10, 9.5), "E": (10, 8)}
    game = squad(*row)
    found = march(game, **by_hand(game, SOUTH, F=(10, 6.5), **line))  # 8.3 um for F
    assert isinstance(found, Objection)
    assert found.rule == "cappa.6.5.h3"
    assert game.refusal(found).why.endswith("(8.3 um), twice the pace of the slowest is the most (8 um)")
    near = march(game, **by_hand(game, SOUTH, F=(11.5, 8), **line))  # 6.3 um
    assert isinstance(near, Option)
    game.do("S", near)
    assert 400 < lengths(game)["F"] <= 800
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.6.5f", "cappa.6.5.h3", "cappa.6.5.h4")
def test_drawing_the_squad_up_anew_gains_no_ground():
    row = tuple((10 + 1.5 * n, 10) for n in range(6))
    game = squad(*row)
    column = {"A": (17.5, 14), "B": (16, 14), "C": (14.5, 14), "D": (13, 14), "E": (11.5, 14), "F": (10, 14)}
    assert refused(game, **by_hand(game, SOUTH, **column)) == "cappa.6.5c"  # A is measured, and not who is nearest
    # a long row that folds up behind its end member leaves its other end where it can still come from
    fold = {"A": (10, 14), "B": (10, 12.5), "C": (10, 11), "D": (8.5, 14), "E": (8.5, 12.5), "F": (8.5, 11)}
    assert refused(game, **by_hand(game, SOUTH, **fold)) == "cappa.6.5.h3"
    for option in marches(game):
        other = squad(*row)
        front = max(ahead(other, name, option["heading"]) for name in NAMES)
        other.do("S", option)
        assert max(ahead(other, name, option["heading"]) for name in NAMES) <= front + 4.001


def ahead(game, name, heading):
    """How far forward somebody stands along a side of the table."""
    x, y = game.at(name)
    return {NORTH: -y, EAST: x, SOUTH: y, WEST: -x}[heading]


@pytest.mark.rule("cappa.6.5.h3")
def test_everybody_needs_a_legal_way():
    game = squad((10, 10), (11.5, 10), (13, 10), more="high wall 12.2,5 12.2,15")
    assert refused(game, **by_hand(game, SOUTH, A=(10, 13), B=(11.5, 13), C=(10, 11.5))) == "cappa.4.3.2b"
    assert isinstance(march(game, **by_hand(game, SOUTH, A=(10, 12), B=(11.5, 12), C=(13, 12))), Option)


@pytest.mark.rule("cappa.6.5e")
def test_two_members_do_not_stand_on_one_spot():
    game = squad((10, 10), (11.5, 10), (13, 10))
    assert refused(game, **by_hand(game, SOUTH, A=(10, 13), B=(10.5, 13), C=(12, 13))) == "cappa.4.3.1a"


@pytest.mark.rule("cappa.6.5a", "cappa.4.3.8a", "cappa.4.3.7c")
def test_the_rules_of_all_moves_hold_for_squads_too():
    game = squad((10, 10), (11.5, 10), (13, 10), more="blue extra X at 10,14.2, shaken fire")
    assert refused(game, **by_hand(game, SOUTH, A=(10, 13.2), B=(11.5, 13.2), C=(13, 13.2))) == "cappa.4.3.8a"
    awake = squad((10, 10), (11.5, 10), (13, 10), more="blue extra X at 10,14.2")
    assert refused(awake, **by_hand(awake, SOUTH, A=(10, 13.2), B=(11.5, 13.2), C=(13, 13.2))) == "cappa.1.3c"
    held = squad(
        (10, 10), (11.5, 10), (13, 10), also={"B": ", carries K H"}, more="thing K barrel at 1,1\nthing H barrel at 1,1"
    )
    assert refused(held, to=[1000, 1200]) == "cappa.4.3.7c"


@pytest.mark.rule("cappa.6.5b", "cappa.6.5e")
@pytest.mark.parametrize(
    ("ground", "heading", "ends"),
    [
        # past one end of the house, or up to it: towards the nearest enemy only, who is not on that side
        ("closed building 8,12 13,20\nblue extra X at 30,9\nblue extra Y at 12,31", 1800, [(7, 12), (11.5, 11.5)]),
        # aside of the gap between two houses as far as there is room, once on either hand
        (
            "closed building 9,13 11,20\nclosed building 13,13 20,20\nblue extra X at 11.9,17\nblue extra Y at 6,15",
            1800,
            [(8.5, 13), (13, 12)],
        ),
        # a thing in reach is touched; to one far off leads the plain march
        ("thing K barrel at 16,8\nthing L barrel at 30,10\nhedge 4,13 30,13", 900, [(17, 10), (15.58, 8.28)]),
        # two of them one behind the other are one way
        ("thing K barrel at 26,6\nthing L barrel at 39,2", 900, [(17, 10), (16.82, 8.82)]),
        # what a hedge keeps them from is no reason not to go to another
        ("thing K barrel at 16,7\nthing L barrel at 11,12\nhedge 4,10.5 30,10.5", 900, [(15.64, 7.36)]),
        ("thing K barrel at 16,7\nthing L barrel at 11,12\nhedge 4,10.5 30,10.5", 1800, []),
    ],
)
def test_a_squad_is_offered_marches_round_what_is_in_its_way_and_up_to_what_it_may_want(ground, heading, ends):
    enemy = "" if "blue" in ground else "blue extra X at 12,30\n"
    game = squad((10, 10), (11.5, 10), (13, 10), more=enemy + ground)
    there = [(one["to"][0] / 100, one["to"][1] / 100) for one in marches(game) if one["heading"] == heading]
    assert there == ends


# Another formation on the way


@pytest.mark.rule("cappa.6.5g")
def test_a_formation_changed_during_the_move_costs_nothing_more():
    game = squad(*SIX, more="blue extra X at 10,38")
    far = max((one for one in game.offered("S") if one.key == "reform"), key=lambda one: one["to"][1])
    assert far["to"][1] == 1600  # the whole move
    assert "cappa.6.5g" in far.rules
    game.do("S", far)
    assert game.squad("S").pa == 2
    assert [event.formation for event in game.told(FormationChanged)] == [far["formation"]]
    assert not breach([game.figure(name) for name in NAMES], far["formation"])


@pytest.mark.rule("cappa.6.5g")
def test_a_person_may_change_formation_while_pointing_at_a_place():
    game = squad(*SIX)
    found = march(game, to=[1000, 1500], formation="close", shape="line")
    assert isinstance(found, Option)
    game.do("S", found)
    assert game.squad("S").formation == "close"
    assert close_shape([game.figure(name) for name in NAMES]) == "line"
    assert game.squad("S").pa == 2


@pytest.mark.rule("cappa.6.5g", "cappa.2.2.1t", "cappa.2.1.4d")
def test_the_price_of_a_move_is_not_the_players_to_name():
    game = squad(*SIX)
    assert march(game, to=[1000, 1500], pa=0) is None
    game.figure("B").sheet.formation_pa = 2
    dear = march(game, to=[1000, 1500], formation="tight")
    assert isinstance(dear, Option)
    assert dear["pa"] == 2
    game.squad("S").pa = 1
    assert refused(game, to=[1000, 1500], formation="tight") == "cappa.2.1.4d"
    assert isinstance(march(game, to=[1000, 1500]), Option)


# Obstacles


@pytest.mark.rule("cappa.6.5.h2")
def test_an_obstacle_before_the_measured_member_ends_the_move_of_all():
    game = squad(*SIX, more="hedge 5,14 20,14")
    assert refused(game, to=[1000, 1500], heading=SOUTH) == "cappa.4.3.2b"
    moves = [option["to"][1] for option in game.offered("S") if option.key in ("move", "march")]
    assert max(moves) <= 1351


@pytest.mark.rule("cappa.6.5.h2")
def test_who_of_the_others_meets_an_obstacle_stops_there_too():
    game = squad(*SIX, more="hedge 12.2,6 12.2,12 20,12")
    row = {"A": (10, 15), "C": (10, 13.5), "D": (11.5, 13.5), "E": (10, 12), "F": (11.5, 12)}
    assert refused(game, **by_hand(game, SOUTH, B=(13, 13.5), **row)) == "cappa.4.3.2b"
    found = march(game, **by_hand(game, SOUTH, B=(13, 11.5), **row))
    assert isinstance(found, Option)
    game.do("S", found)
    assert game.at("B") == (13, 11.5)


@pytest.mark.rule("cappa.6.5.h2", "cappa.4.3.5c")
def test_difficult_ground_ends_the_move_of_the_measured_member():
    game = squad(*SIX, more="marsh 8,12.6 12,20")
    assert refused(game, to=[1000, 1500], heading=SOUTH) == "cappa.4.3.5c"
    assert isinstance(march(game, to=[1000, 1310], heading=SOUTH), Option)


@pytest.mark.rule("cappa.6.5b", "cappa.6.5e")
def test_a_squad_goes_round_a_corner_that_bars_a_straight_move_of_all():
    game = squad((10, 10), (11.5, 10), (10, 8.5), (11.5, 8.5), more="closed building 8,11 11,13\nblue extra X at 12,30")
    straight = [option for option in game.offered("S") if option.key == "move" and option["to"][0] == 1000]
    assert max(option["to"][1] for option in straight) < 1100
    ends = [option for option in marches(game) if option["heading"] == SOUTH]
    assert max(option["to"][1] for option in ends) >= 1200  # beside the building, past its corner
    game.do("S", max(ends, key=lambda option: option["to"][1]))
    assert not separated(game.state, game.squad("S"))
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.4.3.3a", "cappa.6.5.h1")
def test_while_one_of_them_hangs_on_a_wall_nobody_marches():
    game = squad((10, 10), (11.5, 10), (13, 10), more="high wall 5,10.5 20,10.5")
    assert marches(game)
    game.figure("C").level = 50
    assert not marches(game)
    assert not game.may("S", "move")
    assert refused(game, to=[1000, 800], heading=NORTH) == "cappa.4.3.3a"


@pytest.mark.rule("cappa.6.5e")
def test_one_alone_is_drawn_up_in_no_formation():
    game = squad((10, 10), (14, 10), more="red extra L at 10,11, squad S\nthing K barrel at 10,13")
    game.figure("L").where = "out"
    assert not marches(game)
    assert isinstance(march(game, to=[1000, 1200]), Objection)
    assert game.may("S", "move")


@pytest.mark.rule("cappa.6.5b", "cappa.2.2.1j")
def test_up_to_a_thing_within_reach_a_squad_is_offered_the_way_once():
    text = "thing K barrel at 10,13.5\nthing H keg at 10,13.5"
    game = squad((10, 10), (11.5, 10), (10, 8.5), (11.5, 8.5), more=text)
    ends = [tuple(option["to"]) for option in marches(game)]
    assert ends.count((1000, 1300)) == 1
    assert len(ends) == len(set(ends))


@pytest.mark.rule("cappa.6.5.h2", "cappa.4.3.2a")
def test_a_squad_is_offered_the_move_up_to_a_hedge_that_bars_its_way():
    game = squad((10, 10), (11.5, 10), (10, 8.5), (11.5, 8.5), more="hedge 2,12 20,12\nblue extra X at 14,30")
    assert any(option["heading"] == SOUTH and option["to"][1] == 1150 for option in marches(game))


# In play


@pytest.mark.rule("cappa.6.5b")
@pytest.mark.parametrize(
    "args", [{}, {"to": "here"}, {"to": [1000, 1300], "heading": 9999}, {"to": [1000, 1300], "formation": "wedge"}]
)
def test_an_answer_that_names_no_place_is_refused(args):
    assert refused(squad(*SIX), **args) == "cappa.6.5b"


@pytest.mark.rule("cappa.6.5b")
def test_places_by_hand_are_for_everybody_and_the_measured_one_is_where_he_was_pointed():
    game = squad(*SIX)
    fits = by_hand(game, SOUTH, A=(10, 13))
    assert refused(game, **{**fits, "to": [1000, 1310]}) == "cappa.6.5b"
    del fits["places"]["F"]
    assert refused(game, **fits) == "cappa.6.5b"


@pytest.mark.rule("cappa.6.5b")
@pytest.mark.parametrize("places", [[1000, 1300], "ABC", {"A": [1000, 1300], "B": "there", "C": [1300, 1300]}])
def test_places_by_hand_that_are_no_places_are_refused(places):
    game = squad((10, 10), (11.5, 10), (13, 10))
    assert refused(game, to=[1000, 1300], heading=SOUTH, places=places) == "cappa.6.5b"


@pytest.mark.rule("cappa.6.5c")
def test_what_cannot_be_marched_is_not_drawn():
    game = squad(*SIX)
    assert march_plan(game.state, game.squad("S"), {"to": [1000, 1600], "heading": SOUTH}) is not None
    assert march_plan(game.state, game.squad("S"), {"to": [1000, 1700], "heading": SOUTH}) is None
    assert march_plan(game.state, game.squad("S"), {"to": "far", "heading": SOUTH}) is None


def test_what_is_offered_can_be_done_and_is_drawn_on_the_map():
    chance = random.Random(3)
    for _ in range(12):
        places = [(10 + 1.5 * n, 10 + chance.randint(-6, 6) / 10) for n in range(5)]
        wall = f"hedge 5,{chance.randint(12, 15)} {chance.randint(10, 16)},{chance.randint(12, 15)}"
        more = f"{wall}\nblue extra X at {chance.randint(5, 20)},{chance.randint(15, 30)}"
        for number in range(len(marches(squad(*places, more=more)))):
            game = squad(*places, more=more)
            option = marches(game)[number]
            drawn = sketch(game.state, decision(game), option)
            assert [one["kind"] for one in drawn] == ["way"] * 5 + ["bases"]
            game.do("S", option)
            stand = {(one.x, one.y) for one in map(game.figure, game.squad("S").members)}
            assert {tuple(place) for place in drawn[-1]["points"]} == stand
            assert not RULES.faults(game.state)
            assert not separated(game.state, game.squad("S"))


@pytest.mark.rule("cappa.6.5g", "cappa.2.2.1t")
@pytest.mark.parametrize(("more", "may"), [("", True), ("blue extra X at 12,10", False)])
def test_a_squad_of_which_one_cannot_move_takes_no_other_formation(more, may):
    game = squad((10, 10), (11, 10), (10, 12), (11.5, 12.5), more=more)
    assert game.may("S", "reform") == may
    assert bool(marches(game)) == may


@pytest.mark.rule("cappa.6.5g")
def test_one_alone_of_a_squad_has_no_formation_to_take():
    assert not squad((10, 10)).may("S", "reform")


@pytest.mark.rule("cappa.6.5.h1", "cappa.6.5.h2")
def test_a_squad_that_wades_out_towards_a_wall_is_shown_the_ways_past_it():
    game = situation("""
        cappa on open ground
        marsh 0,0 40,11
        hedge 8,14.2 12.5,14.2
        red extra A at 10,10.8, squad S, Mov 4
        red extra B at 11.1,10.8, squad S, Mov 4
        red extra C at 10,9.7, squad S, Mov 4
        red squad S, pa 2
        blue extra X at 30,38
    """)
    south = [tuple(one["to"]) for one in game.offered("S") if one.key == "march" and one["heading"] == 1800]
    assert south == [(1150, 1180), (1118, 1241)]
