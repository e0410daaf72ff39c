"""Esa in the long runs."""

from __future__ import annotations

from alfiere.games import GAMES
from soak.brawls import brawl
from soak.plan import MadeUp, Plan, Run

PLAN = Plan(
    runs=(
        *(Run(name, 1_000, 100) for name in ("rocroi-1643", "rethel-1650", "bleneau-1652", "dunes-1658")),
        Run("lens-1648", 10_000, 1_000),
        Run("brawls", 3_000, 3_000),
        Run("brawls", 500, 500, {"veterans": "yes"}),
    ),
    # cards in hand and face down, decks, secret rounds
    secrets=(*((name, {}) for name in (*GAMES["esa"].scenario_ids(), "brawls")), ("brawls", {"veterans": "yes"})),
    has_secret_rounds=True,
    held="one unit a hex, strengths within bounds, every card in exactly one place, determination never rising",
    # now and then the ordinary thing, or commanders wander off and nobody ever fights
    made_up=MadeUp("brawls", brawl, walks=80, shrug=0.5),
    unruly=frozenset({"judgement", "sense", "sketch", "picture"}),
)
