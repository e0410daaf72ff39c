"""Chapter G.5: defenders of villages and farms who stay at a price or give way, and who takes their place."""

from __future__ import annotations

from typing import Final

from alfiere.battles.ground_forms import OUTWARDS, Edge
from alfiere.games.risorgimento.morale.disorder import disorder, stays_in_order
from alfiere.games.risorgimento.morale.losses import remove, take_losses
from alfiere.games.risorgimento.morale.morale import lose_morale
from alfiere.games.risorgimento.movement.forced import forced_move, home, retire, whole_move
from alfiere.games.risorgimento.sheets.ground import SECTOR
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.posts import (
    holder,
    inside,
    is_contested,
    place_on,
    sector_of,
    side_of,
)
from alfiere.games.risorgimento.state.unit import HAS_MOVED, INFANTRY, Unit
from alfiere.games.risorgimento.told.common import UnitMoved
from alfiere.games.risorgimento.told.melee import StayedInPlace
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure
from alfiere.table.headings import FULL_TURN, offset
from alfiere.table.legs import WHOLE, Footing, Shift, after
from alfiere.table.manoeuvre import Manoeuvre, meets_on
from alfiere.table.shapes import Point

OPPOSITE: Final[dict[Edge, Edge]] = {"north": "south", "south": "north", "east": "west", "west": "east"}
STEP: Final = 10  # hundredths by which a way out is lengthened until there is room to stand
STEPS: Final = 200


# Staying all the same (risorgimento.g.5.7, .g.5.11, .g.5.17)


def may_stay(s: BattleState, unit: Unit) -> bool:
    """Whether a defender who has failed his test may pay to stay: only if that does not break him."""
    is_defender = bool(unit.post) and not is_contested(s, sector_of(unit))
    return is_defender and unit.is_steady and unit.morale - s.tables.numbers.stay_morale >= unit.spirit // 2


def stay_or_retire(g: BattleGame, unit: Unit) -> Procedure[bool]:
    """The choice of a defender who has failed his test; True if he stays."""
    rules = ("risorgimento.g.5.7",)
    options = [Option("retire", {"unit": unit.id}, rules), Option("stay", {"unit": unit.id}, rules)]
    chosen = yield Decision(unit.seat, "stay-or-retire", options, {"unit": unit.id}, rules)
    if chosen.key != "stay":
        return False
    numbers = g.state.tables.numbers
    g.tell(StayedInPlace(unit.id, ("risorgimento.g.5.7", "risorgimento.g.5.11")))
    take_losses(g, unit, numbers.stay_strength * numbers.losses_per_vf, "melee")
    if unit.is_steady:
        lose_morale(g, unit, numbers.stay_morale, "stays", "risorgimento.g.5.11")
    return unit.is_steady


# Giving way (risorgimento.g.5.8-10, .g.5.15)


def go_back(g: BattleGame, unit: Unit, cause: str) -> Procedure[None]:
    """The forced move of a cause (table 9), out of a village or farm first for who is in one."""
    if not unit.post:
        yield from retire(g, unit, cause)
        return
    s = g.state
    row = s.tables.forced[cause]
    far = whole_move(s, unit, cause) * row.share // WHOLE
    if row.becomes == "disordered":
        disorder(g, unit)
    if not far:
        return
    side = next(one for one in OPPOSITE if OUTWARDS[one] == home(s, unit.seat))
    spent = _get_out(g, unit, side, 0, "away" if row.facing == "away" else "enemy", row.rule)
    if unit.is_on and far > spent:
        yield from forced_move(g, unit, far - spent, "away" if row.facing == "away" else "enemy", cause)


def give_way(g: BattleGame, unit: Unit, attacked: Edge | None = None) -> Procedure[None]:
    """A beaten defender goes into a free sector behind or beside his own, or out of the village; disordered.

    ``attacked``: the side from which he was beaten; inside a contested sector he leaves over his own.
    """
    s = g.state
    row = s.tables.forced["melee-lost"]
    attacked = attacked or OPPOSITE[side_of(unit)]
    disorder(g, unit)
    options = [
        Option("into-sector", {"unit": unit.id, "sector": sector, "side": side}, ("risorgimento.g.5.8",))
        for sector, side in _refuges(s, unit, attacked)
    ]
    if options:
        options.append(Option("out-of-village", {"unit": unit.id}, ("risorgimento.g.5.15",)))
        chosen = yield Decision(unit.seat, "give-way", options, {"unit": unit.id}, ("risorgimento.g.5.8",))
        if chosen.key == "into-sector":
            _withdraw(g, unit, chosen["sector"], chosen["side"])
            return
    far = whole_move(s, unit, "melee-lost") * row.share // WHOLE
    _get_out(g, unit, OPPOSITE[attacked], far, "enemy", "risorgimento.g.5.15")


