"""What an option of a decision may bring: the tests it leads to, the enemy's reply, the melee after a charge.

A test that comes after another of the same army comes only if that one was passed, so it counts what is left then.
One that a volley of the enemy may prevent counts everything that the volley may do.
"""

from __future__ import annotations

from fractions import Fraction

from alfiere.games.esa.card_tests import base_tally, least, morale_tally
from alfiere.games.esa.charge import charge_reach, landings
from alfiere.games.esa.command import card_in_force, chain, enemies_around, has_melee_order, is_linked
from alfiere.games.esa.fire import fire_armour, fire_automatic, fire_tally, is_far, reactions_to_fire
from alfiere.games.esa.losses import is_broken, replace, weaken
from alfiere.games.esa.melee import automatic_damage, can_strike, melee_armour, melee_tally, own_armour
from alfiere.games.esa.odds import Stock, after_passing, losses, passes, stock_seen_by, successes
from alfiere.games.esa.reactions import has_firm_fire
from alfiere.games.esa.state import ATTACKED, FAILED_MELEE, BattleState, Division, Leader, Unit
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.event import Tally
from alfiere.kernel.prospect import Odds, Prospect

FIRES = ("fire", "firm-fire", "fire-at-mover", "fire-after-evasion", "react-to-fire")


# What a weakened unit has to be tested for before it does it (esa.10.12b); a charge and a recovery are tests already.
PURPOSES = {"move": "move", "turn": "move", "pursue": "move", "press": "move", "change": "move", "unlimber": "move"}
PURPOSES |= {"limber": "move", "fire": "fire", "attack": "melee", "attack-leader": "melee", "rally": "rally"}
# The same words where there is no such test, or no longer.
UNTESTED = ("go-on", "raid-to", "fire-after-evasion", "give-heart")


def prospects(s: BattleState, decision: Decision, option: Option, viewer: Seat | None) -> list[Prospect]:
    """The tests of an option, in their order, those of both sides where both turn cards."""
    if decision.key == "chain":
        return _chain_prospects(s, s.divisions[option["division"]], viewer)
    name = option.get("unit") or decision.about.get("unit")
    unit = s.units.get(str(name or ""))
    if unit is None or not unit.hex:
        return []
    if decision.key in ("fire", "rally") and unit.profile.is_artillery:  # esa.9.2b2: whose card counts from here on
        before, unit.under = unit.under, str(decision.about.get("division") or unit.under)
        found = _tests(s, decision, option, unit, viewer)
        unit.under = before
        return found
    return _tests(s, decision, option, unit, viewer)


def _tests(s: BattleState, decision: Decision, option: Option, unit: Unit, viewer: Seat | None) -> list[Prospect]:
    foe = s.units.get(str(decision.about.get("enemy") or ""))
    if decision.key == "react-to-fire" and foe is not None and foe.hex:
        return _under_fire(s, unit, foe, option, viewer)
    if decision.key == "fight-back" and foe is not None:
        return combat_prospects(s, foe, unit, viewer, answers=option.key == "fight")
    first = _first_test(s, decision, option, unit, viewer)
    before = first[0].tallies[0] if first else None
    target = target_of(s, decision, option)
    if option.key == "fire" and decision.key in FIRES and target is not None and target.hex:
        shot = volley_prospect(s, unit, target, viewer, option.get("facing"), after=before)
        return [*first, shot, *_replies(s, decision, unit, target, viewer, shot)]
    if option.key == "attack" and isinstance(target, Unit) and not target.profile.is_artillery:
        return combat_prospects(s, unit, target, viewer, answers=can_strike(s, target, [unit]))
    if isinstance(target, Leader):
        return [*first, *_hunt(s, unit, target, viewer, before)]
    if option.key == "charge":
        test = _charge_test(s, unit, viewer)
        return [*test, *_melee_after_charge(s, unit, target, viewer, test)]
    if option.key == "recover":
        return [morale_prospect(s, unit, "recovery", viewer)]
    return first


