"""The armies of a meeting battle, for whoever chooses one of them: what each costs and what is in it."""

from __future__ import annotations

from typing import Any

from alfiere.battles.armies.meeting import Meeting
from alfiere.battles.armies.musters import Group
from alfiere.kernel.forms import both
from alfiere.kernel.ruleset import Musters


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
