"""Chapters 7.2.2c-f and 7.2.2n: the control move of cavalry in hand: anywhere within its speed, or a charge."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from alfiere.battles.contact import as_one
from alfiere.battles.deed import Deed
from alfiere.games.lumi.charge.charge import why_not_at
from alfiere.games.lumi.charge.course import Footings, facing, leads_to, mover, straight, touched
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.state.sight import sees
from alfiere.games.lumi.state.unit import Unit, bases_of, body, formed, named, speed, unit_of
from alfiere.kernel.decision import Args, Decision, Option
from alfiere.kernel.drawing import Drawn, footprint, shot
from alfiere.kernel.objection import Objection, because
from alfiere.table.fronts import bearing
from alfiere.table.headings import FULL_TURN, offset
from alfiere.table.measuring import root_up
from alfiere.table.shapes import Pose

CONTROL: Final = "control-move"
CHARGE: Final = "charge"
HOLD: Final = "hold"
DIRECTIONS: Final = range(0, FULL_TURN, 450)


class ControlMove(Deed[State, Unit]):
    """A move in any direction that ends with any facing; what is offered are eight directions, and charges."""

    verb = CONTROL
    rule = "lumi.7.2.2c"
    is_free = True

    def candidates(self, s: State, who: Unit, means: int) -> Iterable[Option]:
        """To stay, eight directions as far as it gets with both facings, a charge at each enemy."""
        yield Option(HOLD, named(who), (self.rule,))
        for foe in formed(s):
            if foe.seat != who.seat:
                yield Option(CHARGE, named(who) | {"target": foe.id}, ("lumi.7.2.2e",))
        here = body(s, who).pose
        for towards in DIRECTIONS:
            far = straight(s, who, speed(s, who), towards=towards, through_all=True).far
            dx, dy = offset(towards, far)
            for heading in (here.heading, (here.heading + 1800) % FULL_TURN):
                yield self.to(who, Pose(here.x + dx, here.y + dy, heading))

    def to(self, who: Unit, pose: Pose) -> Option:
        """A move after which the middle of the unit has this pose."""
        return Option(CONTROL, named(who) | {"pose": list(pose)}, ("lumi.7.2.2d", "lumi.7.2.2n"))

    def objection(self, s: State, who: Unit, option: Option) -> Objection | None:
        """What speaks against it."""
        if option.key == HOLD:
            return None
        if option.key == CHARGE:
            target = unit_of(s, s.bases[option["target"]])
            return why_not_at(s, who, target) or _why_not_charged(s, who, target)
        if self.ends(s, who, option) is None:
            return because("control-too-far", "lumi.7.2.2n", unit=who.id)
        return None

    def ends(self, s: State, who: Unit, option: Option) -> Footings | None:
        """How its bases stand after the move; None if it cannot go there or would not stand there."""
        end, here = Pose(*option["pose"]), body(s, who).pose
        dx, dy = end.x - here.x, end.y - here.y
        far = root_up(dx * dx + dy * dy)
        starts = {one.id: s.footing(one) for one in bases_of(s, who)}
        if far:
            way = straight(s, who, speed(s, who), towards=bearing(here.point, end.point), through_all=True)
            if way.far < far - 2:  # hundredths lost in rounding
                return None
        found = as_one(starts, here, end)
        movers = {id: mover(s, who, s.bases[id]) for id in found}
        if touched(s, who, found) or any(movers[id].stands(one) is not None for id, one in found.items()):
            return None
        return found

    def pointed(self, s: State, who: Unit) -> Callable[[str, Args], Option | Objection | None]:
        """What a free answer means: a place that somebody points at."""

        def judged(key: str, args: Args) -> Option | Objection | None:
            return self.judged(s, who, args) if key == CONTROL else None

        return judged

    def judged(self, s: State, who: Unit, args: Args) -> Option | Objection | None:
        """The move to a pose, or why not."""
        said: Any = args.get("pose")
        if not isinstance(said, list | tuple) or len(said) != 3 or any(type(one) is not int for one in said):
            return None
        if {**args, "pose": list(said)} != named(who) | {"pose": list(said)}:
            return None
        option = self.to(who, Pose(said[0], said[1], said[2] % FULL_TURN))
        return self.objection(s, who, option) or option

    def sketch(self, s: State, decision: Decision, option: Option) -> list[Drawn] | None:
        """Where it would stand, or a line to whom it would charge."""
        who = Unit((option["unit"], *(option.get("with") or ())), decision.seat, s.bases[option["unit"]].formation)
        if option.key == CHARGE:
            return [shot(s.bases[who.id].pose.point, s.bases[option["target"]].pose.point)]
        ends = self.ends(s, who, option) if option.key == CONTROL else None
        return [footprint(one.pose, one.shape, one.formation) for one in (ends or {}).values()]


def _why_not_charged(s: State, unit: Unit, target: Unit) -> Objection | None:
    """Why it cannot go straight at this enemy, whatever the arc (lumi.7.2.2n)."""
    about = {"unit": unit.id, "target": target.id}
    if not sees(s, unit, target):
        return because("not-seen", "lumi.10.6", **about)
    towards = bearing(body(s, unit).point, body(s, target).point)
    starts = facing(s, unit, towards)
    if starts is None or not leads_to(s, unit, target, starts, towards, through_all=True):  # lumi.7.2.2m
        return because("way-barred", "lumi.4.1.2b", **about)
    return None
