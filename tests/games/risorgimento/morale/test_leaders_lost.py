"""Commanders: values, attached to units, hit, contacted, missing, replaced (cmd, cl)."""

import pytest

from alfiere.games.risorgimento.command.chain import command_phase
from alfiere.games.risorgimento.command.initiative import initiative_of
from alfiere.games.risorgimento.morale.leaders_lost import (
    attachable,
    come_back,
    contacted,
    fallen_initiative,
    leaders_contacted,
)
from alfiere.games.risorgimento.morale.losses import remove, take_losses
from alfiere.games.risorgimento.morale.tests import DUE, malus
from alfiere.games.risorgimento.sheets.scenario_forms import OffTable, Prize
from alfiere.games.risorgimento.state.standing import base_of_leader
from alfiere.games.risorgimento.state.unit import LOST, ON
from alfiere.games.risorgimento.told.morale import CommanderMoved, CommanderReturned, CommanderTested, CommandPassed
from alfiere.kernel.event import Tally
from alfiere.table.measuring import gap
from tests.games.risorgimento.staged import CM, NAMED, Stage


def lose(game: Stage, id: str, points: int, *dice: int) -> None:
    game.run(lambda g: take_losses(g, g.state.units[id], points, "fire"), dice=dice)


def next_phase_a(game: Stage, *answers: str, dice: tuple[int, ...] = ()) -> None:
    game.run(command_phase, *answers, dice=dice)


def touches(game: Stage, commander: str, unit: str) -> bool:
    here = base_of_leader(game.state, game.who(commander)).outline
    return gap(here, game.state.base(game[unit]).outline) <= 5


@pytest.fixture
def game() -> Stage:
    """A brigade commander with a battalion, another battalion near."""
    found = Stage()
    found.commander("cb", at=(50, 52), unit="A", initiative=6)
    found.unit("A", at=(50, 50), commander="cb", vf=8)
    found.unit("B", at=(50, 58), commander="cb", vf=8)
    return found


# Attached


@pytest.mark.rule("risorgimento.cmd.2", "risorgimento.cmd.11")
def test_a_commander_may_be_attached_to_a_friendly_unit_his_base_touches(game: Stage) -> None:
    game.commander("cd", at=(50, 55.97), rank="CD")
    game.unit("E", "blue", at=(53, 55.9))
    assert [one.id for one in attachable(game.state, game.who("cd"))] == ["B"]
    assert base_of_leader(game.state, game.who("cd")).shape == (250, 200)


@pytest.mark.rule("risorgimento.cmd.12")
def test_an_attached_commander_goes_with_his_unit_and_keeps_touching_it(game: Stage) -> None:
    state, unit = game.state, game["A"]
    footing = state.footing(unit)
    state.stand(unit, footing._replace(pose=footing.pose._replace(x=70 * CM, y=30 * CM, heading=900)))
    assert touches(game, "cb", "A")
    assert (game.who("cb").x, game.who("cb").y) == (68 * CM, 30 * CM)  # behind the middle of its rear
    assert not touches(game, "red-chief", "A")


@pytest.mark.rule("risorgimento.cmd.12")
def test_where_there_is_no_room_behind_he_stands_at_another_edge(game: Stage) -> None:
    game.unit("C", at=(70, 35))
    state, unit = game.state, game["A"]
    footing = state.footing(unit)
    state.stand(unit, footing._replace(pose=footing.pose._replace(x=70 * CM, y=32 * CM)))
    assert touches(game, "cb", "A")
    assert not touches(game, "cb", "C") or game.who("cb").y < 3300
    assert not state.scene.overlapping(base_of_leader(state, game.who("cb")))


@pytest.mark.rule("risorgimento.cmd.13", "risorgimento.cmd.5")
def test_of_several_commanders_the_highest_bonus_counts(game: Stage) -> None:
    game.commander("cd", at=(50, 52), unit="A", bonus=2)
    assert game.state.bonus_of(game["A"]) == 2
    assert game.state.bonus_of(game["B"]) == 0


