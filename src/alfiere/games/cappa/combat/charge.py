"""Chapter 4.3.8, the charge: announced, one um forward, the reaction of the target, and on into contact."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction

from alfiere.games.cappa.combat.contact_points import Onset
from alfiere.games.cappa.ground.engaged import is_in_melee
from alfiere.games.cappa.ground.ground import (
    base_of,
    defends,
    gap,
    in_contact,
    obstacle_between,
    openings_at,
    stops_near,
)
from alfiere.games.cappa.ground.sight import sees
from alfiere.games.cappa.ground.squads import fights_among
from alfiere.games.cappa.ground.visibility import STOPPED
from alfiere.games.cappa.ground.zones import journey
from alfiere.games.cappa.morale.evasion import can_evade, can_squad_evade, evade, evade_as_squad
from alfiere.games.cappa.morale.morale_tests import take_test
from alfiere.games.cappa.movement.movement import (
    cut_at_swamp,
    dearer,
    go,
    is_dry,
    is_on_wall,
    lost_in_swamp,
    speed,
    why_rooted,
)
from alfiere.games.cappa.people.impulses import Actor, bodies, wishes
from alfiere.games.cappa.people.loads import is_laden
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.action_points import can_react, pa_left, spend
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.events import ChargeEnded
from alfiere.games.cappa.weaponry.blows import AND
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure
from alfiere.table.barriers import Refusal
from alfiere.table.measuring import nearest_point, way_length
from alfiere.table.places import as_far_as, cut_short
from alfiere.table.reach import Journey, Way
from alfiere.table.shapes import Outline, Point

ASIDE, STEP_ASIDE = 150, 25  # hundredths along an obstacle that a charger looks for a place opposite its defender


def targets_of(s: SkirmishState, target: Figure) -> tuple[str, ...]:
    """Whose zones a charger at this target ignores: his, and those of all his squad (cappa.1.3.h4)."""
    squad = fights_among(s, target)
    return (target.id,) if squad is None else tuple(squad.members)


def may_charge(s: SkirmishState, figure: Figure) -> bool:
    """On his feet, with free hands and ground under them (cappa.2.2.1.h10, cappa.4.3.7.h2).

    A charge is a move to fight, and who cannot ride does not fight on horseback (cappa.4.3.8a, cappa.4.3.6a).
    """
    return why_no_charge(s, figure) is None


def why_no_charge(s: SkirmishState, figure: Figure) -> tuple[str, str] | None:
    """Why he cannot charge anybody now, as a key of the refusals and the rule; None if he can."""
    if figure.shaken:
        return "shaken", "cappa.2.3.3.h2"
    if figure.is_prone:
        return "prone", "cappa.2.2.1.h10"
    if is_laden(s, figure):
        return "laden", "cappa.4.3.7.h2"
    if dearer(figure):
        return "no-rider", "cappa.4.3.6a"
    return why_rooted(s, figure)


def may_be_charged(s: SkirmishState, figure: Figure, target: Figure) -> bool:
    """In sight (cappa.4.3.8g); in the last phase only the shaken (cappa.2.1.5d)."""
    return (s.phase != "last" or s.is_shaken(target)) and sees_party(s, figure, target)


def sees_party(s: SkirmishState, figure: Figure, target: Figure) -> bool:
    """Of a squad it is enough to see one miniature, and one's own squad is not in the way (cappa.4.3.8.h10)."""
    own, theirs = s.squad_of(figure), fights_among(s, target)
    through = own.members if own is not None else ()
    there = [target] if theirs is None else [one for one in map(s.figures.__getitem__, theirs.members) if one.is_up]
    return any(sees(s, figure, one, through) for one in there)


def reach(s: SkirmishState, figure: Figure, *, extra: bool) -> int:
    """How far he may charge at the most, the tolerance included (cappa.4.3.8.h1)."""
    return speed(s, figure) + (extra_of(figure) if extra else 0) + tables().lengths.tolerance


def extra_of(figure: Figure) -> int:
    """What a fully passed test adds to a charge (cappa.4.3.8n)."""
    return tables().lengths.extra_mounted if figure.is_mounted else tables().lengths.extra_foot


def way_to(s: SkirmishState, charger: Figure, target: Figure, most: int, lost: int | None = None) -> Way | None:
    """The shortest way into contact, or to the obstacle that the target defends (cappa.geo.16, cappa.4.3.8.h9).

    ``lost``: what difficult ground takes from a charge that does not lead out of it; he may have left it since.
    """
    on = charge_journey(s, charger, most, targets_of(s, target))
    way = on.contact(base_of(s, target).outline)
    if not isinstance(way, Way) or not _would_meet(s, charger, target, way.end):
        return _way_to_defended(s, charger, target, on, lost)
    return way if cut_down(s, charger, on, way, lost).end == way.end else None


