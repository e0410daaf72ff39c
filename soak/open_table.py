"""The open table against the slow geometry of the tests, many times over."""

from __future__ import annotations

from collections.abc import Callable

from alfiere.table.shapes import Rect
from tests.table.checks import check_distance, check_reach, check_sight
from tests.table.slow_drill import (
    check_body,
    check_changed,
    check_forced,
    check_run,
    check_slide,
    check_turn,
    check_volley,
    check_zone,
)

TITLE = "Open table"
TABLES = 500
CART = Rect(200, 400)


def compare(count: int, first: int, tell: Callable[[int], None]) -> list[str]:
    """So many random tables for reach, ten times as many for distance and sight, as lines of the report."""
    found = refused = turns = stopped = slid = bodies = forced = 0
    for seed in range(first, first + count):
        for part in range(10):
            check_distance(seed * 10 + part)
            check_sight(seed * 10 + part)
        ways, refusals = check_reach(seed, CART if seed % 4 == 3 else None)  # every fourth mover is a cart
        found, refused = found + ways, refused + refusals
        for part in range(10):
            turns += check_turn(seed * 10 + part)
            check_volley(seed * 10 + part)
            check_zone(seed * 10 + part)
            slid += check_slide(seed * 10 + part)
            bodies += check_body(seed * 10 + part)
            forced += check_forced(seed * 10 + part)
        check_changed(seed)
        stopped += check_run(seed)
        tell(seed - first + 1)
    return [
        f"{count * 10:,} random pairs of outlines and as many sight lines agree with exact fractions; on {count:,}",
        f"random tables {found:,} places reached and {refused:,} refused agree with a flooded fine grid.",
        "",
        f"Units in formation: {turns:,} turns and wheels agree with looks on the way, {count * 10:,} corridors with",
        f"little squares, as many zones with clouds of points; {count:,} legs, {stopped:,} of them stopped by",
        "something, got as far as looks at every hundredth or tenth of a degree found them free.",
        f"Of {count * 10:,} units laid along an edge {slid:,} slid a part of the way, as looks at every hundredth say;",
        f"of as many bodies {bodies:,} were free to go, as their members are; of as many forced moves {forced:,}",
        f"went aside or were stopped; {count:,} scenes in which some had moved answered as those made anew.",
    ]
