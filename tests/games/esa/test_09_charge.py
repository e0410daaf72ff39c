"""Chapters 9.3 and 9.5: the charge with its test and its speed, and the counter-charge that meets it halfway."""

from __future__ import annotations

import copy

import pytest

from alfiere.games.esa import events
from alfiere.games.esa.charge import charge_targets
from alfiere.games.esa.command import has_melee_order
from alfiere.games.esa.events import ChargeDeclared, MeleeStruck, UnitMoved, VolleyFired
from alfiere.games.esa.state import COUNTER_CHARGED, MOVED
from alfiere.games.esa.tables import DATA
from alfiere.games.esa.troops import read_profiles
from tests.games.esa.abilities import asked, offered, to
from tests.games.esa.lines import place
from tests.situation import situation


def rides(game) -> list[tuple[str, str, int]]:
    """Who has moved, how, and how many hexes."""
    return [(one.unit, one.how, len(one.path)) for one in game.told(UnitMoved)]


# 9.3 Charge

FOUR_APART = """
    esa on open ground
    red  cuirassiers A at 0,0 facing 1, order: card 7
    blue pike B at 4,0 facing 4
    cards red {cards}
"""


@pytest.mark.rule("esa.9.3a")
def test_a_charge_is_a_move_into_contact_that_needs_a_test_where_an_ordinary_move_does_not():
    charge = situation(FOUR_APART.format(cards="2"))
    charge.phase("movement", "unit unit=A", "charge target=B", to("charge-to", "3,0"))
    assert rides(charge) == [("A", "charge", 3)]
    assert [test.purpose for test in charge.told(events.TestTaken)] == ["charge"]
    move = situation(FOUR_APART.format(cards="9").replace("4,0", "3,0"))
    move.phase("movement", "unit unit=A", to("move", "2,0"))
    assert rides(move) == [("A", "move", 2)]
    assert not move.told(events.TestTaken)


@pytest.mark.rule("esa.9.3b")
@pytest.mark.parametrize(("kind", "pm", "plus"), [("cuirassiers", 2, 2), ("weimar", 2, 1), ("swordsmen", 1, 1)])
def test_a_passed_test_gives_as_many_more_hexes_as_the_ability_says(kind, pm, plus):
    far = pm + plus + 1
    game = situation(f"""
        esa on open ground
        red  {kind} A at 0,0 facing 1, order: move melee
        blue pike B at {far},0 facing 4
        blue pike C at 0,{far + 1} facing 0
        cards red 9 1
    """)
    game.phase("movement", "unit unit=A", "charge target=B")
    assert "charge unit=A target=C" not in offered(game, "move")
    assert game.told(events.TestTaken)[0].values == (9, 1)  # before it moves
    assert [type(one) for one in game.events[2:5]] == [ChargeDeclared, events.TestTaken, UnitMoved]
    assert rides(game) == [("A", "charge", pm + plus)]


@pytest.mark.rule("esa.9.3c")
def test_a_failed_test_leaves_the_unit_where_it_is_as_if_it_had_moved():
    game = situation(FOUR_APART.format(cards="9 9 9 9"))
    game.phase("movement", "unit unit=A", "charge target=B")
    assert game.where("A") == (0, 0)
    assert len(asked(game, "move-which")) == 1  # it is not offered a second time
    assert game.unit("A").did & MOVED


@pytest.mark.rule("esa.ex.38")
def test_example_of_the_charge_that_fails():
    game = situation(FOUR_APART.format(cards="5 8 9 10"))
    game.phase("movement", "unit unit=A", "charge target=B")
    test = game.told(events.TestTaken)[0]
    assert [line[0] for line in test.tally.lines] == [3, 1]  # strength and morale
    assert test.values == (5, 8, 9, 10)
    assert not test.passed
    assert game.where("A") == (0, 0)
    assert game.unit("A").did & MOVED


@pytest.mark.rule("esa.9.3d")
@pytest.mark.parametrize(("enemy", "charged"), [("line", True), ("cuirassiers", False), ("arquebusiers", False)])
def test_infantry_does_not_charge_cavalry(enemy, charged):
    game = situation(f"""
        esa on open ground
        red  highlanders A at 0,0 facing 1, order: move melee
        blue {enemy} B at 4,0 facing 4
    """)
    assert bool(charge_targets(game.state, game.unit("A"))) == charged


