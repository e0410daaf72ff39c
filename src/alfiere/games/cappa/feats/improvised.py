"""Chapter 2.2.3, improvised actions: a mug in the face, a trick, a leap that no rule foresees."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from alfiere.games.cappa.combat.battle_cry import cry_back, hear_charger
from alfiere.games.cappa.combat.charge import may_charge, reach, reaction, sees_party, targets_of, way_to, whether_on
from alfiere.games.cappa.combat.fire import fire_armour, is_kept_by_melee
from alfiere.games.cappa.feats.rulings import difficulty, is_ruled, ruled_result
from alfiere.games.cappa.ground.engaged import are_in_melee, foes
from alfiere.games.cappa.ground.ground import (
    base_of,
    building_of,
    field,
    gap,
    going,
    in_contact,
    in_cover,
    is_free,
    level,
    openings_at,
    scene,
    stops_near,
    within,
)
from alfiere.games.cappa.ground.sight import sees
from alfiere.games.cappa.ground.zones import closed_ranks, journey, zones_against
from alfiere.games.cappa.morale.morale import after_attack
from alfiere.games.cappa.morale.morale_tests import morale_prospect, take_test
from alfiere.games.cappa.morale.rousing import rouse
from alfiere.games.cappa.movement.movement import (
    MELEE,
    REASONS,
    SWAMP,
    cut_at_swamp,
    engages,
    go,
    is_on_wall,
    is_place,
    speed,
    walk,
)
from alfiere.games.cappa.movement.obstacles import brought_to, fall
from alfiere.games.cappa.people.impulses import OfOne, named
from alfiere.games.cappa.people.loads import is_laden
from alfiere.games.cappa.scenario.battlefield import LEAP
from alfiere.games.cappa.sheets.abilities import RIDER
from alfiere.games.cappa.sheets.tables import Improvised as Entry
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.sheets.weapons import Weapon, weapons
from alfiere.games.cappa.state.action_points import BLINDED, lose, lose_all
from alfiere.games.cappa.state.fortune import DAMAGE, TO_HIT, cast
from alfiere.games.cappa.state.odds import faces, strike_prospect
from alfiere.games.cappa.state.own_values import add_own_value
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.events import Acted, ChargeDeclared, ChargeEnded, Improvised, Moved, Shot
from alfiere.games.cappa.weaponry.wounds import RIDER as ON_RIDER
from alfiere.games.cappa.weaponry.wounds import Harm, cast_for_mount, harm
from alfiere.kernel.decision import Args, Decision, Draw, Option, first_drawn
from alfiere.kernel.event import Tally
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.odds import at_most, yes_or_no
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect
from alfiere.table.barriers import FAR, ZONE, Refusal
from alfiere.table.headings import heading_of, offset
from alfiere.table.measuring import way_length
from alfiere.table.places import as_far_as, crossing_place, farthest
from alfiere.table.reach import Journey, Way
from alfiere.table.shapes import Point
from alfiere.table.terrain import OBSTACLE

DIRECTIONS = 4
MEANS = frozenset(("barricade", "building"))
TOPPLED = frozenset(("barricade",))
LEAP_REASONS = {FAR: "cappa.2.2.3d", ZONE: "cappa.2.2.3.h6"}  # where it differs from a move


# Attacks


class Improvise(OfOne):
    """Every entry of the table against every enemy it can be tried on (cappa.2.2.3a, cappa.2.2.3.h1)."""

    verb = "improvise"
    rule = "cappa.2.2.3.h1"
    in_melee = True
    climbing = False
    is_attack = True

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if who.sheet.is_animal or is_laden(s, who):
            return
        if who.is_mounted and RIDER not in who.sheet.abilities:
            return  # cappa.4.3.6a
        entries = tables().improvised.values()
        enemies = s.may_attack(who)
        if not _at_hand(s, who):  # nobody is reached but who is as near as one can throw
            far = max(entry.within for entry in entries)
            enemies = [enemy for enemy in enemies if within(s, who, enemy, far)]
        mine = foes(s, who) if enemies else []
        for enemy in enemies:
            for entry in entries:
                if can_try(s, who, enemy, entry) and (not mine or enemy in mine):
                    args = {"figure": who.id, "what": entry.id, "target": enemy.id}
                    yield Option("improvise", args, ("cappa.2.2.3a", "cappa.2.2.3.h1"))

    def prospects(self, s: SkirmishState, decision: Decision, option: Option) -> list[Prospect]:
        """His test first; what comes after it is counted with it (cappa.2.2.3b, cappa.2.2.3.h5)."""
        figure, target = named(s, option, "figure"), named(s, option, "target")
        if figure is None or target is None:
            return []
        entry, own = tables().improvised[option["what"]], morale_prospect(s, figure)
        if entry.to_hit == "morale":
            return [own, morale_prospect(s, target)]  # the other must fail his
        if is_ruled(s, figure):
            return [own]  # how hard the rest is the Game Master says when that is passed, cappa.2.2.3a
        among, tally = faces(s, figure.seat), hit_tally(figure, entry)
        hit = own.results[1] * at_most(tally.total, among)
        if not entry.rolls_damage:
            return [own, Prospect("improvised", figure.id, (tally,), yes_or_no(hit), yes_or_no(hit), "passed")]
        armour = fire_armour(s, figure, target, weapons()[entry.weapon])
        return [own, strike_prospect("improvised", figure.id, hit, among, tally, armour)]

    def perform(self, g: SkirmishGame, who: Figure, option: Option) -> Procedure[None]:
        """A morale test first; failed, all is lost (cappa.2.2.3b, cappa.2.2.3.h4); passed, the roll and its result."""
        entry, target = tables().improvised[option["what"]], g.state.figures[option["target"]]
        outcome = yield from take_test(g, who, "improvised")
        if not outcome.passed:
            return
        if entry.to_hit == "morale":
            if not (yield from take_test(g, target, "trick")).passed:
                result = yield from ruled_result(g, who, target, entry)
                if result.loses_all:
                    lose_all(g.state, target)  # his squad loses nothing by it
                else:
                    _result(g, who, target, result, outcome.fully)
            return
        add = yield from difficulty(g, who, target, entry)
        tally = hit_tally(who, entry)
        if add:
            tally.add(add, "ruling", "cappa.2.2.3a")
        roll = (yield from cast(g, who, TO_HIT, tally.total)).score
        hit = roll <= tally.total
        result = (yield from ruled_result(g, who, target, entry)) if hit else entry
        if hit and result.rolls_damage:
            yield from _hurt(g, who, target, weapons()[result.weapon], tally, roll)
            return
        g.tell(Improvised(who.id, target.id, entry.id, tally, roll, hit))
        if hit:
            _result(g, who, target, result, outcome.fully)


def can_try(s: SkirmishState, who: Figure, enemy: Figure, entry: Entry) -> bool:
    """Whether the enemy is near enough and in sight, and the scenery is there."""
    if entry.of == "scenery":
        return _topples_on(s, who, enemy, entry.within) and sees(s, who, enemy)
    if not entry.within:
        return in_contact(s, who, enemy)
    if not within(s, who, enemy, entry.within) or not sees(s, who, enemy):
        return False
    if entry.to_hit == "Ti" and (who.line.ti is None or who.line.ti + _thrown(entry) <= 0):
        return False  # cappa.1.2.4g2, cappa.5.1.3h
    others = [one for one in foes(s, enemy) if one.id != who.id]
    if entry.to_hit == "Ti" and not are_in_melee(s, who, enemy) and is_kept_by_melee(s, enemy):
        return False  # nothing is thrown into a melee either, cappa.5.1.5a
    return not (entry.not_in_melee_with_another and others)


def _topples_on(s: SkirmishState, figure: Figure, enemy: Figure, near: int) -> bool:
    """Whether he touches something that can be toppled, and the enemy is near that thing."""
    ground, there, touch = field(s).terrain, base_of(s, enemy).outline, tables().lengths.tolerance
    return any(ground.within(name, there, near + touch) for name in _at_hand(s, figure))


def _at_hand(s: SkirmishState, figure: Figure) -> list[str]:
    """What he touches that can be toppled: a barricade or cart."""
    ground, here, touch = field(s).terrain, base_of(s, figure).outline, tables().lengths.tolerance
    pieces = ground.of_kinds(TOPPLED)
    return [one.feature.id for one in pieces if ground.within(one.feature.id, here, touch)]


def _thrown(entry: Entry) -> int:
    band = weapons()[entry.weapon].short
    assert band is not None
    return band.hit


def hit_tally(who: Figure, entry: Entry) -> Tally:
    """Ti with a thrown improvised weapon, or Mi (cappa.2.2.3.h5)."""
    tally = Tally("improvised")
    if entry.to_hit == "Ti":
        add_own_value(tally, who.sheet, who.line.ti or 0, "Ti", "cappa.2.2.3.h5")
        tally.add(_thrown(entry), entry.weapon, "cappa.2.2.3.h5")
    else:
        add_own_value(tally, who.sheet, who.line.mi, "Mi", "cappa.2.2.3.h5")
    tally.add(entry.add, "improvised", "cappa.2.2.3.h1")
    if BLINDED.is_on(who):
        tally.add(tables().improvised["blind"].worse_hits, "blinded", "cappa.2.2.3.h5")
    return tally


def _hurt(g: SkirmishGame, who: Figure, target: Figure, weapon: Weapon, tally: Tally, roll: int) -> Procedure[None]:
    """What was thrown rolls for damage as any missile does: cover, a prone target, a horse (cappa.2.2.3.h5)."""
    s = g.state
    armour = fire_armour(s, who, target, weapon)
    damage = (yield from cast(g, who, DAMAGE, armour.total)).score
    wounds = damage <= armour.total
    g.tell(Shot(who.id, target.id, weapon.code, True, tally, roll, True, armour, damage, wounds, ("cappa.2.2.3.h5",)))
    struck = ON_RIDER
    if wounds and target.is_mounted:
        struck = yield from cast_for_mount(g, target, who, "cappa.5.1.7a")
    yield from after_attack(g, harm(g, target, "fire", wounds, struck, not in_cover(s, who, target)))


def _result(g: SkirmishGame, who: Figure, target: Figure, entry: Entry, fully: bool) -> None:
    s = g.state
    if entry.loses_all:
        lose_all(s, target)
    lose(s, target, entry.loses)
    if entry.push:
        _push(g, who, target, entry.push)
    if (entry.prone == "always" or (entry.prone and fully)) and not target.is_mounted:  # cappa.2.2.1.h17
        target.is_prone = True
        g.tell(Acted(target.id, "prone", who.id, ("cappa.2.2.3.h5",)))
    if entry.worse_hits:
        BLINDED.put(target)


def _push(g: SkirmishGame, who: Figure, target: Figure, length: int) -> None:
    """Straight away from the attacker, as far as there is room, like every push (cappa.5.2.3.h2)."""
    on = journey(g.state, target, length + tables().lengths.tolerance, zones=False)
    dx, dy = offset(heading_of(target.x - who.x, target.y - who.y), length)
    start, end = (target.x, target.y), as_far_as(on, target.x + dx, target.y + dy).end
    far = way_length((start, end))
    if far > tables().lengths.tolerance:
        target.x, target.y = end
        g.tell(Moved(target.id, start, (start, end), far, "push", ("cappa.2.2.3.h5",)))


# Movement


def can_leap(s: SkirmishState, who: Figure) -> bool:
    """On his own feet and with free hands."""
    return not (who.is_mounted or who.is_prone or who.sheet.is_animal or is_laden(s, who))


class Leap(OfOne):
    """A few places up to 6 um away, down to the ground, or at an enemy (cappa.2.2.3c, cappa.2.2.3d)."""

    verb = "leap"
    is_attack = True
    is_free = True
    is_drawn_alone = True

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if not can_leap(s, who):
            return
        far = tables().lengths.improvised_move
        for descent in descents(s, who, far):
            yield _leap(who, descent[-1], lands=True)
        if is_on_wall(s, who):
            return
        yield from (_leap_on(who, enemy) for enemy in s.may_attack(who) if _is_leapt_at(s, who, enemy))
        if speed(s, who) >= far:
            return
        on = leap_journey(s, who, far)
        ends = (_lands(s, who, on, heading) for heading in range(0, 3600, 3600 // DIRECTIONS))
        yield from (_leap(who, end) for end in dict.fromkeys(ends) if end is not None)

    def drawn(self, s: SkirmishState, who: Figure, pa: int, draw: Draw) -> Option | None:
        far = tables().lengths.improvised_move
        if not can_leap(s, who) or who.level or speed(s, who) >= far:
            return super().drawn(s, who, pa, draw)
        on = leap_journey(s, who, far)

        def offer(where: int | Figure) -> Option | None:
            if not isinstance(where, int):
                return _leap_on(who, where) if _is_leapt_at(s, who, where) else None
            end = _lands(s, who, on, where)
            return None if end is None else _leap(who, end)

        return first_drawn([*range(0, 3600, 3600 // DIRECTIONS), *s.may_attack(who)], offer, draw)

    def judged(self, s: SkirmishState, who: Figure, args: Args) -> Option | Objection:
        """Straight to any place within 6 um that a person points at, on the storey where he is."""
        to = args.get("to")
        if not can_leap(s, who):
            return because("no-leap", "cappa.2.2.3c", figure=who.id)
        if is_on_wall(s, who) or not is_place(to) or "level" in args:  # down one comes where the list says
            return because("no-place", "cappa.2.2.3d", figure=who.id)
        place = to[0], to[1]
        on = leap_journey(s, who, tables().lengths.improvised_move + tables().lengths.tolerance)
        barred = on.straight(*place)
        if barred is None and not is_free(s, who, *place):
            barred = Refusal(OBSTACLE)  # over it, not on it
        if barred is None and engages(s, who, place):
            barred = Refusal(MELEE)
        if barred is None and cut_at_swamp(s, who, on, on.way_of((on.start, place))).end != place:
            barred = Refusal(SWAMP)
        if barred is not None:
            rule = LEAP_REASONS.get(barred.reason, REASONS[barred.reason])
            return because(f"move-{barred.reason}", rule, figure=who.id, by=barred.by)
        return _leap(who, place)

    def prospects(self, s: SkirmishState, decision: Decision, option: Option) -> list[Prospect]:
        return [morale_prospect(s, s.figures[option["figure"]])]  # cappa.2.2.3c

    def perform(self, g: SkirmishGame, who: Figure, option: Option) -> Procedure[None]:
        """Passed: there. Failed: his own Mov that way, and flat on his face (cappa.2.2.3d, cappa.2.2.3e)."""
        s = g.state
        if option.get("target"):
            yield from _leap_at(g, who, s.figures[option["target"]])
            return
        x, y = option["to"]
        passed = (yield from take_test(g, who, "improvised")).passed
        if option.get("level") is not None:
            yield from _descend(g, who, (x, y), passed)
            return
        if not passed:
            yield from _sprawl(g, who, (x, y))
            return
        on = leap_journey(s, who, tables().lengths.improvised_move)
        go(g, who, cut_at_swamp(s, who, on, on.way_of((on.start, (x, y)))), "improvised", ("cappa.2.2.3c",))


def _leap(who: Figure, place: Point, *, lands: bool = False) -> Option:
    args = {"figure": who.id, "to": list(place)} | ({"level": 0} if lands else {})
    return Option("leap", args, ("cappa.2.2.3c", "cappa.2.2.3d"))


def _leap_on(who: Figure, enemy: Figure) -> Option:
    return Option("leap", {"figure": who.id, "target": enemy.id}, ("cappa.2.2.3c", "cappa.2.2.3.h6"))


def _lands(s: SkirmishState, who: Figure, on: Journey, heading: int) -> Point | None:
    """Where he comes down who leaps as far as he can: beyond his Mov, and at nobody (cappa.2.2.3.h6)."""
    way = cut_at_swamp(s, who, on, farthest(on, heading))
    if way.end == (who.x, who.y) or way.length <= speed(s, who) or not is_free(s, who, *way.end):
        return None
    return None if engages(s, who, way.end) else way.end


def has_means(s: SkirmishState, figure: Figure) -> bool:
    """Whether a cart, a table, a window or a gutter is within 1 um of him (cappa.2.2.3.h2)."""
    ground, here = field(s).terrain, base_of(s, figure).outline
    near = tables().lengths.means_at_hand + tables().lengths.tolerance
    return any(ground.within(one.feature.id, here, near) for one in ground.of_kinds(MEANS))


def leap_journey(s: SkirmishState, figure: Figure, far: int, ignoring: Collection[str] = ()) -> Journey:
    """With a means at hand obstacles are no hindrance (cappa.2.2.3.h2); enemy zones always are (cappa.2.2.3.h6)."""
    if not has_means(s, figure):
        return journey(s, figure, far, ignoring=ignoring) if ignoring else walk(s, figure, far)
    return Journey(
        field(s),
        scene(s).bases,
        base_of(s, figure),
        far,
        going=going(figure) + LEAP,
        zones=zones_against(s, figure, ignoring),
        ranks=closed_ranks(s, figure),
    )


def _sprawl(g: SkirmishGame, who: Figure, towards: Point) -> Procedure[None]:
    """His full Mov in the direction he wanted, as far as the ground lets him, and down (cappa.2.2.3e)."""
    on = walk(g.state, who, speed(g.state, who))
    way = farthest(on, heading_of(towards[0] - who.x, towards[1] - who.y))
    go(g, who, cut_at_swamp(g.state, who, on, way), "improvised", ("cappa.2.2.3e",))
    yield from fall(g, who, 0)


# Down from a window or a wall


Descent = tuple[Point, ...]  # where one comes to the ground, and how far one gets that way at the most


def descents(s: SkirmishState, who: Figure, far: int) -> Iterator[Descent]:
    """Out of a window or off a wall with a means at hand: drops are no hindrance (cappa.2.2.3.h2)."""
    if not who.level or not has_means(s, who):
        return
    bars = [one.outline for one in openings_at(s, who)]
    if not building_of(s, who):
        bars = [bar.outline for bar in stops_near(s, who) if s.ground.is_climbed(bar.by)]
    for bar in bars:
        below = brought_to(who, bar)  # whoever stands at a window need not touch it, cappa.geo.47
        foot = crossing_place(journey(s, below, far), bar, tables().lengths.crossing)
        if isinstance(foot, Refusal):
            continue
        heading = heading_of(foot[0] - who.x, foot[1] - who.y)
        left = far - way_length(((who.x, who.y), foot))
        if left < 0:
            continue
        below.x, below.y = foot
        end = farthest(walk(s, below, left), heading).end
        yield tuple(dict.fromkeys((foot, end)))


def _descend(g: SkirmishGame, who: Figure, place: Point, passed: bool) -> Procedure[None]:
    """Down to the ground; who fails goes as far as his Mov carries him, at least to the foot, and falls so deep."""
    s = g.state
    if not passed:
        short = (one for one in descents(s, who, speed(s, who)) if _leads_to(who, one, place))
        found = next((one[-1] for one in short), None)
        far = tables().lengths.improvised_move
        place = found or next(one[0] for one in descents(s, who, far) if place in one)
    drop = level(s, who)
    length = way_length(((who.x, who.y), place))
    rule = "cappa.2.2.3c" if passed else "cappa.2.2.3e"
    go(g, who, Way(((who.x, who.y), place), length, length), "improvised", (rule,))
    who.level = 0
    if passed:
        return
    mo, wounds = who.line.mo, who.wounds
    yield from fall(g, who, drop - level(s, who))
    if who.wounds > wounds:
        yield from after_attack(g, [Harm(who.id, "fall", True, True, True, mo)])  # cappa.2.3a


def _leads_to(who: Figure, descent: Descent, place: Point) -> bool:
    """Whether a way down goes in the direction of a place."""
    foot = descent[0]
    return heading_of(foot[0] - who.x, foot[1] - who.y) == heading_of(place[0] - who.x, place[1] - who.y)


# At an enemy


def _is_leapt_at(s: SkirmishState, who: Figure, enemy: Figure) -> bool:
    """Whether only an improvised movement brings him into reach (cappa.2.2.3.h6)."""
    return may_leap_at(s, who, enemy) and way_to(s, who, enemy, reach(s, who, extra=True)) is None


def may_leap_at(s: SkirmishState, who: Figure, enemy: Figure) -> bool:
    """In sight and in a straight line; in the last phase only the shaken (cappa.2.1.5d)."""
    if s.phase == "last" and not s.is_shaken(enemy):
        return False
    if not may_charge(s, who) or not within(s, who, enemy, tables().lengths.improvised_move):
        return False
    return sees_party(s, who, enemy) and _bound(s, who, enemy) is not None


def _bound(s: SkirmishState, who: Figure, enemy: Figure) -> Way | None:
    """The straight way into contact."""
    far = tables().lengths.improvised_move + tables().lengths.tolerance
    on = leap_journey(s, who, far, ignoring=targets_of(s, enemy))
    way = on.contact(base_of(s, enemy).outline)
    if not isinstance(way, Way) or len(way.points) > 2 or not is_free(s, who, *way.end):
        return None
    return way if cut_at_swamp(s, who, on, way).end == way.end else None


def _leap_at(g: SkirmishGame, who: Figure, target: Figure) -> Procedure[None]:
    """A charge through the air: the target answers while he leaps; arrived he has the impetus (cappa.2.2.3.h6)."""
    s = g.state
    g.tell(ChargeDeclared(who.id, target.id))
    if not (yield from take_test(g, who, "improvised")).passed:
        yield from _sprawl(g, who, (target.x, target.y))
        g.tell(ChargeEnded(who.id, target.id, False))
        return
    yield from hear_charger(g, who, target)
    yield from rouse(g, target, "charge")
    cried = yield from cry_back(g, target, who)
    if not cried:
        yield from reaction(g, who, target, gap(s, who, target), tables().lengths.improvised_move)
    if not who.is_up or who.shaken:
        return
    way = _bound(s, who, target) if target.is_up else None
    if way is not None and target.fled_from == who.id:
        way = yield from whether_on(g, who, target, way)
    if way is not None:
        go(g, who, way, "improvised", ("cappa.2.2.3.h6",))
        who.charged, who.charged_this_turn = target.id, True
    g.tell(ChargeEnded(who.id, target.id, way is not None))
