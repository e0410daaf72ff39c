"""Chapter 3.1, what is counted when the game ends: buildings that burn or not, things in hand."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.games.cappa.scenario.ground_changes import in_flames
from alfiere.games.cappa.scenario.scenario_aims import BURNING, IN_HAND, UNBURNT
from alfiere.games.cappa.scenario.scenario_forms import ScoreForm
from alfiere.games.cappa.state.state import SkirmishState
from alfiere.kernel.decision import Seat


def final_points(s: SkirmishState) -> Iterator[tuple[Seat, int, str]]:
    """Who earns how much, and for what, now that the game is over (cappa.3.1.1a)."""
    for entry in s.scenario.form.score:
        if entry.option and s.options.get(entry.option) != "yes":
            continue
        for seat in s.scenario.sides:
            if not entry.side or s.scenario.seat_of[entry.side] == seat:
                yield seat, entry.each * _times(s, entry, seat), entry.kind


def _times(s: SkirmishState, entry: ScoreForm, seat: Seat) -> int:
    if entry.kind == BURNING:
        return len(in_flames(s.changed))
    if entry.kind == UNBURNT:
        return unburnt(s)
    is_last = s.phase == "end" and s.turn >= s.scenario.turns
    return int(entry.kind == IN_HAND and is_last and _has(s, seat, entry.thing))


def unburnt(s: SkirmishState) -> int:
    """How many buildings are not in flames."""
    return len(s.ground.buildings) - len(in_flames(s.changed))


def _has(s: SkirmishState, seat: Seat, thing: str) -> bool:
    """Whether one of a side holds a thing, or whoever has it with him; not one who has yielded (cappa.2.2.1.h14)."""
    holder = s.figures.get(s.things[thing].bearer) if thing in s.things else None
    while holder is not None and holder.captor:
        holder = s.figures[holder.captor]
    return holder is not None and holder.seat == seat and holder.is_up
