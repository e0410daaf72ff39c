"""Chapters 4.3.5 and 4.3.8: a charge that begins or ends in difficult ground."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.told.events import ChargeEnded
from tests.situation import situation


@pytest.mark.rule("cappa.4.3.5b", "cappa.4.3.5.h1", "cappa.4.3.8.h4")
@pytest.mark.parametrize(("marsh", "at", "meets"), [("", 12.6, True), ("marsh 13,5 20,15", 12.01, False)])
def test_a_charge_out_of_one_marsh_into_another_is_slow_also_after_its_first_um(marsh, at, meets):
    game = situation(f"""
        cappa on open ground
        marsh 5,5 10.2,15
        {marsh}
        red extra A at 10,10, pa 1, Mov 4
        blue extra X at 13.6,10
    """)
    game.do("A", "charge target=X", "no-test", *([] if meets else ["go-on"]))
    assert game.at("A")[0] == pytest.approx(at, abs=0.01)
    assert [event.contact for event in game.told(ChargeEnded)] == [meets]
