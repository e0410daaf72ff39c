"""Who sees whom (0.12-0.15)."""

from __future__ import annotations

import pytest

from alfiere.games.fucilieri.fire.sight import nearest_visible, sees, sees_from, sees_outline
from alfiere.games.fucilieri.state.standing import leader_outline
from alfiere.table.legs import Footing
from tests.games.fucilieri.lines import Situation
from tests.situation import situation

PAIR = "red foot A at 60,20 facing S\nblue foot B at 60,80 facing N"


def of(text: str) -> Situation:
    found: Situation = situation(f"fucilieri\n{text}")
    return found


def is_seen(text: str, who: str = "A", whom: str = "B") -> bool:
    game = of(text)
    return sees(game.state, game[who], game[whom])


@pytest.mark.rule("fucilieri.0.12")
def test_one_line_to_a_corner_is_enough() -> None:
    # the column hides the centre and the near corners, not the ends of a line 20 cm wide
    assert is_seen(f"{PAIR}\nred foot C at 60,60 facing S, column")
    assert not is_seen(
        "red foot A at 60,20 facing S\nblue foot B at 60,80 facing N, column\nred foot C at 60,60 facing S"
    )


@pytest.mark.rule("fucilieri.0.12")
@pytest.mark.parametrize(("formation", "seen"), [("column", True), ("line", True), ("square", False)])
def test_one_looks_from_the_middle_of_the_front_and_a_square_from_its_centre(formation: str, seen: bool) -> None:
    block = "building V 48,30 63,45\nblue foot B at 66,80 facing N, column"
    assert is_seen(f"red foot A at 60,20 facing E, {formation}\n{block}") is seen


@pytest.mark.rule("fucilieri.0.12")
def test_open_order_looks_from_its_centre() -> None:
    block = "building V 48,30 63,45\nblue foot B at 66,80 facing N, column"
    assert is_seen(f"red skirmishers A at 60,20 facing E, line\n{block}")
    assert not is_seen(f"red skirmishers A at 60,20 facing E, open\n{block}")


@pytest.mark.rule("fucilieri.0.12")
def test_one_sees_to_the_rear_too() -> None:
    assert is_seen("red foot A at 60,20 facing N\nblue foot B at 60,80 facing N")


@pytest.mark.rule("fucilieri.0.13")
@pytest.mark.parametrize(
    ("between", "seen"),
    [
        ("building V 50,40 65,55", False),
        ("wood W 0,40 180,45", True),  # 5 cm of it
        ("wood W 0,40 180,45.1", False),
        ("wood W 0,40 180,43\nwood X 0,50 180,53", False),  # together more than 5
        ("gentle_hill H 0,40 180,50", False),
        ("dyke D 0,50 180,50", False),
        ("stream S 0,50 180,50\nhedge K 0,55 180,55\nmarsh M 0,60 180,70", True),
        ("red foot C at 60,50 facing S, figures 24", False),
        ("blue foot C at 60,50 facing S, figures 24", False),
        ("red guns C at 60,50 facing E, limbered", False),
        ("red guns C at 60,50 facing E", True),
        ("red hussars C at 60,50 facing S, open", True),
    ],
)
def test_buildings_woods_hills_dykes_and_close_units_block_sight(between: str, seen: bool) -> None:
    pair = "red foot A at 60,20 facing S\nblue foot B at 60,80 facing N, column"
    assert is_seen(f"{pair}\n{between}") is seen


@pytest.mark.rule("fucilieri.0.13")
def test_a_leader_and_a_unit_in_flight_block_nothing() -> None:
    game = of("red foot A at 60,20 facing S\nblue foot B at 60,80 facing N, column\nred foot C at 60,50 facing S")
    assert not sees(game.state, game["A"], game["B"])
    game.state.leave(game["C"], "fleeing")
    assert sees(game.state, game["A"], game["B"])
    game = of("red foot A at 60,20 facing S\nblue foot B at 60,80 facing N, column\nred general M at 60,50 of X")
    assert sees(game.state, game["A"], game["B"])


