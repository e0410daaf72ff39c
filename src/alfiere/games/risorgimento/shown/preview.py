"""What a player sees while he thinks about an option, and why what he wants is not among them.

Everything is worked out by the deed that would carry the option out, so what is drawn is what will be measured.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from alfiere.battles.deed import Deed
from alfiere.games.risorgimento.charge.deeds import CHARGE_DEEDS
from alfiere.games.risorgimento.fire.phases import FIRE_DEED
from alfiere.games.risorgimento.melee.deeds import MELEE_DEEDS
from alfiere.games.risorgimento.melee.phase import FIGHT
from alfiere.games.risorgimento.movement.arrivals import sketch as arrival_sketch
from alfiere.games.risorgimento.movement.judging import HAS_ACTED
from alfiere.games.risorgimento.movement.leaders import HAS_RIDDEN
from alfiere.games.risorgimento.movement.leaders import sketch as ride_sketch
from alfiere.games.risorgimento.movement.moves import read_pose
from alfiere.games.risorgimento.movement.orders import deeds
from alfiere.games.risorgimento.movement.phase import MOVED, ONCE, ONE_BY_ONE
from alfiere.games.risorgimento.movement.together import VERBS as TOGETHER
from alfiere.games.risorgimento.movement.together import sketch as sketch_together
from alfiere.games.risorgimento.shown.drawings import finished
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.posts import place_on
from alfiere.games.risorgimento.state.unit import Commander, Unit
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.drawing import Drawn, footprint, shot, way
from alfiere.kernel.objection import NOT_OFFERED, Objection, because
from alfiere.kernel.prospect import Prospect

DEEDS: Final[Mapping[str, Deed[BattleState, Unit]]] = {
    **deeds(),
    **{one.verb: one for one in (FIRE_DEED, FIGHT, *CHARGE_DEEDS, *MELEE_DEEDS)},
}


def sketch(s: BattleState, decision: Decision, option: Option) -> list[Drawn]:
    """The drawings for an option: its deed's, or a way, a place, a line to whom it is about."""
    return finished(s, option, _sketch(s, decision, option))


def _sketch(s: BattleState, decision: Decision, option: Option) -> list[Drawn]:
    draw = _DRAWN.get(option.key)
    if draw is not None:
        return draw(s, option)
    deed = _doing(s, option)
    drawn = deed.sketch(s, decision, option) if deed is not None else None
    return _line(s, option) if drawn is None else drawn


def prospects(s: BattleState, decision: Decision, option: Option) -> list[Prospect]:
    """The tests an option leads to at once."""
    deed = _doing(s, option)
    return [] if deed is None else deed.prospects(s, decision, option)


def _doing(s: BattleState, option: Option) -> Deed[BattleState, Unit] | None:
    deed = DEEDS.get(option.key)
    return deed if deed is not None and all(_is_on(s, option.get(name)) for name in ("unit", "target")) else None


def _is_on(s: BattleState, id: Any) -> bool:
    return id is None or (id in s.units and s.units[id].is_on)


def _set_up(s: BattleState, option: Option) -> list[Drawn]:
    """Where a unit or commander would stand at the beginning."""
    pose = read_pose(list(option["to"]))
    if pose is None:
        return []
    if "commander" in option.args:
        return [footprint(pose, s.tables.bases.commander.shape, "")]
    unit, formation = s.units[option["unit"]], option["formation"]
    return [footprint(pose, s.shape(unit, formation), formation)]


def _ride(s: BattleState, option: Option) -> list[Drawn]:
    """The way of a commander, or of cavalry that rides on."""
    return ride_sketch(s, option) if option.get("commander") in s.commanders else _goes(s, option)


def _goes(s: BattleState, option: Option) -> list[Drawn]:
    """Straight to a pose, as it is drawn up."""
    unit, pose = s.units[option["unit"]], read_pose(option.get("to"))
    if pose is None:
        return []
    return [way([unit.pose.point, pose.point]), footprint(pose, s.shape(unit), unit.formation)]


def _faces(s: BattleState, option: Option) -> list[Drawn]:
    """Whom it faces, or which way it will look."""
    if option.get("heading") is None:
        return _line(s, option)
    unit = s.units[option["unit"]]
    return [footprint(unit.pose._replace(heading=option["heading"]), s.shape(unit), unit.formation)]


def _into_houses(s: BattleState, option: Option) -> list[Drawn]:
    """The side of a sector that a beaten defender would hold."""
    unit = s.units[option["unit"]]
    there = place_on(s, unit, option["sector"], option["side"])
    return [] if there is None else [footprint(there.pose, there.shape, there.formation)]


def _line(s: BattleState, option: Option) -> list[Drawn]:
    """From one to the other where an option is about two."""
    one, other = option.get("unit"), option.get("target")
    if one is None or other is None or one == other or not (_is_on(s, one) and _is_on(s, other)):
        return []
    return [shot(s.units[one].pose.point, s.units[other].pose.point)]


_DRAWN: Final[Mapping[str, Callable[[BattleState, Option], list[Drawn]]]] = {
    "deploy": _set_up,
    "deploy-leader": _set_up,
    "ride": _ride,
    "arrive": arrival_sketch,
    "ride-off": _goes,
    "aside": _goes,
    "face": _faces,
    "into-sector": _into_houses,
    **dict.fromkeys(TOGETHER, sketch_together),
}


# Why not


def objection(s: BattleState, decision: Decision, answer: Option) -> Objection:
    """What speaks against an answer that is neither offered nor judged by the decision itself."""
    found = _not_his_turn(s, decision, answer) if decision.key in ("who-moves", "formation") else None
    return found or because(NOT_OFFERED, decision.rules[0] if decision.rules else "", seat=decision.seat)


def _not_his_turn(s: BattleState, decision: Decision, answer: Option) -> Objection | None:
    """Whoever is named where formations move in turn, and one unit of them after the other (E.0)."""
    group, unit, commander = (_name_in(answer, what) for what in ("group", "unit", "commander"))
    if group in s.commanders and MOVED.is_on(s, group):
        return because("formation-moved", ONCE, group=group)
    who = s.units.get(unit) or s.commanders.get(commander)
    if who is None:
        return None
    if who.seat != decision.seat:
        return because("not-yours", ONE_BY_ONE, unit=who.id)
    if isinstance(who, Unit) and who.is_routed:
        return because("runs", "risorgimento.h.1.4", unit=who.id)
    if HAS_RIDDEN.is_on(who) if isinstance(who, Commander) else HAS_ACTED.is_on(who):
        return because("has-acted", "risorgimento.cmd.14" if isinstance(who, Commander) else ONCE, unit=who.id)
    return because("not-of-formation", ONE_BY_ONE, unit=who.id)


def _name_in(answer: Option, what: str) -> str:
    """What a free answer calls something: it may hold anything, even what is no name at all."""
    value = answer.get(what)
    return value if isinstance(value, str) else ""
