"""Commanders on the table: attached to a unit (cmd.11-13), hit with it, contacted, missing, replaced (cl)."""

from __future__ import annotations

from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.morale.points import score_commander, score_prize
from alfiere.games.risorgimento.morale.tests import DUE, roll10
from alfiere.games.risorgimento.sheets.scenario_forms import OffTable
from alfiere.games.risorgimento.sheets.tables import RANKS, Wound
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.standing import base_of_leader, near
from alfiere.games.risorgimento.state.unit import LOST, OF_COMMANDER, ON, Commander, Unit
from alfiere.games.risorgimento.told.morale import CommanderMoved, CommanderReturned, CommanderTested, CommandPassed
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.procedure import Procedure
from alfiere.table.measuring import gap, within
from alfiere.table.shapes import Outline, Pose, box

TESTED_IN = OF_COMMANDER.about("tested in phase", str, TURN)  # risorgimento.cl.11
FELL_WITH = OF_COMMANDER.about("fell with I", int)  # the I he had when he was killed or taken, risorgimento.i.3.4


# Attached (risorgimento.cmd.11-13)


def attachable(s: BattleState, who: Commander) -> list[Unit]:
    """The friendly units he touches and so may be attached to (risorgimento.cmd.11)."""
    return near(s, base_of_leader(s, who).outline, s.scene.field.touch, who.seat)


def attached(s: BattleState, unit: Unit) -> list[Commander]:
    """The commanders who go with a unit, wounded ones too (risorgimento.cmd.12, .cl.13)."""
    return [one for one in s.commanders.values() if one.unit == unit.id and one.where == ON]


def _put(who: Commander, pose: Pose) -> None:
    who.x, who.y, who.heading = pose


# Hit (risorgimento.cl.1-5, .cl.11)


def try_leaders(g: BattleGame, unit: Unit) -> None:
    """A unit has lost men: its commanders are tested, each once a phase at most (risorgimento.cl.1, .cl.11)."""
    s = g.state
    for one in s.leaders_with(unit):
        if TESTED_IN.is_on(one, s.phase):
            continue
        TESTED_IN.put(one, s.phase)
        if _rolled(g, one, "test").result != "hit":
            continue
        wound = _rolled(g, one, "wound")
        one.absent = wound.turns + 1  # he is back in the command phase after those he misses, risorgimento.cl.12
        score_prize(s, one)
        if wound.result == "dead":
            fall(g, one)
            if unit.is_steady:
                DUE.put(unit, "commander-killed")  # table 6a


def _rolled(g: BattleGame, who: Commander, die: str) -> Wound:
    roll = roll10(g, who.seat)
    found = g.state.tables.wound(die, roll)
    g.tell(CommanderTested(who.id, die, roll, found.result, (found.rule,)))
    return found


def fall(g: BattleGame, who: Commander) -> None:
    """He is dead or a prisoner, for good (risorgimento.cl.3, .cl.9)."""
    score_commander(g.state, who)
    score_prize(g.state, who)
    FELL_WITH.put(who, who.initiative)
    who.is_dead, who.where, who.unit = True, LOST, ""
    who.absent = who.absent or g.state.tables.wound("contacted", 1).turns + 1


# Contacted, or left without a unit (risorgimento.cl.9, .cl.10, .cl.15, .cl.17)


def leaders_contacted(s: BattleState, unit: Unit, ground: Outline | None = None) -> list[Commander]:
    """The enemy commanders attached to nobody whom a unit touches, where it stands or on its way (.cl.9)."""
    here, touch = ground or s.base(unit).outline, s.scene.field.touch
    west, north, east, south = box(here)
    far = touch + sum(s.tables.bases.commander.shape)  # farther off than this nobody's base touches
    foes = (one for one in s.commanders.values() if one.seat != unit.seat and one.where == ON and not one.unit)
    near = (one for one in foes if west - far <= one.x <= east + far and north - far <= one.y <= south + far)
    return [one for one in near if within(here, base_of_leader(s, one).outline, touch)]


def contacted(g: BattleGame, who: Commander) -> None:
    """An enemy unit has reached a commander on his own: taken, or behind the nearest unit (.cl.9, .cl.10)."""
    if _rolled(g, who, "contacted").result == "taken":
        fall(g, who)
    else:
        get_away(g, who)


