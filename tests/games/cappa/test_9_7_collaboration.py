"""Chapter 9.7: squads pool their PA for works that take them the whole turn."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.cappa.feats.collaboration import hands_of
from alfiere.games.cappa.feats.works import Work, jobs
from alfiere.games.cappa.people.muster import offered_options
from alfiere.games.cappa.scenario.ground_changes import Gap, Made, as_line, burning
from alfiere.games.cappa.sheets.tables import tables
from alfiere.kernel.decision import Illegal, Option
from alfiere.kernel.objection import Objection
from tests.games.cappa.guns import told
from tests.situation import situation

WORK = Work()
FREE: Any = WORK.judged
HOUSE = "building 20,10 26,14 door south\n"


def squad(count: int, die: int, more: str = HOUSE, *, option: str = "option collaboration yes") -> str:
    men = "\n".join(f"red extra M{n} at {20.5 + n},14.5, squad S" for n in range(count))
    return f"cappa on open ground\n{men}\nred squad S, open, die {die}\nblue extra Z at 5,35\n{option}\n{more}"


def insist(game, **args):
    """A work that is not in the list, because it is too much."""
    return FREE(game.state, game.squad("S"), {"figure": "S", **args})


BURN = {"work": "burn", "about": "building_stone-1"}


@pytest.mark.rule("cappa.ex.42", "cappa.9.7.2a", "cappa.9.7.2b", "cappa.9.7.2e")
@pytest.mark.parametrize(("count", "die", "had", "done"), [(5, 2, 10, True), (4, 3, 12, True), (4, 2, 8, False)])
def test_setting_a_building_on_fire(count, die, had, done):
    game = situation(squad(count, die))
    assert game.may("S", "work work=burn") == done
    option = insist(game, **BURN)
    assert isinstance(option, Option)
    events = game.do("S", option)
    (worked,) = told(events, "worked-together")
    assert (worked.had, worked.needed, worked.done) == (had, 10, done)
    assert list(burning(game.state.changed)) == (["building_stone-1"] if done else [])
    ended = game.phase("end")
    assert [one.how for one in told(ended, "ground-changed")] == (["burning"] if done else [])


@pytest.mark.rule("cappa.9.7.2c", "cappa.9.7.2d")
def test_what_is_left_over_is_lost_and_the_squad_has_done_its_turn():
    game = situation(squad(6, 3))
    game.do("S", "work work=burn")
    assert game.squad("S").pa == 0
    assert game.squad("S").is_activated  # it has had its die, and acts no more in the last phase
    from alfiere.games.cappa.turn.actions import idle

    assert game.squad("S") not in idle(game.state, "red")


@pytest.mark.rule("cappa.9.7.2.h5")
def test_too_few_points_are_spent_for_nothing_and_not_kept():
    game = situation(squad(4, 2))
    game.do("S", insist(game, **BURN))
    assert game.squad("S").pa == 0
    game.squad("S").pa = 2
    game.state.acting, game.state.turn = "", 2
    assert not game.may("S", "work work=burn")


@pytest.mark.rule("cappa.9.7.1a")
def test_every_work_takes_more_than_one_man_has():
    assert all(work.pa > tables().numbers.valid_die for work in tables().works.values())
    costs = {work.id: work.pa for work in tables().works.values()}
    assert costs == {
        "burn": 10,
        "quench": 10,
        "break_in": 6,
        "tear_down": 8,
        "barricade": 12,
        "fortify": 12,
        "trench": 15,
        "bridge": 12,
        "spike": 6,
        "right": 8,
    }


@pytest.mark.rule("cappa.9.7.1a")
def test_without_the_option_nobody_works_together():
    game = situation(squad(5, 3, option=""))
    assert not game.may("S", "work")
    assert "collaboration" in offered_options(game.scenario)


@pytest.mark.rule("cappa.9.7.2.h3")
def test_where_there_is_a_gun_the_works_are_in_force_without_the_option():
    game = situation(squad(5, 3, HOUSE + "gun G light_gun at 30,30, seat blue", option=""))
    assert game.may("S", "work work=burn")


@pytest.mark.rule("cappa.9.7.1b")
def test_only_squads_work_together():
    game = situation("cappa on open ground\nred protagonist A at 21,14.5, pa 3\noption collaboration yes\n" + HOUSE)
    assert not game.may("A", "work")
    refusal = FREE(game.state, game.figure("A"), {"figure": "A", **BURN})
    assert isinstance(refusal, Objection)
    assert refusal.rule == "cappa.9.7.1b"


@pytest.mark.rule("cappa.9.7.1b")
def test_a_born_leader_has_lone_men_work_with_him():
    men = "\n".join(f"red protagonist P{n} at {22 + n},14.5" for n in range(4))
    leader = "red protagonist A at 21,14.5, pa 3, abilities LS"
    game = situation(f"cappa on open ground\n{leader}\n{men}\noption collaboration yes\n{HOUSE}")
    assert not game.may("A", "work work=burn")
    game.do("A", "lead followers=P0,P1,P2,P3")
    events = game.do("A", "work work=burn")
    assert told(events, "worked-together")[0].had == 10  # five by two
    assert burning(game.state.changed)


@pytest.mark.rule("cappa.9.7.2.h1")
@pytest.mark.parametrize(
    "change",
    [
        lambda game: setattr(game.squad("S"), "pa", 2),
        lambda game: setattr(game.squad("S"), "shaken", "loss"),
        lambda game: setattr(game.state, "phase", "last"),
    ],
)
def test_a_squad_that_has_spent_something_or_is_shaken_does_not_begin(change):
    game = situation(squad(5, 3))
    assert game.may("S", "work")
    change(game)
    assert not game.may("S", "work")
    refusal = insist(game, **BURN)
    assert refusal.rule == "cappa.9.7.2.h1"


@pytest.mark.rule("cappa.9.7.2.h1")
def test_a_squad_in_melee_does_not_begin():
    assert not situation(squad(5, 3) + "blue extra E at 20.5,15.5").may("S", "work")


@pytest.mark.rule("cappa.9.7.2.h4")
def test_who_lies_down_or_is_out_of_formation_does_not_count():
    game = situation(squad(5, 2))
    game.figure("M4").is_prone = True
    assert [one.id for one in hands_of(game.state, game.squad("S"))] == ["M0", "M1", "M2", "M3"]
    assert not game.may("S", "work work=burn")
    game.figure("M4").is_prone = False
    game.figure("M4").x += 300
    assert len(hands_of(game.state, game.squad("S"))) == 4


@pytest.mark.rule("cappa.9.7.2.h2")
def test_one_of_them_must_touch_what_they_work_on():
    game = situation(squad(5, 2))
    for n in range(5):
        game.figure(f"M{n}").y += 2
    assert not game.may("S", "work work=burn")
    game.figure("M0").y -= 2
    assert game.may("S", "work work=burn")


@pytest.mark.rule("cappa.9.7.2.h2")
def test_a_fire_is_put_out_in_the_turn_after_it_was_lit_only():
    game = situation(squad(5, 2, HOUSE + "changed burning|building_stone-1|3\nturn 4"))
    assert not game.may("S", "work work=burn")
    game.do("S", "work work=quench")
    assert not burning(game.state.changed)
    late = situation(squad(5, 2, HOUSE + "changed burning|building_stone-1|3\nturn 5"))
    assert not late.may("S", "work work=quench")


@pytest.mark.rule("cappa.9.7.2.h2")
@pytest.mark.parametrize(
    ("ground", "work", "die"), [("hedge 18,14 34,14", "tear_down", 2), ("stream 18,14 34,14", "bridge", 3)]
)
def test_two_um_of_hedge_are_torn_down_or_of_a_stream_bridged(ground, work, die):
    game = situation(squad(4, die, ground + "\nred extra X at 20.5,16, pa 1"))
    with pytest.raises(Illegal):
        game.move("X", 20.5, 13)
    game.do("S", f"work work={work}")
    game.figure("M0").where = "gone"  # he stands in the way
    game.move("X", 20.5, 13)
    assert game.at("X") == (20.5, 13)


@pytest.mark.rule("cappa.9.7.2.h2")
def test_a_barricade_is_raised_and_covers():
    game = situation(squad(4, 3, "blue extra E at 20.5,5"))
    assert not game.covered("M0", "E")
    game.do("S", "work work=barricade about=north")
    assert game.covered("M0", "E")
    assert not game.covered("M3", "E")


@pytest.mark.rule("cappa.9.7.2.h2")
def test_a_trench_covers_the_whole_squad():
    game = situation(squad(5, 3, "blue extra E at 20.5,5"))
    game.do("S", "work work=trench")
    assert all(game.covered(f"M{n}", "E") for n in range(5))


LOCKED = """
[[terrain]]
kind = "building_stone"
id = "house"
name = { en = "house", it = "casa" }
rect = [20, 10, 22, 14]
doors = ["south"]
locked = ["south"]
windows = 0
"""


@pytest.mark.rule("cappa.9.7.2.h2")
def test_a_locked_door_is_broken_down_by_many():
    game = situation(squad(4, 2, "red extra X at 21,15.6, pa 3" + LOCKED))
    assert not game.may("S", "cross")
    (changed,) = told(game.do("S", "work work=break_in"), "ground-changed")
    assert (changed.feature, changed.how, changed.at) == ("house/door-south-0", "broken", (2100, 1400))
    game.figure("M0").where = game.figure("M1").where = "gone"
    game.move("X", 21, 13)
    assert game.at("X") == (21, 13)


INSIDE = ((24.3, 13.5), (25.3, 13.5), (24.3, 12.5), (25.3, 12.5))


@pytest.mark.rule("cappa.9.7.2.h2")
def test_the_openings_of_one_side_are_fortified():
    men = "\n".join(f"red extra M{n} at {x},{y}, squad S" for n, (x, y) in enumerate(INSIDE))
    rest = "red squad S, open, die 3\noption collaboration yes\nred extra X at 23,14.5, pa 1\nblue extra Z at 5,5\n"
    game = situation(f"cappa on open ground\n{men}\n{rest}{HOUSE}")
    assert game.may("X", "cross")
    game.do("S", "work work=fortify about=building_stone-1/door-south-0")
    assert not game.may("X", "cross")


@pytest.mark.rule("cappa.9.7.2.h2")
def test_a_work_that_is_not_there_is_refused():
    game = situation(squad(5, 3))
    refusal = insist(game, work="spike", about="G")
    assert (refusal.rule, isinstance(refusal, Objection)) == ("cappa.9.7.2.h2", True)


# What is done where


FOUR = """
    cappa on open ground
    red extra A at {x},{y}, squad S
    red extra B at {x},{south}, squad S
    red extra C at {x},{souther}, squad S
    red extra D at {x},{last}, squad S
    red squad S, open, die 3
    blue extra Z at 35,35
    option collaboration yes
    {more}
