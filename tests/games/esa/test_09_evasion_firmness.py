"""Chapters 9.8 and 9.10: light troops that make way, and steady ones that fire at contact."""

from __future__ import annotations

import pytest

from alfiere.games.esa import events
from alfiere.games.esa.evasion import evasions
from alfiere.games.esa.events import MeleeStruck, PhaseBegan, UnitMoved, VolleyFired
from alfiere.games.esa.fire import can_fire
from tests.games.esa.abilities import asked, offered, to
from tests.games.esa.lines import CENTRE, place
from tests.situation import situation

# 9.8 Evasion: light troops L at 0,0, and C who comes from the north to 0,-1

COMING = """
    esa on open ground
    red  cuirassiers C at 0,-2 facing 3, order: move melee, division horse
    blue {light} L at 0,0 facing 2{state}
    {more}
"""


def coming(light: str = "musketeers", state: str = "", *more: str, answers: tuple[str, ...] = ()):
    """The situation after C has come, with these answers to what was asked."""
    game = situation(COMING.format(light=light, state=state, more="\n".join(more)))
    game.move("C", 0, -1, *answers)
    return game


def ways(*more: str, light: str = "musketeers") -> set[tuple[int, int]]:
    """Where L could evade to if C stood at 0,-1."""
    text = COMING.format(light=light, state="", more="\n".join(more)).replace("0,-2", "0,-1")
    game = situation(text)
    axial = game.state.field.grid.axial
    ends = [axial[way.path[-1]] for way in evasions(game.state, game.unit("L"), game.at(0, -1))]
    return {(q - CENTRE[0], r - CENTRE[1]) for q, r in ends}


STRAIGHT = {(3, 0), (0, 3), (-3, 3)}  # three hexes in the three directions away from 0,-1


@pytest.mark.rule("esa.9.8a")
@pytest.mark.parametrize(("light", "evades"), [("musketeers", True), ("arquebusiers", True), ("line", False)])
def test_light_troops_may_evade_an_enemy_who_comes_next_to_them(light, evades):
    game = coming(light)
    assert ("evade unit=L" in offered(game, "evade")) == evades


@pytest.mark.rule("esa.9.8a")
@pytest.mark.parametrize(("light", "evades"), [("musketeers", True), ("arquebusiers", True), ("line", False)])
def test_light_troops_may_evade_when_they_are_fired_at(light, evades):
    game = situation(f"""
        esa on open ground
        red  line P at 1,-2 facing 3
        blue {light} L at 0,0 facing 0
    """)
    game.shoot("P", "L", *(["evade unit=L"] if evades else []))
    assert ("evade unit=L" in offered(game, "react-to-fire")) == evades
    assert bool(game.told(UnitMoved)) == evades


@pytest.mark.rule("esa.9.8b")
def test_an_evading_unit_goes_away_from_the_threat_at_full_speed_and_keeps_its_facing():
    assert ways() == STRAIGHT
    game = coming(answers=("evade unit=L", to("evade-to", "0,3")))
    moved = game.told(UnitMoved)[-1]
    assert (moved.unit, moved.how, len(moved.path)) == ("L", "evasion", 3)
    assert game.where("L") == (0, 3)
    assert game.unit("L").facing == 2


@pytest.mark.rule("esa.9.8c", "esa.9.8c2")
def test_no_evasion_leads_nearer_to_any_fresh_enemy():
    assert ways("red line X at 0,4 facing 0") == {(3, 0), (-3, 3)}
    assert ways("red line X at 0,4 facing 0, shaken") == STRAIGHT
    all_round = ("red line X at 0,4 facing 0", "red line Y at 4,0 facing 0", "red line Z at -4,4 facing 0")
    assert ways(*all_round) == set()
    assert not asked(coming("musketeers", "", *all_round), "evade")


@pytest.mark.rule("esa.9.8d")
def test_when_its_target_has_evaded_a_shooter_may_choose_another():
    game = situation("""
        esa on open ground
        red  line P at 0,0 facing 0
        blue musketeers L at 1,-2 facing 3
        blue swordsmen S at 0,-2 facing 3
    """)
    game.shoot("P", "L", "evade unit=L", "fire target=S")
    assert [(volley.unit, volley.target) for volley in game.told(VolleyFired)] == [("P", "S")]


