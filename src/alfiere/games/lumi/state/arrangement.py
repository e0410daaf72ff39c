"""How the bases of a unit are set around one of them, to close up or in another formation (1.6.12, 3.1.7c)."""

from __future__ import annotations

from collections.abc import Sequence

from alfiere.games.lumi.sheets.ground import going
from alfiere.games.lumi.state.base import COLUMN, LINE, OPEN, SQUARE, Base
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.state.unit import Unit, bases_of, from_base, ranks_of
from alfiere.table.headings import offset
from alfiere.table.legs import Footing, Pace
from alfiere.table.manoeuvre import Manoeuvre
from alfiere.table.measuring import gap
from alfiere.table.shapes import Pose

Places = dict[str, Footing]


def nearest_to_enemy(s: State, bases: Sequence[Base]) -> Base:
    """The base of a unit that is nearest to an enemy, around which the others are set; with no enemy the first."""
    if len(bases) == 1:
        return bases[0]
    foes = [s.base(one).outline for one in s.foes(bases[0].seat)]
    return min(bases, key=lambda one: min((gap(s.footing(one).outline, foe) for foe in foes), default=0))


def arranged(
    s: State, unit: Unit, formation: str = "", heading: int | None = None, at: Places | None = None
) -> Places | None:
    """How its bases stand when they have closed up, or formed otherwise, around one; None without room (.3.1.7c).

    ``heading``: another facing than theirs; ``at``: where they will stand when they do so, if not where they are.
    """
    bases = bases_of(s, unit) if at is None else [_there(one, at[one.id]) for one in bases_of(s, unit)]
    middle, formation = nearest_to_enemy(s, bases), formation or unit.formation
    facing = middle.heading if heading is None else heading
    found = {}
    for id, (ahead, right) in _offsets(s, bases, middle, formation).items():
        dx, dy = offset(facing, ahead, right)
        pose = Pose(middle.x + dx, middle.y + dy, facing)
        found[id] = Footing(formation, s.shape(s.bases[id], formation), pose)
    return found if all(_is_room(s, unit, id, footing) for id, footing in found.items()) else None


def _there(one: Base, footing: Footing) -> Base:
    """A base as it would be elsewhere."""
    there = one.copy()
    there.formation = footing.formation
    there.x, there.y, there.heading = footing.pose
    return there


def _is_room(s: State, unit: Unit, id: str, footing: Footing) -> bool:
    pace = Pace(0, going=going(s.bases[id].arm.id, footing.formation))
    return Manoeuvre(s.scene, id, {footing.formation: pace}, leave_out=unit.ids).stands(footing) is None


def _offsets(s: State, bases: list[Base], middle: Base, formation: str) -> dict[str, tuple[int, int]]:
    """How far ahead and to the right of the middle base each has its place."""
    shape = s.shape(middle, formation)
    place = {one.id: from_base(middle, one) for one in bases}
    across = sorted(bases, key=lambda one: (place[one.id][1], -place[one.id][0]))
    if formation == COLUMN:
        row = sorted(bases, key=lambda one: (-place[one.id][0], place[one.id][1]))
        return {one.id: ((row.index(middle) - n) * shape.depth, 0) for n, one in enumerate(row)}
    if formation == OPEN:  # within reach of each other, not in contact, lumi.1.7.4
        apart = shape.width + s.tables.distances.open_order // 2
        return {one.id: (0, (n - across.index(middle)) * apart) for n, one in enumerate(across)}
    first, second = across, list[Base]()
    if formation == SQUARE:  # half of them in the first rank, lumi.1.7.5c
        rest = [one for one in across if one is not middle]
        half = (len(bases) + 1) // 2
        first = sorted([middle, *rest[: half - 1]], key=across.index)
        second = rest[half - 1 :]
    elif middle.formation == LINE and len(ranks_of(bases)) == 2:
        first, second = (sorted(rank, key=across.index) for rank in ranks_of(bases))
        while len(second) > len(first):  # nobody in the second rank without one before him, lumi.1.7.2
            first, second = [*first, second[-1]], second[:-1]
    return _two_ranks(first, second, middle, shape.width, shape.depth)


def _two_ranks(first: list[Base], second: list[Base], middle: Base, wide: int, deep: int) -> dict[str, tuple[int, int]]:
    """Two ranks with their files one behind the other, the middle base where it is."""
    is_ahead = middle in first
    at = (first if is_ahead else second).index(middle)
    found = {one.id: (0 if is_ahead else deep, (n - at) * wide) for n, one in enumerate(first)}
    return found | {one.id: (-deep if is_ahead else 0, (n - at) * wide) for n, one in enumerate(second)}
