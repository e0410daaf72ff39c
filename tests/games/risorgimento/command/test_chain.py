"""Chapter A.1: who is in command, and what the markers allow."""

import msgspec
import pytest

from alfiere.games.risorgimento.command.chain import (
    command_phase,
    is_in_command,
    may_return,
    move_share,
    why_no_move,
    why_not_there,
)
from alfiere.games.risorgimento.morale.tests import SHAKEN
from alfiere.games.risorgimento.sheets.scenario_forms import OffTable
from alfiere.games.risorgimento.state.unit import TO_COME
from alfiere.games.risorgimento.told.command import CommandTested, Marked
from alfiere.kernel.objection import Objection
from tests.games.risorgimento.staged import CM, NAMED, Stage


def phase_a(game: Stage, *dice: int) -> None:
    game.run(command_phase, dice=dice)


def army() -> Stage:
    """A chief with 40 cm, and a corps commander 30 cm beyond them, with 30 cm of his own."""
    game = Stage()
    chief = game.who("red-chief")
    chief.x, chief.y, chief.radius = 10 * CM, 140 * CM, 40 * CM
    game.commander("cc", at=(10, 60), rank="CC", radius=30 * CM, initiative=6)
    return game


@pytest.mark.rule(
    "risorgimento.ex.6", "risorgimento.a.1.5", "risorgimento.a.1.10", "risorgimento.a.1.11", "risorgimento.a.1.12"
)
def test_a_corps_commander_fails_and_his_divisions_are_blue_or_roll_for_themselves() -> None:
    game = army()
    for id, x in (("x", 30), ("y", 60), ("z", 100)):
        game.commander(id, at=(x, 60), rank="CD", superior="cc", initiative=5, radius=20 * CM)
        game.commander(f"{id}-cb", at=(x, 50), superior=id)
        game.unit(f"{id}1", at=(x, 45), commander=f"{id}-cb")
    phase_a(game, 7, 5, 6)
    assert [(one.commander, one.roll, one.passed) for one in game.told(CommandTested)] == [
        ("cc", 7, False),
        ("y", 5, True),
        ("z", 6, False),
    ]
    assert [game.who(id).colour for id in ("cc", "x", "y", "z")] == ["blue", "blue", "blue", "brown"]
    assert [game[id].colour for id in ("x1", "y1", "z1")] == ["blue", "blue", "brown"]
    assert [move_share(game.state, game[id]) for id in ("x1", "y1", "z1")] == [750_000] * 3
    told = next(one for one in game.told(Marked) if one.seat == "red")
    assert told.brown == ("z", "z-cb", "z1")


@pytest.mark.rule("risorgimento.a.1.6", "risorgimento.a.1.7")
@pytest.mark.parametrize("rank", ["CC", "CD", "CB"])
@pytest.mark.parametrize(("die", "passed"), [(3, True), (4, True), (5, False)])
def test_who_is_out_of_radius_passes_on_a_die_of_his_initiative_or_less(rank: str, die: int, passed: bool) -> None:
    game = Stage()
    game.who("red-chief").radius = 1 * CM
    game.commander("far", at=(50, 80), rank=rank, initiative=4)
    game.commander("near", at=(146, 145), rank=rank, initiative=4)  # he has nothing to roll for
    phase_a(game, die)
    assert [(one.commander, one.passed) for one in game.told(CommandTested)] == [("far", passed)]


@pytest.mark.rule("risorgimento.a.1.18")
@pytest.mark.parametrize("die", [6, 7])
def test_a_division_out_of_radius_rolls_whether_its_corps_commander_has_passed_or_failed(die: int) -> None:
    game = army()
    game.commander("x", at=(60, 60), rank="CD", superior="cc", initiative=5)
    phase_a(game, die, 6)
    assert [(one.commander, one.passed) for one in game.told(CommandTested)] == [("cc", die == 6), ("x", False)]
    assert game.who("x").colour == "brown"


@pytest.mark.rule("risorgimento.a.1.9", "risorgimento.a.1.7", "risorgimento.cmd.4")
def test_a_corps_commander_who_rolls_his_initiative_or_less_has_his_divisions_in_command() -> None:
    game = army()
    game.commander("x", at=(30, 60), rank="CD", superior="cc")
    phase_a(game, 6)
    assert [game.who(id).colour for id in ("cc", "x")] == ["", ""]


