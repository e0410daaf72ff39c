"""The Era dei Lumi in the long runs."""

from __future__ import annotations

from soak.figures.lumi import report
from soak.plan import Plan, Run

LARGE = ("blenheim", "lobositz", "minden")
MEETING = "meeting-1757"
SECRET = {"secret": "yes"}
ALL = ("altenried", *LARGE, MEETING)

PLAN = Plan(
    runs=(
        Run("altenried", 2000, 150),
        Run("altenried", 600, 60, SECRET),
        *(Run(name, 250, 15) for name in LARGE),
        Run(MEETING, 650, 40),
        Run(MEETING, 1000, 60, {"points": "180"}),
    ),
    # the cohesion of the other army; orders while both place them, armies while both choose
    secrets=(*((name, {}) for name in ALL), *((name, SECRET) for name in ALL)),
    has_secret_rounds=True,
    hides_within=24,
    held="no base stands on another or where it may not, no more is lost than four and nobody has used more than a "
    "whole move, cohesion is never above what it was at first, engaged are two with each other, buildings hold no more "
    "than they have room for, every mark is known, generals are with bases that are on the table",
    large=frozenset((*LARGE, MEETING)),
    slow=frozenset((*LARGE, MEETING)),
    told=("altenried",),
    walked=("altenried", "minden"),
    figures=report,
    unruly=frozenset({"clash", "judgement", "sense", "plan", "deploying", "preview", "picture", "places"}),
)
