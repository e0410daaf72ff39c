"""Setting up: who comes when, where and in which formation, villages, quotas, commanders and their values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from alfiere.games.risorgimento.set_up.deployment import order_of_set_up, set_up_phase
from alfiere.games.risorgimento.set_up.places import POSTS, Spot, leader_why_not, spots, why_not
from alfiere.games.risorgimento.sheets.scenario_reading import scenario_ids
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.muster import new_battle
from alfiere.games.risorgimento.state.standing import base_of_leader
from alfiere.games.risorgimento.state.unit import ON, TO_COME
from alfiere.games.risorgimento.victory.objectives import load_scenario
from alfiere.kernel.decision import Decision, Option
from alfiere.table.legs import Footing
from alfiere.table.measuring import overlaps
from alfiere.table.shapes import Pose
from tests.games.risorgimento.lines import Situation


def battle(name: str, options: Mapping[str, Any] | None = None) -> Situation:
    return Situation(new_battle(load_scenario(name), options or {}), {})


@pytest.mark.rule("risorgimento.set.1")
def test_before_the_set_up_nobody_stands_anywhere_and_nobody_has_lost_anything():
    s = battle("genestrello").state
    assert {(one.where, one.pose) for one in s.commanders.values()} == {(TO_COME, Pose(0, 0, 0))}
    for unit in s.units.values():
        assert (unit.where, unit.pose) == (TO_COME, (0, 0, 0))
        assert (unit.losses, unit.disorder, unit.fatigue, unit.is_routed) == (0, 0, 0, False)
        assert unit.morale == unit.spirit == s.scenario.units[unit.id].vm


def reason(s: BattleState, unit: str, x: float, y: float, formation: str, heading: int = 900) -> str:
    """Why a unit may not be set up there, in cm from the south-west corner; nothing if it may."""
    pose = Pose(round(x * 100), s.scenario.depth - round(y * 100), heading)
    found = why_not(s, s.units[unit], Spot(Footing(formation, s.shape(s.units[unit], formation), pose)))
    return found.key if found is not None else ""


def in_village(s: BattleState, unit: str, piece: str, side: str) -> str:
    """The same for a side of a village or farm; if it may, it is put there."""
    one = s.units[unit]
    slot = s.ground.slots(piece)[side]  # type: ignore[index]
    formation, pose = ("open_order", slot.infantry) if one.arm == "infantry" else ("unlimbered", slot.guns[0])
    spot = Spot(Footing(formation, s.shape(one, formation), pose), f"{piece}/{side}")
    found = why_not(s, one, spot)
    if found is None:
        s.stand(one, *spot)
    return found.key if found is not None else ""


@pytest.mark.rule("risorgimento.set.1")
@pytest.mark.parametrize("name", scenario_ids())
@pytest.mark.parametrize("chosen", [0, -1])
def test_whole_armies_are_set_up_without_overlapping_in_their_areas(name: str, chosen: int):
    game = battle(name)
    game.otherwise = chosen  # the first place that is offered, or the last
    game.run(set_up_phase)
    s = game.state
    assert (s.turn, s.phase) == (1, "A")
    for unit in s.units.values():
        assert (unit.where == ON) == (unit.id in s.scenario.deployments)
    for who in s.commanders.values():
        assert (who.where == TO_COME) == (who.id in s.scenario.arrivals)
    outlines = [s.base(unit).outline for unit in s.on_table]
    assert not any(overlaps(a, b) for n, a in enumerate(outlines) for b in outlines[:n])
    for quota in s.scenario.form.quota:
        ids = {unit for one in quota.under for unit in s.scenario.under(one)} | set(quota.units)
        inside = [one for one in s.on_table if one.id in ids and one.arm == quota.arm]
        there = [one for one in inside if one.post.partition("/")[0] in quota.inside]
        near = [
            one for one in inside if any(s.ground.gap(piece, s.base(one).outline) <= quota.by for piece in quota.near)
        ]
        count = len({one.id for one in (*there, *near)})
        assert quota.least <= count <= (99 if quota.most is None else quota.most)


@pytest.mark.rule("risorgimento.set.1")
def test_the_side_named_first_deploys_first_its_units_before_its_commanders():
    s = battle("genestrello").state
    order = order_of_set_up(s)
    foot = ["jaeger-3", "i-ir-39", "i-ir-40", "ii-ir-40", "iii-ir-40"]
    assert order[:9] == [*foot, "fussbatterie", "haller-hussars", "urban", "schaaffgotsche"]
    assert order[9:11] == ["battery", "17e-chasseurs"]
    assert order_of_set_up(battle("palestro").state)[0] == "i-9o"


@pytest.mark.rule("risorgimento.set.1")
def test_a_unit_is_placed_wholly_inside_its_area():
    s = battle("montebello").state
    assert reason(s, "i-74e", 25, 36, "open_order") == ""
    assert reason(s, "i-74e", 25.1, 36, "open_order") == "set-up-area"  # two deep: its front would be at 26.1
    assert reason(s, "novara-horse", 28, 39, "line") == "set-up-area"
    assert reason(s, "novara-horse", 28, 39.75, "line") == ""


@pytest.mark.rule("risorgimento.set.1", "risorgimento.e.4.10")
def test_in_any_formation_of_its_arm_unless_the_scenario_says_otherwise():
    s = battle("montebello").state
    assert reason(s, "i-74e", 20, 36, "attack_column") == ""
    assert reason(s, "i-74e", 20, 36, "line") == "set-up-formation"
    assert reason(s, "novara-horse", 30, 50, "march_column") == ""
    assert reason(s, "novara-horse", 30, 50, "square") == "set-up-formation"
    s = battle("genestrello").state
    for formation in s.tables.formations_of("infantry"):
        assert reason(s, "i-74e", 5, 10, formation) == ""


@pytest.mark.rule("risorgimento.set.1", "risorgimento.geo.4")
def test_bases_do_not_overlap_but_may_touch():
    s = battle("montebello").state
    s.stand(s.units["i-74e"], Footing("open_order", s.shape(s.units["i-74e"], "open_order"), Pose(2000, 4400, 900)))
    assert reason(s, "ii-74e", 20, 39.49, "open_order") in ("", "no-room")
    assert reason(s, "ii-74e", 20, 39.5, "open_order") == ""
    assert reason(s, "ii-74e", 20, 38, "open_order") == "no-room"


@pytest.mark.rule("risorgimento.g.5.4", "risorgimento.g.5.12")
def test_infantry_in_a_village_stands_on_a_side_in_open_order():
    s = battle("montebello").state
    assert reason(s, "i-ir-40", 46, 35, "open_order") == "no-room"  # anywhere in the houses
    assert in_village(s, "i-ir-40", "genestrello", "west") == ""
    assert (s.units["i-ir-40"].post, s.units["i-ir-40"].formation) == ("genestrello/west", "open_order")
    assert in_village(s, "battery-schaaffgotsche", "genestrello", "west") == ""


@pytest.mark.rule("risorgimento.g.5.2")
def test_a_sector_holds_two_batteries_and_a_side_one_battalion():
    s = battle("genestrello").state
    s.queue = order_of_set_up(s)
    assert in_village(s, "i-ir-40", "genestrello", "west") == ""
    assert in_village(s, "ii-ir-40", "genestrello", "west") == "no-room"


@pytest.mark.rule("risorgimento.g.5.16")
def test_a_farm_holds_one_battalion_and_no_battery_but_the_redoubt_holds_one():
    s = battle("sanmartino").state
    assert in_village(s, "i-ir-7", "contracania", "north") == ""
    assert in_village(s, "ii-ir-7", "contracania", "south") == "sector-full"
    assert not s.ground.slots("contracania")["north"].guns
    s = battle("magenta").state
    s.queue = order_of_set_up(s)
    assert in_village(s, "jaeger-2", "redoubt", "north") == ""
    assert in_village(s, "rockets", "redoubt", "south") == ""
    assert in_village(s, "battery-burdina", "redoubt", "east") == "sector-full"


def test_quotas_say_how_many_stand_in_a_place_and_leave_room_for_who_must():
    s = battle("montebello").state
    s.queue = order_of_set_up(s)
    for unit in ("jaeger-3", "i-ir-39", "i-ir-40"):
        assert reason(s, unit, 55, 30 + 4 * len(s.on_table), "open_order") == ""
        s.stand(
            s.units[unit],
            Footing(
                "open_order", s.shape(s.units[unit], "open_order"), Pose(5500, 8000 - 3000 - 400 * len(s.on_table), 900)
            ),
        )
        s.queue.remove(unit)
    assert reason(s, "ii-ir-40", 55, 45, "open_order") == "quota-least"  # the last, and Genestrello is still empty
    assert in_village(s, "ii-ir-40", "genestrello", "west") == ""
    assert spots(s, s.units["i-ir-39"], POSTS) == []
    assert spots(s, s.units["i-ir-39"], "open_order")
    assert in_village(s, "i-ir-39", "genestrello", "north") == "quota-most"


@pytest.mark.rule("risorgimento.set.1")
def test_who_points_at_a_place_of_his_own_is_judged_by_the_same_rules():
    game = battle("genestrello")
    seen: list[str] = []

    def pointed(decision: Decision) -> Any:
        assert decision.free is not None
        inside = decision.free("deploy", {"unit": "jaeger-3", "to": [3900, 2500, 900]})  # in the village
        assert isinstance(inside, Option)
        assert inside["post"].startswith("genestrello/")
        refused = decision.free("deploy", {"unit": "jaeger-3", "to": [1000, 2500, 900], "formation": "line"})
        assert refused is not None
        assert not isinstance(refused, Option)
        seen.append(refused.key)
        taken = decision.free("deploy", {"unit": "jaeger-3", "to": [5000, 1000, 450], "formation": "line"})
        assert isinstance(taken, Option)
        return taken

    game.run(set_up_phase, pointed)
    assert seen == ["set-up-area"]
    unit = game.state.units["jaeger-3"]
    assert (unit.pose, unit.formation) == (Pose(5000, 1000, 450), "line")


@pytest.mark.rule("risorgimento.set.1", "risorgimento.cmd.11")
def test_a_commander_stands_touching_a_unit_of_his_command_or_within_his_radius_of_one():
    game = battle("montebello")
    game.run(set_up_phase)
    s = game.state
    braum, unit = s.commanders["braum"], s.units["i-ir-49"]
    assert leader_why_not(s, braum, s.beside(unit), unit.id) is None

    def at(x: int, y: int, unit: str = "") -> str:
        found = leader_why_not(s, braum, Pose(x, y, 2700), unit)
        return found.key if found is not None else ""

    assert at(6100, 7500) == "out-of-radius"
    far = unit.x + 100 + 100, unit.y + 600
    assert at(*far, unit.id) == "not-touching"
    assert at(unit.x, unit.y) == "no-room"
    urban = s.commanders["urban"]
    assert (
        leader_why_not(s, urban, Pose(8000, 4000, 2700), "") is not None
    )  # within 6 cm of Genestrello, says the scenario
    assert s.ground.gap("genestrello", _leader(s, "urban")) <= 600
    assert (s.commanders["stadion"].x, s.commanders["stadion"].y) == (11600, 4300)


def _leader(s: BattleState, id: str) -> Any:
    return base_of_leader(s, s.commanders[id]).outline


@pytest.mark.rule("risorgimento.cmd.11")
def test_a_commander_may_be_attached_when_he_is_set_up():
    game = battle("genestrello")
    game.run(set_up_phase, "deploy-leader commander=urban unit=i-ir-40")
    s = game.state
    assert s.commanders["urban"].unit == "i-ir-40"
    assert s.bonus_of(s.units["i-ir-40"]) >= 1


@pytest.mark.rule("risorgimento.cmd.7", "risorgimento.cmd.8", "risorgimento.cmd.10", "risorgimento.dice.1")
def test_values_the_scenario_leaves_open_come_from_table_1_each_with_a_die_of_its_own():
    source = dict(load_scenario("genestrello").source)
    bare = ("radius", "initiative", "bonus")
    source["commander"] = [
        {key: value for key, value in one.items() if key not in bare} if one["id"] in ("forey", "beuret") else one
        for one in source["commander"]
    ]
    state = new_battle(load_scenario(source), {})
    game = Situation(state, {"blue": [5, 6, 10, 1, 5, 6]})
    game.run(set_up_phase)
    s = game.state
    forey, beuret, urban = (s.commanders[id] for id in ("forey", "beuret", "urban"))
    assert (forey.radius, forey.initiative, forey.bonus) == (2200, 7, 2)
    assert (beuret.radius, beuret.initiative, beuret.bonus) == (1400, 5, 2)
    assert (urban.radius, urban.initiative, urban.bonus) == (2200, 5, 1)
    assert game.dice_left == {}


@pytest.mark.rule("risorgimento.scale.8")
def test_with_large_figures_everything_is_set_up_twice_as_far_apart():
    game = battle("genestrello", {"figures": "25"})
    game.run(set_up_phase)
    s = game.state
    assert s.scenario.width == 12000
    jaeger = s.units["jaeger-3"]
    assert s.shape(jaeger).width == 700
    assert jaeger.x > 6000


def test_all_who_are_left_may_be_set_up_at_once_as_they_would_be_one_by_one():
    one_by_one, at_once = battle("genestrello"), battle("genestrello")
    one_by_one.run(set_up_phase)

    def all_of_them(decision: Decision) -> Option | None:
        assert [one.key for one in decision.shown][-1] == "deploy-rest"
        return decision.find(("deploy-rest", {"unit": decision.about["unit"]}))

    at_once.run(set_up_phase, all_of_them, all_of_them)
    assert len(at_once.asked) == 2
    one, other = one_by_one.state, at_once.state
    assert [unit.pose for unit in one.units.values()] == [unit.pose for unit in other.units.values()]
    assert [who.pose for who in one.commanders.values()] == [who.pose for who in other.commanders.values()]
    assert at_once.state.turn == 1


def test_nobody_alone_is_the_rest():
    s = new_battle(load_scenario("genestrello"), {})
    s.queue = ["jaeger-3", "battery"]  # one of each side
    game = Situation(s, {})
    s.step = 1
    game.run(set_up_phase)
    assert all("deploy-rest" not in [one.key for one in asked.shown] for asked in game.asked)
