"""What is declared before it is done, and what becomes of it (1.8)."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.charge.charge import Charge
from alfiere.games.lumi.fire.phase import FIRE_DEED, fire_phase
from alfiere.games.lumi.movement.asking import order_for
from alfiere.games.lumi.movement.judging import hindered
from alfiere.games.lumi.movement.orders import MOVES, obey
from alfiere.games.lumi.shown.view import view
from alfiere.games.lumi.state.base import HAS_FIRED
from alfiere.games.lumi.state.battle import LumiGame
from alfiere.games.lumi.told.charge import ChargeDeclared, ChargeEnded
from alfiere.games.lumi.told.common import BaseMoved
from alfiere.games.lumi.told.fire import ShotInVain, VolleyFired
from alfiere.games.lumi.told.morale import MoraleTested
from alfiere.games.lumi.turn import DEEDS
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure
from alfiere.table.shapes import Pose
from tests.games.lumi.charge.test_charge import charge, ready
from tests.games.lumi.lines import Situation
from tests.situation import situation

HORSE = "red cuirassiers A at 10,5 facing N, morale 1, melee 0"


@pytest.mark.rule("lumi.1.8.1")
def test_nothing_moves_while_a_player_thinks_and_what_he_declares_is_told_before_it_is_done():
    game = ready(f"{HORSE}\nblue foot F at 10,9 facing S, morale 2\ndice red 5 blue 6")
    where, places = game["A"].pose, list[Pose]()

    def thinking(decision: Decision) -> Option:
        for option in decision.options:
            deed = DEEDS[option.key]
            deed.sketch(game.state, decision, option)
            deed.prospects(game.state, decision, option)
            places.append(game["A"].pose)
        return next(one for one in decision.options if one.key == "charge")

    def play(g: LumiGame) -> Procedure[None]:
        order = yield order_for(g.state, game.unit("A"), DEEDS)
        yield from obey(g, game.unit("A"), order, DEEDS)

    game.run(play, thinking, "receive")
    assert len(places) > 3
    assert set(places) == {where}
    told = [type(one) for one in game.events]
    assert told.index(ChargeDeclared) < told.index(MoraleTested) < told.index(BaseMoved)
    assert game["A"].pose != where


def foretold(game: Situation, option: Option) -> list[object]:
    """The odds a player sees before he declares."""
    found = Charge().prospects(game.state, Decision("red", "manoeuvre", [option]), option)
    return [(one.who, [tally.lines for tally in one.tallies], one.hits) for one in found]


@pytest.mark.rule("lumi.1.8.2", "lumi.1.8.4", "lumi.4.1.3", "lumi.ex.74")
@pytest.mark.parametrize("far", [9, 17])
def test_example_74_no_distance_is_given_and_the_other_side_is_asked_before_the_charge_goes_home(far: int):
    game = ready(f"{HORSE}\nblue foot F at 10,{far} facing S, morale 2\ndice red 5 6 blue 6 6")
    deed, who = Charge(), game.unit("A")
    option = deed.judged(game.state, who, {"unit": "A", "target": "F"})
    assert isinstance(option, Option)
    assert option.args == {"unit": "A", "target": "F"}
    near = ready(f"{HORSE}\nblue foot F at 10,8 facing S, morale 2")
    assert foretold(game, option) == foretold(near, option)
    assert view(game.state, "red")["board"]["measured"] is False
    seen: list[int] = []

    def answer(decision: Decision) -> Option | None:
        seen.append(game["A"].y - game["F"].y)
        return next((one for one in decision.options if one.key == "fire-at-chargers"), None)

    charge(game, "A", "F", answer)  # type: ignore[arg-type]
    (asked,) = [one for one in game.asked if one.key == "reaction"]
    assert asked.seat == "blue"
    assert {"receive", "fire-at-chargers"} <= {one.key for one in asked.options}
    assert seen[0] == far * 100 - 500 - 100  # it has only started, lumi.4.1.5
    told = [type(one) for one in game.events]
    assert told.index(MoraleTested) < told.index(ChargeEnded)  # measured after the charger's test
    assert [one.how for one in game.told(ChargeEnded)] == (["contact"] if far == 9 else ["short"])


@pytest.mark.rule("lumi.1.8.3", "lumi.4.1.4b")
def test_who_has_declared_a_charge_does_nothing_else_in_its_place():
    game = ready(f"{HORSE}\nblue foot F at 10,9 facing S, morale 2\ndice red 1")
    who = game.unit("A")
    option = Charge().at(who, game.unit("F"))
    game.run(lambda g: obey(g, who, option, {**MOVES, "charge": Charge()}))
    assert [one.how for one in game.told(ChargeEnded)] == ["stays"]
    assert [one.key for one in game.asked] == []
    found = hindered(game.state, who)
    assert found is not None
    assert found.key == "has-acted"


def too_far() -> Situation:
    """A foe straight ahead, 1.2um away, and another in range to the right."""
    found: Situation = situation(
        """
        lumi
        red foot A at 10,10 facing N
        red general M at 10,8 able
        blue foot T at 9.2,12.2 facing S, brigade X
        blue foot U at 12.2,11.8 facing S, brigade Y
        """
    )
    found.state.orders = {"red": 5}
    found.state.phase, found.state.step = "fire", 0
    return found


@pytest.mark.rule("lumi.1.8.3", "lumi.1.8.5", "lumi.1.8.6", "lumi.ex.18")
def test_example_18_fire_declared_at_an_enemy_out_of_range_is_lost_and_no_other_target_is_chosen():
    game = too_far()
    assert isinstance(FIRE_DEED.judged(game.state, game.unit("A"), {"unit": "A", "target": "U"}), Option)

    def declared(decision: Decision) -> Option:
        found = decision.find(("fire", {"unit": "A", "target": "T"}))
        assert found is not None
        return found

    game.run(lambda g: fire_phase(g, lambda g: None), declared)
    assert [one.target for one in game.told(ShotInVain)] == [("T",)]
    assert not game.told(VolleyFired)
    assert HAS_FIRED.is_on(game["A"])
    assert len([one for one in game.asked if one.seat == "red"]) == 1


def test_the_same_foot_could_have_fired_at_the_other():
    game = too_far()
    game.run(lambda g: fire_phase(g, lambda g: None), "fire unit=A target=U")
    assert next((one.units, one.target) for one in game.told(VolleyFired)) == (("A",), ("U",))
