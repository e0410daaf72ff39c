"""Round 3: each command in execution order declares its charges, then carries them out (3.3.1.1, 3.3.2.12)."""

from __future__ import annotations

from typing import Final

from alfiere.battles.turns import one_after_another
from alfiere.games.fucilieri.charge.closing import (
    Course,
    ahead,
    charge_allowance,
    close,
    course,
    front_of,
    go,
    go_on,
    in_contact,
    lay,
    manoeuvre,
    struck_edge,
    wheeled,
)
from alfiere.games.fucilieri.charge.declaring import (
    ALL_DECLARED,
    CHARGES,
    Declared,
    declare_all,
    declared,
)
from alfiere.games.fucilieri.charge.reacting import (
    COUNTER,
    EVADE,
    FIRE,
    FORM_SQUARE,
    HAS_COUNTERED,
    STAND,
    choose,
    form_square,
    must_test,
    offer_fire,
)
from alfiere.games.fucilieri.fire.targets import SHORT
from alfiere.games.fucilieri.fire.volley import spend_first_volley, volley
from alfiere.games.fucilieri.morale.conditions import worsen
from alfiere.games.fucilieri.morale.dice import roll
from alfiere.games.fucilieri.morale.losses import take_losses, throw_characters
from alfiere.games.fucilieri.morale.reaction import CHARGED, reaction_test
from alfiere.games.fucilieri.morale.settle import in_execution_order, settle
from alfiere.games.fucilieri.morale.units_lost import take_to_flight
from alfiere.games.fucilieri.movement.forced import MOVES, evade, fall_back, flee
from alfiere.games.fucilieri.orders.demands import hold_here
from alfiere.games.fucilieri.state.battle import FucilieriGame
from alfiere.games.fucilieri.state.command import HOLD
from alfiere.games.fucilieri.state.standing import FRONT, REAR, is_engaged, zone_of
from alfiere.games.fucilieri.state.unit import (
    DEMORALISED,
    DISORGANISED,
    FALLING_BACK,
    FLEEING,
    FLIGHT,
    HAS_CHARGED,
    HAS_ENGAGED,
    HAS_EVADED,
    SQUARE,
    Unit,
)
from alfiere.games.fucilieri.told.charge import ChargeEnded, SquareRolled
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.event import Tally
from alfiere.kernel.procedure import MARK, Procedure
from alfiere.table.fronts import edge_of
from alfiere.table.headings import offset
from alfiere.table.legs import WHOLE, Shift, after
from alfiere.table.measuring import gap
from alfiere.table.shapes import Outline, Pose

NEXT: Final = "next-charge"
GONE: Final = "gone"  # the target has left the reach of the charger


def charge_round(g: FucilieriGame) -> Procedure[None]:
    """Every command in execution order (fucilieri.3.3.1.1)."""
    s = g.state
    if s.step == 0:
        s.queue = [one.id for one in in_execution_order(s) if s.units_of(one.id)]
        s.step, s.named = 1, []
    yield from one_after_another(g, lambda command: _command(g, command))


def _command(g: FucilieriGame, command: str) -> Procedure[None]:
    """All its charges are declared, then carried out as its owner likes (fucilieri.3.3.1.1)."""
    if ALL_DECLARED not in g.state.named:
        yield from declare_all(g, command)
        g.state.named.append(ALL_DECLARED)
    while waiting := declared(g.state):
        yield MARK
        chosen = waiting[0]
        if len(waiting) > 1:
            rules = ("fucilieri.3.3.1.1",)
            options = [Option(NEXT, {"unit": one.unit, "target": one.target}, rules) for one in waiting]
            answer = yield Decision(g.state.commands[command].seat, NEXT, options, {"command": command}, rules)
            chosen = waiting[options.index(answer)]
        g.state.named.remove(CHARGES.written(chosen))
        yield from carry_out(g, chosen)
        yield from settle(g, (), MOVES)
    g.state.named = []


# One charge


