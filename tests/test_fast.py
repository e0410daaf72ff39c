"""The rules compiled by «make fast» play what the rules as they stand play."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WHERE = "from alfiere.kernel import game; from alfiere.games.esa import fire; print(game.__file__, fire.__file__)"


@pytest.mark.slow
def test_esa_compiled_plays_every_golden_battle_as_it_was(tmp_path: Path) -> None:
    """Made quickly, for time's sake: what is made and what it plays is the same."""
    fast = tmp_path / "fast"
    made = [sys.executable, str(ROOT / "tools" / "make-fast"), "--quickly", str(fast), "esa"]
    done = subprocess.run(made, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    with_it = {**os.environ, "PYTHONPATH": str(fast)}
    used = subprocess.check_output([sys.executable, "-c", WHERE], env=with_it, text=True).split()
    assert all(Path(one).is_relative_to(fast) and not one.endswith(".py") for one in used), used
    golden = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_golden.py", "-k", "esa"]
    played = subprocess.run(golden, cwd=ROOT, env=with_it, capture_output=True, text=True)
    assert played.returncode == 0, played.stdout[-3000:]
    assert " passed" in played.stdout