def get_away(g: BattleGame, who: Commander) -> None:
    """Behind the nearest friend that is not routed, attached to nobody; without one he is taken (.cl.15)."""
    s = g.state
    who.unit = ""
    here = base_of_leader(s, who).outline
    friends = [one for one in s.side(who.seat) if one.is_steady]
    nearest = min(friends, key=lambda one: gap(here, s.base(one).outline), default=None)
    if nearest is None:
        fall(g, who)
        return
    _put(who, s.beside(nearest))
    g.tell(CommanderMoved(who.id, (*who.pose,), nearest.id, ("risorgimento.cl.15",)))


def leave_removed(g: BattleGame, unit: Unit, how: str) -> None:
    """His unit is gone: tested with it if it died of its losses, as alone if it was overrun (risorgimento.cl.17)."""
    if how == "losses":
        try_leaders(g, unit)
    for one in attached(g.state, unit):
        if how == "contact":
            contacted(g, one)
        else:
            get_away(g, one)


# Missing, back, replaced (risorgimento.cl.6-8, .cl.12-14, .cl.16)


def come_back(g: BattleGame) -> Procedure[None]:
    """A command phase begins: who has missed his turns is back, replaced, or his command passes on."""
    for id in list(g.state.commanders):
        who = g.state.commanders[id]
        if not who.absent:
            continue
        who.absent -= 1
        if who.absent:
            continue
        if not who.is_dead:
            g.tell(CommanderReturned(who.id, "recovered", ("risorgimento.cl.13",)))
        elif who.rank in ("CB", "CR"):
            yield from _replace(g, who)
        else:
            _pass_on(g, who)


def _replace(g: BattleGame, who: Commander) -> Procedure[None]:
    """Another brigade commander, with the lower values of table 1, beside a unit of the brigade (.cl.7, .cl.14)."""
    s = g.state
    units = [one for one in s.side(who.seat) if one.commander == who.id]
    if not units:
        return
    options = [Option("replace", {"commander": who.id, "unit": one.id}, ("risorgimento.cl.14",)) for one in units]
    chosen = options[0]
    if len(options) > 1:
        chosen = yield Decision(who.seat, "replace", options, {"commander": who.id}, ("risorgimento.cl.14",))
    s, who = g.state, g.state.commanders[who.id]
    values = s.tables.commander(who.nation, who.rank)  # type: ignore[arg-type]
    who.radius, who.initiative, who.bonus = values.radius[0], values.initiative[0], values.bonus[0]
    who.is_dead, who.where = False, ON
    _put(who, s.beside(s.units[chosen["unit"]]))
    g.tell(CommanderReturned(who.id, "replaced", ("risorgimento.cl.7", "risorgimento.cl.14")))
    g.tell(CommanderMoved(who.id, (*who.pose,), chosen["unit"], ("risorgimento.cl.14",)))


def _pass_on(g: BattleGame, who: Commander) -> None:
    """Those under a dead man come under the next above him, or under whoever is chief now (.cl.8, .cl.16)."""
    s = g.state
    if not who.superior and chief_elsewhere(s, who.seat) is not None:
        return  # nobody is between them and him now: they are in command, risorgimento.a.1.21
    heir = s.commanders.get(who.superior) or _new_chief(s, who.seat)
    if heir is None:
        return
    for one in s.commanders.values():
        if one.superior == who.id:
            one.superior = heir.id
    for unit in s.units.values():
        if unit.commander == who.id:
            unit.commander = heir.id
    how, rule = ("superior", "risorgimento.cl.8") if who.superior else ("chief", "risorgimento.cl.16")
    if not who.superior:
        heir.superior, who.superior = "", heir.id  # a side has one chief
    g.tell(CommandPassed(who.id, heir.id, how, (rule,)))


def chief_elsewhere(s: BattleState, seat: Seat) -> OffTable | None:
    """The commander in chief whom a scenario has off the table; those right under him are in command (.a.1.21)."""
    found = (rule for rule in s.scenario.special(OffTable) if s.scenario.seat_of[rule.side] == seat)
    return next(found, None)


def _new_chief(s: BattleState, seat: Seat) -> Commander | None:
    """The highest in rank left on the table, of equals the one with the highest I (risorgimento.cl.16)."""
    left = [one for one in s.commanders.values() if one.seat == seat and one.where == ON and not one.is_dead]
    return min(left, key=lambda one: (RANKS.index(one.rank), -one.initiative), default=None)


def fallen_initiative(s: BattleState, seat: Seat) -> int:
    """The sum of I of the commanders a side has lost (risorgimento.i.3.4)."""
    return sum(sum(FELL_WITH.all(one)) for one in s.commanders.values() if one.seat == seat)