def way_of(s: SkirmishState, charger: Figure, onset: Onset, most: int, lost: int | None = None) -> Way | None:
    """The way of a charge as announced: to the place that was chosen, or the shortest into contact (cappa.geo.16)."""
    target = s.figures[onset.target]
    if onset.to is None:
        return way_to(s, charger, target, most, lost)
    on = charge_journey(s, charger, most, _all_targets(s, onset))
    way = on.way(*onset.to)
    if not isinstance(way, Way) or not all(_would_meet(s, charger, s.figures[name], way.end) for name in onset.names):
        return None
    return way if cut_down(s, charger, on, way, lost).end == way.end else None


def _all_targets(s: SkirmishState, onset: Onset) -> tuple[str, ...]:
    """Whose zones do not bar a charge: of all who were declared as its targets (cappa.1.3.h4)."""
    return tuple(name for one in onset.names for name in targets_of(s, s.figures[one]))


def cut_down(s: SkirmishState, charger: Figure, on: Journey, way: Way, lost: int | None = None) -> Way:
    """As much of a way as difficult ground leaves him: it stops who enters it and slows who stays (cappa.4.3.5)."""
    lost = lost_in_swamp(s, charger) if lost is None else lost
    way = cut_at_swamp(s, charger, on, way)
    if lost and way.length > on.allowance - lost and not is_dry(s, charger, *way.end):
        way = cut_short(on, way.points, max(0, on.allowance - lost))
    return way


def charge_journey(s: SkirmishState, charger: Figure, most: int, ignoring: Collection[str]) -> Journey:
    return journey(s, charger, most, ignoring=ignoring)


def _would_meet(s: SkirmishState, charger: Figure, target: Figure, place: Point) -> bool:
    """Whether the two would be in melee with the charger at a place: not one below the other, nor a wall between."""
    return is_met(s, charger.at(place), target)


def _way_to_defended(s: SkirmishState, charger: Figure, target: Figure, on: Journey, lost: int | None) -> Way | None:
    """To a place on the other side of what he defends: the one opposite him, or aside of it (cappa.5.2.h1)."""
    if target.is_prone or s.is_shaken(target):
        return None
    held = [bar.outline for bar in stops_near(s, target)] + [one.outline for one in openings_at(s, target)]
    for outline in dict.fromkeys(held):
        for place in _opposite(target, outline, on):
            if on.stands(*place) is not None or not _would_meet(s, charger, target, place):
                continue
            way = on.way(*place)
            if isinstance(way, Way) and cut_down(s, charger, on, way, lost).end == way.end:
                return way
    return None


def _opposite(target: Figure, bar: Outline, on: Journey) -> Iterator[Point]:
    """Places in contact with the other side of a bar, the nearest to the target first."""
    (ax, ay), (bx, by) = bar.points[0], bar.points[-1]
    length = max(1, way_length(bar.points))
    nx, ny = nearest_point(bar, target.x, target.y)
    turn = (bx - ax) * (target.y - ay) - (by - ay) * (target.x - ax)
    hand = -1 if turn > 0 else 1
    for shift in range(0, ASIDE + 1, STEP_ASIDE):
        for part in (shift, -shift) if shift else (0,):
            for keep in (on.core.radius, on.core.radius + 1):
                x = nx + Fraction((bx - ax) * part - hand * (by - ay) * keep, length)
                y = ny + Fraction((by - ay) * part + hand * (bx - ax) * keep, length)
                yield round(x), round(y)


# The charge itself


def try_longer_stride(g: SkirmishGame, figure: Actor, target: Figure) -> Procedure[bool]:
    """A morale test for nothing; fully passed it gives the extra um (cappa.4.3.8n)."""
    about = {"target": target.id}
    tries = yield from wishes(figure, "extra-movement", "test", "no-test", about, "cappa.4.3.8n")
    return tries and (yield from take_test(g, figure, "extra movement")).fully


def is_met(s: SkirmishState, one: Figure, other: Figure) -> bool:
    return in_contact(s, one, other) or bool(defends(s, other, one))


