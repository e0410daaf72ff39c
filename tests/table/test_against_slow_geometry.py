"""The open table agrees with the slow geometry on random tables; ``make soak`` runs many more."""

from __future__ import annotations

import hashlib
import random

import pytest

from alfiere.table.field import Zone
from alfiere.table.places import glances, sensible_places
from alfiere.table.shapes import Rect
from tests.table.checks import check_distance, check_reach, check_sight
from tests.table.random_tables import some_scene


def test_distance_contact_and_overlap_agree_with_fractions():
    for seed in range(200):
        check_distance(seed)


def test_what_a_line_crosses_agrees_with_fractions():
    for seed in range(150):
        check_sight(seed)


@pytest.mark.parametrize("seed", range(3))
def test_reach_agrees_with_a_flooded_grid_and_every_way_is_legal(seed: int):
    check_reach(1000 + seed)


@pytest.mark.parametrize("seed", [1, 3])
def test_the_same_holds_for_a_cart(seed: int):
    check_reach(2000 + seed, Rect(200, 400))


def test_the_same_questions_have_the_same_answers_on_every_machine():
    told = hashlib.sha256()
    for seed in range(12):
        dice = random.Random(seed)
        scene = some_scene(dice, 8)
        zones = [Zone(one, 50) for one in scene.bases[1::3]]
        journey = scene.journey("0", 450, going="foot", zones=zones)
        answers = [
            journey.way(*(value + dice.randrange(-300, 300) for value in journey.start)),
            *(journey.contact(one.outline) for one in scene.bases[1:]),
            *sensible_places(journey, glances(journey)),
            *(scene.line("0", one.id).inside(["pond", "house"]) for one in scene.bases[1:]),
            *(scene.gap("0", one.id) for one in scene.bases[1:]),
        ]
        told.update(repr(answers).encode())
    assert told.hexdigest()[:16] == "49ff2ad71461ada8"
