"""Special rules of scenarios that hold units back: who may not leave an area or not move yet, who makes no long march.

Movement asks ``held_back`` before a unit goes anywhere, and ``may_march`` before a strategic move. What lifts a rule
for good is noted by ``note_happenings``, to be called whenever units have moved.
"""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.games.risorgimento.sheets.areas import lies_in
from alfiere.games.risorgimento.sheets.scenario_forms import Bound, EventForm, NoStrategicMove
from alfiere.games.risorgimento.state.battle import OF_BATTLE, BattleState, other
from alfiere.games.risorgimento.state.standing import enemies_within
from alfiere.games.risorgimento.state.unit import OF_COMMANDER, Unit
from alfiere.kernel.decision import Seat
from alfiere.kernel.objection import Objection, because
from alfiere.table.shapes import Outline

LIFTED = OF_BATTLE.about("lifted", int)  # a special rule, by its number in the file
MET = OF_COMMANDER.bare("met the enemy")  # a unit of his has been as near to one as a rule says
SET_UP_AS = "risorgimento.set.1"  # the rule behind what a scenario says


def held_back(s: BattleState, unit: Unit, outline: Outline | None = None) -> Objection | None:
    """Why a unit may not go there, or not move at all where no place is given; None if nothing holds it back."""
    for number, rule in enumerate(s.scenario.form.special):
        if not isinstance(rule, Bound) or s.scenario.units[unit.id].commander not in rule.under:
            continue
        if not _is_lifted(s, number, rule, unit.seat):
            if rule.within is None:
                return because("held-still", SET_UP_AS, unit=unit.id)
            if outline is not None and not lies_in(s.ground, rule.within, outline):
                return because("held-back", SET_UP_AS, unit=unit.id)
    return None


def bounds_now(s: BattleState) -> Iterator[Bound]:
    """The special rules that hold somebody back now."""
    for number, rule in enumerate(s.scenario.form.special):
        if isinstance(rule, Bound) and not _is_lifted(s, number, rule, s.scenario.commanders[rule.under[0]].seat):
            yield rule


def may_march(s: BattleState, unit: Unit) -> bool:
    """Whether a scenario lets a unit make a strategic move now."""
    return not any(
        s.scenario.seat_of[rule.side] == unit.seat
        and s.turn < rule.before_turn
        and not MET.is_on(s.commanders[s.group_of(unit)])
        for rule in s.scenario.special(NoStrategicMove)
    )


def note_happenings(s: BattleState) -> None:
    """Units have moved: what lifts a special rule for good is written down."""
    for number, rule in enumerate(s.scenario.form.special):
        if isinstance(rule, Bound) and rule.until is not None and not rule.only_while and not LIFTED.is_on(s, number):
            seat = s.scenario.commanders[rule.under[0]].seat
            if _happens(s, rule.until, seat):
                LIFTED.put(s, number)
        elif isinstance(rule, NoStrategicMove) and s.turn < rule.before_turn:
            for unit in s.side(s.scenario.seat_of[rule.side]):
                group = s.commanders[s.group_of(unit)]
                if not MET.is_on(group) and enemies_within(s, unit, rule.by):
                    MET.put(group)


def _is_lifted(s: BattleState, number: int, rule: Bound, seat: Seat) -> bool:
    if LIFTED.is_on(s, number) or (rule.until_turn and s.turn >= rule.until_turn):
        return True
    return rule.until is not None and _happens(s, rule.until, seat)


def _happens(s: BattleState, event: EventForm, seat: Seat) -> bool:
    """Whether it is so now that an enemy of this seat is there, or that a side holds the place."""
    if event.place:
        return s.control[event.place] == s.scenario.seat_of[event.side]
    foes = [one for one in s.side(other(seat)) if event.nation in (None, one.profile.nation)]
    ground = s.ground
    return any(
        ground.is_within(piece, s.base(foe).outline, event.by)
        if event.by
        else ground.terrain.inside(piece, foe.x, foe.y)
        for foe in foes
        for piece in event.near
    )
