"""Chapter 3.1.4: what an order asks of a unit in round 2, and what it forbids."""

from __future__ import annotations

from typing import Final, NamedTuple

from alfiere.battles.marks import TURN
from alfiere.battles.open_battle import other
from alfiere.games.fucilieri.fire.sight import by_nearness, nearest_visible, sees, sees_from
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.command import ATTACK, HOLD, OPPOSE, SKIRMISH, WITHDRAW, Command
from alfiere.games.fucilieri.state.standing import FRONT, is_engaged, zone_of
from alfiere.games.fucilieri.state.unit import OF_UNIT, SKIRMISHERS, Unit
from alfiere.kernel.objection import Objection, because
from alfiere.table.legs import WHOLE, Footing
from alfiere.table.measuring import gap, within
from alfiere.table.shapes import Outline, Point

ATTACK_RULE: Final = "fucilieri.3.1.4.2"
WITHDRAW_RULE: Final = "fucilieri.3.1.4.9a"
CHARGE, COUNTER_CHARGE, FOLLOW_UP, PURSUIT = "charge", "counter-charge", "follow-up", "pursuit"


class Spot(NamedTuple):
    """A place on the table."""

    x: int
    y: int


HOLDS = OF_UNIT.about("holds", Spot)  # where its centre was when the order took effect, fucilieri.3.1.4.6a

IS_OBLIGED = OF_UNIT.bare("obliged", TURN)  # to charge or fire, fucilieri.3.1.4.3


# What it must do


class Demand(NamedTuple):
    """It must end nearer to an enemy, or to an edge, by so many hundredths, or by as much as it can."""

    enemy: str  # the unit it goes for, or "": an edge
    edge: str
    by: int
    rule: str

    def far(self, s: State, outline: Outline) -> int:
        """How far a footprint is from where it must go."""
        if self.enemy:
            return gap(outline, s.base(s.units[self.enemy]).outline)
        return to_edge(s, outline, self.edge)

    def goal(self, s: State, start: Point) -> Point:
        """The place it goes for, as seen from there."""
        if self.enemy:
            return s.units[self.enemy].pose.point
        x, y = start
        ends = {"north": (x, 0), "south": (x, s.field.height), "west": (0, y), "east": (s.field.width, y)}
        return ends[self.edge]


def to_edge(s: State, outline: Outline, edge: str) -> int:
    """How far the nearest point of a footprint is from an edge of the table."""
    across = [x for x, _ in outline.points] if edge in ("west", "east") else [y for _, y in outline.points]
    size = {"east": s.field.width, "south": s.field.height}.get(edge)
    return max(0, min(across) if size is None else size - max(across))


def order_of(s: State, unit: Unit) -> str:
    """The order of its command (fucilieri.3.1.2.1)."""
    return s.commands[unit.command].order


def is_exempt(unit: Unit) -> bool:
    """Whether its condition rules, not its order (fucilieri.3.1.4.11)."""
    return unit.is_demoralised or unit.is_falling_back or unit.has_bloodlust


def is_asked(s: State, unit: Unit) -> bool:
    """Whether its order asks a unit to come nearer to something (fucilieri.3.1.4.2, .3.1.4.9a, .3.1.4.13)."""
    order = order_of(s, unit)
    if order not in (ATTACK, WITHDRAW) or is_engaged(unit) or is_exempt(unit):
        return False
    return order == WITHDRAW or (unit.is_ok and not unit.is_guns and not is_at_short_distance(s, unit))


