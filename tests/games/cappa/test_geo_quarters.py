"""The rules know no north: a situation turned by a quarter is offered the same and ends the same, turned."""

from __future__ import annotations

import re

import pytest

from alfiere.kernel.decision import Option
from tests.games.cappa.guns import light_gun
from tests.games.scripted import fits, fitting
from tests.situation import situation

SIZE = 40  # um, of a table that is as wide as it is deep
NEAR = 3  # hundredths by which roundings may differ
PLACE = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)")
FACING = re.compile(r"facing (\d+)")


def turned(text, quarters):
    """The text of a situation, all of it turned clockwise about the middle of the table."""

    def place(found):
        x, y = float(found[1]), float(found[2])
        for _ in range(quarters):
            x, y = SIZE - y, x
        return f"{x:g},{y:g}"

    text = FACING.sub(lambda found: f"facing {(int(found[1]) + 90 * quarters) % 360}", text)
    return PLACE.sub(place, text)


def point(at, quarters):
    """A place in hundredths, turned in the same way."""
    x, y = at
    for _ in range(quarters):
        x, y = 100 * SIZE - y, x
    return x, y


def is_near(one, other):
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= NEAR


def said(option, quarters):
    """An option without what is a place or a heading, and these, turned."""
    places, headings, rest = {}, {}, {}
    for name, value in option.args.items():
        if isinstance(value, list) and len(value) == 2 and all(type(one) is int for one in value):
            places[name] = point(value, quarters)
        elif name == "heading":
            headings[name] = (value + 900 * quarters) % 3600
        else:
            rest[name] = value
    return (option.key, rest, headings), places


def is_same(one, other, quarters):
    """Whether the second option is the first one turned."""
    (words, places), (others, there) = said(one, quarters), said(other, 0)
    return words == others and places.keys() == there.keys() and all(is_near(places[n], there[n]) for n in places)


def alike(options, wanted, quarters):
    """The one of these that is the wanted one turned."""
    found = [one for one in options if is_same(wanted, one, quarters)]
    assert found, f"{wanted} turned by {quarters} is not among {[one for one in options if one.key == wanted.key]}"
    return found[0]


def played(text, who, words, quarters, taken):
    """Where all stand in the end; in the first game what is taken is noted, in the others the same is taken, turned."""
    game = situation(turned(text, quarters))
    script = list(words[1:])
    offers = []

    def answer(decision):
        offers.append(list(decision.options))
        if quarters:
            return alike(decision.options, taken[len(offers) - 1], quarters)
        found = fitting(decision, script[0]) if script else None
        if found is not None:
            script.pop(0)
        taken.append(found or decision.options[-1])
        return taken[-1]

    offered = game.offered(who)
    if quarters:
        action = alike(offered, taken[0], quarters)
    else:
        action = next(one for one in offered if fits(one, words[0]))
        taken.append(action)
    offers.append([one for one in offered if one.key == action.key])
    game.unscripted = answer
    game.do(who, Option(action.key, action.args))
    assert quarters or not script, f"never asked for {script}"
    s = game.state
    ends = {one.id: point((one.x, one.y), -quarters % 4) for one in (*s.figures.values(), *s.things.values())}
    return ends, offers


SCENES = {
    "push": (
        """
        cappa on open ground
        red hero A at 20,20, 5/3/3, pa 1
        blue hero B at 20.8,20.6, 5/3/3, pa 1
        dice red 1 10 blue 10
        """,
        ("fight", "push follows=True"),
    ),
    "push to the side": (
        """
        cappa on open ground
        red hero A at 20,20, 5/3/3, pa 1
        blue hero B at 20.6,20.8, 5/3/3, pa 1
        blue extra C at 22.4,20.8
        dice red 1 10 blue 10
        """,
        ("fight", "push follows=False", "step-on"),
    ),
    "fall back": (
        """
        cappa on open ground
        red  extra A at 20,20, 5/3/3 Mov 4, pa 1
        blue extra B at 20.6,20.8, 5/3/3
        dice red 10 blue 10
        """,
        ("fall-back",),
    ),
    "break off": (
        """
        cappa on open ground
        red  hero A at 20,20, 5/3/3 Mov 4, pa 2
        blue extra B at 20.8,20.6, 5/3/3
        blue extra C at 23,17
        dice red 1 1 blue 10 10
        """,
        ("break-off",),
    ),
    "charge over a hedge": (
        """
        cappa on open ground
        hedge 25.66,14.34 14.34,25.66
        red extra A at 17.5,17, pa 2
        red extra C at 19.3,20.5
        blue extra B at 20.36,20.36
        """,
        ("charge target=B", "no-test"),
    ),
    "evade": (
        """
        cappa on open ground
        red  extra A at 20,20, pa 2
        blue hero B at 21.5,22.2, Mov 4, pa 1
        blue extra C at 17,20
        dice red 1 blue 1
        """,
        ("charge target=B", "no-test", "evade"),
    ),
    "jump together": (
        """
        cappa on open ground
        ditch 14,17 28,22
        red extra A at 19,19.32, squad S
        red extra B at 20.2,19.75, squad S
        red extra C at 21.4,20.18, squad S
        red squad S, open, pa 2
        """,
        ("jump-together",),
    ),
    "close in": (
        """
        cappa on open ground
        red  extra A at 20,20, 5/3/3 CA 1
        blue extra B at 20.6,20.8, squad S
        blue extra C at 22,21.2, squad S
        blue extra D at 19,22.5, squad S
        blue squad S, open, pa 1
        dice blue 10 10 10 red 10
        """,
        ("fight-together target=A",),
    ),
}
ACTORS = {"close in": "S", "jump together": "S"}
GUN_SCENES = {
    "turn a gun": ("canister", "turn-gun"),
    "shift a gun": ("canister", "shift-gun by=50"),
    "limber a gun": ("canister, limber L at 18,20 facing 270", "limber-gun"),
    "drive a gun": ("canister, limber L at 18,20 facing 270, limbered", "drive bend=150"),
    "unlimber a gun": ("canister, limber L at 18,20 facing 270, limbered", "unlimber-gun heading=450"),
}


@pytest.mark.parametrize("name", SCENES)
def test_what_is_done_hand_to_hand_does_not_hang_on_where_north_is(name):
    text, words = SCENES[name]
    _compare(text, ACTORS.get(name, "A"), words)


@pytest.mark.parametrize("name", GUN_SCENES)
def test_a_gun_is_worked_in_the_same_way_wherever_it_looks(name):
    charge, action = GUN_SCENES[name]
    _compare(light_gun(charge, size="40x40", die=4), "S", (action,))


def _compare(text, who, words):
    taken: list[Option] = []
    ends, offers = played(text, who, words, 0, taken)
    for quarters in (1, 2, 3):
        there, others = played(text, who, words, quarters, taken)
        assert all(is_near(ends[name], there[name]) for name in ends), (quarters, ends, there)
        assert [len(one) for one in others] == [len(one) for one in offers]
        for one, other in zip(offers, others, strict=True):
            for option in one:
                alike(other, option, quarters)
