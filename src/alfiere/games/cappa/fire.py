"""Chapter 5.1, fire: valid targets, what counts to hit and for damage, aiming, and how the target may react."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from alfiere.games.cappa.abilities import BOWMAN, SANGFROID, SHARPSHOOTER
from alfiere.games.cappa.action_points import BLINDED, acts_now, can_react, spend
from alfiere.games.cappa.ammunition import jam
from alfiere.games.cappa.arms import ARMS_DEEDS, discharge, flash, loosen, missiles
from alfiere.games.cappa.blows import armour_class
from alfiere.games.cappa.bought import bought_range
from alfiere.games.cappa.engaged import assaults, foes, is_in_melee
from alfiere.games.cappa.evasion import can_evade_fire, evade_fire
from alfiere.games.cappa.events import Acted, Aimed, Shot, ShotLost
from alfiere.games.cappa.fortune import DAMAGE, TO_HIT, cast
from alfiere.games.cappa.ground import gap, ground_level, in_cover, level, sees
from alfiere.games.cappa.gun_places import note_hit
from alfiere.games.cappa.impulses import Actor, Deed
from alfiere.games.cappa.morale import after_attack
from alfiere.games.cappa.morale_tests import in_ranks_of, present
from alfiere.games.cappa.movement import is_climbing, is_laden, is_on_wall
from alfiere.games.cappa.muster import BOOK_MATCHLOCK, is_measured
from alfiere.games.cappa.own_values import add_own_value
from alfiere.games.cappa.rousing import rouse
from alfiere.games.cappa.state import Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.tables import tables
from alfiere.games.cappa.weapons import Band, Weapon, weapons
from alfiere.games.cappa.weather import LIGHT, add_weather_to_fire
from alfiere.games.cappa.wounds import RIDER, Harm, cast_for_mount, harm
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.event import Tally
from alfiere.kernel.procedure import Procedure

SHOOT_BACK, GO_PRONE, EVADE, STAND = "shoot-back", "go-prone", "evade", "stand"


class Hit(NamedTuple):
    """One shot as rolled, not yet applied."""

    target: str
    is_hit: bool
    wounds: bool
    struck: str
    in_open: bool


# Who may be shot at


def may_be_shot(s: SkirmishState, target: Figure) -> bool:
    """Nobody in melee, but those who assault a position (cappa.5.1.5a, cappa.5.1.5b)."""
    return target.is_up and not is_kept_by_melee(s, target)


def is_kept_by_melee(s: SkirmishState, target: Figure) -> bool:
    """Whether a melee keeps fire off him; with a squad that assaults a position all its members do (cappa.5.1.5a)."""
    squad = in_ranks_of(s, target)
    mates = [target] if squad is None else [one for one in present(s, squad) if not one.acts_alone]
    fighting = [one for one in mates if foes(s, one)]
    return bool(fighting) and not all(assaults(s, one) for one in fighting)  # cappa.5.1.5b


def can_hit(s: SkirmishState, shooter: Figure, target: Figure, weapon: Weapon, *, waited: bool = False) -> bool:
    """In range and in sight (cappa.5.1.1a); with Ti at zero or less there is no shot (cappa.5.1.3h)."""
    if band_at(s, shooter, target, weapon) is None or not sees(s, shooter, target):
        return False
    return fire_tally(s, shooter, target, weapon, waited=waited).total > 0


def band_at(s: SkirmishState, shooter: Figure, target: Figure, weapon: Weapon) -> Band | None:
    """The columns of a weapon that count at this distance, with the range he has bought (cappa.9.1.2f)."""
    return weapon.band(gap(s, shooter, target), more=bought_range(shooter) if shooter.used else 0)


def may_shoot(s: SkirmishState, figure: Figure) -> bool:
    """Not in melee (cappa.5.1.5c), not under a load (cappa.4.3.7.h2), not hanging on a wall (cappa.4.3.3.h2)."""
    return not (is_laden(s, figure) or is_climbing(s, figure) or is_in_melee(s, figure))


def targets(s: SkirmishState, shooter: Figure) -> Iterator[tuple[Figure, str, Weapon]]:
    """Every valid target with every weapon in hand that reaches it, the nearest first."""
    ready = missiles(shooter)
    if not ready or not may_shoot(s, shooter):
        return
    if not is_measured(s):  # whoever may not measure may fire too far
        seen = [one for one in s.may_attack(shooter) if may_be_shot(s, one) and sees(s, shooter, one)]
        yield from ((target, code, used) for target in seen for code, used in ready)
        return
    enemies = [one for one in s.may_attack(shooter) if any(band_at(s, shooter, one, used) for _, used in ready)]
    for target in sorted(enemies, key=lambda one: (gap(s, shooter, one), one.id)):
        if may_be_shot(s, target):
            for code, used in ready:
                if can_hit(s, shooter, target, used):
                    yield target, code, used


# What counts


def fire_tally(s: SkirmishState, shooter: Figure, target: Figure, weapon: Weapon, *, waited: bool = False) -> Tally:
    """Ti as modified (cappa.5.1.2b); ``waited``: he let the other fire first (cappa.8.1.1c)."""
    tally = Tally("fire")
    add_own_value(tally, shooter.sheet, shooter.line.ti or 0, "Ti", "cappa.5.1.2a")
    band = band_at(s, shooter, target, weapon)
    if band is not None:
        tally.add(band.hit, range_of(weapon, band), "cappa.5.1.3b")
    if target.is_mounted:
        _add(tally, "mounted target")
    add_own(s, shooter, weapon, tally)
    if target.moved > tables().lengths.moved_far + tables().lengths.tolerance:
        _add(tally, "target moved")
    if waited:
        _add(tally, "sangfroid")
    return tally


def add_own(s: SkirmishState, shooter: Figure, weapon: Weapon, tally: Tally, measured: Figure | None = None) -> None:
    """What the shooter himself brings: aim, his move in this impulse, his skill with the bow.

    ``measured``: in a squad's fire the one whose path counts for all (cappa.5.1.3.h1).
    """
    in_impulse = acts_now(s, shooter)
    path = (measured or shooter).moved_now
    if in_impulse and shooter.has_aimed and weapon.may_aim and not path:  # cappa.5.1.4b
        _add(tally, "aimed")
    if in_impulse and path > tables().lengths.moved_far + tables().lengths.tolerance:
        _add(tally, "shooter moved")
    if BOWMAN in shooter.sheet.abilities and weapon.is_bow:
        _add(tally, "bowman")
    add_blindness(shooter, tally)
    if LIGHT in s.options:
        add_weather_to_fire(s, weapon, tally)


def add_blindness(shooter: Figure, tally: Tally) -> None:
    """Sand or a cloak in his face spoils his shots too, until the end of the turn (cappa.2.2.3.h5)."""
    if BLINDED in shooter.used:
        tally.add(tables().improvised["blind"].worse_hits, "blinded", "cappa.2.2.3.h5")


def range_of(weapon: Weapon, band: Band) -> str:
    """Which columns of the table count."""
    return "short range" if band is weapon.short else "long range"


def _add(tally: Tally, name: str) -> None:
    line = tables().fire[name]
    tally.add(line.add, name, line.rule)


def fire_armour(s: SkirmishState, shooter: Figure, target: Figure, weapon: Weapon) -> Tally:
    """The target's CA as modified; what favours him lowers it (cappa.5.1.3n)."""
    tally = Tally("armour")
    tally.add(armour_class(s, target), "CA", "cappa.5.1.2c")
    band = band_at(s, shooter, target, weapon)
    if band is not None:
        tally.add(damage_of(s, weapon, band), range_of(weapon, band), "cappa.5.1.3i")
    if in_cover(s, shooter, target):
        _add(tally, "cover")
    add_posture(s, target, level(s, shooter), tally)
    if SHARPSHOOTER in shooter.sheet.abilities and weapon.is_firearm:
        _add(tally, "sharpshooter")
    return tally


