"""Setting up: who comes when, where and in which formation, in buildings, within the radius of generals (12.6)."""

from __future__ import annotations

import pytest

from alfiere.battles.areas import lies_in
from alfiere.battles.invariants import faults_of_bases
from alfiere.battles.setting_up import Spot
from alfiere.games.lumi.ruleset import GAME
from alfiere.games.lumi.set_up.deployment import order_of_set_up, set_up_phase
from alfiere.games.lumi.set_up.places import SETTING_UP, general_spots, general_why_not, why_not
from alfiere.games.lumi.sheets.scenario_reading import scenario_ids
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.state.muster import new_battle
from alfiere.games.lumi.state.standing import is_in_radius
from alfiere.games.lumi.state.unit import alone, formed
from alfiere.games.lumi.victory.objectives import load_scenario
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.game import Game
from alfiere.kernel.objection import Objection
from alfiere.table.shapes import Pose
from tests.games.lumi.lines import Situation


def battle(name: str) -> Situation:
    return Situation(new_battle(load_scenario(name), {}), {})


def spot(s: State, id: str, x: float, y: float, formation: str, heading: int = 0) -> Spot:
    """A place in um from the south-west corner, in buildings if it is in some."""
    one = s.bases[id]
    return SETTING_UP.spot_at(s, one, Pose(round(x * 100), s.scenario.depth - round(y * 100), heading), formation)


def reason(s: State, id: str, x: float, y: float, formation: str = "line", *, put: bool = False) -> str:
    """Why a base may not be set up there; nothing if it may, and then it is perhaps put there."""
    found = why_not(s, s.bases[id], spot(s, id, x, y, formation))
    if found is None and put:
        s.stand(s.bases[id], *spot(s, id, x, y, formation))
    return found.key if found is not None else ""


@pytest.mark.rule("lumi.12.6")
@pytest.mark.parametrize("name", scenario_ids())
@pytest.mark.parametrize("chosen", [0, -1])
def test_whole_armies_are_set_up_in_their_areas_without_overlapping(name: str, chosen: int):
    game = battle(name)
    game.otherwise = chosen  # the first place that is offered, or the last
    game.run(set_up_phase)
    s = game.state
    assert [one.id for one in s.on_table] == [id for id in s.bases if id in s.scenario.deployments]
    assert all(one.is_on for one in s.generals.values())
    assert faults_of_bases(s.scene, "lumi.1.1.6") == []
    for one in s.on_table if chosen == 0 else ():
        assert any(lies_in(s.field, area, s.base(one).outline) for area in s.scenario.deployments[one.id].area)


@pytest.mark.rule("lumi.12.6")
def test_the_side_named_first_deploys_first_its_bases_before_its_generals_and_the_chief_last():
    order = order_of_set_up(battle("altenried").state)
    assert order[0] == "austrian-line-1"
    assert order[10:13] == ["kolbe", "sarossy", "traunfeld"]
    assert order[13] == "french-line-1"


@pytest.mark.rule("lumi.12.6")
def test_a_base_stands_wholly_in_its_area_where_its_arm_may_stand_in_a_formation_of_its_arm():
    s = battle("altenried").state
    assert reason(s, "french-line-1", 5, 6) == ""
    assert reason(s, "french-line-1", 5, 7.6) == "set-up-area"
    assert reason(s, "french-line-1", 5, 6, "open_order") == "set-up-formation"
    s.stand(s.bases["french-line-1"], *spot(s, "french-line-1", 5, 6, "line"))
    assert reason(s, "french-line-2", 6, 6) == "no-room"
    assert reason(s, "french-line-2", 7, 6) == ""
    assert reason(s, "french-guns", 12, 6, "limbered") == ""


@pytest.mark.rule("lumi.12.6")
def test_a_scenario_may_say_in_which_formations():
    s = battle("lobositz").state
    croat = next(one.id for one in s.bases.values() if one.brigade == "croats")
    assert SETTING_UP.formations(s, s.bases[croat]) == ("open_order",)
    assert SETTING_UP.formations(s, s.bases["prussian-heavy-battery-1"]) == ("deployed",)


