"""Chapters 3.2.9, 1.6.12-1.6.14 and 5.19: leaders and characters ride, join and leave units, raise the standard."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from alfiere.battles.marks import TURN
from alfiere.battles.open_battle import SEATS, other
from alfiere.battles.setting_up import pose_of
from alfiere.battles.standing import near
from alfiere.battles.ways import squared
from alfiere.games.fucilieri.morale.leaders_lost import RAISED, join, lose_leader, saving_throw
from alfiere.games.fucilieri.sheets.ground import going
from alfiere.games.fucilieri.sheets.terrain import LEADER_ON_FOOT, MOUNTED_LEADER
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.command import Command
from alfiere.games.fucilieri.state.leader import CAPTURED, GENERAL, GONE_WITH_UNIT, OF_LEADER, STANDARD, Leader
from alfiere.games.fucilieri.state.standing import is_engaged, leader_outline
from alfiere.games.fucilieri.state.unit import Unit
from alfiere.games.fucilieri.told.before import LeaderRode, StandardRaised
from alfiere.kernel.decision import Args, Decision, Draw, Grouped, Option, Seat, first_drawn
from alfiere.kernel.drawing import Drawn, way
from alfiere.kernel.drawing import command as radius
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.table.barriers import EDGE, FAR, Refusal
from alfiere.table.goals import contact_place
from alfiere.table.headings import offset
from alfiere.table.legs import WHOLE
from alfiere.table.measuring import gap, root_up, within
from alfiere.table.reach import Journey, Way
from alfiere.table.shapes import Base, Pose, base, outline_of

RIDE, STAY, RAISE, NOT_YET = "ride", "stay", "raise-standard", "not-yet"
SPEED: Final = "fucilieri.3.2.2.4"
JOINS: Final = "fucilieri.3.2.9.1"
WHOM: Final = "fucilieri.3.2.9.2"
GROUND: Final = "fucilieri.5.19"
STANDARD_RULE: Final = "fucilieri.1.6.12"
EXPOSED: Final = "fucilieri.1.6.14"
NEARBY: Final = 4  # units he thinks of riding to
HAS_RIDDEN = OF_LEADER.bare("ridden", TURN)


# How far and where


def allowance(s: State, who: Leader) -> int:
    """How far he rides: half with a raised standard, less what he has come with a unit (.1.6.13a, .3.2.9.5)."""
    far = who.moves.speed["alone"]
    if who.role == STANDARD and s.standard[who.seat] == RAISED:
        far = far * s.tables.shares.half_rate // WHOLE
    return max(0, far - sum(GONE_WITH_UNIT.all(who)))


def journey(s: State, who: Leader) -> Journey:
    """All he can reach: through friends, without paying for the ground, where it is not closed to him (.5.19)."""
    friends = {one.id for one in s.side(who.seat)}
    how = going(LEADER_ON_FOOT if who.is_on_foot else MOUNTED_LEADER)
    return s.scene.journey(base(who.id, who.shape, *who.pose), allowance(s, who), going=how, leave_out=friends)


def may_join(s: State, who: Leader) -> list[Unit]:
    """The units that he may join: a general those of his command, all others any of the army (fucilieri.3.2.9.2)."""
    return [one for one in s.side(who.seat) if who.role != GENERAL or one.command == who.command]


def bound(s: State, who: Leader) -> Objection | None:
    """Why he cannot leave: the unit he has joined is engaged (fucilieri.3.2.9.1)."""
    if who.joined and is_engaged(s.units[who.joined]):
        return because("unit-engaged", JOINS, leader=who.id, unit=who.joined)
    return None


def why_not(s: State, who: Leader, pose: Pose, unit: str, trip: Journey | None = None) -> Objection | None:
    """Why he cannot ride there, or not join that unit there."""
    held = bound(s, who)
    if held is not None:
        return held
    found = (trip or journey(s, who)).way(*pose.point)
    if isinstance(found, Refusal):
        key = {FAR: "leader-too-far", EDGE: "leader-off-table"}.get(found.reason, "leader-barred")
        return because(key, SPEED if found.reason in (FAR, EDGE) else GROUND, leader=who.id)
    there = Base(who.id, who.shape, pose, outline_of(who.shape, pose))
    if not unit:
        taken = s.scene.overlapping(there)
        return because("no-room-for-leader", "fucilieri.0.17", leader=who.id) if taken else None
    if unit not in [one.id for one in may_join(s, who)]:
        return because("not-his-unit", WHOM, leader=who.id, unit=unit)
    if not within(there.outline, s.base(s.units[unit]).outline, s.field.touch):
        return because("not-touching", JOINS, leader=who.id, unit=unit)
    return None


# The question


def ride_for(s: State, who: Leader) -> Decision:
    """Where a leader or character goes, and whom he joins."""
    options = Grouped((STAY, RIDE, RIDE), partial(_offered, s, who), partial(_one, s, who))
    return Decision(who.seat, RIDE, options, {"leader": who.id}, (SPEED,), free=partial(_pointed, s, who))


def _option(who: Leader, pose: Pose, unit: str) -> Option:
    joined = {"unit": unit} if unit else {}
    return Option(RIDE, {"leader": who.id, "to": list(pose), **joined}, (SPEED, JOINS) if unit else (SPEED,))


def _offered(s: State, who: Leader, place: int) -> list[Option]:
    if place == 0:
        return [Option(STAY, {"leader": who.id}, (SPEED,))]
    if bound(s, who) is not None:
        return []
    trip, found = journey(s, who), list[Option]()
    for option in _to_join(s, who, trip) if place == 1 else _by_himself(s, who, trip):
        if option not in found:
            found.append(option)
    return found


def _one(s: State, who: Leader, place: int, draw: Draw) -> Option | None:
    """One of a group at random: only as many ways are looked for as it takes."""
    if place != 1 or bound(s, who) is not None:
        found = _offered(s, who, place)
        return found[int(draw() * len(found))] if found else None
    return first_drawn(_wanted(s, who), partial(_joining, s, who, journey(s, who)), draw)


def _wanted(s: State, who: Leader) -> list[Unit]:
    """Few units worth riding to: those in trouble first, then the nearest."""
    here, reach = who.pose.point, allowance(s, who)
    own = [one for one in may_join(s, who) if one.id != who.joined]
    close = [one for one in own if squared(one.pose.point, here) <= (reach + s.tables.distances.refuge) ** 2]
    return sorted(close, key=lambda one: (one.is_ok, squared(one.pose.point, here), one.id))[:NEARBY]


def _to_join(s: State, who: Leader, trip: Journey) -> Iterator[Option]:
    return (option for one in _wanted(s, who) if (option := _joining(s, who, trip, one)) is not None)


def _joining(s: State, who: Leader, trip: Journey, one: Unit) -> Option | None:
    """Right behind it, or where he touches it if he comes straight."""
    touching = contact_place(trip, s.base(one).outline, *who.pose.point)
    for there in (s.behind(one, who), touching and Pose(*touching, who.heading)):
        if there is not None and why_not(s, who, there, one.id, trip) is None:
            return _option(who, there, one.id)
    return None


def _by_himself(s: State, who: Leader, trip: Journey) -> Iterator[Option]:
    """In the middle of his command, as far towards it as he gets; beside his condottiero; off the units he is with."""
    own = s.units_of(who.command)
    chief = s.condottiero(who.seat)
    goals = []
    if own and who.is_commander:
        goals.append((sum(one.x for one in own) // len(own), sum(one.y for one in own) // len(own)))
    if chief.is_on and chief.id != who.id:
        goals.append(chief.pose.point)
    for x, y in goals:
        far = max(1, root_up(squared((x, y), who.pose.point)))
        most = min(allowance(s, who), far)
        x, y = who.x + (x - who.x) * most // far, who.y + (y - who.y) * most // far
        there = _about(s, who, Pose(x, y, who.heading))
        if there is not None and there != who.pose and why_not(s, who, there, "", trip) is None:
            yield _option(who, there, "")


def _about(s: State, who: Leader, pose: Pose) -> Pose | None:
    """There, or the first place beside it that is free."""
    step = who.shape.depth
    for ahead, right in ((0, 0), (-step, 0), (0, step), (0, -step), (step, 0), (-2 * step, 0)):
        dx, dy = offset(pose.heading, ahead, right)
        there = Pose(pose.x + dx, pose.y + dy, pose.heading)
        if not s.scene.overlapping(base(who.id, who.shape, *there)):
            return there
    return None


def _pointed(s: State, who: Leader, key: str, args: Args) -> Option | Objection | None:
    pose, unit = pose_of(args.get("to")), args.get("unit", "")
    if key != RIDE or pose is None or args.get("leader") != who.id or not isinstance(unit, str):
        return None
    if set(args) - {"leader", "to", "unit"} or (unit and unit not in s.units):
        return None
    return why_not(s, who, pose, unit) or _option(who, pose, unit)


# Riding


def still_to_ride(s: State, command: str) -> list[str]:
    """The leader and the characters of a command who have not yet had their move (fucilieri.3.2.1.1d)."""
    own = (one for one in s.leaders.values() if one.command == command and one.is_on)
    return [one.id for one in own if not HAS_RIDDEN.is_on(one)]


def leaders_move(g: FucilieriGame, command: Command) -> Procedure[None]:
    """All of them, one after the other; begun again, it goes on with those who are left."""
    while waiting := still_to_ride(g.state, command.id):
        yield from ride(g, waiting[0])


def ride(g: FucilieriGame, id: str) -> Procedure[None]:
    """One has his move: he is with the unit he names, or, once he has left it, with nobody (fucilieri.3.2.9.1)."""
    who = g.state.leaders[id]
    if bound(g.state, who) is None:
        chosen = yield ride_for(g.state, who)
        who = g.state.leaders[id]
        if chosen.key == RIDE:
            before, unit = who.pose, chosen.get("unit") or ""
            who.joined = ""
            who.x, who.y, who.heading = chosen["to"]
            if unit:
                join(g.state, who, g.state.units[unit])
            g.tell(LeaderRode(id, before, who.pose, unit, chosen.rules))
    HAS_RIDDEN.put(who)


def sketch(s: State, option: Option) -> list[Drawn]:
    """His way, and how far he commands from there."""
    who, pose = s.leaders[option["leader"]], pose_of(option.get("to"))
    found = journey(s, who).way(*pose.point) if pose is not None else None
    if not isinstance(found, Way):
        return []
    return [way(found.points), *([radius(found.end, who.radius)] if who.radius else [])]


# Who is caught alone


def exposed(g: FucilieriGame) -> None:
    """At the end of rounds 2, 3 and 5 who is alone and near an enemy saves himself or is captured (.1.6.14)."""
    for id in in_danger(g.state):
        who = g.state.leaders[id]
        if saving_throw(g, who, rule=EXPOSED) and _takes_refuge(g, who):
            continue
        lose_leader(g, who, CAPTURED, EXPOSED)


def in_danger(s: State) -> list[str]:
    """Those who have joined nobody and are so near to an enemy unit, in the order in which commands act."""
    found = [
        one
        for one in s.leaders.values()
        if one.is_on and not one.joined and near(s, leader_outline(one), s.tables.distances.alone, other(one.seat))
    ]
    return [one.id for one in sorted(found, key=lambda one: s.commands[one.command].execution)]


def _takes_refuge(g: FucilieriGame, who: Leader) -> bool:
    """He is placed in contact with the nearest friend, if one is near enough, and has not joined it (.1.6.14)."""
    s, here, before = g.state, leader_outline(who), who.pose
    close = near(s, here, s.tables.distances.refuge, who.seat)
    if not close:
        return False
    friend = min(close, key=lambda one: (gap(here, s.base(one).outline), one.id))
    who.x, who.y, who.heading = _beside(s, who, friend)
    g.tell(LeaderRode(who.id, before, who.pose, "", (EXPOSED,), friend.id))
    return True


def _beside(s: State, who: Leader, friend: Unit) -> Pose:
    """Behind a unit, or at the first of its other sides where there is room."""
    there, mine = s.shape(friend), who.shape
    ahead, aside = (there.depth + mine.depth) // 2, (there.width + mine.width) // 2
    poses = []
    for off in ((-ahead, 0), (0, aside), (0, -aside), (ahead, 0)):
        dx, dy = offset(friend.heading, *off)
        poses.append(Pose(friend.x + dx, friend.y + dy, friend.heading))
    bases = (base(who.id, mine, *pose) for pose in poses)
    free = (one.pose for one in bases if s.scene.is_on_table(one.outline) and not s.scene.overlapping(one))
    return next(free, poses[0])


# The standard


def bearer(s: State, seat: Seat) -> Leader | None:
    """Who carries the army standard of a side, on the table."""
    own = (one for one in s.leaders.values() if one.seat == seat and one.role == STANDARD and one.is_on)
    return next(own, None)


def bearer_ready(s: State, seat: Seat) -> bool:
    """Whether a side may raise its standard: it is furled, and the bearer is near the condottiero (.1.6.12)."""
    who, chief = bearer(s, seat), s.condottiero(seat)
    if who is None or s.standard[seat] or not chief.is_on:
        return False
    return within(leader_outline(who), leader_outline(chief), s.tables.distances.standard)


def raise_or_not(g: FucilieriGame, seat: Seat) -> Procedure[None]:
    """A side decides whether its standard is raised; once it is, it stays so (fucilieri.1.6.12)."""
    if not bearer_ready(g.state, seat):
        return
    options = [Option(RAISE, {}, (STANDARD_RULE,)), Option(NOT_YET, {}, (STANDARD_RULE,))]
    chosen = yield Decision(seat, RAISE, options, {}, (STANDARD_RULE,))
    who = bearer(g.state, seat)
    if chosen.key == RAISE and who is not None:
        g.state.standard[seat] = RAISED
        g.tell(StandardRaised(seat, who.id, (STANDARD_RULE,)))


def raise_standard(g: FucilieriGame) -> Procedure[None]:
    """At the start of round 1 both sides may (fucilieri.1.6.12)."""
    for seat in SEATS:
        yield from raise_or_not(g, seat)
