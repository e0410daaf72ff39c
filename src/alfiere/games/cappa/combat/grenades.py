"""Chapter 5.3.3, grenades: where one may be thrown, whom the blast reaches, who is hurt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from alfiere.games.cappa.combat.bursts import Blast, apply_burst, fall
from alfiere.games.cappa.combat.fire import add_blindness, add_posture, is_kept_by_melee, range_of
from alfiere.games.cappa.combat.lines_drawn import ground_crossed, range_told
from alfiere.games.cappa.combat.reactions import EVADE, SHOOT_BACK, STAND, apply_answer, react, roll_answer
from alfiere.games.cappa.ground.engaged import is_in_melee
from alfiere.games.cappa.ground.ground import (
    BLOCKING,
    building_of,
    field,
    floor,
    gap_to_point,
    ground_level,
    in_cover,
    sees_past_ground,
)
from alfiere.games.cappa.ground.seeing import is_dim, is_point_near_enough
from alfiere.games.cappa.ground.visibility import known
from alfiere.games.cappa.ground.weather import add_weather_to_fire
from alfiere.games.cappa.morale.morale import after_attack
from alfiere.games.cappa.morale.morale_tests import in_ranks_of
from alfiere.games.cappa.movement.movement import is_place
from alfiere.games.cappa.people.impulses import Action, Who, bodies, named
from alfiere.games.cappa.people.loads import is_laden
from alfiere.games.cappa.people.muster import is_measured
from alfiere.games.cappa.scenario.battlefield import BUILDING, CLOSED_BUILDING
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.sheets.weapons import Weapon, weapons
from alfiere.games.cappa.state.bought import bought_range
from alfiere.games.cappa.state.dice import d10
from alfiere.games.cappa.state.drawing import said
from alfiere.games.cappa.state.fortune import TO_HIT, Cast, cast
from alfiere.games.cappa.state.odds import each_once, faces
from alfiere.games.cappa.state.own_values import add_own_value
from alfiere.games.cappa.state.state import IMPULSE, OF_FIGURE, ON, OUT, Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.chance_events import Exploded
from alfiere.games.cappa.told.events import GrenadeThrown, ShotLost
from alfiere.games.cappa.told.fortune_events import BurstInHand
from alfiere.games.cappa.weaponry.ammunition import bursts_early, count_shot
from alfiere.games.cappa.weaponry.blows import FORMED, armour_class
from alfiere.games.cappa.weaponry.wounds import Harm
from alfiere.kernel import drawing
from alfiere.kernel.decision import Args, Decision, Option
from alfiere.kernel.drawing import Drawn
from alfiere.kernel.event import Tally
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.odds import added, at_most
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect
from alfiere.table.shapes import Point
from alfiere.table.sight import sight_line

GRENADE = "GR"
THROWN = OF_FIGURE.bare("GR", IMPULSE)  # has thrown with his squad in this impulse, cappa.5.3.3g


# Where to. A point is on the ground; ``level`` lifts it to the storey or roof of the one who is thrown at.


def can_throw(s: SkirmishState, figure: Figure) -> bool:
    """A grenade in both hands, a lit match, on his feet (cappa.5.3.2a2, cappa.5.3.2c, cappa.2.2.1.h10)."""
    return why_no_throw(s, figure) is None


def why_no_throw(s: SkirmishState, figure: Figure) -> tuple[str, str] | None:
    """Why he can throw no grenade now, as a key of the refusals and the rule; None if he can."""
    if figure.line.ti is None:
        return "no-ti", "cappa.1.2.4g2"
    if figure.hands != [GRENADE] or figure.is_mounted:
        return "no-grenade", "cappa.5.3.2c"
    if not figure.match_is_lit:
        return "no-match", "cappa.5.3.2a2"
    if is_laden(s, figure):
        return "laden", "cappa.4.3.7.h2"
    if figure.is_prone:
        return "prone", "cappa.2.2.1.h10"
    return ("in-melee", "cappa.5.1.5c") if is_in_melee(s, figure) else None


def crosses_wall(s: SkirmishState, figure: Figure, x: int, y: int, level: int = 0) -> bool:
    """Whether the throw goes into a building or out of one (cappa.5.3.3i, cappa.5.3.3j)."""
    return building_of(s, figure) != building_of(s, ghost(figure, x, y, level))


def may_throw_to(s: SkirmishState, figure: Figure, x: int, y: int, level: int = 0) -> bool:
    """In range, visible, not within a house, and nobody in melee in the blast (cappa.5.3.3h, cappa.5.1.5.h1)."""
    return why_not_to(s, figure, x, y, level) is None


def may_aim_to(s: SkirmishState, figure: Figure, x: int, y: int, level: int = 0) -> bool:
    """Whether a throw there can be declared; whoever may not measure may throw too far."""
    return why_not_to(s, figure, x, y, level, measured=is_measured(s)) is None


def why_not_to(
    s: SkirmishState, figure: Figure, x: int, y: int, level: int = 0, *, measured: bool = True
) -> tuple[str, str] | None:
    """Why a grenade cannot go there, as a key of the refusals and the rule; None if it can."""
    spot, weapon = ghost(figure, x, y, level), weapons()[GRENADE]
    if building_of(s, figure) and building_of(s, spot):
        return "grenade-inside", "cappa.5.3.3h"
    if not sees_past_ground(s, figure, spot):
        return "grenade-unseen", "cappa.5.3.3.h3"
    if is_dim(s) and not is_point_near_enough(s, figure, x, y):
        return "grenade-unseen", "cappa.9.5d"
    walled = crosses_wall(s, figure, x, y, level)
    if measured and weapon.band(gap_to_point(s, figure, x, y), walled, bought_range(figure)) is None:
        rule = "cappa.5.3.3i" if building_of(s, figure) else "cappa.5.3.3j"
        return "grenade-far", rule if walled else "cappa.5.1.1a"
    if measured and throw_tally(s, figure, x, y, level).total <= 0:
        return "no-chance", "cappa.5.1.3h"
    if any(is_kept_by_melee(s, one) for one in exposed(s, x, y, weapon.blast, level)):
        return "grenade-melee", "cappa.5.1.5.h1"
    return None


def ghost(figure: Figure, x: int, y: int, level: int = 0) -> Figure:
    """Somebody who is not there: a point of the ground or of a storey one may look at."""
    found = figure.copy()
    found.id, found.x, found.y, found.level = "", x, y, level
    return found


def exposed(s: SkirmishState, x: int, y: int, reach: int, level: int = 0) -> list[Figure]:
    """Everybody the blast reaches, friend and foe, the nearest first (cappa.5.3.3b, cappa.5.3.3.h2)."""
    near = reach + tables().lengths.tolerance
    here = [one for one in s.standing() if gap_to_point(s, one, x, y) <= near]
    here = [one for one in here if not is_shut_out(s, one, x, y, level)]
    return sorted(here, key=lambda one: (gap_to_point(s, one, x, y), one.id))


def is_shut_out(s: SkirmishState, victim: Figure, x: int, y: int, level: int = 0) -> bool:
    """Whether a wall without an opening there, or a floor, stands between a blast and somebody (cappa.geo.42)."""
    floors = floor(s, ghost(victim, x, y, level)), floor(s, victim)
    kinds = (BUILDING, CLOSED_BUILDING, *BLOCKING)
    for crossed in sight_line(field(s).terrain, (x, y), (victim.x, victim.y), kinds, floors).crossed:
        if crossed.feature.kind != BUILDING:
            return True
        if crossed.enter == 0 and crossed.leave == 1 and floors[0] != floors[1]:
            return True
        for is_crossed, way in ((crossed.enter > 0, crossed.way_in), (crossed.leave < 1, crossed.way_out)):
            if is_crossed and (way is None or (way.kind in BLOCKING and way.id not in s.changed)):
                return True
    return False


# What counts


def throw_tally(s: SkirmishState, figure: Figure, x: int, y: int, level: int = 0) -> Tally:
    """Ti with the weapon's range, the thrower's own move and the building, never the victims' (cappa.5.3.3.h11)."""
    weapon = weapons()[GRENADE]
    tally = Tally("fire")
    add_own_value(tally, figure.sheet, figure.line.ti or 0, "Ti", "cappa.5.3.3c")
    walled = crosses_wall(s, figure, x, y, level)
    band = weapon.band(gap_to_point(s, figure, x, y), walled, bought_range(figure))
    if band is not None:
        tally.add(band.hit, range_of(weapon, band), "cappa.5.1.3b")
    far = tables().lengths.moved_far + tables().lengths.tolerance
    if figure.moved_now > far:
        tables().fire.count("shooter moved", tally)
    if walled:
        tables().fire.count("grenade and building", tally)
    add_blindness(figure, tally)
    if is_dim(s):
        add_weather_to_fire(s, weapon, tally)
    return tally


