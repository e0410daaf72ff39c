"""Chapters 4.3.6 and 6.4: a squad mounts and dismounts together."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.ruleset import Cappa
from tests.situation import situation

RULES = Cappa()
RIDERS = """
    cappa on open ground
    {more}
    red extra A at 10,10, mounted, Mov 8, abilities RI, squad S
    red extra B at 12.2,10, mounted, Mov 8, abilities RI, squad S
    red extra C at 14.4,10, mounted, Mov 8, abilities RI, squad S
    red squad S, open, pa {pa}
    blue extra X at 35,35
"""
ON_FOOT = """
    cappa on open ground
    red extra A at 10,10, Mov 4{skill}, squad S
    red extra B at 11,10, Mov 4, abilities RI, squad S
    red extra C at 12,10, Mov 4, abilities RI, squad S
    red squad S, open, pa {pa}
    thing H riding_horse at 10,11.5
    thing K riding_horse at {place}
    blue extra X at 35,35
"""


@pytest.mark.rule("cappa.4.3.6.h2", "cappa.6.4a", "cappa.6.4.h1")
def test_all_dismount_for_one_pa_each_in_contact_with_his_horse_and_near_the_others():
    game = situation(RIDERS.format(more="", pa=2))
    game.do("S", "dismount-together")
    assert game.squad("S").pa == 1
    horses = sorted((thing.x, thing.y) for thing in game.state.things.values())
    assert horses == [(1000, 1000), (1220, 1000), (1440, 1000)]
    for name, (x, y) in zip("ABC", horses, strict=True):
        figure = game.figure(name)
        assert not figure.is_mounted
        assert 150 <= ((figure.x - x) ** 2 + (figure.y - y) ** 2) ** 0.5 <= 151.01
    assert game.gap("A", "B") <= 3
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.4.3.6.h2", "cappa.6.4.h1")
def test_who_finds_no_room_stays_in_the_saddle():
    walls = "closed building 13.3,5 20,9\nclosed building 13.3,11 20,14\nclosed building 15.4,9 20,11"
    game = situation(RIDERS.format(more=walls, pa=2))
    game.do("S", "dismount-together")
    assert [game.figure(name).is_mounted for name in "ABC"] == [False, False, True]
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.2.2.1p", "cappa.6.4.h1")
@pytest.mark.parametrize(("place", "mounted"), [("12,11.5", "AC"), ("20,20", "A")])
def test_those_mount_who_touch_a_free_horse(place, mounted):
    game = situation(ON_FOOT.format(skill=", abilities RI", place=place, pa=2))
    game.do("S", "mount-together")
    assert "".join(name for name in "ABC" if game.figure(name).is_mounted) == mounted
    assert game.squad("S").pa == 1
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.4.3.6.h2", "cappa.4.3.6c", "cappa.6.4.h1")
@pytest.mark.parametrize(("skill", "cost"), [(", abilities RI", 1), ("", 2)])
def test_the_dearest_of_them_sets_the_price(skill, cost):
    game = situation(ON_FOOT.format(skill=skill, place="12,11.5", pa=2))
    (option,) = [one for one in game.offered("S") if one.key == "mount-together"]
    assert (option.get("pa") or 1) == cost
    game.do("S", option)
    assert game.squad("S").pa == 2 - cost
    assert situation(ON_FOOT.format(skill=skill, place="12,11.5", pa=1)).may("S", "mount-together") == (cost == 1)


@pytest.mark.rule("cappa.6.4.h1")
def test_nobody_dismounts_who_stands_nor_mounts_without_a_horse():
    game = situation(ON_FOOT.format(skill="", place="20,20", pa=2))
    assert not game.may("S", "dismount-together")
    game.state.things["H"].x = 3000
    assert not game.may("S", "mount-together")
    assert not situation(RIDERS.format(more="", pa=2)).may("S", "mount-together")


@pytest.mark.rule("cappa.6.4.h1")
def test_who_is_on_foot_already_stays_where_he_is_when_the_others_dismount():
    text = RIDERS.format(more="", pa=2).replace("C at 14.4,10, mounted, Mov 8", "C at 14.4,10, Mov 4")
    game = situation(text)
    game.do("S", "dismount-together")
    assert game.at("C") == (14.4, 10)
    assert len(game.state.things) == 2
    assert not any(game.figure(name).is_mounted for name in "ABC")


@pytest.mark.rule("cappa.4.3.6.h2", "cappa.1.3c")
def test_a_rider_in_an_enemys_zone_already_may_get_off_in_it_but_not_into_another():
    text = """
        cappa on open ground
        red extra A at 10,10, mounted, Mov 8, on foot 4, pa 2, abilities RI
        blue extra B at {at}
    """
    near, far = (
        [option["to"] for option in situation(text.format(at=at)).offered("A") if option.key == "dismount"]
        for at in ("11.4,8.75", "12.3,8.9")
    )
    assert [1151, 1000] in near  # B's zone holds him as it is
    assert [1151, 1000] not in far
