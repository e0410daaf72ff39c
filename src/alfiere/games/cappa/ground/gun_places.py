"""Chapter 10.1 and 10.2, where guns are and who stands at them: bases, contact, posts round a piece."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from alfiere.games.cappa.ground.ground import base_of, going, radius, scene
from alfiere.games.cappa.sheets.characters import vehicle_base
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import Figure, Gun, SkirmishState, Squad, Thing
from alfiere.table.headings import divided
from alfiere.table.measuring import overlaps, root_up, within
from alfiere.table.room import ring, rings
from alfiere.table.shapes import Base, Disc, Outline, Point, Rect, base, edges

FIREARMS, MISSILES, MELEE = "firearms", "missiles", "melee"  # what has kept a crew from its work in this turn
STEP = 25  # hundredths between the posts along a side
JITTER = (0, 1, -1)
FAR, RING = 1150, 50  # where there is no post left one stands as near as there is room
SPOKE = 225  # tenths of a degree between the places about a mate who is at the gun


# The piece


def gun_of(s: SkirmishState, squad: Squad) -> Gun | None:
    """The gun that a squad works, if it does (cappa.10.1a)."""
    return next((gun for gun in s.guns.values() if gun.crew == squad.id), None)


def kind_of(s: SkirmishState, gun: Gun) -> str:
    """What kind of piece it is."""
    return s.things[gun.id].kind


def base_at(thing: Thing) -> Base:
    """The base of a gun or vehicle where it stands."""
    size = vehicle_base(thing.kind)
    assert size is not None  # it is a gun or vehicle
    return base(thing.id, Rect(*size), thing.x, thing.y, thing.heading)


def outlines(s: SkirmishState, gun: Gun) -> list[Outline]:
    """The ground of a gun, with its limber's if they are hooked together (cappa.10.1.h6)."""
    names = [gun.id, gun.limber] if gun.is_limbered else [gun.id]
    return [base_at(s.things[name]).outline for name in names]


# Who is there


def gunners(s: SkirmishState, squad: Squad) -> list[Figure]:
    """The gunners of a crew that are in play, at the piece or not (cappa.10.1.h4); an officer is none."""
    return [one for one in map(s.figures.__getitem__, squad.members) if one.is_up and one.id != squad.leader]


def is_at(s: SkirmishState, figure: Figure, grounds: Iterable[Outline]) -> bool:
    """Whether a base touches one of these outlines."""
    here, slack = base_of(s, figure), tables().lengths.tolerance
    return not here.floor and any(within(here.outline, one, slack) for one in grounds)


def is_served(s: SkirmishState, gun: Gun) -> bool:
    """Whether one of its gunners is in contact with it (cappa.10.1.h6)."""
    grounds = outlines(s, gun)
    return any(is_at(s, one, grounds) for one in gunners(s, s.squads[gun.crew]))


def crew_at(s: SkirmishState, gun: Gun) -> list[Figure]:
    """The gunners in contact with the piece or with one who is (cappa.10.2a); not who lies down (cappa.9.7.2.h4)."""
    able = [one for one in gunners(s, s.squads[gun.crew]) if not one.is_prone and not one.die and not one.shaken]
    grounds, slack = outlines(s, gun), tables().lengths.tolerance
    direct = [one for one in able if is_at(s, one, grounds)]
    bases = [base_of(s, one).outline for one in direct]
    return [one for one in able if one in direct or any(within(base_of(s, one).outline, at, slack) for at in bases)]


def joined(s: SkirmishState, squad: Squad, groups: list[list[Figure]]) -> list[list[Figure]]:
    """Those who touch their own gun belong together, on whichever side of it they stand (cappa.10.2a)."""
    gun = gun_of(s, squad)
    if gun is None:
        return groups
    grounds = outlines(s, gun)
    at_gun = [group for group in groups if any(is_at(s, one, grounds) for one in group)]
    if len(at_gun) < 2:
        return groups
    return [[one for group in at_gun for one in group], *(group for group in groups if group not in at_gun)]