def _refuges(s: BattleState, unit: Unit, attacked: Edge) -> list[tuple[str, Edge]]:
    """The places in sectors behind and beside that are free of units: behind first, facing the lost one first."""
    here = sector_of(unit)
    if s.ground.pieces[here].kind.id != SECTOR:
        return []
    beyond = s.ground.neighbours(here)
    order = [OPPOSITE[attacked], *(side for side in OPPOSITE if side not in (attacked, OPPOSITE[attacked]))]
    found: list[tuple[str, Edge]] = []
    for side in order:
        keeper = holder(s, here, side)
        is_barred = keeper is not None and keeper.seat != unit.seat  # risorgimento.g.5.9
        if side in beyond and not inside(s, beyond[side]) and not is_barred:
            towards = OPPOSITE[side]
            found += [(beyond[side], one) for one in (towards, *(each for each in OPPOSITE if each != towards))]
    return found


def _withdraw(g: BattleGame, unit: Unit, sector: str, side: Edge) -> None:
    s = g.state
    beyond = s.ground.neighbours(sector_of(unit))
    through = next(one for one, id in beyond.items() if id == sector)
    friend = holder(s, sector_of(unit), through)
    if friend is not None and friend is not unit:
        stays_in_order(g, friend, "passed-through")  # risorgimento.g.5.10
    place = place_on(s, unit, sector, side)
    assert place is not None
    _stand(g, unit, place, "retire", ("risorgimento.g.5.8",), f"{sector}/{side}")


def _get_out(g: BattleGame, unit: Unit, side: Edge, far: int, facing: str, rule: str) -> int:
    """Straight out of the village over a side and so far on; how far it has gone until it was outside.

    Enemies on the way end it (risorgimento.g.5.9), friends are passed through and tested (risorgimento.g.5.10).
    """
    s = g.state
    towards = OUTWARDS[side]
    heading = towards if facing == "away" else (towards + 1800) % FULL_TURN
    start = s.footing(unit)
    start = start._replace(pose=start.pose._replace(heading=heading))
    clear = _way_out(s, unit, side, start)
    way = Shift(clear + far, (towards - heading) % FULL_TURN)
    foes = [s.base(one) for one in s.foes(unit.seat) if one.is_steady]
    if meets_on(start, way, foes, s.scene.field.slack):
        remove(g, unit, "no-way-back")
        return clear
    m = Manoeuvre(s.scene, unit.id, may_leave=True)
    end = after(start, way)
    for _ in range(STEPS):
        end = after(start, way)
        if not s.scene.is_on_table(end.outline):
            is_home = towards == home(s, unit.seat)
            remove(g, unit, "routed-off" if is_home else "off-table")
            return clear
        if m.stands(end) is None:
            break
        way = way._replace(length=way.length + STEP)
    friends = [s.base(one) for one in s.side(unit.seat) if one is not unit and one.is_steady]
    met = meets_on(start, way, friends, s.scene.field.slack)
    _stand(g, unit, end, "retire", (rule,))
    for id in met:
        stays_in_order(g, s.units[id], "passed-through")
    return clear


def _way_out(s: BattleState, unit: Unit, side: Edge, start: Footing) -> int:
    """How far a base must go in that direction until it is clear of the village."""
    x, y = unit.pose.point
    here = sector_of(unit)
    while True:
        rect = s.ground.pieces[here].rect
        assert rect is not None
        left, top, right, bottom = rect
        edge = {"north": y - top, "south": bottom - y, "west": x - left, "east": right - x}[side]
        there = _moved((x, y), side, edge + 1)
        here = s.ground.built_up_at(*there)
        if not here:
            return edge + start.shape.depth // 2 + s.scene.field.slack


def _moved(point: Point, side: Edge, far: int) -> Point:
    dx, dy = offset(OUTWARDS[side], far)
    return point[0] + dx, point[1] + dy


def _stand(g: BattleGame, unit: Unit, footing: Footing, how: str, rules: tuple[str, ...], post: str = "") -> None:
    before = unit.pose
    g.state.stand(unit, footing, post)
    if not HAS_MOVED.is_on(unit):
        HAS_MOVED.put(unit)
    path = (before.point, footing.pose.point)
    g.tell(UnitMoved(unit.id, before, footing.pose, path, footing.formation, how, rules))


# Taking the place (risorgimento.g.5.14)


def take_place(g: BattleGame, unit: Unit, post: str) -> bool:
    """The winner goes in where the defender stood, instead of the advance of 1 cm; False if it cannot."""
    s = g.state
    sector, _, name = post.partition("/")
    side = next(one for one in OPPOSITE if one == name)
    place = place_on(s, unit, sector, side) if unit.arm == INFANTRY else None
    if place is None:
        return False
    _stand(g, unit, place, "advance", ("risorgimento.g.5.14",), post)
    return True
