"""Chapter 4.3.8, the charge as an action: whom one may announce it at, what is drawn of it, its odds; its answers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from alfiere.games.cappa.combat.battle_cry import cry_back, hear_charger
from alfiere.games.cappa.combat.charge import (
    advance,
    charge_journey,
    extra_of,
    finish,
    is_met,
    may_be_charged,
    may_charge,
    may_come_to_meet,
    party_of,
    reach,
    reaction,
    sees_party,
    targets_of,
    try_longer_stride,
    way_of,
    way_to,
    why_no_charge,
)
from alfiere.games.cappa.combat.contact_points import (
    Onset,
    are_close,
    meant_place,
    onset_of,
    place_touching,
    touched_at,
)
from alfiere.games.cappa.combat.lines_drawn import nearest_pair
from alfiere.games.cappa.ground.ground import defends, gap
from alfiere.games.cappa.ground.squads import fights_among
from alfiere.games.cappa.ground.visibility import STOPPED
from alfiere.games.cappa.morale.morale_tests import morale_prospect
from alfiere.games.cappa.morale.rousing import rouse
from alfiere.games.cappa.movement.movement import is_place, lost_in_swamp
from alfiere.games.cappa.people.impulses import Answer, OfOne, actor, named
from alfiere.games.cappa.people.muster import is_measured
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.action_points import pa_left, purse
from alfiere.games.cappa.state.drawing import said
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.events import ChargeDeclared
from alfiere.games.cappa.weaponry.blows import arms_against, blow_prospects
from alfiere.kernel import drawing
from alfiere.kernel.decision import Args, Decision, Option
from alfiere.kernel.drawing import Drawn
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect


class Charge(OfOne):
    """Enemies in sight who can be reached, with the extra um or because they may come to meet him (cappa.4.3.8g)."""

    verb = "charge"
    is_attack = True
    keeps_nocked = True
    is_free = True

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if not may_charge(s, who):
            return
        far = reach(s, who, extra=True)
        for target in s.may_attack(who):
            distance = gap(s, who, target)
            if distance > far and is_measured(s) and distance > far + reach(s, target, extra=True):
                continue
            if not may_be_charged(s, who, target):
                continue
            if not is_measured(s):  # whoever may not measure may charge in vain
                makes_sense = True
            elif distance <= far:
                makes_sense = way_to(s, who, target, far) is not None
            else:
                makes_sense = may_come_to_meet(s, who, target, distance)
            if makes_sense:
                yield _charge(who, Onset(target.id))
        yield from _charges_at_two(s, who, far)

    def judged(self, s: SkirmishState, who: Figure, args: Args) -> Option | Objection:
        """A charge may be announced at any enemy in sight, however far, and at any point of his edge (cappa.geo.16).

        Whom else he touches there he charges too (cappa.4.3.8b).
        """
        target = s.figures.get(str(args.get("target")))
        if target is None or target not in s.may_attack(who):
            return because("charge-whom", "cappa.4.3.8a", figure=who.id)
        unable = why_no_charge(s, who)
        if unable is not None:
            return because(*unable, figure=who.id)
        if s.phase == "last" and not s.is_shaken(target):
            return because("charge-last", "cappa.2.1.5d", figure=who.id, target=target.id)
        if not sees_party(s, who, target):
            return because("charge-unseen", "cappa.4.3.8g", figure=who.id, target=target.id)
        to = args.get("to")
        if to is None:
            return _charge(who, Onset(target.id))
        place = meant_place(s, who, target, (to[0], to[1])) if is_place(to) else None
        if place is None:
            return because("no-place", "cappa.geo.16", figure=who.id)
        own = targets_of(s, target)
        there = [one for one in touched_at(s, who, place) if one.id not in own and may_be_charged(s, who, one)]
        return _charge(who, Onset(target.id, tuple(one.id for one in there), place))

    def sketch(self, s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
        return charge_drawn(s, decision, option, onset_of(option))

    def prospects(self, s: SkirmishState, decision: Decision, option: Option) -> list[Prospect]:
        """The test without which he does not get there, if he needs it, and the round he could fight where he arrives.

        A round with a PA that is left, against one who lets him come; a squad's many blows are no matter of two dice.
        """
        figure, target, onset = named(s, option, "figure"), named(s, option, "target"), onset_of(option)
        if figure is None or target is None or not is_measured(s):
            return []
        near = way_of(s, figure, onset, reach(s, figure, extra=False))
        way = near or way_of(s, figure, onset, reach(s, figure, extra=True))
        if way is None:
            return []  # unless the other comes to meet him
        found = [] if near is not None else [morale_prospect(s, figure, fully=True)]
        if fights_among(s, target) is not None or pa_left(s, purse(s, figure)) < 2:
            return found
        there = figure.at(way.end)
        there.charged = target.id
        there.assails = target.id if defends(s, target, there) else ""
        then = s.supposing([there])
        arms = arms_against(then, there, target)
        return found + (blow_prospects(then, there, target, arms[0], replies=True) if arms else [])

    def perform(self, g: SkirmishGame, who: Figure, option: Option) -> Procedure[None]:
        """Announce, test for extra movement, go 1 um, let the target react, go on (cappa.4.3.8f, cappa.4.3.8h).

        Of several who are charged each has his reaction (cappa.2.2.2.h1).
        """
        s, charger, onset = g.state, who, onset_of(option)
        targets = [s.figures[name] for name in onset.names]
        STOPPED.take(charger)  # by an earlier charge of this impulse
        g.tell(ChargeDeclared(charger.id, onset.target, onset.also))
        extra = yield from try_longer_stride(g, charger, targets[0])
        most, lost = reach(s, charger, extra=extra), lost_in_swamp(s, charger)
        apart = [min(gap(s, charger, mate) for mate in party_of(s, one)) for one in targets]  # cappa.4.3.8j
        before = charger.moved_now
        advance(g, charger, onset, most, tables().lengths.charge_step)
        yield from hear_charger(g, charger, *targets)  # cappa.8.1.1j
        for target, distance in zip(targets, apart, strict=True):
            if s.winner:
                return
            yield from rouse(g, target, "charge")  # cappa.8.1.2o
            cried = yield from cry_back(g, target, charger)  # cappa.8.1.1l
            if not cried and not is_met(s, charger, target):
                yield from reaction(g, charger, target, distance, most - (charger.moved_now - before))
            if not charger.is_up or charger.shaken or s.winner:
                return
        left = most - (charger.moved_now - before)
        yield from finish(g, charger, onset, left, lost)


def _charges_at_two(s: SkirmishState, who: Figure, far: int) -> Iterator[Option]:
    """Two enemies whom he can touch at once, the nearer first (cappa.4.3.8b); of squads any two members of them."""
    near = [one for one in s.enemies_of(who) if gap(s, who, one) <= far or not is_measured(s)]
    near.sort(key=lambda one: (gap(s, who, one), one.id))
    for one, other in combinations(near, 2):
        if other.id in targets_of(s, one) or not are_close(who, one, other):
            continue
        if not may_be_charged(s, who, one) or not may_be_charged(s, who, other):
            continue
        on = charge_journey(s, who, far, (*targets_of(s, one), *targets_of(s, other)))
        for place in place_touching(s, who, one, other, on):
            onset = Onset(one.id, (other.id,), place)
            if not is_measured(s) or way_of(s, who, onset, far) is not None:
                yield _charge(who, onset)
                break


def _charge(figure: Figure, onset: Onset) -> Option:
    args: dict[str, Any] = {"figure": figure.id, "target": onset.target}
    args |= {"also": list(onset.also)} if onset.also else {}
    args |= {"to": list(onset.to)} if onset.to is not None else {}
    return Option("charge", args, ("cappa.4.3.8b",) if onset.also else ("cappa.4.3.8a",))


def charge_drawn(s: SkirmishState, decision: Decision, option: Option, onset: Onset | None = None) -> list[Drawn]:
    """The way into contact and its length; a straight line where nobody knows yet whether he gets there."""
    pair = nearest_pair(s, decision, option)
    if pair is None:
        return []
    figure, target = pair
    start, end = (figure.x, figure.y), (target.x, target.y)
    if not is_measured(s):
        return [drawing.shot(start, end)]
    most, far = reach(s, figure, extra=False), reach(s, figure, extra=True)
    slack = tables().lengths.tolerance
    way = way_of(s, figure, onset or Onset(target.id), far)
    if way is None:
        return [drawing.shot(start, end, said(s, "charge-far", length=gap(s, figure, target), more=far - slack))]
    if way.length <= most:
        return [drawing.way(way.points, said(s, "charge", length=way.length, most=most - slack))]
    more = most - slack + extra_of(figure)
    return [drawing.way(way.points, said(s, "charge-extra", length=way.length, most=most - slack, more=more))]


class Countercharge(Answer):
    """Chapter 4.3.8i: the target comes to meet him, if he passes a test."""

    verb = "countercharge"

    def sketch(self, s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
        return charge_drawn(s, decision, option)

    def prospects(self, s: SkirmishState, decision: Decision, option: Option) -> list[Prospect]:
        return [morale_prospect(s, actor(s, option["figure"]))]


class LongerCharge(Answer):
    """Chapter 4.3.8n: fully passed it makes a charge longer."""

    verb = "test"

    def prospects(self, s: SkirmishState, decision: Decision, option: Option) -> list[Prospect]:
        return [morale_prospect(s, actor(s, option["figure"]), fully=True)]
