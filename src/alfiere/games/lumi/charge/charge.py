"""Chapter 4.1, the charge: declared at an enemy in sight, tested, started, received, ridden home or fallen short."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from alfiere.battles.deed import Deed
from alfiere.games.lumi.charge.attacks import are_in_contact, begin_attack, touching
from alfiere.games.lumi.charge.course import FAR, Footings, Way, come_over, go, lay, now, straight, wheel
from alfiere.games.lumi.charge.reactions import (
    COUNTER,
    EVADE,
    FIRE,
    FORM_SQUARE,
    GONE,
    RECEIVE,
    form_square,
    meet,
    received,
)
from alfiere.games.lumi.command.active import why_not_attack
from alfiere.games.lumi.fire.lines import AT_CHARGER
from alfiere.games.lumi.fire.volley import suffer, volley
from alfiere.games.lumi.morale.giving_way import rout
from alfiere.games.lumi.morale.losses import lose
from alfiere.games.lumi.morale.states import at_least_disordered
from alfiere.games.lumi.morale.tests import Case, Score, prospect, score
from alfiere.games.lumi.movement.costs import use, used
from alfiere.games.lumi.movement.obstacles import meets
from alfiere.games.lumi.movement.rout import FORCED
from alfiere.games.lumi.state.base import (
    ARTILLERY,
    CAVALRY,
    DISORDERED,
    ENGAGED,
    INFANTRY,
    OF_BASE,
    OPEN,
    ROUT,
    SHAKEN,
    STORMS,
    Base,
)
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.sight import sees
from alfiere.games.lumi.state.standing import (
    enemies_within,
    foes_touched,
    front_middle,
    in_contact,
    is_in_melee,
    outlines,
    side_struck,
)
from alfiere.games.lumi.state.unit import (
    Unit,
    alone,
    bases_of,
    body,
    form,
    formed,
    kind,
    named,
    speed,
    state_of,
    unit_of,
)
from alfiere.games.lumi.told.charge import ChargeDeclared, ChargeEnded
from alfiere.games.lumi.victory.cohesion import is_over
from alfiere.kernel.decision import Args, Decision, Option
from alfiere.kernel.drawing import Drawn, shot
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect
from alfiere.table.fronts import edge_of, far_ahead
from alfiere.table.legs import WHOLE
from alfiere.table.measuring import FRONT, REAR, gap
from alfiere.table.shapes import Outline, Point

EXTRA: Final = "passed with extra movement"
STAYS: Final = "stays"


class Waiting(NamedTuple):
    """Whom a unit means to charge, and the obstacle it waits at."""

    obstacle: str
    target: str


WAITS = OF_BASE.about("waits to charge", Waiting, widest=1)  # over impulses and turns, lumi.4.1.17


class Onset(NamedTuple):
    """A charge under way: who comes from where, and what it has left of its movement."""

    charger: Unit
    attack: str
    origin: Point  # the middle of its front when it was declared, lumi.1.1.5
    left: int
    over: str = ""  # the obstacle it crosses, lumi.4.1.17
    charging: bool = True  # it counts as such in melee, lumi.6.2.11
    through_all: bool = False  # it passes friends as in open order, lumi.7.2.2m


# Who may charge whom


def why_no_charge(s: State, unit: Unit) -> Objection | None:
    """Why a unit cannot charge anybody, whatever its order (lumi.4.1.1a, .4.1.1d)."""
    about = {"unit": unit.id}
    if kind(s, unit) == ARTILLERY or s.bases[unit.id].post:
        return because("cannot-charge", "lumi.4.1.1d", **about)
    if not form(s, unit).charges and unit.formation != OPEN:
        return because("formation-charges-not", "lumi.4.1.1a", **about)
    if state_of(s, unit) > DISORDERED:
        return because("attacker-shaken", "lumi.1.5.5a", **about)
    if in_contact(s, unit) or is_engaged(s, unit):
        return because("attacker-bound", "lumi.4.1.1a", **about)
    return None


def is_engaged(s: State, unit: Unit) -> bool:
    """Whether it is engaged at short range (lumi.4.2.5)."""
    return any(ENGAGED.first(one) is not None for one in bases_of(s, unit))


def why_not_at(s: State, unit: Unit, target: Unit) -> Objection | None:
    """Why a unit cannot charge this enemy: what he is, or where (lumi.4.1.1b-d)."""
    about = {"unit": unit.id, "target": target.id}
    foes = bases_of(s, target)
    is_busy = any(is_in_melee(s, one) for one in foes)
    if (kind(s, unit), kind(s, target)) == (INFANTRY, CAVALRY) and state_of(s, target) < SHAKEN and not is_busy:
        return because("foot-against-horse", "lumi.4.1.1b", **about)
    if unit.formation == OPEN and not _is_open_prey(s, target):
        return because("open-order-charges-not", "lumi.4.1.1c", **about)
    if kind(s, unit) == CAVALRY and any(_is_sheltered(s, unit, one) for one in foes):
        return because("no-ground-for-horses", "lumi.4.1.1d", **about)
    return None


def _is_open_prey(s: State, target: Unit) -> bool:
    """Whom open order may charge: the same, guns, the shaken, who is busy with a formed unit (lumi.4.1.1c)."""
    if target.formation == OPEN or kind(s, target) == ARTILLERY or state_of(s, target) >= SHAKEN:
        return True
    busy = {id for one in bases_of(s, target) for id in ENGAGED.all(one)}
    busy |= {foe.id for one in bases_of(s, target) for foe in foes_touched(s, one)}
    return any(s.bases[id].is_formed for id in busy)


def _is_sheltered(s: State, unit: Unit, one: Base) -> bool:
    """Whether a base is in woods or buildings, or behind works it holds, where horses do not charge (.4.1.1d)."""
    here = s.base(one)
    if any(piece.kind.no_cavalry_charge for piece in s.ground.touched(here.outline)):
        return True
    works = [piece.id for piece in s.ground.pieces.values() if piece.is_obstacle and piece.kind.no_cavalry_charge]
    near = s.tables.distances.behind_obstacle
    return any(s.ground.terrain.within(id, here.outline, near) for id in works)


def why_not_reached(s: State, unit: Unit, target: Unit) -> Objection | None:
    """Why it cannot go at this enemy: sight, arc, a way that is not free (lumi.4.1.2a, .4.1.2b)."""
    about = {"unit": unit.id, "target": target.id}
    if not is_in_arc(s, unit, target):
        return because("out-of-arc", "lumi.4.1.2a", **about)
    if not sees(s, unit, target):
        return because("not-seen", "lumi.10.6", **about)
    if wheel(s, unit, target, s.tables.angles.charge_wheel) is None:
        return because("way-barred", "lumi.4.1.2b", **about)
    return None


def is_in_arc(s: State, unit: Unit, target: Unit) -> bool:
    """Whether some part of a unit is in the charge arc of another (lumi.4.1.2a)."""
    edge, spread = edge_of(body(s, unit)), s.tables.angles.charge_arc
    return any(far_ahead(edge, outline, spread) is not None for outline in held_ground(s, target))


class Charge(Deed[State, Unit]):
    """A charge at an enemy (lumi.4.1.1a)."""

    verb = "charge"
    rule = "lumi.4.1.1a"
    is_free = True
    says = ("target",)

    def candidates(self, s: State, who: Unit, means: int) -> Iterable[Option]:
        """At every enemy it may reach; a person may name others, and fall short of them (lumi.1.8.6)."""
        near = {one.id for one in enemies_within(s, who, self.reach(s, who))}
        near |= {one.id for one in s.foes(who.seat) if one.post}
        return [self.at(who, foe) for foe in formed(s) if near & set(foe.ids)]

    def reach(self, s: State, who: Unit) -> int:
        """How far it may come at the most."""
        return speed(s, who) + min(one.arm.extra for one in bases_of(s, who))

    def at(self, who: Unit, foe: Unit) -> Option:
        """It as an option."""
        return Option(self.verb, named(who) | {"target": foe.id}, (self.rule,))

    def options(self, s: State, who: Unit, means: int) -> Iterable[Option]:
        """The candidates without an objection; whether it can charge at all is asked once."""
        if self.why_not(s, who) is not None:
            return ()
        return (one for one in self.candidates(s, who, means) if self.objection(s, who, one) is None)

    def why_not(self, s: State, who: Unit) -> Objection | None:
        """Why it may charge nobody."""
        return why_not_attack(s, who) or why_no_charge(s, who)

    def objection(self, s: State, who: Unit, option: Option) -> Objection | None:
        """What speaks against it; distance does not (lumi.1.8.4)."""
        target, other = target_of(s, option), waits_for(s, who)
        if other is not None and other != target:  # it does what it has declared, lumi.1.8.3
            return because("waits-for-another", "lumi.4.1.17", unit=who.id, target=other.id)
        return self.why_not(s, who) or why_not_at(s, who, target) or why_not_reached(s, who, target)

    def judged(self, s: State, who: Unit, args: Args) -> Option | Objection | None:
        """A charge that was not listed, or why it is not allowed."""
        return _judged(self, s, who, args)

    def sketch(self, s: State, decision: Decision, option: Option) -> list[Drawn] | None:
        """A line to the target."""
        return [shot(s.bases[option["unit"]].pose.point, s.bases[option["target"]].pose.point)]

    def prospects(self, s: State, decision: Decision, option: Option) -> list[Prospect]:
        """Its own test, then that of the target."""
        unit, target = unit_at(s, option), target_of(s, option)
        case = Case(charged=True, attack=side_struck(s, front_middle(s, unit), target), enemy=unit)
        found = [prospect(s, unit, "voluntary")]
        return found if state_of(s, target) == ROUT else [*found, prospect(s, target, "reaction", case).later("then")]

    def perform(self, g: LumiGame, who: Unit, option: Option) -> Procedure[None]:
        """Declared, tested, ridden."""
        target = yield from name_target(g, who, target_of(g.state, option))
        yield from charge(g, who, target)


def _judged(deed: Deed[State, Unit], s: State, who: Unit, args: Args) -> Option | Objection | None:
    id = args.get("target")
    if not isinstance(id, str) or id not in s.bases or not s.bases[id].is_on or s.bases[id].seat == who.seat:
        return None
    option = Option(deed.verb, named(who) | {"target": unit_of(s, s.bases[id]).id}, (deed.rule,))
    return deed.objection(s, who, option) or option


def unit_at(s: State, option: Option) -> Unit:
    """The unit an option is about."""
    ids = [option["unit"], *(option.get("with") or ())]
    first = s.bases[ids[0]]
    return Unit(tuple(ids), first.seat, first.formation)


def target_of(s: State, option: Option) -> Unit:
    """The enemy unit an option aims at: bases in formation react as one (lumi.1.6.7)."""
    return unit_of(s, s.bases[option["target"]])


def name_target(g: LumiGame, attacker: Unit, target: Unit) -> Procedure[Unit]:
    """The garrison unit that receives an attack on buildings: another for each attacker, if there are (.3.3.3k)."""
    s = g.state
    post = s.bases[target.id].post
    if not post:
        return target
    inside = [one for one in s.side(target.seat) if one.post == post]
    taken = {id for one in s.side(attacker.seat) for id in (*STORMS.all(one), *ENGAGED.all(one))}
    free = [one for one in inside if one.id not in taken and one.kind != ARTILLERY] or inside
    chosen = free[0].id
    if len(free) > 1:
        options = [Option("garrison", {"unit": one.id, "target": attacker.id}, ("lumi.3.3.3k",)) for one in free]
        answer = yield Decision(target.seat, "garrison", options, {"target": attacker.id}, ("lumi.3.3.3k",))
        chosen = answer["unit"]
    return alone(s.bases[chosen])


# The charge


def charge(g: LumiGame, unit: Unit, target: Unit, *, how: str = "charge", must: bool = False) -> Procedure[None]:
    """A charge from its declaration to its end (lumi.4.1.3-4.1.5).

    ``must``: an aggressive unit, whose test only says whether it has the extra movement (lumi.9.2.6, .9.2.7).
    """
    s = g.state
    origin = front_middle(s, unit)
    attack = side_struck(s, origin, target)
    g.tell(ChargeDeclared(unit.ids, target.ids, how, attack, ("lumi.4.1.3",)))
    starts = wheel(s, unit, target, s.tables.angles.charge_wheel)
    if starts is None:
        return
    over = _obstacle(s, unit, starts)
    if over and not _is_at(s, unit, over):
        _to_obstacle(g, unit, target, starts, over)
        return
    for one in bases_of(s, unit):
        WAITS.clear(one)
    found = score(g, unit, "voluntary", Case(enemy=target))
    if found.row.result == STAYS and not must:
        stay(g, unit, target, over)
        return
    onset = Onset(unit, attack, origin, speed(s, unit) + extra(s, unit, found), over)
    spend(s, unit, WHOLE)
    onset = _start(g, onset, target, starts)
    yield from come_at(g, onset, target)


def extra(s: State, unit: Unit, found: Score) -> int:
    """The extra movement of a charge, by a score of more than six (lumi.4.1.7a, .4.1.7b)."""
    return min(one.arm.extra for one in bases_of(s, unit)) if has_extra(found) else 0


def has_extra(found: Score) -> bool:
    """Whether a test was passed with more than six (lumi.4.1.7a, .4.2.6a)."""
    return found.row.result == EXTRA


def spend(s: State, unit: Unit, share: int) -> None:
    """It has used so much of its move; extra movement is beyond it (lumi.3.1.7e)."""
    bases = bases_of(s, unit)
    use(bases, min(share, WHOLE - max(used(one) for one in bases)))


def stay(g: LumiGame, unit: Unit, target: Unit, over: str = "", rule: str = "lumi.4.1.4b") -> None:
    """It stays where it is, and for fire it has moved up to half its speed (lumi.4.1.4b)."""
    spend(g.state, unit, g.state.tables.shares.fires_after)
    if over:
        _wait(g.state, unit, target, over)
    g.tell(ChargeEnded(unit.ids, target.ids, STAYS, (rule,)))


def _start(g: LumiGame, onset: Onset, target: Unit, starts: Footings) -> Onset:
    """The wheel and the first um of the way, or into contact (lumi.4.1.5)."""
    s, unit = g.state, onset.charger
    facing = next(iter(starts.values())).pose.heading
    first = min(s.tables.distances.start, onset.left)
    way = straight(s, unit, first, towards=facing, starts=starts, over=onset.over)
    if onset.over and way.far == 0:  # that much does not bring it across
        go(g, unit, starts, "charge", ("lumi.4.1.5",))
        return onset
    go(g, unit, way.ends, "charge", ("lumi.4.1.5",))
    come_over(s, unit, way)
    return onset._replace(left=onset.left - way.paid, over="")


def come_at(g: LumiGame, onset: Onset, target: Unit) -> Procedure[None]:
    """The target reacts, and the charger goes on as that allows (lumi.4.1.6-4.1.13)."""
    charger = onset.charger
    case = Case(charged=True, attack=onset.attack, enemy=charger)
    does = yield from received(g, charger, target, case, onset.left)
    if is_over(g):
        return
    s = g.state
    if does == FORM_SQUARE:
        target = form_square(g, target)
    elif does == COUNTER:
        meet(g, charger, target, onset.left)
    yield from ride(g, onset, now(s, target), does)


def ride(g: LumiGame, onset: Onset, target: Unit, does: str = RECEIVE) -> Procedure[None]:
    """The charger goes on straight ahead until contact, or as far as its movement reaches (lumi.4.1.8a).

    ``does``: what the target has chosen. If that has gone, the charger follows, and is not disordered (.4.1.13).
    """
    s, unit = g.state, onset.charger
    way = straight(s, unit, onset.left, over=onset.over, through_all=onset.through_all)
    post = s.bases[target.id].post if bases_of(s, target) else ""
    if not way.foe and post and way.ground == post:
        go(g, unit, way.ends, "charge", ("lumi.4.1.8a", "lumi.3.3.3k"))
        storm(s, unit, target)
        yield from strike(g, onset, target, does)
        return
    if not way.foe:
        _fall_short(g, onset, target, does)
        return
    go(g, unit, way.ends, "charge", ("lumi.4.1.8a",))
    come_over(s, unit, way)
    met = s.bases[way.foe]
    foe = target if met.id in target.ids else unit_of(s, met)
    left = onset.left - way.paid
    if foe is not target and state_of(s, foe) != ROUT:  # lumi.4.1.15
        attack = side_struck(s, onset.origin, foe)
        case = Case(charged=True, attack=attack, enemy=unit)
        does = yield from received(g, unit, foe, case, may_react=False)
        onset = onset._replace(attack=attack, left=left, over="")
        if does == GONE:
            yield from ride(g, onset, foe, GONE)
            return
    if state_of(s, foe) == ROUT:
        yield from overrun(g, unit, foe)
        return
    lay(g, unit, s.bases[way.foe])
    yield from strike(g, onset, foe, does)


def _fall_short(g: LumiGame, onset: Onset, target: Unit, does: str) -> None:
    """Its movement is not enough: it goes all of it, not nearer than 0.5um, and is disordered (lumi.4.1.16)."""
    s, unit = g.state, onset.charger
    way = straight(s, unit, onset.left, over=onset.over, through_all=onset.through_all)
    if bases_of(s, target) and state_of(s, target) != ROUT:
        near, through_all = s.tables.distances.short_of, onset.through_all
        way = kept_off(s, unit, target, onset.left, near, onset.over, through_all=through_all)
    go(g, unit, way.ends, "charge", ("lumi.4.1.13" if does == GONE else "lumi.4.1.16",))
    if does == GONE:
        g.tell(ChargeEnded(unit.ids, target.ids, GONE, ("lumi.4.1.13",)))
        return
    g.tell(ChargeEnded(unit.ids, target.ids, "short", ("lumi.4.1.16",)))
    at_least_disordered(g, unit, "short", "lumi.4.1.16")


def held_ground(s: State, unit: Unit) -> list[Outline]:
    """What a distance to it is measured to: its bases, of a garrison the buildings (lumi.4.2.8, .3.3.3g)."""
    posts = dict.fromkeys(one.post for one in bases_of(s, unit) if one.post)
    return [Outline(s.ground.pieces[post].points) for post in posts] or outlines(s, unit)


def kept_off(
    s: State,
    unit: Unit,
    target: Unit,
    far: int,
    near: int,
    over: str = "",
    starts: Footings | None = None,
    *,
    through_all: bool = False,
) -> Way:
    """A straight way of so much at the most that ends no nearer to an enemy than this, unless it begins nearer."""
    found = held_ground(s, target)
    towards = next(iter(starts.values())).pose.heading if starts else None
    while True:
        way = straight(s, unit, far, towards=towards, starts=starts, over=over, through_all=through_all)
        short = near - min(gap(end.outline, outline) for end in way.ends.values() for outline in found)
        if short <= 0 or not way.far:
            return way
        far = max(0, min(far, way.paid) - short)


def strike(g: LumiGame, onset: Onset, foe: Unit, does: str) -> Procedure[None]:
    """A charger is in contact: it is fired at if the target has chosen that, and stays if it can (.4.1.10a-b)."""
    s, unit, attack = g.state, onset.charger, onset.attack
    if does == EVADE:  # lumi.4.1.12b
        at_least_disordered(g, foe, "caught", "lumi.4.1.12b")
        attack = REAR
    if does == FIRE:
        yield from suffer(g, unit, volley(g, foe, unit, AT_CHARGER))
        if not are_in_contact(g.state, unit, foe) or state_of(g.state, unit) == ROUT:
            return
    begin_attack(s, unit, foe, attack, charging=onset.charging)
    if does == COUNTER:
        begin_attack(s, foe, unit, FRONT, charging=True)
    g.tell(ChargeEnded(unit.ids, foe.ids, "contact", ("lumi.4.1.8a",)))


def overrun(g: LumiGame, unit: Unit, foe: Unit) -> Procedure[None]:
    """A unit in rout that is reached suffers a loss and runs; who reached it stops there (lumi.1.5.6b)."""
    yield from lose(g, foe, 1, "melee", touching(g.state, foe, (unit,)))
    if bases_of(g.state, foe):
        yield from rout(g, foe, FORCED, "reached", "lumi.1.5.6b", paid=True)
    g.tell(ChargeEnded(unit.ids, foe.ids, "overrun", ("lumi.1.5.6b",)))


def storm(s: State, unit: Unit, garrison: Unit) -> None:
    """It has reached the edge of buildings: that is contact with the garrison unit that was named (lumi.3.3.3k)."""
    touch, post = s.field.touch, s.bases[garrison.id].post
    for one in bases_of(s, unit):
        if s.ground.terrain.within(post, s.base(one).outline, touch):
            STORMS.set(one, garrison.id, 1)


# Over an obstacle (lumi.4.1.17)


def _obstacle(s: State, unit: Unit, starts: Footings) -> str:
    """The obstacle that the way of a charge meets, before any enemy."""
    way = straight(s, unit, FAR, towards=next(iter(starts.values())).pose.heading, starts=starts)
    return way.ground if way.can_cross and not way.foe else ""


def _is_at(s: State, unit: Unit, obstacle: str) -> bool:
    return any(s.ground.terrain.within(obstacle, outline, s.field.touch) for outline in outlines(s, unit))


def _to_obstacle(g: LumiGame, unit: Unit, target: Unit, starts: Footings, over: str) -> None:
    """The first impulse of such a charge: no test, straight on until it touches the obstacle (lumi.3.3.1j)."""
    s = g.state
    facing = next(iter(starts.values())).pose.heading
    way = straight(s, unit, speed(s, unit), towards=facing, starts=starts)
    go(g, unit, way.ends, "charge", ("lumi.4.1.17",))
    spend(s, unit, WHOLE)
    has_reached = _is_at(s, unit, over)
    if has_reached:
        meets(g, unit, over)
        _wait(s, unit, target, over)
    g.tell(ChargeEnded(unit.ids, target.ids, "waits" if has_reached else "over", ("lumi.4.1.17",)))


def _wait(s: State, unit: Unit, target: Unit, over: str) -> None:
    for one in bases_of(s, unit):
        WAITS.clear(one)
        WAITS.put(one, Waiting(over, target.id))


def waits_for(s: State, unit: Unit) -> Unit | None:
    """The enemy a unit at an obstacle has declared to charge, if that is still lawful."""
    found = next((mark for one in bases_of(s, unit) if (mark := WAITS.first(one)) is not None), None)
    if found is None or not s.bases[found.target].is_on or not _is_at(s, unit, found.obstacle):
        return None
    target = unit_of(s, s.bases[found.target])
    return None if why_not_at(s, unit, target) or why_not_reached(s, unit, target) else target
