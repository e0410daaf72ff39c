"""Forced moves out of a village or farm: straight over one of its sides, through friends, never through enemies."""

from __future__ import annotations

from typing import Final

from alfiere.battles.ground_forms import OUTWARDS, Edge
from alfiere.games.risorgimento.morale.disorder import stays_in_order
from alfiere.games.risorgimento.morale.losses import remove
from alfiere.games.risorgimento.movement.bridges import why_not_over
from alfiere.games.risorgimento.movement.placing import put_down
from alfiere.games.risorgimento.sheets.ground import SIDES, going
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.posts import holder, inside, place_on, sector_of
from alfiere.games.risorgimento.state.unit import HAS_MOVED, Unit
from alfiere.table.field import core_of
from alfiere.table.headings import FULL_TURN, offset
from alfiere.table.legs import Footing, Pace, Shift, after
from alfiere.table.manoeuvre import Manoeuvre, meets_on

STEP: Final = 10  # hundredths by which a way out is lengthened until there is room to stand
STEPS: Final = 200


def get_out(g: BattleGame, unit: Unit, side: Edge, far: int, facing: str, how: str, rule: str) -> int:
    """Straight out over a side and so far on, or up to impassable ground; how far it was until it was outside.

    Who meets enemies is lost (risorgimento.g.5.9), and so is who has water that he cannot cross right before the houses
    (risorgimento.geo.22); friends are passed through and tested (risorgimento.g.5.10).
    """
    s = g.state
    towards = OUTWARDS[side]
    heading = towards if facing == "away" else (towards + 1800) % FULL_TURN
    start = s.footing(unit)
    start = start._replace(pose=start.pose._replace(heading=heading))
    clear = _way_out(s, unit, side, start)
    paces = {unit.formation: Pace(0, going=going(unit.arm, unit.formation))}
    m = Manoeuvre(s.scene, unit.id, paces, may_leave=True, through={one.id for one in s.on_table})
    way = Shift(clear, (towards - heading) % FULL_TURN)
    met = m.run(after(start, way), way._replace(length=far)) if far else None
    way = way._replace(length=clear + (far if met is None else max(0, met.far)))
    while m.stands(after(start, way)) is not None and way.length < clear + far + STEP * STEPS:
        way = way._replace(length=way.length + STEP)
    foes = [s.base(one) for one in s.foes(unit.seat) if one.is_steady]
    outside = after(start, way._replace(length=clear))
    is_over_water = why_not_over(s, unit, start.pose.point, outside.pose.point) is not None
    if is_over_water or meets_on(start, way, foes, s.scene.field.slack):
        remove(g, unit, "no-way-back")
        return clear
    friends = [s.base(one) for one in s.side(unit.seat) if one is not unit and one.is_steady]
    passed = meets_on(start, way, friends, s.scene.field.slack)
    end = after(start, way)
    if s.scene.is_on_table(end.outline):
        come_out(g, unit, end, how, (rule,))
    else:  # risorgimento.geo.19
        remove(g, unit, off_table(s.scenario.sides[unit.seat].home == side, how))
    for id in passed:
        stays_in_order(g, s.units[id], "passed-through")
    return clear


def houses_behind(s: BattleState, unit: Unit) -> str:
    """The side, «sector/side», out of which a unit hangs that attacks over a bridge; none is an empty name (.g.6.3)."""
    if unit.post:
        return ""
    side = next((one for one in SIDES if OUTWARDS[one] == unit.heading), None)
    core = core_of(s.shape(unit), unit.pose, s.scene.field.slack)
    found = s.ground.built_up_near(core, 0) if side is not None else []
    return f"{found[0].id}/{side}" if found else ""


def back_inside(g: BattleGame, unit: Unit, post: str, how: str, rules: tuple[str, ...]) -> None:
    """Off the bridge into the houses it came from; who finds the enemy in them is lost (risorgimento.g.5.9)."""
    s = g.state
    sector, _, name = post.partition("/")
    place = place_on(s, unit, sector, next(one for one in SIDES if one == name))
    if place is None or any(one.seat != unit.seat and one.is_steady for one in inside(s, sector)):
        remove(g, unit, "no-way-back")
    else:
        come_out(g, unit, place, how, rules, post)


def off_table(is_home: bool, how: str) -> str:
    """How it is removed that leaves the table: by its own edge in rout, or going back; or by another (.geo.19)."""
    return ("routed-off" if how == "rout" else "retired-off") if is_home else "off-table"


def into_sector(g: BattleGame, unit: Unit, sector: str, side: Edge, how: str, rules: tuple[str, ...]) -> None:
    """Into a sector behind or beside its own, through a friend on the side between them, who is tested (.g.5.10)."""
    s = g.state
    beyond = s.ground.neighbours(sector_of(unit))
    through = next(one for one, id in beyond.items() if id == sector)
    friend = holder(s, sector_of(unit), through)
    if friend is not None and friend is not unit:
        stays_in_order(g, friend, "passed-through")
    place = place_on(s, unit, sector, side)
    assert place is not None
    come_out(g, unit, place, how, rules, f"{sector}/{side}")


def free_way_out(s: BattleState, unit: Unit, side: Edge) -> tuple[int, Footing] | None:
    """How far it is straight out over a side, and how it stands then, facing the houses; None if it is not free."""
    towards = OUTWARDS[side]
    start = s.footing(unit)
    start = start._replace(pose=start.pose._replace(heading=(towards + 1800) % FULL_TURN))
    way = Shift(_way_out(s, unit, side, start), 1800)
    others = [s.base(one) for one in s.on_table if one is not unit]
    m = Manoeuvre(s.scene, unit.id, {unit.formation: Pace(0, going=going(unit.arm, unit.formation))})
    end = after(start, way)
    is_barred = meets_on(start, way, others, s.scene.field.slack) or m.stands(end) is not None
    if is_barred or why_not_over(s, unit, start.pose.point, end.pose.point) is not None:
        return None
    return way.length, end


def _way_out(s: BattleState, unit: Unit, side: Edge, start: Footing) -> int:
    """How far a base must go in that direction until it is clear of the village."""
    x, y = unit.pose.point
    here = sector_of(unit)
    while True:
        rect = s.ground.pieces[here].rect
        assert rect is not None
        left, top, right, bottom = rect
        edge = {"north": y - top, "south": bottom - y, "west": x - left, "east": right - x}[side]
        dx, dy = offset(OUTWARDS[side], edge + 1)
        here = s.ground.built_up_at(x + dx, y + dy)
        if not here:
            return edge + start.shape.depth // 2 + s.scene.field.slack


def come_out(g: BattleGame, unit: Unit, footing: Footing, how: str, rules: tuple[str, ...], post: str = "") -> None:
    """It stands there now, outside or on a side of other houses."""
    put_down(g, unit, footing, how, rules, post)
    if not HAS_MOVED.is_on(unit):
        HAS_MOVED.put(unit)
