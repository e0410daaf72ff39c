"""Chapters 6.6.1 and 6.6.2: at whom a squad fires, what its target stands on, and who falls of each type."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.combat.volleys import casualties
from alfiere.games.cappa.told.events import VolleyFired
from tests.games.cappa.test_6_volleys import MUSKETEERS, PIKE_AND_SHOT, against, armour
from tests.situation import situation

MIXED = """
    cappa on open ground
    blue spagnolo_picchiere A at 10,10, squad S
    blue spagnolo_picchiere B at 11,10, squad S
    blue spagnolo_moschettiere C at 12,10, squad S
    blue spagnolo_moschettiere D at 13,10, squad S
    blue spagnolo_moschettiere E at 14,10, squad S
    blue spagnolo_moschettiere F at 15,10, squad S
    blue squad S, open
"""


def offered(wounds, *chosen, exposed="ABCDEF", owed=None):
    """Whom the owner may choose each time, when he chooses these."""
    game = situation(MIXED)
    fallen = []

    def choose(g):
        fallen.extend((yield from casualties(g, g.state.squads["S"], wounds, exposed, owed=owed)))

    game.run(choose, *(f"lose figure={name}" for name in chosen))
    return ["".join(sorted(one["figure"] for one in asked.options)) for asked in game.asked], "".join(fallen)


@pytest.mark.rule("cappa.6.6.2c", "cappa.6.6.2.h1", "cappa.6.6.2b")
def test_of_three_wounds_two_are_the_musketeers_in_whatever_order():
    assert offered(3, *"CAD") == (["ABCDEF", "ABDEF", "DEF"], "CAD")
    assert offered(3, *"ACD") == (["ABCDEF", "CDEF", "DEF"], "ACD")
    assert offered(3, *"CDA") == (["ABCDEF", "ABDEF", "AB"], "CDA")


@pytest.mark.rule("cappa.6.6.2c", "cappa.6.6.2.h1")
def test_what_proportion_leaves_over_the_owner_chooses():
    """Of two wounds one is a musketeer's at least, the other anybody's."""
    assert offered(2, *"AC") == (["ABCDEF", "CDEF"], "AC")
    assert offered(2, *"CA") == (["ABCDEF", "ABDEF"], "CA")
    assert offered(1, "B") == (["ABCDEF"], "B")
    assert offered(0) == ([], "")


@pytest.mark.rule("cappa.6.6.2.h2", "cappa.6.6.1.h2")
def test_those_who_could_be_shot_at_fall_first_and_owed_types_before_all():
    assert offered(2, "C", exposed="CD") == (["CD"], "CD")
    assert offered(1, "B", owed={"spagnolo_picchiere": 1}) == (["AB"], "B")
    assert offered(2, *"DE", owed={"spagnolo_moschettiere": 2}) == (["CDEF", "CEF"], "DE")


@pytest.mark.rule("cappa.6.6.2b")
def test_more_wounds_than_men_take_everybody():
    assert sorted(offered(8)[1]) == [*"ABCDEF"]


# At whom


@pytest.mark.rule("cappa.6.6a")
def test_a_squad_of_which_nobody_is_left_is_no_target_and_hinders_no_volley():
    game = situation(against(16) + "blue extra X at 10,16, squad T\nblue squad T, open\n")
    game.figure("X").where, game.figure("X").wounds = "out", 1
    assert game.may("R", "volley target=S")
    assert not game.may("R", "volley target=T")
    for name in "EFGH":
        game.figure(name).where = "off"
    assert not game.may("R", "volley")


@pytest.mark.rule("cappa.5.1.5a", "cappa.5.1.5c", "cappa.6.6a")
@pytest.mark.parametrize(("foe", "at"), [("H", "14,16.99"), ("E", "10.01,16")])
def test_a_squad_one_of_whom_is_in_melee_is_not_fired_at(foe, at):
    """Whichever of them it is."""
    game = situation(against(16) + f"red extra X at {at}\n")
    assert game.touch("X", foe)
    assert not game.may("R", "volley target=S")
    game.figure("X").y += 300
    assert game.may("R", "volley target=S")


@pytest.mark.rule("cappa.5.1.5c")
def test_a_squad_in_melee_fires_no_volley():
    game = situation(against(16) + "blue extra X at 13,11\n")
    assert not game.may("R", "volley")
    game.figure("X").y = 1400
    assert game.may("R", "volley target=S")
    assert game.may("R", "volley target=X")


# How the target stands


@pytest.mark.rule("cappa.5.1.3k", "cappa.6.6.1c")
def test_a_volley_at_those_who_lie_or_at_one_on_the_ground_counts_how_they_lie():
    game = situation(against(16))
    assert "prone" not in armour(game, "R", "S")
    for name in "EFGH":
        game.figure(name).is_prone = True
    assert "prone" in armour(game, "R", "S")
    game.dice["red"] = [1, 10, 10, 10, 10]
    game.do("R", "volley target=S")
    (volley,) = game.told(VolleyFired)
    assert "prone" in [reason for _, reason, _ in volley.armour[0].lines]


@pytest.mark.rule("cappa.5.1.3k", "cappa.6.6.1c")
@pytest.mark.parametrize(("state", "line"), [("", False), (", prone", True)])
def test_the_same_with_a_lone_man(state, line):
    game = situation(MUSKETEERS.format(1) + f"blue extra P at 10,15.5{state}\n")
    assert ("prone" in armour(game, "R", "P")) is line


@pytest.mark.rule("cappa.6.6.1.h2", "cappa.6.6.2.h2")
def test_in_a_mixed_squad_a_hit_that_does_not_pierce_costs_its_type_nobody():
    game = situation(PIKE_AND_SHOT + "dice red 1 1 1 5 10 10 blue")
    game.do("R", "volley target=S", "lose figure=F")
    (decision,) = [one for one in game.asked if one.key == "casualty"]
    assert {option["figure"] for option in decision.options} == {"F", "G"}  # not the pikeman, whose armour has held
