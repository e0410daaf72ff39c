"""Chapter 6.7, melee of a squad, and what chapters 2.3 and 5.2 say of squads in melee."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.events import Moved, PutOut, RoundWon, Struck
from tests.situation import situation

FIVE = """
    cappa on open ground
    red  extra A at 10,10, 5/3/3
    blue extra B at 9.4,10.8, squad S
    blue extra C at 10.6,10.8, squad S
    blue extra D at 9,11.9, squad S
    blue extra E at 10,11.8, squad S
    blue extra F at 11,11.9, squad S
    blue squad S, open, pa {}
"""


def strikers(game):
    """Who has struck, in order."""
    return [event.figure for event in game.told(Struck)]


@pytest.mark.rule("cappa.ex.34", "cappa.6.7.2a", "cappa.6.7.2b")
def test_in_the_first_round_after_a_charge_only_those_in_contact_fight_then_all():
    game = situation(FIVE.format(2) + "dice blue 10 10 10 10 10 10 10")
    game.run(lambda g: charge_together(g, "S", "A"))
    game.do("S", "fight-together target=A")
    assert strikers(game) == ["B", "C"]
    for figure in game.state.figures.values():
        figure.charged = ""
    game.do("S", "fight-together target=A")
    assert strikers(game)[2:] == ["B", "C", "D", "E", "F"]


def charge_together(g, squad, target):
    """Everybody counts as having charged in this impulse."""
    g.state.acting = squad
    for name in g.state.squads[squad].members:
        g.state.figures[name].charged = target
    yield from ()


TWO = """
    cappa on open ground
    red  extra A at 9,10 with KN, {red}, squad R
    red  extra B at 10,10 with KN, {red}, squad R
    red  extra C at 11,10 with KN, {red}, squad R
    red  protagonist O at 12,10 with KN, 6/2/2, squad R
    red  squad R led by O, open, pa {pa}
    blue extra G at 9,11 with KN, CA 5, squad S
    blue extra H at 10,11 with KN, CA 5, squad S
    blue extra I at 11,12 with KN, CA 5, squad S
    blue extra J at 12,12 with KN, CA 5, squad S
    blue extra K at 13,12 with KN, CA 5, squad S
    blue squad S, open{blue}
