"""What a player sees while he thinks about an option, what it costs, and why what he wants is not among them.

Everything is worked out by the deed that would carry the option out, so what is drawn is what will be measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from alfiere.battles.deed import Deed
from alfiere.battles.setting_up import pose_of
from alfiere.battles.sketches import in_table_words
from alfiere.games.fucilieri.before.laying_out import LAY, SHIFT, would_lie
from alfiere.games.fucilieri.charge.declaring import CHARGE
from alfiere.games.fucilieri.combat.charge_odds import charge_prospects
from alfiere.games.fucilieri.fire.fire_round import VOLLEY
from alfiere.games.fucilieri.fire.fire_round import objection as no_volley
from alfiere.games.fucilieri.fire.targets import Shot, outline_of, shot_at
from alfiere.games.fucilieri.fire.volley import prospect as volley_prospect
from alfiere.games.fucilieri.influence.influence import INFLUENCE
from alfiere.games.fucilieri.influence.influence import prospects as influence_prospects
from alfiere.games.fucilieri.movement.judging import Plan
from alfiere.games.fucilieri.movement.leaders import sketch as ride_sketch
from alfiere.games.fucilieri.movement.movement_round import DEEDS
from alfiere.games.fucilieri.movement.moves import Planned
from alfiere.games.fucilieri.orders.new_orders import prospect as orders_prospect
from alfiere.games.fucilieri.orders.orders_round import CALL, CHANGE, ORDER
from alfiere.games.fucilieri.orders.orders_round import objection as no_order
from alfiere.games.fucilieri.sheets.pieces import laid_outlines
from alfiere.games.fucilieri.shown.naming import words_in
from alfiere.games.fucilieri.shown.view import FORMATIONS
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.unit import Unit
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.drawing import Drawn, Text, footprint, shot, way
from alfiere.kernel.objection import NOT_OFFERED, Objection, because
from alfiere.kernel.price import Price
from alfiere.kernel.prospect import Prospect
from alfiere.kernel.rulebook import LANGUAGES
from alfiere.table.legs import WHOLE
from alfiere.table.shapes import Pose, box, centre

_DOING: Final[Mapping[str, Deed[State, Unit]]] = {**DEEDS, CHARGE.verb: CHARGE}


def sketch(s: State, decision: Decision, option: Option) -> list[Drawn]:
    """The drawings for an option: its deed's, or a place, or a line to whom it is about."""
    return in_table_words(_sketch(s, decision, option), FORMATIONS, _spent)


def _sketch(s: State, decision: Decision, option: Option) -> Iterable[Drawn]:
    if option.key in (LAY, SHIFT):
        return _ground(s, option)
    unit = s.units.get(str(option.get("unit") or ""))
    deed = _DOING.get(option.key) if unit is not None and unit.is_on else None
    drawn = deed.sketch(s, decision, option) if deed is not None else None
    if drawn is not None:
        return drawn
    if option.get("leader") in s.leaders and "to" in option.args:
        return ride_sketch(s, option)
    return [*_stands(s, option), *_line(s, option)]


def _spent(percent: int) -> Text:
    return {to: words_in(to).word("price", "move").format(percent=percent) for to in LANGUAGES}


def _ground(s: State, option: Option) -> list[Drawn]:
    """Where a piece of terrain would lie, and the wall of a farm."""
    laid = would_lie(s, option)
    _, *walls = laid_outlines(laid)
    pose = Pose(laid.x, laid.y, laid.heading)
    return [*(way(one.points) for one in walls), footprint(pose, (laid.long, laid.short), "block")]


def _stands(s: State, option: Option) -> list[Drawn]:
    """Where a unit would stand."""
    pose = pose_of(option.get("to"))
    unit = s.units.get(str(option.get("unit") or ""))
    if pose is None or unit is None:
        return []
    formation = str(option.get("formation") or unit.formation or unit.formations[0])
    return [footprint(pose, s.shape(unit, formation), formation)]


def _line(s: State, option: Option) -> list[Drawn]:
    """From one to the other where an option is about two."""
    one, two = s.units.get(str(option.get("unit") or "")), str(option.get("target") or "")
    if one is None or not one.is_on or two == one.id:
        return []
    is_there = (two in s.units and s.units[two].is_on) or (two in s.leaders and s.leaders[two].is_on)
    return [shot(one.pose.point, centre(box(outline_of(s, two))))] if is_there else []


# Odds and prices


def prospects(s: State, decision: Decision, option: Option) -> list[Prospect]:
    """The tests an option leads to at once."""
    reckon = _ODDS.get(option.key)
    return reckon(s, option) if reckon is not None else []


def _of_volley(s: State, option: Option) -> list[Prospect]:
    unit = s.units[option["unit"]]
    found = shot_at(s, unit, option["target"])
    return [volley_prospect(s, unit, found)] if isinstance(found, Shot) else []


def _of_charge(s: State, option: Option) -> list[Prospect]:
    return charge_prospects(s, s.units[option["unit"]], s.units[option["target"]])


def _of_influence(s: State, option: Option) -> list[Prospect]:
    return list(influence_prospects(s, s.leaders[option["leader"]], s.units[option["unit"]]))


def _of_order(s: State, option: Option) -> list[Prospect]:
    command = s.commands[option["command"]]
    return [] if command.is_condottiero else [orders_prospect(s, command)]


def _of_call(s: State, option: Option) -> list[Prospect]:
    return [orders_prospect(s, s.commands[option["command"]], is_call=True)]


def _of_change(s: State, option: Option) -> list[Prospect]:
    return [orders_prospect(s, s.commands[option["command"]], by_himself=True)]


_ODDS: Final[Mapping[str, Callable[[State, Option], list[Prospect]]]] = {
    VOLLEY: _of_volley,
    CHARGE.verb: _of_charge,
    INFLUENCE: _of_influence,
    ORDER: _of_order,
    CALL: _of_call,
    CHANGE: _of_change,
}


def price(s: State, decision: Decision, option: Option) -> Price | None:
    """How much of its move a unit would spend; what costs nothing has no price."""
    unit, deed = s.units.get(str(option.get("unit") or "")), DEEDS.get(option.key)
    if unit is None or not unit.is_on or not isinstance(deed, Planned):
        return None
    plan = deed.plan(s, unit, option.args)
    return Price("move", {"percent": -(-100 * plan.cost // WHOLE)}) if isinstance(plan, Plan) and plan.cost else None


# Why not


def objection(s: State, decision: Decision, answer: Option) -> Objection:
    """What speaks against an answer that is neither offered nor judged by the decision itself."""
    unit = s.units.get(str(answer.get("unit") or ""))
    found: Objection | None = None
    if unit is not None and unit.seat != decision.seat:
        return because("not-yours", _rule(decision), unit=unit.id)
    if decision.key == "name-volleys":
        found = no_volley(s, answer)
    elif decision.key == "give-orders":
        found = no_order(s, s.leaders[decision.about["leader"]], answer)
    return found or because(NOT_OFFERED, _rule(decision), seat=decision.seat)


def _rule(decision: Decision) -> str:
    return decision.rules[0] if decision.rules else ""
