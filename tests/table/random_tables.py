"""Random tables for the checks against the slow geometry: bases of all shapes, walls, ponds, hedges, zones."""

from __future__ import annotations

import random

from alfiere.table.field import Base, Feature, Field, Scene, Terrain, Zone, base
from alfiere.table.headings import divided
from alfiere.table.measuring import root_up
from alfiere.table.shapes import Disc, Outline, Point, Rect, Shape, hull
from alfiere.table.terrain import AREA, CLOSED, LINE, STOPS, WALLS, Opening

GOINGS = {"foot": {"house": CLOSED, "door": STOPS, "hedge": STOPS, "pond": CLOSED, "wall": CLOSED}}
SIZE = 1600


def some_shape(dice: random.Random) -> Shape:
    shapes: list[Shape] = [Disc(50), Disc(50), Disc(100), Rect(200, 400), Rect(150, 100), Rect(301, 77)]
    return dice.choice(shapes)


def some_base(dice: random.Random, name: str, shape: Shape | None = None, size: int = SIZE) -> Base:
    heading = dice.choice([0, 900, 450, dice.randrange(3600)])
    return base(name, shape or some_shape(dice), dice.randrange(size), dice.randrange(size), heading)


def some_outline(dice: random.Random, size: int = 400) -> Outline:
    """A small crowd of shapes in little room, so that touching and crossing are common."""
    kind = dice.randrange(5)
    if kind == 0:
        return some_base(dice, "", size=size).outline
    points = [(dice.randrange(0, size, 20), dice.randrange(0, size, 20)) for _ in range(dice.randrange(1, 6))]
    return Outline(hull(points), dice.choice([0, 0, 20, 50]))


def upright(west: int, north: int, east: int, south: int) -> tuple[Point, ...]:
    return (west, north), (east, north), (east, south), (west, south)


def opening_on(id: str, kind: str, points: tuple[Point, ...], edge: int, width: int, floor: int = 0) -> Opening:
    """An opening of this width in the middle of an edge."""
    (ax, ay), (bx, by) = points[edge], points[(edge + 1) % len(points)]
    length = root_up((bx - ax) ** 2 + (by - ay) ** 2)
    ends = [
        (ax + divided((bx - ax) * part, 2 * length), ay + divided((by - ay) * part, 2 * length))
        for part in (length - width, length + width)
    ]
    return Opening(id, kind, edge, ends[0], ends[1], floor)


def some_ground(dice: random.Random, size: int = SIZE) -> Terrain:
    features = []
    for number in range(dice.randrange(4)):
        x, y = dice.randrange(size), dice.randrange(size)
        kind = dice.choice(["house", "pond", "hedge", "wall", "l-pond"])
        w, h = dice.randrange(150, 600), dice.randrange(150, 600)
        if kind == "house":
            corners = upright(x, y, x + w, y + h)
            door = opening_on(f"door {number}", "door", corners, dice.randrange(4), 100)
            features.append(Feature(f"house {number}", "house", WALLS, corners, openings=(door,)))
        elif kind == "pond":
            corners = hull([(x + dice.randrange(w), y + dice.randrange(h)) for _ in range(7)])
            if len(corners) > 2:
                features.append(Feature(f"pond {number}", "pond", AREA, corners))
        elif kind == "l-pond":
            corners = (
                (x, y),
                (x + w, y),
                (x + w, y + h),
                (x + w // 2, y + h),
                (x + w // 2, y + h // 2),
                (x, y + h // 2),
            )
            features.append(Feature(f"pond {number}", "pond", AREA, corners))
        else:
            line = tuple((x + dice.randrange(-w, w), y + dice.randrange(-h, h)) for _ in range(dice.randrange(2, 4)))
            features.append(Feature(f"{kind} {number}", kind, LINE, line, radius=dice.choice([0, 0, 25])))
    return Terrain(tuple(features), GOINGS)


def some_scene(dice: random.Random, count: int, mover: Shape | None = None) -> Scene:
    """A mover in the middle and others about it, nobody on another or in a wall."""
    while True:
        field = Field(SIZE, SIZE, some_ground(dice))
        first = base("0", mover or Disc(50), SIZE // 2, SIZE // 2, dice.randrange(3600))
        if Scene(field, ()).journey(first, 10, going="foot").stands(*first.point) is None:
            break
    bases = [first]
    for number in range(1, count):
        for _ in range(30):
            one = some_base(dice, f"{number}")
            if Scene(field, bases).journey(one, 10, going="foot").stands(*one.point) is None:
                bases.append(one)
                break
    return Scene(field, bases)


def some_zones(dice: random.Random, scene: Scene) -> list[Zone]:
    return [Zone(one, 50) for one in scene.bases[1:] if dice.random() < 0.3]
