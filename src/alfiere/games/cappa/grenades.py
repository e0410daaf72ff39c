"""Chapter 5.3.3, grenades: where one may be thrown, whom the blast reaches, who is hurt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from alfiere.games.cappa.action_points import acts_now
from alfiere.games.cappa.arms import missiles
from alfiere.games.cappa.blows import armour_class
from alfiere.games.cappa.dice import d10
from alfiere.games.cappa.engaged import assaults, is_in_melee
from alfiere.games.cappa.events import GrenadeThrown, ShotLost
from alfiere.games.cappa.fire import SHOOT_BACK, add_posture, apply_hit, range_of, react, roll_shot
from alfiere.games.cappa.ground import building_at, building_of, gap_to_point, ground_level, in_cover, sees_past_ground
from alfiere.games.cappa.impulses import Actor, Deed, bodies
from alfiere.games.cappa.morale import after_attack
from alfiere.games.cappa.movement import is_laden
from alfiere.games.cappa.state import Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.tables import tables
from alfiere.games.cappa.weapons import Weapon, weapons
from alfiere.games.cappa.wounds import RIDER, Harm, harm, who_is_struck
from alfiere.kernel.decision import Args, Decision, Illegal, Option
from alfiere.kernel.event import Tally
from alfiere.kernel.procedure import Procedure
from alfiere.table.shapes import Point

GRENADE = "GR"
THROWN = "GR/impulse"  # has thrown with his squad in this impulse, cappa.5.3.3g


class Victim(NamedTuple):
    """One whom a blast has hit, and what his second die is rolled against."""

    figure: Figure
    armour: Tally


# Where to


def can_throw(s: SkirmishState, figure: Figure) -> bool:
    """A grenade in both hands, a lit match, on his feet (cappa.5.3.2a2, cappa.5.3.2c, cappa.2.2.1.h10)."""
    if figure.hands != [GRENADE] or not figure.match_is_lit or figure.line.ti is None:
        return False
    return not (figure.is_prone or figure.is_mounted or is_in_melee(s, figure))


def crosses_wall(s: SkirmishState, figure: Figure, x: int, y: int) -> bool:
    """Whether the throw goes into a building or out of one (cappa.5.3.3i, cappa.5.3.3j)."""
    return building_of(s, figure) != building_at(s, x, y)


def may_throw_to(s: SkirmishState, figure: Figure, x: int, y: int) -> bool:
    """In range, visible, not within a house, and nobody in melee in the blast (cappa.5.3.3h, cappa.5.1.5.h1)."""
    if building_of(s, figure) and building_at(s, x, y):
        return False
    if throw_tally(s, figure, x, y).total <= 0 or not sees_past_ground(s, figure, ghost(figure, x, y)):
        return False  # cappa.5.3.3.h3
    weapon = weapons()[GRENADE]
    if weapon.band(gap_to_point(s, figure, x, y), crosses_wall(s, figure, x, y)) is None:
        return False
    return all(not is_in_melee(s, one) or assaults(s, one) for one in exposed(s, x, y, weapon.blast))


def ghost(figure: Figure, x: int, y: int) -> Figure:
    """Somebody who is not there: a point of the ground one may look at."""
    found = figure.copy()
    found.id, found.x, found.y, found.level = "", x, y, 0
    return found


def exposed(s: SkirmishState, x: int, y: int, reach: int) -> list[Figure]:
    """Everybody the blast reaches, friend and foe, the nearest first (cappa.5.3.3b, cappa.5.3.3.h2, cappa.geo.42)."""
    near = reach + tables().lengths.tolerance
    here = [one for one in s.standing() if gap_to_point(s, one, x, y) <= near]
    here = [one for one in here if sees_past_ground(s, ghost(one, x, y), one)]
    return sorted(here, key=lambda one: (gap_to_point(s, one, x, y), one.id))


# What counts


def throw_tally(s: SkirmishState, figure: Figure, x: int, y: int) -> Tally:
    """Ti with the weapon's range, the thrower's own move and the building, never the victims' (cappa.5.3.3.h11)."""
    weapon = weapons()[GRENADE]
    tally = Tally("fire")
    tally.add(figure.line.ti or 0, "Ti", "cappa.5.3.3c")
    walled = crosses_wall(s, figure, x, y)
    band = weapon.band(gap_to_point(s, figure, x, y), walled)
    if band is not None:
        tally.add(band.hit, range_of(weapon, band), "cappa.5.1.3b")
    far = tables().lengths.moved_far + tables().lengths.tolerance
    if acts_now(s, figure) and figure.moved_now > far:
        _add(tally, "shooter moved")
    if walled:
        _add(tally, "grenade and building")
    return tally


