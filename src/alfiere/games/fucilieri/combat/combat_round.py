"""Round 5: every combat is fought for one round, in the order that the side with the lowest execution number says."""

from __future__ import annotations

from typing import Final

from alfiere.battles.deed import Deed
from alfiere.games.fucilieri.combat.afterwards import afterwards
from alfiere.games.fucilieri.combat.clusters import clusters, key_of, read_cluster, who_orders
from alfiere.games.fucilieri.combat.combat import fight, prospects
from alfiere.games.fucilieri.morale.settle import settle
from alfiere.games.fucilieri.movement.forced import MOVES
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.unit import Unit
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.drawing import Drawn, shot
from alfiere.kernel.procedure import MARK, Procedure
from alfiere.kernel.prospect import Prospect

NEXT: Final = "fight-next"
RULES: Final = ("fucilieri.3.5.1.1",)


def combat_round(g: FucilieriGame) -> Procedure[None]:
    """All combats, each once (fucilieri.3.5.1.1)."""
    if g.state.step == 0:
        g.state.queue, g.state.step = [key_of(units) for units in clusters(g.state)], 1
    while waiting := _waiting(g.state):
        yield MARK
        key = next(iter(waiting))
        if len(waiting) > 1:
            seat = who_orders(g.state)
            options = [FIGHT.option(units, seat) for units in waiting.values()]
            chosen = yield Decision(seat, NEXT, options, {}, RULES)
            key = list(waiting)[options.index(chosen)]
        g.state.queue.remove(key)
        fought = yield from fight(g, waiting[key], MOVES)
        yield from afterwards(g, fought)
        yield from settle(g, (), MOVES)


def _waiting(s: State) -> dict[str, list[Unit]]:
    """The combats still to be fought, by their keys; those that are over are struck off."""
    found = {key: units for key in s.queue if len(units := read_cluster(s, key)) > 1}
    s.queue = list(found)
    return found


class Fight(Deed[State, Unit]):
    """A combat that is to be fought next."""

    verb = "fight"
    rule = "fucilieri.3.5.1.1"

    def option(self, units: list[Unit], seat: str) -> Option:
        """It as an answer of the side that chooses."""
        own = next(one for one in units if one.seat == seat)
        foe = next(one for one in units if one.seat != seat)
        return Option(self.verb, {"unit": own.id, "target": foe.id}, RULES)

    def sketch(self, s: State, decision: Decision, option: Option) -> list[Drawn] | None:
        """Who fights whom."""
        return [shot(s.units[option["unit"]].pose.point, s.units[option["target"]].pose.point)]

    def prospects(self, s: State, decision: Decision, option: Option) -> list[Prospect]:
        """The blows of both sides."""
        units = next((units for units in clusters(s) if s.units[option["unit"]] in units), [])
        return prospects(s, units)


FIGHT: Final = Fight()