@pytest.mark.rule("esa.9.3d")
def test_a_list_may_let_infantry_charge_cavalry(tmp_path):
    cards = (DATA / "profiles.toml").read_text(encoding="utf-8")
    bold = tmp_path / "profiles.toml"
    bold.write_text(cards.replace('"press", "aggressive"', '"press", "charges cavalry"'), encoding="utf-8")
    game = situation("""
        esa on open ground
        red  highlanders A at 0,0 facing 1, order: move melee
        blue cuirassiers B at 4,0 facing 4
    """)
    game.unit("A").profile = read_profiles(bold).units["sc_fp_highlanders"]
    assert charge_targets(game.state, game.unit("A")) == [game.unit("B")]


@pytest.mark.rule("esa.9.3d")
def test_infantry_whose_target_evades_does_not_end_its_charge_on_cavalry():
    game = situation("""
        esa on open ground
        red  highlanders A at 0,0 facing 1, order: move melee
        blue musketeers B at 3,0 facing 4
        blue cuirassiers C at 4,-1 facing 4, shaken
        blue line D at 4,1 facing 4, shaken
        cards red 1
    """)
    game.charge("A", "B", to("charge-to", "2,0"), "evade unit=B", to("evade-to", "6,0"))
    assert to("move", "3,0").split()[1] not in " ".join(offered(game, "go-on"))  # beside C and D
    assert f"move unit=A hex={place('2,1')}" in offered(game, "go-on")


@pytest.mark.rule("esa.9.3e")
def test_a_charge_ends_beside_its_target_and_is_not_used_just_to_move():
    game = situation(FOUR_APART.format(cards="2"))
    game.phase("movement", "unit unit=A", "charge target=B")
    landings = {option["hex"] for option in asked(game, "charge-to")[0].options}
    assert landings == {place("3,0"), place("3,1"), place("4,-1")}
    assert not any(one.startswith("stop") for one in offered(game, "charge-to"))
    alone = situation(FOUR_APART.format(cards="2").replace("4,0", "6,0"))
    alone.phase("movement", "unit unit=A")
    assert not any(one.startswith("charge") for one in offered(alone, "move"))


@pytest.mark.rule("esa.9.3f")
@pytest.mark.parametrize(("order", "possible"), [("move melee", True), ("move", False), ("move fire", False)])
def test_a_charge_by_order_needs_both_a_move_and_a_melee_order(order, possible):
    game = situation(FOUR_APART.format(cards="2").replace("card 7", order))
    game.phase("movement", "unit unit=A")
    assert ("charge unit=A target=B" in offered(game, "move")) == possible


@pytest.mark.rule("esa.9.3g")
def test_a_charge_is_declared_on_a_named_target_to_which_a_way_exists():
    game = situation("""
        esa on open ground
        impassable 3,0 3,1 4,-1
        red  cuirassiers A at 0,0 facing 1, order: move melee
        blue pike B at 4,0 facing 4
        blue pike C at 0,3 facing 0
        cards red 2
    """)
    game.phase("movement", "unit unit=A", "charge target=C")
    assert "charge unit=A target=B" not in offered(game, "move")
    assert [(one.unit, one.target) for one in game.told(ChargeDeclared)] == [("A", "C")]


@pytest.mark.rule("esa.9.3g")
@pytest.mark.parametrize(("kind", "charged"), [("cuirassiers", False), ("highlanders", True)])
def test_a_wall_leaves_cavalry_no_way_for_a_charge(kind, charged):
    game = situation(f"""
        esa on open ground
        fortified 4,0 w nw sw
        red  {kind} A at 0,0 facing 1, order: move melee
        blue pike B at 4,0 facing 4
    """)
    assert bool(charge_targets(game.state, game.unit("A"))) == charged


# 9.5 Counter-charge

DUEL = """
    esa on open ground
    red  cuirassiers A at 0,0 facing 1, order: move melee
    blue chevaux-legers B at {at} facing {facing}
    cards red {cards}
"""


@pytest.mark.rule("esa.ex.40")
def test_example_of_the_counter_charge():
    game = situation(DUEL.format(at="4,0", facing=4, cards="2"))
    game.phase(
        "movement",
        "unit unit=A",
        "charge target=B",
        to("charge-to", "3,0"),
        "counter-charge unit=B",
    )
    assert rides(game) == [("A", "charge", 1), ("B", "counter-charge", 1), ("A", "charge", 1)]
    assert (game.where("A"), game.where("B")) == ((2, 0), (3, 0))


@pytest.mark.rule("esa.ex.41", "esa.9.5e")
def test_example_of_the_ordinary_approach_that_is_answered_only_in_melee():
    game = situation(DUEL.format(at="2,0", facing=4, cards="9"))
    game.phase("movement", "unit unit=A", to("move", "1,0"))
    assert rides(game) == [("A", "move", 1)]
    assert not game.told(ChargeDeclared)
    assert not asked(game, "counter-charge")
    game.phase("melee", "fight unit=B")
    assert {blow.unit for blow in game.told(MeleeStruck)} == {"A", "B"}


