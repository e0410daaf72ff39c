"""Chapters 3.3.3f and 3.3.3h: infantry goes into buildings and comes out of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from alfiere.games.lumi.command.active import ordered
from alfiere.games.lumi.movement.costs import HAS_LIMBERED, use
from alfiere.games.lumi.movement.judging import Outset, hindered
from alfiere.games.lumi.movement.moves import OfUnit, read_pose
from alfiere.games.lumi.movement.zones import NEAR, rings
from alfiere.games.lumi.sheets.ground import going
from alfiere.games.lumi.state.arrangement import Places
from alfiere.games.lumi.state.base import ARTILLERY, INFANTRY, LIMBERED, Base
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.bounds import why_not_out, why_not_to
from alfiere.games.lumi.state.unit import Unit, bases_of, body, form, kind
from alfiere.games.lumi.told.common import BaseMoved
from alfiere.kernel.decision import Args, Option
from alfiere.kernel.objection import Objection, because
from alfiere.table.fronts import bearing
from alfiere.table.headings import FULL_TURN, divided, offset
from alfiere.table.legs import WHOLE, Footing, Pace, Shift, Turn
from alfiere.table.manoeuvre import Manoeuvre
from alfiere.table.measuring import overlaps, root_up
from alfiere.table.shapes import Outline, Point, Pose, box, centre, edges

STEP: Final = 50  # hundredths from one place inside to the next that is tried
OUT: Final = 3  # hundredths from the edge to where one stands when one has come out


class Garrison(OfUnit):
    """Straight into buildings, in column or open order; it holds them from then on."""

    verb = "garrison"
    rule = "lumi.3.3.3h"
    says = ("piece",)

    def candidates(self, s: State, who: Unit, means: int) -> Iterator[Option]:
        """Every area of buildings it may get to."""
        if kind(s, who) == INFANTRY and form(s, who).enters_buildings and not s.bases[who.id].post:
            for piece in s.ground.pieces.values():
                if piece.is_building:
                    yield self.about(who, piece=piece.id)

    def objection(self, s: State, who: Unit, option: Option) -> Objection | None:
        """What is against it."""
        piece = str(option.get("piece"))
        about = {"unit": who.id, "piece": piece}
        o = Outset(s, who)
        if o.why_not is not None:
            return o.why_not
        if piece not in s.ground.pieces or not s.ground.pieces[piece].is_building:
            return because("no-buildings", self.rule, **about)
        if kind(s, who) != INFANTRY or not form(s, who).enters_buildings:
            return because("formation-enters-not", self.rule, **about)
        if s.bases[who.id].post:
            return because("in-buildings", self.rule, unit=who.id)
        if o.owners:
            return because("in-zone", "lumi.3.1.13c", unit=who.id, target=o.owners[0].id)
        if any(one.post == piece for one in s.foes(who.seat)):
            return because("buildings-held", "lumi.3.1.1c", **about)
        there = inside(s, who, piece)
        if there is None:
            return because("buildings-full", "lumi.3.3.3f", unit=who.id)
        if not _gets_there(o, piece):
            return because("no-buildings", self.rule, **about)
        return why_not_to(s, who.seat, who.id, (end.outline for end in there.values()))

    def judged(self, s: State, who: Unit, args: Args) -> Option | Objection | None:
        """Why not."""
        return self.objection(s, who, Option(self.verb, dict(args)))

    def do(self, g: LumiGame, who: Unit, option: Option) -> None:
        """It goes in, with its whole movement."""
        go_in(g, who, option["piece"])
        use(bases_of(g.state, who), WHOLE)


def _gets_there(o: Outset, piece: str) -> bool:
    """Whether it meets the buildings straight ahead within its move; who turns freely turns to them first."""
    m = o.together()
    if form(o.s, o.unit).turns_freely:
        middle = centre(box(Outline(o.s.ground.pieces[piece].points)))
        turn = Turn((bearing(body(o.s, o.unit).point, middle) - m.body.pose.heading + 1800) % FULL_TURN - 1800)
        m = o.together(m.after(turn))
    leg = Shift(m.pace(m.body).speed)
    met = m.run(m.body, leg)
    if met is None or met.by != piece:
        return False
    paid = m.paid(m.body, leg._replace(length=max(0, met.far)))
    assert paid is not None  # every formation that enters buildings goes straight ahead
    return paid < WHOLE


def inside(s: State, unit: Unit, piece: str, formation: str = "") -> Places | None:
    """Where its bases would stand in buildings; None if there is no room for them all (lumi.3.3.3f)."""
    bases = bases_of(s, unit)
    infantry, guns = s.ground.room(piece)
    held = [one for one in s.on_table if one.post == piece and one.kind == bases[0].kind and one not in bases]
    if len(held) + len(bases) > (guns if bases[0].kind == ARTILLERY else infantry):
        return None
    taken = [s.base(one).outline for one in s.on_table if one.post == piece and one not in bases]
    found: Places = {}
    for one in bases:
        spot = next(
            (spot for spot in _spots(s, one, piece, formation) if not any(overlaps(spot.outline, by) for by in taken)),
            None,
        )
        if spot is None:
            return None
        found[one.id] = spot
        taken.append(spot.outline)
    return found


def _spots(s: State, one: Base, piece: str, formation: str = "") -> Iterator[Footing]:
    """Places wholly inside, the nearest to where it comes from first; it stands along the sides of the table."""
    west, north, east, south = box(Outline(s.ground.pieces[piece].points))
    formation = formation or one.formation
    shape = s.shape(one, formation)
    for heading in (divided(one.heading, 900) * 900 % FULL_TURN, (divided(one.heading, 900) + 1) * 900 % FULL_TURN):
        wide, deep = (shape.width, shape.depth) if heading % 1800 == 0 else (shape.depth, shape.width)
        places = [
            Pose(x, y, heading)
            for x in range(west + wide // 2, east - wide // 2 + 1, STEP)
            for y in range(north + deep // 2, south - deep // 2 + 1, STEP)
        ]
        for pose in sorted(places, key=lambda pose: (pose.x - one.x) ** 2 + (pose.y - one.y) ** 2):
            footing = Footing(formation, shape, pose)
            if s.ground.terrain.holds_wholly(piece, footing.outline):
                yield footing


def go_in(g: LumiGame, unit: Unit, piece: str, rule: str = "lumi.3.3.3h", formation: str = "") -> bool:
    """Its bases go into buildings, perhaps in another formation, if there is room (.3.3.3m too); whether they have."""
    s, there = g.state, inside(g.state, unit, piece, formation)
    if there is None:
        return False
    for one in bases_of(s, unit):
        before, end = one.pose, there[one.id]
        s.stand(one, end, piece)
        path = (before.point, end.pose.point)
        g.tell(BaseMoved(one.id, before, end.pose, path, end.formation, "enter", (rule,)))
    return True


class Leave(OfUnit):
    """Out of buildings: right outside, facing away from them, guns limbered."""

    verb = "leave"
    rule = "lumi.3.3.3h"
    says = ("piece", "to")

    def candidates(self, s: State, who: Unit, means: int) -> Iterator[Option]:
        """On each side, at its middle and at either end."""
        one = s.bases[who.id]
        if one.post:
            for pose in _outside(s, one):
                yield self.about(who, piece=one.post, to=list(pose))

    def objection(self, s: State, who: Unit, option: Option) -> Objection | None:
        """What is against it."""
        one, pose = s.bases[who.id], read_pose(option.get("to"))
        if (why := hindered(s, who)) is not None:
            return why
        if not one.post or pose is None or len(who.ids) > 1:
            return because("not-in-buildings", self.rule, unit=who.id)
        end = _footing(s, one, pose)
        if (why := why_not_out(s, one, ordered(s, who)) or why_not_to(s, who.seat, who.id, [end.outline])) is not None:
            return why
        if not s.ground.terrain.within(one.post, end.outline, s.field.touch):
            return because("not-outside", self.rule, unit=who.id, piece=one.post)
        pace = Pace(0, going=going(one.arm.id, end.formation))
        if Manoeuvre(s.scene, one.id, {end.formation: pace}).stands(end) is not None:
            return because("no-room", "lumi.1.1.6", unit=who.id)
        near = next((ring for ring in rings(s, who) if overlaps(ring.outline, end.outline)), None)
        if near is not None:
            return because("near-enemy", "lumi.3.1.1c", unit=who.id, target=near.by[len(NEAR) :])
        return None

    def judged(self, s: State, who: Unit, args: Args) -> Option | Objection | None:
        """A place beside the buildings that somebody points at."""
        option = Option(self.verb, dict(args), (self.rule,))
        return self.objection(s, who, option) or option

    def do(self, g: LumiGame, who: Unit, option: Option) -> None:
        """It stands there, with its whole movement used."""
        s, one = g.state, g.state.bases[who.id]
        before, end = one.pose, _footing(s, one, Pose(*option["to"]))
        if one.kind == ARTILLERY:
            HAS_LIMBERED.put(one)
        s.stand(one, end)
        use([one], WHOLE)
        path = (before.point, end.pose.point)
        g.tell(BaseMoved(one.id, before, end.pose, path, end.formation, "leave", (self.rule,)))


def _footing(s: State, one: Base, pose: Pose) -> Footing:
    formation = LIMBERED if one.kind == ARTILLERY else one.formation
    return Footing(formation, s.shape(one, formation), pose)


def _outside(s: State, one: Base) -> Iterator[Pose]:
    """Places outside each side of its buildings, with the rear to them."""
    shape = _footing(s, one, one.pose).shape
    for start, end in edges(s.ground.pieces[one.post].points):
        length = max(1, root_up((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2))
        outwards = (bearing(start, end) - 900) % FULL_TURN  # corners turn from east to south
        dx, dy = offset(outwards, shape.depth // 2 + OUT)
        for along in dict.fromkeys((length // 2, shape.width // 2, length - shape.width // 2)):
            x, y = _at(start, end, along, length)
            yield Pose(x + dx, y + dy, outwards)


def _at(start: Point, end: Point, along: int, length: int) -> Point:
    return (
        start[0] + divided((end[0] - start[0]) * along, length),
        start[1] + divided((end[1] - start[1]) * along, length),
    )
