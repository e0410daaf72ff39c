"""Forced moves: straight towards one's own lines, aside or through friends where something is in the way (table 9).

They are neither shortened by markers nor by the ground, of which only what is impassable counts (risorgimento.geo.22).
"""

from __future__ import annotations

from typing import Final

from alfiere.battles.ground_forms import OUTWARDS
from alfiere.games.risorgimento.command.couriers import catch_couriers
from alfiere.games.risorgimento.morale.disorder import disorder, stays_in_order
from alfiere.games.risorgimento.morale.leaders_lost import contacted, leaders_contacted
from alfiere.games.risorgimento.morale.losses import remove
from alfiere.games.risorgimento.movement.out_of_houses import back_inside, get_out, houses_behind, off_table
from alfiere.games.risorgimento.movement.placing import trodden
from alfiere.games.risorgimento.sheets.ground import going
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.posts import inside
from alfiere.games.risorgimento.state.standing import enemies_touched
from alfiere.games.risorgimento.state.unit import HAS_MOVED, Unit
from alfiere.games.risorgimento.told.common import UnitMoved
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.procedure import Procedure
from alfiere.table.forced import Forced, free_ways, passing, stopped_way
from alfiere.table.headings import FULL_TURN, offset
from alfiere.table.legs import WHOLE, Footing, Pace
from alfiere.table.manoeuvre import Manoeuvre, meets_on
from alfiere.table.shapes import Outline, Pose

SWEPT: Final = "swept-along"  # the row of table 9 for who is passed through and fails the test
GONE: Final = {"routed": "rout", "disordered": "retire", "in-order": "retire", "by-test": "evade"}
ASIDE: Final = "risorgimento.geo.17"


def home(s: BattleState, seat: Seat) -> int:
    """The heading «towards its own lines» (risorgimento.geo.17)."""
    return OUTWARDS[s.scenario.sides[seat].home]


def put(s: BattleState, unit: Unit, footing: Footing, post: str = "") -> None:
    """Put a unit there, and with it the commanders attached to it (risorgimento.cmd.12)."""
    s.stand(unit, footing, post)


def whole_move(s: BattleState, unit: Unit, cause: str) -> int:
    """The move of which table 9 takes a share: in column, in open order, as it stands, of gunners."""
    row, moves = s.tables.forced[cause], unit.profile.moves
    if row.move == "gunners":
        return s.tables.distances.gunners
    if row.move == "none":
        return 0
    formation = {"column": s.tables.column(unit.arm).id, "formation": unit.formation}.get(row.move, row.move)
    return s.tables.speed(moves, formation)


