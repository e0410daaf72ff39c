"""The bases of a unit set around the one nearest the enemy (1.6.12, 3.1.7c)."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.morale.losses import lose
from alfiere.games.lumi.state.arrangement import arranged, nearest_to_enemy
from alfiere.games.lumi.state.unit import bases_of, unit_of, why_not_one
from tests.games.lumi.lines import Situation
from tests.situation import situation


@pytest.fixture
def game() -> Situation:
    found: Situation = situation(
        """
        lumi
        red foot A at 10,10 facing N
        red foot B at 12,10 facing N
        red foot C at 14,10 facing N
        red foot D at 14,9 facing N
        blue foot G at 16,14 facing S
        """
    )
    return found


def places(game: Situation, formation: str) -> dict[str, tuple[float, float]]:
    """Where the bases of A's unit would stand in a formation, in um, y to the north."""
    found = arranged(game.state, game.unit("A"), formation)
    assert found is not None
    return {id: (one.pose.x / 100, 20 - one.pose.y / 100) for id, one in found.items()}


@pytest.mark.rule("lumi.3.1.7c")
@pytest.mark.parametrize(
    ("formation", "expected"),
    [
        ("line", {"A": (10, 10), "B": (12, 10), "C": (14, 10), "D": (10, 9)}),
        ("column", {"A": (14, 14), "B": (14, 12), "C": (14, 10), "D": (14, 8)}),
        ("square", {"A": (12, 10), "C": (14, 10), "B": (12, 9), "D": (14, 9)}),
    ],
)
def test_the_base_nearest_the_enemy_keeps_its_place_and_the_others_are_set_around_it(
    game: Situation, formation: str, expected: dict[str, tuple[float, float]]
):
    assert nearest_to_enemy(game.state, bases_of(game.state, game.unit("A"))).id == "C"
    assert places(game, formation) == expected


@pytest.mark.rule("lumi.3.1.7c", "lumi.1.7.1")
@pytest.mark.parametrize("formation", ["line", "column", "square"])
def test_what_is_arranged_is_a_formation(game: Situation, formation: str):
    s, unit = game.state, game.unit("A")
    for id, footing in (arranged(s, unit, formation) or {}).items():
        s.stand(s.bases[id], footing)
    assert why_not_one(s, [s.bases[id] for id in unit.ids]) is None
    assert unit_of(s, game["A"]).ids == unit.ids


@pytest.mark.rule("lumi.3.1.7c")
def test_without_room_there_is_no_change(game: Situation):
    s = game.state
    footing = s.footing(game["G"])
    s.stand(game["G"], footing._replace(pose=footing.pose._replace(x=1500, y=820)))
    assert arranged(s, game.unit("A"), "column") is None


@pytest.mark.rule("lumi.1.6.12")
def test_after_an_elimination_the_others_close_up_and_are_one_unit_still(game: Situation):
    game["B"].losses = 3
    unit = game.unit("A")
    game.run(lambda g: lose(g, unit, 1, "melee", ("B",)))
    assert unit_of(game.state, game["A"]).ids == ("A", "C", "D")
    assert (game["A"].x, game["C"].x) == (1200, 1400)


@pytest.mark.rule("lumi.1.7.2", "lumi.3.1.7c")
def test_two_full_ranks_stay_two_full_ranks():
    game: Situation = situation("""
        lumi
        red foot A at 10,10 facing N
        red foot B at 12,10 facing N
        red foot C at 10,9 facing N
        red foot D at 12,9 facing N
        blue foot G at 16,14 facing S
    """)
    assert places(game, "line") == {"A": (10, 10), "B": (12, 10), "C": (10, 9), "D": (12, 9)}
