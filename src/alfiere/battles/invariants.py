"""What must hold of the bases on an open table in every position, whatever the game."""

from __future__ import annotations

from collections.abc import Callable, Container

from alfiere.table.field import Scene
from alfiere.table.measuring import overlaps
from alfiere.table.shapes import Base


def faults_of_bases(
    scene: Scene,
    rule: str,
    joined: Container[frozenset[str]] = (),
    going: Callable[[Base], str | None] | None = None,
) -> list[str]:
    """All bases are on the table, no two overlap, and nobody is where he cannot be; what is wrong, in words.

    ``joined`` names pairs whose bases are one; ``going`` says how one goes who may not stand in closed ground.
    """
    found = []
    for number, one in enumerate(scene.bases):
        if not scene.is_on_table(one.outline):
            found.append(f"{one.id} hangs over the edge of the table")
        for other in scene.bases[number + 1 :]:
            if one.floor == other.floor and overlaps(one.outline, other.outline):
                if frozenset((one.id, other.id)) not in joined:
                    found.append(f"{one.id} and {other.id} overlap ({rule})")
        how = going(one) if going is not None else None
        if how is not None:
            closed = (area.feature for area in scene.field.terrain.closed_areas(how) if area.holds(*one.point))
            found += [f"{one.id} stands in {area.id}, which is {area.kind} and closed" for area in closed]
    return found
