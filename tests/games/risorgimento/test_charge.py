"""Chapters C.1, E.1 and E.2: charges noted, carried out by quarters, and how those react who see them come."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.risorgimento.charge.charge import Charges
from alfiere.games.risorgimento.charge.notes import note_charges, targets, why_no_charge, why_no_target
from alfiere.games.risorgimento.charge.ride import CHARGE_BONUS
from alfiere.games.risorgimento.fire.readiness import HAS_REACTED
from alfiere.games.risorgimento.melee.contact import close
from alfiere.games.risorgimento.movement.judging import HAS_ACTED
from alfiere.games.risorgimento.state.unit import HAS_MOVED
from alfiere.games.risorgimento.told.charge import (
    ChargeDropped,
    ChargeFellShort,
    CounterCharged,
    Recalled,
    SquareFormed,
)
from alfiere.games.risorgimento.told.common import Tested as Trial
from alfiere.games.risorgimento.told.common import UnitMoved
from alfiere.games.risorgimento.told.fire import VolleyFired
from alfiere.kernel.decision import Decision, Option
from tests.situation import situation


def charge(game: Any, *answers: Any, **notes: str) -> Charges:
    """The charges of a turn as they were noted: who whom."""
    game.state.charges = dict(notes)
    game.unscripted = holds
    found: list[Charges] = []

    def run(g: Any) -> Any:
        found.append(Charges(g, close))
        yield from found[0].run()

    game.run(run, *answers)
    return found[0]


def holds(decision: Decision) -> Option:
    """Nobody fires or rides out unless the test says so."""
    return next((one for one in decision.options if one.key.startswith("hold")), decision.options[0])


def rolled(game: Any, test: str) -> list[Trial]:
    return [one for one in game.told(Trial) if one.test == test]


# C.1


@pytest.mark.rule("risorgimento.c.1.1", "risorgimento.c.1.2", "risorgimento.c.1.4")
def test_charges_are_noted_in_secret_one_target_a_unit() -> None:
    game = situation(
        """
        risorgimento
        red  hussars H at 30,40 facing E
        red  hussars K at 30,50 facing E
        blue line A at 45,40 facing W
        blue line B at 45,50 facing W
        """
    )
    game.run(note_charges, "note-charge unit=H target=A", "note-charge unit=K target=A")
    assert game.state.charges == {"H": "A", "K": "A"}
    assert not game.state.are_charges_shown
    asked = [(one.seat, one.about["unit"]) for one in game.asked]
    assert asked == [("red", "H"), ("red", "K")]


@pytest.mark.rule("risorgimento.c.1.3", "risorgimento.b.1.7")
def test_who_may_not_charge() -> None:
    game = situation(
        """
        risorgimento
        vineyard V 10,70 16,76
        red  hussars H at 30,40 facing E
        red  hussars D at 30,50 facing E, D1
        red  hussars R at 30,60 facing E, routed
        red  hussars G at 30,30 facing E, green
        red  hussars C at 60,20 facing E
        red  hussars V1 at 13,73 facing E
        red  line L at 30,20 facing E
        blue line A at 45,40 facing W
        blue line B at 62,20 facing W
        """
    )
    s = game.state
    assert why_no_charge(s, game.unit("H")) is None
    rules = {name: why_no_charge(s, game.unit(name)) for name in ("D", "R", "G", "C", "V1", "L")}
    assert {name: one and (one.key, one.rule) for name, one in rules.items()} == {
        "D": ("charge-disordered", "risorgimento.b.1.7"),
        "R": ("charge-routed", "risorgimento.h.1.4"),
        "G": ("charge-green", "risorgimento.a.1.26"),
        "C": ("charge-in-contact", "risorgimento.c.1.3"),
        "V1": ("charge-ground", "risorgimento.c.1.3"),
        "L": ("charge-no-cavalry", "risorgimento.c.1.1"),
    }


@pytest.mark.rule("risorgimento.c.1.3", "risorgimento.e.2.2.18", "risorgimento.g.5.16")
def test_whom_nobody_may_charge() -> None:
    game = situation(
        """
        risorgimento
        village_sector V 44,30
        sparse_wood W 40,50 46,56
        dense_wood X 50,60 60,79
        red  hussars H at 30,40 facing E
        blue line A at 0,0 facing W, in V west
        blue chasseurs B at 41.2,53 facing W
        blue line C at 70,70 facing W
        blue line D at 45,42 facing W
        """
    )
    s, unit = game.state, game.unit("H")
    found = {name: why_no_target(s, unit, game.unit(name)) for name in "ABCD"}
    assert {name: one and (one.key, one.rule) for name, one in found.items()} == {
        "A": ("charge-village", "risorgimento.g.5.16"),
        "B": ("charge-wood", "risorgimento.e.2.2.18"),
        "C": ("charge-unseen", "risorgimento.c.1.3"),
        "D": None,
    }
    assert [one.id for one in targets(s, unit)] == ["D"]
    s.leave(game.unit("D"), "lost")
    for name in ("D", "H"):  # gone, or a friend
        why = why_no_target(s, unit, game.unit(name))
        assert why is not None
        assert (why.key, why.rule) == ("charge-no-enemy", "risorgimento.c.1.3")


@pytest.mark.rule("risorgimento.c.1.1", "risorgimento.c.1.3")
def test_cavalry_that_sees_nobody_near_is_asked_nothing() -> None:
    game = situation("risorgimento\nred hussars H at 10,40 facing E\nblue line A at 110,40 facing W")
    game.run(note_charges)
    assert not game.asked
    assert not game.state.charges


@pytest.mark.rule("risorgimento.c.1.3", "risorgimento.scale.6")
def test_two_charge_moves_off_a_target_is_in_the_list_and_farther_off_it_may_be_named() -> None:
    game = situation(
        """
        risorgimento
        red  hussars H at 30,40 facing E
        blue line A at 70,40 facing W
        blue line B at 70.1,46 facing W
        """
    )
    game.run(note_charges)
    (decision,) = game.asked
    assert [one.get("target") for one in decision.options] == [None, "A"]
    assert decision.find(("note-charge", {"unit": "H", "target": "B"})) is not None


# E.1


@pytest.mark.rule("risorgimento.e.1.1", "risorgimento.e.1.2", "risorgimento.e.1.6", "risorgimento.e.1.4")
def test_a_charge_goes_by_quarters_and_its_target_tests_first() -> None:
    game = situation(
        """
        risorgimento
        red  hussars H at 30,40 facing E
        blue line A at 44,40 facing W
        dice red 1 1 1 1 blue 1 1 1 1 1 1 1 1
        """
    )
    charge(game, "stand", "stand", "stand", H="A")
    assert game.events.index(rolled(game, "charged")[0]) < game.events.index(game.told(UnitMoved)[0])
    moves = [one for one in game.told(UnitMoved) if one.how == "charge"]
    assert [one.to[0] - one.start[0] for one in moves][:2] == [500, 500]  # quarters of 20 cm
    assert game.state.units["H"].x == 4200  # base against base: 44 - 1 - 1
    assert CHARGE_BONUS.is_on(game.unit("H"))


@pytest.mark.rule("risorgimento.e.1.5", "risorgimento.e.1.8")
def test_a_turn_at_the_start_is_paid_and_the_rest_goes_straight() -> None:
    game = situation(
        """
        risorgimento
        red  hussars H at 30,40 facing E
        blue line A at 40,50 facing S
        dice blue 1 1 1 1 1 1 1 1
        """
    )
    charge(game, H="A")
    first = game.told(UnitMoved)[0]
    assert (first.start[:2], first.start[2], first.to[2]) == (first.to[:2], 900, 450)
    assert CHARGE_BONUS.is_on(game.unit("H"))


@pytest.mark.rule("risorgimento.e.1.7")
def test_a_charge_without_its_target_is_dropped() -> None:
    game = situation(
        """
        risorgimento
        red  hussars H at 30,40 facing E
        blue line A at 44,40 facing W
        blue line B at 44,50 facing W
        """
    )
    game.state.leave(game.unit("A"), "lost")
    charge(game, H="A")
    assert [one.unit for one in game.told(ChargeDropped)] == ["H"]
    assert game.at("H") == (30, 40)


@pytest.mark.rule("risorgimento.e.1.7")
def test_a_charge_of_cavalry_that_guns_have_driven_off_the_table_is_dropped() -> None:
    game = situation(
        """
        risorgimento
        red  hussars H at 30,40 facing E
        blue line A at 44,40 facing W
        """
    )
    game.state.leave(game.unit("H"), "routed off")
    charge(game, H="A")
    assert [one.unit for one in game.told(ChargeDropped)] == ["H"]


@pytest.mark.rule("risorgimento.c.1.3", "risorgimento.b.1.7")
def test_cavalry_that_guns_have_disordered_since_it_noted_its_charge_stays() -> None:
    game = situation(
        """
        risorgimento
        red  hussars H at 30,40 facing E, D1
        red  hussars K at 30,50 facing E
        blue line A at 44,40 facing W
        blue line B at 44,50 facing W
        dice blue 1 1 1
        """
    )
    found = charge(game, H="A", K="B")
    assert [one.unit for one in game.told(ChargeDropped)] == ["H"]
    assert game.at("H") == (30, 40)
    assert [one.unit for one in found.rides] == ["K"]


@pytest.mark.rule("risorgimento.e.1.8")
@pytest.mark.parametrize(("facing", "x", "y"), [("N", 30, 54), ("S", 30, 26), ("E", 44, 40), ("W", 16, 40)])
def test_how_far_a_charge_has_gone_is_measured_whatever_way_it_goes(facing: str, x: int, y: int) -> None:
    back = {"N": "S", "S": "N", "E": "W", "W": "E"}[facing]
    game = situation(
        f"""
        risorgimento
        red  hussars H at 30,40 facing {facing}
        blue line A at {x},{y} facing {back}
        dice blue 1 1 1
        """
    )
    (ride,) = charge(game, H="A").rides
    assert (ride.way, ride.straight) == (1200, 1200)


@pytest.mark.rule("risorgimento.ex.68", "risorgimento.e.1.10")
@pytest.mark.parametrize(("far", "is_left", "ends"), [(9, True, 50), (7, False, 50), (1, False, 45)])
def test_a_target_that_breaks_is_followed_until_it_is_run_down(far: int, is_left: bool, ends: int) -> None:
    game = situation(
        f"""
        risorgimento
        home red east
        blue hussars H at 30,40 facing E
        red  line A at {30 + 2 + far},40 facing W, vm 6, morale 3
        dice red 4
        """
    )
    found = charge(game, H="A")
    assert game.unit("A").is_on == is_left
    assert found.ran_free == ["H"]
    assert game.at("H") == (ends, 40)


# E.2.2


@pytest.mark.rule("risorgimento.ex.29", "risorgimento.e.2.2.1", "risorgimento.e.2.2.2", "risorgimento.e.2.2.3")
@pytest.mark.rule("risorgimento.e.2.2.16")
@pytest.mark.parametrize(
    ("far", "die", "is_square"), [(7.5, 5, True), (7.5, 6, False), (8.0, 7, True)], ids=["near", "fails", "eight"]
)
def test_a_square_before_cavalry(far: float, die: int, is_square: bool) -> None:
    game = situation(
        f"""
        risorgimento
        red  cuirassiers H at 30,40 facing E
        blue line A at {32 + far},40 facing W
        dice blue 1 {die}
        dice red 10
        """
    )
    assert game.unit("A").profile.vd == 7
    charge(game, "form-square", *(["ride-on"] if is_square else []), H="A")
    assert (game.unit("A").formation == "square") == is_square
    assert (game.unit("A").disorder == 2) != is_square
    assert HAS_REACTED.is_on(game.unit("A")) == is_square
    assert HAS_MOVED.is_on(game.unit("A")) == is_square  # who forms square moves: high arcs, recovery
    assert [(one.unit, one.target) for one in game.told(SquareFormed)] == ([("A", "H")] if is_square else [])


@pytest.mark.rule("risorgimento.ex.30", "risorgimento.e.2.2.11", "risorgimento.e.2.2.12", "risorgimento.e.2.2.13")
def test_cavalry_is_recalled_before_a_square() -> None:
    game = situation(
        """
        risorgimento
        red  hussars H at 30,40 facing E
        blue line A at 46,40 facing W
        dice blue 1 1
        dice red 6
        """
    )
    assert game.unit("H").profile.vd == 7
    charge(game, "stand", "form-square", "recall", "ride-off", H="A")
    assert [one.unit for one in game.told(Recalled)] == ["H"]
    assert HAS_ACTED.is_on(game.unit("H"))
    test = rolled(game, "recall-far")[0]
    assert (test.roll, test.tally.total, test.need) == (6, 1, 7)
    last = game.told(UnitMoved)[-1]
    assert (last.how, abs(last.to[0] - last.start[0])) == ("recall", 1500)


@pytest.mark.rule("risorgimento.ex.31", "risorgimento.e.2.2.4", "risorgimento.e.2.2.8", "risorgimento.e.2.2.9")
@pytest.mark.parametrize(("far", "disorder"), [(10, 0), (6, 2)])
def test_light_infantry_goes_back(far: int, disorder: int) -> None:
    game = situation(
        f"""
        risorgimento
        home blue east
        home red west
        initiative blue
        red  hussars H at 30,40 facing E
        blue profile:sa_bersaglieri A at {32 + far},40 facing W, open
        dice blue 1 8
        """
    )
    start = game.unit("A").x
    charge(game, "evade", H="A")
    gone = sum(one.to[0] - one.start[0] for one in game.told(UnitMoved) if one.unit == "A")
    assert game.unit("A").disorder == disorder
    if far == 10:
        assert gone == 1200
        assert game.unit("A").x == start + 1200


# E.2.3


@pytest.mark.rule("risorgimento.ex.32", "risorgimento.e.2.3.1", "risorgimento.e.2.3.3", "risorgimento.e.2.3.4")
def test_a_battery_limbers_and_drives_off() -> None:
    game = situation(
        """
        risorgimento
        home red east
        home blue west
        blue hussars H at 30,40 facing E
        red  guns A at 45,40 facing W, vd 6
        initiative red
        dice red 1 7 1
        """
    )
    assert game.unit("A").profile.vd == 6
    charge(game, "evade", H="A")
    assert (game.unit("A").formation, game.unit("A").disorder, game.at("A")) == ("limbered", 2, (51, 40))
    assert HAS_ACTED.is_on(game.unit("A"))  # that was its move
    assert HAS_MOVED.is_on(game.unit("A"))


@pytest.mark.rule("risorgimento.ex.33", "risorgimento.e.2.3.6", "risorgimento.e.2.3.8", "risorgimento.e.2.3.10")
@pytest.mark.rule("risorgimento.e.2.3.5")
def test_gunners_leave_their_guns_before_lancers() -> None:
    game = situation(
        """
        risorgimento
        home red west
        red  profile:au_ulans H at 30,40 facing E
        blue guns A at 42,40 facing W
        dice blue 1 6
        """
    )
    vd = game.unit("A").profile.vd
    charge(game, H="A")
    test = rolled(game, "battery-stands-heavier" if game.unit("H").profile.weight > 1 else "battery-stands-light")[0]
    assert test.need == vd
    assert game.unit("A").is_on == test.passed


# E.2.1


@pytest.mark.rule("risorgimento.ex.34", "risorgimento.e.2.1.6", "risorgimento.e.2.1.1")
@pytest.mark.rule("risorgimento.e.2.1.8", "risorgimento.e.2.1.10")
@pytest.mark.parametrize(("die", "rides"), [(6, True), (7, False)])
def test_cavalry_counter_charges(die: int, rides: bool) -> None:
    game = situation(
        f"""
        risorgimento
        red  cuirassiers H at 20,40 facing E
        blue profile:fr_lancers C at 40,44 facing W
        blue line A at 37,36 facing W
        dice blue 1 {die}
        dice red 1
        """
    )
    unit = game.unit("C")
    assert (unit.profile.vd, unit.profile.kind) == (7, "medium")
    charge(game, "counter-charge unit=C", H="A")
    assert bool(game.told(CounterCharged)) == rides
    assert (unit.disorder == 2) != rides


@pytest.mark.rule("risorgimento.e.2.1.9", "risorgimento.e.2.1.13", "risorgimento.e.1.6")
def test_who_counter_charges_after_two_quarters_has_the_other_two_and_no_more() -> None:
    game = situation(
        """
        risorgimento
        red  hussars H at 20,40 facing E
        blue hussars C at 34,60 facing S
        blue line A at 48,40 facing W, vm 30
        dice blue 1 1 1 1 red 1 1 1
        """
    )
    offers: list[Decision] = []

    def rides_late(decision: Decision) -> Option | None:
        offers.extend([decision] if decision.key == "react" else [])
        wanted = (one for one in decision.options if one.key == "counter-charge")
        return next(wanted, None) if len(offers) == 2 else None

    rides = charge(game, rides_late, H="A").rides
    assert [(one.unit, one.first) for one in rides] == [("H", 0), ("C", 2)]
    assert (game.at("H"), game.at("C")) == ((40, 40), (34, 50))


@pytest.mark.rule("risorgimento.e.7.1", "risorgimento.e.7.4")
def test_cavalry_charges_through_its_own_skirmishers_though_a_quarter_would_end_on_them() -> None:
    game = situation(
        """
        risorgimento
        dice red blue 1
        red  hussars H at 30,40 facing E
        red  jaeger J at 35,40 facing E, open
        blue line A at 46,40 facing W
        """
    )
    ride = charge(game, H="A").rides[0]
    assert game.at("H") == (44, 40)
    assert ride.met(game.state) is game.unit("A")


@pytest.mark.rule("risorgimento.g.6.1")
def test_cavalry_does_not_charge_home_over_a_bridge() -> None:
    game = situation(
        """
        risorgimento
        dice red blue 1
        canal C 36,0 36,80 bridges 36,40
        red  hussars H at 30,40 facing E, march
        blue line A at 46,40 facing W
        """
    )
    ride = charge(game, H="A").rides[0]
    assert game.at("H")[0] == pytest.approx(46 - 1 - 1.75, abs=0.2)  # it rides across, and stops before them
    assert ride.met(game.state) is None


@pytest.mark.rule("risorgimento.scale.6")
@pytest.mark.parametrize(("x", "short"), [(42, []), (54, [("H", "A")])])
def test_a_charge_that_proves_too_long_ends_short_and_that_is_told(x: int, short: list[tuple[str, str]]) -> None:
    game = situation(f"""
        risorgimento
        red  hussars H at 30,40 facing E
        blue line A at {x},40 facing W, vm 30
    """)
    charge(game, H="A")
    assert [(one.unit, one.target) for one in game.told(ChargeFellShort)] == short


@pytest.mark.rule("risorgimento.e.9.9", "risorgimento.e.1.6")
def test_who_is_charged_may_let_the_horses_come_near_and_fire_after_a_quarter() -> None:
    game = situation("""
        risorgimento
        red  hussars H at 30,40 facing E
        blue line A at 42,40 facing W, vm 30
        dice blue 1 10 10 10 red 1
    """)

    def fires_late(decision: Decision) -> Option | None:
        has_come = game.unit("H").x == 3500
        return next((one for one in decision.options if has_come and one.key == "fire"), None)

    charge(game, fires_late, H="A")
    first, second = (one for one in game.told(UnitMoved) if one.how == "charge")
    (volley,) = game.told(VolleyFired)
    assert game.events.index(first) < game.events.index(volley) < game.events.index(second)


@pytest.mark.rule("risorgimento.e.1.6", "risorgimento.e.1.5")
@pytest.mark.parametrize("notes", [{"H": "A", "K": "A"}, {"K": "A", "H": "A"}], ids=["first", "last"])
def test_two_who_charge_one_behind_the_other_go_together_whoever_was_noted_first(notes: dict[str, str]) -> None:
    game = situation("""
        risorgimento
        dice red blue 1
        red  hussars H at 30,40 facing E
        red  hussars K at 27,40 facing E
        blue line A at 46,40 facing W, vm 30
    """)
    charge(game, **notes)
    assert (game.at("H"), game.at("K")) == ((44, 40), pytest.approx((42, 40), abs=0.05))


@pytest.mark.rule("risorgimento.e.1.6", "risorgimento.e.5.1", "risorgimento.scale.6")
def test_a_charge_ends_at_water_that_nobody_crosses() -> None:
    game = situation("""
        risorgimento
        dice red blue 1
        canal C 36,0 36,80
        red  hussars H at 30,40 facing E
        blue line A at 46,40 facing W, vm 30
    """)
    charge(game, H="A")
    assert game.at("H") == (pytest.approx(36, abs=0.05), 40)  # crossings are those of the middle of a base
    assert [(one.unit, one.target) for one in game.told(ChargeFellShort)] == [("H", "A")]


@pytest.mark.rule("risorgimento.e.1.6", "risorgimento.g.6.1")
def test_a_friend_beyond_a_bridge_is_nobody_to_stop_short_of() -> None:
    game = situation("""
        risorgimento
        dice red blue 1
        canal C 36,0 36,80 bridges 36,40
        red  hussars H at 30,40 facing E, march
        red  hussars K at 39.5,40 facing E
        blue line A at 54,40 facing W, vm 30
    """)
    charge(game, H="A", K="A")
    assert game.at("H")[0] > 42


@pytest.mark.rule("risorgimento.e.1.6", "risorgimento.e.2.2.1")
def test_who_has_stopped_behind_a_friend_that_stays_charges_no_more_and_nobody_is_asked_to_face_him() -> None:
    game = situation("""
        risorgimento
        dice red blue 1
        red  hussars H at 30,40 facing E
        red  line K at 36,38 facing E
        blue line A at 46,40 facing W, vm 30
    """)
    ride = charge(game, H="A").rides[0]
    assert (game.at("H")[0], ride.is_over) == (pytest.approx(34, abs=0.05), True)
    assert [one.key for one in game.asked].count("face-horse") == 1
