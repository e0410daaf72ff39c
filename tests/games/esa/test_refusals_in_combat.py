"""Refusals of fire, melee and rally, one rule each: the reason, and which comes first."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.esa.ruleset import Esa
from alfiere.games.esa.state import ACTED, ATTACKED, BARRAGED, RALLIED, REACTION_MELEE
from alfiere.kernel.decision import Decision, Option
from tests.games.esa.test_refusals_by_rule import why
from tests.situation import situation

# Fire

FIRING = """
    esa on open ground
    {ground}
    red   {kind} A at 0,0 facing 0{state}
    red   line F at 9,0 facing 0
    blue  line X at {at} facing 3
    blue  general Mercy at {leader} morale 30
    order red: fire
"""


def firing(**words: str) -> Any:
    plain = {"ground": "", "kind": "musketeers", "state": "", "at": "0,-2", "leader": "9,9"}
    return situation(FIRING.format(**{**plain, **words}))


MAY_FIRE = ("not-so", "esa.5a")  # nothing bars the volley itself, only that it was not among what was offered


def fires(target: str = "X", **words: str) -> tuple[str, str] | None:
    return why(firing(**words), f"fire unit=A target={target}", "fire")


@pytest.mark.rule("esa.9.2a")
@pytest.mark.parametrize(
    ("state", "reason"), [(", in tow", ("guns-in-tow", "esa.9.2a")), ("", MAY_FIRE)], ids=["in tow", "in battery"]
)
def test_guns_in_tow_are_told_that_they_do_not_fire(state, reason):
    assert fires(kind="guns", state=state) == reason


@pytest.mark.rule("esa.2.6.1c", "esa.6b", "esa.10.16a", "esa.10.14a")
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"kind": "cuirassiers"}, ("no-firearms", "esa.2.6.1c")),
        ({"state": ", fired"}, ("has-fired", "esa.6b")),
        ({"state": ", shaken"}, ("shaken-fire", "esa.10.16a")),
        ({"state": ", paralysed"}, ("paralysed-fire", "esa.10.14a")),
        ({}, MAY_FIRE),
    ],
)
def test_a_unit_that_cannot_fire_is_told_why(words, reason):
    assert fires(**words) == reason


@pytest.mark.rule("esa.6.4a", "esa.6.4b")
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"at": "0,2"}, ("not-in-sector", "esa.6.4a")),
        ({"ground": "area 0,-1"}, ("no-clear-line", "esa.6.4b")),
    ],
)
def test_a_target_that_cannot_be_fired_at_is_told_why(words, reason):
    assert fires(**words) == reason


@pytest.mark.rule("esa.5.4.2c")
@pytest.mark.parametrize(
    ("kind", "reason"), [("weimar", ("no-fire-into-wood", "esa.5.4.2c")), ("musketeers", MAY_FIRE)]
)
def test_cavalry_is_told_that_it_does_not_fire_into_a_wood(kind, reason):
    assert fires(kind=kind, ground="wood 0,-1", at="0,-1") == reason


@pytest.mark.rule("esa.10.1j")
@pytest.mark.parametrize(
    ("leader", "reason"),
    [
        ("1,-2", MAY_FIRE),
        ("0,-2", ("leader-is-covered", "esa.10.1j")),
        ("0,2", ("not-in-sector", "esa.6.4a")),
    ],
    ids=["alone", "with a unit", "behind"],
)
def test_only_a_lone_leader_is_fired_at_and_as_a_unit_is(leader, reason):
    assert fires("Mercy", leader=leader) == reason


@pytest.mark.rule("esa.6.4a", "esa.9.2h")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"at": "0,-3"}, "A does not have X in its fire sector: out of reach, 3 hexes away where 2 is the most"),
        (
            {"kind": "guns", "at": "0,-5"},
            "A does not have X in its fire sector: out of reach, 5 hexes away where 4 is the most",
        ),
        ({"kind": "guns", "at": "0,4"}, "A does not have X in its fire sector"),
    ],
)
def test_who_is_out_of_reach_is_told_the_range(words, told):
    game = firing(**words)
    decision = Decision("red", "fire", [Option("done")], {}, ("esa.6a",))
    against = Esa().objection(game.state, decision, Option("fire", {"unit": "A", "target": "X"}))
    said = Esa().refused(game.state, "red", against).text
    assert said is not None
    assert said["en"] == told


@pytest.mark.rule("esa.9.2c", "esa.card.9b")
def test_a_battery_that_has_acted_fires_again_only_after_a_barrage():
    game = firing(kind="guns")
    game.unit("A").did |= ACTED
    assert why(game, "fire unit=A target=X", "fire") == ("guns-have-acted", "esa.9.2c")
    game.unit("A").did |= BARRAGED
    assert why(game, "fire unit=A target=X", "fire") == ("not-so", "esa.5a")
    game = firing()
    game.unit("A").did |= ACTED  # only a battery has one action
    assert why(game, "fire unit=A target=X", "fire") == ("not-so", "esa.5a")


@pytest.mark.rule("esa.6.3b", "esa.6.3c")
def test_who_is_in_melee_neither_fires_nor_is_fired_at():
    game = firing(at="0,-1")
    game.state.divisions["blue"].card, game.state.divisions["blue"].has_order = 4, True
    assert why(game, "fire unit=A target=X", "fire") == ("in-melee-fire", "esa.6.3b")
    game = firing()
    game.state.place(game.unit("F"), game.at(0, -3))
    game.unit("F").did |= REACTION_MELEE
    assert why(game, "fire unit=A target=X", "fire") == ("target-in-melee", "esa.6.3c")


# Melee


@pytest.mark.rule("esa.9.2l", "esa.10.16a", "esa.7.1a", "esa.7.1l", "esa.7.1l2", "esa.7.1.1c")
def test_an_attack_that_cannot_be_is_told_why():
    text = """
        esa on open ground
        wood 1,0
        red   cuirassiers A at 0,0 facing 0
        red   guns G at 0,1 facing 0
        blue  line X at 0,-1 facing 3
        blue  line W at 1,0 facing 3
        blue  line Y at 5,5 facing 3
        blue  general Mercy at 2,-2 morale 3
        order red: melee
    """
    game = situation(text)
    assert why(game, "attack unit=G target=X", "attack") == ("guns-do-not-attack", "esa.9.2l")
    assert why(game, "attack unit=A target=Y", "attack") == ("not-adjacent", "esa.7.1a")
    assert why(game, "attack-leader unit=A target=Mercy", "attack") == ("not-adjacent", "esa.7.1a")
    assert why(game, "attack unit=A target=W", "attack") == ("no-fight-there", "esa.7.1.1c")
    assert why(game, "attack unit=A target=X", "attack") == ("not-so", "esa.5a")
    assert why(game, "attack unit=A", "attack") == ("not-so", "esa.5a")
    game.unit("A").did |= ATTACKED
    assert why(game, "attack unit=A target=X", "attack") == ("has-attacked", "esa.7.1l")
    game.state.fought.append("A X")
    assert why(game, "attack unit=A target=X", "attack") == ("have-fought", "esa.7.1l2")
    game.unit("A").is_shaken = True
    assert why(game, "attack unit=A target=X", "attack") == ("shaken-melee", "esa.10.16a")


# Rally


@pytest.mark.rule("esa.8h", "esa.9.2g", "esa.9.2c", "esa.8b", "esa.8e")
def test_a_rally_that_cannot_be_is_told_why():
    text = """
        esa on open ground
        red   line A at 0,0 facing 0, shaken, strength 1
        red   guns T at 0,1 facing 0, in tow, paralysed
        red   guns G at 0,2 facing 0, paralysed
        order red: rally
    """
    game = situation(text)
    assert why(game, "rally unit=T marker=paralysed", "rally") == ("guns-in-tow-rally", "esa.9.2g")
    assert why(game, "rally unit=G marker=shaken", "rally") == ("no-such-marker", "esa.8b")
    game.unit("G").did |= ACTED
    assert why(game, "rally unit=G marker=paralysed", "rally") == ("guns-have-acted", "esa.9.2c")
    game.unit("A").did |= ACTED
    assert why(game, "rally unit=A marker=paralysed", "rally") == ("no-such-marker", "esa.8b")
    assert why(game, "recover unit=A", "rally") == ("not-so", "esa.5a")
    game.unit("A").did |= RALLIED
    assert why(game, "rally unit=A marker=paralysed", "rally") == ("has-rallied", "esa.8h")
