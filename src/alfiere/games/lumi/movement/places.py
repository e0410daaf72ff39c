"""Sensible ways for a unit to go: what is worth trying, no rules in it; ``judging`` says what of it is allowed.

They come in groups, so that who draws one at random works out that one alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final, TypeAlias

from alfiere.battles.ways import NEAREST, Legs, nearest, squared, turn_to, turned_ahead
from alfiere.games.lumi.movement.judging import Outset
from alfiere.games.lumi.state.base import DEPLOYED, OPEN
from alfiere.games.lumi.state.unit import form, speed
from alfiere.table.fronts import beside_pose
from alfiere.table.legs import LEFT, RIGHT, WHOLE, Shift, Turn
from alfiere.table.manoeuvre import Manoeuvre
from alfiere.table.measuring import root_up
from alfiere.table.offers import farthest, legs_to
from alfiere.table.shapes import Outline, Point, box, centre

FACED: Final = 1_200  # hundredths: enemies so near one might want to look at
WHEELS: Final = (450, 900)
TURNS: Final = (-900, -450, 450, 900, 1800)


def groups(o: Outset) -> tuple[str, ...]:
    """The groups that may hold something for a unit, at a glance."""
    how, s, unit = form(o.s, o.unit), o.s, o.unit
    if o.owners:
        return ("facing", *(("back",) if how.steps_back else ()))
    found = ["turned" if unit.formation == DEPLOYED or how.turns_freely else "wheel"]
    if speed(s, unit):
        found += ["ahead", "places", "beside"] if unit.formation != DEPLOYED else ["ahead", "back"]
    found += ["oblique"] if how.moves_obliquely else []
    found += ["sideways"] if how.moves_sideways else []
    found += ["back"] if how.steps_back else []
    found += ["about"] if how.turns_about else []
    found += ["formed"] if len(o.changes()) else []
    if s.foes(unit.seat):
        found.append("facing")
    return tuple(found)


def ways(o: Outset, group: str) -> Iterator[Legs]:
    """The legs of one group."""
    return (legs for finder in FINDERS[group] for legs in finder(o) if legs)


def _straight(aside: int, part: int, o: Outset) -> Iterator[Legs]:
    """As far as it gets in a direction with all it has, or a part of it."""
    m = o.together()
    for move in farthest(m, m.body, (aside,), WHOLE // part):
        yield move.legs


def _sideways(aside: int, o: Outset) -> Iterator[Legs]:
    yield (Shift(o.s.tables.distances.sideways, aside),)


def _wheel(angle: int, o: Outset) -> Iterator[Legs]:
    m = o.together()
    yield from turned_ahead(m, m.body, _to(angle), WHOLE)


def _to(angle: int) -> Turn:
    """A wheel forward."""
    return Turn(angle, LEFT if angle < 0 else RIGHT)


def _turned(angle: int, o: Outset) -> Iterator[Legs]:
    """A turn on the spot, and ahead after it for nothing more."""
    yield (Turn(angle),)
    yield from _on(o, Turn(angle), 0)


def _about(o: Outset) -> Iterator[Legs]:
    yield (Turn(1800),)
    yield from _on(o, Turn(1800), o.s.tables.shares.about)


def _on(o: Outset, turn: Turn, paid: int) -> Iterator[Legs]:
    """Ahead after a turn on the spot."""
    m = o.together(o.together().after(turn))
    for move in farthest(m, m.body, (0,), WHOLE - paid):
        yield turn, *move.legs


def _facing(o: Outset) -> Iterator[Legs]:
    """A turn to the nearest enemies, by whatever way it turns; guns as far as they can."""
    m, most = o.together(), o.s.tables.angles.gun_turn
    for enemy in nearest(m.body.pose.point, o.s.foes(o.unit.seat), FACED):
        angle = turn_to(m.body, enemy.pose.point)
        if not angle:
            continue
        if o.unit.formation == DEPLOYED:
            yield (Turn(max(-most, min(most, angle))),)
        elif o.unit.formation == OPEN:
            yield (Turn(angle),)
        else:
            yield (_to(angle),)


def _beside(o: Outset) -> Iterator[Legs]:
    """Side by side with the nearest friends of its brigade, as they would have to stand to be one with it."""
    s, m = o.s, o.together()
    brigade = s.bases[o.unit.id].brigade
    friends = (one for one in s.side(o.unit.seat) if one.brigade == brigade and one.id not in o.unit.ids and brigade)
    for friend in nearest(m.body.pose.point, friends, 3 * speed(s, o.unit)):
        for hand in (LEFT, RIGHT):
            pose = beside_pose(m.body.shape, s.base(friend), hand)
            if pose != m.body.pose:
                yield from legs_to(m.pace(m.body), m.body, pose)


def _place(number: int, o: Outset) -> Iterator[Legs]:
    """Towards one of the nearest places that count."""
    m = o.together()
    here = m.body.pose.point
    points = sorted(middles(o), key=lambda point: squared(here, point))
    for point in points[number : number + 1]:
        far, angle = root_up(squared(here, point)), turn_to(m.body, point)
        if abs(angle) <= 1_200:
            yield from towards(o, m, angle, far)


def towards(o: Outset, m: Manoeuvre, angle: int, far: int) -> Iterator[Legs]:
    body = o.together().body
    if not angle:
        yield from (move.legs for move in farthest(m, body, (0,)))
    elif o.unit.formation == OPEN:
        yield from _on(o, Turn(angle), 0)
    else:
        yield from turned_ahead(m, body, _to(angle), WHOLE, far)


def middles(o: Outset) -> Iterator[Point]:
    """The middles of the places that count, and of buildings."""
    for piece in o.s.ground.pieces.values():
        if piece.id in o.s.scenario.places or piece.is_building:
            yield centre(box(Outline(piece.points)))


def _formed(o: Outset) -> Iterator[Legs]:
    """A change of formation and then ahead, or the other way round; on the spot it is an order of its own."""
    m = o.together()
    for change in o.changes().values():
        paid = m.pace(m.body).changes.get(change.formation, WHOLE)
        if paid >= WHOLE:
            continue
        then = o.reformed(change)
        if then is not None:
            there = o.together(then)
            for move in farthest(there, there.body, (0,), WHOLE - paid):
                yield change, *move.legs
        for move in farthest(m, m.body, (0,), WHOLE - paid):
            yield *move.legs, change


Finder: TypeAlias = Callable[[Outset], Iterator[Legs]]
FINDERS: Final[Mapping[str, tuple[Finder, ...]]] = {
    "ahead": tuple(partial(_straight, 0, part) for part in (1, 2)),
    "oblique": tuple(partial(_straight, aside, part) for part in (1, 2) for aside in (225, 3375)),
    "sideways": tuple(partial(_sideways, aside) for aside in (900, 2700)),
    "back": tuple(partial(_straight, 1800, part) for part in (1, 2)),
    "wheel": tuple(partial(_wheel, hand * angle) for angle in WHEELS for hand in (-1, 1)),
    "turned": tuple(partial(_turned, angle) for angle in TURNS),
    "about": (_about,),
    "facing": (_facing,),
    "beside": (_beside,),
    "places": tuple(partial(_place, number) for number in range(NEAREST)),
    "formed": (_formed,),
}
