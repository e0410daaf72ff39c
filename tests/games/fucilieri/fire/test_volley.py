"""The dice of a volley, what hits, and the cover that saves (3.4.8-3.4.21)."""

from __future__ import annotations

import pytest

from alfiere.games.fucilieri.fire.targets import Shot, shot_at
from alfiere.games.fucilieri.fire.volley import aim, cover_of, firing, needed, prospect, volley, volley_dice
from alfiere.games.fucilieri.state.unit import FIRST_VOLLEY_SPENT, HAS_FIRED, HAS_VOLLEYED
from alfiere.games.fucilieri.told.fire import VolleyFired
from alfiere.games.fucilieri.told.morale import HitsSaved
from tests.games.fucilieri.lines import Situation
from tests.situation import situation

FOOT = "red foot A at 60,40 facing S, line, initial 16, average, cannot"  # its front is at y = 42.5
FOE = "blue foot F at 60,57 facing N, line, initial 16"  # 12 cm away


def field(*lines: str, spent: bool = True) -> Situation:
    """A situation in which A has had its first volley."""
    found: Situation = situation("\n".join(("fucilieri", *lines)))
    if spent:
        FIRST_VOLLEY_SPENT.put(found["A"])
    return found


def dice(game: Situation, band: str = "short") -> int:
    return volley_dice(game.state, game["A"], band).total  # type: ignore[arg-type]


def least(game: Situation, band: str = "short", *, closing: bool = False) -> int:
    s = game.state
    return needed(s, game["A"], band, aim(s, game["A"], "F", band, closing=closing))  # type: ignore[arg-type]


def modifier(game: Situation, band: str = "short", *, closing: bool = False) -> int:
    return aim(game.state, game["A"], "F", band, closing=closing).total  # type: ignore[arg-type]


# Numbers to hit


@pytest.mark.rule("fucilieri.3.4.8a")
def test_small_arms_hit_on_5_and_on_6():
    game = field(FOOT, FOE)
    assert [least(game, band) for band in ("short", "long")] == [5, 6]


@pytest.mark.rule("fucilieri.3.4.8b")
def test_guns_hit_on_4_5_and_6():
    for kind in ("light", "guns", "heavy"):
        game = field(f"red {kind} A at 60,40 facing S, average", FOE)
        assert [least(game, band) for band in ("short", "medium", "long")] == [4, 5, 6]


@pytest.mark.rule("fucilieri.0.11")
def test_a_die_hits_on_3_at_best_and_a_6_always_hits():
    best = field(f"{FOOT}, elite", "blue foot F at 60,57 facing N, square", spent=False)
    assert (modifier(best), least(best)) == (3, 3)
    worst = field(f"{FOOT}, poor, demoralised, disorganised, moved", "blue foot F at 60,57 facing N, open")
    assert (modifier(worst), least(worst, "long")) == (-5, 6)
    worst.dice["red"] = [6, 5, 1, 1, 1, 1]
    assert worst.run(lambda g: volley(g, g.state.units["A"], "F", band="long")) == 1


# How many dice


@pytest.mark.rule("fucilieri.3.4.9a")
@pytest.mark.rule("fucilieri.3.4.10")
def test_foot_in_line_and_open_order_fires_with_all():
    for figures, line, loose in ((16, 6, 8), (15, 5, 8), (13, 5, 7), (12, 4, 6)):
        game = field(f"{FOOT}, figures {figures}", FOE)
        assert (firing(game.state, game["A"]), dice(game)) == (figures, line)
        game = field(f"red foot A at 60,40 facing S, open, initial 16, figures {figures}, average, cannot", FOE)
        assert (firing(game.state, game["A"]), dice(game)) == (figures, loose)


@pytest.mark.rule("fucilieri.3.4.9b")
def test_a_column_and_riders_fire_with_the_front_rank():
    column = field("red foot A at 60,40 facing S, column, initial 16, average, cannot", FOE)
    assert (firing(column.state, column["A"]), dice(column)) == (4, 2)
    riders = field("red horse A at 60,40 facing S, line, initial 10, average, cannot", FOE)
    assert (firing(riders.state, riders["A"]), dice(riders)) == (5, 2)


@pytest.mark.rule("fucilieri.ex.90")
def test_hussars_in_open_order_fire_with_the_front_rank_two_to_a_die():
    game = field(
        "red hussars A at 60,40 facing S, open, initial 8, average, weapon carbine, cannot",
        "blue foot F at 60,80 facing N, line, initial 16",
    )
    game["F"].y = game["A"].y + game.state.shape(game["A"]).depth // 2 + 900 + 250
    game.state.laid = None
    shot = shot_at(game.state, game["A"], "F")
    assert isinstance(shot, Shot)
    assert (shot.band, shot.far) == ("short", 900)
    assert (firing(game.state, game["A"]), dice(game), least(game)) == (4, 2, 5)