@pytest.mark.rule("risorgimento.cmd.17")
def test_the_bonus_changes_neither_discipline_nor_fire(game: Stage) -> None:
    for kind in ("fire", "disorder"):
        tally = Tally(kind)
        malus(game.state, game["A"], kind, tally)  # type: ignore[arg-type]
        assert tally.lines == []


@pytest.mark.rule("risorgimento.cmd.16")
def test_commanders_are_in_nobodys_way(game: Stage) -> None:
    assert set(game.state.scene.by_id) == {"A", "B"}


# Hit


@pytest.mark.rule("risorgimento.cl.1", "risorgimento.cl.2")
@pytest.mark.parametrize("die", [3, 10])
def test_when_his_unit_loses_points_a_commander_is_tested_and_on_3_to_10_nothing_happens(game: Stage, die: int) -> None:
    lose(game, "A", 2, die)
    assert game.who("cb").commands
    assert [(one.die, one.result) for one in game.told(CommanderTested)] == [("test", "nothing")]
    lose(game, "B", 1)  # he is with another


@pytest.mark.rule("risorgimento.cl.2", "risorgimento.cl.3", "risorgimento.cl.4", "risorgimento.cl.5")
@pytest.mark.parametrize(
    ("wound", "missing", "is_dead"),
    [(1, 4, True), (2, 4, True), (3, 4, False), (5, 4, False), (6, 2, False), (10, 2, False)],
)
def test_hit_on_1_or_2_a_second_die_says_how_badly(game: Stage, wound: int, missing: int, is_dead: bool) -> None:
    lose(game, "A", 1, 2, wound)
    who = game.who("cb")
    assert who.is_dead is is_dead
    assert not who.commands
    for phase in range(1, 6):
        next_phase_a(game)
        is_missing = phase <= missing
        assert (game["B"].colour == "green") is is_missing, phase


@pytest.mark.rule("risorgimento.cl.11")
def test_a_commander_is_tested_once_a_phase(game: Stage) -> None:
    lose(game, "A", 1, 5)
    lose(game, "A", 1)
    game.state.phase = "F"
    lose(game, "A", 1, 5)


@pytest.mark.rule("risorgimento.cl.11")
def test_the_test_follows_the_removal_of_the_losses(game: Stage) -> None:
    lose(game, "A", 1, 1, 1)
    kinds = [type(one).__name__ for one in game.events]
    assert kinds[:2] == ["Lost", "CommanderTested"]


@pytest.mark.rule("risorgimento.cl.3", "risorgimento.i.2.3", "risorgimento.i.2.4")
def test_a_dead_commander_gives_his_initiative_as_points_and_his_unit_must_test(game: Stage) -> None:
    lose(game, "A", 1, 1, 1)
    assert game.state.points["blue"] == 1 + 6
    assert game.who("cb").where == LOST
    assert DUE.all(game["A"]) == ["commander-killed"]
    assert fallen_initiative(game.state, "red") == 6
    assert fallen_initiative(game.state, "blue") == 0


@pytest.mark.rule("risorgimento.i.2.4", "risorgimento.cl.13")
def test_a_wounded_one_gives_none_and_stays_with_his_unit_without_a_bonus(game: Stage) -> None:
    lose(game, "A", 1, 1, 9)
    assert game.state.points["blue"] == 1
    assert (game.who("cb").where, game.who("cb").unit) == (ON, "A")
    assert game.state.bonus_of(game["A"]) == 0
    lose(game, "A", 1)  # nor is he tested again


def test_a_scenario_may_pay_for_a_commander_hit_once() -> None:
    game = Stage(special=[Prize(text=NAMED, commander="king", worth=10)])
    game.commander("king", at=(50, 52), unit="A", initiative=6)
    game.unit("A", at=(50, 50), vf=8)
    lose(game, "A", 1, 1, 9)
    assert game.state.points["blue"] == 11
    game.who("king").absent = 0
    game.state.phase = "F"
    lose(game, "A", 1, 1, 1)
    assert game.state.points["blue"] == 11 + 1 + 6
    game.commander("cb", at=(50, 52), unit="A", initiative=4)
    lose(game, "A", 1, 1, 1)
    assert game.state.points["blue"] == 18 + 1 + 4


