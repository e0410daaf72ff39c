"""How those on an open table stand to each other: distances, touching, who is near."""

from __future__ import annotations

from alfiere.battles.open_battle import OpenBattle, T, other
from alfiere.kernel.decision import Seat
from alfiere.table.field import Box, Standing
from alfiere.table.measuring import gap, within
from alfiere.table.shapes import Outline, box


def apart(s: OpenBattle[T], one: T, two: T) -> int:
    """The distance between two bases."""
    return gap(s.base(one).outline, s.base(two).outline)


def is_within(s: OpenBattle[T], one: T, two: T, limit: int) -> bool:
    """Whether two bases are so far from each other or nearer."""
    return within(s.base(one).outline, s.base(two).outline, limit)


def touch(s: OpenBattle[T], one: T, two: T) -> bool:
    """Whether two bases touch."""
    return is_within(s, one, two, s.scene.field.touch)


def near(s: OpenBattle[T], outline: Outline, limit: int, seat: Seat) -> list[T]:
    """The bases of a side on the table within a distance of an outline, in the order of battle."""
    here, troops = box(outline), s.troops
    found = {
        one.base.id
        for one in _about(s, here, limit)
        if troops[one.base.id].seat == seat and within(one.base.outline, outline, limit, (one.box, here))
    }
    return _in_order(s, found)


def all_near(s: OpenBattle[T], outline: Outline, limit: int, seat: Seat = "") -> list[T]:
    """Those of a side or of both who may be so near, and perhaps a few more: their boxes are."""
    troops, close = s.troops, (one.base.id for one in _about(s, box(outline), limit))
    return _in_order(s, {id for id in close if not seat or troops[id].seat == seat})


def is_anybody_near(s: OpenBattle[T], outline: Outline, limit: int) -> bool:
    """Whether somebody of either side may be so near: their boxes are."""
    return bool(_about(s, box(outline), limit))


def _about(s: OpenBattle[T], here: Box, limit: int) -> list[Standing]:
    """Those whose boxes are no farther from this one, in no order."""
    west, north, east, south = here
    area = west - limit, north - limit, east + limit, south + limit
    return s.scene.about(area)


def _in_order(s: OpenBattle[T], ids: set[str]) -> list[T]:
    """As they stand in the order of battle."""
    troops = s.troops
    return [troops[id] for id in (sorted(ids, key=s.order_of_battle.__getitem__) if len(ids) > 1 else ids)]


def enemies_within(s: OpenBattle[T], one: T, limit: int) -> list[T]:
    """The enemies within a distance of somebody."""
    return near(s, s.base(one).outline, limit, other(one.seat))


def enemies_touched(s: OpenBattle[T], one: T) -> list[T]:
    """The enemies his base touches; found once as long as neither moves."""
    kept = s.scene.kept(one.id)
    found: list[str] | None = kept.get("enemies touched")
    if found is None:
        found = kept["enemies touched"] = [foe.id for foe in enemies_within(s, one, s.scene.field.touch)]
    return [s.troops[id] for id in found]
