"""Round 4 as it is played: all name their targets, all fire, then losses, throws and tests (3.4.25, 3.4.26)."""

from __future__ import annotations

import pytest

from alfiere.games.fucilieri.fire.fire_round import fire_round, objection, volleys_for
from alfiere.games.fucilieri.movement.forced import MOVES
from alfiere.games.fucilieri.orders.demands import note_obliged
from alfiere.games.fucilieri.state.leader import KILLED
from alfiere.games.fucilieri.state.unit import FIRST_VOLLEY_SPENT, HAS_FIRED, LOST
from alfiere.games.fucilieri.told.fire import VolleyFired, VolleyNamed
from alfiere.games.fucilieri.told.morale import CharacterTried, FiguresLost, ReactionTested
from alfiere.kernel.decision import Option
from tests.games.fucilieri.lines import Situation
from tests.situation import situation

FOOT = "red foot A at 60,40 facing S, line, initial 16, average, cannot"
FOE = "blue foot F at 60,57 facing N, line, initial 16, average, normal, cannot, with officer"  # 12 cm away
DUMB = ", weapon none"


def fires(*lines: str, answers: tuple[str, ...] = ("volley unit=A target=F",)) -> Situation:
    """Round 4 with these answers; whoever is not named there ceases fire if he may."""
    game: Situation = situation("\n".join(("fucilieri", *lines)))
    game.otherwise = -1
    game.state.phase, game.state.step, game.state.queue = "fire", 0, []
    game.run(lambda g: fire_round(g, MOVES), *answers)
    assert game.dice_left == {}
    return game


@pytest.mark.rule("fucilieri.ex.41")
@pytest.mark.rule("fucilieri.3.4.13")
@pytest.mark.rule("fucilieri.3.4.20")
@pytest.mark.rule("fucilieri.3.4.23")
def test_a_first_volley_at_12_cm_costs_three_and_no_test():
    game = fires(FOOT, FOE + DUMB, "dice red 6 5 4 3 2 1 blue 6")  # the officer throws
    fired = game.told(VolleyFired)[0]
    assert (fired.dice.total, fired.needed, fired.hits) == (6, 4, 3)
    assert game["F"].figures == 13
    assert game.told(ReactionTested) == []
    assert FIRST_VOLLEY_SPENT.is_on(game["A"])
    assert HAS_FIRED.is_on(game["A"])


@pytest.mark.rule("fucilieri.ex.42")
@pytest.mark.rule("fucilieri.3.4.13")
@pytest.mark.rule("fucilieri.0.11")
def test_a_volley_at_long_distance_after_a_move_hits_with_sixes_and_keeps_the_first():
    line = "red foot A at 60,40 facing S, line, initial 14, average, cannot, moved"
    far = "blue foot F at 60,70 facing N, line, initial 16, average, normal, cannot, weapon none"
    game = fires(line, far, "dice red 6 6 5 4 1")
    fired = game.told(VolleyFired)[0]
    assert (fired.band, fired.dice.total, fired.needed, fired.hits) == ("long", 5, 6, 2)
    assert not FIRST_VOLLEY_SPENT.is_on(game["A"])


@pytest.mark.rule("fucilieri.ex.47")
@pytest.mark.rule("fucilieri.3.4.23")
@pytest.mark.rule("fucilieri.3.4.26")
def test_the_fourth_figure_lost_asks_for_a_test_after_the_throws():
    support = "blue foot S at 60,66 facing N, line, initial 16, average, weapon none"
    game = fires(FOOT, FOE + DUMB, support, "dice red 6 6 6 6 1 1 blue 6 2")
    assert game["F"].figures == 12
    kinds = [type(one) for one in game.events if isinstance(one, FiguresLost | CharacterTried | ReactionTested)]
    assert kinds == [FiguresLost, CharacterTried, ReactionTested]
    tested = game.told(ReactionTested)[0]
    assert tested.score == 6
    assert game["F"].is_disorganised
    assert not game["F"].is_demoralised


@pytest.mark.rule("fucilieri.3.4.23")
def test_several_quarters_in_one_round_ask_for_one_test():
    other = "red foot B at 60,74 facing N, line, initial 16, average, cannot"
    both = ("volley unit=A target=F", "volley unit=B target=F")
    game = fires(FOOT, other, FOE + DUMB, "dice red 6 6 6 6 1 1 6 6 6 6 1 1 blue 6 6", answers=both)
    assert game["F"].figures == 8
    assert len(game.told(ReactionTested)) == 1


