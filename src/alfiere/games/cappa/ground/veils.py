"""Chapter 9.5, what a side is told of whom it does not see: nothing, or less than the others (cappa.9.5.1.h3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from alfiere.games.cappa.ground.visibility import all_hidden, was_lost
from alfiere.games.cappa.state.state import GONE, ON, OUT, Figure, SkirmishState
from alfiere.games.cappa.told.weather_events import ALL, NOTHING, HiddenFound, Sighted, Unseen
from alfiere.kernel.decision import Seat
from alfiere.kernel.event import Event

WHENCE = ("start", "path")  # of a move


def veiled(s: SkirmishState, event: Event) -> Event:
    """The event as it stands in the log: whoever did not see somebody is not told of him (cappa.9.5.1.h3).

    An event that names also somebody he sees is told without the names of the others.
    """
    if isinstance(event, HiddenFound):
        return event
    if isinstance(event, Sighted):  # what one side has seen the others need not know
        return Unseen(event.seat, event, {seat: (NOTHING,) for seat in (*s.seats, None) if seat != event.seat})
    named = {name: people for name in _fields_of(event) if (people := _people(s, getattr(event, name)))}
    if not named:
        return event
    owner = next(iter(named.values()))[0].seat
    veils: dict[Seat | None, tuple[str, ...]] = {}
    everybody = {one.id for people in named.values() for one in people}
    is_anybody_gone = any(s.figures[name].where in (OUT, GONE) for name in everybody)
    for seat, hidden in ({} if s.winner else all_hidden(s)).items():
        if not is_anybody_gone and hidden.isdisjoint(everybody):
            continue  # it sees them all
        lost = tuple(
            name for name, people in named.items() if all(one.id in hidden or was_lost(s, seat, one) for one in people)
        )
        if lost:
            veils[seat] = lost if len(lost) < len(named) else (ALL,)
    return Unseen(owner, event, veils) if veils else event


def emerging(s: SkirmishState, moved: Event, figure: Figure, before: Mapping[Seat | None, frozenset[str]]) -> Event:
    """The move of one who comes out of the dark: who sees him now is not told where he was until then."""
    was_hidden = [seat for seat in s.seats if figure.id in before[seat] and seat != figure.seat]
    if not was_hidden:
        return moved
    now = all_hidden(s)
    told: dict[Seat | None, tuple[str, ...]] = {
        seat: (ALL,) if figure.id in now[seat] else WHENCE for seat in was_hidden
    }
    if WHENCE not in told.values():
        return moved
    told[None] = max(told.values(), key=lambda one: ALL in one)
    return Unseen(figure.seat, moved, told)


def _people(s: SkirmishState, value: object) -> list[Figure]:
    """The characters that a field of an event names, by themselves or as a squad."""
    names = [value] if isinstance(value, str) else value if isinstance(value, list | tuple) else ()
    found = []
    for name in names:
        if isinstance(name, str) and name in s.figures:
            found.append(s.figures[name])
        elif isinstance(name, str) and name in s.squads:
            found += [one for one in map(s.figures.__getitem__, s.squads[name].members) if one.where == ON]
    return found


def _fields_of(event: Event) -> tuple[str, ...]:
    """The names of what an event of this kind tells."""
    found = _FIELDS.get(type(event))
    if found is None:
        found = _FIELDS[type(event)] = tuple(one.name for one in fields(event))  # type: ignore[arg-type]
    return found


_FIELDS: dict[type, tuple[str, ...]] = {}