def is_covered(s: SkirmishState, victim: Figure, x: int, y: int, level: int = 0) -> bool:
    """In cover from the burst (cappa.5.3.3.h7), or parted from it by the wall of a building (cappa.5.3.3k)."""
    return in_cover(s, (x, y), victim) or crosses_wall(s, victim, x, y, level)


def blast_armour(s: SkirmishState, victim: Figure, x: int, y: int, weapon: Weapon, level: int = 0) -> Tally:
    """A victim's own CA, cover from the burst, posture and formation (cappa.5.3.3f, cappa.5.3.3.h7)."""
    tally = Tally("armour")
    tally.add(armour_class(s, victim), "CA", "cappa.5.1.2c")
    if weapon.short is not None:
        tally.add(weapon.short.damage, "weapon", "cappa.5.1.3i")
    if is_covered(s, victim, x, y, level):
        tables().fire.count("cover", tally)
    return with_posture(s, victim, ground_level(s, x, y) + level, tally)


def with_posture(s: SkirmishState, victim: Figure, height: int, tally: Tally) -> Tally:
    """A victim's armour when he lies down, stands high up or in a dense squad (cappa.5.3.3.h11)."""
    add_posture(s, victim, height, tally)
    squad = in_ranks_of(s, victim)  # cappa.2.1.2.h6
    if squad is not None and squad.formation in FORMED:
        tables().fire.count("dense target", tally)
    return tally