@pytest.mark.rule("esa.9.5a")
def test_a_unit_with_counter_charge_is_activated_when_charged_or_fired_at_without_any_order():
    charged = situation(DUEL.format(at="4,0", facing=4, cards="2"))
    charged.charge("A", "B", to("charge-to", "3,0"), "counter-charge unit=B")
    assert not charged.state.divisions["blue"].card
    shot = situation("""
        esa on open ground
        red  musketeers M at 0,0 facing 1
        blue chevaux-legers B at 2,-1 facing 4
        cards red 9 9 9 9 blue 1
    """)
    shot.shoot("M", "B", "counter-charge unit=B")
    assert [(one.unit, one.target) for one in shot.told(ChargeDeclared)] == [("B", "M")]


@pytest.mark.rule("esa.9.5a")
def test_a_unit_without_the_ability_does_not_counter_charge():
    game = situation(DUEL.format(at="4,0", facing=4, cards="2").replace("chevaux-legers", "swordsmen"))
    game.charge("A", "B", to("charge-to", "3,0"))
    assert not asked(game, "counter-charge")


@pytest.mark.rule("esa.9.5a")
def test_a_unit_with_counter_charge_may_stand_and_is_then_charged():
    game = situation(DUEL.format(at="4,0", facing=4, cards="2"))
    game.charge("A", "B", to("charge-to", "3,0"), "stand")
    assert (game.where("A"), game.where("B")) == ((3, 0), (4, 0))


@pytest.mark.rule("esa.9.5a")
def test_the_charge_of_a_pursuer_may_be_met_too():
    game = situation("""
        esa on open ground
        red  cuirassiers A at 0,0 facing 1, order: melee
        blue guns G at 1,0 facing 4
        blue chevaux-legers B at 4,1 facing 4
        cards red 1
    """)
    game.phase("melee", "charge target=B", "counter-charge unit=B")
    assert game.unit("B").did & COUNTER_CHARGED


@pytest.mark.rule("esa.9.5b")
def test_charger_and_counter_charger_move_hex_by_hex_in_turn_until_they_meet():
    game = situation(DUEL.format(at="5,0", facing=4, cards="2"))
    game.charge("A", "B", "counter-charge unit=B")
    assert [unit for unit, _, _ in rides(game)] == ["A", "B", "A", "B"]
    assert (game.where("A"), game.where("B")) == ((2, 0), (3, 0))


@pytest.mark.rule("esa.9.5b")
def test_a_charger_does_not_wait_for_the_counter_charge_where_he_may_not_stop():
    game = situation(DUEL.format(at="4,0", facing=4, cards="2") + "area 1,0\nimpassable 0,1 1,-1")
    game.charge("A", "B", to("charge-to", "3,0"), "counter-charge unit=B")
    assert rides(game) == [("A", "charge", 2), ("B", "counter-charge", 1)]


@pytest.mark.rule("esa.9.5c")
def test_no_counter_charge_against_a_charger_who_is_adjacent_after_his_first_hex():
    game = situation(DUEL.format(at="2,0", facing=4, cards="2"))
    game.charge("A", "B", to("charge-to", "1,0"))
    assert rides(game) == [("A", "charge", 1)]
    assert not asked(game, "counter-charge")


SHOT = """
    esa on open ground
    red  musketeers M at 0,0 facing 1, order: fire
    red  musketeers N at 0,1 facing 1
    blue chevaux-legers B at 2,0 facing 4{state}
    cards red {volley} blue {test}
"""


@pytest.mark.rule("esa.9.5d")
def test_fired_at_a_unit_with_counter_charge_charges_the_shooter_when_the_fire_is_resolved():
    game = situation(SHOT.format(state="", volley="9 9 9 9", test="1"))
    game.phase("fire", "fire unit=M", "counter-charge unit=B", to("charge-to", "1,0"), "stand")
    order = [type(one) for one in game.events if isinstance(one, VolleyFired | ChargeDeclared | UnitMoved)]
    assert order == [VolleyFired, ChargeDeclared, UnitMoved]
    assert game.unit("B").strength == 2  # the automatic damage of light infantry
    assert game.where("B") == (1, 0)
    game.phase("melee", "attack unit=B target=M")
    assert ("B", "M") in [(blow.unit, blow.target) for blow in game.told(MeleeStruck)]


