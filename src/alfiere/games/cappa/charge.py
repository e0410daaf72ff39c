"""Chapter 4.3.8, the charge: announced, one um forward, the reaction of the target, and on into contact."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from alfiere.games.cappa.action_points import can_react, spend
from alfiere.games.cappa.battle_cry import cry_back, hear_charger
from alfiere.games.cappa.engaged import is_in_melee
from alfiere.games.cappa.evasion import can_evade, can_squad_evade, evade, evade_as_squad
from alfiere.games.cappa.events import ChargeDeclared, ChargeEnded
from alfiere.games.cappa.ground import base_of, defends, difficult_ground, gap, in_contact, journey, sees, stops_near
from alfiere.games.cappa.impulses import Actor, Deed, bodies
from alfiere.games.cappa.morale_tests import morale_test
from alfiere.games.cappa.movement import cut_at_swamp, go, is_laden, is_on_wall, may_move, speed
from alfiere.games.cappa.muster import is_measured
from alfiere.games.cappa.refusals import refused
from alfiere.games.cappa.rousing import rouse
from alfiere.games.cappa.state import Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.tables import tables
from alfiere.kernel.decision import Args, Decision, Illegal, Option
from alfiere.kernel.procedure import Procedure
from alfiere.table.barriers import Refusal
from alfiere.table.measuring import nearest_point
from alfiere.table.places import as_far_as, cut_short
from alfiere.table.reach import Journey, Way
from alfiere.table.shapes import Point


def targets_of(s: SkirmishState, target: Figure) -> tuple[str, ...]:
    """Whose zones a charger at this target ignores: his, and those of all his squad (cappa.1.3.h4)."""
    squad = s.squad_of(target)
    return (target.id,) if squad is None else tuple(squad.members)


def may_charge(s: SkirmishState, figure: Figure) -> bool:
    """On his feet, with free hands and ground under them (cappa.2.2.1.h10, cappa.4.3.7.h2)."""
    return not figure.is_prone and not figure.shaken and not is_laden(s, figure) and may_move(s, figure)


def offer_charges(s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
    """Enemies in sight who can be reached, with the extra um or because they may come to meet him (cappa.4.3.8g)."""
    if not isinstance(who, Figure) or not may_charge(s, who):
        return
    far = reach(s, who, extra=True)
    for target in s.enemies(who.seat):
        if not may_be_charged(s, who, target):
            continue
        distance = gap(s, who, target)
        if not is_measured(s):  # whoever may not measure may charge in vain
            makes_sense = True
        elif distance <= far:
            makes_sense = way_to(s, who, target, far) is not None
        else:
            met = distance <= far + reach(s, target, extra=True)
            makes_sense = met and can_countercharge(s, who, target, distance)
        if makes_sense:
            yield _charge(who, target)


def _charge(figure: Figure, target: Figure) -> Option:
    return Option("charge", {"figure": figure.id, "target": target.id}, ("cappa.4.3.8a",))


def may_be_charged(s: SkirmishState, figure: Figure, target: Figure) -> bool:
    """In sight (cappa.4.3.8g); in the last phase only the shaken (cappa.2.1.5d)."""
    return (s.phase != "last" or bool(target.shaken)) and sees_party(s, figure, target)


def sees_party(s: SkirmishState, figure: Figure, target: Figure) -> bool:
    """Of a squad it is enough to see one miniature, and one's own squad is not in the way (cappa.4.3.8.h10)."""
    own, theirs = s.squad_of(figure), s.squad_of(target)
    through = own.members if own is not None else ()
    there = [target] if theirs is None else [one for one in map(s.figures.__getitem__, theirs.members) if one.is_up]
    return any(sees(s, figure, one, through) for one in there)


