"""The Era dei Lumi in the long runs."""

from __future__ import annotations

from soak.plan import Plan, Run

LARGE = ("blenheim", "lobositz", "minden")
SECRET = {"secret": "yes"}

PLAN = Plan(
    runs=(
        Run("altenried", 400, 60),
        Run("altenried", 60, 20, SECRET),
        *(Run(name, 40, 8) for name in LARGE),
    ),
    # the cohesion of the other army; orders while both place them
    secrets=(("altenried", {}), ("altenried", SECRET)),
    is_reckoned=True,
    held="no base stands on another or where it may not, no more is lost than four and nobody has used more than a "
    "whole move, cohesion is never above what it was at first, engaged are two with each other, buildings hold no more "
    "than they have room for, every mark is known, generals are with bases that are on the table",
    large=frozenset(LARGE),
    slow=frozenset(LARGE),
    told=("altenried",),
    walked=("altenried", "minden"),
    unruly=frozenset({"judgement", "sense", "plan", "deploying", "preview", "picture", "places"}),
)
