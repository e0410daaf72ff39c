"""Who may fire, at whom he may and at whom he must (3.4.1-3.4.7, 3.4.12, 3.4.15, 3.4.22, 3.4.24)."""

from __future__ import annotations

import pytest

from alfiere.games.fucilieri.fire.fire_round import shots
from alfiere.games.fucilieri.fire.targets import ENDLESS, Shot, choices, farthest, shot_at, why_no_fire, why_no_shot
from alfiere.games.fucilieri.state.standing import engage
from alfiere.games.fucilieri.state.unit import HAS_TURNED, HAS_TURNED_FAR, SHARE
from alfiere.kernel.objection import Objection
from tests.games.fucilieri.before.battles import fresh
from tests.games.fucilieri.lines import Situation
from tests.situation import situation

FOOT = "red foot A at 60,40 facing S, line, initial 16"  # its front is at y = 42.5
FOE = "blue foot F at 60,57 facing N, line, initial 16"  # 12 cm away


def field(*lines: str) -> Situation:
    found: Situation = situation("\n".join(("fucilieri", *lines)))
    return found


def silent(*lines: str) -> str:
    """ "" if A may fire in round 4, or the rule against it."""
    game = field(*lines)
    found = why_no_fire(game.state, game["A"])
    return "" if found is None else found.rule.removeprefix("fucilieri.")


def shot(game: Situation, target: str = "F") -> str:
    """The range of a shot of A, or the rule against it."""
    found = shot_at(game.state, game["A"], target)
    return found.band if isinstance(found, Shot) else found.rule.removeprefix("fucilieri.")


def at_range(weapon: str, far: float, kind: str = "foot") -> str:
    formation = "line" if kind in ("foot", "horse") else "unlimbered"
    game = field(
        f"red {kind} A at 60,10 facing S, {formation}, weapon {weapon}",
        "blue foot F at 60,60 facing N, line, initial 16",
    )
    game["F"].y = game["A"].y + game.state.shape(game["A"]).depth // 2 + round(far * 100) + 250
    game.state.laid = None
    return shot(game)


def targets(game: Situation) -> set[str]:
    return {one.target for one in choices(game.state, game["A"])}


# Who may fire


@pytest.mark.rule("fucilieri.3.4.1")
def test_one_volley_of_an_unengaged_unit():
    assert silent(FOOT, FOE) == ""
    assert silent(FOOT + ", fired", FOE) == "3.4.1"
    game = field(FOOT, FOE)
    engage(game["A"], game["F"], "front", "front")
    found = why_no_fire(game.state, game["A"])
    assert isinstance(found, Objection)
    assert found.rule == "fucilieri.3.4.1"


@pytest.mark.rule("fucilieri.1.5.1")
def test_without_a_firearm_nobody_fires():
    assert silent(FOOT + ", weapon none", FOE) == "1.5.1"
    assert shots(field(FOOT + ", weapon none", FOE).state, field(FOOT + ", weapon none", FOE)["A"]) == []


@pytest.mark.rule("fucilieri.3.4.2")
@pytest.mark.parametrize(
    ("what", "rule"),
    [
        ("charged", "3.4.2"),
        ("evaded", "3.4.2"),
        ("falling back", "3.4.2"),
        ("bloodlust", "4.1.7a"),
        ("demoralised", ""),
        ("disorganised", ""),
    ],
)
def test_who_is_too_busy_to_fire(what, rule):
    assert silent(f"{FOOT}, {what}", FOE) == rule


@pytest.mark.rule("fucilieri.3.4.2")
def test_guns_fire_in_bloodlust_but_not_limbered():
    assert silent("red guns A at 60,40 facing S, bloodlust", FOE) == ""
    assert silent("red guns A at 60,40 facing S, limbered", FOE) == "3.4.2"


@pytest.mark.rule("fucilieri.3.4.15")
def test_moved_guns_are_silent_but_light_ones_and_those_that_turned_a_little():
    for kind, rule in (("light", ""), ("guns", "3.4.15"), ("heavy", "3.4.15")):
        assert silent(f"red {kind} A at 60,40 facing S, moved", FOE) == rule
        game = field(f"red {kind} A at 60,40 facing S, moved", FOE)
        HAS_TURNED.put(game["A"])
        assert why_no_fire(game.state, game["A"]) is None
        HAS_TURNED_FAR.put(game["A"])
        assert why_no_fire(game.state, game["A"]) is not None


