"""Why an answer that is not in the list is against the rules: a key of the refusals, and the rule that forbids it.

A page asks by putting the miniature that was clicked into an option of the present decision; so a figure here may be an
enemy, may be off the table or lie out of action. Where nobody measures, no reason tells a distance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from alfiere.games.cappa.combat.melee_deeds import Fight
from alfiere.games.cappa.combat.shooting import FireTogether, Shoot, TakeAim
from alfiere.games.cappa.people.impulses import Actor, actor, cost_of
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.state.state import OFF, ON, Figure, SkirmishState, Squad
from alfiere.games.cappa.turn.actions import BY_KEY, WAIT, barred, choices, idle, obliged
from alfiere.games.cappa.turn.orders import dice_left
from alfiere.games.cappa.weaponry.arms import thrown_as
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
    if answer.get("die") not in dice_left(s.sides[decision.seat], who.player):
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
    found = deed.objection(s, who, answer) if deed.is_for(who) else None
    if found is not None:
        return found
    same = next((one for one in choices(s, who, AMPLE, (deed.verb,)) if _bare(one) == _bare(answer)), None)
    if same is not None and cost_of(same) <= decision.about["pa"] and answer.key != TakeAim.verb:
        return because("wrong-price", "cappa.2.1.4d", figure=who.id)
    if same is not None:
        return because("no-pa", deed.needs_one_impulse or rule, figure=who.id)
    if deed.is_free and deed.is_for(who):  # it has been judged: something in the answer does not belong there
        return None
    return because("not-now", deed.rule or rule, figure=who.id)


def _against(s: SkirmishState, who: Actor, foe: Figure) -> Objection | None:
    """An enemy was named where somebody acts: what is meant is to do him harm, from afar with whatever can."""
    if isinstance(who, Squad):
        wanted = {"figure": who.id, "target": foe.id if foe.acts_alone else foe.squad}
        return FireTogether().objection(s, who, Option(FireTogether.verb, wanted))
    missiles = [code for code in who.hands if thrown_as(weapons()[code]) and not weapons()[code].needs_fuse]
    if foe.is_up and missiles:
        shoot = BY_KEY[Shoot.verb]
        against = barred(s, who, shoot)
        if against is not None:
            return because(*against, figure=who.id)
        return shoot.objection(s, who, Option(shoot.verb, {"weapon": missiles[0], "target": foe.id}))
    return Fight().objection(s, who, Option(Fight.verb, {"target": foe.id}))


def _bare(option: Option) -> dict[str, Any]:
    return {name: value for name, value in option.args.items() if name != "pa"}


_DECISIONS: dict[str, Callable[[SkirmishState, Decision, Option], Objection | None]] = {
    "orders": _orders,
    "act-which": _act_which,
    "last-which": _last_which,
    "action": _action,
}