@pytest.mark.rule("fucilieri.ex.46")
@pytest.mark.rule("fucilieri.3.4.9c")
def test_a_face_of_a_square_is_a_quarter():
    square = "red foot A at 60,40 facing S, square, initial 16, average, cannot"
    game = field(square, "blue horse F at 60,60 facing N, line")
    assert (firing(game.state, game["A"]), dice(game), least(game)) == (4, 2, 5)
    game = field(f"{square}, figures 13", "blue horse F at 60,60 facing N, line")
    assert firing(game.state, game["A"]) == 4


@pytest.mark.rule("fucilieri.3.4.9d")
def test_half_of_a_garrison_fires():
    game = field(
        "building V 50,35 65,50",
        "red foot A at 57.5,42.5 facing S, line, initial 16, figures 15, average, cannot, in V",
        FOE,
    )
    assert (firing(game.state, game["A"]), dice(game)) == (8, 3)


@pytest.mark.rule("fucilieri.ex.45")
@pytest.mark.rule("fucilieri.3.4.11")
@pytest.mark.rule("fucilieri.3.4.21")
def test_guns_have_dice_by_weapon_and_range_for_each_gun_with_crew():
    game = field("red guns A at 60,40 facing S, guns 2, average", FOE)
    assert (dice(game), least(game)) == (8, 4)
    assert at(game) == "short"
    for crew, guns in ((7, 2), (5, 2), (4, 1), (1, 1)):
        game["A"].figures = crew
        assert (game["A"].guns, dice(game)) == (guns, 4 * guns)
    for kind, expected in (("light", [3, 2, 1]), ("guns", [4, 2, 2]), ("heavy", [4, 3, 2])):
        game = field(f"red {kind} A at 60,40 facing S, guns 1, average", FOE)
        assert [dice(game, band) for band in ("short", "medium", "long")] == expected


def at(game: Situation) -> str:
    """The range of two field guns at 18 cm."""
    game["F"].y = game["A"].y + game.state.shape(game["A"]).depth // 2 + 1800 + 250
    game.state.laid = None
    found = shot_at(game.state, game["A"], "F")
    assert isinstance(found, Shot)
    return found.band


@pytest.mark.rule("fucilieri.ex.43")
@pytest.mark.rule("fucilieri.1.5.3")
@pytest.mark.rule("fucilieri.3.4.18")
def test_veterans_with_platoon_fire_have_two_dice_more():
    game = field("red foot A at 60,40 facing S, line, initial 16, veteran, can platoon_fire", FOE)
    assert (dice(game), least(game)) == (8, 5)
    assert dice(game, "long") == 7
    game["A"].is_disorganised = True
    assert dice(game) == 7
    loose = field("red foot A at 60,40 facing S, open, initial 16, average, can platoon_fire", FOE)
    assert dice(loose) == 8


@pytest.mark.rule("fucilieri.1.2.3b")
def test_a_veteran_die_is_one_a_volley_of_guns_too():
    for quality, more in (("poor", 0), ("average", 0), ("veteran", 1), ("elite", 0)):
        assert dice(field(f"red guns A at 60,40 facing S, guns 2, {quality}", FOE)) == 8 + more
        assert dice(field(f"red foot A at 60,40 facing S, line, initial 16, {quality}, cannot", FOE)) == 6 + more


# Modifiers


@pytest.mark.parametrize(
    ("firer", "change"),
    [
        pytest.param("elite", 1, marks=pytest.mark.rule("fucilieri.1.2.3c")),
        pytest.param("poor", -1, marks=pytest.mark.rule("fucilieri.1.2.3a")),
        ("veteran", 0),
        pytest.param("moved", -1, marks=pytest.mark.rule("fucilieri.3.4.15")),
        pytest.param("disorganised", -1, marks=pytest.mark.rule("fucilieri.3.4.16a")),
        pytest.param("demoralised", -1, marks=pytest.mark.rule("fucilieri.3.4.16b")),
        pytest.param("demoralised, disorganised", -2, marks=pytest.mark.rule("fucilieri.3.4.16b")),
    ],
)
def test_what_the_firer_adds(firer, change):
    assert modifier(field(f"{FOOT}, {firer}", FOE)) == change