@pytest.mark.rule("risorgimento.a.1.8")
def test_a_corps_commander_with_campaign_orders_need_not_roll() -> None:
    game = army()
    game.run(lambda g: command_phase(g, lambda s, who: who.rank == "CC"))
    assert game.who("cc").colour == ""


@pytest.mark.rule(
    "risorgimento.ex.7",
    "risorgimento.a.1.13",
    "risorgimento.a.1.14",
    "risorgimento.a.1.17",
    "risorgimento.a.1.3",
    "risorgimento.a.1.19",
)
def test_brigade_commanders_out_of_radius_are_yellow_or_green_and_a_lone_battalion_may_only_go_back() -> None:
    game = Stage()
    game.commander("cd", at=(50, 80), rank="CD", radius=22 * CM)
    game.commander("cb1", at=(10, 80), superior="cd", initiative=4)
    game.commander("cb2", at=(100, 80), superior="cd", initiative=4)
    game.commander("cb3", at=(50, 70), superior="cd", radius=12 * CM)
    game.unit("A", at=(10, 75), commander="cb1")
    game.unit("B", at=(100, 75), commander="cb2")
    game.unit("C", at=(50, 56.5), commander="cb3")  # inside
    game.unit("D", at=(53.5, 54.5), commander="cb3")  # outside, corner to corner
    game.unit("E", at=(30, 54), commander="cb3")  # outside
    phase_a(game, 4, 5)
    assert [game.who(id).colour for id in ("cb1", "cb2", "cb3")] == ["yellow", "green", ""]
    assert [game[id].colour for id in "ABCDE"] == ["yellow", "green", "", "", "green"]
    assert [move_share(game.state, game[id]) for id in "ABCDE"] == [500_000, 0, 1_000_000, 1_000_000, 1_000_000]
    assert [may_return(game.state, game[id]) for id in "ABCDE"] == [False, False, False, False, True]
    assert [is_in_command(game.state, game[id]) for id in "ABCDE"] == [True, False, True, True, False]


@pytest.mark.rule("risorgimento.ex.8", "risorgimento.a.1.1", "risorgimento.a.1.3", "risorgimento.a.1.4")
def test_a_chain_of_touching_bases_is_all_in_command() -> None:
    game = Stage()
    game.commander("cb", at=(50, 60), radius=10 * CM)
    for id, x in (("A", 56), ("B", 59.5), ("C", 63), ("D", 68)):  # only A is in the radius, D touches nobody
        game.unit(id, at=(x, 49), commander="cb")
    phase_a(game)
    assert [game[id].colour for id in "ABC"] == ["", "", ""]
    assert game["D"].colour == "green"


@pytest.mark.rule("risorgimento.a.1.4", "risorgimento.a.1.23")
def test_who_touches_a_unit_in_command_takes_the_better_marker_and_is_in_command_whichever_it_keeps() -> None:
    game = Stage()
    for id, x in (("yellow", 40), ("brown", 43.5), ("green", 47), ("alone", 60), ("lost", 63.5)):
        game.unit(id, at=(x, 50), commander=f"cb-{id}")
    game.commander("cd", at=(120, 20), rank="CD", radius=1 * CM)
    chief = game.who("red-chief")
    chief.radius = 1 * CM
    game.commander("cd-brown", at=(43.5, 60), rank="CD", radius=20 * CM, initiative=1)
    game.commander("cb-yellow", at=(40, 57), superior="cd", initiative=5)
    game.commander("cb-brown", at=(43.5, 57), superior="cd-brown")
    game.commander("cb-green", at=(47, 57), superior="cd", initiative=1)
    game.commander("cb-alone", at=(60, 57), superior="cd-brown")
    game.commander("cb-lost", at=(63.5, 57), superior="cd", initiative=1)
    # cd passes, cd-brown fails; then cb-yellow passes, cb-green and cb-lost fail
    phase_a(game, 1, 9, 1, 9, 9)
    assert [game[id].colour for id in ("yellow", "brown", "green")] == ["brown"] * 3
    assert [is_in_command(game.state, game[id]) for id in ("yellow", "brown", "green")] == [True] * 3
    # two that touch, neither in command: each keeps its own
    assert [game[id].colour for id in ("alone", "lost")] == ["brown", "green"]
    assert not is_in_command(game.state, game["alone"])