@pytest.mark.rule("risorgimento.ex.4", "risorgimento.cl.4", "risorgimento.cl.12", "risorgimento.cl.13")
def test_the_brigade_of_a_seriously_wounded_commander_is_green_four_times_and_his_again_the_fifth(game: Stage) -> None:
    lose(game, "A", 2, 2, 4)
    who = game.who("cb")
    for _ in range(4):
        next_phase_a(game)
        assert [game[id].colour for id in "AB"] == ["green", "green"]
        assert not who.commands
    next_phase_a(game)
    assert [game[id].colour for id in "AB"] == ["", ""]
    assert (who.radius, who.initiative, who.bonus) == (14 * CM, 6, 1)


# Contacted, or without a unit


@pytest.mark.rule("risorgimento.cl.9", "risorgimento.cl.10", "risorgimento.cl.15", "risorgimento.ex.5")
def test_an_unattached_commander_contacted_is_taken_on_1_to_4_and_otherwise_behind_the_nearest_unit() -> None:
    for die in (4, 5):
        game = Stage()
        game.commander("cd", at=(50, 50), rank="CD", initiative=5)
        game.unit("R", at=(50, 53), is_routed=True)
        game.unit("A", at=(50, 60))
        game.unit("B", at=(60, 70))
        enemy = game.unit("E", "blue", at=(50, 48))
        assert [one.id for one in leaders_contacted(game.state, enemy)] == ["cd"]
        game.run(lambda g: contacted(g, g.state.commanders["cd"]), dice=[die])
        who = game.who("cd")
        if die == 4:
            assert (who.is_dead, who.where, game.state.points["blue"]) == (True, LOST, 5)
            assert who.absent == 5  # four command phases to miss
        else:
            assert (who.is_dead, who.unit) == (False, "")
            assert touches(game, "cd", "A")
            assert who.y > game["A"].y
            assert [one.unit for one in game.told(CommanderMoved)] == ["A"]


@pytest.mark.rule("risorgimento.cl.9")
def test_nobody_contacts_attached_commanders_nor_his_own(game: Stage) -> None:
    game.unit("E", "blue", at=(50, 54))
    assert leaders_contacted(game.state, game["E"]) == []
    game.who("cb").unit = ""
    assert [one.id for one in leaders_contacted(game.state, game["E"])] == ["cb"]
    assert leaders_contacted(game.state, game["A"]) == []


@pytest.mark.rule("risorgimento.cl.15")
def test_without_a_unit_to_flee_to_he_is_taken() -> None:
    game = Stage()
    game.commander("cd", at=(50, 50), rank="CD")
    game.unit("R", at=(50, 53), is_routed=True)
    game.run(lambda g: contacted(g, g.state.commanders["cd"]), dice=[10])
    assert game.who("cd").is_dead


@pytest.mark.rule("risorgimento.cl.17")
def test_when_his_unit_dies_of_its_losses_he_is_tested_and_unhurt_put_behind_another(game: Stage) -> None:
    lose(game, "A", 9, 7)
    assert [one.die for one in game.told(CommanderTested)] == ["test"]
    assert game.who("cb").unit == ""
    assert touches(game, "cb", "B")


@pytest.mark.rule("risorgimento.cl.17")
def test_when_his_unit_is_overrun_he_rolls_as_one_alone_and_else_he_gets_away(game: Stage) -> None:
    game["A"].is_routed = True
    game.run(lambda g: remove(g, g.state.units["A"], "contact"), dice=[4])
    assert [one.die for one in game.told(CommanderTested)] == ["contacted"]
    assert game.who("cb").is_dead
    game.commander("cd", at=(50, 60), unit="B")
    game.unit("C", at=(80, 80))
    game.run(lambda g: remove(g, g.state.units["B"], "routed-off"))
    assert not game.who("cd").is_dead
    assert touches(game, "cd", "C")


# Missing, replaced