def note_hit(s: SkirmishState, target: Figure | Squad, seat: str, *, firearms: bool) -> None:
    """A crew hit by the enemy neither fires nor loads in this turn (cappa.10.2.1c, cappa.10.3c)."""
    name = target.squad if isinstance(target, Figure) else target.id
    for gun in s.guns.values():
        if name and gun.crew == name and target.seat != seat and gun.under_fire != FIREARMS:
            gun.under_fire = FIREARMS if firearms else MISSILES


def note_melee(s: SkirmishState, squads: Iterable[str]) -> None:
    """A crew that was in melee does not load in this turn any more (cappa.10.3c)."""
    for gun in s.guns.values():
        if gun.crew and gun.crew in squads and not gun.under_fire:
            gun.under_fire = MELEE


# Posts


def posts_round(grounds: Iterable[Outline], size: int) -> list[Point]:
    """Places whose base of this radius would touch one of the outlines and overlap none."""
    grounds = list(grounds)
    found: dict[Point, None] = {}
    for ground in grounds:
        cx = sum(x for x, _ in ground.points) // len(ground.points)
        cy = sum(y for _, y in ground.points) // len(ground.points)
        for (ax, ay), (bx, by) in edges(ground.points):
            dx, dy = bx - ax, by - ay
            length = root_up(dx * dx + dy * dy)
            outwards = 1 if (ax - cx) * dy - (ay - cy) * dx > 0 else -1
            nx, ny = divided(outwards * dy * size, length), divided(-outwards * dx * size, length)
            for along in (*range(0, length, STEP), length):
                x, y = ax + divided(dx * along, length) + nx, ay + divided(dy * along, length) + ny
                place = _touching(grounds, size, x, y)
                if place is not None:
                    found[place] = None
    return list(found)


def _touching(grounds: list[Outline], size: int, x: int, y: int) -> Point | None:
    """The place itself or one beside it that is in contact; corners are rounded to hundredths."""
    slack = tables().lengths.tolerance
    for dx in JITTER:
        for dy in JITTER:
            disc = Outline(((x + dx, y + dy),), size)
            if not any(overlaps(disc, one) for one in grounds) and any(within(disc, one, slack) for one in grounds):
                return x + dx, y + dy
    return None


def posted(
    s: SkirmishState, people: list[Figure], grounds: list[Outline], wanted: Mapping[str, Point], absent: Collection[str]
) -> dict[str, Point]:
    """Where each of them stands at the piece: in contact as near as can be to where he wants to be.

    ``absent`` names bases that are not minded: those of the people themselves, and of what has moved. Who finds no post
    stands behind a mate, or wherever there is room; who finds none at all has no place.
    """
    there = scene(s, {one.id for one in people} | set(absent))
    found: dict[str, Point] = {}
    posts: dict[int, list[Point]] = {}
    for one in people:
        size, want = radius(one), wanted[one.id]
        taken = [(place, size + radius(s.figures[name])) for name, place in found.items()]
        if size not in posts:
            posts[size] = posts_round(grounds, size)
        for x, y in _spots_at(posts[size], taken, want):
            disc = base(one.id, Disc(size), x, y)
            if any(overlaps(disc.outline, ground) for ground in grounds):
                continue
            if any(_squared((x, y), place) < apart * apart for place, apart in taken):
                continue
            if there.journey(disc, 0, going=going(one)).stands(x, y) is None:
                found[one.id] = x, y
                break
    return found


def _spots_at(posts: list[Point], taken: list[tuple[Point, int]], want: Point) -> Iterator[Point]:
    """The posts, the places behind mates, then those round about; the nearest to where he wants to be first."""
    yield from sorted(posts, key=lambda spot: _squared(spot, want))
    mates = [spot for place, apart in taken for spot in ring(*place, apart + 1, SPOKE)]
    yield from sorted(mates, key=lambda spot: _squared(spot, want))
    yield from rings(*want, FAR, RING, SPOKE)


def _squared(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
