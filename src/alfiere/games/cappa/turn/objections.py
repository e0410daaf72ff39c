"""Why an answer that is not in the list is against the rules: a key of the refusals, and the rule that forbids it.

A page asks by putting the miniature that was clicked into an option of the present decision; so a figure here may be an
enemy, may be off the table or lie out of action. Where nobody measures, no reason tells a distance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from alfiere.games.cappa.combat.charge import sees_party, why_no_charge
from alfiere.games.cappa.combat.fire import band_at, fire_tally, is_kept_by_melee
from alfiere.games.cappa.combat.volleys import aim_at, shooters
from alfiere.games.cappa.feats.simple_actions import within_hand
from alfiere.games.cappa.ground.sight import sees
from alfiere.games.cappa.people.impulses import Actor, actor, bodies, cost_of
from alfiere.games.cappa.people.loads import can_carry, is_laden
from alfiere.games.cappa.people.muster import is_measured
from alfiere.games.cappa.sheets.abilities import RIDER
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.state.state import OFF, ON, OUT, Figure, SkirmishState, Squad
from alfiere.games.cappa.turn.actions import BY_KEY, WAIT, barred, choices, idle, obliged
from alfiere.games.cappa.turn.orders import dice_of
from alfiere.games.cappa.weaponry.ammunition import SPENT, may_be_loaded
from alfiere.games.cappa.weaponry.arms import empty_in_hand, is_loaded, is_ready, reload_cost, thrown_as
from alfiere.games.cappa.weaponry.blows import arms_against, can_strike
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.objection import NOT_OFFERED, Objection, because

AMPLE = 10  # PA with which nothing fails for want of them


def objection(s: SkirmishState, decision: Decision, answer: Option) -> Objection:
    """The rule that forbids an answer which is not offered; what the decision itself rests on, if no other does."""
    explain = _DECISIONS.get(decision.key)
    found = explain(s, decision, answer) if explain is not None else None
    if found is not None:
        return found
    return because(NOT_OFFERED, decision.rules[0] if decision.rules else "", side=decision.seat)


# Whose turn it is


def _orders(s: SkirmishState, decision: Decision, answer: Option) -> Objection | None:
    """A die at most for each, and only dice that have been rolled (cappa.2.1.2.h1, cappa.2.1.2.h2)."""
    who = _own(s, decision, answer, "cappa.2.1.2a") if answer.key == "order" else None
    if not isinstance(who, Figure | Squad):
        return who
    if isinstance(who, Figure) and who.where not in (ON, OFF):
        return because("gone", "cappa.2.1.2a", figure=who.id)
    if isinstance(who, Figure) and (who.captor or who.has_surrendered):
        return because("captive", "cappa.2.2.1.h6", figure=who.id)
    if who.die:
        return because("has-die", "cappa.2.1.2.h1", figure=who.id)
    if isinstance(who, Figure) and who.squad and who.where == OFF:
        return because("waits-with-squad", "cappa.2.1.2h", figure=who.id)
    if isinstance(who, Figure) and who.squad and s.squads[who.squad].shaken and not who.sheet.is_hero:
        return because("shaken", "cappa.2.3.3.h2", figure=who.id)
    if answer.get("die") not in dice_of(s, decision.seat, who.player):
        return because("no-die", "cappa.2.1.2a", figure=who.id)
    return because("die-of-one", "cappa.2.1.2.h2", figure=who.id)


def _act_which(s: SkirmishState, decision: Decision, answer: Option) -> Objection | None:
    """Only those with the most PA, and of the side whose turn it is (cappa.2.1.4b)."""
    who = _own(s, decision, answer, "cappa.2.1.4c") if answer.key == "act" else None
    if not isinstance(who, Figure | Squad):
        return who
    if not who.pa:
        return because("without-pa", "cappa.2.1.4a", figure=who.id)
    return because("fewer-pa", "cappa.2.1.4b", figure=who.id)


def _last_which(s: SkirmishState, decision: Decision, answer: Option) -> Objection | None:
    """Only those who have had no die, once (cappa.2.1.5a, cappa.2.1.5.h2)."""
    fights = next((one for one in idle(s, decision.seat) if obliged(s, one)), None)
    if answer.key == "done" and fights is not None:
        return because("must-fight", "cappa.2.1.5e", figure=fights.id)
    who = _own(s, decision, answer, "cappa.2.1.5c") if answer.key == "act" else None
    if not isinstance(who, Figure | Squad):
        return who
    if isinstance(who, Figure) and who.squad:
        return because("acts-with-squad", "cappa.2.1.5.h1", figure=who.id)
    if who.is_activated:
        return because("has-had-die", "cappa.2.1.5.h2", figure=who.id)
    return None if who in idle(s, decision.seat) else because("has-acted", "cappa.2.1.5a", figure=who.id)


def _own(s: SkirmishState, decision: Decision, answer: Option, rule: str) -> Actor | Objection | None:
    """Whom an answer names, of one's own side; an enemy is refused by this rule."""
    name = str(answer.get("figure"))
    if name not in s.figures and name not in s.squads:
        return None
    who = actor(s, name)
    return who if who.seat == decision.seat else because("not-yours", rule, figure=who.id)


