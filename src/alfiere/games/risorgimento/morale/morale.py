"""Chapter Morale and table 6: tests, levels, the yellow marker, breaking, regaining.

A test may break a unit, which runs, may upset others and so call for tests of theirs. What is due stands on the units:
``fails`` and the chapters of losses and commanders put it there, ``settle`` does it all, one thing after the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.morale.losses import check_brigade
from alfiere.games.risorgimento.morale.tests import DUE, SHAKEN, Retire, malus, passes, prospect
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.standing import enemies_within, near, touches_place
from alfiere.games.risorgimento.state.unit import CAVALRY, LIMBERED, MARCH, OF_UNIT, ON, OPEN, SQUARE, Unit
from alfiere.games.risorgimento.told.morale import Broke, MoraleChanged
from alfiere.kernel.event import Tally
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect

RUNS = OF_UNIT.bare("runs", TURN)  # it has broken, and its rout move is still to be made, risorgimento.mor.8
UPSET_IN = OF_UNIT.about("upset in phase", str, TURN)  # tested because a friend broke, once a phase, table 6a
REACHED = OF_UNIT.about("reached", str)  # an objective that gave it a point of morale, risorgimento.mor.16


def morale_test(
    g: BattleGame,
    unit: Unit,
    cause: str,
    retire: Retire,
    extra: int = 0,
    *,
    enemies: Sequence[Unit] = (),
) -> Procedure[bool]:
    """A morale test with all that follows from it, the rout move of a unit that breaks too; False if it failed.

    ``cause`` is one of table 6a; ``extra``: of fire the loss points after the first, of melee what its result adds;
    ``enemies``: who charges, fights or fires.
    """
    passed = try_morale(g, unit, cause, extra, enemies=enemies)
    yield from settle(g, retire)
    return passed


def try_morale(
    g: BattleGame, unit: Unit, cause: str, extra: int = 0, *, enemies: Sequence[Unit] = (), die: int = 0
) -> bool:
    """The test alone (risorgimento.mor.1, .mor.2); what follows from it waits for ``settle``.

    Routed units test only to rally (risorgimento.h.1.7).
    """
    if not unit.is_steady:
        return True
    causes = [cause]
    if cause == "fire" and DUE.take(unit, "commander-killed"):
        causes.append("commander-killed")  # one test for all that fire has done, risorgimento.mor.14
    tally = morale_tally(g.state, unit, causes, extra, enemies)
    need = unit.morale + g.state.bonus_of(unit)
    if passes(g, unit, cause, need, tally, ("risorgimento.mor.2", g.state.tables.causes[cause].rule), die):
        return True
    fails(g, unit)
    return False


def morale_tally(
    s: BattleState, unit: Unit, causes: Sequence[str], extra: int = 0, enemies: Sequence[Unit] = ()
) -> Tally:
    """What table 6b adds to the die."""
    lines, tally = s.tables.morale, Tally("morale")
    malus(s, unit, "morale", tally)
    if extra and causes[0] == "melee":
        lines.count(f"melee-plus-{extra}", tally)
    elif extra:
        tally.add(extra * lines["further-loss"].add, "further-loss", lines["further-loss"].rule)
    if 2 * unit.losses >= unit.strength:  # loss points are halves of a point of strength
        lines.count("quarter-lost", tally)
    if causes[0] in ("charged", "melee") and any(one.arm == CAVALRY for one in enemies):
        if unit.formation == SQUARE:
            lines.count("square-against-cavalry", tally)
        elif unit.formation in (OPEN, MARCH, LIMBERED) and is_in_the_open(s, unit):
            lines.count("caught-by-cavalry", tally)
    if is_sheltered(s, unit, enemies):
        lines.count("sheltered", tally)
    if "commander-killed" in causes:
        lines.count("commander-killed", tally)
    return tally


def is_in_the_open(s: BattleState, unit: Unit) -> bool:
    """Whether it stands on ground over which cavalry may charge."""
    return s.ground.may_charge(*unit.pose.point)


def is_sheltered(s: BattleState, unit: Unit, enemies: Sequence[Unit]) -> bool:
    """In a village or farm, or behind a wall or embankment towards all these enemies."""
    if unit.post:
        return True
    return bool(enemies) and all(_is_behind_line(s, unit, one) for one in enemies)


def _is_behind_line(s: BattleState, unit: Unit, enemy: Unit) -> bool:
    """Whether it touches a wall or embankment that lies between the two."""
    crossed = s.ground.crossings(unit.pose.point, enemy.pose.point)
    lines = (one.piece for one in crossed if s.ground.known.effects[one.piece.kind.id].cover)
    here, touch = s.base(unit).outline, s.scene.field.touch
    return any(s.ground.terrain.within(one.id, here, touch) for one in lines)


def morale_prospect(s: BattleState, unit: Unit, cause: str, extra: int = 0, enemies: Sequence[Unit] = ()) -> Prospect:
    """How likely a morale test is passed."""
    tally = morale_tally(s, unit, [cause], extra, enemies)
    return prospect("morale", unit, unit.morale + s.bonus_of(unit), tally)


# Levels


def fails(g: BattleGame, unit: Unit) -> None:
    """One level less, and yellow for this turn; at half of what it had at first it breaks (.mor.4, .mor.5, .mor.7)."""
    was_at_half = unit.morale <= unit.spirit // 2
    SHAKEN.clear(unit)
    SHAKEN.put(unit)
    unit.morale -= 1
    g.tell(MoraleChanged(unit.id, -1, unit.morale, "test", ("risorgimento.mor.4", "risorgimento.mor.5")))
    if was_at_half:
        breaks(g, unit)


def lose_morale(g: BattleGame, unit: Unit, points: int, why: str, rule: str) -> None:
    """Points lost otherwise than by a test: it breaks if it is below half then (risorgimento.mor.17)."""
    unit.morale -= points
    g.tell(MoraleChanged(unit.id, -points, unit.morale, why, (rule,)))
    if unit.morale < unit.spirit // 2 and unit.is_steady:
        breaks(g, unit)


def regain(g: BattleGame, unit: Unit, why: str, rule: str) -> None:
    """One point back, never above what it had at first (risorgimento.mor.9-12)."""
    if unit.is_steady and unit.morale < unit.spirit:
        unit.morale += 1
        g.tell(MoraleChanged(unit.id, 1, unit.morale, why, (rule,)))


def made_retire(g: BattleGame, unit: Unit) -> None:
    """In frontal contact, it has made an enemy retire, or removed him, and stayed (risorgimento.mor.9, .mor.19)."""
    regain(g, unit, "enemy-retires", "risorgimento.mor.9")


def reach_objectives(g: BattleGame, unit: Unit) -> None:
    """It may stand at an objective its side does not hold, for the first time (risorgimento.mor.11, .mor.16)."""
    s = g.state
    if not unit.is_steady:
        return
    for place in s.places.values():
        is_new = place.is_objective and s.control.get(place.id) != unit.seat and not REACHED.is_on(unit, place.id)
        if is_new and touches_place(s, place, s.base(unit).outline):
            REACHED.put(unit, place.id)
            regain(g, unit, "objective", "risorgimento.mor.11")


# Breaking


def breaks(g: BattleGame, unit: Unit) -> None:
    """It is routed: enemies near it take heart, friends of its brigade must test, and it will run (.h.1.1, .mor.10)."""
    s = g.state
    unit.is_routed = True
    RUNS.put(unit)
    g.tell(Broke(unit.id, ("risorgimento.mor.7", "risorgimento.h.1.1")))
    far = s.tables.distances.breaking_near
    for enemy in enemies_within(s, unit, far):  # where it breaks, risorgimento.mor.15
        regain(g, enemy, "enemy-breaks", "risorgimento.mor.10")
    brigade = s.brigade_of(unit)
    for friend in near(s, s.base(unit).outline, far, unit.seat):
        is_mate = bool(brigade) and s.brigade_of(friend) == brigade
        if is_mate and friend.is_steady and not UPSET_IN.is_on(friend, s.phase):
            UPSET_IN.put(friend, s.phase)
            DUE.put(friend, "friend-breaks")
    check_brigade(g, unit)


def settle(g: BattleGame, retire: Retire) -> Procedure[None]:
    """Everything that is due: units that broke run, then the tests, until nothing is left."""
    while True:
        s = g.state
        marked = [one for one in s.units.values() if one.marks and one.where == ON]
        runner = RUNS.first_bearer(marked)
        if runner is not None:
            RUNS.clear(runner)
            yield from retire(g, runner, "breaks")
            continue
        tester = DUE.first_bearer(marked)
        if tester is None:
            return
        cause = DUE.first(tester)
        assert cause is not None
        DUE.take(tester, cause)
        try_morale(g, tester, cause)
