"""The slow check of rectangles that turn, shift and fire: positions in between by the hundred, areas by little squares.

Floating point is good enough here: what comes nearer than the way between two looks is left undecided and counted.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from alfiere.table.bodies import Together
from alfiere.table.closing import along, flush, slid
from alfiere.table.field import Scene, core_of
from alfiere.table.forced import forced
from alfiere.table.fronts import EDGES, Edge, beside_pose, contact, edge_of, far_ahead, flush_pose
from alfiere.table.legs import WHOLE, Footing, Pace, Rate, Shift, Turn, after
from alfiere.table.manoeuvre import Manoeuvre
from alfiere.table.offers import Move, judged
from alfiere.table.shapes import Base, Disc, Outline, Pose, Rect, base, hull, outline_of
from alfiere.table.terrain import CLOSED, LINE, Feature, Field, Terrain
from alfiere.table.turning import turn_meets
from alfiere.table.volleys import aim_at, shot

Place = tuple[float, float]
LOOKS = 240


def turned(point: Place, pivot: Place, tenths: float) -> Place:
    angle = math.radians(tenths / 10)
    x, y = point[0] - pivot[0], point[1] - pivot[1]
    return pivot[0] + x * math.cos(angle) - y * math.sin(angle), pivot[1] + x * math.sin(angle) + y * math.cos(angle)


def off_segment(point: Place, a: Place, b: Place) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    share = 0 if not length else min(1, max(0, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length))
    return math.hypot(a[0] + share * dx - point[0], a[1] + share * dy - point[1])


def side(a: Place, b: Place, c: Place) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def sides(points: Sequence[Place]) -> list[tuple[Place, Place]]:
    return [(points[n - 1], points[n]) for n in range(len(points))] if len(points) > 2 else [(points[0], points[-1])]


def is_inside(point: Place, points: Sequence[Place]) -> bool:
    hands = [side(a, b, point) for a, b in sides(points)]
    return len(points) > 2 and (min(hands) >= 0 or max(hands) <= 0)


def distance(one: Sequence[Place], other: Sequence[Place]) -> float:
    if is_inside(one[0], other) or is_inside(other[0], one):
        return 0
    best = math.inf
    for a, b in sides(one):
        for c, d in sides(other):
            if side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0:
                return 0
            best = min(best, off_segment(a, c, d), off_segment(b, c, d), off_segment(c, a, b), off_segment(d, a, b))
    return best


def some_rect(dice: random.Random, size: int, about: int) -> Base:
    shape = Rect(dice.randrange(8, size), dice.randrange(8, size))
    return base("", shape, dice.randrange(-about, about), dice.randrange(-about, about), dice.randrange(3600))


def some_thing(dice: random.Random) -> Outline:
    """A unit, a general, a wall, a hedge."""
    kind = dice.randrange(4)
    if kind < 2:
        return some_rect(dice, 60, 120).outline
    points = tuple((dice.randrange(-120, 120), dice.randrange(-120, 120)) for _ in range(kind - 1))
    return Outline(points if len(set(points)) == len(points) else points[:1], dice.choice([0, 5, 20]))


def check_turn(seed: int) -> bool:
    """A turn agrees with many looks on the way; False where it grazes and looks cannot tell."""
    dice = random.Random(seed)
    one, thing = some_rect(dice, 90, 30), some_thing(dice)
    points = one.outline.points
    pivot = dice.choice([one.point, points[0], points[1]])
    turn = dice.choice([dice.randrange(-1800, 1801), dice.randrange(-450, 451), 900, -900, 1800])
    found = turn_meets(points, pivot, turn, thing)
    looks = (
        distance([turned(point, pivot, turn * look / LOOKS) for point in points], thing.points) - thing.radius
        for look in range(LOOKS + 1)
    )
    nearest = min(looks)
    step = max(math.dist(pivot, point) for point in points) * math.radians(abs(turn) / 10) / LOOKS
    if nearest <= -1e-6 or (nearest == 0 and not thing.radius):
        assert found, f"seed {seed}: stepped over {thing} in a turn by {turn}"
    elif nearest > step:
        assert not found, f"seed {seed}: {thing} is {nearest} away from a turn by {turn}"
    else:
        return False
    return True


def share_of(points: Sequence[Place], lines: Sequence[tuple[Place, Place]], grain: int = 40) -> float:
    """What share of a convex polygon lies to the right of all these lines, by little squares."""
    west, east = min(x for x, _ in points), max(x for x, _ in points)
    north, south = min(y for _, y in points), max(y for _, y in points)
    whole = within = 0
    for column in range(grain):
        for row in range(grain):
            place = west + (east - west) * (column + 0.5) / grain, north + (south - north) * (row + 0.5) / grain
            if is_inside(place, points):
                whole += 1
                within += all(side(a, (a[0] + d[0], a[1] + d[1]), place) >= 0 for a, d in lines)
    return within / whole if whole else 0.0


def direction(tenths: float) -> Place:
    return math.sin(math.radians(tenths / 10)), -math.cos(math.radians(tenths / 10))


def lines_of(edge: Edge, left: float, right: float) -> list[tuple[Place, Place]]:
    """What bounds the ground ahead of an edge between two directions."""
    (ax, ay), (bx, by) = edge.start, edge.end
    x, y = direction(right)
    return [(edge.start, (ax - bx, ay - by)), (edge.start, direction(left)), (edge.end, (-x, -y))]


def check_volley(seed: int) -> bool:
    """A corridor holds as much of a target as little squares say; with a cone no more than that."""
    dice = random.Random(seed)
    firer, target = some_rect(dice, 90, 60), some_rect(dice, 90, 200)
    points = firer.outline.points
    edge = Edge("front", points[0], points[1], firer.pose.heading)
    arc = dice.choice([150, 450])
    aim = aim_at(edge, target.point, arc)
    found = shot(edge, aim, target.outline)
    share = share_of(target.outline.points, lines_of(edge, aim, aim))
    assert abs((found.share / 1000 if found else 0) - share) < 0.06, f"seed {seed}: {found} but {share}"
    if found is not None:
        assert set(hull(found.ground.points)) == set(found.ground.points)
        narrow = shot(edge, aim, target.outline, cone=150)
        cone = [*lines_of(edge, aim, aim), *lines_of(edge, edge.heading - 150, edge.heading + 150)]
        share = share_of(target.outline.points, cone)
        assert abs((narrow.share / 1000 if narrow else 0) - share) < 0.06, f"seed {seed}: {narrow} but {share}"
    return found is not None


def check_zone(seed: int) -> bool:
    """The nearest part of a base in the zone ahead of a front is as far as a cloud of its points says."""
    dice = random.Random(seed)
    one, other = some_rect(dice, 90, 60), some_rect(dice, 90, 200)
    points = one.outline.points
    edge = Edge("front", points[0], points[1], one.pose.heading)
    spread = dice.choice([0, 300, 450])
    found = far_ahead(edge, other.outline, spread)
    corners, grain = other.outline.points, 60
    cloud: list[Place] = []
    for across in range(grain + 1):
        for down in range(grain + 1):
            u, v = across / grain, down / grain
            cloud.append(
                (
                    corners[0][0] + u * (corners[1][0] - corners[0][0]) + v * (corners[3][0] - corners[0][0]),
                    corners[0][1] + u * (corners[1][1] - corners[0][1]) + v * (corners[3][1] - corners[0][1]),
                )
            )
    lines = lines_of(edge, edge.heading - spread, edge.heading + spread)
    inside = [p for p in cloud if all(side(a, (a[0] + d[0], a[1] + d[1]), p) >= 0 for a, d in lines)]
    if inside:
        nearest = min(off_segment(p, edge.start, edge.end) for p in inside)
        assert found is not None, f"seed {seed}"
        assert found - 1 <= nearest <= found + 4, f"seed {seed}: {found}, not {nearest}"
    elif found is not None:  # a sliver that no point of the cloud is in
        assert share_of(corners, lines) < 0.03, f"seed {seed}"
    return bool(inside)


def some_field(dice: random.Random, count: int) -> Scene:
    """Units, generals and walls in little room."""
    bases = []
    for number in range(count):
        shape = Disc(20) if number % 5 == 4 else Rect(dice.choice([60, 120, 200]), dice.choice([30, 60, 120]))
        x, y = dice.randrange(100, 900), dice.randrange(100, 900)
        bases.append(base(str(number), shape, x, y, dice.choice([0, 900, dice.randrange(3600)])))
    walls = tuple(
        Feature(f"wall {n}", "wall", LINE, ((x, y), (x + dice.randrange(-200, 200), y + 1 + dice.randrange(200))))
        for n in range(2)
        for x, y in [(dice.randrange(1000), dice.randrange(1000))]
    )
    return Scene(Field(1000, 1000, Terrain(walls, {"foot": {"wall": CLOSED}}), slack=3), bases)


def check_run(seed: int) -> bool:
    """A leg runs as far as looks at every hundredth, or tenth of a degree, find it free."""
    dice = random.Random(seed)
    scene = some_field(dice, 8)
    mover = scene.by_id["0"]
    assert isinstance(mover.shape, Rect)
    footing = Footing("line", mover.shape, mover.pose)
    leg: Shift | Turn = Shift(dice.randrange(1, 250), dice.choice([0, 0, 450, 1800, dice.randrange(3600)]))
    if dice.random() < 0.5:
        leg = Turn(dice.randrange(-900, 900), dice.choice(["centre", "left", "right"]))
    m = Manoeuvre(scene, "0", {"line": Pace(100, going="foot")})
    met = m.run(footing, leg)
    assert (met is None) == (m.barred(footing, leg) is None), f"seed {seed}"
    small = Rect(mover.shape.width - 6, mover.shape.depth - 6)
    points = outline_of(small, mover.pose).points
    things = [core_of(one.shape, one.pose, 3) for one in scene.bases[1:]] + [
        Outline(one.points) for one in scene.field.terrain.features
    ]
    pivot = mover.point
    if isinstance(leg, Turn) and leg.about != "centre":
        pivot = mover.outline.points[0 if leg.about == "left" else 1]
    whole = leg.length if isinstance(leg, Shift) else abs(leg.angle)
    free = -1
    for far in range(whole + 1):
        there: list[Place]
        if isinstance(leg, Shift):
            end = after(footing, leg._replace(length=far)).pose
            there = [(x + end.x - mover.pose.x, y + end.y - mover.pose.y) for x, y in points]
        else:
            there = [turned(point, pivot, math.copysign(far, leg.angle)) for point in points]
        on_table = all(-1 < x < 1001 and -1 < y < 1001 for x, y in there)
        if not on_table or any(distance(there, one.points) <= one.radius for one in things):
            break
        free = far
    found = whole if met is None else met.far
    assert abs(found - free) <= 2, f"seed {seed}: {leg} gets {met}, but is free up to {free}"
    return 0 <= found < whole


def check_slide(seed: int) -> bool:
    """A unit laid flush along another's edge lies along it where it met it, and slides as far as every look is free."""
    dice = random.Random(seed)
    scene = some_field(dice, 7)
    mover, other = scene.by_id["0"], scene.by_id["1"]
    assert isinstance(mover.shape, Rect)
    edge = edge_of(other, dice.choice(EDGES))
    turn, far = dice.randrange(-400, 400), dice.randrange(-120, 120)
    m = Manoeuvre(scene, "0", {"line": Pace(100, going="foot")})
    # It stands askew before the edge, with a corner or its front nearly on it.
    pose = flush_pose(mover.shape, edge, far)
    start = Footing("line", mover.shape, pose._replace(heading=(pose.heading + turn) % 3600))
    laid = flush(m, start, edge)
    there = along(start, edge)
    assert (laid is None) == (m.stands(start._replace(pose=flush_pose(mover.shape, edge, there))) is not None)
    if laid is None:
        return False
    assert laid.pose.heading == (edge.heading + 1800) % 3600
    touching = contact(laid.base("0"), other, 3)
    if abs(there) * 2 < mover.shape.width + shape_along(other, edge) - 8:
        assert touching is not None, f"seed {seed}"
        assert (touching.own, touching.other) == ("front", edge.name), f"seed {seed}: {touching}"
    end = along(slid(m, laid, edge), edge)
    step = -1 if there > 0 else 1
    free = there
    for place in range(there, step, step) if there else ():
        if m.stands(laid._replace(pose=flush_pose(mover.shape, edge, place))) is not None:
            break
        free = place
    assert abs(end - free) <= 2, f"seed {seed}: slides from {there} to {end}, but is free up to {free}"
    return end not in (0, there)


