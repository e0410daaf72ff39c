"""How those on an open table stand to each other: distances, touching, who is near."""

from __future__ import annotations

from alfiere.battles.open_battle import OpenBattle, T, other
from alfiere.kernel.decision import Seat
from alfiere.table.measuring import gap, within
from alfiere.table.shapes import Outline, box, boxes_meet


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
    return [one for one in all_near(s, outline, limit, seat) if within(s.base(one).outline, outline, limit)]


def all_near(s: OpenBattle[T], outline: Outline, limit: int, seat: Seat = "") -> list[T]:
    """Those of a side or of both who may be so near, and perhaps a few more: their boxes are."""
    west, north, east, south = box(outline)
    area, troops = (west - limit, north - limit, east + limit, south + limit), s.troops
    close = (troops[one.base.id] for one in s.scene.about(area) if boxes_meet(area, one.box))
    found = {one.id: one for one in close if not seat or one.seat == seat}
    return [one for id, one in troops.items() if id in found] if len(found) > 1 else list(found.values())


def enemies_within(s: OpenBattle[T], one: T, limit: int) -> list[T]:
    """The enemies within a distance of somebody."""
    return near(s, s.base(one).outline, limit, other(one.seat))


def enemies_touched(s: OpenBattle[T], one: T) -> list[T]:
    """The enemies his base touches."""
    return enemies_within(s, one, s.scene.field.touch)
