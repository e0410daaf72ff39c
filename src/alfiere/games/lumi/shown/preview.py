"""What a player sees while he thinks about an option, what it costs, and why what he wants is not among them.

Everything is worked out by the deed that would carry the option out, so what is drawn is what will be measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Final

from alfiere.battles.deed import Deed
from alfiere.battles.setting_up import DEPLOY, LEADER, pose_of
from alfiere.battles.sketches import in_table_words
from alfiere.games.lumi.charge.approach import Approach
from alfiere.games.lumi.charge.charge import Charge
from alfiere.games.lumi.fire.lines import EXCHANGE, REPLY, shots
from alfiere.games.lumi.fire.phase import ENGAGED_FIRE, FIRE_DEED
from alfiere.games.lumi.fire.volley import prospect as fire_prospect
from alfiere.games.lumi.melee.combats import MAIN, MELEES, Combat, combats, read_combat
from alfiere.games.lumi.melee.control import CONTROL, ControlMove
from alfiere.games.lumi.melee.melee import round_tally
from alfiere.games.lumi.melee.penetration import pursuit_prospect
from alfiere.games.lumi.melee.phase import FIGHT
from alfiere.games.lumi.morale.dice import D6
from alfiere.games.lumi.movement.costs import HAS_ACTED
from alfiere.games.lumi.movement.generals import sketch as ride_sketch
from alfiere.games.lumi.movement.judging import Plan
from alfiere.games.lumi.movement.moves import Planned
from alfiere.games.lumi.movement.orders import MOVES
from alfiere.games.lumi.rally.rally import REFORM, recovery_prospect, way
from alfiere.games.lumi.shown.naming import name_of_length, words_in
from alfiere.games.lumi.shown.view import FORMATIONS
from alfiere.games.lumi.state.arrangement import arranged
from alfiere.games.lumi.state.base import CAVALRY, ORDERED, General
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.state.standing import is_in_radius
from alfiere.games.lumi.state.unit import Unit, bases_of, formed, kind, state_of, unit_named, unit_of
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.drawing import Drawn, Text, command, footprint, shot
from alfiere.kernel.event import Tally
from alfiere.kernel.objection import NOT_OFFERED, Objection, because
from alfiere.kernel.odds import at_most, yes_or_no
from alfiere.kernel.price import Price
from alfiere.kernel.prospect import Prospect
from alfiere.kernel.rulebook import LANGUAGES
from alfiere.table.legs import WHOLE
from alfiere.table.shapes import Rect

DEEDS: Final[Mapping[str, Deed[State, Unit]]] = {
    **MOVES,
    **{one.verb: one for one in (FIRE_DEED, Charge(), Approach(), FIGHT, ControlMove())},
}
WON: Final = "won"
MOST_TOLD: Final = 3  # units whose recovery is told of one ride


def sketch(s: State, decision: Decision, option: Option) -> list[Drawn]:
    """The drawings for an option: its deed's, or a place, or a line to whom it is about."""
    return in_table_words(_sketch(s, decision, option), FORMATIONS, _spent)


def _sketch(s: State, decision: Decision, option: Option) -> Iterable[Drawn]:
    draw = _DRAWN.get(option.key)
    if draw is not None:
        return draw(s, option)
    deed = _doing(s, option)
    drawn = None if deed is None else deed.sketch(s, decision, option)
    return _line(s, option) if drawn is None else drawn


def _doing(s: State, option: Option) -> Deed[State, Unit] | None:
    """The deed an option is about, if those it names are on the table."""
    target = s.bases.get(str(option.get("target") or option.get("unit") or ""))
    is_there = unit_named(s, option.args) is not None and target is not None and target.is_on
    return DEEDS.get(option.key) if is_there else None


def _spent(percent: int) -> Text:
    return {to: words_in(to).word("price", "move").format(percent=percent) for to in LANGUAGES}


def _stands(s: State, option: Option) -> list[Drawn]:
    """Where a base or general would stand at the beginning."""
    pose = pose_of(option.get("to"))
    if pose is None:
        return []
    one = s.bases.get(str(option.get("unit") or ""))
    if one is None or "formation" not in option.args:
        size = 2 * s.tables.general_base.radius
        return [footprint(pose, Rect(size, size), ""), *_radius(s, option)]
    return [footprint(pose, s.shape(one, option["formation"]), option["formation"])]


def _reforms(s: State, option: Option) -> list[Drawn]:
    """How a unit would stand that has recovered from rout (lumi.7.5.11b)."""
    one = s.bases.get(str(option.get("unit") or ""))
    if one is None or not one.is_on:
        return []
    places = arranged(s, unit_of(s, one), option["formation"], option["heading"]) or {}
    return [footprint(place.pose, place.shape, place.formation) for place in places.values()]


def _rides(s: State, option: Option) -> list[Drawn]:
    """The way of a general."""
    return ride_sketch(s, option) if option.get("general") in s.generals else []


def _line(s: State, option: Option) -> list[Drawn]:
    """From one to the other where an option is about two."""
    one, two = (s.bases.get(str(option.get(name) or "")) for name in ("unit", "target"))
    if one is None or two is None or one is two or not (one.is_on and two.is_on):
        return []
    return [shot(one.pose.point, two.pose.point)]


def _radius(s: State, option: Option) -> list[Drawn]:
    """How far a general would command from where he goes."""
    who, pose = s.generals.get(str(option.get("general") or "")), pose_of(option.get("to"))
    if who is None or pose is None:
        return []
    text = {to: name_of_length(who.values.radius, words_in(to)) for to in LANGUAGES}
    return [command(pose.point, who.values.radius, text)]