def target_of(s: BattleState, decision: Decision, option: Option) -> Unit | Leader | None:
    """Whom an option is aimed at, a unit or a lone leader."""
    name = str(option.get("target") or decision.about.get("enemy") or "")
    return s.units.get(name) or s.leaders.get(name)


def _first_test(s: BattleState, decision: Decision, option: Option, unit: Unit, viewer: Seat | None) -> list[Prospect]:
    """The test before the deed (esa.10.12b, esa.9.8g)."""
    if option.key == "evade":
        return _evasion_test(s, unit, viewer)
    purpose = PURPOSES.get(option.key)
    if (decision.key, option.key) in (("raid", "unit"), ("counter-charge", "counter-charge")):
        purpose = "move"
    elif option.key == "main" and unit.did & ATTACKED and not unit.did & FAILED_MELEE:  # a defender may keep out of it
        purpose = "melee"
    if purpose is None or decision.key in UNTESTED or not unit.is_weakened:
        return []
    return [morale_prospect(s, unit, purpose, viewer)]


def _evasion_test(s: BattleState, unit: Unit, viewer: Seat | None) -> list[Prospect]:
    """Of the weakened, and of those who always evade with a test (esa.9.8g)."""
    needed = unit.profile.evades_with_test or unit.is_weakened
    return [morale_prospect(s, unit, "evasion", viewer)] if needed else []


def _charge_test(s: BattleState, unit: Unit, viewer: Seat | None) -> list[Prospect]:
    card = card_in_force(s, unit)
    if card is not None and card.ability == "charges succeed":
        return []
    return [morale_prospect(s, unit, "charge", viewer)]


def _melee_after_charge(
    s: BattleState, unit: Unit, target: Unit | Leader | None, viewer: Seat | None, test: list[Prospect]
) -> list[Prospect]:
    """The combat a charge may come to, from the first hex it may end in (esa.9.3e): where the order lets it fight."""
    if not isinstance(target, Unit) or not target.hex or not has_melee_order(s, unit):
        return []
    places = landings(s, unit, target, charge_reach(s, unit))
    if not places or target.profile.is_artillery:
        return []
    there = s.copy()  # the table as it would be: nobody moves on the real one
    charger, enemy = there.units[unit.id], there.units[target.id]
    there.place(charger, places[0])
    charger.facing = there.field.grid.facing_towards(charger.hex, enemy.hex)
    charger.contacts = [one.id for one in enemies_around(there, charger)]
    answers = can_strike(there, enemy, [charger])
    after = test[0].tallies[0] if test else None
    found = combat_prospects(there, charger, enemy, viewer, answers=answers, after=after)
    return [one.later("then") for one in found]


# Cards


def _hits(s: BattleState, seat: Seat, cards: int, viewer: Seat | None, after: Tally | None = None) -> Odds:
    """How likely each number of successes is; ``after``: once the army has passed this test."""
    stocks = {stock_seen_by(s, s.armies[seat], viewer): Fraction(1)}
    if after is not None:
        stocks = _left(s, stocks, after) or stocks  # a test that cannot be passed is followed by nothing
    return _drawn(stocks, cards)


Stocks = dict[Stock, Fraction]  # what an army's cards may be by then, by likelihood


def _drawn(stocks: Stocks, cards: int) -> Odds:
    found: dict[int, Fraction] = {}
    for stock, share in stocks.items():
        for hits, chance in successes(stock, cards).items():
            found[hits] = found.get(hits, Fraction(0)) + share * chance
    return found


def _left(s: BattleState, stocks: Stocks, passed: Tally) -> Stocks:
    """What is left of an army's cards once it has passed a test."""
    to_the_end = s.options.get("full_tests") == "yes"
    found: Stocks = {}
    for stock, share in stocks.items():
        for left, chance in after_passing(stock, passed.total, to_the_end=to_the_end).items():
            found[left] = found.get(left, Fraction(0)) + share * chance
    return found


# Fire