@pytest.mark.rule("fucilieri.3.4.1")
@pytest.mark.rule("fucilieri.3.4.25")
def test_all_targets_are_named_before_any_die_and_the_dispersed_have_fired_too():
    weak = "blue foot F at 60,57 facing N, line, initial 16, figures 5, average, normal, cannot, with officer"
    answers = ("volley unit=A target=F", "volley unit=F target=A")
    game = fires(FOOT, weak, "dice red 6 6 6 6 6 6 blue 6 6", answers=answers)
    kinds = [type(one) for one in game.events if isinstance(one, VolleyNamed | VolleyFired | FiguresLost)]
    assert kinds[:4] == [VolleyNamed, VolleyNamed, VolleyFired, VolleyFired]
    assert game["F"].where == LOST
    assert game["A"].figures == 14


@pytest.mark.rule("fucilieri.3.4.25")
def test_targets_are_named_command_by_command_in_execution_order():
    game: Situation = situation(f"fucilieri\n{FOOT}\n{FOE}")
    game.command("red").execution, game.command("blue").execution = 5, 1
    game.state.phase, game.state.step, game.otherwise = "fire", 0, -1
    game.run(lambda g: fire_round(g, MOVES))
    assert [one.about["command"] for one in game.asked] == ["blue", "red"]


@pytest.mark.rule("fucilieri.3.4.20")
def test_hits_beyond_the_last_figure_are_lost():
    weak = "blue skirmishers F at 60,57 facing N, open, initial 8, figures 3, average, cannot, weapon none"
    game = fires(FOOT, weak, "dice red 6 6 6 6 6 6")
    assert [one.figures for one in game.told(FiguresLost)] == [3]
    assert game["F"].where == LOST


@pytest.mark.rule("fucilieri.3.4.21")
def test_a_gun_without_crew_is_lost():
    guns = "blue guns F at 60,57 facing N, limbered, guns 2, average"
    game = fires(FOOT, guns, "dice red 6 6 6 6 1 1 blue 6 6")
    assert (game["F"].figures, game["F"].guns) == (4, 1)


@pytest.mark.rule("fucilieri.3.4.12")
def test_a_square_fires_all_its_faces_with_the_first_volley():
    game = fires(
        "red foot A at 60,60 facing S, square, initial 16, average, cannot",
        "blue foot F at 60,80 facing N, line, initial 16, cannot, weapon none",
        "blue foot G at 60,40 facing S, line, initial 16, cannot, weapon none",
        "dice red 4 4 4 4 blue",
        answers=("volley unit=A target=F", "volley unit=A target=G"),
    )
    assert [(one.target, one.needed, one.hits) for one in game.told(VolleyFired)] == [("F", 4, 2), ("G", 4, 2)]
    assert len({one.face for one in game.told(VolleyNamed)}) == 2
    assert FIRST_VOLLEY_SPENT.is_on(game["A"])


@pytest.mark.rule("fucilieri.3.4.22")
def test_a_leader_who_is_hit_throws_once():
    for die, where in ((1, KILLED), (2, "on")):
        game = fires(
            FOOT,
            "blue condottiero L at 60,55 cv 3",
            f"dice red 6 6 6 1 1 1 blue {die}",
            answers=("volley unit=A target=L",),
        )
        assert (game.leader("L").where == KILLED) == (where == KILLED)


def test_attack_makes_it_fire_who_stands_near():
    game: Situation = situation(f"fucilieri\n{FOOT}\n{FOE}")
    assert [one.key for one in volleys_for(game.state, "red")] == ["volley", "cease-fire"]
    note_obliged(game.state)
    assert [one.key for one in volleys_for(game.state, "red")] == ["volley"]


def test_who_must_fire_and_has_one_target_is_not_asked():
    game: Situation = situation(f"fucilieri\n{FOOT}\n{FOE}{DUMB}")
    note_obliged(game.state)
    game.state.phase, game.state.step = "fire", 0
    game.run(lambda g: fire_round(g, MOVES))
    assert not game.asked
    assert [(one.unit, one.target) for one in game.told(VolleyNamed)] == [("A", "F")]


def test_an_answer_that_is_not_offered_is_refused_with_its_rule():
    game: Situation = situation(f"fucilieri\n{FOOT}\n{FOE}\nblue foot G at 60,90 facing N")
    found = objection(game.state, Option("volley", {"unit": "A", "target": "G"}, ()))
    assert found is not None
    assert found.rule == "fucilieri.3.4.3"
