"""What somebody carries, leads or holds, and how it comes free (cappa.2.2.1.h12, cappa.2.2.1.h13)."""

from __future__ import annotations

from alfiere.games.cappa.ground.ground import HORSES, free_place
from alfiere.games.cappa.state.state import GONE, Figure, SkirmishState


def release(s: SkirmishState, bearer: Figure, name: str) -> None:
    """A thing is laid down, a horse let go, a captive goes free (cappa.2.2.1.h13); all beside him if there is room."""
    bearer.carries.remove(name)
    if name in s.figures:
        one = s.figures[name]
        place = free_place(s, one, bearer.x, bearer.y)
        if place is not None:
            one.x, one.y = place
        one.captor, one.level, one.has_surrendered = "", bearer.level, False
        return
    thing = s.things[name]
    if thing.helper:  # it lay between the two already, cappa.4.3.7.h3
        thing.bearer = thing.helper = ""
        return
    # a horse is not in its own way: room is looked for while he still holds it, cappa.4.3.6.h4
    thing.x, thing.y = _room_for_horse(s, bearer) if thing.kind in HORSES else (bearer.x, bearer.y)
    thing.bearer, thing.level = "", bearer.level


def forget(s: SkirmishState, figure: Figure) -> None:
    """Whoever held him, or carried something with him, holds it no more: he leaves the game."""
    if figure.captor:
        s.figures[figure.captor].carries.remove(figure.id)
        figure.captor = ""
    drop_shared(s, figure)


def take_off(s: SkirmishState, figure: Figure) -> None:
    """Off the table for good: what he carried lies where he was, whom he held is free."""
    for name in list(figure.carries):
        release(s, figure, name)
    forget(s, figure)
    figure.where, figure.pa, figure.shaken, figure.charged = GONE, 0, "", ""


def drop_shared(s: SkirmishState, figure: Figure) -> None:
    """What he carries with another lies on the ground again (cappa.4.3.7.h3)."""
    for thing in s.things.values():
        if thing.helper and figure.id in (thing.bearer, thing.helper):
            release(s, s.figures[thing.bearer], thing.id)


def _room_for_horse(s: SkirmishState, beside: Figure) -> tuple[int, int]:
    """The nearest place where a horse fits: out of a narrow lane it goes as far as it must."""
    rider = beside.copy()
    rider.id, rider.is_mounted, rider.level = "", True, 0
    place = free_place(s, rider, beside.x, beside.y, within=max(s.ground.width, s.ground.depth))
    return place or (beside.x, beside.y)
