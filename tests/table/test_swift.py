"""The compiled measures give what the readable ones give, and hand over what is too large for them."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from alfiere.table import (
    barriers,
    field,
    fronts,
    goals,
    headings,
    least_way,
    legs,
    manoeuvre,
    measuring,
    reach,
    shapes,
    sight,
    snapshot,
    terrain,
    turning,
    volleys,
)
from alfiere.table.goals import ContactGoal, Goal, PlaceGoal
from alfiere.table.shapes import Disc, Outline, Point, Pose, Rect, Shape, box, hull
from alfiere.table.swift import PURE, compiled
from alfiere.table.terrain import Bar, Wall
from tests.table.random_tables import some_base, some_outline, some_scene, some_zones

TIMES = 800
MODULES = (
    shapes,
    measuring,
    headings,
    turning,
    manoeuvre,
    fronts,
    field,
    sight,
    legs,
    barriers,
    reach,
    volleys,
    terrain,
    snapshot,
    goals,
    least_way,
)
BATTLES = (("cappa", "guardie"), ("risorgimento", "genestrello"), ("lumi", "altenried"), ("fucilieri", "venaria-1706"))
FOUGHT = """
import random, sys
from alfiere.games import GAMES
from alfiere.kernel.game import Game
for code, name in zip(sys.argv[1::2], sys.argv[2::2]):
    draw, game = random.Random(7).random, Game(GAMES[code], GAMES[code].scenario(name), 7)
    for _ in range(80):
        if game.decision is None:
            break
        game.answer(game.decision.seat, game.decision.drawn(draw))
    print(game.digest())
