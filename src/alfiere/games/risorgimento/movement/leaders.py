"""Commanders on the move: like light cavalry in column, freely, and whom they join (cmd.6, cmd.11, cmd.14)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Final

from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.morale.leaders_lost import attachable
from alfiere.games.risorgimento.movement.costs import Fare
from alfiere.games.risorgimento.movement.moves import read_pose
from alfiere.games.risorgimento.sheets.ground import going
from alfiere.games.risorgimento.sheets.tables import tables
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.unit import CAVALRY, MARCH, OF_COMMANDER, ON, Commander, Unit
from alfiere.games.risorgimento.told.movement import CommanderRode
from alfiere.kernel.decision import Args, Decision, Draw, Grouped, Option, first_drawn
from alfiere.kernel.drawing import Drawn, budget, footprint, way
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.table.barriers import EDGE, FAR, Refusal
from alfiere.table.fronts import bearing
from alfiere.table.headings import FULL_TURN, divided
from alfiere.table.legs import WHOLE, Footing, Leg, Pace, Shift
from alfiere.table.manoeuvre import Manoeuvre
from alfiere.table.measuring import FINE, fine_length
from alfiere.table.offers import Move, farthest, judged
from alfiere.table.shapes import Pose

HAS_RIDDEN = OF_COMMANDER.bare("has ridden", TURN)  # once a turn, risorgimento.cmd.14
RULE: Final = "risorgimento.cmd.14"
ATTACHED: Final = "risorgimento.cmd.11"
NEAR: Final = 2600  # hundredths: whom a commander is offered to join
MOST_JOINED: Final = 6
ABOUT: Final = range(0, FULL_TURN, FULL_TURN // 8)
ROUND: Final = ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1))


@lru_cache(maxsize=8)
def _pace(figures: int, moves: str) -> Pace:
    return Pace(tables(figures).speed(moves, MARCH), is_free=True, going=going(CAVALRY, MARCH))


def rider(s: BattleState, id: str, seat: str, moves: str = "commander") -> Manoeuvre:
    """What may be in the way of a commander or courier: enemy units and closed ground; he passes through friends.

    So does he out of the houses into which he has come with a unit, or among which he was set up. A courier minds no
    units at all (risorgimento.a.3.8): he leaves them out himself.
    """
    friends = {one.id for one in s.units.values() if one.seat == seat}
    houses = s.ground.built_up_at(s.commanders[id].x, s.commanders[id].y) if id in s.commanders else ""
    paces, fare = {MARCH: _pace(s.scale, moves)}, Fare(s.ground, CAVALRY)
    return Manoeuvre(s.scene, id, paces, through=friends, out_of=houses, fare=fare)


def ride_to(m: Manoeuvre, start: Footing, pose: Pose) -> Move | Refusal:
    """Straight to a place, turning freely, terrain paid as light cavalry (risorgimento.cmd.6, .cmd.14)."""
    dx, dy = pose.x - start.pose.x, pose.y - start.pose.y
    length = divided(fine_length(dx, dy), FINE)
    turned = start._replace(pose=start.pose._replace(heading=pose.heading))
    if not length:
        return Move((), 0, turned)
    leg = Shift(length, (bearing((0, 0), (dx, dy)) - pose.heading) % FULL_TURN)
    legs: tuple[Leg, ...] = (leg,)
    return judged(m, turned, legs)


def footing(s: BattleState, who: Commander) -> Footing:
    """How a commander stands."""
    return Footing(MARCH, s.tables.bases.commander.shape, who.pose)


def may_ride(s: BattleState, who: Commander, group: str) -> bool:
    """While a formation under him is moved, the highest with any of their side; once a turn (risorgimento.cmd.14)."""
    leader = s.commanders[group]
    if who.seat != leader.seat or not who.commands or HAS_RIDDEN.is_on(who):
        return False
    return who.rank in ("CIC", "CC") or who is leader or who in s.chain(leader) or leader in s.chain(who)


def objection(s: BattleState, who: Commander, pose: Pose, unit: str, m: Manoeuvre | None = None) -> Objection | None:
    """Why a commander cannot ride there, or not be attached there to this unit; ``m``: what may be in his way."""
    found = ride_to(m or rider(s, who.id, who.seat), footing(s, who), pose)
    if isinstance(found, Refusal):
        keys = {FAR: "too-far", EDGE: "off-table"}
        rule = "risorgimento.cmd.6" if found.reason == FAR else RULE
        return because(keys.get(found.reason, "no-room-for-leader"), rule, commander=who.id)
    if unit and unit not in (one.id for one in _touched(s, who, pose)):
        return because("not-touching", ATTACHED, commander=who.id, target=unit)
    return None


def _touched(s: BattleState, who: Commander, pose: Pose) -> list[Unit]:
    there = who.copy()
    there.x, there.y, there.heading = pose
    return attachable(s, there)


def ride_for(s: BattleState, who: Commander) -> Decision:
    """Where a commander goes, and whom he joins."""
    return Decision(
        who.seat,
        "ride",
        Grouped(("stay", "ride", "ride"), partial(_offered, s, who), partial(_one, s, who)),
        {"commander": who.id},
        (RULE,),
        free=partial(_pointed, s, who),
    )


def _option(who: Commander, pose: Pose, unit: str) -> Option:
    joined = {"with": unit} if unit else {}
    return Option("ride", {"commander": who.id, "to": list(pose), **joined}, (RULE, ATTACHED) if unit else (RULE,))


def _offered(s: BattleState, who: Commander, place: int) -> list[Option]:
    if place == 0:
        joined = [{}, *({"with": one.id} for one in attachable(s, who))]
        return [Option("stay", {"commander": who.id, **one}, (RULE,)) for one in joined]
    found: dict[Pose, Option] = {}
    m = rider(s, who.id, who.seat)
    for wanted in _beside_units(s, who) if place == 1 else _among_units(s, who):
        option = _judged(s, who, m, wanted)
        if option is not None:
            found.setdefault(Pose(*option["to"]), option)
    if place == 2 and not found:  # who is barred from his men by water or houses has to ride round
        found = {move.end.pose: _option(who, move.end.pose, "") for move in farthest(m, footing(s, who), ABOUT)}
    return list(found.values())


def _one(s: BattleState, who: Commander, place: int, draw: Draw) -> Option | None:
    """One of a group at random: only as many places are looked at as it takes."""
    if place == 0:
        found = _offered(s, who, 0)
        return found[int(draw() * len(found))]
    wanted = [*(_beside_units(s, who) if place == 1 else _among_units(s, who))]
    return first_drawn(wanted, partial(_judged, s, who, rider(s, who.id, who.seat)), draw) if wanted else None


def _judged(s: BattleState, who: Commander, m: Manoeuvre, wanted: tuple[Pose, str]) -> Option | None:
    """There with a unit; with nobody there, or at the first place near it where he can stand."""
    pose, unit = wanted
    there = _clear(s, who, m, pose) if not unit else pose if objection(s, who, pose, unit, m) is None else None
    return None if there is None else _option(who, there, unit)


def _below(s: BattleState, who: Commander) -> list[Unit]:
    """The units of his command that are still good for something, the nearest first."""
    below = {who.id, *(one.id for one in s.commanders.values() if who in s.chain(one))}
    steady = [one for one in s.side(who.seat) if one.commander in below and one.is_steady]
    return sorted(steady, key=lambda one: ((one.x - who.x) ** 2 + (one.y - who.y) ** 2, one.id))


def _beside_units(s: BattleState, who: Commander) -> Iterator[tuple[Pose, str]]:
    far = NEAR * s.scale
    near = [one for one in _below(s, who) if max(abs(one.x - who.x), abs(one.y - who.y)) <= far]
    for unit in near[:MOST_JOINED]:
        if unit.id != who.unit:
            yield s.beside(unit), unit.id


def _among_units(s: BattleState, who: Commander) -> Iterator[tuple[Pose, str]]:
    """Towards the middle of those he commands and towards his superior: all the way if he can, and half of it."""
    units, above = _below(s, who), s.commanders.get(who.superior)
    goals = [above.pose.point] if above is not None and above.where == ON else []
    if units:
        goals.insert(0, (sum(one.x for one in units) // len(units), sum(one.y for one in units) // len(units)))
    speed = _pace(s.scale, "commander").speed
    for x, y in goals:
        dx, dy = x - who.x, y - who.y
        far = max(1, fine_length(dx, dy) // FINE)
        for part in (speed, speed // 2):
            share = min(part, far)
            yield Pose(who.x + dx * share // far, who.y + dy * share // far, who.heading), ""


def _clear(s: BattleState, who: Commander, m: Manoeuvre, pose: Pose) -> Pose | None:
    """That place or the first near it where he can stand: he ends on no unit (risorgimento.cmd.14)."""
    x, y, heading = pose
    places = (Pose(x + far * dx, y + far * dy, heading) for far in (0, 300, 600) for dx, dy in ROUND[: 8 if far else 1])
    return next((pose for pose in places if objection(s, who, pose, "", m) is None), None)


def _pointed(s: BattleState, who: Commander, key: str, args: Args) -> Option | Objection | None:
    pose, unit = read_pose(args.get("to")), args.get("with", "")
    if key != "ride" or pose is None or args.get("commander") != who.id or not isinstance(unit, str):
        return None
    if set(args) - {"commander", "to", "with"}:
        return None
    return objection(s, who, pose, unit) or Option("ride", dict(args), (RULE,))


def ride(g: BattleGame, who: Commander, chosen: Option) -> None:
    """He goes there, and is attached to the unit he has named, or to nobody any more (risorgimento.cmd.11)."""
    HAS_RIDDEN.put(who)
    before = who.pose
    if chosen.key == "ride":
        who.x, who.y, who.heading = chosen["to"]
        who.unit = chosen.get("with") or ""
    elif chosen.get("with"):
        who.unit = chosen["with"]
    if who.pose != before or chosen.get("with"):
        g.tell(CommanderRode(who.id, before, who.pose, who.unit, chosen.rules))


def command_ride(g: BattleGame, who: Commander) -> Procedure[None]:
    """A commander's move."""
    chosen = yield ride_for(g.state, who)
    ride(g, g.state.commanders[who.id], chosen)


def sketch(s: BattleState, option: Option) -> list[Drawn]:
    """His way."""
    who, pose = s.commanders[option["commander"]], read_pose(option.get("to"))
    if pose is None:
        return []
    found = ride_to(rider(s, who.id, who.seat), footing(s, who), pose)
    if isinstance(found, Refusal):
        return []
    end = found.end
    drawn = [way([who.pose.point, end.pose.point]), footprint(end.pose, end.shape, "")]
    return [*drawn, budget(end.pose.point, found.cost, WHOLE)]
