"""Chapter 7.2: who has won goes on: penetration, the pursuit test, control moves and pursuits, and their melees."""

from __future__ import annotations

from typing import Final

from alfiere.battles.marks import TURN
from alfiere.games.lumi.charge.attacks import are_in_contact, begin_attack, foes_of
from alfiere.games.lumi.charge.charge import Onset, come_at, overrun
from alfiere.games.lumi.charge.course import facing, go, lay, now, straight
from alfiere.games.lumi.command.active import INACTIVE
from alfiere.games.lumi.melee.combats import Combat
from alfiere.games.lumi.melee.control import CHARGE, CONTROL, HOLD, ControlMove
from alfiere.games.lumi.melee.melee import Outcome, fight
from alfiere.games.lumi.morale.dice import D6, roll
from alfiere.games.lumi.morale.losses import lose
from alfiere.games.lumi.morale.reaction import STANDS, Verdict, apply
from alfiere.games.lumi.morale.states import at_least_disordered
from alfiere.games.lumi.morale.tests import Case, score
from alfiere.games.lumi.movement.buildings import go_in
from alfiere.games.lumi.movement.rout import FORCED
from alfiere.games.lumi.movement.zones import zones_on
from alfiere.games.lumi.state.base import ARTILLERY, CAVALRY, COLUMN, INFANTRY, OF_BASE, ORDERED, ROUT, SQUARE
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.standing import apart, foes_touched, front_middle, in_contact, side_struck
from alfiere.games.lumi.state.unit import Unit, bases_of, body, has, kind, named, speed, state_of, unit_of
from alfiere.games.lumi.told.charge import ChargeDeclared
from alfiere.games.lumi.told.melee import PursuitTested
from alfiere.games.lumi.victory.cohesion import is_over
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.event import Tally
from alfiere.kernel.odds import at_most, yes_or_no
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect
from alfiere.table.fronts import bearing

HAS_PURSUED = OF_BASE.bare("has pursued", TURN)  # or made a control move: once a turn, lumi.7.2.2m
ADVANCE: Final = "advance"
MEET: Final = "meet"
STAY: Final = "stay"
MOVE: Final = ControlMove()


def resolve(g: LumiGame, combat: Combat) -> Procedure[Outcome]:
    """A combat with all the movements that follow from it (lumi.6.1.3)."""
    outcome = yield from fight(g, combat)
    if is_over(g):
        return outcome
    left = [unit for unit in outcome.fresh if may_penetrate(g.state, unit)]
    while left and not g.state.winner:
        unit = left[0]
        if len(left) > 1:  # in the order its player likes, lumi.7.2.1j
            options = [Option(ADVANCE, named(one), ("lumi.7.2.1j",)) for one in left]
            chosen = yield Decision(unit.seat, "advance-first", options, {}, ("lumi.7.2.1j",))
            unit = left[options.index(chosen)]
        left.remove(unit)
        yield from after_win(g, unit, outcome.beaten)
    return outcome


def may_penetrate(s: State, unit: Unit) -> bool:
    """Whether a winner advances: ordered, neither in square nor a garrison, and nobody before it (.7.2.1b, .7.2.1j)."""
    bases = bases_of(s, unit)
    if not bases or state_of(s, unit) != ORDERED or unit.formation == SQUARE or bases[0].post:
        return False
    return kind(s, unit) != ARTILLERY and not in_contact(s, unit)


def after_win(g: LumiGame, unit: Unit, beaten: tuple[Unit, ...]) -> Procedure[None]:
    """Penetration, then the pursuit test of cavalry that is still ordered (lumi.7.2.1b, .7.2.2a, .7.2.2b)."""
    if not may_penetrate(g.state, unit):
        return
    yield from _penetrate(g, unit)
    s = g.state
    if is_over(g) or kind(s, unit) != CAVALRY or not may_penetrate(s, unit):
        return
    if any(HAS_PURSUED.is_on(one) for one in bases_of(s, unit)):
        return
    for one in bases_of(s, unit):
        HAS_PURSUED.put(one)
    if _stays_in_hand(g, unit):
        yield from _control(g, unit)
    else:
        yield from _pursue(g, unit, beaten)