@pytest.mark.rule("fucilieri.3.4.24")
def test_horse_fires_after_half_its_allowance_at_the_most():
    for share, rule in ((500_000, ""), (500_001, "fucilieri.3.4.24")):
        for kind, expected in (("horse", rule), ("foot", "")):
            game = field(f"red {kind} A at 60,40 facing S", FOE)
            SHARE.put(game["A"], share)
            found = why_no_fire(game.state, game["A"])
            assert ("" if found is None else found.rule) == expected


# Ranges


@pytest.mark.parametrize(
    ("weapon", "kind", "bands"),
    [
        pytest.param("musket", "foot", {"short": 15, "long": 30}, marks=pytest.mark.rule("fucilieri.3.4.6a")),
        pytest.param("rifle", "foot", {"short": 20, "long": 40}, marks=pytest.mark.rule("fucilieri.3.4.6b")),
        pytest.param("carbine", "horse", {"short": 10, "long": 20}, marks=pytest.mark.rule("fucilieri.3.4.6c")),
        pytest.param("pistol", "horse", {"short": 10}, marks=pytest.mark.rule("fucilieri.3.4.6c")),
        pytest.param("musket", "horse", {"short": 10, "long": 20}, marks=pytest.mark.rule("fucilieri.1.5.7")),
        pytest.param(
            "light_gun", "guns", {"short": 15, "medium": 35, "long": 60}, marks=pytest.mark.rule("fucilieri.3.4.7")
        ),
        pytest.param(
            "field_gun", "guns", {"short": 20, "medium": 50, "long": 80}, marks=pytest.mark.rule("fucilieri.3.4.7")
        ),
        pytest.param(
            "heavy_gun", "guns", {"short": 20, "medium": 60, "long": 100}, marks=pytest.mark.rule("fucilieri.3.4.7")
        ),
    ],
)
def test_ranges(weapon, kind, bands):
    names = [*bands, "3.4.3"]
    for number, far in enumerate(bands.values()):
        assert at_range(weapon, far, kind) == names[number]
        assert at_range(weapon, far + 0.01, kind) == names[number + 1]


# At whom


@pytest.mark.rule("fucilieri.3.4.3")
def test_a_target_must_be_visible():
    assert shot(field(FOOT, FOE)) == "short"
    assert shot(field(FOOT, FOE, "building V 50,44 70,52")) == "3.4.3"


@pytest.mark.rule("fucilieri.3.4.3")
@pytest.mark.parametrize(
    ("firer", "aside", "may"),
    [
        # a target column of 10 x 10 whose nearest corner is so far beside the corner of the front, 10 cm ahead of it
        ("foot A at 60,40 facing S, line, initial 16", 9.5, True),
        ("foot A at 60,40 facing S, line, initial 16", 20.5, False),
        ("foot A at 60,40 facing S, open", 60, True),
        ("foot A at 60,40 facing S, square", 60, True),
    ],
)
def test_the_arc_of_fire_is_the_front_zone_or_all_round(firer, aside, may):
    game = field(f"red {firer}", "blue foot F at 60,60 facing N, column, initial 16")
    edge = game.state.shape(game["A"]).width // 2
    game["F"].x = min(game["A"].x + edge + round(aside * 100) + 500, 17_000)
    game["F"].y = game["A"].y + game.state.shape(game["A"]).depth // 2 + 1000 + 500
    game.state.laid = None
    found = shot_at(game.state, game["A"], "F")
    key = "" if isinstance(found, Shot) else found.key
    assert (key != "out-of-arc") == may


@pytest.mark.rule("fucilieri.3.4.3")
def test_guns_have_rays_of_30_degrees():
    for aside, may in ((11, True), (12, False)):  # 20 cm ahead the ray of 30 degrees is at 11.5 cm
        game = field("red guns A at 60,40 facing S", "blue foot F at 60,60 facing N, column, initial 16")
        edge, depth = game.state.shape(game["A"]).width // 2, game.state.shape(game["A"]).depth // 2
        game["F"].x = game["A"].x + edge + aside * 100 + 500
        game["F"].y = game["A"].y + depth + 1000 + 500  # its far edge is 20 cm ahead
        game.state.laid = None
        assert (shot(game) == "short") == may


