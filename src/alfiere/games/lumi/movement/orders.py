"""What a unit may be told to do in the Manoeuvre phase: all deeds, the question put to its owner, and obeying."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from alfiere.games.lumi.morale.states import become
from alfiere.games.lumi.movement.asking import order_for
from alfiere.games.lumi.movement.buildings import Garrison, Leave
from alfiere.games.lumi.movement.costs import acted
from alfiere.games.lumi.movement.crossing import Cross
from alfiere.games.lumi.movement.generals import make_way
from alfiere.games.lumi.movement.inversion import Invert
from alfiere.games.lumi.movement.mounting import Mount
from alfiere.games.lumi.movement.moves import Form, Move, Stand, UnitDeed
from alfiere.games.lumi.movement.tactical import Tactical
from alfiere.games.lumi.state.battle import LumiGame
from alfiere.games.lumi.state.unit import Unit, bases_of, state_of
from alfiere.kernel.decision import Option
from alfiere.kernel.procedure import Procedure

ALL: Final = (Stand(), Move(), Form(), Cross(), Tactical(), Mount(), Invert(), Garrison(), Leave())
MOVES: Final[Mapping[str, UnitDeed]] = {one.verb: one for one in ALL}


def manoeuvre(g: LumiGame, unit: Unit, deeds: Mapping[str, UnitDeed] = MOVES) -> Procedure[None]:
    """An active unit makes its move of this phase (lumi.2.3.4e); ``deeds``: by their verbs, charges among them."""
    chosen = yield order_for(g.state, unit, deeds)
    yield from obey(g, unit, chosen, deeds)


def obey(g: LumiGame, unit: Unit, order: Option, deeds: Mapping[str, UnitDeed] = MOVES) -> Procedure[None]:
    """A unit does what it was told; bases of different states that act as one take the worst (lumi.1.6.11)."""
    s = g.state
    if len({one.state for one in bases_of(s, unit)}) > 1:
        become(g, unit, state_of(s, unit), "joined", "lumi.1.6.11")
    yield from deeds[order.key].perform(g, unit, order)
    acted(bases_of(g.state, unit))
    make_way(g)