# The throw


def throw(
    g: SkirmishGame, figure: Figure, place: Point, target: Figure | None, *, may_react: bool = True
) -> Procedure[None]:
    """The fuse burns, the one aimed at may react, the grenade bursts at the point or at him (cappa.5.3.3.h9).

    Whoever evades it is followed, if it can still be thrown so far (cappa.4.3.9i); who shoots back does so at the
    same time (cappa.5.1.h1).
    """
    s, level = g.state, 0
    answer, code = STAND, ""
    if target is not None and may_react:  # cappa.2.2.2.h6
        answer, code = yield from react(g, figure, target)
    if target is not None and target.is_up:
        place, level = (target.x, target.y), target.level
    replies = []
    if target is not None and answer == SHOOT_BACK:
        replies.append((yield from roll_answer(g, target, figure, code)))
    harms: list[Harm] = []
    if may_throw_to(s, figure, *place, level):
        harms += yield from burst(g, figure, place, weapons()[GRENADE], level)
    else:  # cappa.4.3.9j
        rule = "cappa.4.3.9j" if answer == EVADE else "cappa.5.1.1a"
        g.tell(ShotLost(figure.id, target.id if target is not None else "", (rule,)))
    count_shot(s, figure, GRENADE)
    for reply in replies:
        harms += yield from apply_answer(g, reply, target.seat if target is not None else "")
    yield from after_attack(g, harms)


def burst(
    g: SkirmishGame, figure: Figure, place: Point, weapon: Weapon, level: int = 0, stock: Tally | None = None
) -> Procedure[list[Harm]]:
    """Four dice to hit, a hit for each of the nearest, damage by groups of equal CA (cappa.5.3.3c, cappa.5.3.3.h6).

    ``stock``: nobody has thrown anything, powder that somebody has found blows up with this Ti (cappa.7.2.h5). Its dice
    are not his, and experience does not change them (cappa.9.1.2a).
    """
    s = g.state
    tally = throw_tally(s, figure, *place, level) if stock is None else stock
    thrown = []
    for _ in range(weapon.dice):
        if stock is None:
            thrown.append((yield from cast(g, figure, TO_HIT, tally.total)))
        else:
            thrown.append(Cast(score := d10(g, figure.seat), score))
    dice = tuple(one.score for one in thrown)
    hits = sum(1 for one in dice if one <= tally.total)
    if stock is None and bursts_early(s, thrown[0].natural):  # with the modifiers he meant, cappa.9.3.3.h2
        place, level = (figure.x, figure.y), figure.level
        g.tell(BurstInHand(figure.id))
    blast = Blast(
        figure.seat,
        figure.id,
        lambda one: gap_to_point(s, one, *place),
        lambda one: blast_armour(s, one, *place, weapon, level),
        lambda one: is_covered(s, one, *place, level),
        is_firearm=False,
        thrower=figure if stock is None else None,
    )
    struck = yield from fall(g, blast, exposed(s, *place, weapon.blast, level), hits)
    if stock is None:
        g.tell(GrenadeThrown(figure.id, place, tally, dice, *struck.told))
    else:
        g.tell(Exploded(place, tally, dice, *struck.told))
    return (yield from apply_burst(g, struck, blast))


