"""Chapter 3.6, round 6: leaders who have joined a unit may try to influence it, in the order of initiative."""

from __future__ import annotations

from functools import partial
from typing import Final

from alfiere.battles.marks import TURN
from alfiere.battles.turns import one_after_another
from alfiere.games.fucilieri.morale.conditions import rage, restore, worsen
from alfiere.games.fucilieri.morale.dice import D6, roll
from alfiere.games.fucilieri.morale.leaders_lost import RAISED, lose_leader, saving_throw
from alfiere.games.fucilieri.morale.settle import WITHOUT_COUNTER, follow_up, settle
from alfiere.games.fucilieri.morale.units_lost import take_to_flight
from alfiere.games.fucilieri.movement.forced import MOVES
from alfiere.games.fucilieri.sheets.table_rows import InfluenceResult
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.command import OWN
from alfiere.games.fucilieri.state.leader import CONDOTTIERO, HAS_INFLUENCED, KILLED, STANDARD, Leader
from alfiere.games.fucilieri.state.standing import in_contact, to_leader
from alfiere.games.fucilieri.state.unit import BLOODLUST, DEMORALISED, DISORGANISED, FALLING_BACK, OF_UNIT, Unit
from alfiere.games.fucilieri.told.influence import InfluenceTested
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.event import Tally
from alfiere.kernel.odds import at_most, yes_or_no
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect

INFLUENCE: Final = "influence"
REFRAIN: Final = "refrain"
SUCCESS, FAILURE, TOTAL_FAILURE = "success", "failure", "total-failure"
WAS_INFLUENCED = OF_UNIT.bare("influence tried", TURN)  # fucilieri.3.6.22


def influence_round(g: FucilieriGame) -> Procedure[None]:
    """Round 6: one leader after another by his initiative number (fucilieri.3.6.1, .3.1.1.8)."""
    s = g.state
    if not s.step:
        s.queue, s.step = [one.id for one in by_initiative(s)], 1
    yield from one_after_another(g, partial(_leader, g))


def by_initiative(s: State) -> list[Leader]:
    """The condottieri and generals on the table, the lowest number first (fucilieri.3.1.1.5)."""
    leaders = [one for one in s.leaders.values() if one.is_commander and one.is_on]
    return sorted(leaders, key=lambda one: s.commands[one.command].initiative or WITHOUT_COUNTER)


def may_influence(s: State, who: Leader) -> Unit | None:
    """The unit he may test: one he has joined, of his own command unless he is condottiero (.3.6.1, .3.6.21).

    Each tests once a turn and each unit is tested once (fucilieri.3.6.22).
    """
    if not (who.is_on and who.is_commander and who.joined) or HAS_INFLUENCED.is_on(who):
        return None
    unit = s.units[who.joined]
    if who.role != CONDOTTIERO and unit.command != who.command:
        return None
    return unit if unit.is_on and not WAS_INFLUENCED.is_on(unit) and case(s, unit) is not None else None


def case(s: State, unit: Unit) -> InfluenceResult | None:
    """The row of the table of results for how the unit is; only disorganised, it has none (.3.6.38, .3.6.39)."""
    if unit.is_falling_back:
        return s.tables.influence["falling-back"]
    if unit.is_demoralised:
        return s.tables.influence["demoralised"]
    if unit.has_bloodlust:
        return s.tables.influence["bloodlust"]
    return None if unit.is_disorganised else s.tables.influence["ok"]


def _leader(g: FucilieriGame, id: str) -> Procedure[None]:
    """He tests if his owner likes (fucilieri.3.6.1)."""
    s = g.state
    who = s.leaders[id]
    unit = may_influence(s, who)
    if unit is None:
        return
    about = {"leader": who.id, "unit": unit.id}
    keys = (REFRAIN, INFLUENCE) if unit.is_ok or unit.has_bloodlust else (INFLUENCE, REFRAIN)
    options = [Option(key, dict(about), ("fucilieri.3.6.1",)) for key in keys]
    chosen = yield Decision(who.seat, INFLUENCE, options, about, ("fucilieri.3.6.1", "fucilieri.3.6.2"))
    if chosen.key == INFLUENCE:
        yield from influence(g, g.state.leaders[id], g.state.units[unit.id])


