"""What a unit may be told to do in the Manoeuvre phase: all deeds, the question put to its owner, and obeying."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from alfiere.games.lumi.morale.states import become
from alfiere.games.lumi.movement.costs import acted
from alfiere.games.lumi.movement.judging import RULE, Outset
from alfiere.games.lumi.movement.moves import Form, Move, Stand, UnitDeed
from alfiere.games.lumi.movement.places import groups
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.unit import Unit, bases_of, named, state_of, unit_named
from alfiere.kernel.decision import Args, Decision, Draw, Grouped, Option
from alfiere.kernel.objection import Objection
from alfiere.kernel.procedure import Procedure

MOVES: Final[Mapping[str, UnitDeed]] = {one.verb: one for one in (Stand(), Move(), Form())}


def manoeuvre(g: LumiGame, unit: Unit, deeds: Mapping[str, UnitDeed] = MOVES) -> Procedure[None]:
    """An active unit makes its move of this phase (lumi.2.3.4e); ``deeds``: by their verbs, charges among them."""
    chosen = yield order_for(g.state, unit, deeds)
    yield from obey(g, unit, chosen, deeds)


def order_for(s: State, unit: Unit, deeds: Mapping[str, UnitDeed] = MOVES) -> Decision:
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
    found = list(deed.options(o.s, o.unit, 0))
    return found[int(draw() * len(found))] if found else None


def _pointed(s: State, unit: Unit, deeds: Mapping[str, UnitDeed], key: str, args: Args) -> Option | Objection | None:
    deed = deeds.get(key)
    if deed is None or not deed.is_free or unit_named(s, args) != unit:
        return None
    return deed.judged(s, unit, args)


def obey(g: LumiGame, unit: Unit, order: Option, deeds: Mapping[str, UnitDeed] = MOVES) -> Procedure[None]:
    """A unit does what it was told; bases of different states that act as one take the worst (lumi.1.6.11)."""
    s = g.state
    if len({one.state for one in bases_of(s, unit)}) > 1:
        become(g, unit, state_of(s, unit), "joined", "lumi.1.6.11")
    yield from deeds[order.key].perform(g, unit, order)
    acted(bases_of(g.state, unit))