def damage_of(s: SkirmishState, weapon: Weapon, band: Band) -> int:
    """The weapon's number for damage; a switch plays matchlocks as the book's examples do (cappa.5.3.1.h4)."""
    if weapon.code == "MMK" and band is weapon.long and s.options.get(BOOK_MATCHLOCK) == "yes":
        return 0
    return band.damage


def add_posture(s: SkirmishState, target: Figure, height: int, tally: Tally) -> None:
    """Lying down, and standing high up behind something (cappa.5.1.3k, cappa.5.1.3l)."""
    if target.is_prone:
        _add(tally, "prone")
    numbers, step = tables().numbers, tables().lengths.level
    if level(s, target) - height >= numbers.high_cover * step and _gives_cover(s, target):
        _add(tally, "high cover")


def _gives_cover(s: SkirmishState, target: Figure) -> bool:
    """A window, roof, wall top or the crest of a hill, not a bare slope or the face of a wall (cappa.5.1.3.h2)."""
    hill = tables().numbers.hill * tables().lengths.level
    stands_high = target.level > 0 and not is_climbing(s, target)
    return stands_high or ground_level(s, target.x, target.y) >= hill


# A shot


def roll_shot(
    g: SkirmishGame, shooter: Figure, target: Figure, code: str, weapon: Weapon, *, waited: bool = False
) -> Procedure[Hit]:
    """Roll to hit and for damage; nothing is applied yet (cappa.5.1.2a, cappa.5.1.2c)."""
    s = g.state
    tally = fire_tally(s, shooter, target, weapon, waited=waited)
    armour = fire_armour(s, shooter, target, weapon)
    in_open = not in_cover(s, shooter, target)  # cappa.2.3.h5
    roll, natural = yield from cast(g, shooter, TO_HIT, tally.total)
    is_hit = roll <= tally.total
    if is_hit and s.guns:
        note_hit(s, target, shooter.seat, firearms=weapon.is_firearm)
    damage = (yield from cast(g, shooter, DAMAGE, armour.total)).score if is_hit else 0
    wounds = is_hit and damage <= armour.total  # cappa.5.1.2.h2: nothing is automatic
    thrown = weapon.kind not in ("firearm", "bow", "artillery")
    g.tell(Shot(shooter.id, target.id, code, thrown, tally, roll, is_hit, armour if is_hit else None, damage, wounds))
    struck = RIDER
    if wounds and target.is_mounted:
        struck = yield from cast_for_mount(g, target, shooter, "cappa.5.1.7a")
    discharge(s, shooter, code, target.x, target.y, target.level)
    jam(g, shooter, code, natural)
    return Hit(target.id, is_hit, wounds, struck, in_open)