@pytest.mark.rule("risorgimento.a.1.20")
def test_missing_ranks_are_skipped_and_each_rolls_with_the_results_of_his_own_rank() -> None:
    game = Stage()
    game.who("red-chief").radius = 1 * CM
    game.commander("cd", at=(50, 80), rank="CD")
    game.commander("cr", at=(80, 80), rank="CR")
    phase_a(game, 9, 9)
    assert [game.who(id).colour for id in ("cd", "cr")] == ["brown", "green"]


@pytest.mark.rule("risorgimento.cmd.1", "risorgimento.cmd.15", "risorgimento.a.1.19")
def test_a_regiment_commander_answers_to_his_brigade_commander() -> None:
    game = Stage()
    game.who("red-chief").radius = 1 * CM
    game.commander("cb", at=(50, 80))
    game.commander("cr", at=(50, 75), rank="CR", superior="cb")
    game.unit("A", at=(50, 70), commander="cr")
    phase_a(game, 5)
    assert (game.who("cb").colour, game.who("cr").colour, game["A"].colour) == ("yellow",) * 3


@pytest.mark.rule("risorgimento.a.1.21")
def test_the_highest_commander_is_always_in_command_and_so_are_those_under_a_chief_off_the_table() -> None:
    game = Stage(special=[OffTable(text=NAMED, side="red", initiative=5)])
    del game.state.commanders["red-chief"]
    game.commander("cd1", at=(10, 10), rank="CD", superior="", initiative=1)
    game.commander("cd2", at=(100, 100), rank="CD", superior="", initiative=1)
    phase_a(game)
    assert [game.who(id).colour for id in ("cd1", "cd2", "blue-chief")] == ["", "", ""]


@pytest.mark.rule("risorgimento.ex.66", "risorgimento.a.1.2", "risorgimento.a.1.22", "risorgimento.cmd.3")
def test_the_radius_is_measured_between_bases_and_includes_its_limit() -> None:
    game = Stage()
    game.commander("cb", at=(50, 80), radius=14 * CM)
    game.unit("A", at=(50, 80 - 2 - 14.0), commander="cb")
    game.unit("B", at=(60, 80 - 2 - 14.1), commander="cb")
    game["B"].x = 5351
    game["A"].x = 4951
    phase_a(game)
    assert [game[id].colour for id in "AB"] == ["", "green"]


@pytest.mark.rule("risorgimento.ex.67", "risorgimento.a.1.17", "risorgimento.a.1.24", "risorgimento.a.1.28")
@pytest.mark.parametrize(("die", "share", "returns"), [(5, 1_000_000, True), (6, 0, False)])
def test_out_of_radius_of_a_yellow_commander_one_may_return_of_a_green_one_not(
    die: int, share: int, returns: bool
) -> None:
    game = Stage()
    game.who("red-chief").radius = 1 * CM
    game.commander("cb", at=(50, 80), radius=10 * CM, initiative=5)
    game.unit("A", at=(50, 80 - 2 - 13), commander="cb")
    phase_a(game, die)
    unit = game["A"]
    assert unit.colour == "green"
    assert move_share(game.state, unit) == share
    assert may_return(game.state, unit) is returns
    assert (why_no_move(game.state, unit) is None) is returns


@pytest.mark.rule("risorgimento.a.1.17", "risorgimento.a.1.28")
def test_the_move_back_leads_into_the_radius_or_at_least_nearer() -> None:
    game = Stage()
    game.commander("cb", at=(50, 80), radius=10 * CM)
    game.unit("A", at=(50, 50), commander="cb")
    game.unit("B", at=(50, 72), commander="cb")
    phase_a(game)

    def moved(id: str, dy: float) -> Objection | None:
        now = game.state.footing(game[id])
        return why_not_there(game.state, game[id], now._replace(pose=now.pose._replace(y=now.pose.y + round(dy * CM))))

    assert moved("A", 12) is None
    assert moved("A", 26) is None
    for dy in (-1, 0):
        found = moved("A", dy)
        assert found is not None
        assert (found.key, found.rule) == ("only-back", "risorgimento.a.1.17")
    assert moved("B", -12) is None  # in command it goes where it likes


