"""Where a crossing leads, looked for without asking again what is known, against asking at every hundredth."""

from __future__ import annotations

import random

from alfiere.table.barriers import Refusal, Zone, side_of_wall
from alfiere.table.field import Base, Feature, Field, Scene, Terrain, base
from alfiere.table.measuring import FINE, nearest_share, nearest_whole, root_up, squared_gap
from alfiere.table.places import as_far_as, crossing_place
from alfiere.table.reach import Journey
from alfiere.table.shapes import Disc, Outline, Point, Rect, Shape, moved
from alfiere.table.terrain import LINE, STOPS, Going

GOINGS: dict[str, Going] = {"foot": {"hedge": STOPS}}
BODIES: tuple[Shape, ...] = (Disc(50), Disc(50), Disc(50), Disc(100), Rect(150, 300))
SHIFT = 100


def asked_everywhere(journey: Journey, obstacle: Outline) -> Point | None:
    x, y = journey.start
    nx, ny, over = nearest_share(obstacle, x, y)
    (ax, ay), (bx, by) = obstacle.points
    length = root_up((bx - ax) ** 2 + (by - ay) ** 2)
    scale = over * length
    keep, touch = journey.core.radius + obstacle.radius, journey.field.touch
    for hand in (0, *(hand for part in range(1, SHIFT + 1) for hand in (part, -part))):
        mx = (2 * nx - x * over) * length + hand * (bx - ax) * over
        my = (2 * ny - y * over) * length + hand * (by - ay) * over
        cx, cy = nearest_whole(mx, scale), nearest_whole(my, scale)
        fx, fy = nearest_whole(mx * FINE, scale), nearest_whole(my * FINE, scale)
        spots = [(px, py) for px in (cx - 1, cx, cx + 1) for py in (cy - 1, cy, cy + 1)]
        for px, py in sorted(spots, key=lambda one: ((one[0] * FINE - fx) ** 2 + (one[1] * FINE - fy) ** 2, one)):
            square, below = squared_gap(moved(journey.core, px, py), obstacle)
            if keep**2 * below <= square <= (keep + touch) ** 2 * below and journey.stands(px, py) is None:
                return px, py
    return None


def crossing(dice: random.Random) -> tuple[Journey, Outline] | None:
    """Somebody who has come up to a hedge beyond which others stand about; None if he does not get there."""
    (ax, ay), (bx, by) = (dice.randint(500, 1000), dice.randint(900, 1100)), (dice.randint(1400, 1900), 1000)
    strip = Outline(((ax, ay), (bx, by)), dice.choice((0, 0, 20)))
    hedge = Feature("hedge", "hedge", LINE, strip.points, radius=strip.radius)
    field = Field(2500, 2500, Terrain((hedge,), GOINGS), slack=1, touch=dice.choice((1, 5)))
    middle = dice.randint(1100, 1300)
    mover = base("a", dice.choice(BODIES), middle, 600)
    ahead = as_far_as(Scene(field, (mover,)).journey(mover, 1000, going="foot"), middle, 1500).end
    mover = base("a", mover.shape, *ahead)
    others: list[Base] = []
    for number in range(dice.randint(1, 7)):
        far = dice.randint(-300, 300), dice.randint(0, 160)
        others.append(base(str(number), dice.choice(BODIES), ahead[0] + far[0], ahead[1] + 100 + far[1]))
    zones = [Zone(one, 50) for one in others if dice.random() < 0.1]
    journey = Scene(field, (mover, *others)).journey(mover, 900, going="foot", zones=zones)
    return (journey, strip) if journey.touches(strip, *ahead) else None


def test_a_crossing_leads_where_asking_at_every_hundredth_finds_room():
    dice, shifted, barred = random.Random(1), 0, 0
    for _ in range(400):
        found = crossing(dice)
        if found is None:
            continue
        place, slow = crossing_place(*found, SHIFT), asked_everywhere(*found)
        assert (None if isinstance(place, Refusal) else place) == slow
        shifted += slow is not None and abs(slow[0] - found[0].start[0]) > 5
        barred += slow is None
    assert shifted > 60
    assert barred > 30


def test_all_round_a_place_deep_in_what_bars_it_nobody_stands():
    dice, deep = random.Random(2), 0
    for _ in range(200):
        found = crossing(dice)
        if found is None:
            continue
        journey, (x, y) = found[0], found[0].start
        for _ in range(10):
            px, py = x + dice.randint(-150, 150), y + dice.randint(0, 250)
            depth = journey.depth(px, py)
            deep += depth > 5
            for _ in range(10 if depth else 0):
                dx, dy = dice.randint(-depth, depth), dice.randint(-depth, depth)
                if dx * dx + dy * dy < depth * depth:
                    assert journey.stands(px + dx, py + dy) is not None
    assert deep > 200


def test_a_wall_keeps_off_whoever_comes_as_if_nobody_had_come_before():
    ground = Terrain((Feature("hedge", "hedge", LINE, ((500, 1000), (1900, 1000), (1900, 1600)), radius=10),), GOINGS)

    def sides(size: int, touch: int) -> list[tuple[object, ...]]:
        mover = base("a", Disc(size), 1700, 1200)
        field = Field(2500, 2500, ground, slack=1, touch=touch)
        return list(map(tuple, Scene(field, (mover,)).journey(mover, 400, going="foot").sides))

    asked = [(size, touch) for size in (50, 100) for touch in (1, 30)]
    one_by_one = []
    for one in asked:
        side_of_wall.cache_clear()
        one_by_one.append(sides(*one))
    assert [sides(*one) for one in asked] == one_by_one
    assert all(side[8] == size + 10 for (size, _), found in zip(asked, one_by_one, strict=True) for side in found)
    assert len({found[0][0] for found in one_by_one}) == len(asked)
