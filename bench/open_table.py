"""Speed of the open table: microseconds for the questions a skirmish asks most."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from alfiere.table.field import Base, Feature, Field, Journey, Scene, Terrain, Zone, base
from alfiere.table.measuring import gap
from alfiere.table.places import glances, sensible_places
from alfiere.table.shapes import Disc, Point
from alfiere.table.terrain import AREA, CLOSED, LINE, STOPS, WALLS
from tests.table.random_tables import opening_on

FOOT = Disc(50)
WIDTH, HEIGHT = 7200, 6000
ALLOWANCE = 501
TITLE = "Open table"
BASES = (8, 20, 80)
QUESTIONS = (
    "distance",
    "sight_line",
    "setting_out",
    "straight_move",
    "reach_of_any_place",
    "reach_when_barred",
    "contact_with_an_enemy",
    "eight_farthest_places",
)
KINDS = {"house": CLOSED, "door": STOPS, "hedge": STOPS}


def box_points(west: int, north: int, east: int, south: int) -> tuple[Point, ...]:
    """The corners of an upright rectangle in the order features want them."""
    return (west, north), (east, north), (east, south), (west, south)


def village(dice: random.Random) -> Terrain:
    """Five houses, six hedges, three woods."""
    features = []
    for number in range(14):
        x, y = dice.randrange(500, WIDTH - 1500), dice.randrange(500, HEIGHT - 1500)
        if number < 5:
            corners = box_points(x, y, x + dice.randrange(400, 800), y + dice.randrange(300, 600))
            door = opening_on(f"door {number}", "door", corners, number % 4, 100)
            features.append(Feature(f"house {number}", "house", WALLS, corners, openings=(door,)))
        elif number < 11:
            features.append(Feature(f"hedge {number}", "hedge", LINE, ((x, y), (x + 1000, y), (x + 1000, y + 400))))
        else:
            features.append(Feature(f"wood {number}", "wood", AREA, box_points(x, y, x + 1200, y + 1000)))
    return Terrain(tuple(features), {"foot": KINDS})


def crowd(count: int, field: Field, dice: random.Random) -> Scene:
    """So many on foot, all near the middle of the table, nobody on another or in a wall."""
    bases: list[Base] = []
    while len(bases) < count:
        x, y = dice.randrange(2200, 5000), dice.randrange(1800, 4200)
        one = base(f"{len(bases)}", FOOT, x, y)
        if Scene(field, bases).journey(one, 10, going="foot").stands(x, y) is None:
            bases.append(one)
    return Scene(field, bases)


class Skirmish:
    """A crowd in a village: every other one is an enemy with a zone of control. Each method asks one question."""

    def __init__(self, count: int) -> None:
        self.dice = random.Random(count)
        self.scene = crowd(count, Field(WIDTH, HEIGHT, village(self.dice)), self.dice)
        self.ids = [one.id for one in self.scene.bases]
        self.enemies = [Zone(one, 50) for one in self.scene.bases[1::2]]
        self.journeys = [
            self.scene.journey(one, ALLOWANCE, going="foot", zones=self.enemies) for one in self.scene.bases[::2]
        ]
        self.barred = [
            (journey, x, y)
            for journey, x, y in (self.somewhere() for _ in range(4000))
            if journey.stands(x, y) is None and journey.hit(journey.start, (x, y)) is not None
        ]

    def pair(self) -> tuple[str, str]:
        """Any two bases."""
        return self.dice.choice(self.ids), self.dice.choice(self.ids)

    def somewhere(self) -> tuple[Journey, int, int]:
        """Somebody and a place about as far off as he can go."""
        journey = self.dice.choice(self.journeys)
        x, y = journey.start
        return journey, x + self.dice.randrange(-350, 351), y + self.dice.randrange(-350, 351)

    def distance(self) -> None:
        """Edge to edge."""
        one, other = self.pair()
        gap(self.scene.by_id[one].outline, self.scene.by_id[other].outline)

    def sight_line(self) -> None:
        """Ground and bases between two."""
        one, other = self.pair()
        self.scene.line(one, other)
        self.scene.between(one, other)

    def setting_out(self) -> None:
        """What bars a mover, gathered."""
        self.scene.journey(self.dice.choice(self.ids), ALLOWANCE, going="foot", zones=self.enemies)

    def straight_move(self) -> None:
        """Legal or not."""
        journey, x, y = self.somewhere()
        journey.straight(x, y)

    def reach_of_any_place(self) -> None:
        """With a way round where the straight line is barred."""
        journey, x, y = self.somewhere()
        journey.way(x, y)

    def reach_when_barred(self) -> None:
        """Only those where the straight line is barred."""
        journey, x, y = self.dice.choice(self.barred)
        journey.way(x, y)

    def contact_with_an_enemy(self) -> None:
        """Setting out and the way to any point of his edge, whoever he is."""
        target = self.dice.choice(self.enemies)
        zones = [zone for zone in self.enemies if zone is not target]
        mover = self.dice.choice(self.journeys).mover
        self.scene.journey(mover, ALLOWANCE, going="foot", zones=zones).contact(target.base.outline)

    def eight_farthest_places(self) -> None:
        """The places offered where there is nothing else."""
        journey = self.dice.choice(self.journeys)
        sensible_places(journey, glances(journey, directions=8))


def microseconds(work: Callable[[], object], seconds: float = 0.4) -> float:
    """How long one call takes on the average, in processor time."""
    started, done = time.process_time(), 0
    while (spent := time.process_time() - started) < seconds:
        work()
        done += 1
    return 1e6 * spent / done


def measure() -> list[str]:
    """Every question with 8, 20 and 80 bases, as lines of the report."""
    crowds = [Skirmish(count) for count in BASES]
    lines = [
        "Microseconds a question in a village of five houses, six hedges and three woods, everybody near its middle.",
        "",
        f"| question | {' | '.join(f'{count} bases' for count in BASES)} |",
        f"| --- |{' ---: |' * len(BASES)}",
    ]
    for name in QUESTIONS:
        spent = (microseconds(getattr(crowd, name)) for crowd in crowds)
        lines.append(f"| {name.replace('_', ' ')} | {' | '.join(f'{one:,.0f}' for one in spent)} |")
    return lines
