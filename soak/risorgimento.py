"""Risorgimento in the long runs."""

from __future__ import annotations

from soak.figures.risorgimento import report
from soak.plan import Plan, Run

LARGE = ("magenta", "montebello", "palestro", "palestro-30-may", "sanmartino", "sanmartino-evening")
WRITTEN = {"orders": "yes"}

PLAN = Plan(
    runs=(
        Run("genestrello", 2200, 150),
        Run("genestrello", 700, 60, WRITTEN),
        *(Run(name, 350, 20) for name in LARGE),
    ),
    # charges while they are noted; written orders and what couriers carry
    secrets=(*((name, {}) for name in ("genestrello", *LARGE)), *((name, WRITTEN) for name in ("genestrello", *LARGE))),
    has_secret_rounds=True,
    held="no unit stands on another or where it may not, no more is lost than there was, morale is never above what it "
    "was at first, every mark is known, commanders are with units that are on the table",
    large=frozenset(LARGE),
    slow=frozenset({"genestrello", *LARGE}),
    told=("genestrello",),
    walked=("genestrello", "palestro-30-may"),
    figures=report,
    unruly=frozenset(
        {
            "judgement",
            "sense",
            "plan",
            "ways",
            "moving",
            "deploying",
            "assault",
            "riding",
            "preview",
            "picture",
            "places",
        }
    ),
)
