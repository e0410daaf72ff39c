"""Chapter 5.2: who may fire, at whom, from which edge, at what range, and what is in the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from alfiere.battles.open_battle import other
from alfiere.battles.standing import all_near
from alfiere.games.lumi.movement.costs import HAS_LIMBERED, used
from alfiere.games.lumi.sheets.tables import UM, Band
from alfiere.games.lumi.state.base import (
    ARTILLERY,
    ENGAGED,
    HAS_FIRED,
    HAS_FOUGHT,
    IMPULSE,
    OF_BASE,
    SHAKEN,
    Base,
)
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.state.sight import base_sees, between_them, is_clear
from alfiere.games.lumi.state.standing import in_contact
from alfiere.games.lumi.state.unit import Unit, alone, bases_of, first_rank, formed, unit_of
from alfiere.kernel.objection import Objection, because
from alfiere.table.fronts import Edge, bearing, edge_of, far_ahead
from alfiere.table.headings import FULL_TURN, offset
from alfiere.table.measuring import closest, gap
from alfiere.table.shapes import Outline, box, boxes_apart, edges
from alfiere.table.sight import bases_on_line, clipped

How: TypeAlias = Literal["fire", "reply", "engaged", "charge"]
FIRE: Final = "fire"
REPLY: Final = "reply"
EXCHANGE: Final = "engaged"  # lumi.4.2.7
AT_CHARGER: Final = "charge"  # lumi.4.1.10a
SHORT: Final[Band] = "short"


class FromSide(NamedTuple):
    """From which side of which buildings a base has fired."""

    post: str
    side: str


FIRED_FROM = OF_BASE.about("fired from", FromSide, IMPULSE)  # lumi.3.3.3l


class Shot(NamedTuple):
    """How a base can fire at a unit: at which of its bases, from which edge, at what range."""

    base: str
    hit: str  # the nearest of the target, lumi.1.6.13
    edge: Edge
    far: int
    band: Band


# Who fires


def why_no_fire(s: State, one: Base, how: How = FIRE, unit: Unit | None = None) -> Objection | None:
    """Why a base may not fire; None if it may. ``unit``: what it acts in, itself alone if left out."""
    about = {"unit": one.id}
    if one.state >= SHAKEN:
        return because("shaken", "lumi.1.5.5a", **about)
    if one.fire is None:
        return because("no-firearms", "lumi.5.2.3b", **about)
    if one not in first_rank(s, unit or alone(one)):
        is_rear = s.tables.formations[one.formation].fires != "none"
        return because(*(("rear-rank", "lumi.1.7.2") if is_rear else ("formation-fires-not", "lumi.5.2.3b")), **about)
    if HAS_FIRED.is_on(one):
        return because("has-fired", "lumi.5.2.4", **about)
    if how == AT_CHARGER:  # neither contact nor movement forbids it, lumi.3.1.14c
        return None
    if in_contact(s, unit or alone(one)):
        return because("in-melee", "lumi.5.2.3b", **about)
    if how != EXCHANGE and used(one) > s.tables.shares.fires_after:  # lumi.4.2.7
        return because("moved-too-far", "lumi.3.1.14a", **about)
    if HAS_LIMBERED.is_on(one):
        return because("has-limbered", "lumi.3.1.9c", **about)
    return None


def why_no_target(s: State, one: Base, target: Unit) -> Objection | None:
    """Why nobody, or not this base, may fire at a unit."""
    about = {"unit": one.id, "target": target.id}
    if in_contact(s, target):
        return because("target-in-melee", "lumi.5.2.3a", **about)
    if are_engaged(s, one, target):
        return None
    if _engaged(s, alone(one)):
        return because("engaged", "lumi.5.2.3c", **about)
    if _engaged(s, target):
        return because("target-engaged", "lumi.5.2.3a", **about)
    return None


def _engaged(s: State, unit: Unit) -> set[str]:
    """The enemy bases that some of the bases which act together with these are engaged with (lumi.4.2.5)."""
    return {id for one in bases_of(s, unit) for id in ENGAGED.all(one)}


def are_engaged(s: State, one: Base, target: Unit) -> bool:
    """Whether a base, or its unit, is engaged with another."""
    own = unit_of(s, one)
    return not _engaged(s, own).isdisjoint(target.ids)


# From where, how far


def firing_edges(s: State, one: Base) -> list[Edge]:
    """Its front; of a garrison every side of the buildings from which not enough have fired (lumi.3.3.3g, .3.3.3l)."""
    if not one.post:
        return [edge_of(s.base(one))]
    found, wide = [], s.tables.distances.firing_side
    fired = [mark for mate in s.side(one.seat) for mark in FIRED_FROM.all(mate)]
    for number, (start, end) in enumerate(edges(s.ground.pieces[one.post].points)):
        length = gap(Outline((start,)), Outline((end,)))
        if fired.count(FromSide(one.post, str(number))) < -(-length // wide):
            found.append(Edge(str(number), start, end, (bearing(start, end) - 900) % FULL_TURN))
    return found


def outline_of(s: State, one: Base) -> Outline:
    """What can be hit of a base; of a garrison its buildings, at whose edge it stands (lumi.3.3.3g, .3.3.3k)."""
    return Outline(s.ground.pieces[one.post].points) if one.post else s.base(one).outline


def spread(s: State, one: Base) -> int:
    """How far its sector opens to each side (lumi.5.2.1e)."""
    return s.tables.angles.gun_sector if one.kind == ARTILLERY else s.tables.angles.sector


def reach(s: State, one: Base) -> int:
    """Its last range (lumi.5.2.1d)."""
    return max(s.tables.weapons[one.arm.weapon].bands.values()) if one.arm.weapon else 0


def aims(s: State, one: Base, target: Unit) -> Iterator[Shot]:
    """The edges that have a unit in their sector, and the nearest of its bases to each, whatever the distance."""
    weapon = s.tables.weapons[one.arm.weapon]
    for edge in firing_edges(s, one):
        line = Outline((edge.start, edge.end))
        outlines = {two.id: outline_of(s, two) for two in bases_of(s, target)}
        if any(far_ahead(edge, outline, spread(s, one)) is not None for outline in outlines.values()):
            far, hit = min((gap(line, outline), id) for id, outline in outlines.items())
            band = SHORT if are_engaged(s, one, target) else weapon.band(far)
            if band is not None:
                yield Shot(one.id, hit, edge, far, band)


def shot_at(s: State, one: Base, target: Unit) -> Shot | None:
    """How a base can fire at a unit, of several edges from the nearest; None if it cannot.

    Which of several it must fire at is not asked here.
    """
    if one.fire is None or not _is_near(s, one, target) or why_no_target(s, one, target) is not None:
        return None
    fought, sides = tuple(HAS_FOUGHT.is_on(two) for two in bases_of(s, target)), firing_edges(s, one)
    engaged, memory = are_engaged(s, one, target), s.scene.memory
    key = ("shot", one.id, target.ids, unit_of(s, one).ids, fought, engaged, s.weather, tuple(sides))
    if key not in memory:
        free = [one_way for one_way in aims(s, one, target) if not masks(s, one_way, target)]
        seen = bool(free) and any(base_sees(s, one, two) for two in bases_of(s, target))  # lumi.10.6
        memory[key] = min(free, key=lambda shot: shot.far) if seen else None
    found: Shot | None = memory[key]
    return found


def _is_near(s: State, one: Base, target: Unit) -> bool:
    """Whether a unit may be in range: cheap to know, and wrong only in saying yes."""
    here, far = box(outline_of(s, one)), reach(s, one)
    return any(not boxes_apart(here, box(outline_of(s, two)), far) for two in bases_of(s, target))


def masks(s: State, shot: Shot, target: Unit) -> list[str]:
    """What blocks a shot: units on the line from the middle of the edge to the nearest point, or ground (.5.2.2b).

    Batteries on higher ground fire over units that are far enough from both ends. Of ground the word is «ground».
    """
    one, hit = s.bases[shot.base], s.bases[shot.hit]
    here, there = s.base(one).outline, outline_of(s, hit)
    start, end = closest(Outline((shot.edge.middle,)), there)
    own, over = unit_of(s, one).ids, s.tables.distances.over_heads
    others = (
        placed for placed in s.scene.bases if s.bases[placed.id].post == "" or s.bases[placed.id].post != one.post
    )
    found = list(bases_on_line(start, end, others, {*own, *target.ids}))
    if one.kind == ARTILLERY and s.ground.is_higher(here, s.base(hit).outline):
        far = [s.scene.by_id[id].outline for id in found]
        found = [id for id, mask in zip(found, far, strict=True) if min(gap(mask, here), gap(mask, there)) <= over]
    if not is_clear(s, start, end, between_them(s, here, s.base(hit).outline)):
        found.append("ground")
    return found


def in_range(s: State, one: Base) -> set[str]:
    """The enemies who may be in range of a base, and perhaps a few more."""
    close = {two.id for two in all_near(s, outline_of(s, one), reach(s, one), other(one.seat))}
    # a garrison's buildings reach farther than its base
    return close | {two.id for two in s.foes(one.seat) if two.post}


def has_in_range(s: State, one: Base) -> bool:
    """Whether somebody may be in range of a base: cheap to know, and wrong only in saying yes."""
    return bool(all_near(s, outline_of(s, one), reach(s, one), other(one.seat))) or any(
        two.post for two in s.foes(one.seat)
    )


def targets(s: State, one: Base) -> list[Unit]:
    """Whom a base may fire at: who stands straight ahead and may be fired at, otherwise any (lumi.5.2.2a).

    Of a garrison each side of the buildings is asked by itself.
    """
    close = in_range(s, one)
    found = {
        two: shot for two in formed(s) if not close.isdisjoint(two.ids) and (shot := shot_at(s, one, two)) is not None
    }
    ahead: dict[str, tuple[int, Unit]] = {}
    for two, shot in found.items():
        far = _straight_ahead(s, shot, two, reach(s, one) + UM)
        if far is not None:
            ahead[shot.edge.name] = min(ahead.get(shot.edge.name, (far, two)), (far, two))
    return [two for two, shot in found.items() if ahead.get(shot.edge.name, (0, two))[1] == two]


def _straight_ahead(s: State, shot: Shot, target: Unit, far: int) -> int | None:
    """How far off the line straight ahead from the middle of the edge meets a unit; None if it does not."""
    (x, y), (dx, dy) = shot.edge.middle, offset(shot.edge.heading, far)
    met = (clipped(outline_of(s, two).points, (x, y), (x + dx, y + dy)) for two in bases_of(s, target))
    return min((int(one[0] * far) for one in met if one is not None), default=None)


def band(s: State, one: Base, target: Unit) -> Band | None:
    """The range at which a base fires at a unit; None if it cannot."""
    shot = shot_at(s, one, target)
    return shot.band if shot is not None else None


def why_no_shot(s: State, one: Base, target: Unit) -> Objection:
    """What speaks against a shot: another straight ahead, sight, who stands between, range or sector."""
    about = {"unit": one.id, "target": target.id}
    found = why_no_target(s, one, target)
    if found is not None:
        return found
    if not any(base_sees(s, one, two) for two in bases_of(s, target)):
        return because("not-seen", "lumi.10.6", **about)
    by = [id for shot in aims(s, one, target) for id in masks(s, shot, target)]
    if by:
        key = "masked-by-ground" if by[0] == "ground" else "masked"
        return because(key, "lumi.5.2.2b", **about, by=by[0])
    if shot_at(s, one, target) is not None:
        return because("another-ahead", "lumi.5.2.2a", **about, by=targets(s, one)[0].id)
    return because("out-of-range", "lumi.1.8.6", **about)


def shots(s: State, unit: Unit, target: Unit, how: How = FIRE) -> list[Shot]:
    """How each base of a unit that may fire at another does so, in the order of battle (lumi.5.1.2).

    At a charger in contact only the sector is asked, and the range is short (lumi.4.1.10a).
    """
    found = []
    for one in first_rank(s, unit):
        if why_no_fire(s, one, how, unit) is not None:
            continue
        if how == AT_CHARGER:
            nearest = min(aims(s, one, target), key=lambda shot: shot.far, default=None)
            found += [nearest._replace(band=SHORT)] if nearest is not None else []
        elif how == EXCHANGE or any(not set(two.ids).isdisjoint(target.ids) for two in targets(s, one)):
            shot = shot_at(s, one, target)
            found += [shot] if shot is not None else []
    return found
