"""How Parade, the game of the tests with units in formation, is fought in the long runs (``ALFIERE_GAMES``)."""

from __future__ import annotations

from soak.plan import Plan, Run

PLAN = Plan(
    runs=(Run("field", 10_000, 10_000),),
    secrets=(("field", {}),),  # nothing is hidden, and nothing may differ
    held="no unit stands on another, in closed ground or beyond the table, and no move cost more than there was",
)
