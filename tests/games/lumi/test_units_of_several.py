"""Units of several bases of which one is otherwise than the others: where it decides for all, and where it does not.

Bases that have acted, fought or been hit each by itself may stand in one formation afterwards (1.6.4, 1.6.7).
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from alfiere.games.lumi.charge.aggressive import must_charge
from alfiere.games.lumi.charge.approach import _advances
from alfiere.games.lumi.charge.attacks import CHARGES, STEADY
from alfiere.games.lumi.charge.charge import is_engaged, why_not_at
from alfiere.games.lumi.charge.reactions import HAS_EVADED, evasion, may_fire
from alfiere.games.lumi.command.active import WITH_CIC, is_active
from alfiere.games.lumi.fire.lines import shot_at, shots, targets, why_no_shot
from alfiere.games.lumi.melee.combats import FIRST_IN, MELEES, combats
from alfiere.games.lumi.melee.melee import _is_fresh, is_charging, round_tally
from alfiere.games.lumi.melee.penetration import HAS_PURSUED, after_win, resolve
from alfiere.games.lumi.melee.phase import melee_phase
from alfiere.games.lumi.morale.states import become
from alfiere.games.lumi.morale.tests import tally
from alfiere.games.lumi.movement.costs import acted, use, used
from alfiere.games.lumi.movement.crossing import Cross
from alfiere.games.lumi.movement.inversion import why_not as why_not_inverted
from alfiere.games.lumi.movement.judging import hindered
from alfiere.games.lumi.movement.mounting import Mount
from alfiere.games.lumi.movement.obstacles import FAILED_AT, crosses, touches
from alfiere.games.lumi.movement.orders import manoeuvre
from alfiere.games.lumi.movement.tactical import threatens
from alfiere.games.lumi.rally.rally import recovery_tally, way
from alfiere.games.lumi.sheets.profiles import profiles
from alfiere.games.lumi.state.base import ENGAGED, HAS_FIRED, IS_DAMAGED
from alfiere.games.lumi.state.sight import sees
from alfiere.games.lumi.told.melee import PursuitTested
from alfiere.games.lumi.told.morale import StateChanged
from alfiere.games.lumi.told.movement import Mounted, ObstacleRolled, ObstacleTried
from alfiere.kernel.objection import Objection
from alfiere.table.legs import WHOLE
from tests.games.lumi.charge.test_charge import ready
from tests.games.lumi.lines import Situation
from tests.situation import situation

TWO = "red foot A at 10,5 facing N, morale 1, fire 0\nred foot B at 12,5 facing N, morale 1, fire 0"


def two(text: str = "", own: str = TWO) -> Situation:
    """A and B of red, one unit, active and in command."""
    game = ready(f"{own}\n{text}")
    assert game.unit("A").ids == ("A", "B")
    return game


# Fire


@pytest.mark.rule("lumi.5.2.2a", "lumi.10.6")
def test_a_unit_is_fired_at_if_one_of_its_bases_is_seen():
    game = situation(
        """
        lumi
        light_wood W 11,11 16,16
        red foot A at 9,10 facing N, fire 0
        blue foot T at 10,12 facing S
        blue foot U at 12,12 facing S
        """
    )
    s, target = game.state, game.unit("T")
    assert target.ids == ("T", "U")
    shot = shot_at(s, game["A"], target)
    assert shot is not None
    assert shot.hit == "T"
    assert sees(s, game.unit("A"), target)


@pytest.mark.rule("lumi.1.8.6", "lumi.10.6")
def test_of_a_unit_half_of_which_is_hidden_it_is_said_that_it_is_out_of_range_not_that_nobody_sees_it():
    game = situation(
        """
        lumi
        light_wood W 11,13 16,18
        red foot A at 10,10 facing N, fire 0
        blue foot T at 10,14 facing S
        blue foot U at 12,14 facing S
        """
    )
    assert why_no_shot(game.state, game["A"], game.unit("T")).key == "out-of-range"


@pytest.mark.rule("lumi.1.6.13", "lumi.5.2.1d")
def test_a_unit_is_in_range_by_the_nearest_of_its_bases():
    game = situation(
        """
        lumi
        red foot A at 9,10 facing N, fire 0
        blue foot T at 10,12 facing S
        blue foot U at 12,12 facing S
        blue foot V at 14,12 facing S
        """
    )
    (shot,) = shots(game.state, game.unit("A"), game.unit("T"))
    assert (shot.hit, shot.far) == ("T", 100)


@pytest.mark.rule("lumi.5.2.2a")
@pytest.mark.parametrize("at", "TU")
def test_who_has_nobody_straight_ahead_fires_at_any_of_those_in_his_sector(at: str):
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N, fire 0
        blue foot T at 8.9,12 facing S, brigade X
        blue foot U at 11.1,12 facing S, brigade Y
        """
    )
    assert [one.id for one in targets(game.state, game["A"])] == ["T", "U"]
    assert [one.hit for one in shots(game.state, game.unit("A"), game.unit(at))] == [at]