def _under_fire(s: BattleState, unit: Unit, foe: Unit, option: Option, viewer: Seat | None) -> list[Prospect]:
    """What the target of a volley may expect of each answer to it (esa.6.1b)."""
    if option.key == "evade":
        return _evasion_test(s, unit, viewer)
    incoming = volley_prospect(s, foe, unit, viewer)
    if option.key == "fire":
        first = [morale_prospect(s, unit, "fire", viewer)] if unit.is_weakened else []
        before = first[0].tallies[0] if first else None
        return [*first, volley_prospect(s, unit, foe, viewer, after=before), incoming]
    if option.key == "counter-charge":  # esa.6.1e: the volley first
        return [incoming, *_charge_after_volley(s, unit, incoming, viewer)]
    return [incoming]


def _replies(
    s: BattleState, decision: Decision, unit: Unit, target: Unit | Leader, viewer: Seat | None, shot: Prospect
) -> list[Prospect]:
    """What the target of a volley may answer with cards (esa.6.1b): fire of its own, or a charge at the shooter."""
    if not isinstance(target, Unit) or target.is_shaken or decision.key not in ("fire", "firm-fire"):
        return []
    if decision.key == "firm-fire":
        keys = {"fire"} if has_firm_fire(s, target, unit) else set()  # esa.9.10c
    else:
        keys = {one.key for one in reactions_to_fire(s, unit, target, ("fire", "counter-charge"))}
    found: list[Prospect] = []
    if "fire" in keys:
        first = [morale_prospect(s, target, "fire", viewer)] if target.is_weakened else []
        before = first[0].tallies[0] if first else None
        found += [*first, volley_prospect(s, target, unit, viewer, after=before)]
    if "counter-charge" in keys:
        found += _charge_after_volley(s, target, shot, viewer)  # esa.6.1e
    return [one.later("reply") for one in found]


def _charge_after_volley(s: BattleState, unit: Unit, incoming: Prospect, viewer: Seat | None) -> list[Prospect]:
    """The test of a counter-charge, over all that the volley may do first; a charge that it prevents counts as failed.

    The cards are counted for the likeliest volley that lets it ride.
    """
    hits: dict[int, Fraction] = {}
    likeliest, tally = Fraction(0), morale_tally(s, unit, "charge")
    for harm, chance in incoming.results.items():
        after = _hit(s, unit, harm, paralyses=incoming.result_word == "paralysed")
        tests = _charge_test(after, after.units[unit.id], viewer) if after is not None else []
        if after is not None and not tests:
            return []  # esa.card.34
        for found in tests:
            if chance > likeliest:
                likeliest, tally = chance, found.tallies[0]
            for number, share in found.hits.items():
                hits[number] = hits.get(number, Fraction(0)) + chance * share
        if not tests:
            hits[0] = hits.get(0, Fraction(0)) + chance
    return [_passing(unit.id, tally, hits)]


def _hit(s: BattleState, unit: Unit, harm: int, *, paralyses: bool) -> BattleState | None:
    """The battle after a volley with so many losses, if the unit may counter-charge then (esa.9.5f3)."""
    if paralyses:
        return s if not harm else None
    after = s.copy()
    unit = after.units[unit.id]
    weaken(unit, harm)
    leader = after.leader_with(unit)
    if harm and leader is not None and leader.strength == 1:  # esa.10.1h, esa.10.9d, esa.10.9d3
        if leader.rank == "character":
            after.place_leader(leader, "")
        else:
            replace(leader)
    return None if not unit.strength or (harm and is_broken(after, unit)) else after


def volley_prospect(
    s: BattleState,
    unit: Unit,
    target: Unit | Leader,
    viewer: Seat | None,
    facing: int | None = None,
    *,
    after: Tally | None = None,
) -> Prospect:
    """A volley: how many cards, and how likely each number of losses is (far away: whether it paralyses)."""
    if facing is not None:  # esa.card.39: it turns first
        return volley_prospect(s, unit.turned(facing), target, viewer, after=after)
    tally, automatic = fire_tally(s, unit, target), fire_automatic(s, unit, target)
    armour = fire_armour(s, target, unit.hex)
    hits = _hits(s, unit.seat, tally.total, viewer, after)
    far = is_far(s, unit, target.hex)
    most = 1 if far else target.strength
    lost = losses(dict(hits), automatic.total, armour.total, most)
    return Prospect("fire", unit.id, (tally, automatic, armour), hits, lost, "paralysed" if far else "losses")