@pytest.mark.parametrize(
    ("target", "change"),
    [
        pytest.param("foot F at 60,57 facing N, column", 1, marks=pytest.mark.rule("fucilieri.3.4.14")),
        pytest.param("foot F at 60,57 facing N, square", 1, marks=pytest.mark.rule("fucilieri.3.4.14")),
        pytest.param("guns F at 60,57 facing N, limbered", 1, marks=pytest.mark.rule("fucilieri.3.4.14")),
        pytest.param("guns F at 60,57 facing N, unlimbered", -1, marks=pytest.mark.rule("fucilieri.3.4.17")),
        pytest.param("skirmishers F at 60,57 facing N, open", -1, marks=pytest.mark.rule("fucilieri.3.4.17")),
        ("horse F at 60,57 facing N, line", 0),
    ],
)
def test_what_the_target_adds(target, change):
    assert modifier(field(FOOT, f"blue {target}")) == change


@pytest.mark.rule("fucilieri.3.4.22")
def test_a_leader_alone_is_fired_at_with_one_less():
    game = field(FOOT, "blue condottiero F at 60,57 cv 3")
    assert modifier(game) == -1


@pytest.mark.rule("fucilieri.3.4.13")
def test_the_first_volley_at_short_distance_has_one_more_guns_have_none():
    game = field(FOOT, FOE, spent=False)
    assert (modifier(game), modifier(game, "long")) == (1, 0)
    assert modifier(field("red guns A at 60,40 facing S", FOE, spent=False)) == 0


@pytest.mark.rule("fucilieri.3.4.13")
@pytest.mark.rule("fucilieri.3.4.15")
def test_closing_fire_has_the_first_volley_and_spends_it_and_does_not_mind_a_move():
    game = field(f"{FOOT}, moved", FOE, "dice red 4 4 4 3 3 3", spent=False)
    assert modifier(game, closing=True) == 1
    assert game.run(lambda g: volley(g, g.state.units["A"], "F", closing=True)) == 3
    assert game.told(VolleyFired)[0].needed == 4
    for mark in (FIRST_VOLLEY_SPENT, HAS_FIRED, HAS_VOLLEYED):
        assert mark.is_on(game["A"])
    assert modifier(game, closing=True) == 0


# Cover


@pytest.mark.rule("fucilieri.ex.44")
@pytest.mark.rule("fucilieri.3.4.19a")
@pytest.mark.rule("fucilieri.3.4.20")
def test_two_of_four_hits_are_saved_behind_a_wall():
    game = field(FOOT, FOE, "wall L 40,54.5 80,54.5", "dice red 6 6 6 6 1 1 blue 4 3 6 1")
    assert game.run(lambda g: volley(g, g.state.units["A"], "F")) == 2
    assert game.told(HitsSaved)[0].saved == 2
    assert game.dice_left == {}


@pytest.mark.rule("fucilieri.3.4.19a")
@pytest.mark.rule("fucilieri.3.4.19b")
@pytest.mark.parametrize(
    ("ground", "save"),
    [
        ("hedge L 40,54.5 80,54.5", 5),
        ("wall L 40,54.5 80,54.5", 4),
        ("entrenchment L 40,54.5 80,54.5", 3),
        ("wall L 40,50 80,50", 0),  # the target does not touch it
        ("wall L 40,59.5 80,59.5", 0),  # behind it
        ("wood L 45,54 75,60", 5),
        ("wood L 45,57.5 75,70", 0),  # less than half of it is inside
        ("wood L 45,56.5 75,70", 5),
        ("wood L 45,54 75,60\nwall M 40,54.5 80,54.5", 4),  # the best counts
    ],
)
def test_cover(ground, save):
    game = field(FOOT, FOE, *ground.split("\n"))
    assert cover_of(game.state, game["A"], "F", "front") == save


@pytest.mark.rule("fucilieri.3.4.19a")
def test_a_leader_behind_a_wall_is_covered_too():
    game = field(FOOT, "blue condottiero F at 60,57 cv 3", "wall L 40,55.5 80,55.5", "dice red 6 1 1 1 1 1 blue 4")
    game.leader("F").y = 5550 + game.leader("F").shape.depth // 2
    assert game.run(lambda g: volley(g, g.state.units["A"], "F", band="short")) == 0


def test_the_odds_of_a_volley_are_exact():
    game = field(
        "red horse A at 60,40 facing S, line, initial 6, average, weapon carbine, cannot", FOE, "wall L 40,54.5 80,54.5"
    )
    odds = prospect(game.state, game["A"], Shot("F", 1200, "short", "front"))
    assert {hits: round(float(chance), 4) for hits, chance in odds.hits.items()} == {0: 0.6667, 1: 0.3333}
    assert {hits: round(float(chance), 4) for hits, chance in odds.results.items()} == {0: 0.8333, 1: 0.1667}