def carry_out(g: FucilieriGame, charge: Declared) -> Procedure[None]:
    """Reaction, square, test, evasion or counter-charge or fire, the charger's test, contact (fucilieri.3.3.2.12)."""
    s = g.state
    unit, target = s.units[charge.unit], s.units[charge.target]
    if not unit.is_on or unit.is_demoralised or is_engaged(unit):  # what happened since has stopped it
        g.tell(ChargeEnded(unit.id, target.id, "off", rules=("fucilieri.3.3.1.2",)))
        return
    HAS_CHARGED.clear(unit)
    HAS_CHARGED.put(unit)
    if target.is_on and target.pose != Pose(charge.x, charge.y, charge.heading):  # it has moved since
        charge = charge._replace(edge=zone_of(s, target, front_of(s, unit)))
    way = course(s, unit, target, charge.edge, charge_allowance(unit)) if target.is_on else None
    if way is None:
        _to_place(g, unit, target, charge)
        return
    if target.is_falling_back:  # fucilieri.3.3.2.2
        yield from _put_to_flight(g, target, "fucilieri.3.3.2.2")
        _to_place(g, unit, target, charge)
        return
    does = yield from _received(g, unit, target, charge)
    if does == GONE:
        _to_place(g, unit, target, charge)
    elif does == EVADE:
        yield from _pursue_evader(g, unit, target, way)
    elif does == COUNTER and meet(g, unit, target, way):
        pass
    else:
        yield from _home(g, unit, target, charge, fires=does == FIRE)


def _received(g: FucilieriGame, unit: Unit, target: Unit, charge: Declared) -> Procedure[str]:
    """What the target does in the end: its choice, unless its test says otherwise (fucilieri.3.3.3.1-3.3.3.3)."""
    does = yield from choose(g, target, charge)
    is_silent = False
    if does == FORM_SQUARE:
        if form_square(g, target):
            fires = yield from offer_fire(g, target, unit)
            return FIRE if fires else STAND
        does, is_silent = STAND, True
    if must_test(g.state, target, unit, charge.edge):
        result = reaction_test(g, target, CHARGED, struck=charge.edge, enemies=[unit])
        if result == FLIGHT:
            if target.where == FLEEING:
                yield from flee(g, target)
            return GONE
        if result == FALLING_BACK:
            yield from _falls_back(g, unit, target, charge)
            return GONE
        if result == DEMORALISED:
            return STAND
        if result == DISORGANISED and does != FIRE:
            return STAND
    return STAND if is_silent else does


def _falls_back(g: FucilieriGame, unit: Unit, target: Unit, charge: Declared) -> Procedure[None]:
    """It falls back at once; if the charger can still reach it, it takes to flight instead (fucilieri.3.3.3.3)."""
    yield from fall_back(g, target, unit)
    s = g.state
    if (
        target.is_on
        and course(s, unit, target, zone_of(s, target, front_of(s, unit)), charge_allowance(unit)) is not None
    ):
        yield from _put_to_flight(g, target, "fucilieri.3.3.3.3")


def _put_to_flight(g: FucilieriGame, target: Unit, rule: str) -> Procedure[None]:
    take_to_flight(g, target, rule)
    if target.where == FLEEING:
        yield from flee(g, target)


def _to_place(g: FucilieriGame, unit: Unit, target: Unit, charge: Declared) -> None:
    """The target is out of reach: the charger goes to the place it held, as far as it can (fucilieri.3.3.3.4)."""
    s = g.state
    start, left = wheeled(s, unit, (charge.x, charge.y), charge_allowance(unit))
    most = gap(start.outline, Outline(((charge.x, charge.y),)))
    far = ahead(s, unit, start, most, s.tables.distances.near_enemy, left)
    go_on(g, unit, start, far, "fucilieri.3.3.3.4")
    g.tell(ChargeEnded(unit.id, target.id, GONE, rules=("fucilieri.3.3.3.4",)))


# Evasion


