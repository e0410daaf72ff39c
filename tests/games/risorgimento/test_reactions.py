"""Chapter E.2: what cavalry, infantry and batteries may do when they see a charge or a move come."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.risorgimento.charge.foot import begin_evasion, may_evade, may_form_square
from alfiere.games.risorgimento.charge.guns import may_drive_off
from alfiere.games.risorgimento.charge.horse import (
    REACTED,
    offers_reactions,
    test_lines,
    who_may_react,
    why_no_reaction,
)
from alfiere.games.risorgimento.charge.ride import CHARGE_BONUS, HAS_CHARGED, Ride
from alfiere.games.risorgimento.fire.engaged import ABANDONED
from alfiere.games.risorgimento.fire.readiness import HAS_REACTED, HELD_FIRE, why_no_fire
from alfiere.games.risorgimento.fire.volley import FIRE
from alfiere.games.risorgimento.invariants import faults
from alfiere.games.risorgimento.movement.judging import HAS_ACTED
from alfiere.games.risorgimento.movement.orders import deeds, obey
from alfiere.games.risorgimento.state.unit import HAS_MOVED
from alfiere.games.risorgimento.told.charge import CounterCharged, Evades, GunsManned
from alfiere.games.risorgimento.told.common import UnitMoved
from alfiere.games.risorgimento.told.fire import VolleyFired
from alfiere.kernel.decision import Option
from alfiere.table.fronts import LEFT, RIGHT, beside_pose
from alfiere.table.legs import Turn, plain_leg
from tests.games.risorgimento.test_charge import charge, rolled
from tests.situation import situation

lines_of_test = test_lines
del test_lines  # pytest would take it for a test


# E.2.1: who may ride out

RIDERS = """
    risorgimento
    dense_wood W 54,45 59,49
    red  line M at 50,40 facing E, march
    blue hussars H at 62,40 facing W
    blue hussars D at 62,34 facing W, D1
    blue hussars G at 62,30 facing W, green
    blue hussars P at 62,26 facing W, moved
    blue hussars F at 90,40 facing W
    blue hussars B at 63,52 facing W
    blue hussars R at 62,44 facing W, routed
