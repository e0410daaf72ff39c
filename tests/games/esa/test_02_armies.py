"""Chapter 2.1: divisions, their type and their rout, army value, determination."""

from __future__ import annotations

import pytest

from alfiere.games.esa.armies import initial_determination, new_battle, prevailing
from alfiere.games.esa.battle import end_of_turn
from alfiere.games.esa.card_tests import turn_cards
from alfiere.games.esa.command import command_capacity, in_command
from alfiere.games.esa.end_of_turn import broken, check_end
from alfiere.games.esa.events import DeterminationLost, DivisionRouted, LeaderFell, LeaderMoved, LeaderPlaced
from alfiere.games.esa.orders import commanded, join_division
from alfiere.games.esa.ruleset import Esa
from alfiere.games.esa.scenario import read_scenario
from alfiere.games.esa.state import BattleState, EsaGame
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.procedure import Procedure
from tests.games.esa.lines import Situation
from tests.games.esa.muster import muster, scenario_of
from tests.situation import situation


def finish_turn(game: Situation, *answers: str) -> None:
    game.run(end_of_turn, *answers)


def army(red: str) -> BattleState:
    """The state of a battle with this red army, before its first decision."""
    return new_battle(read_scenario(scenario_of(red)), Esa().options())


def kinds(state: BattleState, division: str) -> set[str]:
    """The classes of a division's prevailing troops."""
    return {state.units[name].profile.cls for name in state.divisions[division].prevailing}


# Commander, divisions, characters


@pytest.mark.rule("esa.2.1b")
def test_one_commander_in_chief_leads_an_army_and_gives_its_orders():
    game = muster("commander 2 / foot 2: pike pike / horse 2: cuirassiers cuirassiers")
    leaders = [one for one in game.state.leaders.values() if one.seat == "red" and one.rank == "commander"]
    assert [one.id for one in leaders] == [game.state.armies["red"].commander] == ["red-commander"]
    without = scenario_of("commander 2 / foot 2: pike pike")
    del without["side"][0]["commander"]
    with pytest.raises(BadData, match="commander"):
        read_scenario(without)


@pytest.mark.rule("esa.2.1b2")
def test_a_commander_who_leads_a_division_is_its_only_general():
    state = army("commander 2 leads foot / foot: pike pike / horse 2: cuirassiers cuirassiers")
    assert state.divisions["foot"].general == "red-commander"
    assert state.leaders["red-commander"].division == "foot"
    assert [one.id for one in state.leaders.values() if one.seat == "red"] == ["red-commander", "horse-general"]
    with pytest.raises(BadData, match="the commander leads it himself"):
        army("commander 2 leads foot / foot 2: pike pike")


@pytest.mark.rule("esa.2.1g")
def test_a_scenario_may_break_the_limits_of_a_division_but_not_leave_it_without_a_general():
    state = army("commander 2 / alone 2: pike / crowd 2: pike pike pike pike pike pike pike")
    assert [len(state.divisions[name].units) for name in ("alone", "crowd")] == [1, 7]
    with pytest.raises(BadData, match="division foot: «general» is missing"):
        army("commander 2 / foot: pike pike")


@pytest.mark.rule("esa.2.1d")
def test_a_character_moves_although_his_division_has_no_order():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0, division foot
        red character P at 2,2 melee 1, division foot
        blue pike B at 9,9 facing 0
    """)
    game.phase("movement", f"leader leader=P hex={game.at(3, 3)}")
    assert [moved.leader for moved in game.told(LeaderMoved)] == ["P"]


@pytest.mark.rule("esa.2.1d2")
def test_a_character_commands_nobody_gets_no_card_and_counts_for_no_capacity():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0, division foot
        red general G at 9,0 morale 2, division foot
        red character P at 0,1 morale 5, division foot
    """)
    assert not in_command(game.state, game.unit("A"))
    assert [division.general for division in commanded(game.state, "red")] == ["G"]
    assert command_capacity(game.state, "red") == 2  # one division, and a commander without troops


