"""The golden playthroughs are still what the program plays."""

from __future__ import annotations

import difflib

import pytest

from tests.golden import KEPT, path_of, playthrough


@pytest.mark.parametrize(("code", "name"), KEPT)
def test_a_battle_is_played_as_it_was(code: str, name: str) -> None:
    kept = path_of(code, name).read_text(encoding="utf-8").splitlines()
    now = playthrough(code, name).splitlines()
    if kept != now:
        changed = list(difflib.unified_diff(kept, now, "kept", "now", lineterm="", n=2))
        pytest.fail("play has changed; review, then «make golden»:\n" + "\n".join(changed[:40]))
