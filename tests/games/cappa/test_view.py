"""The game as others know it: state and save, view, picture, free answers, faults."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import alfiere.games.cappa
from alfiere.games.cappa.muster import RETIRED
from alfiere.games.cappa.ruleset import Cappa
from alfiere.kernel.decision import Illegal
from alfiere.kernel.game import Game
from tests.situation import situation

RULES = Cappa()


def played(name: str, seed: int, steps: int) -> Game:
    """A skirmish after some decisions."""
    game = Game(RULES, RULES.scenario(name), seed)
    chance = random.Random(seed)
    for _ in range(steps):
        if game.decision is None:
            break
        game.answer(game.decision.seat, chance.choice(game.decision.options))
    return game


@pytest.mark.parametrize("name", RULES.scenario_ids())
def test_a_state_comes_back_from_its_json_form(name):
    game = played(name, 5, 60)
    data = json.loads(json.dumps(game.state.to_plain()))
    assert RULES.restore(game.scenario, data).to_plain() == game.state.to_plain()


@pytest.mark.rule("cappa.3.2.3d")
def test_only_its_owner_sees_a_sides_firmness():
    game = played("duello", 1, 30)
    own = game.state.sides["red"].firmness
    assert game.view("red")["tracks"]["firmness"] == {"red": own, "blue": None}
    assert game.view(None)["tracks"]["firmness"] == {"red": None, "blue": None}


def test_the_view_can_be_written_as_json():
    view = played("convento", 2, 80).view("blue")
    assert json.loads(json.dumps(view)) == view
    assert view["board"]["kind"] == "open"
    assert len(view["pieces"]) <= 10


def test_the_picture_shows_everybody_by_a_letter():
    text = RULES.picture(played("duello", 1, 20).state, None, "it")
    assert "monsieur de Castelmore" in text
    assert len(text.splitlines()[1]) == len(" 0 ") + 2 * 20 - 1
    assert "punti azione" in text


def test_a_person_may_point_at_any_free_place_of_his_zone():
    game: Any = Game(RULES, RULES.scenario("duello"), 3)
    decision = game.decision
    y = 123 if decision.seat == "red" else 1477
    place = {"figure": decision.about["figure"], "to": [777, y]}
    game.answer(decision.seat, ("set-up", place))
    figure = game.state.figures[place["figure"]]
    assert (figure.x, figure.y) == (777, y)


def test_a_place_outside_the_zone_is_refused_in_both_languages():
    game: Any = Game(RULES, RULES.scenario("duello"), 3)
    decision = game.decision
    with pytest.raises(Illegal) as refused:
        game.answer(decision.seat, ("set-up", {"figure": decision.about["figure"], "to": [1000, 800]}))
    assert refused.value.rule == "cappa.2.1.h2"
    assert set(refused.value.text or ()) == {"en", "it"}
    assert len(game.journal) == 0


def test_a_free_move_is_judged_like_the_offered_ones():
    game: Any = played("duello", 1, 4)
    while game.decision.key != "action":
        options = game.decision.options
        order = [option for option in options if option.key in ("order", "act")]
        game.answer(game.decision.seat, (order or options)[0])
    decision = game.decision
    figure = game.state.figures[decision.about["figure"]]
    near = {"figure": figure.id, "to": [figure.x, figure.y + (33 if figure.seat == "red" else -33)]}
    far = {"figure": figure.id, "to": [figure.x, figure.y + (900 if figure.seat == "red" else -900)]}
    with pytest.raises(Illegal) as refused:
        game.answer(decision.seat, ("move", far))
    assert refused.value.rule == "cappa.4.0a"
    with pytest.raises(Illegal):
        game.answer(decision.seat, ("move", {**near, "more": 1}))
    game.answer(decision.seat, ("move", near))
    moved = game.state.figures[figure.id]
    assert (moved.x, moved.y) == tuple(near["to"])


@pytest.mark.rule("cappa.1.3a")
def test_overlapping_bases_and_impossible_numbers_are_faults():
    game = situation("""
        cappa on open ground
        red extra A at 10,10
        blue extra B at 12,10
    """)
    assert RULES.faults(game.state) == []
    game.figure("B").x = 1050
    game.figure("A").pa = 7
    game.figure("A").wounds = 3
    assert len(RULES.faults(game.state)) >= 3


@pytest.mark.parametrize("name", RULES.scenario_ids())
def test_options_are_offered_as_switches_that_do_something(name):
    offered = RULES.options_of(RULES.scenario(name))
    assert set(offered.values()) <= {"yes", "no"}
    third = set() if RULES.optional_seats(RULES.scenario(name)) else {"third_player"}
    assert set(offered) == set(RULES.options()) - third
    assert not set(RETIRED) & set(offered)


@pytest.mark.parametrize("option", RETIRED)
def test_no_chapter_asks_for_an_option_that_is_not_offered(option):
    folder = Path(alfiere.games.cappa.__file__).parent
    chapters = [path for path in folder.glob("*.py") if path.name not in ("scenario.py", "muster.py", "happenings.py")]
    assert not [path.name for path in chapters if f'"{option}"' in path.read_text(encoding="utf-8")]


def test_who_is_carried_is_seen_behind_his_bearer():
    game = situation("""
        cappa on open ground
        red hero A at 10,10, pa 3
        red extra C at 10,11
        blue extra B at 30,30
    """)
    state = game.state
    state.figures["C"].where, state.figures["C"].captor = "out", "A"
    state.figures["A"].carries.append("C")
    pieces = {one["id"]: one for one in RULES.view(game.state, "red")["pieces"]}
    assert "carrying" in pieces["A"]["badges"]
    assert {"out", "borne"} <= set(pieces["C"]["badges"])
    x, y, _ = pieces["C"]["pose"]
    assert 0 < abs(x - 1000) + abs(y - 1000) < 100


def test_after_the_end_everybody_sees_both_sides_firmness():
    game = situation("""
        cappa on open ground
        red hero A at 10,10
        blue extra B at 30,30
    """)
    assert RULES.view(game.state, "red")["tracks"]["firmness"]["blue"] is None
    game.state.winner = "red"
    assert None not in RULES.view(game.state, "red")["tracks"]["firmness"].values()
