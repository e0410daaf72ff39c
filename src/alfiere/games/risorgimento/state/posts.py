"""Villages and farms: who stands on which side of a sector, who came last (risorgimento.g.5).

A unit in one has a post, «sector/side»: it stands in the middle of that side, facing out, without flank or rear.
"""

from __future__ import annotations

from alfiere.battles.ground_forms import OUTWARDS, Edge
from alfiere.games.risorgimento.sheets.ground import FARM, SIDES
from alfiere.games.risorgimento.state.battle import ENTERED, BattleState
from alfiere.games.risorgimento.state.unit import ARTILLERY, OPEN, Unit
from alfiere.kernel.decision import Seat
from alfiere.table.fronts import Edge as Line
from alfiere.table.legs import Footing


def sector_of(unit: Unit) -> str:
    """The sector or farm a unit is in; none is an empty name."""
    return unit.post.partition("/")[0]


def side_of(unit: Unit) -> Edge:
    """The side of it on which the unit stands."""
    side = unit.post.partition("/")[2]
    return next(one for one in SIDES if one == side)


def inside(s: BattleState, sector: str) -> list[Unit]:
    """The units in a sector or farm, in the order of battle."""
    return [one for one in s.on_table if one.post and sector_of(one) == sector]


def is_contested(s: BattleState, sector: str) -> bool:
    """Whether units of both sides are in it (risorgimento.g.5.14)."""
    return len({one.seat for one in inside(s, sector) if one.is_steady}) > 1


def holder(s: BattleState, sector: str, side: Edge) -> Unit | None:
    """The infantry on a side of it (risorgimento.g.5.12)."""
    return next((one for one in _on_side(s, sector, side) if one.arm != ARTILLERY), None)


def guns_on(s: BattleState, sector: str, side: Edge) -> list[Unit]:
    """The batteries on a side of it."""
    return [one for one in _on_side(s, sector, side) if one.arm == ARTILLERY]


def _on_side(s: BattleState, sector: str, side: Edge) -> list[Unit]:
    return [one for one in s.on_table if one.post == f"{sector}/{side}"]


def place_on(s: BattleState, unit: Unit, sector: str, side: Edge) -> Footing | None:
    """How it would stand on a side: infantry in the middle in open order, guns beside it; None without a place.

    One infantry unit a side, two batteries a sector; a farm holds one infantry unit (risorgimento.g.5.2, .g.5.16).
    """
    piece, slot = s.ground.pieces[sector], s.ground.slots(sector)[side]
    others = [one for one in _on_side(s, sector, side) if one is not unit]
    alike = [one for one in inside(s, sector) if one is not unit and (one.arm == ARTILLERY) == (unit.arm == ARTILLERY)]
    is_farm = piece.kind.id == FARM
    if any(one.seat != unit.seat for one in others):
        return None
    if unit.arm == ARTILLERY:
        taken = {one.pose.point for one in others}
        pose = next((one for one in slot.guns if one.point not in taken), None)
        most = piece.form.guns if is_farm else s.tables.numbers.sector_guns
        return None if pose is None or len(alike) >= most else Footing(unit.formation, s.shape(unit), pose)
    if any(one.arm != ARTILLERY for one in others) or (is_farm and alike):
        return None
    return Footing(OPEN, s.shape(unit, OPEN), slot.infantry)  # risorgimento.g.5.4, .g.5.18


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