# Melee


def combat_prospects(
    s: BattleState, unit: Unit, target: Unit, viewer: Seat | None, *, answers: bool, after: Tally | None = None
) -> list[Prospect]:
    """A combat of one against one: the tests of the weakened, then both blows. Helpers are not counted.

    ``after``: the test the attacker's army has passed to come to it.
    """
    found: list[Prospect] = []
    blows: list[Prospect] = []
    sides = ((unit, target, False), (target, unit, True))
    for one, enemy, attacked in sides[: 1 + answers]:
        test = morale_prospect(s, one, "melee", viewer) if one.is_weakened else None
        found += [test] if test is not None else []
        passed = test.tallies[0] if test else None if attacked else after
        blows.append(_blow(s, one, enemy, viewer, attacked=attacked, after=passed))
    return [*found, *blows]


def _blow(
    s: BattleState, unit: Unit, target: Unit, viewer: Seat | None, *, attacked: bool, after: Tally | None
) -> Prospect:
    tally = melee_tally(s, unit, target, attacked=attacked, main_of_many=False)
    automatic = automatic_damage(s, [unit], target, set())
    armour = melee_armour(s, target, unit)
    hits = _hits(s, unit.seat, tally.total, viewer, after)
    found = losses(dict(hits), automatic.total, armour.total, target.strength)
    return Prospect("melee", unit.id, (tally, automatic, armour), hits, found, "losses")


def _hunt(s: BattleState, unit: Unit, leader: Leader, viewer: Seat | None, after: Tally | None) -> list[Prospect]:
    """A unit against a lone leader, who fights back (esa.10.1j, esa.10.1j2)."""
    tally = melee_tally(s, unit, unit, attacked=False, main_of_many=False)
    armour = Tally("armour")
    armour.add(leader.profile.armour[1], "armour", "esa.10.1j")
    hits = _hits(s, unit.seat, tally.total, viewer, after)
    lost = losses(dict(hits), 0, armour.total, leader.strength)
    back = least(base_tally("melee", leader.strength, leader.profile.melee))
    shield = own_armour(s, unit)
    blows = _hits(s, leader.seat, back.total, viewer)
    harm = losses(dict(blows), 0, shield.total, unit.strength)
    return [
        Prospect("melee", unit.id, (tally, armour), hits, lost, "losses"),
        Prospect("melee", leader.id, (back, shield), blows, harm, "losses"),
    ]


# Morale


def morale_prospect(s: BattleState, unit: Unit, purpose: str, viewer: Seat | None) -> Prospect:
    """A morale test: how likely it is passed (esa.4g)."""
    tally = morale_tally(s, unit, purpose)
    return _passing(unit.id, tally, _hits(s, unit.seat, tally.total, viewer))


def _passing(who: str, tally: Tally, hits: Odds) -> Prospect:
    passed = passes(dict(hits))
    return Prospect("morale", who, (tally,), hits, {0: 1 - passed, 1: passed}, "passed")


def _chain_prospects(s: BattleState, division: Division, viewer: Seat | None) -> list[Prospect]:
    """An order that has too far to go: the tests of those who must hand it on (esa.10.3b, esa.10.3e)."""
    found: list[Prospect] = []
    stocks = {stock_seen_by(s, s.armies[division.seat], viewer): Fraction(1)}
    for sender, receiver in chain(s, division):
        if is_linked(s, sender, receiver):
            continue
        tally = least(base_tally("morale", receiver.strength, receiver.profile.morale))
        found.append(_passing(receiver.id, tally, _drawn(stocks, tally.total)))
        stocks = _left(s, stocks, tally)
        if not stocks:
            break
    return found
