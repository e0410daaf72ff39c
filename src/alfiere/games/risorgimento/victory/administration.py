"""Phase I: places and who holds them, victory points, armies that are beaten, the end of a turn and of a battle."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from alfiere.battles.events import TurnBegan
from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.command.recovery import ENGAGED, note_rest
from alfiere.games.risorgimento.morale.leaders_lost import FELL_WITH, attached, fallen_initiative
from alfiere.games.risorgimento.sheets.ground import SECTOR, point_gap
from alfiere.games.risorgimento.sheets.scenario_forms import BrokenBridge, PlaceForm, Withdraws
from alfiere.games.risorgimento.state.battle import OF_BATTLE, REPAIRED, SEATS, BattleGame, BattleState
from alfiere.games.risorgimento.state.bounds import note_happenings
from alfiere.games.risorgimento.state.standing import touches_place
from alfiere.games.risorgimento.state.unit import (
    ARTILLERY,
    HAS_MOVED,
    INFANTRY,
    OF_COMMANDER,
    OF_UNIT,
    ON,
    WITHDRAWN,
    Unit,
)
from alfiere.games.risorgimento.told.victory import (
    ArmyBeaten,
    ArmyChecked,
    BridgeRepaired,
    PlaceTaken,
    PointsCounted,
    Withdrew,
)
from alfiere.games.risorgimento.victory.objectives import NOBODY, aims, end_battle
from alfiere.kernel.decision import Seat

WORK = OF_BATTLE.about("works at", str)  # a whole turn of work at a broken bridge, by unit and line
HALF_LOST, BY_ROLL, BY_GROUND = "half-lost", "roll", "ground"
RULES: Final = {HALF_LOST: "risorgimento.i.3.1", BY_ROLL: "risorgimento.i.3.2", BY_GROUND: "risorgimento.i.3.3"}


def administration_phase(g: BattleGame) -> None:
    """Phase I in its order: control, points, armies, scenario, markers, clock (i.0.1-i.0.3)."""
    s = g.state
    note_happenings(s)
    note_rest(s)
    take_places(g)
    g.tell(PointsCounted(s.points["red"], s.points["blue"], ("risorgimento.i.0.1",)))
    check_armies(g)
    if not s.winner:
        scenario_victory(g)
    if not s.winner:
        repair_bridges(g)
        withdraw(g)
        end_turn(g)


def end_turn(g: BattleGame) -> None:
    """The markers of the turn come off, yellow ones of morale among them, and the clock goes on (mor.13, scale.2)."""
    s = g.state
    for unit in s.units.values():
        OF_UNIT.end(unit, TURN)
    for who in s.commanders.values():
        OF_COMMANDER.end(who, TURN)
    OF_BATTLE.end(s, TURN)
    s.charges, s.are_charges_shown, s.initiative, s.ahead = {}, False, "", 0
    begin_turn(g, s.turn + 1)


def begin_turn(g: BattleGame, turn: int) -> None:
    """A turn begins with phase A (seq.1, set.5)."""
    s = g.state
    s.turn, s.phase, s.step, s.queue = turn, "A", 0, []
    g.tell(TurnBegan(turn, ("risorgimento.seq.1",)))


# Places (i.1.3)


def take_places(g: BattleGame) -> None:
    """Every place goes to the side that alone has unbroken units there; otherwise who had it last has it still."""
    s = g.state
    for id, place in s.places.items():
        holder = taker(s, place)
        if holder and holder != s.control[id]:
            s.control[id] = holder
            g.tell(PlaceTaken(id, holder, ("risorgimento.i.1.3",)))


def taker(s: BattleState, place: PlaceForm) -> Seat:
    """The side that takes a place now: batteries hold none, but they deny it to the enemy."""
    is_sector = bool(place.piece) and s.ground.pieces[place.piece].kind.id == SECTOR
    there = [one for one in s.on_table if one.is_steady and _is_at(s, one, place, is_sector)]
    takers = {one.seat for one in there if one.arm != ARTILLERY or is_sector}
    return takers.pop() if len(takers) == 1 and len({one.seat for one in there}) == 1 else ""


def _is_at(s: BattleState, unit: Unit, place: PlaceForm, is_sector: bool) -> bool:
    if is_sector:
        return unit.post.partition("/")[0] == place.piece
    return touches_place(s, place, s.base(unit).outline)


# Armies (i.3)


def check_armies(g: BattleGame) -> None:
    """Both armies are looked at before either is declared beaten; of two the one with more points wins (i.3.6)."""
    s = g.state
    beaten = {seat: how for seat in SEATS if (how := _beaten(g, seat))}
    for seat, how in beaten.items():
        g.tell(ArmyBeaten(seat, how, (RULES[how],)))
    if len(beaten) == 1:
        (loser,) = beaten
        end_battle(g, _other(loser), "army-beaten", (RULES[beaten[loser]],))
    elif beaten:
        red, blue = s.points["red"], s.points["blue"]
        winner = NOBODY if red == blue else "red" if red > blue else "blue"
        end_battle(g, winner, "armies-beaten", ("risorgimento.i.3.6",))


def _beaten(g: BattleGame, seat: Seat) -> str:
    """How an army is beaten at the end of this turn, or nothing."""
    s = g.state
    units = [one for one in s.units.values() if one.seat == seat]
    lost = sum(one.is_gone or one.is_routed for one in units)
    part, whole = s.tables.victory.beaten
    if lost * whole >= len(units) * part:  # i.3.5, reinforcements included
        return HALF_LOST
    if _has_lost_its_ground(s, seat):
        return BY_GROUND
    share = lost_share(s, seat)
    if share == 0:
        return ""
    die = range(1, s.tables.victory.die + 1)
    roll = die[g.pick(die, seat, "d100")]
    is_beaten = roll < share * 100
    g.tell(ArmyChecked(seat, lost, len(units), int(share * 100), roll, is_beaten, (RULES[BY_ROLL],)))
    return BY_ROLL if is_beaten else ""


def lost_share(s: BattleState, seat: Seat) -> Fraction:
    """The part of an army that is lost or routed, commanders counted by their I (i.3.4)."""
    units = [one for one in s.units.values() if one.seat == seat]
    weight = Fraction(*s.tables.victory.commander)
    lost = sum(one.is_gone or one.is_routed for one in units) + weight * fallen_initiative(s, seat)
    return Fraction(lost) / (len(units) + weight * _first_initiative(s, seat))


def _first_initiative(s: BattleState, seat: Seat) -> int:
    """The sum of I of all commanders of a side, as they were at the beginning: a fallen one may have a successor."""
    own = [one for one in s.commanders.values() if one.seat == seat]
    return sum(next(iter(FELL_WITH.all(one)), one.initiative) for one in own)


def _has_lost_its_ground(s: BattleState, seat: Seat) -> bool:
    """Whether a side that held an objective at the start holds none now (i.3.3, i.3.6)."""
    if not s.scenario.form.beaten_by_ground:
        return False
    objectives = [one for one in s.places.values() if one.is_objective]
    held_one = any(s.scenario.seat_of.get(one.held_by) == seat for one in objectives)
    return held_one and not any(s.control[one.id] == seat for one in objectives)


def _other(seat: Seat) -> Seat:
    return "blue" if seat == "red" else "red"


# The scenario


def scenario_victory(g: BattleGame) -> None:
    """What the scenario asks for, in the order of its file; after its last turn somebody has won, or nobody (set.5)."""
    for aim in aims(g.state):
        aim.turn_over(g)
        if g.state.winner:
            return
    if g.state.turn < g.state.scenario.turns:
        return
    for aim in aims(g.state):
        aim.last_turn_over(g)
        if g.state.winner:
            return
    end_battle(g, NOBODY, "last-turn", ("risorgimento.set.5",))


def repair_bridges(g: BattleGame) -> None:
    """An unbroken infantry unit at a broken bridge that neither moved nor fought has worked a whole turn at it."""
    s = g.state
    for rule in s.scenario.special(BrokenBridge):
        if REPAIRED.is_on(s, rule.line):
            continue
        for unit in s.on_table:
            key = f"{rule.line}/{unit.id}"
            is_there = point_gap(rule.at, s.base(unit).outline) <= s.scene.field.touch
            is_at_work = unit.arm == INFANTRY and unit.is_steady and is_there
            if not is_at_work or HAS_MOVED.is_on(unit) or ENGAGED.is_on(unit):
                WORK.set(s, key, 0)
                continue
            WORK.put(s, key)
            if WORK.count(s, key) >= rule.turns:
                REPAIRED.put(s, rule.line)
                s.laid = None
                g.tell(BridgeRepaired(unit.id, rule.line, ("risorgimento.g.6.3",)))
                break


def withdraw(g: BattleGame) -> None:
    """Units that the scenario calls away at the end of this turn leave with their commander, and are not lost."""
    s = g.state
    for rule in s.scenario.special(Withdraws):
        if rule.turn != s.turn:
            continue
        for unit in [one for one in s.on_table if s.scenario.units[one.id].commander in rule.under]:
            for who in attached(s, unit):
                who.unit = ""
            s.leave(unit, WITHDRAWN)
            unit.is_routed = False
            g.tell(Withdrew(unit.id, ("risorgimento.set.5",)))
        for id in rule.under:
            if s.commanders[id].where == ON:
                s.commanders[id].where = WITHDRAWN
