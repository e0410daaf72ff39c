"""Chapter H: routed units, which only run, and how they are rallied. How a unit comes to be routed: morale.py."""

from __future__ import annotations

from alfiere.games.risorgimento.morale.losses import remove
from alfiere.games.risorgimento.morale.morale import settle
from alfiere.games.risorgimento.morale.tests import Retire, malus, passes
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.unit import ARTILLERY, LIMBERED, Unit
from alfiere.games.risorgimento.told.morale import Rallied
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.event import Tally
from alfiere.kernel.procedure import MARK, Procedure
from alfiere.table.fronts import bearing
from alfiere.table.headings import FULL_TURN
from alfiere.table.legs import Footing
from alfiere.table.manoeuvre import Manoeuvre
from alfiere.table.measuring import gap
from alfiere.table.shapes import Pose

EIGHT_WINDS = tuple(range(0, 3600, 450))


def rally_phase(g: BattleGame, retire: Retire) -> Procedure[None]:
    """Phase H: every routed unit tries to rally, also one that broke in this turn (risorgimento.h.0.1, .h.4.5)."""
    if not g.state.step:
        g.state.queue = [one.id for one in g.state.on_table if one.is_routed]
        g.state.step = 1
    while g.state.queue:
        yield MARK
        unit = g.state.units[g.state.queue.pop(0)]
        if unit.is_on and unit.is_routed:
            yield from rally(g, unit, retire)


def rally(g: BattleGame, unit: Unit, retire: Retire) -> Procedure[None]:
    """A morale test; passed it obeys again with two points less than at first, failed it runs on (.h.4.1-4)."""
    s = g.state
    need = unit.morale + s.bonus_of(unit)
    if passes(g, unit, "rally", need, rally_tally(s, unit), ("risorgimento.h.4.1",)):
        unit.is_routed = False
        unit.morale = unit.spirit - s.tables.numbers.rally_below
        g.tell(Rallied(unit.id, unit.morale, ("risorgimento.h.4.2",)))
        yield from _form_up(g, unit)
    else:
        yield from retire(g, unit, "rally-failed")
        yield from settle(g, retire)


def rally_tally(s: BattleState, unit: Unit) -> Tally:
    """Only what burdens the unit counts, no other line of table 6 (risorgimento.h.4.4)."""
    tally = Tally("rally")
    malus(s, unit, "morale", tally)
    return tally


def _form_up(g: BattleGame, unit: Unit) -> Procedure[None]:
    """In open order, cavalry in line, guns limbered, facing as its owner likes (risorgimento.h.4.5)."""
    s = g.state
    formation = LIMBERED if unit.arm == ARTILLERY else s.tables.formations_of(unit.arm)[0]
    options = [
        Option("face", {"unit": unit.id, "heading": heading}, ("risorgimento.h.4.5",))
        for heading in _headings(s, unit, formation)
    ]
    if not options:  # no room for it there in any facing: as it stands
        s.stand(unit, _turned(s, unit, formation, unit.heading))
        return
    chosen = options[0]
    if len(options) > 1:
        chosen = yield Decision(unit.seat, "face", options, {"unit": unit.id}, ("risorgimento.h.4.5",))
    s, unit = g.state, g.state.units[unit.id]
    s.stand(unit, _turned(s, unit, formation, chosen["heading"]))


def _turned(s: BattleState, unit: Unit, formation: str, heading: int) -> Footing:
    return Footing(formation, s.shape(unit, formation), Pose(unit.x, unit.y, heading))


def _headings(s: BattleState, unit: Unit, formation: str) -> list[int]:
    """Towards the nearest enemy, as it stands, and the eight winds, where there is room."""
    here = s.base(unit).outline
    nearest = min(s.foes(unit.seat), key=lambda one: gap(here, s.base(one).outline), default=None)
    first = [bearing(unit.pose.point, nearest.pose.point)] if nearest is not None else []
    aside = (unit.heading + 900) % FULL_TURN  # as a column forms up to the side: where it stood there is room
    found = dict.fromkeys((*first, unit.heading, *EIGHT_WINDS, aside))
    m = Manoeuvre(s.scene, unit.id)
    return [one for one in found if m.stands(_turned(s, unit, formation, one)) is None]


# What a routed unit cannot do (risorgimento.h.1.3-5, .h.1.7)


def overrun(g: BattleGame, unit: Unit) -> None:
    """A routed unit that an enemy unit contacts is removed (risorgimento.h.1.5)."""
    remove(g, unit, "contact")