# Charge


@pytest.mark.rule("lumi.4.1.1a", "lumi.3.1.1b", "lumi.7.5.6")
@pytest.mark.parametrize("one", "AB")
def test_a_unit_of_which_one_base_is_engaged_neither_attacks_nor_moves_nor_recovers(one: str):
    game = two("blue foot F at 11,8 facing S")
    for id in "AB":
        game[id].state = 1
    unit = game.unit("A")
    assert way(game.state, unit) is not None
    ENGAGED.put(game[one], "F")
    assert is_engaged(game.state, unit)
    assert hindered(game.state, unit) is not None
    assert way(game.state, unit) is None


@pytest.mark.rule("lumi.4.1.1b")
@pytest.mark.parametrize(("busy", "rule"), [("", "lumi.4.1.1b"), ("red foot C at 14.5,7 facing N, brigade X", "")])
def test_foot_charges_horse_of_which_one_base_is_in_melee(busy: str, rule: str):
    game = ready(
        f"red foot A at 10,5 facing N\nblue cuirassiers F at 12,8 facing S\nblue cuirassiers G at 14,8 facing S\n{busy}"
    )
    found = why_not_at(game.state, game.unit("A"), game.unit("F"))
    assert (found.rule if found else "") == rule


@pytest.mark.rule("lumi.4.1.1d")
@pytest.mark.parametrize(("wood", "rule"), [("13,7 16,9", "lumi.4.1.1d"), ("15.5,7 16,9", "")])
def test_horse_does_not_charge_foot_of_which_one_base_is_in_a_wood(wood: str, rule: str):
    game = ready(
        f"light_wood W {wood}\nred cuirassiers A at 10,5 facing N\n"
        "blue foot F at 12,8 facing S\nblue foot G at 14,8 facing S"
    )
    found = why_not_at(game.state, game.unit("A"), game.unit("F"))
    assert (found.rule if found else "") == rule


@pytest.mark.rule("lumi.4.1.1c")
@pytest.mark.parametrize(
    ("busy", "rule"), [((), "lumi.4.1.1c"), (("C",), "lumi.4.1.1c"), (("D",), ""), (("C", "D"), "")]
)
def test_open_order_charges_who_is_busy_with_a_formed_unit_besides_others(busy: tuple[str, ...], rule: str):
    game = ready(
        """red grenzer A at 10,5 facing N, open
        red grenzer C at 16,5 facing N, open, brigade X
        red foot D at 18,5 facing N, brigade Y
        blue foot F at 10,8 facing S
        """
    )
    for id in busy:
        ENGAGED.put(game["F"], id)
    found = why_not_at(game.state, game.unit("A"), game.unit("F"))
    assert (found.rule if found else "") == rule


@pytest.mark.rule("lumi.4.3.4")
@pytest.mark.parametrize(("wall", "goes"), [("", True), ("wall W 11.2,5.9 13,5.9 level 1", False)])
def test_a_unit_of_which_one_base_holds_a_wall_does_not_go_to_meet_the_enemy(wall: str, goes: bool):
    game = two(f"blue foot F at 11,7 facing S\n{wall}")
    assert _advances(game.state, game.unit("A"), game.unit("F")) is goes


@pytest.mark.rule("lumi.9.2.12", "lumi.1.6.16")
@pytest.mark.parametrize(("more", "charges"), [(", can aggressive", True), ("", False)])
def test_light_troops_must_charge_as_a_unit_if_all_its_bases_are_aggressive(more: str, charges: bool):
    game = situation(
        f"""
        lumi
        red hussars A at 10,5 facing N, can light, can aggressive
        red hussars B at 12,5 facing N, can light{more}
        blue foot F at 10,8 facing S
        """
    )
    game.state.scenario.form = replace(game.state.scenario.form, aggressive=True)
    assert (must_charge(game.state, game.unit("A")) is not None) is charges


@pytest.mark.rule("lumi.4.1.10a", "lumi.5.2.4")
@pytest.mark.parametrize(("fired", "may"), [("", True), ("A", True), ("AB", False)])
def test_a_unit_of_which_one_base_has_not_fired_may_fire_at_chargers(fired: str, may: bool):
    game = two("blue cuirassiers F at 11,9 facing S")
    for id in fired:
        HAS_FIRED.put(game[id])
    assert may_fire(game.state, game.unit("A")) is may