# Penetration (lumi.7.2.1)


def _penetrate(g: LumiGame, unit: Unit) -> Procedure[None]:
    """It advances 1um; who is touched, or has it in his zone of control, tests; new melees are fought at once."""
    s, origin = g.state, front_middle(g.state, unit)
    way = straight(s, unit, s.tables.distances.penetration)
    go(g, unit, way.ends, "penetration", ("lumi.7.2.1b", "lumi.7.2.1h"))
    if way.foe:
        lay(g, unit, s.bases[way.foe])
    elif kind(s, unit) == INFANTRY and way.ground and _enter(g, unit, way.ground):
        return
    met = [unit_of(s, foe) for one in bases_of(s, unit) for foe in foes_touched(s, one)]
    for foe in dict.fromkeys([*met, *zones_on(s, unit)]):
        if bases_of(g.state, foe) and bases_of(g.state, unit):
            yield from _face(g, unit, foe, side_struck(s, origin, foe))
    yield from fight_on(g, unit)


def _enter(g: LumiGame, unit: Unit, piece: str) -> bool:
    """Infantry whose advance leads into buildings that no enemy holds goes in, in column (lumi.3.3.3m)."""
    s = g.state
    if not s.ground.pieces[piece].is_building or any(foe.post == piece for foe in s.foes(unit.seat)):
        return False
    return go_in(g, unit, piece, "lumi.3.3.3m", COLUMN)


def _face(g: LumiGame, unit: Unit, foe: Unit, attack: str) -> Procedure[None]:
    """An enemy that a penetration has come to tests as charged; if he stands he may come into contact (.7.2.1i)."""
    s = g.state
    if state_of(s, foe) == ROUT:
        yield from overrun(g, unit, foe)
        return
    found = score(g, foe, "reaction", Case(charged=True, attack=attack, enemy=unit))
    result = yield from apply(g, Verdict(found, unit), FORCED)
    if are_in_contact(g.state, unit, foe):
        begin_attack(g.state, unit, foe, attack, charging=False)
    elif result == STANDS and bases_of(g.state, foe):
        yield from _offer_contact(g, foe, unit)


def _offer_contact(g: LumiGame, foe: Unit, unit: Unit) -> Procedure[None]:
    s = g.state
    if foe.formation == SQUARE or kind(s, foe) == ARTILLERY or s.bases[foe.id].post or in_contact(s, foe):
        return
    way = straight(s, foe, s.tables.distances.zone)
    if way.foe not in unit.ids:
        return
    rules = ("lumi.7.2.1i",)
    options = [Option(key, named(foe) | {"target": unit.id}, rules) for key in (STAY, ADVANCE)]
    chosen = yield Decision(foe.seat, MEET, options, {"units": foe.ids, "target": unit.id}, rules)
    if chosen.key == ADVANCE:
        side = side_struck(s, front_middle(s, foe), unit)
        go(g, foe, way.ends, "advance", rules)
        lay(g, foe, s.bases[way.foe])
        begin_attack(s, foe, unit, side, charging=False)


def fight_on(g: LumiGame, unit: Unit) -> Procedure[Outcome]:
    """A melee that has arisen from the movement of a winner is fought at once (lumi.7.2.1e, .7.2.2m)."""
    s = g.state
    foes = tuple(foes_of(s, unit)) if bases_of(s, unit) and not is_over(g) else ()
    if not foes:
        return Outcome()
    fighters = tuple(one for one in foes if kind(s, one) != ARTILLERY) or foes
    sides = ((now(s, unit),), fighters)
    outcome = yield from resolve(g, Combat(*(sides if unit.seat == "red" else sides[::-1])))
    return outcome


# The pursuit test (lumi.7.2.2j)


def pursuit_tally(s: State, unit: Unit) -> Tally:
    """What is added to the die."""
    found, lines = Tally("pursuit"), s.tables.pursuit
    holds = {
        "controlled": has(s, unit, "controlled"),
        "general": bool(s.generals_with(unit.ids)),
        "light-cavalry": all(one.arm.is_light for one in bases_of(s, unit)),
        "aggressive": has(s, unit, "aggressive"),
    }
    for name in (name for name, does in holds.items() if does):
        lines.count(name, found)
    return found


