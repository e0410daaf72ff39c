"""Chapter 9.4.2, an option: a blow that is meant for the weapon, not for the man."""

from __future__ import annotations

from alfiere.games.cappa.action_points import lose
from alfiere.games.cappa.arms import drop
from alfiere.games.cappa.events import Disarmed
from alfiere.games.cappa.firmness import score
from alfiere.games.cappa.ground import radius
from alfiere.games.cappa.morale_tests import morale_test
from alfiere.games.cappa.state import Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.tables import tables
from alfiere.games.cappa.weapons import UNARMED, weapons
from alfiere.table.headings import heading_of, offset

DISARM = "disarm"


def may_be_disarmed(s: SkirmishState, target: Figure) -> bool:
    """With the option, a lone character with something in his hands (cappa.9.4.2a)."""
    is_lone = s.squad_of(target) is None and target.is_up and not target.sheet.is_animal
    return s.options.get(DISARM) == "yes" and is_lone and bool(weapon_of(target))


def weapon_of(target: Figure) -> str:
    """The weapon that would fall: the first thing in his hands."""
    return next((code for code in target.hands if code != UNARMED and code in weapons()), "")


def disarm(g: SkirmishGame, attacker: Figure, target: Figure) -> None:
    """A hit costs 1 PA and no blood; who fails his test drops his weapon between the two (cappa.9.4.2b, h1, h2)."""
    s = g.state
    lose(s, target, tables().numbers.hit_loses)
    code = weapon_of(target)
    if not code or morale_test(g, target, DISARM).passed:
        return
    dx, dy = offset(heading_of(attacker.x - target.x, attacker.y - target.y), radius(target))
    drop(s, target, code, target.x + dx, target.y + dy)
    g.tell(Disarmed(attacker.id, target.id, code))
    score(g, "disarmed", target)