@pytest.mark.rule("risorgimento.cl.7", "risorgimento.cl.14")
def test_a_dead_brigade_commander_is_replaced_after_four_turns_by_one_of_the_lower_values(game: Stage) -> None:
    game.who("cb").radius = 16 * CM
    lose(game, "A", 1, 1, 1)
    for _ in range(4):
        next_phase_a(game)
        assert game.who("cb").is_dead
    next_phase_a(game, "replace unit=B")
    who = game.who("cb")
    assert (who.commands, who.radius, who.initiative, who.bonus) == (True, 14 * CM, 5, 1)
    assert touches(game, "cb", "B")
    assert [(one.commander, one.how) for one in game.told(CommanderReturned)] == [("cb", "replaced")]
    assert [(one.commander, one.unit) for one in game.told(CommanderMoved)] == [("cb", "B")]
    assert who.unit == ""
    assert [game[id].colour for id in "AB"] == ["", ""]
    assert fallen_initiative(game.state, "red") == 6


@pytest.mark.rule("risorgimento.cl.7")
def test_a_brigade_without_a_unit_left_gets_no_commander(game: Stage) -> None:
    lose(game, "A", 1, 1, 1)
    for id in "AB":
        game.run(lambda g, id=id: remove(g, g.state.units[id], "no-way-back"))  # type: ignore[misc]
    for _ in range(6):
        next_phase_a(game)
    assert game.who("cb").is_dead


@pytest.mark.rule("risorgimento.cl.6", "risorgimento.cl.8", "risorgimento.cl.12")
def test_while_their_superior_is_missing_commanders_roll_and_then_come_under_the_one_above() -> None:
    game = Stage()
    game.commander("cd", at=(50, 60), rank="CD", radius=20 * CM, unit="G")
    game.commander("cb", at=(50, 55), superior="cd", initiative=5)
    game.unit("A", at=(50, 50), commander="cb")
    game.unit("G", at=(50, 63), commander="cd", vf=8)
    lose(game, "G", 1, 1, 1)
    for number, die in enumerate((5, 6, 1, 10)):
        next_phase_a(game, dice=(die,))
        assert game.who("cb").colour == ("yellow" if die <= 5 else "green"), number
        assert game["G"].colour == "green"
    next_phase_a(game)
    assert game.who("cb").superior == "red-chief"
    assert game["G"].commander == "red-chief"
    assert (game.who("cb").colour, game["G"].colour) == ("", "")
    assert [(one.commander, one.to, one.how) for one in game.told(CommandPassed)] == [("cd", "red-chief", "superior")]


@pytest.mark.rule("risorgimento.cl.16")
def test_a_side_without_its_chief_has_initiative_1_and_after_four_turns_another() -> None:
    game = Stage()
    game.who("red-chief").initiative = 7
    game.commander("cd1", at=(50, 60), rank="CD", initiative=5)
    game.commander("cd2", at=(90, 60), rank="CD", initiative=6)
    game.commander("cb", at=(20, 20), rank="CB", initiative=9)
    game.unit("G", at=(50, 63))
    assert initiative_of(game.state, "red") == 7
    game.run(lambda g: contacted(g, g.state.commanders["red-chief"]), dice=[1])
    for _ in range(4):
        game.run(come_back)
        assert initiative_of(game.state, "red") == 1
    game.run(come_back)
    assert initiative_of(game.state, "red") == 6
    chief = game.state.chief("red")
    assert chief is not None
    assert chief.id == "cd2"
    assert {game.who(id).superior for id in ("cd1", "cb")} == {"cd2"}
    assert game["G"].commander == "cd2"
    assert [(one.to, one.how) for one in game.told(CommandPassed)] == [("cd2", "chief")]


@pytest.mark.rule("risorgimento.cl.16")
def test_a_wounded_chief_leaves_initiative_1_until_he_is_back(game: Stage) -> None:
    game.who("red-chief").absent = 2
    assert initiative_of(game.state, "red") == 1
    game.run(come_back)
    game.run(come_back)
    assert initiative_of(game.state, "red") == 5


