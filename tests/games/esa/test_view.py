"""What the head of a table shows: the stage of the turn, determination as it began, the divisions."""

from collections.abc import Iterator

import pytest

from alfiere.games.esa.ruleset import Esa
from alfiere.games.esa.view import DEPLOYMENT, STAGES
from alfiere.kernel.game import Game
from tests.kernel.walks import new_game, walk

RULES = Esa()


def views(name: str, seed: int, steps: int = 2000) -> Iterator[dict]:
    game: Game = new_game("esa", name, seed)
    yield game.view(None)
    for _ in walk(game, seed, steps):
        yield game.view(None)


@pytest.mark.parametrize("seed", range(3))
def test_stages_run_in_the_order_of_the_turn(seed):
    order = [DEPLOYMENT, *STAGES]
    seen = set()
    last, turn = DEPLOYMENT, 0
    for view in views("lens-1648", seed):
        tracks = view["tracks"]
        stage = tracks["stage"]
        assert stage in tracks["stages"]
        assert tracks["stages"] == [one for one in order if one in tracks["stages"]]
        if tracks["turn"][0] == turn and not tracks["winner"]:
            assert order.index(stage) >= order.index(last)
        last, turn = stage, tracks["turn"][0]
        seen.add(stage)
    assert seen >= {DEPLOYMENT, "orders", "movement", "end"}


def test_deployment_is_left_out_once_it_is_over_and_barrage_where_nobody_has_one():
    found = list(views("lens-1648", 1, 400))
    for view in found:
        tracks = view["tracks"]
        assert (DEPLOYMENT in tracks["stages"]) == (tracks["stage"] == DEPLOYMENT)
        if tracks["stage"] in (DEPLOYMENT, "planning"):
            assert "barrage" not in tracks["stages"]


def test_determination_is_told_as_it_began_throughout_the_battle():
    found = list(views("rocroi-1643", 2))
    began = found[0]["tracks"]["determination"]
    assert all(view["tracks"]["determination_start"] == began for view in found)
    assert found[-1]["tracks"]["determination"] != began


def test_divisions_are_groups_of_pieces_with_a_general():
    for view in views("lens-1648", 3, 300):
        groups = {group["id"]: group for group in view["groups"]}
        assert {note["division"] for note in view["notes"]} == set(groups)
        for piece in view["pieces"]:
            if piece["kind"] == "unit":
                group = groups[piece["division"]]
                assert piece["id"] in group["units"]
                assert piece["owner"] == group["owner"]
        assert all(set(group["name"]) == {"en", "it"} for group in groups.values())
