"""Chapters 5.2.1 and 5.2.2, a blow hand to hand: which weapons reach, what counts to hit and for damage, the dice."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from alfiere.games.cappa.ground.engaged import are_in_melee, foes, is_sheltered
from alfiere.games.cappa.ground.ground import in_contact, is_walled_off, level, within
from alfiere.games.cappa.ground.squads import fights_among
from alfiere.games.cappa.people.impulses import named
from alfiere.games.cappa.sheets.abilities import FENCING, RIDER, WILDNESS
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.sheets.weapons import UNARMED, Weapon, hand_to_hand, weapons
from alfiere.games.cappa.state.action_points import BLINDED, can_react, lose
from alfiere.games.cappa.state.fortune import DAMAGE, TO_HIT, cast
from alfiere.games.cappa.state.odds import faces, strike_prospect
from alfiere.games.cappa.state.own_values import add_own_value
from alfiere.games.cappa.state.state import IMPULSE, OF_FIGURE, ON, OUT, Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.events import FallenStruck, Struck
from alfiere.games.cappa.weaponry.wounds import RIDER as ON_RIDER
from alfiere.games.cappa.weaponry.wounds import Harm, cast_for_mount, harm
from alfiere.kernel.decision import Option
from alfiere.kernel.event import Tally
from alfiere.kernel.odds import at_most
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect

FORMED = ("tight", "close")
AND = " "  # between those whom one has charged together, cappa.4.3.8b
SHIELD = "shield"  # a thing that can be picked up, cappa.1.2.4c
FOLLOWED = OF_FIGURE.bare("followed", IMPULSE)  # his charge bonus is the one regained by following, cappa.5.2.3.h3


class Arm(NamedTuple):
    """A weapon in hand and what it counts as here: the weapon it fights as, and its two modifiers."""

    code: str
    used: Weapon
    hit: int
    damage: int
    is_reach: bool


class Blow(NamedTuple):
    """One attack as rolled, not yet applied."""

    attacker: str
    target: str
    is_hit: bool
    wounds: bool
    struck: str


# Weapons


def in_hand(figure: Figure) -> list[Weapon]:
    """What he can strike with: a fixed bayonet in the place of its musket, bare hands if nothing (cappa.5.3.2.h4)."""
    fixed = weapons()[figure.bayonet].fixed_on if figure.bayonet else ()
    found = [weapons()[figure.bayonet if code in fixed else code] for code in figure.hands]
    return found or [weapons()[UNARMED]]  # cappa.5.3.1.h2


def arms_against(s: SkirmishState, figure: Figure, target: Figure) -> list[Arm]:
    """The weapons with which he can strike this enemy now, the best first; none if he cannot."""
    if not can_strike(figure):
        return []
    if are_in_melee(s, figure, target) or (target.where == OUT and in_contact(s, figure, target)):
        found = [_in_contact(weapon) for weapon in in_hand(figure)]
    elif target.where == ON and reaches(s, figure, target):
        found = [_at_reach(weapon) for weapon in in_hand(figure) if weapon.has_reach]  # cappa.5.3.2i
    else:
        return []
    return sorted(found, key=lambda arm: -arm.hit - arm.damage)


def can_strike(figure: Figure) -> bool:
    """Whether he can fight at all: from the saddle only a rider does (cappa.4.3.6a)."""
    return not figure.is_mounted or RIDER in figure.sheet.abilities


def fights_with(s: SkirmishState, figure: Figure, enemy: Figure) -> Arm:
    """What he fights this enemy with if it was not chosen: his best; those behind the first line as in contact."""
    arms = arms_against(s, figure, enemy) or [_in_contact(weapon) for weapon in in_hand(figure)]
    return max(arms, key=lambda arm: arm.hit + arm.damage)  # the first of equals, cappa.6.7.4.h2


def reaches(s: SkirmishState, figure: Figure, target: Figure) -> bool:
    """Whether an enemy out of contact is within the reach of a long weapon (cappa.5.3.2.h2)."""
    if not within(s, figure, target, tables().lengths.reach):
        return False
    near = abs(level(s, figure) - level(s, target)) < 2 * tables().lengths.level
    return near and not is_walled_off(s, figure, target)


def _in_contact(weapon: Weapon) -> Arm:
    used, blow = hand_to_hand(weapon)  # cappa.5.3.1b2, cappa.5.3.1.h9
    return Arm(weapon.code, used, blow.hit, blow.damage, False)


def _at_reach(weapon: Weapon) -> Arm:
    assert weapon.short is not None  # every weapon with reach has its blow in the short columns
    return Arm(weapon.code, weapon, weapon.short.hit, weapon.short.damage, True)


# To hit


def blow_tally(
    s: SkirmishState,
    attacker: Figure,
    target: Figure,
    arm: Arm,
    *,
    against: Arm | None = None,
    flees: bool = False,
    yields: bool = False,
) -> Tally:
    """Mi as modified (cappa.5.2.2a). ``against``: what the target fights with in this round, if it was chosen.

    ``flees``: the target is getting away; ``yields``: the attacker gives ground.
    """
    tally = Tally("melee")
    add_own_value(tally, attacker.sheet, attacker.line.mi, "Mi", "cappa.5.2.1b")
    tally.add(arm.hit, "weapon", "cappa.5.2.2a")
    if target.where == OUT:
        return tally  # it always hits, cappa.5.2.1g
    if flees:
        tables().melee.count("enemy flees", tally)
    if has_charged(s, attacker, target):
        _add_charge(s, attacker, target, tally)
    if attacker.is_mounted and not target.is_mounted:
        tables().melee.count("rider against foot", tally)
    own, theirs = lengths_of(s, attacker, target, arm), lengths_of(s, target, attacker, against)
    if max(own) > max(theirs):
        tables().melee.count("longer weapon", tally)
    elif max(own) < min(theirs):
        tables().melee.count("shorter weapon", tally)
    if level(s, attacker) - level(s, target) >= tables().lengths.higher:
        tables().melee.count("higher", tally)
    squad = fights_among(s, attacker)
    if squad is not None and squad.formation == "tight":
        tables().melee.count("tight formation", tally)
    mine, others = numbers(s, attacker, target)
    if mine > others:
        tables().melee.count("outnumbering", tally)
    if yields and s.options.get("fall_back") != "yes":  # cappa.9.4.1d
        tables().melee.count("giving ground", tally)
    if attacker.is_prone and not target.is_prone:
        tables().melee.count("prone", tally)
    if FENCING in attacker.sheet.abilities and arm.used.is_sword:
        if (against or fights_with(s, target, attacker)).used.is_sword:
            tables().melee.count("fencing", tally)
    if BLINDED.is_on(attacker):
        tally.add(tables().improvised["blind"].worse_hits, "blinded", "cappa.2.2.3.h5")
    return tally


def has_charged(s: SkirmishState, attacker: Figure, target: Figure) -> bool:
    """Whether he or his squad fights in the impulse of its charge at this enemy or his squad (cappa.5.2.2i).

    A charge is the squad's, also for those who did not come into contact themselves (cappa.6.7.4.h1).
    """
    return any(_is_charging(s, one, target) for one in _side_by_side(s, attacker))


def _side_by_side(s: SkirmishState, figure: Figure) -> list[Figure]:
    squad = fights_among(s, figure)
    return [figure] if squad is None else _mates(s, squad)


def _is_charging(s: SkirmishState, one: Figure, target: Figure) -> bool:
    squad = fights_among(s, target)
    party = (target.id,) if squad is None else (squad.id, *squad.members)
    return any(name in party for name in one.charged.split(AND))


def is_first_round(s: SkirmishState, one: Figure, other: Figure) -> bool:
    """Whether one of them is alone, the other of a squad, and they meet in a charge (cappa.6.7.1a, cappa.6.7.2a)."""
    if (fights_among(s, one) is None) is (fights_among(s, other) is None):
        return False  # cappa.6.7.3a
    pairs = [(mate, other) for mate in _side_by_side(s, one)] + [(mate, one) for mate in _side_by_side(s, other)]
    return any(_is_charging(s, mate, enemy) and not FOLLOWED.is_on(mate) for mate, enemy in pairs)


def follow_up(figure: Figure, enemy: str) -> None:
    """He has driven the enemy back and followed: the charge counts once more (cappa.5.2.3f)."""
    figure.charged = enemy
    FOLLOWED.put(figure)


def end_charge(s: SkirmishState, one: Figure, other: Figure) -> None:
    """A round uses the impetus up; only following regains it (cappa.5.2.3f, cappa.5.2.3.h3)."""
    pairs = [(mate, other) for mate in _side_by_side(s, one)] + [(mate, one) for mate in _side_by_side(s, other)]
    for mate, enemy in pairs:
        if _is_charging(s, mate, enemy):
            mate.charged = ""
            FOLLOWED.clear(mate)


def _add_charge(s: SkirmishState, attacker: Figure, target: Figure, tally: Tally) -> None:
    """The impetus; long weapons take a rider's away altogether (cappa.5.2.2w). Following regains only the last line."""
    if attacker.is_mounted:
        if stops_riders(s, target):
            return
        followed = any(FOLLOWED.is_on(one) for one in _side_by_side(s, attacker))  # cappa.5.2.3.h3
        squad = fights_among(s, attacker)
        whole = squad is not None and all(one.is_mounted for one in _mates(s, squad))
        if not followed:
            tables().melee.count("mounted squad charging" if whole else "rider charging", tally)  # cappa.5.2.2.h1
    tables().melee.count("charge", tally)


