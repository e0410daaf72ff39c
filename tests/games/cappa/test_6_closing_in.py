"""Chapter 6.7, closing in: a squad in melee whose turn it is brings as many as it can into contact."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.ground.squads import separated
from alfiere.games.cappa.told.events import Moved, Struck
from tests.situation import situation

CLOSING = """
    cappa on open ground
    red  extra A at 10,10, 5/3/3 CA 1{a}
    blue extra B at 10,11, squad S
    blue extra C at 11.5,11.5, squad S{c}
    blue extra D at 12.5,12.5, squad S
    blue squad S, {formation}, pa {pa}{state}
    {more}
"""


def closing(a="", c="", formation="open", pa=1, state="", more=""):
    """Three against one, of whom only the first touches him."""
    return situation(CLOSING.format(a=a, c=c, formation=formation, pa=pa, state=state, more=more))


def in_contact(game):
    """Who of the squad touches A."""
    return {name for name in "BCD" if game.touch(name, "A")}


@pytest.mark.rule("cappa.6.7a", "cappa.6.7.h1")
def test_a_squad_in_melee_whose_turn_it_is_first_brings_all_it_can_into_contact():
    game = closing(more="dice blue 10 10 10 red")
    game.phase("actions", "fight-together target=A")
    assert in_contact(game) == {"B", "C", "D"}
    moves = [event for event in game.told(Moved) if "cappa.6.7a" in event.rules]
    assert {event.figure for event in moves} == {"C", "D"}
    told = [type(event).__name__ for event in game.events]
    assert told.index("Moved") < told.index("Struck")  # before it fights
    assert [event.figure for event in game.told(Struck)] == ["B", "C", "D"]
    assert game.squad("S").pa == 0  # for nothing but the melee


@pytest.mark.rule("cappa.6.7a")
def test_in_the_last_phase_too():
    game = closing(pa=0, more="initiative blue\ndice blue 10 10 10 red 10")
    game.phase("last", "fight-together target=A")
    assert in_contact(game) == {"B", "C", "D"}


@pytest.mark.rule("cappa.6.7a")
def test_only_once_in_an_impulse_and_only_who_is_not_in_contact_yet():
    game = closing(pa=2, more="dice blue 10 10 10 10 10 10 red")

    def fight(decision):
        game.figure("C").x, game.figure("C").y = 1150, 1150  # out of contact again, in the same impulse
        return decision.option("fight-together", figure="S", target="A")

    game.phase("actions", "fight-together target=A", fight)
    assert sorted(event.figure for event in game.told(Moved)) == ["C", "D"]
    assert in_contact(game) == {"B", "D"}


@pytest.mark.rule("cappa.6.7a", "cappa.5.2.5a", "cappa.2.1.5e")
@pytest.mark.parametrize(("phase", "pa"), [("actions", 1), ("last", 0)])
def test_a_squad_that_gets_out_of_its_melee_does_not_close_in_first(phase, pa):
    game = closing(pa=pa, more="initiative blue\ndice blue red 10")
    game.phase(phase, "leave-together")
    assert {event.how for event in game.told(Moved)} == {"break off"}
    assert in_contact(game) == set()


@pytest.mark.rule("cappa.6.7.h1")
def test_nobody_goes_farther_than_his_mov_to_get_there():
    game = closing(c=", Mov 0.5", more="dice blue 10 10 10 red")
    game.phase("actions", "fight-together target=A")
    assert game.at("C") == (11.5, 11.5)
    assert in_contact(game) == {"B", "D"}


@pytest.mark.rule("cappa.6.7.h1", "cappa.1.3c")
def test_the_zones_of_the_enemies_in_that_melee_do_not_hinder_but_those_of_others_do():
    game = closing(more="red extra E at 12.6,9.8\ndice blue 10 10 10 red")
    game.phase("actions", "fight-together target=A")
    assert in_contact(game) == {"B"}
    mates = "red extra E at 12.6,9.8, squad R\nred squad R\ndice blue 10 10 10 red"
    other = closing(a=", squad R", more=mates)
    other.phase("actions", "fight-together target=R")
    assert all(other.touch(name, "A") or other.touch(name, "E") for name in "BCD")


@pytest.mark.rule("cappa.6.7.h1")
def test_closing_in_leaves_the_squad_in_its_formation():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, 5/3/3
        blue extra B at 10,11, squad S
        blue extra C at 11,11, squad S
        blue extra D at 12,11, squad S
        blue extra E at 13,11, squad S
        blue squad S, close, pa 1
        dice blue 10 10 10 10 red
    """)
    game.phase("actions", "fight-together target=A")
    assert [game.at(name) for name in "BCDE"] == [(10, 11), (11, 11), (12, 11), (13, 11)]
    assert game.squad("S").formation == "close"
    apart = situation("""
        cappa on open ground
        red  extra A at 10,10, 5/3/3
        blue extra B at 10,11, squad S
        blue extra C at 12,11, squad S
        blue extra D at 14,11, squad S
        blue squad S, open, pa 1
        dice blue 10 10 10 red
    """)
    apart.phase("actions", "fight-together target=A")
    assert not separated(apart.state, apart.squad("S"))


