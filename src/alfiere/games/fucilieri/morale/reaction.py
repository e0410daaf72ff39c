"""Chapter 4.2: the reaction test, what is added to the die, and what the result does to the unit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from alfiere.battles.standing import near
from alfiere.games.fucilieri.morale.conditions import worsen
from alfiere.games.fucilieri.morale.dice import D6, roll
from alfiere.games.fucilieri.morale.leaders_lost import HAS_LOST_LEADER
from alfiere.games.fucilieri.morale.losses import HIT_BY, IS_AT_NEW_QUARTER
from alfiere.games.fucilieri.sheets.tables import row
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.command import HOLD
from alfiere.games.fucilieri.state.standing import FRONT, contacts
from alfiere.games.fucilieri.state.unit import (
    COMMANDER,
    FALLING_BACK,
    FLIGHT,
    HAS_MOVED,
    HAS_TESTED,
    HEARTENED,
    OFFICER,
    SQUARE,
    Unit,
)
from alfiere.games.fucilieri.told.morale import ReactionTested
from alfiere.kernel.event import Tally
from alfiere.kernel.odds import at_most, yes_or_no
from alfiere.kernel.prospect import Prospect
from alfiere.table.fronts import REAR, edge_of, far_ahead

LOSSES, CHARGED, COMBAT, CONTAGION, LEADER = "losses", "charged", "combat", "contagion", "leader"  # fucilieri.4.2.2
NONE: Final = "none"  # the result without effect


def reaction_test(
    g: FucilieriGame,
    unit: Unit,
    cause: str,
    *,
    difference: int = 0,
    struck: str = FRONT,
    enemies: Sequence[Unit] = (),
) -> str:
    """One test; its conditions are applied, moves are not: a unit in flight must be moved at once (.3.2.8.1, .4.2.10).

    ``enemies``: who charges it; left out, those who hold it in contact or have fired at it.
    """
    added = tally(g.state, unit, cause, difference=difference, struck=struck, enemies=enemies)
    die = roll(g, unit.seat)
    found = row(g.state.tables.reaction, die + added.total)
    HEARTENED.clear(unit)
    HAS_TESTED.clear(unit)
    HAS_TESTED.put(unit)
    HIT_BY.clear(unit)
    if cause in (LOSSES, COMBAT, LEADER):  # one for all of them, fucilieri.4.2.8
        HAS_LOST_LEADER.clear(unit)
        IS_AT_NEW_QUARTER.clear(unit)
    rules = ("fucilieri.4.2.1", found.rule)
    g.tell(ReactionTested(unit.id, cause, added, die, die + added.total, found.result, rules))
    worsen(g, unit, found.conditions, found.rule)
    return FLIGHT if found.result == FALLING_BACK and not unit.is_on else found.result


def tally(
    s: State, unit: Unit, cause: str, *, difference: int = 0, struck: str = FRONT, enemies: Sequence[Unit] = ()
) -> Tally:
    """What is added to the die: its morale value and the modifiers (fucilieri.4.2.1, .4.2.3, .4.2.4)."""
    found, lines = Tally("reaction"), s.tables.modifiers.reaction
    found.add(unit.quality.morale, "morale", unit.quality.rule)
    against = enemies or _enemies(s, unit, cause)
    leaders = [one for one in s.joined_to(unit.id) if one.is_commander]
    holds = s.commands[unit.command].order == HOLD and not HAS_MOVED.is_on(unit)  # fucilieri.3.1.4.7
    circumstances = {
        "quarter-lost": unit.lost_quarters,
        "disorganised": unit.is_disorganised,
        "demoralised": unit.is_demoralised,
        "struck-in-flank-or-rear": cause in (CHARGED, COMBAT) and struck != FRONT,
        "no-commander-or-officer": not {COMMANDER, OFFICER} & set(unit.characters),
        "irregular": unit.profile.type == "irregular",
        "lost-combat": min(difference, s.tables.combat_dice.most_difference),
        "disciplined": unit.profile.type == "disciplined",
        "leader-joined": bool(leaders),
        "supported": bool(supporters(s, unit)),
        "hold": holds,
        "square-or-shelter": is_sheltered(s, unit, against),
        "bloodlust": unit.has_bloodlust,
        "speech": HEARTENED.is_on(unit) and not HAS_TESTED.is_on(unit),
    }
    for name, times in circumstances.items():
        if times:
            lines.count(name, found, int(times))
    return found


def _enemies(s: State, unit: Unit, cause: str) -> list[Unit]:
    """Against whom it tests: those in contact, or those who have fired at it."""
    ids = HIT_BY.all(unit) if cause == LOSSES else [one.enemy for one in contacts(unit)]
    return [s.units[id] for id in ids if s.units[id].is_on]


def supporters(s: State, unit: Unit) -> list[Unit]:
    """Friends in close order and OK of whom a part is in its rear zone, near enough (fucilieri.4.2.6)."""
    if not unit.has_flanks:
        return []
    limit, edge = s.tables.distances.support, edge_of(s.base(unit), REAR)
    found = []
    for one in near(s, s.base(unit).outline, limit, unit.seat):
        if one is not unit and one.is_close and one.is_ok:
            far = far_ahead(edge, s.base(one).outline, s.tables.angles.zone)
            if far is not None and far <= limit:
                found.append(one)
    return found


def is_sheltered(s: State, unit: Unit, enemies: Sequence[Unit]) -> bool:
    """In a building, in square against cavalry, or behind a wall, dyke or works towards all of them (.4.2.4e)."""
    if unit.post:
        return True
    if unit.formation == SQUARE and any(one.is_horse for one in enemies):
        return True
    here = s.base(unit).outline
    lines = [s.ground.between(here, one.pose.point) for one in enemies]
    return bool(lines) and all(any(one.effect.steadies for one in between) for between in lines)


def prospect(
    s: State, unit: Unit, cause: str, *, difference: int = 0, struck: str = FRONT, enemies: Sequence[Unit] = ()
) -> Prospect:
    """How likely a test has no effect (fucilieri.4.2.1a)."""
    added = tally(s, unit, cause, difference=difference, struck=struck, enemies=enemies)
    need = next(one.least for one in s.tables.reaction if one.result == NONE)
    odds = yes_or_no(1 - at_most(need - 1 - added.total, D6))
    return Prospect("reaction", unit.id, (added,), odds, odds, "passed")
