"""Chapter 8.1.2, Reactive: a threatened character without PA may roll a die of his own (cappa.8.1.2o)."""

from __future__ import annotations

from alfiere.games.cappa.people.impulses import wishes
from alfiere.games.cappa.sheets.abilities import REACTIVE
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.action_points import pa_left, purse
from alfiere.games.cappa.state.dice import d6
from alfiere.games.cappa.state.fortune import change_orders
from alfiere.games.cappa.state.state import ACTION, OF_FIGURE, Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.events import Roused
from alfiere.kernel.procedure import Procedure

ROLLED = OF_FIGURE.bare("RE", ACTION)  # one roll for each enemy action, cappa.8.1.2.h5


def may_be_roused(s: SkirmishState, figure: Figure) -> bool:
    """Able to act, without PA, and not yet asked in this enemy action."""
    if REACTIVE not in figure.sheet.abilities or not figure.is_up or ROLLED.is_on(figure):
        return False
    return not pa_left(s, purse(s, figure))


def rouse(g: SkirmishGame, figure: Figure, threat: str) -> Procedure[None]:
    """Shot at, charged or approached: one die; a valid one gives its PA at once (cappa.8.1.2p, cappa.8.1.2.h11)."""
    if not may_be_roused(g.state, figure):
        return
    ROLLED.put(figure)
    about = {"threat": threat}
    if not (yield from wishes(figure, "reactive-die", "roll-die", "let-be", about, "cappa.8.1.2o")):
        return
    (roll,) = yield from change_orders(g, figure.seat, (d6(g, figure.seat),), figure.id)
    pa = roll if roll <= tables().numbers.valid_die else 0
    if pa:
        figure.die, figure.pa, figure.is_activated = roll, roll, True
    g.tell(Roused(figure.id, roll, pa, ("cappa.8.1.2o", "cappa.8.1.2p")))
