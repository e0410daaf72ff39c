"""Chapter 9.5c, looking round: what comes into each side's sight as the skirmish goes on, and that it stays known."""

from __future__ import annotations

from typing import Any

from alfiere.games.cappa.ground.visibility import all_hidden, is_body_seen, stance
from alfiere.games.cappa.ground.weather import LIGHT, WEATHER
from alfiere.games.cappa.state.state import GONE, ON, OUT, Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.weather_events import Sighted
from alfiere.kernel.decision import Seat
from alfiere.kernel.procedure import Procedure


def watched(g: SkirmishGame, procedure: Procedure[None]) -> Procedure[None]:
    """The same procedure, in which everybody looks round before anything is asked and at every mark.

    A side that looks from elsewhere while somebody is out of its sight has learnt something, even where it sees nobody
    new: there is no way back from that, or one could scout for nothing.
    """
    answer: Any = None
    eyes = _eyes(g.state)
    while True:
        try:
            asked = procedure.send(answer)
        except StopIteration:
            _look_round(g, eyes)
            return
        eyes = _look_round(g, eyes)
        answer = yield asked


def _look_round(g: SkirmishGame, before: dict[Seat, object]) -> dict[Seat, object]:
    """Tell each side whom it sees now and did not see when it last looked (cappa.9.5c)."""
    s = g.state
    eyes = _eyes(s)
    if s.winner:
        return eyes
    everywhere = all_hidden(s)
    for seat in s.seats:
        was = s.unseen.get(seat, [])
        if eyes[seat] != before[seat] and was:
            g.reveal()
        hidden = everywhere[seat]
        out = [name for name in was if name not in hidden and name in s.figures]
        lost = [name for name in out if _went_unseen(s, seat, s.figures[name])]
        seen = tuple(name for name in out if name not in lost and s.figures[name].where in (ON, OUT))
        s.unseen[seat] = sorted((*hidden, *lost))
        if seen:
            g.reveal()  # what has been seen cannot be taken back
            g.tell(Sighted(seat, seen))
    return eyes


def _went_unseen(s: SkirmishState, seat: Seat, figure: Figure) -> bool:
    """Whether somebody fell or left the table out of a side's sight, and nobody of it has come upon him since."""
    return figure.where == GONE or (figure.where == OUT and not is_body_seen(s, figure, seat))


def _eyes(s: SkirmishState) -> dict[Seat, object]:
    """All that a side's sight hangs on and its player knows: where his people are, the ground, the sky."""
    ground = tuple(s.changed), s.options[LIGHT], s.options[WEATHER]
    standing: dict[Seat, list[object]] = {seat: [] for seat in s.seats}
    for one in s.standing():
        standing[one.seat].append((one.id, stance(one)))
    return {seat: (ground, those) for seat, those in standing.items()}
