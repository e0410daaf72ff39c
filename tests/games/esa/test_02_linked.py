"""Special rules that linked games bring to a battle: who deploys first in ties, who starts with less determination."""

from __future__ import annotations

import pytest

from alfiere.games.esa.events import ChosenAtRandom, LeaderPlaced
from alfiere.games.esa.ruleset import Esa
from alfiere.games.esa.scenario import read_scenario
from alfiere.kernel.bad_data import BadData
from tests.games.esa.muster import Muster, muster

WORDS = {"name": {"en": "scouts", "it": "esploratori"}, "text": {"en": "seen", "it": "visti"}}


def tied(*special: dict[str, object], red: tuple[int, ...] = (4,), blue: tuple[int, ...] = (7,)) -> Muster:
    """Both armies have one division; with these cards as many of priority 3."""
    text = "commander 2 / foot 2: line line"
    return muster(text, top={"red": list(red), "blue": list(blue)}, special=[dict(one) for one in special])


def first_placed(game: Muster) -> str:
    game.play(to="assign")
    return game.state.leaders[game.told(LeaderPlaced)[0].leader].seat


@pytest.mark.rule("esa.2.3d2", "cappa.9.8.h1")
@pytest.mark.parametrize("seat", ["red", "blue"])
def test_a_side_may_have_to_deploy_first_in_every_tie(seat: str) -> None:
    game = tied({"kind": "deploys first", "side": _code(seat), **WORDS})
    assert first_placed(game) == seat
    assert not game.told(ChosenAtRandom)


def _code(seat: str) -> str:
    scenario = tied().state.scenario
    return next(code for code, one in scenario.seat_of.items() if one == seat)


@pytest.mark.rule("esa.2.3d2")
def test_without_such_a_rule_a_tie_is_left_to_chance() -> None:
    game = tied()
    first_placed(game)
    assert game.told(ChosenAtRandom)


@pytest.mark.rule("esa.2.1.3a", "cappa.9.8.h1")
def test_a_side_may_start_with_a_tenth_less_determination_rounded_up() -> None:
    source = dict(read_scenario("lens-1648").source)
    rules = Esa()

    def at_start(*special: dict[str, object]) -> dict[str, int]:
        scenario = read_scenario({**source, "special": [*source["special"], *special]})
        state = rules.setup(scenario, rules.options())
        tracks = rules.view(state, None)["tracks"]
        assert tracks["determination_start"] == tracks["determination"]
        return {seat: army.determination for seat, army in state.armies.items()}

    whole = at_start()
    lowered = at_start({"kind": "determination", "side": "spain", "value": 10, **WORDS})
    assert lowered == {"red": whole["red"] - -(-whole["red"] // 10), "blue": whole["blue"]}
    assert whole["red"] % 10  # so that rounding up shows


@pytest.mark.parametrize(
    ("special", "why"),
    [
        ({"kind": "deploys first"}, "special[1].side: «deploys first» needs the side it is about"),
        ({"kind": "determination", "value": 10}, "special[1].side: «determination» needs the side it is about"),
        ({"kind": "determination", "side": "spain"}, "special[1].value: it is 0; a side starts with one part in 2"),
    ],
)
def test_slips_are_told(special: dict[str, object], why: str) -> None:
    source = dict(read_scenario("lens-1648").source)
    with pytest.raises(BadData) as found:
        read_scenario({**source, "special": [*source["special"], {**special, **WORDS}]})
    assert why in str(found.value)