@pytest.mark.rule("lumi.4.1.12a")
@pytest.mark.parametrize("one", "AB")
def test_a_unit_of_which_one_base_has_evaded_does_not_evade_again(one: str):
    game = ready(
        """red grenzer A at 10,5 facing N, open
        red grenzer B at 12.5,5 facing N, open
        blue cuirassiers F at 11,9 facing S
        """
    )
    unit, foe = game.unit("A"), game.unit("F")
    assert unit.ids == ("A", "B")
    assert evasion(game.state, unit, foe) is not None
    HAS_EVADED.put(game[one])
    assert evasion(game.state, unit, foe) is None


# Movement


@pytest.mark.rule("lumi.2.3.4e")
@pytest.mark.parametrize("one", "AB")
def test_a_unit_of_which_one_base_has_acted_does_not_act(one: str):
    game = two()
    acted([game[one]])
    found = hindered(game.state, game.unit("A"))
    assert found is not None
    assert found.key == "has-acted"


@pytest.mark.rule("lumi.3.3.2b", "lumi.3.3.2d")
def test_an_obstacle_nobody_knows_is_rolled_for_when_one_base_of_a_unit_touches_it():
    game = two("wall W 12.8,5.5 15,5.5 random\ndice red 4")
    game.run(lambda g: touches(g, game.unit("A")))
    assert [one.piece for one in game.told(ObstacleRolled)] == ["W"]


@pytest.mark.rule("lumi.3.3.1g")
@pytest.mark.parametrize("one", "AB")
def test_a_unit_of_which_one_base_has_failed_at_an_obstacle_crosses_it_without_a_die(one: str):
    game = two("stream S 5,5.5 20,5.5 level 2\ndice red")
    unit = game.unit("A")
    FAILED_AT.put(game[one], "S")
    option = next(iter(Cross().candidates(game.state, unit, 0)))
    assert Cross().prospects(game.state, None, option) == []  # type: ignore[arg-type]
    game.run(lambda g: crosses(g, unit, "S"))
    assert [(told.roll, told.crossed) for told in game.told(ObstacleTried)] == [(0, True)]


@pytest.mark.rule("lumi.3.1.8", "lumi.3.3.3c")
@pytest.mark.parametrize(
    ("own", "key"),
    [
        ("red dragoons A at 10,5 facing N\nred dragoons B at 12,5 facing N", ""),
        ("red dragoons A at 10,5 facing N\nred cuirassiers B at 12,5 facing N", "not-dragoons"),
        (
            "red dragoons A at 10,5 facing N, on foot\nred dragoons B at 12,5 facing N, on foot\n"
            "dense_wood W 11.2,3 16,8",
            "no-horses-here",
        ),
    ],
)
def test_a_unit_mounts_or_dismounts_if_all_its_bases_can(own: str, key: str):
    game = two(own=own)
    unit = game.unit("A")
    found = Mount().judged(game.state, unit, {"unit": "A", "with": ["B"]})
    assert (found.key if isinstance(found, Objection) else "") == key
    assert bool(list(Mount().candidates(game.state, unit, 0))) is (key != "not-dragoons")


@pytest.mark.rule("lumi.3.1.12j", "lumi.3.1.12o")
@pytest.mark.parametrize("one", "BC")
def test_lines_are_not_inverted_with_a_unit_of_which_one_base_has_moved_or_is_engaged(one: str):
    game = ready(
        """red cuirassiers A at 11,9 facing N
        red foot B at 10,6 facing N
        red foot C at 12,6 facing N
        blue foot F at 11,16 facing S
        """
    )
    game["A"].profile = profiles()["ad1_bhorse"]
    unit, other = game.unit("A"), game.unit("B")
    assert why_not_inverted(game.state, unit, other) is None
    ENGAGED.put(game[one], "F")
    engaged = why_not_inverted(game.state, unit, other)
    assert engaged is not None
    assert engaged.rule == "lumi.3.1.12o"
    ENGAGED.clear(game[one])
    use([game[one]], 1)
    moved = why_not_inverted(game.state, unit, other)
    assert moved is not None
    assert moved.rule == "lumi.3.1.12j"