def judge_charge(s: SkirmishState, who: Actor, args: Args) -> Option | Illegal:
    """A charge may be announced at any enemy in sight, however far."""
    target = s.figures.get(str(args.get("target")))
    if not isinstance(who, Figure) or target is None or target.seat == who.seat or not target.is_up:
        return refused(s, who.seat, "charge-whom", "cappa.4.3.8a", figure=who.id)
    if not may_charge(s, who):
        return refused(s, who.seat, "cannot-charge", "cappa.4.3.8a", figure=who.id)
    if s.phase == "last" and not target.shaken:
        return refused(s, who.seat, "charge-last", "cappa.2.1.5d", figure=who.id, target=target.id)
    if not sees_party(s, who, target):
        return refused(s, who.seat, "charge-unseen", "cappa.4.3.8g", figure=who.id, target=target.id)
    return _charge(who, target)


def reach(s: SkirmishState, figure: Figure, *, extra: bool) -> int:
    """How far he may charge, the tolerance included (cappa.4.3.8.h1)."""
    most = speed(s, figure)
    if difficult_ground(s, figure):
        most //= tables().numbers.difficult
    return most + (extra_of(figure) if extra else 0) + tables().lengths.tolerance


def extra_of(figure: Figure) -> int:
    """What a fully passed test adds to a charge (cappa.4.3.8n)."""
    return tables().lengths.extra_mounted if figure.is_mounted else tables().lengths.extra_foot


def way_to(s: SkirmishState, charger: Figure, target: Figure, most: int) -> Way | None:
    """The shortest way into contact, or to the obstacle that the target defends (cappa.geo.16, cappa.4.3.8.h9)."""
    on = _charge_journey(s, charger, most, targets_of(s, target))
    way = on.contact(base_of(s, target).outline)
    if isinstance(way, Way):
        return way if cut_at_swamp(s, charger, on, way).end == way.end else None
    return _way_to_defended(s, charger, target, on)


def _charge_journey(s: SkirmishState, charger: Figure, most: int, ignoring: Collection[str]) -> Journey:
    return journey(s, charger, most, ignoring=ignoring)


def _way_to_defended(s: SkirmishState, charger: Figure, target: Figure, on: Journey) -> Way | None:
    """To the place opposite him on the other side of what he defends."""
    if target.is_prone or target.shaken:
        return None
    start = charger.x, charger.y
    for bar in stops_near(s, target):
        if len(bar.outline.points) < 2:
            continue
        nx, ny = nearest_point(bar.outline, target.x, target.y)
        for place in _opposite(charger, target, (round(nx), round(ny)), on):
            way = on.way(*place)
            if isinstance(way, Refusal):
                continue
            charger.x, charger.y = place
            held = defends(s, target, charger)
            charger.x, charger.y = start
            if held:
                return way
    return None


def _opposite(charger: Figure, target: Figure, foot: Point, on: Journey) -> Iterator[Point]:
    """The mirror image of the target, at the charger's own distance from the obstacle."""
    dx, dy = foot[0] - target.x, foot[1] - target.y
    length = max(1, round((dx * dx + dy * dy) ** 0.5))
    keep = on.core.radius
    for more in (0, 1):
        yield foot[0] + round(dx * (keep + more) / length), foot[1] + round(dy * (keep + more) / length)


# The charge itself


def perform_charge(g: SkirmishGame, who: Actor, option: Option) -> Procedure[None]:
    """Announce, test for extra movement, go 1 um, let the target react, go on (cappa.4.3.8f, cappa.4.3.8h)."""
    assert isinstance(who, Figure)
    s = g.state
    charger, target = who, s.figures[option["target"]]
    g.tell(ChargeDeclared(charger.id, target.id))
    extra = yield from try_longer_stride(g, charger, target)
    most = reach(s, charger, extra=extra)
    distance = gap(s, charger, target)
    before = charger.moved_now
    advance(g, charger, target, most, tables().lengths.charge_step)
    hear_charger(g, charger, target)  # cappa.8.1.1j
    yield from rouse(g, target, "charge")  # cappa.8.1.2o
    cried = yield from cry_back(g, target, charger)  # cappa.8.1.1l
    if not cried and not is_met(s, charger, target):
        yield from reaction(g, charger, target, distance, most - (charger.moved_now - before))
    if not charger.is_up or charger.shaken:
        return
    left = most - (charger.moved_now - before)
    yield from _finish(g, charger, target, left)