def _add(tally: Tally, name: str) -> None:
    line = tables().fire[name]
    tally.add(line.add, name, line.rule)


def blast_armour(s: SkirmishState, victim: Figure, x: int, y: int, weapon: Weapon) -> Tally:
    """A victim's own CA, cover from the burst, posture and formation (cappa.5.3.3f, cappa.5.3.3.h7)."""
    tally = Tally("armour")
    tally.add(armour_class(s, victim), "CA", "cappa.5.1.2c")
    if weapon.short is not None:
        tally.add(weapon.short.damage, "weapon", "cappa.5.1.3i")
    if in_cover(s, (x, y), victim):
        _add(tally, "cover")
    add_posture(s, victim, ground_level(s, x, y), tally)
    squad = s.squad_of(victim)
    if squad is not None and squad.formation in ("tight", "close"):
        _add(tally, "dense target")
    return tally


# The throw


def throw(g: SkirmishGame, figure: Figure, place: Point, target: Figure | None) -> Procedure[None]:
    """The fuse burns, the one aimed at may react, the grenade bursts where it was meant to (cappa.5.3.3.h9)."""
    s = g.state
    back: list[Harm] = []
    if target is not None:  # cappa.2.2.2.h6
        answer, code = yield from react(g, figure, target)
        if answer == SHOOT_BACK:
            back = apply_hit(g, roll_shot(g, target, figure, code, dict(missiles(target))[code]))
    if throw_tally(s, figure, *place).total <= 0:
        g.tell(ShotLost(figure.id, "", ("cappa.5.1.3h",)))
        yield from after_attack(g, back)
        return
    harms = burst(g, figure, place, weapons()[GRENADE], throw_tally(s, figure, *place))
    yield from after_attack(g, [*back, *harms])


def burst(g: SkirmishGame, figure: Figure, place: Point, weapon: Weapon, tally: Tally) -> list[Harm]:
    """Four dice to hit, one hit each from the nearest on, damage by groups of equal armour (cappa.5.3.3.h6)."""
    s = g.state
    dice = tuple(d10(g, figure.seat) for _ in range(weapon.dice))
    hits = sum(1 for one in dice if one <= tally.total)
    hit = exposed(s, *place, weapon.blast)[:hits]  # cappa.5.3.3.h1, surplus hits are lost: cappa.5.3.3.h5
    open_to = {one.id: not in_cover(s, place, one) for one in hit}
    victims = [Victim(one, blast_armour(s, one, *place, weapon)) for one in hit]
    damage: list[int] = []
    wounded: list[Figure] = []
    for total in dict.fromkeys(one.armour.total for one in victims):
        group = [one for one in victims if one.armour.total == total]
        rolled = [d10(g, figure.seat) for _ in group]
        damage += rolled
        wounded += [one.figure for one in group[: sum(1 for one in rolled if one <= total)]]
    g.tell(
        GrenadeThrown(
            figure.id,
            place,
            tally,
            dice,
            tuple(one.id for one in hit),
            tuple(one.armour for one in victims),
            tuple(damage),
            tuple(one.id for one in wounded),
        )
    )
    harms: list[Harm] = []
    for one in hit:
        hurt = one in wounded
        struck = RIDER
        if hurt and one.is_mounted:
            struck = who_is_struck(g, one, figure.seat, "cappa.5.1.7a")
        harms += harm(g, one, "fire", hurt, struck, open_to[one.id])  # cappa.5.3.3.h8
    return harms


# The action


