"""Chapter 9.5c, looking round: what comes into each side's sight as the skirmish goes on, and that it stays known."""

from __future__ import annotations

from typing import Any, NamedTuple

from alfiere.games.cappa.ground.dusk import Moment, hidden_at, moment_of
from alfiere.games.cappa.ground.seeing import is_body_seen
from alfiere.games.cappa.ground.weather import LIGHT, WEATHER
from alfiere.games.cappa.sheets.characters import Character
from alfiere.games.cappa.state.state import GONE, ON, OUT, Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.weather_events import Sighted
from alfiere.kernel.decision import Seat
from alfiere.kernel.procedure import Passing, Procedure
from alfiere.table.snapshot import snapshot


def watched(g: SkirmishGame, procedure: Procedure[None]) -> Passing[None]:
    """The same procedure, in which everybody looks round before anything is asked and at every mark.

    A side that looks from elsewhere while somebody is out of its sight has learnt something, even where it sees nobody
    new: there is no way back from that, or one could scout for nothing.
    """
    answer: Any = None
    look = Look(g.state, None, _eyes(g.state))
    while True:
        try:
            asked = procedure.send(answer)
        except StopIteration:
            _look_round(g, look)
            return
        look = _look_round(g, look)
        answer = yield asked


Eyes = tuple[object, tuple[object, ...]]  # ground and sky, and all about his people in one row


class Look(NamedTuple):
    """The moment at which everybody last looked round, and where a side's people were."""

    state: SkirmishState
    moment: Moment | None
    eyes: dict[Seat, Eyes]


def _look_round(g: SkirmishGame, before: Look) -> Look:
    """Tell each side whom it sees now and did not see when it last looked (cappa.9.5c)."""
    s = g.state
    if s.winner:
        return before._replace(state=s, eyes=_eyes(s))
    moment = moment_of(s)
    if s is before.state and before.moment is not None and moment.is_as(before.moment):
        return before
    eyes = _eyes(s)
    everywhere = hidden_at(s, moment)
    for seat in s.seats:
        was = s.unseen.get(seat, [])
        if was and _have_changed(before.eyes[seat], eyes[seat]):
            g.reveal()
        hidden = everywhere[seat]
        out = [name for name in was if name not in hidden and name in s.figures]
        lost = [name for name in out if _went_unseen(s, seat, s.figures[name])]
        seen = tuple(name for name in out if name not in lost and s.figures[name].where in (ON, OUT))
        s.unseen[seat] = sorted((*hidden, *lost))
        if seen:
            g.reveal()  # what has been seen cannot be taken back
            g.tell(Sighted(seat, seen))
    return Look(s, moment, eyes)


def _went_unseen(s: SkirmishState, seat: Seat, figure: Figure) -> bool:
    """Whether somebody fell or left the table out of a side's sight, and nobody of it has come upon him since."""
    return figure.where == GONE or (figure.where == OUT and not is_body_seen(s, figure, seat))


def _eyes(s: SkirmishState) -> dict[Seat, Eyes]:
    """All that a side's sight hangs on and its player knows: where his people are, the ground, the sky."""
    ground = tuple(s.changed), s.options[LIGHT], s.options[WEATHER]
    return {seat: (ground, snapshot(s.standing(seat), _EYE)) for seat in s.seats}


def _have_changed(before: Eyes, now: Eyes) -> bool:
    """Whether a side looks from elsewhere, or past other ground; of what a man is only his size matters."""
    if before == now:
        return False
    if before[0] != now[0] or len(before[1]) != len(now[1]):
        return True
    return any(one != two and _size(one) != _size(two) for one, two in zip(before[1], now[1], strict=True))


def _size(value: object) -> object:
    """What matters of a value in the row: of a sheet how large the bases are."""
    return (value.radius_on_foot, value.radius_mounted) if isinstance(value, Character) else value


_EYE = ("id", "x", "y", "level", "is_mounted", "is_prone", "mount", "sheet")
