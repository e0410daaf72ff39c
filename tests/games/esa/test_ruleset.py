"""The game as others know it: what is hidden, how strong a side is, how a battle ended, what things are called."""

from __future__ import annotations

import pytest

from alfiere.games.esa.ruleset import Esa
from tests.situation import situation

RULES = Esa()
FIELD = """
    esa on open ground
    red  line A at 0,0 facing 0
    red  guns G at 1,0 facing 0
    red  character Priest at 0,0
    red  general Condé at 1,1 morale 2
    blue line B at 0,-9 facing 3
"""


@pytest.mark.rule("esa.3.2.2n")
def test_something_is_hidden_while_cards_are_held_laid_looked_at_or_face_down():
    game = situation(FIELD)
    s = game.state
    s.phase, s.step, s.cards_shown = "actions", 0, True
    assert not RULES.hides(s)
    s.phase, s.step = "orders", 1
    assert RULES.hides(s)
    s.phase, s.step = "actions", 0
    s.looking = [4]
    assert RULES.hides(s)
    s.looking = []
    assert RULES.view(s, "red")["hands"] == RULES.view(s, "blue")["hands"] == RULES.view(s, None)["hands"]
    deck = s.armies["blue"].deck
    for pile in (s.armies["red"].hand, s.armies["blue"].aside, deck.top, deck.bottom):
        pile.append(4)
        assert RULES.hides(s)
        pile.clear()
    s.divisions["blue"].card = 4
    assert not RULES.hides(s)
    s.cards_shown = False
    assert RULES.hides(s)
    s.divisions["blue"].card = 0
    assert not RULES.hides(s)


def test_the_strength_of_a_side_is_told_in_units_points_determination_and_capacity():
    game = situation(FIELD)
    s = game.state
    points = [game.unit(name).profile.points for name in ("A", "G")]
    leaders = [one.profile.points for one in s.leaders.values() if one.seat == "red"]
    s.armies["red"].determination, s.armies["blue"].determination = 7, 9
    assert RULES.strength(s, "red") == {
        "units": 2,
        "points": sum(points) + sum(leaders),
        "determination": 7,
        "capacity": 2,
    }
    assert RULES.strength(s, "blue")["units"] == 1
    assert RULES.never_rising(s) == {"determination of red": 7, "determination of blue": 9}


def test_a_battle_has_a_result_once_somebody_or_nobody_has_won():
    s = situation(FIELD).state
    assert RULES.result(s) is None
    s.winner, s.reason, s.turn = "blue", "determination", 4
    result = RULES.result(s)
    assert result is not None
    assert (result.winner, result.reason, result.turn) == ("blue", "determination", 4)
    s.winner = "nobody"
    result = RULES.result(s)
    assert result is not None
    assert result.winner is None


def test_a_battle_is_restored_from_its_plain_form():
    game = situation(FIELD)
    del game.state.leaders["Condé"].profile  # a stand-in of the tests, which a file would not know
    game.state.leaders["Condé"].profile = next(iter(game.state.leaders.values())).profile
    again = RULES.restore(game.scenario, game.state.to_plain())
    assert again.to_plain() == game.state.to_plain()
    assert again.units["A"].profile is game.unit("A").profile
    assert again.field is game.state.field


@pytest.mark.parametrize(
    ("kind", "value", "named"),
    [
        ("unit", None, "—"),
        ("card", 4, "(4)"),
        ("out", 4, "(4)"),
        ("seat", "red", "red"),
        ("winner", "blue", "blue"),
        ("division", "red", "red"),
        ("unit", "A", "A"),
        ("count", 4, "4"),
        ("name", {"en": "fort", "it": "forte"}, "fort"),
        ("leader", "Priest", "gen_test_Priest"),
    ],
)
def test_things_are_called_by_their_names(kind, value, named):
    game = situation(FIELD)
    assert RULES.name(game.state, kind, value, "en").endswith(named)


def test_names_are_told_in_the_language_asked_for_or_in_english():
    game = situation(FIELD)
    fort = {"en": "fort", "it": "forte"}
    assert [RULES.name(game.state, "name", fort, language) for language in ("en", "it", "fr")] == [
        "fort",
        "forte",
        "fort",
    ]
    assert RULES.words("fr") is RULES.words("en")
    assert RULES.words("it") is not RULES.words("en")
    facings = {RULES.name(game.state, "facing", facing, "en") for facing in range(6)}
    assert len(facings) == 6
    assert not any(one.isdigit() for one in facings)  # arrows


def test_a_unit_that_nobody_has_seen_yet_is_named_with_its_class():
    game = situation(FIELD)
    s, unit = game.state, game.unit("A")
    s.place(unit, "")
    s.turn = 0
    assert RULES.name(s, "unit", "A", "en").startswith("A (")
    s.turn = 1
    assert RULES.name(s, "unit", "A", "en") == "A"
    s.turn = 0
    s.place(unit, game.at(0, 0))
    assert RULES.name(s, "unit", "A", "en") == "A"
    # a seat and a division are called so only where one is meant
    assert RULES.name(s, "order", "melee", "it") == RULES.words("it").word("word", "melee")