def stops_riders(s: SkirmishState, target: Figure) -> bool:
    """A lone bearer of a long weapon, or a formed squad with one, cancels the impetus (cappa.5.2.2f, cappa.5.3.2k)."""
    squad = fights_among(s, target)
    if squad is None:
        return any(weapon.is_long for weapon in in_hand(target))
    return squad.formation in FORMED and any(weapon.is_long for one in _mates(s, squad) for weapon in in_hand(one))


def _mates(s: SkirmishState, squad: Squad) -> list[Figure]:
    return [one for one in map(s.figures.__getitem__, squad.members) if one.is_up]


def lengths_of(s: SkirmishState, figure: Figure, enemy: Figure, arm: Arm | None = None) -> list[int]:
    """The length classes he and those who fight with him bring (cappa.5.2.2.h2, cappa.5.2.2q, cappa.5.2.2r)."""
    arms = [fights_with(s, one, enemy) for one in _side_by_side(s, figure) if one is not figure]
    return [one.used.length for one in (arm or fights_with(s, figure, enemy), *arms)]


def numbers(s: SkirmishState, attacker: Figure, target: Figure) -> tuple[int, int]:
    """How many of the attacker's and of the target's side take part in this melee (cappa.5.2.2.h4)."""
    found = {attacker.id: attacker, target.id: target}
    queue = [attacker, target]
    is_first = is_first_round(s, attacker, target)  # then only those of the squad who are in contact
    while queue:
        one = queue.pop()
        squad = fights_among(s, one)
        joined = foes(s, one) + (_mates(s, squad) if squad is not None and not is_first else [])
        for more in joined:
            if more.id not in found:
                found[more.id] = more
                queue.append(more)
    for one in s.standing():
        if one.id not in found and any(weapon.has_reach for weapon in in_hand(one)):
            if any(enemy.seat != one.seat and reaches(s, one, enemy) for enemy in list(found.values())):
                found[one.id] = one
    pair = (attacker.id, target.id)  # one against one is no superior number, however one of them lies there
    able = [one for one in found.values() if one.id in pair or not (one.is_prone or s.is_shaken(one))]
    mine, theirs = (sum(1 for one in able if one.seat == side) for side in (attacker.seat, target.seat))
    return mine, theirs  # of three sides the third helps neither


