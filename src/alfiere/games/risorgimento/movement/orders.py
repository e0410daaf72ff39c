"""What a unit may be told to do in phase E: all deeds, the question put to its owner, and obeying (e.0.3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from alfiere.games.risorgimento.movement.houses import ChangeSide, Enter, GiveGround, Leave, Pass
from alfiere.games.risorgimento.movement.judging import HAS_ACTED, engaged, hindered
from alfiere.games.risorgimento.movement.making import Hooks
from alfiere.games.risorgimento.movement.moves import ALONE, Align, Move, Reforms, Stand, UnitDeed, Withdraw
from alfiere.games.risorgimento.movement.places import groups
from alfiere.games.risorgimento.movement.zones import zones_on
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.unit import ARTILLERY, CAVALRY, INFANTRY, Unit
from alfiere.kernel.decision import Args, Decision, Grouped, Option
from alfiere.kernel.objection import Objection
from alfiere.kernel.procedure import Procedure


def deeds(hooks: Hooks = ALONE) -> dict[str, UnitDeed]:
    """All of them by their verbs."""
    sorts = (Stand, Move, Reforms, Align, Enter, ChangeSide, Leave, Pass, GiveGround, Withdraw)
    return {one.verb: one(hooks) for one in sorts}


# What is asked


def order_for(s: BattleState, unit: Unit, known: Mapping[str, UnitDeed]) -> Decision:
    """What a unit is to do; groups that cannot hold anything for it are left out."""
    groups = _groups(s, unit)
    return Decision(
        unit.seat,
        "order",
        Grouped([verb for verb, _ in groups], partial(_offered, s, unit, known, groups)),
        {"unit": unit.id},
        (Move.rule,),
        free=partial(_pointed, s, unit, known),
    )


def _groups(s: BattleState, unit: Unit) -> list[tuple[str, str]]:
    """Verbs and, of moves, the group of ways."""
    found = [("stand", "")]
    if hindered(s, unit) is not None:
        return found
    if engaged(s, unit):
        return [*found, ("give-ground" if unit.post else "withdraw", "")]
    if unit.post:
        more = [("form", "")] if unit.arm == ARTILLERY else []
        return [*found, ("side", ""), ("leave", ""), ("enter", ""), ("pass", ""), *more]
    in_zone = bool(zones_on(s, unit))
    found += [("align", "")] * in_zone
    found += [("move", name) for name in groups(s, unit, in_zone=in_zone)]
    found.append(("form", ""))
    if unit.arm != CAVALRY and s.ground.built_up:
        found.append(("enter", ""))
        found += [("pass", "")] * (unit.arm == INFANTRY)
    return found


def _offered(
    s: BattleState, unit: Unit, known: Mapping[str, UnitDeed], groups: list[tuple[str, str]], place: int
) -> list[Option]:
    verb, name = groups[place]
    deed = known[verb]
    if isinstance(deed, Move) and name:
        return deed.group(s, unit, name)
    return list(deed.options(s, unit, 0))


def _pointed(
    s: BattleState, unit: Unit, known: Mapping[str, UnitDeed], key: str, args: Args
) -> Option | Objection | None:
    deed = known.get(key)
    if deed is None or not deed.is_free or args.get("unit") != unit.id:
        return None
    return deed.judged(s, unit, args)


def obey(g: BattleGame, unit: Unit, order: Option, known: Mapping[str, UnitDeed]) -> Procedure[None]:
    """A unit does what it was told; it has had its move."""
    yield from known[order.key].perform(g, unit, order)
    if unit.is_on and not HAS_ACTED.is_on(unit):
        HAS_ACTED.put(unit)