@pytest.mark.rule("lumi.3.1.2a", "lumi.3.1.2g")
@pytest.mark.parametrize(("x", "is_threat"), [(8.5, True), (14.0, True), (19.0, False)])
def test_a_unit_threatens_what_one_of_its_bases_could_fire_at(x: float, is_threat: bool):
    game = ready(
        f"""red foot A at {x},14 facing N, column
        blue jaeger F at 10,16 facing S, open
        blue jaeger G at 12.5,16 facing S, open
        """
    )
    assert game.unit("F").ids == ("F", "G")
    assert threatens(game.state, game.unit("F"), game.state.base(game["A"]).outline) is is_threat


# Command, morale, rally


@pytest.mark.rule("lumi.2.3.5c", "lumi.2.3.5e")
@pytest.mark.parametrize("one", "AB")
def test_a_unit_acts_that_one_base_of_which_was_with_the_cic(one: str):
    game = two()
    game.state.orders = {}
    assert not is_active(game.state, game.unit("A"))
    WITH_CIC.put(game[one])
    assert is_active(game.state, game.unit("A"))


@pytest.mark.rule("lumi.5.1.11", "lumi.7.1.1a")
@pytest.mark.parametrize("one", "AB")
def test_a_unit_of_which_one_base_was_hit_by_fire_tests_with_one_less(one: str):
    game = two()
    before = tally(game.state, game.unit("A"), "reaction")
    IS_DAMAGED.put(game[one])
    after = tally(game.state, game.unit("A"), "reaction")
    assert "fired-at" in {name for _, name, _ in after.lines}
    assert after.total < before.total


@pytest.mark.rule("lumi.1.5.9", "lumi.7.5.3", "lumi.7.5.11a")
@pytest.mark.parametrize(("by_terrain", "recovers"), [("AB", False), ("A", True), ("", True)])
def test_a_unit_in_a_wood_of_which_one_base_is_disordered_otherwise_recovers_as_others_do(
    by_terrain: str, recovers: bool
):
    game = two("light_wood W 5,3 15,8")
    for id in "AB":
        game[id].state, game[id].by_terrain = 1, id in by_terrain
    assert (way(game.state, game.unit("A")) is not None) is recovers


@pytest.mark.rule("lumi.7.5.7", "lumi.7.5.9")
def test_one_of_several_enemies_nearby_who_is_not_in_rout_counts_in_the_rally():
    game = two("blue foot F at 10,6.8 facing S, rout, brigade X\nblue foot G at 12,6.8 facing S, brigade Y")
    for id in "AB":
        game[id].state = 2
    assert "enemy-near" in {name for _, name, _ in recovery_tally(game.state, game.unit("A")).lines}
    game["G"].state = 3
    assert "enemy-near" not in {name for _, name, _ in recovery_tally(game.state, game.unit("A")).lines}


@pytest.mark.rule("lumi.7.5.7", "lumi.7.5.8")
@pytest.mark.parametrize(
    ("near", "has_to_test"), [(("", ""), True), ((", rout", ""), True), ((", rout", ", rout"), False)]
)
def test_the_disordered_recover_without_a_test_if_none_of_those_near_is_an_enemy_in_order(
    near: tuple[str, str], has_to_test: bool
):
    f, g = near
    game = two(f"blue foot F at 10,6.8 facing S, brigade X{f}\nblue foot G at 12,6.8 facing S, brigade Y{g}")
    for id in "AB":
        game[id].state = 1
    row = way(game.state, game.unit("A"))
    assert row is not None
    assert row.test is has_to_test


@pytest.mark.rule("lumi.1.6.11")
def test_a_change_that_is_new_only_to_one_base_of_a_unit_is_told():
    game = two()
    unit = game.unit("A")
    game["B"].state = 1
    game.run(lambda g: become(g, unit, 1, "joined", "lumi.1.6.11"))
    assert [(one.units, one.state) for one in game.told(StateChanged)] == [(("A", "B"), "disordered")]
    game.run(lambda g: become(g, unit, 1, "joined", "lumi.1.6.11"))
    assert len(game.told(StateChanged)) == 1


# Melee


MELEE = """
    lumi
    red cuirassiers A at 10,10 facing N, morale 2, melee 2
    red cuirassiers B at 12,10 facing N, morale 2, melee 2
    blue foot F at 10,11 facing S, melee 0, morale 0
    blue foot G at 12,11 facing S, melee 0, morale 0
    home red south
    home blue north
    """


@pytest.mark.rule("lumi.6.2.11")
@pytest.mark.parametrize(("who", "charges"), [("", False), ("A", True), ("B", True)])
def test_a_unit_of_which_one_base_has_charged_has_the_bonus(who: str, charges: bool):
    game = situation(MELEE)
    for id in who:
        CHARGES.put(game[id])
    assert is_charging(game.state, game.unit("A")) is charges