def apply_hit(g: SkirmishGame, hit: Hit) -> list[Harm]:
    """What a shot has done."""
    target = g.state.figures[hit.target]
    if not hit.is_hit or not target.is_up:
        return []
    return harm(g, target, "fire", hit.wounds, hit.struck, hit.in_open)


def shoot(g: SkirmishGame, shooter: Figure, target: Figure, code: str) -> Procedure[None]:
    """Announce, let the target react, and resolve the shot or both (cappa.2.2.2b, cappa.5.1.h1)."""
    from alfiere.games.cappa import volleys  # chapter 6 builds upon this one: a squad answers as a body

    weapon = dict(missiles(shooter))[code]
    if weapon.is_firearm:
        flash(g.state, shooter)
    answer, with_what = yield from react(g, shooter, target)
    reaches = can_hit(g.state, shooter, target, weapon)
    if answer == SHOOT_BACK and with_what and reaches:
        yield from _exchange(g, shooter, code, target, with_what)
        return
    if reaches:
        hits = [(yield from roll_shot(g, shooter, target, code, weapon))]
    else:  # he has evaded, cappa.4.3.9j, or it was too far
        hits = []
        discharge(g.state, shooter, code, target.x, target.y, target.level)
        rule = "cappa.4.3.9j" if answer == EVADE else "cappa.5.1.1a"
        g.tell(ShotLost(shooter.id, target.id, (rule,)))
    replies = [(yield from volleys.roll_answer(g, target, shooter, with_what))] if answer == SHOOT_BACK else []
    harms = [harmed for hit in hits for harmed in apply_hit(g, hit)]
    for reply in replies:
        harms += yield from volleys.apply_answer(g, reply, target.seat)
    yield from after_attack(g, harms)


def react(g: SkirmishGame, shooter: Figure, target: Figure) -> Procedure[tuple[str, str]]:
    """The one reaction of a target of fire; what it does at once is done here (cappa.2.2.2.h1, cappa.4.3.9h).

    Shooting back comes with the weapon; without one it is the whole squad of the target that does (cappa.2.2.2.h3).
    """
    from alfiere.games.cappa import volleys

    yield from rouse(g, target, "fire")
    s = g.state
    squad = s.squad_of(target)
    if squad is not None:
        return (yield from volleys.react_as_squad(g, squad, shooter)), ""
    if not can_react(s, target):
        return STAND, ""
    options = list(reactions(s, shooter, target))
    if not options:
        return STAND, ""
    options.append(Option(STAND, {"figure": target.id}, ("cappa.2.2.2a",)))
    about = {"figure": target.id, "enemy": shooter.id}
    chosen = yield Decision(target.seat, "react-to-fire", options, about, ("cappa.2.2.2a", "cappa.2.2.2.h1"))
    if chosen.key == SHOOT_BACK:
        spend(s, target)
        return SHOOT_BACK, str(chosen["weapon"])
    if chosen.key == GO_PRONE:
        spend(s, target)
        target.is_prone = True
        loosen(target, GO_PRONE)
        g.tell(Acted(target.id, "prone", "", ("cappa.2.2.2c",)))
    elif chosen.key == EVADE:
        yield from evade_fire(g, target, shooter)
    return chosen.key, ""