@pytest.mark.rule("risorgimento.a.1.26")
def test_green_forbids_every_move() -> None:
    game = Stage()
    game.commander("cb", at=(50, 80), colour="green")
    game.unit("A", at=(50, 70), commander="cb", colour="green")
    found = why_no_move(game.state, game["A"])
    assert found is not None
    assert (found.key, found.rule) == ("out-of-command", "risorgimento.a.1.26")
    for colour in ("", "blue", "brown", "yellow"):
        game["A"].colour = colour
        assert why_no_move(game.state, game["A"]) is None


@pytest.mark.rule("risorgimento.a.1.16", "risorgimento.mor.5", "risorgimento.mor.18")
@pytest.mark.parametrize(
    ("colour", "share", "shaken"),
    [("", 1_000_000, 500_000), ("blue", 750_000, 500_000), ("brown", 750_000, 500_000), ("yellow", 500_000, 500_000)],
)
def test_markers_leave_a_share_of_the_move_the_smallest_counts(colour: str, share: int, shaken: int) -> None:
    game = Stage()
    game.unit("A", at=(50, 70), colour=colour)
    assert move_share(game.state, game["A"]) == share
    SHAKEN.put(game["A"])
    assert move_share(game.state, game["A"]) == shaken
    assert is_in_command(game.state, game["A"]) is (colour != "brown")  # morale has no bearing on command, .a.1.23


@pytest.mark.rule("risorgimento.a.1.25")
def test_markers_last_until_the_next_command_phase() -> None:
    game = Stage()
    game.commander("cb", at=(50, 80), radius=10 * CM)
    game.unit("A", at=(50, 50), commander="cb")
    phase_a(game)
    assert game["A"].colour == "green"
    game.state.stand(game["A"], game.state.footing(game["A"])._replace(pose=game["A"].pose._replace(y=70 * CM)))
    assert game["A"].colour == "green"
    phase_a(game)
    assert game["A"].colour == ""


@pytest.mark.rule("risorgimento.a.1.27")
def test_direct_units_use_their_commander_as_those_of_a_brigade_use_theirs() -> None:
    game = Stage()
    game.who("red-chief").radius = 1 * CM
    game.commander("cd", at=(50, 80), rank="CD", radius=20 * CM, initiative=5)
    game.unit("A", at=(50, 70), commander="cd", profile="fr_field_bty")
    game.unit("B", at=(50, 40), commander="cd", profile="fr_field_bty")
    phase_a(game, 5)
    assert (game["A"].colour, game["B"].colour) == ("blue", "green")
    assert may_return(game.state, game["B"])
    phase_a(game, 6)
    assert (game["A"].colour, game["B"].colour) == ("brown", "green")
    assert not may_return(game.state, game["B"])


@pytest.mark.rule("risorgimento.set.2", "risorgimento.set.6")
def test_who_has_still_to_arrive_makes_no_test_and_the_next_above_commands_his_units() -> None:
    game = Stage()
    chief = game.who("red-chief")
    chief.x, chief.y, chief.radius = 50 * CM, 90 * CM, 30 * CM
    game.commander("cd", at=(0, 0), rank="CD", where=TO_COME)
    game.commander("cb", at=(50, 80), superior="cd")
    game.commander("cb2", at=(0, 0), superior="cd", where=TO_COME)
    game.unit("A", at=(50, 75), commander="cb")
    game.unit("B", at=(40, 75), commander="cb2")
    game.unit("C", at=(120, 20), commander="cb2")
    phase_a(game)
    assert [game[id].colour for id in "ABC"] == ["", "", "green"]
    chief.where = TO_COME
    phase_a(game)
    assert [game[id].colour for id in "ABC"] == ["", "", ""]


@pytest.mark.rule("risorgimento.a.1.15")
def test_a_unit_is_led_by_officers_of_its_own_and_needs_no_commander_at_its_side() -> None:
    game = Stage()
    game.commander("cb", at=(50, 80))
    game.unit("A", at=(50, 70), commander="cb")
    assert game.state.leaders_with(game["A"]) == []
    phase_a(game)
    assert game["A"].colour == ""
    assert all(one.rank in ("CIC", "CC", "CD", "CB", "CR") for one in game.state.commanders.values())