@pytest.mark.rule("risorgimento.a.1.21", "risorgimento.cl.8")
def test_under_a_chief_off_the_table_those_of_a_dead_commander_are_in_command() -> None:
    game = Stage(special=[OffTable(text=NAMED, side="red", initiative=5)])
    del game.state.commanders["red-chief"]
    game.commander("cd", at=(50, 60), rank="CD", superior="", initiative=4, is_dead=True, where=LOST, absent=1)
    game.commander("cb", at=(90, 60), superior="cd", initiative=3)
    game.unit("A", at=(90, 55), commander="cb")
    game.unit("G", at=(50, 63), commander="cd")
    assert initiative_of(game.state, "red") == 5
    next_phase_a(game)
    assert (game["A"].colour, game["G"].colour) == ("", "")


@pytest.mark.rule("risorgimento.cl.13", "risorgimento.cl.12")
def test_several_who_were_missing_come_back_each_in_his_time(game: Stage) -> None:
    game.commander("cd", at=(60, 60), rank="CD", absent=2)
    game.commander("cc", at=(70, 60), rank="CC", absent=1)
    game.run(come_back)
    assert [(one.commander, one.how) for one in game.told(CommanderReturned)] == [("cc", "recovered")]
    game.run(come_back)
    assert game.who("cd").commands


@pytest.mark.rule("risorgimento.cl.14")
def test_with_one_unit_left_nobody_is_asked_where_the_new_commander_is(game: Stage) -> None:
    game.state.leave(game["A"], LOST)
    who = game.who("cb")
    who.is_dead, who.where, who.unit, who.absent = True, LOST, "", 1
    game.run(come_back)
    assert not game.asked
    assert touches(game, "cb", "B")


@pytest.mark.rule("risorgimento.cl.8")
def test_only_those_who_were_under_the_dead_man_pass_to_another() -> None:
    game = Stage()
    game.commander("cd", at=(50, 60), rank="CD", is_dead=True, where=LOST, absent=1)
    game.commander("cb", at=(60, 60))
    game.unit("A", at=(50, 50), commander="cd")
    game.unit("B", at=(60, 50), commander="cb")
    game.run(come_back)
    assert (game["A"].commander, game["B"].commander) == ("red-chief", "cb")


@pytest.mark.rule("risorgimento.cl.11")
def test_of_two_commanders_with_a_unit_who_was_tested_already_spares_not_the_other(game: Stage) -> None:
    lose(game, "A", 1, 5)
    game.commander("cd", at=(50, 52), rank="CD", unit="A")
    lose(game, "A", 1, 5)
    assert [one.commander for one in game.told(CommanderTested)] == ["cb", "cd"]


@pytest.mark.rule("risorgimento.a.1.21")
def test_a_chief_off_the_table_is_that_of_his_own_side_only() -> None:
    game = Stage(special=[OffTable(text=NAMED, side="red", initiative=7)])
    assert (initiative_of(game.state, "red"), initiative_of(game.state, "blue")) == (7, 5)


def test_a_scenario_pays_for_a_commander_taken_too() -> None:
    game = Stage(special=[Prize(text=NAMED, commander="king", worth=10)])
    game.commander("king", at=(50, 52), initiative=6)
    game.run(lambda g: contacted(g, g.state.commanders["king"]), dice=[1])
    assert game.state.points["blue"] == 16


@pytest.mark.rule("risorgimento.cl.11", "risorgimento.cl.1")
def test_one_who_was_tested_in_this_phase_or_is_unhurt_does_not_keep_another_from_his_test(game: Stage) -> None:
    game.commander("cr", at=(53, 52), rank="CR", superior="cb")
    lose(game, "A", 1, 10)
    game.who("cr").unit = "A"
    assert [one.id for one in game.state.leaders_with(game["A"])] == ["cb", "cr"]
    lose(game, "A", 1, 10)
    assert [one.commander for one in game.told(CommanderTested)] == ["cb", "cr"]
    game.state.phase = "F"
    lose(game, "A", 1, 10, 10)
    assert [one.commander for one in game.told(CommanderTested)] == ["cb", "cr"] * 2
