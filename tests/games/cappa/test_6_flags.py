"""Chapter 6.2, the ensign: who carries the flag, how it falls, who takes it up again."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.morale.morale_tests import morale_tally
from alfiere.games.cappa.movement.exits import depart
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.people.flags import name_ensign
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.shown.view import view
from alfiere.games.cappa.told.events import FlagFell, FlagRaised, MoraleTested, Taken
from alfiere.games.cappa.weaponry.wounds import eliminate, put_out, withdraw
from alfiere.kernel.bad_data import BadData
from tests.situation import situation

RULES = Cappa()
FIVE = """
    cappa on open ground
    red protagonist L at 10,10, squad S
    red extra A at 11.2,10, squad S, CA 5
    red extra B at 12.4,10, squad S, CA 5
    red extra C at 11.2,11.2, squad S, CA 5
    red extra D at 12.4,11.2, squad S, CA 5
    red squad S led by L, pa {pa}, {flag}
    {more}
"""


def five(flag="flag A", more="", pa=3):
    """A leader and four men, of whom A carries the flag."""
    return situation(FIVE.format(flag=flag, more=more, pa=pa))


def tally(game, name="S") -> dict[str, int]:
    """What changes the morale of a squad."""
    return {reason: amount for amount, reason, _ in morale_tally(game.state, game.squad(name)).lines}


def out(game, *names: str) -> None:
    """These are put out of action."""

    def act(g):
        for name in names:
            put_out(g, g.state.figures[name])
        yield from ()

    game.run(act)


def put(game, name: str, x: float, y: float) -> None:
    """Somebody stands there now."""
    game.figure(name).x, game.figure(name).y = round(100 * x), round(100 * y)


# Who carries it


def scenario(**changes):
    """The guards as a squad of four with a flag, or otherwise."""
    source = dict(read_scenario("guardie").source)
    first, second = source["side"]
    guards = {
        **first["squad"][0],
        "members": [{"profile": "guardia_cardinale", "count": 4}],
        "has_ensign": True,
        **changes,
    }
    source["special"] = [one for one in source["special"] if one["kind"] != "squad of any size"]
    return {**source, "side": [{**first, "squad": [guards]}, second]}


@pytest.mark.rule("cappa.6.2a")
@pytest.mark.parametrize("profile", ["guardia_cardinale", "moschettiere", "frondista_borghese"])
def test_soldiers_and_militia_may_have_an_ensign(profile):
    members = [{"profile": profile, "count": 4}]
    assert read_scenario(scenario(members=members)).sides["red"].squad[0].has_ensign


@pytest.mark.rule("cappa.6.2a")
@pytest.mark.parametrize("profile", ["bandito", "contadino", "sbandato"])
def test_nobody_else_may(profile):
    changes = {"members": [{"profile": profile, "count": 4}]}
    with pytest.raises(BadData, match=r"only regular soldiers and militia carry a flag \(cappa.6.2a\)"):
        read_scenario(scenario(**changes))
    assert read_scenario(scenario(**changes, has_ensign=False))


@pytest.mark.rule("cappa.6.2.h3")
def test_the_owner_names_one_of_the_extras_and_he_stays_the_man_he_was():
    game = five()
    game.squad("S").ensign = ""
    before = game.figure("C").sheet, list(game.figure("C").arms)
    game.run(lambda g: name_ensign(g, g.state.squads["S"]), "carry-flag figure=C")
    (asked,) = game.asked
    assert asked.seat == "red"
    assert [option["figure"] for option in asked.options] == ["A", "B", "C", "D"]  # not the leader
    assert game.squad("S").ensign == "C"
    assert before == (game.figure("C").sheet, game.figure("C").arms)


@pytest.mark.rule("cappa.6.2.h3")
def test_a_squad_without_an_ensign_in_its_order_of_battle_names_none():
    game = five(flag="open")
    game.run(lambda g: name_ensign(g, g.state.squads["S"]))
    assert not game.asked


@pytest.mark.rule("cappa.6.2a")
def test_his_player_sees_who_carries_the_flag():
    badges = {one["id"]: one["badges"] for one in view(five().state, "red")["pieces"]}
    assert [name for name, shown in badges.items() if "ensign" in shown] == ["A"]


# How it falls


@pytest.mark.rule("cappa.6.2b")
def test_with_the_ensign_the_squad_loses_its_flag_and_suffers_for_it():
    game = five()
    assert tally(game)["ensign"] == 1
    out(game, "A")
    assert "ensign" not in tally(game)
    assert tally(game)["flag lost"] == -1
    assert [(event.figure, event.squad, event.at) for event in game.told(FlagFell)] == [("A", "S", (1120, 1000))]


@pytest.mark.rule("cappa.6.2b")
def test_another_loss_leaves_the_flag_where_it_is():
    game = five()
    out(game, "B", "L")
    assert game.squad("S").ensign == "A"
    assert not game.told(FlagFell)


@pytest.mark.rule("cappa.6.2b")
def test_the_flag_has_fallen_before_the_squad_tests_for_the_same_attack():
    more = "blue extra X at 11.2,14, with MMK, 5/9/3, pa 1\ndice blue 1 1 red 1"
    game = five(more=more)
    out(game, "B", "C")
    game.do("X", "shoot target=A")
    (test,) = game.told(MoraleTested)
    assert (test.figure, test.cause) == ("S", "losses")
    assert "flag lost" in [reason for _, reason, _ in test.tally.lines]


@pytest.mark.rule("cappa.6.2b")
def test_a_fugitive_who_leaves_the_table_takes_the_flag_with_him():
    game = five()

    def act(g):
        eliminate(g, g.state.figures["A"], "cappa.2.3.3.h10")
        yield from ()

    game.run(act)
    assert not game.state.things
    assert "ensign" not in tally(game)


# Who takes it up


@pytest.mark.rule("cappa.6.2c")
def test_another_member_picks_it_up_for_1_pa_and_is_the_ensign():
    game = five()
    game.figure("B").x = game.figure("A").x + 50
    out(game, "A")
    assert [one.rules for one in game.offered("S") if one.key == "take-flag"] == [("cappa.6.2c", "cappa.2.2.1.h5")]
    game.do("S", "take-flag bearer=B")
    assert game.squad("S").pa == 2
    assert game.squad("S").ensign == "B"
    assert [(event.figure, event.squad) for event in game.told(FlagRaised)] == [("B", "S")]
    out(game, "B")
    assert [event.figure for event in game.told(FlagFell)] == ["A", "B"]


@pytest.mark.rule("cappa.6.2c")
def test_a_member_picks_it_up_who_touches_it():
    game = five()
    out(game, "A")
    assert not game.may("S", "take-flag")  # 0.7 um away
    game.figure("C").y = 1050
    assert game.may("S", "take-flag bearer=C")
    game.figure("C").is_mounted, game.figure("C").mount = True, "riding_horse"
    assert not game.may("S", "take-flag bearer=C")
    game.figure("C").is_mounted = False
    game.squad("S").shaken = "losses"
    assert not game.may("S", "take-flag")


@pytest.mark.rule("cappa.6.2c")
def test_what_else_lies_beside_the_flag_is_not_taken_up_as_one():
    game = five(more="thing K keg at 11.2,10.4")
    game.figure("C").y = 1050
    assert not game.may("S", "take-flag")
    out(game, "A")
    assert [one["thing"] for one in game.offered("S") if one.key == "take-flag"] == ["S-flag"]


@pytest.mark.rule("cappa.6.2c")
def test_a_member_on_a_die_of_his_own_may_take_it_up_too():
    game = five()
    out(game, "A")
    game.figure("C").y, game.figure("C").die, game.figure("C").pa = 1050, 2, 1
    game.do("C", "pick-up thing=S-flag")
    assert game.squad("S").ensign == "C"
    assert game.figure("C").carries == []


@pytest.mark.rule("cappa.6.2.h1")
def test_the_flag_lies_where_the_ensign_stood_and_taken_up_it_is_as_before():
    game = five()
    whole = tally(game)
    out(game, "A")
    flag = game.state.things["S-flag"]
    assert (flag.x, flag.y, flag.kind) == (1120, 1000, "flag")
    game.figure("C").y = 1050
    game.do("S", "take-flag")
    assert not game.state.things
    assert tally(game) == whole
    assert not RULES.faults(game.state)


ENEMY = """
    blue extra X at 20,20, pa 2
    blue extra Y at 30,30, squad T
    blue extra Z at 31.2,30, squad T
    blue squad T"""


@pytest.mark.rule("cappa.6.2.h2")
def test_an_enemy_who_takes_the_flag_keeps_the_squad_in_shame_until_it_is_recovered():
    game = five(more=ENEMY)
    out(game, "A")
    put(game, "X", 11.2, 9.5)
    game.do("X", "pick-up thing=S-flag")
    assert game.state.things["S-flag"].bearer == "X"
    assert tally(game)["flag lost"] == -1
    assert not game.may("S", "take-flag")
    out(game, "X")
    game.figure("C").y = 1000
    game.do("S", "take-flag bearer=C")
    assert "flag lost" not in tally(game)
    assert game.squad("S").ensign == "C"


@pytest.mark.rule("cappa.6.2.h2")
def test_an_enemy_squad_takes_it_as_a_trophy():
    game = five(more=ENEMY + ", pa 2")
    out(game, "A")
    put(game, "Y", 11.2, 9.5)
    put(game, "Z", 11.2, 8.4)
    assert [one.rules for one in game.offered("T") if one.key == "take-flag"] == [("cappa.6.2.h2", "cappa.2.2.1.h5")]
    game.do("T", "take-flag bearer=Y")
    assert game.figure("Y").carries == ["S-flag"]
    assert [(event.figure, event.how) for event in game.told(Taken)] == [("Y", "up")]
    assert tally(game)["flag lost"] == -1
    assert "ensign" not in tally(game, "T")
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.6.2.h2")
def test_a_flag_that_has_left_the_table_is_lost_for_good():
    game = five(more=ENEMY)
    out(game, "A")
    put(game, "X", 11.2, 9.5)
    game.do("X", "pick-up thing=S-flag")

    def act(g):
        depart(g, g.state.figures["X"], "south")
        yield from ()

    game.run(act)
    assert "S-flag" not in game.state.things
    assert tally(game)["flag lost"] == -1


@pytest.mark.rule("cappa.6.2.h2")
def test_a_friend_brings_it_back_into_the_hands_of_the_squad():
    game = five(more="red extra F at 20,20, pa 2\nblue extra X at 30,30")
    out(game, "A")
    put(game, "F", 11.2, 9.5)
    game.do("F", "pick-up thing=S-flag")
    assert tally(game)["flag lost"] == -1
    put(game, "B", 12.2, 9.5)
    game.do("F", "talk what=hand_over target=B")
    assert game.squad("S").ensign == "B"
    assert "flag lost" not in tally(game)
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.9.6a", "cappa.6.2b")
def test_who_is_left_behind_with_the_flag_drops_it():
    game = five()

    def leave(g):
        withdraw(g, g.state.figures["A"])
        yield from ()

    game.run(leave)
    assert not game.squad("S").has_flag
    assert [event.figure for event in game.told(FlagFell)] == ["A"]


@pytest.mark.rule("cappa.4.h2", "cappa.6.2b")
def test_an_ensign_who_leaves_the_table_leaves_no_flag_behind():
    game = five()

    def act(g):
        depart(g, g.state.figures["A"], "south")
        yield from ()

    game.run(act)
    assert not game.told(FlagFell)
    assert not game.state.things
    assert not game.squad("S").lost_flag
