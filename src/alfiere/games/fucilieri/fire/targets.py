"""Chapters 3.4.1-3.4.5 and 3.4.12: who may fire, at whom he may, and at whom he must."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from alfiere.battles.open_battle import other
from alfiere.battles.standing import near
from alfiere.games.fucilieri.fire.sight import sees, sees_outline
from alfiere.games.fucilieri.sheets.scenario_forms import Darkness
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.leader import Leader
from alfiere.games.fucilieri.state.standing import is_engaged, leader_outline
from alfiere.games.fucilieri.state.unit import (
    HAS_CHARGED,
    HAS_EVADED,
    HAS_FIRED,
    HAS_MOVED,
    HAS_TURNED,
    HAS_TURNED_FAR,
    LIMBERED,
    OPEN,
    SHARE,
    SQUARE,
    UNLIMBERED,
    Unit,
)
from alfiere.kernel.objection import Objection, because
from alfiere.table.fronts import EDGES, FRONT, edge_of, far_ahead
from alfiere.table.measuring import gap
from alfiere.table.shapes import Outline, Point

SHORT: Final = "short"
ENDLESS: Final = 1_000_000


class Shot(NamedTuple):
    """A target: a unit or a leader by himself, how far it is, in which range, from which edge it is fired at."""

    target: str
    far: int
    band: str
    face: str


def outline_of(s: State, target: str) -> Outline:
    """The edge of a target: a unit or a leader."""
    return s.base(s.units[target]).outline if target in s.units else leader_outline(s.leaders[target])


def why_no_fire(s: State, unit: Unit) -> Objection | None:
    """Why a unit may not fire in round 4 at all (fucilieri.3.4.1, .3.4.2, .3.4.15, .3.4.24)."""
    weapon = unit.weapon
    if weapon is None:
        return because("no-firearm", "fucilieri.1.5.1", unit=unit.id)
    if HAS_FIRED.is_on(unit):
        return because("has-fired", "fucilieri.3.4.1", unit=unit.id)
    if is_engaged(unit):
        return because("engaged-no-fire", "fucilieri.3.4.1", unit=unit.id)
    if HAS_CHARGED.is_on(unit) or HAS_EVADED.is_on(unit) or unit.formation == LIMBERED or unit.is_falling_back:
        return because("cannot-fire-now", "fucilieri.3.4.2", unit=unit.id)
    if unit.has_bloodlust and not unit.is_guns:
        return because("sees-red", "fucilieri.4.1.7a", unit=unit.id)
    if unit.is_guns:
        return _moved_guns(unit, fires_after_moving=weapon.fires_after_moving)
    if unit.is_horse and sum(SHARE.all(unit)) > s.tables.shares.mounted_fire:
        return because("rode-too-far", "fucilieri.3.4.24", unit=unit.id)
    return None


def _moved_guns(unit: Unit, *, fires_after_moving: bool) -> Objection | None:
    """Guns that moved: field and heavy ones are silent, but for a small turn; no gun fires after a large one."""
    if HAS_TURNED_FAR.is_on(unit):
        return because("turned-too-far", "fucilieri.3.2.3.7", unit=unit.id)
    if HAS_MOVED.is_on(unit) and not HAS_TURNED.is_on(unit) and not fires_after_moving:
        return because("moved-guns", "fucilieri.3.4.15", unit=unit.id)
    return None


def shot_at(s: State, unit: Unit, target: str) -> Shot | Objection:
    """The shot of a unit at somebody, or why there is none: sight, range, arc (fucilieri.3.4.3, .3.4.4, .3.4.22)."""
    about = {"unit": unit.id, "target": target}
    if target in s.units and not s.units[target].is_on:  # in flight, lost or still to come
        return because("not-visible", "fucilieri.3.4.3", **about)
    if target in s.units and is_engaged(s.units[target]):
        return because("target-engaged", "fucilieri.3.4.4", **about)
    if target in s.leaders and not is_exposed(s, s.leaders[target]):
        return because("leader-shielded", "fucilieri.3.4.22", **about)
    assert unit.weapon is not None
    there = outline_of(s, target)
    far = gap(s.base(unit).outline, there)
    band = unit.weapon.band(far)
    if far > farthest(s):
        return because("too-dark", "fucilieri.3.4.3", **about)
    if band is None:
        return because("out-of-range", "fucilieri.3.4.3", **about)
    if not is_in_arc(s, unit, there):
        return because("out-of-arc", "fucilieri.3.4.3", **about)
    if not (sees(s, unit, s.units[target]) if target in s.units else sees_outline(s, unit, there)):
        return because("not-visible", "fucilieri.3.4.3", **about)
    return Shot(target, far, band, face_towards(s, unit, there))


def farthest(s: State) -> int:
    """How far one fires at most: in the dark of a scenario no farther than it says."""
    dark = [one.farthest for one in s.scenario.special(Darkness) if one.from_turn <= s.turn <= one.to_turn]
    return min(dark, default=ENDLESS)


def is_in_arc(s: State, unit: Unit, there: Outline) -> bool:
    """Whether some part of a target is in the arc of fire: ahead, or all round (fucilieri.3.4.3)."""
    if not unit.has_flanks:
        return True
    angles = s.tables.angles
    spread = angles.gun_arc if unit.is_guns else angles.zone
    return far_ahead(edge_of(s.base(unit), FRONT), there, spread) is not None


def face_towards(s: State, unit: Unit, there: Outline) -> str:
    """The face of a square that is nearest to a target; of all others the front (fucilieri.3.4.12)."""
    if unit.formation != SQUARE or unit.post:
        return FRONT
    base = s.base(unit)
    return min(EDGES, key=lambda name: gap(Outline((edge_of(base, name).start, edge_of(base, name).end)), there))


def origin_of(s: State, unit: Unit, face: str = FRONT) -> Point:
    """From where the line of fire is drawn: the midpoint of the edge that fires (fucilieri.3.4.19b)."""
    return unit.pose.point if unit.post else edge_of(s.base(unit), face).middle


def is_exposed(s: State, leader: Leader) -> bool:
    """A leader by himself with no friendly unit near may be fired at (fucilieri.3.4.22)."""
    if not leader.is_on or leader.joined:
        return False
    return not near(s, leader_outline(leader), s.tables.distances.shielded, leader.seat)


def eligible(s: State, unit: Unit) -> list[Shot]:
    """Everybody a unit could fire at, the nearest first."""
    if unit.weapon is None:
        return []
    reach = max(unit.weapon.bands.values())
    enemies = [one.id for one in near(s, s.base(unit).outline, reach, other(unit.seat))]
    enemies += [one.id for one in s.leaders.values() if one.seat != unit.seat and is_exposed(s, one)]
    shots = (shot_at(s, unit, one) for one in enemies)
    return sorted((one for one in shots if isinstance(one, Shot)), key=lambda one: one.far)


def choices(s: State, unit: Unit) -> list[Shot]:
    """The targets among which a unit may choose; of a square those of each face (fucilieri.3.4.5, .3.4.12, .4.1.7d)."""
    found = eligible(s, unit)
    return [shot for face in dict.fromkeys(one.face for one in found) for shot in _of_face(s, unit, found, face)]


def _of_face(s: State, unit: Unit, found: list[Shot], face: str) -> Iterator[Shot]:
    mine = [one for one in found if one.face == face]
    if unit.is_guns and not unit.has_bloodlust:
        canister = [one for one in mine if one.band == SHORT]
        yield from canister or mine
        return
    units = [one for one in mine if one.target in s.units]
    nearest = units[0].far if units else None
    for one in mine:
        if nearest is None or one.far <= nearest or (one is _preferred(s, units) and not unit.is_guns):
            yield one


def _preferred(s: State, units: list[Shot]) -> Shot | None:
    """The nearest formed target or guns, where skirmishers in the same range are nearer (fucilieri.3.4.5)."""
    first = s.units[units[0].target]
    if first.formation != OPEN:
        return None
    solid = (
        one for one in units if s.units[one.target].is_close or s.units[one.target].formation in (LIMBERED, UNLIMBERED)
    )
    return next((one for one in solid if one.band == units[0].band), None)


def why_no_shot(s: State, unit: Unit, target: str) -> Objection:
    """Why a unit may not fire at somebody whom the list does not name."""
    silent = why_no_fire(s, unit)
    if silent is not None:
        return silent
    shot = shot_at(s, unit, target)
    if isinstance(shot, Objection):
        return shot
    return because("nearer-target", "fucilieri.3.4.5", unit=unit.id, target=target)