def shape_along(other: Base, edge: Edge) -> int:
    assert isinstance(other.shape, Rect)
    return other.shape.width if edge.name in ("front", "rear") else other.shape.depth


def check_changed(seed: int) -> bool:
    """A scene in which some have moved, gone or come answers as one made anew."""
    dice = random.Random(seed)
    scene = some_field(dice, 8)
    scene.about((0, 0, 1000, 1000))  # it knows where everybody is
    moved = [
        base(one.id, one.shape, dice.randrange(1000), dice.randrange(1000), dice.randrange(3600))
        for one in scene.bases[1:4]
    ]
    new = base("new", Rect(60, 60), dice.randrange(1000), dice.randrange(1000))
    found = scene.changed([*moved, new], {"5"})
    anew = Scene(scene.field, found.bases)
    assert set(found.by_id) == {*scene.by_id, "new"} - {"5"}
    for _ in range(10):
        x, y = dice.randrange(900), dice.randrange(900)
        area = (x, y, x + dice.randrange(300), y + dice.randrange(300))
        assert {one.base.id: one for one in found.about(area)} == {one.base.id: one for one in anew.about(area)}, seed
    assert {one.base.id for one in scene.about((0, 0, 1000, 1000))} == set(scene.by_id), "the old scene has changed"
    return True


