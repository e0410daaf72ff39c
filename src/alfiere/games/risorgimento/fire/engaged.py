"""Who is engaged: in contact with the enemy, drawn into a melee beside a friend, or supporting one (G.0, G.1, G.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.state.battle import BattleState, other
from alfiere.games.risorgimento.state.standing import FRONTS, enemies_touched, near
from alfiere.games.risorgimento.state.unit import ARTILLERY, LIMBERED, MARCH, OF_UNIT, SQUARE, Unit
from alfiere.table.fronts import FRONT, LEFT, RIGHT, contact, edge_of
from alfiere.table.headings import turn_between
from alfiere.table.measuring import within
from alfiere.table.shapes import Outline

FLANKS: Final = (LEFT, RIGHT)
NO_SUPPORT: Final = (SQUARE, MARCH, LIMBERED)  # risorgimento.g.1.9
ABANDONED = OF_UNIT.bare("abandoned", TURN)  # guns whose gunners have run: no unit for the time, risorgimento.e.2.3.15


def is_front(unit: Unit, edge: str) -> bool:
    """Whether an edge is a front of a unit: a square has four (risorgimento.geo.13)."""
    return edge in FRONTS.get(unit.formation, (FRONT,))


def in_frontal_contact(s: BattleState, unit: Unit) -> bool:
    """Whether its own front is adjacent to an enemy."""
    return any(is_front(unit, own) for own, _, _ in contacts(s, unit))


def is_in_contact(s: BattleState, unit: Unit) -> bool:
    """Whether the front of it or of an enemy is adjacent to the other, or they share a sector (g.0.2, g.5.14)."""
    if any(is_front(unit, own) or is_front(foe, theirs) for own, theirs, foe in contacts(s, unit)):
        return True
    sector = unit.post.partition("/")[0]
    return bool(sector) and any(foe.post.partition("/")[0] == sector for foe in s.foes(unit.seat))


def contacts(s: BattleState, unit: Unit) -> Iterator[tuple[str, str, Unit]]:
    """By which edge of each it touches which unbroken enemies, over some length.

    Who contacts an enemy lies flush against it (g.0.5, g.0.6), and who supports touches it with a corner (g.1.2).
    """
    placed, touch = s.base(unit), s.scene.field.touch
    for foe in enemies_touched(s, unit):
        found = contact(placed, s.base(foe), touch) if not foe.is_routed else None
        if found is not None and found.length > touch:
            yield found.own, found.other, foe


def is_engaged(s: BattleState, unit: Unit) -> bool:
    """In contact; or a battery beside a friend who is (risorgimento.d.0.6, .g.7.3)."""
    if is_in_contact(s, unit):
        return True
    if unit.arm != ARTILLERY:
        return False
    friends = near(s, s.base(unit).outline, s.scene.field.touch, unit.seat)
    return any(one is not unit and one.arm != ARTILLERY and is_in_contact(s, one) for one in friends)


def supports(s: BattleState, unit: Unit) -> frozenset[str]:
    """The flanks on which it supports a melee: a friend in frontal contact or an enemy is beside it (f.1.8, g.1.8)."""
    if unit.formation in NO_SUPPORT or unit.is_routed or unit.post:
        return frozenset()
    outline, touch = s.base(unit).outline, s.scene.field.touch
    friends = (one for one in near(s, outline, touch, unit.seat) if one is not unit)
    found = {hand for one in friends if (hand := _beside_friend(s, unit, one)) and in_frontal_contact(s, one)}
    foes = near(s, outline, touch, other(unit.seat))
    return frozenset(found | {hand for one in foes if (hand := _beside_enemy(s, unit, one))})


def _beside_friend(s: BattleState, unit: Unit, friend: Unit) -> str:
    """The flank it has against that of a friend, their fronts on one line; none is an empty name."""
    if friend.formation == SQUARE or friend.is_routed:
        return ""
    one, two, touch = s.base(unit), s.base(friend), s.scene.field.touch
    found = contact(one, two, touch)
    if found is None or found.own not in FLANKS or found.other not in FLANKS or not found.length:
        return ""
    if turn_between(unit.heading, friend.heading) > s.tables.angles.zone:  # risorgimento.g.1.6
        return ""
    own, theirs = edge_of(one), edge_of(two)
    ends = (own.start, theirs.end) if found.own == LEFT else (own.end, theirs.start)
    return found.own if within(Outline(ends[:1]), Outline(ends[1:]), 2 * touch) else ""


def _beside_enemy(s: BattleState, unit: Unit, foe: Unit) -> str:
    """The flank it has against that of an enemy, over more than half of the shorter one; none is an empty name."""
    if foe.formation == SQUARE or foe.is_routed:
        return ""
    found = contact(s.base(unit), s.base(foe), s.scene.field.touch)
    if found is None or found.own not in FLANKS or found.other not in FLANKS:
        return ""
    return found.own if 2 * found.length > min(s.shape(unit).depth, s.shape(foe).depth) else ""
