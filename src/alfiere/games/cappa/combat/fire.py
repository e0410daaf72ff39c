"""Chapter 5.1, fire: valid targets, what counts to hit and for damage, and the shot itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from alfiere.games.cappa.ground.engaged import assaults, foes, is_in_melee
from alfiere.games.cappa.ground.ground import gap, ground_level, in_cover, level
from alfiere.games.cappa.ground.gun_places import note_hit
from alfiere.games.cappa.ground.sight import sees
from alfiere.games.cappa.ground.weather import LIGHT, add_weather_to_fire
from alfiere.games.cappa.morale.morale_tests import in_ranks_of, present
from alfiere.games.cappa.movement.movement import is_climbing
from alfiere.games.cappa.people.impulses import named
from alfiere.games.cappa.people.loads import is_laden
from alfiere.games.cappa.people.muster import BOOK_MATCHLOCK, is_measured
from alfiere.games.cappa.sheets.abilities import BOWMAN, SHARPSHOOTER
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.sheets.weapons import Band, Weapon
from alfiere.games.cappa.state.action_points import BLINDED, acts_now
from alfiere.games.cappa.state.bought import bought_range
from alfiere.games.cappa.state.fortune import DAMAGE, TO_HIT, cast
from alfiere.games.cappa.state.odds import faces, strike_prospect
from alfiere.games.cappa.state.own_values import add_own_value
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.events import Shot
from alfiere.games.cappa.weaponry.ammunition import jam
from alfiere.games.cappa.weaponry.arms import discharge, missiles
from alfiere.games.cappa.weaponry.blows import armour_class
from alfiere.games.cappa.weaponry.wounds import RIDER, Harm, cast_for_mount, harm
from alfiere.kernel.decision import Option
from alfiere.kernel.event import Tally
from alfiere.kernel.odds import at_most
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect


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
    return not all(assaults(s, one) for one in fighting)  # cappa.5.1.5b


def can_hit(s: SkirmishState, shooter: Figure, target: Figure, weapon: Weapon, *, waited: bool = False) -> bool:
    """In range and in sight (cappa.5.1.1a); with Ti at zero or less there is no shot (cappa.5.1.3h)."""
    if band_at(s, shooter, target, weapon) is None or not sees(s, shooter, target):
        return False
    return fire_tally(s, shooter, target, weapon, waited=waited).total > 0


def band_at(s: SkirmishState, shooter: Figure, target: Figure, weapon: Weapon) -> Band | None:
    """The columns of a weapon that count at this distance, with the range he has bought (cappa.9.1.2f)."""
    return weapon.band(gap(s, shooter, target), more=bought_range(shooter))


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
        tables().fire.count("mounted target", tally)
    add_own(s, shooter, weapon, tally)
    if target.moved > tables().lengths.moved_far + tables().lengths.tolerance:
        tables().fire.count("target moved", tally)
    if waited:
        tables().fire.count("sangfroid", tally)
    return tally


def add_own(s: SkirmishState, shooter: Figure, weapon: Weapon, tally: Tally, measured: Figure | None = None) -> None:
    """What the shooter himself brings: aim, his move in this impulse, his skill with the bow.

    ``measured``: in a squad's fire the one whose path counts for all (cappa.5.1.3.h1).
    """
    in_impulse = acts_now(s, shooter)
    path = (measured or shooter).moved_now
    if in_impulse and shooter.has_aimed and weapon.may_aim and not path:  # cappa.5.1.4b
        tables().fire.count("aimed", tally)
    if in_impulse and path > tables().lengths.moved_far + tables().lengths.tolerance:
        tables().fire.count("shooter moved", tally)
    if BOWMAN in shooter.sheet.abilities and weapon.is_bow:
        tables().fire.count("bowman", tally)
    add_blindness(shooter, tally)
    if LIGHT in s.options:
        add_weather_to_fire(s, weapon, tally)


def add_blindness(shooter: Figure, tally: Tally) -> None:
    """Sand or a cloak in his face spoils his shots too, until the end of the turn (cappa.2.2.3.h5)."""
    if BLINDED.is_on(shooter):
        tally.add(tables().improvised["blind"].worse_hits, "blinded", "cappa.2.2.3.h5")


def range_of(weapon: Weapon, band: Band) -> str:
    """Which columns of the table count."""
    return "short range" if band is weapon.short else "long range"


def fire_armour(s: SkirmishState, shooter: Figure, target: Figure, weapon: Weapon) -> Tally:
    """The target's CA as modified; what favours him lowers it (cappa.5.1.3n)."""
    tally = Tally("armour")
    tally.add(armour_class(s, target), "CA", "cappa.5.1.2c")
    band = band_at(s, shooter, target, weapon)
    if band is not None:
        tally.add(damage_of(s, weapon, band), range_of(weapon, band), "cappa.5.1.3i")
    if in_cover(s, shooter, target):
        tables().fire.count("cover", tally)
    add_posture(s, target, level(s, shooter), tally)
    if SHARPSHOOTER in shooter.sheet.abilities and weapon.is_firearm:
        tables().fire.count("sharpshooter", tally)
    return tally


def damage_of(s: SkirmishState, weapon: Weapon, band: Band) -> int:
    """The weapon's number for damage; a switch plays matchlocks as the book's examples do (cappa.5.3.1.h4)."""
    if weapon.code == "MMK" and band is weapon.long and s.options.get(BOOK_MATCHLOCK) == "yes":
        return 0
    return band.damage


def add_posture(s: SkirmishState, target: Figure, height: int, tally: Tally) -> None:
    """Lying down, and standing high up behind something (cappa.5.1.3k, cappa.5.1.3l)."""
    if target.is_prone:
        tables().fire.count("prone", tally)
    numbers, step = tables().numbers, tables().lengths.level
    if level(s, target) - height >= numbers.high_cover * step and _gives_cover(s, target):
        tables().fire.count("high cover", tally)


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


def shot_prospects(s: SkirmishState, option: Option) -> list[Prospect]:
    """How likely a shot hits, and how likely it wounds; of a squad the one who was picked."""
    figure, target = named(s, option, "shooter") or named(s, option, "figure"), named(s, option, "target")
    weapon = dict(missiles(figure)).get(str(option.get("weapon") or "")) if figure is not None else None
    if figure is None or target is None or weapon is None:
        return []
    tally, among = fire_tally(s, figure, target, weapon), faces(s, figure.seat)
    hit = at_most(tally.total, among)
    return [strike_prospect("fire", figure.id, hit, among, tally, fire_armour(s, figure, target, weapon))]
