"""What the kernel promises, on walks that lead farther and elsewhere than those of the tests."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from soak.battles import Unsound

TITLE = "Kernel"
TIMES = 20
APART = 100  # between the seeds of two times: each walks a few
TESTS = Path(__file__).parents[1] / "tests" / "kernel" / "test_properties.py"


def walk_far(times: int, jobs: int, tell: Callable[[int], None]) -> list[str]:
    """The tests of the kernel so many times, each time with other walks, as lines of the report. Raises Unsound."""
    for number in range(1, times + 1):
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-n", str(jobs), "--dist", "loadgroup", str(TESTS)],
            cwd=TESTS.parents[2],
            env={**os.environ, "ALFIERE_WALK": str(number * APART)},
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            raise Unsound(f"with ALFIERE_WALK={number * APART}: {done.stdout[-2000:]}{done.stderr[-500:]}")
        tell(number)
    return [
        f"All that `tests/kernel/test_properties.py` looks at held {times} times, each time on other walks through",
        "every battle of every game that is not a large one: clones, undo, replays, saves, damaged files, rolls by",
        "hand.",
    ]
