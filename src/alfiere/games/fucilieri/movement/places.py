"""Sensible ways for a unit to go: what is worth trying, no rules in it; ``judging`` says what of it is allowed.

They come in groups, so that who draws one at random works out that one alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final, TypeAlias

from alfiere.battles.ways import NEAREST, Legs, nearest, squared, turn_to, turned_ahead
from alfiere.games.fucilieri.movement.judging import Outset, may_change, wheel
from alfiere.games.fucilieri.orders.demands import ATTACK_RULE
from alfiere.games.fucilieri.state.unit import UNLIMBERED
from alfiere.table.fronts import beside_pose
from alfiere.table.legs import LEFT, RIGHT, WHOLE, Shift, Turn, after
from alfiere.table.offers import farthest, legs_to
from alfiere.table.shapes import Point, box, centre

APPROACH: Final = "approach"
FACED: Final = 9_000  # hundredths: enemies so near one might want to look at
BESIDE: Final = 4_000  # and friends one might join
SHORTEST: Final = 10  # hundredths: by less nobody thinks of moving who need not
WHEELS: Final = (225, 450, 900)
TURNS: Final = (-1350, -900, -450, 450, 900, 1350, 1800)


def groups(o: Outset) -> tuple[str, ...]:
    """The groups that may hold something for a unit, at a glance."""
    unit, pace = o.unit, o.here.pace(o.start)
    if o.demand is not None and o.required:
        is_attack = o.demand.rule == ATTACK_RULE
        formed = ("formed",) if is_attack and may_change(unit) and len(o.changes) else ()
        if unit.formation == UNLIMBERED or pace.is_free:
            return (APPROACH, *formed)
        return (APPROACH, "half", "oblique", "wheel", *formed) if is_attack else (APPROACH,)
    found = ["ahead", "half"] if pace.speed else []
    found += ["facing", "turned"] if unit.formation == UNLIMBERED else ["facing"]
    if pace.speed:
        found.append("back")
        found += ["round"] if pace.is_free else ["oblique"]
        found += ["wheel", "about"] if pace.wheels else []
        found += ["beside", "places"] if pace.wheels or pace.is_free else []
    if may_change(unit) and len(o.changes):
        found.append("formed")
    return tuple(found)


def ways(o: Outset, group: str) -> Iterator[Legs]:
    """The legs of one group."""
    return (legs for finder in FINDERS[group] for legs in finder(o) if legs)


def _approach(o: Outset) -> Iterator[Legs]:
    yield from o.approaches()


def _straight(aside: int, part: int, o: Outset) -> Iterator[Legs]:
    """As far as it gets in a direction with all it has, or a part of it."""
    for move in farthest(o.here, o.start, (aside,), WHOLE // part):
        (leg,) = move.legs
        if isinstance(leg, Shift) and leg.length >= SHORTEST:
            yield move.legs


def _wheel(angle: int, o: Outset) -> Iterator[Legs]:
    yield from turned_ahead(o.here, o.start, wheel(angle), WHOLE)


def _turned(angle: int, o: Outset) -> Iterator[Legs]:
    yield (Turn(angle),)


def _about(o: Outset) -> Iterator[Legs]:
    yield (Turn(1800),)
    yield from o.turned_about()


def _facing(o: Outset) -> Iterator[Legs]:
    """A turn to the nearest enemies, by whatever way it turns."""
    turns_in_place = not o.here.pace(o.start).wheels
    for enemy in nearest(o.start.pose.point, o.s.foes(o.unit.seat), FACED):
        angle = turn_to(o.start, enemy.pose.point)
        if angle:
            yield (Turn(angle) if turns_in_place else wheel(angle),)


def _beside(o: Outset) -> Iterator[Legs]:
    """Side by side with the nearest friends of its command."""
    s, pace = o.s, o.here.pace(o.start)
    friends = (one for one in s.units_of(o.unit.command) if one is not o.unit and not one.post)
    for friend in nearest(o.start.pose.point, friends, BESIDE):
        for hand in (LEFT, RIGHT):
            pose = beside_pose(o.start.shape, s.base(friend), hand)
            if pose != o.start.pose:
                yield from legs_to(pace, o.start, pose)


def _place(number: int, o: Outset) -> Iterator[Legs]:
    """Towards one of the nearest places that count."""
    here = o.start.pose.point
    for point in sorted(middles(o), key=lambda point: squared(here, point))[number : number + 1]:
        yield from o.towards(point)


def middles(o: Outset) -> Iterator[Point]:
    """The middles of buildings and of the places that count."""
    for piece in o.s.ground.pieces.values():
        if piece.is_building or piece.id in o.s.scenario.places:
            yield centre(box(piece.outline))


def _formed(o: Outset) -> Iterator[Legs]:
    """A change of formation and then ahead, or the other way round; on the spot it is a deed of its own."""
    for change in o.changes.values():
        paid = o.here.pace(o.start).changes.get(change.formation, WHOLE)
        if paid >= WHOLE:
            continue
        there = o.table(change.formation)
        for move in farthest(there, after(o.start, change), (0,), WHOLE - paid, (o.start,)):
            yield change, *move.legs
        for move in farthest(o.here, o.start, (0,), WHOLE - paid):
            yield *move.legs, change


Finder: TypeAlias = Callable[[Outset], Iterator[Legs]]
FINDERS: Final[Mapping[str, tuple[Finder, ...]]] = {
    APPROACH: (_approach,),
    "ahead": (partial(_straight, 0, 1),),
    "half": (partial(_straight, 0, 2),),
    "back": tuple(partial(_straight, 1800, part) for part in (1, 2)),
    "oblique": tuple(partial(_straight, aside, part) for part in (1, 2) for aside in (225, 3375, 450, 3150)),
    "round": tuple(partial(_straight, aside, part) for part in (1, 2) for aside in (450, 900, 1350, 2250, 2700, 3150)),
    "wheel": tuple(partial(_wheel, hand * angle) for angle in WHEELS for hand in (-1, 1)),
    "turned": tuple(partial(_turned, angle) for angle in TURNS),
    "about": (_about,),
    "facing": (_facing,),
    "beside": (_beside,),
    "places": tuple(partial(_place, number) for number in range(NEAREST)),
    "formed": (_formed,),
}
