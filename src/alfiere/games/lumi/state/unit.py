"""Units: one base, or several of one brigade that stand together in one formation, read off the table (1.6, 1.7)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, TypeVar

from alfiere.battles.open_battle import ON
from alfiere.games.lumi.sheets.tables import FormationForm, tables
from alfiere.games.lumi.state.base import COLUMN, DEPLOYED, LIMBERED, LINE, OPEN, ORDERED, SQUARE, Base
from alfiere.games.lumi.state.battle import State
from alfiere.kernel.decision import Seat
from alfiere.kernel.objection import Objection, because
from alfiere.table.headings import SCALE, divided, offset, ray
from alfiere.table.measuring import gap
from alfiere.table.shapes import Base as Placed
from alfiere.table.shapes import Pose, Rect
from alfiere.table.shapes import base as placed
from alfiere.table.swift import quick


class Posed(Protocol):
    """Whatever stands somewhere and faces somewhere."""

    @property
    def pose(self) -> Pose: ...


P = TypeVar("P", bound=Posed)


@quick
class Unit(NamedTuple):
    """The bases of a unit, in the order of battle; whatever one base may do, a unit may do (lumi.1.6.8)."""

    ids: tuple[str, ...]
    seat: Seat
    formation: str

    @property
    def id(self) -> str:
        """What it goes by: its first base."""
        return self.ids[0]


def alone(one: Base) -> Unit:
    """A base by itself: a player may always handle it so (lumi.1.6.6)."""
    return Unit((one.id,), one.seat, one.formation)


def together(bases: Collection[Base]) -> Unit:
    """Several bases as one unit."""
    first = next(iter(bases))
    return Unit(tuple(one.id for one in bases), first.seat, first.formation)


def bases_of(s: State, unit: Unit) -> list[Base]:
    """Its bases that are still on the table."""
    bases, ids = s.bases, unit.ids
    if len(ids) == 1:  # mostly
        one = bases[ids[0]]
        return [one] if one.where == ON else []
    return [one for id in ids if (one := bases[id]).where == ON]


# Which bases are one (lumi.1.6.4, .1.6.7, .1.7.2-5)


def formed(s: State) -> tuple[Unit, ...]:
    """All units on the table if nothing else is said: bases in formation and in one state act as one (.1.6.7, .1.6.11).

    Bases alone, too. Garrisons and batteries are always single.
    """
    memory = s.scene.memory
    key = ("formed", *[one.state for one in s.bases.values()])
    found: tuple[Unit, ...] | None = memory.get(key)
    if found is None:
        found = memory[key] = tuple([unit for seat in s.scenario.sides for unit in _of_side(s, seat).units])
    return found


def formed_of(s: State, seat: Seat, division: str) -> Sequence[Unit]:
    """Those of a division of a side, in the same order."""
    return _of_side(s, seat).under.get(division, ())


def unit_of(s: State, one: Base) -> Unit:
    """The unit a base acts in if nothing else is said."""
    return _of_side(s, one.seat).of[one.id]


class Wholes(NamedTuple):
    """The units of a side, the one of each base, and those of each division."""

    units: tuple[Unit, ...]
    of: dict[str, Unit]
    under: dict[str, list[Unit]]


def _of_side(s: State, seat: Seat) -> Wholes:
    """Worked out once for bases that stand so and are in such a state."""
    memory, side = s.memory_of(seat), s.side(seat)
    key = ("formed", *[one.state for one in side])
    found: Wholes | None = memory.get(key)
    if found is None:
        units, under = tuple(_formed(s, side)), dict[str, list[Unit]]()
        for unit in units:
            under.setdefault(s.bases[unit.ids[0]].division, []).append(unit)
        found = memory[key] = Wholes(units, {id: unit for unit in units for id in unit.ids}, under)
    return found


def _formed(s: State, side: Iterable[Base]) -> Iterable[Unit]:
    groups: dict[tuple[str | int, ...], list[Base]] = {}
    placed = s.scene.by_id
    for one in side:
        is_single = not one.brigade or one.post or one.formation in (DEPLOYED, LIMBERED)
        key = (one.id,) if is_single else (one.brigade, one.formation, one.heading, one.state)
        groups.setdefault(key, []).append(one)
    for group in groups.values():
        if len(group) == 1:
            yield alone(group[0])
        else:
            first = group[0]
            for ids in _units_among(first.formation, tuple([placed[one.id] for one in group])):
                yield Unit(ids, first.seat, first.formation)


@lru_cache(maxsize=4096)
def _units_among(formation: str, bases: tuple[Placed, ...]) -> tuple[tuple[str, ...], ...]:
    """The bases of each unit among those of one brigade in one formation, facing and state that stand so."""
    parts = _clusters(formation, list(bases))
    return tuple(tuple(one.id for one in whole) for part in parts for whole in _wholes(formation, part))


def named(unit: Unit) -> dict[str, Any]:
    """How an option names a unit: by its first base, and the others who are with it."""
    return {"unit": unit.id} | ({"with": list(unit.ids[1:])} if len(unit.ids) > 1 else {})


def unit_named(s: State, args: Mapping[str, Any]) -> Unit | None:
    """The unit an option or a free answer names, whether its bases may act as one or not; None if nobody is there."""
    given = args.get("with", ())
    ids = [args.get("unit"), *(given if isinstance(given, list | tuple) else ())]
    bases = [s.bases[id] for id in ids if isinstance(id, str) and id in s.bases and s.bases[id].is_on]
    if len(bases) != len(ids) or len(set(ids)) != len(ids) or len({one.seat for one in bases}) != 1:
        return None
    return together([one for one in s.bases.values() if one in bases])


def why_not_one(s: State, bases: Collection[Base]) -> Objection | None:
    """Why these bases cannot act as one unit; whoever says so may join bases of different states (.1.6.11)."""
    first, about = next(iter(bases)), {"units": tuple(one.id for one in bases)}
    if len(bases) > 1 and (not first.brigade or any(one.brigade != first.brigade for one in bases)):
        return because("not-one-brigade", "lumi.1.6.4", **about)
    is_alike = all((one.formation, one.heading) == (first.formation, first.heading) for one in bases)
    units = _units_among(first.formation, tuple(s.base(one) for one in bases)) if is_alike else ()
    is_garrison = any(one.post for one in bases)  # each fires and is attacked by itself, lumi.3.3.3k, .3.3.3l
    if len(bases) > 1 and (is_garrison or len(units) != 1):
        return because("not-in-formation", "lumi.1.7.1", **about)
    return None


def _clusters(formation: str, bases: list[Placed]) -> list[list[Placed]]:
    """Bases that hang together, each cluster in the order of battle."""
    left, found = list(bases), []
    while left:
        cluster, edge = [left[0]], [left.pop(0)]
        while edge:
            here = edge.pop()
            more = [one for one in left if _are_joined(formation, here, one)]
            left = [one for one in left if one not in more]
            cluster, edge = cluster + more, edge + more
        found.append([one for one in bases if one in cluster])
    return found


def _are_joined(formation: str, one: Placed, two: Placed) -> bool:
    """Whether two bases of one formation and facing stand together as it asks."""
    near = tables().distances.touch
    if formation == OPEN:  # lumi.1.7.4
        return near < gap(one.outline, two.outline) <= tables().distances.open_order
    ahead, right = from_base(one, two)
    assert isinstance(one.shape, Rect)
    is_behind = abs(abs(ahead) - one.shape.depth) <= near and abs(right) <= near
    is_beside = abs(abs(right) - one.shape.width) <= near and abs(ahead) <= near
    return is_behind if formation == COLUMN else is_behind or is_beside


def from_base(one: Posed, two: Posed) -> tuple[int, int]:
    """How far ahead and to the right of a base another is."""
    here, there = one.pose, two.pose
    x, y = ray(here.heading)
    dx, dy = there.x - here.x, there.y - here.y
    return divided(dx * x + dy * y, SCALE), divided(dy * x - dx * y, SCALE)


def _wholes(formation: str, cluster: list[Placed]) -> list[list[Placed]]:
    """A cluster as units: lines have two ranks at most, the second behind the first; squares two of a size."""
    if len(cluster) == 1 or formation not in (LINE, SQUARE):
        return [cluster]
    ranks = ranks_of(cluster)
    if formation == SQUARE:  # lumi.1.7.5c
        is_block = len(ranks) == 2 and len(ranks[0]) == (len(cluster) + 1) // 2
        return [cluster] if is_block else [[one] for one in cluster]
    found: list[list[Placed]] = []
    for first, second in zip(ranks[::2], [*ranks[1::2], []], strict=False):
        backed = [two for two in second if any(_are_joined(formation, one, two) for one in first)]
        rest = [two for two in second if two not in backed]
        for group in (first + backed, rest):
            found += _clusters(formation, [one for one in cluster if one in group])
    return found


def ranks_of(bases: list[P]) -> list[list[P]]:
    """Bases by ranks, the foremost first."""
    near, found = tables().distances.touch, list[tuple[int, list[P]]]()
    for one in sorted(bases, key=lambda one: -from_base(bases[0], one)[0]):
        ahead = from_base(bases[0], one)[0]
        if found and abs(found[-1][0] - ahead) <= near:
            found[-1][1].append(one)
        else:
            found.append((ahead, [one]))
    return [rank for _, rank in found]


def first_rank(s: State, unit: Unit) -> list[Base]:
    """The bases that fire: of a line the first rank, of a column the first base (lumi.1.7.2, .1.7.3)."""
    bases = bases_of(s, unit)
    fires = s.tables.formations[unit.formation].fires
    return [] if fires == "none" else bases if fires == "all" else ranks_of(bases)[0]


def body(s: State, unit: Unit) -> Placed:
    """The smallest rectangle, in its facing, that holds all its bases (lumi.1.1.4)."""
    bases = bases_of(s, unit)
    if len(bases) == 1:
        return s.base(bases[0])
    return _around(tuple([s.base(one) for one in bases]))


@lru_cache(maxsize=1024)
def _around(bases: tuple[Placed, ...]) -> Placed:
    heading = bases[0].pose.heading
    x, y = ray(heading)
    corners = [corner for one in bases for corner in one.outline.points]
    ahead = [divided(px * x + py * y, SCALE) for px, py in corners]
    right = [divided(py * x - px * y, SCALE) for px, py in corners]
    shape = Rect(max(right) - min(right), max(ahead) - min(ahead))
    dx, dy = offset(heading, (max(ahead) + min(ahead)) // 2, (max(right) + min(right)) // 2)
    return placed(bases[0].id, shape, dx, dy, heading)


# What it is worth


def form(s: State, unit: Unit) -> FormationForm:
    """What its formation is and may do."""
    return s.tables.formations[unit.formation]


def kind(s: State, unit: Unit) -> str:
    """Infantry, cavalry or artillery; a brigade is of one (lumi.1.6.1)."""
    return s.bases[unit.id].kind


def morale(s: State, unit: Unit) -> int:
    """That of its worst base (lumi.1.6.5)."""
    return min(one.profile.morale for one in bases_of(s, unit))


def melee_value(s: State, unit: Unit, touching: Collection[str]) -> int:
    """The lowest of its bases in contact (lumi.1.6.15)."""
    return min(one.melee or 0 for one in bases_of(s, unit) if one.id in touching)


def speed(s: State, unit: Unit, formation: str = "") -> int:
    """That of its slowest base (lumi.1.6.14)."""
    return min(one.arm.speed[formation or one.formation] for one in bases_of(s, unit))  # type: ignore[index]


def has(s: State, unit: Unit, ability: str) -> bool:
    """Whether all its bases have an ability (lumi.1.6.16)."""
    return all(ability in one.profile.abilities for one in bases_of(s, unit))


def state_of(s: State, unit: Unit) -> int:
    """The worst state among its bases (lumi.1.6.11)."""
    return max([one.state for one in bases_of(s, unit)], default=ORDERED)


def is_weakened(s: State, unit: Unit) -> bool:
    """Whether it has lost twice as many as it has bases, or more (lumi.1.5.8)."""
    bases = bases_of(s, unit)
    return sum(one.losses for one in bases) >= s.tables.numbers.weakened * len(bases)
