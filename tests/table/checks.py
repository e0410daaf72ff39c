"""One random table each, checked against the slow geometry. A few run with the tests, many in the soak."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

from alfiere.table.barriers import Refusal
from alfiere.table.field import Scene, Zone
from alfiere.table.measuring import gap, nearer, overlaps, squared_gap, within
from alfiere.table.reach import Journey, Way
from alfiere.table.shapes import Base, Disc, Outline, Point, Shape, base, box, moved, swept
from alfiere.table.sight import bases_on_line, sight_line
from alfiere.table.terrain import LINE
from tests.table import slow_geometry as slow
from tests.table.random_tables import GOINGS, SIZE, some_ground, some_outline, some_scene, some_shape, some_zones

GRID = 10


def check_distance(seed: int) -> None:
    """Distance, contact and overlap of two outlines are exact."""
    dice = random.Random(seed)
    one, other = some_outline(dice), some_outline(dice)
    number, over = squared_gap(one, other)
    far = slow.squared_distance(one.points, other.points)
    assert far * over == number
    limit = dice.choice([0, 1, 50, dice.randrange(300), gap(one, other)])
    assert within(one, other, limit) == slow.distance_is_at_most(one, other, limit)
    assert (gap(one, other) <= limit) == slow.distance_is_at_most(one, other, limit)
    reach = limit + one.radius + other.radius
    assert nearer(one, other, limit) == (reach > 0 and far < reach * reach)
    if one.radius + other.radius or min(len(one.points), len(other.points)) > 2:
        assert overlaps(one, other) == slow.is_overlap(one, other)
    assert overlaps(one, other) == overlaps(other, one)


def check_sight(seed: int) -> None:
    """What a line crosses, and for how long, is exact for polygons and thin lines; round things block exactly."""
    dice = random.Random(seed)
    terrain = some_ground(dice)
    raster = dice.choice([1, 50])
    start, end = [(dice.randrange(0, SIZE, raster), dice.randrange(0, SIZE, raster)) for _ in range(2)]
    line = sight_line(terrain, start, end)
    for feature in terrain.features:
        crossed = [one for one in line.crossed if one.feature is feature]
        share = sum(one.leave - one.enter for one in crossed)
        if feature.radius:
            near = min(slow.squared_distance((start, end), side) for side in pairwise(feature.points))
            assert bool(crossed) == (near < feature.radius**2)
        elif feature.form == LINE:
            on_line = [
                (end[0] - start[0]) * (y - start[1]) == (end[1] - start[1]) * (x - start[0]) for x, y in feature.points
            ]
            if not any(on_line):
                meets = slow.crosses_line(feature.points, start, end)
                ends = sum(slow.squared_distance((p,), feature.points[:2]) == 0 for p in (start, end))
                assert len(crossed) == meets or ends
        elif start != end:
            assert share == slow.inside_share(feature.points, start, end)
    bases = [
        base(str(n), some_shape(dice), dice.randrange(SIZE), dice.randrange(SIZE), dice.randrange(3600))
        for n in range(6)
    ]
    blocking = bases_on_line(start, end, bases)
    for one in bases:
        if one.outline.radius:
            blocks = slow.squared_distance(one.outline.points, (start, end)) < one.outline.radius**2
        else:
            blocks = slow.inside_share(one.outline.points, start, end) > 0
        assert (one.id in blocking) == blocks


def keeps(scene: Scene, mover: Base, zones: list[Zone]) -> list[tuple[Outline, int]]:
    """Everything the mover keeps off, and how far; hedges and doors are kept off as if they were walls."""
    found = [(one.outline, one.outline.radius) for one in scene.bases if one.id != mover.id]
    found += [(zone.base.outline, zone.base.outline.radius + zone.reach) for zone in zones]
    for feature in scene.field.terrain.features:
        if feature.kind in GOINGS["foot"]:
            points = feature.points
            pairs = list(pairwise(points))
            if feature.form != LINE:
                pairs.append((points[-1], points[0]))
            found += [(Outline((a, b)), feature.radius) for a, b in pairs]
    return found


def judge_way(scene: Scene, journey: Journey, way: Way, zones: list[Zone]) -> None:
    """A way is legal all along, and as long as it says; by the slow geometry, leg by leg."""
    mover = journey.mover
    slack = scene.field.slack
    things = keeps(scene, mover, [])
    for a, b in pairwise(way.points):
        ground = swept(moved(journey.core, *a), b[0] - a[0], b[1] - a[1])
        for thing, keep in things:
            off = ground.radius + keep
            if off:
                assert slow.squared_distance(ground.points, thing.points) >= (off - slack) ** 2, (thing, a, b)
            elif len(thing.points) > 2:
                assert slow.shared_area(ground.points, thing.points) == 0
            else:
                assert not overlaps(ground, thing)
        for zone in zones:
            judge_zone(scene, journey, zone, a, b)
    for x, y in way.points:
        here = moved(journey.core, x, y)
        for px, py in here.points:
            assert here.radius <= px <= SIZE - here.radius
            assert here.radius <= py <= SIZE - here.radius
    true_length = slow.length(way.points)
    assert true_length <= way.length <= true_length + 2
    assert way.points[0] == mover.point


def judge_zone(scene: Scene, journey: Journey, zone: Zone, a: Point, b: Point) -> None:
    """No point of a leg, of forty, lies in a zone unless a wall stands between the two centres."""
    keep = journey.core.radius + zone.base.outline.radius + zone.reach - scene.field.slack
    walls = [outline.points for outline, _ in keeps(scene, journey.mover, []) if len(outline.points) == 2]
    if (
        slow.squared_distance(swept(moved(journey.core, *a), b[0] - a[0], b[1] - a[1]).points, zone.base.outline.points)
        >= keep**2
    ):
        return
    for part in range(41):
        share = Fraction(part, 40)
        x, y = a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
        here = [(px + x, py + y) for px, py in journey.core.points]
        scaled = [(int(px * 40), int(py * 40)) for px, py in here]
        target = [(px * 40, py * 40) for px, py in zone.base.outline.points]
        if slow.squared_distance(scaled, target) < (keep * 40) ** 2:
            centre = slow.exact(zone.base.point)
            assert any(slow.lines_meet((x, y), centre, slow.exact(p), slow.exact(q)) for p, q in walls), (zone, a, b)


def check_reach(seed: int, shape: Shape | None = None) -> tuple[int, int]:
    """Where a flooded grid gets to with a margin we get to; and every way we give is legal. How many of each."""
    dice = random.Random(seed)
    scene = some_scene(dice, dice.choice([2, 5, 9, 14]), shape or dice.choice([Disc(50), Disc(100)]))
    mover = scene.bases[0]
    zones = some_zones(dice, scene) if dice.random() < 0.5 else []
    zones = [zone for zone in zones if not nearer(mover.outline, zone.base.outline, zone.reach)]
    most = dice.randrange(200, 600)
    things = keeps(scene, mover, zones)
    near = [one for one in things if within(mover.outline, one[0], 2 * most)]
    margin = GRID + 3
    core = moved(mover.outline, -mover.pose.x, -mover.pose.y)

    def is_free(x: int, y: int) -> bool:
        here = moved(core, x, y)
        west, north, east, south = box(here)
        if min(west, north) < margin or max(east, south) > SIZE - margin:
            return False
        gaps = ((squared_gap(here, thing), core.radius + margin + keep) for thing, keep in near)
        return all(number >= off * off * over for (number, over), off in gaps)

    flood = slow.flooded(is_free, mover.point, most, GRID)
    places = sorted(flood)
    dice.shuffle(places)
    found = 0
    for place in places[:12]:
        # A little more than the grid needed: our polygons about corners are not circles.
        allowance = int(flood[place] * 1.004) + 3
        way = scene.journey(mover, allowance, going="foot", zones=zones).way(*place)
        assert isinstance(way, Way), (seed, place, flood[place], way)
        assert way.cost <= allowance
        found += 1
    refused = 0
    for _ in range(12):
        journey = scene.journey(mover, most, going="foot", zones=zones)
        x, y = (value + dice.randrange(-most, most) for value in mover.point)
        way = journey.way(x, y)
        if isinstance(way, Refusal):
            refused += 1
        else:
            judge_way(scene, journey, way, zones)
            assert way.end == (x, y)
    for other in scene.bases[1:]:
        journey = scene.journey(mover, most, going="foot", zones=[zone for zone in zones if zone.base != other])
        way = journey.contact(other.outline)
        if isinstance(way, Way):
            judge_way(scene, journey, way, [zone for zone in zones if zone.base != other])
            x, y = way.end
            assert journey.stands(x, y) is None
            assert slow.distance_is_at_most(moved(journey.core, x, y), other.outline, 1)
        else:
            touching = [p for p in flood if slow_touch(mover, p, other, margin + 2) and flood[p] + 40 < most]
            assert not touching, (seed, other.id, touching[:3], way)
    return found, refused


def slow_touch(mover: Base, place: Point, other: Base, margin: int) -> bool:
    """Whether the mover on this free point of the grid can step straight on into contact: only a margin is missing."""
    off = mover.outline.radius + other.outline.radius + margin
    here = moved(mover.outline, place[0] - mover.pose.x, place[1] - mover.pose.y)
    number, over = squared_gap(here, other.outline)
    return number <= off * off * over