# For damage


def armour_class(s: SkirmishState, figure: Figure) -> int:
    """His CA, which includes the shield of his sheet; a shield he found lowers it too (cappa.1.2.4j).

    Neither helps while he lies or needs both hands (cappa.1.2.4.h1).
    """
    is_hindered = figure.is_prone or any(weapons()[code].hands > 1 for code in figure.hands)
    if figure.sheet.has_shield:
        return figure.line.ca + (tables().numbers.shield if is_hindered else 0)
    carries = any(name in s.things and s.things[name].kind == SHIELD for name in figure.carries)
    return figure.line.ca - (tables().numbers.shield if carries and not is_hindered else 0)


def blow_armour(s: SkirmishState, attacker: Figure, target: Figure, arm: Arm) -> Tally:
    """The defender's CA as modified; what favours him lowers it (cappa.5.2.2v)."""
    tally = Tally("armour")
    tally.add(armour_class(s, target), "CA", "cappa.5.2.1d")
    tally.add(arm.damage, "weapon", "cappa.5.2.2a")
    if WILDNESS in attacker.sheet.abilities:
        tables().melee.count("wildness", tally)
    if target.where == OUT:
        tables().melee.count("out of action", tally)
        return tally
    if is_sheltered(s, target, attacker):
        tables().melee.count("cover", tally)
    if level(s, target) - level(s, attacker) >= tables().lengths.higher:
        tables().melee.count("defender higher", tally)
    return tally


# The dice


