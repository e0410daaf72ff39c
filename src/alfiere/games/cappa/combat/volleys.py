"""Chapter 6.6, fire of a squad: one line of sight for all, a die for each, and who falls in the squad it strikes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import prod
from operator import attrgetter
from typing import NamedTuple

from alfiere.games.cappa.combat.fire import add_own, add_posture, damage_of, may_be_shot, range_of
from alfiere.games.cappa.ground.engaged import are_fighting
from alfiere.games.cappa.ground.ground import gap, in_cover, level
from alfiere.games.cappa.ground.gun_places import note_hit
from alfiere.games.cappa.ground.sight import sees
from alfiere.games.cappa.morale.morale_tests import present
from alfiere.games.cappa.movement.movement import is_climbing
from alfiere.games.cappa.people.impulses import Actor, bodies
from alfiere.games.cappa.people.loads import is_laden
from alfiere.games.cappa.people.muster import is_measured
from alfiere.games.cappa.sheets.abilities import SHARPSHOOTER
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.sheets.weapons import Weapon
from alfiere.games.cappa.state.fortune import DAMAGE, TO_HIT, cast
from alfiere.games.cappa.state.odds import each_once, faces
from alfiere.games.cappa.state.own_values import add_own_value
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.events import VolleyFired
from alfiere.games.cappa.weaponry.ammunition import count_volley
from alfiere.games.cappa.weaponry.arms import discharge, missiles
from alfiere.games.cappa.weaponry.blows import FORMED, armour_class
from alfiere.games.cappa.weaponry.wounds import RIDER, Harm, harm, who_is_struck
from alfiere.kernel.decision import Option, Seat
from alfiere.kernel.event import Tally
from alfiere.kernel.odds import added, at_most
from alfiere.kernel.procedure import Procedure, choose
from alfiere.kernel.prospect import Prospect

LEADER = "leader"  # a type of his own among those who fall
HINDRANCES = {"cover", "prone", "high cover", "target moved", "shooter moved"}  # what another line may avoid


class Aim(NamedTuple):
    """From whom to whom a squad's fire is measured (cappa.6.6.1a)."""

    member: Figure
    mark: Figure
    distance: int


# Where to


def aim_at(s: SkirmishState, squad: Squad, target: Actor) -> Aim | None:
    """The shortest free line from any member to any of the target; members do not hide one another (cappa.geo.35)."""
    return _first_free(s, squad, target, _lines(s, squad, target))


def _lines(s: SkirmishState, squad: Squad, target: Actor) -> list[Aim]:
    """Every line from a member to one of the target, free or not, the shortest first."""
    lines = [Aim(one, mark, gap(s, one, mark)) for one, mark in product(bodies(s, squad), _bodies_of(s, target))]
    lines.sort(key=attrgetter("distance"))  # of equal ones the first in the order of the squads
    return lines


def _first_free(s: SkirmishState, squad: Squad, target: Actor, lines: list[Aim]) -> Aim | None:
    through = _transparent(squad, target)
    return next((line for line in lines if sees(s, line.member, line.mark, through)), None)


def line_of(s: SkirmishState, squad: Squad, target: Actor, option: Option | None) -> Aim | None:
    """The line its player has chosen, while it is free, or else the shortest (cappa.6.6b)."""
    member, mark = (s.figures.get(str(option.get(name) or "")) if option else None for name in ("from", "mark"))
    if member is not None and mark is not None and member in bodies(s, squad) and mark in _bodies_of(s, target):
        if sees(s, member, mark, _transparent(squad, target)):
            return Aim(member, mark, gap(s, member, mark))
    return aim_at(s, squad, target)


def better_lines(s: SkirmishState, squad: Squad, target: Actor, aim: Aim) -> list[Aim]:
    """Other lines its player may choose, each of which gains something on the shortest (cappa.6.6b)."""
    usual = _worth(s, squad, target, aim)
    names = {name for tally in usual[2:] for _, name, _ in tally.lines} if usual else set()
    if not usual or not names & HINDRANCES:
        return []
    found: dict[tuple[int, int], Aim] = {}
    for member in bodies(s, squad):
        for mark in _bodies_of(s, target):
            if sees(s, member, mark, _transparent(squad, target)):
                other = Aim(member, mark, gap(s, member, mark))
                worth = _worth(s, squad, target, other)
                if worth and (worth[0] > usual[0] or worth[1] > usual[1]):
                    known = found.get(worth[:2])
                    found[worth[:2]] = other if known is None or other.distance < known.distance else known
    return list(found.values())