# Actions


def _action(s: SkirmishState, decision: Decision, answer: Option) -> Objection | None:
    """First whether he is the one who acts, then whether he may do such a thing at all, then to whom."""
    who, rule = actor(s, decision.about["figure"]), decision.rules[0]
    if answer.key == "stop":
        return because("must-act", "cappa.2.1.4.h1", figure=who.id)
    deed = BY_KEY.get(answer.key)
    if deed is None:
        return None
    if answer.get("figure") != who.id:
        named = s.figures.get(str(answer.get("figure")))
        if named is not None and named.seat != who.seat and (why := _against(s, who, named)) is not None:
            return why
        return because("another-acts", "cappa.2.1.4b" if s.phase != "last" else "cappa.2.1.5a", figure=who.id)
    against = barred(s, who, deed)
    if against is not None:
        return because(*against, figure=who.id)
    if answer.key == WAIT and who.shaken:
        return because("shaken", "cappa.2.3.3.h2", figure=who.id)
    explain = _EXPLAINED.get(answer.key)
    found = explain(s, who, answer) if explain is not None and isinstance(who, Figure) else None
    if isinstance(who, Squad):
        in_ranks = _OF_SQUADS.get(answer.key)
        found = in_ranks(s, who, answer) if in_ranks is not None else None
    if found is not None:
        return found
    same = next((one for one in choices(s, who, AMPLE, (deed.verb,)) if _bare(one) == _bare(answer)), None)
    if same is not None and cost_of(same) <= decision.about["pa"] and answer.key != "aim":
        return because("wrong-price", "cappa.2.1.4d", figure=who.id)
    if same is not None:
        return because("no-pa", deed.needs_one_impulse or rule, figure=who.id)
    if deed.is_free and deed.is_for(
        who
    ):  # it has been judged; there is something in the answer that does not belong there
        return None
    return because("not-now", deed.rule or rule, figure=who.id)


def _against(s: SkirmishState, who: Actor, foe: Figure) -> Objection | None:
    """An enemy was named where somebody acts: what is meant is to do him harm, from afar with whatever can."""
    if isinstance(who, Squad):
        wanted = Option("volley", {"figure": who.id, "target": foe.id if foe.acts_alone else foe.squad})
        return _volley(s, who, wanted)
    missiles = [code for code in who.hands if thrown_as(weapons()[code]) and not weapons()[code].needs_fuse]
    if foe.is_up and missiles:
        against = barred(s, who, BY_KEY["shoot"])
        if against is not None:
            return because(*against, figure=who.id)
        return _shoot(s, who, Option("shoot", {"weapon": missiles[0], "target": foe.id}))
    return _fight(s, who, Option("fight", {"target": foe.id}))


def _bare(option: Option) -> dict[str, Any]:
    return {name: value for name, value in option.args.items() if name != "pa"}


def _shoot(s: SkirmishState, who: Figure, answer: Option) -> Objection | None:
    """The weapon first, then the target (cappa.5.1.1a)."""
    code = str(answer.get("weapon"))
    if code not in who.hands:
        return because("not-in-hand", "cappa.2.2.1.h1", figure=who.id)
    weapon = weapons()[code]
    used = thrown_as(weapon)
    if who.line.ti is None:
        return because("no-ti", "cappa.1.2.4g2", figure=who.id)
    if who.is_mounted and RIDER not in who.sheet.abilities:
        return because("no-rider", "cappa.4.3.6a", figure=who.id)
    if used is None or weapon.needs_fuse:
        return because("no-missile", "cappa.5.1a", figure=who.id, weapon=code)
    if not is_loaded(who, code):
        return because("empty", "cappa.5.3.2b" if weapon.is_nocked else "cappa.5.1.6a", figure=who.id, weapon=code)
    if weapon.needs_match and not who.match_is_lit:
        return because("no-match", "cappa.5.3.2a", figure=who.id)
    if not is_ready(who, weapon):
        return because("plugged", "cappa.5.3.2d", figure=who.id, weapon=code)
    if is_laden(s, who):
        return because("laden", "cappa.4.3.7.h2", figure=who.id)
    target = _enemy(s, who, answer)
    if target is None or not target.is_up:
        return because("shoot-whom", "cappa.5.1.1a", figure=who.id)
    if is_kept_by_melee(s, target):
        return because("target-in-melee", "cappa.5.1.5a", figure=who.id, target=target.id)
    if not sees(s, who, target):
        return because("charge-unseen", "cappa.5.1.1a", figure=who.id, target=target.id)
    if not is_measured(s):
        return None
    if band_at(s, who, target, used) is None:
        return because("out-of-range", "cappa.5.1.1a", figure=who.id, target=target.id)
    if fire_tally(s, who, target, used).total <= 0:
        return because("no-chance", "cappa.5.1.3h", figure=who.id)
    return None


def _aim(s: SkirmishState, who: Figure, answer: Option) -> Objection | None:
    code = str(answer.get("weapon"))
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