def reactions(s: SkirmishState, shooter: Figure, target: Figure) -> Iterator[Option]:
    """Shoot back with a loaded weapon, throw himself down, get away (cappa.2.2.2.h2, cappa.2.2.1.h17)."""
    if may_shoot(s, target):
        for code, used in missiles(target):
            if can_hit(s, target, shooter, used):
                yield Option(SHOOT_BACK, {"figure": target.id, "target": shooter.id, "weapon": code}, ("cappa.2.2.2b",))
    if may_drop(s, target):
        yield Option(GO_PRONE, {"figure": target.id}, ("cappa.2.2.2c",))
    if can_evade_fire(s, target, shooter):
        yield Option(EVADE, {"figure": target.id}, ("cappa.4.3.9h",))


def may_drop(s: SkirmishState, figure: Figure) -> bool:
    """Whether he can throw himself down: on his feet, on no horse or wall, in no melee (cappa.5.2.h2)."""
    return not (figure.is_prone or figure.is_mounted or is_on_wall(s, figure) or is_in_melee(s, figure))


def _exchange(g: SkirmishGame, shooter: Figure, code: str, target: Figure, other: str) -> Procedure[None]:
    """Two shots at once, or one after the other if somebody has the nerve to wait (cappa.8.1.1c)."""
    first, second = (shooter, code, target), (target, other, shooter)
    if weapons()[code].is_firearm and weapons()[other].is_firearm:
        for one, two in ((first, second), (second, first)):
            if (yield from _waits(g, one[0], one[2])):
                yield from _one_by_one(g, two, one)
                return
    hits = []
    for who, held, aim in (first, second):
        hits.append((yield from roll_shot(g, who, aim, held, dict(missiles(who))[held])))
    harms = [harmed for hit in hits for harmed in apply_hit(g, hit)]
    yield from after_attack(g, harms)


def _waits(g: SkirmishGame, figure: Figure, enemy: Figure) -> Procedure[bool]:
    """Whether a cold-blooded character lets the other fire first; never against a squad (cappa.8.1.1d)."""
    if SANGFROID not in figure.sheet.abilities or g.state.squad_of(enemy) is not None:
        return False
    options = [
        Option("wait-for-shot", {"figure": figure.id}, ("cappa.8.1.1c",)),
        Option("at-once", {"figure": figure.id}, ("cappa.2.2.2b",)),
    ]
    about = {"figure": figure.id, "enemy": enemy.id}
    chosen = yield Decision(figure.seat, "sangfroid", options, about, ("cappa.8.1.1c",))
    return chosen.key == "wait-for-shot"


def _one_by_one(
    g: SkirmishGame, hasty: tuple[Figure, str, Figure], cool: tuple[Figure, str, Figure]
) -> Procedure[None]:
    shooter, code, target = hasty
    hit = yield from roll_shot(g, shooter, target, code, dict(missiles(shooter))[code])
    yield from after_attack(g, apply_hit(g, hit))
    shooter, code, target = cool
    weapon = dict(missiles(shooter)).get(code)
    if not shooter.is_up or not target.is_up or weapon is None:
        return
    if not can_hit(g.state, shooter, target, weapon, waited=True):
        discharge(g.state, shooter, code, target.x, target.y, target.level)
        g.tell(ShotLost(shooter.id, target.id, ("cappa.8.1.1c",)))
        return
    hit = yield from roll_shot(g, shooter, target, code, weapon, waited=True)
    yield from after_attack(g, apply_hit(g, hit))


# Actions


def _offer_shot(s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
    if isinstance(who, Figure):
        for target, code, _ in targets(s, who):
            yield Option("shoot", {"figure": who.id, "target": target.id, "weapon": code}, ("cappa.2.2.1a",))


def _shoot(g: SkirmishGame, who: Actor, option: Option) -> Procedure[None]:
    assert isinstance(who, Figure)
    yield from shoot(g, who, g.state.figures[option["target"]], option["weapon"])


def _offer_aim(s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
    """With a loaded firearm or bow, once, and not after a move (cappa.5.1.4b, cappa.5.1.4c, cappa.5.1.4.h1)."""
    if not isinstance(who, Figure) or who.has_aimed or who.moved_now or pa < 2 or is_laden(s, who):
        return
    for code, used in missiles(who):
        enemies = s.may_attack(who)
        if used.may_aim and (not is_measured(s) or any(band_at(s, who, enemy, used) for enemy in enemies)):
            yield Option("aim", {"figure": who.id, "weapon": code}, ("cappa.2.2.1d", "cappa.5.1.4a"))


def _aim(g: SkirmishGame, who: Actor, option: Option) -> Procedure[None]:
    yield from ()
    assert isinstance(who, Figure)
    who.has_aimed = True
    g.tell(Aimed(who.id, option["weapon"]))


FIRE_DEEDS = [
    Deed("shoot", _offer_shot, _shoot, in_melee=False, shaken=False),
    Deed("aim", _offer_aim, _aim, in_melee=False, shaken=False),
    *ARMS_DEEDS,
]
