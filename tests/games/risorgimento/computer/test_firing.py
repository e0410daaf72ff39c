"""At whom the computer fires: together at walls, at whom it counts most; where no friend is in the way."""

from __future__ import annotations

import pytest

from alfiere.games.risorgimento.computer.firing import fired, prize
from alfiere.games.risorgimento.computer.judgement import Stand, look, stance, under_fire
from alfiere.games.risorgimento.computer.sense import considered
from alfiere.games.risorgimento.melee.contact import close
from alfiere.games.risorgimento.movement.making import Hooks
from alfiere.games.risorgimento.movement.moves import nobody_reacts
from alfiere.games.risorgimento.movement.orders import deeds, order_for
from alfiere.games.risorgimento.told.fire import VolleyFired
from alfiere.kernel.decision import Decision, Option
from alfiere.table.shapes import Pose
from tests.games.risorgimento.fire.firing import a_field, phase_d, phase_f
from tests.games.risorgimento.lines import Situation


def shots(game: Situation, phase: str = "F") -> dict[tuple[str, ...], str]:
    """Who has fired at whom, everybody as the computer thinks of it."""

    def thought(decision: Decision) -> Option:
        (only,) = fired(game.state, decision)
        return only

    game.unscripted = thought  # type: ignore[method-assign]
    volleys: list[VolleyFired] = phase_f(game) if phase == "F" else phase_d(game)
    return {tuple(sorted(one.units)): one.target for one in volleys}


# The sector lies from 40,30 to 47.5,37.5, and who mans its west side stands from 40 to 42.
BEFORE_HOUSES = """
    village_sector V 40,30
    red  line R at 0,0 facing W, in V west, vf 1
    blue line A at 36,30.25 facing E, vf 5, open
    blue line B at 36,33.75 facing E, vf 5, open
    blue line C at 36,37.25 facing E, vf 5, open
    {more}
"""


@pytest.mark.rule("risorgimento.f.2.1")
def test_a_brigade_fires_together_at_walls_that_none_of_it_could_hurt_anybody_behind_alone() -> None:
    assert shots(a_field(BEFORE_HOUSES.format(more="")))[("A", "B", "C")] == "R"


@pytest.mark.rule("risorgimento.f.1.11")
def test_the_sides_of_a_square_fire() -> None:
    game = a_field("""
        red  line R at 40,30 facing W, vf 8
        blue line A at 34,30 facing N, square, vf 8
    """)
    assert shots(game)[("A",)] == "R"


@pytest.mark.rule("risorgimento.h.1.7")
def test_a_volley_at_who_is_running_already_counts_least() -> None:
    game = a_field("""
        red  line R at 40,26 facing W, vf 8, routed
        red  line S at 40,34 facing W, vf 8
        blue line A at 34,30 facing E, vf 8
    """)
    assert 0 < prize(game.unit("R")) < prize(game.unit("S")) / 2


@pytest.mark.rule("risorgimento.d.3.8")
def test_who_is_too_far_off_does_not_spoil_the_range_of_the_others() -> None:
    game = a_field(BEFORE_HOUSES.replace("blue line A at 36,30.25", "blue line A at 34,26").format(more=""))
    assert ("B", "C") in shots(game)


@pytest.mark.rule("risorgimento.i.3.2")
def test_who_is_near_his_end_is_fired_at_before_a_fresh_one() -> None:
    text = """
        red  line R at 40,26 facing W, vf 8
        red  line S at 40,34 facing W, vf 8
        blue line A at 34,30 facing E, vf 8
    """
    game = a_field(text)
    for one, other in (("R", "S"), ("S", "R")):
        game = a_field(text)
        tired = game.state.units[one]
        tired.losses = 7
        assert prize(tired) > prize(game.state.units[other])
        assert shots(game)[("A",)] == one


def test_nobody_is_worth_a_volley_that_cannot_hurt_him() -> None:
    lone = "\n".join(line for line in BEFORE_HOUSES.splitlines() if "blue line A" not in line and "line C" not in line)
    assert not any("B" in one for one in shots(a_field(lone.format(more=""))))


