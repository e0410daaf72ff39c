"""Units out of the battle (6.1): in flight, dispersed, removed; whom it frightens is noted for contagion (4.2.5)."""

from __future__ import annotations

from typing import NamedTuple

from alfiere.games.fucilieri.morale.leaders_lost import share_fate
from alfiere.games.fucilieri.morale.obliging import unit_lost
from alfiere.games.fucilieri.state.battle import OF_BATTLE, FucilieriGame, State
from alfiere.games.fucilieri.state.leader import FLED, KILLED
from alfiere.games.fucilieri.state.standing import break_contact
from alfiere.games.fucilieri.state.unit import FLEEING, LOST, OF_UNIT, Unit
from alfiere.games.fucilieri.told.morale import UnitFled, UnitLost
from alfiere.table.shapes import Outline, Pose, Rect, outline_of


class Scare(NamedTuple):
    """Where a unit stood that has taken to flight or been dispersed, and of which rank its quality is."""

    unit: str
    rank: int
    x: int
    y: int
    heading: int
    width: int
    depth: int

    @property
    def place(self) -> Outline:
        """The ground it covered."""
        return outline_of(Rect(self.width, self.depth), Pose(self.x, self.y, self.heading))


LEFT_BUILDING = OF_UNIT.about("left building", str)  # it flees from there, fucilieri.5.13b
SCARE = OF_BATTLE.about("scare", Scare)  # for which nobody has tested yet, fucilieri.4.2.5, .4.2.9


def take_to_flight(g: FucilieriGame, unit: Unit, rule: str, without_throw: str = "") -> None:
    """It is in flight: lost, and ignored by all (fucilieri.4.1.6); its move is made by who calls this (.3.2.8.1).

    Artillery is removed at once with its guns (fucilieri.3.2.8.2b).
    """
    s = g.state
    _frighten(s, unit)
    break_contact(s, unit)  # fucilieri.3.6.40
    unit.bloodlust = 0
    if unit.post:
        LEFT_BUILDING.put(unit, unit.post)
    g.tell(UnitFled(unit.id, (rule, "fucilieri.4.1.6")))
    s.leave(unit, LOST if unit.is_guns else FLEEING)
    if unit.is_guns:
        g.tell(UnitLost(unit.id, "guns-lost", ("fucilieri.3.2.8.2b",)))
    share_fate(g, unit, FLED, without_throw)
    unit_lost(g, unit)


def disperse(g: FucilieriGame, unit: Unit) -> None:
    """So few are left that it is removed at once as lost (fucilieri.4.1.9)."""
    _frighten(g.state, unit)
    lose_unit(g, unit, "dispersed", "fucilieri.4.1.9")


def lose_unit(g: FucilieriGame, unit: Unit, how: str, rule: str) -> None:
    """It is out of the battle (fucilieri.6.1), and who has joined it shares its fate (.3.2.9.3); nobody is frightened.

    A unit that was in flight already was lost before: it is only taken off.
    """
    s = g.state
    was_on = unit.is_on
    if was_on:
        break_contact(s, unit)
        s.leave(unit, LOST)
    unit.where = LOST
    g.tell(UnitLost(unit.id, how, (rule,)))
    if was_on:
        share_fate(g, unit, FLED if how in ("fled", "off-table") else KILLED)
        unit_lost(g, unit)


def _frighten(s: State, unit: Unit) -> None:
    shape = s.shape(unit)
    SCARE.put(s, Scare(unit.id, unit.quality.rank, *unit.pose, shape.width, shape.depth))
