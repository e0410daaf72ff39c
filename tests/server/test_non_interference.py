"""Twin games that differ only in what is hidden from a viewer: he cannot tell them apart, whatever he asks for.

A small share; ``python -m soak --only secrets`` plays many.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from alfiere.games import GAMES
from alfiere.kernel.game import Game
from alfiere.table.legs import Footing
from alfiere.table.shapes import Pose
from soak.plan import made_up, plan_of
from soak.secrets import pairs_of
from tests.server.twins import Pair, Twins, twins


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Twins]:
    with twins(tmp_path_factory.mktemp("twins")) as found:
        yield found


SEEDS = range(90_000, 90_002)  # tried in turn until the two worlds of a battle have differed in something hidden


def quick(code: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Of the battles in which a game says that something is hidden: a small one for each set of options, all made up.

    Without options a large one will do where there is no other.
    """
    plan = plan_of(code)
    known: list[dict[str, str]] = []
    for name, options in sorted(plan.secrets, key=lambda one: one[0] in plan.large):
        is_first = options not in known
        if made_up(code, name) or (is_first and (name not in plan.large or not options)):
            yield name, options
        if not made_up(code, name):
            known.append(options)


@pytest.mark.parametrize("code", GAMES)
def test_what_is_hidden_from_somebody_changes_nothing_he_is_sent(two: Twins, code: str) -> None:
    differed = two.differing
    for name, options in quick(code):
        compared, before = two.compared, two.differing
        for seed in SEEDS:
            for pair in pairs_of(code, name, options, seed, 1):
                two.play(pair, steps=3)
            if two.differing > before or not plan_of(code).has_secret_rounds:
                break
        assert two.compared > compared
    assert two.differing > differed  # else nothing was hidden from anybody


def noted() -> Game[Any]:
    """Genestrello in phase D: cavalry of both sides has noted a charge, and the Austrian battery is asked to fire."""
    rules = GAMES["risorgimento"]
    game: Game[Any] = Game(rules, rules.scenario("genestrello"), "noted")
    while (decision := game.decision) is not None and decision.key.startswith("deploy"):
        game.answer(decision.seat, decision.bodies[0] if decision.bodies else decision.options[0])
    s = game.state.copy()
    for id, x, y, heading in (("fussbatterie", 5000, 800, 2700), ("monferrato-horse", 4000, 800, 900)):
        unit = s.units[id]
        formation = "unlimbered" if unit.arm == "artillery" else "line"
        s.stand(unit, Footing(formation, s.shape(unit, formation), Pose(x, y, heading)))
    s.phase, s.step, s.queue, s.are_charges_shown = "D", 0, [], False
    s.charges = {"haller-hussars": "monferrato-horse", "monferrato-horse": "haller-hussars"}
    return Game(rules, game.scenario, "noted", state=s)


@pytest.mark.parametrize("viewer", ["red", "blue", None])
def test_a_charge_that_is_noted_is_known_to_nobody_else_before_it_is_shown(two: Twins, viewer: str | None) -> None:
    begun, before = noted(), two.differing
    assert begun.decision is not None
    assert begun.decision.key == "fire"
    pair = Pair("risorgimento", begun.scenario, {}, 1, 0, viewer, "genestrello, charges noted")
    two.play(pair, steps=2, begun=begun)
    assert two.differing > before
