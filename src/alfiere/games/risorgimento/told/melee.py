"""Events of melee: a melee fought with both dice, who has won it, who fights whom in a sector."""

from __future__ import annotations

from alfiere.games.risorgimento.told.common import Rules
from alfiere.kernel.event import Event, Tally


class MeleeFought(Event):
    """Both sides have rolled: what each brought, and what each suffers (loss points; -1 is no test, else its modifier).

    ``strength`` is in quarters of a point.
    """

    unit: str
    target: str
    supports: tuple[str, ...]
    target_supports: tuple[str, ...]
    tally: Tally
    target_tally: Tally
    roll: int
    target_roll: int
    strength: int
    target_strength: int
    losses: int
    test: int
    target_losses: int
    target_test: int
    is_charge: bool = False
    rules: Rules = ()


class MeleeEnded(Event):
    """What a melee has come to: who stays and who gives way."""

    unit: str
    target: str
    how: str  # won, both-retire, undecided
    rules: Rules = ()


class StayedInPlace(Event):
    """A defender of a village or farm pays with men and morale and stays."""

    unit: str
    rules: Rules = ()
