"""Chapters 4.3.8 and 6.7, the charge of a squad: as many as can into contact, the others close behind them."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.games.cappa.combat.battle_cry import cry_back, hear_squad
from alfiere.games.cappa.combat.charge import (
    advance,
    cut_down,
    is_met,
    may_charge,
    reach,
    reaction,
    sees_party,
    targets_of,
    towards,
    try_longer_stride,
    way_to,
    why_no_charge,
)
from alfiere.games.cappa.combat.contact_points import Onset
from alfiere.games.cappa.ground.ground import base_of, defends, gap
from alfiere.games.cappa.ground.squads import fights_among
from alfiere.games.cappa.ground.zones import journey
from alfiere.games.cappa.morale.morale_tests import present
from alfiere.games.cappa.morale.rousing import rouse
from alfiere.games.cappa.movement.movement import go, lost_in_swamp
from alfiere.games.cappa.people.impulses import OfSquad, bodies, named
from alfiere.games.cappa.people.muster import is_measured
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.events import ChargeDeclared, ChargeEnded
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.table.reach import Way


def charged_party(s: SkirmishState, target: Figure) -> list[Figure]:
    """Everybody a charge at him is aimed at: himself, or all his squad."""
    squad = fights_among(s, target)
    return [target] if squad is None else present(s, squad)


class ChargeTogether(OfSquad):
    """Every enemy party that one member sees and can reach (cappa.4.3.8.h10); its nearest man stands for it."""

    verb = "charge-together"
    rule = "cappa.4.3.8a"
    is_attack = True
    shifts = True
    keeps_nocked = True

    def options(self, s: SkirmishState, who: Squad, pa: int) -> Iterator[Option]:
        here = bodies(s, who)
        if not here or not all(may_charge(s, one) for one in here):
            return
        seen: set[str] = set()
        for enemy in s.may_attack(who):
            target = _nearest(s, here, charged_party(s, enemy))
            if target.id in seen or (s.phase == "last" and not s.is_shaken(target)):  # cappa.2.1.5d
                continue
            seen.add(target.id)
            if is_measured(s) and not any(_is_within_reach(s, one, target) for one in here):
                continue  # whoever sees him
            if not any(sees_party(s, one, target) for one in here):
                continue
            if not is_measured(s) or _can_reach(s, here, target):  # whoever may not measure may charge in vain
                yield Option(
                    "charge-together", {"figure": who.id, "target": target.id}, ("cappa.4.3.8a", "cappa.6.7.2a")
                )

    def objection(self, s: SkirmishState, who: Squad, option: Option) -> Objection | None:
        """All of them must be able to, and one must see the target (cappa.4.3.8.h10)."""
        here, target = bodies(s, who), named(s, option, "target")
        if target is None or target not in s.may_attack(who):
            return because("charge-whom", "cappa.4.3.8a", figure=who.id)
        for one in here:
            unable = why_no_charge(s, one)
            if unable is not None:
                return because(*unable, figure=one.id)
        if s.phase == "last" and not s.is_shaken(target):
            return because("charge-last", "cappa.2.1.5d", figure=who.id, target=target.id)
        if not any(sees_party(s, one, target) for one in here):
            return because("charge-unseen", "cappa.4.3.8g", figure=who.id, target=target.id)
        return None

    def perform(self, g: SkirmishGame, who: Squad, option: Option) -> Procedure[None]:
        """The foremost goes 1 um, the target answers, then all go on, each as far as his own Mov (cappa.6.5.h5)."""
        s, target = g.state, g.state.figures[option["target"]]
        g.tell(ChargeDeclared(who.id, target.id))
        extra = yield from try_longer_stride(g, who, target)
        here = sorted(bodies(s, who), key=lambda one: (gap(s, one, target), one.id))
        lead, distance = here[0], gap(s, here[0], target)
        before = {one.id: one.moved_now for one in here}
        most = {one.id: reach(s, one, extra=extra) for one in here}
        lost = {one.id: lost_in_swamp(s, one) for one in here}
        advance(g, lead, Onset(target.id), most[lead.id], tables().lengths.charge_step)
        yield from hear_squad(g, here, target)  # cappa.8.1.1j
        yield from rouse(g, target, "charge")
        cried = yield from cry_back(g, target, lead)  # cappa.8.1.1l
        if not cried and not is_met(s, lead, target):
            yield from reaction(g, lead, target, distance, most[lead.id] - (lead.moved_now - before[lead.id]))
        left = {name: most[name] - (s.figures[name].moved_now - before[name]) for name in before}
        charging = [one for one in here if one.is_up and not who.shaken]
        has_evaded = target.fled_from == lead.id  # then they need not go on, cappa.4.3.9f
        if charging and target.is_up and (has_evaded or not _meets(s, charging, target, left, lost)):
            if not (yield from _whether_on(g, who, target)):
                charging = []
        arrived = _go_on(g, charging, target, left, lost)
        for one in arrived:
            one.charged, one.charged_this_turn = (
                target.squad if fights_among(s, target) is not None else target.id,
                True,
            )
            foe = next((enemy for enemy in charged_party(s, target) if defends(s, enemy, one)), None)
            one.assails = foe.id if foe is not None else ""
        g.tell(ChargeEnded(who.id, target.id, bool(arrived)))


def _nearest(s: SkirmishState, here: list[Figure], there: list[Figure]) -> Figure:
    return min(there, key=lambda one: (min(gap(s, one, mate) for mate in here), one.id))


def _can_reach(s: SkirmishState, here: list[Figure], target: Figure) -> bool:
    for one in sorted(here, key=lambda one: (gap(s, one, target), one.id)):
        if _is_within_reach(s, one, target) and way_to(s, one, target, reach(s, one, extra=True)) is not None:
            return True
    return False


def _is_within_reach(s: SkirmishState, one: Figure, target: Figure) -> bool:
    return gap(s, one, target) <= reach(s, one, extra=True)


def _way_into(s: SkirmishState, one: Figure, target: Figure, left: int, lost: int) -> Way | None:
    """The shortest way into contact with anybody of the target's party."""
    foes = sorted(charged_party(s, target), key=lambda enemy: (gap(s, one, enemy), enemy.id))
    for enemy in foes:
        if gap(s, one, enemy) <= left and (way := way_to(s, one, enemy, left, lost)) is not None:
            return way
    return None