@pytest.mark.rule("esa.2.1e")
def test_an_intermediate_general_commands_generals_and_no_units():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0, division foot
        red general G at 9,0 morale 2, division foot
        red wing W at 0,1 morale 5, over foot
    """)
    assert not in_command(game.state, game.unit("A"))
    assert game.leader("G").superior == "W"
    state = army("commander 2 / wing 2 over foot / foot 2: pike pike / horse 2: pike pike")
    assert state.leaders["foot-general"].superior == "red-wing-foot"
    assert state.leaders["horse-general"].superior == ""
    assert "red-wing-foot" not in {division.general for division in state.divisions.values()}
    form = scenario_of("commander 2 / wing 2 over foot / foot 2: pike pike")
    form["side"][0]["wing"][0]["divisions"] = []
    with pytest.raises(BadData, match="commands nobody"):
        read_scenario(form)


@pytest.mark.rule("esa.2.1f")
def test_a_scenario_is_played_with_its_own_orders_of_battle():
    state = new_battle(Esa().scenario("lens-1648"), Esa().options())
    assert {name: len(one.units) for name, one in state.divisions.items()} == {
        "beck": 3,
        "charles": 3,
        "chatillon": 4,
        "gramont": 4,
    }
    assert state.divisions["beck"].units == ["musketeers", "solis", "bonifacio"]


# The type of a division, and its rout


@pytest.mark.rule("esa.2.1.1a", "esa.2.1.1a2")
def test_a_division_has_the_type_of_most_of_its_units():
    state = army(
        "commander 2 / heavy 2: cuirassiers cuirassiers cuirassiers dragoons / medium 2: reiter weimar cuirassiers /"
        " foot 2: tercio walloons musketeers / guns 2: heavy-guns heavy-guns guns pike"
    )
    assert kinds(state, "heavy") == {"CP"}
    assert kinds(state, "medium") == {"CM"}  # reiter count with medium cavalry
    assert kinds(state, "foot") == {"SQ", "PM"}  # squares count with pike and musket
    assert kinds(state, "guns") == {"AP"}  # light and heavy guns are two types


@pytest.mark.rule("esa.2.1.1b")
def test_tied_classes_prevail_together():
    state = army("commander 2 / mixed 2: pike pike cuirassiers cuirassiers arquebusiers")
    assert kinds(state, "mixed") == {"PM", "CP"}
    assert len(prevailing(list(map(state.units.__getitem__, state.divisions["mixed"].units)))) == 4


@pytest.mark.rule("esa.2.1.1c", "esa.2.1.1e")
def test_more_than_half_shaken_or_gone_at_the_end_of_the_turn_is_a_rout_and_half_is_not():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0, shaken
        red pike B at 4,0 facing 0
        red pike C at 8,0 facing 0, shaken
        red pike D at -4,0 facing 0
        red musketeers E at -8,0 facing 0, shaken
        blue pike X at 0,9 facing 0
    """)
    finish_turn(game)
    assert game.told(DivisionRouted) == []  # two of four, and musketeers do not count
    game.unit("B").is_shaken = True
    assert game.unit("A").hex  # not before the end of the turn
    game.unit("A").is_shaken = False  # rallied: no longer counted
    finish_turn(game)
    assert game.told(DivisionRouted) == []
    game.unit("A").is_shaken = True
    finish_turn(game)
    assert [(one.division, one.lost, one.of) for one in game.told(DivisionRouted)] == [("red", 3, 4)]


@pytest.mark.rule("esa.ex.7")
def test_three_heavy_cavalry_and_dragoons_rout_with_two_shaken():
    game = situation("""
        esa on open ground
        red cuirassiers A at 0,0 facing 0
        red cuirassiers B at 4,0 facing 0
        red cuirassiers C at 8,0 facing 0
        red dragoons D at -4,0 facing 0
        red general G at 0,3 morale 2, division red
        blue pike X at 0,9 facing 0
    """)
    assert game.state.divisions["red"].prevailing == ["A", "B", "C"]
    game.unit("A").is_shaken = True
    finish_turn(game)
    assert game.where("D") is not None
    game.unit("B").is_shaken = True
    finish_turn(game)
    assert [game.where(name) for name in "ABCDG"] == [None] * 5


