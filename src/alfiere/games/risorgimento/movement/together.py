"""A formation ordered as a body: ahead, a wheel, a change of formation; each unit goes as it could by itself (E.0).

Nobody is led into a zone of control or into contact by it, and who cannot go as the others do is left to be ordered by
himself. Where each is to go stands on the units, so that what happens to one on its way holds up none of the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.movement.costs import changes
from alfiere.games.risorgimento.movement.judging import HAS_ACTED, Outset, Plan
from alfiere.games.risorgimento.movement.moves import UnitDeed, drawn, way_to
from alfiere.games.risorgimento.movement.orders import obey
from alfiere.games.risorgimento.movement.places import open_ways
from alfiere.games.risorgimento.movement.zones import zones_on
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.unit import ARTILLERY, OF_UNIT, Unit
from alfiere.kernel.decision import Args, Option
from alfiere.kernel.drawing import Drawn
from alfiere.kernel.objection import Objection
from alfiere.kernel.procedure import Procedure
from alfiere.table.headings import FULL_TURN, divided, offset
from alfiere.table.legs import Footing, Shift, after
from alfiere.table.offers import farthest
from alfiere.table.shapes import Point, Pose

ADVANCE: Final = "advance-together"
WHEEL: Final = "wheel-together"
FORM: Final = "form-together"
VERBS: Final = (ADVANCE, WHEEL, FORM)
RULES: Final = ("risorgimento.e.0.3",)

LEAST: Final = 2  # of one unit it is a move like any other
TENTH: Final = 10  # hundredths: lengths are offered as one reads them off a tape
SHORTEST: Final = 100  # hundredths
ANGLES: Final = (450, 300, 150)  # of a wheel, the sharpest first


class Goal(NamedTuple):
    """Where a unit is to go with the others, as which of them, and in which formation."""

    number: int
    x: int
    y: int
    heading: int
    formation: str


GOAL = OF_UNIT.about("goes together", Goal, TURN)


# Who, and where to


def able(s: BattleState, group: str) -> list[Unit]:
    """The units of a formation that have still to move."""
    return [one for one in s.members(group) if one.is_steady and not HAS_ACTED.is_on(one)]


def bodies(s: BattleState, group: str) -> list[Option]:
    """The orders that at least two of its units can obey."""
    body = _body(s, group)
    if len(body) < LEAST:
        return []
    found = [*_advances(s, group, body), *_wheels(s, group, body), *_forms(s, group)]
    return [option for option, goals in found if len(goals) >= LEAST]


def _free(s: BattleState, group: str) -> list[Unit]:
    """Who may be ordered with the others: not who stands among houses, in a melee or in a zone of control."""
    starts = (Outset(s, one) for one in able(s, group) if not one.post)
    return [o.unit for o in starts if o.why_not is None and not o.foes and not o.owners]


def _body(s: BattleState, group: str) -> list[Unit]:
    """Those who look where most of them look, or aside of it by no more than they may go aside (.e.3.2.2)."""
    free = _free(s, group)
    if not free:
        return []
    heading = _heading(free)
    return [one for one in free if abs(_between(heading, one.heading)) <= s.tables.angles.oblique]


def _heading(units: Iterable[Unit]) -> int:
    return Counter(one.heading for one in units).most_common(1)[0][0]


def _between(heading: int, other: int) -> int:
    return (heading - other + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2


Goals = dict[str, Plan]  # of a unit's id
Offered = tuple[Option, Goals]


def _advances(s: BattleState, group: str, body: list[Unit]) -> Iterator[Offered]:
    """All by the same length, so that intervals stay: that which moves most men farthest, and half of it."""
    lengths = sorted(_farthest(s, body), reverse=True)
    far = max((far * number for number, far in enumerate(lengths, 1)), default=0)
    best = next((one for number, one in enumerate(lengths, 1) if one * number == far), 0)
    for length in (best, best // 2):
        length -= length % TENTH
        if length >= SHORTEST * s.scale:
            args = {"group": group, "far": length}
            yield _offer(ADVANCE, args, goals(s, ADVANCE, args))


def _farthest(s: BattleState, body: list[Unit]) -> Iterator[int]:
    """How far each could go the body's way, the foremost first, outside of zones of control."""
    heading, then = _heading(body), s.copy()
    for unit in (then.units[one.id] for one in _foremost(body, heading)):
        o = Outset(then, unit)
        for move in farthest(open_ways(o), o.start, (_between(heading, unit.heading) % FULL_TURN,), o.has):
            leg = move.legs[0]
            assert isinstance(leg, Shift)
            then.stand(unit, move.end)
            yield leg.length


def _wheels(s: BattleState, group: str, body: list[Unit]) -> Iterator[Offered]:
    """To each hand by the angle at which most of them keep up, the sharpest of those."""
    for hand in (-1, 1):
        found = []
        for angle in ANGLES:
            args = {"group": group, "angle": hand * angle}
            found.append(_offer(WHEEL, args, goals(s, WHEEL, args)))
        yield max(found, key=lambda one: len(one[1]))