def _worth(s: SkirmishState, squad: Squad, target: Actor, aim: Aim) -> tuple[int, int, Tally, Tally] | None:
    """What a line is worth: all the Ti together, and the CA that the first shooter meets."""
    firing = shooters(s, squad, aim, target)
    if not firing:
        return None
    one, _, weapon, tally = firing[0]
    armour = volley_armour(s, one, weapon, aim, target)
    return sum(ti.total for *_, ti in firing), armour.total, tally, armour


def _transparent(squad: Squad, target: Actor) -> set[str]:
    """Neither the squad that fires nor the one it fires at hides its own members (cappa.geo.35)."""
    return {*squad.members, *(target.members if isinstance(target, Squad) else ())}


def _bodies_of(s: SkirmishState, who: Actor) -> list[Figure]:
    """Whom fire at somebody may strike; a squad's man with a die of his own still belongs to it (cappa.2.1.2.h6)."""
    return [who] if isinstance(who, Figure) else [one for one in present(s, who) if not one.acts_alone]


def shooters(s: SkirmishState, squad: Squad, aim: Aim, target: Actor) -> list[tuple[Figure, str, Weapon, Tally]]:
    """Every member with a loaded weapon that reaches so far, and some chance (cappa.6.6.1b, cappa.6.6.1.h1)."""
    found: dict[str, tuple[Figure, str, Weapon, Tally]] = {}
    for one, code, weapon in armed(s, squad):
        if one.id not in found and weapon.band(aim.distance) is not None:
            tally = volley_tally(s, one, weapon, aim, target)
            if tally.total > 0:
                found[one.id] = (one, code, weapon, tally)
    return list(found.values())


def armed(s: SkirmishState, squad: Squad) -> list[tuple[Figure, str, Weapon]]:
    """Every weapon of the squad that is ready to be fired in a volley, however far it carries."""
    free = [one for one in bodies(s, squad) if not is_laden(s, one) and not is_climbing(s, one)]
    ready = ((one, code, used) for one in free for code, used in missiles(one))  # cappa.4.3.7.h2, cappa.4.3.3.h2
    return [one for one in ready if one[2].is_firearm or one[2].is_bow or one[2].is_thrown_once]


def volley_tally(s: SkirmishState, shooter: Figure, weapon: Weapon, aim: Aim, target: Actor) -> Tally:
    """A member's Ti at the common distance (cappa.6.6.1a)."""
    tally = Tally("fire")
    add_own_value(tally, shooter.sheet, shooter.line.ti or 0, "Ti", "cappa.6.6.1b")
    band = weapon.band(aim.distance)
    assert band is not None  # whose weapon does not reach so far does not fire
    tally.add(band.hit, range_of(weapon, band), "cappa.5.1.3b")
    here = _bodies_of(s, target)
    if all(one.is_mounted for one in here):
        tables().fire.count("mounted target", tally)
    add_own(s, shooter, weapon, tally, aim.member)
    if aim.mark.moved > tables().lengths.moved_far + tables().lengths.tolerance:  # cappa.5.1.3.h1
        tables().fire.count("target moved", tally)
    return tally


def volley_armour(s: SkirmishState, shooter: Figure, weapon: Weapon, aim: Aim, target: Actor) -> Tally:
    """The CA of the target; a formed squad is easier to wound, half in cover is in cover (cappa.5.1.3m)."""
    tally = Tally("armour")
    tally.add(armour_class(s, aim.mark), "CA", "cappa.6.6.1c")
    band = weapon.band(aim.distance)
    assert band is not None  # whose weapon does not reach so far does not fire
    tally.add(damage_of(s, weapon, band), range_of(weapon, band), "cappa.5.1.3i")
    if is_covered(s, aim.member, target):
        tables().fire.count("cover", tally)
    add_posture(s, aim.mark, level(s, aim.member), tally)
    if isinstance(target, Squad) and target.formation in FORMED:
        tables().fire.count("dense target", tally)
    if SHARPSHOOTER in shooter.sheet.abilities and weapon.is_firearm:
        tables().fire.count("sharpshooter", tally)
    return tally


