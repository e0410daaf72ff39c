"""The golden playthroughs and walks are still what the program plays."""

from __future__ import annotations

import difflib

import pytest

from tests import walks
from tests.golden import KEPT, path_of, playthrough


@pytest.mark.parametrize(("code", "name"), KEPT)
def test_a_battle_is_played_as_it_was(code: str, name: str) -> None:
    kept = path_of(code, name).read_text(encoding="utf-8").splitlines()
    now = playthrough(code, name).splitlines()
    if kept != now:
        changed = list(difflib.unified_diff(kept, now, "kept", "now", lineterm="", n=2))
        pytest.fail("play has changed; review, then «make golden»:\n" + "\n".join(changed[:40]))


@pytest.mark.parametrize(("code", "name"), walks.WALKS)
def test_a_walk_leads_where_it_led(code: str, name: str) -> None:
    was, now = walks.kept(code)[name].split(), walks.walk(code, name).split()
    parted = next((place for place, pair in enumerate(zip(was, now, strict=False)) if pair[0] != pair[1]), len(was))
    if was != now:
        pytest.fail(
            f"play has changed within {walks.STRIDE} decisions after {parted * walks.STRIDE}; see «make golden»"
        )