def _forms(s: BattleState, group: str) -> Iterator[Offered]:
    """Every formation; guns are limbered one by one."""
    names = dict.fromkeys(name for one in _free(s, group) if one.arm != ARTILLERY for name in changes(s, one))
    for name in names:
        args = {"group": group, "formation": name}
        yield _offer(FORM, args, goals(s, FORM, args))


def _offer(verb: str, args: Args, goals: Goals) -> Offered:
    return Option(verb, {**args, "units": list(goals)}, RULES), goals


def goals(s: BattleState, verb: str, args: Args) -> Goals:
    """Where each would go, in the order in which they go, if nothing happens on the way."""
    then, found = s.copy(), dict[str, Plan]()
    for id, there in _wanted(s, verb, args):
        unit = then.units[id]
        plan = _plan(then, unit, there)
        if isinstance(plan, Plan) and not plan.is_strategic and not zones_on(then, unit, plan.end):
            found[id] = plan
            then.stand(unit, plan.end)
    return found


def _plan(s: BattleState, unit: Unit, there: Footing) -> Plan | Objection:
    if there.formation != unit.formation:
        return Outset(s, unit).judge([changes(s, unit)[there.formation]])
    return way_to(Outset(s, unit), there.pose)


def _wanted(s: BattleState, verb: str, args: Args) -> Iterator[tuple[str, Footing]]:
    """How each of them should stand, those first who make room for others."""
    if verb == FORM:
        formation = args["formation"]
        able_to = (one for one in _free(s, args["group"]) if formation in changes(s, one) and one.arm != ARTILLERY)
        yield from ((one.id, after(s.footing(one), changes(s, one)[formation])) for one in able_to)
        return
    body = _body(s, args["group"])
    heading = _heading(body)
    if verb == ADVANCE:
        dx, dy = offset(heading, args["far"])
        for one in _foremost(body, heading):
            yield one.id, _standing(s, one, Pose(one.x + dx, one.y + dy, one.heading))
        return
    angle = args["angle"]
    pivot, *others = sorted(body, key=lambda one: _across(one.pose.point, heading) * (1 if angle < 0 else -1))
    for one in (*reversed(others), pivot):  # the outer wing has the longest way and is in nobody's
        yield one.id, _standing(s, one, _wheeled(one.pose, pivot.pose.point, angle))


def _standing(s: BattleState, unit: Unit, pose: Pose) -> Footing:
    return s.footing(unit)._replace(pose=pose)


def _foremost(body: list[Unit], heading: int) -> list[Unit]:
    return sorted(body, key=lambda one: (-_ahead(one.pose.point, heading), one.id))


def _ahead(point: Point, heading: int) -> int:
    x, y = offset(heading, 1000)
    return x * point[0] + y * point[1]


def _across(point: Point, heading: int) -> int:
    return _ahead(point, (heading + FULL_TURN // 4) % FULL_TURN)


def _wheeled(pose: Pose, pivot: Point, angle: int) -> Pose:
    """A pose turned about a point."""
    dx, dy = pose.x - pivot[0], pose.y - pivot[1]
    (ax, ay), whole = offset(angle % FULL_TURN, 10**6), 10**6  # north turned by the angle
    cosine, sine = -ay, ax
    x, y = cosine * dx - sine * dy, sine * dx + cosine * dy
    return Pose(pivot[0] + divided(x, whole), pivot[1] + divided(y, whole), (pose.heading + angle) % FULL_TURN)


# Going


def order_together(s: BattleState, chosen: Option) -> None:
    """Tell each of them where to go."""
    for number, (id, plan) in enumerate(goals(s, chosen.key, chosen.args).items()):
        GOAL.put(s.units[id], Goal(number, *plan.end.pose, plan.end.formation))


def next_of(s: BattleState, group: str) -> Unit | None:
    """Who has still to go with the others."""
    members = s.members(group)
    if GOAL.first_bearer(members) is None:
        return None
    told = [(goal.number, one) for one in members if (goal := GOAL.first(one)) is not None]
    return min(told, key=lambda one: one[0])[1] if told else None


def go(g: BattleGame, unit: Unit, known: Mapping[str, UnitDeed]) -> Procedure[None]:
    """It goes as if it had been told alone; if it cannot any more, it is left to be told something else."""
    goal = GOAL.first(unit)
    assert goal is not None
    GOAL.clear(unit)
    if not unit.is_steady or HAS_ACTED.is_on(unit):
        return
    if goal.formation != unit.formation:
        order = Option("form", {"unit": unit.id, "formation": goal.formation}, RULES)
    else:
        order = Option("move", {"unit": unit.id, "to": [goal.x, goal.y, goal.heading]}, RULES)
    there = Footing(goal.formation, g.state.shape(unit, goal.formation), Pose(goal.x, goal.y, goal.heading))
    if isinstance(_plan(g.state, unit, there), Plan):
        yield from obey(g, unit, order, known)


# Showing


def sketch(s: BattleState, option: Option) -> list[Drawn]:
    """The way of each of them."""
    found = goals(s, option.key, option.args)
    return [one for id, plan in found.items() for one in drawn(s, s.units[id], plan) if one["kind"] != "budget"]


def left_behind(s: BattleState, option: Option) -> list[str]:
    """Those who would still be to be ordered."""
    return [one.id for one in able(s, option["group"]) if one.id not in option["units"]]
