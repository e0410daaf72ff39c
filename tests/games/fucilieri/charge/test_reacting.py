"""What the target of a charge may do (3.3.2), and whether it must test (3.3.3.1)."""

from __future__ import annotations

import pytest

from alfiere.games.fucilieri.charge.declaring import Declared, declare, declared
from alfiere.games.fucilieri.charge.reacting import (
    COUNTER,
    EVADE,
    FIRE,
    FORM_SQUARE,
    HAS_COUNTERED,
    HAS_TRIED_SQUARE,
    REACTIONS,
    STAND,
    choose,
    form_square,
    must_test,
    reactions,
)
from alfiere.games.fucilieri.state.standing import FRONT, engage
from alfiere.games.fucilieri.told.charge import Reacted, SquareRolled
from alfiere.kernel.decision import Decision
from tests.games.fucilieri.lines import Situation
from tests.situation import situation

RIDERS = "red horse A at 60,40 facing S, initial 10"
MARCHERS = "red foot A at 60,40 facing S, line, initial 16"
LINE = "blue foot F at 60,60 facing N, line, initial 16, average, normal"


def charged(*lines: str) -> tuple[Situation, Declared]:
    """A charge of A at F has been declared."""
    game: Situation = situation("\n".join(("fucilieri", *lines)))
    game.run(lambda g: declare(g, g.state.units["A"], g.state.units["F"]))
    return game, declared(game.state)[0]


def open_to(*lines: str) -> list[str]:
    game, charge = charged(*lines)
    return list(reactions(game.state, game["F"], game["A"], charge))


@pytest.mark.rule("fucilieri.3.3.2.1")
def test_infantry_may_fire_stand_or_form_square_against_cavalry():
    assert open_to(RIDERS, LINE) == [FIRE, STAND, FORM_SQUARE]
    game, charge = charged(RIDERS, LINE)
    assert game.run(lambda g: choose(g, game["F"], charge), "stand") == STAND
    assert game.told(Reacted)[0].how == STAND


@pytest.mark.rule("fucilieri.3.3.2.2")
@pytest.mark.parametrize("how", ["demoralised", "falling back"])
def test_the_demoralised_can_only_stand(how: str):
    assert open_to(RIDERS, f"{LINE}, {how}") == [STAND]


def test_the_engaged_can_only_stand():
    game, charge = charged(RIDERS, LINE, "red foot B at 60,68 facing N, line")
    engage(game["B"], game["F"], FRONT, "rear")
    assert list(reactions(game.state, game["F"], game["A"], charge)) == [STAND]


@pytest.mark.rule("fucilieri.3.3.2.3")
def test_closing_fire_needs_a_firearm_a_volley_left_and_an_enemy_in_front():
    assert FIRE in open_to(MARCHERS, LINE)
    assert FIRE not in open_to(MARCHERS, f"{LINE}, fired")
    assert FIRE not in open_to(MARCHERS, f"{LINE}, weapon none")
    assert FIRE not in open_to(MARCHERS, f"{LINE}, bloodlust")
    assert FIRE in open_to(MARCHERS, f"{LINE}, disorganised")
    assert FIRE not in open_to(MARCHERS, LINE.replace("facing N", "facing S"))


@pytest.mark.rule("fucilieri.3.3.2.4")
def test_guns_give_closing_fire_unless_limbered():
    assert open_to(RIDERS, "blue guns F at 60,60 facing N, unlimbered") == [FIRE, STAND]
    assert open_to(RIDERS, "blue guns F at 60,60 facing N, limbered") == [STAND]


@pytest.mark.rule("fucilieri.3.3.2.6")
def test_cavalry_in_order_may_counter_charge_who_began_far_enough():
    horse = "blue horse F at 60,{y} facing N, initial 10, weapon none{more}"
    assert open_to(RIDERS, horse.format(y=60, more="")) == [STAND, COUNTER]  # 10 cm
    assert open_to(RIDERS, horse.format(y=59.9, more="")) == [STAND]
    assert open_to(RIDERS, horse.format(y=60, more=", disorganised")) == [STAND]
    assert open_to(RIDERS, horse.format(y=60, more=", column")) == [STAND]
    assert open_to(RIDERS, horse.format(y=60, more="").replace("facing N", "facing S")) == [STAND]
    assert open_to(RIDERS, horse.format(y=60, more=""), "order blue withdraw") == [STAND]
    assert open_to(RIDERS, horse.format(y=60, more=""), "order blue hold") == [STAND, COUNTER]


@pytest.mark.rule("fucilieri.3.3.2.7a")
@pytest.mark.rule("fucilieri.1.3.3a")
def test_who_may_form_square():
    def may(line: str, *more: str, charger: str = RIDERS) -> bool:
        return FORM_SQUARE in open_to(charger, line, *more)

    assert may(LINE)
    assert may(LINE.replace("line", "column"))
    assert not may(LINE, charger=MARCHERS)
    assert not may(LINE.replace("normal", "irregular"))
    assert not may(f"{LINE}, disorganised")
    assert not may(f"{LINE}, figures 7")
    assert not may("blue skirmishers F at 60,60 facing N, line, initial 8")
    assert not may("blue dragoons F at 60,60 facing N, line, on foot")
    assert not may(LINE.replace("60,60", "60,55.5"))  # 8 cm
    assert may(LINE.replace("60,60", "60,55.6"))
    assert not may(LINE, "blue foot G at 60,65.1 facing N, line, initial 16")  # no room