def _pursue_evader(g: FucilieriGame, unit: Unit, target: Unit, way: Course) -> Procedure[None]:
    """The target evades: caught, it is disorganised and struck in the rear; else the charger goes half his way on."""
    HAS_EVADED.put(target)
    yield from evade(g, target, unit)
    s, left = g.state, charge_allowance(unit)
    caught = course(s, unit, target, REAR, left) if target.is_on else None
    if caught is not None:
        worsen(g, target, (DISORGANISED,), "fucilieri.3.3.2.9")
        close(g, unit, target, REAR, caught)
        return
    most = max(0, left * s.tables.shares.escaped // WHOLE - way.turned)
    far = ahead(s, unit, way.start, most, s.tables.distances.near_enemy, most)
    go_on(g, unit, way.start, far, "fucilieri.3.3.2.9")
    g.tell(ChargeEnded(unit.id, target.id, "escaped", rules=("fucilieri.3.3.2.9",)))


# Counter-charge


def meet(g: FucilieriGame, unit: Unit, target: Unit, way: Course) -> bool:
    """They meet half way, front to front, and both have charged; False if the target has no room for it (.3.3.2.6)."""
    s = g.state
    half = after(way.start, Shift(way.far // 2))
    edge = edge_of(half.base(unit.id))
    m = manoeuvre(s, target, unit.id)
    laid = lay(s, target, unit, s.footing(target), edge, m)
    if laid is None or manoeuvre(s, unit, target.id).stands(half) is not None:
        return False
    HAS_COUNTERED.put(target)
    HAS_CHARGED.clear(target)
    HAS_CHARGED.put(target)
    go(g, unit, way.start, way.far // 2, half, "charge", ("fucilieri.3.3.2.6",))
    go(g, target, s.footing(target), 0, laid[0], COUNTER, ("fucilieri.3.3.2.6",))
    in_contact(unit, target, FRONT, FRONT)
    if s.commands[target.command].order == HOLD:  # fucilieri.3.1.4.6b
        hold_here(target)
    g.tell(ChargeEnded(unit.id, target.id, "met", FRONT, ("fucilieri.3.3.2.6",)))
    return True


# Closing fire, and home


def _home(g: FucilieriGame, unit: Unit, target: Unit, charge: Declared, *, fires: bool) -> Procedure[None]:
    """Closing fire, the charger's test, the roll against a square, contact (fucilieri.3.3.2.3, .3.3.3.5, .3.5.8.9)."""
    if fires:
        goes = yield from _under_fire(g, unit, target, charge)
        if not goes:
            return
    s = g.state
    edge = FRONT if not target.has_flanks else charge.edge
    way = course(s, unit, target, edge, charge_allowance(unit))
    if way is None:  # it has shrunk, or somebody has come between
        _to_place(g, unit, target, charge)
        return
    if unit.is_horse and target.formation == SQUARE and not (target.is_disorganised or target.is_demoralised):
        if not closes_with_square(g, unit):
            _ride_round(g, unit, target, way)
            return
    close(g, unit, target, edge, way)


def _under_fire(g: FucilieriGame, unit: Unit, target: Unit, charge: Declared) -> Procedure[bool]:
    """One volley at short distance; a new quarter of losses makes the charger test (fucilieri.3.3.3.5). Goes it on?"""
    s = g.state
    hits = volley(g, target, unit.id, closing=True)
    spend_first_volley(s, target, SHORT)
    take_losses(g, unit, hits, "fire", target)
    throw_characters(g, unit)
    results = yield from settle(g, (), MOVES)
    if not unit.is_on:
        return False
    result = results.get(unit.id, "")
    if result == FALLING_BACK:
        yield from fall_back(g, unit, target)
        return False
    if result == DEMORALISED:
        _stop_short(g, unit, target, charge)
        return False
    return True


def _stop_short(g: FucilieriGame, unit: Unit, target: Unit, charge: Declared) -> None:
    """Demoralised, it stops so far from the target, or where it stood (fucilieri.3.3.3.5)."""
    s = g.state
    way = course(s, unit, target, charge.edge, charge_allowance(unit))
    if way is not None:
        far = ahead(s, unit, way.start, way.far, s.tables.distances.stopped)
        if far:
            go_on(g, unit, way.start, far, "fucilieri.3.3.3.5")
    g.tell(ChargeEnded(unit.id, target.id, "stopped", rules=("fucilieri.3.3.3.5",)))


# Squares


def closes_with_square(g: FucilieriGame, unit: Unit) -> bool:
    """Cavalry that has come to a square in good order closes only on a high die (fucilieri.3.5.8.9)."""
    numbers = g.state.tables.numbers
    is_bold = unit.profile.quality == "elite" or unit.has_bloodlust
    need = numbers.elite_closes_with_square if is_bold else numbers.closes_with_square
    die = roll(g, unit.seat)
    g.tell(
        SquareRolled(unit.id, "close", Tally("close-with-square"), die, die, need, die >= need, ("fucilieri.3.5.8.9",))
    )
    return die >= need


def _ride_round(g: FucilieriGame, unit: Unit, target: Unit, way: Course) -> None:
    """It rides round the square: so far from the struck side, facing it, disorganised and not engaged (.3.5.8.12)."""
    s = g.state
    side = struck_edge(s, front_of(s, unit), target, FRONT)
    dx, dy = offset(side.heading, s.tables.distances.ride_round)
    (ax, ay), (bx, by) = side.start, side.end
    off = side._replace(start=(ax + dx, ay + dy), end=(bx + dx, by + dy))
    laid = lay(s, unit, target, way.end, off, manoeuvre(s, unit))
    if laid is not None:
        go(g, unit, way.start, way.far, laid[0], "ride-round", ("fucilieri.3.5.8.12",))
    if not HAS_ENGAGED.is_on(unit):  # fucilieri.3.1.6.13
        HAS_ENGAGED.put(unit)
    g.tell(ChargeEnded(unit.id, target.id, "ridden-round", rules=("fucilieri.3.5.8.12",)))
    worsen(g, unit, (DISORGANISED,), "fucilieri.3.5.8.12")