@pytest.mark.rule("lumi.12.6", "lumi.3.3.3f")
def test_buildings_hold_so_many_bases_as_the_scenario_says():
    s = battle("altenried").state
    assert reason(s, "austrian-line-1", 14, 15.5) == "set-up-area"  # only the Grenzer may begin in the mill
    assert reason(s, "grenzer-1", 14, 15, put=True) == ""
    assert (s.bases["grenzer-1"].post, s.bases["grenzer-1"].formation) == ("mill", "open_order")
    assert reason(s, "grenzer-2", 14, 16) == "buildings-full"


@pytest.mark.rule("lumi.12.3b")
def test_a_division_is_set_up_inside_the_radius_of_its_general_where_the_battle_asks_for_it():
    s = battle("altenried").state
    assert reason(s, "french-line-1", 1, 6, put=True) == ""
    assert reason(s, "french-line-2", 20, 6) == "set-up-radius"  # an able general commands 8um
    assert reason(s, "french-line-2", 8, 6, put=True) == ""
    game = battle("altenried")
    game.otherwise = 0
    game.run(set_up_phase)
    for one in game.state.on_table:
        general = game.state.general_of(one.division)
        assert general is not None
        assert is_in_radius(game.state, general, alone(one))


@pytest.mark.rule("lumi.12.6", "lumi.8.3a")
def test_generals_are_set_up_in_the_area_of_their_division_or_attached_and_the_chief_anywhere():
    s = battle("blenheim").state
    for id in ("dutch-foot-1", "british-horse-1"):
        s.stand(s.bases[id], *SETTING_UP.spots(s, s.bases[id], "line")[0])
    churchill, chief = s.generals["general-churchill"], s.generals["marlborough"]
    foot, horse = s.behind(s.bases["dutch-foot-1"]), s.behind(s.bases["british-horse-1"])
    assert general_why_not(s, churchill, foot, "dutch-foot-1") is None
    keys = [general_why_not(s, churchill, horse, unit) for unit in ("british-horse-1", "")]
    assert [one.key for one in keys if one] == ["not-his-unit", "set-up-area"]
    assert general_why_not(s, chief, horse, "british-horse-1") is None
    assert [unit for _, unit in general_spots(s, churchill)][-1] == "dutch-foot-1"


@pytest.mark.rule("lumi.1.6.4")
def test_a_brigade_is_offered_places_where_it_stands_as_one_unit():
    game = battle("minden")
    game.otherwise = 0
    game.run(set_up_phase)
    brigades = {game.state.bases[unit.id].brigade for unit in formed(game.state) if len(unit.ids) > 1}
    assert brigades == {one.brigade for one in game.state.on_table if one.brigade}


def test_a_whole_side_is_set_up_at_once_as_proposed():
    game = battle("altenried")

    def rest(decision: Decision) -> Option | None:
        return decision.find(("deploy-rest", {"unit": decision.about["unit"]}))

    game.run(set_up_phase, rest, rest)
    assert len(game.asked) == 2
    assert all(one.is_on for one in game.state.bases.values())
    assert game.state.bases["grenzer-1"].post == "mill"


def test_a_person_points_at_a_place_and_hears_why_not():
    game = battle("altenried")
    refused: list[str] = []

    def pointed(decision: Decision) -> Option | None:
        assert decision.free is not None
        for to in ([500, 1400, 1800], [500, 800], [500, 800, "S"]):
            found = decision.free("deploy", {"unit": "austrian-line-1", "to": to})
            refused.append(found.key if isinstance(found, Objection) else str(found))
        found = decision.free("deploy", {"unit": "austrian-line-1", "to": [500, 800, 1800], "formation": "column"})
        return found if isinstance(found, Option) else None

    game.run(set_up_phase, pointed)
    assert refused == ["set-up-area", "None", "None"]
    one = game.state.bases["austrian-line-1"]
    assert (one.pose, one.formation) == ((500, 800, 1800), "column")


@pytest.mark.rule("lumi.12.6")
def test_who_takes_back_where_he_has_set_up_a_base_goes_on_from_there():
    game: Game[State] = Game(GAME, GAME.scenario("altenried"), "set-up")
    placed: list[str] = []
    for _ in range(4):
        decision = game.decision
        assert decision is not None
        placed.append(decision.about["unit"])
        game.answer(decision.seat, decision.options[0])
    game.undo(game.state.bases[placed[-1]].seat)
    asked = game.decision
    assert asked is not None
    assert asked.about["unit"] == placed[-1]
    assert [one.is_on for one in (game.state.bases[id] for id in placed)] == [True, True, True, False]
