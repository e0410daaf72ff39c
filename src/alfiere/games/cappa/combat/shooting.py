"""Chapters 5.1 and 6.6, the action of firing: a shot, an exchange of shots, a volley; aiming and loading."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from alfiere.games.cappa.combat.fire import (
    Hit,
    apply_hit,
    band_at,
    can_hit,
    fire_tally,
    is_kept_by_melee,
    roll_shot,
    shot_prospects,
    targets,
)
from alfiere.games.cappa.combat.lines_drawn import shot_drawn
from alfiere.games.cappa.combat.reactions import (
    EVADE,
    SHOOT_BACK,
    apply_answer,
    prospects_of_volley,
    react,
    react_as_squad,
    roll_answer,
    volley_drawn,
)
from alfiere.games.cappa.combat.volleys import (
    Volley,
    aim_at,
    apply_volley,
    armed,
    better_lines,
    line_of,
    roll_volley,
    shooters,
)
from alfiere.games.cappa.combat.volleys import targets as targets_of_squad
from alfiere.games.cappa.ground.ground import gap
from alfiere.games.cappa.ground.sight import sees
from alfiere.games.cappa.morale.morale import after_attack
from alfiere.games.cappa.people.impulses import Actor, OfOne, OfSquad, actor, bodies, enemy_named
from alfiere.games.cappa.people.loads import is_laden
from alfiere.games.cappa.people.muster import is_measured
from alfiere.games.cappa.sheets.abilities import SANGFROID
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.events import Aimed, ShotLost, WeaponReadied
from alfiere.games.cappa.weaponry.arms import (
    discharge,
    flash,
    is_loaded,
    is_thrown,
    missiles,
    reload_cost,
    take_in_hand,
    why_no_missile,
)
from alfiere.games.cappa.weaponry.wounds import Harm
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.drawing import Drawn
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect


def shoot(g: SkirmishGame, shooter: Figure, target: Figure, code: str) -> Procedure[None]:
    """Announce, let the target react, and resolve the shot or both (cappa.2.2.2b, cappa.5.1.h1)."""
    weapon = dict(missiles(shooter))[code]
    if weapon.is_firearm:
        flash(g.state, shooter)
    answer, with_what = yield from react(g, shooter, target)
    reaches = can_hit(g.state, shooter, target, weapon)
    if answer == SHOOT_BACK and with_what and reaches:
        yield from _exchange(g, shooter, code, target, with_what)
        return
    if reaches:
        hits = [(yield from roll_shot(g, shooter, target, code, weapon))]
    else:  # he has evaded, cappa.4.3.9j, or it was too far
        hits = []
        discharge(g.state, shooter, code, target.x, target.y, target.level)
        rule = "cappa.4.3.9j" if answer == EVADE else "cappa.5.1.1a"
        g.tell(ShotLost(shooter.id, target.id, (rule,)))
    replies = [(yield from roll_answer(g, target, shooter, with_what))] if answer == SHOOT_BACK else []
    harms = [harmed for hit in hits for harmed in apply_hit(g, hit)]
    for reply in replies:
        harms += yield from apply_answer(g, reply, target.seat)
    yield from after_attack(g, harms)


def _exchange(g: SkirmishGame, shooter: Figure, code: str, target: Figure, other: str) -> Procedure[None]:
    """Two shots at once, or one after the other if somebody has the nerve to wait (cappa.8.1.1c)."""
    first, second = (shooter, code, target), (target, other, shooter)
    if weapons()[code].is_firearm and weapons()[other].is_firearm:
        for one, two in ((first, second), (second, first)):
            if (yield from _waits(g, one[0], one[2])):
                yield from _one_by_one(g, two, one)
                return
    hits = []
    for who, held, aim in (first, second):
        hits.append((yield from roll_shot(g, who, aim, held, dict(missiles(who))[held])))
    harms = [harmed for hit in hits for harmed in apply_hit(g, hit)]
    yield from after_attack(g, harms)


def _waits(g: SkirmishGame, figure: Figure, enemy: Figure) -> Procedure[bool]:
    """Whether a cold-blooded character lets the other fire first; never against a squad (cappa.8.1.1d)."""
    if SANGFROID not in figure.sheet.abilities or g.state.squad_of(enemy) is not None:
        return False
    options = [
        Option("wait-for-shot", {"figure": figure.id}, ("cappa.8.1.1c",)),
        Option("at-once", {"figure": figure.id}, ("cappa.2.2.2b",)),
    ]
    about = {"figure": figure.id, "enemy": enemy.id}
    chosen = yield Decision(figure.seat, "sangfroid", options, about, ("cappa.8.1.1c",))
    return chosen.key == "wait-for-shot"


def _one_by_one(
    g: SkirmishGame, hasty: tuple[Figure, str, Figure], cool: tuple[Figure, str, Figure]
) -> Procedure[None]:
    shooter, code, target = hasty
    hit = yield from roll_shot(g, shooter, target, code, dict(missiles(shooter))[code])
    yield from after_attack(g, apply_hit(g, hit))
    shooter, code, target = cool
    weapon = dict(missiles(shooter)).get(code)
    if not shooter.is_up or not target.is_up or weapon is None:
        return
    if not can_hit(g.state, shooter, target, weapon, waited=True):
        discharge(g.state, shooter, code, target.x, target.y, target.level)
        g.tell(ShotLost(shooter.id, target.id, ("cappa.8.1.1c",)))
        return
    hit = yield from roll_shot(g, shooter, target, code, weapon, waited=True)
    yield from after_attack(g, apply_hit(g, hit))


def fire_together(g: SkirmishGame, squad: Squad, target: Actor, option: Option | None = None) -> Procedure[None]:
    """Announce, let the target react, and resolve the volley or both (cappa.2.2.2.h3)."""
    s = g.state
    aim = line_of(s, squad, target, option)
    assert aim is not None  # it was offered
    back = ""
    loaded = shooters(s, squad, aim, target) or reversed(armed(s, squad))
    ready = list({one.id: (one, code) for one, code, *_ in loaded}.values())  # the first weapon of each
    for one, code in ready:
        if weapons()[code].is_firearm:
            flash(s, one)
    if isinstance(target, Squad):
        answer = yield from react_as_squad(g, target, squad)
    else:
        answer, back = yield from react(g, aim.member, target)
    aim = line_of(s, squad, target, option)
    firing = shooters(s, squad, aim, target) if aim is not None else []
    volleys = [(yield from roll_volley(g, squad, aim, target))] if aim is not None and firing else []
    if answer == EVADE or not volleys:
        for one, code in ready:  # out of range now, or too far all along, but fired all the same
            if one.is_up and code in dict(missiles(one)):
                discharge(s, one, code, _first(s, target).x, _first(s, target).y)
    if not volleys:
        rule = "cappa.4.3.9j" if answer == EVADE else "cappa.5.1.1a"
        g.tell(ShotLost(squad.id, target.id, (rule,)))
    replies: list[Hit | Volley] = []
    if answer == SHOOT_BACK and isinstance(target, Squad):
        line = aim_at(s, target, squad)
        replies += [(yield from roll_volley(g, target, line, squad))] if line is not None else []
    elif answer == SHOOT_BACK and isinstance(target, Figure):
        assert aim is not None  # nobody has moved
        weapon = dict(missiles(target))[back]
        if can_hit(s, target, aim.member, weapon):
            replies.append((yield from roll_shot(g, target, aim.member, back, weapon)))
    harms: list[Harm] = []
    for volley in volleys:
        harms += yield from apply_volley(g, volley, squad.seat)
    for reply in replies:
        harms += yield from apply_answer(g, reply, target.seat)
    yield from after_attack(g, harms)


def _first(s: SkirmishState, who: Actor) -> Figure:
    return who if isinstance(who, Figure) else s.figures[who.members[0]]


# Actions


class Shoot(OfOne):
    """Chapter 5.1: a shot or a throw at an enemy in sight and in range."""

    verb = "shoot"
    rule = "cappa.5.1.1a"
    climbing = False
    melee_rule = "cappa.5.1.5c"
    is_attack = True
    is_fire = True
    keeps_nocked = True

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        for target, code, _ in targets(s, who):
            yield Option("shoot", {"figure": who.id, "target": target.id, "weapon": code}, ("cappa.2.2.1a",))

    def objection(self, s: SkirmishState, who: Figure, option: Option) -> Objection | None:
        """The weapon first, then the target (cappa.5.1.1a)."""
        code = str(option.get("weapon"))
        if code not in who.hands:
            return because("not-in-hand", "cappa.2.2.1.h1", figure=who.id)
        unready = why_no_missile(who, code)
        if unready is not None:
            return because(*unready, figure=who.id, weapon=code)
        if is_laden(s, who):
            return because("laden", "cappa.4.3.7.h2", figure=who.id)
        target = enemy_named(s, who, option)
        if target is None or not target.is_up:
            return because("shoot-whom", "cappa.5.1.1a", figure=who.id)
        if is_kept_by_melee(s, target):
            return because("target-in-melee", "cappa.5.1.5a", figure=who.id, target=target.id)
        if not sees(s, who, target):
            return because("charge-unseen", "cappa.5.1.1a", figure=who.id, target=target.id)
        used = dict(missiles(who))[code]
        if not is_measured(s):
            return None
        if band_at(s, who, target, used) is None:
            return because("out-of-range", "cappa.5.1.1a", figure=who.id, target=target.id)
        if fire_tally(s, who, target, used).total <= 0:
            return because("no-chance", "cappa.5.1.3h", figure=who.id)
        return None

    def sketch(self, s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
        return shot_drawn(s, decision, option)

    def prospects(self, s: SkirmishState, decision: Decision, option: Option) -> list[Prospect]:
        """None where nobody measures: the odds would tell how far it is."""
        return shot_prospects(s, option) if is_measured(s) else []

    def spoken(self, s: SkirmishState, option: Option, language: str) -> dict[str, Any]:
        return {"thrown": is_thrown(str(option.get("weapon")))}

    def perform(self, g: SkirmishGame, who: Figure, option: Option) -> Procedure[None]:
        yield from shoot(g, who, g.state.figures[option["target"]], option["weapon"])


class TakeAim(OfOne):
    """With a loaded firearm or bow, once, and not after a move (cappa.5.1.4b, cappa.5.1.4c, cappa.5.1.4.h1)."""

    verb = "aim"
    rule = "cappa.5.1.4a"
    climbing = False
    keeps_nocked = True
    keeps_aim = True
    keeps_bought = True
    needs_one_impulse = "cappa.5.1.4a"

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        for code, used in missiles(who) if pa >= 2 else ():  # 1 PA more for the shot
            option = Option("aim", {"figure": who.id, "weapon": code}, ("cappa.2.2.1d", "cappa.5.1.4a"))
            if self.objection(s, who, option) is None and (
                not is_measured(s) or any(band_at(s, who, enemy, used) for enemy in s.may_attack(who))
            ):
                yield option

    def objection(self, s: SkirmishState, who: Figure, option: Option) -> Objection | None:
        code = str(option.get("weapon"))
        if code not in who.hands:
            return because("not-in-hand", "cappa.2.2.1.h1", figure=who.id)
        if not weapons()[code].may_aim:
            return because("not-aimed", "cappa.5.1.4c", figure=who.id, weapon=code)
        if who.has_aimed:
            return because("has-aimed", "cappa.5.1.4.h1", figure=who.id)
        if who.moved_now:
            return because("aims-moving", "cappa.5.1.4b", figure=who.id)
        if not is_loaded(who, code):
            return because("empty", "cappa.5.1.6a", figure=who.id, weapon=code)
        return because("laden", "cappa.4.3.7.h2", figure=who.id) if is_laden(s, who) else None

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        who.has_aimed = True
        g.tell(Aimed(who.id, option["weapon"]))


class FireTogether(OfSquad):
    """Chapter 6.6: a squad fires at a lone enemy or at a squad, along one line of sight."""

    verb = "volley"
    rule = "cappa.6.6b"
    is_with_weapons = True
    is_attack = True
    is_fire = True
    keeps_nocked = True

    def options(self, s: SkirmishState, who: Squad, pa: int) -> Iterator[Option]:
        for target in targets_of_squad(s, who):
            args = {"figure": who.id, "target": target.id}
            yield Option("volley", args, ("cappa.6.6a",))
            aim = aim_at(s, who, target) if is_measured(s) else None
            for other in better_lines(s, who, target, aim) if aim is not None else ():
                yield Option("volley", {**args, "from": other.member.id, "mark": other.mark.id}, ("cappa.6.6b",))

    def objection(self, s: SkirmishState, who: Squad, option: Option) -> Objection | None:
        """One member must see the target, and somebody's weapon reach so far (cappa.6.6b, cappa.6.6.1.h1)."""
        name = str(option.get("target"))
        if name not in s.figures and name not in s.squads:
            return because("shoot-whom", "cappa.5.1.1a", figure=who.id)
        target = actor(s, name)
        there = bodies(s, target)
        if target.seat == who.seat or not any(one.is_up for one in there):
            return because("shoot-whom", "cappa.5.1.1a", figure=who.id)
        if isinstance(target, Figure) and not target.acts_alone:
            return because("with-squad", "cappa.6.6a", figure=who.id, target=target.id)
        if any(is_kept_by_melee(s, one) for one in there):
            return because("target-in-melee", "cappa.5.1.5a", figure=who.id, target=target.id)
        aim = aim_at(s, who, target)
        if aim is None:
            return because("charge-unseen", "cappa.6.6b", figure=who.id, target=target.id)
        if is_measured(s) and not shooters(s, who, aim, target):
            return because("volley-none", "cappa.6.6.1.h1", figure=who.id, target=target.id)
        return None

    def sketch(self, s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
        return volley_drawn(s, option)

    def prospects(self, s: SkirmishState, decision: Decision, option: Option) -> list[Prospect]:
        return prospects_of_volley(s, option)

    def perform(self, g: SkirmishGame, who: Squad, option: Option) -> Procedure[None]:
        yield from fire_together(g, who, actor(g.state, option["target"]), option)


class PickedShot(OfSquad):
    """One member fires at a target of his own, a leader too, for 1 PA of the order and 1 of the shot (cappa.6.6c)."""

    verb = "picked-shot"
    rule = "cappa.6.6c"
    is_attack = True
    is_fire = True
    keeps_nocked = True

    def options(self, s: SkirmishState, who: Squad, pa: int) -> Iterator[Option]:
        cost = tables().actions["squad_picked_shot"].pa
        if pa < cost:
            return
        for one in bodies(s, who):
            for target, code, _ in targets(s, one):  # his own line and distance, cappa.6.6.h1
                args = {"figure": who.id, "shooter": one.id, "target": target.id, "weapon": code, "pa": cost}
                yield Option("picked-shot", args, ("cappa.6.6c", "cappa.6.6.h2"))

    def prospects(self, s: SkirmishState, decision: Decision, option: Option) -> list[Prospect]:
        return shot_prospects(s, option) if is_measured(s) else []

    def perform(self, g: SkirmishGame, who: Squad, option: Option) -> Procedure[None]:
        s = g.state
        yield from shoot(g, s.figures[option["shooter"]], s.figures[option["target"]], option["weapon"])


class AimTogether(OfSquad):
    """As a body, before it fires (cappa.5.1.4.h2)."""

    verb = "aim-volley"
    rule = "cappa.5.1.4a"
    is_with_weapons = True
    keeps_nocked = True
    keeps_aim = True

    def options(self, s: SkirmishState, who: Squad, pa: int) -> Iterator[Option]:
        if pa < 2:
            return
        here = bodies(s, who)
        if any(one.has_aimed or one.moved_now for one in here):
            return
        arms = [(one, used) for one in here for _, used in missiles(one) if used.may_aim]
        near = any(used.band(gap(s, one, enemy)) for one, used in arms for enemy in s.may_attack(who))
        if near or (arms and not is_measured(s)):
            yield Option("aim-volley", {"figure": who.id}, ("cappa.5.1.4.h2",))

    def do(self, g: SkirmishGame, who: Squad, option: Option) -> None:
        for one in bodies(g.state, who):
            one.has_aimed = True
        g.tell(Aimed(who.id, "", ("cappa.5.1.4.h2",)))


class LoadTogether(OfSquad):
    """One action of the dearest weapon's cost loads them all (cappa.5.1.6.h2)."""

    verb = "load-all"
    rule = "cappa.5.1.6.h2"
    is_with_weapons = True
    keeps_nocked = True

    def options(self, s: SkirmishState, who: Squad, pa: int) -> Iterator[Option]:
        costs = [reload_cost(one, weapons()[code]) for one in bodies(s, who) for code in one.hands]
        known = [cost for cost in costs if cost is not None]
        if known:
            yield Option("load-all", {"figure": who.id, "pa": max(known)}, ("cappa.5.1.6.h2",))

    def do(self, g: SkirmishGame, who: Squad, option: Option) -> None:
        for one in bodies(g.state, who):
            ready = [code for code in one.hands if reload_cost(one, weapons()[code]) is not None]
            one.empty = [code for code in one.empty if code not in ready]
            take_in_hand(one, one.hands)
        g.tell(WeaponReadied(who.id, "", "reloaded", ("cappa.5.1.6.h2",)))