def try_longer_stride(g: SkirmishGame, figure: Actor, target: Figure) -> Procedure[bool]:
    """A morale test for nothing; fully passed it gives the extra um (cappa.4.3.8n)."""
    options = [
        Option("test", {"figure": figure.id}, ("cappa.4.3.8n",)),
        Option("no-test", {"figure": figure.id}, ("cappa.4.3.8n",)),
    ]
    about = {"figure": figure.id, "target": target.id}
    chosen = yield Decision(figure.seat, "extra-movement", options, about, ("cappa.4.3.8n",))
    return chosen.key == "test" and morale_test(g, figure, "extra movement").fully


def is_met(s: SkirmishState, one: Figure, other: Figure) -> bool:
    return in_contact(s, one, other) or bool(defends(s, other, one))


def advance(g: SkirmishGame, charger: Figure, target: Figure, most: int, length: int) -> None:
    """Go so far of the way to the target, or straight at it where there is no way."""
    s = g.state
    on = _charge_journey(s, charger, most, targets_of(s, target))
    way = way_to(s, charger, target, most)
    if way is None:
        way = towards(s, charger, target, on)
    if way.length > length:
        way = cut_short(on, way.points, length)
    go(g, charger, cut_at_swamp(s, charger, on, way), "charge", ("cappa.4.3.8h",))


def towards(s: SkirmishState, charger: Figure, target: Figure, on: Journey) -> Way:
    """Straight at a target out of reach, as far as he gets."""
    return as_far_as(on, target.x, target.y)


def _finish(g: SkirmishGame, charger: Figure, target: Figure, left: int) -> Procedure[None]:
    """Into contact if he can; otherwise on towards the target, or he stops where he is (cappa.4.3.8.h4)."""
    s = g.state
    if not is_met(s, charger, target):
        way = way_to(s, charger, target, left) if target.is_up else None
        if way is not None:
            if target.fled_from == charger.id:  # after an evasion he need not go on, cappa.4.3.9f
                way = yield from _whether_on(g, charger, target, way)
            if way is not None:
                go(g, charger, way, "charge", ("cappa.4.3.8a",))
        elif target.is_up:
            on = _charge_journey(s, charger, left, targets_of(s, target))
            way = cut_at_swamp(s, charger, on, towards(s, charger, target, on))
            if way.length:
                way = yield from _whether_on(g, charger, target, way)
                if way is not None:
                    go(g, charger, way, "charge", ("cappa.4.3.8.h4",))
    contact = target.is_up and is_met(s, charger, target)
    if contact:
        charger.charged = target.id
        charger.charged_this_turn = True
        charger.assails = target.id if defends(s, target, charger) else ""
    g.tell(ChargeEnded(charger.id, target.id, contact))


def _whether_on(g: SkirmishGame, charger: Figure, target: Figure, way: Way) -> Procedure[Way | None]:
    options = [
        Option("go-on", {"figure": charger.id, "to": list(way.end)}, ("cappa.4.3.8.h4",)),
        Option("halt", {"figure": charger.id}, ("cappa.4.3.8.h4",)),
    ]
    about = {"figure": charger.id, "target": target.id}
    chosen = yield Decision(charger.seat, "charge-on", options, about, ("cappa.4.3.8.h4", "cappa.4.3.9f"))
    return way if chosen.key == "go-on" else None


# How the target answers