@pytest.mark.rule("esa.9.5f")
def test_a_counter_charge_needs_no_test_and_ends_face_to_face():
    game = situation(DUEL.format(at="4,0", facing=1, cards="2") + "cards blue 9 9 9 9")
    game.charge("A", "B", to("charge-to", "3,0"), "counter-charge unit=B")
    assert [test.piece for test in game.told(events.TestTaken)] == ["A"]
    faced = next(one for one in asked(game, "face") if one.about["unit"] == "B")
    assert {option["facing"] for option in faced.options} == {4, 5}  # A is to the west of B


@pytest.mark.rule("esa.9.5f")
def test_a_counter_charge_has_no_more_hexes_than_a_charge_would():
    game = situation(DUEL.format(at="5,0", facing=4, cards="2").replace("chevaux-legers", "weimar"))
    slow = game.unit("B").values = copy.copy(game.unit("B").values)
    slow.pm = 0  # with its charge +1 it may ride a single hex
    game.charge("A", "B", "counter-charge unit=B")
    assert [unit for unit, _, _ in rides(game)] == ["A", "B", "A", "A"]


@pytest.mark.rule("esa.9.5f")
def test_every_step_of_a_counter_charge_leads_nearer_to_the_charger():
    game = situation(DUEL.format(at="3,-4", facing=4, cards="2"))
    game.charge("A", "B", to("charge-to", "2,-3"), "counter-charge unit=B", to("step", "3,-3"))
    steps = next(one for one in asked(game, "step-nearer") if one.seat == "blue")
    distance, charger = game.state.field.grid.distance, game.told(UnitMoved)[0].path[-1]
    assert {distance(option["hex"], charger) for option in steps.options} == {2}
    assert len(steps.options) == 2


@pytest.mark.rule("esa.9.5f2")
@pytest.mark.parametrize(("test", "end"), [("9 9 1", (1, 0)), ("9 9 9", (2, 0))])
def test_a_counter_charge_against_a_shooter_needs_the_test_of_a_charge(test, end):
    game = situation(SHOT.format(state="", volley="9 9 9 9", test=test))
    game.shoot("M", "B", "counter-charge unit=B", *([to("charge-to", "1,0"), "stand"] if end == (1, 0) else []))
    assert [one.purpose for one in game.told(events.TestTaken)] == ["charge"]
    assert game.where("B") == end
    assert game.unit("B").did & MOVED  # esa.9.3c


@pytest.mark.rule("esa.9.5f3")
@pytest.mark.parametrize("state", [", shaken", ", paralysed"])
def test_shaken_and_paralysed_units_do_not_counter_charge(state):
    fired = situation(SHOT.format(state=state, volley="9 9 9 9", test="1"))
    fired.shoot("M", "B")
    assert "counter-charge unit=B" not in offered(fired, "react-to-fire")
    charged = situation(DUEL.format(at="4,0", facing=4, cards="2").replace("facing 4", f"facing 4{state}"))
    charged.charge("A", "B", to("charge-to", "3,0"))
    assert not asked(charged, "counter-charge")


@pytest.mark.rule("esa.9.5f3")
def test_an_engaged_unit_does_not_counter_charge():
    game = situation(DUEL.format(at="4,0", facing=4, cards="2") + "red swordsmen S at 5,0 facing 4")
    game.charge("A", "B", to("charge-to", "3,0"))
    assert not asked(game, "counter-charge")


@pytest.mark.rule("esa.9.5f3")
def test_a_unit_driven_back_by_the_fire_does_not_counter_charge():
    game = situation(SHOT.format(state="", volley="1 9 9 9", test="1"))
    game.shoot("M", "B", "counter-charge unit=B")
    assert game.unit("B").is_shaken
    assert not game.told(ChargeDeclared)


@pytest.mark.rule("esa.9.5f4")
def test_a_unit_counter_charges_once_a_turn():
    game = situation(SHOT.format(state="", volley="9 9 9 9 9 9 9 9", test="9 9 9"))
    game.shoot("M", "B", "counter-charge unit=B")
    game.shoot("N", "B")
    assert len(asked(game, "react-to-fire")) == 1


@pytest.mark.rule("esa.9.5g")
def test_both_units_of_a_counter_charge_have_moved_to_contact_and_the_second_has_a_melee_order():
    game = situation(DUEL.format(at="4,0", facing=4, cards="2"))
    game.charge("A", "B", to("charge-to", "3,0"), "counter-charge unit=B")
    assert game.unit("A").contacts == ["B"]
    assert game.unit("B").contacts == ["A"]
    assert game.unit("A").did & game.unit("B").did & MOVED
    assert has_melee_order(game.state, game.unit("B"))


