"""Villages and farms: who stands on which side of a sector, who came last (risorgimento.g.5).

A unit in one has a post, «sector/side»: it stands in the middle of that side, facing out, without flank or rear.
"""

from __future__ import annotations

from collections.abc import Container

from alfiere.battles.ground_forms import OUTWARDS, Edge
from alfiere.games.risorgimento.sheets.ground import FARM, OPPOSITE, SECTOR, SIDES
from alfiere.games.risorgimento.state.battle import ENTERED, BattleState
from alfiere.games.risorgimento.state.unit import ARTILLERY, OPEN, Unit
from alfiere.kernel.decision import Seat
from alfiere.table.fronts import Edge as Line
from alfiere.table.legs import Footing
from alfiere.table.manoeuvre import Manoeuvre


def sector_of(unit: Unit) -> str:
    """The sector or farm a unit is in; none is an empty name."""
    return unit.post.partition("/")[0]


def side_of(unit: Unit) -> Edge:
    """The side of it on which the unit stands."""
    side = unit.post.partition("/")[2]
    return next(one for one in SIDES if one == side)


def inside(s: BattleState, sector: str) -> list[Unit]:
    """The units in a sector or farm, in the order of battle."""
    return [one for one in _posted(s) if sector_of(one) == sector]


def _posted(s: BattleState) -> list[Unit]:
    """All units that are in sectors and farms, in the order of battle."""
    memory = s.scene.memory
    found: list[str] | None = memory.get("posted")
    if found is None:
        found = memory["posted"] = [one.id for one in s.on_table if one.post]
    return [s.units[id] for id in found]


def is_contested(s: BattleState, sector: str) -> bool:
    """Whether units of both sides are in it (risorgimento.g.5.14)."""
    return len({one.seat for one in inside(s, sector) if one.is_steady}) > 1


def rivals(s: BattleState, unit: Unit) -> list[Unit]:
    """The enemies in the same sector."""
    return [one for one in inside(s, sector_of(unit)) if one.seat != unit.seat and one.is_steady]


def holder(s: BattleState, sector: str, side: Edge) -> Unit | None:
    """The infantry on a side of it (risorgimento.g.5.12)."""
    return next((one for one in _on_side(s, sector, side) if one.arm != ARTILLERY), None)


def guns_on(s: BattleState, sector: str, side: Edge) -> list[Unit]:
    """The batteries on a side of it."""
    return [one for one in _on_side(s, sector, side) if one.arm == ARTILLERY]


def _on_side(s: BattleState, sector: str, side: Edge) -> list[Unit]:
    return [one for one in _posted(s) if one.post == f"{sector}/{side}"]


def place_on(s: BattleState, unit: Unit, sector: str, side: Edge) -> Footing | None:
    """How it would stand on a side: infantry in the middle in open order, guns beside it; None without a place.

    One infantry unit a side, two batteries a sector; a farm holds one infantry unit (risorgimento.g.5.2, .g.5.16).
    Who is in it already asks for another side. Batteries of neighbouring sides share a corner, which only one of them
    can stand in.
    """
    piece, slot = s.ground.pieces[sector], s.ground.slots(sector)[side]
    others = _on_side(s, sector, side)
    alike = [one for one in inside(s, sector) if one is not unit and (one.arm == ARTILLERY) == (unit.arm == ARTILLERY)]
    is_farm = piece.kind.id == FARM
    if any(one.seat != unit.seat for one in others):
        return None
    if unit.arm == ARTILLERY:
        most = piece.form.guns if is_farm else s.tables.numbers.sector_guns
        places = [Footing(unit.formation, s.shape(unit), pose) for pose in slot.guns] if len(alike) < most else []
        return next((one for one in places if not _in_the_way(s, unit, one)), None)
    if any(one.arm != ARTILLERY for one in others) or (is_farm and alike):
        return None
    place = Footing(OPEN, s.shape(unit, OPEN), slot.infantry)  # risorgimento.g.5.4, .g.5.18
    moved = {gun.id for gun, _, _ in making_room(s, unit, sector, side)}
    return None if _in_the_way(s, unit, place, moved) else place


def making_room(s: BattleState, unit: Unit, sector: str, side: Edge) -> list[tuple[Unit, Footing, str]]:
    """The battery in a farm that goes to the side across to let infantry of its own onto one: how it stands there.

    Nowhere else in a farm is there room for both.
    """
    if unit.arm == ARTILLERY or s.ground.pieces[sector].kind.id != FARM:
        return []
    across = OPPOSITE[side]
    guns = [one for one in inside(s, sector) if one.arm == ARTILLERY and one.seat == unit.seat]
    return [
        (one, s.footing(one)._replace(pose=s.ground.slots(sector)[across].guns[0]), f"{sector}/{across}")
        for one in guns
        if one.post != f"{sector}/{across}"
    ]


def _in_the_way(s: BattleState, unit: Unit, place: Footing, but: Container[str] = ()) -> bool:
    """Whether somebody stands there already."""
    return Manoeuvre(s.scene, unit.id, leave_out=but).stands(place) is not None


def refuges(s: BattleState, unit: Unit, attacked: Edge) -> list[tuple[str, Edge]]:
    """The places in sectors behind and beside that are free of units: behind first, facing the lost one first."""
    here = sector_of(unit)
    if s.ground.pieces[here].kind.id != SECTOR:
        return []
    beyond = s.ground.neighbours(here)
    order = [OPPOSITE[attacked], *(side for side in OPPOSITE if side not in (attacked, OPPOSITE[attacked]))]
    found: list[tuple[str, Edge]] = []
    for side in order:
        keeper = holder(s, here, side)
        is_barred = keeper is not None and keeper.seat != unit.seat  # risorgimento.g.5.9
        if side in beyond and not inside(s, beyond[side]) and not is_barred:
            towards = OPPOSITE[side]
            found += [(beyond[side], one) for one in (towards, *(each for each in OPPOSITE if each != towards))]
    return found


def entered_last(s: BattleState, sector: str) -> Seat:
    """The side that came in last, or an empty name."""
    return next((one.seat for one in ENTERED.all(s) if one.sector == sector), "")


# Its sides as lines on the table


def side_line(s: BattleState, sector: str, side: Edge) -> Line:
    """A side as an edge that looks out of it."""
    rect = s.ground.pieces[sector].rect
    assert rect is not None
    left, top, right, bottom = rect
    ends = {
        "north": ((left, top), (right, top)),
        "east": ((right, top), (right, bottom)),
        "south": ((right, bottom), (left, bottom)),
        "west": ((left, bottom), (left, top)),
    }[side]
    return Line(side, *ends, OUTWARDS[side])