@pytest.mark.rule("esa.9.8d2")
@pytest.mark.parametrize(("answer", "end"), [("stop unit=C", (0, -1)), (to("move", "1,-1"), (1, -1))])
def test_when_its_target_has_evaded_a_mover_may_stop_or_go_on_to_another(answer, end):
    game = coming("musketeers", "", "blue line Y at 2,-2 facing 0", answers=("evade unit=L", answer))
    assert game.where("C") == end
    assert ("Y" in game.unit("C").contacts) == (end == (1, -1))


@pytest.mark.rule("esa.9.8d2")
@pytest.mark.parametrize(("answer", "end"), [("stop unit=C", (0, -1)), (to("move", "1,-1"), (1, -1))])
def test_when_its_target_has_evaded_a_charger_may_stop_or_go_on_to_another(answer, end):
    game = situation("""
        esa on open ground
        red  cuirassiers C at 0,-4 facing 3, order: move melee
        blue musketeers L at 0,0 facing 2
        blue line Y at 2,-2 facing 0
        cards red 1
    """)
    game.charge("C", "L", to("charge-to", "0,-1"), "evade unit=L", to("evade-to", "0,3"), answer)
    assert game.where("C") == end
    assert ("Y" in game.unit("C").contacts) == (end == (1, -1))


@pytest.mark.rule("esa.9.8e")
def test_a_unit_that_has_evaded_does_not_move_again_this_turn():
    text = COMING.format(light="musketeers", state="", more="order horse: card 4\norder blue: card 26")
    stands, evades = situation(text), situation(text)
    stands.phase("movement", "unit unit=C", to("move", "0,-1"), "stand")
    assert "unit unit=L" not in offered(stands, "move-which")  # engaged
    away = situation(text.replace("0,-2", "0,-9"))
    away.phase("movement", "unit unit=C", "turn unit=C")
    assert "unit unit=L" in offered(away, "move-which")
    evades.phase("movement", "unit unit=C", to("move", "0,-1"), "evade unit=L")
    assert "unit unit=L" not in offered(evades, "move-which")


@pytest.mark.rule("esa.9.8e2")
def test_a_unit_that_has_moved_may_still_evade():
    assert "evade unit=L" in offered(coming("musketeers", ", moved"), "evade")


@pytest.mark.rule("esa.9.8e3")
def test_a_unit_evades_once_a_turn():
    game = coming(
        "musketeers",
        "",
        "red chevaux-legers D at 0,6 facing 0, division horse",
        answers=("evade unit=L", to("evade-to", "3,0")),
    )
    game.state.place(game.unit("D"), game.at(4, -2))
    game.move("D", 3, -1)
    assert len(asked(game, "evade")) == 1


@pytest.mark.rule("esa.9.8f")
@pytest.mark.parametrize("ground", ["wood 0,2", "difficult 0,2", "area 0,2", "hedge 0,2"])
def test_an_evading_unit_does_not_stop_before_ground_or_obstacles_it_can_cross(ground):
    assert ways(ground) == STRAIGHT


@pytest.mark.rule("esa.9.8g")
@pytest.mark.parametrize(("cards", "end"), [("9 9 9 1", (0, 2)), ("9 9 9 9", (0, 0))])
def test_light_guns_must_pass_a_test_to_evade(cards, end):
    answers = ("evade unit=L", *([to("evade-to", "0,2")] if end != (0, 0) else []))
    game = coming("guns", "", f"cards blue {cards}", answers=answers)
    test = game.told(events.TestTaken)[0]
    assert (test.piece, test.purpose, len(test.values)) == ("L", "evasion", 4)
    assert game.where("L") == end


@pytest.mark.rule("esa.9.8h")
@pytest.mark.parametrize(
    ("state", "more", "evades"),
    [
        ("", "", True),
        (", shaken", "", False),
        ("", "red swordsmen S at -1,0 facing 1, division horse", False),
        ("", "red swordsmen S at -1,0 facing 1, division idle", True),
        ("", "red swordsmen S at -1,0 facing 1, shaken, division horse", True),
    ],
)
def test_shaken_units_and_units_already_engaged_do_not_evade(state, more, evades):
    game = coming("musketeers", state, more)
    assert bool(asked(game, "evade")) == evades


@pytest.mark.rule("esa.9.8i")
@pytest.mark.parametrize(("light", "hexes"), [("musketeers", 3), ("arquebusiers", 5)])
def test_full_speed_is_that_of_a_withdrawal(light, hexes):
    assert ways(light=light) == {(hexes, 0), (0, hexes), (-hexes, hexes)}


