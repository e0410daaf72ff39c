"""Chapter 9.5, what a side cannot know: who of the hidden is dealt anew, and what is told of a squad half in sight."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.ground.dealing import deal_hidden
from alfiere.games.cappa.ground.veils import veiled
from alfiere.games.cappa.ground.visibility import hidden_from
from alfiere.games.cappa.told.events import Acted
from alfiere.kernel.chance import Chance
from tests.games.cappa.guns import CREW
from tests.games.cappa.test_9_hidden import dark

SQUAD = """
    red extra A at 10,10
    blue extra B at 30,30, squad S
    blue extra C at 31.5,30, squad S
    blue extra D at 33,30, squad S
    blue squad S, open
"""


def dealt(game, *names, to="red"):
    """Who of these stands elsewhere after the hidden have been dealt anew to a side."""
    before = {name: game.at(name) for name in names}
    deal_hidden(game.state, to, Chance("dealt"))
    return [name for name in names if game.at(name) != before[name]]


@pytest.mark.rule("cappa.9.5.1.h3")
def test_a_squad_that_has_lost_a_man_is_dealt_anew_like_any_other():
    game = dark(SQUAD)
    game.figure("D").where = "gone"
    assert dealt(game, "B", "C") == ["B", "C"]


@pytest.mark.rule("cappa.9.5.1.h3")
@pytest.mark.parametrize(("y", "moved"), [(31, []), (34, ["B", "G"])])
def test_who_fights_out_of_sight_stays_where_he_fights(y, moved):
    game = dark(f"red extra A at 10,10\nblue extra B at 30,30\ngreen extra G at 30,{y}")
    assert hidden_from(game.state, "red") == {"B", "G"}
    assert dealt(game, "B", "G") == moved


@pytest.mark.rule("cappa.9.5.1.h3", "cappa.10.1.h6")
@pytest.mark.parametrize(("y", "stays"), [(20, True), (26, False)])
def test_a_crew_at_its_gun_stays_there_for_the_gun_is_seen_not_to_be_abandoned(y, stays):
    game = dark(f"{CREW}\nred squad S, open\ngun G light_gun at 20,{y} facing 90, crew S\nblue extra X at 50,35")
    assert hidden_from(game.state, "blue") == {"A", "B", "C", "D"}
    assert dealt(game, *"ABCD", to="blue") == ([] if stays else [*"ABCD"])


@pytest.mark.rule("cappa.9.5.1.h3", "cappa.10.1.h6")
def test_who_is_hidden_besides_a_crew_at_its_gun_is_dealt_anew():
    text = f"{CREW}\nred squad S, open\ngun G light_gun at 20,20 facing 90, crew S\nblue extra X at 50,35"
    game = dark(text + "\nred extra T at 5,5")
    assert hidden_from(game.state, "blue") == {*"ABCDT"}
    assert dealt(game, *"ABCDT", to="blue") == ["T"]


@pytest.mark.rule("cappa.9.5.1.h3")
def test_what_a_squad_does_is_told_to_who_sees_one_of_it():
    game = dark(SQUAD.replace("B at 30,30", "B at 10,15"))
    assert hidden_from(game.state, "red") == {"C", "D"}
    event = Acted("S", "prone", "", ("cappa.6.4a",))
    assert veiled(game.state, event) is event
    unseen = dark(SQUAD).state
    assert veiled(unseen, event).seen_by("red")["key"] == "unseen"


@pytest.mark.rule("cappa.9.5.1.h3")
@pytest.mark.parametrize("how", ["", "acts", "mate seen", "holds"])
def test_of_whom_enough_is_known_he_is_not_dealt_anew(how):
    game = dark("""
        red extra A at 10,10
        red extra F out at 30.5,31
        blue extra B at 30,30, squad S
        blue extra C at 31.5,30, squad S
        blue squad S, open
    """)
    s = game.state
    if how == "acts":
        s.acting = "S"
    elif how == "mate seen":
        game.figure("C").x, game.figure("C").y = 1100, 1200
    elif how == "holds":
        game.figure("B").carries, game.figure("F").captor = ["F"], "B"
    assert dealt(game, "B", "C") == (["B", "C"] if how == "" else [])
    assert {"B"} <= hidden_from(s, "red")


@pytest.mark.rule("cappa.9.5.1.h3")
def test_of_one_who_acts_enough_is_known_and_the_others_are_dealt_anew_all_the_same():
    game = dark("red extra A at 10,10\nblue extra B at 30,30\nblue extra C at 36,10\nblue extra D at 36,36")
    game.state.acting = "B"
    assert dealt(game, "B", "C", "D") == ["C", "D"]
