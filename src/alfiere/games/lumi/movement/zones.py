"""Chapter 3.1.13: zones of control, and how near normal movement comes to an enemy (3.1.1c, 1.5.5b)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from alfiere.battles.open_battle import other
from alfiere.games.lumi.sheets.tables import tables
from alfiere.games.lumi.state.base import DISORDERED, OPEN, ROUT, SHAKEN, Base
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.state.unit import Unit, bases_of, body, form, formed, state_of
from alfiere.table.field import Box
from alfiere.table.fronts import edge_of, strip
from alfiere.table.legs import Footing
from alfiere.table.manoeuvre import Ground
from alfiere.table.measuring import gap, overlaps
from alfiere.table.shapes import Base as Placed
from alfiere.table.shapes import Outline, box, boxes_apart, grown
from alfiere.table.terrain import in_box

FARTHEST: Final = 1_500  # hundredths: no move leads so far
NEAR: Final = "near "  # before the id of a base in whose neighbourhood nobody moves


def zone_of(s: State, unit: Unit, *, against_open: bool = False) -> tuple[Ground, ...]:
    """The zone of control of a unit, empty if it has none, against units in open order or others (.3.1.13a, .3.1.13b).

    A garrison has no front and so no zone.
    """
    how = form(s, unit).zone
    if how == "none" or (how == "against open order" and not against_open):
        return ()
    if state_of(s, unit) > DISORDERED or s.bases[unit.id].post:
        return ()
    return (_zone_about(unit.id, body(s, unit), how == "all round"),)


@lru_cache(maxsize=1024)
def _zone_about(id: str, whole: Placed, is_all_round: bool) -> Ground:
    deep = tables().distances.zone + 1  # the edge is of the zone: who stands exactly there is in it
    return Ground(id, grown(whole.outline, deep) if is_all_round else strip(edge_of(whole), deep))


def zones_against(s: State, seat: str, formation: str) -> tuple[Ground, ...]:
    """All zones that enemies of a side have against somebody in this formation."""
    against_open, enemy = formation == OPEN, other(seat)
    memory = s.memory_of(enemy)
    key = ("zones", against_open, *[one.state for one in s.bases.values() if one.seat == enemy])
    found: tuple[Ground, ...] | None = memory.get(key)
    if found is None:
        zones = (zone_of(s, one, against_open=against_open) for one in formed(s) if one.seat == enemy)
        found = memory[key] = tuple(zone for one in zones for zone in one)
    return found


def zones_on(s: State, unit: Unit, at: Mapping[str, Footing] | None = None) -> list[Unit]:
    """The enemy units in whose zone of control a unit is, or would be if its bases stood there; the edge counts."""
    places = at or {one.id: s.footing(one) for one in bases_of(s, unit)}
    formation = next(iter(places.values())).formation
    zones, owners = zones_against(s, unit.seat, formation), set[str]()
    for one in places.values() if zones else ():
        here = one.outline
        owners.update([zone.by for zone in in_box(zones, box(here)) if overlaps(zone.outline, here)])
    return [one for one in formed(s) if one.id in owners] if owners else []


def rings(s: State, unit: Unit) -> list[Ground]:
    """How near it may come to each enemy not in rout; not nearer than it is, if it is shaken (.3.1.1c, .1.5.5b).

    Who is nearer already may leave.
    """
    keeps_off, is_shaken, slack = s.tables.distances.keep_off, state_of(s, unit) == SHAKEN, s.field.slack
    whole = body(s, unit).outline
    found, about, usual = [], box(whole), keeps_off + slack
    for id, held, there in _grounds(s, other(unit.seat)):
        if not is_shaken and boxes_apart(there, about, FARTHEST):
            continue
        foe = s.bases[id]
        if foe.state == ROUT:
            continue
        if not is_shaken and boxes_apart(there, about, usual + 1):  # how far exactly makes no difference
            found.append(_ring(s, foe, held, usual))
            continue
        far = min(gap(held, s.base(one).outline) for one in bases_of(s, unit))
        near = far - 1 if is_shaken else min(keeps_off + slack, far - 1)
        if far > keeps_off or is_shaken:
            found.append(Ground(NEAR + foe.id, grown(held, near)))
    return found


def _grounds(s: State, seat: str) -> list[tuple[str, Outline, Box]]:
    """What others keep away from of each base of a side, and its box: the same as long as none of them moves."""
    memory = s.memory_of(seat)
    found: list[tuple[str, Outline, Box]] | None = memory.get("grounds")
    if found is None:
        held = [(one.id, ground_of(s, one)) for one in s.side(seat)]
        found = memory["grounds"] = [(id, outline, box(outline)) for id, outline in held]
    return found


def _ring(s: State, foe: Base, held: Outline, far: int) -> Ground:
    """What others keep out of, as long as he stands there."""
    key, memory = ("ring", foe.id, foe.post), s.memory_of(foe.seat)
    known: Ground | None = memory.get(key)
    if known is None:
        known = memory[key] = Ground(NEAR + foe.id, grown(held, far))
    return known


def ground_of(s: State, one: Base) -> Outline:
    """What others keep away from: its base, of a garrison the buildings (lumi.3.3.3g)."""
    return Outline(s.ground.pieces[one.post].points) if one.post else s.base(one).outline