# What is drawn of a throw, and its odds


def throw_drawn(s: SkirmishState, option: Option) -> list[Drawn]:
    """The throw, the circle of the blast and everybody in it, friends too (cappa.5.3.3b).

    Where nobody measures, the circle would: it is not drawn.
    """
    weapon = weapons()[GRENADE]
    target = named(s, option, "target")
    place = option.get("to") or ([target.x, target.y] if target is not None else None)
    throwers = [s.figures[name] for name in option.get("throwers") or [option["figure"]] if name in s.figures]
    if place is None:
        return []
    x, y = place
    drawn: list[Drawn] = []
    for one in throwers:
        walled = crosses_wall(s, one, x, y)
        text = range_told(s, weapon, gap_to_point(s, one, x, y), walled=walled, more=bought_range(one))
        drawn.append(drawing.shot((one.x, one.y), (x, y), text))
        drawn += ground_crossed(s, (one.x, one.y), (x, y), (floor(s, one), 0))
    if not is_measured(s):
        return drawn
    drawn.append(drawing.ring((x, y), weapon.blast, said(s, "blast", length=weapon.blast)))
    return drawn + drawing.threat(one.id for one in exposed(s, x, y, weapon.blast))


def throw_prospects(s: SkirmishState, option: Option) -> list[Prospect]:
    """Four dice, a hit for each of the nearest, their own CA; whose side they are on does not matter.

    Of several throwers of a squad only the first has a target yet (cappa.5.3.3.h4).
    """
    target = named(s, option, "target")
    thrower = s.figures.get(str((option.get("throwers") or [option["figure"]])[0]))
    if thrower is None or not is_measured(s):
        return []
    level = target.level if target is not None else 0
    x, y = (target.x, target.y) if target is not None else option["to"]
    weapon = weapons()[GRENADE]
    tally = throw_tally(s, thrower, x, y, level)
    armour = [blast_armour(s, one, x, y, weapon, level) for one in exposed(s, x, y, weapon.blast, level)]
    hits, wounds = among_nearest(tally, armour, weapon.dice, faces(s, thrower.seat))
    return [Prospect("fire", thrower.id, each_once((tally, *armour[: weapon.dice])), hits, wounds, "wounds")]


def among_nearest(
    tally: Tally, armour: Sequence[Tally], dice: int, faces: Sequence[int]
) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """How many are hit and hurt: a hit for each of the nearest, the rest are lost (cappa.5.3.3.h5)."""
    hits: dict[int, Fraction] = {}
    wounds: dict[int, Fraction] = {}
    for number, likely in added([at_most(tally.total, faces)] * dice).items():
        count = min(number, len(armour))
        hits[count] = hits.get(count, Fraction(0)) + likely
        for hurt, share in added(at_most(ca.total, faces) for ca in armour[:count]).items():
            wounds[hurt] = wounds.get(hurt, Fraction(0)) + likely * share
    return hits, wounds


# The action