"""


def works(x=10.0, y=10.0, more="", **sets):
    """The works that four men could begin, one below the other with the first at the top."""
    game = situation(FOUR.format(x=x, y=y, south=y + 1.5, souther=y + 3, last=y + 4.5, more=more))
    for key, value in sets.items():
        setattr(game.figure("A"), key, value)
    return game, list(jobs(game.state, game.squad("S")))


@pytest.mark.rule("cappa.9.7.2.h2")
def test_a_barricade_of_two_um_stands_right_before_the_first_of_them_on_any_side():
    _, found = works()
    lines = {job.about: job.change for job in found if job.work == "barricade"}
    assert lines == {
        "north": as_line(Made("barricade", 0, (900, 949), (1100, 949))),
        "east": as_line(Made("barricade", 0, (1051, 900), (1051, 1100))),
        "south": as_line(Made("barricade", 0, (900, 1051), (1100, 1051))),
        "west": as_line(Made("barricade", 0, (949, 900), (949, 1100))),
    }


@pytest.mark.rule("cappa.9.7.2.h2")
@pytest.mark.parametrize(
    ("x", "more", "sides"),
    [
        (1, "", "north east south west"),
        (0.99, "", "east west"),  # the others would reach beyond the table
        (39.01, "", "east west"),
        (10, "red extra F at 10.9,9.2", "south west"),  # he stands where it would be
        (10, "red extra F at 11.6,10", "north east south west"),
    ],
)
def test_a_barricade_needs_room(x, more, sides):
    _, found = works(x=x, more=more)
    assert " ".join(job.about for job in found if job.work == "barricade") == sides


@pytest.mark.rule("cappa.9.7.2.h2")
def test_a_trench_holds_all_their_bases_and_nothing_is_dug_in_a_house():
    game, found = works()
    (trench,) = [job for job in found if job.work == "trench"]
    assert trench.change == as_line(Made("hollow", 0, (950, 950), (1050, 1500)))
    assert trench.at == (1000, 1225)
    game.state.changed.append(trench.change)  # the next has a name of its own
    assert [job.change for job in jobs(game.state, game.squad("S")) if job.work == "trench"] == [
        as_line(Made("hollow", 1, (950, 950), (1050, 1500)))
    ]
    _, inside = works(more="building 9,13.5 12,17 door south")  # the last of them touches its ground
    assert not {"trench", "barricade"} & {job.work for job in inside}


@pytest.mark.rule("cappa.9.7.2.h2")
@pytest.mark.parametrize(
    ("ground", "found"),
    [
        ("hedge 10.5,5 10.5,20", ("tear_down", as_line(Gap("hedge-1", 0, (1050, 900), (1050, 1100))))),
        ("fence 10.5,5 10.5,20", ("tear_down", as_line(Gap("fence-1", 0, (1050, 900), (1050, 1100))))),
        ("ditch 10.5,5 10.5,20", ("bridge", as_line(Gap("ditch-1", 0, (1050, 900), (1050, 1100))))),
        ("low wall 10.5,5 10.5,20", None),  # of stone
        ("hedge 10.52,5 10.52,20", None),  # nobody touches it
        ("wood 1,1 3,3\nhedge 10.5,5 10.5,20", ("tear_down", as_line(Gap("hedge-1", 0, (1050, 900), (1050, 1100))))),
        ("hedge 10.51,5 10.51,20", ("tear_down", as_line(Gap("hedge-1", 0, (1051, 900), (1051, 1100))))),
    ],
)
def test_what_is_torn_down_or_bridged_lies_where_the_first_of_them_touches_it(ground, found):
    _, all_ = works(more=ground)
    lines = [(job.work, job.change) for job in all_ if job.work in ("tear_down", "bridge")]
    assert lines == ([found] if found else [])


@pytest.mark.rule("cappa.9.7.2.h4", "cappa.9.7.2.h2")
def test_riders_do_no_such_work():
    text = FOUR.format(x=10, y=10, south=12.5, souther=15, last=17.5, more="hedge 11,5 11,20")
    text = text.replace(", squad S\n", ", mounted, Mov 8, abilities RI, squad S\n", 1)
    game = situation(text)
    assert list(jobs(game.state, game.squad("S"))) == []


@pytest.mark.rule("cappa.9.7.2e")
def test_at_the_end_of_the_turn_only_what_was_lit_in_it_is_told_to_burn():
    game = situation(squad(5, 3))
    game.do("S", "work work=burn")
    assert [one.at for one in told(game.phase("end"), "ground-changed")] == [(2300, 1200)]
    game.state.turn = 2
    assert not [one for one in told(game.phase("end"), "ground-changed") if one.how == "burning"]


@pytest.mark.rule("cappa.9.7.2.h2")
@pytest.mark.parametrize(
    ("first", "may"),
    [
        ((39, 20), {"north", "south", "east", "west"}),
        ((39.01, 20), {"east", "west"}),
        ((1, 20), {"north", "south", "east", "west"}),
        ((0.99, 20), {"east", "west"}),
        ((20, 39), {"north", "south", "east", "west"}),
        ((20, 39.01), {"north", "south"}),
        ((20, 1), {"north", "south", "east", "west"}),
        ((20, 0.99), {"north", "south"}),
    ],
)
def test_a_barricade_lies_wholly_on_the_table(first, may):
    """Two um of it, half an um before the first of them."""
    game = situation(squad(1, 3, ""))
    game.figure("M0").x, game.figure("M0").y = round(100 * first[0]), round(100 * first[1])
    assert {job.about for job in jobs(game.state, game.squad("S")) if job.work == "barricade"} == may


@pytest.mark.rule("cappa.9.7.2.h2")
def test_an_overturned_cart_is_told_where_it_lay():
    cart = """
        [[terrain]]
        kind = "barricade"
        name = { en = "overturned cart", it = "carro rovesciato" }
        id = "wreck"
        points = [[21, 15.01]]
        length = 2
        cart = "carro"
    """
    game = situation(squad(4, 3, cart))
    (right,) = [one for one in jobs(game.state, game.squad("S")) if one.work == "right"]
    assert (right.about, right.at) == ("wreck", (2100, 1501))