@pytest.mark.rule("esa.9.8j")
def test_an_evasion_goes_straight_and_turns_only_where_it_must():
    # from 0,1 it cannot go on to 0,2: it turns to either side and goes on there
    assert ways("impassable 0,2") == {(3, 0), (-3, 3), (2, 1), (-2, 3)}


@pytest.mark.rule("esa.9.8j")
def test_an_evasion_enters_no_hex_beside_a_fresh_enemy():
    assert ways("red swordsmen Y at 1,0 facing 4, division idle") == {(-3, 3)}


@pytest.mark.rule("esa.9.8j")
@pytest.mark.parametrize("light", ["musketeers", "guns"])
def test_an_evading_unit_passes_through_friends(light):
    ends = ways("blue line F at 0,1 facing 0", light=light)
    assert (0, 3 if light == "musketeers" else 2) in ends


@pytest.mark.rule("esa.9.8j2")
def test_an_evading_unit_stops_early_without_penalty_at_the_map_edge():
    game = situation("""
        esa on open ground
        red  cuirassiers C at 10,17 facing 3, order: move melee
        blue musketeers L at 10,19 facing 2
    """)
    game.move("C", 10, 18, "evade unit=L", to("evade-to", "10,20"))
    assert game.where("L") == (10, 20)  # the last hex of the last row
    assert (game.unit("L").strength, game.unit("L").is_shaken) == (3, False)


@pytest.mark.rule("esa.9.8j2")
def test_an_evading_unit_stops_before_closed_ground_and_before_friends():
    assert (0, 1) in ways("impassable 0,2 1,1 -1,2")
    assert (0, 1) in ways("blue line F at 0,2 facing 0", "blue line G at 0,3 facing 0")


@pytest.mark.rule("esa.9.8j2")
def test_a_unit_that_cannot_move_a_single_hex_does_not_evade():
    closed = "impassable 0,1 1,0 -1,1"
    assert ways(closed) == set()
    assert not asked(coming("musketeers", "", closed), "evade")


@pytest.mark.rule("esa.9.8k")
def test_the_enemy_whose_arrival_is_evaded_does_not_count_as_engaging():
    game = coming(answers=("evade unit=L",))
    assert game.told(UnitMoved)[-1].how == "evasion"


@pytest.mark.rule("esa.9.8k")
@pytest.mark.parametrize(("order", "evades"), [("fire", True), ("move fire melee", False)])
def test_a_unit_engaged_by_reiter_does_not_evade_their_fire(order, evades):
    game = situation(f"""
        esa on open ground
        red  reiter R at 0,-1 facing 3, order: {order}
        blue musketeers L at 0,0 facing 0
    """)
    game.shoot("R", "L")
    assert ("evade unit=L" in offered(game, "react-to-fire")) == evades


@pytest.mark.rule("esa.9.8k2")
@pytest.mark.parametrize("state", [", mounted", ", dismounted"])
def test_dragoons_evade_with_their_mounted_speed_whatever_their_state(state):
    game = coming("dragoons", state, answers=("evade unit=L", to("evade-to", "0,5")))
    assert game.where("L") == (0, 5)


@pytest.mark.rule("esa.9.8j", "esa.5f", "esa.5j")
def test_no_evasion_leads_through_an_enemy_or_his_leader():
    assert ways("red line X at 0,2 facing 0, shaken") & {(0, 2), (0, 3)} == set()
    assert ways("red commander K at 0,2 morale 2") & {(0, 2), (0, 3)} == set()
    assert (0, 3) in ways("blue line X at 0,2 facing 0")  # open order passes through friends
    assert (0, 3) in ways("blue commander K at 0,2 morale 2")


@pytest.mark.rule("esa.9.8d2", "esa.10.12c")
def test_after_a_failed_evasion_nobody_goes_on():
    failed = coming("musketeers", ", strength 1", "cards blue 9 9 9 9", answers=("evade unit=L",))
    assert failed.where("L") == (0, 0)
    assert not asked(failed, "go-on")
    assert len(asked(failed, "evade")) == 1  # it is not asked again
    left = coming("musketeers", ", strength 1", "cards blue 1", answers=("evade unit=L", to("evade-to", "0,3")))
    assert asked(left, "go-on")