@pytest.mark.rule("fucilieri.0.13")
@pytest.mark.parametrize(("y", "seen"), [(57.5, True), (60, False)])  # its front edge at 55 and at 57.5
def test_who_touches_a_hill_or_stands_on_it_sees_and_is_seen(y: float, seen: bool) -> None:
    text = f"red foot A at 60,20 facing S\nblue foot B at 60,{y} facing N\ngentle_hill H 0,40 180,54"
    assert is_seen(text) is seen
    assert is_seen(text, "B", "A") is seen


@pytest.mark.rule("fucilieri.0.13")
def test_who_holds_a_building_sees_out_of_it_and_is_seen_in_it() -> None:
    text = "red foot A at 57.5,47.5 facing S, column, in V\nblue foot B at 60,80 facing N\nbuilding V 50,40 65,55"
    assert is_seen(text)
    assert is_seen(text, "B", "A")


@pytest.mark.rule("fucilieri.0.14")
@pytest.mark.parametrize(("y", "seen"), [(50, True), (33, False), (72, False)])  # near A, near B
def test_from_a_hill_one_sees_over_units_that_are_far_from_both(y: int, seen: bool) -> None:
    hill = "gentle_hill H 0,10 180,25"
    text = "red foot A at 60,20 facing S\nblue foot B at 60,80 facing N, column"
    between = f"red foot C at 60,{y} facing S"
    assert is_seen(f"{text}\n{hill}\n{between}") is seen
    assert not is_seen(f"{text}\n{hill}\n{between}", "B", "A") or y == 72  # from the plain one does not
    assert not is_seen(f"{text}\n{between}")
    assert not is_seen(f"{text}\n{hill}\ngentle_hill I 0,45 180,55\n{between}") or y != 50  # it is on no lower ground


@pytest.mark.rule("fucilieri.0.15")
@pytest.mark.parametrize(("depth", "seen"), [(15, True), (15.1, False)])
@pytest.mark.parametrize("kind", ["vineyard", "orchard"])
def test_among_vines_one_sees_fifteen_centimetres(kind: str, depth: float, seen: bool) -> None:
    text = "red foot A at 60,20 facing S\nblue foot B at 60,80 facing N, column"
    assert is_seen(f"{text}\n{kind} V 0,40 180,{40 + depth}") is seen


@pytest.mark.rule("fucilieri.0.15")
def test_sight_has_no_other_end() -> None:
    assert is_seen("red foot A at 5,5 facing S\nblue foot B at 175,115 facing N")


def test_the_nearest_enemy_is_measured_from_footprint_to_footprint_and_must_be_seen() -> None:
    # the centre of the line is farther away, its end is nearer
    text = "red foot A at 60,20 facing S, column\nblue foot C at 82,48 facing E, column"
    text += "\nblue foot L at 60,60 facing E, figures 24"
    game = of(text)
    assert nearest_visible(game.state, game["A"]) is game["L"]
    game = of(text + "\nbuilding V 10,26 110,36")
    assert nearest_visible(game.state, game["A"]) is None
    game.state.leave(game["L"], "lost")
    assert nearest_visible(game.state, game["A"]) is None


def test_what_was_seen_is_forgotten_when_somebody_moves() -> None:
    game = of(PAIR + "\nred foot D at 100,40 facing S, figures 24")
    seen = sees(game.state, game["A"], game["B"])
    before = game.state.footing(game["D"])
    place = game["D"].pose._replace(x=6_000, y=7_300)
    game.state.stand(game["D"], Footing(before.formation, before.shape, place))
    assert seen
    assert not sees(game.state, game["A"], game["B"])


def test_from_elsewhere_one_may_see_more() -> None:
    game = of("red foot A at 60,20 facing S\nblue foot B at 60,80 facing N, column\nbuilding V 50,40 65,55")
    before = game.state.footing(game["A"])
    there = before._replace(pose=before.pose._replace(x=9_000))
    assert not sees_from(game.state, game["A"], before, game["B"])
    assert sees_from(game.state, game["A"], there, game["B"])


def test_a_leader_is_seen_like_anybody() -> None:
    game = of("red foot A at 60,20 facing S\nblue general M at 60,80 of X\nblue foot B at 90,80 facing N, of X")
    leader = leader_outline(game.leader("M"))
    assert sees_outline(game.state, game["A"], leader)
    game = of("red foot A at 60,20 facing S\nblue general M at 60,80 of X\nblue foot B at 60,60 facing N, of X")
    assert not sees_outline(game.state, game["A"], leader)
