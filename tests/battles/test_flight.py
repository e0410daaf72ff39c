"""Flight to an edge: straight, round what is in the way, as far as it goes where there is no way."""

from __future__ import annotations

import random
from functools import partial

import pytest

from alfiere.battles.flight import at_most, is_shut_in, way_to_edge
from alfiere.table.barriers import ZONE, Zone
from alfiere.table.field import Base, Feature, Field, Scene, Terrain, base
from alfiere.table.goals import ContactGoal
from alfiere.table.headings import cosine, sine
from alfiere.table.least_way import LeastLeft, Maze, least_left
from alfiere.table.measuring import FINE
from alfiere.table.reach import Journey, Way
from alfiere.table.shapes import Disc, Outline, Point, Rect
from alfiere.table.terrain import LINE
from tests.table.random_tables import GOINGS

SIZE = 2000, 3000
HERE = 800, 1000
RUNNER = base("runner", Disc(50), *HERE)


def trips(*others: Base) -> partial[Journey]:
    return partial(Scene(Field(*SIZE, Terrain(())), [RUNNER, *others]).journey, "runner")


def fled(edge: str, *others: Base) -> Way:
    return way_to_edge(trips(*others), HERE, edge, SIZE, 50, (300,))


@pytest.mark.parametrize(
    ("edge", "end"), [("north", (800, 50)), ("south", (800, 2950)), ("west", (50, 1000)), ("east", (1950, 1000))]
)
def test_an_open_way_leads_straight_to_the_edge(edge: str, end: tuple[int, int]) -> None:
    way = fled(edge)
    assert way.points == (HERE, end)
    assert way.length == abs(end[0] - HERE[0]) + abs(end[1] - HERE[1])


def test_he_runs_round_what_stands_in_the_way_and_no_farther_than_he_must() -> None:
    way = fled("north", base("wagon", Rect(400, 100), 800, 500))
    assert way.end[1] <= 51
    assert len(way.points) > 2
    assert 950 < way.length < 1100
    farther = fled("north", base("wall", Rect(1400, 100), 750, 500))
    assert farther.end[1] <= 51
    assert farther.length > 1250  # a longer way round than the first that is looked for


def test_where_there_is_no_way_he_runs_straight_at_the_edge() -> None:
    way = fled("north", base("wall", Rect(2000, 100), 1000, 500))
    assert way.end[0] == 800
    assert 600 <= way.end[1] <= 602


@pytest.mark.parametrize("most", [0, 1, 333, 949, 950, 2000])
def test_a_move_leads_along_so_much_of_the_way(most: int) -> None:
    way = fled("north", base("wagon", Rect(400, 100), 800, 500))
    part = at_most(trips(base("wagon", Rect(400, 100), 800, 500))(3000), way, most)
    assert part.length <= most
    assert part.length >= min(most, way.length) - 1
    assert part.points[0] == HERE


NORTH = Outline(((0, 0), (2000, 0)))