def demand(s: State, unit: Unit, speed: int) -> Demand | None:
    """What its order asks of it in round 2; ``speed``: its allowance in this round (.3.1.4.2, .3.1.4.9a)."""
    if not is_asked(s, unit):
        return None
    if order_of(s, unit) == WITHDRAW:
        return Demand("", s.homes[unit.seat], speed * s.tables.shares.withdraw // WHOLE, WITHDRAW_RULE)
    enemy = nearest_visible(s, unit)
    by = speed * s.tables.shares.attack // WHOLE
    if enemy is not None:
        return Demand(enemy.id, "", by, ATTACK_RULE)
    return Demand("", s.homes[other(unit.seat)], by, ATTACK_RULE)


def short_distance(s: State, unit: Unit) -> int:
    """What short distance is to it (fucilieri.1.5.8)."""
    return unit.weapon.bands["short"] if unit.weapon is not None else s.tables.distances.short_without_firearm


def is_at_short_distance(s: State, unit: Unit) -> bool:
    """Whether some enemy is at short distance."""
    limit = short_distance(s, unit)
    here = s.base(unit).outline
    for least, foe in by_nearness(s, s.footing(unit), s.foes(unit.seat)):
        if least > limit:
            return False
        if within(here, s.base(foe).outline, limit):
            return True
    return False


def must_press(s: State, unit: Unit) -> bool:
    """Whether its order makes it charge in this round or fire in the next if it can (fucilieri.3.1.4.3)."""
    if order_of(s, unit) != ATTACK or is_engaged(unit) or is_exempt(unit) or unit.is_guns:
        return False
    limit, here = short_distance(s, unit), s.base(unit).outline
    return any(
        within(here, s.base(foe).outline, limit) and _is_ahead(s, unit, foe) and sees(s, unit, foe)
        for foe in s.foes(unit.seat)
    )


def note_obliged(s: State) -> None:
    """At the beginning of round 3 it is noted who must charge or fire (fucilieri.3.1.4.3)."""
    for unit in s.on_table:
        if must_press(s, unit):
            IS_OBLIGED.put(unit)


def is_obliged(s: State, unit: Unit) -> bool:
    """Whether it must fire in round 4 if it can, having begun round 3 near the enemy (fucilieri.3.1.4.3)."""
    return IS_OBLIGED.is_on(unit) and not is_exempt(unit)


def _is_ahead(s: State, unit: Unit, foe: Unit) -> bool:
    """Whether some part of an enemy is in its front zone."""
    base = s.base(foe)
    return any(zone_of(s, unit, point) == FRONT for point in (base.point, *base.outline.points))


# What it may not do


def forbids(s: State, unit: Unit, what: str) -> Objection | None:
    """Whether its order forbids a counter-charge, a follow-up or a pursuit (.3.1.4.6b, .3.1.4.9b, .3.1.4.12)."""
    order = s.tables.orders.get(order_of(s, unit))
    if order is None or is_exempt(unit) or what not in order.forbids:
        return None
    return because("order-forbids", order.rule, unit=unit.id, order=order.id)


def may_charge(s: State, unit: Unit, target: Unit) -> Objection | None:
    """What its order has against a charge; who is in bloodlust ignores it (.3.1.4.4-3.1.4.9b, .4.1.7a)."""
    order = s.tables.orders.get(order_of(s, unit))
    if unit.has_bloodlust or (order is not None and order.charges == "any"):
        return None
    rule = order.rule if order is not None else "fucilieri.3.1.4.4"
    if order is not None and order.id == OPPOSE:
        limit, prey = s.tables.distances.oppose_charge, s.base(target).outline
        if any(within(s.base(one).outline, prey, limit) for one in s.units_of(unit.command)):
            return None
        return because("too-far-to-oppose", rule, unit=unit.id, target=target.id)
    if order is not None and order.id == SKIRMISH and is_weak(target):
        return None
    name = order.id if order is not None else ""
    return because("order-forbids-charge", rule, unit=unit.id, target=target.id, order=name)


def is_weak(target: Unit) -> bool:
    """Whom skirmishers charge (fucilieri.3.1.4.8b)."""
    return target.profile.arm == SKIRMISHERS or target.is_guns or target.is_disorganised or target.is_demoralised


def must_evade(s: State, unit: Unit, charger: Unit) -> bool:
    """Whether its order makes it evade such a charge, if it is able to (fucilieri.3.1.4.8a)."""
    return order_of(s, unit) == SKIRMISH and charger.is_close and not is_exempt(unit)


def may_end(s: State, unit: Unit, footing: Footing, held: Point | None = None, post: str = "") -> Objection | None:
    """Why it may not end a move of round 2 like this (.3.1.4.5a, .3.1.4.6a); ``held``: the place it then holds."""
    order = order_of(s, unit)
    if is_exempt(unit):
        return None
    if order == OPPOSE:
        return _too_near(s, unit, footing, post)
    if order == HOLD:
        x, y = held or place_held(unit)
        far, (there_x, there_y) = s.tables.distances.hold, footing.pose.point
        if (there_x - x) ** 2 + (there_y - y) ** 2 > far * far and (there_x, there_y) != unit.pose.point:
            return because("holds-its-place", "fucilieri.3.1.4.6a", unit=unit.id)
    return None


def _too_near(s: State, unit: Unit, footing: Footing, post: str) -> Objection | None:
    limit, there = s.tables.distances.oppose, footing.outline
    for least, foe in by_nearness(s, footing, s.foes(unit.seat)):
        if least > limit:
            break
        if within(there, s.base(foe).outline, limit) and sees_from(s, unit, footing, foe, post):
            return because("opposes-only", "fucilieri.3.1.4.5a", unit=unit.id, target=foe.id)
    return None


# The place it holds


def place_held(unit: Unit) -> Point:
    """Where its centre was when its order to hold took effect; where it is, if nobody has said so."""
    return HOLDS.first(unit) or unit.pose.point


def hold_here(unit: Unit) -> None:
    """The place where it is now is the one it holds: a change of formation alone, a counter-charge (.3.1.4.6a-b)."""
    hold_at(unit, unit.pose.point)


def hold_at(unit: Unit, place: Point) -> None:
    """It holds this place."""
    HOLDS.clear(unit)
    HOLDS.put(unit, Spot(*place))


def orders_take_effect(s: State, command: Command) -> None:
    """When a command begins round 2: who is told to hold does from here, if he did not already (.3.1.4.6a)."""
    for unit in s.units_of(command.id):
        if command.order != HOLD:
            HOLDS.clear(unit)
        elif HOLDS.first(unit) is None:
            hold_here(unit)
