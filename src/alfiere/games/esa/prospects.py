"""What an option of a decision may bring: the tests it leads to at once, counted and with their odds."""

from __future__ import annotations

from alfiere.games.esa.card_tests import morale_tally
from alfiere.games.esa.command import card_in_force
from alfiere.games.esa.fire import fire_armour, fire_automatic, fire_tally, is_far
from alfiere.games.esa.melee import automatic_damage, can_strike, melee_armour, melee_tally
from alfiere.games.esa.odds import losses, passes, stock_seen_by, successes
from alfiere.games.esa.state import BattleState, Leader, Unit
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.event import Tally
from alfiere.kernel.prospect import Odds, Prospect

FIRES = ("fire", "firm-fire", "fire-at-mover", "fire-after-evasion", "react-to-fire")


# What a weakened unit has to be tested for before it does it (esa.10.12b); a charge and a recovery are tests already.
PURPOSES = {"move": "move", "turn": "move", "pursue": "move", "press": "move", "change": "move", "unlimber": "move"}
PURPOSES |= {"limber": "move", "fire": "fire", "attack": "melee", "attack-leader": "melee", "rally": "rally"}


def prospects(s: BattleState, decision: Decision, option: Option, viewer: Seat | None) -> list[Prospect]:
    """The tests of an option, those of both sides where both strike."""
    unit = s.units.get(str(option.get("unit") or ""))
    if unit is None or not unit.hex:
        return []
    first = []
    if unit.is_weakened and option.key in PURPOSES:
        first = [morale_prospect(s, unit, PURPOSES[option.key], viewer)]
    target = _target(s, decision, option)
    if option.key == "fire" and decision.key in FIRES and target is not None and target.hex:
        return [*first, volley_prospect(s, unit, target, viewer, option.get("facing"))]
    if option.key == "attack" and isinstance(target, Unit) and not target.profile.is_artillery:
        return [*first, *melee_prospects(s, unit, target, viewer)]
    if decision.key == "fight-back" and option.key == "fight" and isinstance(target, Unit):
        return [_blow(s, unit, target, viewer, attacked=True), _blow(s, target, unit, viewer, attacked=False)]
    if option.key == "charge" or (option.key == "counter-charge" and decision.key == "react-to-fire"):  # esa.9.5f2
        card = card_in_force(s, unit)
        if card is not None and card.ability == "charges succeed":
            return []
        return [morale_prospect(s, unit, "charge", viewer)]
    if option.key == "recover":
        return [morale_prospect(s, unit, "recovery", viewer)]
    return first


def _target(s: BattleState, decision: Decision, option: Option) -> Unit | Leader | None:
    name = str(option.get("target") or decision.about.get("enemy") or "")
    return s.units.get(name) or s.leaders.get(name)


def _hits(s: BattleState, seat: Seat, cards: int, viewer: Seat | None) -> Odds:
    return successes(stock_seen_by(s, s.armies[seat], viewer), cards)


def volley_prospect(
    s: BattleState, unit: Unit, target: Unit | Leader, viewer: Seat | None, facing: int | None = None
) -> Prospect:
    """A volley: how many cards, and how likely each number of losses is (far away: whether it paralyses)."""
    if facing is not None:  # esa.card.39: it turns first
        before, unit.facing = unit.facing, facing
        found = volley_prospect(s, unit, target, viewer)
        unit.facing = before
        return found
    tally, automatic = fire_tally(s, unit, target), fire_automatic(s, unit, target)
    armour = fire_armour(s, target, unit.hex)
    hits = _hits(s, unit.seat, tally.total, viewer)
    far = is_far(s, unit, target.hex)
    most = 1 if far else target.strength
    lost = losses(dict(hits), automatic.total, armour.total, most)
    return Prospect("fire", unit.id, (tally, automatic, armour), hits, lost, "paralysed" if far else "losses")


def melee_prospects(s: BattleState, unit: Unit, target: Unit, viewer: Seat | None) -> list[Prospect]:
    """Both blows of a combat of one against one; helpers on either side are not counted."""
    found = [_blow(s, unit, target, viewer, attacked=False)]
    if can_strike(s, target, [unit]):
        found.append(_blow(s, target, unit, viewer, attacked=True))
    return found


def _blow(s: BattleState, unit: Unit, target: Unit, viewer: Seat | None, *, attacked: bool) -> Prospect:
    tally = melee_tally(s, unit, target, attacked=attacked, main_of_many=False)
    automatic: Tally = automatic_damage(s, [unit], target, set())
    armour = melee_armour(s, target, unit)
    hits = _hits(s, unit.seat, tally.total, viewer)
    found = losses(dict(hits), automatic.total, armour.total, target.strength)
    return Prospect("melee", unit.id, (tally, automatic, armour), hits, found, "losses")


def morale_prospect(s: BattleState, unit: Unit, purpose: str, viewer: Seat | None) -> Prospect:
    """A morale test: how likely it is passed (esa.4g)."""
    tally = morale_tally(s, unit, purpose)
    hits = _hits(s, unit.seat, tally.total, viewer)
    passed = passes(dict(hits))
    return Prospect("morale", unit.id, (tally,), hits, {0: 1 - passed, 1: passed}, "passed")
