"""Villages and farms in movement: entering one, changing its side, leaving it (g.5.2-4, g.5.16, g.5.18)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from alfiere.games.risorgimento.fire.engaged import is_in_contact
from alfiere.games.risorgimento.movement.bridges import why_not_over
from alfiere.games.risorgimento.movement.costs import PLAIN, budget, manoeuvre
from alfiere.games.risorgimento.movement.judging import Outset, Plan, engaged, hindered, objection, why_not_back
from alfiere.games.risorgimento.movement.placing import put_down
from alfiere.games.risorgimento.sheets.ground import SIDES, Piece
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.posts import making_room, place_on, sector_of, side_line, side_of
from alfiere.games.risorgimento.state.unit import ARTILLERY, CAVALRY, INFANTRY, Unit
from alfiere.kernel.objection import Objection, because
from alfiere.table.fronts import flush_pose
from alfiere.table.legs import WHOLE, Footing, Leg, Shift, after
from alfiere.table.offers import legs_to
from alfiere.table.shapes import Point

RULE = "risorgimento.g.5.18"


class Entry(NamedTuple):
    """A way into a village or farm: the legs to its border, what all costs, where the unit stands then."""

    plan: Plan | None  # None: it stands at the border already
    cost: int
    end: Footing
    post: str


def make_room(g: BattleGame, unit: Unit, post: str) -> None:
    """Before a unit takes a side of a farm, the battery in there goes to the side across."""
    sector, _, name = post.partition("/")
    side = next(one for one in SIDES if one == name)
    for gun, place, across in making_room(g.state, unit, sector, side):
        put_down(g, gun, place, "post", ("risorgimento.g.5.16",), across)


def is_defended(s: BattleState, piece: str, unit: Unit) -> bool:
    """Whether an enemy inside could man the side that is approached: it is attacked, not entered (.g.5.13)."""
    foes = (one for one in s.foes(unit.seat) if sector_of(one) == piece and one.is_steady)
    return any(one.arm == INFANTRY and not is_in_contact(s, one) for one in foes)


# Entering


def entries(o: Outset) -> Iterator[Entry]:
    """The ways into the villages and farms within reach, on every free side."""
    found = (judge_entry(o, post) for post in posts_near(o.s, o.unit) if may_reach(o, post))
    return (one for one in found if isinstance(one, Entry))


def may_reach(o: Outset, post: str) -> bool:
    """Whether a side may be near enough for all it has: cheap to know, and wrong only in saying yes."""
    rect = o.s.ground.pieces[post.partition("/")[0]].rect
    assert rect is not None
    left, top, right, bottom = rect
    (x, y), far = o.start.pose.point, o.farthest
    return left - far <= x <= right + far and top - far <= y <= bottom + far


def posts_near(s: BattleState, unit: Unit) -> Iterator[str]:
    """The sides of villages and farms it might get to."""
    near = (piece for piece in s.ground.built_up if _is_near(s, unit, piece))
    return (f"{piece.id}/{side}" for piece in near for side in SIDES)


def _is_near(s: BattleState, unit: Unit, piece: Piece) -> bool:
    assert piece.rect is not None
    left, top, right, bottom = piece.rect
    reach = 2500 * s.scale
    return left - reach <= unit.x <= right + reach and top - reach <= unit.y <= bottom + reach


def judge_entry(o: Outset, post: str, legs: Sequence[Leg] | None = None) -> Entry | Objection:
    """Whether a unit gets to a side of a sector or farm; by the cheapest way it finds, if none is given."""
    s, unit, has = o.s, o.unit, o.has
    piece_id, _, side = post.partition("/")
    piece = s.ground.pieces.get(piece_id)
    if piece is None or not piece.is_built_up or side not in SIDES:
        return because("no-such-post", RULE, unit=unit.id)
    end = None if o.why_not else place_on(s, unit, piece_id, side)
    why = o.why_not or _why_not_in(o, piece, end)
    if why is not None:
        return why
    assert end is not None
    why = why_not_back(o, end)
    if why is not None:
        return why
    once = s.ground.known.goings[piece.kind.id].once.get(s.tables.mover(unit.arm, unit.formation), 0)
    street = _street(s, unit, piece)
    if street is not None:
        why = _why_not_over(s, unit, unit.pose.point, piece)
        if why is not None:
            return why
        cost = once + (o.manoeuvre().paid(o.start, Shift(street)) or 0)
        return Entry(None, cost, end, post) if cost <= has else because("too-far", RULE, unit=unit.id)
    plans = [_over_no_water(s, unit, o.judge(legs), piece)] if legs else _approaches(o, piece)
    best = min((one for one in plans if isinstance(one, Plan)), key=lambda one: one.cost, default=None)
    if best is None:
        against = [one for one in plans if isinstance(one, Objection)]
        telling = (one for one in against if one.key != "no-such-leg")  # that there are other legs says nothing here
        return next(telling, because("no-way-in", RULE, unit=unit.id))
    if best.cost + once > has or not s.ground.is_within(piece_id, best.end.outline, s.scene.field.touch):
        return because("too-far", RULE, unit=unit.id)
    return Entry(best, best.cost + once, end, post)


def _why_not_in(o: Outset, piece: Piece, end: Footing | None) -> Objection | None:
    s, unit = o.s, o.unit
    if unit.arm == CAVALRY:
        return because("no-cavalry", "risorgimento.g.5.16", unit=unit.id)
    if o.foes:
        return because("in-contact", "risorgimento.e.8.10", unit=unit.id)
    if sector_of(unit) == piece.id:
        return because("in-post", RULE, unit=unit.id)
    if unit.arm == ARTILLERY and not s.ground.road_at(*unit.pose.point):  # along a road only, table 5
        return because("road-only", "risorgimento.e.5.1", unit=unit.id)
    if end is None:
        return because("no-room", "risorgimento.g.5.2", unit=unit.id, piece=piece.id)
    if is_defended(s, piece.id, unit):
        return because("defended", "risorgimento.g.5.13", unit=unit.id, piece=piece.id)
    return None


def _street(s: BattleState, unit: Unit, piece: Piece) -> int | None:
    """How far it is to the border for who stands at it, mostly nothing; None for others.

    From a side of one sector it goes only across that side (risorgimento.g.5.18), into the sector that lies against it
    or over a bridge that joins the two, where nobody would have room to stand in between (risorgimento.g.6.3).
    """
    if not unit.post:
        return 0 if s.ground.is_within(piece.id, s.base(unit).outline, s.scene.field.touch) else None
    far = s.ground.across(sector_of(unit), side_of(unit), piece.id)
    return far if far is not None and far < s.shape(unit).depth else None


def _why_not_over(s: BattleState, unit: Unit, start: Point, piece: Piece) -> Objection | None:
    """Why it cannot go in from there: between it and the houses is water that it does not cross (.e.5.1)."""
    assert piece.rect is not None
    left, top, right, bottom = piece.rect
    border = max(left, min(right, start[0])), max(top, min(bottom, start[1]))
    return why_not_over(s, unit, start, border)


def _over_no_water(s: BattleState, unit: Unit, plan: Plan | Objection, piece: Piece) -> Plan | Objection:
    """A way to the border, if it leads in from there."""
    return plan if isinstance(plan, Objection) else _why_not_over(s, unit, plan.end.pose.point, piece) or plan


def _approaches(o: Outset, piece: Piece) -> list[Plan | Objection]:
    """What ways to the border come to; they are the same whichever of its sides the unit is to take."""
    if piece.id not in o.approaches:
        found = (o.judge(way) for way in _ways_to(o, piece))
        o.approaches[piece.id] = [_over_no_water(o.s, o.unit, one, piece) for one in found]
    return o.approaches[piece.id]


def _ways_to(o: Outset, piece: Piece) -> Iterator[tuple[Leg, ...]]:
    """Straight ahead to the border, or with the front along a side that it sees."""
    if o.unit.post:
        return
    start, m = o.start, o.manoeuvre()
    met = m.run(start, Shift(m.pace(start).speed)) if m.pace(start).speed else None
    if met is not None and met.by == piece.id and met.far > 0:
        yield (Shift(met.far),)
    for side in SIDES:
        yield from legs_to(m.pace(start), start, flush_pose(start.shape, side_line(o.s, piece.id, side), 0))


# Other sides


def judge_side(s: BattleState, unit: Unit, post: str) -> Entry | Objection:
    """Whether a unit may change to another side of its sector or farm (risorgimento.g.5.18)."""
    piece, _, side = post.partition("/")
    why = hindered(s, unit)
    if why is not None:
        return why
    if not unit.post or piece != sector_of(unit) or side not in SIDES or side == side_of(unit):
        return because("no-such-post", RULE, unit=unit.id)
    if engaged(s, unit):
        return because("in-contact", "risorgimento.e.8.10", unit=unit.id)
    place, price = place_on(s, unit, piece, side), s.tables.shares.side
    if place is None:
        return because("no-room", "risorgimento.g.5.2", unit=unit.id, piece=piece)
    if price > budget(s, unit):
        return because("too-far", RULE, unit=unit.id)
    return Entry(None, price, place, post)


# Leaving


def judge_leaving(s: BattleState, unit: Unit, legs: Sequence[Leg]) -> Plan | Objection:
    """Straight across the side where it stands, and on from there (risorgimento.g.5.18)."""
    why = hindered(s, unit)
    if why is not None:
        return why
    if not unit.post:
        return because("no-such-post", RULE, unit=unit.id)
    if engaged(s, unit):
        return because("in-contact", "risorgimento.e.8.10", unit=unit.id)
    return _out(s, unit, s.footing(unit), legs)


def _out(s: BattleState, unit: Unit, start: Footing, legs: Sequence[Leg], spent: int = 0) -> Plan | Objection:
    """Out of a village over the side on which it stands, or will stand when it has spent so much."""
    m, out = manoeuvre(s, unit), Shift(start.shape.depth)
    first = legs[0] if legs else None
    if not isinstance(first, Shift) or first.aside or first.length < out.length:
        return because("leaves-ahead", RULE, unit=unit.id)
    outside, paid, has = after(start, out), m.paid(start, out), budget(s, unit)
    if paid is None or spent + paid > has:
        return because("too-far", "risorgimento.e.3.2.1", unit=unit.id)
    why = why_not_over(s, unit, start.pose.point, outside.pose.point)
    if why is not None:
        return why
    refusal = m.stands(outside)
    if refusal is not None:
        return objection(s, unit, refusal)
    more = (Shift(first.length - out.length),) if first.length > out.length else ()
    rest = (*more, *legs[1:])
    if not rest:
        return Plan(tuple(legs), spent + paid, outside, PLAIN, has)
    found = Outset(s, unit, outside).judge_on(rest, spent + paid)
    return found if isinstance(found, Objection) else found._replace(legs=tuple(legs))


# Passing through


def judge_passing(o: Outset, post: str, far: int, legs: Sequence[Leg] | None = None) -> tuple[Entry, Plan] | Objection:
    """In and out again over a side in the same move, so far straight on: what infantry may do (table 5)."""
    entry = judge_entry(o, post, legs)
    if isinstance(entry, Objection):
        return entry
    if o.unit.arm != INFANTRY:
        return because("no-way-in", "risorgimento.e.5.1", unit=o.unit.id)
    plan = _out(o.s, o.unit, entry.end, (Shift(far),), entry.cost)
    return plan if isinstance(plan, Objection) else (entry, plan)


def passages(o: Outset, entry: Entry) -> Iterator[int]:
    """How far on it may go that passes through: just out, and as far as what is left pays for."""
    if o.unit.arm != INFANTRY:
        return
    s, unit, least, left = o.s, o.unit, entry.end.shape.depth, o.has - entry.cost
    most = left * s.tables.speed(unit.profile.moves, entry.end.formation) // WHOLE
    for far in dict.fromkeys((least, most)):
        if far >= least and isinstance(_out(s, unit, entry.end, (Shift(far),), entry.cost), Plan):
            yield far
