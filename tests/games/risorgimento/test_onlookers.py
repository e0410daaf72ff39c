"""Chapter E.2: who sees an ordinary move and reacts; the bounds of a ride; what the other side sees of charges."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.risorgimento.charge.foot import may_evade
from alfiere.games.risorgimento.charge.onlookers import Onlookers
from alfiere.games.risorgimento.charge.ride import Ride
from alfiere.games.risorgimento.fire.engaged import ABANDONED
from alfiere.games.risorgimento.fire.readiness import why_no_fire
from alfiere.games.risorgimento.fire.volley import FIRE
from alfiere.games.risorgimento.melee.after_charges import fight_charges
from alfiere.games.risorgimento.melee.contact import close
from alfiere.games.risorgimento.movement.judging import HAS_ACTED
from alfiere.games.risorgimento.movement.making import Moment
from alfiere.games.risorgimento.movement.orders import deeds, obey
from alfiere.games.risorgimento.movement.zones import zones_on
from alfiere.games.risorgimento.shown.view import view
from alfiere.games.risorgimento.state.unit import HAS_MOVED, LOST
from alfiere.games.risorgimento.told.common import UnitMoved
from alfiere.games.risorgimento.told.fire import VolleyFired
from alfiere.games.risorgimento.told.melee import MeleeFought
from alfiere.games.risorgimento.turn import watched as watched_move
from alfiere.kernel.decision import Option
from alfiere.table.legs import Turn
from tests.games.risorgimento.test_charge import charge, rolled
from tests.games.risorgimento.test_charge import holds as nobody_fires
from tests.situation import situation


def watched(game: Any, mover: str, *answers: Any) -> Onlookers:
    """The other side sees a unit that stands where its move has led it, after one quarter; then the move is over."""
    game.unscripted = nobody_fires
    eyes = Onlookers(close, fight_charges)

    def run(g: Any) -> Any:
        unit = g.state.units[mover]
        yield from eyes.reacts(g, unit, Moment(1, g.state.footing(unit), is_first=True))
        yield from eyes.finishes(g, g.state.units[mover])

    game.run(run, *answers)
    return eyes


@pytest.mark.rule("risorgimento.e.2.4.7")
@pytest.mark.parametrize(("far", "is_asked"), [(15, True), (15.1, False)])
def test_foot_faces_cavalry_that_moves_if_what_is_left_of_its_move_brings_it_there(far: float, is_asked: bool) -> None:
    game = situation(
        f"""
        risorgimento
        red  hussars H at 30,40 facing E
        blue line A at {32 + far},40 facing W
        """
    )
    watched(game, "H")  # a quarter of 20 cm is gone
    assert ("face-horse" in [one.key for one in game.asked]) == is_asked


@pytest.mark.rule("risorgimento.e.2.1.16", "risorgimento.e.2.1.19", "risorgimento.e.2.1.13")
def test_cavalry_that_rides_at_a_mover_uses_what_it_has_left_and_fights_at_once() -> None:
    game = situation(
        """
        risorgimento
        red  line M at 50,40 facing E
        blue hussars H at 62,40 facing W
        dice blue 1 5 5 5 5
        dice red 1 5 5 5 5
        """
    )
    eyes = watched(game, "M", "counter-charge unit=H", "stand")
    assert [ride.first for ride in eyes.rides] == [1]
    moves = [one for one in game.told(UnitMoved) if one.how == "counter-charge"]
    assert [one.start[0] - one.to[0] for one in moves][:1] == [500]
    assert len(game.told(MeleeFought)) == 1


@pytest.mark.rule("risorgimento.e.2.1.18", "risorgimento.e.1.10")
@pytest.mark.parametrize(("die", "breaks"), [(1, False), (10, True)])
def test_a_mover_that_breaks_before_a_counter_charge_is_followed_and_asked_nothing(die: int, breaks: bool) -> None:
    game = situation(
        f"""
        risorgimento
        home red west
        red  line M at 50,40 facing E, morale 1, vm 6
        blue hussars H at 62,40 facing W
        dice blue 1 5 5 5 5
        dice red {die} 5 5 5 5
        """
    )
    eyes = watched(game, "M", "counter-charge unit=H", *([] if breaks else ["stand"]))
    assert rolled(game, "charged")[0].passed is not breaks
    assert [ride.follows for ride in eyes.rides] == [breaks]
    assert ("face-horse" in [one.key for one in game.asked]) is not breaks


@pytest.mark.rule("risorgimento.e.2.1.11")
@pytest.mark.parametrize(("answer", "gone"), [("give-way", 1000), ("hold unit=H", 0)])
def test_cavalry_may_give_way_before_infantry_in_its_zone(answer: str, gone: int) -> None:
    game = situation(
        """
        risorgimento
        home blue west
        red  line M at 50,40 facing W
        blue hussars H at 45,40 facing E
        """
    )
    game.unscripted = nobody_fires
    watched(game, "M", answer)
    assert game.unit("H").x == 4500 - gone
    assert "foot-comes-near" in [one.key for one in game.asked]


@pytest.mark.rule("risorgimento.e.2.1.11")
def test_cavalry_that_may_not_give_way_keeps_nobody_else_from_it() -> None:
    game = situation(
        """
        risorgimento
        home blue west
        red  line M at 50,40 facing W
        blue hussars G at 45,42 facing E
        blue hussars H at 45,38 facing E
        """
    )
    HAS_MOVED.put(game.unit("G"))
    assert [one.id for one in zones_on(game.state, game.unit("M"))] == ["G", "H"]
    watched(game, "M", "give-way unit=H")
    assert (game.unit("G").x, game.unit("H").x) == (4500, 3500)


@pytest.mark.rule("risorgimento.e.1.9")
def test_a_charge_begins_at_the_distance_between_the_bases() -> None:
    game = situation(
        """
        risorgimento
        red  hussars H at 30,40 facing E
        blue line A at 44,40 facing W
        """
    )
    assert Ride(game.state, game.unit("H"), game.unit("A")).began == 1200


@pytest.mark.rule("risorgimento.e.1.4", "risorgimento.e.1.8")
@pytest.mark.parametrize(("straight", "expected"), [(300, True), (275, True), (274, False)])
def test_the_last_quarter_of_the_way_is_straight(straight: int, expected: bool) -> None:
    game = situation("risorgimento\nred hussars H at 30,40 facing E\nblue line A at 44,40 facing W")
    ride = Ride(game.state, game.unit("H"), game.unit("A"))
    ride.way, ride.straight = 1100, straight
    assert ride.has_bonus(game.state) == expected


@pytest.mark.rule("risorgimento.e.1.5")
@pytest.mark.parametrize(("quarter", "turns"), [(3, True), (4, False)])
def test_the_second_turn_comes_before_the_last_quarter(quarter: int, turns: bool) -> None:
    game = situation("risorgimento\nred hussars H at 30,40 facing E\nblue line A at 44,50 facing W")
    ride = Ride(game.state, game.unit("H"), game.unit("A"))
    ride.way = ride.straight = 500
    leg = ride._leg(game.state, game.unit("H"), quarter, 250_000)
    assert isinstance(leg, Turn) == turns


@pytest.mark.rule("risorgimento.e.9.9")
def test_fire_may_fall_before_the_first_horse_has_moved() -> None:
    game = situation(
        """
        risorgimento
        red  hussars H at 30,40 facing E
        blue line A at 40,40 facing W
        dice blue 1 10 10 10
        """
    )
    charge(game, "fire unit=A", H="A")
    assert game.events.index(game.told(VolleyFired)[0]) < game.events.index(game.told(UnitMoved)[0])


@pytest.mark.rule("risorgimento.e.2.2.15")
def test_light_infantry_that_went_back_does_not_fire_in_phase_f() -> None:
    game = situation(
        """
        risorgimento
        home blue east
        initiative blue
        red  hussars H at 30,40 facing E
        blue chasseurs A at 44,40 facing W, open
        dice blue 1
        """
    )
    charge(game, "evade", H="A")
    why = why_no_fire(game.state, game.unit("A"), FIRE)
    assert why is not None
    assert why.rule == "risorgimento.e.2.2.15"


@pytest.mark.rule("risorgimento.e.2.2.11", "risorgimento.e.2.2.16")
def test_a_recall_from_exactly_eight_cm_is_one_from_afar() -> None:
    game = situation(
        """
        risorgimento
        red  hussars H at 30,40 facing E
        blue line A at 40,40 facing W
        dice blue 1 1
        dice red 10
        """
    )
    charge(game, "form-square", "recall", H="A")
    assert [one.tally.total for one in rolled(game, "recall-far")] == [1]


@pytest.mark.rule("risorgimento.e.2.3.18")
def test_a_battery_taken_from_behind_is_tested_at_the_touch_and_has_nobody_to_fire_at() -> None:
    game = situation(
        """
        risorgimento
        red  hussars H at 30,40 facing E
        blue guns A at 41,40 facing E
        dice blue 1 1 1
        """
    )
    charge(game, H="A")
    tests, moves = rolled(game, "battery-stands-light"), game.told(UnitMoved)
    assert len(tests) == 1
    assert game.events.index(tests[0]) > game.events.index([one for one in moves if one.how == "charge"][-1])
    assert not game.told(VolleyFired)


@pytest.mark.rule("risorgimento.c.1.1", "risorgimento.c.1.4")
def test_what_a_side_has_noted_is_seen_by_nobody_else_until_it_is_shown() -> None:
    game = situation("risorgimento\nred hussars H at 30,40 facing E\nblue line A at 44,40 facing W")
    s = game.state
    plain = {seat: view(s, seat) for seat in ("blue", None)}
    s.charges = {"H": "A"}
    assert {seat: view(s, seat) for seat in ("blue", None)} == plain
    badges = {one["id"]: one["badges"] for one in view(s, "red")["pieces"]}
    assert badges["H"] == ["charges"]
    s.are_charges_shown = True
    assert view(s, "blue") != plain["blue"]


def moved(game: Any, name: str, verb: str, *answers: Any, **args: Any) -> None:
    """A unit does something in E.3, watched by the other side."""
    game.unscripted = nobody_fires
    order = Option(verb, {"unit": name, **args})
    game.run(lambda g: obey(g, g.state.units[name], order, deeds(watched_move())), *answers)


@pytest.mark.rule("risorgimento.e.2.3.6", "risorgimento.e.2.3.10", "risorgimento.e.2.3.15", "risorgimento.e.2.4.7")
@pytest.mark.parametrize(("far", "is_left"), [(800, True), (1100, False)])
def test_guns_left_before_cavalry_that_only_moves_are_lost_if_it_reaches_them_and_else_manned_again(
    far: int, is_left: bool
) -> None:
    game = situation(
        """
        risorgimento
        red  hussars H at 30,40 facing E
        blue guns A at 43,40 facing W
        dice blue 10
        """
    )
    moved(game, "H", "move", legs=[{"ahead": far}])
    unit = game.unit("A")
    assert (unit.is_on, unit.where == LOST) == (is_left, not is_left)
    if is_left:
        assert (ABANDONED.is_on(unit), unit.disorder) == (False, 2)


@pytest.mark.rule("risorgimento.e.2.2.7", "risorgimento.e.2.1.18")
def test_cavalry_that_has_ridden_after_skirmishers_and_met_nobody_takes_the_test_of_an_advance() -> None:
    game = situation(
        """
        risorgimento
        home red west
        red  jaeger M at 50,40 facing E, open
        blue hussars H at 64,40 facing W
        dice blue 1 1
        dice red 1
        """
    )
    watched(game, "M", "counter-charge unit=H", "evade")
    assert len(rolled(game, "advance")) == 1


@pytest.mark.rule("risorgimento.e.2.1.16", "risorgimento.e.2.1.19")
def test_cavalry_rides_out_at_a_unit_that_only_aligns_too() -> None:
    game = situation(
        """
        risorgimento
        red  line M at 50,40 facing 80, attack
        blue line F at 54,40 facing W
        blue hussars H at 50,52 facing S
        dice blue 1 5 5 5 5
        dice red 1 5 5 5 5
        """
    )
    moved(game, "M", "align", "counter-charge unit=H", "stand")
    assert [one.how for one in game.told(UnitMoved) if one.unit == "H"][:1] == ["counter-charge"]
    assert len(game.told(MeleeFought)) == 1


@pytest.mark.rule("risorgimento.e.2.2.18")
def test_light_infantry_in_a_wood_does_not_go_back_before_cavalry() -> None:
    text = """
        risorgimento
        {wood}
        red  hussars H at 30,40 facing E
        blue chasseurs A at 44,40 facing W, open
    """
    assert may_evade((game := situation(text.format(wood=""))).state, game.unit("A"))
    game = situation(text.format(wood="sparse_wood W 42,36 50,44"))
    assert not may_evade(game.state, game.unit("A"))


@pytest.mark.rule("risorgimento.e.2.4.7", "risorgimento.e.2.3.1", "risorgimento.e.2.3.3")
def test_a_battery_limbers_and_drives_off_before_cavalry_that_only_moves() -> None:
    game = situation("""
        risorgimento
        home red west
        home blue east
        red  hussars H at 30,40 facing E
        blue guns A at 45,40 facing W
        dice blue 1
    """)
    moved(game, "H", "move", "evade", legs=[{"ahead": 600}])
    assert [one.key for one in game.asked][:1] == ["guns-face-horse"]
    assert (game.unit("A").formation, game.at("A")) == ("limbered", (51, 40))
    assert game.unit("A").heading == 900  # away from the enemy, as it drives
    assert HAS_MOVED.is_on(game.unit("A"))
    assert HAS_ACTED.is_on(game.unit("A"))  # risorgimento.e.0.6


@pytest.mark.rule("risorgimento.e.2.1.18", "risorgimento.e.2.2.7", "risorgimento.e.2.3.11")
def test_cavalry_that_has_ridden_after_a_battery_and_met_nobody_takes_the_test_of_an_advance() -> None:
    game = situation("""
        risorgimento
        home red west
        red  guns M at 50,40 facing E, limbered
        blue hussars H at 66,40 facing W
        dice blue 1 1
        dice red 1 1
    """)
    watched(game, "M", "counter-charge unit=H")
    assert game.at("M")[0] < 50
    assert len(rolled(game, "advance")) == 1
