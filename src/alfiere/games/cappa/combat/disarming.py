"""Chapter 9.4.2, an option: a blow that is meant for the weapon, not for the man."""

from __future__ import annotations

from alfiere.games.cappa.ground.ground import radius
from alfiere.games.cappa.ground.squads import fights_among
from alfiere.games.cappa.morale.morale_tests import is_steadied, take_test
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.state.action_points import lose
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.events import Disarmed
from alfiere.games.cappa.victory.firmness import score
from alfiere.games.cappa.weaponry.arms import drop
from alfiere.games.cappa.weaponry.blows import Arm, fights_with
from alfiere.kernel.procedure import Procedure
from alfiere.table.headings import heading_of, offset

DISARM = "disarm"


def may_be_disarmed(s: SkirmishState, target: Figure, attacker: Figure) -> bool:
    """With the option, a lone character who has a weapon to strike back with in his hands (cappa.9.4.2a)."""
    if s.options.get(DISARM) != "yes" or not target.is_up or target.sheet.is_animal:
        return False
    if fights_among(s, target) is not None:
        return False
    return bool(held_as(target, fights_with(s, target, attacker)))


def held_as(target: Figure, arm: Arm) -> str:
    """What he holds of the weapon he strikes with: of a fixed bayonet the musket; nothing of bare hands."""
    if arm.code == target.bayonet:
        return next((code for code in target.hands if code in weapons()[arm.code].fixed_on), "")
    return arm.code if arm.code in target.hands else ""


def disarm(g: SkirmishGame, attacker: Figure, target: Figure, arm: Arm) -> Procedure[None]:
    """A hit costs 1 PA and no blood; who fails his test drops what he strikes with (cappa.9.4.2b, h1, h2).

    The loyal need no test (cappa.8.1.2n).
    """
    s = g.state
    lose(s, target, tables().numbers.hit_loses)
    code = held_as(target, arm)
    if not code or is_steadied(s, target) or (yield from take_test(g, target, DISARM)).passed:
        return
    dx, dy = offset(heading_of(attacker.x - target.x, attacker.y - target.y), radius(target))
    place = target.x + dx, target.y + dy
    drop(s, target, code, *place)
    if arm.code == target.bayonet:  # it falls with its musket
        target.hands.append(target.bayonet)
        drop(s, target, target.bayonet, *place)
        target.bayonet = ""
    g.tell(Disarmed(attacker.id, target.id, code))
    score(g, "disarmed", target)
