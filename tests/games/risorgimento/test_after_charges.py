"""Chapter E.2.4: melees that charges end in."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.risorgimento.charge.charge import Charges
from alfiere.games.risorgimento.melee.after_charges import fight_charges
from alfiere.games.risorgimento.melee.contact import close
from alfiere.games.risorgimento.told.common import UnitMoved
from alfiere.games.risorgimento.told.melee import MeleeFought
from alfiere.kernel.decision import Decision, Option
from tests.situation import situation


def charge_and_fight(game: Any, *answers: Any, **notes: str) -> None:
    """The charges of a turn and their melees."""
    game.state.charges = dict(notes)
    game.unscripted = _holds

    def run(g: Any) -> Any:
        charges = Charges(g, close)
        yield from charges.run()
        yield from fight_charges(g, charges.rides, charges.ran_free)

    game.run(run, *answers)


def _holds(decision: Decision) -> Option:
    return next((one for one in decision.options if one.key.startswith("hold")), decision.options[0])


@pytest.mark.rule("risorgimento.ex.35", "risorgimento.e.2.4.1", "risorgimento.e.2.4.2")
def test_a_charge_without_a_result_sends_the_cavalry_back_in_disorder() -> None:
    game = situation(
        """
        risorgimento
        home red west
        red  hussars H at 30,40 facing E
        blue line A at 44,40 facing W
        dice red 1 1 1 1
        dice blue 1 1 1 1 1
        """
    )
    charge_and_fight(game, "stand", H="A")
    assert [one.rules for one in game.told(MeleeFought)]
    unit = game.unit("H")
    assert unit.disorder == 2
    back = [one for one in game.told(UnitMoved) if one.unit == "H"][-1]
    assert back.start[0] - back.to[0] == 1200  # half of 24
    assert (game.unit("A").disorder, game.at("A")) == (0, (44, 40))


@pytest.mark.rule("risorgimento.e.2.4.5")
def test_the_owner_chooses_how_far_beyond_half_it_goes_back_and_both_sides_cavalry_does() -> None:
    game = situation(
        """
        risorgimento
        home red west
        home blue east
        red  hussars H at 40,40 facing E
        blue hussars A at 50,40 facing W
        dice red 1 1 1 1 1
        dice blue 1 1 1 1 1
        """
    )
    charge_and_fight(game, "retire far=2400", H="A")
    assert [one.disorder for one in (game.unit("H"), game.unit("A"))] == [2, 2]
    first = next(one for one in game.told(UnitMoved) if one.unit == "H" and one.how not in ("charge", "align"))
    assert first.start[0] - first.to[0] == 2400


@pytest.mark.rule("risorgimento.e.2.4.3", "risorgimento.e.2.4.4", "risorgimento.e.2.4.6")
def test_cavalry_that_wins_advances_when_all_charge_melees_are_over() -> None:
    game = situation(
        """
        risorgimento
        home blue east
        initiative red
        red  cuirassiers H at 30,40 facing E
        red  cuirassiers K at 30,60 facing E
        blue line A at 42,40 facing W, morale 4, open
        blue line B at 42,60 facing W, morale 4, open
        dice red 10 10 5 5 5 5
        dice blue 1 1 1 10 1 10 5 5 5 5
        """
    )
    charge_and_fight(game, "fight-charge unit=K", H="A", K="B")
    fought = game.told(MeleeFought)
    assert len(fought) == 2
    tests = [one for one in game.events if getattr(one, "test", "") == "advance"]
    assert tests
    assert all(game.events.index(one) > game.events.index(fought[1]) for one in tests)