@pytest.mark.rule("risorgimento.c.2.6")
def test_brigades_are_moved_or_divisions_and_direct_troops_of_one_superior_together() -> None:
    game = Stage()
    game.commander("cc", at=(10, 10), rank="CC")
    game.commander("cd", at=(10, 10), rank="CD", superior="cc")
    game.commander("cb", at=(50, 80), superior="cd")
    for id, commander in (("A", "cb"), ("B", "cd"), ("C", "cd"), ("D", "cc")):
        game.unit(id, at=(50, 70), commander=commander)
    assert [game.state.group_of(game[id]) for id in "ABCD"] == ["cb", "cd", "cd", "cc"]
    scenario = game.state.scenario
    scenario.form = msgspec.structs.replace(scenario.form, moves="division")
    assert [game.state.group_of(game[id]) for id in "ABCD"] == ["cd", "cd", "cd", "cc"]


@pytest.mark.rule("risorgimento.a.1.25", "risorgimento.a.1.4", "risorgimento.a.1.21")
def test_nothing_of_the_turn_before_is_left() -> None:
    game = Stage()
    game.commander("cb", at=(50, 60), radius=10 * CM)
    game.unit("A", at=(56, 49), commander="cb")
    game.unit("B", at=(59.5, 49), commander="cb")
    game.who("red-chief").colour = "brown"
    phase_a(game)
    assert game.who("red-chief").colour == ""
    assert is_in_command(game.state, game["B"])
    game["B"].x = 64 * CM
    game.state.laid = None
    phase_a(game)
    assert game["B"].colour == "green"
    assert not is_in_command(game.state, game["B"])


@pytest.mark.rule("risorgimento.a.1.3", "risorgimento.a.1.16")
def test_every_chain_of_a_side_is_found_and_each_side_hears_of_its_own_markers() -> None:
    game = Stage()
    game.commander("cb", at=(50, 60), radius=10 * CM)
    for id, x in (("A", 56), ("B", 59.5), ("C", 44), ("D", 40.5), ("E", 100)):
        game.unit(id, at=(x, 49), commander="cb")
    game.unit("F", "blue", at=(50, 10), commander="cb2")
    game.commander("cb2", "blue", at=(140, 140), radius=1 * CM)
    phase_a(game)
    assert [game[id].colour for id in "ABCDE"] == ["", "", "", "", "green"]
    assert {one.seat: one.green for one in game.told(Marked)} == {"red": ("E",), "blue": ("F",)}


@pytest.mark.rule("risorgimento.cmd.15", "risorgimento.a.1.13", "risorgimento.a.1.14")
def test_a_regiment_commander_is_told_by_the_rules_of_a_brigade_commander() -> None:
    game = Stage()
    game.who("red-chief").radius = 1 * CM
    game.commander("cr", at=(50, 80), rank="CR", initiative=5)
    phase_a(game, 5)
    phase_a(game, 6)
    assert [one.rules for one in game.told(CommandTested)] == [("risorgimento.a.1.13",), ("risorgimento.a.1.14",)]


def test_nothing_is_told_of_markers_where_nobody_has_one() -> None:
    game = army()
    phase_a(game, 1)
    assert game.told(Marked) == []


@pytest.mark.rule("risorgimento.a.1.16", "risorgimento.a.1.11", "risorgimento.a.1.13")
@pytest.mark.parametrize(("colour", "radius", "die"), [("brown", 1, 9), ("yellow", 500, 4)])
def test_markers_of_one_colour_alone_are_told_too(colour: str, radius: int, die: int) -> None:
    game = Stage()
    game.who("red-chief").radius = radius * CM
    game.commander("cd", at=(50, 80), rank="CD", initiative=5, radius=20 * CM)
    game.commander("cb", at=(50, 75) if colour == "brown" else (10, 80), superior="cd", initiative=4)
    game.unit("A", at=(50, 70) if colour == "brown" else (10, 75), commander="cb")
    phase_a(game, die)
    assert game["A"].colour == colour
    (told,) = [one for one in game.told(Marked) if one.seat == "red"]
    assert getattr(told, colour) == (("cd", "cb", "A") if colour == "brown" else ("cb", "A"))
