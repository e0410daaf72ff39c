"""An army from a file of one's own: checked, and the meeting battle in which it may be chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from alfiere.battles.armies.army_files import ArmyForm, army_data
from alfiere.battles.armies.meeting import ARMY, MEETING, Lists, with_lists
from alfiere.kernel.bad_data import read_toml
from alfiere.kernel.forms import both
from alfiere.kernel.ruleset import Army, Scenario


def own_army(file: Path, lists: Lists[Any], table: Path, read: Callable[[Mapping[str, Any]], Scenario]) -> Army:
    """An army that keeps every rule; ``table`` is the file of the meeting in which it is one of the armies."""
    source = read_toml(table)
    data = army_data(file)
    form: ArmyForm = lists.read(data, file, str(source.get("date", "")))
    costs = [(lists.cost(form, points), points) for points in form.points]
    facts = {
        "name": both(form.name),
        "points": costs[-1][0],
        "limit": costs[-1][1],
        "sizes": ", ".join(f"{cost}/{points}" for cost, points in costs),
    }
    return Army(facts, lambda: read(_meeting(with_lists(source, lists), data, form)))


def _meeting(source: Mapping[str, Any], data: Mapping[str, Any], form: ArmyForm) -> dict[str, Any]:
    """The meeting in the sizes of this army, which comes first; one of a ready army's name takes its place."""
    others = [one for one in source[ARMY] if one["id"] != data["id"]]
    usual = source[MEETING]["usual"]
    sizes = {"points": list(form.points), "usual": usual if usual in form.points else form.points[-1]}
    return {**source, MEETING: sizes, ARMY: [data, *others]}
