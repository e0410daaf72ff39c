"""Saves of every release stay here: an old battle still opens and goes on, and says where its past no longer agrees."""

from __future__ import annotations

from pathlib import Path

import pytest

from alfiere.games import GAMES
from alfiere.kernel.save import open_file

SAVES = sorted((Path(__file__).parents[1] / "saves").glob("*.json"))
# the first decision at which the rules have parted from a file since it was written
PARTED = {
    "0.1.0-esa-lens-1648": 105,  # who has given way in a melee is remembered, cavalry need not leave him (esa.9.4a)
}


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_a_save_of_an_earlier_release_opens_and_goes_on(path: Path) -> None:
    save, opened = open_file(path, GAMES)
    parted = opened.disagreement.decision if opened.disagreement is not None else None
    assert parted == PARTED.get(path.stem)
    game = opened.game
    assert len(game.journal) == len(save.decisions)
    if save.result is not None:
        assert game.result is not None
        assert game.result.winner == save.result["winner"]
    else:
        decision = game.decision
        assert decision is not None
        game.answer(decision.seat, decision.options[0])


def test_there_are_saves_to_open() -> None:
    assert SAVES