def retire(g: BattleGame, unit: Unit, cause: str) -> Procedure[None]:
    """The forced move of a cause by table 9, with the state it leaves; of «at least» its owner chooses how far."""
    s = g.state
    row, whole = s.tables.forced[cause], whole_move(g.state, unit, cause)
    far = whole * row.share // WHOLE
    if row.is_at_least:
        lengths = dict.fromkeys((far, (far + whole) // 2, whole))
        options = [Option("retire", {"unit": unit.id, "far": one}, (row.rule,)) for one in lengths]
        far = (yield Decision(unit.seat, "how-far", options, {"unit": unit.id}, (row.rule,)))["far"]
    if row.becomes == "disordered":
        disorder(g, unit)
    if far:
        yield from forced_move(g, unit, far, "away" if row.facing == "away" else "enemy", cause)


def forced_move(g: BattleGame, unit: Unit, far: int, facing: str, cause: str) -> Procedure[None]:
    """A unit goes straight towards its own lines by this far and ends facing the enemy or away from him.

    ``cause`` is a row of table 9. The way may lead through friends, who are tested, off the table, or to its end.
    """
    yield from _driven(g, unit, far, facing, cause, {unit.id})


def _driven(g: BattleGame, unit: Unit, far: int, facing: str, cause: str, swept: set[str]) -> Procedure[None]:
    """``swept``: who is on the run already and is not tested again."""
    s, row = g.state, g.state.tables.forced[cause]
    behind = houses_behind(s, unit)
    if behind:  # risorgimento.g.6.3
        back_inside(g, unit, behind, GONE[row.becomes], (row.rule,))
        if row.becomes != "routed":
            return
    if unit.post:
        far -= get_out(g, unit, s.scenario.sides[unit.seat].home, 0, facing, GONE[row.becomes], row.rule)
        if far <= 0 or not unit.is_on:
            return
    towards = home(s, unit.seat)
    ahead = towards if facing == "away" else (towards + 1800) % FULL_TURN
    start = s.footing(unit)
    start = start._replace(pose=start.pose._replace(heading=ahead))  # turning is free, risorgimento.geo.18
    ways, passed = _ways(s, unit, start, towards, far)
    if not ways:
        way = stopped_way(_leaving(s, unit, towards), start, towards, far, gap=s.tables.distances.gap)
        if way.met is not None and _is_shut_in(s, unit, start, towards, far):
            remove(g, unit, "no-way-back")
            return
        if not way.leg.length or _manoeuvre(s, unit).stands(way.end) is not None:  # no room even to turn
            return
        ways = [way]
    way = ways[0]
    if len(ways) > 1:
        options = [Option("aside", {"unit": unit.id, "to": list(one.end.pose)}, (ASIDE,)) for one in ways]
        chosen = yield Decision(unit.seat, "aside", options, {"unit": unit.id}, (ASIDE,))
        way = ways[options.index(chosen)]
    if way.is_off(s.scene):
        is_home = _leaves_at_home(s, unit.seat, way.end.outline)
        remove(g, unit, off_table(is_home, GONE[s.tables.forced[cause].becomes]))
    else:
        _go(g, unit, way, cause)
    if passed:
        yield from _sweep(g, unit, start, way, swept)


def _ways(s: BattleState, unit: Unit, start: Footing, towards: int, far: int) -> tuple[list[Forced], bool]:
    """The ways it can go, the least aside, and whether they lead through friends.

    Friends are avoided where there is a gap (risorgimento.e.3.4.2, .e.3.4.5); without one they are passed through, and
    the way is lengthened until the base is clear of them (risorgimento.e.3.4.3, .e.7.4).
    """
    known, angles = s.tables.distances, s.tables.angles
    m, ends = _leaving(s, unit, towards), _manoeuvre(s, unit)
    found = free_ways(m, start, towards, far, angles.aside, angles.most_aside, gap=known.gap)
    found = [one for one in found if ends.stands(one.end) is None]
    if found:
        return found, False
    m = m.but(through={one.id for one in s.side(unit.seat)})
    longer = 10 * known.gap
    found = free_ways(m, start, towards, far, angles.aside, angles.most_aside, gap=known.gap, longer=longer)
    return [one for one in found if ends.stands(one.end) is None], True


def _leaving(s: BattleState, unit: Unit, towards: int) -> Manoeuvre:
    """Enemies at its front whom it leaves are not in its way, however it turns beside them (risorgimento.geo.18)."""
    back_x, back_y = offset(towards, 1000)
    left = set()
    for one in enemies_touched(s, unit):
        dx, dy = one.x - unit.x, one.y - unit.y
        if -(dx * back_x + dy * back_y) >= abs(dx * back_y - dy * back_x):
            left.add(one.id)
    return _manoeuvre(s, unit).but(leave_out=left)


def has_way_back(s: BattleState, unit: Unit) -> bool:
    """Whether it could retire if it lost a melee where it stands now (risorgimento.e.8.6)."""
    towards, row = home(s, unit.seat), s.tables.forced["melee-lost"]
    sector = houses_behind(s, unit).partition("/")[0]
    if sector:
        return not any(one.seat != unit.seat and one.is_steady for one in inside(s, sector))
    start = s.footing(unit)
    ahead = towards if row.facing == "away" else (towards + 1800) % FULL_TURN
    start = start._replace(pose=start.pose._replace(heading=ahead))
    far = whole_move(s, unit, "melee-lost") * row.share // WHOLE
    return bool(_ways(s, unit, start, towards, far)[0]) or not _is_shut_in(s, unit, start, towards, far)


def may_retire_from(s: BattleState, unit: Unit, pose: Pose, enemy: Unit, cause: str) -> bool:
    """Whether it would find a way back from before an enemy, were it there (risorgimento.e.8.6)."""
    towards = home(s, unit.seat)
    far = whole_move(s, unit, cause) * s.tables.forced[cause].share // WHOLE
    start = s.footing(unit)._replace(pose=pose._replace(heading=(towards + 1800) % FULL_TURN))
    m = _manoeuvre(s, unit).but(leave_out={enemy.id}, through={one.id for one in s.side(unit.seat)})
    known, angles = s.tables.distances, s.tables.angles
    return bool(
        free_ways(m, start, towards, far, angles.aside, angles.most_aside, gap=known.gap, longer=10 * known.gap)
    )


def _manoeuvre(s: BattleState, unit: Unit) -> Manoeuvre:
    """Only bases and impassable ground are in the way; the edge of the table is not (risorgimento.geo.19, .geo.22).

    It goes as a column does, over bridges too: only ordinary moves ask for the formation (risorgimento.g.6.4).
    """
    column = going(unit.arm, s.tables.column(unit.arm).id)
    return Manoeuvre(s.scene, unit.id, {unit.formation: Pace(0, going=column)}, may_leave=True)


def _is_shut_in(s: BattleState, unit: Unit, start: Footing, towards: int, far: int) -> bool:
    """Whether it is enemies that leave no gap: were they not there, it could go (risorgimento.e.8.6)."""
    m = _manoeuvre(s, unit).but(leave_out={one.id for one in s.on_table})
    angles = s.tables.angles
    return bool(free_ways(m, start, towards, far, angles.aside, angles.most_aside, gap=s.tables.distances.gap))


def _leaves_at_home(s: BattleState, seat: Seat, outline: Outline) -> bool:
    """Whether it leaves the table by its own home edge."""
    edge, field = s.scenario.sides[seat].home, s.scene.field
    xs, ys = [x for x, _ in outline.points], [y for _, y in outline.points]
    return {
        "north": min(ys) < 0,
        "south": max(ys) > field.height,
        "west": min(xs) < 0,
        "east": max(xs) > field.width,
    }[edge]


def _go(g: BattleGame, unit: Unit, way: Forced, cause: str) -> None:
    before, row = unit.pose, g.state.tables.forced[cause]
    put(g.state, unit, way.end)
    if not HAS_MOVED.is_on(unit):
        HAS_MOVED.put(unit)
    path = (before.point, way.end.pose.point)
    g.tell(UnitMoved(unit.id, before, way.end.pose, path, unit.formation, GONE[row.becomes], (row.rule, ASIDE)))
    ground = trodden(before, way.end)
    for leader in leaders_contacted(g.state, unit, ground):  # risorgimento.cl.9
        contacted(g, leader)
    catch_couriers(g, unit.seat, ground)


def _sweep(g: BattleGame, unit: Unit, start: Footing, way: Forced, swept: set[str]) -> Procedure[None]:
    """Those passed through are tested; who fails is swept along, unless the enemy holds it (.e.3.4.3-6, .e.7.2)."""
    s = g.state
    narrow, leg = passing(start, way.leg, s.tables.distances.gap)
    friends = [one for one in s.side(unit.seat) if one.id not in swept and not one.is_routed]
    met = meets_on(narrow, leg, [s.base(one) for one in friends], s.scene.field.slack)
    for friend in (s.units[id] for id in met):
        if not friend.is_steady or stays_in_order(g, friend, "passed-through"):
            continue
        swept.add(friend.id)
        if not (s.tables.forced[SWEPT].stays_in_contact and enemies_touched(s, friend)):
            yield from _driven(g, friend, whole_move(s, friend, SWEPT), "away", SWEPT, swept)