def _offer(s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
    if not isinstance(who, Figure) or is_laden(s, who) or not can_throw(s, who):
        return
    cost = tables().actions["throw_grenade"].pa
    for enemy in s.enemies(who.seat):
        if may_throw_to(s, who, enemy.x, enemy.y):
            args = {"figure": who.id, "target": enemy.id, "to": [enemy.x, enemy.y], "pa": cost}
            yield Option("throw-grenade", args, ("cappa.2.2.1e", "cappa.5.3.3a"))


def _judge_point(s: SkirmishState, who: Actor, args: Args) -> Option | Illegal:
    """A point of the table that somebody has chosen for himself (cappa.5.3.3a)."""
    place = args.get("to")
    if not isinstance(who, Figure) or not can_throw(s, who):
        return Illegal("he cannot throw a grenade now", "cappa.5.3.2c", who.seat)
    if not isinstance(place, list | tuple) or len(place) != 2 or not all(isinstance(one, int) for one in place):
        return Illegal("say where it is to burst", "cappa.5.3.3a", who.seat)
    x, y = place
    if not (0 <= x <= s.ground.width and 0 <= y <= s.ground.depth) or not may_throw_to(s, who, x, y):
        return Illegal("a grenade cannot be thrown there", "cappa.5.3.3.h3", who.seat)
    cost = tables().actions["throw_grenade"].pa
    return Option("throw-grenade", {"figure": who.id, "to": [x, y], "pa": cost}, ("cappa.2.2.1e", "cappa.5.3.3a"))


def _throw(g: SkirmishGame, who: Actor, option: Option) -> Procedure[None]:
    if isinstance(who, Figure):
        target = g.state.figures.get(option.get("target") or "")
        x, y = option["to"]
        yield from throw(g, who, (x, y), target)


# A squad of grenadiers


def _offer_together(s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
    """At most two of a squad throw in an impulse; the squad pays once (cappa.5.3.3g, cappa.5.3.3.h4)."""
    if not isinstance(who, Squad):
        return
    free = [one for one in bodies(s, who) if can_throw(s, one) and THROWN not in one.used]
    left = tables().numbers.grenades_in_squad - sum(1 for one in bodies(s, who) if THROWN in one.used)
    cost = tables().actions["throw_grenade"].pa
    for enemy in s.enemies(who.seat):
        throwers = [one.id for one in free if may_throw_to(s, one, enemy.x, enemy.y)][: max(0, left)]
        for count in range(len(throwers), 0, -1):
            args = {"figure": who.id, "target": enemy.id, "throwers": throwers[:count], "pa": cost}
            yield Option("throw-together", args, ("cappa.5.3.3g", "cappa.5.3.3.h4"))


def _throw_together(g: SkirmishGame, who: Actor, option: Option) -> Procedure[None]:
    """The squad has paid once; each thrower picks a point of his own and rolls dice of his own (cappa.5.3.3.h4)."""
    s = g.state
    first = s.figures[option["target"]]
    aims: list[tuple[Figure, Point, str]] = []
    for number, name in enumerate(option["throwers"]):
        one = s.figures[name]
        one.used.append(THROWN)
        if number == 0:
            aims.append((one, (first.x, first.y), first.id))
        else:
            chosen = yield _choose_point(s, one, first)
            aims.append((one, tuple(chosen["to"]), chosen.get("target") or ""))
    asked: set[str] = set()
    for one, place, aimed in aims:
        if one.is_up and not s.winner:
            target = s.figures.get(aimed)
            may_react = target is not None and target.is_up and aimed not in asked
            asked.add(aimed)
            yield from throw(g, one, place, target if may_react else None)


def _choose_point(s: SkirmishState, figure: Figure, first: Figure) -> Decision:
    """Where a further thrower of the squad aims: where the first one does, at another enemy, or at any point."""
    enemies = sorted(s.enemies(figure.seat), key=lambda one: one.id != first.id)
    options = [
        Option("throw-grenade", {"figure": figure.id, "target": one.id, "to": [one.x, one.y]}, ("cappa.5.3.3.h4",))
        for one in enemies
        if may_throw_to(s, figure, one.x, one.y)
    ]

    def free(key: str, args: Args) -> Option | Illegal | None:
        if key != "throw-grenade" or set(args) - {"figure", "to"} or args.get("figure") != figure.id:
            return None
        found = _judge_point(s, figure, args)
        if isinstance(found, Illegal):
            return found
        return Option("throw-grenade", {"figure": figure.id, "to": found["to"]}, ("cappa.5.3.3.h4",))

    return Decision(figure.seat, "throw-where", options, {"figure": figure.id}, ("cappa.5.3.3.h4",), free=free)


GRENADE_DEEDS = [
    Deed("throw-grenade", _offer, _throw, free=_judge_point, in_melee=False, shaken=False),
    Deed("throw-together", _offer_together, _throw_together, in_melee=False, shaken=False),
]