@pytest.mark.rule("cappa.6.7a")
@pytest.mark.parametrize("state", [", shaken", ""])
def test_a_fleeing_squad_does_not_close_in_nor_one_that_is_in_no_melee(state):
    game = closing(state=state, more="dice blue 10 10 10 red")
    if not state:
        game.figure("A").y = 700
    game.phase("actions")
    assert not [event for event in game.told(Moved) if "cappa.6.7a" in event.rules]


@pytest.mark.rule("cappa.6.7.h1", "cappa.geo.2")
@pytest.mark.parametrize(("mov", "comes"), [("2.8", True), ("2.78", False)])
def test_who_stands_just_as_far_away_as_his_mov_still_gets_there(mov, comes):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10, 5/3/3 CA 1
        blue extra B at 10,11, squad S
        blue extra E at 11.5,12, squad S, Mov 0.5
        blue extra D at 12.9,11.2, squad S, Mov 0.5
        blue extra C at 13.8,10, squad S, Mov {mov}
        blue squad S, open, pa 1
        dice blue 10 10 10 10 red
    """)
    game.phase("actions", "fight-together target=A")
    assert game.touch("C", "A") is comes


@pytest.mark.rule("cappa.6.7a", "cappa.2.2.1.h10")
@pytest.mark.parametrize(("state", "comes"), [("", True), (", prone", False)])
def test_who_lies_down_does_not_close_in(state, comes):
    game = closing(c=state)
    game.do("S", "fight-together target=A")
    assert (game.at("C") != (11.5, 11.5)) is comes


@pytest.mark.rule("cappa.6.7a")
@pytest.mark.parametrize(("state", "closed"), [("", {"B", "C", "D"}), (", shaken wound", {"B"})])
def test_a_shaken_squad_fights_on_with_those_who_are_in_contact(state, closed):
    game = closing(state=state, more="dice blue 10 10 10 red")
    game.do("S", "fight-together target=A")
    assert in_contact(game) == closed


def closes(more="", c="", there="11.8,10.2", formation="open"):
    """Whither C comes when his squad fights, and whether that is into contact."""
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10, 5/3/3 CA 1
        blue extra B at 10,11, squad S
        blue extra C at {there}, squad S{c}
        blue squad S, {formation}, pa 1
        {more}
        dice blue 10 10 red
    """)
    game.do("S", "fight-together target=A")
    return game.at("C"), game.touch("C", "A")


@pytest.mark.rule("cappa.6.7a", "cappa.2.2.1.h10")
@pytest.mark.parametrize(("state", "comes"), [("", True), (", prone", False)])
def test_who_lies_within_his_crawl_of_an_enemy_does_not_close_in_either(state, comes):
    assert closes(c=state, there="11.55,10.4")[1] is comes


@pytest.mark.rule("cappa.6.7.h1")
def test_he_goes_straight_at_the_enemy():
    assert closes() == ((11, 10.11), True)


@pytest.mark.rule("cappa.6.7.h1", "cappa.4.3.5b", "cappa.4.3.5c")
@pytest.mark.parametrize(
    ("more", "mov", "comes"),
    [
        ("", 1.5, True),
        ("marsh 8,8 20,20", 1.5, False),  # at half speed
        ("marsh 8,8 20,20", 2, True),
        ("marsh 8,8 11.6,20", 4, False),  # it stops whoever comes to it
    ],
)
def test_difficult_ground_slows_and_stops_those_who_close_in(more, mov, comes):
    assert closes(more, f", Mov {mov}")[1] is comes


@pytest.mark.rule("cappa.6.7.h1")
def test_a_squad_that_has_lost_its_formation_closes_in_in_open_order():
    assert closes(formation="close")[1]


@pytest.mark.rule("cappa.6.7a", "cappa.6.7.h1")
@pytest.mark.parametrize("state", [", shaken wound", ", prone"])
def test_a_squad_closes_in_upon_one_who_has_no_zone_of_control_too(state):
    game = closing(a=state, more="dice blue 10 10 10 red")
    game.phase("actions", "fight-together target=A")
    assert in_contact(game) == {"B", "C", "D"}


@pytest.mark.rule("cappa.6.7a")
def test_who_is_nearest_to_any_of_the_enemies_closes_in_first():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, 5/3/3 CA 1, squad R
        red  extra F at 11.1,10, 5/3/3 CA 1, squad R
        red  squad R
        blue extra B at 10,11, squad S
        blue extra C at 10.55,11.9, squad S
        blue extra D at 8.6,10.9, squad S
        blue squad S, open, pa 1
        dice blue 10 10 10 red 10 10
    """)
    game.phase("actions", "fight-together target=R")
    closed = [event.figure for event in game.told(Moved) if "cappa.6.7a" in event.rules]
    assert closed == ["D", "C"]