"""


@pytest.mark.rule("cappa.ex.35", "cappa.6.7.3a", "cappa.6.7.4a")
def test_two_squads_fight_with_everybody_from_the_first_round():
    game = situation(TWO.format(red="5/3/3", pa=1, blue=", pa 1") + "dice red 10 10 10 10 blue 10 10 10 10 10")
    game.run(lambda g: charge_together(g, "R", "S"))
    game.do("R", "fight-together target=S")
    assert strikers(game) == ["A", "B", "C", "O", "G", "H", "I", "J", "K"]
    replies = [event for event in game.told(Struck) if event.target in "ABCO"]
    assert all("outnumbering" in [reason for _, reason, _ in event.tally.lines] for event in replies)
    assert (game.squad("R").pa, game.squad("S").pa) == (0, 0)


@pytest.mark.rule("cappa.ex.36", "cappa.6.7.4b", "cappa.6.7.4g", "cappa.6.7.5a", "cappa.6.7.5.h2")
def test_the_squads_of_the_example():
    text = TWO.format(red="5/3/3", pa=1, blue="").replace("blue extra K at 13,12 with KN, CA 5, squad S\n", "")
    game = situation(text + "dice red 3 5 4 8 6 9 blue")
    game.run(lambda g: charge_together(g, "R", "S"))
    game.do("R", "fight-together target=S", "lose figure=G", "push follows=False")
    blows = {event.figure: event for event in game.told(Struck)}
    assert [blows[name].tally.total for name in "ABCO"] == [4, 4, 4, 3]
    assert [event.figure for event in game.told(PutOut)] == ["G"]
    (won,) = game.told(RoundWon)
    assert (won.winner, won.why) == ("R", "out")
    assert {event.figure for event in game.told(Moved)} == {"H", "I", "J"}
    assert game.squad("R").pa == 0


@pytest.mark.rule("cappa.6.7.4d")
def test_wounds_go_first_to_those_in_contact():
    game = situation(TWO.format(red="5/3/9", pa=1, blue="") + "dice red 1 1 10 10 10 blue")
    game.do("R", "fight-together target=S", "lose figure=H")
    casualty = next(one for one in game.asked if one.key == "casualty")
    assert {option["figure"] for option in casualty.options} == {"G", "H"}


@pytest.mark.rule("cappa.5.2.3b", "cappa.6.7.5.h1")
def test_who_puts_more_enemies_out_wins_and_equal_losses_are_decided_by_wounds():
    game = situation(TWO.format(red="5/3/9", pa=1, blue=", pa 1") + "dice red 1 1 1 1 10 10 blue 1 1 10 10 10 10")
    game.do("R", "fight-together target=S", "lose figure=G", "lose figure=A")
    (won,) = game.told(RoundWon)
    assert (won.winner, won.why) == ("R", "out")


@pytest.mark.rule("cappa.5.2.6d", "cappa.6.7.1b")
def test_a_lone_man_against_a_squad_is_answered_by_all_of_it():
    game = situation(FIVE.format(1).replace("5/3/3", "5/3/3, pa 1") + "dice red 10 blue 10 10 10 10 10")
    game.do("A", "fight target=B")
    assert strikers(game) == ["A", "B", "C", "D", "E", "F"]


@pytest.mark.rule("cappa.6.7.1a", "cappa.6.7.1.h1")
def test_a_lone_charger_strikes_one_of_his_choice_and_those_in_contact_reply():
    game = situation(FIVE.format(1).replace("5/3/3", "5/3/9, pa 1") + "dice red 1 1 1 blue 10 10 1")
    game.figure("A").charged = "S"
    game.state.acting = "A"
    game.do("A", "fight target=C")
    assert strikers(game) == ["A", "B", "C"]
    assert [event.figure for event in game.told(PutOut)] == ["C"]


@pytest.mark.rule("cappa.6.7.4c")
def test_against_one_man_every_wound_is_his():
    game = situation(FIVE.format(1).replace("red  extra A", "red  hero A") + "dice blue 1 1 1 1 1 1 1 1 1 1")
    game.do("S", "fight-together target=A")
    assert game.figure("A").where == "out"


@pytest.mark.rule("cappa.6.7.h2")
def test_a_squad_picks_one_of_several_enemies():
    game = situation(FIVE.format(1) + "red extra X at 12,11.9")
    assert game.may("S", "fight-together target=A")
    assert game.may("S", "fight-together target=X")


@pytest.mark.rule("cappa.2.3.3j")
def test_a_fleeing_squad_in_melee_defends_itself():
    game = situation(FIVE.format("1, shaken"))
    assert {"fight-together", "leave-together"} <= game.keys("S")
    assert "fight-together" in {option.key for option in offered(game, "S")}


def offered(game, name):
    """What the decision of an impulse offers."""
    from alfiere.games.cappa.actions import decide

    return decide(game.state, game.squad(name), 1, (), may_stop=False).options


@pytest.mark.rule("cappa.5.2.5.h3")
def test_a_squad_breaks_off_as_a_body():
    game = situation(FIVE.format(1))
    game.do("S", "leave-together")
    assert not any(game.touch("A", name) for name in "BCDEF")
    assert {event.figure for event in game.told(Moved)} == set("BCDEF")


@pytest.mark.rule("cappa.6.7.4.h1", "cappa.6.7.4.h2")
def test_those_behind_and_those_lying_down_fight_too_each_with_what_is_his_own():
    game = situation(FIVE.format(1) + "dice blue 10 10 10 10 10")
    game.figure("F").is_prone = True
    game.do("S", "fight-together target=A")
    lines = {event.figure: [reason for _, reason, _ in event.tally.lines] for event in game.told(Struck)}
    assert set(lines) == set("BCDEF")
    assert [name for name in lines if "prone" in lines[name]] == ["F"]
    assert all("outnumbering" in names for names in lines.values())