@pytest.mark.rule("fucilieri.3.4.4")
def test_engaged_units_are_not_fired_at():
    game = field(FOOT, FOE, "red foot B at 60,62 facing N, line")
    engage(game["B"], game["F"], "front", "rear")
    assert shot(game) == "3.4.4"
    assert targets(game) == set()


@pytest.mark.rule("fucilieri.3.4.5")
def test_foot_fires_at_the_nearest():
    game = field(
        "red foot A at 60,40 facing S, line, initial 16",
        "blue foot F at 50,57 facing N, column, initial 16",
        "blue foot G at 70,58 facing N, column, initial 16",
    )
    assert targets(game) == {"F"}
    assert why_no_shot(game.state, game["A"], "G").rule == "fucilieri.3.4.5"
    even = field(
        "red foot A at 60,40 facing S, line, initial 16",
        "blue foot F at 50,57 facing N, column, initial 16",
        "blue foot G at 70,57 facing N, column, initial 16",
    )
    assert targets(even) == {"F", "G"}


@pytest.mark.rule("fucilieri.3.4.5")
@pytest.mark.parametrize(
    ("second", "may"),
    [
        ("foot G at 74,56 facing N, column", True),  # 8.5 cm, short as well
        ("guns G at 74,56 facing N", True),
        ("skirmishers G at 74,56 facing N, open", False),
        ("foot G at 74,65 facing N, column", False),  # long
    ],
)
def test_a_solid_target_may_be_preferred_to_skirmishers_in_the_same_range(second, may):
    game = field(FOOT, "blue skirmishers F at 52,48 facing N, open, initial 8", f"blue {second}")
    assert "F" in targets(game)
    assert ("G" in targets(game)) == may


@pytest.mark.rule("fucilieri.3.4.5")
def test_guns_choose_freely_but_for_canister():
    guns = "red guns A at 60,40 facing S"
    far = ("blue foot F at 55,75 facing N, column, initial 16", "blue foot G at 66,90 facing N, column, initial 16")
    assert targets(field(guns, *far)) == {"F", "G"}
    near = "blue foot H at 75,60 facing N, column, initial 16"
    assert targets(field(guns, *far, near)) == {"H"}


@pytest.mark.rule("fucilieri.3.4.12")
def test_each_face_of_a_square_fires_at_a_target_of_its_own():
    game = field(
        "red foot A at 60,60 facing S, square, initial 16",
        "blue foot F at 60,80 facing N, column, initial 16",
        "blue foot G at 60,84 facing N, column, initial 16",
        "blue foot H at 85,60 facing W, column, initial 16",
    )
    found = {one.target: one.face for one in choices(game.state, game["A"])}
    assert found["F"] != found["H"]
    assert "G" not in found  # behind the other before the same face


@pytest.mark.rule("fucilieri.3.4.22")
def test_a_leader_alone_is_a_target_if_no_friend_is_within_10_cm():
    game = field(FOOT, "blue condottiero L at 60,55 cv 3", "blue foot F at 110,70 facing N, line, initial 16")
    assert shot(game, "L") == "short"
    assert targets(game) == {"L"}
    near = field(FOOT, "blue condottiero L at 60,55 cv 3", "blue foot F at 80,55 facing N, line, initial 16")
    assert shot(near, "L") == "3.4.22"
    joined = field(FOOT, FOE, "blue condottiero L at 60,55 cv 3, with F")
    assert shot(joined, "L") == "3.4.22"


def test_in_the_dark_nobody_fires_farther_than_the_battle_says():
    game = fresh("luzzara-1702")
    game.state.turn = 8
    assert farthest(game.state) == ENDLESS
    for turn in (9, 10):
        game.state.turn = turn
        assert farthest(game.state) == 1500


@pytest.mark.rule("fucilieri.3.4.3", "fucilieri.4.1.6")
def test_who_is_off_the_table_is_no_target():
    game = situation("fucilieri\nred foot A at 60,60 facing S\nblue foot B at 60,75 facing N")
    game.state.leave(game["B"], "fleeing")
    assert why_no_shot(game.state, game["A"], "B").key == "not-visible"
