"""Chapter 3.2.8.6: a unit in bloodlust goes for the nearest enemy it sees, by itself (3.2.5.7)."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.battles.ways import Legs
from alfiere.games.fucilieri.fire.sight import nearest_visible
from alfiere.games.fucilieri.movement.blocks import exits
from alfiere.games.fucilieri.movement.houses import come_out, passage
from alfiere.games.fucilieri.movement.judging import Outset, Plan
from alfiere.games.fucilieri.movement.moves import make
from alfiere.games.fucilieri.state.battle import FucilieriGame
from alfiere.games.fucilieri.state.standing import is_engaged
from alfiere.games.fucilieri.state.unit import LINE, Unit
from alfiere.table.legs import WHOLE, after
from alfiere.table.measuring import gap
from alfiere.table.offers import farthest

RULE = "fucilieri.3.2.8.6"


def go_for_enemy(g: FucilieriGame, unit: Unit) -> None:
    """Its whole allowance towards the nearest enemy it sees, but not within 5 cm; it stands where it sees nobody."""
    s = g.state
    if is_engaged(unit) or unit.is_guns:  # fucilieri.4.1.7d
        return
    enemy = nearest_visible(s, unit)
    if enemy is None:
        return
    o, prey = Outset(s, unit, is_free=True), s.base(enemy).outline
    if unit.post:
        if plans := list(_ways_out(o)):
            come_out(g, unit, min(plans, key=lambda plan: gap(plan.end.outline, prey)), "fucilieri.5.13b")
        return
    ways = list(_in_line_first(o))
    if not any(isinstance(o.judge(legs), Plan) for legs in ways):
        ways = list(o.towards(enemy.pose.point))
    plans = [plan for legs in ways if isinstance(plan := o.judge(legs), Plan)]
    if not plans:
        return
    best = min(plans, key=lambda plan: (gap(plan.end.outline, prey), plan.cost))
    if best.changes or gap(best.end.outline, prey) < gap(o.start.outline, prey):
        make(g, unit, best, "bloodlust", (RULE,))


def _ways_out(o: Outset) -> Iterator[Plan]:
    for end in exits(o.s, o.unit):
        if o.table(end.formation).stands(end) is None:
            yield passage(o, end)


def _in_line_first(o: Outset) -> Iterator[Legs]:
    """Who stands in a formation that may not charge changes to line at once (fucilieri.3.2.5.7)."""
    if o.unit.base in o.s.tables.formations[o.unit.formation].charges or LINE not in o.changes:
        return
    change = o.changes[LINE]
    paid = o.here.pace(o.start).changes[LINE]
    for move in farthest(o.table(LINE), after(o.start, change), (0,), WHOLE - paid, (o.start,)):
        yield change, *move.legs
    yield (change,)