@pytest.mark.rule("esa.6.1d", "esa.10.12c")
@pytest.mark.parametrize(("card", "evades"), [(1, True), (9, False)])
def test_only_an_evasion_that_succeeds_lets_the_shooter_choose_anew(card, evades):
    game = situation(f"""
        esa on open ground
        red  musketeers P at 0,-2 facing 3
        blue musketeers L at 0,0 facing 0, strength 1
        cards blue {card} 9 9 9 red 9 9 9 9
    """)
    game.shoot("P", "L", "evade unit=L")
    assert bool(game.told(UnitMoved)) is evades
    assert bool(asked(game, "fire-after-evasion")) is (evades and game.where("L") in ((0, 0), (0, 1)))
    assert bool(game.told(VolleyFired)) is not evades


@pytest.mark.rule("esa.9.2n", "esa.9.8k2")
@pytest.mark.parametrize(("state", "told"), [("", ["tow"]), (", in tow", [])])
def test_guns_that_evade_are_limbered_up_if_they_were_not(state, told):
    game = coming("guns", state, "cards blue 1", answers=("evade unit=L", to("evade-to", "0,2")))
    assert [one.into for one in game.told(events.UnitChanged)] == told
    assert game.unit("L").values.id.endswith("/tow")
    assert game.where("L") == (0, 2)  # two hexes in tow


@pytest.mark.rule("esa.9.8i", "esa.card.18")
@pytest.mark.parametrize(("light", "far"), [("guns", 2), ("musketeers", 3), ("dragoons", 5)])
def test_a_forced_march_helps_an_evasion_too(light, far):
    assert (0, far) in ways(light=light)
    assert (0, far + 1) not in ways(light=light)
    assert (0, far + 1) in ways("order blue: card 18", light=light)


@pytest.mark.rule("esa.9.8a")
def test_who_lets_the_enemy_come_is_asked_once():
    game = coming("musketeers", "", "blue musketeers K at 1,-1 facing 2, division other", answers=("stand",))
    assert len(asked(game, "evade")) == 1
    assert (game.where("L"), game.where("K")) == ((0, 0), (1, -1))


# 9.10 Firmness

FIRM = """
    esa on open ground
    red  {mover} A at 0,-2 facing 3, order: move melee, division movers
    blue {unit} P at 0,0 facing 0{state}
    {more}
"""


def contact(mover: str = "swordsmen", unit: str = "line", state: str = "", *answers: str, more: str = ""):
    """The situation after A has come to 0,-1, next to P."""
    game = situation(FIRM.format(mover=mover, unit=unit, state=state, more=more))
    game.move("A", 0, -1, "stand" if unit == "musketeers" else "face facing=3", *answers)
    return game


@pytest.mark.rule("esa.9.10a")
@pytest.mark.parametrize(("unit", "fires"), [("line", True), ("tercio", True), ("weimar", False)])
def test_a_unit_with_firmness_fires_before_the_melee_at_an_adjacent_enemy(unit, fires):
    game = contact("swordsmen", unit, "", *(["fire unit=P target=A"] if fires else []))
    assert [(volley.unit, volley.target) for volley in game.told(VolleyFired)] == [("P", "A")] * fires
    assert not can_fire(game.state, game.unit("P"))  # otherwise a unit in contact does not fire


@pytest.mark.rule("esa.9.10b")
@pytest.mark.parametrize(("mover", "unit", "shooter"), [("line", "swordsmen", "A"), ("swordsmen", "line", "P")])
def test_firmness_fires_in_the_movement_phase_whoever_has_made_the_contact(mover, unit, shooter):
    game = situation(FIRM.format(mover=mover, unit=unit, state="", more=""))
    game.phase("movement", "unit unit=A", to("move", "0,-1"), "face facing=3", f"fire unit={shooter}")
    kinds = [type(one) for one in game.events if isinstance(one, UnitMoved | VolleyFired | PhaseBegan)]
    assert kinds == [PhaseBegan, UnitMoved, VolleyFired]
    volley = game.told(VolleyFired)[0]
    assert volley.unit == shooter
    assert [reason for _, reason, _ in volley.tally.lines] == ["strength of a large unit", "skill"]


