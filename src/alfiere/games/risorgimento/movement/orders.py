"""What a unit may be told to do in phase E: all deeds, the question put to its owner, and obeying (e.0.3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from alfiere.games.risorgimento.movement.houses import ChangeSide, Enter, GiveGround, Leave, Pass
from alfiere.games.risorgimento.movement.judging import HAS_ACTED, Outset
from alfiere.games.risorgimento.movement.making import Hooks
from alfiere.games.risorgimento.movement.moves import ALONE, Align, Move, Planned, Reforms, Stand, UnitDeed, Withdraw
from alfiere.games.risorgimento.movement.out_of_houses import houses_behind
from alfiere.games.risorgimento.movement.places import groups
from alfiere.games.risorgimento.movement.storming import Storm
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.unit import ARTILLERY, CAVALRY, INFANTRY, Unit
from alfiere.kernel.decision import Args, Decision, Draw, Grouped, Option
from alfiere.kernel.objection import Objection
from alfiere.kernel.procedure import Procedure


def deeds(hooks: Hooks = ALONE) -> dict[str, UnitDeed]:
    """All of them by their verbs."""
    sorts = (Stand, Move, Reforms, Align, Enter, ChangeSide, Leave, Pass, Storm, GiveGround, Withdraw)
    return {one.verb: one(hooks) for one in sorts}


# What is asked


def order_for(s: BattleState, unit: Unit, known: Mapping[str, UnitDeed], asked: Outset | None = None) -> Decision:
    """What a unit is to do; groups that cannot hold anything for it are left out."""
    o = asked or Outset(s, unit)
    groups = _groups(o)
    return Decision(
        unit.seat,
        "order",
        Grouped([verb for verb, _ in groups], partial(_offered, o, known, groups), partial(_one, o, known, groups)),
        {"unit": unit.id},
        (Move.rule,),
        free=partial(_pointed, s, unit, known),
    )


def _groups(o: Outset) -> list[tuple[str, str]]:
    """Verbs and, of moves, the group of ways."""
    found, unit = [("stand", "")], o.unit
    if o.why_not is not None:
        return found
    if o.foes:
        return [*found, ("give-ground" if unit.post or houses_behind(o.s, unit) else "withdraw", "")]
    if unit.post:
        more = [("form", "")] if unit.arm == ARTILLERY else []
        return [*found, ("side", ""), ("storm", ""), ("leave", ""), ("enter", ""), ("pass", ""), *more]
    found += [("align", "")] if o.owners else []
    found += [("move", name) for name in groups(o)]
    found.append(("form", ""))
    if unit.arm != CAVALRY and o.s.ground.built_up:
        found.append(("enter", ""))
        found += [("pass", "")] * (unit.arm == INFANTRY)
    return found


def _offered(o: Outset, known: Mapping[str, UnitDeed], groups: list[tuple[str, str]], place: int) -> list[Option]:
    verb, name = groups[place]
    deed = known[verb]
    if isinstance(deed, Move) and name:
        return deed.group(o, name)
    return deed.options_from(o) if isinstance(deed, Reforms) else list(deed.options(o.s, o.unit, 0))


def _one(
    o: Outset, known: Mapping[str, UnitDeed], groups: list[tuple[str, str]], place: int, draw: Draw
) -> Option | None:
    verb, name = groups[place]
    deed = known[verb]
    if isinstance(deed, Move) and name:
        return deed.one_of(o, name, draw)
    if isinstance(deed, Enter | Pass):
        return deed.one_of(o, draw)
    found = _offered(o, known, groups, place)
    return found[int(draw() * len(found))] if found else None


def _pointed(
    s: BattleState, unit: Unit, known: Mapping[str, UnitDeed], key: str, args: Args
) -> Option | Objection | None:
    deed = known.get(key)
    if deed is None or not deed.is_free or args.get("unit") != unit.id or not deed.understands(args, "unit"):
        return None
    return deed.judged(s, unit, args)


def obey(
    g: BattleGame, unit: Unit, order: Option, known: Mapping[str, UnitDeed], asked: Outset | None = None
) -> Procedure[None]:
    """A unit does what it was told, ``asked`` just now; it has had its move."""
    deed = known[order.key]
    if asked is not None and asked.unit is unit and isinstance(deed, Planned):
        yield from deed.perform_from(asked, g, order)
    else:
        yield from deed.perform(g, unit, order)
    if unit.is_on and not HAS_ACTED.is_on(unit):
        HAS_ACTED.put(unit)
