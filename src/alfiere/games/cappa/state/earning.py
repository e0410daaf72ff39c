"""Chapter 9.1.1, an option: what earns experience points, and the dice for them."""

from __future__ import annotations

from alfiere.games.cappa.scenario.scenario import MASTER
from alfiere.games.cappa.sheets.optional_rules import Earned, optional_rules
from alfiere.games.cappa.state.dice import d6
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.fortune_events import ExperienceEarned
from alfiere.kernel.decision import Seat

EXPERIENCE = "experience"


def has_experience(s: SkirmishState) -> bool:
    """Whether the option is played."""
    return s.options.get(EXPERIENCE) == "yes"


def earn(g: SkirmishGame, kind: str | Earned, seat: Seat, about: Figure | None = None) -> None:
    """A decisive deed: dice at once, what they show is the side's (cappa.9.1.1a, cappa.9.1.1b, cappa.9.1.2.h1).

    The scenario's own list takes the place of the usual one (cappa.9.1.1c, cappa.9.1.1.h1).
    """
    s = g.state
    if not has_experience(s) or seat == MASTER:
        return
    for row in s.scenario.form.earns or optional_rules().earns:
        if row.kind != kind or (about is not None and about.sheet.cls not in row.of):
            continue
        if row.side and s.scenario.seat_of[row.side] != seat:
            continue
        dice = tuple(d6(g, seat) for _ in range(row.dice))
        s.sides[seat].experience += sum(dice)
        g.tell(ExperienceEarned(seat, kind, dice, s.sides[seat].experience))
