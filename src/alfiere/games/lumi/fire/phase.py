"""Chapter 5.3: the Fire phase. Engaged units first, then one side after the other; who is fired at may reply.

Listed are the units that can be hit; a person may also point at another enemy he sees, and if the measuring shows it
to be too far off or beside the sector the fire is spent (1.8.4-1.8.6).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, TypeAlias

from alfiere.battles.deed import Deed
from alfiere.battles.open_battle import other
from alfiere.games.lumi.command.active import is_active
from alfiere.games.lumi.fire.lines import (
    EXCHANGE,
    FIRE,
    REPLY,
    aims,
    are_engaged,
    firing_edges,
    has_in_range,
    masks,
    reach,
    shot_at,
    shots,
    spread,
    targets,
    why_no_fire,
    why_no_shot,
)
from alfiere.games.lumi.fire.volley import exchange, hopes, note_fired, prospect, suffer_all, volley
from alfiere.games.lumi.movement.rout import FORCED
from alfiere.games.lumi.state.base import ARTILLERY, DEPLOYED, ENGAGED, HAS_MOVED, Base
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.unit import (
    Unit,
    alone,
    bases_of,
    first_rank,
    formed,
    kind,
    named,
    unit_named,
    unit_of,
    why_not_one,
)
from alfiere.games.lumi.told.fire import ShotInVain
from alfiere.kernel.decision import Args, Decision, Option, Seat
from alfiere.kernel.drawing import Drawn, cone, mask
from alfiere.kernel.drawing import shot as shot_line
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import MARK, Procedure
from alfiere.kernel.prospect import Prospect
from alfiere.table.fronts import cone as ground_ahead

HOLD: Final = "hold-fire"
CEASE: Final = "cease-fire"
ENGAGED_FIRE: Final = "exchange-fire"
IN_VAIN: Final = "out-of-range"
Settle: TypeAlias = Callable[[LumiGame], None]


def fire_phase(g: LumiGame, settle: Settle) -> Procedure[None]:
    """Exchanges of engaged units, then the side with the initiative, then the other (lumi.5.3.1).

    ``settle`` says after each event of fire whether somebody has won.
    """
    while g.state.step < 3 and not g.state.winner:
        yield MARK
        s = g.state
        if s.step == 0:
            yield from _exchanges(g)
        else:
            yield from _fire(g, s.initiative if s.step == 1 else other(s.initiative))
        settle(g)
    g.state.step = 0


# Engaged units


def pairs(s: State) -> list[tuple[Unit, Unit]]:
    """Engaged units of which one at least may fire at the other, that of the initiative first (lumi.4.2.7)."""
    if not any(ENGAGED.first(one) is not None for one in s.on_table):
        return []
    own, foes = ([one for one in formed(s) if one.seat == seat] for seat in (s.initiative, other(s.initiative)))
    return [
        (one, two)
        for one in own
        for two in foes
        if are_engaged(s, s.bases[one.id], two)
        if shots(s, one, two, EXCHANGE) or shots(s, two, one, EXCHANGE)
    ]


def _exchanges(g: LumiGame) -> Procedure[None]:
    """One exchange; which comes first the player with the initiative chooses (lumi.5.3.1)."""
    found = pairs(g.state)
    if not found:
        g.state.step = 1
        return
    rules = ("lumi.4.2.7", "lumi.5.3.1")
    options = [Option(ENGAGED_FIRE, {**named(one), "target": two.id}, rules) for one, two in found]
    chosen = yield Decision(g.state.initiative, "exchange-fire", options, {}, rules)
    yield from exchange(g, *found[options.index(chosen)])


# One side


def may_open_fire(s: State, unit: Unit) -> Objection | None:
    """Why a unit may not fire on its own initiative; None if it may (lumi.5.3.2, .5.3.3)."""
    one = s.bases[unit.id]
    is_battery = kind(s, unit) == ARTILLERY and one.formation == DEPLOYED
    if is_active(s, unit) or (is_battery and s.impulse == 1 and not HAS_MOVED.is_on(one)):
        return None
    return because("inactive-fire", "lumi.5.3.2", unit=unit.id)


def _units(s: State, seat: Seat) -> list[Unit]:
    """The units of a side, and each base of those with several by itself (lumi.1.6.6)."""
    whole = [one for one in formed(s) if one.seat == seat]
    return whole + [alone(base) for one in whole if len(one.ids) > 1 for base in bases_of(s, one)]


def _fire(g: LumiGame, seat: Seat) -> Procedure[None]:
    """One unit of a side fires, or the side is done (lumi.5.3.1)."""
    s = g.state
    ready = {one.id for one in s.side(seat) if one.fire is not None and has_in_range(s, one)}  # few, or nobody
    units = [unit for unit in _units(s, seat) if not ready.isdisjoint(unit.ids)] if ready else []
    options = [option for unit in units for option in FIRE_DEED.options(s, unit, 0)]
    if not options:
        s.step += 1
        return
    options.append(Option(CEASE, {}, ("lumi.5.3.1",)))
    free = partial(_judged, s, seat)
    chosen = yield Decision(seat, "fire", options, {}, ("lumi.5.3.1", "lumi.5.3.2"), free=free)
    if chosen.key == CEASE:
        g.state.step += 1
        return
    unit = unit_named(g.state, chosen.args)
    assert unit is not None
    yield from FIRE_DEED.perform(g, unit, chosen)


def _judged(s: State, seat: Seat, key: str, args: Args) -> Option | Objection | None:
    unit = unit_named(s, args) if not set(args) - {"unit", "with", "target"} else None
    if key != FIRE_DEED.verb or unit is None or unit.seat != seat:
        return None
    return FIRE_DEED.judged(s, unit, args)


class FireDeed(Deed[State, Unit]):
    """A unit fires at one it sees, with all its bases that can; the others may fire elsewhere."""

    verb = "fire"
    rule = "lumi.5.2.2a"
    is_free = True

    def candidates(self, s: State, who: Unit, means: int) -> Iterable[Option]:
        """Every unit that one of its bases may fire at, the one it will probably hurt most first."""
        if may_open_fire(s, who) is not None:
            return
        able = [one for one in first_rank(s, who) if why_no_fire(s, one, FIRE, who) is None]
        found = dict.fromkeys(target for one in able for target in targets(s, one))
        for target in sorted(found, key=lambda target: -hopes(s, who, target)):
            yield Option(self.verb, {**named(who), "target": target.id}, ("lumi.5.2.2a", "lumi.5.3.2"))

    def objection(self, s: State, who: Unit, option: Option) -> Objection | None:
        """Why a unit may not fire at another; being too far away does not forbid it (lumi.1.8.6)."""
        target = self.target(s, who, option.args)
        assert target is not None  # it was looked for before this was asked
        found = why_not_one(s, bases_of(s, who)) or may_open_fire(s, who)
        if found is not None or shots(s, who, target):
            return found
        refused = [why_no_fire(s, one, FIRE, who) or why_no_shot(s, one, target) for one in bases_of(s, who)]
        spent = [one for one in refused if one.key == IN_VAIN]
        return None if spent else refused[0]

    def target(self, s: State, who: Unit, args: Args) -> Unit | None:
        """The enemy unit that an answer names by one of its bases."""
        one = s.bases.get(str(args.get("target", "")))
        return unit_of(s, one) if one is not None and one.is_on and one.seat != who.seat else None

    def judged(self, s: State, who: Unit, args: Args) -> Option | Objection | None:
        """The shot that a person has named."""
        target = self.target(s, who, args)
        if target is None:
            return None
        option = Option(self.verb, {**named(who), "target": target.id}, ("lumi.1.8.6",))
        return self.objection(s, who, option) or option

    def sketch(self, s: State, decision: Decision, option: Option) -> list[Drawn]:
        """The sectors of those who would fire and the lines to whom they would hit; who is in the way of the others."""
        unit = unit_named(s, option.args)
        target = None if unit is None else self.target(s, unit, option.args)
        if unit is None or target is None:
            return []
        drawn: list[Drawn] = []
        for one in first_rank(s, unit):
            found = shot_at(s, one, target)
            if found is not None:
                drawn.append(cone(ground_ahead(found.edge, found.far, spread(s, one)).points))
                drawn.append(shot_line(found.edge.middle, s.bases[found.hit].pose.point))
            elif one.fire is not None:
                drawn += [
                    cone(ground_ahead(edge, reach(s, one), spread(s, one)).points) for edge in firing_edges(s, one)
                ]
                by = [id for aim in aims(s, one, target) for id in masks(s, aim, target) if id in s.bases]
                drawn += mask(by)
        return drawn

    def prospects(self, s: State, decision: Decision, option: Option) -> list[Prospect]:
        """The odds of the volley, and of the reply it may meet."""
        unit = unit_named(s, option.args)
        target = None if unit is None else self.target(s, unit, option.args)
        if unit is None or target is None or not shots(s, unit, target):
            return []
        reply = [prospect(s, target, unit, REPLY).later("reply")] if shots(s, target, unit, REPLY) else []
        return [prospect(s, unit, target), *reply]

    def perform(self, g: LumiGame, who: Unit, option: Option) -> Procedure[None]:
        """All targets are declared, then the replies; all roll before anything is suffered (lumi.5.1.2b, .5.3.4a)."""
        s, target = g.state, self.target(g.state, who, option.args)
        assert target is not None
        declared = {target: shots(s, who, target)}
        if not declared[target]:
            note_fired(s, who, ())
            g.tell(ShotInVain(who.ids, target.ids, IN_VAIN, ("lumi.1.8.6", "lumi.5.2.1d")))
            return
        firing = {one.base for one in declared[target]}
        for one in first_rank(s, who):
            if one.id not in firing and why_no_fire(s, one, FIRE, who) is None and (more := targets(s, one)):
                at = yield from _ask_where(one, more)
                if at is not None:
                    declared.setdefault(at, []).extend(shot for shot in [shot_at(s, one, at)] if shot is not None)
        replies = []
        for at in declared:
            if shots(s, at, who, REPLY) and (yield from _ask_reply(at, who)):
                replies.append(at)
        events = [volley(g, who, at, FIRE, found) for at, found in declared.items()]
        events += [volley(g, at, who, REPLY) for at in replies]
        yield from suffer_all(g, events, FORCED)


def _ask_where(one: Base, more: list[Unit]) -> Procedure[Unit | None]:
    """A base that cannot fire at what the others of its unit fire at may fire at somebody else (lumi.5.1.2b)."""
    options = [Option("fire", {"unit": one.id, "target": at.id}, ("lumi.5.1.2b",)) for at in more]
    options.append(Option(HOLD, {"unit": one.id}, ("lumi.5.1.2b",)))
    chosen = yield Decision(one.seat, "fire-elsewhere", options, {"unit": one.id}, ("lumi.5.1.2b",))
    return None if chosen.key == HOLD else next(at for at in more if at.id == chosen["target"])


def _ask_reply(unit: Unit, shooter: Unit) -> Procedure[bool]:
    """Whether a unit replies to the fire: then it has fired for this impulse (lumi.5.3.4a, .5.3.4b)."""
    rules = ("lumi.5.3.4a", "lumi.5.3.4b")
    options = [
        Option(REPLY, {**named(unit), "target": shooter.id}, rules),
        Option(HOLD, {"unit": unit.id}, rules),
    ]
    chosen = yield Decision(unit.seat, "reply", options, {"unit": unit.id, "target": shooter.id}, rules)
    return chosen.key == REPLY


FIRE_DEED: Final = FireDeed()