"""


@pytest.mark.rule("risorgimento.e.2.1.2", "risorgimento.e.2.1.3", "risorgimento.e.2.1.4", "risorgimento.e.2.1.5")
@pytest.mark.rule("risorgimento.e.2.1.1", "risorgimento.e.2.1.14")
def test_which_cavalry_may_ride_at_a_mover() -> None:
    game = situation(RIDERS)
    s, mover = game.state, game.unit("M")
    assert [one.id for one in who_may_react(s, mover)] == ["H"]
    found = {name: why_no_reaction(s, game.unit(name), mover) for name in "DGPFBR"}
    assert {name: one and (one.key, one.rule) for name, one in found.items()} == {
        "D": ("charge-disordered", "risorgimento.e.2.1.4"),
        "G": ("charge-green", "risorgimento.a.1.26"),
        "P": ("has-moved", "risorgimento.e.2.1.3"),
        "F": ("out-of-radius-of-move", "risorgimento.e.2.1.2"),
        "B": ("no-free-line", "risorgimento.e.2.1.5"),
        "R": ("charge-routed", "risorgimento.h.1.4"),
    }
    s.charges["H"] = "M"
    why = why_no_reaction(s, game.unit("H"), mover)
    assert why is not None
    assert why.key == "has-note"


@pytest.mark.rule("risorgimento.e.2.1.3")
def test_cavalry_that_was_told_to_stand_has_not_moved_and_may_still_ride_out() -> None:
    game = situation(RIDERS)
    game.run(lambda g: obey(g, g.state.units["H"], Option("stand", {"unit": "H"}), deeds()))
    assert HAS_ACTED.is_on(game.unit("H"))
    assert [one.id for one in who_may_react(game.state, game.unit("M"))] == ["H"]
    turn = [plain_leg(Turn(100)), plain_leg(Turn(-100))]
    for leg in turn:
        order = Option("move", {"unit": "H", "legs": [leg]})
        HAS_ACTED.clear(game.unit("H"))
        game.run(lambda g, order=order: obey(g, g.state.units["H"], order, deeds()))
    why = why_no_reaction(game.state, game.unit("H"), game.unit("M"))
    assert why is not None
    assert (why.key, why.rule) == ("has-moved", "risorgimento.e.2.1.3")


@pytest.mark.rule("risorgimento.e.2.1.1", "risorgimento.e.2.1.17")
def test_who_has_let_a_mover_come_is_not_asked_again_in_the_same_quarter() -> None:
    game = situation(RIDERS)
    asked: list[int] = []

    def twice(g: Any) -> Any:
        for quarter in (1, 1, 2):
            yield from offers_reactions(g, g.state.units["M"], quarter)
            asked.append(len(game.asked))

    game.run(twice, "hold", "hold")
    assert asked == [1, 1, 2]
    why = game.asked[0].why_not("counter-charge", {"unit": "F", "target": "M"})
    assert (why.key, why.rule) == ("out-of-radius-of-move", "risorgimento.e.2.1.2")
    assert game.asked[0].why_not("counter-charge", {"unit": "F", "target": "H"}) is None
    assert game.asked[0].why_not("counter-charge", {"unit": "M", "target": "M"}) is None  # one of the other side


@pytest.mark.rule("risorgimento.e.2.1.17")
def test_each_unit_reacts_once_a_turn() -> None:
    game = situation(RIDERS)
    REACTED.put(game.unit("H"))
    assert who_may_react(game.state, game.unit("M")) == []
    why = why_no_reaction(game.state, game.unit("H"), game.unit("M"))
    assert why is not None
    assert (why.key, why.rule) == ("reacted-already", "risorgimento.e.2.1.17")


@pytest.mark.rule("risorgimento.e.2.1.7", "risorgimento.e.2.1.8", "risorgimento.e.2.1.15")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("line M at 50,40 facing E", ()),
        ("line M at 50,40 facing E, march", ("reacts-to-easy-target",)),
        ("line M at 50,40 facing E, attack", ("reacts-to-easy-target",)),
        ("jaeger M at 50,40 facing E", ("reacts-to-easy-target",)),
        ("guns M at 50,40 facing E, limbered", ("reacts-to-easy-target",)),
        ("guns M at 50,40 facing E", ()),
        ("hussars M at 50,40 facing E", ()),
        ("cuirassiers M at 50,40 facing E", ("reacts-to-heavier-cavalry",)),
    ],
)
def test_what_the_die_of_a_reaction_minds(line: str, expected: tuple[str, ...]) -> None:
    game = situation(f"risorgimento\nred {line}\nblue hussars H at 62,40 facing W")
    assert lines_of_test(game.unit("H"), game.unit("M")) == expected


@pytest.mark.rule("risorgimento.e.2.1.9", "risorgimento.e.2.1.13", "risorgimento.e.2.1.18", "risorgimento.e.1.3")
def test_a_counter_charge_has_the_quarters_that_are_left_and_is_a_charge() -> None:
    game = situation(
        """
        risorgimento
        red  hussars H at 20,40 facing E
        blue hussars C at 42.5,40 facing W
        blue line A at 36,48 facing W
        dice blue 1 1
        dice red 1
        """
    )
    charge(game, "counter-charge unit=C", H="A")
    assert [one.target for one in game.told(CounterCharged)] == ["H"]
    tests = rolled(game, "charged")
    assert [one.unit for one in tests] == ["A", "H"]  # whom it rides at tests too
    own = [one for one in game.told(UnitMoved) if one.unit == "C" and one.how == "counter-charge"]
    gone = sum(abs(one.to[0] - one.start[0]) for one in own)
    assert 0 < gone <= 1500  # from the end of the first quarter on: three quarters of 20 cm
    assert HAS_CHARGED.is_on(game.unit("C"))


# E.2.2


@pytest.mark.rule("risorgimento.e.2.2.19", "risorgimento.b.1.11", "risorgimento.e.2.2.17")
def test_who_may_form_square() -> None:
    game = situation(
        """
        risorgimento
        village_sector V 70,30
        blue line A at 40,40 facing W, march
        blue line B at 40,50 facing W, D2
        blue chasseurs C at 40,60 facing W
        blue line D at 0,0 facing W, in V west
        blue line E at 50,40 facing W
        red  line F at 48,40 facing E
        blue hussars H at 60,60 facing W
        """
    )
    s = game.state
    assert {name: may_form_square(s, game.unit(name)) for name in "ABCDEH"} == {
        "A": True,
        "B": True,
        "C": False,
        "D": False,
        "E": False,
        "H": False,
    }


@pytest.mark.rule("risorgimento.b.1.12", "risorgimento.e.2.2.18")
def test_who_may_go_back_before_cavalry() -> None:
    game = situation(
        """
        risorgimento
        blue chasseurs A at 40,40 facing W
        blue chasseurs B at 40,50 facing W, D1
        blue line C at 40,60 facing W
        """
    )
    assert {name: may_evade(game.state, game.unit(name)) for name in "ABC"} == {"A": True, "B": False, "C": False}


@pytest.mark.rule("risorgimento.e.2.2.15", "risorgimento.e.2.2.20", "risorgimento.e.2.2.22")
def test_a_square_formed_in_reaction_does_not_fire_in_phase_f_but_may_still_move() -> None:
    game = situation(
        """
        risorgimento
        red  hussars H at 30,40 facing E
        blue line A at 44,40 facing W
        dice blue 1 1
        dice red 10
        """
    )
    charge(game, "form-square", "ride-on", H="A")
    unit = game.unit("A")
    why = why_no_fire(game.state, unit, FIRE)
    assert why is not None
    assert why.rule in ("risorgimento.e.2.2.15", "risorgimento.f.0.4")
    assert not HAS_ACTED.is_on(unit)


@pytest.mark.rule("risorgimento.e.2.2.10", "risorgimento.e.2.2.14", "risorgimento.e.2.2.21")
def test_a_failed_recall_completes_the_charge() -> None:
    game = situation(
        """
        risorgimento
        red  hussars H at 30,40 facing E, vd 7
        blue line A at 38,40 facing W
        dice blue 1 1
        dice red 6
        """
    )
    charge(game, "form-square", "recall", H="A")
    test = rolled(game, "recall-near")[0]
    assert (test.tally.total, test.passed) == (2, False)
    assert game.at("H") == (36, 40)  # it has ridden onto the square


@pytest.mark.rule("risorgimento.e.2.2.5", "risorgimento.e.2.2.6", "risorgimento.e.2.2.7")
def test_cavalry_follows_light_infantry_and_meets_who_stands_behind() -> None:
    lines = """
        risorgimento
        home blue east
        home red west
        initiative blue
        red  hussars H at 30,40 facing E{}
        blue chasseurs A at 42,39.5 facing W, open
        {}
        dice blue 1 1 1 1 1
        """
    alone = situation(lines.format("", ""))
    found = charge(alone, "evade", H="A")
    assert found.ran_free == ["H"]
    behind = situation(lines.format(", yellow", "blue line B at 37,43.4 facing W"))  # too tired to turn aside
    found = charge(behind, "evade", H="A")
    assert found.ran_free == []
    assert [one.unit for one in rolled(behind, "charged")] == ["A", "B"]
    assert [one.target for one in found.rides] == ["B"]


@pytest.mark.rule("risorgimento.e.1.7")
def test_who_stands_between_is_charged_instead_and_tests_when_it_is_reached() -> None:
    game = situation(
        """
        risorgimento
        red  hussars H at 30,40 facing E
        blue line A at 46,40 facing W
        blue line B at 40,42.6 facing W, open
        dice blue 1 1
        """
    )
    charge(game, H="A")
    assert [one.unit for one in rolled(game, "charged")] == ["A", "B"]


@pytest.mark.rule("risorgimento.e.1.5")
def test_in_column_there_is_no_charge_bonus() -> None:
    game = situation(
        """
        risorgimento
        red  hussars H at 30,40 facing E, march
        blue line A at 44,40 facing W
        dice blue 1
        """
    )
    charge(game, H="A")
    assert game.unit("H").x > 4000
    assert not CHARGE_BONUS.is_on(game.unit("H"))


@pytest.mark.rule("risorgimento.e.0.6")
def test_who_has_charged_does_not_move_again() -> None:
    game = situation(
        """
        risorgimento
        red  hussars H at 30,40 facing E
        blue line A at 44,40 facing W
        dice blue 1
        """
    )
    charge(game, H="A")
    assert HAS_ACTED.is_on(game.unit("H"))


@pytest.mark.rule("risorgimento.e.1.6")
@pytest.mark.parametrize(("initiative", "is_caught"), [("blue", False), ("red", True)])
def test_inside_a_quarter_the_side_with_the_initiative_moves_first(initiative: str, is_caught: bool) -> None:
    game = situation(
        f"""
        risorgimento
        home blue east
        home red west
        initiative {initiative}
        red  hussars H at 30,40 facing E
        blue chasseurs A at 42,40 facing W, open
        dice blue 1
        """
    )
    found = charge(game, "evade", H="A")
    assert (found.ran_free == []) == is_caught


# E.2.3


@pytest.mark.rule("risorgimento.e.2.3.5", "risorgimento.e.2.3.13", "risorgimento.e.2.3.2", "risorgimento.b.1.12")
@pytest.mark.parametrize(
    ("far", "how", "expected"),
    [(12, "", True), (11.9, "", False), (5, ", limbered", True), (5, ", limbered, D1", False)],
)
def test_which_batteries_may_drive_off(far: float, how: str, expected: bool) -> None:
    game = situation(
        f"""
        risorgimento
        red  hussars H at 30,40 facing E
        blue guns A at {32 + far},40 facing W{how}
        """
    )
    s = game.state
    ride = Ride(s, game.unit("H"), game.unit("A"))
    assert may_drive_off(s, game.unit("A"), ride) == expected


@pytest.mark.rule("risorgimento.e.2.3.11", "risorgimento.e.2.3.12", "risorgimento.e.2.3.14")
@pytest.mark.parametrize(("die", "gone", "disorder"), [(1, 1200, 0), (10, 600, 2)])
def test_a_battery_on_the_march_drives_off(die: int, gone: int, disorder: int) -> None:
    game = situation(
        f"""
        risorgimento
        home red east
        home blue west
        initiative red
        blue hussars H at 30,40 facing E
        red  guns A at 52,40 facing W, limbered
        dice red 1 {die}
        """
    )
    charge(game, H="A")
    assert game.unit("A").x == 5200 + gone
    assert game.unit("A").disorder == disorder
    assert [one.unit for one in game.told(Evades)] == ["A"]


@pytest.mark.rule("risorgimento.e.2.3.7", "risorgimento.e.2.3.19")
def test_a_battery_that_stands_fires_at_the_cavalry_only_after_its_test() -> None:
    game = situation(
        """
        risorgimento
        red  hussars H at 30,40 facing E
        blue guns A at 42,40 facing W
        dice blue 1 1 10
        """
    )
    charge(game, "fire unit=A", H="A")
    fired = game.told(VolleyFired)
    assert [one.target for one in fired] == ["H"]
    test = rolled(game, "battery-stands-light")[0]
    assert game.events.index(test) < game.events.index(fired[0])


@pytest.mark.rule("risorgimento.e.2.3.9", "risorgimento.e.2.3.15", "risorgimento.e.2.3.16")
def test_guns_that_were_not_touched_are_manned_again_in_disorder() -> None:
    game = situation(
        """
        risorgimento
        red  hussars H at 30,40 facing E, yellow
        blue guns A at 48,40 facing W, vd 5
        dice blue 1 10
        """
    )
    charge(game, "stand", H="A")
    unit = game.unit("A")
    assert rolled(game, "battery-stands-light")
    assert [one.unit for one in game.told(GunsManned)] == ["A"]
    assert (unit.is_on, unit.disorder) == (True, 2)
    assert not ABANDONED.is_on(unit)
    assert HELD_FIRE.is_on(unit)


@pytest.mark.rule("risorgimento.e.2.3.17")
def test_the_test_of_an_evasion_minds_only_what_burdens_the_battery() -> None:
    game = situation(
        """
        risorgimento
        home red east
        home blue west
        initiative red
        blue hussars H at 30,40 facing E
        red  guns A at 52,40 facing W, limbered, fatigue 2
        dice red 1 1
        """
    )
    game.unit("A").marks.append("lost men/turn")
    charge(game, H="A")
    test = rolled(game, "battery-limbered")[0]
    assert [(amount, reason) for amount, reason, _ in test.tally.lines] == [(1, "fatigue")]


def test_who_moved_is_marked() -> None:
    game = situation(
        """
        risorgimento
        red  hussars H at 30,40 facing E
        blue line A at 44,40 facing W
        dice blue 1
        """
    )
    charge(game, H="A")
    assert HAS_MOVED.is_on(game.unit("H"))


@pytest.mark.rule("risorgimento.e.2.2.1", "risorgimento.geo.4")
def test_a_battalion_flush_between_friends_forms_square_on_the_spot() -> None:
    refused = []
    for heading in range(0, 3600, 70):
        game = situation("""
            risorgimento
            red  line A at 60,40 facing N
            red  line B at 20,20 facing N
            red  line C at 20,30 facing N
            blue hussars H at 80,40 facing W
        """)
        s = game.state
        here = s.footing(game.unit("A"))
        s.stand(game.unit("A"), here._replace(pose=here.pose._replace(heading=heading)))
        for name, hand in (("B", LEFT), ("C", RIGHT)):
            s.stand(game.unit(name), here._replace(pose=beside_pose(here.shape, s.base(game.unit("A")), hand)))
        if not may_form_square(s, game.unit("A")):
            refused.append(heading)
    assert not refused


@pytest.mark.rule("risorgimento.e.2.2.18", "risorgimento.geo.4", "risorgimento.e.0.6")
def test_skirmishers_on_the_march_between_friends_evade_over_nobody() -> None:
    game = situation("""
        risorgimento
        home blue west
        red  hussars H at 62,40 facing W
        blue chasseurs A at 50,40 facing E, march
        blue line B at 50,42 facing E, march
        blue line C at 50,38 facing E, march
    """)

    def evades(g: Any) -> Any:
        begin_evasion(g, g.state.units["A"], Ride(g.state, g.state.units["H"], g.state.units["A"]))
        assert not faults(g.state)
        yield from ()

    game.run(evades)
    assert HAS_REACTED.is_on(game.unit("A"))
    assert HAS_ACTED.is_on(game.unit("A"))  # risorgimento.e.0.6
