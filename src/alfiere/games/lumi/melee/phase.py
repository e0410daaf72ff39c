"""The Melee phase: engaged units close (4.3), then every combat with all that follows, one after the other (6.1.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from alfiere.battles.deed import Deed
from alfiere.games.lumi.charge.approach import close_all
from alfiere.games.lumi.charge.attacks import forget_parted
from alfiere.games.lumi.melee.combats import Combat, fights, pair, read_combat
from alfiere.games.lumi.melee.penetration import resolve
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.unit import Unit, named
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.drawing import Drawn, shot
from alfiere.kernel.procedure import MARK, Procedure

RULES: Final = ("lumi.6.1.3",)


def melee_phase(g: LumiGame, settle: Callable[[LumiGame], None]) -> Procedure[None]:
    """All combats; which comes next the player with the initiative chooses (lumi.6.1.3).

    ``settle`` says after each combat whether somebody has won (lumi.11.7).
    """
    if g.state.step == 0:
        yield MARK
        yield from close_all(g)
        keys = []
        for tangle in fights(g.state):
            found = yield from pair(g, tangle)
            keys += [combat.key for combat in found]
        g.state.queue, g.state.step = keys, 1
    while not g.state.winner and (waiting := _waiting(g.state)):
        yield MARK
        s, key = g.state, next(iter(waiting))
        if len(waiting) > 1:
            options = [FIGHT.option(combat, s.initiative) for combat in waiting.values()]
            chosen = yield Decision(s.initiative, "fight-next", options, {}, RULES)
            key = list(waiting)[options.index(chosen)]
        g.state.queue.remove(key)
        yield from resolve(g, waiting[key])
        settle(g)
    g.state.queue, g.state.step = [], 0
    forget_parted(g.state)


def _waiting(s: State) -> dict[str, Combat]:
    """The combats still to be fought, by their keys; those that are over are struck off."""
    found = {key: combat for key in s.queue if (combat := read_combat(s, key)) is not None}
    s.queue = list(found)
    return found


class Fight(Deed[State, Unit]):
    """A combat that is to be fought next."""

    verb = "fight"
    rule = "lumi.6.1.3"

    def option(self, combat: Combat, seat: Seat) -> Option:
        """It as an answer of the side that chooses."""
        own, foe = combat.of(seat)[0], combat.against(seat)[0]
        return Option(self.verb, named(own) | {"target": foe.id}, RULES)

    def sketch(self, s: State, decision: Decision, option: Option) -> list[Drawn] | None:
        """Who fights whom."""
        return [shot(s.bases[option["unit"]].pose.point, s.bases[option["target"]].pose.point)]


FIGHT: Final = Fight()