def _meets(
    s: SkirmishState, charging: list[Figure], target: Figure, left: dict[str, int], lost: dict[str, int]
) -> bool:
    """Whether anybody is in contact or can still come into it."""
    foes = charged_party(s, target)
    return any(
        any(is_met(s, one, enemy) for enemy in foes)
        or _way_into(s, one, target, left[one.id], lost[one.id]) is not None
        for one in charging
    )


def _whether_on(g: SkirmishGame, squad: Squad, target: Figure) -> Procedure[bool]:
    """They evade, or nobody can reach them any more: on towards them, or not (cappa.4.3.9f, cappa.4.3.8.h4)."""
    options = [
        Option("go-on", {"figure": squad.id, "to": [target.x, target.y]}, ("cappa.4.3.8.h4",)),
        Option("halt", {"figure": squad.id}, ("cappa.4.3.8.h4",)),
    ]
    about = {"figure": squad.id, "target": target.id}
    chosen = yield Decision(squad.seat, "charge-on", options, about, ("cappa.4.3.8.h4", "cappa.4.3.9f"))
    return chosen.key == "go-on"


def _go_on(
    g: SkirmishGame, charging: list[Figure], target: Figure, left: dict[str, int], lost: dict[str, int]
) -> list[Figure]:
    """Each into contact if he can, otherwise up to the mate before him; those in contact at the end."""
    s = g.state
    moved: list[Figure] = []
    for one in charging:
        if not any(is_met(s, one, enemy) for enemy in charged_party(s, target)):
            far = left[one.id], lost[one.id]
            way = _way_into(s, one, target, *far) or _way_behind(s, one, target, moved, *far)
            go(g, one, way, "charge", ("cappa.4.3.8a",))
        moved.append(one)
    return [one for one in moved if any(is_met(s, one, enemy) for enemy in charged_party(s, target))]


def _way_behind(s: SkirmishState, one: Figure, target: Figure, mates: list[Figure], left: int, lost: int) -> Way:
    trip = journey(s, one, left, ignoring=targets_of(s, target))
    for mate in sorted(mates, key=lambda mate: (gap(s, one, mate), mate.id)):
        way = trip.contact(base_of(s, mate).outline)
        if isinstance(way, Way):
            return cut_down(s, one, trip, way, lost)
    return cut_down(s, one, trip, towards(s, one, target, trip), lost)