def tally(s: State, unit: Unit) -> Tally:
    """What is added to the die (fucilieri.3.6.3-3.6.19)."""
    found, lines = Tally(INFLUENCE), s.tables.modifiers.influence
    names: list[str] = [unit.profile.quality, unit.profile.type]
    names += [DEMORALISED] * unit.is_demoralised + [FALLING_BACK] * unit.is_falling_back
    names += [BLOODLUST] * unit.has_bloodlust
    names += [] if unit.status == OWN else [unit.status]
    names += unit.characters  # figures of the unit, fucilieri.3.6.20
    names += ["musicians"] * _has_musicians(s, unit)
    names += ["charismatic-or-standard"] * any(in_contact(s, one, unit) for one in inspiring(s, unit))
    for name in names:
        if name in lines:
            lines.count(name, found)
    return found


def _has_musicians(s: State, unit: Unit) -> bool:
    """They stand with their general, who must be within his radius of the unit (fucilieri.3.6.18, .3.6.20)."""
    general = s.leader_of(unit.command)
    has_any = s.commands[unit.command].has_musicians
    return has_any and general is not None and to_leader(s, unit, general) <= general.radius


def inspiring(s: State, unit: Unit) -> list[Leader]:
    """Charismatic characters of its army, leaders too, and who holds the raised standard (.3.6.19, .1.6.6)."""
    own = [one for one in s.leaders.values() if one.seat == unit.seat and one.is_on]
    is_raised = s.standard[unit.seat] == RAISED
    return [one for one in own if one.is_charismatic or (one.role == STANDARD and is_raised)]


def result_of(s: State, total: int, cv: int) -> str:
    """Whether he succeeds: not above his CV; well above it is a total failure (fucilieri.3.6.23-25)."""
    if total <= cv:
        return SUCCESS
    return TOTAL_FAILURE if total >= cv + s.tables.numbers.total_failure else FAILURE


def influence(g: FucilieriGame, who: Leader, unit: Unit) -> Procedure[None]:
    """The test, and what it does to the unit and to him (fucilieri.3.6.2)."""
    s = g.state
    found = case(s, unit)
    assert found is not None, f"{unit.id} cannot be tested (fucilieri.3.6.38)"
    HAS_INFLUENCED.put(who)
    WAS_INFLUENCED.put(unit)
    added, die = tally(s, unit), roll(g, who.seat)
    total = die + added.total
    result = result_of(s, total, who.cv)
    success, total_failure = found.rules
    rule = {SUCCESS: success, FAILURE: "fucilieri.3.6.31", TOTAL_FAILURE: total_failure}[result]
    g.tell(InfluenceTested(who.id, unit.id, added, die, total, who.cv, result, ("fucilieri.3.6.2", rule)))
    if result == SUCCESS:
        _succeed(g, unit, found.success, rule)
    elif result == TOTAL_FAILURE:
        _fail_totally(g, who, unit, found.total_failure, rule)
        yield from follow_up(g, unit, MOVES)
        yield from settle(g, (), MOVES)


def _succeed(g: FucilieriGame, unit: Unit, becomes: str, rule: str) -> None:
    if becomes == "bloodlust-until-next-turn":
        rage(g, unit, g.state.turn + 1, rule)
    elif becomes == "ok":
        restore(g, unit, BLOODLUST, rule)
    elif becomes == "ok-but-disorganised":
        restore(g, unit, DEMORALISED, rule)
        worsen(g, unit, (DISORGANISED,), "fucilieri.3.6.29")
    else:
        restore(g, unit, FALLING_BACK, rule)


def _fail_totally(g: FucilieriGame, who: Leader, unit: Unit, becomes: str, rule: str) -> None:
    if becomes == "demoralised":
        worsen(g, unit, (DEMORALISED,), rule)
    elif becomes == "flight-with-leader":
        take_to_flight(g, unit, rule, without_throw=who.id)
    elif not saving_throw(g, who, rule=rule):
        lose_leader(g, who, KILLED, "fucilieri.3.6.34")


def prospects(s: State, who: Leader, unit: Unit) -> tuple[Prospect, ...]:
    """How likely he succeeds, and how likely he fails totally."""
    added, limit = tally(s, unit), s.tables.numbers.total_failure
    succeeds = yes_or_no(at_most(who.cv - added.total, D6))
    fails = yes_or_no(1 - at_most(who.cv + limit - 1 - added.total, D6))
    return (
        Prospect(INFLUENCE, unit.id, (added,), succeeds, succeeds, SUCCESS),
        Prospect(INFLUENCE, unit.id, (added,), fails, fails, TOTAL_FAILURE),
    )
