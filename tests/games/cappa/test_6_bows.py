"""Chapters 5.1.6, 6.6 and 9.5.2: what squads shoot with, loaded together and seen by night."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.ground.weather import FIRED
from alfiere.games.cappa.weaponry.arms import AT_BELT, take_in_hand
from tests.games.cappa.test_9_hidden import dark
from tests.situation import situation


@pytest.mark.rule("cappa.9.5.2a", "cappa.9.5.2.h1")
@pytest.mark.parametrize(("arm", "seen"), [("FMK", True), ("BOW", False)])
def test_by_night_a_volley_of_firearms_gives_its_men_away_and_one_of_bows_does_not(arm, seen):
    game = dark(f"""
        red extra A at 10,10 with {arm}, hands {arm}, squad S, 5/3/3
        red extra C at 11.5,10 with {arm}, hands {arm}, squad S, 5/3/3
        red squad S, open, die 3
        blue extra B at 10,14
    """)
    if not seen:
        game.do("S", "load-all")
    game.do("S", "volley target=B")
    assert [FIRED.is_on(game.figure(name)) for name in "AC"] == [seen, seen]


@pytest.mark.rule("cappa.5.1.6.h2", "cappa.2.2.1.h8")
def test_what_is_loaded_together_is_in_hand_and_the_rest_hangs_at_the_belt():
    game = situation("""
        cappa on open ground
        red extra A at 10,10 with PS PS BD, hands PS BD, empty PS PS, squad S
        red extra C at 11.5,10 with PS BD, hands PS BD, empty PS, squad S
        red squad S, open, die 3
        blue extra B at 10,30
    """)
    take_in_hand(game.figure("A"), ["PS", "BD"])
    assert AT_BELT.count(game.figure("A"), "PS") == 1
    game.do("S", "load-all")
    assert (game.figure("A").empty, game.figure("C").empty) == ([], [])
    assert AT_BELT.count(game.figure("A"), "PS") == 0  # nothing hangs there empty any more
    assert not game.may("S", "load-all", 3)