@pytest.mark.rule("esa.9.8a", "esa.9.5b")
def test_light_troops_evade_the_counter_charger_who_has_come_beside_them():
    game = situation(DUEL.format(at="4,0", facing=4, cards="2") + "red arquebusiers L at 3,-1 facing 4")
    game.charge("A", "B", to("charge-to", "3,0"), "counter-charge unit=B", "evade unit=L")
    assert game.where("B") == (3, 0)
    (choice,) = asked(game, "evade")
    assert (choice.seat, choice.about["enemy"]) == ("red", "B")
    assert game.where("L") != (3, -1)
    assert game.state.field.grid.distance(game.unit("L").hex, game.at(3, 0)) > 1


@pytest.mark.rule("esa.9.8d2", "esa.g.16")
@pytest.mark.parametrize("answer", ["with", "stays"])
def test_who_goes_on_after_an_evasion_with_a_leader_does_not_end_beside_a_second_one(answer):
    game = situation("""
        esa on open ground
        red  cuirassiers A at 0,0 facing 0, order: move melee
        red  general G at 0,0 morale 9
        red  commander X at 1,-1 morale 9
        blue arquebusiers L at 0,-2 facing 3
    """)
    game.move("A", 0, -1, f"{answer} leader=G", "evade unit=L")
    assert (game.leader("G").hex == game.unit("A").hex) is (answer == "with")
    (choice,) = asked(game, "go-on")
    places = {option["hex"] for option in choice.options if option.key == "move"}
    assert (game.at(1, -1) in places) is (answer == "stays")
    assert game.at(-1, -1) in places


@pytest.mark.rule("esa.9.3e")
def test_a_charge_that_can_end_in_one_hex_only_is_not_asked_where():
    game = situation(FOUR_APART.format(cards="2") + "impassable 3,1 4,-1")
    game.phase("movement", "unit unit=A", "charge target=B")
    assert asked(game, "charge-to") == []
    assert game.where("A") == (3, 0)


@pytest.mark.rule("esa.9.5b", "esa.9.3b")
@pytest.mark.parametrize(("step", "end"), [("2,0", (2, 0)), ("2,-1", (3, -1))])
def test_a_charger_whom_nobody_comes_to_meet_has_no_more_points_than_his_charge_gave_him(step, end):
    game = situation("""
        esa on open ground
        difficult 0,0 1,0 2,0
        impassable 1,-1 0,1
        red  cuirassiers A at 0,0 facing 1, order: move melee
        blue chevaux-legers B at 4,-1 facing 4
        cards red 2
    """)
    slow = game.unit("B").values = copy.copy(game.unit("B").values)
    slow.pm = -game.unit("B").profile.charge  # it would like to, but cannot ride a single hex
    game.charge("A", "B", "counter-charge unit=B", to("step", step))
    # two of its four points for each hex of difficult ground, one for open ground
    assert game.where("A") == end
    assert game.where("B") == (4, -1)
    assert (game.unit("A").contacts == ["B"]) is (end == (3, -1))


@pytest.mark.rule("esa.9.5b", "esa.g.16")
@pytest.mark.parametrize("answer", ["with", "stays"])
def test_a_counter_charger_with_his_leader_does_not_ride_into_the_hex_of_a_second_one(answer):
    game = situation("""
        esa on open ground
        impassable 1,-1 0,1
        red  cuirassiers A at 0,0 facing 1, order: move melee
        blue chevaux-legers B at 4,-1 facing 4
        blue general G at 4,-1 morale 2
        blue commander X at 3,0 morale 2
        cards red 2
    """)
    game.charge("A", "B", to("charge-to", "3,-1"), "counter-charge unit=B", f"{answer} leader=G")
    steps = [one for one in asked(game, "step-nearer") if one.seat == "blue"]
    assert len(steps) == (answer == "stays")
    assert game.where("B") in ((3, -1), (3, 0))
    assert (game.leader("G").hex == game.unit("B").hex) is (answer == "with")


@pytest.mark.rule("esa.9.5f3", "esa.9.2h")
@pytest.mark.parametrize(("volley", "rides"), [("9 9 9 9", True), ("1 1 1 1", False)])
def test_a_unit_paralysed_by_far_guns_does_not_counter_charge_any_more(volley, rides):
    game = situation(f"""
        esa on open ground
        red  guns M at 0,1 facing 0, order: fire
        blue cuirassiers B at 0,-2 facing 3, armour 0|0
        cards red {volley} blue 1
    """)
    game.shoot("M", "B", "counter-charge unit=B")
    assert game.unit("B").is_paralysed is not rides
    assert bool(game.told(ChargeDeclared)) is rides