def check_body(seed: int) -> bool:
    """A body makes a leg if and only if each of its members could with the others away; it keeps its order."""
    dice = random.Random(seed)
    scene = some_field(dice, 8)
    first = Footing(
        "line", Rect(100, 40), Pose(dice.randrange(200, 800), dice.randrange(200, 800), dice.randrange(3600))
    )
    second = first._replace(pose=beside_pose(Rect(100, 40), first.base("a"), "right"))
    members = {"a": first, "b": second}
    body = Together(scene, members, {"line": Pace(100, (Rate(0), Rate(450)), wheels=True, going="foot")})
    leg: Shift | Turn = Shift(dice.randrange(1, 200), dice.choice([0, 0, 450]))
    own = leg
    if dice.random() < 0.5:
        hand = dice.choice(["left", "right"])
        leg = Turn(dice.randrange(1, 900) * (-1 if hand == "left" else 1), hand)
        own = leg._replace(about=body.body.corner(hand))
    away = Scene(scene.field, [one for one in scene.bases if one.id not in members])
    each = [Manoeuvre(away, id, body.paces) for id in members]
    free = all(
        m.barred(one, own) is None and m.stands(after(one, own)) is None
        for m, one in zip(each, members.values(), strict=True)
    )
    assert free == isinstance(judged(body, body.body, [leg], 10 * WHOLE), Move), f"seed {seed}"
    after_it = body.after(leg)
    gap_before = math.dist(first.pose.point, second.pose.point)
    assert abs(math.dist(after_it["a"].pose.point, after_it["b"].pose.point) - gap_before) <= 2, f"seed {seed}"
    if isinstance(leg, Turn) and isinstance(own, Turn):
        outer = after_it["b"].corner("right") if leg.about == "left" else after_it["a"].corner("left")
        assert isinstance(own.about, tuple)
        assert abs(math.dist(outer, own.about) - 200) <= 3, f"seed {seed}"
    return free