_DRAWN: Final[Mapping[str, Callable[[State, Option], list[Drawn]]]] = {
    DEPLOY: _stands,
    LEADER: _stands,
    REFORM: _reforms,
    "ride": _rides,
}


# Odds and prices


def prospects(s: State, decision: Decision, option: Option) -> list[Prospect]:
    """The tests an option leads to at once."""
    if option.key == "ride" and option.get("general") in s.generals:
        return _recoveries(s, option)
    unit, two = unit_named(s, option.args), s.bases.get(str(option.get("target") or ""))
    if option.key == MAIN and unit is not None:
        return _as_main_unit(s, unit_of(s, s.bases[unit.id]))
    if unit is None or (two is not None and not two.is_on):
        return []
    if two is not None and option.key in (REPLY, ENGAGED_FIRE):
        return _exchanged(s, unit, unit_of(s, two), is_reply=option.key == REPLY)
    if two is not None and option.key == FIGHT.verb:
        return _round(s, unit, two.id)
    deed = _doing(s, option) if decision.key != CONTROL else None  # after a control test nobody tests, lumi.7.2.2e
    return [] if deed is None else deed.prospects(s, decision, option)


def _exchanged(s: State, unit: Unit, target: Unit, *, is_reply: bool) -> list[Prospect]:
    """What each of two does to the other; of a reply that alone which is asked about."""
    if is_reply:
        return [fire_prospect(s, unit, target, REPLY)] if shots(s, unit, target, REPLY) else []
    both = ((unit, target), (target, unit))
    return [fire_prospect(s, one, two, EXCHANGE) for one, two in both if shots(s, one, two, EXCHANGE)]


def _round(s: State, unit: Unit, target: str) -> list[Prospect]:
    """How likely each side wins the first round of a combat (lumi.6.2.1)."""
    waiting = filter(None, (read_combat(s, key) for key in s.queue if key.count("/") == 1))
    combat = next((one for one in waiting if unit in one.of(unit.seat)), None)
    foe = None if combat is None else next((one for one in combat.against(unit.seat) if one.id == target), None)
    return [] if combat is None or foe is None else _fought(s, unit, foe, combat)


def _as_main_unit(s: State, unit: Unit) -> list[Prospect]:
    """The same with this one of several as the main unit, whose values count (lumi.6.1.4)."""
    combat = next((one for one in combats(s) if unit in one.of(unit.seat)), None)
    return [] if combat is None else _fought(s, unit, combat.against(unit.seat)[0], combat)


def _fought(s: State, unit: Unit, foe: Unit, combat: Combat) -> list[Prospect]:
    """The round, and whether cavalry that wins it will stay in hand (lumi.7.2.2a)."""
    one, two = round_tally(s, unit, foe, combat), round_tally(s, foe, unit, combat)
    found = [_wins(unit, one, two), _wins(foe, two, one)]
    return found + [pursuit_prospect(s, who).later("then") for who in (unit, foe) if _may_pursue(s, who)]


def _may_pursue(s: State, unit: Unit) -> bool:
    """Ordered cavalry in its first melee of the turn (lumi.7.2.2a, .7.2.2b)."""
    is_fresh = not any(MELEES.is_on(one) for one in bases_of(s, unit))
    return kind(s, unit) == CAVALRY and state_of(s, unit) == ORDERED and is_fresh


def _recoveries(s: State, option: Option) -> list[Prospect]:
    """How likely those whom a general rides to recover by a test when the turn ends, with him there (lumi.7.5.9)."""
    then = s.copy()
    who, pose = then.generals[option["general"]], pose_of(option.get("to"))
    if pose is None:
        return []
    (who.x, who.y, who.heading), who.base = pose, str(option.get("with") or "")
    own = [one for one in formed(then) if one.seat == who.seat and _is_of(then, one, who)]
    tested = [one for one in own if (row := way(then, one)) is not None and row.test]
    return [recovery_prospect(then, one).later("then") for one in tested][:MOST_TOLD]


def _is_of(s: State, unit: Unit, who: General) -> bool:
    """Whether he helps it: of his division and in his radius, or he is with it."""
    is_near = s.bases[unit.id].division == who.division and is_in_radius(s, who, unit)
    return who.base in unit.ids or is_near


def _wins(unit: Unit, own: Tally, other: Tally) -> Prospect:
    edge = own.total - other.total
    chance = sum((1 - at_most(die - edge, D6) for die in D6), Fraction(0)) / len(D6)
    return Prospect("melee", unit.id, (own,), yes_or_no(chance), yes_or_no(chance), WON)


def price(s: State, decision: Decision, option: Option) -> Price | None:
    """How much of its move a unit would spend; what costs nothing has no price."""
    deed, unit = _doing(s, option), unit_named(s, option.args)
    if not isinstance(deed, Planned) or unit is None:
        return None
    plan = deed.plan(s, unit, option.args)
    return Price("move", {"percent": -(-100 * plan.cost // WHOLE)}) if isinstance(plan, Plan) and plan.cost else None


# Why not


def objection(s: State, decision: Decision, answer: Option) -> Objection:
    """What speaks against an answer that is neither offered nor judged by the decision itself."""
    unit = unit_named(s, answer.args)
    if unit is not None and unit.seat != decision.seat:
        return because("not-yours", _rule(decision), unit=unit.id)
    if unit is not None and decision.key in ("who-moves", "manoeuvre"):
        if any(HAS_ACTED.is_on(s.bases[id]) for id in unit.ids):
            return because("has-acted", "lumi.2.3.4e", unit=unit.id)
    return because(NOT_OFFERED, _rule(decision), seat=decision.seat)


def _rule(decision: Decision) -> str:
    return decision.rules[0] if decision.rules else ""