def ring(gap: int) -> list[Base]:
    """Four walls about the runner, with a gap to the north."""
    west, east = (base(id, Rect(400, 60), x, 800) for id, x in (("w", 600 - gap // 2), ("e", 1000 + gap - gap // 2)))
    sides = [base(id, Rect(60, 600), x, 1000) for id, x in (("a", 500), ("b", 1100))]
    return [west, east, base("s", Rect(800, 60), 800, 1200), *sides]


@pytest.mark.parametrize(("gap", "is_shut"), [(0, True), (90, True), (120, False), (300, False)])
def test_who_has_others_all_about_him_is_seen_to_be_shut_in_but_not_if_he_fits_through(gap: int, is_shut: bool) -> None:
    assert is_shut_in(trips(*ring(gap))(5000), NORTH) is is_shut


def crowd(seed: int) -> list[Base]:
    """Thirty others all about, none of them where the mover stands."""
    dice = random.Random(seed)
    found = [
        base(f"b{number}", Rect(200, 100), 800 + dice.randint(-500, 500), dice.randint(300, 1400), dice.randrange(3600))
        for number in range(30)
    ]
    return [one for one in found if (one.pose.x - 800) ** 2 + (one.pose.y - 1000) ** 2 > 180**2]


def contacts_looked_for(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """From now on: with how much each way into contact is looked for."""
    asked: list[int] = []
    contact = Journey.contact

    def counted(self: Journey, target: Outline, guide: LeastLeft | None = None) -> object:
        asked.append(self.allowance)
        return contact(self, target, guide)

    monkeypatch.setattr(Journey, "contact", counted)
    return asked


def test_who_is_shut_in_looks_for_a_way_but_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = contacts_looked_for(monkeypatch)
    way = fled("north", *ring(3))
    assert len(asked) == 1
    assert way.end[0] == 800


@pytest.mark.parametrize(("east", "is_shut"), [(0, True), (99, True), (130, False)])
def test_nobody_comes_out_of_the_midst_of_another(east: int, is_shut: bool) -> None:
    trip = trips(base("foe", Rect(200, 100), HERE[0] + east, HERE[1]))(5000)
    assert is_shut_in(trip, NORTH) is is_shut
    assert isinstance(trip.contact(NORTH), Way) is not is_shut


def test_a_wall_beyond_those_one_would_pass_opens_no_zone() -> None:
    """The guard stands in a gap that is open but for his zone."""
    guard = base("guard", Rect(60, 60), 800, 800)
    walls = Terrain((Feature("wall", "wall", LINE, ((780, 690), (820, 690))),), GOINGS)
    scene = Scene(Field(*SIZE, walls), [RUNNER, guard, *ring(300)])
    for reach, is_shut in ((60, True), (0, False)):
        trip = scene.journey("runner", 5000, going="foot", zones=[Zone(guard, reach)])
        assert is_shut_in(trip, NORTH) is is_shut
    trip = scene.journey("runner", 5000, going="foot", zones=[Zone(guard, 60)])
    assert trip.screens(next(bar for *_, bar in trip.sides if bar.reason == ZONE))


def surrounded(number: int) -> partial[Journey]:
    """The runner in a horseshoe of so many enemies, each with a zone; it is open to the north, he is at home south."""
    foes = []
    for place in range(number):
        angle = 2000 * place // (number - 1) - 1000
        at = HERE[0] + 700 * sine(angle) // sine(900), HERE[1] + 700 * cosine(angle) // sine(900)
        foes.append(base(f"foe {place}", Rect(200, 100), *at, -angle % 3600))
    scene = Scene(Field(2000, 3000, Terrain(())), [RUNNER, *foes])
    return partial(scene.journey, "runner", zones=[Zone(foe, 60) for foe in foes])


@pytest.mark.parametrize("foes", [12, 16])
def test_the_way_home_round_all_the_enemies_is_not_looked_for_where_it_is_farther(
    foes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = contacts_looked_for(monkeypatch)
    way = way_to_edge(surrounded(foes), HERE, "south", SIZE, 50, (100, 200, 300, 400, 1500))
    assert way.end[1] >= 2949
    assert way.length > 1950 + 400
    assert asked == [2050, 3450]


def test_what_the_way_round_many_costs_is_told_without_asking_for_every_pair_of_corners(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = 0
    is_open = Maze.is_open

    def counted(self: Maze, start: Point, end: Point) -> bool:
        nonlocal asked
        asked += 1
        return is_open(self, start, end)

    monkeypatch.setattr(Maze, "is_open", counted)
    assert way_to_edge(surrounded(16), HERE, "south", SIZE, 50, (100,)).end[1] >= 2949
    assert 0 < asked < 30_000


@pytest.mark.parametrize("seed", range(20, 30))
def test_who_knows_how_far_it_is_at_least_finds_the_same_way(seed: int) -> None:
    """Nothing is lost by it, and less is tried: a guide that said too much would cut the shortest way off."""
    journey = trips(*crowd(seed))(2600)
    plain, guided = journey.contact(NORTH), trips(*crowd(seed))(2600)
    least = least_left(guided, ContactGoal(guided, NORTH), guided.allowance * FINE, with_bases=True)
    assert least is not None
    found = guided.contact(NORTH, least)
    assert isinstance(plain, Way)
    assert isinstance(found, Way)
    assert found.length == plain.length
    assert least.left(HERE, 0) <= found.length * FINE


@pytest.mark.parametrize("seed", range(10, 17))
def test_nobody_is_said_to_be_shut_in_who_has_a_way(seed: int) -> None:
    journey = trips(*crowd(seed))(1400)
    assert not (is_shut_in(journey, NORTH) and isinstance(journey.contact(NORTH), Way))