def is_covered(s: SkirmishState, shooter: Figure, target: Actor) -> bool:
    """A squad when half or more of it cannot be shot at or is in cover (cappa.5.1.3o)."""
    here = _bodies_of(s, target)
    through = target.members if isinstance(target, Squad) else ()
    safe = sum(1 for one in here if in_cover(s, shooter, one) or not sees(s, shooter, one, through))
    return 2 * safe >= len(here)


def targets(s: SkirmishState, squad: Squad) -> Iterator[Actor]:
    """Lone enemies and enemy squads as a body; never their leader by himself (cappa.6.6a, cappa.6.6.2d)."""
    here = bodies(s, squad)
    ready = armed(s, squad) if here else []
    if not ready or are_fighting(s, here):
        return  # cappa.5.1.5c
    farthest = max(weapon.farthest for _, _, weapon in ready)
    everybody: list[Actor] = [one for one in s.may_attack(squad) if one.acts_alone]  # cappa.6.1.h2
    everybody += [one for one in s.squads.values() if one.seat != squad.seat and _bodies_of(s, one)]
    for target in everybody:
        if may_be_shot(s, _bodies_of(s, target)[0]):  # a melee of one keeps fire off all of them
            lines = _lines(s, squad, target)
            if is_measured(s) and lines[0].distance > farthest:
                continue  # whoever of them can be seen
            aim = _first_free(s, squad, target, lines)
            if aim is not None and (not is_measured(s) or shooters(s, squad, aim, target)):
                yield target  # whoever may not measure may fire too far


# The volley


class Volley(NamedTuple):
    """A squad's fire as rolled: how many hits and wounds, on whom, who was in the open, from where it came.

    ``owed``: where the types of a squad differ in CA, how many wounds each has taken (cappa.6.6.1.h2).
    """

    target: str
    hits: int
    wounds: int
    exposed: tuple[str, ...]
    in_open: bool
    member: str
    owed: Mapping[str, int] | None


def roll_volley(g: SkirmishGame, squad: Squad, aim: Aim, target: Actor) -> Procedure[Volley]:
    """A die for each member who can reach, a second for each hit (cappa.6.6.1b, cappa.6.6.1c).

    The leader's are his own, which experience may change (cappa.9.1.2a).
    """
    s = g.state
    firing = shooters(s, squad, aim, target)
    dice = []
    for one, _, _, tally in firing:
        dice.append((yield from cast(g, one, TO_HIT, tally.total)).score)
    hits = [one for one, roll in zip(firing, dice, strict=True) if roll <= one[3].total]
    if hits and s.guns:
        note_hit(s, target, squad.seat, firearms=any(weapon.is_firearm for _, _, weapon, _ in hits))
    kinds, armour = meets(s, [(one, weapon) for one, _, weapon, _ in hits], aim, target)
    damage = []
    for (one, *_), ca in zip(hits, armour, strict=True):
        damage.append((yield from cast(g, one, DAMAGE, ca.total)).score)
    pierced = [roll <= ca.total for roll, ca in zip(damage, armour, strict=True)]
    wounds = sum(pierced)
    owed = Counter(kind for kind, through in zip(kinds, pierced, strict=True) if through) if kinds else None
    open_line = _transparent(squad, target)
    exposed = tuple(
        one.id for one in _bodies_of(s, target) if any(sees(s, shooter, one, open_line) for shooter, *_ in firing)
    )
    in_open = not is_covered(s, aim.member, target)
    g.tell(
        VolleyFired(
            squad.id,
            target.id,
            aim.member.id,
            tuple(one.id for one, *_ in firing),
            tuple(tally for *_, tally in firing),
            tuple(dice),
            tuple(armour),
            tuple(damage),
            wounds,
        )
    )
    for one, code, _, _ in firing:
        discharge(s, one, code, aim.mark.x, aim.mark.y, aim.mark.level)
    count_volley(s, bodies(s, squad), {one.id: code for one, code, _, _ in firing})
    return Volley(target.id, len(hits), wounds, exposed, in_open, aim.member.id, owed)


def meets(
    s: SkirmishState, hits: list[tuple[Figure, Weapon]], aim: Aim, target: Actor
) -> tuple[list[str], list[Tally]]:
    """What each hit's second die is rolled against, with the type it falls on where that matters (cappa.6.6.1.h2)."""
    marks = marks_of(s, hits[0], aim, target) if hits else {}
    if not marks or not isinstance(target, Squad):
        return [], [volley_armour(s, one, used, aim, target) for one, used in hits]
    kinds = fall_on(s, target, len(hits))
    pairs = zip(hits, (aim._replace(mark=marks[kind]) for kind in kinds), strict=True)
    return kinds, [volley_armour(s, one, used, at, target) for (one, used), at in pairs]