def strike(
    g: SkirmishGame,
    attacker: Figure,
    target: Figure,
    arm: Arm,
    *,
    against: Arm | None = None,
    flees: bool = False,
    yields: bool = False,
    disarms: bool = False,
    at_squad: bool = False,
) -> Procedure[Blow]:
    """Roll one attack: to hit, and if it hit, for damage, but not to disarm (cappa.5.2.1b, d, cappa.9.4.2.h1).

    ``at_squad``: the wound may yet be another's, so that rider or mount is not decided here.
    """
    s = g.state
    if target.where == OUT:
        return (yield from _strike_fallen(g, attacker, target, arm))
    tally = blow_tally(s, attacker, target, arm, against=against, flees=flees, yields=yields)
    armour = blow_armour(s, attacker, target, arm)
    roll, natural = yield from cast(g, attacker, TO_HIT, tally.total)
    is_hit = roll <= tally.total or natural == tables().numbers.always_hits  # cappa.5.2.2b
    hurts = is_hit and not disarms
    damage = (yield from cast(g, attacker, DAMAGE, armour.total)).score if hurts else 0
    wounds = hurts and damage <= armour.total
    against_him = armour if hurts else None
    g.tell(Struck(attacker.id, target.id, arm.code, tally, roll, is_hit, against_him, damage, wounds, disarms))
    struck = ON_RIDER if at_squad or not wounds else (yield from whom_it_wounds(g, attacker, target))
    return Blow(attacker.id, target.id, is_hit, wounds, struck)


def _strike_fallen(g: SkirmishGame, attacker: Figure, target: Figure, arm: Arm) -> Procedure[Blow]:
    """One who lies out of action is hit without a die; only the damage is rolled (cappa.5.2.1g)."""
    armour = blow_armour(g.state, attacker, target, arm)
    damage = (yield from cast(g, attacker, DAMAGE, armour.total)).score
    wounds = damage <= armour.total
    g.tell(FallenStruck(attacker.id, target.id, arm.code, armour, damage, wounds))
    return Blow(attacker.id, target.id, True, wounds, ON_RIDER)


def whom_it_wounds(g: SkirmishGame, attacker: Figure, target: Figure) -> Procedure[str]:
    """The rider or his mount, when somebody on foot wounds a mounted man (cappa.5.2.7b)."""
    if not target.is_mounted or attacker.is_mounted:
        return ON_RIDER
    return (yield from cast_for_mount(g, target, attacker, "cappa.5.2.7b"))


def apply_blow(g: SkirmishGame, blow: Blow) -> list[Harm]:
    """A hit costs 1 PA, a wound what a wound costs (cappa.5.2.1c, cappa.5.2.1e)."""
    if not blow.is_hit:
        return []
    target = g.state.figures[blow.target]
    stood = target.where == ON
    harms = harm(g, target, "melee", blow.wounds, blow.struck)
    if stood and any(one.figure == target.id for one in harms):  # not if another took it for him, cappa.8.1.2i
        lose(g.state, target, tables().numbers.hit_loses)
    return harms


# What they may bring


def round_prospects(
    s: SkirmishState, option: Option, *, replies: bool = False, flees: bool = False, yields: bool = False
) -> list[Prospect]:
    """The blow that an option means; with ``replies`` also that of a defender who has PA (cappa.5.2d)."""
    figure, target = named(s, option, "figure"), named(s, option, "target")
    if figure is None or target is None:
        return []
    arm = next((one for one in arms_against(s, figure, target) if one.code == option.get("weapon")), None)
    return [] if arm is None else blow_prospects(s, figure, target, arm, replies=replies, flees=flees, yields=yields)


def blow_prospects(
    s: SkirmishState,
    figure: Figure,
    target: Figure,
    arm: Arm,
    *,
    replies: bool = False,
    flees: bool = False,
    yields: bool = False,
) -> list[Prospect]:
    """A blow with this weapon, and the reply."""
    reply = next(iter(arms_against(s, target, figure)), None)
    found = [_blow_prospect(s, figure, target, arm, reply, flees=flees, yields=yields)]
    if replies and target.where != OUT and can_react(s, target) and reply is not None:
        found.append(_blow_prospect(s, target, figure, reply, arm))
    return found


def _blow_prospect(
    s: SkirmishState,
    figure: Figure,
    target: Figure,
    arm: Arm,
    against: Arm | None,
    *,
    flees: bool = False,
    yields: bool = False,
) -> Prospect:
    """An unmodified 1 always hits (cappa.5.2.2b), whoever lies out of action is always hit (cappa.5.2.1g)."""
    tally = blow_tally(s, figure, target, arm, against=against, flees=flees, yields=yields)
    among, least = faces(s, figure.seat), tables().numbers.always_hits
    hit = Fraction(1) if target.where == OUT else at_most(max(tally.total, least), among)
    return strike_prospect("melee", figure.id, hit, among, tally, blow_armour(s, figure, target, arm))
