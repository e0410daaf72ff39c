"""Chapters 8.2, 8.3, 8.7, 8.9 and 8.11: generals ride, join units, make way, and are replaced."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from alfiere.battles.open_battle import ON, SEATS, other
from alfiere.battles.standing import all_near, is_anybody_near, near
from alfiere.battles.ways import squared
from alfiere.games.lumi.morale.losses import seek_refuge
from alfiere.games.lumi.movement.moves import read_pose
from alfiere.games.lumi.sheets.ground import GENERAL
from alfiere.games.lumi.state.base import LOST, OF_GENERAL, ROUT, Base, General
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.standing import base_of_general, disc_at, is_in_melee
from alfiere.games.lumi.state.unit import bases_of, formed, unit_of
from alfiere.games.lumi.told.movement import GeneralRode, GeneralSucceeded
from alfiere.kernel.decision import Args, Decision, Draw, Grouped, Option, first_drawn
from alfiere.kernel.drawing import Drawn, command, way
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.table.barriers import EDGE, FAR, Refusal
from alfiere.table.headings import FULL_TURN, offset
from alfiere.table.measuring import overlaps, root_up, within
from alfiere.table.reach import Journey, Way
from alfiere.table.shapes import Base as Placed
from alfiere.table.shapes import Pose, base

RULE: Final = "lumi.8.2a"
ATTACHED: Final = "lumi.8.3a"
MEDIOCRE: Final = "mediocre"  # the grade of who takes a fallen general's place
NEARBY: Final = 6  # units a general thinks of riding to
AROUND: Final = 16  # directions in which a place is looked for
SUCCESSOR = OF_GENERAL.bare("successor")


# Where he may ride


def journey(s: State, who: General) -> Journey:
    """All he can reach: through friends, over all ground but what is impassable (lumi.8.2a, .3.1.10d)."""
    friends = {one.id for one in s.side(who.seat)}
    return s.scene.journey(base_of_general(s, who), s.tables.general_speed, going=GENERAL, leave_out=friends)


def own(s: State, who: General) -> list[Base]:
    """The bases he may join: of his division, the CiC of any (lumi.8.3a)."""
    return [one for one in s.side(who.seat) if who.is_cic or one.division == who.division]


def _disc(s: State, who: General, pose: Pose) -> Placed:
    return base(who.id, s.tables.general_base, *pose)


def why_not(s: State, who: General, pose: Pose, unit: str, trip: Journey | None = None) -> Objection | None:
    """Why a general cannot ride there, or not join that unit there."""
    if who.base and is_in_melee(s, s.bases[who.base]):
        return because("unit-in-melee", "lumi.8.3b", general=who.id)
    found = (trip or journey(s, who)).way(*pose.point)
    if isinstance(found, Refusal):
        key = {FAR: "general-too-far", EDGE: "general-off-table"}.get(found.reason, "no-room-for-general")
        return because(key, RULE, general=who.id)
    disc = _disc(s, who, pose).outline
    if not unit:
        is_taken = any(overlaps(s.base(one).outline, disc) for one in all_near(s, disc, 0, who.seat))
        return because("no-room-for-general", "lumi.1.1.6", general=who.id) if is_taken else None
    if unit not in [one.id for one in own(s, who)]:
        return because("not-his-unit", ATTACHED, general=who.id, unit=unit)
    if not within(disc, s.base(s.bases[unit]).outline, s.field.touch):
        return because("not-touching", ATTACHED, general=who.id, unit=unit)
    return None


# The question


def ride_for(s: State, who: General) -> Decision:
    """Where a general goes, and whom he joins."""
    verbs = ("stay", "ride", "ride")
    options = Grouped(verbs, partial(_offered, s, who), partial(_one, s, who))
    return Decision(who.seat, "ride", options, {"general": who.id}, (RULE,), free=partial(_pointed, s, who))


def _option(who: General, pose: Pose, unit: str) -> Option:
    joined = {"with": unit} if unit else {}
    return Option("ride", {"general": who.id, "to": list(pose), **joined}, (RULE, ATTACHED) if unit else (RULE,))


def _offered(s: State, who: General, place: int) -> list[Option]:
    if place == 0:
        return [Option("stay", {"general": who.id}, (RULE,))]
    trip = journey(s, who)
    found: dict[Pose, Option] = {}
    for pose, unit in _wanted(s, who, place):
        if pose not in found and (option := _judged(s, who, trip, (pose, unit))) is not None:
            found[pose] = option
    return list(found.values())


def _one(s: State, who: General, place: int, draw: Draw) -> Option | None:
    """One of a group at random: only as many ways are looked for as it takes."""
    if place == 0:
        return _offered(s, who, 0)[0]
    return first_drawn(list(_wanted(s, who, place)), partial(_judged, s, who, journey(s, who)), draw)


def _judged(s: State, who: General, trip: Journey, wanted: tuple[Pose, str]) -> Option | None:
    return _option(who, *wanted) if why_not(s, who, *wanted, trip) is None else None


def _wanted(s: State, who: General, place: int) -> Iterator[tuple[Pose, str]]:
    """Poses worth a ride, each with the unit he joins there."""
    if who.base and is_in_melee(s, s.bases[who.base]):
        return
    for pose, unit in _beside_units(s, who) if place == 1 else _among_units(s, who):
        if pose != who.pose or unit:
            yield pose, unit


def _near_units(s: State, who: General) -> list[Base]:
    """The first bases of those of his units near enough to ride to, the nearest first."""
    reach = 2 * s.tables.general_speed
    mine, here = {one.id for one in own(s, who) if one.state != ROUT}, (who.x, who.y)
    bases = [s.bases[unit.id] for unit in formed(s) if unit.seat == who.seat and not mine.isdisjoint(unit.ids)]
    near_ones = [(far, one.id) for one in bases if (far := squared((one.x, one.y), here)) <= reach**2]
    return [s.bases[id] for _, id in sorted(near_ones)[:NEARBY]]


def _beside_units(s: State, who: General) -> Iterator[tuple[Pose, str]]:
    """Right behind them, joined or not."""
    units = _near_units(s, who)
    for one in units:
        if one.id != who.base:
            yield s.behind(one), one.id
    for one in units:
        dx, dy = offset(one.heading, -s.shape(one).depth // 2 - 3 * s.tables.general_base.radius)
        yield Pose(one.x + dx, one.y + dy, one.heading), ""


def _among_units(s: State, who: General) -> Iterator[tuple[Pose, str]]:
    """In the middle of those he commands, as far towards it as he gets, and aside of it where somebody stands."""
    bases = [one for one in own(s, who) if one.state != ROUT]
    if not bases:
        return
    x, y = sum(one.x for one in bases) // len(bases), sum(one.y for one in bases) // len(bases)
    far = max(1, root_up(squared((x, y), who.pose.point)))
    for speed in (s.tables.general_speed, s.tables.general_speed // 2):
        most = min(speed, far)
        there = who.x + (x - who.x) * most // far, who.y + (y - who.y) * most // far
        for aside in (0, 100, 200):
            yield Pose(there[0], there[1] + aside, who.heading), ""
            yield Pose(there[0], there[1] - aside, who.heading), ""


def _pointed(s: State, who: General, key: str, args: Args) -> Option | Objection | None:
    pose, unit = read_pose(args.get("to")), args.get("with", "")
    if key != "ride" or pose is None or args.get("general") != who.id or not isinstance(unit, str):
        return None
    if set(args) - {"general", "to", "with"}:
        return None
    return why_not(s, who, pose, unit) or _option(who, pose, unit)


def ride(g: LumiGame, who: General) -> Procedure[None]:
    """A general's move: he is with the unit he names, or, once he has left it, with nobody (lumi.8.3a, .8.3b)."""
    chosen = yield ride_for(g.state, who)
    if chosen.key != "ride":
        return
    who = g.state.generals[who.id]
    before = who.pose
    who.x, who.y, who.heading = chosen["to"]
    who.base = chosen.get("with") or ""
    g.tell(GeneralRode(who.id, before, who.pose, who.base, chosen.rules))