"""


def _point(dice: random.Random) -> Point:
    return dice.randrange(-200, 600), dice.randrange(-200, 600)


def _box(dice: random.Random) -> tuple[int, int, int, int]:
    return box(some_outline(dice))


def _two(dice: random.Random) -> tuple[Outline, Outline]:
    return some_outline(dice), some_outline(dice)


def _with_limit(dice: random.Random) -> tuple[Any, ...]:
    return *_two(dice), dice.choice([-30, 0, 1, 20, 100, 400, 1001, 3000])


def _with_boxes(dice: random.Random) -> tuple[Any, ...]:
    one, other, limit = _with_limit(dice)
    return one, other, limit, dice.choice([None, (box(one), box(other))])


def _polygon(dice: random.Random) -> tuple[Point, ...]:
    while len(found := some_outline(dice).points) < 3:
        pass
    return found


def _shape(dice: random.Random) -> Shape:
    is_round = dice.random() < 0.3
    return Disc(dice.randrange(1, 90)) if is_round else _rect(dice)


def _sides(dice: random.Random) -> list[barriers.Side]:
    """Sides of bars, some of them points."""
    found = []
    for number in range(dice.randrange(6)):
        (ax, ay), (bx, by), keep = _point(dice), _point(dice), dice.randrange(150)
        bx, by = dice.choice([(ax, ay), (bx, by)])
        wide = keep + dice.randrange(9)
        area = min(ax, bx) - wide, min(ay, by) - wide, max(ax, bx) + wide, max(ay, by) + wide
        bar = Bar(Outline(((ax, ay), (bx, by))), 0, "base", f"{number}")
        found.append(barriers.Side(*area, ax, ay, bx, by, keep, bar))
    return found


def _bars(dice: random.Random) -> tuple[list[barriers.Side], barriers.Keeping]:
    """Sides of bases, obstacles and zones, and how a disc keeps off them."""
    walls = tuple(Wall(box(one), Bar(one, 0, "wall", "")) for one in (some_outline(dice) for _ in range(3)))
    found = []
    for side in _sides(dice):
        tips = ((side.ax, side.ay), (side.bx, side.by))
        if dice.random() < 0.5:
            bar = Bar(Outline(tips[:1] if tips[0] == tips[1] else tips), 50, barriers.ZONE, "")
        else:
            loose = dice.choice([(), tips])
            bar = Bar(Outline(tips, 20), 0, "wall", "", stops=dice.random() < 0.7, loose=loose)
        keep = 25 + bar.outline.radius + bar.clear
        found.append(side._replace(keep=keep if bar.reason == barriers.ZONE else side.keep, bar=bar))
    touched = frozenset(side.bar for side in found if dice.random() < 0.2)
    keeping = barriers.Keeping(dice.choice([0, 1]), dice.choice([1, 30]), touched, 25, walls)
    for side in found if dice.random() < 0.8 else ():  # mostly the walls near a zone are known already
        barriers.screens_of(side.bar, keeping)
    return found, keeping


def _leg_past_bars(dice: random.Random) -> tuple[Any, ...]:
    sides, keeping = _bars(dice)
    return dice.choice([tuple, list])(sides), _point(dice), _point(dice), dice.random() < 0.5, keeping


def _stands_among_bars(dice: random.Random) -> tuple[Any, ...]:
    sides, keeping = _bars(dice)
    things = [Bar(some_outline(dice), 0, dice.choice(["wall", "wall", barriers.ZONE]), "") for _ in range(2)]
    solids = [(*box(one.outline), one) for one in things if len(one.outline.points) > 2]
    core = dice.choice([Outline(((0, 0),), 25), Outline(((0, 0),), 25), Outline(hull([(-9, -9), (9, -9), (0, 9)]))])
    return sides, solids, [_point(dice) for _ in range(9)], core, _point(dice), keeping


def _hidden_leg(dice: random.Random) -> tuple[Any, ...]:
    screens = tuple(some_outline(dice) for _ in range(dice.randrange(5)))
    zone = dice.choice([some_outline(dice), Outline((_point(dice),), 30)])
    start, end = _point(dice), _point(dice)
    return screens, zone, dice.randrange(300), start, dice.choice([start, end, end, end])


def _lines(dice: random.Random) -> list[tuple[Point, Point]]:
    return [(_point(dice), _point(dice)) for _ in range(dice.randrange(6))]


def _past_bases(dice: random.Random) -> tuple[Any, ...]:
    """A line, bases about it, and perhaps some who do not count."""
    bases = [some_base(dice, f"{number}", size=600) for number in range(dice.randrange(5))]
    return _point(dice), _point(dice), dice.choice([list, tuple])(bases), *dice.choice([(), ({"0"},), (("1", "2"),)])


def _rect(dice: random.Random) -> Rect:
    return Rect(dice.randrange(1, 900), dice.randrange(1, 300))


def _leg(dice: random.Random) -> legs.Leg:
    kind = dice.randrange(3)
    if kind == 0:
        return legs.Shift(dice.randrange(900), dice.randrange(3600))
    if kind == 1:
        about = dice.choice([legs.CENTRE, legs.LEFT, legs.RIGHT, ""]) or _point(dice)
        return legs.Turn(dice.randrange(-1800, 1801), about)
    return legs.Reform("column", _rect(dice), dice.choice([legs.CENTRE, legs.FRONT]), dice.choice([0, 1800]))


def _pose(dice: random.Random) -> Pose:
    return Pose(*_point(dice), dice.randrange(3600))


def _about_square(dice: random.Random) -> Pose:
    """A pose that looks along the table or across it, or almost."""
    return Pose(*_point(dice), (900 * dice.randrange(4) + dice.choice([0, 0, 4, -10, 11])) % 3600)


def _cells(dice: random.Random) -> dict[int, list[field.Standing]]:
    """Bases as a scene keeps them, some of them in several cells."""
    found: dict[int, list[field.Standing]] = {}
    for number in range(dice.randrange(9)):
        shape, pose = _shape(dice), _pose(dice)._replace(x=dice.randrange(-3000, 3000))
        here = shapes.outline_of(shape, pose)
        one = field.Standing(box(here), shapes.Base(f"{number}", shape, pose, here), here)
        for cell in field._cells_of(one.box):
            found.setdefault(cell, []).append(one)
    return found


class Thing:
    """Something slotted, as the pieces of a battle are."""

    __slots__ = ("marks", "name", "place")

    def __init__(self, name: str, place: Point, marks: list[str]) -> None:
        self.name, self.place, self.marks = name, place, marks


class Loose:
    """Something that keeps its attributes in no fixed place."""

    def __init__(self, name: str, place: Point, marks: list[str]) -> None:
        self.name, self.place, self.marks = name, place, marks


def _things(dice: random.Random) -> list[Thing | Loose]:
    kinds: list[type[Thing | Loose]] = dice.choice([[Thing], [Loose], [Thing, Loose]])
    return [
        dice.choice(kinds)(dice.choice("abc"), _point(dice), ["x"] * dice.randrange(3))
        for _ in range(dice.randrange(5))
    ]


def _noted(dice: random.Random) -> tuple[Any, ...]:
    """Things, and how they stood before some of them changed."""
    things, names = _things(dice), dice.choice(NAMED)
    row = PURE["snapshot"](things, names)
    for one in things:
        if dice.random() < 0.3:
            one.name = dice.choice("abc")
        if dice.random() < 0.2:
            one.place = dice.choice([one.place, (*one.place,), _point(dice)])
        if dice.random() < 0.3:
            one.marks.append("x")
    return things[dice.random() < 0.1 :], names, row


NAMED = ("name",), ("place", "name"), ("place", "marks", "name")
ASKED: dict[str, Callable[[random.Random], tuple[Any, ...]]] = {
    "box": lambda dice: (some_outline(dice),),
    "boxes_meet": lambda dice: (_box(dice), _box(dice)),
    "boxes_apart": lambda dice: (_box(dice), _box(dice), dice.randrange(-50, 200)),
    "moved": lambda dice: (some_outline(dice), *_point(dice)),
    "placed": lambda dice: (_polygon(dice), *_point(dice)),
    "hull": lambda dice: ([_point(dice) for _ in range(dice.randrange(1, 12))],),
    "edges": lambda dice: (some_outline(dice).points,),
    "holds": lambda dice: (_polygon(dice), *_point(dice)),
    "point_to_segment": lambda dice: (*_point(dice), *_point(dice), *_point(dice)),
    "segments_meet": lambda dice: tuple((dice.randrange(5), dice.randrange(5)) for _ in range(4)),
    "squared_gap": lambda dice: (*_two(dice),),
    "within": _with_boxes,
    "nearer": _with_limit,
    "overlaps": _two,
    "apart": lambda dice: (some_outline(dice).points, some_outline(dice).points),
    "meets": lambda dice: (_polygon(dice), some_outline(dice)),
    "circles_reach": lambda dice: (_polygon(dice), _point(dice), some_outline(dice).points),
    "swept_along": lambda dice: (_polygon(dice), *_point(dice)),
    "divided": lambda dice: (dice.randrange(-(10**12), 10**12), dice.choice([1, 2, 3, 10, 1 << 31])),
    "offset": lambda dice: (dice.randrange(-3600, 7200), *_point(dice)),
    "turn_meets": lambda dice: (_polygon(dice), _point(dice), dice.randrange(-1800, 1801), some_outline(dice)),
    "free_turning": lambda dice: (
        _polygon(dice),
        _point(dice),
        dice.choice([1, -1]),
        dice.choice([0, 300, 900, 1800]),
        some_outline(dice),
    ),
    "free_ahead": lambda dice: (
        _polygon(dice),
        dice.randrange(3600),
        length := dice.randrange(900),
        dice.randrange(length + 1),
        some_outline(dice),
    ),
    "clip": lambda dice: (_polygon(dice), _point(dice), _point(dice)),
    "round_shares": lambda dice: (_point(dice), _point(dice), dice.randrange(200), _point(dice), _point(dice)),
    "standing_in": lambda dice: (_cells(dice), _box(dice)),
    "outline_of": lambda dice: (_shape(dice), _pose(dice)),
    "core_of": lambda dice: (_shape(dice), _pose(dice), dice.choice([0, 1, 5, 400])),
    "after": lambda dice: (legs.Footing("line", _rect(dice), _pose(dice)), _leg(dice)),
    "sides_at": lambda dice: (_sides(dice), *_point(dice), dice.random() < 0.5),
    "sides_along": lambda dice: (_sides(dice), _point(dice), _point(dice), dice.choice([0, 5, 100])),
    "first_barring": _leg_past_bars,
    "is_hidden_leg": _hidden_leg,
    "bars_at": _stands_among_bars,
    "bases_about": lambda dice: (_past_bases(dice)[2], _point(dice), dice.randrange(1, 300), dice.choice([0, 0, 1])),
    "is_about": lambda dice: (some_outline(dice), _point(dice), dice.randrange(1, 300)),
    "gaps_between": lambda dice: (_sides(dice), dice.choice([0, 1])),
    "crossed_first": lambda dice: (_point(dice), _point(dice), least_way.Maze(_lines(dice), _box(dice)).screens),
    "lengths_by": lambda dice: (
        _point(dice),
        [(_point(dice), dice.randrange(10**6)) for _ in range(dice.randrange(5))],
    ),
    "bounds_to": lambda dice: ([_point(dice) for _ in range(5)], some_outline(dice), dice.choice([0, 51, 200])),
    "bases_on_line": _past_bases,
    "steps_on": lambda dice: (
        places := [(_point(dice), dice.randrange(200_000)) for _ in range(9)],
        {place: place for place, _ in places[:3]},
        _point(dice),
        dice.randrange(100_000),
        dice.randrange(600_000),
    ),
    "all_met": lambda dice: (_polygon(dice), [(box(one), one) for one in (*_two(dice), *_two(dice))]),
    "heading_of": lambda dice: _point(dice),
    "clipped": lambda dice: (_polygon(dice), tuple((_point(dice), _point(dice)) for _ in range(3))),
    "far_off": lambda dice: (_point(dice), _point(dice), _polygon(dice)),
    "closest": _two,
    "aimed": lambda dice: (
        *(_point(dice), _point(dice), dice.randrange(3600)),
        *(_point(dice), dice.randrange(400), _polygon(dice), dice.choice([0, 225, 450, 900])),
    ),
    "edges_met": lambda dice: (
        *(shapes.outline_of(_rect(dice), one := _about_square(dice)).points, one.heading),
        *(shapes.outline_of(_rect(dice), two := _about_square(dice)).points, two.heading),
        dice.choice([0, 3, 40]),
    ),
    "in_box": lambda dice: ([(_box(dice), number) for number in range(dice.randrange(6))], _box(dice)),
    "squares": lambda dice: (_box(dice), dice.choice([1, 100, 512])),
    "is_on": lambda dice: (_polygon(dice), 500, 400),
    "snapshot": lambda dice: (_things(dice), dice.choice(NAMED)),
    "changed": _noted,
}


OF_SIDES = ("standing_in", "sides_at", "sides_along", "first_barring", "bars_at")
ANGLED = ("aimed", "turn_meets", "free_turning", "free_ahead")


def _here(name: str) -> Callable[..., Any]:
    found: Callable[..., Any] = next(getattr(module, name) for module in MODULES if hasattr(module, name))
    return found


def _enlarged(value: Any, by: int) -> Any:
    if isinstance(value, dict):
        return {key: _enlarged(one, by) for key, one in value.items()}
    if isinstance(value, tuple) and type(value) is not tuple:
        return type(value)(*(_enlarged(one, by) for one in value))
    if isinstance(value, tuple | list):
        return type(value)(_enlarged(one, by) for one in value)
    return value * by if type(value) is int else value


def test_every_twin_is_asked_here() -> None:
    assert {*ASKED, "shortest"} == set(PURE)  # a search is asked further down, for it leaves its traces


def test_where_a_compiler_is_the_measures_are_compiled() -> None:
    has_headers = (Path(sysconfig.get_path("include")) / "Python.h").exists()
    if shutil.which("cc") and has_headers and not os.environ.get("ALFIERE_PURE"):
        assert compiled is not None, "tools/make-swift has not been run, or swift.c does not compile"


@pytest.mark.parametrize("name", sorted(ASKED))
def test_compiled_and_pure_measures_agree(name: str) -> None:
    dice, twin, pure = random.Random(f"swift {name}"), _here(name), PURE[name]
    given = set()
    for _ in range(TIMES):
        args = ASKED[name](dice)
        found = twin(*args)
        assert found == pure(*args), args
        assert type(found) is type(pure(*args))
        given.add(str(found))
    assert len(given) > 1  # questions that always have the same answer would prove nothing


@pytest.mark.parametrize("name", sorted({*ASKED} - {"offset", *OF_SIDES}))
@pytest.mark.parametrize("by", [300, 10**6, 10**15])
def test_what_is_too_large_is_handed_over(name: str, by: int) -> None:
    dice, twin, pure = random.Random(f"large {name}"), _here(name), PURE[name]
    for _ in range(60):
        keeps = name in ANGLED  # an angle may not be larger
        args = tuple(one if keeps and type(one) is int else _enlarged(one, by) for one in ASKED[name](dice))
        assert twin(*args) == pure(*args), args


@pytest.mark.parametrize("kind", [Pose, Outline, legs.Footing, legs.Shift, barriers.Refusal, field.Standing])
def test_named_tuples_are_made_as_their_classes_make_them(kind: Any) -> None:
    names, usual = kind._fields, kind._field_defaults
    values = [object() for _ in names]
    for given in range(len(names) - len(usual), len(names) + 1):
        found, meant = kind(*values[:given]), kind.__new__(kind, *values[:given])
        assert type(found) is kind
        assert tuple(found) == tuple(meant)
        assert hash(found) == hash(meant)
    assert kind(**dict(zip(names, values, strict=True))) == kind(*values)
    for wrong in (values[: len(names) - len(usual) - 1], [*values, 1]):
        with pytest.raises(TypeError, match=kind.__name__):
            kind(*wrong)
    with pytest.raises(TypeError, match="nothing_of_the_kind"):
        kind(*values[:-1], nothing_of_the_kind=1)


def test_what_is_made_in_c_is_let_go_again() -> None:
    held = object()
    before = sys.getrefcount(held)
    for _ in range(100):
        Pose(held, 1)  # type: ignore[arg-type]
        Pose(held, y=1)  # type: ignore[arg-type]
    assert sys.getrefcount(held) == before


def test_a_snapshot_shows_what_was_and_keeps_nobody() -> None:
    names, place = ("place", "marks"), (1, 2)
    thing, before = Thing("a", place, ["x"]), sys.getrefcount(place)
    assert snapshot.snapshot(iter([thing]), names) == ((1, 2), ("x",))
    first = snapshot.snapshot([thing], names)
    assert snapshot.changed(iter([thing]), names, first) == ()
    thing.marks.append("y")
    assert first == ((1, 2), ("x",)) != snapshot.snapshot([thing], names)
    assert snapshot.changed([thing, thing], names, first) is None
    assert snapshot.changed([thing, Thing("b", (1, 2), ["x"])], names, first * 2) == (0,)
    assert snapshot.snapshot([], names) == snapshot.changed([], names, ()) == ()
    del thing.place
    with pytest.raises(AttributeError):
        snapshot.snapshot([thing], names)
    with pytest.raises(AttributeError):
        snapshot.changed([thing], names, first)
    del thing, first
    assert sys.getrefcount(place) == before - 1


def test_a_place_from_which_no_way_leads_on_is_left_out() -> None:
    ahead = [((100, 0), 5), ((200, 0), 1 << 62), ((300, 0), 1 << 80), ((0, 100), 7)]
    asked: tuple[Any, ...] = ahead, {}, (0, 0), 0, 1 << 30
    assert reach.steps_on(*asked) == PURE["steps_on"](*asked)
    assert [place for _, _, place in reach.steps_on(*asked)] == [(100, 0), (0, 100)]


@pytest.mark.parametrize("by", [1, 0, 350])
def test_a_compiled_search_finds_the_same_way_and_leaves_the_same_traces(by: int) -> None:
    dice, found = random.Random(f"search {by}"), list[Any]()
    for number in range(40):
        scene = some_scene(dice, 30, Disc(dice.choice([30, 50])))
        zones, places = some_zones(dice, scene), [_place_on(dice) for _ in range(60)]
        place, tried = _place_on(dice), dice.choice([0, reach.HARD - by, reach.HARDER - by])
        traces = []
        for search in (reach.shortest, PURE["shortest"]):
            trip = scene.journey("0", 1500, going="foot", zones=zones)
            trip.tried = tried
            goal: Goal = PlaceGoal(*place) if number % 3 else ContactGoal(trip, scene.bases[-1].outline)
            if number % 8 == 7:
                goal = PlaceGoal(1 << 18, place[1])  # too far for short numbers
            ahead = [(one, goal.bound(*one)) for one in places]
            last = (*goal.ends(*trip.start), *places[:2])
            active = dict.fromkeys(side for side in trip.sides if number % 5 or side.bar.reason == "base")
            way = search(trip, ahead, active, goal, last, max(1500 * measuring.FINE, 2 * goal.bound(*trip.start)))
            barred = {start: {end: side[:-1] for end, side in ends.items()} for start, ends in trip.barred.items()}
            traces.append((way, trip.tried, barred, trip.guide is None, list(trip.barred)))
        assert traces[0] == traces[1]
        found.append(traces[0][0])
    assert None in found
    assert any(found)


def _place_on(dice: random.Random) -> Point:
    return dice.randrange(1600), dice.randrange(1600)


def test_points_may_come_one_by_one_and_be_very_many() -> None:
    dice = random.Random("many")
    points = [_point(dice) for _ in range(300)]
    assert hull(iter(points)) == hull(points) == PURE["hull"](points)
    with pytest.raises(TypeError):
        hull(None)  # type: ignore[arg-type]
    with pytest.raises((TypeError, ValueError)):
        box(7)  # type: ignore[arg-type]


def test_battles_go_the_same_way_without_the_compiled_measures() -> None:
    def digests(pure: str) -> str:
        words = [word for battle in BATTLES for word in battle]
        command = [sys.executable, "-c", FOUGHT, *words]
        return subprocess.run(
            command, env={**os.environ, "ALFIERE_PURE": pure}, capture_output=True, text=True, check=True
        ).stdout

    found = digests("")
    assert len(set(found.split())) == len(BATTLES)
    assert found == digests("1")