class Throw(Action[Who]):
    """What one man and a squad have in common when they throw."""

    rule = "cappa.5.3.3g"  # of a squad two throw together
    is_attack = True
    is_fire = True

    def sketch(self, s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
        return throw_drawn(s, option)

    def prospects(self, s: SkirmishState, decision: Decision, option: Option) -> list[Prospect]:
        return throw_prospects(s, option)


class ThrowGrenade(Throw[Figure]):
    """Chapter 5.3.3a: at an enemy, or at any point of the table that somebody has chosen for himself."""

    of = Figure
    verb = "throw-grenade"
    climbing = False
    melee_rule = "cappa.5.1.5c"
    taken_for = ("target",)  # whom it names beside a point may not be meant
    is_free = True

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if not can_throw(s, who):
            return
        cost = tables().actions["throw_grenade"].pa
        for enemy in s.may_attack(who):
            if may_aim_to(s, who, enemy.x, enemy.y, enemy.level):
                args = {"figure": who.id, "target": enemy.id, "to": [enemy.x, enemy.y], "pa": cost}
                yield Option("throw-grenade", args, ("cappa.2.2.1e", "cappa.5.3.3a"))

    def judged(self, s: SkirmishState, who: Figure, args: Args) -> Option | Objection:
        """A point of the table that somebody has chosen for himself (cappa.5.3.3a)."""
        unable = why_no_throw(s, who)
        if unable is not None:
            return because(*unable, figure=who.id)
        target = _aimed_at(s, args)
        place = args.get("to") if target is None else [target.x, target.y]
        if not is_place(place) or not (0 <= place[0] <= s.ground.width and 0 <= place[1] <= s.ground.depth):
            return because("grenade-where", "cappa.5.3.3a", figure=who.id)
        x, y = place
        foe = target if target is not None and target in s.may_attack(who) else None
        unfit = why_not_to(s, who, x, y, foe.level if foe else 0, measured=is_measured(s))
        if unfit is not None:
            key, rule = unfit
            far = {"length": gap_to_point(s, who, x, y)} if key == "grenade-far" else {}
            return because(key, rule, figure=who.id, **far)
        args = {"figure": who.id, **({"target": foe.id} if foe else {}), "to": [x, y]}
        cost = tables().actions["throw_grenade"].pa
        return Option("throw-grenade", {**args, "pa": cost}, ("cappa.2.2.1e", "cappa.5.3.3a"))

    def perform(self, g: SkirmishGame, who: Figure, option: Option) -> Procedure[None]:
        target = g.state.figures.get(option.get("target") or "")
        x, y = option["to"]
        yield from throw(g, who, (x, y), target)


def _aimed_at(s: SkirmishState, args: Args) -> Figure | None:
    """Whom an answer means that names somebody and a place where he is not.

    Whoever points at a miniature has its name put into another's throw, whose place is left; whoever drags a throw
    away from a miniature means the point.
    """
    target = s.figures.get(str(args.get("target")))
    if target is None or target.where not in (ON, OUT):
        return None
    place = args.get("to")
    is_left = any(one.id != target.id and [one.x, one.y] == place for one in s.figures.values() if one.is_up)
    return target if is_left or [target.x, target.y] == place else None


# A squad of grenadiers


class ThrowTogether(Throw[Squad]):
    """At most two of a squad throw in an impulse; the squad pays once (cappa.5.3.3g, cappa.5.3.3.h4)."""

    of = Squad
    verb = "throw-together"
    is_with_weapons = True

    def options(self, s: SkirmishState, who: Squad, pa: int) -> Iterator[Option]:
        free = [one for one in bodies(s, who) if can_throw(s, one) and not THROWN.is_on(one)]
        left = tables().numbers.grenades_in_squad - sum(1 for one in bodies(s, who) if THROWN.is_on(one))
        cost = tables().actions["throw_grenade"].pa
        for enemy in s.may_attack(who):
            ready = [one.id for one in free if may_aim_to(s, one, enemy.x, enemy.y, enemy.level)]
            for count in range(min(left, len(ready)), 0, -1):
                for throwers in combinations(ready, count):
                    args = {"figure": who.id, "target": enemy.id, "throwers": list(throwers), "pa": cost}
                    yield Option("throw-together", args, ("cappa.5.3.3g", "cappa.5.3.3.h4"))

    def perform(self, g: SkirmishGame, who: Squad, option: Option) -> Procedure[None]:
        """The squad has paid once; each thrower picks a point of his own and rolls dice of his own (cappa.5.3.3.h4)."""
        s = g.state
        first = s.figures[option["target"]]
        aims: list[tuple[Figure, Point, str]] = []
        for number, name in enumerate(option["throwers"]):
            one = s.figures[name]
            THROWN.put(one)
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
                yield from throw(g, one, place, target, may_react=may_react)


def _choose_point(s: SkirmishState, figure: Figure, first: Figure) -> Decision:
    """Where a further thrower of the squad aims: where the first one does, at another enemy, or at any point."""
    enemies = sorted(known(s, figure.seat).enemies_of(figure), key=lambda one: one.id != first.id)
    options = [
        Option("throw-grenade", {"figure": figure.id, "target": one.id, "to": [one.x, one.y]}, ("cappa.5.3.3.h4",))
        for one in enemies
        if may_aim_to(s, figure, one.x, one.y, one.level)
    ]

    def free(key: str, args: Args) -> Option | Objection | None:
        if key != "throw-grenade" or set(args) - {"figure", "to", "target"} or args.get("figure") != figure.id:
            return None
        found = ThrowGrenade().judged(s, figure, args)
        if isinstance(found, Objection):
            return found
        meant = {name: value for name, value in found.args.items() if name != "pa"}
        return Option("throw-grenade", meant, ("cappa.5.3.3.h4",))

    return Decision(figure.seat, "throw-where", options, {"figure": figure.id}, ("cappa.5.3.3.h4",), free=free)
