"""Chapter 2.2.3 with a Game Master: he says how hard an improvised attack is and what it does."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.cappa.computer.sense import considered
from alfiere.games.cappa.feats.improvised import Improvise
from alfiere.games.cappa.feats.rulings import results
from alfiere.games.cappa.scenario.scenario import MASTER
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.action_points import BLINDED
from alfiere.games.cappa.told.events import Improvised, Shot
from alfiere.games.cappa.told.master_events import Ruled, RuledResult
from alfiere.kernel.decision import Decision, Option
from tests.situation import situation

CLOSE = """
    cappa on open ground
    option game_master {led}
    red protagonist A at 10,10, pa 3, 6/4/4
    blue extra B at 13,10, pa 2
    dice red {red} blue {blue}
"""


def close(red: str, blue: str = "", led: str = "yes") -> Any:
    """A three um from B, and the dice that are rolled."""
    return situation(CLOSE.format(red=red, blue=blue, led=led))


@pytest.mark.rule("cappa.2.2.3a")
@pytest.mark.parametrize(
    ("add", "roll", "hit"), [(0, 2, True), (0, 3, False), (2, 4, True), (2, 5, False), (-1, 2, False)]
)
def test_the_game_master_says_how_hard_an_improvised_attack_is(add: int, roll: int, hit: bool):
    game = close(f"1 {roll}")
    game.do("A", "improvise what=throw_to_daze", f"rule-difficulty add={add}", *["rule-result"] * hit)
    (told,) = game.told(Improvised)
    assert (told.tally.total, told.hit) == (2 + add, hit)
    assert [one.add for one in game.told(Ruled)] == [add]
    assert (game.figure("B").pa == 0) == hit


@pytest.mark.rule("cappa.2.2.3a")
def test_he_is_asked_only_of_who_has_kept_his_nerve_and_within_bounds():
    game = close("10")
    game.do("A", "improvise what=throw_to_daze")
    assert not game.told(Ruled)
    game = close("1 10")
    game.do("A", "improvise what=throw_to_daze", "rule-difficulty")
    (asked,) = [one for one in game.asked if one.key == "rule-difficulty"]
    assert asked.seat == MASTER
    assert [one["add"] for one in asked.options] == [0, 1, -1, 2, -2]


@pytest.mark.rule("cappa.2.2.3a")
@pytest.mark.parametrize("what", ["topple", "blind", "kick", "throw_to_daze"])
def test_and_what_it_does_if_it_succeeds(what: str):
    game = close("1 1")
    game.do("A", "improvise what=throw_to_daze", "rule-difficulty", f"rule-result what={what}")
    assert [(one.target, one.what) for one in game.told(RuledResult)] == [("B", what)]
    target = game.figure("B")
    assert target.is_prone == (what in ("topple", "kick"))
    assert target.pa == {"topple": 1, "throw_to_daze": 0}.get(what, 2)
    assert (target.x > 1300) == (what == "kick")
    assert BLINDED.is_on(target) == (what == "blind")


@pytest.mark.rule("cappa.2.2.3a", "cappa.2.2.3.h5")
def test_a_mug_meant_to_daze_may_wound_if_he_says_so():
    game = close("1 1 1", "5")
    game.do("A", "improvise what=throw_to_daze", "rule-difficulty add=1", "rule-result what=throw_to_harm")
    (shot,) = game.told(Shot)
    assert (shot.weapon, shot.tally.total, shot.wounded) == ("IW", 3, True)


@pytest.mark.rule("cappa.2.2.3a")
def test_every_result_of_the_table_may_be_his_ruling_and_no_damage_without_a_roll_to_hit():
    every = tables().improvised
    assert [one.id for one in results(every["kick"])] == ["kick", "throw_to_harm", "throw_to_daze", "topple", "blind"]
    assert [one.id for one in results(every["trick"])] == ["trick", "kick", "topple", "blind"]


def test_a_trick_that_works_is_ruled_on_too():
    game = close("1", "10")
    game.do("A", "improvise what=trick", "rule-result what=blind")
    assert game.figure("B").pa == 2
    assert not game.told(Ruled)
    assert [one.what for one in game.told(RuledResult)] == ["blind"]


def test_without_a_game_master_the_table_holds_and_nobody_is_asked():
    game = close("1 2", led="no")
    game.do("A", "improvise what=throw_to_daze")
    assert game.figure("B").pa == 0
    assert not game.told(Ruled)
    assert not game.told(RuledResult)


def test_his_own_people_are_judged_by_the_table():
    game = close("", "")
    game.dice = {MASTER: [1, 2]}
    game.figure("A").seat = MASTER
    game.do("A", "improvise what=throw_to_daze")
    assert game.figure("B").pa == 0
    assert not game.told(Ruled)


@pytest.mark.parametrize(("led", "count"), [("yes", 1), ("no", 2)])
def test_odds_are_told_as_far_as_they_are_known(led: str, count: int):
    game = close("1", led=led)
    option = Option("improvise", {"figure": "A", "what": "throw_to_daze", "target": "B"})
    decision = Decision("red", "action", [option], {"figure": "A", "pa": 3})
    assert len(Improvise().prospects(game.state, decision, option)) == count


def test_the_computer_goes_by_the_table():
    options = [Option("rule-difficulty", {"add": add}) for add in (0, 1, -1)]
    decision = Decision(MASTER, "rule-difficulty", options, {"figure": "A"})
    assert considered(close("1").state, decision) == options[:1]
