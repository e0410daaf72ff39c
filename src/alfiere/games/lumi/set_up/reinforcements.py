"""Chapter 2.2: reinforcements come on in column at their entry point, in the turn the scenario names or later."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from alfiere.battles.entries import Entry
from alfiere.battles.ground_forms import INWARDS
from alfiere.battles.open_battle import ON, TO_COME, other
from alfiere.battles.standing import near
from alfiere.games.lumi.set_up.places import stands
from alfiere.games.lumi.state.base import ARTILLERY, COLUMN, LIMBERED, ROUT, Base, General
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.told.set_up import Arrived, PutOff
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.procedure import Procedure
from alfiere.table.headings import offset
from alfiere.table.legs import Footing
from alfiere.table.shapes import Outline, Point, Pose, base

ENTER: Final = "enter"
PUT_OFF: Final = "put-off"
BARRED: Final = "lumi.2.2.2"
RULES: Final = ("lumi.2.2.1a", "lumi.2.2.1b")


def reinforcements(g: LumiGame) -> Procedure[None]:
    """Whoever is due comes on; who had the initiative in the turn before places first (lumi.2.2.1b)."""
    for seat in (g.state.initiative, other(g.state.initiative)):
        for division in due(g.state, seat):
            yield from _bring_on(g, division)


def due(s: State, seat: Seat) -> list[str]:
    """The divisions of a side with somebody who should be there by now."""
    late = {s.bases[id].division for id in _late(s) if id in s.bases}
    late |= {s.generals[id].division for id in _late(s) if id in s.generals}
    return [id for id, form in s.scenario.divisions.items() if id in late and s.scenario.seat_of[form.side] == seat]


def _late(s: State) -> list[str]:
    who: dict[str, Base | General] = {**s.bases, **s.generals}
    return [id for id, form in s.scenario.arrivals.items() if form.turn <= s.turn and who[id].where == TO_COME]


def _bring_on(g: LumiGame, division: str) -> Procedure[None]:
    """One division: at its entry point, or beside it if an enemy is there, or not yet (lumi.2.2.2)."""
    s = g.state
    late = _late(s)
    bases = [s.bases[id] for id in late if id in s.bases and s.bases[id].division == division]
    generals = [s.generals[id] for id in late if id in s.generals and s.generals[id].division == division]
    entry = s.scenario.entries(s.scenario.arrivals[(bases or generals)[0].id])[0]
    at = (entry.start + entry.end) // 2
    if is_barred(s, entry, at, (bases or generals)[0].seat):
        seat = (bases or generals)[0].seat
        options = [Option(ENTER, {"division": division, "at": one}, (BARRED,)) for one in _beside(s, entry, at, seat)]
        options.append(Option(PUT_OFF, {"division": division}, (BARRED,)))
        chosen = yield Decision(seat, "entry", options, {"division": division}, (BARRED,))
        if chosen.key == PUT_OFF:
            g.tell(PutOff(division, (BARRED,)))
            return
        at = chosen["at"]
    for one in bases:
        _enter(g, one, entry, at)
    for who in generals:
        _follow(g, who)


def point_of(s: State, entry: Entry, at: int) -> Point:
    """A place along an edge of the table."""
    width, depth = s.scenario.width, s.scenario.depth
    return {"north": (at, 0), "south": (at, depth), "west": (0, at), "east": (width, at)}[entry.edge]


def is_barred(s: State, entry: Entry, at: int, seat: Seat) -> bool:
    """Whether an enemy that is not in rout is too near to the entry point (lumi.2.2.2)."""
    place = Outline((point_of(s, entry, at),))
    return any(one.state != ROUT for one in near(s, place, s.tables.distances.entry, other(seat)))


def _beside(s: State, entry: Entry, at: int, seat: Seat) -> list[int]:
    """The places along the edge to which it may be shifted, the nearest first (lumi.2.2.2)."""
    far, step = s.tables.distances.entry_shift, s.tables.distances.entry
    long = s.scenario.width if entry.edge in ("north", "south") else s.scenario.depth
    shifted = (at + sign * off for off in range(step, far + 1, step) for sign in (-1, 1))
    return [one for one in shifted if 0 <= one <= long and not is_barred(s, entry, one, seat)]


def _enter(g: LumiGame, one: Base, entry: Entry, at: int) -> None:
    """In column or limbered, its rear on the edge, as near to the entry point as there is room (lumi.2.2.1a-b)."""
    s = g.state
    formation = LIMBERED if one.kind == ARTILLERY else COLUMN
    shape, heading = s.shape(one, formation), INWARDS[entry.edge]
    for off in _outwards(shape.width, max(s.scenario.width, s.scenario.depth)):
        x, y = point_of(s, entry, at + off)
        dx, dy = offset(heading, shape.depth // 2)
        footing = Footing(formation, shape, Pose(x + dx, y + dy, heading))
        if stands(s, one, footing):
            s.stand(one, footing)
            g.tell(Arrived(one.id, (*one.pose,), formation, RULES))
            return


def _outwards(step: int, far: int) -> Iterator[int]:
    yield 0
    for off in range(step, far, step):
        yield from (-off, off)


def _follow(g: LumiGame, who: General) -> None:
    """A general comes within reach of one of his units (lumi.2.2.1b); without any he waits."""
    s, disc = g.state, g.state.tables.general_base
    for one in (one for one in s.side(who.seat) if one.division == who.division):
        shape = s.shape(one)
        ahead, aside = shape.depth // 2 + disc.radius, shape.width // 2 + disc.radius
        for off in ((ahead, 0), (0, -aside), (0, aside), (-ahead, 0)):
            dx, dy = offset(one.heading, *off)
            there = base(who.id, disc, one.x + dx, one.y + dy, one.heading)
            if s.scene.is_on_table(there.outline) and not s.scene.overlapping(there):
                who.where, (who.x, who.y, who.heading) = ON, there.pose
                g.tell(Arrived(who.id, (*who.pose,), "", ("lumi.2.2.1b",)))
                return
