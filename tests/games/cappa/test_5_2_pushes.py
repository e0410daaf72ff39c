"""Chapter 5.2.3: a push in any direction that a person points in, up to 45 degrees aside."""

from __future__ import annotations

import math

import pytest

from alfiere.kernel.decision import Option
from tests.situation import situation

MELEE = """
    cappa on open ground
    red hero A at 20,20, 5/3/3, pa 1
    blue hero B at {x},{y}, 5/3/3
    dice red 1 10 blue
"""


@pytest.mark.rule("cappa.5.2.3.h1", "cappa.5.2.3f")
@pytest.mark.parametrize("quarter", range(4))
@pytest.mark.parametrize(("aside", "may"), [(0, True), (30, True), (-45, True), (45, True), (47, False), (-47, False)])
def test_the_loser_is_pushed_up_to_45_degrees_aside_whichever_way_he_stands(quarter, aside, may):
    ahead = math.radians(90 * quarter)
    game = situation(MELEE.format(x=f"{20 + math.sin(ahead):.2f}", y=f"{20 - math.cos(ahead):.2f}"))
    way = math.radians(90 * quarter + aside)
    answers = []

    def point(decision):
        loser = game.figure("B")
        to = [loser.x + round(100 * math.sin(way)), loser.y - round(100 * math.cos(way))]
        args = {"figure": "A", "target": "B", "to": to, "follows": False}
        answers.append(decision.find(("push", args)) or decision.why_not("push", args))
        return answers[0] if isinstance(answers[0], Option) else decision.options[-1]

    game.do("A", "fight", point)
    if may:
        assert isinstance(answers[0], Option)
        assert answers[0]["to"] == pytest.approx([game.figure("B").x, game.figure("B").y], abs=1)
    else:
        assert answers[0].rule == "cappa.5.2.3.h1"


@pytest.mark.rule("cappa.5.2.3f")
def test_the_first_push_that_is_offered_is_straight_away_from_the_victor():
    game = situation(MELEE.format(x="20.52", y="19.14"))
    game.do("A", "fight", "push follows=False")
    pushes = [one for asked in game.asked for one in asked.options if one.key == "push"]
    assert tuple(pushes[0]["to"]) == (2052 + 52, 1914 - 86)


@pytest.mark.rule("cappa.5.2.3.h1")
@pytest.mark.parametrize(("aside", "may"), [(200, True), (-200, True), (206, False), (-206, False)])
def test_who_points_beyond_the_push_means_its_direction_and_45_degrees_are_the_last(aside, may):
    game = situation(MELEE.format(x="20", y="19"))
    answers = []

    def point(decision):
        args = {"figure": "A", "target": "B", "to": [2000 + aside, 1700], "follows": False}
        answers.append(decision.find(("push", args)) or decision.why_not("push", args))
        return decision.options[-1]

    game.do("A", "fight", point)
    assert isinstance(answers[0], Option) is may
    if may:
        assert answers[0]["to"] == pytest.approx([2000 + aside * 71 // 200, 1900 - 71], abs=1)