def advance(g: SkirmishGame, charger: Figure, onset: Onset, most: int, length: int) -> None:
    """Go so far of the way to the target, or straight at it where there is no way."""
    s, target = g.state, g.state.figures[onset.target]
    on = charge_journey(s, charger, most, _all_targets(s, onset))
    way = way_of(s, charger, onset, most) or way_to(s, charger, target, most)
    if way is None:
        way = towards(s, charger, target, on)
    if way.length > length:
        way = cut_short(on, way.points, length)
    go(g, charger, cut_down(s, charger, on, way), "charge", ("cappa.4.3.8h",))


def towards(s: SkirmishState, charger: Figure, target: Figure, on: Journey) -> Way:
    """At a target out of reach, as far as he gets: straight, or round what bars the straight way (cappa.geo.27)."""
    straight = as_far_as(on, target.x, target.y)
    if straight.length + 2 * tables().lengths.tolerance >= on.allowance:  # nothing bars it so far
        return straight
    far = charge_journey(s, charger, gap(s, charger, target) + on.allowance, targets_of(s, target))
    way = far.contact(base_of(s, target).outline)
    return cut_short(on, way.points, on.allowance) if isinstance(way, Way) else straight


def finish(g: SkirmishGame, charger: Figure, onset: Onset, left: int, lost: int) -> Procedure[None]:
    """Into contact if he can; otherwise on towards the target, or he stops where he is (cappa.4.3.8.h4)."""
    s = g.state
    up = [one for one in map(s.figures.__getitem__, onset.names) if one.is_up]
    if up and not STOPPED.is_on(charger) and not _met(s, charger, up):  # cappa.9.5.1.h3
        whole = way_of(s, charger, onset, left, lost) if len(up) == len(onset.names) else None
        ways = (way_to(s, charger, one, left, lost) for one in up)
        way = whole or next((one for one in ways if one is not None), None)
        if way is not None:
            if any(one.fled_from == charger.id for one in up):  # after an evasion he need not go on, cappa.4.3.9f
                way = yield from whether_on(g, charger, up[0], way)
            if way is not None:
                go(g, charger, way, "charge", ("cappa.4.3.8a",))
        else:
            on = charge_journey(s, charger, left, targets_of(s, up[0]))
            way = cut_down(s, charger, on, towards(s, charger, up[0], on), lost)
            if way.length:
                way = yield from whether_on(g, charger, up[0], way)
                if way is not None:
                    go(g, charger, way, "charge", ("cappa.4.3.8.h4",))
    met = _met(s, charger, up)
    if met:
        charger.charged = AND.join(one.id for one in met)
        charger.charged_this_turn = True
        charger.assails = met[0].id if defends(s, met[0], charger) else ""
    g.tell(ChargeEnded(charger.id, onset.target, bool(met)))


def _met(s: SkirmishState, charger: Figure, targets: list[Figure]) -> list[Figure]:
    found = (met_in(s, charger, one) for one in targets)
    return [one for one in found if one is not None]


def met_in(s: SkirmishState, charger: Figure, target: Figure) -> Figure | None:
    """Whom of the target's party a charger has reached, the target himself before the others (cappa.4.3.8c)."""
    return next((one for one in party_of(s, target) if one.is_up and is_met(s, charger, one)), None)


def party_of(s: SkirmishState, target: Figure) -> list[Figure]:
    """The target first, then all of his squad who stand on the table."""
    return [target, *(one for one in map(s.figures.__getitem__, targets_of(s, target)) if one.is_up)]


def whether_on(g: SkirmishGame, charger: Figure, target: Figure, way: Way) -> Procedure[Way | None]:
    """The rest of his way, or none if he stops where he is (cappa.4.3.8.h4, cappa.4.3.9f)."""
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
        yield from countercharge(g, charger, target, left)
    elif chosen.key == "evade":
        yield from _get_away(g, charger, target)


def _get_away(g: SkirmishGame, charger: Figure, target: Figure) -> Procedure[None]:
    """The target, or his squad as a body; caught in the same impulse they count as fleeing (cappa.4.3.9g)."""
    s = g.state
    squad = answering(s, target)
    if squad is None:
        if (yield from evade(g, target, charger, "cappa.4.3.9d")):
            target.fled_from = charger.id
    elif evade_as_squad(g, squad, s.squad_of(charger) or charger, "cappa.4.3.9d"):
        for one in bodies(s, squad):
            one.fled_from = charger.id


def answering(s: SkirmishState, target: Figure) -> Squad | None:
    """The squad that answers a charge at him as a body; nobody but he himself if only he has PA (cappa.8.1.2.h11)."""
    squad = fights_among(s, target)
    return None if squad is not None and target.die and not pa_left(s, squad) else squad


