"""Where a unit or commander may be set up (set.1): judged for whoever points at a place, and searched for offers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from alfiere.battles.ground_forms import INWARDS
from alfiere.games.risorgimento.sheets.areas import Box, extent, lies_in
from alfiere.games.risorgimento.sheets.ground import FARM, going
from alfiere.games.risorgimento.sheets.scenario_forms import QuotaForm
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.unit import ARTILLERY, INFANTRY, OPEN, UNLIMBERED, Commander, Unit
from alfiere.kernel.objection import Objection, because
from alfiere.table.headings import turn_between
from alfiere.table.legs import Footing, Pace
from alfiere.table.manoeuvre import Manoeuvre
from alfiere.table.measuring import within
from alfiere.table.shapes import Outline, Pose, Rect, base, box, outline_of

SET: Final = "risorgimento.set.1"
OFFERED: Final = 8  # places in the open for each formation
APART: Final = 20  # hundredths between bases that are offered side by side
POSTS: Final = "posts"
FINE: Final = 50  # where these are taken, places every half cm


class Spot(NamedTuple):
    """How a unit would stand, and the side of a village or farm it would hold."""

    footing: Footing
    post: str = ""


# Units


def allowed_formations(s: BattleState, unit: Unit) -> tuple[str, ...]:
    """What it may be set up in: any formation of its arm unless the scenario says otherwise."""
    said = s.scenario.deployments[unit.id].formations
    return tuple(one for one in s.tables.formations_of(unit.arm) if not said or one in said)


def why_not(s: BattleState, unit: Unit, spot: Spot) -> Objection | None:
    """Why a unit may not be set up so; None if it may."""
    footing = spot.footing
    if footing.formation not in (*allowed_formations(s, unit), *((OPEN,) if spot.post else ())):
        return because("set-up-formation", SET, unit=unit.id, formation=footing.formation)
    areas = s.scenario.deployments[unit.id].area
    if not any(lies_in(s.ground, area, footing.outline) for area in areas):
        return because("set-up-area", SET, unit=unit.id)
    if spot.post:
        if (found := _post_taken(s, unit, spot)) is not None:
            return found
    elif not _stands(s, unit, footing):
        return because("no-room", "risorgimento.geo.4", unit=unit.id)
    return _quota_broken(s, unit, spot)


def _stands(s: BattleState, unit: Unit, footing: Footing) -> bool:
    return _manoeuvre(s, unit, footing.formation).stands(footing) is None


def _manoeuvre(s: BattleState, unit: Unit, formation: str) -> Manoeuvre:
    return Manoeuvre(s.scene, unit.id, {formation: Pace(0, going=going(unit.arm, formation))})


def _post_taken(s: BattleState, unit: Unit, spot: Spot) -> Objection | None:
    """A side holds one battalion with batteries beside it; a farm one battalion in all (g.5.2, g.5.12, g.5.16)."""
    piece, _, _ = spot.post.partition("/")
    inside = [one for one in s.on_table if one.post.partition("/")[0] == piece]
    alike = [one for one in inside if one.arm == unit.arm]
    is_farm = s.ground.pieces[piece].kind.id == FARM
    numbers = s.tables.numbers
    if unit.arm == INFANTRY:
        most = 1 if is_farm else numbers.sector_infantry
    else:
        most = s.ground.pieces[piece].form.guns if is_farm else numbers.sector_guns
    if len(alike) >= most:
        return because("sector-full", "risorgimento.g.5.16" if is_farm else "risorgimento.g.5.2", unit=unit.id)
    if s.scene.overlapping(spot.footing.base(unit.id)):
        return because("no-room", "risorgimento.g.5.12", unit=unit.id)
    return None


def _quota_broken(s: BattleState, unit: Unit, spot: Spot) -> Objection | None:
    """So many must stand in a place, or not more: there must be enough left to be set up for all that is asked."""
    quotas = [(one, set(s.scenario.who(one)) | _below(s, one)) for one in s.scenario.form.quota]
    mine = [(one, ids) for one, ids in quotas if unit.id in ids and one.arm == unit.arm]
    left = {id for _, ids in mine for id in ids if id in s.queue and id != unit.id and s.units[id].arm == unit.arm}
    missing = 0
    for quota, ids in mine:
        there = [one for one in s.on_table if one.id in ids and one.arm == quota.arm]
        count = sum(_is_in(s, quota, s.base(one).outline, one.post) for one in there)
        count += _is_in(s, quota, spot.footing.outline, spot.post)
        if quota.most is not None and count > quota.most:
            return because("quota-most", SET, unit=unit.id, number=quota.most)
        missing += max(0, quota.least - count)
    return because("quota-least", SET, unit=unit.id) if missing > len(left) else None


def _below(s: BattleState, quota: QuotaForm) -> set[str]:
    """Everybody under a commander who is named, those too that the scenario sets up by name."""
    return {unit for one in quota.under for unit in s.scenario.under(one) if unit in s.scenario.deployments}


def _is_in(s: BattleState, quota: QuotaForm, outline: Outline, post: str) -> bool:
    if post.partition("/")[0] in quota.inside:
        return True
    return any(s.ground.is_within(piece, outline, quota.by) for piece in quota.near)


def sorts_of_spots(s: BattleState, unit: Unit) -> tuple[str, ...]:
    """Places come in sorts: the sides of villages and farms, and those in the open by formation."""
    return (POSTS, *allowed_formations(s, unit))


def spots(s: BattleState, unit: Unit, sort: str) -> list[Spot]:
    """Places worth offering: every free side, or some in rows from the front of each area backwards."""
    if sort == POSTS:
        return [spot for spot in _posts(s, unit) if why_not(s, unit, spot) is None]
    return list(dict.fromkeys(islice(_open(s, unit, sort, coarse=True), OFFERED)))


def has_room(s: BattleState, unit: Unit) -> bool:
    """Whether there are such places at all."""
    return any(True for _ in _open(s, unit, allowed_formations(s, unit)[0], coarse=True)) or any(
        spots(s, unit, sort) for sort in sorts_of_spots(s, unit)
    )


def last_spots(s: BattleState, unit: Unit) -> list[Spot]:
    """Where there are none, whatever is left in its area, or the nearest place outside it."""
    found = [spot for one in allowed_formations(s, unit) for spot in islice(_open(s, unit, one, coarse=False), 1)]
    return list(dict.fromkeys(found)) or [_nearest(s, unit)]


def _nearest(s: BattleState, unit: Unit) -> Spot:
    """Where its area is full, the nearest place outside it."""
    formation = allowed_formations(s, unit)[0]
    shape, heading = s.shape(unit, formation), INWARDS[s.scenario.sides[unit.seat].home]
    (west, north, east, south), *_ = extent(s.ground, s.scenario.deployments[unit.id].area[0])
    x, y = (west + east) // 2, (north + south) // 2
    table = (0, 0, s.scenario.width, s.scenario.depth)
    footings = (Footing(formation, shape, pose) for pose in _rows(table, shape, heading, coarse=False))
    free = (one for one in footings if _stands(s, unit, one))
    return Spot(min(free, key=lambda one: _squared(one.pose, Pose(x, y, 0))))


def _squared(one: Pose, other: Pose) -> int:
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


def _turn(one: Pose, other: Pose) -> int:
    return abs(turn_between(one.heading, other.heading))


def _posts(s: BattleState, unit: Unit) -> Iterator[Spot]:
    if unit.arm not in (INFANTRY, ARTILLERY):
        return
    for piece in s.ground.built_up:
        for side, slot in s.ground.slots(piece.id).items():
            formation = OPEN if unit.arm == INFANTRY else UNLIMBERED
            for pose in (slot.infantry,) if unit.arm == INFANTRY else slot.guns:
                yield Spot(Footing(formation, s.shape(unit, formation), pose), f"{piece.id}/{side}")


def spot_at(s: BattleState, unit: Unit, pose: Pose, formation: str) -> Spot:
    """What somebody means who points at a pose: in a village or farm the nearest of its sides."""
    piece = s.ground.built_up_at(pose.x, pose.y)
    mine = [one for one in _posts(s, unit) if one.post.partition("/")[0] == piece] if piece else []
    if mine:
        return min(mine, key=lambda one: (_squared(one.footing.pose, pose), _turn(one.footing.pose, pose)))
    return Spot(Footing(formation, s.shape(unit, formation), pose))


def _open(s: BattleState, unit: Unit, formation: str, *, coarse: bool) -> Iterator[Spot]:
    shape, heading = s.shape(unit, formation), INWARDS[s.scenario.sides[unit.seat].home]
    m = _manoeuvre(s, unit, formation)
    for area in s.scenario.deployments[unit.id].area:
        for where in extent(s.ground, area):
            for pose in _rows(where, shape, heading, coarse=coarse):
                footing = Footing(formation, shape, pose)
                if m.stands(footing) is None and why_not(s, unit, Spot(footing)) is None:
                    yield Spot(footing)


def _rows(where: Box, shape: Rect, heading: int, *, coarse: bool) -> Iterator[Pose]:
    """Places for a base that faces the enemy, row after row from the front, each from its middle outwards."""
    wide, _, right, high = box(outline_of(shape, Pose(0, 0, heading)))
    half_x, half_y = (right - wide) // 2, high
    west, north, east, south = where[0] + half_x, where[1] + half_y, where[2] - half_x, where[3] - half_y
    step_x, step_y = (2 * half_x + APART, 2 * half_y + APART) if coarse else (FINE, FINE)
    if where[0] == where[2]:
        yield Pose(where[0], where[1], heading)
        return
    if west > east or north > south:
        return
    across = heading in (0, 1800)  # its rows run from west to east
    rows = range(north, south + 1, step_y) if across else range(west, east + 1, step_x)
    if heading in (900, 1800):  # the front is east or south
        rows = range(south, north - 1, -step_y) if across else range(east, west - 1, -step_x)
    low, far, step = (west, east, step_x) if across else (north, south, step_y)
    for row in rows:
        for place in _outwards(low, far, step):
            x, y = (place, row) if across else (row, place)
            yield Pose(x, y, heading)


def _outwards(low: int, far: int, step: int) -> Iterator[int]:
    middle = (low + far) // 2
    yield middle
    for off in range(step, (far - low) // 2 + 1, step):
        yield from (middle - off, middle + off)


# Commanders


def leader_why_not(s: BattleState, who: Commander, pose: Pose, unit: str) -> Objection | None:
    """Why a commander may not be set up there, attached to this unit or to none; None if he may (set.1, cmd.11)."""
    there = base(who.id, s.tables.bases.commander.shape, *pose)
    if not s.scene.is_on_table(there.outline) or s.scene.overlapping(there):
        return because("no-room", "risorgimento.cmd.14", unit=who.id)
    if unit and not (s.units[unit].is_on and s.units[unit].seat == who.seat and _touches(s, there.outline, unit)):
        return because("not-touching", "risorgimento.cmd.11", unit=who.id)
    form = s.scenario.deployments.get(who.id)
    if form is not None:
        is_there = any(lies_in(s.ground, area, there.outline) for area in form.area)
        return None if is_there else because("set-up-area", SET, unit=who.id)
    near = (s.base(one).outline for one in _command(s, who))
    is_near = any(within(there.outline, one, max(who.radius, s.scene.field.touch)) for one in near)
    return None if is_near else because("out-of-radius", SET, unit=who.id)


def _touches(s: BattleState, outline: Outline, unit: str) -> bool:
    return within(outline, s.base(s.units[unit]).outline, s.scene.field.touch)


def _command(s: BattleState, who: Commander) -> list[Unit]:
    """The units on the table under him, directly or not."""
    return [s.units[id] for id in s.scenario.all_under(who.id) if s.units[id].is_on]


def leader_spots(s: BattleState, who: Commander) -> list[tuple[Pose, str]]:
    """Places worth offering him: beside each of his units, with it or on his own, then places of his area."""
    heading = INWARDS[s.scenario.sides[who.seat].home]
    beside = [(s.beside(unit), unit.id) for unit in _command(s, who)]
    found = [*beside, *((pose, "") for pose, _ in beside[:1])]
    form = s.scenario.deployments.get(who.id)
    shape = s.tables.bases.commander.shape
    boxes = [one for area in form.area for one in extent(s.ground, area)] if form is not None else []
    places = (pose for one in boxes for pose in _rows(one, shape, heading, coarse=False))
    free = [(pose, unit) for pose, unit in found if leader_why_not(s, who, pose, unit) is None]
    alone = ((pose, "") for pose in places if leader_why_not(s, who, pose, "") is None)
    free += islice(alone, OFFERED)
    free = list(dict.fromkeys(free))
    return free or [found[0] if found else (next(_rows(boxes[0], shape, heading, coarse=False)), "")]
