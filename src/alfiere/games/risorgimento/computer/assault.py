"""How the computer attacks: the fronts it has before it, where to form up square to them, who could help whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from alfiere.battles.ground_forms import OUTWARDS
from alfiere.battles.walking import span
from alfiere.games.risorgimento.computer.plan import ABOUT, Goal, how_late
from alfiere.games.risorgimento.computer.ways import is_at_bridge, is_cut_off
from alfiere.games.risorgimento.fire.engaged import is_in_contact
from alfiere.games.risorgimento.melee.contact import Melee, Side
from alfiere.games.risorgimento.movement.bridges import bridge_between
from alfiere.games.risorgimento.movement.judging import HAS_ACTED
from alfiere.games.risorgimento.sheets.ground import Ground
from alfiere.games.risorgimento.state.battle import BattleState, other
from alfiere.games.risorgimento.state.posts import inside, side_line, side_of
from alfiere.games.risorgimento.state.unit import ATTACK, INFANTRY, LINE, OPEN, SQUARE, Unit
from alfiere.kernel.decision import Seat
from alfiere.table.headings import FULL_TURN, cosine, offset, sine, turn_between
from alfiere.table.shapes import Outline, Pose, Rect, box, centre

CLOSE_ORDER: Final = (ATTACK, LINE, OPEN)  # in which one may go at an enemy
AROUND: Final = (0, 900, 1800, 2700)  # who is not in houses may be gone at from every side (g.2.3)
LINES: Final = (520, 1000, 1500)  # hundredths from a front where those form up who are to go at it, out of its zone
AT_WALLS: Final = (150, 700, 1200)  # from a side of houses that nobody mans: near enough to go in over it at once
CLOSED_UP: Final = 650  # who is farther off has still to come up
AT_WALL: Final = 300  # the same before a side that nobody mans
BEHIND: Final = 700  # so much farther off the next line seems
OUTER: Final = 150  # and a place beside the middle of a front
TAKEN: Final = 200  # so near to a place of another there is no room
ITS_FRONT: Final = 300  # and so near to the middle of an enemy, those who are to go at him
SQUARE_ON: Final = -0.985  # the cosine by which two fronts face one another
ON_AXIS: Final = 100
FINE: Final = 400  # hundredths to which ways are told here, so that places are not dealt anew with every step
HELP: Final = 700  # friends who have still to move and are so near behind may come up beside who attacks
NEAR_HOUSES: Final = 1000  # hundredths from the middle of houses to who stands at their walls
OFF: Final = 100  # tenths of a degree off his facing, at the most
FIELD: Final = 2500  # whoever is so near a melee counts for the odds there
CHEAP: Final = 0.2  # losses count so little, at the least, to who has the numbers
HURRY: Final = 0.5  # and so much less in the last turn


class Axis(NamedTuple):
    """A front to be attacked: its middle, which way it looks, and the houses it is a side of.

    ``is_over``: who goes straight at it attacks over a bridge (risorgimento.g.6.3).
    """

    x: int
    y: int
    heading: int
    out_x: float
    out_y: float
    piece: str
    is_manned: bool = True
    is_over: bool = False


def axes(s: BattleState, seat: Seat) -> list[Axis]:
    """The fronts and flanks of the enemy, and sides of houses that he can man (risorgimento.g.2.3, .g.5.13)."""
    found = []
    for foe in s.side(other(seat)):
        if foe.is_steady and not _is_within_town(s, foe):
            shape = s.shape(foe)
            for turn in (0,) if foe.post else AROUND:
                heading = (foe.heading + turn) % FULL_TURN
                dx, dy = offset(heading, (shape.width if turn % 1800 else shape.depth) // 2)
                axis = _axis(foe.x + dx, foe.y + dy, heading, foe.post.partition("/")[0])
                found.append(axis._replace(is_over=_leads_over(s, axis, foe)))
    for piece in s.ground.built_up:
        held = [one for one in inside(s, piece.id) if one.seat != seat and one.is_steady]
        manned = {one.post.partition("/")[2] for one in held}
        for side in s.ground.slots(piece.id) if held else ():
            if side not in manned and side not in s.ground.neighbours(piece.id):
                x, y = side_line(s, piece.id, side).middle
                found.append(_axis(x, y, OUTWARDS[side], piece.id)._replace(is_manned=False))
    return found


def _leads_over(s: BattleState, axis: Axis, foe: Unit) -> bool:
    """Whether a bridge is between an enemy and who stands in the first line before this front of his."""
    if foe.post or not is_at_bridge(s.ground, "close", foe.pose.point):
        return False
    line = round(axis.x + axis.out_x * LINES[0]), round(axis.y + axis.out_y * LINES[0])
    return bool(bridge_between(s, line, foe.pose.point))


def _is_within_town(s: BattleState, foe: Unit) -> bool:
    """Whether its side looks at the next sector: nobody forms up before it."""
    sector, _, side = foe.post.partition("/")
    return bool(sector) and side in s.ground.neighbours(sector)


def _axis(x: int, y: int, heading: int, piece: str) -> Axis:
    return Axis(x, y, heading, sine(heading) / sine(900), -cosine(heading) / sine(900), piece)


def is_ready(s: BattleState, before: Sequence[Axis], unit: Unit, pose: Pose, formation: str) -> int:
    """2 for who stands square before a front and near enough to go at it, 1 for who could do so beside another.

    Over a bridge one goes in attack column, and alone (risorgimento.g.6.1-3).
    """
    if formation not in CLOSE_ORDER:
        return 0
    shape, reach = s.shape(unit, formation), min(CLOSED_UP, s.tables.speed(unit.profile.moves, formation))
    (x, y, heading), best = pose, 0
    ahead_x, ahead_y = sine(heading) / sine(900), -cosine(heading) / sine(900)
    for axis in before:
        dx, dy = x - axis.x, y - axis.y
        far = dx * axis.out_x + dy * axis.out_y - shape.depth / 2
        if (
            not -50 <= far <= (reach if axis.is_manned else AT_WALL)
            or ahead_x * axis.out_x + ahead_y * axis.out_y > SQUARE_ON
        ):
            continue
        if (axis.is_over and formation != ATTACK) or is_cut_off(s.ground, (x, y), (axis.x, axis.y)):
            continue
        beside = abs(dx * axis.out_y - dy * axis.out_x)
        if beside <= ON_AXIS:
            return 2
        if abs(beside - shape.width) <= ON_AXIS and not axis.is_over:
            best = 1
    return best


def places_to_form_up(
    s: BattleState, seat: Seat, sought: Mapping[str, Goal], before: Sequence[Axis]
) -> dict[str, Pose]:
    """For each battalion that is to attack, its place in the lines before the fronts it is to go at."""
    found: dict[str, Pose] = {}
    lines: dict[str, list[tuple[int, Pose]]] = {}
    units = [one for one in s.side(seat) if one.arm == INFANTRY and one.is_steady and not one.post]
    far = {one.id: _far(one, sought.get(one.id)) for one in units}
    for unit in sorted(units, key=lambda one: (far[one.id] // FINE, one.id)):
        goal = sought.get(unit.id)
        if goal is None or not goal.is_attack or is_open(s, seat, goal):
            continue
        target = goal.foe or goal.place
        if target not in lines:
            piece = s.places[goal.place].piece if goal.place else ""
            base = s.tables.base(INFANTRY, ATTACK)
            lines[target] = _lines(s.ground, piece, base, tuple(at_goal(before, goal, piece)))
        free = lines[target]
        if free:
            best = min(free, key=lambda one: one[0] + span(one[1].x - unit.x, one[1].y - unit.y))
            found[unit.id] = best[1]
            x, y = best[1].point
            for each in lines:
                lines[each] = [one for one in lines[each] if not _is_near(one[1], x, y)]
    return found


def at_goal(before: Sequence[Axis], goal: Goal, piece: str) -> list[Axis]:
    """The fronts where a goal is, those of its houses first of all."""
    (x, y), about = goal.at, ITS_FRONT if goal.foe else ABOUT
    return [one for one in before if (piece and one.piece == piece) or span(one.x - x, one.y - y) <= about]


def is_open(s: BattleState, seat: Seat, goal: Goal) -> bool:
    """Whether a goal is houses that no enemy is in: one goes into them and forms up before nobody (g.5.13)."""
    piece = s.places[goal.place].piece if goal.place else ""
    return bool(piece) and not any(one.seat != seat and one.is_steady for one in inside(s, piece))


def _far(unit: Unit, goal: Goal | None) -> int:
    return int(span(goal.at[0] - unit.x, goal.at[1] - unit.y)) if goal is not None else 0


def _is_near(pose: Pose, x: int, y: int) -> bool:
    return abs(pose.x - x) <= TAKEN and abs(pose.y - y) <= TAKEN


@lru_cache(maxsize=512)
def _lines(ground: Ground, piece: str, base: Rect, before: tuple[Axis, ...]) -> list[tuple[int, Pose]]:
    """The places before some fronts, those of the houses aimed at first, with how much farther off they seem."""
    found, field = [], ground.field
    for axis in before:
        for row, line in enumerate(LINES if axis.is_manned else AT_WALLS):
            for aside in (0,) if axis.is_over else (0, base.width, -base.width):
                out = line + base.depth // 2
                x = round(axis.x + axis.out_x * out - axis.out_y * aside)
                y = round(axis.y + axis.out_y * out + axis.out_x * aside)
                if not (0 < x < field.width and 0 < y < field.height) or ground.built_up_at(x, y):
                    continue
                if not is_cut_off(ground, (x, y), (axis.x, axis.y)):
                    seems = BEHIND * row + (OUTER if aside else 0) + (0 if piece and axis.piece == piece else OUTER)
                    found.append((seems, Pose(x, y, (axis.heading + 1800) % 3600)))
    return found


# Numbers


def with_help(s: BattleState, melee: Melee, seat: Seat) -> Melee:
    """The same melee, with friends beside who attacks that have still to move and are near (risorgimento.g.1.1-4)."""
    side = melee.first if melee.first.unit.seat == seat else melee.second
    if s.phase != "E" or len(side.supports) >= 2 or melee.is_across_bridge or side.unit.formation == SQUARE:
        return melee
    helped: Side = side._replace(supports=(*side.supports, *_helpers(s, side))[:2])
    return melee._replace(first=helped) if side is melee.first else melee._replace(second=helped)


def _helpers(s: BattleState, side: Side) -> Iterator[Unit]:
    """Who stands so that it only has to go straight ahead to be beside the attacker."""
    at = side.unit
    width, (x, y, heading) = s.shape(at).width, at.pose
    ahead_x, ahead_y = sine(heading) / sine(900), -cosine(heading) / sine(900)
    for one in s.side(at.seat):
        if one.arm == INFANTRY and one.is_steady and not one.post and one not in side.all and not HAS_ACTED.is_on(one):
            dx, dy = x - one.x, y - one.y
            is_beside = abs(abs(dx * ahead_y - dy * ahead_x) - width) <= ON_AXIS
            is_square = one.formation in CLOSE_ORDER and turn_between(one.heading, heading) <= OFF
            if is_beside and is_square and 0 <= dx * ahead_x + dy * ahead_y <= HELP:
                yield one


def may_break_in(s: BattleState, seat: Seat, sector: str) -> bool:
    """Whether all who hold some houses fight, and a friend who has still to move may go in elsewhere (g.5.13)."""
    held = [one for one in inside(s, sector) if one.seat != seat and one.is_steady and one.arm == INFANTRY]
    if s.phase != "E" or not held or not all(is_in_contact(s, one) for one in held):
        return False
    waiting = (one for one in s.side(seat) if not HAS_ACTED.is_on(one))
    return any(is_at_wall(s, one, sector) for one in waiting)


def is_at_wall(s: BattleState, unit: Unit, sector: str = "") -> bool:
    """Whether it is near and square to a side of houses, or of these, that are the enemy's, which nobody mans."""
    if unit.arm != INFANTRY or not unit.is_steady or unit.post or unit.formation not in CLOSE_ORDER:
        return False
    shape, found = s.shape(unit), (s.ground.pieces[sector],) if sector else s.ground.built_up
    ahead_x, ahead_y = sine(unit.heading) / sine(900), -cosine(unit.heading) / sine(900)
    for piece in found:
        x, y = centre(box(Outline(piece.points)))
        manned = {side_of(one) for one in inside(s, piece.id) if one.seat != unit.seat}
        if span(x - unit.x, y - unit.y) > NEAR_HOUSES or not manned:
            continue
        for side in s.ground.slots(piece.id):
            if side in manned:
                continue
            at = _axis(*side_line(s, piece.id, side).middle, OUTWARDS[side], piece.id)
            dx, dy = unit.x - at.x, unit.y - at.y
            far, beside = dx * at.out_x + dy * at.out_y - shape.depth / 2, abs(dx * at.out_y - dy * at.out_x)
            is_square = ahead_x * at.out_x + ahead_y * at.out_y <= SQUARE_ON
            if is_square and -50 <= far <= AT_WALL and beside <= shape.width:
                return True
    return False


def price(s: BattleState, melee: Melee, seat: Seat) -> float:
    """What losses count to who attacks: the less the more he has than the enemy round about, and the later it is."""
    at, sums = melee.first.unit, {seat: 1, other(seat): 1}
    for one in s.on_table:
        if one.is_steady and one.arm == INFANTRY and span(one.x - at.x, one.y - at.y) <= FIELD:
            sums[one.seat] += one.left
    odds = min(1.0, sums[other(seat)] / sums[seat])
    return max(CHEAP, odds * odds * (1.0 - HURRY * how_late(s, seat)))