def check_forced(seed: int) -> bool:
    """A forced move goes the way least aside that is free; straight up to what is met where none is."""
    dice = random.Random(seed)
    scene = some_field(dice, 8)
    mover = scene.by_id["0"]
    assert isinstance(mover.shape, Rect)
    start = Footing("line", mover.shape, mover.pose)
    m = Manoeuvre(scene, "0", {"line": Pace(100, going="foot")})
    if m.stands(start) is not None:
        return False
    towards, length = dice.randrange(3600), dice.randrange(20, 250)
    ways = forced(m, start, towards, length)
    free = {
        turn
        for turn in range(-900, 901, 150)
        for leg in [Shift(length, (towards + turn - start.pose.heading) % 3600)]
        if m.barred(start, leg) is None and m.stands(after(start, leg)) is None
    }
    if free:
        least = min(abs(turn) for turn in free)
        headings = {(start.pose.heading + one.leg.aside) % 3600 for one in ways}
        assert headings == {(towards + turn) % 3600 for turn in free if abs(turn) == least}, f"seed {seed}"
        assert all(one.leg.length == length and one.met is None for one in ways)
        return least > 0
    (only,) = ways
    assert only.met is not None
    assert only.leg.length <= max(0, only.met.far)
    assert m.stands(only.end) is None, f"seed {seed}"
    return True