@pytest.mark.rule("lumi.6.2.12")
@pytest.mark.parametrize(("steady", "is_steady"), [("", False), ("A", True), ("B", True)])
def test_foot_of_which_one_base_stood_fast_against_one_base_of_the_horse_is_steady(steady: str, is_steady: bool):
    game = situation(MELEE)
    for id in steady:
        STEADY.put(game["G"], id)
    (combat,) = combats(game.state)
    added = {name for _, name, _ in round_tally(game.state, game.unit("F"), game.unit("A"), combat).lines}
    assert ("steady" in added) is is_steady


@pytest.mark.rule("lumi.6.2.5")
@pytest.mark.parametrize(("wood", "in_open"), [("", True), ("light_wood W 11.5,9 14,11.4", False)])
def test_open_order_of_which_one_base_is_in_a_wood_is_not_in_the_open(wood: str, in_open: bool):
    game = situation(
        f"""
        lumi
        red grenzer A at 10,10 facing N, open
        red grenzer B at 12.5,10 facing N, open
        blue foot F at 10,11 facing S
        {wood}
        """
    )
    assert game.unit("A").ids == ("A", "B")
    (combat,) = combats(game.state)
    added = {name for _, name, _ in round_tally(game.state, game.unit("A"), game.unit("F"), combat).lines}
    assert ("open-order-in-the-open" in added) is in_open


@pytest.mark.rule("lumi.7.2.1g")
@pytest.mark.parametrize(("fought", "is_fresh"), [("", True), ("A", False), ("B", False)])
def test_a_unit_of_which_one_base_fought_in_an_earlier_impulse_is_not_fresh(fought: str, is_fresh: bool):
    game = situation(MELEE + "impulse 2")
    for id in fought:
        FIRST_IN.put(game[id], "1")
    assert _is_fresh(game.state, game.unit("A"), (game.unit("F"),)) is is_fresh


@pytest.mark.rule("lumi.7.2.1f")
@pytest.mark.parametrize(("fought", "state"), [("", 0), ("A", 1), ("B", 1)])
def test_a_unit_of_which_one_base_is_in_its_second_melee_is_disordered_by_it(fought: str, state: int):
    game = situation(MELEE + "dice red 6 6 blue 1 1 1 1")
    for id in fought:
        MELEES.put(game[id])
    game.state.cohesion["blue"] = 9
    (combat,) = combats(game.state)
    game.run(lambda g: resolve(g, combat))
    assert [game[id].state for id in "ABF"] == [state, state, 3]
    assert len(game.told(PursuitTested)) == 1 - state  # who is disordered makes no test


@pytest.mark.rule("lumi.7.2.2m")
@pytest.mark.parametrize(("pursued", "tests"), [("", 1), ("A", 0), ("B", 0)])
def test_a_unit_of_which_one_base_has_pursued_does_not_pursue(pursued: str, tests: int):
    game = situation("lumi\nred cuirassiers A at 10,10 facing N\nred cuirassiers B at 12,10 facing N\ndice red 6")
    for id in pursued:
        HAS_PURSUED.put(game[id])
    game.run(lambda g: after_win(g, game.unit("A"), ()))
    assert len(game.told(PursuitTested)) == tests


@pytest.mark.rule("lumi.3.1.8", "lumi.1.3.3b")
def test_all_the_dragoons_of_a_unit_dismount_together_and_use_their_whole_move():
    game = two(own="red dragoons A at 10,5 facing N\nred dragoons B at 12,5 facing N")
    game.run(lambda g: manoeuvre(g, game.unit("A")), "mount foot=1")
    assert [(game[one].is_on_foot, used(game[one])) for one in "AB"] == [(True, WHOLE), (True, WHOLE)]
    assert [(one.units, one.foot) for one in game.told(Mounted)] == [(("A", "B"), 1)]


@pytest.mark.rule("lumi.6.1.3", "lumi.6.1.2")
def test_a_combat_of_several_is_offered_by_the_first_of_each_side():
    game = situation(
        """
        lumi
        red foot A at 4,10 facing N, brigade U
        red foot B at 6,10 facing N, brigade V
        blue foot F at 5,11 facing S, brigade X
        red foot C at 15,10 facing N, brigade W
        blue foot G at 14,11 facing S, brigade Y
        blue foot H at 16,11 facing S, brigade Z
        """
    )
    game.run(lambda g: melee_phase(g, lambda g: None))
    fights = next(one for one in game.asked if one.key == "fight-next")
    assert [one.meaning for one in fights.options] == ["fight unit=A target=F", "fight unit=C target=G"]