def reactions(s: SkirmishState, charger: Figure, target: Figure, distance: int) -> Iterator[Option]:
    """What a charged character may try, with the PA he has."""
    squad = answering(s, target)
    if may_come_to_meet(s, charger, target, distance):
        yield Option("countercharge", {"figure": (squad or target).id, "enemy": charger.id}, ("cappa.4.3.8i",))
    if squad is not None:
        if can_squad_evade(s, squad, s.squad_of(charger) or charger):
            yield Option("evade", {"figure": squad.id}, ("cappa.4.3.9d", "cappa.4.3.9.h3"))
    elif can_evade(s, target, charger):
        yield Option("evade", {"figure": target.id}, ("cappa.4.3.9d",))


def may_come_to_meet(s: SkirmishState, charger: Figure, target: Figure, distance: int) -> bool:
    """Whether the charged character, or the whole of his squad, may countercharge (cappa.4.3.8i)."""
    squad = answering(s, target)
    if squad is None:
        return can_countercharge(s, charger, target, distance)
    here = bodies(s, squad)
    if squad.shaken or not here or not all(_is_fit_to_meet(s, charger, one) for one in here):
        return False
    return can_countercharge(s, charger, foremost_against(s, here, charger), distance)


def _is_fit_to_meet(s: SkirmishState, charger: Figure, figure: Figure) -> bool:
    """On foot against riders nobody is; the others if they could charge at all (cappa.4.3.8k)."""
    if (charger.is_mounted and not figure.is_mounted) or is_in_melee(s, figure) or is_on_wall(s, figure):
        return False
    return can_react(s, figure) and may_charge(s, figure)


def foremost_against(s: SkirmishState, here: Collection[Figure], enemy: Figure) -> Figure:
    """The member of a party who is nearest to an enemy."""
    return min(here, key=lambda one: (gap(s, one, enemy), one.id))


def can_countercharge(s: SkirmishState, charger: Figure, target: Figure, distance: int) -> bool:
    """Not from 1 um or less, not on foot against riders, not across what he defends (cappa.4.3.8j, cappa.4.3.8k)."""
    if distance <= tables().lengths.countercharge_beyond or not _is_fit_to_meet(s, charger, target):
        return False  # cappa.4.3.8.h2: measured before the first um
    both = reach(s, charger, extra=True) + reach(s, target, extra=True)
    on = charge_journey(s, target, both, targets_of(s, charger))
    way = on.contact(base_of(s, charger).outline)
    return isinstance(way, Way) and not obstacle_between(s, target, charger)  # cappa.4.3.8.h9


def countercharge(g: SkirmishGame, charger: Figure, target: Figure, left: int) -> Procedure[None]:
    """1 PA and a morale test; they meet half-way, a rider goes two thirds (cappa.4.3.8i-cappa.4.3.8m).

    A squad comes to meet him as a body: its foremost is measured, the others go along (cappa.6.5b).
    """
    s = g.state
    squad = answering(s, target)
    here = [target] if squad is None else bodies(s, squad)
    spend(s, squad or target)
    outcome = yield from take_test(g, squad or target, "countercharge")
    if not outcome.passed:
        return  # cappa.4.3.8.h7
    first = foremost_against(s, here, charger)
    most = reach(s, first, extra=outcome.fully)  # cappa.4.3.8o, cappa.4.3.8.h3
    distance = gap(s, charger, first)
    share = distance // 2
    if all(one.is_mounted for one in here) and not charger.is_mounted:
        part, whole = tables().numbers.countercharge_mounted
        share = distance * part // whole
    share = max(share, distance - left)  # cappa.4.3.8.h6: if the charger cannot come so far, the other goes on
    enemies = targets_of(s, charger)
    on = charge_journey(s, first, most, enemies)
    way = on.contact(base_of(s, charger).outline)
    if isinstance(way, Refusal):
        way = towards(s, first, charger, on)
    if way.length > min(share, most):
        way = cut_short(on, way.points, min(share, most))
    way = cut_down(s, first, on, way)
    dx, dy = way.end[0] - first.x, way.end[1] - first.y
    go(g, first, way, "countercharge", ("cappa.4.3.8l",))
    for one in sorted(here, key=lambda one: (gap(s, one, charger), one.id)):
        if one is not first:
            trip = charge_journey(s, one, min(way.length, reach(s, one, extra=outcome.fully)), enemies)
            along = cut_down(s, one, trip, as_far_as(trip, one.x + dx, one.y + dy))
            go(g, one, along, "countercharge", ("cappa.4.3.8l", "cappa.6.5e"))
        one.charged = charger.squad if s.squad_of(charger) is not None else charger.id
        one.charged_this_turn = True
