"""Who is engaged: in contact with the enemy, drawn into a melee beside a friend, or supporting one (G.0, G.1, G.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeGuard

from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.standing import FRONTS, all_near
from alfiere.games.risorgimento.state.unit import ARTILLERY, LIMBERED, MARCH, OF_UNIT, SQUARE, Unit
from alfiere.table.fronts import FLUSH, FRONT, LEFT, RIGHT, Contact, contact, edge_of
from alfiere.table.headings import turn_between
from alfiere.table.measuring import within
from alfiere.table.shapes import Base, Outline

FLANKS: Final = (LEFT, RIGHT)
NOWHERE: Final[frozenset[str]] = frozenset()
NO_SUPPORT: Final = (SQUARE, MARCH, LIMBERED)  # risorgimento.g.1.9
ATTACKS = OF_UNIT.about("attacks", str)  # the enemy it has moved into contact with: the other is the defender, table 7


class Over(NamedTuple):
    """An enemy whom a unit attacks over a bridge, and where that is."""

    foe: str
    x: int
    y: int


OVER = OF_UNIT.about("over a bridge", Over)  # its way led over the bridge, risorgimento.g.6.3
ABANDONED = OF_UNIT.bare("abandoned", TURN)  # guns whose gunners have run: no unit for the time, risorgimento.e.2.3.15


def leave_guns(s: BattleState, unit: Unit) -> None:
    """Its gunners have run: one fires over what is left (risorgimento.d.1.10)."""
    ABANDONED.put(unit)
    s.forget()


def man_guns(s: BattleState, unit: Unit) -> None:
    """They are back."""
    ABANDONED.clear(unit)
    s.forget()


def is_front(unit: Unit, edge: str) -> bool:
    """Whether an edge is a front of a unit: a square has four (risorgimento.geo.13)."""
    return edge in FRONTS.get(unit.formation, (FRONT,))


def in_frontal_contact(s: BattleState, unit: Unit) -> bool:
    """Whether its own front is adjacent to an enemy."""
    return any(is_front(unit, own) for own, _, _ in contacts(s, unit))


def is_in_contact(s: BattleState, unit: Unit) -> bool:
    """Whether the front of it or of an enemy is adjacent to the other, or they share a sector (g.0.2, g.5.14)."""
    for own, theirs, foe in contacts(s, unit):
        if is_front(unit, own) or is_front(foe, theirs):
            return True
    if not unit.post:
        return False
    sector = unit.post.partition("/")[0]
    return any(foe.post.partition("/")[0] == sector for foe in s.foes(unit.seat))


def neighbours(s: BattleState, unit: Unit) -> Sequence[tuple[Unit, Contact]]:
    """The units of either side whose bases touch its own, and how (risorgimento.geo.4). Remembered until one moves."""
    scene = s.scene
    kept = scene.kept(unit.id)
    known: list[tuple[str, Contact]] | None = kept.get("neighbours")
    if known is None:
        placed, touch = scene.by_id[unit.id], scene.field.touch
        others = (scene.by_id[one.id] for one in all_near(s, placed.outline, touch) if one is not unit)
        found = ((other.id, contact(placed, other, touch)) for other in others)
        known = kept["neighbours"] = [(id, how) for id, how in found if how is not None]
    if not known:
        return ()
    units = s.units
    return [(units[id], how) for id, how in known]


def contacts(s: BattleState, unit: Unit) -> list[tuple[str, str, Unit]]:
    """By which edge of each it touches which unbroken enemies.

    Who contacts an enemy lies flush against it, or as far as others leave it room (g.0.5, g.0.6); who supports touches
    it with a corner and is in no contact (g.1.2). Through walls there is none but at the side where somebody stands.
    """
    met = neighbours(s, unit)
    if not met:
        return []
    touch, seat = s.scene.field.touch, unit.seat
    return [
        (how.own, how.other, foe)
        for foe, how in met
        if foe.seat != seat and not foe.is_routed
        if how.length > touch or ATTACKS.is_on(unit, foe.id) or ATTACKS.is_on(foe, unit.id)
        if not is_behind_walls(unit, how.own) and not is_behind_walls(foe, how.other)
    ]


def is_behind_walls(unit: Unit, edge: str) -> bool:
    """Whether an edge of a unit looks into its houses: only the side on which it stands is attacked (g.5.13)."""
    return bool(unit.post) and edge != FRONT


def attacks_no_more(unit: Unit, foe: str) -> None:
    """It is not the attacker, or not any longer."""
    ATTACKS.take(unit, foe)
    for one in OVER.all(unit):
        if one.foe == foe:
            OVER.take(unit, one)


def part(s: BattleState) -> None:
    """Who no longer touches an enemy attacks him no more."""
    for unit in s.units.values():
        if ATTACKS.first(unit) is not None:
            touched = {foe.id for foe, _ in neighbours(s, unit)} if unit.is_on and not unit.post else ()
            for foe in ATTACKS.all(unit):
                if foe not in touched and not (s.units[foe].post and s.units[foe].is_on):
                    attacks_no_more(unit, foe)


def is_engaged(s: BattleState, unit: Unit) -> bool:
    """In contact; or a battery beside a friend who is (risorgimento.d.0.6, .g.7.3)."""
    if is_in_contact(s, unit):
        return True
    if unit.arm != ARTILLERY:
        return False
    friends = (one for one, _ in neighbours(s, unit) if one.seat == unit.seat and one.post == unit.post)
    return any(one.arm != ARTILLERY and is_in_contact(s, one) for one in friends)


def supports(s: BattleState, unit: Unit) -> frozenset[str]:
    """The flanks on which it supports a melee: a friend in frontal contact or an enemy is beside it (f.1.8, g.1.8)."""
    if unit.formation in NO_SUPPORT or unit.is_routed:
        return NOWHERE
    met = neighbours(s, unit)
    if not met:
        return NOWHERE
    placed, found = s.base(unit), set[str]()
    for one, how in met:
        if one.formation == SQUARE or one.is_routed:
            continue
        if one.seat != unit.seat:
            is_support = is_flank_to_flank(how, placed, s.base(one))
        else:
            is_support = is_in_line_with(s, placed, one, how) and in_frontal_contact(s, one)
        if is_support:
            found.add(how.own)
    return frozenset(found)


# Support positions (risorgimento.g.1.8)


def is_flank_to_flank(how: Contact | None, one: Base, foe: Base) -> bool:
    """A flank against a flank of an enemy over more than half of the shorter of the two."""
    return _are_flanks(how) and 2 * how.length > min(one.shape[-1], foe.shape[-1])


def is_in_line_with(s: BattleState, placed: Base, friend: Unit, how: Contact | None) -> bool:
    """A flank along that of a friend, both fronts on one line and looking the same way."""
    return _are_flanks(how) and how.length > 0 and is_beside(s, placed, friend, FLUSH)


def _are_flanks(how: Contact | None) -> TypeGuard[Contact]:
    return how is not None and how.own in FLANKS and how.other in FLANKS


def is_beside(s: BattleState, placed: Base, friend: Unit, limit: int) -> bool:
    """Flank against flank of a friend, fronts on one line, facings no more apart than the limit (.g.1.2, .g.1.8)."""
    there, touch = s.base(friend), s.scene.field.touch
    if turn_between(placed.pose.heading, friend.heading) > limit:
        return False
    own, theirs = edge_of(placed), edge_of(there)
    for ends in ((own.start, theirs.end), (own.end, theirs.start)):
        if within(Outline(ends[:1]), Outline(ends[1:]), 2 * touch):
            met = contact(placed, there, touch)
            return met is not None and (met.own in FLANKS or not met.length) and (met.other in FLANKS or not met.length)
    return False
