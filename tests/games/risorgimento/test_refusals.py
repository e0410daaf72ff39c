"""What a player is told who asks for what the rules forbid: the reason, and the rule behind it."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.risorgimento.fire.readiness import FIRED_AT, InOpportunity, why_no_target, why_not_again
from alfiere.games.risorgimento.fire.volley import FIRE
from alfiere.games.risorgimento.movement.orders import deeds, order_for
from alfiere.kernel.objection import Objection
from alfiere.table.legs import Leg, Reform, Shift, Turn, plain_leg
from alfiere.table.shapes import Rect
from tests.situation import situation

BACK, ASIDE, AHEAD = Shift(200, 1800), Shift(300, 450), Shift(300)
VILLAGE = """
    village_sector V 30,36
    village_sector W 50,36
    red  line E at 100,70 facing W
"""


def told(text: str, verb: str, *legs: Leg, **args: Any) -> tuple[str, str]:
    """What the unit A hears when it is ordered this, as key and rule."""
    game = situation(f"risorgimento\n{text}")
    args |= {"legs": [plain_leg(leg) for leg in legs]} if legs else {}
    found = order_for(game.state, game.unit("A"), deeds()).why_not(verb, {"unit": "A", **args})
    assert isinstance(found, Objection), found
    return found.key, found.rule


@pytest.mark.rule("risorgimento.e.8.1")
def test_who_withdraws_is_in_contact_and_foot_not_with_horse() -> None:
    alone = "blue line A at 40,40 facing E\nred line E at 100,70 facing W"
    assert told(alone, "withdraw", BACK) == ("not-in-contact", "risorgimento.e.8.1")
    held = "blue line A at 40,40 facing E\nred hussars E at 42,40 facing W"
    assert told(held, "withdraw", BACK) == ("held-by-cavalry", "risorgimento.e.8.1")
    fights = "blue line A at 40,40 facing E\nred line E at 42,40 facing W"
    column = Reform("attack_column", Rect(350, 400))
    assert told(fights, "withdraw", column, BACK) == ("zone-choice", "risorgimento.e.6.9")  # .e.8.9


@pytest.mark.rule("risorgimento.e.3.2.5", "risorgimento.e.3.2.6")
@pytest.mark.parametrize("formation", ["line", "attack", "march"])
def test_only_in_open_order_one_goes_whatever_way_one_likes(formation: str) -> None:
    text = "blue line A at 40,40 facing E, {}\nred line E at 100,70 facing W"
    assert told(text.format(formation), "move", Shift(300, 900)) == ("no-such-leg", "risorgimento.e.3.2.6")
    game = situation(f"risorgimento\n{text.format('open')}")
    args = {"unit": "A", "legs": [plain_leg(Shift(300, 900))]}
    assert order_for(game.state, game.unit("A"), deeds()).find(("move", args)) is not None


@pytest.mark.rule("risorgimento.e.8.10")
def test_who_is_in_contact_does_nothing_else() -> None:
    held = "blue line A at 40,40 facing E\nred line E at 42,40 facing W"
    assert told(held, "move", AHEAD) == ("in-contact", "risorgimento.e.8.10")
    assert told(held + "\nvillage_sector V 36,44", "enter", post="V/west") == ("in-contact", "risorgimento.e.8.10")


@pytest.mark.rule("risorgimento.e.6.10", "risorgimento.e.6.11", "risorgimento.e.6.9")
def test_in_a_zone_one_goes_nearer_or_not_at_all_and_aligns_on_who_is_ahead() -> None:
    assert told("blue line A at 40,40 facing E\nred line E at 100,70 facing W", "align") == (
        "no-alignment",
        "risorgimento.e.6.10",
    )
    zone = "blue line A at 40,40 facing E\nred line E at 44,40 facing W"
    assert told(zone, "move", Turn(300)) == ("zone-choice", "risorgimento.e.6.9")
    aside = "blue line A at 40,40 facing E\nred line E at 43,43 facing W"
    assert told(aside, "move", Shift(300, 300)) == ("not-nearer", "risorgimento.e.6.11")


@pytest.mark.rule("risorgimento.g.5.16", "risorgimento.e.5.1", "risorgimento.g.5.13", "risorgimento.g.5.18")
@pytest.mark.parametrize(
    ("line", "post", "expected"),
    [
        ("blue hussars A at 27,39.75 facing E", "V/west", ("no-cavalry", "risorgimento.g.5.16")),
        ("blue guns A at 27,39.75 facing E, limbered", "V/west", ("road-only", "risorgimento.e.5.1")),
        ("blue line A at 27,39.75 facing E", "X/west", ("no-such-post", "risorgimento.g.5.18")),
        ("blue line A at 27,39.75 facing E", "V/middle", ("no-such-post", "risorgimento.g.5.18")),
        ("blue line A at 10,39.75 facing W", "W/west", ("no-way-in", "risorgimento.g.5.18")),
        ("blue line A at 1,1 facing E, in V east", "V/north", ("in-post", "risorgimento.g.5.18")),
        (
            "blue line A at 27,39.75 facing E\nred line D at 1,1 facing W, in V east",
            "V/north",
            ("defended", "risorgimento.g.5.13"),
        ),
    ],
)
def test_who_does_not_get_into_a_village(line: str, post: str, expected: tuple[str, str]) -> None:
    assert told(VILLAGE + line, "enter", post=post) == expected


@pytest.mark.rule("risorgimento.g.5.18", "risorgimento.e.5.1")
def test_in_a_village_one_changes_sides_of_it_and_leaves_it_straight_ahead() -> None:
    inside = VILLAGE + "blue line A at 1,1 facing E, in V east"
    assert told(inside, "side", post="W/west") == ("no-such-post", "risorgimento.g.5.18")
    assert told(inside, "side", post="V/east") == ("no-such-post", "risorgimento.g.5.18")
    assert told(inside, "move", AHEAD) == ("in-post", "risorgimento.g.5.18")
    assert told(inside, "leave", ASIDE) == ("leaves-ahead", "risorgimento.g.5.18")
    assert told(inside, "leave", Turn(900), AHEAD) == ("leaves-ahead", "risorgimento.g.5.18")
    assert told(inside, "leave", Shift(199)) == ("leaves-ahead", "risorgimento.g.5.18")  # not out of it
    outside = VILLAGE + "blue line A at 27,39.75 facing E"
    assert told(outside, "leave", AHEAD) == ("no-such-post", "risorgimento.g.5.18")
    assert told(outside, "side", post="V/north") == ("no-such-post", "risorgimento.g.5.18")


@pytest.mark.rule("risorgimento.e.4.9", "risorgimento.g.5.18", "risorgimento.e.5.1")
def test_guns_in_a_village_limber_and_nothing_else_and_do_not_pass_through() -> None:
    guns = VILLAGE + "road R 0,39.75 120,39.75\nblue guns A at 1,1 facing E, in V east, unlimbered"
    assert told(guns, "move", Reform("limbered", Rect(200, 400)), AHEAD) == ("in-post", "risorgimento.g.5.18")
    passing = VILLAGE + "road R 0,39.75 120,39.75\nblue guns A at 27,39.75 facing E, limbered"
    assert told(passing, "pass", post="V/east", far=300) == ("no-way-in", "risorgimento.e.5.1")


@pytest.mark.rule("risorgimento.e.8.1", "risorgimento.g.5.8")
def test_who_gives_ground_in_a_village_is_attacked_and_has_where_to_go() -> None:
    quiet = VILLAGE + "blue line A at 1,1 facing E, in V east"
    assert told(quiet, "give-ground", post="") == ("not-in-contact", "risorgimento.e.8.1")
    attacked = VILLAGE + "blue line A at 1,1 facing E, in V east\nred line D at 38.5,39.75 facing W"
    behind = "\nblue line F at 29,39.75 facing W\nblue line G at 29,43.25 facing W\nblue line H at 29,36.25 facing W"
    assert told(attacked + behind, "give-ground", post="") == ("no-way-out", "risorgimento.g.5.8")


@pytest.mark.rule("risorgimento.f.0.4", "risorgimento.e.9.8")
def test_at_whom_one_does_not_fire() -> None:
    game = situation(
        "risorgimento\nblue line A at 40,40 facing E\nblue line B at 40,44 facing E\nred line E at 42,40 facing W"
    )
    why = why_no_target(game.state, game.unit("E"), FIRE)
    assert why is not None
    assert (why.key, why.rule) == ("target-in-contact", "risorgimento.f.0.4")
    FIRED_AT.put(game.unit("B"), InOpportunity("E"))
    again = why_not_again(game.unit("B"), game.unit("E"), "")
    assert again is not None
    assert (again.key, again.rule) == ("fired-at-it", "risorgimento.e.9.8")