def sketch(s: State, option: Option) -> list[Drawn]:
    """His way, and how far he commands from there."""
    who, pose = s.generals[option["general"]], read_pose(option.get("to"))
    found = journey(s, who).way(*pose.point) if pose is not None else None
    if not isinstance(found, Way):
        return []
    return [way(found.points), command(found.end, who.values.radius)]


# Who comes upon him


def make_way(g: LumiGame) -> None:
    """Generals alone whom an enemy touches seek refuge; those on whom friends stand go aside (lumi.8.9, .8.11)."""
    s, touch = g.state, g.state.field.touch
    for who in s.generals.values():
        if who.where != ON or who.base:
            continue
        disc = disc_at(who.x, who.y)
        if not is_anybody_near(s, disc, touch):
            continue
        if near(s, disc, touch, other(who.seat)):
            seek_refuge(g, who)
        elif any(overlaps(s.base(one).outline, disc) for one in all_near(s, disc, 0, who.seat)):
            _aside(g, who)


def _aside(g: LumiGame, who: General) -> None:
    """To the nearest free place."""
    s, before = g.state, who.pose
    for far in range(25, s.tables.general_speed, 25):
        for number in range(AROUND):
            dx, dy = offset(number * FULL_TURN // AROUND, far)
            pose = Pose(who.x + dx, who.y + dy, who.heading)
            disc = _disc(s, who, pose)
            if s.scene.is_on_table(disc.outline) and not s.scene.near(disc.outline, 0) and _is_open(s, pose):
                who.x, who.y, who.heading = pose
                g.tell(GeneralRode(who.id, before, pose, "", ("lumi.8.11",)))
                return


def _is_open(s: State, pose: Pose) -> bool:
    closed = s.ground.terrain.closed_areas(GENERAL)
    return not any(one.holds(*pose.point) for one in closed)


# Who takes his place


def successors(g: LumiGame) -> Procedure[None]:
    """In the Reinforcements phase each division without a general gets a mediocre one, beside a unit (lumi.8.7).

    A CiC who was also general of a division is followed in that alone (lumi.8.8).
    """
    for seat in SEATS:
        for who in [one for one in g.state.generals.values() if one.seat == seat and one.where == LOST]:
            units = [one for one in formed(g.state) if g.state.bases[one.id].division == who.division]
            if not who.division or not units:
                continue
            options = [Option("succeed", {"general": who.id, "unit": one.id}, ("lumi.8.7",)) for one in units]
            chosen = options[0]
            if len(options) > 1:
                chosen = yield Decision(seat, "succeed", options, {"general": who.id}, ("lumi.8.7",))
            _appoint(g, g.state.generals[who.id], g.state.bases[chosen["unit"]])


def _appoint(g: LumiGame, who: General, one: Base) -> None:
    s = g.state
    who.where, who.grade, who.is_cic, who.base = ON, MEDIOCRE, False, ""
    who.x, who.y, who.heading = s.behind(one)
    SUCCESSOR.note(who)
    if any(overlaps(s.base(mate).outline, base_of_general(s, who).outline) for mate in bases_of(s, unit_of(s, one))):
        _aside(g, who)
    g.tell(GeneralSucceeded(who.id, who.pose, ("lumi.8.7",)))