@pytest.mark.rule("esa.2.1.1d")
def test_a_rout_takes_all_units_and_the_general_off_the_field():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0, shaken
        red musketeers B at 4,0 facing 0
        red pike C at 0,4 facing 0, division others
        red general G at 1,0 morale 2, division red
        blue pike X at 0,9 facing 0
    """)
    game.state.divisions["red"].prevailing = ["A"]
    finish_turn(game)
    assert [game.where(name) for name in "ABG"] == [None] * 3
    assert game.where("C") == (0, 4)


@pytest.mark.rule("esa.2.1.1d", "esa.2.1.3c")
def test_a_rout_also_takes_the_units_that_have_not_come_on_yet():
    later = {"turn": 3, "hexes": ["0101", "0201", "0301"], "facing": 3}
    game = muster("commander 2 / foot 2: pike pike / late 2: pike pike pike", zone={"late": later})
    state = game.state
    assert state.armies["red"].determination == (6 * 5) // 2
    for name, label in (("late-1", "0101"), ("late-2", "0301")):
        state.place(state.units[name], label)
        state.units[name].is_shaken = True
    situated = Situation(state, game.game.scenario)
    situated.state.turn = 3
    finish_turn(situated)
    assert [state.units[f"late-{n}"].strength for n in (1, 2, 3)] == [0, 0, 0]
    lost = [one for one in situated.told(DeterminationLost) if one.cause == "units"]
    assert [one.amount for one in lost] == [18]


@pytest.mark.rule("esa.2.1.1f")
def test_the_half_is_taken_of_all_units_that_ever_belonged():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0, division foot
        red pike B at 4,0 facing 0, division foot
        red pike R at 8,0 facing 0, division spare, reserve
        red pike S at 9,0 facing 0, division spare, reserve
        blue pike X at 0,9 facing 0
    """)

    def join(g: EsaGame) -> Procedure[None]:
        join_division(g, g.state.units["R"], g.state.divisions["foot"])
        return
        yield

    game.run(join)
    game.unit("A").strength = 0  # eliminated, still counted
    game.state.place(game.unit("A"), "")
    assert broken(game.state, game.state.divisions["foot"]) == (1, 3)
    game.unit("S").is_shaken = True
    assert broken(game.state, game.state.divisions["spare"]) == (1, 1)  # R counts there no longer


@pytest.mark.rule("esa.2.1.1g")
def test_a_rout_costs_units_and_general_but_no_replacement_comes():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0, shaken
        red musketeers B at 4,0 facing 0, shaken
        red pike C at 0,4 facing 0, division others
        red general G at 1,0 morale 3, division red
        blue pike X at 0,9 facing 0
    """)
    before = command_capacity(game.state, "red")
    finish_turn(game)
    lost = {(one.cause, one.amount) for one in game.told(DeterminationLost) if one.seat == "red"}
    assert lost == {("units", 6 + 4), ("generals", 3)}
    assert [(one.leader, one.replaced) for one in game.told(LeaderFell)] == [("G", False)]
    assert command_capacity(game.state, "red") == before - 1
    assert game.state.armies["red"].fallen_generals == 0


@pytest.mark.rule("esa.2.1.1h")
def test_a_commander_routed_with_his_division_has_a_successor_beside_another_general():
    game = muster("commander 4 leads foot / foot: pike pike / horse 2: pike pike").play(to="assign")
    state = game.state
    for name in ("foot-1", "foot-2"):
        state.units[name].is_shaken = True
    before = command_capacity(state, "red")
    situated = Situation(state, game.game.scenario)
    places = state.field.grid.adjacent[state.leaders["horse-general"].hex]
    wanted = next(h for h in reversed(places) if h not in state.at and h not in state.leader_at)
    finish_turn(situated, f"leader hex={wanted}")
    commander = state.leaders["red-commander"]
    assert commander.hex == wanted
    assert (commander.profile.melee, commander.profile.morale, commander.division) == (-1, 1, "")
    assert ("generals", 4) in {(one.cause, one.amount) for one in situated.told(DeterminationLost)}
    # one division fewer, the successor leads nobody (+1), but a general has fallen (-1)
    assert (before, command_capacity(state, "red")) == (2, 1)
    assert situated.told(LeaderPlaced)[-1].rules == ("esa.2.1.1h",)


@pytest.mark.rule("esa.2.1.1h2")
def test_characters_of_a_routed_division_go_without_cost():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0, shaken, division foot
        red pike C at 0,4 facing 0, division others
        red character P at 2,2 melee 1, division foot
        red character Q at 3,3 melee 1, division others
        red general G at 1,0 morale 0, division foot
        blue pike X at 0,9 facing 0
    """)
    finish_turn(game)
    assert game.where("P") is None
    assert game.where("Q") == (3, 3)
    assert [(one.cause, one.amount) for one in game.told(DeterminationLost)] == [("units", 6)]