def marks_of(s: SkirmishState, hit: tuple[Figure, Weapon], aim: Aim, target: Actor) -> dict[str, Figure]:
    """Of each type in a mixed squad the one who stands for it, the nearest; nobody where all have the same CA.

    Then the owner of the squad is free to choose within cappa.6.6.2.h1.
    """
    if not isinstance(target, Squad):
        return {}
    marks: dict[str, Figure] = {}
    for one in sorted(_bodies_of(s, target), key=lambda one: (one.id != aim.mark.id, gap(s, aim.member, one), one.id)):
        marks.setdefault(kind_of(target, one), one)
    met = {volley_armour(s, *hit, aim._replace(mark=one), target).total for one in marks.values()}
    return marks if len(met) > 1 else {}


def fall_on(s: SkirmishState, squad: Squad, hits: int) -> list[str]:
    """The types on which the hits at a mixed squad fall, in their proportion, the leader last (cappa.6.6.1.h2)."""
    kinds = Counter(kind_of(squad, one) for one in _bodies_of(s, squad))
    whole = sum(kinds.values())
    count = min(hits, whole)
    given = least_of(s, squad, count)
    order = sorted(kinds, key=lambda kind: (kind == LEADER, -(count * kinds[kind] % whole), -kinds[kind], kind))
    for kind in order:  # what the whole parts leave over goes where the most is cut off
        if sum(given.values()) < count and given[kind] < kinds[kind]:
            given[kind] += 1
    given[order[-1]] += hits - count  # cappa.6.6.2.h2
    return [kind for kind in order for _ in range(given[kind])]


def apply_volley(g: SkirmishGame, volley: Volley, seat: Seat) -> Procedure[list[Harm]]:
    """One character takes all of it; in a squad each wound is another's (cappa.6.6.2a, cappa.6.6.2b)."""
    s = g.state
    squad = s.squads.get(volley.target)
    if squad is None:
        return _all_on_one(g, s.figures[volley.target], volley, seat)
    harms: list[Harm] = []
    shooter = s.figures[volley.member]
    fallen = yield from casualties(g, squad, volley.wounds, volley.exposed, owed=volley.owed, shooter=shooter)
    for name in fallen:
        if s.figures[name].is_up:
            harms += _wounded(g, s.figures[name], seat, volley.in_open)
    return harms


def _all_on_one(g: SkirmishGame, figure: Figure, volley: Volley, seat: Seat) -> list[Harm]:
    harms: list[Harm] = []
    for number in range(volley.hits):
        if figure.is_up:
            hurt = number < volley.wounds
            harms += _wounded(g, figure, seat, volley.in_open) if hurt else _hit(g, figure, volley.in_open)
    return harms


def _hit(g: SkirmishGame, figure: Figure, in_open: bool) -> list[Harm]:
    return harm(g, figure, "fire", False, RIDER, in_open)


def _wounded(g: SkirmishGame, figure: Figure, seat: Seat, in_open: bool) -> list[Harm]:
    struck = who_is_struck(g, figure, seat, "cappa.5.1.7a") if figure.is_mounted else RIDER
    return harm(g, figure, "fire", True, struck, in_open)


# Who falls


