"""Where nobody measures before he has declared, a squad too may fire and charge in vain."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.told.events import ChargeEnded, ShotLost, VolleyFired
from alfiere.games.cappa.turn.actions import decide
from tests.situation import situation

FAR = """
    cappa on open ground 60x60
    red  extra A at 10,10 with {arms}, squad S
    red  extra B at 11,10 with {arms}, squad S
    red  squad S, open, pa {pa}
    blue extra X at 10,{y}
    option no_measuring {blind}
"""


def far(*, y=50, blind="yes", arms="MMK", pa=2):
    """Two men who see an enemy far off."""
    return situation(FAR.format(y=y, blind=blind, arms=arms, pa=pa))


@pytest.mark.rule("cappa.6.6.1a", "cappa.5.1.1a")
def test_a_squad_that_may_not_measure_fires_too_far_and_its_muskets_are_empty():
    assert not far(blind="no").may("S", "volley")
    game = far()
    game.do("S", "volley target=X")
    assert not game.told(VolleyFired)
    (lost,) = game.told(ShotLost)
    assert (lost.figure, lost.target, lost.rules) == ("S", "X", ("cappa.5.1.1a",))
    assert [game.figure(name).empty for name in "AB"] == [["MMK"], ["MMK"]]


@pytest.mark.rule("cappa.6.6.1a")
def test_a_volley_in_vain_empties_one_weapon_of_each():
    game = far(arms="PS PS")
    game.figure("A").hands = game.figure("B").hands = ["PS", "BD"]
    game.figure("A").arms = game.figure("B").arms = ["PS", "BD"]
    game.do("S", "volley target=X")
    assert [game.figure(name).empty for name in "AB"] == [["PS"], ["PS"]]


@pytest.mark.rule("cappa.6.6.1a")
def test_a_squad_without_a_loaded_weapon_declares_no_volley_and_aims_at_nobody():
    game = far(arms="BD")
    assert not {"volley", "aim-volley"} & game.keys("S")
    assert far().may("S", "aim-volley")
    assert not far(blind="no").may("S", "aim-volley")


@pytest.mark.rule("cappa.6.6b")
def test_only_one_line_is_offered_where_others_would_tell_the_distance():
    near = far(y=14)
    near.figure("A").moved_now = 300
    assert [option.args for option in near.offered("S") if option.key == "volley"] == [{"figure": "S", "target": "X"}]


@pytest.mark.rule("cappa.4.3.8g", "cappa.6.7.2a")
def test_a_squad_that_may_not_measure_charges_in_vain():
    assert not far(blind="no").may("S", "charge-together")
    game = far()
    game.do("S", "charge-together target=X", "go-on")
    (ended,) = game.told(ChargeEnded)
    assert not ended.contact
    assert game.at("A")[1] > 12


@pytest.mark.rule("cappa.4.3.8b", "cappa.4.3.8.h4")
@pytest.mark.parametrize("blind", ["yes", "no"])
def test_who_may_not_measure_may_charge_two_who_are_too_far(blind):
    game = situation(f"""
        cappa on open ground 60x60
        red  extra A at 10,10, pa 2
        blue extra X at 9.5,30
        blue extra Y at 10.6,30
        option no_measuring {blind}
    """)
    assert any(one.get("also") for one in game.offered("A") if one.key == "charge") == (blind == "yes")


@pytest.mark.rule("cappa.5.1.1a", "cappa.5.3.3a")
def test_a_grenade_thrown_too_far_at_a_place_is_lost_and_nobody_was_its_target():
    game = situation("""
        cappa on open ground 60x60
        red  extra A at 10,10 with GR, 5/3/3, pa 2
        blue extra X at 10,50
        option no_measuring yes
    """)
    thrown = decide(game.state, game.figure("A"), 2, (), may_stop=False).free
    assert thrown is not None
    game.do("A", thrown("throw-grenade", {"figure": "A", "to": [1000, 4000]}))
    assert [(one.figure, one.target, one.rules) for one in game.told(ShotLost)] == [("A", "", ("cappa.5.1.1a",))]