@pytest.mark.parametrize(("aside", "is_free"), [(0, False), (6, True)])
def test_a_battery_stands_worse_behind_its_own_men(aside: int, is_free: bool) -> None:
    text = """
        blue guns G at 20,40 facing E, unlimbered
        blue line F at 24,{y} facing E
        red  line R at 36,40 facing W
    """
    s = a_field(text.format(y=40 + aside)).state
    guns, seen = s.units["G"], look(s, "blue")
    free = Stand(guns, Pose(2000, 3400, 1100), guns.formation, "")
    here = stance(seen, Stand(guns, guns.pose, guns.formation, ""), by_plan=False)
    assert (here > stance(seen, free, by_plan=False) - 0.3) == is_free


def test_a_battery_on_the_march_goes_where_nobody_will_be_in_its_way() -> None:
    s = a_field("""
        blue guns G at 20,40 facing E, limbered
        blue line F at 24,40 facing E
        red  line R at 36,40 facing W
    """).state
    guns, seen = s.units["G"], look(s, "blue")
    behind, aside = (Stand(guns, Pose(2000, y, 900), guns.formation, "") for y in (4000, 3500))
    assert stance(seen, aside, by_plan=False) > stance(seen, behind, by_plan=False) + 0.2


@pytest.mark.rule("risorgimento.d.1.9")
def test_guns_think_of_turning_to_any_enemy_in_range_not_only_to_the_nearest() -> None:
    s = a_field("""
        blue guns G at 20,40 facing N
        blue line F at 26,40 facing E
        red  line R at 34,40 facing W
        red  line S at 34,54 facing W, square
    """).state
    (turned,) = considered(s, order_for(s, s.units["G"], deeds(Hooks(nobody_reacts, close))))
    assert turned["to"][2] == pytest.approx(1350, abs=160) or turned["to"][2] == pytest.approx(450, abs=160)


@pytest.mark.rule("risorgimento.f.0.4")
def test_who_is_in_a_melee_minds_no_fire() -> None:
    s = a_field("""
        blue line A at 30,40 facing E
        red  line R at 33,40 facing W
    """).state
    seen, unit = look(s, "blue"), s.units["A"]
    stand = Stand(unit, unit.pose, unit.formation, "")
    worse = seen._replace(foes=[one._replace(power=2 * one.power) for one in seen.foes])
    assert stance(worse, stand, by_plan=False) < stance(seen, stand, by_plan=False) - 0.3
    assert stance(worse, stand, by_plan=False, fights=True) == stance(seen, stand, by_plan=False, fights=True)


@pytest.mark.rule("risorgimento.e.9.8")
def test_who_is_before_the_enemys_fronts_does_not_stir_for_a_trifle() -> None:
    text = """
        blue line A at 30,40 facing E, attack
        blue line B at 22,40 facing E, attack
        red  line R at 38,40 facing W, {formed}
        red  line S at 38,44 facing W, {formed}
    """
    for formed, key in (("line", "stand"), ("march", "move")):  # a column of march does not fire
        s = a_field(text.format(formed=formed)).state
        thought_of = considered(s, order_for(s, s.units["A"], deeds(Hooks(nobody_reacts, close))))
        ordinary = [one for one in thought_of if one.key == "stand" or one["to"][0] < 3600]  # short of a melee
        assert ordinary[0].key == key
        assert (under_fire(look(s, "blue"), Stand(s.units["A"], s.units["A"].pose, "line", "")) > 0.3) == (
            key == "stand"
        )


def test_who_goes_at_a_corner_of_houses_is_not_stuck_before_it() -> None:
    s = a_field("""
        village_sector V 40,30
        red  line R at 0,0 facing W, in V west
        blue line A at 39,37.25 facing E, attack
    """).state
    seen, unit = look(s, "blue"), s.units["A"]
    stand = Stand(unit, unit.pose, unit.formation, "")
    idle, fights = (stance(seen, stand, by_plan=False, fights=one) for one in (False, True))
    assert fights > idle + 4