@pytest.mark.rule("fucilieri.3.3.2.8")
def test_open_order_and_light_cavalry_may_evade():
    assert EVADE in open_to(MARCHERS, "blue skirmishers F at 60,55 facing N, open")
    assert EVADE not in open_to(MARCHERS, "blue skirmishers F at 60,55 facing N, line")
    assert EVADE in open_to(RIDERS, "blue hussars F at 60,60 facing N, line")
    assert EVADE in open_to(RIDERS, "blue hussars F at 60,60 facing N, column")
    assert EVADE not in open_to(RIDERS, "blue horse F at 60,60 facing N, line")


@pytest.mark.rule("fucilieri.3.1.4.8a")
def test_under_skirmish_it_must_evade_close_order():
    skirmishers = "blue skirmishers F at 60,55 facing N, open"
    assert open_to(MARCHERS, skirmishers, "order blue skirmish") == [EVADE]
    assert len(open_to("red skirmishers A at 60,42 facing S, open", skirmishers, "order blue skirmish")) > 1


@pytest.mark.rule("fucilieri.3.3.2.11")
def test_each_reaction_but_once_a_round():
    assert EVADE not in open_to(MARCHERS, "blue skirmishers F at 60,55 facing N, open, evaded")
    game, charge = charged(RIDERS, LINE)
    HAS_TRIED_SQUARE.put(game["F"])
    assert FORM_SQUARE not in reactions(game.state, game["F"], game["A"], charge)
    game, charge = charged(RIDERS, "blue horse F at 60,60 facing N, initial 10")
    HAS_COUNTERED.put(game["F"])
    assert COUNTER not in reactions(game.state, game["F"], game["A"], charge)


# Forming square


@pytest.mark.rule("fucilieri.3.3.2.7b")
@pytest.mark.rule("fucilieri.3.3.2.7c")
@pytest.mark.parametrize(
    ("quality", "type", "die", "score", "formed"),
    [("veteran", "disciplined", 2, 4, True), ("poor", "normal", 4, 3, False), ("average", "normal", 4, 4, True)],
)
@pytest.mark.rule("fucilieri.ex.57")
def test_forming_square(quality: str, type: str, die: int, score: int, formed: bool):
    line = f"blue foot F at 60,60 facing N, line, initial 16, {quality}, {type}"
    game, _ = charged(RIDERS, line, f"dice blue {die}")
    assert game.run(lambda g: form_square(g, g.state.units["F"])) is formed
    (rolled,) = game.told(SquareRolled)
    assert (rolled.score, rolled.passed) == (score, formed)
    assert game["F"].formation == ("square" if formed else "line")
    assert game["F"].is_disorganised is not formed
    assert (game["F"].x, game["F"].y) == (6000, 6000)


# The test


@pytest.mark.rule("fucilieri.3.3.3.1")
@pytest.mark.parametrize(
    ("charger", "line", "ground", "tests"),
    [
        (RIDERS, LINE, "", True),
        (MARCHERS, LINE, "", False),
        (RIDERS, "blue horse F at 60,60 facing N, initial 10", "", False),
        (RIDERS, LINE.replace("line", "square"), "", False),
        (RIDERS, LINE, "dyke D 30,57 90,57", False),
        (RIDERS, LINE, "hedge D 30,57 90,57", True),
        (MARCHERS, LINE.replace("facing N", "facing S"), "", True),
        (MARCHERS, f"{LINE}, disorganised", "", True),
        (MARCHERS, f"{LINE}, demoralised", "", True),
        (MARCHERS, "blue guns F at 60,55 facing N, unlimbered", "", True),
    ],
)
def test_who_must_test_when_charged(charger: str, line: str, ground: str, tests: bool):
    game, charge = charged(charger, line, *filter(None, (ground,)))
    assert must_test(game.state, game["F"], game["A"], charge.edge) is tests


def test_the_odds_of_a_square_are_shown_before_it_is_chosen():
    game, charge = charged(RIDERS, LINE.replace("average", "veteran"))
    game.run(lambda g: choose(g, game["F"], charge), "stand")
    decision: Decision = game.asked[0]
    option = next(one for one in decision.options if one.key == FORM_SQUARE)
    deed = next(one for one in REACTIONS if one.verb == FORM_SQUARE)
    (found,) = deed.prospects(game.state, decision, option)
    assert found.results[1] * 3 == 2
    stand = next(one for one in REACTIONS if one.verb == STAND)
    option = next(one for one in decision.options if one.key == STAND)
    assert [one.kind for one in stand.prospects(game.state, decision, option)] == ["reaction"]
