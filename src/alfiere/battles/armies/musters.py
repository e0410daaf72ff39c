"""What is in an army by points, for whoever chooses one: its groups, their leaders, their units and what they cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from alfiere.kernel.forms import Name, both

if TYPE_CHECKING:
    from alfiere.battles.armies.meeting import Meeting
    from alfiere.kernel.ruleset import Musters


class Bought(NamedTuple):
    """So many of a sort, and what one of them costs."""

    number: int
    name: Name
    points: int


class Group(NamedTuple):
    """A command or division of an army; what it costs has its leader in it."""

    name: Name
    leader: Name | None
    points: int
    units: tuple[Bought, ...]


def counted(sorts: Iterable[tuple[Name, int]]) -> tuple[Bought, ...]:
    """Each sort once, with how many there are of it, in the order in which they are first named."""
    number = Counter(sorts)
    return tuple(Bought(count, name, points) for (name, points), count in number.items())


def musters_of(meeting: Meeting[Any] | None) -> Musters:
    """Of each army that may be chosen, by the points it is written for: what it costs and what is in it."""
    if meeting is None:
        return {}
    return {
        id: {str(points): _muster(meeting, id, points) for points in one.points if points in meeting.sizes}
        for id, one in meeting.armies.items()
    }


def _muster(meeting: Meeting[Any], id: str, points: int) -> dict[str, Any]:
    groups = meeting.lists.groups(meeting.armies[id], points)
    return {"points": meeting.cost(id, points), "groups": [_written(one) for one in groups]}


def _written(group: Group) -> dict[str, Any]:
    units = [{"count": one.number, "name": both(one.name), "points": one.points} for one in group.units]
    leader = None if group.leader is None else both(group.leader)
    return {"name": both(group.name), "leader": leader, "points": group.points, "units": units}
