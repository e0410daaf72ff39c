"""Small corners of several chapters: whom one may strike and meet, and when nobody is asked."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.told.events import Roused
from alfiere.kernel.objection import Objection
from tests.games.cappa.test_2_3_flight import FLEEING
from tests.games.cappa.test_8_2_various import REACTIVE
from tests.games.cappa.test_9_experience_buys import HEDGE
from tests.situation import situation


@pytest.mark.rule("cappa.2.2.1.h13")
@pytest.mark.parametrize(("captor", "may"), [("", True), (", captor A", False)])
def test_one_who_lies_there_is_struck_unless_somebody_has_him_already(captor, may):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10, pa 2
        blue extra B out at 10,11{captor}
        blue extra C at 30,30
    """)
    assert game.may("A", "fight target=B") is may


@pytest.mark.rule("cappa.9.1.2e", "cappa.4.3.8.h9")
@pytest.mark.parametrize(("y", "refused"), [(1330, False), (1349, True)])
def test_who_vaults_an_obstacle_does_not_run_on_against_one_who_defends_the_next(y, refused):
    game = situation(HEDGE.format("protagonist", 2) + "hedge 5,14 15,14\nblue extra X at 10,14.5\n")
    game.move("A", 10, 11.5)
    found = []

    def point(decision):
        if decision.key != "run-on":
            return None
        found.append(decision.free("go-on", {"figure": "A", "to": [1000, y]}))
        return decision.options[-1]

    game.do("A", "vault", point)
    assert [isinstance(one, Objection) for one in found] == [refused]


@pytest.mark.rule("cappa.8.1.2o")
def test_who_lets_it_be_rolls_no_die_when_he_is_shot_at():
    game = situation(REACTIVE.format(15) + "dice red 10 blue")
    game.do("A", "shoot target=B", "let-be")
    assert not game.told(Roused)
    assert not game.figure("B").is_activated


@pytest.mark.rule("cappa.2.3.3.h6")
def test_of_a_squad_with_one_man_beside_its_leader_nobody_is_asked_who_is_lost():
    game = situation(FLEEING.replace("squad S, open", "squad S led by C, open") + "dice blue 10")
    game.do("S", "run")
    assert "dispersal" not in [decision.key for decision in game.asked]
    assert game.figure("B").where == "gone"