def _reload(s: SkirmishState, who: Figure, answer: Option) -> Objection | None:
    code = str(answer.get("weapon"))
    if code not in who.hands:
        return because("not-in-hand", "cappa.2.2.1.h1", figure=who.id)
    weapon = weapons()[code]
    if empty_in_hand(who, code) <= 0:
        return because("loaded", "cappa.5.1.6a", figure=who.id, weapon=code)
    if is_laden(s, who):
        return because("laden", "cappa.4.3.7.h2", figure=who.id)
    if reload_cost(who, weapon) is not None or weapon.reload is None:
        return None
    if SPENT + code in who.used:
        return because("spent", "cappa.9.3.1f", figure=who.id, weapon=code)
    if not may_be_loaded(who, code):
        return because("jammed", "cappa.9.3.2a", figure=who.id, weapon=code)
    if weapon.needs_match and not who.match_is_lit:
        return because("no-match", "cappa.5.3.2a", figure=who.id)
    if who.is_prone:
        return because("prone", "cappa.2.2.1.h10", figure=who.id)
    return because("no-rider", "cappa.8.1.2l", figure=who.id)


def _fight(s: SkirmishState, who: Figure, answer: Option) -> Objection | None:
    """With what is in his hands, against an enemy he is in contact with or can reach (cappa.5.2a, cappa.5.3.2i)."""
    if is_laden(s, who):
        return because("laden", "cappa.4.3.7.h2", figure=who.id)
    if not can_strike(who):
        return because("no-rider", "cappa.4.3.6a", figure=who.id)
    target = _enemy(s, who, answer)
    if target is None or target.where not in (ON, OUT):
        return because("fight-whom", "cappa.5.2a", figure=who.id)
    arms = arms_against(s, who, target)
    if not arms:
        return because("no-contact", "cappa.5.2a", figure=who.id, target=target.id)
    if answer.get("weapon") not in [arm.code for arm in arms]:
        return because("not-in-hand", "cappa.2.2.1.h1", figure=who.id)
    return None


def _enemy(s: SkirmishState, who: Figure, answer: Option) -> Figure | None:
    target = s.figures.get(str(answer.get("target")))
    return target if target is not None and target.seat != who.seat and target.id not in s.peace else None


def _pick_up(s: SkirmishState, who: Figure, answer: Option) -> Objection | None:
    name = str(answer.get("thing"))
    if name not in within_hand(s, who):
        return because("not-touched", "cappa.2.2.1.h5", figure=who.id)
    if not can_carry(s, who, name):
        return because("too-much", "cappa.4.3.7c", figure=who.id)
    return None


def _mount(s: SkirmishState, who: Figure, answer: Option) -> Objection | None:
    if str(answer.get("thing")) not in within_hand(s, who):
        return because("not-touched", "cappa.4.3.6.h1", figure=who.id)
    return None


def _over(s: SkirmishState, who: Figure, answer: Option) -> Objection | None:
    """Crossing, climbing and jumping are for those on their feet; the last two for free hands (cappa.2.2.1.h10)."""
    if who.is_prone:
        return because("prone", "cappa.2.2.1.h10", figure=who.id)
    if answer.key != "cross" and is_laden(s, who):
        return because("laden", "cappa.4.3.7.h2", figure=who.id)
    return None


def _lie_down(s: SkirmishState, who: Figure, answer: Option) -> Objection | None:
    return because("mounted", "cappa.2.2.1.h17", figure=who.id) if who.is_mounted else None


# Squads


def _charge_together(s: SkirmishState, who: Squad, answer: Option) -> Objection | None:
    """All of them must be able to, and one must see the target (cappa.4.3.8.h10)."""
    here, target = bodies(s, who), s.figures.get(str(answer.get("target")))
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


def _volley(s: SkirmishState, who: Squad, answer: Option) -> Objection | None:
    """One member must see the target, and somebody's weapon reach so far (cappa.6.6b, cappa.6.6.1.h1)."""
    name = str(answer.get("target"))
    if name not in s.figures and name not in s.squads:
        return because("shoot-whom", "cappa.5.1.1a", figure=who.id)
    target = actor(s, name)
    there = [target] if isinstance(target, Figure) else bodies(s, target)
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


_OF_SQUADS: dict[str, Callable[[SkirmishState, Squad, Option], Objection | None]] = {
    "charge-together": _charge_together,
    "volley": _volley,
}
_EXPLAINED: dict[str, Callable[[SkirmishState, Figure, Option], Objection | None]] = {
    "shoot": _shoot,
    "aim": _aim,
    "reload": _reload,
    "fight": _fight,
    "disarm": _fight,
    "fall-back": _fight,
    "pick-up": _pick_up,
    "mount": _mount,
    "cross": _over,
    "climb": _over,
    "jump": _over,
    "go-prone": _lie_down,
}
_DECISIONS: dict[str, Callable[[SkirmishState, Decision, Option], Objection | None]] = {
    "orders": _orders,
    "act-which": _act_which,
    "last-which": _last_which,
    "action": _action,
}