def _stays_in_hand(g: LumiGame, unit: Unit) -> bool:
    tally, die, need = pursuit_tally(g.state, unit), roll(g, unit.seat), g.state.tables.numbers.pursuit
    passed = die + tally.total >= need
    g.tell(PursuitTested(unit.ids, tally, die, need, passed, ("lumi.7.2.2a", "lumi.7.2.2j")))
    return passed


def pursuit_prospect(s: State, unit: Unit) -> Prospect:
    """How likely cavalry stays in hand."""
    tally = pursuit_tally(s, unit)
    odds = yes_or_no(1 - at_most(s.tables.numbers.pursuit - 1 - tally.total, D6))
    return Prospect("pursuit", unit.id, (tally,), odds, odds, "passed")


# Control move and pursuit


def _control(g: LumiGame, unit: Unit) -> Procedure[None]:
    """Up to its speed in any direction, or a charge without a test at anybody it sees (lumi.7.2.2c-h, .7.2.2n)."""
    s = g.state
    about = {"units": unit.ids, "unit": unit.id}
    chosen = yield Decision(
        unit.seat, CONTROL, list(MOVE.options(s, unit, 0)), about, (MOVE.rule,), free=MOVE.pointed(s, unit)
    )
    if chosen.key == HOLD:
        return
    if chosen.key == CONTROL:
        ends = MOVE.ends(g.state, unit, chosen)
        assert ends is not None
        go(g, unit, ends, CONTROL, ("lumi.7.2.2d",))
        return
    assert chosen.key == CHARGE
    target = unit_of(g.state, g.state.bases[chosen["target"]])
    outcome = yield from _charge(g, unit, target, "control")
    if g.state.winner or not bases_of(g.state, unit):
        return
    if any(one.id == unit.id for one in outcome.winners) and outcome.routed:
        yield from lose(g, unit, 1, "melee")  # no test, lumi.7.2.3a, .7.2.3b


def _charge(g: LumiGame, unit: Unit, target: Unit, how: str) -> Procedure[Outcome]:
    """A charge without a test; the penetration was its start (lumi.7.2.2f-h)."""
    s, origin = g.state, front_middle(g.state, unit)
    attack = side_struck(s, origin, target)
    g.tell(ChargeDeclared(unit.ids, target.ids, how, attack, ("lumi.7.2.2e", "lumi.7.2.2f")))
    turned = facing(s, unit, bearing(body(s, unit).point, body(s, target).point))
    if turned is not None:
        go(g, unit, turned, "charge", ("lumi.7.2.2n",))
    yield from come_at(g, Onset(unit, attack, origin, speed(s, unit), through_all=True), target)
    if how == "pursuit":
        _lose_hold(g, unit)
    outcome = yield from fight_on(g, unit)
    return outcome


def _pursue(g: LumiGame, unit: Unit, beaten: tuple[Unit, ...]) -> Procedure[None]:
    """It goes its speed straight at the nearest of those it has beaten, and at whom it meets (lumi.7.2.2k)."""
    s = g.state
    left = [one for one in beaten if bases_of(s, one)]
    nearest = min(left, key=lambda one: apart(s, unit, one), default=None)
    towards = s.bases[unit.id].heading
    if nearest is not None:
        towards = bearing(body(s, unit).point, body(s, nearest).point)
    turned = facing(s, unit, towards)
    way = straight(s, unit, speed(s, unit), towards=towards, starts=turned)
    if way.foe:
        yield from _charge(g, unit, unit_of(s, s.bases[way.foe]), "pursuit")
        return
    go(g, unit, way.ends, "pursuit", ("lumi.7.2.2k",))
    _lose_hold(g, unit)


def _lose_hold(g: LumiGame, unit: Unit) -> None:
    """After a pursuit it is at least disordered, and active no more in the turn (lumi.7.2.2l)."""
    at_least_disordered(g, unit, "pursuit", "lumi.7.2.2l")
    for one in bases_of(g.state, unit):
        INACTIVE.note(one)