# Army value and determination


@pytest.mark.rule("esa.2.1.2a")
def test_the_army_value_is_three_unless_a_scenario_or_the_players_say_otherwise():
    form = scenario_of()
    assert {one.value for one in new_battle(read_scenario(form), {}).armies.values()} == {3}
    form["side"][0]["army_value"] = 2
    assert new_battle(read_scenario(form), {}).armies["red"].value == 2
    agreed = new_battle(read_scenario(form), {"blue_army_value": "4"})
    assert {seat: one.value for seat, one in agreed.armies.items()} == {"red": 2, "blue": 4}


@pytest.mark.rule("esa.2.1.2b")
@pytest.mark.parametrize(("value", "successes"), [(2, 2), (3, 3), (4, 4)])
def test_cards_up_to_the_army_value_are_successes(value, successes):
    game = situation(f"""
        esa on open ground
        army value red {value}
        red pike A at 0,0 facing 0
        cards red 1 2 3 4 5
    """)
    found = []

    def draw(g: EsaGame) -> Procedure[None]:
        found.append(turn_cards(g, "red", 5, 99))
        return
        yield

    game.run(draw)
    assert found == [([1, 2, 3, 4, 5], successes)]


@pytest.mark.rule("esa.2.1.3a")
def test_determination_is_half_the_points_of_the_units_without_guns_and_leaders():
    state = army("commander 4 / foot 2: pike line musketeers guns + chr_guide / horse 1: cuirassiers arquebusiers")
    # 6 + 4 + 4 and 4 + 3 are 21; the battery's 3, the generals and the guide do not count
    assert initial_determination(state, "red") == state.armies["red"].determination == 10


@pytest.mark.rule("esa.2.1.3b")
def test_an_army_without_determination_has_lost():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        blue pike B at 5,0 facing 0
    """)

    def check(g: EsaGame) -> Procedure[None]:
        check_end(g)
        return
        yield

    game.state.armies["red"].determination = 1
    game.run(check)
    assert game.state.winner == ""
    game.state.armies["red"].determination = 0
    game.run(check)
    assert (game.state.winner, game.state.reason) == ("blue", "determination")


@pytest.mark.rule("esa.2.1.3c")
def test_reinforcements_count_for_determination_from_the_start():
    later = {"turn": 3, "hexes": ["0101", "0201"], "facing": 3}
    game = muster("commander 2 / foot 2: pike pike / late 2: pike pike", zone={"late": later}).play(to="assign")
    assert not game.state.units["late-1"].hex
    assert game.state.armies["red"].determination == (4 * 6) // 2


@pytest.mark.rule("esa.ex.17")
def test_the_spanish_army_of_lens_costs_86_points_and_has_determination_16():
    state = new_battle(Esa().scenario("lens-1648"), Esa().options())
    units = [one for one in state.units.values() if one.seat == "red"]
    leaders = [one for one in state.leaders.values() if one.seat == "red"]
    assert sorted(one.profile.points for one in units) == [3, 4, 4, 4, 9, 9]
    assert {one.id: one.profile.points for one in leaders} == {"leopold": 17, "beck": 19, "charles-iv": 17}
    assert len(units) + len(leaders) == 9
    assert sum(one.profile.points for one in units) + sum(one.profile.points for one in leaders) == 86
    assert (sum(one.profile.points for one in units), state.armies["red"].determination) == (33, 16)