@pytest.mark.rule("esa.9.10c")
@pytest.mark.parametrize(("unit", "answered"), [("line", True), ("musketeers", False)])
def test_only_firmness_answers_the_fire_of_firmness(unit, answered):
    answers = ["hold", "fire unit=A target=P", "fire unit=P"] if answered else ["fire unit=A target=P"]
    game = contact("line", unit, "", *answers, more="cards red 9 9 9 9 blue 1 1 1 1")
    assert [volley.unit for volley in game.told(VolleyFired)] == (["A", "P"] if answered else ["A"])
    assert bool(asked(game, "react-to-fire")) == answered


@pytest.mark.rule("esa.9.10c")
def test_both_fires_of_firmness_fall_at_the_same_moment():
    game = contact(
        *("line", "line", ", strength 1", "hold", "fire unit=A target=P", "fire unit=P"),
        more="cards red 1 1 1 1 blue 1 1 1 1",
    )
    assert game.where("P") is None
    assert [volley.unit for volley in game.told(VolleyFired)] == ["A", "P"]  # though P falls


@pytest.mark.rule("esa.9.10d")
def test_a_unit_that_has_fired_by_firmness_does_not_fire_again_this_turn():
    more = "red swordsmen B at 1,-2 facing 3, division movers\norder blue: fire\ncards blue 9 9 9 9"
    game = contact("swordsmen", "line", "", "fire unit=P target=A", more=more)
    game.move("B", 1, -1)
    assert len(asked(game, "firm-fire")) == 1
    game.state.place(game.unit("A"), game.at(1, -3))
    game.state.place(game.unit("B"), game.at(0, -2))
    game.fire_phase("blue")
    assert len(game.told(VolleyFired)) == 1


@pytest.mark.rule("esa.9.10e")
def test_after_the_fire_of_firmness_the_melee_is_fought_as_usual():
    game = contact("swordsmen", "line", "", "fire unit=P target=A", more="cards blue 9 9 9 9")
    game.phase("melee", "fight unit=P")
    assert {blow.unit for blow in game.told(MeleeStruck)} == {"A", "P"}


@pytest.mark.rule("esa.9.10f")
@pytest.mark.parametrize(("kind", "how"), [("swordsmen", "press"), ("cuirassiers", "pursue")])
def test_no_firmness_at_a_contact_by_press_or_pursuit(kind, how):
    game = situation(f"""
        esa on open ground
        red  {kind} A at 0,-2 facing 3, order: melee
        blue guns G at 0,-1 facing 0
        blue line P at 0,0 facing 0
    """)
    game.phase("melee", to(how, "0,-1"))
    assert [moved.path for moved in game.told(UnitMoved)] == [(place("0,-1"),)]
    assert not asked(game, "firm-fire")


@pytest.mark.rule("esa.9.10g")
@pytest.mark.parametrize(
    ("state", "fires"),
    [("", True), (", shaken", False), (", paralysed", False), (", fired", False), ("turned away", False)],
)
def test_firmness_needs_no_order_but_a_fit_unit_with_the_enemy_in_its_sector(state, fires):
    text = FIRM.format(mover="swordsmen", unit="line", state=state, more="")
    game = situation(text.replace("facing 0turned away", "facing 3"))
    assert not game.state.divisions["blue"].card
    game.move("A", 0, -1)
    assert bool(asked(game, "firm-fire")) == fires


@pytest.mark.rule("esa.9.10g2")
@pytest.mark.parametrize(("state", "fate"), [("", "withdraws"), (", strength 1", "falls")])
def test_no_melee_with_a_unit_that_firmness_has_driven_off(state, fate):
    text = FIRM.format(mover="swordsmen", unit="guard", state="", more="cards blue 1 1 9 red 1")
    game = situation(text.replace("at 0,-2 facing 3", f"at 0,-2 facing 3{state}"))
    game.move("A", 0, -1, "fire unit=P target=A")
    assert game.where("A") != (0, -1)
    game.phase("melee")
    assert not game.told(MeleeStruck)
    assert (game.where("A") is None) == (fate == "falls")


@pytest.mark.rule("esa.9.2n", "esa.6.1d")
def test_guns_that_fail_to_evade_are_fired_at_without_another_choice():
    game = situation("""
        esa on open ground
        red  musketeers P at 0,-2 facing 3
        blue guns L at 0,0 facing 0
        cards blue 9 9 9 9 9 9 red 9 9 9 9
    """)
    game.shoot("P", "L", "evade unit=L")
    assert not game.told(events.TestTaken)[0].passed
    assert not asked(game, "fire-after-evasion")
    assert [(one.unit, one.target) for one in game.told(VolleyFired)] == [("P", "L")]