def reaction(g: SkirmishGame, charger: Figure, target: Figure, distance: int, left: int) -> Procedure[None]:
    """Countercharge, evade, or stand: one answer, when the charger has gone 1 um (cappa.4.3.8h, cappa.2.2.2.h1)."""
    s = g.state
    options = list(reactions(s, charger, target, distance))
    if not options:
        return
    options.append(Option("stand", {"figure": target.id}, ("cappa.2.2.2a",)))
    about = {"figure": target.id, "enemy": charger.id}
    chosen = yield Decision(target.seat, "react-to-charge", options, about, ("cappa.4.3.8f", "cappa.2.2.2d"))
    if chosen.key == "countercharge":
        countercharge(g, charger, target, left)
    elif chosen.key == "evade":
        _get_away(g, charger, target)


def _get_away(g: SkirmishGame, charger: Figure, target: Figure) -> None:
    """The target, or his squad as a body; caught in the same impulse they count as fleeing (cappa.4.3.9g)."""
    s = g.state
    squad = s.squad_of(target)
    if squad is None:
        if evade(g, target, charger, "cappa.4.3.9d"):
            target.fled_from = charger.id
    elif evade_as_squad(g, squad, s.squad_of(charger) or charger, "cappa.4.3.9d"):
        for one in bodies(s, squad):
            one.fled_from = charger.id


def reactions(s: SkirmishState, charger: Figure, target: Figure, distance: int) -> Iterator[Option]:
    """What a charged character may try, with the PA he has."""
    squad = s.squad_of(target)
    if squad is not None:
        if can_squad_evade(s, squad, s.squad_of(charger) or charger):
            yield Option("evade", {"figure": squad.id}, ("cappa.4.3.9d", "cappa.4.3.9.h3"))
        return
    if target.shaken:
        return
    if can_countercharge(s, charger, target, distance):
        yield Option("countercharge", {"figure": target.id, "enemy": charger.id}, ("cappa.4.3.8i",))
    if can_evade(s, target, charger):
        yield Option("evade", {"figure": target.id}, ("cappa.4.3.9d",))


def can_countercharge(s: SkirmishState, charger: Figure, target: Figure, distance: int) -> bool:
    """Not from 1 um or less, not on foot against riders, not across what he defends (cappa.4.3.8j, cappa.4.3.8k)."""
    if distance <= tables().lengths.countercharge_beyond or (charger.is_mounted and not target.is_mounted):
        return False  # cappa.4.3.8.h2: measured before the first um
    if not can_react(s, target) or not may_charge(s, target) or is_in_melee(s, target) or is_on_wall(s, target):
        return False
    on = _charge_journey(s, target, gap(s, charger, target) + tables().lengths.tolerance, (charger.id,))
    return isinstance(on.contact(base_of(s, charger).outline), Way)  # cappa.4.3.8.h9


def countercharge(g: SkirmishGame, charger: Figure, target: Figure, left: int) -> None:
    """1 PA and a morale test; they meet half-way, a rider goes two thirds (cappa.4.3.8i-cappa.4.3.8m)."""
    s = g.state
    spend(s, target)
    outcome = morale_test(g, target, "countercharge")
    if not outcome.passed:
        return  # cappa.4.3.8.h7
    most = reach(s, target, extra=outcome.fully)  # cappa.4.3.8o, cappa.4.3.8.h3
    distance = gap(s, charger, target)
    share = distance // 2
    if target.is_mounted and not charger.is_mounted:
        part, whole = tables().numbers.countercharge_mounted
        share = distance * part // whole
    share = max(share, distance - left)  # cappa.4.3.8.h6: if the charger cannot come so far, the other goes on
    on = _charge_journey(s, target, most, (charger.id,))
    way = on.contact(base_of(s, charger).outline)
    if isinstance(way, Refusal):
        way = towards(s, target, charger, on)
    share = min(share, most)
    if way.length > share:
        way = cut_short(on, way.points, share)
    go(g, target, way, "countercharge", ("cappa.4.3.8l",))
    target.charged = charger.id
    target.charged_this_turn = True


CHARGE_DEEDS = [Deed("charge", offer_charges, perform_charge, free=judge_charge, in_melee=False, shaken=False)]
