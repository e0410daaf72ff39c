"""Chapter 2.2.3, improvised actions: a mug in the face, a trick, a leap that no rule foresees."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.games.cappa.action_points import lose, lose_all
from alfiere.games.cappa.battlefield import LEAP
from alfiere.games.cappa.blows import armour_class
from alfiere.games.cappa.dice import d10
from alfiere.games.cappa.engaged import foes
from alfiere.games.cappa.events import Acted, Improvised, Moved
from alfiere.games.cappa.ground import (
    base_of,
    closed_ranks,
    field,
    going,
    in_contact,
    in_cover,
    is_free,
    journey,
    scene,
    sees,
    within,
    zones_against,
)
from alfiere.games.cappa.impulses import Actor, Deed
from alfiere.games.cappa.morale import after_attack
from alfiere.games.cappa.morale_tests import morale_test
from alfiere.games.cappa.movement import cut_at_swamp, go, is_laden, is_on_wall, speed, walk
from alfiere.games.cappa.obstacles import fall
from alfiere.games.cappa.state import Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.tables import Improvised as Entry
from alfiere.games.cappa.tables import tables
from alfiere.games.cappa.weapons import weapons
from alfiere.games.cappa.wounds import harm
from alfiere.kernel.decision import Option
from alfiere.kernel.event import Tally
from alfiere.kernel.procedure import Procedure
from alfiere.table.headings import heading_of, offset
from alfiere.table.places import farthest
from alfiere.table.reach import Journey

DIRECTIONS = 4
MEANS = ("barricade", "building")
BLINDED = "blinded/turn"  # written among what he has used, cappa.2.2.3.h1


# Attacks


def offer_attacks(s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
    """Every entry of the table against every enemy it can be tried on (cappa.2.2.3a, cappa.2.2.3.h1)."""
    if not isinstance(who, Figure) or who.sheet.is_animal or is_laden(s, who) or who.is_mounted:
        return
    mine = foes(s, who)
    for enemy in s.enemies(who.seat):
        for entry in tables().improvised.values():
            if can_try(s, who, enemy, entry) and (not mine or enemy in mine):
                args = {"figure": who.id, "what": entry.id, "target": enemy.id}
                yield Option("improvise", args, ("cappa.2.2.3a", "cappa.2.2.3.h1"))


def can_try(s: SkirmishState, who: Figure, enemy: Figure, entry: Entry) -> bool:
    """Whether the enemy is near enough and in sight, and the scenery is there."""
    if entry.of == "scenery":
        return _has_scenery(s, who) and within(s, who, enemy, entry.within) and sees(s, who, enemy)
    if not entry.within:
        return in_contact(s, who, enemy)
    if not within(s, who, enemy, entry.within) or not sees(s, who, enemy):
        return False
    if entry.to_hit == "Ti" and (who.line.ti is None or who.line.ti + _thrown(entry) <= 0):
        return False  # cappa.1.2.4g2, cappa.5.1.3h
    others = [one for one in foes(s, enemy) if one.id != who.id]
    return not (entry.not_in_melee_with_another and others)


def _has_scenery(s: SkirmishState, figure: Figure) -> bool:
    """Whether something that can be toppled is in contact with him: a barricade or cart."""
    ground, here = field(s).terrain, base_of(s, figure).outline
    touch = tables().lengths.tolerance
    return any(piece.kind == "barricade" and ground.within(piece.id, here, touch) for piece in ground.features)


def _thrown(entry: Entry) -> int:
    band = weapons()[entry.weapon].short if entry.weapon else None
    return band.hit if band is not None else 0


def perform_attack(g: SkirmishGame, who: Actor, option: Option) -> Procedure[None]:
    """A morale test first; failed, all is lost (cappa.2.2.3b, cappa.2.2.3.h4); passed, the roll and its result."""
    assert isinstance(who, Figure)
    entry, target = tables().improvised[option["what"]], g.state.figures[option["target"]]
    outcome = morale_test(g, who, "improvised")
    if not outcome.passed:
        return
    if entry.to_hit == "morale":
        if not morale_test(g, target, "trick").passed:
            lose_all(g.state, target)
        return
    tally = hit_tally(who, entry)
    roll = d10(g, who.seat)
    hit = roll <= tally.total
    g.tell(Improvised(who.id, target.id, entry.id, tally, roll, hit))
    if hit:
        yield from _result(g, who, target, entry, outcome.fully)


def hit_tally(who: Figure, entry: Entry) -> Tally:
    """Ti with a thrown improvised weapon, or Mi (cappa.2.2.3.h5)."""
    tally = Tally("improvised")
    if entry.to_hit == "Ti":
        tally.add(who.line.ti or 0, "Ti", "cappa.2.2.3.h5")
        tally.add(_thrown(entry), entry.weapon, "cappa.2.2.3.h5")
    else:
        tally.add(who.line.mi, "Mi", "cappa.2.2.3.h5")
    tally.add(entry.add, "improvised", "cappa.2.2.3.h1")
    return tally


def _result(g: SkirmishGame, who: Figure, target: Figure, entry: Entry, fully: bool) -> Procedure[None]:
    s = g.state
    if entry.rolls_damage:
        band = weapons()[entry.weapon].short
        armour = armour_class(g.state, target) + (band.damage if band is not None else 0)
        harms = harm(g, target, "fire", d10(g, who.seat) <= armour, in_open=not in_cover(s, who, target))
        yield from after_attack(g, harms)
        return
    if entry.loses_all:
        lose_all(s, target)
    if entry.loses:
        lose(s, target, entry.loses)
    if entry.push:
        _push(g, who, target, entry.push)
    if entry.prone == "always" or (entry.prone and fully):
        target.is_prone = not target.is_mounted
        g.tell(Acted(target.id, "prone", who.id, ("cappa.2.2.3.h5",)))
    if entry.worse_hits:
        target.used.append(BLINDED)


def _push(g: SkirmishGame, who: Figure, target: Figure, length: int) -> None:
    """Straight away from the attacker, if there is room."""
    on = journey(g.state, target, length, zones=False)
    dx, dy = offset(heading_of(target.x - who.x, target.y - who.y), length)
    if on.straight(target.x + dx, target.y + dy) is None:
        start = target.x, target.y
        target.x, target.y = start[0] + dx, start[1] + dy
        g.tell(Moved(target.id, start, (start, (target.x, target.y)), length, "push", ("cappa.2.2.3.h5",)))


# Movement


def offer_leaps(s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
    """A few places up to 6 um away (cappa.2.2.3c, cappa.2.2.3d)."""
    if not isinstance(who, Figure) or who.is_mounted or who.is_prone or is_laden(s, who) or who.sheet.is_animal:
        return
    far = tables().lengths.improvised_move
    if speed(s, who) >= far or is_on_wall(s, who):
        return
    on = leap_journey(s, who, far)
    seen = {(who.x, who.y)}
    for number in range(DIRECTIONS):
        way = cut_at_swamp(s, who, on, farthest(on, number * 3600 // DIRECTIONS))
        if way.end not in seen and way.length > speed(s, who) and is_free(s, who, *way.end):
            seen.add(way.end)
            yield Option("leap", {"figure": who.id, "to": list(way.end)}, ("cappa.2.2.3c", "cappa.2.2.3d"))


def has_means(s: SkirmishState, figure: Figure) -> bool:
    """Whether a cart, a table, a window or a gutter is within 1 um of him (cappa.2.2.3.h2)."""
    ground, here = field(s).terrain, base_of(s, figure).outline
    near = tables().lengths.means_at_hand + tables().lengths.tolerance
    return any(piece.kind in MEANS and ground.within(piece.id, here, near) for piece in ground.features)


def leap_journey(s: SkirmishState, figure: Figure, far: int) -> Journey:
    """With a means at hand obstacles are no hindrance (cappa.2.2.3.h2); enemy zones always are (cappa.2.2.3.h6)."""
    if not has_means(s, figure):
        return walk(s, figure, far)
    return Journey(
        field(s),
        scene(s).bases,
        base_of(s, figure),
        far,
        going=going(figure) + LEAP,
        zones=zones_against(s, figure),
        ranks=closed_ranks(s, figure),
    )


def perform_leap(g: SkirmishGame, who: Actor, option: Option) -> Procedure[None]:
    """Passed: there. Failed: his own Mov that way, and flat on his face (cappa.2.2.3d, cappa.2.2.3e)."""
    assert isinstance(who, Figure)
    s = g.state
    x, y = option["to"]
    passed = morale_test(g, who, "improvised").passed
    most = tables().lengths.improvised_move if passed else speed(s, who)
    on = leap_journey(s, who, most) if passed else walk(s, who, most)
    dx, dy = offset(heading_of(x - who.x, y - who.y), most)
    way = on.way_of((on.start, (x, y))) if passed else farthest(on, heading_of(dx, dy))
    go(g, who, cut_at_swamp(s, who, on, way), "improvised", ("cappa.2.2.3c",))
    if not passed:
        fall(g, who, 0)
    yield from ()


IMPROVISED_DEEDS = [
    Deed("improvise", offer_attacks, perform_attack, shaken=False),
    Deed("leap", offer_leaps, perform_leap, in_melee=False, shaken=False),
]