def shares(kinds: Mapping[str, int], wounds: int) -> dict[str, int]:
    """How many of each kind must fall at least, to keep their proportion (cappa.6.6.2c, cappa.6.6.2.h1)."""
    whole = sum(kinds.values())
    return {kind: wounds * count // whole for kind, count in kinds.items()}


def kind_of(squad: Squad, figure: Figure) -> str:
    """The type of a member; its leader is a type of his own (cappa.6.6.2.h3)."""
    return LEADER if figure.id == squad.leader else figure.sheet.id


def least_of(s: SkirmishState, squad: Squad, wounds: int) -> dict[str, int]:
    """How many of each type must fall at least; the leader is never forced to (cappa.6.6.2.h3)."""
    kinds = Counter(kind_of(squad, one) for one in _bodies_of(s, squad))
    return shares(kinds, min(wounds, sum(kinds.values()))) | {LEADER: 0}


def casualties(
    g: SkirmishGame,
    squad: Squad,
    wounds: int,
    exposed: Iterable[str],
    *,
    owed: Mapping[str, int] | None = None,
    shooter: Figure | None = None,
) -> Procedure[list[str]]:
    """The members who take a wound each, chosen by their owner within the rules (cappa.6.6.2b).

    ``owed``: how many of each type, where that is settled already; ``shooter``: from whom the distance is taken.
    """
    s = g.state
    here = _bodies_of(s, squad)
    least = least_of(s, squad, wounds)
    if owed is not None:
        least = {kind: owed.get(kind, 0) for kind in least} | {LEADER: 0}
    seen = set(exposed)
    taken: list[str] = []
    for left in range(min(wounds, len(here)), 0, -1):
        pool = _eligible(s, squad, [one for one in here if one.id not in taken], least, left, seen, shooter)
        options = [Option("lose", {"figure": one.id}, ("cappa.6.6.2b",)) for one in pool]
        chosen = yield from choose(squad.seat, "casualty", options, {"squad": squad.id}, ("cappa.6.6.2b",))
        taken.append(chosen["figure"])
        kind = kind_of(squad, s.figures[taken[-1]])
        least[kind] = max(0, least[kind] - 1)
    taken += [squad.leader] * (wounds - len(here) if squad.leader in taken else 0)  # cappa.6.6.2.h2
    return taken


def _eligible(
    s: SkirmishState,
    squad: Squad,
    left: list[Figure],
    least: Mapping[str, int],
    wounds: int,
    seen: set[str],
    shooter: Figure | None,
) -> list[Figure]:
    """Who may be chosen next: of the type that is owed, those who could be shot at, then the nearest of the others."""
    if sum(least.values()) >= wounds:
        left = [one for one in left if least[kind_of(squad, one)]] or left
    front = [one for one in left if one.id in seen]
    if front and not (len(front) == 1 and front[0].id == squad.leader and len(left) > 1):
        left = front
    elif shooter is not None:  # cappa.6.6.2.h2
        others = [one for one in left if one.id != squad.leader] or left
        near = min(gap(s, shooter, one) for one in others)
        left = [one for one in left if one.id == squad.leader or gap(s, shooter, one) == near]
    return sorted(left, key=lambda one: (one.id == squad.leader, one.id))


# What it may bring


def volley_prospects(s: SkirmishState, squad: Squad, target: Actor, option: Option) -> list[Prospect]:
    """A die for each who can reach, a second for each hit (cappa.6.6.1b, cappa.6.6.1c)."""
    aim = line_of(s, squad, target, option)
    firing = shooters(s, squad, aim, target) if aim is not None else []
    if aim is None or not firing:
        return []
    tallies = tuple(tally for *_, tally in firing)
    having = [(one, weapon) for one, _, weapon, _ in firing]
    _, armour = meets(s, having, aim, target)
    among = faces(s, squad.seat)
    hits = [at_most(tally.total, among) for tally in tallies]
    marks = marks_of(s, having[0], aim, target)
    if marks and isinstance(target, Squad):
        wounds = _mixed_wounds(s, having, hits, {kind: aim._replace(mark=one) for kind, one in marks.items()}, target)
    else:
        wounds = added(hit * at_most(ca.total, among) for hit, ca in zip(hits, armour, strict=True))
    shown = each_once((*tallies, *armour))
    return [Prospect("fire", squad.id, shown, added(hits), wounds, "wounds")]


def _mixed_wounds(
    s: SkirmishState, having: list[tuple[Figure, Weapon]], hits: list[Fraction], aims: dict[str, Aim], target: Squad
) -> dict[int, Fraction]:
    """Where the types of a squad differ in CA, every way in which the dice may hit is gone through (cappa.6.6.1.h2)."""
    among = faces(s, having[0][0].seat)
    pierce = [
        {kind: at_most(volley_armour(s, one, weapon, aim, target).total, among) for kind, aim in aims.items()}
        for one, weapon in having
    ]
    kinds = [fall_on(s, target, number) for number in range(len(having) + 1)]
    found: dict[int, Fraction] = {}
    for way in product((False, True), repeat=len(having)):
        likely = prod(hit if is_hit else 1 - hit for is_hit, hit in zip(way, hits, strict=True))
        struck = [one for one, is_hit in zip(pierce, way, strict=True) if is_hit]
        falls = zip(struck, kinds[len(struck)], strict=True)
        for number, share in added(one[kind] for one, kind in falls).items() if likely else ():
            found[number] = found.get(number, Fraction(0)) + likely * share
    return found
