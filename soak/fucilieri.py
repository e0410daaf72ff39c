"""Naran Fuciliers Wars in the long runs."""

from __future__ import annotations

from soak.figures.fucilieri import report
from soak.plan import Plan, Run

FIXED = ("cassano-1705", "eyne-1708", "luzzara-1702", "pianezza-1706", "stura-1706")

SMALL = {"points": "1000"}

PLAN = Plan(
    runs=(
        Run("venaria-1706", 1400, 100),
        Run("meeting-1706", 800, 50),
        Run("meeting-1706", 800, 50, SMALL),
        *(Run(name, 400, 25) for name in FIXED),
    ),
    # first orders, until they are shown in round 2 of the first turn; armies while they are chosen
    secrets=tuple((name, {}) for name in ("venaria-1706", "meeting-1706", *FIXED)),
    has_secret_rounds=True,
    hides_within=64,
    held="no unit stands on another or where it may not, nobody has more figures than at first or fights on with a "
    "quarter of them, nobody sees red who is demoralised, engaged are two with each other, commands that are gone have "
    "nobody on the table, leaders are with units that are on the table, every mark is known",
    slow=frozenset({"venaria-1706", "stura-1706", "meeting-1706"}),
    alike=frozenset(FIXED) - {"stura-1706"},
    told=("stura-1706", "venaria-1706"),
    walked=("pianezza-1706", "venaria-1706"),
    figures=report,
    unruly=frozenset({"judgement", "sense", "plan", "deploying", "preview", "picture", "places"}),
)
