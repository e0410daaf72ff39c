"""The question what a unit is to do in the Manoeuvre phase, of whatever deeds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from alfiere.games.lumi.movement.judging import RULE, Outset
from alfiere.games.lumi.movement.moves import Move, UnitDeed
from alfiere.games.lumi.movement.places import groups
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.state.unit import Unit, named, unit_named
from alfiere.kernel.decision import Args, Decision, Draw, Grouped, Option
from alfiere.kernel.objection import Objection


def order_for(s: State, unit: Unit, deeds: Mapping[str, UnitDeed]) -> Decision:
    """What a unit is to do; groups that cannot hold anything for it are left out."""
    o = Outset(s, unit)
    offered = _groups(o, deeds)
    return Decision(
        unit.seat,
        "manoeuvre",
        Grouped([verb for verb, _ in offered], partial(_offered, o, deeds, offered), partial(_one, o, deeds, offered)),
        named(unit),
        (RULE,),
        free=partial(_pointed, s, unit, deeds),
    )


def _groups(o: Outset, deeds: Mapping[str, UnitDeed]) -> list[tuple[str, str]]:
    """Verbs and, of moves, the group of ways."""
    found = [("stand", "")]
    if o.why_not is None:
        found += [("move", name) for name in groups(o)]
        found += [(verb, "") for verb in deeds if verb not in ("stand", "move")]
    return found


def _offered(o: Outset, deeds: Mapping[str, UnitDeed], offered: list[tuple[str, str]], place: int) -> list[Option]:
    verb, name = offered[place]
    deed = deeds[verb]
    return deed.group(o, name) if isinstance(deed, Move) else list(deed.options(o.s, o.unit, 0))


def _one(
    o: Outset, deeds: Mapping[str, UnitDeed], offered: list[tuple[str, str]], place: int, draw: Draw
) -> Option | None:
    verb, name = offered[place]
    deed = deeds[verb]
    if isinstance(deed, Move):
        return deed.one_of(o, name, draw)
    left = list(deed.candidates(o.s, o.unit, 0))  # only so many of them judged as it takes
    while left:
        option = left.pop(int(draw() * len(left)))
        if deed.objection(o.s, o.unit, option) is None:
            return option
    return None


def _pointed(s: State, unit: Unit, deeds: Mapping[str, UnitDeed], key: str, args: Args) -> Option | Objection | None:
    deed = deeds.get(key)
    if deed is None or not deed.is_free or unit_named(s, args) != unit or not deed.understands(args, "unit", "with"):
        return None
    return deed.judged(s, unit, args)
