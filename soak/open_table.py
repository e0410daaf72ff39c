"""The open table against the slow geometry of the tests, many times over: ``python -m soak.open_table 500``."""

from __future__ import annotations

import sys

from rich.progress import track

from alfiere.table.shapes import Rect
from tests.table.checks import check_distance, check_reach, check_sight


def main() -> None:
    """So many random tables for reach, ten times as many for distance and sight; a second number is the first seed."""
    words = [int(word) for word in sys.argv[1:]]
    count = words[0] if words else 200
    first = words[1] if len(words) > 1 else 0
    for seed in track(range(first, first + count * 10), description="distance and sight"):
        check_distance(seed)
        check_sight(seed)
    found = refused = 0
    for seed in track(range(first, first + count), description="reach"):
        # Every fourth mover is a cart.
        ways, refusals = check_reach(seed, Rect(200, 400) if seed % 4 == 3 else None)
        found, refused = found + ways, refused + refusals
    print(f"{count * 10} pairs of outlines and lines agree; {count} tables: {found} places reached, {refused} refused")


if __name__ == "__main__":
    main()
