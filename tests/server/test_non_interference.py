"""Twin games that differ only in what is hidden from a viewer: he cannot tell them apart, whatever he asks for.

A small share; ``python -m soak --only secrets`` plays many.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from alfiere.games import GAMES
from soak.plan import plan_of
from soak.secrets import pairs_of
from tests.server.twins import Twins, twins


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Twins]:
    with twins(tmp_path_factory.mktemp("twins")) as found:
        yield found


SMALL = [
    (code, name, options)
    for code in GAMES
    for name, options in plan_of(code).secrets
    if name in ("lens-1648", "brawls", "terheyden", "duello", "scuffles")
]


@pytest.mark.parametrize(("code", "name", "options"), SMALL)
def test_what_is_hidden_from_somebody_changes_nothing_he_is_sent(
    two: Twins, code: str, name: str, options: dict[str, str]
) -> None:
    before = two.compared
    for pair in pairs_of(code, name, options, 90_000, 1):
        two.play(pair, steps=3)
    assert two.compared > before
