"""Chapter 3.3, experience points: brought from earlier games, spent for firmness."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.games.cappa.firmness import buy
from alfiere.games.cappa.impulses import Actor, Deed
from alfiere.games.cappa.state import SkirmishGame, SkirmishState
from alfiere.kernel.decision import Option
from alfiere.kernel.procedure import Procedure

EXPERIENCE = "experience"


def offer_experience(s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
    """One point at a time, for nothing, while one of his own acts and firmness can rise (cappa.3.3a, cappa.3.3b)."""
    side = s.sides[who.seat]
    if s.options.get(EXPERIENCE) == "yes" and side.experience and 0 < side.firmness < side.firmness_at_start:
        yield Option("spend-experience", {"figure": who.id, "pa": 0}, ("cappa.3.3a",))


def perform_experience(g: SkirmishGame, who: Actor, option: Option) -> Procedure[None]:
    """One point gives one of firmness."""
    buy(g, who.seat, 1)
    yield from ()


EXPERIENCE_DEEDS = [Deed("spend-experience", offer_experience, perform_experience)]
